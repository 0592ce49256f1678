/* bench_suite.h - files of positions with known best moves, searched one by one: how many are
 * solved, and how soon. It watches for regressions; whether an unsolved position matters is for
 * the reader to judge. */
#ifndef CITADEL_TOOLS_BENCH_SUITE_H
#define CITADEL_TOOLS_BENCH_SUITE_H

#include "engine/engine.h"
#include "tools/cli.h"

#include <stdbool.h>
#include <stddef.h>

struct bench_suite {
    const struct cli_command *command; /* for messages */
    struct cli_words files;            /* in the forms of suite.h; "-" is standard input */
    const struct game *game;           /* of lines that name none, may be NULL */
    struct engine_limits limits;       /* of each position */
    unsigned threads;
    size_t hash; /* MiB */
    bool json;
};

/* Reads all files, searches each position from a cleared engine and prints what was found, then
 * the totals. A line at fault is reported with its place and keeps everything from starting, since
 * totals over part of a suite mislead. Returns an exit code: CLI_OK however many were solved,
 * CLI_USAGE, CLI_IO, or CLI_INTERRUPTED with the totals so far. */
int bench_suite_run(const struct bench_suite *options);

#endif
