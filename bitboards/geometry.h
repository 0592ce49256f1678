/* geometry.h - the three boards as constant data: size, files, ranks, edges, square names.
 *
 * Squares are numbered as the rules number them (rules of the games, section 1 or 2):
 *   9x9        81 squares, rank * 9 + file, a1 = 0
 *   11x10+2   112 squares, rank * 11 + file, a1 = 0, then l2 = 110 and z9 = 111
 *   dark 8x8   32 squares, rank * 4 + file / 2, a1 = 0
 * What stands on the squares, and how it moves, is not known here. All functions are pure. */
#ifndef CITADEL_BITBOARDS_GEOMETRY_H
#define CITADEL_BITBOARDS_GEOMETRY_H

#include "bitboards/bb.h"

#include <stddef.h>

enum { GEO_NO_SQUARE = 255, GEO_SQUARE_TEXT_MAX = 4 };

/* One board. `extra` squares follow the `files * ranks` of the rectangle and have a name only;
 * no step leads to or from them. On a `dark_only` board only every other square of the rectangle
 * exists, those with (file + rank) even, and they are numbered without gaps. */
struct geometry {
    const char *name;
    unsigned files, ranks; /* of the rectangle */
    unsigned squares;      /* all playable squares, extras included */
    unsigned extra;        /* squares outside the rectangle, 0..2 */
    bool dark_only;
    const char *extra_names[2];
};

extern const struct geometry geo_9x9;
extern const struct geometry geo_tamerlane;
extern const struct geometry geo_dark;

/* All squares of the board. */
bb_t geo_all(const struct geometry *g);

/* Square at (file, rank), both from 0; GEO_NO_SQUARE outside the rectangle or on a light square of
 * a dark_only board. Signed arguments, so that callers can step off the edge. */
unsigned geo_square(const struct geometry *g, int file, int rank);

/* File and rank, from 0, of a square of the rectangle (not of an extra square). */
unsigned geo_file(const struct geometry *g, unsigned sq);
unsigned geo_rank(const struct geometry *g, unsigned sq);

/* Is sq one of the squares outside the rectangle? */
bool geo_is_extra(const struct geometry *g, unsigned sq);

/* All squares of a file / rank of the rectangle; the argument counts from 0. */
bb_t geo_file_mask(const struct geometry *g, unsigned file);
bb_t geo_rank_mask(const struct geometry *g, unsigned rank);

/* Writes the name of sq ("e5", "k10", "z9") with a terminating NUL into out, which has room for
 * GEO_SQUARE_TEXT_MAX bytes. Returns the length. */
size_t geo_format(const struct geometry *g, unsigned sq, char *out);

/* Reads a square name at the start of text. On success stores the square and returns the number of
 * bytes read; returns 0, with *sq untouched, when no square of this board is named there. The
 * longest name wins: "a10" is rank 10, not a1 followed by 0. Lower case only. */
size_t geo_parse(const struct geometry *g, const char *text, unsigned *sq);

#endif
