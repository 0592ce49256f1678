/* The parts of a match that are functions of their arguments: dialects of foreign engines, command
 * lines, adjudication by score, openings, the reader of JSON, records written and read. */
#include "tests/harness.h"
#include "tools/command_line.h"
#include "tools/foreign.h"
#include "tools/json_read.h"
#include "tools/match_openings.h"
#include "tools/match_record.h"

/* ---- Foreign engines ----------------------------------------------------------------------- */

static void check_fen(struct test *t, const char *letters, const char *form, const char *fen,
                      const char *expected)
{
    struct foreign f;
    char error[FOREIGN_ERROR_MAX] = "";
    char out[FOREIGN_FEN_MAX];
    CHECK_MSG(foreign_init(&f, letters, form, error), "%s", error);
    CHECK_EQ_STR(foreign_fen(&f, fen, out), expected);
}

static void case_foreign_fen(struct test *t)
{
    static const char start[] = "lvmgakvml/rrrrrrrrr/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1";
    check_fen(t, NULL, NULL, start, start);
    check_fen(t, "", "%1 %2 %3 %4 %5", start, start);
    /* A letter is exchanged once: K becomes M and M becomes B at the same time. */
    check_fen(t, "A=K,K=M,G=Q,L=R,M=B,V=N,R=P,3:A=Q,3:I=K", "%1 %2 %3 - %4 %5", start,
              "rnbqkmnbr/ppppppppp/9/9/PPPPPPPPP/RBNMKQBNR w QKqk - 0 1");
    /* Lower case of its own; a word of several letters; the longest that fits. */
    check_fen(t, "R=X,r=y", NULL, "rR r R", "yX r R");
    check_fen(t, ".=?,.K=P,.KK=Q", NULL, ".k.KK.Kr. .K", "pQPr? .K");
    check_fen(t, NULL, "100%% of %1", "a b", "100% of a");
    check_fen(t, NULL, "%1 %5", "a b", "a ");
    check_fen(t, "w=1,b=2", NULL, "W:Wa1(bb):Bb8 w", "W:Wa1(22):B28 w");
}

static void case_foreign_moves(struct test *t)
{
    static const struct {
        const char *ours, *theirs;
    } moves[] = {{"e2e4", "e2e4"},   {"b8b9g", "b8b9q"},       {"d1d1a", "d1d1k"},
                 {"g9g10", "g9g10"}, {"a3:c5:a7", "a3:c5:a7"}, {"0000", "0000"}};
    struct foreign f;
    char error[FOREIGN_ERROR_MAX];
    char out[FOREIGN_MOVE_MAX];
    REQUIRE(foreign_init(&f, "G=Q,A=K,B=Z,E=Y", NULL, error));
    for (size_t i = 0; i < COUNT(moves); i++)
        CHECK_EQ_STR(foreign_move(&f, moves[i].ours, out), moves[i].theirs);
}

static void case_foreign_refuses(struct test *t)
{
    static const char *const letters[] = {
        "A", "A=", "=K", "A=K,A=Q", "0:A=K", "A=K,,B=C", "ABCDEFGHIJKLMNOP=K"};
    static const char *const forms[] = {"%", "%0", "%a", "%1 %"};
    struct foreign f;
    char error[FOREIGN_ERROR_MAX];
    char many[FOREIGN_LETTERS_MAX * 8 + 16] = "";
    for (size_t i = 0; i < COUNT(letters); i++)
        CHECK_MSG(strcmp(letters[i], "0:A=K") == 0 || !foreign_init(&f, letters[i], NULL, error),
                  "taken: %s", letters[i]);
    for (size_t i = 0; i < COUNT(forms); i++)
        CHECK_MSG(!foreign_init(&f, NULL, forms[i], error), "taken: %s", forms[i]);
    for (int i = 0; i <= FOREIGN_LETTERS_MAX; i++)
        snprintf(many + strlen(many), sizeof many - strlen(many), "%03d=x,", i);
    CHECK(!foreign_init(&f, many, NULL, error));
    /* What does not fit is cut off, whatever it is. */
    char long_form[3 * FOREIGN_FEN_MAX];
    char out[FOREIGN_FEN_MAX];
    memset(long_form, 'x', sizeof long_form - 1);
    long_form[sizeof long_form - 1] = '\0';
    REQUIRE(foreign_init(&f, NULL, long_form, error));
    CHECK_EQ_U64(strlen(foreign_fen(&f, "a", out)), FOREIGN_FEN_MAX - 1);
}

