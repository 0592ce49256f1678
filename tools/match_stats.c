#include "tools/match_stats.h"

#include <math.h>

/* Empty classes count as this many pairs, so that one that has not been seen yet is not taken for
 * impossible; small enough not to matter beside a single real pair. As fishtest does. */
static const double PRIOR = 1e-3;

static const double NORMAL_975 = 1.959963984540054; /* 97.5 % quantile of the normal law */

static const double class_score[STATS_PAIR_NB] = {0, 0.25, 0.5, 0.75, 1};

void stats_add_game(struct match_stats *s, unsigned half_points)
{
    uint64_t *const counts[] = {&s->losses, &s->draws, &s->wins};
    ++*counts[half_points];
}

void stats_add_pair(struct match_stats *s, unsigned half_points)
{
    s->pairs[half_points]++;
}

uint64_t stats_games(const struct match_stats *s)
{
    return s->wins + s->draws + s->losses;
}

uint64_t stats_pairs(const struct match_stats *s)
{
    uint64_t sum = 0;
    for (int i = 0; i < STATS_PAIR_NB; i++)
        sum += s->pairs[i];
    return sum;
}

double stats_score_of_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

double stats_elo_of_score(double score)
{
    if (score <= 0)
        return -INFINITY;
    return score >= 1 ? INFINITY : 400 * log10(score / (1 - score));
}

static double mean_of(const double p[STATS_PAIR_NB])
{
    double mean = 0;
    for (int i = 0; i < STATS_PAIR_NB; i++)
        mean += p[i] * class_score[i];
    return mean;
}

/* Shares of the classes; returns the number of pairs, the prior's included. */
static double shares(const struct match_stats *s, double prior, double p[STATS_PAIR_NB])
{
    double sum = 0;
    for (int i = 0; i < STATS_PAIR_NB; i++) {
        p[i] = s->pairs[i] > 0 ? (double)s->pairs[i] : prior;
        sum += p[i];
    }
    for (int i = 0; i < STATS_PAIR_NB; i++)
        p[i] /= sum;
    return sum;
}

struct elo_estimate stats_elo(const struct match_stats *s)
{
    const struct elo_estimate unknown = {NAN, NAN, NAN, NAN, 0.5};
    double p[STATS_PAIR_NB];
    if (stats_pairs(s) == 0)
        return unknown;
    const double nb = shares(s, 0, p);
    const double mean = mean_of(p);
    double variance = 0;
    for (int i = 0; i < STATS_PAIR_NB; i++)
        variance += p[i] * (class_score[i] - mean) * (class_score[i] - mean);
    const double error = sqrt(variance / nb); /* of the mean */
    struct elo_estimate e = {
        .score = mean, .elo = stats_elo_of_score(mean), .low = NAN, .high = NAN};
    if (error > 0) {
        e.low = stats_elo_of_score(mean - NORMAL_975 * error);
        e.high = stats_elo_of_score(mean + NORMAL_975 * error);
        e.los = 0.5 * erfc((0.5 - mean) / (error * sqrt(2)));
    } else {
        e.los = mean > 0.5 ? 1 : mean < 0.5 ? 0 : 0.5;
    }
    return e;
}

/* The distribution most likely to have given the shares p among those of mean `score`: q_i = p_i /
 * (1 + x (a_i - score)), with x such that the mean is right. The left side falls in x, from +inf to
 * -inf between the poles of the largest and the smallest class, so bisection finds it. */
static void fit_mean(const double p[STATS_PAIR_NB], double score, double q[STATS_PAIR_NB])
{
    double low = -1 / (1 - score);
    double high = 1 / score;
    double x = 0;
    for (int step = 0; step < 100; step++) {
        x = (low + high) / 2;
        double sum = 0;
        for (int i = 0; i < STATS_PAIR_NB; i++)
            sum += p[i] * (class_score[i] - score) / (1 + x * (class_score[i] - score));
        if (sum > 0)
            low = x;
        else
            high = x;
    }
    for (int i = 0; i < STATS_PAIR_NB; i++)
        q[i] = p[i] / (1 + x * (class_score[i] - score));
}

struct sprt_state stats_sprt(const struct match_stats *s, const struct sprt *test)
{
    struct sprt_state state = {.lower = log(test->beta / (1 - test->alpha)),
                               .upper = log((1 - test->beta) / test->alpha)};
    if (stats_pairs(s) > 0) {
        double p[STATS_PAIR_NB], q0[STATS_PAIR_NB], q1[STATS_PAIR_NB];
        const double nb = shares(s, PRIOR, p);
        fit_mean(p, stats_score_of_elo(test->elo0), q0);
        fit_mean(p, stats_score_of_elo(test->elo1), q1);
        for (int i = 0; i < STATS_PAIR_NB; i++)
            state.llr += nb * p[i] * log(q1[i] / q0[i]);
    }
    if (state.llr <= state.lower)
        state.verdict = SPRT_H0;
    else if (state.llr >= state.upper)
        state.verdict = SPRT_H1;
    return state;
}
