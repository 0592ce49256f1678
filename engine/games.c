/* The registry: one line per game and rule set. */
#include "engine/game.h"
#include "engine/games/bashni/bashni.h"
#include "engine/games/belarusian/belarusian.h"
#include "engine/games/tamerlane/tamerlane.h"

#include <string.h>

static const struct game *const registry[] = {
    &bel_game_release, &bel_game_original, &bel_game_noble, &tam_game, &bas_game,
};

const struct game *games_get(size_t i)
{
    return i < sizeof registry / sizeof *registry ? registry[i] : NULL;
}

const struct game *games_find(const char *name)
{
    for (size_t i = 0; i < sizeof registry / sizeof *registry; i++)
        if (strcmp(registry[i]->name, name) == 0)
            return registry[i];
    return NULL;
}
