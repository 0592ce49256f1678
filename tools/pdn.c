#include "tools/pdn.h"

#include "tools/notation.h"
#include "tools/setup.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { TAGS_MAX = 128 }; /* no honest game has more */

/* ---- Games --------------------------------------------------------------------------------- */

void pdn_fini(struct pdn_game *g)
{
    for (size_t i = 0; i < g->tags_nb; i++) {
        free(g->tags[i].name);
        free(g->tags[i].value);
    }
    free(g->tags);
    free(g->moves);
    pos_free(g->start);
    pos_free(g->end);
    *g = (struct pdn_game){0};
}

static enum engine_status set_start(struct pdn_game *g, const struct position *start)
{
    g->start = pos_new_like(start);
    g->end = pos_new_like(start);
    if (!g->start || !g->end || pos_copy(g->start, start) != ENGINE_OK)
        return ENGINE_NO_MEMORY;
    return pos_copy(g->end, start);
}

enum engine_status pdn_start(struct pdn_game *g, const struct position *start)
{
    pdn_fini(g);
    return set_start(g, start);
}

enum engine_status pdn_play(struct pdn_game *g, const char *text)
{
    struct move_entry entry;
    const enum engine_status status = notation_read(g->end, text, &entry);
    if (status != ENGINE_OK)
        return status;
    if ((g->moves_nb & (g->moves_nb - 1)) == 0) { /* full at the powers of two */
        move_t *grown = realloc(g->moves, (g->moves_nb ? 2 * g->moves_nb : 1) * sizeof *grown);
        if (!grown)
            return ENGINE_NO_MEMORY;
        g->moves = grown;
    }
    if (setup_make(g->end, &entry) != ENGINE_OK)
        return ENGINE_NO_MEMORY;
    g->moves[g->moves_nb++] = entry.move;
    return ENGINE_OK;
}

const char *pdn_tag(const struct pdn_game *g, const char *name)
{
    for (size_t i = 0; i < g->tags_nb; i++)
        if (strcasecmp(g->tags[i].name, name) == 0)
            return g->tags[i].value;
    return NULL;
}

/* ---- Reading ------------------------------------------------------------------------------- */

/* A game while it is read. */
struct reading {
    const char *text;
    const struct game *usual; /* NULL: only Bashni is read */
    struct pdn_game *game;
    struct pdn_fault *fault;
    enum pdn_status status; /* PDN_GAME as long as all is well */
    size_t variant_offset;  /* where the values of these tags stand */
    size_t type_offset;
    size_t setup_offset;
    size_t rules_offset;
    size_t fen_offset;
    bool has_moves; /* the tags are over */
    bool has_result;
};

/* Keeps the first fault. `word` may be NULL. */
static void blame(struct reading *r, enum pdn_status status, size_t offset, const char *what,
                  const char *word)
{
    if (r->status == PDN_GAME) {
        gametext_place(r->text, offset, &r->fault->line, &r->fault->column);
        if (word)
            snprintf(r->fault->what, sizeof r->fault->what, "'%.60s' %s", word, what);
        else
            snprintf(r->fault->what, sizeof r->fault->what, "%s", what);
    }
    if (r->status == PDN_GAME || r->status == PDN_BAD_GAME)
        r->status = status;
}

static void note_offset(struct reading *r, const char *name, size_t offset)
{
    if (strcasecmp(name, "Variant") == 0)
        r->variant_offset = offset;
    else if (strcasecmp(name, "GameType") == 0)
        r->type_offset = offset;
    else if (strcasecmp(name, "SetUp") == 0)
        r->setup_offset = offset;
    else if (strcasecmp(name, "Rules") == 0)
        r->rules_offset = offset;
    else if (strcasecmp(name, "FEN") == 0)
        r->fen_offset = offset;
}

