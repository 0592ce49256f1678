// Checks the Belarusian oracle against everything that is not the engine: the worked examples of
// belarusian.md (sections 12 and 13), a file of positions with moves and results, a file of perft
// counts, and properties that every rule set must have on random positions.
//
//     bel_oracle_check FILE.moves FILE.epd [NODES [POSITIONS]]
//
// NODES: perft depths with a larger expected count are left out (default 200000).
// POSITIONS: random positions per rule set (default 2000). Exit status 0 if all hold.
#include "tests/oracle/bel_oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 8192 };

static const char *const SET_NAMES[] = {"belarusian", "belarusian-original", "belarusian-noble"};

struct tally {
    unsigned long checks;
    unsigned long failures;
};

// Counts one check and prints what it was about if it fails. Returns `holds`.
static bool check(struct tally *t, bool holds, const char *label, const char *what,
                  const char *details)
{
    t->checks++;
    if (!holds) {
        t->failures++;
        printf("FAILED %s: %s: %s\n", label, what, details);
    }
    return holds;
}

// --- Worked examples ---------------------------------------------------------------------------

enum kind {
    COUNT,    // number of moves that begin with `from`
    FROM,     // the moves that begin with `from` are exactly these (written without `from`)
    HAS,      // all of these are moves
    LACKS,    // none of these is a move
    SURVIVE,  // exactly these moves do not lose to the throne at once (Ex 6: the rokashes)
    RESULT,   // belo_result
    POSITION, // the FEN of the position
    PERFT,    // `from` is the depth, `expected` the count
    INVALID   // the FEN must be refused
};

// One statement of the rules text about the position after `play` (moves, maybe none) from `fen`.
struct example {
    const char *label;
    const char *fen;
    enum belo_set set;
    const char *play;
    enum kind kind;
    const char *from;
    const char *expected;
};

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
#define EX11A "ak7/4l4/9/9/9/9/9/9/4A3L w I 0 1"
#define EX11B "ak7/9/9/9/9/4l4/9/9/4A3L w I 0 1"
#define EX11C "ak7/9/9/9/9/4l4/9/9/K3A3L w I 0 1"
#define EX12A "4a4/9/9/9/9/9/9/9/L3A3L w AI 0 1"
#define EX12B "4a4/9/1m7/9/9/9/9/9/L3A3L w AI 0 1"
#define EX13 "lvmga1vml/rrr1r1rrr/5k3/9/4Ar3/5R3/6R2/RRRRR2RR/LMVK1GMVL b ai 0 1"
#define EX14 "lvmgak1ml/rrrrrrrr1/9/9/4A3r/5R3/R4v3/MRRRR1RRR/L1VK1GMVL w ai 0 12"
#define EX15A "5a2k/1R7/9/9/9/9/9/9/LMVKA2VL w - 0 1"
#define EX15B "5a2k/1R7/9/9/9/9/9/9/LMVKAGMVL w - 0 1"
#define EX15C "1R3a2k/9/9/9/9/9/9/9/LMVKA1MVL w - 0 9"
#define EX16 "4a4/7R1/9/9/l8/9/9/9/A8 w - 0 1"
#define EX17 "a2g5/9/9/9/1v2K4/3A5/9/9/9 b - 0 1"
#define EX18 "a7k/9/9/9/9/9/1g7/9/A8 w - 0 1"
#define EX19A "a7k/9/9/9/9/4R4/9/9/A7K w - 0 1"
#define EX19B "a7k/9/9/9/9/9/9/4L4/A7K w - 0 1"
#define EX19C "a7k/9/9/9/4l4/9/9/4L4/A7K w - 0 1"
#define EX19D "a7k/9/9/9/4l4/3A5/9/9/8K w - 0 1"
#define EX20 "a7k/9/9/9/9/3R5/9/9/A7K w - 99 80"
#define PERFT_A "l3a3l/9/4k1v2/5r3/9/1r7/3K3m1/4R4/L3A3L w AIai 0 20"
#define PERFT_B "1R1la3k/2L6/9/3v5/9/2K3m2/9/9/1A1GV2r1 w - 7 40"

