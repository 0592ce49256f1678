/* match_options.h - the options of `citadel match` as they are read, and the plan of the match that
 * they make. */
#ifndef CITADEL_TOOLS_MATCH_OPTIONS_H
#define CITADEL_TOOLS_MATCH_OPTIONS_H

#include "tools/cli.h"
#include "tools/match_record.h"
#include "tools/match_run.h"
#include "tools/setup.h"

#include <stdbool.h>
#include <stdint.h>

enum { MATCH_UNSET = -1, MATCH_RANDOM_PLIES_DEFAULT = 8, MATCH_WINDOW_DEFAULT = 100 };

/* What is given for one engine, or for both. Not given: NULL, 0, empty. */
struct match_side_options {
    const char *command, *name, *directory, *protocol, *variant, *letters, *form, *illegal, *clock;
    struct cli_words options, init;
    bool is_fen_only, is_restricted;
    int64_t movetime_ms, nodes, depth;
};

struct match_options {
    const struct cli_command *self;
    struct setup setup;
    struct match_side_options both, side[2];
    int64_t games, concurrency, margin_ms, patience_ms, plies_max;
    int64_t random_plies, window; /* MATCH_UNSET: not given */
    int64_t seed;
    const char *book_file, *book_order, *record_file, *replay_file, *log_file;
    struct cli_words sprt_words, draw_words, win_words;
    bool resume, json;
};

/* Points into itself and into the options: it is not to be moved, and they must stay. */
struct match_plan {
    struct match_config config; /* but for openings, log, stop and past */
    struct record_source source;
    struct record_side sides[2];
    struct sprt sprt;
    struct position *base; /* owned */
    char **argv[2];        /* owned */
};

/* CLI_RUN, or an exit code, everything being said; match_plan_fini is due either way. */
int match_plan_make(struct match_plan *plan, const struct match_options *options);
void match_plan_fini(struct match_plan *plan);

#endif
