#!/bin/sh
# The CECP dialogue: features, variants, moves of all games, targets, analysis, clocks, results, bad
# input, and games of the engine against itself.
. "$(dirname "$0")/tap.inc"

# dialogue LINE...: what one run answers to these lines.
dialogue() {
    printf '%s\n' "$@" >"$TMP/commands"
    feed xboard <"$TMP/commands"
}

# --- introduction
dialogue 'protover 2' 'accepted done' 'rejected exclude' random 'ping 7' quit 'ping 8'
expect 0 out '^feature done=1$' 'features'
[ "$(head -n 1 "$TMP/out")" = 'feature done=0' ]
report $? 'the first word comes before all work'
for feature in ping setboard usermove analyze highlight exclude memory smp debug; do
    has "^feature .*\\b$feature=1\\b" "feature $feature"
done
for feature in colors sigint sigterm san nps; do
    has "^feature .*\\b$feature=0\\b" "no feature $feature"
done
has 'variants="belarusian,belarusian-original,belarusian-noble,tamerlane"' 'variants'
has '^feature option="MultiPV -spin 1 1 32"$' 'option MultiPV'
has '^feature option="Setup -combo \*masculine /// reflected /// feminine /// third"$' 'option Setup'
has '^pong 7$' 'ping'
has_not 'pong 8|^Error' 'nothing after quit, no complaint'
printf 'xboard\r\nprotover 2\r\n\tping   5 \r\n' >"$TMP/commands"
feed uci <"$TMP/commands"
expect 0 out '^pong 5$' 'the word xboard in a dialogue of UCI; CRLF and blanks'
printf 'setoption name MultiPV value 3\ngo infinite\nxboard\npost\nsd 3\ngo\nwait\n' \
    >"$TMP/commands"
feed <"$TMP/commands"
expect 0 out '^move [a-i][1-9]' 'xboard ends a search of UCI'
count_is 1 '^2 .*	' 'and begins with one line'

# --- variants
dialogue 'variant belarusian'
has '^setup \(RVMLG\.\.\.\.\.KArvmlg\.\.\.\.\.ka\) 9x9\+0_fairy lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w KQkq - 0 1$' \
    'setup of Belarusian chess'
has '^piece A& ' 'its pieces'
for variant in belarusian-original belarusian-noble 9x9+0_belarusian; do
    dialogue "variant $variant"
    has ' 9x9\+0_fairy lvmgakvml/' "setup of $variant"
done
dialogue 'variant tamerlane'
has " 13x10\\+0_fairy \\*e1c1d1d1c1e\\*/1rntgwkfgtnr\\*/\\*r'n't'g'w'k'f'e'c'd'p\\*/.* w - - 0 1\$" \
    'setup of Tamerlane chess'
dialogue 'option Setup=third' 'variant tamerlane'
has '/\*RNDTGK.GTDNR1/\*E1C1FKW1C1E\* w' 'setup of another array'
for variant in chess bashni '' '9x9+0_'; do
    dialogue "variant $variant" 'sd 1' go wait
    has '^Error \(unknown variant, there are belarusian,' "no variant '$variant'"
    has '^move ' "goes on after variant '$variant'"
done

# --- moves, both ways; a man's targets
while IFS='|' read -r variant position text answer; do
    dialogue "variant $variant" force "setboard $position" "usermove $text" undo "$text" 'ping 1'
    has_not '^(Illegal|Error|telluser)' "$variant: $text"
    [ -z "$answer" ] && continue
    dialogue "variant $variant" "setboard $position" 'sd 1' go wait
    has "^move $answer\$" "$variant: only move $answer"
