/* uci_priv.h - what the files of the UCI dialogue share. */
#ifndef CITADEL_TOOLS_UCI_PRIV_H
#define CITADEL_TOOLS_UCI_PRIV_H

#include "tools/dialogue.h"
#include "tools/hub.h"
#include "tools/uci.h"
#include "tools/xboard.h"

enum { UCI_GAMES_MAX = 16 };

/* Fields by who may touch them: the owner's; those that the owner writes only while no search and
 * no perft runs, and that thread reads; and the shared ones. */
struct uci {
    struct dialogue d;

    /* the owner's */
    struct hub *hub;       /* takes all lines once it is there, */
    struct xboard *xboard; /* or this one */
    bool is_counting;      /* the perft thread was started and not yet joined */
    pthread_t perft_thread;
    bool analyse_mode;
    bool shows_wdl;
    int64_t contempt;
    int64_t threads;
    int64_t hash;                                   /* MiB */
    uint8_t rules[UCI_GAMES_MAX][GAME_OPTIONS_MAX]; /* rule options chosen, by place of the game */

    /* of the running search or perft */
    score_t announced; /* the win whose way was told last, else 0 */
    int perft_depth;

    /* shared */
    atomic_bool perft_stop;
    atomic_bool perft_done;
};

/* Writes one line, formatted, and flushes it. Any thread. */
__attribute__((format(printf, 2, 3))) void uci_say(struct uci *u, const char *format, ...);

/* Ends what runs in the background, if anything, and waits. */
void uci_stop(struct uci *u);
/* Waits for a running perft. */
void uci_join_perft(struct uci *u);

void uci_go(struct uci *u, char *arguments);
void uci_setoption(struct uci *u, char *arguments);
void uci_list_options(struct uci *u);

/* uci_go.c */
void uci_on_info(void *context, const struct engine_info *info);
void uci_on_currmove(void *context, int depth, move_t move, int number);
void uci_on_result(void *context, const struct engine_result *result);

#endif
