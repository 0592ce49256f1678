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
expect 0 out '"score":{"mate":1},"words":"win in 1 \(throne\)","way":"throne","bound":"exact","pv"' 'JSON: a win'
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
    # The shell in between may take a while to empty the file: until then it must not hold the lines
    # of an earlier run, which would have the signal sent before the program can catch it.
    : >"$TMP/out"
    "$CITADEL" "$@" >"$TMP/out" 2>"$TMP/err" &
    interrupt_at '^depth 2' "$TMP/out"
}
interrupt analyse --time 100
expect 4 out '^best move: ' 'Ctrl-C with a limit'
printf '%s\n%s\n' "$mate" 'lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1' >"$TMP/file"
interrupt analyse --file "$TMP/file" --time 100
expect 4 out '^best move: ' 'Ctrl-C in a file'

# --- EPD with operations, in both forms, and what is written back
start='lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1'
cat >"$TMP/in.epd" <<END
# a comment

$mate bm a8d5; id "one; two"; acd 3; x9;
$mate ;set=belarusian ;win 1 ;bm a8d5 ;ce 12 ;c0 "kept"
${mate% 0 1} id "no counters"; am a8a7
nonsense
$throne | belarusian | none |
4a3k/9/9/9/4A4/9/9/9/l8 w - 0 2 ;id over
END
run analyse --file "$TMP/in.epd" --depth 4 --epd "$TMP/out.epd" --json
expect 2 err 'in.epd, line 6, byte 0: ' 'EPD: a bad line is told'
has '"type":"result","line":3,"id":"one; two",' 'EPD: a semicolon in an id'
has '"line":5,"id":"no counters",.*"fen":"[^"]* 0 1"' 'EPD: counters may be missing'
count_is 5 '"type":"result"' 'EPD: all positions'
has '"limits":\{"depth":4,"multipv":1\}' 'JSON: limits'
has '"line":3,.*"solved":true,' 'EPD: bm found'
has '"line":5,.*"solved":true,' 'EPD: am avoided'
count_is 3 '"solved":true' 'EPD: only where moves are asked for'
is_json 'EPD: valid JSON'
cp "$TMP/out.epd" "$TMP/out"
count_is 8 '' 'EPD written: as many lines'
has '^# a comment$' 'EPD written: comments'
has '^nonsense$' 'EPD written: bad lines stay'
has '^9/G8/[^;]* bm a8d5; id "one; two"; x9; acd 4; acn [0-9]+; acs 0; dm 1; pm a8d5; pv a8d5;$' \
    'EPD written: standard form, an old acd replaced'
has '^9/G8/[^;]* 0 1 ;set=belarusian ;win 1 ;bm a8d5 ;c0 "kept" ;acd 4 ;.* ;dm 1 ;pm a8d5 ;pv a8d5$' \
    'EPD written: house form, an old ce replaced'
has '^9/G8/.* w - id "no counters"; am a8a7; acd 4; ' 'EPD written: without counters'
has ' b - 0 1 ;set=belarusian ;acd 4 .*;pm d5e5 ;pv d5e5' 'EPD written: a moves line'
has '^4a3k/.* ;id over$' 'EPD written: nothing to say of a game that is over'
printf '%s bm a8a7 Gxd5;\n%s am a8d5;\n%s bm a8a7, a8b8;\n' "$mate" "$mate" "$mate" >"$TMP/bm.epd"
run analyse --file "$TMP/bm.epd" --depth 4
count_is 1 '^expected: yes$' 'EPD: bm in any notation'
count_is 2 '^expected: no$' 'EPD: bm not found, am played'
has '^found the expected move in 1 of 3 positions$' 'EPD: the sum'
run analyse --file "$TMP/out.epd" --depth 4 --epd "$TMP/again.epd"
sed 's/acn [0-9]*/acn N/' "$TMP/out.epd" >"$TMP/a"
sed 's/acn [0-9]*/acn N/' "$TMP/again.epd" | cmp -s - "$TMP/a"
report $? 'EPD written: read and written again the same'
run analyse --file "$TMP/in.epd" --depth 1 --epd "$TMP/no/such/folder"
expect 3 err 'no/such/folder: No such file' 'EPD that cannot be written'
run analyse --epd - --depth 1 --moves e2e4 --json
expect 0 out '^lvmgakvml/.* b AIai 1 1 ;set=belarusian ;acd 1 ' '--epd of one position'
printf '%s\n%s\n%s\n' "$start" "$mate" "$start" >"$TMP/in.epd"
feed analyse --file - --total 0.3 --json <"$TMP/in.epd"
expect 0 out '"type":"result","line":3,.*"limits":\{"total":0.300,"multipv":1\}' '--total'
if command -v python3 >/dev/null 2>&1; then
    python3 -c '
import json, sys
spent = [r["time"] for r in map(json.loads, sys.stdin) if r["type"] == "result"]
assert len(spent) == 3 and sum(spent) < 0.9, spent' <"$TMP/out" 2>>"$TMP/err"
    report $? '--total: no more than that, with room for a slow machine'
