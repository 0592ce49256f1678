/* Static evaluation of Belarusian chess: material and placement (incremental, see make.c),
 * mobility, the throne, safety of the royals, ratniks. Numbers stand in eval_params.def; everything
 * that uses them is inline, so that they are constants in the evaluation of the search. */
#include "engine/games/belarusian/board.h"
#include "engine/games/belarusian/eval_params.h"
#include "engine/games/belarusian/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- parameters --- */

#define EVAL_STRUCT struct bel_eval_params

#define EVAL_ONE EVAL_VALUE_ONE
#define EVAL_ARRAY EVAL_VALUE_ARRAY
static const struct bel_eval_params defaults = {
#include "engine/games/belarusian/eval_params.def"
};

#define EVAL_ONE EVAL_ROW_ONE
#define EVAL_ARRAY EVAL_ROW_ARRAY
static const struct eval_param rows[] = {
#include "engine/games/belarusian/eval_params.def"
};

static const char *const class_labels[BEL_CLASS_NB] = {"NO_CLASS", "RATNIK", "RIDER",  "CANNON",
                                                       "ROOK",     "HETMAN", "PRINCE", "KING"};
static const struct eval_labels labels[] = {{"[BEL_CLASS_NB]", class_labels}, {NULL, NULL}};

const struct eval_info bel_eval_info = {.file = "engine/games/belarusian/eval_params.def",
                                        .params = rows,
                                        .params_nb = sizeof rows / sizeof *rows,
                                        .values_nb = sizeof defaults / sizeof(int32_t),
                                        .defaults = (const int32_t *)&defaults,
                                        .labels = labels,
                                        .anchor = "man_value[RATNIK]",
                                        /* 2026-12-01: `citadel tune --wdl` on 33971 positions of
                                         * 346 games of selfplay at 5000 nodes a move. */
                                        .wdl = {.even = 85, .spread = 141}};

/* --- placement --- */

static int distance(unsigned a, unsigned b)
{
    const int files = abs((int)(a % 9) - (int)(b % 9));
    const int ranks = abs((int)(a / 9) - (int)(b / 9));
    return files > ranks ? files : ranks;
}

/* A man's value on a square, White's view. */
static int32_t placement_of(const struct bel_eval_params *par, enum bel_class c, unsigned sq)
{
    return par->man_value[c] + par->square[c][sq / 9][abs((int)(sq % 9) - 4)];
}

void bel_build_placement(struct bel_tables *t)
{
    for (int c = RATNIK; c < BEL_CLASS_NB; c++)
        for (unsigned sq = 0; sq < BEL_SQUARE_NB; sq++) {
            const int32_t w = placement_of(&defaults, (enum bel_class)c, sq);
            t->placement[bel_man(WHITE, (enum bel_class)c)][sq] = w;
            t->placement[bel_man(BLACK, (enum bel_class)c)][BEL_SQUARE_NB - 1 - sq] = -w;
        }
}

int32_t bel_phase_weight(enum bel_class c)
{
    return defaults.phase_weight[c];
}

/* --- terms --- */

enum eval_term { TERM_MOBILITY, TERM_THRONE, TERM_ROYALS, TERM_RATNIKS, TERM_THREATS, TERM_NB };

/* What one side's men do, gathered in one pass. */
struct side_eval {
    int32_t term[TERM_NB];
    bb_t attacks;  /* squares attacked by anything but the king */
    bb_t by_light; /* by riders and cannons */
    bb_t by_rook;
    unsigned guards; /* men that attack the throne */
    unsigned danger; /* attack units against the enemy's royal */
};

static unsigned ranks_advanced(unsigned sq, enum side side)
{
    const unsigned rank = sq / 9;
    return side == WHITE ? rank - 1 : 7 - rank;
}

static bb_t ratnik_attacks(const struct bel_position *p, enum side side)
{
    const bb_t walkers = bel_men_of(p, side, RATNIK) & ~bel_last_rank(side);
    return bel_ratnik_east(walkers, side) | bel_ratnik_west(walkers, side);
}

