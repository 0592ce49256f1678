/* Perft of Tamerlane chess: the generator and the bare board moves, specialised by colour. */
#include "engine/games/tamerlane/board.h"
#include "engine/games/tamerlane/movegen.h"

void tam_perft_keys(unsigned set, void *keys)
{
    struct tam_perft_keys *k = keys;
    for (unsigned i = 0; i < ZOBRIST_WORDS; i++)
        tam_build_keys(&k->word[i], zobrist_seed(set, i));
}

struct perft_key tam_perft_key(const struct position *pos, const void *keys)
{
    const struct tam_perft_keys *k = keys;
    struct perft_key key;
    for (unsigned i = 0; i < ZOBRIST_WORDS; i++) {
        key.word[i] = tam_compute_key(tam_of_const(pos), &k->word[i]);
        for (unsigned option = 0; option < GAME_OPTIONS_MAX; option++)
            key.word[i] ^= k->word[i].option[option][pos->option[option]];
    }
    return key;
}

static uint64_t walk_white(struct tam_position *p, int depth, struct perft_key key,
                           const struct perft_walk *walk);
static uint64_t walk_black(struct tam_position *p, int depth, struct perft_key key,
                           const struct perft_walk *walk);

BB_INLINE uint64_t count_leaves(const struct tam_position *p, enum side us)
{
    struct tam_sink counter = {.p = p, .counting = true};
    tam_gen_body(&counter, us, GEN_ALL, ~BB_EMPTY);
    return counter.count;
}

BB_INLINE uint64_t play_leaves(struct tam_position *p, enum side us)
{
    struct move_entry list[TAM_MOVES_MAX];
    struct tam_sink s = {.p = p, .out = list};
    tam_gen_body(&s, us, GEN_ALL, ~BB_EMPTY);
    uint64_t nodes = 0;
    struct tam_undo undo;
    for (const struct move_entry *e = list; e < s.out; e++) {
        tam_make_board(p, e->move, &undo);
        perft_play_barrier();
        nodes++;
        tam_unmake_board(p, &undo);
    }
    return nodes;
}

/* The key after the move that `undo` tells of; of use from PERFT_HASH_DEPTH on. */
BB_INLINE struct perft_key child_key(const struct tam_position *p, const struct tam_undo *undo,
                                     struct perft_key key, const struct perft_walk *walk)
{
    const struct tam_perft_keys *keys = walk->keys;
    key.word[0] ^= tam_key_change(p, &keys->word[0], undo);
    if (walk->hash->wide)
        key.word[1] ^= tam_key_change(p, &keys->word[1], undo);
    return key;
}

/* Starts loading the entries of the children that ordinary moves lead to; all others are few. A
 * hint may be wrong, as it is when a right is lost. */
BB_INLINE void prefetch_children(const struct tam_position *p, const struct move_entry *list,
                                 const struct move_entry *end, struct perft_key key,
                                 const struct perft_walk *walk)
{
    const struct tam_keys *keys = &((const struct tam_perft_keys *)walk->keys)->word[0];
    for (const struct move_entry *e = list; e < end; e++) {
        const unsigned from = move_from(e->move), to = move_to(e->move);
        const tam_man_t man = p->board[from];
        perft_hash_prefetch(walk->hash, key.word[0] ^ keys->side ^ keys->man[man][from] ^
                                            keys->man[man][to] ^ keys->man[p->board[to]][to]);
    }
}

/* One node above the leaves. `key` has a meaning only with a hash. */
BB_INLINE uint64_t walk_inner(struct tam_position *p, enum side us, int depth, struct perft_key key,
                              const struct perft_walk *walk)
{
    uint64_t nodes;
    if (perft_is_answered(walk, key, depth, &nodes))
        return nodes;
    struct move_entry list[TAM_MOVES_MAX];
    struct tam_sink s = {.p = p, .out = list};
    tam_gen_body(&s, us, GEN_ALL, ~BB_EMPTY);
    struct tam_undo undo;
    const bool child_has_key = walk->hash && depth - 1 >= PERFT_HASH_DEPTH;
    if (child_has_key)
        prefetch_children(p, list, s.out, key, walk);
    for (const struct move_entry *e = list; e < s.out; e++) {
        tam_make_board(p, e->move, &undo);
        const struct perft_key child = child_has_key ? child_key(p, &undo, key, walk) : key;
        /* Trial moves of the generator ask whose turn it is. */
        p->base.side = (uint8_t)side_other(us);
        nodes += us == WHITE ? walk_black(p, depth - 1, child, walk)
                             : walk_white(p, depth - 1, child, walk);
        p->base.side = (uint8_t)us;
        tam_unmake_board(p, &undo);
    }
    perft_share(walk, key, depth, nodes);
    return nodes;
}

BB_INLINE uint64_t walk_side(struct tam_position *p, enum side us, int depth, struct perft_key key,
                             const struct perft_walk *walk)
{
    if (depth > 1)
        return walk_inner(p, us, depth, key, walk);
    return depth == 0 ? 1 : walk->bulk ? count_leaves(p, us) : play_leaves(p, us);
}

static uint64_t walk_white(struct tam_position *p, int depth, struct perft_key key,
                           const struct perft_walk *walk)
{
    return walk_side(p, WHITE, depth, key, walk);
}

static uint64_t walk_black(struct tam_position *p, int depth, struct perft_key key,
                           const struct perft_walk *walk)
{
    return walk_side(p, BLACK, depth, key, walk);
}

uint64_t tam_perft(struct position *pos, int depth, const struct perft_walk *walk)
{
    struct tam_position *p = tam_of(pos);
    const struct perft_key key =
        walk->hash ? tam_perft_key(pos, walk->keys) : (struct perft_key){{0}};
    return pos->side == WHITE ? walk_white(p, depth, key, walk) : walk_black(p, depth, key, walk);
}