done <<'END'
belarusian|a7k/9/9/9/9/3l5/9/K8/9 w - 0 2|a2a1,a1a2a|a1a2a
belarusian|a7k/9/9/9/9/3l5/9/K8/9 w - 0 2|a2a2a|
belarusian|8k/9/9/9/9/9/9/9/A7K b - - 0 2|i9i9,h8j8|h8i9a|
belarusian|4a4/9/9/9/9/9/9/9/L3A3L w KQ - 0 1|e1h1|
belarusian-noble|a7k/9/9/9/9/4R4/9/9/A7K w - - 0 1|e4e5|
belarusian-original|a7k/9/9/9/9/4K4/1A7/9/9 w - - 0 1|e4e5|
tamerlane|k10/11/11/11/11/11/11/11/10A/10r w -- - 0 1|l1m1|
tamerlane|2.P7k/11/11/5n1t3/6.r4/11/11/11/11/K10 w -- - 0 1|d9h5h|d9h5h
tamerlane|4r5k/3.X7/11/11/11/11/11/5N5/11/K10 w -- - 0 1|e8f9,f9g2y|
tamerlane|2.P7k/5r5/11/11/11/N10/7.R3/11/11/5K5 w -- S 0 1|b4b3,b3b4k|
tamerlane|2.P7k/5r5/11/11/11/N10/7.R3/11/11/5K5 w -- S 0 1|g0b4|
tamerlane|11/11/K10/1S9/11/4r6/11/11/11/9k1 w -- C 0 1|b7a8s|
END
dialogue 'lift e2' 'lift e3' 'lift z9' 'lift' 'hover e4' 'put e4'
has '^highlight 9/9/9/9/9/4Y4/4Y4/9/9$' 'lift: quiet targets'
count_is 2 '^highlight ' 'lift: an empty square has none, no square no answer'
dialogue 'setboard a7k/9/9/9/9/4r4/3R1R3/9/A7K w - - 0 1' force 'lift d3'
has '^highlight 9/9/9/9/9/3YR4/9/9/9$' 'lift: a capture'
dialogue 'setboard 5a2k/1R7/9/9/9/9/9/9/LMVKA2VL w - - 0 1' force 'lift b8' 'put b9'
has '^highlight 1M7/9' 'lift: a choice'
has '^choice (GM|MG)$' 'put: the choice'
dialogue 'setboard a7k/9/9/9/9/3l5/9/K8/9 w - - 0 2' force 'lift a2' 'put a1' 'lift a1' 'put a2'
has '^highlight 9/9/9/9/9/9/9/9/C8$' 'lift: a move of two legs'
has '^highlight 9/9/9/9/9/9/9/B8/9$' 'lift: its second leg'
has '^choice A$' 'put: what the man becomes'
dialogue 'variant tamerlane' force \
    'setboard 2.P7k/5r5/11/11/11/N10/7.R3/11/11/5K5 w -- S 0 1' 'lift g0'
has '^highlight 13/13/13/13/13/1g11/8g4/13/5Y1Y5/5Y1Y5$' 'lift: with whom the shah changes places'
dialogue 'variant tamerlane' force 'setboard 11/11/K10/1S9/11/4r6/11/11/11/9k1 w -- C 0 1' \
    'lift b7' 'put a8'
has '^highlight 13/MYY10/' 'lift: the citadel, alone or by exchange'
has '^choice (KS|SK)$' 'put: who goes there'

# --- refusals; XBoard overlooks those that hold one of its words
dialogue 'usermove e2e5' 'usermove e7e5' 'usermove' 'usermove z9z9' 'e2e9' 'usermove e2e4e' 'ping 3'
count_is 6 '^Illegal move \(against the rules\): ' 'illegal moves'
has_not '^Illegal.*(name|rating|\?|result|board|bk|computer|variant|hint|random|depth|accepted)' \
    'refusals that XBoard understands'
has '^pong 3$' 'and on it goes'
dialogue 'setboard 9/9/9/9/9/9/9/9/9 w - - 0 1' 'usermove e2e4' 'sd 1' go 'ping 1' new 'usermove e2e4'
has '^tellusererror Illegal position: ' 'setboard: an illegal position'
count_is 1 '^Illegal move \(the position is not legal\): e2e4$' 'no move is legal there'
has '^pong 1$' 'and nothing is thought'
dialogue 'setboard' 'setboard x' 'setboard 9/9 w' 'setboard a7k/9/9/9/9/9/9/9/A7K x - - 0 1'
count_is 4 '^tellusererror Illegal position: ' 'setboard: texts that are none'
while read -r line; do
    dialogue "$line" 'ping 9' 'sd 1' go wait
    has '^Error \(' "refused: $line"
    has '^pong 9$' "goes on: $line"
    has '^move ' "plays: $line"
done <<'END'
frobnicate
edit
setscore 1 2
undo
remove
level
level 40
level 40 5
level x 5 0
level -1 5 0
level 40 5 -1
level 40 x 0
st
st x
st -3
st 0
sd
sd 0
sd x
sd 3 4
time
time x
otim
memory
memory 0
memory x
cores 0
cores x
option
option Frobnicate=3
option MultiPV=33
option MultiPV=x
option Setup=foo
exclude e2e5
exclude
include x
END

# --- undo, remove, force, go, playother
dialogue force 'usermove e2e4' 'usermove d8d6' undo undo 'usermove e2e4' 'usermove e8e6' 'sd 2' go wait
expect 0 out '^move ' 'undo and go'
has_not '^(Illegal|Error)' 'undo: the moves are legal again'
dialogue 'sd 2' 'usermove e2e4' wait remove 'usermove d2d4' wait
count_is 2 '^move ' 'remove'
dialogue force 'usermove e2e4' playother 'sd 2' 'usermove e8e6' wait
count_is 1 '^move ' 'playother'
dialogue 'level 0 60 0' 'usermove e2e4' 'usermove d2d4' '?'
has '^Illegal move \(it is not your turn\): d2d4$' 'a move out of turn'
dialogue 'variant tamerlane' force \
    'setboard 2.P7k/5r5/11/11/11/N10/7.R3/11/11/5K5 w -- S 0 1' 'usermove g0b4' 'usermove g8g7' \
    undo undo 'usermove b4c6' 'lift b4'
