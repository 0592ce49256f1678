/* Counting on threads with a shared table: every combination gives the same counts, moves are
 * reported in order, a stop leaves whole moves, and the table keeps to its word. */
#include "engine/games/bashni/bashni.h"
#include "engine/games/belarusian/belarusian.h"
#include "engine/games/tamerlane/tamerlane.h"
#include "engine/perft.h"
#include "engine/position.h"
#include "tests/harness.h"
#include "tests/support/game_checks.h"

#include <pthread.h>
#include <string.h>

enum { DEPTHS_MAX = 12, ROOT_MOVES_MAX = 64 };

/* Counts from tests/data, and from the rules' tables. */
static const struct sample {
    const struct game *game;
    const char *options; /* NAME=VALUE or NULL */
    const char *fen;     /* NULL: start */
    int depth, fast_depth;
    uint64_t counts[DEPTHS_MAX];
} samples[] = {
    {&bel_game_release, NULL, NULL, 5, 4, {22, 484, 11980, 296204, 8185890}},
    {&bel_game_noble, NULL, NULL, 4, 4, {22, 484, 12024, 298384}},
    /* Coronations, a throne, promotions. */
    {&bel_game_release,
     NULL,
     "4a4/2R1R3k/9/3A5/2g6/5v3/K8/1r5r1/8L w - 0 30",
     3,
     3,
     {35, 1644, 54086}},
    {&bel_game_original,
     NULL,
     "l3a3l/9/4k1v2/5r3/9/1r7/3K3m1/4R4/L3A3L w AIai 0 20",
     3,
     3,
     {44, 2670, 109448}},
    {&tam_game, NULL, NULL, 5, 4, {24, 576, 14518, 365893, 9709736}},
    {&tam_game,
     NULL,
     "9k1/4R1.K4/11/2n8/5r5/11/8N2/2.x1.k6/5K1.T3/11 w -- Ss 0 1",
     4,
     3,
     {11, 369, 9306, 280758}},
    {&tam_game,
     NULL,
     "10s/K3r6/1S8t/11/3g7/11/5.X5/11/8T1k/6N4 b -- Cc 0 1",
     3,
     3,
     {49, 1180, 52329}},
    {&bas_game, NULL, NULL, 9, 7, {7, 49, 302, 1469, 7482, 37908, 189912, 925868, 4533214}},
    {&bas_game,
     NULL,
     "W:Wc1,e1,g1,b2(w),d2,f2,h2,c3(b),e3,g3,a7(bb):Be5(b),h6,c7,e7,g7,b8,f8,h8:H1:F7",
     7,
     6,
     {7, 40, 179, 947, 4707, 23497, 119152}},
    /* One move at a time: no thread finds anything to do for long. */
    {&bas_game, NULL, "W:WKa1:Bb2,d4,f6:H0:F1", 3, 3, {2, 0, 0}},
    {&bel_game_release, NULL, "a7k/9/9/9/9/3l5/9/K8/9 w - 0 2", 3, 3, {1, 25, 115}},
};

static struct position *position_of(struct test *t, const struct sample *s)
{
    struct position *pos = pos_new(s->game);
    CHECK(pos && (!s->fen || pos_set(pos, s->fen, NULL) == ENGINE_OK));
    return pos;
}

static int depth_of(const struct sample *s)
{
    return test_fast_wanted() ? s->fast_depth : s->depth;
}

static void check_count(struct test *t, const struct position *pos,
                        const struct perft_options *options, uint64_t wanted)
{
    perft_count_t nodes = 0;
    bool complete = false;
    CHECK_EQ_INT(perft_run(pos, options, &nodes, &complete), ENGINE_OK);
    CHECK(complete);
    CHECK_MSG(nodes == wanted,
              "%s depth %d, %u threads, bulk %d, hash %d, keys %u: %" PRIu64 ", wanted %" PRIu64,
              pos->game->name, options->depth, options->threads, options->bulk,
              options->hash ? 1 + options->hash->wide : 0, options->keys, (uint64_t)nodes, wanted);
}

static void check_sample(struct test *t, const struct sample *s, struct perft_hash *hash)
{
    struct position *pos = position_of(t, s);
    for (int depth = 1; depth <= depth_of(s); depth++)
        for (unsigned mode = 0; mode < 12; mode++) {
            const struct perft_options options = {.depth = depth,
                                                  .threads = mode % 3 * mode % 3 * 2 + 1,
                                                  .bulk = mode / 3 % 2,
                                                  .keys = mode / 6,
                                                  .hash = hash};
            check_count(t, pos, &options, s->counts[depth - 1]);
        }
    pos_free(pos);
}

