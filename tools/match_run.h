/* match_run.h - plays the games of a match, several at a time, and keeps the score.
 *
 * Pair p has opening p; its two games are handed out one after the other, so that pairs are
 * finished early. Each thread has engines of its own, which it keeps from game to game and starts
 * anew after a crash. */
#ifndef CITADEL_TOOLS_MATCH_RUN_H
#define CITADEL_TOOLS_MATCH_RUN_H

#include "tools/match.h"
#include "tools/match_stats.h"

#include <stdatomic.h>

enum { MATCH_CONCURRENCY_MAX = 256, MATCH_GAMES_MAX = 10000000 };

/* The score, as the callbacks see it. */
struct match_score {
    struct match_stats stats;
    size_t games;         /* finished, this run's and earlier ones */
    size_t games_here;    /* finished in this run */
    size_t games_all;     /* wanted */
    unsigned forfeits[2]; /* games that engine lost by a forfeit */
    char names[2][PLAYER_NAME_MAX];
    struct sprt_state sprt;
    double seconds; /* of this run */
};

struct match_callbacks {
    void *context;
    /* After each game, one thread at a time. False: it could not be written down, stop. */
    bool (*on_game)(void *context, const struct match_game *g, const struct match_score *score);
    /* Several times a second, on the thread that called match_run. */
    void (*on_tick)(void *context, const struct match_score *score);
};

struct match_config {
    struct match_rules rules;
    struct player_config players[2];
    struct openings *openings;
    size_t games; /* even */
    int concurrency;
    const struct sprt *sprt; /* NULL: none */
    struct process_log *log; /* NULL: none */
    const atomic_bool *stop; /* becomes true when the match shall end */
};

enum match_run_status {
    MATCH_RUN_DONE, /* all games are played, or the test is decided */
    MATCH_RUN_INTERRUPTED,
    MATCH_RUN_FAULT /* `why`, of PLAYER_NOTE_MAX bytes, says what is wrong */
};

/* Fills *score, in every case. */
enum match_run_status match_run(const struct match_config *config,
                                const struct match_callbacks *callbacks, struct match_score *score,
                                char *why);

#endif
