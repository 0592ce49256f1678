/* The files of work units: what is written is read, and nothing else is; and merging refuses what
 * does not belong together. */
#include "engine/games/belarusian/belarusian.h"
#include "engine/perft_frontier.h"
#include "engine/position.h"
#include "tests/harness.h"
#include "tools/cli.h"
#include "tools/outfile.h"
#include "tools/perft_plan.h"

#include <errno.h>
#include <unistd.h>

enum { UNITS = 3 };

/* A scratch directory. */
struct scratch {
    char directory[64];
    char path[128];
};

static const char *path_of(struct scratch *s, const char *name)
{
    snprintf(s->path, sizeof s->path, "%s/%s", s->directory, name);
    return s->path;
}

static bool scratch_new(struct test *t, struct scratch *s)
{
    snprintf(s->directory, sizeof s->directory, "/tmp/citadel-test-XXXXXX");
    return CHECK(mkdtemp(s->directory) != NULL);
}

static void scratch_free(struct scratch *s)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", s->directory);
    if (system(command) != 0)
        printf("# cannot remove %s\n", s->directory);
}

static void write_bytes(struct test *t, const char *path, const char *text, size_t size)
{
    FILE *out = fopen(path, "w");
    REQUIRE(out != NULL);
    CHECK(fwrite(text, 1, size, out) == size);
    fclose(out);
}

static size_t read_bytes(const char *path, char *out, size_t size)
{
    FILE *in = fopen(path, "r");
    const size_t nb = in ? fread(out, 1, size, in) : 0;
    if (in)
        fclose(in);
    return nb;
}

static struct perft_unit_result a_result(void)
{
    return (struct perft_unit_result){.run = "0123456789abcdef",
                                      .unit = {.number = 2,
                                               .positions = 5,
                                               .sequences = (perft_count_t)3 << 90,
                                               .sum = "fedcba9876543210"},
                                      .program = "0.1",
                                      .rules = 1,
                                      .keys = 1,
                                      .key_bits = 128,
                                      .done = 5,
                                      .nodes = ~(perft_count_t)0,
                                      .seconds = 12.5};
}

static void case_result_round_trip(struct test *t)
{
    struct scratch s;
    if (!scratch_new(t, &s))
        return;
    const struct perft_unit_result written = a_result();
    struct perft_unit_result read;
    path_of(&s, "unit-0002.keys-1.result");
    CHECK(perft_result_write(s.path, &written));
    CHECK_EQ_INT(perft_result_read(s.path, &read), SEALED_OK);
    CHECK_EQ_STR(read.run, written.run);
    CHECK_EQ_STR(read.unit.sum, written.unit.sum);
    CHECK_EQ_STR(read.program, written.program);
    CHECK(read.nodes == written.nodes && read.unit.sequences == written.unit.sequences);
    CHECK(read.unit.number == 2 && read.unit.positions == 5 && read.done == 5);
    CHECK(read.keys == 1 && read.key_bits == 128 && read.rules == 1);
    CHECK(read.seconds > 12.4 && read.seconds < 12.6);
    CHECK_EQ_INT(perft_result_read(path_of(&s, "none"), &read), SEALED_FAULT);
    CHECK_EQ_INT(errno, ENOENT);
    scratch_free(&s);
}

/* Cut at any byte, or with any byte changed, it is no result. */
static void case_torn_results(struct test *t)
{
    struct scratch s;
    char text[2048], torn[2048];
    if (!scratch_new(t, &s))
        return;
    const struct perft_unit_result written = a_result();
    struct perft_unit_result read;
    path_of(&s, "result");
    CHECK(perft_result_write(s.path, &written));
    const size_t size = read_bytes(s.path, text, sizeof text);
    CHECK(size > 100);
    for (size_t cut = 0; cut < size; cut++) {
        write_bytes(t, s.path, text, cut);
        CHECK_MSG(perft_result_read(s.path, &read) == SEALED_TORN, "cut at %zu", cut);
    }
    for (size_t at = 0; at < size; at++) {
        memcpy(torn, text, size);
        torn[at] = (char)(torn[at] ^ (1 << test_random_below(t, 8)));
        write_bytes(t, s.path, torn, size);
        CHECK_MSG(perft_result_read(s.path, &read) == SEALED_TORN, "changed at %zu", at);
    }
    memcpy(torn, text, size);
    torn[size] = '\n';
    write_bytes(t, s.path, torn, size + 1);
    CHECK(perft_result_read(s.path, &read) == SEALED_TORN);
    write_bytes(t, s.path, text, size);
    CHECK(perft_result_read(s.path, &read) == SEALED_OK);
    scratch_free(&s);
}

/* Lines that are sealed but make no sense are refused, not believed; what is accepted is in range.
 */
