/* tune_params.h - the parameters of an evaluation as the tuner sees them: one coordinate for each
 * number that can move alone, chosen by name, and the file of parameters as text. */
#ifndef CITADEL_TOOLS_TUNE_PARAMS_H
#define CITADEL_TOOLS_TUNE_PARAMS_H

#include "engine/eval_info.h"
#include "tools/cli.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum tune_half { TUNE_WHOLE, TUNE_MG, TUNE_EG };

enum { TUNE_NAME_MAX = 96 };

/* One number: a plain value of the vector, or one half of a pair. */
struct tune_coord {
    const struct eval_param *param;
    uint16_t index; /* of the value in the vector */
    enum tune_half half;
    double start;             /* the default */
    double lowest, highest;   /* bounds */
    double unit;              /* natural size of a change: 1 for centipawns */
    bool is_free;             /* to be tuned */
    char name[TUNE_NAME_MAX]; /* "man_value[ROOK].eg" */
};

struct tune_params {
    const struct eval_info *info;
    struct tune_coord *coords; /* constants have none */
    size_t nb;
};

/* All coordinates, free, with the defaults as start. False when memory is short. */
bool tune_params_init(struct tune_params *p, const struct eval_info *info);
void tune_params_fini(struct tune_params *p);

/* Sets is_free of all coordinates that the pattern names; returns how many. A pattern is the name
 * of a parameter, a value, or a half ("man_value", "man_value[ROOK]", "man_value[ROOK].eg") and may
 * have `*` and `?`. */
size_t tune_params_mark(struct tune_params *p, const char *pattern, bool is_free);

/* Start values as vector, and a vector of whole numbers from coordinates. `vector` has values_nb
 * numbers. */
void tune_params_vector(const struct tune_params *p, const double *theta, int32_t *vector);

/* The text of the parameter list with the values of the vector. `title` is the game's,
 * `origin` says where the values come from, lines separated by \n. */
void tune_params_write(const struct eval_info *info, const char *title, const char *origin,
                       const int32_t *vector, FILE *out);

#endif
