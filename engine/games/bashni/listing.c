/* The listing of section 8.1, which people write: "White: c1 - 1/00; f4, h4 - 0/0; Black: a1 -
 * 110101/1; b2 - 00, Black to move." It says what position text says, counters excepted. */
#include "engine/games/bashni/rules.h"

#include <stdio.h>
#include <string.h>

/* --- words --- */

static void skip_blanks(struct bas_reader *r)
{
    r->at += strspn(r->text + r->at, " \t\r\n");
}

/* Goes on behind the word if it stands here. */
static bool skip_word(struct bas_reader *r, const char *word)
{
    const size_t n = strlen(word);
    if (strncmp(r->text + r->at, word, n) != 0)
        return false;
    r->at += n;
    return true;
}

static bool skip_either(struct bas_reader *r, const char *const *words, size_t nb)
{
    for (size_t i = 0; i < nb; i++)
        if (skip_word(r, words[i]))
            return true;
    return false;
}

/* Hyphen, en dash, em dash. */
static bool skip_dash(struct bas_reader *r)
{
    static const char *const dashes[] = {"-", "\xE2\x80\x93", "\xE2\x80\x94"};
    return skip_either(r, dashes, sizeof dashes / sizeof *dashes);
}

/* S10: a nought, or the letter O in Latin or Cyrillic. */
static bool skip_man(struct bas_reader *r)
{
    static const char *const men[] = {"0", "O", "o", "\xD0\x9E", "\xD0\xBE"};
    return skip_either(r, men, sizeof men / sizeof *men);
}

static bool skip_side(struct bas_reader *r, enum side *side)
{
    *side = skip_word(r, "White") ? WHITE : BLACK;
    return *side == WHITE || skip_word(r, "Black");
}

bool bas_is_listing(const char *text)
{
    return strncmp(text, "White", 5) == 0 || strncmp(text, "Black", 5) == 0;
}

/* --- reading --- */

/* Squares that share one tower text, and where their names stand. */
struct group {
    unsigned nb;
    unsigned square[BAS_SQUARE_NB];
    size_t offset[BAS_SQUARE_NB];
};

/* "c1, e1, g1 -": the squares of a group and the dash. */
static enum engine_status read_squares(struct bas_reader *r, bas_set_t taken, struct group *g)
{
    g->nb = 0;
    do {
        skip_blanks(r);
        g->offset[g->nb] = r->at;
        const enum engine_status status = bas_read_square(r, taken, &g->square[g->nb]);
        if (status != ENGINE_OK)
            return status;
        taken |= bas_square(g->square[g->nb++]);
        skip_blanks(r);
    } while (skip_word(r, ","));
    if (!skip_dash(r))
        return bas_fail(r, r->at, "a comma or a dash is expected here");
    skip_blanks(r);
    return ENGINE_OK;
}

/* One layer of a tower that stands `times` times, top to bottom: at least one piece. Ranks are
 * appended from bit *height on. */
static enum engine_status read_layer(struct bas_reader *r, enum side side, unsigned times,
                                     uint32_t *ranks, unsigned *height)
{
    const unsigned before = *height;
    for (;;) {
        const size_t offset = r->at;
        const bool king = skip_word(r, "1");
        if (!king && !skip_man(r))
            break;
        const enum engine_status status = bas_count_pieces(r, offset, side, times);
        if (status != ENGINE_OK)
            return status;
        *ranks |= (uint32_t)king << *height;
        ++*height;
    }
    return *height > before ? ENGINE_OK : bas_fail(r, r->at, "a piece, 0 or 1, is expected here");
}

/* "f4, h4 - 01/00": equal towers of one side. */
static enum engine_status read_group(struct bas_reader *r, struct bas_position *p, enum side owner)
{
    struct group g;
    uint32_t ranks = 0;
    unsigned height = 0;
    enum engine_status status = read_squares(r, bas_occupied(p), &g);
    if (status == ENGINE_OK)
        status = read_layer(r, owner, g.nb, &ranks, &height);
    const unsigned own = height;
    if (status == ENGINE_OK && skip_word(r, "/"))
        status = read_layer(r, side_other(owner), g.nb, &ranks, &height);
    for (unsigned i = 0; i < g.nb && status == ENGINE_OK; i++) {
        status = bas_check_top(r, g.offset[i], owner, g.square[i], ranks & 1);
        if (status == ENGINE_OK)
            bas_put_tower(p, owner, g.square[i], tower_new(ranks, own, height));
    }
    return status;
}

