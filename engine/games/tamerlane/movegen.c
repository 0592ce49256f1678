/* Legal moves of Tamerlane chess as lists (the body is in movegen.h), and the rare moves that are
 * tried out on a copy of the board: relocations, swaps, transfers. */
#include "engine/games/tamerlane/movegen.h"

/* --- rare moves --- */

/* Does the side still obey T9 after the move? */
static bool is_safe_after(const struct tam_position *p, move_t move)
{
    struct tam_position after = *p;
    struct tam_undo undo;
    tam_make_board(&after, move, &undo);
    return tam_is_safe(&after, tam_side(p));
}

bool tam_special_is_legal(const struct tam_position *p, move_t move)
{
    /* T7: a transfer never removes a royal. In a swap the king has moved when the pawn arrives, so
     * its old square, which is on the last rank, cannot be the king-pawn square; its new one may.
     */
    const enum side us = tam_side(p);
    const unsigned home = tam_king_pawn_square(p, us);
    const bool transfers =
        move_extra(move) == MOVE_TRANSFER ||
        (move_extra(move) == MOVE_SWAP && tam_man_class(p->board[move_to(move)]) == POP_SECOND &&
         bb_has(tam_last_rank(us), move_from(move)));
    if (transfers && (tam_is_royal(tam_man_class(p->board[home])) ||
                      (move_extra(move) == MOVE_SWAP && move_to(move) == home)))
        return false;
    return is_safe_after(p, move);
}

static struct move_entry special_entry(const struct tam_position *p, move_t move, unsigned flags)
{
    const enum tam_class other = tam_man_class(p->board[move_to(move)]);
    return (struct move_entry){.move = move,
                               .flags = (uint8_t)flags,
                               .mover = (uint8_t)tam_man_class(p->board[move_from(move)]),
                               .victim = (uint8_t)(flags & MOVE_CAPTURE ? other : NO_CLASS)};
}

unsigned tam_gen_swaps(const struct tam_position *p, struct move_entry *out)
{
    const enum side us = tam_side(p), them = side_other(us);
    const unsigned king = p->royal[us][KING];
    const bool on_last_rank = bb_has(tam_last_rank(us), king);
    const bool spare = bb_several(tam_royals(p, us));
    bb_t partners = p->men[us] & ~tam_royals(p, us) & ~p->type[TYPE_WAITING];
    unsigned n = 0;
    while (bb_any(partners)) {
        const unsigned sq = bb_pop(&partners);
        const move_t move = move_new(king, sq, MOVE_SWAP);
        /* The occupied squares stay the same, so only the king's new square matters; unless a pawn
         * arrives on the last rank. */
        const bool arrives = on_last_rank && bb_has(p->type[TYPE_PAWN], sq);
        const bool legal =
            arrives ? tam_special_is_legal(p, move) : spare || !tam_attacked(p, sq, them);
        if (!legal)
            continue;
        if (out)
            out[n] = special_entry(p, move, 0);
        n++;
    }
    return n;
}

/* Has the man on sq a pseudo-legal ordinary move (section 4, and entries of section 9)? */
static bool has_pseudo_move(const struct tam_position *p, unsigned sq)
{
    const struct tam_tables *t = tam_t();
    const tam_man_t man = p->board[sq];
    const enum side us = tam_man_side(man), them = side_other(us);
    const enum tam_class c = tam_man_class(man);
    const bb_t occ = tam_occupied(p);
    const bb_t free = TAM_MAIN_BOARD & ~p->men[us] & ~p->type[TYPE_WAITING];
    if (tam_type_of(man, sq) == TYPE_WAITING)
        return false;
    if (tam_is_pawn(c)) {
        const unsigned ahead = (unsigned)((int)sq + tam_forward(us));
        return !bb_has(occ, ahead) || bb_any(t->pawn[us][sq] & p->men[them] & free);
    }
    if (tam_is_royal(c)) {
        const bb_t citadels = t->king[sq] & ~TAM_MAIN_BOARD & ~occ;
        const bool enters =
            (tam_top_royal(p, us) == sq && bb_has(citadels, tam_own_citadel(them))) ||
            (c == ADVENTITIOUS && bb_has(citadels, tam_own_citadel(us)));
        return enters || bb_any(t->king[sq] & free);
    }
    if (c == ROOK)
        return bb_any(attacks_rook(&t->rays[sq], occ) & free);
    if (c == PICKET)
        return bb_any(tam_picket_attacks(sq, occ) & free);
    if (c == GIRAFFE)
        return bb_any(tam_giraffe_attacks(sq, occ) & free);
    return bb_any(t->leap[c][sq] & free);
}

