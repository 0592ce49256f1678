/* The data files of selfplay: round trips, damaged and forged files, and that the games depend on
 * nothing but the options. */
#include "engine/games/bashni/bashni.h"
#include "engine/games/belarusian/belarusian.h"
#include "engine/games/tamerlane/tamerlane.h"
#include "tests/harness.h"
#include "tools/datafile.h"
#include "tools/keyset.h"
#include "tools/outfile.h"
#include "tools/selfplay.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

enum { PATH_BYTES = 256, TEXT_BYTES = GAME_FEN_MAX, GAMES_MAX = 64, RECORDS_MAX = 100 };

static const char header[] = "game=bashni\nprogram=test\nseed=7\nempty=\n";

/* ---- Helpers ------------------------------------------------------------------------------- */

/* A folder of this process; files in it are removed by the last case. */
static const char *path_of(const char *name, char *out)
{
    const char *tmp = getenv("TMPDIR");
    snprintf(out, PATH_BYTES, "%s/citadel-test-%ld-%s", tmp ? tmp : "/tmp", (long)getpid(), name);
    return out;
}

struct model_game {
    enum outcome outcome;
    struct data_record records[RECORDS_MAX];
    char texts[RECORDS_MAX][TEXT_BYTES];
    size_t records_nb;
};

struct model {
    struct model_game games[GAMES_MAX];
    size_t nb;
    size_t seen; /* games that a reader has compared */
    size_t wrong;
    bool has_header;
};

/* Texts with common beginnings, empty ones and the longest. */
static void random_text(struct test *t, const char *before, char *out)
{
    const size_t kept = test_random_below(t, strlen(before) + 1);
    const size_t longest = test_random_below(t, 8) == 0 ? TEXT_BYTES - 1 : 90;
    size_t n = test_random_below(t, longest + 1);
    for (size_t i = 0; i < n; i++)
        out[i] = i < kept ? before[i] : (char)(33 + test_random_below(t, 94));
    out[n] = '\0';
}

static void random_model(struct test *t, struct model *m, size_t games)
{
    *m = (struct model){.nb = games};
    for (size_t g = 0; g < games; g++) {
        struct model_game *game = &m->games[g];
        game->outcome = (enum outcome)(OUTCOME_WHITE_WINS + test_random_below(t, 3));
        game->records_nb = test_random_below(t, RECORDS_MAX + 1);
        for (size_t i = 0; i < game->records_nb; i++) {
            random_text(t, i > 0 ? game->texts[i - 1] : "", game->texts[i]);
            game->records[i] =
                (struct data_record){.score = (score_t)test_random_below(t, 65536) - 32768,
                                     .ply = (unsigned)test_random_below(t, 65536),
                                     .text = game->texts[i]};
        }
    }
}

static bool write_model(const struct model *m, const char *path)
{
    char error[DATA_ERROR_MAX];
    struct data_writer *w = data_create(path, header, error);
    bool ok = w != NULL;
    for (size_t g = 0; ok && g < m->nb; g++) {
        const struct data_game game = {.outcome = m->games[g].outcome,
                                       .records = m->games[g].records,
                                       .records_nb = m->games[g].records_nb};
        ok = data_add(w, &game);
    }
    return ok && data_finish(w, error);
}

static bool compare_header(void *context, const char *text)
{
    struct model *m = context;
    m->has_header = strcmp(text, header) == 0;
    return true;
}

static bool compare_game(void *context, uint32_t number, const struct data_game *game)
{
    struct model *m = context;
    bool same = number == m->seen && number < m->nb;
    if (same) {
        const struct model_game *expected = &m->games[number];
        same = game->outcome == expected->outcome && game->records_nb == expected->records_nb;
        for (size_t i = 0; same && i < game->records_nb; i++)
            same = game->records[i].score == expected->records[i].score &&
                   game->records[i].ply == expected->records[i].ply &&
                   strcmp(game->records[i].text, expected->texts[i]) == 0;
    }
    m->seen++;
    m->wrong += !same;
    return true;
}

static enum data_status compare(struct model *m, const char *path, bool torn, char *error)
{
    const struct data_visitor visitor = {
        .on_header = compare_header, .on_game = compare_game, .context = m};
    m->seen = m->wrong = 0;
    m->has_header = false;
    return data_read(path, torn, &visitor, error);
}

