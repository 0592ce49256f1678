/* movegen.h - private to Tamerlane chess: the legal move generator's body, shared by the list
 * writer (movegen.c) and the counter (tam_count, perft.c).
 *
 * With two royals or more, or the only one safe in a citadel, nothing is in check (T9) and every
 * pseudo-legal move is legal: the `bound` = false instance. Otherwise pins and checkers are taken
 * relative to the only royal, bent giraffe paths included: the `bound` = true instance. Moves that
 * change more than two squares are rare and are tried on a copy. */
#ifndef CITADEL_ENGINE_GAMES_TAMERLANE_MOVEGEN_H
#define CITADEL_ENGINE_GAMES_TAMERLANE_MOVEGEN_H

#include "engine/games/tamerlane/board.h"
#include "engine/games/tamerlane/rules.h"

/* Where moves go: into a list, or, with `counting` (always a constant), only into a number. */
struct tam_sink {
    const struct tam_position *p;
    struct move_entry *out;
    unsigned count;
    bool counting;
};

/* Everything about the side to move that the piece loops share. */
struct tam_gen {
    enum side us;
    bb_t own, enemy, occ;
    bb_t movers; /* men whose moves are asked for */
    bb_t wanted; /* main-board targets of the asked kind */
    bool tactical, quiet;
    unsigned duty; /* bound only: the royal that must not be attacked after the move */
    bb_t evade;    /* bound only: targets that end every attack on it */
    bb_t pinned;   /* bound only: own men that alone shield it */
    bb_t snipers;  /* bound only: enemy line men that reach it on an empty board */
};

/* Relocations (section 6), legal ones only; out may be NULL to count. Never called without a
 * waiting pawn of pawns of the side to move. */
unsigned tam_gen_relocations(const struct tam_position *p, struct move_entry *out);
/* Royal swaps (section 8) if the right is there; the caller has tested T10.3. */
unsigned tam_gen_swaps(const struct tam_position *p, struct move_entry *out);
/* Is there a legal move of kind GEN_TACTICAL? */
bool tam_has_tactical(const struct tam_position *p);
/* Is the move, which changes the board in an unusual way, legal under T7 and T9? */
bool tam_special_is_legal(const struct tam_position *p, move_t move);

BB_INLINE void tam_emit(struct tam_sink *s, enum tam_class c, unsigned from, unsigned to,
                        enum tam_move_kind kind, enum tam_class becomes, unsigned flags)
{
    if (s->counting) {
        s->count++;
        return;
    }
    const enum tam_class victim = kind == MOVE_EXCHANGE ? NO_CLASS : tam_man_class(s->p->board[to]);
    struct move_entry *e = s->out++;
    e->move = move_new(from, to, kind);
    e->flags = (uint8_t)(flags | (victim ? MOVE_CAPTURE : 0));
    e->mover = (uint8_t)c;
    e->victim = (uint8_t)victim;
    e->becomes = (uint8_t)becomes;
}

BB_INLINE void tam_emit_targets(struct tam_sink *s, enum tam_class c, unsigned from, bb_t targets)
{
    if (s->counting) {
        s->count += bb_count(targets);
        return;
    }
    while (bb_any(targets))
        tam_emit(s, c, from, bb_pop(&targets), MOVE_ORDINARY, NO_CLASS, 0);
}

/* Where a pinned man may go: along every path that it alone blocks, the sniper's square included.
 */
static inline bb_t tam_pin_targets(const struct tam_position *p, const struct tam_gen *g,
                                   unsigned from)
{
    bb_t allowed = ~BB_EMPTY;
    for (bb_t snipers = g->snipers; bb_any(snipers);) {
        const unsigned sniper = bb_pop(&snipers);
        const bb_t path = tam_path(p, sniper, g->duty);
        if ((path & g->occ) == bb_square(from))
            allowed &= path | bb_square(sniper);
    }
    return allowed;
}

BB_INLINE bb_t tam_restrict(const struct tam_position *p, const struct tam_gen *g, bool bound,
                            unsigned from, bb_t targets)
{
    if (!bound)
        return targets;
    targets &= g->evade;
    if (BB_UNLIKELY(bb_has(g->pinned, from)))
        targets &= tam_pin_targets(p, g, from);
    return targets;
}

/* --- pawns --- */

