#!/bin/sh
# Matches: of Citadel against itself, against engines that misbehave in every way, and against one
# that knows another game; records, resumption, replay.
. "$(dirname "$0")/tap.inc"
LIMIT=$((LIMIT * 5)) # many short games, of engines that share the machine with other tests

# Engines that answer to begin with, and then do $2 at `go`.
bad_engine() {
    cat >"$TMP/$1" <<END
#!/bin/sh
while read -r line; do
    case \$line in
    uci) echo 'id name $1'; echo uciok ;;
    isready) echo readyok ;;
    go*) $2 ;;
    quit) exit 0 ;;
    esac
done
END
    chmod +x "$TMP/$1"
}

# Citadel whose answers are changed by a sed script.
filtered_engine() {
    cat >"$TMP/$1" <<END
#!/bin/sh
"$CITADEL" uci | sed -u '$2'
END
    chmod +x "$TMP/$1"
}

# match ARGUMENTS, with a record in $TMP/record, which is made anew
match() {
    rm -f "$TMP/record"
    run match --record "$TMP/record" "$@"
}

# replays NAME [N]: the record is confirmed, with N games
replays() {
    run match --replay "$TMP/record"
    expect 0 out "^${2:-[1-9][0-9]*} passed, 0 failed\$" "$1: the record is confirmed"
}

openings() {
    grep '"type":"game"' "$1" | sed 's/.*"pair":\([0-9]*\),.*"fen":"\([^"]*\)","opening":"\([^"]*\)".*/\1 \2 \3/' | sort -n
}

# --- games of Citadel
for game in belarusian tamerlane bashni; do
    match --game $game --games 6 --nodes 200 --concurrency 2 --max-plies 120
    expect 0 out '^games: 6 of 6, ' "$game: six games"
    count_is 6 '^game [1-6], pair [1-3], engine [12] is White: (1-0|0-1|1/2-1/2) ' "$game: each is told"
    has_not 'forfeit|illegal|crash' "$game: no forfeit"
    replays "$game" 6
    ! openings "$TMP/record" | uniq -c | grep -v '^ *2 ' >"$TMP/out"
    report $? "$game: the games of a pair share the opening"
done
match --game tamerlane --option Setup=third --games 2 --nodes 50 --max-plies 40
expect 0 out '^games: 2 of 2, ' 'rule options are passed on'
grep -q '"rules":{"Setup":"third"' "$TMP/record"
report $? 'rule options are recorded'
replays 'rule options' 2
match --games 2 --tc 0.2+0.02 --margin 30s --max-plies 60
expect 0 out '^games: 2 of 2, ' 'with clocks'
grep -q '"ns":[0-9]*,"clock":[0-9]' "$TMP/record"
report $? 'with clocks: they are recorded'
replays 'with clocks' 2
match --games 2 --tc 3/0.5+0.02 --margin 30s --max-plies 30
expect 0 out '^games: 2 of 2, ' 'with moves to go'
replays 'with moves to go' 2
match --games 2 --movetime 5ms --margin 30s --max-plies 20 --dir1 "$TMP" --name1 first --log "$TMP/log"
expect 0 out '^engine 1, first, against engine 2, Citadel' 'names'
grep -Eq '^[0-9.]+ 1\.2 < go movetime 5$' "$TMP/log"
report $? 'the log has what is said to the engines'
grep -Eq '^[0-9.]+ 1\.1 > bestmove ' "$TMP/log"
report $? 'the log has what the engines say'
replays 'movetime' 2

# --- the same settings, the same games, whatever the number of threads
match --games 6 --nodes 100 --max-plies 40 --seed 9
expect 0 out '' 'seed 9'
openings "$TMP/record" >"$TMP/openings.1"
grep -o '"move":"[^"]*"' "$TMP/record" | sort >"$TMP/moves.1"
match --games 6 --nodes 100 --max-plies 40 --seed 9 --concurrency 3
openings "$TMP/record" >"$TMP/openings.2"
grep -o '"move":"[^"]*"' "$TMP/record" | sort >"$TMP/moves.2"
cmp -s "$TMP/openings.1" "$TMP/openings.2" && [ "$(wc -l <"$TMP/openings.1")" = 6 ]
report $? 'same seed, same openings'
cmp -s "$TMP/moves.1" "$TMP/moves.2"
report $? 'same seed, same games'
match --games 6 --nodes 100 --max-plies 40 --seed 10
openings "$TMP/record" >"$TMP/openings.2"
! cmp -s "$TMP/openings.1" "$TMP/openings.2"
report $? 'another seed, other openings'

