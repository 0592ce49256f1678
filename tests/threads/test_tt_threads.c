/* Transposition table under eight threads. Payloads are functions of the key, so that each hit can
 * be checked on its own, without knowing what the other threads have done. */
#include "tables/tt.h"
#include "tests/harness.h"

#include <pthread.h>

enum {
    THREADS = 8,
    VERSIONS = 16,      /* different payloads of one key; the depth says which */
    HOT_KEYS = 64,      /* these share eight buckets, so that threads meet */
    COLD_KEYS = 100000, /* these are spread, more of them than a 1 MiB table can hold */
};

static uint64_t mix(uint64_t key, uint64_t version)
{
    uint64_t state = key + version * UINT64_C(0xd1342543de82ef95);
    return test_splitmix64(&state);
}

static uint32_t move_of(uint64_t key, unsigned version)
{
    return (uint32_t)(mix(key, version) >> 40) | 1;
}

static struct tt_entry payload(uint64_t key, unsigned version)
{
    const uint64_t word = mix(key, version);
    return (struct tt_entry){
        .move = move_of(key, version),
        .score = (int16_t)(uint16_t)word,
        .eval = (int16_t)(uint16_t)(word >> 16),
        .depth = (uint8_t)version,
        .bound = (uint8_t)(word >> 32 & 3),
        .pv = (word >> 34 & 1) != 0,
    };
}

/* All fields come from one store to this key, except for the move: tt_store may have put a newer
 * one into a deeper entry. */
static bool is_consistent(uint64_t key, const struct tt_entry *got)
{
    if (got->depth >= VERSIONS)
        return false;
    const struct tt_entry want = payload(key, got->depth);
    bool has_own_move = false;
    for (unsigned version = 0; version < VERSIONS; version++)
        has_own_move |= got->move == move_of(key, version);
    return has_own_move && got->score == want.score && got->eval == want.eval &&
           got->bound == want.bound && got->pv == want.pv;
}

/* Each thread counts for itself; the harness is told after joining. */
struct hammer {
    struct tt *tt;
    uint64_t random;
    uint64_t key_count;
    unsigned rounds;
    uint64_t hits;
    uint64_t faults;
    unsigned hashfull_max;
    pthread_t thread;
};

static uint64_t key_number(uint64_t n, uint64_t key_count)
{
    const uint64_t key = mix(n, VERSIONS);
    return key_count == HOT_KEYS ? (n % 8) << 61 | key >> 14 : key;
}

static void *hammer(void *argument)
{
    struct hammer *h = argument;
    for (unsigned round = 0; round < h->rounds; round++) {
        const uint64_t random = test_splitmix64(&h->random);
        const uint64_t key = key_number((random >> 32) % h->key_count, h->key_count);
        tt_prefetch(h->tt, key);
        if ((random & 1) != 0) {
            const struct tt_entry entry = payload(key, (unsigned)(random >> 8) % VERSIONS);
            tt_store(h->tt, key, &entry);
        } else {
            struct tt_entry got;
            if (tt_probe(h->tt, key, &got)) {
                h->hits++;
                h->faults += !is_consistent(key, &got);
            }
        }
        if ((random >> 16 & 1023) == 0) {
            const unsigned full = tt_hashfull(h->tt);
            h->hashfull_max = full > h->hashfull_max ? full : h->hashfull_max;
        }
    }
    return NULL;
}

static void hammer_with_all(struct test *t, struct tt *tt, uint64_t key_count)
{
    static struct hammer hammers[THREADS];
    for (int i = 0; i < THREADS; i++) {
        hammers[i] = (struct hammer){.tt = tt,
                                     .random = test_random(t),
                                     .key_count = key_count,
                                     .rounds = test_fast_wanted() ? 50000 : 200000};
        if (!CHECK(pthread_create(&hammers[i].thread, NULL, hammer, &hammers[i]) == 0))
            exit(1);
    }
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_join(hammers[i].thread, NULL) == 0);
    for (int i = 0; i < THREADS; i++) {
        CHECK(hammers[i].hits > 0);
        CHECK_EQ_U64(hammers[i].faults, 0);
        CHECK(hammers[i].hashfull_max <= 1000);
    }
}

/* All threads in eight cache lines: as many torn entries as the machine can make. */
static void case_contention(struct test *t)
{
    struct tt *tt = tt_new();
    REQUIRE(tt != NULL);
    REQUIRE(tt_resize(tt, 1, THREADS));
    hammer_with_all(t, tt, HOT_KEYS);
    tt_free(tt);
}

/* Searches one after another in one table, cleared and resized in between by many threads. */
static void case_searches_in_turn(struct test *t)
{
    struct tt *tt = tt_new();
    REQUIRE(tt != NULL);
    for (size_t mebibytes = 1; mebibytes <= 9; mebibytes += 4) {
        REQUIRE(tt_resize(tt, mebibytes, THREADS));
        hammer_with_all(t, tt, COLD_KEYS);
        tt_new_search(tt);
        hammer_with_all(t, tt, COLD_KEYS);
        tt_clear(tt, THREADS);
        struct tt_entry entry;
        for (uint64_t n = 0; n < COLD_KEYS; n++)
            CHECK(!tt_probe(tt, key_number(n, COLD_KEYS), &entry));
    }
    tt_free(tt);
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"tt threads contention", case_contention},
        {"tt threads searches in turn", case_searches_in_turn},
    };
    return test_main(argc, argv, cases, COUNT(cases));
}
