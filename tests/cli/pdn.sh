#!/bin/sh
# PDN on the command line: `show --pdn`, `--game-number`, `--as-pdn`.
. "$(dirname "$0")/tap.inc"

fragment='c3b4 b6c5 b4a5 a7b6 b2c3 c5b4 a3c5a7 c7b6 a5c7e5 f6d4b2 a1c3 d8c7'
end='W:Wc1,e1,g1,b2\(w\),d2,f2,h2,c3\(b\),e3,g3,a7\(bb\):Be5\(b\),h6,c7,e7,g7,b8,f8,h8:H1:F7'

# shellcheck disable=SC2086 # words on purpose
run show --game bashni --moves $fragment --as-pdn
expect 0 out '^\[Variant "Bashni"\]$' 'a line as PDN'
has '^1\. c3-b4 b6-c5 2\. b4-a5 a7-b6 3\. b2-c3 c5-b4 4\. a3:c5:a7 c7-b6 5\. a5:c7:e5$' 'its moves'
has '^f6:d4:b2 6\. a1:c3 d8-c7 \*$' 'its end'
cp "$TMP/out" "$TMP/a.pdn"
run show --game bashni --moves "$fragment" --as-pdn
cmp -s "$TMP/out" "$TMP/a.pdn"
report $? 'moves in one argument'
run show --pdn "$TMP/a.pdn"
expect 0 out "^fen: $end$" 'the game read back: its position'
has '^number: 1$' 'its number'
has '^moves: 12$' 'its length'
has '^written: \*$' 'its result as written'
run show --pdn "$TMP/a.pdn" --as-pdn
cmp -s "$TMP/out" "$TMP/a.pdn"
report $? 'written again: the same bytes'

run show --game bashni --fen 'W:Wc3:Bd4' --moves c3e5 --as-pdn
expect 0 out '^\[FEN "W:Wc3:Bd4:H0:F1"\]$' 'another start'
has '^\[Result "1-0"\]$' 'a won game'
cat "$TMP/out" "$TMP/a.pdn" >"$TMP/two.pdn"
printf '[White "C"]\n\n1. c3-b4 {x} b6-b5 2. a1-b2 0-1\n\n1. c3-d4 1-1\n' >>"$TMP/two.pdn"
run show --pdn "$TMP/two.pdn"
expect 2 err 'game 3, line 28, column 14: .b6-b5. is not a legal move here' 'a bad game among others'
count_is 3 '^number: ' 'the good games are shown'
has '^written: 1/2-1/2$' 'a result of draughts'
run show --pdn "$TMP/two.pdn" --game-number 2
expect 0 out '^moves: 12$' 'game 2'
count_is 1 '^number: 2$' 'no other game'
run show --pdn "$TMP/two.pdn" --game-number 4 --json
expect 0 out '"number":4.*"moves":1,"written":"1/2-1/2"' 'game 4 as JSON'
is_json 'game 4 as JSON: an object'
run show --pdn "$TMP/two.pdn" --game-number 3
expect 2 err 'column 14' 'the bad game alone'
run show --pdn "$TMP/two.pdn" --game-number 5
expect 2 err 'there is no game 5, the number of games is 4' 'a game that is not there'
run show --pdn "$TMP/two.pdn" --game-number 0
expect 2 err 'option --game-number: 0 is out of range' 'game 0'

printf '1. c3-b4 (b6-c5' >"$TMP/open.pdn"
run show --pdn "$TMP/open.pdn"
expect 2 err 'line 1, column 10: this variation has no end' 'a text without end'
printf '1. c3-b4 \0 *' >"$TMP/zero.pdn"
run show --pdn "$TMP/zero.pdn"
expect 2 err 'zero byte' 'a zero byte'
: >"$TMP/empty.pdn"
run show --pdn "$TMP/empty.pdn"
expect 0 out '' 'an empty file has no games'
count_is 0 '' 'an empty file: nothing is shown'
run show --pdn "$TMP/missing.pdn"
expect 3 err 'missing.pdn: No such file' 'a missing file'
run show --pdn "$TMP"
expect 3 err 'Is a directory' 'a directory'

for options in '--pdn x --fen y' '--pdn x --moves c3b4' '--pdn x --game belarusian' \
    '--game-number 1' '--as-pdn' '--as-pdn --game tamerlane' '--game bashni --as-pdn --json'; do
    # shellcheck disable=SC2086
    run show $options
    expect 2 err '(excludes|reads|needs|writes)' "refused: $options"
done
run show --game bashni --as-pdn --moves c3b4 c3b4
expect 2 err "move 2, 'c3b4', is not legal in" 'an illegal move'
finish
