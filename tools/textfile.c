#include "tools/textfile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 16 };

/* Reads to the end. NULL with errno. */
static char *read_all(FILE *file, size_t *length)
{
    char *text = NULL;
    size_t used = 0, cap = 0;
    do {
        if (cap - used < BLOCK) {
            cap = 2 * cap + 2 * BLOCK;
            char *grown = realloc(text, cap);
            if (!grown) {
                free(text);
                errno = ENOMEM;
                return NULL;
            }
            text = grown;
        }
        errno = 0;
        used += fread(text + used, 1, BLOCK - 1, file);
    } while (!feof(file) && !ferror(file));
    if (ferror(file)) {
        const int error = errno ? errno : EIO;
        free(text);
        errno = error;
        return NULL;
    }
    text[used] = '\0';
    *length = used;
    return text;
}

char *textfile_read(const char *path, size_t *length)
{
    if (strcmp(path, "-") == 0)
        return read_all(stdin, length);
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    char *text = read_all(file, length);
    const int error = errno;
    fclose(file);
    errno = error;
    return text;
}
