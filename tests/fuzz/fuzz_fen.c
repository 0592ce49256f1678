/* Position text of every game: whatever parse accepts must be consistent, survive a round trip
 * through format, and have moves that can be made and taken back. The first byte chooses the game.
 */
#include "engine/game.h"
#include "engine/position.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fail(const char *what, const char *detail)
{
    fprintf(stderr, "fuzz_fen: %s: %s\n", what, detail);
    abort();
}

static void check_round_trip(const struct position *pos, struct position *again)
{
    char first[GAME_FEN_MAX];
    char second[GAME_FEN_MAX];
    pos->game->format(pos, first);
    if (pos_set(again, first, NULL) != ENGINE_OK)
        fail("the canonical text is refused", first);
    again->game->format(again, second);
    if (strcmp(first, second) != 0 || pos->key != again->key)
        fail("not the same after a round trip", first);
}

/* Makes and unmakes every move; the state must be consistent after each step. */
static void check_moves(struct position *pos)
{
    const struct game *game = pos->game;
    struct move_entry *list = malloc(game->moves_max * sizeof *list);
    void *undo = aligned_alloc(64, (game->undo_size / 64 + 1) * 64);
    if (list && undo && pos_reserve(pos, 1) == ENGINE_OK) {
        const zkey_t key = pos->key;
        const struct move_entry *end = game->generate(pos, GEN_ALL, list);
        if ((size_t)(end - list) > game->moves_max || game->count(pos) != (unsigned)(end - list))
            fail("wrong number of moves", game->name);
        for (const struct move_entry *m = list; m < end; m++) {
            game->make(pos, m, undo);
            const char *wrong = game->check(pos);
            if (wrong)
                fail("after a move", wrong);
            game->unmake(pos, m, undo);
            if (pos->key != key)
                fail("a move is not taken back", game->name);
        }
    }
    free(list);
    free(undo);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t games = 0;
    while (games_get(games))
        games++;
    if (size == 0)
        return 0;
    const struct game *game = games_get(data[0] % games);
    char *text = malloc(size);
    struct position *pos = pos_new(game);
    struct position *again = pos_new(game);
    if (text && pos && again) {
        memcpy(text, data + 1, size - 1);
        text[size - 1] = '\0';
        struct text_error error = {.what = NULL};
        if (pos_set(pos, text, &error) == ENGINE_OK) {
            char board[GAME_TEXT_MAX];
            if (game->check(pos))
                fail("after parsing", game->check(pos));
            if (game->listing)
                game->listing(pos, board);
            for (unsigned sq = 0; sq < game->geometry->squares; sq++)
                game->square_text(pos, sq, board);
            (void)game->checked(pos);
            (void)game->result(pos);
            check_round_trip(pos, again);
            check_moves(pos);
        } else if (!error.what || error.offset > strlen(text)) {
            fail("no reason, or a place outside the text", text);
        }
    }
    pos_free(pos);
    pos_free(again);
    free(text);
    return 0;
}
