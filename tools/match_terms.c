/* The first line of a record: the terms of the match. */
#include "tools/json.h"
#include "tools/json_fields.h"
#include "tools/match_record.h"

#include <stdlib.h>
#include <string.h>

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

/* ---- Reading the terms --------------------------------------------------------------------- */

static bool read_limits(const struct json_value *v, struct player_limits *l, char *error)
{
    const int64_t ms_max = PLAYER_TIME_MAX_MS;
    return json_need_bool(v, "clock", &l->has_clock, error) &&
           json_need_integer(v, "base", 0, ms_max, &l->base_ms, error) &&
           json_need_integer(v, "increment", 0, PLAYER_INCREMENT_MAX_MS, &l->increment_ms, error) &&
           json_need_integer(v, "moves", 0, 100000, &l->moves, error) &&
           json_need_integer(v, "movetime", 0, ms_max, &l->movetime_ms, error) &&
           json_need_integer(v, "nodes", 0, INT64_MAX, &l->nodes, error) &&
           json_need_integer(v, "depth", 0, INT32_MAX, &l->depth, error);
}

static bool read_side(const struct json_value *v, struct record_terms *terms, int i, char *error)
{
    struct player_config *p = &terms->players[i];
    const char *protocol, *illegal, *letters, *form;
    if (!read_limits(v, &p->limits, error) ||
        !json_need_integer(v, "patience", 1, PLAYER_TIME_MAX_MS, &p->patience_ms, error) ||
        !json_need_bool(v, "searchmoves", &p->is_restricted, error) ||
        !json_need_text(v, "protocol", 8, &protocol, error) ||
        !json_need_text(v, "illegal", 32, &illegal, error) ||
        !json_need_text_or_null(v, "letters", &letters, error) ||
        !json_need_text_or_null(v, "form", &form, error))
        return false;
    p->protocol = strcmp(protocol, protocol_words[PLAYER_CECP]) == 0 ? PLAYER_CECP : PLAYER_UCI;
    if (strcmp(protocol, protocol_words[p->protocol]) != 0 ||
        !match_illegal_find(illegal, &terms->rules.illegal[i]))
        return record_fail(error, "engine %d: unknown protocol or way with illegal moves", i + 1);
    terms->form[i] = form ? strdup(form) : NULL;
    if (form && !terms->form[i])
        return record_fail(error, "out of memory");
    return foreign_init(&p->foreign, letters, terms->form[i], error);
}

/* The game with its options, at the base position. */
static bool read_base(const struct json_value *line, struct record_terms *terms, char *error)
{
    const char *name, *fen;
    struct text_error fault;
    const struct json_value *rules = json_member(line, "rules");
    if (!json_need_text(line, "game", 64, &name, error) ||
        !json_need_text(line, "fen", GAME_FEN_MAX, &fen, error))
        return false;
    const struct game *game = games_find(name);
    if (!game || !rules || rules->kind != JSON_OBJECT)
        return record_fail(error, "there is no game '%.64s', or no object \"rules\"", name);
    struct position *base = pos_new(game);
    terms->rules.base = terms->base = base;
    if (!base)
        return record_fail(error, "out of memory");
    for (const struct json_value *v = rules->first; v; v = v->next)
        if (!json_as_text(v) || pos_set_option(base, v->key, v->text) != ENGINE_OK)
            return record_fail(error, "'%.64s' is no rule of %s, or not with this value", v->key,
                               name);
    if (pos_set(base, fen, &fault) != ENGINE_OK)
        return record_fail(error, "the position is refused");
    return true;
}

static bool read_rules(const struct json_value *line, struct record_terms *terms, char *error)
{
    const struct json_value *v = json_member(line, "adjudication");
    struct match_rules *rules = &terms->rules;
    struct match_adjudication *a = &rules->adjudication;
    return read_base(line, terms, error) &&
           json_need_integer(line, "margin", 0, PLAYER_TIME_MAX_MS, &rules->margin_ms, error) &&
           json_need_integer(line, "max_plies", 1, MATCH_PLIES_MAX, &rules->plies_max, error) &&
           json_need_integer(v, "draw_moves", 0, INT32_MAX, &a->draw_moves, error) &&
           json_need_integer(v, "draw_cp", 0, INT32_MAX, &a->draw_cp, error) &&
           json_need_integer(v, "draw_from", 0, INT32_MAX, &a->draw_from, error) &&
           json_need_integer(v, "win_moves", 0, INT32_MAX, &a->win_moves, error) &&
           json_need_integer(v, "win_cp", 0, INT32_MAX, &a->win_cp, error);
}

bool record_read_terms(const struct json_value *line, struct record_terms *terms, char *error)
{
    const char *type;
    int64_t format;
    *terms = (struct record_terms){.form = {NULL, NULL}};
    if (!json_need_text(line, "type", 16, &type, error) || strcmp(type, "match") != 0 ||
        !json_need_integer(line, "format", RECORD_FORMAT, RECORD_FORMAT, &format, error))
        return record_fail(error, "this is no record of a match, or one of another version");
    const struct json_value *engines = json_need_array(line, "engines", error);
    if (!engines)
        return false;
    const struct json_value *first = engines->first;
    bool ok = first && first->next && !first->next->next;
    if (!ok)
        record_fail(error, "there are not two engines");
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
