#!/bin/sh
# Every command of README.md runs as written: lines that begin with build/citadel, or feed it by
# printf, succeed, lines after a "$" prompt are the examples of refused input. The sample sessions,
# blocks of ```console, print what is shown.
. "$(dirname "$0")/tap.inc"

cd "$(dirname "$0")/../.." || exit 1

run_line() {
    line=$(printf '%s\n' "$1" | sed "s|build/citadel|\"\$CITADEL\"|")
    eval "timeout 120 $line" >"$TMP/out" 2>"$TMP/err" </dev/null
}

grep -E '^    (\$ )?(printf .* \| )?build/citadel' README.md | sed 's/^    //' >"$TMP/lines"
[ -s "$TMP/lines" ]
report $? 'README.md has commands'
# A run that was saved before is not overwritten.
rm -f build/run build/run.hash
while IFS= read -r line; do
    case $line in
    '$ '*)
        run_line "${line#\$ }"
        [ $? -eq 2 ]
        report $? "refused: $line"
        ;;
    *)
        run_line "$line"
        report $? "$line"
        ;;
    esac
done <"$TMP/lines"

# What a machine, and for analyse a change of the search, may print otherwise is left out of both.
settled() {
    sed -E 's/^(time|nps): .*/\1/' "$2" >"$2.settled"
    case $1 in
    *' analyse '*) sed -i -E 's/^(depth [0-9]+)\/.* pv .*/\1/; s/^nodes: .*/nodes/' "$2.settled" ;;
    esac
}
awk -v dir="$TMP" '/^```/ { on = $0 == "```console"; next }
    on && /^\$ / { nr++; print substr($0, 3) >(dir "/session." nr); next }
    on { print >(dir "/shown." nr) }' README.md
for command in analyse perft solve; do
    grep -q "^build/citadel $command " "$TMP"/session.*
    report $? "README.md has a sample session of $command"
done
for session in "$TMP"/session.*; do
    line=$(cat "$session")
    shown=$TMP/shown.${session##*.}
    run_line "$line"
    status=$?
    settled "$line" "$TMP/out"
    settled "$line" "$shown"
    diff "$shown.settled" "$TMP/out.settled" >>"$TMP/err" && [ "$status" = 0 ]
    report $? "shown as printed: $line"
done

# The folders, files and make targets that it names exist.
for path in $(grep -oE '\]\([A-Za-z_./]+\)' README.md | tr -d '()]') \
    $(sed -n 's/^    sh \([^ ]*\).*/\1/p' README.md); do
    [ -e "$path" ]
    report $? "link to $path"
done
for target in $(grep -oE '^    make [a-z]+' README.md | sed 's/.* //' | sort -u); do
    grep -Eq "^([a-z-]+ )*$target( [a-z-]+)*:.*##" Makefile
    report $? "make $target is a target"
done
finish
