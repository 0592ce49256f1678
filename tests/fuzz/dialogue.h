/* A dialogue with the interpreter in its sandbox, where searches are a few hundred nodes long and
 * finished before the next line: what the fuzz targets of the protocols share. */
#ifndef CITADEL_TESTS_FUZZ_DIALOGUE_H
#define CITADEL_TESTS_FUZZ_DIALOGUE_H

#include "tools/uci.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINES_MAX = 64 }; /* keeps one input within the fuzzer's time limit */

/* Sends `word`, if any, that switches to a protocol, then the input line by line through `say`,
 * until that returns false. */
static inline int fuzz_dialogue(const uint8_t *data, size_t size, const char *word,
                                bool (*say)(struct uci *, char *))
{
    char *text = malloc(size + 1);
    char *first = word ? strdup(word) : NULL;
    FILE *out = fopen("/dev/null", "w");
    struct uci *u = text && out && (first || !word) ? uci_new(out, true) : NULL;
    if (u) {
        for (size_t i = 0; i < size; i++)
            text[i] = data[i] ? (char)data[i] : ' ';
        text[size] = '\0';
        if (first && !uci_line(u, first))
            abort();
        char *rest = text;
        for (int i = 0; i < LINES_MAX && rest; i++) {
            char *end = strchr(rest, '\n');
            if (end)
                *end = '\0';
            if (!say(u, rest))
                break;
            rest = end ? end + 1 : NULL;
        }
    }
    uci_free(u);
    if (out)
        fclose(out);
    free(first);
    free(text);
    return 0;
}

#endif
