/* The command `match`: two engines play each other; how strong is the first? */
#include "tools/cli.h"
#include "tools/json.h"
#include "tools/match_run.h"
#include "tools/setup.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is given for one engine, or for both. */
struct side_options {
    const char *command, *name, *directory, *clock;
    struct cli_words options;
    int64_t movetime_ms, nodes, depth;
};

struct match_command {
    const struct cli_command *self;
    struct setup setup;
    struct side_options both, side[2];
    int64_t games, concurrency, margin_ms, patience_ms, plies_max;
    int64_t random_plies, window, seed;
    struct cli_words sprt_words;
    const char *log_file;
    bool json;
    /* While it runs. */
    struct match_config config;
    struct sprt sprt;
    struct process_log log;
    char **argv[2];
    bool has_progress; /* a line stands on the terminal */
    bool is_live;
};

/* ---- Reports ------------------------------------------------------------------------------- */

static void erase_progress(struct match_command *c)
{
    if (c->has_progress)
        fputs("\r\033[K", stderr);
    c->has_progress = false;
}

/* "12.3 [-5.0, 29.6]" */
static const char *elo_text(const struct elo_estimate *e, char *out, size_t size)
{
    if (isnan(e->elo))
        snprintf(out, size, "?");
    else
        snprintf(out, size, "%+.1f [%+.1f, %+.1f]", e->elo, e->low, e->high);
    return out;
}

static void on_tick(void *context, const struct match_score *s)
{
    struct match_command *c = context;
    if (!c->is_live)
        return;
    char elo[96];
    char left[32] = "";
    const struct elo_estimate e = stats_elo(&s->stats);
    char *text = NULL;
    if (s->games_here > 0) {
        const double seconds =
            s->seconds / (double)s->games_here * (double)(s->games_all - s->games);
        snprintf(left, sizeof left, "  left %.0f:%02.0f", floor(seconds / 60),
                 floor(fmod(seconds, 60)));
    }
    if (asprintf(&text,
                 "%zu of %zu games  +%" PRIu64 " =%" PRIu64 " -%" PRIu64
                 "  Elo %s  %.1f games/min%s",
                 s->games, s->games_all, s->stats.wins, s->stats.draws, s->stats.losses,
                 elo_text(&e, elo, sizeof elo),
                 60 * (double)s->games_here / (s->seconds > 0.1 ? s->seconds : 0.1), left) < 0)
        return;
    fprintf(stderr, "\r%.*s\033[K", cli_terminal_width(stderr) - 1, text);
    fflush(stderr);
    c->has_progress = true;
    free(text);
}

static const char *score_text(enum outcome outcome)
{
    static const char *const texts[] = {"*", "1-0", "0-1", "1/2-1/2"};
    return texts[outcome];
}

static bool on_game(void *context, const struct match_game *g, const struct match_score *s)
{
    struct match_command *c = context;
    const bool by_rules = g->end == MATCH_BY_RULES;
    erase_progress(c);
    if (c->json) {
        struct json j;
        json_begin(&j, stdout);
        json_text(&j, "type", "game");
        json_unsigned(&j, "pair", g->pair + 1);
        json_text(&j, "white", g->half == 0 ? "first" : "second");
        json_text(&j, "result", score_text(g->outcome));
        json_text(&j, "end", match_end_word(g->end));
        json_text(&j, "word", g->word);
        json_text(&j, "detail", g->detail);
        json_unsigned(&j, "plies", g->plies_nb);
        json_real(&j, "seconds", g->seconds);
        json_end(&j);
        return true;
    }
    printf("game %zu (pair %zu, the first engine has %s): %s %s in %zu plies%s%s\n", s->games,
           g->pair + 1, g->half == 0 ? "White" : "Black", score_text(g->outcome),
           by_rules ? g->word : match_end_word(g->end), g->plies_nb, g->detail[0] ? ": " : "",
           g->detail);
    fflush(stdout);
    return true;
}

