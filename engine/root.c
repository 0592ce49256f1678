/* The root: iterative deepening with aspiration windows, MultiPV, proofs for `mate`, reports, and
 * what the main worker does besides. */
#include "engine/search_priv.h"

#include <stdlib.h>
#include <string.h>

enum { NS_PER_MS = 1000000 };

static int64_t elapsed_ms(const struct search *s)
{
    return (timeman_now_ns() - s->start_ns) / NS_PER_MS;
}

/* --- the list of root moves --- */

static bool is_wanted(const struct engine_limits *limits, move_t move)
{
    for (size_t i = 0; i < limits->search_moves_nb; i++)
        if (limits->search_moves[i] == move)
            return true;
    return false;
}

static void add_root_move(struct worker *w, const struct move_entry *m)
{
    struct root_move *rm = &w->root_moves[w->root_nb];
    rm->entry = *m;
    rm->score = rm->last_score = -SCORE_INFINITE;
    rm->bound = BOUND_EXACT;
    rm->seldepth = 0;
    rm->nodes = 0;
    rm->pv[0] = m->move;
    rm->pv_nb = 1;
    w->root_order[w->root_nb++] = rm;
}

void root_init_moves(struct worker *w, const struct engine_limits *limits)
{
    w->root_nb = 0;
    w->is_filtered = false;
    score_t score;
    if (!w->game->decided(w->pos, 0, &score) || !score_is_decisive(score)) {
        struct move_entry *const begin = w->moves;
        struct move_entry *const end = w->game->generate(w->pos, GEN_ALL, begin);
        for (const struct move_entry *m = begin; m < end; m++)
            if (limits->search_moves && is_wanted(limits, m->move))
                add_root_move(w, m);
        w->is_filtered = w->root_nb > 0 && w->root_nb < end - begin;
        if (w->root_nb == 0)
            for (const struct move_entry *m = begin; m < end; m++)
                add_root_move(w, m);
    }
    const int lines = w->search->options.multipv;
    w->lines_nb = lines < w->root_nb ? lines : w->root_nb;
}

/* Does a come before b? Moves that are only known to be no better keep their former order. */
static bool is_better(const struct root_move *a, const struct root_move *b)
{
    return a->score != b->score ? a->score > b->score : a->last_score > b->last_score;
}

/* Sorts root_order[from..to), best first. Insertion sort, because the order must be stable: equal
 * moves must not change places from one iteration to the next. */
static void sort_moves(struct worker *w, int from, int to)
{
    struct root_move **order = w->root_order;
    for (int i = from + 1; i < to; i++) {
        struct root_move *rm = order[i];
        int j = i;
        for (; j > from && is_better(rm, order[j - 1]); j--)
            order[j] = order[j - 1];
        order[j] = rm;
    }
}

/* --- reports --- */

void root_report(struct worker *w, int lines)
{
    struct search *s = w->search;
    const struct engine_callbacks *callbacks = &s->options.callbacks;
    if (!callbacks->on_info)
        return;
    struct engine_info info = {
        .nodes = search_nodes(s), .time_ms = elapsed_ms(s), .hashfull = tt_hashfull(s->tt)};
    for (int i = 0; i < lines; i++) {
        struct root_move *rm = w->root_order[i];
        const bool is_new = rm->score != -SCORE_INFINITE;
        info.score = root_score(rm);
        info.depth = is_new ? w->root_depth : w->lines_depth;
        if (info.score == -SCORE_INFINITE || info.depth < 1)
            continue;
        info.seldepth = rm->seldepth;
        info.multipv = i + 1;
        info.bound = is_new ? rm->bound : BOUND_EXACT;
        info.pv = rm->pv;
        info.pv_nb = rm->pv_nb;
        callbacks->on_info(callbacks->context, &info);
    }
}

