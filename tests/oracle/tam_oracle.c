// Literal implementation of tamerlane.md. Legality is decided in one way only: copy the position,
// play the move, ask ok(m) of section 14 of the result.
#include "tests/oracle/tam_oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// tamerlane.md 1: 11 files, 10 ranks, two citadels; L2 is White's, Z9 is Black's (T1).
enum { FILE_NB = 11, RANK_NB = 10, MAIN_NB = 110, L2 = 110, Z9 = 111 };

// tamerlane.md 12: the rights are S C of White, then s c of Black.
enum { SWAP = 0, EXCHANGE = 1 };

static const struct tamo_man NOBODY = {'.', false};

struct move_list {
    char (*moves)[TAMO_MOVE_SIZE];
    int count;
};

// --- Squares (section 1) -----------------------------------------------------------------------

// Citadels count as lying where they touch the board: l2 on the file after k, z9 on the file before
// a. A king step between two squares is then a step on the plane (T1: l2 touches k1, k2, k3 and z9
// touches a8, a9, a10).
static int file_of(int square)
{
    return square == L2 ? FILE_NB : square == Z9 ? -1 : square % FILE_NB;
}

static int rank_of(int square)
{
    return square == L2 ? 1 : square == Z9 ? 8 : square / FILE_NB;
}

static int square_of(int file, int rank)
{
    return rank * FILE_NB + file;
}

static bool is_main(int square)
{
    return square < MAIN_NB;
}

static char other(char side)
{
    return side == 'w' ? 'b' : 'w';
}

static int own_citadel(char side)
{
    return side == 'w' ? L2 : Z9; // T1
}

static int enemy_citadel(char side)
{
    return own_citadel(other(side));
}

// Direction of the owner's pawns in ranks.
static int forward(char side)
{
    return side == 'w' ? 1 : -1;
}

// tamerlane.md 5: rank 10 for White, rank 1 for Black.
static bool is_last_rank(int square, char side)
{
    return is_main(square) && rank_of(square) == (side == 'w' ? RANK_NB - 1 : 0);
}

// tamerlane.md 3: f3 and f8; f2 and f9 in `feminine` and `third`.
static int king_pawn_square(const struct tamo_pos *p, char side)
{
    bool is_near = p->options.setup == TAMO_FEMININE || p->options.setup == TAMO_THIRD;
    int rank = is_near ? 1 : 2;
    return square_of(5, side == 'w' ? rank : RANK_NB - 1 - rank);
}

// --- Men (section 2) ---------------------------------------------------------------------------

static bool is_empty(const struct tamo_pos *p, int square)
{
    return p->men[square].letter == '.';
}

static bool is_of(struct tamo_man man, char side)
{
    return side == 'w' ? man.letter >= 'A' && man.letter <= 'Z'
                       : man.letter >= 'a' && man.letter <= 'z';
}

// The letter regardless of the owner, in upper case.
static char type_of(struct tamo_man man)
{
    return man.letter >= 'a' ? (char)(man.letter - 'a' + 'A') : man.letter;
}

static struct tamo_man man_of(char type, bool is_pawn, char side)
{
    struct tamo_man man = {side == 'w' ? type : (char)(type - 'A' + 'a'), is_pawn};
    return man;
}

static bool is_same(struct tamo_man a, struct tamo_man b)
{
    return a.letter == b.letter && a.is_pawn == b.is_pawn;
}

// Terms: royal = shah, prince or adventitious king.
static bool is_royal(struct tamo_man man)
{
    char type = type_of(man);
    return !man.is_pawn && (type == 'K' || type == 'S' || type == 'A');
}

// tamerlane.md 6 and 12: waiting is implied by `.P` on its last rank.
static bool is_waiting(const struct tamo_pos *p, int square)
{
    struct tamo_man man = p->men[square];
    return man.is_pawn && type_of(man) == 'P' && is_last_rank(square, is_of(man, 'w') ? 'w' : 'b');
}

static int count_men(const struct tamo_pos *p, struct tamo_man man)
{
    int count = 0;
    for (int square = 0; square < TAMO_SQUARE_NB; square++) {
        count += is_same(p->men[square], man);
    }
    return count;
}

// The square of the side's only piece of this type, citadels included, or -1.
static int find_piece(const struct tamo_pos *p, char type, char side)
{
    struct tamo_man piece = man_of(type, false, side);
    for (int square = 0; square < TAMO_SQUARE_NB; square++) {
        if (is_same(p->men[square], piece)) {
            return square;
        }
    }
    return -1;
}

static int count_royals(const struct tamo_pos *p, char side)
{
    int count = 0;
    for (int square = 0; square < TAMO_SQUARE_NB; square++) {
        count += is_of(p->men[square], side) && is_royal(p->men[square]);
    }
    return count;
}

// tamerlane.md 7: K above S above A; the square of the highest that the side still has, or -1.
static int find_top_royal(const struct tamo_pos *p, char side)
{
    static const char order[] = "KSA";
    for (int i = 0; order[i] != '\0'; i++) {
        int square = find_piece(p, order[i], side);
        if (square >= 0) {
            return square;
        }
    }
    return -1;
}

