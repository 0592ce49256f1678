#include "tools/solve_log.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

enum { SUM_DIGITS = 16 };

static bool read_entry(const char *line, struct solve_log_entry *out)
{
    uint64_t sum;
    int at = 0;
    /* NOLINTNEXTLINE(cert-err34-c): the width bounds it */
    if (strlen(line) <= SUM_DIGITS || sscanf(line, "%16" SCNx64, &sum) != 1 ||
        line[SUM_DIGITS] != ' ')
        return false;
    const char *rest = line + SUM_DIGITS + 1;
    if (XXH3_64bits(rest, strlen(rest)) != sum ||
        /* NOLINTNEXTLINE(cert-err34-c): the width bounds it */
        sscanf(rest, "%zu %" SCNx64 " %d %n", &out->line, &out->name, &out->verdict, &at) != 3)
        return false;
    out->text = strdup(rest + at);
    return out->text != NULL;
}

bool solve_log_open(struct solve_log *log, const char *path)
{
    char *line = NULL;
    size_t size = 0, cap = 0;
    ssize_t length;
    bool is_whole = true;
    *log = (struct solve_log){.file = fopen(path, "a+")};
    if (!log->file)
        return false;
    rewind(log->file);
    while ((length = getline(&line, &size, log->file)) > 0) {
        struct solve_log_entry entry;
        is_whole = line[length - 1] == '\n';
        line[strcspn(line, "\n")] = '\0';
        if (!is_whole || !read_entry(line, &entry))
            continue;
        if (log->entries_nb == cap) {
            cap = cap > 0 ? 2 * cap : 64;
            struct solve_log_entry *grown = realloc(log->entries, cap * sizeof *grown);
            if (!grown) {
                free(entry.text);
                break;
            }
            log->entries = grown;
        }
        log->entries[log->entries_nb++] = entry;
    }
    free(line);
    const bool failed = ferror(log->file) != 0;
    /* What follows must not be glued to a line that was cut off. */
    if (failed || (!is_whole && fputc('\n', log->file) == EOF)) {
        solve_log_close(log);
        return false;
    }
    return true;
}

void solve_log_close(struct solve_log *log)
{
    for (size_t i = 0; i < log->entries_nb; i++)
        free(log->entries[i].text);
    free(log->entries);
    if (log->file)
        fclose(log->file);
    *log = (struct solve_log){0};
}

const struct solve_log_entry *solve_log_find(const struct solve_log *log, size_t line,
                                             uint64_t name)
{
    for (size_t i = 0; i < log->entries_nb; i++)
        if (log->entries[i].line == line && log->entries[i].name == name)
            return &log->entries[i];
    return NULL;
}

bool solve_log_add(struct solve_log *log, const struct solve_log_entry *entry)
{
    char *text = NULL;
    const int length = asprintf(&text, "%zu %016" PRIx64 " %d %s", entry->line, entry->name,
                                entry->verdict, entry->text);
    if (length < 0)
        return false;
    fprintf(log->file, "%016" PRIx64 " %s\n", (uint64_t)XXH3_64bits(text, (size_t)length), text);
    free(text);
    return fflush(log->file) == 0 && fdatasync(fileno(log->file)) == 0;
}
