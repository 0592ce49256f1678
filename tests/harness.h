/*
 * A small test harness: named cases, checks that report file and line, TAP output.
 *
 *     static void case_sum(struct test *t)
 *     {
 *         CHECK_EQ_INT(1 + 1, 2);
 *     }
 *
 *     int main(int argc, char **argv)
 *     {
 *         static const struct test_case cases[] = {{"sum", case_sum}};
 *         return test_main(argc, argv, cases, COUNT(cases));
 *     }
 *
 * The program takes `--list`, `--seed N` and any number of substrings that select cases by name.
 * The CHECK macros expect the case's `struct test *t` in scope: pass it on to helpers that check.
 * A failed check is reported and the case goes on; REQUIRE leaves the function at once.
 * One thread only: checks are not to be made from several threads at a time.
 */
#ifndef CITADEL_TESTS_HARNESS_H
#define CITADEL_TESTS_HARNESS_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum {
    TEST_REPORTS_MAX = 20, /* failures of one case that are printed; the rest is only counted */
};

/* The running case. `random` depends on seed and case name only, so filtering changes no case. */
struct test {
    const char *name;
    unsigned long failures;
    uint64_t seed;
    uint64_t random;
};

struct test_case {
    const char *name;
    void (*run)(struct test *t);
};

#define CHECK(cond) test_check(t, (cond), __FILE__, __LINE__, "%s", #cond)
/* CHECK_MSG(cond, fmt, ...): the printf-like message replaces the text of the condition. */
#define CHECK_MSG(cond, ...) test_check(t, (cond), __FILE__, __LINE__, __VA_ARGS__)
#define CHECK_EQ_INT(a, b) test_eq_int(t, (a), (b), __FILE__, __LINE__, #a " == " #b)
#define CHECK_EQ_U64(a, b) test_eq_u64(t, (a), (b), __FILE__, __LINE__, #a " == " #b)
#define CHECK_EQ_STR(a, b) test_eq_str(t, (a), (b), __FILE__, __LINE__, #a " == " #b)
/* Like CHECK, for conditions without which the rest of a void function makes no sense. */
#define REQUIRE(cond)                                                                              \
    do {                                                                                           \
        if (!test_check(t, (cond), __FILE__, __LINE__, "%s", #cond))                               \
            return;                                                                                \
    } while (0)

/* Counts and reports a failure when `ok` is false; gives `ok` back. */
__attribute__((format(printf, 5, 6))) static inline bool
test_check(struct test *t, bool ok, const char *file, int line, const char *fmt, ...)
{
    if (ok || t->failures++ >= TEST_REPORTS_MAX)
        return ok;
    va_list args;
    va_start(args, fmt);
    printf("# %s: %s:%d: ", t->name, file, line);
    vprintf(fmt, args);
    printf("\n");
    va_end(args);
    return ok;
}

static inline bool test_eq_int(struct test *t, long long a, long long b, const char *file, int line,
                               const char *text)
{
    return test_check(t, a == b, file, line, "%s (%lld, %lld)", text, a, b);
}

static inline bool test_eq_u64(struct test *t, uint64_t a, uint64_t b, const char *file, int line,
                               const char *text)
{
    return test_check(t, a == b, file, line, "%s (%#" PRIx64 ", %#" PRIx64 ")", text, a, b);
}

/* NULL is a value of its own: equal to NULL, different from every string. */
static inline bool test_eq_str(struct test *t, const char *a, const char *b, const char *file,
                               int line, const char *text)
{
    bool equal = (a && b) ? strcmp(a, b) == 0 : a == b;
    return test_check(t, equal, file, line, "%s (\"%s\", \"%s\")", text, a ? a : "(null)",
                      b ? b : "(null)");
}

/* Splitmix64 (Steele, Lea, Flood 2014): any 64-bit state is fine. */
static inline uint64_t test_splitmix64(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static inline uint64_t test_random(struct test *t)
{
    return test_splitmix64(&t->random);
}

/* A number in [0, bound), bound > 0; the bias of the modulus does not matter here. */
static inline uint64_t test_random_below(struct test *t, uint64_t bound)
{
    return test_random(t) % bound;
}

static inline bool test_env_is_set(const char *name)
{
    const char *value = getenv(name);
    return value && *value && strcmp(value, "0") != 0;
}

/* True under `make test-long`: run the deep variant too. */
static inline bool test_long_wanted(void)
{
    return test_env_is_set("CITADEL_LONG");
}

/* True under the sanitizers (`make asan tsan ...`): programs are 5-20 times slower, do less. */
static inline bool test_fast_wanted(void)
{
    return test_env_is_set("CITADEL_FAST");
}

static inline bool test_is_selected(const char *name, char **filters, int count)
{
    for (int i = 0; i < count; i++)
        if (strstr(name, filters[i]))
            return true;
    return count == 0;
}

/* Runs one case and prints its line; true when it passed. */
static inline bool test_run_case(const struct test_case *test_case, uint64_t seed, unsigned number)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a of the name */
    for (const char *s = test_case->name; *s; s++)
        hash = (hash ^ (unsigned char)*s) * UINT64_C(0x100000001b3);

    struct test t = {.name = test_case->name, .seed = seed, .random = seed ^ hash};
    test_case->run(&t);
    if (t.failures > TEST_REPORTS_MAX)
        printf("# %s: %lu failed checks in all\n", t.name, t.failures);
    printf("%s %u - %s\n", t.failures ? "not ok" : "ok", number, t.name);
    return t.failures == 0;
}

/* Exit status: 0 all selected cases passed, 1 some failed or none was selected, 2 bad usage. */
static inline int test_main(int argc, char **argv, const struct test_case *cases, size_t count)
{
    uint64_t seed = 1; /* fixed by default: a test run depends on nothing but the sources */
    bool list = false;
    int arg = 1;
    for (; arg < argc && strncmp(argv[arg], "--", 2) == 0; arg++) {
        if (strcmp(argv[arg], "--list") == 0) {
            list = true;
        } else if (strcmp(argv[arg], "--seed") == 0 && arg + 1 < argc) {
            seed = strtoull(argv[++arg], NULL, 0);
        } else {
            fprintf(stderr, "usage: %s [--list] [--seed N] [NAME-PART...]\n", argv[0]);
            return 2;
        }
    }

    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* a crash must not swallow what was printed before */
    unsigned selected = 0;
    for (size_t i = 0; i < count; i++)
        if (test_is_selected(cases[i].name, argv + arg, argc - arg)) {
            selected++;
            if (list)
                printf("%s\n", cases[i].name);
        }
    if (list)
        return 0;

    printf("1..%u\n# seed %" PRIu64 "\n", selected, seed);
    unsigned number = 0;
    unsigned failed = 0;
    for (size_t i = 0; i < count; i++)
        if (test_is_selected(cases[i].name, argv + arg, argc - arg))
            failed += !test_run_case(&cases[i], seed, ++number);
    return failed > 0 || selected == 0;
}

#endif
