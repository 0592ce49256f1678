/* perft_hash.h - counts that threads share: how many move sequences of a given length a position
 * has, by key. A count found here need not be walked again.
 *
 * An entry is the key of the position in one word of 64 bits, or, in a `wide` table, in two words
 * of independent keys, 128 bits; all of them are compared. Length and count are in a third word.
 * There are no locks: words are atomic, and the key words are stored xored with the third, so that
 * an entry that two threads have mixed does not match (Hyatt & Mann 2002, see tables/tt.c). Equal
 * positions with another length are other entries. It may forget anything at any time.
 *
 * Probability of a wrong count: with n different positions asked for, about n * entries / 2^64, or
 * 2^128. Hence the key sets: a second run with other keys tells (tables/zobrist.h).
 *
 * Threads: probe, store and prefetch may run in any number of threads at once. */
#ifndef CITADEL_ENGINE_PERFT_HASH_H
#define CITADEL_ENGINE_PERFT_HASH_H

#include "tables/zobrist.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Key of a position for counts: everything that its moves depend on, rule options included, but no
 * clock. The second word is looked at in wide tables only and may be 0 elsewhere. */
struct perft_key {
    zkey_t word[ZOBRIST_WORDS];
};

enum { PERFT_HASH_WORDS = 8 }; /* of a bucket, which is one cache line */

struct perft_hash_bucket {
    _Alignas(64) _Atomic uint64_t words[PERFT_HASH_WORDS];
};

/* Read it through the functions. */
struct perft_hash {
    struct perft_hash_bucket *buckets; /* owned mapping */
    uint64_t bucket_count;
    unsigned slots;  /* entries of a bucket: 4, or 2 if wide */
    unsigned stride; /* words of an entry: 2, or 3 if wide */
    bool wide;
    /* Of the last run, for the next of the same game (perft.c): owned, or NULL. */
    void *keys;
    const void *keys_owner;
    unsigned keys_set;
};

/* A new empty table of `mebibytes` (2^20 bytes). NULL if that is 0, more than 7/8 of the machine's
 * memory, or refused by the system. The caller owns it. */
struct perft_hash *perft_hash_new(size_t mebibytes, bool wide);
void perft_hash_free(struct perft_hash *hash); /* NULL is fine */

/* Mebibytes that hold so many entries, 1 or more. */
size_t perft_hash_mebibytes(double entries, bool wide);

/* The count of sequences of `depth` plies, 1..255. False, and *count untouched, if it is not known.
 */
bool perft_hash_probe(const struct perft_hash *hash, struct perft_key key, int depth,
                      uint64_t *count);

/* Remembers a count; one that exceeds 56 bits is dropped. In the bucket of the key all entries but
 * the last prefer greater depths, which cost more to find again; the last takes what they refuse.
 */
void perft_hash_store(struct perft_hash *hash, struct perft_key key, int depth, uint64_t count);

/* Bucket of a key: the high word of key * bucket_count (see tt_bucket_index). */
static inline uint64_t perft_hash_index(const struct perft_hash *hash, zkey_t key)
{
    __extension__ typedef unsigned __int128 wide_t;
    return (uint64_t)(((wide_t)key * hash->bucket_count) >> 64);
}

/* Starts loading the bucket of a key that will be asked for soon. */
static inline void perft_hash_prefetch(const struct perft_hash *hash, zkey_t word0)
{
    __builtin_prefetch(&hash->buckets[perft_hash_index(hash, word0)]);
}

#endif
