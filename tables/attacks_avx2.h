/* attacks_avx2.h - slider attacks with AVX2, included by attacks.h.
 *
 * The four rays of a rook or a bishop lie in the lanes of one vector, low and high halves of the
 * 128-bit sets in two. All four ascend, since the descending ones are kept with their bits in
 * reversed order (square n is bit 127 - n) and looked up in the reversed occupancy: this is the
 * way of YaneuraOu's "Qugiy" attacks, which reverse bytes and so cannot do ranks; bits cost five
 * instructions more (one with GFNI) and serve every ray of every board. The compiler reverses the
 * occupancy once for all the pieces of a position. bench/slider_methods.h has the measurements. */
#ifndef CITADEL_TABLES_ATTACKS_AVX2_H
#define CITADEL_TABLES_ATTACKS_AVX2_H

#include "tables/attacks.h"

#include <immintrin.h>

/* Low and high halves of four sets. */
struct attacks_avx2_sets {
    __m256i lo, hi;
};

BB_INLINE __m128i attacks_avx2_reverse(__m128i x)
{
    const __m128i bytes =
        _mm_shuffle_epi8(x, _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
#ifdef __GFNI__
    return _mm_gf2p8affine_epi64_epi8(bytes, _mm_set1_epi64x((int64_t)0x8040201008040201u), 0);
#else
    /* Each half of a byte selects its mirror image, placed in the other half. */
    const __m128i half = _mm_set1_epi8(15);
    const __m128i to_high =
        _mm_setr_epi8(0, -128, 64, -64, 32, -96, 96, -32, 16, -112, 80, -48, 48, -80, 112, -16);
    const __m128i to_low = _mm_setr_epi8(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15);
    return _mm_or_si128(_mm_shuffle_epi8(to_high, _mm_and_si128(bytes, half)),
                        _mm_shuffle_epi8(to_low, _mm_and_si128(_mm_srli_epi16(bytes, 4), half)));
#endif
}

/* The occupancy as it is in lanes 0-1, reversed in lanes 2-3. */
BB_INLINE struct attacks_avx2_sets attacks_avx2_spread(bb_t occ)
{
    const __m128i set = _mm_set_epi64x((int64_t)bb_hi(occ), (int64_t)bb_lo(occ));
    const __m256i both =
        _mm256_inserti128_si256(_mm256_castsi128_si256(set), attacks_avx2_reverse(set), 1);
    return (struct attacks_avx2_sets){.lo = _mm256_unpacklo_epi64(both, both),
                                      .hi = _mm256_unpackhi_epi64(both, both)};
}

/* The inverse: the union of the four sets. */
BB_INLINE bb_t attacks_avx2_unite(struct attacks_avx2_sets s)
{
    const __m256i both =
        _mm256_or_si256(_mm256_unpacklo_epi64(s.lo, s.hi), _mm256_unpackhi_epi64(s.lo, s.hi));
    const __m128i set = _mm_or_si128(_mm256_castsi256_si128(both),
                                     attacks_avx2_reverse(_mm256_extracti128_si256(both, 1)));
    return bb_make((uint64_t)_mm_extract_epi64(set, 1), (uint64_t)_mm_cvtsi128_si64(set));
}

/* blockers ^ (blockers - 1), the borrow into the high half taken where the low half is empty. */
BB_INLINE struct attacks_avx2_sets attacks_avx2_rays(const struct attacks_lanes *lanes,
                                                     struct attacks_avx2_sets occ)
{
    const __m256i ray_lo = _mm256_load_si256((const __m256i *)lanes->lo);
    const __m256i ray_hi = _mm256_load_si256((const __m256i *)lanes->hi);
    const __m256i block_lo = _mm256_and_si256(ray_lo, occ.lo);
    const __m256i block_hi = _mm256_and_si256(ray_hi, occ.hi);
    const __m256i borrow = _mm256_cmpeq_epi64(block_lo, _mm256_setzero_si256());
    const __m256i less_lo = _mm256_add_epi64(block_lo, _mm256_set1_epi64x(-1));
    const __m256i less_hi = _mm256_add_epi64(block_hi, borrow);
    return (struct attacks_avx2_sets){
        .lo = _mm256_and_si256(ray_lo, _mm256_xor_si256(block_lo, less_lo)),
        .hi = _mm256_and_si256(ray_hi, _mm256_xor_si256(block_hi, less_hi))};
}

static inline bb_t attacks_rook(const struct attacks_rays *r, bb_t occ)
{
    return attacks_avx2_unite(attacks_avx2_rays(&r->rook, attacks_avx2_spread(occ)));
}

static inline bb_t attacks_bishop(const struct attacks_rays *r, bb_t occ)
{
    return attacks_avx2_unite(attacks_avx2_rays(&r->bishop, attacks_avx2_spread(occ)));
}

static inline bb_t attacks_queen(const struct attacks_rays *r, bb_t occ)
{
    const struct attacks_avx2_sets spread = attacks_avx2_spread(occ);
    const struct attacks_avx2_sets rook = attacks_avx2_rays(&r->rook, spread);
    const struct attacks_avx2_sets bishop = attacks_avx2_rays(&r->bishop, spread);
    return attacks_avx2_unite((struct attacks_avx2_sets){
        .lo = _mm256_or_si256(rook.lo, bishop.lo), .hi = _mm256_or_si256(rook.hi, bishop.hi)});
}

#endif