/* T6: with the pawn on `to`, does it fork two men, or trap one that cannot move and is itself safe?
 * `after` is the position with the relocation played. */
static bool is_fork_or_trap(const struct tam_position *after, enum side us, unsigned to)
{
    const enum side them = side_other(us);
    const bb_t targets = tam_t()->pawn[us][to] & after->men[them];
    if (!bb_any(targets))
        return false;
    if (bb_several(targets))
        return true;
    return !has_pseudo_move(after, bb_lowest(targets)) && !tam_attacked(after, to, them);
}

unsigned tam_gen_relocations(const struct tam_position *p, struct move_entry *out)
{
    const enum side us = tam_side(p), them = side_other(us);
    const unsigned from = bb_lowest(p->type[TYPE_WAITING] & p->men[us]);
    const bb_t forbidden = tam_royals(p, us) | tam_royals(p, them) | p->type[TYPE_WAITING];
    /* Only squares from which the pawn attacks an enemy man are worth a trial: step back from each
     * enemy man along a pawn's diagonals. */
    bb_t candidates = BB_EMPTY;
    for (bb_t enemy = p->men[them] & TAM_MAIN_BOARD; bb_any(enemy);)
        candidates |= tam_t()->pawn[them][bb_pop(&enemy)];
    candidates &= ~forbidden;
    unsigned n = 0;
    while (bb_any(candidates)) {
        const unsigned to = bb_pop(&candidates);
        const move_t move = move_new(from, to, MOVE_RELOCATION);
        struct tam_position after = *p;
        struct tam_undo undo;
        tam_make_board(&after, move, &undo);
        if (!is_fork_or_trap(&after, us, to) || !tam_is_safe(&after, us))
            continue;
        if (out)
            out[n] = special_entry(p, move,
                                   MOVE_FORCING | (bb_has(p->men[them], to) ? MOVE_CAPTURE : 0u));
        n++;
    }
    return n;
}

/* --- lists --- */

static struct move_entry *list_white(const struct tam_position *p, enum gen_kind kind, bb_t movers,
                                     struct move_entry *out)
{
    struct tam_sink s = {.p = p, .out = out};
    tam_gen_body(&s, WHITE, kind, movers);
    return s.out;
}

static struct move_entry *list_black(const struct tam_position *p, enum gen_kind kind, bb_t movers,
                                     struct move_entry *out)
{
    struct tam_sink s = {.p = p, .out = out};
    tam_gen_body(&s, BLACK, kind, movers);
    return s.out;
}

static struct move_entry *list(const struct tam_position *p, enum gen_kind kind, bb_t movers,
                               struct move_entry *out)
{
    return tam_side(p) == WHITE ? list_white(p, kind, movers, out)
                                : list_black(p, kind, movers, out);
}

struct move_entry *tam_generate(const struct position *pos, enum gen_kind kind,
                                struct move_entry *out)
{
    return list(tam_of_const(pos), kind, ~BB_EMPTY, out);
}

unsigned tam_count(const struct position *pos)
{
    struct tam_sink s = {.p = tam_of_const(pos), .counting = true};
    if (pos->side == WHITE)
        tam_gen_body(&s, WHITE, GEN_ALL, ~BB_EMPTY);
    else
        tam_gen_body(&s, BLACK, GEN_ALL, ~BB_EMPTY);
    return s.count;
}

