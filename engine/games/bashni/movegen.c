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

/* Empty squares that these towers of the side could step to, were it to move. */
static bas_set_t steps_of(const struct bas_position *p, enum side side, bas_set_t towers)
{
    const bas_set_t empty = ~bas_occupied(p);
    bas_set_t to = 0;
    for (int i = 0; i < BAS_DIRECTION_NB; i++) {
        const enum bas_direction d = (enum bas_direction)i;
        const bool forward = bas_is_forward(d, side);
        to |= bas_step(forward ? towers : towers & p->kings, d) & empty;
    }
    return to;
}

static bas_set_t jumped_by(const struct move_entry *e)
{
    bas_set_t set = 0;
    for (unsigned i = 0; i < path_count(e->path); i++)
        set |= bas_square(path_square(e->path, i));
    return set;
}

/* A move fills one square. So a side that has another square to step to, with a tower that is not
 * jumped, has a move afterwards. Towers at the edge of the board are never jumped. */
struct move_entry *bas_generate_final(const struct position *pos, struct move_entry *out)
{
    const struct bas_position *p = bas_of_const(pos);
    const enum side us = bas_side(p), them = side_other(us);
    const bas_set_t safe = steps_of(p, them, p->tops[them] & BAS_EDGE);
    if (safe & (safe - 1))
        return out;
    const bas_set_t steps = steps_of(p, them, p->tops[them]);
    if ((steps & (steps - 1)) && !bas_must_capture(p, us))
        return out;
    struct move_entry *end = bas_generate(pos, GEN_ALL, out), *kept = out;
    for (const struct move_entry *e = out; e < end; e++) {
        const bas_set_t left = e->path ? steps_of(p, them, p->tops[them] & ~jumped_by(e)) : steps;
        if (!(left & ~bas_square(move_to(e->move))))
            *kept++ = *e;
    }
    return kept;
}

unsigned bas_count(const struct position *pos)
{
    struct bas_sink s = {.counting = true};
    bas_gen_body(&s, bas_of_const(pos), (enum side)pos->side, GEN_ALL);
    return s.count;
}

/* The same for a move without capture. */
static bool resolve_quiet(const struct bas_position *p, unsigned from, unsigned to,
                          struct move_entry *out)
{
    const enum side us = bas_side(p);
    const enum bas_direction d = (enum bas_direction)bas_t()->direction[from][to];
    const bool is_king = p->kings & bas_square(from);
    if (d == BAS_DIRECTION_NB)
        return false;
    const bas_set_t free = bas_free_on_ray(from, d, bas_occupied(p));
    const bool forward = bas_is_forward(d, us);
    if (!(free & bas_square(to)) || (!is_king && (!forward || bas_t()->next[from][d] != to)) ||
        bas_must_capture(p, us))
        return false;
    struct bas_sink s = {.out = out, .end = out + 1, .counting = false};
    bas_emit_quiet(&s, from, to, is_king ? KING : MAN,
                   !is_king && (bas_promotion_row(us) & bas_square(to)));
    return true;
}

bool bas_resolve(const struct position *pos, move_t move, struct move_entry *out)
{
    const struct bas_position *p = bas_of_const(pos);
    const unsigned from = move_from(move);
    if (from >= BAS_SQUARE_NB || move_to(move) >= BAS_SQUARE_NB ||
        !(p->tops[pos->side] & bas_square(from)))
        return false;
    if (move_extra(move) == 0)
        return resolve_quiet(p, from, move_to(move), out);
    /* Captures by the one tower, if it has any. */
    const enum side us = bas_side(p);
    const bas_set_t tower = bas_square(from), prey = p->tops[side_other(us)];
    const bas_set_t jumpers = bas_jumping_men(tower & ~p->kings, prey, ~bas_occupied(p)) |
                              bas_jumping_kings(tower & p->kings, bas_occupied(p), prey);
    struct move_entry list[BAS_MOVES_MAX];
    struct bas_sink s = {.out = list, .end = list + BAS_MOVES_MAX, .counting = false};
    bas_gen_captures(&s, p, us, jumpers);
    for (const struct move_entry *e = list; e < s.out; e++)
        if (e->move == move) {
            *out = *e;
            return true;
        }
    return false;
}
