#!/bin/sh
# The commands show, moves and perft, on real data and on damaged data.
. "$(dirname "$0")/tap.inc"

start='lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1'
over='4a3k/9/9/9/4A4/9/9/9/l8 w - 0 2'
clock='a7k/9/9/9/9/3R5/9/9/A7K w - 100 80'

# --- show
run show
expect 0 out "^fen: $start\$" 'show: start position'
run show --moves 'e2e4 e8e6'
expect 0 out '^fen: .* w AIai 2 2$' 'show: after two moves, in one word'
cp "$TMP/out" "$TMP/one"
run show --moves e2e4 e8e6
cmp -s "$TMP/out" "$TMP/one"
report $? 'show: after two moves, in two words'
run show --fen "$over"
expect 0 out '^result: white-throne$' 'show: a won throne'
run show --json --fen "$clock"
expect 0 out '"result":"draw-clock"' 'show: JSON'
is_json 'show: JSON is valid'

# --- moves
run moves
expect 0 out '^result: none$' 'moves: start position'
count_is 22 '^[a-i][1-9][a-i][1-9]$' 'moves: 22 of them'
sed '$d' "$TMP/out" >"$TMP/moves"
LC_ALL=C sort -c "$TMP/moves"
report $? 'moves: sorted'
[ "$(tail -n 1 "$TMP/out")" = 'result: none' ]
report $? 'moves: the result is last'
run moves --fen "$over"
expect 0 out '^result: white-throne$' 'moves: a won throne'
count_is 1 '' 'moves: none after the end'
run moves --fen "$clock"
expect 0 out '^result: draw-clock$' 'moves: counter run out'
count_is 11 '' 'moves: they are listed all the same'
run moves --game belarusian-noble --fen 'a7k/9/9/9/9/4R4/9/9/A7K w - 0 1'
expect 0 out '^e4e5$' 'moves: the rule set matters'
run moves --json
expect 0 out '"moves":\["a2a3","a2a4",.*\],"result":"none"}$' 'moves: JSON'
is_json 'moves: JSON is valid'

run moves --file tests/data/belarusian.moves
expect 0 out '^[0-9]+ passed, 0 failed$' 'moves: the reference file'
[ "$(wc -l <"$TMP/out")" = 1 ]
report $? 'moves: nothing else is said'

cat >"$TMP/bad.moves" <<END
# damaged in many ways
$over | belarusian | white-throne |
$over | belarusian | black-throne |
4a3k/L3l4/9/9/4A4/2M6/9/9/K8 w - 0 1 | belarusian | none | a8e8 c4e6 e5d4 e5d5 e5d6 e5e4 e5e6 e5f4 e5f5 e5f6
4a3k/L3l4/9/9/4A4/2M6/9/9/K8 w - 0 1 | belarusian | none | c4e6 a8e8 e5d4 e5d5 e5d6 e5e4 e5e6 e5f4 e5f5 e5e9
$start | klingon | none | a2a3
$start | belarusian | none
$start | belarusian
nonsense w - 0 1 | belarusian | none | a1a2
a | b | c | d | e
$start
END
run moves --file "$TMP/bad.moves"
expect 1 out '^2 passed, 8 failed$' 'moves: differences make status 1'
has '^line 3: result is white-throne, not black-throne$' 'moves: a wrong result'
has '^line 5: not generated: e5e9; not in the file: e5f6$' 'moves: wrong moves, order does not matter'
has "^line 6: there is no rule set or option 'klingon'" 'moves: unknown rule set'
has '^line 8: fewer than three fields' 'moves: missing fields'
has '^line 9: position refused at byte 0: ' 'moves: bad position'
has '^line 10: more than four fields' 'moves: too many fields'
has '^line 11: not of the form' 'moves: a bare position'
[ "$(tail -n 1 "$TMP/out")" = '2 passed, 8 failed' ]
report $? 'moves: the total is last'
run moves --json --file "$TMP/bad.moves"
expect 1 out '"type":"total","passed":2,"failed":8}$' 'moves: JSON of a file'
is_json 'moves: JSON of a file is valid'
feed moves --file - <"$TMP/bad.moves"
expect 1 out '^2 passed, 8 failed$' 'moves: from the input'
printf '%s | belarusian | white-throne |\r\n' "$over" >"$TMP/crlf.moves"
run moves --file "$TMP/crlf.moves"
expect 0 out '^1 passed, 0 failed$' 'moves: CRLF line ends'
printf '%s | belarusian | white-throne |' "$over" >"$TMP/noeol.moves"
run moves --file "$TMP/noeol.moves"
expect 0 out '^1 passed, 0 failed$' 'moves: no line end at the end'
printf '%s | belar\0usian | white-throne |\n' "$over" >"$TMP/nul.moves"
run moves --file "$TMP/nul.moves"
expect 1 out '^line 1: the line holds a zero byte$' 'moves: zero byte'
: >"$TMP/empty"
run moves --file "$TMP/empty"
expect 0 out '^0 passed, 0 failed$' 'moves: empty file'

