/* player.h - one engine of a match as its referee sees it: started, told of a game, asked for a
 * move. The protocols are behind it, in player_uci.c and player_cecp.c.
 *
 * What an engine says about legality or results is never believed: an answer is a text that either
 * is one of the legal moves it was asked to choose from or is not. One thread at a time uses a
 * player; configurations are only read. */
#ifndef CITADEL_TOOLS_PLAYER_H
#define CITADEL_TOOLS_PLAYER_H

#include "engine/position.h"
#include "tools/cli.h"
#include "tools/engine_process.h"
#include "tools/foreign.h"
#include "tools/setup.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PLAYER_NAME_MAX = 128,
    PLAYER_TEXT_MAX = 128,
    PLAYER_NOTE_MAX = 1024,
    /* Limits of what may be given, so that the nanoseconds of a long game fit 64 bits. */
    PLAYER_TIME_MAX_MS = 24 * 3600 * 1000,
    PLAYER_INCREMENT_MAX_MS = 3600 * 1000
};

/* What the engine may use for a move; 0 is no limit, all that are given hold together. */
struct player_limits {
    bool has_clock;
    int64_t base_ms, increment_ms;
    int64_t moves; /* the base comes anew after so many; 0: once */
    int64_t movetime_ms, nodes, depth;
};

enum player_protocol { PLAYER_UCI, PLAYER_CECP };

struct player_config {
    int number;       /* 1 or 2 */
    const char *name; /* NULL: as the engine calls itself */
    char *const *argv;
    const char *directory;
    enum player_protocol protocol;
    struct cli_words options; /* NAME=VALUE */
    struct cli_words init;    /* lines to send after them, one an argument */
    const char *variant;      /* NULL: the game's name, if the engine says that it knows it */
    struct foreign foreign;   /* how it writes positions and moves */
    bool is_fen_only;         /* it is given positions, not the moves that led there */
    bool is_restricted;       /* it is always told the legal moves */
    struct player_limits limits;
    int64_t patience_ms; /* for answers without a clock */
};

struct player_protocol_calls;

struct player {
    const struct player_config *config;
    const struct player_protocol_calls *calls;
    struct process process;
    char label[16]; /* in the log */
    char name[PLAYER_NAME_MAX];
    const struct position *model; /* of the match: its game and options; the caller's */
    bool knows_variant;           /* says that it knows the game by our name */
    const char *unfit;            /* why it cannot play at all, static; NULL: it can */
    /* UCI */
    bool lists_options;
    uint64_t listed;     /* bit i: option i of the configuration is among those it lists */
    const char *missing; /* the first that is not, with its value; NULL: none */
    /* CECP */
    bool can_ping, can_setboard, wants_usermove;
    unsigned pings;
    size_t sent;    /* moves of the present game that it knows of */
    bool has_start; /* it knows the position from which they are played */
};

/* A turn of a game. */
struct player_turn {
    const struct position *pos;
    const char *start;        /* position text from which `moves` lead to pos */
    const char *const *moves; /* in our notation */
    size_t moves_nb;
    const struct setup_move *legal; /* of pos, at least one */
    size_t legal_nb;
    bool has_clock[SIDE_NB];
    int64_t clock_ms[SIDE_NB], increment_ms[SIDE_NB];
    int64_t moves_to_go; /* of the side to move; 0: the rest of the game */
    bool is_restricted;  /* it is told the legal moves, in a protocol that can */
    int64_t allowed_ns;  /* from the writing of `go`; what comes later does not count */
};

enum player_answer_kind {
    PLAYER_MOVE,
    PLAYER_ILLEGAL, /* its answer, `text`, is no legal move, or it refuses one of its opponent */
    PLAYER_RESIGNED,
    PLAYER_LATE,    /* no answer in allowed_ns */
    PLAYER_CRASHED, /* it ended: `note` */
    PLAYER_STOPPED  /* stop_fd */
};

struct player_answer {
    enum player_answer_kind kind;
    move_t move;
    char text[PLAYER_TEXT_MAX]; /* the move in our notation, or what it said instead */
    char note[PLAYER_NOTE_MAX]; /* for people, "" if there is nothing to say */
    int64_t elapsed_ns;         /* from writing `go` to reading the answer */
    bool has_score, is_mate;    /* the last that it told */
    int score;                  /* centipawns, or moves to mate */
    int depth;
    uint64_t nodes;
};

/* Starts the engine and makes it ready for games of pos's kind; config and pos must outlive it.
 * False: it does not run, and `note`, of PLAYER_NOTE_MAX bytes, says why. */
bool player_start(struct player *p, const struct player_config *config, const struct position *pos,
                  int thread, struct process_log *log, int stop_fd, char *note);
/* Ends it, if it runs. */
void player_end(struct player *p);
bool player_is_running(const struct player *p);

/* Before the first turn of a game. PLAYER_MOVE is success; only kind and note are set. */
void player_new_game(struct player *p, struct player_answer *out);
/* Asks for a move. After PLAYER_LATE and PLAYER_CRASHED the engine runs no longer. */
void player_go(struct player *p, const struct player_turn *turn, struct player_answer *out);

#endif
