#!/bin/sh
# The UCI dialogue: every command, limits, options, bad input, and the order of answers.
. "$(dirname "$0")/tap.inc"

mate='9/G8/9/1L7/3v2K1g/9/1v3a3/9/4A4 w - 0 1'         # a8d5 mates
throne='9/9/r8/R4R1R1/1r1a2r2/9/9/1A2M4/9 b - 0 1'      # d5e5 wins the throne
won='4a3k/9/9/9/4A4/9/9/9/l8 w - 0 2'                   # the throne is won
single='4a3k/9/9/9/9/9/9/4r4/4A4 w - 0 1'               # one legal move

# --- identification, and everything that leaves no trace
feed <<'END'
uci
isready
END
expect 0 out '^uciok$' 'uci'
has '^id name Citadel ' 'uci: name'
has '^id author ' 'uci: author'
has '^readyok$' 'isready; the end of the input ends the program'
for option in 'Hash type spin default 64 min 1 max ' 'Threads type spin default 1 min 1 max 256' \
    'MultiPV type spin default 1 ' 'Ponder type check default false' \
    'UCI_Variant type combo default belarusian var belarusian var ' \
    'UCI_AnalyseMode type check' 'Clear Hash type button' 'Debug Log File type string' \
    'Contempt type spin default 0 ' 'Move Overhead type spin '; do
    has "^option name $option" "uci: option $option"
done
has_not 'TablePath' 'uci: no option without effect'
feed uci <<'END'

   	 
stop
stop
ponderhit
wait
debug on
frobnicate now
quit
frobnicate later
END
expect 0 out "^info string unknown command 'frobnicate'" 'unknown commands are answered'
count_is 1 '' 'nothing else is said, and nothing after quit'

# --- line ends, blanks, length
printf '  position\tstartpos   moves  e2e4 \r\n\tgo   depth  1\r\nwait\r\n d \r\n' >"$TMP/commands"
feed uci <"$TMP/commands"
expect 0 out '^bestmove [a-i][1-9]' 'tabs, blanks and CRLF'
has '^Fen: .* b AIai 1 1$' 'tabs, blanks and CRLF: the position is set'
printf 'isready' >"$TMP/commands"
feed uci <"$TMP/commands"
expect 0 out '^readyok$' 'a last line without line end'
{
    printf 'position startpos moves'
    i=0
    while [ $i -lt 3000 ]; do
        printf ' c1b3 c9d7 b3c1 d7c9'
        i=$((i + 1))
    done
    printf '\nd\n'
    head -c 3000000 /dev/zero | tr '\0' x
    printf '\nisready\n'
} >"$TMP/commands"
sed -i 's/c9d7/b9c7/g; s/d7c9/c7b9/g' "$TMP/commands"
feed uci <"$TMP/commands"
expect 0 out '^readyok$' 'a line of three million bytes'
has '^Fen: .* w AIai 12000 6001$|^Fen: .* w AIai [0-9]+ 6001$' 'a game of twelve thousand moves'
has '^Result: draw' 'a game of twelve thousand moves is drawn'
printf 'pos\0ition\nisready\n\377\376\nisready\n' >"$TMP/commands"
feed uci <"$TMP/commands"
count_is 2 '^readyok$' 'zero bytes and bytes that are no text'

# --- position
feed uci <<'END'
position startpos moves e2e4 e8e6
position startpos moves d2d4 zzzz d8d6
position startpos moves d2d4 d2d4
position startpos e2e4
position fen lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1 moves e2e5
d
position fen   lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL   w   AIai   0   1   moves   e2e4
d
flip
d
END
expect 0 out "move 2, 'zzzz', is not legal" 'position: text that is no move'
has "move 2, 'd2d4', is not legal" 'position: a move that is not legal'
has "'e2e4' where 'moves' was expected" 'position: moves without the word'
has "move 1, 'e2e5', is not legal" 'position: illegal move after a FEN'
sed -n 's/^Fen: //p' "$TMP/out" >"$TMP/fens"
sed -n 1p "$TMP/fens" | grep -q ' w AIai 2 2$'
report $? 'position: unchanged after faults'
sed -n 2p "$TMP/fens" | grep -q '4R4.* b AIai 1 1$'
report $? 'position fen with moves'
sed -n 3p "$TMP/fens" | grep -q '^lvmgakvml/rrrr1rrrr/9/4r4/.* w AIai 1 1$'
report $? 'flip'

