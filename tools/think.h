/* think.h - waiting for a search that Ctrl-C may end. */
#ifndef CITADEL_TOOLS_THINK_H
#define CITADEL_TOOLS_THINK_H

#include "engine/engine.h"

#include <stdatomic.h>
#include <stdbool.h>

/* Returns when the search has ended. `is_done` is what its on_result sets. When `stop` (may be
 * NULL) becomes true the search is asked to end. */
void think_wait(struct engine *engine, const atomic_bool *is_done, const atomic_bool *stop);

/* Sleeps for as long as a loop that waits for a flag may; a few milliseconds. */
void think_pause(void);

#endif
