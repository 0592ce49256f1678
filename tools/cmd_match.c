/* The command `match`: two engines play each other. Options, and the order of things. */
#include "tools/cli.h"
#include "tools/match_book.h"
#include "tools/match_journal.h"
#include "tools/match_options.h"
#include "tools/match_replay.h"
#include "tools/match_report.h"
#include "tools/match_run.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct match_command {
    struct match_options options;
    struct match_plan plan;
    struct match_report report;
    struct process_log log;
    struct book book;
    struct journal journal; /* if there is a record file */
};

/* ---- Openings ------------------------------------------------------------------------------ */

static int read_book(struct match_command *c)
{
    char error[BOOK_ERROR_MAX];
    bool is_io;
    if (!c->options.book_file ||
        book_read(&c->book, c->options.book_file, c->plan.base, &is_io, error))
        return CLI_RUN;
    return cli_error(c->options.self, is_io ? CLI_IO : CLI_USAGE, "%s", error);
}

/* ---- The record ---------------------------------------------------------------------------- */

static int open_record(struct match_command *c)
{
    char error[JOURNAL_ERROR_MAX];
    char *terms = NULL;
    size_t size;
    if (!c->options.record_file)
        return CLI_RUN;
    FILE *out = open_memstream(&terms, &size);
    if (out)
        record_write_terms(out, &c->plan.config.rules, &c->plan.source, c->plan.config.players,
                           c->plan.sides);
    if (!out || fclose(out) != 0) {
        free(terms);
        return cli_error(c->options.self, CLI_IO, "out of memory");
    }
    const enum journal_status status =
        journal_open(&c->journal, c->options.record_file, terms, c->options.resume, error);
    free(terms);
    if (status != JOURNAL_OK)
        return cli_error(c->options.self, status == JOURNAL_IO ? CLI_IO : CLI_USAGE, "%s", error);
    if (c->journal.was_torn)
        cli_error(c->options.self, CLI_OK,
                  "%s: the last line was not whole; its game is played again",
                  c->options.record_file);
    c->plan.config.past = c->journal.past;
    c->plan.config.past_nb = c->journal.past_nb;
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
        return cli_error(r->c->options.self, CLI_IO, "out of memory");
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
    FILE *file = fopen(c->options.replay_file, "re");
    if (!file)
        return cli_error(c->options.self, CLI_IO, "%s: %s", c->options.replay_file,
                         strerror(errno));
    switch (replay_record(file, &callbacks, &end, &is_torn, why)) {
    case REPLAY_DONE:
        code = print_replay(&r, is_torn);
        break;
    case REPLAY_NO_RECORD:
        code = cli_error(c->options.self, CLI_USAGE, "%s: there is no record in it",
                         c->options.replay_file);
        break;
    case REPLAY_BAD_TERMS:
        code = cli_error(c->options.self, CLI_USAGE, "%s, line 1: %s", c->options.replay_file, why);
        break;
    case REPLAY_IO:
        cli_error(c->options.self, CLI_IO, "%s: %s", c->options.replay_file, strerror(errno));
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
    return !c->options.record_file || journal_add(&c->journal, g);
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
    c->plan.config.openings = openings;
    c->plan.config.stop = cli_interrupt_flag();
    const enum match_run_status status = match_run(&c->plan.config, &callbacks, &score, why);
    report_erase_progress(&c->report);
    if (status != MATCH_RUN_FAULT || score.games > 0)
        report_standings(&c->report, &score, status == MATCH_RUN_DONE, openings_distinct(openings));
    if (status == MATCH_RUN_FAULT)
        return cli_error(c->options.self, CLI_IO, "%s", why);
    if (status == MATCH_RUN_INTERRUPTED)
        return cli_error(c->options.self, CLI_INTERRUPTED, "interrupted after %zu of %zu games%s",
                         score.games, score.games_all,
                         c->options.record_file ? "; --resume goes on" : "");
    return c->plan.config.sprt && score.sprt.verdict == SPRT_H0 ? CLI_NEGATIVE : CLI_OK;
}

static int play(struct match_command *c)
{
    const struct openings_config config = {.base = c->plan.base,
                                           .lines = c->book.lines,
                                           .lines_nb = c->book.nb,
                                           .is_shuffled = c->plan.source.is_shuffled,
                                           .plies = c->plan.source.plies,
                                           .window = c->plan.source.window,
                                           .seed = (uint64_t)c->plan.source.seed,
                                           .stop = cli_interrupt_flag()};
    struct openings openings;
    const int code = openings_init(&openings, &config)
                         ? play_with(c, &openings)
                         : cli_error(c->options.self, CLI_IO, "out of memory or threads");
    openings_fini(&openings);
    return code;
}

/* ---- Order of things ----------------------------------------------------------------------- */

static int open_log(struct match_command *c)
{
    if (!c->options.log_file)
        return CLI_RUN;
    c->log = (struct process_log){.file = fopen(c->options.log_file, "we"),
                                  .start_ns = process_now_ns()};
    if (!c->log.file)
        return cli_error(c->options.self, CLI_IO, "%s: %s", c->options.log_file, strerror(errno));
    pthread_mutex_init(&c->log.lock, NULL);
    c->plan.config.log = &c->log;
    return CLI_RUN;
}

/* False if not everything could be written. Lines are flushed one by one, so that closing finds
 * nothing left to fail with. */
static bool close_log(struct match_command *c)
{
    if (!c->log.file)
        return true;
    const bool has_failed = ferror(c->log.file);
    errno = 0;
    return fclose(c->log.file) == 0 && !has_failed;
}

static int run_with_options(struct match_command *c)
{
    c->report.is_live = cli_is_terminal(stderr);
    c->journal.fd = -1;
    /* Everything that can be wrong is looked at before anything is written or started. */
    int code = match_plan_make(&c->plan, &c->options);
    if (code == CLI_RUN)
        code = read_book(c);
    if (code == CLI_RUN)
        code = open_record(c);
    if (code == CLI_RUN)
        code = open_log(c);
    if (code == CLI_RUN) {
        c->report.sprt = c->plan.config.sprt;
        cli_catch_interrupt();
        code = play(c);
    }
    if (!close_log(c))
        code = cli_error(c->options.self, CLI_IO, "%s: %s", c->options.log_file,
                         errno ? strerror(errno) : "write error");
    journal_close(&c->journal);
    book_fini(&c->book);
    match_plan_fini(&c->plan);
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
    struct match_command c = {.options = {.self = self,
                                          .games = 100,
                                          .concurrency = 1,
                                          .margin_ms = MATCH_MARGIN_DEFAULT,
                                          .patience_ms = 60000,
                                          .plies_max = MATCH_PLIES_DEFAULT,
                                          .random_plies = MATCH_UNSET,
                                          .window = MATCH_UNSET,
                                          .seed = 1}};
    struct match_options *o = &c.options;
    const struct cli_option options[] = {
        SETUP_OPTIONS(&o->setup),
        {"--games", CLI_INTEGER, &o->games, 2, MATCH_GAMES_MAX, "N", "100 if not given; even"},
        {"--concurrency", CLI_INTEGER, &o->concurrency, 1, MATCH_CONCURRENCY_MAX, "N",
         "games at a time, 1 if not given"},
        LIMIT_OPTIONS(&o->both, ""),
        {"--options", CLI_WORDS, &o->both.options, 0, 0, "NAME=VALUE", "options of both engines"},
        SIDE_OPTIONS(&o->side[0], "1"),
        SIDE_OPTIONS(&o->side[1], "2"),
        {"--book", CLI_TEXT, &o->book_file, 0, 0, "FILE", "openings: positions or lists of moves"},
        {"--book-order", CLI_TEXT, &o->book_order, 0, 0, "ORDER",
         "random, the default, or sequential"},
        {"--random-plies", CLI_INTEGER, &o->random_plies, 0, 200, "N",
         "random moves first: 8, or 0 after a book"},
        {"--window", CLI_INTEGER, &o->window, 0, SCORE_EVAL_MAX, "CP",
         "no side is ahead by more after them: 100; 0: any"},
        {"--seed", CLI_INTEGER, &o->seed, 0, INT64_MAX, "N", "another seed, other openings: 1"},
        {"--sprt", CLI_WORDS, &o->sprt_words, 0, 0, "NAME=N",
         "stop when decided: elo0=0 elo1=5 alpha=.05 beta=.05"},
        {"--draw-score", CLI_WORDS, &o->draw_words, 0, 0, "NAME=N",
         "end as drawn by scores: moves=8 cp=10 from=0"},
        {"--win-score", CLI_WORDS, &o->win_words, 0, 0, "NAME=N",
         "end as won by scores: moves=4 cp=1000"},
        {"--max-plies", CLI_INTEGER, &o->plies_max, 1, MATCH_PLIES_MAX, "N",
         "a game of so many is drawn: 1000"},
        {"--margin", CLI_DURATION, &o->margin_ms, 0, 60000, "TIME", "a move may be so late: 20ms"},
        {"--patience", CLI_DURATION, &o->patience_ms, 1, PLAYER_TIME_MAX_MS, "TIME",
         "for answers without a clock: 60s"},
        {"--record", CLI_TEXT, &o->record_file, 0, 0, "FILE", "write the games down"},
        {"--resume", CLI_FLAG, &o->resume, 0, 0, NULL, "go on with the match in the record"},
        {"--replay", CLI_TEXT, &o->replay_file, 0, 0, "FILE", "check a record instead of playing"},
        {"--log", CLI_TEXT, &o->log_file, 0, 0, "FILE", "write down all that is said"},
        {"--json", CLI_FLAG, &o->json, 0, 0, NULL, "write JSON, one object a line"},
    };
    const int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv);
    if (code != CLI_RUN)
        return code;
    c.report.is_json = o->json;
    return o->replay_file ? replay(&c) : run_with_options(&c);
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
