#include "tools/bench_run.h"

#include "tools/cli.h"
#include "tools/probe.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINE_MAX_BYTES = 512 };

/* One running bench. */
struct bench {
    const struct bench_options *options;
    struct probe probe;
    double seconds;
    uint64_t nodes;
};

__attribute__((format(printf, 2, 3))) static void print(const struct bench *b, const char *format,
                                                        ...)
{
    char line[LINE_MAX_BYTES];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    b->options->print(b->options->context, line);
}

static bool is_stopped(const struct bench *b)
{
    return b->options->stop && atomic_load_explicit(b->options->stop, memory_order_relaxed);
}

static enum engine_status search_one(struct bench *b, const struct game *game, const char *fen,
                                     int depth, uint64_t *nodes)
{
    const struct engine_limits limits = {.depth = depth};
    struct engine_result result;
    struct position *pos = pos_new(game);
    enum engine_status status = pos ? pos_set(pos, fen, NULL) : ENGINE_NO_MEMORY;
    if (status == ENGINE_OK)
        status = probe_run(&b->probe, pos, &limits, NULL, 0, &result, NULL);
    if (status == ENGINE_OK) {
        b->seconds += b->probe.seconds;
        *nodes = result.nodes;
    }
    pos_free(pos);
    return status;
}

static enum engine_status run_set(struct bench *b, const struct bench_set *set,
                                  const struct game *game, uint64_t *total)
{
    const int depth = b->options->depth > 0 ? b->options->depth : set->depth;
    print(b, "%s, depth %d", set->game, depth);
    for (size_t i = 0; i < set->fens_nb && !is_stopped(b); i++) {
        uint64_t nodes = 0;
        const enum engine_status status = search_one(b, game, set->fens[i], depth, &nodes);
        if (status != ENGINE_OK)
            return status;
        if (is_stopped(b))
            break;
        print(b, "%2zu/%zu  %10" PRIu64 " nodes  %s", i + 1, set->fens_nb, nodes, set->fens[i]);
        *total += nodes;
    }
    b->nodes += *total;
    return ENGINE_OK;
}

static enum engine_status run_sets(struct bench *b, bool *complete)
{
    char signature[LINE_MAX_BYTES] = "signature:";
    bool has_run = false;
    for (const struct bench_set *set = bench_sets; set->game && !is_stopped(b); set++) {
        const struct game *game = games_find(set->game);
        if (!game || (b->options->game && b->options->game != game))
            continue;
        uint64_t nodes = 0;
        const enum engine_status status = run_set(b, set, game, &nodes);
        if (status != ENGINE_OK)
            return status;
        has_run = true;
        const size_t used = strlen(signature);
        snprintf(signature + used, sizeof signature - used, " %s %" PRIu64, set->game, nodes);
    }
    *complete = !is_stopped(b);
    if (!has_run && *complete)
        return ENGINE_BAD_ARGUMENT;
    print(b, "nodes: %" PRIu64, b->nodes);
    print(b, "time: %.3f", b->seconds);
    print(b, "nps: %" PRIu64, cli_rate((double)b->nodes, b->seconds));
    if (b->options->threads > 1)
        print(b, "with more than one thread the counts differ from run to run");
    if (*complete)
        print(b, "%s", signature);
    return ENGINE_OK;
}

enum engine_status bench_run(const struct bench_options *options, bool *complete)
{
    struct bench b = {.options = options};
    enum engine_status status =
        probe_init(&b.probe, options->threads, options->hash, false, options->stop);
    if (status != ENGINE_OK)
        return status;
    status = run_sets(&b, complete);
    probe_fini(&b.probe);
    return status;
}
