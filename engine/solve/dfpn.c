/* Df-pn (Nagai 2002): depth-first proof-number search for wins too long for the exhaustive search.
 *
 * Nodes are positions with the number of moves left to the solver, so that the graph has no cycles:
 * a repetition runs out of moves like any other way of not winning, and no result depends on the
 * path (the graph-history interaction, which df-pn meets where bare positions are nodes, cannot
 * arise). What one number of moves proves serves others: a win in fewer moves, no win in more. Only
 * proofs and refutations are kept as facts; a lost proof number costs time, not truth.
 *
 * Thresholds leave a margin above the second-best child (the 1 + epsilon of Pawlewicz and Lew
 * 2007); where numbers would be summed, the largest plus one for each other open child is taken, so
 * that transpositions are not counted many times over (weak proof numbers, Ueda et al. 2008). First
 * numbers come from the replies left to the other side and from the evaluation. */
#include "engine/solve/solve_priv.h"

#include <stdlib.h>

enum {
    NUMBER_MAX = 1 << 28, /* proved, or refuted, for good */
    EPSILON_SHIFT = 2,    /* epsilon is 1/4 */
    EVAL_UNIT = 200,      /* centipawns that make a first number one larger */
    EVAL_STEPS_MAX = 6,
    NUMBERS_WAYS = 4
};

#define DFPN_SALT UINT64_C(0x3C6EF372FE94F82B)

/* Proof and disproof number, and the length of a proof. */
struct numbers {
    int32_t pn, dn;
    int length; /* if pn is 0: the aim is reached in so many moves, as facts count them */
};

struct child {
    struct move_entry move;
    struct numbers n;
};

static const struct numbers refuted = {NUMBER_MAX, 0, 0};

static struct numbers proved(int length)
{
    return (struct numbers){0, NUMBER_MAX, length};
}

/* --- what is remembered --- */

static zkey_t fact_key(const struct solve_worker *w, int plies)
{
    return solve_worker_key(w, plies) ^ DFPN_SALT;
}

static zkey_t numbers_key(const struct solve_worker *w, int moves, int plies)
{
    return fact_key(w, plies) + (uint64_t)moves * UINT64_C(0x9E3779B97F4A7C15);
}

static struct solve_slot *numbers_bucket(const struct solve_worker *w, zkey_t key)
{
    const struct solve_table *t = &w->shared->numbers;
    __extension__ typedef unsigned __int128 wide_t;
    return t->slots + (uint64_t)(((wide_t)key * t->buckets) >> 64) * NUMBERS_WAYS;
}

static bool recall(const struct solve_worker *w, int moves, int plies, struct numbers *out)
{
    const zkey_t key = numbers_key(w, moves, plies);
    const struct solve_slot *slot = numbers_bucket(w, key);
    for (int i = 0; i < NUMBERS_WAYS; i++) {
        const uint64_t data = atomic_load_explicit(&slot[i].data, memory_order_relaxed);
        const uint64_t check = atomic_load_explicit(&slot[i].check, memory_order_relaxed);
        if ((check ^ data) == key && data != 0) {
            *out = (struct numbers){(int32_t)(data >> 32), (int32_t)(uint32_t)data, 0};
            return true;
        }
    }
    return false;
}

static void remember(const struct solve_worker *w, int moves, int plies, const struct numbers *n)
{
    const zkey_t key = numbers_key(w, moves, plies);
    struct solve_slot *slot = numbers_bucket(w, key), *victim = slot;
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < NUMBERS_WAYS; i++) {
        const uint64_t data = atomic_load_explicit(&slot[i].data, memory_order_relaxed);
        const uint64_t check = atomic_load_explicit(&slot[i].check, memory_order_relaxed);
        const uint64_t worth = (data >> 32) + (uint32_t)data;
        if ((check ^ data) == key) {
            victim = &slot[i];
            break;
        }
        if (worth < least) {
            least = worth;
            victim = &slot[i];
        }
    }
    const uint64_t data = (uint64_t)(uint32_t)n->pn << 32 | (uint32_t)n->dn;
    atomic_store_explicit(&victim->data, data, memory_order_relaxed);
    atomic_store_explicit(&victim->check, key ^ data, memory_order_relaxed);
}

