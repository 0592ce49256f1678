#include "tools/sealed.h"

#include "tools/outfile.h"
#include "tools/suite.h"
#include "tools/textfile.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static const char sum_name[] = "checksum ";

void sealed_begin(struct sealed_writer *w)
{
    *w = (struct sealed_writer){.text = NULL};
    w->out = open_memstream(&w->text, &w->size);
}

static void sum_of(const char *text, size_t size, char sum[SEALED_SUM_MAX])
{
    snprintf(sum, SEALED_SUM_MAX, "%016" PRIx64, (uint64_t)XXH3_64bits(text, size));
}

bool sealed_commit(struct sealed_writer *w, const char *path, char sum[SEALED_SUM_MAX])
{
    char own_sum[SEALED_SUM_MAX];
    struct outfile file;
    bool is_good = w->out && fflush(w->out) == 0 && !ferror(w->out);
    if (is_good) {
        sum_of(w->text, w->size, own_sum);
        is_good = outfile_open(&file, path);
    } else {
        errno = ENOMEM;
    }
    if (is_good) {
        fwrite(w->text, 1, w->size, file.file);
        fprintf(file.file, "%s%s\n", sum_name, own_sum);
        is_good = outfile_finish(&file);
    }
    if (is_good && sum)
        memcpy(sum, own_sum, sizeof own_sum);
    const int error = errno;
    sealed_abandon(w);
    errno = error;
    return is_good;
}

void sealed_abandon(struct sealed_writer *w)
{
    if (w->out)
        fclose(w->out);
    free(w->text);
    *w = (struct sealed_writer){.text = NULL};
}

enum sealed_status sealed_read(const char *path, struct sealed_text *s)
{
    enum { LAST_LINE = sizeof sum_name - 1 + SEALED_SUM_MAX }; /* its line end included */
    size_t size;
    *s = (struct sealed_text){.text = textfile_read(path, &size)};
    if (!s->text)
        return SEALED_FAULT;
    if (size < LAST_LINE || strlen(s->text) != size)
        return SEALED_TORN;
    char *last = s->text + size - LAST_LINE;
    sum_of(s->text, size - LAST_LINE, s->sum);
    char wanted[LAST_LINE + 1];
    snprintf(wanted, sizeof wanted, "%s%s\n", sum_name, s->sum);
    if (strcmp(last, wanted) != 0 || (last > s->text && last[-1] != '\n'))
        return SEALED_TORN;
    *last = '\0';
    s->rest = s->text;
    return SEALED_OK;
}

void sealed_free(struct sealed_text *s)
{
    free(s->text);
    *s = (struct sealed_text){.text = NULL};
}

const char *sealed_next(struct sealed_text *s, const char **value)
{
    char *line = s->rest;
    if (!line || !*line)
        return NULL;
    char *end = strchr(line, '\n');
    s->rest = end ? end + 1 : NULL;
    if (end)
        *end = '\0';
    char *blank = strchr(line, ' ');
    if (blank)
        *blank++ = '\0';
    *value = blank ? blank : "";
    return line;
}

const char *sealed_value(struct sealed_text *s, const char *name)
{
    const size_t length = strlen(name);
    const char *value = NULL;
    if (!s->rest || strncmp(s->rest, name, length) != 0 || s->rest[length] != ' ')
        return NULL;
    sealed_next(s, &value);
    return value;
}

bool sealed_number(struct sealed_text *s, const char *name, uint64_t max, uint64_t *out)
{
    const char *value = sealed_value(s, name);
    uint64_t n;
    if (!value || !suite_number(value, &n) || n > max)
        return false;
    *out = n;
    return true;
}

bool sealed_count(struct sealed_text *s, const char *name, perft_count_t *out)
{
    const char *value = sealed_value(s, name);
    return value && perft_count_parse(value, out);
}
