/* gametext.h - scans the text form that files of recorded games share (PDN of draughts, PGN of
 * chess): tag pairs, move numbers, moves, results; comments, glyphs and variations are passed over.
 *
 * It knows no game: a move is any word that is nothing else. After the PGN standard (Edwards 1994)
 * and PDN 3.0 (Wieringa and others). */
#ifndef CITADEL_TOOLS_GAMETEXT_H
#define CITADEL_TOOLS_GAMETEXT_H

#include <stddef.h>
#include <stdio.h>

enum gametext_kind {
    GAMETEXT_TAG,    /* [Name "value"] */
    GAMETEXT_NUMBER, /* 12 or 12. or 12... */
    GAMETEXT_MOVE,   /* without the ! and ? behind it */
    GAMETEXT_RESULT,
    GAMETEXT_END,
    GAMETEXT_FAULT /* the text is malformed; nothing follows */
};

/* How a game ended, as its text says. */
enum gametext_result { GAMETEXT_OPEN, GAMETEXT_WHITE_WINS, GAMETEXT_BLACK_WINS, GAMETEXT_DRAW };

struct gametext_token {
    enum gametext_kind kind;
    size_t offset; /* of its first byte, or of the fault */
    const char *text;
    size_t length;     /* of the move, or of the tag's name */
    const char *value; /* of a tag, between its quotes, as written */
    size_t value_length;
    enum gametext_result result;
    const char *what; /* of a fault: one sentence without a full stop, static */
};

struct gametext {
    const char *text; /* the caller's, ended by NUL */
    size_t at;
};

/* A mark of UTF-8 at the beginning is passed over. */
void gametext_begin(struct gametext *g, const char *text);
void gametext_next(struct gametext *g, struct gametext_token *out);

/* Line and column of a byte, from 1; a column is a character of UTF-8. Takes time in proportion to
 * the offset. */
void gametext_place(const char *text, size_t offset, size_t *line, size_t *column);

/* "1-0", "0-1", "1/2-1/2", "*". */
const char *gametext_result_text(enum gametext_result result);
/* The result whose text this is, draughts' 2-0, 0-2 and 1-1 included; GAMETEXT_OPEN for others. */
enum gametext_result gametext_read_result(const char *text);

/* A tag's value without its escapes, as a new text; NULL if memory is short. */
char *gametext_unescape(const char *value, size_t length);

/* Writes one tag pair. */
void gametext_write_tag(FILE *out, const char *name, const char *value);

/* Writes words with a blank or, so that no line exceeds 80 columns, a line end between them. */
struct gametext_writer {
    FILE *out;
    size_t column;
};
void gametext_write_word(struct gametext_writer *w, const char *word);

#endif
