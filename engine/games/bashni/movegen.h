/* movegen.h - private to Bashni: the legal move generator's body, shared by the list writer
 * (movegen.c) and the counters (bas_count, perft.c).
 *
 * Captures are mandatory (section 4.2), so the first question, whether the side has one at all, is
 * answered by sets before any path is walked. Paths are walked depth first on the C stack.
 *
 * Identities (S12) need no table of what has been seen. After a king's jump over J in direction d,
 * what can follow depends on J and d alone: straight on there is at most one next tower, whatever
 * the landing square; and the sideways lines from different landing squares are parallel, so each
 * next tower is reached from one landing only. Taking "straight on" once per jump, and not once per
 * landing, every sequence of jumped towers is walked exactly once. */
#ifndef CITADEL_ENGINE_GAMES_BASHNI_MOVEGEN_H
#define CITADEL_ENGINE_GAMES_BASHNI_MOVEGEN_H

#include "engine/games/bashni/rules.h"

struct bas_sink {
    struct move_entry *out, *end; /* `end` guards the bound that is not proved, see BAS_MOVES_MAX */
    unsigned count;
    bool counting; /* always a constant */
};

/* One capturing tower on its way. Towers stay where they are until the move ends (S4), and the
 * start square counts as empty (section 4.3). */
struct bas_walk {
    bas_set_t occ;  /* occupied, start square excluded */
    bas_set_t prey; /* enemy towers; jumped ones are taken out by the walker */
    bas_set_t promotion_row;
    unsigned from;
    uint8_t mover;                   /* enum bas_class of the top at the start */
    uint8_t victim;                  /* of the first jumped top */
    bas_set_t kings;                 /* of the position, to name victims */
    uint16_t ordinal[BAS_SQUARE_NB]; /* moves found so far by destination */
};

/* Towers of `movers` whose top is a man and that can jump, in any direction (section 4.1). */
BB_INLINE bas_set_t bas_jumping_men(bas_set_t men, bas_set_t prey, bas_set_t empty)
{
    bas_set_t set = 0;
    for (int i = 0; i < BAS_DIRECTION_NB; i++) {
        const enum bas_direction back = bas_opposite((enum bas_direction)i);
        set |= bas_step(bas_step(empty, back) & prey, back);
    }
    return set & men;
}

/* The tower that a king on sq can jump in direction d, BAS_NO_SQUARE if there is none. */
BB_INLINE unsigned bas_king_prey(unsigned sq, enum bas_direction d, bas_set_t occ, bas_set_t prey)
{
    const unsigned first = bas_first_on_ray(sq, d, occ);
    if (first == BAS_NO_SQUARE || !(prey & bas_square(first)))
        return BAS_NO_SQUARE;
    const unsigned behind = bas_t()->next[first][d];
    return behind == BAS_NO_SQUARE || (occ & bas_square(behind)) ? BAS_NO_SQUARE : first;
}

BB_INLINE bas_set_t bas_jumping_kings(bas_set_t kings, bas_set_t occ, bas_set_t prey)
{
    bas_set_t set = 0;
    while (kings) {
        const unsigned sq = (unsigned)__builtin_ctz(kings);
        kings &= kings - 1;
        for (int d = 0; d < BAS_DIRECTION_NB; d++)
            if (bas_king_prey(sq, (enum bas_direction)d, occ, prey) != BAS_NO_SQUARE)
                set |= bas_square(sq);
    }
    return set;
}

/* --- captures --- */

/* The walk ended on `to`. promoted: the top became a king on the way. */
BB_INLINE void bas_emit_capture(struct bas_sink *s, struct bas_walk *w, unsigned to, uint64_t path,
                                bool promoted)
{
    if (s->counting) {
        s->count++;
        return;
    }
    if (s->out == s->end)
        return;
    /* Captures with the same ends are told apart by ordinals from 1; quiet moves have 0. */
    const unsigned ordinal = ++w->ordinal[to] <= MOVE_EXTRA_MAX ? w->ordinal[to] : MOVE_EXTRA_MAX;
    struct move_entry *e = s->out++;
    e->move = move_new(w->from, to, ordinal);
    e->flags = (uint8_t)(MOVE_CAPTURE | (promoted ? MOVE_PROMOTION : 0));
    e->mover = w->mover;
    e->victim = w->victim;
    e->becomes = promoted ? KING : NO_CLASS;
    e->path = path;
}

static void bas_walk_king_count(struct bas_sink *s, struct bas_walk *w, unsigned over,
                                enum bas_direction d, bas_set_t prey, uint64_t path, bool promoted);
static void bas_walk_king_list(struct bas_sink *s, struct bas_walk *w, unsigned over,
                               enum bas_direction d, bas_set_t prey, uint64_t path, bool promoted);

BB_INLINE void bas_walk_king(struct bas_sink *s, struct bas_walk *w, unsigned over,
                             enum bas_direction d, bas_set_t prey, uint64_t path, bool promoted)
{
    if (s->counting)
        bas_walk_king_count(s, w, over, d, prey, path, promoted);
    else
        bas_walk_king_list(s, w, over, d, prey, path, promoted);
}

