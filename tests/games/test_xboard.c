/* The chess games in XBoard's words. A model of XBoard's board, which only knows that a man goes
 * from square to square, that what it meets is gone and that a letter changes it, follows whole
 * games: its picture must be ours but on the squares that are said to be stale. */
#include "tests/harness.h"
#include "tools/setup.h"
#include "tools/xboard_board.h"
#include "tools/xboard_cells.h"

#include <ctype.h>

static const char *const games[] = {"belarusian", "belarusian-original", "belarusian-noble",
                                    "tamerlane"};

/* ---- Squares ------------------------------------------------------------------------------- */

static void check_square(struct test *t, const struct game *game, const char *own,
                         const char *theirs)
{
    char text[XBOARD_SQUARE_MAX];
    unsigned sq = GEO_NO_SQUARE, back = GEO_NO_SQUARE;
    CHECK(geo_parse(game->geometry, own, &sq) == strlen(own));
    xboard_square(game, sq, text);
    CHECK_EQ_STR(text, theirs);
    CHECK_EQ_U64(xboard_read_square(game, theirs, &back), strlen(theirs));
    CHECK_EQ_U64(back, sq);
}

/* Ten ranks are counted from 0, and files shift where a column holds a citadel. */
static void case_squares(struct test *t)
{
    const struct game *tam = games_find("tamerlane"), *bel = games_find("belarusian");
    check_square(t, tam, "a1", "b0");
    check_square(t, tam, "k10", "l9");
    check_square(t, tam, "l2", "m1");
    check_square(t, tam, "z9", "a8");
    check_square(t, tam, "a9", "b8");
    check_square(t, bel, "a1", "a1");
    check_square(t, bel, "i9", "i9");
    check_square(t, bel, "e5", "e5");
    static const char *const holes[] = {"a0", "a7", "a9", "m0", "m2", "n1", "b10", "b", "", "B0"};
    unsigned sq;
    for (size_t i = 0; i < COUNT(holes); i++)
        CHECK_MSG(xboard_read_square(tam, holes[i], &sq) != strlen(holes[i]) || !holes[i][0],
                  "%s is a square", holes[i]);
    CHECK_EQ_U64(xboard_read_square(bel, "a0", &sq), 0);
    CHECK_EQ_U64(xboard_read_square(bel, "j1", &sq), 0);
}

/* ---- The model ----------------------------------------------------------------------------- */

struct picture {
    char man[XBOARD_SQUARES_MAX][XBOARD_MAN_MAX]; /* in XBoard's letters */
};

static void take_picture(const struct position *pos, struct picture *out)
{
    struct xboard_cells cells;
    xboard_cells(pos, &cells);
    memset(out, 0, sizeof *out);
    for (unsigned sq = 0; sq < pos->game->geometry->squares; sq++)
        if (cells.man[sq][0])
            xboard_man(cells.man[sq], out->man[sq]);
}

static void put(struct picture *p, unsigned sq, const char *man)
{
    memcpy(p->man[sq], man, strlen(man) + 1);
}

/* What XBoard does with a king, its last piece type, that goes two files or more: the next man on
 * that side jumps over it. Belarusian chess has such a king; the shah of Tamerlane is none. */
static void castle(const struct game *game, struct picture *p, unsigned from, unsigned to)
{
    const struct geometry *g = game->geometry;
    const int files = (int)geo_file(g, to) - (int)geo_file(g, from);
    const int step = files > 0 ? 1 : -1;
    const int rank = (int)geo_rank(g, from);
    int file = (int)geo_file(g, from) + step;
    while (!p->man[geo_square(g, file, rank)][0])
        file += step;
    const unsigned rook = geo_square(g, file, rank);
    char man[XBOARD_MAN_MAX];
    memcpy(man, p->man[rook], sizeof man);
    put(p, geo_square(g, (int)geo_file(g, to) - step, rank), man);
    put(p, rook, "");
}