/* Does one of these men have a move that does not depend on what else is legal? */
static bool has_plain_move(const struct tam_position *p, bb_t movers)
{
    struct move_entry moves[TAM_MOVES_MAX];
    const struct move_entry *end = list(p, GEN_ALL, movers, moves);
    for (const struct move_entry *e = moves; e < end; e++)
        if (move_extra(e->move) != MOVE_SWAP && move_extra(e->move) != MOVE_RELOCATION)
            return true;
    return false;
}

bool tam_has_moves(const struct position *pos)
{
    const struct tam_position *p = tam_of_const(pos);
    bb_t others = p->men[pos->side] & ~tam_royals(p, tam_side(p));
    const bb_t first = bb_any(others) ? bb_square(bb_lowest(others)) : tam_royals(p, tam_side(p));
    return has_plain_move(p, first) || tam_count(pos) > 0;
}

/* --- last moves --- */

/* Where a move of side `us` has to begin or end to attack one square. */
struct final_targets {
    bb_t by[TYPE_PAWN + 1]; /* by type: where a man attacks it from, lines open or not */
    bb_t lines;             /* of our line men to the square, the squares between */
};

static bool may_attack(const struct final_targets *f, const struct move_entry *e)
{
    const enum tam_class c = (enum tam_class)e->mover;
    return bb_has(f->by[tam_is_pawn(c) ? TYPE_PAWN : (enum tam_type)c], move_to(e->move)) ||
           bb_has(f->lines, move_from(e->move));
}

static struct final_targets targets_against(const struct tam_position *p, enum side us, unsigned sq)
{
    const struct tam_tables *t = tam_t();
    struct final_targets f = {.by = {[ROOK] = t->rook_line[sq],
                                     [PICKET] = t->picket_land[sq],
                                     [GIRAFFE] = t->giraffe_from[sq],
                                     [KING] = t->king[sq],
                                     [PRINCE] = t->king[sq],
                                     [ADVENTITIOUS] = t->king[sq],
                                     [TYPE_PAWN] = t->pawn[side_other(us)][sq]}};
    static const enum tam_class leapers[] = {GENERAL, VIZIER, KNIGHT, CAMEL, ELEPHANT, WAR_ENGINE};
    for (size_t i = 0; i < sizeof leapers / sizeof *leapers; i++)
        f.by[leapers[i]] = t->leap[leapers[i]][sq];
    bb_t snipers = ((f.by[ROOK] & p->type[ROOK]) | (f.by[PICKET] & p->type[PICKET]) |
                    (f.by[GIRAFFE] & p->type[GIRAFFE])) &
                   p->men[us];
    while (bb_any(snipers))
        f.lines |= tam_path(p, bb_pop(&snipers), sq);
    return f;
}

/* Does the side, which is not in check, have a move whatever single man the other moves to an empty
 * square, if that gives no check? A leaper or a rook with a target keeps one: it can capture what
 * comes in its way. It must not be what stands between its only royal and a line man, wherever
 * that man may go. */
static bool cannot_be_blocked(const struct tam_position *p, enum side side, unsigned royal)
{
    const struct tam_tables *t = tam_t();
    const bb_t free = TAM_MAIN_BOARD & ~p->men[side] & ~p->type[TYPE_WAITING];
    const bb_t giraffes = p->type[GIRAFFE] & p->men[side_other(side)];
    bb_t men =
        p->men[side] & (p->type[GENERAL] | p->type[VIZIER] | p->type[KNIGHT] | p->type[ELEPHANT] |
                        p->type[CAMEL] | p->type[WAR_ENGINE] | p->type[ROOK]);
    if (royal != TAM_NO_SQUARE && bb_any(giraffes))
        return false;
    while (bb_any(men)) {
        const unsigned sq = bb_pop(&men);
        const enum tam_class c = tam_man_class(p->board[sq]);
        const bb_t targets =
            c == ROOK ? attacks_rook(&t->rays[sq], tam_occupied(p)) : t->leap[c][sq];
        if ((royal == TAM_NO_SQUARE || t->direction[royal][sq] == DIR_NONE) &&
            bb_any(targets & free))
            return true;
    }
    return false;
}

