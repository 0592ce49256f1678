#include "tools/match_record.h"

#include "tools/json.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__attribute__((format(printf, 2, 3))) static bool fail(char *error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error, RECORD_ERROR_MAX, format, args);
    va_end(args);
    return false;
}

/* ---- Writing the terms --------------------------------------------------------------------- */

static void write_words(struct json *j, const char *key, const struct cli_words *words)
{
    json_array_begin(j, key);
    for (int i = 0; i < words->nb; i++)
        json_text(j, NULL, words->first[i]);
    json_array_end(j);
}

static void write_limits(struct json *j, const struct player_limits *limits)
{
    json_bool(j, "clock", limits->has_clock);
    json_integer(j, "base", limits->base_ms);
    json_integer(j, "increment", limits->increment_ms);
    json_integer(j, "moves", limits->moves);
    json_integer(j, "movetime", limits->movetime_ms);
    json_integer(j, "nodes", limits->nodes);
    json_integer(j, "depth", limits->depth);
}

static const char *const protocol_words[] = {"uci", "cecp"};

static void write_side(struct json *j, const struct player_config *p,
                       const struct record_side *side, enum match_illegal illegal)
{
    json_object_begin(j, NULL);
    json_text(j, "command", side->command);
    json_text(j, "directory", p->directory);
    json_text(j, "protocol", protocol_words[p->protocol]);
    write_words(j, "options", &p->options);
    write_words(j, "init", &p->init);
    json_text(j, "variant", p->variant);
    json_text(j, "letters", side->letters);
    json_text(j, "form", side->form);
    json_bool(j, "fen_only", p->is_fen_only);
    json_bool(j, "searchmoves", p->is_restricted);
    json_text(j, "illegal", match_illegal_word(illegal));
    write_limits(j, &p->limits);
    json_integer(j, "patience", p->patience_ms);
    json_object_end(j);
}

static void write_rules(struct json *j, const struct match_rules *rules)
{
    const struct position *base = rules->base;
    const struct match_adjudication *a = &rules->adjudication;
    char fen[GAME_FEN_MAX];
    base->game->format(base, fen);
    json_text(j, "game", base->game->name);
    json_object_begin(j, "rules");
    for (size_t i = 0; i < base->game->options_nb; i++)
        json_text(j, base->game->options[i].name, base->game->options[i].values[base->option[i]]);
    json_object_end(j);
    json_text(j, "fen", fen);
    json_integer(j, "margin", rules->margin_ms);
    json_integer(j, "max_plies", rules->plies_max);
    json_object_begin(j, "adjudication");
    json_integer(j, "draw_moves", a->draw_moves);
    json_integer(j, "draw_cp", a->draw_cp);
    json_integer(j, "draw_from", a->draw_from);
    json_integer(j, "win_moves", a->win_moves);
    json_integer(j, "win_cp", a->win_cp);
    json_object_end(j);
}

void record_write_terms(FILE *out, const struct match_rules *rules,
                        const struct record_source *source, const struct player_config players[2],
                        const struct record_side sides[2])
{
    struct json j;
    json_begin(&j, out);
    json_text(&j, "type", "match");
    json_integer(&j, "format", RECORD_FORMAT);
    write_rules(&j, rules);
    json_object_begin(&j, "openings");
    json_text(&j, "book", source->book);
    json_bool(&j, "shuffled", source->is_shuffled);
    json_integer(&j, "plies", source->plies);
    json_integer(&j, "window", source->window);
    json_integer(&j, "seed", source->seed);
    json_object_end(&j);
    json_array_begin(&j, "engines");
    for (int i = 0; i < 2; i++)
        write_side(&j, &players[i], &sides[i], rules->illegal[i]);
    json_array_end(&j);
    json_end(&j);
}

/* ---- Reading members ----------------------------------------------------------------------- */

/* On failure these say which member it is. */