/* Plays a text on the picture. False if XBoard would not take it. */
static bool follow(const struct game *game, struct picture *p, const char *text, bool is_white)
{
    const struct geometry *g = game->geometry;
    unsigned from, via = GEO_NO_SQUARE, to, again;
    size_t n = xboard_read_square(game, text, &from);
    const char *s = text + n;
    size_t m = n ? xboard_read_square(game, s, &to) : 0;
    if (!m)
        return false;
    s += m;
    if (*s == ',') {
        via = to;
        n = xboard_read_square(game, s + 1, &again);
        m = n ? xboard_read_square(game, s + 1 + n, &to) : 0;
        if (!m || again != via)
            return false;
        s += 1 + n + m;
    }
    char man[XBOARD_MAN_MAX];
    snprintf(man, sizeof man, "%s", p->man[from]);
    /* An empty square, a square of its own and an x are refused. */
    if (!man[0] || (isupper((unsigned char)man[0]) != 0) != is_white ||
        (from == to && via == GEO_NO_SQUARE) || *s == 'x' || (s[0] && s[1]))
        return false;
    const bool is_king = g->extra == 0 && toupper((unsigned char)man[0]) == 'A';
    if (via != GEO_NO_SQUARE)
        put(p, via, "");
    if (is_king && via == GEO_NO_SQUARE && geo_rank(g, from) == geo_rank(g, to) &&
        abs((int)geo_file(g, from) - (int)geo_file(g, to)) > 1)
        castle(game, p, from, to);
    put(p, from, "");
    put(p, to, man);
    if (*s)
        put(p, to, (char[]){(char)(is_white ? toupper((unsigned char)*s) : *s), '\0'});
    return true;
}

/* What XBoard 4.9.1 makes of Black's move of two legs when it passes it on and the square between
 * is empty: castling, with that square's man beside the king. Other moves are passed on as they
 * are. */
static void relay(const struct game *game, const struct picture *p, const char *text, bool is_white,
                  char *out)
{
    unsigned from, via, to;
    snprintf(out, XBOARD_MOVE_MAX, "%s", text);
    const char *comma = strchr(text, ',');
    if (!comma || is_white)
        return;
    const size_t n = xboard_read_square(game, text, &from);
    xboard_read_square(game, text + n, &via);
    const size_t m = xboard_read_square(game, comma + 1, &via);
    xboard_read_square(game, comma + 1 + m, &to);
    if (p->man[via][0])
        return;
    char names[3][XBOARD_SQUARE_MAX];
    xboard_square(game, from, names[0]);
    xboard_square(game, to, names[1]);
    xboard_square(game, via, names[2]);
    snprintf(out, XBOARD_MOVE_MAX, "%s%s,%s%c%c", names[0], names[1], names[2],
             (char)(names[1][0] + 1), names[2][1]);
}

/* ---- Games --------------------------------------------------------------------------------- */

/* One position: every move has words of its own, is read back from them and from the plain squares,
 * and the model comes to the position after it. */
static void check_moves(struct test *t, const struct position *pos, bb_t stale,
                        const struct picture *before)
{
    const struct game *game = pos->game;
    struct move_entry *list = malloc(game->moves_max * sizeof *list);
    struct position *after = pos_new_like(pos);
    REQUIRE(list && after);
    const size_t nb = (size_t)(game->generate(pos, GEN_ALL, list) - list);
    char(*texts)[XBOARD_MOVE_MAX] = calloc(nb + 1, sizeof *texts);
    REQUIRE(texts);
    for (size_t i = 0; i < nb; i++) {
        struct move_entry back = {0};
        struct picture seen = *before, real;
        char own[MOVE_TEXT_MAX];
        game->move_format(pos, list[i].move, own);
        const bb_t left = xboard_move(pos, &list[i], stale, texts[i]);
        for (size_t j = 0; j < i; j++)
            CHECK_MSG(strcmp(texts[i], texts[j]) != 0, "%s: two moves are %s", own, texts[i]);
        CHECK_MSG(xboard_read_move(pos, texts[i], stale, &back) == ENGINE_OK &&
                      back.move == list[i].move,
                  "%s: %s is not read back", own, texts[i]);
        char passed[XBOARD_MOVE_MAX];
        relay(game, before, texts[i], pos->side == WHITE, passed);
        CHECK_MSG(xboard_read_move(pos, passed, stale, &back) == ENGINE_OK &&
                      back.move == list[i].move,
                  "%s: %s, passed on as %s, is not read back", own, texts[i], passed);
        CHECK_MSG(follow(game, &seen, texts[i], pos->side == WHITE), "%s: %s is not taken", own,
                  texts[i]);
        CHECK(pos_copy(after, pos) == ENGINE_OK && setup_make(after, &list[i]) == ENGINE_OK);
        take_picture(after, &real);
        for (unsigned sq = 0; sq < game->geometry->squares; sq++) {
            const bool is_same = strcmp(seen.man[sq], real.man[sq]) == 0;
            const bool is_stale = bb_has(left, sq);
            CHECK_MSG(is_same || (is_stale && seen.man[sq][0] && real.man[sq][0]),
                      "%s (%s): square %u shows '%s' for '%s'", own, texts[i], sq, seen.man[sq],
                      real.man[sq]);
        }
    }
    free(texts);
    free(list);
    pos_free(after);
}

