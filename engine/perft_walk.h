/* perft_walk.h - what the walks of one count share, in all threads: how leaves are counted, the
 * table of known counts, the flag that ends it all. Read by the games' perft (struct game). */
#ifndef CITADEL_ENGINE_PERFT_WALK_H
#define CITADEL_ENGINE_PERFT_WALK_H

#include "bitboards/bb.h"
#include "engine/perft_hash.h"

#include <stdatomic.h>
#include <stdbool.h>

enum {
    /* From this many plies on counts are shared through the table. One ply is counted faster than
     * looked up. */
    PERFT_HASH_DEPTH = 2,
    /* From this many plies on the stop flag is looked at: microseconds apart. */
    PERFT_STOP_DEPTH = 3,
};

struct perft_walk {
    bool bulk;               /* the last ply is counted, not played */
    struct perft_hash *hash; /* NULL: none; not owned */
    const void *keys;        /* of the game (struct game, perft_keys), if there is a hash */
    const atomic_bool
        *stop; /* once true, walks return early and what they return is void; or NULL */
};

BB_INLINE bool perft_is_stopped(const struct perft_walk *walk)
{
    return walk->stop && atomic_load_explicit(walk->stop, memory_order_relaxed);
}

/* Ends a node early: its count is known, or the walk is stopped and the count void. `key` has a
 * meaning only with a hash. */
BB_INLINE bool perft_is_answered(const struct perft_walk *walk, struct perft_key key, int depth,
                                 uint64_t *nodes)
{
    *nodes = 0;
    if (walk->hash && perft_hash_probe(walk->hash, key, depth, nodes))
        return true;
    return depth >= PERFT_STOP_DEPTH && perft_is_stopped(walk);
}

/* Shares the count of a node that was walked, unless a stop has made it void. */
BB_INLINE void perft_share(const struct perft_walk *walk, struct perft_key key, int depth,
                           uint64_t nodes)
{
    if (walk->hash && !(depth >= PERFT_STOP_DEPTH && perft_is_stopped(walk)))
        perft_hash_store(walk->hash, key, depth, nodes);
}

/* Keeps the compiler from leaving out a move that is played and taken back with nothing between, as
 * the last ply is when leaves are played. */
BB_INLINE void perft_play_barrier(void)
{
    __asm__ volatile("" ::: "memory");
}

#endif
