#include "tools/board_svg.h"

#include "tools/svg.h"
#include "tools/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Units of the picture: a square is 100 wide, as the men's boxes are. */
enum {
    BOX = SVG_PIECE_BOX,
    FRAME_WIDTH = 4,
    TOWER_ABOVE = 66,
    BARE_MARGIN = 8,   /* without coordinates */
    LABEL_GAP = 9,     /* around coordinates */
    CAPTION_LEAD = 60, /* per cent of the height between lines */
    CAPTION_LINES_MAX = 12,
    CAPTION_BYTES_MAX = 200 /* of one line */
};

/* Lettering is at least so many pixels high, whatever the size of the squares. */
enum {
    COORDINATE_PX_MIN = 9,
    COORDINATE_UNITS_MIN = 25,
    CAPTION_PX_MIN = 10,
    CAPTION_UNITS_MIN = 29
};

/* ---- Measures ------------------------------------------------------------------------------ */

struct caption {
    char line[CAPTION_LINES_MAX][CAPTION_BYTES_MAX];
    unsigned lines;
    double height; /* of its capitals */
};

struct frame {
    const struct board_layout *layout;
    double label, margin; /* height of coordinates; around the squares */
    double width, height; /* of the whole */
    struct caption caption;
};

static double letters_at_least(double units, double pixels, unsigned square_px)
{
    return fmax(units, pixels * BOX / square_px);
}

/* Appends a word to the last line, or to a new one if it does not fit. What is beyond the last
 * possible line, or too long to be a line, is cut off: a caption is no essay. */
static void add_word(struct caption *c, const char *word, size_t length, double width_max)
{
    char longer[2 * CAPTION_BYTES_MAX];
    const int fitting = (int)utf8_fit(word, length, CAPTION_BYTES_MAX - 1);
    char *last = c->lines > 0 ? c->line[c->lines - 1] : NULL;
    if (last) {
        const int bytes =
            snprintf(longer, sizeof longer, "%s%s%.*s", last, *last ? " " : "", fitting, word);
        if (!*last ||
            (bytes < CAPTION_BYTES_MAX && svg_text_width(longer, c->height) <= width_max)) {
            memcpy(last, longer, (size_t)bytes + 1);
            return;
        }
    }
    if (c->lines < CAPTION_LINES_MAX)
        snprintf(c->line[c->lines++], CAPTION_BYTES_MAX, "%.*s", fitting, word);
}

/* Words up to the next blank; a line break in the text is one in the caption. */
static void break_lines(struct caption *c, const char *text, double width_max)
{
    static const char blanks[] = " \t\r\n";
    while (*text && c->lines < CAPTION_LINES_MAX) {
        const size_t gap = strspn(text, blanks);
        if (memchr(text, '\n', gap) && c->lines > 0 && c->lines < CAPTION_LINES_MAX)
            c->line[c->lines++][0] = '\0';
        text += gap;
        const size_t length = strcspn(text, blanks);
        if (length > 0)
            add_word(c, text, length, width_max);
        text += length;
    }
}

static void measure(struct frame *f, const struct game *game, const struct board_picture *p)
{
    const struct board_layout *layout = board_layout_of(game);
    f->layout = layout;
    f->label = letters_at_least(COORDINATE_UNITS_MIN, COORDINATE_PX_MIN, p->square_px);
    f->margin = p->has_coordinates ? f->label + 2 * LABEL_GAP : BARE_MARGIN;
    f->width = layout->columns * BOX + 2 * f->margin;
    f->height = layout->rows * BOX + 2 * f->margin;
    f->caption.lines = 0;
    f->caption.height = letters_at_least(CAPTION_UNITS_MIN, CAPTION_PX_MIN, p->square_px);
    if (p->caption)
        break_lines(&f->caption, p->caption, f->width - 2 * BARE_MARGIN);
    if (f->caption.lines > 0)
        f->height += f->caption.height * (100 + CAPTION_LEAD) / 100 * (f->caption.lines + 0.5);
}

