/* Transposition table, one thread: packing, key check, replacement, ageing, sizes. */
#include "tables/tt.h"
#include "tests/harness.h"

#include <limits.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <unistd.h>

static const uint64_t MOVE_MAX = ((uint64_t)1 << TT_MOVE_BITS) - 1;

static struct tt *new_table(struct test *t, size_t mebibytes)
{
    struct tt *tt = tt_new();
    if (!CHECK(tt != NULL) || !CHECK(tt_resize(tt, mebibytes, 1)))
        exit(1);
    return tt;
}

/* The n-th of many keys that fall into one bucket of a 1 MiB table. */
static uint64_t neighbour(unsigned n)
{
    return UINT64_C(0x1234560000000000) + n * UINT64_C(0x10001);
}

static struct tt_entry entry_of_depth(uint8_t depth)
{
    return (struct tt_entry){
        .move = 1000u + depth, .score = 10, .eval = 20, .depth = depth, .bound = TT_BOUND_LOWER};
}

static void store_depth(struct tt *tt, uint64_t key, uint8_t depth)
{
    const struct tt_entry entry = entry_of_depth(depth);
    tt_store(tt, key, &entry);
}

static bool is_known(const struct tt *tt, uint64_t key)
{
    struct tt_entry entry;
    return tt_probe(tt, key, &entry);
}

static void check_entry(struct test *t, const struct tt *tt, uint64_t key, struct tt_entry want)
{
    struct tt_entry got;
    REQUIRE(tt_probe(tt, key, &got));
    CHECK_EQ_INT(got.move, want.move);
    CHECK_EQ_INT(got.score, want.score);
    CHECK_EQ_INT(got.eval, want.eval);
    CHECK_EQ_INT(got.depth, want.depth);
    CHECK_EQ_INT(got.bound, want.bound);
    CHECK_EQ_INT(got.pv, want.pv);
}

static struct tt_entry random_entry(struct test *t)
{
    return (struct tt_entry){
        .move = (uint32_t)(1 + test_random_below(t, MOVE_MAX)),
        .score = (int16_t)((int)test_random_below(t, 65536) + INT16_MIN),
        .eval = (int16_t)((int)test_random_below(t, 65536) + INT16_MIN),
        .depth = (uint8_t)test_random_below(t, 256),
        .bound = (uint8_t)test_random_below(t, 4),
        .pv = test_random_below(t, 2) != 0,
    };
}

/* Life without a table */

static void case_empty_table(struct test *t)
{
    struct tt *tt = tt_new();
    REQUIRE(tt != NULL);
    store_depth(tt, 0, 9);
    tt_prefetch(tt, UINT64_MAX);
    CHECK(!is_known(tt, 0));
    CHECK_EQ_U64(tt_mebibytes(tt), 0);
    CHECK_EQ_INT(tt_hashfull(tt), 0);
    tt_new_search(tt);
    tt_clear(tt, 4);
    tt_free(tt);
    tt_free(NULL);
}

/* Packing and key check */

static void case_extreme_values(struct test *t)
{
    static const int16_t scores[] = {INT16_MIN, INT16_MIN + 1, -1, 0, 1, 255, 256, INT16_MAX};
    static const uint32_t moves[] = {0, 1, 0xffff, 0x10000, 0x800000, 0xffffff};
    static const uint8_t depths[] = {0, 1, 127, 128, 255};

    struct tt *tt = new_table(t, 1);
    for (size_t move = 0; move < COUNT(moves); move++) {
        for (size_t score = 0; score < COUNT(scores); score++) {
            for (size_t eval = 0; eval < COUNT(scores); eval++) {
                for (size_t depth = 0; depth < COUNT(depths); depth++) {
                    for (unsigned tag = 0; tag < 8; tag++) {
                        const struct tt_entry entry = {
                            .move = moves[move],
                            .score = scores[score],
                            .eval = scores[eval],
                            .depth = depths[depth],
                            .bound = (uint8_t)(tag & 3),
                            .pv = tag >> 2 != 0,
                        };
                        /* No two stores meet: an update would not take the entry as it is. */
                        const uint64_t key = test_random(t);
                        tt_store(tt, key, &entry);
                        check_entry(t, tt, key, entry);
                    }
                }
            }
        }
    }
    tt_free(tt);
}

