/* bb.h - the 128-bit set of squares and its algebra.
 *
 * A bb_t holds one bit per square; bit n is square n of whatever board the caller has in mind
 * (81, 112 or 32 squares). This header knows no board: edges, ranks and files live in geometry.h.
 * Everything here is a pure inline function, safe from any thread. */
#ifndef CITADEL_BITBOARDS_BB_H
#define CITADEL_BITBOARDS_BB_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

/* The GNU extensions the project allows itself, each wrapped once. */
#define BB_INLINE static inline __attribute__((always_inline))
#define BB_LIKELY(x) __builtin_expect(!!(x), 1)
#define BB_UNLIKELY(x) __builtin_expect(!!(x), 0)

/* __extension__ keeps -Wpedantic quiet about the 128-bit type. */
__extension__ typedef unsigned __int128 bb_t;
_Static_assert(sizeof(bb_t) == 16, "a bitboard is 128 bits");

enum { BB_SQUARES_MAX = 128 };

#define BB_EMPTY ((bb_t)0)

/* The two 64-bit halves. Range: any. */
BB_INLINE uint64_t bb_lo(bb_t b)
{
    return (uint64_t)b;
}

BB_INLINE uint64_t bb_hi(bb_t b)
{
    return (uint64_t)(b >> 64);
}

BB_INLINE bb_t bb_make(uint64_t hi, uint64_t lo)
{
    return (bb_t)hi << 64 | lo;
}

/* The set {sq}. sq: 0..127. */
BB_INLINE bb_t bb_square(unsigned sq)
{
    assert(sq < BB_SQUARES_MAX);
    return (bb_t)1 << sq;
}

/* Is sq in b? Tests one word, which compiles to a single bit test. */
BB_INLINE bool bb_has(bb_t b, unsigned sq)
{
    assert(sq < BB_SQUARES_MAX);
    const uint64_t word = sq < 64 ? bb_lo(b) : bb_hi(b);
    return word >> (sq & 63) & 1;
}

BB_INLINE bool bb_any(bb_t b)
{
    return (bb_lo(b) | bb_hi(b)) != 0;
}

/* A well mixed word of the set, for hash tables that may forget. */
BB_INLINE uint64_t bb_hash(bb_t b)
{
    const uint64_t h = (bb_lo(b) + bb_hi(b) * UINT64_C(0x9e3779b97f4a7c15)) ^ bb_lo(b) >> 29;
    return (h ^ h >> 32) * UINT64_C(0xd6e8feb86659fd93);
}

/* More than one square in b? Cheaper than counting. */
BB_INLINE bool bb_several(bb_t b)
{
    return bb_any(b & (b - 1));
}

/* Number of squares in b, 0..128. Where the processor is not known to count bits itself, both words
 * are summed side by side (Warren, Hacker's Delight, 5-1), which is faster than two library calls.
 */
BB_INLINE unsigned bb_count(bb_t b)
{
#if defined(__POPCNT__) || !defined(__x86_64__)
    return (unsigned)__builtin_popcountll(bb_lo(b)) + (unsigned)__builtin_popcountll(bb_hi(b));
#else
    const uint64_t m1 = UINT64_C(0x5555555555555555), m2 = UINT64_C(0x3333333333333333);
    const uint64_t m4 = UINT64_C(0x0F0F0F0F0F0F0F0F), ones = UINT64_C(0x0101010101010101);
    uint64_t lo = bb_lo(b), hi = bb_hi(b);
    lo -= lo >> 1 & m1;
    hi -= hi >> 1 & m1;
    lo = (lo & m2) + (lo >> 2 & m2);
    hi = (hi & m2) + (hi >> 2 & m2);
    lo = ((lo + (lo >> 4)) & m4) + ((hi + (hi >> 4)) & m4); /* at most 16 in a byte */
    return (unsigned)(lo * ones >> 56);
#endif
}

/* Lowest square of b. b must not be empty. */
BB_INLINE unsigned bb_lowest(bb_t b)
{
    assert(bb_any(b));
    const uint64_t lo = bb_lo(b);
    return lo ? (unsigned)__builtin_ctzll(lo) : 64 + (unsigned)__builtin_ctzll(bb_hi(b));
}

/* Highest square of b. b must not be empty. */
BB_INLINE unsigned bb_highest(bb_t b)
{
    assert(bb_any(b));
    const uint64_t hi = bb_hi(b);
    return hi ? 127 - (unsigned)__builtin_clzll(hi) : 63 - (unsigned)__builtin_clzll(bb_lo(b));
}

/* Removes the lowest square from *b and returns it. *b must not be empty. */
BB_INLINE unsigned bb_pop(bb_t *b)
{
    const unsigned sq = bb_lowest(*b);
    *b &= *b - 1;
    return sq;
}

/* Shift by `step` squares, positive towards higher numbers. The caller masks off wrapped squares.
 * step: -127..127, a constant wherever speed matters. */
BB_INLINE bb_t bb_shift(bb_t b, int step)
{
    return step >= 0 ? b << step : b >> -step;
}

#endif
