/* search_priv.h - the data of the search and the functions its files offer each other. Nothing
 * outside search.c, qsearch.c, order.c, pv.c, relay.c, root.c, worker.c and their tests includes
 * it. */
#ifndef CITADEL_ENGINE_SEARCH_PRIV_H
#define CITADEL_ENGINE_SEARCH_PRIV_H

#include "engine/history.h"
#include "engine/params.h"
#include "engine/relay.h"
#include "engine/search.h"
#include "engine/timeman.h"

#include <assert.h>
#include <semaphore.h>
#include <stdatomic.h>

enum { LMR_TABLE_MAX = 64, TRIED_MAX = 32 };

/* Depths in the table are shifted so that quiescence fits below 0. */
enum { TT_DEPTH_SHIFT = 2, DEPTH_QS = 0, DEPTH_QS_LATE = -1 };

/* A move of the root with all that is known about it. */
struct root_move {
    struct move_entry entry;
    score_t score;      /* of this iteration; -SCORE_INFINITE: only known to be no better */
    score_t last_score; /* of the iteration before */
    enum bound bound;   /* what `score` is */
    int seldepth;
    uint64_t nodes; /* spent below it in this search */
    int pv_nb;
    move_t pv[PLY_MAX + 1];
};

/* Everything that the workers of one engine share. See thread_pool.h for who may touch what. */
struct search {
    struct tt *tt; /* not owned */
    const struct game *game;
    struct worker *workers[ENGINE_THREADS_MAX];
    unsigned workers_nb;
    struct engine_limits limits; /* search_moves is not kept */
    struct search_options options;
    struct time_budget budget;
    int64_t start_ns;
    int16_t lmr[LMR_TABLE_MAX][LMR_TABLE_MAX]; /* reduction in 1/1024 ply by depth and move */
    struct engine_result result;
    struct relay relay;

    _Alignas(64) atomic_bool stop;
    atomic_bool released; /* the owner has asked for the end; a limit only sets `stop` */
    atomic_bool pondering;
    _Atomic int64_t ponderhit_ns;
    sem_t wake; /* posted by stop and ponderhit, for a main worker that has nothing left to do */
};

/* Moves to hand out, in the order of hope. One per node, see order.c. */
struct picker {
    int stage;
    bool skips_quiets;      /* set by late move pruning: what is quiet and left is not wanted */
    move_t hash;            /* move of the table, validated when handed out */
    move_t refutations[3];  /* killers and countermove, likewise */
    struct move_entry lone; /* the entry of a move that is on no list */
    struct move_entry *begin, *bad_end, *current, *end;
    score_t threshold; /* in probcut: captures must win so much */
};

/* The locals of one node. It lives on the C stack of the function that searches the parent. */
struct node {
    const struct node *parent;
    score_t alpha, beta;
    depth_t depth;
    int ply;
    bool is_pv;      /* the window is open: alpha + 1 < beta */
    bool is_cut;     /* expected to fail high */
    bool in_check;   /* set by the parent */
    bool after_null; /* reached by passing */
    bool improving;  /* evaluation is better than two plies ago */
    bool tt_hit, tt_pv;
    bool tt_tactical;  /* the hash move has been played, and is no quiet one */
    bool is_multi_cut; /* n->best is a guess that needs no trace in the table */
    score_t tt_score;  /* as seen from this node; SCORE_NONE if there is none to use */
    struct tt_entry tt;
    score_t raw_eval;    /* as the game gives it and the table keeps it; SCORE_NONE in check */
    score_t static_eval; /* with what correction history has learnt */
    score_t eval;        /* static_eval, corrected by the table's score */
    score_t best;
    move_t best_move;
    move_t excluded; /* left out of this search, to see what the others are worth */
    int moves_nb;    /* moves seen, searched or not */
    int quiets_nb, tacticals_nb;
    unsigned slot;   /* of the move being searched; HISTORY_NO_SLOT for a pass */
    int16_t *row[2]; /* its continuation rows, for nodes one and two plies further */
    struct picker picker;
    struct move_entry best_entry;
    struct move_entry quiets[TRIED_MAX]; /* searched without success */
    struct move_entry tacticals[TRIED_MAX];
};