# --- engines that misbehave: FILE WAY DETAIL
bad_engine silent ':'
bad_engine crashing 'echo "I am dying" >&2; kill -SEGV $$'
bad_engine leaving 'exit 3'
bad_engine flooding 'cat /dev/zero | tr "\\000" x'
bad_engine chatting 'yes "info depth 3 score cp 5"'
bad_engine mumbling 'echo bestmove'
bad_engine hopeless 'echo "bestmove (none)"'
bad_engine outside 'echo "bestmove a1z99"'
bad_engine garbled 'printf "bestmove \\377\\001%0300d\\n" 7'
filtered_engine third '/^bestmove/{x;s/^/x/;/^xxx$/{s/.*//;x;s/.*/bestmove e1e9/;b};x}'
filtered_engine ninth '/^bestmove/{x;s/^/x/;/^x\{9\}$/{s/.*//;x;s/.*/bestmove e1e9/;b};x}'
while read -r engine way detail; do
    patience=300
    [ "$way" != silence ] || patience=5
    match --games 2 --concurrency 2 --nodes 50 --patience $patience --cmd2 "$TMP/$engine"
    expect 0 out "engine 1 is White: 1-0 $way, [0-9]+ moves: $detail" "$engine: loses as Black"
    has "engine 2 is White: 0-1 $way, [0-9]+ moves: $detail" "$engine: loses as White"
    has '^forfeits: 0 by engine 1, 2 by engine 2$' "$engine: the forfeits are counted"
    replays "$engine" 2
done <<'END'
silent silence no move within 5.000 s$
crashing crash killed by signal 11 .*; last message: I am dying$
leaving crash exit status 3$
flooding silence no move within
chatting silence no move within
mumbling illegal the answer '' is no legal move$
hopeless illegal the answer '\(none\)' is no legal move$
outside illegal the answer 'a1z99' is no legal move$
garbled illegal the answer '.*' is no legal move$
third illegal the answer 'e1e9' is no legal move$
END
match --games 2 --nodes1 50 --tc2 0.1 --cmd2 "$TMP/silent"
expect 0 out '^game 1, .*: 1-0 time, .* no move within 0.120 s, the margin included$' 'a flag falls'
replays 'a flag falls' 2
match --games 2 --nodes1 50 --movetime2 50ms --cmd2 "$TMP/silent"
expect 0 out '^game 2, .*: 0-1 time, .* no move within 0.070 s' 'no move in the time for a move'
replays 'no move in the time for a move' 2

# None of them is left behind, nor what it has started.
cp "$(command -v sleep)" "$TMP/lingering"
bad_engine nesting "$TMP/lingering 1000 >/dev/null 2>&1 & echo bestmove"
match --games 2 --nodes 50 --cmd2 "$TMP/nesting"
expect 0 out '^forfeits: 0 by engine 1, 2 by engine 2$' 'an engine with children'
if command -v pgrep >/dev/null 2>&1; then
    ! pgrep -f "$TMP/" >"$TMP/out"
    report $? 'no engine is left running'
else
    skip 'no engine is left running' 'no pgrep'
fi

# --- engines that do not start
run match --games 2 --nodes 10 --option1 Hash=1 Hahs=2
expect 3 err 'engine 1 does not start: it lists no option .Hahs.$' 'an option that there is not'
match --games 2 --nodes 10 --max-plies 10 --option1 'move overhead=20' Hash=1
expect 0 out '^games: 2 of 2' 'options that there are'
for command in /no/such/engine "$TMP" false 'sh -c "exit 7"'; do
    run match --games 2 --nodes 10 --cmd1 "$command"
    expect 3 err 'engine 1 does not start: ' "does not start: $command"
