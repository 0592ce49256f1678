/* perft.h - counting move sequences of a position, on threads that share the work and what is
 * known.
 *
 * The counting itself is the game's (struct game, `perft`). This module hands the tree out to
 * threads, adds up in 128 bits and reports per root move.
 *
 * How the work is shared. The upper part of the tree is walked node by node; a node's moves are
 * handed out one at a time, from a counter that any thread may take from. A thread goes on within
 * the node that it has entered last, depth first. One that has nothing to do takes moves from the
 * uppermost node that another thread has left unfinished, where the largest parts are ("work
 * stealing", Blumofe & Leiserson 1999). Whoever finishes the last move of a node knows its count.
 * The lower part, some 10^5 leaves at a time, is counted in one call. */
#ifndef CITADEL_ENGINE_PERFT_H
#define CITADEL_ENGINE_PERFT_H

#include "bitboards/bb.h"
#include "engine/game.h"

#include <stdatomic.h>

__extension__ typedef unsigned __int128 perft_count_t;

enum { PERFT_COUNT_TEXT_MAX = 40, PERFT_THREADS_MAX = 256 };

/* What the moves of each ply were, by the game's columns: row 1 is the first ply, the last row the
 * leaves. Every move is played. */
struct perft_stats {
    uint64_t nodes[DEPTH_MAX + 1];
    uint64_t columns[DEPTH_MAX + 1][GAME_STATS_MAX];
};

struct perft_options {
    int depth;        /* plies, 0..DEPTH_MAX */
    unsigned threads; /* 1..PERFT_THREADS_MAX */
    bool bulk;        /* count the last ply instead of playing it */
    /* Shared counts, kept for later runs of whatever games, one run at a time; may be NULL. */
    struct perft_hash *hash;
    unsigned keys; /* key set of the hash, 0 .. ZOBRIST_SETS - 1 */
    /* Statistics of the whole tree, cleared first; void after a stop. Not with a hash, which would
     * skip parts. May be NULL. */
    struct perft_stats *stats;
    /* Only sequences that begin with one of these legal moves; NULL: all. */
    const move_t *first;
    size_t first_nb;
    /* Each finished root move, in generator order, from the calling thread. May be NULL. */
    void (*on_move)(void *context, move_t move, perft_count_t nodes);
    /* Now and then while it runs, from the calling thread: the part of the tree that is done, 0..1,
     * and the nodes of that. May be NULL. */
    void (*on_progress)(void *context, double done, double nodes);
    void *context;
    const atomic_bool *stop; /* when it becomes true the run ends early; may be NULL */
};

/* Counts; pos itself is not changed. On success stores the total of the finished root moves.
 * *complete tells whether these are all (false after stop). ENGINE_NO_MEMORY, ENGINE_BAD_ARGUMENT.
 */
enum engine_status perft_run(const struct position *pos, const struct perft_options *options,
                             perft_count_t *nodes, bool *complete);

/* About how many sequences of `depth` >= 0 plies there are, told from a shallow count if it grows
 * on as in its last ply. Takes milliseconds. pos itself is not changed; 0 if memory is short. */
double perft_estimate(const struct position *pos, int depth);

/* About how many entries a count of `depth` plies can make use of in a hash: as many as there are
 * nodes from PERFT_HASH_DEPTH plies up, were all of them different. A larger table costs time: the
 * system clears its memory page by page when it is first touched. */
double perft_hash_need(const struct position *pos, int depth);

/* Decimal text of a count; out has PERFT_COUNT_TEXT_MAX bytes. Returns out. */
const char *perft_count_format(perft_count_t n, char *out);

/* Reads a decimal number. False, and *out untouched, if it is none or exceeds 128 bits. */
bool perft_count_parse(const char *text, perft_count_t *out);

/* *sum += n * times. False, and *sum untouched, if the result exceeds 128 bits. */
bool perft_count_add(perft_count_t *sum, perft_count_t n, perft_count_t times);

#endif
