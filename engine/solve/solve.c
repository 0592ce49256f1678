/* The run of a task: first moves handed out to threads, length after length, and the questions that
 * can be asked afterwards. */
#include "engine/solve/solve.h"

#include "engine/solve/solve_priv.h"
#include "engine/timeman.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PROGRESS_MS = 200, NS_PER_MS = 1000000, MEBIBYTE = 1 << 20 };

struct solver {
    struct solve_shared shared;
    struct solve_worker *workers; /* options.threads of them; [0] answers questions afterwards */
    unsigned workers_nb;          /* ready for the present run */
    struct solve_table small;     /* for the first positions of a search, see decide_in_turn */
    struct solve_table large;     /* for the rest */
    struct solve_task task;
    struct solve_move *moves; /* of the root */
    size_t moves_nb, moves_cap;
    struct hold *hold; /* of the last run, if it was about that */
    bool is_running;   /* other threads use the workers */
};

/* The hand-out of first moves. Guarded by the mutex but for `settled`. */
struct run {
    struct solver *solver;
    pthread_mutex_t mutex;
    pthread_cond_t changed; /* a thread left, or progress was made */
    int length;             /* of the aim that is being looked for */
    size_t open;            /* moves that are undecided at this length */
    unsigned *helpers;      /* threads at work on each move */
    atomic_bool *settled;   /* [length][move]; tells helpers that the question is answered */
    bool is_done;
    unsigned threads;
};

/* A thread of a run. */
struct runner {
    struct run *run;
    struct solve_worker *worker;
    pthread_t thread;
};

struct solver *solve_new(const struct solve_options *options)
{
    struct solver *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->shared.options = *options;
    s->workers = calloc(options->threads, sizeof *s->workers);
    if (!s->workers || !solve_table_init(&s->large, options->hash * MEBIBYTE)) {
        solve_free(s);
        return NULL;
    }
    return s;
}

void solve_free(struct solver *s)
{
    if (!s)
        return;
    solve_hold_free(s->hold);
    for (unsigned i = 0; s->workers && i < s->shared.options.threads; i++)
        solve_worker_fini(&s->workers[i]);
    solve_closed_free(&s->shared);
    free(s->shared.goal.drawn);
    solve_table_fini(&s->small);
    solve_table_fini(&s->large);
    solve_table_fini(&s->shared.numbers);
    free(s->workers);
    free(s->moves);
    free(s);
}

/* --- preparation --- */

/* Positions that stood on the board twice before the root and can come again. A third time ends
 * the game where it has that rule. */
static bool find_drawn(struct solve_goal *goal, const struct position *pos)
{
    free(goal->drawn);
    goal->drawn = NULL;
    goal->drawn_nb = 0;
    const zkey_t *past = pos->history + (pos->history_nb - pos->reversible);
    if (pos->reversible == 0 || (pos->game->repetition_draws && !pos->game->repetition_draws(pos)))
        return true;
    goal->drawn = malloc(pos->reversible * sizeof *goal->drawn);
    if (!goal->drawn)
        return false;
    for (unsigned i = 0; i < pos->reversible; i++)
        for (unsigned k = 0; k < i; k++)
            if (past[i] == past[k]) {
                goal->drawn[goal->drawn_nb++] = past[i];
                break;
            }
    return true;
}

/* Most puzzles need few positions, and helpers and the pages of a large table would cost more than
 * they do: a search begins alone, goes on with helpers, and begins again with a large table, if it
 * is not done after so many positions. */
enum { SMALL_TABLE = MEBIBYTE, ALONE_NODES = 1 << 13, SMALL_NODES = 1 << 16 };

static bool begins_small(const struct solve_task *task)
{
    return task->method == SOLVE_EXHAUSTIVE && task->aim != SOLVE_HOLD;
}

/* Makes t the table of facts, empty and of so many bytes. Its memory stays for the runs to come. */
static bool use_table(struct solver *s, struct solve_table *t, size_t bytes)
{
    if (solve_table_fits(t, bytes)) {
        solve_table_clear(t);
    } else {
        solve_table_fini(t);
        if (!solve_table_init(t, bytes))
            return false;
    }
    s->shared.table = *t;
    return true;
}

