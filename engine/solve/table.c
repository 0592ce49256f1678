#include "engine/solve/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 64 };

_Static_assert(sizeof(struct solve_slot) * SOLVE_TABLE_WAYS == LINE_BYTES, "a bucket is one line");

static uint64_t buckets_of(size_t bytes)
{
    return bytes / LINE_BYTES > 0 ? bytes / LINE_BYTES : 1;
}

bool solve_table_fits(const struct solve_table *t, size_t bytes)
{
    return t->memory && t->buckets == buckets_of(bytes);
}

bool solve_table_init(struct solve_table *t, size_t bytes)
{
    const uint64_t buckets = buckets_of(bytes);
    /* Not aligned_alloc and memset: calloc has large blocks zeroed by the system page by page as
     * they are touched, so that a large table costs a small puzzle nothing. */
    unsigned char *memory = calloc(buckets + 1, LINE_BYTES);
    if (!memory)
        return false;
    const uintptr_t past = (uintptr_t)memory % LINE_BYTES;
    struct solve_slot *slots = (void *)(memory + (past ? LINE_BYTES - past : 0));
    *t = (struct solve_table){memory, slots, buckets, 1};
    return true;
}

void solve_table_clear(struct solve_table *t)
{
    if (++t->age != 0)
        return;
    memset(t->slots, 0, t->buckets * LINE_BYTES);
    t->age = 1;
}

void solve_table_fini(struct solve_table *t)
{
    free(t->memory);
    *t = (struct solve_table){0};
}

/* Evenly onto any number of buckets, without a division (Lemire 2019). */
static struct solve_slot *bucket_of(const struct solve_table *t, uint64_t key)
{
    __extension__ typedef unsigned __int128 wide_t;
    return t->slots + (uint64_t)(((wide_t)key * t->buckets) >> 64) * SOLVE_TABLE_WAYS;
}

enum { AGE_SHIFT = 48 };

/* Bits 0-23 move, 24-31 win, 32-39 no_win, 40-47 effort, 48-63 age. */
static uint64_t pack(struct solve_fact f, uint16_t age)
{
    return (uint64_t)f.move | (uint64_t)f.win << 24 | (uint64_t)f.no_win << 32 |
           (uint64_t)f.effort << 40 | (uint64_t)age << AGE_SHIFT;
}

static struct solve_fact unpack(uint64_t data)
{
    return (struct solve_fact){.move = (move_t)(data & 0xFFFFFF),
                               .win = (uint8_t)(data >> 24),
                               .no_win = (uint8_t)(data >> 32),
                               .effort = (uint8_t)(data >> 40)};
}

struct solve_fact solve_table_probe(const struct solve_table *t, uint64_t key)
{
    struct solve_slot *slot = bucket_of(t, key);
    for (int i = 0; i < SOLVE_TABLE_WAYS; i++) {
        const uint64_t data = atomic_load_explicit(&slot[i].data, memory_order_relaxed);
        const uint64_t check = atomic_load_explicit(&slot[i].check, memory_order_relaxed);
        if ((check ^ data) == key && data >> AGE_SHIFT == t->age)
            return unpack(data);
    }
    return (struct solve_fact){0};
}

void solve_table_store(struct solve_table *t, uint64_t key, struct solve_fact fact)
{
    assert(fact.move <= 0xFFFFFF);
    struct solve_slot *slot = bucket_of(t, key), *victim = slot;
    unsigned least = UINT8_MAX + 1;
    for (int i = 0; i < SOLVE_TABLE_WAYS; i++) {
        const uint64_t data = atomic_load_explicit(&slot[i].data, memory_order_relaxed);
        const uint64_t check = atomic_load_explicit(&slot[i].check, memory_order_relaxed);
        const struct solve_fact old = unpack(data);
        const bool counts = data >> AGE_SHIFT == t->age;
        if ((check ^ data) == key && counts) {
            if (old.win != 0 && (fact.win == 0 || old.win < fact.win))
                fact.win = old.win;
            if (old.no_win > fact.no_win)
                fact.no_win = old.no_win;
            if (fact.move == MOVE_NONE)
                fact.move = old.move;
            if (old.effort > fact.effort)
                fact.effort = old.effort;
            victim = &slot[i];
            break;
        }
        const unsigned worth = counts ? old.effort + 1u : 0;
        if (worth < least) {
            least = worth;
            victim = &slot[i];
        }
    }
    const uint64_t data = pack(fact, t->age);
    atomic_store_explicit(&victim->data, data, memory_order_relaxed);
    atomic_store_explicit(&victim->check, key ^ data, memory_order_relaxed);
}