static const struct example EXAMPLES[] = {
    {"start", START, BELO_RELEASE, "", COUNT, "", "22"},
    {"start", START, BELO_RELEASE, "", FROM, "c1", "b3 d3"},
    {"start", START, BELO_RELEASE, "", FROM, "h1", "g3 i3"},
    {"start", START, BELO_RELEASE, "", POSITION, "", START},
    {"section 12", START, BELO_RELEASE, "", PERFT, "4", "296204"},
    {"section 12", START, BELO_NOBLE, "", PERFT, "4", "298384"},
    {"section 12", PERFT_A, BELO_RELEASE, "", PERFT, "3", "107929"},
    {"section 12", PERFT_A, BELO_ORIGINAL, "", PERFT, "3", "109448"},
    {"section 12", PERFT_A, BELO_NOBLE, "", PERFT, "3", "107859"},
    {"section 12", PERFT_B, BELO_RELEASE, "", PERFT, "3", "98909"},
    {"section 12", PERFT_B, BELO_ORIGINAL, "", PERFT, "3", "99109"},
    {"section 12", PERFT_B, BELO_NOBLE, "", PERFT, "3", "99046"},

    {"Ex 1", EX1, BELO_RELEASE, "", COUNT, "", "28"},
    {"Ex 1", EX1, BELO_RELEASE, "", FROM, "e2", "e1 e3 e4 a2 b2 c2 d2 f2 g2"},
    {"Ex 1", EX1, BELO_RELEASE, "", FROM, "h2", "g1 g3 f4 i3"},
    {"Ex 1", EX1, BELO_RELEASE, "", FROM, "d3", "b2 b4 c1 c5 e1 f2 f4"},
    {"Ex 1", EX1, BELO_RELEASE, "", FROM, "d4", "d5"},
    {"Ex 1", EX1, BELO_RELEASE, "", FROM, "i1", "g1 h1 i2 i3"},
    {"Ex 1", EX1, BELO_RELEASE, "", FROM, "a1", "a2 b1 b2"},

    {"Ex 2", EX2, BELO_RELEASE, "", COUNT, "", "23"},
    {"Ex 2", EX2, BELO_RELEASE, "", FROM, "e3", "e4 e5 e2 e1 d3 f3 g3 f4 g5 d4 c5 f2 g1 d2 c1"},
    {"Ex 2", EX2, BELO_RELEASE, "", COUNT, "c3", "8"},

    {"Ex 3", EX3, BELO_RELEASE, "", COUNT, "", "23"},
    {"Ex 3", EX3, BELO_RELEASE, "", FROM, "e4", "e6 e3 e2 d4 c4 f4 g4 d5 c6 f5 g6 d3 c2 f3 g2"},
    {"Ex 3", EX3, BELO_ORIGINAL, "", COUNT, "", "24"},
    {"Ex 3", EX3, BELO_ORIGINAL, "", HAS, "", "e4e5 e4e6"},
    {"Ex 3", EX3, BELO_NOBLE, "", COUNT, "", "22"},
    {"Ex 3", EX3, BELO_NOBLE, "", LACKS, "", "e4e5 e4e6"},

    {"Ex 4", EX4, BELO_RELEASE, "", COUNT, "", "13"},
    {"Ex 4", EX4, BELO_RELEASE, "", FROM, "e4", "d3 d4 d5 e3 f3 f4 f5"},
    {"Ex 4", EX4, BELO_RELEASE, "", FROM, "a1", "a2 a3 b1 c1 b2 c3"},
    {"Ex 5", EX5, BELO_RELEASE, "", COUNT, "", "13"},
    {"Ex 5", EX5, BELO_RELEASE, "", FROM, "e4", "d3 d4 d5 e3 f3 f4 f5"},
    {"Ex 5", EX5, BELO_RELEASE, "", FROM, "a1", "a2 a3 b1 c1 b2 c3"},

    {"Ex 6", EX6, BELO_RELEASE, "", COUNT, "", "27"},
    {"Ex 6", EX6, BELO_RELEASE, "", COUNT, "a8", "16"},
    {"Ex 6", EX6, BELO_RELEASE, "", COUNT, "e9", "5"},
    {"Ex 6", EX6, BELO_RELEASE, "", COUNT, "i9", "6"},
    {"Ex 6", EX6, BELO_RELEASE, "", SURVIVE, "", "a8a5 a8e8 i9g7"},
    {"Ex 6", EX6, BELO_RELEASE, "a8a1", POSITION, "", "4a3k/9/9/9/4A4/9/9/9/l8 w - 0 2"},
    {"Ex 6", EX6, BELO_RELEASE, "a8a1", RESULT, "", "white-throne"},
    {"Ex 6", EX6, BELO_RELEASE, "a8a1", COUNT, "", "0"},

    {"Ex 7", EX7, BELO_RELEASE, "", FROM, "", "e5d4 e5d5 e5d6 e5e4 e5e6 e5f4 e5f5 e5f6 a8e8 c4e6"},
    {"Ex 7", EX7, BELO_RELEASE, "a8e8", COUNT, "", "11"},
    {"Ex 7", EX7, BELO_RELEASE, "a8e8", SURVIVE, "", "i9g7"},
    {"Ex 7", EX7, BELO_RELEASE, "c4e6", COUNT, "", "20"},
    {"Ex 7", EX7, BELO_RELEASE, "c4e6", SURVIVE, "", "e8e6 i9g7"},

    {"Ex 8", EX8, BELO_RELEASE, "", COUNT, "", "0"},
    {"Ex 8", EX8, BELO_RELEASE, "", RESULT, "", "black-mate"},

    {"Ex 9", EX9, BELO_RELEASE, "", COUNT, "", "14"},
    {"Ex 9", EX9, BELO_RELEASE, "", FROM, "d4", "c3 c4 c5 d3 d5 e3 e4 e5"},
    {"Ex 9", EX9, BELO_RELEASE, "", FROM, "a1", "a2 a3 b1 c1 b2 c3"},
    {"Ex 9", EX9, BELO_RELEASE, "a1a2 d8d4", POSITION, "", "a7k/9/9/9/9/3l5/9/K8/9 w - 0 2"},
    {"Ex 9", EX9, BELO_RELEASE, "a1a2 d8d4", FROM, "", "a2a2a"},
    {"Ex 9", EX9, BELO_RELEASE, "a1a2 d8d4 a2a2a", POSITION, "", "a7k/9/9/9/9/3l5/9/A8/9 b - 1 2"},

    {"Ex 10", EX10, BELO_RELEASE, "", COUNT, "", "0"},
    {"Ex 10", EX10, BELO_RELEASE, "", RESULT, "", "black-mate"},

    {"Ex 11", EX11A, BELO_RELEASE, "", COUNT, "", "18"},
    {"Ex 11", EX11A, BELO_RELEASE, "", FROM, "e1", "d1 d2 e2 f1 f2 g1 h1"},
    {"Ex 11", EX11A, BELO_RELEASE, "", FROM, "i1", "f1 g1 h1 i2 i3 i4 i5 i6 i7 i8 i9"},
    {"Ex 11", EX11B, BELO_RELEASE, "", FROM, "", "e1d1 e1d2 e1f1 e1f2"},
    {"Ex 11", EX11C, BELO_RELEASE, "", COUNT, "", "22"},
    {"Ex 11", EX11C, BELO_RELEASE, "", HAS, "", "e1e2"},
    {"Ex 11", EX11C, BELO_RELEASE, "", LACKS, "", "e1g1 e1h1"},

    {"Ex 12", EX12A, BELO_RELEASE, "", COUNT, "", "31"},
    {"Ex 12", EX12A, BELO_RELEASE, "", HAS, "", "e1b1 e1c1 e1g1 e1h1"},
    {"Ex 12", EX12A, BELO_RELEASE, "e1b1", POSITION, "", "4a4/9/9/9/9/9/9/9/1AL5L b - 1 1"},
    {"Ex 12", EX12A, BELO_RELEASE, "e1c1", POSITION, "", "4a4/9/9/9/9/9/9/9/2AL4L b - 1 1"},
    {"Ex 12", EX12A, BELO_RELEASE, "e1g1", POSITION, "", "4a4/9/9/9/9/9/9/9/L4LA2 b - 1 1"},
    {"Ex 12", EX12A, BELO_RELEASE, "e1h1", POSITION, "", "4a4/9/9/9/9/9/9/9/L5LA1 b - 1 1"},
    {"Ex 12", EX12B, BELO_RELEASE, "", COUNT, "", "29"},
    {"Ex 12", EX12B, BELO_RELEASE, "", HAS, "", "e1b1 e1c1"},
    {"Ex 12", EX12B, BELO_RELEASE, "", LACKS, "", "e1g1 e1h1"},

    {"Ex 13", EX13, BELO_RELEASE, "", COUNT, "", "45"},
    {"Ex 13", EX13, BELO_RELEASE, "", SURVIVE, "", "f7d5 f7e6 f7e7 f7f6 f7g7 c9f6 d9d4 d9d5 d9d6"},

    {"Ex 14", EX14, BELO_RELEASE, "", FROM, "",
     "e2f3 g2f3 f1f3 e5d4 e5d5 e5d6 e5e4 e5e6 e5f5 e5f6"},
    {"Ex 14", EX14, BELO_RELEASE, "e2f3", COUNT, "", "24"},
    {"Ex 14", EX14, BELO_RELEASE, "e2f3", SURVIVE, "", "d8d6 f8f6"},

    {"Ex 15", EX15A, BELO_RELEASE, "", FROM, "b8", "b9g b9m"},
    {"Ex 15", EX15B, BELO_RELEASE, "", FROM, "b8", "b9"},
    {"Ex 15", EX15C, BELO_RELEASE, "", FROM, "b9", "b9g"},
    {"Ex 15", EX15C, BELO_RELEASE, "b9b9g", POSITION, "", "1G3a2k/9/9/9/9/9/9/9/LMVKA1MVL b - 1 9"},
    {"Ex 16", EX16, BELO_RELEASE, "", FROM, "", "a1b1 a1b2 h8h9k"},

    {"Ex 17", EX17, BELO_RELEASE, "b5d4", RESULT, "", "white-throne"},
    {"Ex 17", EX17, BELO_RELEASE, "d9d4", RESULT, "", "black-mate"},
    {"Ex 17", EX17, BELO_RELEASE, "", SURVIVE, "", "d9d4 d9d5 d9d6 d9e8 d9e9 d9h5 d9i9"},

    {"Ex 18", EX18, BELO_RELEASE, "", COUNT, "", "0"},
    {"Ex 18", EX18, BELO_RELEASE, "", RESULT, "", "stalemate"},

    {"Ex 19", EX19A, BELO_RELEASE, "", COUNT, "", "9"},
    {"Ex 19", EX19A, BELO_RELEASE, "", COUNT, "e4", "0"},
    {"Ex 19", EX19A, BELO_NOBLE, "", COUNT, "", "10"},
    {"Ex 19", EX19A, BELO_NOBLE, "", FROM, "e4", "e5"},
    {"Ex 19", EX19B, BELO_NOBLE, "", HAS, "", "e2e1 e2e3 e2e4 e2e5"},
    {"Ex 19", EX19B, BELO_NOBLE, "", LACKS, "", "e2e6"},
    {"Ex 19", EX19C, BELO_NOBLE, "", LACKS, "", "e2e5"},
    {"Ex 19", EX19D, BELO_NOBLE, "", HAS, "", "d4e5"},

    {"Ex 20", EX20, BELO_RELEASE, "", RESULT, "", "none"},
    {"Ex 20", EX20, BELO_RELEASE, "d4d5", RESULT, "", "draw-clock"},

    // Section 2: the six-field form is read, five fields are written.
    {"section 2", "a7k/9/9/9/9/3R5/9/9/A7K w - - 99 80", BELO_RELEASE, "", POSITION, "", EX20},
    {"section 2, two A", "aa6k/9/9/9/9/9/9/9/A7K w - 0 1", BELO_RELEASE, "", INVALID, "", ""},
    {"section 2, three L", "a7k/9/9/9/9/9/LLL6/9/A7K w - 0 1", BELO_RELEASE, "", INVALID, "", ""},
    {"section 2, O without A", "k8/9/9/9/9/9/9/9/A7K w - 0 1", BELO_RELEASE, "", INVALID, "", ""},
    {"section 2, S without both", "a7k/9/9/9/9/9/9/9/9 w - 0 1", BELO_RELEASE, "", INVALID, "", ""},
    {"section 2, R on rank 1", "a7k/9/9/9/9/9/9/9/A6RK w - 0 1", BELO_RELEASE, "", INVALID, "", ""},
    {"section 2, r on rank 9", "ar6k/9/9/9/9/9/9/9/A7K w - 0 1", BELO_RELEASE, "", INVALID, "", ""},
    {"section 2, O fails L1", "a8/9/9/9/9/9/9/9/L7A w - 0 1", BELO_RELEASE, "", INVALID, "", ""},
    {"section 2, O fails L2", "8k/9/9/9/4a4/9/9/4L4/A7K w - 0 1", BELO_RELEASE, "", INVALID, "",
     ""},
    {"section 2, R on e5", "a7k/9/9/9/4R4/9/9/9/A7K w - 0 1", BELO_RELEASE, "", INVALID, "", ""},
    {"section 2, R on e5", "a7k/9/9/9/4R4/9/9/9/A7K w - 0 1", BELO_ORIGINAL, "", INVALID, "", ""},
    {"section 2, R on e5", "a7k/9/9/9/4R4/9/9/9/A7K w - 0 1", BELO_NOBLE, "", COUNT, "e5", "1"},
    {"section 2, right", "4a3l/9/9/9/9/9/9/9/4A4 w a 0 1", BELO_RELEASE, "", INVALID, "", ""},
    {"section 2, order", "4a4/9/9/9/9/9/9/9/L3A3L w IA 0 1", BELO_RELEASE, "", INVALID, "", ""},
    {"section 2, four fields", "4a4/9/9/9/9/9/9/9/L3A3L w AI 0", BELO_RELEASE, "", INVALID, "", ""},
    {"section 2, en passant", "4a4/9/9/9/9/9/9/9/L3A3L w AI e3 0 1", BELO_RELEASE, "", INVALID, "",
     ""},
    {"section 2, eight ranks", "4a4/9/9/9/9/9/9/L3A3L w AI 0 1", BELO_RELEASE, "", INVALID, "", ""},
    {"section 2, long rank", "4a5/9/9/9/9/9/9/9/L3A3L w AI 0 1", BELO_RELEASE, "", INVALID, "", ""},
};

