#include "tools/bench_suite.h"

#include "tools/epd.h"
#include "tools/json.h"
#include "tools/probe.h"
#include "tools/setup.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One position to solve. */
struct task {
    const char *file;
    size_t line;
    char *id; /* NULL if the file gives none */
    struct position *pos;
    move_t *best; /* any of these solves it */
    size_t best_nb;
};

/* Sums over some tasks. The effort of a position is what the search had spent when it held a best
 * move for good, or all it spent if it does not solve it, so that solving less never looks cheap.
 */
struct tally {
    size_t positions, solved;
    uint64_t nodes, effort_nodes;
    double seconds, effort_seconds;
    double effort_logs; /* natural logarithms of the efforts in nodes, summed */
};

struct run {
    const struct bench_suite *options;
    struct probe probe;
    struct task *tasks;
    size_t tasks_nb, tasks_size;
    size_t done;
};

/* ---- Reading ------------------------------------------------------------------------------- */

static void task_fini(struct task *t)
{
    free(t->id);
    free(t->best);
    pos_free(t->pos);
}

static int out_of_memory(const struct run *r)
{
    return cli_error(r->options->command, CLI_IO, "out of memory");
}

/* The moves of `;bm`, separated by commas or blanks. */
static int read_best(const struct run *r, struct task *t, const char *list)
{
    static const char separators[] = " \t,";
    t->best = malloc((strlen(list) + 1) * sizeof *t->best);
    if (!t->best)
        return out_of_memory(r);
    for (list += strspn(list, separators); *list; list += strspn(list, separators)) {
        const size_t length = strcspn(list, separators);
        char word[MOVE_TEXT_MAX] = "";
        struct move_entry entry;
        if (length < sizeof word)
            snprintf(word, sizeof word, "%.*s", (int)length, list);
        if (t->pos->game->move_parse(t->pos, word, &entry) != ENGINE_OK)
            return cli_error(r->options->command, CLI_USAGE,
                             "%s, line %zu: best move '%.*s' is not legal here", t->file, t->line,
                             (int)(length < 40 ? length : 40), list);
        t->best[t->best_nb++] = entry.move;
        list += length;
    }
    if (t->best_nb == 0)
        return cli_error(r->options->command, CLI_USAGE, "%s, line %zu: there is no best move (bm)",
                         t->file, t->line);
    return CLI_RUN;
}

static int read_task(const struct run *r, const struct suite_record *record, struct task *t)
{
    const struct cli_command *command = r->options->command;
    const char *id = suite_field(record, "id");
    const char *best = suite_field(record, "bm");
    struct suite_fault fault;
    char text[SUITE_FAULT_MAX + 64];
    t->line = record->line;
    t->pos = suite_position(record, r->options->game, &fault);
    if (!t->pos && fault.status == ENGINE_BAD_POSITION &&
        !epd_other_game(record, r->options->game)) {
        snprintf(text, sizeof text, "%.200s, line %zu", t->file, t->line);
        return cli_text_error(command, text, record->fen, &fault.error);
    }
    if (!t->pos)
        return cli_error(command, fault.status == ENGINE_NO_MEMORY ? CLI_IO : CLI_USAGE,
                         "%s, line %zu: %s", t->file, t->line,
                         epd_fault_text(record, r->options->game, &fault, text));
    t->id = id && *id ? strdup(id) : NULL;
    if (id && *id && !t->id)
        return out_of_memory(r);
    return read_best(r, t, best ? best : "");
}

static int add_record(struct run *r, const char *file, const struct suite_record *record)
{
    if (r->tasks_nb == r->tasks_size) {
        const size_t size = 2 * r->tasks_size + 64;
        struct task *tasks = realloc(r->tasks, size * sizeof *tasks);
        if (!tasks)
            return out_of_memory(r);
        r->tasks = tasks;
        r->tasks_size = size;
    }
    struct task *t = &r->tasks[r->tasks_nb];
    *t = (struct task){.file = file};
    const int code = read_task(r, record, t);
    if (code == CLI_RUN)
        r->tasks_nb++;
    else
        task_fini(t);
    return code;
}

