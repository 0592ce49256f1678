/* Workers and what they share: memory, preparation, limits. No searching here. */
#include "engine/search_priv.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NS_PER_MS = 1000000, UNDO_ALIGN = 16, LINE_ALIGN = 64, NODES_NEVER = 0 };

/* Plies of which a line's move lists are alive at once: the line, and the nodes that razoring, the
 * verification of null moves, probcut and singular extensions search once more; each of
 * these halves the depth or nearly so. */
enum { LISTS_MAX = PLY_MAX + 24 };

static size_t rounded(size_t size, size_t align)
{
    return (size + align - 1) / align * align;
}

static bool allocate_buffers(struct worker *w)
{
    const struct game *game = w->game;
    w->undo_size = rounded(game->undo_size, UNDO_ALIGN);
    w->pos = pos_new(game);
    w->moves = malloc((size_t)LISTS_MAX * game->moves_max * sizeof *w->moves);
    w->undo = aligned_alloc(LINE_ALIGN, rounded((PLY_MAX + 2) * w->undo_size, LINE_ALIGN));
    w->root_moves = calloc(game->moves_max, sizeof *w->root_moves);
    w->root_order = calloc(game->moves_max, sizeof *w->root_order);
    return history_init(&w->history, game) && w->pos && w->moves && w->undo && w->root_moves &&
           w->root_order;
}

struct worker *worker_new(struct search *s, const struct game *game, unsigned index)
{
    struct worker *w = aligned_alloc(LINE_ALIGN, rounded(sizeof *w, LINE_ALIGN));
    if (!w)
        return NULL;
    memset(w, 0, sizeof *w);
    w->search = s;
    w->game = game;
    w->tt = s->tt;
    w->index = index;
    atomic_init(&w->is_resting, true);
    if (!allocate_buffers(w)) {
        worker_free(w);
        return NULL;
    }
    w->moves_top = w->moves;
    w->moves_end = w->moves + (size_t)LISTS_MAX * game->moves_max;
    return w;
}

void worker_free(struct worker *w)
{
    if (!w)
        return;
    history_fini(&w->history);
    free(w->root_order);
    free(w->root_moves);
    free(w->undo);
    free(w->moves);
    pos_free(w->pos);
    free(w);
}

void worker_clear(struct worker *w)
{
    history_clear(&w->history);
}

/* The two nodes above the root: no move, no evaluation, rows that belong to no move. */
static void init_sentinels(struct worker *w)
{
    for (int i = 0; i < 2; i++) {
        struct node *n = &w->sentinels[i];
        n->parent = i == 0 ? &w->sentinels[1] : NULL;
        n->ply = -1 - i;
        n->static_eval = SCORE_NONE;
        n->slot = HISTORY_NO_SLOT;
        n->row[0] = history_row(&w->history, 1, WHITE, HISTORY_NO_SLOT);
        n->row[1] = history_row(&w->history, 2, WHITE, HISTORY_NO_SLOT);
    }
}

enum engine_status worker_prepare(struct worker *w, const struct position *root)
{
    enum engine_status status = pos_copy(w->pos, root);
    if (status == ENGINE_OK)
        status = pos_reserve(w->pos, PLY_MAX + 2);
    if (status != ENGINE_OK)
        return status;

    const struct search_options *options = &w->search->options;
    const enum side us = (enum side)root->side;
    atomic_store_explicit(&w->nodes, 0, memory_order_relaxed);
    w->features = options->features;
    w->next_check = NODES_NEVER;
    w->moves_top = w->moves;
    w->draw_score[us] = SCORE_DRAW - options->contempt;
    w->draw_score[side_other(us)] = SCORE_DRAW + options->contempt;
    w->salt = 0;
    w->is_proof = w->won_early = w->is_solved = w->ponder_is_over = false;
    w->proved = 0;
    w->proof_cost = 0;
    w->gives_up = false;
    w->null_min_ply = 0;
    w->done_depth = w->lines_depth = 0;
    w->best_changes = 0.0;
    w->usual_score = SCORE_NONE;
    memset(w->killers, 0, sizeof w->killers);
    init_sentinels(w);
    return ENGINE_OK;
}

/* --- limits --- */

static bool nodes_are_spent(const struct worker *w, uint64_t nodes)
{
    const struct search *s = w->search;
    if (s->limits.nodes == 0)
        return false;
    return (s->workers_nb == 1 ? nodes : search_nodes(s)) >= s->limits.nodes;
}

