#!/bin/sh
# The benchmarks of another revision against those of the working tree: `make bench-compare BASE=REV`.
#
#     tools/bench_compare.sh REV PAIRS BENCH MAKE... -- [OPTION...]
#
# Builds REV in a temporary worktree with the command MAKE and runs the two programs in turns, PAIRS
# times each. For each case it prints the speed of the working tree over that of REV: the geometric
# mean of the ratios of the pairs, with the interval that holds the true ratio in 95 of 100 such
# comparisons (Student's t on the logarithms). What disturbs the machine for long disturbs both runs
# of a pair alike, so that their ratio is worth more than either. OPTIONs go to both programs, such as
# --benchmark_filter=perft.
set -eu

if [ $# -lt 4 ]; then
    echo "usage: tools/bench_compare.sh REV PAIRS BENCH MAKE... -- [OPTION...]" >&2
    exit 2
fi
rev=$1 pairs=$2 bench=$3
shift 3
case $pairs in
'' | *[!0-9]* | 0 | 1)
    echo "bench_compare: PAIRS is '$pairs', it must be a number of 2 or more" >&2
    exit 2
    ;;
esac
make=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    make="$make '$(printf %s "$1" | sed "s/'/'\\\\''/g")'"
    shift
done
[ $# -eq 0 ] || shift
commit=$(git rev-parse --verify --quiet "$rev^{commit}") || {
    echo "bench_compare: there is no revision '$rev'; BASE=... names one" >&2
    exit 2
}

scratch=$(mktemp -d)
clean_up() {
    git worktree remove --force "$scratch/base" >/dev/null 2>&1 || :
    rm -rf "$scratch"
    git worktree prune
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

echo "bench-compare: building $(git log -1 --format='%h %s' "$commit")" >&2
git worktree add --quiet --detach "$scratch/base" "$commit"
(cd "$scratch/base" && eval "$make bench ARGS=--benchmark_list_tests") >"$scratch/log" 2>&1 || {
    cat "$scratch/log" >&2
    exit 1
}
base=$scratch/base/$bench
if [ ! -x "$base" ]; then
    echo "bench_compare: $rev does not build $bench" >&2
    exit 1
fi

# run PROGRAM FILE OPTION...: one run, its cases to FILE as CSV
run() {
    program=$1 file=$2
    shift 2
    "$program" --benchmark_min_time=0.05 "$@" --benchmark_repetitions=1 \
        --benchmark_out="$file" --benchmark_out_format=csv >/dev/null 2>>"$scratch/errors" || {
        cat "$scratch/errors" >&2
        exit 1
    }
}

pair=1
while [ "$pair" -le "$pairs" ]; do
    echo "bench-compare: pair $pair of $pairs" >&2
    # The one that goes first takes turns, too.
    if [ $((pair % 2)) -eq 1 ]; then
        run "$base" "$scratch/base.$pair" "$@"
        run "$PWD/$bench" "$scratch/new.$pair" "$@"
    else
        run "$PWD/$bench" "$scratch/new.$pair" "$@"
        run "$base" "$scratch/base.$pair" "$@"
    fi
    pair=$((pair + 1))
done

# Column 7 of the library's CSV is items per second; the name is quoted.
pair=1
while [ "$pair" -le "$pairs" ]; do
    for side in base new; do
        awk -F, -v pair="$pair" -v side="$side" '/^"/ && $7 + 0 > 0 { print side, pair, $1, $7 }' \
            "$scratch/$side.$pair"
    done
    pair=$((pair + 1))
done | awk -v pairs="$pairs" '
    # Quantiles of the t distribution for 95 %, by degrees of freedom; beyond the table near 2.
    BEGIN {
        nb = split("12.706 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262 2.228 2.201 2.179 " \
            "2.160 2.145 2.131 2.120 2.110 2.101 2.093 2.086", t, " ")
        printf "%-52s %12s %12s %8s %19s\n", "case", "base ns", "new ns", "speed", "95 % interval"
    }
    {
        gsub(/"/, "", $3)
        rate[$1, $3, $2] = $4
        if (!($3 in seen)) { seen[$3] = 1; names[++names_nb] = $3 }
    }
    function row(name, sum, squares, n, base, new,    mean, deviation, margin, low, high, mark) {
        mean = sum / n
        deviation = n > 1 ? sqrt((squares - n * mean * mean > 0 ? squares - n * mean * mean : 0) / (n - 1)) : 0
        margin = (n - 1 in t ? t[n - 1] : 2.0) * deviation / sqrt(n)
        low = exp(mean - margin); high = exp(mean + margin)
        mark = n < 2 ? "" : low > 1 ? "faster" : high < 1 ? "slower" : ""
        printf "%-52s %12s %12s %8.3f   %7.3f - %7.3f  %s\n", name, base, new, exp(mean), low, high, mark
    }
    END {
        for (i = 1; i <= names_nb; i++) {
            name = names[i]; n = 0; sum = squares = base = new = 0
            for (p = 1; p <= pairs; p++) {
                if (!((("base" SUBSEP name SUBSEP p)) in rate) || !(("new" SUBSEP name SUBSEP p) in rate))
                    continue
                x = log(rate["new", name, p] / rate["base", name, p])
                n++; sum += x; squares += x * x
                base += 1e9 / rate["base", name, p]; new += 1e9 / rate["new", name, p]
                all[p] += x; cases[p]++
            }
            if (n > 0)
                row(name, sum, squares, n, sprintf("%.4g", base / n), sprintf("%.4g", new / n))
            else
                printf "%-52s only in one of the two\n", name
        }
        n = 0; sum = squares = 0
        for (p = 1; p <= pairs; p++)
            if (cases[p] > 0) { x = all[p] / cases[p]; n++; sum += x; squares += x * x }
        if (n == 0) { print "no case is in both" ; exit 1 }
        row("geometric mean of all", sum, squares, n, "", "")
    }'
