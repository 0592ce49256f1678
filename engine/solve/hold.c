/* Holding: can the side to move keep the other side from winning, for ever?
 *
 * The attacker's wins are a least fixed point: a position of his is won if some move leads to one
 * that the defender loses, a position of the defender's is lost if all his moves do. Whatever is
 * not in it is held. It is computed locally (Liu and Smolka 1998): for each position of the
 * defender that matters one move is tried, for each of the attacker's all; when a move turns out to
 * lose, the next is tried wherever it was relied upon. When nothing is left to do, the moves relied
 * upon are a strategy that never leaves a finite set of positions without a lost one among them,
 * which needs no look at lengths or paths, and hence not at repetition either.
 *
 * Draw counters only help the defender, so positions are taken without them. Where the attacker
 * wins, an upper bound of the length is at hand; if the counter could run out before, nothing is
 * claimed. Attacks of few moves are found by the exhaustive search, which keeps the set small. */
#include "engine/solve/solve_priv.h"

#include <stdlib.h>
#include <string.h>

enum {
    ATTACK_MOVES = 2, /* attacks that the exhaustive search is asked about */
    FIRST_NODES = 1 << 10,
    TEXT_BLOCK = 1 << 20,
    RANK_MAX = UINT16_MAX
};
#define NONE UINT32_MAX /* no node, no edge */

enum state {
    OPEN,
    LOST, /* the attacker wins */
    HELD  /* the game is over here, and he has not won */
};

struct hold_node {
    zkey_t key;
    const char *text; /* the position without counters */
    uint32_t choice;  /* the defender to move: the node that his move leads to; NONE: no move yet */
    uint32_t before;  /* first edge of those that lead here */
    uint32_t number;  /* in a proof, 0: none */
    uint16_t rank;    /* LOST: plies to the end, at most */
    uint8_t state;
    bool is_defender; /* to move */
    bool is_worked;   /* its moves have been looked at, or are about to be */
};

struct hold_edge {
    uint32_t from, next;
};

struct text_block {
    struct text_block *next;
    char text[TEXT_BLOCK];
};

struct hold {
    struct solve_worker *w;
    size_t bytes, bytes_max;
    struct hold_node *nodes;
    uint32_t nodes_nb, nodes_cap;
    uint32_t *slots; /* node number + 1; twice nodes_cap of them, a power of two */
    struct hold_edge *edges;
    uint32_t edges_nb, edges_cap;
    uint32_t *work; /* nodes whose moves have to be looked at */
    uint32_t work_nb, work_cap;
    uint32_t *lost; /* nodes that are lost, those before them not knowing it yet */
    uint32_t lost_nb, lost_cap;
    struct text_block *texts;
    size_t text_used;
    bool failed; /* memory, or a limit */
};

/* --- memory --- */

static void *grow(struct hold *h, void *old, uint32_t *cap, size_t size)
{
    const uint32_t room = *cap > 0 ? 2 * *cap : FIRST_NODES;
    const size_t more = (room - *cap) * size;
    void *grown = h->bytes + more <= h->bytes_max ? realloc(old, room * size) : NULL;
    if (!grown) {
        h->failed = true;
        return NULL;
    }
    h->bytes += more;
    *cap = room;
    return grown;
}

static uint32_t *slot_of(const struct hold *h, zkey_t key)
{
    const uint32_t mask = 2 * h->nodes_cap - 1;
    uint32_t i = (uint32_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 32) & mask;
    while (h->slots[i] && h->nodes[h->slots[i] - 1].key != key)
        i = (i + 1) & mask;
    return &h->slots[i];
}

static bool make_node_room(struct hold *h)
{
    uint32_t cap = h->nodes_cap;
    struct hold_node *nodes = grow(h, h->nodes, &cap, sizeof *nodes);
    if (!nodes)
        return false;
    h->nodes = nodes;
    h->nodes_cap = cap;
    free(h->slots);
    h->slots = calloc(2 * (size_t)cap, sizeof *h->slots);
    h->bytes += cap * sizeof *h->slots;
    if (!h->slots) {
        h->failed = true;
        return false;
    }
    for (uint32_t i = 0; i < h->nodes_nb; i++)
        *slot_of(h, h->nodes[i].key) = i + 1;
    return true;
}

static const char *keep_text(struct hold *h, const char *text)
{
    const size_t size = strlen(text) + 1;
    if (!h->texts || h->text_used + size > TEXT_BLOCK) {
        struct text_block *block =
            h->bytes + sizeof *block <= h->bytes_max ? malloc(sizeof *block) : NULL;
        if (!block) {
            h->failed = true;
            return NULL;
        }
        h->bytes += sizeof *block;
        block->next = h->texts;
        h->texts = block;
        h->text_used = 0;
    }
    char *kept = memcpy(h->texts->text + h->text_used, text, size);
    h->text_used += size;
    return kept;
}

