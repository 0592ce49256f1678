#!/bin/sh
# Training data and tuning: `selfplay` and `tune`.
. "$(dirname "$0")/tap.inc"

# play FILE ARGUMENTS: a few short games.
play() {
    file=$1
    shift
    run selfplay --game bashni --nodes 60 --random-plies 6 --out "$TMP/$file" "$@"
}

same() {
    cmp -s "$TMP/$1" "$TMP/$2"
    report $? "$3"
}

play a --games 6
expect 0 out '^games: 6 \(6 new\)$' 'six games'
has '^positions: [1-9][0-9]* ' 'they have quiet positions'
[ ! -e "$TMP/a.part" ]
report $? 'no temporary file is left'
play b --games 6 --threads 3
same a b 'three threads write the same file'
play b --games 6
expect 2 err 'is there already: --resume' 'a file is not replaced by accident'
same a b 'it is as it was'
play b --games 6 --seed 2 --force
expect 0 out '^games: 6' 'replaced on demand'
if cmp -s "$TMP/a" "$TMP/b"; then report 1 'another seed'; else report 0 'another seed'; fi

play c --games 3
play c --games 6 --resume --threads 2
expect 0 out '^games: 6 \(3 new\)$' 'resumed'
same a c 'three games and three more are six'
play c --games 6 --resume --seed 9
expect 2 err 'a run with other options' 'resumed with another seed'
same a c 'the file is as it was'
play d --games 6 --resume
expect 0 out '^games: 6 \(6 new\)$' 'nothing to resume'
cp "$TMP/a" "$TMP/e.part"
play e --games 8 --resume
expect 0 out '^games: 8 \(2 new\)$' 'resumed from what a crash left'
[ ! -e "$TMP/e.part" ] && [ ! -e "$TMP/e.resume" ]
report $? 'which is gone then'
cp "$TMP/a" "$TMP/f.part"
play f --games 8
expect 2 err 'f.part is there already: --resume' 'what a crash left is not replaced by accident'
play f --games 8 --seed 9 --resume
expect 2 err 'a run with other options' 'what a crash left is resumed with another seed'
play f --games 8 --resume
expect 0 out '^games: 8 \(2 new\)$' 'it is resumed all the same later'
same e f 'the file is the same'
cp "$TMP/a" "$TMP/g.resume"
head -c 3000 "$TMP/a" >"$TMP/g.part"
play g --games 8 --resume
expect 0 out '^games: 8 \(2 new\)$' 'resumed from what two crashes left'
same e g 'no game is lost'
head -c 3000 "$TMP/a" >"$TMP/torn"
play torn --games 6 --resume
expect 2 err 'torn, byte [0-9]+: the file is cut off' 'a torn file is not resumed'
play a --games 6 --force --json
expect 0 out '"type":"result","game":"bashni".*"complete":true,"games":6,' 'as JSON'
is_json 'as JSON: an object'

# Ctrl-C leaves the finished games, and more can be added.
# In the foreground timeout sends the signal once: a second one would end the program at once.
timeout --foreground -k 5 "$LIMIT" "$CITADEL" selfplay --game bashni --nodes 60 --random-plies 6 --games 1000000 \
    --out "$TMP/long" >"$TMP/out" 2>"$TMP/err" </dev/null &
pid=$!
tries=0
until [ -s "$TMP/long.part" ] || [ $tries -ge 60 ]; do # a loaded machine may be slow to start it
    sleep 1
    tries=$((tries + 1))
done
sleep 1
kill -TERM $pid
status=0
wait $pid || status=$?
expect 4 out '^games: [0-9]+ ' 'interrupted'
games=$(sed -n 's/^games: \([0-9]*\) .*/\1/p' "$TMP/out")
play long --games $((games + 2)) --resume
expect 0 out "^games: $((games + 2)) \(2 new\)$" 'the interrupted file is resumed'

for options in '' '--out x --games 0' '--out x --resume --force' '--out x --threads 0' \
    '--out x --nodes 0' '--out x --max-plies 0' '--out x --random-plies -1'; do
    # shellcheck disable=SC2086
    run selfplay $options
    expect 2 err '(needed|out of range|excludes)' "refused: selfplay $options"
