/* Attack tables and sliders against a slow walk square by square, for every square of every board
 * and random occupancies of many densities; the portable and the chosen version side by side. */
#include "tables/attacks.h"
#include "tests/harness.h"

static const struct geometry *const boards[] = {&geo_9x9, &geo_tamerlane, &geo_dark};

/* The slow side: directions by name, in file and rank steps of its own. */
static const int steps[DIR_NB][2] = {
    [DIR_EAST] = {1, 0},         [DIR_NORTH] = {0, 1},       [DIR_NORTH_EAST] = {1, 1},
    [DIR_NORTH_WEST] = {-1, 1},  [DIR_WEST] = {-1, 0},       [DIR_SOUTH] = {0, -1},
    [DIR_SOUTH_WEST] = {-1, -1}, [DIR_SOUTH_EAST] = {1, -1},
};

static bool is_rook_direction(int d)
{
    return steps[d][0] == 0 || steps[d][1] == 0;
}

/* Squares from sq in one direction, up to and including the first in occ. */
static bb_t walk(const struct geometry *g, unsigned sq, int d, bb_t occ)
{
    bb_t set = BB_EMPTY;
    if (geo_is_extra(g, sq))
        return set;
    int file = (int)geo_file(g, sq), rank = (int)geo_rank(g, sq);
    for (;;) {
        file += steps[d][0];
        rank += steps[d][1];
        const unsigned to = geo_square(g, file, rank);
        if (to == GEO_NO_SQUARE)
            return set;
        set |= bb_square(to);
        if (bb_has(occ, to))
            return set;
    }
}

struct sliders {
    bb_t rook, bishop;
};

static struct sliders walk_all(const struct geometry *g, unsigned sq, bb_t occ)
{
    struct sliders s = {BB_EMPTY, BB_EMPTY};
    for (int d = 0; d < DIR_NB; d++)
        *(is_rook_direction(d) ? &s.rook : &s.bishop) |= walk(g, sq, d, occ);
    return s;
}

static void check_sliders(struct test *t, const struct geometry *g, unsigned sq, bb_t occ)
{
    struct attacks_rays rays;
    attacks_build_rays(g, sq, &rays);
    const struct sliders s = walk_all(g, sq, occ);
    const bool chosen = attacks_rook(&rays, occ) == s.rook &&
                        attacks_bishop(&rays, occ) == s.bishop &&
                        attacks_queen(&rays, occ) == (s.rook | s.bishop);
    const bool portable = attacks_portable_rook(&rays, occ) == s.rook &&
                          attacks_portable_bishop(&rays, occ) == s.bishop &&
                          attacks_portable_queen(&rays, occ) == (s.rook | s.bishop);
    CHECK_MSG(chosen && portable, "%s, square %u, occupied %016" PRIx64 "%016" PRIx64 ": %s%s",
              g->name, sq, bb_hi(occ), bb_lo(occ), chosen ? "" : "chosen ",
              portable ? "" : "portable");
}

/* Bits set with a chance of `eighths` in eight. */
static bb_t random_occupancy(struct test *t, const struct geometry *g, unsigned eighths)
{
    bb_t set = BB_EMPTY;
    for (unsigned bit = 0; bit < 3; bit++) {
        const bb_t r = bb_make(test_random(t), test_random(t));
        set = eighths >> bit & 1 ? set | r : set & r;
    }
    return (eighths == 8 ? ~BB_EMPTY : set) & geo_all(g);
}

static void case_sliders_random(struct test *t)
{
    const int rounds = test_long_wanted() ? 20000 : test_fast_wanted() ? 200 : 2000;
    for (size_t i = 0; i < COUNT(boards); i++) {
        const struct geometry *g = boards[i];
        for (unsigned sq = 0; sq < g->squares; sq++)
            for (int round = 0; round < rounds; round++)
                check_sliders(t, g, sq, random_occupancy(t, g, 1 + (unsigned)round % 7));
    }
}

