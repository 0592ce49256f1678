#!/bin/sh
# The game in the terminal: moves in both notations, commands, files, results, ends of all kinds.
. "$(dirname "$0")/tap.inc"

# play OPTIONS -- LINE...: one run with these lines as input.
play() {
    : >"$TMP/options"
    while [ "$1" != -- ]; do
        printf '%s\n' "$1" >>"$TMP/options"
        shift
    done
    shift
    if [ $# -gt 0 ]; then printf '%s\n' "$@"; fi >"$TMP/commands"
    # Options hold blanks, so they come one a line.
    set --
    while IFS= read -r option; do set -- "$@" "$option"; done <"$TMP/options"
    feed play "$@" <"$TMP/commands"
}

# --- a game with all commands
play --level 1 -- e2e4 hint undo d2-d4 moves fen board help quit 'never read'
expect 0 out '^White plays e2-e4$' 'a move in engine notation'
has '^Black plays .*   [-+][0-9]+\.[0-9][0-9]$' 'the answer with its score'
has '^Hint: ' 'hint'
has '^White plays d2-d4$' 'a move in notation for people'
has '^[0-9]+ legal moves$' 'moves'
has '^lvmgakvml/.*/3R5/' 'fen'
has '^  undo \[N\]  +take your last move back' 'help'
has_not 'never read|neither' 'nothing after quit'
has_not '> ' 'no prompt in a script'
has_not "$(printf '\033')" 'no escape sequences in a script'
play --level 1 -- e2e4
expect 0 out '^Black plays' 'the end of the input'
play --level 1 --
expect 0 out '^  9  l v m g a k v m l' 'an empty input: the board'

# --- all three games, both notations
while IFS='|' read -r game engine human; do
    play --game "$game" --level 1 -- "$engine"
    cp "$TMP/out" "$TMP/first"
    expect 0 out '^Black plays ' "$game: $engine"
    play --game "$game" --level 1 -- "$human"
    cmp -s "$TMP/out" "$TMP/first"
    report $? "$game: $human is the same"
done <<'END'
belarusian|c1d3|Vc1-d3
belarusian-original|e2e4|e2-e4
belarusian-noble|h1g3|Vh1-g3
tamerlane|f2f1|Kf2-f1
tamerlane|f3f4|.Kf3-f4
bashni|c3b4|c3-b4
END
play --game tamerlane --side both --fen '2.P7k/11/11/5n1t3/6.r4/11/11/11/11/K10 w -- - 0 1' -- .Pc10x@g6
expect 0 out '\.Pc10x?@g6' 'tamerlane: a relocation'
play --side both --fen 'a7k/9/9/9/9/3l5/9/K8/9 w - 0 2' -- 'Ka2K=A' a2a2a
has '^White plays .*\(a2a2a\)$' 'belarusian: a coronation'
play --game bashni --side both --moves c3b4 b6c5 b4a5 a7b6 b2c3 c5b4 -- a3xc5xa7
expect 0 out '^White plays a3:c5:a7' 'bashni: a capture with crosses'

# --- refused input changes nothing
for line in e2e5 xyzzy 'undo' 'undo 0' 'undo x' 'undo 99' 'level' 'level 0' 'level 11' 'level x' \
    save load 'load /no/such/file' 'save /no/such/folder/file' 'new chess' 'analyse x' 'analyse 0' \
    'analyse -1' "$(head -c 5000 /dev/zero | tr '\0' 'y')"; do
    play --level 1 -- "$line" fen
    expect 0 out '^lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1$' "refused: $(printf '%.30s' "$line")"
done
has 'is neither a legal move here nor a command' 'what is neither move nor command'

# --- sides, levels, take back
play --side black --level 1 -- fen quit
has '^White plays ' 'the engine begins if the user is Black'
play --level 1 -- switch fen
has '^Citadel plays White\.$' 'switch'
has '^White plays ' 'after switch it moves'
play --side both -- e2e4 e8e6 undo fen 'undo 1' fen
count_is 0 '^Citadel|plays.*[-+][0-9]\.' 'both: the engine makes no move'
has '^lvmgakvml/rrrrrrrrr/9/9/9/4R4/9/RRRR1RRRR/LMVKAGMVL b AIai 1 1$' 'both: undo takes one move back'
has '^lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1$' 'and another one'
play --level 1 -- e2e4 d2d4 undo undo fen
has '^lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1$' 'undo goes back to the own turn'
play --level 1 -- 'level 2' e2e4 'analyse 0.1'
has '^Level 2\.$' 'level'
has '^[-+]?.*   depth [0-9]+   ' 'analyse'
has '^Scores are for White, in men\.$' 'whose scores'
echo e2e4 >"$TMP/e2e4"
for limit in '--nodes 500' '--movetime 50ms' '--level 3' '--nodes 100 --movetime 1'; do
    # shellcheck disable=SC2086 # words on purpose
    feed play $limit <"$TMP/e2e4"
    expect 0 out '^Black plays ' "$limit"
done

# --- results by the rules
play --side both --fen '4a3k/l8/9/9/4A4/9/9/9/K8 b - 0 1' -- a8a1 e5e6 undo fen
has '^White wins \(throne\)\.$' 'a win by the throne'
has '^the game is over; undo, new or load go on$' 'no move after the end'
has '^4a3k/l8/9/9/4A4/9/9/9/K8 b - 0 1$' 'undo after the end'
play --side both --fen 'a7k/9/9/9/9/3R5/9/9/A7K w - 99 80' -- d4d5
has '^The game is drawn \(' 'a draw by the counter'
play --game tamerlane --side both --fen '11/K10/11/11/11/11/11/11/11/9k1 w -- - 0 1' -- a9z9
has '^The game is drawn \(citadel\)\.$' 'a draw in the citadel'
play --game bashni --side both --fen 'W:Wc3:Bd4' -- c3e5
has '^White wins \(' 'bashni: no man left'
play --fen '4a3k/9/9/9/4A4/9/9/9/l8 w - 0 2' -- hint 'analyse 1' switch
expect 0 out '^White wins \(throne\)\.$' 'a game that is over at once'
for game in belarusian tamerlane bashni; do
    play --game $game --side none --nodes 60 --save "$TMP/self" --
    expect 0 out '(wins \(|is drawn \()' "$game: against itself to the end"
    plies=$(grep -Ec '^(White|Black) plays' "$TMP/out")
    result=$(grep -E '(wins|is drawn) \(' "$TMP/out")
    play --load "$TMP/self" --side both -- fen
    expect 0 out 'wins|drawn' "$game: the game read back"
    has "^$(printf '%s' "$result" | sed 's/[().]/\\&/g')\$" "$game: with its result"
    [ "$plies" -gt 4 ]
    report $? "$game: $plies plies"
    [ "${CITADEL_FAST:-0}" = 0 ] || break
done

# --- files
for game in belarusian-noble tamerlane bashni; do
    play --game $game --side both -- "save $TMP/a game" 'fen'
    expect 0 out '^Saved to .*a game\.$' "$game: save, a name with a blank"
    first=$(run moves --game $game && head -n 1 "$TMP/out")
    play --game $game --side both -- "$first" "save $TMP/one" fen
    fen=$(tail -n 1 "$TMP/out")
    play --side both -- "load $TMP/one" fen undo "save $TMP/none"
    has "^$(printf '%s' "$fen" | sed 's/[().*]/\\&/g')\$" "$game: load"
    cmp -s "$TMP/none" "$TMP/a game"
    report $? "$game: the same file after undo"
done
play --game tamerlane --option Setup=third RepetitionDraw=on --side both --moves a3a4 -- "save $TMP/t"
grep -qx '\[Rules "Setup=third RepetitionDraw=on"\]' "$TMP/t" && ! grep -q FEN "$TMP/t"
report $? 'rule options are saved'
play --load "$TMP/t" --side both -- undo "save $TMP/t2" new fen
has '^e1c1wkf1c1e/' 'and read; new keeps them'
play --side both --fen 'a7k/9/9/9/9/3R5/9/9/A7K b - 9 80' -- i9i8 "save $TMP/t"
grep -q '^\[FEN "a7k/.* b - 9 80"\]' "$TMP/t" && grep -q '^80\.\.\. Ki9-i8 \*' "$TMP/t"
report $? 'another start is saved'
ls "$TMP" | grep -q 't\.'
[ $? = 1 ]
report $? 'no temporary file is left'
chmod 644 "$TMP/t"
while IFS='|' read -r text place; do
    printf '%b' "$text" >"$TMP/bad"
    play --side both -- "load $TMP/bad" fen
    has "bad, line $place" "refused: $text"
    has '^lvmgakvml/rrrrrrrrr/' "unchanged: $text"
done <<'END'
|1, column 1: there is no game
[Variant "chess"] *|1, column 11: 'chess' is no game
[Variant "tamerlane"]\n[Rules "Setup=four"]\n*|2, column 9: 'Setup' is no rule
[FEN "9/9"]|1, column
1. e2e4 e2e4 *|1, column 9: 'e2e4' is not a legal move
1. e2e4 {no end|1, column 9: this comment has no end
[Variant "Bashni"]\n\n1. c3-b5 *|3, column 4: 'c3-b5' is not
[Variant "tamerlane"]\n[Variant "tamerlane"] *|2, column
END
printf '[Variant "belarusian"]\n1. e2-e4 {good} e8e6! (1... d8d6) 2. Vh1-g3 $1 *\n[Variant "x"]\n' \
    >"$TMP/good"
play --side both -- "load $TMP/good" fen
has '/4R4/6V2/RRRR1RRRR/LMVKAGM1L b AIai 3 2$' 'both notations, comments, the first of two games'
play --load "$TMP/bad" --
expect 2 err 'bad, line 2' 'a bad file on the command line'
play --load "$TMP/missing" --
expect 3 err 'No such file' 'a missing file'
printf 'e2e4\0' >"$TMP/bad"
play --load "$TMP/bad" --
expect 2 err 'zero byte' 'a file that is no text'

# --- usage
for options in '--side red' '--level 0' '--level 11' '--nodes 0' '--movetime x' \
    '--level 3 --nodes 5' '--load x --game bashni' '--hash 0'; do
    # shellcheck disable=SC2086 # words on purpose
    run play $options
    expect 2 err 'citadel play: ' "refused: $options"
done

# --- Ctrl-C, at the prompt and while thinking
interrupt() {
    rm -f "$TMP/in"
    mkfifo "$TMP/in"
    timeout -k 5 "$LIMIT" "$CITADEL" play "$@" <"$TMP/in" >"$TMP/out" 2>"$TMP/err" &
    pid=$!
    exec 3>"$TMP/in"
}
interrupt --save "$TMP/cut" --level 1
echo e2e4 >&3
wait_for '^Black plays' "$TMP/out"
kill -INT "$(pgrep -P "$pid")" 2>/dev/null || kill -INT "$pid"
status=0
wait "$pid" || status=$?
exec 3>&-
expect 4 out '^Black plays' 'Ctrl-C at the prompt'
grep -Eq '^1\. e2-e4 [^ ]+ \*' "$TMP/cut"
report $? 'the game is on the disk'
interrupt --movetime 1h
echo e2e4 >&3
wait_for '^White plays' "$TMP/out"
sleep 0.2
kill -INT "$(pgrep -P "$pid")" 2>/dev/null || kill -INT "$pid"
status=0
wait "$pid" || status=$?
exec 3>&-
expect 4 out '^White plays' 'Ctrl-C while the engine thinks'

# --- a terminal: prompt and colours
if command -v script >/dev/null 2>&1; then
    printf 'e2e5\nquit\n' >"$TMP/commands"
    terminal() {
        timeout -k 5 "$LIMIT" env "$@" TERM=xterm script -qec "$CITADEL play --level 1" /dev/null \
            <"$TMP/commands" >"$TMP/out" 2>"$TMP/err"
    }
    terminal NO_COLOR=1
    has 'White 1> ' 'a prompt on a terminal'
    has_not "$(printf '\033')\\[31m" 'no colours with NO_COLOR'
    terminal -u NO_COLOR
    has "$(printf '\033')\\[31m" 'colours without it'
else
    skip 'a terminal' 'no script'
fi
if [ -w /dev/full ]; then
    status=0
    printf 'e2e4\n' | timeout -k 5 "$LIMIT" "$CITADEL" play --level 1 >/dev/full 2>"$TMP/err" ||
        status=$?
    expect 3 err 'cannot write' 'full disk'
fi
finish