done
run selfplay --games 1 --out /dev/null --force
expect 3 err '/dev/null: Invalid argument' 'a device as the file'
run selfplay --games 1 --out "$TMP/no/such/folder"
expect 3 err 'No such file' 'a folder that is not there'

# ---- tune

run selfplay --game bashni --nodes 60 --games 40 --out "$TMP/games"
run tune --game bashni --data "$TMP/games" --epochs 8 --rounds 2 --out "$TMP/list"
expect 0 out '^epoch   8  training 0\.' 'tuned'
has '^validation: loss 0\.[0-9]+ -> 0\.' 'judged'
cp "$TMP/out" "$TMP/report"
grep -Eq '^ \* Origin: tuned 20[0-9-]+ on [0-9]+ positions of 40 games' "$TMP/list"
report $? 'the list says where it comes from'
grep -Fq '[MAN] = WEIGHT(100, 100)' "$TMP/list"
report $? 'the value of a man is held'
[ "$(grep -c '^EVAL_' "$TMP/list")" = "$(grep -c '^EVAL_' engine/games/bashni/eval_params.def)" ]
report $? 'the list is complete'
[ ! -e "$TMP/list.part" ]
report $? 'no temporary file is left'
run tune --game bashni --data "$TMP/games" --epochs 8 --rounds 2 --out "$TMP/list2" --threads 3
same list list2 'three threads find the same'
run tune --game bashni --data "$TMP/games" "$TMP/games" --epochs 1
expect 0 out ', [1-9][0-9]* duplicates$' 'the same file twice: nothing new'
run tune --game bashni --data "$TMP/games" --epochs 4 --only 'tempo' --prior 0
expect 0 out '^rows: (0\.|1\.|2\.0)' 'one parameter only, of two halves'
has_not '^(mobility|top_value).*->' 'the others stay'
run tune --game bashni --data "$TMP/games" --epochs 4 --fix '*_value' 'mob*' --hold none
has_not '^([a-z]*_value|mobility).*->' 'fixed ones stay'
run tune --game bashni --data "$TMP/games" --epochs 2 --json
expect 0 out '^\{"type":"result","game":"bashni","complete":true,"epochs":2,' 'as JSON'
has '^\{"type":"epoch","epoch":1,"training":0\.[0-9]+,' 'as JSON: epochs'
is_json 'as JSON: objects'
run tune --game bashni --data "$TMP/games" --wdl
expect 0 out '^wdl: even [0-9]+ cp, spread [0-9]+ cp; loss 0\.[0-9]+, ' 'the model of win, draw and loss'
has_not '^rows:' 'and nothing else'
run tune --game bashni --data "$TMP/games" --wdl --json
expect 0 out '^\{"type":"wdl","game":"bashni","positions":[0-9]+,"even":' 'as JSON'
run tune --game tamerlane --list
expect 0 out '^officer_value\[ROOK\]\.mg +[0-9]+ ' 'the list of parameters'
has '^pawn_value\.mg .* no$' 'what keeps the scale is not tuned'
run tune --list --json
expect 0 out '"name":"tempo.mg"' 'the list as JSON'
is_json 'the list as JSON: objects'

run tune --game tamerlane --data "$TMP/games"
expect 2 err 'games: these are positions of another game' 'data of another game'
run tune --game bashni --data "$TMP/torn"
expect 2 err 'torn, byte [0-9]+: the file is cut off' 'a torn file'
run tune --game bashni --data "$TMP/games" "$TMP/missing"
expect 3 err 'missing: No such file' 'a missing file'
run tune --game bashni --data tests/cli/tune.sh
expect 2 err 'byte 0: this is no data file' 'another kind of file'
run tune --game bashni --data "$TMP/games" --epochs 1 --out "$TMP/no/such/folder"
expect 3 err 'No such file' 'a folder that is not there'
has_not '^(data|epoch)' 'it is missed before the work, not after it'
for options in '' '--data' '--data x --only nothing' '--data x --fix man_value[ROCK]' \
    '--data x --hold tempi' '--data x --only tempo --hold tempo' '--data x --lambda 101' \
    '--data x --epochs 0'; do
    # shellcheck disable=SC2086
    run tune $options
    expect 2 err '(needed|needs|no parameter|out of range)' "refused: tune $options"
done
finish
