#include "tools/keyset.h"

#include <stdlib.h>

/* The slot where the key is or belongs. */
static uint64_t *find(const struct keyset *s, uint64_t key)
{
    size_t i = (size_t)key & (s->size - 1);
    while (s->slots[i] && s->slots[i] != key)
        i = (i + 1) & (s->size - 1);
    return &s->slots[i];
}

static bool grow(struct keyset *s)
{
    struct keyset grown = {.size = s->size ? 2 * s->size : 1024};
    grown.slots = calloc(grown.size, sizeof *grown.slots);
    if (!grown.slots)
        return false;
    for (size_t i = 0; i < s->size; i++)
        if (s->slots[i])
            *find(&grown, s->slots[i]) = s->slots[i];
    free(s->slots);
    s->slots = grown.slots;
    s->size = grown.size;
    return true;
}

enum keyset_answer keyset_add(struct keyset *s, uint64_t key)
{
    if (key == 0) {
        const bool known = s->has_zero;
        s->has_zero = true;
        return known ? KEYSET_KNOWN : KEYSET_NEW;
    }
    if (2 * s->nb >= s->size && !grow(s))
        return KEYSET_FAILED;
    uint64_t *slot = find(s, key);
    if (*slot == key)
        return KEYSET_KNOWN;
    *slot = key;
    s->nb++;
    return KEYSET_NEW;
}

void keyset_fini(struct keyset *s)
{
    free(s->slots);
    *s = (struct keyset){0};
}
