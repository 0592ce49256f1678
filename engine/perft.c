#include "engine/perft.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    /* The lower part of the tree begins where subtrees of the start have this many leaves: less
     * than a millisecond of work, so that threads end together, yet so much that handing it out
     * costs nothing. */
    CHUNK_LEAVES = 1 << 16,
    TICK_MS = 200,
    ALIGN = 64
};

/* A node of the upper part whose moves are handed out. */
struct node {
    struct node *parent; /* NULL: the root; a reference is held */
    unsigned index;      /* of the move that leads here among the parent's */
    int depth;           /* plies below, greater than run.chunk or the run's whole depth */
    struct perft_key key;
    double weight;    /* of each of its moves as a part of the whole tree, 0..1 */
    atomic_uint next; /* the next move to hand out; beyond moves_nb: none is left */
    /* Who may still look at the node: threads that walk it, children, and the run until the node
     * is closed. The last one frees it. */
    atomic_uint references;
    pthread_mutex_t mutex; /* guards the next three */
    unsigned open;         /* moves that are not finished */
    perft_count_t nodes;   /* of the finished ones */
    bool closed;           /* all is finished, or the run was stopped */
    unsigned moves_nb;
    struct move_entry moves[];
};

struct root_move {
    perft_count_t nodes;
    bool finished; /* nodes is valid */
    bool reported; /* the calling thread's */
};

/* Shared by the threads of one run. What stands above `failed` is written before the threads start
 * and only read then. */
struct run {
    const struct position *pos;
    const struct perft_options *options;
    struct perft_walk walk;
    int chunk; /* plies of the lower part */
    bool is_small;
    struct node *root;
    struct root_move *roots; /* one for each move of the root; guarded by the mutex */
    struct worker *workers;
    unsigned workers_nb;
    atomic_bool failed; /* memory ran out */
    atomic_uint pushes; /* nodes entered so far: a thread without work looks again after it grew */
    atomic_uint idle;   /* threads that wait for that */
    pthread_mutex_t mutex;   /* guards what follows, and the root moves */
    pthread_cond_t changed;  /* a root move was finished or a worker left */
    pthread_cond_t has_work; /* something was pushed, or all is over */
    unsigned running;        /* workers */
    bool finished;           /* the root is closed */
};

/* What one thread needs to walk: its own position, and an undo record for each level. */
struct worker {
    struct run *run;
    struct position *pos;
    struct move_entry *moves;  /* room for one list, or with statistics for one at each level */
    struct perft_stats *stats; /* NULL: not asked for */
    unsigned char *undo;
    size_t undo_stride;
    pthread_mutex_t mutex; /* guards the stack */
    struct node **stack;   /* nodes that it walks now, from the top of the tree */
    unsigned stack_nb;
    /* Progress; written by the thread, read by the calling one. */
    _Atomic double done, nodes;
    pthread_t thread;
};

static bool is_stopped(const struct run *run)
{
    return perft_is_stopped(&run->walk) || atomic_load_explicit(&run->failed, memory_order_relaxed);
}

/* ---- Nodes --------------------------------------------------------------------------------- */

static struct node *node_hold(struct node *n)
{
    if (n)
        atomic_fetch_add_explicit(&n->references, 1, memory_order_relaxed);
    return n;
}

static void node_release(struct node *n)
{
    while (n && atomic_fetch_sub_explicit(&n->references, 1, memory_order_acq_rel) == 1) {
        struct node *parent = n->parent;
        pthread_mutex_destroy(&n->mutex);
        free(n);
        n = parent;
    }
}

/* A node for the worker's present position, held by the caller and by the run. NULL: no memory. */
static struct node *node_new(struct worker *w, struct node *parent, unsigned index, int depth,
                             const struct move_entry *moves, unsigned nb)
{
    struct node *n = malloc(sizeof *n + nb * sizeof *moves);
    if (!n)
        return NULL;
    const double weight = parent ? parent->weight : 1;
    *n = (struct node){.parent = node_hold(parent),
                       .index = index,
                       .depth = depth,
                       .weight = weight / (nb > 0 ? nb : 1),
                       .open = nb,
                       .moves_nb = nb};
    if (w->run->walk.hash)
        n->key = w->pos->game->perft_key(w->pos, w->run->walk.keys);
    atomic_init(&n->next, 0);
    atomic_init(&n->references, 2);
    pthread_mutex_init(&n->mutex, NULL);
    memcpy(n->moves, moves, nb * sizeof *moves);
    return n;
}

