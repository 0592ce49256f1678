/* suite.h - reads files of positions, one a line, in the forms
 *
 *   FEN
 *   FEN ;set=RULESET ;D1 20 ;D2 400            perft counts
 *   FEN ;set=RULESET ;win 3 ;bm e3e5,a1a2      puzzles
 *   FEN | RULESET | RESULT | MOVES             legal moves; the second field is optional
 *
 * Empty lines and lines that begin with # are skipped. What the fields mean is the caller's matter,
 * but for the rules: RULESET names the game, or is "-" or absent for the default, or gives options
 * as NAME=VALUE; an option can also be a field (`;setup=third`). */
#ifndef CITADEL_TOOLS_SUITE_H
#define CITADEL_TOOLS_SUITE_H

#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { SUITE_FIELDS_MAX = 64 };

/* One `;` field: "D3 8902" is name D3 and value 8902, "set=noble" is set and noble. A value may
 * hold semicolons in quotation marks, which stay part of it. */
struct suite_field {
    const char *name;
    const char *value; /* "" if none */
    bool has_equals;   /* stood between the two */
};

/* One line taken apart; all text points into the line's buffer. */
struct suite_record {
    size_t line; /* from 1 */
    char *fen;
    const char *set;    /* rule set or options as written, NULL if absent */
    const char *result; /* of the `|` form, else NULL */
    char *moves;        /* of the `|` form, else NULL */
    struct suite_field fields[SUITE_FIELDS_MAX];
    size_t fields_nb;
};

/* Takes the line in `text` apart, in place; text has no line end. Returns NULL, or what is wrong
 * with it, a static sentence. */
const char *suite_parse(char *text, struct suite_record *record);

/* The value of a field, NULL if there is none of that name. */
const char *suite_field(const struct suite_record *record, const char *name);

/* Why a record is no position: ENGINE_BAD_ARGUMENT, `wrong` asks for a game or an option that does
 * not exist; ENGINE_BAD_POSITION, `error` says where in the FEN; ENGINE_NO_MEMORY. */
struct suite_fault {
    enum engine_status status;
    char wrong[64];
    struct text_error error;
};

/* A new position, the caller's, under the record's rules, or else those of `fallback`, a game with
 * default options. Without a fallback, NULL, it is the first game that has the options of the
 * record. NULL and *fault if there is none. */
struct position *suite_position(const struct suite_record *record, const struct game *fallback,
                                struct suite_fault *fault);

/* One sentence about a fault; the text has SUITE_FAULT_MAX bytes. Returns out. */
enum { SUITE_FAULT_MAX = 192 };
const char *suite_fault_text(const struct suite_fault *fault, char *out);

/* A whole decimal number; false if it is none or exceeds 64 bits. */
bool suite_number(const char *text, uint64_t *out);

/* The file. */
struct suite {
    FILE *file;
    char *buffer;
    size_t buffer_size;
    size_t line;
};

enum suite_status { SUITE_RECORD, SUITE_BAD_LINE, SUITE_END, SUITE_FAULT };

/* "-" is standard input. False: errno says why. */
bool suite_open(struct suite *s, const char *path);
/* The same for a text of `length` bytes, which must stay where it is. */
bool suite_open_text(struct suite *s, char *text, size_t length);
/* The next record; it lives until the next call. SUITE_BAD_LINE: *why is set and reading can go on;
 * SUITE_FAULT: the file could not be read, or an interrupt came. */
enum suite_status suite_next(struct suite *s, struct suite_record *record, const char **why);
void suite_close(struct suite *s);

#endif
