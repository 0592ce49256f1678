/* The command `match`: two engines play each other. Options, and the order of things. */
#include "tools/cli.h"
#include "tools/match_book.h"
#include "tools/match_journal.h"
#include "tools/match_replay.h"
#include "tools/match_report.h"
#include "tools/match_run.h"
#include "tools/setup.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { UNSET = -1, PLIES_DEFAULT = 8, WINDOW_DEFAULT = 100 };

/* What is given for one engine, or for both. */
struct side_options {
    const char *command, *name, *directory, *protocol, *variant, *letters, *form, *illegal, *clock;
    struct cli_words options, init;
    bool is_fen_only, is_restricted;
    int64_t movetime_ms, nodes, depth;
};

struct match_command {
    const struct cli_command *self;
    struct setup setup;
    struct side_options both, side[2];
    int64_t games, concurrency, margin_ms, patience_ms, plies_max;
    int64_t random_plies, window, seed;
    const char *book_file, *book_order, *record_file, *replay_file, *log_file;
    struct cli_words sprt_words, draw_words, win_words;
    bool resume;
    /* While it runs. */
    struct match_report report;
    struct match_config config;
    struct record_source source;
    struct record_side record_side[2];
    struct sprt sprt;
    struct process_log log;
    char **argv[2];
    struct position *base;
    struct book book;
    struct journal journal; /* if there is a record file */
};

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
static int set_limits(struct match_command *c, int i)
{
    const struct side_options *side = &c->side[i];
    const struct side_options *both = &c->both;
    struct player_limits *l = &c->config.players[i].limits;
    const char *clock = side->clock ? side->clock : both->clock;
    l->movetime_ms = side->movetime_ms ? side->movetime_ms : both->movetime_ms;
    l->nodes = side->nodes ? side->nodes : both->nodes;
    l->depth = side->depth ? side->depth : both->depth;
    if (clock && !read_clock(clock, l))
        return cli_usage_error(c->self,
                               "option --tc: '%s' is no time control; it is seconds, then "
                               "+increment, and MOVES/ before them: 40/60+0.5",
                               clock);
    if (!clock && !l->movetime_ms && !l->nodes && !l->depth)
        return cli_usage_error(
            c->self, "engine %d has no limit: --tc, --movetime, --nodes or --depth", i + 1);
    return CLI_RUN;
}

static int set_protocol(struct match_command *c, int i)
{
    const char *word = c->side[i].protocol;
    struct player_config *p = &c->config.players[i];
    if (!word || strcmp(word, "uci") == 0)
        p->protocol = PLAYER_UCI;
    else if (strcmp(word, "cecp") == 0 || strcmp(word, "xboard") == 0)
        p->protocol = PLAYER_CECP;
    else
        return cli_usage_error(c->self, "option --protocol%d: '%s' is neither uci nor cecp", i + 1,
                               word);
    if (p->protocol == PLAYER_CECP && (p->limits.nodes || p->is_restricted))
        return cli_usage_error(c->self, "engine %d: CECP has neither nodes nor searchmoves", i + 1);
    return CLI_RUN;
}

static int set_player(struct match_command *c, int i)
{
    const struct side_options *side = &c->side[i];
    struct player_config *p = &c->config.players[i];
    char error[FOREIGN_ERROR_MAX];
    const char *command = side->command ? side->command : "/proc/self/exe uci";
    *p = (struct player_config){.number = i + 1,
                                .name = side->name,
                                .directory = side->directory,
                                .options = side->options.nb > 0 ? side->options : c->both.options,
                                .init = side->init,
                                .variant = side->variant,
                                .is_fen_only = side->is_fen_only,
                                .is_restricted = side->is_restricted,
                                .patience_ms = c->patience_ms};
    c->record_side[i] = (struct record_side){command, side->letters, side->form};
    int code = set_limits(c, i);
    if (code == CLI_RUN)
        code = set_protocol(c, i);
    if (code != CLI_RUN)
        return code;
    if (!foreign_init(&p->foreign, side->letters, side->form, error))
        return cli_usage_error(c->self, "dialect of engine %d: %s", i + 1, error);
    if (side->illegal && !match_illegal_find(side->illegal, &c->config.rules.illegal[i]))
        return cli_usage_error(c->self,
                               "option --illegal%d: '%s' is not lose, ask-again or skip-opening",
                               i + 1, side->illegal);
    c->argv[i] = process_split(command);
    if (!c->argv[i])
        return cli_usage_error(c->self, "option --cmd%d: '%s' is no command", i + 1, command);
    p->argv = c->argv[i];
    return CLI_RUN;
}

