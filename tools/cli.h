/* cli.h - what all commands share: options read strictly and described in one table, help made from
 * the same table, exit codes, interruption, colours.
 *
 * A command is a `struct cli_command`; its `run` fills a table of options that point at variables
 * holding the defaults, calls cli_parse, and goes on if that says so. */
#ifndef CITADEL_TOOLS_CLI_H
#define CITADEL_TOOLS_CLI_H

#include "engine/game.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifndef CITADEL_VERSION
#define CITADEL_VERSION "0.1"
#endif

enum cli_exit {
    CLI_OK = 0,
    CLI_NEGATIVE = 1,    /* the answer is no: a check failed, no win was found */
    CLI_USAGE = 2,       /* bad option or bad input */
    CLI_IO = 3,          /* a file or the output failed, or memory ran out */
    CLI_INTERRUPTED = 4, /* interrupted with work left */
    CLI_RUN = -1         /* of cli_parse only: the options are read, go on */
};

enum cli_kind {
    CLI_FLAG,     /* bool, no argument */
    CLI_INTEGER,  /* int64_t, within min..max */
    CLI_DURATION, /* int64_t milliseconds; text in seconds, or with unit ms, s, m, h */
    CLI_TEXT,     /* const char *, taken as it is */
    CLI_WORDS,    /* struct cli_words: all arguments up to the next option */
    CLI_GAME      /* const struct game *, by name */
};

/* A run of arguments; each may hold several blank-separated words. */
struct cli_words {
    char **first;
    int nb;
};

struct cli_option {
    const char *name; /* with its dashes: "--depth" */
    enum cli_kind kind;
    void *value;          /* where the value goes, of the type that `kind` says */
    int64_t min, max;     /* of numbers */
    const char *argument; /* its name in the help, NULL for flags */
    const char *help;     /* one line */
};

struct cli_command {
    const char *name;
    const char *summary; /* one line, for the list of commands */
    /* argv[0] is the command's name. Returns an exit code. */
    int (*run)(const struct cli_command *self, int argc, char **argv);
    const char *notes;    /* paragraphs of the help after the options, "" or ended by \n */
    const char *examples; /* command lines, each ended by \n */
};

/* The commands, in the order of the help; ended by an entry without name. */
extern const struct cli_command *const cli_commands[];
extern const struct cli_command cmd_uci, cmd_analyse, cmd_perft, cmd_solve, cmd_moves, cmd_show,
    cmd_play, cmd_xboard, cmd_match, cmd_selfplay, cmd_tune, cmd_bench;

/* Reads argv[1..]. CLI_RUN: all values are set; else the exit code, everything being said: CLI_OK
 * after --help, CLI_USAGE after a mistake. */
int cli_parse(const struct cli_command *command, const struct cli_option *options, size_t nb,
              int argc, char **argv);

/* A message on stderr, "citadel perft: ...", followed by where to find help. Returns CLI_USAGE. */
__attribute__((format(printf, 2, 3))) int cli_usage_error(const struct cli_command *command,
                                                          const char *format, ...);
/* A message on stderr without the hint; returns `code`. */
__attribute__((format(printf, 3, 4))) int cli_error(const struct cli_command *command, int code,
                                                    const char *format, ...);
/* The same for a fault at a byte of a text that the user gave: shows the text and the place. */
int cli_text_error(const struct cli_command *command, const char *what, const char *text,
                   const struct text_error *error);

/* Strict readers of whole strings, decimal, no blanks. False leaves *out alone. */
bool cli_read_integer(const char *text, int64_t *out); /* optional sign; false on overflow too */
bool cli_read_duration(const char *text, int64_t *milliseconds);

/* The name among `names` that `text` was probably meant to be, or NULL. */
const char *cli_suggest(const char *text, const char *const *names, size_t nb);
/* All game names, separated by ", ", in a buffer of `size` bytes. Returns out. */
const char *cli_game_names(char *out, size_t size);
/* The rule options of a game with their values, "Setup=masculine|third, ...", or "none". */
const char *cli_game_options(const struct game *game, char *out, size_t size);

/* The first SIGINT from now on only makes cli_is_interrupted true (and lets a blocking read fail
 * with EINTR); the second ends the process. */
void cli_catch_interrupt(void);
bool cli_is_interrupted(void);
/* For perft_options.stop: the same as a flag. */
const atomic_bool *cli_interrupt_flag(void);
/* Keeps SIGINT from threads that are created until it is let in again: the main thread gets it. */
void cli_block_interrupt(bool block);

/* Is f a terminal on which a line can be rewritten / colours are wanted (NO_COLOR, TERM)? */
bool cli_is_terminal(FILE *f);
bool cli_has_colour(FILE *f);
int cli_terminal_width(FILE *f);
int cli_terminal_height(FILE *f);

/* Seconds since some fixed moment. */
double cli_now(void);
/* Nodes per second, safe for tiny times. */
uint64_t cli_rate(double nodes, double seconds);

#endif