static unsigned pixels(double units, unsigned square_px)
{
    return (unsigned)lround(units * square_px / BOX);
}

struct board_size board_svg_size(const struct game *game, const struct board_picture *p)
{
    struct frame f;
    measure(&f, game, p);
    return (struct board_size){pixels(f.width, p->square_px), pixels(f.height, p->square_px)};
}

struct point {
    double x, y;
};

/* The corner of a square's box. */
static struct point corner(const struct frame *f, const struct board_picture *p, unsigned sq)
{
    const struct board_place place = board_place_of(f->layout, sq, p->below);
    return (struct point){f->margin + place.column * BOX, f->margin + place.row * BOX};
}

static struct point centre(const struct frame *f, const struct board_picture *p, unsigned sq)
{
    const struct point c = corner(f, p, sq);
    /* NOLINTNEXTLINE(bugprone-integer-division): whole steps are meant */
    return (struct point){c.x + BOX / 2, c.y + BOX / 2};
}

/* ---- The board ----------------------------------------------------------------------------- */

/* One path of all squares for which an ink is used: the file stays small. */
static void draw_squares(FILE *out, const struct frame *f, const struct board_picture *p,
                         enum board_ink ink)
{
    const struct board_layout *layout = f->layout;
    fprintf(out, "<path fill=\"%s\" d=\"", p->theme->colour[ink]);
    for (int row = 0; row < layout->rows; row++)
        for (int column = 0; column < layout->columns; column++) {
            const unsigned sq =
                board_square_at(layout, (struct board_place){column, row}, p->below);
            if (sq == GEO_NO_SQUARE)
                continue;
            const bool in_palace =
                !geo_is_extra(layout->geometry, sq) && board_in_palace(layout, sq);
            const bool dark = board_is_dark(layout, sq);
            const enum board_ink its = in_palace ? dark ? INK_PALACE_DARK : INK_PALACE_LIGHT
                                       : dark    ? INK_DARK
                                                 : INK_LIGHT;
            if (its == ink)
                fprintf(out, "M%g %gh%dv%dh-%dz", f->margin + column * BOX, f->margin + row * BOX,
                        BOX, BOX, BOX);
        }
    fputs("\"/>\n", out);
}

static void draw_rectangle(FILE *out, struct point a, double width, double height,
                           const char *colour, double line)
{
    fprintf(out,
            "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"none\" stroke=\"%s\" "
            "stroke-width=\"%g\"/>\n",
            a.x, a.y, width, height, colour, line);
}

/* An eight-pointed star in a frame: both are seen whether or not someone sits there. */
static void draw_throne(FILE *out, const struct frame *f, const struct board_picture *p)
{
    const struct point c = centre(f, p, f->layout->throne);
    const char *colour = p->theme->colour[INK_THRONE];
    fprintf(out,
            "<path fill=\"none\" stroke=\"%s\" stroke-width=\"4\" stroke-linejoin=\"round\" "
            "d=\"M%g %gm-42-42h84v84h-84z\"/>"
            "<path fill=\"%s\" fill-opacity=\".35\" stroke=\"%s\" stroke-width=\"3\" "
            "stroke-linejoin=\"round\" d=\"M%g %gm0-36 9 14 16-3-3 16 14 9-14 9 3 16-16-3-9 "
            "14-9-14-16 3 3-16-14-9 14-9-3-16 16 3z\"/>\n",
            colour, c.x, c.y, colour, colour, c.x, c.y);
}

static void draw_palace(FILE *out, const struct frame *f, const struct board_picture *p)
{
    const struct board_layout *layout = f->layout;
    const int far = (int)layout->palace_size - 1;
    const struct point a = corner(
        f, p,
        geo_square(layout->geometry, (int)layout->palace_file, (int)layout->palace_rank + far));
    const struct point b = corner(
        f, p,
        geo_square(layout->geometry, (int)layout->palace_file + far, (int)layout->palace_rank));
    draw_rectangle(out, (struct point){fmin(a.x, b.x), fmin(a.y, b.y)}, layout->palace_size * BOX,
                   layout->palace_size * BOX, p->theme->colour[INK_THRONE], FRAME_WIDTH);
}