// --- Attack (section 4) ------------------------------------------------------------------------

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

// Are `count` squares in a row empty, beginning with (file, rank)?
static bool is_way_open(const struct tamo_pos *p, int file, int rank, int file_step, int rank_step,
                        int count)
{
    for (int i = 0; i < count; i++) {
        if (!is_empty(p, square_of(file + i * file_step, rank + i * rank_step))) {
            return false;
        }
    }
    return true;
}

// Could the man on `from` capture an enemy man standing on the main-board square `to`, by geometry
// alone (section 4, Attack)?
static bool reaches(const struct tamo_pos *p, int from, int to)
{
    struct tamo_man man = p->men[from];
    int file = file_of(from);
    int rank = rank_of(from);
    int right = file_of(to) - file;
    int up = rank_of(to) - rank;
    int right_abs = abs(right);
    int up_abs = abs(up);
    int right_step = sign(right);
    int up_step = sign(up);

    if (!is_main(to) || from == to) {
        return false;
    }
    if (man.is_pawn) { // its two forward diagonals; a waiting pawn has none (T8)
        return right_abs == 1 && up == forward(is_of(man, 'w') ? 'w' : 'b');
    }
    switch (type_of(man)) {
    case 'K':
    case 'S':
    case 'A': // one step in eight directions, also out of a citadel
        return right_abs <= 1 && up_abs <= 1;
    case 'F':
        return right_abs == 1 && up_abs == 1;
    case 'W':
        return right_abs + up_abs == 1;
    case 'N': // leaps (1,2), whatever stands between
        return right_abs * up_abs == 2;
    case 'E': // (2,2)
        return right_abs == 2 && up_abs == 2;
    case 'C': // (1,3)
        return right_abs * up_abs == 3;
    case 'D': // (2,0)
        return right_abs * up_abs == 0 && right_abs + up_abs == 2;
    case 'R':
        return right_abs * up_abs == 0 && is_way_open(p, file + right_step, rank + up_step,
                                                      right_step, up_step, right_abs + up_abs - 1);
    case 'T': // T4: distance 2 or more, all squares before the last empty, the first included
        return right_abs == up_abs && right_abs >= 2 &&
               is_way_open(p, file + right_step, rank + up_step, right_step, up_step,
                           right_abs - 1);
    case 'G': // one diagonal, then n >= 3 straight outward; path to (1,1+n): (1,1), (1,2) .. (1,n)
        if (right_abs == 1 && up_abs >= 4) {
            return is_way_open(p, file + right_step, rank + up_step, 0, up_step, up_abs - 1);
        }
        if (up_abs == 1 && right_abs >= 4) {
            return is_way_open(p, file + right_step, rank + up_step, right_step, 0, right_abs - 1);
        }
        return false;
    default:
        return false;
    }
}

// Does any man of `side` attack the square? Pinned men count (section 7); nothing attacks a citadel
// (T5).
static bool is_attacked(const struct tamo_pos *p, char side, int square)
{
    for (int from = 0; from < TAMO_SQUARE_NB; from++) {
        if (is_of(p->men[from], side) && reaches(p, from, square)) {
            return true;
        }
    }
    return false;
}

// tamerlane.md 14: exactly one royal, and it is attacked.
static bool is_in_check(const struct tamo_pos *p, char side)
{
    return count_royals(p, side) == 1 && is_attacked(p, other(side), find_top_royal(p, side));
}

// tamerlane.md 9, T11: the top royal of either side stands in the citadel of the other.
static bool is_citadel_draw(const struct tamo_pos *p)
{
    return find_top_royal(p, 'w') == Z9 || find_top_royal(p, 'b') == L2;
}

// --- Playing a move ----------------------------------------------------------------------------

// tamerlane.md 5: the arrival rule for whatever has come to `square`. Returns false if T7 forbids
// the move.
static bool arrive(struct tamo_pos *p, int square, char side)
{
    struct tamo_man man = p->men[square];
    int start = king_pawn_square(p, side);

    if (!man.is_pawn || !is_last_rank(square, side)) {
        return true;
    }
    switch (type_of(man)) {
    case 'K': // becomes a prince
        p->men[square] = man_of('S', false, side);
        return true;
    case 'P': // section 6, first journey: waits there
        return true;
    case 'X': // section 6, second journey, T7: transferred at once, removing a non-royal man
        if (is_royal(p->men[start])) {
            return false;
        }
        p->men[square] = NOBODY;
        p->men[start] = man_of('Y', true, side);
        return true;
    case 'Y': // section 6, third journey: the adventitious king on that square
        p->men[square] = man_of('A', false, side);
        return true;
    default: // becomes that piece
        p->men[square].is_pawn = false;
        return true;
    }
}

// tamerlane.md 12: when a side's K is gone both its rights are dropped.
static void drop_rights(struct tamo_pos *p)
{
    for (int i = 0; i < 4; i++) {
        if (p->rights[i] && find_piece(p, 'K', i < 2 ? 'w' : 'b') < 0) {
            p->rights[i] = false;
        }
    }
}

