// Literal implementation of belarusian.md. Squares are the indices of section 1: rank * 9 + file,
// a1 = 0, e5 = 40, i9 = 80. Legality is decided in one way only: copy the position, play the move,
// ask L1 and L2 (section 6) of the result.
#include "tests/oracle/bel_oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SQUARE_NB = 81, E5 = 40 };

static const char EMPTY = '.';

struct move_list {
    char (*moves)[BELO_MOVE_SIZE];
    int count;
};

// --- Men and squares ---------------------------------------------------------------------------

static char man_at(const struct belo_pos *p, int square)
{
    return p->board[square / 9][square % 9];
}

static void put_man(struct belo_pos *p, int square, char man)
{
    p->board[square / 9][square % 9] = man;
}

// White's letters are upper case, Black's lower case (section 1).
static bool is_of(char man, char side)
{
    return side == 'w' ? man >= 'A' && man <= 'Z' : man >= 'a' && man <= 'z';
}

// The letter of a man regardless of its owner, in upper case.
static char type_of(char man)
{
    return man >= 'a' && man <= 'z' ? (char)(man - 'a' + 'A') : man;
}

static char man_of(char type, char side)
{
    return side == 'w' ? type : (char)(type - 'A' + 'a');
}

static char other(char side)
{
    return side == 'w' ? 'b' : 'w';
}

// Ranks counted from the owner's own side, 0 to 8: a ratnik starts on 1 and ends on 8.
static int own_rank(int square, char side)
{
    return side == 'w' ? square / 9 : 8 - square / 9;
}

static int count_men(const struct belo_pos *p, char man)
{
    int count = 0;
    for (int square = 0; square < SQUARE_NB; square++) {
        count += man_at(p, square) == man;
    }
    return count;
}

// The square of the only man of this letter, or -1.
static int find_man(const struct belo_pos *p, char man)
{
    for (int square = 0; square < SQUARE_NB; square++) {
        if (man_at(p, square) == man) {
            return square;
        }
    }
    return -1;
}

static bool has_man(const struct belo_pos *p, char type, char side)
{
    return find_man(p, man_of(type, side)) >= 0;
}

// "Royals" = king and prince, "ordinary" = every other piece (terms).
static bool is_royal(char man)
{
    return type_of(man) == 'A' || type_of(man) == 'K';
}

static bool is_ordinary(char man)
{
    return man != EMPTY && !is_royal(man);
}

// How many men of a type a player has at the start (section 1).
static int start_count(char type)
{
    switch (type) {
    case 'A':
    case 'K':
    case 'G':
        return 1;
    case 'L':
    case 'M':
    case 'V':
        return 2;
    default:
        return 9; // R
    }
}

// Section 1, B1: the palace is c3-g7, at most two squares from e5 in each direction.
static bool in_palace(int square)
{
    return abs(square / 9 - E5 / 9) <= 2 && abs(square % 9 - E5 % 9) <= 2;
}

// --- Attack (section 4) ------------------------------------------------------------------------

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

// Are all squares strictly between two squares of one line empty? e5 counts as a wall unless
// `crosses_throne`.
static bool is_way_open(const struct belo_pos *p, int from, int to, bool crosses_throne)
{
    int step = sign(to / 9 - from / 9) * 9 + sign(to % 9 - from % 9);
    for (int square = from + step; square != to; square += step) {
        if (man_at(p, square) != EMPTY || (square == E5 && !crosses_throne)) {
            return false;
        }
    }
    return true;
}