/* Is the question answered by a fact? */
static bool known(const struct solve_worker *w, int moves, int plies, struct numbers *out)
{
    const struct solve_fact f = solve_table_probe(&w->shared->table, fact_key(w, plies));
    if (f.win != 0 && f.win <= moves)
        *out = proved(f.win);
    else if (f.no_win >= moves && moves > 0)
        *out = refuted;
    else
        return false;
    return true;
}

static void keep(struct solve_worker *w, int moves, int plies, const struct numbers *n)
{
    if (n->pn != 0 && n->dn != 0) {
        remember(w, moves, plies, n);
        return;
    }
    solve_table_store(&w->shared->table, fact_key(w, plies),
                      (struct solve_fact){.win = (uint8_t)(n->pn == 0 ? n->length : 0),
                                          .no_win = (uint8_t)(n->pn == 0 ? 0 : moves),
                                          .effort = 32});
}

/* --- first numbers --- */

/* How bad the position looks for the solver, in steps. */
static int32_t evaluation_steps(const struct solve_worker *w)
{
    score_t score = w->game->evaluate(w->pos);
    if (w->pos->side != w->shared->goal.solver)
        score = -score;
    const int32_t steps = (1000 - score) / EVAL_UNIT;
    return steps < 0 ? 0 : steps > EVAL_STEPS_MAX ? EVAL_STEPS_MAX : steps;
}

/* The present position, which the solver's move has led to: `moves` are left, that one included. */
static struct numbers first_and(struct solve_worker *w, int moves)
{
    struct numbers n;
    if (moves == 1 || solve_worker_is_drawn(w))
        return solve_exact_and(w, 1, 0) == SOLVE_YES ? proved(1) : refuted;
    if (known(w, moves, 2 * moves - 1, &n) || recall(w, moves, 2 * moves - 1, &n))
        return n;
    const int replies = (int)w->game->count(w->pos);
    const enum solve_end end = solve_exact_end(w, replies);
    if (end != SOLVE_GOES_ON)
        return end == SOLVE_REACHED ? proved(1) : refuted;
    return (struct numbers){1 + replies / 2 + evaluation_steps(w), 1, 0};
}

/* The present position, which a reply has led to: `moves` are left to the solver. */
static struct numbers first_or(struct solve_worker *w, int moves)
{
    struct numbers n;
    int win;
    const enum solve_answer soon = solve_exact_or(w, moves > 0 ? 1 : 0, &win);
    if (soon == SOLVE_YES)
        return proved(win);
    if (moves <= 1)
        return refuted;
    if (known(w, moves, 2 * moves, &n) || recall(w, moves, 2 * moves, &n))
        return n;
    return (struct numbers){1 + evaluation_steps(w), 2, 0};
}

/* --- search --- */

static int32_t capped(int64_t n)
{
    return n > NUMBER_MAX ? NUMBER_MAX : (int32_t)n;
}

/* Numbers of a node from its children. For the solver's node the best child's proof number counts
 * and disproofs add up; for the other side's the other way round. */
static struct numbers combine(const struct child *children, size_t nb, bool is_or, size_t *best,
                              int32_t *second)
{
    int32_t least = NUMBER_MAX, next = NUMBER_MAX, largest = 0;
    int64_t open = 0;
    int length = 0;
    bool settled = false;
    *best = 0;
    for (size_t i = 0; i < nb; i++) {
        const int32_t own = is_or ? children[i].n.pn : children[i].n.dn;
        const int32_t other = is_or ? children[i].n.dn : children[i].n.pn;
        if (own < least || (i == 0 && nb > 0)) {
            next = least;
            least = own;
            *best = i;
        } else if (own < next) {
            next = own;
        }
        if (other > 0) {
            open++;
            largest = other > largest ? other : largest;
        }
        if (children[i].n.pn == 0) {
            const int l = children[i].n.length;
            if (is_or ? (!settled || l < length) : l > length)
                length = l;
            settled = true;
        }
    }
    *second = next;
    const int32_t sum = open == 0 ? 0 : capped(largest + open - 1);
    if (is_or)
        return least == 0 ? proved(length) : sum == 0 ? refuted : (struct numbers){least, sum, 0};
    return least == 0 ? refuted : sum == 0 ? proved(length + 1) : (struct numbers){sum, least, 0};
}

static struct numbers search(struct solve_worker *w, int moves, bool is_or, int32_t pn_max,
                             int32_t dn_max);

