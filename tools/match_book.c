#include "tools/match_book.h"

#include "tools/dialogue.h"
#include "tools/setup.h"
#include "tools/suite.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* A line being read. */
struct line {
    const struct position *base;
    struct position *pos; /* where it leads */
    struct opening out;
    char *error;
};

__attribute__((format(printf, 2, 3))) static bool fail(char *error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error, BOOK_ERROR_MAX, format, args);
    va_end(args);
    return false;
}

/* "12." of a numbered list. */
static bool is_number(const char *word)
{
    const size_t digits = strspn(word, "0123456789");
    return digits > 0 && word[digits] == '.' && !word[digits + 1 + strspn(word + digits + 1, ".")];
}

/* Is it a list of moves? Then its first word is a move. */
static bool begins_with_move(const struct line *l, const char *text)
{
    struct move_entry entry;
    char *copy = strdup(text);
    char *rest = copy;
    const char *word = copy ? dialogue_word(&rest) : NULL;
    if (word && is_number(word))
        word = dialogue_word(&rest);
    const bool is_move = word && l->base->game->move_parse(l->base, word, &entry) == ENGINE_OK;
    free(copy);
    return is_move;
}

/* Plays the words of `text`, which is cut up, from the base and writes them to l->out.moves. */
static bool read_moves(struct line *l, char *text)
{
    const struct game *game = l->base->game;
    size_t size;
    const char *word;
    bool ok = pos_copy(l->pos, l->base) == ENGINE_OK;
    FILE *out = open_memstream(&l->out.moves, &size);
    if (!out || !ok) {
        if (out)
            fclose(out);
        return fail(l->error, "out of memory");
    }
    while (ok && (word = dialogue_word(&text))) {
        struct move_entry entry;
        char move[MOVE_TEXT_MAX];
        if (is_number(word))
            continue;
        if (game->move_parse(l->pos, word, &entry) != ENGINE_OK) {
            ok = fail(l->error, "'%.100s' is no legal move here", word);
            continue;
        }
        game->move_format(l->pos, entry.move, move);
        fprintf(out, "%s%s", ftell(out) > 0 ? " " : "", move);
        ok = setup_make(l->pos, &entry) == ENGINE_OK || fail(l->error, "out of memory");
    }
    return (fclose(out) == 0 || fail(l->error, "out of memory")) && ok;
}

/* A rule set that the line names must be the match's. */
static bool check_rules(const struct line *l, const struct suite_record *record)
{
    struct suite_fault fault;
    char text[SUITE_FAULT_MAX];
    if (!record->set)
        return true;
    struct position *pos = suite_position(record, l->base->game, &fault);
    if (!pos)
        return fail(l->error, "%s", suite_fault_text(&fault, text));
    const bool is_same =
        pos->game == l->base->game && memcmp(pos->option, l->base->option, sizeof pos->option) == 0;
    pos_free(pos);
    return is_same || fail(l->error, "its rules are not those of the match: '%.100s'", record->set);
}

static bool read_position(struct line *l, const struct suite_record *record)
{
    struct text_error error;
    l->out.moves = strdup("");
    if (!check_rules(l, record))
        return false;
    if (!l->out.moves || !l->out.fen)
        return fail(l->error, "out of memory");
    const enum engine_status status = pos_set(l->pos, record->fen, &error);
    if (status == ENGINE_BAD_POSITION)
        return fail(l->error, "position refused at byte %zu: %s", error.offset, error.what);
    if (status != ENGINE_OK)
        return fail(l->error, "%s", engine_strerror(status));
    l->base->game->format(l->pos, l->out.fen);
    return true;
}

/* Fills l->out, whose texts are the caller's to free in any case. */
static bool read_line(struct line *l, const struct suite_record *record)
{
    const struct game *game = l->base->game;
    l->out = (struct opening){malloc(GAME_FEN_MAX), NULL};
    if (!l->out.fen)
        return fail(l->error, "out of memory");
    game->format(l->base, l->out.fen);
    bool ok;
    if (begins_with_move(l, record->fen)) {
        char *copy = strdup(record->fen);
        ok = copy ? read_moves(l, copy) : fail(l->error, "out of memory");
        free(copy);
    } else {
        ok = read_position(l, record);
    }
    if (ok && game->result(l->pos).outcome != OUTCOME_NONE)
        ok = fail(l->error, "the game is over there (%s)", game->result(l->pos).word);
    return ok;
}

static bool add_line(struct book *b, struct opening *line)
{
    if (b->nb == b->cap) {
        const size_t cap = b->cap > 0 ? 2 * b->cap : 256;
        struct opening *lines = realloc(b->lines, cap * sizeof *lines);
        if (!lines)
            return false;
        b->lines = lines;
        b->cap = cap;
    }
    b->lines[b->nb++] = *line;
    return true;
}

/* All lines of an open file. */
static bool read_lines(struct book *b, struct suite *suite, const char *path, struct line *l,
                       bool *is_io, char *error)
{
    struct suite_record record;
    const char *why;
    char what[BOOK_ERROR_MAX / 2] = "";
    enum suite_status status;
    l->error = what;
    while ((status = suite_next(suite, &record, &why)) <= SUITE_BAD_LINE) {
        bool ok = status == SUITE_RECORD ? read_line(l, &record) : fail(what, "%s", why);
        if (ok && add_line(b, &l->out))
            continue;
        if (status == SUITE_RECORD) {
            free(l->out.fen);
            free(l->out.moves);
        }
        return fail(error, "%.200s, line %zu: %.250s", path, suite->line,
                    ok ? "out of memory" : what);
    }
    *is_io = status == SUITE_FAULT;
    if (status == SUITE_FAULT)
        return fail(error, "%.200s: %s", path, strerror(errno));
    return b->nb > 0 || fail(error, "%.200s: there is no opening in it", path);
}

bool book_read(struct book *b, const char *path, const struct position *base, bool *is_io,
               char *error)
{
    struct suite suite;
    *b = (struct book){NULL, 0, 0};
    *is_io = true;
    if (!suite_open(&suite, path))
        return fail(error, "%.200s: %s", path, strerror(errno));
    struct line line = {.base = base, .pos = pos_new_like(base)};
    *is_io = false;
    const bool ok =
        line.pos ? read_lines(b, &suite, path, &line, is_io, error) : fail(error, "out of memory");
    pos_free(line.pos);
    suite_close(&suite);
    return ok;
}

void book_fini(struct book *b)
{
    for (size_t i = 0; i < b->nb; i++) {
        free(b->lines[i].fen);
        free(b->lines[i].moves);
    }
    free(b->lines);
    *b = (struct book){NULL, 0, 0};
}
