#include "engine/relay.h"

#include "engine/search_priv.h"

#include <stdlib.h>
#include <string.h>

void relay_init(struct relay *relay)
{
    pthread_mutex_init(&relay->lock, NULL);
}

void relay_fini(struct relay *relay)
{
    free(relay->lines);
    pthread_mutex_destroy(&relay->lock);
}

bool relay_resize(struct relay *relay, size_t moves_max)
{
    struct root_move *lines = calloc(moves_max, sizeof *lines);
    if (!lines)
        return false;
    free(relay->lines);
    relay->lines = lines;
    return true;
}

void relay_reset(struct relay *relay)
{
    atomic_store_explicit(&relay->done, 0, memory_order_relaxed);
    for (int i = 0; i <= DEPTH_MAX; i++)
        atomic_store_explicit(&relay->workers[i], 0, memory_order_relaxed);
}

/* Workers that prove a win, or know it proven, have something of their own to look for. */
static bool is_alone(const struct worker *w)
{
    return w->search->workers_nb == 1 || w->search->limits.mate != 0 || w->is_solved;
}

/* The last iteration that is asked for; helpers go on beyond it while the main worker is busy. */
static depth_t last_wanted(const struct worker *w)
{
    const depth_t limit = w->search->limits.depth;
    return limit > 0 && limit < DEPTH_MAX ? limit : DEPTH_MAX;
}

depth_t relay_next(struct worker *w, depth_t depth)
{
    const struct search *s = w->search;
    struct relay *relay = &w->search->relay;
    depth_t next = depth + 1;
    if (s->workers_nb == 1)
        return next;
    if (depth > 0)
        atomic_fetch_sub_explicit(&relay->workers[w->taken_depth], 1, memory_order_relaxed);
    /* Alone, the main worker takes every depth: it cannot have one from the others. */
    if (w->index != 0 || !is_alone(w)) {
        const unsigned most = (s->workers_nb + 1) / 2;
        while (next < last_wanted(w) &&
               atomic_load_explicit(&relay->workers[next], memory_order_relaxed) >= most)
            next++;
    }
    w->taken_depth = next <= DEPTH_MAX ? next : DEPTH_MAX;
    atomic_fetch_add_explicit(&relay->workers[w->taken_depth], 1, memory_order_relaxed);
    return next;
}

void relay_pass(struct worker *w)
{
    struct relay *relay = &w->search->relay;
    if (is_alone(w) || w->done_depth > last_wanted(w))
        return;
    pthread_mutex_lock(&relay->lock);
    if (w->done_depth > atomic_load_explicit(&relay->done, memory_order_relaxed)) {
        for (int i = 0; i < w->lines_nb; i++)
            relay->lines[i] = *w->root_order[i];
        atomic_store_explicit(&relay->done, w->done_depth, memory_order_relaxed);
    }
    pthread_mutex_unlock(&relay->lock);
}

bool relay_is_behind(const struct worker *w)
{
    return atomic_load_explicit(&w->search->relay.done, memory_order_relaxed) > w->done_depth &&
           !is_alone(w);
}

bool relay_is_overtaken(const struct worker *w)
{
    return atomic_load_explicit(&w->search->relay.done, memory_order_relaxed) >= w->root_depth &&
           !is_alone(w);
}

/* Makes `line` the i-th of w. Those before it are in place; the others keep their order. */
static void take_place(struct worker *w, int i, const struct root_move *line)
{
    int j = i;
    while (w->root_order[j]->entry.move != line->entry.move)
        j++;
    struct root_move *rm = w->root_order[j];
    for (; j > i; j--)
        w->root_order[j] = w->root_order[j - 1];
    w->root_order[i] = rm;

    rm->score = rm->last_score = line->score;
    rm->bound = line->bound;
    rm->seldepth = line->seldepth;
    rm->pv_nb = line->pv_nb;
    memcpy(rm->pv, line->pv, (size_t)line->pv_nb * sizeof *rm->pv);
}

void relay_take(struct worker *w)
{
    struct relay *relay = &w->search->relay;
    const struct root_move *best = root_best(w);
    for (int i = 0; i < w->root_nb; i++)
        w->root_moves[i].score = -SCORE_INFINITE;
    pthread_mutex_lock(&relay->lock);
    for (int i = 0; i < w->lines_nb; i++)
        take_place(w, i, &relay->lines[i]);
    w->done_depth = atomic_load_explicit(&relay->done, memory_order_relaxed);
    w->root_depth = w->lines_depth = w->done_depth;
    pthread_mutex_unlock(&relay->lock);
    if (root_best(w) != best)
        w->best_changes += 1.0;
}