/* Numbers of the children before any is searched; stops at one that settles the node. */
static size_t expand(struct solve_worker *w, const struct move_entry *list, size_t nb, int moves,
                     bool is_or, struct child *children)
{
    for (size_t k = 0; k < nb; k++) {
        /* Each thread begins elsewhere: equal numbers are then worked on by different threads. */
        const size_t i = (k + (size_t)w->index * nb / w->shared->options.threads) % nb;
        struct child *c = &children[k];
        c->move = list[i];
        w->played[w->ply] = list[i];
        solve_worker_make(w, &list[i]);
        c->n = is_or ? first_and(w, moves) : first_or(w, moves - 1);
        solve_worker_unmake(w, &list[i]);
        if (is_or ? c->n.pn == 0 : c->n.dn == 0)
            return k + 1;
    }
    return nb;
}

static struct numbers loop(struct solve_worker *w, struct child *children, size_t nb, int moves,
                           bool is_or, int32_t pn_max, int32_t dn_max)
{
    for (;;) {
        size_t best;
        int32_t second;
        const struct numbers n = combine(children, nb, is_or, &best, &second);
        if (n.pn >= pn_max || n.dn >= dn_max || w->is_stopped)
            return n;
        struct child *c = &children[best];
        const int32_t own_max = is_or ? pn_max : dn_max, other_max = is_or ? dn_max : pn_max;
        const int32_t other = is_or ? c->n.dn : c->n.pn, sum = is_or ? n.dn : n.pn;
        int32_t limit = capped((int64_t)second + (second >> EPSILON_SHIFT) + 1);
        limit = limit < own_max ? limit : own_max;
        /* As much more as the node may grow before its own threshold is met. */
        const int32_t rest = capped((int64_t)other_max - sum + other);
        w->played[w->ply] = c->move;
        solve_worker_make(w, &c->move);
        c->n = search(w, is_or ? moves : moves - 1, !is_or, is_or ? limit : rest,
                      is_or ? rest : limit);
        solve_worker_unmake(w, &c->move);
    }
}

/* Works on the present position until its numbers meet a threshold. is_or: the solver is to move
 * and has `moves` left; else its last move counts among them. */
static struct numbers search(struct solve_worker *w, int moves, bool is_or, int32_t pn_max,
                             int32_t dn_max)
{
    const int plies = is_or ? 2 * moves : 2 * moves - 1;
    struct move_entry *list = w->moves_top;
    const size_t nb = (size_t)(w->game->generate(w->pos, GEN_ALL, list) - list);
    if (nb == 0)
        return refuted; /* ends of the game were seen by the parent, but for a solver without moves
                         */
    /* The moves live on in the children: the list's place can be used again below. */
    struct child *children = malloc(nb * sizeof *children);
    if (!children) {
        w->is_stopped = true;
        return (struct numbers){1, 1, 0};
    }
    w->moves_top = list + nb;
    const size_t found = expand(w, list, nb, moves, is_or, children);
    const struct numbers n = loop(w, children, found, moves, is_or, pn_max, dn_max);
    w->moves_top = list;
    free(children);
    /* A stop can only make refutations up, not proofs: those need every reply's. */
    if (!w->is_stopped || n.pn == 0)
        keep(w, moves, plies, &n);
    return n;
}

static enum solve_answer answer_of(const struct numbers *n, int *length)
{
    if (n->pn == 0) {
        *length = n->length;
        return SOLVE_YES;
    }
    return n->dn == 0 ? SOLVE_NO : SOLVE_UNKNOWN;
}

bool solve_dfpn_knows(const struct solve_worker *w, int moves, int *length)
{
    struct numbers n;
    if (!known(w, moves, 2 * moves - 1, &n) || n.pn != 0)
        return false;
    *length = n.length;
    return true;
}

enum solve_answer solve_dfpn_or(struct solve_worker *w, int moves, int *length)
{
    struct numbers n = first_or(w, moves);
    *length = 0;
    if (n.pn != 0 && n.dn != 0)
        n = search(w, moves, true, NUMBER_MAX, NUMBER_MAX);
    return w->is_stopped && n.pn != 0 ? SOLVE_UNKNOWN : answer_of(&n, length);
}

enum solve_answer solve_dfpn_and(struct solve_worker *w, int moves, int *length)
{
    struct numbers n = first_and(w, moves);
    *length = 0;
    if (n.pn != 0 && n.dn != 0)
        n = search(w, moves, false, NUMBER_MAX, NUMBER_MAX);
    return w->is_stopped && n.pn != 0 ? SOLVE_UNKNOWN : answer_of(&n, length);
}
