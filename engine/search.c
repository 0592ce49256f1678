/* The node search: principal variation search (Marsland & Campbell 1982) over `struct game`, cut
 * into search_node (early exits, table, pruning before moves), search_moves (the loop),
 * search_move (extension, reduction, re-search) and update_after_node.
 *
 * Two promises run through all of it. A score of a proven win or loss is a proof: a node is only
 * called lost when every move was searched, so nothing is pruned while all moves so far lose, and
 * shortcuts never return win scores they did not search. And pruning stays away from windows that
 * lie among the win scores, where comparing an evaluation with alpha or beta means nothing. */
#include "engine/search_priv.h"

#include <stdlib.h>

/* --- scores and the table --- */

static score_t draw_score(const struct worker *w)
{
    return w->draw_score[w->pos->side];
}

/* Win scores count from the root; the table counts from the node, so that they stay true when the
 * position is reached at another distance. */
static int16_t score_to_tt(score_t score, int ply)
{
    if (score_is_win(score))
        return (int16_t)(score + ply);
    if (score_is_loss(score))
        return (int16_t)(score - ply);
    return (int16_t)score;
}

/* Back again. A win that needs more plies than the draw counter has left may not be one here: such
 * a score is dropped rather than trusted. */
static score_t score_from_tt(const struct worker *w, score_t score, int ply)
{
    if (score == SCORE_NONE || !score_is_decisive(score))
        return score;
    const unsigned limit = w->pos->draw_clock;
    const int distance = SCORE_MATE - abs(score);
    if (limit != 0 && distance + (int)w->pos->clock >= (int)limit)
        return SCORE_NONE;
    return score > 0 ? score - ply : score + ply;
}

/* The draw counter is not part of a position's key. As it nears its end it changes what positions
 * are worth, so the table has to tell them apart: coarsely from half way on, exactly at the end
 * (coarser but like Stockfish's rule-50 key, 2022). */
static zkey_t clock_salt(const struct worker *w)
{
    const unsigned limit = w->pos->draw_clock;
    const unsigned clock = w->pos->clock;
    if (limit == 0 || clock < limit / 2)
        return 0;
    const unsigned left = clock < limit ? limit - clock : 0;
    const uint64_t class = left < 12 ? left : 12 + left / 6;
    return (class + 1) * UINT64_C(0x9e3779b97f4a7c15);
}

zkey_t search_tt_key(const struct worker *w)
{
    return w->pos->key ^ w->salt ^ clock_salt(w);
}

void search_tt_probe(struct worker *w, struct node *n, zkey_t key)
{
    n->tt_score = SCORE_NONE;
    n->tt_hit = worker_has(w, SEARCH_TT) && tt_probe(w->tt, key, &n->tt);
    n->tt_pv = n->is_pv || (n->tt_hit && n->tt.pv);
    if (n->tt_hit && n->tt.bound != TT_BOUND_NONE)
        n->tt_score = score_from_tt(w, n->tt.score, n->ply);
}

void search_tt_store(struct worker *w, const struct node *n, zkey_t key, depth_t depth, int bound)
{
    if (!worker_has(w, SEARCH_TT))
        return;
    const struct tt_entry entry = {.move = n->best_move,
                                   .score = score_to_tt(n->best, n->ply),
                                   .eval = (int16_t)n->raw_eval,
                                   .depth = (uint8_t)(depth + TT_DEPTH_SHIFT),
                                   .bound = (uint8_t)bound,
                                   .pv = n->tt_pv};
    tt_store(w->tt, key, &entry);
}

bool search_tt_cuts(const struct node *n)
{
    if (n->tt_score == SCORE_NONE)
        return false;
    const unsigned needed = n->tt_score >= n->beta ? TT_BOUND_LOWER : TT_BOUND_UPPER;
    if (n->tt_score > n->alpha && n->tt_score < n->beta)
        return n->tt.bound == TT_BOUND_EXACT;
    return (n->tt.bound & needed) != 0;
}

/* --- before the moves --- */

