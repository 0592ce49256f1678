/* Whole games that the engine plays against itself from random openings, replayed with the slow
 * generators: every move must be legal there, give the same position text, and the game must end
 * with the same result. A few games by default; CITADEL_LONG=1 plays hundreds at 20,000 nodes. */
#include "engine/engine.h"
#include "engine/games/bashni/bashni.h"
#include "engine/games/belarusian/belarusian.h"
#include "engine/games/tamerlane/tamerlane.h"
#include "tests/harness.h"
#include "tests/oracle/bas_oracle.h"
#include "tests/oracle/bel_oracle.h"
#include "tests/oracle/tam_oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPENING_PLIES = 8, GAME_PLIES_MAX = 400, TEXT_MAX = 512, MOVE_WORD_MAX = 32 };

/* The three oracles behind one shape. A state is one of theirs. */
union state {
    struct belo_pos bel;
    struct tamo_pos tam;
    struct baso_pos bas;
};

struct referee {
    const struct game *game;
    bool (*parse)(union state *s, const char *text);
    void (*format)(const union state *s, char *out);
    bool (*is_legal)(const union state *s, const char *move);
    void (*apply)(union state *s, const char *move);
    const char *(*result)(const union state *s);
};

static bool bel_parse_text(union state *s, const char *text)
{
    return belo_parse(&s->bel, text, BELO_RELEASE);
}

static void bel_format_text(const union state *s, char *out)
{
    belo_format(&s->bel, out);
}

static bool bel_legal(const union state *s, const char *move)
{
    static char moves[BELO_MOVES_MAX][BELO_MOVE_SIZE];
    const int n = belo_moves(&s->bel, moves);
    for (int i = 0; i < n; i++)
        if (strcmp(moves[i], move) == 0)
            return true;
    return false;
}

static void bel_apply(union state *s, const char *move)
{
    belo_apply(&s->bel, move);
}

static const char *bel_outcome(const union state *s)
{
    return belo_result(&s->bel);
}

static bool tam_parse_text(union state *s, const char *text)
{
    const struct tamo_options options = {.setup = TAMO_MASCULINE};
    return tamo_parse(&s->tam, text, options);
}

static void tam_format_text(const union state *s, char *out)
{
    tamo_format(&s->tam, out);
}

static bool tam_legal(const union state *s, const char *move)
{
    static char moves[TAMO_MOVES_MAX][TAMO_MOVE_SIZE];
    const int n = tamo_moves(&s->tam, moves);
    for (int i = 0; i < n; i++)
        if (strcmp(moves[i], move) == 0)
            return true;
    return false;
}

static void tam_apply(union state *s, const char *move)
{
    tamo_apply(&s->tam, move);
}

static const char *tam_outcome(const union state *s)
{
    return tamo_result(&s->tam);
}

static bool bas_parse_text(union state *s, const char *text)
{
    return baso_parse(&s->bas, text);
}

static void bas_format_text(const union state *s, char *out)
{
    baso_format(&s->bas, out);
}

static bool bas_legal(const union state *s, const char *move)
{
    static char moves[4096][BASO_MOVE_SIZE];
    const int n = baso_moves(&s->bas, moves, 4096);
    for (int i = 0; i < n; i++)
        if (strcmp(moves[i], move) == 0)
            return true;
    return false;
}

static void bas_apply(union state *s, const char *move)
{
    baso_apply(&s->bas, move);
}

/* Its fourth word is ours with the reason. */
static const char *bas_outcome(const union state *s)
{
    const char *word = baso_result(&s->bas);
    return strcmp(word, "draw") == 0 ? "draw-count" : word;
}

static const struct referee belarusian = {&bel_game_release, bel_parse_text, bel_format_text,
                                          bel_legal,         bel_apply,      bel_outcome};
static const struct referee tamerlane = {&tam_game, tam_parse_text, tam_format_text,
                                         tam_legal, tam_apply,      tam_outcome};
static const struct referee bashni = {&bas_game, bas_parse_text, bas_format_text,
                                      bas_legal, bas_apply,      bas_outcome};

