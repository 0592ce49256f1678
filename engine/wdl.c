#include "engine/wdl.h"

#include <math.h>

enum { WHOLE = 1000 };

static int share(double surplus, double spread)
{
    return (int)lround(WHOLE / (1 + exp(-surplus / spread)));
}

struct wdl game_wdl(const struct eval_wdl *model, score_t score)
{
    if (score_is_decisive(score))
        return score > 0 ? (struct wdl){.win = WHOLE} : (struct wdl){.loss = WHOLE};
    struct wdl out = {.win = share(score - model->even, model->spread),
                      .loss = share(-score - model->even, model->spread)};
    /* Rounding may take one too many where draws are rare. */
    if (out.win + out.loss > WHOLE)
        out.loss = WHOLE - out.win;
    out.draw = WHOLE - out.win - out.loss;
    return out;
}
