// Literal implementation of bashni.md. A square is rank * 8 + file, counted from a1 = 0, so that
// ascending squares are ascending numbers of section 2. Captures are found by walking every landing
// square; which of the walks are the same move (S12) is found out afterwards, by comparing them.
#include "tests/oracle/bas_oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SQUARE_NB = 64, NOWHERE = -1, JUMPS_MAX = 12, PIECES_MAX = 12, DRAW_PLIES = 30 };

static const int DIRECTIONS[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}; // rank step, file step

// A quiet move (no jumps) or a complete capture.
struct path {
    int from;
    int to;
    int jumps;
    signed char jumped[JUMPS_MAX];  // squares of the jumped towers, in order
    signed char landing[JUMPS_MAX]; // landing square after each jump; the last one is `to`
};

// Receives moves one by one; there is no list, because no bound on their number is proved.
struct visitor {
    void (*visit)(void *context, const struct path *path);
    void *context;
};

// --- Pieces, towers, squares -------------------------------------------------------------------

static bool on_board(int rank, int file)
{
    return rank >= 0 && rank < 8 && file >= 0 && file < 8;
}

// Section 2: dark when file number + rank number is even.
static bool is_dark(int rank, int file)
{
    return (rank + file) % 2 == 0;
}

static bool is_king(char piece)
{
    return piece == 'W' || piece == 'B';
}

static char colour_of(char piece)
{
    return piece == 'w' || piece == 'W' ? 'w' : 'b';
}

static char other(char side)
{
    return side == 'w' ? 'b' : 'w';
}

static char promoted(char piece)
{
    return piece == 'w' ? 'W' : piece == 'b' ? 'B' : piece;
}

// Section 1: the tower belongs to the colour of its top. False for an empty square.
static bool is_of(char top, char side)
{
    return top != '\0' && colour_of(top) == side;
}

static bool on_promotion_row(int square, char side)
{
    return square / 8 == (side == 'w' ? 7 : 0); // section 2
}

// --- Captures (section 4) ----------------------------------------------------------------------

// A capture in progress. The position is never changed: all transfers happen when the move ends
// (4.3, S4), so a jumped tower stands where it stood, and only the moving tower is in the air.
struct walk {
    const struct baso_pos *p;
    const struct path *like; // follow only jumps over the same towers in the same order, or NULL
    const struct visitor *visitor;
    struct path path;
    bool is_jumped[SQUARE_NB];
};

// May the moving tower pass or land here? 4.3: the starting square counts as empty.
static bool is_free(const struct walk *w, int rank, int file)
{
    return on_board(rank, file) &&
           (w->p->tower[rank][file][0] == '\0' || rank * 8 + file == w->path.from);
}

// 4.1: the tower that can be jumped from a square in a direction, or NOWHERE.
static int find_jump(const struct walk *w, int square, bool as_king, const int step[2])
{
    int rank = square / 8 + step[0];
    int file = square % 8 + step[1];
    while (as_king && is_free(w, rank, file)) { // 4.1: over any number of empty squares
        rank += step[0];
        file += step[1];
    }
    if (!on_board(rank, file) || !is_of(w->p->tower[rank][file][0], other(w->p->side)) ||
        w->is_jumped[rank * 8 + file] || // 4.3, S3
        !is_free(w, rank + step[0], file + step[1])) {
        return NOWHERE;
    }
    return rank * 8 + file;
}

static bool can_jump(const struct walk *w, int square, bool as_king)
{
    for (int d = 0; d < 4; d++) { // 4.1: backwards too
        if (find_jump(w, square, as_king, DIRECTIONS[d]) != NOWHERE) {
            return true;
        }
    }
    return false;
}

// Does the walk still follow w->like if it jumps this tower next?
static bool is_wanted(const struct walk *w, int target)
{
    return w->like == NULL ||
           (w->path.jumps < w->like->jumps && w->like->jumped[w->path.jumps] == target);
}

static void walk_on(struct walk *w, int square, bool as_king);

