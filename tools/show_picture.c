#include "tools/show_picture.h"

#include "engine/position.h"
#include "tools/outfile.h"
#include "tools/setup.h"
#include "tools/svg.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { WORD_MAX = 64, ITEMS_MAX = 64, CAPTION_MAX = 256 };

/* ---- Reading words ------------------------------------------------------------------------- */

/* Goes through the blank-separated words of all arguments; at = 0 at first. False at the end. */
struct word_reader {
    const struct cli_words *words;
    int argument;
    size_t at;
};

static bool next_word(struct word_reader *r, char out[WORD_MAX])
{
    static const char blanks[] = " \t,";
    for (; r->argument < r->words->nb; r->argument++, r->at = 0) {
        const char *text = r->words->first[r->argument] + r->at;
        const size_t gap = strspn(text, blanks), length = strcspn(text + gap, blanks);
        if (length == 0)
            continue;
        r->at += gap + length;
        /* What is cut off here is too long to be anything, and stays so. */
        snprintf(out, WORD_MAX, "%.*s", (int)(length < WORD_MAX ? length : WORD_MAX - 1),
                 text + gap);
        return true;
    }
    return false;
}

/* Takes "NAME:" off the front of *text if the name is one of `names`; returns its index or -1. */
static int take_prefix(const char **text, const char *const *names, int nb)
{
    const size_t length = strcspn(*text, ":");
    for (int i = 0; i < nb && (*text)[length]; i++)
        if (strlen(names[i]) == length && strncmp(names[i], *text, length) == 0) {
            *text += length + 1;
            return i;
        }
    return -1;
}

/* "red:" and the like; green without. */
static enum board_ink take_ink(const char **text)
{
    const char *names[INK_NB - INK_GREEN];
    for (int i = 0; i < INK_NB - INK_GREEN; i++)
        names[i] = board_ink_name((enum board_ink)(INK_GREEN + i));
    const int found = take_prefix(text, names, INK_NB - INK_GREEN);
    return found < 0 ? INK_GREEN : (enum board_ink)(INK_GREEN + found);
}

static bool read_arrow(const struct geometry *g, const char *word, struct board_arrow *out)
{
    out->ink = take_ink(&word);
    out->squares_nb = board_read_path(g, word, out->squares, NULL);
    for (unsigned i = 1; i < out->squares_nb; i++)
        if (out->squares[i] == out->squares[i - 1])
            return false;
    return out->squares_nb >= 2;
}

static bool read_mark(const struct geometry *g, const char *word, struct board_mark *out)
{
    static const char *const shapes[SHAPE_NB] = {"ring", "dot", "cross", "square"};
    out->ink = take_ink(&word);
    const int shape = take_prefix(&word, shapes, SHAPE_NB);
    out->shape = shape < 0 ? SHAPE_RING : (enum board_shape)shape;
    const size_t length = geo_parse(g, word, &out->square);
    return length > 0 && word[length] == '\0';
}

/* ---- Options ------------------------------------------------------------------------------- */

static bool is_colour(const char *text)
{
    return text[0] == '#' && strspn(text + 1, "0123456789abcdefABCDEF") == 6 && strlen(text) == 7;
}

static int set_colour(const struct cli_command *command, struct board_theme *theme, char *word)
{
    const char *names[INK_NB];
    char *value = strchr(word, '=');
    if (value)
        *value++ = '\0';
    for (int i = 0; i < INK_NB; i++) {
        names[i] = board_ink_name((enum board_ink)i);
        if (strcmp(names[i], word) == 0 && value && is_colour(value)) {
            memcpy(theme->colour[i], value, BOARD_COLOUR_MAX);
            return CLI_RUN;
        }
        if (strcmp(names[i], word) == 0)
            return cli_usage_error(command, "option --palette: %s needs a colour, %s=#rrggbb", word,
                                   word);
    }
    const char *meant = cli_suggest(word, names, INK_NB);
    return cli_usage_error(command, "option --palette: there is no ink '%s'%s%s%s", word,
                           meant ? ", did you mean " : "", meant ? meant : "", meant ? "?" : "");
}

static bool is_identifier(const char *text)
{
    if (!isalpha((unsigned char)text[0]))
        return false;
    while (isalnum((unsigned char)*text) || *text == '-' || *text == '_')
        text++;
    return !*text;
}

