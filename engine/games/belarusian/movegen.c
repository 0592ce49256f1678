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

/* From where men of side `us` attack one square, by class; generous: of lines of which it does not
 * matter here whether they are open. */
struct final_targets {
    bb_t by[BEL_CLASS_NB];
    bb_t first; /* the first men seen from there: whoever moves away may open a line */
};

static struct final_targets targets_against(const struct bel_position *p, enum side us, unsigned sq)
{
    const struct bel_tables *t = bel_t();
    const struct attacks_rays *rays = &t->rays[sq];
    const bb_t occ = bel_occupied(p), blockers = bel_slider_blockers(occ);
    const bb_t rook = attacks_rook(rays, blockers), cannon = attacks_bishop(rays, blockers);
    return (struct final_targets){.by = {[RATNIK] = t->ratnik[side_other(us)][sq],
                                         [RIDER] = t->rider[sq],
                                         [CANNON] = cannon,
                                         [ROOK] = rook,
                                         [HETMAN] = rook | cannon,
                                         [PRINCE] = t->prince_reach[sq],
                                         [KING] = t->king[sq]},
                                  .first = (rook | cannon) & occ};
}

/* A side is lost at once only if it owes something (bel_in_check): a coronation after the loss of
 * its king, a rokash after an ascent, or to end the attack on its duty square. */
struct move_entry *bel_generate_final(const struct position *pos, struct move_entry *out)
{
    const struct bel_position *p = bel_of_const(pos);
    const enum side us = bel_side(p);
    struct move_entry *end = bel_generate(pos, GEN_ALL, out), *kept = out;
    if (bel_holds_throne(p, us))
        return end;
    const unsigned duty = bel_duty_square(p, side_other(us));
    struct final_targets targets = {.first = BB_EMPTY};
    if (duty != BEL_NO_SQUARE)
        targets = targets_against(p, us, duty);
    for (const struct move_entry *e = out; e < end; e++) {
        const unsigned from = move_from(e->move), to = move_to(e->move);
        if (e->victim >= PRINCE || (e->flags & (MOVE_PROMOTION | MOVE_FORCING)) ||
            (move_extra(e->move) & EXTRA_CASTLING) || bb_has(targets.first, from) ||
            bb_has(targets.by[e->mover], to))
            *kept++ = *e;
    }
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
