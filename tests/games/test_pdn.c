/* Games of Bashni as PDN: the fragment of the rules text (E22), round trips of random games, what a
 * reader must pass over, and the place of every kind of fault. */
#include "tests/harness.h"
#include "tools/pdn.h"

#include <stdio.h>

/* Rules, section 9, E22. */
static const char fragment[] =
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n"
    "[Black \"?\"]\n[Result \"*\"]\n[Variant \"Bashni\"]\n\n"
    "1. c3-b4 b6-c5 2. b4-a5 a7-b6 3. b2-c3 c5-b4 4. a3:c5:a7 c7-b6 5. a5:c7:e5\n"
    "f6:d4:b2 6. a1:c3 d8-c7 *\n\n";
static const char fragment_end[] =
    "W:Wc1,e1,g1,b2(w),d2,f2,h2,c3(b),e3,g3,a7(bb):Be5(b),h6,c7,e7,g7,b8,f8,h8:H1:F7";

static char *written(struct test *t, const struct pdn_game *g)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    CHECK(out && pdn_write(g, out) == ENGINE_OK && fclose(out) == 0);
    return text;
}

static void check_end(struct test *t, const struct pdn_game *g, const char *fen)
{
    char text[GAME_FEN_MAX];
    g->end->game->format(g->end, text);
    CHECK_EQ_STR(text, fen);
}

/* Reads the first game of a text, which must be good. The caller finishes it. */
static bool read_one(struct test *t, const char *text, struct pdn_game *g)
{
    struct pdn_reader r;
    struct pdn_fault fault = {0};
    pdn_begin(&r, text);
    const enum pdn_status status = pdn_next(&r, g, &fault);
    return CHECK_MSG(status == PDN_GAME, "%zu:%zu: %s in %s", fault.line, fault.column, fault.what,
                     text);
}

static void case_fragment(struct test *t)
{
    struct pdn_reader r;
    struct pdn_game g;
    struct pdn_fault fault;
    pdn_begin(&r, fragment);
    CHECK_EQ_INT(pdn_next(&r, &g, &fault), PDN_GAME);
    CHECK_EQ_U64(g.moves_nb, 12);
    CHECK_EQ_INT(g.result, GAMETEXT_OPEN);
    check_end(t, &g, fragment_end);
    char *text = written(t, &g);
    CHECK_EQ_STR(text, fragment);
    free(text);
    pdn_fini(&g);
    CHECK_EQ_INT(pdn_next(&r, &g, &fault), PDN_END);
    pdn_fini(&g);
}

/* The same game as people may have it. */
static void case_forms(struct test *t)
{
    static const char *const texts[] = {
        "1.c3-b4 b6-c5 2.b4-a5 a7-b6 3.b2-c3 c5-b4 4.a3xc5xa7 c7-b6 5.a5xc7xe5 f6xd4xb2 6.a1xc3 "
        "d8-c7 *",
        "c3b4 b6c5 b4a5 a7b6 b2c3 c5b4 a3a7 c7b6 a5e5 f6b2 a1c3 d8c7",
        "\xEF\xBB\xBF[Variant \"bashni\"]\r\n\r\n1. c3-b4! {a comment; with ( and [ } 1... "
        "b6-c5?! 2. b4-a5 $1 a7-b6 $14\r\n; a line of comment *\r\n% 9. escaped\r\n3. b2-c3 (3. "
        "g3-f4 {)} (3. g3-h4 ; )\r\n) a3-b4) c5-b4\r\n4 a3:a7 c7-b6 5 . a5:c7:e5 f6:d4:b2 "
        "6.a1:c3 d8-c7 * ",
        /* Cyrillic letters of squares */
        "\xD1\x81"
        "3-b4 b6-\xD1\x81"
        "5 b4-\xD0\xB0"
        "5 \xD0\xB0"
        "7-b6 b2-c3 c5-b4 a3a7 c7b6 "
        "a5e5 f6b2 a1c3 d8c7 *",
        "[Variant \"Bashni\"] [GameType \"99\"] [SetUp \"0\"] c3b4 b6c5 b4a5 a7b6 b2c3 c5b4 a3a7 "
        "c7b6 a5e5 f6b2 a1c3 d8c7 *",
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct pdn_game g;
        if (read_one(t, texts[i], &g))
            check_end(t, &g, fragment_end);
        pdn_fini(&g);
    }
}

