#include "tables/attacks.h"

static const struct step direction_steps[DIR_NB] = {
    [DIR_EAST] = {1, 0},         [DIR_NORTH] = {0, 1},       [DIR_NORTH_EAST] = {1, 1},
    [DIR_NORTH_WEST] = {-1, 1},  [DIR_WEST] = {-1, 0},       [DIR_SOUTH] = {0, -1},
    [DIR_SOUTH_WEST] = {-1, -1}, [DIR_SOUTH_EAST] = {1, -1},
};

/* The square one step away, or GEO_NO_SQUARE. */
static unsigned step_from(const struct geometry *g, unsigned sq, struct step s)
{
    if (geo_is_extra(g, sq))
        return GEO_NO_SQUARE;
    return geo_square(g, (int)geo_file(g, sq) + s.file, (int)geo_rank(g, sq) + s.rank);
}

#if ATTACKS_USE_AVX2
static bb_t reverse(bb_t b)
{
    bb_t reversed = BB_EMPTY;
    while (bb_any(b))
        reversed |= bb_square(BB_SQUARES_MAX - 1 - bb_pop(&b));
    return reversed;
}

/* Directions `first` and the next with their opposites, from the eight rays. */
static void fill_lanes(const struct attacks_rays *r, unsigned first, struct attacks_lanes *out)
{
    for (unsigned i = 0; i < 2; i++) {
        const bb_t up = attacks_ray(r, (enum direction)(first + i));
        const bb_t down = reverse(attacks_ray(r, (enum direction)(first + i + 4)));
        out->lo[i] = bb_lo(up);
        out->hi[i] = bb_hi(up);
        out->lo[i + 2] = bb_lo(down);
        out->hi[i + 2] = bb_hi(down);
    }
}
#endif

void attacks_set_rays(struct attacks_rays *out, const bb_t rays[DIR_NB])
{
    for (int d = 0; d < 4; d++) {
        out->up_lo[d] = bb_lo(rays[d]);
        out->up_hi[d] = bb_hi(rays[d]);
        out->down_lo[d] = bb_lo(rays[d + 4]);
        out->down_hi[d] = bb_hi(rays[d + 4]);
    }
#if ATTACKS_USE_AVX2
    fill_lanes(out, DIR_EAST, &out->rook);
    fill_lanes(out, DIR_NORTH_EAST, &out->bishop);
#endif
}

void attacks_build_rays(const struct geometry *g, unsigned sq, struct attacks_rays *out)
{
    bb_t rays[DIR_NB];
    for (int d = 0; d < DIR_NB; d++) {
        rays[d] = BB_EMPTY;
        unsigned to = step_from(g, sq, direction_steps[d]);
        while (to != GEO_NO_SQUARE) {
            rays[d] |= bb_square(to);
            to = step_from(g, to, direction_steps[d]);
        }
    }
    attacks_set_rays(out, rays);
}

bb_t attacks_leaper(const struct geometry *g, unsigned sq, const struct step *steps, size_t nb)
{
    bb_t set = BB_EMPTY;
    for (size_t i = 0; i < nb; i++) {
        const unsigned to = step_from(g, sq, steps[i]);
        if (to != GEO_NO_SQUARE)
            set |= bb_square(to);
    }
    return set;
}

enum direction attacks_direction(const struct geometry *g, unsigned from, unsigned to)
{
    if (from == to || geo_is_extra(g, from) || geo_is_extra(g, to))
        return DIR_NONE;
    const int df = (int)geo_file(g, to) - (int)geo_file(g, from);
    const int dr = (int)geo_rank(g, to) - (int)geo_rank(g, from);
    if (df != 0 && dr != 0 && df != dr && df != -dr)
        return DIR_NONE;
    const struct step unit = {(int8_t)((df > 0) - (df < 0)), (int8_t)((dr > 0) - (dr < 0))};
    for (int d = 0; d < DIR_NB; d++)
        if (direction_steps[d].file == unit.file && direction_steps[d].rank == unit.rank)
            return (enum direction)d;
    return DIR_NONE;
}