/* A whole number from min to max. */
static bool read_integer(const struct json_value *object, const char *key, int64_t min, int64_t max,
                         int64_t *out, char *error)
{
    int64_t n;
    if (!json_as_integer(json_member(object, key), &n) || n < min || n > max) {
        fail(error, "member \"%s\" is missing or no whole number from %" PRId64 " to %" PRId64, key,
             min, max);
        return false;
    }
    *out = n;
    return true;
}

static bool read_bool(const struct json_value *object, const char *key, bool *out, char *error)
{
    const struct json_value *v = json_member(object, key);
    if (!v || (v->kind != JSON_TRUE && v->kind != JSON_FALSE)) {
        fail(error, "member \"%s\" is missing or neither true nor false", key);
        return false;
    }
    *out = v->kind == JSON_TRUE;
    return true;
}

/* A text of less than `size` bytes. */
static bool read_text(const struct json_value *object, const char *key, size_t size,
                      const char **out, char *error)
{
    const char *text = json_as_text(json_member(object, key));
    if (!text || strlen(text) >= size) {
        fail(error, "member \"%s\" is missing or no text, or too long a one", key);
        return false;
    }
    *out = text;
    return true;
}

static bool copy_text(const struct json_value *object, const char *key, char *out, size_t size,
                      char *error)
{
    const char *text;
    if (!read_text(object, key, size, &text, error))
        return false;
    memcpy(out, text, strlen(text) + 1);
    return true;
}

/* A text or null. */
static bool read_text_or_null(const struct json_value *object, const char *key, const char **out,
                              char *error)
{
    const struct json_value *v = json_member(object, key);
    if (!v || (v->kind != JSON_TEXT && v->kind != JSON_NULL)) {
        fail(error, "member \"%s\" is missing or neither a text nor null", key);
        return false;
    }
    *out = json_as_text(v);
    return true;
}

static const struct json_value *read_array(const struct json_value *object, const char *key,
                                           char *error)
{
    const struct json_value *v = json_member(object, key);
    if (v && v->kind == JSON_ARRAY)
        return v;
    fail(error, "member \"%s\" is missing or no array", key);
    return NULL;
}

/* ---- Reading the terms --------------------------------------------------------------------- */

static bool read_limits(const struct json_value *v, struct player_limits *l, char *error)
{
    const int64_t ms_max = PLAYER_TIME_MAX_MS;
    return read_bool(v, "clock", &l->has_clock, error) &&
           read_integer(v, "base", 0, ms_max, &l->base_ms, error) &&
           read_integer(v, "increment", 0, PLAYER_INCREMENT_MAX_MS, &l->increment_ms, error) &&
           read_integer(v, "moves", 0, 100000, &l->moves, error) &&
           read_integer(v, "movetime", 0, ms_max, &l->movetime_ms, error) &&
           read_integer(v, "nodes", 0, INT64_MAX, &l->nodes, error) &&
           read_integer(v, "depth", 0, INT32_MAX, &l->depth, error);
}

static bool read_side(const struct json_value *v, struct record_terms *terms, int i, char *error)
{
    struct player_config *p = &terms->players[i];
    const char *protocol, *illegal, *letters, *form;
    if (!read_limits(v, &p->limits, error) ||
        !read_integer(v, "patience", 1, PLAYER_TIME_MAX_MS, &p->patience_ms, error) ||
        !read_bool(v, "searchmoves", &p->is_restricted, error) ||
        !read_text(v, "protocol", 8, &protocol, error) ||
        !read_text(v, "illegal", 32, &illegal, error) ||
        !read_text_or_null(v, "letters", &letters, error) ||
        !read_text_or_null(v, "form", &form, error))
        return false;
    p->protocol = strcmp(protocol, protocol_words[PLAYER_CECP]) == 0 ? PLAYER_CECP : PLAYER_UCI;
    if (strcmp(protocol, protocol_words[p->protocol]) != 0 ||
        !match_illegal_find(illegal, &terms->rules.illegal[i]))
        return fail(error, "engine %d: unknown protocol or way with illegal moves", i + 1);
    terms->form[i] = form ? strdup(form) : NULL;
    if (form && !terms->form[i])
        return fail(error, "out of memory");
    return foreign_init(&p->foreign, letters, terms->form[i], error);
}

