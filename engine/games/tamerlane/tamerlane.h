/* tamerlane.h - the only public header of Tamerlane chess. The rules are in RULES.md beside it. */
#ifndef CITADEL_ENGINE_GAMES_TAMERLANE_TAMERLANE_H
#define CITADEL_ENGINE_GAMES_TAMERLANE_TAMERLANE_H

#include "engine/game.h"

extern const struct game tam_game; /* "tamerlane" */

#endif
