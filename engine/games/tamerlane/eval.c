/* Static evaluation of Tamerlane chess: material and placement (incremental, see make.c), mobility,
 * royals, pawns, the citadels. Numbers stand in eval_params.h. */
#include "engine/games/tamerlane/eval_params.h"
#include "engine/games/tamerlane/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- placement --- */

/* Steps from the edge towards the centre of the main board, 0..5; the citadels count as edge. */
static int centrality(unsigned sq)
{
    if (sq >= CITADEL_L2)
        return 0;
    const int file = (int)(sq % 11), rank = (int)(sq / 11);
    const int by_file = file < 5 ? file : 10 - file;
    const int by_rank = rank < 5 ? rank : 9 - rank;
    return by_file < by_rank ? by_file : by_rank;
}

/* What the pawn will be worth on the last rank. */
static int32_t pawn_goal(enum tam_class pawn)
{
    switch (pawn) {
    case KINGS_PAWN:
        return prince_goal;
    case POP_FIRST:
        return pop_goal[0];
    case POP_SECOND:
        return pop_goal[1];
    case POP_THIRD:
        return pop_goal[2];
    default:
        return officer_value[pawn - PAWN_OF];
    }
}

/* White's view; rank counts from 0. */
static int32_t pawn_placement(enum tam_class pawn, unsigned sq)
{
    if (sq >= CITADEL_L2)
        return 0;
    const unsigned rank = sq / 11;
    if (rank == 9)
        return pop_waiting; /* only .P can stand there */
    const unsigned advanced = rank < 2 ? 0 : rank - 2;
    const int32_t goal = pawn_goal(pawn);
    const int32_t share = pawn_share_percent[advanced];
    const int32_t gain = WEIGHT((weight_mg(goal) - weight_mg(pawn_value)) * share / 100,
                                (weight_eg(goal) - weight_eg(pawn_value)) * share / 100);
    return pawn_value + pawn_advance[advanced] + gain;
}

void tam_build_placement(struct tam_tables *t)
{
    for (int c = KING; c < TAM_CLASS_NB; c++)
        for (unsigned sq = 0; sq < TAM_SQUARE_NB; sq++) {
            const enum tam_class class = (enum tam_class)c;
            const int32_t w = tam_is_pawn(class)
                                  ? pawn_placement(class, sq)
                                  : officer_value[c] + centrality(sq) * centre_bonus[c];
            const unsigned rotated = sq < CITADEL_L2 ? 109 - sq : CITADEL_L2 + CITADEL_Z9 - sq;
            t->placement[tam_man(WHITE, class)][sq] = w;
            t->placement[tam_man(BLACK, class)][rotated] = -w;
        }
}

int32_t tam_phase_weight(enum tam_class c)
{
    return c <= PAWN_OF ? phase_weight[c] : 0;
}

/* --- terms --- */

enum eval_term { TERM_MOBILITY, TERM_ROYALS, TERM_PAWNS, TERM_NB };

struct side_eval {
    int32_t term[TERM_NB];
    unsigned danger; /* attack units against the enemy's only royal */
};

static bb_t pawn_attacks(const struct tam_position *p, enum side side)
{
    const bb_t pawns = p->type[TYPE_PAWN] & p->men[side];
    const int f = tam_forward(side);
    return (bb_shift(pawns & ~TAM_FILE_K, f + 1) | bb_shift(pawns & ~TAM_FILE_A, f - 1)) &
           TAM_MAIN_BOARD;
}

/* Surroundings of the enemy's royal, if it is the only one; a spare one is ordinary prey. */
static bb_t royal_zone(const struct tam_position *p, enum side side)
{
    const unsigned sq = tam_duty_square(p, side);
    return sq == TAM_NO_SQUARE ? BB_EMPTY : tam_t()->king[sq] | bb_square(sq);
}

BB_INLINE bb_t officer_attacks(const struct tam_tables *t, enum tam_class c, unsigned sq, bb_t occ)
{
    switch (c) {
    case ROOK:
        return attacks_rook(&t->rays[sq], occ);
    case PICKET:
        return tam_picket_attacks(sq, occ);
    case GIRAFFE:
        return tam_giraffe_attacks(sq, occ);
    default:
        return t->leap[c][sq];
    }
}