// Jumps the tower on `target` and goes on from every landing square that the rules leave.
static void jump(struct walk *w, int target, bool as_king, const int step[2])
{
    int landings[8];
    bool goes_on[8];
    int count = 0;
    bool must_go_on = false;
    int rank = target / 8 + step[0];
    int file = target % 8 + step[1];

    w->is_jumped[target] = true;
    do { // 4.1: a man lands directly behind, a king there or on any further empty square
        int square = rank * 8 + file;
        // Section 5, S7: a man that lands on its promotion row is a king from here on.
        bool lands_as_king = as_king || on_promotion_row(square, w->p->side);
        landings[count] = square;
        goes_on[count] = can_jump(w, square, lands_as_king);
        must_go_on = must_go_on || goes_on[count];
        count++;
        rank += step[0];
        file += step[1];
    } while (as_king && is_free(w, rank, file));

    int jumps = w->path.jumps++;
    w->path.jumped[jumps] = (signed char)target;
    for (int i = 0; i < count; i++) {
        w->path.landing[jumps] = (signed char)landings[i];
        if (goes_on[i]) { // 4.2: as long as it can
            walk_on(w, landings[i], as_king || on_promotion_row(landings[i], w->p->side));
        } else if (!must_go_on) { // 4.3, S5: only if no landing square allows another jump
            w->path.to = landings[i];
            w->visitor->visit(w->visitor->context, &w->path);
        }
    }
    w->path.jumps = jumps;
    w->is_jumped[target] = false;
}

static void walk_on(struct walk *w, int square, bool as_king)
{
    for (int d = 0; d < 4; d++) {
        int target = find_jump(w, square, as_king, DIRECTIONS[d]);
        if (target != NOWHERE && is_wanted(w, target)) {
            jump(w, target, as_king, DIRECTIONS[d]);
        }
    }
}

// Visits every complete capture of the tower on `from`, each path singly. like: see struct walk.
// Returns whether the tower can capture.
static bool walk_captures(const struct baso_pos *p, int from, const struct path *like,
                          const struct visitor *visitor)
{
    bool as_king = is_king(p->tower[from / 8][from % 8][0]);
    struct walk w = {.p = p, .like = like, .visitor = visitor, .path.from = from};
    if (!can_jump(&w, from, as_king)) {
        return false;
    }
    walk_on(&w, from, as_king);
    return true;
}

// --- Quiet moves (section 3) -------------------------------------------------------------------

static void walk_quiet(const struct baso_pos *p, int from, const struct visitor *visitor)
{
    struct path path = {.from = from};
    bool as_king = is_king(p->tower[from / 8][from % 8][0]);
    int forward = p->side == 'w' ? 1 : -1;

    for (int d = 0; d < 4; d++) {
        int rank = from / 8 + DIRECTIONS[d][0];
        int file = from % 8 + DIRECTIONS[d][1];
        if (!as_king && DIRECTIONS[d][0] != forward) {
            continue;
        }
        while (on_board(rank, file) && p->tower[rank][file][0] == '\0') {
            path.to = rank * 8 + file;
            visitor->visit(visitor->context, &path);
            if (!as_king) { // a man takes one step, a king as many as it likes (S2)
                break;
            }
            rank += DIRECTIONS[d][0];
            file += DIRECTIONS[d][1];
        }
    }
}

// Visits every legal path. Captures are compulsory (4.2) and free of priorities.
static void walk_all(const struct baso_pos *p, const struct visitor *visitor)
{
    bool any_capture = false;
    for (int from = 0; from < SQUARE_NB; from++) {
        if (is_of(p->tower[from / 8][from % 8][0], p->side)) {
            any_capture = walk_captures(p, from, NULL, visitor) || any_capture;
        }
    }
    for (int from = 0; from < SQUARE_NB && !any_capture; from++) {
        if (is_of(p->tower[from / 8][from % 8][0], p->side)) {
            walk_quiet(p, from, visitor);
        }
    }
}

// --- Identity (section 8.3, S12) ---------------------------------------------------------------

// Identity of a move = (start, ordered list of jumped squares, final square).
static bool is_same_move(const struct path *a, const struct path *b)
{
    return a->from == b->from && a->to == b->to && a->jumps == b->jumps &&
           memcmp(a->jumped, b->jumped, (size_t)a->jumps) == 0;
}

static bool has_same_landings(const struct path *a, const struct path *b)
{
    return memcmp(a->landing, b->landing, (size_t)a->jumps) == 0;
}

// The paths of one identity, as far as they have been met.
struct twins {
    const struct path *of;
    int count;
    bool of_is_first;      // is `of` the first of them in walking order?
    struct path canonical; // for each jump the landing square nearest to the jumped tower
};