static void finish_run(struct run *run)
{
    pthread_mutex_lock(&run->mutex);
    run->finished = true;
    pthread_cond_signal(&run->changed);
    pthread_cond_broadcast(&run->has_work);
    pthread_mutex_unlock(&run->mutex);
}

static void note_root_move(struct run *run, unsigned index, perft_count_t nodes)
{
    pthread_mutex_lock(&run->mutex);
    run->roots[index].nodes = nodes;
    run->roots[index].finished = true;
    pthread_cond_signal(&run->changed);
    pthread_mutex_unlock(&run->mutex);
}

/* Closes a node, which the caller holds, if the given change does so; returns whether it did. */
static bool node_close(struct node *n, bool adds, perft_count_t nodes)
{
    pthread_mutex_lock(&n->mutex);
    const bool was_closed = n->closed;
    if (adds) {
        n->nodes += nodes;
        n->open--;
    }
    n->closed = was_closed || !adds || n->open == 0;
    const bool closes = n->closed && !was_closed;
    pthread_mutex_unlock(&n->mutex);
    return closes;
}

/* A closed node loses the run's reference. Returns its parent, held; gives up the caller's hold. */
static struct node *node_leave(struct node *n)
{
    struct node *parent = node_hold(n->parent);
    node_release(n);
    node_release(n);
    return parent;
}

/* Move `index` of a node is finished with so many nodes below. If it was the last one, so is the
 * node, and it goes on from there. */
static void finish_move(struct run *run, struct node *n, unsigned index, perft_count_t nodes)
{
    node_hold(n);
    while (n) {
        if (!n->parent)
            note_root_move(run, index, nodes);
        if (!node_close(n, true, nodes)) {
            node_release(n);
            return;
        }
        nodes = n->nodes;
        index = n->index;
        if (run->walk.hash && nodes <= UINT64_MAX)
            perft_hash_store(run->walk.hash, n->key, n->depth, (uint64_t)nodes);
        n = node_leave(n);
    }
    finish_run(run);
}

/* The run is stopped: the node and those above will never be finished. */
static void abandon(struct node *n)
{
    node_hold(n);
    while (n) {
        if (!node_close(n, false, 0)) {
            node_release(n);
            return;
        }
        n = node_leave(n);
    }
}

/* ---- Work ---------------------------------------------------------------------------------- */

static void push(struct worker *w, struct node *n)
{
    struct run *run = w->run;
    pthread_mutex_lock(&w->mutex);
    w->stack[w->stack_nb++] = n;
    pthread_mutex_unlock(&w->mutex);
    /* A thread about to wait raises `idle` and then looks at `pushes`, here it is the other way
     * round: one of the two sees the other. */
    atomic_fetch_add(&run->pushes, 1);
    if (atomic_load(&run->idle) > 0) {
        pthread_mutex_lock(&run->mutex);
        pthread_cond_broadcast(&run->has_work);
        pthread_mutex_unlock(&run->mutex);
    }
}

static void pop(struct worker *w)
{
    pthread_mutex_lock(&w->mutex);
    w->stack_nb--;
    pthread_mutex_unlock(&w->mutex);
}

static bool has_moves_left(const struct node *n)
{
    return atomic_load_explicit(&n->next, memory_order_relaxed) < n->moves_nb;
}

/* The uppermost node of another thread that has moves left, held; or NULL. */
static struct node *steal(struct worker *w)
{
    struct run *run = w->run;
    struct node *best = NULL;
    for (unsigned i = 0; i < run->workers_nb; i++) {
        struct worker *other = &run->workers[i];
        pthread_mutex_lock(&other->mutex);
        for (unsigned level = 0; level < other->stack_nb; level++) {
            struct node *n = other->stack[level];
            if (has_moves_left(n) && (!best || n->depth > best->depth)) {
                node_release(best);
                best = node_hold(n);
                break;
            }
        }
        pthread_mutex_unlock(&other->mutex);
    }
    return best;
}

static void add_progress(struct worker *w, double done, double nodes)
{
    /* The owner alone writes, so load and store need not be one operation. */
    atomic_store_explicit(&w->done, atomic_load_explicit(&w->done, memory_order_relaxed) + done,
                          memory_order_relaxed);
    atomic_store_explicit(&w->nodes, atomic_load_explicit(&w->nodes, memory_order_relaxed) + nodes,
                          memory_order_relaxed);
}

static void walk_node(struct worker *w, struct node *n);

