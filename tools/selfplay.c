#include "tools/selfplay.h"

#include "engine/engine.h"
#include "tools/cli.h"
#include "tools/keyset.h"
#include "tools/random.h"
#include "tools/setup.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <xxhash.h>

enum { OPENING_TRIES = 50, PROGRESS_MS = 200 };

/* One recorded position of a game that is being played. */
struct note {
    zkey_t key;
    score_t score;
    unsigned ply;
    size_t text; /* offset in `texts` */
};

struct played {
    enum outcome outcome;
    unsigned plies;
    struct note *notes;
    size_t notes_nb, notes_size;
    char *texts;
    size_t texts_used, texts_size;
};

struct session;

/* One player: a thread, its engine and position. */
struct player {
    struct session *session;
    pthread_t thread;
    struct engine *engine;
    struct position *pos;
    struct move_entry *moves; /* moves_max of them */
    uint64_t random;
};

struct session {
    const struct selfplay_options *options;
    struct player players[SELFPLAY_THREADS_MAX];
    unsigned players_nb;
    atomic_uint next; /* number of the next game to play */
    atomic_bool is_failed;
    /* Under the mutex. */
    pthread_mutex_t mutex;
    struct played **waiting; /* finished games whose turn it is not yet, by number */
    uint32_t written;        /* the next game to write */
    unsigned running;        /* players */
    struct data_writer *writer;
    struct keyset seen;
    struct selfplay_counts counts;
    int error_number;
};

/* ---- A game -------------------------------------------------------------------------------- */

static void played_free(struct played *g)
{
    if (!g)
        return;
    free(g->notes);
    free(g->texts);
    free(g);
}

static bool note_position(struct played *g, const struct position *pos, score_t score, unsigned ply)
{
    if (g->notes_nb == g->notes_size) {
        const size_t size = g->notes_size ? 2 * g->notes_size : 64;
        struct note *notes = realloc(g->notes, size * sizeof *notes);
        if (!notes)
            return false;
        g->notes = notes;
        g->notes_size = size;
    }
    if (g->texts_size - g->texts_used < GAME_FEN_MAX) {
        const size_t size = 2 * g->texts_size + GAME_FEN_MAX;
        char *texts = realloc(g->texts, size);
        if (!texts)
            return false;
        g->texts = texts;
        g->texts_size = size;
    }
    pos->game->format(pos, g->texts + g->texts_used);
    g->notes[g->notes_nb++] = (struct note){.key = pos->key,
                                            .score = pos->side == WHITE ? score : -score,
                                            .ply = ply,
                                            .text = g->texts_used};
    g->texts_used += strlen(g->texts + g->texts_used) + 1;
    return true;
}

static bool is_stopped(const struct session *s)
{
    return atomic_load_explicit(s->options->stop, memory_order_relaxed) ||
           atomic_load_explicit(&s->is_failed, memory_order_relaxed);
}

/* A search of the position at hand. */
static enum engine_status search(struct player *p, struct engine_result *result)
{
    /* An endless clock beside the nodes: without one the engine spends nodes on proofs of short
     * wins, which it does not do when it plays. */
    const int64_t endless = 1000000000;
    const struct engine_limits limits = {.nodes = (uint64_t)p->session->options->nodes,
                                         .clocks = true,
                                         .time_ms = {endless, endless}};
    enum engine_status status = engine_set_position(p->engine, p->pos);
    if (status == ENGINE_OK)
        status = engine_go(p->engine, &limits);
    if (status == ENGINE_OK) {
        engine_wait(p->engine);
        *result = engine_last_result(p->engine);
    }
    return status;
}

/* Random legal moves from the start. False if the game ends on the way, or memory does: then
 * *status says so. */
static bool play_opening(struct player *p, enum engine_status *status)
{
    const struct selfplay_options *o = p->session->options;
    const struct game *game = p->pos->game;
    /* Either parity, so that both sides are to move first as often. */
    const uint64_t plies = (uint64_t)o->random_plies + (random_next(&p->random) & 1);
    *status = pos_copy(p->pos, o->start);
    for (uint64_t i = 0; i < plies && *status == ENGINE_OK; i++) {
        if (game->result(p->pos).outcome != OUTCOME_NONE)
            return false;
        const size_t nb = (size_t)(game->generate(p->pos, GEN_ALL, p->moves) - p->moves);
        if (nb == 0)
            return false;
        *status = setup_make(p->pos, &p->moves[random_next(&p->random) % nb]);
    }
    return *status == ENGINE_OK && game->result(p->pos).outcome == OUTCOME_NONE;
}

