/* The search against plain minimax on the toy game: same score at every depth with the sound
 * heuristics, alone and together; same wins with all of them. */
#include "engine/search.h"
#include "tests/harness.h"
#include "tests/search/toy.h"

enum { UNDO_MAX = 64, DEPTH_TEST = 6 };

/* --- plain minimax, the rules of struct game taken literally --- */

struct minimax {
    const struct game *game;
    struct position *pos;
    bool quiescence;
};

/* Captures and forcing moves only; stand pat unless in check or captures are mandatory. */
static score_t quiesce(struct minimax *mm, int ply, score_t alpha, score_t beta)
{
    const struct game *game = mm->game;
    score_t best = -SCORE_INFINITE;
    if (game->decided(mm->pos, ply, &best))
        return best;
    struct move_entry moves[64];
    const bool in_check = game->in_check(mm->pos);
    const struct move_entry *end =
        game->generate(mm->pos, in_check ? GEN_EVASIONS : GEN_TACTICAL, moves);
    bool may_stand = !in_check;
    for (const struct move_entry *m = moves; m < end; m++)
        may_stand &= !(game->captures_mandatory && (m->flags & MOVE_CAPTURE));
    if (may_stand)
        best = game->evaluate(mm->pos);
    else if (moves == end)
        return game->no_moves(mm->pos, ply);
    for (const struct move_entry *m = moves; m < end && best < beta; m++) {
        unsigned char undo[UNDO_MAX];
        game->make(mm->pos, m, undo);
        const score_t score = -quiesce(mm, ply + 1, -beta, -(best > alpha ? best : alpha));
        game->unmake(mm->pos, m, undo);
        best = score > best ? score : best;
    }
    return best;
}

/* Alpha-beta in its textbook form, itself checked against the form without bounds below. */
static score_t minimax(struct minimax *mm, int depth, int ply, score_t alpha, score_t beta)
{
    const struct game *game = mm->game;
    score_t best = -SCORE_INFINITE;
    if (ply > 0 && game->decided(mm->pos, ply, &best))
        return best;
    if (depth == 0)
        return mm->quiescence ? quiesce(mm, ply, alpha, beta) : game->evaluate(mm->pos);
    struct move_entry moves[64];
    const struct move_entry *end = game->generate(mm->pos, GEN_ALL, moves);
    if (moves == end)
        return game->no_moves(mm->pos, ply);
    for (const struct move_entry *m = moves; m < end && best < beta; m++) {
        unsigned char undo[UNDO_MAX];
        game->make(mm->pos, m, undo);
        const score_t score =
            -minimax(mm, depth - 1, ply + 1, -beta, -(best > alpha ? best : alpha));
        game->unmake(mm->pos, m, undo);
        best = score > best ? score : best;
    }
    return best;
}

static score_t full_minimax(struct minimax *mm, int depth, int ply)
{
    score_t best = -SCORE_INFINITE;
    if (ply > 0 && mm->game->decided(mm->pos, ply, &best))
        return best;
    if (depth == 0)
        return mm->game->evaluate(mm->pos);
    struct move_entry moves[64];
    const struct move_entry *end = mm->game->generate(mm->pos, GEN_ALL, moves);
    if (moves == end)
        return mm->game->no_moves(mm->pos, ply);
    for (const struct move_entry *m = moves; m < end; m++) {
        unsigned char undo[UNDO_MAX];
        mm->game->make(mm->pos, m, undo);
        const score_t score = -full_minimax(mm, depth - 1, ply + 1);
        mm->game->unmake(mm->pos, m, undo);
        best = score > best ? score : best;
    }
    return best;
}

/* --- helpers --- */

