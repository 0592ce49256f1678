/* keyset.h - a growing set of 64-bit keys, to tell a position that was there before. Open
 * addressing with linear probes; the keys are random already. */
#ifndef CITADEL_TOOLS_KEYSET_H
#define CITADEL_TOOLS_KEYSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed is empty. */
struct keyset {
    uint64_t *slots; /* 0 is free */
    size_t size;     /* a power of two, or 0 */
    size_t nb;
    bool has_zero;
};

enum keyset_answer { KEYSET_KNOWN, KEYSET_NEW, KEYSET_FAILED };

/* Adds a key. KEYSET_FAILED when memory is short; the set is then as it was. */
enum keyset_answer keyset_add(struct keyset *s, uint64_t key);
void keyset_fini(struct keyset *s);

#endif
