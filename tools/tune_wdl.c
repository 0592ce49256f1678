#include "tools/tune_wdl.h"

#include <math.h>
#include <stdlib.h>

/* In u = 1 / spread and v = even / spread, a win has the probability s(u score - v), a loss
 * s(-u score - v), s(x) = 1 / (1 + exp(-x)): the logarithm of the likelihood is concave there, and
 * Newton's method finds its only maximum. */
enum { STEPS_MAX = 60, HALVINGS_MAX = 40 };

struct sums {
    double loss;   /* minus the logarithm of the likelihood */
    double gu, gv; /* its derivatives */
    double huu, huv, hvv;
};

static double logistic(double x)
{
    return 1 / (1 + exp(-x));
}

static bool counts(const struct tune_sample *s)
{
    return !score_is_decisive(s->score);
}

static void add(struct sums *s, double score, unsigned result, double u, double v)
{
    const double win = logistic(u * score - v), loss = logistic(-u * score - v);
    const double win_slope = win * (1 - win), loss_slope = loss * (1 - loss);
    if (result != 1) { /* by symmetry a loss is a win of the opposite score */
        const double x = result == 2 ? score : -score, p = result == 2 ? win : loss;
        const double slope = p * (1 - p);
        s->loss -= log(p);
        s->gu -= (1 - p) * x;
        s->gv += 1 - p;
        s->huu += slope * x * x;
        s->huv -= slope * x;
        s->hvv += slope;
        return;
    }
    /* 1 - win - loss = (1 - win) (1 - loss) (1 - exp(-2 v)) */
    const double rest = expm1(2 * v);
    s->loss -= log1p(-win) + log1p(-loss) + log(-expm1(-2 * v));
    s->gu += (win - loss) * score;
    s->gv -= win + loss + 2 / rest;
    s->huu += (win_slope + loss_slope) * score * score;
    s->huv += (loss_slope - win_slope) * score;
    s->hvv += win_slope + loss_slope + 4 * (rest + 1) / (rest * rest);
}

static struct sums sum(const struct tune_sample *samples, size_t nb, double u, double v)
{
    struct sums s = {0};
    for (size_t i = 0; i < nb; i++)
        if (counts(&samples[i]))
            add(&s, samples[i].score, samples[i].result, u, v);
    return s;
}

bool tune_wdl_fit(const struct tune_sample *samples, size_t nb, struct tune_wdl_report *out)
{
    double of[3] = {0};
    size_t used = 0;
    for (size_t i = 0; i < nb; i++)
        if (counts(&samples[i])) {
            of[samples[i].result]++;
            used++;
        }
    if (used == 0 || of[1] == 0 || of[0] + of[2] == 0)
        return false;
    double u = 0.005, v = 0.5;
    struct sums s = sum(samples, nb, u, v);
    for (int step = 0; step < STEPS_MAX; step++) {
        const double det = s.huu * s.hvv - s.huv * s.huv;
        double du = 2 * (s.hvv * s.gu - s.huv * s.gv) / det;
        double dv = 2 * (s.huu * s.gv - s.huv * s.gu) / det;
        const double before = s.loss;
        for (int i = 0; i < HALVINGS_MAX; i++) {
            du /= 2;
            dv /= 2;
            if (u - du <= 0 || v - dv <= 0)
                continue;
            const struct sums next = sum(samples, nb, u - du, v - dv);
            if (next.loss <= before) {
                u -= du;
                v -= dv;
                s = next;
                break;
            }
        }
        if (before - s.loss < 1e-9 * before)
            break;
    }
    out->positions = used;
    out->loss = s.loss / (double)used;
    out->base_loss = 0;
    for (int r = 0; r < 3; r++)
        if (of[r] > 0)
            out->base_loss -= of[r] / (double)used * log(of[r] / (double)used);
    out->model =
        (struct eval_wdl){.even = (int32_t)lround(v / u), .spread = (int32_t)lround(1 / u)};
    return isfinite(u) && isfinite(v) && out->model.spread > 0;
}
