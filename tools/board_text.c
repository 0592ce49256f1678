#include "tools/board_text.h"

#include "tools/utf8.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { CELL_MAX = 32, COLUMNS_MAX = 16 };

/* ---- Cells --------------------------------------------------------------------------------- */

static unsigned columns_of(const char *text)
{
    unsigned columns = 0;
    while (utf8_next(&text))
        columns++;
    return columns;
}

/* "W3/2": the side's letter, large for a king, and the label of a tower higher than one. */
static void write_tower(const char *pieces, bool has_signs, char out[CELL_MAX])
{
    static const char *const letters[SIDE_NB][2] = {{"w", "W"}, {"b", "B"}};
    static const char *const signs[SIDE_NB][2] = {{"\u26C0", "\u26C1"}, {"\u26C2", "\u26C3"}};
    const struct board_tower tower = board_tower_of(pieces);
    char label[BOARD_TOWER_LABEL_MAX] = "";
    if (pieces[1])
        board_tower_label(&tower, label);
    snprintf(out, CELL_MAX, "%s%s", (has_signs ? signs : letters)[tower.owner][tower.is_king],
             label);
}

/* A sign stands for the first letter; of a pawn, the letter of its officer remains. */
static void write_man(const struct board_layout *layout, const char *letters, bool has_signs,
                      char out[CELL_MAX])
{
    enum side side;
    const struct board_man *man = board_man_of(layout, letters, &side);
    if (has_signs && man && man->unicode[side])
        snprintf(out, CELL_MAX, "%s%s", man->unicode[side], letters + 1);
    else
        snprintf(out, CELL_MAX, "%s", letters);
}

static const char *empty_cell(const struct board_layout *layout, unsigned sq)
{
    if (sq == layout->throne)
        return "*";
    return !geo_is_extra(layout->geometry, sq) && board_in_palace(layout, sq) ? ":" : ".";
}

static void write_cell(const struct position *pos, const struct board_layout *layout, unsigned sq,
                       bool has_signs, char out[CELL_MAX])
{
    char text[GAME_SQUARE_TEXT_MAX];
    pos->game->square_text(pos, sq, text);
    if (!text[0])
        snprintf(out, CELL_MAX, "%s", empty_cell(layout, sq));
    else if (layout->men_nb > 0)
        write_man(layout, text, has_signs, out);
    else
        write_tower(text, has_signs, out);
}

/* ---- Colours ------------------------------------------------------------------------------- */

/* Of the usual palette of 256: grey squares on which both white and black letters can be read. */
enum {
    LIGHT_SQUARE = 246,
    DARK_SQUARE = 242,
    LIGHT_PALACE = 138,
    DARK_PALACE = 95,
    MOVED_SQUARE = 136,
    CHECKED_SQUARE = 160,
    WHITE_LETTER = 231,
    BLACK_LETTER = 16
};

static int background(const struct position *pos, const struct board_text *style,
                      const struct board_layout *layout, unsigned sq)
{
    const bool dark = board_is_dark(layout, sq);
    if (bb_has(pos->game->checked(pos), sq))
        return CHECKED_SQUARE;
    for (unsigned i = 0; style->last && i < style->last->squares_nb; i++)
        if (style->last->squares[i] == sq)
            return MOVED_SQUARE;
    if (!geo_is_extra(layout->geometry, sq) && board_in_palace(layout, sq))
        return dark ? DARK_PALACE : LIGHT_PALACE;
    return dark ? DARK_SQUARE : LIGHT_SQUARE;
}

static bool is_white(const struct position *pos, unsigned sq)
{
    char text[GAME_SQUARE_TEXT_MAX];
    pos->game->square_text(pos, sq, text);
    /* Of a tower: its owner. A pawn's letter comes after its dot. */
    if (pos->game->geometry->dark_only)
        return tolower((unsigned char)text[0]) == 'w';
    return isupper((unsigned char)text[strlen(text) > 0 ? strlen(text) - 1 : 0]) != 0;
}

/* ---- The board ----------------------------------------------------------------------------- */

struct grid {
    const struct position *pos;
    const struct board_text *style;
    const struct board_layout *layout;
    unsigned width; /* of a cell */
    bool is_left;   /* cells begin, or end, at the same column as the file's letter */
};

/* At the end of a line no blanks follow. */
static void write_padded(FILE *out, const struct grid *g, const char *text, bool is_last)
{
    const int padding = (int)(g->width - columns_of(text));
    if (g->is_left)
        fprintf(out, "%s%*s", text, is_last ? 0 : padding, "");
    else
        fprintf(out, "%*s%s", padding, "", text);
}