static void check_fen(struct test *t, const struct position *pos)
{
    struct position *back = pos_new_like(pos);
    struct text_error error = {0, ""};
    struct xboard_cells here, there;
    char fen[XBOARD_FEN_MAX];
    REQUIRE(back);
    xboard_fen(pos, fen);
    CHECK_MSG(xboard_set_fen(back, fen, &error) == ENGINE_OK, "%s: %s", fen, error.what);
    xboard_cells(pos, &here);
    xboard_cells(back, &there);
    CHECK_MSG(memcmp(&here, &there, sizeof here) == 0, "%s is another board", fen);
    CHECK_EQ_INT(back->side, pos->side);
    /* All that Belarusian chess has to say fits in. */
    if (pos->game->geometry->extra == 0)
        CHECK_EQ_U64(back->key, pos->key);
    pos_free(back);
}

static void play_random_game(struct test *t, struct position *pos, int plies)
{
    const struct game *game = pos->game;
    struct move_entry *list = malloc(game->moves_max * sizeof *list);
    struct picture picture;
    bb_t stale = 0;
    char text[XBOARD_MOVE_MAX];
    REQUIRE(list);
    take_picture(pos, &picture);
    for (int ply = 0; ply < plies; ply++) {
        const size_t nb = (size_t)(game->generate(pos, GEN_ALL, list) - list);
        check_moves(t, pos, stale, &picture);
        check_fen(t, pos);
        if (nb == 0 || t->failures > 0)
            break;
        const struct move_entry move = list[test_random_below(t, nb)];
        stale = xboard_move(pos, &move, stale, text);
        CHECK(follow(game, &picture, text, pos->side == WHITE));
        CHECK(setup_make(pos, &move) == ENGINE_OK);
    }
    free(list);
}

static void case_random_games(struct test *t)
{
    const bool is_fast = getenv("CITADEL_FAST") != NULL;
    for (size_t i = 0; i < COUNT(games); i++)
        for (int n = 0; n < (is_fast ? 2 : 6); n++) {
            struct position *pos = pos_new(games_find(games[i]));
            REQUIRE(pos);
            play_random_game(t, pos, is_fast ? 60 : 200);
            pos_free(pos);
        }
}

/* Positions whose moves do more than XBoard thinks; from the worked examples of the rules. */
static const struct {
    const char *game, *fen;
} special[] = {
    {"belarusian", "a7k/9/9/9/9/3l5/9/K8/9 w - 0 2"}, /* coronation */
    {"belarusian", "a7k/9/9/9/9/3l5/9/K8/9 w - 0 2"},
    {"belarusian", "8k/9/9/9/9/9/9/9/A7K b - 0 2"},
    {"belarusian", "1R3a2k/9/9/9/9/9/9/9/LMVKA1MVL w - 0 9"}, /* a ratnik that waited */
    {"belarusian", "4a3k/9/9/9/9/9/9/9/2r1A3K b - 0 9"},
    {"belarusian", "5a2k/1R7/9/9/9/9/9/9/LMVKA2VL w - 0 1"}, /* a choice of promotion */
    {"belarusian", "4a4/9/9/9/9/9/9/9/L3A3L w AI 0 1"},      /* castling, all four forms */
    {"belarusian", "l3a3l/9/9/9/9/9/9/9/4A4 b ai 0 1"},
    {"tamerlane", "2.P7k/5r5/11/11/11/N10/7.R3/11/11/5K5 w -- S 0 1"}, /* swap */
    {"tamerlane", "10k/1r9/11/11/11/11/11/.n10/.R10/K10 w -- S 0 1"},
    {"tamerlane", "5K4r/11/11/11/2.G8/11/11/11/11/k10 w -- S 0 1"}, /* and promotion */
    {"tamerlane", "5K4r/11/11/11/2.X8/11/11/11/11/k10 w -- S 0 1"}, /* and transfer */
    {"tamerlane", "11/11/K10/1S9/11/4r6/11/11/11/9k1 w -- C 0 1"},  /* exchange */
    {"tamerlane", "11/K10/11/4r6/11/4S6/11/11/11/9k1 w -- C 0 1"},
    {"tamerlane", "11/K10/11/4A6/11/4S6/11/11/11/9k1 w -- C 0 1"},      /* of either royal */
    {"tamerlane", "2.P7k/11/11/5n1t3/6.r4/11/11/11/11/K10 w -- - 0 1"}, /* relocation */
    {"tamerlane", "2.P7k/11/11/5n1t3/6N4/11/11/11/11/K10 w -- - 0 1"},  /* onto an own man */
    {"tamerlane", "re.P7k/.rn9/11/11/11/11/11/11/11/5K5 w -- - 0 1"},
    {"tamerlane", "4r5k/3.X7/11/11/11/11/11/5N5/11/K10 w -- - 0 1"}, /* transfer */
    {"tamerlane", "k10/11/5n5/11/11/11/11/11/3.x7/4R5K b -- - 0 1"},
    {"tamerlane", "5k4R/11/11/11/11/2.n8/11/11/11/K10 b -- s 0 1"},
    {"tamerlane", "10k/3.Y7/11/11/11/11/11/11/r10/1r8K w -- - 0 1"}, /* third arrival */
    {"tamerlane", "k10/4.K6/11/11/11/11/11/11/r10/1r8K w -- - 0 1"}, /* second royal */
    {"tamerlane", "k2r7/2.G8/11/11/11/11/11/11/11/5K5 w -- - 0 1"},
    {"tamerlane", "11/11/11/k10/11/11/11/10A/10r/3K7 w -- - 0 1"}, /* own citadel */
    {"tamerlane", "11/11/11/k10/11/11/11/11/11/11 w A- - 0 1"},
};

