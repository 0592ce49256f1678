/* textfile.h - whole files as text. */
#ifndef CITADEL_TOOLS_TEXTFILE_H
#define CITADEL_TOOLS_TEXTFILE_H

#include <stddef.h>

/* All bytes of a file ("-" is standard input) with a NUL behind them; the caller frees the text.
 * NULL: errno says why, EINTR after an interrupt. A file that holds zero bytes is longer, by
 * *length, than its text seems. */
char *textfile_read(const char *path, size_t *length);

#endif
