#include "tools/xboard_board.h"

#include "tools/xboard_cells.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- What XBoard is told about a game ------------------------------------------------------ */

/* XBoard knows men by places in a list; each place has a picture. The letters of this table stand
 * in those places, dots are places not used, the last place is the king's. Tamerlane's shah does
 * not stand there: XBoard would castle when he changes place with a rook. Nor does a pawn stand in
 * the first place: XBoard would capture in passing when the pawn of pawns goes to a fork. */
struct look {
    unsigned rule_geometry; /* squares of the board it is for */
    const char *men;
    const char *const *moves; /* MAN BETZA, for notation; what is legal is told square by square */
};

static const char *const belarusian_moves[] = {
    "R& fmWfceFifmnD", "V& N", "M& B", "L& R", "G& Q", "K& Q2", "A& KisO2isO3", NULL,
};

/* The picket is short of its first step, and the giraffe of its second and third. */
static const char *const tamerlane_moves[] = {
    "K& K", "S& K", "A& K", "F& F", "W& W",      "G& FyafsF", "T& B",      "N& N",
    "R& R", "E& A", "C& C", "D& D", "P& mfWcfF", "H& mfWcfF", "Y& mfWcfF", NULL,
};

static const struct look looks[] = {
    {81, "RVMLG.....KA", belarusian_moves},
    {112, ".NTR.FE..F'S.N'T'R'..E'.C'G'K'D'GCDYW'....H..W...P........A.K...............",
     tamerlane_moves},
};

static const struct look *look_of(const struct game *game)
{
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (looks[i].rule_geometry == game->geometry->squares)
            return &looks[i];
    return NULL;
}

bool xboard_shows(const struct game *game)
{
    return look_of(game) != NULL;
}

const char *xboard_variants(char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; games_get(i); i++)
        if (xboard_shows(games_get(i))) {
            const int n =
                snprintf(out + used, size - used, "%s%s", used > 0 ? "," : "", games_get(i)->name);
            used = n < 0 || (size_t)n >= size - used ? size - 1 : used + (size_t)n;
        }
    return out;
}

void xboard_man(const char *man, char *out)
{
    if (man[0] != '.') {
        snprintf(out, XBOARD_MAN_MAX, "%s", man);
        return;
    }
    /* The pawn of pawns changes its kind as it goes, so its three kinds need plain letters; and x
     * behind a move is no letter for XBoard. The other pawns are dressed. */
    const char letter = man[1];
    const bool is_plain = strchr("pPyYxX", letter) != NULL;
    const char shown = letter == 'X' ? 'H' : letter == 'x' ? 'h' : letter;
    snprintf(out, XBOARD_MAN_MAX, "%c%s", shown, is_plain ? "" : "'");
}

char xboard_suffix(const char *man)
{
    char name[XBOARD_MAN_MAX];
    xboard_man(man, name);
    return name[1] ? '\0' : (char)tolower((unsigned char)name[0]);
}

/* ---- Squares ------------------------------------------------------------------------------- */

unsigned xboard_columns(const struct geometry *g)
{
    return g->files + (g->extra > 0 ? 2 : 0);
}

/* Column and row of XBoard's board, from 0. Squares outside the rectangle lie beside a rank of it:
 * z beside the first file, the others beside the last. */
static void place_of(const struct geometry *g, unsigned sq, unsigned *column, unsigned *row)
{
    if (!geo_is_extra(g, sq)) {
        *column = geo_file(g, sq) + (g->extra > 0);
        *row = geo_rank(g, sq);
        return;
    }
    char name[GEO_SQUARE_TEXT_MAX];
    geo_format(g, sq, name);
    *column = name[0] == 'z' ? 0 : g->files + 1;
    *row = (unsigned)strtoul(name + 1, NULL, 10) - 1;
}

unsigned xboard_square_at(const struct geometry *g, unsigned column, unsigned row)
{
    for (unsigned sq = g->squares - g->extra; sq < g->squares; sq++) {
        unsigned c, r;
        place_of(g, sq, &c, &r);
        if (c == column && r == row)
            return sq;
    }
    return geo_square(g, (int)column - (g->extra > 0), (int)row);
}

static unsigned first_rank(const struct geometry *g)
{
    return g->ranks == 10 ? 0 : 1;
}

void xboard_square(const struct game *game, unsigned sq, char *out)
{
    const struct geometry *g = game->geometry;
    unsigned column, row;
    place_of(g, sq, &column, &row);
    snprintf(out, XBOARD_SQUARE_MAX, "%c%u", (char)('a' + column), row + first_rank(g));
}

