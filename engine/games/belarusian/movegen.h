/* movegen.h - private to Belarusian chess: the legal move generator's body, shared by the list
 * writer (movegen.c) and the counter (perft.c, bel_count).
 *
 * In most positions a prince lives and no royal stands on the throne; then nothing is royal (B11)
 * and every pseudo-legal move except an ascent is legal: the `bound` = false instance. Otherwise
 * there is one duty square (bel_duty_square) that must not be attacked after the move, and pins and
 * checkers are taken relative to it: the `bound` = true instance. */
#ifndef CITADEL_ENGINE_GAMES_BELARUSIAN_MOVEGEN_H
#define CITADEL_ENGINE_GAMES_BELARUSIAN_MOVEGEN_H

#include "engine/games/belarusian/rules.h"

/* Where moves go: into a list, or, with `counting` (always a constant), only into a number. */
struct bel_sink {
    const struct bel_position *p;
    struct move_entry *out;
    unsigned count;
    bool counting;
};

/* Everything about the side to move that the piece loops share. */
struct bel_gen {
    enum side us;
    unsigned king, prince; /* squares */
    bb_t own, enemy, occ;
    bb_t movers; /* men whose moves are asked for */
    bb_t wanted; /* targets of the asked kind that ordinary men may enter (never e5 by capture) */
    bool tactical, quiet;
    unsigned duty;    /* bound only: the duty square */
    bb_t evade;       /* bound only: targets that end every attack on it */
    bb_t pinned;      /* bound only: own men that shield it */
    bool prince_ends; /* bound only: getting a new prince voids the duty (B22) */
};

BB_INLINE void bel_emit(struct bel_sink *s, enum bel_class c, unsigned from, unsigned to,
                        enum bel_class becomes, unsigned flags)
{
    if (s->counting) {
        s->count++;
        return;
    }
    const enum bel_class victim = from == to ? NO_CLASS : bel_man_class(s->p->board[to]);
    struct move_entry *e = s->out++;
    e->move = move_new(from, to, becomes);
    e->flags = (uint8_t)(flags | (victim ? MOVE_CAPTURE : 0));
    e->mover = (uint8_t)c;
    e->victim = (uint8_t)victim;
    e->becomes = (uint8_t)becomes;
}

BB_INLINE void bel_emit_targets(struct bel_sink *s, enum bel_class c, unsigned from, bb_t targets)
{
    if (s->counting) {
        s->count += bb_count(targets);
        return;
    }
    while (bb_any(targets))
        bel_emit(s, c, from, bb_pop(&targets), NO_CLASS, 0);
}

/* Targets that the duty leaves to the man on `from`. */
BB_INLINE bb_t bel_restrict(const struct bel_gen *g, bool bound, unsigned from, bb_t targets)
{
    if (!bound)
        return targets;
    targets &= g->evade;
    if (BB_UNLIKELY(bb_has(g->pinned, from))) {
        const struct bel_tables *t = bel_t();
        targets &= attacks_ray(&t->rays[g->duty], (enum direction)t->direction[g->duty][from]);
    }
    return targets;
}

/* --- ratniks --- */

BB_INLINE void bel_emit_promotions(struct bel_sink *s, unsigned from, unsigned to, unsigned classes)
{
    if (s->counting) {
        s->count += (unsigned)__builtin_popcount(classes);
        return;
    }
    /* Hetman first: the likeliest best move leads. */
    for (int c = PRINCE; c >= RIDER; c--)
        if (classes >> c & 1)
            bel_emit(s, RATNIK, from, to, (enum bel_class)c, MOVE_PROMOTION);
}

/* Arrival on the last rank: promotion is compulsory if any class is available, else the ratnik
 * arrives as it is and waits (B21). `legal`: the move as such keeps the duty. */
BB_INLINE void bel_emit_arrival(struct bel_sink *s, const struct bel_gen *g, bool bound,
                                unsigned from, unsigned to, unsigned classes, bool legal)
{
    if (classes == 0) {
        if (legal && bb_has(g->wanted, to))
            bel_emit(s, RATNIK, from, to, NO_CLASS, 0);
        return;
    }
    if (!g->tactical)
        return;
    if (!legal)
        classes &= bound && g->prince_ends ? 1u << PRINCE : 0;
    bel_emit_promotions(s, from, to, classes);
}

/* Moves of ratniks that go `step` squares ahead; `targets` are their legal destinations. */
BB_INLINE void bel_emit_steps(struct bel_sink *s, bb_t targets, int step)
{
    if (s->counting) {
        s->count += bb_count(targets);
        return;
    }
    while (bb_any(targets)) {
        const unsigned to = bb_pop(&targets);
        bel_emit(s, RATNIK, (unsigned)((int)to - step), to, NO_CLASS, 0);
    }
}

