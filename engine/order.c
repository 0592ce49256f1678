/* Move ordering in stages (the move picker of Weiss and Stockfish): most nodes are left after the
 * first move or two, so nothing is generated or scored before it is needed.
 *
 *   hash move - winning tactical moves - killers, countermove - quiet moves - losing tactical moves
 *
 * In check there is one list, the evasions. A move reaches the caller once: what came from memory
 * is skipped on the lists. */
#include "engine/search_priv.h"

#define FALL_THROUGH __attribute__((fallthrough)) /* clang does not read the comment */

enum stage {
    STAGE_HASH,
    STAGE_TACTICAL_MAKE,
    STAGE_TACTICAL,
    STAGE_KILLER_1,
    STAGE_KILLER_2,
    STAGE_COUNTER,
    STAGE_QUIET_MAKE,
    STAGE_QUIET,
    STAGE_BAD,
    STAGE_EVASION_HASH,
    STAGE_EVASION_MAKE,
    STAGE_EVASION,
    STAGE_QS_HASH,
    STAGE_QS_MAKE,
    STAGE_QS,
    STAGE_PROBCUT_MAKE,
    STAGE_PROBCUT,
    STAGE_DONE
};

enum { EVASION_TACTICAL = 1 << 28, SCORE_FIRST = 1 << 30, VICTIM_WEIGHT = 16 };

static void start(struct worker *w, struct node *n, int stage)
{
    struct picker *p = &n->picker;
    p->stage = stage;
    p->skips_quiets = false;
    p->hash = n->tt_hit ? n->tt.move : MOVE_NONE;
    p->refutations[0] = p->refutations[1] = p->refutations[2] = MOVE_NONE;
    p->begin = p->bad_end = p->current = p->end = w->moves_top;
}

void order_init(struct worker *w, struct node *n)
{
    if (n->in_check && worker_has(w, SEARCH_EVASIONS)) {
        start(w, n, STAGE_EVASION_HASH);
        return;
    }
    start(w, n, STAGE_HASH);
    if (!worker_has(w, SEARCH_KILLERS))
        return;
    struct picker *p = &n->picker;
    p->refutations[0] = w->killers[n->ply][0];
    p->refutations[1] = w->killers[n->ply][1];
    p->refutations[2] = *history_counter(&w->history, side_other(worker_side(w)), n->parent->slot);
    if (p->refutations[2] == p->refutations[0] || p->refutations[2] == p->refutations[1])
        p->refutations[2] = MOVE_NONE;
}

void order_init_probcut(struct worker *w, struct node *n, score_t threshold)
{
    start(w, n, STAGE_PROBCUT_MAKE);
    n->picker.threshold = threshold;
}

void order_done(struct worker *w, struct node *n)
{
    w->moves_top = n->picker.begin;
}

int order_quiet_history(const struct worker *w, const struct node *n, const struct move_entry *m)
{
    const unsigned slot = history_slot(&w->history, m);
    return *history_butterfly(&w->history, worker_side(w), m->move) + n->parent->row[0][slot] +
           n->parent->parent->row[1][slot];
}

/* MVV: the victim (and what a promotion gains) decides, capture history and a cheap mover tip. */
static int tactical_score(const struct worker *w, const struct move_entry *m)
{
    const int16_t *value = w->game->class_value;
    int gain = value[m->victim];
    if (m->becomes)
        gain += value[m->becomes] - value[m->mover];
    int score = gain * VICTIM_WEIGHT - value[m->mover];
    if (worker_has(w, SEARCH_HISTORY))
        score += *history_capture(&w->history, worker_side(w), m);
    return score;
}

/* Appends the moves of a kind to the node's list. */
static void generate(struct worker *w, struct picker *p, enum gen_kind kind)
{
    p->current = p->end;
    p->end = w->game->generate(w->pos, kind, p->end);
    assert(p->end <= w->moves_end);
    w->moves_top = p->end;
}

static void score_tactical(const struct worker *w, struct picker *p)
{
    for (struct move_entry *m = p->current; m < p->end; m++)
        m->score = tactical_score(w, m);
}

static void score_quiet(const struct worker *w, const struct node *n, struct picker *p)
{
    if (!worker_has(w, SEARCH_HISTORY)) {
        for (struct move_entry *m = p->current; m < p->end; m++)
            m->score = 0;
        return;
    }
    const struct history *h = &w->history;
    const int16_t *row1 = n->parent->row[0];
    const int16_t *row2 = n->parent->parent->row[1];
    const enum side side = worker_side(w);
    for (struct move_entry *m = p->current; m < p->end; m++) {
        const unsigned slot = history_slot(h, m);
        m->score = *history_butterfly(h, side, m->move) + row1[slot] + row2[slot];
    }
}

