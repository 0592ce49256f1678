#!/bin/sh
# Boards of `show`: SVG pictures, the men for XBoard, text boards in letters, signs and colours.
. "$(dirname "$0")/tap.inc"
cd "$(dirname "$0")/../.." || exit 1

start_bel='lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1'
seed_bas='W:WKc1(bbbb),f4(www),d6(wwwww):BKa1(BbBbBW),b2(b)'
fragment='c3-b4 b6-c5 b4-a5 a7-b6 b2-c3 c5-b4 a3:c5:a7'

# well_formed FILE NAME: XML in a reader's eyes; without python3, by a simple one that knows elements
# and attributes only.
well_formed() {
    if command -v python3 >/dev/null 2>&1; then
        python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$1" 2>"$TMP/err"
    else
        awk 'BEGIN { RS = "<" }
            NR == 1 { if ($0 ~ /[^ \n]/) bad = 1; next }
            $0 !~ />/ || /&([^a-z#]|$)/ { bad = 1 }
            { tag = $0; sub(/>.*/, "", tag); name = tag; sub(/[ \n\/].*/, "", name) }
            tag ~ /^\// { if (stack[depth--] != substr(tag, 2)) bad = 1; next }
            { rest = tag; gsub(/[a-zA-Z:-]+="[^"]*"/, "", rest)
              if (substr(rest, length(name) + 1) !~ /^[ \n]*\/?$/) bad = 1 }
            tag !~ /\/$/ { stack[++depth] = name }
            END { exit bad || depth }' "$1"
    fi
    report $? "$2"
}

# men_of FILE FIRST COLUMNS ROWS: the men of a picture without coordinates as a placement, row by row,
# of so many columns from the first on.
men_of() {
    sed -n 's/^<use xlink:href="#[a-z0-9]*-\([wb]\)\([^"]*\)" x="\([0-9]*\)" y="\([0-9]*\)".*/\1 \2 \3 \4/p' "$1" |
        awk -v first="$2" -v columns="$3" -v rows="$4" '
            { man[($3 - 8) / 100 - first, ($4 - 8) / 100] = $1 == "w" ? $2 : tolower($2) }
            END {
                for (row = 0; row < rows; row++) {
                    run = 0
                    for (column = 0; column < columns; column++) {
                        if (!((column, row) in man)) { run++; continue }
                        printf "%s%s", run ? run : "", man[column, row]
                        run = 0
                    }
                    printf "%s%s", run ? run : "", row + 1 < rows ? "/" : "\n"
                }
            }'
}

# --- squares and men

run show --svg "$TMP/a.svg" --no-coordinates
expect 0 out '^wrote .*/a.svg, 440 x 440 pixels$' 'a picture is written, and said so'
well_formed "$TMP/a.svg" 'a picture is well-formed'
[ "$(men_of "$TMP/a.svg" 0 9 9)" = "${start_bel%% *}" ]
report $? 'all men of the start position stand on their squares'
[ "$(grep -o 'M[0-9.]* [0-9.]*h100v100h-100z' "$TMP/a.svg" | sort -u | wc -l)" -eq 81 ]
report $? '81 squares'
[ "$(grep -c 'h84v84h-84z' "$TMP/a.svg")" -eq 1 ]
report $? 'one throne'
! grep -q '<text\|<style\|<script\|class=' "$TMP/a.svg"
report $? 'no fonts, styles, scripts or classes'

for name in 'belarusian 0 9 9' 'tamerlane 1 11 10'; do
    game=${name%% *} bad=0
    grep -v '^#' "tests/data/$game.moves" | awk 'NR % 12 == 1' >"$TMP/lines"
    while IFS='|' read -r fen rest; do
        # The rule set of Belarusian chess; setups of Tamerlane chess do not matter here.
        variant=$(printf '%s\n' "$rest" | sed -n 's/^ *\(belarusian[a-z-]*\) .*/\1/p')
        "$CITADEL" show --game "${variant:-$game}" --fen "${fen% }" --svg - --no-coordinates >"$TMP/p.svg" || bad=1
        # shellcheck disable=SC2086 # the first column, columns and rows
        got=$(men_of "$TMP/p.svg" ${name#* })
        if [ "$got" != "${fen%% *}" ]; then
            echo "# $game: $fen"
            echo "# $got"
            bad=1
        fi
    done <"$TMP/lines"
    report $bad "$game: the men of $(wc -l <"$TMP/lines") positions stand on their squares"
done
run show --game tamerlane --fen '11/11/11/k10/11/11/11/11/11/6S4 w Aa - 0 1' --svg "$TMP/c.svg" --no-coordinates
expect 0 out '' 'men in both citadels'
grep -q '#board-wA" x="1208" y="808"' "$TMP/c.svg" && grep -q '#board-bA" x="8" y="108"' "$TMP/c.svg"
report $? 'l2 lies right of k2, z9 left of a9'
run show --game tamerlane --fen '11/11/11/k10/11/11/11/11/11/6S4 w Aa - 0 1' --svg "$TMP/c.svg" --no-coordinates --orientation black
grep -q '#board-wA" x="8" y="108"' "$TMP/c.svg" && grep -q '#board-bA" x="1208" y="808"' "$TMP/c.svg"
report $? 'turned round, they change places'
[ "$(grep -o 'M[0-9.]* [0-9.]*h100v100h-100z' "$TMP/c.svg" | sort -u | wc -l)" -eq 112 ]
report $? '112 squares'

# --- towers

run show --game bashni --fen "$seed_bas" --svg "$TMP/t.svg" --no-coordinates
well_formed "$TMP/t.svg" 'a picture of towers is well-formed'
# Each tower is one line: its discs in order, by colour and gold.
tower_at() { # FILE X Y: w W b B from the top
    grep -E "rect x=\"$(($2 + 11))\"" "$1" | awk -v y="$3" '
        { found = 0
          for (rest = $0; match(rest, /<rect [^>]*>/); rest = substr(rest, RSTART + RLENGTH)) {
              rect = substr(rest, RSTART, RLENGTH)
              top = rect; sub(/.* y="/, "", top); sub(/".*/, "", top)
              if (rect ~ /rx=/) {
                  pieces = pieces (rect ~ /#fffdf7/ ? "w" : "b")
                  if (top >= y && top < y + 100) found = 1
              } else pieces = substr(pieces, 1, length(pieces) - 1) toupper(substr(pieces, length(pieces)))
          }
          if (found) print pieces
          pieces = "" }'
}
[ "$(tower_at "$TMP/t.svg" 8 708)" = BBbBbBW ]
report $? 'the tower of a1: all pieces in order, kings marked'
[ "$(tower_at "$TMP/t.svg" 208 708)" = Wbbbb ]
report $? 'the tower of c1'
[ "$(tower_at "$TMP/t.svg" 308 208)" = wwwwww ]
report $? 'the tower of d6'
[ "$(grep -c '<path transform' "$TMP/t.svg")" -eq 5 ]
report $? 'each tower has its label'
run show --game bashni --svg "$TMP/s.svg" --no-coordinates
[ "$(grep -o 'rx=' "$TMP/s.svg" | wc -l)" -eq 24 ] && ! grep -q '<path transform' "$TMP/s.svg"
report $? 'single men: 24 discs, no labels'

# All 24 in one tower, next to others: inside its square and the light one above, at any size.
tall='W:WKc3(wwwwwwwwwwwbbbbbbbbbbb):BKe3'
for size in 12 24 48 96 400; do
    run show --game bashni --fen "$tall" --svg "$TMP/24.svg" --no-coordinates --size "$size"
    [ "$(tower_at "$TMP/24.svg" 208 508)" = Wwwwwwwwwwwwbbbbbbbbbbb ]
    report $? "size $size: a tower of 23"
    awk 'match($0, /translate\([^)]*\) scale\([^)]*\)/) {
            split(substr($0, RSTART, RLENGTH), n, /[( )]+/)
            # 12/11 is 6 + 9 + 6 + 6 + 6 units wide, with gaps of 3.
            if (n[2] < 208 || n[2] + 45 * n[5] > 308 || n[3] > 608 || n[3] - 14 * n[5] < 508) exit 1
            found = 1
        }
        /rx=/ { for (rest = $0; match(rest, / y="[^"]*" width="[0-9]*" height="[^"]*"/);
                     rest = substr(rest, RSTART + RLENGTH)) {
                    split(substr(rest, RSTART, RLENGTH), n, "\"")
                    if (/x="219"/ && (n[2] < 408 || n[2] + n[6] > 608)) exit 1
                } }
        END { exit !found }' "$TMP/24.svg"
    report $? "size $size: tower and label keep to their place"
done

# --- check, last move, arrows, marks

checks_of() { # FEN-OPTIONS: the squares that the JSON and the number of rings that the picture has
    run show "$@" --json --svg "$TMP/check.svg"
    grep -o '"checked":\[[^]]*\]' "$TMP/out"
    grep -c 'r="48"' "$TMP/check.svg"
}
[ "$(checks_of --fen '4a3k/L3l4/9/9/4A4/2M6/9/9/K8 w - 0 1' | tr '\n' ' ')" = '"checked":["e5"] 1 ' ]
report $? 'rokash on the throne'
[ "$(checks_of --fen 'ak7/9/9/9/9/4l4/9/9/4A3L w I 0 1' | tr '\n' ' ')" = '"checked":["e1"] 1 ' ]
report $? 'check without a prince'
[ "$(checks_of --fen 'ak7/9/9/9/9/4l4/9/9/K3A3L w I 0 1' | tr '\n' ' ')" = '"checked":[] 0 ' ]
report $? 'no check while the prince lives'
[ "$(checks_of --game tamerlane --fen 'k10/11/11/4r6/11/4S6/11/11/11/K10 w -- - 0 1' | tr '\n' ' ')" = \
    '"checked":[] 0 ' ]
report $? 'two royals: no check'
[ "$(checks_of --game tamerlane --fen 'k10/11/11/4r6/11/4S6/11/11/11/r10 w -- - 0 1' | tr '\n' ' ')" = \
    '"checked":["e5"] 1 ' ]
report $? 'the last royal: check'

moved() { # FILE OPACITY: squares of the last move, as x,y
    grep -o 'rect x="[0-9]*" y="[0-9]*" width="100" height="100" fill="#e8c100" fill-opacity="'"$2"'"' "$1" |
        sed 's/rect x="\([0-9]*\)" y="\([0-9]*\)".*/\1,\2/' | sort | tr '\n' ' '
}
run show --moves e2e4 e8e6 --svg "$TMP/m.svg" --no-coordinates
[ "$(moved "$TMP/m.svg" 0.5)" = '408,108 408,308 ' ] && [ -z "$(moved "$TMP/m.svg" 0.25)" ]
report $? 'the last move is coloured'
run show --moves e2e4 e8e6 --svg "$TMP/m.svg" --no-coordinates --no-last-move
[ -z "$(moved "$TMP/m.svg" 0.5)" ]
report $? '--no-last-move'
run show --fen '4a4/9/9/9/9/9/9/9/L3A3L w AI 0 1' --moves e1c1 --svg "$TMP/m.svg" --no-coordinates
[ "$(moved "$TMP/m.svg" 0.5)" = '208,808 408,808 ' ] && [ "$(moved "$TMP/m.svg" 0.25)" = '308,808 8,808 ' ]
report $? 'castling: the squares of the rook, fainter'
# shellcheck disable=SC2086 # words on purpose
run show --game bashni --moves $fragment --svg "$TMP/m.svg" --no-coordinates
[ "$(moved "$TMP/m.svg" 0.5)" = '208,308 8,108 8,508 ' ] && [ "$(moved "$TMP/m.svg" 0.25)" = '108,208 108,408 ' ]
report $? 'a capture: all landing squares, and where pieces were taken'

run show --svg "$TMP/am.svg" --no-coordinates --arrows e2e4 "red:d9d6,blue:a1c3e5" --marks e5 red:cross:c7 yellow:square:g3 dot:h5
expect 0 out '' 'arrows and marks'
grep -q 'stroke="#2a8a2a" stroke-width="13".*M458 758L' "$TMP/am.svg" &&
    grep -q 'stroke="#c22020" stroke-width="13".*M358 58L' "$TMP/am.svg" &&
    grep -q 'stroke="#1f62b5" stroke-width="13".*M58 858L258 658L' "$TMP/am.svg"
report $? 'three arrows, one through three squares'
grep -q 'cx="458" cy="458" r="44".*#2a8a2a' "$TMP/am.svg" && grep -q '#c22020.*M258 258m-30-30' "$TMP/am.svg" &&
    grep -q 'x="608" y="608".*#d69a00' "$TMP/am.svg" && grep -q 'cx="758" cy="458" r="17"' "$TMP/am.svg"
report $? 'four marks of all shapes'
run show --game tamerlane --svg "$TMP/am.svg" --arrows k2l2 a9z9 j10k10 --marks l2 z9 a10
expect 0 out '' 'arrows and marks on citadels and the tenth rank'

# --- captions and colours

run show --svg "$TMP/cap.svg" --caption "<script>&\"'</title> ]]> \\ $(printf '\001\377\n')next"
expect 0 out '' 'a caption of markup, control characters and broken UTF-8'
well_formed "$TMP/cap.svg" 'it is escaped'
! grep -q '<script' "$TMP/cap.svg"
report $? 'no markup comes through'
if command -v python3 >/dev/null 2>&1; then
    python3 -c '
import sys, xml.dom.minidom
title = xml.dom.minidom.parse(sys.argv[1]).getElementsByTagName("title")[0].firstChild.data
assert title == "<script>&\"\u0027</title> ]]> \\ \ufffd\ufffdnext" or title == sys.argv[2], repr(title)' \
        "$TMP/cap.svg" "<script>&\"'</title> ]]> \\ $(printf '\357\277\275\357\277\275')next" 2>"$TMP/err"
    report $? 'a reader finds the caption again'
else
    skip 'a reader finds the caption again' 'no python3'
fi
run show --svg "$TMP/cap.svg" --caption 'Чорныя: ход у дваццаць слоў, kniaź i kniažyč — 1½'
! grep -q '<text' "$TMP/cap.svg"
report $? 'Latin and Cyrillic need no font'
run show --svg "$TMP/cap.svg" --caption '象棋'
grep -q '<text [^>]*textLength="[0-9.]*"[^>]*>象棋</text>' "$TMP/cap.svg"
report $? 'other scripts are text of a known width'
long=$(printf '%0600d' 0)
run show --svg "$TMP/cap.svg" --caption "$long $long"
expect 0 out '' 'a caption of two endless words'
well_formed "$TMP/cap.svg" 'it is well-formed'
run show --svg "$TMP/one.svg" --caption 'one two'
run show --svg "$TMP/two.svg" --caption "$(printf 'one\ntwo')"
[ "$(grep -c '<path transform' "$TMP/two.svg")" -gt "$(grep -c '<path transform' "$TMP/one.svg")" ]
report $? 'a line break in the caption is one'

run show --svg "$TMP/d.svg" --theme dark
grep -q '#1c1e21' "$TMP/d.svg" && ! grep -q '#f2e4cb' "$TMP/d.svg"
report $? 'the dark theme'
run show --svg "$TMP/pal.svg" --palette light=#123456 dark=#ABCDEF
grep -q '#123456' "$TMP/pal.svg" && grep -q '#ABCDEF' "$TMP/pal.svg" && ! grep -q '#f2e4cb' "$TMP/pal.svg"
report $? 'other colours'

# The pictures of README.md are what its commands draw.
for name in belarusian tamerlane bashni; do
    line=$(sed -n "s|^    build/\(citadel show .* --svg \)build/$name.svg\$|\1\"\$TMP/readme.svg\"|p" README.md)
    eval "\"\$CITADEL\"${line#citadel}" >"$TMP/out" 2>"$TMP/err"
    cmp "$TMP/readme.svg" "tools/pictures/$name.svg" >>"$TMP/err" 2>&1
    report $? "the picture of $name in README.md"
done

# --- ids

run show --svg "$TMP/x.svg" --id game7
grep -o ' id="[^"]*"' "$TMP/x.svg" >"$TMP/ids"
[ -s "$TMP/ids" ] && ! grep -v '"game7-' "$TMP/ids" && [ "$(sort -u "$TMP/ids" | wc -l)" -eq "$(wc -l <"$TMP/ids")" ]
report $? 'all ids begin with the word and are there once'
grep -o 'href="#[^"]*"' "$TMP/x.svg" | sort -u | sed 's/href="#\(.*\)"/ id="\1"/' | while read -r id; do
    grep -q "$id" "$TMP/ids" || exit 1
done
report $? 'all references lead to one of them'

# --- lines: sequences, sheets, PDN

# shellcheck disable=SC2086
run show --game bashni --moves $fragment --svg "$TMP/line.svg" --sequence --caption 'A game'
expect 0 out '' 'a sequence'
[ "$(find "$TMP" -name 'line-00[0-7].svg' | wc -l)" -eq 8 ] && [ ! -e "$TMP/line.svg" ]
report $? 'one picture more than moves'
count_is 8 '^wrote ' 'each is told'
grep -q '4\. a3:c5:a7</title>' "$TMP/line-007.svg"
report $? 'the caption ends in the move'
# shellcheck disable=SC2086
run show --game bashni --moves $fragment --svg "$TMP/end.svg" --caption "$(printf 'A game\n4. a3:c5:a7')"
cmp -s "$TMP/end.svg" "$TMP/line-007.svg"
report $? 'the last is the picture of the end'
run show --moves e2e4 e8e6 c1d3 --svg "$TMP/sheet.svg" --sheet 3 --caption 'Three moves & more'
well_formed "$TMP/sheet.svg" 'a sheet is well-formed'
[ "$(grep -c '<svg ' "$TMP/sheet.svg")" -eq 5 ] && [ "$(grep -c '<defs>' "$TMP/sheet.svg")" -eq 1 ]
report $? 'four boards share the men'
grep -q 'translate(12 [1-9][0-9]*)' "$TMP/sheet.svg"
report $? 'the fourth board begins the second row'
run show --pdn tests/fuzz/corpus/pdn/three --svg "$TMP/pdn.svg"
expect 2 err 'svg of a file needs --game-number' 'which game of a file?'
run show --pdn tests/fuzz/corpus/pdn/fragment --game-number 1 --svg "$TMP/pdn.svg"
expect 0 out '^wrote ' 'a game of a PDN file'
well_formed "$TMP/pdn.svg" 'its picture is well-formed'

# --- the output

run show --svg -
expect 0 out '^<svg ' 'a picture on the output'
count_is 1 '<svg' 'and nothing else'
run show --svg "$TMP/b.svg" --json
expect 0 out '"checked":\[\]' 'picture and JSON'
is_json 'nothing is told beside JSON'
run show --svg "$TMP/b.svg" --ascii
expect 0 out '^  9  l v m g a k v m l$' 'picture and text'

printf 'old\n' >"$TMP/kept.svg"
run show --svg "$TMP/kept.svg" --marks e10
expect 2 err "marks: 'e10' is no mark here" 'a mark off the board'
[ "$(cat "$TMP/kept.svg")" = old ]
report $? 'a failure leaves the file alone'
ln -s kept.svg "$TMP/link.svg"
run show --svg "$TMP/link.svg"
[ -L "$TMP/link.svg" ] && grep -q '^<svg' "$TMP/kept.svg"
report $? 'a link is followed'
[ -z "$(find "$TMP" -name '*.tmp')" ]
report $? 'no temporary files are left'
run show --svg "$TMP/no/where.svg"
expect 3 err 'where.svg: No such file' 'a folder that does not exist'
run show --svg "$TMP"
expect 3 err 'Is a directory' 'a folder instead of a file'
if [ -w /dev/full ]; then
    run show --svg /dev/full
    expect 3 err '/dev/full: No space' 'a full disk'
fi

# --- refused

while IFS='|' read -r options message; do
    # shellcheck disable=SC2086
    run show $options
    expect 2 err "$message" "refused: $options"
done <<'END'
--svg x --theme blue|'blue' is neither light nor dark
--svg x --palette lihgt=#ffffff|no ink 'lihgt', did you mean light
--svg x --palette light=red|light needs a colour
--svg x --palette light|light needs a colour
--svg x --palette light=#12345|light needs a colour
--svg x --arrows e2|'e2' is no arrow here
--svg x --arrows e2e2|'e2e2' is no arrow here
--svg x --arrows e2e10|'e2e10' is no arrow here
--svg x --arrows pink:e2e4|'pink:e2e4' is no arrow here
--svg x --arrows e2e4x|'e2e4x' is no arrow here
--svg x --marks e|'e' is no mark here
--svg x --marks e5e6|'e5e6' is no mark here
--svg x --marks ring:red:e5|'ring:red:e5' is no mark here
--game bashni --svg x --marks b1|'b1' is no mark here
--svg x --size 11|size: 11 is out of range
--svg x --size 401|size: 401 is out of range
--svg x --id 7up|'7up' is no word
--svg x --id a"b|is no word
--sequence|sequence needs --svg
--sheet 2|sheet needs --svg
--svg x --sheet 2 --sequence|sequence excludes --sheet
--svg - --sequence|sequence needs a file name
--svg - --json|fills the output
--svg - --unicode|fills the output
--svg x --pieces y|pieces excludes --svg
--ascii --unicode|ascii excludes --unicode
--orientation up|'up' is neither white nor black
--colour maybe|'maybe' is not auto, always or never
--game bashni --pieces y|XBoard cannot show bashni
--game bashni --as-pdn --svg x|as-pdn excludes
END
[ ! -e x ] && [ ! -e y ]
report $? 'what is refused writes nothing'

# --- men for XBoard

for game in belarusian:14 tamerlane:50; do
    folder="$TMP/men.${game%:*}"
    run show --game "${game%:*}" --pieces "$folder"
    expect 0 out 'WhitePawn.svg: white ' "${game%:*}: the men are written"
    [ "$(find "$folder" -name '*.svg' | wc -l)" -eq "${game#*:}" ] &&
        [ "$(cat "$folder"/*.svg | grep -v '^<' | wc -l)" -eq 0 ] &&
        [ "$(for f in "$folder"/*.svg; do grep -v title "$f" | cksum; done | sort -u | wc -l)" -eq "${game#*:}" ]
    report $? "${game%:*}: ${game#*:} different pictures"
done
well_formed "$TMP/men.tamerlane/BlackCamel.svg" 'a man is well-formed'
run show --game belarusian --pieces "$TMP/men.belarusian" --json
count_is 0 . 'the folder may be there; with --json nothing is told'
run show --pieces "$TMP/kept.svg"
expect 3 err 'Not a directory' 'a file instead of a folder'

# --- text boards

run show --unicode
expect 0 out '^  9  ♜ ♞ ♝ ♛ ♚ k ♞ ♝ ♜$' 'signs, and letters where there are none'
has '^  1  ♖ ♗ ♘ K ♔ ♕ ♗ ♘ ♖   White to move$' 'signs of White'
run show --game tamerlane --unicode --orientation black
has '^  1      E  \.  C  \.  D ' 'Black below: White on top'
has '^  2 \[ \.\] ♖  ♘  T  G  W  ♔  F ' 'the citadel is on the other side'
has '^  8     ♟p ♟d ♟c ' 'pawns with the letter of their officer'
run show --game bashni --fen "$seed_bas" --unicode
has '⛃6/1 +⛁1/4' 'towers as signs with numbers'
has '^White: c1 - 1/0000; f4 - 0000; d6 - 000000;$' 'towers are listed'
run show --game bashni --ascii
has '^  8    b   b   b   b$' 'no blanks at the end of a line'

run show --moves e2e4 e8e6
cp "$TMP/out" "$TMP/plain"
has_not "$(printf '\033')" 'no colours where there is no terminal'
run show --moves e2e4 e8e6 --colour always
has "$(printf '\033')\[1;48;5;" 'colours on demand'
sed "s/$(printf '\033')\[[0-9;]*m//g" "$TMP/out" | cmp -s - "$TMP/plain"
report $? 'colours change nothing else'

if command -v python3 >/dev/null 2>&1; then
    NO_COLOR='' python3 - "$CITADEL" 2>"$TMP/err" <<'END'
import os, pty, sys
def shown(**environment):
    pid, fd = pty.fork()
    if pid == 0:
        os.environ.update(TERM='xterm', **environment)
        os.execv(sys.argv[1], [sys.argv[1], 'show'])
    text = b''
    try:
        while chunk := os.read(fd, 4096):
            text += chunk
    except OSError:
        pass
    os.waitpid(pid, 0)
    return b'\033[' in text
assert shown()
assert not shown(NO_COLOR='1')
END
    report $? 'on a terminal there are colours, unless NO_COLOR is set'

    # Random positions: each man in its column, whatever stands beside it.
    python3 - "$CITADEL" 2>"$TMP/err" <<'END'
import json, re, subprocess, sys, unicodedata

def show(*options):
    return subprocess.run([sys.argv[1], 'show', *options], check=True, capture_output=True,
                          text=True).stdout

LETTER = dict(zip('♔♕♖♗♘♙♚♛♜♝♞♟', 'AGLMVRaglmvr'))
checked = 0
for game, files, ranks in ('belarusian', 9, 9), ('tamerlane', 11, 10), ('bashni', 8, 8):
    lines = [l.split(' | ') for l in open(f'tests/data/{game}.moves') if not l.startswith('#')]
    for fen, rules, *_ in lines[::9]:
        board = {}
        if game == 'bashni':
            for side, men in re.findall(r':([WB])((?:K?[a-h][1-8][^:]*)?)', fen):
                for king, square, below in re.findall(r'(K?)([a-h][1-8])(?:\((\w*)\))?', men):
                    own = 1 + sum(c.lower() == side.lower() for c in below)
                    label = f'{own}/{len(below) + 1 - own}' if len(below) + 1 > own else str(own)
                    board[square] = (side if king else side.lower()) + (label if below else '')
        else:
            for rank, row in enumerate(fen.split()[0].split('/')):
                file = 0
                for man in re.findall(r'\d+|\.?[A-Za-z]', row):
                    if man.isdigit():
                        file += int(man)
                    else:
                        board[f'{chr(97 + file)}{ranks - rank}'] = man
                        file += 1
            if game == 'tamerlane':
                for square, man in zip(('l2', 'z9'), fen.split()[2]):
                    if man != '-':
                        board[square] = man
        for style in (), ('--unicode',), ('--orientation', 'black'), ('--unicode', '--colour', 'always'):
            text = re.sub('\033\\[[0-9;]*m', '', show('--game', rules if game == 'belarusian' else game, '--fen', fen, *style))
            lines = text.split('\n')
            assert all(unicodedata.east_asian_width(c) in 'N Na' for c in text), fen
            header = lines[ranks + 1]
            column = {c: i for i, c in enumerate(header) if c != ' '}
            left = game == 'bashni'
            for line in lines[:ranks]:
                rank = line.split()[0]
                for c, i in column.items():
                    man = board.get(c + rank)
                    if not man:
                        continue
                    if left:
                        got = line[i:i + len(man)]
                        got = got.translate(dict(zip(map(ord, '⛀⛁⛂⛃'), 'wWbB')))
                        clear = line[i + len(man):i + len(man) + 1]
                    else:
                        got = line[i + 1 - len(man):i + 1]
                        got = got.replace('♙', '.').replace('♟', '.') if len(man) > 1 else got
                        if len(man) == 1 and got in LETTER:
                            got = LETTER[got] if game == 'belarusian' else man
                        clear = line[i - len(man):i + 1 - len(man)]
                    assert got == man and clear in ' []', (fen, style, c + rank, man, line)
                    checked += 1
assert checked > 3000
END
    report $? 'text boards of random positions keep their columns'
else
    skip 'on a terminal there are colours, unless NO_COLOR is set' 'no python3'
    skip 'text boards of random positions keep their columns' 'no python3'
fi
finish