size_t xboard_read_square(const struct game *game, const char *text, unsigned *sq)
{
    const struct geometry *g = game->geometry;
    if (text[0] < 'a' || text[0] >= (char)('a' + xboard_columns(g)))
        return 0;
    size_t length = 1;
    unsigned rank = 0;
    for (; length < 3 && isdigit((unsigned char)text[length]); length++)
        rank = 10 * rank + (unsigned)(text[length] - '0');
    if (length == 1 || rank < first_rank(g))
        return 0;
    const unsigned found = xboard_square_at(g, (unsigned)(text[0] - 'a'), rank - first_rank(g));
    if (found == GEO_NO_SQUARE)
        return 0;
    *sq = found;
    return length;
}

/* ---- Position text ------------------------------------------------------------------------- */

void xboard_cells(const struct position *pos, struct xboard_cells *out)
{
    const struct geometry *g = pos->game->geometry;
    char text[GAME_FEN_MAX];
    pos->game->format(pos, text);
    memset(out, 0, sizeof *out);
    const char *s = text;
    for (int row = (int)g->ranks - 1, file = 0; *s != ' '; s++) {
        if (*s == '/') {
            row--;
            file = 0;
        } else if (isdigit((unsigned char)*s)) {
            char *end;
            file += (int)strtol(s, &end, 10);
            s = end - 1;
        } else {
            char *man = out->man[geo_square(g, file++, row)];
            *man++ = *s;
            if (*s == '.')
                *man = *++s;
        }
    }
    /* Behind the side to move: one character for each square outside the rectangle. */
    s += strlen(" w ");
    for (unsigned i = 0; i < g->extra; i++)
        if (s[i] != '-')
            out->man[g->squares - g->extra + i][0] = s[i];
}

/* The fields of a position text, cut at blanks; missing ones are "". */
enum { FIELDS_MAX = 6, FIELD_PLACEMENT = 0, FIELD_SIDE = 1 };

static void cut_fields(char *text, char *fields[FIELDS_MAX])
{
    static char nothing[] = "";
    char *rest = NULL;
    char *word = strtok_r(text, " \t", &rest);
    for (int i = 0; i < FIELDS_MAX; i++) {
        fields[i] = word ? word : nothing;
        word = word ? strtok_r(NULL, " \t", &rest) : NULL;
    }
}

static void write_run(char **out, unsigned *empty)
{
    if (*empty > 0)
        *out += sprintf(*out, "%u", *empty);
    *empty = 0;
}

static void write_placement(const struct geometry *g, const struct xboard_cells *cells, char **out)
{
    for (unsigned row = g->ranks; row-- > 0;) {
        unsigned empty = 0;
        for (unsigned column = 0; column < xboard_columns(g); column++) {
            const unsigned sq = xboard_square_at(g, column, row);
            char name[XBOARD_MAN_MAX] = "*";
            if (sq != GEO_NO_SQUARE)
                xboard_man(cells->man[sq], name);
            if (name[0] == '\0') {
                empty++;
                continue;
            }
            write_run(out, &empty);
            *out = stpcpy(*out, name);
        }
        write_run(out, &empty);
        *out = stpcpy(*out, row > 0 ? "/" : " ");
    }
}

/* The rook files of Belarusian chess and the wings as XBoard calls them, each in its own order. */
static const char wings_of_rooks[] = "QKqk", rooks[] = "AIai";
static const char rooks_of_wings[] = "IAia", wings[] = "KQkq";

/* Writes those letters of `to` whose counterparts in `from` are among the rights; none is "-". */
static void convert_rights(const char *rights, const char *from, const char *to, char *out)
{
    size_t used = 0;
    for (size_t i = 0; from[i]; i++)
        if (strchr(rights, from[i]))
            out[used++] = to[i];
    if (used == 0)
        out[used++] = '-';
    out[used] = '\0';
}

void xboard_fen(const struct position *pos, char *out)
{
    struct xboard_cells cells;
    char text[GAME_FEN_MAX], rights[8];
    char *fields[FIELDS_MAX];
    pos->game->format(pos, text);
    cut_fields(text, fields);
    xboard_cells(pos, &cells);
    write_placement(pos->game->geometry, &cells, &out);
    /* The rights of Tamerlane chess have no words there. */
    convert_rights(pos->game->geometry->extra > 0 ? "" : fields[2], rooks_of_wings, wings, rights);
    sprintf(out, "%s %s - %u %u", fields[FIELD_SIDE], rights, pos_text_counter(pos->clock),
            (unsigned)pos->fullmove);
}

/* Reads one man of XBoard's text and writes it as the game does. False if it is none. */
static bool read_man(const struct geometry *g, const char **s, char *out)
{
    const char letter = **s;
    if (!isalpha((unsigned char)letter))
        return false;
    ++*s;
    const bool has_pawn_kinds = g->extra > 0;
    if (has_pawn_kinds && **s == '\'') {
        ++*s;
        snprintf(out, XBOARD_MAN_MAX, ".%c", letter);
    } else if (has_pawn_kinds && strchr("pPhHyY", letter)) {
        snprintf(out, XBOARD_MAN_MAX, ".%c", letter == 'H' ? 'X' : letter == 'h' ? 'x' : letter);
    } else {
        snprintf(out, XBOARD_MAN_MAX, "%c", letter);
    }
    return true;
}