/* ---- Command lines ------------------------------------------------------------------------- */

static void case_command_lines(struct test *t)
{
    char **argv = command_line_split("  /bin/a  'b c' \"d \\\" 'e\" f\\ g'h'\"i\" '' ");
    static const char *const words[] = {"/bin/a", "b c", "d \" 'e", "f ghi", ""};
    REQUIRE(argv != NULL);
    for (size_t i = 0; i < COUNT(words); i++)
        CHECK_EQ_STR(argv[i], words[i]);
    CHECK(argv[COUNT(words)] == NULL);
    free(argv);
    CHECK(command_line_split("") == NULL);
    CHECK(command_line_split("  \t") == NULL);
    CHECK(command_line_split("a 'b") == NULL);
    argv = command_line_split("a\\");
    REQUIRE(argv != NULL);
    CHECK_EQ_STR(argv[0], "a\\");
    free(argv);
}

/* ---- Scores -------------------------------------------------------------------------------- */

/* Scores of the plies, each from the point of view of its mover; 99999 is none, 88888 and -88888
 * are mates. */
static enum outcome outcome_of(const struct match_adjudication *a, const int *scores, size_t nb,
                               enum side mover, size_t plies_all)
{
    struct match_ply plies[16] = {{.depth = 0}};
    for (size_t i = 0; i < nb; i++) {
        plies[i].has_score = scores[i] != 99999;
        plies[i].is_mate = abs(scores[i]) == 88888;
        plies[i].score = plies[i].is_mate ? (scores[i] > 0 ? 5 : -5) : scores[i];
    }
    return match_adjudicate(a, plies, nb, mover, plies_all);
}

static void case_adjudication(struct test *t)
{
    const struct match_adjudication off = {0};
    const struct match_adjudication on = {2, 10, 40, 2, 500};
    const int drawn[] = {700, 10, -10, 0, 5};
    const int won[] = {500, -500, 600, -88888};
    const int lost[] = {-88888, 700, -501, 502};
    CHECK(outcome_of(&off, drawn, 5, WHITE, 80) == OUTCOME_NONE);
    CHECK(outcome_of(&off, won, 4, WHITE, 80) == OUTCOME_NONE);
    CHECK(outcome_of(&on, drawn, 5, WHITE, 40) == OUTCOME_DRAW);
    CHECK(outcome_of(&on, drawn, 5, WHITE, 39) == OUTCOME_NONE);
    CHECK(outcome_of(&on, drawn, 3, WHITE, 40) == OUTCOME_NONE);
    /* The last is -mate for its mover, who is Black here: White wins. */
    CHECK(outcome_of(&on, won, 4, BLACK, 4) == OUTCOME_WHITE_WINS);
    CHECK(outcome_of(&on, won, 4, WHITE, 4) == OUTCOME_BLACK_WINS);
    CHECK(outcome_of(&on, lost, 4, WHITE, 4) == OUTCOME_WHITE_WINS);
    CHECK(outcome_of(&on, won, 3, WHITE, 4) == OUTCOME_NONE);
    /* Both see themselves winning; one has no score; one is a point short. */
    CHECK(outcome_of(&on, (const int[]){500, 500, 600, 600}, 4, WHITE, 4) == OUTCOME_NONE);
    CHECK(outcome_of(&on, (const int[]){500, -500, 600, 99999}, 4, WHITE, 4) == OUTCOME_NONE);
    CHECK(outcome_of(&on, (const int[]){500, -499, 600, -600}, 4, WHITE, 4) == OUTCOME_NONE);
    CHECK(outcome_of(&on, (const int[]){5, 5, 88888, 5}, 4, WHITE, 50) == OUTCOME_NONE);
    CHECK(outcome_of(&on, (const int[]){5, 5, 11, 5}, 4, WHITE, 50) == OUTCOME_NONE);
}

/* ---- Openings ------------------------------------------------------------------------------ */

static void get_openings(struct test *t, struct openings *o, const struct openings_config *config,
                         size_t nb)
{
    struct opening last;
    const char *why = "";
    REQUIRE(openings_init(o, config));
    /* The last first: the order in which they are asked for does not matter. */
    CHECK_MSG(openings_get(o, nb - 1, &last, &why), "%s", why);
    CHECK_EQ_U64(o->nb, nb);
}

