/* The common part of positions: copies, key history, repetition. The toy game stands for any. */
#include "engine/game.h"
#include "tests/harness.h"
#include "tests/search/toy.h"

enum { UNDO_MAX = 64, PLIES_MAX = 60 };

struct play {
    struct move_entry moves[PLIES_MAX];
    unsigned char undo[PLIES_MAX][UNDO_MAX];
    unsigned nb;
};

/* Plays a move given as text; false if it is not legal. */
static bool step(struct position *pos, struct play *play, const char *text)
{
    struct move_entry *m = &play->moves[play->nb];
    if (play->nb == PLIES_MAX || pos->game->move_parse(pos, text, m) != ENGINE_OK)
        return false;
    pos->game->make(pos, m, play->undo[play->nb++]);
    return true;
}

static void back(struct position *pos, struct play *play)
{
    play->nb--;
    pos->game->unmake(pos, &play->moves[play->nb], play->undo[play->nb]);
}

static struct position *guards(void)
{
    struct position *pos = pos_new(&toy_cyclic);
    if (pos && pos_set(pos, "g3/4/4/4/3G w 0", NULL) != ENGINE_OK) {
        pos_free(pos);
        return NULL;
    }
    return pos;
}

static void case_new_is_start(struct test *t)
{
    struct position *a = pos_new(&toy_game);
    struct position *b = pos_new(&toy_game);
    REQUIRE(a && b);
    CHECK(a->game == &toy_game);
    CHECK_EQ_INT(a->history_nb, 0);
    CHECK_EQ_INT(a->side, WHITE);
    CHECK_EQ_U64(a->key, b->key);
    pos_free(a);
    pos_free(b);
    pos_free(NULL);
}

static void case_bad_text_changes_nothing(struct test *t)
{
    struct position *pos = guards();
    REQUIRE(pos);
    const zkey_t key = pos->key;
    struct text_error error = {0};
    CHECK_EQ_INT(pos_set(pos, "g3/4/4/4/3x w 0", &error), ENGINE_BAD_POSITION);
    CHECK_EQ_INT((long long)error.offset, 10);
    CHECK(error.what != NULL);
    CHECK_EQ_INT(pos_set(pos, "g3/4", NULL), ENGINE_BAD_POSITION);
    CHECK_EQ_INT(pos_set(pos, "", NULL), ENGINE_BAD_POSITION);
    CHECK_EQ_U64(pos->key, key);
    pos_free(pos);
}

static void case_copy_takes_history(struct test *t)
{
    struct position *pos = guards();
    struct position *copy = pos_new(&toy_cyclic);
    struct play play = {.nb = 0};
    REQUIRE(pos && copy && step(pos, &play, "d1d2") && step(pos, &play, "a5a4"));
    REQUIRE(pos_copy(copy, pos) == ENGINE_OK);
    CHECK_EQ_U64(copy->key, pos->key);
    CHECK_EQ_INT(copy->history_nb, 2);
    CHECK(copy->history != pos->history);
    CHECK(memcmp(copy->history, pos->history, 2 * sizeof *pos->history) == 0);
    back(pos, &play); /* the copy stays */
    CHECK_EQ_INT(copy->history_nb, 2);
    CHECK(copy->key != pos->key);
    pos_free(pos);
    pos_free(copy);
}

static void case_copy_of_long_history(struct test *t)
{
    struct position *pos = guards();
    struct position *copy = pos_new(&toy_cyclic);
    REQUIRE(pos && copy && pos_reserve(pos, 2000) == ENGINE_OK);
    for (int i = 0; i < 1500; i++)
        pos_push_key(pos);
    REQUIRE(pos_copy(copy, pos) == ENGINE_OK);
    CHECK_EQ_INT(copy->history_nb, 1500);
    CHECK(copy->history_cap >= 1500);
    REQUIRE(pos_reserve(copy, 3000) == ENGINE_OK);
    CHECK(copy->history_cap >= 4500);
    CHECK_EQ_U64(copy->history[1499], pos->key);
    pos_free(pos);
    pos_free(copy);
}

