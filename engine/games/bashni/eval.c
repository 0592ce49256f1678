/* Static evaluation of Bashni: towers and what they hold, men by row, exposed tops, mobility.
 * Numbers stand in eval_params.def; everything that uses them is inline, so that they are constants
 * in the evaluation of the search. */
#include "engine/games/bashni/eval_params.h"
#include "engine/games/bashni/movegen.h"
#include "engine/games/bashni/rules.h"

#include <stdio.h>
#include <string.h>

/* --- parameters --- */

#define EVAL_STRUCT struct bas_eval_params

#define EVAL_ONE EVAL_VALUE_ONE
#define EVAL_ARRAY EVAL_VALUE_ARRAY
static const struct bas_eval_params defaults = {
#include "engine/games/bashni/eval_params.def"
};

#define EVAL_ONE EVAL_ROW_ONE
#define EVAL_ARRAY EVAL_ROW_ARRAY
static const struct eval_param rows[] = {
#include "engine/games/bashni/eval_params.def"
};

static const char *const class_labels[BAS_CLASS_NB] = {"NO_CLASS", "MAN", "KING"};
static const struct eval_labels labels[] = {{"[BAS_CLASS_NB]", class_labels}, {NULL, NULL}};

const struct eval_info bas_eval_info = {.file = "engine/games/bashni/eval_params.def",
                                        .params = rows,
                                        .params_nb = sizeof rows / sizeof *rows,
                                        .values_nb = sizeof defaults / sizeof(int32_t),
                                        .defaults = (const int32_t *)&defaults,
                                        .labels = labels,
                                        .anchor = "top_value[MAN]",
                                        /* 2026-12-01: `citadel tune --wdl` on 21099 positions of
                                         * 500 games of selfplay at 5000 nodes a move. */
                                        .wdl = {.even = 69, .spread = 82}};

/* --- terms --- */

enum eval_term { TERM_TOWERS, TERM_RESERVES, TERM_PRISONERS, TERM_PLACE, TERM_MOBILITY, TERM_NB };

/* The game has no phases but grows simpler as towers merge: pairs are blended by their number. */
enum { TOWERS_FULL = 24 };

static int kings_in(uint32_t ranks)
{
    return __builtin_popcount(ranks);
}

BB_INLINE void add_tower(const struct bas_eval_params *par, bas_tower_t t, bool exposed,
                         int32_t term[TERM_NB])
{
    const uint32_t ranks = tower_ranks(t);
    const unsigned own = tower_own(t), prisoners = tower_prisoners(t);
    const uint32_t own_ranks = ranks & ((1u << own) - 1);
    term[TERM_TOWERS] += par->top_value[t & 1 ? KING : MAN];
    term[TERM_RESERVES] +=
        par->reserve_value[own - 1] + kings_in(own_ranks >> 1) * par->reserve_king;
    term[TERM_PRISONERS] +=
        par->prisoner_value[prisoners] + kings_in(ranks >> own) * par->prisoner_king;
    if (own == 1)
        term[TERM_PRISONERS] += (int)prisoners * par->thin_cover;
    const unsigned top = t & 1;
    term[TERM_TOWERS] += par->tower[top][own < 4 ? own - 1 : 3][prisoners < 5 ? prisoners : 5];
    if (exposed)
        term[TERM_PRISONERS] +=
            par->exposed[top][own < 3 ? own - 1 : 2][prisoners < 3 ? prisoners : 3];
}

/* Towers of the side that an enemy man next to them could jump now: the square behind is empty. */
static bas_set_t exposed_tops(const struct bas_position *p, enum side us)
{
    const bas_set_t enemy = p->tops[side_other(us)], empty = ~bas_occupied(p);
    bas_set_t set = 0;
    for (int i = 0; i < BAS_DIRECTION_NB; i++) {
        const enum bas_direction d = (enum bas_direction)i;
        set |= bas_step(enemy, d) & bas_step(empty, bas_opposite(d));
    }
    return set & p->tops[us];
}

BB_INLINE void evaluate_side(const struct bas_eval_params *par, const struct bas_position *p,
                             enum side us, int32_t term[TERM_NB])
{
    const bas_set_t own = p->tops[us], men = own & ~p->kings, kings = own & p->kings;
    const bas_set_t empty = ~bas_occupied(p), exposed = exposed_tops(p, us);
    memset(term, 0, TERM_NB * sizeof *term);
    for (bas_set_t s = own; s; s &= s - 1) {
        const unsigned sq = (unsigned)__builtin_ctz(s), seen = us == WHITE ? sq : 31 - sq;
        add_tower(par, p->tower[sq], exposed >> sq & 1, term);
        term[TERM_PLACE] += men >> sq & 1 ? par->man_square[seen / 4][seen % 4]
                                          : par->king_square[seen / 4][seen % 4];
    }
    const bas_set_t back_row = bas_promotion_row(side_other(us));
    if (!(p->tops[side_other(us)] & ~p->kings))
        term[TERM_PLACE] += __builtin_popcount(men & back_row) * par->back_row_kings;

