#include "tools/match_run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TICK_MS = 100, SKIPPED_MORE = 20 };

enum half_state { HALF_OPEN, HALF_RUNNING, HALF_DONE };

/* One of the two games of a pair. */
struct half {
    uint8_t state;   /* enum half_state */
    uint8_t points;  /* half points of the first engine */
    uint8_t forfeit; /* 1 + the engine that has forfeited it; 0: none */
};

struct pair {
    struct half half[2];
    bool is_skipped;
    const struct opening *opening; /* of an earlier run, else NULL */
};

struct run {
    const struct match_config *config;
    const struct match_callbacks *callbacks;
    int stop_read, stop_write; /* the pipe whose end of file stops all waiting; -1: closed */
    pthread_mutex_t lock;      /* guards the rest */
    struct match_score *score;
    struct pair *pairs;
    size_t pairs_nb;   /* that exist, the dropped ones included */
    size_t pairs_cap;  /* allocated, zeroed */
    size_t first_open; /* all games of the pairs before it are handed out */
    bool is_stopping;  /* no more games are handed out, none counts */
    int active;        /* threads at work */
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

/* ---- Counting ------------------------------------------------------------------------------ */

/* Room for pair number `nb - 1`. */
static bool grow_pairs(struct run *r, size_t nb)
{
    if (nb <= r->pairs_cap)
        return true;
    size_t cap = r->pairs_cap > 0 ? r->pairs_cap : 64;
    while (cap < nb)
        cap *= 2;
    struct pair *pairs = realloc(r->pairs, cap * sizeof *pairs);
    if (!pairs)
        return false;
    memset(pairs + r->pairs_cap, 0, (cap - r->pairs_cap) * sizeof *pairs);
    r->pairs = pairs;
    r->pairs_cap = cap;
    return true;
}

/* Counts a finished game of a pair that counts. */
static void count_half(struct match_score *s, const struct half *h)
{
    stats_add_game(&s->stats, h->points);
    s->games++;
    if (h->forfeit > 0)
        s->forfeits[h->forfeit - 1]++;
}

static void count_pair(struct match_score *s, const struct pair *pair)
{
    if (pair->half[0].state == HALF_DONE && pair->half[1].state == HALF_DONE)
        stats_add_pair(&s->stats, (unsigned)pair->half[0].points + pair->half[1].points);
}

/* A pair that may have been counted in part counts no more: everything is counted anew. */
static void recount(struct run *r)
{
    struct match_score *s = r->score;
    s->stats = (struct match_stats){.wins = 0};
    s->games = s->skipped = 0;
    s->forfeits[0] = s->forfeits[1] = 0;
    for (size_t p = 0; p < r->pairs_cap; p++) {
        const struct pair *pair = &r->pairs[p];
        s->skipped += pair->is_skipped;
        for (int half = 0; half < 2 && !pair->is_skipped; half++)
            if (pair->half[half].state == HALF_DONE)
                count_half(s, &pair->half[half]);
        if (!pair->is_skipped)
            count_pair(s, pair);
    }
}

/* Takes a game, of this run or an earlier one, into the pairs and the score. */
static void take_game(struct run *r, const struct match_game *g)
{
    struct match_score *s = r->score;
    struct pair *pair = &r->pairs[g->pair];
    struct half *h = &pair->half[g->half];
    for (int i = 0; i < 2; i++) {
        snprintf(s->names[i], sizeof s->names[i], "%s", g->names[i]);
        s->illegal[i] += g->illegal[i];
        s->asked_again[i] += g->asked_again[i];
    }
    h->state = HALF_DONE;
    if (g->end == MATCH_SKIPPED || pair->is_skipped) {
        pair->is_skipped = true;
        recount(r);
    } else {
        h->points = (uint8_t)match_half_points(g, 0);
        h->forfeit = !match_is_forfeit(g->end) ? 0 : h->points == 0 ? 1 : 2;
        count_half(s, h);
        count_pair(s, pair);
    }
    if (r->config->sprt)
        s->sprt = stats_sprt(&s->stats, r->config->sprt);
}

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
    for (size_t p = r->first_open; p < r->pairs_nb && !found && !r->is_stopping; p++) {
        for (int half = 0; half < 2 && !found && !r->pairs[p].is_skipped; half++)
            if (r->pairs[p].half[half].state == HALF_OPEN) {
                r->pairs[p].half[half].state = HALF_RUNNING;
                *g = (struct match_game){.pair = p, .half = half};
                found = true;
            }
        if (!found)
            r->first_open = p + 1;
    }
    pthread_mutex_unlock(&r->lock);
    return found;
}

