/* belarusian_texts.h - position texts that must be refused, with the byte at fault, as data for
 * test_belarusian.c. Section numbers refer to the rules text of the game. */
#ifndef CITADEL_TESTS_GAMES_BELARUSIAN_TEXTS_H
#define CITADEL_TESTS_GAMES_BELARUSIAN_TEXTS_H

#include "tests/oracle/bel_oracle.h"
#include "tests/support/game_checks.h"

static const struct bad_text bad_texts[] = {
    /* placement: spelling */
    {"", 0, BELO_RELEASE, false},
    {" ", 0, BELO_RELEASE, false},
    {"startpos", 0, BELO_RELEASE, false},
    {"a7k", 3, BELO_RELEASE, false},
    {"a7k w - 0 1", 3, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9 w - 0 1", 17, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7 w - 0 1", 20, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7K/9 w - 0 1", 21, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7K/ w - 0 1", 21, BELO_RELEASE, false},
    {"a7k/8/9/9/9/9/9/9/A7K w - 0 1", 5, BELO_RELEASE, false},
    {"a7k//9/9/9/9/9/9/A7K w - 0 1", 4, BELO_RELEASE, false},
    {"a8k/9/9/9/9/9/9/9/A7K w - 0 1", 2, BELO_RELEASE, false},
    {"a7k1/9/9/9/9/9/9/9/A7K w - 0 1", 3, BELO_RELEASE, false},
    {"a9/9/9/9/9/9/9/9/A7K w - 0 1", 1, BELO_RELEASE, false},
    {"a0k7/9/9/9/9/9/9/9/A7K w - 0 1", 1, BELO_RELEASE, false},
    {"a6qk/9/9/9/9/9/9/9/A7K w - 0 1", 2, BELO_RELEASE, false},
    {"a6.k/9/9/9/9/9/9/9/A7K w - 0 1", 2, BELO_RELEASE, false},
    {"a7\xEA/9/9/9/9/9/9/9/A7K w - 0 1", 2, BELO_RELEASE, false},
    {" a7k/9/9/9/9/9/9/9/A7K w - 0 1", 0, BELO_RELEASE, false},
    {"a7k\\9/9/9/9/9/9/9/A7K w - 0 1", 3, BELO_RELEASE, false},
    /* placement: who may stand where, and how many (section 2) */
    {"aa6k/9/9/9/9/9/9/9/A7K w - 0 1", 1, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A5KK1 w - 0 1", 21, BELO_RELEASE, false},
    {"a7k/gg7/9/9/9/9/9/9/A7K w - 0 1", 5, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/LLL6/9/A7K w - 0 1", 16, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/M1M1M4/9/A7K w - 0 1", 18, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/v1v1v4/9/A7K w - 0 1", 18, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/R8/RRRRRRRRR/A7K w - 0 1", 25, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A6RK w - 0 1", 20, BELO_RELEASE, false},
    {"ar6k/9/9/9/9/9/9/9/A7K w - 0 1", 1, BELO_RELEASE, false},
    {"a7k/9/9/9/4R4/9/9/9/A7K w - 0 1", 11, BELO_RELEASE, false},
    {"a7k/9/9/9/4g4/9/9/9/A7K w - 0 1", 11, BELO_ORIGINAL, false},
    /* the whole board (section 2) is the fault of the whole placement */
    {"k8/9/9/9/9/9/9/9/A7K w - 0 1", 0, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/K8 b - 0 1", 0, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/9 w - 0 1", 0, BELO_RELEASE, false},
    {"9/9/9/9/9/9/9/9/9 w - 0 1", 0, BELO_RELEASE, false},
    {"a8/9/9/9/9/9/9/9/L7A w - 0 1", 0, BELO_RELEASE, false},
    {"8k/9/9/9/4a4/9/9/4L4/A7K w - 0 1", 0, BELO_RELEASE, false},
    {"8a/9/9/9/4k4/9/4K4/9/A8 w - 0 1", 0, BELO_ORIGINAL, false},
    {"8a/9/9/9/4k4/9/4K4/9/A8 w - 0 1", 0, BELO_NOBLE, false},
    /* side to move */
    {"a7k/9/9/9/9/9/9/9/A7K", 21, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7K ", 22, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7K  w - 0 1", 22, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7K W - 0 1", 22, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7K x - 0 1", 22, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7K - - 0 1", 22, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7K wb - 0 1", 23, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7K\tw - 0 1", 21, BELO_RELEASE, false},
    /* castling rights */
    {"a7k/9/9/9/9/9/9/9/A7K w", 23, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7K w ", 24, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7K w x 0 1", 24, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7K w A 0 1", 24, BELO_RELEASE, false},
    {"4a3l/9/9/9/9/9/9/9/4A4 w a 0 1", 25, BELO_RELEASE, false},
    {"4a3l/9/9/9/9/9/9/9/4A4 w ia 0 1", 26, BELO_RELEASE, false},
    {"4a4/9/9/9/9/9/9/9/L3A3L w IA 0 1", 27, BELO_RELEASE, false},
    {"4a4/9/9/9/9/9/9/9/L3A3L w AA 0 1", 27, BELO_RELEASE, false},
    {"4a4/9/9/9/9/9/9/9/L3A3L w A- 0 1", 27, BELO_RELEASE, false},
    {"4a4/9/9/9/9/9/9/9/L3A3L w -A 0 1", 27, BELO_RELEASE, false},
    {"4a4/9/9/9/9/9/9/9/L3A3l w AI 0 1", 27, BELO_RELEASE, false},
    {"4a4/9/9/9/9/9/9/9/L2A4L w I 0 1", 26, BELO_RELEASE, false},
    /* clock and move number */
    {"a7k/9/9/9/9/9/9/9/A7K w -", 25, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7K w - ", 26, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7K w - x 1", 26, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7K w - -1 1", 26, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7K w - e3 0 1", 26, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7K w - 0", 27, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7K w - 0 ", 28, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7K w - 0 0", 28, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7K w - 0 1 ", 29, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7K w - 0 1x", 29, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7K w - 0x 1", 27, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7K w - +0 1", 26, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7K w - - - 0 1", 28, BELO_RELEASE, false},
    {"a7k/9/9/9/9/9/9/9/A7K w - 10000 1", 26, BELO_RELEASE, true},
    {"a7k/9/9/9/9/9/9/9/A7K w - 0 65537", 28, BELO_RELEASE, true},
    {"a7k/9/9/9/9/9/9/9/A7K w - 0 99999999999999999999", 28, BELO_RELEASE, false},
};

#endif