static void case_openings_by_seed(struct test *t)
{
    for (size_t g = 0; games_get(g); g++) {
        struct position *base = pos_new(games_get(g));
        struct openings a, b, c;
        const size_t nb = test_fast_wanted() ? 4 : 12;
        REQUIRE(base != NULL);
        struct openings_config config = {.base = base, .plies = 8, .window = 100, .seed = 5};
        get_openings(t, &a, &config, nb);
        get_openings(t, &b, &config, nb);
        config.seed = 6;
        get_openings(t, &c, &config, nb);
        size_t same = 0;
        for (size_t i = 0; i < nb; i++) {
            CHECK_EQ_STR(a.list[i].moves, b.list[i].moves);
            CHECK_EQ_STR(a.list[i].fen, b.list[i].fen);
            same += strcmp(a.list[i].moves, c.list[i].moves) == 0;
            for (size_t k = 0; k < i; k++)
                CHECK(strcmp(a.list[i].moves, a.list[k].moves) != 0);
        }
        CHECK(same == 0);
        CHECK(openings_distinct(&a) == 0);
        openings_fini(&a);
        openings_fini(&b);
        openings_fini(&c);
        pos_free(base);
    }
}

/* There are 22 first moves: they come once each, then anew. */
static void case_openings_begin_anew(struct test *t)
{
    struct position *base = pos_new(games_find("belarusian"));
    struct openings o;
    REQUIRE(base != NULL);
    const struct openings_config config = {.base = base, .plies = 1, .window = 0, .seed = 1};
    get_openings(t, &o, &config, 30);
    CHECK_EQ_U64(openings_distinct(&o), 22);
    for (size_t i = 0; i < 22; i++)
        for (size_t k = 0; k < i; k++)
            CHECK(strcmp(o.list[i].moves, o.list[k].moves) != 0);
    openings_fini(&o);
    pos_free(base);
}

static void case_openings_of_a_book(struct test *t)
{
    struct position *base = pos_new(games_find("bashni"));
    char fen[] =
        "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8:H0:F1";
    char moves[][16] = {"a3b4", "c3b4", "c3d4", "e3d4", "e3f4"};
    struct opening lines[5];
    struct openings o;
    REQUIRE(base != NULL);
    for (size_t i = 0; i < 5; i++)
        lines[i] = (struct opening){fen, moves[i]};
    struct openings_config config = {.base = base, .lines = lines, .lines_nb = 5};
    get_openings(t, &o, &config, 7);
    for (size_t i = 0; i < 7; i++)
        CHECK_EQ_STR(o.list[i].moves, moves[i % 5]);
    openings_fini(&o);
    config.is_shuffled = true;
    config.seed = 3;
    config.plies = 2;
    get_openings(t, &o, &config, 5);
    unsigned seen = 0, moved = 0;
    for (size_t i = 0; i < 5; i++)
        for (size_t k = 0; k < 5; k++)
            if (strncmp(o.list[i].moves, moves[k], 4) == 0) {
                CHECK(o.list[i].moves[4] == ' ' && strlen(o.list[i].moves) >= 14);
                seen |= 1U << k;
                moved += i != k;
            }
    CHECK_EQ_U64(seen, 31);
    CHECK(moved > 0);
    openings_fini(&o);
    pos_free(base);
}

/* ---- JSON ---------------------------------------------------------------------------------- */

static void case_json_is_read(struct test *t)
{
    char text[] = " {\"a\" : [1,-2.5e+3 , true,false,null,\"\"],\"b\":{\"c\":\"x\\n\\u00e9"
                  "\\uD83D\\ude00\\\"\\/\"},\"d\":12}\n";
    struct json_tree tree;
    struct text_error error;
    int64_t n = 0;
    REQUIRE(json_tree_read(&tree, text, &error));
    const struct json_value *root = tree.values;
    const struct json_value *a = json_member(root, "a");
    REQUIRE(a && a->kind == JSON_ARRAY && a->first);
    CHECK(json_as_integer(a->first, &n) && n == 1);
    CHECK_EQ_STR(a->first->next->text, "-2.5e+3");
    CHECK(!json_as_integer(a->first->next, &n) && n == 1);
    CHECK(a->first->next->next->kind == JSON_TRUE);
    CHECK_EQ_STR(json_as_text(json_member(json_member(root, "b"), "c")),
                 "x\n\xC3\xA9\xF0\x9F\x98\x80\"/");
    CHECK(json_as_integer(json_member(root, "d"), &n) && n == 12);
    CHECK(json_member(root, "c") == NULL && json_member(NULL, "c") == NULL);
    json_tree_fini(&tree);
}

