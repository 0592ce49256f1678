#!/bin/sh
# Options, messages, exit statuses and help of all commands.
. "$(dirname "$0")/tap.inc"

commands='uci analyse perft solve moves show play xboard match selfplay tune bench'

run --help
expect 0 out '^Usage: citadel' 'overview'
has_not '^  tables ' 'overview names only commands that exist'
for command in $commands; do
    has "^  $command " "overview lists $command"
done
run --version
expect 0 out '^Citadel [0-9]' 'version'
run help
expect 0 out '^Commands' 'help without a command'
for words in 'help help' 'help --help' -h; do
    # shellcheck disable=SC2086 # two words on purpose
    run $words
    expect 0 out '^Commands' "$words"
done
run help nonsense
expect 2 err "unknown command 'nonsense'" 'help for an unknown command'
run anaylse
expect 2 err 'did you mean analyse' 'a command misspelt'
run xyzzy
expect 2 err "unknown command 'xyzzy'" 'an unknown command'

for command in $commands; do
    run "$command" --help
    expect 0 out '^Examples' "$command --help"
    cp "$TMP/out" "$TMP/help.$command"
    has_not 'citadel tables' "$command --help names only commands that exist"
    run help "$command"
    cmp -s "$TMP/out" "$TMP/help.$command"
    report $? "help $command says the same"
    run "$command" --no-such-option
    expect 2 err "citadel $command: unknown option '--no-such-option'" "$command: unknown option"
    run "$command" stray
    expect 2 err "unexpected argument 'stray'" "$command: stray argument"
    run "$command" --helb
    expect 2 err 'did you mean --help' "$command: suggestion"
done

for command in analyse perft solve moves show play selfplay tune bench; do
    run "$command" --game chess
    expect 2 err "option --game: there is no game 'chess'; there are belarusian," \
        "$command: unknown game, the games are named"
    run "$command" --game
    expect 2 err 'option --game needs a value' "$command: missing value"
    run "$command" --gane=belarusian
    expect 2 err 'did you mean --game' "$command: option misspelt"
done
for command in 'analyse --depth 1' 'perft --depth 1' 'solve --win 1' moves show play; do
    # shellcheck disable=SC2086 # two words on purpose
    run $command --fen 'lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVX w AIai 0 1'
    expect 2 err 'option --fen, byte 48: ' "$command: bad position, with its place"
    grep -Eq '^ {50}\^$' "$TMP/err"
    report $? "$command: the place is pointed at"
    # shellcheck disable=SC2086
    run $command --moves e2e4 e2e4
    expect 2 err "move 2, 'e2e4', is not legal in " "$command: illegal move in --moves"
    # shellcheck disable=SC2086
    run $command --moves
    expect 2 err 'option --moves needs a value' "$command: --moves without moves"
    [ "$command" != play ] || continue
    # shellcheck disable=SC2086
    run $command --json=yes
    expect 2 err 'option --json takes no value' "$command: value for a flag"
done

# OPTION VALUE MESSAGE, for perft, analyse and bench
while read -r command option value message; do
    run "$command" "$option" "$value"
    expect 2 err "option $option: $message" "$command $option $value"
done <<'END'
perft --depth x 'x' is not a whole number
perft --depth 3x '3x' is not a whole number
perft --depth 0x3 '0x3' is not a whole number
perft --depth 1e3 '1e3' is not a whole number
perft --depth -1 -1 is out of range \(0 to 200\)
perft --depth 201 201 is out of range
perft --depth 99999999999999999999 '99999999999999999999' is not a whole number
perft --threads 0 0 is out of range \(1 to 256\)
perft --threads 257 257 is out of range
perft --max-nodes 0 0 is out of range
perft --max-depth 0 0 is out of range
analyse --depth 0 0 is out of range
analyse --time x 'x' is not a time
analyse --time 0 '0' is out of range
analyse --time 1.2.3 '1.2.3' is not a time
analyse --time -1 '-1' is not a time
analyse --time 5parsecs '5parsecs' is not a time
analyse --time 99999999999 '99999999999' is out of range
analyse --nodes 0 0 is out of range
analyse --nodes many 'many' is not a whole number
analyse --multipv 0 0 is out of range
analyse --multipv 257 257 is out of range
analyse --mate 0 0 is out of range
analyse --hash 0 0 is out of range
analyse --threads -2 -2 is out of range
analyse --searchmoves e2e9 'e2e9' is not legal here
bench --depth 0 0 is out of range
bench --threads 1000 1000 is out of range
END

