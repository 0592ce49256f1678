/* perft.h - counting move sequences of a position, split over threads.
 *
 * The counting itself is the game's (struct game, `perft`); this module splits the tree, runs the
 * parts on threads, adds up in 128 bits and reports per root move. */
#ifndef CITADEL_ENGINE_PERFT_H
#define CITADEL_ENGINE_PERFT_H

#include "bitboards/bb.h"
#include "engine/game.h"

#include <stdatomic.h>

__extension__ typedef unsigned __int128 perft_count_t;

enum { PERFT_COUNT_TEXT_MAX = 40 };

struct perft_options {
    int depth;        /* plies, 0..DEPTH_MAX */
    unsigned threads; /* 1..256 */
    bool bulk;        /* count the last ply instead of playing it */
    /* Each finished root move, in generator order, from the calling thread. May be NULL. */
    void (*on_move)(void *context, move_t move, perft_count_t nodes);
    /* Now and then while it runs, from the calling thread: parts done of all. May be NULL. */
    void (*on_progress)(void *context, size_t done, size_t all, perft_count_t nodes);
    void *context;
    const atomic_bool *stop; /* when it becomes true the run ends early; may be NULL */
};

/* Counts; pos itself is not changed. On success stores the total. *complete tells whether the whole
 * tree was counted (false after stop). ENGINE_NO_MEMORY, ENGINE_BAD_ARGUMENT. */
enum engine_status perft_run(const struct position *pos, const struct perft_options *options,
                             perft_count_t *nodes, bool *complete);

/* Decimal text of a count; out has PERFT_COUNT_TEXT_MAX bytes. Returns out. */
const char *perft_count_format(perft_count_t n, char *out);

#endif
