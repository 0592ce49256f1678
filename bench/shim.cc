// The one C++ file: see shim.h.
#include "bench/shim.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <vector>

struct bench_state {
    benchmark::State &state;
};

namespace {

// The name of the counter with the seconds per item; our reporter and bench_compare.sh know it.
const char item_counter[] = "item";

benchmark::internal::Benchmark *add(const char *name, bench_function function, const void *argument)
{
    return benchmark::RegisterBenchmark(name, [=](benchmark::State &state) {
        bench_state shim{state};
        function(&shim, argument);
    });
}

// The value at a part 0..1 of the sorted values, between two of them by their distance.
double quantile(const std::vector<double> &sorted, double part)
{
    const double at = part * static_cast<double>(sorted.size() - 1);
    const size_t below = static_cast<size_t>(at);
    const size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (sorted[above] - sorted[below]) * (at - static_cast<double>(below));
}

// One line for each case: the median over the repetitions, and how far the quartiles lie from it.
// Means and standard deviations, which the library prints, say little on a machine that other
// programs use: one disturbed repetition moves them.
class median_reporter : public benchmark::BenchmarkReporter {
  public:
    bool ReportContext(const Context &context) override
    {
        PrintBasicContext(&GetErrorStream(), context);
        std::printf("%-52s %12s %9s %9s %14s\n", "case", "ns/item", "lower q.", "upper q.",
                    "items/s");
        return true;
    }

    void ReportRuns(const std::vector<Run> &runs) override
    {
        std::vector<double> seconds;
        std::string name;
        for (const Run &run : runs) {
            if (run.run_type != Run::RT_Iteration)
                return;
            name = run.run_name.str();
            const auto item = run.counters.find(item_counter);
            if (item != run.counters.end())
                seconds.push_back(item->second.value);
        }
        if (seconds.empty()) {
            std::printf("%-52s %12s\n", name.c_str(), "failed");
            return;
        }
        std::sort(seconds.begin(), seconds.end());
        const double median = quantile(seconds, 0.5);
        std::printf("%-52s %12.4g", name.c_str(), median * 1e9);
        if (seconds.size() > 1)
            std::printf(" %+8.1f%% %+8.1f%%", (quantile(seconds, 0.25) / median - 1) * 100,
                        (quantile(seconds, 0.75) / median - 1) * 100);
        else
            std::printf(" %9s %9s", "-", "-");
        std::printf(" %14.4g\n", 1 / median);
        std::fflush(stdout);
    }
};

} // namespace

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
    state->state.counters[item_counter] =
        Counter(static_cast<double>(items), Counter::kIsRate | Counter::kInvert);
}

void bench_fail(bench_state *state, const char *message)
{
    std::fprintf(stderr, "bench: %s\n", message);
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
    median_reporter reporter;
    const size_t cases = benchmark::RunSpecifiedBenchmarks(&reporter);
    benchmark::Shutdown();
    return cases == 0;
}
