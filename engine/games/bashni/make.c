/* Make and unmake for the search: the board change of board.h plus key and clocks. */
#include "engine/games/bashni/board.h"
#include "engine/games/bashni/rules.h"

static enum side owner_of(const struct bas_position *p, unsigned sq)
{
    return p->tops[WHITE] & bas_square(sq) ? WHITE : BLACK;
}

/* Key change on every square that the move touched; u holds the towers before it. */
static zkey_t key_change(const struct bas_position *p, enum side us, const struct move_entry *e,
                         const struct bas_undo *u)
{
    const unsigned from = move_from(e->move), to = move_to(e->move);
    zkey_t key =
        bas_t()->side_key ^ bas_tower_key(u->from, from, us) ^ bas_tower_key(p->tower[to], to, us);
    for (unsigned i = 0, n = path_count(e->path); i < n; i++) {
        const unsigned sq = path_square(e->path, i);
        key ^= bas_tower_key(u->jumped[i], sq, side_other(us)) ^
               bas_tower_key(p->tower[sq], sq, owner_of(p, sq));
    }
    return key;
}

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
    pos->key ^= key_change(p, us, e, u);
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
