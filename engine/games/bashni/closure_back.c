/* Bashni moves taken back, see closure_priv.h. */
#include "engine/games/bashni/closure_priv.h"

/* A move of `us` on its way back. The moving tower is in the caller's hand, off the board. */
struct way_back {
    struct bas_position board; /* all other towers as they were at this point of the move */
    enum side us, them;
    unsigned towers_max;
    bas_set_t jumped; /* squares of the towers jumped later in the move */
    void (*visit)(void *context, const struct bas_position *before);
    void *context;
};

static void put_on(struct way_back *w, unsigned sq, enum side owner, bas_tower_t t)
{
    bas_put_tower(&w->board, owner, sq, t);
}

static void take_off(struct way_back *w, unsigned sq)
{
    const bas_set_t gone = ~bas_square(sq);
    w->board.tower[sq] = 0;
    w->board.tops[WHITE] &= gone;
    w->board.tops[BLACK] &= gone;
    w->board.kings &= gone;
}

/* The move may have begun on sq with this tower. quiet: then no capture existed (section 4.2). */
static void begin_on(struct way_back *w, unsigned sq, bas_tower_t t, bool quiet)
{
    if (!(t & 1) && (bas_promotion_row(w->us) & bas_square(sq)))
        return; /* I4 */
    put_on(w, sq, w->us, t);
    if (!quiet || !bas_must_capture(&w->board, w->us))
        w->visit(w->context, &w->board);
    take_off(w, sq);
}

/* --- quiet moves (section 3) and promotion (section 5) --- */

static void take_back_step(struct way_back *w, unsigned to, bas_tower_t t)
{
    for (int d = w->us == WHITE ? NORTH_EAST : SOUTH_EAST, n = 0; n < 2; d++, n++) {
        const unsigned from = bas_t()->next[to][bas_opposite((enum bas_direction)d)];
        if (from != BAS_NO_SQUARE && !(bas_occupied(&w->board) & bas_square(from)))
            begin_on(w, from, t, true);
    }
}

static void take_back_quiet(struct way_back *w, unsigned to, bas_tower_t t)
{
    if (!(t & 1)) {
        take_back_step(w, to, t);
        return;
    }
    for (int d = 0; d < BAS_DIRECTION_NB; d++) {
        bas_set_t from = bas_free_on_ray(to, (enum bas_direction)d, bas_occupied(&w->board));
        for (; from; from &= from - 1)
            begin_on(w, (unsigned)__builtin_ctz(from), t, true);
    }
    if (bas_promotion_row(w->us) & bas_square(to))
        take_back_step(w, to, t & ~(bas_tower_t)1);
}

/* --- captures (section 4) --- */

/* Puts the piece back on top of what stands on sq, or on the empty square (section 4.4). False if
 * no tower that was jumped there leaves what stands there now. */
static bool restore_jumped(struct way_back *w, unsigned sq, uint32_t rank, bas_tower_t rest)
{
    const bool is_ours = w->board.tops[w->us] & bas_square(sq);
    if (is_ours && tower_prisoners(rest) > 0)
        return false; /* its owner would change twice, against I2 */
    const unsigned own = is_ours || !rest ? 1 : tower_own(rest) + 1;
    take_off(w, sq);
    put_on(w, sq, w->them, tower_new(tower_ranks(rest) << 1 | rank, own, tower_height(rest) + 1));
    return true;
}

static void take_back_jumps(struct way_back *w, unsigned landing, bas_tower_t t, int later,
                            bool may_promote);

/* The tower, lighter by its last prisoner, jumped the tower on `over` in direction d. */
static void start_of_jump(struct way_back *w, unsigned over, enum bas_direction d, bas_tower_t t,
                          bool may_promote)
{
    const enum bas_direction back = bas_opposite(d);
    const bas_set_t occ = bas_occupied(&w->board);
    const bool is_king = t & 1;
    for (unsigned sq = bas_t()->next[over][back]; sq != BAS_NO_SQUARE && !(occ & bas_square(sq));
         sq = bas_t()->next[sq][back]) {
        begin_on(w, sq, t, false);
        if (may_promote)
            begin_on(w, sq, t & ~(bas_tower_t)1, false);
        take_back_jumps(w, sq, t, (int)d, may_promote);
        if (!is_king)
            break;
    }
}

static void take_back_over(struct way_back *w, unsigned over, enum bas_direction d, bas_tower_t t,
                           bool may_promote)
{
    const bas_set_t bit = bas_square(over);
    const bas_tower_t rest = w->board.tower[over];
    if (!rest && (unsigned)__builtin_popcount(bas_occupied(&w->board)) + 1 >= w->towers_max)
        return;
    const unsigned height = tower_height(t) - 1;
    const uint32_t rank = tower_ranks(t) >> height & 1;
    const bool was_ours = w->board.tops[w->us] & bit;
    if (!restore_jumped(w, over, rank, rest))
        return;
    w->jumped |= bit;
    start_of_jump(w, over, d,
                  tower_new(tower_ranks(t) & (((uint32_t)1 << height) - 1), tower_own(t), height),
                  may_promote);
    w->jumped &= ~bit;
    take_off(w, over);
    if (rest)
        put_on(w, over, was_ours ? w->us : w->them, rest);
}

/* The tower stands on `landing` after a jump, its last prisoner at the bottom. later: direction of
 * the next jump of the move, -1 if it ended here; a tower does not turn straight round, since it
 * would meet the tower it has just jumped. may_promote: a king now, perhaps a man before. A king's
 * jump is taken back as one even if the piece may have been a man then: men's jumps are some of
 * them. */
static void take_back_jumps(struct way_back *w, unsigned landing, bas_tower_t t, int later,
                            bool may_promote)
{
    if (tower_prisoners(t) == 0)
        return;
    const bool is_king = t & 1;
    may_promote |= is_king && (bas_promotion_row(w->us) & bas_square(landing));
    for (int i = 0; i < BAS_DIRECTION_NB; i++) {
        const enum bas_direction d = (enum bas_direction)i, back = bas_opposite(d);
        if ((int)back == later)
            continue;
        for (unsigned sq = bas_t()->next[landing][back]; sq != BAS_NO_SQUARE;
             sq = bas_t()->next[sq][back]) {
            if (w->jumped & bas_square(sq))
                break; /* section 4.3: neither jumped again nor passed */
            const bool is_empty = w->board.tower[sq] == 0;
            take_back_over(w, sq, d, t, may_promote);
            if (!is_king || !is_empty)
                break;
        }
    }
}

void bas_take_back(const struct bas_position *p, unsigned towers_max,
                   void (*visit)(void *context, const struct bas_position *before), void *context)
{
    const enum side them = bas_side(p), us = side_other(them);
    struct way_back w = {.board = *p,
                         .us = us,
                         .them = them,
                         .towers_max = towers_max,
                         .visit = visit,
                         .context = context};
    w.board.base.side = (uint8_t)us;
    for (bas_set_t s = p->tops[us]; s; s &= s - 1) {
        const unsigned to = (unsigned)__builtin_ctz(s);
        take_off(&w, to);
        take_back_quiet(&w, to, p->tower[to]);
        take_back_jumps(&w, to, p->tower[to], -1, false);
        put_on(&w, to, us, p->tower[to]);
    }
}