/* ---- Words NAME=NUMBER --------------------------------------------------------------------- */

struct named_number {
    const char *name;
    double *value;
    double min, max;
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

static int read_numbers(const struct match_command *c, const char *option,
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
            return cli_usage_error(c->self,
                                   "option %s: '%s' is not one of its names with '=' and "
                                   "a number",
                                   option, word);
        if (!(value >= numbers[k].min && value <= numbers[k].max))
            return cli_usage_error(c->self, "option %s: %s is out of range (%g to %g)", option,
                                   word, numbers[k].min, numbers[k].max);
        *numbers[k].value = value;
    }
    return CLI_RUN;
}

static int set_sprt(struct match_command *c)
{
    c->sprt = (struct sprt){0, 5, 0.05, 0.05};
    const struct named_number numbers[] = {{"elo0", &c->sprt.elo0, -500, 500},
                                           {"elo1", &c->sprt.elo1, -500, 500},
                                           {"alpha", &c->sprt.alpha, 0.0001, 0.49},
                                           {"beta", &c->sprt.beta, 0.0001, 0.49}};
    const int code = read_numbers(c, "--sprt", &c->sprt_words, numbers, 4);
    if (code != CLI_RUN)
        return code;
    if (!(c->sprt.elo0 < c->sprt.elo1))
        return cli_usage_error(c->self, "option --sprt: elo0 must be less than elo1");
    if (c->sprt_words.nb > 0)
        c->config.sprt = c->report.sprt = &c->sprt;
    return CLI_RUN;
}

static int set_adjudication(struct match_command *c)
{
    struct match_adjudication *a = &c->config.rules.adjudication;
    double draw_moves = 8, draw_cp = 10, draw_from = 0, win_moves = 4, win_cp = 1000;
    const struct named_number draw[] = {{"moves", &draw_moves, 1, 1000},
                                        {"cp", &draw_cp, 0, SCORE_EVAL_MAX},
                                        {"from", &draw_from, 0, MATCH_PLIES_MAX}};
    const struct named_number win[] = {{"moves", &win_moves, 1, 1000},
                                       {"cp", &win_cp, 1, SCORE_EVAL_MAX}};
    int code = read_numbers(c, "--draw-score", &c->draw_words, draw, 3);
    if (code == CLI_RUN)
        code = read_numbers(c, "--win-score", &c->win_words, win, 2);
    if (c->draw_words.nb > 0) {
        a->draw_moves = (int64_t)draw_moves;
        a->draw_cp = (int64_t)draw_cp;
        a->draw_from = (int64_t)draw_from;
    }
    if (c->win_words.nb > 0) {
        a->win_moves = (int64_t)win_moves;
        a->win_cp = (int64_t)win_cp;
    }
    return code;
}

/* ---- Openings ------------------------------------------------------------------------------ */

