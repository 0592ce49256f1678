/* eval_params.h - every number of the evaluation of Bashni, with its name and unit.
 *
 * Centipawns, a lone man being 100. No piece ever leaves the board, so what is counted is command:
 * who owns the towers, how deep his own pieces reach, and who would be freed if a top were taken.
 * Origin: set by hand, 2026-11; not tuned yet. */
#ifndef CITADEL_ENGINE_GAMES_BASHNI_EVAL_PARAMS_H
#define CITADEL_ENGINE_GAMES_BASHNI_EVAL_PARAMS_H

#include "engine/games/bashni/rules.h"

/* A tower by the rank of its top. */
static const int16_t top_value[2] = {100, 290};
/* Own pieces under the top, by number: a reserve that takes over when the top is taken. */
static const int16_t reserve_value[BAS_PIECES_MAX] = {0,   38,  68,  92,  112, 128,
                                                      140, 150, 158, 165, 170, 175};
/* A king among the reserve, wherever it lies. */
static const int16_t reserve_king = 35;
/* Prisoners held, by number: the enemy plays without them. */
static const int16_t prisoner_value[BAS_PIECES_MAX + 1] = {0,   22,  42,  60,  76,  90, 102,
                                                           112, 121, 129, 136, 142, 148};
static const int16_t prisoner_king = 45;
/* A single own piece over prisoners: one capture frees them all. Per prisoner. */
static const int16_t thin_cover = -14;
/* The same when the top can be jumped at once. */
static const int16_t exposed_top = -30;

/* A man on top by ranks advanced from its own edge (0..6). */
static const int16_t man_advance[8] = {10, 0, 4, 8, 14, 24, 42, 0};
/* Men on the own back row keep kings out while the enemy has men. */
static const int16_t back_row_guard = 10;
/* A tower on one of the central squares c3 e3 d4 f4 c5 e5 d6 f6. */
static const int16_t centre_bonus = 6;
/* Per legal quiet step of men or direction open to a king. */
static const int16_t mobility = 3;
static const int16_t tempo = 8;

#endif
