/* slider_methods.h - ways to look up the attacks of a slider on the 9x9 and the 11x10 board, to be
 * compared with those in tables/attacks.h. Nothing here is used by the engine.
 *
 * Each method M has a record per square, struct slider_M, filled by slider_M_build, and inline
 * lookups slider_M_rook, _bishop, _queen. What decides is not the time of a lookup but that of the
 * generator. Million leaves a second of perft with bulk counting on an EPYC of the Zen 4 kind,
 * gcc 12 -O3, start position at depth 5 / ten positions from tests/data/belarusian.epd at depth 4
 * to 5; medians of nine interleaved rounds:
 *
 *   method                          native      x86-64-v3   x86-64      tables for 9x9
 *   attacks_avx512.h                571 / 874                            20 KB
 *   attacks_avx2.h                  519 / 817   513 / 771                10 KB (and the rays)
 *   attacks_portable.h              289 / 457   332 / 486   236 / 377    20 KB
 *   avx2_rank (Qugiy, rank table)   525 / 805   508 / 770                13 KB
 *   pext_piece                      511 / 796   524 / 811                530 KB
 *   pext_line                       467 / 728   457 / 720                270 KB
 *   fold (ours)                     464 / 716   420 / 694   280 / 450    75 KB
 *   magic                           445 / 688   438 / 664   280 / 446    280 KB
 *   hyperbola                       357 / 565   394 / 582   262 / 430    13 KB
 *   odiff                           233 / 379   346 / 539   234 / 362    10 KB
 *
 * Hence the choice in attacks.h. Whole-piece PEXT is as fast as AVX2, but wants half a megabyte of
 * cache that a search needs for other things, and PEXT is slow before Zen 3. Without AVX2,
 * hyperbola would gain 10 to 15 % but cannot serve the dark-square board (two ranks in a byte), and
 * fold would gain 20 % but needs tables of variable size that struct attacks_rays has no room for.
 */
#ifndef CITADEL_BENCH_SLIDER_METHODS_H
#define CITADEL_BENCH_SLIDER_METHODS_H

#include "bitboards/geometry.h"

#include <stdalign.h>
#include <stddef.h>

#if defined(__AVX2__) || defined(__BMI2__)
#include <immintrin.h>
#endif

/* Lines through a square, in the order of enum direction. */
enum slider_line { LINE_RANK, LINE_FILE, LINE_DIAGONAL, LINE_ANTIDIAGONAL, LINE_NB };

/* Memory for variable-sized tables: chunks that are never given back before slider_pool_free. */
struct slider_pool {
    unsigned char *bytes;
    size_t used, size;
};

/* Size in bytes; ends the program if there is no memory. */
void slider_pool_init(struct slider_pool *pool, size_t size);
void slider_pool_free(struct slider_pool *pool);

/* Attacks by walking square by square: the reference, and what all tables are built from. */
bb_t slider_walk_line(const struct geometry *g, unsigned sq, enum slider_line line, bb_t occ);

BB_INLINE uint64_t slider_rotate_left(uint64_t x, unsigned n)
{
    return x << (n & 63) | x >> (-n & 63);
}

/* Square n goes to another byte and keeps its place within it; squares of a line in different bytes
 * change their order. That is so for all lines but ranks, since steps are 8 or more. */
BB_INLINE bb_t slider_reverse_bytes(bb_t b)
{
    return bb_make(__builtin_bswap64(bb_lo(b)), __builtin_bswap64(bb_hi(b)));
}

/* --- Ranks by a table of 16-bit sets -----------------------------------------------------------
 * The halves are laid over each other: a rank has 9 or 11 neighbouring bits, which stay different
 * modulo 64. So one rotation finds the rank wherever it lies. Part of other methods. */

struct slider_rank {
    uint64_t lo, hi; /* the rank without the square itself */
    const uint16_t *attacks;
    uint32_t inner; /* mask of the bits between the edges */
    uint32_t first; /* number of the first square */
};

BB_INLINE bb_t slider_rank_attacks(const struct slider_rank *r, bb_t occ)
{
    const uint64_t folded = (bb_lo(occ) & r->lo) | (bb_hi(occ) & r->hi);
    const uint64_t inner = slider_rotate_left(folded, -(r->first + 1)) & r->inner;
    const uint64_t set = slider_rotate_left(r->attacks[inner], r->first);
    return bb_make(set & r->hi, set & r->lo);
}

/* --- Hyperbola quintessence (Hansen, Isenberg 2007, chessprogramming.org) ----------------------
 * Blockers minus the slider flips what lies up to the first blocker above it; the same on the line
 * in reversed order serves the other direction. */