static void print_standings(const struct match_command *c, const struct match_score *s)
{
    const struct match_stats *t = &s->stats;
    const struct elo_estimate e = stats_elo(t);
    const double games = (double)stats_games(t);
    char elo[96];
    printf("%s against %s\n", s->names[0], s->names[1]);
    printf("games: %zu of %zu, +%" PRIu64 " =%" PRIu64 " -%" PRIu64
           ", score %.1f %%, draws %.1f %%\n",
           s->games, s->games_all, t->wins, t->draws, t->losses,
           games > 0 ? 100 * ((double)t->wins + (double)t->draws / 2) / games : 0.0,
           games > 0 ? 100 * (double)t->draws / games : 0.0);
    printf("pairs: %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
           " (0, 1/2, 1, 1 1/2, 2 points)\n",
           t->pairs[0], t->pairs[1], t->pairs[2], t->pairs[3], t->pairs[4]);
    printf("Elo: %s (95 %%), LOS %.1f %%\n", elo_text(&e, elo, sizeof elo), 100 * e.los);
    if (c->config.sprt)
        printf("SPRT: LLR %.2f (%.2f, %.2f) [%g, %g]: %s\n", s->sprt.llr, s->sprt.lower,
               s->sprt.upper, c->sprt.elo0, c->sprt.elo1,
               s->sprt.verdict == SPRT_H1   ? "passed"
               : s->sprt.verdict == SPRT_H0 ? "failed"
                                            : "open");
    if (s->forfeits[0] + s->forfeits[1] > 0)
        printf("forfeits: %u of the first, %u of the second engine\n", s->forfeits[0],
               s->forfeits[1]);
}

/* ---- Options ------------------------------------------------------------------------------- */

/* "40/60+0.5", "1+0.01", "5". */
static bool read_clock(const char *text, struct player_limits *out)
{
    char part[64];
    struct player_limits l = {.has_clock = true};
    const char *slash = strchr(text, '/');
    if (slash) {
        snprintf(part, sizeof part, "%.*s", (int)(slash - text), text);
        if (!cli_read_integer(part, &l.moves) || l.moves < 1 || l.moves > 1000)
            return false;
        text = slash + 1;
    }
    const char *plus = strchr(text, '+');
    snprintf(part, sizeof part, "%.*s", (int)(plus ? plus - text : (long)strlen(text)), text);
    if (!cli_read_duration(part, &l.base_ms) ||
        (plus && !cli_read_duration(plus + 1, &l.increment_ms)) || l.base_ms < 1)
        return false;
    out->has_clock = true;
    out->moves = l.moves;
    out->base_ms = l.base_ms;
    out->increment_ms = l.increment_ms;
    return true;
}

static int set_player(struct match_command *c, int i)
{
    const struct side_options *side = &c->side[i];
    const struct side_options *both = &c->both;
    struct player_config *p = &c->config.players[i];
    const char *clock = side->clock ? side->clock : both->clock;
    *p = (struct player_config){.number = i + 1,
                                .name = side->name,
                                .directory = side->directory,
                                .options = side->options.nb > 0 ? side->options : both->options,
                                .patience_ms = c->patience_ms};
    p->limits.movetime_ms = side->movetime_ms ? side->movetime_ms : both->movetime_ms;
    p->limits.nodes = side->nodes ? side->nodes : both->nodes;
    p->limits.depth = side->depth ? side->depth : both->depth;
    if (clock && !read_clock(clock, &p->limits))
        return cli_usage_error(c->self, "option --tc: '%s' is no time control", clock);
    if (!clock && !p->limits.movetime_ms && !p->limits.nodes && !p->limits.depth)
        return cli_usage_error(
            c->self, "engine %d has no limit: --tc, --movetime, --nodes or --depth", i + 1);
    c->argv[i] = process_split(side->command ? side->command : "/proc/self/exe uci");
    if (!c->argv[i])
        return cli_usage_error(c->self, "option --cmd%d: '%s' is no command", i + 1, side->command);
    p->argv = c->argv[i];
    return CLI_RUN;
}

