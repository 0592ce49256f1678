/* The engine object under threads: start and stop in every order, pondering, options during a
 * search, several engines in one process. Run under the thread sanitizer as well. */
#include "engine/search.h"
#include "engine/thread_pool.h"
#include "engine/timeman.h"
#include "tests/harness.h"
#include "tests/search/toy.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum { MS = 1000000 };

struct observer {
    atomic_int results;
    atomic_int infos;
};

static void on_info(void *context, const struct engine_info *info)
{
    struct observer *o = context;
    atomic_fetch_add(&o->infos, info->pv_nb > 0);
}

static void on_result(void *context, const struct engine_result *result)
{
    struct observer *o = context;
    (void)result;
    atomic_fetch_add(&o->results, 1);
}

static void pause_us(long us)
{
    const struct timespec span = {.tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000};
    nanosleep(&span, NULL);
}

static struct engine *new_engine(struct observer *o, unsigned threads)
{
    const struct engine_callbacks callbacks = {
        .on_info = on_info, .on_result = on_result, .context = o};
    struct engine *e = engine_new(&toy_cyclic, &callbacks);
    if (!e || engine_set_hash(e, 1) != ENGINE_OK || engine_set_threads(e, threads) != ENGINE_OK) {
        engine_free(e);
        return NULL;
    }
    return e;
}

static void case_storm(struct test *t)
{
    struct observer o = {0};
    struct engine *e = new_engine(&o, 3);
    REQUIRE(e);
    const struct engine_limits limits = {.infinite = true};
    for (int i = 0; i < 200; i++) {
        REQUIRE(engine_go(e, &limits) == ENGINE_OK);
        if (i % 4 != 0)
            pause_us((long)test_random_below(t, 800));
        engine_stop(e);
        if (i % 3 == 0)
            engine_stop(e); /* twice is once */
        engine_wait(e);
        CHECK_EQ_INT(atomic_load(&o.results), i + 1);
        CHECK(engine_last_result(e).best != MOVE_NONE);
    }
    engine_free(e);
}

/* Saves what the threads have learnt and reads it back into another engine. */
static void check_saving(struct test *t, struct engine *e, struct engine *other)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&bytes, &size);
    REQUIRE(file);
    CHECK_EQ_INT(engine_save_learnt(e, file), ENGINE_OK);
    fclose(file);
    REQUIRE((file = fmemopen(bytes, size, "rb")) != NULL);
    CHECK_EQ_INT(engine_load_learnt(other, file), ENGINE_OK);
    CHECK_EQ_INT(getc(file), EOF);
    fclose(file);
    free(bytes);
}

/* At any moment: from the first nodes to threads that have nothing left to search. */
static void case_saves_while_searching(struct test *t)
{
    struct observer o = {0};
    struct engine *e = new_engine(&o, 3), *other = new_engine(&o, 3);
    REQUIRE(e && other);
    for (int i = 0; i < 40; i++) {
        const struct engine_limits limits = {.infinite = true, .depth = i % 4 == 0 ? 2 : 0};
        REQUIRE(engine_go(e, &limits) == ENGINE_OK);
        for (int n = 0; n < i % 3; n++) {
            pause_us((long)test_random_below(t, 2000));
            check_saving(t, e, other);
        }
        check_saving(t, e, other);
        CHECK(engine_is_searching(e));
        engine_stop(e);
        check_saving(t, e, other);
        engine_wait(e);
        check_saving(t, e, other);
    }
    engine_free(other);
    engine_free(e);
}

/* From stop to result in well under 50 ms, deep in a search and with nothing left to search. */
static void case_stop_is_quick(struct test *t)
{
    struct observer o = {0};
    struct engine *e = new_engine(&o, 2);
    struct position *pos = pos_new(&toy_cyclic);
    REQUIRE(e && pos);
    int64_t slowest = 0;
    for (int i = 0; i < 20; i++) {
        /* Every second time the game is over at the root: the search ends and must wait. */
        REQUIRE(pos_set(pos, i % 2 ? "M3/4/4/4/3m w 0" : toy_cyclic.start, NULL) == ENGINE_OK);
        engine_set_position(e, pos);
        const struct engine_limits limits = {.infinite = true};
        REQUIRE(engine_go(e, &limits) == ENGINE_OK);
        pause_us(3000);
        const int64_t before = timeman_now_ns();
        engine_stop(e);
        engine_wait(e);
        const int64_t taken = timeman_now_ns() - before;
        slowest = taken > slowest ? taken : slowest;
    }
    CHECK_MSG(slowest < (test_fast_wanted() ? 500 : 50) * (int64_t)MS, "%lld us",
              (long long)slowest / 1000);
    pos_free(pos);
    engine_free(e);
}

