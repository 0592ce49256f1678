/* board.h - private to Tamerlane chess: playing and taking back a move on the board alone. make.c
 * adds keys, clocks and sums for the search; perft.c and the generator's trials use it bare. */
#ifndef CITADEL_ENGINE_GAMES_TAMERLANE_BOARD_H
#define CITADEL_ENGINE_GAMES_TAMERLANE_BOARD_H

#include "engine/games/tamerlane/rules.h"

/* tam_set with a note of what stood there. */
BB_INLINE void tam_change(struct tam_position *p, struct tam_undo *undo, unsigned sq, tam_man_t man)
{
    undo->changes[undo->changes_nb++] = (struct tam_change){(uint8_t)sq, p->board[sq], man};
    tam_set(p, sq, man);
}

/* What a move changed in the key; p is after the move. A square that was changed twice counts with
 * its first man and its last, since the man between cancels out. */
BB_INLINE zkey_t tam_key_change(const struct tam_position *p, const struct tam_keys *keys,
                                const struct tam_undo *u)
{
    zkey_t key = keys->side ^ keys->rights[u->rights] ^ keys->rights[p->rights];
    for (unsigned i = 0; i < u->changes_nb; i++) {
        const struct tam_change *c = &u->changes[i];
        key ^= keys->man[c->before][c->square] ^ keys->man[c->after][c->square];
    }
    return key;
}

/* A pawn comes to its last rank on the empty square sq, or goes on from there (sections 5, 6). */
static inline void tam_arrive(struct tam_position *p, struct tam_undo *undo, enum side us,
                              unsigned sq, enum tam_class pawn)
{
    if (pawn == POP_SECOND)
        tam_change(p, undo, tam_king_pawn_square(p, us), tam_man(us, POP_THIRD));
    else
        tam_change(p, undo, sq, tam_man(us, tam_arrival(pawn)));
}

static inline void tam_make_special(struct tam_position *p, move_t move, struct tam_undo *undo)
{
    const unsigned from = move_from(move), to = move_to(move);
    const tam_man_t man = p->board[from], other = p->board[to];
    const enum side us = tam_man_side(man);
    tam_change(p, undo, from, 0);
    switch ((enum tam_move_kind)move_extra(move)) {
    case MOVE_ORDINARY:
        break;
    case MOVE_ARRIVAL:
        tam_arrive(p, undo, us, to, tam_man_class(man));
        break;
    case MOVE_TRANSFER:
        if (other)
            tam_change(p, undo, to, 0);
        tam_arrive(p, undo, us, to, POP_SECOND);
        break;
    case MOVE_SWAP:
        tam_change(p, undo, to, man);
        if (tam_is_pawn(tam_man_class(other)) && bb_has(tam_last_rank(us), from))
            tam_arrive(p, undo, us, from, tam_man_class(other));
        else
            tam_change(p, undo, from, other);
        p->rights &= (uint8_t)~tam_swap_right(us);
        break;
    case MOVE_EXCHANGE:
        tam_change(p, undo, to, man);
        tam_change(p, undo, tam_own_citadel(side_other(us)), other);
        p->rights &= (uint8_t)~tam_exchange_right(us);
        break;
    case MOVE_RELOCATION:
        tam_change(p, undo, to, tam_man(us, POP_SECOND));
        break;
    }
}

/* A side that loses its K loses both its rights (section 12). */
BB_INLINE void tam_drop_rights(struct tam_position *p)
{
    for (int s = WHITE; s <= BLACK; s++)
        if (p->royal[s][KING] == TAM_NO_SQUARE)
            p->rights &=
                (uint8_t) ~(tam_swap_right((enum side)s) | tam_exchange_right((enum side)s));
}

/* A man goes from one square to an empty one, or back, and stays what it is. Written out, since
 * nearly all moves are this: four calls of tam_set would look at each square twice. */
BB_INLINE void tam_shift_man(struct tam_position *p, tam_man_t man, unsigned from, unsigned to)
{
    const enum side side = tam_man_side(man);
    const enum tam_class c = tam_man_class(man);
    const bb_t from_bit = bb_square(from), to_bit = bb_square(to);
    p->men[side] ^= from_bit ^ to_bit;
    if (BB_LIKELY(c != POP_FIRST)) {
        p->type[c <= PAWN_OF ? (enum tam_type)c : TYPE_PAWN] ^= from_bit ^ to_bit;
    } else { /* it may begin to wait, or stop */
        p->type[tam_type_of(man, from)] ^= from_bit;
        p->type[tam_type_of(man, to)] ^= to_bit;
    }
    p->board[from] = 0;
    p->board[to] = man;
    if (tam_is_royal(c))
        p->royal[side][c] = (uint8_t)to;
}

/* Plays a pseudo-legal move on the board and in the rights, and lists the changed squares. Side,
 * clocks and key are left alone. Returns whether it was irreversible (T14). */
BB_INLINE bool tam_make_board(struct tam_position *p, move_t move, struct tam_undo *undo)
{
    undo->rights = p->rights;
    undo->changes_nb = 0;
    undo->is_plain = move_extra(move) == MOVE_ORDINARY;
    if (BB_UNLIKELY(move_extra(move) != MOVE_ORDINARY)) {
        tam_make_special(p, move, undo);
        tam_drop_rights(p);
        return true;
    }
    const unsigned from = move_from(move), to = move_to(move);
    const tam_man_t man = p->board[from], captured = p->board[to];
    undo->changes[0] = (struct tam_change){(uint8_t)from, man, 0};
    undo->changes[1] = (struct tam_change){(uint8_t)to, captured, man};
    undo->changes_nb = 2;
    if (captured) {
        tam_set(p, to, 0);
        if (tam_man_class(captured) == KING)
            tam_drop_rights(p);
    }
    tam_shift_man(p, man, from, to);
    return captured != 0 || tam_is_pawn(tam_man_class(man));
}

BB_INLINE void tam_unmake_board(struct tam_position *p, const struct tam_undo *undo)
{
    p->rights = undo->rights;
    if (BB_LIKELY(undo->is_plain)) {
        const struct tam_change *from = &undo->changes[0], *to = &undo->changes[1];
        tam_shift_man(p, from->before, to->square, from->square);
        if (to->before)
            tam_set(p, to->square, to->before);
        return;
    }
    for (unsigned i = undo->changes_nb; i-- > 0;)
        tam_set(p, undo->changes[i].square, undo->changes[i].before);
}

#endif
