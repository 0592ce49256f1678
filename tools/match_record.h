/* match_record.h - the record of a match: a file of JSON lines, first the terms, then a line for
 * each game with all its moves, scores and times; documented in the help of `citadel match`.
 *
 * A game is appended as one line and synced before it counts, so after any interruption the file
 * holds whole games and at most one torn line at its end. */
#ifndef CITADEL_TOOLS_MATCH_RECORD_H
#define CITADEL_TOOLS_MATCH_RECORD_H

#include "tools/json_read.h"
#include "tools/match_game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { RECORD_FORMAT = 1, RECORD_ERROR_MAX = 512 };

/* Says in `error`, of RECORD_ERROR_MAX bytes, what is wrong; returns false. */
__attribute__((format(printf, 2, 3))) bool record_fail(char *error, const char *format, ...);

/* ---- Terms --------------------------------------------------------------------------------- */

/* What the terms tell about where openings come from. */
struct record_source {
    const char *book; /* path; NULL: none */
    bool is_shuffled;
    int64_t plies, window, seed;
};

/* What the terms tell about an engine beyond its configuration. */
struct record_side {
    const char *command;
    const char *letters, *form; /* of its dialect, as given; NULL: none */
};

/* Writes the first line. */
void record_write_terms(FILE *out, const struct match_rules *rules,
                        const struct record_source *source, const struct player_config players[2],
                        const struct record_side sides[2]);

/* What a check of the games needs of the terms. Its players have limits, patience, protocol,
 * dialect and is_restricted only. */
struct record_terms {
    struct match_rules rules;
    struct position *base; /* of the rules; owned */
    struct player_config players[2];
    char *form[2]; /* owned */
};
/* False: `error`, of RECORD_ERROR_MAX bytes, says why; nothing is kept. */
bool record_read_terms(const struct json_value *line, struct record_terms *terms, char *error);
void record_terms_fini(struct record_terms *terms);

/* ---- Games --------------------------------------------------------------------------------- */

void record_write_game(FILE *out, const struct match_game *g);
/* The same read; the game's opening is owned by the reader, record_game_fini frees it and the
 * plies. False: `error` says why; nothing is kept. */
bool record_read_game(const struct json_value *line, struct match_game *g, char *error);
void record_game_fini(struct match_game *g);

/* ---- The file as it is read ---------------------------------------------------------------- */

struct record_reader {
    FILE *file;
    char *line;
    size_t size;
    size_t number; /* of the line, from 1 */
    long end;      /* offset behind the last whole line */
};

enum record_status {
    RECORD_LINE,
    RECORD_TORN, /* the last line is not whole, as an interruption leaves it */
    RECORD_BAD,  /* a line is no JSON: `error` */
    RECORD_END,
    RECORD_IO /* errno */
};

/* `file` is the caller's and stands at its beginning. */
void record_reader_init(struct record_reader *r, FILE *file);
void record_reader_fini(struct record_reader *r);
/* The next line as a tree, which the caller ends in the case of RECORD_LINE only, before the next
 * call. */
enum record_status record_next(struct record_reader *r, struct json_tree *tree, char *error);

/* Where two terms first differ, "engines[1].nodes"; false if they are equal. `out` has
 * RECORD_ERROR_MAX bytes. */
bool record_differ(const struct json_value *a, const struct json_value *b, char *out);

/* ---- The file as it is written ------------------------------------------------------------- */

/* Appends what `text` holds in one write and syncs. False: errno says why; the file is as before.
 */
bool record_append(int fd, const char *text, size_t nb);

#endif