/* Readies the workers that are not: false when there is none. Fewer make it slower, not wrong. */
static bool muster(struct solver *s, const struct position *pos, unsigned nb)
{
    for (; s->workers_nb < nb; s->workers_nb++)
        if (!solve_worker_begin(&s->workers[s->workers_nb], &s->shared, pos, s->workers_nb))
            break;
    return s->workers_nb > 0;
}

static bool prepare(struct solver *s, const struct position *pos, const struct solve_task *task)
{
    struct solve_shared *shared = &s->shared;
    struct solve_goal *goal = &shared->goal;
    const enum outcome wins[SIDE_NB] = {OUTCOME_WHITE_WINS, OUTCOME_BLACK_WINS};
    s->task = *task;
    goal->aim = task->aim;
    const enum side other = side_other((enum side)pos->side);
    goal->solver = task->aim == SOLVE_HOLD ? (uint8_t)other : pos->side; /* whose win it is */
    goal->outcome = task->is_draw              ? OUTCOME_DRAW
                    : task->aim == SOLVE_FORCE ? wins[pos->side]
                                               : wins[other];
    goal->way = task->way;
    goal->is_plain = goal->outcome == wins[goal->solver] && !task->way;
    atomic_store_explicit(&shared->stop, false, memory_order_relaxed);
    atomic_store_explicit(&shared->searched, 0, memory_order_relaxed);
    shared->nodes_max = shared->options.nodes;
    shared->deadline_ns = shared->options.time_ms > 0
                              ? timeman_now_ns() + shared->options.time_ms * NS_PER_MS
                              : INT64_MAX;
    const bool by_numbers = task->method == SOLVE_NUMBERS;
    const size_t memory = shared->options.hash * MEBIBYTE / (by_numbers ? 2 : 1);
    const bool has_table =
        begins_small(task) ? use_table(s, &s->small, SMALL_TABLE) : use_table(s, &s->large, memory);
    solve_table_fini(&shared->numbers);
    solve_closed_free(shared);
    solve_hold_free(s->hold);
    s->hold = NULL;
    s->workers_nb = 0;
    return has_table && find_drawn(goal, pos) &&
           (!by_numbers || solve_table_init(&shared->numbers, memory)) && muster(s, pos, 1);
}

static bool list_moves(struct solver *s, const struct position *pos)
{
    const struct game *game = pos->game;
    struct move_entry *list = s->workers[0].moves_top;
    const size_t nb = (size_t)(game->generate(pos, GEN_ALL, list) - list);
    if (nb > s->moves_cap) {
        struct solve_move *grown = realloc(s->moves, nb * sizeof *grown);
        if (!grown)
            return false;
        s->moves = grown;
        s->moves_cap = nb;
    }
    for (size_t i = 0; i < nb; i++)
        s->moves[i] = (struct solve_move){.entry = list[i]};
    s->moves_nb = nb;
    return true;
}

/* --- the run --- */

static atomic_bool *settled_at(const struct run *run, int length, size_t move)
{
    return &run->settled[(size_t)length * run->solver->moves_nb + move];
}

/* The next length, or the end. Called with the mutex held. */
static void advance(struct run *run)
{
    const struct solver *s = run->solver;
    bool is_won = false;
    for (size_t i = 0; i < s->moves_nb; i++)
        is_won = is_won || s->moves[i].win != 0;
    if (is_won || run->length == s->task.moves) {
        run->is_done = true;
        return;
    }
    run->length++;
    run->open = s->moves_nb;
    memset(run->helpers, 0, s->moves_nb * sizeof *run->helpers);
}

/* A move that nobody works on, else the one with the fewest at work. Called with the mutex held
 * while some move is open. */
static size_t choose(const struct run *run)
{
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < run->solver->moves_nb; i++) {
        if (atomic_load_explicit(settled_at(run, run->length, i), memory_order_relaxed))
            continue;
        if (best == SIZE_MAX || run->helpers[i] < run->helpers[best])
            best = i;
    }
    return best;
}

/* Takes down an answer, unless another thread was quicker. Called with the mutex held. */
static void settle(struct run *run, int length, size_t i, enum solve_answer answer)
{
    atomic_bool *settled = settled_at(run, length, i);
    if (atomic_load_explicit(settled, memory_order_relaxed))
        return;
    atomic_store_explicit(settled, true, memory_order_relaxed);
    struct solve_move *m = &run->solver->moves[i];
    if (answer == SOLVE_YES)
        m->win = length;
    else
        m->no_win = length;
    if (--run->open == 0)
        advance(run);
}

