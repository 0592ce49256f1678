/* A thread's memory, limits and keys. No searching here. */
#include "engine/solve/solve_priv.h"
#include "engine/timeman.h"

#include <stdlib.h>
#include <string.h>

enum { UNDO_ALIGN = 64, PROGRESS_NS = 200000000 };

static bool allocate(struct solve_worker *w, const struct position *pos)
{
    const struct game *game = pos->game;
    const size_t squares = (size_t)SOLVE_SQUARES_MAX * SOLVE_SQUARES_MAX;
    solve_worker_fini(w);
    w->game = game;
    w->undo_size = (game->undo_size + UNDO_ALIGN - 1) / UNDO_ALIGN * UNDO_ALIGN;
    w->moves_cap = (size_t)(SOLVE_PLIES_MAX + 1) * game->moves_max;
    w->pos = pos_new_like(pos);
    /* Reserved, and touched only as far as lines and lists are long. */
    w->moves = malloc(w->moves_cap * sizeof *w->moves);
    w->undo = aligned_alloc(UNDO_ALIGN, SOLVE_PLIES_MAX * w->undo_size);
    w->counter = calloc(squares, sizeof *w->counter);
    w->history = calloc(SIDE_NB * squares, sizeof *w->history);
    return w->pos && w->moves && w->undo && w->counter && w->history;
}

/* What was learnt about moves is void from now on. */
static void forget_order(struct solve_worker *w)
{
    const size_t squares = (size_t)SOLVE_SQUARES_MAX * SOLVE_SQUARES_MAX;
    memset(w->killers, 0, sizeof w->killers);
    if (++w->age != 0)
        return;
    memset(w->counter, 0, squares * sizeof *w->counter);
    memset(w->history, 0, SIDE_NB * squares * sizeof *w->history);
    w->age = 1;
}

bool solve_worker_begin(struct solve_worker *w, struct solve_shared *shared,
                        const struct position *pos, unsigned index)
{
    if ((w->game != pos->game && !allocate(w, pos)) || pos_copy(w->pos, pos) != ENGINE_OK ||
        pos_reserve(w->pos, SOLVE_PLIES_MAX) != ENGINE_OK) {
        solve_worker_fini(w);
        return false;
    }
    w->shared = shared;
    w->index = index;
    w->ply = 0;
    w->nodes = w->nodes_told = 0;
    w->next_check = 0;
    w->abandon = NULL;
    w->is_stopped = w->tells = false;
    w->asked = 0;
    w->next_tell_ns = 0;
    w->moves_top = w->moves;
    forget_order(w);
    return true;
}

void solve_worker_fini(struct solve_worker *w)
{
    pos_free(w->pos);
    free(w->moves);
    free(w->undo);
    free(w->counter);
    free(w->history);
    *w = (struct solve_worker){0};
}

uint64_t solve_worker_tell(struct solve_worker *w)
{
    const uint64_t fresh = w->nodes - w->nodes_told;
    w->nodes_told = w->nodes;
    return atomic_fetch_add_explicit(&w->shared->searched, fresh, memory_order_relaxed) + fresh;
}

/* Tells of progress now and then. */
static void tell_progress(struct solve_worker *w, uint64_t searched)
{
    const struct solve_options *o = &w->shared->options;
    const int64_t now = timeman_now_ns();
    if (!o->on_progress || now < w->next_tell_ns)
        return;
    if (w->next_tell_ns != 0)
        o->on_progress(o->context,
                       &(struct solve_progress){.moves = w->asked, .searched = searched});
    w->next_tell_ns = now + PROGRESS_NS;
}

void solve_worker_check_limits(struct solve_worker *w)
{
    struct solve_shared *s = w->shared;
    const uint64_t all = solve_worker_tell(w);
    const uint64_t limit = s->nodes_max;
    if (w->tells)
        tell_progress(w, all);
    w->next_check = w->nodes + SOLVE_CHECK_NODES;
    if (limit != 0 && all < limit && limit - all < SOLVE_CHECK_NODES)
        w->next_check = w->nodes + (limit - all);
    if ((limit != 0 && all >= limit) || timeman_now_ns() >= s->deadline_ns ||
        (s->options.stop && atomic_load_explicit(s->options.stop, memory_order_relaxed)))
        atomic_store_explicit(&s->stop, true, memory_order_relaxed);
    if (atomic_load_explicit(&s->stop, memory_order_relaxed) ||
        (w->abandon && atomic_load_explicit(w->abandon, memory_order_relaxed)))
        w->is_stopped = true;
}

/* Finaliser of Murmur3 (Appleby), to spread small numbers over the key. */
static zkey_t spread(uint64_t x)
{
    x = (x ^ x >> 33) * UINT64_C(0xFF51AFD7ED558CCD);
    x = (x ^ x >> 33) * UINT64_C(0xC4CEB9FE1A85EC53);
    return x ^ x >> 33;
}

zkey_t solve_worker_key(const struct solve_worker *w, int plies)
{
    const struct position *pos = w->pos;
    zkey_t key = pos->key ^ w->shared->goal.salt;
    if (pos->draw_clock > 0 && pos->clock + plies >= pos->draw_clock)
        key ^= spread(pos->clock + UINT64_C(1));
    return key;
}

bool solve_worker_is_drawn(const struct solve_worker *w)
{
    const struct solve_goal *goal = &w->shared->goal;
    for (size_t i = 0; i < goal->drawn_nb; i++)
        if (goal->drawn[i] == w->pos->key)
            return true;
    return false;
}
