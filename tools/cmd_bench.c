/* The command `bench`: node signature and speed. */
#include "engine/engine.h"
#include "tools/bench_mine.h"
#include "tools/bench_run.h"
#include "tools/bench_suite.h"
#include "tools/cli.h"

static void print_line(void *context, const char *line)
{
    (void)context;
    puts(line);
    fflush(stdout);
}

static bool has_positions(const struct game *game)
{
    for (const struct bench_set *set = bench_sets; set->game; set++)
        if (games_find(set->game) == game)
            return true;
    return false;
}

/* What the command line asks for; 0 where it says nothing. */
struct bench_command {
    const struct game *game;
    int64_t depth, threads, hash;
    struct cli_words suite;
    int64_t nodes, time_ms;
    bool json;
    const char *mine;
    int64_t count, skip, shallow, margin;
};

static int run_signature(const struct cli_command *self, const struct bench_command *c)
{
    if (c->game && !has_positions(c->game))
        return cli_usage_error(self, "option --game: bench has no positions of %s", c->game->name);
    const struct bench_options bench = {
        .game = c->game,
        .depth = (int)c->depth,
        .threads = (unsigned)c->threads,
        .hash = (size_t)c->hash,
        .print = print_line,
        .stop = cli_interrupt_flag(),
    };
    bool complete;
    const enum engine_status status = bench_run(&bench, &complete);
    if (status != ENGINE_OK)
        return cli_error(self, CLI_IO, "%s", engine_strerror(status));
    return complete ? CLI_OK : CLI_INTERRUPTED;
}

static int run_suite(const struct cli_command *self, const struct bench_command *c)
{
    enum { DEFAULT_NODES = 100000 };
    const bool has_limit = c->depth > 0 || c->nodes > 0 || c->time_ms > 0;
    const struct bench_suite suite = {
        .command = self,
        .files = c->suite,
        .game = c->game,
        .limits = {.depth = (int)c->depth,
                   .nodes = has_limit ? (uint64_t)c->nodes : DEFAULT_NODES,
                   .movetime_ms = c->time_ms},
        .threads = (unsigned)c->threads,
        .hash = (size_t)c->hash,
        .json = c->json,
    };
    return bench_suite_run(&suite);
}

static int run_mine(const struct cli_command *self, const struct bench_command *c)
{
    enum { DEFAULT_COUNT = 100, DEFAULT_SHALLOW = 5000, DEFAULT_NODES = 400000, DEFAULT_CP = 150 };
    const struct bench_mine mine = {
        .command = self,
        .file = c->mine,
        .count = c->count > 0 ? c->count : DEFAULT_COUNT,
        .skip = c->skip,
        .shallow = c->shallow > 0 ? c->shallow : DEFAULT_SHALLOW,
        .nodes = c->nodes > 0 ? c->nodes : DEFAULT_NODES,
        .margin = c->margin > 0 ? c->margin : DEFAULT_CP,
        .hash = (size_t)c->hash,
    };
    return bench_mine_run(&mine);
}

