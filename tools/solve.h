/* solve.h - the parts of the command `solve`: what its files share. */
#ifndef CITADEL_TOOLS_SOLVE_H
#define CITADEL_TOOLS_SOLVE_H

#include "tools/cli.h"
#include "tools/puzzle.h"
#include "tools/setup.h"
#include "tools/solve_tree.h"

struct solve_command {
    const struct cli_command *self;
    struct setup setup;
    int64_t win;             /* --win; 0 if not given */
    const char *aim;         /* --aim */
    const char *keys;        /* --bm */
    const char *suite;       /* --suite */
    const char *verify;      /* --verify */
    const char *certificate; /* --certificate */
    struct tree_options tree;
    int64_t threads, hash, memory, nodes, time_ms;
    const char *method; /* --method */
    const char *resume; /* --resume */
    bool mine, explore;
    int64_t men, count, seed; /* of --mine */
    bool json;
};

/* What a progress line on the terminal needs to know. */
struct solve_progress_line {
    double start;        /* of the work, cli_now */
    double length_start; /* seconds after it when this length was begun */
    int moves;
    bool is_shown;
};

/* A solver under the command's limits, for `threads` threads and `hash` MiB, but at most half of
 * --memory. progress: NULL if there is no line to write. */
struct solver *solve_command_solver(const struct solve_command *c, unsigned threads, size_t hash,
                                    struct solve_progress_line *progress);

/* What is asked where a line does not say it: false if the options say nothing either; on a mistake
 * *code is an exit code, everything being said, else CLI_RUN. */
bool solve_command_task(const struct solve_command *c, const struct game *game,
                        struct puzzle_task *task, int *code);

/* Exit code for one verdict. */
int solve_command_exit(enum puzzle_verdict v);

/* The members that describe a puzzle's answer in JSON. */
struct json;
void solve_json_answer(struct json *j, const struct puzzle *p, const struct puzzle_answer *a);

/* solve_suite.c: solves the lines of a file. */
int solve_suite(struct solve_command *c);

#endif