done
run match --games 2 --nodes 10 --dir2 /no/such/folder
expect 3 err 'engine 2 does not start: cannot go to /no/such/folder: No such file' 'no such folder'
run match --games 2 --nodes 10 --cmd1 cat --patience 300ms
expect 3 err 'engine 1 does not start: it does not get ready within 0.3 s' 'an engine that is none'

# --- illegal answers of an engine that knows another game
match --games 4 --nodes 50 --cmd2 "$TMP/ninth" --illegal2 skip-opening --max-plies 16
expect 0 out '^pairs dropped: [1-9]' 'skip-opening: pairs are dropped'
has '^games: 4 of 4, ' 'skip-opening: others are played instead'
has '^illegal answers of engine 2: [1-9]' 'skip-opening: they are counted'
has_not '^forfeits' 'skip-opening: nobody loses'
replays 'skip-opening'
sed '1s/"skip-opening"/"lose"/' "$TMP/record" >"$TMP/tampered"
run match --replay "$TMP/tampered"
expect 1 out '^failed line [0-9]+: .*a dropped game, where the terms say' 'skip-opening: only if asked for'
match --games 4 --nodes 50 --cmd2 "$TMP/ninth" --illegal2 ask-again --max-plies 20
expect 0 out '^illegal answers of engine 2: ([0-9]+), of which \1 were mended by asking again$' \
    'ask-again: all are mended'
has '^games: 4 of 4, ' 'ask-again: all games are played'
grep -q '"asked":true' "$TMP/record"
report $? 'ask-again: the move is marked'
replays 'ask-again' 4
match --games 2 --nodes 50 --cmd2 "$TMP/hopeless" --illegal2 ask-again
expect 3 err 'openings had to be dropped, that is too many' 'ask-again: an engine that never answers'

# --- what an engine of another dialect is told
cat >"$TMP/dialect" <<END
#!/bin/sh
while read -r line; do
    echo "\$line" >>"$TMP/heard"
    case \$line in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go*) set -- \$(echo "\$line" | sed 's/.*searchmoves//'); echo "bestmove \$1" ;;
    quit) exit 0 ;;
    esac
done
END
chmod +x "$TMP/dialect"
: >"$TMP/heard"
match --games 2 --nodes 50 --cmd2 "$TMP/dialect" --searchmoves2 --fen-only2 --variant2 belarus \
    --letters2 'A=K,K=M,G=Q,L=R,M=B,V=N,R=P,3:A=Q,3:I=K' --form2 '%1 %2 %3 - %4 %5' --max-plies 12 \
    --option2 VariantPath=x.ini 'Skill Level=3' --init2 'hello there' goodbye
expect 0 out '^games: 2 of 2, ' 'dialect: games are played'
has_not '^forfeits|^illegal' 'dialect: its moves are understood'
replays 'dialect' 2
heard() {
    grep -Eqx -e "$1" "$TMP/heard"
    report $? "dialect: $2"
}
heard 'position fen [rnbqkmp1-9]+(/[rnbqkmpRNBQKMP1-9]+){8} [wb] [QKqk-]+ - [0-9]+ [0-9]+' 'positions'
! grep -q ' moves ' "$TMP/heard"
report $? 'dialect: no moves'
heard 'go nodes 50 searchmoves( [a-i][1-9][a-i][1-9][qrbnm]?)+' 'searchmoves'
heard 'setoption name UCI_Variant value belarus' 'variant'
grep -v '^\(uci\|isready\)$' "$TMP/heard" | head -n 5 >"$TMP/head"
printf '%s\n' 'setoption name VariantPath value x.ini' 'setoption name Skill Level value 3' \
    'setoption name UCI_Variant value belarus' 'hello there' goodbye | cmp -s - "$TMP/head"
