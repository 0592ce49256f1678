/* play.h - a game in the terminal, as an object: lines in, text out. The reading loop, tests and
 * the fuzzer share it. One thread calls these functions; a search runs in the background and is
 * waited for, so that Ctrl-C ends it. */
#ifndef CITADEL_TOOLS_PLAY_H
#define CITADEL_TOOLS_PLAY_H

#include "engine/error.h"
#include "engine/position.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { PLAY_LEVEL_MAX = 10, PLAY_LEVEL_DEFAULT = 6 };

struct play_options {
    bool plays[SIDE_NB]; /* the engine plays this side */
    int64_t level;       /* 1..PLAY_LEVEL_MAX; holds if there are no limits below */
    int64_t nodes, movetime_ms;
    int64_t threads, hash;
    const char *save; /* write the game there after every move; NULL: only when asked */
    bool has_colour;  /* text may hold escape sequences */
    bool has_signs;   /* boards with the signs of Unicode instead of letters */
    bool is_sandbox;  /* for the fuzzer: searches are short, no file is touched */
};

struct play;

/* A game from `pos`, copied, and its first text. NULL if memory or a thread is short. */
struct play *play_new(FILE *out, const struct position *pos, const struct play_options *options);
void play_free(struct play *p); /* NULL is allowed */

/* Reads the first game of a file in place of the present one. CLI_OK, or CLI_USAGE for a bad text
 * and CLI_IO for a file that cannot be read, with a message in `why`; nothing has changed then. */
enum { PLAY_WHY_MAX = 512 };
int play_load(struct play *p, const char *path, char why[PLAY_WHY_MAX]);
/* Plays moves that are part of the game before anybody is asked, in engine notation, blanks or
 * commas between them. ENGINE_BAD_MOVE, ENGINE_NO_MEMORY. */
enum engine_status play_opening(struct play *p, const char *moves);
/* Shows the board and lets the engine move if it is its turn. */
void play_begin(struct play *p);

/* Takes one line without its line end; the text is cut up. False after `quit`, after Ctrl-C, or
 * when the output cannot be written any more. */
bool play_line(struct play *p, char *line);

/* What to show before reading a line, in a static-sized buffer. */
enum { PLAY_PROMPT_MAX = 64 };
void play_prompt(const struct play *p, char *out);
bool play_is_over(const struct play *p);

#endif