/* Riders, sliders and the prince: mobility, throne guards, pressure on the enemy royal. */
BB_INLINE void add_man(const struct bel_eval_params *par, struct side_eval *e, enum bel_class c,
                       bb_t attacks, bb_t area, bb_t zone)
{
    const unsigned reach = bb_count(attacks & area);
    e->term[TERM_MOBILITY] += par->mobility[c][c == HETMAN ? reach / 2 : reach];
    if (c == RIDER || c == CANNON)
        e->by_light |= attacks;
    if (c == ROOK)
        e->by_rook |= attacks;
    e->attacks |= attacks;
    e->guards += bb_has(attacks, E5);
    e->danger += bb_count(attacks & zone) * (unsigned)par->attack_unit[c];
}

BB_INLINE void gather_men(const struct bel_eval_params *par, const struct bel_position *p,
                          enum side us, bb_t zone, bb_t shunned, struct side_eval *e)
{
    const struct bel_tables *t = bel_t();
    const bb_t occ = bel_occupied(p);
    const bb_t blockers = bel_slider_blockers(occ);
    const bb_t area = ~p->men[us] & ~shunned & ~BEL_THRONE;
    const bb_t own_ratnik_attacks = ratnik_attacks(p, us);
    e->attacks = own_ratnik_attacks;
    e->guards = bb_count(t->ratnik[side_other(us)][E5] & bel_men_of(p, us, RATNIK)) +
                bb_has(t->king[E5] & p->men[us], p->king[us] & 127);
    for (bb_t men = bel_men_of(p, us, RIDER); bb_any(men);)
        add_man(par, e, RIDER, t->rider[bb_pop(&men)], area, zone);
    for (bb_t men = bel_men_of(p, us, CANNON); bb_any(men);)
        add_man(par, e, CANNON, attacks_bishop(&t->rays[bb_pop(&men)], blockers), area, zone);
    for (bb_t men = bel_men_of(p, us, ROOK); bb_any(men);)
        add_man(par, e, ROOK, attacks_rook(&t->rays[bb_pop(&men)], blockers), area, zone);
    for (bb_t men = bel_men_of(p, us, HETMAN); bb_any(men);)
        add_man(par, e, HETMAN, attacks_queen(&t->rays[bb_pop(&men)], blockers), area, zone);
    if (p->prince[us] != BEL_NO_SQUARE)
        add_man(par, e, PRINCE, bel_prince_attacks(p, p->prince[us], occ), area, zone);
}

/* Could a royal of the side go to the throne now, were it to move? Support and reach count, and
 * that no enemy man attacks e5; whether the way there opens a line is left to the search. */
static bool could_ascend(const struct bel_position *p, enum side us, unsigned enemy_guards)
{
    const struct bel_tables *t = bel_t();
    if (enemy_guards > 0 || bb_has(bel_occupied(p), E5))
        return false;
    const unsigned king = p->king[us], prince = p->prince[us];
    if (king != BEL_NO_SQUARE && bb_has(t->king[E5], king))
        return true;
    return prince != BEL_NO_SQUARE && king != BEL_NO_SQUARE && bel_prince_supported(p, king) &&
           bel_prince_hits(p, prince, E5, bel_occupied(p));
}

/* Steps to e5 as the tables of the race count them: 0 for one (or none), 3 for four. */
static unsigned race_distance(unsigned sq)
{
    const int steps = distance(sq, E5);
    return steps > 0 ? (unsigned)steps - 1 : 0;
}

BB_INLINE int32_t throne_term(const struct bel_eval_params *par, const struct bel_position *p,
                              enum side us, unsigned guards, unsigned enemy_guards)
{
    const unsigned against = enemy_guards < 3 ? enemy_guards : 3;
    int32_t w = par->throne_guards[guards < 5 ? guards : 5];
    const unsigned king = p->king[us], prince = p->prince[us];
    if (king != BEL_NO_SQUARE)
        w += par->king_race[against][race_distance(king)] +
             (bb_has(BEL_PALACE, king) && prince != BEL_NO_SQUARE ? par->king_in_palace : 0);
    if (prince != BEL_NO_SQUARE)
        w += par->prince_race[against][race_distance(prince)];
    if (!could_ascend(p, us, enemy_guards))
        return w;
    return w + par->ascent_ready + (bel_side(p) == us ? par->ascent_to_move : 0);
}

