#include "tables/pages.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

bool pages_affordable(size_t mebibytes)
{
    if (mebibytes == 0 || mebibytes > SIZE_MAX / PAGES_MEBIBYTE / 2)
        return false;
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page_bytes = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page_bytes <= 0)
        return true;
    const uint64_t memory = (uint64_t)pages * (uint64_t)page_bytes;
    return mebibytes <= (memory - memory / 8) / PAGES_MEBIBYTE;
}

/* The kernel picks no address on a huge page boundary by itself, so a huge page too much is mapped
 * and the ends are given back. */
void *pages_map(size_t bytes)
{
    const size_t padded = bytes + PAGES_HUGE;
    char *start = mmap(NULL, padded, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED)
        return NULL;

    const size_t head = (PAGES_HUGE - (uintptr_t)start % PAGES_HUGE) % PAGES_HUGE;
    const size_t tail = PAGES_HUGE - head;
    if (head != 0)
        (void)munmap(start, head);
    (void)munmap(start + head + bytes, tail);
    (void)madvise(start + head, bytes, MADV_HUGEPAGE); /* advice only: failure costs speed */
    return start + head;
}

void pages_unmap(void *start, size_t bytes)
{
    if (start != NULL)
        (void)munmap(start, bytes);
}
