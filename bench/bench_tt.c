/* The transposition table: nanoseconds per probe and store, for a table that fits the caches and
 * one that does not, and with several threads on one table. */
#include "bench/cases.h"
#include "bench/shim.h"
#include "tables/tt.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { BATCH = 1024, SMALL_MIB = 1, LARGE_MIB = 256, THREADS_MAX = 8, AHEAD = 8 };

/* Tables are made by the first case that asks for them, which runs in one thread or holds the
 * others back: the library starts the loops of a case together. */
struct table {
    size_t mebibytes;
    struct tt *tt;
    uint64_t keys; /* stored: an eighth of the slots, so that next to nothing is replaced */
};

static struct table small_table = {.mebibytes = SMALL_MIB};
static struct table large_table = {.mebibytes = LARGE_MIB};

/* Key number i of an endless sequence without repetition (the mixer of splitmix64). */
static uint64_t key_number(uint64_t i)
{
    uint64_t x = i * 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

static struct tt_entry entry_number(uint64_t i)
{
    return (struct tt_entry){.move = (uint32_t)i & 0xFFFFFF,
                             .score = (int16_t)(i & 1023),
                             .eval = (int16_t)(i & 511),
                             .depth = (uint8_t)(i & 31),
                             .bound = TT_BOUND_EXACT};
}

static void fill(struct table *table)
{
    if (table->tt)
        return;
    table->tt = tt_new();
    if (!table->tt || !tt_resize(table->tt, table->mebibytes, 1)) {
        fputs("bench: no memory for a table\n", stderr);
        exit(1);
    }
    table->keys = table->mebibytes * (1 << 20) / TT_BUCKET_BYTES * TT_BUCKET_SIZE / 8;
    for (uint64_t i = 0; i < table->keys; i++) {
        const struct tt_entry entry = entry_number(i);
        tt_store(table->tt, key_number(i), &entry);
    }
}

/* Probes random keys: stored ones, or, `from` the first number not stored, others. */
BB_INLINE void run_probe(struct bench_state *state, const struct table *table, uint64_t from,
                         bool prefetch)
{
    uint64_t random = (uint64_t)bench_thread(state) + 1, items = 0, found = 0;
    uint64_t keys[BATCH + AHEAD];
    for (int i = 0; i < AHEAD; i++)
        keys[i] = key_number(from);
    while (bench_keep_running(state)) {
        for (int i = AHEAD; i < BATCH + AHEAD; i++)
            keys[i] = key_number(from + bench_random(&random) % table->keys);
        struct tt_entry entry = {0};
        for (int i = 0; i < BATCH; i++) {
            if (prefetch)
                tt_prefetch(table->tt, keys[i + AHEAD]);
            found += tt_probe(table->tt, keys[i], &entry) ? entry.depth : 0u;
        }
        for (int i = 0; i < AHEAD; i++)
            keys[i] = keys[BATCH + i];
        items += BATCH;
    }
    bench_use(found);
    bench_set_items(state, items);
}

static void run_hit(struct bench_state *state, const void *argument)
{
    run_probe(state, argument, 0, false);
}

static void run_hit_prefetched(struct bench_state *state, const void *argument)
{
    run_probe(state, argument, 0, true);
}

static void run_miss(struct bench_state *state, const void *argument)
{
    const struct table *table = argument;
    run_probe(state, table, table->keys, false);
}

/* What a search does to the table: stores to keys that it has or has not. */
BB_INLINE void run_store(struct bench_state *state, const struct table *table, uint64_t spread)
{
    uint64_t random = (uint64_t)bench_thread(state) + 1, items = 0;
    while (bench_keep_running(state)) {
        for (int i = 0; i < BATCH; i++) {
            const uint64_t r = bench_random(&random);
            const struct tt_entry entry = entry_number(r >> 40);
            tt_store(table->tt, key_number(r % (table->keys * spread)), &entry);
        }
        items += BATCH;
    }
    bench_set_items(state, items);
}

static void run_store_known(struct bench_state *state, const void *argument)
{
    run_store(state, argument, 1);
}

static void run_store_new(struct bench_state *state, const void *argument)
{
    run_store(state, argument, 1 << 20);
}

/* A probe, and a store where it missed. */
static void run_mixed(struct bench_state *state, const void *argument)
{
    const struct table *table = argument;
    uint64_t random = (uint64_t)bench_thread(state) + 1, items = 0;
    while (bench_keep_running(state)) {
        for (int i = 0; i < BATCH; i++) {
            const uint64_t number = bench_random(&random) % (table->keys * 2);
            struct tt_entry entry;
            if (!tt_probe(table->tt, key_number(number), &entry)) {
                entry = entry_number(number);
                tt_store(table->tt, key_number(number), &entry);
            }
        }
        items += BATCH;
    }
    bench_set_items(state, items);
}

/* Stores leave the table full, so they come last; hits are those of keys still there. */
static void add(const struct table *table, const char *name, bench_function function, int threads)
{
    char full[64];
    snprintf(full, sizeof full, "tt/%zuMiB/%s", table->mebibytes, name);
    if (threads > 1)
        bench_register_threads(full, function, table, threads);
    else
        bench_register(full, function, table);
}

void bench_tt_register(void)
{
    struct table *tables[] = {&small_table, &large_table};
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const int threads = processors < 2             ? 2
                        : processors > THREADS_MAX ? THREADS_MAX
                                                   : (int)processors;
    for (int i = 0; i < 2; i++) {
        fill(tables[i]);
        add(tables[i], "probe_hit", run_hit, 1);
        add(tables[i], "probe_hit_prefetched", run_hit_prefetched, 1);
        add(tables[i], "probe_miss", run_miss, 1);
        add(tables[i], "probe_hit", run_hit, threads);
        add(tables[i], "store_known", run_store_known, 1);
        add(tables[i], "probe_or_store", run_mixed, threads);
        add(tables[i], "store_new", run_store_new, threads);
    }
}
