/* cases.h - what the bench_*.c files share: their registration, random numbers, positions. */
#ifndef CITADEL_BENCH_CASES_H
#define CITADEL_BENCH_CASES_H

#include "bitboards/geometry.h"
#include "engine/game.h"

#include <stddef.h>

void bench_bb_register(void);
/* Checks every slider method against a ray walk first. False, with a message on stderr, if one of
 * them is wrong: then nothing is to be timed. */
bool bench_attacks_register(void);
void bench_movegen_register(void);
void bench_perft_register(void);
void bench_tt_register(void);
void bench_search_register(void);

/* Next number of a xorshift64* sequence; *state must not be 0. */
static inline uint64_t bench_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545F4914F6CDD1Du;
}

/* A random set of squares of the board that holds each with a chance of about 1/3. */
static inline bb_t bench_random_occupancy(const struct geometry *g, uint64_t *state)
{
    bb_t set = BB_EMPTY;
    for (unsigned sq = 0; sq < g->squares; sq++)
        if (bench_random(state) % 3 == 0)
            set |= bb_square(sq);
    return set;
}

/* Positions on which the generator, the evaluation and the search are timed. */
struct bench_position {
    const char *name;
    const struct game *game;
    const char *text;
    int depth;      /* of perft */
    uint64_t nodes; /* its count */
};

extern const struct bench_position bench_positions[];
extern const size_t bench_positions_nb;

/* A position from the list; ends the program if there is no memory or the text is bad. */
struct position *bench_position_new(const struct bench_position *p);

#endif