/* A few squares to which the side's only royal can step, if it is not in check. */
enum { ESCAPES_MAX = 3 };

struct escapes {
    unsigned nb;
    unsigned square[ESCAPES_MAX];
    struct final_targets targets[ESCAPES_MAX];
};

static void find_escapes(const struct tam_position *p, enum side side, unsigned royal,
                         struct escapes *out)
{
    const enum side them = side_other(side);
    const bb_t without = tam_occupied(p) ^ bb_square(royal);
    bb_t steps = tam_t()->king[royal] & TAM_MAIN_BOARD & ~p->men[side] & ~p->type[TYPE_WAITING];
    while (bb_any(steps) && out->nb < ESCAPES_MAX) {
        const unsigned sq = bb_pop(&steps);
        if (bb_any(tam_attackers(p, sq, them, p->men[them], without)))
            continue;
        out->square[out->nb] = sq;
        out->targets[out->nb++] = targets_against(p, them, sq);
    }
}

/* Can the move, one man's to an empty square, leave the royal none of them? */
static bool may_close(const struct escapes *x, const struct move_entry *e)
{
    for (unsigned i = 0; i < x->nb; i++)
        if (move_to(e->move) != x->square[i] && !may_attack(&x->targets[i], e))
            return false;
    return true;
}

/* Mate needs a check, which only the other side's single royal can be in; stalemate that neither
 * this royal nor another man can move. Moves that change more than the squares of one man are not
 * looked into. */
struct move_entry *tam_generate_final(const struct position *pos, struct move_entry *out)
{
    const struct tam_position *p = tam_of_const(pos);
    const enum side us = tam_side(p), them = side_other(us);
    struct move_entry *end = tam_generate(pos, GEN_ALL, out), *kept = out;
    const unsigned royal = tam_duty_square(p, them);
    const bool is_mobile = cannot_be_blocked(p, them, royal);
    if (!is_mobile && royal == TAM_NO_SQUARE)
        return end;
    struct final_targets f = {.lines = BB_EMPTY};
    struct escapes escapes = {.nb = 0};
    if (royal != TAM_NO_SQUARE)
        f = targets_against(p, us, royal);
    if (!is_mobile)
        find_escapes(p, them, royal, &escapes);
    for (const struct move_entry *e = out; e < end; e++)
        if (e->victim || move_extra(e->move) != MOVE_ORDINARY || e->mover == POP_FIRST ||
            may_attack(&f, e) || (!is_mobile && may_close(&escapes, e)))
            *kept++ = *e;
    return kept;
}

bool tam_has_tactical(const struct tam_position *p)
{
    struct move_entry moves[TAM_MOVES_MAX];
    return list(p, GEN_TACTICAL, ~BB_EMPTY, moves) > moves;
}

bool tam_resolve(const struct position *pos, move_t move, struct move_entry *out)
{
    const struct tam_position *p = tam_of_const(pos);
    const unsigned from = move_from(move), to = move_to(move), kind = move_extra(move);
    if (from >= TAM_SQUARE_NB || to >= TAM_SQUARE_NB || kind > MOVE_RELOCATION ||
        !bb_has(p->men[pos->side], from))
        return false;
    /* Swaps and relocations depend on what else is legal; for the rest the man's moves do. */
    const bool alone = kind != MOVE_SWAP && kind != MOVE_RELOCATION;
    struct move_entry moves[TAM_MOVES_MAX];
    const struct move_entry *end = list(p, GEN_ALL, alone ? bb_square(from) : ~BB_EMPTY, moves);
    for (const struct move_entry *e = moves; e < end; e++)
        if (e->move == move) {
            *out = *e;
            return true;
        }
    return false;
}
