/* board_svg.h - a position as an SVG picture: squares and zones of its game, men or towers, the
 * last move, check, coordinates, arrows, marks, a caption. Needs no fonts for anything that the
 * lettering of svg.h knows, no style sheets and no scripts.
 *
 * A picture is one <svg> element, so that it can be a file, stand in an HTML page, or be nested in
 * another picture. It has no classes; its ids begin with the caller's prefix. For many boards on
 * one page, each may bring its own men under its own prefix, or all may share one board_svg_men.
 * All functions only read what they are given; errors are left to the stream's error flag. */
#ifndef CITADEL_TOOLS_BOARD_SVG_H
#define CITADEL_TOOLS_BOARD_SVG_H

#include "engine/game.h"
#include "tools/board_layout.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* What has a colour of its own. */
enum board_ink {
    INK_PAGE,
    INK_TEXT,
    INK_FRAME,
    INK_LIGHT,
    INK_DARK,
    INK_PALACE_LIGHT,
    INK_PALACE_DARK,
    INK_THRONE,
    INK_MOVED,
    INK_CHECK,
    INK_WHITE, /* of men: the body, then its outline and what is drawn on it */
    INK_WHITE_LINE,
    INK_WHITE_DETAIL,
    INK_BLACK,
    INK_BLACK_LINE,
    INK_BLACK_DETAIL,
    INK_CROWN,
    INK_LABEL, /* of towers, upon the dark squares */
    INK_GREEN, /* of arrows and marks */
    INK_RED,
    INK_BLUE,
    INK_YELLOW,
    INK_NB
};

enum { BOARD_COLOUR_MAX = 8 }; /* "#rrggbb" with NUL */

struct board_theme {
    const char *name;
    char colour[INK_NB][BOARD_COLOUR_MAX];
};

/* NULL for an unknown name, or when i is too large. */
const struct board_theme *board_theme_find(const char *name);
const struct board_theme *board_theme_get(size_t i);
/* "page", "white-line", ... */
const char *board_ink_name(enum board_ink ink);

enum board_shape { SHAPE_RING, SHAPE_DOT, SHAPE_CROSS, SHAPE_SQUARE, SHAPE_NB };

struct board_mark {
    unsigned square;
    enum board_shape shape;
    enum board_ink ink;
};

/* Through two squares or more; the head is at the last. */
struct board_arrow {
    unsigned squares[BOARD_PATH_MAX];
    unsigned squares_nb;
    enum board_ink ink;
};

enum { BOARD_SQUARE_PX_MIN = 12, BOARD_SQUARE_PX_MAX = 400 };

struct board_picture {
    const struct board_theme *theme;
    const char *id;      /* what the ids begin with: a letter, then letters, digits, - and _ */
    unsigned square_px;  /* BOARD_SQUARE_PX_MIN..BOARD_SQUARE_PX_MAX */
    enum side below;     /* who sits at the lower edge */
    const char *caption; /* untrusted text; NULL: none */
    bool has_coordinates;
    bool has_shared_men;           /* board_svg_men with the same id stands elsewhere on the page */
    const struct board_move *last; /* the move to show; NULL: none */
    const struct board_mark *marks;
    size_t marks_nb;
    const struct board_arrow *arrows;
    size_t arrows_nb;
};

/* Pixels that the picture takes. */
struct board_size {
    unsigned width, height;
};
struct board_size board_svg_size(const struct game *game, const struct board_picture *p);

/* Writes the picture. */
void board_svg_write(FILE *out, const struct position *pos, const struct board_picture *p);

/* Writes a <defs> element with all men of the game. Empty for games without men. */
void board_svg_men(FILE *out, const struct game *game, const struct board_theme *theme,
                   const char *id);

/* Writes a man alone, as a whole SVG file. */
void board_svg_man(FILE *out, const struct board_man *man, enum side side,
                   const struct board_theme *theme);

/* Writes a tower into a box of 100 x 100 units whose corner is at (x, y); a tall one rises up to
 * `above` units beyond it (board_svg_tower.c). */
void board_svg_tower(FILE *out, double x, double y, double above, const char *pieces,
                     const struct board_picture *p);

/* The inks of a side's men. */
struct svg_inks board_inks(const struct board_theme *theme, enum side side);

#endif
