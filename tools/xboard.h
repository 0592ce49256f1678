/* xboard.h - the CECP dialogue (protocol version 2) of XBoard and WinBoard, for the chess games:
 * the UCI dialogue hands its lines over after the word `xboard`.
 *
 * After "Chess Engine Communication Protocol" by Tim Mann and H. G. Muller. How boards, men and
 * moves are named there is told in xboard_board.h. */
#ifndef CITADEL_TOOLS_XBOARD_H
#define CITADEL_TOOLS_XBOARD_H

#include "tools/dialogue.h"

struct xboard;

/* Takes the dialogue over, which must not search, with Belarusian chess and all settings at their
 * initial values. `d` stays the caller's. NULL if memory or file descriptors are short. */
struct xboard *xboard_new(struct dialogue *d);

/* Takes one line without its line end; the text is cut up. False after `quit`, or when the output
 * cannot be written any more. */
bool xboard_line(struct xboard *x, char *line);

/* A descriptor that becomes readable when a search has ended; then xboard_wake plays what it found
 * and goes on to ponder, which must not wait for the next line. False as xboard_line. */
int xboard_wake_fd(const struct xboard *x);
bool xboard_wake(struct xboard *x);

/* Ends a search without its result. NULL is allowed. */
void xboard_free(struct xboard *x);

#endif
