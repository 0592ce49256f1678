/* eval_params.h - every number of the evaluation of Belarusian chess, with its name and unit.
 *
 * All are centipawns, as pairs (middlegame, endgame) blended by the game phase, for the side that
 * has the feature. Origin: set by hand, 2026-11, from the orthodox values of the pieces and the
 * geometry of this board; not tuned yet. */
#ifndef CITADEL_ENGINE_GAMES_BELARUSIAN_EVAL_PARAMS_H
#define CITADEL_ENGINE_GAMES_BELARUSIAN_EVAL_PARAMS_H

#include "engine/games/belarusian/rules.h"
#include "engine/weight.h"

/* Value of a man on the board. King and prince: see eval.c, only their difference to being the
 * last royal counts. */
static const int32_t man_value[BEL_CLASS_NB] = {
    [RATNIK] = WEIGHT(90, 110), [RIDER] = WEIGHT(310, 290),    [CANNON] = WEIGHT(335, 325),
    [ROOK] = WEIGHT(500, 540),  [HETMAN] = WEIGHT(1000, 1040), [PRINCE] = WEIGHT(560, 600),
    [KING] = WEIGHT(500, 540)};

/* Game phase: share of each man in "middlegame"; all men on the board give PHASE_FULL. */
static const int8_t phase_weight[BEL_CLASS_NB] = {
    [RIDER] = 1, [CANNON] = 1, [ROOK] = 2, [HETMAN] = 4, [PRINCE] = 1};
enum { PHASE_FULL = 2 * (2 * 1 + 2 * 1 + 2 * 2 + 4 + 1) };

/* Per step nearer to the centre (steps 0..4 from the edge), by class. */
static const int32_t centre_bonus[BEL_CLASS_NB] = {
    [RATNIK] = WEIGHT(4, 0), [RIDER] = WEIGHT(12, 10), [CANNON] = WEIGHT(6, 5),
    [ROOK] = WEIGHT(2, 0),   [HETMAN] = WEIGHT(2, 6),  [PRINCE] = WEIGHT(2, 14),
    [KING] = WEIGHT(-6, 18)};

/* A ratnik by ranks advanced from its start (0..6; 7 is the last rank, where it waits). */
static const int32_t ratnik_advance[8] = {WEIGHT(0, 0),   WEIGHT(2, 2),   WEIGHT(6, 8),
                                          WEIGHT(12, 18), WEIGHT(20, 32), WEIGHT(32, 52),
                                          WEIGHT(50, 80), WEIGHT(20, 30)};

/* Per reachable square that no enemy ratnik guards, above the usual number. */
static const int32_t mobility_weight[BEL_CLASS_NB] = {[RIDER] = WEIGHT(7, 6),
                                                      [CANNON] = WEIGHT(6, 6),
                                                      [ROOK] = WEIGHT(4, 7),
                                                      [HETMAN] = WEIGHT(2, 4),
                                                      [PRINCE] = WEIGHT(3, 5)};
static const int8_t mobility_usual[BEL_CLASS_NB] = {
    [RIDER] = 4, [CANNON] = 6, [ROOK] = 8, [HETMAN] = 14, [PRINCE] = 8};

/* The throne. */
static const int32_t throne_guard = WEIGHT(14, 12);       /* per man that attacks e5 */
static const int32_t throne_first_guard = WEIGHT(22, 40); /* for having any at all */
static const int32_t king_throne_step = WEIGHT(-1, -7);   /* per king step away from e5 */
static const int32_t prince_throne_step = WEIGHT(-2, -5); /* per step of the prince beyond 2 */
static const int32_t king_in_palace = WEIGHT(4, 12);      /* so that the prince may ascend */
static const int32_t ascent_ready = WEIGHT(70, 130);      /* a royal could ascend now */

/* Royals under fire: per attack unit squared / 16, and the units of one attacked square near the
 * target, by attacker. `lone` when the target is the side's last royal. */
static const int8_t attack_unit[BEL_CLASS_NB] = {
    [RIDER] = 2, [CANNON] = 2, [ROOK] = 3, [HETMAN] = 4, [PRINCE] = 2};
static const int32_t lone_king_danger = WEIGHT(6, 3);
static const int32_t spare_king_danger = WEIGHT(2, 1);
enum { DANGER_UNITS_MAX = 60 };
static const int32_t prince_attacked = WEIGHT(-25, -25); /* the prince stands en prise */

/* Ratnik structure. */
static const int32_t ratnik_doubled = WEIGHT(-8, -16);
static const int32_t ratnik_isolated = WEIGHT(-8, -10);
static const int32_t ratnik_shield = WEIGHT(8, 0); /* per ratnik on the squares around the king */
/* A passed ratnik by ranks advanced; half of it while there is nothing to promote to. */
static const int32_t ratnik_passed[8] = {WEIGHT(0, 0),    WEIGHT(4, 8),   WEIGHT(8, 18),
                                         WEIGHT(16, 36),  WEIGHT(30, 70), WEIGHT(55, 120),
                                         WEIGHT(90, 190), WEIGHT(0, 0)};
/* A ratnik waiting on the last rank while some class is missing: a piece for one tempo, worth this
 * share of the best missing class. */
enum { WAITING_SHARE_PERCENT = 70 };

/* Having the move. */
static const int32_t tempo = WEIGHT(18, 12);

/* The evaluation fades towards a draw as the capture clock runs: full at 0, a half at 100. */
enum { CLOCK_FADE = 200 };

#endif
