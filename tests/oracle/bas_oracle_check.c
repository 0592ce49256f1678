// Checks the Bashni oracle against everything that is not the engine: the worked examples and the
// perft table of bashni.md (section 9), a file of positions with moves and results, a file of moves
// with the positions they reach, a file of perft counts, and properties that the rules give to
// every position, on random positions.
//
//     bas_oracle_check FILE.moves FILE.results FILE.epd [NODES [POSITIONS]]
//
// NODES: perft depths with a larger expected count are left out (default 200000).
// POSITIONS: number of random positions (default 5000). Exit status 0 if all hold.
#include "tests/oracle/bas_oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 16384, MOVES_MAX = 512 };

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
    MOVES,     // the legal moves are exactly these
    LACKS,     // none of these texts is understood as a move
    RESULT,    // baso_result
    POSITION,  // the position, its counters aside
    COUNTED,   // the position with its counters
    PERFT,     // `expected` lists the counts for depths 1, 2, ...
    UNREADABLE // the position string must be refused
};

// One statement of the rules text about the position after `play` (moves, maybe none) from `fen`.
struct example {
    const char *label;
    const char *fen;
    const char *play;
    enum kind kind;
    const char *expected;
};

#define START "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"
#define E8 "W:Wc3:Bd2,f2,d4(b),f4"
#define E9 "W:Wc3:Bd2,f2,d4,Kf4"
#define E10 "W:WKb6:Bb2,c5,g7"
#define E11 "W:WKa3:Bg3,b4(w),c7"
#define E12 "W:WKc3:Bb2,d2,f2,g5"
#define E13 "W:WKa1:Bc3,d6"
#define E14 "W:WKa1:Bc3,f6"
#define E18 "W:Wf6(w):Bd4,c7,e7(w)"
#define E21 "WKc1(bbbb),f4(www),d6(wwwww):BKa1(BbBbBW),b2(b)"
#define E22_4 "c3b4 b6c5 b4a5 a7b6 b2c3 c5b4"
#define E22_5 E22_4 " a3c5a7 c7b6 a5c7e5"
#define E22_6 E22_5 " f6d4b2"
#define E22_END "W:Wc1,e1,g1,b2(w),d2,f2,h2,c3(b),e3,g3,a7(bb):Be5(b),h6,c7,e7,g7,b8,f8,h8:H1:F7"
#define E23 "W:Wa3,b4(w),Kd4(www):Bf2(ww),f4(bww),c5,Ke5(B),h6,a7(W),c7(b),e7,g7"
#define E24 "W:WKa1(bbb):BKh8(ww):H29:F40"

