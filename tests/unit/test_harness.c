/*
 * The harness tested with itself: a table of failing cases is run in a child process, whose
 * output and exit status are then looked at.
 */
#include "tests/harness.h"

#include <sys/wait.h>
#include <unistd.h>

static void child_good(struct test *t)
{
    CHECK(t != NULL);
}

static void child_bad(struct test *t)
{
    CHECK_EQ_INT(1 + 1, 3);
}

static void child_many(struct test *t)
{
    for (int i = 0; i < TEST_REPORTS_MAX + 5; i++)
        CHECK_MSG(i < 0, "round %d", i);
}

static void child_require(struct test *t)
{
    REQUIRE(t == NULL);
    CHECK_MSG(false, "came back");
}

static void child_random(struct test *t)
{
    CHECK_MSG(false, "random %016" PRIx64, test_random(t));
}

static const struct test_case CHILD_CASES[] = {
    {"good", child_good},       {"bad", child_bad},       {"many", child_many},
    {"require", child_require}, {"random", child_random},
};

enum { OUTPUT_MAX = 8192 };

/* Runs CHILD_CASES with the given arguments; fills `output`, returns the exit status or -1. */
static int run_child(const char *const *args, char output[OUTPUT_MAX])
{
    output[0] = '\0';
    FILE *file = tmpfile();
    if (!file)
        return -1;
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        char text[8][32] = {"child"};
        char *argv[9] = {text[0]};
        int argc = 1;
        for (; args[argc - 1] && argc < 8; argc++) {
            snprintf(text[argc], sizeof(text[argc]), "%s", args[argc - 1]);
            argv[argc] = text[argc];
        }
        dup2(fileno(file), STDOUT_FILENO);
        dup2(fileno(file), STDERR_FILENO);
        int status = test_main(argc, argv, CHILD_CASES, COUNT(CHILD_CASES));
        fflush(stdout);
        _exit(status);
    }
    int status = -1;
    if (pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status))
        status = WEXITSTATUS(status);
    else
        status = -1;
    rewind(file);
    output[fread(output, 1, OUTPUT_MAX - 1, file)] = '\0';
    fclose(file);
    return status;
}

static int count_text(const char *text, const char *part)
{
    int count = 0;
    for (; (text = strstr(text, part)) != NULL; text += strlen(part))
        count++;
    return count;
}

static void case_all_pass(struct test *t)
{
    char output[OUTPUT_MAX];
    CHECK_EQ_INT(run_child((const char *const[]){"good", NULL}, output), 0);
    CHECK_EQ_STR(output, "1..1\n# seed 1\nok 1 - good\n");
}

static void case_failure_is_reported(struct test *t)
{
    char output[OUTPUT_MAX];
    CHECK_EQ_INT(run_child((const char *const[]){"bad", "good", NULL}, output), 1);
    CHECK(strstr(output, "1..2\n"));
    CHECK(strstr(output, "\nok 1 - good\n"));
    CHECK(strstr(output, "\nnot ok 2 - bad\n"));
    CHECK(strstr(output, "test_harness.c:"));
    CHECK(strstr(output, "1 + 1 == 3 (2, 3)"));
}

static void case_reports_are_limited(struct test *t)
{
    char output[OUTPUT_MAX];
    CHECK_EQ_INT(run_child((const char *const[]){"many", NULL}, output), 1);
    CHECK_EQ_INT(count_text(output, ": round "), TEST_REPORTS_MAX);
    CHECK(strstr(output, "25 failed checks in all"));
}

static void case_require_leaves_the_case(struct test *t)
{
    char output[OUTPUT_MAX];
    CHECK_EQ_INT(run_child((const char *const[]){"require", NULL}, output), 1);
    CHECK(!strstr(output, "came back"));
}

static void case_random_follows_seed_only(struct test *t)
{
    char alone[OUTPUT_MAX];
    char among[OUTPUT_MAX];
    char other[OUTPUT_MAX];
    run_child((const char *const[]){"--seed", "7", "random", NULL}, alone);
    run_child((const char *const[]){"--seed", "7", NULL}, among);
    run_child((const char *const[]){"--seed", "8", "random", NULL}, other);
    char *line = strstr(alone, "random: ");
    REQUIRE(line && strchr(line, '\n'));
    *strchr(line, '\n') = '\0';
    CHECK(strstr(among, line));
    CHECK(!strstr(other, line));
    CHECK(strstr(other, "# seed 8\n"));
}

static void case_list_runs_nothing(struct test *t)
{
    char output[OUTPUT_MAX];
    CHECK_EQ_INT(run_child((const char *const[]){"--list", NULL}, output), 0);
    CHECK_EQ_STR(output, "good\nbad\nmany\nrequire\nrandom\n");
}

static void case_wrong_use_is_refused(struct test *t)
{
    char output[OUTPUT_MAX];
    CHECK_EQ_INT(run_child((const char *const[]){"no such case", NULL}, output), 1);
    CHECK_EQ_INT(run_child((const char *const[]){"--nonsense", NULL}, output), 2);
    CHECK_EQ_INT(run_child((const char *const[]){"--seed", NULL}, output), 2);
}

static void case_splitmix64_reference(struct test *t)
{
    /* First outputs for state 0 of the authors' reference program. */
    uint64_t state = 0;
    CHECK_EQ_U64(test_splitmix64(&state), UINT64_C(0xe220a8397b1dcdaf));
    CHECK_EQ_U64(test_splitmix64(&state), UINT64_C(0x6e789e6aa1b965f4));
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"all pass", case_all_pass},
        {"failure is reported", case_failure_is_reported},
        {"reports are limited", case_reports_are_limited},
        {"require leaves the case", case_require_leaves_the_case},
        {"random follows seed only", case_random_follows_seed_only},
        {"list runs nothing", case_list_runs_nothing},
        {"wrong use is refused", case_wrong_use_is_refused},
        {"splitmix64 reference", case_splitmix64_reference},
    };
    return test_main(argc, argv, cases, COUNT(cases));
}
