#!/bin/sh
# What perft costs in instructions, cache misses and branches, by valgrind's simulation: figures that
# do not depend on what else the machine does.
#
#     tools/perft_cost.sh [--program PROGRAM] [--functions GAME]
#
# Prints for each game, start and a middlegame, counted in bulk, played, and with a hash: instructions,
# data references, misses of the first-level data cache and of the last-level cache, and mispredicted
# branches, each per leaf. --functions instead tells where the instructions of one game are spent,
# line by line. Without --program it builds one for x86-64-v3: valgrind does not know AVX-512.
set -eu
cd "$(dirname "$0")/.."

program= functions=
while [ $# -gt 0 ]; do
    case $1 in
    --program) program=${2:?--program needs a value} && shift 2 ;;
    --functions) functions=${2:?--functions needs a game} && shift 2 ;;
    *)
        echo "usage: tools/perft_cost.sh [--program PROGRAM] [--functions GAME]" >&2
        exit 2
        ;;
    esac
done
if ! command -v valgrind >/dev/null 2>&1; then
    echo "perft_cost: valgrind is not installed" >&2
    exit 2
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM HUP
if [ -z "$program" ]; then
    link=$(readlink build/citadel || :)
    ${MAKE:-make} ARCH=x86-64-v3 CFLAGS=-g all >&2
    program=build/$(readlink build/citadel)
    # build/citadel stays what it was.
    [ -z "$link" ] || ln -sfn "$link" build/citadel
fi

# positions GAME: DEPTH FEN of what is measured; an empty FEN is the start.
positions() {
    case $1 in
    belarusian)
        echo '4'
        echo '3 l4akml/3m3r1/r1r1rv2r/r2r2rg1/3R1rvV1/R4R3/1RA1R1R2/M1R4RR/L1VK1G1L1 w - 18 21'
        ;;
    tamerlane)
        echo '4'
        echo '3 5S5/n5E4/2e5C2/7.da2/3.GE6/2G1.RKe4/4k3T1E/.d3E4t1/.dt7T1/8.P1.G b -- SCsc 2 16'
        ;;
    bashni)
        echo '8'
        echo '8 W:Wc1,e1,g1,b2(w),d2,f2,h2,c3(b),e3,g3,a7(bb):Be5(b),h6,c7,e7,g7,b8,f8,h8:H1:F7'
        ;;
    *)
        echo "perft_cost: there is no game '$1'" >&2
        exit 2
        ;;
    esac
}

# perft TOOL-OPTIONS -- GAME DEPTH FEN OPTION...: runs it under valgrind
perft() {
    tool=$1 game=$2 depth=$3 fen=$4
    shift 4
    if [ -n "$fen" ]; then
        set -- --fen "$fen" "$@"
    fi
    # shellcheck disable=SC2086 # options of the tool are words
    valgrind $tool "$program" perft --game "$game" --depth "$depth" "$@" >"$scratch/out" \
        2>"$scratch/err" || { cat "$scratch/err" >&2 && exit 1; }
}

if [ -n "$functions" ]; then
    positions "$functions" | head -n 1 >"$scratch/positions"
    read -r depth fen <"$scratch/positions"
    perft "--tool=callgrind --dump-instr=no --callgrind-out-file=$scratch/profile" "$functions" \
        "$depth" "$fen"
    callgrind_annotate --auto=yes --threshold=95 "$scratch/profile"
    exit
fi

# What a program costs that counts nothing is taken off.
cachegrind="--tool=cachegrind --cache-sim=yes --branch-sim=yes --cachegrind-out-file=$scratch/profile"
summary() {
    awk '/^events:/ { for (i = 2; i <= NF; i++) name[i] = $i }
         /^summary:/ { for (i = 2; i <= NF; i++) v[name[i]] = $i }
         END { print v["Ir"], v["Dr"] + v["Dw"], v["D1mr"] + v["D1mw"], v["DLmr"] + v["DLmw"],
                     v["Bcm"] + v["Bim"] }' "$scratch/profile"
}

printf '%-11s %-7s %-7s %10s %9s %9s %9s %9s %9s   per leaf\n' game from way leaves instr. 'data ref.' \
    'D1 miss' 'LL miss' 'mispred.'
for game in belarusian tamerlane bashni; do
    perft "$cachegrind" "$game" 1 ''
    none=$(summary)
    from=start
    positions "$game" >"$scratch/positions"
    while read -r depth fen; do
        for way in bulk played hash; do
            case $way in
            bulk) set -- ;;
            played) set -- --no-bulk ;;
            hash) set -- --hash 16 ;;
            esac
            perft "$cachegrind" "$game" "$depth" "$fen" "$@"
            leaves=$(sed -n 's/^nodes: //p' "$scratch/out")
            echo "$none $(summary)" | awk -v game="$game" -v from="$from" -v way="$way" \
                -v leaves="$leaves" '{
                    printf "%-11s %-7s %-7s %10d", game, from, way, leaves
                    for (i = 1; i <= 5; i++) printf " %9.4g", ($(i + 5) - $i) / leaves
                    print "" }'
        done
        from=middle
    done <"$scratch/positions"
done
