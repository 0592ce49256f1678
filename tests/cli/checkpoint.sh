#!/bin/sh
# analyse --checkpoint and --resume: nothing lost or doubled by kill -9 or Ctrl-C, and no file accepted
# that is damaged or belongs to another run.
. "$(dirname "$0")/tap.inc"

grep -v '^#' "$(dirname "$0")/../data/belarusian.puzzles.epd" | head -n 24 |
    awk '{ print $0 " ;id p" NR }' >"$TMP/in.epd"
state=$TMP/state

# results FILE: what two runs must have in common.
results() {
    grep '"type":"result"' "$1" | grep -oE '"line":[0-9]+,"id":"[^"]*"|"fen":"[^"]*"|"limits":.*'
}

run analyse --file "$TMP/in.epd" --nodes 30000 --json
expect 0 out '"type":"result"' 'a run by itself'
results "$TMP/out" >"$TMP/expected"
count_is 24 '"type":"result"' 'all positions'

# Killed again and again. The seed is printed so that a failure can be repeated, as far as that goes.
seed=$(($(date +%s) % 10000))
echo "# seed $seed"
kills=0
while [ "$kills" -lt 8 ]; do
    how=--resume
    [ -e "$state" ] || how=--checkpoint
    "$CITADEL" analyse --file "$TMP/in.epd" --nodes 30000 --json $how "$state" \
        --checkpoint-every 50ms >"$TMP/out" 2>"$TMP/err" &
    pid=$!
    sleep "$(awk -v seed="$((seed + kills))" 'BEGIN { srand(seed); printf "%.3f", 0.02 + rand() / 3 }')"
    kill -KILL "$pid" 2>/dev/null
    wait "$pid" 2>/dev/null
    [ ! -s "$TMP/err" ] || break
    kills=$((kills + 1))
done
[ "$kills" = 8 ]
report $? 'killed: no complaint when it goes on'
: >"$state.hash.part" # as a kill in the middle of writing leaves it
run analyse --file "$TMP/in.epd" --nodes 30000 --json --resume "$state"
expect 0 out '"complete":true' 'the last run comes to the end'
results "$TMP/out" | cmp -s - "$TMP/expected"
report $? 'the same positions under the same limits, each once'
[ ! -e "$state.part" ] && [ ! -e "$state.hash.part" ]
report $? 'no unfinished file is left'
[ ! -e "$state.hash" ]
report $? 'no table after the end'
cp "$TMP/out" "$TMP/first"
run analyse --file "$TMP/in.epd" --nodes 30000 --json --resume "$state"
has_not '"type":"info"' 'resumed once more: nothing is searched'
grep '"type":"result"' "$TMP/first" | cmp -s - "$TMP/out"
report $? 'and the results are the same in every figure'

# Ctrl-C: what is known is printed and kept; the rest of the nodes is searched later.
cat >"$TMP/two.epd" <<END
lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1
lvmgakvml/rrrrrrrrr/9/9/9/9/4R4/RRRR1RRRR/LMVKAGMVL b AIai 1 1
END
# nodes_to_depth FILE: what the search needed for eight plies.
nodes_to_depth() {
    sed -n 's/.*"type":"info".*"depth":8,.*"nodes":\([0-9]*\),.*/\1/p' "$1" | head -n 1
}

rm -f "$state"
: >"$TMP/out"
"$CITADEL" analyse --file "$TMP/two.epd" --time 60 --json --checkpoint "$state" >"$TMP/out" 2>"$TMP/err" &
interrupt_at '"depth":10' "$TMP/out"
expect 4 out '"type":"result".*"complete":false' 'Ctrl-C: status 4, what is known'
fresh=$(nodes_to_depth "$TMP/out")
[ -s "$state.hash" ]
report $? 'the table is kept'
cp "$state" "$TMP/state.copy"
cp "$state.hash" "$TMP/table.copy"
before=$(sed -n 's/.*"type":"result".*"nodes":\([0-9]*\).*/\1/p' "$TMP/out")
: >"$TMP/out"
"$CITADEL" analyse --file "$TMP/two.epd" --time 60 --json --resume "$state" >"$TMP/out" 2>"$TMP/err" &
interrupt_at '"depth":8' "$TMP/out"
expect 4 out '"type":"result".*"complete":false' 'resumed and interrupted again'
after=$(sed -n 's/.*"type":"result".*"nodes":\([0-9]*\).*/\1/p' "$TMP/out")
[ "$after" -gt "$before" ]
report $? 'the nodes of both runs are counted'
warm=$(nodes_to_depth "$TMP/out")
echo "# eight plies: $fresh nodes, from the table $warm"
[ "$((warm * 2))" -lt "$fresh" ]
report $? 'the search goes on from the table'

# Killed in the middle of one position: the histories of the threads, which are searching, are kept.
alone=$TMP/alone
: >"$TMP/out"
"$CITADEL" analyse --threads 2 --time 60 --json --checkpoint "$alone" --checkpoint-every 50ms \
    >"$TMP/out" 2>"$TMP/err" &
