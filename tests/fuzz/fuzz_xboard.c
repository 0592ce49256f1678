/* A CECP dialogue: the input's lines go to the interpreter in its sandbox, where searches are a few
 * hundred nodes long and finished before the next line. */
#include "tools/uci.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINES_MAX = 64 }; /* keeps one input within the fuzzer's time limit */

static void talk(struct uci *u, char *text)
{
    char xboard[] = "xboard";
    if (!uci_line(u, xboard))
        abort();
    char *rest = text;
    for (int i = 0; i < LINES_MAX && rest; i++) {
        char *end = strchr(rest, '\n');
        if (end)
            *end = '\0';
        if (!uci_line(u, rest) || !uci_wake(u))
            break;
        rest = end ? end + 1 : NULL;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    FILE *out = fopen("/dev/null", "w");
    struct uci *u = text && out ? uci_new(out, true) : NULL;
    if (u) {
        for (size_t i = 0; i < size; i++)
            text[i] = data[i] ? (char)data[i] : ' ';
        text[size] = '\0';
        talk(u, text);
    }
    uci_free(u);
    if (out)
        fclose(out);
    free(text);
    return 0;
}
