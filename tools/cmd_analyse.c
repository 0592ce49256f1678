/* The command `analyse`: thinks about one position or about each of a file. The work is done in the
 * other files named analyse_. */
#include "tools/analyse.h"

#include <string.h>

/* Three rising percentages. */
static bool read_marks(const char *text, int loss[MARKS_NB])
{
    int64_t last = 0;
    for (int i = 0; i < MARKS_NB; i++) {
        char word[8];
        int64_t n;
        const size_t length = strcspn(text, ",");
        const bool is_last = text[length] == '\0';
        if (length >= sizeof word || is_last != (i == MARKS_NB - 1))
            return false;
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        if (!cli_read_integer(word, &n) || n <= last || n > 100)
            return false;
        loss[i] = (int)n;
        last = n;
        text += length + 1;
    }
    return true;
}

static int check_options(const struct cli_command *self, struct analyse_options *o)
{
    if (!read_marks(o->marks, o->loss))
        return cli_usage_error(self, "option --marks: '%s' is not three rising percentages",
                               o->marks);
    if (o->games && !o->file)
        return cli_usage_error(self, "--games writes the games of --file, which is not given");
    if (o->file && (o->setup.fen || o->setup.moves.nb > 0 || o->search_moves.nb > 0))
        return cli_usage_error(self, "--file excludes --fen, --moves and --searchmoves");
    if (o->total_ms > 0 && o->time_ms > 0)
        return cli_usage_error(self, "--total excludes --time");
    return CLI_RUN;
}

/* Is the file of the kind that the outputs need? CLI_RUN or CLI_USAGE. Of a file in which all is
 * faulty the faults have been told. */
static int check_kind(const struct cli_command *self, const struct analyse_options *o,
                      const struct batch *b, int loaded)
{
    if (loaded == CLI_USAGE && b->nb == 0)
        return CLI_USAGE;
    if (o->games && b->games_nb == 0)
        return cli_usage_error(self, "option --games: %s: there are no games", o->file);
    return CLI_RUN;
}

static int worse(int a, int b)
{
    return a > b ? a : b;
}

/* Everything behind the options. */
static int analyse(const struct cli_command *self, const struct analyse_options *o)
{
    struct batch batch = {0};
    struct analysis a = {.command = self, .o = o, .batch = &batch};
    a.is_live = !o->json && cli_is_terminal(stdout);
    cli_catch_interrupt();
    /* Bad positions do not keep the good ones from being analysed, but decide the exit status. */
    const int loaded = batch_load(&batch, self, o);
    int code = loaded == CLI_USAGE && o->file ? CLI_RUN : loaded;
    if (code == CLI_RUN)
        code = check_kind(self, o, &batch, loaded);
    if (code == CLI_RUN) {
        code = analyse_run(&a);
        if (a.has_begun) {
            code = worse(code, loaded == CLI_USAGE ? CLI_USAGE : CLI_OK);
            code = worse(code, o->epd ? epd_write(&a) : CLI_OK);
            code = worse(code, o->html ? html_write(&a) : CLI_OK);
            code = worse(code, o->games ? games_write(&a) : CLI_OK);
        }
    }
    batch_fini(&batch);
    return code;
}