static int compare_texts(const void *a, const void *b)
{
    return strcmp((const char *)a, (const char *)b);
}

// Splits a list at spaces, sorts it and writes it back with single spaces. At most
// BELO_MOVES_MAX words of at most seven characters.
static void sort_words(const char *list, char out[LINE_SIZE])
{
    char words[BELO_MOVES_MAX][BELO_MOVE_SIZE];
    int count = 0;
    int read = 0;
    while (count < BELO_MOVES_MAX && sscanf(list, " %7s%n", words[count], &read) == 1) {
        list += read;
        count++;
    }
    qsort(words, (size_t)count, BELO_MOVE_SIZE, compare_texts);
    out[0] = '\0';
    for (int i = 0; i < count; i++) {
        strcat(out, i > 0 ? " " : "");
        strcat(out, words[i]);
    }
}

static bool is_move(const struct belo_pos *p, const char *move)
{
    char moves[BELO_MOVES_MAX][BELO_MOVE_SIZE];
    int count = belo_moves(p, moves);
    for (int i = 0; i < count; i++) {
        if (strcmp(moves[i], move) == 0) {
            return true;
        }
    }
    return false;
}

// Writes the moves of p that begin with `from`, without it; returns their number. With
// `survivors`, only those after which the opponent has not won the throne.
static int write_moves(const struct belo_pos *p, const char *from, bool survivors,
                       char out[LINE_SIZE])
{
    char moves[BELO_MOVES_MAX][BELO_MOVE_SIZE];
    int count = belo_moves(p, moves);
    int written = 0;
    out[0] = '\0';
    for (int i = 0; i < count; i++) {
        struct belo_pos after = *p;
        belo_apply(&after, moves[i]);
        bool loses =
            strcmp(belo_result(&after), p->side == 'w' ? "black-throne" : "white-throne") == 0;
        if (strncmp(moves[i], from, strlen(from)) != 0 || (survivors && loses)) {
            continue;
        }
        strcat(out, written > 0 ? " " : "");
        strcat(out, moves[i] + strlen(from));
        written++;
    }
    return written;
}