static void case_extreme_keys(struct test *t)
{
    struct tt *tt = new_table(t, 3);
    CHECK(!is_known(tt, 0)); /* an empty entry must not pass for key 0 */
    for (int bit = 0; bit < 64; bit++) {
        for (int inverted = 0; inverted < 2; inverted++) {
            const uint64_t key = (UINT64_C(1) << bit) ^ (inverted ? UINT64_MAX : 0);
            const struct tt_entry entry = random_entry(t);
            tt_store(tt, key, &entry);
            check_entry(t, tt, key, entry);
        }
    }
    store_depth(tt, 0, 3);
    check_entry(t, tt, 0, entry_of_depth(3));
    store_depth(tt, UINT64_MAX, 4);
    check_entry(t, tt, UINT64_MAX, entry_of_depth(4));
    tt_free(tt);
}

static void case_miss_leaves_output(struct test *t)
{
    struct tt *tt = new_table(t, 1);
    struct tt_entry entry = entry_of_depth(77);
    CHECK(!tt_probe(tt, 5, &entry));
    CHECK_EQ_INT(entry.depth, 77);
    CHECK_EQ_INT(entry.move, 1077);
    tt_free(tt);
}

/* Index and key check together compare all 64 bits: one stored key is never taken for another one
 * that differs in a single bit or only in the byte that the check leaves to the index. */
static void case_check_covers_whole_key(struct test *t)
{
    static const size_t sizes[] = {1, 3, 5, 100};
    for (size_t s = 0; s < COUNT(sizes); s++) {
        struct tt *tt = new_table(t, sizes[s]);
        for (int round = 0; round < 50; round++) {
            const uint64_t key = test_random(t);
            tt_clear(tt, 1);
            store_depth(tt, key, 9);
            CHECK(is_known(tt, key));
            for (int bit = 0; bit < 64; bit++)
                CHECK(!is_known(tt, key ^ UINT64_C(1) << bit));
            for (uint64_t high = 1; high < 256; high++)
                CHECK(!is_known(tt, key ^ high << 56));
            if (sizes[s] > 5)
                break; /* clearing is what takes long */
        }
        tt_free(tt);
    }
}

/* The words of the first entry of the bucket of `key`: check, data. Knows the layout of tt.c. */
static _Atomic uint64_t *words_of(const struct tt *tt, uint64_t key)
{
    return (_Atomic uint64_t *)tt->buckets + tt_bucket_index(tt, key) * (TT_BUCKET_BYTES / 8);
}

/* What a reader sees who meets the check word of (key_a, a) with the data word of (key_b, b). */
static bool probe_torn(struct tt *tt, uint64_t key_a, struct tt_entry a, uint64_t key_b,
                       struct tt_entry b, uint64_t key, struct tt_entry *out)
{
    tt_clear(tt, 1);
    tt_store(tt, key_b, &b);
    const uint64_t data_b = words_of(tt, key_b)[1];
    tt_clear(tt, 1);
    tt_store(tt, key_a, &a);
    words_of(tt, key_a)[1] = data_b;
    return tt_probe(tt, key, out);
}

static void case_torn_entry_is_a_miss(struct test *t)
{
    struct tt *tt = new_table(t, 1);
    struct tt_entry out;
    for (unsigned i = 0; i < 100; i++) {
        const uint64_t key_a = neighbour(2 * i);
        const uint64_t key_b = neighbour(2 * i + 1);
        const struct tt_entry a = random_entry(t);
        struct tt_entry b = random_entry(t);
        CHECK(!probe_torn(tt, key_a, a, key_b, b, key_a, &out));
        CHECK(!probe_torn(tt, key_a, a, key_b, b, key_b, &out));
        CHECK(!probe_torn(tt, key_a, a, key_a, b, key_a, &out));

        b = a; /* one field differing is enough */
        b.depth ^= 1;
        CHECK(!probe_torn(tt, key_a, a, key_a, b, key_a, &out));
        b = a;
        b.score ^= 0x4000;
        CHECK(!probe_torn(tt, key_a, a, key_a, b, key_a, &out));
        b = a;
        b.eval ^= 0x100;
        CHECK(!probe_torn(tt, key_a, a, key_a, b, key_a, &out));
        b = a;
        b.move ^= 0x8000;
        CHECK(!probe_torn(tt, key_a, a, key_a, b, key_a, &out));
    }
    tt_free(tt);
}

