/* match_openings.h - the openings of a match: from a book, random, or both, number i always the
 * same for the same settings, whoever asks first and in whatever order.
 *
 * A random opening is a number of random legal moves from the base position, or from a line of the
 * book, such that the game is not over and a short search of our own sees neither side ahead by
 * more than the window. A book is gone through in the order of its lines or in a shuffled one. No
 * position is given out twice while there are others. Threads may share a set of openings. */
#ifndef CITADEL_TOOLS_MATCH_OPENINGS_H
#define CITADEL_TOOLS_MATCH_OPENINGS_H

#include "engine/position.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OPENINGS_NODES = 20000 }; /* of the search that looks at the window */

/* Position text and the moves played from it, in engine notation, blanks between them. */
struct opening {
    char *fen;
    char *moves; /* "" if none */
};

struct openings_config {
    const struct position *base;
    const struct opening *lines; /* of the book, checked; NULL: none. The caller's */
    size_t lines_nb;
    bool is_shuffled; /* the lines are taken in random order */
    int64_t plies;    /* random moves */
    int64_t window;   /* centipawns; 0: not looked at */
    uint64_t seed;
    const atomic_bool *stop; /* NULL, or becomes true when nobody waits for openings any more */
};

struct openings {
    struct openings_config config;
    pthread_mutex_t lock; /* guards the rest */
    struct opening *list;
    size_t nb, cap;
    uint64_t *keys; /* of the positions of this round, an open-addressed set; 0 is empty */
    size_t keys_nb, keys_cap;
    size_t *order;   /* of the book's lines; NULL: as they are */
    uint64_t tries;  /* lines tried so far; each has its own random numbers */
    size_t distinct; /* openings given out before the first was given out again; 0: none was */
    struct engine *engine;    /* NULL without a window */
    struct position *pos;     /* scratch */
    struct move_entry *moves; /* scratch */
};

/* False if memory is short; openings_fini is due either way. */
bool openings_init(struct openings *o, const struct openings_config *config);
void openings_fini(struct openings *o);

/* Opening number i, from 0; it lives as long as the set. False: `why`, a static sentence, says what
 * is wrong, or that memory is short. */
bool openings_get(struct openings *o, size_t i, struct opening *out, const char **why);

/* How many different openings there were before they began anew; 0: they have not. */
size_t openings_distinct(struct openings *o);

#endif