static enum solve_answer decide_move(struct solve_worker *w, const struct solve_task *task,
                                     int length, unsigned others)
{
    int unused;
    if (task->aim == SOLVE_HELP)
        return solve_help_reply(w, length);
    return task->method == SOLVE_NUMBERS ? solve_dfpn_and(w, length, &unused)
                                         : solve_exact_and(w, length, others);
}

static void *runner_main(void *argument)
{
    struct runner *r = argument;
    struct run *run = r->run;
    struct solve_worker *w = r->worker;
    const struct solver *s = run->solver;
    pthread_mutex_lock(&run->mutex);
    while (!run->is_done && !atomic_load_explicit(&s->shared.stop, memory_order_relaxed)) {
        const size_t i = choose(run);
        const int length = run->length;
        const unsigned others = run->helpers[i]++;
        const struct move_entry move = s->moves[i].entry;
        pthread_mutex_unlock(&run->mutex);

        w->abandon = settled_at(run, length, i);
        w->is_stopped = false;
        w->played[0] = move;
        solve_worker_make(w, &move);
        const enum solve_answer answer = decide_move(w, &s->task, length, others);
        solve_worker_unmake(w, &move);

        pthread_mutex_lock(&run->mutex);
        if (length == run->length)
            run->helpers[i]--;
        if (answer != SOLVE_UNKNOWN)
            settle(run, length, i, answer);
    }
    run->threads--;
    w->abandon = NULL;
    solve_worker_tell(w);
    pthread_cond_signal(&run->changed);
    pthread_mutex_unlock(&run->mutex);
    return NULL;
}

static struct timespec later(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_nsec += (long)PROGRESS_MS * NS_PER_MS;
    t.tv_sec += t.tv_nsec / (1000L * NS_PER_MS);
    t.tv_nsec %= 1000L * NS_PER_MS;
    return t;
}

/* The calling thread's part while the others work. */
static void oversee(struct run *run)
{
    struct solver *s = run->solver;
    const struct solve_options *options = &s->shared.options;
    pthread_mutex_lock(&run->mutex);
    while (run->threads > 0) {
        const struct timespec next = later();
        if (pthread_cond_timedwait(&run->changed, &run->mutex, &next) == 0 || !options->on_progress)
            continue;
        const struct solve_progress progress = {.moves = run->length,
                                                .done = (unsigned)(s->moves_nb - run->open),
                                                .all = (unsigned)s->moves_nb,
                                                .searched = solve_searched(s)};
        pthread_mutex_unlock(&run->mutex);
        options->on_progress(options->context, &progress);
        pthread_mutex_lock(&run->mutex);
    }
    pthread_mutex_unlock(&run->mutex);
}

static void run_threads(struct run *run, struct runner *runners)
{
    struct solver *s = run->solver;
    unsigned started = 0;
    for (; started < s->workers_nb; started++) {
        struct runner *r = &runners[started];
        *r = (struct runner){.run = run, .worker = &s->workers[started]};
        pthread_mutex_lock(&run->mutex);
        run->threads++;
        pthread_mutex_unlock(&run->mutex);
        if (pthread_create(&r->thread, NULL, runner_main, r) != 0) {
            pthread_mutex_lock(&run->mutex);
            run->threads--;
            pthread_mutex_unlock(&run->mutex);
            break;
        }
    }
    if (started == 0) {
        run->threads = 1;
        runner_main(&runners[0]);
    }
    oversee(run);
    for (unsigned i = 0; i < started; i++)
        pthread_join(runners[i].thread, NULL);
}

/* Decides the moves for length after length, from the one after `refuted` on. */
static enum engine_status decide_moves(struct solver *s, int refuted)
{
    muster(s, s->workers[0].pos, s->shared.options.threads);
    struct run run = {.solver = s, .length = refuted};
    struct runner *runners = calloc(s->workers_nb, sizeof *runners);
    run.helpers = calloc(s->moves_nb, sizeof *run.helpers);
    run.settled = calloc((size_t)(s->task.moves + 1) * s->moves_nb, sizeof *run.settled);
    const bool has_memory = runners && run.helpers && run.settled;
    if (has_memory) {
        pthread_condattr_t attributes;
        pthread_condattr_init(&attributes);
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
        pthread_mutex_init(&run.mutex, NULL);
        pthread_cond_init(&run.changed, &attributes);
        pthread_condattr_destroy(&attributes);
        advance(&run);
        s->is_running = true;
        run_threads(&run, runners);
        s->is_running = false;
        pthread_cond_destroy(&run.changed);
        pthread_mutex_destroy(&run.mutex);
    }
    free(runners);
    free(run.helpers);
    free(run.settled);
    return has_memory ? ENGINE_OK : ENGINE_NO_MEMORY;
}

