/* search.h - the search as engine.c and its tests see it: workers that look for the best move of a
 * position, together and on one transposition table.
 *
 * It knows no game but through `struct game`, and neither threads nor text: engine.c owns the
 * threads and calls search_job on each of them. */
#ifndef CITADEL_ENGINE_SEARCH_H
#define CITADEL_ENGINE_SEARCH_H

#include "engine/engine.h"
#include "tables/tt.h"

/* The heuristics, each a bit, so that tests can compare the search with plain minimax. Those of the
 * first group are sound: with any set of them a fixed-depth score is the minimax score. */
enum search_feature {
    SEARCH_TT = 1 << 0,
    SEARCH_PVS = 1 << 1,
    SEARCH_ASPIRATION = 1 << 2,
    SEARCH_KILLERS = 1 << 3,
    SEARCH_HISTORY = 1 << 4,
    SEARCH_MATE_DISTANCE = 1 << 5,
    SEARCH_EVASIONS = 1 << 6,
    SEARCH_SOUND = (1 << 7) - 1,

    SEARCH_QUIESCENCE = 1 << 7, /* else the evaluation at depth 0 */
    SEARCH_CHECK_EXTENSION = 1 << 8,
    SEARCH_REVERSE_FUTILITY = 1 << 9,
    SEARCH_RAZORING = 1 << 10,
    SEARCH_NULL_MOVE = 1 << 11,
    SEARCH_IIR = 1 << 12,
    SEARCH_PROBCUT = 1 << 13,
    SEARCH_LATE_MOVE_PRUNING = 1 << 14,
    SEARCH_FUTILITY = 1 << 15,
    SEARCH_HISTORY_PRUNING = 1 << 16,
    SEARCH_SEE_PRUNING = 1 << 17,
    SEARCH_LMR = 1 << 18,
    SEARCH_QS_PRUNING = 1 << 19,
    SEARCH_PROOFS = 1 << 20, /* off the clock: exhaustive search for short wins besides */
    SEARCH_SINGULAR = 1 << 21,
    SEARCH_CORRECTION = 1 << 22,
    SEARCH_ALL = (1 << 23) - 1
};

struct search; /* what all workers share; opaque here */
struct worker; /* one thread's part; opaque here */

/* What a search needs besides position and limits. */
struct search_options {
    struct engine_callbacks callbacks;
    unsigned features; /* enum search_feature */
    int multipv;
    score_t contempt;
    int64_t overhead_ms;
};

/* A search without workers on this table (not owned). NULL when memory is short. */
struct search *search_new(struct tt *tt);
void search_free(struct search *s); /* and its workers; NULL is allowed */

/* Gives it exactly `workers` workers (1..ENGINE_THREADS_MAX) for `game`. Existing ones for the same
 * game are kept with what they have learnt. On ENGINE_NO_MEMORY nothing has changed. */
enum engine_status search_set_workers(struct search *s, const struct game *game, unsigned workers);
/* Forgets what the workers have learnt. */
void search_clear(struct search *s);

/* Writes what the workers have learnt, also while they search, which they then interrupt for the
 * moment that a copy takes; or reads it back into as many workers for the same game, which must be
 * idle; on failure they have learnt nothing. ENGINE_IO, ENGINE_NO_MEMORY, ENGINE_BAD_FILE. */
enum engine_status search_save(struct search *s, FILE *out);
enum engine_status search_load(struct search *s, FILE *in);

/* Sets up the next search: copies root and limits to all workers, resets stop flag and counters and
 * starts the clock. ENGINE_NO_MEMORY leaves nothing to run. The workers must be idle. */
enum engine_status search_prepare(struct search *s, const struct position *root,
                                  const struct engine_limits *limits,
                                  const struct search_options *options);

/* The work of thread `index`; index 0 also keeps the time and reports, and waits for the others
 * through `wait_others`. All workers must run it. */
void search_job(struct search *s, unsigned index, void (*wait_others)(void *), void *context);

/* Ends the search. Any thread, and async-signal-safe. */
void search_stop(struct search *s);
/* A limit is reached: the workers come home, but an infinite or pondering search still waits for
 * search_stop or search_ponderhit before it answers. Any thread. */
void search_halt(struct search *s);
/* Ends pondering: the clock starts now. */
void search_ponderhit(struct search *s);

uint64_t search_nodes(const struct search *s);              /* sum over all workers; any thread */
struct engine_result search_result(const struct search *s); /* of the last one; workers idle */

/* For tests and benchmarks: the heuristics that later searches of this engine use; SEARCH_ALL at
 * first. */
void engine_set_features(struct engine *e, unsigned features);

#endif
