/* Batches: the lines of a file, solved by several threads, told in their order. */
#include "tools/json.h"
#include "tools/solve.h"
#include "tools/solve_log.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <xxhash.h>

/* One line of the file and what came of it. */
struct item {
    struct puzzle puzzle;
    struct puzzle_answer answer;
    char error[PUZZLE_ERROR_MAX];       /* "": the line is a puzzle, and it was solved */
    uint64_t name;                      /* of the question, for the log */
    const struct solve_log_entry *past; /* what the log says of it, or NULL */
    bool is_done;                       /* guarded by the mutex */
};

struct batch {
    const struct solve_command *command;
    struct item *items;
    size_t items_nb, items_cap;
    atomic_size_t next;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    unsigned threads; /* at work; guarded by the mutex */
    bool is_json, is_short_of_memory;
    unsigned long passed, failed;
    struct solve_log log; /* its file is NULL if there is none */
    bool log_failed;
    double start;
    bool has_progress; /* a progress line stands on the terminal */
};

/* ---- Reading ------------------------------------------------------------------------------- */

static struct item *new_item(struct batch *b)
{
    if (b->items_nb == b->items_cap) {
        const size_t cap = b->items_cap > 0 ? 2 * b->items_cap : 64;
        struct item *grown = realloc(b->items, cap * sizeof *grown);
        if (!grown)
            return NULL;
        b->items = grown;
        b->items_cap = cap;
    }
    struct item *i = &b->items[b->items_nb++];
    *i = (struct item){0};
    return i;
}

/* A number made from all that the line's answer depends on, and how it is printed. */
static uint64_t name_of(const struct solve_command *c, const struct puzzle *p)
{
    char text[GAME_FEN_MAX + 256], fen[GAME_FEN_MAX];
    p->pos->game->format(p->pos, fen);
    const int length =
        snprintf(text, sizeof text, "%s|%s|%s %d|%s|%d|%d", p->pos->game->name, fen, p->task.name,
                 p->task.solve.moves, c->method ? c->method : "", c->json, p->keys ? 1 : 0);
    uint64_t name = XXH3_64bits(text, (size_t)length);
    name = XXH3_64bits_withSeed(p->pos->option, sizeof p->pos->option, name);
    return p->keys ? XXH3_64bits_withSeed(p->keys, p->keys_nb * sizeof *p->keys, name) : name;
}

static int read_items(struct batch *b, const struct solve_command *c)
{
    const struct game *game = c->setup.game ? c->setup.game : games_get(0);
    struct suite suite;
    struct suite_record record;
    struct puzzle_task task;
    const char *why;
    int code;
    const bool has_task = solve_command_task(c, game, &task, &code);
    if (code != CLI_RUN)
        return code;
    if (!suite_open(&suite, c->suite))
        return cli_error(c->self, CLI_IO, "%s: %s", c->suite, strerror(errno));
    enum suite_status status;
    while ((status = suite_next(&suite, &record, &why)) <= SUITE_BAD_LINE && code == CLI_RUN) {
        struct item *i = new_item(b);
        if (!i) {
            code = cli_error(c->self, CLI_IO, "out of memory");
            break;
        }
        i->puzzle.line = record.line;
        if (status == SUITE_BAD_LINE)
            snprintf(i->error, sizeof i->error, "%s", why);
        else if (!puzzle_read(&i->puzzle, &record, c->setup.game, has_task ? &task : NULL,
                              i->error))
            i->puzzle.line = record.line;
        if (!i->error[0]) {
            i->name = name_of(c, &i->puzzle);
            i->past = solve_log_find(&b->log, i->puzzle.line, i->name);
        }
    }
    if (status == SUITE_FAULT && code == CLI_RUN)
        code = cli_is_interrupted()
                   ? CLI_INTERRUPTED
                   : cli_error(c->self, CLI_IO, "%s: %s", c->suite, strerror(errno));
    suite_close(&suite);
    return code;
}

/* ---- Solving ------------------------------------------------------------------------------- */

