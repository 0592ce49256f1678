#!/bin/sh
# The commands analyse and bench.
. "$(dirname "$0")/tap.inc"

mate='9/G8/9/1L7/3v2K1g/9/1v3a3/9/4A4 w - 0 1'
throne='9/9/r8/R4R1R1/1r1a2r2/9/9/1A2M4/9 b - 0 1'

run analyse --depth 5
expect 0 out '^best move: [A-Z]?[a-i][1-9][-x][a-i][1-9].* \([a-i][1-9][a-i][1-9]\)$' 'best move in both notations'
has '^score: [+-][0-9]+\.[0-9][0-9]$' 'score'
has '^pv: [a-i][1-9]' 'engine line'
has '^line: 1\. ' 'line for people'
has '^depth 5/[0-9]+  ' 'lines while it runs'
has '^depth: 5$' 'depth reached'
has '^lvmgakvml/' 'the position is shown'
grep -q "$(printf '\033')" "$TMP/out"
report $((1 - $?)) 'no terminal codes in a file'
run analyse --depth 5 --moves e2e4
has '^line: 1\.\.\. ' 'a line that Black begins'
run analyse --fen "$mate" --depth 6
expect 0 out '^score: win in 1 \(mate\)$' 'a mate'
has '^best move: .*\(a8d5\)$' 'a mate: the move'
run analyse --fen "$throne" --depth 6
expect 0 out '^score: win in 1 \(throne\)$' 'a throne'
run analyse --fen "$throne" --mate 1
expect 0 out '^score: win in 1' '--mate: found'
run analyse --mate 1 --nodes 3000
expect 1 out '^best move' '--mate: none is status 1'
run analyse --nodes 2000
expect 0 out '^nodes: 2000$' 'node limit'
run analyse --time 0.2
expect 0 out '^time: 0\.[12]' 'time limit'
run analyse --depth 4 --searchmoves a2a3 'b2b3,c2c3'
expect 0 out '^best move: .*\((a2a3|b2b3|c2c3)\)$' '--searchmoves'
run analyse --depth 4 --multipv 3
expect 0 out '^move 3: ' '--multipv'
count_is 3 '^pv: ' '--multipv: three lines'
run analyse --depth 4 --multipv 200
count_is 22 '^pv: ' '--multipv beyond the number of moves'
run analyse --threads 3 --hash 2 --depth 5
expect 0 out '^best move' 'threads and hash'
run analyse --hash 33554432 --depth 1
expect 3 err 'option --hash: 33554432 MB cannot be had' 'a table larger than the memory'
run analyse --fen '4a3k/9/9/9/4A4/9/9/9/l8 w - 0 2'
expect 0 out '^the game is over: white-throne$' 'a game that is over'
run analyse --fen 'a7k/9/9/9/9/3R5/9/9/A7K w - 100 80' --json
expect 0 out '"result":"draw-clock","lines":\[\]}$' 'a game that is over: JSON'
is_json 'a game that is over: valid JSON'
run analyse --depth 4 --json
expect 0 out '"type":"result","game":"belarusian","fen":".*"best":"[a-i][1-9]' 'JSON'
has '"type":"info","depth":4,.*"score":{"(cp|mate)":-?[0-9]+},"bound":"exact".*"pv":\["' 'JSON: info'
is_json 'JSON is valid'
run analyse --fen "$throne" --depth 4 --multipv 2 --json
expect 0 out '"score":{"mate":1},"words":"win in 1 \(throne\)","way":"throne"' 'JSON: a win'
is_json 'JSON: a win, valid'

cat >"$TMP/file" <<END
# three forms
$mate
$mate ;set=belarusian ;win 1 ;bm a8d5
$throne | belarusian | none |
END
run analyse --file "$TMP/file" --depth 4
expect 0 out '^line 4$' 'a file'
count_is 2 '^best move: .*\(a8d5\)$' 'a file: plain and epd lines'
count_is 1 '^best move: .*\(d5e5\)$' 'a file: moves line'
run analyse --file "$TMP/file" --depth 4 --json
is_json 'a file: valid JSON'
has '"type":"result","line":3,' 'a file: JSON names the line'
printf 'nonsense\n%s ;set=chess\n%s\n' "$mate" "$mate" >"$TMP/file"
run analyse --file "$TMP/file" --depth 4
expect 2 out '^best move: .*\(a8d5\)$' 'a file with bad lines: the others are analysed'
grep -q 'line 1, byte 0: ' "$TMP/err" && grep -q "line 2: there is no rule set or option 'chess'" "$TMP/err"
report $? 'a file with bad lines: they are named'

# Ctrl-C: the result so far. Without a limit that is what was wanted, else work is left.
interrupt() {
    "$CITADEL" "$@" >"$TMP/out" 2>"$TMP/err" &
    pid=$!
    wait_for '^depth 2' "$TMP/out"
    kill -INT "$pid"
    status=0
    wait "$pid" || status=$?
}
interrupt analyse --time 100
expect 4 out '^best move: ' 'Ctrl-C with a limit'
printf '%s\n%s\n' "$mate" 'lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1' >"$TMP/file"
interrupt analyse --file "$TMP/file" --time 100
expect 4 out '^best move: ' 'Ctrl-C in a file'

# --- bench
run bench --depth 4
expect 0 out '^signature: belarusian [0-9]+ tamerlane [0-9]+ bashni [0-9]+$' 'bench'
[ "$(tail -n 1 "$TMP/out")" = "$(grep '^signature' "$TMP/out")" ]
report $? 'bench: the signature is last'
count_is 63 '^ *[0-9]+/21 ' 'bench: 21 positions of each game'
grep -E 'signature|/21' "$TMP/out" >"$TMP/one"
run bench --depth 4
grep -E 'signature|/21' "$TMP/out" | cmp -s - "$TMP/one"
report $? 'bench: twice the same'
run bench --depth 4 --game tamerlane
expect 0 out '^signature: tamerlane [0-9]+$' 'bench of one game'
run bench --depth 4 --threads 2 --hash 8
expect 0 out '^signature: ' 'bench with threads'
finish