static void score_evasions(const struct worker *w, const struct node *n, struct picker *p)
{
    for (struct move_entry *m = p->current; m < p->end; m++) {
        if (!move_is_quiet(m))
            m->score = EVASION_TACTICAL + tactical_score(w, m);
        else
            m->score = worker_has(w, SEARCH_HISTORY) ? order_quiet_history(w, n, m) : 0;
    }
}

/* The best of the rest, swapped to the front; NULL at the end. Selection sort, because a node
 * seldom wants more than a few moves. Of equal scores the earlier entry wins, so the order is
 * fixed. */
static struct move_entry *pick(struct picker *p)
{
    if (p->current == p->end)
        return NULL;
    struct move_entry *best = p->current;
    for (struct move_entry *m = p->current + 1; m < p->end; m++)
        if (m->score > best->score)
            best = m;
    if (best != p->current) {
        const struct move_entry swap = *best;
        *best = *p->current;
        *p->current = swap;
    }
    return p->current++;
}

/* Where captures are mandatory the list is made at once, because the caller has to know whether it
 * may stand pat; elsewhere most nodes never need one. */
void order_init_quiescence(struct worker *w, struct node *n)
{
    if (n->in_check && worker_has(w, SEARCH_EVASIONS)) {
        start(w, n, STAGE_EVASION_HASH);
        return;
    }
    start(w, n, STAGE_QS_HASH);
    if (!w->game->captures_mandatory)
        return;
    struct picker *p = &n->picker;
    generate(w, p, GEN_TACTICAL);
    score_tactical(w, p);
    for (struct move_entry *m = p->begin; m < p->end; m++)
        if (m->move == p->hash)
            m->score = SCORE_FIRST;
    p->hash = MOVE_NONE;
    p->stage = STAGE_QS;
}

/* A move from memory: legal here, of the right kind, and not handed out before? */
static const struct move_entry *lone_move(const struct worker *w, struct picker *p, move_t move)
{
    if (move == MOVE_NONE || !w->game->resolve(w->pos, move, &p->lone))
        return NULL;
    return &p->lone;
}

static const struct move_entry *hash_move(const struct worker *w, struct picker *p)
{
    const struct move_entry *m = lone_move(w, p, p->hash);
    if (!m)
        p->hash = MOVE_NONE;
    return m;
}

static const struct move_entry *refutation(const struct worker *w, struct picker *p, int i)
{
    const move_t move = p->refutations[i];
    const struct move_entry *m = move == p->hash ? NULL : lone_move(w, p, move);
    if (m && move_is_quiet(m) && !p->skips_quiets)
        return m;
    p->refutations[i] = MOVE_NONE; /* so that the list stage does not skip it */
    return NULL;
}

static bool is_refutation(const struct picker *p, move_t move)
{
    return move == p->refutations[0] || move == p->refutations[1] || move == p->refutations[2];
}

/* Does the capture lose material? Taking something of at least the mover's value cannot. */
static bool is_losing(const struct worker *w, const struct move_entry *m)
{
    if (!(m->flags & MOVE_CAPTURE))
        return false;
    const int16_t *value = w->game->class_value;
    return value[m->victim] < value[m->mover] && !w->game->see_at_least(w->pos, m, 0);
}

/* Next tactical move that does not lose material; losers go to the front of the list, over entries
 * that have been handed out, and wait for STAGE_BAD. */
static const struct move_entry *next_tactical(const struct worker *w, struct picker *p)
{
    struct move_entry *m;
    while ((m = pick(p)) != NULL) {
        if (m->move == p->hash)
            continue;
        if (!is_losing(w, m))
            return m;
        *p->bad_end++ = *m;
    }
    return NULL;
}

static const struct move_entry *next_quiet(struct picker *p)
{
    struct move_entry *m;
    while (!p->skips_quiets && (m = pick(p)) != NULL)
        if (m->move != p->hash && !is_refutation(p, m->move))
            return m;
    return NULL;
}

static const struct move_entry *next_listed(struct picker *p)
{
    struct move_entry *m;
    while ((m = pick(p)) != NULL)
        if (m->move != p->hash)
            return m;
    return NULL;
}

static const struct move_entry *next_probcut(const struct worker *w, struct picker *p)
{
    struct move_entry *m;
    while ((m = pick(p)) != NULL)
        if ((m->flags & MOVE_CAPTURE) && w->game->see_at_least(w->pos, m, p->threshold))
            return m;
    return NULL;
}

/* Quiescence knows no quiet hash move: searching it would be a ply of the main search. */
static const struct move_entry *qs_hash_move(const struct worker *w, struct picker *p)
{
    const struct move_entry *m = hash_move(w, p);
    if (m && move_is_quiet(m)) {
        p->hash = MOVE_NONE;
        return NULL;
    }
    return m;
}

/* One step of the staged picker. Every case either returns a move or goes on to the next stage;
 * long because it is a list, not because it is intricate. */