static void case_sealed_nonsense(struct test *t)
{
    static const char *const lines[] = {"citadel-perft-result 1",
                                        "citadel-perft-result 2",
                                        "run 0123456789abcdef",
                                        "run 0123456789abcdef0",
                                        "unit 2 5 7 0123456789abcdef",
                                        "unit 0 5 7 0123456789abcdef",
                                        "unit 2 5 7",
                                        "unit 2 5 99999999999999999999999999999999999999999 0",
                                        "program 0.1",
                                        "rules 1",
                                        "rules -1",
                                        "keys 0",
                                        "keys 2",
                                        "keys none",
                                        "key-bits 64",
                                        "key-bits 4096",
                                        "done 3",
                                        "done 6",
                                        "nodes 12",
                                        "nodes x",
                                        "milliseconds 5",
                                        "milliseconds",
                                        "",
                                        "unit",
                                        "nodes 340282366920938463463374607431768211456"};
    static const int right[] = {0, 2, 4, 8, 9, 11, 14, 16, 18, 20};
    struct scratch s;
    if (!scratch_new(t, &s))
        return;
    path_of(&s, "result");
    unsigned accepted = 0;
    for (int round = 0; round < 400; round++) {
        struct sealed_writer w;
        sealed_begin(&w);
        REQUIRE(w.out != NULL);
        for (size_t i = 0; i < COUNT(right); i++) {
            const bool is_wrong = round > 0 && test_random_below(t, 8) == 0;
            const uint64_t line =
                is_wrong ? test_random_below(t, COUNT(lines)) : (uint64_t)right[i];
            fprintf(w.out, "%s\n", lines[line]);
        }
        CHECK(sealed_commit(&w, s.path, NULL));
        struct perft_unit_result r;
        const enum sealed_status status = perft_result_read(s.path, &r);
        CHECK(round > 0 || status == SEALED_OK);
        if (status != SEALED_OK)
            continue;
        accepted++;
        CHECK(r.unit.number > 0 && r.done <= r.unit.positions && r.keys < PERFT_KEYS_NB);
        CHECK(r.key_bits <= 128 && strlen(r.unit.sum) == 16);
    }
    CHECK(accepted > 0 && accepted < 400);
    scratch_free(&s);
}

static void case_plan_head(struct test *t)
{
    struct scratch s;
    if (!scratch_new(t, &s))
        return;
    struct position *pos = pos_new(&bel_game_noble);
    struct perft_plan plan = {.depth = 9, .split = 3, .positions = 7, .sequences = 8, .units = 2};
    CHECK(perft_plan_set_position(&plan, pos));
    perft_plan_seal(&plan);
    struct sealed_writer w;
    sealed_begin(&w);
    perft_plan_write_head(w.out, "plan", &plan);
    path_of(&s, "plan.txt");
    CHECK(sealed_commit(&w, s.path, NULL));
    struct sealed_text in;
    struct perft_plan read;
    CHECK_EQ_INT(sealed_read(s.path, &in), SEALED_OK);
    CHECK(perft_plan_read_head(&in, "plan", &read));
    CHECK_EQ_STR(read.run, plan.run);
    CHECK_EQ_STR(read.game, "belarusian-noble");
    CHECK(read.depth == 9 && read.split == 3 && read.units == 2 && read.rules == plan.rules);
    sealed_free(&in);
    CHECK_EQ_INT(sealed_read(s.path, &in), SEALED_OK);
    CHECK(!perft_plan_read_head(&in, "unit", &read));
    sealed_free(&in);
    const char *why = NULL;
    struct position *again = perft_plan_position(&plan, &why);
    CHECK(again && again->key == pos->key);
    pos_free(again);
    plan.rules++;
    CHECK(!perft_plan_position(&plan, &why));
    CHECK_EQ_STR(why, "this program has another version of the rules");
    pos_free(pos);
    scratch_free(&s);
}

/* ---- The frontier -------------------------------------------------------------------------- */

static void case_frontier(struct test *t)
{
    static const struct {
        const char *game;
        int plies;
        uint64_t sequences;
    } samples[] = {{"belarusian", 0, 1},
                   {"belarusian", 3, 11980},
                   {"tamerlane", 2, 576},
                   {"bashni", 6, 37908}};
    for (size_t i = 0; i < COUNT(samples); i++) {
        struct position *pos = pos_new(games_find(samples[i].game));
        struct perft_frontier f;
        bool complete;
        CHECK_EQ_INT(perft_frontier_build(pos, samples[i].plies, NULL, NULL, NULL, &f, &complete),
                     ENGINE_OK);
        CHECK(complete && f.sequences == samples[i].sequences);
        /* Each text once, and together they have what the position has one ply deeper. */
        const struct perft_walk bulk = {.bulk = true};
        perft_count_t sum = 0, times = 0;
        for (size_t k = 0; k < f.nb; k++) {
            CHECK_EQ_INT(pos_set(pos, f.texts + f.entries[k].text, NULL), ENGINE_OK);
            CHECK(perft_count_add(&sum, pos->game->perft(pos, 1, &bulk), f.entries[k].times));
            times += f.entries[k].times;
            if (f.nb < 1000)
                for (size_t m = 0; m < k; m++)
                    CHECK(strcmp(f.texts + f.entries[k].text, f.texts + f.entries[m].text) != 0);
        }
        CHECK(times == f.sequences);
        CHECK_EQ_INT(pos_reset(pos), ENGINE_OK);
        CHECK(sum == pos->game->perft(pos, samples[i].plies + 1, &bulk));
        CHECK(f.nb < f.sequences || samples[i].plies < 3);
        perft_frontier_free(&f);
        const atomic_bool stop = true;
        CHECK_EQ_INT(perft_frontier_build(pos, 3, NULL, NULL, &stop, &f, &complete), ENGINE_OK);
        CHECK(!complete && f.nb == 0 && !f.entries);
        pos_free(pos);
    }
}

