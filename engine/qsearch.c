/* Quiescence search: from the horizon on only moves that change much are followed, until the
 * evaluation can be believed (Turing 1953, "dead positions").
 *
 * Not in check, the side to move may stand pat, i.e. take the evaluation, since some quiet move
 * would usually do no worse. In check it may not, and all evasions are searched; without any the
 * position is lost, so short wins show up here. Where captures are mandatory there is nothing to
 * stand on while one exists. */
#include "engine/search_priv.h"

/* Can the capture not lift the score to alpha, even if it is free? Delta pruning; and captures that
 * lose material never help where one may stand pat. */
static bool is_futile(const struct worker *w, const struct node *n, const struct move_entry *m)
{
    if (!(m->flags & MOVE_CAPTURE) || (m->flags & (MOVE_PROMOTION | MOVE_FORCING)))
        return false;
    const score_t gain = w->game->class_value[m->victim];
    if (n->static_eval + gain + PARAM_QS_DELTA <= n->alpha)
        return true;
    return !w->game->see_at_least(w->pos, m, 0);
}

/* Has the same man been promoted on the same square to something better? Moves come best gain
 * first, and whoever has the choice in quiescence takes the best. */
static bool is_lesser_promotion(const struct node *n, const struct move_entry *m)
{
    if (!m->becomes)
        return false;
    for (int i = 0; i < n->tacticals_nb; i++) {
        const move_t other = n->tacticals[i].move;
        if (move_from(other) == move_from(m->move) && move_to(other) == move_to(m->move))
            return true;
    }
    return false;
}

/* May the move be left out? `may_stand` also means that every move is optional. Of evasions the
 * captures and a few others are enough, once one of them does not lose. */
static bool skip_move(const struct worker *w, const struct node *n, const struct move_entry *m,
                      bool may_stand, int qply)
{
    if (!worker_has(w, SEARCH_QS_PRUNING))
        return false;
    if (!may_stand)
        return n->in_check && n->best > -SCORE_WIN_MIN &&
               (is_lesser_promotion(n, m) ||
                (!(m->flags & MOVE_CAPTURE) && n->moves_nb > PARAM_QS_EVASIONS));
    if (m->flags == MOVE_FORCING)
        return qply >= PARAM_QS_FORCING_PLIES;
    return is_lesser_promotion(n, m) || is_futile(w, n, m);
}

/* Where captures are mandatory the tactical moves are all legal moves as soon as one captures, and
 * there is nothing to stand on. But where material never leaves the board captures need not come to
 * an end soon, and with flying kings they branch: late ones are followed only while they are
 * forced, and the last not at all. */
static bool must_capture(const struct worker *w, const struct node *n, int qply)
{
    const struct picker *p = &n->picker;
    if (!w->game->captures_mandatory || p->begin == p->end || !(p->begin->flags & MOVE_CAPTURE))
        return false;
    const bool is_single = p->end - p->begin == 1;
    return !worker_has(w, SEARCH_QS_PRUNING) || qply < PARAM_QS_CAPTURE_PLIES ||
           (is_single && qply < PARAM_QS_SINGLE_PLIES);
}

static score_t search_move_q(struct worker *w, struct node *n, const struct move_entry *m, int qply)
{
    search_set_rows(w, n, m);
    void *undo = worker_undo(w, n->ply);
    w->game->make(w->pos, m, undo);
    tt_prefetch(w->tt, search_tt_key(w));
    worker_count_node(w);
    struct node child;
    child.parent = n;
    child.alpha = -n->beta;
    child.beta = -n->alpha;
    child.depth = 0;
    child.ply = n->ply + 1;
    child.is_pv = n->is_pv;
    child.in_check = w->game->in_check(w->pos);
    const score_t score = -qsearch(w, &child, qply + 1);
    w->game->unmake(w->pos, m, undo);
    return score;
}

/* Follows the moves; n->best holds the stand-pat score or minus infinity. */
static void search_moves_q(struct worker *w, struct node *n, bool may_stand, int qply)
{
    const struct move_entry *m;
    while ((m = order_next(w, n)) != NULL) {
        n->moves_nb++;
        if (skip_move(w, n, m, may_stand, qply))
            continue;
        const score_t score = search_move_q(w, n, m, qply);
        if (worker_is_stopped(w))
            return;
        if (m->becomes && n->tacticals_nb < TRIED_MAX)
            n->tacticals[n->tacticals_nb++] = *m;
        if (score <= n->best)
            continue;
        n->best = score;
        if (score > n->alpha) {
            n->best_move = m->move;
            if (n->is_pv)
                pv_update(w, n->ply, m->move);
            if (score >= n->beta)
                return;
            n->alpha = score;
        }
    }
}

static void evaluate_node_q(const struct worker *w, struct node *n)
{
    n->raw_eval = n->tt_hit && n->tt.eval != SCORE_NONE ? n->tt.eval : w->game->evaluate(w->pos);
    n->static_eval = correction_apply(w, n, n->raw_eval);
    n->best = n->static_eval;
    if (worker_has(w, SEARCH_QS_PRUNING) && n->tt_score != SCORE_NONE &&
        !score_is_decisive(n->tt_score)) {
        const unsigned needed = n->tt_score > n->best ? TT_BOUND_LOWER : TT_BOUND_UPPER;
        if (n->tt.bound & needed)
            n->best = n->tt_score;
    }
}

score_t qsearch(struct worker *w, struct node *n, int qply)
{
    if (n->is_pv)
        pv_clear(w, n->ply);
    score_t score;
    if (worker_is_stopped(w))
        return 0;
    if (search_early_exit(w, n, &score))
        return score;
    if (n->is_pv && n->ply > w->seldepth)
        w->seldepth = n->ply;

    const zkey_t key = search_tt_key(w);
    const depth_t depth = qply < PARAM_QS_FORCING_PLIES ? DEPTH_QS : DEPTH_QS_LATE;
    search_tt_probe(w, n, key);
    if (!n->is_pv && n->tt_hit && n->tt.depth >= depth + TT_DEPTH_SHIFT && search_tt_cuts(n))
        return n->tt_score;

    const score_t first_alpha = n->alpha;
    n->best = -SCORE_INFINITE;
    n->best_move = MOVE_NONE;
    n->raw_eval = n->static_eval = SCORE_NONE;
    n->moves_nb = n->tacticals_nb = 0;
    order_init_quiescence(w, n);
    const bool in_check = n->in_check && worker_has(w, SEARCH_EVASIONS);
    const bool may_stand = !in_check && !must_capture(w, n, qply);
    if (may_stand)
        evaluate_node_q(w, n);
    if (n->best > n->alpha)
        n->alpha = n->best;
    if (n->best < n->beta)
        search_moves_q(w, n, may_stand, qply);
    order_done(w, n);

    if (worker_is_stopped(w))
        return 0;
    if (!may_stand && n->moves_nb == 0)
        return search_no_moves(w, n);
    const int bound = search_bound(n, first_alpha);
    search_tt_store(w, n, key, depth, bound);
    return n->best;
}