// Could the man on `from` capture an enemy man standing on `to`, by geometry alone (section 4,
// Attack)? Who may enter e5 is no question here: B7, B8.
static bool reaches(const struct belo_pos *p, int from, int to)
{
    char man = man_at(p, from);
    int up = to / 9 - from / 9;
    int right = to % 9 - from % 9;
    bool straight = up == 0 || right == 0;
    bool diagonal = abs(up) == abs(right);

    if (from == to) {
        return false;
    }
    switch (type_of(man)) {
    case 'A': // section 3: one step in 8 directions
        return abs(up) <= 1 && abs(right) <= 1;
    case 'K': // section 3, B5: a slide of range 2; section 4, B8: over empty e5; B28: not in noble
        return abs(up) <= 2 && abs(right) <= 2 && (straight || diagonal) &&
               is_way_open(p, from, to, p->set != BELO_NOBLE);
    case 'L': // section 3; section 4, B7: onto e5, never beyond it
        return straight && is_way_open(p, from, to, false);
    case 'M':
        return diagonal && is_way_open(p, from, to, false);
    case 'G':
        return (straight || diagonal) && is_way_open(p, from, to, false);
    case 'V': // section 3: (1,2) leap over anything
        return abs(up) * abs(right) == 2;
    case 'R': // section 4: its two forward diagonals; on the last rank there are none (B21: waits)
        return up == (is_of(man, 'w') ? 1 : -1) && abs(right) == 1;
    default:
        return false;
    }
}

// Does any man of `side` attack the square?
static bool is_attacked(const struct belo_pos *p, char side, int square)
{
    for (int from = 0; from < SQUARE_NB; from++) {
        if (is_of(man_at(p, from), side) && reaches(p, from, square)) {
            return true;
        }
    }
    return false;
}

// --- Royal duties (sections 6 and 8) -----------------------------------------------------------

// Section 6, B11: check exists only while the prince is absent. This is also L1 broken.
static bool is_in_check(const struct belo_pos *p, char side)
{
    int king = find_man(p, man_of('A', side));
    return !has_man(p, 'K', side) && king >= 0 && is_attacked(p, other(side), king);
}

static bool holds_throne(const struct belo_pos *p, char side)
{
    char man = man_at(p, E5);
    return is_of(man, side) && is_royal(man);
}

// Section 6: rokash, a royal on e5 is attacked. This is also L2 broken.
static bool is_under_rokash(const struct belo_pos *p, char side)
{
    return holds_throne(p, side) && is_attacked(p, other(side), E5);
}

static bool keeps_duties(const struct belo_pos *p, char side)
{
    return !is_in_check(p, side) && !is_under_rokash(p, side); // L1 and L2
}

// Section 8, step 1, B18: no history is needed.
static bool is_throne_won(const struct belo_pos *p)
{
    return holds_throne(p, p->side) && !is_attacked(p, other(p->side), E5);
}

// Section 7, B12: the king has been captured, the prince must be crowned.
static bool owes_coronation(const struct belo_pos *p)
{
    return !has_man(p, 'A', p->side);
}

// --- Playing a move ----------------------------------------------------------------------------

static int square_of_text(const char *text)
{
    return (text[1] - '1') * 9 + (text[0] - 'a');
}

// Corner and king's square of the castling rights, in the order A I a i.
static const int CORNER[4] = {0, 8, 72, 80};
static const int KING_HOME[4] = {4, 4, 76, 76};

void belo_apply(struct belo_pos *p, const char *move)
{
    int from = square_of_text(move);
    int to = square_of_text(move + 2);
    char man = man_at(p, from);
    // In-place moves (section 11) have equal squares and capture nothing.
    bool is_capture = from != to && man_at(p, to) != EMPTY;

    put_man(p, from, EMPTY);
    if (move[4] == '\0') {
        put_man(p, to, man);
    } else { // promotion (B21) or coronation (B12): the suffix names the new man
        put_man(p, to, man_of(type_of(move[4]), p->side));
    }

    // Section 5, B23: castling is the king's move of two or three squares; the rook lands on the
    // square the king passed last.
    if (type_of(man) == 'A' && abs(to % 9 - from % 9) >= 2) {
        int rank_start = from - from % 9;
        bool leftwards = to < from;
        int corner = leftwards ? rank_start : rank_start + 8;
        put_man(p, leftwards ? to + 1 : to - 1, man_at(p, corner));
        put_man(p, corner, EMPTY);
    }

    // Section 5: rights vanish when the king moves, castles or is captured and when the rook moves
    // or is captured. With the right still there, king and rook stand at home, so whatever leaves
    // or enters either square ends it.
    for (int i = 0; i < 4; i++) {
        if (from == CORNER[i] || to == CORNER[i] || from == KING_HOME[i] || to == KING_HOME[i]) {
            p->castle[i] = false;
        }
    }

    p->clock = is_capture ? 0 : p->clock + 1; // section 9, B24: captures only
    p->fullmove += p->side == 'b';            // section 2, field 5
    p->side = other(p->side);
}

