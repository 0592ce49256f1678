/* Whether the third occurrence of a position can spoil a win that a closure promises, see
 * closure.h. The winner's shortest win is laid out as a graph, his one move and all of the loser's,
 * over positions with their clocks. No path meets such a node twice, since each is nearer to the
 * end than the one before. What has to be excluded is a path over three nodes that differ in the
 * clock only. */
#include "engine/games/bashni/closure.h"
#include "engine/games/bashni/closure_priv.h"

#include <stdlib.h>

enum {
    NODES_MAX = 1 << 22, /* some 150 MB */
    STEPS_MAX = 1 << 26, /* of following edges, some seconds */
    FIRST_NODES = 1 << 10,
    OCCURRENCES_MAX = 2 /* the third is a draw (section 7.2) */
};

struct strategy {
    const struct bas_closure *c;
    struct bas_position board;
    struct bas_graph graph;
    size_t nodes_room, edges_room;
    uint32_t *slot; /* node number + 1 by hash, twice nodes_room of them, a power of two */
};

static void strategy_fini(struct strategy *s)
{
    free(s->graph.node);
    free(s->graph.edges_end);
    free(s->graph.edge);
    free(s->slot);
}

static uint32_t *slot_of(const struct strategy *s, uint64_t node)
{
    const size_t mask = s->nodes_room * 2 - 1;
    size_t i = (size_t)(node * UINT64_C(0x9E3779B97F4A7C15) >> 32) & mask;
    while (s->slot[i] && s->graph.node[s->slot[i] - 1] != node)
        i = (i + 1) & mask;
    return &s->slot[i];
}

static bool make_node_room(struct strategy *s)
{
    const size_t room = s->nodes_room ? s->nodes_room * 2 : FIRST_NODES;
    if (room > NODES_MAX)
        return false;
    uint64_t *node = realloc(s->graph.node, room * sizeof *node);
    s->graph.node = node ? node : s->graph.node;
    uint32_t *ends = realloc(s->graph.edges_end, room * sizeof *ends);
    s->graph.edges_end = ends ? ends : s->graph.edges_end;
    uint32_t *slot = calloc(room * 2, sizeof *slot);
    if (!node || !ends || !slot) {
        free(slot);
        return false;
    }
    free(s->slot);
    s->slot = slot;
    s->nodes_room = room;
    for (size_t i = 0; i < s->graph.nodes_nb; i++)
        *slot_of(s, s->graph.node[i]) = (uint32_t)i + 1;
    return true;
}

/* Adds the node if it is new, and an edge to it from the node that is being expanded. */
static bool add_edge(struct strategy *s, uint64_t node)
{
    if (s->graph.nodes_nb == s->nodes_room && !make_node_room(s))
        return false;
    uint32_t *slot = slot_of(s, node);
    if (*slot == 0) {
        s->graph.node[s->graph.nodes_nb++] = node;
        *slot = (uint32_t)s->graph.nodes_nb;
    }
    if (s->graph.edges_nb == s->edges_room) {
        const size_t room = s->edges_room ? s->edges_room * 2 : FIRST_NODES;
        uint32_t *edge = realloc(s->graph.edge, room * sizeof *edge);
        if (!edge)
            return false;
        s->graph.edge = edge;
        s->edges_room = room;
    }
    s->graph.edge[s->graph.edges_nb++] = *slot - 1;
    return true;
}

static struct bas_closure_verdict verdict_of_node(const struct strategy *s, uint64_t node)
{
    return bas_closure_verdict_of(s->c, (uint32_t)(node >> BAS_NODE_CLOCK_BITS), BAS_CLOSURE_RULES,
                                  (unsigned)node & ((1 << BAS_NODE_CLOCK_BITS) - 1));
}

static uint64_t node_after(struct strategy *s, const struct move_entry *e, unsigned clock)
{
    const uint64_t word = bas_pack_after(&s->c->packing, &s->board, e);
    const uint64_t id = bas_word_set_find(&s->c->set, word);
    return id << BAS_NODE_CLOCK_BITS | (e->path || e->becomes ? 0 : clock + 1);
}

/* Adds what follows a node: of the winner's moves the first that is a shortest win, or `only`. */
static bool expand(struct strategy *s, size_t number, const struct move_entry *only)
{
    const uint64_t node = s->graph.node[number];
    const unsigned clock = (unsigned)node & ((1 << BAS_NODE_CLOCK_BITS) - 1);
    const struct bas_closure_verdict v = verdict_of_node(s, node);
    struct move_entry list[BAS_MOVES_MAX];
    bas_unpack(&s->c->packing, bas_word_set_get(&s->c->set, node >> BAS_NODE_CLOCK_BITS),
               &s->board);
    const struct move_entry *end = bas_generate(&s->board.base, GEN_ALL, list);
    bool ok = true;
    for (const struct move_entry *e = list; ok && e < end; e++) {
        const uint64_t after = node_after(s, e, clock);
        if (only) {
            if (e->move == only->move && e->path == only->path)
                ok = add_edge(s, after);
        } else if (v.outcome == BAS_CLOSURE_LOSS) {
            ok = add_edge(s, after);
        } else {
            const struct bas_closure_verdict then = verdict_of_node(s, after);
            if (then.outcome == BAS_CLOSURE_LOSS && then.plies + 1 == v.plies) {
                ok = add_edge(s, after);
                break;
            }
        }
    }
    s->graph.edges_end[number] = (uint32_t)s->graph.edges_nb;
    return ok;
}

