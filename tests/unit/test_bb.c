/* The set algebra against a plain array of 128 flags. */
#include "bitboards/bb.h"
#include "tests/harness.h"

/* The model: one flag per square. */
struct model {
    bool has[BB_SQUARES_MAX];
};

/* Random sets of every density, empty and full, one word only, single squares. */
static bb_t random_set(struct test *t)
{
    const uint64_t a = test_random(t), b = test_random(t), c = test_random(t), d = test_random(t);
    switch (test_random_below(t, 10)) {
    case 0:
        return BB_EMPTY;
    case 1:
        return ~BB_EMPTY;
    case 2:
        return bb_make(0, a);
    case 3:
        return bb_make(a, 0);
    case 4:
        return bb_square((unsigned)test_random_below(t, BB_SQUARES_MAX));
    case 5:
        return bb_make(a & b & c & d, b & test_random(t) & c & test_random(t));
    case 6:
        return bb_make(a | b | c, b | c | d);
    default:
        return bb_make(a, b);
    }
}

static struct model model_of(bb_t set)
{
    struct model m;
    for (unsigned sq = 0; sq < BB_SQUARES_MAX; sq++)
        m.has[sq] = set >> sq & 1;
    return m;
}

static bool equals_model(bb_t set, const struct model *m)
{
    for (unsigned sq = 0; sq < BB_SQUARES_MAX; sq++)
        if ((bool)(set >> sq & 1) != m->has[sq])
            return false;
    return true;
}

enum { ROUNDS = 20000 };

static void case_halves(struct test *t)
{
    for (int i = 0; i < ROUNDS; i++) {
        const uint64_t hi = test_random(t), lo = test_random(t);
        const bb_t set = bb_make(hi, lo);
        CHECK_EQ_U64(bb_hi(set), hi);
        CHECK_EQ_U64(bb_lo(set), lo);
        for (unsigned sq = 0; sq < 64; sq++) {
            CHECK(bb_has(set, sq) == (lo >> sq & 1));
            CHECK(bb_has(set, sq + 64) == (hi >> sq & 1));
        }
    }
}

static void case_single_squares(struct test *t)
{
    for (unsigned sq = 0; sq < BB_SQUARES_MAX; sq++) {
        const bb_t set = bb_square(sq);
        CHECK(bb_any(set) && !bb_several(set));
        CHECK_EQ_U64(bb_count(set), 1);
        CHECK_EQ_U64(bb_lowest(set), sq);
        CHECK_EQ_U64(bb_highest(set), sq);
        for (unsigned other = 0; other < BB_SQUARES_MAX; other++)
            CHECK(bb_has(set, other) == (other == sq));
    }
    CHECK(!bb_any(BB_EMPTY) && !bb_several(BB_EMPTY) && bb_count(BB_EMPTY) == 0);
    CHECK_EQ_U64(bb_count(~BB_EMPTY), BB_SQUARES_MAX);
}

static void case_queries(struct test *t)
{
    for (int i = 0; i < ROUNDS; i++) {
        const bb_t set = random_set(t);
        const struct model m = model_of(set);
        unsigned count = 0, lowest = 0, highest = 0;
        for (unsigned sq = 0; sq < BB_SQUARES_MAX; sq++) {
            CHECK(bb_has(set, sq) == m.has[sq]);
            if (!m.has[sq])
                continue;
            lowest = count == 0 ? sq : lowest;
            highest = sq;
            count++;
        }
        CHECK_EQ_U64(bb_count(set), count);
        CHECK(bb_any(set) == (count > 0));
        CHECK(bb_several(set) == (count > 1));
        if (count > 0) {
            CHECK_EQ_U64(bb_lowest(set), lowest);
            CHECK_EQ_U64(bb_highest(set), highest);
        }
    }
}

/* pop gives all squares, each once, in ascending order. */
static void case_pop(struct test *t)
{
    for (int i = 0; i < ROUNDS; i++) {
        const bb_t set = random_set(t);
        bb_t rest = set, seen = BB_EMPTY;
        int last = -1;
        while (bb_any(rest)) {
            const unsigned count = bb_count(rest);
            const unsigned sq = bb_pop(&rest);
            CHECK((int)sq > last);
            CHECK(bb_count(rest) == count - 1 && !bb_has(rest, sq));
            last = (int)sq;
            seen |= bb_square(sq);
        }
        CHECK(seen == set);
    }
}

/* Every shift moves every square by the step; those that leave the 128 are gone. */
static void case_shift(struct test *t)
{
    for (int step = -127; step <= 127; step++) {
        for (int i = 0; i < 20; i++) {
            const bb_t set = random_set(t);
            const struct model m = model_of(set);
            struct model moved = {{false}};
            for (int sq = 0; sq < BB_SQUARES_MAX; sq++)
                if (m.has[sq] && sq + step >= 0 && sq + step < BB_SQUARES_MAX)
                    moved.has[sq + step] = true;
            CHECK_MSG(equals_model(bb_shift(set, step), &moved), "step %d", step);
        }
    }
}

static void case_algebra(struct test *t)
{
    for (int i = 0; i < ROUNDS; i++) {
        const bb_t a = random_set(t), b = random_set(t);
        const struct model ma = model_of(a), mb = model_of(b);
        struct model both, either, one, not_a;
        for (unsigned sq = 0; sq < BB_SQUARES_MAX; sq++) {
            both.has[sq] = ma.has[sq] && mb.has[sq];
            either.has[sq] = ma.has[sq] || mb.has[sq];
            one.has[sq] = ma.has[sq] != mb.has[sq];
            not_a.has[sq] = !ma.has[sq];
        }
        CHECK(equals_model(a & b, &both));
        CHECK(equals_model(a | b, &either));
        CHECK(equals_model(a ^ b, &one));
        CHECK(equals_model(~a, &not_a));
        CHECK_EQ_U64(bb_count(a) + bb_count(b), bb_count(a & b) + bb_count(a | b));
    }
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"bb halves", case_halves},   {"bb single squares", case_single_squares},
        {"bb queries", case_queries}, {"bb pop ascends", case_pop},
        {"bb shift", case_shift},     {"bb algebra", case_algebra},
    };
    return test_main(argc, argv, cases, COUNT(cases));
}