/* An opening that is not lost already, as far as tries reach. */
static enum engine_status find_opening(struct player *p)
{
    enum engine_status status = ENGINE_OK;
    bool is_playable = false;
    for (int i = 0; !is_playable && i < OPENING_TRIES && !is_stopped(p->session); i++) {
        if (!play_opening(p, &status)) {
            if (status != ENGINE_OK)
                return status;
            continue;
        }
        struct engine_result result;
        status = search(p, &result);
        if (status != ENGINE_OK)
            return status;
        is_playable = labs((long)result.score) <= p->session->options->window;
    }
    return is_playable ? ENGINE_OK : pos_copy(p->pos, p->session->options->start);
}

/* Is the position one that a static evaluation can be held against? Nothing hangs in the air: no
 * check or the like, the best move takes, promotes and threatens nothing, the end is not in sight.
 */
static bool is_quiet(const struct position *pos, const struct move_entry *best, score_t score)
{
    return move_is_quiet(best) && !score_is_decisive(score) && !pos->game->in_check(pos);
}

/* Plays game `number`. False if it was stopped or failed; then *status tells which. */
static bool play_game(struct player *p, uint32_t number, struct played *g,
                      enum engine_status *status)
{
    const struct selfplay_options *o = p->session->options;
    const struct game *game = p->pos->game;
    p->random = random_of(o->seed, number);
    *status = engine_clear(p->engine);
    if (*status == ENGINE_OK)
        *status = find_opening(p);
    for (; *status == ENGINE_OK; g->plies++) {
        g->outcome = game->result(p->pos).outcome;
        if (g->outcome == OUTCOME_NONE && p->pos->history_nb >= (uint32_t)o->plies_max)
            g->outcome = OUTCOME_DRAW;
        if (g->outcome != OUTCOME_NONE)
            return true;
        if (is_stopped(p->session))
            return false;
        struct engine_result result;
        struct move_entry best;
        *status = search(p, &result);
        if (*status != ENGINE_OK || is_stopped(p->session))
            return false; /* a search that was cut short decides nothing */
        if (!game->resolve(p->pos, result.best, &best))
            *status = ENGINE_BAD_MOVE;
        else if (is_quiet(p->pos, &best, result.score) && g->notes_nb < DATA_RECORDS_MAX &&
                 !note_position(g, p->pos, result.score, p->pos->history_nb))
            *status = ENGINE_NO_MEMORY;
        else
            *status = setup_make(p->pos, &best);
    }
    return false;
}

/* ---- Writing in order ---------------------------------------------------------------------- */

/* Writes those positions of a game that no game before had. */
static bool write_game(struct session *s, const struct played *g)
{
    struct data_record *records = malloc((g->notes_nb + 1) * sizeof *records);
    if (!records)
        return false;
    struct data_game game = {.outcome = g->outcome, .records = records};
    for (size_t i = 0; i < g->notes_nb; i++) {
        const enum keyset_answer answer = keyset_add(&s->seen, g->notes[i].key);
        if (answer == KEYSET_FAILED) {
            free(records);
            return false;
        }
        s->counts.duplicates += answer == KEYSET_KNOWN;
        if (answer == KEYSET_NEW)
            records[game.records_nb++] = (struct data_record){.score = g->notes[i].score,
                                                              .ply = g->notes[i].ply,
                                                              .text = g->texts + g->notes[i].text};
    }
    const bool ok = data_add(s->writer, &game);
    free(records);
    s->counts.games++;
    s->counts.records += game.records_nb;
    s->counts.outcomes[g->outcome]++;
    s->counts.plies += g->plies;
    return ok;
}

static void note_failure(struct session *s, int number)
{
    if (!atomic_exchange(&s->is_failed, true))
        s->error_number = number;
}

