/* Zobrist keys: fixed values, distinctness, independent sets, the label helper. */
#include "tables/zobrist.h"
#include "tests/harness.h"

/* Made with xxHash 0.8.1. If one of these changes, every stored key and signature changes. */
static const struct {
    const char *label;
    zkey_t key;
    zkey_t key_of_set_1;
} golden[] = {
    {"", 0x2d06800538d394c2, 0x4dc5b0cc826f6703},
    {"belarusian/white rook/e4", 0xe439f35588125c3b, 0x32053a12202fe6c9},
    {"belarusian/black to move", 0x996af0329bd1f8df, 0xf5947ff7ac72584b},
    {"tamerlane/white king/a1", 0x9ba8fe14977e3c5a, 0xe1fe82423c44e622},
    {"bashni/black man/h8", 0xd7d5ea50a8ec56a6, 0xec1800406aee5a07},
};

static void case_golden_keys(struct test *t)
{
    for (size_t i = 0; i < COUNT(golden); i++) {
        CHECK_EQ_U64(zobrist_key(golden[i].label), golden[i].key);
        CHECK_EQ_U64(zobrist_key_seeded(golden[i].label, 0), golden[i].key);
        CHECK_EQ_U64(zobrist_key_seeded(golden[i].label, 1), golden[i].key_of_set_1);
    }
}

static int compare_keys(const void *a, const void *b)
{
    const zkey_t x = *(const zkey_t *)a;
    const zkey_t y = *(const zkey_t *)b;
    return (x > y) - (x < y);
}

/* 3 games, 40 pieces, 112 squares, 2 sets: more features than the engine has. */
static void case_keys_are_distinct(struct test *t)
{
    static const char *const games[] = {"belarusian", "tamerlane", "bashni"};
    enum { PIECES = 40, SQUARES = 112, SETS = 2 };
    static zkey_t keys[COUNT(games) * PIECES * SQUARES * SETS];

    size_t count = 0;
    for (size_t game = 0; game < COUNT(games); game++) {
        for (int piece = 0; piece < PIECES; piece++) {
            for (int square = 0; square < SQUARES; square++) {
                char what[32];
                char where[32];
                char label[ZOBRIST_LABEL_MAX];
                snprintf(what, sizeof(what), "piece %d", piece);
                snprintf(where, sizeof(where), "%c%d", 'a' + square % 11, 1 + square / 11);
                REQUIRE(zobrist_label(label, sizeof(label), games[game], what, where));
                for (uint64_t set = 0; set < SETS; set++)
                    keys[count++] = zobrist_key_seeded(label, set);
            }
        }
    }
    CHECK_EQ_U64(count, COUNT(keys));
    qsort(keys, count, sizeof(keys[0]), compare_keys);
    CHECK(keys[0] != 0);
    for (size_t i = 1; i < count; i++)
        CHECK(keys[i - 1] != keys[i]);
}

/* Every bit is set in about half of the keys: 4096 keys, mean 2048, 6 standard deviations = 192. */
static void case_bits_are_balanced(struct test *t)
{
    enum { KEYS = 4096 };
    int ones[64] = {0};
    for (int i = 0; i < KEYS; i++) {
        char label[ZOBRIST_LABEL_MAX];
        snprintf(label, sizeof(label), "game/piece/%d", i);
        const zkey_t key = zobrist_key(label);
        for (int bit = 0; bit < 64; bit++)
            ones[bit] += (int)(key >> bit & 1);
    }
    for (int bit = 0; bit < 64; bit++)
        CHECK_MSG(abs(ones[bit] - KEYS / 2) <= 192, "bit %d set in %d keys", bit, ones[bit]);
}

static void case_labels(struct test *t)
{
    char label[ZOBRIST_LABEL_MAX];
    CHECK(zobrist_label(label, sizeof(label), "belarusian", "white rook", "e4"));
    CHECK_EQ_STR(label, "belarusian/white rook/e4");
    CHECK(zobrist_label(label, sizeof(label), "belarusian", "black to move", NULL));
    CHECK_EQ_STR(label, "belarusian/black to move");
}

static void case_label_is_never_cut(struct test *t)
{
    char label[8] = "before";
    CHECK(!zobrist_label(label, sizeof(label), "ab", "cd", "ef"));
    CHECK(!zobrist_label(label, sizeof(label), "abc", "defg", NULL));
    CHECK(!zobrist_label(label, 0, "", "", NULL));
    CHECK_EQ_STR(label, "before");
    CHECK(zobrist_label(label, sizeof(label), "ab", "cd", "e"));
    CHECK_EQ_STR(label, "ab/cd/e");
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"zobrist golden keys", case_golden_keys},
        {"zobrist keys are distinct", case_keys_are_distinct},
        {"zobrist bits are balanced", case_bits_are_balanced},
        {"zobrist labels", case_labels},
        {"zobrist label is never cut", case_label_is_never_cut},
    };
    return test_main(argc, argv, cases, COUNT(cases));
}
