/* uci_priv.h - what the files of the UCI dialogue share. */
#ifndef CITADEL_TOOLS_UCI_PRIV_H
#define CITADEL_TOOLS_UCI_PRIV_H

#include "engine/engine.h"
#include "tools/uci.h"

#include <pthread.h>
#include <stdatomic.h>

enum { UCI_GAMES_MAX = 16 };

/* Fields by who may touch them: the owner's; those that the owner writes only while no search and
 * no perft runs, and that thread reads; and the shared ones. */
struct uci {
    /* the owner's */
    struct position *pos; /* set by `position`, copied by `go` */
    struct engine *engine;
    bool is_sandbox;
    bool is_searching;  /* a search was started and not yet waited for */
    bool is_open_ended; /* it ends by stop or ponderhit only */
    bool is_counting;   /* the perft thread was started and not yet joined */
    pthread_t perft_thread;
    bool analyse_mode;
    int64_t contempt;
    int64_t threads;
    uint8_t rules[UCI_GAMES_MAX][GAME_OPTIONS_MAX]; /* rule options chosen, by place of the game */

    /* of the running search or perft */
    struct position *root;    /* what it thinks about */
    struct position *scratch; /* for the search thread to play lines on */
    score_t announced;        /* the win whose way was told last, else 0 */
    int perft_depth;

    /* shared */
    atomic_bool result_sent; /* bestmove is (being) printed */
    atomic_bool perft_stop;
    atomic_bool output_failed;
    pthread_mutex_t output; /* guards the two streams */
    FILE *out;
    FILE *log; /* NULL if there is none */
};

/* Writes one line, formatted, and flushes it. Any thread. */
__attribute__((format(printf, 2, 3))) void uci_say(struct uci *u, const char *format, ...);
/* Writes finished text of one or more lines. Any thread. */
void uci_say_text(struct uci *u, const char *text);

/* The next blank-separated word of *rest, cut out in place; NULL at the end. */
char *uci_word(char **rest);

/* Is a search running? If its bestmove is out, waits for the formality of its end. */
bool uci_is_searching(struct uci *u);
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

enum { UCI_SANDBOX_NODES = 300, UCI_SANDBOX_HASH = 4, UCI_OVERHEAD_DEFAULT = 10 };

#endif
