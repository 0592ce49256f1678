/* Static evaluation of Tamerlane chess: material and placement (incremental, see make.c), mobility,
 * royals, pawns, the citadels. Numbers stand in eval_params.def; everything that uses them is
 * inline, so that they are constants in the evaluation of the search. */
#include "engine/games/tamerlane/eval_params.h"
#include "engine/games/tamerlane/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- parameters --- */

#define EVAL_STRUCT struct tam_eval_params

#define EVAL_ONE EVAL_VALUE_ONE
#define EVAL_ARRAY EVAL_VALUE_ARRAY
static const struct tam_eval_params defaults = {
#include "engine/games/tamerlane/eval_params.def"
};

#define EVAL_ONE EVAL_ROW_ONE
#define EVAL_ARRAY EVAL_ROW_ARRAY
static const struct eval_param rows[] = {
#include "engine/games/tamerlane/eval_params.def"
};

static const char *const officer_labels[PAWN_OF + 1] = {
    "NO_CLASS", "KING",   "PRINCE", "ADVENTITIOUS", "GENERAL", "VIZIER",    "GIRAFFE",
    "PICKET",   "KNIGHT", "ROOK",   "ELEPHANT",     "CAMEL",   "WAR_ENGINE"};
static const struct eval_labels labels[] = {{"[PAWN_OF + 1]", officer_labels}, {NULL, NULL}};

const struct eval_info tam_eval_info = {.file = "engine/games/tamerlane/eval_params.def",
                                        .params = rows,
                                        .params_nb = sizeof rows / sizeof *rows,
                                        .values_nb = sizeof defaults / sizeof(int32_t),
                                        .defaults = (const int32_t *)&defaults,
                                        .labels = labels,
                                        .anchor = "pawn_value",
                                        /* 2026-12-01: `citadel tune --wdl` on 38346 positions of
                                         * 227 games of selfplay at 5000 nodes a move. */
                                        .wdl = {.even = 735, .spread = 285}};

/* --- placement --- */

/* What the pawn will be worth on the last rank. */
static int32_t pawn_goal(const struct tam_eval_params *par, enum tam_class pawn)
{
    switch (pawn) {
    case KINGS_PAWN:
        return par->prince_goal;
    case POP_FIRST:
        return par->pop_goal[0];
    case POP_SECOND:
        return par->pop_goal[1];
    case POP_THIRD:
        return par->pop_goal[2];
    default:
        return par->officer_value[pawn - PAWN_OF];
    }
}

/* Files from the middle one of the main board, 0..5. */
static unsigned from_middle(unsigned sq)
{
    return (unsigned)abs((int)(sq % 11) - 5);
}

/* White's view; rank counts from 0. */
static int32_t pawn_placement(const struct tam_eval_params *par, enum tam_class pawn, unsigned sq)
{
    if (sq >= CITADEL_L2)
        return 0;
    const unsigned rank = sq / 11;
    if (rank == 9)
        return par->pop_waiting; /* only .P can stand there */
    const unsigned advanced = rank < 2 ? 0 : rank - 2;
    const int32_t goal = pawn_goal(par, pawn);
    const int32_t share = par->pawn_share[advanced];
    const int32_t gain = WEIGHT((weight_mg(goal) - weight_mg(par->pawn_value)) * share / 100,
                                (weight_eg(goal) - weight_eg(par->pawn_value)) * share / 100);
    return par->pawn_value + par->pawn_advance[advanced] + gain +
           par->pawn_square[rank][from_middle(sq)];
}

/* A man's value on a square, White's view. */
static int32_t placement_of(const struct tam_eval_params *par, enum tam_class c, unsigned sq)
{
    if (tam_is_pawn(c))
        return pawn_placement(par, c, sq);
    int32_t w = par->officer_value[c];
    if (sq >= CITADEL_L2)
        return w;
    w += par->square[c][sq / 11][from_middle(sq)];
    return c <= ADVENTITIOUS ? w + par->royal_square[sq / 11][sq % 11] : w;
}

