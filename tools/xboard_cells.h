/* xboard_cells.h - what stands on each square, read from a game's own position text, and how XBoard
 * calls it. Shared by the two files behind xboard_board.h. */
#ifndef CITADEL_TOOLS_XBOARD_CELLS_H
#define CITADEL_TOOLS_XBOARD_CELLS_H

#include "engine/game.h"

#include <stdbool.h>

enum { XBOARD_SQUARES_MAX = 128, XBOARD_MAN_MAX = 3 };

/* By square: the man as position text writes it, "" for none. Upper case is White. */
struct xboard_cells {
    char man[XBOARD_SQUARES_MAX][XBOARD_MAN_MAX];
};

void xboard_cells(const struct position *pos, struct xboard_cells *out);

static inline bool xboard_is_white(const char *man)
{
    const char letter = man[0] == '.' ? man[1] : man[0];
    return letter >= 'A' && letter <= 'Z';
}

/* The name that XBoard has for a man, at most XBOARD_MAN_MAX bytes with NUL. */
void xboard_man(const char *man, char *out);

/* The letter behind a move that makes a man this one; '\0' if there is none, since it would have to
 * be two characters. */
char xboard_suffix(const char *man);

/* XBoard's board: columns, and what lies at a column and row from 0; GEO_NO_SQUARE for a hole. */
unsigned xboard_columns(const struct geometry *g);
unsigned xboard_square_at(const struct geometry *g, unsigned column, unsigned row);

#endif
