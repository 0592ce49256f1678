/* The command `play`: a game in the terminal against the engine. */
#include "engine/engine.h"
#include "tools/cli.h"
#include "tools/line_reader.h"
#include "tools/play.h"
#include "tools/setup.h"

#include <errno.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* Reads lines until the game is left. Returns an exit code. */
static int read_lines(const struct cli_command *self, struct play *p)
{
    struct line_reader reader = {.fd = STDIN_FILENO};
    const bool is_live = cli_is_terminal(stdout) && isatty(STDIN_FILENO);
    char prompt[PLAY_PROMPT_MAX];
    char *line;
    bool goes_on = true;
    int code = CLI_OK;
    while (goes_on && !cli_is_interrupted()) {
        if (is_live) {
            play_prompt(p, prompt);
            fputs(prompt, stdout);
        }
        fflush(stdout);
        const enum line_event event = line_reader_next(&reader, -1, &line);
        if (event == LINE_TEXT)
            goes_on = play_line(p, line);
        else if (event == LINE_FAILED)
            code = cli_error(self, CLI_IO, "cannot read the input: %s", strerror(errno));
        if (event == LINE_FAILED || event == LINE_END)
            break;
    }
    line_reader_fini(&reader);
    if (is_live && goes_on)
        putchar('\n');
    if (code == CLI_OK && cli_is_interrupted() && !play_is_over(p))
        code = CLI_INTERRUPTED;
    return code;
}

/* Which sides the engine plays, given the user's. */
static int choose_sides(const struct cli_command *self, const char *user, struct play_options *o)
{
    static const struct {
        const char *name;
        bool plays[SIDE_NB];
    } choices[] = {
        {"white", {[BLACK] = true}},
        {"black", {[WHITE] = true}},
        {"both", {false, false}},
        {"none", {true, true}},
    };
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        if (strcasecmp(choices[i].name, user) == 0) {
            memcpy(o->plays, choices[i].plays, sizeof o->plays);
            return CLI_RUN;
        }
    return cli_usage_error(self, "option --side: '%s' is none of white, black, both, none", user);
}

static int play(const struct cli_command *self, const struct position *pos,
                const struct cli_words *moves, const struct play_options *o, const char *load)
{
    /* The signal has to reach the thread that reads, or its read would not end. */
    cli_catch_interrupt();
    cli_block_interrupt(true);
    struct play *p = play_new(stdout, pos, o);
    cli_block_interrupt(false);
    if (!p)
        return cli_error(self, CLI_IO, "not enough memory or threads (--hash, --threads)");
    char why[PLAY_WHY_MAX] = "out of memory";
    int code = load ? play_load(p, load, why) : CLI_OK;
    for (int i = 0; i < moves->nb && code == CLI_OK; i++)
        if (play_opening(p, moves->first[i]) != ENGINE_OK)
            code = CLI_IO; /* they are known to be legal */
    if (code == CLI_OK) {
        play_begin(p);
        code = read_lines(self, p);
    } else {
        cli_error(self, code, "%s", why);
    }
    play_free(p);
    return code;
}

static int run_play(const struct cli_command *self, int argc, char **argv)
{
    struct setup setup = {0};
    struct play_options o = {.threads = 1, .hash = ENGINE_HASH_DEFAULT};
    const char *side = "white", *load = NULL;
    const struct cli_option options[] = {
        SETUP_OPTIONS(&setup),
        {"--side", CLI_TEXT, &side, 0, 0, "SIDE", "yours: white (usual), black, both, none"},
        {"--level", CLI_INTEGER, &o.level, 1, PLAY_LEVEL_MAX, "N", "strength, 6 if not given"},
        {"--nodes", CLI_INTEGER, &o.nodes, 1, INT64_MAX, "N", "positions looked at a move"},
        {"--movetime", CLI_DURATION, &o.movetime_ms, 1, 86400000, "TIME", "time for a move"},
        {"--threads", CLI_INTEGER, &o.threads, 1, ENGINE_THREADS_MAX, "T", "search threads"},
        {"--hash", CLI_INTEGER, &o.hash, 1, 1 << 25, "MB", "transposition table, 64 if not given"},
        {"--unicode", CLI_FLAG, &o.has_signs, 0, 0, NULL, "boards with signs instead of letters"},
        {"--load", CLI_TEXT, &load, 0, 0, "FILE", "go on with the first game of FILE"},
        {"--save", CLI_TEXT, &o.save, 0, 0, "FILE", "write the game to FILE after every move"},
    };
    int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv);
    if (code == CLI_RUN)
        code = choose_sides(self, side, &o);
    if (code != CLI_RUN)
        return code;
    if (o.level > 0 && (o.nodes > 0 || o.movetime_ms > 0))
        return cli_usage_error(self, "--level excludes --nodes and --movetime");
    if (load && (setup.game || setup.fen || setup.moves.nb > 0 || setup.options.nb > 0))
        return cli_usage_error(self, "--load excludes --game, --option, --fen and --moves");
    if (o.level == 0)
        o.level = PLAY_LEVEL_DEFAULT;
    o.has_colour = cli_has_colour(stdout);
    struct position *pos;
    code = setup_position(self, &setup, &pos);
    if (code != CLI_RUN)
        return code;
    /* The moves are good; they belong to the game, which begins before them. */
    const struct cli_words moves = setup.moves;
    setup.moves = (struct cli_words){0};
    pos_free(pos);
    code = setup_position(self, &setup, &pos);
    if (code != CLI_RUN)
        return code;
    code = play(self, pos, &moves, &o, load);
    pos_free(pos);
    return code;
}

const struct cli_command cmd_play = {
    .name = "play",
    .summary = "play a game in the terminal, with hints, analysis and take back",
    .run = run_play,
    .notes =
        "Type moves in engine notation (e2e4) or as the board's language has them (Ke3-e5,\n"
        "a3:c5), and `help` for the commands: board moves undo hint analyse switch level new save\n"
        "load fen help quit. With --side both it only watches over the rules; with none it plays\n"
        "against itself.\n"
        "\n"
        "Level N looks at 100 positions a move for N = 1 and at four times as many for each more.\n"
        "Games are saved as PDN (Bashni) or PGN with Variant, Rules and FEN tags, which `citadel\n"
        "analyse` reads too. The game ends by the rules of RULES.md, and with the end of the\n"
        "input. Ctrl-C leaves at once; exit status 4 if the game was not over.\n",
    .examples =
        "printf 'e2e4\\nhint\\nundo\\nquit\\n' | citadel play --level 3\n"
        "printf 'moves\\nf3f4\\n' | citadel play --game tamerlane --nodes 2000\n"
        "printf 'c3-b4\\nanalyse 0.2\\nboard\\n' | citadel play --game bashni --level 2\n"
        "printf 'board\\n' | citadel play --side none --level 1 --moves e2e4 e8e6 | head -n 40\n",
};