static int ply_of(const struct worker *w, int depth)
{
    return w->run->root->depth - depth;
}

/* A move was played; `depth` plies are left. */
static void note_move(struct worker *w, const struct move_entry *move, const void *undo, int depth)
{
    const int ply = ply_of(w, depth);
    w->stats->nodes[ply]++;
    w->pos->game->count_stats(w->pos, move, undo, w->stats->columns[ply]);
}

/* Plays everything below the present position and takes notes. Returns the number of leaves. */
static uint64_t walk_with_stats(struct worker *w, int depth)
{
    const struct game *game = w->pos->game;
    const size_t level = (size_t)ply_of(w, depth);
    void *undo = w->undo + level * w->undo_stride;
    struct move_entry *list = w->moves + level * game->moves_max;
    const struct move_entry *end = game->generate(w->pos, GEN_ALL, list);
    uint64_t nodes = 0;
    for (const struct move_entry *e = list; e < end && !is_stopped(w->run); e++) {
        game->make(w->pos, e, undo);
        note_move(w, e, undo, depth - 1);
        nodes += depth > 1 ? walk_with_stats(w, depth - 1) : 1;
        game->unmake(w->pos, e, undo);
    }
    return nodes;
}

/* Counts below the present position in one call, if there is a short way. False: there is none, or
 * the run was stopped. */
static bool count_at_once(struct worker *w, int depth, uint64_t *nodes)
{
    const struct perft_walk *walk = &w->run->walk;
    const struct game *game = w->pos->game;
    if (depth == 0) {
        *nodes = 1;
        return true;
    }
    if (depth <= w->run->chunk) {
        *nodes = w->stats ? walk_with_stats(w, depth) : game->perft(w->pos, depth, walk);
        return !is_stopped(w->run);
    }
    return walk->hash &&
           perft_hash_probe(walk->hash, game->perft_key(w->pos, walk->keys), depth, nodes);
}

/* The position is after move `index` of n: counts below it, at once or as a node. */
static void walk_move(struct worker *w, struct node *n, unsigned index)
{
    const int depth = n->depth - 1;
    uint64_t nodes = 0;
    unsigned nb = 0;
    bool is_known = count_at_once(w, depth, &nodes);
    if (is_stopped(w->run))
        return;
    if (!is_known) {
        nb = (unsigned)(w->pos->game->generate(w->pos, GEN_ALL, w->moves) - w->moves);
        is_known = nb == 0;
    }
    if (is_known) {
        add_progress(w, n->weight, (double)nodes);
        finish_move(w->run, n, index, nodes);
        return;
    }
    struct node *child = node_new(w, n, index, depth, w->moves, nb);
    if (!child) {
        atomic_store(&w->run->failed, true);
        return;
    }
    walk_node(w, child);
    node_release(child);
}

/* Works off moves of a node, whose position is on the board, until none is left. Those that other
 * threads have taken may be unfinished then. The caller holds the node. */
static void walk_node(struct worker *w, struct node *n)
{
    const struct game *game = w->pos->game;
    void *undo = w->undo + (size_t)(w->run->root->depth - n->depth) * w->undo_stride;
    push(w, n);
    while (!is_stopped(w->run)) {
        const unsigned i = atomic_fetch_add_explicit(&n->next, 1, memory_order_relaxed);
        if (i >= n->moves_nb)
            break;
        game->make(w->pos, &n->moves[i], undo);
        if (w->stats)
            note_move(w, &n->moves[i], undo, n->depth - 1);
        walk_move(w, n, i);
        game->unmake(w->pos, &n->moves[i], undo);
    }
    pop(w);
    if (is_stopped(w->run))
        abandon(n);
}

/* Plays the moves that lead from the root to the node. */
static void go_to(struct worker *w, const struct node *n)
{
    if (!n->parent) {
        /* Room was reserved at the start, so this allocates nothing. */
        const enum engine_status status = pos_copy(w->pos, w->run->pos);
        assert(status == ENGINE_OK);
        (void)status;
        return;
    }
    go_to(w, n->parent);
    w->pos->game->make(w->pos, &n->parent->moves[n->index], w->undo);
}