/* A square beside the board is a fortress: a double frame with battlements. */
static void draw_citadel(FILE *out, const struct frame *f, const struct board_picture *p,
                         unsigned sq)
{
    const struct point c = corner(f, p, sq);
    fprintf(out,
            "<path fill=\"none\" stroke=\"%s\" stroke-width=\"3\" d=\"M%g %gm8 8h84v84h-84z\"/>"
            "<path fill=\"%s\" d=\"M%g %gm-2 0v-13h16v8h13v-8h16v8h14v-8h16v8h13v-8h18v13z\"/>\n",
            p->theme->colour[INK_FRAME], c.x, c.y, p->theme->colour[INK_FRAME], c.x, c.y);
    draw_rectangle(out, c, BOX, BOX, p->theme->colour[INK_FRAME], FRAME_WIDTH);
}

static void draw_board(FILE *out, const struct frame *f, const struct board_picture *p)
{
    const struct board_layout *layout = f->layout;
    const struct geometry *g = layout->geometry;
    fprintf(out, "<rect width=\"%g\" height=\"%g\" fill=\"%s\"/>\n", f->width, f->height,
            p->theme->colour[INK_PAGE]);
    /* The light squares of a board of dark ones are no squares of the geometry. */
    if (g->dark_only)
        fprintf(out, "<rect x=\"%g\" y=\"%g\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n",
                f->margin, f->margin, layout->columns * BOX, layout->rows * BOX,
                p->theme->colour[INK_LIGHT]);
    else
        draw_squares(out, f, p, INK_LIGHT);
    draw_squares(out, f, p, INK_DARK);
    if (layout->palace_size > 0) {
        draw_squares(out, f, p, INK_PALACE_LIGHT);
        draw_squares(out, f, p, INK_PALACE_DARK);
        draw_palace(out, f, p);
    }
    if (layout->throne != GEO_NO_SQUARE)
        draw_throne(out, f, p);
    const int beside = layout->columns - (int)g->files; /* columns of the extra squares */
    /* NOLINTNEXTLINE(bugprone-integer-division): whole steps are meant */
    draw_rectangle(out, (struct point){f->margin + beside / 2 * BOX, f->margin}, g->files * BOX,
                   g->ranks * BOX, p->theme->colour[INK_FRAME], FRAME_WIDTH);
    for (unsigned sq = g->squares - g->extra; sq < g->squares; sq++)
        draw_citadel(out, f, p, sq);
}

static void draw_label(FILE *out, const struct frame *f, const struct board_picture *p, double x,
                       double y, const char *text)
{
    svg_draw_text(out, x, y + f->label / 2, f->label, SVG_MIDDLE, p->theme->colour[INK_TEXT], text);
}

/* Files below the board, those of the citadels too; ranks left of it, outside where a citadel lies
 * there. */
static void draw_coordinates(FILE *out, const struct frame *f, const struct board_picture *p)
{
    const struct board_layout *layout = f->layout;
    const struct geometry *g = layout->geometry;
    const double half = f->margin / 2, bottom = f->margin + layout->rows * BOX + half;
    for (unsigned i = 0; i < g->files; i++) {
        const unsigned sq = geo_square(g, (int)i, g->dark_only ? (int)i % 2 : 0);
        const char file[2] = {(char)('a' + i), '\0'};
        draw_label(out, f, p, centre(f, p, sq).x, bottom, file);
    }
    for (unsigned sq = g->squares - g->extra; sq < g->squares; sq++) {
        char name[GEO_SQUARE_TEXT_MAX];
        geo_format(g, sq, name);
        name[1] = '\0';
        draw_label(out, f, p, centre(f, p, sq).x, bottom, name);
    }
    for (unsigned i = 0; i < g->ranks; i++) {
        char rank[12];
        const unsigned sq = geo_square(g, g->dark_only ? (int)i % 2 : 0, (int)i);
        struct board_place place = board_place_of(layout, sq, p->below);
        place.column = layout->left - 1;
        const bool has_citadel =
            place.column >= 0 && board_square_at(layout, place, p->below) != GEO_NO_SQUARE;
        snprintf(rank, sizeof rank, "%u", i + 1);
        draw_label(out, f, p, has_citadel ? half : f->margin + layout->left * BOX - half,
                   centre(f, p, sq).y, rank);
    }
}