static void case_json_is_strict(struct test *t)
{
    static const struct {
        const char *text;
        size_t offset;
    } bad[] = {
        {"", 0},
        {"1", 0},
        {"{", 1},
        {"[1", 2},
        {"[1,]", 3},
        {"[01]", 1},
        {"[1.]", 1},
        {"[-]", 1},
        {"[+1]", 1},
        {"[1e]", 1},
        {"{\"a\":1,}", 7},
        {"{\"a\" 1}", 5},
        {"{a:1}", 1},
        {"[\"a]", 4},
        {"[\"\t\"]", 2},
        {"[\"\\x\"]", 2},
        {"[\"\\u12\"]", 2},
        {"[\"\\ud800\"]", 2},
        {"[\"\\udc00\"]", 2},
        {"[\"\\u0000\"]", 2},
        {"[] []", 3},
        {"[tru]", 1},
        {"{\"a\":1,\"a\":2}", 7},
        {"[1 2]", 3},
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        char text[64];
        struct json_tree tree;
        struct text_error error = {999, ""};
        snprintf(text, sizeof text, "%s", bad[i].text);
        CHECK_MSG(!json_tree_read(&tree, text, &error), "taken: %s", bad[i].text);
        CHECK_MSG(error.offset == bad[i].offset, "%s: byte %zu", bad[i].text, error.offset);
        json_tree_fini(&tree);
    }
    char deep[64] = "";
    struct json_tree tree;
    struct text_error error;
    for (int i = 0; i <= JSON_READ_DEPTH_MAX; i++)
        deep[i] = '[';
    CHECK(!json_tree_read(&tree, deep, &error));
    CHECK_EQ_U64(error.offset, JSON_READ_DEPTH_MAX);
    json_tree_fini(&tree);
}

/* ---- Records ------------------------------------------------------------------------------- */

static char *game_text(const struct match_game *g)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    record_write_game(out, g);
    fclose(out);
    return text;
}

/* Whatever is in a game is read as it was written. */
static void case_game_is_read_as_written(struct test *t)
{
    char fen[] = "a fen \"quoted\"", moves[] = "a1b2 b2c3";
    struct match_ply plies[] = {
        {.move = "c3d4",
         .has_score = true,
         .score = -12,
         .depth = 7,
         .nodes = UINT64_C(1) << 40,
         .elapsed_ns = 123456789,
         .has_clock = true,
         .clock_ms = -1},
        {.move = "d4e5", .has_score = true, .is_mate = true, .score = 3, .is_asked_again = true},
        {.move = "e5f6"},
    };
    const struct match_game g = {.pair = 41,
                                 .half = 1,
                                 .opening = {fen, moves},
                                 .names = {"one", "t\two"},
                                 .outcome = OUTCOME_BLACK_WINS,
                                 .end = MATCH_TIME,
                                 .word = "",
                                 .answer = "x\\y",
                                 .detail = "late",
                                 .late_ns = 99,
                                 .illegal = {1, 2},
                                 .asked_again = {1, 0},
                                 .plies = plies,
                                 .plies_nb = 3,
                                 .seconds = 1.5};
    char *text = game_text(&g);
    REQUIRE(text != NULL);
    char *copy = strdup(text);
    struct json_tree tree;
    struct text_error error;
    struct match_game read;
    char why[RECORD_ERROR_MAX] = "";
    CHECK(json_tree_read(&tree, copy, &error));
    CHECK_MSG(record_read_game(tree.values, &read, why), "%s", why);
    /* The time in seconds is for people only and not read. */
    read.seconds = g.seconds;
    char *again = game_text(&read);
    CHECK_EQ_STR(again, text);
    CHECK(read.plies_nb == 3 && read.plies[0].has_clock && read.plies[0].clock_ms == -1);
    CHECK(read.plies[1].is_mate && read.plies[1].is_asked_again && !read.plies[2].has_score);
    record_game_fini(&read);
    json_tree_fini(&tree);
    free(again);
    free(copy);
    free(text);
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"positions for foreign engines", case_foreign_fen},
        {"moves for foreign engines", case_foreign_moves},
        {"dialects that are none", case_foreign_refuses},
        {"command lines", case_command_lines},
        {"adjudication by score", case_adjudication},
        {"openings follow from the seed", case_openings_by_seed},
        {"openings begin anew", case_openings_begin_anew},
        {"openings of a book", case_openings_of_a_book},
        {"JSON is read", case_json_is_read},
        {"JSON is read strictly", case_json_is_strict},
        {"a game is read as it was written", case_game_is_read_as_written},
    };
    return test_main(argc, argv, cases, COUNT(cases));
}