/* A game is finished: it and those that waited for it are written. Takes g over. */
static void deliver(struct session *s, uint32_t number, struct played *g)
{
    pthread_mutex_lock(&s->mutex);
    s->waiting[number] = g;
    while (s->written < s->options->games && s->waiting[s->written]) {
        struct played *due = s->waiting[s->written];
        if (!atomic_load(&s->is_failed) && !write_game(s, due))
            note_failure(s, errno ? errno : ENOMEM);
        played_free(due);
        s->waiting[s->written++] = NULL;
    }
    pthread_mutex_unlock(&s->mutex);
}

static void *run_player(void *context)
{
    struct player *p = context;
    struct session *s = p->session;
    while (!is_stopped(s)) {
        const uint32_t number = atomic_fetch_add(&s->next, 1);
        if (number >= s->options->games)
            break;
        struct played *g = calloc(1, sizeof *g);
        enum engine_status status = ENGINE_NO_MEMORY;
        if (g && play_game(p, number, g, &status)) {
            deliver(s, number, g);
            continue;
        }
        played_free(g);
        if (status != ENGINE_OK) {
            pthread_mutex_lock(&s->mutex);
            note_failure(s, status == ENGINE_BAD_MOVE ? EILSEQ : ENOMEM);
            pthread_mutex_unlock(&s->mutex);
        }
    }
    pthread_mutex_lock(&s->mutex);
    s->running--;
    pthread_mutex_unlock(&s->mutex);
    return NULL;
}

/* ---- Resuming ------------------------------------------------------------------------------ */

struct takeover {
    struct session *session;
    char header[DATA_HEADER_MAX];
    struct position *pos;
    bool is_other; /* the file is of another run */
    bool is_bad;
};

static bool take_header(void *context, const char *text)
{
    struct takeover *t = context;
    t->is_other = strcmp(text, t->header) != 0;
    return !t->is_other;
}

static bool take_game(void *context, uint32_t number, const struct data_game *game)
{
    struct takeover *t = context;
    struct session *s = t->session;
    if (number >= s->options->games)
        return false;
    for (size_t i = 0; i < game->records_nb; i++)
        if (pos_set(t->pos, game->records[i].text, NULL) != ENGINE_OK ||
            keyset_add(&s->seen, t->pos->key) == KEYSET_FAILED) {
            t->is_bad = true;
            return false;
        }
    t->is_bad = !data_add(s->writer, game);
    s->counts.games++;
    s->counts.records += game->records_nb;
    s->counts.outcomes[game->outcome]++;
    return !t->is_bad;
}

/* Copies the games of the earlier run. */
static bool take_over(struct session *s, char *error)
{
    struct takeover t = {.session = s, .pos = pos_new_like(s->options->start)};
    const struct data_visitor visitor = {
        .on_header = take_header, .on_game = take_game, .context = &t};
    selfplay_header(s->options, t.header);
    bool ok =
        t.pos && data_read(s->options->resume, s->options->resume_torn, &visitor, error) == DATA_OK;
    if (ok && (t.is_other || t.is_bad)) {
        snprintf(error, DATA_ERROR_MAX, "%s: %s", s->options->resume,
                 t.is_other ? "this file is of a run with other options or another program"
                            : "a position cannot be read, or memory is short");
        ok = false;
    }
    pos_free(t.pos);
    s->written = s->counts.old_games = s->counts.games;
    atomic_store(&s->next, s->written);
    return ok;
}

/* ---- The session --------------------------------------------------------------------------- */

__attribute__((format(printf, 3, 4))) static size_t append(char *out, size_t used,
                                                           const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(out + used, DATA_HEADER_MAX - used, format, args);
    va_end(args);
    return used + (size_t)n < DATA_HEADER_MAX ? used + (size_t)n : used;
}

void selfplay_header(const struct selfplay_options *o, char *out)
{
    const struct game *game = o->start->game;
    const struct eval_info *info = game->eval_info;
    char start[GAME_FEN_MAX];
    game->format(o->start, start);
    size_t n = append(out, 0, "game=%s\n", game->name);
    for (size_t i = 0; i < game->options_nb; i++)
        n = append(out, n, "option.%s=%s\n", game->options[i].name,
                   game->options[i].values[o->start->option[i]]);
    n = append(out, n, "start=%s\nprogram=Citadel %s\n", start, CITADEL_VERSION);
    if (info)
        n = append(out, n, "evaluation=%016" PRIx64 "\n",
                   (uint64_t)XXH3_64bits(info->defaults, info->values_nb * sizeof *info->defaults));
    append(out, n,
           "seed=%" PRIu64 "\nnodes=%" PRId64 "\nrandom-plies=%d\nwindow=%" PRId64
           "\nmax-plies=%d\n",
           o->seed, o->nodes, o->random_plies, o->window, o->plies_max);
}

