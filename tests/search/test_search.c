/* Promises of the search that hold for any game, tried on the toy game: reproducible, stoppable at
 * any node without a trace, honest lines, limits kept. */
#include "engine/search.h"
#include "tests/harness.h"
#include "tests/search/toy.h"

enum { UNDO_MAX = 64 };

static const struct game *const GAMES[] = {&toy_game, &toy_mandatory, &toy_cyclic};

/* Checks every line that is reported; keeps the last exact one. */
struct observer {
    struct test *t;
    const struct position *root;
    int infos;
    int results;
    int deepest;
    score_t score;
};

/* Replays a line move by move. A decisive exact score must be one that the line reaches. */
static void observe(void *context, const struct engine_info *info)
{
    struct observer *o = context;
    struct test *t = o->t;
    const struct game *game = o->root->game;
    struct position *pos = pos_new(game);
    if (!pos || pos_copy(pos, o->root) != ENGINE_OK || pos_reserve(pos, PLY_MAX) != ENGINE_OK) {
        CHECK(false);
        return;
    }
    unsigned char undo[UNDO_MAX];
    int played = 0;
    struct move_entry m;
    for (; played < info->pv_nb && game->resolve(pos, info->pv[played], &m); played++)
        game->make(pos, &m, undo);
    CHECK_EQ_INT(played, info->pv_nb);
    CHECK(info->pv_nb > 0 || info->depth == 0); /* depth 0: the game is over */
    if (info->bound == BOUND_EXACT && score_is_decisive(info->score)) {
        const struct game_result result = game->result(pos);
        const bool white = score_is_win(info->score) == (o->root->side == WHITE);
        CHECK_EQ_INT(result.outcome, white ? OUTCOME_WHITE_WINS : OUTCOME_BLACK_WINS);
    }
    o->infos++;
    o->deepest = info->depth;
    o->score = info->score;
    pos_free(pos);
}

static void count_result(void *context, const struct engine_result *result)
{
    struct observer *o = context;
    (void)result;
    o->results++;
}

static struct engine *new_engine(const struct game *game, struct observer *o)
{
    const struct engine_callbacks callbacks = {
        .on_info = observe, .on_result = count_result, .context = o};
    struct engine *e = engine_new(game, o ? &callbacks : NULL);
    if (e)
        engine_set_hash(e, 1);
    return e;
}

/* A position some random moves into a game. Caller frees. */
static struct position *walk(struct test *t, const struct game *game, unsigned plies)
{
    struct position *pos = pos_new(game);
    for (unsigned i = 0; pos && i < plies; i++) {
        struct move_entry moves[64];
        unsigned char undo[UNDO_MAX];
        if (game->result(pos).outcome != OUTCOME_NONE)
            break;
        const size_t nb = (size_t)(game->generate(pos, GEN_ALL, moves) - moves);
        game->make(pos, &moves[test_random_below(t, nb)], undo);
    }
    return pos;
}

static struct engine_result think(struct engine *e, const struct position *pos,
                                  const struct engine_limits *limits)
{
    engine_set_position(e, pos);
    engine_go(e, limits);
    engine_wait(e);
    return engine_last_result(e);
}

static void case_reproducible(struct test *t)
{
    for (size_t g = 0; g < COUNT(GAMES); g++) {
        const struct engine_limits limits[] = {{.depth = 9}, {.nodes = 12345}, {.mate = 3}};
        for (size_t l = 0; l < COUNT(limits); l++) {
            struct engine_result result[3];
            struct position *pos = walk(t, GAMES[g], 4);
            struct engine *used = new_engine(GAMES[g], NULL);
            for (int i = 0; i < 2; i++) {
                struct engine *e = new_engine(GAMES[g], NULL);
                REQUIRE(e && pos && used);
                result[i] = think(e, pos, &limits[l]);
                engine_free(e);
            }
            /* An engine that has forgotten is as good as new. */
            think(used, pos, &limits[(l + 1) % COUNT(limits)]);
            engine_clear(used);
            result[2] = think(used, pos, &limits[l]);
            engine_free(used);
            for (int i = 1; i < 3; i++) {
                CHECK_EQ_U64(result[i].nodes, result[0].nodes);
                CHECK_EQ_INT(result[i].score, result[0].score);
                CHECK_EQ_INT(result[i].best, result[0].best);
            }
            pos_free(pos);
        }
    }
}

/* Node limits are exact for one thread, and whatever node is the last, the root stays the same: the
 * engine's own copy and what the next search on it finds. */
