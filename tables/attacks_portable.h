/* attacks_portable.h - slider attacks in plain C, included by attacks.h: its choice where no better
 * way exists, and everywhere the reference that tests compare the choice with.
 *
 * Ascending rays use the carry of a subtraction: blockers ^ (blockers - 1) is everything up to the
 * lowest blocker (all ones if there is none). Descending rays need the highest blocker. */
#ifndef CITADEL_TABLES_ATTACKS_PORTABLE_H
#define CITADEL_TABLES_ATTACKS_PORTABLE_H

#include "tables/attacks.h"

BB_INLINE bb_t attacks_portable_up(bb_t ray, bb_t occ)
{
    const bb_t blockers = ray & occ;
    return ray & (blockers ^ (blockers - 1));
}

BB_INLINE bb_t attacks_portable_down(bb_t ray, bb_t occ)
{
    /* Square 0 ends every descending ray that reaches it, so it can serve as sentinel. */
    const unsigned first = bb_highest((ray & occ) | 1);
    return ray & (~BB_EMPTY << first);
}

BB_INLINE bb_t attacks_portable_lanes(const struct attacks_rays *r, bb_t occ, int first, int end)
{
    bb_t set = BB_EMPTY;
    for (int i = first; i < end; i++) {
        set |= attacks_portable_up(bb_make(r->up_hi[i], r->up_lo[i]), occ);
        set |= attacks_portable_down(bb_make(r->down_hi[i], r->down_lo[i]), occ);
    }
    return set;
}

static inline bb_t attacks_portable_rook(const struct attacks_rays *r, bb_t occ)
{
    return attacks_portable_lanes(r, occ, 0, 2);
}

static inline bb_t attacks_portable_bishop(const struct attacks_rays *r, bb_t occ)
{
    return attacks_portable_lanes(r, occ, 2, 4);
}

static inline bb_t attacks_portable_queen(const struct attacks_rays *r, bb_t occ)
{
    return attacks_portable_lanes(r, occ, 0, 4);
}

#endif