# --- helpers
feed uci <<'END'
moves
eval
d
END
count_is 22 '^[a-i][1-9][a-i][1-9]$' 'moves'
has '^result: none$' 'moves: result'
has '^Evaluation: -?[0-9]+ centipawns for White' 'eval'
has '^Key: [0-9A-F]{16}$' 'd: key'

# --- go, limits
feed uci <<'END'
go depth 5
wait
END
expect 0 out '^bestmove [a-i][1-9][a-i][1-9]( ponder [a-i][1-9][a-i][1-9])?$' 'go depth'
has '^info depth 5 seldepth [0-9]+ multipv 1 score (cp|mate) -?[0-9]+ nodes [0-9]+ nps [0-9]+ hashfull [0-9]+ time [0-9]+ pv [a-i][1-9]' \
    'go depth: info line'
has_not 'illegal' 'go depth: the lines are legal'
for limit in 'nodes 1000' 'nodes 1' 'movetime 50' 'movetime 0' 'movetime -5' 'depth 1' 'depth 100000 nodes 100' \
    'wtime 300 btime 300 winc 0 binc 0' 'wtime 300 btime 300 movestogo 5' 'wtime 1 btime 1' \
    'wtime 0 btime 0' 'wtime -100 btime -100 winc -5' 'wtime 200' 'mate 1 nodes 5000' \
    'depth 2 nodes 99999999 movetime 100000 unknownword' \
    'searchmoves a2a3 nodes 500' 'nodes 500 searchmoves a2a3 i2i3'; do
    printf 'go %s\nwait\nisready\n' "$limit" >"$TMP/commands"
    feed uci <"$TMP/commands"
    count_is 1 '^bestmove [a-i][1-9][a-i][1-9]' "go $limit"
done
has '^bestmove (a2a3|i2i3)' 'searchmoves is kept to'
feed uci <<'END'
go depth 4 searchmoves a2a3 b2b3
wait
END
has_not ' pv [^ab]|bestmove [^ab]|bestmove [ab]2[ab]4' 'searchmoves: no other first move'
for limit in 'depth' 'depth x' 'depth 0' 'depth -1' 'nodes 0' 'nodes 1e5' 'mate 0' 'movetime x' 'perft 0' \
    'perft x' 'wtime 1s' 'searchmoves e2e5' 'depth 3 searchmoves a2a3 zzzz'; do
    printf 'go %s\nwait\nisready\n' "$limit" >"$TMP/commands"
    feed uci <"$TMP/commands"
    expect 0 out '^info string go .*no search$' "go $limit: refused"
    has_not '^bestmove' "go $limit: no search"
done
feed uci <<'END'
go perft 3
END
expect 0 out '^Nodes searched: 11980$' 'go perft'
count_is 22 '^[a-i][1-9][a-i][1-9]: [0-9]+$' 'go perft: a line for each move'
[ "$(tail -n 2 "$TMP/out" | head -n 1)" = '' ]
report $? 'go perft: an empty line before the total'

# --- wins
printf 'position fen %s\ngo depth 6\nwait\nposition fen %s\ngo depth 6\nwait\n' "$mate" "$throne" \
    >"$TMP/commands"
feed uci <"$TMP/commands"
expect 0 out ' score mate 1 .* pv a8d5$' 'a mate in one'
has '^info string win in 1 \(mate\)$' 'a mate in one is named'
has '^bestmove a8d5$' 'a mate in one is played, with nothing to ponder on'
has ' score mate 1 .* pv d5e5' 'a throne in one'
has '^info string win in 1 \(throne\)$' 'a throne in one is named'
printf 'position fen %s\ngo mate 1\nwait\n' "$throne" >"$TMP/commands"
feed uci <"$TMP/commands"
expect 0 out '^bestmove d5e5' 'go mate ends by itself'
printf 'position fen %s\ngo depth 3\nwait\ngo perft 3\nmoves\n' "$won" >"$TMP/commands"
feed uci <"$TMP/commands"
expect 0 out '^bestmove 0000$' 'no move when the game is over'
has '^info string the game is over: white-throne$' 'the reason is told'
has '^Nodes searched: 0$' 'perft when the game is over'

