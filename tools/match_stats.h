/* match_stats.h - what the results of a match say about strength: Elo with error bars, likelihood
 * of superiority, and the sequential test. Pure functions.
 *
 * The unit is the pair: two games from one opening with colours changed, worth 0 to 4 half points.
 * Its halves are not independent (the opening favours a colour), so the variance is taken over
 * pairs, the "pentanomial" model; over single games it would come out too large. After Michel Van
 * den Bergh, "A practical introduction to the GSPRT" and "Comments on normalized Elo" (2020). */
#ifndef CITADEL_TOOLS_MATCH_STATS_H
#define CITADEL_TOOLS_MATCH_STATS_H

#include <stdbool.h>
#include <stdint.h>

enum { STATS_PAIR_NB = 5 };

/* All from the first engine's point of view. */
struct match_stats {
    uint64_t wins, draws, losses;  /* games */
    uint64_t pairs[STATS_PAIR_NB]; /* finished pairs by half points */
};

/* Adds a game, of `half_points` 0 to 2, or a finished pair, of 0 to 4. */
void stats_add_game(struct match_stats *s, unsigned half_points);
void stats_add_pair(struct match_stats *s, unsigned half_points);
uint64_t stats_games(const struct match_stats *s);
uint64_t stats_pairs(const struct match_stats *s);

/* Expected score, 0 to 1, of a player stronger by `elo`, and its inverse, which is infinite for 0
 * and 1. */
double stats_score_of_elo(double elo);
double stats_elo_of_score(double score);

/* Limits are of the 95 % interval. Without a pair all are nan but los, which is 0.5; while all
 * pairs are alike nothing is known of the variance and the limits are nan. An interval that reaches
 * a score of 0 or 1 has an infinite limit. */
struct elo_estimate {
    double score; /* per game, 0 to 1 */
    double elo, low, high;
    double los; /* probability that the first engine is the stronger */
};
struct elo_estimate stats_elo(const struct match_stats *s);

/* Generalised sequential probability ratio test of "stronger by elo1" against "by elo0", with
 * these error probabilities. */
struct sprt {
    double elo0, elo1, alpha, beta;
};
enum sprt_verdict { SPRT_OPEN, SPRT_H0, SPRT_H1 };
struct sprt_state {
    double llr, lower, upper; /* log-likelihood ratio and the bounds that end the test */
    enum sprt_verdict verdict;
};
struct sprt_state stats_sprt(const struct match_stats *s, const struct sprt *test);

#endif