score_t search_no_moves(const struct worker *w, const struct node *n)
{
    const score_t score = w->game->no_moves(w->pos, n->ply);
    return score == SCORE_DRAW ? draw_score(w) : score;
}

bool search_early_exit(struct worker *w, const struct node *n, score_t *score)
{
    if (w->game->decided(w->pos, n->ply, score)) {
        if (*score == SCORE_DRAW)
            *score = draw_score(w);
        return true;
    }
    /* Seeing a repetition one ply ahead (Romstad 2018), among the moves of the line, did not earn
     * its place: 45.9 % of 147 Belarusian games at 4,000 nodes a move. */
    if (pos_is_repetition(w->pos, n->ply)) {
        *score = draw_score(w);
        return true;
    }
    if (n->ply >= PLY_MAX - 1) {
        *score = w->game->evaluate(w->pos);
        return true;
    }
    return false;
}

/* Mate distance pruning: not even the best possible outcome from here, a win that shows at the
 * start of our next turn, beats a win already found nearer to the root; the same for losses. */
static bool mate_distance(const struct worker *w, struct node *n)
{
    if (!worker_has(w, SEARCH_MATE_DISTANCE))
        return false;
    const score_t worst = n->ply - SCORE_MATE;
    const score_t best = SCORE_MATE - n->ply - 1;
    if (n->alpha < worst)
        n->alpha = worst;
    if (n->beta > best)
        n->beta = best;
    return n->alpha >= n->beta;
}

/* Heuristics that look at the static evaluation; a search without them need not evaluate. */
enum {
    EVAL_FEATURES = SEARCH_REVERSE_FUTILITY | SEARCH_RAZORING | SEARCH_NULL_MOVE | SEARCH_PROBCUT |
                    SEARCH_FUTILITY | SEARCH_LATE_MOVE_PRUNING | SEARCH_LMR | SEARCH_CORRECTION
};

/* Static evaluation, from the table if it is there. The table's score is a better estimate where
 * its bound points the right way (Stockfish). */
static void evaluate_node(const struct worker *w, struct node *n)
{
    n->improving = false;
    n->raw_eval = n->static_eval = n->eval = SCORE_NONE;
    if (n->in_check || !worker_has(w, EVAL_FEATURES))
        return;
    n->raw_eval = n->tt_hit && n->tt.eval != SCORE_NONE ? n->tt.eval : w->game->evaluate(w->pos);
    n->static_eval = n->eval = correction_apply(w, n, n->raw_eval);
    if (n->tt_score != SCORE_NONE && !score_is_decisive(n->tt_score)) {
        const unsigned needed = n->tt_score > n->eval ? TT_BOUND_LOWER : TT_BOUND_UPPER;
        if (n->tt.bound & needed)
            n->eval = n->tt_score;
    }
    const score_t before = n->parent->parent->static_eval;
    n->improving = before == SCORE_NONE || n->static_eval > before;
}

/* A child of n with this window, searched `depth` plies. in_check is left to the caller. */
static void child_init(struct node *child, const struct node *n, score_t alpha, score_t beta,
                       depth_t depth)
{
    child->parent = n;
    child->alpha = alpha;
    child->beta = beta;
    child->depth = depth;
    child->ply = n->ply + 1;
    child->is_pv = beta - alpha > 1;
    child->is_cut = false;
    child->after_null = false;
    child->excluded = MOVE_NONE;
}

/* The same node once more, with another window and depth: for razoring and verification. */
static void again_init(struct node *again, const struct node *n, score_t alpha, score_t beta,
                       depth_t depth)
{
    child_init(again, n->parent, alpha, beta, depth);
    again->ply = n->ply;
    again->in_check = n->in_check;
}

/* Razoring: far below alpha near the horizon, only tactics can help, so only those are tried. */
static bool razor(struct worker *w, struct node *n, score_t *score)
{
    if (!worker_has(w, SEARCH_RAZORING) || n->depth > PARAM_RAZOR_DEPTH ||
        n->eval + PARAM_RAZOR_MARGIN * n->depth >= n->alpha)
        return false;
    struct node again;
    again_init(&again, n, n->alpha, n->alpha + 1, 0);
    *score = qsearch(w, &again, 0);
    return !worker_is_stopped(w) && *score <= n->alpha && !score_is_decisive(*score);
}