static void case_counts_without_hash(struct test *t)
{
    for (size_t i = 0; i < COUNT(samples); i++)
        check_sample(t, &samples[i], NULL);
}

/* One table for all samples: games, rule sets and options must not meet in it. */
static void check_with_hash(struct test *t, bool wide)
{
    struct perft_hash *hash = perft_hash_new(1, wide);
    REQUIRE(hash);
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < COUNT(samples); i++)
            check_sample(t, &samples[i], hash);
    perft_hash_free(hash);
}

static void case_counts_with_hash(struct test *t)
{
    check_with_hash(t, false);
}

static void case_counts_with_wide_hash(struct test *t)
{
    check_with_hash(t, true);
}

/* Options of the rules are part of the key. */
static void case_options_are_in_the_key(struct test *t)
{
    struct perft_hash *hash = perft_hash_new(1, false);
    struct position *pos = pos_new(&tam_game);
    REQUIRE(hash && pos);
    /* After Black's move White must relocate, or may. */
    static const char fen[] = "2.P7k/11/11/5n1t3/6.r4/11/11/11/11/K10 b -- - 0 1";
    perft_count_t plain[2], hashed[2];
    bool complete;
    for (int optional = 0; optional <= 1; optional++) {
        CHECK_EQ_INT(pos_set_option(pos, "PopRelocation", optional ? "optional" : "compulsory"),
                     ENGINE_OK);
        CHECK_EQ_INT(pos_set(pos, fen, NULL), ENGINE_OK);
        struct perft_options options = {.depth = 3, .threads = 1, .bulk = true};
        CHECK_EQ_INT(perft_run(pos, &options, &plain[optional], &complete), ENGINE_OK);
        options.hash = hash;
        CHECK_EQ_INT(perft_run(pos, &options, &hashed[optional], &complete), ENGINE_OK);
        CHECK(plain[optional] == hashed[optional]);
    }
    CHECK(plain[0] != plain[1]);
    pos_free(pos);
    perft_hash_free(hash);
}

/* The two words of the two key sets are four different keys of a position, and each is the xor of
 * steps: two ways to the same position have the same keys. */
static void case_key_sets(struct test *t)
{
    static const struct {
        const struct game *game;
        const char *way[2][4];
    } ways[] = {
        {&bel_game_release, {{"c1d3", "e8e7", "e2e4", "b9c7"}, {"e2e4", "b9c7", "c1d3", "e8e7"}}},
        {&tam_game, {{"a3a4", "a8a7", "k3k4", "k8k7"}, {"k3k4", "k8k7", "a3a4", "a8a7"}}},
        {&bas_game, {{"a3b4", "h6g5", "c3d4", "b6a5"}, {"c3d4", "h6g5", "a3b4", "b6a5"}}}};
    for (size_t g = 0; g < COUNT(ways); g++) {
        const struct game *game = ways[g].game;
        struct perft_key keys[2][ZOBRIST_SETS];
        for (int way = 0; way < 2; way++) {
            struct position *pos = pos_new(game);
            void *tables = malloc(game->perft_keys_size);
            REQUIRE(pos && tables && pos_reserve(pos, 8) == ENGINE_OK);
            for (int i = 0; i < 4; i++) {
                _Alignas(max_align_t) unsigned char undo[512];
                struct move_entry e;
                REQUIRE(game->undo_size <= sizeof undo);
                if (CHECK_MSG(game->move_parse(pos, ways[g].way[way][i], &e) == ENGINE_OK, "%s",
                              ways[g].way[way][i]))
                    game->make(pos, &e, undo);
            }
            for (unsigned set = 0; set < ZOBRIST_SETS; set++) {
                game->perft_keys(set, tables);
                keys[way][set] = game->perft_key(pos, tables);
            }
            free(tables);
            pos_free(pos);
        }
        CHECK(memcmp(keys[0], keys[1], sizeof keys[0]) == 0);
        const zkey_t *four = keys[0][0].word;
        for (int i = 0; i < 4; i++)
            for (int k = 0; k < i; k++)
                CHECK_MSG(four[i] != four[k], "%s: words %d and %d agree", game->name, k, i);
    }
}