has_not '^Error' 'undo of a swap'

# --- thinking, hints, analysis
dialogue post 'sd 4' go wait nopost go wait
has '^4 -?[0-9]+ [0-9]+ [0-9]+ [0-9]+ [0-9]+ 0	[a-i][1-9]' 'thinking'
count_is 1 '^4 .*	' 'nopost'
dialogue post 'setboard 9/9/3g1A3/3RMR3/3mK4/3V1a3/9/9/6k2 w - - 0 1' 'sd 8' go wait
has '^[0-9]+ 100004 ' 'a win is 100000 and the moves to it'
dialogue 'sd 3' 'usermove e2e4' wait hint
has '^Hint: [a-i][1-9][a-i][1-9]$' 'hint: the expected reply'
dialogue force hint wait hint bk
has '^Hint: [a-i][1-9]' 'hint: out of nothing'
has '^ There is no opening book\.$' 'bk'
uci_start
tell xboard post 'option MultiPV=2' analyze
await '^3 .*	'
report $? 'analysis'
tell . 'usermove e2e4' . exit
await '^stat01: [0-9]+ [0-9]+ [0-9]+ [0-9]+ [0-9]+' 2
report $? 'status of the analysis'
tell 'ping 1'
await '^pong 1$'
has_not '^move ' 'analysis makes no move'
: >"$TMP/out"
tell new 'exclude all' 'include e2e4' analyze
await '^2 .*	'
has_not '	[a-df-i]' 'only included moves'
count_is 1 '^2 .*	' 'one move, one line'
tell 'exclude e2e4' 'ping 2'
await '^pong 2$'
: >"$TMP/out"
tell 'include all' 'exclude e2e4'
await '^3 .*	'
has_not '	e2e4' 'an excluded move'
tell exit 'ping 3'
await '^pong 3$'
: >"$TMP/out"
tell analyze
await '^1 .*	'
tell 'usermove d2d4' undo new 'variant tamerlane' 'memory 2' 'cores 2' 'option MultiPV=3' 'ping 4'
await '^pong 4$'
tell quit
uci_end
expect 0 out '^setup' 'analysis goes on over commands'
has_not '^(move|Error|1-0|0-1)' 'and makes neither moves nor errors'

# --- time
for level in 'level 40 0:02 0' 'level 0 0:01 0' 'level 0 0:00 0.1' 'level 5 0 1' 'st 0.1' 'st 1'; do
    dialogue "$level" 'time 50' 'otim 50' go wait 'time -3' 'otim 100' 'usermove e8e6' wait
    has '^move ' "$level"
done
# A clock a second behind ours: as much is kept back from the next move.
dialogue 'level 0 1 0' 'sd 3' 'time 6000' go wait 'time 5890' new 'st 1.4' post go wait
count_is 2 '^move ' 'lag: a move all the same'
has_not '^[1-9][0-9] .*	' 'lag: learnt from the clock'
uci_start
tell xboard 'level 0 60 0' 'usermove e2e4' 'ping 1'
sleep 0.3
has_not '^(move|pong)' 'no pong before the move'
tell '?'
await '^pong 1$'
report $? 'move now'
[ "$(tail -n 2 "$TMP/out" | sed 's/ .*//' | tr '\n' ' ')" = 'move pong ' ]
report $? 'first the move, then the pong'
tell hard post 'usermove f2f4' 'ping 2'
await '^4 .*	[a-i1-9]+ [a-i]'
tell nopost '?'
await '^Hint: '
report $? 'pondering: the expected reply is told'
tell 'ping 3'
await '^pong 3$'
report $? 'pondering: ping is answered'
expected=$(sed -n 's/^Hint: //p' "$TMP/out" | tail -n 1)
tell 'time 300' 'otim 300' "usermove $expected"
await '^move ' 3
report $? 'pondering: the expected reply'
tell 'easy' 'ping 4' 'usermove a2a3' 'usermove a2a4' 'usermove b2b3' 'ping 5' '?' quit
uci_end
has_not '^Error' 'pondering: no complaint'