/* Does a list end here: with the other side, the turn, or the text? */
static bool at_list_end(const struct bas_reader *r)
{
    struct bas_reader ahead = *r;
    enum side side;
    return r->text[r->at] == '\0' || skip_side(&ahead, &side);
}

/* What may stand behind a group, and the blanks around it. Was it a semicolon? */
static bool skip_separator(struct bas_reader *r)
{
    skip_blanks(r);
    const bool semicolon = skip_word(r, ";");
    if (!semicolon && !skip_word(r, ","))
        skip_word(r, ".");
    skip_blanks(r);
    return semicolon;
}

/* Groups with semicolons between them; a side without a tower has "none", or nothing. */
static enum engine_status read_towers(struct bas_reader *r, struct bas_position *p, enum side owner)
{
    skip_blanks(r);
    if (at_list_end(r))
        return ENGINE_OK;
    if (skip_word(r, "none")) {
        skip_separator(r);
        return ENGINE_OK;
    }
    enum engine_status status;
    do
        status = read_group(r, p, owner);
    while (status == ENGINE_OK && skip_separator(r) && !at_list_end(r));
    return status;
}

/* "White:" or "Black:" and the towers of that side. */
static enum engine_status read_side(struct bas_reader *r, struct bas_position *p,
                                    bool seen[SIDE_NB])
{
    const size_t offset = r->at;
    enum side side;
    if (!skip_side(r, &side))
        return bas_fail(r, offset, "the towers of White or Black are expected here");
    skip_blanks(r);
    if (!skip_word(r, ":"))
        return bas_fail(r, r->at, "a colon is expected here");
    if (seen[side])
        return bas_fail(r, offset, "this side's towers were given before");
    seen[side] = true;
    return read_towers(r, p, side);
}

/* "White to move" or "Black to move", White if neither is there, and the end of the text. */
static enum engine_status read_turn(struct bas_reader *r, struct position *pos)
{
    enum side side = WHITE;
    if (r->text[r->at] != '\0') {
        if (!skip_side(r, &side))
            return bas_fail(r, r->at, "unexpected text");
        skip_blanks(r);
        if (!skip_word(r, "to move"))
            return bas_fail(r, r->at, "the words \"to move\" are expected here");
        skip_word(r, ".");
        skip_blanks(r);
    }
    pos->side = (uint8_t)side;
    return r->text[r->at] == '\0' ? ENGINE_OK : bas_fail(r, r->at, "unexpected text");
}

enum engine_status bas_parse_listing(struct position *pos, const char *text,
                                     struct text_error *error)
{
    struct bas_reader r = {.text = text, .error = error};
    bool seen[SIDE_NB] = {false, false};
    enum engine_status status = ENGINE_OK;
    pos->clock = 0;
    pos->fullmove = 1;
    for (int i = 0; i < SIDE_NB && status == ENGINE_OK; i++)
        status = read_side(&r, bas_of(pos), seen);
    return status == ENGINE_OK ? read_turn(&r, pos) : status;
}

/* --- writing --- */

/* The towers of one side, equal ones together. */
static char *write_towers(char *o, const struct bas_position *p, enum side side)
{
    for (bas_set_t left = p->tops[side]; left;) {
        const bas_tower_t t = p->tower[__builtin_ctz(left)];
        const char *joint = left == p->tops[side] ? " " : "; ";
        for (bas_set_t s = left; s; s &= s - 1) {
            const unsigned sq = (unsigned)__builtin_ctz(s);
            if (p->tower[sq] != t)
                continue;
            o += sprintf(o, "%s", joint);
            o += geo_format(&geo_dark, sq, o);
            joint = ", ";
            left ^= bas_square(sq);
        }
        o += sprintf(o, " - ");
        for (unsigned i = 0; i < tower_height(t); i++) {
            if (i == tower_own(t))
                *o++ = '/';
            *o++ = (char)('0' + (tower_ranks(t) >> i & 1));
        }
    }
    return p->tops[side] ? o : o + sprintf(o, " none");
}

void bas_write_listing(const struct position *pos, char *out)
{
    const struct bas_position *p = bas_of_const(pos);
    out += sprintf(out, "White:");
    out = write_towers(out, p, WHITE);
    out += sprintf(out, ";\nBlack:");
    out = write_towers(out, p, BLACK);
    sprintf(out, ", %s to move.\n", pos->side == WHITE ? "White" : "Black");
}
