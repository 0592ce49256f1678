/* epd.h - lines of EPD as other programs write them: `FEN bm e2e4; id "one";`, where the first
 * operation follows the position without a semicolon and the counters may be missing. The forms of
 * our own files (suite.h) are read too. */
#ifndef CITADEL_TOOLS_EPD_H
#define CITADEL_TOOLS_EPD_H

#include "engine/move.h"
#include "tools/suite.h"

/* suite_position for such a line: if the text before the first semicolon is no position, its
 * longest beginning that is one, with or without counters, is the position, and the rest becomes
 * the first field. record->fen and record->fields are changed to fit; the text of `record` must be
 * the caller's to change. *is_standard: the line had that form. */
struct position *epd_position(struct suite_record *record, const struct game *fallback,
                              struct suite_fault *fault, bool *is_standard);

/* The first game of which the record is a position, if it names none; NULL if there is none, or if
 * it is one of the chosen game (NULL: as in suite_position), with EPD operations that the caller
 * does not read: what to tell when the chosen game refuses it. */
const struct game *epd_other_game(const struct suite_record *record, const struct game *chosen);

/* One sentence about a fault: that the record belongs to another game, and which option says so, or
 * suite_fault_text. The text has SUITE_FAULT_MAX bytes. Returns out. */
const char *epd_fault_text(const struct suite_record *record, const struct game *chosen,
                           const struct suite_fault *fault, char *out);

/* The moves of a field, as `bm` and `am` have them, in any notation and with blanks or commas
 * between; words that are no legal moves are passed over. Returns how many, 0 if there is no such
 * field. */
enum { EPD_MOVES_MAX = 32 };
size_t epd_moves(const struct suite_record *record, const char *name, const struct position *pos,
                 move_t out[EPD_MOVES_MAX]);

/* The value of a field without the quotation marks around it, as a new text; NULL if there is no
 * such field, or no memory. */
char *epd_value(const struct suite_record *record, const char *name);

#endif
