/* Positions whose closure is small: answers from its exact solution instead of a search. */
#include "engine/solve/solve_priv.h"
#include "engine/timeman.h"

enum { MEBIBYTE = 1 << 20, PROGRESS_NS = 200000000 };

/* Only the plain question who wins, or does not lose, is answered by a closure. */
static bool is_plain_question(const struct solve_task *task, const struct game *game)
{
    return task->aim == SOLVE_HOLD || (task->aim == SOLVE_FORCE && !task->is_draw &&
                                       (!task->way || (game->win_ways[0] && !game->win_ways[1])));
}

uint64_t solve_closed_estimate(const struct solve_shared *s, const struct solve_task *task,
                               const struct position *pos)
{
    const struct closure_game *g = pos->game->closures;
    if (!g || !is_plain_question(task, pos->game) || s->goal.drawn_nb > 0)
        return 0;
    const uint64_t states = g->estimate(pos);
    if (states == UINT64_MAX || g->bytes(states) > s->options.memory * MEBIBYTE ||
        (s->options.nodes != 0 && states > s->options.nodes))
        return 0;
    return states;
}

uint64_t solve_closed_least(const struct position *pos)
{
    const struct closure_game *g = pos->game->closures;
    return g ? g->least(pos) : UINT64_MAX;
}

struct building {
    struct solve_shared *shared;
    uint64_t before; /* positions visited */
    int64_t next_ns; /* when to tell of progress */
};

static void look_at_limits(void *context, uint64_t states, uint64_t decided)
{
    struct building *b = context;
    struct solve_shared *s = b->shared;
    atomic_store_explicit(&s->searched, b->before + states, memory_order_relaxed);
    const int64_t now = timeman_now_ns();
    if (now >= s->deadline_ns ||
        (s->options.stop && atomic_load_explicit(s->options.stop, memory_order_relaxed)))
        atomic_store_explicit(&s->stop, true, memory_order_relaxed);
    if (!s->options.on_progress || now < b->next_ns)
        return;
    b->next_ns = now + PROGRESS_NS;
    s->options.on_progress(s->options.context,
                           &(struct solve_progress){.states = states,
                                                    .decided = decided,
                                                    .searched = b->before + states});
}

enum engine_status solve_closed_build(struct solve_shared *s, const struct position *pos)
{
    struct building building = {.shared = s,
                                .before = atomic_load_explicit(&s->searched, memory_order_relaxed)};
    const struct closure_request request = {.threads = s->options.threads,
                                            .bytes_max = s->options.memory * MEBIBYTE,
                                            .stop = &s->stop,
                                            .on_progress = look_at_limits,
                                            .context = &building};
    s->closures = pos->game->closures;
    return s->closures->solve(pos, &request, &s->closure);
}

void solve_closed_free(struct solve_shared *s)
{
    if (s->closure)
        s->closures->free(s->closure);
    s->closure = NULL;
}

/* Moves of the side to move in so many plies. */
static int moves_of(unsigned plies)
{
    return (int)(plies + 1) / 2;
}

bool solve_closed_moves(struct solve_worker *w, int moves_max, struct solve_move *moves, size_t nb,
                        bool *is_final)
{
    const struct solve_shared *s = w->shared;
    *is_final = true;
    for (size_t i = 0; i < nb; i++) {
        struct solve_move *m = &moves[i];
        struct closure_verdict v;
        solve_worker_make(w, &m->entry);
        const bool is_known = s->closures->find(s->closure, w->pos, &v);
        solve_worker_unmake(w, &m->entry);
        if (!is_known)
            return false;
        m->win = 0;
        m->no_win = moves_max;
        if (v.outcome != CLOSURE_LOST)
            continue;
        /* Draws are draws in view of repetition too; wins are looked at. */
        if (!s->closures->is_certain(s->closure, w->pos, &m->entry))
            return false;
        *is_final = false;
        const int win = moves_of(v.plies + 1);
        if (win <= moves_max) {
            m->win = win;
            m->no_win = win - 1;
        }
    }
    return true;
}

bool solve_closed_holds(struct solve_worker *w, struct solve_move *moves, size_t nb)
{
    const struct solve_shared *s = w->shared;
    for (size_t i = 0; i < nb; i++) {
        struct closure_verdict v;
        solve_worker_make(w, &moves[i].entry);
        const bool is_known = s->closures->find(s->closure, w->pos, &v);
        solve_worker_unmake(w, &moves[i].entry);
        const bool is_lost = is_known && v.outcome == CLOSURE_WON;
        if (!is_known || (is_lost && !s->closures->is_certain(s->closure, w->pos, &moves[i].entry)))
            return false;
        moves[i].win = !is_lost;
        moves[i].no_win = is_lost;
    }
    return true;
}

enum solve_answer solve_closed_or(const struct solve_worker *w, int moves, int *win)
{
    struct closure_verdict v;
    *win = 0;
    if (!w->shared->closures->find(w->shared->closure, w->pos, &v))
        return SOLVE_UNKNOWN;
    if (v.outcome != CLOSURE_WON || moves_of(v.plies) > moves)
        return SOLVE_NO;
    *win = moves_of(v.plies);
    return SOLVE_YES;
}

enum solve_answer solve_closed_and(const struct solve_worker *w, int moves)
{
    struct closure_verdict v;
    if (!w->shared->closures->find(w->shared->closure, w->pos, &v))
        return SOLVE_UNKNOWN;
    return v.outcome == CLOSURE_LOST && moves_of(v.plies + 1) <= moves ? SOLVE_YES : SOLVE_NO;
}
