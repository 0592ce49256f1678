/* Moves in XBoard's words. A move is described by what it does to the squares, which is found by
 * playing it on a copy: so no rule of a game is told twice. */
#include "engine/position.h"
#include "tools/setup.h"
#include "tools/xboard_board.h"
#include "tools/xboard_cells.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* One move, both in XBoard's words and as the plain squares of our notation. */
struct phrase {
    struct move_entry entry;
    char text[XBOARD_MOVE_MAX];    /* "d8e9,e9g2y" */
    char plain[XBOARD_MOVE_MAX];   /* "d8e9" */
    char castled[XBOARD_MOVE_MAX]; /* "d8g2,e9": how XBoard begins to relay it, see way_of */
    char letter;                   /* of what the man is then, 'y'; '\0' if it has none */
    char suffix;                   /* the same if it has to be said, or '\0' */
    unsigned from, via, to;        /* of XBoard's move; via GEO_NO_SQUARE if it has one leg */
    bb_t stale;                    /* afterwards */
};

/* What the phrases of one position need. */
struct speaker {
    const struct position *pos;
    struct position *after; /* scratch */
    struct xboard_cells before;
    bb_t stale;
};

static bool speaker_init(struct speaker *s, const struct position *pos, bb_t stale)
{
    s->pos = pos;
    s->stale = stale;
    s->after = pos_new_like(pos);
    xboard_cells(pos, &s->before);
    return s->after != NULL;
}

static bool is_own(const struct position *pos, const char *man)
{
    return man[0] && xboard_is_white(man) == (pos->side == WHITE);
}

/* The square, not `from` nor `to`, where a man of the mover appeared; GEO_NO_SQUARE if none did. */
static unsigned find_arrival(const struct speaker *s, const struct xboard_cells *after,
                             unsigned from, unsigned to)
{
    for (unsigned sq = 0; sq < s->pos->game->geometry->squares; sq++)
        if (sq != from && sq != to && is_own(s->pos, after->man[sq]) &&
            strcmp(after->man[sq], s->before.man[sq]) != 0)
            return sq;
    return GEO_NO_SQUARE;
}

/* An empty square to step on and back from, since XBoard would clear another: the nearest, or the
 * one that is `skip` squares less near. */
static unsigned empty_square(const struct speaker *s, unsigned sq, unsigned skip)
{
    const struct geometry *g = s->pos->game->geometry;
    unsigned last = sq;
    for (unsigned distance = 1; distance < g->files + g->ranks; distance++)
        for (unsigned other = 0; other < g->squares - g->extra; other++) {
            const int files = (int)geo_file(g, other) - (int)geo_file(g, sq);
            const int ranks = (int)geo_rank(g, other) - (int)geo_rank(g, sq);
            if ((unsigned)(abs(files) > abs(ranks) ? abs(files) : abs(ranks)) != distance ||
                s->before.man[other][0])
                continue;
            last = other;
            if (skip-- == 0)
                return last;
        }
    return last;
}

/* XBoard relays a move of two legs by an empty square well if it is White's. Of Black's it takes
 * the square for a man of Black's own, and the move for castling: as the squares of both ends, and
 * what it thinks of the other man. The letter is lost, so in-place moves of several outcomes must
 * differ in the square between. */
static unsigned way_of(const struct speaker *s, const char *becomes)
{
    static const char order[] = "glmvk";
    const char *place = s->pos->side == BLACK ? strchr(order, becomes[0]) : NULL;
    return place ? (unsigned)(place - order) : 0;
}

static void write_phrase(const struct game *game, struct phrase *p)
{
    char from[XBOARD_SQUARE_MAX], via[XBOARD_SQUARE_MAX], to[XBOARD_SQUARE_MAX];
    const char suffix[] = {p->suffix, '\0'};
    xboard_square(game, p->from, from);
    xboard_square(game, p->to, to);
    p->castled[0] = '\0';
    if (p->via == GEO_NO_SQUARE) {
        snprintf(p->text, sizeof p->text, "%s%s%s", from, to, suffix);
    } else {
        xboard_square(game, p->via, via);
        snprintf(p->text, sizeof p->text, "%s%s,%s%s%s", from, via, via, to, suffix);
        snprintf(p->castled, sizeof p->castled, "%s%s,%s", from, to, via);
    }
    xboard_square(game, move_from(p->entry.move), from);
    xboard_square(game, move_to(p->entry.move), to);
    snprintf(p->plain, sizeof p->plain, "%s%s", from, to);
}