/* Reverse futility (static null move): so far above beta that a shallow search will not undo it. */
static bool reverse_futility(const struct worker *w, const struct node *n, score_t *score)
{
    if (!worker_has(w, SEARCH_REVERSE_FUTILITY) || n->depth > PARAM_RFP_DEPTH || n->tt_pv)
        return false;
    const depth_t margin_plies = n->depth - (n->improving ? 1 : 0);
    if (n->eval - PARAM_RFP_MARGIN * margin_plies < n->beta)
        return false;
    *score = (n->eval + n->beta) / 2;
    return true;
}

/* Is the null move's promise kept when we have to move? Guards against zugzwang at depths where an
 * error is expensive. No null move in the upper part of the verification. */
static bool null_verified(struct worker *w, const struct node *n, depth_t depth)
{
    if (n->depth < PARAM_NULL_VERIFY_DEPTH)
        return true;
    const int before = w->null_min_ply;
    w->null_min_ply = n->ply + 3 * depth / 4 + 1;
    struct node again;
    again_init(&again, n, n->beta - 1, n->beta, depth);
    const score_t score = search_node(w, &again);
    w->null_min_ply = before;
    return !worker_is_stopped(w) && score >= n->beta;
}

/* Null move (Beal 1989, Donninger 1993): if even passing keeps the score above beta, some move
 * will. Wrong in zugzwang, which null_move_ok and the verification are for. */
static bool null_move(struct worker *w, struct node *n, score_t *score)
{
    const struct game *game = w->game;
    if (!worker_has(w, SEARCH_NULL_MOVE) || !game->has_null_move || n->after_null ||
        n->depth < PARAM_NULL_DEPTH || n->eval < n->beta ||
        n->static_eval < n->beta - PARAM_NULL_EVAL_SLACK || n->ply < w->null_min_ply ||
        !game->null_move_ok(w->pos))
        return false;

    score_t surplus = (n->eval - n->beta) / PARAM_NULL_EVAL_DIVISOR;
    if (surplus > PARAM_NULL_EVAL_MAX)
        surplus = PARAM_NULL_EVAL_MAX;
    const depth_t depth = n->depth - PARAM_NULL_BASE - n->depth / PARAM_NULL_DIVISOR - surplus;

    search_set_rows(w, n, NULL);
    void *undo = worker_undo(w, n->ply);
    game->make_null(w->pos, undo);
    tt_prefetch(w->tt, w->pos->key);
    worker_count_node(w);
    struct node child;
    child_init(&child, n, -n->beta, -n->beta + 1, depth);
    child.after_null = true;
    child.is_cut = !n->is_cut;
    child.in_check = game->in_check(w->pos);
    *score = -search_node(w, &child);
    game->unmake_null(w->pos, undo);

    if (worker_is_stopped(w) || *score < n->beta)
        return false;
    if (score_is_win(*score))
        *score = n->beta; /* a win against an opponent who was given a move is no proof */
    return w->null_min_ply > 0 || null_verified(w, n, depth > 1 ? depth : 1);
}

/* Probcut (Buro 1994, in the form of Stockfish): a good capture that beats beta by a margin in a
 * much shallower search will very likely beat beta in the full one. */