// Are all (or none) of the listed words moves of p?
static bool are_moves(const struct belo_pos *p, const char *list, bool wanted)
{
    char word[BELO_MOVE_SIZE];
    int read = 0;
    while (sscanf(list, " %7s%n", word, &read) == 1) {
        if (is_move(p, word) != wanted) {
            return false;
        }
        list += read;
    }
    return true;
}

// Plays a list of moves, each of which must be legal.
static bool play_moves(struct belo_pos *p, const char *list)
{
    char word[BELO_MOVE_SIZE];
    int read = 0;
    while (sscanf(list, " %7s%n", word, &read) == 1) {
        if (!is_move(p, word)) {
            return false;
        }
        belo_apply(p, word);
        list += read;
    }
    return true;
}

// Writes what the oracle has to say to the example, in the form of its `expected`.
static void answer_example(const struct example *e, const struct belo_pos *p,
                           char expected[LINE_SIZE], char got[LINE_SIZE])
{
    snprintf(expected, LINE_SIZE, "%s", e->expected);
    got[0] = '\0';
    switch (e->kind) {
    case COUNT: {
        char moves[LINE_SIZE];
        snprintf(got, LINE_SIZE, "%d", write_moves(p, e->from, false, moves));
        break;
    }
    case FROM:
    case SURVIVE:
        sort_words(e->expected, expected);
        write_moves(p, e->from, e->kind == SURVIVE, got);
        break;
    case HAS:
    case LACKS:
        if (are_moves(p, e->expected, e->kind == HAS)) {
            snprintf(got, LINE_SIZE, "%s", e->expected);
        } else {
            write_moves(p, "", false, got);
        }
        break;
    case RESULT:
        snprintf(got, LINE_SIZE, "%s", belo_result(p));
        break;
    case POSITION:
        belo_format(p, got);
        break;
    case PERFT:
        snprintf(got, LINE_SIZE, "%llu", belo_perft(p, atoi(e->from)));
        break;
    case INVALID:
        break;
    }
}

