/* The UCI options: one table for `uci` and `setoption`. Each does something; an option that another
 * engine has and this one ignores is not listed. */
#include "tools/cli.h"
#include "tools/setup.h"
#include "tools/uci_priv.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum option_kind { OPTION_SPIN, OPTION_CHECK, OPTION_COMBO, OPTION_BUTTON, OPTION_STRING };

/* Value of an option as its setter gets it. */
struct option_value {
    const char *text;
    int64_t number; /* spin, or 0 and 1 of check */
};

struct uci_option {
    const char *name;
    enum option_kind kind;
    int64_t initial, min, max;
    enum engine_status (*set)(struct uci *u, const struct option_value *value);
};

static enum engine_status set_hash(struct uci *u, const struct option_value *value)
{
    const enum engine_status status = dialogue_set_hash(&u->d, value->number);
    if (status == ENGINE_OK)
        u->hash = value->number;
    return status;
}

static enum engine_status set_threads(struct uci *u, const struct option_value *value)
{
    const enum engine_status status = dialogue_set_threads(&u->d, value->number);
    if (status == ENGINE_OK)
        u->threads = value->number;
    return status;
}

static enum engine_status set_multipv(struct uci *u, const struct option_value *value)
{
    return engine_set_multipv(u->d.engine, (int)value->number);
}

static enum engine_status set_show_wdl(struct uci *u, const struct option_value *value)
{
    /* The search thread reads it. */
    if (dialogue_is_searching(&u->d))
        return ENGINE_BUSY;
    u->shows_wdl = value->number != 0;
    return ENGINE_OK;
}

/* The option tells interfaces that they may send `go ponder`; pondering itself needs no switch. */
static enum engine_status set_ponder(struct uci *u, const struct option_value *value)
{
    (void)u;
    (void)value;
    return ENGINE_OK;
}

static enum engine_status set_contempt(struct uci *u, const struct option_value *value)
{
    u->contempt = value->number;
    return ENGINE_OK;
}

static enum engine_status set_analyse_mode(struct uci *u, const struct option_value *value)
{
    u->analyse_mode = value->number != 0;
    return ENGINE_OK;
}

static enum engine_status set_overhead(struct uci *u, const struct option_value *value)
{
    return engine_set_move_overhead(u->d.engine, value->number);
}

static enum engine_status clear_hash(struct uci *u, const struct option_value *value)
{
    (void)value;
    return engine_clear(u->d.engine);
}

static size_t place_of(const struct game *game)
{
    size_t i = 0;
    while (games_get(i) != game)
        i++;
    return i;
}

/* Goes to the start position of a game under the rule options chosen for it. */
static enum engine_status start_game(struct uci *u, const struct game *game)
{
    return dialogue_set_game(&u->d, game, u->rules[place_of(game)]);
}

static enum engine_status set_variant(struct uci *u, const struct option_value *value)
{
    return start_game(u, games_find(value->text)); /* read_value has looked it up */
}

/* An option of rules: chosen for every game that offers it, at work at once if the present game
 * does. False if no game has an option of this name. */
static bool set_rule(struct uci *u, const char *name, const char *value)
{
    bool exists = false, is_good = false, is_present = false;
    for (size_t g = 0; games_get(g); g++) {
        const struct game *game = games_get(g);
        for (size_t i = 0; i < game->options_nb; i++) {
            if (strcasecmp(game->options[i].name, name) != 0)
                continue;
            exists = true;
            for (uint8_t v = 0; game->options[i].values[v]; v++)
                if (strcasecmp(game->options[i].values[v], value) == 0) {
                    u->rules[g][i] = v;
                    is_good = true;
                    is_present |= game == u->d.pos->game;
                }
        }
    }
    if (exists && !is_good)
        uci_say(u, "info string option %s: there is no value '%.40s'", name, value);
    const enum engine_status status = is_present ? start_game(u, u->d.pos->game) : ENGINE_OK;
    if (status != ENGINE_OK)
        uci_say(u, "info string option %s not changed: %s", name, engine_strerror(status));
    return exists;
}

static enum engine_status set_log(struct uci *u, const struct option_value *value)
{
    if (u->d.is_sandbox)
        return ENGINE_OK;
    FILE *log = NULL;
    if (value->text[0] && strcmp(value->text, "<empty>") != 0) {
        log = fopen(value->text, "a");
        if (!log) {
            uci_say(u, "info string cannot write %.200s: %s", value->text, strerror(errno));
            return ENGINE_BAD_ARGUMENT;
        }
    }
    pthread_mutex_lock(&u->d.output);
    if (u->d.log)
        fclose(u->d.log);
    u->d.log = log;
    pthread_mutex_unlock(&u->d.output);
    return ENGINE_OK;
}

enum { CONTEMPT_MAX = 500 };

static const struct uci_option options[] = {
    {"Hash", OPTION_SPIN, ENGINE_HASH_DEFAULT, 1, DIALOGUE_HASH_MAX, set_hash},
    {"Threads", OPTION_SPIN, 1, 1, ENGINE_THREADS_MAX, set_threads},
    {"MultiPV", OPTION_SPIN, 1, 1, ENGINE_MULTIPV_MAX, set_multipv},
    {"Ponder", OPTION_CHECK, 0, 0, 1, set_ponder},
    {"UCI_Variant", OPTION_COMBO, 0, 0, 0, set_variant},
    {"UCI_AnalyseMode", OPTION_CHECK, 0, 0, 1, set_analyse_mode},
    {"UCI_ShowWDL", OPTION_CHECK, 0, 0, 1, set_show_wdl},
    {"Clear Hash", OPTION_BUTTON, 0, 0, 0, clear_hash},
    {"Debug Log File", OPTION_STRING, 0, 0, 0, set_log},
    {"Contempt", OPTION_SPIN, 0, -CONTEMPT_MAX, CONTEMPT_MAX, set_contempt},
    {"Move Overhead", OPTION_SPIN, DIALOGUE_OVERHEAD_DEFAULT, 0, DIALOGUE_OVERHEAD_MAX,
     set_overhead},
};

