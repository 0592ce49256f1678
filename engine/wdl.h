/* wdl.h - what a score means for the result: chances of win, draw and loss, for programs that show
 * them (UCI_ShowWDL). Ordered logistic model (McCullagh 1980): a win has the probability
 * 1 / (1 + exp((even - score) / spread)), a loss the same of -score, a draw the rest. Each game's
 * two numbers were fitted to its self-play by `citadel tune --wdl`. Pure functions. */
#ifndef CITADEL_ENGINE_WDL_H
#define CITADEL_ENGINE_WDL_H

#include "engine/eval_info.h"
#include "engine/types.h"

/* Per mille; the sum is 1000. */
struct wdl {
    int win, draw, loss;
};

/* Of the side that the score, in centipawns, is for. A decisive score is certain. */
struct wdl game_wdl(const struct eval_wdl *model, score_t score);

#endif
