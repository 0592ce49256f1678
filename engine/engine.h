/* engine.h - the one header that programs need to let Citadel think: an engine object with a
 * position, options and a search that runs in the background and reports through callbacks.
 *
 * Several engines can live in one process; they share nothing but constant tables. One thread (the
 * owner) calls the functions below, except engine_stop, which any thread may call. Callbacks run on
 * the engine's main search thread and must not call back into the engine, except engine_stop. */
#ifndef CITADEL_ENGINE_ENGINE_H
#define CITADEL_ENGINE_ENGINE_H

#include "engine/error.h"
#include "engine/game.h"
#include "engine/move.h"
#include "engine/position.h"
#include "engine/types.h"

#include <stddef.h>
#include <stdio.h>

enum {
    ENGINE_THREADS_MAX = 256,
    ENGINE_MULTIPV_MAX = 256,
    ENGINE_HASH_DEFAULT = 64 /* MiB */
};

struct engine; /* opaque */

/* What ends a search. A field that is 0 sets no limit; all limits given hold together. */
struct engine_limits {
    int depth;           /* plies */
    uint64_t nodes;      /* over all threads; exact for one thread */
    int64_t movetime_ms; /* think this long */
    bool clocks;         /* the four fields below are given (0 ms left is a value) */
    int64_t time_ms[2];  /* left on the clocks, by side */
    int64_t increment_ms[2];
    int moves_to_go; /* 0: the rest of the game */
    int mate;        /* end when a win in at most this many moves is proven */
    bool infinite;   /* no result before engine_stop, even if nothing is left to search */
    bool ponder;     /* as infinite, until engine_ponderhit starts the clock */
    const move_t *search_moves; /* only these root moves, copied; NULL for all */
    size_t search_moves_nb;
};

enum bound { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER };

/* One report on one line. Pointers are valid during the callback only. */
struct engine_info {
    int depth, seldepth;
    int multipv; /* 1 = best line */
    score_t score;
    enum bound bound;
    uint64_t nodes;
    int64_t time_ms;
    unsigned hashfull; /* permille */
    const move_t *pv;
    int pv_nb;
};

struct engine_result {
    move_t best;   /* MOVE_NONE if the position has no legal move */
    move_t ponder; /* expected reply, or MOVE_NONE */
    score_t score;
    int depth;
    uint64_t nodes;
    int64_t time_ms;
};

struct engine_callbacks {
    void (*on_info)(void *context, const struct engine_info *info); /* may be NULL */
    /* Root move number `number` (from 1) is being searched; only after some seconds. May be NULL */
    void (*on_currmove)(void *context, int depth, move_t move, int number);
    void (*on_result)(void *context, const struct engine_result *result); /* may be NULL */
    void *context;
};

/* A new engine for the start position of `game` with one thread and ENGINE_HASH_DEFAULT; NULL if
 * memory or a thread is not to be had. `callbacks` is copied. */
struct engine *engine_new(const struct game *game, const struct engine_callbacks *callbacks);
void engine_free(struct engine *e); /* stops a running search first; NULL is allowed */

/* Options. All fail with ENGINE_BUSY during a search, and leave the old value on any failure. */
enum engine_status engine_set_threads(struct engine *e, unsigned threads); /* 1..256 */
enum engine_status engine_set_hash(struct engine *e, size_t mebibytes);    /* >= 1 */
enum engine_status engine_set_multipv(struct engine *e, int lines);        /* 1..256 */
enum engine_status engine_set_move_overhead(struct engine *e, int64_t ms); /* lag per move, 0.. */
enum engine_status engine_set_contempt(struct engine *e,
                                       score_t centipawns); /* draw is worth -this */
/* Forget everything learnt: transposition table, histories. */
enum engine_status engine_clear(struct engine *e);

/* Writes the transposition table to `out`, with a word of the caller's that engine_load_hash asks
 * for; a search may go on meanwhile. ENGINE_NO_MEMORY, ENGINE_IO. */
enum engine_status engine_save_hash(const struct engine *e, uint64_t tag, FILE *out);
/* Reads it back into a table of the same size, for positions of the same game and options. Then the
 * searches go on from what was known. ENGINE_BUSY; ENGINE_BAD_FILE if the file is damaged, of
 * another size or with another tag, and ENGINE_IO, ENGINE_NO_MEMORY: the table is empty then. */
enum engine_status engine_load_hash(struct engine *e, uint64_t tag, FILE *in);
/* The same for what the threads have learnt about moves, their history tables: with both loaded,
 * one thread goes on exactly as if it had never stopped. Game and number of threads must be as they
 * were. A search may go on while they are saved: the caller must not hold what its callbacks wait
 * for. ENGINE_BUSY of loading only; ENGINE_BAD_FILE, ENGINE_IO, ENGINE_NO_MEMORY: nothing is known
 * then. */
enum engine_status engine_save_learnt(struct engine *e, FILE *out);
enum engine_status engine_load_learnt(struct engine *e, FILE *in);

/* The position to think about, copied with its key history; its game and rule options may differ
 * from before, which empties the table. */
enum engine_status engine_set_position(struct engine *e, const struct position *pos);
const struct position *engine_position(const struct engine *e);

/* Starts thinking and returns at once; on_result is called exactly once, when it ends. */
enum engine_status engine_go(struct engine *e, const struct engine_limits *limits);
/* Asks the search to end. Idempotent, harmless when none runs; async-signal-safe. */
void engine_stop(struct engine *e);
/* The opponent played the expected move: turn pondering into thinking. */
void engine_ponderhit(struct engine *e);
/* Blocks until no search runs (on_result has returned). */
void engine_wait(struct engine *e);
bool engine_is_searching(const struct engine *e);
/* The result of the last finished search. */
struct engine_result engine_last_result(const struct engine *e);

/* Nodes searched so far by each thread's counter summed; callable during a search. */
uint64_t engine_nodes(const struct engine *e);

#endif
