/* solve.h - the puzzle solver: proves or refutes that a side reaches its aim in a number of moves,
 * for every first move.
 *
 * It knows no game but through `struct game`, and neither text nor output. Everything it says is
 * proved by exhaustive search: an answer depends neither on the size of the table, nor on threads,
 * nor on what was solved before; only the cost does.
 *
 * Draw rules. Wins are searched without regard to repetition inside the tree, which is exact: a
 * shortest win comes nearer with every move, so no line of it meets a position twice, and a side
 * that can be driven into a repetition has no shorter win either. Positions that stood on the board
 * twice before the root are draws, where the game has that rule. Draw counters are part of the key
 * of a position as far as they can run out within the moves that are left.
 *
 * One thread (the owner) calls these functions; solve_run starts its own helpers. */
#ifndef CITADEL_ENGINE_SOLVE_SOLVE_H
#define CITADEL_ENGINE_SOLVE_SOLVE_H

#include "engine/error.h"
#include "engine/game.h"
#include "engine/position.h"

#include <stdatomic.h>
#include <stddef.h>

enum {
    SOLVE_MOVES_MAX = 100, /* longest win that can be asked for, in moves */
    SOLVE_THREADS_MAX = 256,
    SOLVE_HASH_DEFAULT = 64,    /* MiB */
    SOLVE_MEMORY_DEFAULT = 1024 /* MiB */
};

/* Who works for what. The solver is the side to move at the root; N counts its moves. */
enum solve_aim {
    SOLVE_FORCE, /* the solver forces its own win, or a draw of the kind asked for */
    SOLVE_SELF,  /* the solver forces the other side to win */
    SOLVE_HELP,  /* both sides help the other side to win, on that side's Nth move */
    SOLVE_HOLD   /* the solver keeps the other side from winning, for ever */
};

/* Two searches that know nothing of each other's results. */
enum solve_method {
    SOLVE_EXHAUSTIVE, /* length after length: finds the shortest first */
    SOLVE_NUMBERS,    /* df-pn: finds some win, however long, then makes it shorter */
    SOLVE_CLOSURE     /* no search: all positions that can be reached, where those are few */
};

struct solve_task {
    enum solve_method method; /* SOLVE_NUMBERS not for SOLVE_HELP */
    bool may_close;           /* a closure may answer where it is cheaper than the method */
    enum solve_aim aim;
    bool is_draw;    /* with SOLVE_FORCE: the game must end as a draw */
    const char *way; /* how the game must end, as game_result.way says it; NULL: any way */
    int moves;       /* 1..SOLVE_MOVES_MAX; of no meaning for SOLVE_HOLD, whose moves have win 1 if
                        they hold and no_win 1 if they do not */
};

/* Now and then while it runs. */
struct solve_progress {
    int moves;          /* length that is being looked for; 0: none */
    unsigned done, all; /* first moves decided at this length; all 0: they are not counted */
    uint64_t searched;  /* positions visited */
    uint64_t states;    /* a closure is built: its positions so far; 0: a search is on */
    uint64_t decided;   /* of them; 0 while they are still being found */
};

struct solve_options {
    unsigned threads;        /* 1..SOLVE_THREADS_MAX */
    size_t hash;             /* MiB, at least 1 */
    size_t memory;           /* MiB that a closure, or the positions of SOLVE_HOLD, may take */
    uint64_t nodes;          /* positions to visit for one task; 0: no limit */
    int64_t time_ms;         /* for one task; 0: no limit */
    const atomic_bool *stop; /* ends the work when it becomes true; may be NULL */
    /* From the calling thread of solve_run; may be NULL. */
    void (*on_progress)(void *context, const struct solve_progress *progress);
    void *context;
};

/* A move with what is proved about it. Lengths count the solver's moves, this one included. */
struct solve_move {
    struct move_entry entry;
    int win;    /* the aim is reached in so many moves and not sooner; 0: not proved */
    int no_win; /* it is not reached in so many moves */
};

enum solve_outcome {
    SOLVE_OPEN, /* a limit came first */
    SOLVE_WON,  /* the aim is reached in result.win moves, not sooner */
    SOLVE_NONE  /* it is not reached in task.moves moves */
};

struct solve_result {
    enum solve_outcome outcome;
    int win;       /* WON: the shortest length, proved; OPEN: a length that is proved, if any, where
                      shorter ones may exist; else 0 */
    int no_win;    /* the aim is not reached in so many moves: proved */
    bool is_over;  /* the game is over at the root: nothing to solve */
    bool is_final; /* NONE: nor in any number of moves */
    struct solve_move
        *moves; /* of the root, in generator order; the solver's, until the next run */
    size_t moves_nb;
    uint64_t searched; /* positions visited */
};

/* The closure that gave the answer. */
struct solve_closure {
    uint64_t states;  /* positions */
    size_t bytes;     /* largest memory at any time */
    unsigned longest; /* plies of its longest win; 0: there is none */
};

struct solver; /* opaque */

/* NULL when memory is short. The options are copied; `game` of later positions may vary. */
struct solver *solve_new(const struct solve_options *options);
void solve_free(struct solver *s); /* NULL is allowed */

/* Solves the task from pos, which is only read (its key history counts). On failure,
 * ENGINE_NO_MEMORY or ENGINE_BAD_ARGUMENT, *result is untouched. All first moves are decided for
 * the shortest length, so that the keys are the moves with win == result->win; a closure decides
 * them for all lengths. SOLVE_CLOSURE leaves open what no closure within the memory answers. */