static void report_current_move(const struct worker *w, depth_t depth, move_t move, int number)
{
    const struct search *s = w->search;
    const struct engine_callbacks *callbacks = &s->options.callbacks;
    if (w->index == 0 && callbacks->on_currmove && elapsed_ms(s) >= PARAM_CURRMOVE_MS)
        callbacks->on_currmove(callbacks->context, depth, move, number);
}

/* --- one search of the root --- */

static void root_node_init(struct worker *w, struct node *n, score_t alpha, score_t beta,
                           depth_t depth)
{
    memset(n, 0, sizeof *n);
    n->parent = &w->sentinels[0];
    n->alpha = alpha;
    n->beta = beta;
    n->depth = depth;
    n->is_pv = n->tt_pv = true;
    n->in_check = w->game->in_check(w->pos);
    n->tt_score = SCORE_NONE;
    n->raw_eval = n->in_check ? SCORE_NONE : w->game->evaluate(w->pos);
    n->static_eval = n->in_check ? SCORE_NONE : correction_apply(w, n, n->raw_eval);
    n->eval = n->static_eval;
    n->best = -SCORE_INFINITE;
    w->killers[1][0] = w->killers[1][1] = MOVE_NONE;
}

/* Takes score and line of a move that was searched with an open window, or is the first. */
static void take_line(struct worker *w, struct root_move *rm, score_t score, const struct node *n)
{
    rm->score = score;
    rm->bound = score >= n->beta ? BOUND_LOWER : score <= n->alpha ? BOUND_UPPER : BOUND_EXACT;
    rm->seldepth = w->seldepth + 1;
    rm->pv[0] = rm->entry.move;
    memcpy(&rm->pv[1], w->pv[1], (size_t)w->pv_nb[1] * sizeof(move_t));
    rm->pv_nb = w->pv_nb[1] + 1;
}

/* Searches the candidates root_order[line..] to `depth` in this window. Returns the best score; if
 * the search was stopped, what has been found so far is in the root moves. */
static score_t root_search(struct worker *w, score_t alpha, score_t beta, depth_t depth)
{
    struct node n;
    root_node_init(w, &n, alpha, beta, depth);
    for (int i = w->line; i < w->root_nb; i++) {
        struct root_move *rm = w->root_order[i];
        n.moves_nb++;
        report_current_move(w, depth, rm->entry.move, i + 1);
        const uint64_t before = worker_nodes(w);
        pv_clear(w, 1);
        const score_t score = search_move(w, &n, &rm->entry, 0);
        if (worker_is_stopped(w))
            return n.best;
        rm->nodes += worker_nodes(w) - before;

        /* A proof that fails says nothing about the score, so it leaves no trace. */
        if ((i == w->line && !w->is_proof) || score > n.alpha)
            take_line(w, rm, score, &n);
        else if (!w->is_proof)
            rm->score = -SCORE_INFINITE;
        if (score > n.best)
            n.best = score;
        if (score > n.alpha) {
            if (i > w->line)
                w->best_changes += 1.0;
            n.best_move = rm->entry.move;
            if (score >= n.beta)
                break;
            n.alpha = score;
        }
    }
    /* Later lines and filtered lists do not know the value of the position: nothing to remember. */
    if (w->line == 0 && !w->is_filtered) {
        const int bound = n.best >= beta   ? TT_BOUND_LOWER
                          : n.best > alpha ? TT_BOUND_EXACT
                                           : TT_BOUND_UPPER;
        search_tt_store(w, &n, search_tt_key(w), depth, bound);
    }
    return n.best;
}

/* Searches one line with an aspiration window around its last score, opened step by step towards
 * the side where the score lies outside (Slate & Atkin's Chess 4.5). */