static void case_stop_at_any_node(struct test *t)
{
    struct engine *e = new_engine(&toy_cyclic, NULL);
    struct position *pos = walk(t, &toy_cyclic, 3);
    REQUIRE(e && pos);
    const struct engine_limits reference = {.depth = 6};
    const struct engine_result before = think(e, pos, &reference);
    char text[2][GAME_FEN_MAX];
    toy_cyclic.format(pos, text[0]);
    for (int i = 0; i < (test_fast_wanted() ? 50 : 500); i++) {
        const struct engine_limits limits = {.nodes = 1 + test_random_below(t, 5000)};
        const struct engine_result result = think(e, pos, &limits);
        struct move_entry m;
        CHECK_EQ_U64(result.nodes, limits.nodes);
        CHECK(toy_cyclic.resolve(pos, result.best, &m));
        CHECK(!score_is_decisive(result.score) || score_win_moves(result.score) != 0);
    }
    toy_cyclic.format(engine_position(e), text[1]);
    CHECK_EQ_STR(text[1], text[0]);
    CHECK_EQ_U64(engine_position(e)->key, pos->key);
    engine_clear(e);
    const struct engine_result after = think(e, pos, &reference);
    CHECK_EQ_U64(after.nodes, before.nodes);
    CHECK_EQ_INT(after.score, before.score);
    pos_free(pos);
    engine_free(e);
}

/* Every reported line is legal, and one that claims a win plays it out. */
static void case_lines_are_legal(struct test *t)
{
    for (size_t g = 0; g < COUNT(GAMES); g++) {
        struct observer o = {.t = t};
        struct engine *e = new_engine(GAMES[g], &o);
        REQUIRE(e);
        for (int i = 0; i < (test_fast_wanted() ? 8 : 60); i++) {
            struct position *pos = walk(t, GAMES[g], (unsigned)test_random_below(t, 14));
            const struct engine_limits limits = {.depth = 10};
            o.root = pos;
            engine_set_multipv(e, 1 + i % 3);
            think(e, pos, &limits);
            pos_free(pos);
        }
        CHECK(o.infos > 20);
        engine_free(e);
    }
}

static void case_depth_limit(struct test *t)
{
    struct observer o = {.t = t};
    struct engine *e = new_engine(&toy_game, &o);
    struct position *pos = pos_new(&toy_game);
    REQUIRE(e && pos);
    o.root = pos;
    for (int depth = 1; depth <= 8; depth++) {
        const struct engine_limits limits = {.depth = depth};
        const struct engine_result result = think(e, pos, &limits);
        CHECK_EQ_INT(result.depth, depth);
        CHECK_EQ_INT(o.deepest, depth);
        CHECK_EQ_INT(o.score, result.score);
        CHECK_EQ_INT(o.results, depth);
    }
    pos_free(pos);
    engine_free(e);
}

static void case_search_moves(struct test *t)
{
    struct engine *e = new_engine(&toy_game, NULL);
    struct position *pos = pos_new(&toy_game);
    REQUIRE(e && pos);
    struct move_entry moves[64];
    const size_t nb = (size_t)(toy_game.generate(pos, GEN_ALL, moves) - moves);
    for (size_t i = 0; i < nb; i++) {
        const move_t wanted[] = {moves[i].move, move_new(19, 19, 5)};
        struct engine_limits limits = {.depth = 4, .search_moves = wanted, .search_moves_nb = 2};
        CHECK_EQ_INT(think(e, pos, &limits).best, moves[i].move);
        limits.search_moves = &wanted[1]; /* nothing known: as if not given */
        limits.search_moves_nb = 1;
        CHECK(think(e, pos, &limits).best != MOVE_NONE);
    }
    pos_free(pos);
    engine_free(e);
}

/* More lines than moves is no mistake; the lines come best first. */
static void case_more_lines_than_moves(struct test *t)
{
    struct engine *e = new_engine(&toy_game, NULL);
    struct position *pos = pos_new(&toy_game);
    REQUIRE(e && pos);
    CHECK_EQ_INT(engine_set_multipv(e, ENGINE_MULTIPV_MAX), ENGINE_OK);
    CHECK_EQ_INT(engine_set_multipv(e, ENGINE_MULTIPV_MAX + 1), ENGINE_BAD_ARGUMENT);
    CHECK_EQ_INT(engine_set_multipv(e, 0), ENGINE_BAD_ARGUMENT);
    const struct engine_limits limits = {.depth = 6};
    CHECK(think(e, pos, &limits).best != MOVE_NONE);
    pos_free(pos);
    engine_free(e);
}

/* A position that was there before the root twice is a draw when it comes a third time; the search
 * sees the repetition and, being better, avoids it. */
static void case_repetition(struct test *t)
{
    struct engine *e = new_engine(&toy_cyclic, NULL);
    struct position *pos = pos_new(&toy_cyclic);
    /* Guards alone shuffle: nothing but repetition and the counter can come of it. */
    REQUIRE(e && pos && pos_set(pos, "g3/4/4/4/3G w 0", NULL) == ENGINE_OK);
    const struct engine_limits limits = {.depth = 30, .nodes = 200000};
    const struct engine_result result = think(e, pos, &limits);
    CHECK(!score_is_decisive(result.score));
    pos_free(pos);
    engine_free(e);
}

