/* toy.h - a fourth game, small enough for plain minimax, that implements `struct game` and has one
 * of everything that the search must get right: captures, a win that shows at the start of the
 * turn, a threat that must be answered, loss or draw without moves, a draw counter, passing.
 *
 * Board of 4 files and 5 ranks. A man (M) steps straight forward to an empty square and captures
 * diagonally forward; a guard (G) steps and captures like a chess king. A side wins if at the start
 * of its turn one of its men stands on the farthest rank: the other side has one move to capture
 * it, and is "in check" then. A side without men and guards has lost. Without a legal move in check
 * one has lost; otherwise it is a draw. The game is drawn when the clock, which counts every ply,
 * reaches its limit. Text: ranks from the top with digits for gaps, side, clock, as in
 * "mmgm/4/4/4/MGMM w 0". */
#ifndef CITADEL_TESTS_SEARCH_TOY_H
#define CITADEL_TESTS_SEARCH_TOY_H

#include "engine/game.h"

/* The clock is part of the key, so that no line repeats and no two plies share a position: scores
 * depend on the position and the depth alone. */
extern const struct game toy_game;
/* The same with mandatory captures; without a move one has always lost; no passing. */
extern const struct game toy_mandatory;
/* The clock is not in the key and stops at a capture or a man's step: lines repeat. */
extern const struct game toy_cyclic;

enum { TOY_FILES = 4, TOY_RANKS = 5, TOY_SQUARES = 20, TOY_MAN = 1, TOY_GUARD = 2 };

#endif
