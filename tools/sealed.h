/* sealed.h - text files that prove to be whole: the last line is a checksum of all before it, so
 * that a file cut short, changed or mixed up on its way is noticed. They are written whole or not
 * at all (outfile.h).
 *
 * Lines are "NAME VALUE"; sealed_next takes them in order. */
#ifndef CITADEL_TOOLS_SEALED_H
#define CITADEL_TOOLS_SEALED_H

#include "engine/perft.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { SEALED_SUM_MAX = 17 }; /* bytes of a checksum as text, its end included */

/* --- writing --- */

struct sealed_writer {
    FILE *out; /* write the lines here; NULL if memory is short */
    char *text;
    size_t size;
};

void sealed_begin(struct sealed_writer *w);

/* Adds the checksum and gives the file its place. False with errno set: it is as it was before.
 * Writes the checksum to `sum` unless that is NULL. The writer is done with in any case. */
bool sealed_commit(struct sealed_writer *w, const char *path, char sum[SEALED_SUM_MAX]);
void sealed_abandon(struct sealed_writer *w);

/* --- reading --- */

enum sealed_status {
    SEALED_OK,
    SEALED_FAULT, /* it cannot be read, errno says why */
    SEALED_TORN   /* it is no sealed file, or not whole */
};

struct sealed_text {
    char *text; /* owned; cut up by sealed_next */
    char *rest; /* of it, NULL at the end */
    char sum[SEALED_SUM_MAX];
};

/* Reads a file and verifies its checksum. Free it with sealed_free, also after a failure. */
enum sealed_status sealed_read(const char *path, struct sealed_text *s);
void sealed_free(struct sealed_text *s);

/* The next line: *value is what follows its first blank, "" if nothing does. Returns the name, NULL
 * at the end. */
const char *sealed_next(struct sealed_text *s, const char **value);

/* Is the next line one of this name? Then its value, else NULL. */
const char *sealed_value(struct sealed_text *s, const char *name);
/* The same for a value that is a number, 0..max. False if the line is another or the value none. */
bool sealed_number(struct sealed_text *s, const char *name, uint64_t max, uint64_t *out);
bool sealed_count(struct sealed_text *s, const char *name, perft_count_t *out);

#endif
