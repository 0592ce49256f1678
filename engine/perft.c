#include "engine/perft.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    /* A job walks its subtree itself down to this many plies and lets the game count the rest in
     * one call: small enough to stop within milliseconds and to fit 64 bits, large enough to be
     * free. */
    CHUNK_DEPTH = 4,
    THREADS_MAX = 256,
    PROGRESS_MS = 200,
    ALIGN = 64
};

/* One piece of work: a root move, and one reply to it unless the tree is too shallow to split. */
struct job {
    unsigned root;
    struct move_entry reply;
};

struct root_move {
    struct move_entry move;
    perft_count_t nodes; /* of the finished jobs; guarded by run.mutex */
    size_t jobs_left;    /* guarded by run.mutex */
    bool reported;       /* the calling thread's */
};

/* Shared by the threads of one run. `jobs`, `roots[].move` and the scalars above `mutex` are
 * written before the threads start and only read then. */
struct run {
    const struct position *pos;
    const struct perft_options *options;
    struct job *jobs;
    size_t jobs_nb;
    struct root_move *roots;
    unsigned roots_nb;
    bool has_replies; /* jobs are two plies deep */
    atomic_size_t next_job;
    pthread_mutex_t mutex;  /* guards what follows and the totals of the root moves */
    pthread_cond_t changed; /* a job was finished or a worker left */
    size_t jobs_done;
    perft_count_t nodes; /* of all finished jobs */
    unsigned workers;    /* still running */
};

/* What one thread needs to walk: its own position, and a move list and undo record per level. */
struct worker {
    struct run *run;
    struct position *pos;
    struct move_entry *moves;
    unsigned char *undo;
    size_t undo_stride;
    pthread_t thread;
};

static size_t round_up(size_t n)
{
    return (n + ALIGN - 1) / ALIGN * ALIGN;
}

/* Levels of the tree that are walked here: the jobs' two plies and those above the chunks. */
static size_t walked_levels(int depth)
{
    return depth > CHUNK_DEPTH + 2 ? (size_t)(depth - CHUNK_DEPTH) : 2;
}

static bool is_stopped(const struct run *run)
{
    const atomic_bool *stop = run->options->stop;
    return stop && atomic_load_explicit(stop, memory_order_relaxed);
}

static void worker_fini(struct worker *w)
{
    pos_free(w->pos);
    free(w->moves);
    free(w->undo);
}

static enum engine_status worker_init(struct worker *w, struct run *run)
{
    const struct game *game = run->pos->game;
    const int depth = run->options->depth;
    const size_t levels = walked_levels(depth);
    *w = (struct worker){.run = run, .undo_stride = round_up(game->undo_size)};
    w->pos = pos_new(game);
    w->moves = malloc(levels * game->moves_max * sizeof *w->moves);
    w->undo = aligned_alloc(ALIGN, levels * w->undo_stride + ALIGN);
    if (!w->pos || !w->moves || !w->undo || pos_copy(w->pos, run->pos) != ENGINE_OK ||
        pos_reserve(w->pos, (unsigned)depth + 1) != ENGINE_OK) {
        worker_fini(w);
        return ENGINE_NO_MEMORY;
    }
    return ENGINE_OK;
}

/* Counts below the present position. False, with the position restored all the same, when the stop
 * flag was seen, in which case the count is of no use. */
static bool walk(struct worker *w, size_t level, int depth, perft_count_t *nodes)
{
    const struct game *game = w->pos->game;
    if (is_stopped(w->run))
        return false;
    if (depth <= CHUNK_DEPTH) {
        *nodes += depth == 0 ? 1 : game->perft(w->pos, depth, w->run->options->bulk);
        return true;
    }
    struct move_entry *list = w->moves + level * game->moves_max;
    void *undo = w->undo + level * w->undo_stride;
    const struct move_entry *end = game->generate(w->pos, GEN_ALL, list);
    bool goes_on = true;
    for (const struct move_entry *m = list; m < end && goes_on; m++) {
        game->make(w->pos, m, undo);
        goes_on = walk(w, level + 1, depth - 1, nodes);
        game->unmake(w->pos, m, undo);
    }
    return goes_on;
}