static bool probcut(struct worker *w, struct node *n, score_t *score)
{
    const score_t target = n->beta + PARAM_PROBCUT_MARGIN;
    if (!worker_has(w, SEARCH_PROBCUT) || n->depth < PARAM_PROBCUT_DEPTH ||
        (n->tt_score != SCORE_NONE && n->tt_score < target))
        return false;

    bool cut = false;
    const struct move_entry *m;
    order_init_probcut(w, n, target - n->static_eval);
    while (!cut && !worker_is_stopped(w) && (m = order_next(w, n)) != NULL) {
        search_set_rows(w, n, m);
        void *undo = worker_undo(w, n->ply);
        w->game->make(w->pos, m, undo);
        tt_prefetch(w->tt, w->pos->key);
        worker_count_node(w);
        struct node child;
        child_init(&child, n, -target, -target + 1, 0);
        child.in_check = w->game->in_check(w->pos);
        *score = -qsearch(w, &child, 0);
        if (*score >= target && !worker_is_stopped(w)) {
            child_init(&child, n, -target, -target + 1, n->depth - PARAM_PROBCUT_REDUCTION);
            child.is_cut = !n->is_cut;
            *score = -search_node(w, &child);
        }
        w->game->unmake(w->pos, m, undo);
        cut = !worker_is_stopped(w) && *score >= target;
    }
    order_done(w, n);
    return cut && !score_is_decisive(*score);
}

/* What can be decided about a node without looking at its moves one by one. Never on the principal
 * variation, in check, or when the side to move fights against a known loss. With a win in hand
 * already, only a shorter one matters, and razoring may say that there is none. */
static bool prune_node(struct worker *w, struct node *n, score_t *score)
{
    if (n->is_pv || n->in_check || n->static_eval == SCORE_NONE || score_is_loss(n->alpha) ||
        score_is_loss(n->beta))
        return false;
    if (razor(w, n, score))
        return true;
    if (score_is_win(n->beta))
        return false;
    return reverse_futility(w, n, score) || null_move(w, n, score) || probcut(w, n, score);
}

/* --- the moves --- */

void search_set_rows(struct worker *w, struct node *n, const struct move_entry *m)
{
    n->slot = m ? history_slot(&w->history, m) : HISTORY_NO_SLOT;
    n->row[0] = history_row(&w->history, 1, worker_side(w), n->slot);
    n->row[1] = history_row(&w->history, 2, worker_side(w), n->slot);
}

/* Reduction of the next move in 1/1024 ply, before anything is known about the move itself. */
static int fine_reduction(const struct worker *w, const struct node *n)
{
    const int d = n->depth < LMR_TABLE_MAX ? n->depth : LMR_TABLE_MAX - 1;
    const int m = n->moves_nb < LMR_TABLE_MAX ? n->moves_nb : LMR_TABLE_MAX - 1;
    return w->search->lmr[d][m];
}

/* Late move pruning (move count), futility, history and SEE pruning of quiet moves. All say: the
 * move order is good enough that a move this late, with this record or this far below alpha, will
 * not matter at this depth. */
static bool quiet_is_hopeless(const struct worker *w, struct node *n, const struct move_entry *m)
{
    const depth_t d = n->depth;
    depth_t reduced = d - fine_reduction(w, n) / 1024;
    if (reduced < 1)
        reduced = 1;

    if (worker_has(w, SEARCH_LATE_MOVE_PRUNING) && d <= PARAM_LMP_DEPTH &&
        n->moves_nb > (PARAM_LMP_BASE + d * d) / (n->improving ? 1 : 2)) {
        n->picker.skips_quiets = n->depth < PARAM_THREAT_DEPTH;
        return true;
    }
    if (worker_has(w, SEARCH_FUTILITY) && !n->in_check && reduced <= PARAM_FUTILITY_DEPTH &&
        n->static_eval != SCORE_NONE &&
        n->static_eval + PARAM_FUTILITY_BASE + PARAM_FUTILITY_MARGIN * reduced <= n->alpha) {
        n->picker.skips_quiets = n->depth < PARAM_THREAT_DEPTH;
        return true;
    }
    if (worker_has(w, SEARCH_HISTORY_PRUNING) && d <= PARAM_HISTORY_PRUNE_DEPTH &&
        order_quiet_history(w, n, m) < -PARAM_HISTORY_PRUNE * d)
        return true;
    return worker_has(w, SEARCH_SEE_PRUNING) && !n->in_check && reduced <= PARAM_SEE_QUIET_DEPTH &&
           !w->game->see_at_least(w->pos, m, -PARAM_SEE_QUIET_MARGIN * reduced * reduced);
}