static void player_fini(struct player *p)
{
    engine_free(p->engine);
    pos_free(p->pos);
    free(p->moves);
}

static bool player_start(struct session *s, struct player *p)
{
    const struct game *game = s->options->start->game;
    p->session = s;
    p->engine = engine_new(game, NULL);
    p->pos = pos_new_like(s->options->start);
    p->moves = malloc(game->moves_max * sizeof *p->moves);
    if (p->engine && p->pos && p->moves && engine_set_hash(p->engine, SELFPLAY_HASH) == ENGINE_OK &&
        pthread_create(&p->thread, NULL, run_player, p) == 0)
        return true;
    player_fini(p);
    return false;
}

/* Reports until all players have gone home; sends them home when asked to. */
static void watch(struct session *s,
                  void (*on_progress)(void *context, const struct selfplay_counts *counts),
                  void *context, double start)
{
    const struct timespec pause = {.tv_nsec = 10000000};
    double reported = start;
    for (;;) {
        pthread_mutex_lock(&s->mutex);
        const bool is_over = s->running == 0;
        struct selfplay_counts counts = s->counts;
        pthread_mutex_unlock(&s->mutex);
        if (is_over)
            return;
        if (is_stopped(s))
            for (unsigned i = 0; i < s->players_nb; i++)
                engine_stop(s->players[i].engine);
        nanosleep(&pause, NULL);
        const double now = cli_now();
        counts.seconds = now - start;
        if (on_progress && now - reported >= PROGRESS_MS / 1e3) {
            reported = now;
            on_progress(context, &counts);
        }
    }
}

static void play_all(struct session *s,
                     void (*on_progress)(void *context, const struct selfplay_counts *counts),
                     void *context)
{
    const double start = cli_now();
    pthread_mutex_lock(&s->mutex); /* players count themselves out no sooner than in */
    while (s->players_nb < s->options->threads && player_start(s, &s->players[s->players_nb]))
        s->players_nb++;
    s->running = s->players_nb;
    if (s->players_nb < s->options->threads)
        note_failure(s, EAGAIN);
    pthread_mutex_unlock(&s->mutex);
    watch(s, on_progress, context, start);
    for (unsigned i = 0; i < s->players_nb; i++) {
        pthread_join(s->players[i].thread, NULL);
        player_fini(&s->players[i]);
    }
    s->counts.seconds = cli_now() - start;
}

enum selfplay_status selfplay_run(const struct selfplay_options *options,
                                  void (*on_progress)(void *context,
                                                      const struct selfplay_counts *counts),
                                  void *context, struct selfplay_counts *counts, char *error)
{
    char header[DATA_HEADER_MAX];
    struct session *s = calloc(1, sizeof *s);
    struct played **waiting = calloc((size_t)options->games + 1, sizeof *waiting);
    enum selfplay_status status = SELFPLAY_FAILED;
    snprintf(error, DATA_ERROR_MAX, "out of memory");
    if (s && waiting) {
        s->options = options;
        s->waiting = waiting;
        pthread_mutex_init(&s->mutex, NULL);
        selfplay_header(options, header);
        s->writer = data_create(options->out, header, error);
    }
    if (s && s->writer) {
        status = SELFPLAY_REFUSED;
        if (!options->resume || take_over(s, error)) {
            play_all(s, on_progress, context);
            status = SELFPLAY_FAILED;
            if (atomic_load(&s->is_failed)) {
                snprintf(error, DATA_ERROR_MAX, "%s: %s", options->out, strerror(s->error_number));
            } else {
                const bool ok = data_finish(s->writer, error);
                s->writer = NULL;
                if (ok)
                    status = s->counts.games == options->games ? SELFPLAY_DONE : SELFPLAY_STOPPED;
            }
        }
        data_abandon(s->writer);
        *counts = s->counts;
    }
    for (uint32_t i = 0; waiting && i < options->games; i++)
        played_free(waiting[i]);
    if (s)
        keyset_fini(&s->seen);
    free(waiting);
    free(s);
    return status;
}