/* The game with its options, at the base position. */
static bool read_base(const struct json_value *line, struct record_terms *terms, char *error)
{
    const char *name, *fen;
    struct text_error fault;
    const struct json_value *rules = json_member(line, "rules");
    if (!read_text(line, "game", 64, &name, error) ||
        !read_text(line, "fen", GAME_FEN_MAX, &fen, error))
        return false;
    const struct game *game = games_find(name);
    if (!game || !rules || rules->kind != JSON_OBJECT)
        return fail(error, "there is no game '%.64s', or no object \"rules\"", name);
    struct position *base = pos_new(game);
    terms->rules.base = terms->base = base;
    if (!base)
        return fail(error, "out of memory");
    for (const struct json_value *v = rules->first; v; v = v->next)
        if (!json_as_text(v) || pos_set_option(base, v->key, v->text) != ENGINE_OK)
            return fail(error, "'%.64s' is no rule of %s, or not with this value", v->key, name);
    if (pos_set(base, fen, &fault) != ENGINE_OK)
        return fail(error, "the position is refused");
    return true;
}

static bool read_rules(const struct json_value *line, struct record_terms *terms, char *error)
{
    const struct json_value *v = json_member(line, "adjudication");
    struct match_rules *rules = &terms->rules;
    struct match_adjudication *a = &rules->adjudication;
    return read_base(line, terms, error) &&
           read_integer(line, "margin", 0, PLAYER_TIME_MAX_MS, &rules->margin_ms, error) &&
           read_integer(line, "max_plies", 1, MATCH_PLIES_MAX, &rules->plies_max, error) &&
           read_integer(v, "draw_moves", 0, INT32_MAX, &a->draw_moves, error) &&
           read_integer(v, "draw_cp", 0, INT32_MAX, &a->draw_cp, error) &&
           read_integer(v, "draw_from", 0, INT32_MAX, &a->draw_from, error) &&
           read_integer(v, "win_moves", 0, INT32_MAX, &a->win_moves, error) &&
           read_integer(v, "win_cp", 0, INT32_MAX, &a->win_cp, error);
}

bool record_read_terms(const struct json_value *line, struct record_terms *terms, char *error)
{
    const char *type;
    int64_t format;
    *terms = (struct record_terms){.form = {NULL, NULL}};
    if (!read_text(line, "type", 16, &type, error) || strcmp(type, "match") != 0 ||
        !read_integer(line, "format", RECORD_FORMAT, RECORD_FORMAT, &format, error))
        return fail(error, "this is no record of a match, or one of another version");
    const struct json_value *engines = read_array(line, "engines", error);
    if (!engines)
        return false;
    const struct json_value *first = engines->first;
    bool ok = first && first->next && !first->next->next;
    if (!ok)
        fail(error, "there are not two engines");
    ok = ok && read_rules(line, terms, error) && read_side(first, terms, 0, error) &&
         read_side(first->next, terms, 1, error);
    if (!ok)
        record_terms_fini(terms);
    return ok;
}

void record_terms_fini(struct record_terms *terms)
{
    pos_free(terms->base);
    free(terms->form[0]);
    free(terms->form[1]);
    *terms = (struct record_terms){.form = {NULL, NULL}};
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
        return fail(error, "a move has two scores");
    if (ply->has_score &&
        !read_integer(v, has_cp ? "cp" : "mate", -10000000, 10000000, &score, error))
        return false;
    ply->score = (int)score;
    return true;
}