# --- results
dialogue "setboard 4a3k/l8/9/9/4A4/9/9/9/K8 b - - 0 1" playother 'usermove a8a1' wait
has '^1-0 \{White wins by throne\}$' 'we win by the throne'
dialogue computer "setboard 4a3k/l8/9/9/4A4/9/9/9/K8 b - - 0 1" playother 'usermove a8a1' wait
has_not '^(1-0|0-1|move)' 'in a match the winner waits'
dialogue computer 'setboard 4a4/9/9/9/4A4/9/9/9/7k1 b - - 0 2' 'sd 1' go wait
has '^1-0 \{White wins by throne\}$' 'in a match the loser concedes'
dialogue force 'setboard 4a3k/l8/9/9/4A4/9/9/9/K8 b - - 0 1' 'usermove a8a1'
has_not '^1-0' 'no claims when nobody plays'
dialogue 'setboard a7k/9/9/9/9/3R5/9/9/A7K w - - 99 80' 'sd 1' go wait
has '^1/2-1/2 \{' 'a draw by the counter'
dialogue computer 'setboard a7k/9/9/9/9/3R5/9/9/A7K w - - 99 80' 'sd 1' go wait
has '^offer draw$' 'in a match draws are offered'
[ "$(tail -n 2 "$TMP/out" | head -n 1)" = 'offer draw' ]
report $? 'before the move'
dialogue 'variant tamerlane' 'setboard 11/K10/11/11/11/11/11/11/11/9k1 w -- - 0 1' playother \
    'usermove b8a8'
has '^1/2-1/2 \{citadel\}$' 'a draw in the citadel'
dialogue 'setboard ka7/9/9/9/9/9/9/9/A7K w - - 0 1' 'sd 2' go wait draw
has '^(offer draw|move)' 'draw offers'

# --- games of the engine against itself: each of its moves is taken back as XBoard passes it on
# play_game VARIANT SETUP PLIES
play_game() {
    count=0
    : >"$TMP/game"
    while [ "$count" -lt "$3" ]; do
        {
            printf 'option Setup=%s\nvariant %s\nforce\n' "$2" "$1"
            cat "$TMP/game"
            printf 'sd %d\ngo\nwait\n' $((1 + count % 3))
        } >"$TMP/commands"
        feed xboard <"$TMP/commands"
        grep -Eq '^(Illegal|Error|telluser)' "$TMP/out" && return 1
        move=$(sed -n 's/^move //p' "$TMP/out" | tr -d '\n')
        [ -n "$move" ] || return 1
        echo "usermove $move" >>"$TMP/game"
        count=$((count + 1))
        ! grep -Eq '^(1-0|0-1|1/2)' "$TMP/out" || break
    done
}
plies=24
[ "${CITADEL_FAST:-0}" = 0 ] || plies=6
for variant in belarusian belarusian-original belarusian-noble; do
    play_game $variant masculine $plies
    report $? "a game of $variant"
done
for setup in masculine reflected feminine third; do
    play_game tamerlane $setup $((plies / 2))
    report $? "a game of tamerlane, $setup"
done

# --- openings for matches in XBoard, and how they get there
for game in belarusian tamerlane; do
    openings=tools/positions/$game.xboard
    {
        printf 'variant %s\nforce\n' $game
        sed 's/^/setboard /' $openings
    } >"$TMP/commands"
    feed xboard <"$TMP/commands"
    has_not '^(Error|telluser)' "$game: the openings are legal"
    [ "$(sort -u $openings | wc -l)" = "$(grep -c ' w ' $openings)" ]
    report $? "$game: they differ, and White moves"
done
printf 'new\nvariant tamerlane\n%s\nforce\nvariant tamerlane\nsd 1\ngo\nwait\n' computer \
    >"$TMP/commands"
status=0
CITADEL=$CITADEL timeout -k 5 "$LIMIT" sh tools/xboard_match.sh --engine "$TMP" $openings \
    <"$TMP/commands" >"$TMP/out" 2>"$TMP/err" || status=$?
expect 0 out '^move [a-m][0-9]' 'a match: the first engine'
sed -n 's/^setup ([^ ]*) 13x10+0_fairy //p' "$TMP/out" >"$TMP/setups"
head -n 2 $openings | cmp - "$TMP/setups" >>"$TMP/err" 2>&1
report $? 'a match: the openings are called its start'

# --- odds and ends
dialogue "$(head -c 20000 /dev/zero | tr '\0' 'x')" 'ping 1'
has '^pong 1$' 'a long line'
printf 'ping 1\nusermove e2\0e4\nping 2' >"$TMP/commands"
feed xboard <"$TMP/commands"
expect 0 out '^pong 2$' 'a zero byte, and a last line without its end'
uci_start
tell xboard 'level 0 60 0' post go
await '^3 '
uci_end
expect 0 out '' 'end of the input while thinking'
if [ -w /dev/full ]; then
    status=0
    timeout -k 5 "$LIMIT" "$CITADEL" xboard >/dev/full 2>"$TMP/err" </dev/null || status=$?
    expect 3 err 'cannot write' 'full disk'
fi
finish