/* A book alone needs neither random moves nor a window; they are there to be asked for. */
static int set_source(struct match_command *c)
{
    const bool has_book = c->book_file != NULL;
    const char *order = c->book_order ? c->book_order : "random";
    const bool is_sequential = strcmp(order, "sequential") == 0;
    if (!is_sequential && strcmp(order, "random") != 0)
        return cli_usage_error(c->self,
                               "option --book-order: '%s' is neither random nor sequential", order);
    if (c->book_order && !has_book)
        return cli_usage_error(c->self, "--book-order needs --book");
    c->source = (struct record_source){.book = c->book_file,
                                       .is_shuffled = has_book && !is_sequential,
                                       .plies = c->random_plies != UNSET ? c->random_plies
                                                : has_book               ? 0
                                                                         : PLIES_DEFAULT,
                                       .window = c->window != UNSET ? c->window
                                                 : has_book         ? 0
                                                                    : WINDOW_DEFAULT,
                                       .seed = c->seed};
    return CLI_RUN;
}

static int read_book(struct match_command *c)
{
    char error[BOOK_ERROR_MAX];
    bool is_io;
    if (!c->book_file || book_read(&c->book, c->book_file, c->base, &is_io, error))
        return CLI_RUN;
    return cli_error(c->self, is_io ? CLI_IO : CLI_USAGE, "%s", error);
}

/* ---- The record ---------------------------------------------------------------------------- */

static int open_record(struct match_command *c)
{
    char error[JOURNAL_ERROR_MAX];
    char *terms = NULL;
    size_t size;
    if (!c->record_file)
        return CLI_RUN;
    FILE *out = open_memstream(&terms, &size);
    if (out)
        record_write_terms(out, &c->config.rules, &c->source, c->config.players, c->record_side);
    if (!out || fclose(out) != 0) {
        free(terms);
        return cli_error(c->self, CLI_IO, "out of memory");
    }
    const enum journal_status status =
        journal_open(&c->journal, c->record_file, terms, c->resume, error);
    free(terms);
    if (status != JOURNAL_OK)
        return cli_error(c->self, status == JOURNAL_IO ? CLI_IO : CLI_USAGE, "%s", error);
    if (c->journal.was_torn)
        cli_error(c->self, CLI_OK, "%s: the last line was not whole; its game is played again",
                  c->record_file);
    c->config.past = c->journal.past;
    c->config.past_nb = c->journal.past_nb;
    return CLI_RUN;
}

/* Games of a record and what was found about them. */
struct replay {
    struct match_command *c;
    struct match_game *games; /* without plies and openings */
    size_t passed, failed, cap;
    bool is_short_of_memory;
};

static void on_replayed(void *context, size_t line, const struct match_game *g, const char *why)
{
    struct replay *r = context;
    report_line(&r->c->report, line, g, why);
    if (why) {
        r->failed++;
        return;
    }
    if (r->passed == r->cap) {
        const size_t cap = r->cap > 0 ? 2 * r->cap : 64;
        struct match_game *games = realloc(r->games, cap * sizeof *games);
        if (!games) {
            r->is_short_of_memory = true;
            return;
        }
        r->games = games;
        r->cap = cap;
    }
    r->games[r->passed] = *g;
    r->games[r->passed].plies = NULL;
    r->games[r->passed++].opening = (struct opening){NULL, NULL};
}

static void on_bad_line(void *context, size_t line, const char *why)
{
    struct replay *r = context;
    r->failed++;
    report_line(&r->c->report, line, NULL, why);
}

static int print_replay(struct replay *r, bool is_torn)
{
    struct match_score score;
    if (r->is_short_of_memory || !match_score_games(r->games, r->passed, &score))
        return cli_error(r->c->self, CLI_IO, "out of memory");
    if (r->passed > 0)
        report_standings(&r->c->report, &score, true, 0);
    report_total(&r->c->report, r->passed, r->failed, is_torn);
    return r->failed > 0 ? CLI_NEGATIVE : CLI_OK;
}