else
    skip '--total' 'no python3'
fi
run analyse --total 1 --time 1
expect 2 err '--total excludes --time' '--total and --time'
printf '\357\273\277%s id "m";\r\n# c\r\n' "$mate" >"$TMP/in.epd"
run analyse --file "$TMP/in.epd" --depth 2 --epd "$TMP/out.epd"
sed 's/acn [0-9]*/acn N/' "$TMP/out.epd" >"$TMP/out"
printf '\357\273\277%s id "m"; acd 2; acn N; acs 0; dm 1; pm a8d5; pv a8d5;\r\n# c\r\n' "$mate" |
    cmp -s - "$TMP/out"
report $? 'EPD with the mark of UTF-8 and carriage returns keeps both'
: >"$TMP/in.epd"
run analyse --file "$TMP/in.epd" --depth 1 --json
expect 0 out '' 'an empty file'
printf '%s\0%s\n' "$start" "$mate" >"$TMP/in.epd"
run analyse --file "$TMP/in.epd" --depth 1
expect 2 err 'line 1: the line holds a zero byte' 'a zero byte'

# A search that is cut in the middle of an iteration tells no move twice.
: >"$TMP/twice"
: >"$TMP/bounds"
nodes=1000
while [ $nodes -lt 20000 ]; do
    run analyse --game bashni --multipv 3 --nodes $nodes
    sed -nE 's/^(best move|move [0-9]+): .*\((.*)\)$/\2/p' "$TMP/out" | sort >"$TMP/moves"
    [ "$(uniq "$TMP/moves" | wc -l)" -eq 3 ] || echo $nodes >>"$TMP/twice"
    grep -E '^score: [<>]=[-+]' "$TMP/out" >>"$TMP/bounds"
    nodes=$((nodes + 731))
done
[ ! -s "$TMP/twice" ]
report $? 'three lines are three moves, wherever the search is cut'
[ -s "$TMP/bounds" ]
report $? 'what is only a bound is told as one'

# The view on a terminal: redrawn in place, no line wider than the terminal, taken away at the end.
if command -v python3 >/dev/null 2>&1; then
    cat >"$TMP/terminal.py" <<'END'
import fcntl, os, pty, re, signal, struct, sys, termios
rows, columns, term = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
pid, fd = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
    os.environ['TERM'] = term
    os.execv(sys.argv[4], sys.argv[4:])
out, told = b'', False
while True:
    try:
        more = os.read(fd, 65536)
    except OSError:
        break
    if not more:
        break
    out += more
    if not told and re.search(rb'depth ([6-9]|[1-9][0-9])/', out):
        told = True
        os.write(fd, b'\x03')
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
text = out.decode()
if term == 'dumb':
    assert '\x1b' not in text and status == 4, (status, text)
    sys.exit()
view, verdict = text.rsplit('\x1b[J', 1)
assert status == 0, status
assert re.search(r'\x1b\[\d+A\r', view) and '\x1b' not in verdict, text
assert re.search(r'depth \d+/\d+ +nodes \S+ +nps', view), view
assert '\nbest move: ' in verdict.replace('\r', ''), verdict
for line in view.split('\x1b[K'):
    plain = re.sub(r'\x1b\[[0-9;]*[A-Za-z]', '', line).strip('\r\n')
    # The echo of ^C may stand before a row, which overwrites it, but must not move the row.
    for part in plain.split('\r'):
        assert len(part) < columns and not re.search(r'\^C.', part), plain
        # A line too long for the terminal ends with a whole move.
        assert not re.match(r' *[0-9]+ +[^ ]+ +1\. ', part) or \
            re.search(r'[-x=]([a-i][1-9]|[A-Z])[^ -]*$', part), part
frames = re.split(r'\x1b\[\d+A', view)
assert max(f.count('\n') for f in frames) < rows, frames
assert ('a b c d e' in view) == (rows >= 24), view
END
    for size in '40 100' '10 40' '10 43'; do
        # shellcheck disable=SC2086 # two words on purpose
        timeout -k 5 "$LIMIT" python3 "$TMP/terminal.py" $size xterm "$CITADEL" analyse --multipv 3 >"$TMP/out" 2>"$TMP/err"
        report $? "a terminal of $size, Ctrl-C"
    done
    # An endless search ends well by Ctrl-C, and can be gone on with all the same.
    for how in --checkpoint --resume; do
        timeout -k 5 "$LIMIT" python3 "$TMP/terminal.py" 40 100 xterm "$CITADEL" analyse $how "$TMP/endless" \
            >"$TMP/out" 2>"$TMP/err" && [ -s "$TMP/endless.hash" ]
        report $? "an endless search with $how"
    done
    timeout -k 5 "$LIMIT" python3 "$TMP/terminal.py" 24 80 dumb "$CITADEL" analyse --time 60 >"$TMP/out" 2>"$TMP/err"
    report $? 'a terminal that cannot rewrite lines'
else
    skip 'the view on a terminal' 'no python3'
fi

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
