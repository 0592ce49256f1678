#include "tools/perft_plan.h"

#include "engine/position.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static const char plan_version[] = "1";

/* ---- Positions ----------------------------------------------------------------------------- */

bool perft_plan_set_position(struct perft_plan *plan, const struct position *pos)
{
    size_t used = (size_t)snprintf(plan->game, sizeof plan->game, "%s", pos->game->name);
    if (used >= sizeof plan->game)
        return false;
    plan->options[0] = '\0';
    used = 0;
    for (size_t i = 0; i < pos->game->options_nb; i++) {
        const struct game_option *option = &pos->game->options[i];
        used += (size_t)snprintf(plan->options + used, sizeof plan->options - used, "%s%s=%s",
                                 i > 0 ? " " : "", option->name, option->values[pos->option[i]]);
        if (used >= sizeof plan->options)
            return false;
    }
    pos->game->format(pos, plan->fen);
    plan->rules = pos->game->rules_version;
    return true;
}

/* "NAME=VALUE NAME=VALUE". */
static bool set_options(struct position *pos, const char *options)
{
    char words[sizeof((struct perft_plan *)0)->options];
    snprintf(words, sizeof words, "%s", options);
    char *rest = words;
    for (char *word = strsep(&rest, " "); word && *word; word = strsep(&rest, " ")) {
        char *value = strchr(word, '=');
        if (!value)
            return false;
        *value++ = '\0';
        if (pos_set_option(pos, word, value) != ENGINE_OK)
            return false;
    }
    return true;
}

struct position *perft_plan_position(const struct perft_plan *plan, const char **why)
{
    const struct game *game = games_find(plan->game);
    struct position *pos = game ? pos_new(game) : NULL;
    if (!game)
        *why = "this program does not know the game";
    else if (!pos)
        *why = "out of memory";
    else if (game->rules_version != plan->rules)
        *why = "this program has another version of the rules";
    else if (!set_options(pos, plan->options))
        *why = "this program does not know the rule options";
    else if (pos_set(pos, plan->fen, NULL) != ENGINE_OK)
        *why = "the position is refused";
    else
        return pos;
    pos_free(pos);
    return NULL;
}

/* ---- Heads --------------------------------------------------------------------------------- */

static void write_facts(FILE *out, const struct perft_plan *plan)
{
    char text[PERFT_COUNT_TEXT_MAX];
    fprintf(out,
            "game %s\nrules %u\noptions %s\nfen %s\ndepth %d\nsplit %d\npositions %" PRIu64
            "\nsequences %s\nunits %u\n",
            plan->game, plan->rules, plan->options, plan->fen, plan->depth, plan->split,
            plan->positions, perft_count_format(plan->sequences, text), plan->units);
}

/* Bytes of write_facts. */
enum { FACTS_MAX = sizeof(struct perft_plan) + 256 };

void perft_plan_seal(struct perft_plan *plan)
{
    char facts[FACTS_MAX];
    FILE *out = fmemopen(facts, sizeof facts, "w");
    uint64_t sum = 0;
    if (out) {
        write_facts(out, plan);
        const long size = ftell(out);
        fclose(out);
        sum = XXH3_64bits(facts, size > 0 ? (size_t)size : 0);
    }
    snprintf(plan->run, sizeof plan->run, "%016" PRIx64, sum);
}

void perft_plan_write_head(FILE *out, const char *kind, const struct perft_plan *plan)
{
    fprintf(out, "citadel-perft-%s %s\nrun %s\n", kind, plan_version, plan->run);
    write_facts(out, plan);
}

/* A line that names a kind of file and the version of its form. */
static bool read_kind(struct sealed_text *in, const char *kind)
{
    char name[64];
    snprintf(name, sizeof name, "citadel-perft-%s", kind);
    const char *version = sealed_value(in, name);
    return version && strcmp(version, plan_version) == 0;
}

static bool read_word(struct sealed_text *in, const char *name, char *out, size_t size)
{
    const char *value = sealed_value(in, name);
    return value && (size_t)snprintf(out, size, "%s", value) < size;
}

static bool read_unsigned(struct sealed_text *in, const char *name, uint64_t max, unsigned *out)
{
    uint64_t n;
    if (!sealed_number(in, name, max, &n))
        return false;
    *out = (unsigned)n;
    return true;
}

bool perft_plan_read_head(struct sealed_text *in, const char *kind, struct perft_plan *plan)
{
    unsigned depth = 0, split = 0;
    char run[SEALED_SUM_MAX];
    *plan = (struct perft_plan){.depth = 0};
    if (!read_kind(in, kind) || !read_word(in, "run", run, sizeof run) ||
        !read_word(in, "game", plan->game, sizeof plan->game) ||
        !read_unsigned(in, "rules", UINT32_MAX, &plan->rules) ||
        !read_word(in, "options", plan->options, sizeof plan->options) ||
        !read_word(in, "fen", plan->fen, sizeof plan->fen) ||
        !read_unsigned(in, "depth", DEPTH_MAX, &depth) ||
        !read_unsigned(in, "split", DEPTH_MAX, &split) ||
        !sealed_number(in, "positions", UINT64_MAX, &plan->positions) ||
        !sealed_count(in, "sequences", &plan->sequences) ||
        !read_unsigned(in, "units", PERFT_UNITS_MAX, &plan->units) || split > depth)
        return false;
    plan->depth = (int)depth;
    plan->split = (int)split;
    perft_plan_seal(plan);
    return strcmp(plan->run, run) == 0;
}