/* Reads XBoard's placement into cells. False if it does not fit the board. */
static bool read_placement(const struct geometry *g, const char *s, struct xboard_cells *cells)
{
    memset(cells, 0, sizeof *cells);
    unsigned column = 0, row = g->ranks - 1;
    while (*s) {
        if (*s == '/') {
            if (column != xboard_columns(g) || row == 0)
                return false;
            column = 0;
            row--;
            s++;
        } else if (isdigit((unsigned char)*s)) {
            unsigned run = 0;
            for (; isdigit((unsigned char)*s) && run <= xboard_columns(g); s++)
                run = 10 * run + (unsigned)(*s - '0');
            column += run;
        } else {
            const unsigned sq = xboard_square_at(g, column, row);
            char man[XBOARD_MAN_MAX] = "";
            if (*s == '*')
                s++;
            else if (!read_man(g, &s, man))
                return false;
            if (column >= xboard_columns(g) || (man[0] && sq == GEO_NO_SQUARE))
                return false;
            if (man[0])
                strcpy(cells->man[sq], man);
            column++;
        }
        if (column > xboard_columns(g))
            return false;
    }
    return row == 0 && column == xboard_columns(g);
}

static char *write_own_placement(const struct geometry *g, const struct xboard_cells *cells,
                                 char *out)
{
    for (int row = (int)g->ranks - 1; row >= 0; row--) {
        unsigned empty = 0;
        for (int file = 0; file < (int)g->files; file++) {
            const char *man = cells->man[geo_square(g, file, row)];
            if (man[0]) {
                write_run(&out, &empty);
                out = stpcpy(out, man);
            } else {
                empty++;
            }
        }
        write_run(&out, &empty);
        *out++ = row > 0 ? '/' : ' ';
    }
    return out;
}

/* Rewrites XBoard's text as the game's own. False if it is not XBoard's. */
static bool translate(const struct game *game, const char *text, char *out)
{
    const struct geometry *g = game->geometry;
    struct xboard_cells cells;
    char copy[XBOARD_FEN_MAX];
    char *fields[FIELDS_MAX];
    if (strlen(text) >= sizeof copy)
        return false;
    strcpy(copy, text);
    cut_fields(copy, fields);
    if (!read_placement(g, fields[FIELD_PLACEMENT], &cells) || strlen(fields[FIELD_SIDE]) != 1)
        return false;
    out = write_own_placement(g, &cells, out);
    /* XBoard has a field for capture in passing, which it sometimes fills with chance. */
    const char *clock = fields[4], *fullmove = fields[5];
    if (strspn(clock, "0123456789") != strlen(clock) || strlen(clock) > 4 || !clock[0])
        clock = "0";
    if (strspn(fullmove, "0123456789") != strlen(fullmove) || strlen(fullmove) > 4 || !fullmove[0])
        fullmove = "1";
    out += sprintf(out, "%s ", fields[FIELD_SIDE]);
    if (g->extra > 0) {
        for (unsigned i = 0; i < g->extra; i++) {
            const char *man = cells.man[g->squares - g->extra + i];
            if (man[1])
                return false;
            *out++ = man[0] ? man[0] : '-';
        }
        /* A right without its king is dropped by the reader. */
        out = stpcpy(out, " SCsc");
    } else {
        char rights[8];
        convert_rights(fields[2], wings_of_rooks, rooks, rights);
        out = stpcpy(out, rights);
    }
    sprintf(out, " %s %s", clock, fullmove);
    return true;
}

enum engine_status xboard_set_fen(struct position *pos, const char *text, struct text_error *error)
{
    char own[GAME_FEN_MAX];
    const enum engine_status status = pos_set(pos, text, error);
    if (status != ENGINE_BAD_POSITION || !translate(pos->game, text, own))
        return status;
    return pos_set(pos, own, error);
}

/* ---- Setup --------------------------------------------------------------------------------- */

void xboard_write_setup(FILE *out, const struct position *start)
{
    const struct geometry *g = start->game->geometry;
    const struct look *look = look_of(start->game);
    char fen[XBOARD_FEN_MAX];
    xboard_fen(start, fen);
    fprintf(out, "setup (%s", look->men);
    for (const char *s = look->men; *s; s++)
        fputc(tolower((unsigned char)*s), out);
    fprintf(out, ") %ux%u+0_fairy %s\n", xboard_columns(g), g->ranks, fen);
    for (size_t i = 0; look->moves[i]; i++)
        fprintf(out, "piece %s\n", look->moves[i]);
}