static void push_work(struct hold *h, uint32_t n)
{
    if (h->work_nb == h->work_cap) {
        uint32_t *grown = grow(h, h->work, &h->work_cap, sizeof *grown);
        if (!grown)
            return;
        h->work = grown;
    }
    h->nodes[n].is_worked = true;
    h->work[h->work_nb++] = n;
}

/* `to` matters to `from`. */
static void add_edge(struct hold *h, uint32_t from, uint32_t to)
{
    if (h->edges_nb == h->edges_cap) {
        struct hold_edge *grown = grow(h, h->edges, &h->edges_cap, sizeof *grown);
        if (!grown)
            return;
        h->edges = grown;
    }
    h->edges[h->edges_nb] = (struct hold_edge){from, h->nodes[to].before};
    h->nodes[to].before = h->edges_nb++;
    if (h->nodes[to].state == OPEN && !h->nodes[to].is_worked)
        push_work(h, to);
}

/* --- positions --- */

static void play(struct solve_worker *w, const struct move_entry *m)
{
    w->played[w->ply] = *m;
    solve_worker_make(w, m);
}

/* Is the attacker's win at hand, or the game over otherwise? */
static void classify(struct hold *h, struct hold_node *n)
{
    struct solve_worker *w = h->w;
    int win = 0;
    const enum solve_end end = solve_exact_end(w, -1);
    if (end != SOLVE_GOES_ON) {
        n->state = end == SOLVE_REACHED ? LOST : HELD;
    } else if (!n->is_defender && solve_exact_or(w, ATTACK_MOVES, &win) == SOLVE_YES) {
        n->state = LOST;
        n->rank = (uint16_t)(2 * win);
    }
}

/* The node of the worker's position; NONE if there is no room. */
static uint32_t node_here(struct hold *h)
{
    struct position *pos = h->w->pos;
    char text[GAME_FEN_MAX];
    if (h->nodes_nb == h->nodes_cap && !make_node_room(h))
        return NONE;
    uint32_t *slot = slot_of(h, pos->key);
    if (*slot != 0)
        return *slot - 1;
    pos->game->format(pos, text);
    struct hold_node n = {.key = pos->key,
                          .text = keep_text(h, text),
                          .choice = NONE,
                          .before = NONE,
                          .is_defender = pos->side != h->w->shared->goal.solver};
    if (!n.text)
        return NONE;
    classify(h, &n);
    h->nodes[h->nodes_nb] = n;
    *slot = ++h->nodes_nb;
    return h->nodes_nb - 1;
}

/* Sets the worker's position to the node's. */
static bool go_to(struct hold *h, uint32_t n)
{
    struct solve_worker *w = h->w;
    w->ply = 0;
    w->moves_top = w->moves;
    if (pos_set(w->pos, h->nodes[n].text, NULL) != ENGINE_OK ||
        pos_reserve(w->pos, SOLVE_PLIES_MAX) != ENGINE_OK) {
        h->failed = true;
        return false;
    }
    w->pos->clock = 0;
    return true;
}

/* --- the fixed point --- */

static void lose(struct hold *h, uint32_t n, uint32_t rank)
{
    h->nodes[n].state = LOST;
    h->nodes[n].rank = (uint16_t)(rank < RANK_MAX ? rank : RANK_MAX);
    if (h->lost_nb == h->lost_cap) {
        uint32_t *grown = grow(h, h->lost, &h->lost_cap, sizeof *grown);
        if (!grown)
            return;
        h->lost = grown;
    }
    h->lost[h->lost_nb++] = n;
}

/* Before a lost node each position of the attacker's is lost, by one move, and the defender has to
 * look for others wherever he relied on it. */
static void spread_losses(struct hold *h)
{
    while (h->lost_nb > 0 && !h->failed) {
        const uint32_t n = h->lost[--h->lost_nb];
        for (uint32_t e = h->nodes[n].before; e != NONE && !h->failed; e = h->edges[e].next) {
            struct hold_node *from = &h->nodes[h->edges[e].from];
            if (from->state != OPEN || (from->is_defender && from->choice != n))
                continue;
            if (from->is_defender) {
                from->choice = NONE;
                push_work(h, h->edges[e].from);
            } else {
                lose(h, h->edges[e].from, h->nodes[n].rank + 1U);
            }
        }
    }
}

/* The defender looks for a move: one that is known, so that the set remains small, else a new one.
 */