/* Does the move threaten something that must be answered? Only making it tells, which is worth its
 * price where a whole subtree is at stake, not for quiet moves next to the horizon. */
static bool is_threat(struct worker *w, const struct node *n, const struct move_entry *m)
{
    if (n->depth < PARAM_THREAT_DEPTH && move_is_quiet(m))
        return false;
    void *undo = worker_undo(w, n->ply);
    w->game->make(w->pos, m, undo);
    const bool threat = w->game->in_check(w->pos);
    w->game->unmake(w->pos, m, undo);
    return threat;
}

/* May the move be left out? Only when something that does not lose has been found already, so that
 * a loss is never claimed with moves unseen, and when alpha is an evaluation. */
static bool skip_move(struct worker *w, struct node *n, const struct move_entry *m)
{
    if (score_is_loss(n->best) || score_is_loss(n->alpha) || n->best == -SCORE_INFINITE)
        return false;
    if (move_is_quiet(m))
        return !n->is_pv && quiet_is_hopeless(w, n, m) && !is_threat(w, n, m);
    /* A move that goes for a win by rule is never judged by material. */
    if (!(m->flags & MOVE_CAPTURE) || (m->flags & MOVE_FORCING))
        return false;
    return worker_has(w, SEARCH_SEE_PRUNING) && !n->is_pv && n->depth <= PARAM_SEE_TACTICAL_DEPTH &&
           !w->game->see_at_least(w->pos, m, -PARAM_SEE_TACTICAL_MARGIN * n->depth) &&
           !is_threat(w, n, m);
}

/* Late move reductions (Romstad; Stockfish): the later a move and the worse its history, the
 * shallower it is searched first. `history` is that of a quiet move before it was made. */
static depth_t reduction(const struct worker *w, const struct node *n, const struct move_entry *m,
                         const struct node *child, int history)
{
    if (!worker_has(w, SEARCH_LMR) || n->depth < PARAM_LMR_DEPTH ||
        n->moves_nb <= PARAM_LMR_MOVES || (n->is_pv && n->moves_nb <= PARAM_LMR_MOVES + 1))
        return 0;
    int r = fine_reduction(w, n);
    if (move_is_quiet(m)) {
        r -= history * 1024 / PARAM_LMR_HISTORY;
        r += n->is_cut ? PARAM_LMR_CUT : 0;
        r += n->improving || n->in_check ? 0 : PARAM_LMR_WORSENING;
        r += n->tt_tactical ? PARAM_LMR_TT_TACTICAL : 0;
    } else {
        r -= PARAM_LMR_TACTICAL;
    }
    r -= n->tt_pv ? PARAM_LMR_PV : 0;
    r -= child->in_check ? PARAM_LMR_CHECK : 0;
    return r > 0 ? r / 1024 : 0;
}

/* One call of search_node for a child, from the point of view of n. */
static score_t search_child(struct worker *w, const struct node *n, struct node *child,
                            score_t alpha, score_t beta, depth_t depth, bool is_cut)
{
    child_init(child, n, alpha, beta, depth);
    child->is_cut = is_cut;
    /* A window can shrink to nothing, and then the child is no PV node and leaves its line alone:
     * what stands there from before must not be taken for this move's. */
    if (n->is_pv)
        pv_clear(w, child->ply);
    return -search_node(w, child);
}

/* Zero-window searches of a move that is not expected to be best: reduced first, then full depth.
 */
static score_t search_late(struct worker *w, const struct node *n, struct node *child,
                           depth_t depth, depth_t r)
{
    const score_t alpha = n->alpha;
    if (r > depth - 1)
        r = depth > 1 ? depth - 1 : 0;
    score_t score = search_child(w, n, child, -alpha - 1, -alpha, depth - r, r > 0 || !n->is_cut);
    if (r > 0 && score > alpha && !worker_is_stopped(w)) {
        const depth_t again = depth + (score > n->best + PARAM_LMR_DEEPER + 2 * depth ? 1 : 0);
        if (again > depth - r)
            score = search_child(w, n, child, -alpha - 1, -alpha, again, !n->is_cut);
    }
    return score;
}