static bool work_off(struct worker *w, const struct job *job, perft_count_t *nodes)
{
    const struct run *run = w->run;
    const struct game *game = w->pos->game;
    const struct move_entry *root = &run->roots[job->root].move;
    const int depth = run->options->depth;
    void *undo0 = w->undo;
    void *undo1 = w->undo + w->undo_stride;
    bool done;
    game->make(w->pos, root, undo0);
    if (run->has_replies) {
        game->make(w->pos, &job->reply, undo1);
        done = walk(w, 2, depth - 2, nodes);
        game->unmake(w->pos, &job->reply, undo1);
    } else {
        done = walk(w, 1, depth - 1, nodes);
    }
    game->unmake(w->pos, root, undo0);
    return done;
}

static void *worker_main(void *argument)
{
    struct worker *w = argument;
    struct run *run = w->run;
    for (;;) {
        const size_t i = atomic_fetch_add_explicit(&run->next_job, 1, memory_order_relaxed);
        perft_count_t nodes = 0;
        if (i >= run->jobs_nb || !work_off(w, &run->jobs[i], &nodes))
            break;
        pthread_mutex_lock(&run->mutex);
        struct root_move *root = &run->roots[run->jobs[i].root];
        root->nodes += nodes;
        root->jobs_left--;
        run->nodes += nodes;
        run->jobs_done++;
        if (root->jobs_left == 0)
            pthread_cond_signal(&run->changed);
        pthread_mutex_unlock(&run->mutex);
    }
    pthread_mutex_lock(&run->mutex);
    run->workers--;
    pthread_cond_signal(&run->changed);
    pthread_mutex_unlock(&run->mutex);
    return NULL;
}

/* Reports the finished root moves that no unfinished one precedes; with `gaps`, all of them. Called
 * with the mutex held, which is released around the callbacks. */
static void report_moves(struct run *run, bool gaps)
{
    for (unsigned i = 0; i < run->roots_nb; i++) {
        struct root_move *root = &run->roots[i];
        if (root->jobs_left > 0) {
            if (gaps)
                continue;
            return;
        }
        if (root->reported)
            continue;
        root->reported = true;
        const perft_count_t nodes = root->nodes;
        pthread_mutex_unlock(&run->mutex);
        if (run->options->on_move)
            run->options->on_move(run->options->context, root->move.move, nodes);
        pthread_mutex_lock(&run->mutex);
    }
}

static struct timespec later(int milliseconds)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_nsec += (long)milliseconds * 1000000;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

/* The calling thread's part while the workers run. */
static void oversee(struct run *run)
{
    const struct perft_options *options = run->options;
    pthread_mutex_lock(&run->mutex);
    struct timespec next = later(PROGRESS_MS);
    while (run->workers > 0) {
        const bool is_due = pthread_cond_timedwait(&run->changed, &run->mutex, &next) != 0;
        report_moves(run, false);
        if (!is_due)
            continue;
        next = later(PROGRESS_MS);
        if (options->on_progress) {
            const size_t done = run->jobs_done;
            const perft_count_t nodes = run->nodes;
            pthread_mutex_unlock(&run->mutex);
            options->on_progress(options->context, done, run->jobs_nb, nodes);
            pthread_mutex_lock(&run->mutex);
        }
    }
    report_moves(run, true);
    pthread_mutex_unlock(&run->mutex);
}

/* Fills roots and jobs. w is the worker of the calling thread, used before any thread starts. */
static enum engine_status split(struct run *run, struct worker *w)
{
    const struct game *game = run->pos->game;
    const struct move_entry *end = game->generate(w->pos, GEN_ALL, w->moves);
    run->roots_nb = (unsigned)(end - w->moves);
    run->roots = calloc(run->roots_nb + 1, sizeof *run->roots);
    if (!run->roots)
        return ENGINE_NO_MEMORY;
    for (unsigned i = 0; i < run->roots_nb; i++)
        run->roots[i].move = w->moves[i];
    run->has_replies = run->options->depth >= 3;
    size_t cap = 0;
    for (unsigned i = 0; i < run->roots_nb; i++) {
        struct root_move *root = &run->roots[i];
        size_t more = 1;
        if (run->has_replies) {
            game->make(w->pos, &root->move, w->undo);
            more = (size_t)(game->generate(w->pos, GEN_ALL, w->moves) - w->moves);
            game->unmake(w->pos, &root->move, w->undo);
        }
        if (run->jobs_nb + more > cap) {
            cap = (run->jobs_nb + more) * 2;
            struct job *grown = realloc(run->jobs, cap * sizeof *grown);
            if (!grown)
                return ENGINE_NO_MEMORY;
            run->jobs = grown;
        }
        for (size_t k = 0; k < more; k++)
            run->jobs[run->jobs_nb++] = (struct job){
                .root = i, .reply = run->has_replies ? w->moves[k] : (struct move_entry){0}};
        root->jobs_left = more;
    }
    return ENGINE_OK;
}

