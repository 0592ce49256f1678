/* Refutations: whatever the solver finds to have no solution it can show to the checker, and what
 * has one nobody can. */
#include "engine/position.h"
#include "engine/solve/solve.h"
#include "tests/solve/brute.h"
#include "tests/support/game_checks.h"
#include "tools/certcheck.h"
#include "tools/certificate.h"
#include "tools/puzzle.h"

static struct solver *make_solver(struct test *t)
{
    const struct solve_options options = {.threads = 1, .hash = 4, .memory = 64};
    struct solver *s = solve_new(&options);
    CHECK(s != NULL);
    return s;
}

/* Solves and, if there is no solution, refutes. True if it was refuted. */
static bool refute(struct test *t, struct solver *s, const struct puzzle *p,
                   struct puzzle_answer *a)
{
    char error[PUZZLE_ERROR_MAX] = "";
    *a = (struct puzzle_answer){0};
    if (!CHECK_EQ_INT(puzzle_solve(s, p, "exhaustive", a, error), ENGINE_OK))
        return false;
    CHECK_MSG(puzzle_refute(s, p, a, error) == ENGINE_OK, "%s", error);
    if (a->verdict != PUZZLE_NO_SOLUTION || a->is_over)
        return false;
    return CHECK(a->certificate != NULL);
}

/* Random positions under every aim that can be forced. The checker has replayed what there is. */
static void refute_random(struct test *t, const char *name, int moves, int count)
{
    const struct game *game = games_find(name);
    struct position *pos = checks_new(t, game);
    struct solver *s = make_solver(t);
    int refuted = 0;
    for (int i = 0; i < count && t->failures == 0; i++) {
        struct solve_task tasks[3] = {{.aim = SOLVE_FORCE, .moves = moves},
                                      {.aim = SOLVE_FORCE, .way = game->win_ways[0], .moves = 2},
                                      {.aim = SOLVE_SELF, .moves = 2}};
        brute_random_position(t, pos);
        for (size_t k = 0; k < COUNT(tasks); k++) {
            struct puzzle p = {.pos = pos, .task = {.solve = tasks[k], .name = "aim"}};
            struct puzzle_answer a;
            refuted += refute(t, s, &p, &a);
            puzzle_answer_fini(&a);
        }
        if (game->draw_ways[0]) {
            struct puzzle p = {.pos = pos, .task = {.solve = {.moves = 2}, .name = "draw"}};
            struct puzzle_answer a;
            p.task.solve.is_draw = true;
            p.task.solve.way = game->draw_ways[0];
            refuted += refute(t, s, &p, &a);
            puzzle_answer_fini(&a);
        }
    }
    printf("# %s: %d refuted\n", name, refuted);
    CHECK(refuted > 0);
    solve_free(s);
    pos_free(pos);
}

static void case_random(struct test *t)
{
    refute_random(t, "belarusian", 3, amount(20, 5, 1000));
    refute_random(t, "tamerlane", 2, amount(20, 5, 1000));
    refute_random(t, "bashni", 4, amount(100, 20, 3000));
}

/* The refutation of the length before the shortest, claimed for the shortest, under a right
 * checksum; and every change of a byte: none may claim more than was proved. */
static void forge(struct test *t, const char *name, const char *fen, int win)
{
    enum { SUM = 40 };
    struct puzzle p = {.pos = checks_new(t, games_find(name)),
                       .task = {.solve = {.moves = win - 1}, .name = "win"}};
    struct solver *s = make_solver(t);
    struct puzzle_answer a;
    char sum[CERTIFICATE_SUM_MAX], why[CERTCHECK_TEXT_MAX], root[GAME_FEN_MAX];
    checks_set(t, p.pos, "forgery", fen);
    p.pos->game->format(p.pos, root);
    REQUIRE(refute(t, s, &p, &a));
    char *claim = strstr(a.certificate, "\nnot ");
    REQUIRE(claim != NULL);
    int accepted = 0;
    for (size_t i = (size_t)(claim - a.certificate); i + SUM < a.certificate_size; i++)
        for (int bit = 0; bit < 8; bit++) {
            struct certcheck_claim c;
            size_t line;
            const char kept = a.certificate[i];
            a.certificate[i] = (char)(kept ^ 1 << bit);
            certificate_sum(a.certificate, a.certificate_size - SUM, sum);
            memcpy(a.certificate + a.certificate_size - SUM, sum, SUM);
            if (certcheck(a.certificate, a.certificate_size, &c, &line, why)) {
                accepted++;
                CHECK_MSG(c.is_refuted && c.moves < win && strcmp(c.fen, root) == 0,
                          "byte %zu, bit %d: not %d", i, bit, c.moves);
            }
            free(c.keys);
            a.certificate[i] = kept;
        }
    printf("# %s: %d changes made no difference\n", name, accepted);
    puzzle_answer_fini(&a);
    puzzle_fini(&p);
    solve_free(s);
}

static void case_forgery(struct test *t)
{
    forge(t, "belarusian", "9/1m2r4/4A4/6k2/6M2/4m1a2/9/9/9 b - 0 1", 2);
    forge(t, "belarusian", "9/9/9/r8/R6a1/2L6/8M/2A6/9 w - 0 1", 3);
    forge(t, "bashni", "B:WKg7(W):Be5(B),Ka7,f8(B),h8:H0:F1", 3);
}

/* Positions that are won at once, by a mate, a tower left without a move, a throne that is won
 * after any reply: the checker sees it though the text denies it. */
static void case_denial(struct test *t)
{
    static const char *const won[][2] = {{"belarusian", "9/G8/9/1L7/3v2K1g/9/1v3a3/9/4A4 w - 0 1"},
                                         {"belarusian", "9/7K1/5ka2/5A3/9/9/9/9/9 b - 0 1"},
                                         {"bashni", "W:WKa1,Ke3,Kh8:BKg7:H0:F1"}};
    for (size_t i = 0; i < COUNT(won); i++) {
        enum { SIZE = 1024 };
        char text[SIZE], why[CERTCHECK_TEXT_MAX];
        struct certcheck_claim c;
        size_t line;
        const int length = snprintf(text, SIZE,
                                    "citadel certificate 1\ngame %s\nposition %s\n"
                                    "aim force win any\nnot 1\nrefuted 0\nnodes 0\n",
                                    won[i][0], won[i][1]);
        certificate_sum(text, (size_t)length, text + length);
        CHECK_MSG(!certcheck(text, strlen(text), &c, &line, why), "%s", won[i][1]);
        CHECK_MSG(strstr(why, "reaches the aim") != NULL, "%s: %s", won[i][1], why);
        free(c.keys);
    }
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"random", case_random}, {"forgery", case_forgery}, {"denial", case_denial}};
    return test_main(argc, argv, cases, COUNT(cases));
}