static void add_tag(struct reading *r, const struct gametext_token *token)
{
    struct pdn_game *g = r->game;
    char *name = strndup(token->text, token->length);
    char *value = gametext_unescape(token->value, token->value_length);
    if (!g->tags)
        g->tags = malloc(TAGS_MAX * sizeof *g->tags);
    if (!name || !value || !g->tags) {
        blame(r, PDN_NO_MEMORY, token->offset, "out of memory", NULL);
    } else if (pdn_tag(g, name)) {
        blame(r, PDN_BAD_GAME, token->offset, "is a tag that was given before", name);
    } else if (g->tags_nb == TAGS_MAX) {
        blame(r, PDN_BAD_GAME, token->offset, "there are too many tags", NULL);
    } else {
        note_offset(r, name, (size_t)(token->value - r->text));
        g->tags[g->tags_nb++] = (struct pdn_tag){name, value};
        return;
    }
    free(name);
    free(value);
}

/* By its name, or its title. */
static const struct game *find_variant(const char *text)
{
    for (size_t i = 0; games_get(i); i++)
        if (strcasecmp(games_get(i)->name, text) == 0 || strcasecmp(games_get(i)->title, text) == 0)
            return games_get(i);
    return NULL;
}

/* The game that the tags name; NULL if it is none that may be read. */
static const struct game *game_of_tags(struct reading *r)
{
    const struct game *bashni = games_find("bashni");
    const struct game *game = r->usual ? r->usual : bashni;
    const char *variant = pdn_tag(r->game, "Variant");
    const char *type = pdn_tag(r->game, "GameType");
    const char *setup = pdn_tag(r->game, "SetUp");
    if (variant)
        game = find_variant(variant);
    if (!r->usual && game != bashni)
        blame(r, PDN_BAD_GAME, r->variant_offset, "is not the variant Bashni", variant);
    else if (!game)
        blame(r, PDN_BAD_GAME, r->variant_offset, "is no game that is known", variant);
    else if (!variant && type)
        blame(r, PDN_BAD_GAME, r->type_offset, "is the GameType of another game", type);
    else if (setup && strcmp(setup, "1") == 0 && !pdn_tag(r->game, "FEN"))
        blame(r, PDN_BAD_GAME, r->setup_offset, "SetUp needs a FEN tag", NULL);
    return r->status == PDN_GAME ? game : NULL;
}

/* Sets the rule options of the tag Rules. */
static void set_rules(struct reading *r, struct position *pos)
{
    const char *tag = pdn_tag(r->game, "Rules");
    char *rest = NULL, *words = strdup(tag ? tag : "");
    if (!words)
        blame(r, PDN_NO_MEMORY, 0, "out of memory", NULL);
    for (char *word = words ? strtok_r(words, " ", &rest) : NULL; word;
         word = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(word, '=');
        if (value)
            *value++ = '\0';
        if (!value || pos_set_option(pos, word, value) != ENGINE_OK)
            blame(r, PDN_BAD_GAME, r->rules_offset, "is no rule of this game", word);
    }
    free(words);
}

/* The tags are complete: sets the position that they tell. */
static void begin_moves(struct reading *r)
{
    const char *fen = pdn_tag(r->game, "FEN");
    struct text_error error;
    r->has_moves = true;
    const struct game *game = r->status == PDN_GAME ? game_of_tags(r) : NULL;
    if (!game)
        return;
    struct position *start = pos_new(game);
    enum engine_status status = start ? ENGINE_OK : ENGINE_NO_MEMORY;
    if (start && r->usual)
        set_rules(r, start);
    if (start && r->status == PDN_GAME)
        status = fen ? pos_set(start, fen, &error) : pos_reset(start);
    if (status == ENGINE_OK && r->status == PDN_GAME)
        status = set_start(r->game, start);
    if (status == ENGINE_BAD_POSITION)
        blame(r, PDN_BAD_GAME, r->fen_offset + error.offset, error.what, NULL);
    else if (status != ENGINE_OK)
        blame(r, PDN_NO_MEMORY, 0, "out of memory", NULL);
    pos_free(start);
}

