/* The state of an analysis in a file, from which it goes on: what was found out about the finished
 * positions, and so far about the present one; and the transposition table in another beside it,
 * with the histories. */
#include "tools/analyse.h"
#include "tools/checkpoint.h"
#include "tools/outfile.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

/* ---- What a run is bound to ---------------------------------------------------------------- */

/* The options that decide what is searched, and how. */
enum { SETTINGS_NB = 8, SETTING_MAX = 64 };

struct setting {
    const char *name;
    char value[SETTING_MAX];
};

static void settings_of(const struct analyse_options *o, struct setting out[SETTINGS_NB])
{
    const struct {
        const char *name;
        int64_t value;
        bool is_time;
    } numbers[SETTINGS_NB] = {
        {"--depth", o->depth, false},     {"--nodes", o->nodes, false},
        {"--time", o->time_ms, true},     {"--total", o->total_ms, true},
        {"--mate", o->mate, false},       {"--multipv", o->multipv, false},
        {"--threads", o->threads, false}, {"--hash", o->hash, false},
    };
    for (size_t i = 0; i < SETTINGS_NB; i++) {
        out[i].name = numbers[i].name;
        if (numbers[i].value == 0)
            snprintf(out[i].value, SETTING_MAX, "not given");
        else if (numbers[i].is_time)
            snprintf(out[i].value, SETTING_MAX, "%g s", (double)numbers[i].value / 1e3);
        else
            snprintf(out[i].value, SETTING_MAX, "%" PRId64, numbers[i].value);
    }
}

/* Of all positions with the games and options they belong to, and of --searchmoves. */
static uint64_t digest_of(const struct analysis *a)
{
    XXH3_state_t *state = XXH3_createState();
    if (!state)
        return 0;
    XXH3_64bits_reset(state);
    for (size_t i = 0; i < a->batch->nb; i++) {
        const struct position *pos = a->batch->items[i].pos;
        char fen[GAME_FEN_MAX];
        pos->game->format(pos, fen);
        XXH3_64bits_update(state, pos->game->name, strlen(pos->game->name) + 1);
        XXH3_64bits_update(state, fen, strlen(fen) + 1);
        XXH3_64bits_update(state, pos->option, sizeof pos->option);
        XXH3_64bits_update(state, pos->history, pos->history_nb * sizeof *pos->history);
    }
    for (int i = 0; i < a->o->search_moves.nb; i++) {
        const char *word = a->o->search_moves.first[i];
        XXH3_64bits_update(state, word, strlen(word) + 1);
    }
    const uint64_t digest = XXH3_64bits_digest(state);
    XXH3_freeState(state);
    return digest;
}

/* ---- Writing ------------------------------------------------------------------------------- */

static void put_item(struct checkpoint_writer *w, size_t index, const struct batch_item *item)
{
    const struct verdict *v = &item->verdict;
    checkpoint_put(w, index);
    checkpoint_put(w, (uint64_t)v->depth);
    checkpoint_put(w, (uint64_t)v->seldepth);
    checkpoint_put(w, v->nodes);
    checkpoint_put(w, (uint64_t)v->time_ms);
    checkpoint_put(w, item->is_done);
    checkpoint_put(w, v->lines_nb);
    for (size_t i = 0; i < v->lines_nb; i++) {
        const struct analyse_line *line = &v->lines[i];
        checkpoint_put(w, (uint64_t)((int64_t)line->score + SCORE_INFINITE));
        checkpoint_put(w, line->bound);
        checkpoint_put(w, (uint64_t)line->pv_nb);
        for (int m = 0; m < line->pv_nb; m++)
            checkpoint_put(w, line->pv[m]);
    }
}

static bool is_kept(const struct batch_item *item)
{
    return item->over.outcome == OUTCOME_NONE && item->verdict.depth > 0;
}

/* The table is in a file beside the state's: it may be huge, and each of the two is good with any
 * earlier version of the other. The caller frees the name; NULL: no memory. */
static char *table_path(const char *path)
{
    char *out = NULL;
    return asprintf(&out, "%s.hash", path) < 0 ? NULL : out;
}

/* What the table is bound to: the keys of another game or other rules mean something else. */
static uint64_t table_tag(const struct analysis *a)
{
    return a->rules ^ a->digest;
}

static bool write_table(const struct analysis *a, const char *path)
{
    struct outfile file;
    if (!outfile_open(&file, path))
        return false;
    enum engine_status status = engine_save_hash(a->engine, table_tag(a), file.file);
    if (status == ENGINE_OK)
        status = engine_save_learnt(a->engine, file.file);
    if (status == ENGINE_OK)
        return outfile_finish(&file);
    const int error = status == ENGINE_NO_MEMORY ? ENOMEM : errno;
    outfile_abandon(&file);
    errno = error;
    return false;
}

static bool has_open(const struct batch *b)
{
    for (size_t i = 0; i < b->nb; i++)
        if (!b->items[i].is_done)
            return true;
    return false;
}

