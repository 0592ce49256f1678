#!/bin/sh
# The command solve: verdicts, exit statuses, suites, certificates, solution trees, resumption.
. "$(dirname "$0")/tap.inc"

two='B:WKh8:Bb2(b),Ke3,d4,c5:H0:F1'

run solve --game bashni --fen "$two" --win 2
expect 0 out '^sound: win in 2$' 'sound'
has '^key: 1\. b2-a1 \(b2a1\)$' 'the key in both notations'
has '^no win in 1: proved$' 'the shorter length is refuted'
run solve --game bashni --fen "$two" --win 3
expect 1 out '^short: win in 2$' 'short'
run solve --game bashni --fen "$two" --win 1
expect 1 out '^no solution: no win in 1$' 'no solution'
run solve --game bashni --fen "$two" --win 2 --bm d4c3
expect 1 out '^cooked: ' 'cooked'
has '^not a key: ' 'the key that is none'
run solve --game bashni --fen "$two" --win 2 --bm c9c9
expect 2 err "the key 'c9c9' is not legal" 'a key that is no move'
run solve --game bashni --fen "$two" --aim win
expect 0 out '^sound: win in 2$' 'without a length, by df-pn'
run solve --game bashni --fen "$two" --aim 'no move in 2'
expect 0 out '^sound: no move in 2$' 'by the way of winning'
run solve --game bashni --fen "$two" --aim 'throne in 2'
expect 2 err "bashni has no aim 'throne'" 'an aim of another game'
run solve --win 4 --nodes 500 --fen '9/9/3g1A3/3RMR3/3mK4/3V1a3/9/9/6k2 w - 0 1'
expect 1 out '^undecided: win in 4$' 'undecided at a limit'
has '^no win in [123]: proved$' 'what is proved all the same'
run solve --game bashni --fen "$two" --win 2 --method best
expect 2 err 'neither exhaustive nor numbers' 'no such method'

# Few towers: the closure.
run solve --game bashni --fen 'W:Wc5:Bd8,f8' --aim win
expect 0 out '^sound: win in 13$' 'a long win by its closure'
has '^closure: 96536 positions, longest win 25 plies: W:Wc5:Bd8,f8:H0:F1$' 'what the closure is'
run solve --game bashni --fen 'B:WKh8(wbBBbB):BKb4(bbbBBbwwWWWWwwWW)' --aim win --json
expect 0 out '"win":13,.*"closure":224349,"closure_longest":25' 'all men in two towers, in JSON'
run solve --game bashni --fen 'W:WKa1:BKa3' --aim win
expect 1 out '^no solution: no win, however long$' 'a draw, proved'
run solve --game bashni --fen 'W:WKe3,a3:Bh8' --win 4 --method closure
has '^slower: 1\. .* in [0-9]*$' 'winning moves that are slower'
run solve --game bashni --fen 'W:Wc5:Bd8,f8' --method closure --aim win --memory 1
expect 1 out '^undecided: win$' 'a closure that does not fit'

run solve --fen '9/9/9/6L2/4a4/9/9/9/8A w - 0 1' --win 11 --memory 1
expect 1 out '^undecided: win in 11$' 'a proof that does not fit is none'

# Saving oneself, for ever.
run solve --fen '9/9/9/9/9/9/9/A8/8a b - 0 1' --aim draw --certificate "$TMP/held"
expect 1 out '^cooked: draw$' 'moves that hold'
has '^key: 1\. Ai1-h2 \(i1h2\)$' 'one of them'
run solve --verify "$TMP/held"
expect 0 out '^valid: Black is never beaten by i1h1,i1h2,i1i2$' 'the strategy is replayed'
sed '/^node 7 /d' "$TMP/held" >"$TMP/cut"
run solve --verify "$TMP/cut"
expect 1 err 'refused' 'a strategy with a hole'
run solve --game bashni --fen 'W:WKa1:BKc5,Ke3,h8' --aim draw
expect 0 out '^sound: draw$' 'a draw by the closure'
run solve --fen '9/9/9/3a5/9/9/9/1A5L1/9 b - 0 1' --aim draw --nodes 100
expect 1 out '^undecided: draw$' 'undecided at a limit'
run solve --aim 'draw in 3'
expect 2 err 'a draw has no length' 'a draw has no length'
run solve --fen '4A4/9/9/9/4a4/9/9/9/9 b - 0 1' --aim draw
expect 1 out '^no solution: no draw$' 'where the game is over nothing is saved'
run solve --aim 'throne draw in 2'
expect 2 err "has no aim 'throne" 'a win is no draw'
run solve --aim 'win in'
expect 2 err "has no aim 'win in'" 'half an aim'
printf '9/9/9/9/4A4/9/9/9/a8 b - 0 1 ;draw\n' >"$TMP/draw"
run solve --suite "$TMP/draw"
expect 1 out '^no draw$' 'a suite line that asks for a draw'

