/* The parts of Bashni closures: packing, the set, moves taken back. */
#include "engine/games/bashni/closure_priv.h"
#include "tests/oracle/bas_oracle.h"
#include "tests/support/game_checks.h"

static struct position *new_position(struct test *t)
{
    return checks_new(t, games_find("bashni"));
}

/* A random position of at most `men` pieces in at most `towers` towers. */
static void random_position(struct test *t, struct position *pos, unsigned men, unsigned towers)
{
    struct bas_position *p = bas_of(pos);
    for (;;) {
        struct baso_pos o;
        unsigned long long seed = test_random(t);
        char fen[GAME_FEN_MAX];
        unsigned count[SIDE_NB];
        baso_random(&o, &seed);
        baso_format(&o, fen);
        if (!checks_set(t, pos, "random", fen))
            return;
        bas_count_men(p, count);
        const unsigned nb = (unsigned)__builtin_popcount(bas_occupied(p));
        if (nb > 0 && nb <= towers && count[WHITE] + count[BLACK] <= men)
            return;
    }
}

/* --- the parts --- */

static void case_packing(struct test *t)
{
    struct position *pos = new_position(t);
    const struct bas_position *p = bas_of_const(pos);
    for (int i = 0; i < amount(20000, 3000, 200000); i++) {
        struct bas_packing k;
        struct bas_position back = {.base = {.side = WHITE}};
        unsigned men[SIDE_NB];
        random_position(t, pos, 24, 3);
        bas_count_men(p, men);
        bas_packing_init(&k, men);
        CHECK(k.towers_max >= (men[WHITE] + men[BLACK] < 3 ? 1 : 3));
        const uint64_t word = bas_pack(&k, p);
        CHECK(word != 0);
        bas_unpack(&k, word, &back);
        CHECK(back.base.side == pos->side && back.tops[WHITE] == p->tops[WHITE] &&
              back.tops[BLACK] == p->tops[BLACK] && back.kings == p->kings);
        CHECK(memcmp(back.tower, p->tower, sizeof back.tower) == 0);
    }
    /* 24 pieces: four towers are too many; few pieces: each may be a tower. */
    struct bas_packing k;
    bas_packing_init(&k, (const unsigned[SIDE_NB]){12, 12});
    CHECK_EQ_INT(k.towers_max, 3);
    bas_packing_init(&k, (const unsigned[SIDE_NB]){3, 3});
    CHECK_EQ_INT(k.towers_max, 6);
    pos_free(pos);
}

static int compare_words(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void case_word_set(struct test *t)
{
    enum { NB = 50000 };
    uint64_t *words = calloc(NB, sizeof *words);
    struct bas_word_set s;
    CHECK(words && bas_word_set_init(&s, 10));
    size_t most = 10;
    for (size_t i = 0; i < NB; i++) {
        /* Every other one close to those before, or at either end, so that runs become long. */
        words[i] = i % 2 ? test_random(t) | 1 : words[i / 2] + 1;
        words[i] = i % 97 == 0 ? UINT64_MAX - i : i % 89 == 0 ? i + 1 : words[i];
        if (i == most) {
            most += most / 2;
            CHECK(bas_word_set_grow(&s, most));
        }
        CHECK(bas_word_set_insert(&s, words[i]) != BAS_INSERT_FULL);
        CHECK(bas_word_set_insert(&s, words[i]) == BAS_INSERT_OLD);
        CHECK(bas_word_set_insert(&s, words[i / 3]) == BAS_INSERT_OLD);
    }
    qsort(words, NB, sizeof *words, compare_words);
    CHECK(bas_word_set_close(&s));
    size_t nb = 0;
    for (size_t i = 0; i < NB; i++) {
        if (i > 0 && words[i] == words[i - 1])
            continue;
        CHECK_EQ_U64(bas_word_set_get(&s, nb), words[i]);
        CHECK_EQ_U64(bas_word_set_find(&s, words[i]), nb);
        if (i + 1 < NB && words[i + 1] > words[i] + 1)
            CHECK_EQ_U64(bas_word_set_find(&s, words[i] + 1), BAS_NO_ID);
        nb++;
    }
    CHECK_EQ_U64(s.nb, nb);
    CHECK_EQ_U64(bas_word_set_find(&s, 0), BAS_NO_ID);
    bas_word_set_fini(&s);
    free(words);
}

struct wanted {
    const struct bas_position *p;
    bool seen;
};

static void look_for(void *context, const struct bas_position *before)
{
    struct wanted *wanted = context;
    const struct bas_position *p = wanted->p;
    wanted->seen |= before->base.side == p->base.side && before->kings == p->kings &&
                    memcmp(before->tops, p->tops, sizeof p->tops) == 0 &&
                    memcmp(before->tower, p->tower, sizeof p->tower) == 0;
}

/* Whatever move is played, taking back finds the position before it. */
static void case_take_back(struct test *t)
{
    struct position *pos = new_position(t);
    struct move_entry list[BAS_MOVES_MAX];
    struct bas_undo undo;
    CHECK_EQ_INT(pos_reserve(pos, 1), ENGINE_OK);
    for (int i = 0; i < amount(5000, 300, 50000); i++) {
        random_position(t, pos, 24, 6);
        const struct bas_position before = *bas_of_const(pos);
        const unsigned towers = (unsigned)__builtin_popcount(bas_occupied(&before));
        const struct move_entry *end = bas_generate(pos, GEN_ALL, list);
        for (const struct move_entry *e = list; e < end && e < list + 20; e++) {
            struct wanted wanted = {.p = &before};
            bas_make(pos, e, &undo);
            bas_take_back(bas_of_const(pos), towers, look_for, &wanted);
            bas_unmake(pos, e, &undo);
            char text[MOVE_TEXT_MAX];
            bas_move_format(pos, e->move, text);
            test_check(t, wanted.seen, __FILE__, __LINE__, "%s is not taken back", text);
        }
    }
    pos_free(pos);
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"packing", case_packing}, {"word-set", case_word_set}, {"take-back", case_take_back}};
    return test_main(argc, argv, cases, COUNT(cases));
}