static void case_results(struct test *t)
{
    static const struct {
        const char *text;
        enum gametext_result result;
        const char *canonical;
    } results[] = {
        {"c3b4 1-0", GAMETEXT_WHITE_WINS, "1-0"},
        {"c3b4 0-1", GAMETEXT_BLACK_WINS, "0-1"},
        {"c3b4 1/2-1/2", GAMETEXT_DRAW, "1/2-1/2"},
        {"c3b4 *", GAMETEXT_OPEN, "*"},
        {"c3b4", GAMETEXT_OPEN, "*"},
        {"c3b4 2-0", GAMETEXT_WHITE_WINS, "1-0"},
        {"c3b4 0-2", GAMETEXT_BLACK_WINS, "0-1"},
        {"c3b4 1-1", GAMETEXT_DRAW, "1/2-1/2"},
        {"[Result \"0-2\"] c3b4", GAMETEXT_BLACK_WINS, "0-1"},
        {"[Result \"0-1\"] c3b4 1-0", GAMETEXT_WHITE_WINS, "1-0"},
        {"[Result \"what\"]", GAMETEXT_OPEN, "*"},
    };
    for (size_t i = 0; i < COUNT(results); i++) {
        struct pdn_game g;
        if (read_one(t, results[i].text, &g)) {
            CHECK_EQ_INT(g.result, results[i].result);
            CHECK_EQ_STR(gametext_result_text(g.result), results[i].canonical);
        }
        pdn_fini(&g);
    }
}

/* Another start, Black to move first, tags of one's own, escapes. */
static void case_setup(struct test *t)
{
    static const char text[] = "[Annotator \"a \\\"b\\\" \\\\ c\"]\n[SetUp \"1\"]\n"
                               "[FEN \"B:Wc3:Bd4,Kf6(W):H3:F17\"]\n[Event \"An event\"]\n"
                               "17... d4:b2 0-1";
    static const char canonical[] =
        "[Event \"An event\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
        "[White \"?\"]\n[Black \"?\"]\n[Result \"0-1\"]\n[Variant \"Bashni\"]\n[SetUp \"1\"]\n"
        "[FEN \"B:Wc3:Bd4,Kf6(W):H3:F17\"]\n[Annotator \"a \\\"b\\\" \\\\ c\"]\n\n"
        "17... d4:b2 0-1\n\n";
    struct pdn_game g;
    if (read_one(t, text, &g)) {
        CHECK_EQ_STR(pdn_tag(&g, "annotator"), "a \"b\" \\ c");
        CHECK(pdn_tag(&g, "White") == NULL);
        char *again = written(t, &g);
        CHECK_EQ_STR(again, canonical);
        free(again);
    }
    pdn_fini(&g);
}

/* A fault of one game leaves the others readable. */
static void case_several(struct test *t)
{
    static const char text[] = "c3-b4 *\n[White \"A\"]\n\n1. c3-b4 b6-b5 2. b4-a5 1-0\n\n"
                               "[White \"B\"]\n[Black \"C\"]\n1. c3-d4\n[White \"D\"]\n*";
    static const struct {
        enum pdn_status status;
        const char *white;
        size_t moves;
    } games[] = {
        {PDN_GAME, NULL, 1}, {PDN_BAD_GAME, "A", 1}, {PDN_GAME, "B", 1},
        {PDN_GAME, "D", 0},  {PDN_END, NULL, 0},
    };
    struct pdn_reader r;
    pdn_begin(&r, text);
    for (size_t i = 0; i < COUNT(games); i++) {
        struct pdn_game g;
        struct pdn_fault fault;
        CHECK_EQ_INT(pdn_next(&r, &g, &fault), games[i].status);
        CHECK_EQ_STR(pdn_tag(&g, "White"), games[i].white);
        CHECK_EQ_U64(g.moves_nb, games[i].moves);
        if (games[i].status == PDN_BAD_GAME) {
            CHECK_EQ_U64(fault.line, 4);
            CHECK_EQ_U64(fault.column, 10);
            CHECK_EQ_STR(fault.what, "'b6-b5' is not a legal move here");
        }
        pdn_fini(&g);
    }
}

