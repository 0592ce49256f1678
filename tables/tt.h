/* Transposition table: what the search already knows about positions, by 64-bit key.
 *
 * It is the one structure that all search threads write. No locks: an entry is two atomic words
 * and a reader recognises a pair that two writers have mixed (see tt.c). It may forget anything at
 * any time and knows no game: moves, scores and depths are numbers to it. Scores that depend on the
 * distance from the root (mates) are the caller's to adjust, and a move from the table must be
 * checked against the position before it is made, since two positions may share a key.
 *
 * Threads: tt_probe, tt_store, tt_prefetch, tt_hashfull, tt_mebibytes and tt_copy_out may run in
 * any number of threads at once. tt_resize, tt_clear, tt_new_search, tt_copy_in and tt_free need
 * the table for themselves; starting and joining the search threads (or a mutex) orders them.
 */
#ifndef CITADEL_TABLES_TT_H
#define CITADEL_TABLES_TT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What `score` says about the true value; 2 bits. NONE: nothing, only move and eval count. */
enum { TT_BOUND_NONE, TT_BOUND_UPPER, TT_BOUND_LOWER, TT_BOUND_EXACT };

enum {
    TT_MOVE_BITS = 24,  /* moves are 0 .. 2^24 - 1, 0 meaning no move */
    TT_BUCKET_SIZE = 4, /* entries that share a cache line */
};

struct tt_entry {
    uint32_t move; /* TT_MOVE_BITS wide, 0 = none */
    int16_t score; /* centipawns, or whatever the caller means by a score */
    int16_t eval;  /* static evaluation, same unit */
    uint8_t depth; /* plies, with whatever offset the caller needs for quiescence */
    uint8_t bound; /* TT_BOUND_ */
    bool pv;       /* the position was once on a principal variation */
};

/* The two structs are for this module only; they stand here because tt_prefetch is inlined. */
struct tt_bucket;
struct tt {
    struct tt_bucket *buckets; /* owned mapping, aligned to 2 MiB; NULL while there is no table */
    uint64_t bucket_count;     /* 0 while there is no table */
    uint8_t generation;        /* of the current search, 1 .. TT_GENERATIONS */
};

/* Generations before the count starts again; 0 is kept to mark an empty entry. An entry that is
 * not touched for so many searches passes for a fresh one, which costs a slot, not correctness. */
enum { TT_GENERATIONS = 31 };

/* A table of size nothing: probes miss and stores are dropped until tt_resize succeeds. NULL if
 * there is no memory. The caller owns it. */
struct tt *tt_new(void);

/* Frees table and contents. NULL is fine. */
void tt_free(struct tt *tt);

/* Makes the table `mebibytes` (2^20 bytes) large, any number from 1, and empty; `threads` threads
 * touch the new memory (see tt_clear), so that the search meets no page faults.
 * Returns false, with table and contents as they were, if `mebibytes` is 0, larger than 7/8 of the
 * machine's memory, or refused by the system. The limit is there because Linux grants more memory
 * than it has and then kills processes; it cannot see a smaller limit set on a container.
 * The new table is reserved before the old one is given back and touched only afterwards: peak
 * address space is the sum of both, peak memory in use the larger of the two. */
bool tt_resize(struct tt *tt, size_t mebibytes, unsigned threads);

/* Empties the table and restarts the generations, so that what follows is as in a fresh table.
 * Uses up to `threads` threads, the caller included; 0 counts as 1. A thread that cannot be
 * started is replaced by the caller. */
void tt_clear(struct tt *tt, unsigned threads);

/* Starts a generation. Call once per search: entries of earlier searches are replaced first. */
void tt_new_search(struct tt *tt);

/* Copies what is known about `key` to `out` and returns true, or returns false and leaves `out`
 * untouched. */
bool tt_probe(const struct tt *tt, uint64_t key, struct tt_entry *out);

/* Remembers `entry` for `key`. If the key has an entry already, that one is updated: a move of 0
 * keeps the old move, and an entry of the same generation that is deeper by 4 plies or more (6 if
 * the new one is pv) keeps all but its move, unless the new bound is exact. Otherwise the entry
 * with the smallest depth - 8 * age in the bucket makes room, age in searches. */
void tt_store(struct tt *tt, uint64_t key, const struct tt_entry *entry);

/* Entries of the current generation per thousand, from a sample of 1000 entries; 0 .. 1000. */
unsigned tt_hashfull(const struct tt *tt);

/* Size of the table in mebibytes, 0 if there is none. */
size_t tt_mebibytes(const struct tt *tt);

/* Copies the words of `count` buckets from number `first` on, two for each entry, both 0 for an
 * empty one, out of the table or into it. For tt_file.c; the words mean nothing to others. */
void tt_copy_out(const struct tt *tt, uint64_t first, size_t count, uint64_t *words);
void tt_copy_in(struct tt *tt, uint64_t first, size_t count, const uint64_t *words);

/* Bucket of a key, 0 .. bucket_count - 1: the high word of key * bucket_count, which maps the
 * keys to any number of buckets evenly, without a division (Lemire 2019). Module-internal. */
static inline uint64_t tt_bucket_index(const struct tt *tt, uint64_t key)
{
    __extension__ typedef unsigned __int128 wide_t;
    return (uint64_t)(((wide_t)key * tt->bucket_count) >> 64);
}

enum { TT_BUCKET_BYTES = 64 }; /* one cache line; module-internal */

/* Starts loading the bucket of `key`. Worth calling as soon as the key of a child is known, before
 * the rest of the move is made. Never faults: a prefetch of a bad address is ignored. */
static inline void tt_prefetch(const struct tt *tt, uint64_t key)
{
    const uintptr_t base = (uintptr_t)tt->buckets;
    __builtin_prefetch((const void *)(base + tt_bucket_index(tt, key) * TT_BUCKET_BYTES));
}

#endif
