/* board.h - private to Belarusian chess: playing and taking back a move on the board alone.
 *
 * These inline bodies know nothing of keys, clocks and evaluation: make.c adds those for the
 * search, perft.c uses them bare. `us`, the mover's side, is a constant wherever speed matters. */
#ifndef CITADEL_ENGINE_GAMES_BELARUSIAN_BOARD_H
#define CITADEL_ENGINE_GAMES_BELARUSIAN_BOARD_H

#include "engine/games/belarusian/rules.h"

/* Sums over all men of placement values and phase weights. */
void bel_compute_sums(const struct bel_position *p, int32_t *placement, int32_t *phase);

/* Rights that survive when a man leaves or enters this square (section 5: king or rook moves, or is
 * captured, on its home square; without rights left the mask does no harm). */
BB_INLINE uint8_t bel_rights_kept(unsigned sq)
{
    static const uint8_t lost[BEL_SQUARE_NB] = {
        [A1] = RIGHT_A1, [I1] = RIGHT_I1, [E1] = RIGHT_A1 | RIGHT_I1,
        [A9] = RIGHT_A9, [I9] = RIGHT_I9, [E9] = RIGHT_A9 | RIGHT_I9};
    return (uint8_t)~lost[sq];
}

/* Where the rook of a castling comes from and goes to: the square the king passed last (B23). */
BB_INLINE void bel_castling_rook(unsigned king_from, unsigned king_to, unsigned *from, unsigned *to)
{
    const bool east = king_to > king_from;
    *from = east ? king_from + 4 : king_from - 4;
    *to = east ? king_to - 1 : king_to + 1;
}

/* Moves a man to an empty square. */
BB_INLINE void bel_shift_man(struct bel_position *p, enum side us, bel_man_t man, unsigned from,
                             unsigned to)
{
    const bb_t change = bb_square(from) ^ bb_square(to);
    p->men[us] ^= change;
    p->type[bel_man_class(man)] ^= change;
    p->board[from] = 0;
    p->board[to] = man;
}

BB_INLINE void bel_make_castling(struct bel_position *p, enum side us, unsigned from, unsigned to)
{
    unsigned rook_from, rook_to;
    bel_castling_rook(from, to, &rook_from, &rook_to);
    bel_shift_man(p, us, bel_man(us, KING), from, to);
    bel_shift_man(p, us, bel_man(us, ROOK), rook_from, rook_to);
    p->king[us] = (uint8_t)to;
}

/* Promotion or coronation of the man on sq. */
BB_INLINE void bel_change_class(struct bel_position *p, enum side us, unsigned sq,
                                enum bel_class before, enum bel_class after)
{
    p->type[before] ^= bb_square(sq);
    p->type[after] ^= bb_square(sq);
    p->board[sq] = bel_man(us, after);
    p->count[bel_man(us, before)]--;
    p->count[bel_man(us, after)]++;
    if (before == PRINCE)
        p->prince[us] = BEL_NO_SQUARE;
    if (after == PRINCE)
        p->prince[us] = (uint8_t)sq;
    if (after == KING)
        p->king[us] = (uint8_t)sq;
}

/* What the moving man is after the move. */
BB_INLINE bel_man_t bel_man_after(const struct bel_position *p, enum side us, move_t move)
{
    const unsigned extra = move_extra(move);
    return extra == 0 || (extra & EXTRA_CASTLING) ? p->board[move_from(move)]
                                                  : bel_man(us, (enum bel_class)extra);
}

/* What a move changes in the key; p is before the move. */
BB_INLINE zkey_t bel_key_change(const struct bel_position *p, const struct bel_keys *keys,
                                enum side us, move_t move)
{
    const unsigned from = move_from(move), to = move_to(move);
    const uint8_t kept = p->rights & bel_rights_kept(from) & bel_rights_kept(to);
    zkey_t key = keys->side ^ keys->rights[p->rights] ^ keys->rights[kept] ^
                 keys->man[p->board[from]][from] ^ keys->man[bel_man_after(p, us, move)][to];
    if (from != to)
        key ^= keys->man[p->board[to]][to];
    if (BB_UNLIKELY(move_extra(move) & EXTRA_CASTLING)) {
        unsigned rook_from, rook_to;
        bel_castling_rook(from, to, &rook_from, &rook_to);
        const bel_man_t rook = bel_man(us, ROOK);
        key ^= keys->man[rook][rook_from] ^ keys->man[rook][rook_to];
    }
    return key;
}

/* Plays a move; returns the captured man or 0. Does not touch the side to move. */
BB_INLINE bel_man_t bel_make_board(struct bel_position *p, enum side us, move_t move)
{
    const unsigned from = move_from(move), to = move_to(move), extra = move_extra(move);
    p->rights &= bel_rights_kept(from) & bel_rights_kept(to);
    if (BB_UNLIKELY(extra & EXTRA_CASTLING)) {
        bel_make_castling(p, us, from, to);
        return 0;
    }
    const enum side them = side_other(us);
    const bel_man_t man = p->board[from];
    const enum bel_class mover = bel_man_class(man);
    bel_man_t captured = 0;
    if (from != to) {
        captured = p->board[to];
        if (captured) {
            const enum bel_class victim = bel_man_class(captured);
            p->men[them] ^= bb_square(to);
            p->type[victim] ^= bb_square(to);
            p->count[captured]--;
            if (victim == KING)
                p->king[them] = BEL_NO_SQUARE;
            if (victim == PRINCE)
                p->prince[them] = BEL_NO_SQUARE;
        }
        bel_shift_man(p, us, man, from, to);
        if (mover == KING)
            p->king[us] = (uint8_t)to;
        if (mover == PRINCE)
            p->prince[us] = (uint8_t)to;
    }
    if (BB_UNLIKELY(extra))
        bel_change_class(p, us, to, mover, (enum bel_class)extra);
    return captured;
}

/* The inverse of bel_make_board, given what it returned and the old rights. */
BB_INLINE void bel_unmake_board(struct bel_position *p, enum side us, move_t move,
                                bel_man_t captured, uint8_t rights)
{
    const unsigned from = move_from(move), to = move_to(move), extra = move_extra(move);
    p->rights = rights;
    if (BB_UNLIKELY(extra & EXTRA_CASTLING)) {
        unsigned rook_from, rook_to;
        bel_castling_rook(from, to, &rook_from, &rook_to);
        bel_shift_man(p, us, bel_man(us, ROOK), rook_to, rook_from);
        bel_shift_man(p, us, bel_man(us, KING), to, from);
        p->king[us] = (uint8_t)from;
        return;
    }
    if (BB_UNLIKELY(extra)) {
        /* Only a prince becomes king, everything else was a ratnik. */
        const enum bel_class before = extra == KING ? PRINCE : RATNIK;
        bel_change_class(p, us, to, (enum bel_class)extra, before);
        if (extra == KING)
            p->king[us] = BEL_NO_SQUARE;
    }
    if (from == to)
        return;
    const bel_man_t man = p->board[to];
    bel_shift_man(p, us, man, to, from);
    if (bel_man_class(man) == KING)
        p->king[us] = (uint8_t)from;
    if (bel_man_class(man) == PRINCE)
        p->prince[us] = (uint8_t)from;
    if (captured) {
        const enum side them = side_other(us);
        const enum bel_class victim = bel_man_class(captured);
        p->men[them] ^= bb_square(to);
        p->type[victim] ^= bb_square(to);
        p->board[to] = captured;
        p->count[captured]++;
        if (victim == KING)
            p->king[them] = (uint8_t)to;
        if (victim == PRINCE)
            p->prince[them] = (uint8_t)to;
    }
}

#endif
