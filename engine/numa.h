/* numa.h - which processors belong to which memory node of the machine, and where a search thread
 * should stay.
 *
 * On a machine with several memory nodes a thread is fast with memory of its own node only. Memory
 * goes to the node of the thread that touches it first, so a thread that never changes its node
 * keeps its histories beside it, and the shared table is spread over the nodes by those who fill
 * it. On a machine with one node, or where the system does not tell, nothing is done. */
#ifndef CITADEL_ENGINE_NUMA_H
#define CITADEL_ENGINE_NUMA_H

#include <stdbool.h>

enum { NUMA_NODES_MAX = 64, NUMA_CPUS_MAX = 1024 };

/* Processors by node, those only that this process may use; nodes without any are left out. */
struct numa_map {
    unsigned nodes;
    unsigned cpus[NUMA_NODES_MAX];            /* number of them */
    unsigned char node_of_cpu[NUMA_CPUS_MAX]; /* NUMA_NODES_MAX: none of these */
};

/* Reads nodeN/cpulist of all nodes in `folder` (as /sys/devices/system/node) and intersects with
 * the processors in `allowed` (NUMA_CPUS_MAX flags; NULL: those that this process may use). False,
 * and a map of no nodes, if the folder tells nothing sensible. Reads files only; any thread. */
bool numa_read(const char *folder, const bool *allowed, struct numa_map *map);

/* Node for thread `index`: the nodes are filled one after the other up to their number of
 * processors, then again from the first, so that few threads share one node. map->nodes >= 1. */
unsigned numa_node_of_thread(const struct numa_map *map, unsigned index);

/* Keeps the calling thread on the processors of the node. A wish only: failure costs speed. */
void numa_stay_on(const struct numa_map *map, unsigned node);

#endif