static void search_line(struct worker *w, depth_t depth)
{
    score_t alpha = -SCORE_INFINITE;
    score_t beta = SCORE_INFINITE;
    score_t delta = PARAM_ASPIRATION_DELTA;
    const score_t last = w->root_order[w->line]->last_score;
    if (worker_has(w, SEARCH_ASPIRATION) && depth >= PARAM_ASPIRATION_DEPTH &&
        last != -SCORE_INFINITE && !score_is_decisive(last)) {
        alpha = last - delta;
        beta = last + delta;
    }
    for (;;) {
        w->seldepth = 0;
        const score_t score = root_search(w, alpha, beta, depth);
        sort_moves(w, w->line, w->root_nb);
        if (worker_is_stopped(w) || (score > alpha && score < beta))
            return;
        if (w->index == 0 && w->lines_nb == 1 && elapsed_ms(w->search) >= PARAM_CURRMOVE_MS)
            root_report(w, 1);
        delta *= 3;
        if (score <= alpha) {
            beta = (alpha + beta) / 2 > alpha ? (alpha + beta) / 2 + 1 : beta;
            alpha = delta > PARAM_ASPIRATION_MAX ? -SCORE_INFINITE : score - delta;
        } else {
            beta = delta > PARAM_ASPIRATION_MAX ? SCORE_INFINITE : score + delta;
        }
        if (alpha < -SCORE_INFINITE || score_is_loss(score))
            alpha = -SCORE_INFINITE;
        if (beta > SCORE_INFINITE || score_is_win(score))
            beta = SCORE_INFINITE;
    }
}

/* What a finished iteration tells the user. */
static void report_lines(struct worker *w)
{
    if (w->index != 0)
        return;
    for (int i = 0; i < w->lines_nb; i++)
        pv_extend(w, w->root_order[i]);
    root_report(w, w->lines_nb);
}

/* One iteration over lines from..lines_nb-1. False if it was stopped. */
static bool search_lines(struct worker *w, depth_t depth, int from)
{
    w->root_depth = depth;
    for (int i = from; i < w->root_nb; i++) {
        struct root_move *rm = w->root_order[i];
        rm->last_score = rm->score;
        rm->score = -SCORE_INFINITE;
    }
    for (w->line = from; w->line < w->lines_nb && !worker_is_stopped(w); w->line++) {
        search_line(w, depth);
        if (!worker_is_stopped(w))
            sort_moves(w, 0, w->line + 1);
    }
    if (worker_is_stopped(w))
        return false;
    w->done_depth = w->lines_depth = depth;
    report_lines(w);
    return true;
}

/* --- proofs for `mate` --- */

static bool is_answered(const struct worker *w)
{
    const score_t score = root_best(w)->score;
    return score_is_win(score) && root_best(w)->bound == BOUND_EXACT &&
           score_win_moves(score) <= w->search->limits.mate;
}

/* Is there a win in `moves` moves? An exhaustive search of 2 * moves plies with nothing unsound in
 * a window that only wins of that length reach; mate distance pruning cuts all else, so nothing is
 * ever evaluated. Table entries get a key of their own: "no win" of a selective search is no proof.
 * Given up, without a result, after `budget` nodes. */
static bool prove(struct worker *w, int moves, uint64_t budget)
{
    const unsigned features = w->features;
    w->features &= SEARCH_SOUND;
    w->features |= SEARCH_MATE_DISTANCE;
    w->salt = UINT64_C(0x6a09e667f3bcc908);
    w->is_proof = true;
    w->line = 0;
    w->seldepth = 0;
    const depth_t before = w->root_depth;
    w->root_depth = 2 * moves;
    const uint64_t nodes = worker_nodes(w);
    w->proof_end = budget < UINT64_MAX - nodes ? nodes + budget : UINT64_MAX;
    const score_t alpha = SCORE_MATE - 2 * moves - 1;
    const score_t score = root_search(w, alpha, SCORE_INFINITE, 2 * moves);
    const bool found = !worker_is_stopped(w) && score > alpha;
    sort_moves(w, 0, w->root_nb);
    if (found) {
        w->done_depth = 2 * moves;
        pv_extend(w, root_best(w));
        if (w->index == 0)
            root_report(w, 1);
    } else {
        w->root_depth = before;
    }
    const bool ended = !worker_is_stopped(w);
    w->proof_cost = (worker_nodes(w) - nodes) * (ended ? PARAM_PROOF_GROWTH : PARAM_PROOF_RETRY);
    w->gives_up = false;
    w->features = features;
    w->salt = 0;
    w->is_proof = false;
    if (!found && ended)
        w->proved = moves;
    return found;
}