/* The keys that a walk computes step by step are those of the positions it comes to: what it has
 * left in the table is found under the keys of the children. */
static void check_walked_keys(struct test *t, struct position *pos, const char *label)
{
    const struct game *game = pos->game;
    struct perft_hash *hash = perft_hash_new(16, true);
    void *keys = malloc(game->perft_keys_size);
    struct move_entry *list = malloc(game->moves_max * sizeof *list);
    REQUIRE(hash && keys && list && pos_reserve(pos, 4) == ENGINE_OK);
    game->perft_keys(1, keys);
    static const struct perft_walk bulk = {.bulk = true};
    const struct perft_walk walk = {.bulk = true, .hash = hash, .keys = keys};
    game->perft(pos, 3, &walk);
    const struct move_entry *end = game->generate(pos, GEN_ALL, list);
    for (const struct move_entry *e = list; e < end; e++) {
        _Alignas(max_align_t) unsigned char undo[512];
        uint64_t count = 0;
        game->make(pos, e, undo);
        CHECK_MSG(perft_hash_probe(hash, game->perft_key(pos, keys), 2, &count), "%s: %x", label,
                  (unsigned)e->move);
        CHECK_EQ_U64(count, game->perft(pos, 2, &bulk));
        game->unmake(pos, e, undo);
    }
    free(list);
    free(keys);
    perft_hash_free(hash);
}

/* A line of tests/data/X.epd. */
static void check_line(struct test *t, const char *label, char *line)
{
    const char *fen = file_field(&line, ';');
    const bool is_bashni = strchr(fen, ':') != NULL;
    const struct game *game = is_bashni                    ? &bas_game
                              : strstr(label, "tamerlane") ? &tam_game
                                                           : &bel_game_release;
    char options[4][64];
    unsigned options_nb = 0;
    while (*line) {
        const char *field = file_field(&line, ';');
        if (strncmp(field, "set=", 4) == 0)
            game = games_find(field + 4);
        else if (strchr(field, '=') && options_nb < 4)
            snprintf(options[options_nb++], sizeof options[0], "%s", field);
    }
    struct position *pos = game ? pos_new(game) : NULL;
    REQUIRE(pos);
    for (unsigned i = 0; i < options_nb; i++) {
        char *value = strchr(options[i], '=');
        *value++ = '\0';
        CHECK_EQ_INT(pos_set_option(pos, options[i], value), ENGINE_OK);
    }
    if (CHECK_MSG(pos_set(pos, fen, NULL) == ENGINE_OK, "%s", label))
        check_walked_keys(t, pos, label);
    pos_free(pos);
}

static void case_walked_keys(struct test *t)
{
    file_each_line(t, "tests/data/belarusian.epd", check_line);
    file_each_line(t, "tests/data/tamerlane.epd", check_line);
    file_each_line(t, "tests/data/bashni.epd", check_line);
}

/* ---- Reports ------------------------------------------------------------------------------- */

struct reports {
    struct test *t;
    unsigned nb;
    move_t moves[ROOT_MOVES_MAX];
    perft_count_t sum;
    atomic_bool stop;
    unsigned stop_after; /* reports; 0: never */
};

static void on_move(void *context, move_t move, perft_count_t nodes)
{
    struct reports *r = context;
    if (r->nb < ROOT_MOVES_MAX)
        r->moves[r->nb] = move;
    r->nb++;
    r->sum += nodes;
    if (r->nb == r->stop_after)
        atomic_store(&r->stop, true);
}

static void case_moves_are_reported_in_order(struct test *t)
{
    for (size_t i = 0; i < COUNT(samples); i++) {
        struct position *pos = position_of(t, &samples[i]);
        struct move_entry *list = malloc(pos->game->moves_max * sizeof *list);
        const size_t nb = (size_t)(pos->game->generate(pos, GEN_ALL, list) - list);
        for (unsigned threads = 1; threads <= 4; threads += 3) {
            struct reports r = {.t = t};
            const struct perft_options options = {
                .depth = 3, .threads = threads, .bulk = true, .on_move = on_move, .context = &r};
            check_count(t, pos, &options, samples[i].counts[2]);
            CHECK_EQ_U64(r.nb, nb);
            CHECK(r.sum == samples[i].counts[2]);
            for (size_t k = 0; k < nb && k < ROOT_MOVES_MAX; k++)
                CHECK(r.moves[k] == list[k].move);
        }
        free(list);
        pos_free(pos);
    }
}