static bool write_state(const struct analysis *a, const char *path)
{
    struct checkpoint_writer w;
    struct setting settings[SETTINGS_NB];
    size_t kept = 0;
    if (!checkpoint_begin(&w))
        return false;
    checkpoint_put_text(&w, CITADEL_VERSION);
    checkpoint_put(&w, a->rules);
    settings_of(a->o, settings);
    for (size_t i = 0; i < SETTINGS_NB; i++)
        checkpoint_put_text(&w, settings[i].value);
    checkpoint_put(&w, a->batch->nb);
    checkpoint_put(&w, a->digest);
    checkpoint_put(&w, (uint64_t)a->spent_ms);
    checkpoint_put(&w, a->has_table);
    for (size_t i = 0; i < a->batch->nb; i++)
        kept += is_kept(&a->batch->items[i]);
    checkpoint_put(&w, kept);
    for (size_t i = 0; i < a->batch->nb; i++)
        if (is_kept(&a->batch->items[i]))
            put_item(&w, i, &a->batch->items[i]);
    return checkpoint_end(&w, path);
}

/* The table first, so that a state that speaks of a table has one; and it is dropped only after the
 * state no longer does. */
static bool write_all(struct analysis *a)
{
    char *table = table_path(a->checkpoint);
    if (!table) {
        errno = ENOMEM;
        return false;
    }
    a->has_table = (a->item || a->has_table) && has_open(a->batch);
    bool ok = (!a->has_table || write_table(a, table)) && write_state(a, a->checkpoint);
    if (ok && !a->has_table) {
        outfile_clean(table);
        ok = unlink(table) == 0 || errno == ENOENT;
    }
    const int error = errno;
    free(table);
    errno = error;
    return ok;
}

/* ---- Reading ------------------------------------------------------------------------------- */

static int refuse(const struct analysis *a, const char *why)
{
    return cli_error(a->command, CLI_USAGE, "%s: %s", a->o->resume, why);
}

static void count_move(void *context, const struct position *before, const struct move_entry *move,
                       int number)
{
    (void)before;
    (void)move;
    *(int *)context = number + 1;
}

/* Reads a line, whose moves must be legal. False: they are not, or memory is short. */
static bool get_line(struct checkpoint_reader *r, const struct position *pos,
                     struct analyse_line *line)
{
    line->score = (score_t)checkpoint_get_most(r, 2 * SCORE_INFINITE) - SCORE_INFINITE;
    line->bound = (enum bound)checkpoint_get_most(r, BOUND_UPPER);
    line->pv_nb = (int)checkpoint_get_most(r, PLY_MAX);
    line->pv = malloc(((size_t)line->pv_nb + 1) * sizeof *line->pv);
    if (!line->pv)
        return false;
    for (int m = 0; m < line->pv_nb; m++)
        line->pv[m] = (move_t)checkpoint_get_most(r, UINT32_MAX);
    int legal = 0;
    line_walk(pos, line->pv, line->pv_nb, count_move, &legal);
    return !r->has_failed && legal == line->pv_nb;
}

/* Reads what is known about one position; later ones have higher indices. */
static bool get_item(struct checkpoint_reader *r, const struct analysis *a, size_t *next)
{
    const size_t index = checkpoint_get_most(r, a->batch->nb - 1);
    struct batch_item *item = &a->batch->items[index];
    struct verdict *v = &item->verdict;
    if (r->has_failed || index < *next || item->over.outcome != OUTCOME_NONE)
        return false;
    *next = index + 1;
    v->depth = (int)checkpoint_get_most(r, DEPTH_MAX);
    v->seldepth = (int)checkpoint_get_most(r, INT16_MAX);
    v->nodes = checkpoint_get(r);
    v->time_ms = (int64_t)checkpoint_get_most(r, INT64_MAX);
    item->is_done = v->is_complete = checkpoint_get_most(r, 1) != 0;
    const size_t lines = checkpoint_get_most(r, (uint64_t)a->o->multipv);
    v->lines = calloc(lines + 1, sizeof *v->lines);
    if (!v->lines)
        return false;
    for (v->lines_nb = 0; v->lines_nb < lines;)
        if (!get_line(r, item->pos, &v->lines[v->lines_nb++]))
            return false;
    return !r->has_failed;
}

static int check_settings(const struct analysis *a, struct checkpoint_reader *r)
{
    struct setting settings[SETTINGS_NB];
    char then[SETTING_MAX];
    settings_of(a->o, settings);
    for (size_t i = 0; i < SETTINGS_NB; i++) {
        checkpoint_get_text(r, then, sizeof then);
        if (strcmp(then, settings[i].value) != 0)
            return cli_error(a->command, CLI_USAGE,
                             "%s: belongs to a run with other options: %s was %s, now it is %s",
                             a->o->resume, settings[i].name, then, settings[i].value);
    }
    return CLI_RUN;
}