/* A small disc of its colour beside the corner of the side to move. */
static void draw_turn(FILE *out, const struct frame *f, const struct board_picture *p,
                      enum side side)
{
    const struct svg_inks inks = board_inks(p->theme, side);
    const double right = f->margin + (f->layout->left + (int)f->layout->geometry->files) * BOX;
    const int row = side == p->below ? f->layout->rows - 1 : 0;
    const double radius = f->label * 0.45;
    fprintf(out,
            "<circle cx=\"%g\" cy=\"%g\" r=\"%g\" fill=\"%s\" stroke=\"%s\" "
            "stroke-width=\"%g\"/>\n",
            right + f->margin / 2, f->margin + (row + 0.5) * BOX, radius, inks.body,
            p->theme->colour[INK_TEXT], radius / 5);
}

/* ---- What happens on it -------------------------------------------------------------------- */

static void fill_square(FILE *out, const struct frame *f, const struct board_picture *p,
                        unsigned sq, const char *colour, double opacity)
{
    const struct point c = corner(f, p, sq);
    fprintf(out,
            "<rect x=\"%g\" y=\"%g\" width=\"%d\" height=\"%d\" fill=\"%s\" "
            "fill-opacity=\"%g\"/>\n",
            c.x, c.y, BOX, BOX, colour, opacity);
}

/* The squares of the move itself are stronger than those that it changed besides. */
static void draw_last_move(FILE *out, const struct frame *f, const struct board_picture *p)
{
    bb_t besides = p->last->changed, path = BB_EMPTY;
    for (unsigned i = 0; i < p->last->squares_nb; i++)
        path |= bb_square(p->last->squares[i]);
    for (besides &= ~path; bb_any(besides);)
        fill_square(out, f, p, bb_pop(&besides), p->theme->colour[INK_MOVED], 0.25);
    while (bb_any(path))
        fill_square(out, f, p, bb_pop(&path), p->theme->colour[INK_MOVED], 0.5);
}

static void draw_checks(FILE *out, const struct frame *f, const struct board_picture *p,
                        bb_t checked)
{
    while (bb_any(checked)) {
        const struct point c = centre(f, p, bb_pop(&checked));
        fprintf(out,
                "<circle cx=\"%g\" cy=\"%g\" r=\"48\" fill=\"%s\" fill-opacity=\".4\"/>"
                "<circle cx=\"%g\" cy=\"%g\" r=\"40\" fill=\"%s\" fill-opacity=\".5\"/>\n",
                c.x, c.y, p->theme->colour[INK_CHECK], c.x, c.y, p->theme->colour[INK_CHECK]);
    }
}

static void draw_mark(FILE *out, const struct frame *f, const struct board_picture *p,
                      const struct board_mark *mark)
{
    const struct point c = centre(f, p, mark->square);
    const char *colour = p->theme->colour[mark->ink];
    switch (mark->shape) {
    case SHAPE_RING:
        fprintf(out,
                "<circle cx=\"%g\" cy=\"%g\" r=\"44\" fill=\"none\" stroke=\"%s\" "
                "stroke-width=\"7\" stroke-opacity=\".85\"/>\n",
                c.x, c.y, colour);
        break;
    case SHAPE_DOT:
        fprintf(out, "<circle cx=\"%g\" cy=\"%g\" r=\"17\" fill=\"%s\" fill-opacity=\".85\"/>\n",
                c.x, c.y, colour);
        break;
    case SHAPE_CROSS:
        fprintf(out,
                "<path fill=\"none\" stroke=\"%s\" stroke-width=\"10\" stroke-linecap=\"round\" "
                "stroke-opacity=\".85\" d=\"M%g %gm-30-30 60 60m0-60-60 60\"/>\n",
                colour, c.x, c.y);
        break;
    case SHAPE_SQUARE:
        fill_square(out, f, p, mark->square, colour, 0.45);
        break;
    case SHAPE_NB:
        break;
    }
}