/* Starts the workers beyond the first as far as memory and the system allow: fewer threads make the
 * run slower, not wrong. Returns how many of `workers` run. */
static unsigned start_workers(struct run *run, struct worker *workers, unsigned wanted)
{
    unsigned started = 0;
    for (; started < wanted; started++) {
        struct worker *w = &workers[started];
        if (started > 0 && worker_init(w, run) != ENGINE_OK)
            break;
        pthread_mutex_lock(&run->mutex);
        run->workers++;
        pthread_mutex_unlock(&run->mutex);
        if (pthread_create(&w->thread, NULL, worker_main, w) != 0) {
            pthread_mutex_lock(&run->mutex);
            run->workers--;
            pthread_mutex_unlock(&run->mutex);
            if (started > 0)
                worker_fini(w);
            break;
        }
    }
    return started;
}

static void run_jobs(struct run *run, struct worker *workers)
{
    const unsigned wanted = run->options->threads < run->jobs_nb ? run->options->threads
                            : run->jobs_nb > 0                   ? (unsigned)run->jobs_nb
                                                                 : 1;
    const unsigned started = start_workers(run, workers, wanted);
    if (started == 0) {
        run->workers = 1;
        worker_main(&workers[0]);
    }
    oversee(run);
    for (unsigned i = 0; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
        if (i > 0)
            worker_fini(&workers[i]);
    }
}

static void sum_up(const struct run *run, perft_count_t *nodes, bool *complete)
{
    *nodes = 0;
    *complete = run->jobs_done == run->jobs_nb;
    for (unsigned i = 0; i < run->roots_nb; i++)
        if (run->roots[i].jobs_left == 0)
            *nodes += run->roots[i].nodes;
}

enum engine_status perft_run(const struct position *pos, const struct perft_options *options,
                             perft_count_t *nodes, bool *complete)
{
    if (options->depth < 0 || options->depth > DEPTH_MAX || options->threads < 1 ||
        options->threads > THREADS_MAX)
        return ENGINE_BAD_ARGUMENT;
    if (options->depth == 0) {
        *nodes = 1;
        *complete = true;
        return ENGINE_OK;
    }

    struct run run = {.pos = pos, .options = options};
    struct worker *workers = calloc(options->threads, sizeof *workers);
    if (!workers)
        return ENGINE_NO_MEMORY;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&run.mutex, NULL);
    pthread_cond_init(&run.changed, &attributes);
    pthread_condattr_destroy(&attributes);

    enum engine_status status = worker_init(&workers[0], &run);
    if (status == ENGINE_OK) {
        status = split(&run, &workers[0]);
        if (status == ENGINE_OK) {
            run_jobs(&run, workers);
            sum_up(&run, nodes, complete);
        }
        worker_fini(&workers[0]);
    }
    pthread_cond_destroy(&run.changed);
    pthread_mutex_destroy(&run.mutex);
    free(run.jobs);
    free(run.roots);
    free(workers);
    return status;
}

const char *perft_count_format(perft_count_t n, char *out)
{
    char digits[PERFT_COUNT_TEXT_MAX];
    size_t nb = 0;
    do {
        digits[nb++] = (char)('0' + (int)(n % 10));
        n /= 10;
    } while (n > 0);
    for (size_t i = 0; i < nb; i++)
        out[i] = digits[nb - 1 - i];
    out[nb] = '\0';
    return out;
}
