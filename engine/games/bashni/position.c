/* Position text (section 8.2), results (section 7) and the self-check of Bashni. */
#include "engine/games/bashni/rules.h"

#include <stdio.h>
#include <string.h>

/* --- reading --- */

enum engine_status bas_fail(const struct bas_reader *r, size_t offset, const char *what)
{
    *r->error = (struct text_error){offset, what};
    return ENGINE_BAD_POSITION;
}

static enum engine_status fail(const struct bas_reader *r, const char *what)
{
    return bas_fail(r, r->at, what);
}

/* Cyrillic letters that look like a, c and e, in UTF-8: people type them (S10). */
static size_t cyrillic_file(const char *text, char *file)
{
    static const struct {
        const char *utf8;
        char file;
    } letters[] = {{"\xD0\xB0", 'a'}, {"\xD1\x81", 'c'}, {"\xD0\xB5", 'e'}};
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (strncmp(text, letters[i].utf8, 2) == 0) {
            *file = letters[i].file;
            return 2;
        }
    return 0;
}

size_t bas_parse_square(const char *text, unsigned *sq)
{
    char name[3] = {text[0], '\0', '\0'};
    size_t n = cyrillic_file(text, &name[0]);
    if (n == 0)
        n = text[0] != '\0';
    name[1] = text[n];
    return geo_parse(&geo_dark, name, sq) == 2 ? n + 1 : 0;
}

enum engine_status bas_read_square(struct bas_reader *r, bas_set_t taken, unsigned *sq)
{
    const size_t n = bas_parse_square(r->text + r->at, sq);
    if (n == 0)
        return fail(r, "this is not a dark square from a1 to h8");
    if (taken & bas_square(*sq))
        return fail(r, "this square was given before");
    r->at += n;
    return ENGINE_OK;
}

enum engine_status bas_check_top(const struct bas_reader *r, size_t offset, enum side owner,
                                 unsigned sq, bool king)
{
    return king || !(bas_promotion_row(owner) & bas_square(sq))
               ? ENGINE_OK
               : bas_fail(r, offset, "a man cannot be on top on its promotion row");
}

enum engine_status bas_count_pieces(struct bas_reader *r, size_t offset, enum side side,
                                    unsigned nb)
{
    if (r->pieces[side] + nb > BAS_PIECES_MAX)
        return bas_fail(r, offset,
                        side == WHITE ? "there are more than 12 white pieces"
                                      : "there are more than 12 black pieces");
    r->pieces[side] += nb;
    return ENGINE_OK;
}

/* The pieces under the top, "(" already seen: w W b B, top to bottom. */
static enum engine_status read_below(struct bas_reader *r, enum side owner, uint32_t *ranks,
                                     unsigned *own, unsigned *height)
{
    r->at++;
    if (r->text[r->at] == ')')
        return fail(r, "the parentheses are empty");
    for (; r->text[r->at] != ')'; r->at++) {
        const char c = r->text[r->at];
        if (c == '\0' || !strchr("wWbB", c))
            return fail(r, "one of w W b B or a closing parenthesis is expected here");
        const enum side side = c == 'w' || c == 'W' ? WHITE : BLACK;
        const enum engine_status status = bas_count_pieces(r, r->at, side, 1);
        if (status != ENGINE_OK)
            return status;
        if (side == owner && *own < *height)
            return fail(r, "the colour of a tower changes more than once");
        *own += side == owner;
        *ranks |= (uint32_t)(c == 'W' || c == 'B') << *height;
        ++*height;
    }
    r->at++;
    return ENGINE_OK;
}

static enum engine_status read_tower(struct bas_reader *r, struct bas_position *p, enum side owner)
{
    const bool king = r->text[r->at] == 'K';
    r->at += king;
    const size_t start = r->at;
    unsigned sq;
    enum engine_status status = bas_read_square(r, bas_occupied(p), &sq);
    if (status == ENGINE_OK)
        status = bas_check_top(r, start, owner, sq, king);
    if (status == ENGINE_OK)
        status = bas_count_pieces(r, start, owner, 1);
    uint32_t ranks = king;
    unsigned own = 1, height = 1;
    if (status == ENGINE_OK && r->text[r->at] == '(')
        status = read_below(r, owner, &ranks, &own, &height);
    if (status == ENGINE_OK)
        bas_put_tower(p, owner, sq, tower_new(ranks, own, height));
    return status;
}

