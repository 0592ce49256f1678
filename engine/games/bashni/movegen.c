/* Legal moves of Bashni as lists; the body is in movegen.h. */
#include "engine/games/bashni/movegen.h"

bool bas_must_capture(const struct bas_position *p, enum side side)
{
    const bas_set_t occ = bas_occupied(p), own = p->tops[side], prey = p->tops[side_other(side)];
    return bas_jumping_men(own & ~p->kings, prey, ~occ) ||
           bas_jumping_kings(own & p->kings, occ, prey);
}

struct move_entry *bas_generate(const struct position *pos, enum gen_kind kind,
                                struct move_entry *out)
{
    struct bas_sink s = {.out = out, .end = out + BAS_MOVES_MAX, .counting = false};
    bas_gen_body(&s, bas_of_const(pos), (enum side)pos->side, kind);
    return s.out;
}

/* Empty squares that towers of the side could step to, were it to move. */
static bas_set_t steps_of(const struct bas_position *p, enum side side)
{
    const bas_set_t own = p->tops[side], empty = ~bas_occupied(p);
    bas_set_t to = 0;
    for (int i = 0; i < BAS_DIRECTION_NB; i++) {
        const enum bas_direction d = (enum bas_direction)i;
        const bool forward = (d <= NORTH_WEST) == (side == WHITE);
        to |= bas_step(forward ? own : own & p->kings, d) & empty;
    }
    return to;
}

/* A move without capture takes no tower and fills one square: whoever could step to two has a move
 * afterwards, and whoever could step to one has lost it only if that one was filled. */
struct move_entry *bas_generate_final(const struct position *pos, struct move_entry *out)
{
    const struct bas_position *p = bas_of_const(pos);
    const enum side us = bas_side(p);
    if (bas_must_capture(p, us))
        return bas_generate(pos, GEN_ALL, out);
    const bas_set_t steps = steps_of(p, side_other(us));
    if (steps & (steps - 1))
        return out;
    struct move_entry *end = bas_generate(pos, GEN_ALL, out), *kept = out;
    for (const struct move_entry *e = out; e < end; e++)
        if (!steps || steps == bas_square(move_to(e->move)))
            *kept++ = *e;
    return kept;
}

unsigned bas_count(const struct position *pos)
{
    struct bas_sink s = {.counting = true};
    bas_gen_body(&s, bas_of_const(pos), (enum side)pos->side, GEN_ALL);
    return s.count;
}

bool bas_resolve(const struct position *pos, move_t move, struct move_entry *out)
{
    const struct bas_position *p = bas_of_const(pos);
    const unsigned from = move_from(move);
    if (from >= BAS_SQUARE_NB || move_to(move) >= BAS_SQUARE_NB ||
        !(p->tops[pos->side] & bas_square(from)))
        return false;
    struct move_entry list[BAS_MOVES_MAX];
    const struct move_entry *end = bas_generate(pos, GEN_ALL, list);
    for (const struct move_entry *e = list; e < end; e++)
        if (e->move == move) {
            *out = *e;
            return true;
        }
    return false;
}