/* One pawn's arrival on its last rank (sections 5 and 6). `legal`: as an ordinary move it would be.
 */
BB_INLINE void tam_emit_arrival(struct tam_sink *s, const struct tam_gen *g, bool bound,
                                unsigned from, unsigned to, bool legal)
{
    const enum tam_class pawn = tam_man_class(s->p->board[from]);
    if (pawn == POP_FIRST) { /* arrives as it is, and waits */
        if (legal && bb_has(g->wanted, to))
            tam_emit(s, pawn, from, to, MOVE_ORDINARY, NO_CLASS, 0);
        return;
    }
    if (!g->tactical)
        return;
    const enum tam_class becomes = tam_arrival(pawn);
    if (pawn == POP_SECOND) {
        if (tam_special_is_legal(s->p, move_new(from, to, MOVE_TRANSFER)))
            tam_emit(s, pawn, from, to, MOVE_TRANSFER, becomes, MOVE_PROMOTION);
        return;
    }
    /* A new royal answers any check (T9). */
    if (legal || (bound && tam_is_royal(becomes)))
        tam_emit(s, pawn, from, to, MOVE_ARRIVAL, becomes, MOVE_PROMOTION);
}

BB_INLINE void tam_gen_arrivals(struct tam_sink *s, const struct tam_gen *g, bool bound, bb_t pawns)
{
    const bb_t enemy = g->enemy & ~s->p->type[TYPE_WAITING];
    while (bb_any(pawns)) {
        const unsigned from = bb_pop(&pawns);
        const unsigned ahead = (unsigned)((int)from + tam_forward(g->us));
        bb_t targets = (tam_t()->pawn[g->us][from] & enemy) | (bb_square(ahead) & ~g->occ);
        const bb_t legal = tam_restrict(s->p, g, bound, from, targets);
        while (bb_any(targets)) {
            const unsigned to = bb_pop(&targets);
            tam_emit_arrival(s, g, bound, from, to, bb_has(legal, to));
        }
    }
}

/* Steps of all given pawns at once; `targets` are their legal destinations, `step` squares ahead.
 */
BB_INLINE void tam_emit_steps(struct tam_sink *s, bb_t targets, int step)
{
    if (s->counting) {
        s->count += bb_count(targets);
        return;
    }
    while (bb_any(targets)) {
        const unsigned to = bb_pop(&targets);
        const unsigned from = (unsigned)((int)to - step);
        tam_emit(s, tam_man_class(s->p->board[from]), from, to, MOVE_ORDINARY, NO_CLASS, 0);
    }
}

BB_INLINE void tam_gen_pawns(struct tam_sink *s, const struct tam_gen *g, bool bound)
{
    const enum side us = g->us;
    const int ahead = tam_forward(us);
    const bb_t all = s->p->type[TYPE_PAWN] & g->own & g->movers;
    const bb_t arriving = all & (us == WHITE ? TAM_RANK(9) : TAM_RANK(2));
    bb_t walkers = all ^ arriving;
    bb_t wanted = g->wanted;
    if (bound) {
        bb_t pinned = walkers & g->pinned;
        walkers ^= pinned;
        while (BB_UNLIKELY(bb_any(pinned))) {
            const unsigned from = bb_pop(&pinned);
            const bb_t targets =
                (tam_t()->pawn[us][from] & g->enemy) | (bb_shift(bb_square(from), ahead) & ~g->occ);
            tam_emit_targets(s, tam_man_class(s->p->board[from]), from,
                             tam_restrict(s->p, g, true, from, targets & g->wanted));
        }
        wanted &= g->evade;
    }
    tam_emit_steps(s, bb_shift(walkers & ~TAM_FILE_K, ahead + 1) & g->enemy & wanted, ahead + 1);
    tam_emit_steps(s, bb_shift(walkers & ~TAM_FILE_A, ahead - 1) & g->enemy & wanted, ahead - 1);
    tam_emit_steps(s, bb_shift(walkers, ahead) & ~g->occ & wanted, ahead);
    if (BB_UNLIKELY(bb_any(arriving)))
        tam_gen_arrivals(s, g, bound, arriving);
}

/* --- officers --- */