static int set_sprt(struct match_command *c)
{
    static const char *const names[] = {"elo0", "elo1", "alpha", "beta"};
    c->sprt = (struct sprt){0, 5, 0.05, 0.05};
    double *const values[] = {&c->sprt.elo0, &c->sprt.elo1, &c->sprt.alpha, &c->sprt.beta};
    for (int i = 0; i < c->sprt_words.nb; i++) {
        const char *word = c->sprt_words.first[i];
        const size_t length = strcspn(word, "=");
        size_t k = 0;
        char *end = NULL;
        while (k < 4 && (strlen(names[k]) != length || strncmp(names[k], word, length) != 0))
            k++;
        if (k < 4 && word[length])
            *values[k] = strtod(word + length + 1, &end);
        if (!end || *end || end == word + length + 1)
            return cli_usage_error(c->self,
                                   "option --sprt: '%s' is not elo0=, elo1=, alpha= or "
                                   "beta= with a number",
                                   word);
    }
    if (!(c->sprt.elo0 < c->sprt.elo1) || !(c->sprt.alpha > 0 && c->sprt.alpha < 0.5) ||
        !(c->sprt.beta > 0 && c->sprt.beta < 0.5) || c->sprt.elo0 < -1000 || c->sprt.elo1 > 1000)
        return cli_usage_error(c->self, "option --sprt: elo0 must be less than elo1, both within "
                                        "1000, alpha and beta between 0 and 0.5");
    if (c->sprt_words.nb > 0)
        c->config.sprt = &c->sprt;
    return CLI_RUN;
}

/* ---- Running ------------------------------------------------------------------------------- */

static int play(struct match_command *c, const struct position *base)
{
    const struct openings_config openings_config = {base, c->random_plies, c->window,
                                                    (uint64_t)c->seed};
    const struct match_callbacks callbacks = {c, on_game, on_tick};
    struct openings openings;
    struct match_score score;
    char why[PLAYER_NOTE_MAX] = "";
    int code = CLI_OK;
    if (!openings_init(&openings, &openings_config)) {
        openings_fini(&openings);
        return cli_error(c->self, CLI_IO, "out of memory");
    }
    c->config.rules = (struct match_rules){base, c->margin_ms, c->plies_max};
    c->config.openings = &openings;
    c->config.games = (size_t)c->games;
    c->config.concurrency = (int)c->concurrency;
    c->config.stop = cli_interrupt_flag();
    c->is_live = cli_is_terminal(stderr);
    const enum match_run_status status = match_run(&c->config, &callbacks, &score, why);
    erase_progress(c);
    print_standings(c, &score);
    if (status == MATCH_RUN_FAULT)
        code = cli_error(c->self, CLI_IO, "%s", why);
    else if (status == MATCH_RUN_INTERRUPTED)
        code = cli_error(c->self, CLI_INTERRUPTED, "interrupted");
    openings_fini(&openings);
    return code;
}

static int open_log(struct match_command *c)
{
    if (!c->log_file)
        return CLI_RUN;
    c->log = (struct process_log){.file = fopen(c->log_file, "we"), .start_ns = process_now_ns()};
    if (!c->log.file)
        return cli_error(c->self, CLI_IO, "%s: %s", c->log_file, strerror(errno));
    pthread_mutex_init(&c->log.lock, NULL);
    c->config.log = &c->log;
    return CLI_RUN;
}

static int run_with_options(struct match_command *c)
{
    struct position *base = NULL;
    int code = setup_position(c->self, &c->setup, &base);
    for (int i = 0; i < 2 && code == CLI_RUN; i++)
        code = set_player(c, i);
    if (code == CLI_RUN)
        code = set_sprt(c);
    if (code == CLI_RUN)
        code = open_log(c);
    if (code == CLI_RUN) {
        cli_catch_interrupt();
        code = play(c, base);
    }
    if (c->log.file)
        fclose(c->log.file);
    free(c->argv[0]);
    free(c->argv[1]);
    pos_free(base);
    return code;
}

