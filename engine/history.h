/* history.h - what a worker has learnt about moves, whatever the position: the history tables.
 *
 * Butterfly history (Schaeffer 1983) by side, origin and destination; capture history by mover,
 * destination and victim; continuation history (Stockfish 2016, after the countermove history of
 * Nessi) by the move before and two before; countermoves (Uiterwijk 1992). Values stay within
 * +-PARAM_HISTORY_MAX by gravity: an update pulls towards its sign in proportion to the distance.
 * One worker owns and uses a table; nothing here is shared. */
#ifndef CITADEL_ENGINE_HISTORY_H
#define CITADEL_ENGINE_HISTORY_H

#include "engine/game.h"
#include "engine/move.h"
#include "engine/types.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct history {
    int16_t *butterfly;       /* [side][from][to] */
    int16_t *capture;         /* [side][mover][to][victim] */
    int16_t *continuation[2]; /* by distance - 1: [side of that move][its slot][slot] */
    move_t *counter;          /* [side of the move before][its slot] */
    int16_t *correction;      /* [side to move][source][row], see correction.c */
    unsigned squares, classes;
    unsigned slots; /* (mover, destination) pairs are folded into so many */
};

enum {
    HISTORY_SLOTS_MAX = 1536, /* 2 * 2 * 1536^2 * 2 bytes = 18 MiB: keeps the fold of big games */
    CORRECTION_ROW = 1 << 14,
    CORRECTION_SOURCES = STRUCTURE_NB + 2, /* aspects, and the two moves before */
    HISTORY_NO_SLOT = 0                    /* stands for "no move": mover 0 does not exist */
};

/* Tables for a game, zeroed. False when memory is short, nothing is kept then. */
bool history_init(struct history *h, const struct game *game);
void history_fini(struct history *h);
void history_clear(struct history *h);

/* The tables one by one, for code that treats all alike. */
struct history_part {
    void *values;
    size_t nb;
    size_t width; /* bytes of a value, 2 or 4 */
};
enum { HISTORY_PARTS = 6 };
void history_parts(const struct history *h, struct history_part parts[HISTORY_PARTS]);

/* Copies the values between tables for the same game. */
void history_copy(struct history *to, const struct history *from);

/* Writes the tables of `nb` workers, each as `get` gives it until it is asked for the next, or
 * reads them back for the same game and number; all tables are cleared when that fails. ENGINE_IO,
 * ENGINE_NO_MEMORY, ENGINE_BAD_FILE (history_file.c). */
typedef const struct history *(*history_get_fn)(void *context, size_t index);
enum engine_status history_write(history_get_fn get, void *context, size_t nb, FILE *out);
enum engine_status history_read(struct history *const *tables, size_t nb, FILE *in);

static inline unsigned history_slot(const struct history *h, const struct move_entry *m)
{
    const unsigned slot = m->mover * h->squares + move_to(m->move);
    return slot < h->slots ? slot : slot % h->slots;
}

/* Row of the continuation table that a move opens for the replies to it. */
static inline int16_t *history_row(const struct history *h, int distance, enum side side,
                                   unsigned slot)
{
    return h->continuation[distance - 1] + ((size_t)side * h->slots + slot) * h->slots;
}

static inline int16_t *history_butterfly(const struct history *h, enum side side, move_t move)
{
    return &h->butterfly[((size_t)side * h->squares + move_from(move)) * h->squares +
                         move_to(move)];
}

static inline int16_t *history_capture(const struct history *h, enum side side,
                                       const struct move_entry *m)
{
    const size_t row = ((size_t)side * h->classes + m->mover) * h->squares + move_to(m->move);
    return &h->capture[row * h->classes + m->victim];
}

static inline move_t *history_counter(const struct history *h, enum side side, unsigned slot)
{
    return &h->counter[(size_t)side * h->slots + slot];
}

/* Moves *value by bonus, less the more it leans that way already. */
void history_update(int16_t *value, int bonus);

/* Bonus for a cut-off at this depth. */
int history_bonus(depth_t depth);

#endif
