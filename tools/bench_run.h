/* bench_run.h - the node signature: a fixed-depth search over built-in positions of each game. With
 * one thread and the default depth and hash it is the same on every machine, and changes when the
 * search does. */
#ifndef CITADEL_TOOLS_BENCH_RUN_H
#define CITADEL_TOOLS_BENCH_RUN_H

#include "engine/game.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* The positions of one game. */
struct bench_set {
    const char *game;
    int depth; /* of the signature */
    const char *const *fens;
    size_t fens_nb;
};

/* Ended by an entry without game. */
extern const struct bench_set bench_sets[];

struct bench_options {
    const struct game *game; /* NULL: all that have positions */
    int depth;               /* 0: that of the set */
    unsigned threads;
    size_t hash; /* MiB */
    void (*print)(void *context, const char *line);
    void *context;
    const atomic_bool *stop; /* may be NULL */
};

/* Runs and prints. *complete is false after stop. ENGINE_BAD_ARGUMENT: the game has no positions.
 */
enum engine_status bench_run(const struct bench_options *options, bool *complete);

#endif
