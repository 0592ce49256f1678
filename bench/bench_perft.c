/* Perft as the command runs it: on 1, 2, 4 .. threads, and with a hash; and the hash by itself. An
 * item is a leaf of the tree, walked or looked up, and for the table a probe or store. */
#include "bench/cases.h"
#include "bench/shim.h"
#include "engine/perft.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { HASH_MIB = 64, BATCH = 1024, THREADS_MAX = 8, NAME_MAX_BYTES = 96 };

/* One case: a start position with a depth at which it takes some 0.1 s. */
struct run {
    const struct bench_position *position;
    int depth;
    uint64_t nodes;
    unsigned threads;
    bool hash, wide;
};

/* A new table each time, as a user's first count has it. */
static void run_perft(struct bench_state *state, const void *argument)
{
    const struct run *run = argument;
    struct position *pos = bench_position_new(run->position);
    uint64_t items = 0;
    while (bench_keep_running(state)) {
        struct perft_hash *hash = run->hash ? perft_hash_new(HASH_MIB, run->wide) : NULL;
        const struct perft_options options = {
            .depth = run->depth, .threads = run->threads, .bulk = true, .hash = hash};
        perft_count_t nodes = 0;
        bool complete;
        if ((run->hash && !hash) || perft_run(pos, &options, &nodes, &complete) != ENGINE_OK ||
            nodes != run->nodes)
            bench_fail(state, "wrong perft count");
        items += (uint64_t)nodes;
        perft_hash_free(hash);
    }
    bench_set_items(state, items);
    pos_free(pos);
}

static struct perft_hash *tables[2];

/* Keys are spread like those of positions (the mixer of splitmix64). */
static struct perft_key key_number(uint64_t i)
{
    uint64_t x = i * 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return (struct perft_key){{x ^ x >> 31, x}};
}

enum { KEYS = HASH_MIB << 12 }; /* an eighth of the entries, so that few are replaced */

static void run_probe(struct bench_state *state, const void *argument)
{
    const struct perft_hash *hash = *(struct perft_hash *const *)argument;
    uint64_t random = (uint64_t)bench_thread(state) + 1, items = 0, sum = 0;
    while (bench_keep_running(state)) {
        for (int i = 0; i < BATCH; i++) {
            uint64_t count = 0;
            perft_hash_probe(hash, key_number(bench_random(&random) % KEYS), 3, &count);
            sum += count;
        }
        items += BATCH;
    }
    bench_use(sum);
    bench_set_items(state, items);
}

static void run_store(struct bench_state *state, const void *argument)
{
    struct perft_hash *hash = *(struct perft_hash *const *)argument;
    uint64_t random = (uint64_t)bench_thread(state) + 1, items = 0;
    while (bench_keep_running(state)) {
        for (int i = 0; i < BATCH; i++) {
            const uint64_t n = bench_random(&random) % KEYS;
            perft_hash_store(hash, key_number(n), 3, n);
        }
        items += BATCH;
    }
    bench_set_items(state, items);
}

static int threads_max(void)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 2 ? 2 : processors > THREADS_MAX ? THREADS_MAX : (int)processors;
}

static void register_tables(void)
{
    for (int wide = 0; wide <= 1; wide++) {
        char name[NAME_MAX_BYTES];
        tables[wide] = perft_hash_new(HASH_MIB, wide);
        if (!tables[wide]) {
            fputs("bench: no memory for a table\n", stderr);
            exit(1);
        }
        for (uint64_t i = 0; i < KEYS; i++)
            perft_hash_store(tables[wide], key_number(i), 3, i);
        snprintf(name, sizeof name, "perft_hash/%d_bits/probe", 64 << wide);
        bench_register_threads(name, run_probe, &tables[wide], threads_max());
        snprintf(name, sizeof name, "perft_hash/%d_bits/store", 64 << wide);
        bench_register_threads(name, run_store, &tables[wide], threads_max());
    }
}

/* The depth and count of the start positions. */
static const struct {
    const char *game;
    int depth;
    uint64_t nodes;
} starts[] = {{"belarusian", 6, 225815676}, {"tamerlane", 6, 257593699}, {"bashni", 11, 107635944}};

static const struct bench_position *start_of(const char *game)
{
    for (size_t i = 0; i < bench_positions_nb; i++)
        if (bench_positions[i].game == games_find(game))
            return &bench_positions[i];
    return NULL;
}

void bench_perft_register(void)
{
    enum { RUNS_MAX = 24 };
    static struct run runs[RUNS_MAX]; /* they live as long as the program */
    size_t nb = 0;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        const struct run plain = {.position = start_of(starts[i].game),
                                  .depth = starts[i].depth,
                                  .nodes = starts[i].nodes,
                                  .threads = 1};
        char name[NAME_MAX_BYTES];
        for (int threads = 1; threads <= threads_max() && nb + 2 < RUNS_MAX; threads *= 2) {
            runs[nb] = plain;
            runs[nb].threads = (unsigned)threads;
            snprintf(name, sizeof name, "perft/%s/%d_threads", starts[i].game, threads);
            bench_register_threads(name, run_perft, &runs[nb++], 1);
        }
        for (int wide = 0; wide <= 1 && nb < RUNS_MAX; wide++) {
            runs[nb] = plain;
            runs[nb].hash = true;
            runs[nb].wide = wide;
            snprintf(name, sizeof name, "perft/%s/hash_%d_bits", starts[i].game, 64 << wide);
            bench_register_threads(name, run_perft, &runs[nb++], 1);
        }
    }
    register_tables();
}