/* Ratniks about to arrive, and those that wait on the last rank: few, so one by one. */
BB_INLINE void bel_gen_last_ranks(struct bel_sink *s, const struct bel_gen *g, bool bound,
                                  bb_t arriving, bb_t waiting)
{
    const struct bel_tables *t = bel_t();
    const unsigned classes = bel_promotions(s->p, g->us);
    while (bb_any(arriving)) {
        const unsigned from = bb_pop(&arriving);
        const unsigned ahead = (unsigned)((int)from + bel_forward(g->us));
        bb_t targets = (t->ratnik[g->us][from] & g->enemy) | (bb_square(ahead) & ~g->occ);
        const bb_t legal = bel_restrict(g, bound, from, targets);
        while (bb_any(targets)) {
            const unsigned to = bb_pop(&targets);
            bel_emit_arrival(s, g, bound, from, to, classes, bb_has(legal, to));
        }
    }
    if (!g->tactical)
        return;
    while (bb_any(waiting)) {
        const unsigned sq = bb_pop(&waiting);
        /* Promotion in place moves nothing: it answers an attack only by bringing a prince. */
        const bool legal = !bound || !bb_any(~g->evade);
        unsigned usable = classes;
        if (bound && !legal)
            usable &= g->prince_ends ? 1u << PRINCE : 0;
        bel_emit_promotions(s, sq, sq, usable);
    }
}

/* One ratnik at a time, for pinned ones. */
BB_INLINE void bel_gen_pinned_ratnik(struct bel_sink *s, const struct bel_gen *g, unsigned from)
{
    const struct bel_tables *t = bel_t();
    const int ahead = bel_forward(g->us);
    const bb_t start = g->us == WHITE ? BEL_RANK(2) : BEL_RANK(8);
    bb_t targets = t->ratnik[g->us][from] & g->enemy;
    const unsigned one = (unsigned)((int)from + ahead);
    if (!bb_has(g->occ, one)) {
        targets |= bb_square(one);
        if (bb_has(start, from) && !bb_has(g->occ, (unsigned)((int)one + ahead)))
            targets |= bb_square((unsigned)((int)one + ahead));
    }
    bel_emit_targets(s, RATNIK, from, bel_restrict(g, true, from, targets & g->wanted));
}

BB_INLINE void bel_gen_ratniks(struct bel_sink *s, const struct bel_gen *g, bool bound)
{
    const enum side us = g->us;
    const int ahead = bel_forward(us);
    const bb_t all = s->p->type[RATNIK] & g->own & g->movers;
    const bb_t last = bel_last_rank(us);
    const bb_t arrives = us == WHITE ? BEL_RANK(8) : BEL_RANK(2);
    const bb_t passed_start = us == WHITE ? BEL_RANK(3) : BEL_RANK(7);
    bb_t walkers = all & ~last & ~arrives;
    bb_t wanted = g->wanted;
    if (bound) {
        bb_t pinned = walkers & g->pinned;
        walkers &= ~pinned;
        while (BB_UNLIKELY(bb_any(pinned)))
            bel_gen_pinned_ratnik(s, g, bb_pop(&pinned));
        wanted &= g->evade;
    }
    /* `wanted` bars the throne to steps where it must and to captures always. */
    const bb_t one = bel_ratnik_pushes(walkers, us) & ~g->occ;
    const bb_t two = bel_ratnik_pushes(one & passed_start, us) & ~g->occ;
    bel_emit_steps(s, bel_ratnik_east(walkers, us) & g->enemy & wanted, ahead + 1);
    bel_emit_steps(s, bel_ratnik_west(walkers, us) & g->enemy & wanted, ahead - 1);
    bel_emit_steps(s, one & wanted, ahead);
    bel_emit_steps(s, two & wanted, 2 * ahead);
    if (BB_UNLIKELY(bb_any(all & (last | arrives))))
        bel_gen_last_ranks(s, g, bound, all & arrives, all & last);
}

/* --- riders, cannons, rooks, hetman --- */

BB_INLINE void bel_gen_men(struct bel_sink *s, const struct bel_gen *g, bool bound,
                           enum bel_class c)
{
    const struct bel_tables *t = bel_t();
    const bb_t blockers = bel_slider_blockers(g->occ);
    bb_t men = s->p->type[c] & g->own & g->movers;
    while (bb_any(men)) {
        const unsigned from = bb_pop(&men);
        bb_t targets;
        if (c == RIDER)
            targets = t->rider[from];
        else if (c == CANNON)
            targets = attacks_bishop(&t->rays[from], blockers);
        else if (c == ROOK)
            targets = attacks_rook(&t->rays[from], blockers);
        else
            targets = attacks_queen(&t->rays[from], blockers);
        bel_emit_targets(s, c, from, bel_restrict(g, bound, from, targets & g->wanted));
    }
}

