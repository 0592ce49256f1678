/* board_layout.h - what drawing needs to know of each game's board, as data: where the squares lie,
 * which of them are special, and what the men look like in pictures, in Unicode and in XBoard. The
 * one place that has such facts; text boards and pictures read them. */
#ifndef CITADEL_TOOLS_BOARD_LAYOUT_H
#define CITADEL_TOOLS_BOARD_LAYOUT_H

#include "engine/game.h"
#include "tools/svg_pieces.h"

#include <stdbool.h>
#include <stddef.h>

/* A kind of man, either colour. Static strings. */
struct board_man {
    const char *letters; /* White's, as game.square_text writes it: "K", ".P" */
    const char *name;
    const struct svg_piece *piece;
    const struct svg_piece *badge; /* NULL: none */
    const char *unicode[SIDE_NB];  /* NULL: there is none, letters serve */
    const char *xboard;            /* the slot of XBoard whose pictures show it, "Pawn" */
};

struct board_layout {
    const struct geometry *geometry;
    const struct board_man *men; /* men_nb of them; none: the squares hold towers of draughts */
    size_t men_nb;
    int columns, rows;           /* of the whole picture, squares outside the rectangle included */
    int left;                    /* column of file a, White below */
    signed char extra_column[2]; /* of the geometry's extra squares, White below */
    signed char extra_row[2];    /* from the top */
    unsigned palace_file, palace_rank, palace_size; /* corner and side of the zone; size 0: none */
    unsigned throne;                                /* GEO_NO_SQUARE: none */
};

/* The layout of a game; never NULL for the games of the registry. */
const struct board_layout *board_layout_of(const struct game *game);

/* A square's column from the left and row from the top, for the side that sits below. */
struct board_place {
    int column, row;
};
struct board_place board_place_of(const struct board_layout *layout, unsigned sq, enum side below);

/* The square at a place; GEO_NO_SQUARE where none is. */
unsigned board_square_at(const struct board_layout *layout, struct board_place place,
                         enum side below);

bool board_in_palace(const struct board_layout *layout, unsigned sq);
/* Is the square, or that place of the rectangle, one of the dark ones, as a1 is? */
bool board_is_dark(const struct board_layout *layout, unsigned sq);

/* The man with these letters, and its side. NULL if there is none. */
const struct board_man *board_man_of(const struct board_layout *layout, const char *letters,
                                     enum side *side);

/* A tower, from game.square_text. */
struct board_tower {
    enum side owner;
    bool is_king; /* its top */
    unsigned own, prisoners;
};
struct board_tower board_tower_of(const char *pieces);

/* "3" or "3/2": own pieces, and prisoners if any. */
enum { BOARD_TOWER_LABEL_MAX = 8 };
const char *board_tower_label(const struct board_tower *tower, char out[BOARD_TOWER_LABEL_MAX]);

/* The squares that a move touches in the order of its text: origin, landings, destination. */
enum { BOARD_PATH_MAX = 16 };
struct board_move {
    unsigned squares[BOARD_PATH_MAX];
    unsigned squares_nb;
    bb_t changed; /* where something else stands after it */
};
/* `before` is the position that the move is legal in, `after` the one that it leads to. */
void board_move_of(const struct position *before, move_t move, const struct position *after,
                   struct board_move *out);

/* Reads squares run together, "e2e4" or "c3e5g7", into a path; returns how many, 0 if the text is
 * something else. `rest`, if not NULL, takes what follows the squares instead of refusing it. */
unsigned board_read_path(const struct geometry *geometry, const char *text,
                         unsigned out[BOARD_PATH_MAX], const char **rest);

#endif
