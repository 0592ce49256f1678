/* checkpoint.h - files in which long work keeps its state: whole or not at all, sealed by a
 * checksum, and bound to the program, the rules and the options that the work was begun with.
 *
 * A file is a header of 40 bytes (magic "CitaStat", version of the format, length of the content,
 * its XXH3 of 64 bits, XXH3 of these 32 bytes) and the content, a sequence of numbers and texts in
 * an order that only the owner of the state knows. All numbers are little-endian. */
#ifndef CITADEL_TOOLS_CHECKPOINT_H
#define CITADEL_TOOLS_CHECKPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- Writing ------------------------------------------------------------------------------- */

/* The content while it is put together, in memory. */
struct checkpoint_writer {
    FILE *out;
    char *bytes;
    size_t length;
};

/* False: out of memory. */
bool checkpoint_begin(struct checkpoint_writer *w);
void checkpoint_put(struct checkpoint_writer *w, uint64_t n);
void checkpoint_put_text(struct checkpoint_writer *w, const char *text);
/* Writes the file in the place of an earlier one. False with errno set. Frees the content in any
 * case. */
bool checkpoint_end(struct checkpoint_writer *w, const char *path);

/* ---- Reading ------------------------------------------------------------------------------- */

enum checkpoint_status {
    CHECKPOINT_OK,
    CHECKPOINT_UNREADABLE, /* errno says why */
    CHECKPOINT_FOREIGN,    /* no such file, or of another version of the format */
    CHECKPOINT_CORRUPT     /* cut off, or changed since it was written */
};

struct checkpoint_reader {
    char *bytes; /* of the whole file; owned */
    const char *at, *end;
    bool has_failed; /* something was missing: what was read since then is 0 and "" */
};

/* Reads and checks the file. The caller closes the reader in any case. */
enum checkpoint_status checkpoint_open(struct checkpoint_reader *r, const char *path);
uint64_t checkpoint_get(struct checkpoint_reader *r);
/* A number that may be at most `most`; a greater one is a failure. */
uint64_t checkpoint_get_most(struct checkpoint_reader *r, uint64_t most);
/* A text into a buffer of `size` bytes; a longer one is a failure. */
void checkpoint_get_text(struct checkpoint_reader *r, char *out, size_t size);
bool checkpoint_is_at_end(const struct checkpoint_reader *r); /* and nothing has failed */
void checkpoint_close(struct checkpoint_reader *r);

/* A word that changes with the rules, as the program plays them, not as somebody numbered them: a
 * hash over the games' start positions, options and hash keys, and over the numbers of move
 * sequences from the built-in positions. Takes some milliseconds. */
uint64_t checkpoint_rules(void);

#endif