BB_INLINE void gather_class(const struct tam_position *p, enum side us, enum tam_class c, bb_t area,
                            bb_t zone, struct side_eval *e)
{
    const struct tam_tables *t = tam_t();
    const bb_t occ = tam_occupied(p);
    for (bb_t men = p->type[c] & p->men[us]; bb_any(men);) {
        const bb_t attacks = officer_attacks(t, c, bb_pop(&men), occ);
        const int reach = (int)bb_count(attacks & area);
        e->term[TERM_MOBILITY] += (reach - mobility_usual[c]) * mobility_weight[c];
        e->danger += bb_count(attacks & zone) * (unsigned)attack_unit[c];
    }
}

static void gather_men(const struct tam_position *p, enum side us, struct side_eval *e)
{
    const enum side them = side_other(us);
    const bb_t zone = royal_zone(p, them);
    const bb_t area = TAM_MAIN_BOARD & ~p->men[us] & ~pawn_attacks(p, them);
    gather_class(p, us, GENERAL, area, zone, e);
    gather_class(p, us, VIZIER, area, zone, e);
    gather_class(p, us, GIRAFFE, area, zone, e);
    gather_class(p, us, PICKET, area, zone, e);
    gather_class(p, us, KNIGHT, area, zone, e);
    gather_class(p, us, ROOK, area, zone, e);
    gather_class(p, us, ELEPHANT, area, zone, e);
    gather_class(p, us, CAMEL, area, zone, e);
    gather_class(p, us, WAR_ENGINE, area, zone, e);
}

static int32_t royal_term(const struct tam_position *p, enum side us, unsigned enemy_danger)
{
    int32_t w = (p->rights & tam_swap_right(us) ? swap_right : 0) +
                (p->rights & tam_exchange_right(us) ? exchange_right : 0);
    if (bb_several(tam_royals(p, us)))
        return w + spare_royal;
    const unsigned units = enemy_danger > DANGER_UNITS_MAX ? DANGER_UNITS_MAX : enemy_danger;
    w -= (int32_t)(units * units / 16) * lone_danger;
    const unsigned sq = tam_duty_square(p, us);
    if (sq != TAM_NO_SQUARE)
        w += (int32_t)bb_count(tam_t()->king[sq] & p->type[TYPE_PAWN] & p->men[us]) * pawn_shield;
    return w;
}

/* All squares ahead of the set, from the side's point of view, the set not included. */
static bb_t front_fill(bb_t set, enum side side)
{
    const int f = tam_forward(side);
    set |= bb_shift(set, f) & TAM_MAIN_BOARD;
    set |= bb_shift(set, 2 * f) & TAM_MAIN_BOARD;
    set |= bb_shift(set, 4 * f) & TAM_MAIN_BOARD;
    set |= bb_shift(set, 8 * f) & TAM_MAIN_BOARD;
    return bb_shift(set, f) & TAM_MAIN_BOARD;
}

static bb_t sideways(bb_t set)
{
    return (set & ~TAM_FILE_K) << 1 | (set & ~TAM_FILE_A) >> 1;
}

static int32_t pawn_term(const struct tam_position *p, enum side us)
{
    const bb_t own = p->type[TYPE_PAWN] & p->men[us];
    const bb_t enemy = p->type[TYPE_PAWN] & p->men[side_other(us)];
    const bb_t files = front_fill(own, WHITE) | front_fill(own, BLACK) | own;
    int32_t w = (int32_t)bb_count(own & ~sideways(files)) * pawn_isolated;
    const bb_t stoppers = front_fill(enemy, side_other(us));
    bb_t passed = own & ~(stoppers | sideways(stoppers));
    while (bb_any(passed)) {
        const unsigned rank = bb_pop(&passed) / 11;
        const unsigned from_home = us == WHITE ? rank : 9 - rank;
        w += pawn_passed[from_home < 2 ? 0 : from_home - 2];
    }
    return w;
}

/* King steps from sq to the nearest square beside the citadel, plus one to enter. */
static int citadel_distance(unsigned sq, unsigned citadel)
{
    if (sq >= CITADEL_L2)
        return sq == citadel ? 0 : 12;
    const int file = (int)(sq % 11), rank = (int)(sq / 11);
    const int files = citadel == CITADEL_L2 ? 11 - file : file + 1;
    const int ranks = abs(rank - (citadel == CITADEL_L2 ? 1 : 8));
    return files > ranks ? files : ranks;
}

