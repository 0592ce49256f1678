#include "tools/match_record.h"

#include "tools/json.h"
#include "tools/json_fields.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool record_fail(char *error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error, RECORD_ERROR_MAX, format, args);
    va_end(args);
    return false;
}

/* ---- Writing a game ------------------------------------------------------------------------ */

static void write_ply(struct json *j, const struct match_ply *ply)
{
    json_object_begin(j, NULL);
    json_text(j, "move", ply->move);
    if (ply->has_score)
        json_integer(j, ply->is_mate ? "mate" : "cp", ply->score);
    json_integer(j, "depth", ply->depth);
    json_unsigned(j, "nodes", ply->nodes);
    json_integer(j, "ns", ply->elapsed_ns);
    if (ply->has_clock)
        json_integer(j, "clock", ply->clock_ms);
    if (ply->is_asked_again)
        json_bool(j, "asked", true);
    json_object_end(j);
}

static void write_pair(struct json *j, const char *key, const unsigned counts[2])
{
    json_array_begin(j, key);
    json_unsigned(j, NULL, counts[0]);
    json_unsigned(j, NULL, counts[1]);
    json_array_end(j);
}

void record_write_game(FILE *out, const struct match_game *g)
{
    struct json j;
    json_begin(&j, out);
    json_text(&j, "type", "game");
    json_unsigned(&j, "pair", g->pair + 1);
    json_integer(&j, "white", g->half + 1);
    json_array_begin(&j, "names");
    json_text(&j, NULL, g->names[0]);
    json_text(&j, NULL, g->names[1]);
    json_array_end(&j);
    json_text(&j, "fen", g->opening.fen);
    json_text(&j, "opening", g->opening.moves);
    json_text(&j, "result", match_outcome_text(g->outcome));
    json_text(&j, "end", match_end_word(g->end));
    json_text(&j, "word", g->word);
    json_text(&j, "answer", g->answer);
    json_text(&j, "detail", g->detail);
    json_integer(&j, "late", g->late_ns);
    write_pair(&j, "illegal", g->illegal);
    write_pair(&j, "asked", g->asked_again);
    json_real(&j, "seconds", g->seconds);
    json_array_begin(&j, "plies");
    for (size_t i = 0; i < g->plies_nb; i++)
        write_ply(&j, &g->plies[i]);
    json_array_end(&j);
    json_end(&j);
}

/* ---- Reading a game ------------------------------------------------------------------------ */

static bool read_score(const struct json_value *v, struct match_ply *ply, char *error)
{
    int64_t score = 0;
    const bool has_cp = json_member(v, "cp") != NULL;
    ply->is_mate = json_member(v, "mate") != NULL;
    ply->has_score = has_cp || ply->is_mate;
    if (has_cp && ply->is_mate)
        return record_fail(error, "a move has two scores");
    if (ply->has_score &&
        !json_need_integer(v, has_cp ? "cp" : "mate", -10000000, 10000000, &score, error))
        return false;
    ply->score = (int)score;
    return true;
}

static bool read_ply(const struct json_value *v, struct match_ply *ply, char *error)
{
    int64_t depth, nodes;
    if (!json_copy_text(v, "move", ply->move, sizeof ply->move, error) ||
        !read_score(v, ply, error) || !json_need_integer(v, "depth", 0, INT32_MAX, &depth, error) ||
        !json_need_integer(v, "nodes", 0, INT64_MAX, &nodes, error) ||
        !json_need_integer(v, "ns", 0, INT64_MAX / 4, &ply->elapsed_ns, error))
        return false;
    ply->depth = (int)depth;
    ply->nodes = (uint64_t)nodes;
    ply->has_clock = json_member(v, "clock") != NULL;
    if (ply->has_clock &&
        !json_need_integer(v, "clock", -PLAYER_TIME_MAX_MS, INT64_MAX / 4, &ply->clock_ms, error))
        return false;
    return !json_member(v, "asked") || json_need_bool(v, "asked", &ply->is_asked_again, error);
}

static bool read_plies(const struct json_value *line, struct match_game *g, char *error)
{
    const struct json_value *plies = json_need_array(line, "plies", error);
    if (!plies)
        return false;
    for (const struct json_value *v = plies->first; v; v = v->next) {
        struct match_ply *ply = match_add_ply(g);
        if (!ply)
            return record_fail(error, "out of memory");
        char what[RECORD_ERROR_MAX / 2];
        if (!read_ply(v, ply, what))
            return record_fail(error, "move %zu: %s", g->plies_nb, what);
    }
    return true;
}

static bool read_pair(const struct json_value *line, const char *key, unsigned counts[2],
                      char *error)
{
    const struct json_value *v = json_member(line, key);
    int64_t a, b;
    if (!v || !v->first || !v->first->next || !json_as_integer(v->first, &a) ||
        !json_as_integer(v->first->next, &b) || a < 0 || b < 0 || a > INT32_MAX || b > INT32_MAX)
        return record_fail(error, "member \"%s\" is missing or is no pair of counts", key);
    counts[0] = (unsigned)a;
    counts[1] = (unsigned)b;
    return true;
}

static bool read_names(const struct json_value *line, struct match_game *g, char *error)
{
    const struct json_value *v = json_need_array(line, "names", error);
    if (!v)
        return false;
    const char *a = json_as_text(v->first);
    const char *b = v->first ? json_as_text(v->first->next) : NULL;
    if (!a || !b)
        return record_fail(error, "there are not two names");
    snprintf(g->names[0], sizeof g->names[0], "%s", a);
    snprintf(g->names[1], sizeof g->names[1], "%s", b);
    return true;
}

