/* The command `perft`: counts move sequences, of one position or of a file with known counts. */
#include "engine/perft.h"
#include "engine/position.h"
#include "tools/cli.h"
#include "tools/json.h"
#include "tools/setup.h"
#include "tools/suite.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct perft_command {
    const struct cli_command *self;
    struct setup setup;
    int64_t depth;
    int64_t threads;
    const char *suite;
    int64_t max_nodes;
    int64_t max_depth;
    bool divide;
    bool no_bulk;
    bool json;
    /* While it runs. */
    const struct position *pos;
    FILE *moves_out;   /* the finished root moves go there */
    bool has_progress; /* a progress line stands on the terminal */
    double start;
};

/* ---- Reports during a count ---------------------------------------------------------------- */

static void erase_progress(struct perft_command *c)
{
    if (c->has_progress)
        fputs("\r\033[K", stderr);
    c->has_progress = false;
}

static void on_progress(void *context, size_t done, size_t all, perft_count_t nodes)
{
    struct perft_command *c = context;
    char text[PERFT_COUNT_TEXT_MAX];
    const double seconds = cli_now() - c->start;
    fprintf(stderr, "\r\033[K%5.1f %%  %s nodes  %" PRIu64 " nodes/s",
            all > 0 ? 100.0 * (double)done / (double)all : 100.0, perft_count_format(nodes, text),
            cli_rate((double)nodes, seconds));
    fflush(stderr);
    c->has_progress = true;
}

static void on_move(void *context, move_t move, perft_count_t nodes)
{
    struct perft_command *c = context;
    char text[MOVE_TEXT_MAX];
    char count[PERFT_COUNT_TEXT_MAX];
    erase_progress(c);
    c->pos->game->move_format(c->pos, move, text);
    perft_count_format(nodes, count);
    if (c->json) {
        struct json j;
        json_begin(&j, c->moves_out);
        json_text(&j, "type", "move");
        json_text(&j, "move", text);
        json_number(&j, "nodes", count);
        json_end(&j);
    } else {
        fprintf(c->moves_out, "%s: %s\n", text, count);
        fflush(c->moves_out);
    }
}

static enum engine_status count(struct perft_command *c, const struct position *pos, int depth,
                                perft_count_t *nodes, bool *complete)
{
    c->pos = pos;
    const struct perft_options options = {
        .depth = depth,
        .threads = (unsigned)c->threads,
        .bulk = !c->no_bulk,
        .on_move = c->moves_out ? on_move : NULL,
        .on_progress = cli_is_terminal(stderr) ? on_progress : NULL,
        .context = c,
        .stop = cli_interrupt_flag(),
    };
    const enum engine_status status = perft_run(pos, &options, nodes, complete);
    erase_progress(c);
    return status;
}

/* ---- One position -------------------------------------------------------------------------- */

static void print_result(const struct perft_command *c, perft_count_t nodes, double seconds,
                         bool complete)
{
    char text[PERFT_COUNT_TEXT_MAX];
    const uint64_t rate = cli_rate((double)nodes, seconds);
    perft_count_format(nodes, text);
    if (c->json) {
        char fen[GAME_FEN_MAX];
        struct json j;
        c->pos->game->format(c->pos, fen);
        json_begin(&j, stdout);
        json_text(&j, "type", "result");
        json_text(&j, "game", c->pos->game->name);
        json_text(&j, "fen", fen);
        json_integer(&j, "depth", c->depth);
        json_bool(&j, "bulk", !c->no_bulk);
        json_integer(&j, "threads", c->threads);
        json_bool(&j, "complete", complete);
        json_number(&j, "nodes", text);
        json_real(&j, "time", seconds);
        json_unsigned(&j, "nps", rate);
        json_end(&j);
        return;
    }
    if (!complete)
        printf("interrupted: only the moves above are counted\n");
    printf("counting: %s, %" PRId64 " thread%s\n",
           c->no_bulk ? "every leaf played" : "bulk (the last ply is counted, not played)",
           c->threads, c->threads > 1 ? "s" : "");
    printf("nodes: %s\ntime: %.3f\nnps: %" PRIu64 "\n", text, seconds, rate);
}

static int count_position(struct perft_command *c)
{
    struct position *pos;
    perft_count_t nodes = 0;
    bool complete = false;
    const int code = setup_position(c->self, &c->setup, &pos);
    if (code != CLI_RUN)
        return code;
    /* An interrupted count is worth its finished moves, so they are kept even if not asked for. */
    char *kept = NULL;
    size_t kept_size;
    c->moves_out = c->divide ? stdout : open_memstream(&kept, &kept_size);
    c->start = cli_now();
    const enum engine_status status = count(c, pos, (int)c->depth, &nodes, &complete);
    const double seconds = cli_now() - c->start;
    if (c->moves_out && !c->divide)
        fclose(c->moves_out);
    if (status == ENGINE_OK && !complete && kept)
        fputs(kept, stdout);
    free(kept);
    if (status == ENGINE_OK)
        print_result(c, nodes, seconds, complete);
    pos_free(pos);
    if (status != ENGINE_OK)
        return cli_error(c->self, CLI_IO, "%s", engine_strerror(status));
    return complete ? CLI_OK : CLI_INTERRUPTED;
}

