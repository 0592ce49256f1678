#include "tools/match_openings.h"

#include "engine/engine.h"
#include "tools/dialogue.h"
#include "tools/setup.h"

#include <stdlib.h>
#include <string.h>

/* So many random lines are played in search of a new opening before the old ones begin anew. */
enum { TRIES_MAX = 2000, KEYS_MIN = 1024 };

/* Splitmix64 (Steele, Lea, Flood 2014). */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* ---- The set of positions given out -------------------------------------------------------- */

static size_t find_key(const uint64_t *keys, size_t cap, uint64_t key)
{
    size_t i = (size_t)key & (cap - 1);
    while (keys[i] != 0 && keys[i] != key)
        i = (i + 1) & (cap - 1);
    return i;
}

/* Room for one more key at half load. */
static bool grow_keys(struct openings *o)
{
    if (o->keys_nb * 2 < o->keys_cap)
        return true;
    const size_t cap = o->keys_cap > 0 ? 2 * o->keys_cap : KEYS_MIN;
    uint64_t *keys = calloc(cap, sizeof *keys);
    if (!keys)
        return false;
    for (size_t i = 0; i < o->keys_cap; i++)
        if (o->keys[i] != 0)
            keys[find_key(keys, cap, o->keys[i])] = o->keys[i];
    free(o->keys);
    o->keys = keys;
    o->keys_cap = cap;
    return true;
}

/* True if the position was not in the set; it is now. There is room. */
static bool add_key(struct openings *o, const struct position *pos)
{
    const uint64_t key = pos->key != 0 ? pos->key : 1;
    const size_t slot = find_key(o->keys, o->keys_cap, key);
    const bool is_new = o->keys[slot] == 0;
    o->keys[slot] = key;
    o->keys_nb += is_new;
    return is_new;
}

/* ---- Lines --------------------------------------------------------------------------------- */

/* Plays the beginning of a line on o->pos: the base, or a line of the book. */
static bool play_beginning(struct openings *o, const struct opening *line)
{
    if (!line)
        return pos_copy(o->pos, o->config.base) == ENGINE_OK;
    char *moves = strdup(line->moves);
    size_t number;
    const char *word;
    const bool ok = moves && pos_set(o->pos, line->fen, NULL) == ENGINE_OK &&
                    dialogue_play(o->pos, moves, &number, &word) == ENGINE_OK;
    free(moves);
    return ok;
}

/* Plays random moves on o->pos and writes them down behind `before`. False: the game was over too
 * early. */
static bool play_random(struct openings *o, uint64_t number, const char *before, FILE *moves)
{
    const struct game *game = o->pos->game;
    uint64_t state = o->config.seed * UINT64_C(0x9e3779b97f4a7c15) ^ number;
    next_random(&state);
    fputs(before, moves);
    for (int64_t ply = 0; ply < o->config.plies; ply++) {
        char text[MOVE_TEXT_MAX];
        const size_t nb = (size_t)(game->generate(o->pos, GEN_ALL, o->moves) - o->moves);
        if (nb == 0 || game->result(o->pos).outcome != OUTCOME_NONE)
            return false;
        const struct move_entry *move = &o->moves[next_random(&state) % nb];
        game->move_format(o->pos, move->move, text);
        fprintf(moves, "%s%s", ply > 0 || before[0] ? " " : "", text);
        if (setup_make(o->pos, move) != ENGINE_OK)
            return false;
    }
    return game->result(o->pos).outcome == OUTCOME_NONE;
}

/* Is neither side ahead by more than the window? From an empty table, by nodes and not by time, so
 * that the answer is the same on every machine. */
static bool is_in_window(struct openings *o)
{
    const struct engine_limits limits = {.nodes = OPENINGS_NODES};
    if (!o->engine)
        return true;
    if (engine_clear(o->engine) != ENGINE_OK ||
        engine_set_position(o->engine, o->pos) != ENGINE_OK ||
        engine_go(o->engine, &limits) != ENGINE_OK)
        return false;
    engine_wait(o->engine);
    return labs((long)engine_last_result(o->engine).score) <= o->config.window;
}

static void opening_free(struct opening *o)
{
    free(o->fen);
    free(o->moves);
    *o = (struct opening){NULL, NULL};
}

/* The next line that comes into question, played on o->pos; its texts are the caller's. False: it
 * will not do, or memory is short. */