/* The one mixture that passes: all but the high byte of the move agrees. See tt.c. */
static void case_torn_move_is_whole(struct test *t)
{
    struct tt *tt = new_table(t, 1);
    const uint64_t key = neighbour(0);
    const struct tt_entry a = {
        .move = 0x123456, .score = 7, .depth = 5, .bound = TT_BOUND_EXACT, .pv = true};
    const struct tt_entry b = {.move = 0xab3456, .score = 7, .depth = 5, .bound = TT_BOUND_UPPER};
    struct tt_entry out;
    REQUIRE(probe_torn(tt, key, a, key, b, key, &out));
    CHECK_EQ_INT(out.move, b.move);
    CHECK_EQ_INT(out.score, a.score);
    CHECK_EQ_INT(out.depth, a.depth);
    CHECK_EQ_INT(out.bound, a.bound);
    CHECK_EQ_INT(out.pv, a.pv);
    tt_free(tt);
}

/* Replacement */

static void case_bucket_holds_four(struct test *t)
{
    struct tt *tt = new_table(t, 1);
    for (unsigned i = 0; i < TT_BUCKET_SIZE; i++)
        store_depth(tt, neighbour(i), (uint8_t)(10 + i));
    for (unsigned i = 0; i < TT_BUCKET_SIZE; i++)
        check_entry(t, tt, neighbour(i), entry_of_depth((uint8_t)(10 + i)));
    tt_free(tt);
}

static void case_shallowest_is_replaced(struct test *t)
{
    static const uint8_t depths[TT_BUCKET_SIZE] = {12, 7, 5, 9};
    struct tt *tt = new_table(t, 1);
    for (unsigned i = 0; i < TT_BUCKET_SIZE; i++)
        store_depth(tt, neighbour(i), depths[i]);
    store_depth(tt, neighbour(10), 1); /* always stored, even if shallower than all others */
    CHECK(is_known(tt, neighbour(0)));
    CHECK(is_known(tt, neighbour(1)));
    CHECK(!is_known(tt, neighbour(2)));
    CHECK(is_known(tt, neighbour(3)));
    CHECK(is_known(tt, neighbour(10)));
    tt_free(tt);
}

/* One search of age weighs 8 plies, also while the count of generations starts again. */
static void case_old_is_replaced_first(struct test *t)
{
    struct tt *tt = new_table(t, 1);
    for (int start = 0; start <= TT_GENERATIONS; start++) {
        for (int age = 1; age <= 4; age++) {
            for (int surplus = 8 * age - 1; surplus <= 8 * age + 1; surplus += 2) {
                tt_clear(tt, 1);
                for (int i = 0; i < start; i++)
                    tt_new_search(tt);
                store_depth(tt, neighbour(0), (uint8_t)(10 + surplus));
                for (int i = 0; i < age; i++)
                    tt_new_search(tt);
                for (unsigned i = 1; i < TT_BUCKET_SIZE; i++)
                    store_depth(tt, neighbour(i), 10);
                store_depth(tt, neighbour(10), 10);
                CHECK_EQ_INT(is_known(tt, neighbour(0)), surplus > 8 * age);
                CHECK_EQ_INT(is_known(tt, neighbour(1)), surplus < 8 * age);
                CHECK(is_known(tt, neighbour(10)));
            }
        }
    }
    tt_free(tt);
}