/* Check and single-reply extension: a forced answer costs no depth, or threats hide losses behind
 * the horizon. Single replies are looked for where captures are mandatory and so make most of them.
 */
static bool is_forced_reply(const struct worker *w, const struct node *child)
{
    const struct game *game = w->game;
    return child->in_check || (game->captures_mandatory && game->count(w->pos) == 1);
}

score_t search_move(struct worker *w, struct node *n, const struct move_entry *m, depth_t extension)
{
    const struct game *game = w->game;
    const int history =
        move_is_quiet(m) && worker_has(w, SEARCH_LMR) ? order_quiet_history(w, n, m) : 0;
    search_set_rows(w, n, m);
    void *undo = worker_undo(w, n->ply);
    game->make(w->pos, m, undo);
    tt_prefetch(w->tt, search_tt_key(w));
    worker_count_node(w);

    struct node child;
    child.in_check = game->in_check(w->pos);
    const bool extends = worker_has(w, SEARCH_CHECK_EXTENSION) &&
                         n->ply < PARAM_CHECK_EXTENSION * w->root_depth &&
                         is_forced_reply(w, &child);
    const depth_t depth = n->depth - 1 + (extends && extension <= 0 ? 1 : extension);

    score_t score = -SCORE_INFINITE;
    const bool is_first = n->moves_nb == 1;
    const bool zero_window = worker_has(w, SEARCH_PVS) && (!is_first || !n->is_pv);
    if (zero_window)
        score = search_late(w, n, &child, depth, reduction(w, n, m, &child, history));
    if (!worker_is_stopped(w) && (!zero_window || (n->is_pv && score > n->alpha)))
        score = search_child(w, n, &child, -n->beta, -n->alpha, depth, false);

    game->unmake(w->pos, m, undo);
    return score;
}

/* Singular extension (Anantharaman, Campbell & Hsu 1988, in the form of Stockfish): if without the
 * hash move everything is clearly worse, all hangs on that move and it is searched deeper. If even
 * the others beat beta, so will the node (multi-cut, Björnsson & Marsland 1998): then the return is
 * true and *score the node's. */
static bool singular(struct worker *w, struct node *n, const struct move_entry *m,
                     depth_t *extension, score_t *score)
{
    *extension = 0;
    if (!worker_has(w, SEARCH_SINGULAR) || !n->tt_hit || m->move != n->tt.move ||
        n->depth < PARAM_SINGULAR_DEPTH || n->excluded != MOVE_NONE || n->ply == 0 ||
        n->ply >= PARAM_CHECK_EXTENSION * w->root_depth || n->tt_score == SCORE_NONE ||
        score_is_decisive(n->tt_score) || score_is_decisive(n->beta) ||
        !(n->tt.bound & TT_BOUND_LOWER) ||
        n->tt.depth - TT_DEPTH_SHIFT < n->depth - PARAM_SINGULAR_TT_DEPTH)
        return false;
    const score_t target = n->tt_score - PARAM_SINGULAR_MARGIN * n->depth / 16;
    struct node again;
    again_init(&again, n, target - 1, target, (n->depth - 1) / 2);
    again.is_cut = n->is_cut;
    again.excluded = m->move;
    const score_t rest = search_node(w, &again);
    if (worker_is_stopped(w))
        return false;
    if (rest < target)
        *extension = !n->is_pv && rest < target - PARAM_SINGULAR_DOUBLE ? 2 : 1;
    else if (!n->is_pv && rest >= n->beta && !score_is_decisive(rest)) {
        *score = rest;
        return true;
    } else if (n->tt_score >= n->beta)
        *extension = -2 + (n->is_pv ? 1 : 0);
    else if (n->is_cut)
        *extension = -1;
    return false;
}

static void remember_tried(struct node *n, const struct move_entry *m)
{
    if (move_is_quiet(m)) {
        if (n->quiets_nb < TRIED_MAX)
            n->quiets[n->quiets_nb++] = *m;
    } else if (n->tacticals_nb < TRIED_MAX) {
        n->tacticals[n->tacticals_nb++] = *m;
    }
}

