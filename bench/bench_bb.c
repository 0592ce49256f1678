/* The 128-bit set: nanoseconds per primitive, on random sets of a third of the 9x9 board. */
#include "bench/cases.h"
#include "bench/shim.h"
#include "bitboards/bb.h"

enum { BATCH = 1024 };

static bb_t sets[BATCH];

/* Runs a loop over all sets per iteration; `each` must be inlined, so it is a constant. */
BB_INLINE void run(struct bench_state *state, uint64_t (*each)(bb_t))
{
    uint64_t items = 0;
    while (bench_keep_running(state)) {
        uint64_t sum = 0;
        for (size_t i = 0; i < BATCH; i++)
            sum += each(sets[i]);
        bench_use(sum);
        items += BATCH;
    }
    bench_set_items(state, items);
}

BB_INLINE uint64_t each_count(bb_t b)
{
    return bb_count(b);
}

BB_INLINE uint64_t each_lowest(bb_t b)
{
    return bb_lowest(b);
}

BB_INLINE uint64_t each_highest(bb_t b)
{
    return bb_highest(b);
}

BB_INLINE uint64_t each_several(bb_t b)
{
    return bb_several(b);
}

BB_INLINE uint64_t each_has(bb_t b)
{
    return bb_has(b, (unsigned)bb_hi(b) & 127);
}

BB_INLINE uint64_t each_square(bb_t b)
{
    const bb_t one = bb_square((unsigned)bb_lo(b) & 127);
    return bb_lo(one) ^ bb_hi(one);
}

BB_INLINE uint64_t each_shift(bb_t b)
{
    const bb_t moved = bb_shift(b, 10) | bb_shift(b, -8);
    return bb_lo(moved) ^ bb_hi(moved);
}

BB_INLINE uint64_t each_pop_all(bb_t b)
{
    uint64_t sum = 0;
    while (bb_any(b))
        sum += bb_pop(&b);
    return sum;
}

static void run_count(struct bench_state *state, const void *argument)
{
    (void)argument;
    run(state, each_count);
}

static void run_lowest(struct bench_state *state, const void *argument)
{
    (void)argument;
    run(state, each_lowest);
}

static void run_highest(struct bench_state *state, const void *argument)
{
    (void)argument;
    run(state, each_highest);
}

static void run_several(struct bench_state *state, const void *argument)
{
    (void)argument;
    run(state, each_several);
}

static void run_has(struct bench_state *state, const void *argument)
{
    (void)argument;
    run(state, each_has);
}

static void run_square(struct bench_state *state, const void *argument)
{
    (void)argument;
    run(state, each_square);
}

static void run_shift(struct bench_state *state, const void *argument)
{
    (void)argument;
    run(state, each_shift);
}

static void run_pop_all(struct bench_state *state, const void *argument)
{
    (void)argument;
    run(state, each_pop_all);
}

void bench_bb_register(void)
{
    uint64_t random = 1;
    for (size_t i = 0; i < BATCH; i++)
        sets[i] = bench_random_occupancy(&geo_9x9, &random) | bb_square((unsigned)i % 81);
    bench_register("bb/count", run_count, NULL);
    bench_register("bb/lowest", run_lowest, NULL);
    bench_register("bb/highest", run_highest, NULL);
    bench_register("bb/several", run_several, NULL);
    bench_register("bb/has", run_has, NULL);
    bench_register("bb/square", run_square, NULL);
    bench_register("bb/two_shifts", run_shift, NULL);
    bench_register("bb/pop_27_squares", run_pop_all, NULL);
}
