/* Layout. An entry is two words, read and written separately and relaxed:
 *
 *     data   bits  0-15 score   16-31 eval   32-39 depth   40-63 move
 *     check  bits  0-55 (key ^ data)         56-63 tag: generation 5, pv 1, bound 2
 *
 * Why 56 bits of the key are all of it. The bucket index is the high word of key * n for n buckets,
 * so two keys of one bucket differ by less than 2^64 / n. Two different keys that agree in their
 * low 56 bits differ by 2^56 or more; from n = 256 on they are never in the same bucket, and the
 * smallest table has 16384. The index thus replaces the 8 high bits that the tag takes. Low bits
 * could not be dropped: the index knows nothing about them.
 *
 * Why the xor (Hyatt & Mann 2002, "A lock-less transposition table implementation for parallel
 * search", ICGA Journal 25). If two threads write one entry, a reader may get `check` of A with
 * `data` of B. Then key_A ^ data_A ^ data_B has to equal the key asked for in 56 bits:
 *   - A and B for different keys: a chance of 2^-56 per torn read, and such reads are rare.
 *   - A and B for the same key: it is equal only if data_A and data_B agree in 56 bits, that is in
 *     all but the 8 high bits of the move. The reader then gets A with the move of B, a move that
 *     was stored for this very position together with the same score, eval and depth.
 * Hence the tag is not xored with anything, and the field at the top of `data` is the move, which
 * the search checks before use. With the generation there, an entry renewed by the next search,
 * equal but for its generation, would be the common case of a torn pair that passes.
 *
 * Two threads may put the same key into two entries of a bucket. The first is found and updated
 * from then on; the second grows old and is replaced.
 */
#include "tables/tt.h"

#include "tables/pages.h"

#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct slot {
    _Atomic uint64_t check;
    _Atomic uint64_t data;
};

struct tt_bucket {
    _Alignas(TT_BUCKET_BYTES) struct slot slots[TT_BUCKET_SIZE];
};

_Static_assert(ATOMIC_LONG_LOCK_FREE == 2 && sizeof(long) == 8, "64-bit atomics need no lock");
_Static_assert(sizeof(struct tt_bucket) == TT_BUCKET_BYTES, "a bucket is one cache line");

enum {
    EVAL_SHIFT = 16,
    DEPTH_SHIFT = 32,
    MOVE_SHIFT = 40,
    TAG_BITS = 8,
    TAG_SHIFT = 64 - TAG_BITS,
    GENERATION_MASK = 31, /* of a tag */
    PV_SHIFT = 5,
    BOUND_SHIFT = 6,

    AGE_WEIGHT = 8,   /* plies that one search of age is worth */
    DEPTH_MARGIN = 4, /* plies by which a newer, shallower result may fall short */
    PV_MARGIN = 2,    /* plies added to that for a pv node */
    SAMPLE_BUCKETS = 1000 / TT_BUCKET_SIZE,
    CLEAR_THREADS_MAX = 64,
};

static const size_t BUCKETS_PER_MEBIBYTE = PAGES_MEBIBYTE / TT_BUCKET_BYTES;

_Static_assert((int)TT_GENERATIONS == (int)GENERATION_MASK, "every generation but 0 is used");
_Static_assert(MOVE_SHIFT + TT_MOVE_BITS == 64, "data is filled exactly");

/* Entries */

static uint64_t pack_data(const struct tt_entry *entry)
{
    assert(entry->move >> TT_MOVE_BITS == 0);
    return (uint64_t)(uint16_t)entry->score | (uint64_t)(uint16_t)entry->eval << EVAL_SHIFT |
           (uint64_t)entry->depth << DEPTH_SHIFT | (uint64_t)entry->move << MOVE_SHIFT;
}

static uint64_t pack_tag(const struct tt_entry *entry, unsigned generation)
{
    assert(entry->bound <= TT_BOUND_EXACT);
    return generation | (uint64_t)entry->pv << PV_SHIFT | (uint64_t)entry->bound << BOUND_SHIFT;
}

static struct tt_entry unpack(uint64_t check, uint64_t data)
{
    return (struct tt_entry){
        .move = (uint32_t)(data >> MOVE_SHIFT),
        .score = (int16_t)(uint16_t)data,
        .eval = (int16_t)(uint16_t)(data >> EVAL_SHIFT),
        .depth = (uint8_t)(data >> DEPTH_SHIFT),
        .bound = (uint8_t)(check >> (TAG_SHIFT + BOUND_SHIFT)),
        .pv = (check >> (TAG_SHIFT + PV_SHIFT) & 1) != 0,
    };
}

