#include "tools/engine_process.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { NS_PER_MS = 1000000, REAP_PAUSE_NS = 2 * NS_PER_MS, DISCARDS_MAX = 16 };

/* ---- Time ---------------------------------------------------------------------------------- */

int64_t process_now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 * NS_PER_MS + t.tv_nsec;
}

int64_t process_deadline(int64_t milliseconds)
{
    return process_now_ns() + milliseconds * NS_PER_MS;
}

/* What poll waits at most, rounded up so that it never wakes just before the deadline and spins. */
static int poll_timeout(int64_t deadline_ns)
{
    const int64_t left = deadline_ns - process_now_ns();
    if (left <= 0)
        return 0;
    const int64_t ms = (left + NS_PER_MS - 1) / NS_PER_MS;
    return ms < INT_MAX ? (int)ms : INT_MAX;
}

/* ---- The log ------------------------------------------------------------------------------- */

static void log_line(const struct process *p, char sign, const char *text, size_t length)
{
    struct process_log *log = p->config.log;
    if (!log)
        return;
    pthread_mutex_lock(&log->lock);
    fprintf(log->file, "%.6f %s %c %.*s\n", (double)(process_now_ns() - log->start_ns) / 1e9,
            p->config.label, sign, (int)length, text);
    fflush(log->file);
    pthread_mutex_unlock(&log->lock);
}

/* ---- Starting ------------------------------------------------------------------------------ */

void process_ignore_sigpipe(void)
{
    const struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGPIPE, &ignore, NULL);
}

/* What a child that could not become the program tells its parent. */
struct start_fault {
    int number; /* errno */
    bool in_directory;
};

/* In the child: only what is safe after a fork of a program with threads. */
_Noreturn static void become(const struct process_config *config, const int pipes[3], int report,
                             pid_t parent)
{
    struct start_fault fault = {0};
    /* Its own group, so that Ctrl-C on the terminal is ours alone and that its children can be
     * ended with it. If this program is killed, it must not think on for ever. */
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    const struct sigaction plain = {.sa_handler = SIG_DFL};
    sigaction(SIGPIPE, &plain, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int fd = 0; fd < 3; fd++)
        if (dup2(pipes[fd], fd) < 0)
            fault.number = errno;
    if (fault.number == 0 && config->directory && chdir(config->directory) != 0) {
        fault.number = errno;
        fault.in_directory = true;
    }
    if (fault.number == 0) {
        execvp(config->argv[0], config->argv);
        fault.number = errno;
    }
    const ssize_t written = write(report, &fault, sizeof fault);
    _exit(written == (ssize_t)sizeof fault ? 127 : 126);
}

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Descriptors 0, 1 and 2 would be overwritten in the child before they are copied: moves them up.
 * They are free here only if this program was started without them. */
static bool above_standard(int *fd)
{
    if (*fd > 2)
        return true;
    const int moved = fcntl(*fd, F_DUPFD_CLOEXEC, 3);
    close(*fd);
    *fd = moved;
    return moved >= 0;
}

/* Four pipes: for standard input, output and messages, and for the report on starting. The ends are
 * paired as read, write. */
static bool open_pipes(int ends[8])
{
    bool ok = true;
    for (int i = 0; i < 8; i++)
        ends[i] = -1;
    for (int i = 0; i < 4 && ok; i++)
        ok = pipe2(ends + 2 * i, O_CLOEXEC) == 0 && above_standard(ends + 2 * i) &&
             above_standard(ends + 2 * i + 1);
    return ok;
}

/* Takes the child's report: did it become the program? */
static bool has_become(const struct process_config *config, int report, char *error)
{
    struct start_fault fault;
    ssize_t got;
    do {
        got = read(report, &fault, sizeof fault);
    } while (got < 0 && errno == EINTR);
    if (got != (ssize_t)sizeof fault)
        return true;
    snprintf(error, PROCESS_ERROR_MAX, "cannot %s %.300s: %s", fault.in_directory ? "go to" : "run",
             fault.in_directory ? config->directory : config->argv[0], strerror(fault.number));
    return false;
}