/* No result before stop, however little there is to search. */
static void case_infinite_waits(struct test *t)
{
    struct observer o = {0};
    struct engine *e = new_engine(&o, 2);
    REQUIRE(e);
    const struct engine_limits limits = {.infinite = true, .depth = 1};
    REQUIRE(engine_go(e, &limits) == ENGINE_OK);
    pause_us(30000);
    CHECK_EQ_INT(atomic_load(&o.results), 0);
    CHECK(engine_is_searching(e));
    engine_stop(e);
    engine_wait(e);
    CHECK_EQ_INT(atomic_load(&o.results), 1);
    CHECK(!engine_is_searching(e));
    engine_free(e);
}

static void case_ponder(struct test *t)
{
    struct observer o = {0};
    struct engine *e = new_engine(&o, 2);
    REQUIRE(e);
    /* The time does not run while pondering... */
    const struct engine_limits timed = {.ponder = true, .movetime_ms = 10};
    REQUIRE(engine_go(e, &timed) == ENGINE_OK);
    pause_us(50000);
    CHECK_EQ_INT(atomic_load(&o.results), 0);
    /* ...but from the hit on. */
    engine_ponderhit(e);
    engine_wait(e);
    CHECK_EQ_INT(atomic_load(&o.results), 1);

    /* A hit when nothing is left to do ends it; so does a stop. */
    const struct engine_limits shallow = {.ponder = true, .depth = 1};
    for (int i = 0; i < 2; i++) {
        REQUIRE(engine_go(e, &shallow) == ENGINE_OK);
        pause_us(5000);
        CHECK_EQ_INT(atomic_load(&o.results), 1 + i);
        if (i == 0)
            engine_ponderhit(e);
        else
            engine_stop(e);
        engine_wait(e);
        CHECK_EQ_INT(atomic_load(&o.results), 2 + i);
    }
    engine_free(e);
}

static void case_busy(struct test *t)
{
    struct observer o = {0};
    struct engine *e = new_engine(&o, 1);
    struct position *pos = pos_new(&toy_game);
    REQUIRE(e && pos);
    const struct engine_limits limits = {.infinite = true};
    REQUIRE(engine_go(e, &limits) == ENGINE_OK);
    CHECK_EQ_INT(engine_go(e, &limits), ENGINE_BUSY);
    CHECK_EQ_INT(engine_set_threads(e, 2), ENGINE_BUSY);
    CHECK_EQ_INT(engine_set_hash(e, 2), ENGINE_BUSY);
    CHECK_EQ_INT(engine_set_multipv(e, 2), ENGINE_BUSY);
    CHECK_EQ_INT(engine_set_move_overhead(e, 2), ENGINE_BUSY);
    CHECK_EQ_INT(engine_set_contempt(e, 2), ENGINE_BUSY);
    CHECK_EQ_INT(engine_clear(e), ENGINE_BUSY);
    CHECK_EQ_INT(engine_set_position(e, pos), ENGINE_BUSY);
    while (engine_nodes(e) == 0) /* however long a loaded machine takes to start the thread */
        pause_us(200);
    engine_stop(e);
    engine_wait(e);
    CHECK(engine_nodes(e) > 0);
    engine_free(e);
    pos_free(pos);
}

/* A table that does not fit is refused, and the old one goes on working. */
static void case_hash_too_large(struct test *t)
{
    struct observer o = {0};
    struct engine *e = new_engine(&o, 1);
    REQUIRE(e);
    const struct engine_limits limits = {.depth = 8};
    engine_go(e, &limits);
    engine_wait(e);
    const uint64_t nodes = engine_last_result(e).nodes;
    CHECK_EQ_INT(engine_set_hash(e, (size_t)1 << 40), ENGINE_NO_MEMORY);
    CHECK_EQ_INT(engine_set_hash(e, 0), ENGINE_BAD_ARGUMENT);
    engine_clear(e);
    engine_go(e, &limits);
    engine_wait(e);
    CHECK_EQ_U64(engine_last_result(e).nodes, nodes);
    CHECK_EQ_INT(engine_set_hash(e, 2), ENGINE_OK);
    engine_free(e);
}

