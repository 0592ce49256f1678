/* The clock policy as arithmetic: limits are positive, ordered, and never promise more time than
 * there is. */
#include "engine/timeman.h"
#include "tests/harness.h"

static const int64_t OVERHEAD = 10;

static struct time_budget budget_of(int64_t left, int64_t increment, int moves_to_go)
{
    const struct engine_limits limits = {.clocks = true,
                                         .time_ms = {left, 7},
                                         .increment_ms = {increment, 7},
                                         .moves_to_go = moves_to_go};
    return timeman_budget(&limits, WHITE, OVERHEAD);
}

static void case_never_more_than_there_is(struct test *t)
{
    for (int i = 0; i < 100000; i++) {
        const int64_t left = (int64_t)test_random_below(t, i % 2 ? 500 : 10000000);
        const int64_t increment = (int64_t)test_random_below(t, i % 3 ? 1 : 60000);
        const int moves = (int)test_random_below(t, 60);
        const struct time_budget budget = budget_of(left, increment, moves);
        CHECK(budget.is_clock);
        CHECK(budget.soft_ms >= 1 && budget.soft_ms <= budget.hard_ms);
        CHECK(budget.hard_ms <= left - OVERHEAD || budget.hard_ms == 1);
        const struct time_view view = {.depth = 20,
                                       .changes = (double)test_random_below(t, 40) / 10,
                                       .fall = (score_t)test_random_below(t, 1000) - 500,
                                       .best_share = (int)test_random_below(t, 101)};
        const int64_t soft = timeman_soft_ms(&budget, &view);
        CHECK(soft >= 1 && soft <= budget.hard_ms);
    }
}

/* A whole game at the soft limit, move after move, does not lose on time. */
static void case_whole_games(struct test *t)
{
    static const struct {
        int64_t left, increment;
        int moves_to_go;
    } clocks[] = {{60000, 0, 0}, {1000, 0, 0}, {10000, 100, 0}, {300000, 3000, 40}, {5000, 0, 40}};
    for (size_t i = 0; i < COUNT(clocks); i++) {
        int64_t left = clocks[i].left;
        int to_go = clocks[i].moves_to_go;
        for (int move = 0; move < 150; move++) {
            const struct time_budget budget = budget_of(left, clocks[i].increment, to_go);
            const int64_t used = move % 10 == 0 ? budget.hard_ms : budget.soft_ms;
            left -= used + OVERHEAD / 2;
            CHECK_MSG(left >= 0 || clocks[i].left < 2000, "clock %zu move %d: %lld", i, move,
                      (long long)left);
            left += clocks[i].increment;
            if (clocks[i].moves_to_go != 0 && --to_go == 0) {
                to_go = clocks[i].moves_to_go;
                left += clocks[i].left;
            }
        }
    }
}

static void case_last_move_before_control(struct test *t)
{
    CHECK(budget_of(10000, 0, 1).hard_ms > 5000);
    CHECK(budget_of(10000, 0, 1).hard_ms <= 10000 - OVERHEAD);
    CHECK(budget_of(10000, 0, 2).hard_ms < 8000);
}

static void case_own_clock_is_read(struct test *t)
{
    const struct engine_limits limits = {.clocks = true, .time_ms = {100, 100000}};
    CHECK(timeman_budget(&limits, WHITE, 0).hard_ms <= 100);
    CHECK(timeman_budget(&limits, BLACK, 0).soft_ms > 500);
}

static void case_movetime(struct test *t)
{
    struct engine_limits limits = {.movetime_ms = 250};
    struct time_budget budget = timeman_budget(&limits, WHITE, OVERHEAD);
    CHECK_EQ_INT(budget.hard_ms, 250); /* it is used up, so there is no soft limit */
    CHECK(budget.soft_ms == INT64_MAX && !budget.is_clock);
    limits.clocks = true;
    limits.time_ms[WHITE] = 1000000;
    budget = timeman_budget(&limits, WHITE, OVERHEAD);
    CHECK(budget.hard_ms <= 250 && budget.soft_ms <= 250);
}

static void case_no_limit(struct test *t)
{
    const struct engine_limits limits = {.depth = 7};
    const struct time_budget budget = timeman_budget(&limits, WHITE, OVERHEAD);
    const struct time_view view = {.depth = 1};
    CHECK(budget.hard_ms == INT64_MAX && budget.soft_ms == INT64_MAX);
    CHECK(timeman_soft_ms(&budget, &view) == INT64_MAX);
}

/* An unstable move or a falling score earns time, an easy move gives some back. */
static void case_stretching(struct test *t)
{
    const struct time_budget budget = budget_of(600000, 0, 0);
    const struct time_view calm = {.depth = 12, .best_share = 50};
    struct time_view view = calm;
    view.changes = 2.0;
    CHECK(timeman_soft_ms(&budget, &view) > timeman_soft_ms(&budget, &calm));
    view = calm;
    view.fall = 80;
    CHECK(timeman_soft_ms(&budget, &view) > timeman_soft_ms(&budget, &calm));
    view = calm;
    view.best_share = 98;
    CHECK(timeman_soft_ms(&budget, &view) < timeman_soft_ms(&budget, &calm));
}

static void case_clock_is_monotonic(struct test *t)
{
    int64_t last = timeman_now_ns();
    for (int i = 0; i < 1000; i++) {
        const int64_t now = timeman_now_ns();
        CHECK(now >= last);
        last = now;
    }
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"never more than there is", case_never_more_than_there_is},
        {"whole games", case_whole_games},
        {"last move before the control", case_last_move_before_control},
        {"own clock is read", case_own_clock_is_read},
        {"movetime", case_movetime},
        {"no limit", case_no_limit},
        {"stretching", case_stretching},
        {"clock is monotonic", case_clock_is_monotonic},
    };
    return test_main(argc, argv, cases, COUNT(cases));
}
