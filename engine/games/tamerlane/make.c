/* Make and unmake for the search: the board change of board.h plus key, clocks and sums. */
#include "engine/games/tamerlane/board.h"
#include "engine/games/tamerlane/rules.h"

static void update_sums(struct tam_position *p, const struct tam_undo *u)
{
    const struct tam_tables *t = tam_t();
    p->base.key ^= tam_key_change(p, &t->keys, u);
    for (unsigned i = 0; i < u->changes_nb; i++) {
        const struct tam_change *c = &u->changes[i];
        p->placement += t->placement[c->after][c->square] - t->placement[c->before][c->square];
        p->phase +=
            tam_phase_weight(tam_man_class(c->after)) - tam_phase_weight(tam_man_class(c->before));
    }
}

void tam_make(struct position *pos, const struct move_entry *entry, void *undo)
{
    struct tam_position *p = tam_of(pos);
    struct tam_undo *u = undo;
    u->key = pos->key;
    u->placement = p->placement;
    u->phase = p->phase;
    u->clock = pos->clock;
    u->reversible = pos->reversible;
    pos_push_key(pos);
    const bool irreversible = tam_make_board(p, entry->move, u);
    update_sums(p, u);
    pos->clock = irreversible ? 0 : pos_count_ply(pos->clock);
    pos->reversible = irreversible ? 0 : pos_count_ply(pos->reversible);
    pos->fullmove = (uint16_t)(pos->fullmove + (pos->side == BLACK));
    pos->side = (uint8_t)side_other(tam_side(p));
}

void tam_unmake(struct position *pos, const struct move_entry *entry, const void *undo)
{
    (void)entry;
    struct tam_position *p = tam_of(pos);
    const struct tam_undo *u = undo;
    tam_unmake_board(p, u);
    pos_pop_key(pos);
    pos->side = (uint8_t)side_other(tam_side(p));
    pos->key = u->key;
    pos->clock = u->clock;
    pos->reversible = u->reversible;
    pos->fullmove = (uint16_t)(pos->fullmove - (pos->side == BLACK));
    p->placement = u->placement;
    p->phase = u->phase;
}

bool tam_null_move_ok(const struct position *pos)
{
    const struct tam_position *p = tam_of_const(pos);
    const enum side us = tam_side(p);
    /* Passing is no move here: a side without moves loses (section 10), so it needs officers enough
     * that zugzwang is unlikely, and a relocation that is compulsory must not be passed over. */
    const bb_t waiting = p->type[TYPE_WAITING] & p->men[us];
    const bb_t officers = p->men[us] & ~tam_royals(p, us) & ~p->type[TYPE_PAWN] & ~waiting;
    return bb_several(officers) && !bb_any(waiting) && !tam_in_check(pos);
}

void tam_make_null(struct position *pos, void *undo)
{
    struct tam_undo *u = undo;
    u->key = pos->key;
    u->clock = pos->clock;
    u->reversible = pos->reversible;
    pos_push_key(pos);
    pos->key ^= tam_t()->keys.side;
    pos->side = (uint8_t)side_other((enum side)pos->side);
    /* A repetition across a passed turn would not be one on the board. */
    pos->reversible = 0;
}

void tam_unmake_null(struct position *pos, const void *undo)
{
    const struct tam_undo *u = undo;
    pos_pop_key(pos);
    pos->key = u->key;
    pos->clock = u->clock;
    pos->reversible = u->reversible;
    pos->side = (uint8_t)side_other((enum side)pos->side);
}
