/* Records of matches: any file is read to its end without a fault, and a game that is read is
 * written so that it is read as the same again. */
#include "tools/match_replay.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *text_of(const struct match_game *g)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    record_write_game(out, g);
    fclose(out);
    return text;
}

/* The text of the game that `text` is read as; NULL if it is read as none. Aborts if it is not even
 * JSON. */
static char *text_again(const char *text, double seconds)
{
    char error[RECORD_ERROR_MAX];
    struct json_tree tree;
    struct text_error fault;
    struct match_game g;
    char *again = NULL;
    char *copy = strdup(text);
    if (copy && !json_tree_read(&tree, copy, &fault))
        abort();
    /* Bytes that were no UTF-8 may have grown a text beyond what is read. */
    if (copy && record_read_game(tree.values, &g, error)) {
        g.seconds = seconds; /* for people, and not read */
        again = text_of(&g);
        record_game_fini(&g);
    }
    if (copy)
        json_tree_fini(&tree);
    free(copy);
    return again;
}

static void check_game(void *context, size_t line, const struct match_game *g, const char *why)
{
    (void)context;
    (void)line;
    (void)why;
    char *first = text_of(g);
    /* Bytes that are no UTF-8 are replaced once. */
    char *second = first ? text_again(first, g->seconds) : NULL;
    char *third = second ? text_again(second, g->seconds) : NULL;
    if (third && strcmp(second, third) != 0)
        abort();
    free(first);
    free(second);
    free(third);
}

static void pass_over(void *context, size_t line, const char *why)
{
    (void)context;
    (void)line;
    if (!why[0])
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct replay_callbacks callbacks = {NULL, NULL, check_game, pass_over};
    char why[RECORD_ERROR_MAX];
    long end = 0;
    bool is_torn;
    /* fmemopen takes no empty buffer; the text is not changed. */
    char *copy = calloc(size + 1, 1);
    FILE *file = copy ? fmemopen(copy, size + (size == 0), "r") : NULL;
    if (file) {
        memcpy(copy, data, size);
        replay_record(file, &callbacks, &end, &is_torn, why);
        fclose(file);
    }
    if (end < 0 || (size_t)end > size + (size == 0))
        abort();
    free(copy);
    return 0;
}