struct worker {
    _Alignas(64) _Atomic uint64_t nodes; /* alone on its line: others read it now and then */
    _Alignas(64) struct search *search;
    const struct game *game;
    struct tt *tt;
    struct position *pos; /* own copy; equals the root position between nodes */
    unsigned index;
    unsigned features;
    uint64_t next_check; /* node count at which the limits are looked at again */
    struct move_entry *moves, *moves_top, *moves_end; /* stack of move lists */
    unsigned char *undo;                              /* one slot per ply */
    size_t undo_size;
    score_t draw_score[SIDE_NB]; /* of a draw, for the side to move */
    zkey_t salt;                 /* keeps proofs and ordinary searches apart in the table */
    bool is_proof;               /* exhaustive search for a win, see root.c */
    int null_min_ply;            /* no null move before this ply, while one is verified */
    int seldepth;
    depth_t root_depth; /* of the iteration */

    struct root_move *root_moves;  /* storage, in generator order */
    struct root_move **root_order; /* best first */
    int root_nb;
    int lines_nb;        /* MultiPV lines asked for, at most root_nb */
    int line;            /* line being searched: root_order[line..] are candidates */
    bool is_filtered;    /* search_moves leaves some moves out */
    depth_t done_depth;  /* last iteration finished, or taken over */
    depth_t lines_depth; /* the same without proofs: of lines that have not been searched since */
    depth_t taken_depth; /* the one that the relay counts it for */
    bool won_early;      /* `mate` has been answered */
    bool is_solved;      /* root_order[0] wins in the fewest moves, and that is proven */
    int proved;          /* there is no win in so many moves: proven */
    uint64_t proof_cost; /* nodes that the next proof will take, as far as one can tell */
    uint64_t proof_end;  /* node count at which the running proof is given up */
    bool gives_up;       /* it has been, or another worker was faster: unwind as if stopped */
    bool ponder_is_over; /* main worker: time enough was spent while pondering */
    double best_changes; /* main worker: changes of the best move, halved with each iteration */
    score_t usual_score; /* main worker: running mean of the scores of earlier iterations */

    struct history history;
    _Atomic(struct history *) copy_to;         /* where the owner wants a copy of it, or NULL */
    atomic_bool is_resting;                    /* it does not search: `history` may be read */
    struct node sentinels[2];                  /* parent and grandparent of the root */
    struct move_entry pv_entries[PLY_MAX + 1]; /* scratch of pv_extend */
    move_t killers[PLY_MAX + 2][2];
    int pv_nb[PLY_MAX + 2];
    move_t pv[PLY_MAX + 2][PLY_MAX + 1]; /* triangular table: the line from each ply */
};

/* --- worker.c --- */

struct worker *worker_new(struct search *s, const struct game *game, unsigned index);
void worker_free(struct worker *w); /* NULL is allowed */
/* Makes it ready for a search of `root`; only the root moves are still missing. */
enum engine_status worker_prepare(struct worker *w, const struct position *root);
void worker_clear(struct worker *w); /* forgets what it has learnt */
/* Looks at node and time limits, and whether the owner wants something; sets w->next_check. */
void worker_check_limits(struct worker *w, uint64_t nodes);

static inline bool worker_has(const struct worker *w, unsigned feature)
{
    return (w->features & feature) != 0;
}

static inline bool worker_is_stopped(const struct worker *w)
{
    return atomic_load_explicit(&w->search->stop, memory_order_relaxed) || w->gives_up;
}

static inline enum side worker_side(const struct worker *w)
{
    return (enum side)w->pos->side;
}

static inline uint64_t worker_nodes(const struct worker *w)
{
    return atomic_load_explicit(&w->nodes, memory_order_relaxed);
}

static inline void *worker_undo(const struct worker *w, int ply)
{
    return w->undo + (size_t)ply * w->undo_size;
}

/* Counts the node that a make has just reached. Owner only: load and store, no atomic add. In debug
 * builds all incremental state is compared with its recomputation. */
