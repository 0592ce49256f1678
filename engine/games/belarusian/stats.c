/* What perft --stats tells apart in Belarusian chess. */
#include "engine/games/belarusian/rules.h"

enum column {
    CAPTURES,
    PROMOTIONS,  /* of a ratnik, in place included (B21) */
    CORONATIONS, /* section 7 */
    CASTLINGS,
    ASCENTS,     /* a royal comes to the throne */
    CHECKS,      /* the side to move has no prince, and its king is attacked (B11) */
    ROKASH,      /* a royal of the side to move stands on the throne and is attacked */
    MATES,       /* section 8.2b: check, rokash or a coronation that cannot be answered */
    THRONE_WINS, /* section 8.1, and 8.2a */
    STALEMATES,
    COLUMN_NB
};

const char *const bel_stats_names[] = {"captures",    "promotions", "coronations", "castlings",
                                       "ascents",     "checks",     "rokash",      "mates",
                                       "throne_wins", "stalemates", NULL};
_Static_assert(sizeof bel_stats_names / sizeof *bel_stats_names == COLUMN_NB + 1, "a name each");

/* How the game stands for the side to move. */
static void count_state(const struct position *pos, uint64_t *columns)
{
    const struct bel_position *p = bel_of_const(pos);
    const enum side us = bel_side(p), them = side_other(us);
    if (bel_throne_won(p)) {
        columns[THRONE_WINS]++;
        return;
    }
    const unsigned duty = bel_duty_square(p, us);
    if (duty != BEL_NO_SQUARE && bel_attacked(p, duty, them))
        columns[duty == E5 ? ROKASH : CHECKS]++;
    if (bel_count(pos) > 0)
        return;
    if (bel_holds_throne(p, them))
        columns[THRONE_WINS]++;
    else
        columns[bel_is_mated(p) ? MATES : STALEMATES]++;
}

void bel_count_stats(const struct position *pos, const struct move_entry *e, const void *undo,
                     uint64_t *columns)
{
    const struct bel_undo *u = undo;
    const bool is_royal = e->mover == KING || e->mover == PRINCE;
    columns[CAPTURES] += u->captured != 0;
    columns[PROMOTIONS] += e->becomes != NO_CLASS && e->becomes != KING;
    columns[CORONATIONS] += e->becomes == KING;
    columns[CASTLINGS] += (move_extra(e->move) & EXTRA_CASTLING) != 0;
    columns[ASCENTS] += is_royal && move_to(e->move) == E5 && move_from(e->move) != E5;
    count_state(pos, columns);
}