static bool set_nonblocking(int fd)
{
    const int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

static bool fail(char *error, const char *what)
{
    snprintf(error, PROCESS_ERROR_MAX, "%s: %s", what, strerror(errno));
    return false;
}

bool process_start(struct process *p, const struct process_config *config, char *error)
{
    int ends[8];
    const pid_t parent = getpid();
    bool ok = false;
    *p = (struct process){.config = *config, .in = -1, .out = -1, .err = -1};
    p->buffer = malloc(PROCESS_LINE_MAX);
    if (!open_pipes(ends) || !p->buffer) {
        fail(error, p->buffer ? "no pipe" : "no buffer");
    } else {
        p->pid = fork();
        if (p->pid == 0)
            become(config, (const int[]){ends[0], ends[3], ends[5]}, ends[7], parent);
        if (p->pid < 0) {
            p->pid = 0;
            fail(error, "no process");
        } else {
            setpgid(p->pid, p->pid); /* in both, since either may be first */
            close_fd(&ends[7]);
            ok = has_become(config, ends[6], error);
        }
    }
    if (p->pid > 0 && ok) {
        p->in = ends[1];
        p->out = ends[2];
        p->err = ends[4];
        ends[1] = ends[2] = ends[4] = -1;
        ok = (set_nonblocking(p->in) && set_nonblocking(p->out) && set_nonblocking(p->err)) ||
             fail(error, "no pipe");
    }
    for (int i = 0; i < 8; i++)
        close_fd(&ends[i]);
    if (!ok)
        process_end(p, 0, NULL);
    return ok;
}

bool process_is_running(const struct process *p)
{
    return p->pid > 0;
}

/* ---- Reading and writing ------------------------------------------------------------------- */

static void keep_tail(struct process *p, const char *bytes, size_t nb)
{
    if (nb >= PROCESS_TAIL_MAX) {
        bytes += nb - PROCESS_TAIL_MAX;
        nb = PROCESS_TAIL_MAX;
    }
    const size_t kept = p->tail_nb + nb > PROCESS_TAIL_MAX ? PROCESS_TAIL_MAX - nb : p->tail_nb;
    memmove(p->tail, p->tail + p->tail_nb - kept, kept);
    memcpy(p->tail + kept, bytes, nb);
    p->tail_nb = kept + nb;
}

/* Takes what it has written to its messages. */
static void drain_messages(struct process *p)
{
    char bytes[4096];
    const ssize_t got = p->err >= 0 ? read(p->err, bytes, sizeof bytes) : -1;
    if (got > 0) {
        size_t length = (size_t)got;
        keep_tail(p, bytes, length);
        while (length > 0 && bytes[length - 1] == '\n')
            length--;
        log_line(p, '!', bytes, length);
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
        close_fd(&p->err);
    }
}

/* Reads into the buffer, which has room. False at the end of the output. */
static bool fill_buffer(struct process *p)
{
    if (p->begin > 0) {
        memmove(p->buffer, p->buffer + p->begin, p->end - p->begin);
        p->end -= p->begin;
        p->begin = 0;
    }
    const ssize_t got = read(p->out, p->buffer + p->end, PROCESS_LINE_MAX - p->end);
    p->read_ns = process_now_ns();
    if (got > 0)
        p->end += (size_t)got;
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

/* Waits until something can be done about one of its pipes. `writing`: its input takes bytes is one
 * such thing. *ready tells whether its output, or its input, is ready. */
static enum process_status wait_pipes(struct process *p, bool writing, int64_t deadline_ns,
                                      bool *out_ready, bool *in_ready)
{
    struct pollfd fds[4] = {{p->out, POLLIN, 0},
                            {p->err, POLLIN, 0},
                            {p->config.stop_fd, POLLIN, 0},
                            {writing ? p->in : -1, POLLOUT, 0}};
    *out_ready = *in_ready = false;
    const int n = poll(fds, 4, poll_timeout(deadline_ns));
    if (n < 0)
        return errno == EINTR ? PROCESS_OK : PROCESS_ENDED;
    if (n == 0)
        return process_now_ns() >= deadline_ns ? PROCESS_LATE : PROCESS_OK;
    if (fds[2].revents)
        return PROCESS_STOPPED;
    if (fds[1].revents)
        drain_messages(p);
    *out_ready = fds[0].revents != 0;
    *in_ready = fds[3].revents != 0;
    return PROCESS_OK;
}

/* Writes as much as fits. False if it takes no more input at all. */
static bool write_some(struct process *p, const char **bytes, size_t *nb)
{
    const ssize_t written = write(p->in, *bytes, *nb);
    if (written < 0)
        return errno == EAGAIN || errno == EINTR;
    *bytes += written;
    *nb -= (size_t)written;
    return true;
}

enum process_status process_send(struct process *p, const char *text, int64_t deadline_ns)
{
    size_t nb = strlen(text) + 1;
    if (!process_is_running(p))
        return PROCESS_ENDED;
    log_line(p, '<', text, nb - 1);
    char *line = malloc(nb);
    if (!line)
        return PROCESS_ENDED;
    memcpy(line, text, nb);
    line[nb - 1] = '\n';
    const char *rest = line;
    enum process_status status = write_some(p, &rest, &nb) ? PROCESS_OK : PROCESS_ENDED;
    /* The pipe is full. It may be full because the program waits for us to read: do both. */
    while (status == PROCESS_OK && nb > 0) {
        bool out_ready, in_ready;
        status = wait_pipes(p, true, deadline_ns, &out_ready, &in_ready);
        if (status == PROCESS_OK && out_ready) {
            if (p->begin == 0 && p->end == PROCESS_LINE_MAX)
                p->end = 0; /* a flood before its turn: nobody will miss it */
            if (!fill_buffer(p))
                status = PROCESS_ENDED;
        }
        if (status == PROCESS_OK && in_ready && !write_some(p, &rest, &nb))
            status = PROCESS_ENDED;
    }
    free(line);
    return status;
}

/* Cuts the next whole line out of the buffer. */
static bool take_line(struct process *p, char **line)
{
    for (;;) {
        char *start = p->buffer + p->begin;
        char *newline = memchr(start, '\n', p->end - p->begin);
        if (!newline && p->begin == 0 && p->end == PROCESS_LINE_MAX) {
            p->is_overlong = true;
            p->end = 0;
        }
        if (!newline)
            return false;
        p->begin = (size_t)(newline + 1 - p->buffer);
        *newline = '\0';
        if (newline > start && newline[-1] == '\r')
            newline[-1] = '\0';
        *line = start;
        if (!p->is_overlong)
            return true;
        p->is_overlong = false; /* this was only its end */
    }
}

enum process_status process_read_line(struct process *p, int64_t deadline_ns, char **line)
{
    if (!process_is_running(p))
        return PROCESS_ENDED;
    for (;;) {
        if (take_line(p, line)) {
            if (p->read_ns > deadline_ns)
                return PROCESS_LATE;
            log_line(p, '>', *line, strlen(*line));
            return PROCESS_OK;
        }
        bool out_ready, in_ready;
        const enum process_status status = wait_pipes(p, false, deadline_ns, &out_ready, &in_ready);
        if (status != PROCESS_OK)
            return status;
        if (out_ready && !fill_buffer(p))
            return PROCESS_ENDED;
        /* A flood without line ends never lets the wait above run out. */
        if (out_ready && p->read_ns > deadline_ns)
            return PROCESS_LATE;
    }
}

void process_discard(struct process *p)
{
    /* A flood does not end: a pipe's content, which is what can have been written before. */
    for (int i = 0; i < DISCARDS_MAX && process_is_running(p); i++) {
        p->is_overlong = p->end > p->begin && p->buffer[p->end - 1] != '\n';
        p->begin = p->end = 0;
        if (!fill_buffer(p) || p->end == 0)
            return;
    }
}

/* ---- Ending -------------------------------------------------------------------------------- */

static void describe_end(int status, char *how)
{
    if (WIFSIGNALED(status))
        snprintf(how, PROCESS_ERROR_MAX, "killed by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(how, PROCESS_ERROR_MAX, "exit status %d", WEXITSTATUS(status));
}

/* Waits for its end until the deadline, reading what it still says, since it may wait for that. It
 * is not reaped, so that its number stays its own. */
static bool ends_until(struct process *p, int64_t deadline_ns)
{
    const struct timespec pause = {0, REAP_PAUSE_NS};
    for (;;) {
        siginfo_t info = {.si_pid = 0};
        if (p->err >= 0)
            drain_messages(p);
        if (p->out >= 0) {
            p->begin = p->end = 0;
            fill_buffer(p);
        }
        const int got = waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT);
        if (got == 0 && info.si_pid == p->pid)
            return true;
        if ((got < 0 && errno != EINTR) || process_now_ns() >= deadline_ns)
            return false;
        nanosleep(&pause, NULL);
    }
}

void process_end(struct process *p, int64_t grace_ms, char *how)
{
    if (how)
        how[0] = '\0';
    if (p->pid > 0) {
        int status = 0;
        close_fd(&p->in);
        const bool is_over = ends_until(p, process_deadline(grace_ms));
        /* Its children, if it leaves any, share its group. */
        kill(-p->pid, SIGKILL);
        kill(p->pid, SIGKILL);
        while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR)
            continue;
        if (p->err >= 0)
            drain_messages(p);
        if (how && is_over)
            describe_end(status, how);
        else if (how)
            snprintf(how, PROCESS_ERROR_MAX, "did not end by itself");
    }
    p->pid = 0;
    close_fd(&p->in);
    close_fd(&p->out);
    close_fd(&p->err);
    free(p->buffer);
    p->buffer = NULL;
    p->begin = p->end = 0;
}

const char *process_tail(const struct process *p, char *out)
{
    size_t end = p->tail_nb;
    while (end > 0 && isspace((unsigned char)p->tail[end - 1]))
        end--;
    size_t begin = end;
    while (begin > 0 && p->tail[begin - 1] != '\n')
        begin--;
    size_t nb = end - begin < PROCESS_TAIL_MAX - 1 ? end - begin : PROCESS_TAIL_MAX - 1;
    for (size_t i = 0; i < nb; i++)
        out[i] = isprint((unsigned char)p->tail[begin + i]) ? p->tail[begin + i] : '?';
    out[nb] = '\0';
    return out;
}