/* Reads on after a bad line, so that all of them are told at once. */
static int read_file(struct run *r, const char *file)
{
    const struct cli_command *command = r->options->command;
    struct suite suite;
    struct suite_record record;
    const char *why;
    int worst = CLI_RUN;
    if (!suite_open(&suite, file))
        return cli_error(command, CLI_IO, "%s: %s", file, strerror(errno));
    while (worst < CLI_IO) {
        const enum suite_status status = suite_next(&suite, &record, &why);
        int code = CLI_RUN;
        if (cli_is_interrupted())
            code = CLI_INTERRUPTED;
        else if (status == SUITE_END)
            break;
        else if (status == SUITE_FAULT)
            code = cli_error(command, CLI_IO, "%s: %s", file, strerror(errno));
        else if (status == SUITE_BAD_LINE)
            code = cli_error(command, CLI_USAGE, "%s, line %zu: %s", file, record.line, why);
        else
            code = add_record(r, file, &record);
        worst = code > worst ? code : worst;
    }
    suite_close(&suite);
    return worst;
}

static int read_files(struct run *r)
{
    int worst = CLI_RUN;
    for (int i = 0; i < r->options->files.nb && worst < CLI_IO; i++) {
        const int code = read_file(r, r->options->files.first[i]);
        worst = code > worst ? code : worst;
    }
    if (worst == CLI_RUN && r->tasks_nb == 0)
        return cli_error(r->options->command, CLI_USAGE, "%s: there are no positions",
                         r->options->files.first[0]);
    return worst;
}

/* ---- Reports ------------------------------------------------------------------------------- */

static void json_moment(struct json *j, const struct probe_moment *m)
{
    json_integer(j, "depth", m->depth);
    json_unsigned(j, "nodes", m->nodes);
    json_real(j, "time", (double)m->time_ms / 1e3);
}

static void print_task_json(const struct task *t, const char *move, bool is_solved,
                            const struct probe_moment *since, const struct probe_moment *end)
{
    char text[GAME_FEN_MAX];
    struct json j;
    json_begin(&j, stdout);
    json_text(&j, "type", "position");
    json_text(&j, "file", t->file);
    json_unsigned(&j, "line", t->line);
    json_text(&j, "id", t->id);
    json_text(&j, "game", t->pos->game->name);
    t->pos->game->format(t->pos, text);
    json_text(&j, "fen", text);
    json_array_begin(&j, "bm");
    for (size_t i = 0; i < t->best_nb; i++) {
        t->pos->game->move_format(t->pos, t->best[i], text);
        json_text(&j, NULL, text);
    }
    json_array_end(&j);
    json_text(&j, "best", move);
    json_bool(&j, "solved", is_solved);
    if (is_solved) {
        json_object_begin(&j, "found");
        json_moment(&j, since);
        json_object_end(&j);
    }
    json_moment(&j, end);
    json_end(&j);
}

static void print_task(const struct run *r, const struct task *t, const char *move, bool is_solved,
                       const struct probe_moment *m)
{
    char best[MOVE_TEXT_MAX];
    printf("%3zu/%zu  %s  depth %2d  %9" PRIu64 " nodes  %7.3f s  ", r->done, r->tasks_nb,
           is_solved ? "solved" : "missed", m->depth, m->nodes, (double)m->time_ms / 1e3);
    if (t->id)
        printf("%s", t->id);
    else
        printf("%s:%zu", t->file, t->line);
    printf("  %s", move);
    for (size_t i = 0; i < t->best_nb && !is_solved; i++) {
        t->pos->game->move_format(t->pos, t->best[i], best);
        printf("%s%s", i == 0 ? ", not " : " or ", best);
    }
    putchar('\n');
    fflush(stdout);
}

/* The geometric mean of the efforts in nodes: unlike their sum it is not ruled by the few hardest
 * positions. */
static uint64_t mean_effort(const struct tally *t)
{
    return t->positions > 0 ? (uint64_t)llround(exp(t->effort_logs / (double)t->positions)) : 0;
}

static void print_tally_json(const char *file, const struct tally *t, bool complete)
{
    struct json j;
    json_begin(&j, stdout);
    json_text(&j, "type", file ? "file" : "total");
    if (file)
        json_text(&j, "file", file);
    json_unsigned(&j, "solved", t->solved);
    json_unsigned(&j, "positions", t->positions);
    json_unsigned(&j, "nodes_to_solution", t->effort_nodes);
    json_unsigned(&j, "mean_nodes_to_solution", mean_effort(t));
    json_real(&j, "time_to_solution", t->effort_seconds);
    json_unsigned(&j, "nodes", t->nodes);
    json_real(&j, "time", t->seconds);
    if (!file)
        json_bool(&j, "complete", complete);
    json_end(&j);
}

