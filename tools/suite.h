/* suite.h - reads files of positions, one a line, in the forms
 *
 *   FEN
 *   FEN ;set=RULESET ;D1 20 ;D2 400            perft counts
 *   FEN ;set=RULESET ;win 3 ;bm e3e5,a1a2      puzzles
 *   FEN | RULESET | RESULT | MOVES             legal moves; the second field is optional
 *
 * Empty lines and lines that begin with # are skipped. What the fields mean is the caller's matter,
 * but for the rule set: it names the game, or is "-" or absent for the default. */
#ifndef CITADEL_TOOLS_SUITE_H
#define CITADEL_TOOLS_SUITE_H

#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { SUITE_FIELDS_MAX = 64 };

/* One `;` field: "D3 8902" is name D3 and value 8902, "set=noble" is set and noble. */
struct suite_field {
    const char *name;
    const char *value; /* "" if none */
};

/* One line taken apart; all text points into the line's buffer. */
struct suite_record {
    size_t line; /* from 1 */
    const char *fen;
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

/* The game that the record wants: its rule set, or `fallback`. NULL if it asks for a game or an
 * option that does not exist; *wrong is then the text that asks. */
const struct game *suite_game(const struct suite_record *record, const struct game *fallback,
                              const char **wrong);

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
/* The next record; it lives until the next call. SUITE_BAD_LINE: *why is set and reading can go on;
 * SUITE_FAULT: the file could not be read, or an interrupt came. */
enum suite_status suite_next(struct suite *s, struct suite_record *record, const char **why);
void suite_close(struct suite *s);

#endif