static void read_move(struct reading *r, const struct gametext_token *token)
{
    char word[MOVE_TEXT_MAX];
    if (r->status != PDN_GAME)
        return;
    snprintf(word, sizeof word, "%.*s", (int)(token->length < sizeof word ? token->length : 0),
             token->text);
    const enum engine_status status = pdn_play(r->game, word);
    if (status == ENGINE_NO_MEMORY) {
        blame(r, PDN_NO_MEMORY, token->offset, "out of memory", NULL);
    } else if (status != ENGINE_OK) {
        snprintf(word, sizeof word, "%.*s", (int)(token->length < 60 ? token->length : 60),
                 token->text);
        blame(r, PDN_BAD_GAME, token->offset, "is not a legal move here", word);
    }
}

/* Takes one token; false when the game is over, and then *is_next says that the token belongs to
 * the next one. */
static bool take_token(struct reading *r, const struct gametext_token *token, bool *is_next)
{
    *is_next = token->kind == GAMETEXT_TAG && r->has_moves;
    if (*is_next || token->kind == GAMETEXT_END)
        return false;
    if (token->kind == GAMETEXT_FAULT) {
        blame(r, PDN_BAD_TEXT, token->offset, token->what, NULL);
        return false;
    }
    if (token->kind == GAMETEXT_TAG) {
        add_tag(r, token);
        return true;
    }
    if (!r->has_moves)
        begin_moves(r);
    if (token->kind == GAMETEXT_MOVE)
        read_move(r, token);
    if (token->kind == GAMETEXT_RESULT) {
        r->game->result = token->result;
        r->has_result = true;
    }
    return token->kind != GAMETEXT_RESULT;
}

void pdn_begin(struct pdn_reader *r, const char *text)
{
    pdn_begin_any(r, text, NULL);
}

void pdn_begin_any(struct pdn_reader *r, const char *text, const struct game *usual)
{
    gametext_begin(&r->text, text);
    r->usual = usual;
}

enum pdn_status pdn_next(struct pdn_reader *r, struct pdn_game *out, struct pdn_fault *fault)
{
    struct reading reading = {.text = r->text.text, .usual = r->usual, .game = out, .fault = fault};
    struct gametext_token token;
    bool is_next;
    *out = (struct pdn_game){0};
    gametext_next(&r->text, &token);
    if (token.kind == GAMETEXT_END)
        return PDN_END;
    while (take_token(&reading, &token, &is_next))
        gametext_next(&r->text, &token);
    if (is_next)
        r->text.at = token.offset;
    /* A game of tags alone stands at its start. */
    if (!reading.has_moves && reading.status != PDN_BAD_TEXT)
        begin_moves(&reading);
    const char *written = pdn_tag(out, "Result");
    if (!reading.has_result && written)
        out->result = gametext_read_result(written);
    return reading.status;
}

/* ---- Writing ------------------------------------------------------------------------------- */

/* The seven tags that every game has, in this order, and their values when nothing is known. */
static const struct {
    const char *name;
    const char *unknown;
} roster[] = {
    {"Event", "?"}, {"Site", "?"},  {"Date", "????.??.??"}, {"Round", "?"},
    {"White", "?"}, {"Black", "?"}, {"Result", NULL},
};

enum { ROSTER_NB = sizeof roster / sizeof *roster };

/* Is the tag written by rule, not because it was read? */
static bool is_regular(const char *name)
{
    for (size_t i = 0; i < ROSTER_NB; i++)
        if (strcasecmp(name, roster[i].name) == 0)
            return true;
    return strcasecmp(name, "Variant") == 0 || strcasecmp(name, "Rules") == 0 ||
           strcasecmp(name, "GameType") == 0 || strcasecmp(name, "SetUp") == 0 ||
           strcasecmp(name, "FEN") == 0;
}

