#include "tools/match_openings.h"

#include "engine/engine.h"
#include "tools/setup.h"

#include <stdlib.h>
#include <string.h>

/* So many lines are played in search of an opening before a repeated one, or none, is accepted. */
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
    if (o->nb * 2 < o->keys_cap)
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

static uint64_t key_of(const struct position *pos)
{
    return pos->key != 0 ? pos->key : 1;
}

/* ---- Random lines -------------------------------------------------------------------------- */

/* Plays random moves on o->pos and writes them down. False: the game was over too early. */
static bool play_random(struct openings *o, FILE *moves)
{
    const struct game *game = o->pos->game;
    uint64_t state = o->config.seed * UINT64_C(0x9e3779b97f4a7c15) ^ o->tries++;
    next_random(&state);
    if (pos_copy(o->pos, o->config.base) != ENGINE_OK)
        return false;
    for (int64_t ply = 0; ply < o->config.plies; ply++) {
        char text[MOVE_TEXT_MAX];
        const size_t nb = (size_t)(game->generate(o->pos, GEN_ALL, o->moves) - o->moves);
        if (nb == 0 || game->result(o->pos).outcome != OUTCOME_NONE)
            return false;
        const struct move_entry *move = &o->moves[next_random(&state) % nb];
        game->move_format(o->pos, move->move, text);
        fprintf(moves, "%s%s", ply > 0 ? " " : "", text);
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

/* One line that would do as an opening, in `out`; its moves are the caller's to free. */
static bool try_line(struct openings *o, struct opening *out)
{
    size_t size;
    out->moves = NULL;
    FILE *moves = open_memstream(&out->moves, &size);
    if (!moves)
        return false;
    const bool ok = play_random(o, moves);
    if (fclose(moves) == 0 && ok && is_in_window(o))
        return true;
    free(out->moves);
    out->moves = NULL;
    return false;
}

static bool new_random(struct openings *o, struct opening *out, const char **why)
{
    char fen[GAME_FEN_MAX];
    struct opening repeat = {NULL, NULL};
    *why = "out of memory";
    if (!grow_keys(o))
        return false;
    out->moves = NULL;
    for (int i = 0; i < TRIES_MAX && !out->moves; i++) {
        struct opening line;
        if (!try_line(o, &line))
            continue;
        const size_t slot = find_key(o->keys, o->keys_cap, key_of(o->pos));
        if (o->keys[slot] == 0) {
            o->keys[slot] = key_of(o->pos);
            *out = line;
        } else {
            free(repeat.moves);
            repeat = line;
        }
    }
    if (out->moves) {
        free(repeat.moves);
    } else if (repeat.moves) {
        out->moves = repeat.moves;
        o->repeats++;
    } else {
        *why = "no random line of so many plies stays within the window";
        return false;
    }
    o->config.base->game->format(o->config.base, fen);
    out->fen = strdup(fen);
    return out->fen != NULL;
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
    return o->pos && o->moves &&
           (config->window == 0 || (o->engine && engine_set_hash(o->engine, 1) == ENGINE_OK));
}

void openings_fini(struct openings *o)
{
    for (size_t i = 0; i < o->nb; i++) {
        free(o->list[i].fen);
        free(o->list[i].moves);
    }
    free(o->list);
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
    struct opening next = {NULL, NULL};
    if (!new_random(o, &next, why)) {
        free(next.moves);
        return false;
    }
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
