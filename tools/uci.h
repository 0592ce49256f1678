/* uci.h - the UCI dialogue as an object: lines in, lines out, a search in the background.
 *
 * The reading loop, the fuzzer and tests share it. One thread (the owner) calls these functions;
 * output is written line by line to `out`, also from the search thread. */
#ifndef CITADEL_TOOLS_UCI_H
#define CITADEL_TOOLS_UCI_H

#include <stdbool.h>
#include <stdio.h>

struct cli_command;
struct uci;

/* `is_sandbox` is for the fuzzer: every search ends at once by a node limit and before the next
 * line is taken, memory and threads stay small, no file is written. NULL if memory is short. */
struct uci *uci_new(FILE *out, bool is_sandbox);

/* Takes one line without its line end; the text is cut up. False after `quit`, or when the output
 * cannot be written any more. */
bool uci_line(struct uci *u, char *line);

/* A descriptor that the reading loop should watch beside its input, and what to call when it is
 * readable; -1 if there is none. It may change with every line. */
int uci_wake_fd(const struct uci *u);
bool uci_wake(struct uci *u);

/* Ends a running search, which still prints its bestmove. NULL is allowed. */
void uci_free(struct uci *u);

/* Could everything be written so far? */
bool uci_output_ok(const struct uci *u);

/* The dialogue of a command between standard input and output, after the line `first` (cut up; NULL
 * for none). Returns an exit code. */
int uci_serve(const struct cli_command *self, char *first);

#endif
