/* Closures as the rest of the program sees them: see engine/closure.h. */
#include "engine/closure.h"
#include "engine/games/bashni/closure.h"
#include "engine/games/bashni/rules.h"

static struct closure *of(struct bas_closure *c)
{
    return (struct closure *)c;
}

static const struct bas_closure *to(const struct closure *c)
{
    return (const struct bas_closure *)c;
}

static void pass_progress(void *context, const struct bas_closure_progress *progress)
{
    const struct closure_request *request = context;
    request->on_progress(request->context, progress->states,
                         progress->phase == BAS_CLOSURE_EXPAND ? 0 : progress->done);
}

static enum engine_status solve(const struct position *pos, const struct closure_request *request,
                                struct closure **out)
{
    struct closure_request copy = *request;
    const struct bas_closure_options options = {
        .threads =
            request->threads < BAS_CLOSURE_THREADS_MAX ? request->threads : BAS_CLOSURE_THREADS_MAX,
        .bytes_max = request->bytes_max,
        .on_progress = request->on_progress ? pass_progress : NULL,
        .context = &copy,
        .stop = request->stop};
    struct bas_closure *c;
    enum bas_closure_end end;
    enum engine_status status = bas_closure_new(pos, &options, &c);
    if (status != ENGINE_OK)
        return status;
    status = bas_closure_solve(c, &end);
    if (status != ENGINE_OK || end != BAS_CLOSURE_SOLVED) {
        bas_closure_free(c);
        c = NULL;
    }
    if (status == ENGINE_OK)
        *out = of(c);
    return status;
}

static void drop(struct closure *c)
{
    bas_closure_free((struct bas_closure *)c);
}

static bool find(const struct closure *c, const struct position *pos, struct closure_verdict *out)
{
    struct bas_closure_verdict v;
    if (!bas_closure_find(to(c), pos, BAS_CLOSURE_RULES, &v))
        return false;
    *out = (struct closure_verdict){(enum closure_outcome)v.outcome, v.plies};
    return true;
}

static bool is_certain(const struct closure *c, const struct position *pos,
                       const struct move_entry *first)
{
    /* What was there once before may come once more, not twice. */
    return (pos->reversible == 0 || bas_closure_stats(to(c)).lengths_max == 1) &&
           bas_closure_is_certain(to(c), pos, first);
}

static void describe(const struct closure *c, struct closure_info *info, struct position *longest)
{
    const struct bas_closure_stats stats = bas_closure_stats(to(c));
    struct bas_closure_verdict v = {BAS_CLOSURE_DRAW, 0};
    bas_closure_longest(to(c), BAS_CLOSURE_RULES, BAS_CLOSURE_WIN, longest, &v);
    *info = (struct closure_info){
        .states = stats.states, .bytes = stats.bytes_peak, .longest = v.plies};
}

const struct closure_game bas_closures = {.estimate = bas_closure_estimate,
                                          .least = bas_closure_least,
                                          .bytes = bas_closure_bytes,
                                          .solve = solve,
                                          .free = drop,
                                          .find = find,
                                          .is_certain = is_certain,
                                          .describe = describe};