/* The same by this thread alone, until the limit. */
static void decide_alone(struct solver *s)
{
    struct solve_worker *w = &s->workers[0];
    bool is_won = false;
    w->is_stopped = false;
    for (int length = 1; length <= s->task.moves && !is_won; length++)
        for (size_t i = 0; i < s->moves_nb; i++) {
            struct solve_move *m = &s->moves[i];
            w->played[0] = m->entry;
            solve_worker_make(w, &m->entry);
            const enum solve_answer answer = decide_move(w, &s->task, length, 0);
            solve_worker_unmake(w, &m->entry);
            if (answer == SOLVE_UNKNOWN)
                return;
            if (answer == SOLVE_YES)
                m->win = length;
            else
                m->no_win = length;
            is_won = is_won || answer == SOLVE_YES;
        }
}

/* --- the shortest length by df-pn --- */

/* All threads work on the same question; whoever answers it puts the next. Guarded by the mutex but
 * for `settled`. */
struct race {
    struct solver *solver;
    pthread_mutex_t mutex;
    int length;  /* of the win that is being looked for; 0: done */
    int best;    /* a win that is proved, 0: none */
    int refuted; /* no win in so many: proved */
    atomic_bool settled[SOLVE_MOVES_MAX + 1];
};

struct racer {
    struct race *race;
    struct solve_worker *worker;
    pthread_t thread;
};

static void *race_main(void *argument)
{
    struct racer *r = argument;
    struct race *race = r->race;
    struct solve_worker *w = r->worker;
    pthread_mutex_lock(&race->mutex);
    while (race->length > 0 && !atomic_load_explicit(&w->shared->stop, memory_order_relaxed)) {
        const int length = race->length;
        int found;
        pthread_mutex_unlock(&race->mutex);
        w->abandon = &race->settled[length];
        w->is_stopped = false;
        w->asked = length;
        const enum solve_answer answer = solve_dfpn_or(w, length, &found);
        pthread_mutex_lock(&race->mutex);
        if (answer == SOLVE_UNKNOWN || length != race->length)
            continue;
        atomic_store_explicit(&race->settled[length], true, memory_order_relaxed);
        if (answer == SOLVE_YES)
            race->best = found;
        else
            race->refuted = length;
        race->length = answer == SOLVE_YES ? found - 1 : 0;
    }
    w->abandon = NULL;
    solve_worker_tell(w);
    pthread_mutex_unlock(&race->mutex);
    return NULL;
}

static enum engine_status find_length(struct solver *s, struct race *race)
{
    muster(s, s->workers[0].pos, s->shared.options.threads);
    struct racer *racers = calloc(s->workers_nb, sizeof *racers);
    unsigned started = 1;
    if (!racers)
        return ENGINE_NO_MEMORY;
    race->solver = s;
    race->length = s->task.moves;
    pthread_mutex_init(&race->mutex, NULL);
    for (unsigned i = 0; i < s->workers_nb; i++)
        racers[i] = (struct racer){.race = race, .worker = &s->workers[i]};
    while (started < s->workers_nb &&
           pthread_create(&racers[started].thread, NULL, race_main, &racers[started]) == 0)
        started++;
    s->workers[0].tells = true;
    race_main(&racers[0]);
    s->workers[0].tells = false;
    for (unsigned i = 1; i < started; i++)
        pthread_join(racers[i].thread, NULL);
    pthread_mutex_destroy(&race->mutex);
    free(racers);
    return ENGINE_OK;
}

