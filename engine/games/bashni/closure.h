/* closure.h - exact solution of Bashni positions with few towers.
 *
 * Towers never become more and kings never fewer (I1, I5), so a position with few towers reaches a
 * small, closed set of positions: its closure. With all 24 pieces in two towers it has some million
 * members. Here the whole set is enumerated and solved by retrograde analysis, so that every
 * position of it has an exact verdict, whatever the length of the win. No search, no evaluation.
 *
 * Two verdicts are computed for each position, since the draw rules of section 7 are no part of the
 * position:
 *
 *   BAS_CLOSURE_BOARD  the draw rules do not exist: what can be forced on the board, however long
 *                      it takes. A draw is a position where neither side can force a win.
 *   BAS_CLOSURE_RULES  the count of 7.3 is part of the position (the clock, H in position text):
 *                      a win must come before 30 plies in a row without capture or promotion have
 *                      passed, those already on the clock included, and its length is the shortest
 *                      that achieves this, which can be longer than on the board alone.
 *
 * The other draw rule is the third occurrence of a position (7.2). A shortest win never repeats a
 * position together with its clock, since every ply brings it nearer to its end. It can meet the
 * towers and the side again only with a smaller clock and a shorter win, so a play along it meets
 * them at most as often as that position has different lengths over all clocks.
 * bas_closure_stats.lengths_max is the largest such number in the closure. Up to 2 no third
 * occurrence can spoil a win. Above it one could in theory, and bas_closure_is_certain finds out
 * for one position whether one of its shortest wins is free of it. Draws are exact always: rules
 * for draws make no wins. Positions played before the given one are not looked at.
 *
 * Memory: 8 bytes per position for its packed form, 7 for both solutions, some 2 for finding it
 * and for work lists; no moves are stored, predecessors are found by taking moves back. While the
 * set is still growing it needs up to 16 per position and the border of the set.
 *
 * Method: retrograde analysis (Stroehlein 1970; Thompson 1986), run forward from the lost positions
 * ply by ply. A closure is built by one thread, its owner, which calls the functions below and gets
 * the callback; the work is done by `threads` threads. When solved it is constant, and any number
 * of threads may read it. Nothing depends on the number of threads. */
#ifndef CITADEL_ENGINE_GAMES_BASHNI_CLOSURE_H
#define CITADEL_ENGINE_GAMES_BASHNI_CLOSURE_H

#include "engine/error.h"
#include "engine/move.h"
#include "engine/position.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bas_closure; /* opaque */

enum { BAS_CLOSURE_THREADS_MAX = 256 };

enum bas_closure_view { BAS_CLOSURE_BOARD, BAS_CLOSURE_RULES, BAS_CLOSURE_VIEW_NB };

enum bas_closure_phase {
    BAS_CLOSURE_EXPAND,      /* enumerating; done = positions found so far, of a number unknown */
    BAS_CLOSURE_SOLVE_BOARD, /* done = positions decided so far; the rest may be draws */
    BAS_CLOSURE_SOLVE_RULES
};

struct bas_closure_progress {
    enum bas_closure_phase phase;
    unsigned plies;  /* from the roots while expanding; to the end of the game while solving */
    uint64_t done;   /* positions, see the phases */
    uint64_t states; /* positions of the closure found so far */
};

struct bas_closure_options {
    unsigned threads;    /* 1..BAS_CLOSURE_THREADS_MAX */
    uint64_t states_max; /* give up beyond so many positions; 0: no limit but the memory */
    size_t bytes_max;    /* give up beyond so much memory for the closure; 0: no limit */
    /* Called by the owner's thread between two plies of work. May be NULL. */
    void (*on_progress)(void *context, const struct bas_closure_progress *progress);
    void *context;
    const atomic_bool *stop; /* when it becomes true the work ends early; may be NULL */
};

/* How the work ended. */
enum bas_closure_end {
    BAS_CLOSURE_SOLVED,
    BAS_CLOSURE_STOPPED,  /* by the stop flag */
    BAS_CLOSURE_TOO_LARGE /* more positions or bytes than allowed */
};

enum bas_closure_outcome { BAS_CLOSURE_LOSS = -1, BAS_CLOSURE_DRAW = 0, BAS_CLOSURE_WIN = 1 };

/* What the side to move gets by best play, and after how many plies the game is over: the winner
 * takes the shortest way, the loser the longest. 0 for a draw. The winner makes (plies + 1) / 2
 * moves. */
struct bas_closure_verdict {
    enum bas_closure_outcome outcome;
    unsigned plies;
};

