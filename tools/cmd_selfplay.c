/* The command `selfplay`: training data from games of the engine against itself. */
#include "tools/cli.h"
#include "tools/json.h"
#include "tools/selfplay.h"
#include "tools/setup.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct selfplay_command {
    const struct cli_command *self;
    struct setup setup;
    struct selfplay_options options;
    int64_t games, seed, random_plies, plies_max, threads;
    bool force, resume, json;
};

/* Beside the data file: what is being written, and what a run that was killed has left. */
struct names {
    char part[4096], kept[4096];
};

static void print_duration(FILE *out, double seconds)
{
    const uint64_t s = (uint64_t)(seconds + 0.5);
    if (s >= 3600)
        fprintf(out, "%" PRIu64 " h %02" PRIu64 " min", s / 3600, s / 60 % 60);
    else if (s >= 60)
        fprintf(out, "%" PRIu64 " min %02" PRIu64 " s", s / 60, s % 60);
    else
        fprintf(out, "%" PRIu64 " s", s);
}

static void on_progress(void *context, const struct selfplay_counts *n)
{
    const struct selfplay_command *c = context;
    const uint32_t played = n->games - n->old_games;
    const double rate = played / (n->seconds > 0 ? n->seconds : 1);
    fprintf(stderr, "\r\033[Kgame %" PRIu32 "/%" PRId64 "  %" PRIu64 " positions", n->games,
            c->games, n->records);
    if (played > 0) {
        fprintf(stderr, "  %.1f games/s  ", rate);
        print_duration(stderr, ((double)c->games - n->games) / rate);
        fputs(" left", stderr);
    }
    fflush(stderr);
}

static void print_summary(const struct selfplay_command *c, const struct selfplay_counts *n)
{
    const uint32_t played = n->games - n->old_games;
    if (c->json) {
        struct json j;
        json_begin(&j, stdout);
        json_text(&j, "type", "result");
        json_text(&j, "game", c->options.start->game->name);
        json_text(&j, "file", c->options.out);
        json_bool(&j, "complete", n->games == c->options.games);
        json_unsigned(&j, "games", n->games);
        json_unsigned(&j, "resumed", n->old_games);
        json_unsigned(&j, "positions", n->records);
        json_unsigned(&j, "duplicates", n->duplicates);
        json_unsigned(&j, "white_wins", n->outcomes[OUTCOME_WHITE_WINS]);
        json_unsigned(&j, "black_wins", n->outcomes[OUTCOME_BLACK_WINS]);
        json_unsigned(&j, "draws", n->outcomes[OUTCOME_DRAW]);
        json_unsigned(&j, "plies", n->plies);
        json_real(&j, "time", n->seconds);
        json_end(&j);
        return;
    }
    printf("games: %" PRIu32 " (%" PRIu32 " new)\n", n->games, played);
    printf("results: White %" PRIu32 ", Black %" PRIu32 ", draws %" PRIu32 "\n",
           n->outcomes[OUTCOME_WHITE_WINS], n->outcomes[OUTCOME_BLACK_WINS],
           n->outcomes[OUTCOME_DRAW]);
    printf("positions: %" PRIu64 " (%" PRIu64 " duplicates left out)\n", n->records, n->duplicates);
    if (played > 0)
        printf("plies per game: %.1f\n", (double)n->plies / played);
    printf("time: %.3f\n", n->seconds);
    printf("file: %s\n", c->options.out);
}

/* How many games a file of this run has; counts only. */
static bool count_game(void *context, uint32_t number, const struct data_game *game)
{
    (void)game;
    *(uint32_t *)context = number + 1;
    return true;
}

static bool accept_header(void *context, const char *text)
{
    (void)context;
    (void)text;
    return true;
}

/* Games in the file that a run which was killed has left; 0 if there is none. */
static uint32_t games_left(const char *path)
{
    char error[DATA_ERROR_MAX];
    uint32_t games = 0;
    const struct data_visitor visitor = {
        .on_header = accept_header, .on_game = count_game, .context = &games};
    const bool is_read =
        access(path, F_OK) == 0 && data_read(path, true, &visitor, error) == DATA_OK;
    return is_read ? games : 0;
}

/* What --resume goes on with: the file, or what a run that was killed has left of it if that is
 * more. The latter gets another name first, since its own is written anew; a resumed run that is
 * killed in its turn leaves it under that name, perhaps with more games than it had copied. */
static int choose_resume(struct selfplay_command *c, const struct names *names)
{
    char error[DATA_ERROR_MAX];
    uint32_t games = 0;
    const bool has_file = access(c->options.out, F_OK) == 0;
    const struct data_visitor visitor = {
        .on_header = accept_header, .on_game = count_game, .context = &games};
    const enum data_status status =
        has_file ? data_read(c->options.out, false, &visitor, error) : DATA_OK;
    if (status != DATA_OK)
        return cli_error(c->self, status == DATA_BAD ? CLI_USAGE : CLI_IO, "%s", error);
    const uint32_t part = games_left(names->part), kept = games_left(names->kept);
    if (part > games && part >= kept && rename(names->part, names->kept) != 0)
        return cli_error(c->self, CLI_IO, "cannot rename %s", names->part);
    c->options.resume_torn = part > games || kept > games;
    if (c->options.resume_torn)
        c->options.resume = names->kept;
    else if (has_file)
        c->options.resume = c->options.out;
    return CLI_RUN;
}

