/* solve_priv.h - private to the solver: a thread's part of the work, and what its files offer each
 * other. */
#ifndef CITADEL_ENGINE_SOLVE_SOLVE_PRIV_H
#define CITADEL_ENGINE_SOLVE_SOLVE_PRIV_H

#include "engine/solve/solve.h"
#include "engine/solve/table.h"

enum {
    SOLVE_AGE_SHIFT = 24, /* of worker.counter and worker.history */
    SOLVE_PLIES_MAX = 2 * SOLVE_MOVES_MAX + 2,
    SOLVE_SQUARES_MAX = 128, /* origins and destinations of a move_t */
    SOLVE_CHECK_NODES = 1024 /* positions between two looks at the limits */
};

/* What the search is after; constant while a task runs. */
struct solve_goal {
    enum solve_aim aim;
    uint8_t solver;       /* side that must reach the goal: to move at the root */
    enum outcome outcome; /* with which the game must end */
    const char *way;      /* NULL: any */
    bool is_plain;        /* any win of the solver: the rules' short cuts apply */
    zkey_t salt;          /* keeps tasks apart in the table */
    zkey_t *drawn;        /* positions that a third occurrence would end */
    size_t drawn_nb;
};

/* What all threads of a run share. Written by the owner while no helper runs, but for the atomics.
 */
struct solve_shared {
    struct solve_table table;   /* facts: one of the solver's, not owned */
    struct solve_table numbers; /* of df-pn; owned */
    struct solve_goal goal;
    struct solve_options options;
    const struct closure_game *closures; /* of the closure */
    struct closure *closure;             /* owned; answers all questions if there is one */
    uint64_t nodes_max;                  /* positions to visit; 0: no limit */
    int64_t deadline_ns;                 /* INT64_MAX: none */
    atomic_bool stop;                    /* a limit was met: all come home */
    _Atomic uint64_t searched;
};

struct solve_worker {
    struct solve_shared *shared;
    const struct game *game;
    struct position *pos; /* own copy */
    unsigned index;
    int ply; /* moves made on pos since it was set */
    uint64_t nodes, nodes_told, next_check;
    const atomic_bool *abandon; /* the question is settled otherwise; may be NULL */
    bool is_stopped;
    bool tells;           /* it is the owner's thread that searches, and has to tell of progress */
    int asked;            /* length that is being looked for, for that; 0: none */
    int64_t next_tell_ns; /* when to tell again */
    struct move_entry *moves, *moves_top; /* stack of move lists */
    size_t moves_cap;                     /* entries allocated */
    unsigned char *undo;
    size_t undo_size;
    struct move_entry played[SOLVE_PLIES_MAX];
    move_t killers[SOLVE_PLIES_MAX][2];
    /* Both with the mark of the run in the upper bits; what bears another is void. */
    uint32_t *counter; /* [from][to] of a move of the solver: the reply that last refuted it */
    uint32_t *history; /* [side][from][to]: how often a move won or refuted */
    uint8_t age;       /* the mark, from 1 */
};

/* --- worker.c --- */

/* Makes it ready for a search of pos: of a zeroed worker, or one that has searched before, whose
 * memory serves again. False when memory is short; then solve_worker_fini has been called. */
bool solve_worker_begin(struct solve_worker *w, struct solve_shared *shared,
                        const struct position *pos, unsigned index);
void solve_worker_fini(struct solve_worker *w);
void solve_worker_check_limits(struct solve_worker *w);
/* Adds its positions to the sum of all, which it returns. */
uint64_t solve_worker_tell(struct solve_worker *w);

static inline void solve_worker_make(struct solve_worker *w, const struct move_entry *m)
{
    w->game->make(w->pos, m, w->undo + (size_t)w->ply * w->undo_size);
    w->ply++;
    if (++w->nodes >= w->next_check)
        solve_worker_check_limits(w);
}

static inline void solve_worker_unmake(struct solve_worker *w, const struct move_entry *m)
{
    w->ply--;
    w->game->unmake(w->pos, m, w->undo + (size_t)w->ply * w->undo_size);
}