BB_INLINE int32_t royal_term(const struct bel_eval_params *par, const struct bel_position *p,
                             enum side us, unsigned enemy_danger, bb_t enemy_attacks)
{
    const unsigned most = (unsigned)par->danger_units_max;
    const unsigned units = enemy_danger > most ? most : enemy_danger;
    const bool lone = p->prince[us] == BEL_NO_SQUARE || p->king[us] == BEL_NO_SQUARE;
    const int32_t pressure = (int32_t)(units * units / 16);
    int32_t w = -pressure * (lone ? par->lone_king_danger : par->spare_king_danger);
    if (p->king[us] != BEL_NO_SQUARE)
        w += (int32_t)bb_count(bel_t()->king[p->king[us]] & bel_men_of(p, us, RATNIK)) *
             par->ratnik_shield;
    if (!lone && bb_has(enemy_attacks, p->prince[us]))
        w += par->prince_attacked;
    return w;
}

/* All squares ahead of the set, from the side's point of view, the set not included. */
static bb_t front_fill(bb_t set, enum side side)
{
    const int f = bel_forward(side);
    set |= bb_shift(set, f);
    set |= bb_shift(set, 2 * f);
    set |= bb_shift(set, 4 * f);
    set |= bb_shift(set, 8 * f);
    return bb_shift(set, f) & BEL_BOARD;
}

static bb_t sideways(bb_t set)
{
    return (set & ~BEL_FILE_I) << 1 | (set & ~BEL_FILE_A) >> 1;
}

/* Value of the best class that a ratnik could become now; 0 if none is missing. */
BB_INLINE int32_t best_promotion(const struct bel_eval_params *par, const struct bel_position *p,
                                 enum side us)
{
    const unsigned classes = bel_promotions(p, us);
    for (int c = HETMAN; c >= RIDER; c--)
        if (classes >> c & 1)
            return par->man_value[c];
    return classes >> PRINCE & 1 ? par->man_value[PRINCE] : 0;
}

BB_INLINE int32_t ratnik_term(const struct bel_eval_params *par, const struct bel_position *p,
                              enum side us)
{
    const enum side them = side_other(us);
    const bb_t own = bel_men_of(p, us, RATNIK), enemy = bel_men_of(p, them, RATNIK);
    const bb_t waiting = own & bel_last_rank(us), walkers = own ^ waiting;
    int32_t w = (int32_t)bb_count(walkers & front_fill(walkers, us)) * par->ratnik_doubled;
    const bb_t files = front_fill(own, WHITE) | front_fill(own, BLACK) | own;
    w += (int32_t)bb_count(walkers & ~sideways(files)) * par->ratnik_isolated;

    const bb_t beside = walkers & sideways(walkers);
    const bb_t guarded = walkers & ratnik_attacks(p, us);
    for (bb_t men = beside | guarded; bb_any(men);) {
        const unsigned sq = bb_pop(&men), ranks = ranks_advanced(sq, us);
        w += bb_has(beside, sq) ? par->ratnik_phalanx[ranks] : 0;
        w += bb_has(guarded, sq) ? par->ratnik_guarded[ranks] : 0;
    }