/* A random position that is not over, with 1 to 4 pieces a side. Caller frees. */
static struct position *random_position(struct test *t, const struct game *game)
{
    struct position *pos = pos_new(game);
    for (;;) {
        char cells[TOY_SQUARES + 1];
        memset(cells, '1', TOY_SQUARES);
        for (int i = 0; i < 8; i++)
            if (i % 4 == 0 || test_random_below(t, 3) > 0)
                cells[test_random_below(t, TOY_SQUARES)] =
                    "MMMGmmmg"[i / 4 * 4 + (int)test_random_below(t, 4)];
        char text[64];
        snprintf(text, sizeof text, "%.4s/%.4s/%.4s/%.4s/%.4s %c %u", cells, cells + 4, cells + 8,
                 cells + 12, cells + 16, "wb"[test_random_below(t, 2)],
                 (unsigned)test_random_below(t, 4));
        score_t score;
        if (pos_set(pos, text, NULL) == ENGINE_OK && !game->decided(pos, 0, &score) &&
            game->count(pos) > 0)
            return pos;
    }
}

static struct engine_result think(struct engine *e, const struct position *pos,
                                  const struct engine_limits *limits)
{
    engine_clear(e);
    engine_set_position(e, pos);
    engine_go(e, limits);
    engine_wait(e);
    return engine_last_result(e);
}

static struct engine *new_engine(const struct game *game, unsigned features)
{
    struct engine *e = engine_new(game, NULL);
    if (e) {
        engine_set_hash(e, 1);
        engine_set_features(e, features);
    }
    return e;
}

static void check_depths(struct test *t, struct engine *e, const struct game *game,
                         unsigned features, int positions)
{
    engine_set_features(e, features);
    for (int i = 0; i < positions && t->failures == 0; i++) {
        struct position *pos = random_position(t, game);
        struct minimax mm = {game, pos, (features & SEARCH_QUIESCENCE) != 0};
        for (int depth = 1; depth <= DEPTH_TEST; depth++) {
            const struct engine_limits limits = {.depth = depth};
            char text[GAME_FEN_MAX];
            game->format(pos, text);
            const score_t expected = minimax(&mm, depth, 0, -SCORE_INFINITE, SCORE_INFINITE);
            const struct engine_result result = think(e, pos, &limits);
            CHECK_MSG(result.score == expected, "%s depth %d features %#x: %d, not %d", text, depth,
                      features, result.score, expected);
        }
        pos_free(pos);
    }
}

static int rounds(int many)
{
    return test_fast_wanted() ? many / 10 + 1 : test_long_wanted() ? many * 10 : many;
}

/* --- cases --- */

static void case_reference(struct test *t)
{
    for (int i = 0; i < rounds(30); i++) {
        struct position *pos = random_position(t, &toy_game);
        struct minimax mm = {&toy_game, pos, false};
        for (int depth = 1; depth <= 4; depth++)
            CHECK_EQ_INT(minimax(&mm, depth, 0, -SCORE_INFINITE, SCORE_INFINITE),
                         full_minimax(&mm, depth, 0));
        pos_free(pos);
    }
}

static void check_both(struct test *t, struct engine *e, unsigned features, int positions)
{
    check_depths(t, e, &toy_game, features, positions);
    check_depths(t, e, &toy_mandatory, features, positions);
}

static void case_bare(struct test *t)
{
    struct engine *e = new_engine(&toy_game, 0);
    REQUIRE(e);
    check_both(t, e, 0, rounds(40));
    check_both(t, e, SEARCH_QUIESCENCE | SEARCH_EVASIONS, rounds(40));
    engine_free(e);
}

static void case_sound_alone(struct test *t)
{
    struct engine *e = new_engine(&toy_game, 0);
    REQUIRE(e);
    for (unsigned bit = 1; bit < SEARCH_SOUND; bit <<= 1)
        check_both(t, e, bit, rounds(20));
    engine_free(e);
}

static void case_sound_together(struct test *t)
{
    struct engine *e = new_engine(&toy_game, 0);
    REQUIRE(e);
    check_both(t, e, SEARCH_SOUND, rounds(80));
    check_both(t, e, SEARCH_SOUND | SEARCH_QUIESCENCE, rounds(40));
    for (int i = 0; i < 20; i++)
        check_depths(t, e, i % 2 ? &toy_game : &toy_mandatory,
                     (unsigned)test_random_below(t, SEARCH_SOUND), rounds(10));
    engine_free(e);
}

