#include "tools/hub.h"

#include "tools/cli.h"
#include "tools/hub_priv.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Lines --------------------------------------------------------------------------------- */

static const char blanks[] = " \t\r\n\v\f";

/* A value behind "=": in quotes, or up to the next blank. *at is then behind it. */
static const char *scan_value(char **at, char **value)
{
    char *s = *at + strspn(*at, blanks);
    const bool is_quoted = *s == '"';
    *value = s += is_quoted;
    s += strcspn(s, is_quoted ? "\"" : " \t\r\n\v\f=\"");
    if (is_quoted && *s != '"')
        return "a closing quotation mark is missing";
    if (!is_quoted && s == *value)
        return "a value is missing behind an equals sign";
    if (!is_quoted && *s && !strchr(blanks, *s))
        return "a value with special characters needs quotation marks";
    *at = s + (*s != '\0');
    *s = '\0';
    return NULL;
}

/* A name and, if an equals sign follows, its value. */
static const char *scan_argument(char **at, struct hub_argument *out)
{
    char *name = *at + strspn(*at, blanks);
    char *end = name + strcspn(name, " \t\r\n\v\f=\"");
    char *next = end + strspn(end, blanks);
    if (end == name || *next == '"')
        return "a name is missing before an equals sign or a quotation mark";
    const bool has_value = *next == '=';
    *at = has_value ? next + 1 : next;
    /* The end of the name may be the equals sign, which has been seen. */
    if (*end)
        *end = '\0';
    out->name = name;
    out->value = end;
    return has_value ? scan_value(at, &out->value) : NULL;
}

const char *hub_scan(char *text, struct hub_line *out)
{
    char *at = text + strspn(text, blanks);
    char *end = at + strcspn(at, blanks);
    const char *wrong = NULL;
    out->command = at;
    out->arguments_nb = 0;
    at = end + (*end != '\0');
    *end = '\0';
    while (!wrong && at[strspn(at, blanks)]) {
        struct hub_argument argument;
        wrong = scan_argument(&at, &argument);
        if (!wrong && out->arguments_nb == HUB_ARGUMENTS_MAX)
            wrong = "too many arguments";
        if (!wrong)
            out->arguments[out->arguments_nb++] = argument;
    }
    return wrong;
}

char *hub_value(const struct hub_line *line, const char *name)
{
    for (size_t i = 0; i < line->arguments_nb; i++)
        if (strcmp(line->arguments[i].name, name) == 0)
            return line->arguments[i].value;
    return NULL;
}

void hub_error(struct hub *h, const char *format, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, format);
    const int length = vasprintf(&text, format, args);
    va_end(args);
    if (length < 0)
        return;
    for (char *s = text; *s; s++)
        if (*s == '"' || *s == '\n')
            *s = '\'';
    dialogue_say(h->d, "error message=\"%s\"", text);
    free(text);
}

/* ---- Parameters ---------------------------------------------------------------------------- */

/* A whole number within 1..max; false, everything being said, if it is none. */
static bool read_count(struct hub *h, const char *name, const char *value, int64_t max,
                       int64_t *out)
{
    if (cli_read_integer(value, out) && *out >= 1 && *out <= max)
        return true;
    hub_error(h, "set-param %s: '%.40s' is not a whole number from 1 to %" PRId64, name, value,
              max);
    return false;
}

static void keep_setting(struct hub *h, const char *name, enum engine_status status, int64_t value,
                         int64_t *setting)
{
    if (status == ENGINE_OK)
        *setting = value;
    else
        hub_error(h, "set-param %s: not changed: %s", name, engine_strerror(status));
}

static void set_variant(struct hub *h, const char *value)
{
    if (strcmp(value, "bashni") != 0)
        hub_error(h, "set-param variant: there is only bashni, not '%.40s'", value);
}

static void set_hash(struct hub *h, const char *value)
{
    int64_t n;
    if (read_count(h, "hash", value, DIALOGUE_HASH_MAX, &n))
        keep_setting(h, "hash", dialogue_set_hash(h->d, n), n, &h->hash);
}

static void set_threads(struct hub *h, const char *value)
{
    int64_t n;
    if (read_count(h, "threads", value, ENGINE_THREADS_MAX, &n))
        keep_setting(h, "threads", dialogue_set_threads(h->d, n), n, &h->threads);
}

static void set_overhead(struct hub *h, const char *value)
{
    int64_t ms;
    if (cli_read_duration(value, &ms) && ms <= DIALOGUE_OVERHEAD_MAX)
        keep_setting(h, "move-overhead", engine_set_move_overhead(h->d->engine, ms), ms,
                     &h->overhead_ms);
    else
        hub_error(h, "set-param move-overhead: '%.40s' is not a time of 0 to %d seconds", value,
                  DIALOGUE_OVERHEAD_MAX / 1000);
}

static const struct hub_param {
    const char *name;
    void (*set)(struct hub *h, const char *value);
} params[] = {
    {"variant", set_variant},
    {"hash", set_hash},
    {"threads", set_threads},
    {"move-overhead", set_overhead},
};

static void do_hub(struct hub *h, const struct hub_line *line)
{
    (void)line;
    dialogue_say(h->d, "id name=Citadel version=%s author=\"the Citadel authors\" country=\"\"",
                 CITADEL_VERSION);
    dialogue_say(h->d, "param name=variant value=bashni type=enum values=\"bashni\"");
    dialogue_say(h->d, "param name=hash value=%" PRId64 " type=int min=1 max=%d", h->hash,
                 DIALOGUE_HASH_MAX);
    dialogue_say(h->d, "param name=threads value=%" PRId64 " type=int min=1 max=%d", h->threads,
                 ENGINE_THREADS_MAX);
    dialogue_say(h->d,
                 "param name=move-overhead value=%" PRId64 ".%03" PRId64
                 " type=real min=0 max=%d\nwait",
                 h->overhead_ms / 1000, h->overhead_ms % 1000, DIALOGUE_OVERHEAD_MAX / 1000);
}

