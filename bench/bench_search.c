/* Evaluation, and the search as programs use it: nodes per second to a fixed depth. Nodes are the
 * items, so compare two versions only where they search the same tree (equal signature). */
#include "bench/cases.h"
#include "bench/shim.h"
#include "engine/engine.h"

#include <stdio.h>

enum { BATCH = 256, SEARCH_DEPTH = 7, HASH_MIB = 4, NAME_MAX_BYTES = 96 };

static void run_evaluate(struct bench_state *state, const void *argument)
{
    const struct bench_position *p = argument;
    struct position *pos = bench_position_new(p);
    uint64_t items = 0, sum = 0;
    while (bench_keep_running(state)) {
        for (int i = 0; i < BATCH; i++)
            sum += (uint64_t)p->game->evaluate(pos);
        items += BATCH;
    }
    bench_use(sum);
    bench_set_items(state, items);
    pos_free(pos);
}

/* One search from scratch per iteration, in the engine's thread; hence timed in real time. */
static void run_search(struct bench_state *state, const void *argument)
{
    const struct bench_position *p = argument;
    struct position *pos = bench_position_new(p);
    const struct engine_callbacks none = {.context = NULL};
    struct engine *e = engine_new(p->game, &none);
    if (!e || engine_set_hash(e, HASH_MIB) != ENGINE_OK ||
        engine_set_position(e, pos) != ENGINE_OK) {
        bench_fail(state, "no engine");
    }
    const struct engine_limits limits = {.depth = SEARCH_DEPTH};
    uint64_t items = 0;
    while (bench_keep_running(state)) {
        if (engine_clear(e) != ENGINE_OK || engine_go(e, &limits) != ENGINE_OK)
            bench_fail(state, "no search");
        engine_wait(e);
        items += engine_last_result(e).nodes;
    }
    bench_set_items(state, items);
    engine_free(e);
    pos_free(pos);
}

void bench_search_register(void)
{
    for (size_t i = 0; i < bench_positions_nb; i++) {
        const struct bench_position *p = &bench_positions[i];
        char name[NAME_MAX_BYTES];
        snprintf(name, sizeof name, "evaluate/%s/%s", p->game->name, p->name);
        bench_register(name, run_evaluate, p);
        snprintf(name, sizeof name, "search/%s/%s", p->game->name, p->name);
        bench_register_threads(name, run_search, p, 1);
    }
}
