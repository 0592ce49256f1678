#!/bin/sh
# The Hub dialogue: introduction, parameters, positions, levels, the order of answers, bad input,
# and a whole game of the engine against itself in which the rules judge every move.
. "$(dirname "$0")/tap.inc"

# dialogue LINE...: what one run answers to these lines after the word hub.
dialogue() {
    printf '%s\n' hub "$@" >"$TMP/commands"
    feed uci <"$TMP/commands"
}

# --- introduction
feed <<'END'
hub
init
END
expect 0 out '^id name=Citadel version=[0-9.]+ author=".+" country=' 'hub: id'
has '^param name=variant value=bashni type=enum values="bashni"$' 'hub: the variant'
has '^param name=hash value=64 type=int min=1 max=[0-9]+$' 'hub: hash'
has '^param name=threads value=1 type=int min=1 max=256$' 'hub: threads'
has '^param name=move-overhead value=0.010 type=real min=0 max=10$' 'hub: move-overhead'
[ "$(tail -n 2 "$TMP/out")" = 'wait
ready' ]
report $? 'hub: wait; init: ready; the end of the input ends the program'
dialogue '' '   ' stop ponder-hit wait 'frobnicate a=b "' 'init frobnicate=now' quit ping
count_is 1 '^ready$' 'arguments that are not known are ignored'
has_not 'error|pong' 'words that are not known are ignored; nothing after quit'
printf 'hub\r\nping\r\n\tpos\tmoves = "c3-b4"\t\r\nlevel  depth = 1\r\ngo think\r\nwait\r\n' \
    >"$TMP/commands"
feed uci <"$TMP/commands"
expect 0 out '^done move=[a-h][1-8]' 'blanks, tabs and CRLF'
has '^pong$' 'ping'
has_not '^error' 'blanks round the equals sign'
printf 'setoption name MultiPV value 3\nsetoption name Hash value 8\ngo infinite\nhub\npos\n' \
    >"$TMP/commands"
printf 'level depth=3\ngo think\nwait\n' >>"$TMP/commands"
feed uci <"$TMP/commands"
count_is 1 '^bestmove' 'hub ends a search of UCI'
has '^param name=hash value=64 ' 'hub begins with initial values'
count_is 1 '^info depth=2 ' 'hub has one line'

# --- parameters
dialogue 'set-param name=hash value=8' 'set-param name=threads value=2' \
    'set-param name=variant value=bashni' 'set-param name=move-overhead value=0.25' hub new-game \
    'level nodes=2000' 'go think' wait
expect 0 out '^done move=' 'parameters'
has '^param name=hash value=8 ' 'hash is kept'
has '^param name=move-overhead value=0.250 ' 'move-overhead is kept'
has_not '^error' 'parameters: no complaint'
while IFS='|' read -r line message; do
    dialogue "$line" hub ping
    expect 0 out "^error message=\"$message" "refused: $line"
    has '^param name=hash value=64 ' "unchanged: $line"
    has '^pong$' "goes on: $line"
done <<'END'
set-param|set-param: name= is missing
set-param name=hash|set-param: value= is missing
set-param name=book value=true|set-param: there is no parameter 'book'
set-param name=variant value=frisian|set-param variant: there is only bashni
set-param name=hash value=0|set-param hash: '0' is not a whole number from 1
set-param name=hash value=1e3|set-param hash: '1e3' is not
set-param name=hash value=33554432|set-param hash: not changed
set-param name=threads value=257|set-param threads: '257' is not
set-param name=threads value=""|set-param threads: '' is not
set-param name=move-overhead value=-1|set-param move-overhead: '-1' is not a time
set-param name="hash value=3|set-param: a closing quotation mark is missing
set-param name= value=3|set-param: a value with special characters
set-param name=hash value=|set-param: a value is missing
set-param =3|set-param: a name is missing
set-param "3"|set-param: a name is missing
END

# --- positions: the move that is found shows which one is set
only='W:WKc1(bbbb),f4(www),d6(wwwww):BKa1(BbBbBW),b2(b)' # only c1:a3
dialogue "pos pos=\"$only\"" 'level depth=2' 'go think' wait \
    "pos pos=$only moves=\"c1a3\"" 'level depth=1' 'go think' wait
expect 0 out '^done move=c1:a3' 'pos, quoted'
count_is 2 '^done move=' 'pos, without quotation marks, and a move'
for moves in 'c3-b4 b6-c5 b4-a5 a7-b6 b2-c3 c5-b4' 'c3b4 b6c5 b4a5 a7b6 b2c3 c5b4'; do
    for move in 'a3:c5:a7' 'a3xc5xa7' 'a3c5a7' 'a3xa7' 'a3a7'; do
        dialogue "pos moves=\"$moves $move c7-b6 a5:c7:e5\"" 'level depth=1' 'go think' wait
        expect 0 out '^done move=f6:d4:b2' "move in the form $move"
    done
done
while IFS='|' read -r line message; do
    dialogue "pos pos=\"$only\"" "$line" 'level depth=1' 'go think' wait
    expect 0 out "^error message=\"$message" "refused: $line"
    has '^done move=c1:a3' "unchanged: $line"
done <<'END'
pos pos=W:Wa3:Bb9|pos: byte 7 of the position: this is not a dark square
pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww|pos: byte 1 of the position: a colon is expected
pos pos=""|pos: byte 0 of the position
pos moves="c3-b4 b6-b5"|pos: move 2, 'b6-b5', is not legal
pos moves="c3-b4 c3-b4"|pos: move 2, 'c3-b4', is not legal
pos moves="11-15"|pos: move 1, '11-15', is not legal
pos pos="W:Wa3|pos: a closing quotation mark is missing
END
dialogue 'pos pos=W:Wa3:Bb4,c5' 'level depth=4' 'go think' wait 'pos pos=W:W:Bb4,c5' \
    'go analyze' stop
count_is 2 '^done$' 'no move to play: done without a move'
has ' score=-(100\.00|99\.99)$' 'no move to play: it is lost'

# --- scores
dialogue 'pos pos=W:Wc3:Bd4' 'level depth=4' 'go think' wait 'pos pos=B:Wc3,e3:Bb6' \
    'level depth=10' 'go think' wait
real='[0-9]+\.[0-9]{3}'
expect 0 out "^info depth=[0-9]+ nodes=[0-9]+ time=$real nps=$real score=99\.9[0-9] pv=\"c3:e5\"\$" \
    'a won position is worth nearly a hundred men'
dialogue pos 'level depth=5' 'go think' wait
has '^info depth=5 nodes=[0-9]+ .* score=-?[0-9]\.[0-9]{2} pv="([a-h][1-8][-:][-:a-h1-8]+ ?)+"$' \
    'the score in men, the line in game notation'
has '^done move=[a-h][1-8]-[a-h][1-8] ponder=[a-h][1-8][-:]' 'done with the move to ponder on'

# --- levels
for level in 'depth=3' 'nodes=500' 'nodes=1' 'move-time=0.05' 'move-time=0' 'time=0.3' 'time=0' \
    'time=-1.5' 'moves=5 time=0.5' 'time=0.2 inc=0.05' 'depth=1000 nodes=100' \
    'depth=2 nodes=99999999 move-time=100 frobnicate=1 ponder'; do
    dialogue pos "level $level" 'go think' wait
    expect 0 out '^done move=[a-h][1-8]-' "level $level"
    has_not '^error' "level $level: no complaint"
done
dialogue pos 'level depth=2' 'level nodes=100000' 'go think' wait
expect 0 out '^info depth=2 ' 'levels in two lines'
has_not '^info depth=3 ' 'levels in two lines hold together'
dialogue pos 'level depth=2' 'go think' wait 'level nodes=2000' 'go think' wait
has '^info depth=3 ' 'a level ends with its go'
for level in 'depth=x' 'depth=0' 'depth=-1' 'depth' 'nodes=0' 'nodes=1e5' 'move-time=x' \
    'move-time=1.2.3' 'move-time=5ms' 'time=' 'time=1s' 'inc=1' 'moves=3' 'moves=0 time=3'; do
    dialogue pos 'level depth=1' "level $level" 'go think' wait
    expect 0 out '^error message="level' "refused: level $level"
    has '^done move=' "unchanged: level $level"
done
dialogue pos go 'go frobnicate' 'go analyse'
count_is 3 '^error message="go: one of think' 'go without a mode'

# --- the order of answers
uci_start
tell hub pos 'go analyze'
await '^info depth=3 '
tell ping
await '^pong$'
has_not '^done' 'go analyze: no done by itself'
tell 'set-param name=hash value=2' 'go think' 'new-game' wait 'level depth=3' pos ping
await '^pong$' 2
count_is 3 '^error message="(set-param|go|new-game): busy' 'busy while searching'
has '^error message="wait: this search ends by stop only"$' 'wait would never end'
has_not '^done' 'go analyze: still none'
tell stop stop ping
await '^done move='
report $? 'stop: done'
await '^pong$' 3
count_is 1 '^done' 'two stops: one done'
tell "pos pos=\"$only\"" 'level depth=1 nodes=10' 'go analyze' ping
await '^pong$' 4
sleep 0.2
count_is 1 '^done' 'go analyze with everything found: silent'
tell stop
await '^done' 2
report $? 'go analyze with everything found: done after stop'
tell pos 'level time=0.2' 'go ponder' ping
await '^pong$' 5
sleep 0.3
count_is 2 '^done' 'go ponder: silent although the time is over'
tell ponder-hit
await '^done' 3
report $? 'ponder-hit: done'
tell pos 'level time=10' 'go ponder' stop ping
await '^pong$' 6
count_is 4 '^done' 'stop while pondering: done'
tell 'go think' quit
uci_end
expect 0 out '' 'quit while searching'
uci_start
tell hub pos 'go think'
await '^info depth=2 '
uci_end
expect 0 out '^done move=' 'end of the input while searching'

# --- a whole game: two engines in turn, judged by `citadel moves`
play_game() {
    line=
    plies=0
    verdict=none
    while [ "$verdict" = none ] && [ "$plies" -lt 400 ]; do
        nodes=$((200 + plies % 2 * 300))
        dialogue "pos moves=\"$line\"" "level nodes=$nodes" 'go think' wait
        move=$(sed -n 's/^done move=\([^ ]*\).*/\1/p' "$TMP/out")
        # shellcheck disable=SC2086 # a move is a word
        run moves --game bashni ${line:+--moves} $line
        engine_move=$(printf '%s' "$move" | tr -d ':-')
        grep -qx -e "${engine_move:-none}" "$TMP/out" || return 1
        line="${line:+$line }$move"
        plies=$((plies + 1))
        # shellcheck disable=SC2086
        run moves --game bashni --moves $line
        verdict=$(sed -n 's/^result: //p' "$TMP/out")
    done
    [ "$verdict" != none ]
}
play_game
report $? "a whole game, all moves legal"
echo "# $plies plies, $verdict: $line"
# shellcheck disable=SC2086
run show --game bashni --moves $line --as-pdn
expect 0 out '^\[Variant "Bashni"\]$' 'the game as PDN'
cp "$TMP/out" "$TMP/game.pdn"
run show --pdn "$TMP/game.pdn"
expect 0 out "^moves: $plies$" 'the game read back: its length'
has "^result: $verdict$" 'the game read back: its result'
finish
