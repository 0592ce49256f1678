/* Puzzles answered by closures: the same as by search, with everything that is asked afterwards. */
#include "engine/position.h"
#include "engine/solve/solve.h"
#include "tests/solve/brute.h"
#include "tests/support/game_checks.h"

enum { LENGTH = 4, MEBIBYTES = 8 };

static struct solver *make_solver(struct test *t, unsigned threads, size_t memory)
{
    const struct solve_options options = {.threads = threads, .hash = 1, .memory = memory};
    struct solver *s = solve_new(&options);
    CHECK(s != NULL);
    return s;
}

/* Number of nodes of the proofs of all keys, 0 if something goes wrong. */
static uint32_t proof_size(struct test *t, struct solver *s, const struct position *pos,
                           const struct solve_result *r)
{
    struct solve_proof *proof = solve_proof_new(NULL, NULL);
    uint32_t number, size = 0;
    bool ok = proof && CHECK_EQ_INT(solve_goto(s, pos), ENGINE_OK);
    for (size_t i = 0; i < r->moves_nb && ok; i++)
        if (r->moves[i].win != 0 && r->moves[i].win == r->win)
            ok = CHECK_EQ_INT(solve_proof_add(proof, s, &r->moves[i].entry, r->win, &number),
                              SOLVE_YES);
    if (ok)
        size = solve_proof_size(proof);
    solve_proof_free(proof);
    return size;
}

static void compare(struct test *t, const struct position *pos, struct solver *searching,
                    struct solver *closing, struct position *longest, int *closed, int *won)
{
    struct solve_task task = {.method = SOLVE_EXHAUSTIVE, .moves = LENGTH};
    struct solve_result a, b;
    struct solve_closure closure;
    char fen[GAME_FEN_MAX];
    pos->game->format(pos, fen);
    REQUIRE(solve_run(searching, pos, &task, &a) == ENGINE_OK);
    CHECK(!solve_closure_of(searching, &closure, longest));
    task.method = SOLVE_CLOSURE;
    REQUIRE(solve_run(closing, pos, &task, &b) == ENGINE_OK);
    if (!solve_closure_of(closing, &closure, longest)) {
        CHECK_MSG(b.outcome == SOLVE_OPEN && b.win == 0, "%s: decided by nothing", fen);
        return;
    }
    ++*closed;
    *won += a.win > 0;
    CHECK_MSG(a.outcome == b.outcome && a.win == b.win, "%s: win %d, by closure %d", fen, a.win,
              b.win);
    CHECK_MSG(!b.is_final || a.win == 0, "%s: won, and never won", fen);
    CHECK(closure.states > 0 && closure.bytes > 0);
    for (size_t i = 0; i < a.moves_nb; i++) {
        const struct solve_move *x = &a.moves[i], *y = &b.moves[i];
        CHECK_MSG((x->win == a.win) == (y->win == a.win), "%s: move %zu", fen, i);
        CHECK_MSG(y->win == 0 || y->no_win == y->win - 1, "%s: move %zu", fen, i);
    }
    if (a.win > 0)
        CHECK_EQ_U64(proof_size(t, closing, pos, &b), proof_size(t, searching, pos, &a));
}

/* Towers of a position by its text: each stands on one numbered rank. */
static int count_towers(const struct position *pos)
{
    char fen[GAME_FEN_MAX];
    int towers = 0;
    pos->game->format(pos, fen);
    const char *end = strstr(fen, ":H");
    for (const char *c = fen; c < end; c++)
        towers += *c >= '1' && *c <= '8';
    return towers;
}

static void case_random(struct test *t)
{
    struct position *pos = checks_new(t, games_find("bashni")), *longest = pos_new_like(pos);
    struct solver *searching = make_solver(t, 1, 0), *closing = make_solver(t, 2, MEBIBYTES);
    int closed = 0, won = 0;
    for (int i = 0; i < amount(100, 40, 1000) && t->failures == 0; i++) {
        do
            brute_random_position(t, pos);
        while (count_towers(pos) > 3);
        compare(t, pos, searching, closing, longest, &closed, &won);
    }
    printf("# %d closures, %d positions won in %d\n", closed, won, (int)LENGTH);
    CHECK(closed > 5);
    CHECK(won > 2);
    solve_free(searching);
    solve_free(closing);
    pos_free(longest);
    pos_free(pos);
}

/* Without a length: the longest win that three towers can have, and a draw that is proved one. */
static void case_long(struct test *t)
{
    struct position *pos = checks_new(t, games_find("bashni")), *longest = pos_new_like(pos);
    struct solver *s = make_solver(t, 1, MEBIBYTES);
    struct solve_task task = {.method = SOLVE_NUMBERS, .may_close = true, .moves = SOLVE_MOVES_MAX};
    struct solve_result r;
    struct solve_closure closure;
    checks_set(t, pos, "long", "W:Wc5:Bd8,f8:H0:F1");
    REQUIRE(solve_run(s, pos, &task, &r) == ENGINE_OK);
    CHECK_EQ_INT(r.win, 13);
    CHECK(solve_closure_of(s, &closure, longest));
    CHECK_EQ_INT(closure.longest, 25);
    CHECK(pos_set(pos, "W:WKa1:BKa3:H0:F1", NULL) == ENGINE_OK);
    REQUIRE(solve_run(s, pos, &task, &r) == ENGINE_OK);
    CHECK_EQ_INT(r.outcome, SOLVE_NONE);
    CHECK(r.is_final);
    /* The count can run out first: three plies pass before the first capture. */
    checks_set(t, pos, "clock", "W:Wc5:Bd8,f8:H28:F1");
    REQUIRE(solve_run(s, pos, &task, &r) == ENGINE_OK);
    CHECK_EQ_INT(solve_closure_of(s, &closure, longest), true);
    CHECK_EQ_INT(r.win, 0);
    CHECK(r.is_final);
    solve_free(s);
    pos_free(longest);
    pos_free(pos);
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {{"random", case_random}, {"long", case_long}};
    return test_main(argc, argv, cases, COUNT(cases));
}
