/* move.h - a move's name (move_t) and the generator's list entry.
 *
 * move_t is one word that names a move uniquely in its position: origin, destination and an `extra`
 * whose meaning belongs to the game (promotion piece, kind of special move, or, where several
 * moves share both ends, an ordinal). 24 bits are used, which is what the transposition table
 * stores. Only the list entry carries everything that make needs. */
#ifndef CITADEL_ENGINE_MOVE_H
#define CITADEL_ENGINE_MOVE_H

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t move_t; /* bits 0-6 origin, 7-13 destination, 14-23 extra */

enum {
    MOVE_NONE = 0,           /* no game may use origin = destination = 0 with extra 0 */
    MOVE_NULL = 0x3FF << 14, /* the passing move, `0000` in text */
    MOVE_EXTRA_MAX = 0x3FE,
    MOVE_TEXT_MAX = 128 /* longest text of a move with its NUL, either notation */
};

static inline move_t move_new(unsigned from, unsigned to, unsigned extra)
{
    return from | to << 7 | extra << 14;
}

static inline unsigned move_from(move_t m)
{
    return m & 127;
}

static inline unsigned move_to(move_t m)
{
    return m >> 7 & 127;
}

static inline unsigned move_extra(move_t m)
{
    return m >> 14 & 1023;
}

enum move_flag {
    MOVE_CAPTURE = 1,   /* removes an enemy man */
    MOVE_PROMOTION = 2, /* the mover changes its class for the better */
    MOVE_FORCING = 4    /* any other move that quiescence must look at (goes for a win by rule) */
};

/* One generated move with the facts that ordering and pruning read. `mover`, `victim` and
 * `becomes` are piece classes of the game, colourless, 1..classes-1; 0 means none. */
struct move_entry {
    move_t move;
    uint8_t flags;   /* enum move_flag */
    uint8_t mover;   /* class of the moving man before the move */
    uint8_t victim;  /* class of the captured man, 0 if none */
    uint8_t becomes; /* class of the promoted man, 0 if none */
    int32_t score;   /* set by move ordering; the generator leaves it alone */
    uint64_t path;   /* private to games whose moves are more than their ends; else not set */
};

static inline bool move_is_quiet(const struct move_entry *e)
{
    return e->flags == 0;
}

#endif
