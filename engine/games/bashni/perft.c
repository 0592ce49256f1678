/* Perft of Bashni: the generator and the bare board moves, specialised by colour. */
#include "engine/games/bashni/board.h"
#include "engine/games/bashni/movegen.h"

void bas_perft_keys(unsigned set, void *keys)
{
    struct bas_perft_keys *k = keys;
    for (unsigned i = 0; i < ZOBRIST_WORDS; i++)
        bas_build_keys(&k->word[i], zobrist_seed(set, i));
}

struct perft_key bas_perft_key(const struct position *pos, const void *keys)
{
    const struct bas_perft_keys *k = keys;
    struct perft_key key;
    for (unsigned i = 0; i < ZOBRIST_WORDS; i++)
        key.word[i] = bas_compute_key(bas_of_const(pos), &k->word[i]);
    return key;
}

static uint64_t walk_white(struct bas_position *p, int depth, struct perft_key key,
                           const struct perft_walk *walk);
static uint64_t walk_black(struct bas_position *p, int depth, struct perft_key key,
                           const struct perft_walk *walk);

BB_INLINE uint64_t count_leaves(const struct bas_position *p, enum side us)
{
    struct bas_sink counter = {.counting = true};
    bas_gen_body(&counter, p, us, GEN_ALL);
    return counter.count;
}

BB_INLINE uint64_t play_leaves(struct bas_position *p, enum side us)
{
    struct move_entry list[BAS_MOVES_MAX];
    struct bas_sink s = {.out = list, .end = list + BAS_MOVES_MAX, .counting = false};
    bas_gen_body(&s, p, us, GEN_ALL);
    uint64_t nodes = 0;
    struct bas_undo undo;
    for (const struct move_entry *e = list; e < s.out; e++) {
        bas_make_board(p, us, e, &undo);
        perft_play_barrier();
        nodes++;
        bas_unmake_board(p, e, &undo);
    }
    return nodes;
}

/* The key after the move, of which `undo` tells; of use from PERFT_HASH_DEPTH on. */
BB_INLINE struct perft_key child_key(const struct bas_position *p, enum side us,
                                     const struct move_entry *e, const struct bas_undo *undo,
                                     struct perft_key key, const struct perft_walk *walk)
{
    const struct bas_perft_keys *keys = walk->keys;
    key.word[0] ^= bas_key_change(p, &keys->word[0], us, e, undo);
    if (walk->hash->wide)
        key.word[1] ^= bas_key_change(p, &keys->word[1], us, e, undo);
    return key;
}

/* Starts loading the entries of the children that quiet moves lead to. A hint may be wrong, as it
 * is when a man becomes a king. */
BB_INLINE void prefetch_children(const struct bas_position *p, enum side us,
                                 const struct move_entry *list, const struct move_entry *end,
                                 struct perft_key key, const struct perft_walk *walk)
{
    const struct bas_keys *keys = &((const struct bas_perft_keys *)walk->keys)->word[0];
    for (const struct move_entry *e = list; e < end && e->path == 0; e++) {
        const unsigned from = move_from(e->move), to = move_to(e->move);
        const bas_tower_t t = p->tower[from];
        perft_hash_prefetch(walk->hash, key.word[0] ^ keys->side ^
                                            bas_tower_key(keys, t, from, us) ^
                                            bas_tower_key(keys, t, to, us));
    }
}

/* One node above the leaves. `key` has a meaning only with a hash. */
BB_INLINE uint64_t walk_inner(struct bas_position *p, enum side us, int depth, struct perft_key key,
                              const struct perft_walk *walk)
{
    uint64_t nodes;
    if (perft_is_answered(walk, key, depth, &nodes))
        return nodes;
    struct move_entry list[BAS_MOVES_MAX];
    struct bas_sink s = {.out = list, .end = list + BAS_MOVES_MAX, .counting = false};
    bas_gen_body(&s, p, us, GEN_ALL);
    struct bas_undo undo;
    const bool child_has_key = walk->hash && depth - 1 >= PERFT_HASH_DEPTH;
    if (child_has_key)
        prefetch_children(p, us, list, s.out, key, walk);
    for (const struct move_entry *e = list; e < s.out; e++) {
        bas_make_board(p, us, e, &undo);
        const struct perft_key child = child_has_key ? child_key(p, us, e, &undo, key, walk) : key;
        nodes += us == WHITE ? walk_black(p, depth - 1, child, walk)
                             : walk_white(p, depth - 1, child, walk);
        bas_unmake_board(p, e, &undo);
    }
    perft_share(walk, key, depth, nodes);
    return nodes;
}

BB_INLINE uint64_t walk_side(struct bas_position *p, enum side us, int depth, struct perft_key key,
                             const struct perft_walk *walk)
{
    if (depth > 1)
        return walk_inner(p, us, depth, key, walk);
    return depth == 0 ? 1 : walk->bulk ? count_leaves(p, us) : play_leaves(p, us);
}

static uint64_t walk_white(struct bas_position *p, int depth, struct perft_key key,
                           const struct perft_walk *walk)
{
    return walk_side(p, WHITE, depth, key, walk);
}

static uint64_t walk_black(struct bas_position *p, int depth, struct perft_key key,
                           const struct perft_walk *walk)
{
    return walk_side(p, BLACK, depth, key, walk);
}

uint64_t bas_perft(struct position *pos, int depth, const struct perft_walk *walk)
{
    struct bas_position *p = bas_of(pos);
    const struct perft_key key =
        walk->hash ? bas_perft_key(pos, walk->keys) : (struct perft_key){{0}};
    return pos->side == WHITE ? walk_white(p, depth, key, walk) : walk_black(p, depth, key, walk);
}