/* A node with moves left, held; waits for one. NULL: all is over. */
static struct node *find_work(struct worker *w)
{
    struct run *run = w->run;
    for (;;) {
        const unsigned pushes = atomic_load(&run->pushes);
        if (is_stopped(run))
            return NULL;
        struct node *n = has_moves_left(run->root) ? node_hold(run->root) : steal(w);
        if (n)
            return n;
        pthread_mutex_lock(&run->mutex);
        atomic_fetch_add(&run->idle, 1);
        while (!run->finished && !is_stopped(run) && atomic_load(&run->pushes) == pushes)
            pthread_cond_wait(&run->has_work, &run->mutex);
        atomic_fetch_sub(&run->idle, 1);
        const bool is_over = run->finished;
        pthread_mutex_unlock(&run->mutex);
        if (is_over)
            return NULL;
    }
}

static void *worker_main(void *argument)
{
    struct worker *w = argument;
    struct run *run = w->run;
    struct node *n;
    while ((n = find_work(w)) != NULL) {
        go_to(w, n);
        walk_node(w, n);
        node_release(n);
    }
    pthread_mutex_lock(&run->mutex);
    run->running--;
    pthread_cond_signal(&run->changed);
    pthread_cond_broadcast(&run->has_work); /* after a stop, others may still wait */
    pthread_mutex_unlock(&run->mutex);
    return NULL;
}

/* ---- The calling thread -------------------------------------------------------------------- */

/* Reports the finished root moves that no unfinished one precedes; with `gaps`, all of them. Called
 * with the mutex held, which is released around the callbacks. */
