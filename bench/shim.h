/* shim.h - Google Benchmark as C sees it; shim.cc is behind it and the only C++ file.
 *
 * The library cannot be included from C, and each bench_keep_running call crosses into C++ without
 * inlining. So a case does a batch of operations per iteration and reports the number of items,
 * which the output turns into a time per item. */
#ifndef CITADEL_BENCH_SHIM_H
#define CITADEL_BENCH_SHIM_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A running case: opaque, valid only during the call of its function. */
struct bench_state;

/* One case. Sets up, loops while bench_keep_running, then says bench_set_items. Called several
 * times with growing numbers of iterations, in all its threads at once. */
typedef void (*bench_function)(struct bench_state *state, const void *argument);

/* Adds a case; the name is copied, the argument must outlive bench_run. Timed in CPU time. */
void bench_register(const char *name, bench_function function, const void *argument);
/* The same once for each number of threads 1, 2, 4 .. threads_max, timed in real time. */
void bench_register_threads(const char *name, bench_function function, const void *argument,
                            int threads_max);

bool bench_keep_running(struct bench_state *state);
/* Number of this thread, from 0. */
int bench_thread(const struct bench_state *state);
/* All items that this thread has worked off in its loop. */
void bench_set_items(struct bench_state *state, uint64_t items);
/* Ends the case with an error; bench_keep_running returns false from then on. */
void bench_fail(struct bench_state *state, const char *message);

/* The compiler must produce this value. */
void bench_use(uint64_t value);

/* Reads the library's options, runs what they select, prints. Returns the exit status. */
int bench_run(int argc, char **argv);

#ifdef __cplusplus
}
#endif

#endif
