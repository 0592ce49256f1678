/* eval_params.h - the numbers of the evaluation of Belarusian chess as a struct; names, values and
 * meaning stand in eval_params.def.
 *
 * Pairs are centipawns (middlegame, endgame), blended by the game phase, for the side that has the
 * feature. */
#ifndef CITADEL_ENGINE_GAMES_BELARUSIAN_EVAL_PARAMS_H
#define CITADEL_ENGINE_GAMES_BELARUSIAN_EVAL_PARAMS_H

#include "engine/eval_info.h"
#include "engine/games/belarusian/rules.h"

#define EVAL_ONE EVAL_FIELD_ONE
#define EVAL_ARRAY EVAL_FIELD_ARRAY
struct bel_eval_params {
#include "engine/games/belarusian/eval_params.def"
};

/* All men on the board give this phase, by the phase weights of the list. */
enum { PHASE_FULL = 2 * (2 * 1 + 2 * 1 + 2 * 2 + 4 + 1) };

#endif
