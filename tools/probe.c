#include "tools/probe.h"

#include "engine/search.h"
#include "tools/cli.h"
#include "tools/think.h"

static bool is_alike(const struct probe *p, move_t a, move_t b)
{
    bool has_a = false;
    bool has_b = false;
    for (size_t i = 0; i < p->alike_nb; i++) {
        has_a |= p->alike[i] == a;
        has_b |= p->alike[i] == b;
    }
    return a == b || (has_a && has_b);
}

static void hold(struct probe *p, move_t best, struct probe_moment now)
{
    if (p->held == MOVE_NONE || !is_alike(p, p->held, best))
        p->since = now;
    p->held = best;
}

static void on_info(void *context, const struct engine_info *info)
{
    struct probe *p = context;
    if (info->multipv == 1 && info->pv_nb > 0)
        hold(p, info->pv[0], (struct probe_moment){info->depth, info->nodes, info->time_ms});
}

static void on_result(void *context, const struct engine_result *result)
{
    struct probe *p = context;
    /* A search that ends within an iteration may have changed its mind since the last report. */
    hold(p, result->best, (struct probe_moment){result->depth, result->nodes, result->time_ms});
    atomic_store(&p->is_done, true);
}

enum engine_status probe_init(struct probe *p, unsigned threads, size_t hash_mb, bool as_in_play,
                              const atomic_bool *stop)
{
    const struct engine_callbacks callbacks = {
        .on_info = on_info, .on_result = on_result, .context = p};
    *p = (struct probe){.stop = stop, .engine = engine_new(games_get(0), &callbacks)};
    enum engine_status status = p->engine ? ENGINE_OK : ENGINE_NO_MEMORY;
    if (status == ENGINE_OK)
        status = engine_set_threads(p->engine, threads);
    if (status == ENGINE_OK)
        status = engine_set_hash(p->engine, hash_mb);
    if (status == ENGINE_OK && as_in_play)
        engine_set_features(p->engine, SEARCH_ALL & ~(unsigned)SEARCH_PROOFS);
    if (status != ENGINE_OK)
        probe_fini(p);
    return status;
}

void probe_fini(struct probe *p)
{
    engine_free(p->engine);
    p->engine = NULL;
}

enum engine_status probe_run(struct probe *p, const struct position *pos,
                             const struct engine_limits *limits, const move_t *alike,
                             size_t alike_nb, struct engine_result *result,
                             struct probe_moment *since)
{
    enum engine_status status = engine_clear(p->engine);
    if (status == ENGINE_OK)
        status = engine_set_position(p->engine, pos);
    p->alike = alike;
    p->alike_nb = alike_nb;
    p->held = MOVE_NONE;
    p->since = (struct probe_moment){0};
    atomic_store(&p->is_done, false);
    const double start = cli_now();
    if (status == ENGINE_OK)
        status = engine_go(p->engine, limits);
    if (status != ENGINE_OK)
        return status;
    think_wait(p->engine, &p->is_done, p->stop);
    p->seconds = cli_now() - start;
    *result = engine_last_result(p->engine);
    if (since)
        *since = p->since;
    return ENGINE_OK;
}