// --- Move generation ---------------------------------------------------------------------------

// Section 6: appends the pseudo-legal move if L1 and L2 hold after it. suffix: '\0' or the lower
// case letter of section 11. L1 and L2 are asked after the whole move, promotion included (B22),
// and before any coronation the move forces on the opponent (B14).
static void try_move(const struct belo_pos *p, struct move_list *list, int from, int to,
                     char suffix)
{
    char text[BELO_MOVE_SIZE] = {0};
    text[0] = (char)('a' + from % 9);
    text[1] = (char)('1' + from / 9);
    text[2] = (char)('a' + to % 9);
    text[3] = (char)('1' + to / 9);
    text[4] = suffix;

    struct belo_pos after = *p;
    belo_apply(&after, text);
    if (keeps_duties(&after, p->side)) {
        memcpy(list->moves[list->count], text, sizeof text);
        list->count++;
    }
}

// Section 3, B21: the side may promote to this type if it has fewer than at the start.
static bool is_available(const struct belo_pos *p, char type)
{
    return count_men(p, man_of(type, p->side)) < start_count(type);
}

// Tries a promotion to every available type; returns whether there was one.
static bool try_promotions(const struct belo_pos *p, struct move_list *list, int from, int to)
{
    static const char types[] = "GLMVK"; // B21: never A
    bool any = false;
    for (int i = 0; types[i] != '\0'; i++) {
        if (is_available(p, types[i])) {
            try_move(p, list, from, to, man_of(types[i], 'b')); // suffixes are lower case
            any = true;
        }
    }
    return any;
}

// May the man of the side to move on `from` enter e5 (section 4, Movement)? That e5 must not be
// attacked after a royal's move is L2.
static bool may_enter_throne(const struct belo_pos *p, int from)
{
    char type = type_of(man_at(p, from));
    if (type == 'A') {
        return true;
    }
    if (type == 'K') { // support on entry (B10): own king in the palace; B27: not in original
        int king = find_man(p, man_of('A', p->side));
        return p->set == BELO_ORIGINAL || in_palace(king);
    }
    // Ordinary: never; in noble when e5 is empty, B28 (stop there) and B29 (no capture there).
    return p->set == BELO_NOBLE && man_at(p, E5) == EMPTY;
}

// Section 3, R: steps onto empty squares straight ahead, captures one square diagonally ahead.
// No en passant (B3).
static bool may_ratnik_go(const struct belo_pos *p, int from, int to)
{
    int ahead = own_rank(to, p->side) - own_rank(from, p->side);
    if (man_at(p, to) != EMPTY) {
        return reaches(p, from, to);
    }
    if (to % 9 != from % 9) {
        return false;
    }
    // B4: "not yet moved" = stands on rank 2 / 8; the jump does not leap over a piece.
    return ahead == 1 ||
           (ahead == 2 && own_rank(from, p->side) == 1 && man_at(p, (from + to) / 2) == EMPTY);
}

// Is the move pseudo-legal by sections 3 and 4, castling and in-place moves aside?
static bool may_go(const struct belo_pos *p, int from, int to)
{
    if (is_of(man_at(p, to), p->side)) {
        return false;
    }
    if (to == E5 && !may_enter_throne(p, from)) {
        return false;
    }
    if (type_of(man_at(p, from)) == 'R') {
        return may_ratnik_go(p, from, to);
    }
    return reaches(p, from, to);
}

