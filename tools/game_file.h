/* game_file.h - a game in progress as a file (pdn.h tells its form), to go on with it later. */
#ifndef CITADEL_TOOLS_GAME_FILE_H
#define CITADEL_TOOLS_GAME_FILE_H

#include "tools/game_line.h"
#include "tools/pdn.h"

/* White's and Black's names; NULL: unknown. */
struct game_names {
    const char *white, *black;
};

/* Writes the game of a line that stands at `pos`, completely or not at all. 0, or an errno value.
 */
int game_file_save(const char *path, const struct game_line *line, const struct position *pos,
                   const struct game_names *names);

/* Reads the first game of a file. ENGINE_OK: *line and *pos, which the caller owns, are the game
 * and where it stands. Else they are unchanged: ENGINE_BAD_POSITION for a fault in the text, which
 * *fault tells; ENGINE_NO_MEMORY; ENGINE_BAD_ARGUMENT if the file cannot be read, with errno. */
enum engine_status game_file_load(const char *path, struct game_line *line, struct position **pos,
                                  struct pdn_fault *fault);

#endif
