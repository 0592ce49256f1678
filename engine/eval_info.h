/* eval_info.h - the numbers of an evaluation as one vector with names, and the macros by which one
 * list (a game's eval_params.def) becomes its struct, its default values and its description.
 *
 * A list is a file of entries
 *
 *     EVAL_PAIR(name, lowest, highest, "text", WEIGHT(mg, eg))        one middlegame, endgame pair
 *     EVAL_PAIRS(name, [N], lowest, highest, "text", values)          pairs by index
 *     EVAL_SCORE, EVAL_SCORES    the same of plain centipawns
 *     EVAL_NUMBER, EVAL_NUMBERS  the same of what is no centipawns: shares, units, distances; small
 *     EVAL_CONSTANT, EVAL_CONSTANTS(name, [N], "text", values)        never tuned
 *
 * so a new parameter is an entry there and its use in eval.c. Dimensions may be more than one,
 * `[2][8]`, with values in braces. The list is included once for each purpose, with EVAL_ONE and
 * EVAL_ARRAY defined as the pair of macros below that serves it, and EVAL_STRUCT as the struct.
 * `citadel tune` writes such files; so that it can write them whole, the texts are strings.
 *
 * The evaluation itself is an inline function of a `const struct X_eval_params *`. With the
 * constant defaults all numbers fold into the code; the instance for tuning takes any others. */
#ifndef CITADEL_ENGINE_EVAL_INFO_H
#define CITADEL_ENGINE_EVAL_INFO_H

#include "engine/weight.h"

#include <stddef.h>
#include <stdint.h>

enum eval_kind {
    EVAL_KIND_PAIR,   /* two halves packed as WEIGHT */
    EVAL_KIND_SCORE,  /* centipawns */
    EVAL_KIND_NUMBER, /* the evaluation need not be linear in it */
    EVAL_KIND_CONSTANT
};

/* A named parameter: one value or an array. */
struct eval_param {
    const char *name;
    const char *dimensions; /* as in the list, "" for a single value */
    const char *text;       /* what it is, one or several lines */
    enum eval_kind kind;
    uint16_t offset;         /* of its first value in the vector */
    uint16_t nb;             /* values in all */
    uint16_t rows;           /* values of the first dimension, 1 for a single value */
    int16_t lowest, highest; /* of each value, or of each half */
};

/* What the indices of a dimension stand for. */
struct eval_labels {
    const char *dimension;    /* "[BEL_CLASS_NB]" */
    const char *const *names; /* enumerators by index */
};

/* The meaning of a score for the result, see wdl.h: centipawns. */
struct eval_wdl {
    int32_t even;   /* a win is as likely as not */
    int32_t spread; /* its odds grow e times */
};

/* All parameters of a game. A vector is an array of values_nb numbers, which is the memory of the
 * game's struct: int32_t throughout. Static storage. */
struct eval_info {
    const char *file;                /* the list, from the root of the repository */
    const struct eval_param *params; /* in the order of the list, which covers the whole vector */
    size_t params_nb;
    size_t values_nb;
    const int32_t *defaults;          /* the vector that the game plays with */
    const struct eval_labels *labels; /* ended by an entry without dimension */
    const char *anchor; /* the value that gives the scale, "name[label]"; tuning keeps it */
    struct eval_wdl wdl;
};

#define EVAL_PAIR(name, lowest, highest, text, ...)                                                \
    EVAL_ONE(EVAL_KIND_PAIR, name, lowest, highest, text, __VA_ARGS__)
#define EVAL_SCORE(name, lowest, highest, text, ...)                                               \
    EVAL_ONE(EVAL_KIND_SCORE, name, lowest, highest, text, __VA_ARGS__)
#define EVAL_NUMBER(name, lowest, highest, text, ...)                                              \
    EVAL_ONE(EVAL_KIND_NUMBER, name, lowest, highest, text, __VA_ARGS__)
#define EVAL_CONSTANT(name, text, ...)                                                             \
    EVAL_ONE(EVAL_KIND_CONSTANT, name, INT16_MIN, INT16_MAX, text, __VA_ARGS__)
#define EVAL_PAIRS(name, dimensions, lowest, highest, text, ...)                                   \
    EVAL_ARRAY(EVAL_KIND_PAIR, name, dimensions, lowest, highest, text, __VA_ARGS__)
#define EVAL_SCORES(name, dimensions, lowest, highest, text, ...)                                  \
    EVAL_ARRAY(EVAL_KIND_SCORE, name, dimensions, lowest, highest, text, __VA_ARGS__)
#define EVAL_NUMBERS(name, dimensions, lowest, highest, text, ...)                                 \
    EVAL_ARRAY(EVAL_KIND_NUMBER, name, dimensions, lowest, highest, text, __VA_ARGS__)
#define EVAL_CONSTANTS(name, dimensions, text, ...)                                                \
    EVAL_ARRAY(EVAL_KIND_CONSTANT, name, dimensions, INT16_MIN, INT16_MAX, text, __VA_ARGS__)

/* EVAL_ONE and EVAL_ARRAY as members of the struct, */
#define EVAL_FIELD_ONE(kind, name, lowest, highest, text, ...) int32_t name;
#define EVAL_FIELD_ARRAY(kind, name, dimensions, lowest, highest, text, ...)                       \
    int32_t name dimensions;
/* as initialisers of the defaults, */
#define EVAL_VALUE_ONE(kind, name, lowest, highest, text, ...) .name = __VA_ARGS__,
#define EVAL_VALUE_ARRAY(kind, name, dimensions, lowest, highest, text, ...) .name = {__VA_ARGS__},
/* and as rows of the description. */
#define EVAL_MEMBER(name) (((const EVAL_STRUCT *)0)->name)
#define EVAL_ROW_ONE(kind, name, lowest, highest, text, ...)                                       \
    {#name, "", text, kind, offsetof(EVAL_STRUCT, name) / sizeof(int32_t), 1, 1, lowest, highest},
#define EVAL_ROW_ARRAY(kind, name, dimensions, lowest, highest, text, ...)                         \
    {#name,                                                                                        \
     #dimensions,                                                                                  \
     text,                                                                                         \
     kind,                                                                                         \
     offsetof(EVAL_STRUCT, name) / sizeof(int32_t),                                                \
     sizeof EVAL_MEMBER(name) / sizeof(int32_t),                                                   \
     sizeof EVAL_MEMBER(name) / sizeof *EVAL_MEMBER(name),                                         \
     lowest,                                                                                       \
     highest},

#endif
