/* Closures: the crew of workers, enumeration, and the life of the object. */
#include "engine/games/bashni/closure.h"

#include "engine/games/bashni/closure_priv.h"
#include "engine/thread_pool.h"

#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = 256,        /* items that a worker takes at a time; also how often it looks at `stop` */
    FIRST_MOST = 16384, /* words that the set is sized for at first */
    RESERVE = 1024,     /* words that a worker reserves at a time */
    LIST_ROOM = 1024
};

/* The set grows by half: between two sizes it takes 10.7 to 16 bytes a word. */
static size_t grown(size_t most)
{
    return most + most / 2;
}

/* --- memory and trouble --- */

bool bas_crew_fail(struct bas_crew *crew, enum bas_trouble trouble)
{
    int none = BAS_NO_TROUBLE;
    atomic_compare_exchange_strong_explicit(&crew->trouble, &none, (int)trouble,
                                            memory_order_relaxed, memory_order_relaxed);
    return false;
}

static bool has_trouble(struct bas_crew *crew)
{
    const atomic_bool *stop = crew->options.stop;
    if (stop && atomic_load_explicit(stop, memory_order_relaxed))
        bas_crew_fail(crew, BAS_TROUBLE_STOPPED);
    return atomic_load_explicit(&crew->trouble, memory_order_relaxed) != BAS_NO_TROUBLE;
}

bool bas_crew_charge(struct bas_crew *crew, size_t bytes)
{
    const size_t now = atomic_fetch_add_explicit(&crew->bytes, bytes, memory_order_relaxed) + bytes;
    size_t peak = atomic_load_explicit(&crew->bytes_peak, memory_order_relaxed);
    while (now > peak &&
           !atomic_compare_exchange_weak_explicit(&crew->bytes_peak, &peak, now,
                                                  memory_order_relaxed, memory_order_relaxed))
        ;
    const size_t limit = crew->options.bytes_max;
    return limit == 0 || now <= limit || bas_crew_fail(crew, BAS_TROUBLE_LIMIT);
}

void bas_crew_discharge(struct bas_crew *crew, size_t bytes)
{
    atomic_fetch_sub_explicit(&crew->bytes, bytes, memory_order_relaxed);
}

/* --- work lists --- */

bool bas_worker_push(struct bas_worker *w, enum bas_list list, uint64_t item)
{
    struct bas_work_list *l = &w->list[list];
    if (l->nb == l->room) {
        const size_t room = l->room ? l->room + l->room / 2 : LIST_ROOM;
        if (!bas_crew_charge(w->crew, (room - l->room) * sizeof *l->item))
            return false;
        uint64_t *more = realloc(l->item, room * sizeof *more);
        if (!more)
            return bas_crew_fail(w->crew, BAS_TROUBLE_MEMORY);
        l->item = more;
        l->room = room;
    }
    l->item[l->nb++] = item;
    return true;
}

size_t bas_crew_turn(struct bas_crew *crew)
{
    size_t nb = 0;
    for (unsigned i = 0; i < crew->options.threads; i++) {
        struct bas_work_list *l = crew->worker[i].list;
        const struct bas_work_list old = l[BAS_LIST_BORDER];
        l[BAS_LIST_BORDER] = l[BAS_LIST_NEXT];
        l[BAS_LIST_NEXT] = old;
        l[BAS_LIST_NEXT].nb = 0;
        nb += l[BAS_LIST_BORDER].nb;
    }
    return nb;
}

void bas_crew_empty(struct bas_crew *crew, enum bas_list list)
{
    for (unsigned i = 0; i < crew->options.threads; i++)
        crew->worker[i].list[list].nb = 0;
}

/* --- rounds --- */