static void check_examples(struct tally *t)
{
    char expected[LINE_SIZE];
    char got[LINE_SIZE];
    for (size_t i = 0; i < sizeof EXAMPLES / sizeof EXAMPLES[0]; i++) {
        const struct example *e = &EXAMPLES[i];
        struct belo_pos p;
        bool is_valid = belo_parse(&p, e->fen, e->set);
        if (!check(t, is_valid == (e->kind != INVALID), e->label, "validity", e->fen) ||
            e->kind == INVALID) {
            continue;
        }
        if (check(t, play_moves(&p, e->play), e->label, "illegal move in", e->play)) {
            answer_example(e, &p, expected, got);
            if (!check(t, strcmp(expected, got) == 0, e->label, e->fen, got)) {
                printf("    expected %s\n", expected);
            }
        }
    }
}

// --- Files -------------------------------------------------------------------------------------

static bool find_set(const char *name, enum belo_set *set)
{
    for (int i = 0; i < 3; i++) {
        if (strcmp(name, SET_NAMES[i]) == 0) {
            *set = (enum belo_set)i;
            return true;
        }
    }
    return false;
}

// Cuts the text at the first separator, drops spaces at both ends of the piece before it, and
// moves *text past the separator (to the end if there is none).
static char *next_field(char **text, char separator)
{
    char *field = *text + strspn(*text, " ");
    char *end = strchr(field, separator);
    if (end == NULL) {
        end = field + strlen(field);
        *text = end;
    } else {
        *text = end + 1;
    }
    while (end > field && end[-1] == ' ') {
        end--;
    }
    *end = '\0';
    return field;
}