// Plays the pseudo-legal move of two squares; what it is, the men on them decide (section 13).
// Returns false if T7 forbids it; the position is then of no use.
static bool play(struct tamo_pos *p, int from, int to)
{
    char side = p->side;
    bool *rights = p->rights + (side == 'w' ? 0 : 2);
    struct tamo_man man = p->men[from];
    struct tamo_man target = p->men[to];
    bool is_allowed = true;

    // section 11, T14: irreversible are any removal of a man, any pawn move (relocation and
    // transfer are such), swap and exchange; in these two the second square is occupied too.
    p->clock = man.is_pawn || !is_empty(p, to) ? 0 : p->clock + 1;

    if (is_waiting(p, from)) { // section 6, T6: relocation; friend or foe on `to` is removed
        p->men[from] = NOBODY;
        p->men[to] = man_of('X', true, side);
    } else if (is_of(target, side) && is_royal(target)) { // section 9, T12: citadel exchange
        p->men[from] = NOBODY;
        p->men[to] = man;
        p->men[enemy_citadel(side)] = target;
        rights[EXCHANGE] = false;
    } else if (is_of(target, side)) { // section 8, T10: royal swap; the partner may arrive
        p->men[from] = target;
        p->men[to] = man;
        rights[SWAP] = false;
        is_allowed = arrive(p, from, side);
    } else { // section 4: ordinary move
        p->men[from] = NOBODY;
        p->men[to] = man;
        is_allowed = arrive(p, to, side);
    }
    drop_rights(p);
    p->fullmove += side == 'b'; // section 12
    p->side = other(side);
    return is_allowed;
}

// Reads a square of section 13 and moves *text past it.
static int read_square(const char **text)
{
    char file = *(*text)++;
    int rank = 0;
    while (**text >= '0' && **text <= '9') {
        rank = rank * 10 + (*(*text)++ - '0');
    }
    return file == 'l' ? L2 : file == 'z' ? Z9 : square_of(file - 'a', rank - 1);
}

void tamo_apply(struct tamo_pos *p, const char *move)
{
    int from = read_square(&move);
    int to = read_square(&move);
    play(p, from, to);
}

// --- Move generation ---------------------------------------------------------------------------

// The name of a square, at most three characters and the closing zero.
static void write_square(int square, char out[4])
{
    char file = square == Z9 ? 'z' : (char)('a' + file_of(square));
    int rank = rank_of(square) + 1;
    int length = 0;
    out[length++] = file;
    if (rank == 10) {
        out[length++] = '1';
    }
    out[length++] = (char)('0' + rank % 10);
    out[length] = '\0';
}

// tamerlane.md 14, ok(m), with T9; q: the position after the move, mover: who made it.
static bool is_ok(const struct tamo_pos *q, char mover)
{
    return count_royals(q, mover) >= 2 ||
           !is_attacked(q, other(mover), find_top_royal(q, mover)); // there is one
}

// Appends the pseudo-legal move if it is legal.
static void try_move(const struct tamo_pos *p, struct move_list *list, int from, int to)
{
    struct tamo_pos after = *p;
    if (play(&after, from, to) && is_ok(&after, p->side)) {
        char *text = list->moves[list->count++];
        memset(text, 0, TAMO_MOVE_SIZE);
        write_square(from, text);
        write_square(to, text + strlen(text));
    }
}

// May the man on `from` step into the citadel `to` (section 9)?
static bool may_enter(const struct tamo_pos *p, int from, int to)
{
    struct tamo_man man = p->men[from];
    char side = is_of(man, 'w') ? 'w' : 'b';

    if (!is_royal(man) || !is_empty(p, to)) { // T1, T5
        return false;
    }
    if (abs(file_of(to) - file_of(from)) > 1 || abs(rank_of(to) - rank_of(from)) > 1) {
        return false;
    }
    if (to == own_citadel(side)) {
        return type_of(man) == 'A'; // A alone
    }
    return find_top_royal(p, side) == from; // the top royal
}

// Is from-to an ordinary move by sections 4 and 9 (steps into and out of citadels included,
// exchange excluded), check and T7 aside? The owner of the man need not be the side to move.
static bool may_go(const struct tamo_pos *p, int from, int to)
{
    struct tamo_man man = p->men[from];
    char side = is_of(man, 'w') ? 'w' : 'b';

    if (from == to || is_of(p->men[to], side)) { // section 4: not onto a man of its own colour
        return false;
    }
    if (!is_main(to)) {
        return may_enter(p, from, to);
    }
    if (is_waiting(p, to)) { // section 6, T8: can never be captured
        return false;
    }
    if (man.is_pawn && is_empty(p, to)) { // one step straight forward; no double step
        return file_of(to) == file_of(from) && rank_of(to) == rank_of(from) + forward(side);
    }
    return reaches(p, from, to);
}

static bool has_ordinary_move(const struct tamo_pos *p, int from)
{
    for (int to = 0; to < TAMO_SQUARE_NB; to++) {
        if (may_go(p, from, to)) {
            return true;
        }
    }
    return false;
}