static int replay(struct match_command *c)
{
    struct replay r = {.c = c};
    const struct replay_callbacks callbacks = {&r, NULL, on_replayed, on_bad_line};
    char why[RECORD_ERROR_MAX];
    long end;
    bool is_torn;
    int code = CLI_IO;
    FILE *file = fopen(c->replay_file, "re");
    if (!file)
        return cli_error(c->self, CLI_IO, "%s: %s", c->replay_file, strerror(errno));
    switch (replay_record(file, &callbacks, &end, &is_torn, why)) {
    case REPLAY_DONE:
        code = print_replay(&r, is_torn);
        break;
    case REPLAY_NO_RECORD:
        code = cli_error(c->self, CLI_USAGE, "%s: there is no record in it", c->replay_file);
        break;
    case REPLAY_BAD_TERMS:
        code = cli_error(c->self, CLI_USAGE, "%s, line 1: %s", c->replay_file, why);
        break;
    case REPLAY_IO:
        cli_error(c->self, CLI_IO, "%s: %s", c->replay_file, strerror(errno));
        break;
    }
    fclose(file);
    free(r.games);
    return code;
}

/* ---- Playing ------------------------------------------------------------------------------- */

static bool on_game(void *context, const struct match_game *g, const struct match_score *s)
{
    struct match_command *c = context;
    report_game(&c->report, g, s);
    return !c->record_file || journal_add(&c->journal, g);
}

static void on_tick(void *context, const struct match_score *s)
{
    struct match_command *c = context;
    report_progress(&c->report, s);
}

static int play_with(struct match_command *c, struct openings *openings)
{
    const struct match_callbacks callbacks = {c, on_game, on_tick};
    struct match_score score;
    char why[PLAYER_NOTE_MAX] = "";
    c->config.openings = openings;
    c->config.games = (size_t)c->games;
    c->config.concurrency = (int)c->concurrency;
    c->config.stop = cli_interrupt_flag();
    const enum match_run_status status = match_run(&c->config, &callbacks, &score, why);
    report_erase_progress(&c->report);
    if (status != MATCH_RUN_FAULT || score.games > 0)
        report_standings(&c->report, &score, status == MATCH_RUN_DONE, openings_distinct(openings));
    if (status == MATCH_RUN_FAULT)
        return cli_error(c->self, CLI_IO, "%s", why);
    if (status == MATCH_RUN_INTERRUPTED)
        return cli_error(c->self, CLI_INTERRUPTED, "interrupted after %zu of %zu games%s",
                         score.games, score.games_all, c->record_file ? "; --resume goes on" : "");
    return c->config.sprt && score.sprt.verdict == SPRT_H0 ? CLI_NEGATIVE : CLI_OK;
}

static int play(struct match_command *c)
{
    const struct openings_config config = {.base = c->base,
                                           .lines = c->book.lines,
                                           .lines_nb = c->book.nb,
                                           .is_shuffled = c->source.is_shuffled,
                                           .plies = c->source.plies,
                                           .window = c->source.window,
                                           .seed = (uint64_t)c->source.seed};
    struct openings openings;
    const int code = openings_init(&openings, &config)
                         ? play_with(c, &openings)
                         : cli_error(c->self, CLI_IO, "out of memory or threads");
    openings_fini(&openings);
    return code;
}

/* ---- Order of things ----------------------------------------------------------------------- */

/* The position from which random moves and lists of moves are played; what led there is no part of
 * the games. */
static int set_base(struct match_command *c)
{
    char fen[GAME_FEN_MAX];
    const int code = setup_position(c->self, &c->setup, &c->base);
    if (code != CLI_RUN)
        return code;
    c->base->game->format(c->base, fen);
    if (pos_set(c->base, fen, NULL) != ENGINE_OK)
        return cli_error(c->self, CLI_IO, "out of memory");
    if (c->base->game->result(c->base).outcome != OUTCOME_NONE)
        return cli_usage_error(c->self, "the game is over in the base position (%s)",
                               c->base->game->result(c->base).word);
    c->config.rules.base = c->base;
    c->config.rules.margin_ms = c->margin_ms;
    c->config.rules.plies_max = c->plies_max;
    return CLI_RUN;
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

/* Everything that can be wrong is looked at before anything is written or started. */
static int prepare(struct match_command *c)
{
    int (*const steps[])(struct match_command *) = {set_base, set_sprt, set_adjudication,
                                                    set_source, read_book};
    if (c->games % 2 != 0)
        return cli_usage_error(c->self, "option --games: %" PRId64 " is not even", c->games);
    if (c->resume && !c->record_file)
        return cli_usage_error(c->self, "--resume needs --record");
    int code = CLI_RUN;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && code == CLI_RUN; i++)
        code = steps[i](c);
    for (int i = 0; i < 2 && code == CLI_RUN; i++)
        code = set_player(c, i);
    if (code == CLI_RUN)
        code = open_record(c);
    return code == CLI_RUN ? open_log(c) : code;
}