static void case_thread_counts(struct test *t)
{
    struct observer o = {0};
    struct engine *e = new_engine(&o, 1);
    REQUIRE(e);
    CHECK_EQ_INT(engine_set_threads(e, 0), ENGINE_BAD_ARGUMENT);
    CHECK_EQ_INT(engine_set_threads(e, ENGINE_THREADS_MAX + 1), ENGINE_BAD_ARGUMENT);
    static const unsigned counts[] = {1, 2, 3, 8, 5, 4, 1, 6};
    for (size_t i = 0; i < COUNT(counts); i++) {
        CHECK_EQ_INT(engine_set_threads(e, counts[i]), ENGINE_OK);
        const struct engine_limits limits = {.nodes = 20000};
        engine_go(e, &limits);
        engine_wait(e);
        const uint64_t nodes = engine_last_result(e).nodes;
        CHECK(engine_last_result(e).best != MOVE_NONE);
        CHECK_MSG(nodes >= 20000 && nodes < 20000 + 50 * counts[i], "%u threads: %llu", counts[i],
                  (unsigned long long)nodes);
        const struct engine_limits depth = {.depth = 8};
        engine_go(e, &depth);
        engine_wait(e);
        CHECK_EQ_INT(engine_last_result(e).depth, 8);
    }
    engine_free(e);
}

static void case_movetime(struct test *t)
{
    struct observer o = {0};
    struct engine *e = new_engine(&o, 2);
    REQUIRE(e);
    for (int i = 0; i < 10; i++) {
        const struct engine_limits limits = {.movetime_ms = 5 + 3 * i};
        const int64_t before = timeman_now_ns();
        engine_go(e, &limits);
        engine_wait(e);
        const int64_t over = timeman_now_ns() - before - limits.movetime_ms * MS;
        CHECK_MSG(over < (test_fast_wanted() ? 300 : 40) * (int64_t)MS, "%lld us late",
                  (long long)over / 1000); /* generous: the machine may be busy */
    }
    engine_free(e);
}

/* With the clock running a forced move is played at once. */
static void case_single_move(struct test *t)
{
    struct observer o = {0};
    struct engine *e = new_engine(&o, 1);
    struct position *pos = pos_new(&toy_cyclic);
    REQUIRE(e && pos && pos_set(pos, "g3/4/4/4/M3 w 0", NULL) == ENGINE_OK);
    CHECK_EQ_INT(toy_cyclic.count(pos), 1);
    engine_set_position(e, pos);
    const struct engine_limits limits = {
        .clocks = true, .time_ms = {600000, 600000}, .increment_ms = {5000, 5000}};
    engine_go(e, &limits);
    engine_wait(e);
    CHECK_EQ_INT(engine_last_result(e).depth, 1);
    CHECK(engine_last_result(e).time_ms < 1000);
    pos_free(pos);
    engine_free(e);
}

/* Two engines at once, on different games, know nothing of each other. */
static void case_two_engines(struct test *t)
{
    struct observer o[3] = {{0}, {0}, {0}};
    struct engine *alone = new_engine(&o[0], 1);
    struct engine *both[2] = {new_engine(&o[1], 1), new_engine(&o[2], 1)};
    REQUIRE(alone && both[0] && both[1]);
    struct position *pos = pos_new(&toy_mandatory);
    REQUIRE(pos && engine_set_position(both[1], pos) == ENGINE_OK);
    const struct engine_limits limits = {.depth = 12};
    engine_go(alone, &limits);
    engine_wait(alone);
    engine_go(both[0], &limits);
    engine_go(both[1], &limits);
    engine_wait(both[0]);
    engine_wait(both[1]);
    CHECK_EQ_U64(engine_last_result(both[0]).nodes, engine_last_result(alone).nodes);
    CHECK_EQ_INT(engine_last_result(both[0]).score, engine_last_result(alone).score);
    /* Another game, and back: as if nothing had been. */
    engine_set_position(both[0], pos);
    struct position *start = pos_new(&toy_cyclic);
    REQUIRE(start && engine_set_position(both[0], start) == ENGINE_OK);
    engine_go(both[0], &limits);
    engine_wait(both[0]);
    CHECK_EQ_U64(engine_last_result(both[0]).nodes, engine_last_result(alone).nodes);
    pos_free(start);
    pos_free(pos);
    engine_free(alone);
    engine_free(both[0]);
    engine_free(both[1]);
}

