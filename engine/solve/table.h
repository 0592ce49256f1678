/* table.h - private to the solver: what has been proved about positions, by 64-bit key.
 *
 * An entry holds facts only: the fewest moves in which a win is proved, and the most moves for
 * which it is proved that there is none. Facts stay true whatever is forgotten, so a result can
 * depend on the size of the table, on threads and on order in its cost alone, never in its value.
 * All threads write without locks: an entry is two atomic words, and a reader recognises a pair
 * that two writers have mixed by key xor data (Hyatt and Mann 2002). */
#ifndef CITADEL_ENGINE_SOLVE_TABLE_H
#define CITADEL_ENGINE_SOLVE_TABLE_H

#include "engine/move.h"
#include "engine/types.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SOLVE_TABLE_WAYS = 4, SOLVE_MOVES_LIMIT = 255 };

struct solve_fact {
    move_t move;    /* wins, or refutes; MOVE_NONE if not known */
    uint8_t win;    /* a win in so many moves of the attacker is proved; 0: none */
    uint8_t no_win; /* there is none in so many: proved; 0: nothing is */
    uint8_t effort; /* binary logarithm of the positions that it cost */
};

struct solve_slot {
    _Atomic uint64_t check; /* key xor data */
    _Atomic uint64_t data;
};

struct solve_table {
    void *memory;             /* owned */
    struct solve_slot *slots; /* within it, aligned to a cache line */
    uint64_t buckets;         /* of SOLVE_TABLE_WAYS slots */
    uint16_t age;             /* mark of the entries that count, from 1; all others are empty */
};

/* A table of at most so many bytes, at least one bucket, empty. False when memory is short. */
bool solve_table_init(struct solve_table *t, size_t bytes);
void solve_table_fini(struct solve_table *t);
/* Is it what solve_table_init makes of so many bytes? */
bool solve_table_fits(const struct solve_table *t, size_t bytes);
/* Forgets everything, in no time: what was there before will never be read. */
void solve_table_clear(struct solve_table *t);

/* What is known about the key; a fact of zeros if nothing is. Any thread. */
struct solve_fact solve_table_probe(const struct solve_table *t, uint64_t key);

/* Adds a fact to what is known about the key: the smaller win, the larger no_win. Where there is no
 * room, the entry that cost least goes. Any thread. */
void solve_table_store(struct solve_table *t, uint64_t key, struct solve_fact fact);

#endif