static void print_total(const struct run *r, const struct tally *t, bool complete)
{
    if (r->options->json) {
        print_tally_json(NULL, t, complete);
        return;
    }
    printf("nodes: %" PRIu64 "\ntime: %.3f\nnps: %" PRIu64 "\n", t->nodes, t->seconds,
           cli_rate((double)t->nodes, t->seconds));
    printf("nodes to solution: %" PRIu64 " (geometric mean %" PRIu64 ")\n", t->effort_nodes,
           mean_effort(t));
    printf("time to solution: %.3f\n", t->effort_seconds);
    if (r->options->threads > 1)
        printf("with more than one thread the counts differ from run to run\n");
    printf("solved: %zu/%zu\n", t->solved, t->positions);
}

static void print_file(const struct run *r, const char *file, const struct tally *t)
{
    if (r->options->json)
        print_tally_json(file, t, true);
    else
        printf("%s: %zu/%zu solved, %" PRIu64 " nodes to solution (geometric mean %" PRIu64
               "), %.3f s\n",
               file, t->solved, t->positions, t->effort_nodes, mean_effort(t), t->effort_seconds);
}

/* ---- Solving ------------------------------------------------------------------------------- */

static void add_to(struct tally *t, bool is_solved, const struct probe_moment *effort,
                   const struct engine_result *result, double seconds)
{
    t->positions++;
    t->solved += is_solved;
    t->nodes += result->nodes;
    t->seconds += seconds;
    t->effort_nodes += effort->nodes;
    t->effort_seconds += (double)effort->time_ms / 1e3;
    t->effort_logs += log(effort->nodes > 0 ? (double)effort->nodes : 1);
}

static bool is_best(const struct task *t, move_t move)
{
    for (size_t i = 0; i < t->best_nb; i++)
        if (t->best[i] == move)
            return true;
    return false;
}

/* Not counted when an interrupt cut it short: what it would have found is not known. */
static enum engine_status solve(struct run *r, const struct task *t, struct tally *of_file)
{
    struct engine_result result;
    struct probe_moment since;
    char move[MOVE_TEXT_MAX];
    const enum engine_status status =
        probe_run(&r->probe, t->pos, &r->options->limits, t->best, t->best_nb, &result, &since);
    if (status != ENGINE_OK || cli_is_interrupted())
        return status;
    const struct probe_moment end = {result.depth, result.nodes, result.time_ms};
    const bool is_solved = is_best(t, result.best);
    t->pos->game->move_format(t->pos, result.best, move);
    add_to(of_file, is_solved, is_solved ? &since : &end, &result, r->probe.seconds);
    r->done++;
    if (r->options->json)
        print_task_json(t, move, is_solved, &since, &end);
    else
        print_task(r, t, move, is_solved, is_solved ? &since : &end);
    return ENGINE_OK;
}

static void add_tally(struct tally *sum, const struct tally *t)
{
    sum->positions += t->positions;
    sum->solved += t->solved;
    sum->nodes += t->nodes;
    sum->effort_nodes += t->effort_nodes;
    sum->seconds += t->seconds;
    sum->effort_seconds += t->effort_seconds;
    sum->effort_logs += t->effort_logs;
}

static int solve_all(struct run *r)
{
    struct tally total = {0};
    enum engine_status status = ENGINE_OK;
    for (size_t i = 0; i < r->tasks_nb && status == ENGINE_OK && !cli_is_interrupted();) {
        const char *file = r->tasks[i].file;
        struct tally of_file = {0};
        for (; i < r->tasks_nb && r->tasks[i].file == file; i++) {
            status = solve(r, &r->tasks[i], &of_file);
            if (status != ENGINE_OK || cli_is_interrupted())
                break;
        }
        if (r->options->files.nb > 1 && !cli_is_interrupted())
            print_file(r, file, &of_file);
        add_tally(&total, &of_file);
    }
    if (status != ENGINE_OK)
        return cli_error(r->options->command, CLI_IO, "%s", engine_strerror(status));
    const bool complete = r->done == r->tasks_nb;
    print_total(r, &total, complete);
    return complete ? CLI_OK : CLI_INTERRUPTED;
}

int bench_suite_run(const struct bench_suite *options)
{
    struct run r = {.options = options};
    int code = read_files(&r);
    if (code == CLI_RUN) {
        const enum engine_status status =
            probe_init(&r.probe, options->threads, options->hash, true, cli_interrupt_flag());
        if (status != ENGINE_OK) {
            code = cli_error(options->command, CLI_IO, "%s", engine_strerror(status));
        } else {
            code = solve_all(&r);
            probe_fini(&r.probe);
        }
    }
    for (size_t i = 0; i < r.tasks_nb; i++)
        task_fini(&r.tasks[i]);
    free(r.tasks);
    return code;
}
