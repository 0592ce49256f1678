/* Refutations written out: to every move of the solver a reply that keeps it from its aim, position
 * by position, each once. The last move needs no text: whether it reaches the aim is seen by
 * playing it. */
#include "engine/solve/solve_priv.h"

#include <stdlib.h>

enum { SEATS_FIRST = 1024 };

/* A position that has its node, for so many moves. Open addressing, at most half full. */
struct seat {
    zkey_t key;
    uint32_t number; /* 0: free */
    int moves;
};

struct refuter {
    struct solve_worker *w;
    solve_refuted_fn on_node;
    void *context;
    struct seat *seats;
    size_t seats_nb;
    uint32_t size; /* nodes given out */
};

static struct seat *find_seat(struct seat *seats, size_t seats_nb, zkey_t key)
{
    size_t i = (size_t)(key * UINT64_C(0x9E3779B97F4A7C15)) & (seats_nb - 1);
    while (seats[i].number != 0 && seats[i].key != key)
        i = (i + 1) & (seats_nb - 1);
    return &seats[i];
}

static bool remember(struct refuter *r, zkey_t key, int moves)
{
    if (2 * ((size_t)r->size + 1) > r->seats_nb) {
        const size_t nb = r->seats_nb > 0 ? 2 * r->seats_nb : SEATS_FIRST;
        struct seat *grown = calloc(nb, sizeof *grown);
        if (!grown)
            return false;
        for (size_t i = 0; i < r->seats_nb; i++)
            if (r->seats[i].number != 0)
                *find_seat(grown, nb, r->seats[i].key) = r->seats[i];
        free(r->seats);
        r->seats = grown;
        r->seats_nb = nb;
    }
    *find_seat(r->seats, r->seats_nb, key) = (struct seat){key, r->size, moves};
    return true;
}

static void play(struct solve_worker *w, const struct move_entry *m)
{
    w->played[w->ply] = *m;
    solve_worker_make(w, m);
}

static enum solve_answer refute(struct refuter *r, int moves, uint32_t *number);

/* The first reply after which fewer moves do not do; the solver's move has been played. */
static enum solve_answer find_reply(struct refuter *r, int moves, struct solve_objection *o)
{
    struct solve_worker *w = r->w;
    const enum solve_end end = solve_exact_end(w, -1);
    struct move_entry *list = w->moves_top;
    o->is_over = end == SOLVE_MISSED;
    if (end != SOLVE_GOES_ON)
        return end == SOLVE_MISSED ? SOLVE_YES : SOLVE_NO;
    w->moves_top = w->game->generate(w->pos, GEN_ALL, list);
    enum solve_answer found = SOLVE_NO;
    for (const struct move_entry *m = list; m < w->moves_top && found == SOLVE_NO; m++) {
        int win;
        play(w, m);
        const enum solve_answer wins = solve_exact_or(w, moves - 1, &win);
        if (wins == SOLVE_UNKNOWN)
            found = SOLVE_UNKNOWN;
        if (wins == SOLVE_NO) {
            o->reply = *m;
            o->next = 0;
            found = solve_exact_end(w, -1) == SOLVE_GOES_ON ? refute(r, moves - 1, &o->next)
                                                            : SOLVE_YES;
        }
        solve_worker_unmake(w, m);
    }
    w->moves_top = list;
    return found;
}

/* The solver to move, who does not reach its aim in `moves` moves. */
static enum solve_answer refute(struct refuter *r, int moves, uint32_t *number)
{
    struct solve_worker *w = r->w;
    *number = 0;
    if (moves == 1)
        return SOLVE_YES;
    const zkey_t key = solve_worker_key(w, 2 * moves);
    const struct seat *seat = r->seats_nb > 0 ? find_seat(r->seats, r->seats_nb, key) : NULL;
    if (seat && seat->number != 0 && seat->moves == moves) {
        *number = seat->number;
        return SOLVE_YES;
    }
    struct move_entry *list = w->moves_top;
    struct move_entry *end = w->game->generate(w->pos, GEN_ALL, list);
    const size_t nb = (size_t)(end - list);
    struct solve_objection *objections = calloc(nb + 1, sizeof *objections);
    enum solve_answer answer = objections ? SOLVE_YES : SOLVE_UNKNOWN;
    w->moves_top = end;
    for (size_t i = 0; i < nb && answer == SOLVE_YES; i++) {
        objections[i].move = list[i];
        play(w, &list[i]);
        answer = find_reply(r, moves, &objections[i]);
        solve_worker_unmake(w, &list[i]);
    }
    w->moves_top = list;
    if (answer == SOLVE_YES) {
        *number = ++r->size;
        if (!r->on_node(r->context, w->pos, *number, moves, objections, nb) ||
            !remember(r, key, moves))
            answer = SOLVE_UNKNOWN;
    }
    free(objections);
    return answer;
}

enum solve_answer solve_refute(struct solver *s, int moves, solve_refuted_fn on_node, void *context,
                               uint32_t *number)
{
    struct refuter r = {.w = solve_questioner(s), .on_node = on_node, .context = context};
    const enum solve_answer answer = refute(&r, moves, number);
    free(r.seats);
    return answer;
}
