#include "tools/tune_fit.h"

#include "tools/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Few slices make small batches, so that an epoch has some tens of steps at least. */
enum { BATCH_SLICES = 16, BATCHES_WANTED = 32 };

static const double adam_mean = 0.9, adam_square = 0.999, adam_epsilon = 1e-9;
static const double scale_rate = 0.005; /* step of log K beside one of a centipawn */
static const double scale_lowest = 1e-4, scale_highest = 0.1;

/* One fit. Vectors have one number for each coordinate and a last one for log K. */
struct fit {
    struct tune_set *set;
    const struct tune_params *params;
    const struct tune_options *options;
    struct thread_pool *pool;
    struct tune_report *report;
    size_t nb;
    double *theta, *made_at; /* now; where the rows were made */
    double *average; /* of theta over the batches of an epoch (Polyak): single steps bounce */
    double *best;
    double best_loss;
    double *mean, *square; /* Adam's */
    uint64_t steps;
    double scale;
    float *change; /* theta - made_at */
    float *training_targets, *validation_targets;
    size_t *order; /* of the training slices */
    /* The parallel job: slices order[first .. first + count) or of the validation part. */
    struct tune_part *part;
    const float *targets;
    const size_t *job_order; /* NULL: as they stand */
    size_t first, count;
    bool wants_gradient;
    atomic_size_t next;
    double *gradients; /* BATCH_SLICES vectors */
    double *losses;    /* by slice of the job */
};

static double expected(double x)
{
    return 1 / (1 + exp(-x));
}

double tune_target(const struct tune_sample *sample, double lambda, double score_scale)
{
    return lambda * sample->result / 2.0 + (1 - lambda) * expected(score_scale * sample->score);
}

/* -log(expected(x)) without overflow. */
static double surprise(double x)
{
    return x > 0 ? log1p(exp(-x)) : -x + log1p(exp(x));
}

static double entropy(double x, double target)
{
    return target * surprise(x) + (1 - target) * surprise(-x);
}

double tune_gradient(const struct tune_slice *slice, const float *targets, const float *change,
                     double scale, size_t params_nb, double *gradient)
{
    double loss = 0;
    if (gradient)
        memset(gradient, 0, (params_nb + 1) * sizeof *gradient);
    for (size_t i = 0; i < slice->nb; i++) {
        const uint32_t begin = slice->rows[i].begin, end = slice->rows[i + 1].begin;
        float moved = 0;
        for (uint32_t k = begin; change && k < end; k++)
            moved += slice->coefficients[k] * change[slice->coords[k]];
        const double score = (double)slice->rows[i].base + (double)moved;
        const double x = scale * score;
        loss += entropy(x, (double)targets[i]);
        if (!gradient)
            continue;
        const double error = expected(x) - (double)targets[i];
        const double slope = error * scale;
        for (uint32_t k = begin; k < end; k++)
            gradient[slice->coords[k]] += slope * (double)slice->coefficients[k];
        gradient[params_nb] += error * x;
    }
    const double share = 1 / (double)slice->nb;
    for (size_t j = 0; gradient && j <= params_nb; j++)
        gradient[j] *= share;
    return loss * share;
}

/* ---- Sums over slices ---------------------------------------------------------------------- */

static void run_slices(void *context, unsigned thread)
{
    (void)thread;
    struct fit *f = context;
    for (;;) {
        const size_t i = atomic_fetch_add(&f->next, 1);
        if (i >= f->count)
            return;
        const size_t number = f->job_order ? f->job_order[f->first + i] : f->first + i;
        f->losses[i] = tune_gradient(&f->part->slices[number], f->targets + number * TUNE_SLICE,
                                     f->change, f->scale, f->nb,
                                     f->wants_gradient ? f->gradients + i * (f->nb + 1) : NULL);
    }
}

