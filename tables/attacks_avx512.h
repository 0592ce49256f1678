/* attacks_avx512.h - slider attacks with AVX-512 VL and CD, included by attacks.h.
 *
 * One vector lane per ray, low and high halves of the 128-bit sets in separate vectors.
 * Ascending: blockers ^ (blockers - 1), the borrow into the high half taken only where the low half
 * has no blocker (the idea of YaneuraOu's "Qugiy" attacks). Descending: an arithmetic right shift
 * of the sign bit by the leading-zero count gives every bit from the highest blocker upwards, and
 * all ones if there is none; so no bit reversal is needed. */
#ifndef CITADEL_TABLES_ATTACKS_AVX512_H
#define CITADEL_TABLES_ATTACKS_AVX512_H

#include "tables/attacks.h"

#include <immintrin.h>

/* vpternlogq truth tables of (a, b, c), index bits a = 4, b = 2, c = 1. */
enum { TERNLOG_A_AND_B_XOR_C = 0x60, TERNLOG_OR_A_AND_BC = 0xF8 };

BB_INLINE bb_t attacks_from_lanes(__m128i lo, __m128i hi)
{
    const __m128i set = _mm_or_si128(_mm_unpacklo_epi64(lo, hi), _mm_unpackhi_epi64(lo, hi));
    return bb_make((uint64_t)_mm_extract_epi64(set, 1), (uint64_t)_mm_cvtsi128_si64(set));
}

/* Two ascending and two descending rays: lanes `first` and `first` + 1. */
BB_INLINE bb_t attacks_avx512_pair(const struct attacks_rays *r, bb_t occ, int first)
{
    const __m128i occ_lo = _mm_set1_epi64x((int64_t)bb_lo(occ));
    const __m128i occ_hi = _mm_set1_epi64x((int64_t)bb_hi(occ));
    const __m128i minus1 = _mm_set1_epi64x(-1);
    const __m128i sign = _mm_set1_epi64x(INT64_MIN);

    const __m128i up_lo = _mm_load_si128((const __m128i *)&r->up_lo[first]);
    const __m128i up_hi = _mm_load_si128((const __m128i *)&r->up_hi[first]);
    const __m128i up_block_lo = _mm_and_si128(up_lo, occ_lo);
    const __m128i up_block_hi = _mm_and_si128(up_hi, occ_hi);
    const __mmask8 borrow = _mm_testn_epi64_mask(up_block_lo, up_block_lo);
    __m128i lo = _mm_ternarylogic_epi64(up_lo, up_block_lo, _mm_add_epi64(up_block_lo, minus1),
                                        TERNLOG_A_AND_B_XOR_C);
    __m128i hi = _mm_maskz_ternarylogic_epi64(
        borrow, up_hi, up_block_hi, _mm_add_epi64(up_block_hi, minus1), TERNLOG_A_AND_B_XOR_C);

    const __m128i down_lo = _mm_load_si128((const __m128i *)&r->down_lo[first]);
    const __m128i down_hi = _mm_load_si128((const __m128i *)&r->down_hi[first]);
    const __m128i down_block_lo = _mm_and_si128(down_lo, occ_lo);
    const __m128i down_block_hi = _mm_and_si128(down_hi, occ_hi);
    const __mmask8 open_hi = _mm_testn_epi64_mask(down_block_hi, down_block_hi);
    const __m128i keep_lo = _mm_maskz_srav_epi64(open_hi, sign, _mm_lzcnt_epi64(down_block_lo));
    const __m128i keep_hi = _mm_srav_epi64(sign, _mm_lzcnt_epi64(down_block_hi));
    lo = _mm_ternarylogic_epi64(lo, down_lo, keep_lo, TERNLOG_OR_A_AND_BC);
    hi = _mm_ternarylogic_epi64(hi, down_hi, keep_hi, TERNLOG_OR_A_AND_BC);
    return attacks_from_lanes(lo, hi);
}

static inline bb_t attacks_rook(const struct attacks_rays *r, bb_t occ)
{
    return attacks_avx512_pair(r, occ, 0);
}

static inline bb_t attacks_bishop(const struct attacks_rays *r, bb_t occ)
{
    return attacks_avx512_pair(r, occ, 2);
}

static inline bb_t attacks_queen(const struct attacks_rays *r, bb_t occ)
{
    const __m256i occ_lo = _mm256_set1_epi64x((int64_t)bb_lo(occ));
    const __m256i occ_hi = _mm256_set1_epi64x((int64_t)bb_hi(occ));
    const __m256i minus1 = _mm256_set1_epi64x(-1);
    const __m256i sign = _mm256_set1_epi64x(INT64_MIN);

    const __m256i up_lo = _mm256_load_si256((const __m256i *)r->up_lo);
    const __m256i up_hi = _mm256_load_si256((const __m256i *)r->up_hi);
    const __m256i up_block_lo = _mm256_and_si256(up_lo, occ_lo);
    const __m256i up_block_hi = _mm256_and_si256(up_hi, occ_hi);
    const __mmask8 borrow = _mm256_testn_epi64_mask(up_block_lo, up_block_lo);
    __m256i lo = _mm256_ternarylogic_epi64(
        up_lo, up_block_lo, _mm256_add_epi64(up_block_lo, minus1), TERNLOG_A_AND_B_XOR_C);
    __m256i hi = _mm256_maskz_ternarylogic_epi64(
        borrow, up_hi, up_block_hi, _mm256_add_epi64(up_block_hi, minus1), TERNLOG_A_AND_B_XOR_C);

    const __m256i down_lo = _mm256_load_si256((const __m256i *)r->down_lo);
    const __m256i down_hi = _mm256_load_si256((const __m256i *)r->down_hi);
    const __m256i down_block_lo = _mm256_and_si256(down_lo, occ_lo);
    const __m256i down_block_hi = _mm256_and_si256(down_hi, occ_hi);
    const __mmask8 open_hi = _mm256_testn_epi64_mask(down_block_hi, down_block_hi);
    const __m256i keep_lo =
        _mm256_maskz_srav_epi64(open_hi, sign, _mm256_lzcnt_epi64(down_block_lo));
    const __m256i keep_hi = _mm256_srav_epi64(sign, _mm256_lzcnt_epi64(down_block_hi));
    lo = _mm256_ternarylogic_epi64(lo, down_lo, keep_lo, TERNLOG_OR_A_AND_BC);
    hi = _mm256_ternarylogic_epi64(hi, down_hi, keep_hi, TERNLOG_OR_A_AND_BC);
    return attacks_from_lanes(
        _mm_or_si128(_mm256_castsi256_si128(lo), _mm256_extracti128_si256(lo, 1)),
        _mm_or_si128(_mm256_castsi256_si128(hi), _mm256_extracti128_si256(hi, 1)));
}

#endif
