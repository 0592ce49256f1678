/* The set of words that a closure is collected in, see closure_priv.h. */
#include "engine/games/bashni/closure_priv.h"

#include <stdlib.h>
#include <string.h>

enum {
    /* Slots behind the last home. A run of full slots at load 3/4 is a few dozen long, hundreds at
     * worst. */
    SLACK = 4096,
    BUCKET_WORDS = 4 /* on average, when closed */
};

/* Load 3/4 at most. */
static size_t capacity_for(size_t most)
{
    return most + most / 3 + 1;
}

static size_t slots(const struct bas_word_set *s)
{
    return s->capacity + SLACK;
}

static size_t home(const struct bas_word_set *s, uint64_t word)
{
    __extension__ typedef unsigned __int128 wide_t;
    return (size_t)((wide_t)word * s->capacity >> 64);
}

static void set_slot(struct bas_word_set *s, size_t i, uint64_t word)
{
    atomic_store_explicit(&s->cell[i].word, word, memory_order_relaxed);
}

size_t bas_word_set_bytes(size_t most)
{
    return (capacity_for(most) + SLACK) * sizeof(struct bas_cell);
}

size_t bas_word_set_closed_bytes(size_t nb)
{
    return nb * sizeof(struct bas_cell) + (nb / BUCKET_WORDS * 2 + 2) * sizeof(uint32_t);
}

bool bas_word_set_init(struct bas_word_set *s, size_t most)
{
    *s = (struct bas_word_set){.capacity = capacity_for(most)};
    s->cell = calloc(slots(s), sizeof *s->cell);
    return s->cell != NULL;
}

void bas_word_set_fini(struct bas_word_set *s)
{
    free(s->cell);
    free(s->bucket);
    *s = (struct bas_word_set){0};
}

enum bas_insertion bas_word_set_insert(struct bas_word_set *s, uint64_t word)
{
    const size_t end = slots(s);
    for (size_t i = home(s, word); i < end; i++) {
        uint64_t there = bas_word_set_get(s, i);
        if (there == 0 &&
            atomic_compare_exchange_strong_explicit(&s->cell[i].word, &there, word,
                                                    memory_order_relaxed, memory_order_relaxed))
            return BAS_INSERT_NEW;
        if (there == word)
            return BAS_INSERT_OLD;
    }
    return BAS_INSERT_FULL;
}

/* Moves the words to the front, in ascending order. They are nearly so already: insertion sort
 * moves each over its run of full slots at most. Returns their number. */
static size_t close_up(struct bas_word_set *s)
{
    size_t nb = 0;
    for (size_t i = 0, end = slots(s); i < end; i++) {
        const uint64_t word = bas_word_set_get(s, i);
        if (!word)
            continue;
        size_t at = nb++;
        for (; at > 0 && bas_word_set_get(s, at - 1) > word; at--)
            set_slot(s, at, bas_word_set_get(s, at - 1));
        set_slot(s, at, word);
    }
    return nb;
}

/* Gives each of the words, which are at the front, the first free slot from its home on. They are
 * taken from the far end of the array: as the slots given ascend, none is needed before its word
 * has gone, unless the last words would not fit at all; then it stops and says false. */
static bool spread(struct bas_word_set *s, size_t nb)
{
    const size_t end = slots(s), from = end - nb;
    memmove(&s->cell[from], s->cell, nb * sizeof *s->cell);
    size_t at = 0;
    for (size_t i = 0; i < nb; i++, at++) {
        const uint64_t word = bas_word_set_get(s, from + i);
        for (const size_t h = home(s, word); at < h; at++)
            set_slot(s, at, 0);
        if (at > from + i)
            return false;
        set_slot(s, at, word);
    }
    for (; at < end; at++)
        set_slot(s, at, 0);
    return true;
}

bool bas_word_set_grow(struct bas_word_set *s, size_t most)
{
    const size_t capacity = capacity_for(most);
    struct bas_cell *cell = realloc(s->cell, (capacity + SLACK) * sizeof *cell);
    if (!cell)
        return false;
    s->cell = cell;
    const size_t nb = close_up(s);
    s->capacity = capacity;
    return spread(s, nb);
}

bool bas_word_set_close(struct bas_word_set *s)
{
    const size_t nb = close_up(s);
    s->nb = nb;
    unsigned bits = 0;
    while ((size_t)BUCKET_WORDS << bits < nb)
        bits++;
    /* A shift by 64 would be undefined: at least two buckets. */
    bits += bits == 0;
    const size_t buckets = (size_t)1 << bits;
    s->bucket_shift = 64 - bits;
    s->bucket = malloc((buckets + 1) * sizeof *s->bucket);
    if (!s->bucket)
        return false;
    size_t next = 0;
    for (size_t b = 0; b <= buckets; b++) {
        while (next < nb && bas_word_set_get(s, next) >> s->bucket_shift < b)
            next++;
        s->bucket[b] = (uint32_t)next;
    }
    /* Giving memory back can hardly fail; if it does the array stays as long as it is. */
    struct bas_cell *cell = realloc(s->cell, (nb + 1) * sizeof *cell);
    if (cell)
        s->cell = cell;
    s->capacity = 0;
    return true;
}

uint32_t bas_word_set_find(const struct bas_word_set *s, uint64_t word)
{
    const uint64_t b = word >> s->bucket_shift;
    for (uint32_t id = s->bucket[b], end = s->bucket[b + 1]; id < end; id++) {
        const uint64_t there = bas_word_set_get(s, id);
        if (there >= word)
            return there == word ? id : BAS_NO_ID;
    }
    return BAS_NO_ID;
}

void bas_word_set_find_all(const struct bas_word_set *s, const uint64_t *words, size_t nb,
                           uint32_t *ids)
{
    for (size_t i = 0; i < nb; i++)
        __builtin_prefetch(&s->bucket[words[i] >> s->bucket_shift]);
    for (size_t i = 0; i < nb; i++)
        __builtin_prefetch(&s->cell[s->bucket[words[i] >> s->bucket_shift]]);
    for (size_t i = 0; i < nb; i++)
        ids[i] = bas_word_set_find(s, words[i]);
}