rook='9/9/9/r8/R6a1/2L6/8M/2A6/9 w - 0 1'
run solve --win 3 --fen "$rook" --tree --tries --set
expect 0 out '^1\. Ac2-d3! \(c2d3\)  threat: 2\. ' 'a key with its threats'
has '^    1\.\.\. Ah5-g6 \(h5g6\)  2\. ' 'a defence with its answer'
has '^1\. .*\?.*  only 1\.\.\. ' 'a try with its only refutation'
count_is 1 '^    none: no move of the other side has an answer' 'no set play, which is told'
run solve --fen "$rook" --aim 'help 1' --tree
expect 1 err 'tell of forced play only' 'no tree of help play, which is told'
run solve --fen '9/9/9/9/3a5/9/9/9/A8 w - 0 1' --aim 'help 2' --bm a1a2
expect 1 out '^line: 1\. Aa1-a2 Ad5-e5\^ 2\. Aa2-a1$' 'help play: how a key goes on'
run solve --fen '9/9/9/9/3a5/9/9/9/A8 w - 0 1' --aim 'help 2' --json
expect 1 out '"keys":\["a1a2",.*"lines":\[\["a1a2","d5e5","a2a1"\],\["' 'help play: the same in JSON'
is_json 'help play is JSON'
run solve --suite tests/data/bashni.puzzles.epd --tree
expect 2 err 'are of one puzzle' 'no trees of a suite'
run solve --game bashni --mine --win 2 --certificate "$TMP/none"
expect 2 err 'are of one puzzle' 'no certificate of what is found'
run solve --verify README.md
expect 1 err 'README.md: refused: ' 'the fault of a whole file has no line'
run solve --win 3 --fen "$rook" --duals --tries --json
expect 0 out '"type":"variation","line":\["c2d3","h5g6"\],"answer":"d3e4"' 'variations in JSON'
is_json 'the tree is JSON'

# Suites: the given lengths and keys, one line each; the same whatever memory, threads and order.
for game in bashni tamerlane belarusian; do
    grep -E '^#|;win [12] ' "tests/data/$game.puzzles.epd" >"$TMP/suite.$game"
    run solve --game "$game" --suite "$TMP/suite.$game" --hash 1
    expect 0 out ' passed, 0 failed$' "$game: suite"
    sed 's/ nodes .*//; /passed/d' "$TMP/out" >"$TMP/got"
    sed -n 's/.*;win \([0-9]*\) ;bm \([^ ]*\).*/win \1 bm \2/p' "$TMP/suite.$game" >"$TMP/wanted"
    cmp -s "$TMP/got" "$TMP/wanted"
    report $? "$game: lengths and keys, in order"
    cp "$TMP/out" "$TMP/one"
    run solve --game "$game" --suite "$TMP/suite.$game" --hash 64 --threads 3
    cmp -s "$TMP/out" "$TMP/one"
    report $? "$game: the same by three threads"
done
printf '%s ;win 1 ;bm b2a1\n%s ;win 3\nnonsense ;win 2\n%s\n' "$two" "$two" "$two" >"$TMP/mixed"
run solve --game bashni --suite "$TMP/mixed"
expect 1 out '^0 passed, 4 failed$' 'a suite of failures'
has '^no win in 1$' 'refuted'
has '^win 2 bm b2a1 nodes 3$' 'a quicker win is told'
count_is 2 '^error$' 'lines that are no puzzles'
run solve --game bashni --suite "$TMP/mixed" --json
expect 1 out '"verdict":"short","win":2' 'verdicts in JSON'
is_json 'a suite in JSON'
printf '%s ;win 2 ;bm b2a1\n' "$two" >"$TMP/input"
feed solve --game bashni --suite - <"$TMP/input"
expect 0 out '^1 passed, 0 failed$' 'a suite from the input'

