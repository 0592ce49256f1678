#include "tools/match_options.h"

#include "tools/command_line.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Engines ------------------------------------------------------------------------------- */

/* "40/60+0.5", "1+0.01", "5". */
static bool read_clock(const char *text, struct player_limits *out)
{
    char part[64];
    int64_t moves = 0, base = 0, increment = 0;
    const size_t before = strcspn(text, "/");
    if (text[before]) {
        snprintf(part, sizeof part, "%.*s", (int)before, text);
        if (before >= sizeof part || !cli_read_integer(part, &moves) || moves < 1 || moves > 1000)
            return false;
        text += before + 1;
    }
    const size_t length = strcspn(text, "+");
    snprintf(part, sizeof part, "%.*s", (int)length, text);
    if (length >= sizeof part || !cli_read_duration(part, &base) || base < 1 ||
        base > PLAYER_TIME_MAX_MS)
        return false;
    if (text[length] &&
        (!cli_read_duration(text + length + 1, &increment) || increment > PLAYER_INCREMENT_MAX_MS))
        return false;
    out->has_clock = true;
    out->moves = moves;
    out->base_ms = base;
    out->increment_ms = increment;
    return true;
}

/* The limits of an engine: its own, or else those of both. */
static int set_limits(struct match_plan *plan, const struct match_options *o, int i)
{
    const struct match_side_options *side = &o->side[i];
    const struct match_side_options *both = &o->both;
    struct player_limits *l = &plan->config.players[i].limits;
    const char *clock = side->clock ? side->clock : both->clock;
    l->movetime_ms = side->movetime_ms ? side->movetime_ms : both->movetime_ms;
    l->nodes = side->nodes ? side->nodes : both->nodes;
    l->depth = side->depth ? side->depth : both->depth;
    if (clock && !read_clock(clock, l))
        return cli_usage_error(o->self,
                               "option --tc: '%s' is no time control; it is seconds, then "
                               "+increment, and MOVES/ before them: 40/60+0.5",
                               clock);
    if (!clock && !l->movetime_ms && !l->nodes && !l->depth)
        return cli_usage_error(
            o->self, "engine %d has no limit: --tc, --movetime, --nodes or --depth", i + 1);
    return CLI_RUN;
}

static int set_protocol(struct match_plan *plan, const struct match_options *o, int i)
{
    const char *word = o->side[i].protocol;
    struct player_config *p = &plan->config.players[i];
    if (!word || strcmp(word, "uci") == 0)
        p->protocol = PLAYER_UCI;
    else if (strcmp(word, "cecp") == 0 || strcmp(word, "xboard") == 0)
        p->protocol = PLAYER_CECP;
    else
        return cli_usage_error(o->self, "option --protocol%d: '%s' is neither uci nor cecp", i + 1,
                               word);
    if (p->protocol == PLAYER_CECP && (p->limits.nodes || p->is_restricted))
        return cli_usage_error(o->self, "engine %d: CECP has neither nodes nor searchmoves", i + 1);
    return CLI_RUN;
}

static int set_player(struct match_plan *plan, const struct match_options *o, int i)
{
    const struct match_side_options *side = &o->side[i];
    struct player_config *p = &plan->config.players[i];
    char error[FOREIGN_ERROR_MAX];
    const char *command = side->command ? side->command : "/proc/self/exe uci";
    *p = (struct player_config){.number = i + 1,
                                .name = side->name,
                                .directory = side->directory,
                                .options = side->options.nb > 0 ? side->options : o->both.options,
                                .init = side->init,
                                .variant = side->variant,
                                .is_fen_only = side->is_fen_only,
                                .is_restricted = side->is_restricted,
                                .patience_ms = o->patience_ms};
    plan->sides[i] = (struct record_side){command, side->letters, side->form};
    int code = set_limits(plan, o, i);
    if (code == CLI_RUN)
        code = set_protocol(plan, o, i);
    if (code != CLI_RUN)
        return code;
    if (!foreign_init(&p->foreign, side->letters, side->form, error))
        return cli_usage_error(o->self, "dialect of engine %d: %s", i + 1, error);
    if (side->illegal && !match_illegal_find(side->illegal, &plan->config.rules.illegal[i]))
        return cli_usage_error(o->self,
                               "option --illegal%d: '%s' is not lose, ask-again or skip-opening",
                               i + 1, side->illegal);
    plan->argv[i] = command_line_split(command);
    if (!plan->argv[i])
        return cli_usage_error(o->self, "option --cmd%d: '%s' is no command", i + 1, command);
    p->argv = plan->argv[i];
    return CLI_RUN;
}

/* ---- Words NAME=NUMBER --------------------------------------------------------------------- */

struct named_number {
    const char *name;
    double *value;
    double min, max;
    bool is_whole;
};

/* A decimal number in the plainest form. */
static bool read_number(const char *text, double *out)
{
    char *end;
    if (!*text || text[strspn(text, "+-.0123456789")])
        return false;
    *out = strtod(text, &end);
    return *end == '\0' && end != text;
}

static int read_numbers(const struct match_options *o, const char *option,
                        const struct cli_words *words, const struct named_number *numbers,
                        size_t nb)
{
    for (int i = 0; i < words->nb; i++) {
        const char *word = words->first[i];
        const size_t length = strcspn(word, "=");
        size_t k = 0;
        double value = 0;
        while (k < nb &&
               (strlen(numbers[k].name) != length || strncmp(numbers[k].name, word, length) != 0))
            k++;
        if (k == nb || !word[length] || !read_number(word + length + 1, &value))
            return cli_usage_error(o->self,
                                   "option %s: '%s' is not one of its names with '=' and "
                                   "a number",
                                   option, word);
        if (!(value >= numbers[k].min && value <= numbers[k].max))
            return cli_usage_error(o->self, "option %s: %s is out of range (%g to %g)", option,
                                   word, numbers[k].min, numbers[k].max);
        if (numbers[k].is_whole && value != (double)(int64_t)value)
            return cli_usage_error(o->self, "option %s: %s is no whole number", option, word);
        *numbers[k].value = value;
    }
    return CLI_RUN;
}