/* Empty and full boards, every single blocker, everything but one blocker, the square itself. */
static void case_sliders_extremes(struct test *t)
{
    for (size_t i = 0; i < COUNT(boards); i++) {
        const struct geometry *g = boards[i];
        for (unsigned sq = 0; sq < g->squares; sq++) {
            check_sliders(t, g, sq, BB_EMPTY);
            check_sliders(t, g, sq, geo_all(g));
            check_sliders(t, g, sq, ~BB_EMPTY);
            for (unsigned blocker = 0; blocker < BB_SQUARES_MAX; blocker++) {
                check_sliders(t, g, sq, bb_square(blocker));
                check_sliders(t, g, sq, bb_square(blocker) | bb_square(sq));
                check_sliders(t, g, sq, ~bb_square(blocker));
            }
        }
    }
}

/* Only the rays matter: blockers elsewhere, beyond the first one and on the square itself don't. */
static void case_sliders_ignore(struct test *t)
{
    for (size_t i = 0; i < COUNT(boards); i++) {
        const struct geometry *g = boards[i];
        for (unsigned sq = 0; sq < g->squares; sq++)
            for (int round = 0; round < 50; round++) {
                struct attacks_rays rays;
                const bb_t occ = random_occupancy(t, g, 2);
                attacks_build_rays(g, sq, &rays);
                const bb_t seen = attacks_queen(&rays, occ);
                CHECK(attacks_queen(&rays, occ & seen) == seen);
                CHECK(attacks_queen(&rays, occ | ~attacks_queen(&rays, BB_EMPTY)) == seen);
                CHECK((attacks_rook(&rays, occ) | attacks_bishop(&rays, occ)) == seen);
                CHECK(!bb_any(attacks_rook(&rays, occ) & attacks_bishop(&rays, occ)));
                CHECK(!bb_has(seen, sq));
            }
    }
}

/* If a slider sees b from a, it sees a from b. */
static void case_sliders_symmetric(struct test *t)
{
    for (size_t i = 0; i < COUNT(boards); i++) {
        const struct geometry *g = boards[i];
        for (int round = 0; round < 20; round++) {
            const bb_t occ = random_occupancy(t, g, 2);
            bb_t seen[BB_SQUARES_MAX];
            for (unsigned sq = 0; sq < g->squares; sq++) {
                struct attacks_rays rays;
                attacks_build_rays(g, sq, &rays);
                seen[sq] = attacks_queen(&rays, occ);
            }
            for (unsigned a = 0; a < g->squares; a++)
                for (unsigned b = 0; b < a; b++)
                    CHECK(bb_has(seen[a], b) == bb_has(seen[b], a));
        }
    }
}

static void case_rays(struct test *t)
{
    for (size_t i = 0; i < COUNT(boards); i++) {
        const struct geometry *g = boards[i];
        for (unsigned sq = 0; sq < g->squares; sq++) {
            struct attacks_rays rays;
            attacks_build_rays(g, sq, &rays);
            for (int d = 0; d < DIR_NB; d++) {
                const bb_t ray = attacks_ray(&rays, (enum direction)d);
                CHECK_MSG(ray == walk(g, sq, d, BB_EMPTY), "%s: square %u, direction %d", g->name,
                          sq, d);
                if (bb_any(ray)) /* the halves of the search by lowest and highest bit */
                    CHECK(d < 4 ? bb_lowest(ray) > sq : bb_highest(ray) < sq);
            }
        }
    }
}

/* The direction whose steps lead from one square to the other, over whatever lies between: on the
 * dark squares ranks and files are lines too, though no ray runs along them. */
static int slow_direction(const struct geometry *g, unsigned from, unsigned to)
{
    if (geo_is_extra(g, from) || geo_is_extra(g, to))
        return DIR_NONE;
    for (int d = 0; d < DIR_NB; d++)
        for (int n = 1; n <= 10; n++)
            if ((int)geo_file(g, from) + n * steps[d][0] == (int)geo_file(g, to) &&
                (int)geo_rank(g, from) + n * steps[d][1] == (int)geo_rank(g, to))
                return d;
    return DIR_NONE;
}