// FEN | RULESET | RESULT | MOVES
static void check_moves_line(struct tally *t, const char *label, char *line)
{
    const char *fen = next_field(&line, '|');
    const char *set_name = next_field(&line, '|');
    const char *result = next_field(&line, '|');
    const char *moves = next_field(&line, '|');
    char got[LINE_SIZE];
    enum belo_set set;
    struct belo_pos p;

    if (!check(t, find_set(set_name, &set), label, "unknown rule set", set_name) ||
        !check(t, belo_parse(&p, fen, set), label, "refused", fen)) {
        return;
    }
    belo_format(&p, got);
    check(t, strcmp(got, fen) == 0, label, "written back as", got);
    check(t, strcmp(belo_result(&p), result) == 0, label, "result", belo_result(&p));
    write_moves(&p, "", false, got);
    check(t, strcmp(got, moves) == 0, label, "moves", got);
}

// FEN ;set=RULESET ;D1 n ;D2 n ...
static void check_epd_line(struct tally *t, const char *label, char *line,
                           unsigned long long budget)
{
    const char *fen = next_field(&line, ';');
    const char *set_name = next_field(&line, ';');
    enum belo_set set;
    struct belo_pos p;

    if (!check(t, strncmp(set_name, "set=", 4) == 0 && find_set(set_name + 4, &set), label,
               "unknown rule set", set_name) ||
        !check(t, belo_parse(&p, fen, set), label, "refused", fen)) {
        return;
    }
    while (*line != '\0') {
        const char *field = next_field(&line, ';');
        int depth = 0;
        unsigned long long expected = 0;
        bool is_count = sscanf(field, "D%d %llu", &depth, &expected) == 2;
        if (check(t, is_count, label, "not a count", field) && expected <= budget) {
            check(t, belo_perft(&p, depth) == expected, label, "perft", field);
        }
    }
}

