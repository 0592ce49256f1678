#!/bin/sh
# Line coverage per source file, after a run of programs that were built with --coverage:
#
#     tests/coverage.sh GCOV BUILD-DIRECTORY SOURCE...
set -eu

gcov=$1 build=$2
shift 2
for source; do
    notes=$build/${source%.c}.gcda
    if [ -f "$notes" ]; then
        # shellcheck disable=SC2086 # may be two words, as in `llvm-cov gcov`
        $gcov -n "$notes" 2>/dev/null
    else
        printf "File '%s'\nLines executed:0.00%% of 0 (never run)\n" "$source"
    fi
done | awk -v sources="$*" -v quote="'" '
    BEGIN { count = split(sources, list, " "); for (i = 1; i <= count; i++) wanted[list[i]] = 1 }
    /^File / { file = $2; gsub(quote, "", file) }
    /^Lines executed:/ && wanted[file] {
        split($2, part, /[:%]/)
        lines += $4; hit += part[2] * $4 / 100
        printf "%6.1f %%  of %5d lines  %s\n", part[2], $4, file
        wanted[file] = 0
    }
    END { if (lines) printf "%6.1f %%  of %5d lines  in all\n", 100 * hit / lines, lines }'
