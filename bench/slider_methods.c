/* Tables of the slider methods, all built by walking. */
#include "bench/slider_methods.h"

#include "bench/cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INNER_MAX = 9, SUBSETS_MAX = 1 << INNER_MAX, CHUNK_ALIGN = 64 };

static const int file_step[LINE_NB] = {1, 0, 1, -1};
static const int rank_step[LINE_NB] = {0, 1, 1, 1};

/* --- memory --- */

void slider_pool_init(struct slider_pool *pool, size_t size)
{
    *pool = (struct slider_pool){.bytes = aligned_alloc(CHUNK_ALIGN, size), .size = size};
    if (!pool->bytes) {
        fputs("bench: no memory for slider tables\n", stderr);
        exit(1);
    }
}

void slider_pool_free(struct slider_pool *pool)
{
    free(pool->bytes);
    *pool = (struct slider_pool){.bytes = NULL};
}

static void *take(struct slider_pool *pool, size_t bytes)
{
    const size_t rounded = (bytes + sizeof(bb_t) - 1) / sizeof(bb_t) * sizeof(bb_t);
    if (rounded > pool->size - pool->used) {
        fputs("bench: slider tables larger than expected\n", stderr);
        exit(1);
    }
    void *chunk = pool->bytes + pool->used;
    pool->used += rounded;
    return chunk;
}

/* --- walking --- */

/* sign: 1 for the ascending ray, -1 for the descending one. */
static bb_t walk(const struct geometry *g, unsigned sq, enum slider_line line, int sign, bb_t occ)
{
    bb_t set = BB_EMPTY;
    if (geo_is_extra(g, sq))
        return set;
    int file = (int)geo_file(g, sq), rank = (int)geo_rank(g, sq);
    for (;;) {
        file += sign * file_step[line];
        rank += sign * rank_step[line];
        const unsigned to = geo_square(g, file, rank);
        if (to == GEO_NO_SQUARE)
            return set;
        set |= bb_square(to);
        if (bb_has(occ, to))
            return set;
    }
}

bb_t slider_walk_line(const struct geometry *g, unsigned sq, enum slider_line line, bb_t occ)
{
    return walk(g, sq, line, 1, occ) | walk(g, sq, line, -1, occ);
}

/* Squares whose occupation matters: the line's without itself and without the edges. */
static bb_t inner_squares(const struct geometry *g, unsigned sq, enum slider_line line)
{
    bb_t up = walk(g, sq, line, 1, BB_EMPTY), down = walk(g, sq, line, -1, BB_EMPTY);
    if (bb_any(up))
        up ^= bb_square(bb_highest(up));
    if (bb_any(down))
        down ^= bb_square(bb_lowest(down));
    return up | down;
}

/* A line's occupancies, and for each of them the number of its attack set among the different. */
struct subsets {
    bb_t inner;
    unsigned bits; /* of an index: at least 1 */
    size_t nb, sets_nb;
    bb_t occ[SUBSETS_MAX];
    uint8_t number[SUBSETS_MAX];
    bb_t sets[SUBSETS_MAX];
};

static void list_subsets(const struct geometry *g, unsigned sq, enum slider_line line,
                         struct subsets *out)
{
    out->inner = inner_squares(g, sq, line);
    out->bits = bb_any(out->inner) ? bb_count(out->inner) : 1;
    out->nb = out->sets_nb = 0;
    bb_t occ = BB_EMPTY;
    do {
        const bb_t set = slider_walk_line(g, sq, line, occ);
        size_t k = 0;
        while (k < out->sets_nb && out->sets[k] != set)
            k++;
        if (k == out->sets_nb)
            out->sets[out->sets_nb++] = set;
        out->occ[out->nb] = occ;
        out->number[out->nb++] = (uint8_t)k;
        occ = (occ - out->inner) & out->inner;
    } while (bb_any(occ));
}