/* ":W..." or ":B...", either first, each once. */
static enum engine_status read_lists(struct bas_reader *r, struct bas_position *p)
{
    bool seen[SIDE_NB] = {false, false};
    for (int i = 0; i < SIDE_NB; i++) {
        if (r->text[r->at] != ':')
            return fail(r, "a colon is expected here");
        const char c = r->text[++r->at];
        if (c != 'W' && c != 'B')
            return fail(r, "a list of towers must begin with W or B");
        const enum side side = c == 'W' ? WHITE : BLACK;
        if (seen[side])
            return fail(r, "this side's towers were given before");
        seen[side] = true;
        r->at++;
        if (strchr(":.", r->text[r->at])) /* also at the end of the text */
            continue;
        for (;;) {
            const enum engine_status status = read_tower(r, p, side);
            if (status != ENGINE_OK)
                return status;
            if (r->text[r->at] != ',')
                break;
            r->at++;
        }
    }
    return ENGINE_OK;
}

static enum engine_status read_number(struct bas_reader *r, unsigned least, uint16_t *out)
{
    const size_t first = r->at;
    unsigned n = 0;
    while (r->text[r->at] >= '0' && r->text[r->at] <= '9') {
        n = n * 10 + (unsigned)(r->text[r->at] - '0');
        if (n > POS_COUNTER_MAX)
            return bas_fail(r, first, "this number is larger than 9999");
        r->at++;
    }
    if (r->at == first || n < least)
        return bas_fail(r, first,
                        least ? "a number from 1 to 9999 is expected here"
                              : "a number from 0 to 9999 is expected here");
    *out = (uint16_t)n;
    return ENGINE_OK;
}

/* ":H num" and ":F num", both optional, in this order; then a final "." and the end. */
static enum engine_status read_counters(struct bas_reader *r, struct position *pos)
{
    enum engine_status status = ENGINE_OK;
    pos->clock = 0;
    pos->fullmove = 1;
    if (strncmp(r->text + r->at, ":H", 2) == 0) {
        r->at += 2;
        status = read_number(r, 0, &pos->clock);
    }
    if (status == ENGINE_OK && strncmp(r->text + r->at, ":F", 2) == 0) {
        r->at += 2;
        status = read_number(r, 1, &pos->fullmove);
    }
    if (status != ENGINE_OK)
        return status;
    r->at += r->text[r->at] == '.';
    return r->text[r->at] == '\0' ? ENGINE_OK : fail(r, "unexpected text");
}

static enum engine_status parse_fen(struct position *pos, const char *text,
                                    struct text_error *error)
{
    struct bas_reader r = {.text = text, .error = error};
    if (text[0] != 'W' && text[0] != 'B')
        return fail(&r, "the side to move must be W or B");
    pos->side = text[0] == 'W' ? WHITE : BLACK;
    r.at = 1;
    const enum engine_status status = read_lists(&r, bas_of(pos));
    return status == ENGINE_OK ? read_counters(&r, pos) : status;
}

enum engine_status bas_parse(struct position *pos, const char *text, struct text_error *error)
{
    pos->draw_clock = BAS_CLOCK_DRAW;
    const enum engine_status status =
        bas_is_listing(text) ? bas_parse_listing(pos, text, error) : parse_fen(pos, text, error);
    if (status == ENGINE_OK)
        pos->key = bas_compute_key(bas_of(pos), &bas_t()->keys);
    return status;
}

/* --- writing --- */

void bas_square_text(const struct position *pos, unsigned sq, char *out)
{
    const struct bas_position *p = bas_of_const(pos);
    const bas_tower_t t = p->tower[sq];
    const enum side owner = p->tops[WHITE] & bas_square(sq) ? WHITE : BLACK;
    for (unsigned i = 0; i < tower_height(t); i++) {
        const enum side side = i < tower_own(t) ? owner : side_other(owner);
        *out++ = "wWbB"[side * 2 + (tower_ranks(t) >> i & 1)];
    }
    *out = '\0';
}

static char *write_tower(char *o, const struct bas_position *p, unsigned sq)
{
    char pieces[GAME_SQUARE_TEXT_MAX];
    bas_square_text(&p->base, sq, pieces);
    if (p->kings & bas_square(sq))
        *o++ = 'K';
    o += geo_format(&geo_dark, sq, o);
    if (pieces[1])
        o += sprintf(o, "(%s)", pieces + 1);
    return o;
}

void bas_format(const struct position *pos, char *out)
{
    const struct bas_position *p = bas_of_const(pos);
    char *o = out;
    *o++ = "WB"[pos->side];
    for (int side = WHITE; side <= BLACK; side++) {
        *o++ = ':';
        *o++ = "WB"[side];
        for (bas_set_t s = p->tops[side]; s; s &= s - 1) {
            o = write_tower(o, p, (unsigned)__builtin_ctz(s));
            if (s & (s - 1))
                *o++ = ',';
        }
    }
    sprintf(o, ":H%u:F%u", pos_text_counter(pos->clock), pos_text_counter(pos->fullmove));
}

/* --- results (section 7) --- */

/* No threat ever has to be answered, only captures have to be made; but a side without a move has
 * lost (7.1), and quiescence must not take the evaluation's word for such a position. */
