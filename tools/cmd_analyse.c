/* The command `analyse`: thinks about one position or about each of a file. The work is done in the
 * other files named analyse_. */
#include "tools/analyse.h"

static int check_options(const struct cli_command *self, const struct analyse_options *o)
{
    if (o->file && (o->setup.fen || o->setup.moves.nb > 0 || o->search_moves.nb > 0))
        return cli_usage_error(self, "--file excludes --fen, --moves and --searchmoves");
    if (o->epd && !o->file)
        return cli_usage_error(self, "--epd writes the lines of --file, which is not given");
    if (o->total_ms > 0 && o->time_ms > 0)
        return cli_usage_error(self, "--total excludes --time");
    return CLI_RUN;
}

/* Everything behind the options. */
static int analyse(const struct cli_command *self, const struct analyse_options *o)
{
    struct batch batch = {0};
    struct analysis a = {.command = self, .o = o, .batch = &batch};
    a.is_live = !o->json && cli_is_terminal(stdout);
    cli_catch_interrupt();
    int worst = batch_load(&batch, self, o);
    const int loaded = worst == CLI_RUN ? CLI_OK : worst;
    worst = loaded;
    if (loaded < CLI_IO && batch.nb > 0) {
        const int code = analyse_run(&a);
        worst = code > worst ? code : worst;
    }
    if (a.has_begun && o->epd) {
        const int code = epd_write(&a);
        worst = code > worst ? code : worst;
    }
    batch_fini(&batch);
    return worst;
}

static int run_analyse(const struct cli_command *self, int argc, char **argv)
{
    enum { TIME_MAX_S = 86400 * 366 };
    struct analyse_options o = {
        .threads = 1, .hash = ENGINE_HASH_DEFAULT, .multipv = 1, .interval_ms = 300000};
    const struct cli_option options[] = {
        SETUP_OPTIONS(&o.setup),
        {"--file", CLI_TEXT, &o.file, 0, 0, "FILE", "each position of FILE (- is the input)"},
        {"--time", CLI_DURATION, &o.time_ms, 1, 1000LL * TIME_MAX_S, "TIME",
         "seconds, or with a unit: 500ms, 2m, 1h"},
        {"--total", CLI_DURATION, &o.total_ms, 1, 1000LL * TIME_MAX_S, "TIME",
         "time for all positions, shared out by need"},
        {"--depth", CLI_INTEGER, &o.depth, 1, DEPTH_MAX, "N", "plies"},
        {"--nodes", CLI_INTEGER, &o.nodes, 1, INT64_MAX, "N", "positions to visit"},
        {"--mate", CLI_INTEGER, &o.mate, 1, PLY_MAX / 2, "N",
         "end when a win in N moves is proven; status 1 if none is found"},
        {"--threads", CLI_INTEGER, &o.threads, 1, ENGINE_THREADS_MAX, "T", "search threads"},
        {"--hash", CLI_INTEGER, &o.hash, 1, 1 << 25, "MB", "transposition table, 64 if not given"},
        {"--multipv", CLI_INTEGER, &o.multipv, 1, ENGINE_MULTIPV_MAX, "N", "best N moves"},
        {"--searchmoves", CLI_WORDS, &o.search_moves, 0, 0, "MOVES", "only these first moves"},
        {"--epd", CLI_TEXT, &o.epd, 0, 0, "OUT", "write the lines of FILE with the results"},
        {"--checkpoint", CLI_TEXT, &o.checkpoint, 0, 0, "STATE",
         "keep the state of the run in a file"},
        {"--checkpoint-every", CLI_DURATION, &o.interval_ms, 10, 1000LL * TIME_MAX_S, "TIME",
         "how often; 5m if not given"},
        {"--resume", CLI_TEXT, &o.resume, 0, 0, "STATE", "go on with the run that was saved there"},
        {"--json", CLI_FLAG, &o.json, 0, 0, NULL, "write JSON, one object a line"},
    };
    int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv);
    if (code == CLI_RUN)
        code = check_options(self, &o);
    return code == CLI_RUN ? analyse(self, &o) : code;
}

const struct cli_command cmd_analyse = {
    .name = "analyse",
    .summary = "think about a position, or about each of a file, and say the best move",
    .run = run_analyse,
    .notes =
        "Without --time, --depth or --nodes it thinks until Ctrl-C on a terminal, else 5 seconds.\n"
        "All limits given hold together. Scores are for the side to move, in men; a proven win is\n"
        "told as moves to go and the way it ends. After Ctrl-C the result so far is printed; exit\n"
        "status 4 if a limit was not reached or a file not finished.\n"
        "\n"
        "--total is for all positions together: what an easy one leaves goes to the hard ones.\n"
        "\n"
        "--checkpoint keeps the state of the run in a file, every five minutes and at its end or\n"
        "interruption. The same command with --resume instead goes on with it: finished positions\n"
        "are reported again but not searched, the present one is searched for what is left of its\n"
        "limits. Output files and --json may differ; anything else, or another version, is "
        "refused.\n"
        "\n"
        "A file has one position a line: FEN, EPD with any operations (\"FEN bm e2e4; id "
        "\\\"a\\\";\" or\n"
        "\"FEN ;bm e2e4 ;id a\"), or lines as moves --file reads. --epd writes it again with "
        "these\n"
        "operations added or replaced: acd (depth), acn (nodes), acs (seconds), ce (centipawns) or "
        "dm\n"
        "(moves to a win, below 0 to a loss), pm (best move), pv. All else stays as it was.\n"
        "\n"
        "JSON: {\"type\":\"info\",\"line\",\"depth\",\"seldepth\",\"multipv\",\"score\":{\"cp\"} "
        "or\n"
        "{\"mate\"},\"bound\",\"nodes\",\"nps\",\"hashfull\",\"time\",\"pv\":[...]} and at the "
        "end\n"
        "{\"type\":\"result\",\"line\",\"id\",\"game\",\"fen\",\"result\",\"lines\":[{\"move\","
        "\"human\","
        "\"score\",\n"
        "\"words\",\"way\",\"pv\"}],\"best\",\"human\",\"depth\",\"nodes\",\"time\",\"complete\",\n"
        "\"limits\":{...}}; from \"best\" on all is missing if the game is over. \"line\" counts "
        "the lines\n"
        "of a file, \"id\" is its operation. Time is in seconds.\n",
    .examples =
        "citadel analyse --depth 8\n"
        "citadel analyse --game tamerlane --option Setup=third --depth 6\n"
        "citadel analyse --game bashni --fen W:WKd8:Bd4,Kg7,h2 --time 1\n"
        "citadel analyse --fen \"9/9/3g1A3/3RMR3/3mK4/3V1a3/9/9/6k2 w - 0 1\" --mate 5 --time 5\n"
        "citadel analyse --moves e2e4 e8e6 --time 1 --multipv 3 --json\n"
        "citadel analyse --file tests/data/belarusian.puzzles.epd --nodes 2000\n"
        "citadel analyse --file tests/puzzles/bashni.epd --total 5 --epd /tmp/analysed.epd\n",
};