static const struct example EXAMPLES[] = {
    {"E1", START, "", MOVES, "a3b4 c3b4 c3d4 e3d4 e3f4 g3f4 g3h4"},
    {"E1", START, "", COUNTED, START ":H0:F1"},
    {"E2", "W:Wc3:Bd4", "", MOVES, "c3e5"},
    {"E2", "W:Wc3:Bd4", "c3:e5", POSITION, "B:We5(b):B"},
    {"E2", "W:Wc3:Bd4", "c3:e5", RESULT, "white-wins"},
    {"E3", "W:We5:Bd4,f4", "", MOVES, "e5c3 e5g3"},
    {"E3", "W:We5:Bd4,f4", "e5:c3", POSITION, "B:Wc3(b):Bf4"},
    {"E3", "W:We5:Bd4,f4", "e5:g3", POSITION, "B:Wg3(b):Bd4"},
    {"E4", "W:Wc3:Bd4(bw)", "", MOVES, "c3e5"},
    {"E4", "W:Wc3:Bd4(bw)", "c3:e5", POSITION, "B:We5(b):Bd4(w)"},
    {"E5", "W:Wc3:BKd4(w)", "", MOVES, "c3e5"},
    {"E5", "W:Wc3:BKd4(w)", "c3:e5", POSITION, "B:Wd4,e5(B):B"},
    {"E6", "B:We5(B):Bf6", "", MOVES, "f6d4"},
    {"E6", "B:We5(B):Bf6", "f6:d4", POSITION, "W:W:Bd4(w),Ke5"},
    {"E7", "W:Wc3,g3:Bb4,d4,f6", "", MOVES, "c3a5 c3e5g7"},
    {"E7", "W:Wc3,g3:Bb4,d4,f6", "c3:a5", POSITION, "B:Wg3,a5(b):Bd4,f6"},
    {"E7", "W:Wc3,g3:Bb4,d4,f6", "c3:e5:g7", POSITION, "B:Wg3,g7(bb):Bb4"},
    {"E7", "W:Wc3,g3:Bb4,d4,f6", "", LACKS, "c3e5 g3h4 g3f4"},
    {"E8", E8, "", MOVES, "c3e5g3e1c3 c3e1g3e5c3"},
    {"E8", E8, "c3:e5:g3:e1:c3", POSITION, "B:Wc3(bbbb):Bd4"},
    {"E8", E8, "c3:e1:g3:e5:c3", POSITION, "B:Wc3(bbbb):Bd4"},
    {"E9", E9, "", MOVES, "c3e5g3e1c3 c3e1g3e5c3"},
    {"E9", E9, "c3:e5:g3:e1:c3", POSITION, "B:Wc3(bBbb):B"},
    {"E9", E9, "c3:e1:g3:e5:c3", POSITION, "B:Wc3(bbBb):B"},
    {"E10", E10, "", MOVES, "b6d4h8 b6d4a1"},
    {"E10", E10, "b6:d4:h8", POSITION, "B:WKh8(bb):Bb2"},
    {"E10", E10, "b6:d4:a1", POSITION, "B:WKa1(bb):Bg7"},
    {"E10", E10, "", LACKS, "b6e3 b6f2 b6g1 b6d4"},
    {"E11", E11, "", MOVES, "a3d6b8 a3d6h2"},
    {"E11", E11, "a3:d6:b8", POSITION, "B:Wb4,Kb8(bb):Bg3"},
    {"E11", E11, "a3:d6:h2", POSITION, "B:WKh2(bb),b4:Bc7"},
    {"E12", E12, "", MOVES, "c3a1 c3e1h4f6a1"},
    {"E12", E12, "c3:a1", POSITION, "B:WKa1(b):Bd2,f2,g5"},
    {"E12", E12, "c3:e1:h4:f6:a1", POSITION, "B:WKa1(bbbb):B"},
    {"E13", E13, "", MOVES, "a1e5c7 a1e5b8"},
    {"E13", E13, "a1:e5:c7", POSITION, "B:WKc7(bb):B"},
    {"E13", E13, "a1:e5:b8", POSITION, "B:WKb8(bb):B"},
    {"E13", E13, "", LACKS, "a1d4 a1f6 a1g7 a1h8"},
    {"E14", E14, "", MOVES, "a1d4g7 a1d4h8"},
    {"E14", E14, "a1:d4:g7", POSITION, "B:WKg7(bb):B"},
    {"E14", E14, "a1:e5:g7", POSITION, "B:WKg7(bb):B"},
    {"E14", E14, "a1:d4:h8", POSITION, "B:WKh8(bb):B"},
    {"E15", "W:WKa1:Bc3", "", MOVES, "a1d4 a1e5 a1f6 a1g7 a1h8"},
    {"E15", "W:WKa1:Bc3", "a1:f6", POSITION, "B:WKf6(b):B"},
    {"E16", "W:WKa1:Bc3,d4", "", MOVES, "a1b2"},
    {"E16", "W:WKa1:Bc3,d4", "a1-b2", POSITION, "B:WKb2:Bc3,d4"},
    {"E17", "W:Wf6:Bb6,e7", "", MOVES, "f6d8a5"},
    {"E17", "W:Wf6:Bb6,e7", "f6:d8:a5", POSITION, "B:WKa5(bb):B"},
    {"E17", "W:Wf6:Bb6,e7", "", LACKS, "f6d8"},
    {"E18", E18, "", MOVES, "f6d8b6e3 f6d8b6f2 f6d8b6g1"},
    {"E18", E18, "f6:d8:b6:e3", POSITION, "B:WKe3(wbbb),e7:B"},
    {"E19", "W:Wc7(wb):Bh8", "", MOVES, "c7b8 c7d8"},
    {"E19", "W:Wc7(wb):Bh8", "c7-b8", POSITION, "B:WKb8(wb):Bh8"},
    {"E19", "W:Wc7(wb):Bh8", "c7-d8", POSITION, "B:WKd8(wb):Bh8"},
    {"E19", "W:Wc7(wb):Bh8:H29", "c7-d8", COUNTED, "B:WKd8(wb):Bh8:H0:F1"},
    {"E20", "W:Wa3:Bb4,c5", "", MOVES, ""},
    {"E20", "W:Wa3:Bb4,c5", "", RESULT, "black-wins"},
    {"E21", "W:" E21, "", MOVES, "c1a3"},
    {"E21", "W:" E21, "c1:a3", POSITION, "B:WKa3(bbbbb),f4(www),d6(wwwww):BKa1(BbBbBW),b2"},
    {"E21", "B:" E21, "", MOVES, ""},
    {"E21", "B:" E21, "", RESULT, "white-wins"},
    {"E22", START, E22_4, MOVES, "a3c5a7"},
    {"E22", START, E22_4 " a3:c5:a7", POSITION,
     "B:Wa1,c1,e1,g1,d2,f2,h2,c3,e3,g3,a5,a7(bb):Bd6,f6,h6,c7,e7,g7,b8,d8,f8,h8"},
    {"E22", START, E22_4 " a3:a7 c7b6", MOVES, "a5c7e5 a7c5"},
    {"E22", START, E22_5, MOVES, "f6d4b2"},
    {"E22", START, E22_6, POSITION,
     "W:Wa1,c1,e1,g1,d2,f2,h2,e3,g3,a7(bb):Bb2(ww),e5(b),h6,e7,g7,b8,d8,f8,h8"},
    {"E22", START, E22_6, MOVES, "a1c3 c1a3"},
    {"E22", START, E22_6 " a1:c3 d8-c7", COUNTED, E22_END},
    {"E22", E22_END, "", MOVES, "b2a3 c3b4 c3d4 e3d4 e3f4 g3f4 g3h4"},
    {"E23", E23, "", MOVES,
     "b4d6b8 b4d6f8 d4g1 d4f6h8 d4b6d8f6h8 d4b6d8h4e1 d4b6d8f6d4g1 d4b6d8g5e3g1 d4f6d8b6d4g1 "
     "d4f6d8b6e3g5"},
    {"E23", E23, "d4:f6:d8:b6:e3:g5", POSITION,
     "B:Wa3,b4(w),Kg5(wwwBbbbb):Bf2(ww),f4(ww),Ke5,h6,a7(W),c7,g7"},
    {"E24", E24, "", RESULT, "none"},
    {"E24", E24, "a1b2", RESULT, "draw"},
    {"E24", E24, "a1g7", COUNTED, "B:WKg7(bbb):BKh8(ww):H30:F40"},
    {"E24", "W:Wa3:BKc5,h2:H29:F40", "a3b4 c5a3", COUNTED, "W:W:Bh2,Ka3(w):H0:F41"},
    {"E24, S8", "W:Wa3:Bb4,c5:H30", "", RESULT, "black-wins"}, // step 1 before step 3
    {"E24, S8", "W:Wa3:Bh8:H29", "a3b4", RESULT, "draw"},      // man moves do not reset

    {"perft start", START, "", PERFT, "7 49 302 1469 7482 37908 189912"},
    {"perft E22", E22_END, "", PERFT, "7 40 179 947 4707 23497 119152"},
    {"perft P3", "W:Wa1,g1,b2,h2,a3,Kf8(bb):Bb4(bb),d4(wW),a7,c7(b),e7,b8,Kd8(wwwW)", "", PERFT,
     "3 23 53 216 1009 5145 29480"},
    {"perft P4", "B:Wa1,c1,g1,b2,d2,f2,h2,a3,b4,d4(b),Ke7(bbb):Be5,b6(w),h6,a7,c7(b),b8,h8", "",
     PERFT, "2 21 111 412 2250 10323 57650"},
    {"perft P5", "W:Wa3,b6(wwwww),Kf8(bbbb):Be3(b),g3(bw),g5,d6(B),Ka7(Www)", "", PERFT,
     "3 7 20 99 401 3415 15464"},
    {"perft E23", E23, "", PERFT, "10 121 439 3289 12886 85014 406045"},

    // Section 8.3: other paths, the short form, what is neither.
    {"8.3, path", "W:WKa1:Bc3,f6", "a1xe5xh8", POSITION, "B:WKh8(bb):B"},
    {"8.3, short", E14, "a1:h8", POSITION, "B:WKh8(bb):B"},
    {"8.3, two moves", E9, "", LACKS, "c3c3"},
    {"8.3, unfinished", E12, "", LACKS, "c3e1 c3e1h4 c3e1h4f6 c3h4f6a1"},
    {"8.3, not squares", START, "", LACKS, "a3 c3d c3d4e c3i4 c3d9 C3d4 c3--d4 -c3d4 c3d4- c3d4e5"},

    // Section 8.2: the reader.
    {"8.2, order", "W:Bh8,a7:Wd2,a1", "", COUNTED, "W:Wa1,d2:Ba7,h8:H0:F1"},
    {"8.2, full stop", "W:Wa1:Bh8.", "", COUNTED, "W:Wa1:Bh8:H0:F1"},
    {"8.2, H", "B:Wa1:Bh8:H7", "", COUNTED, "B:Wa1:Bh8:H7:F1"},
    {"8.2, F", "B:Wa1:Bh8:F7.", "", COUNTED, "B:Wa1:Bh8:H0:F7"},
    {"8.2, empty", "W:W:B", "", RESULT, "black-wins"},
    {"8.2, 24 pieces", "W:WKa1(WWWWWWWWWWWBBBBBBBBBBBB):B:H999999999", "", COUNTED,
     "W:WKa1(WWWWWWWWWWWBBBBBBBBBBBB):B:H999999999:F1"},
    {"8.2, light", "W:Wa2:Bh8", "", UNREADABLE, ""},
    {"8.2, off", "W:Wi1:Bh8", "", UNREADABLE, ""},
    {"8.2, off", "W:Wa9:Bh8", "", UNREADABLE, ""},
    {"8.2, repeated", "W:Wa1,a1:Bh8", "", UNREADABLE, ""},
    {"8.2, repeated", "W:Wa3:Ba3", "", UNREADABLE, ""},
    {"8.2, 13 white", "W:Wa1(wwwwww),c1(wwwwww):BKe1", "", UNREADABLE, ""},
    {"8.2, 13 black", "W:Wa1(bbbbbb):Ba3(bbbbbb)", "", UNREADABLE, ""},
    {"8.2, too high", "W:Wa1(wwwwwwwwwwwwwwwwwwwwwwwwwwwww):B", "", UNREADABLE, ""},
    {"8.2, I2", "W:Wa1(bw):Bh8", "", UNREADABLE, ""},
    {"8.2, I2", "W:Wa1:Bh8(bwb)", "", UNREADABLE, ""},
    {"8.2, I4", "W:Wb8:Bh8", "", UNREADABLE, ""},
    {"8.2, I4", "W:Wa1:Bc1(w)", "", UNREADABLE, ""},
    {"8.2, one list", "W:Wa1", "", UNREADABLE, ""},
    {"8.2, same list", "W:Wa1:Wa3", "", UNREADABLE, ""},
    {"8.2, side", "w:Wa1:Bh8", "", UNREADABLE, ""},
    {"8.2, no side", "Wa1:Bh8", "", UNREADABLE, ""},
    {"8.2, parentheses", "W:Wa1():Bh8", "", UNREADABLE, ""},
    {"8.2, parentheses", "W:Wa1(b:Bh8", "", UNREADABLE, ""},
    {"8.2, piece", "W:Wa1(k):Bh8", "", UNREADABLE, ""},
    {"8.2, commas", "W:Wa1,:Bh8", "", UNREADABLE, ""},
    {"8.2, commas", "W:W,a1:Bh8", "", UNREADABLE, ""},
    {"8.2, space", "W:Wa1, c1:Bh8", "", UNREADABLE, ""},
    {"8.2, counter", "W:Wa1:Bh8:H", "", UNREADABLE, ""},
    {"8.2, counter", "W:Wa1:Bh8:H-1", "", UNREADABLE, ""},
    {"8.2, counter", "W:Wa1:Bh8:H1:H2", "", UNREADABLE, ""},
    {"8.2, counter", "W:Wa1:Bh8:H9999999999", "", UNREADABLE, ""},
    {"8.2, rest", "W:Wa1:Bh8..", "", UNREADABLE, ""},
    {"8.2, nothing", "", "", UNREADABLE, ""},
};