/* An empty entry goes first, even before one that is as old as can be. */
static void case_empty_is_filled_first(struct test *t)
{
    struct tt *tt = new_table(t, 1);
    store_depth(tt, neighbour(0), 0);
    for (int i = 1; i < TT_GENERATIONS; i++)
        tt_new_search(tt);
    for (unsigned i = 1; i < TT_BUCKET_SIZE; i++)
        store_depth(tt, neighbour(i), 1);
    for (unsigned i = 0; i < TT_BUCKET_SIZE; i++)
        CHECK(is_known(tt, neighbour(i)));
    tt_free(tt);
}

static void case_move_survives_no_move(struct test *t)
{
    struct tt *tt = new_table(t, 1);
    struct tt_entry entry = {.move = 4711, .score = 1, .depth = 5, .bound = TT_BOUND_LOWER};
    tt_store(tt, 99, &entry);
    entry = (struct tt_entry){.score = -8, .depth = 6, .bound = TT_BOUND_UPPER};
    tt_store(tt, 99, &entry);
    entry.move = 4711;
    check_entry(t, tt, 99, entry);
    entry.move = 4712;
    tt_store(tt, 99, &entry);
    check_entry(t, tt, 99, entry);
    tt_free(tt);
}

/* An entry of depth 20 meets a new result of the same key. */
static void case_deep_entry_is_kept(struct test *t)
{
    static const struct {
        uint8_t depth;
        uint8_t bound;
        bool pv;
        bool new_search;
        bool is_kept;
    } rules[] = {
        {21, TT_BOUND_LOWER, false, false, false}, {17, TT_BOUND_UPPER, false, false, false},
        {16, TT_BOUND_UPPER, false, false, true},  {0, TT_BOUND_NONE, false, false, true},
        {15, TT_BOUND_LOWER, true, false, false},  {14, TT_BOUND_LOWER, true, false, true},
        {1, TT_BOUND_EXACT, false, false, false},  {1, TT_BOUND_LOWER, false, true, false},
    };
    for (size_t i = 0; i < COUNT(rules); i++) {
        struct tt *tt = new_table(t, 1);
        struct tt_entry old = entry_of_depth(20);
        tt_store(tt, 42, &old);
        if (rules[i].new_search)
            tt_new_search(tt);
        const struct tt_entry entry = {.move = 5,
                                       .score = -300,
                                       .eval = -200,
                                       .depth = rules[i].depth,
                                       .bound = rules[i].bound,
                                       .pv = rules[i].pv};
        tt_store(tt, 42, &entry);
        old.move = 5; /* the move is taken over in any case */
        check_entry(t, tt, 42, rules[i].is_kept ? old : entry);
        tt_free(tt);
    }
}

static void case_update_takes_no_second_slot(struct test *t)
{
    struct tt *tt = new_table(t, 1);
    for (unsigned i = 0; i < TT_BUCKET_SIZE; i++)
        store_depth(tt, neighbour(i), 10);
    for (uint8_t depth = 0; depth < 100; depth++)
        store_depth(tt, neighbour(1), depth);
    for (unsigned i = 0; i < TT_BUCKET_SIZE; i++)
        CHECK(is_known(tt, neighbour(i)));
    tt_free(tt);
}

/* Generations */

static void case_generation_wraps(struct test *t)
{
    struct tt *tt = new_table(t, 1);
    for (int search = 1; search <= 3 * TT_GENERATIONS; search++) {
        CHECK_EQ_INT(tt->generation, (search - 1) % TT_GENERATIONS + 1); /* never 0 */
        store_depth(tt, 1, 9);
        check_entry(t, tt, 1, entry_of_depth(9));
        tt_new_search(tt);
    }
    tt_free(tt);
}

static void fill(struct test *t, struct tt *tt)
{
    for (int i = 0; i < 400000; i++)
        store_depth(tt, test_random(t), 1);
}

static void case_hashfull(struct test *t)
{
    struct tt *tt = new_table(t, 1);
    CHECK_EQ_INT(tt_hashfull(tt), 0);

    for (int i = 0; i < 6554; i++) /* a tenth of the 65536 entries */
        store_depth(tt, test_random(t), 1);
    CHECK(tt_hashfull(tt) > 60 && tt_hashfull(tt) < 140);

    fill(t, tt);
    CHECK(tt_hashfull(tt) > 990 && tt_hashfull(tt) <= 1000);
    tt_new_search(tt);
    CHECK_EQ_INT(tt_hashfull(tt), 0);
    fill(t, tt);
    CHECK(tt_hashfull(tt) > 990);
    tt_clear(tt, 1);
    CHECK_EQ_INT(tt_hashfull(tt), 0);
    tt_free(tt);
}

