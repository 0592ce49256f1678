/* Perft of a file of positions with known counts. */
#include "engine/position.h"
#include "tools/epd.h"
#include "tools/json.h"
#include "tools/perft_tool.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

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

static struct line_verdict check_counts(struct perft_tool *c, const struct position *pos,
                                        const struct suite_record *record, struct tally *tally)
{
    struct line_verdict v = {0};
    int deepest = 0;
    bool has_counts = false;
    for (size_t i = 0; i < record->fields_nb; i++) {
        const struct suite_field *field = &record->fields[i];
        const int depth = depth_of_field(field);
        perft_count_t expected, nodes;
        bool complete;
        char text[PERFT_COUNT_TEXT_MAX], wanted[PERFT_COUNT_TEXT_MAX];
        if (depth == 0)
            continue;
        if (!perft_count_parse(field->value, &expected))
            return wrong("D%d: '%s' is not a count", depth, field->value);
        has_counts = true;
        if (depth > c->max_depth || expected > (perft_count_t)c->max_nodes)
            continue;
        const enum engine_status status =
            perft_tool_count(c, pos, depth, NULL, 0, NULL, &nodes, &complete);
        if (status != ENGINE_OK)
            return wrong("%s", engine_strerror(status));
        if (!complete)
            return v;
        tally->nodes += nodes;
        if (nodes != expected)
            return wrong("D%d is %s, not %s", depth, perft_count_format(nodes, text),
                         perft_count_format(expected, wanted));
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

static struct line_verdict check_record(struct perft_tool *c, const struct suite_record *record,
                                        struct tally *tally)
{
    struct suite_fault fault;
    char text[SUITE_FAULT_MAX];
    struct position *pos = suite_position(record, c->setup.game, &fault);
    if (!pos)
        return wrong("%s", epd_fault_text(record, c->setup.game, &fault, text));
    const struct line_verdict v = check_counts(c, pos, record, tally);
    pos_free(pos);
    return v;
}

static void print_verdict(const struct perft_tool *c, size_t line, const struct line_verdict *v)
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

static void print_tally(const struct perft_tool *c, const struct tally *t, double seconds)
{
    char text[PERFT_COUNT_TEXT_MAX], way[PERFT_TOOL_WAY_MAX];
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
    printf("counting: %s\n", perft_tool_way(c, way));
    printf("nodes: %s\ntime: %.3f\nnps: %" PRIu64 "\n", text, seconds, rate);
    printf("%lu passed, %lu failed\n", t->passed, t->failed);
}

int perft_tool_suite(struct perft_tool *c)
{
    struct suite suite;
    struct suite_record record;
    const char *why;
    struct tally tally = {0};
    const int opened = perft_tool_open_hash(c, INFINITY);
    if (opened != CLI_RUN)
        return opened;
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