// tamerlane.md 6, T6: may the waiting pawn on `from` go to t, check aside?
static bool may_relocate(const struct tamo_pos *p, int from, int t)
{
    char us = p->side;
    char them = other(us);
    struct tamo_pos after = *p;
    int ahead = rank_of(t) + forward(us);
    int diagonals = 0;
    int targets = 0;
    int q = -1;

    if (!is_main(t) || t == from || is_royal(p->men[t]) || is_waiting(p, t)) {
        return false; // forbidden occupants; the only other waiting pawn is the enemy's
    }
    after.men[from] = NOBODY;
    after.men[t] = man_of('X', true, us);
    for (int file = file_of(t) - 1; file <= file_of(t) + 1; file += 2) {
        if (file >= 0 && file < FILE_NB && ahead >= 0 && ahead < RANK_NB) {
            diagonals++;
            if (is_of(after.men[square_of(file, ahead)], them)) {
                targets++;
                q = square_of(file, ahead);
            }
        }
    }
    if (diagonals == 2 && targets == 2) {
        return true; // fork
    }
    return targets == 1 && !has_ordinary_move(&after, q) && !is_attacked(&after, them, t); // trap
}

static void try_relocations(const struct tamo_pos *p, struct move_list *list)
{
    for (int from = 0; from < MAIN_NB; from++) {
        if (!is_of(p->men[from], p->side) || !is_waiting(p, from)) {
            continue;
        }
        for (int t = 0; t < MAIN_NB; t++) {
            if (may_relocate(p, from, t)) {
                try_move(p, list, from, t);
            }
        }
    }
}

static void try_ordinary_moves(const struct tamo_pos *p, struct move_list *list)
{
    for (int from = 0; from < TAMO_SQUARE_NB; from++) {
        if (!is_of(p->men[from], p->side)) {
            continue;
        }
        for (int to = 0; to < TAMO_SQUARE_NB; to++) {
            if (may_go(p, from, to)) {
                try_move(p, list, from, to);
            }
        }
    }
}

// tamerlane.md 9, T12: K next to the empty enemy citadel, S or A on the main board.
static void try_exchanges(const struct tamo_pos *p, struct move_list *list)
{
    int king = find_piece(p, 'K', p->side);
    int citadel = enemy_citadel(p->side);

    if (!p->rights[(p->side == 'w' ? 0 : 2) + EXCHANGE] || king < 0 || !is_empty(p, citadel) ||
        abs(file_of(king) - file_of(citadel)) > 1 || abs(rank_of(king) - rank_of(citadel)) > 1) {
        return;
    }
    for (int partner = 0; partner < MAIN_NB; partner++) {
        struct tamo_man man = p->men[partner];
        if (is_of(man, p->side) && is_royal(man) && partner != king) {
            try_move(p, list, king, partner);
        }
    }
}

// tamerlane.md 8, T10, conditions 2 and 4; 1 and 3 are the caller's, 5 is try_move's.
static void try_swaps(const struct tamo_pos *p, struct move_list *list)
{
    int king = find_piece(p, 'K', p->side);
    for (int partner = 0; king >= 0 && partner < MAIN_NB; partner++) {
        struct tamo_man man = p->men[partner];
        if (is_of(man, p->side) && !is_royal(man) && !is_waiting(p, partner)) {
            try_move(p, list, king, partner);
        }
    }
}

// tamerlane.md 14: legal(p), in no particular order.
static int list_moves(const struct tamo_pos *p, char out[][TAMO_MOVE_SIZE])
{
    struct move_list list = {out, 0};

    if (is_citadel_draw(p)) {
        return 0;
    }
    try_relocations(p, &list); // R
    if (list.count > 0 && !p->options.relocation_optional) {
        return list.count;
    }
    try_ordinary_moves(p, &list); // M; section 17: R is part of it if relocation is optional
    try_exchanges(p, &list);
    if (p->rights[(p->side == 'w' ? 0 : 2) + SWAP] &&
        (list.count == 0 || is_in_check(p, p->side))) {
        try_swaps(p, &list);
    }
    return list.count;
}

static int compare_moves(const void *a, const void *b)
{
    return memcmp(a, b, TAMO_MOVE_SIZE);
}

int tamo_moves(const struct tamo_pos *p, char out[][TAMO_MOVE_SIZE])
{
    int count = list_moves(p, out);
    qsort(out, (size_t)count, TAMO_MOVE_SIZE, compare_moves);
    return count;
}

unsigned long long tamo_perft(const struct tamo_pos *p, int depth)
{
    char moves[TAMO_MOVES_MAX][TAMO_MOVE_SIZE];
    if (depth <= 0) {
        return 1;
    }
    int count = list_moves(p, moves);
    if (depth == 1) {
        return (unsigned long long)count;
    }
    unsigned long long nodes = 0;
    for (int i = 0; i < count; i++) {
        struct tamo_pos after = *p;
        tamo_apply(&after, moves[i]);
        nodes += tamo_perft(&after, depth - 1);
    }
    return nodes;
}

// --- Result (section 10) -----------------------------------------------------------------------