struct slider_hyperbola {
    bb_t bit, bit_reversed;
    bb_t line[LINE_NB]; /* [LINE_RANK] unused */
    struct slider_rank rank;
};

void slider_hyperbola_build(struct slider_pool *pool, const struct geometry *g, unsigned sq,
                            struct slider_hyperbola *out);

BB_INLINE bb_t slider_hyperbola_line(const struct slider_hyperbola *s, enum slider_line i, bb_t occ)
{
    const bb_t up = occ & s->line[i];
    const bb_t down = slider_reverse_bytes(up);
    return ((up - s->bit) ^ slider_reverse_bytes(down - s->bit_reversed)) & s->line[i];
}

BB_INLINE bb_t slider_hyperbola_rook(const struct slider_hyperbola *s, bb_t occ)
{
    return slider_rank_attacks(&s->rank, occ) | slider_hyperbola_line(s, LINE_FILE, occ);
}

BB_INLINE bb_t slider_hyperbola_bishop(const struct slider_hyperbola *s, bb_t occ)
{
    return slider_hyperbola_line(s, LINE_DIAGONAL, occ) |
           slider_hyperbola_line(s, LINE_ANTIDIAGONAL, occ);
}

BB_INLINE bb_t slider_hyperbola_queen(const struct slider_hyperbola *s, bb_t occ)
{
    return slider_hyperbola_rook(s, occ) | slider_hyperbola_bishop(s, occ);
}

/* --- Obstruction difference (Hooker 2009, chessprogramming.org) --------------------------------
 * One subtraction for both directions of a line: from the blockers above, the highest below. */

struct slider_odiff {
    bb_t up[LINE_NB], down[LINE_NB];
};

void slider_odiff_build(struct slider_pool *pool, const struct geometry *g, unsigned sq,
                        struct slider_odiff *out);

BB_INLINE bb_t slider_odiff_line(const struct slider_odiff *s, enum slider_line i, bb_t occ)
{
    const bb_t up = s->up[i] & occ, down = s->down[i] & occ;
    /* Minus two to the power of the highest blocker; square 0 where there is none. */
    const uint64_t lo = bb_lo(down) | 1, hi = bb_hi(down);
    const uint64_t minus_hi = ~(uint64_t)0 << (63 - __builtin_clzll(hi | 1));
    const uint64_t minus_lo = hi ? 0 : ~(uint64_t)0 << (63 - __builtin_clzll(lo));
    return (up ^ (up + bb_make(minus_hi, minus_lo))) & (s->up[i] | s->down[i]);
}

BB_INLINE bb_t slider_odiff_rook(const struct slider_odiff *s, bb_t occ)
{
    return slider_odiff_line(s, LINE_RANK, occ) | slider_odiff_line(s, LINE_FILE, occ);
}

BB_INLINE bb_t slider_odiff_bishop(const struct slider_odiff *s, bb_t occ)
{
    return slider_odiff_line(s, LINE_DIAGONAL, occ) | slider_odiff_line(s, LINE_ANTIDIAGONAL, occ);
}

BB_INLINE bb_t slider_odiff_queen(const struct slider_odiff *s, bb_t occ)
{
    return slider_odiff_rook(s, occ) | slider_odiff_bishop(s, occ);
}

/* --- Magic multiplication per line (Kannan 2007), one multiplier for each half -----------------
 * The sum of two products is the index of a full set. Multipliers by random trial. */

struct slider_magic_line {
    uint64_t lo, hi; /* squares between the edges, without the square itself */
    uint64_t lo_factor, hi_factor;
    uint64_t shift;
    const bb_t *sets;
};

struct slider_magic {
    struct slider_magic_line line[LINE_NB];
};

void slider_magic_build(struct slider_pool *pool, const struct geometry *g, unsigned sq,
                        struct slider_magic *out);

BB_INLINE bb_t slider_magic_line_attacks(const struct slider_magic_line *l, bb_t occ)
{
    const uint64_t product =
        (bb_lo(occ) & l->lo) * l->lo_factor + (bb_hi(occ) & l->hi) * l->hi_factor;
    return l->sets[product >> l->shift];
}

BB_INLINE bb_t slider_magic_rook(const struct slider_magic *s, bb_t occ)
{
    return slider_magic_line_attacks(&s->line[LINE_RANK], occ) |
           slider_magic_line_attacks(&s->line[LINE_FILE], occ);
}

BB_INLINE bb_t slider_magic_bishop(const struct slider_magic *s, bb_t occ)
{
    return slider_magic_line_attacks(&s->line[LINE_DIAGONAL], occ) |
           slider_magic_line_attacks(&s->line[LINE_ANTIDIAGONAL], occ);
}

