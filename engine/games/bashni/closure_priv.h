/* closure_priv.h - private to Bashni: the parts that closure.c is made of. Positions as 64-bit
 * words, the set that they are collected in, and moves taken back. */
#ifndef CITADEL_ENGINE_GAMES_BASHNI_CLOSURE_PRIV_H
#define CITADEL_ENGINE_GAMES_BASHNI_CLOSURE_PRIV_H

#include "engine/games/bashni/closure.h"
#include "engine/games/bashni/rules.h"

#include <stdatomic.h>

/* --- closure_pack.c: positions as words --- */

enum { BAS_PACK_TOWERS_MAX = 15, BAS_PACK_BITS = 64 };

/* How positions of so many white and black pieces are packed. From bit 0: side to move, then by
 * ascending square each tower's square, owner, height and own pieces (the last tower's two numbers
 * follow from the totals and are left out), ranks; above everything a 1 at a bit that tells the
 * number of towers. Hence no word is 0, and no two positions have the same. */
struct bas_packing {
    unsigned men[SIDE_NB];
    unsigned towers_max; /* most towers that fit 64 bits */
    uint8_t height_bits[BAS_PACK_TOWERS_MAX + 1], own_bits[BAS_PACK_TOWERS_MAX + 1];
    uint8_t top_bit[BAS_PACK_TOWERS_MAX + 1]; /* of the leading 1, by number of towers */
    uint8_t towers[BAS_PACK_BITS];            /* the other way round */
};

void bas_packing_init(struct bas_packing *k, const unsigned men[SIDE_NB]);

/* The word of towers and side, scrambled so that its high bits are as good as random; 0 if there
 * are more towers than fit. p must have the packing's pieces. unpack undoes it; it changes nothing
 * of *p but towers, sets and side. */
uint64_t bas_pack(const struct bas_packing *k, const struct bas_position *p);
void bas_unpack(const struct bas_packing *k, uint64_t word, struct bas_position *p);

/* Numbers of white and black pieces, prisoners included. */
void bas_count_men(const struct bas_position *p, unsigned men[SIDE_NB]);

/* The word of the position that a legal move leads to. *p is the same again afterwards. */
uint64_t bas_pack_after(const struct bas_packing *k, struct bas_position *p,
                        const struct move_entry *e);

/* --- closure_set.c: a set of words --- */

enum bas_insertion { BAS_INSERT_NEW, BAS_INSERT_OLD, BAS_INSERT_FULL };

struct bas_cell {
    _Atomic uint64_t word;
};

/* While it grows: open addressing with linear probing, the home of a word being its share of the
 * capacity, so that the slots are almost in ascending order. That makes it cheap to sort, to grow
 * in place, and in the end to close up: then it is a sorted array, and a word's place in it, its
 * id, depends on the set alone and not on who inserted what when. */
struct bas_word_set {
    struct bas_cell *cell; /* 0 is empty */
    size_t capacity;       /* homes; SLACK more slots follow for what overflows at the end */
    size_t nb;             /* words; counted by the caller while growing, exact when closed */
    uint32_t *bucket;      /* closed: first id of the words with these high bits */
    unsigned bucket_shift;
};

/* Capacity for `most` words, which is then the most it may hold. False if memory is short. */
bool bas_word_set_init(struct bas_word_set *s, size_t most);
void bas_word_set_fini(struct bas_word_set *s);
/* Bytes of a growing set for `most` words, and of a closed one with `nb`. */
size_t bas_word_set_bytes(size_t most);
size_t bas_word_set_closed_bytes(size_t nb);
/* May be called by many threads at a time. FULL is for the unbelievable case of a heap at the end
 * only: the caller sees to it that no more than `most` words are inserted. */
