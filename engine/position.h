/* position.h - what every position begins with, whatever the game: owner game, key, side, clocks,
 * and the keys of the positions that led here, for repetition.
 *
 * A game's own position struct has a `struct position` as its first member. Positions are created
 * by pos_new and copied by pos_copy only, since they own their key history. A position belongs to
 * one thread at a time. */
#ifndef CITADEL_ENGINE_POSITION_H
#define CITADEL_ENGINE_POSITION_H

#include "engine/error.h"
#include "engine/types.h"
#include "tables/zobrist.h"

#include <stddef.h>

struct game;

enum {
    GAME_OPTIONS_MAX = 4,
    POS_COUNTER_MAX = 9999 /* largest clock and move number in position text, read or written */
};

struct position {
    const struct game *game;
    zkey_t key;          /* of everything that repetition compares */
    zkey_t *history;     /* keys of the earlier positions of this game, oldest first; owned */
    uint32_t history_nb; /* used entries of `history` */
    uint32_t history_cap;
    uint16_t reversible; /* plies back to which a repetition is possible, <= history_nb */
    uint16_t clock;      /* plies on the game's draw counter */
    uint16_t draw_clock; /* plies on that counter at which `decided` says draw; 0: no counter */
    uint16_t fullmove;   /* move number, from 1 */
    uint8_t side;        /* enum side, to move */
    uint8_t option[GAME_OPTIONS_MAX]; /* index of the chosen value of each option of the game */
};

/* A new position of this game set to its start position; NULL when memory is short. The caller owns
 * it. `game` must outlive it. */
struct position *pos_new(const struct game *game);

/* The same with the game and the options of another position. */
struct position *pos_new_like(const struct position *model);

void pos_free(struct position *pos); /* NULL is allowed */

/* Makes dst equal to src, key history included. Both must be of games with the same position
 * struct. Fails with ENGINE_NO_MEMORY, dst unchanged. */
enum engine_status pos_copy(struct position *dst, const struct position *src);

/* Room for `plies` more calls of make without allocation. ENGINE_NO_MEMORY on failure. */
enum engine_status pos_reserve(struct position *pos, unsigned plies);

/* Sets pos from position text of its game. On ENGINE_BAD_POSITION fills *error (may be NULL) and
 * leaves pos unchanged. Clears the key history. */
enum engine_status pos_set(struct position *pos, const char *text, struct text_error *error);

/* Sets pos to the game's start position under its present options. */
enum engine_status pos_reset(struct position *pos);

/* Chooses a value of an option of the game, both by name. Names are matched without regard to case.
 * Options are rules, so the position should be set anew afterwards; it is left as it is.
 * ENGINE_BAD_ARGUMENT for an unknown option or value. */
enum engine_status pos_set_option(struct position *pos, const char *name, const char *value);

/* Called by a game's make before it changes the key, and by unmake. History must have room. */
static inline void pos_push_key(struct position *pos)
{
    pos->history[pos->history_nb++] = pos->key;
}

/* One more on a 16-bit counter, which stays at its end rather than start anew. */
static inline uint16_t pos_count_ply(uint16_t n)
{
    return n < UINT16_MAX ? (uint16_t)(n + 1) : n;
}

/* A counter as position text gives it: it can be read back. */
static inline unsigned pos_text_counter(uint16_t n)
{
    return n < POS_COUNTER_MAX ? n : POS_COUNTER_MAX;
}

static inline void pos_pop_key(struct position *pos)
{
    pos->history_nb--;
}

/* How often the present position has occurred before, looking back `reversible` plies; stops
 * counting at 2. 2 means that it stands on the board for the third time. */
unsigned pos_occurrences(const struct position *pos);

/* Repetition as search sees it, `ply` plies from the root: true if the position occurred once
 * since the root (it could be repeated again), or twice in all. */
bool pos_is_repetition(const struct position *pos, int ply);

#endif
