/* xboard_priv.h - what the files of the CECP dialogue share. */
#ifndef CITADEL_TOOLS_XBOARD_PRIV_H
#define CITADEL_TOOLS_XBOARD_PRIV_H

#include "bitboards/bb.h"
#include "tools/game_line.h"
#include "tools/xboard.h"

enum {
    XBOARD_GAMES_MAX = 16,
    XBOARD_MULTIPV_MAX = 32,
    XBOARD_CONTEMPT_MAX = 500,
    XBOARD_LAG_GUESS_MS = 30, /* before it is known */
    XBOARD_LAG_MAX_MS = 1000
};

enum xboard_mode {
    XBOARD_FORCE,  /* moves are taken and nothing is thought */
    XBOARD_PLAY,   /* we play `engine_side` */
    XBOARD_ANALYSE /* we think about whatever is on the board */
};

/* Why a search runs. */
enum xboard_purpose { XBOARD_IDLE, XBOARD_THINK, XBOARD_PONDER, XBOARD_ANALYSIS, XBOARD_HINT };

/* What `level`, `st` and `sd` said. */
struct xboard_control {
    int64_t session_moves; /* 0: all moves in one session */
    int64_t base_ms;
    int64_t increment_ms;
    int64_t move_ms; /* of st; 0: the clocks count */
    int depth;       /* of sd; 0: none */
    bool has_clocks;
    size_t since; /* own moves made when the session began */
};

/* Fields by who may touch them: the owner's; those of the running search, written by one thread
 * while the other does not look; and the shared ones. */
struct xboard {
    struct dialogue *d;

    /* the owner's */
    enum xboard_mode mode;
    unsigned engine_side; /* the side we play, or played last */
    bool ponders;
    bool against_computer;
    bool is_position_bad; /* the last setboard failed: no move is legal */
    bool is_told_over;    /* the result of the present game was announced */
    struct game_line line;
    bb_t stale;       /* squares that XBoard shows wrong, see xboard_board.h */
    move_t expected;  /* the reply that we ponder on, or a hint; MOVE_NONE */
    move_t *excluded; /* root moves not to be searched; room for all moves of any game */
    size_t excluded_nb;
    struct xboard_control control;
    int64_t clock_ms[2];
    bool is_clock_ours; /* our clock is our own count, since our last move */
    int64_t lag_ms;     /* what a move costs on XBoard's clock besides, as far as it is known */
    int64_t ponder_ms;  /* our clock when pondering began, which its budget was made from */
    double started;     /* when our clock began to run */
    bool has_score;
    score_t score;        /* of our last move, for draw offers */
    unsigned lifted, via; /* the man in the user's hand, and the end of its first leg */
    char *ping;           /* the answer that is due after our move, or NULL */
    int wake[2];          /* pipe: the search thread writes, the reading loop waits */

    /* settings, the owner's; hash and threads are what the engine should have at its next search */
    int64_t hash, threads, used_hash, used_threads;
    int64_t multipv, contempt, overhead_ms;
    uint8_t rules[XBOARD_GAMES_MAX][GAME_OPTIONS_MAX];

    /* of the running search */
    bb_t root_stale; /* `stale` where it began */
    struct engine_result result;

    /* shared */
    atomic_int purpose; /* enum xboard_purpose; written by the owner */
    atomic_bool posts;  /* thinking is shown */
    atomic_int depth, current_number;
    atomic_uint current_move;
    atomic_uint best; /* first move of the best line */
};

/* Writes one line, formatted, and flushes it. Any thread. */
__attribute__((format(printf, 2, 3))) void xboard_say(struct xboard *x, const char *format, ...);

/* --- xboard_go.c: the search and what follows from it --- */

/* Starts the search that mode and position ask for, if any. */
void xboard_resume(struct xboard *x);
/* Ends a running search without its result. */
void xboard_abandon(struct xboard *x);
/* If a search has ended by itself, does what its result asks for. */
void xboard_settle(struct xboard *x);
/* The opponent's move arrived, is legal and was played: thinks about the answer. `was_expected`:
 * the search that runs is about this very position. */
void xboard_answer(struct xboard *x, bool was_expected);
/* Announces the result, once, if the game is over and we play it. */
void xboard_conclude(struct xboard *x);
void xboard_hint(struct xboard *x);
void xboard_status(struct xboard *x);
/* Own moves made in the game so far. */
size_t xboard_own_moves(const struct xboard *x);
void xboard_on_info(void *context, const struct engine_info *info);
void xboard_on_currmove(void *context, int depth, move_t move, int number);
void xboard_on_result(void *context, const struct engine_result *result);

/* --- xboard_options.c --- */

void xboard_features(struct xboard *x, char *rest);
void xboard_option(struct xboard *x, char *rest);
void xboard_memory(struct xboard *x, char *rest);
void xboard_cores(struct xboard *x, char *rest);
/* Goes to the start of a game under the rules chosen for it. */
enum engine_status xboard_start_game(struct xboard *x, const struct game *game);
/* Gives the engine the settings that wait for it. */
void xboard_apply_settings(struct xboard *x);
/* Milliseconds to keep back on each move: what the user set, or more if XBoard's clock needs it. */
int64_t xboard_overhead(const struct xboard *x);
/* Numbers of `level`, `st`, `sd`, `time` and `otim`. */
void xboard_level(struct xboard *x, char *rest);
void xboard_st(struct xboard *x, char *rest);
void xboard_sd(struct xboard *x, char *rest);
void xboard_time(struct xboard *x, char *rest);
void xboard_otim(struct xboard *x, char *rest);

#endif
