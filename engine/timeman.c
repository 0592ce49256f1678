#include "engine/timeman.h"

#include "engine/params.h"

#include <time.h>

static int64_t min64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t max64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* A clock is shared out evenly over the moves to come, and the increment mostly spent as it comes.
 * With few moves to a time control the hard limit stays below what the next moves need, because the
 * clock that runs out before the control is a lost game. */
static struct time_budget clock_budget(int64_t left, int64_t increment, int moves_to_go,
                                       int64_t overhead)
{
    const int64_t horizon =
        moves_to_go > 0 ? min64(moves_to_go, PARAM_TIME_HORIZON) : PARAM_TIME_HORIZON;
    const int64_t usable = max64(left - overhead, 1);
    /* Lag is paid on every move up to the horizon, not only on this one. */
    const int64_t pool = max64(left + increment * (horizon - 1) * PARAM_TIME_INCREMENT / 100 -
                                   overhead * (horizon + 1),
                               1);
    const int64_t soft = max64(pool / horizon, 1);
    const int64_t share = horizon == 1 ? usable : usable * PARAM_TIME_HARD_SHARE / 100;
    const int64_t hard = max64(min64(soft * PARAM_TIME_HARD_FACTOR / 100, share), 1);
    return (struct time_budget){.soft_ms = min64(soft, hard), .hard_ms = hard, .is_clock = true};
}

struct time_budget timeman_budget(const struct engine_limits *limits, enum side side,
                                  int64_t overhead_ms)
{
    struct time_budget budget = {.soft_ms = INT64_MAX, .hard_ms = INT64_MAX};
    if (limits->clocks)
        budget = clock_budget(max64(limits->time_ms[side], 0), max64(limits->increment_ms[side], 0),
                              limits->moves_to_go, overhead_ms);
    if (limits->movetime_ms > 0) {
        budget.hard_ms = min64(budget.hard_ms, limits->movetime_ms);
        budget.soft_ms = min64(budget.soft_ms, budget.hard_ms);
        if (!limits->clocks)
            budget.soft_ms = INT64_MAX;
    }
    return budget;
}

int64_t timeman_soft_ms(const struct time_budget *budget, const struct time_view *view)
{
    if (budget->soft_ms == INT64_MAX)
        return INT64_MAX;
    double percent = 70.0;
    percent += view->changes * PARAM_TIME_UNSTABLE;
    if (view->fall > 0) {
        const score_t fall = view->fall < PARAM_TIME_FALL_CP ? view->fall : PARAM_TIME_FALL_CP;
        percent += (double)fall * PARAM_TIME_FALL_MAX / PARAM_TIME_FALL_CP;
    }
    /* An easy move: nearly all nodes went into refuting the alternatives to it quickly. */
    if (view->depth >= 8 && view->best_share >= 90 && view->changes < 0.2)
        percent = percent * PARAM_TIME_EASY / 100;
    const double soft = (double)budget->soft_ms * percent / 100.0;
    return max64(min64((int64_t)soft, budget->hard_ms), 1);
}

int64_t timeman_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}
