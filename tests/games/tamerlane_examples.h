/* tamerlane_examples.h - the worked examples of the rules text (RULES.md of the game, section 15),
 * its perft table (section 16) and consequences of single sentences, as data for test_tamerlane.c.
 *
 * The number of a row is that of the example, or minus that of the section. */
#ifndef CITADEL_TESTS_GAMES_TAMERLANE_EXAMPLES_H
#define CITADEL_TESTS_GAMES_TAMERLANE_EXAMPLES_H

#include "tests/support/game_checks.h"

/* Rules of a row: a setup, plus OPTIONAL if relocation is so. */
enum { MASCULINE, REFLECTED, FEMININE, THIRD, OPTIONAL, RULES_NB = 2 * OPTIONAL };

#define START                                                                                      \
    "e1c1d1d1c1e/rntgwkfgtnr/.r.n.t.g.w.k.f.e.c.d.p/11/11/11/11/.P.D.C.E.F.K.W.G.T.N.R/"           \
    "RNTGFKWGTNR/E1C1D1D1C1E w -- SCsc 0 1"
#define START_REFLECTED                                                                            \
    "e1c1d1d1c1e/rntgfkwgtnr/.p.d.c.e.f.k.w.g.t.n.r/11/11/11/11/.P.D.C.E.F.K.W.G.T.N.R/"           \
    "RNTGFKWGTNR/E1C1D1D1C1E w -- SCsc 0 1"
#define START_FEMININE                                                                             \
    "e1c1wkf1c1e/rntgd.kdgtnr/.r.n.t.g.w1.f.e.c.d.p/11/11/11/11/.P.D.C.E.F1.W.G.T.N.R/"            \
    "RNTGD.KDGTNR/E1C1FKW1C1E w -- SCsc 0 1"
#define START_THIRD                                                                                \
    "e1c1wkf1c1e/rndtg.kgtdnr/.r.n.t.g.w1.f.e.c.d.p/11/11/11/11/.P.D.C.E.F1.W.G.T.N.R/"            \
    "RNDTG.KGTDNR/E1C1FKW1C1E w -- SCsc 0 1"
#define TABLE_1 "4r5g/K2.X2.R4/5n1t3/11/4S6/7a3/5C5/2N8/1.k4.e2k1/4R5G w -- SCsc 0 1"
#define TABLE_2 "2.P2r4k/2.f8/1d1w4g2/5n1t3/11/3G3E3/4C1c4/6N4/8.D1K/1R4.p4 w -- Ss 0 1"
#define TABLE_3 "9k1/4R1.K4/11/2n8/5r5/11/8N2/2.x1.k6/5K1.T3/11 w -- Ss 0 1"
#define TABLE_4 "9k1/1.T8.n/11/3r7/11/6N4/11/5.Y2.g2/K1.y7D/11 w -- Ss 0 1"
#define TABLE_5 "10s/K3r6/1S8t/11/3g7/11/5.X5/11/8T1k/6N4 b -- Cc 0 1"
#define EX_2 "9k1/5r5/11/3.r7/10.n/4G6/3N7/11/11/K10 w -- - 0 1"
#define EX_3 "9k1/11/11/11/4.r1.R4/5T5/11/3n7/11/K10 w -- - 0 1"
#define EX_4 "k10/11/11/11/11/11/9E1/9N1/K8D1/8C2 w -- - 0 1"
#define EX_5 "k2r7/2.G8/11/11/11/11/11/11/11/5K5 w -- - 0 1"
#define EX_6 "k10/4.K6/11/11/11/11/11/11/r10/1r8K w -- - 0 1"
#define EX_10 "10k/6r4/11/11/11/N10/7.R3/11/11/5K5 w -- S 0 1"
#define EX_11 "10k/1r9/11/11/11/11/11/.n10/.R10/K10 w -- S 0 1"
#define EX_12 "5K4r/11/11/11/2.G8/11/11/11/11/k10 w -- S 0 1"
#define EX_13 "11/11/K10/1S9/11/4r6/11/11/11/9k1 w -- C 0 1"
#define EX_15 "11/K10/11/4r6/11/4S6/11/11/11/9k1 w -- C 0 1"
#define EX_17 "11/11/11/k10/11/11/11/10A/10r/3K7 w -- - 0 1"
#define EX_18 "2.P7k/11/11/11/11/11/11/11/2r8/5K5 b -- - 0 1"
#define EX_19 "2.P7k/11/11/5n1t3/6.r4/11/11/11/11/K10 w -- - 0 1"
#define EX_19K "2.P8/11/11/5n1t3/6k4/11/11/11/11/K10 w -- - 0 1"
#define EX_21 "4r5k/3.X7/11/11/11/11/11/5N5/11/K10 w -- - 0 1"
#define EX_22 "4r5k/3.X7/11/11/11/11/11/5K5/11/11 w -- - 0 1"
#define EX_23 "10k/3.Y7/11/11/11/11/11/11/r10/1r8K w -- - 0 1"
#define EX_24 "k10/10R/11/11/11/7R3/11/11/11/10K w -- - 0 1"

