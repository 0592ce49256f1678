/* perft --merge: adds up the results of all work units of a directory, or says what is missing or
 * wrong with them. */
#include "tools/json.h"
#include "tools/perft_plan.h"
#include "tools/perft_tool.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* What is known about one unit. */
struct slot {
    struct perft_unit unit; /* as the plan has it */
    bool has_result[PERFT_KEYS_NB];
    perft_count_t nodes[PERFT_KEYS_NB];
};

/* The units that have a result with one key set. */
struct tally {
    unsigned found;
    unsigned key_bits; /* the fewest */
    perft_count_t nodes;
    double seconds;
};

struct merge {
    struct perft_tool *tool;
    struct perft_plan plan;
    struct slot *slots; /* plan.units of them */
    struct tally tally[PERFT_KEYS_NB];
    char program[64]; /* of the results; "several" if they differ */
    unsigned faults;  /* said so far */
};

static int fault(struct merge *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A fault is a line on stderr; merging goes on, to find all of them. */
static int fault(struct merge *m, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    m->faults++;
    return cli_error(m->tool->self, CLI_NEGATIVE, "%s", text);
}

/* ---- Reading ------------------------------------------------------------------------------- */

/* The lines of the units: each number once, in order, and their sums those of the head. */
static bool read_units(struct merge *m, struct sealed_text *in)
{
    uint64_t positions = 0;
    perft_count_t sequences = 0;
    for (unsigned i = 0; i < m->plan.units; i++) {
        struct perft_unit *unit = &m->slots[i].unit;
        if (!perft_unit_read(in, unit, true) || unit->number != i + 1)
            return false;
        positions += unit->positions;
        sequences += unit->sequences;
    }
    const char *value;
    return !sealed_next(in, &value) && positions == m->plan.positions &&
           sequences == m->plan.sequences;
}

static int read_plan(struct merge *m)
{
    const struct perft_tool *c = m->tool;
    char *path = perft_plan_path(c->merge);
    if (!path)
        return cli_error(c->self, CLI_IO, "out of memory");
    struct sealed_text in;
    int code = CLI_RUN;
    const enum sealed_status status = sealed_read(path, &in);
    if (status == SEALED_FAULT)
        code = cli_error(c->self, CLI_IO, "%s: %s", path, strerror(errno));
    else if (status == SEALED_TORN || !perft_plan_read_head(&in, "plan", &m->plan))
        code = cli_error(c->self, CLI_USAGE, "%s: this is no plan of a count, or not a whole one",
                         path);
    if (code == CLI_RUN && !(m->slots = calloc(m->plan.units + 1, sizeof *m->slots)))
        code = cli_error(c->self, CLI_IO, "out of memory");
    if (code == CLI_RUN && !read_units(m, &in))
        code = cli_error(c->self, CLI_USAGE, "%s: the units do not make the whole", path);
    sealed_free(&in);
    free(path);
    return code;
}

/* The files of the units are there and are those of the plan. Without them a result can be right
 * all the same, but nobody could count it again. */
static void check_unit_files(struct merge *m)
{
    for (unsigned i = 0; i < m->plan.units; i++) {
        struct sealed_text in;
        char *path = perft_unit_path(m->tool->merge, i + 1);
        const enum sealed_status status = path ? sealed_read(path, &in) : SEALED_FAULT;
        if (!path)
            fault(m, "out of memory");
        else if (status == SEALED_FAULT)
            fault(m, "%s: %s", path, strerror(errno));
        else if (status == SEALED_TORN || strcmp(in.sum, m->slots[i].unit.sum) != 0)
            fault(m, "%s: not the unit of the plan; split again", path);
        if (path)
            sealed_free(&in);
        free(path);
    }
}

static void note_program(struct merge *m, const char *program)
{
    if (m->program[0] == '\0')
        snprintf(m->program, sizeof m->program, "%s", program);
    else if (strcmp(m->program, program) != 0)
        snprintf(m->program, sizeof m->program, "several");
}

static void take_result(struct merge *m, const char *path, const struct perft_unit_result *r)
{
    if (strcmp(r->run, m->plan.run) != 0) {
        fault(m, "%s: the result of another count", path);
        return;
    }
    if (r->unit.number > m->plan.units ||
        strcmp(r->unit.sum, m->slots[r->unit.number - 1].unit.sum) != 0 ||
        r->unit.positions != m->slots[r->unit.number - 1].unit.positions) {
        fault(m, "%s: the result of a unit that is not in the plan", path);
        return;
    }
    if (r->rules != m->plan.rules) {
        fault(m, "%s: counted by version %u of the rules, the plan is of %u", path, r->rules,
              m->plan.rules);
        return;
    }
    if (r->done != r->unit.positions) {
        fault(m, "%s: the unit is not finished", path);
        return;
    }
    struct slot *slot = &m->slots[r->unit.number - 1];
    struct tally *t = &m->tally[r->keys];
    if (slot->has_result[r->keys]) {
        fault(m, "%s: a second result of unit %u with keys %s", path, r->unit.number,
              perft_keys_name(r->keys));
        return;
    }
    slot->has_result[r->keys] = true;
    slot->nodes[r->keys] = r->nodes;
    if (!perft_count_add(&t->nodes, r->nodes, 1))
        fault(m, "%s: the sum exceeds 128 bits", path);
    t->key_bits = t->found == 0 || r->key_bits < t->key_bits ? r->key_bits : t->key_bits;
    t->found++;
    t->seconds += r->seconds;
    note_program(m, r->program);
}

/* Whatever its name, so that a copy is noticed. */
static void read_result(struct merge *m, const char *name)
{
    struct perft_unit_result r;
    char *path;
    if (asprintf(&path, "%s/%s", m->tool->merge, name) < 0) {
        fault(m, "out of memory");
        return;
    }
    const enum sealed_status status = perft_result_read(path, &r);
    if (status == SEALED_FAULT)
        fault(m, "%s: %s", path, strerror(errno));
    else if (status == SEALED_TORN)
        fault(m, "%s: no result, or torn; remove it and count the unit again", path);
    else if (m->tool->keys < 0 || r.keys == (unsigned)m->tool->keys)
        take_result(m, path, &r);
    free(path);
}

static int compare_names(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_result(const struct dirent *entry)
{
    static const char suffix[] = ".result";
    const size_t length = strlen(entry->d_name);
    return length > strlen(suffix) && strcmp(entry->d_name + length - strlen(suffix), suffix) == 0;
}

static int read_results(struct merge *m)
{
    struct dirent **names;
    const int nb = scandir(m->tool->merge, &names, is_result, compare_names);
    if (nb < 0)
        return cli_error(m->tool->self, CLI_IO, "%s: %s", m->tool->merge, strerror(errno));
    for (int i = 0; i < nb; i++) {
        read_result(m, names[i]->d_name);
        free(names[i]);
    }
    free(names);
    return CLI_RUN;
}

/* ---- Judging ------------------------------------------------------------------------------- */

static bool is_complete(const struct merge *m, unsigned keys)
{
    return m->tally[keys].found == m->plan.units;
}

/* Two key sets that both counted a unit must agree on it. */
static void compare_keys(struct merge *m)
{
    char text[2][PERFT_COUNT_TEXT_MAX];
    for (unsigned i = 0; i < m->plan.units; i++)
        for (unsigned a = 0; a < PERFT_KEYS_NB; a++)
            for (unsigned b = 0; b < a; b++) {
                const struct slot *s = &m->slots[i];
                if (s->has_result[a] && s->has_result[b] && s->nodes[a] != s->nodes[b])
                    fault(m, "unit %u: %s with keys %s, but %s with keys %s", i + 1,
                          perft_count_format(s->nodes[b], text[0]), perft_keys_name(b),
                          perft_count_format(s->nodes[a], text[1]), perft_keys_name(a));
            }
}

/* "3, 7-9" of the units without a result; the caller frees it. NULL if memory is short. */
static char *list_missing(const struct merge *m, unsigned keys)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    const char *comma = "";
    for (unsigned i = 0; i < m->plan.units; i++) {
        if (m->slots[i].has_result[keys])
            continue;
        unsigned last = i;
        while (last + 1 < m->plan.units && !m->slots[last + 1].has_result[keys])
            last++;
        if (last > i)
            fprintf(out, "%s%u-%u", comma, i + 1, last + 1);
        else
            fprintf(out, "%s%u", comma, i + 1);
        comma = ", ";
        i = last;
    }
    fclose(out);
    return text;
}

/* ---- Printing ------------------------------------------------------------------------------ */

/* The first complete key set, and whether another one confirms it. */
struct verdict {
    bool complete, confirmed;
    perft_count_t nodes;
};

static struct verdict judge(const struct merge *m)
{
    struct verdict v = {.complete = false};
    for (unsigned keys = 0; keys < PERFT_KEYS_NB; keys++)
        if (is_complete(m, keys)) {
            v.confirmed = v.complete;
            v.complete = true;
            v.nodes = m->tally[keys].nodes;
        }
    return v;
}

static void print_keys_json(struct json *j, const struct merge *m, unsigned keys)
{
    const struct tally *t = &m->tally[keys];
    char text[PERFT_COUNT_TEXT_MAX];
    char *missing = list_missing(m, keys);
    json_object_begin(j, NULL);
    json_text(j, "set", perft_keys_name(keys));
    json_unsigned(j, "bits", t->key_bits);
    json_unsigned(j, "units", t->found);
    json_text(j, "missing", missing);
    json_number(j, "nodes", perft_count_format(t->nodes, text));
    json_real(j, "time", t->seconds);
    json_object_end(j);
    free(missing);
}

static void print_json(const struct merge *m, const struct verdict *v)
{
    char text[PERFT_COUNT_TEXT_MAX];
    struct json j;
    json_begin(&j, stdout);
    json_text(&j, "type", "merge");
    json_text(&j, "game", m->plan.game);
    json_text(&j, "options", m->plan.options);
    json_text(&j, "fen", m->plan.fen);
    json_integer(&j, "depth", m->plan.depth);
    json_integer(&j, "split", m->plan.split);
    json_unsigned(&j, "units", m->plan.units);
    json_unsigned(&j, "positions", m->plan.positions);
    json_number(&j, "sequences", perft_count_format(m->plan.sequences, text));
    json_text(&j, "program", m->program);
    json_unsigned(&j, "rules", m->plan.rules);
    json_array_begin(&j, "keys");
    for (unsigned keys = 0; keys < PERFT_KEYS_NB; keys++)
        if (m->tally[keys].found > 0)
            print_keys_json(&j, m, keys);
    json_array_end(&j);
    json_bool(&j, "complete", v->complete);
    json_bool(&j, "confirmed", v->confirmed);
    json_number(&j, "nodes", v->complete ? perft_count_format(v->nodes, text) : "null");
    json_end(&j);
}

static void print_text(const struct merge *m, const struct verdict *v)
{
    char text[PERFT_COUNT_TEXT_MAX];
    printf("game: %s%s%s, version %u of the rules\nfen: %s\n", m->plan.game,
           m->plan.options[0] ? ", " : "", m->plan.options, m->plan.rules, m->plan.fen);
    printf("depth: %d, split after %d: %u units, %" PRIu64 " positions, %s sequences\n",
           m->plan.depth, m->plan.split, m->plan.units, m->plan.positions,
           perft_count_format(m->plan.sequences, text));
    if (m->program[0])
        printf("program: %s\n", m->program);
    for (unsigned keys = 0; keys < PERFT_KEYS_NB; keys++) {
        const struct tally *t = &m->tally[keys];
        if (t->found == 0 && !(keys == 0 && !v->complete))
            continue;
        printf("keys %s", perft_keys_name(keys));
        if (t->key_bits > 0)
            printf(" of %u bits", t->key_bits);
        printf(": %u of %u units in %.3f s", t->found, m->plan.units, t->seconds);
        char *missing = is_complete(m, keys) ? NULL : list_missing(m, keys);
        if (missing)
            printf("; missing: %s", missing);
        putchar('\n');
        free(missing);
    }
    if (!v->complete)
        return;
    printf("confirmed: %s\n", v->confirmed ? "yes, by two ways of counting that share no keys"
                                           : "no, there is one way of counting only");
    printf("nodes: %s\n", perft_count_format(v->nodes, text));
}

int perft_tool_merge(struct perft_tool *c)
{
    struct merge m = {.tool = c};
    int code = read_plan(&m);
    if (code == CLI_RUN) {
        check_unit_files(&m);
        code = read_results(&m);
    }
    if (code == CLI_RUN) {
        compare_keys(&m);
        struct verdict v = judge(&m);
        v.complete = v.complete && m.faults == 0;
        v.confirmed = v.confirmed && v.complete;
        if (c->json)
            print_json(&m, &v);
        else
            print_text(&m, &v);
        code = v.complete ? CLI_OK : CLI_NEGATIVE;
        if (!v.complete && m.faults == 0)
            cli_error(c->self, code, "units are missing, so there is no sum");
    }
    free(m.slots);
    return code;
}
