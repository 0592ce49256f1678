#!/bin/sh
# Runs libFuzzer programs one after the other: tests/fuzz/run.sh SECONDS PROGRAM...
# New inputs and crashes go to build/fuzz/<target>/, never into the stored corpus. The last line
# says how many targets found nothing; exit status 1 if one found something.
set -eu

seconds=$1
shift
failed=0
for program; do
    target=$(basename "$program")
    target=${target#fuzz_}
    work=build/fuzz/$target
    stored=tests/fuzz/corpus/$target
    mkdir -p "$work/corpus"
    set -- "$work/corpus"
    [ ! -d "$stored" ] || set -- "$@" "$stored"
    [ ! -f "tests/fuzz/$target.dict" ] || set -- "-dict=tests/fuzz/$target.dict" "$@"
    if "$program" -max_total_time="$seconds" -timeout=10 -artifact_prefix="$work/" "$@" \
        >"$work/log" 2>&1; then
        echo "ok   fuzz $target: $(sed -n 's/^Done \(.*\)$/\1/p' "$work/log")"
    else
        failed=$((failed + 1))
        tail -n 60 "$work/log"
        echo "FAIL fuzz $target: see $work/; inputs that crash belong into $stored/ with the fix"
    fi
done
[ "$failed" -eq 0 ]
