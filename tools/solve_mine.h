/* solve_mine.h - looks for puzzles: small positions of random games that are won in just the length
 * asked for, by one move only. */
#ifndef CITADEL_TOOLS_SOLVE_MINE_H
#define CITADEL_TOOLS_SOLVE_MINE_H

#include "tools/solve.h"

/* Prints what it finds as lines of a suite, best first. Exit code. */
int solve_mine(struct solve_command *c);

/* The same among the neighbours of the position of --fen: a man taken off, moved elsewhere, or
 * added (of a kind that is there). Prints sound ones as they are found, --count at most. Exit code.
 */
int solve_explore(struct solve_command *c);

#endif