# Bare words that look like the value of an option of the command.
: >"$TMP/a-file"
while read -r command word meant; do
    run "$command" "$word"
    expect 2 err "unexpected argument '$word', did you mean $meant $word\?" "$command $word"
done <<END
perft 5 --depth
analyse 12 --depth
analyse $TMP/a-file --file
moves $TMP/a-file --file
perft $TMP/a-file --suite
solve $TMP/a-file --suite
show $TMP/a-file --pdn
play $TMP/a-file --load
analyse tamerlane --game
END
for word in '' 5x "$TMP/missing"; do
    run perft "$word"
    expect 2 err "unexpected argument '$word'$" "perft '$word'"
done
run moves 5
expect 2 err "unexpected argument '5'$" 'moves has no --depth'

run perft
expect 2 err 'depth or --suite is needed' 'perft without depth'
run perft --suite x --depth 3
expect 2 err 'suite excludes' 'perft: suite and depth'
run moves --file x --fen y
expect 2 err 'file excludes' 'moves: file and position'
run analyse --file x --moves e2e4
expect 2 err 'file excludes' 'analyse: file and moves'
run bench --game belarusian-noble
expect 2 err 'no positions of belarusian-noble' 'bench: game without positions'

run analyse --depth=2 --moves=e2e4
expect 2 err "write a blank instead of '='" 'words cannot be attached'
run analyse --depth=2
expect 0 out '^best move' 'a value attached by ='
run analyse --time 100ms
expect 0 out '^best move' 'time with a unit'

for command in 'perft --suite' 'solve --suite' 'solve --verify' 'moves --file' 'analyse --file'; do
    # shellcheck disable=SC2086
    run $command "$TMP/missing"
    expect 3 err 'missing: No such file' "$command: missing file"
    # shellcheck disable=SC2086
    run $command "$TMP"
    expect 3 err 'Is a directory' "$command: a directory"
done

# --- positions and files of another game than the one chosen
tamerlane='11/11/K10/1S9/11/4r6/11/11/11/9k1 w -- C 0 1'
hint='this is a position of tamerlane: --game tamerlane is needed'
printf '%s ;D1 13\n' "$tamerlane" >"$TMP/other.perft"
printf '%s ;win 1\n' "$tamerlane" >"$TMP/other.puzzles"
printf '%s | - | none | a1a2\n' "$tamerlane" >"$TMP/other.moves"
printf '%s bm d7e5; id "short";\n' "${tamerlane% 0 1}" >"$TMP/other.epd"
printf '%s ;bm d7e5\n' "$tamerlane" >"$TMP/other.best"
while read -r stream status_wanted arguments; do
    # shellcheck disable=SC2086 # words on purpose
    run $arguments
    expect "$status_wanted" "$stream" "line 1: $hint" "another game: $arguments"
done <<END
out 1 perft --suite $TMP/other.perft
out 1 perft --game bashni --suite $TMP/other.perft
err 1 solve --suite $TMP/other.puzzles
out 1 moves --file $TMP/other.moves
err 2 analyse --file $TMP/other.moves --depth 1
err 2 analyse --file $TMP/other.epd --depth 1
err 2 analyse --game belarusian-noble --file $TMP/other.best --depth 1
err 2 bench --suite $TMP/other.best --depth 1
END
for command in 'analyse --depth 1' 'perft --depth 1' 'solve --win 1' moves show play; do
    # shellcheck disable=SC2086
    run $command --fen "$tamerlane"
    expect 2 err "option --fen: $hint" "another game: $command --fen"
