/* selfplay.h - games of the engine against itself, for training data: fixed nodes a move, random
 * openings, quiet positions written to a data file. */
#ifndef CITADEL_TOOLS_SELFPLAY_H
#define CITADEL_TOOLS_SELFPLAY_H

#include "tools/datafile.h"

#include <stdatomic.h>

enum {
    SELFPLAY_PLIES_MAX = 2000, /* of a game, opening included */
    SELFPLAY_THREADS_MAX = 256,
    SELFPLAY_HASH = 8 /* MiB of an engine's table: part of what makes games reproducible */
};

struct selfplay_options {
    const struct position *start; /* its game, rule options and position */
    uint32_t games;               /* in all, those of `resume` included */
    uint64_t seed;
    int64_t nodes;
    int random_plies; /* or one more, drawn */
    int64_t window;   /* an opening that is worse for a side is not played, centipawns */
    int plies_max;    /* a game that lasts so long is a draw */
    unsigned threads;
    const char *out;
    const char *resume; /* file of an earlier run whose games are kept, or NULL */
    bool resume_torn;   /* which may be unfinished */
    const atomic_bool *stop;
};

struct selfplay_counts {
    uint32_t games, old_games;    /* written in all; of them taken over */
    uint64_t records, duplicates; /* written; left out since the position was there already */
    uint64_t plies;               /* of new games */
    uint32_t outcomes[OUTCOME_DRAW + 1]; /* of all games */
    double seconds;
};

enum selfplay_status {
    SELFPLAY_DONE,
    SELFPLAY_STOPPED, /* the file is finished with the games there were */
    SELFPLAY_FAILED,  /* a message is in error, no file was made */
    SELFPLAY_REFUSED  /* the same, and the fault is in the file to resume */
};

/* Plays and writes the file. Games depend on seed, number and options only, and are written in
 * order, so the file is the same for any number of threads. on_progress is called a few times a
 * second and may be NULL. Call with SIGINT blocked or without a handler of consequence: the threads
 * that it starts inherit the mask. */
enum selfplay_status selfplay_run(const struct selfplay_options *options,
                                  void (*on_progress)(void *context,
                                                      const struct selfplay_counts *counts),
                                  void *context, struct selfplay_counts *counts, char *error);

/* Header text for these options, at most DATA_HEADER_MAX bytes with NUL. */
void selfplay_header(const struct selfplay_options *options, char *out);

#endif
