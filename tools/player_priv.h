/* player_priv.h - between player.c and its protocols. */
#ifndef CITADEL_TOOLS_PLAYER_PRIV_H
#define CITADEL_TOOLS_PLAYER_PRIV_H

#include "tools/player.h"

/* A process's status as an answer, with the engine ended and the note written if it is gone or
 * late. */
void player_fail(struct player *p, enum process_status status, struct player_answer *out);

/* Fills kind, move and text by looking `text` up among the legal moves. */
void player_judge(const struct player_turn *turn, const char *text, struct player_answer *out);

enum process_status player_uci_start(struct player *p, const struct position *pos);
enum process_status player_uci_new_game(struct player *p);
void player_uci_go(struct player *p, const struct player_turn *turn, struct player_answer *out);

#endif