static int run_match(const struct cli_command *self, int argc, char **argv)
{
    struct match_command c = {.self = self,
                              .games = 100,
                              .concurrency = 1,
                              .margin_ms = MATCH_MARGIN_DEFAULT,
                              .patience_ms = 60000,
                              .plies_max = MATCH_PLIES_DEFAULT,
                              .random_plies = 8,
                              .window = 100,
                              .seed = 1};
    struct side_options *a = &c.side[0], *b = &c.side[1];
    const int64_t day = 86400000;
    const struct cli_option options[] = {
        SETUP_OPTIONS(&c.setup),
        {"--cmd1", CLI_TEXT, &a->command, 0, 0, "COMMAND", "the first engine; default: this one"},
        {"--cmd2", CLI_TEXT, &b->command, 0, 0, "COMMAND", "the second engine; default: this one"},
        {"--name1", CLI_TEXT, &a->name, 0, 0, "NAME", "what to call it"},
        {"--name2", CLI_TEXT, &b->name, 0, 0, "NAME", "the same of the second"},
        {"--dir1", CLI_TEXT, &a->directory, 0, 0, "DIR", "directory to run it in"},
        {"--dir2", CLI_TEXT, &b->directory, 0, 0, "DIR", "the same of the second"},
        {"--options", CLI_WORDS, &c.both.options, 0, 0, "NAME=VALUE", "options of both engines"},
        {"--option1", CLI_WORDS, &a->options, 0, 0, "NAME=VALUE", "options of the first"},
        {"--option2", CLI_WORDS, &b->options, 0, 0, "NAME=VALUE", "options of the second"},
        {"--tc", CLI_TEXT, &c.both.clock, 0, 0, "TC", "clock: 1+0.01, 40/60+0.5 (seconds)"},
        {"--tc1", CLI_TEXT, &a->clock, 0, 0, "TC", "of the first engine"},
        {"--tc2", CLI_TEXT, &b->clock, 0, 0, "TC", "of the second"},
        {"--movetime", CLI_DURATION, &c.both.movetime_ms, 1, day, "TIME", "time for each move"},
        {"--movetime1", CLI_DURATION, &a->movetime_ms, 1, day, "TIME", "of the first engine"},
        {"--movetime2", CLI_DURATION, &b->movetime_ms, 1, day, "TIME", "of the second"},
        {"--nodes", CLI_INTEGER, &c.both.nodes, 1, INT64_MAX, "N", "nodes for each move"},
        {"--nodes1", CLI_INTEGER, &a->nodes, 1, INT64_MAX, "N", "of the first engine"},
        {"--nodes2", CLI_INTEGER, &b->nodes, 1, INT64_MAX, "N", "of the second"},
        {"--depth", CLI_INTEGER, &c.both.depth, 1, DEPTH_MAX, "N", "depth of each search"},
        {"--depth1", CLI_INTEGER, &a->depth, 1, DEPTH_MAX, "N", "of the first engine"},
        {"--depth2", CLI_INTEGER, &b->depth, 1, DEPTH_MAX, "N", "of the second"},
        {"--games", CLI_INTEGER, &c.games, 2, MATCH_GAMES_MAX, "N",
         "games to play, an even number"},
        {"--concurrency", CLI_INTEGER, &c.concurrency, 1, MATCH_CONCURRENCY_MAX, "N",
         "games at a time"},
        {"--random-plies", CLI_INTEGER, &c.random_plies, 0, 200, "N", "random moves to begin with"},
        {"--window", CLI_INTEGER, &c.window, 0, SCORE_EVAL_MAX, "CP",
         "no side is ahead by more after them; 0: any"},
        {"--seed", CLI_INTEGER, &c.seed, 0, INT64_MAX, "N", "another seed, other openings"},
        {"--sprt", CLI_WORDS, &c.sprt_words, 0, 0, "NAME=VALUE",
         "elo0=0 elo1=5 alpha=.05 beta=.05"},
        {"--margin", CLI_DURATION, &c.margin_ms, 0, 60000, "TIME", "a move may be so late"},
        {"--patience", CLI_DURATION, &c.patience_ms, 1, day, "TIME", "for answers without a clock"},
        {"--max-plies", CLI_INTEGER, &c.plies_max, 1, 100000, "N", "a longer game is drawn"},
        {"--log", CLI_TEXT, &c.log_file, 0, 0, "FILE", "write down all that is said"},
        {"--json", CLI_FLAG, &c.json, 0, 0, NULL, "write JSON, one object a line"},
    };
    const int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv);
    if (code != CLI_RUN)
        return code;
    if (c.games % 2 != 0)
        return cli_usage_error(self, "option --games: %" PRId64 " is not even", c.games);
    return run_with_options(&c);
}

const struct cli_command cmd_match = {
    .name = "match",
    .summary = "engine against engine: how strong is the first?",
    .run = run_match,
    .notes = "",
    .examples = "citadel match --games 4 --nodes 200 --concurrency 2\n",
};