static int run_analyse(const struct cli_command *self, int argc, char **argv)
{
    enum { TIME_MAX_S = 86400 * 366 };
    struct analyse_options o = {.threads = 1,
                                .hash = ENGINE_HASH_DEFAULT,
                                .multipv = 1,
                                .interval_ms = 300000,
                                .marks = "10,20,30"};
    const struct cli_option options[] = {
        SETUP_OPTIONS(&o.setup),
        {"--file", CLI_TEXT, &o.file, 0, 0, "FILE",
         "each position, or game, of FILE (- is the input)"},
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
        {"--epd", CLI_TEXT, &o.epd, 0, 0, "OUT", "write EPD with the results"},
        {"--games", CLI_TEXT, &o.games, 0, 0, "OUT", "write the games of FILE with comments"},
        {"--marks", CLI_TEXT, &o.marks, 0, 0, "A,B,C", "losses that are marked ?! ? ??; 10,20,30"},
        {"--html", CLI_TEXT, &o.html, 0, 0, "OUT", "write a report with boards and curves"},
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
        "Without --time, --depth or --nodes it thinks until Ctrl-C on a terminal, else 5\n"
        "seconds. All limits given hold together. Scores are for the side to move, in men; a\n"
        "proven win is told as moves to go and the way it ends. A terminal shows board, figures\n"
        "and lines while it thinks. After Ctrl-C the result so far is printed, and files are\n"
        "written; exit status 4 if a limit was not reached or a file not finished. A second\n"
        "Ctrl-C stops at once.\n"
        "\n"
        "--total is for all positions together: what an easy one leaves goes to the hard ones.\n"
        "\n"
        "A file that begins with a tag in brackets, or is called .pgn or .pdn, holds recorded\n"
        "games: PDN of Bashni, or PGN of the chess games with [Variant \"tamerlane\"] (a name\n"
        "of the list above), [Rules \"Setup=third\"] and [FEN \"...\"] where needed; moves in\n"
        "any notation. All positions are analysed, from the last to the first, and the moves\n"
        "judged: a move loses the chances to win by which its score falls short of the best\n"
        "one's, where a score of S men has 100 / (1 + 10^(-S/4)) percent. Moves that lose 10,\n"
        "20 or 30 (--marks) are marked ?! ? ??. --games writes the games with the score after\n"
        "each move ([%eval], for White) and, for marked ones, the better line; comments and\n"
        "variations of the input are not kept.\n"
        "\n"
        "--html writes one page, for screen, phone and paper, that needs nothing else: boards\n"
        "with the best move as an arrow, tables of the lines and their boards, of games the\n"
        "curve of White's chances and the list of moves.\n"
        "\n"
        "--checkpoint keeps the state of the run in a file, and the transposition table in\n"
        "another with .hash behind the name, every five minutes and at its end or interruption.\n"
        "The same command with --resume instead goes on with it: finished positions are\n"
        "reported again but not searched, the present one goes on from the table for what is\n"
        "left of its limits. Output files and --json may differ; anything else, or another\n"
        "version, is refused.\n"
        "\n"
        "A file has one position a line: FEN, EPD with any operations (\"FEN bm e2e4; id\n"
        "\\\"a\\\";\" or \"FEN ;bm e2e4 ;id a\"), or lines as moves --file reads. With bm or\n"
        "am, it is told whether the move found is the one. --epd writes the file again with\n"
        "these operations added or replaced: acd (depth), acn (nodes), acs (seconds), ce\n"
        "(centipawns) or dm (moves to a win, below 0 to a loss), pm (best move), pv. All else\n"
        "stays as it was. For games and single positions it writes a line for each.\n"
        "\n"
        "JSON: {\"type\":\"info\",\"line\",\"id\",\"depth\",\"seldepth\",\"multipv\",\n"
        "\"score\":{\"cp\"} or {\"mate\"},\"bound\",\"nodes\",\"nps\",\"hashfull\",\"time\",\n"
        "\"pv\":[...]} and at the end {\"type\":\"result\",\"line\",\"id\",\"game\",\"fen\",\n"
        "\"result\", \"lines\":[{\"move\",\"human\",\"score\",\"words\",\"way\",\"bound\",\n"
        "\"pv\"}],\"best\",\"human\",\"depth\", \"nodes\",\"time\",\"complete\",\"solved\",\n"
        "\"limits\":{...}}; from \"best\" on all is missing if the game is over, and \"solved\"\n"
        "without bm or am. \"line\" counts the lines of a file, \"id\" is its operation. Time\n"
        "is in seconds. Of games, \"number\" and \"ply\" (moves played before) stand instead,\n"
        "and behind each result {\"type\":\"move\",\"number\",\"ply\",\"side\",\"move\",\n"
        "\"human\",\"before\":{\"cp\"},\"after\":{\"cp\"},\"loss\" (percent),\"mark\",\n"
        "\"better\":[...]}, scores for the side that moved.\n",
    .examples =
        "citadel analyse --depth 8\n"
        "citadel analyse --game tamerlane --option Setup=third --depth 6\n"
        "citadel analyse --game bashni --fen W:WKd8:Bd4,Kg7,h2 --time 1\n"
        "citadel analyse --fen \"9/9/3g1A3/3RMR3/3mK4/3V1a3/9/9/6k2 w - 0 1\" --mate 5 --time 5\n"
        "citadel analyse --moves e2e4 e8e6 --time 1 --multipv 3 --json\n"
        "citadel analyse --file tests/data/belarusian.puzzles.epd --nodes 2000\n"
        "citadel analyse --file tests/fuzz/corpus/pdn/fragment --depth 6 --games "
        "/tmp/analysed.pdn\n"
        "citadel analyse --file tests/fuzz/corpus/pdn/fragment --depth 6 --html /tmp/report.html\n"
        "citadel analyse --file tests/puzzles/bashni.epd --total 5 --epd /tmp/analysed.epd\n",
};
