/* Micro-benchmarks of Citadel: `make bench ARGS=...`, with the options of Google Benchmark, for
 * example --benchmark_filter=tt --benchmark_repetitions=5. */
#include "bench/cases.h"
#include "bench/shim.h"

int main(int argc, char **argv)
{
    bench_bb_register();
    if (!bench_attacks_register())
        return 1;
    bench_movegen_register();
    bench_perft_register();
    bench_tt_register();
    bench_search_register();
    return bench_run(argc, argv);
}
