/* perft --unit: counts work units and leaves the results beside them. Interrupted or killed, it
 * goes on from the last state that it noted. Units counted by one run share its hash. */
#include "engine/position.h"
#include "tools/json.h"
#include "tools/perft_plan.h"
#include "tools/perft_tool.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NOTE_SECONDS = 10 }; /* between two notes of the state */

/* One unit while it is counted. */
struct job {
    struct perft_tool *tool;
    const char *path; /* of the unit */
    struct perft_plan plan;
    struct sealed_text in; /* the unit's file, read up to its next position */
    struct position *pos;
    struct perft_unit_result result;
    char *result_path, *partial_path; /* owned */
    double noted;                     /* when the state was noted last */
    double seconds_before;            /* of the runs before this one */
};

static int no_unit(const struct job *job, const char *why)
{
    return cli_error(job->tool->self, CLI_USAGE, "%s: %s", job->path, why);
}

/* Reads the unit's head. */
static int open_unit(struct job *job)
{
    struct perft_tool *c = job->tool;
    const char *why = "out of memory";
    const enum sealed_status status = sealed_read(job->path, &job->in);
    if (status == SEALED_FAULT)
        return cli_error(c->self, CLI_IO, "%s: %s", job->path, strerror(errno));
    struct perft_unit *unit = &job->result.unit;
    if (status == SEALED_TORN || !perft_plan_read_head(&job->in, "unit", &job->plan) ||
        !perft_unit_read(&job->in, unit, false) || unit->number > job->plan.units)
        return no_unit(job, "this is no work unit, or not a whole one; split again");
    memcpy(unit->sum, job->in.sum, sizeof unit->sum);
    job->pos = perft_plan_position(&job->plan, &why);
    if (!job->pos)
        return no_unit(job, why);
    struct perft_unit_result *r = &job->result;
    memcpy(r->run, job->plan.run, sizeof r->run);
    snprintf(r->program, sizeof r->program, "%s", CITADEL_VERSION);
    r->rules = job->plan.rules;
    r->keys = !c->hash ? PERFT_KEYS_NONE : c->keys < 0 ? 0 : (unsigned)c->keys;
    r->key_bits = c->hash ? (unsigned)c->key_bits : 0;
    job->result_path = perft_result_path(job->path, r->keys, "result");
    job->partial_path = perft_result_path(job->path, r->keys, "partial");
    return job->result_path && job->partial_path ? CLI_RUN
                                                 : cli_error(c->self, CLI_IO, "out of memory");
}

/* Is this a state of our unit, made with the same keys? A torn one, or one of another cut of the
 * count, is as good as none. */
static bool read_state(const struct job *job, const char *path, struct perft_unit_result *r)
{
    const struct perft_unit_result *own = &job->result;
    return perft_result_read(path, r) == SEALED_OK && strcmp(r->run, own->run) == 0 &&
           r->unit.number == own->unit.number && strcmp(r->unit.sum, own->unit.sum) == 0 &&
           r->rules == own->rules && r->keys == own->keys && r->key_bits == own->key_bits;
}

static bool note_state(struct job *job)
{
    job->result.seconds = job->seconds_before + cli_now() - job->tool->start;
    job->noted = cli_now();
    return perft_result_write(job->partial_path, &job->result);
}

static int cannot_write(const struct job *job, const char *path)
{
    return cli_error(job->tool->self, CLI_IO, "%s: %s", path, strerror(errno));
}

/* The next line "TIMES FEN". CLI_RUN, or an exit code. */
static int next_position(struct job *job, perft_count_t *times)
{
    const char *fen;
    const char *word = sealed_next(&job->in, &fen);
    if (!word || !perft_count_parse(word, times) || pos_set(job->pos, fen, NULL) != ENGINE_OK)
        return no_unit(job, "a position of the unit is refused; split again");
    return CLI_RUN;
}