done
run analyse --game tamerlane --file "$TMP/other.epd" --depth 1
expect 0 out '^best move' 'and the option helps'
# The operations of standard EPD make it no other game where they are not read.
run perft --game tamerlane --depth 1 --fen "$tamerlane bm d7e5;"
expect 2 err 'byte 44: unexpected text after' 'operations behind --fen'
printf '%s bm d7e5; id "short";\n' "$tamerlane" >"$TMP/operations"
run solve --game tamerlane --suite "$TMP/operations"
expect 1 err 'line 1: position refused at byte 44: unexpected text' 'operations in a suite of puzzles'
# The rules that a line names tell its game; a game that was chosen does not have them.
printf '%s ;setup=third ;D1 13\n' "$tamerlane" >"$TMP/options.perft"
printf '%s | setup=third | none | a1a2\n' "$tamerlane" >"$TMP/options.moves"
run perft --suite "$TMP/options.perft"
expect 0 out '^ok line 1: tamerlane to D1' 'a rule option as a field tells the game'
run analyse --file "$TMP/options.moves" --depth 1 --json
expect 0 out '"game":"tamerlane"' 'a list of rule options tells the game'
run perft --game belarusian --suite "$TMP/options.perft"
expect 1 out "line 1: $hint" 'unless another is chosen'
# Recorded games without the tag Variant: the ending tells, or a message what to say.
printf '1. c3-b4 *\n' >"$TMP/game.pdn"
run analyse --file "$TMP/game.pdn" --depth 1
expect 0 out '' 'a .pdn without Variant is Bashni'
printf '[Event "?"]\n\n1. c3-b4 *\n' >"$TMP/game.pgn"
run analyse --file "$TMP/game.pgn" --depth 1
expect 2 err 'no tag Variant and was read as belarusian; --game says otherwise' \
    'a .pgn without Variant'
run analyse --game bashni --file "$TMP/game.pgn" --depth 1
expect 0 out '' 'and that helps'

if [ -w /dev/full ]; then
    for command in --help --version 'show' 'moves' 'perft --depth 2 --divide' 'analyse --depth 2' \
        'analyse --depth 2 --json' 'bench --depth 1' 'uci --help' xboard 'play --level 1'; do
        status=0
        # shellcheck disable=SC2086
        timeout -k 5 "$LIMIT" "$CITADEL" $command >/dev/full 2>"$TMP/err" </dev/null || status=$?
        expect 3 err '' "full disk: $command"
    done
    status=0
    printf 'uci\nisready\ngo depth 2\nwait\nquit\n' |
        timeout -k 5 "$LIMIT" "$CITADEL" >/dev/full 2>"$TMP/err" || status=$?
    expect 3 err 'cannot write' 'full disk: uci'
else
    skip 'full disk' 'no /dev/full'
fi

# Every example of every help text runs as it stands.
mkdir "$TMP/bin"
ln -s "$CITADEL" "$TMP/bin/citadel"
for command in $commands; do
    sed '1,/^Examples/d; s/^  //' "$TMP/help.$command" >"$TMP/examples"
    while IFS= read -r line; do
        if [ "$line" = 'citadel bench' ] && [ "${CITADEL_LONG:-0}" = 0 ]; then
            skip "example: $line" 'takes long'
            continue
        fi
        status=0
        PATH="$TMP/bin:$PATH" timeout -k 5 "$LIMIT" sh -c "$line" >"$TMP/out" 2>"$TMP/err" \
            </dev/null || status=$?
        expect 0 out '.' "example: $line"
    done <"$TMP/examples"
done
finish
