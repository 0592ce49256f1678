/* brute.h - the plainest AND/OR search that the rules allow, to hold the solver against: no table,
 * no order, no short cut; the arbiter's word (struct game `result`, repetition on the line
 * included) at every position. And random small positions to try both on. */
#ifndef CITADEL_TESTS_SOLVE_BRUTE_H
#define CITADEL_TESTS_SOLVE_BRUTE_H

#include "engine/game.h"
#include "tests/harness.h"

/* What is asked: the side at the root reaches `outcome`, by `way` unless that is NULL. */
struct brute_aim {
    enum outcome outcome;
    const char *way;
};

/* The side at the root to move: can it force the aim in at most `moves` moves of its own? */
bool brute_can(struct position *pos, const struct brute_aim *aim, int moves);
/* The other side to move, after the first of `moves` moves. */
bool brute_must(struct position *pos, const struct brute_aim *aim, int moves);
/* Do both sides together reach it within so many plies? */
bool brute_help(struct position *pos, const struct brute_aim *aim, int plies);

/* The text of a random position of few men, which may not be valid. */
void brute_random_text(struct test *t, const struct game *game, char *out, size_t size);
/* Sets pos to a random valid position that is not over. */
void brute_random_position(struct test *t, struct position *pos);

#endif