/* ---- Units --------------------------------------------------------------------------------- */

void perft_unit_write(FILE *out, const struct perft_unit *unit, bool has_sum)
{
    char text[PERFT_COUNT_TEXT_MAX];
    fprintf(out, "unit %u %" PRIu64 " %s%s%s\n", unit->number, unit->positions,
            perft_count_format(unit->sequences, text), has_sum ? " " : "",
            has_sum ? unit->sum : "");
}

bool perft_unit_read(struct sealed_text *in, struct perft_unit *unit, bool has_sum)
{
    const char *value = sealed_value(in, "unit");
    char number[6], positions[21], sequences[PERFT_COUNT_TEXT_MAX], end;
    perft_count_t count;
    *unit = (struct perft_unit){.number = 0};
    if (!value)
        return false;
    const int read = sscanf(value, "%5[0-9] %20[0-9] %39[0-9] %16[0-9a-f] %c", number, positions,
                            sequences, unit->sum, &end);
    if (read != 3 + has_sum || !perft_count_parse(positions, &count) || count > UINT64_MAX)
        return false;
    unit->number = (unsigned)strtoul(number, NULL, 10);
    unit->positions = (uint64_t)count;
    return unit->number > 0 && perft_count_parse(sequences, &unit->sequences) &&
           (!has_sum || strlen(unit->sum) == SEALED_SUM_MAX - 1);
}

/* ---- Results ------------------------------------------------------------------------------- */

const char *perft_keys_name(unsigned keys)
{
    static const char *const names[PERFT_KEYS_NB] = {"0", "1", "none"};
    return names[keys];
}

bool perft_result_write(const char *path, const struct perft_unit_result *r)
{
    char text[PERFT_COUNT_TEXT_MAX];
    struct sealed_writer w;
    sealed_begin(&w);
    if (w.out) {
        fprintf(w.out, "citadel-perft-result %s\nrun %s\n", plan_version, r->run);
        perft_unit_write(w.out, &r->unit, true);
        fprintf(w.out, "program %s\nrules %u\nkeys %s\nkey-bits %u\ndone %" PRIu64 "\n", r->program,
                r->rules, perft_keys_name(r->keys), r->key_bits, r->done);
        fprintf(w.out, "nodes %s\nmilliseconds %" PRIu64 "\n", perft_count_format(r->nodes, text),
                (uint64_t)(r->seconds * 1e3));
    }
    return sealed_commit(&w, path, NULL);
}

static bool read_keys(struct sealed_text *in, unsigned *keys)
{
    const char *value = sealed_value(in, "keys");
    for (*keys = 0; value && *keys < PERFT_KEYS_NB; ++*keys)
        if (strcmp(value, perft_keys_name(*keys)) == 0)
            return true;
    return false;
}

enum sealed_status perft_result_read(const char *path, struct perft_unit_result *r)
{
    struct sealed_text in;
    uint64_t milliseconds = 0;
    *r = (struct perft_unit_result){.done = 0};
    enum sealed_status status = sealed_read(path, &in);
    if (status == SEALED_OK &&
        (!read_kind(&in, "result") || !read_word(&in, "run", r->run, sizeof r->run) ||
         !perft_unit_read(&in, &r->unit, true) ||
         !read_word(&in, "program", r->program, sizeof r->program) ||
         !read_unsigned(&in, "rules", UINT32_MAX, &r->rules) || !read_keys(&in, &r->keys) ||
         !read_unsigned(&in, "key-bits", 128, &r->key_bits) ||
         !sealed_number(&in, "done", r->unit.positions, &r->done) ||
         !sealed_count(&in, "nodes", &r->nodes) ||
         !sealed_number(&in, "milliseconds", UINT64_MAX, &milliseconds)))
        status = SEALED_TORN;
    r->seconds = (double)milliseconds / 1e3;
    sealed_free(&in);
    return status;
}

/* ---- Paths --------------------------------------------------------------------------------- */

char *perft_plan_path(const char *directory)
{
    char *path;
    return asprintf(&path, "%s/plan.txt", directory) < 0 ? NULL : path;
}

char *perft_unit_path(const char *directory, unsigned number)
{
    char *path;
    return asprintf(&path, "%s/unit-%04u.txt", directory, number) < 0 ? NULL : path;
}

char *perft_result_path(const char *unit_path, unsigned keys, const char *kind)
{
    static const char suffix[] = ".txt";
    char *path;
    size_t length = strlen(unit_path);
    if (length > strlen(suffix) && strcmp(unit_path + length - strlen(suffix), suffix) == 0)
        length -= strlen(suffix);
    return asprintf(&path, "%.*s.keys-%s.%s", (int)length, unit_path, perft_keys_name(keys), kind) <
                   0
               ? NULL
               : path;
}