# --- options
feed uci <<'END'
setoption name Hash value 8
setoption name hash VALUE 8
setoption name HASH value 16
setoption name Threads value 2
setoption name MultiPV value 3
setoption name Ponder value true
setoption name UCI_AnalyseMode value TRUE
setoption name Contempt value -20
setoption name Move Overhead value 100
setoption name Clear Hash
setoption name Debug Log File value
setoption name UCI_Variant value belarusian-noble
go depth 4
wait
d
END
expect 0 out '^Game: belarusian-noble$' 'UCI_Variant'
count_is 1 '^info string' 'options: only the one without its word is refused'
has ' multipv 3 ' 'MultiPV'
feed uci <<'END'
setoption
setoption Hash value 3
setoption name
setoption name Nonsense value 3
setoption name Hash
setoption name Hash value 0
setoption name Hash value x
setoption name Hash value 33554432
setoption name Hash value 99999999999
setoption name Threads value 0
setoption name Threads value 257
setoption name MultiPV value 0
setoption name Ponder value maybe
setoption name UCI_Variant value chess
setoption name Debug Log File value /no/such/folder/log
go depth 3
wait
d
END
expect 0 out '^bestmove ' 'bad options: it still works'
has '^info string option Hash not changed: ' 'a table larger than the memory: refused'
has '^info string option Hash: 0 is out of range' 'hash 0: refused'
has 'there is no game .chess.; there are belarusian,' 'unknown game: refused'
has "there is no option 'Nonsense'" 'unknown option: refused'
has '^info string cannot write /no/such/folder/log: ' 'log that cannot be written'
has '^Game: belarusian$' 'bad options: the game is the same'
count_is 16 '^info string' 'bad options: each is answered'
printf 'setoption name Debug Log File value %s/uci.log\nisready\nquit\n' "$TMP" >"$TMP/commands"
feed uci <"$TMP/commands"
[ "$(cat "$TMP/uci.log")" = '>> isready
<< readyok
>> quit' ]
report $? 'Debug Log File'

# --- the order of answers, in a real dialogue
uci_start
tell 'setoption name Hash value 1' 'position startpos' 'go infinite'
await '^info depth 3 '
tell isready
await '^readyok$'
has_not '^bestmove' 'go infinite: no bestmove by itself'
tell 'setoption name Hash value 2' 'go depth 3' 'ucinewgame' wait isready
await '^info string this search ends by stop only'
has '^info string busy: option Hash cannot be set' 'setoption while searching: busy'
count_is 2 '^info string busy: a search is running' 'go and ucinewgame while searching: busy'
has_not '^bestmove' 'go infinite: still none'
tell stop stop isready
await '^bestmove '
report $? 'stop: bestmove'
count_is 1 '^bestmove' 'two stops: one bestmove'
tell quit
uci_end
expect 0 out '' 'quit'

for fen in "$won" "$single" "$mate"; do
    uci_start
    tell "position fen $fen" 'go infinite' isready
    await '^readyok'
    sleep 0.2
    has_not '^bestmove' "go infinite with nothing left to search: silent ($fen)"
    tell stop
    await '^bestmove'
    report $? "go infinite with nothing left to search: bestmove after stop ($fen)"
    tell quit
    uci_end
done

uci_start
tell 'position startpos moves e2e4 e8e6' 'go ponder wtime 200 btime 200' isready
await '^readyok'
sleep 0.3
has_not '^bestmove' 'go ponder: silent although the time is over'
tell ponderhit
await '^bestmove'
report $? 'ponderhit: bestmove'
tell 'go ponder wtime 1000 btime 1000' stop isready
await '^readyok' 2
count_is 2 '^bestmove' 'stop while pondering: bestmove'
tell 'go ponder depth 2' isready ponderhit wait
await '^bestmove' 3
report $? 'ponderhit after the search has ended: bestmove'
tell 'go infinite' quit
uci_end
expect 0 out '' 'quit while searching'

uci_start
tell 'go infinite'
await '^info depth 2'
uci_end
expect 0 out '^bestmove' 'end of the input while searching'

uci_start
tell 'go perft 9' isready
await '^readyok'
report $? 'isready during perft'
tell stop isready
await '^info string perft stopped'
report $? 'stop during perft'
tell 'go depth 2' wait quit
uci_end
expect 0 out '^bestmove' 'a search after perft'

# Not below timeout, which passes a signal on twice: the second ends the program at once.
uci_open "$CITADEL" uci
tell 'go infinite'
await '^info depth 2'
kill -INT "$uci_pid"
status=0
wait "$uci_pid" || status=$?
exec 3>&-
has '^bestmove' 'an interrupt ends a search with its bestmove'

# Answers at once: the next command comes while the search thread still says goodbye.
i=0
while [ $i -lt 200 ]; do
    printf 'position startpos moves e2e4\ngo nodes 1\nwait\n'
    i=$((i + 1))
done >"$TMP/commands"
feed uci <"$TMP/commands"
count_is 200 '^bestmove' 'two hundred searches of one node'
has_not '^info string' 'two hundred searches: no complaint'
# The last line tells all that was spent, also where the limit fell into a proof.
for nodes in 1000 5000 20000; do
    printf 'go nodes %d\nwait\n' $nodes >"$TMP/commands"
    feed uci <"$TMP/commands"
    spent=$(sed -n 's/^info depth .* nodes \([0-9]*\) .*/\1/p' "$TMP/out" | tail -n 1)
    [ "$spent" -ge $nodes ] && [ "$spent" -lt $((nodes + 300)) ]
    report $? "go nodes $nodes: the last line tells of $spent"
done
feed uci <<'END'
setoption name Threads value 4
setoption name MultiPV value 4
go nodes 3000
wait
go depth 5
stop
go infinite
stop
ucinewgame
go movetime 20
wait
END
count_is 4 '^bestmove' 'threads, MultiPV and stop'
# A window that shrinks to nothing left a stale line behind, and with it an illegal move.
printf '%s\n' 'setoption name UCI_Variant value tamerlane' 'setoption name Hash value 1' \
    'setoption name MultiPV value 3' \
    'position fen e3d1d3e/r2gwk1g2r/1.n.t1.w2f.c1T/.rc.g2.k.f1.d2/11/4.F.KC4/1.D2F5.R/.P2.E2D2.N1/1NT3WG2R/R3D1KN3 b -- SCsc 0 31' \
    'go nodes 4853' wait >"$TMP/commands"
feed uci <"$TMP/commands"
expect 0 out '^bestmove' 'a line from a shrunken window'
has_not 'illegal move' 'a line from a shrunken window: every move is legal'

# Limits do not answer for an infinite or pondering search.
for go in 'go ponder nodes 100' 'go infinite nodes 100' 'go infinite movetime 30'; do
    uci_start
    tell "$go"
    sleep 0.3
    tell isready
    await '^readyok'
    has_not '^bestmove' "$go: no answer before stop"
    tell stop quit
    uci_end
    expect 0 out '^bestmove' "$go: the answer after stop"
done
uci_start
tell 'go infinite' ponderhit wait stop
await '^bestmove'
report $? 'wait after a ponderhit of an infinite search does not block stop'
tell quit
uci_end

printf '%s\n' 'position fen 9/9/9/9/4A4/9/9/a8/9 w - 0 1' 'go depth 3' wait >"$TMP/commands"
feed uci <"$TMP/commands"
expect 0 out '^info string the game is over \(throne\)$' 'a won position'
has_not 'lost' 'a won position is not called lost'

printf '%s\n' 'setoption name UCI_Variant value bashni' \
    'position fen W:Wc1,g1,d2,a3(b),c3(wbbbb),g3,d4,h6(bb),a7(wb),e7(bb):Ba5(b):H1:F30' \
    'go depth 5 wtime 9999999 btime 9999999' wait >"$TMP/commands"
feed uci <"$TMP/commands"
expect 0 out ' score mate 1 ' 'a win by blocking is seen on the clock'

printf '%s\n' 'setoption name UCI_Variant value tamerlane' \
    'position fen 10k/11/11/11/11/11/11/11/11/K10 w -- - 9999 9999 moves a1a2 k10k9 a2a1' d >"$TMP/commands"
feed uci <"$TMP/commands"
expect 0 out ' 9999 9999$' 'counters stay readable'

# --- chances of win, draw and loss
printf '%s\n' uci 'go depth 2' wait 'setoption name UCI_ShowWDL value true' 'go depth 2' wait \
    'setoption name UCI_Variant value bashni' 'position fen W:Wc3:Bd4' 'go depth 3' wait >"$TMP/commands"
feed uci <"$TMP/commands"
expect 0 out '^option name UCI_ShowWDL type check default false$' 'UCI_ShowWDL'
has '^info depth 2 .* score cp -?[0-9]+ nodes ' 'no chances unless asked for'
has ' score mate 1 wdl 1000 0 0 nodes ' 'a win is certain'
awk '/ score cp .* wdl / { for (i = 1; i < NF; i++) if ($i == "wdl") { n++; bad += $(i+1) + $(i+2) + $(i+3) != 1000 || $(i+1) < 100 || $(i+3) < 100 } }
    END { exit !(n > 0 && bad == 0) }' "$TMP/out"
report $? 'chances of the start position'

# --- the table as a file
printf '%s\n' 'go depth 8' wait "hash save $TMP/a table" 'hash save /no/such/folder/t' hash 'hash keep x' \
    >"$TMP/commands"
feed uci <"$TMP/commands"
expect 0 out 'hash table saved to .*/a table$' 'hash save, a name with a blank'
has 'cannot save hash table, /no/such/folder/t: No such' 'hash save: no folder'
count_is 2 '^info string hash: save FILE or load FILE$' 'hash with bad words'
[ ! -e "$TMP/a table.part" ]
report $? 'no temporary file is left'
nodes_of() { sed -n 's/^info depth 8 .* nodes \([0-9]*\) .*/\1/p' "$TMP/out" | tail -n 1; }
cold=$(nodes_of)
printf '%s\n' "hash load $TMP/a table" 'go depth 8' wait >"$TMP/commands"
feed uci <"$TMP/commands"
expect 0 out 'hash table loaded from' 'hash load'
[ "$(nodes_of)" -lt $((cold / 2)) ]
report $? 'the search goes on from the table'
# refused SETTING WORDS: the load is refused with these words, and the search is a cold one
refused() {
    printf '%s\n' "$1" "hash load $TMP/bad" "${3:-isready}" wait >"$TMP/commands"
    feed uci <"$TMP/commands"
    expect 0 out "cannot load hash table, .*: $2" "hash load refused: $2"
}
cp "$TMP/a table" "$TMP/bad"
refused 'setoption name Hash value 8' 'it was saved with Hash 64, here it is 8$'
refused 'setoption name UCI_Variant value tamerlane' 'it was saved with game belarusian, here'
sed '1s/program=/program=9/' "$TMP/a table" >"$TMP/bad"
refused isready 'it was saved with program 9'
sed '1s/keys=./keys=x/' "$TMP/a table" >"$TMP/bad"
refused isready 'it was saved with keys x'
size=$(wc -c <"$TMP/a table")
for cut in 1000 $((size / 2)) $((size - 1)); do
    head -c "$cut" "$TMP/a table" >"$TMP/bad"
    refused isready '.*; the table is empty now$' 'go depth 8'
    [ "$(nodes_of)" = "$cold" ]
    report $? "cut after $cut bytes: a cold search"
done
cp "$TMP/a table" "$TMP/bad"
printf x | dd of="$TMP/bad" bs=1 seek=$((size / 2)) conv=notrunc 2>/dev/null
refused isready '.*; the table is empty now$'
printf '' >"$TMP/bad"
refused isready 'it is empty$'
echo nonsense >"$TMP/bad"
refused isready 'this is no saved hash table$'
rm -f "$TMP/bad"
refused isready 'No such file'

if [ "${CITADEL_FAST:-0}" = 0 ]; then
    printf 'bench 3\nbench x\nbench 0\n' >"$TMP/commands"
    feed uci <"$TMP/commands"
    expect 0 out '^signature: belarusian [0-9]+ tamerlane [0-9]+ bashni [0-9]+$' 'bench'
    count_is 2 '^info string bench: ' 'bench with a bad depth'
else
    skip 'bench' 'slow build'
fi
finish