static void note_twin(void *context, const struct path *path)
{
    struct twins *t = context;
    if (!is_same_move(path, t->of)) {
        return;
    }
    if (t->count++ == 0) {
        t->of_is_first = has_same_landings(path, t->of);
        t->canonical = *path;
        return;
    }
    for (int i = 0; i < path->jumps; i++) {
        int rank = path->jumped[i] / 8; // landings of one jump lie on one diagonal: ranks suffice
        if (abs(path->landing[i] / 8 - rank) < abs(t->canonical.landing[i] / 8 - rank)) {
            t->canonical.landing[i] = path->landing[i];
        }
    }
}

// Passes on each identity once, in its canonical path.
struct filter {
    const struct baso_pos *p;
    const struct visitor *visitor;
};

static void visit_once(void *context, const struct path *path)
{
    const struct filter *f = context;
    if (path->jumps < 2) { // no landing but the last: nothing to compare
        f->visitor->visit(f->visitor->context, path);
        return;
    }
    struct twins t = {.of = path};
    struct visitor noting = {note_twin, &t};
    walk_captures(f->p, path->from, path, &noting);
    if (t.of_is_first) {
        f->visitor->visit(f->visitor->context, &t.canonical);
    }
}

// Visits every legal move, one path for each identity.
static void visit_moves(const struct baso_pos *p, void (*visit)(void *, const struct path *),
                        void *context)
{
    struct visitor visitor = {visit, context};
    struct filter filter = {p, &visitor};
    struct visitor filtering = {visit_once, &filter};
    walk_all(p, &filtering);
}

// --- Lists -------------------------------------------------------------------------------------

struct move_list {
    char (*moves)[BASO_MOVE_SIZE];
    int max;
    int count;
};

static char *write_square(char *text, int square)
{
    *text++ = (char)('a' + square % 8);
    *text++ = (char)('1' + square / 8);
    return text;
}

static void write_move(void *context, const struct path *path)
{
    struct move_list *list = context;
    if (list->count++ >= list->max) {
        return;
    }
    char *text = list->moves[list->count - 1];
    memset(text, 0, BASO_MOVE_SIZE);
    text = write_square(text, path->from);
    for (int i = 0; i < path->jumps; i++) {
        text = write_square(text, path->landing[i]);
    }
    if (path->jumps == 0) {
        write_square(text, path->to);
    }
}

static int compare_moves(const void *a, const void *b)
{
    return memcmp(a, b, BASO_MOVE_SIZE);
}

int baso_moves(const struct baso_pos *p, char out[][BASO_MOVE_SIZE], int max)
{
    struct move_list list = {out, max, 0};
    visit_moves(p, write_move, &list);
    int written = list.count < max ? list.count : max;
    if (written > 1) {
        qsort(out, (size_t)written, BASO_MOVE_SIZE, compare_moves);
    }
    return list.count;
}

// --- Making a move (4.4) -----------------------------------------------------------------------

static void play_path(struct baso_pos *p, const struct path *path)
{
    char moving[BASO_TOWER_SIZE];
    char *start = p->tower[path->from / 8][path->from % 8];
    bool arrives = on_promotion_row(path->to, p->side);

    strcpy(moving, start);
    start[0] = '\0';
    size_t height = strlen(moving);
    for (int i = 0; i < path->jumps; i++) {
        char *jumped = p->tower[path->jumped[i] / 8][path->jumped[i] % 8];
        moving[height++] = jumped[0]; // 4.1: the top goes to the very bottom; 4.3: in the order
                                      // taken; S6: ranks are kept
        memmove(jumped, jumped + 1, strlen(jumped)); // with the closing zero
        arrives = arrives || on_promotion_row(path->landing[i], p->side);
    }
    moving[height] = '\0';

    bool promotes = arrives && !is_king(moving[0]); // section 5: the top piece only
    if (promotes) {
        moving[0] = promoted(moving[0]);
    }
    strcpy(p->tower[path->to / 8][path->to % 8], moving);

    p->quiet = path->jumps > 0 || promotes ? 0 : p->quiet + 1; // section 7, S8
    p->number += p->side == 'b';
    p->side = other(p->side);
}

// Looks for the move that a text means (section 8.3).
struct search {
    int squares[JUMPS_MAX + 1];
    int count;
    struct path path; // the legal path that was written
    bool is_path;
    struct path move; // a legal move with this start and end
    int moves;        // how many legal moves have them
};