const char *tamo_result(const struct tamo_pos *p)
{
    char moves[TAMO_MOVES_MAX][TAMO_MOVE_SIZE];
    bool has_check = is_in_check(p, p->side);

    if (is_citadel_draw(p)) { // 1: tested first (T11)
        return "draw-citadel";
    }
    if (list_moves(p, moves) == 0) { // 2, T13: no legal move loses, whatever royals there are
        if (p->side == 'w') {
            return has_check ? "black-wins mate" : "black-wins stalemate";
        }
        return has_check ? "white-wins mate" : "white-wins stalemate";
    }
    return has_check ? "none check" : "none"; // 3: nothing else ends a game
}

// --- Rotation (section 1) ----------------------------------------------------------------------

static struct tamo_man change_side(struct tamo_man man)
{
    if (man.letter == '.') {
        return man;
    }
    return man_of(type_of(man), man.is_pawn, is_of(man, 'w') ? 'b' : 'w');
}

void tamo_rotate(struct tamo_pos *p)
{
    struct tamo_pos old = *p;
    for (int square = 0; square < MAIN_NB; square++) {
        p->men[MAIN_NB - 1 - square] = change_side(old.men[square]); // rot(s) = 109-s
    }
    p->men[L2] = change_side(old.men[Z9]);
    p->men[Z9] = change_side(old.men[L2]);
    for (int i = 0; i < 4; i++) {
        p->rights[i] = old.rights[(i + 2) % 4];
    }
    p->side = other(old.side);
}

// --- FEN (section 12) --------------------------------------------------------------------------

const char *tamo_start(enum tamo_setup setup)
{
    switch (setup) {
    case TAMO_REFLECTED:
        return "e1c1d1d1c1e/rntgfkwgtnr/.p.d.c.e.f.k.w.g.t.n.r/11/11/11/11/"
               ".P.D.C.E.F.K.W.G.T.N.R/RNTGFKWGTNR/E1C1D1D1C1E w -- SCsc 0 1";
    case TAMO_FEMININE:
        return "e1c1wkf1c1e/rntgd.kdgtnr/.r.n.t.g.w1.f.e.c.d.p/11/11/11/11/"
               ".P.D.C.E.F1.W.G.T.N.R/RNTGD.KDGTNR/E1C1FKW1C1E w -- SCsc 0 1";
    case TAMO_THIRD:
        return "e1c1wkf1c1e/rndtg.kgtdnr/.r.n.t.g.w1.f.e.c.d.p/11/11/11/11/"
               ".P.D.C.E.F1.W.G.T.N.R/RNDTG.KGTDNR/E1C1FKW1C1E w -- SCsc 0 1";
    case TAMO_MASCULINE:
    default:
        return "e1c1d1d1c1e/rntgwkfgtnr/.r.n.t.g.w.k.f.e.c.d.p/11/11/11/11/"
               ".P.D.C.E.F.K.W.G.T.N.R/RNTGFKWGTNR/E1C1D1D1C1E w -- SCsc 0 1";
    }
}

// Are the numbers and places of one side's men as sections 2 and 12 want them?
static bool are_men_valid(const struct tamo_pos *p, char side)
{
    int kings = count_men(p, man_of('K', false, side));
    int princes = count_men(p, man_of('S', false, side));
    int adventitious = count_men(p, man_of('A', false, side));
    int king_pawns = count_men(p, man_of('K', true, side));
    int pawns_of_pawns = count_men(p, man_of('P', true, side)) +
                         count_men(p, man_of('X', true, side)) +
                         count_men(p, man_of('Y', true, side));

    // section 2: at most one each; S excludes .K and A excludes .P .X .Y
    if (kings > 1 || princes + king_pawns > 1 || adventitious + pawns_of_pawns > 1) {
        return false;
    }
    if (kings + princes + adventitious == 0) { // section 12: each side needs a royal
        return false;
    }
    for (int square = 0; square < TAMO_SQUARE_NB; square++) {
        struct tamo_man man = p->men[square];
        if (!is_of(man, side)) {
            continue;
        }
        // section 12: no pawn but .P on its last rank
        if (man.is_pawn && is_last_rank(square, side) && type_of(man) != 'P') {
            return false;
        }
        // section 12: any royal in the enemy citadel, only A in the own one
        if (!is_main(square) &&
            (!is_royal(man) || (square == own_citadel(side) && type_of(man) != 'A'))) {
            return false;
        }
    }
    return true;
}

static bool is_valid(const struct tamo_pos *p)
{
    return are_men_valid(p, 'w') && are_men_valid(p, 'b') && !is_in_check(p, other(p->side));
}

// The readers below advance *text past what they read and return false on anything unexpected.

static bool read_man(const char **text, struct tamo_man *man)
{
    man->is_pawn = **text == '.';
    *text += man->is_pawn;
    man->letter = **text;
    if (man->letter == '\0' ||
        strchr(man->is_pawn ? "RNTGWKFECDPXYrntgwkfecdpxy" : "KSAFWGTNRECDksafwgtnrecd",
               man->letter) == NULL) {
        return false;
    }
    (*text)++;
    return true;
}

// Up to nine decimal digits.
static bool read_number(const char **text, int *number)
{
    int digits = 0;
    *number = 0;
    while (**text >= '0' && **text <= '9' && digits < 9) {
        *number = *number * 10 + (*(*text)++ - '0');
        digits++;
    }
    return digits > 0;
}