/* Workers take iterations over from each other, whole: without a table, where deeper results would
 * get in, the score is that of the depth asked for. */
static void case_several_workers(struct test *t)
{
    struct engine *e = new_engine(&toy_game, 0);
    REQUIRE(e);
    for (unsigned threads = 2; threads <= 5; threads++) {
        REQUIRE(engine_set_threads(e, threads) == ENGINE_OK);
        check_both(t, e, SEARCH_SOUND & ~(unsigned)SEARCH_TT, rounds(40));
    }
    engine_free(e);
}

/* A loss, and not in fewer of the winner's moves than expected; how it ends may differ. */
static bool is_loss_no_sooner(score_t score, score_t expected)
{
    return score_is_loss(score) && score_win_moves(score) <= score_win_moves(expected);
}

/* Every decisive claim of the complete search is true, and no win in fewer moves exists; how soon a
 * loss comes, selective search may not see. The clock is not in the key of the cyclic game, so
 * table entries travel between plies here. */
static void case_decisive(struct test *t)
{
    const struct game *const games[] = {&toy_game, &toy_mandatory, &toy_cyclic};
    int decisive = 0;
    for (size_t g = 0; g < COUNT(games); g++) {
        struct engine *e = new_engine(games[g], SEARCH_ALL);
        REQUIRE(e);
        for (int i = 0; i < rounds(150) && t->failures == 0; i++) {
            struct position *pos = random_position(t, games[g]);
            struct minimax mm = {games[g], pos, false};
            char text[GAME_FEN_MAX];
            games[g]->format(pos, text);
            const score_t expected = minimax(&mm, DEPTH_TEST, 0, -SCORE_INFINITE, SCORE_INFINITE);
            const struct engine_limits limits = {.depth = 2 * DEPTH_TEST + 2};
            const struct engine_result result = think(e, pos, &limits);
            const int distance = SCORE_MATE - abs(result.score);
            if (score_is_win(expected))
                CHECK_MSG(score_is_win(result.score) &&
                              score_win_moves(result.score) == score_win_moves(expected),
                          "%s %s: %d, not %d", games[g]->name, text, result.score, expected);
            else if (score_is_loss(expected))
                CHECK_MSG(is_loss_no_sooner(result.score, expected), "%s %s: %d, not %d",
                          games[g]->name, text, result.score, expected);
            else if (score_is_decisive(result.score))
                CHECK_MSG(distance >= DEPTH_TEST - 1, "%s: %d, not %d", text, result.score,
                          expected);
            decisive += score_is_decisive(expected);
            pos_free(pos);
        }
        engine_free(e);
    }
    CHECK(decisive > 20);
}

/* Two guards hunt one, with the table of earlier hunts still warm: the same positions come up at
 * all distances from the root, so win scores have to be kept relative to the node. */
static void case_warm_table(struct test *t)
{
    struct engine *e = new_engine(&toy_cyclic, SEARCH_ALL);
    struct position *pos = pos_new(&toy_cyclic);
    REQUIRE(e && pos);
    struct minimax mm = {&toy_cyclic, pos, false};
    int decisive = 0;
    for (int i = 0; i < rounds(150) && t->failures == 0; i++) {
        char cells[TOY_SQUARES + 1];
        memset(cells, '1', TOY_SQUARES);
        for (int k = 0; k < 3; k++)
            cells[test_random_below(t, TOY_SQUARES)] = "gGG"[k];
        char text[64];
        snprintf(text, sizeof text, "%.4s/%.4s/%.4s/%.4s/%.4s %c 0", cells, cells + 4, cells + 8,
                 cells + 12, cells + 16, "wb"[test_random_below(t, 2)]);
        score_t over;
        if (pos_set(pos, text, NULL) != ENGINE_OK || toy_cyclic.decided(pos, 0, &over))
            continue;
        const score_t expected = minimax(&mm, 8, 0, -SCORE_INFINITE, SCORE_INFINITE);
        const struct engine_limits limits = {.depth = 12};
        engine_set_position(e, pos);
        engine_go(e, &limits);
        engine_wait(e);
        const score_t score = engine_last_result(e).score;
        /* Short wins are proved shortest; a loss is a proof too, but selective search may not see
         * how soon it comes. */
        if (score_is_win(expected))
            CHECK_MSG(score == expected, "%s: %d, not %d", text, score, expected);
        else if (score_is_loss(expected))
            CHECK_MSG(is_loss_no_sooner(score, expected), "%s: %d, not %d", text, score, expected);
        decisive += score_is_decisive(expected);
    }
    CHECK(decisive > 5);
    pos_free(pos);
    engine_free(e);
}