static void case_some_moves_and_the_rest(struct test *t)
{
    struct position *pos = position_of(t, &samples[0]);
    struct move_entry list[512];
    const size_t nb = (size_t)(pos->game->generate(pos, GEN_ALL, list) - list);
    move_t names[512];
    for (size_t i = 0; i < nb; i++)
        names[i] = list[i].move;
    for (size_t cut = 0; cut <= nb; cut += 11) {
        perft_count_t parts[2];
        bool complete;
        for (int part = 0; part < 2; part++) {
            struct reports r = {.t = t};
            const struct perft_options options = {.depth = 4,
                                                  .threads = 2,
                                                  .bulk = true,
                                                  .first = names + (part ? cut : 0),
                                                  .first_nb = part ? nb - cut : cut,
                                                  .on_move = on_move,
                                                  .context = &r};
            CHECK_EQ_INT(perft_run(pos, &options, &parts[part], &complete), ENGINE_OK);
            CHECK(complete);
            CHECK_EQ_U64(r.nb, options.first_nb);
        }
        CHECK(parts[0] + parts[1] == 296204);
    }
    pos_free(pos);
}

/* Whenever it is stopped, what it reports is whole moves and their sum. */
static void case_stop(struct test *t)
{
    const int depth = test_fast_wanted() ? 5 : 6;
    struct position *pos = position_of(t, &samples[0]);
    struct perft_hash *hash = perft_hash_new(1, false);
    REQUIRE(hash);
    struct reports all = {.t = t};
    struct perft_options options = {.depth = depth, .threads = 1, .bulk = true, .context = &all};
    options.on_move = on_move;
    perft_count_t nodes;
    bool complete;
    for (unsigned threads = 1; threads <= 5; threads += 2)
        for (unsigned stop_after = 0; stop_after < 4; stop_after++) {
            struct reports r = {.t = t, .stop_after = stop_after};
            atomic_store(&r.stop, stop_after == 0);
            options.threads = threads;
            options.context = &r;
            options.stop = &r.stop;
            options.hash = threads == 3 ? hash : NULL;
            CHECK_EQ_INT(perft_run(pos, &options, &nodes, &complete), ENGINE_OK);
            /* On a busy machine the threads may have done all before the first report. */
            CHECK(complete == (r.nb == 22));
            CHECK(r.nb >= stop_after && !(stop_after == 0 && complete));
            CHECK(nodes == r.sum);
        }
    /* What a stopped run left in the table is right. */
    options.stop = NULL;
    options.on_move = NULL;
    options.hash = hash;
    check_count(t, pos, &options, depth == 5 ? 8185890 : 225815676);
    perft_hash_free(hash);
    pos_free(pos);
}

static void case_bad_arguments(struct test *t)
{
    struct position *pos = position_of(t, &samples[0]);
    static const struct perft_options bad[] = {
        {.depth = -1, .threads = 1},
        {.depth = DEPTH_MAX + 1, .threads = 1},
        {.depth = 2, .threads = 0},
        {.depth = 2, .threads = PERFT_THREADS_MAX + 1},
        {.depth = 2, .threads = 1, .keys = ZOBRIST_SETS},
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        perft_count_t nodes = 77;
        bool complete;
        CHECK_EQ_INT(perft_run(pos, &bad[i], &nodes, &complete), ENGINE_BAD_ARGUMENT);
        CHECK(nodes == 77);
    }
    const struct perft_options none = {.depth = 0, .threads = 1};
    check_count(t, pos, &none, 1);
    pos_free(pos);
}

/* ---- The table ----------------------------------------------------------------------------- */

static struct perft_key key_number(uint64_t n)
{
    uint64_t state = n;
    const uint64_t word = test_splitmix64(&state);
    return (struct perft_key){{word, test_splitmix64(&state)}};
}