bool bas_in_check(const struct position *pos)
{
    const struct bas_position *p = bas_of_const(pos);
    const enum side us = bas_side(p);
    const bas_set_t own = p->tops[us], kings = own & p->kings, empty = ~bas_occupied(p);
    for (int i = 0; i < BAS_DIRECTION_NB; i++) {
        const enum bas_direction d = (enum bas_direction)i;
        const bool forward = bas_is_forward(d, us);
        if (bas_step(forward ? own : kings, d) & empty)
            return false;
    }
    return !bas_must_capture(p, us);
}

/* No man of this game is ever in check. */
bb_t bas_checked(const struct position *pos)
{
    (void)pos;
    return BB_EMPTY;
}

bool bas_decided(const struct position *pos, int ply, score_t *score)
{
    (void)ply;
    if (BB_LIKELY(pos->clock < BAS_CLOCK_DRAW) || bas_count(pos) == 0)
        return false;
    *score = SCORE_DRAW;
    return true;
}

score_t bas_no_moves(const struct position *pos, int ply)
{
    /* Blocked or wiped out: lost. The odd distance makes SCORE_MATE - 2N of a win in N moves. */
    (void)pos;
    return -(SCORE_MATE - ply - 1);
}

struct game_result bas_result(const struct position *pos)
{
    if (bas_count(pos) == 0)
        return pos->side == WHITE
                   ? (struct game_result){OUTCOME_BLACK_WINS, "no move", "black-wins"}
                   : (struct game_result){OUTCOME_WHITE_WINS, "no move", "white-wins"};
    if (pos_occurrences(pos) >= 2)
        return (struct game_result){OUTCOME_DRAW, "repetition", "draw-repetition"};
    if (pos->clock >= BAS_CLOCK_DRAW)
        return (struct game_result){OUTCOME_DRAW, "30 plies", "draw-count"};
    return (struct game_result){OUTCOME_NONE, "", "none"};
}

/* --- recomputation and self-check --- */

zkey_t bas_compute_key(const struct bas_position *p, const struct bas_keys *keys)
{
    zkey_t key = bas_side(p) == BLACK ? keys->side : 0;
    for (unsigned sq = 0; sq < BAS_SQUARE_NB; sq++)
        key ^= bas_tower_key(keys, p->tower[sq], sq, bas_owner(p, sq));
    return key;
}

const char *bas_check(const struct position *pos)
{
    const struct bas_position *p = bas_of_const(pos);
    unsigned pieces[SIDE_NB] = {0, 0};
    if (p->tops[WHITE] & p->tops[BLACK])
        return "a square belongs to both sides";
    for (unsigned sq = 0; sq < BAS_SQUARE_NB; sq++) {
        const bas_tower_t t = p->tower[sq];
        const bas_set_t bit = bas_square(sq);
        if ((t != 0) != ((bas_occupied(p) & bit) != 0))
            return "towers and sets differ";
        if ((t & 1) != ((p->kings & bit) != 0))
            return "the set of kings differs from the tops";
        if (!t)
            continue;
        const enum side owner = p->tops[WHITE] & bit ? WHITE : BLACK;
        if (tower_own(t) == 0 || tower_own(t) > tower_height(t) ||
            tower_ranks(t) >> tower_height(t))
            return "a tower's word is malformed";
        if (!(t & 1) && (bas_promotion_row(owner) & bit))
            return "a man is on top on its promotion row";
        pieces[owner] += tower_own(t);
        pieces[side_other(owner)] += tower_prisoners(t);
    }
    if (pieces[WHITE] > BAS_PIECES_MAX || pieces[BLACK] > BAS_PIECES_MAX)
        return "a side has more than 12 pieces";
    if (bas_compute_key(p, &bas_t()->keys) != pos->key)
        return "incremental key differs from its recomputation";
    return NULL;
}

/* --- symmetry: a half-turn with the colours swapped --- */

static bas_set_t rotate(bas_set_t s)
{
    bas_set_t r = 0;
    for (; s; s &= s - 1)
        r |= bas_square(BAS_SQUARE_NB - 1 - (unsigned)__builtin_ctz(s));
    return r;
}

void bas_flip(struct position *pos)
{
    struct bas_position *p = bas_of(pos);
    const bas_set_t white = p->tops[WHITE];
    p->tops[WHITE] = rotate(p->tops[BLACK]);
    p->tops[BLACK] = rotate(white);
    p->kings = rotate(p->kings);
    for (unsigned sq = 0; sq < BAS_SQUARE_NB / 2; sq++) {
        const bas_tower_t t = p->tower[sq];
        p->tower[sq] = p->tower[BAS_SQUARE_NB - 1 - sq];
        p->tower[BAS_SQUARE_NB - 1 - sq] = t;
    }
    pos->side = (uint8_t)side_other(bas_side(p));
    pos->history_nb = 0;
    pos->reversible = 0;
    pos->key = bas_compute_key(p, &bas_t()->keys);
}