static int count_positions(struct job *job)
{
    struct perft_tool *c = job->tool;
    struct perft_unit_result *r = &job->result;
    const int plies = job->plan.depth - job->plan.split;
    const uint64_t begin = r->done;
    perft_count_t times;
    int code = CLI_RUN;
    for (uint64_t i = 0; i < begin && code == CLI_RUN; i++)
        code = next_position(job, &times);
    while (r->done < r->unit.positions && code == CLI_RUN) {
        perft_count_t nodes;
        bool complete;
        code = next_position(job, &times);
        if (code != CLI_RUN)
            break;
        c->share = 1 / (double)(r->unit.positions - begin);
        c->done_before = (double)(r->done - begin) * c->share;
        const enum engine_status status =
            perft_tool_count(c, job->pos, plies, NULL, 0, NULL, &nodes, &complete);
        if (status != ENGINE_OK)
            return cli_error(c->self, CLI_IO, "%s", engine_strerror(status));
        if (!complete)
            return CLI_INTERRUPTED;
        if (!perft_count_add(&r->nodes, nodes, times))
            return cli_error(c->self, CLI_USAGE, "the sum exceeds 128 bits");
        c->nodes_before += (double)nodes;
        r->done++;
        if (cli_now() - job->noted >= NOTE_SECONDS && !note_state(job))
            return cannot_write(job, job->partial_path);
    }
    return code;
}

static void print_unit(const struct job *job, bool complete, double nodes, double seconds)
{
    const struct perft_tool *c = job->tool;
    const struct perft_unit_result *r = &job->result;
    char text[PERFT_COUNT_TEXT_MAX], way[PERFT_TOOL_WAY_MAX];
    perft_count_format(r->nodes, text);
    if (c->json) {
        struct json j;
        json_begin(&j, stdout);
        json_text(&j, "type", "unit");
        json_unsigned(&j, "unit", r->unit.number);
        json_unsigned(&j, "of", job->plan.units);
        json_text(&j, "keys", perft_keys_name(r->keys));
        json_bool(&j, "complete", complete);
        json_unsigned(&j, "done", r->done);
        json_unsigned(&j, "positions", r->unit.positions);
        json_text(&j, "result", complete ? job->result_path : NULL);
        json_number(&j, "nodes", text);
        json_real(&j, "time", seconds);
        json_unsigned(&j, "nps", cli_rate(nodes, seconds));
        json_end(&j);
        return;
    }
    if (!complete)
        printf("interrupted: %" PRIu64 " of %" PRIu64 " positions are counted and noted; to count "
               "the rest, run the same command again\n",
               r->done, r->unit.positions);
    printf("unit: %u of %u, %" PRIu64 " positions\ncounting: %s\n", r->unit.number, job->plan.units,
           r->unit.positions, perft_tool_way(c, way));
    if (complete)
        printf("result: %s\n", job->result_path);
    printf("nodes: %s\ntime: %.3f\nnps: %" PRIu64 "\n", text, seconds, cli_rate(nodes, seconds));
}

/* Everything is read: counts, from where an earlier run stopped, and writes. */
static int work_off(struct job *job)
{
    struct perft_tool *c = job->tool;
    struct perft_unit_result state;
    c->start = job->noted = cli_now();
    if (read_state(job, job->result_path, &state) && state.done == state.unit.positions) {
        job->result = state;
        if (!c->json)
            printf("this unit has been counted before\n");
        print_unit(job, true, 0, 0);
        return CLI_OK;
    }
    if (read_state(job, job->partial_path, &state)) {
        job->result.done = state.done;
        job->result.nodes = state.nodes;
        job->seconds_before = state.seconds;
    }
    int code = count_positions(job);
    const double seconds = cli_now() - c->start;
    if (code == CLI_INTERRUPTED) {
        if (!note_state(job))
            return cannot_write(job, job->partial_path);
        print_unit(job, false, c->nodes_before, seconds);
        return code;
    }
    if (code != CLI_RUN)
        return code;
    job->result.seconds = job->seconds_before + seconds;
    if (!perft_result_write(job->result_path, &job->result))
        return cannot_write(job, job->result_path);
    unlink(job->partial_path); /* of no more use; if it stays, it does no harm */
    print_unit(job, true, c->nodes_before, seconds);
    return CLI_OK;
}

static int count_unit(struct perft_tool *c, const char *path)
{
    struct job job = {.tool = c, .path = path};
    c->nodes_before = 0;
    int code = open_unit(&job);
    if (code == CLI_RUN)
        code = work_off(&job);
    pos_free(job.pos);
    sealed_free(&job.in);
    free(job.result_path);
    free(job.partial_path);
    return code;
}

int perft_tool_unit(struct perft_tool *c)
{
    int code = perft_tool_open_hash(c, INFINITY);
    if (code != CLI_RUN)
        return code;
    code = CLI_OK;
    for (int i = 0; i < c->unit.nb && code == CLI_OK; i++)
        code = count_unit(c, c->unit.first[i]);
    return code;
}