static void case_special_moves(struct test *t)
{
    for (size_t i = 0; i < COUNT(special); i++) {
        struct position *pos = pos_new(games_find(special[i].game));
        struct text_error error = {0, ""};
        REQUIRE(pos);
        if (CHECK_MSG(pos_set(pos, special[i].fen, &error) == ENGINE_OK, "%s: %s", special[i].fen,
                      error.what))
            /* Some of what they leave stale is put right within the next moves. */
            for (int n = 0; n < 4; n++) {
                struct position *copy = pos_new_like(pos);
                REQUIRE(copy && pos_copy(copy, pos) == ENGINE_OK);
                play_random_game(t, copy, 8);
                pos_free(copy);
            }
        pos_free(pos);
    }
}

/* The words of the special moves themselves, and the other ways to say them. */
static void case_words(struct test *t)
{
    static const struct {
        const char *game, *fen, *own, *words, *others[3];
    } rows[] = {
        {"belarusian", "a7k/9/9/9/9/3l5/9/K8/9 w - 0 2", "a2a2a", "a2a1,a1a2a", {"a2a2", "a2a2a"}},
        {"belarusian", "4a4/9/9/9/9/9/9/9/L3A3L w AI 0 1", "e1b1", "e1b1", {NULL}},
        {"belarusian", "5a2k/1R7/9/9/9/9/9/9/LMVKA2VL w - 0 1", "b8b9m", "b8b9m", {NULL}},
        {"tamerlane",
         "2.P7k/5r5/11/11/11/N10/7.R3/11/11/5K5 w -- S 0 1",
         "f1a5",
         "b4b3,b3b4k",
         {"g0b4", "b4b3,b3b4"}},
        {"tamerlane", "11/11/K10/1S9/11/4r6/11/11/11/9k1 w -- C 0 1", "a8b7", "b7a8s", {"b7c6"}},
        {"tamerlane", "11/11/K10/1S9/11/4r6/11/11/11/9k1 w -- C 0 1", "a8z9", "b7a8", {"b7a8k"}},
        {"tamerlane",
         "4r5k/3.X7/11/11/11/11/11/5N5/11/K10 w -- - 0 1",
         "d9e10",
         "e8f9,f9g2y",
         {"e8f9", "e8f9,f9g2"}},
        {"tamerlane", "k2r7/2.G8/11/11/11/11/11/11/11/5K5 w -- - 0 1", "c9c10", "d8d9g", {"d8d9"}},
        {"tamerlane",
         "2.P7k/11/11/5n1t3/6.r4/11/11/11/11/K10 w -- - 0 1",
         "c10g6",
         "d9h5h",
         {"d9h5"}},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct position *pos = pos_new(games_find(rows[i].game));
        struct move_entry move, back;
        char text[XBOARD_MOVE_MAX];
        REQUIRE(pos && pos_set(pos, rows[i].fen, NULL) == ENGINE_OK);
        REQUIRE(pos->game->move_parse(pos, rows[i].own, &move) == ENGINE_OK);
        xboard_move(pos, &move, 0, text);
        CHECK_EQ_STR(text, rows[i].words);
        for (size_t j = 0; j < COUNT(rows[i].others) && rows[i].others[j]; j++)
            CHECK_MSG(xboard_read_move(pos, rows[i].others[j], 0, &back) == ENGINE_OK &&
                          back.move == move.move,
                      "%s is not %s", rows[i].others[j], rows[i].own);
        static const char *const wrong[] = {"",           "e",     "e9",       "z9",   "e1e9",
                                            "b8b9",       "b8b9x", "0000",     "a2a1", "b4b3",
                                            "b4b3,b3b4n", ",",     "e8f9,f9g3"};
        for (size_t j = 0; j < COUNT(wrong); j++)
            CHECK_MSG(xboard_read_move(pos, wrong[j], 0, &back) == ENGINE_BAD_MOVE, "%s is read",
                      wrong[j]);
        pos_free(pos);
    }
}