enum bas_insertion bas_word_set_insert(struct bas_word_set *s, uint64_t word);
/* Room for `most` words in all. By one thread while no other uses it. False: as before. */
bool bas_word_set_grow(struct bas_word_set *s, size_t most);
/* Ends growing; at most 2^32 - 2 words. False if memory is short; the set is then still whole. */
bool bas_word_set_close(struct bas_word_set *s);

static inline uint64_t bas_word_set_get(const struct bas_word_set *s, size_t id)
{
    return atomic_load_explicit(&s->cell[id].word, memory_order_relaxed);
}

#define BAS_NO_ID UINT32_MAX
/* Id of a word in a closed set, BAS_NO_ID if it is not there. */
uint32_t bas_word_set_find(const struct bas_word_set *s, uint64_t word);
/* The same for many words. Finding is waiting for memory: this waits for all of them at a time. */
void bas_word_set_find_all(const struct bas_word_set *s, const uint64_t *words, size_t nb,
                           uint32_t *ids);

/* --- closure_back.c: moves taken back --- */

/* Calls visit with every position of at most towers_max towers from which one legal move can lead
 * to p, each at least once, and with some others: whether the move would have been legal from there
 * is for the caller to find out, who has to look at its moves anyway. The position that visit gets
 * is good during the call only. */
void bas_take_back(const struct bas_position *p, unsigned towers_max,
                   void (*visit)(void *context, const struct bas_position *before), void *context);

/* --- closure.c: what the closure consists of --- */

/* Words, positions or ids with something in the high half. */
struct bas_work_list {
    uint64_t *item;
    size_t nb, room;
};

enum bas_list {
    BAS_LIST_BORDER,   /* positions that were new, or newly decided, in the last round */
    BAS_LIST_NEXT,     /* the same in this round */
    BAS_LIST_DOUBTFUL, /* ids of positions to look at again */
    BAS_LIST_LATER,    /* see struct bas_solution */
    BAS_LIST_NB
};

/* The verdicts of one view. A position's value is 0 as long as it is not decided, slack + 1 if the
 * side to move wins, -(slack + 1) if it loses, the slack being the largest clock with which it
 * does. A smaller clock never hurts whoever wins: the count only ever makes draws. */
struct bas_solution {
    int8_t *value;
    uint16_t *plies; /* to the end with the clock at 0 */
    /* A larger clock can take longer. For each larger slack that was found later: id << 32 | plies
     * << 16 | slack till then, ascending. */
    uint64_t *later;
    size_t later_nb;
};

enum { BAS_LATER_ID_SHIFT = 32, BAS_LATER_PLIES_SHIFT = 16, BAS_LATER_SLACK_MASK = 0xFFFF };

enum {
    BAS_SLACK_MAX = BAS_CLOCK_DRAW - 1, /* of positions with a legal move */
    BAS_SLACK_OVER = BAS_CLOCK_DRAW,    /* of lost positions without one: no count saves them */
    BAS_PLIES_MAX = UINT16_MAX
};

struct bas_closure {
    struct bas_packing packing;
    struct bas_word_set set;
    unsigned towers_max; /* of all roots, hence of all positions */
    struct bas_solution solution[BAS_CLOSURE_VIEW_NB];
    struct bas_closure_stats stats;
    struct bas_crew *crew; /* NULL when solved */
};

/* The threads that work on a closure, what they share and what each has. One round of work at a
 * time, and between rounds everything belongs to the owner:
 *
 *   set.cell                 all workers while enumerating, compare and swap, relaxed; then
 * constant marks                    all workers, atomic or; each cleared by the worker of that item
 *   value, plies             read by all while evaluating; each written by one worker in apply
 *   room, next_chunk, bytes  all workers, atomic
 *   trouble                  first to come, compare and swap
 *   lists of a worker        appended by that worker, read by all in a later round */