report $? 'dialect: options, variant and first lines in this order'
: >"$TMP/heard"
match --games 2 --nodes 50 --cmd2 "$TMP/dialect" --searchmoves2 --letters2 'R=P' --max-plies 12
! grep -q 'UCI_Variant' "$TMP/heard"
report $? 'an engine that knows no variants is told none'
heard 'position fen lvmgakvml/ppppppppp/9/9/9/9/9/PPPPPPPPP/LMVKAGMVL w AIai 0 1 moves( [a-i][1-9][a-i][1-9]){8,}' 'moves'
# A promotion comes back in its letters.
: >"$TMP/heard"
match --games 2 --nodes 50 --cmd2 "$TMP/dialect" --searchmoves2 --letters2 'L=X' --max-plies 1 --random-plies 0 \
    --fen 'a8/9/8R/9/9/9/9/9/A8 w - 0 1' --cmd1 "$TMP/dialect" --searchmoves1
replays 'promotion in a dialect'

# --- CECP
cat >"$TMP/xboard" <<END
#!/bin/sh
echo 'tellall ready'
while read -r word rest; do
    echo "\$word \$rest" >>"$TMP/heard"
    case \$word in
    protover)
        echo 'feature done=0'
        echo 'feature myname="Old Engine 1.0" ping=1 setboard=1 usermove=1 san=1 colors=1 variants="normal,bashni" done=1'
        ;;
    ping) echo "pong \$rest" ;;
    new) moves= fen= ;;
    setboard) fen=\$rest moves= ;;
    usermove) moves="\$moves \$rest" ;;
    go)
        echo '4 35 12 1000 a3b4 b6a5'
        echo '5. -100003 20 2000 a3b4'
        move=\$("$CITADEL" moves --game bashni --fen "\$fen" \${moves:+--moves \$moves} | head -n 1)
        moves="\$moves \$move"
        echo "move \$move"
        ;;
    quit) exit 0 ;;
    esac
done
END
chmod +x "$TMP/xboard"
: >"$TMP/heard"
match --game bashni --games 2 --depth 1 --cmd2 "$TMP/xboard" --protocol2 cecp --max-plies 24 --option2 memory=3
expect 0 out 'against engine 2, Old Engine 1.0$' 'CECP: name'
has '^games: 2 of 2, ' 'CECP: games are played'
has_not '^forfeits' 'CECP: no forfeit'
replays 'CECP' 2
grep -q '"mate":-3,"depth":5,"nodes":2000' "$TMP/record"
report $? 'CECP: score, depth and nodes'
for line in 'accepted ping' 'rejected san' 'rejected colors' 'option memory=3' 'variant bashni' 'sd 1' easy post \
    'setboard W:Wa1,.*' 'usermove [a-h][1-8][a-h][1-8]' go; do
    heard "$line ?" "CECP: $line"
done
: >"$TMP/heard"
match --game bashni --games 2 --nodes1 50 --tc2 2/1:30+0.5 --cmd2 "$TMP/xboard" --protocol2 xboard
expect 2 err "option --tc: '2/1:30\\+0.5' is no time control" 'CECP: a clock in the wrong form'
match --game bashni --games 2 --nodes1 50 --tc2 5/90+0.5 --cmd2 "$TMP/xboard" --protocol2 xboard \
    --fen-only2 --max-plies 16
heard 'level 5 1:30 0.5' 'CECP: level'
heard 'time 90[0-9]{2} ?' 'CECP: time'
heard 'otim 90[0-9]{2} ?' 'CECP: otim'
heard 'setboard [BW]:W.*:F[2-9]' 'CECP: positions'
! grep -q '^usermove' "$TMP/heard"
report $? 'CECP: no moves'
for answer in 'resign:resigned, [0-9]+ moves$' 'Illegal move: a3b4:illegal, .*' '1-0 {mate}:illegal, .*' \
    'tellusererror Illegal position:illegal, .*'; do
    sed "s/echo \"move .*/echo '${answer%:*}'/" "$TMP/xboard" >"$TMP/xboard.2"
    chmod +x "$TMP/xboard.2"
    match --game bashni --games 2 --depth 1 --cmd2 "$TMP/xboard.2" --protocol2 cecp
    expect 0 out "^game 1, .*: 1-0 ${answer##*:}" "CECP: ${answer%:*}"
    replays "CECP: ${answer%:*}" 2
