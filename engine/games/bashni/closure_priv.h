/* closure_priv.h - private to Bashni: the parts that closure.c is made of. Positions as 64-bit
 * words, the set that they are collected in, and moves taken back. */
#ifndef CITADEL_ENGINE_GAMES_BASHNI_CLOSURE_PRIV_H
#define CITADEL_ENGINE_GAMES_BASHNI_CLOSURE_PRIV_H

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

#endif