struct iterations {
    struct test *t;
    int depth; /* of the last report */
    int line;
    score_t score;
    int reports;
};

static void on_iteration(void *context, const struct engine_info *info)
{
    struct iterations *seen = context;
    struct test *t = seen->t;
    CHECK(info->pv_nb > 0 && info->bound == BOUND_EXACT);
    if (info->multipv == 1) {
        CHECK_EQ_INT(seen->line % 3, 0);
        CHECK_MSG(info->depth > seen->depth, "%d after %d", info->depth, seen->depth);
    } else {
        CHECK_EQ_INT(info->depth, seen->depth);
        CHECK_EQ_INT(info->multipv, seen->line + 1);
        CHECK(info->score <= seen->score);
    }
    seen->depth = info->depth;
    seen->line = info->multipv;
    seen->score = info->score;
    seen->reports++;
}

/* Whichever worker finishes an iteration, each depth is reported once, with all its lines in order,
 * and the last is the one asked for. */
static void case_iterations(struct test *t)
{
    for (unsigned threads = 1; threads <= 6; threads++) {
        struct iterations seen = {.t = t};
        const struct engine_callbacks callbacks = {.on_info = on_iteration, .context = &seen};
        struct engine *e = engine_new(&toy_cyclic, &callbacks);
        REQUIRE(e && engine_set_threads(e, threads) == ENGINE_OK);
        REQUIRE(engine_set_multipv(e, 3) == ENGINE_OK);
        engine_set_features(e, SEARCH_ALL & ~(unsigned)(SEARCH_PROOFS | SEARCH_ASPIRATION));
        for (int depth = 1; depth <= 12; depth++) {
            seen = (struct iterations){.t = t};
            const struct engine_limits limits = {.depth = depth};
            REQUIRE(engine_go(e, &limits) == ENGINE_OK);
            engine_wait(e);
            CHECK_EQ_INT(seen.depth, depth);
            CHECK_EQ_INT(engine_last_result(e).depth, depth);
            CHECK(seen.reports <= 3 * depth);
        }
        engine_free(e);
    }
}

struct cut_lines {
    depth_t depths[8]; /* of the lines of the last report */
    int lines_nb;
    depth_t finished; /* the last iteration that was reported before it */
};

static void on_line(void *context, const struct engine_info *info)
{
    struct cut_lines *seen = context;
    if (info->multipv == 1) {
        if (seen->lines_nb > 0)
            seen->finished = seen->depths[0];
        seen->lines_nb = 0;
    }
    seen->depths[seen->lines_nb++] = info->depth;
}

/* Returns how many lines of the last report came from an earlier iteration. */
static int check_cut(struct test *t, const struct cut_lines *seen, uint64_t nodes)
{
    int old = 0;
    depth_t deepest = 0;
    for (int i = 0; i < seen->lines_nb; i++)
        deepest = seen->depths[i] > deepest ? seen->depths[i] : deepest;
    for (int i = 0; i < seen->lines_nb; i++) {
        const depth_t depth = seen->depths[i];
        old += depth != deepest;
        CHECK_MSG(depth == deepest || depth == seen->finished,
                  "%d nodes: line %d of depth %d, %d were finished", (int)nodes, i + 1, depth,
                  seen->finished);
    }
    return old;
}

/* An iteration that is cut short leaves lines of the last one that was finished, which need not be
 * one less: they bear its depth. */