static uint8_t *load_bytes(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    struct stat st;
    if (!f || fstat(fileno(f), &st) != 0)
        return NULL;
    *size = (size_t)st.st_size;
    uint8_t *bytes = malloc(*size + 1);
    if (bytes && fread(bytes, 1, *size, f) != *size) {
        free(bytes);
        bytes = NULL;
    }
    fclose(f);
    return bytes;
}

static void store_bytes(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *f = fopen(path, "wb");
    if (f) {
        fwrite(bytes, 1, size, f);
        fclose(f);
    }
}

static bool same_files(const char *a, const char *b)
{
    size_t na = 0, nb = 1;
    uint8_t *x = load_bytes(a, &na), *y = load_bytes(b, &nb);
    const bool same = x && y && na == nb && memcmp(x, y, na) == 0;
    free(x);
    free(y);
    return same;
}

/* ---- The format ---------------------------------------------------------------------------- */

static void case_round_trip(struct test *t)
{
    char path[PATH_BYTES], other[PATH_BYTES], error[DATA_ERROR_MAX] = "";
    static struct model m;
    for (size_t games = 0; games <= GAMES_MAX; games += 8) {
        random_model(t, &m, games);
        REQUIRE(write_model(&m, path_of("a", path)));
        CHECK_MSG(compare(&m, path, false, error) == DATA_OK, "%zu games: %s", games, error);
        CHECK(m.has_header);
        CHECK_EQ_U64(m.seen, games);
        CHECK_EQ_U64(m.wrong, 0);
        REQUIRE(write_model(&m, path_of("b", other)));
        CHECK(same_files(path, other));
        CHECK(access(strcat(other, ".part"), F_OK) != 0);
    }
    unlink(path);
    unlink(path_of("b", other));
}

/* Cut anywhere, a file is refused; with `torn` it gives a part of its games, all of them right. */
static void case_torn(struct test *t)
{
    char path[PATH_BYTES], error[DATA_ERROR_MAX];
    static struct model m;
    size_t size = 0;
    random_model(t, &m, GAMES_MAX);
    REQUIRE(write_model(&m, path_of("torn", path)));
    uint8_t *bytes = load_bytes(path, &size);
    REQUIRE(bytes != NULL);
    CHECK_MSG(size > 2 * DATA_BLOCK_BYTES, "several blocks are wanted, there are %zu bytes", size);
    bool has_some = false;
    for (size_t i = 0; i < 400; i++) {
        const size_t cut = i < 150   ? i
                           : i < 200 ? size - 1 - (i - 150)
                                     : test_random_below(t, size);
        store_bytes(path, bytes, cut);
        CHECK_MSG(compare(&m, path, false, error) == DATA_BAD, "cut at %zu: accepted", cut);
        CHECK_MSG(strstr(error, path) && strstr(error, "byte "), "%s", error);
        const enum data_status status = compare(&m, path, true, error);
        CHECK_MSG(status == (m.has_header ? DATA_OK : DATA_BAD), "cut at %zu: %s", cut, error);
        CHECK_EQ_U64(m.wrong, 0);
        has_some |= m.seen > 0 && m.seen < m.nb;
    }
    CHECK(has_some);
    bytes[size] = 0;
    store_bytes(path, bytes, size + 1);
    CHECK(compare(&m, path, false, error) == DATA_BAD);
    free(bytes);
    unlink(path);
}

static void case_mutated(struct test *t)
{
    char path[PATH_BYTES], error[DATA_ERROR_MAX];
    static struct model m;
    size_t size = 0;
    random_model(t, &m, 3);
    REQUIRE(write_model(&m, path_of("mutated", path)));
    uint8_t *bytes = load_bytes(path, &size);
    REQUIRE(bytes != NULL);
    for (size_t i = 0; i < size; i++) {
        const uint8_t bit = (uint8_t)(1u << test_random_below(t, 8));
        bytes[i] ^= bit;
        store_bytes(path, bytes, size);
        bytes[i] ^= bit;
        CHECK_MSG(compare(&m, path, false, error) == DATA_BAD, "byte %zu of %zu", i, size);
    }
    free(bytes);
    unlink(path);
}