static void case_table_gives_back_what_it_got(struct test *t)
{
    for (int wide = 0; wide <= 1; wide++) {
        struct perft_hash *hash = perft_hash_new(1, wide);
        REQUIRE(hash);
        uint64_t count = 77;
        for (uint64_t n = 0; n < 1000; n++) {
            struct perft_key key = key_number(n);
            CHECK(!perft_hash_probe(hash, key, 3, &count));
            CHECK_EQ_U64(count, 77);
            perft_hash_store(hash, key, 3, n << 40 | 5);
            CHECK(perft_hash_probe(hash, key, 3, &count));
            CHECK_EQ_U64(count, n << 40 | 5);
            CHECK(!perft_hash_probe(hash, key, 200, &count));
            /* Only a wide table tells two positions by their second words. */
            key.word[1] ^= 1;
            CHECK(perft_hash_probe(hash, key, 3, &count) == !wide);
            key.word[1] ^= 1;
            for (int bit = 0; bit < 64; bit++) {
                key.word[0] ^= UINT64_C(1) << bit;
                CHECK(!perft_hash_probe(hash, key, 3, &count));
                key.word[0] ^= UINT64_C(1) << bit;
            }
            perft_hash_store(hash, key, 200, n);
            CHECK(perft_hash_probe(hash, key, 200, &count));
            CHECK_EQ_U64(count, n);
            count = 77;
        }
        /* 56 bits and no more. */
        const struct perft_key key = key_number(5000);
        perft_hash_store(hash, key, 9, UINT64_C(1) << 56);
        CHECK(!perft_hash_probe(hash, key, 9, &count));
        perft_hash_store(hash, key, 9, (UINT64_C(1) << 56) - 1);
        CHECK(perft_hash_probe(hash, key, 9, &count));
        CHECK_EQ_U64(count, (UINT64_C(1) << 56) - 1);
        perft_hash_free(hash);
    }
    CHECK(!perft_hash_new(0, false));
    CHECK(!perft_hash_new(SIZE_MAX / 2, false));
    perft_hash_free(NULL);
}

/* Shallow entries never drive out a deep one, and find room all the same. */
static void case_deep_entries_stay(struct test *t)
{
    for (int wide = 0; wide <= 1; wide++) {
        struct perft_hash *hash = perft_hash_new(1, wide);
        REQUIRE(hash);
        const struct perft_key deep = {{42, 43}};
        perft_hash_store(hash, deep, 20, 1234567);
        uint64_t count;
        for (uint64_t n = 1; n < 100; n++) {
            const struct perft_key other = {{42 + n, n}}; /* of the same bucket */
            perft_hash_store(hash, other, 2, n);
            CHECK(perft_hash_probe(hash, other, 2, &count) && count == n);
        }
        CHECK(perft_hash_probe(hash, deep, 20, &count) && count == 1234567);
        perft_hash_free(hash);
    }
}

/* Guesses are of the right size, and a table is never made for more than there can be. */
static void case_estimates(struct test *t)
{
    static const struct {
        const struct game *game;
        int depth;
        double nodes;
    } starts[] = {{&bel_game_release, 6, 225815676}, {&bel_game_release, 3, 11980},
                  {&tam_game, 7, 7177632419},        {&bas_game, 13, 2472820635},
                  {&bel_game_release, 0, 1},         {&bel_game_release, 1, 22}};
    for (size_t i = 0; i < COUNT(starts); i++) {
        struct position *pos = pos_new(starts[i].game);
        REQUIRE(pos);
        const double guess = perft_estimate(pos, starts[i].depth);
        CHECK_MSG(guess > starts[i].nodes / 3 && guess < starts[i].nodes * 3, "%s depth %d: %g",
                  starts[i].game->name, starts[i].depth, guess);
        const double need = perft_hash_need(pos, starts[i].depth + 2);
        CHECK_MSG(need >= guess && need < guess * 1.5 + 32, "%s depth %d: need %g",
                  starts[i].game->name, starts[i].depth + 2, need);
        pos_free(pos);
    }
    struct position *pos = pos_new(&bel_game_release);
    CHECK(perft_hash_need(pos, 1) == 0);
    CHECK(perft_estimate(pos, DEPTH_MAX) > 1e100);
    CHECK_EQ_INT(pos_set(pos, "4a3k/9/9/9/4A4/9/9/9/l8 w - 0 2", NULL), ENGINE_OK);
    CHECK(perft_estimate(pos, 5) == 0); /* decided */
    pos_free(pos);
    CHECK_EQ_U64(perft_hash_mebibytes(0, false), 1);
    CHECK_EQ_U64(perft_hash_mebibytes(65536, false), 2);
    CHECK_EQ_U64(perft_hash_mebibytes(65536, true), 3);
    CHECK(perft_hash_mebibytes(1e300, true) > (size_t)1 << 40);
}