/* The shortest length, then the keys of that length. */
static enum engine_status decide_by_numbers(struct solver *s, struct race *race)
{
    const enum engine_status status = find_length(s, race);
    const bool is_found = race->length == 0 && race->best > 0;
    for (size_t i = 0; i < s->moves_nb; i++)
        s->moves[i].no_win = is_found ? race->best - 1 : race->refuted;
    if (status != ENGINE_OK || !is_found)
        return status;
    s->task.moves = race->best;
    return decide_moves(s, race->best - 1);
}

/* --- the methods --- */

static void forget_moves(struct solver *s)
{
    for (size_t i = 0; i < s->moves_nb; i++)
        s->moves[i].win = s->moves[i].no_win = 0;
}

static bool is_limit_met(const struct solver *s)
{
    const struct solve_options *o = &s->shared.options;
    return timeman_now_ns() >= s->shared.deadline_ns ||
           (o->nodes != 0 && solve_searched(s) >= o->nodes) ||
           (o->stop && atomic_load_explicit(o->stop, memory_order_relaxed));
}

/* Decides the moves, with helpers or alone, while no more than `nodes` positions are visited in
 * all. *is_done: it was not for these that it ended. */
static enum engine_status decide_within(struct solver *s, uint64_t nodes, bool alone, bool *is_done)
{
    struct solve_shared *shared = &s->shared;
    const uint64_t limit = shared->nodes_max;
    enum engine_status status = ENGINE_OK;
    if (limit == 0 || nodes < limit)
        shared->nodes_max = nodes;
    for (unsigned i = 0; i < s->workers_nb; i++)
        s->workers[i].next_check = s->workers[i].nodes; /* it may be less than before */
    forget_moves(s);
    if (alone)
        decide_alone(s);
    else
        status = decide_moves(s, 0);
    shared->nodes_max = limit;
    *is_done = status != ENGINE_OK || !atomic_load_explicit(&shared->stop, memory_order_relaxed) ||
               (limit != 0 && nodes >= limit) || is_limit_met(s);
    if (!*is_done)
        atomic_store_explicit(&shared->stop, false, memory_order_relaxed);
    return status;
}

/* The exhaustive search, in steps of more and more effort. */
static enum engine_status decide_in_turn(struct solver *s)
{
    const size_t memory = s->shared.options.hash * MEBIBYTE;
    const uint64_t before = solve_searched(s);
    bool is_done;
    enum engine_status status = decide_within(s, before + ALONE_NODES, true, &is_done);
    if (!is_done && memory > SMALL_TABLE)
        status = decide_within(s, before + SMALL_NODES, false, &is_done);
    if (is_done)
        return status;
    if (memory > SMALL_TABLE && !use_table(s, &s->large, memory))
        return ENGINE_NO_MEMORY;
    return decide_within(s, UINT64_MAX, false, &is_done);
}

static enum engine_status decide_by_search(struct solver *s, const struct solve_task *task,
                                           struct race *race)
{
    s->task = *task;
    *race = (struct race){.length = 0};
    forget_moves(s);
    return task->method == SOLVE_NUMBERS ? decide_by_numbers(s, race) : decide_in_turn(s);
}

/* By the closure. Without one afterwards nothing was decided. */
static enum engine_status decide_by_closure(struct solver *s, const struct position *pos,
                                            bool *is_final)
{
    const enum engine_status status = solve_closed_build(&s->shared, pos);
    if (!s->shared.closure)
        return status;
    if (!solve_closed_moves(&s->workers[0], s->task.moves, s->moves, s->moves_nb, is_final))
        solve_closed_free(&s->shared);
    else
        s->task.method = SOLVE_CLOSURE; /* whose questions are answered without search */
    return status;
}

/* A search that has visited more positions than a closure may have, and a small share of them where
 * the closure is large, could as well have built it. */
enum { CLOSURE_SMALL = 4000000, CLOSURE_SHARE = 8 };

/* Which moves keep the other side from winning. */
static enum engine_status decide_holds(struct solver *s, const struct position *pos)
{
    const size_t memory = s->shared.options.memory * MEBIBYTE;
    s->task.moves = 1;
    if (s->task.may_close && solve_closed_estimate(&s->shared, &s->task, pos) > 0) {
        const enum engine_status status = solve_closed_build(&s->shared, pos);
        if (status != ENGINE_OK || is_limit_met(s))
            return status;
        if (s->shared.closure && solve_closed_holds(&s->workers[0], s->moves, s->moves_nb))
            return ENGINE_OK;
        solve_closed_free(&s->shared);
    }
    s->hold = solve_hold_new(&s->workers[0], memory);
    if (!s->hold)
        return ENGINE_NO_MEMORY;
    s->workers[0].tells = true;
    for (size_t i = 0; i < s->moves_nb; i++) {
        struct solve_move *m = &s->moves[i];
        const enum solve_answer answer = solve_hold_decide(s->hold, pos, &m->entry);
        m->win = answer == SOLVE_YES;
        m->no_win = answer == SOLVE_NO;
    }
    s->workers[0].tells = false;
    return ENGINE_OK;
}

