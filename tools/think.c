#include "tools/think.h"

#include <time.h>

void think_wait(struct engine *engine, const atomic_bool *is_done, const atomic_bool *stop)
{
    /* The flag is set by a signal handler, which could wake a thread only by tricks; looking every
     * few milliseconds is soon enough for a human and costs nothing. */
    const struct timespec pause = {.tv_nsec = 2000000};
    while (stop && !atomic_load(is_done)) {
        if (atomic_load(stop))
            engine_stop(engine);
        nanosleep(&pause, NULL);
    }
    engine_wait(engine);
}
