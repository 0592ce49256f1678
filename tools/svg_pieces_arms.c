/* Men known by their arms, towers and engines. */
#include "tools/svg_pieces.h"

/* clang-format off */

#define TOWER "M22 16h13v9h9v-9h12v9h9v-9h13v18l-9 8 3 37H28l3-37-9-8z"

const struct svg_piece svg_rook = {{
    {SVG_BODY, TOWER},
    {SVG_LINE, "M22 34h56M31 42h38M43 79V64q0-7 7-7t7 7v15"},
    {SVG_FOOT, SVG_STAND},
}, {50, 48, 42}};

const struct svg_piece svg_rook_badge = {{
    {SVG_BODY, TOWER},
    {SVG_LINE, "M24 36h52"},
}, {50, 46, 42}};

const struct svg_piece svg_cannon = {{
    {SVG_BODY, "M12 22l12-11 4 5 48 34q8 8 2 17t-18 4L18 29l-5-2z"},
    {SVG_LINE, "M19 29l10-11M36 42l11-13"},
    {SVG_BODY, "M56 46a21 21 0 1 1-.1 0z"},
    {SVG_LINE, "M56 46v42M35 67h42M41 52l30 30M71 52L41 82"},
    {SVG_SPOT, "M56 62a5 5 0 1 1-.1 0z"},
    {SVG_BODY, "M74 70l18 14v6H76l-6-6z"},
}, {0, 0, 0}};

const struct svg_piece svg_hetman = {{
    {SVG_BODY, "M23 31l9-5 51 52H69zM77 31l-9-5-51 52h14z"},
    {SVG_BODY, "M25 8l10 4 5 10-4 9-10 5-10-4-5-9 4-10zM75 8"
      "l-10 4-5 10 4 9 10 5 10-4 5-9-4-10z"},
    {SVG_LINE, "M19 22h13M25.5 15.5v13M81 22H68M74.5 15.5v13"},
    {SVG_FOOT, SVG_STAND},
}, {0, 0, 0}};

const struct svg_piece svg_ratnik = {{
    {SVG_BODY, "M79 90V30l-5-8 8-18 8 18-5 8v60z"},
    {SVG_BODY, "M46 8c12 6 18 15 18 27H28c0-12 6-21 18-27z"},
    {SVG_BODY, "M32 35h28v8c0 8-6 13-14 13s-14-5-14-13z"},
    {SVG_LINE, "M46 36v9"},
    {SVG_BODY, "M33 52c-12 5-17 16-18 38h62c-1-22-6-33-18-38q-13 8-26 0z"},
    {SVG_BODY, "M46 56c8 3 14 3 20 2 2 16-6 24-20 31-14-7-22-15-20-31 6 1 12 1 20-2z"},
    {SVG_LINE, "M46 64v16M38 70h16"},
}, {0, 0, 0}};

const struct svg_piece svg_general = {{
    {SVG_BODY, "M10 8C14 42 32 64 62 78l9-10C44 54 25 36 10 8zM90 8C86 42 68 64 38 78l-9-10"
      "C56 54 75 36 90 8z"},
    {SVG_BODY, "M55 77l16-18 6 5-16 18zM45 77L29 59l-6 5 16 18z"},
    {SVG_FOOT, SVG_STAND},
}, {50, 43, 46}};

const struct svg_piece svg_vizier = {{
    {SVG_BODY, "M60 18c-3-7 0-13 10-15 0 8-3 13-7 17z"},
    {SVG_BODY, "M24 80c1-13 9-18 26-18s25 5 26 18z"},
    {SVG_BODY, "M36 40h28c2 14-2 30-14 34-12-4-16-20-14-34z"},
    {SVG_SPOT, "M38 56c3 5 7 1 12 1s9 4 12-1c0 8-4 15-12 18-8-3-12-10-12-18z"},
    {SVG_BODY, "M50 16c20-3 33 6 31 17-1 9-9 12-13 12H32c-4 0-12-3-13-12-2-11 11-20 31-17z"},
    {SVG_LINE, "M22 38c18 2 36-6 40-20M40 44c16-1 32-9 35-20"},
    {SVG_FOOT, SVG_STAND},
}, {50, 42, 44}};

const struct svg_piece svg_picket = {{
    {SVG_BODY, "M36 12c18-6 24 8 50 2l-12 15 12 15c-26 6-32-8-50-2z"},
    {SVG_LINE, "M44 21c12-2 16 5 26 5M44 33c12-2 16 5 26 4"},
    {SVG_BODY, "M27 80V14l5-9 5 9v66z"},
    {SVG_FOOT, SVG_STAND},
}, {55, 42, 45}};

const struct svg_piece svg_war_engine = {{
    {SVG_BODY, "M12 50h18v9H12z"},
    {SVG_BODY, "M3 44h12v21H3z"},
    {SVG_BODY, "M26 72V38h56v34z"},
    {SVG_LINE, "M40 46v22M54 46v22M68 46v22"},
    {SVG_BODY, "M54 10l37 26-4 8H21l-4-8z"},
    {SVG_BODY, "M37 64a13 13 0 1 1-.1 0zM71 64a13 13 0 1 1-.1 0z"},
    {SVG_SPOT, "M37 73a4 4 0 1 1-.1 0zM71 73a4 4 0 1 1-.1 0z"},
}, {48, 50, 48}};

/* clang-format on */
