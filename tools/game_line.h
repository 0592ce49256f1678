/* game_line.h - a game in progress that can be taken back: its start and the moves so far. The
 * present position is the caller's and handed to each call, since protocols keep it elsewhere. */
#ifndef CITADEL_TOOLS_GAME_LINE_H
#define CITADEL_TOOLS_GAME_LINE_H

#include "engine/move.h"
#include "engine/position.h"

#include <stddef.h>

/* All zero is a line without a start; game_line_fini frees what it owns. */
struct game_line {
    struct position *start;
    move_t *moves;
    size_t nb;
    size_t cap;
};

void game_line_fini(struct game_line *l);

/* Forgets all moves and starts from a copy of `start`. ENGINE_NO_MEMORY, nothing changed. */
enum engine_status game_line_start(struct game_line *l, const struct position *start);

/* Plays a legal move on pos, the present position, and notes it. ENGINE_NO_MEMORY, nothing changed.
 */
enum engine_status game_line_play(struct game_line *l, struct position *pos,
                                  const struct move_entry *move);

/* Takes back `plies` moves, at most all: pos becomes the position before them. ENGINE_NO_MEMORY,
 * nothing changed. Replays the game from its start, so the key history is right too. */
enum engine_status game_line_undo(struct game_line *l, struct position *pos, size_t plies);

#endif
