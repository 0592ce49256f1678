/* perft --split: cuts a count into work units, files of positions that can be counted anywhere. */
#include "engine/perft_frontier.h"
#include "engine/position.h"
#include "tools/json.h"
#include "tools/perft_plan.h"
#include "tools/perft_tool.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void on_frontier(void *context, int ply, size_t positions)
{
    struct perft_tool *c = context;
    fprintf(stderr, "\r\033[K%d plies, %zu positions so far", ply + 1, positions);
    fflush(stderr);
    c->has_progress = true;
}

/* Position i of the frontier belongs to unit i % units: neighbours have much the same number of
 * moves, and so every unit gets its part of the large and the small. */
static int write_unit(const struct perft_tool *c, const struct perft_plan *plan,
                      const struct perft_frontier *f, unsigned number, struct perft_unit *unit)
{
    char text[PERFT_COUNT_TEXT_MAX];
    struct sealed_writer w;
    *unit = (struct perft_unit){.number = number};
    for (size_t i = number - 1; i < f->nb; i += plan->units) {
        unit->positions++;
        unit->sequences += f->entries[i].times;
    }
    sealed_begin(&w);
    if (w.out) {
        perft_plan_write_head(w.out, "unit", plan);
        perft_unit_write(w.out, unit, false);
        for (size_t i = number - 1; i < f->nb; i += plan->units)
            fprintf(w.out, "%s %s\n", perft_count_format(f->entries[i].times, text),
                    f->texts + f->entries[i].text);
    }
    char *path = perft_unit_path(c->out, number);
    if (!path) {
        sealed_abandon(&w);
        return cli_error(c->self, CLI_IO, "out of memory");
    }
    int code = CLI_OK;
    if (!sealed_commit(&w, path, unit->sum))
        code = cli_error(c->self, CLI_IO, "%s: %s", path, strerror(errno));
    free(path);
    return code;
}

/* Units first, the plan last: a directory with a plan is complete. */
static int write_all(const struct perft_tool *c, const struct perft_plan *plan,
                     const struct perft_frontier *f)
{
    struct sealed_writer w;
    int code = CLI_OK;
    char *path = perft_plan_path(c->out);
    sealed_begin(&w);
    if (w.out)
        perft_plan_write_head(w.out, "plan", plan);
    for (unsigned number = 1; number <= plan->units && code == CLI_OK; number++) {
        struct perft_unit unit;
        code = cli_is_interrupted()
                   ? cli_error(c->self, CLI_INTERRUPTED, "interrupted: run the same command again")
                   : write_unit(c, plan, f, number, &unit);
        if (code == CLI_OK && w.out)
            perft_unit_write(w.out, &unit, true);
    }
    if (code == CLI_OK && !path)
        code = cli_error(c->self, CLI_IO, "out of memory");
    if (code != CLI_OK)
        sealed_abandon(&w);
    else if (!sealed_commit(&w, path, NULL))
        code = cli_error(c->self, CLI_IO, "%s: %s", path, strerror(errno));
    free(path);
    return code;
}

/* The directory may be there, but not with another count in it. CLI_RUN: it is free. CLI_OK: this
 * very count is there already. */
static int check_directory(const struct perft_tool *c, const struct perft_plan *plan)
{
    if (mkdir(c->out, 0777) != 0 && errno != EEXIST)
        return cli_error(c->self, CLI_IO, "%s: %s", c->out, strerror(errno));
    char *path = perft_plan_path(c->out);
    if (!path)
        return cli_error(c->self, CLI_IO, "out of memory");
    struct sealed_text in;
    struct perft_plan old;
    int code = CLI_RUN;
    const enum sealed_status status = sealed_read(path, &in);
    if (status == SEALED_OK && perft_plan_read_head(&in, "plan", &old))
        code = strcmp(old.run, plan->run) == 0
                   ? CLI_OK
                   : cli_error(c->self, CLI_USAGE, "%s holds another count; choose a new directory",
                               c->out);
    else if (status == SEALED_FAULT && errno != ENOENT)
        code = cli_error(c->self, CLI_IO, "%s: %s", path, strerror(errno));
    else if (status != SEALED_FAULT)
        code =
            cli_error(c->self, CLI_USAGE, "%s is no plan of a count; choose a new directory", path);
    sealed_free(&in);
    free(path);
    return code;
}

static void print_split(const struct perft_tool *c, const struct perft_plan *plan, double seconds)
{
    char text[PERFT_COUNT_TEXT_MAX];
    perft_count_format(plan->sequences, text);
    if (c->json) {
        struct json j;
        json_begin(&j, stdout);
        json_text(&j, "type", "split");
        json_text(&j, "directory", c->out);
        json_text(&j, "run", plan->run);
        json_unsigned(&j, "units", plan->units);
        json_unsigned(&j, "positions", plan->positions);
        json_number(&j, "sequences", text);
        json_integer(&j, "plies", plan->depth - plan->split);
        json_real(&j, "time", seconds);
        json_end(&j);
        return;
    }
    printf("units: %u, each of %d plies, in %s\npositions: %" PRIu64
           "\nsequences: %s\ntime: %.3f\n",
           plan->units, plan->depth - plan->split, c->out, plan->positions, text, seconds);
}

static int split(struct perft_tool *c, const struct position *pos, struct perft_plan *plan,
                 struct perft_frontier *f)
{
    bool complete;
    const enum engine_status status =
        perft_frontier_build(pos, plan->split, cli_is_terminal(stderr) ? on_frontier : NULL, c,
                             cli_interrupt_flag(), f, &complete);
    perft_tool_erase_progress(c);
    if (status == ENGINE_BAD_ARGUMENT)
        return cli_error(c->self, CLI_USAGE, "more than 4 billion positions: split at fewer plies");
    if (status != ENGINE_OK)
        return cli_error(c->self, CLI_IO, "%s", engine_strerror(status));
    if (!complete)
        return cli_error(c->self, CLI_INTERRUPTED, "interrupted: run the same command again");
    plan->positions = f->nb;
    plan->sequences = f->sequences;
    plan->units = (unsigned)c->units;
    if (plan->units > f->nb)
        plan->units = f->nb > 0 ? (unsigned)f->nb : 1;
    perft_plan_seal(plan);
    const int code = check_directory(c, plan);
    return code == CLI_RUN ? write_all(c, plan, f) : code;
}

int perft_tool_split(struct perft_tool *c)
{
    struct position *pos;
    int code = setup_position(c->self, &c->setup, &pos);
    if (code != CLI_RUN)
        return code;
    struct perft_plan plan = {.depth = (int)c->depth, .split = (int)c->split};
    struct perft_frontier f = {.nb = 0};
    c->start = cli_now();
    if (perft_plan_set_position(&plan, pos))
        code = split(c, pos, &plan, &f);
    else
        code = cli_error(c->self, CLI_IO, "the position's text is too long");
    if (code == CLI_OK)
        print_split(c, &plan, cli_now() - c->start);
    perft_frontier_free(&f);
    pos_free(pos);
    return code;
}