enum { OPTIONS_NB = sizeof options / sizeof *options };

/* The rule options of all games; those of one name belong together. */
static void list_rules(struct uci *u)
{
    for (size_t g = 0; games_get(g); g++)
        for (size_t i = 0; i < games_get(g)->options_nb; i++) {
            const struct game_option *o = &games_get(g)->options[i];
            char vars[256];
            size_t used = 0;
            for (size_t v = 0; o->values[v]; v++)
                used += (size_t)snprintf(vars + used, sizeof vars - used, " var %s", o->values[v]);
            uci_say(u, "option name %s type combo default %s%s", o->name, o->values[0], vars);
        }
}

void uci_list_options(struct uci *u)
{
    for (size_t i = 0; i < OPTIONS_NB; i++) {
        const struct uci_option *o = &options[i];
        switch (o->kind) {
        case OPTION_SPIN:
            uci_say(u, "option name %s type spin default %" PRId64 " min %" PRId64 " max %" PRId64,
                    o->name, o->initial, o->min, o->max);
            break;
        case OPTION_CHECK:
            uci_say(u, "option name %s type check default %s", o->name,
                    o->initial ? "true" : "false");
            break;
        case OPTION_COMBO: {
            char vars[512];
            size_t used = 0;
            for (size_t k = 0; games_get(k); k++)
                used += (size_t)snprintf(vars + used, sizeof vars - used, " var %s",
                                         games_get(k)->name);
            uci_say(u, "option name %s type combo default %s%s", o->name, games_get(0)->name, vars);
            break;
        }
        case OPTION_BUTTON:
            uci_say(u, "option name %s type button", o->name);
            break;
        case OPTION_STRING:
            uci_say(u, "option name %s type string default <empty>", o->name);
            break;
        }
    }
    list_rules(u);
}

/* Option names contain blanks and ignore case; `text` may have blanks around it. */
static const struct uci_option *find_option(const char *text)
{
    for (size_t i = 0; i < OPTIONS_NB; i++)
        if (strcasecmp(options[i].name, text) == 0)
            return &options[i];
    return NULL;
}

/* Copies the words from *rest up to the word `end`, one blank between them; *rest is then behind
 * `end`, or NULL. The text of a string option may itself contain that word: end is NULL there. */
static void join_words(char **rest, const char *end, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (char *word; (word = dialogue_word(rest)) && !(end && strcmp(word, end) == 0);) {
        const int n = snprintf(out + used, size - used, "%s%s", used > 0 ? " " : "", word);
        used = n < 0 || (size_t)n >= size - used ? size - 1 : used + (size_t)n;
    }
}

static bool read_value(struct uci *u, const struct uci_option *o, struct option_value *value)
{
    if (o->kind == OPTION_SPIN) {
        if (!cli_read_integer(value->text, &value->number)) {
            uci_say(u, "info string option %s: '%.40s' is not a whole number", o->name,
                    value->text);
            return false;
        }
        if (value->number < o->min || value->number > o->max) {
            uci_say(u,
                    "info string option %s: %" PRId64 " is out of range (%" PRId64 " to %" PRId64
                    ")",
                    o->name, value->number, o->min, o->max);
            return false;
        }
    }
    if (o->kind == OPTION_CHECK) {
        value->number = strcasecmp(value->text, "true") == 0;
        if (value->number == 0 && strcasecmp(value->text, "false") != 0) {
            uci_say(u, "info string option %s: '%.40s' is neither true nor false", o->name,
                    value->text);
            return false;
        }
    }
    if (o->kind == OPTION_COMBO && !games_find(value->text)) {
        char names[256];
        uci_say(u, "info string option %s: there is no game '%.40s'; there are %s", o->name,
                value->text, cli_game_names(names, sizeof names));
        return false;
    }
    return true;
}

void uci_setoption(struct uci *u, char *arguments)
{
    char name[64];
    char text[1024];
    char *first = dialogue_word(&arguments);
    if (!first || strcmp(first, "name") != 0) {
        uci_say(u, "info string setoption: the word 'name' is missing");
        return;
    }
    join_words(&arguments, "value", name, sizeof name);
    join_words(&arguments, NULL, text, sizeof text);
    const struct uci_option *o = find_option(name);
    struct option_value value = {.text = text};
    if (dialogue_is_searching(&u->d)) {
        uci_say(u, "info string busy: option %.40s cannot be set during a search", name);
        return;
    }
    if (!o) {
        if (!set_rule(u, name, text))
            uci_say(u, "info string setoption: there is no option '%.40s'", name);
        return;
    }
    if (!read_value(u, o, &value))
        return;
    const enum engine_status status = o->set(u, &value);
    if (status != ENGINE_OK)
        uci_say(u, "info string option %s not changed: %s", o->name, engine_strerror(status));
}
