/* The command `uci`: reads the dialogue from standard input. */
#include "tools/cli.h"
#include "tools/line_reader.h"
#include "tools/uci.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Reads lines until `quit`, the end of the input or an interrupt. Returns false on a read error. */
static bool read_lines(struct uci *u)
{
    struct line_reader reader = {.fd = STDIN_FILENO};
    enum line_event event = LINE_SIGNAL;
    bool goes_on = true;
    while (goes_on && !cli_is_interrupted()) {
        char *line;
        event = line_reader_next(&reader, uci_wake_fd(u), &line);
        if (event == LINE_TEXT)
            goes_on = uci_line(u, line);
        else if (event == LINE_WAKE)
            goes_on = uci_wake(u);
        else if (event != LINE_SIGNAL)
            break;
    }
    const int error = errno;
    line_reader_fini(&reader);
    errno = error;
    if (cli_is_interrupted())
        return true;
    /* The end of the input is a quit, in particular to a count that still runs. */
    char quit[] = "quit";
    if (event == LINE_END)
        uci_line(u, quit);
    return event != LINE_FAILED;
}

int uci_serve(const struct cli_command *self, char *first)
{
    /* The signal has to reach the thread that reads, or its read would not end. */
    cli_catch_interrupt();
    cli_block_interrupt(true);
    struct uci *u = uci_new(stdout, false);
    cli_block_interrupt(false);
    if (!u)
        return cli_error(self, CLI_IO, "out of memory");
    const bool could_read = (first && !uci_line(u, first)) || read_lines(u);
    const int error = errno;
    const bool could_write = uci_output_ok(u);
    uci_free(u);
    if (!could_read)
        return cli_error(self, CLI_IO, "cannot read the input: %s", strerror(error));
    if (!could_write)
        return cli_error(self, CLI_IO, "cannot write the output");
    return CLI_OK;
}

static int run_uci(const struct cli_command *self, int argc, char **argv)
{
    const int code = cli_parse(self, NULL, 0, argc, argv);
    return code == CLI_RUN ? uci_serve(self, NULL) : code;
}

const struct cli_command cmd_uci = {
    .name = "uci",
    .summary = "speak UCI with a graphical interface (what runs without a command)",
    .run = run_uci,
    .notes =
        "Commands: uci isready ucinewgame setoption position go stop ponderhit quit. Limits of\n"
        "go: depth nodes movetime wtime btime winc binc movestogo infinite ponder mate\n"
        "searchmoves perft. Bad input is answered by 'info string ...' and changes nothing.\n"
        "\n"
        "Beyond the protocol: d (the board), eval, flip, moves, bench, and wait, which takes\n"
        "no further line until the search has ended, for scripts. hash save FILE and hash load\n"
        "FILE keep the table for another day; a file of another version, game, rules or size of\n"
        "Hash is refused.\n"
        "\n"
        "The word 'hub' switches to Hub 2, the protocol of draughts programs, for Bashni. Its\n"
        "commands: hub init set-param pos level go ponder-hit stop new-game ping quit, and our\n"
        "wait. pos= takes the position text of --fen, since the usual string has no towers;\n"
        "moves are written as a3:c5:a7. Scores are in men: a win in N plies is 100 - N/100, and\n"
        "no evaluation exceeds 95; nps is in millions. Limits of level hold until the next pos\n"
        "or go; without any, and with go analyze, only stop brings 'done'. Bad input is answered\n"
        "by 'error' and changes nothing.\n"
        "\n"
        "The word 'xboard' switches to CECP for the two chess games; `citadel help xboard` tells\n"
        "about it.\n"
        "\n"
        "The end of the input ends the program, and a running search with it.\n",
    .examples = "printf 'position startpos moves e2e4\\ngo depth 6\\nwait\\n' | citadel uci\n"
                "printf 'go perft 4\\n' | citadel\n"
                "printf 'hub\\ninit\\npos\\nlevel depth=6\\ngo think\\nwait\\n' | citadel\n",
};
