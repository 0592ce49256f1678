#!/bin/sh
# bench --suite: positions with known best moves; bench --mine: where they come from.
. "$(dirname "$0")/tap.inc"

cd "$(dirname "$0")/../.." || exit 1
start='lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1'
mate='9/G8/9/1L7/3v2K1g/9/1v3a3/9/4A4 w - 0 1'
hetman='4a4/9/1r5r1/9/3G5/9/1R5R1/9/4A4 w - 0 1'
bashni='W:WKf8(wb):Bf2(W),f4(w),Ke7:H0:F1'
tamerlane='11/11/3c7/7r1k1/11/2.f6g1/11/9sK/7G.r2/7f1S1 b -- c 0 1'

# suite FILE... [OPTION...]
suite() {
    run bench --hash 1 --suite "$@"
}

# The lines on positions without what differs from run to run and file to file.
lines() {
    sed -n 's|^ *[0-9]*/[0-9]* \(.* nodes\) .* s  [^ ]*\(  .*\)|\1\2|p' "$1"
}

# The nodes of these lines, summed.
sum() {
    lines "$TMP/out" | sed 's/.* \([0-9]*\) nodes .*/\1/' | awk '{ n += $1 } END { print n + 0 }'
}

# --- what it prints
cat >"$TMP/three" <<END
# comment
$mate ;set=belarusian ;win 1 ;bm a8d5 ;id mate
$bashni ;set=bashni ;bm f8d6g3e1

$tamerlane ;set=tamerlane ;bm i2j1 ;id tam-2 ;c0 any text
END
suite "$TMP/three" --nodes 5000
expect 0 out '^solved: 3/3$' 'three games in one file'
[ "$(tail -n 1 "$TMP/out")" = 'solved: 3/3' ]
report $? 'the count is the last line'
has '^  1/3  solved  depth +[0-9]+ +[0-9]+ nodes +[0-9.]+ s  mate  a8d5$' 'a solved position'
has "^  2/3  solved .* s  $TMP/three:3  f8d6g3e1$" 'without id: file and line'
has '^nodes: [0-9]+$' 'nodes'
has '^time: [0-9.]+$' 'time'
has '^nps: [0-9]+$' 'nps'
has '^nodes to solution: [0-9]+ \(geometric mean [0-9]+\)$' 'nodes to solution'
has '^time to solution: [0-9.]+$' 'time to solution'
[ "$(sum)" = "$(sed -n 's/^nodes to solution: \([0-9]*\) .*/\1/p' "$TMP/out")" ]
report $? 'nodes to solution is the sum of the lines'

# Every move is right, so one is held from the first iteration on, though it is not always the same.
moves=$("$CITADEL" moves --fen "$start" | grep -v result | paste -s -d , -)
printf '%s ;bm %s\n' "$start" "$moves" >"$TMP/all"
suite "$TMP/all" --nodes 5000
expect 0 out '^  1/1  solved  depth  1 ' 'all moves of bm count alike'
[ "$(sum)" -lt 1000 ]
report $? 'found at once, though searched to the limit'
has '^nodes: 5000$' 'searched to the limit'

# A move that gives the hetman away: missed, and all that was spent counts.
printf '%s ;bm d5d9,d5d8 ;id blunder\n' "$hetman" >"$TMP/missed"
suite "$TMP/missed" --depth 4
expect 0 out '^  1/1  missed  depth  4 .* blunder  [a-i1-9]+, not d5d9 or d5d8$' 'a missed position'
has '^solved: 0/1$' 'a missed position: count'
[ "$(sum)" = "$(sed -n 's/^nodes: //p' "$TMP/out")" ]
report $? 'a missed position: its nodes are all that was searched'

# --- limits
suite "$TMP/missed" --nodes 777
has 'missed .* 777 nodes' '--nodes'
suite "$TMP/missed" --time 50ms
expect 0 out '^solved: 0/1$' '--time'
suite "$TMP/three" --nodes 2000 --threads 2
expect 0 out '^with more than one thread' '--threads'

# --- the puzzles
for game in belarusian tamerlane bashni; do
    grep -E 'win [12] ' "tests/data/$game.puzzles.epd" >"$TMP/$game"
    all=$(grep -c bm "$TMP/$game")
    suite "$TMP/$game" --game "$game" --nodes 20000
    expect 0 out "^solved: $all/$all\$" "$game: puzzles of one and two moves"
done

# --- the same twice, from the input, and in two files
suite "$TMP/belarusian" --nodes 500
lines "$TMP/out" >"$TMP/first"
[ "$(grep -c nodes "$TMP/first")" = "$(grep -c bm "$TMP/belarusian")" ]
report $? 'a line for each position'
feed bench --hash 1 --suite - --nodes 500 <"$TMP/belarusian"
lines "$TMP/out" | cmp -s - "$TMP/first"
report $? 'the same again, from the input'
suite "$TMP/three" "$TMP/belarusian" --nodes 500
lines "$TMP/out" | tail -n +4 | cmp -s - "$TMP/first"
report $? 'positions do not depend on their neighbours'
has "^$TMP/three: [0-9]/3 solved, [0-9]+ nodes to solution \(geometric mean [0-9]+\), [0-9.]+ s$" \
    'the total of a file'
count_is 2 ' nodes to solution ' 'the totals of two files'

# --- JSON
suite "$TMP/three" "$TMP/missed" --nodes 5000 --json
expect 0 out '"type":"position","file":".*","line":2,"id":"mate","game":"belarusian",' 'JSON'
is_json 'JSON is valid'
has '"id":null,"game":"bashni",.*"bm":\["f8d6g3e1"\],"best":"f8d6g3e1","solved":true,"found":{"depth":' \
    'JSON: solved'