static const struct {
    const char *text;
    enum pdn_status status;
    size_t line, column;
} faults[] = {
    {"c3-b5", PDN_BAD_GAME, 1, 1},
    {"1. c3-b4\nb6-c5 2. b4:d6 *", PDN_BAD_GAME, 2, 10}, /* a quiet move is there */
    {"1. c3-b4 b6-c5 2. b4-a5 a7-b6 3. b2-c3 c5-b4 4. g3-h4", PDN_BAD_GAME, 1, 49},
    {"1. c3-b4 2.b4-a5", PDN_BAD_GAME, 1, 12}, /* White twice */
    {"1. 11-15", PDN_BAD_GAME, 1, 4},
    {"{\xD0\xB9\xD0\xB9} e2e4", PDN_BAD_GAME, 1, 6}, /* columns are characters */
    {"\xEF\xBB\xBF"
     "e2e4",
     PDN_BAD_GAME, 1, 1},
    {"[Variant \"Russian\"]\n*", PDN_BAD_GAME, 1, 11},
    {"[GameType \"25\"]\n*", PDN_BAD_GAME, 1, 12},
    {"[SetUp \"1\"]\n*", PDN_BAD_GAME, 1, 9},
    {"[Event \"x\"]\n[FEN \"W:Wa9:Bh8\"]\n*", PDN_BAD_GAME, 2, 10},
    {"[FEN \"\"]\n*", PDN_BAD_GAME, 1, 7},
    {"[A \"1\"]\n[a \"2\"]\n*", PDN_BAD_GAME, 2, 1},
    {"[Event \"x\"", PDN_BAD_TEXT, 1, 11},
    {"[Event \"x\n\"]", PDN_BAD_TEXT, 1, 10},
    {"[Event x]", PDN_BAD_TEXT, 1, 8},
    {"[\"x\"]", PDN_BAD_TEXT, 1, 2},
    {"c3b4 {never\nended", PDN_BAD_TEXT, 1, 6},
    {"c3b4\n(b6c5 (", PDN_BAD_TEXT, 2, 1},
    {"c3b4 )", PDN_BAD_TEXT, 1, 6},
    {"c3b4 $x", PDN_BAD_TEXT, 1, 6},
    {"c3b4 ]", PDN_BAD_TEXT, 1, 6},
};

static void case_faults(struct test *t)
{
    for (size_t i = 0; i < COUNT(faults); i++) {
        struct pdn_reader r;
        struct pdn_game g;
        struct pdn_fault fault = {0};
        pdn_begin(&r, faults[i].text);
        const enum pdn_status status = pdn_next(&r, &g, &fault);
        CHECK_MSG(status == faults[i].status && fault.line == faults[i].line &&
                      fault.column == faults[i].column && fault.what[0],
                  "status %d at %zu:%zu (%s): %s", (int)status, fault.line, fault.column,
                  fault.what, faults[i].text);
        pdn_fini(&g);
    }
}

/* What writers of notes may add. */
static void add_note(void *context, size_t number, struct gametext_writer *w)
{
    static const char *const words[] = {"$4", "{[%eval", "-0.35]}", "(1.", "e2-e4", "e8-e6)"};
    const size_t some = number % (COUNT(words) + 1);
    (void)context;
    if (some == 0)
        return;
    /* Whole comments and variations only. */
    for (size_t i = 0; i < COUNT(words); i++)
        gametext_write_word(w, words[i]);
}

static char *written_with_notes(struct test *t, const struct pdn_game *g)
{
    const struct pdn_notes notes = {.add = add_note};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    CHECK(out && pdn_write_notes(g, &notes, out) == ENGINE_OK && fclose(out) == 0);
    return text;
}

/* The text is read as this game, and written from that again without notes as `plain`. */
static void check_reads_as(struct test *t, const char *text, const char *plain,
                           const struct pdn_game *g)
{
    struct pdn_reader r;
    struct pdn_game again;
    struct pdn_fault fault = {0};
    pdn_begin_any(&r, text, games_get(0));
    const enum pdn_status status = pdn_next(&r, &again, &fault);
    if (CHECK_MSG(status == PDN_GAME, "%zu:%zu: %s in %s", fault.line, fault.column, fault.what,
                  text)) {
        char *text_again = written(t, &again);
        CHECK_EQ_STR(text_again, plain);
        CHECK_EQ_U64(again.end->key, g->end->key);
        CHECK_EQ_INT(again.result, g->result);
        CHECK(again.end->game == g->end->game);
        free(text_again);
    }
    pdn_fini(&again);
}

/* One random game from under random rules, its moves given in either notation, written, read and
 * written again, with notes and without; no line is longer than 80 columns. */