static void choose(struct hold *h, uint32_t n)
{
    struct solve_worker *w = h->w;
    struct move_entry *list = w->moves_top;
    struct move_entry *end = w->game->generate(w->pos, GEN_ALL, list);
    uint32_t choice = NONE, rank = 0;
    w->moves_top = end;
    for (int pass = 0; pass < 2 && choice == NONE; pass++)
        for (const struct move_entry *m = list; m < end && choice == NONE && !h->failed; m++) {
            play(w, m);
            const uint32_t known = h->nodes_cap > 0 ? *slot_of(h, w->pos->key) : 0;
            const uint32_t child = pass == 0 ? known - 1 : node_here(h);
            solve_worker_unmake(w, m);
            if (child == NONE)
                continue;
            if (h->nodes[child].state != LOST)
                choice = child;
            else if (h->nodes[child].rank > rank)
                rank = h->nodes[child].rank;
        }
    w->moves_top = list;
    if (h->failed)
        return;
    if (choice == NONE) {
        lose(h, n, rank + 1);
        return;
    }
    h->nodes[n].choice = choice;
    add_edge(h, n, choice);
}

/* All moves of the attacker's. */
static void expand(struct hold *h, uint32_t n)
{
    struct solve_worker *w = h->w;
    struct move_entry *list = w->moves_top;
    struct move_entry *end = w->game->generate(w->pos, GEN_ALL, list);
    w->moves_top = end;
    for (const struct move_entry *m = list; m < end && !h->failed; m++) {
        play(w, m);
        const uint32_t child = node_here(h);
        solve_worker_unmake(w, m);
        if (child == NONE)
            break;
        if (h->nodes[child].state == LOST) {
            lose(h, n, h->nodes[child].rank + 1U);
            break;
        }
        add_edge(h, n, child);
    }
    w->moves_top = list;
}

/* Does anything undecided still hang on the node? */
static bool matters(const struct hold *h, uint32_t n, uint32_t root)
{
    if (n == root)
        return true;
    for (uint32_t e = h->nodes[n].before; e != NONE; e = h->edges[e].next) {
        const struct hold_node *from = &h->nodes[h->edges[e].from];
        if (from->state == OPEN && (!from->is_defender || from->choice == n))
            return true;
    }
    return false;
}

/* Works until the node is lost, or nothing is left to do: then it is held. What is left when it is
 * lost may matter to other nodes later, and remains. */
static void settle(struct hold *h, uint32_t root)
{
    if (h->nodes[root].state == OPEN && !h->nodes[root].is_worked)
        push_work(h, root);
    while (h->work_nb > 0 && h->nodes[root].state == OPEN && !h->failed) {
        const uint32_t n = h->work[--h->work_nb];
        struct hold_node *node = &h->nodes[n];
        node->is_worked = node->state == OPEN && matters(h, n, root);
        if (!node->is_worked || !go_to(h, n))
            continue;
        if (node->is_defender)
            choose(h, n);
        else
            expand(h, n);
        spread_losses(h);
        h->failed = h->failed || h->w->is_stopped;
    }
}

/* --- what others use --- */

struct hold *solve_hold_new(struct solve_worker *w, size_t bytes_max)
{
    struct hold *h = calloc(1, sizeof *h);
    if (h)
        *h = (struct hold){.w = w, .bytes_max = bytes_max};
    return h;
}

void solve_hold_free(struct hold *h)
{
    if (!h)
        return;
    while (h->texts) {
        struct text_block *next = h->texts->next;
        free(h->texts);
        h->texts = next;
    }
    free(h->nodes);
    free(h->slots);
    free(h->edges);
    free(h->work);
    free(h->lost);
    free(h);
}

/* Sets the worker's position to the one after the move, without a past. */
static bool go_after(struct hold *h, const struct position *root, const struct move_entry *move)
{
    struct solve_worker *w = h->w;
    w->ply = 0;
    w->moves_top = w->moves;
    if (pos_copy(w->pos, root) != ENGINE_OK || pos_reserve(w->pos, SOLVE_PLIES_MAX) != ENGINE_OK)
        return false;
    w->pos->history_nb = 0;
    w->pos->reversible = 0;
    play(w, move);
    return true;
}

/* Is the attacker's win short enough for all counters? */
static enum solve_answer confirm_loss(struct hold *h, const struct position *root,
                                      const struct move_entry *move)
{
    int win;
    if (!go_after(h, root, move))
        return SOLVE_UNKNOWN;
    const struct position *pos = h->w->pos;
    const int left = pos->draw_clock > 0 ? (pos->draw_clock - pos->clock) / 2 : SOLVE_MOVES_MAX;
    const int moves = left < SOLVE_MOVES_MAX ? left : SOLVE_MOVES_MAX;
    return solve_exact_or(h->w, moves, &win) == SOLVE_YES ? SOLVE_NO : SOLVE_UNKNOWN;
}

