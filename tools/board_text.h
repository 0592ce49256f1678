/* board_text.h - a position as a text board: in ASCII letters or with the signs that Unicode has
 * for chess and draughts, plain or in colours.
 *
 * Columns never shift: a square is as wide as the widest that stands on any, only signs of one
 * column are used, and colours change nothing else. */
#ifndef CITADEL_TOOLS_BOARD_TEXT_H
#define CITADEL_TOOLS_BOARD_TEXT_H

#include "engine/game.h"
#include "tools/board_layout.h"

#include <stdbool.h>
#include <stdio.h>

struct board_text {
    bool has_signs;                /* of Unicode where it has them, else letters only */
    bool has_colours;              /* of a terminal with 256 colours */
    enum side below;               /* who sits at the lower edge */
    const struct board_move *last; /* shown by colour; NULL: none */
};

/* Writes the board and what it cannot show (the listing of towers), lines ended by \n. Errors are
 * left to the stream's error flag. */
void board_text_write(FILE *out, const struct position *pos, const struct board_text *style);

/* The plain board in letters as a new text; NULL if memory is short. */
char *board_text_plain(const struct position *pos);

#endif
