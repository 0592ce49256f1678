#!/bin/sh
# The command perft: ways of counting, statistics, going on after Ctrl-C, work units.
. "$(dirname "$0")/tap.inc"

# nodes_is N NAME: of the last run, which succeeded.
nodes_is() {
    if [ "$status" = 0 ] && [ "$(sed -n 's/^nodes: //p' "$TMP/out")" = "$1" ]; then
        report 0 "$2"
    else
        report 1 "$2"
    fi
}

# --- any combination, the same count
while read -r nodes arguments; do
    for way in '' '--bulk' '--no-bulk' '--hash 1' '--hash 4 --keys 1 --threads 2' \
        '--hash 2 --key-bits 128 --no-bulk' '--hash 1 --keys 1 --key-bits 128 --threads 5' \
        '--threads 3 --no-bulk'; do
        # shellcheck disable=SC2086 # words on purpose
        run perft $arguments $way
        nodes_is "$nodes" "perft $arguments $way"
    done
done <<'END'
296204 --depth 4
12024 --depth 3 --game belarusian-noble
365893 --depth 4 --game tamerlane
37908 --depth 6 --game bashni
END
run perft --depth 3 --hash 1 --keys 1 --key-bits 128 --threads 2
expect 0 out '^counting: bulk .*, 2 threads, hash of 1 MB with key set 1 of 128 bits$' \
    'perft says how it counted'
run perft --depth 3 --hash 1 --keys 1 --json
expect 0 out '"hash":1,"keys":1,"key_bits":64,"complete":true,"nodes":11980' 'the same in JSON'
run perft --suite tests/data/bashni.epd --game bashni --max-nodes 20000 --hash 1 --threads 2
expect 0 out '^[1-9][0-9]* passed, 0 failed$' 'a suite with a hash'

# --- reference counts
for game in belarusian tamerlane bashni; do
    run perft --game "$game" --suite "tests/perft/$game.epd" --max-nodes 20000 --hash 4
    expect 0 out '^1[0-9][0-9] passed, 0 failed$' "reference counts of $game"
done

# --- options that do not go together
while IFS='|' read -r arguments message; do
    # shellcheck disable=SC2086
    run perft $arguments
    expect 2 err "$message" "refused: perft $arguments"
done <<'END'
--depth 2 --bulk --no-bulk|--bulk and --no-bulk exclude each other
--depth 2 --stats --hash 1|--stats plays every move
--depth 2 --stats --bulk|--stats plays every move
--depth 2 --keys 1|--keys and --key-bits go with --hash
--depth 2 --hash 1 --keys 2|option --keys: 2 is out of range \(0 to 1\)
--depth 2 --hash 1 --key-bits 96|96 is neither 64 nor 128
--depth 2 --hash -1|out of range
--depth 2 --first e2e9|option --first: 'e2e9' is not legal here
--depth 2 --plus many|option --plus: 'many' is not a count
--depth 2 --plus 340282366920938463463374607431768211456|is not a count
--depth 2 --split 2 --out x|--split must be less than --depth
--depth 3 --split 2|--split needs --out
--depth 3 --out x|--out and --units go with --split
--split 2 --out x|--depth or --suite is needed
--unit x --merge y|exclude each other
--unit x --depth 3|--unit says itself what is counted
--merge x --fen y|--merge says itself what is counted
--suite x --stats|--suite excludes
END
run perft --depth 2 --hash 16777216
expect 3 err 'has no 16777216 MB to give' 'a hash larger than the machine'
run perft --depth 2 --plus 340282366920938463463374607431768211455
expect 2 err 'exceeds 128 bits' 'a sum too large'

# --- statistics
run perft --game belarusian --depth 4 --stats
nodes_is 296204 'perft --stats counts'
has '^depth +nodes +captures +promotions +coronations +castlings +ascents +checks +rokash +mates' \
    'perft --stats: columns of Belarusian chess'
has '^ +4 +296204 ' 'perft --stats: a row for each ply'
cp "$TMP/out" "$TMP/one"
run perft --game belarusian --depth 4 --stats --threads 3
grep -E '^ *[0-9]+ ' "$TMP/one" >"$TMP/rows"
grep -E '^ *[0-9]+ ' "$TMP/out" | cmp -s - "$TMP/rows"
report $? 'perft --stats: the same with threads'
run perft --game tamerlane --depth 1 --stats --json --fen \
    '11/11/K10/1S9/11/4r6/11/11/11/9k1 w -- C 0 1'
