/* probe.h - one search after the other, each from a cleared engine, so that with one thread and a
 * limit of depth or nodes the outcome depends on the position alone; with a note of how long the
 * move that was found had been held best. For benchmarks and suites. */
#ifndef CITADEL_TOOLS_PROBE_H
#define CITADEL_TOOLS_PROBE_H

#include "engine/engine.h"

#include <stdatomic.h>
#include <stdbool.h>

/* A moment of a search: its iteration, and what had been spent by then. */
struct probe_moment {
    int depth;
    uint64_t nodes;
    int64_t time_ms;
};

struct probe {
    struct engine *engine;
    const atomic_bool *stop; /* ends a running search; may be NULL */
    double seconds;          /* the last search, by the clock */
    /* Of the running search, on its thread. */
    atomic_bool is_done;
    const move_t *alike;
    size_t alike_nb;
    move_t held;
    struct probe_moment since;
};

/* Starts the engine. With `as_in_play` it searches as in a game, without the proofs of short wins
 * that it adds in analysis, which cost many nodes next to a small limit. p must stay where it is
 * until probe_fini. ENGINE_NO_MEMORY, and nothing is left to free. */
enum engine_status probe_init(struct probe *p, unsigned threads, size_t hash_mb, bool as_in_play,
                              const atomic_bool *stop);
void probe_fini(struct probe *p);

/* Searches pos, which may be of another game than the last, and returns when that has ended or was
 * stopped. In *result is what it found; in *since, which may be NULL, the moment from which on
 * result->best was the best move at the end of every iteration. The moves of `alike` (alike_nb of
 * them, none if 0) count as one move there. */
enum engine_status probe_run(struct probe *p, const struct position *pos,
                             const struct engine_limits *limits, const move_t *alike,
                             size_t alike_nb, struct engine_result *result,
                             struct probe_moment *since);

#endif