BB_INLINE bb_t slider_magic_queen(const struct slider_magic *s, bb_t occ)
{
    return slider_magic_rook(s, occ) | slider_magic_bishop(s, occ);
}

/* --- Folded magic (ours) -----------------------------------------------------------------------
 * On both boards the inner squares of a line stay different modulo 64, so the halves can be laid
 * over each other and one multiplication is enough. A byte in between names the set, which makes
 * the tables a quarter as large: a line has at most 25 different sets. */

struct slider_fold_line {
    uint64_t lo, hi, factor, shift;
    const uint8_t *numbers;
    const bb_t *sets;
};

struct slider_fold {
    struct slider_fold_line line[LINE_NB];
};

void slider_fold_build(struct slider_pool *pool, const struct geometry *g, unsigned sq,
                       struct slider_fold *out);

BB_INLINE bb_t slider_fold_line_attacks(const struct slider_fold_line *l, bb_t occ)
{
    const uint64_t folded = (bb_lo(occ) & l->lo) | (bb_hi(occ) & l->hi);
    return l->sets[l->numbers[folded * l->factor >> l->shift]];
}

BB_INLINE bb_t slider_fold_rook(const struct slider_fold *s, bb_t occ)
{
    return slider_fold_line_attacks(&s->line[LINE_RANK], occ) |
           slider_fold_line_attacks(&s->line[LINE_FILE], occ);
}

BB_INLINE bb_t slider_fold_bishop(const struct slider_fold *s, bb_t occ)
{
    return slider_fold_line_attacks(&s->line[LINE_DIAGONAL], occ) |
           slider_fold_line_attacks(&s->line[LINE_ANTIDIAGONAL], occ);
}

BB_INLINE bb_t slider_fold_queen(const struct slider_fold *s, bb_t occ)
{
    return slider_fold_rook(s, occ) | slider_fold_bishop(s, occ);
}

#ifdef __BMI2__

/* --- PEXT per line, and per piece as in Fairy-Stockfish ----------------------------------------
 * Two PEXT make the index of a full set. Per piece the bishop's two lines share one index; a rook
 * has 14 to 17 inner squares and stays with two, as there. */

struct slider_pext_lines {
    uint64_t lo, hi;
    const bb_t *sets;
    uint64_t lo_bits;
};

struct slider_pext_line {
    struct slider_pext_lines line[LINE_NB];
};

struct slider_pext_piece {
    struct slider_pext_lines rank, file, bishop;
};

void slider_pext_line_build(struct slider_pool *pool, const struct geometry *g, unsigned sq,
                            struct slider_pext_line *out);
void slider_pext_piece_build(struct slider_pool *pool, const struct geometry *g, unsigned sq,
                             struct slider_pext_piece *out);

BB_INLINE bb_t slider_pext_attacks(const struct slider_pext_lines *l, bb_t occ)
{
    return l->sets[_pext_u64(bb_lo(occ), l->lo) | _pext_u64(bb_hi(occ), l->hi) << l->lo_bits];
}

BB_INLINE bb_t slider_pext_line_rook(const struct slider_pext_line *s, bb_t occ)
{
    return slider_pext_attacks(&s->line[LINE_RANK], occ) |
           slider_pext_attacks(&s->line[LINE_FILE], occ);
}

BB_INLINE bb_t slider_pext_line_bishop(const struct slider_pext_line *s, bb_t occ)
{
    return slider_pext_attacks(&s->line[LINE_DIAGONAL], occ) |
           slider_pext_attacks(&s->line[LINE_ANTIDIAGONAL], occ);
}

BB_INLINE bb_t slider_pext_line_queen(const struct slider_pext_line *s, bb_t occ)
{
    return slider_pext_line_rook(s, occ) | slider_pext_line_bishop(s, occ);
}

BB_INLINE bb_t slider_pext_piece_rook(const struct slider_pext_piece *s, bb_t occ)
{
    return slider_pext_attacks(&s->rank, occ) | slider_pext_attacks(&s->file, occ);
}

BB_INLINE bb_t slider_pext_piece_bishop(const struct slider_pext_piece *s, bb_t occ)
{
    return slider_pext_attacks(&s->bishop, occ);
}

BB_INLINE bb_t slider_pext_piece_queen(const struct slider_pext_piece *s, bb_t occ)
{
    return slider_pext_piece_rook(s, occ) | slider_pext_piece_bishop(s, occ);
}

#endif

#ifdef __AVX2__