/* Plays m on both boards; false after a failed check. */
static bool play(struct test *t, const struct referee *r, struct position *pos, union state *s,
                 const struct move_entry *m)
{
    char move[MOVE_TEXT_MAX], ours[GAME_FEN_MAX], theirs[TEXT_MAX];
    static unsigned char undo[4096];
    r->game->move_format(pos, m->move, move);
    r->format(s, theirs);
    if (!r->is_legal(s, move)) {
        CHECK_MSG(false, "%s is not legal in %s", move, theirs);
        return false;
    }
    r->apply(s, move);
    if (pos_reserve(pos, 1) != ENGINE_OK || r->game->undo_size > sizeof undo)
        return false;
    r->game->make(pos, m, undo);
    r->game->format(pos, ours);
    const char *fault = r->game->check(pos);
    CHECK_MSG(!fault, "%s after %s in %s", fault, move, theirs);
    r->format(s, theirs);
    CHECK_EQ_STR(ours, theirs);
    return t->failures == 0;
}

/* The arbiter's word agrees with the oracle's, which does not know repetition. */
static bool is_over(struct test *t, const struct referee *r, const struct position *pos,
                    const union state *s)
{
    const struct game_result ours = r->game->result(pos);
    if (strcmp(ours.word, "draw-repetition") == 0)
        return true;
    CHECK_EQ_STR(ours.word, r->result(s));
    return ours.outcome != OUTCOME_NONE || t->failures > 0;
}

static bool random_opening(struct test *t, const struct referee *r, struct position *pos,
                           union state *s)
{
    struct move_entry *list = malloc(r->game->moves_max * sizeof *list);
    bool ok = list != NULL;
    for (int i = 0; i < OPENING_PLIES && ok && !is_over(t, r, pos, s); i++) {
        const size_t n = (size_t)(r->game->generate(pos, GEN_ALL, list) - list);
        ok = play(t, r, pos, s, &list[test_random_below(t, n)]);
    }
    free(list);
    return ok;
}

/* One game; returns its plies. */
static int one_game(struct test *t, const struct referee *r, struct engine *e, uint64_t nodes)
{
    struct position *pos = pos_new(r->game);
    union state state;
    int plies = 0;
    if (!pos || !r->parse(&state, r->game->start) || engine_clear(e) != ENGINE_OK ||
        !random_opening(t, r, pos, &state)) {
        CHECK(false);
        pos_free(pos);
        return 0;
    }
    const struct engine_limits limits = {.nodes = nodes};
    for (; plies < GAME_PLIES_MAX && !is_over(t, r, pos, &state); plies++) {
        struct move_entry m;
        engine_set_position(e, pos);
        engine_go(e, &limits);
        engine_wait(e);
        const struct engine_result result = engine_last_result(e);
        if (!r->game->resolve(pos, result.best, &m)) {
            CHECK_MSG(false, "the best move is not legal");
            break;
        }
        if (!play(t, r, pos, &state, &m))
            break;
    }
    pos_free(pos);
    return plies;
}

static void play_games(struct test *t, const struct referee *r, int long_games)
{
    const struct engine_callbacks callbacks = {0};
    struct engine *e = engine_new(r->game, &callbacks);
    const int games = test_long_wanted() ? long_games : test_fast_wanted() ? 1 : 4;
    const uint64_t nodes = test_long_wanted() ? 20000 : 400;
    REQUIRE(e && engine_set_hash(e, 16) == ENGINE_OK);
    int plies = 0;
    for (int i = 0; i < games && t->failures == 0; i++)
        plies += one_game(t, r, e, nodes);
    CHECK(plies > games);
    engine_free(e);
}

static void case_belarusian(struct test *t)
{
    play_games(t, &belarusian, 200);
}

static void case_tamerlane(struct test *t)
{
    play_games(t, &tamerlane, 200);
}

static void case_bashni(struct test *t)
{
    play_games(t, &bashni, 500);
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {{"belarusian self-play", case_belarusian},
                                             {"tamerlane self-play", case_tamerlane},
                                             {"bashni self-play", case_bashni}};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
