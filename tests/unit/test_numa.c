/* Memory nodes as the system lists them, from folders made here: real machines differ too much. */
#include "engine/numa.h"
#include "tests/harness.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LISTS_MAX = 4 };

/* Reads a made-up folder with these lists, NULL for a node that is not there. */
static bool read_lists(struct test *t, const char *const lists[LISTS_MAX], const bool *allowed,
                       struct numa_map *map)
{
    char folder[] = "/tmp/citadel-numa-XXXXXX", path[64];
    if (!CHECK(mkdtemp(folder) != NULL))
        return false;
    for (int i = 0; i < LISTS_MAX; i++) {
        if (!lists[i])
            continue;
        snprintf(path, sizeof path, "%s/node%d", folder, i);
        mkdir(path, 0700);
        snprintf(path, sizeof path, "%s/node%d/cpulist", folder, i);
        FILE *file = fopen(path, "w");
        CHECK(file != NULL);
        if (file) {
            fputs(lists[i], file);
            fclose(file);
        }
    }
    const bool ok = numa_read(folder, allowed, map);
    for (int i = 0; i < LISTS_MAX; i++) {
        snprintf(path, sizeof path, "%s/node%d/cpulist", folder, i);
        unlink(path);
        snprintf(path, sizeof path, "%s/node%d", folder, i);
        rmdir(path);
    }
    rmdir(folder);
    return ok;
}

static void allow(bool *allowed, unsigned first, unsigned last)
{
    memset(allowed, 0, NUMA_CPUS_MAX * sizeof *allowed);
    for (unsigned cpu = first; cpu <= last; cpu++)
        allowed[cpu] = true;
}

static void case_two_nodes(struct test *t)
{
    bool allowed[NUMA_CPUS_MAX];
    struct numa_map map;
    allow(allowed, 0, NUMA_CPUS_MAX - 1);
    static const char *const lists[LISTS_MAX] = {"0-3,8-9\n", NULL, "\n", "4-7\n"};
    REQUIRE(read_lists(t, lists, allowed, &map));
    CHECK_EQ_INT(map.nodes, 2);
    CHECK_EQ_INT(map.cpus[0], 6);
    CHECK_EQ_INT(map.cpus[1], 4);
    CHECK_EQ_INT(map.node_of_cpu[9], 0);
    CHECK_EQ_INT(map.node_of_cpu[7], 1);
    CHECK_EQ_INT(map.node_of_cpu[10], NUMA_NODES_MAX);
    static const unsigned nodes[12] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0};
    for (unsigned i = 0; i < 12; i++)
        CHECK_EQ_INT(numa_node_of_thread(&map, i), nodes[i]);
}

static void case_only_what_is_allowed(struct test *t)
{
    bool allowed[NUMA_CPUS_MAX];
    struct numa_map map;
    allow(allowed, 5, 6);
    static const char *const lists[LISTS_MAX] = {"0-3\n", "4-7", NULL, NULL};
    REQUIRE(read_lists(t, lists, allowed, &map));
    CHECK_EQ_INT(map.nodes, 1);
    CHECK_EQ_INT(map.cpus[0], 2);
}

static void case_nonsense(struct test *t)
{
    static const char *const bad[] = {"x\n",    "0-\n",   "3-1\n", "0-5000\n",
                                      "0,,1\n", "0-3x\n", "-1\n"};
    bool allowed[NUMA_CPUS_MAX];
    struct numa_map map;
    allow(allowed, 0, NUMA_CPUS_MAX - 1);
    for (size_t i = 0; i < COUNT(bad); i++) {
        const char *const lists[LISTS_MAX] = {"0-1\n", bad[i], NULL, NULL};
        CHECK_MSG(!read_lists(t, lists, allowed, &map) && map.nodes == 0, "list \"%s\"", bad[i]);
    }
    CHECK(!numa_read("/nowhere/at/all", allowed, &map) && map.nodes == 0);
}

static void case_this_machine(struct test *t)
{
    struct numa_map map;
    if (!numa_read("/sys/devices/system/node", NULL, &map))
        return; /* the system does not tell */
    CHECK(map.nodes >= 1 && map.cpus[0] >= 1);
    numa_stay_on(&map, 0);
    CHECK(numa_read("/sys/devices/system/node", NULL, &map));
    CHECK_EQ_INT(map.nodes, 1); /* the rest is no longer allowed */
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"two nodes", case_two_nodes},
        {"only what is allowed", case_only_what_is_allowed},
        {"nonsense", case_nonsense},
        {"this machine", case_this_machine},
    };
    return test_main(argc, argv, cases, COUNT(cases));
}