static enum engine_status decide(struct solver *s, const struct position *pos,
                                 const struct solve_task *task, struct race *race, bool *is_final)
{
    if (task->aim == SOLVE_HOLD)
        return decide_holds(s, pos);
    const bool only_closure = task->method == SOLVE_CLOSURE;
    if (task->may_close && task->method == SOLVE_EXHAUSTIVE) {
        /* Mostly there is no need to know how large the closure is. */
        const uint64_t share = solve_closed_least(pos) / CLOSURE_SHARE + 1;
        bool is_done;
        const enum engine_status status =
            decide_within(s, share < ALONE_NODES ? share : ALONE_NODES, true, &is_done);
        if (is_done)
            return status;
    }
    const uint64_t states =
        task->may_close || only_closure ? solve_closed_estimate(&s->shared, task, pos) : 0;
    if (states == 0)
        return only_closure ? ENGINE_OK : decide_by_search(s, task, race);
    if (!only_closure && (task->method == SOLVE_EXHAUSTIVE || states > CLOSURE_SMALL)) {
        s->shared.nodes_max = states / CLOSURE_SHARE + 1;
        const enum engine_status status = decide_by_search(s, task, race);
        if (status != ENGINE_OK || !atomic_load_explicit(&s->shared.stop, memory_order_relaxed) ||
            is_limit_met(s))
            return status;
        s->shared.nodes_max = s->shared.options.nodes;
        atomic_store_explicit(&s->shared.stop, false, memory_order_relaxed);
        s->task = *task;
    }
    const enum engine_status status = decide_by_closure(s, pos, is_final);
    if (status != ENGINE_OK || s->shared.closure || only_closure || is_limit_met(s))
        return status;
    return decide_by_search(s, task, race);
}

/* What the lengths of the moves say of the position. */
static struct solve_result sum_up(struct solver *s)
{
    struct solve_result r = {.outcome = SOLVE_OPEN,
                             .no_win = s->task.moves,
                             .moves = s->moves,
                             .moves_nb = s->moves_nb,
                             .searched = solve_searched(s)};
    for (size_t i = 0; i < s->moves_nb; i++) {
        const struct solve_move *m = &s->moves[i];
        if (m->win != 0 && (r.win == 0 || m->win < r.win))
            r.win = m->win;
        const int refuted = m->win != 0 ? m->win - 1 : m->no_win;
        if (refuted < r.no_win)
            r.no_win = refuted;
    }
    if (r.win == 0)
        r.outcome = r.no_win == s->task.moves ? SOLVE_NONE : SOLVE_OPEN;
    else
        r.outcome = SOLVE_WON;
    /* A win is the answer only when every move is decided at its length. */
    for (size_t i = 0; i < s->moves_nb && r.outcome == SOLVE_WON; i++)
        if (s->moves[i].win == 0 && s->moves[i].no_win < r.win)
            r.outcome = SOLVE_OPEN;
    return r;
}

enum engine_status solve_run(struct solver *s, const struct position *pos,
                             const struct solve_task *task, struct solve_result *result)
{
    if (task->moves < 1 || task->moves > SOLVE_MOVES_MAX ||
        (task->is_draw && task->aim != SOLVE_FORCE) ||
        (task->method == SOLVE_NUMBERS && task->aim >= SOLVE_HELP))
        return ENGINE_BAD_ARGUMENT;
    if (!prepare(s, pos, task))
        return ENGINE_NO_MEMORY;
    s->moves_nb = 0;
    if (pos->game->result(pos).outcome != OUTCOME_NONE) {
        *result = (struct solve_result){
            .outcome = SOLVE_NONE, .no_win = task->moves, .is_over = true, .is_final = true};
        return ENGINE_OK;
    }
    struct race race = {.length = 0};
    bool is_final = false;
    if (!list_moves(s, pos) || decide(s, pos, task, &race, &is_final) != ENGINE_OK)
        return ENGINE_NO_MEMORY;
    *result = sum_up(s);
    result->is_final = is_final || (task->aim == SOLVE_HOLD && result->outcome == SOLVE_NONE);
    if (result->outcome == SOLVE_OPEN && race.best > 0)
        result->win = race.best;
    return ENGINE_OK;
}