/* The next chunk of the round's items; false if none is left. */
static bool take_chunk(struct bas_worker *w)
{
    struct bas_crew *crew = w->crew;
    size_t chunk = atomic_fetch_add_explicit(&crew->next_chunk, 1, memory_order_relaxed);
    if (crew->range) {
        w->chunk_list = NULL;
        w->chunk_at = chunk * CHUNK;
        w->chunk_end = w->chunk_at + CHUNK < crew->range ? w->chunk_at + CHUNK : crew->range;
        return w->chunk_at < crew->range;
    }
    for (unsigned i = 0; i < crew->options.threads; i++) {
        const struct bas_work_list *l = &crew->worker[i].list[crew->source];
        const size_t chunks = (l->nb + CHUNK - 1) / CHUNK;
        if (chunk < chunks) {
            w->chunk_list = l;
            w->chunk_at = chunk * CHUNK;
            w->chunk_end = w->chunk_at + CHUNK < l->nb ? w->chunk_at + CHUNK : l->nb;
            return true;
        }
        chunk -= chunks;
    }
    return false;
}

static void run_worker(void *context, unsigned index)
{
    struct bas_crew *crew = context;
    struct bas_worker *w = &crew->worker[index];
    do {
        for (; w->chunk_at < w->chunk_end; w->chunk_at++) {
            const uint64_t item = w->chunk_list ? w->chunk_list->item[w->chunk_at] : w->chunk_at;
            if (!crew->work(w, item))
                return;
        }
    } while (!has_trouble(crew) && take_chunk(w));
}

/* Goes on with the round where it stopped. */
static bool resume_round(struct bas_crew *crew)
{
    if (crew->pool) {
        pool_start(crew->pool, run_worker, crew);
        pool_wait(crew->pool);
    } else {
        run_worker(crew, 0);
    }
    return !has_trouble(crew);
}

bool bas_crew_run(struct bas_crew *crew, bool (*work)(struct bas_worker *w, uint64_t item),
                  enum bas_list source, size_t range)
{
    crew->work = work;
    crew->source = source;
    crew->range = range;
    atomic_store_explicit(&crew->next_chunk, 0, memory_order_relaxed);
    return resume_round(crew);
}

void bas_crew_report(struct bas_crew *crew, enum bas_closure_phase phase, unsigned plies,
                     uint64_t done)
{
    if (crew->options.on_progress)
        crew->options.on_progress(
            crew->options.context,
            &(struct bas_closure_progress){phase, plies, done, crew->closure->set.nb});
}

/* --- enumerating --- */

/* Makes sure that the worker may insert `nb` words. */
static bool reserve(struct bas_worker *w, size_t nb)
{
    struct bas_crew *crew = w->crew;
    if (w->reserved >= nb)
        return true;
    const size_t least = nb - w->reserved;
    size_t room = atomic_load_explicit(&crew->room, memory_order_relaxed);
    size_t taken;
    do {
        if (room < least) {
            atomic_store_explicit(&crew->full, true, memory_order_relaxed);
            return false;
        }
        taken = least > RESERVE ? least : room < RESERVE ? room : RESERVE;
    } while (!atomic_compare_exchange_weak_explicit(&crew->room, &room, room - taken,
                                                    memory_order_relaxed, memory_order_relaxed));
    w->reserved += taken;
    return true;
}

static bool insert(struct bas_worker *w, uint64_t word)
{
    struct bas_crew *crew = w->crew;
    switch (bas_word_set_insert(&crew->closure->set, word)) {
    case BAS_INSERT_NEW:
        w->reserved--;
        return bas_worker_push(w, BAS_LIST_NEXT, word);
    case BAS_INSERT_OLD:
        return true;
    default:
        atomic_store_explicit(&crew->full, true, memory_order_relaxed);
        return false;
    }
}

/* Inserts the successors of a position. After false it can be called again for the same one. */
static bool expand(struct bas_worker *w, uint64_t word)
{
    const struct bas_packing *k = &w->crew->closure->packing;
    struct move_entry list[BAS_MOVES_MAX];
    bas_unpack(k, word, &w->board);
    const struct move_entry *end = bas_generate(&w->board.base, GEN_ALL, list);
    if (!reserve(w, (size_t)(end - list)))
        return false;
    for (const struct move_entry *e = list; e < end; e++)
        if (!insert(w, bas_pack_after(k, &w->board, e)))
            return false;
    return true;
}

