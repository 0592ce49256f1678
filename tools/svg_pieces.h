/* svg_pieces.h - the men of both chess games as pictures: path data in a box of 100 x 100 units,
 * y down, standing near its lower edge. Drawn for this program; readable from 24 pixels on.
 *
 * A picture has no colours of its own: each shape names an ink, and the caller brings the inks. */
#ifndef CITADEL_TOOLS_SVG_PIECES_H
#define CITADEL_TOOLS_SVG_PIECES_H

#include <stdint.h>
#include <stdio.h>

enum { SVG_PIECE_BOX = 100, SVG_PIECE_SHAPES_MAX = 8 };

enum svg_ink {
    SVG_BODY = 1, /* filled with the body's colour, with an outline */
    SVG_FOOT,     /* the same; what a picture stands on, left out of badges */
    SVG_LINE,     /* a stroke upon the body */
    SVG_SPOT      /* filled with the colour of those strokes */
};

/* The plinth that most men stand on. */
#define SVG_STAND "M24 90h52v-5q0-6-6-6H30q-6 0-6 6z"

struct svg_shape {
    enum svg_ink ink; /* 0 after the last shape */
    const char *path;
};

/* The circle around what matters of a picture, for badges; zero where none is wanted. */
struct svg_circle {
    uint8_t x, y, radius;
};

struct svg_piece {
    struct svg_shape shapes[SVG_PIECE_SHAPES_MAX];
    struct svg_circle core;
};

/* Colours of one side's men, as SVG writes them. */
struct svg_inks {
    const char *body, *outline, *detail;
};

/* Belarusian chess: kniaz (king), kniazyc (prince), hetman, rider, cannon, rook, ratnik. */
extern const struct svg_piece svg_king, svg_prince, svg_hetman, svg_cannon, svg_ratnik;
/* Both games. */
extern const struct svg_piece svg_rook, svg_horse;
/* Tamerlane chess. The shield is the pawn that carries a badge, the bars count the journeys of the
 * pawn of pawns; shah_badge is the shah without what a badge is too small for. */
extern const struct svg_piece svg_shah, svg_coronet, svg_crowned_pawn, svg_general, svg_vizier,
    svg_giraffe, svg_picket, svg_elephant, svg_camel, svg_war_engine, svg_shield, svg_pawn,
    svg_two_bars, svg_three_bars, svg_shah_badge, svg_rook_badge;

/* Writes a man at the origin as one <g> element; `badge` goes on its shield, NULL: none. */
void svg_draw_man(FILE *out, const struct svg_piece *piece, const struct svg_piece *badge,
                  const struct svg_inks *inks);

#endif
