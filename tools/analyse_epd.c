/* Annotated EPD: the lines of `analyse --file` with what was found out, or a line for each position
 * of another source. */
#include "tools/analyse.h"
#include "tools/epd.h"
#include "tools/outfile.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The operations that we write; those that a line has already are replaced. */
static bool is_ours(const char *name)
{
    static const char *const ours[] = {"acd", "acn", "acs", "ce", "dm", "pm", "pv"};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (strcmp(name, ours[i]) == 0)
            return true;
    return false;
}

/* A line while it is written, in one of two forms: "FEN a 1; b 2;" or "FEN ;a 1 ;b 2". */
struct writing {
    FILE *out;
    bool is_standard;
};

static void begin_field(const struct writing *w)
{
    fputs(w->is_standard ? " " : " ;", w->out);
}

static void end_field(const struct writing *w)
{
    if (w->is_standard)
        putc(';', w->out);
}

static void put_field(const struct writing *w, const char *name, const char *value, char between)
{
    begin_field(w);
    fputs(name, w->out);
    if (*value)
        fprintf(w->out, "%c%s", between, value);
    end_field(w);
}

static void put_number(const struct writing *w, const char *name, int64_t n)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, n);
    put_field(w, name, text, ' ');
}

/* The rule set of a `|` line: the name of a game, or options. */
static void put_set(const struct writing *w, const struct suite_record *record)
{
    if (!record->moves || !record->set || strcmp(record->set, "-") == 0)
        return;
    if (!strchr(record->set, '=')) {
        put_field(w, "set", record->set, '=');
        return;
    }
    for (const char *s = record->set; *(s += strspn(s, " \t"));) {
        const size_t length = strcspn(s, " \t");
        fprintf(w->out, " ;%.*s", (int)length, s);
        s += length;
    }
}

static void put_verdict(const struct writing *w, const struct batch_item *item)
{
    const struct verdict *v = &item->verdict;
    const struct analyse_line *best = &v->lines[0];
    char engine[MOVE_TEXT_MAX], human[MOVE_TEXT_MAX];
    put_number(w, "acd", v->depth);
    put_number(w, "acn", (int64_t)v->nodes);
    put_number(w, "acs", v->time_ms / 1000);
    if (score_is_decisive(best->score))
        put_number(w, "dm", setup_win_moves(best->score));
    else
        put_number(w, "ce", best->score);
    line_first(item->pos, best, engine, human);
    put_field(w, "pm", engine, ' ');
    begin_field(w);
    fputs("pv", w->out);
    line_print_engine(w->out, item->pos, best->pv, best->pv_nb);
    end_field(w);
}

/* Writes one line; the text is changed. */
static void write_line(FILE *out, char *text, const struct batch_item *item)
{
    const struct game *fallback = item->pos->game;
    struct suite_record record = {0};
    struct suite_fault fault;
    struct writing w = {.out = out};
    /* Both went well when the file was read. */
    if (suite_parse(text, &record))
        return;
    pos_free(epd_position(&record, fallback, &fault, &w.is_standard));
    fputs(record.fen, out);
    put_set(&w, &record);
    for (size_t i = 0; i < record.fields_nb; i++) {
        const struct suite_field *f = &record.fields[i];
        if (!is_ours(f->name))
            put_field(&w, f->name, f->value, f->has_equals ? '=' : ' ');
    }
    put_verdict(&w, item);
}

/* Writes all lines; those without a result, comments and bad ones among them, as they were. False:
 * out of memory. */
static bool write_lines(FILE *out, const struct batch *b)
{
    const char *s = b->text, *end = b->text + b->text_length;
    size_t next = 0;
    fwrite(s, 1, batch_mark_length(b), out);
    s += batch_mark_length(b);
    for (size_t line = 1; s < end; line++) {
        const char *stop = memchr(s, '\n', (size_t)(end - s));
        const size_t length = (size_t)((stop ? stop : end) - s);
        while (next < b->nb && b->items[next].line < line)
            next++;
        const struct batch_item *item = next < b->nb ? &b->items[next] : NULL;
        if (item && item->line == line && item->verdict.lines_nb > 0) {
            char *copy = strndup(s, length);
            if (!copy)
                return false;
            write_line(out, copy, item);
            free(copy);
            if (length > 0 && s[length - 1] == '\r')
                putc('\r', out);
        } else {
            fwrite(s, 1, length, out);
        }
        putc('\n', out);
        s += length + 1;
    }
    return true;
}

/* Writes positions that do not come from lines: of a game, or of the options. */
static void write_position(FILE *out, const struct batch_item *item)
{
    const struct position *pos = item->pos;
    const struct writing w = {.out = out};
    char fen[GAME_FEN_MAX];
    pos->game->format(pos, fen);
    fputs(fen, out);
    put_field(&w, "set", pos->game->name, '=');
    for (size_t i = 0; i < pos->game->options_nb; i++)
        if (pos->option[i] > 0)
            put_field(&w, pos->game->options[i].name, pos->game->options[i].values[pos->option[i]],
                      '=');
    if (item->game > 0)
        fprintf(out, " ;id \"game %zu ply %zu\"", item->game, item->ply);
    if (item->verdict.lines_nb > 0)
        put_verdict(&w, item);
    putc('\n', out);
}

static void write_positions(FILE *out, const struct batch *b)
{
    for (size_t i = 0; i < b->games_nb; i++)
        for (size_t ply = 0; ply <= b->games[i].game.moves_nb; ply++)
            write_position(out, games_item(b, &b->games[i], ply));
    for (size_t i = 0; i < b->nb && b->games_nb == 0; i++)
        write_position(out, &b->items[i]);
}

int epd_write(const struct analysis *a)
{
    struct outfile file;
    if (!outfile_open_any(&file, a->o->epd))
        return cli_error(a->command, CLI_IO, "%s: %s", a->o->epd, strerror(errno));
    if (!a->batch->text || a->batch->games_nb > 0) {
        write_positions(file.file, a->batch);
    } else if (!write_lines(file.file, a->batch)) {
        outfile_abandon(&file);
        return cli_error(a->command, CLI_IO, "out of memory");
    }
    if (!outfile_finish(&file))
        return cli_error(a->command, CLI_IO, "%s: %s", a->o->epd, strerror(errno));
    return CLI_OK;
}
