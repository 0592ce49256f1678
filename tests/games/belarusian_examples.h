/* belarusian_examples.h - the worked examples of the rules text (RULES.md of the game, section 13)
 * and its perft table (section 12), as data for test_belarusian.c.
 *
 * A row is one statement about the position after `play` (moves, maybe none) from `fen`. */
#ifndef CITADEL_TESTS_GAMES_BELARUSIAN_EXAMPLES_H
#define CITADEL_TESTS_GAMES_BELARUSIAN_EXAMPLES_H

#include "tests/oracle/bel_oracle.h"
#include "tests/support/game_checks.h"

/* One more kind: exactly `expected` do not lose to the throne at once (the rokashes of Ex 6). */
enum { SURVIVE = EXAMPLE_KIND_NB };

/* The numbers of a row: that of the example, or 0 for section 12, -1 for section 1; and of its rule
 * set, enum belo_set. */

#define START "lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1"
#define EX1 "a7k/9/9/9/9/3R5/3V5/4L2M1/A7K w - 0 1"
#define EX2 "a7k/9/9/9/9/9/2A1K4/9/9 w - 0 1"
#define EX3 "a7k/9/9/9/9/4K4/1A7/9/9 w - 0 1"
#define EX4 "a7k/9/9/3r5/9/4A4/9/9/K8 w - 0 1"
#define EX5 "a7k/9/9/9/9/4A4/9/9/K3l4 w - 0 1"
#define EX6 "4a3k/l8/9/9/4A4/9/9/9/K8 b - 0 1"
#define EX7 "4a3k/L3l4/9/9/4A4/2M6/9/9/K8 w - 0 1"
#define EX8 "4a3k/9/9/3RRRv2/3RAL3/3RRR3/9/9/K8 w - 0 1"
#define EX9 "a7k/3l5/9/9/9/3A5/9/9/K8 w - 0 1"
#define EX10 "a7k/9/9/9/9/K2l5/9/9/9 w - 0 2"
#define EX11 "ak7/4l4/9/9/9/9/9/9/4A3L w I 0 1"
#define EX11_CHECK "ak7/9/9/9/9/4l4/9/9/4A3L w I 0 1"
#define EX11_PRINCE "ak7/9/9/9/9/4l4/9/9/K3A3L w I 0 1"
#define EX12 "4a4/9/9/9/9/9/9/9/L3A3L w AI 0 1"
#define EX12_HIT "4a4/9/1m7/9/9/9/9/9/L3A3L w AI 0 1"
#define EX13 "lvmga1vml/rrr1r1rrr/5k3/9/4Ar3/5R3/6R2/RRRRR2RR/LMVK1GMVL b ai 0 1"
#define EX14 "lvmgak1ml/rrrrrrrr1/9/9/4A3r/5R3/R4v3/MRRRR1RRR/L1VK1GMVL w ai 0 12"
#define EX15 "5a2k/1R7/9/9/9/9/9/9/LMVKA2VL w - 0 1"
#define EX15_FULL "5a2k/1R7/9/9/9/9/9/9/LMVKAGMVL w - 0 1"
#define EX15_WAITS "1R3a2k/9/9/9/9/9/9/9/LMVKA1MVL w - 0 9"
#define EX16 "4a4/7R1/9/9/l8/9/9/9/A8 w - 0 1"
#define EX17 "a2g5/9/9/9/1v2K4/3A5/9/9/9 b - 0 1"
#define EX18 "a7k/9/9/9/9/9/1g7/9/A8 w - 0 1"
#define EX19_STEP "a7k/9/9/9/9/4R4/9/9/A7K w - 0 1"
#define EX19_ROOK "a7k/9/9/9/9/9/9/4L4/A7K w - 0 1"
#define EX19_MAN "a7k/9/9/9/4l4/9/9/4L4/A7K w - 0 1"
#define EX19_KING "a7k/9/9/9/4l4/3A5/9/9/8K w - 0 1"
#define EX20 "a7k/9/9/9/9/3R5/9/9/A7K w - 99 80"

