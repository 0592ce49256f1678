/* closure.h - exact solution of positions from which only a small set of positions can be reached,
 * their closure, for games that offer it (struct game `closure`).
 *
 * Who solves puzzles learns from it the result of any position of the set by best play, without
 * search and whatever its length. Draw counters are part of the answer; the third occurrence of a
 * position is, where the game says `is_certain`. */
#ifndef CITADEL_ENGINE_CLOSURE_H
#define CITADEL_ENGINE_CLOSURE_H

#include "engine/error.h"
#include "engine/move.h"
#include "engine/position.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct closure; /* opaque, each game's own */

struct closure_request {
    unsigned threads;        /* at least 1 */
    size_t bytes_max;        /* give up beyond so much memory */
    const atomic_bool *stop; /* when it becomes true the work ends early; may be NULL */
    /* From the calling thread, between two rounds of work; may be NULL. */
    void (*on_progress)(void *context, uint64_t states, uint64_t decided);
    void *context;
};

enum closure_outcome { CLOSURE_LOST = -1, CLOSURE_DRAWN = 0, CLOSURE_WON = 1 };

/* What the side to move gets, and after how many plies the game is over: the winner takes the
 * shortest way, the loser the longest; 0 for a draw. */
struct closure_verdict {
    enum closure_outcome outcome;
    unsigned plies;
};

struct closure_info {
    uint64_t states;  /* positions of the set */
    size_t bytes;     /* largest memory at any time */
    unsigned longest; /* plies of the longest win with the draw counter at 0; 0: nobody can win */
};

/* Operations, all thread-safe on a solved closure. */
struct closure_game {
    /* An upper bound of the number of positions; UINT64_MAX if it is out of reach. */
    uint64_t (*estimate)(const struct position *pos);
    /* What the estimate will not be below; a small part of its cost. */
    uint64_t (*least)(const struct position *pos);
    /* Memory that so many positions need at the peak, on the safe side; saturates. */
    size_t (*bytes)(uint64_t states);
    /* Builds and solves the closure of pos, the caller's to free. *out is NULL if it became too
     * large or was stopped. ENGINE_NO_MEMORY, ENGINE_NO_THREAD, ENGINE_BAD_ARGUMENT. */
    enum engine_status (*solve)(const struct position *pos, const struct closure_request *request,
                                struct closure **out);
    void (*free)(struct closure *c); /* NULL is allowed */
    /* The verdict under all draw counters; false if pos is not in the set. */
    bool (*find)(const struct closure *c, const struct position *pos, struct closure_verdict *out);
    /* Does the verdict on playing `first` in pos hold in view of repetition too, what stood on the
     * board before pos included? */
    bool (*is_certain)(const struct closure *c, const struct position *pos,
                       const struct move_entry *first);
    /* Sets *info, and `longest` to the position with the longest win, if there is one. */
    void (*describe)(const struct closure *c, struct closure_info *info, struct position *longest);
};

#endif
