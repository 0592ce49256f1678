/* attacks.h - attack sets of leapers and sliders, built from geometry and step lists.
 *
 * Sliders work from the eight rays of a square. On an ascending ray (towards higher square numbers)
 * the nearest blocker is the lowest set bit, on a descending one the highest. attacks_avx512.h and
 * attacks_avx2.h treat the rays side by side in vector lanes, attacks_portable.h one after another
 * in plain C; all give identical sets, and the choice is made at compile time by the instruction
 * set.
 * Tables are plain structs owned by the caller, filled once, then only read. */
#ifndef CITADEL_TABLES_ATTACKS_H
#define CITADEL_TABLES_ATTACKS_H

#include "bitboards/geometry.h"

#include <stdalign.h>
#include <stddef.h>

#if defined(__AVX512F__) && defined(__AVX512VL__) && defined(__AVX512CD__)
#define ATTACKS_USE_AVX512 1
#define ATTACKS_USE_AVX2 0
#elif defined(__AVX2__)
#define ATTACKS_USE_AVX512 0
#define ATTACKS_USE_AVX2 1
#else
#define ATTACKS_USE_AVX512 0
#define ATTACKS_USE_AVX2 0
#endif

/* Directions; d and d ^ 4 are opposite, 0..3 ascend in square number. */
enum direction {
    DIR_EAST,
    DIR_NORTH,
    DIR_NORTH_EAST,
    DIR_NORTH_WEST,
    DIR_WEST,
    DIR_SOUTH,
    DIR_SOUTH_WEST,
    DIR_SOUTH_EAST,
    DIR_NB,
    DIR_NONE = DIR_NB
};

#if ATTACKS_USE_AVX2
/* Four rays for attacks_avx2.h: two ascending ones, and their opposites with bit n at 127 - n. */
struct attacks_lanes {
    alignas(32) uint64_t lo[4];
    uint64_t hi[4];
};
#endif

/* The eight rays of one square, each up to and including the edge square, without the square
 * itself, split into 64-bit halves. Lane i of `up` is direction i, of `down` direction i + 4; so
 * lanes 0-1 are the rook's and lanes 2-3 the bishop's. */
struct attacks_rays {
    alignas(64) uint64_t up_lo[4];
    uint64_t up_hi[4];
    uint64_t down_lo[4];
    uint64_t down_hi[4];
#if ATTACKS_USE_AVX2
    struct attacks_lanes rook, bishop; /* the same rays again */
#endif
};

struct step {
    int8_t file, rank;
};

/* The rays of square sq. Extra squares of a board have none and lie on none. */
void attacks_build_rays(const struct geometry *g, unsigned sq, struct attacks_rays *out);

/* Stores eight rays of a game's own, by enum direction. They may be bent, but the squares of rays
 * 0..3 must ascend on the way out and those of rays 4..7 descend. */
void attacks_set_rays(struct attacks_rays *out, const bb_t rays[DIR_NB]);

/* One ray as a set. */
static inline bb_t attacks_ray(const struct attacks_rays *r, enum direction d)
{
    return d < 4 ? bb_make(r->up_hi[d], r->up_lo[d])
                 : bb_make(r->down_hi[d - 4], r->down_lo[d - 4]);
}

/* Squares that a leaper with these steps reaches from sq on the rectangle of the board. */
bb_t attacks_leaper(const struct geometry *g, unsigned sq, const struct step *steps, size_t nb);

/* Direction from one square to another on a common line, else DIR_NONE. */
enum direction attacks_direction(const struct geometry *g, unsigned from, unsigned to);

/* Slider attacks from the square whose rays are given: every square up to and including the first
 * one in occ, in the rook's, the bishop's or all eight directions. */
static inline bb_t attacks_rook(const struct attacks_rays *r, bb_t occ);
static inline bb_t attacks_bishop(const struct attacks_rays *r, bb_t occ);
static inline bb_t attacks_queen(const struct attacks_rays *r, bb_t occ);

#include "tables/attacks_portable.h"

#if ATTACKS_USE_AVX512
#include "tables/attacks_avx512.h"
#elif ATTACKS_USE_AVX2
#include "tables/attacks_avx2.h"
#else

static inline bb_t attacks_rook(const struct attacks_rays *r, bb_t occ)
{
    return attacks_portable_rook(r, occ);
}

static inline bb_t attacks_bishop(const struct attacks_rays *r, bb_t occ)
{
    return attacks_portable_bishop(r, occ);
}

static inline bb_t attacks_queen(const struct attacks_rays *r, bb_t occ)
{
    return attacks_portable_queen(r, occ);
}

#endif

#endif