/* Fills numbers[index] for the products of these two factors; false on a collision. */
static bool try_factors(const struct subsets *s, uint64_t lo_factor, uint64_t hi_factor,
                        uint8_t *numbers)
{
    memset(numbers, UINT8_MAX, (size_t)1 << s->bits);
    for (size_t i = 0; i < s->nb; i++) {
        const uint64_t product = bb_lo(s->occ[i]) * lo_factor + bb_hi(s->occ[i]) * hi_factor;
        uint8_t *number = &numbers[product >> (64 - s->bits)];
        if (*number != UINT8_MAX && *number != s->number[i])
            return false;
        *number = s->number[i];
    }
    return true;
}

/* A factor with few bits, which is what gathers bits. */
static uint64_t sparse_random(uint64_t *random)
{
    return bench_random(random) & bench_random(random) & bench_random(random);
}

/* --- methods --- */

static void rank_build(struct slider_pool *pool, const struct geometry *g, unsigned sq,
                       struct slider_rank *out)
{
    const unsigned bits = g->files - 2;
    uint16_t *attacks = take(pool, sizeof *attacks << bits);
    *out = (struct slider_rank){.attacks = attacks, .inner = (1u << bits) - 1};
    const bb_t line = slider_walk_line(g, sq, LINE_RANK, BB_EMPTY);
    out->lo = bb_lo(line);
    out->hi = bb_hi(line);
    if (geo_is_extra(g, sq)) {
        memset(attacks, 0, sizeof *attacks << bits);
        return;
    }
    out->first = geo_rank(g, sq) * g->files;
    for (unsigned i = 0; i <= out->inner; i++)
        attacks[i] = (uint16_t)slider_walk_line(g, geo_file(g, sq), LINE_RANK, (bb_t)i << 1);
}

/* Squares of a file share the row of the rank table, which those of rank 1 fill: `out` points at
 * the record of sq in an array over all squares. */
static void rank_build_shared(struct slider_pool *pool, const struct geometry *g, unsigned sq,
                              struct slider_rank *out, size_t stride)
{
    if (sq < g->files || geo_is_extra(g, sq)) {
        rank_build(pool, g, sq, out);
        return;
    }
    const unsigned below = geo_rank(g, sq) * g->files;
    const void *first = (const unsigned char *)out - below * stride;
    *out = *(const struct slider_rank *)first;
    const bb_t line = slider_walk_line(g, sq, LINE_RANK, BB_EMPTY);
    out->lo = bb_lo(line);
    out->hi = bb_hi(line);
    out->first = below;
}

void slider_hyperbola_build(struct slider_pool *pool, const struct geometry *g, unsigned sq,
                            struct slider_hyperbola *out)
{
    out->bit = bb_square(sq);
    out->bit_reversed = slider_reverse_bytes(out->bit);
    for (unsigned i = 0; i < LINE_NB; i++)
        out->line[i] = slider_walk_line(g, sq, (enum slider_line)i, BB_EMPTY);
    rank_build_shared(pool, g, sq, &out->rank, sizeof *out);
}

void slider_odiff_build(struct slider_pool *pool, const struct geometry *g, unsigned sq,
                        struct slider_odiff *out)
{
    (void)pool;
    for (unsigned i = 0; i < LINE_NB; i++) {
        out->up[i] = walk(g, sq, (enum slider_line)i, 1, BB_EMPTY);
        out->down[i] = walk(g, sq, (enum slider_line)i, -1, BB_EMPTY);
    }
}

void slider_magic_build(struct slider_pool *pool, const struct geometry *g, unsigned sq,
                        struct slider_magic *out)
{
    uint64_t random = sq + 1;
    struct subsets s;
    uint8_t numbers[SUBSETS_MAX];
    for (unsigned i = 0; i < LINE_NB; i++) {
        struct slider_magic_line *l = &out->line[i];
        list_subsets(g, sq, (enum slider_line)i, &s);
        *l = (struct slider_magic_line){
            .lo = bb_lo(s.inner), .hi = bb_hi(s.inner), .shift = 64 - s.bits};
        do {
            l->lo_factor = sparse_random(&random);
            l->hi_factor = sparse_random(&random);
        } while (!try_factors(&s, l->lo_factor, l->hi_factor, numbers));
        bb_t *sets = take(pool, sizeof *sets << s.bits);
        for (size_t k = 0; k < (size_t)1 << s.bits; k++)
            sets[k] = numbers[k] == UINT8_MAX ? BB_EMPTY : s.sets[numbers[k]];
        l->sets = sets;
    }
}

