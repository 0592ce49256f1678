/* types.h - the scalar vocabulary that all games and the search share: sides, scores, depths.
 *
 * Scores are centipawns from the point of view of the side to move. A proven win at distance p
 * plies from the root scores close to SCORE_MATE - p, whatever ends the game, so that a shorter win
 * is always preferred; games may shift it by one (see struct game, `decided`). */
#ifndef CITADEL_ENGINE_TYPES_H
#define CITADEL_ENGINE_TYPES_H

#include <stdbool.h>
#include <stdint.h>

enum side { WHITE, BLACK, SIDE_NB };

static inline enum side side_other(enum side s)
{
    return s == WHITE ? BLACK : WHITE;
}

typedef int32_t score_t; /* centipawns, or a win score; always fits 16 bits */
typedef int32_t depth_t; /* remaining plies */

enum {
    PLY_MAX = 246, /* deepest node of a line, in plies from the root */
    DEPTH_MAX = 200
};

enum {
    SCORE_DRAW = 0,
    SCORE_MATE = 32000,
    SCORE_INFINITE = 32002,                       /* above every score */
    SCORE_NONE = 32003,                           /* "no score known" */
    SCORE_WIN_MIN = SCORE_MATE - 2 * PLY_MAX - 2, /* smallest score of a proven win */
    SCORE_EVAL_MAX = SCORE_WIN_MIN - 1            /* evaluations stay within +-this */
};

/* Is s the score of a proven win / loss (not merely a good evaluation)? */
static inline bool score_is_win(score_t s)
{
    return s >= SCORE_WIN_MIN && s != SCORE_NONE;
}

static inline bool score_is_loss(score_t s)
{
    return s <= -SCORE_WIN_MIN;
}

static inline bool score_is_decisive(score_t s)
{
    return score_is_win(s) || score_is_loss(s);
}

/* Length of a proven win or loss in moves of the winner, as protocols print it: the winner's
 * number of own moves for a win (positive), minus the opponent's for a loss. s must be decisive.
 * A mate on move N is SCORE_MATE - 2N; a win that shows only at the start of the winner's next turn
 * scores one more, so both divide to N. */
static inline int score_win_moves(score_t s)
{
    return s > 0 ? (SCORE_MATE - s + 1) / 2 : -((SCORE_MATE + s) / 2);
}

/* Evaluation clamped so that it can never be mistaken for a proven result. */
static inline score_t score_clamp(score_t s)
{
    return s > SCORE_EVAL_MAX ? SCORE_EVAL_MAX : s < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : s;
}

#endif