/* d ^ 4 is the opposite of d; directions turn round with their arguments and agree with rays. */
static void case_directions(struct test *t)
{
    for (int d = 0; d < DIR_NB; d++) {
        CHECK_EQ_INT(steps[d][0], -steps[d ^ 4][0]);
        CHECK_EQ_INT(steps[d][1], -steps[d ^ 4][1]);
    }
    for (size_t i = 0; i < COUNT(boards); i++) {
        const struct geometry *g = boards[i];
        for (unsigned from = 0; from < g->squares; from++)
            for (unsigned to = 0; to < g->squares; to++) {
                const int wanted = slow_direction(g, from, to);
                const int got = (int)attacks_direction(g, from, to);
                const int back = (int)attacks_direction(g, to, from);
                CHECK_MSG(got == wanted, "%s: %u to %u: %d, wanted %d", g->name, from, to, got,
                          wanted);
                CHECK(back == (got == DIR_NONE ? DIR_NONE : (got ^ 4)));
                for (int d = 0; d < DIR_NB; d++)
                    if (bb_has(walk(g, from, d, BB_EMPTY), to))
                        CHECK_EQ_INT(got, d);
            }
    }
}

/* The citadels 110 and 111 of the 11x10 board lie on no ray and have none. */
static void case_extra_squares(struct test *t)
{
    const struct geometry *g = &geo_tamerlane;
    const bb_t extra = bb_square(110) | bb_square(111);
    static const struct step all[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1},
                                      {2, 1}, {3, 1}, {-1, 2}, {2, 2},  {-3, -2}};
    for (unsigned sq = 0; sq < g->squares; sq++) {
        struct attacks_rays rays;
        attacks_build_rays(g, sq, &rays);
        const bb_t reach = attacks_queen(&rays, BB_EMPTY);
        const bb_t leaps = attacks_leaper(g, sq, all, COUNT(all));
        CHECK(!bb_any((reach | leaps) & extra));
        if (sq >= 110)
            CHECK(!bb_any(reach) && !bb_any(leaps));
        for (unsigned citadel = 110; citadel < 112; citadel++) {
            CHECK_EQ_INT(attacks_direction(g, sq, citadel), DIR_NONE);
            CHECK_EQ_INT(attacks_direction(g, citadel, sq), DIR_NONE);
        }
    }
}

/* Leapers: every pair of squares by the difference of its coordinates. */
static void case_leapers(struct test *t)
{
    static const struct step king[] = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1},
                                       {0, 1},   {1, -1}, {1, 0},  {1, 1}};
    static const struct step knight[] = {{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2},
                                         {1, -2},  {1, 2},  {2, -1},  {2, 1}};
    static const struct step lame[] = {{3, -2}};
    static const struct {
        const struct step *list;
        size_t nb;
    } leapers[] = {{king, COUNT(king)}, {knight, COUNT(knight)}, {lame, 1}, {NULL, 0}};
    for (size_t i = 0; i < COUNT(boards); i++) {
        const struct geometry *g = boards[i];
        const unsigned rectangle = g->squares - g->extra;
        for (size_t l = 0; l < COUNT(leapers); l++)
            for (unsigned from = 0; from < rectangle; from++) {
                bb_t wanted = BB_EMPTY;
                for (unsigned to = 0; to < rectangle; to++)
                    for (size_t s = 0; s < leapers[l].nb; s++)
                        if ((int)geo_file(g, to) - (int)geo_file(g, from) ==
                                leapers[l].list[s].file &&
                            (int)geo_rank(g, to) - (int)geo_rank(g, from) ==
                                leapers[l].list[s].rank)
                            wanted |= bb_square(to);
                CHECK_MSG(attacks_leaper(g, from, leapers[l].list, leapers[l].nb) == wanted,
                          "%s: leaper %zu from %u", g->name, l, from);
            }
    }
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"attacks rays", case_rays},
        {"attacks directions", case_directions},
        {"attacks extra squares", case_extra_squares},
        {"attacks leapers", case_leapers},
        {"attacks sliders, extremes", case_sliders_extremes},
        {"attacks sliders, random", case_sliders_random},
        {"attacks sliders ignore what they must", case_sliders_ignore},
        {"attacks sliders are symmetric", case_sliders_symmetric},
    };
    return test_main(argc, argv, cases, COUNT(cases));
}
