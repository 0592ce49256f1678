#include "tools/game_line.h"

#include "engine/game.h"
#include "tools/setup.h"

#include <stdlib.h>

enum { MOVES_MIN = 128 };

void game_line_fini(struct game_line *l)
{
    pos_free(l->start);
    free(l->moves);
    *l = (struct game_line){0};
}

enum engine_status game_line_start(struct game_line *l, const struct position *start)
{
    /* The new start may be of another game, with a position struct of another size. */
    struct position *copy = pos_new_like(start);
    if (!copy || pos_copy(copy, start) != ENGINE_OK) {
        pos_free(copy);
        return ENGINE_NO_MEMORY;
    }
    pos_free(l->start);
    l->start = copy;
    l->nb = 0;
    return ENGINE_OK;
}

enum engine_status game_line_play(struct game_line *l, struct position *pos,
                                  const struct move_entry *move)
{
    if (l->nb == l->cap) {
        const size_t cap = l->cap > 0 ? 2 * l->cap : MOVES_MIN;
        move_t *moves = realloc(l->moves, cap * sizeof *moves);
        if (!moves)
            return ENGINE_NO_MEMORY;
        l->moves = moves;
        l->cap = cap;
    }
    const enum engine_status status = setup_make(pos, move);
    if (status == ENGINE_OK)
        l->moves[l->nb++] = move->move;
    return status;
}

enum engine_status game_line_undo(struct game_line *l, struct position *pos, size_t plies)
{
    const size_t left = plies < l->nb ? l->nb - plies : 0;
    struct position *earlier = pos_new_like(l->start);
    enum engine_status status = ENGINE_NO_MEMORY;
    if (earlier && pos_copy(earlier, l->start) == ENGINE_OK &&
        setup_replay(earlier, l->moves, (int)left) == (int)left)
        status = pos_copy(pos, earlier);
    if (status == ENGINE_OK)
        l->nb = left;
    pos_free(earlier);
    return status;
}