    bas_set_t movable = 0;
    int pairs = 0;
    for (int i = 0; i < BAS_DIRECTION_NB; i++) {
        const enum bas_direction d = (enum bas_direction)i;
        const bool forward = bas_is_forward(d, us);
        const bas_set_t open = bas_step(empty, bas_opposite(d));
        if (forward) {
            term[TERM_MOBILITY] += __builtin_popcount(men & open) * par->mobility_man;
            movable |= men & open;
            pairs += __builtin_popcount(own & bas_step(own, d));
        }
        term[TERM_MOBILITY] += __builtin_popcount(kings & open) * par->mobility_king;
        movable |= kings & open;
    }
    term[TERM_MOBILITY] += __builtin_popcount(own & ~movable) * par->blocked;
    term[TERM_PLACE] += pairs * par->linked;
}

static int32_t total(const int32_t term[TERM_NB])
{
    int32_t sum = 0;
    for (int i = 0; i < TERM_NB; i++)
        sum += term[i];
    return sum;
}

/* The score fades towards a draw as the count of plies without capture or promotion runs. */
static score_t fade(const struct position *pos, int32_t score)
{
    const int clock = pos->clock > BAS_CLOCK_DRAW ? BAS_CLOCK_DRAW : pos->clock;
    return score * (2 * BAS_CLOCK_DRAW - clock) / (2 * BAS_CLOCK_DRAW);
}

static int towers(const struct bas_position *p)
{
    return __builtin_popcount(bas_occupied(p));
}

BB_INLINE score_t evaluate(const struct bas_eval_params *par, const struct position *pos)
{
    const struct bas_position *p = bas_of_const(pos);
    int32_t ours[TERM_NB], theirs[TERM_NB];
    evaluate_side(par, p, bas_side(p), ours);
    evaluate_side(par, p, side_other(bas_side(p)), theirs);
    const int32_t sum = total(ours) - total(theirs) + par->tempo;
    return score_clamp(fade(pos, weight_blend(sum, towers(p), TOWERS_FULL)));
}

score_t bas_evaluate(const struct position *pos)
{
    return evaluate(&defaults, pos);
}

score_t bas_evaluate_with(const struct position *pos, const int32_t *vector)
{
    return evaluate((const struct bas_eval_params *)vector, pos);
}

/* Of a tower what counts most is who commands it, and whether the men of a side are kings. */
uint64_t bas_structure(const struct position *pos, enum structure_aspect aspect)
{
    const struct bas_position *p = bas_of_const(pos);
    const uint64_t white = p->tops[WHITE], black = p->tops[BLACK], kings = p->kings;
    switch (aspect) {
    case STRUCTURE_WHITE:
        return bb_hash((bb_t)white | (bb_t)(white & kings) << 64);
    case STRUCTURE_BLACK:
        return bb_hash((bb_t)black | (bb_t)(black & kings) << 64);
    default:
        return bb_hash((bb_t)white | (bb_t)black << 64);
    }
}

void bas_explain(const struct position *pos, char *out)
{
    static const char *const names[TERM_NB] = {"towers", "reserves", "prisoners", "place",
                                               "mobility"};
    const struct bas_position *p = bas_of_const(pos);
    int32_t white[TERM_NB], black[TERM_NB];
    evaluate_side(&defaults, p, WHITE, white);
    evaluate_side(&defaults, p, BLACK, black);
    char *o = out;
    o += sprintf(o, "  %-20s %15s   %15s   %15s\n", "term (many, few)", "White", "Black",
                 "difference");
    for (int i = 0; i < TERM_NB; i++)
        o = weight_row(o, names[i], white[i], black[i]);
    const score_t score = bas_evaluate(pos);
    sprintf(o, "  %d towers of 24\n  evaluation %+.2f (White's view)\n", towers(p),
            (pos->side == WHITE ? score : -score) / 100.0);
}

/* An exchange in draughts is forced for both sides and settled by quiescence, not by counting
 * attackers of one square: no capture is called losing here. */
bool bas_see_at_least(const struct position *pos, const struct move_entry *move, score_t threshold)
{
    (void)pos;
    return move->victim != NO_CLASS || threshold <= 0;
}