static int run_with_options(struct match_command *c)
{
    c->report.is_live = cli_is_terminal(stderr);
    c->journal.fd = UNSET;
    int code = prepare(c);
    if (code == CLI_RUN) {
        cli_catch_interrupt();
        code = play(c);
    }
    if (c->log.file && fclose(c->log.file) != 0)
        code = cli_error(c->self, CLI_IO, "%s: %s", c->log_file, strerror(errno));
    journal_close(&c->journal);
    book_fini(&c->book);
    free(c->argv[0]);
    free(c->argv[1]);
    pos_free(c->base);
    return code;
}

/* Rows of the option table: what an engine may use for a move, and what else is known of it. `nr`
 * is its number as text, or "" for both. */
#define LIMIT_OPTIONS(s, nr)                                                                       \
    {"--tc" nr, CLI_TEXT, &(s)->clock, 0, 0, "TC", "clock: 1+0.01, 40/60+0.5, in seconds"},        \
        {"--movetime" nr,    CLI_DURATION, &(s)->movetime_ms,   1,                                 \
         PLAYER_TIME_MAX_MS, "TIME",       "time for each move"},                                  \
        {"--nodes" nr, CLI_INTEGER, &(s)->nodes, 1, INT64_MAX, "N", "nodes for each move"},        \
    {                                                                                              \
        "--depth" nr, CLI_INTEGER, &(s)->depth, 1, DEPTH_MAX, "N", "depth of each search"          \
    }
#define SIDE_OPTIONS(s, nr)                                                                        \
    {"--cmd" nr, CLI_TEXT, &(s)->command, 0, 0, "COMMAND", "the engine; default: this program"},   \
        {"--name" nr, CLI_TEXT, &(s)->name, 0, 0, "NAME", "its name; default: what it says"},      \
        {"--dir" nr, CLI_TEXT, &(s)->directory, 0, 0, "DIR", "the directory it runs in"},          \
        {"--protocol" nr, CLI_TEXT, &(s)->protocol, 0, 0, "NAME", "uci, the default, or cecp"},    \
        {"--option" nr,                                                                            \
         CLI_WORDS,                                                                                \
         &(s)->options,                                                                            \
         0,                                                                                        \
         0,                                                                                        \
         "NAME=VALUE",                                                                             \
         "its options, instead of --options"},                                                     \
        LIMIT_OPTIONS(s, nr),                                                                      \
        {"--variant" nr, CLI_TEXT, &(s)->variant, 0, 0, "NAME", "what it calls the game"},         \
        {"--init" nr, CLI_WORDS, &(s)->init, 0, 0, "LINE", "lines to send first, one a word"},     \
        {"--letters" nr, CLI_TEXT, &(s)->letters, 0, 0, "OUR=THEIRS,...", "its letters for men"},  \
        {"--form" nr, CLI_TEXT, &(s)->form, 0, 0, "TEXT", "its FEN: %1 %2 %3 - %4 %5"},            \
        {"--fen-only" nr, CLI_FLAG, &(s)->is_fen_only, 0, 0, NULL, "it is told no moves"},         \
        {"--searchmoves" nr, CLI_FLAG, &(s)->is_restricted, 0, 0, NULL, "it is told legal moves"}, \
    {                                                                                              \
        "--illegal" nr, CLI_TEXT, &(s)->illegal, 0, 0, "WAY", "lose, ask-again or skip-opening"    \
    }

