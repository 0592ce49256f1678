/* The pawn with a shield for its badge, and badges that are no men of their own. */
#include "tools/svg_pieces.h"

/* clang-format off */

const struct svg_piece svg_shield = {{
    {SVG_BODY, "M50 4a13.5 13.5 0 0 1 9 24v50H41V28A13.5 13.5 0 0 1 50 4z"},
    {SVG_FOOT, "M22 91v-6q0-6 6-6h44q6 0 6 6v6z"},
    {SVG_BODY, "M50 29a30 30 0 1 1-.1 0z"},
}, {0, 0, 0}};

const struct svg_piece svg_pawn = {{
    {SVG_BODY, "M50 9a16 16 0 0 1 11 27c9 8 14 27 16 44H23c2-17 7-36 16-44A16 16 0 0 1 50 9z"},
    {SVG_FOOT, SVG_STAND},
}, {50, 44, 40}};

const struct svg_piece svg_two_bars = {{
    {SVG_BODY, "M36 25h10v50H36zM54 25h10v50H54z"},
}, {50, 50, 43}};

const struct svg_piece svg_three_bars = {{
    {SVG_BODY, "M27 25h10v50H27zM45 25h10v50H45zM63 25h10v50H63z"},
}, {50, 50, 43}};

/* clang-format on */