/* ---- Merging ------------------------------------------------------------------------------- */

static int perft(const char *a, const char *b, const char *c, const char *d)
{
    char words[5][128] = {"perft"};
    char *argv[6] = {words[0]};
    int argc = 1;
    const char *const arguments[] = {a, b, c, d};
    for (int i = 0; i < 4 && arguments[i]; i++) {
        snprintf(words[argc], sizeof words[argc], "%s", arguments[i]);
        argv[argc] = words[argc];
        argc++;
    }
    fflush(stdout);
    const int code = cmd_perft.run(&cmd_perft, argc, argv);
    fflush(stdout);
    return code;
}

/* Splits, and counts all units with key set 0, without a hash and with key set 1. */
static bool make_run(struct test *t, struct scratch *s)
{
    char *argv[] = {(char[]){"perft"},   (char[]){"--depth"}, (char[]){"4"},
                    (char[]){"--split"}, (char[]){"2"},       (char[]){"--units"},
                    (char[]){"3"},       (char[]){"--out"},   s->directory};
    if (!CHECK_EQ_INT(cmd_perft.run(&cmd_perft, 9, argv), CLI_OK))
        return false;
    for (unsigned number = 1; number <= UNITS; number++) {
        char *path = perft_unit_path(s->directory, number);
        CHECK_EQ_INT(perft("--unit", path, NULL, NULL), CLI_OK);
        CHECK_EQ_INT(perft("--unit", path, "--hash", "1"), CLI_OK);
        free(path);
    }
    return true;
}

static void case_merge(struct test *t)
{
    struct scratch s;
    struct perft_unit_result r, forged;
    if (!scratch_new(t, &s))
        return;
    if (make_run(t, &s)) {
        CHECK_EQ_INT(perft("--merge", s.directory, NULL, NULL), CLI_OK);
        path_of(&s, "unit-0002.keys-0.result");
        REQUIRE(perft_result_read(s.path, &r) == SEALED_OK);
        /* Each of these is refused, and with it mended all is well again. */
        for (int fault = 0; fault < 7; fault++) {
            forged = r;
            switch (fault) {
            case 0:
                forged.nodes++; /* the key sets disagree */
                break;
            case 1:
                forged.unit.number = 3; /* unit 3 twice, and with another file's checksum */
                break;
            case 2:
                forged.run[0] = forged.run[0] == '0' ? '1' : '0';
                break;
            case 3:
                forged.rules++;
                break;
            case 4:
                forged.done--;
                break;
            case 5:
                forged.unit.sum[0] = forged.unit.sum[0] == '0' ? '1' : '0';
                break;
            default:
                forged.keys = PERFT_KEYS_NONE; /* a second one without keys */
                break;
            }
            CHECK(perft_result_write(s.path, &forged));
            CHECK_MSG(perft("--merge", s.directory, NULL, NULL) == CLI_NEGATIVE, "fault %d", fault);
            CHECK(perft_result_write(s.path, &r));
            CHECK_EQ_INT(perft("--merge", s.directory, NULL, NULL), CLI_OK);
        }
        /* A copy under another name is a second result. */
        char copy[128];
        snprintf(copy, sizeof copy, "%s/copy.result", s.directory);
        CHECK(perft_result_write(copy, &r));
        CHECK_EQ_INT(perft("--merge", s.directory, NULL, NULL), CLI_NEGATIVE);
        CHECK_EQ_INT(unlink(copy), 0);
        /* One key set is enough, but then the other must not be asked for. */
        CHECK_EQ_INT(unlink(s.path), 0);
        CHECK_EQ_INT(perft("--merge", s.directory, NULL, NULL), CLI_OK);
        CHECK_EQ_INT(perft("--merge", s.directory, "--keys", "0"), CLI_NEGATIVE);
    }
    scratch_free(&s);
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"perft units: a result is read as it was written", case_result_round_trip},
        {"perft units: torn results", case_torn_results},
        {"perft units: sealed nonsense", case_sealed_nonsense},
        {"perft units: head of a plan", case_plan_head},
        {"perft units: frontier", case_frontier},
        {"perft units: merging", case_merge},
    };
    return test_main(argc, argv, cases, COUNT(cases));
}
