/* Animals. */
#include "tools/svg_pieces.h"

/* clang-format off */

const struct svg_piece svg_horse = {{
    {SVG_BODY, "M28 80c0-17 19-21 19-34-5 6-14 7-19 14q-4 4-9 0-5-4-3-10"
      "C19 42 27 37 31 27l1-16 12 9c24 0 38 22 36 60z"},
    {SVG_LINE, "M50 24c14 6 20 22 20 52"},
    {SVG_SPOT, "M38 31a3.5 3.5 0 1 1-.1 0zM22 50a2.5 2.5 0 1 1-.1 0z"},
    {SVG_FOOT, SVG_STAND},
}, {47, 45, 44}};

const struct svg_piece svg_giraffe = {{
    {SVG_BODY, "M35 9l5-1 4 14h-6zM47 7l5 1-2 14h-5z"},
    {SVG_BODY, "M35 80c9-16 13-28 10-42-6 5-16 7-23 5q-7-2-5-9C21 27 34 24 40 18h10"
      "l12-4-4 10c3 2 5 6 6 12 3 18 7 30 12 44z"},
    {SVG_SPOT, "M34 27a3 3 0 1 1-.1 0zM50 40l7-1 1 9-6 1zM52 56l9-2 2 9-9 2zM49 71"
      "l8-2 2 9h-9zM62 70l5-1 3 8h-6z"},
    {SVG_FOOT, SVG_STAND},
}, {48, 44, 42}};

const struct svg_piece svg_elephant = {{
    {SVG_BODY, "M28 60c-2 8-10 10-18 6l1-6c6 1 9-2 10-8z"},
    {SVG_BODY, "M28 28C42 16 72 18 84 36c7 12 6 30 5 54H74l-2-17c-6 3-12 3-18 1v16H39"
      "l-2-22c-4 0-7-4-8-9-4 8-4 16-4 22-1 12-15 12-17 2l6-3"
      "c1 3 3 3 4-2-2-16-4-40 10-51z"},
    {SVG_LINE, "M38 36c12-6 20 6 14 20-5 4-12 1-15-6"},
    {SVG_SPOT, "M27 38a3 3 0 1 1-.1 0z"},
}, {48, 55, 46}};

const struct svg_piece svg_camel = {{
    {SVG_BODY, "M45 60h12l-1 30h-9zM62 60h14l2 30h-9z"},
    {SVG_BODY, "M8 37C5 29 13 22 23 22c9 0 9 8 9 16 0 8 4 8 6 2 3-12 6-20 11-20"
      "s7 12 10 19c3-12 6-19 11-19 7 0 10 18 16 27 4 8 3 14 2 21l1 22h-9"
      "l-4-20c-11 3-20 3-29 0l-2 20h-9l-3-24C21 60 20 50 19 42c-4 1-9 0-11-5z"},
    {SVG_SPOT, "M19 28a3 3 0 1 1-.1 0z"},
}, {48, 56, 47}};

/* clang-format on */