struct bas_worker {
    _Alignas(64) struct bas_crew *crew;
    struct bas_work_list list[BAS_LIST_NB];
    struct bas_position board;
    size_t chunk_at, chunk_end; /* left over from a round that ended for want of room */
    const struct bas_work_list *chunk_list;
    size_t reserved; /* words that it may still insert */
    uint64_t words[BAS_MOVES_MAX];
    uint32_t ids[BAS_MOVES_MAX];
    size_t words_nb;
    uint64_t decided;
};

enum bas_trouble { BAS_NO_TROUBLE, BAS_TROUBLE_STOPPED, BAS_TROUBLE_LIMIT, BAS_TROUBLE_MEMORY };

struct bas_crew {
    struct bas_closure *closure;
    struct bas_closure_options options;
    struct thread_pool *pool; /* NULL for one thread: then the owner works itself */
    struct bas_worker *worker;
    atomic_size_t bytes, bytes_peak; /* memory of the closure */
    atomic_int trouble;              /* enum bas_trouble: why to give up */

    /* the round */
    bool (*work)(struct bas_worker *w, uint64_t item); /* false: cannot go on with this item */
    enum bas_list source;
    size_t range; /* items are 0..range-1 instead of a list's, if not 0 */
    atomic_size_t next_chunk;

    /* enumerating */
    size_t most;        /* words that the set has been sized for */
    atomic_size_t room; /* of these, neither inserted nor reserved by a worker */
    atomic_bool full;   /* a worker waits for more room */

    /* solving */
    struct bas_cell *marks; /* a bit by id: it is in a list of the doubtful */
    enum bas_closure_view view;
    unsigned plies;
};

/* Runs work for every item of the lists `source` of all workers, or for 0..range-1, on all threads.
 * Returns false if there is trouble. */
bool bas_crew_run(struct bas_crew *crew, bool (*work)(struct bas_worker *w, uint64_t item),
                  enum bas_list source, size_t range);
/* Appends; false, with the trouble noted, if memory or the allowance is short. */
bool bas_worker_push(struct bas_worker *w, enum bas_list list, uint64_t item);
/* NEXT becomes the BORDER, and NEXT is empty. Returns the items in BORDER. */
size_t bas_crew_turn(struct bas_crew *crew);
void bas_crew_empty(struct bas_crew *crew, enum bas_list list);
/* Takes so much memory into account, or notes the trouble and returns false. */
bool bas_crew_charge(struct bas_crew *crew, size_t bytes);
void bas_crew_discharge(struct bas_crew *crew, size_t bytes);
bool bas_crew_fail(struct bas_crew *crew, enum bas_trouble trouble); /* returns false */
void bas_crew_report(struct bas_crew *crew, enum bas_closure_phase phase, unsigned plies,
                     uint64_t done);

/* closure_solve.c: fills the solution of that view. False if there is trouble. */
bool bas_closure_solve_view(struct bas_crew *crew, enum bas_closure_view view);

/* closure_read.c: verdict on a position with a clock, id of a position (BAS_NO_ID: not in the
 * closure), and counting the view's verdicts into c->stats. */
struct bas_closure_verdict bas_closure_verdict_of(const struct bas_closure *c, uint32_t id,
                                                  enum bas_closure_view view, unsigned clock);
uint32_t bas_closure_id(const struct bas_closure *c, const struct position *pos);
void bas_closure_count(struct bas_closure *c, enum bas_closure_view view);

/* --- closure_certain.c: plays of a strategy --- */

enum { BAS_NODE_CLOCK_BITS = 8 };

/* A graph without cycles over positions with clocks, id << BAS_NODE_CLOCK_BITS | clock. Each node
 * is there once; its edges, node numbers, begin where those of the node before it end. */
struct bas_graph {
    uint64_t *node;
    uint32_t *edges_end; /* by node */
    uint32_t *edge;
    size_t nodes_nb, edges_nb;
};

/* Is there no path over three nodes that differ in the clock only? A path meets such nodes by
 * descending clock. False also if the answer would take too long or too much memory. */
bool bas_graph_has_no_third(const struct bas_graph *g);

#endif