static bool try_line(struct openings *o, struct opening *out)
{
    const struct openings_config *config = &o->config;
    const uint64_t number = o->tries++;
    const struct opening *line = NULL;
    size_t size;
    if (config->lines) {
        const size_t i = (size_t)(number % config->lines_nb);
        line = &config->lines[o->order ? o->order[i] : i];
    }
    *out = (struct opening){malloc(GAME_FEN_MAX), NULL};
    FILE *moves = open_memstream(&out->moves, &size);
    if (out->fen && moves) {
        if (line)
            snprintf(out->fen, GAME_FEN_MAX, "%s", line->fen);
        else
            config->base->game->format(config->base, out->fen);
        const bool ok =
            play_beginning(o, line) && play_random(o, number, line ? line->moves : "", moves);
        if (fclose(moves) == 0 && ok && is_in_window(o))
            return true;
    } else if (moves) {
        fclose(moves);
    }
    opening_free(out);
    return false;
}

static bool is_stopped(const struct openings *o)
{
    return o->config.stop && atomic_load(o->config.stop);
}

/* A line that was not yet given out in this round. */
static bool try_lines(struct openings *o, struct opening *out)
{
    const uint64_t tries =
        o->config.plies == 0 ? (o->config.lines ? o->config.lines_nb : 1) : TRIES_MAX;
    for (uint64_t i = 0; i < tries && !is_stopped(o); i++) {
        if (!try_line(o, out))
            continue;
        if (add_key(o, o->pos))
            return true;
        opening_free(out);
    }
    return false;
}

static bool new_opening(struct openings *o, struct opening *out, const char **why)
{
    *why = "out of memory";
    if (!grow_keys(o))
        return false;
    if (try_lines(o, out))
        return true;
    /* All that there are have been given out: a new round. */
    if (o->nb > 0) {
        if (o->distinct == 0)
            o->distinct = o->nb;
        memset(o->keys, 0, o->keys_cap * sizeof *o->keys);
        o->keys_nb = 0;
        if (try_lines(o, out))
            return true;
    }
    *why = is_stopped(o) ? "interrupted" : "no line stays within the window, or all end the game";
    return false;
}

/* Fisher and Yates's shuffle. */
static bool shuffle(struct openings *o)
{
    uint64_t state = o->config.seed;
    o->order = malloc(o->config.lines_nb * sizeof *o->order);
    if (!o->order)
        return false;
    for (size_t i = 0; i < o->config.lines_nb; i++) {
        const size_t k = (size_t)(next_random(&state) % (i + 1));
        o->order[i] = o->order[k];
        o->order[k] = i;
    }
    return true;
}

/* ---- Life ---------------------------------------------------------------------------------- */

bool openings_init(struct openings *o, const struct openings_config *config)
{
    const struct game *game = config->base->game;
    *o = (struct openings){.config = *config};
    pthread_mutex_init(&o->lock, NULL);
    o->pos = pos_new_like(config->base);
    o->moves = malloc(game->moves_max * sizeof *o->moves);
    if (config->window > 0)
        o->engine = engine_new(game, &(const struct engine_callbacks){.context = NULL});
    if (config->lines && config->is_shuffled && !shuffle(o))
        return false;
    return o->pos && o->moves &&
           (config->window == 0 || (o->engine && engine_set_hash(o->engine, 1) == ENGINE_OK));
}

void openings_fini(struct openings *o)
{
    for (size_t i = 0; i < o->nb; i++)
        opening_free(&o->list[i]);
    free(o->list);
    free(o->order);
    free(o->keys);
    free(o->moves);
    engine_free(o->engine);
    pos_free(o->pos);
    pthread_mutex_destroy(&o->lock);
}

static bool add_opening(struct openings *o, const char **why)
{
    *why = "out of memory";
    if (o->nb == o->cap) {
        const size_t cap = o->cap > 0 ? 2 * o->cap : 64;
        struct opening *list = realloc(o->list, cap * sizeof *list);
        if (!list)
            return false;
        o->list = list;
        o->cap = cap;
    }
    struct opening next;
    if (!new_opening(o, &next, why))
        return false;
    o->list[o->nb++] = next;
    return true;
}

bool openings_get(struct openings *o, size_t i, struct opening *out, const char **why)
{
    bool ok = true;
    pthread_mutex_lock(&o->lock);
    /* One after the other, since each depends on those before it. */
    while (ok && o->nb <= i)
        ok = add_opening(o, why);
    if (ok)
        *out = o->list[i];
    pthread_mutex_unlock(&o->lock);
    return ok;
}

size_t openings_distinct(struct openings *o)
{
    pthread_mutex_lock(&o->lock);
    const size_t distinct = o->distinct;
    pthread_mutex_unlock(&o->lock);
    return distinct;
}