/* For each pair that was dropped there is another one, within reason. With the lock. */
static void replace_skipped(struct run *r)
{
    const size_t wanted = r->config->games / 2;
    if (r->score->skipped > wanted + SKIPPED_MORE)
        fault(r, "%zu of the openings had to be dropped, that is too many", r->score->skipped);
    else if (grow_pairs(r, wanted + r->score->skipped))
        r->pairs_nb = wanted + r->score->skipped;
    else
        fault(r, "out of memory");
}

static void report_game(struct run *r, const struct match_game *g)
{
    pthread_mutex_lock(&r->lock);
    if (g->end == MATCH_FAULT) {
        fault(r, "%s", g->detail);
    } else if (g->end != MATCH_STOPPED && !r->is_stopping) {
        take_game(r, g);
        replace_skipped(r);
        r->score->games_here++;
        r->score->seconds = cli_now() - r->start;
        if (!r->callbacks->on_game(r->callbacks->context, g, r->score))
            fault(r, "the game cannot be written down: %s", strerror(errno));
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

static bool is_interrupted(const struct run *r)
{
    return r->config->stop && atomic_load(r->config->stop);
}

static bool set_opening(struct run *r, struct match_game *g)
{
    const char *why;
    pthread_mutex_lock(&r->lock);
    const struct opening *earlier = r->pairs[g->pair].opening;
    pthread_mutex_unlock(&r->lock);
    if (earlier) {
        g->opening = *earlier;
        return true;
    }
    if (openings_get(r->config->openings, g->pair, &g->opening, &why))
        return true;
    pthread_mutex_lock(&r->lock);
    /* An interrupt that the supervising thread has not seen yet is no fault. */
    if (is_interrupted(r))
        stop_all(r);
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
        report_game(r, &g);
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
        if (is_interrupted(r))
            stop_all(r);
        struct match_score score = *r->score;
        const bool is_done = r->active == 0;
        pthread_mutex_unlock(&r->lock);
        if (is_done)
            return;
        score.seconds = cli_now() - r->start;
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

static bool is_decided(const struct run *r)
{
    return r->config->sprt && r->score->sprt.verdict != SPRT_OPEN;
}

static enum match_run_status status_of(const struct run *r)
{
    if (r->has_fault)
        return MATCH_RUN_FAULT;
    return is_decided(r) || r->score->games >= r->score->games_all ? MATCH_RUN_DONE
                                                                   : MATCH_RUN_INTERRUPTED;
}

/* Takes the games of earlier runs. */
static bool take_past(struct run *r)
{
    size_t nb = r->config->games / 2;
    for (size_t i = 0; i < r->config->past_nb; i++)
        if (r->config->past[i].pair >= nb)
            nb = r->config->past[i].pair + 1;
    if (!grow_pairs(r, nb))
        return false;
    for (size_t i = 0; i < r->config->past_nb; i++) {
        const struct match_game *g = &r->config->past[i];
        r->pairs[g->pair].opening = &g->opening;
        take_game(r, g);
    }
    if (r->config->sprt)
        r->score->sprt = stats_sprt(&r->score->stats, r->config->sprt);
    replace_skipped(r);
    r->is_stopping |= is_decided(r);
    return true;
}

bool match_score_games(const struct match_game *games, size_t nb, struct match_score *score)
{
    const struct match_config config = {.past = games, .past_nb = nb};
    struct run r = {.config = &config, .score = score, .stop_write = -1};
    char why[PLAYER_NOTE_MAX];
    *score = (struct match_score){.games = 0};
    r.why = why;
    const bool ok = take_past(&r);
    score->games_all = score->games;
    free(r.pairs);
    return ok;
}

enum match_run_status match_run(const struct match_config *config,
                                const struct match_callbacks *callbacks, struct match_score *score,
                                char *why)
{
    struct run r = {.config = config,
                    .callbacks = callbacks,
                    .score = score,
                    .stop_write = -1,
                    .why = why,
                    .start = cli_now()};
    int ends[2];
    *score = (struct match_score){.games_all = config->games};
    for (int i = 0; i < 2; i++)
        snprintf(score->names[i], PLAYER_NAME_MAX, "%s",
                 config->players[i].name ? config->players[i].name : config->players[i].argv[0]);
    struct worker *workers = calloc((size_t)config->concurrency, sizeof *workers);
    if (!workers || !take_past(&r) || pipe2(ends, O_CLOEXEC) != 0) {
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