static int compare_texts(const void *a, const void *b)
{
    return strcmp((const char *)a, (const char *)b);
}

// Splits a list at spaces, sorts it and writes it back with single spaces.
static void sort_words(const char *list, char out[LINE_SIZE])
{
    char words[MOVES_MAX][BASO_MOVE_SIZE];
    int count = 0;
    int read = 0;
    while (count < MOVES_MAX && sscanf(list, " %27s%n", words[count], &read) == 1) {
        list += read;
        count++;
    }
    qsort(words, (size_t)count, BASO_MOVE_SIZE, compare_texts);
    out[0] = '\0';
    for (int i = 0; i < count; i++) {
        strcat(out, i > 0 ? " " : "");
        strcat(out, words[i]);
    }
}

// Writes the moves of p with single spaces; returns their number.
static int write_moves(const struct baso_pos *p, char out[LINE_SIZE])
{
    char moves[MOVES_MAX][BASO_MOVE_SIZE];
    int count = baso_moves(p, moves, MOVES_MAX);
    char *end = out;
    *end = '\0';
    for (int i = 0; i < count && i < MOVES_MAX; i++) {
        end += sprintf(end, "%s%s", i > 0 ? " " : "", moves[i]);
    }
    return count;
}

static bool is_equal(const struct baso_pos *a, const struct baso_pos *b)
{
    char a_fen[BASO_FEN_SIZE];
    char b_fen[BASO_FEN_SIZE];
    baso_format(a, a_fen);
    baso_format(b, b_fen);
    return strcmp(a_fen, b_fen) == 0;
}