static inline void worker_count_node(struct worker *w)
{
#ifdef CITADEL_CHECKS
    assert(w->game->check(w->pos) == NULL);
#endif
    const uint64_t nodes = worker_nodes(w) + 1;
    atomic_store_explicit(&w->nodes, nodes, memory_order_relaxed);
    if (__builtin_expect(nodes >= w->next_check, 0))
        worker_check_limits(w, nodes);
}

/* --- search.c --- */

/* Score for the side to move of the node, or anything if the search was stopped. */
score_t search_node(struct worker *w, struct node *n);
/* Plays m at node n, searches what follows, `extension` plies deeper than usual, and takes it back.
 * n->moves_nb counts m already. Returns the score for the side to move at n. */
score_t search_move(struct worker *w, struct node *n, const struct move_entry *m,
                    depth_t extension);
/* Is the node decided without searching it: by rule, by repetition, or too deep? */
bool search_early_exit(struct worker *w, const struct node *n, score_t *score);
/* Prepares the move that leads from n to a child: rows for the continuation history. */
void search_set_rows(struct worker *w, struct node *n, const struct move_entry *m);
/* Key under which the table knows the present position. */
zkey_t search_tt_key(const struct worker *w);
/* Fills n->tt*, and says whether there was an entry. */
void search_tt_probe(struct worker *w, struct node *n, zkey_t key);
void search_tt_store(struct worker *w, const struct node *n, zkey_t key, depth_t depth, int bound);
/* What n->best is, given the alpha that the node began with: a TT_BOUND_. */
static inline int search_bound(const struct node *n, score_t first_alpha)
{
    if (n->best >= n->beta)
        return TT_BOUND_LOWER;
    return n->best > first_alpha ? TT_BOUND_EXACT : TT_BOUND_UPPER;
}

/* Score of a node without moves, contempt included. */
score_t search_no_moves(const struct worker *w, const struct node *n);
/* Does the bound of the table's score settle the window of n? */
bool search_tt_cuts(const struct node *n);

/* --- qsearch.c --- */

/* `qply` counts plies since the main search ended. */
score_t qsearch(struct worker *w, struct node *n, int qply);

/* --- order.c --- */

void order_init(struct worker *w, struct node *n);
void order_init_probcut(struct worker *w, struct node *n, score_t threshold);
void order_init_quiescence(struct worker *w, struct node *n);
/* The next move, or NULL. The entry stays valid until the call after. */
const struct move_entry *order_next(struct worker *w, struct node *n);
/* Gives the node's part of the move stack back. */
void order_done(struct worker *w, struct node *n);
/* History value of a quiet move, the sum of three tables. */
int order_quiet_history(const struct worker *w, const struct node *n, const struct move_entry *m);
/* Teaches the tables that n->best_entry was best and the tried ones were not. */
void order_learn(struct worker *w, struct node *n);

/* --- correction.c --- */

/* The evaluation of the node's position, corrected. */
score_t correction_apply(const struct worker *w, const struct node *n, score_t eval);
/* Learns from a finished node, not in check, whose n->best is a `bound`. */
void correction_learn(struct worker *w, const struct node *n, int bound);

/* --- pv.c --- */

static inline void pv_clear(struct worker *w, int ply)
{
    w->pv_nb[ply] = 0;
}

/* The line from `ply` is now `move` and the line from ply + 1. */
void pv_update(struct worker *w, int ply, move_t move);
/* Continues the line of a decisive score with moves of the table and of the rules until the game is
 * over, where search had cut it short. Position and table are only read, in effect. */
void pv_extend(struct worker *w, struct root_move *rm);

/* --- root.c --- */

/* Lists the moves of the root, of which search_moves may leave only some; none if it is decided. */
void root_init_moves(struct worker *w, const struct engine_limits *limits);
/* Iterative deepening until a limit ends it. The result is in w->root_order. */
void root_iterate(struct worker *w);
/* Reports the first `lines` root moves through on_info. */
void root_report(struct worker *w, int lines);

static inline struct root_move *root_best(const struct worker *w)
{
    return w->root_order[0];
}

/* Best known score of a root move, also when the iteration was not finished. */
static inline score_t root_score(const struct root_move *rm)
{
    return rm->score == -SCORE_INFINITE ? rm->last_score : rm->score;
}

#endif
