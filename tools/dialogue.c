#include "tools/dialogue.h"

#include "tools/cli.h"
#include "tools/setup.h"
#include "tools/think.h"

#include <stdlib.h>
#include <string.h>

/* ---- Lines --------------------------------------------------------------------------------- */

void dialogue_say_text(struct dialogue *d, const char *text)
{
    pthread_mutex_lock(&d->output);
    /* One write and one flush, so that a reader never sees half a line. */
    if (fputs(text, d->out) < 0 || fflush(d->out) != 0)
        atomic_store(&d->output_failed, true);
    if (d->log) {
        fprintf(d->log, "<< %s", text);
        fflush(d->log);
    }
    pthread_mutex_unlock(&d->output);
}

void dialogue_vsay(struct dialogue *d, const char *format, va_list args)
{
    char *text = NULL;
    const int length = vasprintf(&text, format, args);
    if (length < 0)
        return;
    /* What is quoted from the input may hold anything but must stay on its line. */
    for (char *s = text + 1; length > 0 && *s; s++)
        if ((unsigned char)*s < ' ' && *s != '\n' && *s != '\t')
            *s = '?';
    char *line = NULL;
    if (asprintf(&line, "%s\n", text) >= 0)
        dialogue_say_text(d, line);
    free(line);
    free(text);
}

void dialogue_say(struct dialogue *d, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    dialogue_vsay(d, format, args);
    va_end(args);
}

bool dialogue_output_ok(const struct dialogue *d)
{
    return !atomic_load(&d->output_failed);
}

void dialogue_log_input(struct dialogue *d, const char *line)
{
    if (!d->log)
        return;
    pthread_mutex_lock(&d->output);
    fprintf(d->log, ">> %s\n", line);
    fflush(d->log);
    pthread_mutex_unlock(&d->output);
}

char *dialogue_word(char **rest)
{
    static const char blanks[] = " \t\r\n\v\f";
    if (!*rest)
        return NULL;
    char *word = *rest + strspn(*rest, blanks);
    if (!*word) {
        *rest = NULL;
        return NULL;
    }
    char *end = word + strcspn(word, blanks);
    *rest = *end ? end + 1 : NULL;
    *end = '\0';
    return word;
}

/* ---- The position -------------------------------------------------------------------------- */

static struct position *new_start(const struct game *game, const uint8_t *option)
{
    struct position *pos = pos_new(game);
    if (pos) {
        memcpy(pos->option, option, sizeof pos->option);
        if (pos_reset(pos) == ENGINE_OK)
            return pos;
    }
    pos_free(pos);
    return NULL;
}

enum engine_status dialogue_set_game(struct dialogue *d, const struct game *game,
                                     const uint8_t option[GAME_OPTIONS_MAX])
{
    /* Positions of different games differ in size, so all three are made anew. */
    struct position *fresh[3] = {new_start(game, option), new_start(game, option),
                                 new_start(game, option)};
    enum engine_status status = fresh[0] && fresh[1] && fresh[2]
                                    ? engine_set_position(d->engine, fresh[0])
                                    : ENGINE_NO_MEMORY;
    /* Other rules, other values: what was learnt is worthless. */
    if (status == ENGINE_OK)
        status = engine_clear(d->engine);
    struct position **old[3] = {&d->pos, &d->root, &d->scratch};
    for (int i = 0; i < 3; i++) {
        pos_free(status == ENGINE_OK ? *old[i] : fresh[i]);
        if (status == ENGINE_OK)
            *old[i] = fresh[i];
    }
    return status;
}

enum engine_status dialogue_play(struct position *pos, char *moves, size_t *number,
                                 const char **word)
{
    enum engine_status status = ENGINE_OK;
    *number = 0;
    while (status == ENGINE_OK && (*word = dialogue_word(&moves))) {
        ++*number;
        status = setup_play(pos, *word);
    }
    return status;
}

/* ---- The search ---------------------------------------------------------------------------- */

enum engine_status dialogue_set_hash(struct dialogue *d, int64_t mebibytes)
{
    if (d->is_sandbox && mebibytes > DIALOGUE_SANDBOX_HASH)
        return ENGINE_NO_MEMORY;
    return engine_set_hash(d->engine, (size_t)mebibytes);
}

enum engine_status dialogue_set_threads(struct dialogue *d, int64_t threads)
{
    if (d->is_sandbox && threads > DIALOGUE_SANDBOX_THREADS)
        return ENGINE_NO_THREAD;
    return engine_set_threads(d->engine, (unsigned)threads);
}

/* The same limits, but soon reached. */
static struct engine_limits sandbox_limits(const struct engine_limits *limits)
{
    struct engine_limits l = *limits;
    l.infinite = l.ponder = l.clocks = false;
    l.movetime_ms = 0;
    if (l.nodes == 0 || l.nodes > DIALOGUE_SANDBOX_NODES)
        l.nodes = DIALOGUE_SANDBOX_NODES;
    return l;
}