/* The draw counter: a win that comes too late is none, and an earlier search without the counter in
 * the way must not leak it through the table. */
static void case_counter_beats_late_win(struct test *t)
{
    struct engine *e = new_engine(&toy_cyclic, NULL);
    struct position *pos = pos_new(&toy_cyclic);
    REQUIRE(e && pos && pos_set(pos, "4/4/4/1G2/g2G w 0", NULL) == ENGINE_OK);
    const struct engine_limits limits = {.depth = 12};
    const struct engine_result early = think(e, pos, &limits);
    CHECK(score_is_win(early.score));
    const int plies = SCORE_MATE - early.score;
    for (int left = 1; left < plies - 1; left++) {
        char text[64];
        snprintf(text, sizeof text, "4/4/4/1G2/g2G w %d", 40 - left);
        REQUIRE(pos_set(pos, text, NULL) == ENGINE_OK);
        CHECK_EQ_INT(think(e, pos, &limits).score, SCORE_DRAW);
    }
    pos_free(pos);
    engine_free(e);
}

/* Table and histories of an engine in a file, and another engine that takes them up: it searches
 * the very nodes that the first one would have searched next. Damaged files are refused. */
static void case_goes_on_from_file(struct test *t)
{
    enum { TAG = 5 };
    static const char *const games[] = {"belarusian", "tamerlane", "bashni"};
    for (size_t g = 0; g < COUNT(games); g++) {
        const struct game *game = games_find(games[g]);
        const struct engine_limits first = {.nodes = 30000}, then = {.nodes = 50000, .depth = 9};
        struct engine *e = new_engine(game, NULL), *other = new_engine(game, NULL);
        struct position *pos = pos_new(game);
        char *bytes = NULL;
        size_t size;
        REQUIRE(e && other && pos);
        think(e, pos, &first);
        FILE *out = open_memstream(&bytes, &size);
        REQUIRE(out && engine_save_hash(e, TAG, out) == ENGINE_OK &&
                engine_save_learnt(e, out) == ENGINE_OK && fclose(out) == 0);
        think(other, pos, &then); /* what it knew before is gone */
        FILE *in = fmemopen(bytes, size, "rb");
        REQUIRE(in && engine_load_hash(other, TAG, in) == ENGINE_OK &&
                engine_load_learnt(other, in) == ENGINE_OK && getc(in) == EOF);
        const long end = ftell(in);
        fclose(in);
        const struct engine_result a = think(e, pos, &then), b = think(other, pos, &then);
        CHECK_EQ_U64(b.nodes, a.nodes);
        CHECK_EQ_INT(b.score, a.score);
        CHECK_EQ_INT(b.best, a.best);
        CHECK_EQ_INT(b.depth, a.depth);
        for (int i = 0; i < 20; i++) {
            /* The histories are at the end. */
            const size_t at = size - 1 - test_random_below(t, 2000);
            bytes[at] ^= 0x10;
            in = fmemopen(bytes, i < 10 ? size : at, "rb");
            REQUIRE(in && engine_load_hash(other, TAG, in) == ENGINE_OK);
            CHECK_EQ_INT(engine_load_learnt(other, in), ENGINE_BAD_FILE);
            fclose(in);
            bytes[at] ^= 0x10;
        }
        CHECK(end == (long)size);
        free(bytes);
        pos_free(pos);
        engine_free(e);
        engine_free(other);
    }
}

/* What was found under other rule options does not stay in the table. */
static void case_options_empty_the_table(struct test *t)
{
    const struct game *game = games_find("tamerlane");
    struct engine *e = new_engine(game, NULL);
    struct position *pos = pos_new(game);
    REQUIRE(e && pos);
    const struct engine_limits limits = {.depth = 7};
    think(e, pos, &limits);
    const uint64_t warm = think(e, pos, &limits).nodes;
    REQUIRE(pos_set_option(pos, "RepetitionDraw", "on") == ENGINE_OK &&
            pos_reset(pos) == ENGINE_OK);
    const uint64_t other = think(e, pos, &limits).nodes;
    CHECK_MSG(other > 2 * warm, "%llu nodes again, %llu under other rules",
              (unsigned long long)warm, (unsigned long long)other);
    pos_free(pos);
    engine_free(e);
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"options empty the table", case_options_empty_the_table},
        {"goes on from a file", case_goes_on_from_file},
        {"same limits, same nodes", case_reproducible},
        {"stop at any node", case_stop_at_any_node},
        {"lines are legal and reach their win", case_lines_are_legal},
        {"depth limit", case_depth_limit},
        {"searchmoves", case_search_moves},
        {"more lines than moves", case_more_lines_than_moves},
        {"repetition", case_repetition},
        {"counter beats a late win", case_counter_beats_late_win},
    };
    return test_main(argc, argv, cases, COUNT(cases));
}
