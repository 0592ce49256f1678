/* eval_params.h - the numbers of the evaluation of Tamerlane chess as a struct; names, values and
 * meaning stand in eval_params.def.
 *
 * Pairs are centipawns (middlegame, endgame), blended by the game phase, for the side that has the
 * feature. */
#ifndef CITADEL_ENGINE_GAMES_TAMERLANE_EVAL_PARAMS_H
#define CITADEL_ENGINE_GAMES_TAMERLANE_EVAL_PARAMS_H

#include "engine/eval_info.h"
#include "engine/games/tamerlane/rules.h"

#define EVAL_ONE EVAL_FIELD_ONE
#define EVAL_ARRAY EVAL_FIELD_ARRAY
struct tam_eval_params {
#include "engine/games/tamerlane/eval_params.def"
};

/* The start position gives this phase, by the phase weights of the list. */
enum { PHASE_FULL = 2 * (1 + 1 + 2 * 2 + 2 * 2 + 2 * 2 + 2 * 4 + 2 + 2 * 2 + 2) };

#endif