/* A king jumps the tower on `over` in direction d: go on from wherever that is possible, else stop
 * on any free square behind (S5). `prey` still contains `over`. */
BB_INLINE void bas_walk_king_body(struct bas_sink *s, struct bas_walk *w, unsigned over,
                                  enum bas_direction d, bas_set_t prey, uint64_t path,
                                  bool promoted)
{
    if (!s->counting)
        path = path_append(path, over);
    prey &= ~bas_square(over);
    const bas_set_t landings = bas_free_on_ray(over, d, w->occ);
    bool goes_on = false;
    const unsigned straight = bas_king_prey(over, d, w->occ, prey);
    if (straight != BAS_NO_SQUARE) {
        goes_on = true;
        bas_walk_king(s, w, straight, d, prey, path, promoted);
    }
    for (bas_set_t rest = landings; rest; rest &= rest - 1) {
        const unsigned sq = (unsigned)__builtin_ctz(rest);
        /* The two directions at right angles: for d = NE or SW they are NW and SE. */
        const bool rising = d == NORTH_EAST || d == SOUTH_WEST;
        const enum bas_direction side_a = rising ? NORTH_WEST : NORTH_EAST;
        const enum bas_direction side_b = bas_opposite(side_a);
        const unsigned a = bas_king_prey(sq, side_a, w->occ, prey);
        const unsigned b = bas_king_prey(sq, side_b, w->occ, prey);
        if (a != BAS_NO_SQUARE) {
            goes_on = true;
            bas_walk_king(s, w, a, side_a, prey, path, promoted);
        }
        if (b != BAS_NO_SQUARE) {
            goes_on = true;
            bas_walk_king(s, w, b, side_b, prey, path, promoted);
        }
    }
    if (goes_on)
        return;
    for (bas_set_t rest = landings; rest; rest &= rest - 1)
        bas_emit_capture(s, w, (unsigned)__builtin_ctz(rest), path, promoted);
}

static void bas_walk_king_count(struct bas_sink *s, struct bas_walk *w, unsigned over,
                                enum bas_direction d, bas_set_t prey, uint64_t path, bool promoted)
{
    struct bas_sink counter = {.count = s->count, .counting = true};
    bas_walk_king_body(&counter, w, over, d, prey, path, promoted);
    s->count = counter.count;
}

static void bas_walk_king_list(struct bas_sink *s, struct bas_walk *w, unsigned over,
                               enum bas_direction d, bas_set_t prey, uint64_t path, bool promoted)
{
    struct bas_sink writer = {.out = s->out, .end = s->end, .counting = false};
    bas_walk_king_body(&writer, w, over, d, prey, path, promoted);
    s->out = writer.out;
}

/* A king stands on sq, at the start or newly promoted there (S7): all four directions. Returns
 * whether it could jump. */
BB_INLINE bool bas_walk_king_from(struct bas_sink *s, struct bas_walk *w, unsigned sq,
                                  bas_set_t prey, uint64_t path, bool promoted)
{
    bool jumps = false;
    for (int i = 0; i < BAS_DIRECTION_NB; i++) {
        const enum bas_direction d = (enum bas_direction)i;
        const unsigned over = bas_king_prey(sq, d, w->occ, prey);
        if (over == BAS_NO_SQUARE)
            continue;
        jumps = true;
        if (!s->counting && path == 0)
            w->victim = w->kings & bas_square(over) ? KING : MAN;
        bas_walk_king(s, w, over, d, prey, path, promoted);
    }
    return jumps;
}

static void bas_walk_man_count(struct bas_sink *s, struct bas_walk *w, unsigned sq, bas_set_t prey,
                               uint64_t path);
static void bas_walk_man_list(struct bas_sink *s, struct bas_walk *w, unsigned sq, bas_set_t prey,
                              uint64_t path);

/* A man stands on sq, in the middle of a capture or at its start (path 0). */
BB_INLINE void bas_walk_man_body(struct bas_sink *s, struct bas_walk *w, unsigned sq,
                                 bas_set_t prey, uint64_t path, bool is_start)
{
    const struct bas_tables *t = bas_t();
    bool goes_on = false;
    for (int d = 0; d < BAS_DIRECTION_NB; d++) {
        const unsigned over = t->next[sq][d];
        if (over == BAS_NO_SQUARE || !(prey & bas_square(over)))
            continue;
        const unsigned to = t->next[over][d];
        if (to == BAS_NO_SQUARE || (w->occ & bas_square(to)))
            continue;
        goes_on = true;
        if (!s->counting && is_start)
            w->victim = w->kings & bas_square(over) ? KING : MAN;
        const uint64_t longer = s->counting ? 0 : path_append(path, over);
        const bas_set_t left = prey & ~bas_square(over);
        if (w->promotion_row & bas_square(to)) {
            /* Section 5: a king from this landing on, and it must go on as one if it can. */
            const uint64_t mark = s->counting ? 1 : longer; /* not a start */
            if (!bas_walk_king_from(s, w, to, left, mark, true))
                bas_emit_capture(s, w, to, longer, true);
        } else if (s->counting) {
            bas_walk_man_count(s, w, to, left, 1);
        } else {
            bas_walk_man_list(s, w, to, left, longer);
        }
    }
    if (!goes_on && !is_start)
        bas_emit_capture(s, w, sq, path, false);
}

