/* Slider attacks: nanoseconds per lookup of each method, piece and board, in three settings:
 *   shared  eight squares looked up in one occupancy, as a generator does
 *   fresh   another occupancy each time
 *   chain   each lookup chooses the next occupancy and square, so that nothing overlaps
 * Squares and occupancies (one square in three) are random. */
#include "bench/cases.h"
#include "bench/shim.h"
#include "bench/slider_methods.h"
#include "tables/attacks.h"

#include <stdio.h>
#include <stdlib.h>

enum { BATCH = 1024, SHARED = 8, POOL_BYTES = 8 << 20, BOARDS = 2, TABLE_ALIGN = 64 };
enum piece { ROOK, BISHOP, QUEEN, PIECE_NB };
enum setting { SETTING_SHARED, SETTING_FRESH, SETTING_CHAIN, SETTING_NB };

static const char *const piece_names[PIECE_NB] = {"rook", "bishop", "queen"};
static const char *const setting_names[SETTING_NB] = {"shared", "fresh", "chain"};
static const char *const board_names[BOARDS] = {"9x9", "11x10"};
static const struct geometry *const boards[BOARDS] = {&geo_9x9, &geo_tamerlane};

struct samples {
    bb_t occ[BATCH];
    unsigned sq[BATCH];
};

static struct samples samples[BOARDS];

/* A method's tables on one board. */
struct tables {
    void *squares; /* an array of its records */
    const struct samples *samples;
};

typedef bb_t (*lookup_t)(const void *squares, unsigned sq, bb_t occ);

BB_INLINE uint64_t mix(bb_t b)
{
    return bb_lo(b) ^ bb_hi(b);
}

/* One batch; all but the first argument is constant, so lookup is inlined. */
BB_INLINE uint64_t run_batch(const struct tables *t, lookup_t lookup, enum setting setting)
{
    const struct samples *s = t->samples;
    uint64_t sum = 0;
    if (setting == SETTING_CHAIN) {
        for (unsigned i = 0, k = 0; i < BATCH; i++) {
            const uint64_t word = mix(lookup(t->squares, s->sq[k], s->occ[k]));
            sum += word;
            k = (k + 1 + (unsigned)word) % BATCH;
        }
        return sum;
    }
    for (unsigned i = 0; i < BATCH; i++) {
        const bb_t occ = s->occ[setting == SETTING_SHARED ? i - i % SHARED : i];
        sum += mix(lookup(t->squares, s->sq[i], occ));
    }
    return sum;
}

BB_INLINE void run(struct bench_state *state, const struct tables *t, lookup_t lookup,
                   enum setting setting)
{
    uint64_t items = 0;
    while (bench_keep_running(state)) {
        bench_use(run_batch(t, lookup, setting));
        items += BATCH;
    }
    bench_set_items(state, items);
}

struct method {
    const char *name;
    size_t record_bytes;
    void (*build)(struct slider_pool *pool, const struct geometry *g, unsigned sq, void *out);
    lookup_t lookup[PIECE_NB];
    bench_function run[PIECE_NB][SETTING_NB];
};