pid=$!
wait_for CitaHist "$alone.hash"
report $? 'the histories are kept during a search'
kill -KILL "$pid"
wait "$pid" 2>/dev/null
"$CITADEL" analyse --threads 2 --time 60 --json --resume "$alone" >"$TMP/out" 2>"$TMP/err" &
interrupt_at '"depth":(9|1[0-9]),' "$TMP/out" # threads need not finish every depth
expect 4 out '"complete":false' 'killed, it goes on with them'

# refused_table NAME: the state with this table beside it.
refused_table() {
    cp "$TMP/state.copy" "$state"
    run analyse --file "$TMP/two.epd" --time 60 --resume "$state"
    expect "$1" err "$2" "$3"
}
printf 'x' | dd of="$state.hash" bs=1 seek=1000 conv=notrunc 2>/dev/null
refused_table 2 'state.hash: the checkpoint is damaged' 'a damaged table'
head -c 3000 "$TMP/table.copy" >"$state.hash"
refused_table 2 'state.hash: the checkpoint is damaged' 'a table cut off'
{
    cat "$TMP/table.copy"
    echo
} >"$state.hash"
refused_table 2 'state.hash: the checkpoint is damaged' 'something behind the table'
rm "$state.hash"
refused_table 3 'state.hash: No such file' 'no table'
cp "$TMP/table.copy" "$state.hash"

# What is refused.
run analyse --file "$TMP/two.epd" --time 60 --checkpoint "$state"
expect 2 err 'state: exists; --resume goes on with it' 'a state is not overwritten'
run analyse --file "$TMP/two.epd" --time 61 --resume "$state"
expect 2 err 'belongs to a run with other options: --time was 60 s, now it is 61 s' 'another limit'
run analyse --file "$TMP/two.epd" --time 60 --depth 3 --resume "$state"
expect 2 err '--depth was not given, now it is 3' 'a further limit'
run analyse --file "$TMP/two.epd" --time 60 --hash 32 --resume "$state"
expect 2 err '--hash was 64, now it is 32' 'another table'
run analyse --file "$TMP/in.epd" --time 60 --resume "$state"
expect 2 err 'belongs to a run over other positions' 'other positions'
run analyse --game belarusian-noble --file "$TMP/two.epd" --time 60 --resume "$state"
expect 2 err 'belongs to a run over other positions' 'another game'
run analyse --file "$TMP/two.epd" --time 60 --resume "$TMP/missing"
expect 3 err 'missing: No such file' 'no file'
run analyse --file "$TMP/two.epd" --time 60 --resume "$TMP/two.epd"
expect 2 err 'this is no checkpoint' 'another kind of file'
run analyse --file "$TMP/two.epd" --time 60 --epd "$TMP/refused" --resume "$TMP/two.epd"
[ ! -e "$TMP/refused" ]
report $? 'a run that is refused writes nothing'
run analyse --file "$TMP/two.epd" --depth 3 --checkpoint "$TMP/no/such/folder"
expect 3 err 'no/such/folder: No such file' 'a state that cannot be written'

# The file can no longer be written: told, but the run goes on; at the end that is status 3.
mkdir "$TMP/folder"
: >"$TMP/out"
"$CITADEL" analyse --file "$TMP/in.epd" --nodes 200000 --json --checkpoint "$TMP/folder/state" \
    --checkpoint-every 100ms >"$TMP/out" 2>"$TMP/err" &
pid=$!
wait_for '"type":"result"' "$TMP/out"
until rm -rf "$TMP/folder" 2>/dev/null; do :; done
status=0
wait "$pid" || status=$?
expect 3 err 'folder/state: No such file' 'a folder that vanishes: status 3'
count_is 24 '"type":"result"' 'a folder that vanishes: the run goes on'

# Damaged files. A state of one finished position; each copy has one byte changed, or is cut.
if command -v python3 >/dev/null 2>&1; then
    rm -f "$state"
    run analyse --depth 3 --checkpoint "$state"
    python3 - "$state" "$CITADEL" "${CITADEL_FAST:-0}" >"$TMP/out" 2>&1 <<'END'
import random, subprocess, sys
state, citadel, fast = sys.argv[1:]
good = open(state, 'rb').read()
random.seed(7)
accepted = []
for i in range(60 if fast == '0' else 20):
    bad = bytearray(good)
    kind = i % 4
    if kind == 0:
        bad[random.randrange(len(bad))] ^= 1 << random.randrange(8)
    elif kind == 1:
        del bad[random.randrange(len(bad)):]
    elif kind == 2:
        bad += bytes(random.randrange(1, 9))
    else:
        at = random.randrange(len(bad) - 8)
        bad[at:at + 8] = random.randbytes(8)
    open(state + '.bad', 'wb').write(bad)
    done = subprocess.run([citadel, 'analyse', '--depth', '3', '--resume', state + '.bad'],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    if done.returncode != 2 or b'checkpoint' not in done.stderr or b'best move' in done.stdout:
        accepted.append((i, done.returncode, done.stderr))
print('accepted:', accepted)
sys.exit(bool(accepted))
END
    report $? 'damaged files are refused'
else
    skip 'damaged files are refused' 'no python3'
fi
finish