static bool read_outcome(const struct json_value *line, struct match_game *g, char *error)
{
    const char *result, *end;
    if (!json_need_text(line, "result", 16, &result, error) ||
        !json_need_text(line, "end", 16, &end, error))
        return false;
    int outcome = OUTCOME_NONE;
    while (outcome <= OUTCOME_DRAW &&
           strcmp(match_outcome_text((enum outcome)outcome), result) != 0)
        outcome++;
    if (outcome > OUTCOME_DRAW || !match_end_find(end, &g->end) || g->end == MATCH_STOPPED ||
        g->end == MATCH_FAULT)
        return record_fail(error, "unknown result '%s' or end '%s'", result, end);
    g->outcome = (enum outcome)outcome;
    return true;
}

static bool read_opening(const struct json_value *line, struct match_game *g, char *error)
{
    const char *fen, *moves;
    if (!json_need_text(line, "fen", GAME_FEN_MAX, &fen, error) ||
        !json_need_text(line, "opening", SIZE_MAX, &moves, error))
        return false;
    g->opening = (struct opening){strdup(fen), strdup(moves)};
    return (g->opening.fen && g->opening.moves) || record_fail(error, "out of memory");
}

bool record_read_game(const struct json_value *line, struct match_game *g, char *error)
{
    const char *type;
    int64_t pair = 0, white = 0;
    *g = (struct match_game){.plies = NULL};
    const bool ok = (json_need_text(line, "type", 16, &type, error) &&
                     (strcmp(type, "game") == 0 || record_fail(error, "this line is no game"))) &&
                    json_need_integer(line, "pair", 1, MATCH_GAMES_MAX, &pair, error) &&
                    json_need_integer(line, "white", 1, 2, &white, error) &&
                    read_names(line, g, error) && read_outcome(line, g, error) &&
                    json_copy_text(line, "word", g->word, sizeof g->word, error) &&
                    json_copy_text(line, "answer", g->answer, sizeof g->answer, error) &&
                    json_copy_text(line, "detail", g->detail, sizeof g->detail, error) &&
                    json_need_integer(line, "late", 0, INT64_MAX / 4, &g->late_ns, error) &&
                    read_pair(line, "illegal", g->illegal, error) &&
                    read_pair(line, "asked", g->asked_again, error) &&
                    read_opening(line, g, error) && read_plies(line, g, error);
    g->pair = (size_t)pair - 1;
    g->half = (int)white - 1;
    if (!ok)
        record_game_fini(g);
    return ok;
}

void record_game_fini(struct match_game *g)
{
    free(g->opening.fen);
    free(g->opening.moves);
    g->opening = (struct opening){NULL, NULL};
    match_game_fini(g);
}

/* ---- The file ------------------------------------------------------------------------------ */

void record_reader_init(struct record_reader *r, FILE *file)
{
    *r = (struct record_reader){.file = file};
}

void record_reader_fini(struct record_reader *r)
{
    free(r->line);
    r->line = NULL;
}

enum record_status record_next(struct record_reader *r, struct json_tree *tree, char *error)
{
    struct text_error fault = {0, "it holds a zero byte"};
    const ssize_t length = getline(&r->line, &r->size, r->file);
    if (length < 0)
        return ferror(r->file) ? RECORD_IO : RECORD_END;
    r->number++;
    if (r->line[length - 1] != '\n')
        return RECORD_TORN;
    const bool is_text = strlen(r->line) == (size_t)length;
    if (is_text && json_tree_read(tree, r->line, &fault)) {
        r->end = ftell(r->file);
        return RECORD_LINE;
    }
    if (is_text)
        json_tree_fini(tree);
    record_fail(error, "byte %zu: %s", fault.offset, fault.what);
    /* A loss of power may leave the length of the last line without its content. */
    const int next = getc(r->file);
    if (next == EOF)
        return RECORD_TORN;
    ungetc(next, r->file);
    return RECORD_BAD;
}

static bool differ(const struct json_value *a, const struct json_value *b, const char *path,
                   char *out)
{
    char here[RECORD_ERROR_MAX];
    snprintf(out, RECORD_ERROR_MAX, "%s", path);
    if (a->kind != b->kind || (a->text && strcmp(a->text, b->text) != 0))
        return true;
    const struct json_value *x = a->first;
    const struct json_value *y = b->first;
    for (size_t i = 0; x && y; i++, x = x->next, y = y->next) {
        if (a->kind == JSON_OBJECT)
            snprintf(here, sizeof here, "%.400s%s%.64s", path, path[0] ? "." : "", x->key);
        else
            snprintf(here, sizeof here, "%.400s[%zu]", path, i);
        if (a->kind == JSON_OBJECT && strcmp(x->key, y->key) != 0)
            return true;
        if (differ(x, y, here, out))
            return true;
    }
    snprintf(out, RECORD_ERROR_MAX, "%s", path);
    return x || y;
}

bool record_differ(const struct json_value *a, const struct json_value *b, char *out)
{
    return differ(a, b, "", out);
}

bool record_append(int fd, const char *text, size_t nb)
{
    const off_t before = lseek(fd, 0, SEEK_END);
    size_t done = 0;
    while (done < nb) {
        const ssize_t n = write(fd, text + done, nb - done);
        if (n < 0 && errno != EINTR)
            break;
        done += n > 0 ? (size_t)n : 0;
    }
    if (done == nb && fsync(fd) == 0)
        return true;
    /* If this fails as well, the torn line will be found when the file is read. */
    const int number = errno;
    const int ignored = before >= 0 ? ftruncate(fd, before) : 0;
    (void)ignored;
    errno = number;
    return false;
}