/* Squares are coloured below the men, everything else is drawn over them. */
static void draw_marks(FILE *out, const struct frame *f, const struct board_picture *p,
                       bool below_men)
{
    for (size_t i = 0; i < p->marks_nb; i++)
        if ((p->marks[i].shape == SHAPE_SQUARE) == below_men)
            draw_mark(out, f, p, &p->marks[i]);
}

static void draw_arrow(FILE *out, const struct frame *f, const struct board_picture *p,
                       const struct board_arrow *arrow)
{
    enum { WIDTH = 13, HEAD = 34, HEAD_HALF = 21, SHORT_OF_CENTRE = 8 };
    const unsigned last = arrow->squares_nb - 1;
    const char *colour = p->theme->colour[arrow->ink];
    const struct point from = centre(f, p, arrow->squares[last - 1]);
    struct point tip = centre(f, p, arrow->squares[last]);
    const double length = hypot(tip.x - from.x, tip.y - from.y);
    const struct point way = {length > 0 ? (tip.x - from.x) / length : 0,
                              length > 0 ? (tip.y - from.y) / length : -1};
    tip = (struct point){tip.x + way.x * SHORT_OF_CENTRE, tip.y + way.y * SHORT_OF_CENTRE};
    const struct point neck = {tip.x - way.x * HEAD, tip.y - way.y * HEAD};
    fprintf(out,
            "<g opacity=\".75\"><path fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" "
            "stroke-linejoin=\"round\" stroke-linecap=\"round\" d=\"",
            colour, WIDTH);
    for (unsigned i = 0; i < last; i++) {
        const struct point c = centre(f, p, arrow->squares[i]);
        fprintf(out, "%c%g %g", i == 0 ? 'M' : 'L', c.x, c.y);
    }
    fprintf(out, "L%.2f %.2f\"/><path fill=\"%s\" d=\"M%.2f %.2fL%.2f %.2fL%.2f %.2fz\"/></g>\n",
            neck.x + way.x, neck.y + way.y, colour, tip.x, tip.y, neck.x - way.y * HEAD_HALF,
            neck.y + way.x * HEAD_HALF, neck.x + way.y * HEAD_HALF, neck.y - way.x * HEAD_HALF);
}

/* ---- Men ----------------------------------------------------------------------------------- */

static void write_man_id(FILE *out, const struct board_man *man, enum side side, const char *id)
{
    fprintf(out, "%s-%c%s", id, "wb"[side], man -> letters);
}

static void draw_man(FILE *out, const struct board_man *man, enum side side,
                     const struct board_theme *theme)
{
    const struct svg_inks inks = board_inks(theme, side);
    svg_draw_man(out, man->piece, man->badge, &inks);
}

static void define_man(FILE *out, const struct board_man *man, enum side side,
                       const struct board_theme *theme, const char *id)
{
    fputs("<g id=\"", out);
    write_man_id(out, man, side, id);
    fputs("\">", out);
    draw_man(out, man, side, theme);
    fputs("</g>\n", out);
}

void board_svg_men(FILE *out, const struct game *game, const struct board_theme *theme,
                   const char *id)
{
    const struct board_layout *layout = board_layout_of(game);
    fputs("<defs>\n", out);
    for (int side = WHITE; side <= BLACK; side++)
        for (size_t i = 0; i < layout->men_nb; i++)
            define_man(out, &layout->men[i], (enum side)side, theme, id);
    fputs("</defs>\n", out);
}

void board_svg_man(FILE *out, const struct board_man *man, enum side side,
                   const struct board_theme *theme)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\">\n<title>%s %s</title>\n",
            BOX, BOX, BOX, BOX, side == WHITE ? "white" : "black", man->name);
    draw_man(out, man, side, theme);
    fputs("\n</svg>\n", out);
}