/* Counts the words inserted so far. By the owner, between rounds. */
static bool count_states(struct bas_crew *crew)
{
    size_t free_words = atomic_load_explicit(&crew->room, memory_order_relaxed);
    for (unsigned i = 0; i < crew->options.threads; i++)
        free_words += crew->worker[i].reserved;
    crew->closure->set.nb = crew->most - free_words;
    const uint64_t limit = crew->options.states_max;
    return limit == 0 || crew->closure->set.nb <= limit || bas_crew_fail(crew, BAS_TROUBLE_LIMIT);
}

static bool make_room(struct bas_crew *crew)
{
    struct bas_word_set *set = &crew->closure->set;
    if (!count_states(crew))
        return false;
    const size_t most = grown(crew->most);
    if (!bas_crew_charge(crew, bas_word_set_bytes(most) - bas_word_set_bytes(crew->most)))
        return false;
    if (!bas_word_set_grow(set, most))
        return bas_crew_fail(crew, BAS_TROUBLE_MEMORY);
    crew->most = most;
    for (unsigned i = 0; i < crew->options.threads; i++)
        crew->worker[i].reserved = 0;
    atomic_store_explicit(&crew->room, most - set->nb, memory_order_relaxed);
    atomic_store_explicit(&crew->full, false, memory_order_relaxed);
    return true;
}

static bool enumerate(struct bas_crew *crew)
{
    struct bas_word_set *set = &crew->closure->set;
    for (unsigned plies = 0; bas_crew_turn(crew) > 0; plies++) {
        bool ok = bas_crew_run(crew, expand, BAS_LIST_BORDER, 0);
        while (ok && atomic_load_explicit(&crew->full, memory_order_relaxed))
            ok = make_room(crew) && resume_round(crew);
        if (!ok || !count_states(crew))
            return false;
        bas_crew_report(crew, BAS_CLOSURE_EXPAND, plies, set->nb);
    }
    if (set->nb >= BAS_NO_ID)
        return bas_crew_fail(crew, BAS_TROUBLE_LIMIT);
    const size_t closed = bas_word_set_closed_bytes(set->nb);
    if (!bas_crew_charge(crew, closed - set->nb * sizeof(uint64_t)))
        return false;
    if (!bas_word_set_close(set))
        return bas_crew_fail(crew, BAS_TROUBLE_MEMORY);
    bas_crew_discharge(crew, bas_word_set_bytes(crew->most) - set->nb * sizeof(uint64_t));
    return true;
}

/* --- the object --- */

static void crew_free(struct bas_crew *crew)
{
    if (!crew)
        return;
    pool_free(crew->pool);
    for (unsigned i = 0; crew->worker && i < crew->options.threads; i++)
        for (int l = 0; l < BAS_LIST_NB; l++)
            free(crew->worker[i].list[l].item);
    free(crew->worker);
    free(crew->marks);
    free(crew);
}

static enum engine_status crew_new(struct bas_closure *c, const struct bas_closure_options *options)
{
    struct bas_crew *crew = calloc(1, sizeof *crew);
    if (!crew)
        return ENGINE_NO_MEMORY;
    c->crew = crew;
    crew->closure = c;
    crew->options = *options;
    crew->worker =
        aligned_alloc(_Alignof(struct bas_worker), options->threads * sizeof *crew->worker);
    if (!crew->worker)
        return ENGINE_NO_MEMORY;
    memset(crew->worker, 0, options->threads * sizeof *crew->worker);
    for (unsigned i = 0; i < options->threads; i++)
        crew->worker[i].crew = crew;
    if (options->threads == 1)
        return ENGINE_OK;
    crew->pool = pool_new(options->threads);
    return crew->pool ? pool_resize(crew->pool, options->threads) : ENGINE_NO_MEMORY;
}

