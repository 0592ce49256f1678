/* Make and unmake for the search: the board change of board.h plus key, clocks and sums. */
#include "engine/games/belarusian/board.h"
#include "engine/games/belarusian/rules.h"

/* Change of placement and phase by a move whose captured man is known; p is after the move. */
static void update_sums(struct bel_position *p, enum side us, move_t move, bel_man_t captured)
{
    const struct bel_tables *t = bel_t();
    const unsigned from = move_from(move), to = move_to(move), extra = move_extra(move);
    const bel_man_t after = p->board[to];
    bel_man_t before = after;
    int32_t placement = 0;
    if (BB_UNLIKELY(extra != 0)) {
        if (extra & EXTRA_CASTLING) {
            unsigned rook_from, rook_to;
            bel_castling_rook(from, to, &rook_from, &rook_to);
            const bel_man_t rook = bel_man(us, ROOK);
            placement += t->placement[rook][rook_to] - t->placement[rook][rook_from];
        } else {
            before = bel_man(us, extra == KING ? PRINCE : RATNIK);
            p->phase +=
                bel_phase_weight(bel_man_class(after)) - bel_phase_weight(bel_man_class(before));
        }
    }
    placement += t->placement[after][to] - t->placement[before][from];
    if (captured) {
        placement -= t->placement[captured][to];
        p->phase -= bel_phase_weight(bel_man_class(captured));
    }
    p->placement += placement;
}

void bel_make(struct position *pos, const struct move_entry *entry, void *undo)
{
    struct bel_position *p = bel_of(pos);
    struct bel_undo *u = undo;
    const enum side us = bel_side(p);
    *u = (struct bel_undo){.key = pos->key,
                           .placement = p->placement,
                           .phase = p->phase,
                           .clock = pos->clock,
                           .reversible = pos->reversible,
                           .rights = p->rights};
    pos_push_key(pos);
    pos->key ^= bel_key_change(p, &bel_t()->keys, us, entry->move);
    u->captured = bel_make_board(p, us, entry->move);
    update_sums(p, us, entry->move, u->captured);
    /* Only captures reset the draw clock (B24), but no position from before a ratnik's move can
     * come back either, so repetition need not look beyond it. */
    pos->clock = u->captured ? 0 : pos_count_ply(pos->clock);
    pos->reversible = u->captured || entry->mover == RATNIK ? 0 : pos_count_ply(pos->reversible);
    pos->fullmove = (uint16_t)(pos->fullmove + (us == BLACK));
    pos->side = (uint8_t)side_other(us);
}

void bel_unmake(struct position *pos, const struct move_entry *entry, const void *undo)
{
    struct bel_position *p = bel_of(pos);
    const struct bel_undo *u = undo;
    const enum side us = side_other(bel_side(p));
    bel_unmake_board(p, us, entry->move, u->captured, u->rights);
    pos_pop_key(pos);
    pos->side = (uint8_t)us;
    pos->key = u->key;
    pos->clock = u->clock;
    pos->reversible = u->reversible;
    pos->fullmove = (uint16_t)(pos->fullmove - (us == BLACK));
    p->placement = u->placement;
    p->phase = u->phase;
}

bool bel_null_move_ok(const struct position *pos)
{
    const struct bel_position *p = bel_of_const(pos);
    /* With royals and ratniks alone, having to move is often the whole point (zugzwang). */
    const bb_t pieces = p->men[pos->side] & ~bel_royals(p) & ~p->type[RATNIK];
    return bb_any(pieces) && !bel_in_check(pos);
}

void bel_make_null(struct position *pos, void *undo)
{
    struct bel_undo *u = undo;
    *u = (struct bel_undo){.key = pos->key, .clock = pos->clock, .reversible = pos->reversible};
    pos_push_key(pos);
    pos->key ^= bel_t()->keys.side;
    pos->side = (uint8_t)side_other((enum side)pos->side);
    /* A repetition across a passed turn would not be one on the board. */
    pos->reversible = 0;
}

void bel_unmake_null(struct position *pos, const void *undo)
{
    const struct bel_undo *u = undo;
    pos_pop_key(pos);
    pos->key = u->key;
    pos->clock = u->clock;
    pos->reversible = u->reversible;
    pos->side = (uint8_t)side_other((enum side)pos->side);
}
