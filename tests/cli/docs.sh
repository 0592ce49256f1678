#!/bin/sh
# What goes beside the program when it is installed: manual page and completions, made of --help,
# launchers; that `make install` brings all of it and `make uninstall` leaves nothing.
. "$(dirname "$0")/tap.inc"

root=$(cd "$(dirname "$0")/../.." && pwd)
commands=$("$CITADEL" --help | awk '/^Commands/ { on = 1; next } !NF { on = 0 } on { print $1 }')

# --- the manual page
run_other() {
    status=0
    "$@" >"$TMP/out" 2>"$TMP/err" </dev/null || status=$?
}
run_other sh "$root/tools/manpage.sh" "$CITADEL"
expect 0 out '^\.TH CITADEL 1 ' 'manual page'
cp "$TMP/out" "$TMP/citadel.1"
for command in $commands; do
    [ "$command" = help ] || has "^\.SH CITADEL $(printf %s "$command" | tr '[:lower:]' '[:upper:]')\$" \
        "manual page: $command"
done
options=$("$CITADEL" perft --help | awk '$1 ~ /^--/ { print $1 }')
missing=
for option in $options; do
    grep -Fq -- "$(printf %s "$option" | sed 's/-/\\-/g')" "$TMP/citadel.1" || missing="$missing $option"
done
[ -z "$missing" ]
report $? "manual page: all options of perft$missing"
if command -v groff >/dev/null 2>&1; then
    run_other groff -man -ww -Tascii -P-cbou "$TMP/citadel.1"
    expect 0 out '^NAME$' 'manual page: groff reads it'
    [ ! -s "$TMP/err" ]
    report $? 'manual page: without warnings'
    has 'printf .*\\n.*citadel uci' 'manual page: backslashes of examples'
else
    skip 'manual page: groff reads it' 'no groff'
fi

# --- completions
# complete WORD...: what bash offers for the last one
complete() {
    run_other bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _citadel
        printf "%s\n" "${COMPREPLY[@]}"' bash "$root/tools/completions/citadel.bash" "$CITADEL" "$@"
}
if command -v bash >/dev/null 2>&1; then
    complete ''
    for command in $commands; do
        has "^$command\$" "bash completes $command"
    done
    complete so
    [ "$(cat "$TMP/out")" = solve ]
    report $? 'bash: the beginning of a command'
    complete moves --f
    [ "$(sort "$TMP/out" | paste -s -d ' ' -)" = '--fen --file' ]
    report $? 'bash: options'
    complete moves --game tam
    [ "$(cat "$TMP/out")" = tamerlane ]
    report $? 'bash: games'
    : >"$TMP/a-file"
    complete moves --file "$TMP/a-f"
    [ "$(cat "$TMP/out")" = "$TMP/a-file" ]
    report $? 'bash: files'
    complete moves --fen x
    [ -z "$(cat "$TMP/out")" ]
    report $? 'bash: nothing where anything may stand'
else
    skip 'bash completes' 'no bash'
fi
if command -v zsh >/dev/null 2>&1; then
    run_other zsh -n "$root/tools/completions/_citadel"
    expect 0 '' '' 'zsh reads its completions'
else
    skip 'zsh reads its completions' 'no zsh'
fi

# --- installed, in a place with a blank in its name
# make_target TARGET: of this program, whatever the build that runs this test.
make_target() {
    run_other env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -C "$root" -o all "$1" \
        PROG="$CITADEL" DESTDIR="$TMP/the root" PREFIX=/usr
}
make_target install
expect 0 out '' 'make install'
usr=$TMP/'the root'/usr
for file in bin/citadel bin/citadel-xboard share/man/man1/citadel.1 share/doc/citadel/README.md \
    share/bash-completion/completions/citadel share/zsh/site-functions/_citadel \
    share/doc/citadel/engine/games/bashni/RULES.md share/doc/citadel/tools/pictures/bashni.svg; do
    [ -s "$usr/$file" ]
    report $? "installed: $file"
done
# Instead of XBoard: tells its arguments and a picture of the folder, which is gone afterwards.
cat >"$TMP/xboard" <<'END'
#!/bin/sh
printf '%s\n' "$@"
while [ "$1" != -pieceImageDirectory ]; do shift; done
head -c 4 "$2"/WhiteKing.svg
END
chmod 755 "$TMP/xboard"
for game in belarusian tamerlane; do
    run_other env -u CITADEL PATH="$TMP:$PATH" "$usr/bin/citadel-xboard-$game" -mode analysis
    expect 0 out "^$game\$" "citadel-xboard-$game: starts XBoard with the variant"
    has '^-mode$' "citadel-xboard-$game: hands options on"
    has "^'$usr/bin/citadel' xboard\$" "citadel-xboard-$game: with the installed program"
    has '^<svg' "citadel-xboard-$game: draws the men"
done
ln -s "$usr" "$TMP/the user's"
run_other env -u CITADEL PATH="$TMP:$PATH" "$TMP/the user's/bin/citadel-xboard-tamerlane"
expect 0 out "^\"$TMP/the user's/bin/citadel\" xboard\$" 'citadel-xboard: an apostrophe in the name'
rm "$TMP/the user's"
make_target uninstall
expect 0 out '' 'make uninstall'
[ -z "$(find "$TMP/the root" ! -type d)" ]
report $? 'and nothing is left'
finish
