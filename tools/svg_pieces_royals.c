/* Crowns and caps: the royal men. */
#include "tools/svg_pieces.h"

/* clang-format off */

/* A crown of two arches on its band. */
#define CLOSED_CROWN \
    {SVG_BODY, "M50 35C41 21 12 24 14 47c1 12 11 16 15 26h42c4-10 14-14 15-26" \
      "C88 24 59 21 50 35z"}, \
    {SVG_LINE, "M50 36v36M31 66c-4-8-9-12-9-19 0-8 8-11 14-8M69 66c4-8 9-12 9-19 0-8-8-11-14-8"}, \
    {SVG_FOOT, "M27 73h46l4 17H23z"}, \
    {SVG_LINE, "M27 81h46"}

const struct svg_piece svg_king = {{
    {SVG_BODY, "M46.5 4h7v7h7v7h-7v14h-7V18h-7v-7h7z"},
    CLOSED_CROWN,
}, {0, 0, 0}};

const struct svg_piece svg_prince = {{
    {SVG_BODY, "M50 12a6 6 0 0 1 0 12a6 6 0 0 1 0-12z"},
    {SVG_BODY, "M29 62c-4-22 10-33 21-38 11 5 25 16 21 38z"},
    {SVG_LINE, "M50 26v34M40 32c-3 8-4 16-3 28M60 32c3 8 4 16 3 28"},
    {SVG_BODY, "M27 78c-10 0-10-18 0-18 2-5 11-5 14-1 4-4 14-4 18 0 3-4 12-4 14 1 "
      "10 0 10 18 0 18z"},
    {SVG_FOOT, SVG_STAND},
}, {0, 0, 0}};

const struct svg_piece svg_shah = {{
    {SVG_BODY, "M47 26h6v9h-6z"},
    {SVG_BODY, "M38 4a14 14 0 1 0 24 0a12 11 0 1 1-24 0z"},
    CLOSED_CROWN,
}, {50, 38, 43}};

const struct svg_piece svg_shah_badge = {{
    {SVG_BODY, "M38 0a14 14 0 1 0 24 0a12 11 0 1 1-24 0z"},
    {SVG_BODY, "M50 37C41 23 12 26 14 49c1 10 9 14 13 24h46c4-10 12-14 13-24"
      "C88 26 59 23 50 37z"},
    {SVG_LINE, "M50 42v22M30 63h40"},
}, {50, 37, 42}};

const struct svg_piece svg_coronet = {{
    {SVG_BODY, "M20 38l12 40h36l12-40-17 16-13-26-13 26z"},
    {SVG_BODY, "M20 27a6 6 0 1 1-.1 0zM50 15a6.5 6.5 0 1 1-.1 0zM80 27a6 6 0 1 1-.1 0z"},
    {SVG_LINE, "M31 69h38"},
    {SVG_FOOT, SVG_STAND},
}, {0, 0, 0}};

const struct svg_piece svg_crowned_pawn = {{
    {SVG_BODY, "M34 26L30 8l12 8 8-12 8 12 12-8-4 18z"},
    {SVG_BODY, "M36 26h28c2 7-1 12-5 15 11 8 15 22 18 39H23c3-17 7-31 18-39-4-3-7-8-5-15z"},
    {SVG_FOOT, SVG_STAND},
}, {0, 0, 0}};

/* clang-format on */
