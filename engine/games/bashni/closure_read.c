/* Closures: reading a solved one. */
#include "engine/games/bashni/closure.h"
#include "engine/games/bashni/closure_priv.h"

#include <stdlib.h>

struct bas_closure_stats bas_closure_stats(const struct bas_closure *c)
{
    return c->stats;
}

/* --- verdicts --- */

/* First entry of `later` that is not below the word. */
static size_t later_from(const struct bas_solution *s, uint64_t word)
{
    size_t low = 0, high = s->later_nb;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (s->later[middle] < word)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct bas_closure_verdict verdict_of(const struct bas_solution *s, uint32_t id,
                                             unsigned clock)
{
    /* NOLINTNEXTLINE(bugprone-signed-char-misuse,cert-str34-c): no character */
    const int value = s->value[id];
    if (value == 0 || clock > (unsigned)abs(value) - 1)
        return (struct bas_closure_verdict){BAS_CLOSURE_DRAW, 0};
    struct bas_closure_verdict v = {value > 0 ? BAS_CLOSURE_WIN : BAS_CLOSURE_LOSS, s->plies[id]};
    for (size_t i = later_from(s, (uint64_t)id << BAS_LATER_ID_SHIFT);
         i < s->later_nb && s->later[i] >> BAS_LATER_ID_SHIFT == id &&
         clock > (s->later[i] & BAS_LATER_SLACK_MASK);
         i++)
        v.plies = s->later[i] >> BAS_LATER_PLIES_SHIFT & BAS_PLIES_MAX;
    return v;
}

struct bas_closure_verdict bas_closure_verdict_of(const struct bas_closure *c, uint32_t id,
                                                  enum bas_closure_view view, unsigned clock)
{
    /* No more is asked than whether it ran out; and then only a side without a move is lost. */
    const unsigned limit = clock < BAS_CLOCK_DRAW ? clock : BAS_CLOCK_DRAW;
    return verdict_of(&c->solution[view], id, view == BAS_CLOSURE_BOARD ? 0 : limit);
}

uint32_t bas_closure_id(const struct bas_closure *c, const struct position *pos)
{
    unsigned men[SIDE_NB];
    if (pos->game != &bas_game)
        return BAS_NO_ID;
    bas_count_men(bas_of_const(pos), men);
    if (men[WHITE] != c->packing.men[WHITE] || men[BLACK] != c->packing.men[BLACK])
        return BAS_NO_ID;
    return bas_word_set_find(&c->set, bas_pack(&c->packing, bas_of_const(pos)));
}

bool bas_closure_find(const struct bas_closure *c, const struct position *pos,
                      enum bas_closure_view view, struct bas_closure_verdict *verdict)
{
    const uint32_t id = bas_closure_id(c, pos);
    if (id == BAS_NO_ID)
        return false;
    *verdict = bas_closure_verdict_of(c, id, view, pos->clock);
    return true;
}

/* The other side's verdict, one ply later, as the side that moved sees it. */
static struct bas_closure_verdict turned(struct bas_closure_verdict v)
{
    if (v.outcome != BAS_CLOSURE_DRAW)
        v.plies++;
    v.outcome = (enum bas_closure_outcome)(-v.outcome);
    return v;
}

unsigned bas_closure_moves(const struct bas_closure *c, const struct position *pos,
                           struct bas_closure_move *out)
{
    if (bas_closure_id(c, pos) == BAS_NO_ID)
        return 0;
    struct bas_position p = *bas_of_const(pos);
    struct move_entry list[BAS_MOVES_MAX];
    const struct move_entry *end = bas_generate(pos, GEN_ALL, list);
    for (const struct move_entry *e = list; e < end; e++, out++) {
        const uint32_t id = bas_word_set_find(&c->set, bas_pack_after(&c->packing, &p, e));
        const unsigned clock = e->path || e->becomes ? 0 : pos_count_ply(pos->clock);
        out->move = *e;
        for (int view = 0; view < BAS_CLOSURE_VIEW_NB; view++)
            out->verdict[view] =
                turned(bas_closure_verdict_of(c, id, (enum bas_closure_view)view, clock));
        if (pos->clock >= BAS_CLOCK_DRAW) /* the game is over */
            out->verdict[BAS_CLOSURE_RULES] = (struct bas_closure_verdict){BAS_CLOSURE_DRAW, 0};
    }
    return (unsigned)(end - list);
}

/* --- positions of the closure --- */

enum engine_status bas_closure_state(const struct bas_closure *c, uint64_t index,
                                     struct position *pos)
{
    if (pos->game != &bas_game || index >= c->set.nb)
        return ENGINE_BAD_ARGUMENT;
    bas_unpack(&c->packing, bas_word_set_get(&c->set, index), bas_of(pos));
    pos->history_nb = 0;
    pos->reversible = 0;
    pos->clock = 0;
    pos->draw_clock = BAS_CLOCK_DRAW;
    pos->fullmove = 1;
    pos->key = bas_compute_key(bas_of_const(pos), &bas_t()->keys);
    return ENGINE_OK;
}

bool bas_closure_longest(const struct bas_closure *c, enum bas_closure_view view,
                         enum bas_closure_outcome outcome, struct position *pos,
                         struct bas_closure_verdict *verdict)
{
    const struct bas_solution *s = &c->solution[view];
    uint32_t best = BAS_NO_ID;
    for (uint32_t id = 0; id < c->set.nb; id++)
        if (s->value[id] != 0 && (s->value[id] > 0) == (outcome == BAS_CLOSURE_WIN) &&
            (best == BAS_NO_ID || s->plies[id] > s->plies[best]))
            best = id;
    if (outcome == BAS_CLOSURE_DRAW || best == BAS_NO_ID ||
        bas_closure_state(c, best, pos) != ENGINE_OK)
        return false;
    *verdict = verdict_of(s, best, 0);
    return true;
}

void bas_closure_count(struct bas_closure *c, enum bas_closure_view view)
{
    const struct bas_solution *s = &c->solution[view];
    struct bas_closure_stats *stats = &c->stats;
    for (size_t id = 0; id < c->set.nb; id++) {
        stats->wins[view] += s->value[id] > 0;
        stats->losses[view] += s->value[id] < 0;
        if (s->plies[id] > stats->longest[view])
            stats->longest[view] = s->plies[id];
    }
    unsigned lengths = 1;
    for (size_t i = 0; i < s->later_nb; i++) {
        const bool same =
            i > 0 && s->later[i] >> BAS_LATER_ID_SHIFT == s->later[i - 1] >> BAS_LATER_ID_SHIFT;
        lengths = same ? lengths + 1 : 2;
        if (lengths > stats->lengths_max)
            stats->lengths_max = lengths;
    }
    if (stats->lengths_max == 0)
        stats->lengths_max = 1;
}
