/* What perft --stats tells apart in Tamerlane chess. */
#include "engine/games/tamerlane/rules.h"

enum column {
    CAPTURES,        /* moves that remove an enemy man; relocations and transfers may, too */
    PROMOTIONS,      /* a pawn becomes a piece (section 5), in a swap as well */
    RELOCATIONS,     /* T6 */
    TRANSFERS,       /* an .X arrives and becomes a .Y (T7) */
    SWAPS,           /* section 8 */
    EXCHANGES,       /* T12 */
    CITADEL_ENTRIES, /* a royal comes to stand in a citadel, exchanges included */
    CHECKS,          /* the side to move is in check, and the game is not drawn */
    MATES,
    STALEMATES,
    CITADEL_DRAWS, /* T11 */
    COLUMN_NB
};

const char *const tam_stats_names[] = {"captures", "promotions", "relocations",     "transfers",
                                       "swaps",    "exchanges",  "citadel_entries", "checks",
                                       "mates",    "stalemates", "citadel_draws",   NULL};
_Static_assert(sizeof tam_stats_names / sizeof *tam_stats_names == COLUMN_NB + 1, "a name each");

/* How the game stands for the side to move. */
static void count_state(const struct position *pos, uint64_t *columns)
{
    const struct tam_position *p = tam_of_const(pos);
    if (tam_citadel_draw(p)) {
        columns[CITADEL_DRAWS]++;
        return;
    }
    const bool is_check = !tam_is_safe(p, tam_side(p));
    columns[CHECKS] += is_check;
    if (tam_count(pos) == 0)
        columns[is_check ? MATES : STALEMATES]++;
}

/* Counts a pawn that the move brought to its last rank: `before` arrived, `after` came of it. */
static void count_arrival(enum tam_class before, enum tam_class after, uint64_t *columns)
{
    columns[TRANSFERS] += before == POP_SECOND && after == POP_THIRD;
    columns[PROMOTIONS] += tam_is_pawn(before) && !tam_is_pawn(after);
}

void tam_count_stats(const struct position *pos, const struct move_entry *e, const void *undo,
                     uint64_t *columns)
{
    const struct tam_undo *u = undo;
    const enum side them = (enum side)pos->side;
    bool captures = false;
    enum tam_class swapped = NO_CLASS;
    for (unsigned i = 0; i < u->changes_nb; i++) {
        const struct tam_change *c = &u->changes[i];
        captures |= c->before != 0 && tam_man_side(c->before) == them;
        columns[CITADEL_ENTRIES] += c->square >= CITADEL_L2 && c->after != 0;
        if (c->square == move_to(e->move))
            swapped = tam_man_class(c->before);
    }
    columns[CAPTURES] += captures;
    /* What came of a man is in the last change. */
    const enum tam_class last = tam_man_class(u->changes[u->changes_nb - 1].after);
    switch ((enum tam_move_kind)move_extra(e->move)) {
    case MOVE_ORDINARY:
        break;
    case MOVE_ARRIVAL:
    case MOVE_TRANSFER:
        count_arrival((enum tam_class)e->mover, last, columns);
        break;
    case MOVE_SWAP:
        columns[SWAPS]++;
        if (last != swapped)
            count_arrival(swapped, last, columns);
        break;
    case MOVE_EXCHANGE:
        columns[EXCHANGES]++;
        break;
    case MOVE_RELOCATION:
        columns[RELOCATIONS]++;
        break;
    }
    count_state(pos, columns);
}