done
run match --games 2 --nodes 50 --cmd2 "$TMP/xboard" --protocol2 cecp
expect 2 err 'CECP has neither nodes nor searchmoves' 'CECP: nodes'
sed 's/setboard=1//' "$TMP/xboard" >"$TMP/xboard.2"
run match --games 2 --depth 1 --cmd2 "$TMP/xboard.2" --protocol2 cecp
expect 3 err 'cannot be given a position' 'CECP: no setboard'

# --- books
cat >"$TMP/book" <<'END'
# positions and moves
1. e2e4 e8e6 2.d2d4
lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL b AIai 0 1 ;set=belarusian ;id first

lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1 | belarusian | none | a2a3
END
sed -i 's/2\.d2d4/2. d2d4/' "$TMP/book"
match --games 8 --nodes 20 --max-plies 8 --book "$TMP/book" --book-order sequential
expect 0 out '^the openings began anew after 3$' 'a book'
openings "$TMP/record" | uniq | cut -d' ' -f 1,3,7- >"$TMP/openings.1"
printf '%s\n' '1 w e2e4 e8e6 d2d4' '2 b ' '3 w ' '4 w e2e4 e8e6 d2d4' | cmp -s - "$TMP/openings.1"
report $? 'a book: its lines in order'
replays 'a book' 8
match --games 2 --nodes 20 --max-plies 8 --book "$TMP/book" --random-plies 3 --window 500
replays 'a book with random moves' 2
while IFS='|' read -r line message; do
    printf '# x\n%s\n' "$line" >"$TMP/bad"
    run match --games 2 --nodes 20 --book "$TMP/bad"
    expect 2 err "bad, line 2: $message" "a bad book: $line"
done <<'END'
e2e4 e2e4|'e2e4' is no legal move here
hello|position refused at byte 0
lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL b AIai 0 1 ;set=tamerlane|position refused|its rules
4a3k/9/9/9/4A4/9/9/9/l8 w - 0 2|the game is over there \(white-throne\)
END
: >"$TMP/bad"
run match --games 2 --nodes 20 --book "$TMP/bad"
expect 2 err 'there is no opening in it' 'an empty book'
run match --games 2 --nodes 20 --book "$TMP/missing"
expect 3 err 'missing: No such file' 'no book'

# --- tests and scores
match --games 2000 --nodes 50 --cmd2 "$TMP/mumbling" --sprt elo0=0 elo1=50 --concurrency 2 --json
expect 0 out '"accepted":"H1"' 'SPRT: passed'
is_json 'SPRT: JSON'
games=$(grep -c '"type":"game"' "$TMP/record")
[ "$games" -lt 200 ]
report $? 'SPRT: ends early'
replays 'SPRT'
run match --games 2000 --nodes2 50 --cmd1 "$TMP/mumbling" --sprt --concurrency 2 elo1=50 elo0=0
expect 2 err 'unexpected argument|needs a value' 'SPRT: words in the wrong place'
run match --games 2000 --nodes 50 --cmd1 "$TMP/mumbling" --concurrency 2 --sprt elo1=50 elo0=0
expect 1 out '^SPRT: .*: failed$' 'SPRT: failed, exit status 1'
match --games 2 --depth 2 --fen 'a3k4/9/9/9/9/9/9/9/1L1GA3L w - 0 1' --random-plies 0 --win-score moves=1 cp=300
expect 0 out ' win-score, 2 moves$' 'adjudication: won'
replays 'adjudication: won' 2
sed -i 's/"win_cp":300/"win_cp":30000/' "$TMP/record"
run match --replay "$TMP/record"
expect 1 out "ends by 'nothing', the record says 'win-score'" 'adjudication: not by these terms'
match --games 2 --depth 1 --draw-score moves=2 cp=5000 from=12 --random-plies 8
expect 0 out '1/2-1/2 draw-score, 4 moves$' 'adjudication: drawn'
replays 'adjudication: drawn' 2

