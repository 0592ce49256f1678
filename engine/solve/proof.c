/* Proofs written out: from the answers of the exhaustive search, node by node, each position once.
 */
#include "engine/solve/solve_priv.h"

#include <stdlib.h>
#include <string.h>

enum { SEATS_FIRST = 1024 };

/* A position that has its node. Open addressing, a power of two of seats, at most half full. */
struct seat {
    zkey_t key;
    uint32_t number; /* 0: free */
    int moves;
};

struct solve_proof {
    enum solve_method method;
    solve_node_fn on_node;
    void *context;
    struct seat *seats;
    size_t seats_nb;
    size_t used;
    uint32_t size; /* nodes given out; keys have nodes, but no seats */
};

struct solve_proof *solve_proof_new(solve_node_fn on_node, void *context)
{
    struct solve_proof *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    *p = (struct solve_proof){.on_node = on_node, .context = context, .seats_nb = SEATS_FIRST};
    p->seats = calloc(p->seats_nb, sizeof *p->seats);
    if (!p->seats) {
        free(p);
        return NULL;
    }
    return p;
}

void solve_proof_free(struct solve_proof *p)
{
    if (!p)
        return;
    free(p->seats);
    free(p);
}

uint32_t solve_proof_size(const struct solve_proof *p)
{
    return p->size;
}

static struct seat *find_seat(struct seat *seats, size_t seats_nb, zkey_t key)
{
    size_t i = (size_t)(key * UINT64_C(0x9E3779B97F4A7C15)) & (seats_nb - 1);
    while (seats[i].number != 0 && seats[i].key != key)
        i = (i + 1) & (seats_nb - 1);
    return &seats[i];
}

static bool remember(struct solve_proof *p, zkey_t key, uint32_t number, int moves)
{
    if (2 * (p->used + 1) > p->seats_nb) {
        struct seat *grown = calloc(2 * p->seats_nb, sizeof *grown);
        if (!grown)
            return false;
        for (size_t i = 0; i < p->seats_nb; i++)
            if (p->seats[i].number != 0)
                *find_seat(grown, 2 * p->seats_nb, p->seats[i].key) = p->seats[i];
        free(p->seats);
        p->seats = grown;
        p->seats_nb *= 2;
    }
    *find_seat(p->seats, p->seats_nb, key) = (struct seat){key, number, moves};
    p->used++;
    return true;
}

static enum solve_answer prove_position(struct solve_proof *p, struct solve_worker *w, int *moves,
                                        uint32_t *number);

static void play(struct solve_worker *w, const struct move_entry *m)
{
    w->played[w->ply] = *m;
    solve_worker_make(w, m);
}

/* `move` is known to reach the aim in *moves moves: proofs for all replies, then its node, whose
 * length *moves becomes. */
static enum solve_answer prove_move(struct solve_proof *p, struct solve_worker *w,
                                    const struct move_entry *move, int *moves, uint32_t *number)
{
    int longest = 0;
    struct move_entry *list = w->moves_top;
    enum solve_answer answer = SOLVE_YES;
    play(w, move);
    w->moves_top = w->game->generate(w->pos, GEN_ALL, list);
    const size_t nb = (size_t)(w->moves_top - list);
    struct solve_reply *replies = malloc((nb + 1) * sizeof *replies);
    for (size_t i = 0; i < nb && replies && answer == SOLVE_YES; i++) {
        replies[i].entry = list[i];
        int rest = *moves - 1;
        play(w, &list[i]);
        answer = prove_position(p, w, &rest, &replies[i].next);
        solve_worker_unmake(w, &list[i]);
        longest = rest > longest ? rest : longest;
    }
    w->moves_top = list;
    solve_worker_unmake(w, move);
    if (!replies || p->size == UINT32_MAX)
        answer = SOLVE_UNKNOWN;
    if (answer == SOLVE_YES) {
        *number = ++p->size;
        *moves = longest + 1;
        const struct solve_node node = {*number, *moves, *move, replies, nb};
        if (p->on_node && !p->on_node(p->context, w->pos, &node))
            answer = SOLVE_UNKNOWN;
    }
    free(replies);
    return answer;
}

/* The solver's move to play, which is known to reach the aim in *win moves; by df-pn in fewer if it
 * remembers so. */
static enum solve_answer choose_move(const struct solve_proof *p, struct solve_worker *w,
                                     const struct move_entry *list, const struct move_entry *end,
                                     int *win, struct move_entry *chosen)
{
    bool found = false;
    for (const struct move_entry *m = list; m < end && p->method == SOLVE_NUMBERS; m++) {
        int length;
        play(w, m);
        if (solve_dfpn_knows(w, *win, &length) && (!found || length < *win)) {
            *win = length;
            *chosen = *m;
            found = true;
        }
        solve_worker_unmake(w, m);
    }
    enum solve_answer answer = found ? SOLVE_YES : SOLVE_NO;
    for (const struct move_entry *m = list; m < end && answer == SOLVE_NO; m++) {
        int length;
        play(w, m);
        answer = p->method == SOLVE_NUMBERS ? solve_dfpn_and(w, *win, &length)
                                            : solve_exact_and(w, *win, 0);
        solve_worker_unmake(w, m);
        *chosen = *m;
    }
    return answer;
}

/* The solver to move, with *moves left: the first of its shortest ways. *moves becomes the length
 * of the proof. */
static enum solve_answer prove_position(struct solve_proof *p, struct solve_worker *w, int *moves,
                                        uint32_t *number)
{
    int win;
    enum solve_answer answer = p->method == SOLVE_NUMBERS ? solve_dfpn_or(w, *moves, &win)
                                                          : solve_exact_or(w, *moves, &win);
    *number = 0;
    if (answer != SOLVE_YES || win == 0) {
        *moves = 0;
        return answer;
    }
    /* Facts about a position hold for all counters that cannot run out; so do proofs. */
    const zkey_t key = solve_worker_key(w, 2 * *moves);
    const struct seat *seat = find_seat(p->seats, p->seats_nb, key);
    if (seat->number != 0 && seat->moves <= *moves) {
        *number = seat->number;
        *moves = seat->moves;
        return SOLVE_YES;
    }
    struct move_entry *list = w->moves_top, chosen;
    w->moves_top = w->game->generate(w->pos, GEN_ALL, list);
    answer = choose_move(p, w, list, w->moves_top, &win, &chosen);
    if (answer == SOLVE_YES)
        answer = prove_move(p, w, &chosen, &win, number);
    w->moves_top = list;
    *moves = win;
    if (answer == SOLVE_YES && !remember(p, key, *number, win))
        return SOLVE_UNKNOWN;
    return answer;
}

enum solve_answer solve_proof_add(struct solve_proof *p, struct solver *s,
                                  const struct move_entry *key, int moves, uint32_t *number)
{
    p->method = solve_method_of(s);
    return prove_move(p, solve_questioner(s), key, &moves, number);
}
