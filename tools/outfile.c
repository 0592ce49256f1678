#include "tools/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void release(struct outfile *o)
{
    free(o->path);
    free(o->part);
    *o = (struct outfile){0};
}

bool outfile_open(struct outfile *o, const char *path)
{
    struct stat st;
    const size_t length = strlen(path);
    *o = (struct outfile){.path = strdup(path), .part = malloc(length + sizeof ".part")};
    int error = ENOMEM;
    if (o->path && o->part) {
        memcpy(o->part, path, length);
        strcpy(o->part + length, ".part");
        /* A rename would put a file in the place of a device. */
        error = stat(path, &st) == 0 && !S_ISREG(st.st_mode) ? EINVAL : 0;
        if (error == 0) {
            o->file = fopen(o->part, "wb");
            error = errno;
        }
    }
    if (o->file)
        return true;
    release(o);
    errno = error;
    return false;
}

/* A rename is on the disk when its directory is. */
static bool sync_directory(const char *path)
{
    char *folder = strdup(path);
    if (!folder)
        return false;
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    const int fd = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY);
    free(folder);
    if (fd < 0)
        return true; /* a directory that may not be read can still be written to */
    const bool ok = fsync(fd) == 0 || errno == EINVAL; /* not every file system can */
    close(fd);
    return ok;
}

bool outfile_open_any(struct outfile *o, const char *path)
{
    struct stat st;
    const bool is_standard = strcmp(path, "-") == 0;
    if (is_standard || (stat(path, &st) == 0 && !S_ISREG(st.st_mode))) {
        *o = (struct outfile){.file = is_standard ? stdout : fopen(path, "w")};
        return o->file != NULL;
    }
    char *followed = realpath(path, NULL);
    const bool ok = outfile_open(o, followed ? followed : path);
    const int error = errno;
    free(followed);
    errno = error;
    return ok;
}

/* What was written in place is only flushed, and closed unless it is standard output. */
static bool finish_in_place(struct outfile *o)
{
    bool ok = !ferror(o->file) && fflush(o->file) == 0;
    if (o->file != stdout)
        ok = fclose(o->file) == 0 && ok;
    *o = (struct outfile){0};
    return ok;
}

bool outfile_finish(struct outfile *o)
{
    if (!o->part)
        return finish_in_place(o);
    bool ok = !ferror(o->file) && fflush(o->file) == 0 && fsync(fileno(o->file)) == 0;
    int error = errno;
    if (fclose(o->file) != 0 && ok) {
        error = errno;
        ok = false;
    }
    if (ok) {
        ok = rename(o->part, o->path) == 0 && sync_directory(o->path);
        error = errno;
    }
    if (!ok)
        unlink(o->part);
    release(o);
    errno = error ? error : EIO;
    return ok;
}

void outfile_abandon(struct outfile *o)
{
    if (o->file && !o->part)
        (void)finish_in_place(o);
    if (!o->file)
        return;
    fclose(o->file);
    unlink(o->part);
    release(o);
}

void outfile_clean(const char *path)
{
    char *part = NULL;
    if (asprintf(&part, "%s.part", path) >= 0) {
        (void)unlink(part);
        free(part);
    }
}
