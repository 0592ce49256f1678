/* Static exchange evaluation of Belarusian chess: the swap algorithm with this game's attackers.
 * Pins are ignored; a king without its prince never captures onto an attacked square. */
#include "engine/games/belarusian/rules.h"

/* All men of both sides that attack sq when `occ` is occupied, restricted to those still in occ. */
static bb_t all_attackers(const struct bel_position *p, unsigned sq, bb_t occ)
{
    bb_t set = (bel_attackers(p, sq, WHITE, p->men[WHITE] & occ, occ) |
                bel_attackers(p, sq, BLACK, p->men[BLACK] & occ, occ));
    /* Only royals ever capture on the throne (section 4, B29). */
    return sq == E5 ? set & bel_royals(p) : set;
}

/* The order in which men are risked: cheap ones first, the last royal last. */
static const enum bel_class risk_order[] = {RATNIK, RIDER, CANNON, KING, ROOK, PRINCE, HETMAN};

static enum bel_class least_attacker(const struct bel_position *p, bb_t attackers, bool king_royal,
                                     unsigned *from)
{
    for (unsigned i = 0; i < sizeof risk_order / sizeof *risk_order; i++) {
        const enum bel_class c = risk_order[i];
        const bb_t set = attackers & p->type[c];
        if (bb_any(set) && !(c == KING && king_royal)) {
            *from = bb_lowest(set);
            return c;
        }
    }
    *from = bb_lowest(attackers);
    return KING;
}

bool bel_see_at_least(const struct position *pos, const struct move_entry *move, score_t threshold)
{
    const struct bel_position *p = bel_of_const(pos);
    const int16_t *value = pos->game->class_value;
    const unsigned to = move_to(move->move), from = move_from(move->move);
    int balance = value[move->victim] - threshold;
    if (move->becomes)
        balance += value[move->becomes] - value[move->mover];
    if (balance < 0)
        return false;
    /* Suppose that the man which arrived is simply lost. */
    int next = move->becomes ? value[move->becomes] : value[move->mover];
    balance -= next;
    if (balance >= 0)
        return true;

    enum side side = (enum side)pos->side;
    bb_t occ = bel_occupied(p) | bb_square(to);
    if (from != to)
        occ &= ~bb_square(from);
    for (;;) {
        side = side_other(side);
        bb_t attackers = all_attackers(p, to, occ) & ~bb_square(to);
        const bb_t mine = attackers & p->men[side];
        if (!bb_any(mine))
            break;
        unsigned sq;
        const bool royal = p->prince[side] == BEL_NO_SQUARE;
        const enum bel_class c = least_attacker(p, mine, royal, &sq);
        if (c == KING && royal && bb_any(attackers & p->men[side_other(side)]))
            break;
        occ &= ~bb_square(sq);
        next = value[c];
        balance = -balance - 1 - next;
        if (balance >= 0)
            break;
    }
    /* The side that could not or need not recapture is the loser of the exchange. */
    return side != (enum side)pos->side;
}
