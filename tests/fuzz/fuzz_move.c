/* Move text: a byte that chooses the game, a position, a line feed, a move. What move_parse accepts
 * must be a legal move whose text is parsed back to itself; stored names of 24 bits, taken from the
 * same text, must be resolved to a legal move or refused. */
#include "engine/game.h"
#include "engine/position.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fail(const char *what, const char *detail)
{
    fprintf(stderr, "fuzz_move: %s: %s\n", what, detail);
    abort();
}

static bool is_listed(const struct position *pos, move_t move)
{
    struct move_entry *list = malloc(pos->game->moves_max * sizeof *list);
    bool found = !list;
    if (list) {
        const struct move_entry *end = pos->game->generate(pos, GEN_ALL, list);
        for (const struct move_entry *m = list; m < end; m++)
            found = found || m->move == move;
    }
    free(list);
    return found;
}

static void check_text(const struct position *pos, const char *text)
{
    struct move_entry entry;
    struct move_entry again;
    char out[MOVE_TEXT_MAX];
    if (pos->game->move_parse(pos, text, &entry) != ENGINE_OK)
        return;
    if (!is_listed(pos, entry.move))
        fail("accepted a move that is not legal", text);
    pos->game->move_human(pos, &entry, out);
    pos->game->move_format(pos, entry.move, out);
    if (pos->game->move_parse(pos, out, &again) != ENGINE_OK || again.move != entry.move)
        fail("the written move is read as another", out);
}

static void check_names(const struct position *pos, const char *text)
{
    struct move_entry entry;
    const size_t length = strlen(text);
    for (size_t i = 0; i + 3 <= length; i++) {
        const move_t move = (move_t)(uint8_t)text[i] | (move_t)(uint8_t)text[i + 1] << 8 |
                            (move_t)(uint8_t)text[i + 2] << 16;
        if (pos->game->resolve(pos, move, &entry) &&
            (entry.move != move || !is_listed(pos, entry.move)))
            fail("resolved a stranger's move", text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t games = 0;
    while (games_get(games))
        games++;
    if (size == 0)
        return 0;
    char *text = malloc(size);
    struct position *pos = pos_new(games_get(data[0] % games));
    if (text && pos) {
        memcpy(text, data + 1, size - 1);
        text[size - 1] = '\0';
        char *move = strchr(text, '\n');
        if (move)
            *move++ = '\0';
        else
            move = text; /* a move from the start position */
        if (move == text || pos_set(pos, text, NULL) == ENGINE_OK) {
            check_text(pos, move);
            check_names(pos, move);
        }
    }
    pos_free(pos);
    free(text);
    return 0;
}