static void case_cut_iterations(struct test *t)
{
    struct cut_lines seen;
    const struct engine_callbacks callbacks = {.on_info = on_line, .context = &seen};
    struct engine *e = engine_new(games_find("belarusian"), &callbacks);
    int old = 0;
    REQUIRE(e && engine_set_hash(e, 1) == ENGINE_OK && engine_set_multipv(e, 8) == ENGINE_OK);
    for (unsigned threads = 1; threads <= 2; threads++) {
        REQUIRE(engine_set_threads(e, threads) == ENGINE_OK);
        for (uint64_t nodes = 4000; nodes < 30000; nodes += nodes / (test_fast_wanted() ? 8 : 40)) {
            const struct engine_limits limits = {.nodes = nodes};
            seen = (struct cut_lines){.lines_nb = 0};
            REQUIRE(engine_clear(e) == ENGINE_OK && engine_go(e, &limits) == ENGINE_OK);
            engine_wait(e);
            old += check_cut(t, &seen, nodes);
        }
    }
    CHECK(old > 0);
    engine_free(e);
}

/* The free function stops what runs. */
static void case_free_while_searching(struct test *t)
{
    for (int i = 0; i < 20; i++) {
        struct observer o = {0};
        struct engine *e = new_engine(&o, 1 + (unsigned)i % 3);
        REQUIRE(e);
        const struct engine_limits limits = {.infinite = true};
        engine_go(e, &limits);
        engine_free(e);
        CHECK_EQ_INT(atomic_load(&o.results), 1);
    }
}

/* engine_stop from a signal handler. The handler needs a way to the engine: the one global here. */
static struct engine *_Atomic interrupted;

static void handle(int number)
{
    (void)number;
    engine_stop(atomic_load(&interrupted));
}

static void case_stop_from_signal(struct test *t)
{
    struct observer o = {0};
    struct engine *e = new_engine(&o, 2);
    REQUIRE(e);
    struct sigaction action = {.sa_handler = handle};
    struct sigaction before;
    atomic_store(&interrupted, e);
    sigaction(SIGUSR1, &action, &before);
    for (int i = 0; i < 20; i++) {
        const struct engine_limits limits = {.infinite = true, .depth = i % 2};
        engine_go(e, &limits);
        pause_us(500);
        raise(SIGUSR1);
        engine_wait(e);
        CHECK_EQ_INT(atomic_load(&o.results), i + 1);
    }
    sigaction(SIGUSR1, &before, NULL);
    engine_free(e);
}

/* --- the pool by itself --- */

struct tally {
    struct thread_pool *pool;
    atomic_uint calls[8];
    unsigned last; /* written by thread 0 after all others are done */
};

static void tally_job(void *context, unsigned index)
{
    struct tally *tally = context;
    atomic_fetch_add(&tally->calls[index], 1);
    if (index == 0) {
        pool_wait_others(tally->pool);
        tally->last++;
    }
}

static void case_pool(struct test *t)
{
    struct tally tally = {.pool = pool_new(8)};
    REQUIRE(tally.pool);
    unsigned expected[8] = {0};
    for (unsigned round = 1; round <= 200; round++) {
        const unsigned size = 1 + (unsigned)test_random_below(t, 8);
        if (round % 10 == 1)
            CHECK_EQ_INT(pool_resize(tally.pool, size), ENGINE_OK);
        for (unsigned i = 0; i < pool_size(tally.pool); i++)
            expected[i]++;
        pool_start(tally.pool, tally_job, &tally);
        pool_wait(tally.pool);
        CHECK(!pool_is_busy(tally.pool));
        CHECK_EQ_INT(tally.last, round);
        for (unsigned i = 0; i < 8; i++)
            CHECK_EQ_INT(atomic_load(&tally.calls[i]), expected[i]);
    }
    pool_free(tally.pool);
    pool_free(NULL);
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"thread pool", case_pool},
        {"start and stop storm", case_storm},
        {"saving while searching", case_saves_while_searching},
        {"stop is quick", case_stop_is_quick},
        {"infinite waits for stop", case_infinite_waits},
        {"ponder and ponderhit", case_ponder},
        {"busy during a search", case_busy},
        {"hash too large", case_hash_too_large},
        {"thread counts and node limit", case_thread_counts},
        {"movetime", case_movetime},
        {"single move on the clock", case_single_move},
        {"two engines", case_two_engines},
        {"iterations of several workers", case_iterations},
        {"iterations cut short", case_cut_iterations},
        {"free while searching", case_free_while_searching},
        {"stop from a signal handler", case_stop_from_signal},
    };
    return test_main(argc, argv, cases, COUNT(cases));
}