static int run_match(const struct cli_command *self, int argc, char **argv)
{
    struct match_command c = {.self = self,
                              .games = 100,
                              .concurrency = 1,
                              .margin_ms = MATCH_MARGIN_DEFAULT,
                              .patience_ms = 60000,
                              .plies_max = MATCH_PLIES_DEFAULT,
                              .random_plies = UNSET,
                              .window = UNSET,
                              .seed = 1};
    const struct cli_option options[] = {
        SETUP_OPTIONS(&c.setup),
        {"--games", CLI_INTEGER, &c.games, 2, MATCH_GAMES_MAX, "N", "100 if not given; even"},
        {"--concurrency", CLI_INTEGER, &c.concurrency, 1, MATCH_CONCURRENCY_MAX, "N",
         "games at a time, 1 if not given"},
        LIMIT_OPTIONS(&c.both, ""),
        {"--options", CLI_WORDS, &c.both.options, 0, 0, "NAME=VALUE", "options of both engines"},
        SIDE_OPTIONS(&c.side[0], "1"),
        SIDE_OPTIONS(&c.side[1], "2"),
        {"--book", CLI_TEXT, &c.book_file, 0, 0, "FILE", "openings: positions or lists of moves"},
        {"--book-order", CLI_TEXT, &c.book_order, 0, 0, "ORDER",
         "random, the default, or sequential"},
        {"--random-plies", CLI_INTEGER, &c.random_plies, 0, 200, "N",
         "random moves first: 8, or 0 after a book"},
        {"--window", CLI_INTEGER, &c.window, 0, SCORE_EVAL_MAX, "CP",
         "no side is ahead by more then: 100, or any"},
        {"--seed", CLI_INTEGER, &c.seed, 0, INT64_MAX, "N", "another seed, other openings: 1"},
        {"--sprt", CLI_WORDS, &c.sprt_words, 0, 0, "NAME=N",
         "stop when decided: elo0=0 elo1=5 alpha=.05 beta=.05"},
        {"--draw-score", CLI_WORDS, &c.draw_words, 0, 0, "NAME=N",
         "end as drawn by scores: moves=8 cp=10 from=0"},
        {"--win-score", CLI_WORDS, &c.win_words, 0, 0, "NAME=N",
         "end as won by scores: moves=4 cp=1000"},
        {"--max-plies", CLI_INTEGER, &c.plies_max, 1, MATCH_PLIES_MAX, "N",
         "a game of so many is drawn: 1000"},
        {"--margin", CLI_DURATION, &c.margin_ms, 0, 60000, "TIME", "a move may be so late: 20ms"},
        {"--patience", CLI_DURATION, &c.patience_ms, 1, PLAYER_TIME_MAX_MS, "TIME",
         "for answers without a clock: 60s"},
        {"--record", CLI_TEXT, &c.record_file, 0, 0, "FILE", "write the games down"},
        {"--resume", CLI_FLAG, &c.resume, 0, 0, NULL, "go on with the match in the record"},
        {"--replay", CLI_TEXT, &c.replay_file, 0, 0, "FILE", "check a record instead of playing"},
        {"--log", CLI_TEXT, &c.log_file, 0, 0, "FILE", "write down all that is said"},
        {"--json", CLI_FLAG, &c.report.is_json, 0, 0, NULL, "write JSON, one object a line"},
    };
    const int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv);
    if (code != CLI_RUN)
        return code;
    return c.replay_file ? replay(&c) : run_with_options(&c);
}