static void *work(void *argument)
{
    struct batch *b = argument;
    const struct solve_command *c = b->command;
    const size_t share = (size_t)(c->hash / c->threads);
    struct solver *solver = solve_command_solver(c, 1, share > 0 ? share : 1, NULL);
    while (solver && !cli_is_interrupted()) {
        const size_t n = atomic_fetch_add_explicit(&b->next, 1, memory_order_relaxed);
        if (n >= b->items_nb)
            break;
        struct item *i = &b->items[n];
        enum engine_status status = ENGINE_OK;
        if (!i->error[0] && !i->past)
            status = puzzle_solve(solver, &i->puzzle, c->method, &i->answer, i->error);
        if (status != ENGINE_OK && !i->error[0])
            snprintf(i->error, sizeof i->error, "%s", engine_strerror(status));
        pthread_mutex_lock(&b->mutex);
        i->is_done = true;
        pthread_cond_signal(&b->changed);
        pthread_mutex_unlock(&b->mutex);
    }
    pthread_mutex_lock(&b->mutex);
    b->is_short_of_memory = b->is_short_of_memory || !solver;
    b->threads--;
    pthread_cond_signal(&b->changed);
    pthread_mutex_unlock(&b->mutex);
    solve_free(solver);
    return NULL;
}

/* ---- Telling ------------------------------------------------------------------------------- */

static void write_json(FILE *out, const struct item *i)
{
    struct json j;
    json_begin(&j, out);
    json_text(&j, "type", i->error[0] ? "error" : "puzzle");
    json_unsigned(&j, "line", i->puzzle.line);
    if (i->error[0])
        json_text(&j, "what", i->error);
    else
        solve_json_answer(&j, &i->puzzle, &i->answer);
    json_end(&j);
}

/* The line to print, without its line feed; the caller frees it. NULL when memory is short. */
static char *compose(const struct solve_command *c, const struct item *i)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    if (c->json)
        write_json(out, i);
    else if (i->error[0])
        fputs("error\n", out);
    else
        puzzle_print_line(out, &i->puzzle, &i->answer);
    if (fclose(out) != 0)
        return NULL;
    text[strcspn(text, "\n")] = '\0';
    return text;
}

/* Says on the error output why a line failed. */
static void explain(const struct solve_command *c, const struct item *i,
                    enum puzzle_verdict verdict)
{
    const struct puzzle *p = &i->puzzle;
    if (i->error[0]) {
        cli_error(c->self, 0, "line %zu: %s", p->line, i->error);
        return;
    }
    cli_error(c->self, 0, "line %zu: %s, asked for %s in %d", p->line, puzzle_verdict_name(verdict),
              p->task.name, p->task.solve.moves);
    if (verdict == PUZZLE_UNDECIDED && i->answer.no_win > 0)
        cli_error(c->self, 0, "line %zu: no %s in %d is proved", p->line, p->task.name,
                  i->answer.no_win);
}

/* Tells a finished line. False: it was cut short by an interrupt, and so is the batch. */
static bool tell(struct batch *b, const struct item *i)
{
    const struct solve_command *c = b->command;
    const enum puzzle_verdict verdict =
        i->past ? (enum puzzle_verdict)i->past->verdict : i->answer.verdict;
    if (!i->error[0] && verdict == PUZZLE_UNDECIDED && cli_is_interrupted())
        return false;
    char *text = i->past ? strdup(i->past->text) : compose(c, i);
    if (!text)
        return false;
    if (b->has_progress)
        fputs("\r\033[K", stderr);
    b->has_progress = false;
    printf("%s\n", text);
    fflush(stdout);
    /* What a limit left open is worth another try, perhaps under another limit. */
    if (b->log.file && !i->past && !i->error[0] && verdict != PUZZLE_UNDECIDED)
        b->log_failed = !solve_log_add(&b->log, &(struct solve_log_entry){i->puzzle.line, i->name,
                                                                          (int)verdict, text}) ||
                        b->log_failed;
    free(text);
    const bool is_sound = !i->error[0] && verdict == PUZZLE_SOUND;
    ++*(is_sound ? &b->passed : &b->failed);
    if (!is_sound && !c->json)
        explain(c, i, verdict);
    return true;
}

