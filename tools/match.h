/* match.h - the referee of one game between two players. It alone decides: by the rules of the game
 * (game.h, `result`), by its own clocks, and by whether an answer is a legal move. */
#ifndef CITADEL_TOOLS_MATCH_H
#define CITADEL_TOOLS_MATCH_H

#include "engine/position.h"
#include "tools/match_openings.h"
#include "tools/player.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MATCH_PLIES_DEFAULT = 1000, MATCH_MARGIN_DEFAULT = 20 };

/* What a referee goes by. */
struct match_rules {
    const struct position *base; /* game and options */
    int64_t margin_ms;           /* an answer may be so late */
    int64_t plies_max;           /* a longer game, opening included, is drawn */
};

enum match_end {
    MATCH_STOPPED,  /* the match was stopped: no result */
    MATCH_BY_RULES, /* `word` says how */
    MATCH_ILLEGAL,  /* the rest of the losing kind: an answer that is no legal move, */
    MATCH_TIME,     /* the clock or the time for a move has run out, */
    MATCH_SILENCE,  /* no answer within the patience, without a clock, */
    MATCH_CRASH,    /* the engine has ended */
    MATCH_LENGTH,   /* plies_max, a draw */
    MATCH_FAULT     /* the match cannot go on: `detail` */
};

/* A move that an engine played, and what it said about it. */
struct match_ply {
    char move[MOVE_TEXT_MAX];
    bool has_score, is_mate;
    int score, depth;
    uint64_t nodes;
    int64_t elapsed_ns;
    int64_t clock_ms; /* after it, increment included; -1 without a clock */
};

struct match_game {
    size_t pair; /* from 0 */
    int half;    /* 0: the first engine has White; 1: Black */
    struct opening opening;
    enum outcome outcome;
    enum match_end end;
    const char *word;             /* of the rules, static */
    char detail[PLAYER_NOTE_MAX]; /* about a forfeit, for people */
    struct match_ply *plies;
    size_t plies_nb, plies_cap;
    double seconds;
};

/* Plays a game from its opening; pair, half and opening are set, the rest is filled. players[0] is
 * the first engine; both run. After MATCH_TIME, _SILENCE, _CRASH the loser runs no longer. */
void match_play(const struct match_rules *rules, struct player players[2], struct match_game *g);
void match_game_fini(struct match_game *g);

/* The side of an engine, 0 or 1, in a game, and its half points, 0 to 2, once there is an outcome.
 */
enum side match_side(const struct match_game *g, int engine);
unsigned match_half_points(const struct match_game *g, int engine);

const char *match_end_word(enum match_end end);

#endif