/* --- Qugiy (the attacks of YaneuraOu, by the author of the program Qugiy) ----------------------
 * Masked subtraction on four rays at once, descending ones with their bytes reversed; see
 * attacks_avx2.h, which reverses bits. Here ranks come from the table above, so the rook has its
 * file in a vector of two lanes only. GFNI would make the bit reversal one instruction. */

struct slider_avx2_rank {
    alignas(32) uint64_t bishop_lo[4];
    uint64_t bishop_hi[4];
    uint64_t file_lo[2], file_hi[2];
    struct slider_rank rank;
};

void slider_avx2_rank_build(struct slider_pool *pool, const struct geometry *g, unsigned sq,
                            struct slider_avx2_rank *out);

BB_INLINE __m128i slider_avx2_reverse(__m128i x)
{
    return _mm_shuffle_epi8(x, _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
}

BB_INLINE __m128i slider_avx2_set(bb_t b)
{
    return _mm_set_epi64x((int64_t)bb_hi(b), (int64_t)bb_lo(b));
}

/* Both halves of a vector are (low, high) words of a set, the upper one reversed. */
BB_INLINE bb_t slider_avx2_unite(__m128i up, __m128i down)
{
    const __m128i set = _mm_or_si128(up, slider_avx2_reverse(down));
    return bb_make((uint64_t)_mm_extract_epi64(set, 1), (uint64_t)_mm_cvtsi128_si64(set));
}

BB_INLINE bb_t slider_avx2_file(const struct slider_avx2_rank *s, bb_t occ)
{
    const __m128i up = slider_avx2_set(occ), down = slider_avx2_reverse(up);
    const __m128i ray_lo = _mm_load_si128((const __m128i *)s->file_lo);
    const __m128i ray_hi = _mm_load_si128((const __m128i *)s->file_hi);
    const __m128i lo = _mm_and_si128(ray_lo, _mm_unpacklo_epi64(up, down));
    const __m128i hi = _mm_and_si128(ray_hi, _mm_unpackhi_epi64(up, down));
    const __m128i borrow = _mm_cmpeq_epi64(lo, _mm_setzero_si128());
    const __m128i set_lo =
        _mm_and_si128(ray_lo, _mm_xor_si128(lo, _mm_add_epi64(lo, _mm_set1_epi64x(-1))));
    const __m128i set_hi = _mm_and_si128(ray_hi, _mm_xor_si128(hi, _mm_add_epi64(hi, borrow)));
    return slider_avx2_unite(_mm_unpacklo_epi64(set_lo, set_hi),
                             _mm_unpackhi_epi64(set_lo, set_hi));
}

BB_INLINE bb_t slider_avx2_rank_rook(const struct slider_avx2_rank *s, bb_t occ)
{
    return slider_rank_attacks(&s->rank, occ) | slider_avx2_file(s, occ);
}

BB_INLINE bb_t slider_avx2_rank_bishop(const struct slider_avx2_rank *s, bb_t occ)
{
    const __m128i up = slider_avx2_set(occ);
    const __m256i both =
        _mm256_inserti128_si256(_mm256_castsi128_si256(up), slider_avx2_reverse(up), 1);
    const __m256i ray_lo = _mm256_load_si256((const __m256i *)s->bishop_lo);
    const __m256i ray_hi = _mm256_load_si256((const __m256i *)s->bishop_hi);
    const __m256i lo = _mm256_and_si256(ray_lo, _mm256_unpacklo_epi64(both, both));
    const __m256i hi = _mm256_and_si256(ray_hi, _mm256_unpackhi_epi64(both, both));
    const __m256i borrow = _mm256_cmpeq_epi64(lo, _mm256_setzero_si256());
    const __m256i less_lo = _mm256_add_epi64(lo, _mm256_set1_epi64x(-1));
    const __m256i set_lo = _mm256_and_si256(ray_lo, _mm256_xor_si256(lo, less_lo));
    const __m256i set_hi =
        _mm256_and_si256(ray_hi, _mm256_xor_si256(hi, _mm256_add_epi64(hi, borrow)));
    const __m256i sets = _mm256_or_si256(_mm256_unpacklo_epi64(set_lo, set_hi),
                                         _mm256_unpackhi_epi64(set_lo, set_hi));
    return slider_avx2_unite(_mm256_castsi256_si128(sets), _mm256_extracti128_si256(sets, 1));
}

BB_INLINE bb_t slider_avx2_rank_queen(const struct slider_avx2_rank *s, bb_t occ)
{
    return slider_avx2_rank_rook(s, occ) | slider_avx2_rank_bishop(s, occ);
}

#endif

#endif
