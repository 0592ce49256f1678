/* belarusian.h - the only public header of Belarusian chess: its three rule sets as games.
 * The rules are in RULES.md beside this file. */
#ifndef CITADEL_ENGINE_GAMES_BELARUSIAN_BELARUSIAN_H
#define CITADEL_ENGINE_GAMES_BELARUSIAN_BELARUSIAN_H

#include "engine/game.h"

extern const struct game bel_game_release;  /* "belarusian" */
extern const struct game bel_game_original; /* "belarusian-original" */
extern const struct game bel_game_noble;    /* "belarusian-noble" */

#endif
