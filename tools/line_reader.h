/* line_reader.h - lines from a descriptor, while watching another one for events: standard input's
 * own buffers would hide lines from poll. One thread. */
#ifndef CITADEL_TOOLS_LINE_READER_H
#define CITADEL_TOOLS_LINE_READER_H

#include <stdbool.h>
#include <stddef.h>

enum line_event {
    LINE_TEXT,   /* a line is there */
    LINE_WAKE,   /* the watched descriptor is readable */
    LINE_END,    /* the input has ended */
    LINE_SIGNAL, /* a signal came in between; look at your flags and call again */
    LINE_FAILED  /* errno says why */
};

/* Zero but for fd is a fresh reader; line_reader_fini frees what it owns. */
struct line_reader {
    int fd;
    char *buffer;
    size_t used, cap; /* bytes in the buffer, and its size */
    size_t taken;     /* bytes of lines that were handed out */
    bool has_ended;
};

/* Waits for the next line or event; `wake` is the descriptor to watch, -1 for none. A line is ended
 * by NUL, without its line end, zero bytes in it become blanks; it is the reader's and valid until
 * the next call. The last line needs no line end. Lines that are there come before events. */
enum line_event line_reader_next(struct line_reader *r, int wake, char **line);
void line_reader_fini(struct line_reader *r);

#endif
