/* bench_mine.h - positions for bench_suite.h out of games of `citadel selfplay`: those where a
 * shallow search goes wrong and a much deeper one is sure of its move.
 *
 * A position is taken if
 * - a search of `nodes` nodes finds another move than one of `shallow` nodes, and held it best over
 *   its last three iterations, or ended since there was nothing left to find out;
 * - a second search of `nodes` nodes, of all moves but that one, finds no win where the first found
 *   one; or else finds a score that is lower by `margin`, both cut to +-MINE_DECIDED: a choice
 *   between several ways to win or to lose proves nothing.
 * Most positions are dropped after a quarter of the nodes: if that finds the shallow move too, or
 * not half the margin. One position of a game at most, for variety. All this depends on the file,
 * the numbers and the program only. */
#ifndef CITADEL_TOOLS_BENCH_MINE_H
#define CITADEL_TOOLS_BENCH_MINE_H

#include "tools/cli.h"

#include <stddef.h>
#include <stdint.h>

enum { MINE_DECIDED = 500 /* centipawns; beyond, a game is as good as over */ };

struct bench_mine {
    const struct cli_command *command; /* for messages */
    const char *file;                  /* of `citadel selfplay` */
    int64_t count;                     /* positions to find */
    int64_t skip;                      /* games to leave out at first */
    int64_t shallow, nodes;
    int64_t margin; /* centipawns */
    size_t hash;    /* MiB */
};

/* Writes the positions to standard output as they are found, in the form that bench_suite_run
 * reads, under a heading that says how they came about. Returns an exit code; when interrupted, a
 * message says with which `skip` to go on. */
int bench_mine_run(const struct bench_mine *options);

#endif
