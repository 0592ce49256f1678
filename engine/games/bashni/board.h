/* board.h - private to Bashni: playing and taking back a move on the board alone. make.c adds keys
 * and clocks for the search, perft.c uses it bare. */
#ifndef CITADEL_ENGINE_GAMES_BASHNI_BOARD_H
#define CITADEL_ENGINE_GAMES_BASHNI_BOARD_H

#include "engine/games/bashni/rules.h"

BB_INLINE void bas_set_king(struct bas_position *p, unsigned sq, bas_tower_t t)
{
    p->kings = (p->kings & ~bas_square(sq)) | (bas_set_t)(t & 1) << sq;
}

/* The jumped tower on sq loses its top (section 4.4); what is left stays and may change hands. */
BB_INLINE void bas_behead(struct bas_position *p, enum side us, unsigned sq)
{
    bool freed;
    const bas_tower_t rest = tower_behead(p->tower[sq], &freed);
    p->tower[sq] = rest;
    bas_set_king(p, sq, rest);
    if (!rest || freed)
        p->tops[side_other(us)] ^= bas_square(sq);
    if (freed)
        p->tops[us] ^= bas_square(sq);
}

/* Plays the entry and notes in undo what is needed to take it back, key and clocks excepted.
 * Returns true if it was irreversible: a promotion, or a single man or king was taken (I5). */
BB_INLINE bool bas_make_board(struct bas_position *p, enum side us, const struct move_entry *e,
                              struct bas_undo *u)
{
    const unsigned from = move_from(e->move), to = move_to(e->move);
    bas_tower_t t = p->tower[from];
    u->from = t;
    u->tops[WHITE] = p->tops[WHITE];
    u->tops[BLACK] = p->tops[BLACK];
    u->kings = p->kings;
    p->tower[from] = 0;
    p->tops[us] &= ~bas_square(from);
    p->kings &= ~bas_square(from);
    bool irreversible = e->becomes != NO_CLASS;
    for (unsigned i = 0, n = path_count(e->path); i < n; i++) {
        const unsigned sq = path_square(e->path, i);
        const bas_tower_t jumped = p->tower[sq];
        u->jumped[i] = jumped;
        irreversible |= tower_height(jumped) == 1;
        t = tower_add_prisoner(t, (uint32_t)jumped & 1);
        bas_behead(p, us, sq);
    }
    t |= e->becomes != NO_CLASS;
    p->tower[to] = t;
    p->tops[us] |= bas_square(to);
    bas_set_king(p, to, t);
    return irreversible;
}

/* What a move changed in the key, on every square that it touched; p is after the move, u holds the
 * towers before it. */
BB_INLINE zkey_t bas_key_change(const struct bas_position *p, const struct bas_keys *keys,
                                enum side us, const struct move_entry *e, const struct bas_undo *u)
{
    const unsigned from = move_from(e->move), to = move_to(e->move);
    zkey_t key = keys->side ^ bas_tower_key(keys, u->from, from, us) ^
                 bas_tower_key(keys, p->tower[to], to, us);
    for (unsigned i = 0, n = path_count(e->path); i < n; i++) {
        const unsigned sq = path_square(e->path, i);
        key ^= bas_tower_key(keys, u->jumped[i], sq, side_other(us)) ^
               bas_tower_key(keys, p->tower[sq], sq, bas_owner(p, sq));
    }
    return key;
}

BB_INLINE void bas_unmake_board(struct bas_position *p, const struct move_entry *e,
                                const struct bas_undo *u)
{
    p->tower[move_to(e->move)] = 0;
    for (unsigned i = 0, n = path_count(e->path); i < n; i++)
        p->tower[path_square(e->path, i)] = u->jumped[i];
    p->tower[move_from(e->move)] = u->from;
    p->tops[WHITE] = u->tops[WHITE];
    p->tops[BLACK] = u->tops[BLACK];
    p->kings = u->kings;
}

#endif