static void report_moves(struct run *run, bool gaps)
{
    for (unsigned i = 0; i < run->root->moves_nb; i++) {
        struct root_move *root = &run->roots[i];
        if (!root->finished) {
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
            run->options->on_move(run->options->context, run->root->moves[i].move, nodes);
        pthread_mutex_lock(&run->mutex);
    }
}

static void report_progress(const struct run *run)
{
    double done = 0, nodes = 0;
    for (unsigned i = 0; i < run->workers_nb; i++) {
        done += atomic_load_explicit(&run->workers[i].done, memory_order_relaxed);
        nodes += atomic_load_explicit(&run->workers[i].nodes, memory_order_relaxed);
    }
    run->options->on_progress(run->options->context, done < 1 ? done : 1, nodes);
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

static void oversee(struct run *run)
{
    pthread_mutex_lock(&run->mutex);
    struct timespec next = later(TICK_MS);
    while (run->running > 0) {
        const bool is_due = pthread_cond_timedwait(&run->changed, &run->mutex, &next) != 0;
        report_moves(run, false);
        if (!is_due)
            continue;
        next = later(TICK_MS);
        if (run->options->on_progress) {
            pthread_mutex_unlock(&run->mutex);
            report_progress(run);
            pthread_mutex_lock(&run->mutex);
        }
    }
    report_moves(run, true);
    pthread_mutex_unlock(&run->mutex);
}

/* ---- Set-up -------------------------------------------------------------------------------- */

static void worker_fini(struct worker *w)
{
    pos_free(w->pos);
    free(w->moves);
    free(w->stats);
    free(w->undo);
    free(w->stack);
    pthread_mutex_destroy(&w->mutex);
}

static enum engine_status worker_init(struct worker *w, struct run *run)
{
    const struct game *game = run->pos->game;
    const size_t levels = (size_t)run->options->depth;
    *w = (struct worker){.run = run, .undo_stride = (game->undo_size + ALIGN - 1) / ALIGN * ALIGN};
    pthread_mutex_init(&w->mutex, NULL);
    w->pos = pos_new_like(run->pos);
    const bool wants_stats = run->options->stats != NULL;
    w->moves = malloc((wants_stats ? levels : 1) * game->moves_max * sizeof *w->moves);
    w->stats = wants_stats ? calloc(1, sizeof *w->stats) : NULL;
    w->undo = aligned_alloc(ALIGN, levels * w->undo_stride);
    w->stack = malloc(levels * sizeof(struct node *));
    if (!w->pos || !w->moves || !w->undo || !w->stack || (wants_stats && !w->stats) ||
        pos_copy(w->pos, run->pos) != ENGINE_OK ||
        pos_reserve(w->pos, (unsigned)levels + 1) != ENGINE_OK) {
        worker_fini(w);
        return ENGINE_NO_MEMORY;
    }
    return ENGINE_OK;
}

/* Keeps of a list the moves that the options ask for; returns their number. */
static unsigned select_first(const struct perft_options *options, struct move_entry *list,
                             unsigned nb)
{
    if (!options->first)
        return nb;
    unsigned kept = 0;
    for (unsigned i = 0; i < nb; i++)
        for (size_t k = 0; k < options->first_nb; k++)
            if (list[i].move == options->first[k]) {
                list[kept++] = list[i];
                break;
            }
    return kept;
}

/* How a count grows with depth, ply by ply. */
struct growth {
    int ply;
    double expected;      /* at this ply, guessed from the two before */
    double nodes, before; /* counted one and two plies before */
};

/* Counts on until `enough` nodes are expected, or at most to `depth`. The last ply is never
 * counted, since that may be a good part of the whole. */
static struct growth watch_growth(struct position *pos, int depth, double enough,
                                  const struct perft_walk *walk)
{
    struct growth g = {.ply = 0, .expected = 1, .nodes = 1, .before = 1};
    while (g.ply < depth && g.expected < enough && g.nodes > 0 && !perft_is_stopped(walk)) {
        g.before = g.nodes;
        g.nodes = g.ply > 0 ? (double)pos->game->perft(pos, g.ply, walk) : 1;
        /* The first ply has none before it to grow like, and is counted at once. */
        g.expected =
            g.ply > 0 ? g.nodes * g.nodes / g.before : (double)pos->game->perft(pos, 1, walk);
        g.ply++;
    }
    return g;
}

double perft_estimate(const struct position *pos, int depth)
{
    enum { ENOUGH = 1 << 20 };
    static const struct perft_walk walk = {.bulk = true};
    struct position *copy = pos_new_like(pos);
    struct growth g = {.expected = 0};
    if (copy && pos_copy(copy, pos) == ENGINE_OK &&
        pos_reserve(copy, (unsigned)depth + 1) == ENGINE_OK)
        g = watch_growth(copy, depth, ENOUGH, &walk);
    for (; g.ply < depth && g.expected > 0; g.ply++)
        g.expected *= g.nodes / g.before;
    pos_free(copy);
    return g.expected;
}

double perft_hash_need(const struct position *pos, int depth)
{
    double need = 0;
    for (int ply = depth - PERFT_HASH_DEPTH; ply >= 0 && ply > depth - PERFT_HASH_DEPTH - 3; ply--)
        need += perft_estimate(pos, ply);
    return need;
}

/* Decides how deep the lower part is: to where the count is expected to reach CHUNK_LEAVES. A whole
 * tree of less than a chunk is not worth a thread. */
static void choose_chunk(struct run *run, int depth)
{
    const struct perft_walk walk = {.bulk = true, .stop = run->options->stop};
    const struct growth g = watch_growth(run->workers[0].pos, depth - 1, CHUNK_LEAVES, &walk);
    run->chunk = g.ply;
    run->is_small = g.ply == depth - 1 && g.expected * g.nodes / g.before < CHUNK_LEAVES;
}

/* Keys of a game, which the hash keeps: making them takes most of a millisecond, and a work unit
 * has thousands of positions. NULL if memory is short. */
static const void *keys_of(struct perft_hash *hash, const struct game *game, unsigned set)
{
    if (hash->keys && hash->keys_owner == game && hash->keys_set == set)
        return hash->keys;
    free(hash->keys);
    hash->keys = malloc(game->perft_keys_size);
    if (!hash->keys)
        return NULL;
    game->perft_keys(set, hash->keys);
    hash->keys_owner = game;
    hash->keys_set = set;
    return hash->keys;
}

static enum engine_status prepare(struct run *run)
{
    const struct perft_options *options = run->options;
    const struct game *game = run->pos->game;
    struct worker *w = &run->workers[0];
    if (options->hash) {
        run->walk.keys = keys_of(options->hash, game, options->keys);
        if (!run->walk.keys)
            return ENGINE_NO_MEMORY;
    }
    choose_chunk(run, options->depth);
    const struct move_entry *end = game->generate(w->pos, GEN_ALL, w->moves);
    const unsigned nb = select_first(options, w->moves, (unsigned)(end - w->moves));
    run->roots = calloc(nb + 1, sizeof *run->roots);
    run->root = node_new(w, NULL, 0, options->depth, w->moves, nb);
    return run->roots && run->root ? ENGINE_OK : ENGINE_NO_MEMORY;
}

static void add_stats(struct perft_stats *sum, const struct perft_stats *part)
{
    for (int ply = 1; ply <= DEPTH_MAX; ply++) {
        sum->nodes[ply] += part->nodes[ply];
        for (int i = 0; i < GAME_STATS_MAX; i++)
            sum->columns[ply][i] += part->columns[ply][i];
    }
}

/* Starts the workers as far as memory and the system allow: fewer threads make the run slower, not
 * wrong. Worker 0 is ready; if not even that one gets a thread, the calling one does the work. */
static unsigned start_workers(struct run *run)
{
    unsigned started = 0;
    while (run->workers_nb < run->options->threads &&
           worker_init(&run->workers[run->workers_nb], run) == ENGINE_OK)
        run->workers_nb++;
    run->running = run->workers_nb;
    for (; started < run->workers_nb; started++)
        if (pthread_create(&run->workers[started].thread, NULL, worker_main,
                           &run->workers[started]) != 0)
            break;
    pthread_mutex_lock(&run->mutex);
    run->running -= run->workers_nb - started;
    pthread_mutex_unlock(&run->mutex);
    return started;
}

static void run_workers(struct run *run)
{
    run->workers_nb = 1;
    const unsigned started = run->is_small ? 0 : start_workers(run);
    if (started == 0) {
        run->running = 1;
        worker_main(&run->workers[0]);
    }
    oversee(run);
    for (unsigned i = 0; i < started; i++)
        pthread_join(run->workers[i].thread, NULL);
    for (unsigned i = 0; i < run->workers_nb; i++) {
        if (run->options->stats)
            add_stats(run->options->stats, run->workers[i].stats);
        if (i > 0)
            worker_fini(&run->workers[i]);
    }
}

static void sum_up(const struct run *run, perft_count_t *nodes, bool *complete)
{
    *nodes = 0;
    *complete = true;
    for (unsigned i = 0; i < run->root->moves_nb; i++) {
        *complete &= run->roots[i].finished;
        if (run->roots[i].finished)
            *nodes += run->roots[i].nodes;
    }
}

static enum engine_status run_all(struct run *run, perft_count_t *nodes, bool *complete)
{
    enum engine_status status = worker_init(&run->workers[0], run);
    if (status != ENGINE_OK)
        return status;
    status = prepare(run);
    if (status == ENGINE_OK) {
        if (run->root->moves_nb > 0)
            run_workers(run);
        if (atomic_load(&run->failed))
            status = ENGINE_NO_MEMORY;
        else
            sum_up(run, nodes, complete);
    }
    worker_fini(&run->workers[0]);
    return status;
}

enum engine_status perft_run(const struct position *pos, const struct perft_options *options,
                             perft_count_t *nodes, bool *complete)
{
    if (options->depth < 0 || options->depth > DEPTH_MAX || options->threads < 1 ||
        options->threads > PERFT_THREADS_MAX || options->keys >= ZOBRIST_SETS ||
        (options->stats && options->hash))
        return ENGINE_BAD_ARGUMENT;
    if (options->stats)
        *options->stats = (struct perft_stats){0};
    if (options->depth == 0) {
        *nodes = 1;
        *complete = true;
        return ENGINE_OK;
    }

    struct run run = {
        .pos = pos,
        .options = options,
        .walk = {.bulk = options->bulk, .hash = options->hash, .stop = options->stop},
    };
    run.workers = calloc(options->threads, sizeof *run.workers);
    if (!run.workers)
        return ENGINE_NO_MEMORY;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&run.mutex, NULL);
    pthread_cond_init(&run.changed, &attributes);
    pthread_cond_init(&run.has_work, NULL);
    pthread_condattr_destroy(&attributes);

    const enum engine_status status = run_all(&run, nodes, complete);

    pthread_cond_destroy(&run.has_work);
    pthread_cond_destroy(&run.changed);
    pthread_mutex_destroy(&run.mutex);
    abandon(run.root); /* if it is open still: no moves, or stopped before any was taken up */
    node_release(run.root);
    free(run.roots);
    free(run.workers);
    return status;
}

/* ---- Counts -------------------------------------------------------------------------------- */

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

bool perft_count_parse(const char *text, perft_count_t *out)
{
    perft_count_t n = 0;
    if (!*text || text[strspn(text, "0123456789")])
        return false;
    for (; *text; text++) {
        const perft_count_t digit = (perft_count_t)(*text - '0');
        if (n > (~(perft_count_t)0 - digit) / 10)
            return false;
        n = n * 10 + digit;
    }
    *out = n;
    return true;
}

bool perft_count_add(perft_count_t *sum, perft_count_t n, perft_count_t times)
{
    perft_count_t product, result;
    if (__builtin_mul_overflow(n, times, &product) ||
        __builtin_add_overflow(*sum, product, &result))
        return false;
    *sum = result;
    return true;
}