# --- perft
for pair in 0:1 1:22 2:484 3:11980 4:296204; do
    run perft --depth "${pair%:*}"
    expect 0 out "^nodes: ${pair#*:}\$" "perft $pair"
done
tail -n 3 "$TMP/out" | tr '\n' ' ' | grep -Eq '^nodes: 296204 time: [0-9]+\.[0-9]{3} nps: [0-9]+ $'
report $? 'perft: ends with nodes, time, nps'
has '^counting: bulk' 'perft: says that it counts in bulk'
run perft --depth 4 --no-bulk --threads 3
expect 0 out '^nodes: 296204$' 'perft: neither threads nor bulk counting change the count'
has '^counting: every leaf played, 3 threads$' 'perft: says that it does not'
run perft --depth 4 --divide --threads 4
expect 0 out '^a2a3: [0-9]+$' 'perft --divide'
[ "$(awk -F ': ' '/^[a-i][1-9][a-i][1-9]/ { s += $2 } END { print s }' "$TMP/out")" = 296204 ]
report $? 'perft --divide: the parts make the whole'
cp "$TMP/out" "$TMP/one"
run perft --depth 4 --divide
grep -E '^[a-i][1-9]' "$TMP/out" >"$TMP/one.moves"
grep -E '^[a-i][1-9]' "$TMP/one" | cmp -s - "$TMP/one.moves"
report $? 'perft --divide: same order with threads'
run perft --depth 1 --divide --moves e2e4
expect 0 out '^e8e6: 1$' 'perft --divide at depth 1'
run perft --depth 3 --fen "$over"
expect 0 out '^nodes: 0$' 'perft: a decided position'
run perft --depth 3 --game belarusian-noble
expect 0 out '^nodes: 12024$' 'perft: another rule set'
run perft --depth 2 --divide --json
expect 0 out '"type":"result".*"bulk":true.*"complete":true,"nodes":484,' 'perft: JSON'
is_json 'perft: JSON is valid'

run perft --suite tests/data/belarusian.epd --max-nodes 30000 --threads 2
expect 0 out '^[1-9][0-9]* passed, 0 failed$' 'perft: the reference suite'
[ "$(tail -n 1 "$TMP/out")" = "$(grep -E 'passed' "$TMP/out")" ]
report $? 'perft: the total is last'
run perft --suite tests/data/belarusian.epd --max-depth 2
expect 0 out '^[1-9][0-9]* passed, 0 failed$' 'perft: depth limit'

cat >"$TMP/bad.epd" <<END
$start ;set=belarusian ;D1 22 ;D2 484
$start ;set=belarusian ;D1 22 ;D2 485
$start ;D1 22
$start ;set=chess ;D1 22
$start ;setup=feminine ;D1 22
$start ;D1 22 ;D2 many
$start
nonsense w - 0 1 ;D1 22
$start ;D9 9999999999999999999999999999999999999999
$start ;D5 8185890
END
run perft --game belarusian --suite "$TMP/bad.epd" --max-depth 4
expect 1 out '^2 passed, 7 failed$' 'perft: differences make status 1'
has '^failed line 2: D2 is 484, not 485$' 'perft: a wrong count'
has "^failed line 4: there is no rule set or option 'chess'" 'perft: unknown rule set'
has "^failed line 5: there is no rule set or option 'setup=feminine'" 'perft: unknown option of the rules'
has "^failed line 6: D2: 'many' is not a count" 'perft: no number'
has '^failed line 7: no count' 'perft: no counts'
has '^failed line 8: position refused at byte 0' 'perft: bad position'
has '^failed line 9: .* is not a count' 'perft: a number too large'
has '^skipped line 10' 'perft: beyond the limits'
run perft --suite "$TMP/bad.epd" --max-depth 4 --json
expect 1 out '"type":"total","passed":2,"failed":7,"skipped":1' 'perft: JSON of a suite'
is_json 'perft: JSON of a suite is valid'

# --- Ctrl-C. The shell starts background programs with SIGINT ignored; ours asks for it itself.
depth=7
[ "${CITADEL_FAST:-0}" = 0 ] || depth=6
"$CITADEL" perft --depth "$depth" --divide >"$TMP/out" 2>"$TMP/err" &
interrupt_at '^[a-i][1-9][a-i][1-9]: [0-9]+$' "$TMP/out"
expect 4 out '^interrupted: ' 'perft: Ctrl-C ends with status 4'
sum=$(awk -F ': ' '/^[a-i][1-9][a-i][1-9]/ { s += $2 } END { printf "%.0f", s }' "$TMP/out")
has "^nodes: $sum\$" 'perft: Ctrl-C counts the finished moves'
finish
