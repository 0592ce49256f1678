/* tune_wdl.h - fits a game's model of win, draw and loss (engine/wdl.h) to the scores and results
 * of recorded games, by the greatest likelihood. */
#ifndef CITADEL_TOOLS_TUNE_WDL_H
#define CITADEL_TOOLS_TUNE_WDL_H

#include "tools/tune_data.h"

struct tune_wdl_report {
    struct eval_wdl model;
    double loss;      /* mean cross entropy of the model, nats */
    double base_loss; /* of the shares of the three results, whatever the score */
    size_t positions; /* decisive scores are left out */
};

/* False if the samples do not determine the model: none, or results of one kind only. */
bool tune_wdl_fit(const struct tune_sample *samples, size_t nb, struct tune_wdl_report *out);

#endif
