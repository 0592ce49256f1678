/* pages.h - large zeroed memory for tables that many threads read and write at random.
 *
 * Such tables live in huge pages where the system has them: with 4 KiB pages nearly every look-up
 * also misses the TLB. All functions are thread-safe on distinct memory. */
#ifndef CITADEL_TABLES_PAGES_H
#define CITADEL_TABLES_PAGES_H

#include <stdbool.h>
#include <stddef.h>

#define PAGES_MEBIBYTE ((size_t)1 << 20)
#define PAGES_HUGE ((size_t)2 << 20)

/* Is memory of `mebibytes` sane on this machine: more than none and at most 7/8 of what it has?
 * Linux grants more memory than there is and then kills processes. A smaller limit set on a
 * container is not seen. If the system does not tell its memory, only what the address space
 * allows. */
bool pages_affordable(size_t mebibytes);

/* Zeroed memory of `bytes`, a multiple of 4 KiB, aligned to PAGES_HUGE; NULL if the system has
 * none. It takes real memory only where it is touched. The caller owns it. */
void *pages_map(size_t bytes);

/* Gives back what pages_map returned for `bytes`; NULL is fine. */
void pages_unmap(void *start, size_t bytes);

#endif
