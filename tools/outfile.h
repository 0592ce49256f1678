/* outfile.h - files that are there whole or not at all: written as PATH.part, seen onto the disk,
 * then renamed. */
#ifndef CITADEL_TOOLS_OUTFILE_H
#define CITADEL_TOOLS_OUTFILE_H

#include <stdbool.h>
#include <stdio.h>

struct outfile {
    FILE *file;        /* to write to */
    char *path, *part; /* NULL: written in place */
};

/* False with errno set; then there is nothing to close. EINVAL if something that is no ordinary
 * file has this name. */
bool outfile_open(struct outfile *o, const char *path);
/* The same, but "-" is standard output, pipes and devices are written to as they are, and links are
 * followed. */
bool outfile_open_any(struct outfile *o, const char *path);
/* Gives the file its name. False with errno set if anything since the opening failed; what was
 * written is then removed. Closes in any case. */
bool outfile_finish(struct outfile *o);
/* Removes what was written. Allowed on a zeroed or closed one. */
void outfile_abandon(struct outfile *o);

/* Removes what a process that was killed has left of a file that it was writing. */
void outfile_clean(const char *path);

#endif