/* A losing side's way out (T11): how much of White's lead `score` the weaker side gets back by the
 * nearness of its top royal to the enemy citadel. Centipawns, to be taken from the lead. */
static int32_t citadel_rescue(const struct tam_position *p, int32_t score)
{
    const enum side weak = score > 0 ? BLACK : WHITE, strong = side_other(weak);
    int32_t deficit = abs(score);
    if (deficit < CITADEL_DEFICIT_MIN)
        return 0;
    if (deficit > CITADEL_DEFICIT_MAX)
        deficit = CITADEL_DEFICIT_MAX;
    const unsigned citadel = tam_own_citadel(strong);
    if (p->board[citadel])
        return 0; /* blocked, by an A at home for instance */
    const int distance = citadel_distance(tam_top_royal(p, weak), citadel);
    if (distance > CITADEL_REACH)
        return 0;
    int32_t rescue = deficit * (CITADEL_REACH + 1 - distance) / CITADEL_DIVISOR;
    if (bb_any(tam_t()->king[citadel] & p->men[strong]))
        rescue -= rescue * CITADEL_GUARD_PERCENT / 100;
    return score > 0 ? rescue : -rescue;
}

static void evaluate_sides(const struct tam_position *p, struct side_eval e[SIDE_NB])
{
    memset(e, 0, 2 * sizeof *e);
    gather_men(p, WHITE, &e[WHITE]);
    gather_men(p, BLACK, &e[BLACK]);
    for (int s = WHITE; s <= BLACK; s++) {
        const enum side us = (enum side)s;
        e[us].term[TERM_ROYALS] = royal_term(p, us, e[side_other(us)].danger);
        e[us].term[TERM_PAWNS] = pawn_term(p, us);
    }
}

static int32_t phase_of(const struct tam_position *p)
{
    return p->phase > PHASE_FULL ? PHASE_FULL : p->phase;
}

score_t tam_evaluate(const struct position *pos)
{
    const struct tam_position *p = tam_of_const(pos);
    struct side_eval e[SIDE_NB];
    evaluate_sides(p, e);
    int32_t sum = p->placement + (pos->side == WHITE ? tempo : -tempo);
    for (int i = 0; i < TERM_NB; i++)
        sum += e[WHITE].term[i] - e[BLACK].term[i];
    int32_t score = weight_blend(sum, phase_of(p), PHASE_FULL);
    score -= citadel_rescue(p, score);
    return score_clamp(pos->side == WHITE ? score : -score);
}

/* --- explanation --- */

void tam_explain(const struct position *pos, char *out)
{
    static const char *const names[TERM_NB] = {"mobility", "royals", "pawns"};
    const struct tam_position *p = tam_of_const(pos);
    struct side_eval e[SIDE_NB];
    evaluate_sides(p, e);
    int32_t placement[SIDE_NB] = {0, 0};
    for (unsigned sq = 0; sq < TAM_SQUARE_NB; sq++)
        if (p->board[sq])
            placement[tam_man_side(p->board[sq])] += tam_t()->placement[p->board[sq]][sq];

    char *o = out;
    o +=
        sprintf(o, "  %-20s %15s   %15s   %15s\n", "term (mg, eg)", "White", "Black", "difference");
    o = weight_row(o, "material, placement", placement[WHITE], -placement[BLACK]);
    int32_t sum = placement[WHITE] + placement[BLACK];
    for (int i = 0; i < TERM_NB; i++) {
        o = weight_row(o, names[i], e[WHITE].term[i], e[BLACK].term[i]);
        sum += e[WHITE].term[i] - e[BLACK].term[i];
    }
    o = weight_row(o, "having the move", pos->side == WHITE ? tempo : 0,
                   pos->side == BLACK ? tempo : 0);
    sum += pos->side == WHITE ? tempo : -tempo;
    const int32_t blended = weight_blend(sum, phase_of(p), PHASE_FULL);
    const score_t score = tam_evaluate(pos);
    sprintf(o,
            "  phase %d%% middlegame, citadel rescue %+.2f\n"
            "  evaluation %+.2f (White's view)\n",
            phase_of(p) * 100 / PHASE_FULL, -citadel_rescue(p, blended) / 100.0,
            (pos->side == WHITE ? score : -score) / 100.0);
}