static void compare_path(void *context, const struct path *path)
{
    struct search *s = context;
    bool is_equal = path->from == s->squares[0] && path->to == s->squares[s->count - 1] &&
                    s->count == 1 + (path->jumps == 0 ? 1 : path->jumps);
    for (int i = 0; is_equal && i < path->jumps; i++) {
        is_equal = path->landing[i] == s->squares[i + 1];
    }
    if (is_equal) {
        s->path = *path;
        s->is_path = true;
    }
}

static void compare_ends(void *context, const struct path *path)
{
    struct search *s = context;
    if (path->from == s->squares[0] && path->to == s->squares[s->count - 1]) {
        s->move = *path;
        s->moves++;
    }
}

// Reads the squares of a move; returns false if it is not a list of 2 to 13 squares.
static bool read_squares(const char *move, struct search *s)
{
    while (*move != '\0') {
        if (s->count > 0 && (*move == '-' || *move == ':' || *move == 'x')) {
            move++;
        }
        if (move[0] < 'a' || move[0] > 'h' || move[1] < '1' || move[1] > '8' ||
            s->count > JUMPS_MAX) {
            return false;
        }
        s->squares[s->count++] = (move[1] - '1') * 8 + (move[0] - 'a');
        move += 2;
    }
    return s->count >= 2;
}

void baso_apply(struct baso_pos *p, const char *move)
{
    struct search s = {.count = 0};
    if (!read_squares(move, &s)) {
        return;
    }
    struct visitor comparing = {compare_path, &s};
    walk_all(p, &comparing); // any legal path of an identity
    if (s.is_path) {
        play_path(p, &s.path);
        return;
    }
    visit_moves(p, compare_ends, &s);
    if (s.count == 2 && s.moves == 1) { // the short form
        play_path(p, &s.move);
    }
}

// --- Perft and result --------------------------------------------------------------------------

struct perft {
    const struct baso_pos *p;
    int depth;
    unsigned long long nodes;
};

static void count_move(void *context, const struct path *path)
{
    struct perft *perft = context;
    if (perft->depth == 1) {
        perft->nodes++;
        return;
    }
    struct baso_pos after = *perft->p;
    play_path(&after, path);
    struct perft deeper = {&after, perft->depth - 1, 0};
    visit_moves(&after, count_move, &deeper);
    perft->nodes += deeper.nodes;
}

unsigned long long baso_perft(const struct baso_pos *p, int depth)
{
    struct perft perft = {p, depth, 0};
    if (depth <= 0) {
        return 1;
    }
    visit_moves(p, count_move, &perft);
    return perft.nodes;
}

const char *baso_result(const struct baso_pos *p)
{
    if (baso_perft(p, 1) == 0) { // section 7, step 1
        return p->side == 'w' ? "black-wins" : "white-wins";
    }
    return p->quiet >= DRAW_PLIES ? "draw" : "none"; // steps 3 (S8) and 4; S9: no other draw
}

void baso_rotate(struct baso_pos *p)
{
    struct baso_pos old = *p;
    for (int square = 0; square < SQUARE_NB; square++) {
        const char *tower = old.tower[square / 8][square % 8];
        char *turned = p->tower[7 - square / 8][7 - square % 8];
        for (; *tower != '\0'; tower++) {
            char piece = other(colour_of(*tower));
            *turned++ = is_king(*tower) ? promoted(piece) : piece;
        }
        *turned = '\0';
    }
    p->side = other(p->side);
}

// --- Position string (section 8.2) -------------------------------------------------------------

// What section 8.2 asks of a position beyond its spelling, dark and unrepeated squares aside.
static bool is_valid(const struct baso_pos *p)
{
    int pieces[2] = {0, 0};
    for (int square = 0; square < SQUARE_NB; square++) {
        const char *tower = p->tower[square / 8][square % 8];
        int changes = 0;
        for (int i = 0; tower[i] != '\0'; i++) {
            pieces[colour_of(tower[i]) == 'b']++;
            changes += i > 0 && colour_of(tower[i]) != colour_of(tower[i - 1]);
        }
        if (changes > 1 || // I2
            (tower[0] != '\0' && !is_king(tower[0]) &&
             on_promotion_row(square, colour_of(tower[0])))) { // I4
            return false;
        }
    }
    return pieces[0] <= PIECES_MAX && pieces[1] <= PIECES_MAX;
}

// The readers below advance *text past what they read and return false on anything unexpected.

static bool read_char(const char **text, char expected)
{
    if (**text != expected) {
        return false;
    }
    (*text)++;
    return true;
}

