#!/bin/sh
# Position text that breaks a rule of the format or the game is refused with the place of the fault,
# by the command line and in the UCI dialogue, and changes nothing.
. "$(dirname "$0")/tap.inc"

# BYTE|POSITION
cat >"$TMP/list" <<'END'
0|w
0|9/9/9/9/9/9/9/9/9 w - 0 1
39|lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR w AIai 0 1
49|lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL/9 w AIai 0 1
19|lvmgakvml/rrrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1
18|lvmgakvml/rrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1
27|lvmgakvml/rrrrrrrrr/9/9/9/8/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1
21|lvmgakvml/rrrrrrrrr/91/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1
20|lvmgakvml/rrrrrrrrr/0/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1
48|lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVX w AIai 0 1
50|lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL x AIai 0 1
49|lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL
51|lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w
53|lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w IAai 0 1
53|lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AAai 0 1
52|lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w KQkq 0 1
57|lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai -1 1
57|lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai x 1
59|lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 x
58|lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0
60|lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1 junk
57|lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 99999999999 1
59|lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 99999999999
59|lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 0
0|4a4/9/9/9/9/9/9/9/9 w - 0 1
0|4A4/9/9/9/9/9/9/9/9 w - 0 1
20|4a4/9/9/9/9/9/9/9/3AA4 w - 0 1
21|4a4/9/9/9/9/9/9/9/3KAK3 w - 0 1
19|4a4/9/9/9/9/9/9/9/GG2A4 w - 0 1
20|4a4/9/9/9/9/9/9/9/LLL1A4 w - 0 1
20|4a4/9/9/9/9/9/9/9/MMM1A4 w - 0 1
20|4a4/9/9/9/9/9/9/9/VVV1A4 w - 0 1
24|4a4/9/9/9/9/9/RRRRRRRRR/R8/4A4 w - 0 1
18|4a4/9/9/9/9/9/9/9/R3A4 w - 0 1
0|r3a4/9/9/9/9/9/9/9/4A4 w - 0 1
11|4a4/9/9/9/4L4/9/9/9/A8 w - 0 1
25|4a4/9/9/9/9/9/9/9/4A3L w A 0 1
25|4a4/9/9/9/9/9/9/9/3A4L w I 0 1
0|4a4/4L4/9/9/9/9/9/9/A8 w - 0 1
0|4k4/9/9/9/9/9/9/9/4K4 w - 0 1
59|lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai - - 0 1
END
while IFS='|' read -r byte fen; do
    run moves --fen "$fen"
    expect 2 err "^citadel moves: option --fen, byte $byte: " "byte $byte of: $fen"
done <"$TMP/list"
run moves --fen ''
expect 2 err 'option --fen, byte 0: ' 'empty text'
run moves --fen "$(printf 'lvmgakvml/\001\377rrrrrrr')"
expect 2 err 'option --fen, byte 10: ' 'bytes that are no text'
run moves --fen "$(head -c 100000 /dev/zero | tr '\0' g)"
expect 2 err 'option --fen, byte [0-9]: ' 'a hundred thousand letters'

{
    echo 'position startpos moves e2e4'
    sed 's/^[0-9]*|/position fen /' "$TMP/list"
    printf 'position fen\nposition\nposition nonsense\nposition startpos e2e4\n'
    printf 'd\nquit\n'
} >"$TMP/commands"
feed uci <"$TMP/commands"
expect 0 out '^Fen: lvmgakvml/rrrrrrrrr/9/9/9/4R4/9/RRRR1RRRR/LMVKAGMVL b AIai 1 1$' \
    'uci: the position is unchanged after all of them'
count_is $(($(wc -l <"$TMP/list") + 4)) '^info string position refused: ' 'uci: each is refused'
sed -n 's/^\([0-9]*\)|.*/\1/p' "$TMP/list" >"$TMP/bytes"
sed -n 's/^info string position refused: byte \([0-9]*\) of the FEN: .*/\1/p' "$TMP/out" |
    head -n "$(wc -l <"$TMP/list")" | cmp -s - "$TMP/bytes"
report $? 'uci: with the same places'
finish