/* Mean loss over slices first..first+count; their gradients lie in f->gradients. */
static double sum_slices(struct fit *f, struct tune_part *part, const float *targets,
                         const size_t *order, size_t first, size_t count, bool wants_gradient)
{
    f->part = part;
    f->targets = targets;
    f->job_order = order;
    f->first = first;
    f->count = count;
    f->wants_gradient = wants_gradient;
    atomic_store(&f->next, 0);
    pool_start(f->pool, run_slices, f);
    pool_wait(f->pool);
    double sum = 0;
    size_t rows = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t nb = part->slices[order ? order[first + i] : first + i].nb;
        sum += f->losses[i] * (double)nb;
        rows += nb;
    }
    return rows > 0 ? sum / (double)rows : 0;
}

static double part_loss(struct fit *f, struct tune_part *part, const float *targets)
{
    return sum_slices(f, part, targets, NULL, 0, part->slices_nb, false);
}

/* ---- Scales -------------------------------------------------------------------------------- */

/* Least loss over K by golden section on its logarithm: the loss is unimodal in it. */
static double find_scale(double (*loss)(void *context, double scale), void *context)
{
    const double golden = 0.6180339887498949;
    double low = log(scale_lowest), high = log(scale_highest);
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double at_a = loss(context, exp(a)), at_b = loss(context, exp(b));
    while (high - low > 1e-3) {
        if (at_a < at_b) {
            high = b;
            b = a;
            at_b = at_a;
            a = high - golden * (high - low);
            at_a = loss(context, exp(a));
        } else {
            low = a;
            a = b;
            at_a = at_b;
            b = low + golden * (high - low);
            at_b = loss(context, exp(b));
        }
    }
    return exp((low + high) / 2);
}

/* The search scores against the results. */
static double score_loss(void *context, double scale)
{
    const struct tune_part *part = context;
    double sum = 0;
    for (size_t i = 0; i < part->nb; i++)
        sum += entropy(scale * part->samples[i].score, part->samples[i].result / 2.0);
    return sum / (double)part->nb;
}

static double evaluation_loss(void *context, double scale)
{
    struct fit *f = context;
    f->scale = scale;
    return part_loss(f, &f->set->training, f->training_targets);
}

/* Both losses of a part at the rows' own vector. */
static struct tune_loss measure_loss(const struct tune_part *part, const float *targets,
                                     double scale)
{
    struct tune_loss loss = {0, 0};
    for (size_t i = 0; i < part->nb; i++) {
        const struct tune_slice *s = &part->slices[i / TUNE_SLICE];
        const double x = scale * (double)s->rows[i % TUNE_SLICE].base;
        const double error = expected(x) - (double)targets[i];
        loss.entropy += entropy(x, (double)targets[i]);
        loss.square += error * error;
    }
    if (part->nb > 0) {
        loss.entropy /= (double)part->nb;
        loss.square /= (double)part->nb;
    }
    return loss;
}

/* ---- Adam ---------------------------------------------------------------------------------- */

static void update_change(struct fit *f, const double *theta)
{
    for (size_t j = 0; j < f->nb; j++)
        f->change[j] = (float)(theta[j] - f->made_at[j]);
}

/* Derivative of the prior's part of the mean loss. */
static double pull(const struct fit *f, size_t j)
{
    const struct tune_coord *c = &f->params->coords[j];
    if (f->options->prior <= 0)
        return 0;
    /* A quarter of the value itself is a small change for the large ones. */
    const double width = fmax(f->options->prior * c->unit, fabs(c->start) / 4);
    return (f->theta[j] - c->start) / (width * width) / (double)f->set->training.games;
}

/* One step of coordinate j, or of log K, against its derivative g; returns the change. */
static double adam(struct fit *f, size_t j, double g, double rate)
{
    f->mean[j] = adam_mean * f->mean[j] + (1 - adam_mean) * g;
    f->square[j] = adam_square * f->square[j] + (1 - adam_square) * g * g;
    const double mean = f->mean[j] / (1 - pow(adam_mean, (double)f->steps));
    const double square = f->square[j] / (1 - pow(adam_square, (double)f->steps));
    return -rate * mean / (sqrt(square) + adam_epsilon);
}