/* `mate` N answers exactly the positions with a win in at most N moves, and with the shortest. */
static void case_mate_limit(struct test *t)
{
    int wins = 0;
    struct engine *e = new_engine(&toy_cyclic, SEARCH_ALL);
    REQUIRE(e);
    for (int i = 0; i < rounds(200) && t->failures == 0; i++) {
        struct position *pos = random_position(t, &toy_cyclic);
        struct minimax mm = {&toy_cyclic, pos, false};
        const int moves = 1 + (int)test_random_below(t, 3);
        const score_t expected = minimax(&mm, 2 * moves, 0, -SCORE_INFINITE, SCORE_INFINITE);
        const bool has_win = score_is_win(expected) && score_win_moves(expected) <= moves;
        const struct engine_limits limits = {.mate = moves};
        const struct engine_result result = think(e, pos, &limits);
        const bool found = score_is_win(result.score) && score_win_moves(result.score) <= moves;
        char text[GAME_FEN_MAX];
        toy_cyclic.format(pos, text);
        CHECK_MSG(found == has_win, "%s mate %d: %d, not %d", text, moves, result.score, expected);
        if (has_win)
            CHECK_MSG(result.score == expected, "%s: %d, not %d", text, result.score, expected);
        CHECK(result.best != MOVE_NONE);
        wins += has_win;
        pos_free(pos);
    }
    engine_free(e);
    CHECK(wins > 10 || test_fast_wanted());
}

enum { LINES = 3 };

struct line_log {
    score_t score[LINES + 1];
    move_t move[LINES + 1];
};

static void log_line(void *context, const struct engine_info *info)
{
    struct line_log *log = context;
    if (info->multipv <= LINES && info->pv_nb > 0) {
        log->score[info->multipv] = info->score;
        log->move[info->multipv] = info->pv[0];
    }
}

/* Line k of MultiPV is what a search without the k - 1 better moves finds. */
static void case_multipv(struct test *t)
{
    struct line_log log;
    const struct engine_callbacks callbacks = {.on_info = log_line, .context = &log};
    struct engine *e = engine_new(&toy_game, &callbacks);
    REQUIRE(e);
    engine_set_hash(e, 1);
    engine_set_features(e, SEARCH_SOUND);
    for (int i = 0; i < rounds(40) && t->failures == 0; i++) {
        struct position *pos = random_position(t, &toy_game);
        memset(&log, 0, sizeof log);
        struct engine_limits limits = {.depth = 1 + (int)test_random_below(t, DEPTH_TEST)};
        engine_set_multipv(e, LINES);
        think(e, pos, &limits);
        const struct line_log lines = log;

        struct move_entry moves[64];
        move_t left[64];
        size_t nb = (size_t)(toy_game.generate(pos, GEN_ALL, moves) - moves);
        for (size_t k = 0; k < nb; k++)
            left[k] = moves[k].move;
        engine_set_multipv(e, 1);
        for (int line = 1; line <= LINES && nb > 0; line++) {
            limits.search_moves = left;
            limits.search_moves_nb = nb;
            const struct engine_result result = think(e, pos, &limits);
            CHECK_EQ_INT(result.score, lines.score[line]);
            size_t kept = 0;
            for (size_t k = 0; k < nb; k++)
                if (left[k] != lines.move[line])
                    left[kept++] = left[k];
            CHECK(kept == nb - 1);
            nb = kept;
        }
        pos_free(pos);
    }
    engine_free(e);
}

