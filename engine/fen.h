/* fen.h - what the readers of FEN-like position text have in common: a place in the text, faults
 * with their byte offset, the fields that look the same in every dialect. For the games' parsers.
 */
#ifndef CITADEL_ENGINE_FEN_H
#define CITADEL_ENGINE_FEN_H

#include "engine/error.h"

#include <stddef.h>
#include <stdint.h>

struct fen_reader {
    const char *text;
    size_t at;                /* next byte to read */
    struct text_error *error; /* filled by a failure */
};

/* Notes the fault and returns ENGINE_BAD_POSITION; fen_fail means the present place. */
enum engine_status fen_fail_at(const struct fen_reader *r, size_t offset, const char *what);
enum engine_status fen_fail(const struct fen_reader *r, const char *what);

/* One blank between fields; `missing` is said when the text ends here. */
enum engine_status fen_read_space(struct fen_reader *r, const char *missing);

/* "w" or "b" as enum side. */
enum engine_status fen_read_side(struct fen_reader *r, uint8_t *side);

/* A decimal number from `least` to POS_COUNTER_MAX; `what` is said when there is none or a smaller.
 */
enum engine_status fen_read_number(struct fen_reader *r, unsigned least, uint16_t *out,
                                   const char *what);

/* A blank, the move number, and the end of the text. */
enum engine_status fen_read_move_number(struct fen_reader *r, uint16_t *fullmove);

#endif