static void step_batch(struct fit *f, size_t first, size_t count, double rate)
{
    const struct tune_part *part = &f->set->training;
    const size_t stride = f->nb + 1;
    size_t rows = 0;
    for (size_t i = 0; i < count; i++)
        rows += part->slices[f->order[first + i]].nb;
    f->steps++;
    for (size_t j = 0; j <= f->nb; j++) {
        double g = 0;
        for (size_t i = 0; i < count; i++)
            g += f->gradients[i * stride + j] * (double)part->slices[f->order[first + i]].nb;
        g /= (double)rows;
        if (j == f->nb) {
            if (f->options->adapts_scale)
                f->scale *= exp(adam(f, j, g, scale_rate * rate));
            break;
        }
        const struct tune_coord *c = &f->params->coords[j];
        if (!c->is_free)
            continue;
        const double moved = f->theta[j] + adam(f, j, g + pull(f, j), rate * c->unit);
        f->theta[j] = fmin(fmax(moved, c->lowest), c->highest);
    }
    update_change(f, f->theta);
}

static void shuffle_order(struct fit *f, int epoch)
{
    uint64_t state = random_of(f->options->seed, (uint64_t)epoch);
    for (size_t i = f->set->training.slices_nb; i > 1; i--) {
        const size_t j = (size_t)(random_next(&state) % i);
        const size_t other = f->order[j];
        f->order[j] = f->order[i - 1];
        f->order[i - 1] = other;
    }
}

/* Returns the mean loss on the way and leaves f->average. */
static double run_epoch(struct fit *f, int epoch)
{
    const double angle = 3.141592653589793 * epoch / f->options->epochs;
    const double rate = f->options->rate * (0.51 + 0.49 * cos(angle)); /* down to a fiftieth */
    const size_t slices = f->set->training.slices_nb;
    const size_t wanted = slices / BATCHES_WANTED;
    const size_t batch = wanted < 1 ? 1 : wanted < BATCH_SLICES ? wanted : BATCH_SLICES;
    double sum = 0;
    size_t steps = 0;
    shuffle_order(f, epoch);
    memset(f->average, 0, f->nb * sizeof *f->average);
    for (size_t first = 0; first < slices; first += batch) {
        const size_t count = slices - first < batch ? slices - first : batch;
        sum += (double)count *
               sum_slices(f, &f->set->training, f->training_targets, f->order, first, count, true);
        step_batch(f, first, count, rate);
        steps++;
        for (size_t j = 0; j < f->nb; j++)
            f->average[j] += (f->theta[j] - f->average[j]) / (double)steps;
    }
    return sum / (double)slices;
}

/* ---- The fit ------------------------------------------------------------------------------- */

static bool is_stopped(const struct fit *f)
{
    return atomic_load_explicit(f->options->stop, memory_order_relaxed);
}

/* Makes the rows at theta as it is. False when memory is short or the user wants an end. */
static bool make_rows(struct fit *f, const atomic_bool *stop)
{
    struct tune_linearised linearised;
    const double start = cli_now();
    if (!tune_linearise(f->set, f->params, f->theta, f->pool, stop, &linearised))
        return false;
    /* The rows were made at whole numbers. */
    for (size_t j = 0; j < f->nb; j++)
        f->made_at[j] = (double)lround(f->theta[j]);
    update_change(f, f->theta);
    if (f->options->on_rows)
        f->options->on_rows(f->options->context, &linearised, cli_now() - start);
    return true;
}

static void keep_best(struct fit *f, double loss, const double *theta)
{
    f->best_loss = loss;
    memcpy(f->best, theta, f->nb * sizeof *f->best);
}

/* All epochs; false when memory is short. */
static bool run_epochs(struct fit *f)
{
    const struct tune_options *o = f->options;
    struct tune_part *judge = f->set->validation.nb > 0 ? &f->set->validation : &f->set->training;
    const float *targets =
        judge == &f->set->validation ? f->validation_targets : f->training_targets;
    const int length = (o->epochs + o->rounds - 1) / o->rounds;
    const double start = cli_now();
    int best_epoch = 0;
    keep_best(f, part_loss(f, judge, targets), f->theta);
    for (int epoch = 0; epoch < o->epochs && !is_stopped(f); epoch++) {
        if (epoch > 0 && epoch % length == 0) {
            memcpy(f->theta, f->best, f->nb * sizeof *f->theta);
            if (!make_rows(f, o->stop))
                return is_stopped(f);
            f->best_loss = part_loss(f, judge, targets); /* on the new rows, to be comparable */
        }
        const double training = run_epoch(f, epoch);
        update_change(f, f->average);
        const double loss = part_loss(f, judge, targets);
        update_change(f, f->theta);
        if (loss < f->best_loss) {
            keep_best(f, loss, f->average);
            best_epoch = epoch;
        }
        f->report->epochs = epoch + 1;
        if (o->on_epoch)
            o->on_epoch(o->context, epoch + 1, training, loss, cli_now() - start);
        if (o->patience > 0 && epoch - best_epoch >= o->patience)
            break;
    }
    return true;
}