/* See the table in xboard_board.h. */
static void shape(const struct speaker *s, const struct xboard_cells *after, struct phrase *p)
{
    const unsigned from = move_from(p->entry.move), to = move_to(p->entry.move);
    const char(*was)[XBOARD_MAN_MAX] = s->before.man;
    const char(*is)[XBOARD_MAN_MAX] = after->man;
    p->from = from;
    p->to = to;
    p->via = GEO_NO_SQUARE;
    const unsigned arrival = find_arrival(s, after, from, to);
    bb_t now_stale = 0;
    if (from == to) {
        p->via = empty_square(s, from, way_of(s, is[from]));
    } else if (is_own(s->pos, was[to]) && is[from][0]) {
        p->from = to;
        p->via = empty_square(s, to, 0);
        now_stale = bb_square(from);
    } else if (is_own(s->pos, was[to]) && arrival != GEO_NO_SQUARE) {
        p->to = arrival;
        now_stale = bb_square(to);
    } else if (!is[to][0]) {
        p->to = arrival;
        p->via = to;
    }
    const bool is_wrong = strcmp(is[p->to], was[p->from]) != 0 || bb_has(s->stale, p->from);
    p->letter = xboard_suffix(is[p->to]);
    p->suffix = is_wrong ? p->letter : '\0';
    if (is_wrong && !p->suffix)
        now_stale |= bb_square(p->to);
    p->stale = (s->stale & ~(bb_square(from) | bb_square(to) | bb_square(p->to))) | now_stale;
}

static enum engine_status speak(const struct speaker *s, const struct move_entry *move,
                                struct phrase *out)
{
    struct xboard_cells after;
    if (pos_copy(s->after, s->pos) != ENGINE_OK || setup_make(s->after, move) != ENGINE_OK)
        return ENGINE_NO_MEMORY;
    xboard_cells(s->after, &after);
    out->entry = *move;
    shape(s, &after, out);
    write_phrase(s->pos->game, out);
    return ENGINE_OK;
}

bb_t xboard_move(const struct position *pos, const struct move_entry *move, bb_t stale, char *out)
{
    struct speaker s;
    struct phrase p;
    out[0] = '\0';
    if (speaker_init(&s, pos, stale) && speak(&s, move, &p) == ENGINE_OK) {
        strcpy(out, p.text);
        stale = p.stale;
    }
    pos_free(s.after);
    return stale;
}

/* All legal moves; the caller frees them. NULL if memory is short. */
static struct phrase *speak_all(const struct position *pos, bb_t stale, size_t *nb)
{
    struct speaker s;
    struct move_entry *list = malloc(pos->game->moves_max * sizeof *list);
    struct phrase *phrases = malloc(pos->game->moves_max * sizeof *phrases);
    bool is_good = speaker_init(&s, pos, stale) && list && phrases;
    if (is_good) {
        *nb = (size_t)(pos->game->generate(pos, GEN_ALL, list) - list);
        for (size_t i = 0; i < *nb && is_good; i++)
            is_good = speak(&s, &list[i], &phrases[i]) == ENGINE_OK;
    }
    pos_free(s.after);
    free(list);
    if (!is_good) {
        free(phrases);
        phrases = NULL;
    }
    return phrases;
}

/* ---- Reading ------------------------------------------------------------------------------- */

/* Does the text mean this move: its words without a letter that is evident, what XBoard makes of
 * them, or our plain squares, with a letter that is not needed or without? */
static bool means_loosely(const struct phrase *p, const char *text)
{
    const size_t words = strlen(p->text) - (p->suffix != '\0');
    if (strncmp(p->text, text, words) == 0 && text[words] == '\0')
        return true;
    const size_t castled = strlen(p->castled);
    if (castled > 0 && strncmp(p->castled, text, castled) == 0)
        return true;
    const size_t plain = strlen(p->plain);
    return strncmp(p->plain, text, plain) == 0 &&
           (text[plain] == '\0' || (text[plain] == p->letter && text[plain + 1] == '\0'));
}

