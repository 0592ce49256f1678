/* Features, options, settings and time controls of the CECP dialogue. */
#include "tools/cli.h"
#include "tools/xboard_board.h"
#include "tools/xboard_priv.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Games and their rules ----------------------------------------------------------------- */

static size_t place_of(const struct game *game)
{
    size_t i = 0;
    while (games_get(i) != game)
        i++;
    return i;
}

enum engine_status xboard_start_game(struct xboard *x, const struct game *game)
{
    const enum engine_status status = dialogue_set_game(x->d, game, x->rules[place_of(game)]);
    return status == ENGINE_OK ? game_line_start(&x->line, x->d->pos) : status;
}

/* ---- Options ------------------------------------------------------------------------------- */

struct spin {
    const char *name;
    int64_t *value;
    int64_t min, max;
};

enum { SPINS_NB = 3 };

static void list_spins(struct xboard *x, struct spin out[SPINS_NB])
{
    out[0] = (struct spin){"MultiPV", &x->multipv, 1, XBOARD_MULTIPV_MAX};
    out[1] = (struct spin){"Contempt", &x->contempt, -XBOARD_CONTEMPT_MAX, XBOARD_CONTEMPT_MAX};
    out[2] = (struct spin){"Move Overhead", &x->overhead_ms, 0, DIALOGUE_OVERHEAD_MAX};
}

static const char clear_hash[] = "Clear Hash";

/* Rule options of one name belong together: they are listed and set once for all games that have
 * them. Finds the first game with the option; NULL if there is none. */
static const struct game_option *find_rule(const char *name, size_t *game, size_t *place)
{
    for (size_t g = 0; games_get(g); g++)
        for (size_t i = 0; xboard_shows(games_get(g)) && i < games_get(g)->options_nb; i++)
            if (strcasecmp(games_get(g)->options[i].name, name) == 0) {
                *game = g;
                *place = i;
                return &games_get(g)->options[i];
            }
    return NULL;
}

static void list_rules(struct xboard *x)
{
    for (size_t g = 0; games_get(g); g++)
        for (size_t i = 0; xboard_shows(games_get(g)) && i < games_get(g)->options_nb; i++) {
            const struct game_option *o = &games_get(g)->options[i];
            size_t first_game, place, used = 0;
            char choices[256];
            find_rule(o->name, &first_game, &place);
            if (first_game != g)
                continue;
            for (uint8_t v = 0; o->values[v]; v++)
                used += (size_t)snprintf(choices + used, sizeof choices - used, "%s%s%s",
                                         v > 0 ? " /// " : "", v == x->rules[g][i] ? "*" : "",
                                         o->values[v]);
            xboard_say(x, "feature option=\"%s -combo %s\"", o->name, choices);
        }
}

void xboard_features(struct xboard *x, char *rest)
{
    char variants[256];
    struct spin spins[SPINS_NB];
    (void)rest; /* later versions of the protocol are compatible */
    list_spins(x, spins);
    xboard_say(x, "feature done=0");
    xboard_say(x, "feature myname=\"Citadel %s\" variants=\"%s\"", CITADEL_VERSION,
               xboard_variants(variants, sizeof variants));
    xboard_say(x, "feature ping=1 setboard=1 playother=1 usermove=1 colors=0 sigint=0 sigterm=0 "
                  "san=0 debug=1 analyze=1 highlight=1 exclude=1 memory=1 smp=1 nps=0 draw=1 "
                  "time=1 reuse=1 name=0");
    for (size_t i = 0; i < SPINS_NB; i++)
        xboard_say(x, "feature option=\"%s -spin %" PRId64 " %" PRId64 " %" PRId64 "\"",
                   spins[i].name, *spins[i].value, spins[i].min, spins[i].max);
    xboard_say(x, "feature option=\"%s -button\"", clear_hash);
    list_rules(x);
    xboard_say(x, "feature done=1");
}

static bool set_spin(struct xboard *x, const char *name, const char *value)
{
    struct spin spins[SPINS_NB];
    int64_t n;
    list_spins(x, spins);
    for (size_t i = 0; i < SPINS_NB; i++) {
        if (strcasecmp(spins[i].name, name) != 0)
            continue;
        if (cli_read_integer(value, &n) && n >= spins[i].min && n <= spins[i].max)
            *spins[i].value = n;
        else
            xboard_say(x, "Error (value out of range): option %.40s=%.40s", name, value);
        return true;
    }
    return false;
}

