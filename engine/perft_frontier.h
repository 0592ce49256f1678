/* perft_frontier.h - the different positions a number of plies away, and how many move sequences
 * lead to each: what a long count is cut into. A position that many sequences reach is counted
 * once.
 *
 * Positions are compared by their text, without the counters, which no move depends on; so nothing
 * rests on keys. */
#ifndef CITADEL_ENGINE_PERFT_FRONTIER_H
#define CITADEL_ENGINE_PERFT_FRONTIER_H

#include "engine/perft.h"

struct perft_frontier_entry {
    size_t text;         /* offset in `texts`: position text with clock 0 and move number 1 */
    perft_count_t times; /* sequences that lead there */
};

struct perft_frontier {
    struct perft_frontier_entry *entries; /* nb of them, in the order of their first sequence */
    size_t nb;
    char *texts;
    perft_count_t sequences; /* the sum of all `times`: perft of the position */
};

/* Called now and then: plies walked, positions found so far on the next one. */
typedef void perft_frontier_progress(void *context, int ply, size_t positions);

/* Fills *out with the positions `plies` >= 0 plies after pos; the caller frees it with
 * perft_frontier_free. progress and stop may be NULL. After a stop *complete is false and *out is
 * empty. On failure *out is empty, too: ENGINE_NO_MEMORY, and ENGINE_BAD_ARGUMENT if there are more
 * than 2^32 - 2 positions or 2^128 sequences. Takes some 150 bytes and 2 microseconds a position.
 */
enum engine_status perft_frontier_build(const struct position *pos, int plies,
                                        perft_frontier_progress *progress, void *context,
                                        const atomic_bool *stop, struct perft_frontier *out,
                                        bool *complete);

void perft_frontier_free(struct perft_frontier *f);

#endif