static bool read_ply(const struct json_value *v, struct match_ply *ply, char *error)
{
    int64_t depth, nodes;
    if (!copy_text(v, "move", ply->move, sizeof ply->move, error) || !read_score(v, ply, error) ||
        !read_integer(v, "depth", 0, INT32_MAX, &depth, error) ||
        !read_integer(v, "nodes", 0, INT64_MAX, &nodes, error) ||
        !read_integer(v, "ns", 0, INT64_MAX / 4, &ply->elapsed_ns, error))
        return false;
    ply->depth = (int)depth;
    ply->nodes = (uint64_t)nodes;
    ply->has_clock = json_member(v, "clock") != NULL;
    if (ply->has_clock &&
        !read_integer(v, "clock", -PLAYER_TIME_MAX_MS, INT64_MAX / 4, &ply->clock_ms, error))
        return false;
    return !json_member(v, "asked") || read_bool(v, "asked", &ply->is_asked_again, error);
}

static bool read_plies(const struct json_value *line, struct match_game *g, char *error)
{
    const struct json_value *plies = read_array(line, "plies", error);
    if (!plies)
        return false;
    for (const struct json_value *v = plies->first; v; v = v->next) {
        struct match_ply *ply = match_add_ply(g);
        if (!ply)
            return fail(error, "out of memory");
        char what[RECORD_ERROR_MAX / 2];
        if (!read_ply(v, ply, what))
            return fail(error, "move %zu: %s", g->plies_nb, what);
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
        return fail(error, "member \"%s\" is missing or is no pair of counts", key);
    counts[0] = (unsigned)a;
    counts[1] = (unsigned)b;
    return true;
}

static bool read_names(const struct json_value *line, struct match_game *g, char *error)
{
    const struct json_value *v = read_array(line, "names", error);
    if (!v)
        return false;
    const char *a = json_as_text(v->first);
    const char *b = v->first ? json_as_text(v->first->next) : NULL;
    if (!a || !b)
        return fail(error, "there are not two names");
    snprintf(g->names[0], sizeof g->names[0], "%s", a);
    snprintf(g->names[1], sizeof g->names[1], "%s", b);
    return true;
}

static bool read_outcome(const struct json_value *line, struct match_game *g, char *error)
{
    const char *result, *end;
    if (!read_text(line, "result", 16, &result, error) || !read_text(line, "end", 16, &end, error))
        return false;
    int outcome = OUTCOME_NONE;
    while (outcome <= OUTCOME_DRAW &&
           strcmp(match_outcome_text((enum outcome)outcome), result) != 0)
        outcome++;
    if (outcome > OUTCOME_DRAW || !match_end_find(end, &g->end) || g->end == MATCH_STOPPED ||
        g->end == MATCH_FAULT)
        return fail(error, "unknown result '%s' or end '%s'", result, end);
    g->outcome = (enum outcome)outcome;
    return true;
}

static bool read_opening(const struct json_value *line, struct match_game *g, char *error)
{
    const char *fen, *moves;
    if (!read_text(line, "fen", GAME_FEN_MAX, &fen, error) ||
        !read_text(line, "opening", SIZE_MAX, &moves, error))
        return false;
    g->opening = (struct opening){strdup(fen), strdup(moves)};
    return (g->opening.fen && g->opening.moves) || fail(error, "out of memory");
}

bool record_read_game(const struct json_value *line, struct match_game *g, char *error)
{
    const char *type;
    int64_t pair = 0, white = 0;
    *g = (struct match_game){.plies = NULL};
    const bool ok = (read_text(line, "type", 16, &type, error) &&
                     (strcmp(type, "game") == 0 || fail(error, "this line is no game"))) &&
                    read_integer(line, "pair", 1, MATCH_GAMES_MAX, &pair, error) &&
                    read_integer(line, "white", 1, 2, &white, error) &&
                    read_names(line, g, error) && read_outcome(line, g, error) &&
                    copy_text(line, "word", g->word, sizeof g->word, error) &&
                    copy_text(line, "answer", g->answer, sizeof g->answer, error) &&
                    copy_text(line, "detail", g->detail, sizeof g->detail, error) &&
                    read_integer(line, "late", 0, INT64_MAX / 4, &g->late_ns, error) &&
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
    fail(error, "byte %zu: %s", fault.offset, fault.what);
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
