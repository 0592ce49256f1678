/* The transposition table in a file: all comes back, and no damaged, foreign or cut file is taken.
 */
#include "tables/tt_file.h"
#include "tests/harness.h"

#include <stdio.h>

enum { TAG = 77, KEYS = 5000 };

static struct tt *new_table(struct test *t, size_t mebibytes)
{
    struct tt *tt = tt_new();
    if (!CHECK(tt != NULL) || !CHECK(tt_resize(tt, mebibytes, 1)))
        exit(1);
    return tt;
}

static uint64_t key_of(unsigned i)
{
    return (i + 1) * UINT64_C(0x9E3779B97F4A7C15);
}

static void fill(struct test *t, struct tt *tt, unsigned keys)
{
    for (unsigned i = 0; i < keys; i++) {
        const struct tt_entry entry = {.move = i + 1,
                                       .score = (int16_t)(i - 1000),
                                       .eval = (int16_t)i,
                                       .depth = (uint8_t)test_random_below(t, 256),
                                       .bound = (uint8_t)(1 + i % 3),
                                       .pv = i % 2 == 0};
        if (i == keys / 2)
            tt_new_search(tt);
        tt_store(tt, key_of(i), &entry);
    }
}

/* The file as bytes; the caller frees them. */
static char *written(struct test *t, const struct tt *tt, size_t *size)
{
    char *bytes = NULL;
    FILE *out = open_memstream(&bytes, size);
    CHECK(out && tt_file_write(tt, TAG, out) == TT_FILE_OK && fclose(out) == 0);
    return bytes;
}

static enum tt_file_status read_from(struct test *t, struct tt *tt, char *bytes, size_t size,
                                     uint64_t tag)
{
    FILE *in = fmemopen(bytes, size, "rb");
    if (!CHECK(in != NULL))
        exit(1);
    const enum tt_file_status status = tt_file_read(tt, tag, in);
    if (status == TT_FILE_OK)
        CHECK(getc(in) == EOF);
    fclose(in);
    return status;
}

static bool is_same(const struct tt *a, const struct tt *b)
{
    struct tt_entry x, y;
    for (unsigned i = 0; i < KEYS; i++) {
        const bool in_a = tt_probe(a, key_of(i), &x), in_b = tt_probe(b, key_of(i), &y);
        if (in_a != in_b || (in_a && (x.move != y.move || x.score != y.score || x.eval != y.eval ||
                                      x.depth != y.depth || x.bound != y.bound || x.pv != y.pv)))
            return false;
    }
    return tt_hashfull(a) == tt_hashfull(b);
}

static void case_round_trip(struct test *t)
{
    static const struct {
        size_t mebibytes;
        unsigned keys;
    } tables[] = {{1, KEYS}, {1, 0}, {1, 100000}, {3, KEYS}};
    for (size_t i = 0; i < COUNT(tables); i++) {
        struct tt *tt = new_table(t, tables[i].mebibytes);
        struct tt *again = new_table(t, tables[i].mebibytes);
        size_t size, size_again;
        fill(t, tt, tables[i].keys);
        fill(t, again, 10); /* what was there before is gone */
        char *bytes = written(t, tt, &size);
        CHECK_EQ_INT(read_from(t, again, bytes, size, TAG), TT_FILE_OK);
        CHECK(is_same(tt, again));
        char *bytes_again = written(t, again, &size_again);
        CHECK(size == size_again && memcmp(bytes, bytes_again, size) == 0);
        /* Empty entries take a bit. */
        CHECK(size <= 64 + tables[i].mebibytes * 4 * (2048 + 16) + 16 * (size_t)tables[i].keys);
        free(bytes);
        free(bytes_again);
        tt_free(tt);
        tt_free(again);
    }
}

/* Afterwards the table is empty. */
static void check_refused(struct test *t, struct tt *tt, char *bytes, size_t size,
                          enum tt_file_status expected)
{
    fill(t, tt, 10);
    const enum tt_file_status status = read_from(t, tt, bytes, size, TAG);
    CHECK(status != TT_FILE_OK && (expected == TT_FILE_OK || status == expected));
    struct tt_entry entry;
    for (unsigned i = 0; i < KEYS; i++)
        CHECK(!tt_probe(tt, key_of(i), &entry));
}

static void case_refused(struct test *t)
{
    struct tt *tt = new_table(t, 1), *other = new_table(t, 2), *target = new_table(t, 1);
    size_t size;
    fill(t, tt, KEYS);
    char *bytes = written(t, tt, &size);
    CHECK_EQ_INT(read_from(t, target, bytes, size, TAG + 1), TT_FILE_FOREIGN);
    check_refused(t, other, bytes, size, TT_FILE_SIZE);
    const int rounds = test_fast_wanted() ? 30 : 300;
    for (int i = 0; i < rounds; i++) {
        char *bad = malloc(size);
        REQUIRE(bad != NULL);
        memcpy(bad, bytes, size);
        bad[test_random_below(t, size)] ^= (char)(1 << test_random_below(t, 8));
        check_refused(t, target, bad, size, TT_FILE_OK);
        free(bad);
    }
    for (int i = 0; i < rounds / 3; i++)
        check_refused(t, target, bytes, 1 + test_random_below(t, size - 1), TT_FILE_CORRUPT);
    free(bytes);
    tt_free(tt);
    tt_free(other);
    tt_free(target);
}

/* A stream that takes no more. */
static void case_full_disk(struct test *t)
{
    struct tt *tt = new_table(t, 1);
    FILE *out = fopen("/dev/full", "wb");
    fill(t, tt, KEYS);
    if (out) {
        CHECK(tt_file_write(tt, TAG, out) == TT_FILE_IO);
        fclose(out);
    }
    tt_free(tt);
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"round trip", case_round_trip},
        {"refused", case_refused},
        {"full disk", case_full_disk},
    };
    return test_main(argc, argv, cases, COUNT(cases));
}