// tower = [ "K" ] square [ "(" below ")" ]
static bool read_tower(const char **text, struct baso_pos *p, char owner)
{
    char top = read_char(text, 'K') ? promoted(owner) : owner;
    int file = **text - 'a';
    if (file < 0 || file > 7) {
        return false;
    }
    int rank = *++*text - '1';
    if (rank < 0 || rank > 7 || !is_dark(rank, file) || p->tower[rank][file][0] != '\0') {
        return false;
    }
    (*text)++;

    char *tower = p->tower[rank][file];
    int height = 0;
    tower[height++] = top;
    if (read_char(text, '(')) {
        while (**text != '\0' && strchr("wWbB", **text) != NULL) {
            if (height == BASO_TOWER_SIZE - 1) {
                return false;
            }
            tower[height++] = *(*text)++;
        }
        if (height == 1 || !read_char(text, ')')) {
            return false;
        }
    }
    return true;
}

// A colour and its list, maybe empty, up to the ':' or '.' or end that follows it.
static bool read_list(const char **text, struct baso_pos *p, char owner)
{
    if (!read_char(text, promoted(owner))) {
        return false;
    }
    if (**text == ':' || **text == '.' || **text == '\0') {
        return true;
    }
    do {
        if (!read_tower(text, p, owner)) {
            return false;
        }
    } while (read_char(text, ','));
    return true;
}

// [ ":" letter num ]: leaves *number alone if the text goes on with something else.
static bool read_counter(const char **text, char letter, int *number)
{
    if ((*text)[0] != ':' || (*text)[1] != letter) {
        return true;
    }
    *text += 2;
    int digits = 0;
    for (*number = 0; **text >= '0' && **text <= '9' && digits < 9; digits++) {
        *number = *number * 10 + (*(*text)++ - '0');
    }
    return digits > 0;
}

bool baso_parse(struct baso_pos *p, const char *fen)
{
    struct baso_pos read = {.quiet = 0, .number = 1};

    if (*fen != 'W' && *fen != 'B') {
        return false;
    }
    read.side = colour_of(*fen++);
    if (!read_char(&fen, ':')) {
        return false;
    }
    char first = *fen == 'B' ? 'b' : 'w'; // either list first
    if (!read_list(&fen, &read, first) || !read_char(&fen, ':') ||
        !read_list(&fen, &read, other(first)) || !read_counter(&fen, 'H', &read.quiet) ||
        !read_counter(&fen, 'F', &read.number)) {
        return false;
    }
    read_char(&fen, '.'); // a final full stop is allowed
    if (*fen != '\0' || !is_valid(&read)) {
        return false;
    }
    *p = read;
    return true;
}

static char *write_list(const struct baso_pos *p, char owner, char *text)
{
    char separator = promoted(owner); // the colour opens the list, commas go on with it
    *text++ = ':';
    for (int square = 0; square < SQUARE_NB; square++) {
        const char *tower = p->tower[square / 8][square % 8];
        if (!is_of(tower[0], owner)) {
            continue;
        }
        *text++ = separator;
        separator = ',';
        if (is_king(tower[0])) {
            *text++ = 'K';
        }
        text = write_square(text, square);
        if (tower[1] != '\0') {
            text += sprintf(text, "(%s)", tower + 1);
        }
    }
    if (separator != ',') {
        *text++ = separator;
    }
    return text;
}