/* Losses before and after. K is fitted each time, so that only the shape counts. */
static void judge_rows(struct fit *f, double *scale, struct tune_loss *training,
                       struct tune_loss *validation)
{
    *scale = find_scale(evaluation_loss, f);
    f->scale = *scale;
    *training = measure_loss(&f->set->training, f->training_targets, *scale);
    *validation = measure_loss(&f->set->validation, f->validation_targets, *scale);
}

static float *make_targets(const struct tune_part *part, double lambda, double score_scale)
{
    float *targets = malloc((part->nb + 1) * sizeof *targets);
    for (size_t i = 0; targets && i < part->nb; i++)
        targets[i] = (float)tune_target(&part->samples[i], lambda, score_scale);
    return targets;
}

static bool allocate(struct fit *f)
{
    const size_t slices = f->set->training.slices_nb + f->set->validation.slices_nb + BATCH_SLICES;
    f->made_at = calloc(f->nb + 1, sizeof *f->made_at);
    f->average = calloc(f->nb + 1, sizeof *f->average);
    f->best = calloc(f->nb + 1, sizeof *f->best);
    f->mean = calloc(f->nb + 1, sizeof *f->mean);
    f->square = calloc(f->nb + 1, sizeof *f->square);
    f->change = calloc(f->nb + 1, sizeof *f->change);
    f->order = calloc(slices, sizeof *f->order);
    f->losses = calloc(slices, sizeof *f->losses);
    f->gradients = calloc(BATCH_SLICES * (f->nb + 1), sizeof *f->gradients);
    f->training_targets =
        make_targets(&f->set->training, f->options->lambda, f->report->score_scale);
    f->validation_targets =
        make_targets(&f->set->validation, f->options->lambda, f->report->score_scale);
    for (size_t i = 0; f->order && i < f->set->training.slices_nb; i++)
        f->order[i] = i;
    return f->made_at && f->average && f->best && f->mean && f->square && f->change && f->order &&
           f->losses && f->gradients && f->training_targets && f->validation_targets;
}

static void release(struct fit *f)
{
    free(f->made_at);
    free(f->average);
    free(f->best);
    free(f->mean);
    free(f->square);
    free(f->change);
    free(f->order);
    free(f->losses);
    free(f->gradients);
    free(f->training_targets);
    free(f->validation_targets);
}

bool tune_fit(struct tune_set *set, const struct tune_params *params,
              const struct tune_options *options, struct thread_pool *pool, double *theta,
              struct tune_report *report)
{
    static const atomic_bool never;
    struct fit f = {.set = set,
                    .params = params,
                    .options = options,
                    .pool = pool,
                    .report = report,
                    .nb = params->nb,
                    .theta = theta};
    *report = (struct tune_report){0};
    report->score_scale = find_scale(score_loss, &set->training);
    bool ok = allocate(&f);
    if (ok && make_rows(&f, options->stop)) {
        judge_rows(&f, &report->scale_before, &report->training_before, &report->validation_before);
        ok = run_epochs(&f);
        report->is_complete = !is_stopped(&f);
        for (size_t j = 0; ok && j < f.nb; j++)
            theta[j] = (double)lround(f.best[j]);
        /* The losses of what is handed out, by its own evaluation, even after Ctrl-C. */
        ok = ok && make_rows(&f, &never);
        if (ok)
            judge_rows(&f, &report->scale_after, &report->training_after,
                       &report->validation_after);
    } else {
        ok = ok && is_stopped(&f);
    }
    release(&f);
    return ok;
}