// Plays a list of moves; returns false as soon as one of them is not understood.
static bool play_moves(struct baso_pos *p, const char *list)
{
    char word[64];
    int read = 0;
    while (sscanf(list, " %63s%n", word, &read) == 1) {
        char side = p->side;
        baso_apply(p, word);
        if (p->side == side) {
            return false;
        }
        list += read;
    }
    return true;
}

// Is none of the listed words understood, and does the position survive all of them?
static bool lacks_moves(const struct baso_pos *p, const char *list)
{
    char word[64];
    int read = 0;
    while (sscanf(list, " %63s%n", word, &read) == 1) {
        struct baso_pos after = *p;
        baso_apply(&after, word);
        if (!is_equal(&after, p)) {
            return false;
        }
        list += read;
    }
    return true;
}

// Writes what the oracle has to say to the example, in the form of its `expected`.
static void answer_example(const struct example *e, const struct baso_pos *p,
                           char expected[LINE_SIZE], char got[LINE_SIZE])
{
    char *end = got;
    snprintf(expected, LINE_SIZE, "%s", e->expected);
    got[0] = '\0';
    switch (e->kind) {
    case MOVES:
        sort_words(e->expected, expected);
        write_moves(p, got);
        break;
    case LACKS:
        snprintf(got, LINE_SIZE, "%s", lacks_moves(p, e->expected) ? e->expected : "understood");
        break;
    case RESULT:
        snprintf(got, LINE_SIZE, "%s", baso_result(p));
        break;
    case POSITION:
        baso_format(p, got);
        *strstr(got, ":H") = '\0';
        break;
    case COUNTED:
        baso_format(p, got);
        break;
    case PERFT:
        for (int depth = 1; depth <= 7; depth++) {
            end += sprintf(end, "%s%llu", depth > 1 ? " " : "", baso_perft(p, depth));
        }
        break;
    case UNREADABLE:
        break;
    }
}