static void check_random_game(struct test *t, const struct game *game, struct move_entry *list)
{
    struct position *start = pos_new(game);
    struct pdn_game g = {0};
    char move[MOVE_TEXT_MAX];
    REQUIRE(start != NULL);
    for (size_t i = 0; i < game->options_nb; i++) {
        size_t values = 0;
        while (game->options[i].values[values])
            values++;
        const char *value = game->options[i].values[test_random_below(t, values)];
        CHECK_EQ_INT(pos_set_option(start, game->options[i].name, value), ENGINE_OK);
    }
    CHECK(pos_reset(start) == ENGINE_OK && pdn_start(&g, start) == ENGINE_OK);
    for (int ply = 0; ply < 120 && game->result(g.end).outcome == OUTCOME_NONE; ply++) {
        const size_t nb = (size_t)(game->generate(g.end, GEN_ALL, list) - list);
        const struct move_entry *m = &list[test_random_below(t, nb)];
        if (test_random_below(t, 2) == 0)
            game->move_human(g.end, m, move);
        else
            game->move_format(g.end, m->move, move);
        CHECK_MSG(pdn_play(&g, move) == ENGINE_OK, "refused: %s", move);
        /* Some games begin in the middle. */
        if (ply == 30 && test_random_below(t, 2) == 0)
            CHECK(pos_copy(start, g.end) == ENGINE_OK && pdn_start(&g, start) == ENGINE_OK);
    }
    g.result = (enum gametext_result)test_random_below(t, 4);
    char *text = written(t, &g), *noted = written_with_notes(t, &g);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        CHECK(strcspn(line, "\n") <= 80 || *line == '[');
    check_reads_as(t, text, text, &g);
    check_reads_as(t, noted, text, &g);
    free(noted);
    free(text);
    pdn_fini(&g);
    pos_free(start);
}

static void case_round_trip(struct test *t)
{
    for (size_t i = 0; games_get(i); i++) {
        struct move_entry *list = malloc(games_get(i)->moves_max * sizeof *list);
        REQUIRE(list != NULL);
        for (int n = 0; n < (test_fast_wanted() ? 4 : 30); n++)
            check_random_game(t, games_get(i), list);
        free(list);
    }
}

/* Variants by name and title, options, and what is wrong with them. */
static void case_variants(struct test *t)
{
    static const struct {
        const char *text, *game, *fault; /* NULL: none */
    } texts[] = {
        {"1. e2-e4 *", "belarusian", NULL},
        {"1. Vd3 e8-e6 2. V:e5 *", NULL, "'V:e5' is not a legal move here"},
        {"1. Vd3 e6 2. Vd3-f4 e6xe5 *", NULL, "'e6xe5' is not a legal move here"},
        {"1. e4 e6 2. Vd3! Vf7+ 3. Vd3b4 Vh6?? *", "belarusian", NULL},
        {"[Variant \"tamerlane\"] 1. .Kf3-f4 f8-f7 2.Tc3?! ....Pk8-k7 *", NULL,
         "'Tc3' is not a legal move here"},
        {"[Variant \"tamerlane\"] 1..Kf3-f4 .Kf8-f7 2. .Pa4 1....Pk8-k7 *", "tamerlane", NULL},
        {"[Variant \"Tamerlane\"] *", "tamerlane", NULL},
        {"[Variant \"tamerlane chess\"] f3f4 *", "tamerlane", NULL},
        {"[Variant \"belarusian-noble\"] e2e4 *", "belarusian-noble", NULL},
        {"[Variant \"Bashni\"] c3-b4 *", "bashni", NULL},
        {"[Variant \"chess\"] e2e4 *", NULL, "'chess' is no game that is known"},
        {"[Variant \"tamerlane\"] [Rules \"Setup=fourth\"] *", NULL,
         "'Setup' is no rule of this game"},
        {"[Variant \"tamerlane\"] [Rules \"Setup\"] *", NULL, "'Setup' is no rule of this game"},
        {"[Variant \"tamerlane\"] [Rules \"Setup=third MoveLimitDraw=on\"] *", "tamerlane", NULL},
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct pdn_reader r;
        struct pdn_game g;
        struct pdn_fault fault = {0};
        pdn_begin_any(&r, texts[i].text, games_get(0));
        const enum pdn_status status = pdn_next(&r, &g, &fault);
        CHECK_MSG(status == (texts[i].fault ? PDN_BAD_GAME : PDN_GAME), "%s: %s", texts[i].text,
                  fault.what);
        if (texts[i].fault)
            CHECK_EQ_STR(fault.what, texts[i].fault);
        else if (g.end)
            CHECK_EQ_STR(g.end->game->name, texts[i].game);
        pdn_fini(&g);
    }
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"fragment", case_fragment},     {"forms", case_forms},       {"results", case_results},
        {"setup", case_setup},           {"several", case_several},   {"faults", case_faults},
        {"round trip", case_round_trip}, {"variants", case_variants},
    };
    return test_main(argc, argv, cases, COUNT(cases));
}
