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

enum { MATCH_CONCURRENCY_MAX = 256 };

/* The score, as the callbacks see it. */
struct match_score {
    struct match_stats stats;
    size_t games;         /* that count: finished, and of a pair that was not dropped */
    size_t games_all;     /* wanted */
    size_t games_here;    /* played in this run */
    size_t skipped;       /* pairs dropped */
    unsigned forfeits[2]; /* games that count and that the engine has forfeited */
    /* Of all games, also those that were dropped: */
    unsigned illegal[2];     /* illegal answers */
    unsigned asked_again[2]; /* of these, answered rightly when asked again */
    char names[2][PLAYER_NAME_MAX];
    struct sprt_state sprt;
    double seconds; /* of this run */
};

struct match_callbacks {
    void *context;
    /* After each game, one thread at a time. False: it could not be written down, stop; errno says
     * why. */
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
    /* Games of earlier runs, each of its place only once; without plies. */
    const struct match_game *past;
    size_t past_nb;
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

/* The score of games that have been played. False if memory is short. */
bool match_score_games(const struct match_game *games, size_t nb, struct match_score *score);

#endif