/* ---- A suite ------------------------------------------------------------------------------- */

struct tally {
    unsigned long passed, failed, skipped;
    perft_count_t nodes;
};

/* One line: 0 not checked, 1 right, -1 wrong; `text` says more. */
struct line_verdict {
    int verdict;
    char text[256];
};

static struct line_verdict wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));

static struct line_verdict wrong(const char *format, ...)
{
    struct line_verdict v = {.verdict = -1};
    va_list args;
    va_start(args, format);
    vsnprintf(v.text, sizeof v.text, format, args);
    va_end(args);
    return v;
}

/* Is field "D3" or the like: its depth, else 0. */
static int depth_of_field(const struct suite_field *field)
{
    uint64_t depth;
    if (field->name[0] != 'D' || !suite_number(field->name + 1, &depth) || depth > DEPTH_MAX)
        return 0;
    return (int)depth;
}

static struct line_verdict check_counts(struct perft_command *c, const struct position *pos,
                                        const struct suite_record *record, struct tally *tally)
{
    struct line_verdict v = {0};
    int deepest = 0;
    bool has_counts = false;
    for (size_t i = 0; i < record->fields_nb; i++) {
        const struct suite_field *field = &record->fields[i];
        const int depth = depth_of_field(field);
        uint64_t expected;
        perft_count_t nodes;
        bool complete;
        char text[PERFT_COUNT_TEXT_MAX];
        if (depth == 0)
            continue;
        if (!suite_number(field->value, &expected))
            return wrong("D%d: '%s' is not a count", depth, field->value);
        has_counts = true;
        if (depth > c->max_depth || expected > (uint64_t)c->max_nodes)
            continue;
        const enum engine_status status = count(c, pos, depth, &nodes, &complete);
        if (status != ENGINE_OK)
            return wrong("%s", engine_strerror(status));
        if (!complete)
            return v;
        tally->nodes += nodes;
        if (nodes != expected)
            return wrong("D%d is %s, not %" PRIu64, depth, perft_count_format(nodes, text),
                         expected);
        deepest = depth > deepest ? depth : deepest;
    }
    if (!has_counts)
        return wrong("no count (;D1 ...) in the line");
    v.verdict = deepest > 0 ? 1 : 0;
    if (deepest > 0)
        snprintf(v.text, sizeof v.text, "%s to D%d", pos->game->name, deepest);
    else
        snprintf(v.text, sizeof v.text, "beyond --max-nodes or --max-depth");
    return v;
}

static struct line_verdict check_record(struct perft_command *c, const struct suite_record *record,
                                        struct tally *tally)
{
    struct suite_fault fault;
    char text[SUITE_FAULT_MAX];
    struct position *pos =
        suite_position(record, c->setup.game ? c->setup.game : games_get(0), &fault);
    if (!pos)
        return wrong("%s", suite_fault_text(&fault, text));
    const struct line_verdict v = check_counts(c, pos, record, tally);
    pos_free(pos);
    return v;
}

static void print_verdict(const struct perft_command *c, size_t line, const struct line_verdict *v)
{
    static const char *const words[] = {"failed", "skipped", "ok"};
    const char *word = words[v->verdict + 1];
    if (c->json) {
        struct json j;
        json_begin(&j, stdout);
        json_text(&j, "type", "line");
        json_unsigned(&j, "line", line);
        json_text(&j, "verdict", word);
        json_text(&j, "what", v->text);
        json_end(&j);
        return;
    }
    const bool colour = cli_has_colour(stdout);
    const char *paint = !colour          ? ""
                        : v->verdict < 0 ? "\033[31m"
                        : v->verdict > 0 ? "\033[32m"
                                         : "";
    printf("%s%s%s line %zu: %s\n", paint, word, colour ? "\033[0m" : "", line, v->text);
    fflush(stdout);
}

static void print_tally(const struct perft_command *c, const struct tally *t, double seconds)
{
    char text[PERFT_COUNT_TEXT_MAX];
    const uint64_t rate = cli_rate((double)t->nodes, seconds);
    perft_count_format(t->nodes, text);
    if (c->json) {
        struct json j;
        json_begin(&j, stdout);
        json_text(&j, "type", "total");
        json_unsigned(&j, "passed", t->passed);
        json_unsigned(&j, "failed", t->failed);
        json_unsigned(&j, "skipped", t->skipped);
        json_bool(&j, "bulk", !c->no_bulk);
        json_number(&j, "nodes", text);
        json_real(&j, "time", seconds);
        json_unsigned(&j, "nps", rate);
        json_end(&j);
        return;
    }
    if (t->skipped > 0)
        printf("skipped: %lu\n", t->skipped);
    printf("counting: %s, %" PRId64 " thread%s\n",
           c->no_bulk ? "every leaf played" : "bulk (the last ply is counted, not played)",
           c->threads, c->threads > 1 ? "s" : "");
    printf("nodes: %s\ntime: %.3f\nnps: %" PRIu64 "\n", text, seconds, rate);
    printf("%lu passed, %lu failed\n", t->passed, t->failed);
}