enum solve_answer solve_hold_decide(struct hold *h, const struct position *root,
                                    const struct move_entry *move)
{
    if (h->failed || !go_after(h, root, move))
        return SOLVE_UNKNOWN;
    const struct position *pos = h->w->pos;
    const unsigned clock = pos->clock, limit = pos->draw_clock;
    if (solve_exact_end(h->w, -1) == SOLVE_MISSED) /* by a counter too */
        return SOLVE_YES;
    const uint32_t n = node_here(h);
    if (n == NONE)
        return SOLVE_UNKNOWN;
    settle(h, n);
    if (h->nodes[n].state != LOST)
        return h->failed ? SOLVE_UNKNOWN : SOLVE_YES;
    /* A counter, or positions that were there before, might save the defender after all. */
    const bool is_certain =
        (limit == 0 || clock + h->nodes[n].rank < limit) && h->w->shared->goal.drawn_nb == 0;
    return is_certain ? SOLVE_NO : confirm_loss(h, root, move);
}

/* --- the strategy, written out --- */

struct writing {
    struct hold *h;
    solve_node_fn on_node;
    void *context;
    uint32_t *queue; /* the defender's nodes in the order of their numbers */
    uint32_t queued, numbers;
    struct solve_reply *replies;
    bool is_incomplete; /* a position that was never looked at: a counter ended the game before */
};

/* The number of the defender's node here; 0: the game is over. */
static uint32_t number_here(struct writing *x)
{
    struct hold *h = x->h;
    const uint32_t n = *slot_of(h, h->w->pos->key) - 1;
    x->is_incomplete = x->is_incomplete || n == NONE;
    if (n == NONE || h->nodes[n].state == HELD)
        return 0;
    if (h->nodes[n].number == 0) {
        h->nodes[n].number = ++x->numbers;
        x->queue[x->queued++] = n;
    }
    return h->nodes[n].number;
}

/* The defender's move and all replies to it, the worker's position being the one before it. */
static bool write_move(struct writing *x, const struct move_entry *move, uint32_t number)
{
    struct solve_worker *w = x->h->w;
    struct move_entry *list = w->moves_top;
    size_t nb = 0;
    play(w, move);
    if (solve_exact_end(w, -1) == SOLVE_GOES_ON) {
        w->moves_top = w->game->generate(w->pos, GEN_ALL, list);
        for (const struct move_entry *m = list; m < w->moves_top; m++) {
            play(w, m);
            x->replies[nb++] = (struct solve_reply){*m, number_here(x)};
            solve_worker_unmake(w, m);
        }
        w->moves_top = list;
    }
    solve_worker_unmake(w, move);
    const struct solve_node node = {
        .number = number, .move = *move, .replies = x->replies, .replies_nb = nb};
    return x->on_node(x->context, w->pos, &node);
}

/* The move that leads to the node that the defender relies on. */
static bool find_choice(struct hold *h, uint32_t n, struct move_entry *out)
{
    struct solve_worker *w = h->w;
    struct move_entry *list = w->moves_top;
    const struct move_entry *end = w->game->generate(w->pos, GEN_ALL, list);
    const zkey_t wanted = h->nodes[n].choice != NONE ? h->nodes[h->nodes[n].choice].key : 0;
    for (const struct move_entry *m = list; m < end; m++) {
        play(w, m);
        const zkey_t key = w->pos->key;
        solve_worker_unmake(w, m);
        if (key == wanted) {
            *out = *m;
            return true;
        }
    }
    return false;
}

enum solve_answer solve_hold_write(struct hold *h, const struct position *root,
                                   const struct move_entry *keys, size_t keys_nb,
                                   solve_node_fn on_node, void *context, uint32_t *nodes)
{
    struct writing x = {.h = h,
                        .on_node = on_node,
                        .context = context,
                        .queue = malloc((h->nodes_nb + (size_t)1) * sizeof *x.queue),
                        .numbers = (uint32_t)keys_nb,
                        .replies = malloc(h->w->game->moves_max * sizeof *x.replies)};
    bool ok = x.queue && x.replies && !h->failed;
    for (uint32_t i = 0; i < h->nodes_nb; i++)
        h->nodes[i].number = 0;
    for (size_t i = 0; i < keys_nb && ok; i++) {
        ok = go_after(h, root, &keys[i]);
        if (ok) {
            solve_worker_unmake(h->w, &keys[i]);
            h->w->pos->clock = 0;
            ok = write_move(&x, &keys[i], (uint32_t)i + 1);
        }
    }
    for (uint32_t i = 0; i < x.queued && ok; i++) {
        struct move_entry move;
        ok = go_to(h, x.queue[i]) && find_choice(h, x.queue[i], &move) &&
             write_move(&x, &move, h->nodes[x.queue[i]].number);
    }
    *nodes = x.numbers;
    free(x.queue);
    free(x.replies);
    return ok && !x.is_incomplete ? SOLVE_YES : SOLVE_UNKNOWN;
}