static void bas_walk_man_count(struct bas_sink *s, struct bas_walk *w, unsigned sq, bas_set_t prey,
                               uint64_t path)
{
    struct bas_sink counter = {.count = s->count, .counting = true};
    bas_walk_man_body(&counter, w, sq, prey, path, false);
    s->count = counter.count;
}

static void bas_walk_man_list(struct bas_sink *s, struct bas_walk *w, unsigned sq, bas_set_t prey,
                              uint64_t path)
{
    struct bas_sink writer = {.out = s->out, .end = s->end, .counting = false};
    bas_walk_man_body(&writer, w, sq, prey, path, false);
    s->out = writer.out;
}

BB_INLINE void bas_gen_captures(struct bas_sink *s, const struct bas_position *p, enum side us,
                                bas_set_t jumpers)
{
    while (jumpers) {
        const unsigned from = (unsigned)__builtin_ctz(jumpers);
        jumpers &= jumpers - 1;
        const bool is_king = p->kings & bas_square(from);
        struct bas_walk w;
        w.occ = bas_occupied(p) & ~bas_square(from);
        w.prey = p->tops[side_other(us)];
        w.promotion_row = bas_promotion_row(us);
        w.from = from;
        w.mover = is_king ? KING : MAN;
        w.kings = p->kings;
        if (!s->counting)
            for (int i = 0; i < BAS_SQUARE_NB; i++)
                w.ordinal[i] = 0;
        if (is_king)
            bas_walk_king_from(s, &w, from, w.prey, 0, false);
        else
            bas_walk_man_body(s, &w, from, w.prey, 0, true);
    }
}

/* --- quiet moves (section 3) --- */

BB_INLINE void bas_emit_quiet(struct bas_sink *s, unsigned from, unsigned to, enum bas_class mover,
                              bool promoted)
{
    if (s->out == s->end)
        return;
    struct move_entry *e = s->out++;
    e->move = move_new(from, to, 0);
    e->flags = promoted ? MOVE_PROMOTION : 0;
    e->mover = (uint8_t)mover;
    e->victim = NO_CLASS;
    e->becomes = promoted ? KING : NO_CLASS;
    e->path = 0;
}

BB_INLINE void bas_gen_man_steps(struct bas_sink *s, bas_set_t men, bas_set_t targets,
                                 bas_set_t promotion_row, enum bas_direction d)
{
    bas_set_t to = bas_step(men, d) & targets;
    if (s->counting) {
        s->count += (unsigned)__builtin_popcount(to);
        return;
    }
    for (; to; to &= to - 1) {
        const unsigned sq = (unsigned)__builtin_ctz(to);
        bas_emit_quiet(s, bas_t()->next[sq][bas_opposite(d)], sq, MAN,
                       (promotion_row & bas_square(sq)) != 0);
    }
}

BB_INLINE void bas_gen_king_slides(struct bas_sink *s, bas_set_t kings, bas_set_t occ)
{
    for (; kings; kings &= kings - 1) {
        const unsigned from = (unsigned)__builtin_ctz(kings);
        bas_set_t to = 0;
        for (int d = 0; d < BAS_DIRECTION_NB; d++)
            to |= bas_free_on_ray(from, (enum bas_direction)d, occ);
        if (s->counting) {
            s->count += (unsigned)__builtin_popcount(to);
            continue;
        }
        for (; to; to &= to - 1)
            bas_emit_quiet(s, from, (unsigned)__builtin_ctz(to), KING, false);
    }
}

/* --- the whole --- */

/* All legal moves of the asked kind for side `us`. Promotions are tactical. */
BB_INLINE void bas_gen_body(struct bas_sink *s, const struct bas_position *p, enum side us,
                            enum gen_kind kind)
{
    const bas_set_t occ = bas_occupied(p), own = p->tops[us], prey = p->tops[side_other(us)];
    const bas_set_t men = own & ~p->kings, kings = own & p->kings;
    bas_set_t jumpers = bas_jumping_men(men, prey, ~occ);
    if (kings)
        jumpers |= bas_jumping_kings(kings, occ, prey);
    if (jumpers) {
        if (kind != GEN_QUIET)
            bas_gen_captures(s, p, us, jumpers);
        return;
    }
    const bas_set_t row = bas_promotion_row(us);
    const bas_set_t targets =
        ~occ & ((kind != GEN_QUIET ? row : 0) | (kind != GEN_TACTICAL ? ~row : 0));
    bas_gen_man_steps(s, men, targets, row, us == WHITE ? NORTH_EAST : SOUTH_EAST);
    bas_gen_man_steps(s, men, targets, row, us == WHITE ? NORTH_WEST : SOUTH_WEST);
    if (kings && kind != GEN_TACTICAL)
        bas_gen_king_slides(s, kings, occ);
}

#endif