enum engine_status bas_closure_new(const struct position *root,
                                   const struct bas_closure_options *options,
                                   struct bas_closure **out)
{
    if (root->game != &bas_game || options->threads < 1 ||
        options->threads > BAS_CLOSURE_THREADS_MAX)
        return ENGINE_BAD_ARGUMENT;
    struct bas_closure *c = calloc(1, sizeof *c);
    if (!c)
        return ENGINE_NO_MEMORY;
    unsigned men[SIDE_NB];
    bas_count_men(bas_of_const(root), men);
    bas_packing_init(&c->packing, men);
    enum engine_status status = crew_new(c, options);
    if (status == ENGINE_OK) {
        c->crew->most = FIRST_MOST;
        atomic_init(&c->crew->room, FIRST_MOST);
        atomic_init(&c->crew->bytes, bas_word_set_bytes(FIRST_MOST));
        atomic_init(&c->crew->bytes_peak, bas_word_set_bytes(FIRST_MOST));
        status = bas_word_set_init(&c->set, FIRST_MOST) ? ENGINE_OK : ENGINE_NO_MEMORY;
    }
    if (status == ENGINE_OK)
        status = bas_closure_add(c, root);
    if (status == ENGINE_OK)
        *out = c;
    else
        bas_closure_free(c);
    return status;
}

static void solution_fini(struct bas_solution *s)
{
    free(s->value);
    free(s->plies);
    free(s->later);
}

void bas_closure_free(struct bas_closure *c)
{
    if (!c)
        return;
    crew_free(c->crew);
    for (int view = 0; view < BAS_CLOSURE_VIEW_NB; view++)
        solution_fini(&c->solution[view]);
    bas_word_set_fini(&c->set);
    free(c);
}

enum engine_status bas_closure_add(struct bas_closure *c, const struct position *root)
{
    if (root->game != &bas_game)
        return ENGINE_BAD_ARGUMENT;
    const struct bas_position *p = bas_of_const(root);
    const unsigned towers = (unsigned)__builtin_popcount(bas_occupied(p));
    unsigned men[SIDE_NB];
    bas_count_men(p, men);
    if (memcmp(men, c->packing.men, sizeof men) != 0 || towers > c->packing.towers_max)
        return ENGINE_BAD_ARGUMENT;
    struct bas_crew *crew = c->crew;
    struct bas_worker *w = &crew->worker[0];
    const uint64_t word = bas_pack(&c->packing, p);
    while (!reserve(w, 1) || !insert(w, word))
        if (!atomic_load_explicit(&crew->full, memory_order_relaxed) || !make_room(crew))
            return ENGINE_NO_MEMORY;
    if (towers > c->towers_max)
        c->towers_max = towers;
    return ENGINE_OK;
}

enum engine_status bas_closure_solve(struct bas_closure *c, enum bas_closure_end *end)
{
    struct bas_crew *crew = c->crew;
    bool ok = enumerate(crew);
    for (int view = 0; ok && view < BAS_CLOSURE_VIEW_NB; view++)
        ok = bas_closure_solve_view(crew, (enum bas_closure_view)view);
    switch ((enum bas_trouble)atomic_load_explicit(&crew->trouble, memory_order_relaxed)) {
    case BAS_TROUBLE_MEMORY:
        return ENGINE_NO_MEMORY;
    case BAS_TROUBLE_LIMIT:
        *end = BAS_CLOSURE_TOO_LARGE;
        return ENGINE_OK;
    case BAS_TROUBLE_STOPPED:
        *end = BAS_CLOSURE_STOPPED;
        return ENGINE_OK;
    default:
        break;
    }
    c->stats.states = c->set.nb;
    for (int view = 0; view < BAS_CLOSURE_VIEW_NB; view++)
        bas_closure_count(c, (enum bas_closure_view)view);
    c->stats.bytes_peak = atomic_load_explicit(&crew->bytes_peak, memory_order_relaxed);
    crew_free(crew);
    c->crew = NULL;
    *end = BAS_CLOSURE_SOLVED;
    return ENGINE_OK;
}
