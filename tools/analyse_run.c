/* The run of `analyse` over its positions: limits, the search, what it reports. */
#include "tools/analyse.h"
#include "tools/think.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reports while it runs, on the search thread ------------------------------------------- */

static void on_info(void *context, const struct engine_info *info)
{
    struct analysis *a = context;
    pthread_mutex_lock(&a->lock);
    if (info->multipv >= 1 && info->multipv <= a->o->multipv) {
        struct live_line *line = &a->lines[info->multipv - 1];
        /* A bound does not replace a line that is known exactly, unless it is one of several: they
         * are reported together, and without it a move might stand there twice. */
        if (info->bound == BOUND_EXACT || line->bound != BOUND_EXACT || !line->is_set ||
            a->o->multipv > 1) {
            line->is_set = true;
            line->bound = info->bound;
            line->score = info->score;
            line->pv_nb = info->pv_nb < PLY_MAX ? info->pv_nb : PLY_MAX;
            memcpy(line->pv, info->pv, (size_t)line->pv_nb * sizeof *line->pv);
        }
        if (info->multipv == 1) {
            a->depth = info->depth;
            a->seldepth = info->seldepth;
        }
    }
    a->hashfull = info->hashfull;
    pthread_mutex_unlock(&a->lock);
    if (a->o->json)
        json_info(a, info);
    else if (!a->is_live)
        text_info(a, info);
}

static void on_result(void *context, const struct engine_result *result)
{
    (void)result;
    struct analysis *a = context;
    atomic_store(&a->is_done, true);
}

/* ---- The verdict --------------------------------------------------------------------------- */

/* Makes the first line agree with the result: a search that is stopped in the middle of an
 * iteration may have a better move than its last full line. */
static void settle_best(struct analysis *a, const struct engine_result *result)
{
    struct live_line *line = &a->lines[0];
    if (result->best == MOVE_NONE ||
        (line->is_set && line->pv_nb > 0 && line->pv[0] == result->best))
        return;
    *line = (struct live_line){.is_set = true, .score = result->score, .pv_nb = 1};
    line->pv[0] = result->best;
    if (result->ponder != MOVE_NONE)
        line->pv[line->pv_nb++] = result->ponder;
}

/* Copies lines of the running search. False when memory is short. */
static bool copy_live_lines(const struct analysis *a, struct verdict *v)
{
    const size_t most = (size_t)a->o->multipv;
    v->lines = calloc(most, sizeof *v->lines);
    for (size_t i = 0; v->lines && i < most && a->lines[i].is_set; i++) {
        const struct live_line *from = &a->lines[i];
        struct analyse_line *to = &v->lines[i];
        to->pv = malloc((size_t)(from->pv_nb + 1) * sizeof *to->pv);
        if (!to->pv)
            return false;
        v->lines_nb++;
        to->score = from->score;
        to->bound = from->bound;
        to->pv_nb = from->pv_nb;
        memcpy(to->pv, from->pv, (size_t)from->pv_nb * sizeof *to->pv);
    }
    return v->lines != NULL;
}

static bool copy_lines(const struct verdict *from, struct verdict *to)
{
    to->lines = calloc(from->lines_nb + 1, sizeof *to->lines);
    for (size_t i = 0; to->lines && i < from->lines_nb; i++) {
        to->lines[i] = from->lines[i];
        to->lines[i].pv = malloc((size_t)(from->lines[i].pv_nb + 1) * sizeof(move_t));
        if (!to->lines[i].pv)
            return false;
        to->lines_nb++;
        memcpy(to->lines[i].pv, from->lines[i].pv, (size_t)from->lines[i].pv_nb * sizeof(move_t));
    }
    return to->lines != NULL;
}

/* Takes down what is known about the present position: from the search that runs or has ended with
 * these figures, or from an earlier one that had come deeper. False when memory is short. */
static bool take_verdict(struct analysis *a, int depth, uint64_t nodes, int64_t time_ms,
                         bool is_complete)
{
    struct verdict *v = &a->item->verdict;
    const struct verdict *before = &a->before;
    pthread_mutex_lock(&a->lock);
    const bool is_newer = a->lines[0].is_set && (depth >= before->depth || before->lines_nb == 0 ||
                                                 score_is_decisive(a->lines[0].score));
    verdict_fini(v);
    *v = (struct verdict){
        .depth = is_newer ? depth : before->depth,
        .seldepth = is_newer ? a->seldepth : before->seldepth,
        .nodes = before->nodes + nodes,
        .time_ms = before->time_ms + time_ms,
        .is_complete = is_complete,
    };
    const bool ok = is_newer ? copy_live_lines(a, v) : copy_lines(before, v);
    pthread_mutex_unlock(&a->lock);
    return ok;
}

