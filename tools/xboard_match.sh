#!/bin/sh
# A match of Citadel against itself in the real XBoard, with varied openings, and a check of its
# games:
#
#     tools/xboard_match.sh VARIANT [GAMES [XBOARD-OPTIONS]]
#
# Needs xboard and Xvfb (Debian: xboard xvfb), since XBoard runs under a display of its own. Each
# game has to end as the rules say, by legal moves, without a forfeit, a loss on time or a claim
# that XBoard calls false. $CITADEL is the program, by default build/citadel here; in the folder
# $KEEP, if it is set, stay XBoard's game file, final positions, debug file and messages.
#
# XBoard cannot take openings of such games from a file: it loads the position before the engine has
# told it of the board, which puts the start back. So this script also stands between XBoard and its
# first engine, and the opening is what that engine calls its start. White has to move there.
set -euf
here=$(cd "$(dirname "$0")" && pwd)
CITADEL=${CITADEL:-$here/../build/citadel}

# ---- Between XBoard and its first engine: xboard_match.sh --engine FOLDER OPENINGS ---------------

# XBoard says `computer` once in each game, after the start position. The first `setup` answers the
# first `variant`, and so on.
to_engine() {
    games=0 variants=0
    while IFS= read -r line; do
        case $line in
        computer) games=$((games + 1)) ;;
        variant*)
            variants=$((variants + 1))
            opening $((games + 1)) "$2" >"$1/opening.$variants"
            line=$(printf '%s\nsetboard %s' "$line" "$(cat "$1/opening.$variants")")
            ;;
        esac
        printf '%s\n' "$line"
    done
}

to_xboard() {
    setups=0
    while IFS= read -r line; do
        case $line in
        'setup ('*)
            setups=$((setups + 1))
            # shellcheck disable=SC2086 # words are wanted
            set -- "$1" $line
            printf '%s %s %s %s\n' "$2" "$3" "$4" "$(cat "$1/opening.$setups")"
            ;;
        *) printf '%s\n' "$line" ;;
        esac
    done
}

# opening GAME FILE: of a game, counted from 1
opening() {
    sed -n "$((($1 - 1) % $(wc -l <"$2") + 1))p" "$2"
}

if [ "${1:-}" = --engine ]; then
    to_engine "$2" "$3" | "$CITADEL" xboard | to_xboard "$2"
    exit
fi

# ---- The match ----------------------------------------------------------------------------------

variant=${1:?a variant is needed: belarusian, belarusian-original, belarusian-noble or tamerlane}
games=${2:-20}
shift $(($# < 2 ? $# : 2))
openings=$here/positions/${variant%%-*}.xboard
[ -x "$CITADEL" ] || {
    echo "xboard_match.sh: there is no program $CITADEL (make)" >&2
    exit 1
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
out=${KEEP:-$scratch/out}
mkdir -p "$out" "$scratch/home"
rm -f "$out/games" "$out/final" "$out/debug"

# Tamerlane chess ends by repetition only if that is asked for; XBoard would end it all the same.
rules=RepetitionDraw=on
# A depth, and clocks that suffice on a busy machine too: XBoard's own delays count as the engine's.
engine="sh '$here/xboard_match.sh' --engine '$scratch' '$openings'"
HOME=$scratch/home CITADEL=$CITADEL timeout 7200 xvfb-run -a -s '-screen 0 1280x1024x24' \
    sh "$here/xboard.sh" "$variant" -fcp "$engine" -firstOptions $rules -secondOptions $rules \
    -mode twoMachines -mg "$games" -searchDepth 7 -tc 0:30 -inc 0.3 -autoflag -xponder -xanimate \
    -matchPause 100 -soundProgram "" -popupExitMessage false -popupMoveErrors false \
    -sgf "$out/games" -spf "$out/final" -debug -nameOfDebugFile "$out/debug" "$@" \
    >"$out/log" 2>&1 </dev/null || {
    cat "$out/log" >&2
    exit 1
}

# ---- The check ----------------------------------------------------------------------------------

# moves GAME: what the engines played, a line each; the first of two legs ends in a comma.
moves() {
    awk -v game="$1" '/^New game / { n++ }
        n == game && sub(/^[0-9]+ <(first |second): move /, "") {
            printf "%s%s", $0, ($0 ~ /,$/ ? "" : "\n")
        }' "$out/debug"
}

# result GAME: by the rules, after the moves of that game; or what is wrong with them
result() {
    {
        printf 'option %s\nvariant %s\nforce\nsetboard %s\n' "$rules" "$variant" \
            "$(opening "$1" "$openings")"
        moves "$1" | sed 's/^/usermove /'
        echo playother
    } | "$CITADEL" xboard |
        sed -n '/^Illegal\|^Error\|^telluser/{p;q;}; s/^\(1-0\|0-1\|1\/2-1\/2\) .*/\1/p'
}

faults=0
fault() {
    echo "$1"
    faults=$((faults + 1))
}

told=$(sed -n 's/^\[Result "\(.*\)"\]$/\1/p' "$out/games")
game=0
for word in $told; do
    game=$((game + 1))
    by_rules=$(result $game)
    moves $game >"$scratch/moves.$game"
    [ "$by_rules" = "$word" ] ||
        fault "game $game: XBoard says $word, the rules ${by_rules:-that it goes on}"
done
[ $game -eq "$games" ] || fault "there are not $games games"
faulty='illegal|forfeit|false|on time|exited|adjudicat|disconnect|not supported|did not send'
grep -Ein "<(first |second): (illegal|error|telluser)|^GameEnds.*($faulty)" "$out/debug" &&
    fault 'these lines of the debug file'
grep -Ein "$faulty" "$out/log" "$out/games" && fault 'these lines'

set +f
results=$(printf '%s\n' "$told" | sort | uniq -c |
    awk '{ printf "%s%s %d times", (NR > 1 ? ", " : ""), $2, $1 }')
echo "$game games of $variant, $(cksum "$scratch"/moves.* | sort -u -k 1,1 | wc -l) of them" \
    "different, $(cat "$scratch"/moves.* | wc -l) moves: $results; faults: $faults"
[ $faults -eq 0 ]
