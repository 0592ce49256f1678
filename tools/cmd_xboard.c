/* The command `xboard`: the CECP dialogue from its start. */
#include "tools/cli.h"
#include "tools/uci.h"

#include <stdio.h>

static int run_xboard(const struct cli_command *self, int argc, char **argv)
{
    const int code = cli_parse(self, NULL, 0, argc, argv);
    if (code != CLI_RUN)
        return code;
    /* XBoard waits seconds for the first word and then takes us for a program of version 1; on a
     * busy machine memory and tables may take that long. */
    puts("feature done=0");
    fflush(stdout);
    return uci_serve(self, (char[]){"xboard"});
}

const struct cli_command cmd_xboard = {
    .name = "xboard",
    .summary = "speak CECP with XBoard or WinBoard, for the two chess games",
    .run = run_xboard,
    .notes =
        "Protocol version 2; the variants are the names of the chess games. Start XBoard by\n"
        "tools/xboard-belarusian.sh or tools/xboard-tamerlane.sh, which set it up, or by\n"
        "\n"
        "  xboard -fcp 'citadel xboard' -variant tamerlane -testLegality false\n"
        "\n"
        "XBoard must not test legality itself: it does not know the rules, the engine shows where\n"
        "a man may go. Its board of Tamerlane chess has 13 files, z beside a9 and l beside k2, "
        "and\n"
        "counts ranks from 0: our a1 is its b0. Pawns are dressed letters there (R' is the pawn\n"
        "of rooks), the pawn of pawns is P, H and Y on its three journeys. A man that changes\n"
        "where it stands moves by an empty square and back (d1d2,d2d1a is a coronation); when\n"
        "the shah changes places with another man, that man becomes the shah, and the picture\n"
        "on the shah's old square is wrong until the man there moves.\n"
        "\n"
        "Commands: all of the protocol but edit, pause and setscore. Rule options (Setup, ...) "
        "are\n"
        "options of the engine and work from the next new game. In a match the loser concedes and\n"
        "draws are offered, since XBoard takes other claims for false ones. Beyond the protocol:\n"
        "wait, which takes no further line until our move is made, for scripts.\n",
    .examples =
        "printf 'new\\nvariant belarusian\\nsd 5\\nusermove e2e4\\nwait\\n' | citadel xboard\n"
        "printf 'variant tamerlane\\nforce\\nusermove f2f3\\nsd 4\\ngo\\nwait\\n' | citadel "
        "xboard\n",
};
