/* notation.h - moves as people type them: engine notation, or what our writers for people print,
 * with or without strokes and the marks of check and capture; of chess also without the origin
 * ("Lxe8"), if that is not ambiguous. */
#ifndef CITADEL_TOOLS_NOTATION_H
#define CITADEL_TOOLS_NOTATION_H

#include "engine/game.h"

/* The legal move that a text means. ENGINE_BAD_MOVE if there is none or more than one,
 * ENGINE_NO_MEMORY. */
enum engine_status notation_read(const struct position *pos, const char *text,
                                 struct move_entry *out);

/* A move as people read it and, if it differs in more than strokes and marks, as engines do:
 * "Ke3-e5^ (e3e5)", "e2-e4". */
enum { NOTATION_BOTH_MAX = 2 * MOVE_TEXT_MAX + 8 };
void notation_both(const struct position *pos, const struct move_entry *move, char *out);

#endif
