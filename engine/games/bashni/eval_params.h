/* eval_params.h - the numbers of the evaluation of Bashni as a struct; names, values and meaning
 * stand in eval_params.def.
 *
 * No piece ever leaves the board, so what is counted is command: who owns the towers, how deep his
 * own pieces reach, and who would be freed if a top were taken. */
#ifndef CITADEL_ENGINE_GAMES_BASHNI_EVAL_PARAMS_H
#define CITADEL_ENGINE_GAMES_BASHNI_EVAL_PARAMS_H

#include "engine/eval_info.h"
#include "engine/games/bashni/rules.h"

#define EVAL_ONE EVAL_FIELD_ONE
#define EVAL_ARRAY EVAL_FIELD_ARRAY
struct bas_eval_params {
#include "engine/games/bashni/eval_params.def"
};

#endif