struct hammer {
    struct perft_hash *hash;
    uint64_t random, hits, faults;
    pthread_t thread;
};

enum { HAMMERS = 6, HOT_KEYS = 24 };

static uint64_t count_of(uint64_t key, int depth)
{
    return (key * 1000003 + (uint64_t)depth) & ((UINT64_C(1) << 56) - 1);
}

static void *hammer(void *argument)
{
    struct hammer *h = argument;
    const int rounds = test_fast_wanted() ? 40000 : 400000;
    for (int round = 0; round < rounds; round++) {
        const uint64_t random = test_splitmix64(&h->random);
        /* All of them in three buckets. */
        const uint64_t n = random % HOT_KEYS;
        const struct perft_key key = {{(n % 3) << 62 | n, n * UINT64_C(0x9E3779B97F4A7C15)}};
        const int depth = 2 + (int)(random >> 32) % 5;
        uint64_t count;
        if (random >> 63)
            perft_hash_store(h->hash, key, depth, count_of(key.word[0], depth));
        else if (perft_hash_probe(h->hash, key, depth, &count)) {
            h->hits++;
            h->faults += count != count_of(key.word[0], depth);
        }
    }
    return NULL;
}

static void case_table_under_threads(struct test *t)
{
    for (int wide = 0; wide <= 1; wide++) {
        struct hammer hammers[HAMMERS];
        struct perft_hash *hash = perft_hash_new(1, wide);
        REQUIRE(hash);
        for (uint64_t i = 0; i < HAMMERS; i++) {
            hammers[i] = (struct hammer){.hash = hash, .random = t->random + i};
            REQUIRE(pthread_create(&hammers[i].thread, NULL, hammer, &hammers[i]) == 0);
        }
        uint64_t hits = 0;
        for (int i = 0; i < HAMMERS; i++) {
            pthread_join(hammers[i].thread, NULL);
            hits += hammers[i].hits;
            CHECK_EQ_U64(hammers[i].faults, 0);
        }
        CHECK(hits > 0);
        perft_hash_free(hash);
    }
}

/* ---- Counts as numbers --------------------------------------------------------------------- */

static void case_count_text(struct test *t)
{
    static const char most[] = "340282366920938463463374607431768211455"; /* 2^128 - 1 */
    char text[PERFT_COUNT_TEXT_MAX];
    perft_count_t n = 7;
    CHECK(perft_count_parse(most, &n));
    CHECK(n == ~(perft_count_t)0);
    CHECK_EQ_STR(perft_count_format(n, text), most);
    CHECK_EQ_STR(perft_count_format(0, text), "0");
    static const char *const bad[] = {"",
                                      " 1",
                                      "-1",
                                      "1x",
                                      "0x10",
                                      "340282366920938463463374607431768211456",
                                      "999999999999999999999999999999999999999"};
    n = 7;
    for (size_t i = 0; i < COUNT(bad); i++)
        CHECK_MSG(!perft_count_parse(bad[i], &n) && n == 7, "'%s'", bad[i]);
    const perft_count_t big = (perft_count_t)1 << 100;
    n = 5;
    CHECK(perft_count_add(&n, big, 3));
    CHECK(n == big * 3 + 5);
    CHECK(!perft_count_add(&n, big, big));
    CHECK(!perft_count_add(&n, ~(perft_count_t)0, 1));
    CHECK(n == big * 3 + 5);
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"perft: threads and bulk change no count", case_counts_without_hash},
        {"perft: a hash changes no count", case_counts_with_hash},
        {"perft: nor does one of 128 bits", case_counts_with_wide_hash},
        {"perft: rule options are in the key", case_options_are_in_the_key},
        {"perft: key sets", case_key_sets},
        {"perft: keys along the way", case_walked_keys},
        {"perft: moves are reported in order", case_moves_are_reported_in_order},
        {"perft: some first moves and the rest", case_some_moves_and_the_rest},
        {"perft: stop", case_stop},
        {"perft: bad arguments", case_bad_arguments},
        {"perft hash: gives back what it got", case_table_gives_back_what_it_got},
        {"perft hash: deep entries stay", case_deep_entries_stay},
        {"perft hash: threads", case_table_under_threads},
        {"perft: estimates", case_estimates},
        {"perft: counts as text and sums", case_count_text},
    };
    return test_main(argc, argv, cases, COUNT(cases));
}