void slider_fold_build(struct slider_pool *pool, const struct geometry *g, unsigned sq,
                       struct slider_fold *out)
{
    uint64_t random = sq + 1;
    struct subsets s;
    for (unsigned i = 0; i < LINE_NB; i++) {
        struct slider_fold_line *l = &out->line[i];
        list_subsets(g, sq, (enum slider_line)i, &s);
        uint8_t *numbers = take(pool, (size_t)1 << s.bits);
        bb_t *sets = take(pool, sizeof *sets * s.sets_nb);
        memcpy(sets, s.sets, sizeof *sets * s.sets_nb);
        *l = (struct slider_fold_line){.lo = bb_lo(s.inner),
                                       .hi = bb_hi(s.inner),
                                       .shift = 64 - s.bits,
                                       .numbers = numbers,
                                       .sets = sets};
        /* No bit is in both halves, so the product of the union is the sum of the products. */
        do
            l->factor = sparse_random(&random);
        while (!try_factors(&s, l->factor, l->factor, numbers));
    }
}

#ifdef __BMI2__

static void pext_build(struct slider_pool *pool, const struct geometry *g, unsigned sq,
                       enum slider_line first, enum slider_line last, struct slider_pext_lines *out)
{
    bb_t inner = BB_EMPTY;
    for (unsigned i = first; i <= last; i++)
        inner |= inner_squares(g, sq, (enum slider_line)i);
    bb_t *sets = take(pool, sizeof *sets << bb_count(inner));
    *out = (struct slider_pext_lines){.lo = bb_lo(inner),
                                      .hi = bb_hi(inner),
                                      .sets = sets,
                                      .lo_bits = (uint64_t)__builtin_popcountll(bb_lo(inner))};
    /* The subsets come in the order of their index. */
    bb_t occ = BB_EMPTY;
    do {
        bb_t set = BB_EMPTY;
        for (unsigned i = first; i <= last; i++)
            set |= slider_walk_line(g, sq, (enum slider_line)i, occ);
        *sets++ = set;
        occ = (occ - inner) & inner;
    } while (bb_any(occ));
}

void slider_pext_line_build(struct slider_pool *pool, const struct geometry *g, unsigned sq,
                            struct slider_pext_line *out)
{
    for (unsigned i = 0; i < LINE_NB; i++)
        pext_build(pool, g, sq, (enum slider_line)i, (enum slider_line)i, &out->line[i]);
}

void slider_pext_piece_build(struct slider_pool *pool, const struct geometry *g, unsigned sq,
                             struct slider_pext_piece *out)
{
    pext_build(pool, g, sq, LINE_RANK, LINE_RANK, &out->rank);
    pext_build(pool, g, sq, LINE_FILE, LINE_FILE, &out->file);
    pext_build(pool, g, sq, LINE_DIAGONAL, LINE_ANTIDIAGONAL, &out->bishop);
}

#endif

#ifdef __AVX2__

static void fill_lane(bb_t ray, uint64_t *lo, uint64_t *hi)
{
    *lo = bb_lo(ray);
    *hi = bb_hi(ray);
}

void slider_avx2_rank_build(struct slider_pool *pool, const struct geometry *g, unsigned sq,
                            struct slider_avx2_rank *out)
{
    for (unsigned i = LINE_FILE; i < LINE_NB; i++) {
        const bb_t up = walk(g, sq, (enum slider_line)i, 1, BB_EMPTY);
        const bb_t down = slider_reverse_bytes(walk(g, sq, (enum slider_line)i, -1, BB_EMPTY));
        if (i == LINE_FILE) {
            fill_lane(up, &out->file_lo[0], &out->file_hi[0]);
            fill_lane(down, &out->file_lo[1], &out->file_hi[1]);
        } else {
            const unsigned lane = i - LINE_DIAGONAL;
            fill_lane(up, &out->bishop_lo[lane], &out->bishop_hi[lane]);
            fill_lane(down, &out->bishop_lo[lane + 2], &out->bishop_hi[lane + 2]);
        }
    }
    rank_build_shared(pool, g, sq, &out->rank, sizeof *out);
}

#endif
