/* The façade: one object that ties position, options, table, workers and threads together, and
 * refuses what must not happen during a search. */
#include "engine/engine.h"

#include "engine/params.h"
#include "engine/search.h"
#include "engine/thread_pool.h"
#include "tables/tt_file.h"

#include <stdlib.h>
#include <string.h>

struct engine {
    struct position *root;
    struct tt *tt;
    struct search *search;
    struct thread_pool *pool;
    struct search_options options;
};

struct engine *engine_new(const struct game *game, const struct engine_callbacks *callbacks)
{
    struct engine *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->options = (struct search_options){
        .features = SEARCH_ALL, .multipv = 1, .contempt = 0, .overhead_ms = PARAM_OVERHEAD_MS};
    if (callbacks)
        e->options.callbacks = *callbacks;
    if (!(e->root = pos_new(game)) || !(e->tt = tt_new()) ||
        !tt_resize(e->tt, ENGINE_HASH_DEFAULT, 1) || !(e->search = search_new(e->tt)) ||
        !(e->pool = pool_new(ENGINE_THREADS_MAX)) ||
        search_set_workers(e->search, game, 1) != ENGINE_OK ||
        pool_resize(e->pool, 1) != ENGINE_OK) {
        engine_free(e);
        return NULL;
    }
    return e;
}

void engine_free(struct engine *e)
{
    if (!e)
        return;
    if (e->pool && e->search) {
        search_stop(e->search);
        pool_wait(e->pool);
    }
    pool_free(e->pool);
    search_free(e->search);
    tt_free(e->tt);
    pos_free(e->root);
    free(e);
}

enum engine_status engine_set_threads(struct engine *e, unsigned threads)
{
    if (pool_is_busy(e->pool))
        return ENGINE_BUSY;
    if (threads < 1 || threads > ENGINE_THREADS_MAX)
        return ENGINE_BAD_ARGUMENT;
    const unsigned before = pool_size(e->pool);
    if (threads > before) {
        const enum engine_status status = search_set_workers(e->search, e->root->game, threads);
        if (status != ENGINE_OK)
            return status;
    }
    const enum engine_status status = pool_resize(e->pool, threads);
    /* Fewer workers never fail: this drops those whose thread is gone or never came. */
    (void)search_set_workers(e->search, e->root->game, pool_size(e->pool));
    return status;
}

enum engine_status engine_set_hash(struct engine *e, size_t mebibytes)
{
    if (pool_is_busy(e->pool))
        return ENGINE_BUSY;
    if (mebibytes < 1)
        return ENGINE_BAD_ARGUMENT;
    return tt_resize(e->tt, mebibytes, pool_size(e->pool)) ? ENGINE_OK : ENGINE_NO_MEMORY;
}

enum engine_status engine_set_multipv(struct engine *e, int lines)
{
    if (pool_is_busy(e->pool))
        return ENGINE_BUSY;
    if (lines < 1 || lines > ENGINE_MULTIPV_MAX)
        return ENGINE_BAD_ARGUMENT;
    e->options.multipv = lines;
    return ENGINE_OK;
}

enum engine_status engine_set_move_overhead(struct engine *e, int64_t ms)
{
    if (pool_is_busy(e->pool))
        return ENGINE_BUSY;
    if (ms < 0)
        return ENGINE_BAD_ARGUMENT;
    e->options.overhead_ms = ms;
    return ENGINE_OK;
}

enum engine_status engine_set_contempt(struct engine *e, score_t centipawns)
{
    if (pool_is_busy(e->pool))
        return ENGINE_BUSY;
    if (score_clamp(centipawns) != centipawns)
        return ENGINE_BAD_ARGUMENT;
    e->options.contempt = centipawns;
    return ENGINE_OK;
}

enum engine_status engine_clear(struct engine *e)
{
    if (pool_is_busy(e->pool))
        return ENGINE_BUSY;
    tt_clear(e->tt, pool_size(e->pool));
    search_clear(e->search);
    return ENGINE_OK;
}

static enum engine_status status_of(enum tt_file_status status)
{
    switch (status) {
    case TT_FILE_OK:
        return ENGINE_OK;
    case TT_FILE_NO_MEMORY:
        return ENGINE_NO_MEMORY;
    case TT_FILE_IO:
        return ENGINE_IO;
    case TT_FILE_FOREIGN:
    case TT_FILE_SIZE:
    case TT_FILE_CORRUPT:
        break;
    }
    return ENGINE_BAD_FILE;
}

enum engine_status engine_save_hash(const struct engine *e, uint64_t tag, FILE *out)
{
    return status_of(tt_file_write(e->tt, tag, out));
}

enum engine_status engine_load_hash(struct engine *e, uint64_t tag, FILE *in)
{
    return pool_is_busy(e->pool) ? ENGINE_BUSY : status_of(tt_file_read(e->tt, tag, in));
}

enum engine_status engine_save_learnt(struct engine *e, FILE *out)
{
    return search_save(e->search, out);
}

enum engine_status engine_load_learnt(struct engine *e, FILE *in)
{
    return pool_is_busy(e->pool) ? ENGINE_BUSY : search_load(e->search, in);
}

/* The same for another game: new buffers for everything whose size depends on it, and an empty
 * table, since two rule sets of one game may share their keys. */
static enum engine_status change_game(struct engine *e, const struct position *pos)
{
    struct position *root = pos_new(pos->game);
    if (!root)
        return ENGINE_NO_MEMORY;
    enum engine_status status = pos_copy(root, pos);
    if (status == ENGINE_OK)
        status = search_set_workers(e->search, pos->game, pool_size(e->pool));
    if (status != ENGINE_OK) {
        pos_free(root);
        return status;
    }
    pos_free(e->root);
    e->root = root;
    tt_clear(e->tt, pool_size(e->pool));
    return ENGINE_OK;
}

enum engine_status engine_set_position(struct engine *e, const struct position *pos)
{
    if (pool_is_busy(e->pool))
        return ENGINE_BUSY;
    if (pos->game != e->root->game)
        return change_game(e, pos);
    const bool has_other_rules = memcmp(pos->option, e->root->option, sizeof pos->option) != 0;
    const enum engine_status status = pos_copy(e->root, pos);
    /* Keys do not tell the options of the rules apart. */
    if (status == ENGINE_OK && has_other_rules)
        tt_clear(e->tt, pool_size(e->pool));
    return status;
}

const struct position *engine_position(const struct engine *e)
{
    return e->root;
}

static void wait_others(void *pool)
{
    pool_wait_others(pool);
}

static void run_worker(void *context, unsigned index)
{
    struct engine *e = context;
    search_job(e->search, index, wait_others, e->pool);
}

enum engine_status engine_go(struct engine *e, const struct engine_limits *limits)
{
    if (pool_is_busy(e->pool))
        return ENGINE_BUSY;
    const enum engine_status status = search_prepare(e->search, e->root, limits, &e->options);
    if (status == ENGINE_OK)
        pool_start(e->pool, run_worker, e);
    return status;
}

void engine_stop(struct engine *e)
{
    search_stop(e->search);
}

void engine_ponderhit(struct engine *e)
{
    search_ponderhit(e->search);
}

void engine_wait(struct engine *e)
{
    pool_wait(e->pool);
}

bool engine_is_searching(const struct engine *e)
{
    return pool_is_busy(e->pool);
}

struct engine_result engine_last_result(const struct engine *e)
{
    return search_result(e->search);
}

uint64_t engine_nodes(const struct engine *e)
{
    return search_nodes(e->search);
}

void engine_set_features(struct engine *e, unsigned features)
{
    e->options.features = features;
}