/* ---- Limits -------------------------------------------------------------------------------- */

static bool has_limit(const struct analyse_options *o)
{
    return o->time_ms > 0 || o->depth > 0 || o->nodes > 0 || o->total_ms > 0;
}

static size_t count_open(const struct batch *b)
{
    size_t open = 0;
    for (size_t i = 0; i < b->nb; i++)
        open += !b->items[i].is_done;
    return open;
}

/* The rest of the total time, shared out by need: the next few positions have their part of it on
 * one clock, so that the clock policy of the engine gives what an easy one leaves to a hard one. */
static void share_total(const struct analysis *a, struct engine_limits *limits)
{
    enum { WINDOW = 10 };
    const int64_t left = a->o->total_ms > a->spent_ms ? a->o->total_ms - a->spent_ms : 1;
    const int64_t open = (int64_t)count_open(a->batch);
    const int64_t window = open < WINDOW ? open : WINDOW;
    limits->clocks = true;
    limits->moves_to_go = (int)window;
    limits->time_ms[WHITE] = limits->time_ms[BLACK] = left * window / open;
}

struct engine_limits analyse_limits(const struct analysis *a)
{
    enum { DEFAULT_MS = 5000 };
    const struct analyse_options *o = a->o;
    struct engine_limits limits = {
        .depth = (int)o->depth,
        .nodes = (uint64_t)o->nodes,
        .movetime_ms = o->time_ms,
        .mate = (int)o->mate,
    };
    if (o->total_ms > 0)
        share_total(a, &limits);
    if (!has_limit(o)) {
        /* Nobody can press Ctrl-C in a script, and a file wants its next line. */
        if (a->is_live && !o->file)
            limits.infinite = o->mate == 0;
        else
            limits.movetime_ms = DEFAULT_MS;
    }
    return limits;
}

/* ---- One position -------------------------------------------------------------------------- */

/* Saves the state in the middle of a search. What cannot be saved now may be later: a run of days
 * does not end because a disk is full for an hour. */
static void save_midway(struct analysis *a)
{
    const int64_t time_ms = (int64_t)((cli_now() - a->begun) * 1e3);
    pthread_mutex_lock(&a->lock);
    const int depth = a->depth;
    pthread_mutex_unlock(&a->lock);
    if (!take_verdict(a, depth, engine_nodes(a->engine), time_ms, false))
        return;
    a->spent_ms += time_ms;
    (void)state_save(a);
    a->spent_ms -= time_ms;
}

/* A signal that came in the middle of a write would end it, and the output with it. So none is
 * taken but here, where nothing is written; threads of the engine, which write too, never take one.
 */
static void take_signals(bool pauses)
{
    cli_block_interrupt(false);
    if (pauses)
        think_pause();
    cli_block_interrupt(true);
}

/* Returns when the search has ended, by itself or by an interrupt. */
static void wait_for_end(struct analysis *a)
{
    a->begun = cli_now();
    while (!atomic_load(&a->is_done)) {
        if (cli_is_interrupted())
            engine_stop(a->engine);
        else if (state_is_due(a))
            save_midway(a);
        if (a->is_live)
            view_draw(a);
        take_signals(true);
    }
    engine_wait(a->engine);
    if (a->is_live)
        view_clear(a);
}

/* What is left of the limits after an earlier search of the same position. */
static void reduce_limits(const struct verdict *before, struct engine_limits *limits)
{
    if (limits->nodes > 0)
        limits->nodes = limits->nodes > before->nodes ? limits->nodes - before->nodes : 1;
    if (limits->movetime_ms > 0)
        limits->movetime_ms =
            limits->movetime_ms > before->time_ms ? limits->movetime_ms - before->time_ms : 1;
}

/* Searches a->item with its lines cleared and takes the verdict down. */
static int think(struct analysis *a, struct engine_limits *limits)
{
    struct batch_item *item = a->item;
    enum engine_status status = engine_set_position(a->engine, item->pos);
    memset(a->lines, 0, (size_t)a->o->multipv * sizeof *a->lines);
    a->depth = a->seldepth = 0;
    a->before = item->verdict;
    item->verdict = (struct verdict){0};
    reduce_limits(&a->before, limits);
    atomic_store(&a->is_done, false);
    if (status == ENGINE_OK)
        status = engine_go(a->engine, limits);
    int code = CLI_RUN;
    if (status != ENGINE_OK) {
        code = cli_error(a->command, CLI_IO, "%s", engine_strerror(status));
    } else {
        wait_for_end(a);
        const struct engine_result result = engine_last_result(a->engine);
        const bool is_complete = !cli_is_interrupted() || limits->infinite;
        settle_best(a, &result);
        a->spent_ms += result.time_ms;
        if (!take_verdict(a, result.depth, result.nodes, result.time_ms, is_complete))
            code = cli_error(a->command, CLI_IO, "out of memory");
        /* There is always more to find out for a search without limits: it can be resumed. */
        item->is_done = is_complete && !limits->infinite;
    }
    verdict_fini(&a->before);
    return code;
}

