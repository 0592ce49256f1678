#include "tools/think.h"

#include <time.h>

void think_pause(void)
{
    /* The flags are set by a signal handler or another thread, which could wake a sleeper only by
     * tricks; looking every few milliseconds is soon enough for a human and costs nothing. */
    const struct timespec pause = {.tv_nsec = 2000000};
    nanosleep(&pause, NULL);
}

void think_wait(struct engine *engine, const atomic_bool *is_done, const atomic_bool *stop)
{
    while (stop && !atomic_load(is_done)) {
        if (atomic_load(stop))
            engine_stop(engine);
        think_pause();
    }
    engine_wait(engine);
}