/* The hard limit counts from the moment that the clock runs: go, or ponderhit. */
static bool time_is_up(const struct worker *w)
{
    const struct search *s = w->search;
    if (s->budget.hard_ms == INT64_MAX || atomic_load_explicit(&s->pondering, memory_order_acquire))
        return false;
    if (w->ponder_is_over)
        return true;
    const int64_t since = atomic_load_explicit(&s->ponderhit_ns, memory_order_relaxed);
    return timeman_now_ns() - since >= s->budget.hard_ms * NS_PER_MS;
}

static void hand_copy(struct worker *w)
{
    struct history *to = atomic_load_explicit(&w->copy_to, memory_order_acquire);
    if (!to)
        return;
    history_copy(to, &w->history);
    atomic_store_explicit(&w->copy_to, NULL, memory_order_release);
}

void worker_check_limits(struct worker *w, uint64_t nodes)
{
    struct search *s = w->search;
    hand_copy(w);
    const uint64_t limit = s->limits.nodes;
    if (nodes_are_spent(w, nodes) || (w->index == 0 && time_is_up(w)))
        search_halt(s);
    if (w->is_proof ? nodes >= w->proof_end : relay_is_overtaken(w))
        w->gives_up = true;
    uint64_t step = PARAM_CHECK_NODES;
    if (limit != 0 && s->workers_nb > 1)
        step = PARAM_SHARED_NODES;
    else if (limit > nodes && limit - nodes < step)
        step = limit - nodes;
    w->next_check = nodes + step;
}

/* --- what all share --- */

/* Binary logarithm in 1/1024, x >= 1: squaring finds one bit of the fraction at a time. Keeps the
 * mathematics library, and its rounding, out of the search. */
static int log2_1024(unsigned x)
{
    int whole = 0;
    uint64_t mantissa = (uint64_t)x << 20; /* 1.0 is 1 << 20 */
    while (mantissa >= (uint64_t)2 << 20) {
        mantissa >>= 1;
        whole++;
    }
    int fraction = 0;
    for (int bit = 512; bit > 0; bit /= 2) {
        mantissa = mantissa * mantissa >> 20;
        if (mantissa >= (uint64_t)2 << 20) {
            mantissa >>= 1;
            fraction += bit;
        }
    }
    return whole * 1024 + fraction;
}

static void init_reductions(struct search *s)
{
    for (unsigned d = 1; d < LMR_TABLE_MAX; d++)
        for (unsigned m = 1; m < LMR_TABLE_MAX; m++) {
            const int product = log2_1024(d) * log2_1024(m) / 1024; /* in 1/1024 */
            s->lmr[d][m] = (int16_t)(PARAM_LMR_BASE + PARAM_LMR_SCALE * product / 1024);
        }
}

struct search *search_new(struct tt *tt)
{
    struct search *s = aligned_alloc(LINE_ALIGN, rounded(sizeof *s, LINE_ALIGN));
    if (!s)
        return NULL;
    memset(s, 0, sizeof *s);
    if (sem_init(&s->wake, 0, 0) != 0) {
        free(s);
        return NULL;
    }
    relay_init(&s->relay);
    s->tt = tt;
    init_reductions(s);
    return s;
}

void search_free(struct search *s)
{
    if (!s)
        return;
    for (unsigned i = 0; i < s->workers_nb; i++)
        worker_free(s->workers[i]);
    relay_fini(&s->relay);
    sem_destroy(&s->wake);
    free(s);
}

/* Replaces all workers by new ones for another game. */
static enum engine_status change_game(struct search *s, const struct game *game, unsigned workers)
{
    struct worker *fresh[ENGINE_THREADS_MAX];
    unsigned made = 0;
    while (made < workers && (fresh[made] = worker_new(s, game, made)) != NULL)
        made++;
    if (made < workers || !relay_resize(&s->relay, game->moves_max)) {
        while (made-- > 0)
            worker_free(fresh[made]);
        return ENGINE_NO_MEMORY;
    }
    for (unsigned i = 0; i < s->workers_nb; i++)
        worker_free(s->workers[i]);
    memcpy(s->workers, fresh, workers * sizeof *fresh);
    s->workers_nb = workers;
    s->game = game;
    return ENGINE_OK;
}