BB_INLINE void tam_gen_officers(struct tam_sink *s, const struct tam_gen *g, bool bound,
                                enum tam_class c)
{
    const struct tam_tables *t = tam_t();
    bb_t men = s->p->type[c] & g->own & g->movers;
    while (bb_any(men)) {
        const unsigned from = bb_pop(&men);
        bb_t targets;
        if (c == ROOK)
            targets = attacks_rook(&t->rays[from], g->occ);
        else if (c == PICKET)
            targets = tam_picket_attacks(from, g->occ);
        else if (c == GIRAFFE)
            targets = tam_giraffe_attacks(from, g->occ);
        else
            targets = t->leap[c][from];
        tam_emit_targets(s, c, from, tam_restrict(s->p, g, bound, from, targets & g->wanted));
    }
}

/* --- royals (sections 4, 7, 9) --- */

BB_INLINE void tam_gen_royal(struct tam_sink *s, const struct tam_gen *g, enum tam_class c)
{
    const struct tam_position *p = s->p;
    const unsigned from = p->royal[g->us][c];
    if (from == TAM_NO_SQUARE || !bb_has(g->movers, from))
        return;
    const enum side us = g->us, them = side_other(us);
    const bb_t steps = tam_t()->king[from];
    bb_t targets = steps & g->wanted;
    if (!bb_several(tam_royals(p, us))) {
        const bb_t without = g->occ ^ bb_square(from);
        for (bb_t rest = targets; bb_any(rest);) {
            const unsigned to = bb_pop(&rest);
            if (bb_any(tam_attackers(p, to, them, g->enemy, without)))
                targets ^= bb_square(to);
        }
    }
    tam_emit_targets(s, c, from, targets);

    const bb_t citadels = steps & ~TAM_MAIN_BOARD & ~g->occ;
    if (BB_LIKELY(!bb_any(citadels)))
        return;
    /* The top royal may enter the enemy citadel, A his own; both are safe there (T5). */
    if (g->tactical && bb_has(citadels, tam_own_citadel(them)) && tam_top_royal(p, us) == from)
        tam_emit(s, c, from, tam_own_citadel(them), MOVE_ORDINARY, NO_CLASS, MOVE_FORCING);
    if (g->quiet && c == ADVENTITIOUS && bb_has(citadels, tam_own_citadel(us)))
        tam_emit(s, c, from, tam_own_citadel(us), MOVE_ORDINARY, NO_CLASS, 0);
    /* Exchange (T12): two royals remain, so it is always legal. */
    if (g->quiet && c == KING && (p->rights & tam_exchange_right(us)) &&
        bb_has(citadels, tam_own_citadel(them)))
        for (int partner = PRINCE; partner <= ADVENTITIOUS; partner++)
            if (p->royal[us][partner] < CITADEL_L2)
                tam_emit(s, KING, from, p->royal[us][partner], MOVE_EXCHANGE, NO_CLASS, 0);
}

/* --- the whole --- */

BB_INLINE void tam_gen_all_men(struct tam_sink *s, const struct tam_gen *g, bool bound)
{
    tam_gen_pawns(s, g, bound);
    tam_gen_officers(s, g, bound, KNIGHT);
    tam_gen_officers(s, g, bound, CAMEL);
    tam_gen_officers(s, g, bound, ELEPHANT);
    tam_gen_officers(s, g, bound, WAR_ENGINE);
    tam_gen_officers(s, g, bound, GENERAL);
    tam_gen_officers(s, g, bound, VIZIER);
    tam_gen_officers(s, g, bound, PICKET);
    tam_gen_officers(s, g, bound, GIRAFFE);
    tam_gen_officers(s, g, bound, ROOK);
    tam_gen_royal(s, g, KING);
    tam_gen_royal(s, g, PRINCE);
    tam_gen_royal(s, g, ADVENTITIOUS);
}