static void write_square(FILE *out, const struct grid *g, unsigned sq, char lead, bool is_last)
{
    char cell[CELL_MAX] = "";
    if (sq != GEO_NO_SQUARE)
        write_cell(g->pos, g->layout, sq, g->style->has_signs, cell);
    const bool has_colours = g->style->has_colours && sq != GEO_NO_SQUARE;
    if (has_colours)
        fprintf(out, "\033[1;48;5;%d;38;5;%dm", background(g->pos, g->style, g->layout, sq),
                is_white(g->pos, sq) ? WHITE_LETTER : BLACK_LETTER);
    putc(lead, out);
    write_padded(out, g, cell, is_last && !has_colours);
    if (has_colours)
        fputs("\033[0m", out);
}

static unsigned square_at(const struct grid *g, int column, int row)
{
    return board_square_at(g->layout, (struct board_place){column, row}, g->style->below);
}

static bool is_citadel(const struct grid *g, int column, int row)
{
    const unsigned sq =
        column < 0 || column >= g->layout->columns ? GEO_NO_SQUARE : square_at(g, column, row);
    return sq != GEO_NO_SQUARE && geo_is_extra(g->layout->geometry, sq);
}

/* A square beside the board stands in brackets. */
static char lead_of(const struct grid *g, int column, int row)
{
    return is_citadel(g, column, row) ? '[' : is_citadel(g, column - 1, row) ? ']' : ' ';
}

/* Last column that has a square: lines do not end in blanks. */
static int last_column(const struct grid *g, int row)
{
    int column = g->layout->columns - 1;
    while (square_at(g, column, row) == GEO_NO_SQUARE)
        column--;
    return column;
}

static void write_row(FILE *out, const struct grid *g, int row)
{
    const int rows = g->layout->rows;
    const int rank = g->style->below == WHITE ? rows - row : row + 1;
    fprintf(out, " %2d ", rank);
    const bool is_turn = row == (g->pos->side == g->style->below ? rows - 1 : 0);
    const int last = is_turn ? g->layout->columns - 1 : last_column(g, row);
    for (int column = 0; column <= last; column++)
        write_square(out, g, square_at(g, column, row), lead_of(g, column, row),
                     column == last && !is_turn);
    if (is_citadel(g, last, row))
        putc(']', out);
    if (is_turn)
        fprintf(out, "   %s to move", g->pos->side == WHITE ? "White" : "Black");
    putc('\n', out);
}

/* The letter of a column's file: that of any of its squares. */
static void write_files(FILE *out, const struct grid *g)
{
    fputs("    ", out);
    for (int column = 0; column < g->layout->columns; column++) {
        unsigned sq = GEO_NO_SQUARE;
        char name[GEO_SQUARE_TEXT_MAX];
        for (int row = 0; row < g->layout->rows && sq == GEO_NO_SQUARE; row++)
            sq = square_at(g, column, row);
        geo_format(g->layout->geometry, sq, name);
        name[1] = '\0';
        putc(' ', out);
        write_padded(out, g, name, column + 1 == g->layout->columns);
    }
    putc('\n', out);
}

static unsigned widest_cell(const struct position *pos, const struct board_layout *layout)
{
    unsigned widest = 1;
    for (unsigned sq = 0; sq < layout->geometry->squares; sq++) {
        char cell[CELL_MAX];
        write_cell(pos, layout, sq, false, cell);
        widest = columns_of(cell) > widest ? columns_of(cell) : widest;
    }
    return widest;
}

void board_text_write(FILE *out, const struct position *pos, const struct board_text *style)
{
    const struct board_layout *layout = board_layout_of(pos->game);
    const struct grid g = {.pos = pos,
                           .style = style,
                           .layout = layout,
                           .width = widest_cell(pos, layout),
                           .is_left = layout->men_nb == 0};
    for (int row = 0; row < layout->rows; row++)
        write_row(out, &g, row);
    putc('\n', out);
    write_files(out, &g);
    if (pos->game->listing) {
        char listing[GAME_TEXT_MAX];
        pos->game->listing(pos, listing);
        fprintf(out, "\n%s", listing);
    }
}

char *board_text_plain(const struct position *pos)
{
    const struct board_text style = {.below = WHITE};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    board_text_write(out, pos, &style);
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}
