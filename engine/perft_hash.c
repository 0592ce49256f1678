/* Layout of a slot. Narrow, two words:   check = key[0] ^ data, data
 *                    wide, three words:  key[0] ^ data, key[1] ^ data, data
 * data is the depth in the low 8 bits and the count in the 56 above; 0 is an empty slot, since no
 * depth is 0. A bucket of 8 words has 4 narrow slots, or 2 wide ones and 2 words that lie idle.
 *
 * Mixed entries. If two threads store different keys into one slot, a reader that gets words of
 * both computes a key that is neither, and misses but for a chance of 2^-64. If they store the same
 * key with different depths, data differs, and so do the keys computed. The same key with the same
 * depth has the same count. */
#include "engine/perft_hash.h"

#include "tables/pages.h"

#include <stdlib.h>

enum { DEPTH_BITS = 8, NARROW_SLOTS = 4, NARROW_STRIDE = 2, WIDE_SLOTS = 2, WIDE_STRIDE = 3 };

_Static_assert(sizeof(struct perft_hash_bucket) == 64, "a bucket is one cache line");

struct perft_hash *perft_hash_new(size_t mebibytes, bool wide)
{
    if (!pages_affordable(mebibytes))
        return NULL;
    struct perft_hash *hash = malloc(sizeof *hash);
    if (!hash)
        return NULL;
    *hash = (struct perft_hash){
        .buckets = pages_map(mebibytes * PAGES_MEBIBYTE),
        .bucket_count = mebibytes * (PAGES_MEBIBYTE / sizeof(struct perft_hash_bucket)),
        .slots = wide ? WIDE_SLOTS : NARROW_SLOTS,
        .stride = wide ? WIDE_STRIDE : NARROW_STRIDE,
        .wide = wide,
    };
    if (!hash->buckets) {
        free(hash);
        return NULL;
    }
    return hash;
}

size_t perft_hash_mebibytes(double entries, bool wide)
{
    const double bucket_bytes = sizeof(struct perft_hash_bucket);
    const double bytes = entries * bucket_bytes / (wide ? WIDE_SLOTS : NARROW_SLOTS);
    const double mebibytes = bytes / (double)PAGES_MEBIBYTE + 1;
    return mebibytes < (double)(SIZE_MAX / PAGES_MEBIBYTE) ? (size_t)mebibytes
                                                           : SIZE_MAX / PAGES_MEBIBYTE;
}

void perft_hash_free(struct perft_hash *hash)
{
    if (!hash)
        return;
    free(hash->keys);
    pages_unmap(hash->buckets, hash->bucket_count * sizeof *hash->buckets);
    free(hash);
}

static uint64_t load(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

static void put(_Atomic uint64_t *word, uint64_t value)
{
    atomic_store_explicit(word, value, memory_order_relaxed);
}

bool perft_hash_probe(const struct perft_hash *hash, struct perft_key key, int depth,
                      uint64_t *count)
{
    const _Atomic uint64_t *words = hash->buckets[perft_hash_index(hash, key.word[0])].words;
    const unsigned stride = hash->stride;
    for (unsigned i = 0; i < hash->slots; i++, words += stride) {
        const uint64_t data = load(&words[stride - 1]);
        if ((load(&words[0]) ^ data) != key.word[0] || (data & 0xFF) != (uint64_t)depth)
            continue;
        if (hash->wide && (load(&words[1]) ^ data) != key.word[1])
            continue;
        *count = data >> DEPTH_BITS;
        return true;
    }
    return false;
}

void perft_hash_store(struct perft_hash *hash, struct perft_key key, int depth, uint64_t count)
{
    if (count >> (64 - DEPTH_BITS))
        return;
    _Atomic uint64_t *words = hash->buckets[perft_hash_index(hash, key.word[0])].words;
    const unsigned stride = hash->stride;
    const uint64_t data = count << DEPTH_BITS | (uint64_t)depth;
    /* The shallowest of the first slots; an empty one has depth 0. */
    _Atomic uint64_t *victim = words;
    uint64_t least = load(&words[stride - 1]) & 0xFF;
    for (unsigned i = 1; i + 1 < hash->slots; i++) {
        _Atomic uint64_t *slot = words + i * stride;
        const uint64_t its_depth = load(&slot[stride - 1]) & 0xFF;
        if (its_depth < least) {
            least = its_depth;
            victim = slot;
        }
    }
    if (least > (uint64_t)depth)
        victim = words + (hash->slots - 1) * stride;
    put(&victim[0], key.word[0] ^ data);
    if (hash->wide)
        put(&victim[1], key.word[1] ^ data);
    put(&victim[stride - 1], data);
}