expect 0 out '"depth":1,"nodes":13,"captures":0,.*"exchanges":1,"citadel_entries":2,.*"citadel_draws":1' \
    'perft --stats: citadels, in JSON'
is_json 'perft --stats: JSON is valid'
run perft --game bashni --depth 1 --stats --fen 'W:Wa1,Kc1:Bb2,d2(w),f4,h6:H0:F1'
expect 0 out '^depth +nodes +captures +jumps +promotions +wins$' 'perft --stats: columns of Bashni'

# --- some first moves, and what was counted before
run perft --depth 4 --first e2e4 c1d3 --divide
expect 0 out '^e2e4: [0-9]+$' 'perft --first'
count_is 2 '^[a-i][1-9][a-i][1-9]: ' 'perft --first: only these'
part=$(sed -n 's/^nodes: //p' "$TMP/out")
run perft --depth 4 --plus "$part" --first \
    "$("$CITADEL" moves | grep -E '^[a-i][1-9][a-i][1-9]$' | grep -vE '^(e2e4|c1d3)$' | tr '\n' ' ')"
nodes_is 296204 'perft --first and --plus make the whole'

# --- Ctrl-C: what it prints counts the rest.
mkdir "$TMP/bin"
ln -s "$CITADEL" "$TMP/bin/citadel"
depth=7 total=6850541858
[ "${CITADEL_FAST:-0}" = 0 ] || depth=6 total=225815676
"$CITADEL" perft --depth "$depth" --hash 64 --divide >"$TMP/out" 2>"$TMP/err" &
interrupt_at '^[a-i][1-9][a-i][1-9]: [0-9]+$' "$TMP/out"
expect 4 out '^to count the rest: citadel perft --game belarusian --fen .* --first .* --plus [0-9]+$' \
    'Ctrl-C prints how to go on'
sed -n 's/^to count the rest: //p' "$TMP/out" >"$TMP/rest"
status=0
PATH="$TMP/bin:$PATH" timeout -k 5 300 sh "$TMP/rest" >"$TMP/out" 2>"$TMP/err" || status=$?
nodes_is "$total" 'and that gives the whole'

# --- work units: three games, three depths each, split at different plies
while read -r total ply units arguments; do
    rm -rf "$TMP/units"
    # shellcheck disable=SC2086
    run perft $arguments --split "$ply" --units "$units" --out "$TMP/units"
    expect 0 out '^units: [0-9]+, each of' "split: perft $arguments --split $ply"
    for unit in "$TMP"/units/unit-*.txt; do
        run perft --unit "$unit" --hash 1
        [ "$status" = 0 ] || report 1 "unit $unit"
    done
    run perft --merge "$TMP/units"
    nodes_is "$total" "merge: perft $arguments"
done <<'END'
484 1 5 --depth 2
11980 2 7 --depth 3
296204 2 3 --depth 4
576 1 4 --game tamerlane --depth 2
14518 1 30 --game tamerlane --depth 3
365893 3 4 --game tamerlane --depth 4
1469 2 3 --game bashni --depth 4
37908 3 2 --game bashni --depth 6
189912 4 9 --game bashni --depth 7
END

rm -rf "$TMP/units"
run perft --game tamerlane --option Setup=third PopRelocation=optional \
    --fen '4r5g/K2.X2.R4/5n1t3/11/4S6/7a3/5C5/2N8/1.k4.e2k1/4R5G w -- SCsc 0 1' \
    --depth 3 --split 1 --units 2 --out "$TMP/units"
for unit in "$TMP"/units/unit-*.txt; do run perft --unit "$unit"; done
run perft --merge "$TMP/units"
cp "$TMP/out" "$TMP/one"
run perft --game tamerlane --option Setup=third PopRelocation=optional \
    --fen '4r5g/K2.X2.R4/5n1t3/11/4S6/7a3/5C5/2N8/1.k4.e2k1/4R5G w -- SCsc 0 1' --depth 3
nodes_is "$(sed -n 's/^nodes: //p' "$TMP/one")" 'merge under rule options'