/* The proofs that are due after iteration `depth`: the first few lengths at once, because they are
 * cheap and settle what is shortest; longer ones in turn with the selective search, which finds a
 * long win sooner than an exhaustive one could. True when the question is answered. */
static bool answer_mate(struct worker *w, depth_t depth)
{
    const int most = w->search->limits.mate;
    if (is_answered(w))
        return true;
    while (w->proved < most && depth >= 2 && !worker_is_stopped(w)) {
        const int next = w->proved + 1;
        if (next > PARAM_MATE_EXHAUSTIVE && depth < 2 * next)
            return false;
        if (prove(w, next, UINT64_MAX)) {
            if (w->lines_nb > 1)
                (void)search_lines(w, 2 * next + 1, 1);
            return true;
        }
    }
    return false;
}

/* Off the clock, any search looks for short wins exhaustively as well, as long as that is cheap
 * next to what it costs itself: selective search overlooks quiet keys, and people who set up a
 * position want to know the shortest win. Main worker only. */
static void prove_cheaply(struct worker *w, depth_t depth)
{
    if (w->index != 0 || w->is_solved || !worker_has(w, SEARCH_PROOFS) ||
        w->search->budget.is_clock || w->search->limits.ponder)
        return;
    const struct root_move *best = root_best(w);
    const bool wins = score_is_win(best->score) && best->bound == BOUND_EXACT;
    const int known = wins ? score_win_moves(best->score) : DEPTH_MAX;
    while (w->proved + 1 < known && 2 * (w->proved + 1) <= depth && !worker_is_stopped(w)) {
        uint64_t budget = worker_nodes(w) / PARAM_PROOF_SHARE;
        if (budget < PARAM_PROOF_FREE)
            budget = PARAM_PROOF_FREE;
        const int before = w->proved;
        if (w->proof_cost > budget)
            return;
        if (prove(w, w->proved + 1, budget)) {
            w->is_solved = true;
            return;
        }
        if (w->proved == before)
            return; /* given up for now */
    }
    w->is_solved = w->proved + 1 >= known;
}

/* --- iterations --- */

/* Has the main worker thought long enough? Called between iterations. */
static bool enough_time(struct worker *w, depth_t depth)
{
    struct search *s = w->search;
    if (!s->budget.is_clock)
        return false;
    const struct root_move *best = root_best(w);
    const score_t score = best->score;
    const uint64_t nodes = worker_nodes(w);
    const struct time_view view = {.depth = depth,
                                   .changes = w->best_changes,
                                   .fall =
                                       w->usual_score == SCORE_NONE ? 0 : w->usual_score - score,
                                   .best_share = nodes == 0 ? 0 : (int)(best->nodes * 100 / nodes)};
    w->best_changes /= 2;
    w->usual_score = w->usual_score == SCORE_NONE ? score : (2 * w->usual_score + score) / 3;

    bool enough = w->root_nb == 1 || elapsed_ms(s) >= timeman_soft_ms(&s->budget, &view);
    /* A win or loss that has been searched well beyond its length will not get any shorter. */
    if (score_is_decisive(score) && depth > SCORE_MATE - (score > 0 ? score : -score) + 4)
        enough = true;
    if (enough && atomic_load_explicit(&s->pondering, memory_order_acquire)) {
        w->ponder_is_over = true;
        return false;
    }
    return enough && !s->limits.infinite;
}

