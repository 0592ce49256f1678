/* Holding for ever: against closures, against the search for the attacker's win, and what its
 * certificates are worth. */
#include "engine/position.h"
#include "engine/solve/solve.h"
#include "tests/solve/brute.h"
#include "tests/support/game_checks.h"
#include "tools/certcheck.h"
#include "tools/certificate.h"
#include "tools/puzzle.h"

static struct solver *make_solver(struct test *t, size_t memory, uint64_t nodes)
{
    const struct solve_options options = {
        .threads = 1, .hash = 4, .memory = memory, .nodes = nodes};
    struct solver *s = solve_new(&options);
    CHECK(s != NULL);
    return s;
}

/* --- against closures --- */

static int count_towers(const char *fen)
{
    int towers = 0;
    for (const char *end = strstr(fen, ":H"); fen < end; fen++)
        towers += *fen >= '1' && *fen <= '8';
    return towers;
}

/* A closure knows with counters; the strategy without. Where both decide, they agree, and what the
 * strategy holds, the closure does. */
static void case_closures(struct test *t)
{
    enum { MEBIBYTES = 8, NODES = 200000 };
    struct position *pos = checks_new(t, games_find("bashni"));
    struct solver *by_closure = make_solver(t, MEBIBYTES, 0),
                  *by_strategy = make_solver(t, 64, NODES);
    int held = 0, lost = 0;
    for (int i = 0; i < amount(80, 60, 1500) && t->failures == 0; i++) {
        struct solve_task task = {.aim = SOLVE_HOLD, .moves = 1, .may_close = true};
        struct solve_result a, b;
        char fen[GAME_FEN_MAX];
        do {
            brute_random_position(t, pos);
            pos->game->format(pos, fen);
        } while (count_towers(fen) > 3);
        REQUIRE(solve_run(by_closure, pos, &task, &a) == ENGINE_OK);
        task.may_close = false;
        REQUIRE(solve_run(by_strategy, pos, &task, &b) == ENGINE_OK);
        for (size_t k = 0; k < a.moves_nb; k++) {
            const struct solve_move *x = &a.moves[k], *y = &b.moves[k];
            CHECK_MSG(!(x->win && y->no_win) && !(x->no_win && y->win), "%s: move %zu: %d %d", fen,
                      k, x->win, y->win);
            held += x->win && y->win;
            lost += x->no_win && y->no_win;
        }
    }
    printf("# moves that hold: %d, that lose: %d\n", held, lost);
    CHECK(held > 10);
    CHECK(lost > 10);
    solve_free(by_closure);
    solve_free(by_strategy);
    pos_free(pos);
}

/* --- against the search --- */

/* Moves that lose must do so in the exhaustive search, the others not soon. */
static void compare_moves(struct test *t, struct solver *s, struct position *pos,
                          const struct puzzle_answer *a, int counts[2])
{
    enum { LOSS_MAX = 14, SOON = 3 };
    union undo undo;
    char fen[GAME_FEN_MAX];
    pos->game->format(pos, fen);
    pos_reserve(pos, 2);
    for (size_t i = 0; i < a->moves_nb; i++) {
        const struct puzzle_move *m = &a->moves[i];
        const bool holds = m->move.win != 0;
        const struct solve_task task = {.moves = holds ? SOON : LOSS_MAX};
        struct solve_result r;
        if (!holds && !m->move.no_win)
            continue;
        pos->game->make(pos, &m->move.entry, &undo);
        if (CHECK_EQ_INT(solve_run(s, pos, &task, &r), ENGINE_OK))
            CHECK_MSG(holds ? r.win == 0 : r.outcome != SOLVE_NONE || r.is_over,
                      "%s, %s: holds %d, win %d", fen, m->text, holds, r.win);
        counts[holds]++;
        pos->game->unmake(pos, &m->move.entry, &undo);
    }
}