enum engine_status search_set_workers(struct search *s, const struct game *game, unsigned workers)
{
    if (game != s->game)
        return change_game(s, game, workers);
    for (unsigned i = s->workers_nb; i < workers; i++) {
        s->workers[i] = worker_new(s, game, i);
        if (!s->workers[i]) {
            while (i-- > s->workers_nb)
                worker_free(s->workers[i]);
            return ENGINE_NO_MEMORY;
        }
    }
    for (unsigned i = workers; i < s->workers_nb; i++)
        worker_free(s->workers[i]);
    s->workers_nb = workers;
    return ENGINE_OK;
}

void search_clear(struct search *s)
{
    for (unsigned i = 0; i < s->workers_nb; i++)
        worker_clear(s->workers[i]);
}

/* The owner, which asks the workers for their tables one by one. */
struct saving {
    struct search *search;
    struct history copy;
};

/* A worker that searches is interrupted only while it copies, some milliseconds; the slow writing
 * is done from the copy. */
static const struct history *take_history(void *context, size_t index)
{
    struct saving *saving = context;
    struct worker *w = saving->search->workers[index];
    const struct timespec pause = {.tv_nsec = NS_PER_MS / 5};
    atomic_store_explicit(&w->copy_to, &saving->copy, memory_order_release);
    while (atomic_load_explicit(&w->copy_to, memory_order_acquire)) {
        if (atomic_load_explicit(&w->is_resting, memory_order_acquire)) {
            atomic_store_explicit(&w->copy_to, NULL, memory_order_relaxed);
            return &w->history;
        }
        nanosleep(&pause, NULL);
    }
    return &saving->copy;
}

enum engine_status search_save(struct search *s, FILE *out)
{
    struct saving saving = {.search = s};
    if (!history_init(&saving.copy, s->game))
        return ENGINE_NO_MEMORY;
    const enum engine_status status = history_write(take_history, &saving, s->workers_nb, out);
    history_fini(&saving.copy);
    return status;
}

enum engine_status search_load(struct search *s, FILE *in)
{
    struct history *tables[ENGINE_THREADS_MAX];
    for (unsigned i = 0; i < s->workers_nb; i++)
        tables[i] = &s->workers[i]->history;
    return history_read(tables, s->workers_nb, in);
}

static void drain_wake(struct search *s)
{
    while (sem_trywait(&s->wake) == 0)
        ;
}

enum engine_status search_prepare(struct search *s, const struct position *root,
                                  const struct engine_limits *limits,
                                  const struct search_options *options)
{
    const int64_t now = timeman_now_ns();
    s->options = *options;
    for (unsigned i = 0; i < s->workers_nb; i++) {
        const enum engine_status status = worker_prepare(s->workers[i], root);
        if (status != ENGINE_OK)
            return status;
    }
    s->start_ns = now;
    s->limits = *limits;
    s->limits.search_moves = NULL;
    s->budget = timeman_budget(limits, (enum side)root->side, options->overhead_ms);
    atomic_store_explicit(&s->ponderhit_ns, now, memory_order_relaxed);
    atomic_store_explicit(&s->pondering, limits->ponder, memory_order_release);
    atomic_store_explicit(&s->released, false, memory_order_relaxed);
    atomic_store_explicit(&s->stop, false, memory_order_relaxed);
    drain_wake(s); /* after the flag: a stop that comes from here on is seen by its flag */
    for (unsigned i = 0; i < s->workers_nb; i++) {
        root_init_moves(s->workers[i], limits);
        atomic_store_explicit(&s->workers[i]->is_resting, false, memory_order_relaxed);
    }
    relay_reset(&s->relay);
    tt_new_search(s->tt);
    return ENGINE_OK;
}

void search_halt(struct search *s)
{
    atomic_store_explicit(&s->stop, true, memory_order_relaxed);
}

void search_stop(struct search *s)
{
    atomic_store_explicit(&s->released, true, memory_order_relaxed);
    atomic_store_explicit(&s->stop, true, memory_order_relaxed);
    sem_post(&s->wake);
}

void search_ponderhit(struct search *s)
{
    atomic_store_explicit(&s->ponderhit_ns, timeman_now_ns(), memory_order_relaxed);
    atomic_store_explicit(&s->pondering, false, memory_order_release);
    sem_post(&s->wake);
}

uint64_t search_nodes(const struct search *s)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < s->workers_nb; i++)
        sum += worker_nodes(s->workers[i]);
    return sum;
}

struct engine_result search_result(const struct search *s)
{
    return s->result;
}
