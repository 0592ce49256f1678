/* tune_data.h - positions for the tuner: read from data files, divided by game into a training part
 * and a part that only judges, and described by how their evaluation depends on the parameters.
 *
 * The evaluation is piecewise linear in nearly all parameters, so near the vector at hand it is its
 * value there plus, for each coordinate, a coefficient times the change. A row holds the non-zero
 * coefficients. */
#ifndef CITADEL_TOOLS_TUNE_DATA_H
#define CITADEL_TOOLS_TUNE_DATA_H

#include "engine/game.h"
#include "engine/thread_pool.h"
#include "tools/cli.h"
#include "tools/datafile.h"
#include "tools/tune_params.h"

#include <stdatomic.h>

/* Positions that are handled together; the unit of parallel work. */
enum { TUNE_SLICE = 1024 };

struct tune_sample {
    size_t text;    /* offset of its text in the set */
    uint32_t game;  /* number of its game over all files */
    int16_t score;  /* of the search, White's view */
    uint8_t result; /* of the game: 0, 1, 2 for Black wins, draw, White wins */
};

/* What the fit reads of a position. */
struct tune_row {
    float base;     /* evaluation at the vector of the rows, White's view */
    uint32_t begin; /* first entry in its slice; it ends where the next row begins */
};

/* Rows of TUNE_SLICE consecutive samples, the last slice of a part being shorter. */
struct tune_slice {
    struct tune_row *rows; /* nb + 1 of them */
    uint16_t *coords;      /* entries: coordinate */
    float *coefficients;   /* and coefficient */
    size_t nb, entries_nb, entries_size;
};

/* Training or validation part. */
struct tune_part {
    struct tune_sample *samples;
    size_t nb, size;
    struct tune_slice *slices;
    size_t slices_nb;
    uint32_t games;
};

struct tune_set {
    const struct game *game;
    struct position *model; /* of its game and options */
    char *texts;
    size_t texts_used, texts_size;
    struct tune_part training, validation;
    uint64_t duplicates;
    uint32_t games;
};

/* Reads the files, which must be of `game` and equal rule options, into *set. `percent` of the
 * games, drawn by the seed, judge. On failure there is a message in error (DATA_ERROR_MAX bytes).
 */
enum data_status tune_set_load(struct tune_set *set, const struct game *game,
                               const struct cli_words *files, int percent, uint64_t seed,
                               char *error);
void tune_set_fini(struct tune_set *set);

/* How the rows were made. */
struct tune_linearised {
    uint64_t evaluations, entries;
    uint64_t irregular; /* rows that needed a difference for each coordinate */
};

/* Makes the rows of both parts at the vector of theta, by differences, for the free coordinates.
 * False when memory is short, or when stopped: then the old rows may be half replaced. */
bool tune_linearise(struct tune_set *set, const struct tune_params *params, const double *theta,
                    struct thread_pool *pool, const atomic_bool *stop,
                    struct tune_linearised *report);

#endif