const struct move_entry *order_next(struct worker *w, struct node *n)
{
    struct picker *p = &n->picker;
    const struct move_entry *m = NULL;
    switch ((enum stage)p->stage) {
    case STAGE_HASH:
        p->stage = STAGE_TACTICAL_MAKE;
        if ((m = hash_move(w, p)) != NULL)
            return m;
        FALL_THROUGH;
    case STAGE_TACTICAL_MAKE:
        generate(w, p, GEN_TACTICAL);
        score_tactical(w, p);
        p->stage = STAGE_TACTICAL;
        FALL_THROUGH;
    case STAGE_TACTICAL:
        if ((m = next_tactical(w, p)) != NULL)
            return m;
        p->stage = STAGE_KILLER_1;
        FALL_THROUGH;
    case STAGE_KILLER_1:
        p->stage = STAGE_KILLER_2;
        if ((m = refutation(w, p, 0)) != NULL)
            return m;
        FALL_THROUGH;
    case STAGE_KILLER_2:
        p->stage = STAGE_COUNTER;
        if ((m = refutation(w, p, 1)) != NULL)
            return m;
        FALL_THROUGH;
    case STAGE_COUNTER:
        p->stage = STAGE_QUIET_MAKE;
        if ((m = refutation(w, p, 2)) != NULL)
            return m;
        FALL_THROUGH;
    case STAGE_QUIET_MAKE:
        if (!p->skips_quiets) {
            generate(w, p, GEN_QUIET);
            score_quiet(w, n, p);
        }
        p->stage = STAGE_QUIET;
        FALL_THROUGH;
    case STAGE_QUIET:
        if ((m = next_quiet(p)) != NULL)
            return m;
        p->current = p->begin;
        p->stage = STAGE_BAD;
        FALL_THROUGH;
    case STAGE_BAD:
        if (p->current < p->bad_end)
            return p->current++;
        break;

    case STAGE_EVASION_HASH:
        p->stage = STAGE_EVASION_MAKE;
        if ((m = hash_move(w, p)) != NULL)
            return m;
        FALL_THROUGH;
    case STAGE_EVASION_MAKE:
        generate(w, p, GEN_EVASIONS);
        score_evasions(w, n, p);
        p->stage = STAGE_EVASION;
        FALL_THROUGH;
    case STAGE_EVASION:
        if ((m = next_listed(p)) != NULL)
            return m;
        break;

    case STAGE_QS_HASH:
        p->stage = STAGE_QS_MAKE;
        if ((m = qs_hash_move(w, p)) != NULL)
            return m;
        FALL_THROUGH;
    case STAGE_QS_MAKE:
        generate(w, p, GEN_TACTICAL);
        score_tactical(w, p);
        p->stage = STAGE_QS;
        FALL_THROUGH;
    case STAGE_QS:
        if ((m = next_listed(p)) != NULL)
            return m;
        break;

    case STAGE_PROBCUT_MAKE:
        generate(w, p, GEN_TACTICAL);
        score_tactical(w, p);
        p->stage = STAGE_PROBCUT;
        FALL_THROUGH;
    case STAGE_PROBCUT:
        if ((m = next_probcut(w, p)) != NULL)
            return m;
        break;

    case STAGE_DONE:
        break;
    }
    p->stage = STAGE_DONE;
    return NULL;
}

static void learn_quiet(struct worker *w, struct node *n, const struct move_entry *m, int bonus)
{
    const unsigned slot = history_slot(&w->history, m);
    history_update(history_butterfly(&w->history, worker_side(w), m->move), bonus);
    history_update(&n->parent->row[0][slot], bonus);
    history_update(&n->parent->parent->row[1][slot], bonus);
}

static void remember_refutation(struct worker *w, struct node *n, move_t move)
{
    move_t *killers = w->killers[n->ply];
    if (killers[0] != move) {
        killers[1] = killers[0];
        killers[0] = move;
    }
    *history_counter(&w->history, side_other(worker_side(w)), n->parent->slot) = move;
}

void order_learn(struct worker *w, struct node *n)
{
    const struct move_entry *best = &n->best_entry;
    const int bonus = history_bonus(n->depth);
    if (move_is_quiet(best)) {
        if (worker_has(w, SEARCH_KILLERS))
            remember_refutation(w, n, best->move);
        if (worker_has(w, SEARCH_HISTORY)) {
            learn_quiet(w, n, best, bonus);
            for (int i = 0; i < n->quiets_nb; i++)
                learn_quiet(w, n, &n->quiets[i], -bonus);
        }
    } else if (worker_has(w, SEARCH_HISTORY)) {
        history_update(history_capture(&w->history, worker_side(w), best), bonus);
    }
    if (worker_has(w, SEARCH_HISTORY))
        for (int i = 0; i < n->tacticals_nb; i++)
            history_update(history_capture(&w->history, worker_side(w), &n->tacticals[i]), -bonus);
}