static int check_suite(struct perft_command *c)
{
    struct suite suite;
    struct suite_record record;
    const char *why;
    struct tally tally = {0};
    if (!suite_open(&suite, c->suite))
        return cli_error(c->self, CLI_IO, "%s: %s", c->suite, strerror(errno));
    c->start = cli_now();
    enum suite_status status = SUITE_END;
    while (!cli_is_interrupted() &&
           (status = suite_next(&suite, &record, &why)) <= SUITE_BAD_LINE) {
        const struct line_verdict v =
            status == SUITE_BAD_LINE ? wrong("%s", why) : check_record(c, &record, &tally);
        if (cli_is_interrupted() && v.verdict == 0)
            break;
        print_verdict(c, record.line, &v);
        ++*(v.verdict < 0 ? &tally.failed : v.verdict > 0 ? &tally.passed : &tally.skipped);
    }
    int code = tally.failed > 0 ? CLI_NEGATIVE : CLI_OK;
    if (cli_is_interrupted())
        code = cli_error(c->self, CLI_INTERRUPTED, "interrupted at line %zu", suite.line);
    else if (status == SUITE_FAULT)
        code = cli_error(c->self, CLI_IO, "%s: %s", c->suite, strerror(errno));
    print_tally(c, &tally, cli_now() - c->start);
    suite_close(&suite);
    return code;
}

static int run_perft(const struct cli_command *self, int argc, char **argv)
{
    struct perft_command c = {
        .self = self, .depth = -1, .threads = 1, .max_nodes = INT64_MAX, .max_depth = DEPTH_MAX};
    const struct cli_option options[] = {
        SETUP_OPTIONS(&c.setup),
        {"--depth", CLI_INTEGER, &c.depth, 0, DEPTH_MAX, "N", "plies to count"},
        {"--divide", CLI_FLAG, &c.divide, 0, 0, NULL, "print the count of each first move"},
        {"--threads", CLI_INTEGER, &c.threads, 1, 256, "T", "threads, 1 if not given"},
        {"--no-bulk", CLI_FLAG, &c.no_bulk, 0, 0, NULL, "play the last ply instead of counting it"},
        {"--suite", CLI_TEXT, &c.suite, 0, 0, "FILE", "check the counts in FILE (- is the input)"},
        {"--max-nodes", CLI_INTEGER, &c.max_nodes, 1, INT64_MAX, "N",
         "of a suite: only counts up to N"},
        {"--max-depth", CLI_INTEGER, &c.max_depth, 1, DEPTH_MAX, "N",
         "of a suite: only depths up to N"},
        {"--json", CLI_FLAG, &c.json, 0, 0, NULL, "write JSON, one object a line"},
    };
    const int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv);
    if (code != CLI_RUN)
        return code;
    if (c.suite && (c.setup.fen || c.setup.moves.nb > 0 || c.depth >= 0 || c.divide))
        return cli_usage_error(self, "--suite excludes --fen, --moves, --depth and --divide");
    if (!c.suite && c.depth < 0)
        return cli_usage_error(self, "--depth or --suite is needed");
    cli_catch_interrupt();
    return c.suite ? check_suite(&c) : count_position(&c);
}

const struct cli_command cmd_perft = {
    .name = "perft",
    .summary = "count legal move sequences, check the counts in a file",
    .run = run_perft,
    .notes =
        "A position that is decided has no moves; draws by counters are ignored. The first Ctrl-C\n"
        "prints what is counted so far and ends with status 4, the second ends at once.\n"
        "\n"
        "A suite has lines FEN ;set=RULESET ;D1 22 ;D2 484 and so on; exit status 1 if a count\n"
        "differs.\n"
        "\n"
        "JSON: {\"type\":\"move\",\"move\",\"nodes\"} with --divide, then "
        "{\"type\":\"result\",\"game\",\n"
        "\"fen\",\"depth\",\"bulk\",\"threads\",\"complete\",\"nodes\",\"time\",\"nps\"}; of a "
        "suite\n"
        "{\"type\":\"line\",\"line\",\"verdict\",\"what\"}, then "
        "{\"type\":\"total\",\"passed\",\"failed\",\n"
        "\"skipped\",...}. Time is in seconds; counts may exceed 64 bits.\n",
    .examples = "citadel perft --depth 5 --threads 2\n"
                "citadel perft --game tamerlane --depth 4\n"
                "citadel perft --game belarusian-noble --depth 3 --divide\n"
                "citadel perft --suite tests/data/belarusian.epd --max-nodes 100000\n",
};