/* Has a won or lost position been searched so far beyond its end that deeper iterations can only
 * repeat themselves? */
static bool is_exhausted(const struct worker *w, depth_t depth)
{
    const struct root_move *best = root_best(w);
    return score_is_decisive(best->score) && best->bound == BOUND_EXACT &&
           depth > 2 * (SCORE_MATE - abs(best->score)) + PARAM_DECIDED_PLIES;
}

static depth_t last_depth(const struct worker *w)
{
    const struct engine_limits *limits = &w->search->limits;
    depth_t last = DEPTH_MAX;
    if (limits->depth > 0 && limits->depth < last)
        last = limits->depth;
    if (limits->mate > 0 && 2 * limits->mate + 1 < last)
        last = 2 * limits->mate + 1;
    /* Helpers never rest before the main worker does: they deepen its table. */
    return w->index == 0 ? last : DEPTH_MAX;
}

/* Iteration `*depth`, which becomes a deeper one if another worker is faster. False if the search
 * was stopped before it was finished. */
static bool iterate(struct worker *w, depth_t *depth)
{
    const bool is_finished = search_lines(w, *depth, w->is_solved ? 1 : 0);
    if (is_finished)
        relay_pass(w);
    if (!relay_is_behind(w))
        return is_finished;
    w->gives_up = false;
    relay_take(w);
    *depth = w->done_depth;
    report_lines(w);
    return true;
}

void root_iterate(struct worker *w)
{
    if (w->root_nb == 0)
        return;
    const depth_t last = last_depth(w);
    w->root_depth = 0;
    depth_t depth = 0;
    while ((depth = relay_next(w, depth)) <= last && !worker_is_stopped(w)) {
        if (!iterate(w, &depth))
            return;
        if (w->search->limits.mate == 0) {
            prove_cheaply(w, depth);
        } else if (answer_mate(w, depth)) {
            w->won_early = true;
            search_halt(w->search);
        }
        if (w->index == 0 && is_exhausted(w, depth))
            w->is_solved = true;
        if (w->index == 0 && enough_time(w, depth))
            return;
        if (w->is_solved && w->lines_nb == 1) {
            /* There is nothing left to find out. */
            if (w->search->limits.depth > 0)
                w->done_depth = w->root_depth = last;
            return;
        }
    }
}

/* --- the end of a search --- */

/* Nothing may be answered before the stop, or the ponderhit, that an infinite search waits for. */
static void wait_for_permission(struct search *s)
{
    while (!atomic_load_explicit(&s->released, memory_order_relaxed) &&
           (s->limits.infinite || atomic_load_explicit(&s->pondering, memory_order_acquire)))
        while (sem_wait(&s->wake) != 0)
            ; /* interrupted by a signal */
}

static bool is_preferred(const struct worker *w, const struct worker *best, const int64_t *votes)
{
    const score_t a = root_score(root_best(w));
    const score_t b = root_score(root_best(best));
    if (score_is_decisive(b) && b > 0)
        return a > b; /* the shorter win */
    if (score_is_win(a))
        return true;
    if (score_is_loss(a) != score_is_loss(b))
        return score_is_loss(b);
    return votes[w->index] > votes[best->index];
}

/* Whose move to play: each worker votes for its move with depth and score, wins outrank votes
 * (Stockfish 2018). Only where the workers answer the same question. */
static struct worker *elect(struct search *s)
{
    struct worker *main_worker = s->workers[0];
    const bool is_open = s->options.multipv == 1 && s->limits.depth == 0;
    if (s->workers_nb == 1 || main_worker->root_nb == 0 || main_worker->won_early ||
        (!is_open && s->limits.mate == 0))
        return main_worker;