/* The rule options that are not at their first value, "Setup=third RepetitionDraw=on". */
static void write_rules(const struct position *pos, FILE *out)
{
    enum { RULES_MAX = 256 };
    char rules[RULES_MAX] = "";
    size_t used = 0;
    for (size_t i = 0; i < pos->game->options_nb; i++) {
        const struct game_option *o = &pos->game->options[i];
        if (pos->option[i] > 0 && used < sizeof rules)
            used += (size_t)snprintf(rules + used, sizeof rules - used, "%s%s=%s",
                                     used > 0 ? " " : "", o->name, o->values[pos->option[i]]);
    }
    if (used > 0)
        gametext_write_tag(out, "Rules", rules);
}

/* Is it the start position of its game under its options? */
static bool is_usual_start(const struct position *pos, const char *fen)
{
    char usual[GAME_FEN_MAX] = "";
    struct position *start = pos_new_like(pos);
    if (start && pos_reset(start) == ENGINE_OK)
        start->game->format(start, usual);
    pos_free(start);
    return strcmp(fen, usual) == 0;
}

static void write_tags(const struct pdn_game *g, FILE *out)
{
    const struct game *game = g->start->game;
    char fen[GAME_FEN_MAX];
    for (size_t i = 0; i < ROSTER_NB; i++) {
        const char *value = pdn_tag(g, roster[i].name);
        if (!roster[i].unknown)
            value = gametext_result_text(g->result);
        gametext_write_tag(out, roster[i].name, value ? value : roster[i].unknown);
    }
    /* Of draughts the title is the name that RULES.md lays down. */
    gametext_write_tag(out, "Variant", game == games_find("bashni") ? game->title : game->name);
    write_rules(g->start, out);
    game->format(g->start, fen);
    if (!is_usual_start(g->start, fen)) {
        gametext_write_tag(out, "SetUp", "1");
        gametext_write_tag(out, "FEN", fen);
    }
    for (size_t i = 0; i < g->tags_nb; i++)
        if (!is_regular(g->tags[i].name))
            gametext_write_tag(out, g->tags[i].name, g->tags[i].value);
}

enum gametext_result pdn_result_of(const struct position *pos)
{
    switch (pos->game->result(pos).outcome) {
    case OUTCOME_WHITE_WINS:
        return GAMETEXT_WHITE_WINS;
    case OUTCOME_BLACK_WINS:
        return GAMETEXT_BLACK_WINS;
    case OUTCOME_DRAW:
        return GAMETEXT_DRAW;
    case OUTCOME_NONE:
        break;
    }
    return GAMETEXT_OPEN;
}

enum engine_status pdn_write(const struct pdn_game *g, FILE *out)
{
    return pdn_write_notes(g, NULL, out);
}

enum engine_status pdn_write_notes(const struct pdn_game *g, const struct pdn_notes *notes,
                                   FILE *out)
{
    struct gametext_writer w = {.out = out};
    struct position *pos = pos_new_like(g->start);
    enum engine_status status = pos ? pos_copy(pos, g->start) : ENGINE_NO_MEMORY;
    write_tags(g, out);
    putc('\n', out);
    for (size_t i = 0; i < g->moves_nb && status == ENGINE_OK; i++) {
        struct move_entry entry;
        char move[MOVE_TEXT_MAX];
        char word[MOVE_TEXT_MAX + 16];
        if (!pos->game->resolve(pos, g->moves[i], &entry)) {
            status = ENGINE_BAD_MOVE;
            break;
        }
        pos->game->move_human(pos, &entry, move);
        /* Number and move are one word, so that no line ends between them. After a note the number
         * is told again. */
        if (pos->side == WHITE || i == 0 || notes)
            snprintf(word, sizeof word, "%u%s %s", (unsigned)pos->fullmove,
                     pos->side == WHITE ? "." : "...", move);
        else
            snprintf(word, sizeof word, "%s", move);
        gametext_write_word(&w, word);
        if (notes)
            notes->add(notes->context, i, &w);
        status = setup_make(pos, &entry);
    }
    gametext_write_word(&w, gametext_result_text(g->result));
    fputs("\n\n", out);
    pos_free(pos);
    return status;
}
