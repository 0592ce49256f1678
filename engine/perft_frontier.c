#include "engine/perft_frontier.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum {
    SLOTS_FIRST = 1 << 10, /* of the index; a power of two */
    PROGRESS_EVERY = 4096  /* positions */
};

/* A frontier that grows, with an index of its texts: open addressing, 0 is a free slot, else 1 +
 * the number of an entry. At most half of the slots are taken. */
struct set {
    struct perft_frontier f;
    size_t entries_cap, texts_nb, texts_cap;
    uint32_t *slots;
    size_t slots_nb;
};

static void set_free(struct set *s)
{
    perft_frontier_free(&s->f);
    free(s->slots);
    *s = (struct set){0};
}

static uint32_t *find_slot(const struct set *s, const char *text, size_t length)
{
    size_t i = XXH3_64bits(text, length) & (s->slots_nb - 1);
    while (s->slots[i] != 0 && strcmp(s->f.texts + s->f.entries[s->slots[i] - 1].text, text) != 0)
        i = (i + 1) & (s->slots_nb - 1);
    return &s->slots[i];
}

static enum engine_status grow_index(struct set *s)
{
    const size_t nb = s->slots_nb > 0 ? s->slots_nb * 2 : SLOTS_FIRST;
    uint32_t *slots = calloc(nb, sizeof *slots);
    if (!slots)
        return ENGINE_NO_MEMORY;
    free(s->slots);
    s->slots = slots;
    s->slots_nb = nb;
    for (size_t i = 0; i < s->f.nb; i++) {
        const char *text = s->f.texts + s->f.entries[i].text;
        *find_slot(s, text, strlen(text)) = (uint32_t)i + 1;
    }
    return ENGINE_OK;
}

/* Room for one more entry with a text of `length` bytes and its end. */
static enum engine_status reserve(struct set *s, size_t length)
{
    if (s->f.nb >= UINT32_MAX - 1)
        return ENGINE_BAD_ARGUMENT;
    if (s->f.nb == s->entries_cap) {
        const size_t cap = s->entries_cap * 2 + 64;
        struct perft_frontier_entry *grown = realloc(s->f.entries, cap * sizeof *grown);
        if (!grown)
            return ENGINE_NO_MEMORY;
        s->f.entries = grown;
        s->entries_cap = cap;
    }
    if (s->texts_nb + length >= s->texts_cap) {
        const size_t cap = s->texts_cap * 2 + length + 4096;
        char *grown = realloc(s->f.texts, cap);
        if (!grown)
            return ENGINE_NO_MEMORY;
        s->f.texts = grown;
        s->texts_cap = cap;
    }
    return (s->f.nb + 1) * 2 > s->slots_nb ? grow_index(s) : ENGINE_OK;
}

/* So many sequences more lead to the position. */
static enum engine_status add(struct set *s, const char *text, perft_count_t times)
{
    const size_t length = strlen(text);
    if (!perft_count_add(&s->f.sequences, times, 1))
        return ENGINE_BAD_ARGUMENT;
    const enum engine_status status = reserve(s, length);
    if (status != ENGINE_OK)
        return status;
    uint32_t *slot = find_slot(s, text, length);
    if (*slot != 0) {
        s->f.entries[*slot - 1].times += times;
        return ENGINE_OK;
    }
    memcpy(s->f.texts + s->texts_nb, text, length + 1);
    s->f.entries[s->f.nb] = (struct perft_frontier_entry){.text = s->texts_nb, .times = times};
    s->texts_nb += length + 1;
    *slot = (uint32_t)++s->f.nb;
    return ENGINE_OK;
}

/* The position's text without its counters. */
static void format_bare(struct position *pos, char *out)
{
    const uint16_t clock = pos->clock, fullmove = pos->fullmove;
    pos->clock = 0;
    pos->fullmove = 1;
    pos->game->format(pos, out);
    pos->clock = clock;
    pos->fullmove = fullmove;
}

/* What one walk needs. */
struct walk {
    struct position *pos;
    struct move_entry *moves;
    void *undo;
    perft_frontier_progress *progress;
    void *context;
    const atomic_bool *stop;
};

static bool is_stopped(const struct walk *w)
{
    return w->stop && atomic_load_explicit(w->stop, memory_order_relaxed);
}

/* Adds to `next` what follows the positions of `now`. Ends early after a stop. */
static enum engine_status step(struct walk *w, const struct set *now, int ply, struct set *next)
{
    const struct game *game = w->pos->game;
    char text[GAME_FEN_MAX];
    enum engine_status status = ENGINE_OK;
    for (size_t i = 0; i < now->f.nb && !is_stopped(w); i++) {
        if (w->progress && i % PROGRESS_EVERY == 0)
            w->progress(w->context, ply, next->f.nb);
        status = pos_set(w->pos, now->f.texts + now->f.entries[i].text, NULL);
        if (status != ENGINE_OK)
            return status;
        const struct move_entry *end = game->generate(w->pos, GEN_ALL, w->moves);
        for (const struct move_entry *e = w->moves; e < end && status == ENGINE_OK; e++) {
            game->make(w->pos, e, w->undo);
            format_bare(w->pos, text);
            status = add(next, text, now->f.entries[i].times);
            game->unmake(w->pos, e, w->undo);
        }
        if (status != ENGINE_OK)
            return status;
    }
    return ENGINE_OK;
}

static enum engine_status build(struct walk *w, int plies, struct set *now)
{
    char text[GAME_FEN_MAX];
    format_bare(w->pos, text);
    enum engine_status status = add(now, text, 1);
    for (int ply = 0; ply < plies && status == ENGINE_OK && !is_stopped(w); ply++) {
        struct set next = {.slots = NULL};
        status = step(w, now, ply, &next);
        set_free(now);
        *now = next;
    }
    return status;
}

enum engine_status perft_frontier_build(const struct position *pos, int plies,
                                        perft_frontier_progress *progress, void *context,
                                        const atomic_bool *stop, struct perft_frontier *out,
                                        bool *complete)
{
    struct set set = {.slots = NULL};
    struct walk w = {.pos = pos_new_like(pos),
                     .moves = malloc(pos->game->moves_max * sizeof *w.moves),
                     .undo = malloc(pos->game->undo_size),
                     .progress = progress,
                     .context = context,
                     .stop = stop};
    enum engine_status status = ENGINE_NO_MEMORY;
    if (w.pos && w.moves && w.undo && pos_copy(w.pos, pos) == ENGINE_OK &&
        pos_reserve(w.pos, 1) == ENGINE_OK)
        status = build(&w, plies, &set);
    *complete = status == ENGINE_OK && !is_stopped(&w);
    if (*complete) {
        *out = set.f;
        set.f = (struct perft_frontier){0};
    } else {
        *out = (struct perft_frontier){0};
    }
    set_free(&set);
    free(w.undo);
    free(w.moves);
    pos_free(w.pos);
    return status;
}

void perft_frontier_free(struct perft_frontier *f)
{
    free(f->entries);
    free(f->texts);
    *f = (struct perft_frontier){0};
}
