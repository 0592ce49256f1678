/* engine_process.h - another program as a child with three pipes: lines to it, lines from it, its
 * messages kept apart. It knows no protocol.
 *
 * Every wait has a deadline and ends as well when `stop_fd` becomes readable. Memory is bounded
 * whatever the program writes. One thread at a time uses a process; several threads may each have
 * their own. SIGPIPE must be ignored (process_ignore_sigpipe). */
#ifndef CITADEL_TOOLS_ENGINE_PROCESS_H
#define CITADEL_TOOLS_ENGINE_PROCESS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

enum {
    PROCESS_LINE_MAX = 65536, /* bytes of a line with its NUL; longer ones are passed over */
    PROCESS_TAIL_MAX = 1024,  /* the last so many bytes of its messages are kept */
    PROCESS_ERROR_MAX = 512
};

/* A file in which all that is said is written down, shared by all processes. */
struct process_log {
    FILE *file; /* the caller's */
    int64_t start_ns;
    pthread_mutex_t lock;
};

struct process_config {
    char *const *argv;       /* NULL-terminated; argv[0] is looked up in PATH */
    const char *directory;   /* to run in; NULL: the present one */
    const char *label;       /* its name in the log, "2.1" */
    struct process_log *log; /* NULL: none */
    int stop_fd;             /* -1: none */
};

struct process {
    struct process_config config;
    pid_t pid; /* 0: there is none */
    int in, out, err;
    int64_t read_ns;   /* when the last bytes were read, process_now_ns */
    bool is_overlong;  /* the rest of a line that is too long is being passed over */
    size_t begin, end; /* of the bytes that are not yet given out */
    char *buffer;      /* PROCESS_LINE_MAX bytes */
    size_t tail_nb;
    char tail[PROCESS_TAIL_MAX];
};

enum process_status {
    PROCESS_OK,
    PROCESS_LATE,   /* the deadline has passed */
    PROCESS_ENDED,  /* it has closed its output, or takes no more input */
    PROCESS_STOPPED /* stop_fd */
};

/* Nanoseconds of CLOCK_MONOTONIC. */
int64_t process_now_ns(void);
/* A deadline so many milliseconds from now. */
int64_t process_deadline(int64_t milliseconds);

/* Writing to a program that is gone then fails instead of ending this one. */
void process_ignore_sigpipe(void);

/* Starts the program. The config is copied, what it points at must stay. False: nothing runs and
 * `error`, of PROCESS_ERROR_MAX bytes, says why. process_end is due after success only. */
bool process_start(struct process *p, const struct process_config *config, char *error);

/* Writes one line; `text` has no line end. */
enum process_status process_send(struct process *p, const char *text, int64_t deadline_ns);

/* The next line without its end, valid until the next call. Lines that were read after the deadline
 * do not count. */
enum process_status process_read_line(struct process *p, int64_t deadline_ns, char **line);

/* Forgets what it has written so far: it cannot be an answer to what comes next. */
void process_discard(struct process *p);

/* Ends it: closes its input, waits for `grace_ms`, kills it and its children. Always reaps; its
 * messages, process_tail, stay readable. `how`, of PROCESS_ERROR_MAX bytes or NULL, tells how it
 * ended, "exit status 3". Idempotent. */
void process_end(struct process *p, int64_t grace_ms, char *how);

bool process_is_running(const struct process *p);

/* The last line of its messages that is not empty, "" if there is none; printable. `out` has
 * PROCESS_TAIL_MAX bytes. Returns out. */
const char *process_tail(const struct process *p, char *out);

#endif
