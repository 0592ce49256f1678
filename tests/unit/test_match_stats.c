/* Elo, error bars and the sequential test against figures that others have published. */
#include "tests/harness.h"
#include "tools/match_stats.h"

#include <math.h>

/* Results of Stockfish's fishtest of 2020, as its pull requests quote them: log-likelihood ratio,
 * logistic Elo bounds, games won, lost and drawn, pairs by half points. */
static const struct {
    double llr, elo0, elo1;
    struct match_stats stats;
} tests[] = {
    {2.94, -0.25, 1.25, {5776, 42375, 5561, {253, 4282, 17604, 4431, 286}}}, /* 3209 */
    {2.97, 0.25, 1.25, {4007, 72438, 3739, {58, 3302, 33130, 3518, 84}}},    /* 3209 */
    {2.96, -0.25, 1.25, {9940, 71721, 9667, {491, 7345, 29693, 7670, 465}}}, /* 3098 */
    {2.97, 0.25, 1.25, {2799, 47063, 2586, {53, 2220, 21459, 2445, 47}}},    /* 3098 */
    {2.95, -0.5, 1.5, {7977, 25185, 7726, {665, 4806, 9333, 4893, 747}}},    /* 2920 */
    {2.98, 0.25, 1.75, {6445, 38685, 6134, {328, 4564, 15580, 4789, 371}}},  /* 2920 */
    {2.96, -0.5, 1.5, {487, 2530, 359, {17, 253, 1042, 337, 39}}},           /* 2971 */
    {2.93, 0.25, 1.75, {581, 7304, 475, {11, 407, 3238, 513, 11}}},          /* 2971 */
    {2.94, -1, 3, {4960, 15679, 4789, {424, 2948, 5832, 3045, 460}}},        /* 2493 */
    {2.93, 0.25, 1.25, {1292, 30647, 1149, {14, 1030, 14318, 1163, 19}}},    /* 3331 */
};

static bool is_near(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance;
}

static void case_published_ratios(struct test *t)
{
    for (size_t i = 0; i < COUNT(tests); i++) {
        const struct sprt sprt = {tests[i].elo0, tests[i].elo1, 0.05, 0.05};
        const struct sprt_state state = stats_sprt(&tests[i].stats, &sprt);
        CHECK_MSG(is_near(state.llr, tests[i].llr, 0.00501), "test %zu: %.4f, not %.2f", i,
                  state.llr, tests[i].llr);
        CHECK(is_near(state.lower, -2.9444, 1e-4) && is_near(state.upper, 2.9444, 1e-4));
        CHECK(state.verdict == (state.llr >= state.upper ? SPRT_H1 : SPRT_OPEN));
    }
}

/* The ratio is that of the same results with the engines and the hypotheses changed, negative. */
static void case_ratio_is_antisymmetric(struct test *t)
{
    for (int i = 0; i < 1000; i++) {
        struct match_stats a = {0}, b = {0};
        for (int k = 0; k < STATS_PAIR_NB; k++) {
            a.pairs[k] = test_random_below(t, 50);
            b.pairs[STATS_PAIR_NB - 1 - k] = a.pairs[k];
        }
        const double elo0 = (double)test_random_below(t, 100) - 50;
        const double elo1 = elo0 + 1 + (double)test_random_below(t, 50);
        const double llr = stats_sprt(&a, &(const struct sprt){elo0, elo1, 0.05, 0.1}).llr;
        const double other = stats_sprt(&b, &(const struct sprt){-elo1, -elo0, 0.05, 0.1}).llr;
        CHECK_MSG(is_near(llr, -other, 1e-6 * (1 + fabs(llr))), "%g and %g", llr, other);
    }
}

