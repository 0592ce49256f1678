#include "tools/command_line.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Copies the word at *text without its quotes to *to, NUL included. False: a quote is not closed.
 */
static bool copy_word(const char **text, char **to)
{
    char quote = '\0';
    const char *s = *text;
    for (; *s && (quote || !isspace((unsigned char)*s)); s++) {
        if (quote == *s && quote) {
            quote = '\0';
        } else if (!quote && (*s == '\'' || *s == '"')) {
            quote = *s;
        } else {
            if (*s == '\\' && quote != '\'' && s[1])
                s++;
            *(*to)++ = *s;
        }
    }
    *(*to)++ = '\0';
    *text = s;
    return !quote;
}

char **command_line_split(const char *command)
{
    const size_t length = strlen(command);
    /* At most every second byte begins a word; the words need no more bytes than the text. */
    const size_t words_max = length / 2 + 2;
    char **argv = malloc(words_max * sizeof *argv + length + 2);
    if (!argv)
        return NULL;
    char *to = (char *)(argv + words_max);
    size_t nb = 0;
    for (;;) {
        while (isspace((unsigned char)*command))
            command++;
        if (!*command)
            break;
        argv[nb++] = to;
        if (!copy_word(&command, &to)) {
            nb = 0;
            break;
        }
    }
    argv[nb] = NULL;
    if (nb > 0)
        return argv;
    free(argv);
    return NULL;
}