static int exit_code(const struct analysis *a)
{
    const struct verdict *v = &a->item->verdict;
    if (a->item->over.outcome != OUTCOME_NONE)
        return CLI_OK;
    if (!v->is_complete)
        return CLI_INTERRUPTED;
    const score_t score = v->lines_nb > 0 ? v->lines[0].score : 0;
    const bool is_proven = score_is_win(score) && score_win_moves(score) <= a->o->mate;
    return a->o->mate > 0 && !is_proven ? CLI_NEGATIVE : CLI_OK;
}

static int search_item(struct analysis *a)
{
    move_t *search_moves = NULL;
    size_t search_moves_nb = 0;
    int code = CLI_RUN;
    if (a->o->search_moves.nb > 0)
        code = setup_read_moves(a->command, "--searchmoves", a->item->pos, &a->o->search_moves,
                                &search_moves, &search_moves_nb);
    if (code == CLI_RUN) {
        struct engine_limits limits = analyse_limits(a);
        limits.search_moves = search_moves_nb > 0 ? search_moves : NULL;
        limits.search_moves_nb = search_moves_nb;
        code = think(a, &limits);
    }
    free(search_moves);
    return code;
}

/* Reports on a->item, after searching it unless that was done, by this run or an earlier one. */
static int analyse_item(struct analysis *a)
{
    int code = CLI_RUN;
    /* Where a view is drawn, the board stands in it while the search runs. */
    const bool comes_first = !a->o->json && !a->is_live;
    if (comes_first)
        text_begin(a->item);
    if (!a->item->is_done)
        code = search_item(a);
    if (code != CLI_RUN)
        return code;
    if (!comes_first && !a->o->json)
        text_begin(a->item);
    if (a->o->json) {
        json_verdict(a, a->item);
        json_judgement(a, a->item);
    } else {
        text_verdict(a->item);
        text_judgement(a, a->item);
    }
    return exit_code(a);
}

/* ---- The run ------------------------------------------------------------------------------- */

static int start_engine(struct analysis *a)
{
    const struct engine_callbacks callbacks = {
        .on_info = on_info, .on_result = on_result, .context = a};
    enum engine_status status = ENGINE_NO_MEMORY;
    a->lines = calloc((size_t)a->o->multipv, sizeof *a->lines);
    a->engine = engine_new(a->batch->items[0].pos->game, &callbacks);
    if (a->engine && a->lines)
        status = engine_set_threads(a->engine, (unsigned)a->o->threads);
    if (status == ENGINE_OK)
        status = engine_set_multipv(a->engine, (int)a->o->multipv);
    /* Nobody waits at the other end of a line. */
    if (status == ENGINE_OK)
        status = engine_set_move_overhead(a->engine, 0);
    if (status != ENGINE_OK)
        return cli_error(a->command, CLI_IO, "%s", engine_strerror(status));
    if (engine_set_hash(a->engine, (size_t)a->o->hash) != ENGINE_OK)
        return cli_error(a->command, CLI_IO, "option --hash: %" PRId64 " MB cannot be had",
                         a->o->hash);
    return CLI_RUN;
}

int analyse_run(struct analysis *a)
{
    pthread_mutex_init(&a->lock, NULL);
    cli_block_interrupt(true);
    int worst = CLI_OK;
    int code = a->batch->nb > 0 ? start_engine(a) : CLI_RUN;
    if (code == CLI_RUN && a->batch->nb > 0)
        code = state_begin(a);
    a->has_begun = code == CLI_RUN;
    a->started = cli_now();
    a->done_before = a->batch->nb - count_open(a->batch);
    if (!a->has_begun)
        worst = code;
    for (size_t i = 0; a->has_begun && i < a->batch->nb && worst < CLI_IO; i++) {
        a->item = &a->batch->items[i];
        take_signals(false);
        code = cli_is_interrupted() ? CLI_INTERRUPTED : analyse_item(a);
        worst = code > worst ? code : worst;
        if (state_is_due(a))
            (void)state_save(a);
    }
    if (a->has_begun && !a->o->json)
        text_summary(a->batch);
    if (a->has_begun && state_save(a) != CLI_RUN)
        worst = CLI_IO;
    engine_free(a->engine);
    free(a->lines);
    pthread_mutex_destroy(&a->lock);
    a->engine = NULL;
    a->lines = NULL;
    cli_block_interrupt(false);
    return worst;
}
