/* Perft of Belarusian chess: the generator and the bare board moves, specialised by colour. */
#include "engine/games/belarusian/board.h"
#include "engine/games/belarusian/movegen.h"

void bel_perft_keys(unsigned set, void *keys)
{
    struct bel_perft_keys *k = keys;
    for (unsigned i = 0; i < ZOBRIST_WORDS; i++)
        bel_build_keys(&k->word[i], zobrist_seed(set, i));
}

struct perft_key bel_perft_key(const struct position *pos, const void *keys)
{
    const struct bel_perft_keys *k = keys;
    struct perft_key key;
    for (unsigned i = 0; i < ZOBRIST_WORDS; i++)
        key.word[i] = bel_compute_key(bel_of_const(pos), &k->word[i]);
    return key;
}

static uint64_t walk_white(struct bel_position *p, int depth, struct perft_key key,
                           const struct perft_walk *walk);
static uint64_t walk_black(struct bel_position *p, int depth, struct perft_key key,
                           const struct perft_walk *walk);

BB_INLINE uint64_t count_leaves(const struct bel_position *p, enum side us)
{
    struct bel_sink counter = {.p = p, .counting = true};
    bel_gen_body(&counter, us, GEN_ALL, ~BB_EMPTY);
    return counter.count;
}

BB_INLINE uint64_t play_leaves(struct bel_position *p, enum side us)
{
    struct move_entry list[BEL_MOVES_MAX];
    struct bel_sink s = {.p = p, .out = list};
    bel_gen_body(&s, us, GEN_ALL, ~BB_EMPTY);
    const uint8_t rights = p->rights;
    uint64_t nodes = 0;
    for (const struct move_entry *e = list; e < s.out; e++) {
        const bel_man_t captured = bel_make_board(p, us, e->move);
        perft_play_barrier();
        nodes++;
        bel_unmake_board(p, us, e->move, captured, rights);
    }
    return nodes;
}

/* The key after a move that is about to be played; of use from PERFT_HASH_DEPTH on. */
BB_INLINE struct perft_key child_key(const struct bel_position *p, enum side us, move_t move,
                                     struct perft_key key, const struct perft_walk *walk)
{
    const struct bel_perft_keys *keys = walk->keys;
    key.word[0] ^= bel_key_change(p, &keys->word[0], us, move);
    if (walk->hash->wide)
        key.word[1] ^= bel_key_change(p, &keys->word[1], us, move);
    return key;
}

/* One node above the leaves. `key` has a meaning only with a hash. */
BB_INLINE uint64_t walk_inner(struct bel_position *p, enum side us, int depth, struct perft_key key,
                              const struct perft_walk *walk)
{
    uint64_t nodes;
    if (perft_is_answered(walk, key, depth, &nodes))
        return nodes;
    struct move_entry list[BEL_MOVES_MAX];
    struct bel_sink s = {.p = p, .out = list};
    bel_gen_body(&s, us, GEN_ALL, ~BB_EMPTY);
    const uint8_t rights = p->rights;
    /* All children's entries are on their way before the first is asked for. */
    struct perft_key keys[BEL_MOVES_MAX];
    const bool child_has_key = walk->hash && depth - 1 >= PERFT_HASH_DEPTH;
    if (child_has_key)
        for (const struct move_entry *e = list; e < s.out; e++) {
            keys[e - list] = child_key(p, us, e->move, key, walk);
            perft_hash_prefetch(walk->hash, keys[e - list].word[0]);
        }
    for (const struct move_entry *e = list; e < s.out; e++) {
        const struct perft_key child = child_has_key ? keys[e - list] : key;
        const bel_man_t captured = bel_make_board(p, us, e->move);
        nodes += us == WHITE ? walk_black(p, depth - 1, child, walk)
                             : walk_white(p, depth - 1, child, walk);
        bel_unmake_board(p, us, e->move, captured, rights);
    }
    perft_share(walk, key, depth, nodes);
    return nodes;
}

BB_INLINE uint64_t walk_side(struct bel_position *p, enum side us, int depth, struct perft_key key,
                             const struct perft_walk *walk)
{
    if (depth > 1)
        return walk_inner(p, us, depth, key, walk);
    return depth == 0 ? 1 : walk->bulk ? count_leaves(p, us) : play_leaves(p, us);
}

static uint64_t walk_white(struct bel_position *p, int depth, struct perft_key key,
                           const struct perft_walk *walk)
{
    return walk_side(p, WHITE, depth, key, walk);
}

static uint64_t walk_black(struct bel_position *p, int depth, struct perft_key key,
                           const struct perft_walk *walk)
{
    return walk_side(p, BLACK, depth, key, walk);
}

uint64_t bel_perft(struct position *pos, int depth, const struct perft_walk *walk)
{
    struct bel_position *p = bel_of(pos);
    const struct perft_key key =
        walk->hash ? bel_perft_key(pos, walk->keys) : (struct perft_key){{0}};
    return pos->side == WHITE ? walk_white(p, depth, key, walk) : walk_black(p, depth, key, walk);
}