// Section 5, B23: may the side to move castle with the right of this index?
static bool may_castle(const struct belo_pos *p, int right)
{
    char enemy = other(p->side);
    int king = KING_HOME[right];
    int step = CORNER[right] < king ? -1 : 1;

    if (!p->castle[right] || (right < 2) != (p->side == 'w')) {
        return false; // B23.1
    }
    for (int square = king + step; square != CORNER[right]; square += step) {
        if (man_at(p, square) != EMPTY || is_attacked(p, enemy, square)) {
            return false; // B23.2 and B23.3: all three squares, for the short form too
        }
    }
    return !is_attacked(p, enemy, king); // B23.4: with or without a prince
}

static void try_castlings(const struct belo_pos *p, struct move_list *list)
{
    for (int right = 0; right < 4; right++) {
        if (may_castle(p, right)) {
            int step = CORNER[right] < KING_HOME[right] ? -1 : 1;
            try_move(p, list, KING_HOME[right], KING_HOME[right] + 2 * step, '\0');
            try_move(p, list, KING_HOME[right], KING_HOME[right] + 3 * step, '\0');
        }
    }
}

// All moves of the man on `from`, castling aside.
static void try_man(const struct belo_pos *p, struct move_list *list, int from)
{
    bool is_ratnik = type_of(man_at(p, from)) == 'R';
    if (is_ratnik && own_rank(from, p->side) == 8) { // B21: waits; may promote in place, no more
        try_promotions(p, list, from, from);
        return;
    }
    for (int to = 0; to < SQUARE_NB; to++) {
        if (!may_go(p, from, to)) {
            continue;
        }
        // B21: on arrival promotion is compulsory if anything is available, else it waits.
        if (is_ratnik && own_rank(to, p->side) == 8 && try_promotions(p, list, from, to)) {
            continue;
        }
        try_move(p, list, from, to, '\0');
    }
}

// Section 12: pseudo(p) filtered by legal(p), in no particular order.
static int list_moves(const struct belo_pos *p, char out[][BELO_MOVE_SIZE])
{
    struct move_list list = {out, 0};
    if (is_throne_won(p)) { // section 8, step 1; B20: outranks everything
        return 0;
    }
    if (owes_coronation(p)) { // section 7, B12: the only pseudo-legal move; B13: obeys L1 and L2
        int prince = find_man(p, man_of('K', p->side));
        try_move(p, &list, prince, prince, 'a');
        return list.count;
    }
    for (int from = 0; from < SQUARE_NB; from++) {
        if (is_of(man_at(p, from), p->side)) {
            try_man(p, &list, from);
        }
    }
    try_castlings(p, &list);
    return list.count;
}

static int compare_moves(const void *a, const void *b)
{
    return memcmp(a, b, BELO_MOVE_SIZE);
}

int belo_moves(const struct belo_pos *p, char out[][BELO_MOVE_SIZE])
{
    int count = list_moves(p, out);
    qsort(out, (size_t)count, BELO_MOVE_SIZE, compare_moves);
    return count;
}

unsigned long long belo_perft(const struct belo_pos *p, int depth)
{
    char moves[BELO_MOVES_MAX][BELO_MOVE_SIZE];
    if (depth <= 0) {
        return 1;
    }
    int count = list_moves(p, moves);
    if (depth == 1) {
        return (unsigned long long)count;
    }
    unsigned long long nodes = 0;
    for (int i = 0; i < count; i++) {
        struct belo_pos after = *p;
        belo_apply(&after, moves[i]);
        nodes += belo_perft(&after, depth - 1);
    }
    return nodes;
}

// --- Result (section 8) ------------------------------------------------------------------------