void baso_format(const struct baso_pos *p, char out[BASO_FEN_SIZE])
{
    *out++ = promoted(p->side);
    out = write_list(p, 'w', out);
    out = write_list(p, 'b', out);
    sprintf(out, ":H%d:F%d", p->quiet, p->number);
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

static int between(unsigned long long *seed, int low, int high)
{
    return low + below(seed, high - low + 1);
}

// Kinds of random positions, and what makes them.
enum kind { TOWERS, KINGS, FEW, TALL, JUMPS, PROMOTION, KIND_NB };

static const struct {
    int pieces[2];     // least and most of each colour
    int towers[2][2];  // of the side to move, of the other side: least and most
    int king_share[2]; // eighths of the tops of each side that are kings
} RECIPES[KIND_NB] = {
    [TOWERS] = {{12, 12}, {{4, 9}, {4, 9}}, {1, 1}},
    [KINGS] = {{8, 12}, {{3, 10}, {4, 11}}, {6, 6}},
    [FEW] = {{1, 5}, {{1, 5}, {1, 5}}, {3, 3}},
    [TALL] = {{12, 12}, {{1, 3}, {1, 4}}, {3, 3}},
    [JUMPS] = {{12, 12}, {{1, 4}, {5, 11}}, {4, 1}},
    [PROMOTION] = {{9, 12}, {{2, 7}, {4, 9}}, {1, 1}},
};

// JUMPS puts the other side on every second square of every second inner rank, counted from
// `corner` (9 or 18: b2 or c3), so that the squares behind are free; PROMOTION puts it on the three
// inner ranks before the promotion row, and the side to move beside it.
static int tower_square(unsigned long long *seed, enum kind kind, char side, bool to_move,
                        int corner)
{
    int rank = below(seed, 8);
    int file = below(seed, 8);
    if (kind == JUMPS && !to_move && !one_in(seed, 5)) {
        rank = corner / 8 + 2 * below(seed, 3);
        file = corner % 8 + 2 * below(seed, 3);
    } else if (kind == PROMOTION && !one_in(seed, 4)) {
        int from_white = between(seed, 4, 6);
        char mover = to_move ? side : other(side);
        rank = mover == 'w' ? from_white : 7 - from_white;
    }
    return rank * 8 + file;
}

// Puts up to `wanted` lone pieces of a side on empty dark squares and returns their number.
static int place_tops(struct baso_pos *p, unsigned long long *seed, enum kind kind, char side,
                      int wanted)
{
    bool to_move = side == p->side;
    int share = RECIPES[kind].king_share[!to_move];
    int corner = one_in(seed, 2) ? 9 : 18;
    int placed = 0;

    for (int tries = 0; tries < 200 && placed < wanted; tries++) {
        int square = tower_square(seed, kind, side, to_move, corner);
        char *tower = p->tower[square / 8][square % 8];
        if (is_dark(square / 8, square % 8) && tower[0] == '\0') {
            // I4: no man on top on its own promotion row
            bool king = below(seed, 8) < share || on_promotion_row(square, side);
            tower[0] = king ? promoted(side) : side;
            placed++;
        }
    }
    return placed;
}

// A random tower of a side, which must have one.
static char *pick_tower(struct baso_pos *p, unsigned long long *seed, char side)
{
    for (;;) {
        int square = below(seed, SQUARE_NB);
        if (is_of(p->tower[square / 8][square % 8][0], side)) {
            return p->tower[square / 8][square % 8];
        }
    }
}

// Puts one piece under a tower: under its own pieces (I2) or, as a prisoner, at the very bottom.
static void put_under(char *tower, char piece)
{
    size_t height = strlen(tower);
    size_t at = 1;
    while (at < height && colour_of(tower[at]) == colour_of(piece) &&
           colour_of(piece) == colour_of(tower[0])) {
        at++;
    }
    if (colour_of(piece) != colour_of(tower[0])) {
        at = height;
    }
    memmove(tower + at + 1, tower + at, height - at + 1);
    tower[at] = piece;
}

void baso_random(struct baso_pos *p, unsigned long long *seed)
{
    enum kind kind = (enum kind)below(seed, KIND_NB);
    int left[2];
    int towers[2];

    memset(p, 0, sizeof *p);
    p->side = one_in(seed, 2) ? 'w' : 'b';
    for (int i = 0; i < 2; i++) { // the side to move, then the other side
        char side = i == 0 ? p->side : other(p->side);
        left[i] = between(seed, RECIPES[kind].pieces[0], RECIPES[kind].pieces[1]);
        int wanted = between(seed, RECIPES[kind].towers[i][0], RECIPES[kind].towers[i][1]);
        wanted = wanted < left[i] ? wanted : left[i];
        towers[i] = one_in(seed, 60) ? 0 : place_tops(p, seed, kind, side, wanted);
        left[i] -= towers[i];
    }
    for (int i = 0; i < 2; i++) { // the rest goes below tops of either side
        char side = i == 0 ? p->side : other(p->side);
        for (; left[i] > 0 && towers[0] + towers[1] > 0; left[i]--) {
            bool king = below(seed, 8) < (kind == KINGS ? 5 : 2);
            bool captive = towers[i] == 0 || (towers[1 - i] > 0 && !one_in(seed, 3));
            char *tower = pick_tower(p, seed, captive ? other(side) : side);
            put_under(tower, king ? promoted(side) : side);
        }
    }
    p->quiet = one_in(seed, 12) ? between(seed, 27, 31) : below(seed, 28); // around S8's 30
    p->number = between(seed, 1, 99);
}