# The collection; of the long wins those that are quick to prove.
lengths='[0-9]*'
[ -z "${CITADEL_FAST:-}" ] || lengths='[2-4]'
for game in bashni tamerlane belarusian; do
    grep ";win $lengths " "tests/puzzles/$game.epd" >"$TMP/collection"
    run solve --suite "$TMP/collection" --threads 2
    expect 0 out ' passed, 0 failed$' "collection of $game"
done
if [ -z "${CITADEL_FAST:-}" ]; then
    grep -v '^#' tests/puzzles/long.epd >"$TMP/long"
    [ -n "${CITADEL_LONG:-}" ] || sed -i '/tamerlane/d; /;win 1[4-9] /d; /;win 20 /d' "$TMP/long"
    run solve --suite "$TMP/long" --threads 2 --hash 256
    expect 0 out ' passed, 0 failed$' 'collection of long wins'
fi

# Resumption: what is in the log is not solved again, and a damaged log is no harm.
run solve --game bashni --suite "$TMP/suite.bashni" --resume "$TMP/log"
cp "$TMP/out" "$TMP/one"
head -c 400 "$TMP/log" >"$TMP/cut"
run solve --game bashni --suite "$TMP/suite.bashni" --resume "$TMP/cut"
cmp -s "$TMP/out" "$TMP/one"
report $? 'resumed after a cut'
run solve --game bashni --suite "$TMP/suite.bashni" --resume "$TMP/log" --nodes 1
cmp -s "$TMP/out" "$TMP/one"
report $? 'resumed without solving'
run solve --game bashni --suite "$TMP/suite.bashni" --resume "$TMP/missing/log"
expect 3 err 'missing/log: ' 'a log that cannot be written'

# Looking for puzzles: what is found is a suite that holds.
run solve --game bashni --mine --men 4 --win 2 --count 3
expect 0 out ';win 2 ;bm ' 'mining'
cp "$TMP/out" "$TMP/mined"
run solve --suite "$TMP/mined"
expect 0 out '^3 passed, 0 failed$' 'mined puzzles are sound'
run solve --game bashni --explore --fen "$two" --win 2 --count 4
expect 0 out ';win 2 ;bm ' 'exploring'
cp "$TMP/out" "$TMP/mined"
run solve --suite "$TMP/mined"
expect 0 out '^4 passed, 0 failed$' 'explored puzzles are sound'
run solve --mine
expect 2 err 'needs --win or --aim' 'mining for nothing'
"$CITADEL" solve --explore --fen "$rook" --win 5 --count 100000 >"$TMP/out" 2>"$TMP/err" &
interrupt_at ';win 5 ;bm ' "$TMP/out"
expect 4 err 'interrupted with [1-9][0-9]* of 100000 found$' 'Ctrl-C while exploring'

# Certificates.
run solve --game bashni --fen "$two" --win 2 --certificate "$TMP/proof"
expect 0 out '^sound' 'a certificate is written'
run solve --verify "$TMP/proof"
expect 0 out '^valid: Black wins in 2 by b2a1$' 'and says what it proves'
run solve --verify "$TMP/proof" --json
is_json 'the same in JSON'
sed 's/b2a1/d4c3/' "$TMP/proof" >"$TMP/forged"
run solve --verify "$TMP/forged"
expect 1 err 'refused: the checksum is wrong' 'a forgery'
run solve --game bashni --fen "$two" --win 1 --certificate "$TMP/refuted"
expect 1 out '^no solution: no win in 1$' 'a refutation is written'
run solve --verify "$TMP/refuted"
expect 0 out '^valid: it is refuted that Black wins in 1$' 'and replayed'
run solve --verify "$TMP/refuted" --json
is_json 'the same in JSON'
run solve --game bashni --fen "$two" --win 2 --certificate "$TMP/missing/proof"
expect 3 err 'missing/proof' 'a certificate that cannot be written'
finish