/* One round of guard shuffling brings the position back; two rounds bring it for the third time. */
static void case_occurrences(struct test *t)
{
    static const char *const round[] = {"d1d2", "a5a4", "d2d1", "a4a5"};
    struct position *pos = guards();
    struct play play = {.nb = 0};
    REQUIRE(pos);
    CHECK_EQ_INT(pos_occurrences(pos), 0);
    for (unsigned rounds = 1; rounds <= 4; rounds++) {
        for (unsigned i = 0; i < 4; i++) {
            REQUIRE(step(pos, &play, round[i]));
            const unsigned before = play.nb / 4;
            CHECK_EQ_INT(pos_occurrences(pos), before < 2 ? before : 2);
        }
    }
    while (play.nb > 0)
        back(pos, &play);
    CHECK_EQ_INT(pos_occurrences(pos), 0);
    CHECK_EQ_INT(pos->history_nb, 0);
    pos_free(pos);
}

/* Search counts one repetition since the root as a draw, of earlier ones only the second. */
static void case_repetition_in_search(struct test *t)
{
    static const char *const round[] = {"d1d2", "a5a4", "d2d1", "a4a5"};
    struct position *pos = guards();
    struct play play = {.nb = 0};
    REQUIRE(pos);
    for (unsigned i = 0; i < 4; i++)
        REQUIRE(step(pos, &play, round[i]));
    CHECK(pos_is_repetition(pos, 4));  /* the first occurrence is the root */
    CHECK(!pos_is_repetition(pos, 3)); /* it lies before the root */
    CHECK(!pos_is_repetition(pos, 0));
    for (unsigned i = 0; i < 4; i++)
        REQUIRE(step(pos, &play, round[i]));
    CHECK(pos_is_repetition(pos, 0)); /* the third time, whatever the root */
    pos_free(pos);
}

/* A capture ends what can be repeated. */
static void case_irreversible(struct test *t)
{
    struct position *pos = pos_new(&toy_cyclic);
    struct play play = {.nb = 0};
    REQUIRE(pos && pos_set(pos, "g3/4/4/2m1/3G w 0", NULL) == ENGINE_OK);
    REQUIRE(step(pos, &play, "d1c2"));
    CHECK_EQ_INT(pos->reversible, 0);
    CHECK_EQ_INT(pos->history_nb, 1);
    back(pos, &play);
    pos_free(pos);
}

/* Random games: every unmake restores the key, and the key always equals its recomputation. */
static void case_walk(struct test *t)
{
    struct position *pos = pos_new(&toy_game);
    REQUIRE(pos && pos_reserve(pos, PLIES_MAX) == ENGINE_OK);
    for (int game = 0; game < (test_fast_wanted() ? 50 : 500); game++) {
        struct play play = {.nb = 0};
        zkey_t keys[PLIES_MAX];
        while (play.nb < PLIES_MAX && toy_game.result(pos).outcome == OUTCOME_NONE) {
            struct move_entry moves[64];
            const size_t nb = (size_t)(toy_game.generate(pos, GEN_ALL, moves) - moves);
            keys[play.nb] = pos->key;
            play.moves[play.nb] = moves[test_random_below(t, nb)];
            toy_game.make(pos, &play.moves[play.nb], play.undo[play.nb]);
            play.nb++;
            CHECK(toy_game.check(pos) == NULL);
        }
        while (play.nb > 0) {
            back(pos, &play);
            CHECK_EQ_U64(pos->key, keys[play.nb]);
        }
    }
    pos_free(pos);
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"new is the start position", case_new_is_start},
        {"bad text changes nothing", case_bad_text_changes_nothing},
        {"copy takes the history", case_copy_takes_history},
        {"copy of a long history", case_copy_of_long_history},
        {"occurrences", case_occurrences},
        {"repetition in search", case_repetition_in_search},
        {"irreversible moves", case_irreversible},
        {"random games", case_walk},
    };
    return test_main(argc, argv, cases, COUNT(cases));
}
