/* weight.h - a pair of evaluation scores, middlegame and endgame, packed into one word so that one
 * addition adds both (Stockfish's Score). Pure inline functions. */
#ifndef CITADEL_ENGINE_WEIGHT_H
#define CITADEL_ENGINE_WEIGHT_H

#include <stdint.h>
#include <stdio.h>

/* The upper half is the middlegame. A negative lower half borrows from the upper one, hence the
 * rounding in weight_mg. Each half: -32768..32767 centipawns, sums included. */
#define WEIGHT(mg, eg) ((int32_t)((uint32_t)(mg) << 16) + (eg))

static inline int32_t weight_mg(int32_t w)
{
    return (int16_t)(uint16_t)(((uint32_t)w + 0x8000u) >> 16);
}

static inline int32_t weight_eg(int32_t w)
{
    return (int16_t)(uint16_t)((uint32_t)w & 0xFFFF);
}

/* The pair blended: `phase` of `full` is the share of the middlegame. phase: 0..full. */
static inline int32_t weight_blend(int32_t w, int32_t phase, int32_t full)
{
    return (weight_mg(w) * phase + weight_eg(w) * (full - phase)) / full;
}

/* Appends a row of an evaluation table for people, men with two decimals: both halves for White,
 * for Black and for the difference. At most 100 bytes with NUL. Returns the new end. */
static inline char *weight_row(char *o, const char *name, int32_t white, int32_t black)
{
    return o + sprintf(o, "  %-20s %7.2f %7.2f   %7.2f %7.2f   %7.2f %7.2f\n", name,
                       weight_mg(white) / 100.0, weight_eg(white) / 100.0, weight_mg(black) / 100.0,
                       weight_eg(black) / 100.0, weight_mg(white - black) / 100.0,
                       weight_eg(white - black) / 100.0);
}

#endif
