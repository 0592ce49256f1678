/* bashni_examples.h - the worked examples of the rules text (RULES.md of the game, section 9) and
 * its perft table, as data for test_bashni.c.
 *
 * The number of a row is that of the example, 0 for the perft table. */
#ifndef CITADEL_TESTS_GAMES_BASHNI_EXAMPLES_H
#define CITADEL_TESTS_GAMES_BASHNI_EXAMPLES_H

#include "tests/support/game_checks.h"

/* Kinds that only this game has. */
enum { REFUSES = EXAMPLE_KIND_NB /* none of the words `expected` is read as a move */ };

/* clang-format off */
#define START "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8:H0:F1"
#define EX_7 "W:Wc3,g3:Bb4,d4,f6"
#define EX_8 "W:Wc3:Bd2,f2,d4(b),f4"
#define EX_9 "W:Wc3:Bd2,f2,d4,Kf4"
#define EX_10 "W:WKb6:Bb2,c5,g7"
#define EX_11 "W:WKa3:Bg3,b4(w),c7"
#define EX_12 "W:WKc3:Bb2,d2,f2,g5"
#define EX_13 "W:WKa1:Bc3,d6"
#define EX_14 "W:WKa1:Bc3,f6"
#define EX_15 "W:WKa1:Bc3"
#define EX_18 "W:Wf6(w):Bd4,c7,e7(w)"
#define EX_19 "W:Wc7(wb):Bh8"
#define EX_21 "W:WKc1(bbbb),f4(www),d6(wwwww):BKa1(BbBbBW),b2(b)"
#define EX_22_PLAY "c3-b4 b6-c5 b4-a5 a7-b6 b2-c3 c5-b4 a3:c5:a7 c7-b6 a5:c7:e5 f6:d4:b2 a1:c3 d8-c7"
#define EX_22_END "W:Wc1,e1,g1,b2(w),d2,f2,h2,c3(b),e3,g3,a7(bb):Be5(b),h6,c7,e7,g7,b8,f8,h8:H1:F7"
#define EX_23 "W:Wa3,b4(w),Kd4(www):Bf2(ww),f4(bww),c5,Ke5(B),h6,a7(W),c7(b),e7,g7"
#define EX_24 "W:WKa1(bbb):BKh8(ww):H29:F40"
#define P3 "W:Wa1,g1,b2,h2,a3,Kf8(bb):Bb4(bb),d4(wW),a7,c7(b),e7,b8,Kd8(wwwW)"
#define P4 "B:Wa1,c1,g1,b2,d2,f2,h2,a3,b4,d4(b),Ke7(bbb):Be5,b6(w),h6,a7,c7(b),b8,h8"
#define P5 "W:Wa3,b6(wwwww),Kf8(bbbb):Be3(b),g3(bw),g5,d6(B),Ka7(Www)"