has '"id":"blunder",.*"best":"[a-i1-9]+","solved":false,"depth":' 'JSON: missed, nothing found'
count_is 2 '"type":"file"' 'JSON: totals of two files'
has '"type":"total","solved":3,"positions":4,"nodes_to_solution":[0-9]+,"mean_nodes_to_solution":[0-9]+,"time_to_solution":[0-9.]+,"nodes":[0-9]+,"time":[0-9.]+,"complete":true}$' \
    'JSON: total'

# --- faults: all of them named, nothing searched
cat >"$TMP/bad" <<END
$mate ;bm a8d5
$mate
$mate ;bm a8d9
$mate ;bm a8d5,xyz
nonsense ;bm a8d5
$mate ;set=chess ;bm a8d5
$mate ;bm ,
$tamerlane ;set=tamerlane ;setup=nowhere ;bm i2j1
END
suite "$TMP/bad"
expect 2 err 'bad, line 2: there is no best move' 'no bm'
for fault in "line 3: best move 'a8d9' is not legal here" "line 4: best move 'xyz' is not legal here" \
    'line 5, byte [0-9]+: ' "line 6: there is no rule set or option 'chess'" \
    'line 7: there is no best move' "line 8: there is no rule set or option 'setup=nowhere'"; do
    grep -Eq "bad, $fault" "$TMP/err"
    report $? "bad line: $fault"
done
[ ! -s "$TMP/out" ]
report $? 'nothing is searched'
: >"$TMP/empty"
suite "$TMP/empty"
expect 2 err 'empty: there are no positions' 'an empty file'
suite "$TMP/three" "$TMP/missing"
expect 3 err 'missing: No such file' 'a missing file'
suite "$TMP"
expect 3 err 'Is a directory' 'a directory'
while read -r message arguments; do
    # shellcheck disable=SC2086
    run bench $arguments
    expect 2 err "$message" "refused: bench $arguments"
done <<'END'
excludes.--mine --suite x --mine y
need.--suite --json
need.--suite --time 1
needs.--suite.or.--mine --nodes 5
need.--mine --suite x --margin 100
need.--mine --shallow 100
need.--suite --mine x --json
--mine.excludes --mine x --depth 3
out.of.range --suite x --nodes 0
out.of.range --mine x --count 0
END

# --- Ctrl-C: the totals so far
printf '%s ;bm a8d5\n%s ;bm e2e4\n' "$mate" "$start" >"$TMP/long"
"$CITADEL" bench --suite "$TMP/long" --nodes 100000000000 >"$TMP/out" 2>"$TMP/err" &
interrupt_at '^  1/2 ' "$TMP/out"
expect 4 out '^solved: 1/1$' 'Ctrl-C'

# --- mining: reproducible, and what it writes is a suite that the deep search solves
mine() {
    run bench --mine "$TMP/games" --shallow 30 --nodes 2000 --hash 1 "$@"
}
run selfplay --game bashni --games 8 --nodes 30 --seed 3 --out "$TMP/games"
mine
expect 0 out '^# citadel bench --mine FILE --count 100 --skip 0 --shallow 30 --nodes 2000 --margin 150 --hash 1$' \
    'mining: the heading'
has '^# .*game=bashni .*seed=3 ' 'mining: the heading names the games'
has '^[WB]:.* ;set=bashni ;bm [a-h1-8]+ ;id bashni-[0-9]+-[0-9]+ ;c0 .*, else .*, shallow [a-h1-8]+$' \
    'mining: a position'
grep ';bm' "$TMP/out" >"$TMP/mined"
found=$(grep -c . "$TMP/mined")
[ "$found" -ge 2 ]
report $? "mining: more than one ($found)"
[ "$(grep -o 'id bashni-[0-9]*' "$TMP/mined" | sort -u | grep -c .)" = "$found" ]
report $? 'mining: one of a game'
mine
grep ';bm' "$TMP/out" | cmp -s - "$TMP/mined"
report $? 'mining: twice the same'
suite "$TMP/mined" --nodes 2000
expect 0 out "^solved: $found/$found\$" 'mining: the deep search solves all'
suite "$TMP/mined" --nodes 30
expect 0 out "^solved: 0/$found\$" 'mining: the shallow one none'
mine --count 1
grep ';bm' "$TMP/out" >"$TMP/some"
head -n 1 "$TMP/mined" | cmp -s - "$TMP/some"
report $? 'mining: --count'
first=$(sed -n '1s/.*id bashni-\([0-9]*\)-.*/\1/p' "$TMP/mined")
mine --skip $((first + 1))
grep ';bm' "$TMP/out" >"$TMP/some"
tail -n +2 "$TMP/mined" | cmp -s - "$TMP/some"
report $? 'mining: --skip'
run bench --mine "$TMP/three"
expect 2 err 'three.*no data file of citadel selfplay' 'mining: not a file of games'
[ ! -s "$TMP/out" ]
report $? 'mining: not a file of games, no output'
run bench --mine "$TMP/missing"
expect 3 err 'missing: No such file' 'mining: a missing file'
"$CITADEL" bench --mine "$TMP/games" --shallow 1000000000 >"$TMP/out" 2>"$TMP/err" &
interrupt_at '^# game=' "$TMP/out"
expect 4 err 'interrupted: --skip 0 goes on' 'mining: Ctrl-C'

# --- the suites of bench/tactics
for game in belarusian tamerlane bashni; do
    suite "bench/tactics/$game.epd" --depth 1
    expect 0 out '^solved: ' "bench/tactics/$game.epd is valid"
    grep -o ';id [^ ]*' "bench/tactics/$game.epd" | sort | uniq -d >"$TMP/twice"
    [ ! -s "$TMP/twice" ]
    report $? "bench/tactics/$game.epd: no id twice"
done
finish
