/* dialogue.h - what the protocols share, whatever their words: lines out from any thread, an engine
 * with a position, one search in the background and the order of its answers.
 *
 * A protocol embeds or points at a `struct dialogue`, sets `reports`, and puts words to it. One
 * thread, the owner, calls all functions; those that say so may be called by any. */
#ifndef CITADEL_TOOLS_DIALOGUE_H
#define CITADEL_TOOLS_DIALOGUE_H

#include "engine/engine.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

/* The hash limit is 32 TiB, as others allow: what the machine cannot give is refused when it is
 * asked for. The sandbox is for fuzzers. */
enum {
    DIALOGUE_HASH_MAX = 33554432,
    DIALOGUE_OVERHEAD_DEFAULT = 10,
    DIALOGUE_OVERHEAD_MAX = 10000,
    DIALOGUE_SANDBOX_NODES = 300,
    DIALOGUE_SANDBOX_HASH = 4,
    DIALOGUE_SANDBOX_THREADS = 2
};

/* Fields by who may touch them: the owner's; those that the owner writes only while no search runs,
 * and the search thread reads; and the shared ones. */
struct dialogue {
    /* the owner's */
    struct position *pos; /* the present position, copied when a search starts */
    struct engine *engine;
    bool is_sandbox;    /* searches end at once by a node limit, memory and threads stay small */
    bool is_searching;  /* a search was started and not yet waited for */
    bool is_open_ended; /* it ends by stop or ponderhit only */
    bool is_infinite;   /* a ponderhit does not end it either */

    /* of the running search */
    struct engine_callbacks reports; /* where the protocol prints; change it between searches */
    struct position *root;           /* what it thinks about */
    struct position *scratch;        /* for the search thread to play lines on */

    /* shared */
    atomic_bool result_sent; /* the result is (being) printed */
    atomic_bool output_failed;
    pthread_mutex_t output; /* guards the two streams */
    FILE *out;
    FILE *log; /* NULL if there is none; owned */
};

/* The start position of `game`, no reports. False if memory is short; dialogue_fini is due either
 * way. `out` stays the caller's. */
bool dialogue_init(struct dialogue *d, const struct game *game, FILE *out, bool is_sandbox);
/* Ends a running search, which still reports its result. */
void dialogue_fini(struct dialogue *d);

/* --- lines --- */

/* Writes one line, formatted, and flushes it. Any thread. */
__attribute__((format(printf, 2, 3))) void dialogue_say(struct dialogue *d, const char *format,
                                                        ...);
__attribute__((format(printf, 2, 0))) void dialogue_vsay(struct dialogue *d, const char *format,
                                                         va_list args);
/* Writes finished text of one or more lines. Any thread. */
void dialogue_say_text(struct dialogue *d, const char *text);
/* Could everything be written so far? Any thread. */
bool dialogue_output_ok(const struct dialogue *d);
/* Notes a line that came in, if there is a log. */
void dialogue_log_input(struct dialogue *d, const char *line);

/* The next blank-separated word of *rest, cut out in place; NULL at the end. Any thread. */
char *dialogue_word(char **rest);

/* --- the position --- */

/* Goes to the start position of a game under these values of its options, with an empty table.
 * Nothing has changed on failure. */
enum engine_status dialogue_set_game(struct dialogue *d, const struct game *game,
                                     const uint8_t option[GAME_OPTIONS_MAX]);

/* Plays the words of `moves`, which is cut up. On failure *number counts, from 1, the moves up to
 * *word, the faulty one. */
enum engine_status dialogue_play(struct position *pos, char *moves, size_t *number,
                                 const char **word);

/* --- the search --- */

enum engine_status dialogue_set_hash(struct dialogue *d, int64_t mebibytes);
enum engine_status dialogue_set_threads(struct dialogue *d, int64_t threads);

/* Starts thinking about pos; the sandbox waits for the result. ENGINE_BUSY while a search runs. */
enum engine_status dialogue_go(struct dialogue *d, const struct engine_limits *limits);
/* Is a search running? If its result is out, waits for the formality of its end. */
bool dialogue_is_searching(struct dialogue *d);
/* Ends the search, if there is one, and waits. */
void dialogue_stop(struct dialogue *d);
/* Waits for the result. False at once if only a stop can bring it. */
bool dialogue_wait(struct dialogue *d);
void dialogue_ponderhit(struct dialogue *d);

/* --- for reports, on the search's thread --- */

/* Appends the line as moves, blanks between them, in notation for people or for engines. A move
 * that is not legal where it stands ends the line: printing it would only move the fault into the
 * interface. Returns whether all were legal. */
bool dialogue_print_line(struct dialogue *d, FILE *out, const move_t *pv, int nb, bool for_people);

/* Texts of the best move and the expected reply; "" for one that does not exist. */
struct dialogue_answer {
    char best[MOVE_TEXT_MAX];
    char ponder[MOVE_TEXT_MAX];
};
void dialogue_answer(struct dialogue *d, const struct engine_result *result, bool for_people,
                     struct dialogue_answer *out);

#endif