static void case_bounds(struct test *t)
{
    const struct sprt sprt = {0, 5, 0.05, 0.1};
    struct match_stats stats = {0};
    struct sprt_state state = stats_sprt(&stats, &sprt);
    CHECK(state.llr == 0 && state.verdict == SPRT_OPEN);
    CHECK(is_near(state.upper, log(0.9 / 0.05), 1e-12));
    CHECK(is_near(state.lower, log(0.1 / 0.95), 1e-12));
    stats.pairs[4] = 300;
    CHECK(stats_sprt(&stats, &sprt).verdict == SPRT_H1);
    stats.pairs[4] = 0;
    stats.pairs[0] = 300;
    CHECK(stats_sprt(&stats, &sprt).verdict == SPRT_H0);
}

static void case_elo_of_score(struct test *t)
{
    CHECK(is_near(stats_elo_of_score(0.75), 190.848, 1e-3));
    CHECK(stats_elo_of_score(0.5) == 0 && !signbit(stats_elo_of_score(0.5)));
    CHECK(isinf(stats_elo_of_score(1)) && stats_elo_of_score(1) > 0);
    CHECK(isinf(stats_elo_of_score(0)) && stats_elo_of_score(0) < 0);
    for (int elo = -800; elo <= 800; elo += 7)
        CHECK(is_near(stats_elo_of_score(stats_score_of_elo(elo)), elo, 1e-9));
}

/* Fifty pairs, by hand: mean 0.6, variance of a pair's score 0.0575 - 0.01. */
static void case_error_bars(struct test *t)
{
    const struct match_stats stats = {.pairs = {0, 5, 25, 15, 5}};
    /* (5/4 + 25/2 + 45/4 + 5) / 50 = 0.6; mean square (5/16 + 25/4 + 135/16 + 5) / 50 = 0.4 */
    const double error = sqrt((0.4 - 0.36) / 50);
    const struct elo_estimate e = stats_elo(&stats);
    CHECK(is_near(e.score, 0.6, 1e-12));
    CHECK(is_near(e.elo, 70.437, 1e-3));
    CHECK(is_near(e.low, stats_elo_of_score(0.6 - 1.959964 * error), 1e-4));
    CHECK(is_near(e.high, stats_elo_of_score(0.6 + 1.959964 * error), 1e-4));
    /* 0.1 / 0.028284 = 3.5355 standard errors */
    CHECK(is_near(e.los, 0.999796, 1e-6));
}

static void case_little_is_known(struct test *t)
{
    struct match_stats stats = {0};
    struct elo_estimate e = stats_elo(&stats);
    CHECK(isnan(e.elo) && isnan(e.low) && isnan(e.high) && e.los == 0.5);
    stats.pairs[2] = 10;
    e = stats_elo(&stats);
    CHECK(e.elo == 0 && isnan(e.low) && isnan(e.high) && e.los == 0.5);
    stats.pairs[2] = 0;
    stats.pairs[4] = 10;
    e = stats_elo(&stats);
    CHECK(isinf(e.elo) && isnan(e.low) && e.los == 1);
    stats.pairs[3] = 1;
    e = stats_elo(&stats);
    CHECK(isfinite(e.elo) && isfinite(e.low) && isinf(e.high));
}

static void case_counting(struct test *t)
{
    struct match_stats stats = {0};
    for (unsigned points = 0; points <= 2; points++)
        for (unsigned i = 0; i <= points; i++)
            stats_add_game(&stats, points);
    stats_add_pair(&stats, 0);
    stats_add_pair(&stats, 4);
    CHECK_EQ_U64(stats.losses, 1);
    CHECK_EQ_U64(stats.draws, 2);
    CHECK_EQ_U64(stats.wins, 3);
    CHECK_EQ_U64(stats_games(&stats), 6);
    CHECK_EQ_U64(stats_pairs(&stats), 2);
    CHECK_EQ_U64(stats.pairs[4], 1);
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"published log-likelihood ratios", case_published_ratios},
        {"the ratio is antisymmetric", case_ratio_is_antisymmetric},
        {"bounds and verdicts", case_bounds},
        {"Elo and score", case_elo_of_score},
        {"error bars", case_error_bars},
        {"little is known", case_little_is_known},
        {"counting", case_counting},
    };
    return test_main(argc, argv, cases, COUNT(cases));
}