static const struct example examples[] = {
    {1, 0, START, "", MOVES, "", "a3b4 c3b4 c3d4 e3d4 e3f4 g3f4 g3h4"},
    {1, 0, START, "", POSITION, "", START},
    {1, 0, START, "", HUMAN, "e3d4", "e3-d4"},
    {1, 0, START, "e3d4", POSITION, "", "B:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,g3,d4:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8:H1:F1"},

    {2, 0, "W:Wc3:Bd4", "", MOVES, "", "c3e5"},
    {2, 0, "W:Wc3:Bd4", "", HUMAN, "c3e5", "c3:e5"},
    {2, 0, "W:Wc3:Bd4", "c3:e5", POSITION, "", "B:We5(b):B:H0:F1"},
    {2, 0, "W:Wc3:Bd4", "c3:e5", RESULT, "", "white-wins"},

    {3, 0, "W:We5:Bd4,f4", "", MOVES, "", "e5c3 e5g3"},
    {3, 0, "W:We5:Bd4,f4", "e5:c3", POSITION, "", "B:Wc3(b):Bf4:H0:F1"},
    {3, 0, "W:We5:Bd4,f4", "e5:g3", POSITION, "", "B:Wg3(b):Bd4:H0:F1"},

    {4, 0, "W:Wc3:Bd4(bw)", "", MOVES, "", "c3e5"},
    {4, 0, "W:Wc3:Bd4(bw)", "c3:e5", POSITION, "", "B:We5(b):Bd4(w):H0:F1"},

    {5, 0, "W:Wc3:BKd4(w)", "", MOVES, "", "c3e5"},
    {5, 0, "W:Wc3:BKd4(w)", "c3:e5", POSITION, "", "B:Wd4,e5(B):B:H0:F1"},
    {5, 0, "W:Wc3:BKd4(w)", "c3:e5", RESULT, "", "white-wins"},

    {6, 0, "B:We5(B):Bf6", "", MOVES, "", "f6d4"},
    {6, 0, "B:We5(B):Bf6", "f6:d4", POSITION, "", "W:W:Bd4(w),Ke5:H0:F2"},
    {6, 0, "B:We5(B):Bf6", "f6:d4", RESULT, "", "black-wins"},

    {7, 0, EX_7, "", MOVES, "", "c3a5 c3e5g7"},
    {7, 0, EX_7, "", REFUSES, "", "c3:e5 c3e5 g3h4 g3f4 g3-h4 c3d2 c3c3"},
    {7, 0, EX_7, "c3:a5", POSITION, "", "B:Wg3,a5(b):Bd4,f6:H0:F1"},
    {7, 0, EX_7, "c3:e5:g7", POSITION, "", "B:Wg3,g7(bb):Bb4:H0:F1"},

    {8, 0, EX_8, "", MOVES, "", "c3e5g3e1c3 c3e1g3e5c3"},
    {8, 0, EX_8, "c3:e5:g3:e1:c3", POSITION, "", "B:Wc3(bbbb):Bd4:H0:F1"},
    {8, 0, EX_8, "c3:e1:g3:e5:c3", POSITION, "", "B:Wc3(bbbb):Bd4:H0:F1"},
    {8, 0, EX_8, "", REFUSES, "", "c3c3 c3:e5:g3:e1 c3:e5:g3:e1:c3:e5"},

    {9, 0, EX_9, "", MOVES, "", "c3e5g3e1c3 c3e1g3e5c3"},
    {9, 0, EX_9, "c3:e5:g3:e1:c3", POSITION, "", "B:Wc3(bBbb):B:H0:F1"},
    {9, 0, EX_9, "c3:e1:g3:e5:c3", POSITION, "", "B:Wc3(bbBb):B:H0:F1"},

    {10, 0, EX_10, "", MOVES, "", "b6d4h8 b6d4a1"},
    {10, 0, EX_10, "b6:d4:h8", POSITION, "", "B:WKh8(bb):Bb2:H0:F1"},
    {10, 0, EX_10, "b6:d4:a1", POSITION, "", "B:WKa1(bb):Bg7:H0:F1"},
    {10, 0, EX_10, "", REFUSES, "", "b6e3 b6f2 b6g1 b6d4 b6:d4:h8:a1 b6:e3:h8"},

    {11, 0, EX_11, "", MOVES, "", "a3d6b8 a3d6h2"},
    {11, 0, EX_11, "a3:d6:b8", POSITION, "", "B:Wb4,Kb8(bb):Bg3:H0:F1"},
    {11, 0, EX_11, "a3:d6:h2", POSITION, "", "B:WKh2(bb),b4:Bc7:H0:F1"},

    {12, 0, EX_12, "", MOVES, "", "c3a1 c3e1h4f6a1"},
    {12, 0, EX_12, "c3:a1", POSITION, "", "B:WKa1(b):Bd2,f2,g5:H0:F1"},
    {12, 0, EX_12, "c3:e1:h4:f6:a1", POSITION, "", "B:WKa1(bbbb):B:H0:F1"},

    {13, 0, EX_13, "", MOVES, "", "a1e5c7 a1e5b8"},
    {13, 0, EX_13, "a1:e5:c7", POSITION, "", "B:WKc7(bb):B:H0:F1"},
    {13, 0, EX_13, "a1:e5:b8", POSITION, "", "B:WKb8(bb):B:H0:F1"},
    {13, 0, EX_13, "", REFUSES, "", "a1d4 a1f6 a1g7 a1h8 a1e5 a1:d4:c7"},

    {14, 0, EX_14, "", MOVES, "", "a1d4g7 a1d4h8"},
    {14, 0, EX_14, "a1:d4:g7", POSITION, "", "B:WKg7(bb):B:H0:F1"},
    {14, 0, EX_14, "a1:e5:g7", POSITION, "", "B:WKg7(bb):B:H0:F1"},
    {14, 0, EX_14, "a1:d4:h8", POSITION, "", "B:WKh8(bb):B:H0:F1"},
    {14, 0, EX_14, "a1:e5:h8", POSITION, "", "B:WKh8(bb):B:H0:F1"},
    {14, 0, EX_14, "", HUMAN, "a1e5g7", "a1:d4:g7"},

    {15, 0, EX_15, "", MOVES, "", "a1d4 a1e5 a1f6 a1g7 a1h8"},
    {15, 0, EX_15, "a1:d4", POSITION, "", "B:WKd4(b):B:H0:F1"},
    {15, 0, EX_15, "a1:e5", POSITION, "", "B:WKe5(b):B:H0:F1"},
    {15, 0, EX_15, "a1:f6", POSITION, "", "B:WKf6(b):B:H0:F1"},
    {15, 0, EX_15, "a1:g7", POSITION, "", "B:WKg7(b):B:H0:F1"},
    {15, 0, EX_15, "a1:h8", POSITION, "", "B:WKh8(b):B:H0:F1"},

    {16, 0, "W:WKa1:Bc3,d4", "", MOVES, "", "a1b2"},
    {16, 0, "W:WKa1:Bc3,d4", "a1-b2", POSITION, "", "B:WKb2:Bc3,d4:H1:F1"},

    {17, 0, "W:Wf6:Bb6,e7", "", MOVES, "", "f6d8a5"},
    {17, 0, "W:Wf6:Bb6,e7", "", REFUSES, "", "f6:d8 f6d8"},
    {17, 0, "W:Wf6:Bb6,e7", "f6:d8:a5", POSITION, "", "B:WKa5(bb):B:H0:F1"},

    {18, 0, EX_18, "", MOVES, "", "f6d8b6e3 f6d8b6f2 f6d8b6g1"},
    {18, 0, EX_18, "f6:d8:b6:e3", POSITION, "", "B:WKe3(wbbb),e7:B:H0:F1"},
    {18, 0, EX_18, "f6:d8:b6:f2", POSITION, "", "B:WKf2(wbbb),e7:B:H0:F1"},
    {18, 0, EX_18, "f6:d8:b6:g1", POSITION, "", "B:WKg1(wbbb),e7:B:H0:F1"},

    {19, 0, EX_19, "", MOVES, "", "c7b8 c7d8"},
    {19, 0, EX_19, "c7-b8", POSITION, "", "B:WKb8(wb):Bh8:H0:F1"},
    {19, 0, EX_19, "c7-d8", POSITION, "", "B:WKd8(wb):Bh8:H0:F1"},

    {20, 0, "W:Wa3:Bb4,c5", "", MOVES, "", ""},
    {20, 0, "W:Wa3:Bb4,c5", "", RESULT, "", "black-wins"},

    {21, 0, EX_21, "", MOVES, "", "c1a3"},
    {21, 0, EX_21, "c1:a3", POSITION, "", "B:WKa3(bbbbb),f4(www),d6(wwwww):BKa1(BbBbBW),b2:H0:F1"},
    {21, 0, "B:WKc1(bbbb),f4(www),d6(wwwww):BKa1(BbBbBW),b2(b)", "", RESULT, "", "white-wins"},

    {22, 0, START, "c3b4 b6c5 b4a5 a7b6 b2c3 c5b4", MOVES, "", "a3c5a7"},
    {22, 0, START, "c3b4 b6c5 b4a5 a7b6 b2c3 c5b4 a3c5a7", POSITION, "", "B:Wa1,c1,e1,g1,d2,f2,h2,c3,e3,g3,a5,a7(bb):Bd6,f6,h6,c7,e7,g7,b8,d8,f8,h8:H0:F4"},
    {22, 0, START, "c3b4 b6c5 b4a5 a7b6 b2c3 c5b4 a3c5a7 c7b6", MOVES, "", "a5c7e5 a7c5"},
    {22, 0, START, "c3b4 b6c5 b4a5 a7b6 b2c3 c5b4 a3a7 c7b6 a5e5", MOVES, "", "f6d4b2"},
    {22, 0, START, "c3b4 b6c5 b4a5 a7b6 b2c3 c5b4 a3a7 c7b6 a5e5 f6b2", POSITION, "", "W:Wa1,c1,e1,g1,d2,f2,h2,e3,g3,a7(bb):Bb2(ww),e5(b),h6,e7,g7,b8,d8,f8,h8:H0:F6"},
    {22, 0, START, "c3b4 b6c5 b4a5 a7b6 b2c3 c5b4 a3a7 c7b6 a5e5 f6b2", MOVES, "", "a1c3 c1a3"},
    {22, 0, START, EX_22_PLAY, POSITION, "", EX_22_END},
    {22, 0, START, EX_22_PLAY, MOVES, "", "b2a3 c3b4 c3d4 e3d4 e3f4 g3f4 g3h4"},
    {22, 0, "White: c1, e1, g1, d2, f2, h2, e3, g3 \xE2\x80\x93 0; b2 \xE2\x80\x93 00; c3 \xE2\x80\x93 0/0; a7 \xE2\x80\x93 0/00; Black: h6, c7, e7, g7, b8, f8, h8 \xE2\x80\x93 0; e5 \xE2\x80\x93 00.", "", POSITION, "", "W:Wc1,e1,g1,b2(w),d2,f2,h2,c3(b),e3,g3,a7(bb):Be5(b),h6,c7,e7,g7,b8,f8,h8:H0:F1"},

    {23, 0, EX_23, "", MOVES, "", "b4d6b8 b4d6f8 d4g1 d4f6h8 d4b6d8f6h8 d4b6d8h4e1 d4b6d8f6d4g1 d4b6d8g5e3g1 d4f6d8b6d4g1 d4f6d8b6e3g5"},
    {23, 0, EX_23, "", TOTAL, "", "10"},
    {23, 0, EX_23, "d4:f6:d8:b6:e3:g5", POSITION, "", "B:Wa3,b4(w),Kg5(wwwBbbbb):Bf2(ww),f4(ww),Ke5,h6,a7(W),c7,g7:H0:F1"},

    {24, 0, EX_24, "", RESULT, "", "none"},
    {24, 0, EX_24, "a1b2", RESULT, "", "draw-count"},
    {24, 0, EX_24, "a1b2", POSITION, "", "B:WKb2(bbb):BKh8(ww):H30:F40"},
    {24, 0, "W:Wf4,Kh2:BKh6:H29:F40", "h2:g1", REFUSES, "", "h6f4"},
    {24, 0, "W:Wa5,Kb4:Bc7:H29:F40", "b4c5", RESULT, "", "draw-count"},
    {24, 0, "W:Wa5,b4:Bb6,c7,d8:H29:F40", "", RESULT, "", "none"},
    {24, 0, "W:Wa3,Kd4:Bb4,c5(b):H29:F40", "d4b6", POSITION, "", "B:Wa3,Kb6(b):Bb4,c5:H0:F40"},
    {24, 0, "W:Wc3,f4:Ba5,h2:H29:F40", "f4e5", RESULT, "", "draw-count"},
    {24, 0, "B:WKa1:Ba3,b4,h4(w):H29:F40", "h4g3", POSITION, "", "W:WKa1:Ba3,g3(w),b4:H30:F41"},

    {0, 0, START, "", PERFT, "1", "7"},
    {0, 0, START, "", PERFT, "2", "49"},
    {0, 0, START, "", PERFT, "3", "302"},
    {0, 0, START, "", PERFT, "4", "1469"},
    {0, 0, START, "", PERFT, "5", "7482"},
    {0, 0, START, "", PERFT, "6", "37908"},
    {0, 0, START, "", PERFT, "7", "189912"},
    {0, 0, EX_22_END, "", PERFT, "1", "7"},
    {0, 0, EX_22_END, "", PERFT, "2", "40"},
    {0, 0, EX_22_END, "", PERFT, "3", "179"},
    {0, 0, EX_22_END, "", PERFT, "4", "947"},
    {0, 0, EX_22_END, "", PERFT, "5", "4707"},
    {0, 0, EX_22_END, "", PERFT, "6", "23497"},
    {0, 0, EX_22_END, "", PERFT, "7", "119152"},
    {0, 0, P3, "", PERFT, "1", "3"},
    {0, 0, P3, "", PERFT, "2", "23"},
    {0, 0, P3, "", PERFT, "3", "53"},
    {0, 0, P3, "", PERFT, "4", "216"},
    {0, 0, P3, "", PERFT, "5", "1009"},
    {0, 0, P3, "", PERFT, "6", "5145"},
    {0, 0, P3, "", PERFT, "7", "29480"},
    {0, 0, P4, "", PERFT, "1", "2"},
    {0, 0, P4, "", PERFT, "2", "21"},
    {0, 0, P4, "", PERFT, "3", "111"},
    {0, 0, P4, "", PERFT, "4", "412"},
    {0, 0, P4, "", PERFT, "5", "2250"},
    {0, 0, P4, "", PERFT, "6", "10323"},
    {0, 0, P4, "", PERFT, "7", "57650"},
    {0, 0, P5, "", PERFT, "1", "3"},
    {0, 0, P5, "", PERFT, "2", "7"},
    {0, 0, P5, "", PERFT, "3", "20"},
    {0, 0, P5, "", PERFT, "4", "99"},
    {0, 0, P5, "", PERFT, "5", "401"},
    {0, 0, P5, "", PERFT, "6", "3415"},
    {0, 0, P5, "", PERFT, "7", "15464"},
    {0, 0, EX_23, "", PERFT, "1", "10"},
    {0, 0, EX_23, "", PERFT, "2", "121"},
    {0, 0, EX_23, "", PERFT, "3", "439"},
    {0, 0, EX_23, "", PERFT, "4", "3289"},
    {0, 0, EX_23, "", PERFT, "5", "12886"},
    {0, 0, EX_23, "", PERFT, "6", "85014"},
    {0, 0, EX_23, "", PERFT, "7", "406045"},
};
/* clang-format on */

#endif
