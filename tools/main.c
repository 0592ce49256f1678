/* main.c - the program: finds the command and runs it. Without a command it speaks UCI, since that
 * is how graphical interfaces start engines. */
#include "tools/cli.h"

#include <errno.h>
#include <string.h>

const struct cli_command *const cli_commands[] = {
    &cmd_uci,    &cmd_analyse, &cmd_perft,    &cmd_solve, &cmd_moves, &cmd_show, &cmd_play,
    &cmd_xboard, &cmd_match,   &cmd_selfplay, &cmd_tune,  &cmd_bench, NULL,
};

static const struct cli_command *find_command(const char *name)
{
    for (size_t i = 0; cli_commands[i]; i++)
        if (strcmp(cli_commands[i]->name, name) == 0)
            return cli_commands[i];
    return NULL;
}

static int print_overview(void)
{
    char names[256];
    printf("Citadel %s, an engine for historical board games\n\n", CITADEL_VERSION);
    printf("Usage: citadel [COMMAND] [OPTIONS]\n\nCommands\n");
    for (size_t i = 0; cli_commands[i]; i++)
        printf("  %-9s %s\n", cli_commands[i]->name, cli_commands[i]->summary);
    printf("  %-9s %s\n", "help", "describe a command: citadel help COMMAND");
    printf("\nGames\n  %s\n", cli_game_names(names, sizeof names));
    printf("\nOptions\n  --help     this text\n  --version  version and games\n");
    printf("\nExit status: 0 success, 1 negative answer, 2 bad usage or input, 3 input or output\n"
           "failed, 4 interrupted with work left.\n");
    return CLI_OK;
}

/* What a comparison of machines and compilers has to name. */
#if defined(__clang__)
static const char compiler[] = "clang " __clang_version__;
#else
static const char compiler[] = "gcc " __VERSION__;
#endif
static const char target[] =
#if !defined(__x86_64__)
    "a processor without x86 extensions, portable slider attacks";
#elif defined(__AVX512F__) && defined(__AVX512VL__) && defined(__AVX512CD__)
    "x86-64 with AVX-512 slider attacks";
#elif defined(__AVX2__)
    "x86-64 with AVX2 slider attacks";
#else
    "x86-64 with portable slider attacks";
#endif

static int print_version(void)
{
    char names[256];
    printf("Citadel %s\nBuilt with %s for %s\nGames: %s\n", CITADEL_VERSION, compiler, target,
           cli_game_names(names, sizeof names));
    return CLI_OK;
}

static int unknown_command(const char *name)
{
    const char *names[16];
    size_t nb = 0;
    for (; cli_commands[nb]; nb++)
        names[nb] = cli_commands[nb]->name;
    names[nb++] = "help";
    const char *meant = cli_suggest(name, names, nb);
    if (meant)
        return cli_usage_error(NULL, "unknown command '%s', did you mean %s?", name, meant);
    return cli_usage_error(NULL, "unknown command '%s'", name);
}

static int print_help(int argc, char **argv)
{
    if (argc < 3 || strcmp(argv[2], "help") == 0 || strcmp(argv[2], "--help") == 0)
        return print_overview();
    const struct cli_command *command = find_command(argv[2]);
    if (!command)
        return unknown_command(argv[2]);
    char *arguments[] = {argv[2], (char[]){"--help"}, NULL};
    return command->run(command, 2, arguments);
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2)
        return cmd_uci.run(&cmd_uci, argc, argv);
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return print_overview();
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0)
        return print_version();
    if (strcmp(name, "help") == 0)
        return print_help(argc, argv);
    const struct cli_command *command = find_command(name);
    if (!command)
        return unknown_command(name);
    return command->run(command, argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
    int code = dispatch(argc, argv);
    /* A full disk shows up here at the latest. */
    const bool has_failed = ferror(stdout) != 0;
    if ((fflush(stdout) != 0 || has_failed || fclose(stdout) != 0) && code != CLI_IO)
        code = cli_error(NULL, CLI_IO, "cannot write the output: %s",
                         errno ? strerror(errno) : "write error");
    return code;
}