/* Lines done, rate and time left, on a terminal only. Called with the mutex held. */
static void print_progress(struct batch *b)
{
    size_t done = 0;
    if (!cli_is_terminal(stderr))
        return;
    for (size_t i = 0; i < b->items_nb; i++)
        done += b->items[i].is_done;
    const double seconds = cli_now() - b->start;
    fprintf(stderr, "\r\033[K%zu of %zu puzzles, %.1f a second, %.0f s left", done, b->items_nb,
            (double)done / (seconds + 1e-3),
            done > 0 ? seconds / (double)done * (double)(b->items_nb - done) : 0.0);
    fflush(stderr);
    b->has_progress = true;
}

/* Tells the lines in their order as they are finished. */
static void tell_all(struct batch *b)
{
    pthread_mutex_lock(&b->mutex);
    for (size_t n = 0; n < b->items_nb;) {
        if (!b->items[n].is_done) {
            if (b->threads == 0)
                break;
            struct timespec next;
            clock_gettime(CLOCK_REALTIME, &next);
            next.tv_sec++;
            if (pthread_cond_timedwait(&b->changed, &b->mutex, &next) != 0)
                print_progress(b);
            continue;
        }
        pthread_mutex_unlock(&b->mutex);
        const bool goes_on = tell(b, &b->items[n]);
        puzzle_answer_fini(&b->items[n].answer);
        pthread_mutex_lock(&b->mutex);
        if (!goes_on)
            break;
        n++;
    }
    pthread_mutex_unlock(&b->mutex);
}

static void print_total(const struct batch *b)
{
    if (b->command->json) {
        struct json j;
        json_begin(&j, stdout);
        json_text(&j, "type", "total");
        json_unsigned(&j, "passed", b->passed);
        json_unsigned(&j, "failed", b->failed);
        json_end(&j);
    } else {
        printf("%lu passed, %lu failed\n", b->passed, b->failed);
    }
}

static void run_threads(struct batch *b)
{
    const unsigned wanted = (unsigned)b->command->threads;
    pthread_t threads[SOLVE_THREADS_MAX];
    unsigned started = 0;
    cli_block_interrupt(true);
    for (; started < wanted; started++) {
        pthread_mutex_lock(&b->mutex);
        b->threads++;
        pthread_mutex_unlock(&b->mutex);
        if (pthread_create(&threads[started], NULL, work, b) != 0) {
            pthread_mutex_lock(&b->mutex);
            b->threads--;
            pthread_mutex_unlock(&b->mutex);
            break;
        }
    }
    cli_block_interrupt(false);
    if (started == 0) {
        b->threads = 1;
        work(b);
    }
    tell_all(b);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

int solve_suite(struct solve_command *c)
{
    struct batch b = {.command = c, .start = cli_now()};
    if (c->resume && !solve_log_open(&b.log, c->resume))
        return cli_error(c->self, CLI_IO, "%s: %s", c->resume, strerror(errno));
    int code = read_items(&b, c);
    if (code == CLI_RUN) {
        pthread_mutex_init(&b.mutex, NULL);
        pthread_cond_init(&b.changed, NULL);
        run_threads(&b);
        pthread_cond_destroy(&b.changed);
        pthread_mutex_destroy(&b.mutex);
        print_total(&b);
        if (b.passed + b.failed == b.items_nb)
            code = b.failed > 0 ? CLI_NEGATIVE : CLI_OK;
        else if (cli_is_interrupted())
            code = cli_error(c->self, CLI_INTERRUPTED, "interrupted with %zu lines left",
                             b.items_nb - b.passed - b.failed);
        else
            code = cli_error(c->self, CLI_IO, "out of memory");
    }
    for (size_t i = 0; i < b.items_nb; i++) {
        puzzle_fini(&b.items[i].puzzle);
        puzzle_answer_fini(&b.items[i].answer);
    }
    free(b.items);
    if (b.log_failed)
        code = cli_error(c->self, CLI_IO, "%s: %s", c->resume, strerror(errno));
    solve_log_close(&b.log);
    return code;
}