static uint64_t load(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

static void write_slot(struct slot *slot, uint64_t key, uint64_t tag, uint64_t data)
{
    const uint64_t check = (key ^ data) << TAG_BITS >> TAG_BITS | tag << TAG_SHIFT;
    atomic_store_explicit(&slot->check, check, memory_order_relaxed);
    atomic_store_explicit(&slot->data, data, memory_order_relaxed);
}

/* Generation of an entry, 0 if it is empty. */
static unsigned generation_of(uint64_t check)
{
    return (unsigned)(check >> TAG_SHIFT) & GENERATION_MASK;
}

/* Also true of an empty entry if the low 56 bits of the key are 0. tt_probe looks at the generation
 * too; tt_store need not, it then updates nothing to something, which fills the entry. */
static bool matches(uint64_t check, uint64_t data, uint64_t key)
{
    return (check ^ data ^ key) << TAG_BITS == 0;
}

static struct tt_bucket *bucket_of(const struct tt *tt, uint64_t key)
{
    return &tt->buckets[tt_bucket_index(tt, key)];
}

bool tt_probe(const struct tt *tt, uint64_t key, struct tt_entry *out)
{
    if (tt->bucket_count == 0)
        return false;

    /* All four entries are looked at and the first match is selected without a branch: which of
     * the four it is cannot be predicted, and a wrong guess costs more than the other three. (For
     * tt_store the same was measured and is slower.) */
    const struct tt_bucket *bucket = bucket_of(tt, key);
    uint64_t found_check = 0;
    uint64_t found_data = 0;
    for (int i = TT_BUCKET_SIZE - 1; i >= 0; i--) {
        const uint64_t check = load(&bucket->slots[i].check);
        const uint64_t data = load(&bucket->slots[i].data);
        const bool has_key = matches(check, data, key);
        found_check = has_key ? check : found_check;
        found_data = has_key ? data : found_data;
    }
    if (generation_of(found_check) == 0)
        return false;
    *out = unpack(found_check, found_data);
    return true;
}

/* How much an entry deserves to stay: its depth, less 8 plies per search of age. */
static int worth(const struct tt *tt, uint64_t check, uint64_t data)
{
    const unsigned generation = generation_of(check);
    if (generation == 0)
        return INT_MIN;
    int age = (int)tt->generation - (int)generation;
    if (age < 0)
        age += TT_GENERATIONS;
    return (uint8_t)(data >> DEPTH_SHIFT) - AGE_WEIGHT * age;
}

/* Merges a new result into the entry of the same key. The condition is Stockfish's: within one
 * search a much deeper result is worth more than a newer one, but its move is still refreshed,
 * because the newer move was best in a window closer to the present one. */
static void update(const struct tt *tt, struct slot *slot, uint64_t check, uint64_t data,
                   uint64_t key, const struct tt_entry *entry)
{
    const struct tt_entry old = unpack(check, data);
    const int reach = entry->depth + DEPTH_MARGIN + (entry->pv ? PV_MARGIN : 0);
    const bool keeps_old = entry->bound != TT_BOUND_EXACT && reach <= old.depth &&
                           generation_of(check) == tt->generation;

    struct tt_entry merged = keeps_old ? old : *entry;
    merged.move = entry->move != 0 ? entry->move : old.move;
    write_slot(slot, key, pack_tag(&merged, tt->generation), pack_data(&merged));
}

void tt_store(struct tt *tt, uint64_t key, const struct tt_entry *entry)
{
    if (tt->bucket_count == 0)
        return;

    struct tt_bucket *bucket = bucket_of(tt, key);
    struct slot *victim = &bucket->slots[0];
    int victim_worth = INT_MAX;
    for (int i = 0; i < TT_BUCKET_SIZE; i++) {
        struct slot *slot = &bucket->slots[i];
        const uint64_t check = load(&slot->check);
        const uint64_t data = load(&slot->data);
        if (matches(check, data, key)) {
            update(tt, slot, check, data, key, entry);
            return;
        }
        const int slot_worth = worth(tt, check, data);
        if (slot_worth < victim_worth) {
            victim = slot;
            victim_worth = slot_worth;
        }
    }
    write_slot(victim, key, pack_tag(entry, tt->generation), pack_data(entry));
}

/* Whole table */

struct tt *tt_new(void)
{
    struct tt *tt = malloc(sizeof(*tt));
    if (tt != NULL)
        *tt = (struct tt){.buckets = NULL, .bucket_count = 0, .generation = 1};
    return tt;
}

static void unmap_table(struct tt *tt)
{
    pages_unmap(tt->buckets, tt->bucket_count * sizeof(struct tt_bucket));
}

void tt_free(struct tt *tt)
{
    if (tt == NULL)
        return;
    unmap_table(tt);
    free(tt);
}

bool tt_resize(struct tt *tt, size_t mebibytes, unsigned threads)
{
    if (!pages_affordable(mebibytes))
        return false;
    struct tt_bucket *buckets = pages_map(mebibytes * PAGES_MEBIBYTE);
    if (buckets == NULL)
        return false;

    unmap_table(tt);
    tt->buckets = buckets;
    tt->bucket_count = mebibytes * BUCKETS_PER_MEBIBYTE;
    tt_clear(tt, threads);
    return true;
}

/* A part of the table, for one thread of tt_clear. */
struct slice {
    char *start;
    size_t bytes;
    pthread_t thread;
    bool has_thread;
};

/* memset on atomic words is fine here: nobody else uses the table during tt_clear. */
static void *clear_slice(void *argument)
{
    const struct slice *slice = argument;
    memset(slice->start, 0, slice->bytes);
    return NULL;
}

void tt_clear(struct tt *tt, unsigned threads)
{
    tt->generation = 1;
    if (tt->bucket_count == 0)
        return;

    /* Slices are whole huge pages, so that no two threads fault in the same one. */
    const size_t bytes = tt->bucket_count * sizeof(struct tt_bucket);
    const size_t pages = (bytes + PAGES_HUGE - 1) / PAGES_HUGE;
    size_t slice_count = threads < 1 ? 1 : threads;
    if (slice_count > CLEAR_THREADS_MAX)
        slice_count = CLEAR_THREADS_MAX;
    if (slice_count > pages)
        slice_count = pages;

    struct slice slices[CLEAR_THREADS_MAX];
    for (size_t i = 0; i < slice_count; i++) {
        const size_t begin = pages * i / slice_count * PAGES_HUGE;
        const size_t end =
            i + 1 == slice_count ? bytes : pages * (i + 1) / slice_count * PAGES_HUGE;
        struct slice *slice = &slices[i];
        *slice = (struct slice){.start = (char *)tt->buckets + begin, .bytes = end - begin};
        if (i > 0)
            slice->has_thread = pthread_create(&slice->thread, NULL, clear_slice, slice) == 0;
    }
    for (size_t i = 0; i < slice_count; i++) {
        if (!slices[i].has_thread)
            (void)clear_slice(&slices[i]);
    }
    for (size_t i = 0; i < slice_count; i++) {
        if (slices[i].has_thread)
            (void)pthread_join(slices[i].thread, NULL);
    }
}

void tt_new_search(struct tt *tt)
{
    tt->generation = (uint8_t)(tt->generation % TT_GENERATIONS + 1);
}

unsigned tt_hashfull(const struct tt *tt)
{
    if (tt->bucket_count == 0)
        return 0;

    unsigned used = 0;
    for (int b = 0; b < SAMPLE_BUCKETS; b++) {
        for (int i = 0; i < TT_BUCKET_SIZE; i++)
            used += generation_of(load(&tt->buckets[b].slots[i].check)) == tt->generation;
    }
    return used;
}

size_t tt_mebibytes(const struct tt *tt)
{
    return tt->bucket_count / BUCKETS_PER_MEBIBYTE;
}

void tt_copy_out(const struct tt *tt, uint64_t first, size_t count, uint64_t *words)
{
    for (uint64_t b = first; b < first + count; b++)
        for (int i = 0; i < TT_BUCKET_SIZE; i++) {
            const struct slot *slot = &tt->buckets[b].slots[i];
            *words++ = load(&slot->check);
            *words++ = load(&slot->data);
        }
}

void tt_copy_in(struct tt *tt, uint64_t first, size_t count, const uint64_t *words)
{
    for (uint64_t b = first; b < first + count; b++)
        for (int i = 0; i < TT_BUCKET_SIZE; i++) {
            struct slot *slot = &tt->buckets[b].slots[i];
            atomic_store_explicit(&slot->check, *words++, memory_order_relaxed);
            atomic_store_explicit(&slot->data, *words++, memory_order_relaxed);
        }
}
