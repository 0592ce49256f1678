/* Bashni closures: packing, the set, moves taken back, and the solution held against a plain solver
 * on the oracle's rules, against counts published for all positions of two and three men, against
 * itself, and against games played out. */
#include "engine/games/bashni/closure_priv.h"
#include "tests/oracle/bas_oracle.h"
#include "tests/support/game_checks.h"

#include <limits.h>

enum { CLOCKS = BAS_CLOCK_DRAW + 2 }; /* 0..31: up to, at and beyond the draw */

static struct position *new_position(struct test *t)
{
    return checks_new(t, games_find("bashni"));
}

static const struct bas_closure_options one_thread = {.threads = 1};

/* The closure of pos, NULL if it is larger than the options allow. */
static struct bas_closure *build(struct test *t, const struct position *pos,
                                 const struct bas_closure_options *options)
{
    struct bas_closure *c = NULL;
    enum bas_closure_end end = BAS_CLOSURE_STOPPED;
    if (!CHECK_EQ_INT(bas_closure_new(pos, options, &c), ENGINE_OK))
        return NULL;
    CHECK_EQ_INT(bas_closure_solve(c, &end), ENGINE_OK);
    if (end == BAS_CLOSURE_SOLVED)
        return c;
    CHECK(end == BAS_CLOSURE_TOO_LARGE);
    bas_closure_free(c);
    return NULL;
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

/* --- a plain solver --- */

/* Every position reachable by the oracle's rules, by its text without counters; and for every clock
 * how it ends: +n won in n plies, -n lost in n - 1 (so that 0 is a draw). Index CLOCKS: on the
 * board alone, without draws. Solved by going over all of them again and again. */
struct plain {
    struct baso_pos *pos;
    char (*key)[BASO_FEN_SIZE];
    int (*moves)[LIST_MAX / 16]; /* index of what each move leads to */
    bool (*starts_anew)[LIST_MAX / 16];
    int *moves_nb;
    int (*ends)[CLOCKS + 1];
    int nb;
};

enum { PLAIN_MAX = 700, PLAIN_MOVES_MAX = LIST_MAX / 16 };

static void cut_counters(const struct baso_pos *p, char out[BASO_FEN_SIZE])
{
    baso_format(p, out);
    *strstr(out, ":H") = '\0';
}

static int plain_index(struct plain *s, const struct baso_pos *p)
{
    char key[BASO_FEN_SIZE];
    cut_counters(p, key);
    for (int i = 0; i < s->nb; i++)
        if (strcmp(s->key[i], key) == 0)
            return i;
    if (s->nb == PLAIN_MAX)
        return -1;
    s->pos[s->nb] = *p;
    s->pos[s->nb].quiet = 0;
    memcpy(s->key[s->nb], key, sizeof key);
    return s->nb++;
}

static bool plain_expand(struct plain *s, int i)
{
    static char names[PLAIN_MOVES_MAX][BASO_MOVE_SIZE];
    s->moves_nb[i] = baso_moves(&s->pos[i], names, PLAIN_MOVES_MAX);
    if (s->moves_nb[i] > PLAIN_MOVES_MAX)
        return false;
    for (int m = 0; m < s->moves_nb[i]; m++) {
        struct baso_pos next = s->pos[i];
        baso_apply(&next, names[m]);
        s->moves[i][m] = plain_index(s, &next);
        s->starts_anew[i][m] = next.quiet == 0;
        if (s->moves[i][m] < 0)
            return false;
    }
    return true;
}

/* How the position ends after n plies if that is decided by shorter ends, else 0. */
static int plain_end(const struct plain *s, int i, int clock, int n)
{
    const bool counts = clock < CLOCKS;
    if (s->moves_nb[i] == 0)
        return n == 0 ? -1 : 0;
    if (n == 0 || (counts && clock >= BAS_CLOCK_DRAW))
        return 0;
    bool all_lose = true;
    for (int m = 0; m < s->moves_nb[i]; m++) {
        const int then = !counts ? CLOCKS : s->starts_anew[i][m] ? 0 : clock + 1;
        const int end = s->ends[s->moves[i][m]][then];
        if (end < 0 && -end - 1 < n)
            return n;
        all_lose &= end > 0 && end < n;
    }
    return all_lose ? -n - 1 : 0;
}

static void plain_solve(struct plain *s)
{
    bool changed = true;
    for (int n = 0; changed || n < 2; n++) {
        changed = false;
        for (int i = 0; i < s->nb; i++)
            for (int clock = 0; clock <= CLOCKS; clock++)
                if (s->ends[i][clock] == 0) {
                    s->ends[i][clock] = plain_end(s, i, clock, n);
                    changed |= s->ends[i][clock] != 0;
                }
    }
}

static struct plain *plain_new(const struct baso_pos *root)
{
    struct plain *s = calloc(1, sizeof *s);
    s->pos = calloc(PLAIN_MAX, sizeof *s->pos);
    s->key = calloc(PLAIN_MAX, sizeof *s->key);
    s->moves = calloc(PLAIN_MAX, sizeof *s->moves);
    s->starts_anew = calloc(PLAIN_MAX, sizeof *s->starts_anew);
    s->moves_nb = calloc(PLAIN_MAX, sizeof *s->moves_nb);
    s->ends = calloc(PLAIN_MAX, sizeof *s->ends);
    plain_index(s, root);
    return s;
}

static void plain_free(struct plain *s)
{
    free(s->pos);
    free(s->key);
    free(s->moves);
    free(s->starts_anew);
    free(s->moves_nb);
    free(s->ends);
    free(s);
}

static int as_end(struct bas_closure_verdict v)
{
    const int plies = (int)v.plies;
    return v.outcome == BAS_CLOSURE_WIN ? plies : v.outcome == BAS_CLOSURE_LOSS ? -plies - 1 : 0;
}

/* All verdicts of the closure are those of the plain solver. */
static void compare_with_plain(struct test *t, const struct bas_closure *c, const struct plain *s,
                               struct position *pos)
{
    const struct bas_closure_stats stats = bas_closure_stats(c);
    uint64_t wins[BAS_CLOSURE_VIEW_NB] = {0, 0}, losses[BAS_CLOSURE_VIEW_NB] = {0, 0};
    CHECK_EQ_U64(stats.states, (uint64_t)s->nb);
    for (int i = 0; i < s->nb; i++) {
        if (!checks_set(t, pos, "plain", s->key[i]))
            return;
        struct bas_closure_verdict v;
        for (int clock = 0; clock < CLOCKS; clock++) {
            pos->clock = (uint16_t)clock;
            if (CHECK(bas_closure_find(c, pos, BAS_CLOSURE_RULES, &v)))
                test_eq_int(t, as_end(v), s->ends[i][clock], __FILE__, __LINE__, s->key[i]);
            if (CHECK(bas_closure_find(c, pos, BAS_CLOSURE_BOARD, &v)))
                test_eq_int(t, as_end(v), s->ends[i][CLOCKS], __FILE__, __LINE__, s->key[i]);
        }
        wins[BAS_CLOSURE_BOARD] += s->ends[i][CLOCKS] > 0;
        losses[BAS_CLOSURE_BOARD] += s->ends[i][CLOCKS] < 0;
        wins[BAS_CLOSURE_RULES] += s->ends[i][0] > 0;
        losses[BAS_CLOSURE_RULES] += s->ends[i][0] < 0;
    }
    CHECK(memcmp(wins, stats.wins, sizeof wins) == 0);
    CHECK(memcmp(losses, stats.losses, sizeof losses) == 0);
}

/* Random small closures, with few men and with all 24. */
static void case_plain_solver(struct test *t)
{
    struct position *pos = new_position(t);
    int compared = 0;
    for (int i = 0; compared < amount(40, 8, 400) && i < 100000; i++) {
        char fen[GAME_FEN_MAX];
        struct baso_pos root;
        const bool few = i % 2;
        random_position(t, pos, few ? 5 : 24, few ? 4 : 2);
        pos->clock = 0;
        bas_format(pos, fen);
        const struct bas_closure_options small = {.threads = 1 + (unsigned)i % 2,
                                                  .states_max = PLAIN_MAX};
        struct bas_closure *c = build(t, pos, &small);
        if (!c)
            continue;
        CHECK(baso_parse(&root, fen));
        struct plain *s = plain_new(&root);
        bool fits = true;
        for (int n = 0; fits && n < s->nb; n++)
            fits = plain_expand(s, n);
        if (CHECK(fits) && (s->nb > 30 || i % 16 == 0)) {
            plain_solve(s);
            compare_with_plain(t, c, s, pos);
            compared++;
        }
        plain_free(s);
        bas_closure_free(c);
    }
    CHECK(compared >= 8);
    pos_free(pos);
}

/* --- all positions of so many men --- */

struct filler {
    struct test *t;
    struct position *pos;
    unsigned white;
    struct bas_closure *c; /* NULL before the first position */
    uint64_t positions;
};

static void add_root(struct filler *f)
{
    struct bas_position *p = bas_of(f->pos);
    struct test *t = f->t;
    unsigned men[SIDE_NB];
    bas_count_men(p, men);
    if (men[WHITE] != f->white)
        return;
    for (int side = WHITE; side <= BLACK; side++) {
        const struct bas_closure_options two = {.threads = 2};
        p->base.side = (uint8_t)side;
        f->positions++;
        if (f->c)
            CHECK_EQ_INT(bas_closure_add(f->c, f->pos), ENGINE_OK);
        else
            CHECK_EQ_INT(bas_closure_new(f->pos, &two, &f->c), ENGINE_OK);
    }
}

/* Puts `men` more pieces on squares from sq on, in every way. */
static void fill_from(struct filler *f, unsigned sq, unsigned men)
{
    struct bas_position *p = bas_of(f->pos);
    if (men == 0) {
        add_root(f);
        return;
    }
    if (sq == BAS_SQUARE_NB)
        return;
    fill_from(f, sq + 1, men);
    for (unsigned height = 1; height <= men; height++)
        for (unsigned own = 1; own <= height; own++)
            for (uint32_t ranks = 0; ranks < 1u << height; ranks++)
                for (int owner = WHITE; owner <= BLACK; owner++) {
                    if (!(ranks & 1) && (bas_promotion_row((enum side)owner) & bas_square(sq)))
                        continue;
                    bas_put_tower(p, (enum side)owner, sq, tower_new(ranks, own, height));
                    fill_from(f, sq + 1, men - height);
                    p->tower[sq] = 0;
                    p->tops[owner] &= ~bas_square(sq);
                    p->kings &= ~bas_square(sq);
                }
}

struct census {
    uint64_t positions, wins, losses;
    unsigned longest;
};

static void clear_board(struct bas_position *p)
{
    memset(p->tower, 0, sizeof p->tower);
    p->tops[WHITE] = p->tops[BLACK] = p->kings = 0;
}

/* All positions of `men` pieces, with either side to move. */
static struct census take_census(struct test *t, unsigned men, const char *longest)
{
    struct census sum = {0, 0, 0, 0};
    struct position *pos = new_position(t);
    for (unsigned white = 0; white <= men; white++) {
        struct filler f = {.t = t, .pos = pos, .white = white};
        enum bas_closure_end end = BAS_CLOSURE_STOPPED;
        struct bas_closure_verdict v;
        clear_board(bas_of(pos));
        fill_from(&f, 0, men);
        CHECK_EQ_INT(bas_closure_solve(f.c, &end), ENGINE_OK);
        CHECK_EQ_INT(end, BAS_CLOSURE_SOLVED);
        const struct bas_closure_stats stats = bas_closure_stats(f.c);
        CHECK_EQ_U64(stats.states, f.positions);
        sum.positions += stats.states;
        sum.wins += stats.wins[BAS_CLOSURE_BOARD];
        sum.losses += stats.losses[BAS_CLOSURE_BOARD];
        if (stats.longest[BAS_CLOSURE_BOARD] > sum.longest)
            sum.longest = stats.longest[BAS_CLOSURE_BOARD];
        if (longest && checks_set(t, pos, "longest", longest) &&
            bas_closure_find(f.c, pos, BAS_CLOSURE_BOARD, &v))
            CHECK_EQ_INT(v.plies, stats.longest[BAS_CLOSURE_BOARD]);
        bas_closure_free(f.c);
    }
    pos_free(pos);
    return sum;
}

/* The figures come from another program. */
static void case_all_of_two_men(struct test *t)
{
    const struct census sum = take_census(t, 2, NULL);
    CHECK_EQ_U64(sum.positions, 14904);
    CHECK_EQ_U64(sum.wins, 6546);
    CHECK_EQ_U64(sum.losses, 5344);
    CHECK_EQ_INT(sum.longest, 13);
}

static void case_all_of_three_men(struct test *t)
{
    if (!test_long_wanted())
        return;
    const struct census sum = take_census(t, 3, "W:Wc5:Bd8,f8");
    CHECK_EQ_U64(sum.positions, 636880);
    CHECK_EQ_U64(sum.wins, 247732);
    CHECK_EQ_U64(sum.losses, 171736);
    CHECK_EQ_INT(sum.longest, 25);
}

/* --- a closure against itself --- */

/* The verdict that follows from those on the moves: the shortest win, else a draw, else the longest
 * loss. */
static struct bas_closure_verdict best_of(const struct bas_closure_move *moves, unsigned nb,
                                          enum bas_closure_view view)
{
    struct bas_closure_verdict best = {BAS_CLOSURE_LOSS, 0};
    for (unsigned i = 0; i < nb; i++) {
        const struct bas_closure_verdict v = moves[i].verdict[view];
        const bool is_better = v.outcome != best.outcome      ? v.outcome > best.outcome
                               : v.outcome == BAS_CLOSURE_WIN ? v.plies < best.plies
                                                              : v.plies > best.plies;
        if (is_better)
            best = v;
    }
    return best;
}

/* Every step-th position, with several clocks, has the verdict that its moves give it. */
static void check_closed(struct test *t, const struct bas_closure *c, uint64_t step)
{
    static const uint16_t clocks[] = {0, 7, 19, 28, 29};
    static struct bas_closure_move moves[BAS_MOVES_MAX];
    struct position *pos = new_position(t);
    for (uint64_t id = 0; id < bas_closure_stats(c).states; id += step) {
        CHECK_EQ_INT(bas_closure_state(c, id, pos), ENGINE_OK);
        CHECK_EQ_STR(bas_check(pos), NULL);
        for (size_t i = 0; i < COUNT(clocks); i++) {
            pos->clock = clocks[i];
            const unsigned nb = bas_closure_moves(c, pos, moves);
            CHECK_EQ_INT(nb, bas_count(pos));
            for (int view = 0; view < BAS_CLOSURE_VIEW_NB; view++) {
                struct bas_closure_verdict v;
                CHECK(bas_closure_find(c, pos, (enum bas_closure_view)view, &v));
                const struct bas_closure_verdict best =
                    best_of(moves, nb, (enum bas_closure_view)view);
                CHECK(v.outcome == best.outcome && v.plies == best.plies);
            }
        }
    }
    pos_free(pos);
}

/* --- games played out --- */

/* The winner plays shortest wins, first of them as bas_closure_is_certain has it; the loser plays
 * at random. The arbiter must call it a win in time. pos has room for the plies. */
static void play_out(struct test *t, const struct bas_closure *c, struct position *pos)
{
    static struct bas_closure_move moves[BAS_MOVES_MAX];
    struct bas_closure_verdict v;
    struct bas_undo undo;
    CHECK(bas_closure_find(c, pos, BAS_CLOSURE_RULES, &v));
    const enum side winner =
        v.outcome == BAS_CLOSURE_WIN ? (enum side)pos->side : side_other((enum side)pos->side);
    for (unsigned plies = v.plies; plies > 0; plies--) {
        const unsigned nb = bas_closure_moves(c, pos, moves);
        unsigned choice = (unsigned)test_random_below(t, nb);
        CHECK(bas_result(pos).outcome == OUTCOME_NONE);
        if (pos->side == winner) {
            CHECK(bas_closure_find(c, pos, BAS_CLOSURE_RULES, &v));
            CHECK(v.outcome == BAS_CLOSURE_WIN && v.plies <= plies);
            for (choice = 0; choice < nb; choice++)
                if (moves[choice].verdict[BAS_CLOSURE_RULES].outcome == BAS_CLOSURE_WIN &&
                    moves[choice].verdict[BAS_CLOSURE_RULES].plies == v.plies)
                    break;
            plies = v.plies;
        }
        if (!CHECK(choice < nb))
            return;
        bas_make(pos, &moves[choice].move, &undo);
        if (bas_count(pos) == 0)
            break;
    }
    CHECK(bas_result(pos).outcome == (winner == WHITE ? OUTCOME_WHITE_WINS : OUTCOME_BLACK_WINS));
}

static void play_out_some(struct test *t, const struct bas_closure *c, int games)
{
    struct position *pos = new_position(t);
    const uint64_t states = bas_closure_stats(c).states;
    CHECK_EQ_INT(pos_reserve(pos, BAS_PLIES_MAX), ENGINE_OK);
    for (int i = 0; i < games; i++) {
        struct bas_closure_verdict v;
        CHECK_EQ_INT(bas_closure_state(c, test_random_below(t, states), pos), ENGINE_OK);
        pos->clock = (uint16_t)test_random_below(t, BAS_CLOCK_DRAW);
        CHECK(bas_closure_find(c, pos, BAS_CLOSURE_RULES, &v));
        if (v.outcome == BAS_CLOSURE_DRAW)
            CHECK(bas_closure_is_certain(c, pos, NULL));
        else if (bas_closure_is_certain(c, pos, NULL))
            play_out(t, c, pos);
    }
    pos_free(pos);
}

static struct bas_closure *build_text(struct test *t, const char *fen,
                                      const struct bas_closure_options *options)
{
    struct position *pos = new_position(t);
    struct bas_closure *c = checks_set(t, pos, "closure", fen) ? build(t, pos, options) : NULL;
    pos_free(pos);
    return c;
}

static const char three_men[] = "W:Wc5:Bd8,f8";

static void case_games_played_out(struct test *t)
{
    struct bas_closure *c = build_text(t, three_men, &one_thread);
    if (!CHECK(c != NULL))
        return;
    check_closed(t, c, test_fast_wanted() ? 101 : 11);
    play_out_some(t, c, amount(3000, 200, 30000));
    bas_closure_free(c);
}

/* Positions 1 and 2 with different clocks; edges lead to later nodes. */
static void case_third_in_graph(struct test *t)
{
    enum { A = 1 << BAS_NODE_CLOCK_BITS, B = 2 << BAS_NODE_CLOCK_BITS };
    /* A9 -> B9 -> A5 -> B2 -> A1, and from A9 to B2 directly. */
    uint64_t chain[] = {A + 9, B + 9, A + 5, B + 2, A + 1};
    uint32_t ends[] = {2, 3, 4, 5, 5}, edges[] = {1, 3, 2, 3, 4};
    struct bas_graph g = {chain, ends, edges, 5, 5};
    CHECK(!bas_graph_has_no_third(&g));
    /* The middle one of another position: A9, A1 are two only. */
    chain[2] = 3 << BAS_NODE_CLOCK_BITS;
    CHECK(bas_graph_has_no_third(&g));
    /* A5 is back, but no way leads to it. */
    chain[2] = A + 5;
    edges[2] = 3;
    CHECK(bas_graph_has_no_third(&g));
    /* It is reached, but A1 is not from there. */
    edges[2] = 2;
    edges[3] = 1;
    ends[2] = 3;
    CHECK(bas_graph_has_no_third(&g));
}

/* Does a third occurrence lie on a path of the shortest win? Goes over all paths; budget: of moves
 * still to play, 0 when it came to no end. */
static bool meets_thrice(struct test *t, const struct bas_closure *c, struct position *pos,
                         int *budget)
{
    struct bas_closure_move moves[128];
    struct bas_closure_verdict v;
    struct bas_undo undo;
    if (pos_occurrences(pos) >= 2)
        return true;
    if (!CHECK(bas_count(pos) <= COUNT(moves)))
        return false;
    CHECK(bas_closure_find(c, pos, BAS_CLOSURE_RULES, &v));
    const unsigned nb = bas_closure_moves(c, pos, moves);
    bool thrice = false;
    for (unsigned i = 0; i < nb && !thrice && *budget > 0; i++) {
        const struct bas_closure_verdict then = moves[i].verdict[BAS_CLOSURE_RULES];
        if (v.outcome == BAS_CLOSURE_WIN &&
            (then.outcome != BAS_CLOSURE_WIN || then.plies != v.plies))
            continue;
        --*budget;
        bas_make(pos, &moves[i].move, &undo);
        thrice = meets_thrice(t, c, pos, budget);
        bas_unmake(pos, &moves[i].move, &undo);
        if (v.outcome == BAS_CLOSURE_WIN)
            break;
    }
    return thrice;
}

/* In a closure where a position can have three lengths. Only positions with a clock that makes them
 * longer are looked at, since the others are on a straight way. */
static void case_third_occurrence(struct test *t)
{
    struct bas_closure *c = build_text(t, "B:We7(wWwWwwwBBbBbbBbb):Ba3(BbwWwW)", &one_thread);
    struct position *pos = new_position(t);
    if (!CHECK(c != NULL))
        return;
    int longer = 0, compared = 0;
    CHECK(bas_closure_stats(c).lengths_max >= 3);
    CHECK_EQ_INT(pos_reserve(pos, BAS_PLIES_MAX), ENGINE_OK);
    const int step = amount(7, 101, 1);
    for (uint64_t id = 0; id < bas_closure_stats(c).states; id += (uint64_t)step) {
        struct bas_closure_verdict at_0, v;
        CHECK_EQ_INT(bas_closure_state(c, id, pos), ENGINE_OK);
        CHECK(bas_closure_find(c, pos, BAS_CLOSURE_RULES, &at_0));
        pos->clock = (uint16_t)(20 + id % 10);
        CHECK(bas_closure_find(c, pos, BAS_CLOSURE_RULES, &v));
        if (v.plies <= at_0.plies)
            continue;
        int budget = 20000;
        longer++;
        const bool thrice = meets_thrice(t, c, pos, &budget);
        if (budget > 0) {
            CHECK(bas_closure_is_certain(c, pos, NULL) == !thrice);
            compared++;
        }
    }
    CHECK(longer > 0 && compared > longer / 2);
    printf("# %d positions compared\n", compared);
    bas_closure_free(c);
    pos_free(pos);
}

/* --- threads, limits, arguments --- */

static void case_threads_agree(struct test *t)
{
    struct position *a = new_position(t), *b = new_position(t);
    struct bas_closure *one = build_text(t, three_men, &one_thread);
    for (unsigned threads = 2; threads <= 5; threads += 3) {
        struct bas_closure *many =
            build_text(t, three_men, &(struct bas_closure_options){.threads = threads});
        if (!CHECK(one && many))
            return;
        const struct bas_closure_stats stats = bas_closure_stats(one);
        CHECK_EQ_U64(bas_closure_stats(many).states, stats.states);
        CHECK_EQ_INT(bas_closure_stats(many).lengths_max, stats.lengths_max);
        for (uint64_t id = 0; id < stats.states; id += 7) {
            struct bas_closure_verdict v, w;
            bas_closure_state(one, id, a);
            bas_closure_state(many, id, b);
            CHECK_EQ_U64(a->key, b->key);
            a->clock = b->clock = (uint16_t)(id % BAS_CLOCK_DRAW);
            for (int view = 0; view < BAS_CLOSURE_VIEW_NB; view++) {
                CHECK(bas_closure_find(one, a, (enum bas_closure_view)view, &v));
                CHECK(bas_closure_find(many, b, (enum bas_closure_view)view, &w));
                CHECK(v.outcome == w.outcome && v.plies == w.plies);
            }
        }
        bas_closure_free(many);
    }
    bas_closure_free(one);
    pos_free(a);
    pos_free(b);
}

struct watch {
    atomic_bool stop;
    enum bas_closure_phase phase; /* to stop in */
    uint64_t done;                /* last reported */
    unsigned reports;
};

static void on_progress(void *context, const struct bas_closure_progress *progress)
{
    struct watch *watch = context;
    watch->reports++;
    watch->done = progress->done;
    if (progress->phase == watch->phase && progress->plies >= 2)
        atomic_store(&watch->stop, true);
}

static void case_stop(struct test *t)
{
    struct position *pos = new_position(t);
    checks_set(t, pos, "stop", three_men);
    for (int phase = BAS_CLOSURE_EXPAND; phase <= BAS_CLOSURE_SOLVE_RULES; phase++) {
        struct watch watch = {.phase = (enum bas_closure_phase)phase};
        const struct bas_closure_options options = {
            .threads = 2, .on_progress = on_progress, .context = &watch, .stop = &watch.stop};
        struct bas_closure *c = NULL;
        enum bas_closure_end end = BAS_CLOSURE_SOLVED;
        CHECK_EQ_INT(bas_closure_new(pos, &options, &c), ENGINE_OK);
        CHECK_EQ_INT(bas_closure_solve(c, &end), ENGINE_OK);
        CHECK_EQ_INT(end, BAS_CLOSURE_STOPPED);
        CHECK(watch.reports >= 3 && watch.done > 0);
        bas_closure_free(c);
    }
    pos_free(pos);
}

static void case_limits(struct test *t)
{
    CHECK(!build_text(t, three_men,
                      &(struct bas_closure_options){.threads = 2, .states_max = 96535}));
    CHECK(!build_text(t, three_men,
                      &(struct bas_closure_options){.threads = 2, .bytes_max = 1 << 20}));
    struct bas_closure *c =
        build_text(t, three_men,
                   &(struct bas_closure_options){
                       .threads = 2, .states_max = 96536, .bytes_max = bas_closure_bytes(96536)});
    if (CHECK(c != NULL)) {
        CHECK_EQ_U64(bas_closure_stats(c).states, 96536);
        CHECK(bas_closure_stats(c).bytes_peak <= bas_closure_bytes(96536));
    }
    bas_closure_free(c);
    CHECK(bas_closure_bytes(UINT64_MAX) == SIZE_MAX);
}

static void case_arguments(struct test *t)
{
    struct position *pos = new_position(t);
    struct position *other = checks_new(t, games_find("belarusian"));
    struct bas_closure *c = NULL;
    struct bas_closure_verdict v;
    static struct bas_closure_move moves[BAS_MOVES_MAX];
    CHECK_EQ_INT(bas_closure_new(other, &one_thread, &c), ENGINE_BAD_ARGUMENT);
    CHECK_EQ_INT(bas_closure_new(pos, &one_thread, &c), ENGINE_BAD_ARGUMENT);
    checks_set(t, pos, "arguments", "W:Wc3:Bd4");
    CHECK_EQ_INT(bas_closure_new(pos, &(struct bas_closure_options){.threads = 0}, &c),
                 ENGINE_BAD_ARGUMENT);
    CHECK(c == NULL);
    c = build(t, pos, &one_thread);
    CHECK(bas_closure_find(c, pos, BAS_CLOSURE_RULES, &v));
    CHECK(v.outcome == BAS_CLOSURE_WIN && v.plies == 1);
    CHECK_EQ_INT(bas_closure_moves(c, pos, moves), 1);
    CHECK(!bas_closure_longest(c, BAS_CLOSURE_RULES, BAS_CLOSURE_DRAW, pos, &v));
    /* Other pieces, more towers, and the same pieces elsewhere. */
    static const char *const strangers[] = {"W:Wc3:Bd4,d6", "W:Wc3,e3:B", "W:Wc5:Bd4",
                                            "W:Wa1,c1,e1,g1,b2:Bb8,d8,f8,h8,a7"};
    for (size_t i = 0; i < COUNT(strangers); i++) {
        checks_set(t, pos, "stranger", strangers[i]);
        CHECK(!bas_closure_find(c, pos, BAS_CLOSURE_BOARD, &v));
        CHECK_EQ_INT(bas_closure_moves(c, pos, moves), 0);
        CHECK(!bas_closure_is_certain(c, pos, NULL));
    }
    CHECK(!bas_closure_find(c, other, BAS_CLOSURE_BOARD, &v));
    CHECK_EQ_INT(bas_closure_state(c, 2, pos), ENGINE_BAD_ARGUMENT);
    CHECK_EQ_INT(bas_closure_state(c, 0, other), ENGINE_BAD_ARGUMENT);
    bas_closure_free(c);
    bas_closure_free(NULL);
    /* No piece at all: White has no move. */
    checks_set(t, pos, "empty", "W:W:B");
    c = build(t, pos, &one_thread);
    CHECK(bas_closure_find(c, pos, BAS_CLOSURE_RULES, &v));
    CHECK(v.outcome == BAS_CLOSURE_LOSS && v.plies == 0);
    bas_closure_free(c);
    pos_free(pos);
    pos_free(other);
}

/* The bound is one, and no wild one for two towers. */
static void case_estimate(struct test *t)
{
    struct position *pos = new_position(t);
    const struct bas_closure_options small = {.threads = 2, .states_max = 50000};
    for (int i = 0; i < amount(60, 10, 600); i++) {
        random_position(t, pos, i % 2 ? 24 : 6, i % 2 ? 2 : 4);
        const uint64_t bound = bas_closure_estimate(pos);
        CHECK(bas_closure_least(pos) <= bound);
        struct bas_closure *c = bound < 200000 ? build(t, pos, &small) : NULL;
        if (c)
            CHECK(bas_closure_stats(c).states <= bound);
        bas_closure_free(c);
    }
    /* By hand. A man and a king: 28 * 31 ways to stand, twice for the side to move; two kings: 32 *
     * 31, twice; one tower: 28 squares for the man on top, 32 for each of the three others; the
     * root. */
    checks_set(t, pos, "by hand", "W:Wa1:BKh8");
    CHECK_EQ_U64(bas_closure_estimate(pos), 2 * 28 * 31 + 2 * 32 * 31 + 28 + 3 * 32 + 1);
    CHECK_EQ_U64(bas_closure_least(pos), 2 * 28 * 31);
    checks_set(t, pos, "kings", "W:WKa1(WWWWWWWWWWWBBB):BKg5(BBBBBBBB)");
    CHECK(bas_closure_estimate(pos) < 1000000);
    CHECK_EQ_INT(pos_reset(pos), ENGINE_OK);
    CHECK(bas_closure_estimate(pos) == UINT64_MAX && bas_closure_least(pos) == UINT64_MAX);
    pos_free(pos);
}

/* --- two towers with all 24 pieces --- */

/* A line: position; states; wins, losses and longest end on the board alone; the same under the
 * rules; the position with the longest win and its plies. */
static void check_line(struct test *t, const char *label, char *line)
{
    static int number;
    if (number++ >= amount(1, 0, INT_MAX))
        return;
    const char *fen = file_field(&line, ';');
    struct bas_closure *c =
        build_text(t, fen, &(struct bas_closure_options){.threads = 2, .bytes_max = 1 << 30});
    struct position *pos = new_position(t);
    char text[GAME_TEXT_MAX], longest[GAME_FEN_MAX];
    struct bas_closure_verdict v = {BAS_CLOSURE_DRAW, 0};
    if (test_check(t, c != NULL, __FILE__, __LINE__, "%s: not solved", label)) {
        const struct bas_closure_stats s = bas_closure_stats(c);
        int at = snprintf(text, sizeof text, "%" PRIu64, s.states);
        for (int view = 0; view < BAS_CLOSURE_VIEW_NB; view++)
            at += snprintf(text + at, sizeof text - (size_t)at, "; %" PRIu64 " %" PRIu64 " %u",
                           s.wins[view], s.losses[view], s.longest[view]);
        CHECK(bas_closure_longest(c, BAS_CLOSURE_RULES, BAS_CLOSURE_WIN, pos, &v));
        bas_format(pos, longest);
        snprintf(text + at, sizeof text - (size_t)at, "; %s %u", longest, v.plies);
        CHECK_EQ_STR(text, line + strspn(line, " "));
        CHECK(s.bytes_peak <= bas_closure_bytes(s.states));
        checks_set(t, pos, label, fen);
        CHECK(bas_closure_estimate(pos) >= s.states);
        check_closed(t, c, test_long_wanted() ? 7 : 97);
        play_out_some(t, c, amount(300, 20, 3000));
    }
    bas_closure_free(c);
    pos_free(pos);
}

static void case_two_towers(struct test *t)
{
    file_each_line(t, "tests/data/bashni.closures", check_line);
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {{"packing", case_packing},
                                             {"word-set", case_word_set},
                                             {"take-back", case_take_back},
                                             {"plain-solver", case_plain_solver},
                                             {"all-of-two-men", case_all_of_two_men},
                                             {"all-of-three-men", case_all_of_three_men},
                                             {"games-played-out", case_games_played_out},
                                             {"third-in-graph", case_third_in_graph},
                                             {"third-occurrence", case_third_occurrence},
                                             {"threads-agree", case_threads_agree},
                                             {"stop", case_stop},
                                             {"limits", case_limits},
                                             {"arguments", case_arguments},
                                             {"estimate", case_estimate},
                                             {"two-towers", case_two_towers}};
    return test_main(argc, argv, cases, COUNT(cases));
}