static inline bool solve_worker_is_stopped(const struct solve_worker *w)
{
    return w->is_stopped;
}

/* Key of the present position for facts about `plies` more plies: draw counters that can run out
 * within them tell positions apart. */
zkey_t solve_worker_key(const struct solve_worker *w, int plies);

/* Is the position one whose third occurrence ends the game? */
bool solve_worker_is_drawn(const struct solve_worker *w);

/* --- exact.c --- */

enum solve_end { SOLVE_GOES_ON, SOLVE_REACHED, SOLVE_MISSED };

/* Has the game ended in the present position, and as wanted? moves_nb: number of legal moves, -1 if
 * not known. */
enum solve_end solve_exact_end(struct solve_worker *w, int moves_nb);

/* The solver to move: the aim in at most `moves` moves? *win, set with YES, is the fewest. */
enum solve_answer solve_exact_or(struct solve_worker *w, int moves, int *win);

/* The other side to move after a move of the solver: the aim in at most `moves` moves, that one
 * included? first: index of the reply to begin with, which spreads helpers. */
enum solve_answer solve_exact_and(struct solve_worker *w, int moves, unsigned first);

/* --- closed.c --- */

/* How many positions the closure of pos may have, if it can answer the task within the limits; 0:
 * it cannot. */
uint64_t solve_closed_estimate(const struct solve_shared *s, const struct solve_task *task,
                               const struct position *pos);
/* How many it has at least, told quickly; UINT64_MAX if there is none. */
uint64_t solve_closed_least(const struct position *pos);
/* Builds it; without a closure afterwards it became too large, or a limit was met. */
enum engine_status solve_closed_build(struct solve_shared *s, const struct position *pos);
void solve_closed_free(struct solve_shared *s);
/* Decides the moves of the worker's position. False: repetition might spoil one of its wins.
 * *is_final: no move wins, however long. */
bool solve_closed_moves(struct solve_worker *w, int moves_max, struct solve_move *moves, size_t nb,
                        bool *is_final);
/* The same for SOLVE_HOLD. */
bool solve_closed_holds(struct solve_worker *w, struct solve_move *moves, size_t nb);
/* As solve_exact_or and solve_exact_and. UNKNOWN: the position is not in the closure. */
enum solve_answer solve_closed_or(const struct solve_worker *w, int moves, int *win);
enum solve_answer solve_closed_and(const struct solve_worker *w, int moves);

/* --- hold.c --- */

/* Positions with what is known of them, for one defender; the goal is the attacker's. */
struct hold;

/* The worker is used for all that follows. NULL when memory is short. */
struct hold *solve_hold_new(struct solve_worker *w, size_t bytes_max);
void solve_hold_free(struct hold *h); /* NULL is allowed */
/* Does the defender's move in `root` keep the attacker from winning? UNKNOWN: a limit. */
enum solve_answer solve_hold_decide(struct hold *h, const struct position *root,
                                    const struct move_entry *move);
/* As solve_strategy, for those moves. */
enum solve_answer solve_hold_write(struct hold *h, const struct position *root,
                                   const struct move_entry *keys, size_t keys_nb,
                                   solve_node_fn on_node, void *context, uint32_t *nodes);

/* --- dfpn.c --- */

/* As solve_exact_or and solve_exact_and, but *length, set with YES, is that of the proof found,
 * which need not be the shortest. */
enum solve_answer solve_dfpn_or(struct solve_worker *w, int moves, int *length);
enum solve_answer solve_dfpn_and(struct solve_worker *w, int moves, int *length);
/* The other side to move, after a move of the solver: is a proof for at most `moves` remembered? */
bool solve_dfpn_knows(const struct solve_worker *w, int moves, int *length);

/* --- solve.c --- */

/* The worker that answers questions, ready for one. */
struct solve_worker *solve_questioner(struct solver *s);
enum solve_method solve_method_of(const struct solver *s); /* of the last run */

/* --- help.c --- */

/* After a move of the solver, both sides helping: is the aim reached by the other side's move
 * number `moves` at the latest? */
enum solve_answer solve_help_reply(struct solve_worker *w, int moves);

#endif
