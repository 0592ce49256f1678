/* Legal moves of Belarusian chess as lists: see movegen.h for the body. */
#include "engine/games/belarusian/movegen.h"

#include "engine/games/belarusian/board.h"

static struct move_entry *list_white(const struct bel_position *p, enum gen_kind kind,
                                     struct move_entry *out)
{
    struct bel_sink s = {.p = p, .out = out};
    bel_gen_body(&s, WHITE, kind, ~BB_EMPTY);
    return s.out;
}

static struct move_entry *list_black(const struct bel_position *p, enum gen_kind kind,
                                     struct move_entry *out)
{
    struct bel_sink s = {.p = p, .out = out};
    bel_gen_body(&s, BLACK, kind, ~BB_EMPTY);
    return s.out;
}

/* Does the move leave e5 attacked by the mover (a rokash, section 6)? */
static bool declares_rokash(const struct bel_position *p, move_t move)
{
    struct bel_position after = *p;
    const enum side us = bel_side(p);
    bel_make_board(&after, us, move);
    return bel_attacked(&after, E5, us);
}

struct move_entry *bel_generate(const struct position *pos, enum gen_kind kind,
                                struct move_entry *out)
{
    const struct bel_position *p = bel_of_const(pos);
    struct move_entry *end =
        pos->side == WHITE ? list_white(p, kind, out) : list_black(p, kind, out);
    if (kind != GEN_EVASIONS || !bel_holds_throne(p, side_other(bel_side(p))))
        return end;
    /* The enemy has ascended: every reply but a rokash loses at once (B18). */
    struct move_entry *kept = out;
    for (struct move_entry *e = out; e < end; e++)
        if (declares_rokash(p, e->move))
            *kept++ = *e;
    return kept;
}

unsigned bel_count(const struct position *pos)
{
    struct bel_sink s = {.p = bel_of_const(pos), .counting = true};
    if (pos->side == WHITE)
        bel_gen_body(&s, WHITE, GEN_ALL, ~BB_EMPTY);
    else
        bel_gen_body(&s, BLACK, GEN_ALL, ~BB_EMPTY);
    return s.count;
}

bool bel_resolve(const struct position *pos, move_t move, struct move_entry *out)
{
    const struct bel_position *p = bel_of_const(pos);
    const unsigned from = move_from(move), to = move_to(move);
    /* Cheap refusals first: most stale moves fail here. */
    if (move == MOVE_NULL || from >= BEL_SQUARE_NB || to >= BEL_SQUARE_NB ||
        !bb_has(p->men[pos->side], from))
        return false;
    /* Then only the moves of the man that stands there. */
    struct move_entry list[BEL_MOVES_MAX];
    struct bel_sink s = {.p = p, .out = list};
    bel_gen_body(&s, bel_side(p), GEN_ALL, bb_square(from));
    for (const struct move_entry *e = list; e < s.out; e++)
        if (e->move == move) {
            *out = *e;
            return true;
        }
    return false;
}