const char *belo_result(const struct belo_pos *p)
{
    char moves[BELO_MOVES_MAX][BELO_MOVE_SIZE];
    char us = p->side;
    bool we_are_white = us == 'w';

    if (is_throne_won(p)) { // step 1
        return we_are_white ? "white-throne" : "black-throne";
    }
    if (list_moves(p, moves) == 0) {      // step 2
        if (holds_throne(p, other(us))) { // a
            return we_are_white ? "black-throne" : "white-throne";
        }
        // b; B13: an impossible coronation, B17: an unanswerable rokash are mates
        if (is_in_check(p, us) || is_under_rokash(p, us) || owes_coronation(p)) {
            return we_are_white ? "black-mate" : "white-mate";
        }
        return "stalemate"; // c
    }
    return p->clock >= 100 ? "draw-clock" : "none"; // steps 3 (B24) and 4; B26: no other draw
}

// --- FEN (section 2) ---------------------------------------------------------------------------

// Everything section 2 asks of a position beyond the spelling of its fields.
static bool is_valid(const struct belo_pos *p)
{
    static const char types[] = "AKGLMVR";
    char us = p->side;
    char them = other(us);

    for (int i = 0; types[i] != '\0'; i++) {
        if (count_men(p, man_of(types[i], 'w')) > start_count(types[i]) ||
            count_men(p, man_of(types[i], 'b')) > start_count(types[i])) {
            return false;
        }
    }
    if (!has_man(p, 'A', them) || (!has_man(p, 'A', us) && !has_man(p, 'K', us))) {
        return false;
    }
    for (int file = 0; file < 9; file++) {
        if (p->board[0][file] == 'R' || p->board[8][file] == 'r') {
            return false;
        }
    }
    if (p->set != BELO_NOBLE && is_ordinary(man_at(p, E5))) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        char owner = i < 2 ? 'w' : 'b';
        if (p->castle[i] && (man_at(p, KING_HOME[i]) != man_of('A', owner) ||
                             man_at(p, CORNER[i]) != man_of('L', owner))) {
            return false;
        }
    }
    return keeps_duties(p, them);
}

// The readers below advance *text past what they read and return false on anything unexpected.

