/* match_book.h - a file of openings, one a line: a position, as position files write it (suite.h),
 * or moves from the match's base position. */
#ifndef CITADEL_TOOLS_MATCH_BOOK_H
#define CITADEL_TOOLS_MATCH_BOOK_H

#include "engine/position.h"
#include "tools/match_openings.h"

#include <stdbool.h>
#include <stddef.h>

struct book {
    struct opening *lines; /* all of them legal, none with the game over */
    size_t nb, cap;
};

enum { BOOK_ERROR_MAX = 512 };

/* Reads and checks the whole file; "-" is not special. False: *is_io tells whether the file could
 * not be read or its content is wrong, and `error`, of BOOK_ERROR_MAX bytes, what and where;
 * book_fini is due either way. */
bool book_read(struct book *b, const char *path, const struct position *base, bool *is_io,
               char *error);
void book_fini(struct book *b);

#endif