static uint32_t read32(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void store_forged(const char *path, uint8_t *bytes, size_t size, size_t block, size_t end)
{
    const uint64_t sum = XXH3_64bits_withSeed(bytes + block, end - block, 0);
    for (unsigned k = 0; k < 8; k++)
        bytes[end + k] = (uint8_t)(sum >> 8 * k);
    store_bytes(path, bytes, size);
}

/* The sum is no protection against ill will: with a right one, any payload must be read or refused
 * without harm. */
static void case_forged(struct test *t)
{
    enum { HEAD = 16, BLOCK_HEAD = 12, SUM = 8 };
    char path[PATH_BYTES], error[DATA_ERROR_MAX];
    static struct model m;
    size_t size = 0, refused = 0, rounds = 3000;
    do
        random_model(t, &m, 4);
    while (m.games[0].records_nb == 0);
    REQUIRE(write_model(&m, path_of("forged", path)));
    uint8_t *bytes = load_bytes(path, &size);
    uint8_t *forged = malloc(size + 1);
    REQUIRE(bytes && forged);
    const size_t block = HEAD + sizeof header - 1 + SUM;
    const size_t payload = read32(bytes + block);
    REQUIRE(block + BLOCK_HEAD + payload + SUM < size);
    for (size_t i = 0; i < rounds; i++) {
        memcpy(forged, bytes, size);
        for (uint64_t k = test_random_below(t, 4) + 1; k > 0; k--) {
            const size_t at = 4 + test_random_below(t, BLOCK_HEAD - 4 + payload);
            forged[block + at] = test_random(t) & 1 ? (uint8_t)test_random(t) : 0xFF;
        }
        store_forged(path, forged, size, block, block + BLOCK_HEAD + payload);
        refused += compare(&m, path, i & 1, error) == DATA_BAD;
    }
    CHECK_MSG(refused > rounds / 10 && refused < rounds, "%zu refused", refused);
    /* The first record shares a byte with a text before it that is not there. */
    memcpy(forged, bytes, size);
    forged[block + BLOCK_HEAD + 3 + 4] = 1;
    store_forged(path, forged, size, block, block + BLOCK_HEAD + payload);
    CHECK(compare(&m, path, false, error) == DATA_BAD);
    /* A game without result. */
    memcpy(forged, bytes, size);
    forged[block + BLOCK_HEAD] = OUTCOME_NONE;
    store_forged(path, forged, size, block, block + BLOCK_HEAD + payload);
    CHECK(compare(&m, path, false, error) == DATA_BAD && strstr(error, "without result"));
    free(bytes);
    free(forged);
    unlink(path);
}

static void case_strangers(struct test *t)
{
    char path[PATH_BYTES], error[DATA_ERROR_MAX];
    static struct model m;
    CHECK(compare(&m, path_of("missing", path), false, error) == DATA_UNREADABLE);
    CHECK(strstr(error, "No such file") != NULL);
    CHECK(compare(&m, "/", false, error) == DATA_UNREADABLE);
    CHECK(compare(&m, "/dev/null", false, error) == DATA_UNREADABLE);
    store_bytes(path_of("strange", path), (const uint8_t *)"", 0);
    CHECK(compare(&m, path, false, error) == DATA_BAD);
    CHECK(compare(&m, path, true, error) == DATA_BAD);
    unlink(path);
}

static void case_header(struct test *t)
{
    char value[16], error[DATA_ERROR_MAX];
    CHECK(data_header_value(header, "game", value, sizeof value));
    CHECK_EQ_STR(value, "bashni");
    CHECK(data_header_value(header, "empty", value, sizeof value));
    CHECK_EQ_STR(value, "");
    CHECK(!data_header_value(header, "gam", value, sizeof value));
    CHECK(!data_header_value(header, "bashni", value, sizeof value));
    CHECK(!data_header_value(header, "game", value, 6));
    CHECK(data_header_value(header, "game", value, 7));
    struct position *pos = data_position(header, error);
    CHECK(pos && pos->game == &bas_game);
    pos_free(pos);
    CHECK(data_position("game=chess\n", error) == NULL);
    CHECK(data_position("", error) == NULL);
    CHECK(data_position("game=tamerlane\noption.Setup=third\n", error) == NULL);
    CHECK(data_position("game=tamerlane\noption.Setup=none\noption.PopRelocation=optional\n"
                        "option.RepetitionDraw=on\noption.MoveLimitDraw=off\n",
                        error) == NULL);
    pos = data_position("game=tamerlane\noption.Setup=third\noption.PopRelocation=optional\n"
                        "option.RepetitionDraw=on\noption.MoveLimitDraw=off\n",
                        error);
    REQUIRE(pos != NULL);
    CHECK(pos->option[0] == 3 && pos->option[1] == 1 && pos->option[2] == 1 && !pos->option[3]);
    pos_free(pos);
}

static void case_outfile(struct test *t)
{
    char path[PATH_BYTES], part[PATH_BYTES + 8];
    struct outfile o;
    snprintf(part, sizeof part, "%s.part", path_of("out", path));
    REQUIRE(outfile_open(&o, path));
    fputs("first", o.file);
    CHECK(access(path, F_OK) != 0 && access(part, F_OK) == 0);
    CHECK(outfile_finish(&o));
    CHECK(access(path, F_OK) == 0 && access(part, F_OK) != 0);
    REQUIRE(outfile_open(&o, path));
    fputs("second", o.file);
    outfile_abandon(&o);
    outfile_abandon(&o);
    size_t size = 0;
    uint8_t *bytes = load_bytes(path, &size);
    CHECK(bytes && size == 5 && memcmp(bytes, "first", 5) == 0);
    CHECK(access(part, F_OK) != 0);
    free(bytes);
    unlink(path);
    errno = 0;
    CHECK(!outfile_open(&o, "/dev/null") && errno == EINVAL);
    CHECK(!outfile_open(&o, "/nowhere/to/be/found") && errno == ENOENT);
}

static void case_keyset(struct test *t)
{
    struct keyset s = {0};
    uint64_t state = t->seed;
    const uint64_t first = state;
    for (int i = 0; i < 20000; i++)
        CHECK_EQ_INT(keyset_add(&s, test_splitmix64(&state)), KEYSET_NEW);
    CHECK_EQ_INT(keyset_add(&s, 0), KEYSET_NEW);
    CHECK_EQ_INT(keyset_add(&s, 0), KEYSET_KNOWN);
    state = first;
    for (int i = 0; i < 20000; i++)
        CHECK_EQ_INT(keyset_add(&s, test_splitmix64(&state)), KEYSET_KNOWN);
    /* Keys that begin alike. */
    for (uint64_t i = 1; i < 500; i++)
        CHECK_EQ_INT(keyset_add(&s, i << 40 | 5), KEYSET_NEW);
    keyset_fini(&s);
}

/* ---- Games --------------------------------------------------------------------------------- */

struct audit {
    struct test *t;
    struct position *pos;
    struct keyset seen;
    struct move_entry *moves;
    uint64_t records;
};

static bool audit_header(void *context, const char *text)
{
    struct audit *a = context;
    struct test *t = a->t;
    char error[DATA_ERROR_MAX];
    a->pos = data_position(text, error);
    CHECK_MSG(a->pos != NULL, "%s", error);
    return a->pos != NULL;
}

/* Every record is a canonical text of a new position that is not in check and has quiet moves. */
static bool audit_game(void *context, uint32_t number, const struct data_game *game)
{
    struct audit *a = context;
    struct test *t = a->t;
    char text[GAME_FEN_MAX];
    for (size_t i = 0; i < game->records_nb; i++) {
        const struct data_record *r = &game->records[i];
        if (!CHECK_MSG(pos_set(a->pos, r->text, NULL) == ENGINE_OK, "game %u: %s", number, r->text))
            return false;
        a->pos->game->format(a->pos, text);
        CHECK_EQ_STR(text, r->text);
        CHECK_EQ_INT(keyset_add(&a->seen, a->pos->key), KEYSET_NEW);
        CHECK(!a->pos->game->in_check(a->pos));
        CHECK(a->pos->game->generate(a->pos, GEN_QUIET, a->moves) != a->moves);
        CHECK(!score_is_decisive(r->score));
        CHECK(i == 0 || r->ply > game->records[i - 1].ply);
        a->records++;
    }
    return true;
}

static void audit_file(struct test *t, const char *path, uint64_t records)
{
    static struct move_entry moves[4096];
    char error[DATA_ERROR_MAX] = "";
    struct audit a = {.t = t, .moves = moves};
    const struct data_visitor visitor = {
        .on_header = audit_header, .on_game = audit_game, .context = &a};
    CHECK_MSG(data_read(path, false, &visitor, error) == DATA_OK, "%s", error);
    CHECK_EQ_U64(a.records, records);
    CHECK(records > 0);
    pos_free(a.pos);
    keyset_fini(&a.seen);
}

static enum selfplay_status play(struct selfplay_options o, const char *path, uint32_t games,
                                 unsigned threads, struct selfplay_counts *counts, char *error)
{
    o.out = path;
    o.games = games;
    o.threads = threads;
    return selfplay_run(&o, NULL, NULL, counts, error);
}

static void check_game(struct test *t, const struct game *game)
{
    static const atomic_bool never;
    char a[PATH_BYTES], b[PATH_BYTES], c[PATH_BYTES], error[DATA_ERROR_MAX] = "";
    struct selfplay_counts one, three, all;
    struct position *start = pos_new(game);
    REQUIRE(start != NULL);
    struct selfplay_options o = {.start = start,
                                 .seed = t->seed,
                                 .nodes = 60,
                                 .random_plies = 6,
                                 .window = 400,
                                 .plies_max = 80,
                                 .stop = &never};
    path_of("one", a), path_of("three", b), path_of("resumed", c);
    CHECK_MSG(play(o, a, 9, 1, &one, error) == SELFPLAY_DONE, "%s", error);
    CHECK_MSG(play(o, b, 9, 3, &three, error) == SELFPLAY_DONE, "%s", error);
    CHECK_MSG(same_files(a, b), "%s: threads change the file", game->name);
    audit_file(t, a, one.records);
    CHECK_EQ_INT(one.outcomes[OUTCOME_WHITE_WINS] + one.outcomes[OUTCOME_BLACK_WINS] +
                     one.outcomes[OUTCOME_DRAW],
                 9);

    /* Four games and five more are nine. */
    CHECK_MSG(play(o, b, 4, 2, &three, error) == SELFPLAY_DONE, "%s", error);
    o.resume = b;
    CHECK_MSG(play(o, c, 9, 2, &all, error) == SELFPLAY_DONE, "%s", error);
    CHECK_EQ_INT(all.old_games, 4);
    CHECK_EQ_U64(all.records, one.records);
    CHECK_MSG(same_files(a, c), "%s: resuming changes the file", game->name);

    o.seed++;
    unlink(c);
    CHECK(play(o, c, 9, 1, &all, error) == SELFPLAY_REFUSED);
    CHECK(access(c, F_OK) != 0);
    o.resume = NULL;
    CHECK(play(o, c, 9, 1, &all, error) == SELFPLAY_DONE);
    CHECK_MSG(!same_files(a, c), "%s: the seed changes nothing", game->name);
    unlink(a), unlink(b), unlink(c);
    pos_free(start);
}

static void case_selfplay(struct test *t)
{
    check_game(t, &bel_game_release);
    check_game(t, &tam_game);
    check_game(t, &bas_game);
}

static void case_stopped(struct test *t)
{
    static const atomic_bool at_once = true;
    char path[PATH_BYTES], error[DATA_ERROR_MAX] = "";
    struct selfplay_counts counts;
    struct position *start = pos_new(&bas_game);
    REQUIRE(start != NULL);
    const struct selfplay_options o = {
        .start = start, .nodes = 1000000, .plies_max = 80, .stop = &at_once};
    CHECK_MSG(play(o, path_of("stopped", path), 9, 2, &counts, error) == SELFPLAY_STOPPED, "%s",
              error);
    static struct model none;
    CHECK(compare(&none, path, false, error) == DATA_OK);
    CHECK_EQ_U64(none.seen, counts.games);
    CHECK_EQ_INT(counts.games, 0);
    unlink(path);
    pos_free(start);
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"round-trip", case_round_trip}, {"torn", case_torn},           {"mutated", case_mutated},
        {"forged", case_forged},         {"strangers", case_strangers}, {"header", case_header},
        {"outfile", case_outfile},       {"keyset", case_keyset},       {"selfplay", case_selfplay},
        {"stopped", case_stopped}};
    return test_main(argc, argv, cases, COUNT(cases));
}
