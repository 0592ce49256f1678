/* tune_fit.h - logistic fit of evaluation parameters to game results (Österlund's "Texel tuning",
 * 2014) by Adam (Kingma, Ba 2015) over mini-batches.
 *
 * A position's target is lambda * result + (1 - lambda) * expected(search score); the loss is the
 * cross entropy of expected(evaluation) against it, expected(s) = 1 / (1 + exp(-K s)). A prior
 * pulls each parameter towards its start, with the weight of one observation against the number of
 * games, which is what positions of the same game add up to. Results do not depend on the number of
 * threads: sums are taken slice by slice, in order. */
#ifndef CITADEL_TOOLS_TUNE_FIT_H
#define CITADEL_TOOLS_TUNE_FIT_H

#include "tools/tune_data.h"

struct tune_options {
    double lambda;     /* share of the result in the target, 0..1 */
    double prior;      /* standard deviation of a change, centipawns; 0: no pull */
    double rate;       /* first step of Adam, centipawns */
    int epochs;        /* passes over the training part */
    int rounds;        /* in how many the rows are made anew */
    int patience;      /* epochs without gain on the validation part before it ends; 0: never */
    bool adapts_scale; /* K is fitted along with the parameters, since one of them is held */
    uint64_t seed;     /* order of the batches */
    const atomic_bool *stop;
    /* After each epoch; may be NULL. Losses are those of the linear model. */
    void (*on_epoch)(void *context, int epoch, double training, double validation, double seconds);
    void (*on_rows)(void *context, const struct tune_linearised *report, double seconds);
    void *context;
};

/* Losses of an evaluation, by mean over a part: cross entropy in nats and mean squared error. */
struct tune_loss {
    double entropy, square;
};

struct tune_report {
    double score_scale;               /* K of the search scores, per centipawn */
    double scale_before, scale_after; /* K of the evaluation */
    struct tune_loss training_before, training_after, validation_before, validation_after;
    int epochs;
    bool is_complete; /* not stopped */
};

/* Fits the free parameters; theta (by coordinate) holds the start and then whole numbers within
 * the bounds, those with the least loss on the validation part. False when memory is short; when
 * stopped, theta is the best so far and true is returned. */
bool tune_fit(struct tune_set *set, const struct tune_params *params,
              const struct tune_options *options, struct thread_pool *pool, double *theta,
              struct tune_report *report);

/* --- parts, for tests --- */

/* Target of a sample. */
double tune_target(const struct tune_sample *sample, double lambda, double score_scale);

/* Mean loss of rows, moved by `change` from where they were made (NULL: not at all), and, if not
 * NULL, its derivatives by coordinate and, last, by log K: params_nb + 1 numbers. */
double tune_gradient(const struct tune_slice *slice, const float *targets, const float *change,
                     double scale, size_t params_nb, double *gradient);

#endif