const struct cli_command cmd_match = {
    .name = "match",
    .summary = "engine against engine: how strong is the first?",
    .run = run_match,
    .notes =
        "The first engine's strength is told as Elo with its 95 % interval, over pairs: two games\n"
        "from one opening with colours changed (pentanomial variance). LOS is the probability "
        "that\n"
        "it is the stronger. --sprt ends the match as soon as the generalised sequential test\n"
        "decides between elo0 and elo1; exit status 1 says that elo0 was accepted.\n"
        "\n"
        "What counts is the rules of the game, the referee's clocks and whether an answer is a\n"
        "legal move, never what an engine says. Who answers with an illegal move, in whose time "
        "no\n"
        "move comes, who crashes or says nothing for the patience loses the game, and the reason "
        "is\n"
        "told. Time is from writing `go` to reading the answer; --margin forgives what the "
        "machine\n"
        "adds, but it is taken from the clock. Without --draw-score and --win-score games go on "
        "to\n"
        "their end by the rules, or to --max-plies; with them, both engines' scores must agree.\n"
        "The first Ctrl-C ends the match at once and prints the standings.\n"
        "\n"
        "Openings: the same settings and seed give the same openings. Random ones are looked at "
        "by\n"
        "a search of 20000 nodes of this program. A line of a book is a position as in position\n"
        "files, or moves from the start (or from --fen).\n"
        "\n"
        "An engine that knows only a similar game: --variant, --init and --option say what it "
        "must\n"
        "be told; --letters \"A=K,K=M,3:I=K\" gives its letters for our men, in lower case too, "
        "in\n"
        "the board and in moves, or in another field of the position; --form the fields it wants\n"
        "(%1 is our first, %% a percent sign); --fen-only sends no moves; --searchmoves limits it "
        "to\n"
        "the legal moves. With --illegal ask-again an illegal answer is asked for once more with\n"
        "the legal moves given; if that fails, and with skip-opening at once, both games of the\n"
        "opening are dropped and another opening is played. All such cases are counted.\n"
        "An engine speaks UCI or CECP (xboard protocol 2, with the feature setboard).\n"
        "\n"
        "A record has one JSON line with the terms, then one for each game: pair, white (1 or 2),\n"
        "names, fen, opening, result, end (rules, length, draw-score, win-score, illegal, time,\n"
        "silence, crash, resigned, skipped), word of the rules, answer (the illegal one), late "
        "(ns),\n"
        "illegal and asked (counts by engine), plies: move, cp or mate, depth, nodes, ns and "
        "clock\n"
        "(ms after the move). --replay checks every game: legality, result, clocks, forfeits; "
        "exit\n"
        "status 1 if anything is wrong. --resume with the same terms goes on after any "
        "interruption;\n"
        "a torn last line is dropped and its game played again.\n"
        "\n"
        "JSON: "
        "{\"type\":\"game\",\"pair\",\"white\",\"result\",\"end\",\"word\",\"detail\",\"plies\","
        "\"illegal\",\n"
        "\"seconds\"}, then "
        "{\"type\":\"result\",\"engines\",\"complete\",\"games\",\"games_wanted\","
        "\"wins\",\n"
        "\"draws\",\"losses\",\"pairs\" (of 0 to 4 half points),\"elo\",\"elo_low\",\"elo_high\","
        "\"los\",\n"
        "\"sprt\" {\"llr\",\"lower\",\"upper\",\"accepted\"},\"forfeits\",\"illegal\","
        "\"asked_again\",\"skipped\",\n"
        "\"distinct_openings\",\"seconds\"}; null is unknown or infinite. With --replay\n"
        "{\"type\":\"line\",\"line\",\"pair\",\"verdict\",\"what\"}, the result, and "
        "{\"type\":\"total\",\"passed\",\n"
        "\"failed\",\"torn\"}.\n",
    .examples = "citadel match --games 4 --nodes 200 --concurrency 2\n"
                "citadel match --game bashni --games 2 --tc 0.5+0.01 --option2 Hash=1 --json\n"
                "citadel match --games 2 --depth1 3 --depth2 2 --sprt elo0=0 elo1=50\n"
                "citadel match --game tamerlane --games 2 --nodes 100 --max-plies 60 --seed 7\n",
};
