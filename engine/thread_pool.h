/* thread_pool.h - persistent threads that sleep until a job comes and then all run it once.
 *
 * The pool knows nothing about searching. It is also what makes the search free of data races:
 * everything that the owner writes before pool_start is seen by the job, and everything the job
 * writes is seen by whoever returns from pool_wait, because both pass through the pool's mutex.
 *
 * What the threads of a search share, and how:
 *
 *   field                            written by            read by          order
 *   TT entries (tt.c)                all workers           all workers      relaxed, key check
 *   search.relay (relay.h)           all workers           all workers      lines: mutex;
 *                                                                           depths: relaxed
 *   search.stop                      anyone                all workers      relaxed
 *   search.pondering, ponderhit_ns   owner (ponderhit)     main worker      release / acquire
 *   worker.nodes                     that worker           all, and owner   relaxed load + store
 *   worker.copy_to                   owner, that worker    same             release / acquire
 *   worker.is_resting                that worker           owner            release / acquire
 *   search.wake (semaphore)          anyone                main worker      its own
 *   search: game, limits, options    owner, pool idle      all workers      pool mutex
 *   search.result                    main worker           owner, pool idle pool mutex
 *   worker: all the rest             that worker; owner    same; main after pool mutex
 *                                    while the pool idles  pool_wait_others
 *   pool fields                      any, under the mutex  same             pool mutex
 */
#ifndef CITADEL_ENGINE_THREAD_POOL_H
#define CITADEL_ENGINE_THREAD_POOL_H

#include "engine/error.h"

#include <stdbool.h>

struct thread_pool; /* opaque */

/* A pool without threads for at most `most` of them; NULL when memory is short. Owned by caller. */
struct thread_pool *pool_new(unsigned most);
/* Waits for a running job, ends all threads. NULL is allowed. */
void pool_free(struct thread_pool *pool);

/* Makes it exactly `threads` threads, 0..most. The pool must be idle. ENGINE_NO_THREAD if one
 * cannot be created; the number is then as before. */
enum engine_status pool_resize(struct thread_pool *pool, unsigned threads);
unsigned pool_size(const struct thread_pool *pool);

/* Every thread calls job(context, index) once, index 0..size-1. The pool must be idle. Returns at
 * once. */
void pool_start(struct thread_pool *pool, void (*job)(void *context, unsigned index),
                void *context);
/* Blocks until the pool is idle. Not from within a job. */
void pool_wait(struct thread_pool *pool);
/* From within a job: blocks until the caller's is the only one that still runs. */
void pool_wait_others(struct thread_pool *pool);
/* Is a job running? Any thread may ask. */
bool pool_is_busy(struct thread_pool *pool);

#endif