/* Nothing is thrown away unasked, what a killed run has left neither. */
static int check_names(const struct selfplay_command *c, const struct names *names)
{
    const char *const all[] = {c->options.out, names->part, names->kept};
    for (size_t i = 0; i < sizeof all / sizeof *all && !c->force && !c->resume; i++)
        if (access(all[i], F_OK) == 0)
            return cli_error(c->self, CLI_USAGE,
                             "%s is there already: --resume goes on with it, --force replaces it",
                             all[i]);
    return CLI_RUN;
}

static int play(struct selfplay_command *c)
{
    char error[DATA_ERROR_MAX];
    struct names names;
    snprintf(names.part, sizeof names.part, "%s.part", c->options.out);
    snprintf(names.kept, sizeof names.kept, "%s.resume", c->options.out);
    int code = check_names(c, &names);
    if (code == CLI_RUN && c->resume)
        code = choose_resume(c, &names);
    if (code != CLI_RUN)
        return code;
    cli_catch_interrupt();
    c->options.stop = cli_interrupt_flag();
    const bool shows = cli_is_terminal(stderr);
    struct selfplay_counts counts = {0};
    const enum selfplay_status status =
        selfplay_run(&c->options, shows ? on_progress : NULL, c, &counts, error);
    if (shows)
        fputs("\r\033[K", stderr);
    if (status == SELFPLAY_FAILED || status == SELFPLAY_REFUSED)
        return cli_error(c->self, status == SELFPLAY_REFUSED ? CLI_USAGE : CLI_IO, "%s", error);
    if (c->options.resume_torn || c->force)
        remove(names.kept);
    print_summary(c, &counts);
    return status == SELFPLAY_DONE ? CLI_OK : CLI_INTERRUPTED;
}

static int run_selfplay(const struct cli_command *self, int argc, char **argv)
{
    struct selfplay_command c = {.self = self,
                                 .options = {.nodes = 5000, .window = 300},
                                 .games = 1000,
                                 .seed = 1,
                                 .random_plies = 8,
                                 .plies_max = 400,
                                 .threads = 1};
    const struct cli_option options[] = {
        {"--game", CLI_GAME, &c.setup.game, 0, 0, "NAME", "the game; the default is belarusian"},
        {"--option", CLI_WORDS, &c.setup.options, 0, 0, "NAME=VALUE", "rule options of the game"},
        {"--fen", CLI_TEXT, &c.setup.fen, 0, 0, "FEN", "where openings start; default: the start"},
        {"--games", CLI_INTEGER, &c.games, 1, 10000000, "N", "number of games"},
        {"--nodes", CLI_INTEGER, &c.options.nodes, 1, INT64_MAX, "K", "nodes a move, 5000"},
        {"--seed", CLI_INTEGER, &c.seed, 0, INT64_MAX, "S", "seed of the openings, 1"},
        {"--threads", CLI_INTEGER, &c.threads, 1, SELFPLAY_THREADS_MAX, "T", "games at a time"},
        {"--random-plies", CLI_INTEGER, &c.random_plies, 0, 100, "N", "random moves first, 8"},
        {"--window", CLI_INTEGER, &c.options.window, 0, INT64_MAX, "CP",
         "openings better than this for a side are drawn anew, 300"},
        {"--max-plies", CLI_INTEGER, &c.plies_max, 1, SELFPLAY_PLIES_MAX, "N",
         "longer games are draws, 400"},
        {"--out", CLI_TEXT, &c.options.out, 0, 0, "FILE", "the data file"},
        {"--resume", CLI_FLAG, &c.resume, 0, 0, NULL, "keep the games that FILE has"},
        {"--force", CLI_FLAG, &c.force, 0, 0, NULL, "replace FILE if it is there"},
        {"--json", CLI_FLAG, &c.json, 0, 0, NULL, "write the summary as JSON"},
    };
    int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv);
    if (code != CLI_RUN)
        return code;
    if (!c.options.out)
        return cli_usage_error(self, "--out is needed");
    if (c.resume && c.force)
        return cli_usage_error(self, "--resume excludes --force");
    struct position *start;
    code = setup_position(self, &c.setup, &start);
    if (code != CLI_RUN)
        return code;
    c.options.start = start;
    c.options.games = (uint32_t)c.games;
    c.options.seed = (uint64_t)c.seed;
    c.options.random_plies = (int)c.random_plies;
    c.options.plies_max = (int)c.plies_max;
    c.options.threads = (unsigned)c.threads;
    code = play(&c);
    pos_free(start);
    return code;
}

const struct cli_command cmd_selfplay = {
    .name = "selfplay",
    .summary = "games of the engine against itself, as data for tune",
    .run = run_selfplay,
    .notes =
        "Each game begins with random legal moves, N or N + 1 of them, then both sides search K\n"
        "nodes a move from a cleared table of 8 MB; our rules alone end a game. Recorded are the\n"
        "positions after the opening that are quiet: the side to move need not answer a check, "
        "the\n"
        "move found neither takes nor promotes nor goes for a win by rule, and the score is no\n"
        "proven win or loss. A position that an earlier game had is left out.\n"
        "\n"
        "The file depends on the options and the program only, not on --threads. It is written as\n"
        "FILE.part and renamed at the end; Ctrl-C ends it with the finished games (status 4), and\n"
        "--resume, with the same options and perhaps more games, goes on from there, or from the\n"
        ".part file that a crash has left, called FILE.resume meanwhile. The format is described\n"
        "in tools/datafile.h.\n",
    .examples = "citadel selfplay --game bashni --games 20 --nodes 300 --out /tmp/bashni.games "
                "--force\n",
};
