#include "tools/match_run.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TICK_MS = 100 };

enum half_state { HALF_OPEN, HALF_RUNNING, HALF_DONE };

struct pair {
    uint8_t state[2]; /* enum half_state, by half */
    uint8_t points;   /* half points of the first engine so far */
};

struct run {
    const struct match_config *config;
    const struct match_callbacks *callbacks;
    int stop_read, stop_write; /* the pipe whose end of file stops all waiting; -1: closed */
    pthread_mutex_t lock;      /* guards the rest */
    struct match_score *score;
    struct pair *pairs;
    size_t pairs_nb;
    bool is_stopping; /* no more games are handed out, none counts */
    int active;       /* threads at work */
    bool has_fault;
    char *why;
    double start;
};

/* The part of a thread. */
struct worker {
    struct run *run;
    int number; /* from 1 */
    struct player players[2];
    pthread_t thread;
};

/* ---- The schedule -------------------------------------------------------------------------- */

/* Wakes everybody who waits for an engine. With the lock. */
static void stop_all(struct run *r)
{
    r->is_stopping = true;
    if (r->stop_write >= 0)
        close(r->stop_write);
    r->stop_write = -1;
}

static void fault(struct run *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The first fault is told, and ends the match. With the lock. */
static void fault(struct run *r, const char *format, ...)
{
    if (!r->has_fault && !r->is_stopping) {
        va_list args;
        va_start(args, format);
        vsnprintf(r->why, PLAYER_NOTE_MAX, format, args);
        va_end(args);
        r->has_fault = true;
    }
    stop_all(r);
}

/* The next game to play. False: there is none. */
static bool next_game(struct run *r, struct match_game *g)
{
    bool found = false;
    pthread_mutex_lock(&r->lock);
    for (size_t p = 0; p < r->pairs_nb && !found && !r->is_stopping; p++)
        for (int half = 0; half < 2 && !found; half++)
            if (r->pairs[p].state[half] == HALF_OPEN) {
                r->pairs[p].state[half] = HALF_RUNNING;
                *g = (struct match_game){.pair = p, .half = half};
                found = true;
            }
    pthread_mutex_unlock(&r->lock);
    return found;
}

static bool is_forfeit(enum match_end end)
{
    return end == MATCH_ILLEGAL || end == MATCH_TIME || end == MATCH_SILENCE || end == MATCH_CRASH;
}

/* Counts a game with an outcome. With the lock. */
static void count_game(struct run *r, const struct match_game *g)
{
    struct match_score *s = r->score;
    struct pair *pair = &r->pairs[g->pair];
    const unsigned points = match_half_points(g, 0);
    stats_add_game(&s->stats, points);
    s->games++;
    s->games_here++;
    if (is_forfeit(g->end))
        s->forfeits[points == 0 ? 0 : 1]++;
    pair->state[g->half] = HALF_DONE;
    pair->points = (uint8_t)(pair->points + points);
    if (pair->state[!g->half] == HALF_DONE)
        stats_add_pair(&s->stats, pair->points);
    if (r->config->sprt)
        s->sprt = stats_sprt(&s->stats, r->config->sprt);
}

static void report_game(struct run *r, struct worker *w, const struct match_game *g)
{
    pthread_mutex_lock(&r->lock);
    if (g->end == MATCH_FAULT) {
        fault(r, "%s", g->detail);
    } else if (g->outcome != OUTCOME_NONE && !r->is_stopping) {
        for (int i = 0; i < 2; i++)
            memcpy(r->score->names[i], w->players[i].name, PLAYER_NAME_MAX);
        count_game(r, g);
        r->score->seconds = cli_now() - r->start;
        if (!r->callbacks->on_game(r->callbacks->context, g, r->score))
            fault(r, "the game cannot be written down");
        if (r->config->sprt && r->score->sprt.verdict != SPRT_OPEN)
            stop_all(r);
    }
    pthread_mutex_unlock(&r->lock);
}

/* ---- Threads ------------------------------------------------------------------------------- */

static bool start_players(struct worker *w)
{
    struct run *r = w->run;
    char note[PLAYER_NOTE_MAX] = "";
    for (int i = 0; i < 2; i++) {
        if (player_is_running(&w->players[i]))
            continue;
        if (!player_start(&w->players[i], &r->config->players[i], r->config->rules.base, w->number,
                          r->config->log, r->stop_read, note)) {
            pthread_mutex_lock(&r->lock);
            fault(r, "engine %d does not start: %s", i + 1, note);
            pthread_mutex_unlock(&r->lock);
            return false;
        }
    }
    return true;
}

static bool set_opening(struct run *r, struct match_game *g)
{
    const char *why;
    if (openings_get(r->config->openings, g->pair, &g->opening, &why))
        return true;
    pthread_mutex_lock(&r->lock);
    fault(r, "opening %zu: %s", g->pair + 1, why);
    pthread_mutex_unlock(&r->lock);
    return false;
}

static void *work(void *argument)
{
    struct worker *w = argument;
    struct run *r = w->run;
    struct match_game g;
    while (next_game(r, &g)) {
        if (!set_opening(r, &g) || !start_players(w))
            break;
        match_play(&r->config->rules, w->players, &g);
        report_game(r, w, &g);
        match_game_fini(&g);
    }
    for (int i = 0; i < 2; i++)
        player_end(&w->players[i]);
    pthread_mutex_lock(&r->lock);
    r->active--;
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

/* Looks after interruption and progress until all threads are done. */
static void supervise(struct run *r)
{
    for (;;) {
        poll(NULL, 0, TICK_MS);
        pthread_mutex_lock(&r->lock);
        if (r->config->stop && atomic_load(r->config->stop))
            stop_all(r);
        r->score->seconds = cli_now() - r->start;
        const struct match_score score = *r->score;
        const bool is_done = r->active == 0;
        pthread_mutex_unlock(&r->lock);
        if (is_done)
            return;
        r->callbacks->on_tick(r->callbacks->context, &score);
    }
}

/* Starts the threads; those that cannot be had are done without. */
static void run_workers(struct run *r, struct worker *workers, int nb)
{
    int started = 0;
    /* The thread that supervises is the one that the signal must wake. */
    cli_block_interrupt(true);
    for (; started < nb; started++) {
        workers[started] = (struct worker){.run = r, .number = started + 1};
        pthread_mutex_lock(&r->lock);
        r->active++;
        pthread_mutex_unlock(&r->lock);
        if (pthread_create(&workers[started].thread, NULL, work, &workers[started]) != 0)
            break;
    }
    cli_block_interrupt(false);
    if (started < nb) {
        pthread_mutex_lock(&r->lock);
        r->active--;
        if (started == 0)
            fault(r, "no thread can be started");
        pthread_mutex_unlock(&r->lock);
    }
    supervise(r);
    for (int i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
}

/* ---- The match ----------------------------------------------------------------------------- */

static enum match_run_status status_of(const struct run *r)
{
    if (r->has_fault)
        return MATCH_RUN_FAULT;
    const bool is_decided = r->config->sprt && r->score->sprt.verdict != SPRT_OPEN;
    return is_decided || r->score->games == r->score->games_all ? MATCH_RUN_DONE
                                                                : MATCH_RUN_INTERRUPTED;
}

enum match_run_status match_run(const struct match_config *config,
                                const struct match_callbacks *callbacks, struct match_score *score,
                                char *why)
{
    struct run r = {.config = config,
                    .callbacks = callbacks,
                    .score = score,
                    .pairs_nb = config->games / 2,
                    .why = why,
                    .start = cli_now()};
    int ends[2];
    *score = (struct match_score){.games_all = config->games};
    for (int i = 0; i < 2; i++)
        snprintf(score->names[i], PLAYER_NAME_MAX, "%s",
                 config->players[i].name ? config->players[i].name : config->players[i].argv[0]);
    if (config->sprt)
        score->sprt = stats_sprt(&score->stats, config->sprt);
    struct worker *workers = calloc((size_t)config->concurrency, sizeof *workers);
    r.pairs = calloc(r.pairs_nb, sizeof *r.pairs);
    if (!workers || !r.pairs || pipe2(ends, O_CLOEXEC) != 0) {
        snprintf(why, PLAYER_NOTE_MAX, "out of memory or descriptors");
        free(workers);
        free(r.pairs);
        return MATCH_RUN_FAULT;
    }
    r.stop_read = ends[0];
    r.stop_write = ends[1];
    pthread_mutex_init(&r.lock, NULL);
    process_ignore_sigpipe();
    run_workers(&r, workers, config->concurrency);
    stop_all(&r);
    close(r.stop_read);
    pthread_mutex_destroy(&r.lock);
    free(workers);
    free(r.pairs);
    return status_of(&r);
}
