/* The command `bench`: node signature and speed. */
#include "engine/engine.h"
#include "tools/bench_run.h"
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

static int run_bench(const struct cli_command *self, int argc, char **argv)
{
    const struct game *game = NULL;
    int64_t depth = 0;
    int64_t threads = 1;
    int64_t hash = ENGINE_HASH_DEFAULT;
    const struct cli_option options[] = {
        {"--game", CLI_GAME, &game, 0, 0, "NAME", "only this game"},
        {"--depth", CLI_INTEGER, &depth, 1, DEPTH_MAX, "N", "plies instead of the usual depth"},
        {"--threads", CLI_INTEGER, &threads, 1, ENGINE_THREADS_MAX, "T", "threads, 1 if not given"},
        {"--hash", CLI_INTEGER, &hash, 1, 1 << 25, "MB", "transposition table, 64 if not given"},
    };
    const int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv);
    if (code != CLI_RUN)
        return code;
    if (game && !has_positions(game))
        return cli_usage_error(self, "option --game: bench has no positions of %s", game->name);
    cli_catch_interrupt();
    const struct bench_options bench = {
        .game = game,
        .depth = (int)depth,
        .threads = (unsigned)threads,
        .hash = (size_t)hash,
        .print = print_line,
        .stop = cli_interrupt_flag(),
    };
    bool complete;
    const enum engine_status status = bench_run(&bench, &complete);
    if (status != ENGINE_OK)
        return cli_error(self, CLI_IO, "%s", engine_strerror(status));
    return complete ? CLI_OK : CLI_INTERRUPTED;
}

const struct cli_command cmd_bench = {
    .name = "bench",
    .summary = "fixed-depth search of built-in positions: node signature and speed",
    .run = run_bench,
    .notes =
        "With one thread and the usual depth and hash the counts are the same on every machine;\n"
        "the last line, the signature, changes when the search or the rules change.\n",
    .examples = "citadel bench\n"
                "citadel bench --depth 6 --threads 2 --hash 16\n",
};
