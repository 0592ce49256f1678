#!/bin/sh
# Runs test programs that print TAP and sums them up:
#
#     tests/run.sh [-j JOBS] [-t SECONDS] 'PROGRAM [ARGUMENT...]'...
#
# Each argument is one program with its arguments, separated by blanks. A program that passes gets
# one line; of one that fails all but the passed cases is shown. The last line is always
# `N passed, N failed` and counts cases; a program that crashes, runs out of time or does not keep
# to its plan is at least one failure. Exit status: 0 all passed, 1 a failure or nothing ran.
set -eu

# --one DIR NUMBER: runs one program, leaves NUMBER.report and NUMBER.count in DIR, prints NUMBER.
if [ "${1-}" = --one ]; then
    dir=$2 number=$3
    read -r command <"$dir/$number.command"
    start=$(date +%s)
    status=0
    # In the background, since a program under timeout(1) does not see the terminal's Ctrl-C.
    # shellcheck disable=SC2086 # the command is split into words on purpose
    ${TEST_TIMEOUT:-} $command >"$dir/$number.out" 2>&1 </dev/null &
    pid=$!
    trap 'kill "$pid" 2>/dev/null' INT TERM HUP
    { wait "$pid"; } 2>/dev/null || status=$? # no "Segmentation fault" of the shell's own
    awk -v status="$status" -v seconds="$(($(date +%s) - start))" -v command="$command" \
        -v limited="${TEST_TIMEOUT:+1}" -v count_file="$dir/$number.count" '
        /^ok( |$)/     { if (toupper($0) ~ /# *SKIP/) skipped++; else passed++; last = $0; next }
        /^not ok( |$)/ { failed++; last = $0 }
        /^1\.\.[0-9]+/ { plan = substr($1, 4) + 0; planned = 1; next }
                       { text = text "    " $0 "\n" }
        END {
            passed += 0; failed += 0; done = passed + failed + skipped
            if (limited && (status == 124 || status == 137)) trouble = "ran out of time"
            else if (status > 128) trouble = "killed by signal " (status - 128)
            else if (!planned) trouble = "printed no plan (exit status " status ")"
            else if (done != plan) trouble = "planned " plan " cases, ran " done
            else if (status != 0 && !failed) trouble = "exit status " status
            if (trouble && last) trouble = trouble "; last was: " last
            if (trouble) failed += (planned && plan > done) ? plan - done : 1
            line = (failed ? "FAIL " : "ok   ") command ": " passed " passed"
            if (failed) line = line ", " failed " failed"
            if (skipped) line = line ", " skipped " skipped"
            print line " (" seconds " s)"
            if (failed) printf "%s", text
            if (trouble) print "    # " trouble
            print passed, failed >count_file
        }' "$dir/$number.out" >"$dir/$number.report"
    echo "$number"
    exit 0
fi

jobs=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
seconds=300
while getopts j:t: option; do
    case $option in
    j) jobs=$OPTARG ;;
    t) seconds=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))

TEST_TIMEOUT=
if command -v timeout >/dev/null 2>&1; then
    TEST_TIMEOUT="timeout -k 5 $seconds"
fi
export TEST_TIMEOUT

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM HUP

number=0
for command; do
    number=$((number + 1))
    printf '%s\n' "$command" >"$dir/$number.command"
    echo "$number"
done >"$dir/numbers"

# Reports are printed here, by one process, so that those of parallel programs do not mix.
if [ "$number" -gt 0 ]; then
    xargs -n 1 -P "$jobs" sh "$0" --one "$dir" <"$dir/numbers" | while read -r i; do
        cat "$dir/$i.report"
    done
    while read -r i; do # a runner that died itself is a failure as well
        [ -s "$dir/$i.count" ] || echo 0 1 >"$dir/$i.count"
    done <"$dir/numbers"
    cat "$dir"/*.count >"$dir/counts"
else
    : >"$dir/counts"
fi
awk '{ passed += $1; failed += $2 }
    END {
        print passed + 0 " passed, " failed + 0 " failed"
        exit failed > 0 || passed == 0
    }' "$dir/counts"
