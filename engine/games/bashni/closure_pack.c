/* Bashni positions as words of 64 bits, see closure_priv.h. */
#include "engine/games/bashni/board.h"
#include "engine/games/bashni/closure_priv.h"

enum { SQUARE_BITS = 5 };

/* Bits for numbers 0..n. */
static unsigned bits_for(unsigned n)
{
    unsigned bits = 0;
    for (; n; n >>= 1)
        bits++;
    return bits;
}

void bas_packing_init(struct bas_packing *k, const unsigned men[SIDE_NB])
{
    const unsigned all = men[WHITE] + men[BLACK];
    *k = (struct bas_packing){.men = {men[WHITE], men[BLACK]}};
    const unsigned most_own = men[WHITE] > men[BLACK] ? men[WHITE] : men[BLACK];
    unsigned below = 0; /* bits that words of fewer towers use, their leading 1 included */
    for (unsigned towers = all > 0; towers <= all && towers <= BAS_PACK_TOWERS_MAX; towers++) {
        const unsigned height_bits = bits_for(all - towers);
        const unsigned own_max = most_own < all - towers + 1 ? most_own : all - towers + 1;
        const unsigned own_bits = bits_for(own_max - 1);
        const unsigned numbers = towers ? (towers - 1) * (height_bits + own_bits) : 0;
        unsigned top = 1 + towers * (SQUARE_BITS + 1) + numbers + all;
        if (top < below)
            top = below;
        if (top >= BAS_PACK_BITS)
            return;
        k->height_bits[towers] = (uint8_t)height_bits;
        k->own_bits[towers] = (uint8_t)own_bits;
        k->top_bit[towers] = (uint8_t)top;
        k->towers[top] = (uint8_t)towers;
        k->towers_max = towers;
        below = top + 1;
    }
}

/* --- scrambling: the finaliser of Murmur3 (Appleby), which is one to one, and its inverse --- */

static uint64_t scramble(uint64_t x)
{
    x = (x ^ x >> 33) * UINT64_C(0xFF51AFD7ED558CCD);
    x = (x ^ x >> 33) * UINT64_C(0xC4CEB9FE1A85EC53);
    return x ^ x >> 33;
}

static uint64_t unscramble(uint64_t x)
{
    /* Factors times those above are 1 modulo 2^64; x ^ x >> 33 undoes itself. */
    x = (x ^ x >> 33) * UINT64_C(0x9CB4B2F8129337DB);
    x = (x ^ x >> 33) * UINT64_C(0x4F74430C22A54005);
    return x ^ x >> 33;
}

/* --- packing --- */

struct bit_writer {
    uint64_t word;
    unsigned at;
};

static inline void put_bits(struct bit_writer *w, uint64_t value, unsigned bits)
{
    w->word |= value << w->at;
    w->at += bits;
}

uint64_t bas_pack(const struct bas_packing *k, const struct bas_position *p)
{
    const bas_set_t all = bas_occupied(p);
    const unsigned towers = (unsigned)__builtin_popcount(all);
    if (towers > k->towers_max)
        return 0;
    struct bit_writer w = {p->base.side, 1};
    for (bas_set_t s = all; s; s &= s - 1) {
        const unsigned sq = (unsigned)__builtin_ctz(s);
        const bas_tower_t t = p->tower[sq];
        const enum side owner = p->tops[BLACK] & bas_square(sq) ? BLACK : WHITE;
        put_bits(&w, sq | (unsigned)owner << SQUARE_BITS, SQUARE_BITS + 1);
        if (s & (s - 1)) {
            put_bits(&w, tower_height(t) - 1, k->height_bits[towers]);
            put_bits(&w, tower_own(t) - 1, k->own_bits[towers]);
        }
        put_bits(&w, tower_ranks(t), tower_height(t));
    }
    return scramble(w.word | (uint64_t)1 << k->top_bit[towers]);
}

static inline unsigned get_bits(uint64_t *word, unsigned bits)
{
    const unsigned value = (unsigned)(*word & (((uint64_t)1 << bits) - 1));
    *word >>= bits;
    return value;
}

void bas_unpack(const struct bas_packing *k, uint64_t word, struct bas_position *p)
{
    word = unscramble(word);
    unsigned left = k->towers[63 - __builtin_clzll(word)];
    const unsigned towers = left;
    unsigned height_left = k->men[WHITE] + k->men[BLACK], white_left = k->men[WHITE];
    for (bas_set_t s = bas_occupied(p); s; s &= s - 1)
        p->tower[__builtin_ctz(s)] = 0;
    p->tops[WHITE] = p->tops[BLACK] = p->kings = 0;
    p->base.side = (uint8_t)get_bits(&word, 1);
    for (; left; left--) {
        const unsigned sq = get_bits(&word, SQUARE_BITS);
        const enum side owner = (enum side)get_bits(&word, 1);
        unsigned height = height_left;
        unsigned own = owner == WHITE ? white_left : height - white_left;
        if (left > 1) {
            height = get_bits(&word, k->height_bits[towers]) + 1;
            own = get_bits(&word, k->own_bits[towers]) + 1;
        }
        bas_put_tower(p, owner, sq, tower_new(get_bits(&word, height), own, height));
        height_left -= height;
        white_left -= owner == WHITE ? own : height - own;
    }
}

void bas_count_men(const struct bas_position *p, unsigned men[SIDE_NB])
{
    men[WHITE] = men[BLACK] = 0;
    for (bas_set_t s = bas_occupied(p); s; s &= s - 1) {
        const unsigned sq = (unsigned)__builtin_ctz(s);
        const enum side owner = p->tops[BLACK] & bas_square(sq) ? BLACK : WHITE;
        men[owner] += tower_own(p->tower[sq]);
        men[side_other(owner)] += tower_prisoners(p->tower[sq]);
    }
}

uint64_t bas_pack_after(const struct bas_packing *k, struct bas_position *p,
                        const struct move_entry *e)
{
    const enum side us = bas_side(p);
    struct bas_undo undo;
    bas_make_board(p, us, e, &undo);
    p->base.side = (uint8_t)side_other(us);
    const uint64_t word = bas_pack(k, p);
    p->base.side = (uint8_t)us;
    bas_unmake_board(p, e, &undo);
    return word;
}
