/* relay.h - how the workers of one search divide its iterations among them.
 *
 * Lazy SMP lets every worker deepen by itself and waits for the main one. Here an iteration counts
 * as finished as soon as any worker has finished it: that worker passes its lines on, and who is
 * still at that depth, or below, takes them over and begins a deeper one. At most half of the
 * workers search one depth; the others go on to the next, so that they fill the table from two
 * sides instead of doing the same work twice. With one worker all of this does nothing.
 *
 * Time to depth with two threads against one, without proofs, geometric means [95 %]: 1.57 [1.44,
 * 1.72] in 98 positions of Belarusian chess, 1.73 [1.57, 1.89] in 97 of Tamerlane chess, 1.98
 * [1.71, 2.30] in 40 of Bashni. Skipping depths in a fixed pattern (Stockfish 2016) and waiting for
 * the main worker gave 1.15 to 1.30; passing lines on at equal depths 1.37 to 1.49; deferring moves
 * that another thread is searching (ABDADA, Weill 1996) no more than without. Sharing history
 * tables changed nothing measurable (1.45-1.55 against 1.46; 1.60-1.67 against 1.63).
 */
#ifndef CITADEL_ENGINE_RELAY_H
#define CITADEL_ENGINE_RELAY_H

#include "engine/game.h"

#include <pthread.h>
#include <stdatomic.h>

struct worker;
struct root_move;

struct relay {
    pthread_mutex_t lock;               /* guards `lines` */
    _Atomic depth_t done;               /* deepest iteration that anyone has finished */
    struct root_move *lines;            /* of that iteration, best first */
    atomic_uint workers[DEPTH_MAX + 1]; /* how many are busy with each depth */
};

/* Begins without lines, and gives all back. `relay` is zeroed before. */
void relay_init(struct relay *relay);
void relay_fini(struct relay *relay);
/* Memory for up to moves_max lines. False when memory is short; then nothing has changed. */
bool relay_resize(struct relay *relay, size_t moves_max);
/* Before each search, while no worker runs. */
void relay_reset(struct relay *relay);

/* The next iteration for w after `depth`, at least depth + 1 and at most DEPTH_MAX + 1. */
depth_t relay_next(struct worker *w, depth_t depth);
/* w has finished iteration w->done_depth: passes its lines on, if it is the first. */
void relay_pass(struct worker *w);
/* Has another worker finished a deeper iteration than w has, for w to take over? */
bool relay_is_behind(const struct worker *w);
/* Has another worker finished the iteration that w is searching, or a deeper one? */
bool relay_is_overtaken(const struct worker *w);
/* Takes that iteration over as if w had searched it. */
void relay_take(struct worker *w);

#endif