#define PERFT2 "l3a3l/rrr1k1rrr/3g1v3/4r4/9/3AR4/2K2V3/RRR2RRRR/L2M1G2L b ai 4 12"
#define PERFT3 "l3a3l/9/4k1v2/5r3/9/1r7/3K3m1/4R4/L3A3L w AIai 0 20"
#define PERFT4 "l7k/2a6/9/4v4/9/2L1M4/9/6A2/K7l w - 0 30"
#define PERFT5 "4a4/2R1R3k/9/3A5/2g6/5v3/K8/1r5r1/8L w - 0 30"
#define PERFT6 "1R1la3k/2L6/9/3v5/9/2K3m2/9/9/1A1GV2r1 w - 7 40"
#define PERFT7 "4a3k/L3l4/9/9/4A4/2M6/9/9/K8 w - 0 1"
#define PERFT8 "4a3k/3r5/2v6/5r3/4L4/3A4g/2K3M2/4R4/9 w - 0 1"

static const struct example examples[] = {
    {-1, BELO_RELEASE, START, "", TOTAL, "", "22"},
    {-1, BELO_RELEASE, START, "", MOVES, "c1", "b3 d3"},
    {-1, BELO_RELEASE, START, "", MOVES, "h1", "g3 i3"},
    {-1, BELO_RELEASE, START, "", MOVES, "e2", "e3 e4"},
    {-1, BELO_RELEASE, START, "", POSITION, "", START},

    {1, BELO_RELEASE, EX1, "", TOTAL, "", "28"},
    {1, BELO_RELEASE, EX1, "", MOVES, "e2", "e1 e3 e4 a2 b2 c2 d2 f2 g2"},
    {1, BELO_RELEASE, EX1, "", MOVES, "h2", "g1 g3 f4 i3"},
    {1, BELO_RELEASE, EX1, "", MOVES, "d3", "b2 b4 c1 c5 e1 f2 f4"},
    {1, BELO_RELEASE, EX1, "", MOVES, "d4", "d5"},
    {1, BELO_RELEASE, EX1, "", MOVES, "i1", "g1 h1 i2 i3"},
    {1, BELO_RELEASE, EX1, "", MOVES, "a1", "a2 b1 b2"},

    {2, BELO_RELEASE, EX2, "", TOTAL, "", "23"},
    {2, BELO_RELEASE, EX2, "", MOVES, "e3", "e4 e5 e2 e1 d3 f3 g3 f4 g5 d4 c5 f2 g1 d2 c1"},
    {2, BELO_RELEASE, EX2, "", TOTAL, "c3", "8"},
    {2, BELO_RELEASE, EX2, "", HUMAN, "e3e5", "Ke3-e5^"},

    {3, BELO_RELEASE, EX3, "", TOTAL, "", "23"},
    {3, BELO_RELEASE, EX3, "", MOVES, "e4", "e6 e3 e2 d4 c4 f4 g4 d5 c6 f5 g6 d3 c2 f3 g2"},
    {3, BELO_ORIGINAL, EX3, "", TOTAL, "", "24"},
    {3, BELO_ORIGINAL, EX3, "", MOVES, "e4", "e5 e6 e3 e2 d4 c4 f4 g4 d5 c6 f5 g6 d3 c2 f3 g2"},
    {3, BELO_NOBLE, EX3, "", TOTAL, "", "22"},
    {3, BELO_NOBLE, EX3, "", MOVES, "e4", "e3 e2 d4 c4 f4 g4 d5 c6 f5 g6 d3 c2 f3 g2"},

    {4, BELO_RELEASE, EX4, "", TOTAL, "", "13"},
    {4, BELO_RELEASE, EX4, "", MOVES, "e4", "d3 d4 d5 e3 f3 f4 f5"},
    {4, BELO_RELEASE, EX4, "", MOVES, "a1", "a2 a3 b1 c1 b2 c3"},

    {5, BELO_RELEASE, EX5, "", TOTAL, "", "13"},
    {5, BELO_RELEASE, EX5, "", MOVES, "e4", "d3 d4 d5 e3 f3 f4 f5"},
    {5, BELO_RELEASE, EX5, "", MOVES, "a1", "a2 a3 b1 c1 b2 c3"},

    {6, BELO_RELEASE, EX6, "", TOTAL, "", "27"},
    {6, BELO_RELEASE, EX6, "", TOTAL, "a8", "16"},
    {6, BELO_RELEASE, EX6, "", TOTAL, "e9", "5"},
    {6, BELO_RELEASE, EX6, "", TOTAL, "i9", "6"},
    {6, BELO_RELEASE, EX6, "", SURVIVE, "", "a8a5 a8e8 i9g7"},
    {6, BELO_RELEASE, EX6, "", RESULT, "", "none"},
    {6, BELO_RELEASE, EX6, "", HUMAN, "a8e8", "La8-e8~"},
    {6, BELO_RELEASE, EX6, "a8a1", POSITION, "", "4a3k/9/9/9/4A4/9/9/9/l8 w - 0 2"},
    {6, BELO_RELEASE, EX6, "a8a1", RESULT, "", "white-throne"},
    {6, BELO_RELEASE, EX6, "a8a1", TOTAL, "", "0"},

    {7, BELO_RELEASE, EX7, "", MOVES, "", "e5d4 e5d5 e5d6 e5e4 e5e6 e5f4 e5f5 e5f6 a8e8 c4e6"},
    {7, BELO_RELEASE, EX7, "", HUMAN, "a8e8", "La8xe8"},
    {7, BELO_RELEASE, EX7, "a8e8", TOTAL, "", "11"},
    {7, BELO_RELEASE, EX7, "a8e8", RESULT, "", "none"},
    {7, BELO_RELEASE, EX7, "a8e8", SURVIVE, "", "i9g7"},
    {7, BELO_RELEASE, EX7, "c4e6", TOTAL, "", "20"},
    {7, BELO_RELEASE, EX7, "c4e6", SURVIVE, "", "e8e6 i9g7"},

    {8, BELO_RELEASE, EX8, "", TOTAL, "", "0"},
    {8, BELO_RELEASE, EX8, "", RESULT, "", "black-mate"},

    {9, BELO_RELEASE, EX9, "", TOTAL, "", "14"},
    {9, BELO_RELEASE, EX9, "", MOVES, "d4", "c3 c4 c5 d3 d5 e3 e4 e5"},
    {9, BELO_RELEASE, EX9, "", MOVES, "a1", "a2 a3 b1 c1 b2 c3"},
    {9, BELO_RELEASE, EX9, "", HUMAN, "d4e5", "Ad4-e5^"},
    {9, BELO_RELEASE, EX9, "a1a2 d8d4", POSITION, "", "a7k/9/9/9/9/3l5/9/K8/9 w - 0 2"},
    {9, BELO_RELEASE, EX9, "a1a2 d8d4", MOVES, "", "a2a2a"},
    {9, BELO_RELEASE, EX9, "a1a2 d8d4", RESULT, "", "none"},
    {9, BELO_RELEASE, EX9, "a1a2 d8d4", HUMAN, "a2a2a", "Ka2=A"},
    {9, BELO_RELEASE, EX9, "a1a2 d8d4 a2a2a", POSITION, "", "a7k/9/9/9/9/3l5/9/A8/9 b - 1 2"},
    {9, BELO_RELEASE, EX9, "a1a2 d8d4 a2a2a", HUMAN, "d4d2", "Ld4-d2+"},

    {10, BELO_RELEASE, EX10, "", TOTAL, "", "0"},
    {10, BELO_RELEASE, EX10, "", RESULT, "", "black-mate"},

    {11, BELO_RELEASE, EX11, "", TOTAL, "", "18"},
    {11, BELO_RELEASE, EX11, "", MOVES, "e1", "d1 d2 e2 f1 f2 g1 h1"},
    {11, BELO_RELEASE, EX11, "", MOVES, "i1", "f1 g1 h1 i2 i3 i4 i5 i6 i7 i8 i9"},
    {11, BELO_RELEASE, EX11_CHECK, "", MOVES, "", "e1d1 e1d2 e1f1 e1f2"},
    {11, BELO_RELEASE, EX11_PRINCE, "", TOTAL, "", "22"},
    {11, BELO_RELEASE, EX11_PRINCE, "", HAS, "", "e1e2"},
    {11, BELO_RELEASE, EX11_PRINCE, "", LACKS, "", "e1g1 e1h1"},

    {12, BELO_RELEASE, EX12, "", TOTAL, "", "31"},
    {12, BELO_RELEASE, EX12, "", HAS, "", "e1b1 e1c1 e1g1 e1h1"},
    {12, BELO_RELEASE, EX12, "e1b1", POSITION, "", "4a4/9/9/9/9/9/9/9/1AL5L b - 1 1"},
    {12, BELO_RELEASE, EX12, "e1c1", POSITION, "", "4a4/9/9/9/9/9/9/9/2AL4L b - 1 1"},
    {12, BELO_RELEASE, EX12, "e1g1", POSITION, "", "4a4/9/9/9/9/9/9/9/L4LA2 b - 1 1"},
    {12, BELO_RELEASE, EX12, "e1h1", POSITION, "", "4a4/9/9/9/9/9/9/9/L5LA1 b - 1 1"},
    {12, BELO_RELEASE, EX12_HIT, "", TOTAL, "", "29"},
    {12, BELO_RELEASE, EX12_HIT, "", HAS, "", "e1b1 e1c1"},
    {12, BELO_RELEASE, EX12_HIT, "", LACKS, "", "e1g1 e1h1"},

    {13, BELO_RELEASE, EX13, "", TOTAL, "", "45"},
    {13, BELO_RELEASE, EX13, "", SURVIVE, "", "f7d5 f7e6 f7e7 f7f6 f7g7 c9f6 d9d4 d9d5 d9d6"},

    {14, BELO_RELEASE, EX14, "", MOVES, "", "e2f3 g2f3 f1f3 e5d4 e5d5 e5d6 e5e4 e5e6 e5f5 e5f6"},
    {14, BELO_RELEASE, EX14, "e2f3", RESULT, "", "none"},
    {14, BELO_RELEASE, EX14, "e2f3", TOTAL, "", "24"},
    {14, BELO_RELEASE, EX14, "e2f3", SURVIVE, "", "d8d6 f8f6"},

    {15, BELO_RELEASE, EX15, "", MOVES, "b8", "b9g b9m"},
    {15, BELO_RELEASE, EX15_FULL, "", MOVES, "b8", "b9"},
    {15, BELO_RELEASE, EX15_FULL, "b8b9", POSITION, "", "1R3a2k/9/9/9/9/9/9/9/LMVKAGMVL b - 1 1"},
    {15, BELO_RELEASE, EX15_FULL, "b8b9 i9i8", TOTAL, "b9", "0"},
    {15, BELO_RELEASE, EX15_WAITS, "", MOVES, "b9", "b9g"},
    {15, BELO_RELEASE, EX15_WAITS, "b9b9g", POSITION, "", "1G3a2k/9/9/9/9/9/9/9/LMVKA1MVL b - 1 9"},
    {15, BELO_RELEASE, EX15_WAITS, "", HUMAN, "b9b9g", "b9=G"},

    {16, BELO_RELEASE, EX16, "", MOVES, "", "a1b1 a1b2 h8h9k"},
    {16, BELO_RELEASE, EX16, "", HUMAN, "h8h9k", "h8-h9=K"},

    {17, BELO_RELEASE, EX17, "b5d4", RESULT, "", "white-throne"},
    {17, BELO_RELEASE, EX17, "d9d4", RESULT, "", "black-mate"},
    {17, BELO_RELEASE, EX17, "", HUMAN, "d9d4", "Gd9xd4#"},
    {17, BELO_RELEASE, EX17, "", SURVIVE, "", "d9d4 d9d5 d9d6 d9e8 d9e9 d9h5 d9i9"},

    {18, BELO_RELEASE, EX18, "", TOTAL, "", "0"},
    {18, BELO_RELEASE, EX18, "", RESULT, "", "stalemate"},

    {19, BELO_RELEASE, EX19_STEP, "", TOTAL, "", "9"},
    {19, BELO_RELEASE, EX19_STEP, "", TOTAL, "e4", "0"},
    {19, BELO_NOBLE, EX19_STEP, "", TOTAL, "", "10"},
    {19, BELO_NOBLE, EX19_STEP, "", MOVES, "e4", "e5"},
    {19, BELO_NOBLE, EX19_ROOK, "", HAS, "", "e2e1 e2e3 e2e4 e2e5"},
    {19, BELO_NOBLE, EX19_ROOK, "", LACKS, "", "e2e6"},
    {19, BELO_NOBLE, EX19_MAN, "", LACKS, "", "e2e5"},
    {19, BELO_NOBLE, EX19_KING, "", HAS, "", "d4e5"},

    {20, BELO_RELEASE, EX20, "", RESULT, "", "none"},
    {20, BELO_RELEASE, EX20, "d4d5", RESULT, "", "draw-clock"},

    {0, BELO_RELEASE, START, "", PERFT, "3", "11980"},
    {0, BELO_RELEASE, START, "", PERFT, "4", "296204"},
    {0, BELO_ORIGINAL, START, "", PERFT, "3", "11980"},
    {0, BELO_ORIGINAL, START, "", PERFT, "4", "296204"},
    {0, BELO_NOBLE, START, "", PERFT, "3", "12024"},
    {0, BELO_NOBLE, START, "", PERFT, "4", "298384"},
    {0, BELO_RELEASE, PERFT2, "", PERFT, "1", "48"},
    {0, BELO_RELEASE, PERFT2, "", PERFT, "2", "2025"},
    {0, BELO_RELEASE, PERFT2, "", PERFT, "3", "97837"},
    {0, BELO_NOBLE, PERFT2, "", PERFT, "1", "50"},
    {0, BELO_NOBLE, PERFT2, "", PERFT, "2", "2206"},
    {0, BELO_NOBLE, PERFT2, "", PERFT, "3", "111195"},
    {0, BELO_RELEASE, PERFT3, "", PERFT, "2", "2634"},
    {0, BELO_RELEASE, PERFT3, "", PERFT, "3", "107929"},
    {0, BELO_ORIGINAL, PERFT3, "", PERFT, "2", "2670"},
    {0, BELO_ORIGINAL, PERFT3, "", PERFT, "3", "109448"},
    {0, BELO_NOBLE, PERFT3, "", PERFT, "2", "2634"},
    {0, BELO_NOBLE, PERFT3, "", PERFT, "3", "107859"},
    {0, BELO_RELEASE, PERFT4, "", PERFT, "2", "1783"},
    {0, BELO_RELEASE, PERFT4, "", PERFT, "3", "65772"},
    {0, BELO_ORIGINAL, PERFT4, "", PERFT, "3", "65820"},
    {0, BELO_NOBLE, PERFT4, "", PERFT, "3", "65823"},
    {0, BELO_RELEASE, PERFT5, "", PERFT, "2", "1644"},
    {0, BELO_RELEASE, PERFT5, "", PERFT, "3", "54086"},
    {0, BELO_NOBLE, PERFT5, "", PERFT, "2", "1676"},
    {0, BELO_NOBLE, PERFT5, "", PERFT, "3", "55299"},
    {0, BELO_RELEASE, PERFT6, "", PERFT, "2", "1906"},
    {0, BELO_RELEASE, PERFT6, "", PERFT, "3", "98909"},
    {0, BELO_ORIGINAL, PERFT6, "", PERFT, "3", "99109"},
    {0, BELO_NOBLE, PERFT6, "", PERFT, "3", "99046"},
    {0, BELO_RELEASE, PERFT7, "", PERFT, "1", "10"},
    {0, BELO_RELEASE, PERFT7, "", PERFT, "2", "191"},
    {0, BELO_RELEASE, PERFT7, "", PERFT, "3", "5568"},
    {0, BELO_NOBLE, PERFT7, "", PERFT, "2", "198"},
    {0, BELO_NOBLE, PERFT7, "", PERFT, "3", "5848"},
    {0, BELO_NOBLE, PERFT8, "", PERFT, "1", "43"},
    {0, BELO_NOBLE, PERFT8, "", PERFT, "2", "1716"},
    {0, BELO_NOBLE, PERFT8, "", PERFT, "3", "66280"},
};

#endif
