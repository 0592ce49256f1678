/* Make and unmake for the search: the board change of board.h plus key and clocks. */
#include "engine/games/bashni/board.h"
#include "engine/games/bashni/rules.h"

void bas_make(struct position *pos, const struct move_entry *e, void *undo)
{
    struct bas_position *p = bas_of(pos);
    struct bas_undo *u = undo;
    const enum side us = bas_side(p);
    u->key = pos->key;
    u->clock = pos->clock;
    u->reversible = pos->reversible;
    pos_push_key(pos);
    const bool irreversible = bas_make_board(p, us, e, u);
    pos->key ^= bas_key_change(p, &bas_t()->keys, us, e, u);
    /* Captures and promotions reset the draw count (S8), but only I5's moves end the look-back. */
    pos->clock = e->path || e->becomes ? 0 : pos_count_ply(pos->clock);
    pos->reversible = irreversible ? 0 : pos_count_ply(pos->reversible);
    pos->fullmove = (uint16_t)(pos->fullmove + (us == BLACK));
    pos->side = (uint8_t)side_other(us);
}

void bas_unmake(struct position *pos, const struct move_entry *e, const void *undo)
{
    struct bas_position *p = bas_of(pos);
    const struct bas_undo *u = undo;
    bas_unmake_board(p, e, u);
    pos_pop_key(pos);
    pos->side = (uint8_t)side_other(bas_side(p));
    pos->key = u->key;
    pos->clock = u->clock;
    pos->reversible = u->reversible;
    pos->fullmove = (uint16_t)(pos->fullmove - (pos->side == BLACK));
}
