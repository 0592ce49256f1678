#include "bitboards/geometry.h"

#include <string.h>

const struct geometry geo_9x9 = {.name = "9x9", .files = 9, .ranks = 9, .squares = 81};

const struct geometry geo_tamerlane = {.name = "11x10 with two citadels",
                                       .files = 11,
                                       .ranks = 10,
                                       .squares = 112,
                                       .extra = 2,
                                       .extra_names = {"l2", "z9"}};

const struct geometry geo_dark = {
    .name = "dark squares of 8x8", .files = 8, .ranks = 8, .squares = 32, .dark_only = true};

bb_t geo_all(const struct geometry *g)
{
    return ((bb_t)1 << g->squares) - 1;
}

unsigned geo_square(const struct geometry *g, int file, int rank)
{
    if (file < 0 || rank < 0 || (unsigned)file >= g->files || (unsigned)rank >= g->ranks)
        return GEO_NO_SQUARE;
    if (!g->dark_only)
        return (unsigned)rank * g->files + (unsigned)file;
    if ((file + rank) % 2 != 0)
        return GEO_NO_SQUARE;
    return (unsigned)rank * (g->files / 2) + (unsigned)file / 2;
}

bool geo_is_extra(const struct geometry *g, unsigned sq)
{
    return sq >= g->squares - g->extra;
}

unsigned geo_rank(const struct geometry *g, unsigned sq)
{
    assert(sq < g->squares && !geo_is_extra(g, sq));
    return sq / (g->dark_only ? g->files / 2 : g->files);
}

unsigned geo_file(const struct geometry *g, unsigned sq)
{
    assert(sq < g->squares && !geo_is_extra(g, sq));
    if (!g->dark_only)
        return sq % g->files;
    return sq % (g->files / 2) * 2 + geo_rank(g, sq) % 2;
}

bb_t geo_file_mask(const struct geometry *g, unsigned file)
{
    bb_t mask = BB_EMPTY;
    for (unsigned rank = 0; rank < g->ranks; rank++) {
        const unsigned sq = geo_square(g, (int)file, (int)rank);
        if (sq != GEO_NO_SQUARE)
            mask |= bb_square(sq);
    }
    return mask;
}

bb_t geo_rank_mask(const struct geometry *g, unsigned rank)
{
    bb_t mask = BB_EMPTY;
    for (unsigned file = 0; file < g->files; file++) {
        const unsigned sq = geo_square(g, (int)file, (int)rank);
        if (sq != GEO_NO_SQUARE)
            mask |= bb_square(sq);
    }
    return mask;
}

size_t geo_format(const struct geometry *g, unsigned sq, char *out)
{
    assert(sq < g->squares);
    size_t n = 0;
    if (geo_is_extra(g, sq)) {
        const char *name = g->extra_names[sq - (g->squares - g->extra)];
        n = strlen(name);
        memcpy(out, name, n + 1);
        return n;
    }
    const unsigned rank = geo_rank(g, sq) + 1;
    out[n++] = (char)('a' + geo_file(g, sq));
    if (rank >= 10)
        out[n++] = (char)('0' + rank / 10);
    out[n++] = (char)('0' + rank % 10);
    out[n] = '\0';
    return n;
}

size_t geo_parse(const struct geometry *g, const char *text, unsigned *sq)
{
    for (unsigned i = 0; i < g->extra; i++) {
        const size_t n = strlen(g->extra_names[i]);
        if (strncmp(text, g->extra_names[i], n) == 0) {
            *sq = g->squares - g->extra + i;
            return n;
        }
    }
    if (text[0] < 'a' || text[0] > 'z' || text[1] < '1' || text[1] > '9')
        return 0;
    int rank = text[1] - '0';
    size_t n = 2;
    if (g->ranks >= 10 && text[2] >= '0' && text[2] <= '9' &&
        (unsigned)(rank * 10 + text[2] - '0') <= g->ranks) {
        rank = rank * 10 + text[2] - '0';
        n = 3;
    }
    const unsigned found = geo_square(g, text[0] - 'a', rank - 1);
    if (found == GEO_NO_SQUARE)
        return 0;
    *sq = found;
    return n;
}
