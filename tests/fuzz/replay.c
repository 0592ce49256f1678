/*
 * Replays stored inputs through a fuzz target without libFuzzer: the corpus is part of the
 * ordinary tests. Arguments are files, or directories whose files are taken in order of name.
 * Every input is one TAP case; a target that finds a fault aborts, which the runner reports. The
 * empty input is always tried, and a directory that does not exist counts as empty.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

/* Targets may leave this one out. */
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return 0;
}

static unsigned replayed;
static unsigned failed;

static void report(int ok, const char *path)
{
    replayed++;
    failed += !ok;
    printf("%s %u - %s\n", ok ? "ok" : "not ok", replayed, path);
}

static void replay_bytes(const uint8_t *data, size_t size, const char *path)
{
    printf("# %s (%zu bytes)\n", path, size); /* names the input if the target aborts */
    LLVMFuzzerTestOneInput(data, size);
    report(1, path);
}

/* The buffer has exactly the input's size, so that a sanitizer sees every read beyond it. */
static void replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    struct stat status;
    uint8_t *data = NULL;
    if (!file || fstat(fileno(file), &status) != 0)
        goto fail;
    size_t size = (size_t)status.st_size;
    data = malloc(size ? size : 1);
    if (!data || fread(data, 1, size, file) != size)
        goto fail;
    fclose(file);
    replay_bytes(data, size, path);
    free(data);
    return;

fail:
    perror(path);
    report(0, path);
    free(data);
    if (file)
        fclose(file);
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void replay_path(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return;
    if (!S_ISDIR(status.st_mode)) {
        replay_file(path);
        return;
    }

    struct dirent **entries = NULL;
    int count = scandir(path, &entries, is_visible, alphasort);
    for (int i = 0; i < count; i++) {
        size_t size = strlen(path) + strlen(entries[i]->d_name) + 2;
        char *name = malloc(size);
        if (name) {
            snprintf(name, size, "%s/%s", path, entries[i]->d_name);
            replay_path(name);
        } else {
            report(0, entries[i]->d_name);
        }
        free(name);
        free(entries[i]);
    }
    free(entries);
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    LLVMFuzzerInitialize(&argc, &argv);
    uint8_t *nothing = malloc(1);
    if (nothing)
        replay_bytes(nothing, 0, "the empty input");
    free(nothing);
    for (int i = 1; i < argc; i++)
        replay_path(argv[i]);
    printf("1..%u\n", replayed);
    return failed > 0;
}
