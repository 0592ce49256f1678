/* perft_tool.h - what the files of the command perft share: its options, and a count that shows its
 * progress. */
#ifndef CITADEL_TOOLS_PERFT_TOOL_H
#define CITADEL_TOOLS_PERFT_TOOL_H

#include "engine/perft.h"
#include "tools/cli.h"
#include "tools/setup.h"

struct perft_tool {
    const struct cli_command *self;
    struct setup setup;
    int64_t depth; /* -1: not given */
    int64_t threads;
    int64_t hash_mib; /* 0: none */
    int64_t keys;     /* -1: not given */
    int64_t key_bits; /* 64 or 128 */
    bool divide, bulk, no_bulk, stats, json;
    struct cli_words first;
    const char *plus;
    /* Of suites. */
    const char *suite;
    int64_t max_nodes, max_depth;
    /* Of work units. */
    int64_t split; /* 0: not given */
    int64_t units;
    const char *out, *merge;
    struct cli_words unit;

    /* While it runs. */
    struct perft_hash *hash; /* NULL: none; owned */
    const struct position *pos;
    FILE *moves_out;  /* the finished root moves go there, if not NULL */
    move_t *finished; /* and their names here, if not NULL; room for all */
    size_t finished_nb;
    bool has_progress; /* a progress line stands on the terminal */
    double start;
    /* A count that is part of a whole: what is done of that, what this count is of it. */
    double done_before, share, nodes_before;
};

/* Counts with the options' threads, hash and way of counting. Root moves go to moves_out, progress
 * to a terminal. `first` (first_nb moves) and `stats` may be NULL. */
enum engine_status perft_tool_count(struct perft_tool *c, const struct position *pos, int depth,
                                    const move_t *first, size_t first_nb, struct perft_stats *stats,
                                    perft_count_t *nodes, bool *complete);

/* Makes the hash of the options, if any: as large as they say, but no larger than `entries` need.
 * CLI_RUN, or an exit code, everything being said. */
int perft_tool_open_hash(struct perft_tool *c, double entries);

/* A progress line on a terminal, which the next output must erase. */
void perft_tool_progress(struct perft_tool *c, double done, double nodes);
void perft_tool_erase_progress(struct perft_tool *c);

/* "every leaf played, 2 threads, hash 64 MB with key set 0 of 64 bits", for people. */
enum { PERFT_TOOL_WAY_MAX = 160 };
const char *perft_tool_way(const struct perft_tool *c, char *out);

/* The parts of the command; each returns an exit code, everything being said. */
int perft_tool_position(struct perft_tool *c);
int perft_tool_suite(struct perft_tool *c);
int perft_tool_split(struct perft_tool *c);
int perft_tool_unit(struct perft_tool *c);
int perft_tool_merge(struct perft_tool *c);

#endif