/* A legal move and what it leads to, seen from the side that makes it; plies include the move. */
struct bas_closure_move {
    struct move_entry move;
    struct bas_closure_verdict verdict[BAS_CLOSURE_VIEW_NB];
};

struct bas_closure_stats {
    uint64_t states;
    uint64_t wins[BAS_CLOSURE_VIEW_NB];    /* for the side to move, with the clock at 0 */
    uint64_t losses[BAS_CLOSURE_VIEW_NB];  /* the rest are draws */
    unsigned longest[BAS_CLOSURE_VIEW_NB]; /* plies of the longest win or loss, any clock */
    unsigned lengths_max;                  /* see above: up to 2 all verdicts are certain */
    size_t bytes_peak;                     /* largest memory at any time */
};

/* An upper bound of the number of positions that pos can reach, itself included: the stacks that
 * captures and promotions can produce, wherever the towers stand, times the ways to place them.
 * UINT64_MAX if there are more stacks than it is willing to count (1 million, some 0.1 s) or if
 * the closure cannot be built at all because its positions do not fit 64 bits (with 24 pieces:
 * four towers or more). Memory short: UINT64_MAX as well. */
uint64_t bas_closure_estimate(const struct position *pos);

/* A bound that the estimate is not below, without counting: the ways to place the stacks that stand
 * there now. */
uint64_t bas_closure_least(const struct position *pos);

/* Memory that a closure of so many positions needs at its peak, in bytes, on the safe side;
 * saturates. With it and the estimate a program can tell beforehand that a closure will fit. */
size_t bas_closure_bytes(uint64_t states);

/* A closure with one root. ENGINE_BAD_ARGUMENT: not a Bashni position, an option out of range, or
 * more pieces and towers than 64 bits can tell apart. ENGINE_NO_MEMORY, ENGINE_NO_THREAD. The
 * caller owns *out. `options` is copied. */
enum engine_status bas_closure_new(const struct position *root,
                                   const struct bas_closure_options *options,
                                   struct bas_closure **out);
void bas_closure_free(struct bas_closure *c); /* NULL is allowed */

/* One more root, before solving. It must have as many white and as many black pieces as the first,
 * ENGINE_BAD_ARGUMENT otherwise or if it does not fit; ENGINE_NO_MEMORY, also beyond bytes_max. */
enum engine_status bas_closure_add(struct bas_closure *c, const struct position *root);

/* Enumerates and solves. Call it once; unless *end is BAS_CLOSURE_SOLVED the closure is good for
 * nothing but bas_closure_free. ENGINE_NO_MEMORY. A win of more than 65535 plies counts as too
 * large. */
enum engine_status bas_closure_solve(struct bas_closure *c, enum bas_closure_end *end);

/* --- reading a solved closure --- */

struct bas_closure_stats bas_closure_stats(const struct bas_closure *c);

/* The verdict on pos with the clock that it has. False if it is not in the closure. */
bool bas_closure_find(const struct bas_closure *c, const struct position *pos,
                      enum bas_closure_view view, struct bas_closure_verdict *verdict);

/* The legal moves in generator order with their verdicts. out: room for game.moves_max. Returns
 * their number, 0 also if pos is not in the closure. A move wins if its outcome is BAS_CLOSURE_WIN;
 * it is a shortest win if its plies equal those of pos. */
unsigned bas_closure_moves(const struct bas_closure *c, const struct position *pos,
                           struct bas_closure_move *out);

/* Is the verdict under the rules on pos with its clock, or on playing `first` there if that is not
 * NULL, exact also in view of the third occurrence (see above)? False if pos is not in the closure,
 * and if the answer is no or would take too much memory (200 MB) or too long (seconds). first: a
 * legal move. Mostly at once. */
bool bas_closure_is_certain(const struct bas_closure *c, const struct position *pos,
                            const struct move_entry *first);

/* Sets pos to position number `index`, 0..states-1, clock 0, no history. The order says nothing but
 * is always the same. ENGINE_BAD_ARGUMENT if pos is not of Bashni or the index out of range. */
enum engine_status bas_closure_state(const struct bas_closure *c, uint64_t index,
                                     struct position *pos);

/* Sets pos to the position with the longest win or the longest loss for the side to move, clock 0;
 * of several the first by number. False if there is none, pos is unchanged then. */
bool bas_closure_longest(const struct bas_closure *c, enum bas_closure_view view,
                         enum bas_closure_outcome outcome, struct position *pos,
                         struct bas_closure_verdict *verdict);

#endif