static const struct example examples[] = {
    {1, MASCULINE, START, "", MOVES, "",
     "a3a4 b3b4 c3c4 d3d4 e3e4 f3f4 g3g4 h3h4 i3i4 j3j4 k3k4 b2a4 b2c4 b2d1 j2i4 j2k4 j2h1 c1b4 "
     "c1d4 i1h4 i1j4 e2d1 e2f1 f2f1"},
    {1, MASCULINE, START, "", TOTAL, "", "24"},
    {1, MASCULINE, START, "", LACKS, "", "i1l2"},
    {1, MASCULINE, START, "", POSITION, "", START},
    {1, MASCULINE, START, "", MOVES, "f2", "f1"},
    {1, MASCULINE, START, "", HUMAN, "b2a4", "Nb2-a4"},
    {1, MASCULINE, START, "", HUMAN, "a3a4", ".Pa3-a4"},

    {2, MASCULINE, EX_2, "", MOVES, "e5", "f9 i6 j6 k6 i4 j4 k4 f1 a6"},
    {2, MASCULINE, EX_2, "", HUMAN, "e5f9", "Ge5xf9+"},

    {3, MASCULINE, EX_3, "", MOVES, "f5", "d3 h3 i2 j1"},
    {3, MASCULINE, EX_3, "", HUMAN, "f5d3", "Tf5xd3"},
    {3, MASCULINE, EX_3, "", MOVES, "g6", "g7"},

    {4, MASCULINE, EX_4, "", MOVES, "",
     "j4h2 j4h6 j3h2 j3h4 j3i5 j3k1 j3k5 j2h2 i1f2 i1h4 a2a1 a2a3 a2b1 a2b2 a2b3"},

    {5, MASCULINE, EX_5, "", MOVES, "c9", "c10 d10"},
    {5, MASCULINE, EX_5, "c9c10", POSITION, "", "k1Gr7/11/11/11/11/11/11/11/11/5K5 b -- - 0 1"},
    {5, MASCULINE, EX_5, "c9d10", POSITION, "", "k2G7/11/11/11/11/11/11/11/11/5K5 b -- - 0 1"},
    {5, MASCULINE, EX_5, "", HUMAN, "c9c10", ".Gc9-c10=G"},
    {5, MASCULINE, EX_5, "", HUMAN, "c9d10", ".Gc9xd10=G"},

    {6, MASCULINE, EX_6, "", MOVES, "", "e9e10"},
    {6, MASCULINE, EX_6, "", RESULT, "", "none check"},
    {6, MASCULINE, EX_6, "e9e10", HAS, "", "b1k1"},
    {6, MASCULINE, EX_6, "e9e10", POSITION, "", "k3S6/11/11/11/11/11/11/11/r10/1r8K b -- - 0 1"},
    {6, MASCULINE, EX_6, "e9e10 b1k1", RESULT, "", "none"},
    {6, MASCULINE, EX_6, "", HUMAN, "e9e10", ".Ke9-e10=S"},
    {6, MASCULINE, EX_6, "e9e10", RESULT, "", "none"},
    {6, MASCULINE, EX_6, "e9e10", HUMAN, "b1k1", "Rb1xk1"},

    {7, MASCULINE, "k10/11/11/4r6/11/4S6/11/11/11/K10 w -- - 0 1", "", MOVES, "",
     "a1a2 a1b1 a1b2 e5d4 e5d5 e5d6 e5e4 e5e6 e5f4 e5f5 e5f6"},
    {7, MASCULINE, "k10/11/11/4r6/11/4S6/11/11/11/K10 w -- - 0 1", "", RESULT, "", "none"},

    {8, MASCULINE, "k10/11/11/4r6/11/4S6/11/11/11/r10 w -- - 0 1", "", MOVES, "",
     "e5d4 e5d5 e5d6 e5f4 e5f5 e5f6"},
    {8, MASCULINE, "k10/11/11/4r6/11/4S6/11/11/11/r10 w -- - 0 1", "", RESULT, "", "none check"},

    {9, MASCULINE, "2.P7k/5r5/11/11/11/N10/7.R3/11/11/5K5 w -- S 0 1", "", MOVES, "",
     "f1e1 f1e2 f1g1 f1g2 f1a5 f1h4"},
    {9, MASCULINE, "2.P7k/5r5/11/11/11/N10/7.R3/11/11/5K5 w -- - 0 1", "", MOVES, "",
     "f1e1 f1e2 f1g1 f1g2"},
    {9, MASCULINE, "2.P7k/5r5/11/11/11/N10/7.R3/11/11/S4K5 w -- S 0 1", "", LACKS, "",
     "f1a5 f1h4 f1c10"},
    {9, MASCULINE, "2.P7k/5r5/11/11/11/N10/7.R3/11/11/S4K5 w -- S 0 1", "", RESULT, "", "none"},
    {9, MASCULINE, "2.P7k/5r5/11/11/11/N10/7.R3/11/11/5S5 w -- S 0 1", "", MOVES, "",
     "f1e1 f1e2 f1g1 f1g2"},
    {9, MASCULINE, "2.P7k/5r5/11/11/11/N10/7.R3/11/11/5K5 w -- S 0 1", "", HUMAN, "f1a5",
     "Kf1<>a5"},
    {9, MASCULINE, "2.P7k/5r5/11/11/11/N10/7.R3/11/11/S4K5 w -- S 0 1", "", TOTAL, "", "13"},
    {9, MASCULINE, "2.P7k/5r5/11/11/11/N10/7.R3/11/11/5K5 w -- S 0 1", "f1a5", POSITION, "",
     "2.P7k/5r5/11/11/11/K10/7.R3/11/11/5N5 b -- - 0 1"},

    {10, MASCULINE, EX_10, "", MOVES, "", "a5b3 a5b7 a5c4 a5c6 f1e1 f1e2 f1f2 h4h5"},

    {11, MASCULINE, EX_11, "", MOVES, "", "a1a2"},
    {11, MASCULINE, EX_11, "a1a2", POSITION, "", "10k/1r9/11/11/11/11/11/.n10/K10/.R10 b -- - 0 1"},
    {11, MASCULINE, "10k/1r9/11/11/11/11/11/.n10/.R10/K10 w -- - 0 1", "", RESULT, "",
     "black-wins stalemate"},
    {11, MASCULINE, "10k/1r9/11/11/11/11/10N/.n10/.R10/K10 w -- S 0 1", "", MOVES, "",
     "k4i3 k4i5 k4j2 k4j6"},
    {11, MASCULINE, EX_11, "", HUMAN, "a1a2", "Ka1<>a2"},

    {12, MASCULINE, EX_12, "", MOVES, "", "f10e9 f10f9 f10g9 f10c6"},
    {12, MASCULINE, EX_12, "f10c6", POSITION, "", "5G4r/11/11/11/2K8/11/11/11/11/k10 b -- - 0 1"},
    {12, MASCULINE, EX_12, "", HUMAN, "f10c6", "Kf10<>c6"},

    {13, MASCULINE, EX_13, "", MOVES, "",
     "a8a7 a8a9 a8b8 a8b9 a8z9 a8b7 b7a6 b7a7 b7b6 b7b8 b7c6 b7c7 b7c8"},
    {13, MASCULINE, EX_13, "a8z9", RESULT, "", "draw-citadel"},
    {13, MASCULINE, EX_13, "a8z9", MOVES, "", ""},
    {13, MASCULINE, EX_13, "a8b7", POSITION, "", "11/11/11/1K9/11/4r6/11/11/11/9k1 b -S - 0 1"},
    {13, MASCULINE, EX_13, "", HUMAN, "a8z9", "Ka8-z9="},
    {13, MASCULINE, EX_13, "", HUMAN, "a8b7", "Ka8<z9>b7"},
    {13, MASCULINE, EX_13, "a8z9", POSITION, "", "11/11/11/1S9/11/4r6/11/11/11/9k1 b -K C 1 1"},

    {14, MASCULINE, "11/S10/11/3K7/11/11/6r4/11/11/9k1 w -- - 0 1", "", MOVES, "a9",
     "a10 a8 b10 b9 b8"},
    {14, MASCULINE, "11/S10/11/11/11/11/6r4/11/11/9k1 w -- - 0 1", "", MOVES, "a9",
     "a10 a8 b10 b9 b8 z9"},
    {14, MASCULINE, "11/S10/11/11/11/11/6r4/11/11/9k1 w -- - 0 1", "a9z9", RESULT, "",
     "draw-citadel"},

    {15, MASCULINE, EX_15, "a9e5", POSITION, "", "11/11/11/4r6/11/4K6/11/11/11/9k1 b -S - 0 1"},
    {15, MASCULINE, EX_15, "a9e5 e7e5", RESULT, "", "draw-citadel"},
    {15, MASCULINE, EX_15, "a9e5 j1j2", MOVES, "z9", "a8 a9 a10"},
    {15, MASCULINE, EX_15, "", HUMAN, "a9e5", "Ka9<z9>e5"},
    {15, MASCULINE, EX_15, "", HAS, "", "a9z9 a9e5"},
    {15, MASCULINE, EX_15, "a9e5", HUMAN, "e7e5", "Re7xe5="},
    {15, MASCULINE, EX_15, "a9e5 e7e5", TOTAL, "", "0"},

    {16, MASCULINE, "11/K10/11/11/11/11/11/11/11/5k5 w -a - 0 1", "", MOVES, "", "a9b8 a9b9 a9b10"},
    {16, MASCULINE, "11/K10/11/11/11/11/11/11/11/5k5 w -a - 0 1", "", RESULT, "", "none check"},

    {17, MASCULINE, EX_17, "", MOVES, "k3", "j2 j3 j4 k2 k4 l2"},
    {17, MASCULINE, EX_17, "k3l2", LACKS, "", "k2l2"},
    {17, MASCULINE, "10r/11/11/11/k10/11/11/11/11/11 w A- - 0 1", "", RESULT, "",
     "black-wins stalemate"},
    {17, MASCULINE, EX_17, "k3l2", POSITION, "", "11/11/11/k10/11/11/11/11/10r/3K7 b A- - 1 1"},
    {17, MASCULINE, EX_17, "k3l2", HAS, "", "k2k1 k2k3"},
    {17, MASCULINE, EX_17, "", HUMAN, "k3l2", "Ak3-l2"},
    {17, MASCULINE, "10r/11/11/11/k10/11/11/11/11/11 w A- - 0 1", "", TOTAL, "", "0"},

    {18, MASCULINE, EX_18, "", HAS, "", "c2c3 c2c4 c2c5 c2c6 c2c7 c2c8 c2c9"},
    {18, MASCULINE, EX_18, "", LACKS, "", "c2c10"},
    {18, MASCULINE, EX_18, "", TOTAL, "", "21"},

    {19, MASCULINE, EX_19, "", MOVES, "", "c10g6"},
    {19, MASCULINE, EX_19, "c10g6", POSITION, "",
     "10k/11/11/5n1t3/6.X4/11/11/11/11/K10 b -- - 0 1"},
    {19, MASCULINE, "2.P7k/11/11/5n1t3/6N4/11/11/11/11/K10 w -- - 0 1", "", MOVES, "", "c10g6"},
    {19, MASCULINE, "2.P7k/11/11/5n1t3/6N4/11/11/11/11/K10 w -- - 0 1", "c10g6", POSITION, "",
     "10k/11/11/5n1t3/6.X4/11/11/11/11/K10 b -- - 0 1"},
    {19, MASCULINE, EX_19K, "", MOVES, "", "a1a2 a1b1 a1b2"},
    {19, MASCULINE, EX_19, "", HUMAN, "c10g6", ".Pc10x@g6"},
    {19, MASCULINE, "2.P7k/11/11/5n1t3/6N4/11/11/11/11/K10 w -- - 0 1", "", HUMAN, "c10g6",
     ".Pc10@g6"},

    {20, MASCULINE, "re.P7k/.rn9/11/11/11/11/11/11/11/5K5 w -- - 0 1", "", MOVES, "", "c10b9"},
    {20, MASCULINE, "re.P7k/.rn9/11/11/11/1r9/11/11/11/5K5 w -- - 0 1", "", MOVES, "",
     "f1e1 f1e2 f1f2 f1g1 f1g2"},
    {20, MASCULINE, "re.P7k/.rn9/11/11/11/11/11/11/11/r4K5 w -- - 0 1", "", MOVES, "",
     "f1e2 f1f2 f1g2"},

    {21, MASCULINE, EX_21, "d9d10", POSITION, "", "4r5k/11/11/11/11/11/11/5.Y5/11/K10 b -- - 0 1"},
    {21, MASCULINE, EX_21, "d9e10", POSITION, "", "10k/11/11/11/11/11/11/5.Y5/11/K10 b -- - 0 1"},
    {21, FEMININE, EX_21, "d9d10", POSITION, "", "4r5k/11/11/11/11/11/11/5N5/5.Y5/K10 b -- - 0 1"},
    {21, MASCULINE, EX_21, "", HUMAN, "d9d10", ".Xd9-d10=.Y"},
    {21, MASCULINE, EX_21, "", HUMAN, "d9e10", ".Xd9xe10=.Y"},

    {22, MASCULINE, EX_22, "", MOVES, "", "f3f2 f3f4 f3g2 f3g3 f3g4"},
    {22, MASCULINE, "2k1r6/3.X7/11/11/11/11/11/5K5/11/11 b -- - 0 1", "", RESULT, "", "none check"},
    {22, MASCULINE, "4r5k/3.X7/11/11/11/11/11/5s5/11/K10 w -- - 0 1", "", MOVES, "",
     "a1a2 a1b1 a1b2"},
    {22, THIRD, EX_22, "", MOVES, "d9", "d10 e10"},
    {22, MASCULINE, "2k1r6/3.X7/11/11/11/11/11/5K5/11/11 b -- - 0 1", "", MOVES, "",
     "c10b10 c10b9 c10c9 c10d10 c10d9"},

    {23, MASCULINE, EX_23, "", MOVES, "", "d9d10"},
    {23, MASCULINE, EX_23, "d9d10", POSITION, "", "3A6k/11/11/11/11/11/11/11/r10/1r8K b -- - 0 1"},
    {23, MASCULINE, EX_23, "", HUMAN, "d9d10", ".Yd9-d10=A"},
    {23, MASCULINE, EX_23, "d9d10", RESULT, "", "none"},

    {24, MASCULINE, EX_24, "", HAS, "", "h5b5"},
    {24, MASCULINE, EX_24, "", TOTAL, "", "40"},
    {24, MASCULINE, EX_24, "h5b5", RESULT, "", "white-wins stalemate"},
    {24, MASCULINE, EX_24, "h5b5", TOTAL, "", "0"},
    {24, MASCULINE, EX_24, "", HUMAN, "h5b5", "Rh5-b5##"},

    {25, MASCULINE, "5k5/11/11/11/11/4R6/11/11/11/4K6 b -- - 0 1", "", MOVES, "",
     "f10f9 f10g9 f10g10"},
    {25, MASCULINE, "5k5/11/11/11/11/4R6/11/11/11/4K6 b -- - 0 1", "", RESULT, "", "none"},

    {-3, REFLECTED, START_REFLECTED, "", TOTAL, "", "24"},
    {-3, FEMININE, START_FEMININE, "", TOTAL, "", "24"},
    {-3, THIRD, START_THIRD, "", TOTAL, "", "32"},
    {-3, MASCULINE, START, "", POSITION, "", START},
    {-3, REFLECTED, START_REFLECTED, "", POSITION, "", START_REFLECTED},
    {-3, FEMININE, START_FEMININE, "", POSITION, "", START_FEMININE},
    {-3, THIRD, START_THIRD, "", POSITION, "", START_THIRD},

    {-6, MASCULINE, "2.P7k/11/11/11/11/11/11/11/3n1n5/K3.p6 w -- - 0 1", "", MOVES, "",
     "a1a2 a1b2"},
    {-6, MASCULINE, "2.P7k/11/11/11/11/11/11/11/3n1n5/K3r6 w -- - 0 1", "", MOVES, "", "c10e1"},

    {-8, MASCULINE, "5K4r/11/11/11/5.X5/11/11/11/11/k10 w -- S 0 1", "", LACKS, "", "f10f3"},
    {-8, MASCULINE, "5K4r/11/11/11/2.X8/11/11/5n5/11/k10 w -- S 0 1", "f10c6", POSITION, "",
     "10r/11/11/11/2K8/11/11/5.Y5/11/k10 b -- - 0 1"},
    {-8, MASCULINE, "5K4r/11/11/11/11/11/11/5.X5/11/k10 w -- S 0 1", "", MOVES, "",
     "f10e9 f10f9 f10g9"},
    {-8, MASCULINE, "5K4r/11/11/11/2.P8/11/11/11/11/k10 w -- S 0 1", "f10c6", POSITION, "",
     "5.P4r/11/11/11/2K8/11/11/11/11/k10 b -- - 0 1"},
    {-8, MASCULINE, "5K4r/11/11/11/2.K8/6g4/11/11/11/k10 w -- S 0 1", "f10c6", POSITION, "",
     "5S4r/11/11/11/2K8/6g4/11/11/11/k10 b -- - 0 1"},
    {-8, MASCULINE, "r3K6/11/11/11/11/11/11/5A5/11/5k5 w -- S 0 1", "", LACKS, "", "e10f3"},

    {-9, MASCULINE, "11/11/11/11/11/11/11/9KS/11/k10 w -- - 0 1", "", LACKS, "", "k3l2"},
    {-9, MASCULINE, "11/K10/11/4r6/11/4S6/11/11/11/9k1 w -a C 0 1", "", LACKS, "", "a9z9 a9e5"},
    {-9, MASCULINE, "11/K10/11/11/11/11/11/11/11/5k5 w A- C 0 1", "", HAS, "",
     "a9z9 l2k1 l2k2 l2k3"},
    {-9, MASCULINE, "11/K10/11/11/11/11/11/11/11/5k5 w A- C 0 1", "", MOVES, "",
     "a9a8 a9a10 a9b8 a9b9 a9b10 a9z9 l2k1 l2k2 l2k3"},
    {-9, MASCULINE, "11/11/11/11/11/11/11/11/11/k9.p w A- - 0 1", "", MOVES, "", "l2k2 l2k3"},

    {-11, MASCULINE, "k10/11/11/4r6/11/4K6/11/11/11/S10 b -- SCs 3 7", "e7f7", POSITION, "",
     "k10/11/11/5r5/11/4K6/11/11/11/S10 w -- SCs 4 8"},

    {-12, MASCULINE, "k10/11/11/11/11/11/11/11/11/S10 w -- SCsc 3 7", "", POSITION, "",
     "k10/11/11/11/11/11/11/11/11/S10 w -- sc 3 7"},
    {-12, MASCULINE, "k10/11/11/4r6/11/4K6/11/11/11/S10 b -- SCs 3 7", "e7e5", POSITION, "",
     "k10/11/11/11/11/4r6/11/11/11/S10 w -- s 0 8"},
    {-12, MASCULINE, "k5.r4/11/11/11/11/11/11/11/11/K10 w -- - 0 1", "", POSITION, "",
     "k5.r4/11/11/11/11/11/11/11/11/K10 w -- - 0 1"},
    {-12, MASCULINE, "k10/11/11/11/11/11/11/11/11/K10 w s- - 0 1", "", MOVES, "a1", "a2 b1 b2"},
    {-12, MASCULINE, "11/11/11/11/11/11/11/11/11/K10 b k- - 0 1", "", RESULT, "", "draw-citadel"},

    {-16, MASCULINE, START, "", PERFT, "1", "24"},
    {-16, MASCULINE, START, "", PERFT, "2", "576"},
    {-16, MASCULINE, START, "", PERFT, "3", "14518"},
    {-16, MASCULINE, START, "", PERFT, "4", "365893"},
    {-16, MASCULINE, START, "", PERFT, "5", "9709736"},
    {-16, MASCULINE, TABLE_1, "", PERFT, "1", "45"},
    {-16, MASCULINE, TABLE_1, "", PERFT, "2", "2206"},
    {-16, MASCULINE, TABLE_1, "", PERFT, "3", "98145"},
    {-16, MASCULINE, TABLE_2, "", PERFT, "1", "2"},
    {-16, MASCULINE, TABLE_2, "", PERFT, "2", "2"},
    {-16, MASCULINE, TABLE_2, "", PERFT, "3", "21"},
    {-16, MASCULINE, TABLE_3, "", PERFT, "1", "11"},
    {-16, MASCULINE, TABLE_3, "", PERFT, "2", "369"},
    {-16, MASCULINE, TABLE_3, "", PERFT, "3", "9306"},
    {-16, MASCULINE, TABLE_3, "", PERFT, "4", "280758"},
    {-16, MASCULINE, TABLE_4, "", PERFT, "1", "15"},
    {-16, MASCULINE, TABLE_4, "", PERFT, "2", "380"},
    {-16, MASCULINE, TABLE_4, "", PERFT, "3", "5859"},
    {-16, MASCULINE, TABLE_5, "", PERFT, "1", "49"},
    {-16, MASCULINE, TABLE_5, "", PERFT, "2", "1180"},
    {-16, MASCULINE, TABLE_5, "", PERFT, "3", "52329"},

    {-17, MASCULINE + OPTIONAL, EX_19, "", MOVES, "", "a1a2 a1b1 a1b2 c10g6"},
};

#endif