static void check_examples(struct tally *t)
{
    char expected[LINE_SIZE];
    char got[LINE_SIZE];
    for (size_t i = 0; i < sizeof EXAMPLES / sizeof EXAMPLES[0]; i++) {
        const struct example *e = &EXAMPLES[i];
        struct baso_pos p;
        bool is_valid = baso_parse(&p, e->fen);
        if (!check(t, is_valid == (e->kind != UNREADABLE), e->label, "validity", e->fen) ||
            e->kind == UNREADABLE) {
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

// FEN | RESULT | MOVES
static void check_moves_line(struct tally *t, const char *label, char *line)
{
    const char *fen = next_field(&line, '|');
    const char *result = next_field(&line, '|');
    const char *moves = next_field(&line, '|');
    char got[LINE_SIZE];
    struct baso_pos p;

    if (!check(t, baso_parse(&p, fen), label, "refused", fen)) {
        return;
    }
    baso_format(&p, got);
    check(t, strcmp(got, fen) == 0, label, "written back as", got);
    check(t, strcmp(baso_result(&p), result) == 0, label, "result", baso_result(&p));
    write_moves(&p, got);
    check(t, strcmp(got, moves) == 0, label, "moves", got);
}

// FEN | MOVE | FEN
static void check_results_line(struct tally *t, const char *label, char *line)
{
    const char *fen = next_field(&line, '|');
    const char *move = next_field(&line, '|');
    const char *expected = next_field(&line, '|');
    char got[BASO_FEN_SIZE];
    struct baso_pos p;

    if (!check(t, baso_parse(&p, fen), label, "refused", fen)) {
        return;
    }
    check(t, play_moves(&p, move), label, "illegal", move);
    baso_format(&p, got);
    check(t, strcmp(got, expected) == 0, label, move, got);
}

// FEN ;D1 n ;D2 n ...
static void check_epd_line(struct tally *t, const char *label, char *line,
                           unsigned long long budget)
{
    const char *fen = next_field(&line, ';');
    struct baso_pos p;

    if (!check(t, baso_parse(&p, fen), label, "refused", fen)) {
        return;
    }
    while (*line != '\0') {
        const char *field = next_field(&line, ';');
        int depth = 0;
        unsigned long long expected = 0;
        bool is_count = sscanf(field, "D%d %llu", &depth, &expected) == 2;
        if (check(t, is_count, label, "not a count", field) && expected <= budget) {
            check(t, baso_perft(&p, depth) == expected, label, "perft", field);
        }
    }
}

enum file_kind { MOVES_FILE, RESULTS_FILE, EPD_FILE };

// Checks every line of a file that is neither empty nor a comment. budget: for an .epd file only.
static void check_file(struct tally *t, const char *path, enum file_kind kind,
                       unsigned long long budget)
{
    static const char *const names[] = {"moves", "results", "epd"};
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
        snprintf(label, sizeof label, "%s line %d", names[kind], number);
        if (kind == MOVES_FILE) {
            check_moves_line(t, label, line);
        } else if (kind == RESULTS_FILE) {
            check_results_line(t, label, line);
        } else {
            check_epd_line(t, label, line, budget);
        }
    }
    fclose(file);
    check(t, lines > 0, path, "has no positions", "");
    printf("%d positions in the %s file\n", lines, names[kind]);
}

// --- Random positions --------------------------------------------------------------------------

struct census {
    int pieces[4]; // by the letters of section 8.2: w b W B
    int towers;
};

static struct census count_pieces(const struct baso_pos *p)
{
    struct census c = {{0}, 0};
    for (int square = 0; square < 64; square++) {
        const char *tower = p->tower[square / 8][square % 8];
        c.towers += tower[0] != '\0';
        for (; *tower != '\0'; tower++) {
            c.pieces[strchr("wbWB", *tower) - "wbWB"]++;
        }
    }
    return c;
}

// Which corners of the rules a sample of random positions has met.
struct sample {
    unsigned long positions;
    unsigned long draws;
    unsigned long lost;
    unsigned long moves;
    unsigned long captures; // jumping moves
    unsigned long long_captures;
    unsigned long promotions; // quiet ones and in captures
    unsigned long ambiguous;  // captures whose short form names more than one move
    int most_moves;
    int most_jumps;
};

// The turned position has the turned moves, the turned result and, turned again, is the same.
static void check_half_turn(struct tally *t, const struct baso_pos *p, const char *fen)
{
    char moves[MOVES_MAX][BASO_MOVE_SIZE];
    char turned_moves[LINE_SIZE];
    char expected[LINE_SIZE];
    struct baso_pos turned = *p;
    char *end = expected;
    int count = baso_moves(p, moves, MOVES_MAX);

    baso_rotate(&turned);
    *end = '\0';
    for (int i = 0; i < count; i++) {
        for (char *c = moves[i]; *c != '\0'; c++) {
            *c = (char)(*c >= 'a' ? 'a' + 'h' - *c : '1' + '8' - *c);
        }
    }
    qsort(moves, (size_t)count, BASO_MOVE_SIZE, compare_texts);
    for (int i = 0; i < count; i++) {
        end += sprintf(end, "%s%s", i > 0 ? " " : "", moves[i]);
    }
    write_moves(&turned, turned_moves);
    check(t, strcmp(expected, turned_moves) == 0, "half-turn moves", fen, turned_moves);

    const char *result = baso_result(p);
    const char *turned_result = baso_result(&turned);
    bool is_win = strstr(result, "-wins") != NULL;
    check(t, is_win ? result[0] != turned_result[0] : strcmp(result, turned_result) == 0,
          "half-turn result", fen, turned_result);
    baso_rotate(&turned);
    check(t, is_equal(p, &turned), "half-turn", fen, "not an involution");
}

// What section 6 says of every move: pieces stay (I1), jumped lone towers go, men only become
// kings, and the position reached is valid (I2, I4). Also the counters, and the list's order.
static void check_move(struct tally *t, struct sample *s, const struct baso_pos *p,
                       const char *move, const char *fen)
{
    struct baso_pos after = *p;
    struct baso_pos read;
    char after_fen[BASO_FEN_SIZE];
    baso_apply(&after, move);
    baso_format(&after, after_fen);
    if (!check(t, after.side != p->side, move, "not understood", fen) ||
        !check(t, baso_parse(&read, after_fen), move, fen, after_fen)) {
        return;
    }
    check(t, is_equal(&after, &read), move, "round trip", after_fen);

    struct census before = count_pieces(p);
    struct census now = count_pieces(&after);
    int mover = p->side == 'w' ? 0 : 1;
    int promotions = now.pieces[mover + 2] - before.pieces[mover + 2];
    bool stays = before.pieces[1 - mover] == now.pieces[1 - mover] &&
                 before.pieces[3 - mover] == now.pieces[3 - mover] &&
                 before.pieces[mover] - promotions == now.pieces[mover];
    check(t, stays && (promotions == 0 || promotions == 1), move, "I1", fen);

    int from_rank = move[1] - '1';
    int from_file = move[0] - 'a';
    const char *end = move + strlen(move) - 2;
    size_t grown =
        strlen(after.tower[end[1] - '1'][end[0] - 'a']) - strlen(p->tower[from_rank][from_file]);
    bool captures = grown > 0;
    check(t, !captures || grown == strlen(move) / 2 - 1, move, "one piece per jump", fen);
    check(t, now.towers <= before.towers && (captures || now.towers == before.towers), move,
          "towers", fen);
    check(t, after.quiet == (captures || promotions > 0 ? 0 : p->quiet + 1), move, "S8", fen);
    check(t, after.number == p->number + (p->side == 'b'), move, "F", fen);

    s->captures += captures;
    s->long_captures += grown > 1;
    s->promotions += promotions > 0;
    s->most_jumps = (int)grown > s->most_jumps ? (int)grown : s->most_jumps;
    if (grown > 1) { // the short form: this move, or not understood, or another move in full
        char text[5] = {move[0], move[1], end[0], end[1], '\0'};
        struct baso_pos other = *p;
        baso_apply(&other, text);
        s->ambiguous += !is_equal(&other, &after);
    }
}

static void check_random(struct tally *t, unsigned long positions)
{
    unsigned long long seed = 1885; // any; fixed, so that every run checks the same positions
    struct sample s = {.positions = positions};
    for (unsigned long i = 0; i < positions; i++) {
        char moves[MOVES_MAX][BASO_MOVE_SIZE];
        char fen[BASO_FEN_SIZE];
        struct baso_pos p;
        struct baso_pos read;
        baso_random(&p, &seed);
        baso_format(&p, fen);
        if (!check(t, baso_parse(&read, fen), "random", "refused", fen)) {
            continue;
        }
        check(t, is_equal(&p, &read), "random", "round trip", fen);
        int count = baso_moves(&p, moves, MOVES_MAX);
        if (!check(t, count <= MOVES_MAX, "random", "too many moves", fen)) {
            continue;
        }
        check(t, baso_perft(&p, 1) == (unsigned long long)count, "random", "perft", fen);
        check_half_turn(t, &p, fen);
        for (int j = 0; j < count; j++) {
            check(t, j == 0 || strcmp(moves[j - 1], moves[j]) < 0, "random", "order", fen);
            check_move(t, &s, &p, moves[j], fen);
        }
        s.moves += (unsigned long)count;
        s.lost += count == 0;
        s.draws += strcmp(baso_result(&p), "draw") == 0;
        s.most_moves = count > s.most_moves ? count : s.most_moves;
    }
    printf("%lu random positions: lost %lu, drawn %lu, moves %lu (most %d): captures %lu, of two "
           "and more %lu (most %d), promotions %lu, ambiguous short forms %lu\n",
           s.positions, s.lost, s.draws, s.moves, s.most_moves, s.captures, s.long_captures,
           s.most_jumps, s.promotions, s.ambiguous);
}

int main(int argc, char **argv)
{
    struct tally t = {0};
    if (argc < 4 || argc > 6) {
        fprintf(stderr,
                "usage: bas_oracle_check FILE.moves FILE.results FILE.epd [NODES [POSITIONS]]\n");
        return 2;
    }
    unsigned long long budget = argc > 4 ? strtoull(argv[4], NULL, 10) : 200000;
    unsigned long positions = argc > 5 ? strtoul(argv[5], NULL, 10) : 5000;

    check_examples(&t);
    check_file(&t, argv[1], MOVES_FILE, 0);
    check_file(&t, argv[2], RESULTS_FILE, 0);
    check_file(&t, argv[3], EPD_FILE, budget);
    check_random(&t, positions);
    /* TAP, so that it runs with the other tests. */
    printf("# %lu checks, %lu failed\n%s 1 - the slow generator agrees with the reference "
           "data\n1..1\n",
           t.checks, t.failures, t.failures == 0 ? "ok" : "not ok");
    return t.failures == 0 ? 0 : 1;
}