    int64_t votes[ENGINE_THREADS_MAX] = {0};
    score_t lowest = SCORE_INFINITE;
    for (unsigned i = 0; i < s->workers_nb; i++) {
        const score_t score = root_score(root_best(s->workers[i]));
        if (score != -SCORE_INFINITE && score < lowest)
            lowest = score;
    }
    for (unsigned i = 0; i < s->workers_nb; i++) {
        const struct worker *a = s->workers[i];
        for (unsigned j = 0; j < s->workers_nb; j++) {
            const struct worker *b = s->workers[j];
            if (b->done_depth > 0 && root_best(a)->entry.move == root_best(b)->entry.move)
                votes[i] += (int64_t)(root_score(root_best(b)) - lowest + 14) * b->done_depth;
        }
    }
    struct worker *best = main_worker;
    for (unsigned i = 1; i < s->workers_nb; i++)
        if (s->workers[i]->done_depth > 0 && is_preferred(s->workers[i], best, votes))
            best = s->workers[i];
    return best;
}

/* Score of a root that was decided before the search, or that has no moves. */
static score_t final_score(const struct worker *w)
{
    score_t score;
    if (w->game->decided(w->pos, 0, &score) && score_is_decisive(score))
        return score;
    return w->game->no_moves(w->pos, 0);
}

/* An iteration that was stopped leaves new and old lines side by side: the order of the last report
 * is that of their scores. */
static void sort_lines(struct worker *w)
{
    struct root_move **order = w->root_order;
    for (int i = 1; i < w->lines_nb; i++) {
        struct root_move *rm = order[i];
        int j = i;
        for (; j > 0 && root_score(rm) > root_score(order[j - 1]); j--)
            order[j] = order[j - 1];
        order[j] = rm;
    }
}

static struct engine_result make_result(struct search *s, struct worker *w)
{
    struct engine_result result = {.best = MOVE_NONE,
                                   .ponder = MOVE_NONE,
                                   .depth = w->done_depth,
                                   .nodes = search_nodes(s),
                                   .time_ms = elapsed_ms(s)};
    if (w->root_nb == 0) {
        result.score = final_score(w);
        return result;
    }
    const struct root_move *best = root_best(w);
    result.best = best->entry.move;
    if (best->pv_nb > 1)
        result.ponder = best->pv[1];
    result.score = root_score(best);
    if (result.score == -SCORE_INFINITE) /* stopped before the first move was searched */
        result.score = w->game->evaluate(w->pos);
    return result;
}

static void report_no_moves(const struct search *s, score_t score)
{
    const struct engine_callbacks *callbacks = &s->options.callbacks;
    static const move_t none = MOVE_NONE;
    if (!callbacks->on_info)
        return;
    const struct engine_info info = {
        .multipv = 1, .score = score, .time_ms = elapsed_ms(s), .pv = &none, .pv_nb = 0};
    callbacks->on_info(callbacks->context, &info);
}

void search_job(struct search *s, unsigned index, void (*wait_others)(void *), void *context)
{
    struct worker *w = s->workers[index];
    root_iterate(w);
    /* From here on its tables do not change: whoever wants to save them reads them itself. */
    atomic_store_explicit(&w->is_resting, true, memory_order_release);
    if (index != 0)
        return;
    if (w->root_nb == 0)
        report_no_moves(s, final_score(w));
    const bool is_cut = worker_is_stopped(w) && !w->won_early;
    wait_for_permission(s);
    atomic_store_explicit(&s->stop, true, memory_order_relaxed);
    wait_others(context);

    /* What was cut short, be it in a proof after an iteration, has spent nodes and time since the
     * last report. */
    struct worker *best = elect(s);
    if (best->root_nb > 0 && (best != w || is_cut || best->done_depth != best->root_depth)) {
        sort_lines(best);
        for (int i = 0; i < best->lines_nb; i++)
            pv_extend(best, best->root_order[i]);
        root_report(best, best->lines_nb);
    }
    s->result = make_result(s, best);
    const struct engine_callbacks *callbacks = &s->options.callbacks;
    if (callbacks->on_result)
        callbacks->on_result(callbacks->context, &s->result);
}