/* The square that Black sees as White sees sq. */
static unsigned rotated(unsigned sq)
{
    return sq < CITADEL_L2 ? 109 - sq : CITADEL_L2 + CITADEL_Z9 - sq;
}

void tam_build_placement(struct tam_tables *t)
{
    for (int c = KING; c < TAM_CLASS_NB; c++)
        for (unsigned sq = 0; sq < TAM_SQUARE_NB; sq++) {
            const enum tam_class class = (enum tam_class)c;
            const int32_t w = placement_of(&defaults, class, sq);
            t->placement[tam_man(WHITE, class)][sq] = w;
            t->placement[tam_man(BLACK, class)][rotated(sq)] = -w;
        }
}

int32_t tam_phase_weight(enum tam_class c)
{
    return c <= PAWN_OF ? defaults.phase_weight[c] : 0;
}

/* --- terms --- */

enum eval_term { TERM_MOBILITY, TERM_ROYALS, TERM_PAWNS, TERM_THREATS, TERM_NB };

struct side_eval {
    int32_t term[TERM_NB];
    unsigned danger; /* attack units against the enemy's only royal */
    bb_t by_weak;    /* squares attacked by generals, viziers, elephants and war engines, */
    bb_t by_strong;  /* by giraffes, pickets, knights and camels, */
    bb_t by_rook;
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

BB_INLINE void gather_class(const struct tam_eval_params *par, const struct tam_position *p,
                            enum side us, enum tam_class c, bb_t area, bb_t zone,
                            struct side_eval *e)
{
    const struct tam_tables *t = tam_t();
    const bb_t occ = tam_occupied(p);
    for (bb_t men = p->type[c] & p->men[us]; bb_any(men);) {
        const bb_t attacks = officer_attacks(t, c, bb_pop(&men), occ);
        const unsigned reach = bb_count(attacks & area);
        e->term[TERM_MOBILITY] += par->mobility[c][reach < 19 ? reach : 19];
        if (c == ROOK)
            e->by_rook |= attacks;
        else if (c == GENERAL || c == VIZIER || c == ELEPHANT || c == WAR_ENGINE)
            e->by_weak |= attacks;
        else
            e->by_strong |= attacks;
        e->danger += bb_count(attacks & zone) * (unsigned)par->attack_unit[c];
    }
}

BB_INLINE void gather_men(const struct tam_eval_params *par, const struct tam_position *p,
                          enum side us, struct side_eval *e)
{
    const enum side them = side_other(us);
    const bb_t zone = royal_zone(p, them);
    const bb_t area = TAM_MAIN_BOARD & ~p->men[us] & ~pawn_attacks(p, them);
    gather_class(par, p, us, GENERAL, area, zone, e);
    gather_class(par, p, us, VIZIER, area, zone, e);
    gather_class(par, p, us, GIRAFFE, area, zone, e);
    gather_class(par, p, us, PICKET, area, zone, e);
    gather_class(par, p, us, KNIGHT, area, zone, e);
    gather_class(par, p, us, ROOK, area, zone, e);
    gather_class(par, p, us, ELEPHANT, area, zone, e);
    gather_class(par, p, us, CAMEL, area, zone, e);
    gather_class(par, p, us, WAR_ENGINE, area, zone, e);
}

BB_INLINE int32_t royal_term(const struct tam_eval_params *par, const struct tam_position *p,
                             enum side us, unsigned enemy_danger)
{
    int32_t w = (p->rights & tam_swap_right(us) ? par->swap_right : 0) +
                (p->rights & tam_exchange_right(us) ? par->exchange_right : 0);
    if (bb_several(tam_royals(p, us)))
        return w + par->spare_royal;
    const unsigned most = (unsigned)par->danger_units_max;
    const unsigned units = enemy_danger > most ? most : enemy_danger;
    w -= (int32_t)(units * units / 16) * par->lone_danger;
    const unsigned sq = tam_duty_square(p, us);
    if (sq != TAM_NO_SQUARE)
        w += (int32_t)bb_count(tam_t()->king[sq] & p->type[TYPE_PAWN] & p->men[us]) *
             par->pawn_shield;
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

BB_INLINE int32_t pawn_term(const struct tam_eval_params *par, const struct tam_position *p,
                            enum side us)
{
    const bb_t own = p->type[TYPE_PAWN] & p->men[us];
    const bb_t enemy = p->type[TYPE_PAWN] & p->men[side_other(us)];
    const bb_t files = front_fill(own, WHITE) | front_fill(own, BLACK) | own;
    int32_t w = (int32_t)bb_count(own & ~sideways(files)) * par->pawn_isolated;
    w += (int32_t)bb_count(own & sideways(own)) * par->pawn_phalanx;
    w += (int32_t)bb_count(own & pawn_attacks(p, us)) * par->pawn_guarded;
    const bb_t stoppers = front_fill(enemy, side_other(us));
    bb_t passed = own & ~(stoppers | sideways(stoppers));
    while (bb_any(passed)) {
        const unsigned sq = bb_pop(&passed), rank = sq / 11;
        const unsigned from_home = us == WHITE ? rank : 9 - rank;
        const unsigned advanced = from_home < 2 ? 0 : from_home - 2;
        const bool blocked =
            bb_any(bb_shift(bb_square(sq), tam_forward(us)) & TAM_MAIN_BOARD & tam_occupied(p));
        w += par->pawn_passed[advanced] + (blocked ? par->passed_blocked[advanced] : 0);
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
BB_INLINE int32_t citadel_rescue(const struct tam_eval_params *par, const struct tam_position *p,
                                 int32_t score)
{
    const enum side weak = score > 0 ? BLACK : WHITE, strong = side_other(weak);
    const unsigned citadel = tam_own_citadel(strong);
    if (p->board[citadel])
        return 0; /* blocked, by an A at home for instance */
    const int32_t deficit =
        abs(score) < par->citadel_deficit_max ? abs(score) : par->citadel_deficit_max;
    const int distance = citadel_distance(tam_top_royal(p, weak), citadel);
    const int guard = citadel_distance(tam_top_royal(p, strong), citadel);
    int32_t rescue = deficit * par->citadel_return[distance < 11 ? distance : 11] / 100;
    rescue -= rescue * par->citadel_guard[guard < 11 ? guard : 11] / 100;
    if (bb_any(tam_t()->king[citadel] & p->men[strong]))
        rescue -= rescue * par->citadel_watch / 100;
    return score > 0 ? rescue : -rescue;
}

/* Enemy men under attack by cheaper ones, or by anything when nothing defends them. */
BB_INLINE int32_t threat_term(const struct tam_eval_params *par, const struct tam_position *p,
                              enum side us, const struct side_eval *own,
                              const struct side_eval *enemy)
{
    const enum side them = side_other(us);
    const bb_t by_pawn = pawn_attacks(p, us);
    const bb_t men = p->men[them] & ~p->type[TYPE_WAITING];
    const bb_t by_officer = own->by_weak | own->by_strong | own->by_rook;
    int32_t w = 0;
    for (int c = GENERAL; c <= WAR_ENGINE; c++) {
        const bb_t targets = men & p->type[c];
        w += (int32_t)bb_count(targets & by_pawn) * par->threat_by_pawn[c];
        w += (int32_t)bb_count(targets & own->by_weak) * par->threat_by_weak[c];
        w += (int32_t)bb_count(targets & own->by_strong) * par->threat_by_strong[c];
    }
    w += (int32_t)bb_count(men & p->type[TYPE_PAWN] & by_officer) * par->threat_to_pawn;
    const bb_t royals = tam_royals(p, them);
    bb_t defended = pawn_attacks(p, them) | enemy->by_weak | enemy->by_strong | enemy->by_rook;
    if (bb_several(royals))
        w += (int32_t)bb_count(royals & (by_pawn | by_officer)) * par->threat_to_royal;
    for (bb_t set = royals; bb_any(set);)
        defended |= tam_t()->king[bb_pop(&set)];
    return w + (int32_t)bb_count(men & ~royals & (by_pawn | by_officer) & ~defended) * par->hanging;
}

BB_INLINE void evaluate_sides(const struct tam_eval_params *par, const struct tam_position *p,
                              struct side_eval e[SIDE_NB])
{
    memset(e, 0, 2 * sizeof *e);
    gather_men(par, p, WHITE, &e[WHITE]);
    gather_men(par, p, BLACK, &e[BLACK]);
    for (int s = WHITE; s <= BLACK; s++) {
        const enum side us = (enum side)s;
        e[us].term[TERM_ROYALS] = royal_term(par, p, us, e[side_other(us)].danger);
        e[us].term[TERM_PAWNS] = pawn_term(par, p, us);
        e[us].term[TERM_THREATS] = threat_term(par, p, us, &e[us], &e[side_other(us)]);
    }
}

static int32_t capped_phase(int32_t phase)
{
    return phase > PHASE_FULL ? PHASE_FULL : phase;
}

/* The whole evaluation, given the sums over all men. */
BB_INLINE score_t evaluate(const struct tam_eval_params *par, const struct tam_position *p,
                           int32_t placement, int32_t phase)
{
    struct side_eval e[SIDE_NB];
    evaluate_sides(par, p, e);
    const enum side us = tam_side(p);
    int32_t sum = placement + (us == WHITE ? par->tempo : -par->tempo);
    for (int i = 0; i < TERM_NB; i++)
        sum += e[WHITE].term[i] - e[BLACK].term[i];
    int32_t score = weight_blend(sum, capped_phase(phase), PHASE_FULL);
    score -= citadel_rescue(par, p, score);
    return score_clamp(us == WHITE ? score : -score);
}

score_t tam_evaluate(const struct position *pos)
{
    const struct tam_position *p = tam_of_const(pos);
    return evaluate(&defaults, p, p->placement, p->phase);
}

score_t tam_evaluate_with(const struct position *pos, const int32_t *vector)
{
    const struct tam_position *p = tam_of_const(pos);
    const struct tam_eval_params *par = (const struct tam_eval_params *)vector;
    int32_t placement = 0, phase = 0;
    for (unsigned sq = 0; sq < TAM_SQUARE_NB; sq++) {
        if (!p->board[sq])
            continue;
        const enum tam_class c = tam_man_class(p->board[sq]);
        phase += c <= PAWN_OF ? par->phase_weight[c] : 0;
        placement += tam_man_side(p->board[sq]) == WHITE ? placement_of(par, c, sq)
                                                         : -placement_of(par, c, rotated(sq));
    }
    return evaluate(par, p, placement, phase);
}

uint64_t tam_structure(const struct position *pos, enum structure_aspect aspect)
{
    const struct tam_position *p = tam_of_const(pos);
    switch (aspect) {
    case STRUCTURE_WHITE:
        return bb_hash(p->men[WHITE] & ~p->type[TYPE_PAWN]);
    case STRUCTURE_BLACK:
        return bb_hash(p->men[BLACK] & ~p->type[TYPE_PAWN]);
    default:
        return bb_hash(p->men[WHITE] & p->type[TYPE_PAWN]) -
               3 * bb_hash(p->men[BLACK] & p->type[TYPE_PAWN]);
    }
}

/* --- explanation --- */

void tam_explain(const struct position *pos, char *out)
{
    static const char *const names[TERM_NB] = {"mobility", "royals", "pawns", "threats"};
    const struct tam_position *p = tam_of_const(pos);
    struct side_eval e[SIDE_NB];
    evaluate_sides(&defaults, p, e);
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
    o = weight_row(o, "having the move", pos->side == WHITE ? defaults.tempo : 0,
                   pos->side == BLACK ? defaults.tempo : 0);
    sum += pos->side == WHITE ? defaults.tempo : -defaults.tempo;
    const int32_t blended = weight_blend(sum, capped_phase(p->phase), PHASE_FULL);
    const score_t score = tam_evaluate(pos);
    sprintf(o,
            "  phase %d%% middlegame, citadel rescue %+.2f\n"
            "  evaluation %+.2f (White's view)\n",
            capped_phase(p->phase) * 100 / PHASE_FULL,
            -citadel_rescue(&defaults, p, blended) / 100.0,
            (pos->side == WHITE ? score : -score) / 100.0);
}