/* Sizes */

static void case_sizes(struct test *t)
{
    static const size_t sizes[] = {1, 2, 3, 5, 7, 100, 1};
    struct tt *tt = tt_new();
    REQUIRE(tt != NULL);
    for (size_t s = 0; s < COUNT(sizes); s++) {
        REQUIRE(tt_resize(tt, sizes[s], (unsigned)s));
        CHECK_EQ_U64(tt_mebibytes(tt), sizes[s]);
        CHECK_EQ_U64(tt->bucket_count * TT_BUCKET_BYTES, sizes[s] << 20);
        CHECK_EQ_U64((uintptr_t)tt->buckets % (2u << 20), 0);
        CHECK(!is_known(tt, 1)); /* left by the size before */
        store_depth(tt, 1, 5);
        store_depth(tt, UINT64_MAX, 6); /* the last bucket is inside the mapping */
        check_entry(t, tt, 1, entry_of_depth(5));
        check_entry(t, tt, UINT64_MAX, entry_of_depth(6));
    }
    tt_free(tt);
}

static void case_bucket_index(struct test *t)
{
    static const size_t sizes[] = {1, 3, 5, 100};
    enum { PARTS = 8, KEYS = 80000 };
    for (size_t s = 0; s < COUNT(sizes); s++) {
        struct tt *tt = new_table(t, sizes[s]);
        CHECK_EQ_U64(tt_bucket_index(tt, 0), 0);
        CHECK_EQ_U64(tt_bucket_index(tt, UINT64_MAX), tt->bucket_count - 1);

        int hits[PARTS] = {0};
        for (int i = 0; i < KEYS; i++) {
            const uint64_t index = tt_bucket_index(tt, test_random(t));
            REQUIRE(index < tt->bucket_count);
            hits[index * PARTS / tt->bucket_count]++;
        }
        for (int part = 0; part < PARTS; part++) /* 10000 ± 6 standard deviations */
            CHECK_MSG(abs(hits[part] - KEYS / PARTS) < 600, "%d of %d", hits[part], KEYS);
        tt_free(tt);
    }
}

static void case_absurd_size_fails_cleanly(struct test *t)
{
    static const size_t sizes[] = {
        0,       1000000000, SIZE_MAX >> 20, SIZE_MAX >> 21, SIZE_MAX / 2, (SIZE_MAX >> 20) + 1,
        SIZE_MAX};
    struct tt *tt = tt_new();
    REQUIRE(tt != NULL);
    for (size_t s = 0; s < COUNT(sizes); s++) /* nothing to keep yet */
        CHECK(!tt_resize(tt, sizes[s], 4));
    CHECK_EQ_U64(tt_mebibytes(tt), 0);

    REQUIRE(tt_resize(tt, 3, 2));
    tt_new_search(tt);
    store_depth(tt, 77, 7);
    for (size_t s = 0; s < COUNT(sizes); s++) {
        CHECK(!tt_resize(tt, sizes[s], 4));
        CHECK_EQ_U64(tt_mebibytes(tt), 3);
        CHECK_EQ_INT(tt->generation, 2);
        check_entry(t, tt, 77, entry_of_depth(7));
    }
    CHECK(tt_resize(tt, 5, 2)); /* trying again with a sane size works */
    CHECK_EQ_U64(tt_mebibytes(tt), 5);
    tt_free(tt);
}

/* Linux would grant this and kill a process later, when the pages are touched. */
static void case_all_of_memory_is_refused(struct test *t)
{
    const uint64_t pages = (uint64_t)sysconf(_SC_PHYS_PAGES);
    const uint64_t mebibytes = (pages * (uint64_t)sysconf(_SC_PAGESIZE)) >> 20;
    struct tt *tt = new_table(t, 1);
    CHECK(!tt_resize(tt, mebibytes, 2));
    CHECK(!tt_resize(tt, mebibytes - mebibytes / 16, 2));
    CHECK_EQ_U64(tt_mebibytes(tt), 1);
    tt_free(tt);
}

