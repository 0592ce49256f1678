/* oracle_stats.h - what perft --stats counts, counted by the slow oracles from their boards and
 * move texts alone. */
#ifndef CITADEL_TESTS_SUPPORT_ORACLE_STATS_H
#define CITADEL_TESTS_SUPPORT_ORACLE_STATS_H

#include "engine/perft.h"

/* Walks all sequences of `depth` plies from pos with the oracle of its game, under its rule set and
 * options, and adds to the rows 1 .. depth. False if the oracle refuses the position. */
bool oracle_count_stats(const struct position *pos, int depth, struct perft_stats *rows);

/* A position text some random plies after the start, or one put together at random to have what is
 * rare in play (`built`). seed: state of the generator, advanced. out: GAME_FEN_MAX bytes. */
void oracle_random_text(const struct position *pos, unsigned long long *seed, int plies, bool built,
                        char *out);

#endif
