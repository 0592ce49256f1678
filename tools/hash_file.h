/* hash_file.h - the transposition table as a file of its own, to go on with an analysis later.
 *
 * A line of text says what the table is of: format, program, game, rule options, the key of the
 * start position (which changes with the set of keys), the evaluation's numbers, and the size. Then
 * the table (tables/tt_file.h), sealed with that line. A file that differs in any of them is
 * refused before anything is read. */
#ifndef CITADEL_TOOLS_HASH_FILE_H
#define CITADEL_TOOLS_HASH_FILE_H

#include "engine/engine.h"

#include <stdbool.h>
#include <stdint.h>

enum { HASH_FILE_WHY_MAX = 256 };

/* Writes the table, of so many MiB, completely or not at all; `pos` tells game and rules. A search
 * may go on meanwhile. False with a reason. */
bool hash_file_save(const char *path, const struct engine *engine, const struct position *pos,
                    int64_t mebibytes, char why[HASH_FILE_WHY_MAX]);

/* Reads it back. False with a reason; the table is as it was if the file is of something else or a
 * search runs, and empty if the file is damaged. */
bool hash_file_load(const char *path, struct engine *engine, const struct position *pos,
                    int64_t mebibytes, char why[HASH_FILE_WHY_MAX]);

#endif
