/* hub.h - the Hub 2 dialogue of draughts interfaces, spoken for Bashni: the UCI dialogue hands its
 * lines over after the word `hub`.
 *
 * After Fabien Letouzey's protocol (protocol.txt of Scan 3.1, 2019). Two things are our own, since
 * the protocol knows no towers: pos= takes position text as all commands do, and moves are written
 * with every landing square (a3:c5:a7). */
#ifndef CITADEL_TOOLS_HUB_H
#define CITADEL_TOOLS_HUB_H

#include "tools/dialogue.h"

struct hub;

/* Takes the dialogue over, which must not search, with Bashni and all settings at their initial
 * values, and introduces itself. `d` stays the caller's. NULL if memory is short. */
struct hub *hub_new(struct dialogue *d);

/* Takes one line without its line end; the text is cut up. False after `quit`, or when the output
 * cannot be written any more. */
bool hub_line(struct hub *h, char *line);

/* The search must have ended. NULL is allowed. */
void hub_free(struct hub *h);

#endif