/* The functions of struct method for one piece of method NAME: its lookup and three cases. */
#define PIECE(NAME, TYPE, ATTACKS, piece)                                                          \
    BB_INLINE bb_t NAME##_##piece(const void *squares, unsigned sq, bb_t occ)                      \
    {                                                                                              \
        return ATTACKS##_##piece((const struct TYPE *)squares + sq, occ);                          \
    }                                                                                              \
    static void NAME##_##piece##_shared(struct bench_state *state, const void *tables)             \
    {                                                                                              \
        run(state, tables, NAME##_##piece, SETTING_SHARED);                                        \
    }                                                                                              \
    static void NAME##_##piece##_fresh(struct bench_state *state, const void *tables)              \
    {                                                                                              \
        run(state, tables, NAME##_##piece, SETTING_FRESH);                                         \
    }                                                                                              \
    static void NAME##_##piece##_chain(struct bench_state *state, const void *tables)              \
    {                                                                                              \
        run(state, tables, NAME##_##piece, SETTING_CHAIN);                                         \
    }

#define RUNS(NAME, piece)                                                                          \
    {                                                                                              \
        NAME##_##piece##_shared, NAME##_##piece##_fresh, NAME##_##piece##_chain                    \
    }

/* A method NAME with records of struct TYPE, filled by BUILD, and ATTACKS_rook and so on. */
#define METHOD(NAME, TYPE, BUILD, ATTACKS)                                                         \
    PIECE(NAME, TYPE, ATTACKS, rook)                                                               \
    PIECE(NAME, TYPE, ATTACKS, bishop)                                                             \
    PIECE(NAME, TYPE, ATTACKS, queen)                                                              \
    static void NAME##_build(struct slider_pool *pool, const struct geometry *g, unsigned sq,      \
                             void *out)                                                            \
    {                                                                                              \
        BUILD(pool, g, sq, out);                                                                   \
    }                                                                                              \
    static const struct method NAME##_method = {                                                   \
        #NAME,                                                                                     \
        sizeof(struct TYPE),                                                                       \
        NAME##_build,                                                                              \
        {NAME##_rook, NAME##_bishop, NAME##_queen},                                                \
        {RUNS(NAME, rook), RUNS(NAME, bishop), RUNS(NAME, queen)}};

static void build_rays(struct slider_pool *pool, const struct geometry *g, unsigned sq,
                       struct attacks_rays *out)
{
    (void)pool;
    attacks_build_rays(g, sq, out);
}

/* `chosen` is what the engine uses in this build: AVX-512, AVX2 or the portable way. */
METHOD(chosen, attacks_rays, build_rays, attacks)
METHOD(portable, attacks_rays, build_rays, attacks_portable)
METHOD(hyperbola, slider_hyperbola, slider_hyperbola_build, slider_hyperbola)
METHOD(odiff, slider_odiff, slider_odiff_build, slider_odiff)
METHOD(magic, slider_magic, slider_magic_build, slider_magic)
METHOD(fold, slider_fold, slider_fold_build, slider_fold)
#ifdef __BMI2__
METHOD(pext_line, slider_pext_line, slider_pext_line_build, slider_pext_line)
METHOD(pext_piece, slider_pext_piece, slider_pext_piece_build, slider_pext_piece)
#endif
#ifdef __AVX2__
METHOD(avx2_rank, slider_avx2_rank, slider_avx2_rank_build, slider_avx2_rank)
#endif

static const struct method *const methods[] = {
    &chosen_method,    &portable_method,   &hyperbola_method,
    &odiff_method,     &magic_method,      &fold_method,
#ifdef __BMI2__
    &pext_line_method, &pext_piece_method,
#endif
#ifdef __AVX2__
    &avx2_rank_method,
#endif
};

enum { METHODS = sizeof methods / sizeof *methods };

static struct tables tables[METHODS][BOARDS];

static bool is_right(const struct method *m, const void *squares, const struct geometry *g,
                     unsigned sq, bb_t occ)
{
    const bb_t rook =
        slider_walk_line(g, sq, LINE_RANK, occ) | slider_walk_line(g, sq, LINE_FILE, occ);
    const bb_t bishop = slider_walk_line(g, sq, LINE_DIAGONAL, occ) |
                        slider_walk_line(g, sq, LINE_ANTIDIAGONAL, occ);
    return m->lookup[ROOK](squares, sq, occ) == rook &&
           m->lookup[BISHOP](squares, sq, occ) == bishop &&
           m->lookup[QUEEN](squares, sq, occ) == (rook | bishop);
}

static bool check(const struct method *m, const struct tables *t, const struct geometry *g)
{
    for (unsigned sq = 0; sq < g->squares; sq++)
        for (unsigned i = 0; i < BATCH; i++)
            if (!is_right(m, t->squares, g, sq, t->samples->occ[i]) ||
                !is_right(m, t->squares, g, sq, BB_EMPTY) ||
                !is_right(m, t->squares, g, sq, geo_all(g))) {
                fprintf(stderr, "bench: slider method %s is wrong on %s, square %u\n", m->name,
                        g->name, sq);
                return false;
            }
    return true;
}

/* The tables stay until the end of the program. */
static void build(const struct method *m, const struct geometry *g, struct tables *out)
{
    static struct slider_pool pools[METHODS * BOARDS];
    static size_t pools_nb;
    struct slider_pool *pool = &pools[pools_nb++];
    slider_pool_init(pool, POOL_BYTES);
    const size_t bytes = g->squares * m->record_bytes;
    unsigned char *squares =
        aligned_alloc(TABLE_ALIGN, (bytes + TABLE_ALIGN - 1) / TABLE_ALIGN * TABLE_ALIGN);
    if (!squares) {
        fputs("bench: no memory for slider tables\n", stderr);
        exit(1);
    }
    for (unsigned sq = 0; sq < g->squares; sq++)
        m->build(pool, g, sq, squares + sq * m->record_bytes);
    out->squares = squares;
}

static void add(const struct method *m, const struct tables *t, const char *board)
{
    for (int piece = 0; piece < PIECE_NB; piece++)
        for (int setting = 0; setting < SETTING_NB; setting++) {
            char name[64];
            snprintf(name, sizeof name, "attacks/%s/%s/%s/%s", m->name, piece_names[piece], board,
                     setting_names[setting]);
            bench_register(name, m->run[piece][setting], t);
        }
}

bool bench_attacks_register(void)
{
    uint64_t random = 1;
    for (int b = 0; b < BOARDS; b++)
        for (int i = 0; i < BATCH; i++) {
            samples[b].occ[i] = bench_random_occupancy(boards[b], &random);
            samples[b].sq[i] =
                (unsigned)(bench_random(&random) % (boards[b]->squares - boards[b]->extra));
        }
    for (int i = 0; i < METHODS; i++)
        for (int b = 0; b < BOARDS; b++) {
            struct tables *t = &tables[i][b];
            t->samples = &samples[b];
            build(methods[i], boards[b], t);
            if (!check(methods[i], t, boards[b]))
                return false;
            add(methods[i], t, board_names[b]);
        }
    return true;
}
