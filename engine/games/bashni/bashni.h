/* bashni.h - the only public header of Bashni (column draughts), with closure.h, which it includes:
 * exact solutions of positions with few towers. The rules are in RULES.md beside it. */
#ifndef CITADEL_ENGINE_GAMES_BASHNI_BASHNI_H
#define CITADEL_ENGINE_GAMES_BASHNI_BASHNI_H

#include "engine/game.h"
#include "engine/games/bashni/closure.h"

extern const struct game bas_game; /* "bashni" */

#endif
