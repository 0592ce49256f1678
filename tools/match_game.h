/* match_game.h - a game of a match as data: the terms it is played under, its moves, its end. What
 * referee, record and replay share. */
#ifndef CITADEL_TOOLS_MATCH_GAME_H
#define CITADEL_TOOLS_MATCH_GAME_H

#include "engine/position.h"
#include "tools/match_openings.h"
#include "tools/player.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    MATCH_GAMES_MAX = 10000000,
    MATCH_PLIES_DEFAULT = 1000,
    MATCH_PLIES_MAX = 100000,
    MATCH_MARGIN_DEFAULT = 20 /* milliseconds */
};

/* What becomes of a game in which an engine answers with an illegal move. */
enum match_illegal {
    MATCH_ILLEGAL_LOSE,
    MATCH_ILLEGAL_ASK, /* it is asked again, told the legal moves; if that fails, as below */
    MATCH_ILLEGAL_SKIP /* both games of the opening are dropped */
};

/* Ending games by the engines' scores; both must agree. A field `moves` of 0 turns it off. */
struct match_adjudication {
    int64_t draw_moves, draw_cp; /* so many moves of each within +-cp are a draw, */
    int64_t draw_from;           /* from this ply of the game on */
    int64_t win_moves, win_cp;   /* so many moves of each at +cp or more, and -cp or less, a win */
};

/* What a referee goes by. */
struct match_rules {
    const struct position *base;   /* game and options */
    int64_t margin_ms;             /* an answer may be so late */
    int64_t plies_max;             /* a longer game, opening included, is drawn */
    enum match_illegal illegal[2]; /* by engine */
    struct match_adjudication adjudication;
};

enum match_end {
    /* no result: */
    MATCH_STOPPED, /* the match was stopped */
    MATCH_FAULT,   /* the match cannot go on: `detail` */
    MATCH_SKIPPED, /* an illegal answer, as MATCH_ILLEGAL_SKIP says */
    /* a result: */
    MATCH_BY_RULES, /* `word` says how */
    MATCH_LENGTH,   /* plies_max, a draw */
    MATCH_DRAW_SCORE,
    MATCH_WIN_SCORE,
    /* a forfeit: */
    MATCH_ILLEGAL, /* an answer that is no legal move */
    MATCH_TIME,    /* the clock or the time for a move has run out */
    MATCH_SILENCE, /* no answer within the patience, without a clock */
    MATCH_CRASH,   /* the engine has ended */
    MATCH_RESIGNED
};

static inline bool match_is_forfeit(enum match_end end)
{
    return end >= MATCH_ILLEGAL;
}

/* A move that an engine played, and what it said about it. */
struct match_ply {
    char move[MOVE_TEXT_MAX];
    bool has_score, is_mate;
    bool is_asked_again; /* its first answer was illegal */
    int score, depth;
    uint64_t nodes;
    int64_t elapsed_ns; /* if it was asked again: of both answers with a clock, else of the last */
    bool has_clock;
    int64_t clock_ms; /* after it, increment included, rounded down */
};

struct match_game {
    size_t pair; /* from 0 */
    int half;    /* 0: the first engine has White; 1: Black */
    struct opening opening;
    char names[2][PLAYER_NAME_MAX];
    enum outcome outcome;
    enum match_end end;
    char word[32];                /* of the rules, MATCH_BY_RULES */
    char answer[PLAYER_TEXT_MAX]; /* the illegal one, as the engine wrote it */
    char detail[PLAYER_NOTE_MAX]; /* about a forfeit, for people */
    int64_t late_ns;              /* how long a move took that was not made in time */
    unsigned illegal[2];          /* illegal answers, by engine */
    unsigned asked_again[2];      /* of these, how many were asked again with success */
    struct match_ply *plies;
    size_t plies_nb, plies_cap;
    double seconds;
};

void match_game_fini(struct match_game *g); /* frees the plies */

/* Appends a zeroed ply. NULL if memory is short. */
struct match_ply *match_add_ply(struct match_game *g);

/* The side of an engine, 0 or 1, in a game, and its half points, 0 to 2, once there is an outcome.
 */
enum side match_side(const struct match_game *g, int engine);
unsigned match_half_points(const struct match_game *g, int engine);

/* The outcome that the scores of these plies give, the last of which `mover` made, when the game is
 * plies_all long; OUTCOME_NONE if they do not end it. */
enum outcome match_adjudicate(const struct match_adjudication *a, const struct match_ply *plies,
                              size_t nb, enum side mover, size_t plies_all);

/* "rules", "time" and so on, and back; false for another word. */
const char *match_end_word(enum match_end end);
bool match_end_find(const char *word, enum match_end *out);
/* "1-0", "0-1", "1/2-1/2", "*". */
const char *match_outcome_text(enum outcome outcome);
const char *match_illegal_word(enum match_illegal policy);
bool match_illegal_find(const char *word, enum match_illegal *out);

#endif