/* Is it a state of this very run? */
static int check_identity(const struct analysis *a, struct checkpoint_reader *r)
{
    char version[SETTING_MAX];
    checkpoint_get_text(r, version, sizeof version);
    if (strcmp(version, CITADEL_VERSION) != 0)
        return cli_error(a->command, CLI_USAGE, "%s: written by Citadel %s, this is %s",
                         a->o->resume, version, CITADEL_VERSION);
    if (checkpoint_get(r) != a->rules)
        return refuse(a, "written by a Citadel with other rules");
    const int code = check_settings(a, r);
    if (code != CLI_RUN)
        return code;
    if (checkpoint_get(r) != a->batch->nb || checkpoint_get(r) != a->digest)
        return refuse(a, "belongs to a run over other positions");
    return CLI_RUN;
}

/* Loads the table for the first position that is not finished. */
static int load_table(struct analysis *a)
{
    size_t first = 0;
    while (first < a->batch->nb && a->batch->items[first].is_done)
        first++;
    char *path = table_path(a->o->resume);
    FILE *in = path && first < a->batch->nb ? fopen(path, "rb") : NULL;
    int code = CLI_RUN;
    if (!path) {
        code = cli_error(a->command, CLI_IO, "out of memory");
    } else if (!in) {
        code = cli_error(a->command, CLI_IO, "%s: %s", path, strerror(errno));
    } else {
        /* Of this game, since a change of game empties the table. */
        enum engine_status status = engine_set_position(a->engine, a->batch->items[first].pos);
        if (status == ENGINE_OK)
            status = engine_load_hash(a->engine, table_tag(a), in);
        if (status == ENGINE_OK)
            status = engine_load_learnt(a->engine, in);
        if (status == ENGINE_OK && getc(in) != EOF)
            status = ENGINE_BAD_FILE;
        if (status == ENGINE_BAD_FILE)
            code = cli_error(a->command, CLI_USAGE, "%s: the checkpoint is damaged", path);
        else if (status != ENGINE_OK)
            code = cli_error(a->command, CLI_IO, "%s: %s", path,
                             status == ENGINE_IO ? strerror(errno) : engine_strerror(status));
        fclose(in);
    }
    free(path);
    return code;
}

static int load_state(struct analysis *a)
{
    static const char *const faults[] = {
        [CHECKPOINT_FOREIGN] = "this is no checkpoint, or of another version",
        [CHECKPOINT_CORRUPT] = "the checkpoint is damaged",
    };
    struct checkpoint_reader r;
    const enum checkpoint_status status = checkpoint_open(&r, a->o->resume);
    int code = CLI_RUN;
    if (status == CHECKPOINT_UNREADABLE)
        code = cli_error(a->command, CLI_IO, "%s: %s", a->o->resume, strerror(errno));
    else if (status != CHECKPOINT_OK)
        code = refuse(a, faults[status]);
    else
        code = check_identity(a, &r);
    if (code == CLI_RUN) {
        a->spent_ms = (int64_t)checkpoint_get_most(&r, INT64_MAX);
        a->has_table = checkpoint_get_most(&r, 1) != 0;
        const size_t kept = checkpoint_get_most(&r, a->batch->nb);
        size_t next = 0;
        bool is_good = true;
        for (size_t i = 0; i < kept && is_good; i++)
            is_good = get_item(&r, a, &next);
        if (!is_good || !checkpoint_is_at_end(&r))
            code = refuse(a, faults[CHECKPOINT_CORRUPT]);
    }
    checkpoint_close(&r);
    return code == CLI_RUN && a->has_table ? load_table(a) : code;
}

/* ---- The run's side -------------------------------------------------------------------------- */

/* An earlier run's file is not overwritten unless that run has ended. */
static int check_new(const struct analysis *a)
{
    if (access(a->o->checkpoint, F_OK) != 0 ||
        (a->o->resume && strcmp(a->o->resume, a->o->checkpoint) == 0))
        return CLI_RUN;
    return cli_error(a->command, CLI_USAGE,
                     "%s: exists; --resume goes on with it, or remove it to begin anew",
                     a->o->checkpoint);
}

int state_begin(struct analysis *a)
{
    if (!a->o->checkpoint && !a->o->resume)
        return CLI_RUN;
    a->rules = checkpoint_rules();
    a->digest = digest_of(a);
    a->checkpoint = a->o->checkpoint ? a->o->checkpoint : a->o->resume;
    int code = a->o->checkpoint ? check_new(a) : CLI_RUN;
    if (code == CLI_RUN && a->o->resume)
        code = load_state(a);
    a->saved_at = cli_now();
    /* At once, so that a run that is killed soon can be resumed in the same way as any other. */
    return code == CLI_RUN && a->o->checkpoint ? state_save(a) : code;
}

int state_save(struct analysis *a)
{
    if (!a->checkpoint)
        return CLI_RUN;
    const bool ok = write_all(a);
    const int error = errno;
    a->saved_at = cli_now();
    if (ok)
        return CLI_RUN;
    view_clear(a);
    return cli_error(a->command, CLI_IO, "%s: %s", a->checkpoint, strerror(error));
}

bool state_is_due(const struct analysis *a)
{
    return a->checkpoint && cli_now() - a->saved_at >= (double)a->o->interval_ms / 1e3;
}
