/* PDN files: faults lie within the text, and a good game is, once written, read back as itself. */
#include "tools/pdn.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { GAMES_MAX = 16 };

static void require(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "fuzz_pdn: %s\n", what);
        abort();
    }
}

static char *write_game(const struct pdn_game *g)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    require(out && pdn_write(g, out) == ENGINE_OK && fclose(out) == 0, "a game cannot be written");
    return text;
}

static void check_round_trip(const struct pdn_game *g)
{
    struct pdn_reader reader;
    struct pdn_game again;
    struct pdn_fault fault;
    char *text = write_game(g);
    pdn_begin_any(&reader, text, games_get(0));
    require(pdn_next(&reader, &again, &fault) == PDN_GAME, "what was written cannot be read");
    char *text_again = write_game(&again);
    require(strcmp(text, text_again) == 0, "written twice, it differs");
    require(again.end->key == g->end->key && again.moves_nb == g->moves_nb, "other moves");
    pdn_fini(&again);
    require(pdn_next(&reader, &again, &fault) == PDN_END, "there is a second game");
    pdn_fini(&again);
    free(text_again);
    free(text);
}

/* `usual`: of games without a variant; NULL: only Bashni is read. */
static void check_text(const char *text, const struct game *usual)
{
    struct pdn_reader reader;
    enum pdn_status status = PDN_GAME;
    pdn_begin_any(&reader, text, usual);
    for (int i = 0; i < GAMES_MAX && (status == PDN_GAME || status == PDN_BAD_GAME); i++) {
        struct pdn_game g;
        struct pdn_fault fault = {0};
        status = pdn_next(&reader, &g, &fault);
        if (status == PDN_GAME)
            check_round_trip(&g);
        else if (status != PDN_END)
            require(fault.line > 0 && fault.column > 0 && fault.what[0], "a fault without place");
        pdn_fini(&g);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (text) {
        for (size_t i = 0; i < size; i++)
            text[i] = data[i] ? (char)data[i] : ' ';
        text[size] = '\0';
        check_text(text, NULL);
        check_text(text, games_get(0));
    }
    free(text);
    return 0;
}
