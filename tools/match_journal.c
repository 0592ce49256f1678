#include "tools/match_journal.h"

#include "tools/match_replay.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

__attribute__((format(printf, 2, 3))) static void say(char *error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error, JOURNAL_ERROR_MAX, format, args);
    va_end(args);
}

static enum journal_status io_fault(const struct journal *j, char *error)
{
    say(error, "%.400s: %s", j->path, strerror(errno));
    return JOURNAL_IO;
}

/* ---- Games of earlier runs ----------------------------------------------------------------- */

/* Are these the terms of this match? */
static bool compare_terms(void *context, const struct json_value *line, char *why)
{
    struct journal *j = context;
    struct json_tree tree = {NULL, 0, 0};
    struct text_error error;
    char place[RECORD_ERROR_MAX];
    char *copy = strdup(j->terms);
    const bool is_read = copy && json_tree_read(&tree, copy, &error);
    const bool differ = is_read && record_differ(line, tree.values, place);
    if (!is_read)
        snprintf(why, RECORD_ERROR_MAX, "out of memory");
    else if (differ)
        snprintf(why, RECORD_ERROR_MAX, "it is of a match with other terms: %.400s differs", place);
    json_tree_fini(&tree);
    free(copy);
    return is_read && !differ;
}

static void note_fault(struct journal *j, size_t line, const char *why)
{
    if (!j->has_fault)
        say(j->error, "%.400s, line %zu: %.500s", j->path, line, why);
    j->has_fault = true;
}

static void on_bad_line(void *context, size_t line, const char *why)
{
    note_fault(context, line, why);
}

static void keep_game(void *context, size_t line, const struct match_game *g, const char *why)
{
    struct journal *j = context;
    if (why) {
        note_fault(j, line, why);
        return;
    }
    if (j->past_nb == j->past_cap) {
        const size_t cap = j->past_cap > 0 ? 2 * j->past_cap : 64;
        struct match_game *past = realloc(j->past, cap * sizeof *past);
        if (!past) {
            note_fault(j, line, "out of memory");
            return;
        }
        j->past = past;
        j->past_cap = cap;
    }
    struct match_game *kept = &j->past[j->past_nb];
    *kept = *g;
    kept->plies = NULL;
    kept->plies_nb = kept->plies_cap = 0;
    kept->opening = (struct opening){strdup(g->opening.fen), strdup(g->opening.moves)};
    j->past_nb++;
    if (!kept->opening.fen || !kept->opening.moves)
        note_fault(j, line, "out of memory");
}

/* A file without even a first line: is it what a match that was killed at once has left? Whatever
 * else stands there is not ours to throw away. */
static bool is_torn_start(const struct journal *j)
{
    char piece[4096];
    size_t at = 0;
    ssize_t got;
    while ((got = pread(j->fd, piece, sizeof piece, (off_t)at)) > 0)
        for (ssize_t i = 0; i < got; i++, at++)
            /* A loss of power may leave the length of a file without its content. */
            if (at >= strlen(j->terms) || (piece[i] != j->terms[at] && piece[i] != '\0'))
                return false;
    return got == 0;
}

/* Reads the games and cuts off what was not finished. *is_empty: there is not even a first line. */
static enum journal_status read_past(struct journal *j, bool *is_empty)
{
    const struct replay_callbacks callbacks = {j, compare_terms, keep_game, on_bad_line};
    char why[RECORD_ERROR_MAX] = "";
    long end = 0;
    *is_empty = false;
    const int copy = fcntl(j->fd, F_DUPFD_CLOEXEC, 3);
    FILE *file = copy >= 0 ? fdopen(copy, "r") : NULL;
    if (!file) {
        if (copy >= 0)
            close(copy);
        return io_fault(j, j->error);
    }
    const enum replay_status status = replay_record(file, &callbacks, &end, &j->was_torn, why);
    const int number = errno;
    fclose(file);
    errno = number;
    if (status == REPLAY_IO)
        return io_fault(j, j->error);
    if (status == REPLAY_BAD_TERMS) {
        say(j->error, "%.400s, line 1: %.500s", j->path, why);
        return JOURNAL_REFUSED;
    }
    if (j->has_fault)
        return JOURNAL_REFUSED;
    if (status == REPLAY_NO_RECORD && !is_torn_start(j)) {
        say(j->error, "%.400s: this is no record of a match", j->path);
        return JOURNAL_REFUSED;
    }
    *is_empty = status == REPLAY_NO_RECORD;
    return ftruncate(j->fd, end) == 0 ? JOURNAL_OK : io_fault(j, j->error);
}

/* ---- Life ---------------------------------------------------------------------------------- */

/* Makes the name of a new file last, too. */
static bool sync_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
    const int fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    free(folder);
    if (fd < 0)
        return false;
    /* Some file systems cannot; then there is nothing to be done. */
    const bool ok = fsync(fd) == 0 || errno == EINVAL;
    close(fd);
    return ok;
}

enum journal_status journal_open(struct journal *j, const char *path, const char *terms,
                                 bool resume, char *error)
{
    *j = (struct journal){.path = path, .terms = terms, .error = error};
    j->fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (j->fd < 0)
        return io_fault(j, error);
    if (flock(j->fd, LOCK_EX | LOCK_NB) != 0) {
        say(error, "%.400s: another match is writing there", path);
        return JOURNAL_REFUSED;
    }
    bool is_empty = lseek(j->fd, 0, SEEK_END) == 0;
    if (!is_empty && !resume) {
        say(error, "%.400s is not empty; --resume goes on with the match in it", path);
        return JOURNAL_REFUSED;
    }
    if (!is_empty) {
        const enum journal_status status =
            lseek(j->fd, 0, SEEK_SET) == 0 ? read_past(j, &is_empty) : io_fault(j, error);
        if (status != JOURNAL_OK)
            return status;
    }
    if (is_empty && !(record_append(j->fd, terms, strlen(terms)) && sync_folder(path)))
        return io_fault(j, error);
    return JOURNAL_OK;
}

void journal_close(struct journal *j)
{
    if (j->fd >= 0)
        close(j->fd);
    j->fd = -1;
    for (size_t i = 0; i < j->past_nb; i++)
        record_game_fini(&j->past[i]);
    free(j->past);
    j->past = NULL;
    j->past_nb = j->past_cap = 0;
}

bool journal_add(struct journal *j, const struct match_game *g)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return false;
    record_write_game(out, g);
    const bool ok = fclose(out) == 0 && record_append(j->fd, text, size);
    free(text);
    return ok;
}