/* Tries the moves until one fails high. Leaves the result in n->best and n->best_move. */
static void search_moves(struct worker *w, struct node *n)
{
    const struct move_entry *m;
    order_init(w, n);
    while ((m = order_next(w, n)) != NULL) {
        if (m->move == n->excluded)
            continue;
        n->moves_nb++;
        if (skip_move(w, n, m))
            continue;
        if (n->moves_nb == 1)
            n->tt_tactical = n->tt_hit && m->move == n->tt.move && !move_is_quiet(m);
        depth_t extension;
        score_t score = 0;
        if (singular(w, n, m, &extension, &score)) {
            n->best = score;
            n->is_multi_cut = true;
            break;
        }
        if (!worker_is_stopped(w))
            score = search_move(w, n, m, extension);
        if (worker_is_stopped(w))
            break;
        if (score > n->best) {
            n->best = score;
            if (score > n->alpha) {
                n->best_move = m->move;
                n->best_entry = *m;
                if (n->is_pv)
                    pv_update(w, n->ply, m->move);
                if (score >= n->beta)
                    break;
                n->alpha = score;
            }
        }
        if (m->move != n->best_move)
            remember_tried(n, m);
    }
    order_done(w, n);
}

/* What a finished node leaves behind: history after a cut-off, and an entry in the table. */
static void update_after_node(struct worker *w, struct node *n, zkey_t key, score_t first_alpha)
{
    if (n->best >= n->beta)
        order_learn(w, n);
    const int bound = search_bound(n, first_alpha);
    search_tt_store(w, n, key, n->depth, bound);
    correction_learn(w, n, bound);
}

score_t search_node(struct worker *w, struct node *n)
{
    if (n->is_pv)
        pv_clear(w, n->ply);
    if (n->depth <= 0) {
        if (worker_has(w, SEARCH_QUIESCENCE))
            return qsearch(w, n, 0);
        n->depth = 0;
    }
    score_t score;
    if (worker_is_stopped(w))
        return 0;
    if (search_early_exit(w, n, &score))
        return score;
    if (n->is_pv && n->ply > w->seldepth)
        w->seldepth = n->ply;
    if (mate_distance(w, n))
        return n->alpha;
    if (n->depth == 0)
        return w->game->evaluate(w->pos);

    const zkey_t key = search_tt_key(w);
    search_tt_probe(w, n, key);
    const bool is_whole = n->excluded == MOVE_NONE;
    if (!n->is_pv && is_whole && n->tt_hit && n->tt.depth >= n->depth + TT_DEPTH_SHIFT &&
        search_tt_cuts(n))
        return n->tt_score;

    evaluate_node(w, n);
    w->killers[n->ply + 1][0] = w->killers[n->ply + 1][1] = MOVE_NONE;
    if (is_whole && prune_node(w, n, &score))
        return score;
    if (worker_is_stopped(w))
        return 0;

    /* Internal iterative reduction (Schröder 2020): without a hash move the order here is poor, and
     * a cheaper search now provides one for the next iteration. */
    if (worker_has(w, SEARCH_IIR) && n->depth >= PARAM_IIR_DEPTH && (n->is_pv || n->is_cut) &&
        (!n->tt_hit || n->tt.move == MOVE_NONE))
        n->depth--;

    n->best = -SCORE_INFINITE;
    n->best_move = MOVE_NONE;
    n->moves_nb = n->quiets_nb = n->tacticals_nb = 0;
    n->tt_tactical = n->is_multi_cut = false;
    const score_t first_alpha = n->alpha;
    search_moves(w, n);
    if (worker_is_stopped(w))
        return 0;
    if (n->moves_nb == 0)
        return is_whole ? search_no_moves(w, n) : n->alpha;
    if (n->is_multi_cut || !is_whole)
        return n->best;
    update_after_node(w, n, key, first_alpha);
    return n->best;
}