enum engine_status solve_run(struct solver *s, const struct position *pos,
                             const struct solve_task *task, struct solve_result *result);

/* Did a closure give the answer of the last run? Then describes it, and sets `longest`, a position
 * of the same game, to the one with its longest win, if there is one. */
bool solve_closure_of(const struct solver *s, struct solve_closure *out, struct position *longest);

/* --- questions about other positions under the task of the last run, by one thread --- */

enum solve_answer { SOLVE_NO, SOLVE_YES, SOLVE_UNKNOWN };

/* Makes pos the position that the questions are about. ENGINE_NO_MEMORY. The caller's pos is
 * copied. The side to move at the root remains the solver. */
enum engine_status solve_goto(struct solver *s, const struct position *pos);
/* Plays a legal move there, and takes the last one back. At most 2 * SOLVE_MOVES_MAX deep. */
void solve_make(struct solver *s, const struct move_entry *move);
void solve_unmake(struct solver *s);
/* Passes, which solve_unmake takes back too. False, and nothing is done, where the game knows no
 * passing or the side to move must answer something. */
bool solve_pass(struct solver *s);
const struct position *solve_position(const struct solver *s);
/* Has the game ended there as the task wants? `is_over` (may be NULL): it has ended at all. */
bool solve_is_reached(struct solver *s, bool *is_over);
/* The solver to move: the fewest moves in which it reaches its aim, at most `moves`. NO: there is
 * no such win. UNKNOWN: a limit or stop. */
enum solve_answer solve_shortest(struct solver *s, int moves, int *win);
/* The other side to move, after a move of the solver that counts as the first: does the solver
 * reach its aim in `moves` moves, that one included? */
enum solve_answer solve_holds(struct solver *s, int moves);
/* The same of help play, with the moves that do it: the first line, in generator order, goes to
 * line[0..*line_nb), which has room for 2 * moves - 1. */
enum solve_answer solve_help_line(struct solver *s, int moves, move_t *line, int *line_nb);

/* One position of a proof: the solver is to move, plays `move`, and whatever the reply is, `next`
 * is where the proof goes on. */
struct solve_reply {
    struct move_entry entry;
    uint32_t next; /* number of the node after the reply; 0: the aim is reached by then */
};

struct solve_node {
    uint32_t number; /* from 1, children before parents */
    int moves;       /* in which the aim is reached, `move` included */
    struct move_entry move;
    const struct solve_reply *replies; /* all legal ones, in generator order */
    size_t replies_nb;
};

/* Called once for each node, with its position. False ends the proof. */
typedef bool (*solve_node_fn)(void *context, const struct position *pos,
                              const struct solve_node *node);

struct solve_proof; /* nodes by position, opaque */

/* A proof to which several keys can be added; NULL when memory is short. on_node may be NULL. */
struct solve_proof *solve_proof_new(solve_node_fn on_node, void *context);
void solve_proof_free(struct solve_proof *p);
/* Number of nodes so far. */
uint32_t solve_proof_size(const struct solve_proof *p);

/* Adds the proof that `key`, played in the position of the last solve_goto, reaches the aim of the
 * last run in `moves` moves, the shortest. The proof is the same whatever the table holds: each
 * position is won in the fewest moves by the first move, in generator order, that does. Not for
 * SOLVE_HELP. YES: *number is the node of the key. NO: the key does not. UNKNOWN: a limit,
 * memory, or on_node said false. */
enum solve_answer solve_proof_add(struct solve_proof *p, struct solver *s,
                                  const struct move_entry *key, int moves, uint32_t *number);

/* After SOLVE_HOLD: a strategy for all moves of the root that hold. The nodes are the positions in
 * which the solver has to move, with his move, in the order of their numbers: first one for each
 * of the root's moves, whose number is *keys, then those that replies lead to. node->moves is 0, a
 * reply's `next` is 0 where the game is over, and not lost. */
enum solve_answer solve_strategy(struct solver *s, const struct position *root,
                                 solve_node_fn on_node, void *context, uint32_t *keys,
                                 uint32_t *nodes);

/* A move of the solver with the reply that keeps it from its aim. */
struct solve_objection {
    struct move_entry move, reply;
    bool is_over; /* the game ends by the move, not as wanted; there is no reply */
    uint32_t
        next; /* number of the node after the reply; 0: the game is over, or one move is left */
};

/* One position of a refutation: the solver is to move and does not reach its aim in `moves` moves,
 * at least 2. Children come before parents; numbers begin at 1. False ends it. */
typedef bool (*solve_refuted_fn)(void *context, const struct position *pos, uint32_t number,
                                 int moves, const struct solve_objection *list, size_t nb);

/* Writes out that the aim of the last run is not reached in `moves` moves from the position of the
 * last solve_goto: *number is its node, 0 if moves is 1. Not for SOLVE_HELP and SOLVE_HOLD. NO: it
 * is reached. UNKNOWN: a limit, memory, or on_node said false. */
enum solve_answer solve_refute(struct solver *s, int moves, solve_refuted_fn on_node, void *context,
                               uint32_t *number);

/* options.memory in bytes. */
size_t solve_memory(const struct solver *s);

/* Positions visited since the last solve_run began, its own included. */
uint64_t solve_searched(const struct solver *s);

#endif