static int read_colours(const struct cli_command *command, struct picture_options *o)
{
    const struct board_theme *theme = board_theme_find(o->theme);
    if (!theme)
        return cli_usage_error(command, "option --theme: '%s' is neither light nor dark", o->theme);
    o->colours = *theme;
    struct word_reader words = {.words = &o->palette};
    char word[WORD_MAX];
    int code = CLI_RUN;
    while (code == CLI_RUN && next_word(&words, word))
        code = set_colour(command, &o->colours, word);
    return code;
}

int picture_read(const struct cli_command *command, struct picture_options *o)
{
    if ((o->is_sequence || o->sheet > 0) && !o->svg)
        return cli_usage_error(command, "%s needs --svg",
                               o->is_sequence ? "--sequence" : "--sheet");
    if (o->is_sequence && o->sheet > 0)
        return cli_usage_error(command, "--sequence excludes --sheet");
    if (o->is_sequence && strcmp(o->svg, "-") == 0)
        return cli_usage_error(command, "--sequence needs a file name, not the output");
    if (o->pieces && o->svg)
        return cli_usage_error(command, "--pieces excludes --svg");
    if (!is_identifier(o->id))
        return cli_usage_error(command,
                               "option --id: '%s' is no word of a letter, then letters, digits, - "
                               "and _",
                               o->id);
    return read_colours(command, o);
}

/* ---- One picture --------------------------------------------------------------------------- */

/* All that pictures of one call share. */
struct drawing {
    const struct cli_command *command;
    const struct picture_options *o;
    bool is_quiet;
    struct board_picture picture;
    struct board_mark marks[ITEMS_MAX];
    struct board_arrow arrows[ITEMS_MAX];
};

static int read_items(struct drawing *d, const struct geometry *g)
{
    struct word_reader arrows = {.words = &d->o->arrows}, marks = {.words = &d->o->marks};
    char word[WORD_MAX];
    for (; next_word(&arrows, word); d->picture.arrows_nb++) {
        if (d->picture.arrows_nb == ITEMS_MAX)
            return cli_usage_error(d->command, "option --arrows: more than %d", ITEMS_MAX);
        if (!read_arrow(g, word, &d->arrows[d->picture.arrows_nb]))
            return cli_usage_error(d->command,
                                   "option --arrows: '%s' is no arrow here; write two squares or "
                                   "more, with a colour if you like: red:%s",
                                   word, g->dark_only ? "c3e5g7" : "e2e4");
    }
    for (; next_word(&marks, word); d->picture.marks_nb++) {
        if (d->picture.marks_nb == ITEMS_MAX)
            return cli_usage_error(d->command, "option --marks: more than %d", ITEMS_MAX);
        if (!read_mark(g, word, &d->marks[d->picture.marks_nb]))
            return cli_usage_error(d->command,
                                   "option --marks: '%s' is no mark here; write a square, with "
                                   "colour and shape if you like: red:cross:%s",
                                   word, g->dark_only ? "c3" : "e4");
    }
    return CLI_RUN;
}

static int fail(const struct drawing *d, const char *path)
{
    return cli_error(d->command, CLI_IO, "%s: %s", path, strerror(errno ? errno : EIO));
}

static void tell(const struct drawing *d, const char *path, struct board_size size)
{
    if (!d->is_quiet && strcmp(path, "-") != 0)
        printf("wrote %s, %u x %u pixels\n", path, size.width, size.height);
}

/* ---- Walking through a line ---------------------------------------------------------------- */

struct step {
    size_t number; /* moves played so far */
    const struct position *pos;
    const struct board_move *last; /* NULL before the first move */
    char caption[CAPTION_MAX];
};

typedef int (*visit_fn)(void *context, const struct step *step);

/* "3. Vc1-d3", "3... e8-e6". */
static void write_move(const struct position *before, const struct move_entry *move, char *out)
{
    char human[MOVE_TEXT_MAX];
    before->game->move_human(before, move, human);
    snprintf(out, CAPTION_MAX, "%u.%s %s", before->fullmove, before->side == WHITE ? "" : "..",
             human);
}