static bool read_board(const char **text, struct tamo_pos *p)
{
    for (int rank = RANK_NB - 1; rank >= 0; rank--) {
        int file = 0;
        while (file < FILE_NB) {
            if (**text >= '0' && **text <= '9') { // the longest digit run, 1..11, no leading zero
                bool has_leading_zero = **text == '0';
                int run = 0;
                if (!read_number(text, &run) || has_leading_zero || run > FILE_NB - file) {
                    return false;
                }
                file += run; // the squares are empty already
            } else if (read_man(text, &p->men[square_of(file, rank)])) {
                file++;
            } else {
                return false;
            }
        }
        if (rank > 0 && *(*text)++ != '/') {
            return false;
        }
    }
    return true;
}

// One character of the third field: `-` or a royal's letter. Who may stand where, is_valid says.
static bool read_citadel(const char **text, struct tamo_man *man)
{
    char letter = *(*text)++;
    if (letter == '-') {
        return true;
    }
    man->letter = letter;
    return letter != '\0' && strchr("KSAksa", letter) != NULL;
}

static bool read_rights(const char **text, struct tamo_pos *p)
{
    static const char letters[] = "SCsc";
    bool any = false;
    if (**text == '-') {
        (*text)++;
        return true;
    }
    for (int i = 0; i < 4; i++) { // in this order, each at most once
        if (**text == letters[i]) {
            p->rights[i] = true;
            any = true;
            (*text)++;
        }
    }
    return any;
}

static bool read_side(const char **text, char *side)
{
    *side = *(*text)++;
    return *side == 'w' || *side == 'b';
}

static bool read_space(const char **text)
{
    return *(*text)++ == ' ';
}

static void clear(struct tamo_pos *p, struct tamo_options o)
{
    memset(p, 0, sizeof *p);
    for (int square = 0; square < TAMO_SQUARE_NB; square++) {
        p->men[square] = NOBODY;
    }
    p->options = o;
}

bool tamo_parse(struct tamo_pos *p, const char *fen, struct tamo_options o)
{
    struct tamo_pos read;
    clear(&read, o);
    if (!read_board(&fen, &read) || !read_space(&fen) || !read_side(&fen, &read.side) ||
        !read_space(&fen) || !read_citadel(&fen, &read.men[L2]) ||
        !read_citadel(&fen, &read.men[Z9]) || !read_space(&fen) || !read_rights(&fen, &read) ||
        !read_space(&fen) || !read_number(&fen, &read.clock) || !read_space(&fen) ||
        !read_number(&fen, &read.fullmove)) {
        return false;
    }
    drop_rights(&read); // also on input
    if (*fen != '\0' || read.fullmove < 1 || !is_valid(&read)) {
        return false;
    }
    *p = read;
    return true;
}

void tamo_format(const struct tamo_pos *p, char out[TAMO_FEN_SIZE])
{
    char board[RANK_NB * (2 * FILE_NB + 1) + 1]; // eleven pawns and a slash in each rank, zero
    char rights[5];
    int length = 0;
    int count = 0;

    for (int rank = RANK_NB - 1; rank >= 0; rank--) {
        int run = 0;
        for (int file = 0; file < FILE_NB; file++) {
            struct tamo_man man = p->men[square_of(file, rank)];
            run += man.letter == '.';
            if (run > 0 && (man.letter != '.' || file == FILE_NB - 1)) {
                length += sprintf(board + length, "%d", run);
                run = 0;
            }
            if (man.letter != '.') {
                length += sprintf(board + length, "%s%c", man.is_pawn ? "." : "", man.letter);
            }
        }
        length += sprintf(board + length, "%s", rank > 0 ? "/" : "");
    }

    for (int i = 0; i < 4; i++) {
        if (p->rights[i]) {
            rights[count++] = "SCsc"[i];
        }
    }
    if (count == 0) {
        rights[count++] = '-';
    }
    rights[count] = '\0';

    char l2 = is_empty(p, L2) ? '-' : p->men[L2].letter;
    char z9 = is_empty(p, Z9) ? '-' : p->men[Z9].letter;
    snprintf(out, TAMO_FEN_SIZE, "%s %c %c%c %s %d %d", board, p->side, l2, z9, rights, p->clock,
             p->fullmove);
}

// --- Random positions --------------------------------------------------------------------------

// splitmix64 (Steele, Lea, Flood, 2014), reduced to 0 .. n-1.
static int below(unsigned long long *seed, int n)
{
    *seed += 0x9E3779B97F4A7C15ULL;
    unsigned long long z = *seed;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    z ^= z >> 31;
    return (int)((z >> 16) % (unsigned long long)n);
}

static bool one_in(unsigned long long *seed, int n)
{
    return below(seed, n) == 0;
}

static char one_of(unsigned long long *seed, const char *letters)
{
    return letters[below(seed, (int)strlen(letters))];
}

// A main-board square on the n-th rank of its owner, counted from 0.
static int on_own_rank(unsigned long long *seed, char side, int n)
{
    return square_of(below(seed, FILE_NB), side == 'w' ? n : RANK_NB - 1 - n);
}