/* Clearing */

static void case_clear_really_clears(struct test *t)
{
    static const unsigned threads[] = {0, 1, 2, 3, 7, 64, 1000, UINT_MAX};
    struct tt *tt = new_table(t, 9); /* four and a half huge pages */
    const size_t bytes = tt->bucket_count * TT_BUCKET_BYTES;
    const char *memory = (const char *)tt->buckets;
    for (size_t i = 0; i < COUNT(threads); i++) {
        memset(tt->buckets, 0xa5, bytes);
        tt_new_search(tt);
        tt_clear(tt, threads[i]);
        CHECK(memory[0] == 0 && memcmp(memory, memory + 1, bytes - 1) == 0);
        CHECK_EQ_INT(tt->generation, 1);
    }
    tt_free(tt);
}

#if defined(__has_feature)
#define HAS_FEATURE(x) __has_feature(x)
#else
#define HAS_FEATURE(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||                               \
    HAS_FEATURE(address_sanitizer) || HAS_FEATURE(thread_sanitizer)
enum { OWNS_ADDRESS_SPACE = 0 }; /* the sanitizer maps memory of its own and needs room for it */
#else
enum { OWNS_ADDRESS_SPACE = 1 };
#endif

/* With no address space left the system refuses the table (contents stay) and, once the stacks of
 * earlier threads are used up, new threads (clearing is then left to the caller). */
static void case_no_memory_left(struct test *t)
{
    if (!OWNS_ADDRESS_SPACE)
        return;
    struct tt *tt = new_table(t, 64);
    const size_t bytes = tt->bucket_count * TT_BUCKET_BYTES;
    const char *memory = (const char *)tt->buckets;
    store_depth(tt, 77, 7);

    struct rlimit before;
    REQUIRE(getrlimit(RLIMIT_AS, &before) == 0);
    struct rlimit none = before;
    none.rlim_cur = 1 << 20;
    REQUIRE(setrlimit(RLIMIT_AS, &none) == 0);
    CHECK(!tt_resize(tt, 1, 1));
    CHECK_EQ_U64(tt_mebibytes(tt), 64);
    check_entry(t, tt, 77, entry_of_depth(7));
    memset(tt->buckets, 0xa5, bytes);
    tt_clear(tt, 32);
    REQUIRE(setrlimit(RLIMIT_AS, &before) == 0);

    CHECK(memory[0] == 0 && memcmp(memory, memory + 1, bytes - 1) == 0);
    CHECK(tt_resize(tt, 1, 1));
    tt_free(tt);
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"tt without a table", case_empty_table},
        {"tt extreme values", case_extreme_values},
        {"tt extreme keys", case_extreme_keys},
        {"tt miss leaves output", case_miss_leaves_output},
        {"tt check covers whole key", case_check_covers_whole_key},
        {"tt torn entry is a miss", case_torn_entry_is_a_miss},
        {"tt torn move is whole", case_torn_move_is_whole},
        {"tt bucket holds four", case_bucket_holds_four},
        {"tt shallowest is replaced", case_shallowest_is_replaced},
        {"tt old is replaced first", case_old_is_replaced_first},
        {"tt empty is filled first", case_empty_is_filled_first},
        {"tt move survives no move", case_move_survives_no_move},
        {"tt deep entry is kept", case_deep_entry_is_kept},
        {"tt update takes no second slot", case_update_takes_no_second_slot},
        {"tt generation wraps", case_generation_wraps},
        {"tt hashfull", case_hashfull},
        {"tt sizes", case_sizes},
        {"tt bucket index", case_bucket_index},
        {"tt absurd size fails cleanly", case_absurd_size_fails_cleanly},
        {"tt all of memory is refused", case_all_of_memory_is_refused},
        {"tt clear really clears", case_clear_really_clears},
        {"tt no memory left", case_no_memory_left},
    };
    return test_main(argc, argv, cases, COUNT(cases));
}