enum engine_status dialogue_go(struct dialogue *d, const struct engine_limits *limits)
{
    if (dialogue_is_searching(d))
        return ENGINE_BUSY;
    enum engine_status status = pos_copy(d->root, d->pos);
    if (status == ENGINE_OK)
        status = engine_set_position(d->engine, d->pos);
    if (status != ENGINE_OK)
        return status;
    const struct engine_limits used = d->is_sandbox ? sandbox_limits(limits) : *limits;
    atomic_store(&d->result_sent, false);
    d->is_infinite = used.infinite;
    d->is_open_ended = used.infinite || used.ponder;
    status = engine_go(d->engine, &used);
    d->is_searching = status == ENGINE_OK;
    if (d->is_sandbox)
        dialogue_wait(d);
    return status;
}

bool dialogue_is_searching(struct dialogue *d)
{
    if (d->is_searching && atomic_load(&d->result_sent)) {
        engine_wait(d->engine);
        d->is_searching = false;
    }
    return d->is_searching;
}

void dialogue_stop(struct dialogue *d)
{
    if (!d->is_searching)
        return;
    engine_stop(d->engine);
    engine_wait(d->engine);
    d->is_searching = false;
}

bool dialogue_wait(struct dialogue *d)
{
    if (!dialogue_is_searching(d))
        return true;
    if (d->is_open_ended)
        return false;
    think_wait(d->engine, &d->result_sent, cli_interrupt_flag());
    d->is_searching = false;
    return true;
}

void dialogue_ponderhit(struct dialogue *d)
{
    if (!dialogue_is_searching(d))
        return;
    d->is_open_ended = d->is_infinite;
    engine_ponderhit(d->engine);
}

/* ---- Reports, on the search's thread ------------------------------------------------------- */

static void on_info(void *context, const struct engine_info *info)
{
    const struct dialogue *d = context;
    if (d->reports.on_info)
        d->reports.on_info(d->reports.context, info);
}

static void on_currmove(void *context, int depth, move_t move, int number)
{
    const struct dialogue *d = context;
    if (d->reports.on_currmove)
        d->reports.on_currmove(d->reports.context, depth, move, number);
}

static void on_result(void *context, const struct engine_result *result)
{
    struct dialogue *d = context;
    /* Before printing: the interface may answer at once, and its next `go` must not find us busy.
     */
    atomic_store(&d->result_sent, true);
    if (d->reports.on_result)
        d->reports.on_result(d->reports.context, result);
}

static void format_move(const struct position *pos, const struct move_entry *entry, bool for_people,
                        char *out)
{
    if (for_people)
        pos->game->move_human(pos, entry, out);
    else
        pos->game->move_format(pos, entry->move, out);
}

bool dialogue_print_line(struct dialogue *d, FILE *out, const move_t *pv, int nb, bool for_people)
{
    const struct game *game = d->root->game;
    char text[MOVE_TEXT_MAX];
    if (pos_copy(d->scratch, d->root) != ENGINE_OK)
        return true;
    for (int i = 0; i < nb; i++) {
        struct move_entry entry;
        if (!game->resolve(d->scratch, pv[i], &entry))
            return false;
        format_move(d->scratch, &entry, for_people, text);
        fprintf(out, "%s%s", i > 0 ? " " : "", text);
        if (setup_make(d->scratch, &entry) != ENGINE_OK)
            return true;
    }
    return true;
}

void dialogue_answer(struct dialogue *d, const struct engine_result *result, bool for_people,
                     struct dialogue_answer *out)
{
    const struct game *game = d->root->game;
    struct move_entry entry;
    out->best[0] = out->ponder[0] = '\0';
    if (result->best == MOVE_NONE || !game->resolve(d->root, result->best, &entry))
        return;
    format_move(d->root, &entry, for_people, out->best);
    if (result->ponder != MOVE_NONE && pos_copy(d->scratch, d->root) == ENGINE_OK &&
        setup_make(d->scratch, &entry) == ENGINE_OK &&
        game->resolve(d->scratch, result->ponder, &entry))
        format_move(d->scratch, &entry, for_people, out->ponder);
}

/* ---- Life ---------------------------------------------------------------------------------- */

bool dialogue_init(struct dialogue *d, const struct game *game, FILE *out, bool is_sandbox)
{
    const struct engine_callbacks callbacks = {on_info, on_currmove, on_result, d};
    *d = (struct dialogue){.out = out, .is_sandbox = is_sandbox};
    pthread_mutex_init(&d->output, NULL);
    d->pos = pos_new(game);
    d->root = pos_new(game);
    d->scratch = pos_new(game);
    d->engine = engine_new(game, &callbacks);
    return d->pos && d->root && d->scratch && d->engine &&
           engine_set_move_overhead(d->engine, DIALOGUE_OVERHEAD_DEFAULT) == ENGINE_OK &&
           (!is_sandbox || engine_set_hash(d->engine, 1) == ENGINE_OK);
}

void dialogue_fini(struct dialogue *d)
{
    if (d->engine)
        dialogue_stop(d);
    engine_free(d->engine);
    pos_free(d->pos);
    pos_free(d->root);
    pos_free(d->scratch);
    if (d->log)
        fclose(d->log);
    pthread_mutex_destroy(&d->output);
}