/* --- royals --- */

/* May a royal go from `from` to the throne: is e5 safe after the move (B9)? */
BB_INLINE bool bel_ascent_safe(const struct bel_position *p, enum side us, unsigned from)
{
    const enum side them = side_other(us);
    return !bb_any(bel_attackers(p, E5, them, p->men[them], bel_occupied(p) ^ bb_square(from)));
}

BB_INLINE void bel_gen_ascent(struct bel_sink *s, const struct bel_gen *g, enum bel_class c,
                              unsigned from)
{
    if (g->tactical && bel_ascent_safe(s->p, g->us, from))
        bel_emit(s, c, from, E5, NO_CLASS, MOVE_FORCING);
}

BB_INLINE void bel_gen_prince(struct bel_sink *s, const struct bel_gen *g, bool bound,
                              bb_t royal_wanted)
{
    if (g->prince == BEL_NO_SQUARE || !bb_has(g->movers, g->prince))
        return;
    const bb_t attacks = bel_prince_attacks(s->p, g->prince, g->occ);
    const bb_t targets = attacks & royal_wanted;
    /* Stepping off the throne ends L2, and while the prince lives L1 is void: no restriction. */
    if (bound && g->duty == g->prince)
        bel_emit_targets(s, PRINCE, g->prince, targets);
    else
        bel_emit_targets(s, PRINCE, g->prince, bel_restrict(g, bound, g->prince, targets));
    /* With a duty square and a living prince a royal of ours holds e5 already: no ascent. */
    if (!bound && bb_has(attacks & ~g->own, E5) && bel_prince_supported(s->p, g->king))
        bel_gen_ascent(s, g, PRINCE, g->prince);
}

BB_INLINE void bel_gen_king(struct bel_sink *s, const struct bel_gen *g, bool bound,
                            bb_t royal_wanted)
{
    const bb_t attacks = bel_t()->king[g->king];
    bb_t targets = attacks & royal_wanted;
    const bool royal = g->prince == BEL_NO_SQUARE;
    if (bound && royal) {
        const enum side them = side_other(g->us);
        const bb_t without_king = g->occ ^ bb_square(g->king);
        bb_t safe = BB_EMPTY;
        for (bb_t rest = targets; bb_any(rest);) {
            const unsigned to = bb_pop(&rest);
            if (!bb_any(bel_attackers(s->p, to, them, g->enemy, without_king)))
                safe |= bb_square(to);
        }
        targets = safe;
    } else if (bound && g->duty != g->king) {
        targets = bel_restrict(g, true, g->king, targets);
    }
    bel_emit_targets(s, KING, g->king, targets);
    if (bb_has(attacks & ~g->own, E5) && (!bound || royal))
        bel_gen_ascent(s, g, KING, g->king);
}

/* Castling (section 5, B23): king two or three squares towards a rook; all three squares between
 * empty and not attacked, nor the king's own. It can never answer an attack on the throne: nothing
 * stands behind rank 1 or 9. */
BB_INLINE void bel_gen_castling(struct bel_sink *s, const struct bel_gen *g)
{
    const enum side us = g->us, them = side_other(us);
    const struct bel_position *p = s->p;
    const unsigned home = us == WHITE ? E1 : E9;
    const unsigned rights = us == WHITE ? p->rights : p->rights >> 2;
    for (int east = 0; east <= 1; east++) {
        if (!(rights >> east & 1))
            continue;
        const unsigned first = east ? home + 1 : home - 3;
        const bb_t between = (bb_t)7 << first;
        if (bb_any(between & g->occ) || bel_attacked(p, home, them) ||
            bel_attacked(p, first, them) || bel_attacked(p, first + 1, them) ||
            bel_attacked(p, first + 2, them))
            continue;
        for (unsigned steps = 2; steps <= 3; steps++) {
            if (s->counting) {
                s->count++;
                continue;
            }
            const unsigned to = east ? home + steps : home - steps;
            *s->out++ =
                (struct move_entry){.move = move_new(home, to, EXTRA_CASTLING), .mover = KING};
        }
    }
}

/* --- the whole --- */