/* ---- Position text ------------------------------------------------------------------------- */

static void case_position_text(struct test *t)
{
    static const struct {
        const char *game, *text, *fen; /* NULL: refused */
    } rows[] = {
        /* What XBoard sends as the start, with chance in the field of capture in passing. */
        {"belarusian", "lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w KQkq a7 0 1",
         "lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1"},
        {"belarusian", "l3a3l/9/9/9/9/9/9/9/4A4 b q - 7 31", "l3a3l/9/9/9/9/9/9/9/4A4 b a 7 31"},
        {"belarusian", "l3a3l/9/9/9/9/9/9/9/4A4 b", "l3a3l/9/9/9/9/9/9/9/4A4 b - 0 1"},
        {"belarusian", "l3a3l/9/9/9/9/9/9/9/4A4 b ai 3 4", "l3a3l/9/9/9/9/9/9/9/4A4 b ai 3 4"},
        {"belarusian", "l3a3l/9/9/9/9/9/9/9/4A5 b - - 0 1", NULL},
        {"belarusian", "l3a3l/9/9/9/9/9/9/9/4A4/9 b - - 0 1", NULL},
        {"belarusian", "l3a3l/9/9/9/9/9/9/9/4X4 b - - 0 1", NULL},
        {"belarusian", "", NULL},
        {"tamerlane", "*11*/5k6*/*11*/*11*/*11*/*11*/*11*/*11*/*12/*3K7* w - - 4 9",
         "11/4k6/11/11/11/11/11/11/11/3K7 w -- SCsc 4 9"},
        {"tamerlane", "*11*/K11*/*11*/*11*/*11*/*11*/*11*/*11*/*11k/*R'HYPN'6* b - - 0 1", NULL},
        {"tamerlane", "*11*/S11*/*R'HN8*/*3K7*/*11*/*11*/*11*/*11*/*3k8/*11* b - - 0 1",
         "11/11/.R.XN8/3K7/11/11/11/11/3k7/11 b -S SCsc 0 1"},
        {"tamerlane", "K11k", NULL},
        {"tamerlane", "*11*/5k6*/*11*/*11*/*11*/*11*/*11*/*11*/*12/K3K7* w - - 0 1", NULL},
        {"tamerlane", "11/4k6/11/11/11/11/11/11/11/3K7 w -- - 0 1",
         "11/4k6/11/11/11/11/11/11/11/3K7 w -- - 0 1"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct position *pos = pos_new(games_find(rows[i].game));
        struct text_error error = {0, ""};
        char fen[GAME_FEN_MAX], before[GAME_FEN_MAX];
        REQUIRE(pos);
        pos->game->format(pos, before);
        const enum engine_status status = xboard_set_fen(pos, rows[i].text, &error);
        pos->game->format(pos, fen);
        if (rows[i].fen) {
            CHECK_MSG(status == ENGINE_OK, "%s: %s", rows[i].text, error.what);
            CHECK_EQ_STR(fen, rows[i].fen);
        } else {
            CHECK_MSG(status == ENGINE_BAD_POSITION, "%s is taken", rows[i].text);
            CHECK_EQ_STR(fen, before);
        }
        pos_free(pos);
    }
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"squares", case_squares},
        {"random games", case_random_games},
        {"special moves", case_special_moves},
        {"words", case_words},
        {"position text", case_position_text},
    };
    return test_main(argc, argv, cases, COUNT(cases));
}
