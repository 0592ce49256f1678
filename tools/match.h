/* match.h - the referee of one game between two players. It alone decides: by the rules of the game
 * (game.h, `result`), by its own clocks, and by whether an answer is a legal move. */
#ifndef CITADEL_TOOLS_MATCH_H
#define CITADEL_TOOLS_MATCH_H

#include "tools/match_game.h"

/* Plays a game from its opening; pair, half and opening are set, the rest is zero. players[0] is
 * the first engine; both run. After MATCH_TIME, _SILENCE, _CRASH the loser runs no longer. */
void match_play(const struct match_rules *rules, struct player players[2], struct match_game *g);

#endif