static bool set_rule(struct xboard *x, const char *name, const char *value)
{
    size_t g, i;
    const struct game_option *o = find_rule(name, &g, &i);
    bool is_value = false;
    if (!o)
        return false;
    for (; games_get(g); g++)
        for (i = 0; i < games_get(g)->options_nb; i++) {
            o = &games_get(g)->options[i];
            for (uint8_t v = 0; strcasecmp(o->name, name) == 0 && o->values[v]; v++)
                if (strcasecmp(o->values[v], value) == 0) {
                    x->rules[g][i] = v;
                    is_value = true;
                }
        }
    if (!is_value)
        xboard_say(x, "Error (no such value): option %.40s=%.40s", name, value);
    return true;
}

void xboard_option(struct xboard *x, char *rest)
{
    static char nothing[] = "";
    char *name = rest ? rest + strspn(rest, " \t") : nothing;
    char *value = strchr(name, '=');
    if (value)
        *value++ = '\0';
    else
        value = nothing;
    for (char *text[] = {name, value, NULL}, **t = text; *t; t++)
        for (size_t n = strlen(*t); n > 0 && strchr(" \t\r", (*t)[n - 1]);)
            (*t)[--n] = '\0';
    if (strcasecmp(name, clear_hash) == 0) {
        if (atomic_load(&x->purpose) != XBOARD_THINK) {
            xboard_abandon(x);
            engine_clear(x->d->engine);
            xboard_resume(x);
        }
    } else if (set_spin(x, name, value)) {
        /* An analysis shows the new number of lines at once. */
        if (atomic_load(&x->purpose) == XBOARD_ANALYSIS) {
            xboard_abandon(x);
            xboard_resume(x);
        }
    } else if (!set_rule(x, name, value)) {
        xboard_say(x, "Error (no such option): option %.40s", name);
    }
}

/* ---- Memory and cores ---------------------------------------------------------------------- */

void xboard_apply_settings(struct xboard *x)
{
    enum engine_status status = ENGINE_OK;
    if (x->hash != x->used_hash)
        status = dialogue_set_hash(x->d, x->hash);
    if (status != ENGINE_OK)
        xboard_say(x, "Error (%s): memory %" PRId64, engine_strerror(status), x->hash);
    else
        x->used_hash = x->hash;
    x->hash = x->used_hash;
    status = x->threads != x->used_threads ? dialogue_set_threads(x->d, x->threads) : ENGINE_OK;
    if (status != ENGINE_OK)
        xboard_say(x, "Error (%s): cores %" PRId64, engine_strerror(status), x->threads);
    else
        x->used_threads = x->threads;
    x->threads = x->used_threads;
    engine_set_move_overhead(x->d->engine, xboard_overhead(x));
}

/* Our move may be finished as it was begun, as the protocol allows; other searches start anew. */
static void apply_soon(struct xboard *x)
{
    if (atomic_load(&x->purpose) == XBOARD_THINK)
        return;
    const bool ran = atomic_load(&x->purpose) == XBOARD_ANALYSIS;
    xboard_abandon(x);
    xboard_apply_settings(x);
    if (ran)
        xboard_resume(x);
}

/* One whole number of at least 1 and nothing else; or says that it is wrong. */
static bool read_count(struct xboard *x, const char *command, char *rest, int64_t *out)
{
    const char *word = dialogue_word(&rest);
    int64_t n;
    if (!word || !cli_read_integer(word, &n) || n < 1 || dialogue_word(&rest)) {
        xboard_say(x, "Error (a number above 0 is needed): %s %.40s", command, word ? word : "");
        return false;
    }
    *out = n;
    return true;
}

void xboard_memory(struct xboard *x, char *rest)
{
    int64_t n;
    if (!read_count(x, "memory", rest, &n))
        return;
    x->hash = n < DIALOGUE_HASH_MAX ? n : DIALOGUE_HASH_MAX;
    apply_soon(x);
}

void xboard_cores(struct xboard *x, char *rest)
{
    int64_t n;
    if (!read_count(x, "cores", rest, &n))
        return;
    x->threads = n < ENGINE_THREADS_MAX ? n : ENGINE_THREADS_MAX;
    apply_soon(x);
}