/* Visits the positions from number `first` on; stops at the first exit code that is not CLI_OK. */
static int walk(const struct drawing *d, const struct pdn_game *line, size_t first, visit_fn visit,
                void *context)
{
    struct position *before = pos_new_like(line->start), *after = pos_new_like(line->start);
    struct step step = {.pos = after, .caption = ""};
    struct board_move last;
    int code = CLI_OK;
    bool is_good = before && after && pos_copy(after, line->start) == ENGINE_OK;
    for (; is_good && code == CLI_OK; step.number++) {
        if (step.number >= first)
            code = visit(context, &step);
        if (step.number == line->moves_nb)
            break;
        struct move_entry move;
        is_good = pos_copy(before, after) == ENGINE_OK &&
                  before->game->resolve(before, line->moves[step.number], &move) &&
                  setup_make(after, &move) == ENGINE_OK;
        if (is_good) {
            write_move(before, &move, step.caption);
            board_move_of(before, move.move, after, &last);
            step.last = &last;
        }
    }
    pos_free(before);
    pos_free(after);
    return is_good ? code : cli_error(d->command, CLI_IO, "out of memory");
}

static void set_step(struct board_picture *picture, const struct picture_options *o,
                     const struct step *step)
{
    picture->last = o->hides_last_move ? NULL : step->last;
}

/* ---- One file a position ------------------------------------------------------------------- */

static int draw_file(const struct drawing *d, const char *path, const struct position *pos,
                     const struct board_picture *picture)
{
    struct outfile file;
    if (!outfile_open_any(&file, path))
        return fail(d, path);
    board_svg_write(file.file, pos, picture);
    if (!outfile_finish(&file))
        return fail(d, path);
    tell(d, path, board_svg_size(pos->game, picture));
    return CLI_OK;
}

static int visit_last(void *context, const struct step *step)
{
    struct drawing *d = context;
    set_step(&d->picture, d->o, step);
    return draw_file(d, d->o->svg, step->pos, &d->picture);
}

/* "line.svg" becomes "line-007.svg"; a new text, NULL if memory is short. */
static char *numbered_path(const char *path, size_t number)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    /* A dot in front makes a name hidden, not a suffix. */
    const char *suffix = dot && dot != name ? dot : name + strlen(name);
    char *out = NULL;
    if (asprintf(&out, "%.*s-%03zu%s", (int)(suffix - path), path, number, suffix) < 0)
        return NULL;
    return out;
}

static int visit_each(void *context, const struct step *step)
{
    struct drawing *d = context;
    const char *given = d->o->caption ? d->o->caption : "";
    char *path = numbered_path(d->o->svg, step->number), *caption = NULL;
    int code = CLI_IO;
    if (path && asprintf(&caption, "%s%s%s", given, *given && step->caption[0] ? "\n" : "",
                         step->caption) >= 0) {
        d->picture.caption = *caption ? caption : NULL;
        set_step(&d->picture, d->o, step);
        code = draw_file(d, path, step->pos, &d->picture);
        free(caption);
    } else {
        cli_error(d->command, CLI_IO, "out of memory");
    }
    free(path);
    return code;
}

/* ---- A sheet ------------------------------------------------------------------------------- */

enum { SHEET_GAP = 12 }; /* pixels around the boards */

/* All boards of a sheet have the size of the largest: captions break into different lines. */
struct sheet {
    struct drawing *d;
    struct board_size board;
    FILE *out;
};

static void set_sheet_step(struct drawing *d, const struct step *step)
{
    set_step(&d->picture, d->o, step);
    d->picture.caption = step->caption[0] ? step->caption : NULL;
}

static int measure_step(void *context, const struct step *step)
{
    struct sheet *s = context;
    set_sheet_step(s->d, step);
    const struct board_size size = board_svg_size(step->pos->game, &s->d->picture);
    s->board.width = size.width > s->board.width ? size.width : s->board.width;
    s->board.height = size.height > s->board.height ? size.height : s->board.height;
    return CLI_OK;
}

static int draw_step(void *context, const struct step *step)
{
    struct sheet *s = context;
    const unsigned columns = (unsigned)s->d->o->sheet, number = (unsigned)step->number;
    set_sheet_step(s->d, step);
    fprintf(s->out, "<g transform=\"translate(%u %u)\">\n",
            SHEET_GAP + number % columns * (s->board.width + SHEET_GAP),
            SHEET_GAP + number / columns * (s->board.height + SHEET_GAP));
    board_svg_write(s->out, step->pos, &s->d->picture);
    fputs("</g>\n", s->out);
    return CLI_OK;
}