static int run_bench(const struct cli_command *self, int argc, char **argv)
{
    struct bench_command c = {.threads = 1, .hash = ENGINE_HASH_DEFAULT};
    const struct cli_option options[] = {
        {"--game", CLI_GAME, &c.game, 0, 0, "NAME", "only this game"},
        {"--depth", CLI_INTEGER, &c.depth, 1, DEPTH_MAX, "N", "plies instead of the usual depth"},
        {"--threads", CLI_INTEGER, &c.threads, 1, ENGINE_THREADS_MAX, "T",
         "threads, 1 if not given"},
        {"--hash", CLI_INTEGER, &c.hash, 1, 1 << 25, "MB", "transposition table, 64 if not given"},
        {"--suite", CLI_WORDS, &c.suite, 0, 0, "FILES",
         "solve the positions of these files (- is the input)"},
        {"--nodes", CLI_INTEGER, &c.nodes, 1, INT64_MAX, "N",
         "for each position of a suite, or each search of --mine"},
        {"--time", CLI_DURATION, &c.time_ms, 1, 1000LL * 86400 * 366, "TIME",
         "seconds for each position of a suite, or with a unit: 500ms"},
        {"--json", CLI_FLAG, &c.json, 0, 0, NULL, "write JSON, one object a line, of a suite"},
        {"--mine", CLI_TEXT, &c.mine, 0, 0, "FILE", "write a suite out of a file of selfplay"},
        {"--count", CLI_INTEGER, &c.count, 1, INT64_MAX, "N",
         "with --mine: positions to find, 100"},
        {"--skip", CLI_INTEGER, &c.skip, 0, INT64_MAX, "N",
         "with --mine: leave out the first N games"},
        {"--shallow", CLI_INTEGER, &c.shallow, 1, INT64_MAX, "N",
         "with --mine: nodes of the search that goes wrong, 5000"},
        {"--margin", CLI_INTEGER, &c.margin, 1, MINE_DECIDED, "CP",
         "with --mine: by how much its move is better, 150"},
    };
    const int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv);
    if (code != CLI_RUN)
        return code;
    const bool is_suite = c.suite.nb > 0;
    if (is_suite && c.mine)
        return cli_usage_error(self, "--suite excludes --mine");
    if (!is_suite && (c.time_ms > 0 || c.json))
        return cli_usage_error(self, "--time and --json need --suite");
    if (!is_suite && !c.mine && c.nodes > 0)
        return cli_usage_error(self, "--nodes needs --suite or --mine");
    if (c.mine && (c.depth > 0 || c.threads > 1 || c.game))
        return cli_usage_error(self, "--mine excludes --game, --depth and --threads");
    if (!c.mine && (c.count > 0 || c.skip > 0 || c.shallow > 0 || c.margin > 0))
        return cli_usage_error(self, "--count, --skip, --shallow and --margin need --mine");
    cli_catch_interrupt();
    return is_suite ? run_suite(self, &c) : c.mine ? run_mine(self, &c) : run_signature(self, &c);
}

const struct cli_command cmd_bench = {
    .name = "bench",
    .summary = "node signature and speed; positions with known best moves, solved how soon",
    .run = run_bench,
    .notes =
        "Built-in positions are searched to a fixed depth. With one thread and the usual depth\n"
        "and hash the counts are the same on every machine; the last line, the signature,\n"
        "changes when the search or the rules change.\n"
        "\n"
        "A suite has lines FEN ;set=GAME ;bm MOVE,MOVE ;id NAME, the puzzle files among them.\n"
        "Each position is searched from an empty table until --nodes, --time or --depth is\n"
        "reached, 100,000 nodes if none is given. It is solved if the answer is one of the moves\n"
        "bm. \"To solution\" is what was spent up to the first iteration from which on the best\n"
        "move was one of them; where the position is missed, all that was spent. With one thread\n"
        "and without --time the counts are the same everywhere. Exit status 0 however many are\n"
        "solved; a line at fault is named before anything is searched, status 2; Ctrl-C prints\n"
        "the totals so far, status 4.\n"
        "\n"
        "JSON: {\"type\":\"position\",\"file\",\"line\",\"id\",\"game\",\"fen\",\"bm\":[...],\n"
        "\"best\",\"solved\",\"found\":{\"depth\",\"nodes\",\"time\"},\"depth\",\"nodes\",\n"
        "\"time\"}, \"found\" only if solved; then {\"type\":\"total\",\"solved\",\"positions\",\n"
        "\"nodes_to_solution\",\"mean_nodes_to_solution\",\"time_to_solution\",\"nodes\",\n"
        "\"time\",\"complete\"}, and {\"type\":\"file\",\"file\",...} after each of several\n"
        "files. The mean is geometric; time is in seconds.\n"
        "\n"
        "--mine writes a suite to the output: positions of a file of citadel selfplay where\n"
        "--nodes (400,000) find a move that --shallow nodes miss, and that is better than all\n"
        "others by --margin, or the only win. The heading says how it was made; the same program\n"
        "makes the same suite of the same file.\n",
    .examples = "citadel bench\n"
                "citadel bench --depth 6 --threads 2 --hash 16\n"
                "citadel bench --suite tests/data/belarusian.puzzles.epd --nodes 2000\n"
                "citadel bench --suite bench/tactics/*.epd --nodes 1000 --json\n"
                "citadel selfplay --games 2 --nodes 50 --out /tmp/two.games --force && "
                "citadel bench --mine /tmp/two.games --shallow 50 --nodes 1000\n",
};