// Puts the man there if the square is empty and may hold him.
static bool put(struct tamo_pos *p, int square, struct tamo_man man)
{
    bool is_misplaced =
        man.is_pawn && type_of(man) != 'P' && is_last_rank(square, is_of(man, 'w') ? 'w' : 'b');
    if (!is_empty(p, square) || is_misplaced) {
        return false;
    }
    p->men[square] = man;
    return true;
}

// Any man of whom a side may have several.
static struct tamo_man common_man(unsigned long long *seed, char side)
{
    bool is_pawn = one_in(seed, 3);
    return man_of(one_of(seed, "FWGTNRECD"), is_pawn, side);
}

// Royals: in or beside a citadel, on the last rank, on a king-pawn square, in a corner, anywhere.
static int royal_square(const struct tamo_pos *p, unsigned long long *seed, char type, char side)
{
    int beside_own = (side == 'w' ? 21 : 88) + 11 * (below(seed, 3) - 1);   // k1-k3 or a8-a10
    int beside_enemy = (side == 'w' ? 88 : 21) + 11 * (below(seed, 3) - 1); // a8-a10 or k1-k3
    switch (below(seed, 14)) {
    case 0:
        return type == 'A' ? own_citadel(side) : beside_own;
    case 1: // the top royal there is a draw: seldom
        return (type != 'K' && find_piece(p, 'K', side) >= 0) || one_in(seed, 8)
                   ? enemy_citadel(side)
                   : beside_enemy;
    case 2:
        return beside_own;
    case 3:
    case 4:
        return beside_enemy;
    case 5:
    case 6:
        return on_own_rank(seed, side, 9);
    case 7:
        return king_pawn_square(p, one_in(seed, 3) ? other(side) : side);
    case 8:
        return square_of(10 * below(seed, 2), 9 * below(seed, 2));
    case 9:
        return square_of(below(seed, FILE_NB), 9 * below(seed, 2));
    default:
        return below(seed, MAIN_NB);
    }
}

static void place_royals(struct tamo_pos *p, unsigned long long *seed, char side)
{
    static const char *const sets[] = {"K", "K",  "K",  "K",  "S",  "S",  "A",
                                       "A", "KS", "KA", "KS", "KA", "SA", "KSA"};
    const char *types = sets[below(seed, (int)(sizeof sets / sizeof sets[0]))];
    for (int i = 0; types[i] != '\0'; i++) {
        struct tamo_man man = man_of(types[i], false, side);
        bool is_placed = false;
        while (!is_placed) { // the board is nearly empty
            is_placed = put(p, royal_square(p, seed, types[i], side), man);
        }
    }
}

// An enemy on both forward diagonals of a square (T6, fork); maybe somebody on the square too.
static void build_fork(struct tamo_pos *p, unsigned long long *seed, char side)
{
    int t = on_own_rank(seed, side, below(seed, 9));
    int ahead = rank_of(t) + forward(side);
    if (file_of(t) == 0 || file_of(t) == FILE_NB - 1) {
        return;
    }
    put(p, square_of(file_of(t) - 1, ahead), common_man(seed, other(side)));
    put(p, square_of(file_of(t) + 1, ahead), common_man(seed, other(side)));
    if (one_in(seed, 3)) {
        put(p, t, common_man(seed, one_in(seed, 2) ? 'w' : 'b'));
    }
}

// The nearest square that the man on `from` may go to, or -1.
static int nearest_move(const struct tamo_pos *p, int from)
{
    int best = -1;
    int best_distance = 0;
    for (int to = 0; to < MAIN_NB; to++) {
        int distance = abs(file_of(to) - file_of(from)) + abs(rank_of(to) - rank_of(from));
        if (may_go(p, from, to) && (best < 0 || distance < best_distance)) {
            best = to;
            best_distance = distance;
        }
    }
    return best;
}

// An enemy, mostly at the edge, who cannot move with a pawn diagonally behind him (T6, trap).
static void build_trap(struct tamo_pos *p, unsigned long long *seed, char side)
{
    static const int edges[] = {0, 0, 10, 10, 1, 9, 5};
    int q = square_of(edges[below(seed, 7)], side == 'w' ? 9 - below(seed, 2) : below(seed, 2));
    int file = file_of(q) + (one_in(seed, 2) ? 1 : -1);
    int t = square_of(file, rank_of(q) - forward(side));
    struct tamo_man man = man_of(one_of(seed, "TTTGGGRRNEDCWF"), false, other(side));

    if (file < 0 || file >= FILE_NB || is_royal(p->men[t]) || is_waiting(p, t) || !put(p, q, man)) {
        return;
    }
    struct tamo_pos after = *p;
    after.men[t] = man_of('X', true, side);
    for (int i = 0; i < 8; i++) {
        int to = nearest_move(&after, q);
        if (to < 0 || to == t) {
            break;
        }
        struct tamo_man blocker = common_man(seed, other(side));
        if (put(&after, to, blocker)) {
            put(p, to, blocker);
        }
    }
}