# --- what can go wrong with them
rm -rf "$TMP/units"
run perft --depth 5 --split 2 --units 4 --out "$TMP/units"
expect 0 out '^sequences: 484$' 'split tells the sequences'
run perft --depth 5 --split 2 --units 4 --out "$TMP/units"
expect 0 out '^units: 4' 'the same split again is no mistake'
run perft --depth 6 --split 2 --units 4 --out "$TMP/units"
expect 2 err 'holds another count' 'another split into the same directory is'
run perft --merge "$TMP/units"
expect 1 out 'keys 0: 0 of 4 units in 0.000 s; missing: 1-4$' 'merge before any unit was counted'
for nr in 1 2 4; do
    run perft --unit "$TMP/units/unit-000$nr.txt" --hash 4
done
run perft --merge "$TMP/units"
expect 1 out '; missing: 3$' 'merge tells what is missing'
has_not '^nodes:' 'and gives no sum'
run perft --unit "$TMP/units/unit-0003.txt" --hash 4
expect 0 out '^result: .*/unit-0003.keys-0.result$' 'the missing unit'
run perft --merge "$TMP/units"
nodes_is 8185890 'merge of all'
has '^confirmed: no' 'merge: one key set confirms nothing'
run perft --unit "$TMP/units/unit-0003.txt" --hash 4
expect 0 out '^this unit has been counted before$' 'a unit is not counted twice'
for unit in "$TMP"/units/unit-*.txt; do
    run perft --unit "$unit" --hash 4 --keys 1 --key-bits 128 --threads 2
done
run perft --merge "$TMP/units"
nodes_is 8185890 'merge of two key sets'
has '^confirmed: yes' 'merge: two key sets confirm each other'
run perft --merge "$TMP/units" --json
expect 0 out '"complete":true,"confirmed":true,"nodes":8185890}$' 'merge in JSON'
is_json 'merge: JSON is valid'

result=$TMP/units/unit-0002.keys-0.result
cp "$result" "$TMP/kept"
head -c 150 "$TMP/kept" >"$result"
run perft --merge "$TMP/units"
expect 1 err 'unit-0002.keys-0.result: no result, or torn' 'merge refuses a torn result'
run perft --unit "$TMP/units/unit-0002.txt" --hash 4
expect 0 out '^result:' 'a torn result is counted again'
run perft --merge "$TMP/units"
nodes_is 8185890 'merge after that'
cp "$result" "$TMP/units/again.result"
run perft --merge "$TMP/units"
expect 1 err 'a second result of unit 2 with keys 0' 'merge refuses a result that is there twice'
rm "$TMP/units/again.result"
: >"$result"
run perft --merge "$TMP/units"
expect 1 err 'torn' 'merge refuses an empty result'
cp "$TMP/kept" "$result"
mv "$TMP/units/unit-0004.txt" "$TMP/moved"
run perft --merge "$TMP/units"
expect 1 err 'unit-0004.txt: No such file' 'merge misses a unit'
sed 's/w AIai/w AIa/' "$TMP/moved" >"$TMP/units/unit-0004.txt"
run perft --unit "$TMP/units/unit-0004.txt" --hash 4
expect 2 err 'not a whole one' 'a changed unit is not counted'
run perft --merge "$TMP/units"
expect 1 err 'unit-0004.txt: not the unit of the plan' 'merge refuses a changed unit'
cp "$TMP/moved" "$TMP/units/unit-0004.txt"
run perft --merge "$TMP/units"
nodes_is 8185890 'merge with all mended'
run perft --unit "$TMP/units/plan.txt"
expect 2 err 'no work unit' 'a plan is no unit'
run perft --unit "$TMP/none"
expect 3 err 'No such file' 'no such unit'
run perft --merge "$TMP/none"
expect 3 err 'No such file' 'no such directory'
run perft --depth 3 --split 1 --out /dev/null/x
expect 3 err 'Not a directory' 'a directory that cannot be made'
run perft --depth 3 --fen '4a3k/9/9/9/4A4/9/9/9/l8 w - 0 2' --split 2 --out "$TMP/decided"
expect 0 out '^positions: 0$' 'split of a decided position'
run perft --unit "$TMP/decided/unit-0001.txt"
expect 0 out '^nodes: 0$' 'its unit'
run perft --merge "$TMP/decided"
nodes_is 0 'its sum'