/* Attackers of the only royal, and what shields it from others; fills evade, pinned, snipers. */
BB_INLINE bb_t tam_find_threats(const struct tam_position *p, struct tam_gen *g)
{
    const struct tam_tables *t = tam_t();
    const unsigned sq = g->duty;
    bb_t checkers = t->pawn[g->us][sq] & p->type[TYPE_PAWN];
    checkers |= t->king[sq] & (p->type[KING] | p->type[PRINCE] | p->type[ADVENTITIOUS]);
    checkers |= t->leap[GENERAL][sq] & p->type[GENERAL];
    checkers |= t->leap[VIZIER][sq] & p->type[VIZIER];
    checkers |= t->leap[KNIGHT][sq] & p->type[KNIGHT];
    checkers |= t->leap[ELEPHANT][sq] & p->type[ELEPHANT];
    checkers |= t->leap[CAMEL][sq] & p->type[CAMEL];
    checkers |= t->leap[WAR_ENGINE][sq] & p->type[WAR_ENGINE];
    checkers &= g->enemy;
    g->snipers = ((t->rook_line[sq] & p->type[ROOK]) | (t->picket_land[sq] & p->type[PICKET]) |
                  (t->giraffe_from[sq] & p->type[GIRAFFE])) &
                 g->enemy;
    g->pinned = BB_EMPTY;
    for (bb_t snipers = g->snipers; bb_any(snipers);) {
        const unsigned sniper = bb_pop(&snipers);
        const bb_t blockers = tam_path(p, sniper, sq) & g->occ;
        if (!bb_any(blockers))
            checkers |= bb_square(sniper);
        else if (!bb_several(blockers))
            g->pinned |= blockers & g->own;
    }
    /* Bent paths of two giraffes can meet, so even a double check may be answered on a square that
     * both need. */
    g->evade = ~BB_EMPTY;
    for (bb_t rest = checkers; BB_UNLIKELY(bb_any(rest));) {
        const unsigned checker = bb_pop(&rest);
        g->evade &= bb_square(checker) | tam_path(p, checker, sq);
    }
    return checkers;
}

BB_INLINE void tam_gen_relocation_moves(struct tam_sink *s)
{
    const unsigned n = tam_gen_relocations(s->p, s->counting ? NULL : s->out);
    s->count += n;
    if (!s->counting)
        s->out += n;
}

BB_INLINE void tam_gen_swap_moves(struct tam_sink *s)
{
    const unsigned n = tam_gen_swaps(s->p, s->counting ? NULL : s->out);
    s->count += n;
    if (!s->counting)
        s->out += n;
}

/* Has nothing been generated so far? */
BB_INLINE bool tam_sink_empty(const struct tam_sink *s, const struct move_entry *begin)
{
    return s->counting ? s->count == 0 : s->out == begin;
}

/* All legal moves of the asked kind (GEN_EVASIONS counts as GEN_ALL) of the men of side `us` among
 * `movers`; section 14. Swaps and relocations ignore `movers`. */
BB_INLINE void tam_gen_body(struct tam_sink *s, enum side us, enum gen_kind kind, bb_t movers)
{
    const struct tam_position *p = s->p;
    const struct move_entry *begin = s->out;
    if (BB_UNLIKELY(tam_citadel_draw(p)))
        return; /* T11: the game is over */
    struct tam_gen g = {.us = us,
                        .own = p->men[us],
                        .enemy = p->men[side_other(us)],
                        .occ = tam_occupied(p),
                        .movers = movers,
                        .tactical = kind != GEN_QUIET,
                        .quiet = kind != GEN_TACTICAL,
                        .duty = tam_duty_square(p, us)};
    if (BB_UNLIKELY(bb_any(p->type[TYPE_WAITING] & g.own))) {
        const bool compulsory = p->base.option[OPTION_RELOCATION] == 0;
        if (g.tactical)
            tam_gen_relocation_moves(s);
        const bool found =
            g.tactical ? !tam_sink_empty(s, begin) : compulsory && tam_gen_relocations(p, NULL) > 0;
        if (compulsory && found)
            return; /* T6: nothing else is legal */
    }
    g.wanted = ((g.tactical ? g.enemy & ~p->type[TYPE_WAITING] : BB_EMPTY) |
                (g.quiet ? ~g.occ : BB_EMPTY)) &
               TAM_MAIN_BOARD;
    bb_t checkers = BB_EMPTY;
    if (BB_LIKELY(g.duty != TAM_NO_SQUARE)) {
        checkers = tam_find_threats(p, &g);
        tam_gen_all_men(s, &g, true);
    } else {
        tam_gen_all_men(s, &g, false);
    }
    /* T10.3: a swap needs a check, or that there is no other move at all. */
    if (BB_UNLIKELY(bb_any(checkers) || tam_sink_empty(s, begin)) && g.quiet &&
        (p->rights & tam_swap_right(us)) &&
        (bb_any(checkers) || kind != GEN_QUIET || !tam_has_tactical(p)))
        tam_gen_swap_moves(s);
}

#endif