    const bb_t stoppers = front_fill(enemy, them);
    bb_t passed = walkers & ~(stoppers | sideways(stoppers)) & ~front_fill(own, them);
    const int32_t promotion = bb_any(passed | waiting) ? best_promotion(par, p, us) : 0;
    while (bb_any(passed)) {
        const unsigned sq = bb_pop(&passed), ranks = ranks_advanced(sq, us);
        const bool blocked = bb_any(bb_shift(bb_square(sq), bel_forward(us)) & bel_occupied(p));
        const int32_t bonus =
            par->ratnik_passed[ranks] + (blocked ? par->passed_blocked[ranks] : 0);
        w += promotion ? bonus : WEIGHT(weight_mg(bonus) / 2, weight_eg(bonus) / 2);
    }
    if (promotion && bb_any(waiting)) {
        const int32_t gain_mg = weight_mg(promotion) - weight_mg(par->man_value[RATNIK]);
        const int32_t gain_eg = weight_eg(promotion) - weight_eg(par->man_value[RATNIK]);
        w += WEIGHT(gain_mg * par->waiting_share / 100, gain_eg * par->waiting_share / 100);
    }
    return w;
}

/* Enemy men under attack by cheaper ones, or by anything when nothing defends them. */
BB_INLINE int32_t threat_term(const struct bel_eval_params *par, const struct bel_position *p,
                              enum side us, const struct side_eval *own,
                              const struct side_eval *enemy)
{
    const enum side them = side_other(us);
    const bb_t by_ratnik = ratnik_attacks(p, us);
    int32_t w = 0;
    for (int c = RATNIK; c <= PRINCE; c++) {
        const bb_t men = bel_men_of(p, them, (enum bel_class)c);
        w += (int32_t)bb_count(men & by_ratnik) * par->threat_by_ratnik[c];
        w += (int32_t)bb_count(men & own->by_light) * par->threat_by_light[c];
        w += (int32_t)bb_count(men & own->by_rook) * par->threat_by_rook[c];
    }
    const bb_t defended =
        enemy->attacks | (p->king[them] != BEL_NO_SQUARE ? bel_t()->king[p->king[them]] : BB_EMPTY);
    w += (int32_t)bb_count(p->men[them] & own->attacks & ~defended) * par->hanging;

    if (bb_several(bel_men_of(p, us, CANNON)))
        w += par->cannon_pair;
    const bb_t ratniks = bel_men_of(p, us, RATNIK), rooks = bel_men_of(p, us, ROOK);
    const bb_t open = rooks & ~(front_fill(ratniks, WHITE) | front_fill(ratniks, BLACK));
    if (bb_any(open)) {
        const bb_t enemies = bel_men_of(p, them, RATNIK);
        const bb_t half = open & (front_fill(enemies, WHITE) | front_fill(enemies, BLACK));
        w += (int32_t)bb_count(half) * par->rook_file[0] +
             (int32_t)bb_count(open ^ half) * par->rook_file[1];
    }
    return w;
}

/* Squares whose attack endangers the side's royal: the king's surroundings, or the prince's when
 * the king is gone and a coronation is owed. */
static bb_t royal_zone(const struct bel_position *p, enum side side)
{
    const unsigned sq = p->king[side] != BEL_NO_SQUARE ? p->king[side] : p->prince[side];
    return bel_t()->king[sq] | bb_square(sq);
}

BB_INLINE void evaluate_sides(const struct bel_eval_params *par, const struct bel_position *p,
                              struct side_eval e[SIDE_NB])
{
    memset(e, 0, 2 * sizeof *e);
    for (int s = WHITE; s <= BLACK; s++) {
        const enum side us = (enum side)s, them = side_other(us);
        gather_men(par, p, us, royal_zone(p, them), ratnik_attacks(p, them), &e[us]);
    }
    for (int s = WHITE; s <= BLACK; s++) {
        const enum side us = (enum side)s, them = side_other(us);
        e[us].term[TERM_THRONE] = throne_term(par, p, us, e[us].guards, e[them].guards);
        e[us].term[TERM_ROYALS] = royal_term(par, p, us, e[them].danger, e[them].attacks);
        e[us].term[TERM_RATNIKS] = ratnik_term(par, p, us);
        e[us].term[TERM_THREATS] = threat_term(par, p, us, &e[us], &e[them]);
    }
}

static int32_t capped_phase(int32_t phase)
{
    return phase > PHASE_FULL ? PHASE_FULL : phase;
}