enum solve_answer solve_strategy(struct solver *s, const struct position *root,
                                 solve_node_fn on_node, void *context, uint32_t *keys,
                                 uint32_t *nodes)
{
    struct move_entry *held = malloc((s->moves_nb + 1) * sizeof *held);
    enum solve_answer answer = SOLVE_UNKNOWN;
    *keys = *nodes = 0;
    for (size_t i = 0; i < s->moves_nb && held; i++)
        if (s->moves[i].win != 0)
            held[(*keys)++] = s->moves[i].entry;
    if (held && s->hold) /* a closure says no more than who wins */
        answer = solve_hold_write(s->hold, root, held, *keys, on_node, context, nodes);
    free(held);
    return answer;
}

/* --- questions --- */

size_t solve_memory(const struct solver *s)
{
    return s->shared.options.memory * MEBIBYTE;
}

bool solve_closure_of(const struct solver *s, struct solve_closure *out, struct position *longest)
{
    const struct solve_shared *shared = &s->shared;
    struct closure_info info;
    if (!shared->closure)
        return false;
    shared->closures->describe(shared->closure, &info, longest);
    *out = (struct solve_closure){info.states, info.bytes, info.longest};
    return true;
}

uint64_t solve_searched(const struct solver *s)
{
    const struct solve_worker *w = &s->workers[0];
    const uint64_t told = atomic_load_explicit(&s->shared.searched, memory_order_relaxed);
    return s->is_running ? told : told + (w->nodes - w->nodes_told);
}

enum engine_status solve_goto(struct solver *s, const struct position *pos)
{
    struct solve_worker *w = &s->workers[0];
    enum engine_status status = pos_copy(w->pos, pos);
    if (status == ENGINE_OK)
        status = pos_reserve(w->pos, SOLVE_PLIES_MAX);
    w->ply = 0;
    w->moves_top = w->moves;
    return status;
}

void solve_make(struct solver *s, const struct move_entry *move)
{
    struct solve_worker *w = &s->workers[0];
    w->played[w->ply] = *move;
    solve_worker_make(w, move);
}

void solve_unmake(struct solver *s)
{
    struct solve_worker *w = &s->workers[0];
    const struct move_entry move = w->played[w->ply - 1];
    if (move.move == MOVE_NULL) {
        w->ply--;
        w->game->unmake_null(w->pos, w->undo + (size_t)w->ply * w->undo_size);
    } else {
        solve_worker_unmake(w, &move);
    }
}

bool solve_pass(struct solver *s)
{
    struct solve_worker *w = &s->workers[0];
    if (!w->game->has_null_move || w->game->in_check(w->pos))
        return false;
    w->played[w->ply] = (struct move_entry){.move = MOVE_NULL};
    w->game->make_null(w->pos, w->undo + (size_t)w->ply * w->undo_size);
    w->ply++;
    return true;
}

const struct position *solve_position(const struct solver *s)
{
    return s->workers[0].pos;
}

bool solve_is_reached(struct solver *s, bool *is_over)
{
    const enum solve_end end = solve_exact_end(&s->workers[0], -1);
    if (is_over)
        *is_over = end != SOLVE_GOES_ON;
    return end == SOLVE_REACHED;
}

enum solve_method solve_method_of(const struct solver *s)
{
    return s->task.method;
}

struct solve_worker *solve_questioner(struct solver *s)
{
    struct solve_worker *w = &s->workers[0];
    w->is_stopped = atomic_load_explicit(&s->shared.stop, memory_order_relaxed);
    return w;
}

enum solve_answer solve_shortest(struct solver *s, int moves, int *win)
{
    return solve_exact_or(solve_questioner(s), moves, win);
}

enum solve_answer solve_holds(struct solver *s, int moves)
{
    return solve_exact_and(solve_questioner(s), moves, 0);
}
