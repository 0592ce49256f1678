/* timeman.h - the clock policy: how long to think about a move.
 *
 * Pure arithmetic on milliseconds, except timeman_now_ns; it neither sleeps nor stops anything. */
#ifndef CITADEL_ENGINE_TIMEMAN_H
#define CITADEL_ENGINE_TIMEMAN_H

#include "engine/engine.h"

#include <stdint.h>

/* Time for one move, in ms. `soft`: do not begin what will not be finished after this; stretched by
 * timeman_soft_ms. `hard`: never think longer. INT64_MAX: no limit. */
struct time_budget {
    int64_t soft_ms;
    int64_t hard_ms;
    bool is_clock; /* from clocks: worth ending early; a movetime is used up */
};

/* What the search looks like after an iteration. */
struct time_view {
    int depth;      /* iteration just finished */
    double changes; /* changes of the best move, older ones counting half per iteration */
    score_t fall;   /* by how much the score fell against earlier iterations, centipawns */
    int best_share; /* nodes spent on the best move, percent of all */
};

/* Budget for `side` under these limits; overhead_ms is kept back for lag. At least 1 ms each. */
struct time_budget timeman_budget(const struct engine_limits *limits, enum side side,
                                  int64_t overhead_ms);

/* The soft limit stretched or cut for what the search has seen; never above the hard one. */
int64_t timeman_soft_ms(const struct time_budget *budget, const struct time_view *view);

/* Monotonic clock in nanoseconds. */
int64_t timeman_now_ns(void);

#endif