// The pawn of pawns on any of its journeys, unless he has become A.
static void place_pawn_of_pawns(struct tamo_pos *p, unsigned long long *seed, char side)
{
    if (find_piece(p, 'A', side) >= 0) {
        return;
    }
    switch (below(seed, 9)) {
    case 0:
    case 1:
    case 2: // waiting, with something to do
        put(p, on_own_rank(seed, side, 9), man_of('P', true, side));
        for (int i = below(seed, 3); i > 0; i--) {
            build_fork(p, seed, side);
        }
        for (int i = below(seed, 3); i > 0; i--) {
            build_trap(p, seed, side);
        }
        break;
    case 3: // anywhere
        put(p, on_own_rank(seed, side, below(seed, 9)), man_of(one_of(seed, "PXY"), true, side));
        break;
    case 4: // about to arrive
    case 5:
    case 6:
    case 7:
        put(p, on_own_rank(seed, side, 8), man_of(one_of(seed, "PXXXYY"), true, side));
        if (one_in(seed, 3)) {
            put(p, king_pawn_square(p, side), common_man(seed, one_in(seed, 2) ? 'w' : 'b'));
        }
        break;
    default:
        break;
    }
}

// Some pawns about to promote, the king's pawn among them unless he has become S.
static void place_promoters(struct tamo_pos *p, unsigned long long *seed, char side)
{
    if (find_piece(p, 'S', side) < 0 && one_in(seed, 3)) {
        int rank = one_in(seed, 2) ? 8 : below(seed, 9);
        put(p, on_own_rank(seed, side, rank), man_of('K', true, side));
    }
    for (int i = one_in(seed, 3) ? 1 + below(seed, 2) : 0; i > 0; i--) {
        put(p, on_own_rank(seed, side, 8), man_of(one_of(seed, "RNTGWFECD"), true, side));
    }
}

// A man of `side`, mostly giraffe or picket, with the square in reach; maybe an enemy of his is put
// in between (a pin).
static void aim_at(struct tamo_pos *p, unsigned long long *seed, char side, int square)
{
    struct tamo_man man = man_of(one_of(seed, "GGGGTTTRRNECDFW"), false, side);
    int from = -1;
    for (int tries = 0; tries < 200; tries++) {
        from = below(seed, MAIN_NB);
        if (put(p, from, man)) {
            if (reaches(p, from, square)) {
                break;
            }
            p->men[from] = NOBODY;
        }
    }
    for (int tries = one_in(seed, 2) ? 100 : 0; tries > 0 && reaches(p, from, square); tries--) {
        int between = below(seed, MAIN_NB);
        if (put(p, between, common_man(seed, other(side))) && reaches(p, from, square)) {
            p->men[between] = NOBODY;
        }
    }
}

// Takes one legal move after another from the side to move: mates, stalemates, swaps that are the
// only moves. Mostly without giving check.
static void strangle(struct tamo_pos *p, unsigned long long *seed)
{
    char moves[TAMO_MOVES_MAX][TAMO_MOVE_SIZE];
    for (int i = 0; i < 25; i++) {
        int count = list_moves(p, moves);
        if (count == 0) {
            return;
        }
        const char *move = moves[below(seed, count)];
        int from = read_square(&move);
        int to = read_square(&move);
        struct tamo_pos before = *p;
        if (is_royal(p->men[from]) && is_main(to)) {
            aim_at(p, seed, other(p->side), to);
        } else if (p->men[from].is_pawn) {
            put(p, to, common_man(seed, other(p->side)));
        } else if (!is_royal(p->men[from])) {
            p->men[from] = NOBODY;
        }
        if (is_in_check(p, p->side) && !is_in_check(&before, p->side) && !one_in(seed, 8)) {
            *p = before;
        }
    }
}

// One attempt; the result need not be valid.
static void place_all(struct tamo_pos *p, unsigned long long *seed)
{
    static const int extra[] = {0, 1, 2, 3, 5, 8, 14, 30, 50};
    p->side = one_in(seed, 2) ? 'w' : 'b';
    char first = one_in(seed, 2) ? 'w' : 'b'; // whoever comes first finds his squares free
    place_royals(p, seed, first);
    place_royals(p, seed, other(first));
    place_pawn_of_pawns(p, seed, first);
    place_pawn_of_pawns(p, seed, other(first));
    place_promoters(p, seed, 'w');
    place_promoters(p, seed, 'b');

    int top = find_top_royal(p, p->side);
    bool is_strangled = one_in(seed, 6);
    if (is_strangled) { // without rights, which are given later
        strangle(p, seed);
    }
    for (int i = below(seed, 4); !is_strangled && i > 0 && is_main(top); i--) {
        aim_at(p, seed, other(p->side), top);
    }
    for (int i = is_strangled ? 0 : extra[below(seed, 9)]; i > 0; i--) {
        put(p, below(seed, MAIN_NB), common_man(seed, one_in(seed, 2) ? 'w' : 'b'));
    }
    for (int i = 0; i < 4; i++) {
        p->rights[i] = !one_in(seed, 4);
    }
    drop_rights(p);
    p->clock = below(seed, 120);
    p->fullmove = 1 + below(seed, 150);
}

void tamo_random(struct tamo_pos *p, unsigned long long *seed, struct tamo_options o)
{
    do {
        clear(p, o);
        place_all(p, seed);
    } while (!is_valid(p));
}
