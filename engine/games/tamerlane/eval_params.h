/* eval_params.h - every number of the evaluation of Tamerlane chess, with its name and unit.
 *
 * All are centipawns, as pairs (middlegame, endgame) blended by the game phase, for the side that
 * has the feature. Origin: set by hand, 2026-11, from the mobility of the men on an 11x10 board;
 * not tuned yet. */
#ifndef CITADEL_ENGINE_GAMES_TAMERLANE_EVAL_PARAMS_H
#define CITADEL_ENGINE_GAMES_TAMERLANE_EVAL_PARAMS_H

#include "engine/games/tamerlane/rules.h"
#include "engine/weight.h"

/* Value of an officer. A royal counts as a fighting man; what it is worth to have a spare one is
 * spare_royal. */
static const int32_t officer_value[PAWN_OF + 1] = {
    [KING] = WEIGHT(200, 250),    [PRINCE] = WEIGHT(200, 250), [ADVENTITIOUS] = WEIGHT(200, 250),
    [GENERAL] = WEIGHT(140, 130), [VIZIER] = WEIGHT(150, 160), [GIRAFFE] = WEIGHT(330, 420),
    [PICKET] = WEIGHT(300, 350),  [KNIGHT] = WEIGHT(340, 330), [ROOK] = WEIGHT(560, 660),
    [ELEPHANT] = WEIGHT(110, 90), [CAMEL] = WEIGHT(270, 240),  [WAR_ENGINE] = WEIGHT(130, 110)};

/* A pawn: this much, and a share of what its officer is worth beyond a pawn, growing with the ranks
 * it has advanced (0 = its third rank, 6 = one step from the last). */
static const int32_t pawn_value = WEIGHT(65, 75);
static const int16_t pawn_share_percent[8] = {6, 7, 9, 12, 18, 30, 55, 55};
static const int32_t pawn_advance[8] = {WEIGHT(0, 0),   WEIGHT(3, 4),   WEIGHT(8, 10),
                                        WEIGHT(14, 18), WEIGHT(20, 28), WEIGHT(28, 42),
                                        WEIGHT(36, 60), WEIGHT(36, 60)};
/* What a pawn of pawns is heading for, by journey, and what it is worth while it waits. */
static const int32_t pop_goal[3] = {WEIGHT(150, 170), WEIGHT(200, 230), WEIGHT(350, 400)};
static const int32_t pop_waiting = WEIGHT(150, 170);
/* What the king's pawn becomes: a royal to spare. */
static const int32_t prince_goal = WEIGHT(330, 350);

/* Per step nearer to the centre (0..5), by officer. */
static const int32_t centre_bonus[PAWN_OF + 1] = {
    [KING] = WEIGHT(-6, 8),    [PRINCE] = WEIGHT(-2, 8), [ADVENTITIOUS] = WEIGHT(-2, 8),
    [GENERAL] = WEIGHT(7, 5),  [VIZIER] = WEIGHT(7, 6),  [GIRAFFE] = WEIGHT(4, 6),
    [PICKET] = WEIGHT(5, 5),   [KNIGHT] = WEIGHT(10, 8), [ROOK] = WEIGHT(1, 2),
    [ELEPHANT] = WEIGHT(5, 3), [CAMEL] = WEIGHT(9, 7),   [WAR_ENGINE] = WEIGHT(5, 3)};

/* Game phase: share of each officer in "middlegame"; the start position gives PHASE_FULL. */
static const int8_t phase_weight[PAWN_OF + 1] = {
    [GENERAL] = 1, [VIZIER] = 1,   [GIRAFFE] = 2, [PICKET] = 2,    [KNIGHT] = 2,
    [ROOK] = 4,    [ELEPHANT] = 1, [CAMEL] = 2,   [WAR_ENGINE] = 1};
enum { PHASE_FULL = 2 * (1 + 1 + 2 * 2 + 2 * 2 + 2 * 2 + 2 * 4 + 2 + 2 * 2 + 2) };

/* Per reachable square that no enemy pawn guards, above the usual number. */
static const int32_t mobility_weight[PAWN_OF + 1] = {
    [GENERAL] = WEIGHT(5, 5),  [VIZIER] = WEIGHT(5, 5), [GIRAFFE] = WEIGHT(6, 7),
    [PICKET] = WEIGHT(6, 6),   [KNIGHT] = WEIGHT(6, 6), [ROOK] = WEIGHT(4, 6),
    [ELEPHANT] = WEIGHT(6, 5), [CAMEL] = WEIGHT(6, 6),  [WAR_ENGINE] = WEIGHT(6, 5)};
static const int8_t mobility_usual[PAWN_OF + 1] = {
    [GENERAL] = 3, [VIZIER] = 3,   [GIRAFFE] = 5, [PICKET] = 5,    [KNIGHT] = 5,
    [ROOK] = 8,    [ELEPHANT] = 2, [CAMEL] = 5,   [WAR_ENGINE] = 2};

/* Royals. */
static const int32_t spare_royal = WEIGHT(150, 120); /* two or more: nothing is ever check */
static const int32_t lone_danger = WEIGHT(5, 3);     /* per attack unit squared / 16 */
static const int8_t attack_unit[PAWN_OF + 1] = {
    [GENERAL] = 2, [VIZIER] = 2,   [GIRAFFE] = 3, [PICKET] = 3,    [KNIGHT] = 2,
    [ROOK] = 3,    [ELEPHANT] = 1, [CAMEL] = 2,   [WAR_ENGINE] = 1};
enum { DANGER_UNITS_MAX = 60 };
static const int32_t pawn_shield = WEIGHT(9, 2);
static const int32_t swap_right = WEIGHT(25, 25);
static const int32_t exchange_right = WEIGHT(0, 10);

/* The citadel: a side that is behind by `deficit` centipawns gets back deficit * nearness /
 * CITADEL_DIVISOR for a top royal within CITADEL_REACH steps of the enemy citadel; and a man of the
 * side ahead that stands beside or in its own citadel takes a share of that away. */
enum {
    CITADEL_REACH = 8,
    CITADEL_DIVISOR = 20,
    CITADEL_DEFICIT_MAX = 1600,
    CITADEL_DEFICIT_MIN = 150,
    CITADEL_GUARD_PERCENT = 25
};

/* Passed pawns (no enemy pawn ahead on its own or the next files), by ranks advanced. */
static const int32_t pawn_passed[8] = {WEIGHT(0, 2),   WEIGHT(2, 6),   WEIGHT(5, 12),
                                       WEIGHT(10, 22), WEIGHT(18, 38), WEIGHT(30, 60),
                                       WEIGHT(40, 80), WEIGHT(0, 0)};
static const int32_t pawn_isolated = WEIGHT(-5, -6);

static const int32_t tempo = WEIGHT(15, 10); /* having the move */

#endif