/* Any number of threads finds the same wins and losses. */
static void case_threads(struct test *t)
{
    struct engine *e = new_engine(&toy_cyclic, SEARCH_ALL);
    REQUIRE(e);
    for (int i = 0; i < rounds(20) && t->failures == 0; i++) {
        struct position *pos = random_position(t, &toy_cyclic);
        struct minimax mm = {&toy_cyclic, pos, false};
        const score_t expected = minimax(&mm, DEPTH_TEST, 0, -SCORE_INFINITE, SCORE_INFINITE);
        for (unsigned threads = 1; score_is_decisive(expected) && threads <= 4; threads++) {
            CHECK_EQ_INT(engine_set_threads(e, threads), ENGINE_OK);
            const struct engine_limits limits = {.depth = 2 * DEPTH_TEST + 2};
            CHECK_EQ_INT(think(e, pos, &limits).score, expected);
        }
        pos_free(pos);
    }
    engine_free(e);
}

/* A root that is over has no best move, and the score says how it ended. */
static void case_decided_root(struct test *t)
{
    static const struct {
        const char *text;
        score_t score;
    } roots[] = {
        {"M3/4/4/4/3m w 0", SCORE_MATE + 1},  /* arrived, and it is his turn */
        {"M3/4/4/4/4 b 0", 1 - SCORE_MATE},   /* nothing left */
        {"M3/4/3m/3M/4 b 0", 1 - SCORE_MATE}, /* no move at all in check */
        {"4/4/m3/M3/4 b 0", SCORE_DRAW},      /* blocked */
    };
    struct engine *e = new_engine(&toy_game, SEARCH_ALL);
    struct position *pos = pos_new(&toy_game);
    REQUIRE(e && pos);
    for (size_t i = 0; i < COUNT(roots); i++) {
        REQUIRE(pos_set(pos, roots[i].text, NULL) == ENGINE_OK);
        const struct engine_limits limits = {.depth = 3};
        const struct engine_result result = think(e, pos, &limits);
        CHECK_EQ_INT(result.best, MOVE_NONE);
        CHECK_EQ_INT(result.score, roots[i].score);
    }
    pos_free(pos);
    engine_free(e);
}

/* A draw by the counter stands between a root that has reached it and its children, not at the
 * root: the program is asked for a move and gives one. */
static void case_counter_at_root(struct test *t)
{
    struct engine *e = new_engine(&toy_game, SEARCH_ALL);
    struct position *pos = pos_new(&toy_game);
    REQUIRE(e && pos && pos_set(pos, "g3/4/4/4/3G w 40", NULL) == ENGINE_OK);
    const struct engine_limits limits = {.depth = 4};
    const struct engine_result result = think(e, pos, &limits);
    CHECK(result.best != MOVE_NONE);
    CHECK_EQ_INT(result.score, SCORE_DRAW);
    CHECK_EQ_INT(engine_set_contempt(e, 30), ENGINE_OK);
    CHECK_EQ_INT(think(e, pos, &limits).score, -30);
    pos_free(pos);
    engine_free(e);
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"reference minimax", case_reference},
        {"no heuristics", case_bare},
        {"sound heuristics one by one", case_sound_alone},
        {"sound heuristics in any combination", case_sound_together},
        {"several workers", case_several_workers},
        {"all heuristics: wins and losses", case_decisive},
        {"wins with a warm table", case_warm_table},
        {"mate limit is a proof", case_mate_limit},
        {"multipv equals searchmoves", case_multipv},
        {"threads agree on wins", case_threads},
        {"root that is over", case_decided_root},
        {"counter draw at the root", case_counter_at_root},
    };
    return test_main(argc, argv, cases, COUNT(cases));
}