// Checks every line of a file that is neither empty nor a comment. budget: NULL for a .moves file.
static void check_file(struct tally *t, const char *path, const unsigned long long *budget)
{
    char line[LINE_SIZE];
    char label[64];
    int number = 0;
    int lines = 0;
    FILE *file = fopen(path, "r");
    if (!check(t, file != NULL, path, "cannot be opened", "")) {
        return;
    }
    while (fgets(line, sizeof line, file) != NULL) {
        number++;
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] == '\0' || line[0] == '#') {
            continue;
        }
        lines++;
        snprintf(label, sizeof label, "%s line %d", budget == NULL ? "moves" : "epd", number);
        if (budget == NULL) {
            check_moves_line(t, label, line);
        } else {
            check_epd_line(t, label, line, *budget);
        }
    }
    fclose(file);
    check(t, lines > 0, path, "has no positions", "");
    printf("%d positions in the %s file\n", lines, budget == NULL ? "moves" : "epd");
}

// --- Random positions --------------------------------------------------------------------------

static char turn_man(char man)
{
    if (man == '.') {
        return man;
    }
    return man >= 'a' ? (char)(man - 'a' + 'A') : (char)(man - 'A' + 'a');
}

// The half-turn of section 1 with the colours exchanged: a symmetry of all three rule sets.
static struct belo_pos half_turn(const struct belo_pos *p)
{
    struct belo_pos turned = *p;
    for (int rank = 0; rank < 9; rank++) {
        for (int file = 0; file < 9; file++) {
            turned.board[8 - rank][8 - file] = turn_man(p->board[rank][file]);
        }
    }
    for (int i = 0; i < 4; i++) {
        turned.castle[3 - i] = p->castle[i];
    }
    turned.side = p->side == 'w' ? 'b' : 'w';
    return turned;
}

static void half_turn_move(char move[BELO_MOVE_SIZE])
{
    for (int i = 0; i < 4; i += 2) {
        move[i] = (char)('a' + 'i' - move[i]);
        move[i + 1] = (char)('1' + '9' - move[i + 1]);
    }
}

// The turned position has the turned moves and the turned result.
static void check_half_turn(struct tally *t, const struct belo_pos *p, const char *label,
                            const char *fen)
{
    char moves[BELO_MOVES_MAX][BELO_MOVE_SIZE];
    char turned_moves[BELO_MOVES_MAX][BELO_MOVE_SIZE];
    struct belo_pos turned = half_turn(p);
    int count = belo_moves(p, moves);
    bool is_equal = belo_moves(&turned, turned_moves) == count;

    for (int i = 0; i < count; i++) {
        half_turn_move(moves[i]);
    }
    qsort(moves, (size_t)count, BELO_MOVE_SIZE, compare_texts);
    for (int i = 0; is_equal && i < count; i++) {
        is_equal = strcmp(moves[i], turned_moves[i]) == 0;
    }
    check(t, is_equal, label, "half-turn moves", fen);

    const char *result = belo_result(p);
    const char *turned_result = belo_result(&turned);
    if (strchr("wb", result[0]) != NULL) { // white-... and black-... change places
        check(t, result[0] != turned_result[0], label, "half-turn winner", fen);
        result += 5;
        turned_result += 5;
    }
    check(t, strcmp(result, turned_result) == 0, label, "half-turn result", fen);
}

