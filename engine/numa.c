#include "engine/numa.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>

/* Gives the processors of a list like "0-3,8" to the node. False if it is no such list. */
static bool take_list(FILE *file, const bool *allowed, unsigned node, struct numa_map *map)
{
    unsigned first, last;
    int end = ',';
    while (end == ',') {
        /* NOLINTNEXTLINE(cert-err34-c): the width bounds it */
        if (fscanf(file, "%9u", &first) != 1)
            return false;
        last = first;
        end = fgetc(file);
        if (end == '-') {
            /* NOLINTNEXTLINE(cert-err34-c): the width bounds it */
            if (fscanf(file, "%9u", &last) != 1)
                return false;
            end = fgetc(file);
        }
        if (last < first || last >= NUMA_CPUS_MAX)
            return false;
        for (unsigned cpu = first; cpu <= last; cpu++)
            if (allowed[cpu] && map->node_of_cpu[cpu] == NUMA_NODES_MAX) {
                map->node_of_cpu[cpu] = (unsigned char)node;
                map->cpus[node]++;
            }
    }
    return end == '\n' || end == EOF;
}

static void find_allowed(bool *allowed)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    (void)sched_getaffinity(0, sizeof set, &set);
    for (unsigned cpu = 0; cpu < NUMA_CPUS_MAX; cpu++)
        allowed[cpu] = cpu < CPU_SETSIZE && CPU_ISSET(cpu, &set);
}

bool numa_read(const char *folder, const bool *allowed, struct numa_map *map)
{
    bool mine[NUMA_CPUS_MAX];
    if (!allowed) {
        find_allowed(mine);
        allowed = mine;
    }
    memset(map, 0, sizeof *map);
    memset(map->node_of_cpu, NUMA_NODES_MAX, sizeof map->node_of_cpu);
    for (unsigned number = 0; number < NUMA_NODES_MAX; number++) {
        char path[512];
        const int length = snprintf(path, sizeof path, "%s/node%u/cpulist", folder, number);
        FILE *file = length > 0 && (size_t)length < sizeof path ? fopen(path, "r") : NULL;
        if (!file)
            continue; /* numbers may have gaps */
        const int first = fgetc(file);
        bool ok = true; /* a node of memory only has an empty list */
        if (first != '\n' && first != EOF) {
            ungetc(first, file);
            ok = take_list(file, allowed, map->nodes, map);
        }
        fclose(file);
        if (!ok) {
            map->nodes = 0;
            return false;
        }
        if (map->cpus[map->nodes] > 0)
            map->nodes++;
    }
    return map->nodes > 0;
}

unsigned numa_node_of_thread(const struct numa_map *map, unsigned index)
{
    unsigned all = 0;
    for (unsigned node = 0; node < map->nodes; node++)
        all += map->cpus[node];
    index %= all;
    unsigned node = 0;
    while (index >= map->cpus[node])
        index -= map->cpus[node++];
    return node;
}

void numa_stay_on(const struct numa_map *map, unsigned node)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    for (unsigned cpu = 0; cpu < NUMA_CPUS_MAX && cpu < CPU_SETSIZE; cpu++)
        if (map->node_of_cpu[cpu] == node)
            CPU_SET(cpu, &set);
    (void)sched_setaffinity(0, sizeof set, &set);
}
