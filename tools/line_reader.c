#include "tools/line_reader.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { READ_MIN = 4096 };

/* Hands out the bytes up to `end`, where a NUL is put, and goes on behind `skip` more. */
static char *take(struct line_reader *r, size_t end, size_t skip)
{
    char *line = r->buffer + r->taken;
    for (char *s = line; s < r->buffer + end; s++)
        if (*s == '\0')
            *s = ' ';
    r->buffer[end] = '\0';
    r->taken = end + skip;
    return line;
}

/* Makes room for more input, and one byte for the NUL of a last line. */
static bool make_room(struct line_reader *r)
{
    if (r->taken > 0) {
        r->used -= r->taken;
        memmove(r->buffer, r->buffer + r->taken, r->used);
        r->taken = 0;
    }
    if (r->cap - r->used > READ_MIN)
        return true;
    const size_t cap = 2 * r->cap + 2 * READ_MIN;
    char *buffer = realloc(r->buffer, cap);
    if (!buffer)
        return false;
    r->buffer = buffer;
    r->cap = cap;
    return true;
}

/* Reads what is there. LINE_TEXT: something came, or the end did. */
static enum line_event read_more(struct line_reader *r)
{
    if (!make_room(r))
        return LINE_FAILED;
    const ssize_t n = read(r->fd, r->buffer + r->used, r->cap - r->used - 1);
    if (n < 0)
        return errno == EINTR ? LINE_SIGNAL : LINE_FAILED;
    r->used += (size_t)n;
    r->has_ended = n == 0;
    return LINE_TEXT;
}

/* Waits for either descriptor. LINE_TEXT: the input is readable. */
static enum line_event await(const struct line_reader *r, int wake)
{
    struct pollfd fds[] = {{.fd = wake, .events = POLLIN}, {.fd = r->fd, .events = POLLIN}};
    if (poll(fds, 2, -1) < 0)
        return errno == EINTR ? LINE_SIGNAL : LINE_FAILED;
    return fds[0].revents ? LINE_WAKE : LINE_TEXT;
}

enum line_event line_reader_next(struct line_reader *r, int wake, char **line)
{
    for (;;) {
        const size_t left = r->used - r->taken;
        const char *end = left > 0 ? memchr(r->buffer + r->taken, '\n', left) : NULL;
        if (end) {
            *line = take(r, (size_t)(end - r->buffer), 1);
            return LINE_TEXT;
        }
        if (r->has_ended) {
            if (left == 0)
                return LINE_END;
            *line = take(r, r->used, 0);
            return LINE_TEXT;
        }
        enum line_event event = await(r, wake);
        if (event == LINE_TEXT)
            event = read_more(r);
        if (event != LINE_TEXT)
            return event;
    }
}

void line_reader_fini(struct line_reader *r)
{
    free(r->buffer);
    *r = (struct line_reader){.fd = -1};
}