static int set_sprt(struct match_plan *plan, const struct match_options *o)
{
    plan->sprt = (struct sprt){0, 5, 0.05, 0.05};
    const struct named_number numbers[] = {{"elo0", &plan->sprt.elo0, -500, 500, false},
                                           {"elo1", &plan->sprt.elo1, -500, 500, false},
                                           {"alpha", &plan->sprt.alpha, 0.0001, 0.49, false},
                                           {"beta", &plan->sprt.beta, 0.0001, 0.49, false}};
    const int code = read_numbers(o, "--sprt", &o->sprt_words, numbers, 4);
    if (code != CLI_RUN)
        return code;
    if (!(plan->sprt.elo0 < plan->sprt.elo1))
        return cli_usage_error(o->self, "option --sprt: elo0 must be less than elo1");
    if (o->sprt_words.nb > 0)
        plan->config.sprt = &plan->sprt;
    return CLI_RUN;
}

static int set_adjudication(struct match_plan *plan, const struct match_options *o)
{
    struct match_adjudication *a = &plan->config.rules.adjudication;
    double draw_moves = 8, draw_cp = 10, draw_from = 0, win_moves = 4, win_cp = 1000;
    const struct named_number draw[] = {{"moves", &draw_moves, 1, 1000, true},
                                        {"cp", &draw_cp, 0, SCORE_EVAL_MAX, true},
                                        {"from", &draw_from, 0, MATCH_PLIES_MAX, true}};
    const struct named_number win[] = {{"moves", &win_moves, 1, 1000, true},
                                       {"cp", &win_cp, 1, SCORE_EVAL_MAX, true}};
    int code = read_numbers(o, "--draw-score", &o->draw_words, draw, 3);
    if (code == CLI_RUN)
        code = read_numbers(o, "--win-score", &o->win_words, win, 2);
    if (o->draw_words.nb > 0) {
        a->draw_moves = (int64_t)draw_moves;
        a->draw_cp = (int64_t)draw_cp;
        a->draw_from = (int64_t)draw_from;
    }
    if (o->win_words.nb > 0) {
        a->win_moves = (int64_t)win_moves;
        a->win_cp = (int64_t)win_cp;
    }
    return code;
}

/* ---- Openings ------------------------------------------------------------------------------ */

/* A book alone needs neither random moves nor a window, which are there to be asked for; nor does a
 * position that is given. */
static int set_source(struct match_plan *plan, const struct match_options *o)
{
    const bool has_book = o->book_file != NULL;
    const char *order = o->book_order ? o->book_order : "random";
    const bool is_sequential = strcmp(order, "sequential") == 0;
    if (!is_sequential && strcmp(order, "random") != 0)
        return cli_usage_error(o->self,
                               "option --book-order: '%s' is neither random nor sequential", order);
    if (o->book_order && !has_book)
        return cli_usage_error(o->self, "--book-order needs --book");
    const int64_t plies = o->random_plies != MATCH_UNSET ? o->random_plies
                          : has_book                     ? 0
                                                         : MATCH_RANDOM_PLIES_DEFAULT;
    plan->source = (struct record_source){.book = o->book_file,
                                          .is_shuffled = has_book && !is_sequential,
                                          .plies = plies,
                                          .window = o->window != MATCH_UNSET ? o->window
                                                    : plies > 0              ? MATCH_WINDOW_DEFAULT
                                                                             : 0,
                                          .seed = o->seed};
    return CLI_RUN;
}

/* ---- The plan ------------------------------------------------------------------------------ */

/* The position from which random moves and lists of moves are played; what led there is no part of
 * the games. */
static int set_base(struct match_plan *plan, const struct match_options *o)
{
    char fen[GAME_FEN_MAX];
    const int code = setup_position(o->self, &o->setup, &plan->base);
    if (code != CLI_RUN)
        return code;
    plan->base->game->format(plan->base, fen);
    if (pos_set(plan->base, fen, NULL) != ENGINE_OK)
        return cli_error(o->self, CLI_IO, "out of memory");
    if (plan->base->game->result(plan->base).outcome != OUTCOME_NONE)
        return cli_usage_error(o->self, "the game is over in the base position (%s)",
                               plan->base->game->result(plan->base).word);
    plan->config.rules.base = plan->base;
    plan->config.rules.margin_ms = o->margin_ms;
    plan->config.rules.plies_max = o->plies_max;
    return CLI_RUN;
}

int match_plan_make(struct match_plan *plan, const struct match_options *o)
{
    int (*const steps[])(struct match_plan *, const struct match_options *) = {
        set_base, set_sprt, set_adjudication, set_source};
    *plan = (struct match_plan){.base = NULL};
    if (o->games % 2 != 0)
        return cli_usage_error(o->self, "option --games: %" PRId64 " is not even", o->games);
    if (o->resume && !o->record_file)
        return cli_usage_error(o->self, "--resume needs --record");
    plan->config.games = (size_t)o->games;
    plan->config.concurrency = (int)o->concurrency;
    int code = CLI_RUN;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && code == CLI_RUN; i++)
        code = steps[i](plan, o);
    for (int i = 0; i < 2 && code == CLI_RUN; i++)
        code = set_player(plan, o, i);
    return code;
}

void match_plan_fini(struct match_plan *plan)
{
    free(plan->argv[0]);
    free(plan->argv[1]);
    pos_free(plan->base);
    *plan = (struct match_plan){.base = NULL};
}