static int draw_sheet(struct drawing *d, const struct pdn_game *line)
{
    const struct board_theme *theme = &d->o->colours;
    struct sheet s = {.d = d};
    struct outfile file;
    int code = walk(d, line, 0, measure_step, &s);
    if (code != CLI_OK)
        return code;
    const unsigned boards = (unsigned)line->moves_nb + 1, columns = (unsigned)d->o->sheet;
    const unsigned across = boards < columns ? boards : columns;
    const unsigned down = (boards + columns - 1) / columns;
    const unsigned letters = d->o->caption ? 18 : 0;
    const struct board_size size = {across * (s.board.width + SHEET_GAP) + SHEET_GAP,
                                    down * (s.board.height + SHEET_GAP) + SHEET_GAP + 2 * letters};
    if (!outfile_open_any(&file, d->o->svg))
        return fail(d, d->o->svg);
    s.out = file.file;
    fprintf(s.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" "
            "xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"%u\" height=\"%u\" "
            "viewBox=\"0 0 %u %u\">\n<title>",
            size.width, size.height, size.width, size.height);
    svg_put_text(s.out, d->o->caption ? d->o->caption : line->start->game->title);
    fprintf(s.out, "</title>\n<rect width=\"%u\" height=\"%u\" fill=\"%s\"/>\n", size.width,
            size.height, theme->colour[INK_PAGE]);
    board_svg_men(s.out, line->start->game, theme, d->o->id);
    d->picture.has_shared_men = true;
    code = walk(d, line, 0, draw_step, &s);
    if (d->o->caption) {
        const double width = svg_text_width(d->o->caption, letters), room = size.width - 20.0;
        svg_draw_text(s.out, size.width / 2.0, size.height - letters,
                      width > room ? letters * room / width : letters, SVG_MIDDLE,
                      theme->colour[INK_TEXT], d->o->caption);
    }
    fputs("</svg>\n", s.out);
    if (code != CLI_OK) {
        outfile_abandon(&file);
        return code;
    }
    if (!outfile_finish(&file))
        return fail(d, d->o->svg);
    tell(d, d->o->svg, size);
    return CLI_OK;
}

int picture_write(const struct cli_command *command, const struct picture_options *o,
                  const struct pdn_game *line, enum side below, bool is_quiet)
{
    struct drawing d = {.command = command, .o = o, .is_quiet = is_quiet};
    d.picture = (struct board_picture){.theme = &o->colours,
                                       .id = o->id,
                                       .square_px = (unsigned)o->square_px,
                                       .below = below,
                                       .caption = o->caption,
                                       .has_coordinates = !o->hides_coordinates,
                                       .marks = d.marks,
                                       .arrows = d.arrows};
    const int code = read_items(&d, line->start->game->geometry);
    if (code != CLI_RUN)
        return code;
    if (o->sheet > 0)
        return draw_sheet(&d, line);
    return o->is_sequence ? walk(&d, line, 0, visit_each, &d)
                          : walk(&d, line, line->moves_nb, visit_last, &d);
}

/* ---- Men for XBoard ------------------------------------------------------------------------ */

static int write_man(const struct drawing *d, const char *path, const struct board_man *man,
                     enum side side)
{
    struct outfile file;
    if (!outfile_open_any(&file, path))
        return fail(d, path);
    board_svg_man(file.file, man, side, &d->o->colours);
    if (!outfile_finish(&file))
        return fail(d, path);
    if (!d->is_quiet)
        printf("%s: %s %s (%s)\n", path, side == WHITE ? "white" : "black", man->name,
               man->letters);
    return CLI_OK;
}

int picture_write_men(const struct cli_command *command, const struct picture_options *o,
                      const struct game *game, bool is_quiet)
{
    const struct drawing d = {.command = command, .o = o, .is_quiet = is_quiet};
    const struct board_layout *layout = board_layout_of(game);
    if (layout->men_nb == 0)
        return cli_usage_error(command, "option --pieces: XBoard cannot show %s", game->name);
    if (mkdir(o->pieces, 0777) != 0 && errno != EEXIST)
        return fail(&d, o->pieces);
    int code = CLI_OK;
    for (int side = WHITE; side <= BLACK; side++)
        for (size_t i = 0; i < layout->men_nb && code == CLI_OK; i++) {
            char *path;
            if (asprintf(&path, "%s/%s%s.svg", o->pieces, side == WHITE ? "White" : "Black",
                         layout->men[i].xboard) < 0)
                return cli_error(command, CLI_IO, "out of memory");
            code = write_man(&d, path, &layout->men[i], (enum side)side);
            free(path);
        }
    return code;
}