/* The whole evaluation, given the sums over all men. Blends the halves by phase, fades with the
 * clock. */
BB_INLINE score_t evaluate(const struct bel_eval_params *par, const struct bel_position *p,
                           int32_t placement, int32_t phase)
{
    struct side_eval e[SIDE_NB];
    evaluate_sides(par, p, e);
    int32_t sum = placement;
    for (int i = 0; i < TERM_NB; i++)
        sum += e[WHITE].term[i] - e[BLACK].term[i];
    const enum side us = bel_side(p);
    sum += us == WHITE ? par->tempo : -par->tempo;
    const int32_t blended = weight_blend(sum, capped_phase(phase), PHASE_FULL);
    const int32_t clock = p->base.clock > 100 ? 100 : p->base.clock;
    const score_t score = blended * (par->clock_fade - clock) / par->clock_fade;
    return score_clamp(us == WHITE ? score : -score);
}

score_t bel_evaluate(const struct position *pos)
{
    const struct bel_position *p = bel_of_const(pos);
    return evaluate(&defaults, p, p->placement, p->phase);
}

score_t bel_evaluate_with(const struct position *pos, const int32_t *vector)
{
    const struct bel_position *p = bel_of_const(pos);
    const struct bel_eval_params *par = (const struct bel_eval_params *)vector;
    int32_t placement = 0, phase = 0;
    for (bb_t men = bel_occupied(p); bb_any(men);) {
        const unsigned sq = bb_pop(&men);
        const enum bel_class c = bel_man_class(p->board[sq]);
        phase += par->phase_weight[c];
        placement += bel_man_side(p->board[sq]) == WHITE
                         ? placement_of(par, c, sq)
                         : -placement_of(par, c, BEL_SQUARE_NB - 1 - sq);
    }
    return evaluate(par, p, placement, phase);
}

uint64_t bel_structure(const struct position *pos, enum structure_aspect aspect)
{
    const struct bel_position *p = bel_of_const(pos);
    switch (aspect) {
    case STRUCTURE_WHITE:
        return bb_hash(p->men[WHITE] & ~p->type[RATNIK]);
    case STRUCTURE_BLACK:
        return bb_hash(p->men[BLACK] & ~p->type[RATNIK]);
    default:
        return bb_hash(bel_men_of(p, WHITE, RATNIK)) - 3 * bb_hash(bel_men_of(p, BLACK, RATNIK));
    }
}

/* --- explanation --- */

void bel_explain(const struct position *pos, char *out)
{
    static const char *const names[TERM_NB] = {"mobility", "throne", "royals", "ratniks",
                                               "threats"};
    const struct bel_position *p = bel_of_const(pos);
    struct side_eval e[SIDE_NB];
    evaluate_sides(&defaults, p, e);
    int32_t placement[SIDE_NB] = {0, 0};
    for (unsigned sq = 0; sq < BEL_SQUARE_NB; sq++)
        if (p->board[sq])
            placement[bel_man_side(p->board[sq])] += bel_t()->placement[p->board[sq]][sq];

    char *o = out;
    o +=
        sprintf(o, "  %-20s %15s   %15s   %15s\n", "term (mg, eg)", "White", "Black", "difference");
    o = weight_row(o, "material, placement", placement[WHITE], -placement[BLACK]);
    for (int i = 0; i < TERM_NB; i++)
        o = weight_row(o, names[i], e[WHITE].term[i], e[BLACK].term[i]);
    o = weight_row(o, "having the move", pos->side == WHITE ? defaults.tempo : 0,
                   pos->side == BLACK ? defaults.tempo : 0);
    const score_t score = bel_evaluate(pos);
    sprintf(o,
            "  phase %d%% middlegame, capture clock %u\n"
            "  evaluation %+.2f (White's view)\n",
            capped_phase(p->phase) * 100 / PHASE_FULL, pos->clock,
            (pos->side == WHITE ? score : -score) / 100.0);
}