// Legal moves lead to valid positions (B15: neither side loses both royals) and are in order.
static void check_successors(struct tally *t, const struct belo_pos *p, const char *label,
                             const char *fen)
{
    char moves[BELO_MOVES_MAX][BELO_MOVE_SIZE];
    int count = belo_moves(p, moves);
    for (int i = 0; i < count; i++) {
        char after_fen[BELO_FEN_SIZE];
        struct belo_pos after = *p;
        struct belo_pos read;
        belo_apply(&after, moves[i]);
        belo_format(&after, after_fen);
        check(t, belo_parse(&read, after_fen, p->set), label, moves[i], fen);
        check(t, i == 0 || strcmp(moves[i - 1], moves[i]) < 0, label, "order", fen);
    }
}

// Which corners of the rules a sample of random positions has met.
struct sample {
    unsigned long results[7];
    unsigned long moves;
    unsigned long coronations;
    unsigned long in_place;
    unsigned long castlings;
    unsigned long promotions;
    unsigned long waiting_arrivals;
    unsigned long ascents;
};

static const char *const RESULTS[] = {"none",       "white-throne", "black-throne", "white-mate",
                                      "black-mate", "stalemate",    "draw-clock"};

static void count_sample(struct sample *s, const struct belo_pos *p)
{
    char moves[BELO_MOVES_MAX][BELO_MOVE_SIZE];
    int count = belo_moves(p, moves);
    for (int i = 0; i < 7; i++) {
        s->results[i] += strcmp(belo_result(p), RESULTS[i]) == 0;
    }
    for (int i = 0; i < count; i++) {
        const char *m = moves[i];
        char man = p->board[m[1] - '1'][m[0] - 'a'];
        s->moves++;
        s->coronations += m[4] == 'a';
        s->in_place += m[4] != '\0' && m[4] != 'a' && strncmp(m, m + 2, 2) == 0;
        s->promotions += m[4] != '\0' && strncmp(m, m + 2, 2) != 0;
        s->castlings += (man == 'A' || man == 'a') && abs(m[2] - m[0]) >= 2;
        s->waiting_arrivals +=
            m[4] == '\0' && ((man == 'R' && m[3] == '9') || (man == 'r' && m[3] == '1'));
        s->ascents += strncmp(m + 2, "e5", 2) == 0;
    }
}

static void check_random(struct tally *t, enum belo_set set, long positions)
{
    unsigned long long seed = 20100715; // any; fixed, so that every run checks the same positions
    struct sample s = {0};
    for (long i = 0; i < positions; i++) {
        char fen[BELO_FEN_SIZE];
        char again[BELO_FEN_SIZE] = "";
        struct belo_pos p;
        struct belo_pos read;
        belo_random(&p, &seed, set);
        belo_format(&p, fen);
        if (check(t, belo_parse(&read, fen, set), SET_NAMES[set], "random, refused", fen)) {
            belo_format(&read, again);
        }
        check(t, strcmp(fen, again) == 0, SET_NAMES[set], "random, round trip", fen);
        check_half_turn(t, &p, SET_NAMES[set], fen);
        check_successors(t, &p, SET_NAMES[set], fen);
        count_sample(&s, &p);
    }
    printf("%s: %ld random positions:", SET_NAMES[set], positions);
    for (int i = 0; i < 7; i++) {
        printf(" %s %lu", RESULTS[i], s.results[i]);
    }
    printf("\n    moves %lu: to e5 %lu, castlings %lu, promotions %lu, in place %lu, "
           "arrivals that wait %lu, coronations %lu\n",
           s.moves, s.ascents, s.castlings, s.promotions, s.in_place, s.waiting_arrivals,
           s.coronations);
}

int main(int argc, char **argv)
{
    struct tally t = {0};
    if (argc < 3 || argc > 5) {
        fprintf(stderr, "usage: bel_oracle_check FILE.moves FILE.epd [NODES [POSITIONS]]\n");
        return 2;
    }
    unsigned long long budget = argc > 3 ? strtoull(argv[3], NULL, 10) : 200000;
    long positions = argc > 4 ? strtol(argv[4], NULL, 10) : 2000;

    check_examples(&t);
    check_file(&t, argv[1], NULL);
    check_file(&t, argv[2], &budget);
    for (int set = 0; set < 3; set++) {
        check_random(&t, (enum belo_set)set, positions);
    }
    /* TAP, so that it runs with the other tests. */
    printf("# %lu checks, %lu failed\n%s 1 - the slow generator agrees with the reference "
           "data\n1..1\n",
           t.checks, t.failures, t.failures == 0 ? "ok" : "not ok");
    return t.failures == 0 ? 0 : 1;
}