/* Own men that alone shield the duty square from an enemy slider. */
BB_INLINE bb_t bel_find_pinned(const struct bel_position *p, const struct bel_gen *g)
{
    const struct bel_tables *t = bel_t();
    const struct attacks_rays *rays = &t->rays[g->duty];
    /* Look through our own men; the throne still ends every ray (B7). */
    const bb_t blockers = bel_slider_blockers(g->enemy);
    bb_t snipers = ((attacks_rook(rays, blockers) & (p->type[ROOK] | p->type[HETMAN])) |
                    (attacks_bishop(rays, blockers) & (p->type[CANNON] | p->type[HETMAN]))) &
                   g->enemy;
    const unsigned prince = p->prince[side_other(g->us)];
    if (prince != BEL_NO_SQUARE && bel_prince_hits(p, prince, g->duty, g->enemy))
        snipers |= bb_square(prince);
    bb_t pinned = BB_EMPTY;
    while (bb_any(snipers)) {
        const bb_t shield = bel_between(g->duty, bb_pop(&snipers)) & g->occ;
        if (!bb_several(shield))
            pinned |= shield & g->own;
    }
    return pinned;
}

/* Squares where an ordinary or shielding man must go, given the attackers of the duty square. */
BB_INLINE bb_t bel_find_evade(const struct bel_gen *g, bb_t checkers)
{
    if (!bb_any(checkers))
        return ~BB_EMPTY;
    if (bb_several(checkers))
        return BB_EMPTY;
    return checkers | bel_between(g->duty, bb_lowest(checkers));
}

BB_INLINE void bel_gen_all_men(struct bel_sink *s, const struct bel_gen *g, bool bound,
                               bb_t royal_wanted)
{
    bel_gen_ratniks(s, g, bound);
    bel_gen_men(s, g, bound, RIDER);
    bel_gen_men(s, g, bound, CANNON);
    bel_gen_men(s, g, bound, ROOK);
    bel_gen_men(s, g, bound, HETMAN);
    bel_gen_prince(s, g, bound, royal_wanted);
    if (!bb_has(g->movers, g->king))
        return;
    bel_gen_king(s, g, bound, royal_wanted);
    const uint8_t mine = g->us == WHITE ? RIGHT_A1 | RIGHT_I1 : RIGHT_A9 | RIGHT_I9;
    if (g->quiet && (s->p->rights & mine) && !(bound && g->duty == E5))
        bel_gen_castling(s, g);
}

/* All legal moves of the asked kind (GEN_EVASIONS counts as GEN_ALL here) of the men of side `us`
 * among `movers`. */
BB_INLINE void bel_gen_body(struct bel_sink *s, enum side us, enum gen_kind kind, bb_t movers)
{
    const struct bel_position *p = s->p;
    const enum side them = side_other(us);
    struct bel_gen g = {.us = us,
                        .king = p->king[us],
                        .prince = p->prince[us],
                        .movers = movers,
                        .own = p->men[us],
                        .enemy = p->men[them],
                        .occ = p->men[WHITE] | p->men[BLACK],
                        .tactical = kind != GEN_QUIET,
                        .quiet = kind != GEN_TACTICAL,
                        .duty = bel_duty_square(p, us)};
    bb_t checkers = BB_EMPTY;
    if (BB_UNLIKELY(g.duty != BEL_NO_SQUARE)) {
        checkers = bel_attackers(p, g.duty, them, g.enemy, g.occ);
        if (g.duty == E5 && !bb_any(checkers))
            return; /* the throne is won (section 8.1): the game is over */
    }
    if (BB_UNLIKELY(g.king == BEL_NO_SQUARE)) {
        /* The prince is crowned where it stands, if that square is not attacked (B12, B13). */
        if (g.tactical && !bel_attacked(p, g.prince, them))
            bel_emit(s, PRINCE, g.prince, g.prince, KING, MOVE_PROMOTION);
        return;
    }
    const bb_t kinds = (g.tactical ? g.enemy : BB_EMPTY) | (g.quiet ? ~g.occ : BB_EMPTY);
    const bb_t royal_wanted = kinds & BEL_BOARD & ~BEL_THRONE;
    g.wanted = royal_wanted;
    /* The noble set lets ordinary men stop on an empty throne (B28), never capture there (B29). */
    if (p->rule_set == BEL_NOBLE && g.quiet)
        g.wanted |= BEL_THRONE & ~g.occ;
    if (BB_LIKELY(g.duty == BEL_NO_SQUARE)) {
        bel_gen_all_men(s, &g, false, royal_wanted);
        return;
    }
    g.evade = bel_find_evade(&g, checkers);
    g.pinned = bel_find_pinned(p, &g);
    g.prince_ends = g.duty != E5;
    bel_gen_all_men(s, &g, true, royal_wanted);
}

#endif
