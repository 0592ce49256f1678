#include "engine/thread_pool.h"

#include "engine/numa.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>

/* A line of PLY_MAX nodes needs well under 1 MiB; sanitizers multiply that by about ten. */
static const size_t STACK_BYTES = (size_t)16 << 20;

struct pool_thread {
    struct thread_pool *pool;
    pthread_t handle;
    unsigned index;
    uint64_t seen; /* number of the last job that this thread ran */
};

struct thread_pool {
    pthread_mutex_t mutex;
    pthread_cond_t wake; /* a job has come, or threads must end */
    pthread_cond_t done; /* a thread has finished its job */
    void (*job)(void *context, unsigned index);
    void *context;
    uint64_t jobs;    /* jobs started so far */
    unsigned running; /* threads still busy with the last one */
    unsigned size;
    unsigned limit; /* threads with an index from here on end themselves */
    unsigned most;
    struct numa_map numa; /* no nodes, or one: threads go where they like */
    struct pool_thread threads[];
};

static void *thread_main(void *argument)
{
    struct pool_thread *self = argument;
    struct thread_pool *pool = self->pool;
    if (pool->numa.nodes > 1)
        numa_stay_on(&pool->numa, numa_node_of_thread(&pool->numa, self->index));

    pthread_mutex_lock(&pool->mutex);
    for (;;) {
        while (self->seen == pool->jobs && self->index < pool->limit)
            pthread_cond_wait(&pool->wake, &pool->mutex);
        if (self->index >= pool->limit)
            break;
        self->seen = pool->jobs;
        pthread_mutex_unlock(&pool->mutex);
        pool->job(pool->context, self->index);
        pthread_mutex_lock(&pool->mutex);
        pool->running--;
        pthread_cond_broadcast(&pool->done);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

struct thread_pool *pool_new(unsigned most)
{
    struct thread_pool *pool = calloc(1, sizeof *pool + most * sizeof *pool->threads);
    if (!pool)
        return NULL;
    pool->most = most;
    (void)numa_read("/sys/devices/system/node", NULL, &pool->numa);
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->wake, NULL);
    pthread_cond_init(&pool->done, NULL);
    return pool;
}

/* Ends the threads from index `size` on. */
static void shrink(struct thread_pool *pool, unsigned size)
{
    pthread_mutex_lock(&pool->mutex);
    const unsigned old = pool->size;
    pool->limit = size;
    pool->size = size;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->mutex);
    for (unsigned i = size; i < old; i++)
        pthread_join(pool->threads[i].handle, NULL);
}

/* Starts thread `index`. Signals stay with the program's own threads, where it expects them. */
static bool add_thread(struct thread_pool *pool, unsigned index)
{
    struct pool_thread *thread = &pool->threads[index];
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    (void)pthread_attr_setstacksize(&attributes, STACK_BYTES);

    pthread_mutex_lock(&pool->mutex);
    *thread = (struct pool_thread){.pool = pool, .index = index, .seen = pool->jobs};
    pool->limit = index + 1;
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool ok = pthread_create(&thread->handle, &attributes, thread_main, thread) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (ok)
        pool->size = index + 1;
    else
        pool->limit = index;
    pthread_mutex_unlock(&pool->mutex);

    pthread_attr_destroy(&attributes);
    return ok;
}

enum engine_status pool_resize(struct thread_pool *pool, unsigned threads)
{
    assert(threads <= pool->most && !pool_is_busy(pool));
    const unsigned old = pool->size;
    if (threads < old)
        shrink(pool, threads);
    for (unsigned i = old; i < threads; i++) {
        if (!add_thread(pool, i)) {
            shrink(pool, old);
            return ENGINE_NO_THREAD;
        }
    }
    return ENGINE_OK;
}

void pool_free(struct thread_pool *pool)
{
    if (!pool)
        return;
    pool_wait(pool);
    shrink(pool, 0);
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
}

unsigned pool_size(const struct thread_pool *pool)
{
    return pool->size;
}

void pool_start(struct thread_pool *pool, void (*job)(void *context, unsigned index), void *context)
{
    pthread_mutex_lock(&pool->mutex);
    assert(pool->running == 0);
    pool->job = job;
    pool->context = context;
    pool->running = pool->size;
    pool->jobs++;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->mutex);
}

/* Blocks until at most `left` threads run. */
static void wait_until(struct thread_pool *pool, unsigned left)
{
    pthread_mutex_lock(&pool->mutex);
    while (pool->running > left)
        pthread_cond_wait(&pool->done, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
}

void pool_wait(struct thread_pool *pool)
{
    wait_until(pool, 0);
}

void pool_wait_others(struct thread_pool *pool)
{
    wait_until(pool, 1);
}

bool pool_is_busy(struct thread_pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    const bool busy = pool->running > 0;
    pthread_mutex_unlock(&pool->mutex);
    return busy;
}
