#include "engine/position.h"

#include "engine/game.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { POS_ALIGN = 64, HISTORY_FIRST = 512 };

static size_t rounded_size(const struct game *game)
{
    return (game->pos_size + POS_ALIGN - 1) / POS_ALIGN * POS_ALIGN;
}

/* Zeroed memory for a position struct, padding included, so that states compare bytewise. */
static struct position *raw_new(const struct game *game)
{
    struct position *pos = aligned_alloc(POS_ALIGN, rounded_size(game));
    if (!pos)
        return NULL;
    memset(pos, 0, rounded_size(game));
    pos->game = game;
    return pos;
}

static struct position *new_with_options(const struct game *game, const uint8_t *option)
{
    game->init();
    struct position *pos = raw_new(game);
    if (!pos)
        return NULL;
    memcpy(pos->option, option, sizeof pos->option);
    if (pos_reserve(pos, HISTORY_FIRST) != ENGINE_OK || pos_reset(pos) != ENGINE_OK) {
        pos_free(pos);
        return NULL;
    }
    return pos;
}

struct position *pos_new(const struct game *game)
{
    static const uint8_t defaults[GAME_OPTIONS_MAX] = {0};
    return new_with_options(game, defaults);
}

struct position *pos_new_like(const struct position *model)
{
    return new_with_options(model->game, model->option);
}

void pos_free(struct position *pos)
{
    if (!pos)
        return;
    free(pos->history);
    free(pos);
}

enum engine_status pos_reserve(struct position *pos, unsigned plies)
{
    const uint32_t need = pos->history_nb + plies;
    if (need <= pos->history_cap)
        return ENGINE_OK;
    zkey_t *grown = realloc(pos->history, (size_t)need * sizeof *grown);
    if (!grown)
        return ENGINE_NO_MEMORY;
    pos->history = grown;
    pos->history_cap = need;
    return ENGINE_OK;
}

/* Overwrites everything of dst but the history buffer it owns. */
static void assign_state(struct position *dst, const struct position *src)
{
    zkey_t *history = dst->history;
    const uint32_t cap = dst->history_cap;
    memcpy(dst, src, src->game->pos_size);
    dst->history = history;
    dst->history_cap = cap;
}

enum engine_status pos_copy(struct position *dst, const struct position *src)
{
    assert(dst->game->pos_size == src->game->pos_size);
    if (src->history_nb > dst->history_cap) {
        zkey_t *grown = realloc(dst->history, (size_t)src->history_cap * sizeof *grown);
        if (!grown)
            return ENGINE_NO_MEMORY;
        dst->history = grown;
        dst->history_cap = src->history_cap;
    }
    assign_state(dst, src);
    if (src->history_nb > 0)
        memcpy(dst->history, src->history, src->history_nb * sizeof *src->history);
    return ENGINE_OK;
}

enum engine_status pos_set(struct position *pos, const char *text, struct text_error *error)
{
    struct position *scratch = raw_new(pos->game);
    if (!scratch)
        return ENGINE_NO_MEMORY;
    struct text_error ignored;
    memcpy(scratch->option, pos->option, sizeof scratch->option);
    const enum engine_status status = pos->game->parse(scratch, text, error ? error : &ignored);
    if (status == ENGINE_OK) {
        scratch->history_nb = 0;
        scratch->reversible = 0;
        assign_state(pos, scratch);
    }
    free(scratch);
    return status;
}

enum engine_status pos_reset(struct position *pos)
{
    const struct game *game = pos->game;
    return pos_set(pos, game->start_text ? game->start_text(pos) : game->start, NULL);
}

enum engine_status pos_set_option(struct position *pos, const char *name, const char *value)
{
    const struct game *game = pos->game;
    for (size_t i = 0; i < game->options_nb; i++) {
        if (strcasecmp(game->options[i].name, name) != 0)
            continue;
        for (uint8_t v = 0; game->options[i].values[v]; v++)
            if (strcasecmp(game->options[i].values[v], value) == 0) {
                pos->option[i] = v;
                return ENGINE_OK;
            }
    }
    return ENGINE_BAD_ARGUMENT;
}

/* The nearest earlier occurrence at an even distance >= from, or 0. */
static unsigned previous_occurrence(const struct position *pos, unsigned from)
{
    for (unsigned back = from; back <= pos->reversible; back += 2)
        if (pos->history[pos->history_nb - back] == pos->key)
            return back;
    return 0;
}

unsigned pos_occurrences(const struct position *pos)
{
    assert(pos->reversible <= pos->history_nb);
    /* Two plies back cannot be the same position: the other side would have to undo nothing. */
    const unsigned first = previous_occurrence(pos, 4);
    if (first == 0)
        return 0;
    return previous_occurrence(pos, first + 4) ? 2 : 1;
}

bool pos_is_repetition(const struct position *pos, int ply)
{
    const unsigned first = previous_occurrence(pos, 4);
    if (first == 0)
        return false;
    return (int)first <= ply || previous_occurrence(pos, first + 4) != 0;
}