static bool lay_out(struct strategy *s, uint64_t root, const struct move_entry *first)
{
    if (!add_edge(s, root))
        return false;
    s->graph.edges_nb = 0; /* the root is nobody's successor */
    for (size_t i = 0; i < s->graph.nodes_nb; i++)
        if (!expand(s, i, i == 0 ? first : NULL))
            return false;
    return true;
}

/* --- paths over nodes that differ in the clock only --- */

struct place {
    uint64_t node;
    uint32_t number;
};

struct question {
    const struct bas_graph *g;
    struct place *place; /* the nodes in ascending order */
    uint32_t *seen;      /* by number: the last start from which it was reached, from 1 */
    uint32_t *stack;     /* room for every node */
    uint32_t starts;
    size_t steps;
};

static int compare_places(const void *a, const void *b)
{
    const uint64_t x = ((const struct place *)a)->node, y = ((const struct place *)b)->node;
    return (x > y) - (x < y);
}

/* Marks in `seen` whatever can be reached from a node. False if it takes too long. */
static bool reach(struct question *q, uint32_t from)
{
    const struct bas_graph *g = q->g;
    size_t nb = 0;
    q->starts++;
    q->stack[nb++] = from;
    while (nb) {
        const uint32_t n = q->stack[--nb];
        for (uint32_t i = n ? g->edges_end[n - 1] : 0; i < g->edges_end[n]; i++) {
            const uint32_t next = g->edge[i];
            if (++q->steps > STEPS_MAX)
                return false;
            if (q->seen[next] == q->starts)
                continue;
            q->seen[next] = q->starts;
            q->stack[nb++] = next;
        }
    }
    return true;
}

/* The same question for the nodes of one position, one for a clock, by ascending clock. */
static bool position_has_no_third(struct question *q, const struct place *place, unsigned nb)
{
    unsigned met[BAS_CLOCK_DRAW + 1] = {0}; /* most of them on a path that ends here, before it */
    for (unsigned i = nb; i-- > 0;) {
        if (met[i] + 1 > OCCURRENCES_MAX || !reach(q, place[i].number))
            return false;
        for (unsigned j = 0; j < i; j++)
            if (q->seen[place[j].number] == q->starts && met[j] < met[i] + 1)
                met[j] = met[i] + 1;
    }
    return true;
}

static bool no_position_has_third(struct question *q)
{
    const size_t nb = q->g->nodes_nb;
    for (size_t i = 0; i < nb; i++)
        q->place[i] = (struct place){q->g->node[i], (uint32_t)i};
    qsort(q->place, nb, sizeof *q->place, compare_places);
    for (size_t i = 0, end; i < nb; i = end) {
        const uint64_t id = q->place[i].node >> BAS_NODE_CLOCK_BITS;
        for (end = i + 1; end < nb && q->place[end].node >> BAS_NODE_CLOCK_BITS == id; end++)
            ;
        if (end - i > OCCURRENCES_MAX &&
            !position_has_no_third(q, q->place + i, (unsigned)(end - i)))
            return false;
    }
    return true;
}

bool bas_graph_has_no_third(const struct bas_graph *g)
{
    struct question q = {.g = g,
                         .place = malloc(g->nodes_nb * sizeof *q.place),
                         .seen = calloc(g->nodes_nb, sizeof *q.seen),
                         .stack = malloc(g->nodes_nb * sizeof *q.stack)};
    const bool none = q.place && q.seen && q.stack && no_position_has_third(&q);
    free(q.place);
    free(q.seen);
    free(q.stack);
    return none;
}

bool bas_closure_is_certain(const struct bas_closure *c, const struct position *pos,
                            const struct move_entry *first)
{
    struct strategy s = {.c = c, .board = {.base = {.side = pos->side}}};
    const uint32_t id = bas_closure_id(c, pos);
    if (id == BAS_NO_ID)
        return false;
    if (c->stats.lengths_max <= OCCURRENCES_MAX || pos->clock >= BAS_CLOCK_DRAW)
        return true;
    const uint64_t root = (uint64_t)id << BAS_NODE_CLOCK_BITS | pos->clock;
    bas_unpack(&c->packing, bas_word_set_get(&c->set, id), &s.board);
    const uint64_t decisive = first ? node_after(&s, first, pos->clock) : root;
    if (verdict_of_node(&s, decisive).outcome == BAS_CLOSURE_DRAW)
        return true;
    const bool certain = lay_out(&s, root, first) && bas_graph_has_no_third(&s.graph);
    strategy_fini(&s);
    return certain;
}