static void do_set_param(struct hub *h, const struct hub_line *line)
{
    const char *name = hub_value(line, "name");
    const char *value = hub_value(line, "value");
    if (!name || !value) {
        hub_error(h, "set-param: %s= is missing", name ? "value" : "name");
        return;
    }
    for (size_t i = 0; i < sizeof params / sizeof *params; i++)
        if (strcmp(params[i].name, name) == 0) {
            params[i].set(h, value);
            return;
        }
    hub_error(h, "set-param: there is no parameter '%.40s'", name);
}

/* ---- Other commands ------------------------------------------------------------------------ */

static void do_init(struct hub *h, const struct hub_line *line)
{
    (void)line;
    dialogue_say(h->d, "ready");
}

static void do_ping(struct hub *h, const struct hub_line *line)
{
    (void)line;
    dialogue_say(h->d, "pong");
}

/* Sets pos and plays the moves, either of which may be NULL. */
static bool set_position(struct hub *h, struct position *pos, const char *text, char *moves)
{
    struct text_error error;
    enum engine_status status = text ? pos_set(pos, text, &error) : ENGINE_OK;
    size_t number;
    const char *word;
    if (status == ENGINE_BAD_POSITION) {
        hub_error(h, "pos: byte %zu of the position: %s", error.offset, error.what);
        return false;
    }
    if (status == ENGINE_OK && moves)
        status = dialogue_play(pos, moves, &number, &word);
    if (status == ENGINE_BAD_MOVE)
        hub_error(h, "pos: move %zu, '%.60s', is not legal", number, word);
    else if (status != ENGINE_OK)
        hub_error(h, "pos: %s", engine_strerror(status));
    return status == ENGINE_OK;
}

static void do_pos(struct hub *h, const struct hub_line *line)
{
    /* Built beside the old one, which stays if anything is wrong. */
    struct position *fresh = pos_new_like(h->d->pos);
    if (!fresh) {
        hub_error(h, "pos: out of memory");
        return;
    }
    if (set_position(h, fresh, hub_value(line, "pos"), hub_value(line, "moves"))) {
        struct position *old = h->d->pos;
        h->d->pos = fresh;
        fresh = old;
        h->level = (struct engine_limits){0};
    }
    pos_free(fresh);
}

static void do_new_game(struct hub *h, const struct hub_line *line)
{
    (void)line;
    const enum engine_status status = engine_clear(h->d->engine);
    if (status != ENGINE_OK)
        hub_error(h, "new-game: %s", engine_strerror(status));
}

static void do_stop(struct hub *h, const struct hub_line *line)
{
    (void)line;
    dialogue_stop(h->d);
}

static void do_ponder_hit(struct hub *h, const struct hub_line *line)
{
    (void)line;
    dialogue_ponderhit(h->d);
}

/* Not Hub: lets scripts that only write wait for `done`. */
static void do_wait(struct hub *h, const struct hub_line *line)
{
    (void)line;
    if (!dialogue_wait(h->d))
        hub_error(h, "wait: this search ends by stop only");
}

/* ---- The interpreter ----------------------------------------------------------------------- */

static const struct hub_command {
    const char *word;
    void (*run)(struct hub *h, const struct hub_line *line);
    bool during_search;
} commands[] = {
    {"hub", do_hub, true},
    {"init", do_init, true},
    {"set-param", do_set_param, false},
    {"pos", do_pos, true},
    {"level", hub_level, true},
    {"go", hub_go, false},
    {"ponder-hit", do_ponder_hit, true},
    {"stop", do_stop, true},
    {"ping", do_ping, true},
    {"new-game", do_new_game, false},
    {"wait", do_wait, true},
};

bool hub_line(struct hub *h, char *text)
{
    struct hub_line line;
    const char *wrong = hub_scan(text, &line);
    const char *word = line.command;
    if (strcmp(word, "quit") == 0)
        return false;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].word, word) != 0)
            continue;
        if (wrong)
            hub_error(h, "%s: %s", word, wrong);
        else if (!commands[i].during_search && dialogue_is_searching(h->d))
            hub_error(h, "%s: busy, a search is running, send stop first", word);
        else
            commands[i].run(h, &line);
    }
    /* Other words may be part of later versions of the protocol, which asks to ignore them. */
    return dialogue_output_ok(h->d);
}

struct hub *hub_new(struct dialogue *d)
{
    static const uint8_t no_options[GAME_OPTIONS_MAX];
    struct hub *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    h->d = d;
    h->hash = d->is_sandbox ? 1 : ENGINE_HASH_DEFAULT;
    h->threads = 1;
    h->overhead_ms = DIALOGUE_OVERHEAD_DEFAULT;
    if (dialogue_set_hash(d, h->hash) != ENGINE_OK || dialogue_set_threads(d, 1) != ENGINE_OK ||
        engine_set_move_overhead(d->engine, h->overhead_ms) != ENGINE_OK ||
        engine_set_multipv(d->engine, 1) != ENGINE_OK ||
        engine_set_contempt(d->engine, 0) != ENGINE_OK ||
        dialogue_set_game(d, games_find("bashni"), no_options) != ENGINE_OK) {
        free(h);
        return NULL;
    }
    d->reports =
        (struct engine_callbacks){.on_info = hub_on_info, .on_result = hub_on_result, .context = h};
    do_hub(h, NULL);
    return h;
}

void hub_free(struct hub *h)
{
    free(h);
}