# --- interruption and resumption
start_match() {
    "$CITADEL" match --games "$1" --nodes 300 --max-plies 100 --record "$TMP/record" --concurrency 2 \
        >"$TMP/out" 2>"$TMP/err" </dev/null &
    match_pid=$!
}
: >"$TMP/record"
start_match 20000
wait_for '"type":"game"' "$TMP/record" 5
report $? 'interrupt: games are recorded while it runs'
kill -INT "$match_pid"
status=0
wait "$match_pid" || status=$?
expect 4 err 'interrupted after [0-9]+ of 20000 games; --resume goes on' 'interrupt: exit status'
has '^Elo: ' 'interrupt: standings'
: >"$TMP/record"
start_match 20000
wait_for '"type":"game"' "$TMP/record" 5
kill -KILL "$match_pid"
wait "$match_pid" 2>/dev/null
kept=$(grep -c '"type":"game"' "$TMP/record")
printf '{"type":"game","pair":1,"wh' >>"$TMP/record"
games=$((kept / 2 * 2 + 4))
run match --replay "$TMP/record"
expect 0 out "^$kept passed, 0 failed\$" 'kill -9: the record is confirmed'
has 'last line is not whole' 'kill -9: the torn line is told'
run match --games $games --nodes 300 --max-plies 100 --record "$TMP/record"
expect 2 err 'is not empty; --resume goes on' 'kill -9: not without --resume'
run match --games $games --nodes 301 --max-plies 100 --record "$TMP/record" --resume
expect 2 err 'other terms: engines\[0\].nodes differs' 'kill -9: not with other terms'
run match --games $games --nodes 300 --max-plies 100 --record "$TMP/record" --resume
expect 0 err 'the last line was not whole; its game is played again' 'kill -9: resumed'
has "^games: $games of $games, " 'kill -9: all games count'
replays 'kill -9' $games
cp "$TMP/record" "$TMP/whole"
run match --games $games --nodes 300 --max-plies 100 --record "$TMP/record" --resume
expect 0 out "^games: $games of $games, " 'resumed at the end: nothing to do'
cmp -s "$TMP/record" "$TMP/whole"
report $? 'resumed at the end: the record is the same'
# The same match in one go has the same games.
match --games $games --nodes 300 --max-plies 100
sed 's/"seconds".*"plies"/"plies"/; s/"ns":[0-9]*//g' "$TMP/record" | sort >"$TMP/record.1"
sed 's/"seconds".*"plies"/"plies"/; s/"ns":[0-9]*//g' "$TMP/whole" | sort >"$TMP/record.2"
cmp -s "$TMP/record.1" "$TMP/record.2"
report $? 'resumed: the same games as without a break'
# Half a pair is completed with its own opening, even if others would be drawn now.
sed '3,$d; s/"opening":"[^"]*"/"opening":"i2i4 i8i6"/; s/"plies":\[{.*/"plies":[]}/
    s/"end":"[^"]*"/"end":"resigned"/; s/"word":"[^"]*"/"word":""/; s/"result":"[^"]*"/"result":"0-1"/; s/"white":2/"white":1/' "$TMP/whole" >"$TMP/record"
run match --games 4 --nodes 300 --max-plies 100 --record "$TMP/record" --resume
expect 0 out '^games: 4 of 4, ' 'half a pair: the rest is played'
replays 'half a pair' 4
head -c 100 "$TMP/whole" >"$TMP/record"
run match --games 2 --nodes 300 --max-plies 100 --record "$TMP/record" --resume
expect 0 out '^games: 2 of 2, ' 'a record with a torn first line begins anew'
replays 'a torn first line' 2
for text in 'no record' 'no record\n' '{"type":"match","format":1,"note":\n'; do
    printf "$text" >"$TMP/record"
    run match --games 2 --nodes 300 --max-plies 100 --record "$TMP/record" --resume
    expect 2 err 'this is no record of a match' 'a file of one line is not taken for a torn record'
    [ "$(printf "$text")" = "$(cat "$TMP/record")" ]
    report $? 'it is as it was'
done
if command -v flock >/dev/null 2>&1; then
    flock "$TMP/whole" "$CITADEL" match --games 2 --nodes 300 --record "$TMP/whole" --resume >"$TMP/out" 2>"$TMP/err"
    status=$?
    expect 2 err 'another match is writing there' 'two matches, one record'
else
    skip 'two matches, one record' 'no flock'