enum engine_status xboard_read_move(const struct position *pos, const char *text, bb_t stale,
                                    struct move_entry *out)
{
    size_t nb = 0;
    struct phrase *phrases = speak_all(pos, stale, &nb);
    const struct phrase *found = NULL;
    size_t loose = 0;
    if (!phrases)
        return ENGINE_NO_MEMORY;
    for (size_t i = 0; i < nb && !found; i++)
        if (strcmp(phrases[i].text, text) == 0)
            found = &phrases[i];
    for (size_t i = 0; i < nb && (!found || loose > 0); i++)
        if (means_loosely(&phrases[i], text)) {
            found = &phrases[i];
            loose++;
        }
    const bool is_clear = found && loose <= 1;
    if (is_clear)
        *out = found->entry;
    free(phrases);
    return is_clear ? ENGINE_OK : ENGINE_BAD_MOVE;
}

/* ---- Targets ------------------------------------------------------------------------------- */

/* The square that the user goes to next with the man from sq, having gone to `via` already if that
 * is a square; GEO_NO_SQUARE if this is no move of that man. */
static unsigned next_square(const struct phrase *p, unsigned sq, unsigned via)
{
    if (via != GEO_NO_SQUARE)
        return p->from == sq && p->via == via ? p->to : GEO_NO_SQUARE;
    if (p->from == sq)
        return p->via != GEO_NO_SQUARE ? p->via : p->to;
    return move_from(p->entry.move) == sq ? move_to(p->entry.move) : GEO_NO_SQUARE;
}

/* `before` is the square's colour by other moves, '\0' for none. A small letter only shows. */
static char colour_of(const struct phrase *p, const struct xboard_cells *cells, unsigned sq,
                      unsigned via, char before)
{
    /* The king changes places with that man: the other man has to be moved. */
    if (p->from != sq)
        return before ? before : 'g';
    if (via == GEO_NO_SQUARE && p->via != GEO_NO_SQUARE)
        return 'C';
    const bool has_other = before && before != 'g';
    if (p->suffix)
        return has_other ? 'M' : 'B';
    return has_other ? 'M' : cells->man[p->to][0] ? 'R' : 'Y';
}

static void write_colours(const struct game *game, const char *colour, char *out)
{
    const struct geometry *g = game->geometry;
    for (unsigned row = g->ranks; row-- > 0;) {
        unsigned empty = 0;
        for (unsigned column = 0; column < xboard_columns(g); column++) {
            const unsigned sq = xboard_square_at(g, column, row);
            if (sq == GEO_NO_SQUARE || !colour[sq]) {
                empty++;
                continue;
            }
            if (empty > 0)
                out += sprintf(out, "%u", empty);
            empty = 0;
            *out++ = colour[sq];
        }
        if (empty > 0)
            out += sprintf(out, "%u", empty);
        *out++ = row > 0 ? '/' : '\0';
    }
}

enum engine_status xboard_targets(const struct position *pos, unsigned sq, unsigned via, bb_t stale,
                                  char *out)
{
    size_t nb = 0;
    struct phrase *phrases = speak_all(pos, stale, &nb);
    struct xboard_cells cells;
    char colour[XBOARD_SQUARES_MAX] = {0};
    if (!phrases)
        return ENGINE_NO_MEMORY;
    xboard_cells(pos, &cells);
    for (size_t i = 0; i < nb; i++) {
        const unsigned next = next_square(&phrases[i], sq, via);
        if (next != GEO_NO_SQUARE)
            colour[next] = colour_of(&phrases[i], &cells, sq, via, colour[next]);
    }
    write_colours(pos->game, colour, out);
    free(phrases);
    return ENGINE_OK;
}

enum engine_status xboard_choices(const struct position *pos, unsigned sq, unsigned via,
                                  unsigned to, bb_t stale, char *out, size_t size)
{
    size_t nb = 0, used = 0;
    struct phrase *phrases = speak_all(pos, stale, &nb);
    bool has_suffix = false;
    if (!phrases)
        return ENGINE_NO_MEMORY;
    for (size_t i = 0; i < nb && used + 1 < size; i++) {
        const struct phrase *p = &phrases[i];
        if (p->from == sq && p->via == via && p->to == to) {
            has_suffix |= p->suffix != '\0';
            if (p->letter)
                out[used++] = (char)toupper((unsigned char)p->letter);
        }
    }
    if (!has_suffix)
        used = 0;
    out[used] = '\0';
    free(phrases);
    return ENGINE_OK;
}