static bool read_placement(const char **text, struct belo_pos *p)
{
    for (int rank = 8; rank >= 0; rank--) {
        int file = 0;
        while (file < 9) {
            char c = *(*text)++;
            if (c >= '1' && c <= '9') {
                for (int run = c - '0'; run > 0; run--) {
                    if (file == 9) {
                        return false;
                    }
                    p->board[rank][file++] = EMPTY;
                }
            } else if (c != '\0' && strchr("AKGLMVRakglmvr", c) != NULL) {
                p->board[rank][file++] = c;
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

static bool read_castling(const char **text, struct belo_pos *p)
{
    static const char letters[] = "AIai";
    bool any = false;
    if (**text == '-') {
        (*text)++;
        return true;
    }
    for (int i = 0; i < 4; i++) { // in this order, each at most once
        if (**text == letters[i]) {
            p->castle[i] = true;
            any = true;
            (*text)++;
        }
    }
    return any;
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

static bool read_space(const char **text)
{
    return *(*text)++ == ' ';
}

bool belo_parse(struct belo_pos *p, const char *fen, enum belo_set set)
{
    struct belo_pos read = {.set = set};

    if (!read_placement(&fen, &read) || !read_space(&fen)) {
        return false;
    }
    read.side = *fen;
    if (read.side != 'w' && read.side != 'b') {
        return false;
    }
    fen++;
    if (!read_space(&fen) || !read_castling(&fen, &read) || !read_space(&fen)) {
        return false;
    }
    if (fen[0] == '-' && fen[1] == ' ') { // the six-field form, B3
        fen += 2;
    }
    if (!read_number(&fen, &read.clock) || !read_space(&fen) ||
        !read_number(&fen, &read.fullmove)) {
        return false;
    }
    if (*fen != '\0' || read.fullmove < 1 || !is_valid(&read)) {
        return false;
    }
    *p = read;
    return true;
}

void belo_format(const struct belo_pos *p, char out[BELO_FEN_SIZE])
{
    char text[90]; // nine ranks of at most nine characters, eight slashes, closing zero
    char castling[5];
    int length = 0;
    int rights = 0;

    for (int rank = 8; rank >= 0; rank--) {
        int run = 0;
        for (int file = 0; file < 9; file++) {
            char man = p->board[rank][file];
            run += man == EMPTY;
            if (run > 0 && (man != EMPTY || file == 8)) {
                text[length++] = (char)('0' + run);
                run = 0;
            }
            if (man != EMPTY) {
                text[length++] = man;
            }
        }
        if (rank > 0) {
            text[length++] = '/';
        }
    }
    text[length] = '\0';

    for (int i = 0; i < 4; i++) {
        if (p->castle[i]) {
            castling[rights++] = "AIai"[i];
        }
    }
    if (rights == 0) {
        castling[rights++] = '-';
    }
    castling[rights] = '\0';

    snprintf(out, BELO_FEN_SIZE, "%s %c %s %d %d", text, p->side, castling, p->clock, p->fullmove);
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

// A square at most `radius` from e5 in each direction.
static int near_throne(unsigned long long *seed, int radius)
{
    int rank = E5 / 9 - radius + below(seed, 2 * radius + 1);
    int file = E5 % 9 - radius + below(seed, 2 * radius + 1);
    return rank * 9 + file;
}

// Royals: on the throne, beside it, in or just outside the palace, at the edge, or anywhere.
static int royal_square(unsigned long long *seed)
{
    switch (below(seed, 12)) {
    case 0:
        return E5;
    case 1:
    case 2:
    case 3:
        return near_throne(seed, 1);
    case 4:
    case 5:
    case 6:
        return near_throne(seed, 2);
    case 7:
        return near_throne(seed, 3);
    case 8:
        return below(seed, 9) + (one_in(seed, 2) ? 72 : 0);
    default:
        return below(seed, SQUARE_NB);
    }
}

// Ratniks: at home, on the 7th to 9th rank (9th: waiting), before and behind e5, or anywhere.
static int ratnik_square(unsigned long long *seed, char side)
{
    int rank = 1 + below(seed, 8);
    int file = below(seed, 9);
    switch (below(seed, 8)) {
    case 0:
    case 1:
        rank = 1;
        break;
    case 2:
    case 3:
        rank = 6 + below(seed, 3);
        break;
    case 4:
        rank = 3 + below(seed, 3);
        file = 3 + below(seed, 3);
        break;
    default:
        break;
    }
    return (side == 'w' ? rank : 8 - rank) * 9 + file;
}

// Puts one man on an empty square of the kind its type likes; gives up silently on a full zone.
static void place_man(struct belo_pos *p, unsigned long long *seed, char type, char side)
{
    bool aims_at_throne = one_in(seed, 4);
    for (int tries = 0; tries < 40; tries++) {
        int square = below(seed, SQUARE_NB);
        if (type == 'A' || type == 'K') {
            square = royal_square(seed);
        } else if (type == 'R') {
            square = ratnik_square(seed, side);
        }
        if (man_at(p, square) != EMPTY || (square == E5 && type != 'A' && type != 'K')) {
            continue;
        }
        put_man(p, square, man_of(type, side));
        if (type == 'A' || type == 'K' || type == 'R' || !aims_at_throne ||
            reaches(p, square, E5)) {
            return;
        }
        put_man(p, square, EMPTY);
    }
}

// Places the men of one side. King and prince first, so that they find their squares free.
static void place_side(struct belo_pos *p, unsigned long long *seed, char side)
{
    static const char ordinary[] = "GLLMMVV";
    static const int density[] = {0, 1, 1, 2, 4, 7, 8}; // eighths of the full set
    int home = side == 'w' ? 0 : 72;
    int eighths = density[below(seed, 7)];
    bool owes = side == p->side && one_in(seed, 12);
    bool castles = !owes && one_in(seed, 4);
    int rooks_home = 0;

    if (castles && man_at(p, home + 4) == EMPTY) {
        put_man(p, home + 4, man_of('A', side));
        for (int corner = home; corner <= home + 8; corner += 8) {
            if (!one_in(seed, 4) && man_at(p, corner) == EMPTY) {
                put_man(p, corner, man_of('L', side));
                rooks_home++;
            }
        }
    } else if (!owes) {
        place_man(p, seed, 'A', side);
    }
    if (owes || !one_in(seed, 2)) {
        place_man(p, seed, 'K', side);
    }
    for (int i = 0; ordinary[i] != '\0'; i++) {
        if (ordinary[i] == 'L' && rooks_home > 0) {
            rooks_home--;
        } else if (below(seed, 8) < eighths) {
            place_man(p, seed, ordinary[i], side);
        }
    }
    for (int i = 0; i < 9; i++) {
        if (below(seed, 8) < eighths) {
            place_man(p, seed, 'R', side);
        }
    }
}

// Moves a random ordinary man (of `side`, or of any side if 0) to the empty square.
static void bring_ordinary(struct belo_pos *p, unsigned long long *seed, char side, int square)
{
    for (int tries = 0; tries < 200 && man_at(p, square) == EMPTY; tries++) {
        int from = below(seed, SQUARE_NB);
        char man = man_at(p, from);
        if (is_ordinary(man) && (side == 0 || is_of(man, side))) {
            put_man(p, from, EMPTY);
            put_man(p, square, man);
        }
    }
}

// Crowds a royal of the side to move with its own men: mates, unanswerable rokash, stalemates.
static void crowd_royal(struct belo_pos *p, unsigned long long *seed)
{
    int royal = find_man(p, man_of(one_in(seed, 2) ? 'A' : 'K', p->side));
    if (holds_throne(p, p->side)) {
        royal = E5;
    }
    for (int square = 0; royal >= 0 && square < SQUARE_NB; square++) {
        bool is_beside = abs(square / 9 - royal / 9) <= 1 && abs(square % 9 - royal % 9) <= 1;
        if (is_beside && square != E5 && !one_in(seed, 8)) {
            bring_ordinary(p, seed, p->side, square);
        }
    }
}

// Gives castling rights where king and rook stand at home, mostly after clearing the way.
static void give_rights(struct belo_pos *p, unsigned long long *seed)
{
    for (int i = 0; i < 4; i++) {
        char owner = i < 2 ? 'w' : 'b';
        int step = CORNER[i] < KING_HOME[i] ? 1 : -1;
        if (man_at(p, KING_HOME[i]) != man_of('A', owner) ||
            man_at(p, CORNER[i]) != man_of('L', owner)) {
            continue;
        }
        if (!one_in(seed, 3)) {
            for (int square = CORNER[i] + step; square != KING_HOME[i]; square += step) {
                if (!is_royal(man_at(p, square))) {
                    put_man(p, square, EMPTY);
                }
            }
        }
        p->castle[i] = !one_in(seed, 5);
    }
}

void belo_random(struct belo_pos *p, unsigned long long *seed, enum belo_set set)
{
    do {
        memset(p, 0, sizeof *p);
        memset(p->board, EMPTY, sizeof p->board);
        p->set = set;
        p->side = one_in(seed, 2) ? 'w' : 'b';
        char first = one_in(seed, 2) ? 'w' : 'b'; // whoever comes first takes e5 more often
        place_side(p, seed, first);
        place_side(p, seed, other(first));
        if (one_in(seed, 8)) {
            crowd_royal(p, seed);
        }
        if (set == BELO_NOBLE && one_in(seed, 3)) { // B28: an ordinary man on the throne
            bring_ordinary(p, seed, 0, E5);
        }
        give_rights(p, seed);
        p->clock = one_in(seed, 8) ? 98 + below(seed, 5) : below(seed, 98); // around B24's 100
        p->fullmove = 1 + below(seed, 150);
    } while (!is_valid(p));
}