fi
run match --games 2 --nodes 10 --record "$TMP/no/folder"
expect 3 err 'no/folder: No such file' 'a record that cannot be made'
if [ -w /dev/full ]; then
    run match --games 2 --nodes 10 --record /dev/full
    expect 3 err '/dev/full: ' 'a full disk'
    run match --games 2 --nodes 10 --max-plies 10 --log /dev/full
    expect 3 err '/dev/full: ' 'a full disk for the log'
else
    skip 'a full disk' 'no /dev/full'
fi

# --- records that are not true: SED-SCRIPT|MESSAGE, on the second line, a game won by the throne
match --games 2 --nodes 300 --tc 100
cp "$TMP/record" "$TMP/whole"
replays 'a record' 2
cat >"$TMP/tampered" <<'END'
s/"plies":\[{"move":"[^"]*"/"plies":[{"move":"e1e9"/|move 1, 'e1e9', is not legal in
s/"opening":"[^ ]* /"opening":"e1e9 /|move 'e1e9' of the opening is not legal
s/"opening":"[^ ]* /"opening":"/|opening is not legal
s/"fen":"l/"fen":"x/|the opening's position is refused
s/"result":"[^"]*"/"result":"1\/2-1\/2"/|the result is (1-0|0-1), the record says 1/2-1/2
s/"word":"[^"]*"/"word":"draw-clock"/|the game ends by [a-z-]+, the record says 'draw-clock'
s/"end":"rules"/"end":"length"/|the game ends by 'rules', the record says 'length'
s/"end":"rules"/"end":"illegal"/|the game was over \([a-z-]+\) before the forfeit
s/"end":"rules"/"end":"skipped"/|the game was over
s/,{"move":"[^{]*}\]}/]}/|the game ends by 'nothing', the record says 'rules'
s/\(,{"move":"[^{]*}\)\]}/\1\1]}/|the game was over .* before move
s/"clock":[0-9]*/"clock":5/|move 1: the clock shows 5 ms where [0-9]+ are left
s/"ns":[0-9]*/"ns":200000000000/|move 1 came after 200000000000 ns, 100020000000 were allowed
s/,"clock":[0-9]*//|move 1 has no clock
s/"end":"rules"/"end":"nonsense"/|unknown result
s/"pair":1/"pair":0/|member "pair" is missing or no whole number from 1
s/"depth":[0-9]*/"depth":-1/|move 1: member "depth"
s/"type":"game"/"type":"gams"/|this line is no game
s/"plies":\[/"plies":[[/|byte [0-9]+: a comma or a closing bracket
s/"cp":/"mate":1,"cp":/|move [0-9]+: a move has two scores
s/"answer":"","detail"/"answer":"a1a2","detail"/|the refused answer 'a1a2' of a game without one
s/"late":0/"late":7/|late by 7 ns in a game that nobody lost on time
s/"illegal":\[0/"illegal":[1/|engine 1 cannot have given 1 illegal answers
s/"asked":\[0,0/"asked":[0,3/|engine 2 was asked again 0 times, the record says 3
s/"ns":\([0-9]*\)/"ns":\1,"asked":true/|engine [12] was asked again 1 times, the record says 0
s/"answer":"",//|member "answer" is missing
END
while IFS= read -r line; do
    script=${line%%/|*}/
    sed "2$script" "$TMP/whole" >"$TMP/record"
    run match --replay "$TMP/record"
    expect 1 out "^failed line 2: .*(${line#*/|})" "tampered: $script"
done <"$TMP/tampered"
run match --replay "$TMP/record" --json
expect 1 out '"type":"line","line":2,"verdict":"failed","what":"member' 'tampered: JSON'
is_json 'tampered: JSON is well-formed'
run match --games 4 --nodes 300 --tc 100 --record "$TMP/record" --resume
expect 2 err 'record, line 2: member' 'a record that is not true is not resumed'
sed '2s/"white":1/"white":2/' "$TMP/whole" >"$TMP/record"
run match --replay "$TMP/record"
expect 1 out '^failed line [23]: ' 'tampered: colours'
sed '3p' "$TMP/whole" >"$TMP/record"
run match --replay "$TMP/record"
expect 1 out '^failed line 4: this game of pair 1 is given twice' 'a game given twice'
sed '3s/"opening":"[^"]*"/"opening":""/; 3s/"plies":.*/"plies":[]}/; 3s/"end":"rules"/"end":"crash"/; 3s/"word":"[^"]*"/"word":""/' "$TMP/whole" >"$TMP/record"
run match --replay "$TMP/record"
expect 1 out '^failed line 3: the games of pair 1 have two openings' 'a pair with two openings'
while IFS='|' read -r script message; do
    sed "1$script" "$TMP/whole" >"$TMP/record"
    run match --replay "$TMP/record"
    expect 2 err "record, line 1: $message" "terms: $script"
done <<'END'
s/"format":1/"format":2/|this is no record of a match, or one of another version
s/belarusian/chess/|there is no game 'chess'
s/"margin":20/"margin":-1/|member "margin" is missing
s/"fen":"l/"fen":"x/|the position is refused
s/{"command"/[{"command"/|byte [0-9]*: a comma
s/,{"command.*}\]/]/|there are not two engines
END
: >"$TMP/record"
run match --replay "$TMP/record"
expect 2 err 'there is no record in it' 'an empty record'
run match --replay "$TMP/missing"
expect 3 err 'missing: No such file' 'no record'
run match --replay "$TMP"
expect 3 err 'Is a directory' 'a folder is no record'
# A forfeit that was none.
match --games 2 --nodes 50 --cmd2 "$TMP/third"
sed '2s/"answer":"e1e9"/"answer":"b2b3"/; 2s/"opening":"[^"]*"/"opening":"a2a4 e8e7"/; 2s/"plies":.*/"plies":[]}/; 2s/1-0/0-1/; 3d' \
    "$TMP/record" >"$TMP/record.1"
mv "$TMP/record.1" "$TMP/record"
run match --replay "$TMP/record"
expect 1 out "^failed line 2: the answer 'b2b3' is legal" 'an illegal answer that was legal'
match --games 2 --nodes1 50 --tc2 0.1 --cmd2 "$TMP/silent"
sed -i 's/"late":[0-9]*/"late":119999999/' "$TMP/record"
run match --replay "$TMP/record"
expect 1 out '^failed line 2: a loss on time after 119999999 ns, 120000000 were allowed' 'a flag that had not fallen'

# --- options
while IFS='|' read -r arguments message; do
    # shellcheck disable=SC2086
    run match $arguments
    expect 2 err "$message" "match $arguments"
done <<'END'
--games 2|engine 1 has no limit
--games 2 --nodes2 5|engine 1 has no limit
--games 3 --nodes 5|3 is not even
--nodes 5 --resume|--resume needs --record
--nodes 5 --book-order random|--book-order needs --book
--nodes 5 --book x --book-order up|'up' is neither random nor sequential
--tc 1/ |'1/' is no time control
--tc x|'x' is no time control
--tc 1+x|'1\+x' is no time control
--tc 0|'0' is no time control
--tc 0/5|'0/5' is no time control
--tc 100000|'100000' is no time control
--nodes 5 --sprt elo0=5 elo1=5|elo0 must be less than elo1
--nodes 5 --sprt elo=5|'elo=5' is not one of its names
--nodes 5 --sprt elo0=x|'elo0=x' is not one of its names
--nodes 5 --sprt alpha=0.7|alpha=0.7 is out of range
--nodes 5 --draw-score moves=0|moves=0 is out of range
--nodes 5 --win-score from=0|'from=0' is not one of its names
--nodes 5 --win-score moves=1.5|moves=1.5 is no whole number
--nodes 5 --protocol1 uxi|'uxi' is neither uci nor cecp
--nodes 5 --illegal2 win|'win' is not lose, ask-again or skip-opening
--nodes 5 --letters1 AK|'AK' is not OUR=THEIRS
--nodes 5 --form2 %x|must be followed by the number of a field
--nodes 5 --cmd1 '|option --cmd1: ''' is no command
--concurrency 0|0 is out of range
END
run match --nodes 5 --fen '4a3k/9/9/9/4A4/9/9/9/l8 w - 0 2'
expect 2 err 'the game is over in the base position' 'a base position where the game is over'
finish