/* Only those that stand on the board. */
static void define_men(FILE *out, const struct frame *f, const struct position *pos,
                       const struct board_picture *p)
{
    uint64_t seen[SIDE_NB] = {0};
    fputs("<defs>\n", out);
    for (unsigned sq = 0; sq < f->layout->geometry->squares; sq++) {
        char text[GAME_SQUARE_TEXT_MAX];
        enum side side;
        pos->game->square_text(pos, sq, text);
        const struct board_man *man = board_man_of(f->layout, text, &side);
        if (!man)
            continue;
        const uint64_t bit = UINT64_C(1) << (man - f->layout->men);
        if (!(seen[side] & bit))
            define_man(out, man, side, p->theme, p->id);
        seen[side] |= bit;
    }
    fputs("</defs>\n", out);
}

static void place_men(FILE *out, const struct frame *f, const struct position *pos,
                      const struct board_picture *p)
{
    for (unsigned sq = 0; sq < f->layout->geometry->squares; sq++) {
        char text[GAME_SQUARE_TEXT_MAX];
        enum side side;
        pos->game->square_text(pos, sq, text);
        const struct point c = corner(f, p, sq);
        const struct board_man *man = board_man_of(f->layout, text, &side);
        if (man) {
            fputs("<use xlink:href=\"#", out);
            write_man_id(out, man, side, p->id);
            fprintf(out, "\" x=\"%g\" y=\"%g\"/>\n", c.x, c.y);
        } else if (text[0]) {
            /* Nothing ever stands on the light square above. */
            board_svg_tower(out, c.x, c.y, c.y > f->margin ? TOWER_ABOVE : 0, text, p);
        }
    }
}

/* ---- The picture --------------------------------------------------------------------------- */

static void draw_caption(FILE *out, const struct frame *f, const struct board_picture *p)
{
    const struct caption *c = &f->caption;
    const double step = c->height * (100 + CAPTION_LEAD) / 100;
    double y = 2 * f->margin + f->layout->rows * BOX + c->height * 1.3;
    /* NOLINTNEXTLINE(cert-flp30-c): few steps, the end is not exact */
    for (unsigned i = 0; i < c->lines; i++, y += step) {
        /* A word wider than the board is all that can be too wide. */
        const double width = svg_text_width(c->line[i], c->height);
        const double room = f->width - 2 * BARE_MARGIN;
        const double height = width > room ? c->height * room / width : c->height;
        svg_draw_text(out, f->width / 2, y, height, SVG_MIDDLE, p->theme->colour[INK_TEXT],
                      c->line[i]);
    }
}

void board_svg_write(FILE *out, const struct position *pos, const struct board_picture *p)
{
    struct frame f;
    char fen[GAME_FEN_MAX];
    measure(&f, pos->game, p);
    pos->game->format(pos, fen);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" "
            "xmlns:xlink=\"http://www.w3.org/1999/xlink\" role=\"img\" width=\"%u\" height=\"%u\" "
            "viewBox=\"0 0 %g %g\">\n<title>",
            pixels(f.width, p->square_px), pixels(f.height, p->square_px), f.width, f.height);
    svg_put_text(out, p->caption && *p->caption ? p->caption : pos->game->title);
    fputs("</title>\n<desc>", out);
    svg_put_text(out, fen);
    fputs("</desc>\n", out);
    if (f.layout->men_nb > 0 && !p->has_shared_men)
        define_men(out, &f, pos, p);
    draw_board(out, &f, p);
    if (p->last)
        draw_last_move(out, &f, p);
    draw_marks(out, &f, p, true);
    draw_checks(out, &f, p, pos->game->checked(pos));
    place_men(out, &f, pos, p);
    if (p->has_coordinates) {
        draw_coordinates(out, &f, p);
        draw_turn(out, &f, p, (enum side)pos->side);
    }
    for (size_t i = 0; i < p->arrows_nb; i++)
        draw_arrow(out, &f, p, &p->arrows[i]);
    draw_marks(out, &f, p, false);
    draw_caption(out, &f, p);
    fputs("</svg>\n", out);
}
