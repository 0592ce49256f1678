/* Static exchange evaluation of Tamerlane chess: the swap algorithm with this game's attackers,
 * bent giraffes included. Pins are ignored; an only royal never captures onto an attacked square.
 */
#include "engine/games/tamerlane/rules.h"

/* The order in which men are risked: cheap ones first. Pawns are taken as one kind. */
static const enum tam_class risk_order[] = {ELEPHANT, WAR_ENGINE,   GENERAL, VIZIER,
                                            CAMEL,    PICKET,       KNIGHT,  GIRAFFE,
                                            PRINCE,   ADVENTITIOUS, KING,    ROOK};

static unsigned least_attacker(const struct tam_position *p, bb_t attackers, bb_t only_royal)
{
    const bb_t pawns = attackers & p->type[TYPE_PAWN];
    if (bb_any(pawns))
        return bb_lowest(pawns);
    for (unsigned i = 0; i < sizeof risk_order / sizeof *risk_order; i++) {
        const bb_t set = attackers & p->type[risk_order[i]] & ~only_royal;
        if (bb_any(set))
            return bb_lowest(set);
    }
    return bb_lowest(attackers);
}

bool tam_see_at_least(const struct position *pos, const struct move_entry *move, score_t threshold)
{
    const struct tam_position *p = tam_of_const(pos);
    const int16_t *value = pos->game->class_value;
    const unsigned to = move_to(move->move), from = move_from(move->move);
    int balance = value[move->victim] - threshold;
    if (move->becomes)
        balance += value[move->becomes] - value[move->mover];
    if (balance < 0)
        return false;
    /* Moves that do more than go from one square to another are not exchanges, and nothing is
     * taken in a citadel (T5). */
    const unsigned kind = move_extra(move->move);
    if (to >= CITADEL_L2 || (kind != MOVE_ORDINARY && kind != MOVE_ARRIVAL))
        return true;
    balance -= move->becomes ? value[move->becomes] : value[move->mover];
    if (balance >= 0)
        return true;

    enum side side = (enum side)pos->side;
    bb_t occ = (tam_occupied(p) | bb_square(to)) & ~bb_square(from);
    for (;;) {
        side = side_other(side);
        const enum side other = side_other(side);
        const bb_t mine = tam_attackers(p, to, side, p->men[side] & occ & ~bb_square(to), occ);
        if (!bb_any(mine))
            break;
        const bb_t royals = tam_royals(p, side);
        const bb_t only_royal = bb_several(royals) ? BB_EMPTY : royals;
        const unsigned sq = least_attacker(p, mine, only_royal);
        if (bb_has(only_royal, sq) &&
            bb_any(tam_attackers(p, to, other, p->men[other] & occ & ~bb_square(to), occ)))
            break;
        occ &= ~bb_square(sq);
        balance = -balance - 1 - value[tam_man_class(p->board[sq])];
        if (balance >= 0)
            break;
    }
    /* The side that could not or need not recapture is the loser of the exchange. */
    return side != (enum side)pos->side;
}