static void compare_search(struct test *t, const char *name, int letters_max, int count)
{
    struct position *pos = checks_new(t, games_find(name));
    struct solver *holding = make_solver(t, 64, 300000), *winning = make_solver(t, 4, 300000);
    int counts[2] = {0}, decided = 0;
    for (int i = 0; i < count && t->failures == 0; i++) {
        struct puzzle p = {.pos = pos, .task = {.solve = {.aim = SOLVE_HOLD}, .name = "draw"}};
        struct puzzle_answer a;
        char fen[GAME_FEN_MAX], error[PUZZLE_ERROR_MAX] = "";
        int letters;
        do {
            brute_random_position(t, pos);
            pos->clock = 0;
            pos->game->format(pos, fen);
            letters = 0;
            for (const char *c = fen; *c != ' '; c++)
                letters += (*c | 32) >= 'a' && (*c | 32) <= 'z';
        } while (letters > letters_max);
        REQUIRE(puzzle_solve(holding, &p, NULL, &a, error) == ENGINE_OK);
        CHECK_EQ_STR(error, "");
        decided += a.verdict != PUZZLE_UNDECIDED;
        CHECK((a.verdict != PUZZLE_SOUND && a.verdict != PUZZLE_COOKED) || a.certificate);
        compare_moves(t, winning, pos, &a, counts);
        puzzle_answer_fini(&a);
    }
    printf("# %s: %d of %d positions decided, moves that hold: %d, that lose: %d\n", name, decided,
           count, counts[1], counts[0]);
    CHECK(counts[0] + counts[1] > 0);
    solve_free(holding);
    solve_free(winning);
    pos_free(pos);
}

static void case_search(struct test *t)
{
    compare_search(t, "belarusian", 3, amount(8, 3, 300));
    compare_search(t, "tamerlane", 4, amount(3, 2, 50));
}

/* --- forgeries --- */

/* Whatever bit is changed, even under a right checksum, no move becomes a key that is none. */
static void case_forgery(struct test *t)
{
    enum { SUM = 40 };
    const char *const keys = "i1h1,i1h2,i1i2";
    struct puzzle p = {.pos = checks_new(t, games_find("belarusian")),
                       .task = {.solve = {.aim = SOLVE_HOLD}, .name = "draw"}};
    struct solver *s = make_solver(t, 64, 0);
    struct puzzle_answer a;
    char error[PUZZLE_ERROR_MAX], sum[CERTIFICATE_SUM_MAX], why[CERTCHECK_TEXT_MAX];
    checks_set(t, p.pos, "forgery", "9/9/9/9/9/9/9/A8/8a b - 0 1");
    REQUIRE(puzzle_solve(s, &p, NULL, &a, error) == ENGINE_OK && a.certificate);
    const size_t step = (size_t)amount(29, 97, 1);
    int accepted = 0;
    for (size_t i = 0; i + SUM < a.certificate_size; i += i < 400 ? 1 : step) {
        struct certcheck_claim claim;
        size_t line;
        const char kept = a.certificate[i];
        a.certificate[i] = (char)(kept ^ 1 << test_random_below(t, 7));
        certificate_sum(a.certificate, a.certificate_size - SUM, sum);
        memcpy(a.certificate + a.certificate_size - SUM, sum, SUM);
        if (certcheck(a.certificate, a.certificate_size, &claim, &line, why)) {
            accepted++;
            CHECK_MSG(strstr(keys, claim.keys) != NULL, "byte %zu: keys %s", i, claim.keys);
        }
        free(claim.keys);
        a.certificate[i] = kept;
    }
    printf("# %d changes made no difference\n", accepted);
    puzzle_answer_fini(&a);
    puzzle_fini(&p);
    solve_free(s);
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {{"against closures", case_closures},
                                             {"against the search", case_search},
                                             {"forgery", case_forgery}};
    return test_main(argc, argv, cases, COUNT(cases));
}