/* ---- Time ---------------------------------------------------------------------------------- */

/* No clock is longer, so that sums of times do not overflow. */
static const int64_t MILLISECONDS_MAX = INT64_C(1) << 50;

static bool read_seconds(const char *text, int64_t *milliseconds)
{
    return text && text[0] && text[strspn(text, "0123456789.")] == '\0' &&
           cli_read_duration(text, milliseconds) && *milliseconds <= MILLISECONDS_MAX;
}

/* Minutes, or minutes:seconds. Other characters may follow in later versions of the protocol. */
static bool read_base(char *text, int64_t *milliseconds)
{
    int64_t minutes = 0, seconds = 0;
    text[strspn(text, "0123456789:")] = '\0';
    char *colon = strchr(text, ':');
    if (colon)
        *colon++ = '\0';
    if (!cli_read_integer(text, &minutes) || minutes < 0 || minutes > MILLISECONDS_MAX / 60000 ||
        (colon && (!cli_read_integer(colon, &seconds) || seconds < 0 || seconds > 59)))
        return false;
    *milliseconds = (minutes * 60 + seconds) * 1000;
    return true;
}

void xboard_level(struct xboard *x, char *rest)
{
    const char *moves = dialogue_word(&rest);
    char *base = dialogue_word(&rest);
    const char *increment = dialogue_word(&rest);
    struct xboard_control c = {.has_clocks = true, .depth = x->control.depth};
    if (!moves || !base || !cli_read_integer(moves, &c.session_moves) || c.session_moves < 0 ||
        c.session_moves > 10000 || !read_base(base, &c.base_ms) ||
        !read_seconds(increment, &c.increment_ms)) {
        xboard_say(x, "Error (bad numbers): level");
        return;
    }
    c.since = xboard_own_moves(x);
    x->control = c;
    x->clock_ms[WHITE] = x->clock_ms[BLACK] = c.base_ms;
    x->is_clock_ours = false;
}

void xboard_st(struct xboard *x, char *rest)
{
    int64_t milliseconds;
    if (!read_seconds(dialogue_word(&rest), &milliseconds) || milliseconds < 1)
        xboard_say(x, "Error (bad numbers): st");
    else
        x->control = (struct xboard_control){.move_ms = milliseconds, .depth = x->control.depth};
}

void xboard_sd(struct xboard *x, char *rest)
{
    int64_t n;
    if (read_count(x, "sd", rest, &n))
        x->control.depth = n < DEPTH_MAX ? (int)n : DEPTH_MAX;
}

int64_t xboard_overhead(const struct xboard *x)
{
    const int64_t lag = x->lag_ms + x->lag_ms / 2; /* it varies */
    return x->overhead_ms > lag ? x->overhead_ms : lag;
}

/* XBoard's clock runs on while it draws and animates a move; how long, its clock tells by being
 * behind ours. */
static void learn_lag(struct xboard *x, int64_t ours)
{
    const int64_t lag = ours - x->clock_ms[x->engine_side];
    if (lag > x->lag_ms)
        x->lag_ms = lag < XBOARD_LAG_MAX_MS ? lag : XBOARD_LAG_MAX_MS;
    else if (lag >= 0)
        x->lag_ms = (3 * x->lag_ms + lag) / 4;
}

/* Centiseconds; clocks that ran out are negative. */
static void set_clock(struct xboard *x, const char *command, char *rest, unsigned side)
{
    const char *word = dialogue_word(&rest);
    int64_t n;
    if (!word || !cli_read_integer(word, &n) || n > MILLISECONDS_MAX / 10)
        xboard_say(x, "Error (a number is needed): %s", command);
    else
        x->clock_ms[side] = n > 0 ? n * 10 : 0;
}

void xboard_time(struct xboard *x, char *rest)
{
    const int64_t ours = x->clock_ms[x->engine_side];
    set_clock(x, "time", rest, x->engine_side);
    if (x->is_clock_ours)
        learn_lag(x, ours);
    x->is_clock_ours = false;
}

void xboard_otim(struct xboard *x, char *rest)
{
    set_clock(x, "otim", rest, x->engine_side == WHITE ? BLACK : WHITE);
}