# --- units killed at random moments
rm -rf "$TMP/units"
depth=7 total=6850541858
[ "${CITADEL_FAST:-0}" = 0 ] || depth=5 total=8185890
run perft --depth "$depth" --split 3 --units 3 --out "$TMP/units"
kills=0
for nr in 1 2 3; do
    unit=$TMP/units/unit-000$nr.txt
    tries=0
    until [ -s "$TMP/units/unit-000$nr.keys-0.result" ]; do
        "$CITADEL" perft --unit "$unit" --hash 32 >"$TMP/out" 2>"$TMP/err" &
        pid=$!
        tries=$((tries + 1))
        # Every second time it may run to its end.
        if [ $((tries % 2)) = 1 ] && [ "$tries" -lt 8 ]; then
            sleep "0.$(awk -v seed="$nr$tries" 'BEGIN { srand(seed); printf "%02d", rand() * 60 }')"
            kill -KILL "$pid" 2>/dev/null && kills=$((kills + 1))
        fi
        wait "$pid" 2>/dev/null
    done
done
run perft --merge "$TMP/units"
nodes_is "$total" "merge after $kills kills"

# --- a unit interrupted by Ctrl-C goes on where it was
rm -rf "$TMP/units"
run perft --depth "$depth" --split 3 --units 1 --out "$TMP/units"
"$CITADEL" perft --unit "$TMP/units/unit-0001.txt" >"$TMP/out" 2>"$TMP/err" &
pid=$!
sleep 1
kill -INT "$pid" 2>/dev/null
status=0
wait "$pid" || status=$?
if [ "$status" = 0 ]; then
    skip 'Ctrl-C during a unit' 'it was done before'
else
    expect 4 out 'to count the rest, run the same command again$' 'Ctrl-C during a unit'
    [ -s "$TMP/units/unit-0001.keys-none.partial" ]
    report $? 'its state is noted'
fi
run perft --unit "$TMP/units/unit-0001.txt" --hash 64
expect 0 out '^nodes: ' 'another way of counting begins anew'
run perft --merge "$TMP/units"
nodes_is "$total" 'merge of that'

# --- the ways that README.md shows: the block of commands that begins with a line
block() {
    awk -v first="$1" '$0 == first { on = 1 } on && /^```/ { exit } on' README.md |
        sed "s|build/citadel|\"\$CITADEL\"|g; s|build/units|$TMP/readme|g"
}
block '# by hand' >"$TMP/hand.sh"
status=0
CITADEL=$CITADEL timeout -k 5 300 sh -eu "$TMP/hand.sh" >"$TMP/out" 2>"$TMP/err" || status=$?
[ "$status" = 0 ] && [ "$(tail -n 1 "$TMP/out")" = 'nodes: 225815676' ]
report $? 'README: work units by hand'
if command -v parallel >/dev/null 2>&1 && parallel --version 2>/dev/null | grep -q 'GNU parallel'; then
    block '# with GNU parallel' >"$TMP/parallel.sh"
    status=0
    CITADEL=$CITADEL HOME=$TMP timeout -k 5 300 sh -eu "$TMP/parallel.sh" >"$TMP/out" \
        2>"$TMP/err" </dev/null || status=$?
    [ "$status" = 0 ] && [ "$(tail -n 1 "$TMP/out")" = 'nodes: 225815676' ]
    report $? 'README: work units with GNU parallel'
    has '^confirmed: yes' 'README: and the second key set confirms the first'
else
    skip 'README: work units with GNU parallel' 'GNU parallel is not installed (tools/setup.sh parallel)'
fi
# The array job, without Slurm: what it would set, one task after the other.
rm -f "$TMP"/readme/*.result
block '#SBATCH --array=1-8' >"$TMP/array.sh"
status=0
for task in 1 2 3 4 5 6 7 8; do
    CITADEL=$CITADEL SLURM_ARRAY_TASK_ID=$task SLURM_CPUS_PER_TASK=1 sh -eu "$TMP/array.sh" \
        >"$TMP/out" 2>"$TMP/err" || status=$?
done
[ "$status" = 0 ]
report $? 'README: the tasks of the Slurm array'
run perft --merge "$TMP/readme"
nodes_is 225815676 'README: and their sum'
finish
