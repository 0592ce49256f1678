// The one C++ file: see shim.h.
#include "bench/shim.h"

#include <benchmark/benchmark.h>

struct bench_state {
    benchmark::State &state;
};

static benchmark::internal::Benchmark *add(const char *name, bench_function function,
                                           const void *argument)
{
    return benchmark::RegisterBenchmark(name, [=](benchmark::State &state) {
        bench_state shim{state};
        function(&shim, argument);
    });
}

void bench_register(const char *name, bench_function function, const void *argument)
{
    add(name, function, argument);
}

void bench_register_threads(const char *name, bench_function function, const void *argument,
                            int threads_max)
{
    add(name, function, argument)->ThreadRange(1, threads_max)->UseRealTime();
}

bool bench_keep_running(bench_state *state)
{
    return state->state.KeepRunning();
}

int bench_thread(const bench_state *state)
{
    return state->state.thread_index();
}

void bench_set_items(bench_state *state, uint64_t items)
{
    using benchmark::Counter;
    state->state.SetItemsProcessed(static_cast<int64_t>(items));
    // Printed in seconds with a prefix: 1.6n is 1.6 ns.
    state->state.counters["item"] =
        Counter(static_cast<double>(items), Counter::kIsRate | Counter::kInvert);
}

void bench_fail(bench_state *state, const char *message)
{
    state->state.SkipWithError(message);
}

void bench_use(uint64_t value)
{
    benchmark::DoNotOptimize(value);
}

int bench_run(int argc, char **argv)
{
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
