#include "tools/certcheck.h"

#include "engine/position.h"
#include "tools/certcheck_priv.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

bool certcheck_fail(struct checker *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(c->why, CERTCHECK_TEXT_MAX, format, args);
    va_end(args);
    return false;
}

/* --- reading --- */

bool certcheck_number(const char *text, size_t length, unsigned long max, unsigned long *out)
{
    unsigned long n = 0;
    if (length == 0 || length > 10 || (length > 1 && text[0] == '0'))
        return false;
    for (size_t i = 0; i < length; i++) {
        if (!isdigit((unsigned char)text[i]))
            return false;
        n = n * 10 + (unsigned long)(text[i] - '0');
    }
    *out = n;
    return n <= max;
}

/* The word at *text, cut off; *text moves behind its blank, or becomes NULL. */
static char *take(char **text, const char *separator)
{
    char *word = *text;
    if (!word)
        return NULL;
    char *cut = strstr(word, separator);
    *text = cut ? cut + strlen(separator) : NULL;
    if (cut)
        *cut = '\0';
    return word;
}

static bool check_sum(struct checker *c, size_t size)
{
    char line[SUM_LINE + 1];
    if (size < SUM_LINE || strlen(c->text) != size || c->text[size - 1] != '\n')
        return certcheck_fail(c, "this is no certificate, or a part of one");
    const XXH128_hash_t sum = XXH3_128bits(c->text, size - SUM_LINE);
    snprintf(line, sizeof line, "xxh128 %016llx%016llx\n", (unsigned long long)sum.high64,
             (unsigned long long)sum.low64);
    if (memcmp(c->text + size - SUM_LINE, line, SUM_LINE) != 0)
        return certcheck_fail(c, "the checksum is wrong: the file was changed or cut off");
    c->text[size - SUM_LINE] = '\0';
    return true;
}

/* The next line without its name, or NULL if it has another name. */
static char *named_line(struct checker *c, char **rest, const char *name)
{
    const size_t length = strlen(name);
    if (!*rest || strncmp(*rest, name, length) != 0 || (*rest)[length] != ' ')
        return NULL;
    ++*c->line;
    return take(rest, "\n") + length + 1;
}

static bool read_head(struct checker *c, char **rest)
{
    ++*c->line;
    char *title = take(rest, "\n");
    if (!title || strcmp(title, "citadel certificate 1") != 0)
        return certcheck_fail(c, "the first line is not 'citadel certificate 1'");
    const char *name = named_line(c, rest, "game");
    const struct game *game = name ? games_find(name) : NULL;
    if (!game)
        return certcheck_fail(c, "the game is missing or unknown");
    c->claim->game = game;
    c->pos = pos_new(game);
    if (!c->pos)
        return certcheck_fail(c, "out of memory");
    for (char *option; (option = named_line(c, rest, "option"));) {
        const char *key = take(&option, " ");
        if (!option || pos_set_option(c->pos, key, option) != ENGINE_OK)
            return certcheck_fail(c, "the game has no such rule option");
    }
    const char *fen = named_line(c, rest, "position");
    struct text_error error;
    if (!fen || strlen(fen) >= GAME_FEN_MAX)
        return certcheck_fail(c, "the position is missing");
    if (pos_set(c->pos, fen, &error) != ENGINE_OK)
        return certcheck_fail(c, "byte %zu of the position: %s", error.offset, error.what);
    snprintf(c->claim->fen, sizeof c->claim->fen, "%s", fen);
    return true;
}

static bool read_aim(struct checker *c, char **rest)
{
    static const char *const sides[SIDE_NB] = {"White", "Black"};
    const enum outcome wins[SIDE_NB] = {OUTCOME_WHITE_WINS, OUTCOME_BLACK_WINS};
    char *aim = named_line(c, rest, "aim");
    const char *by = take(&aim, " ");
    const char *what = take(&aim, " ");
    if (!aim || strlen(aim) >= sizeof c->way)
        return certcheck_fail(c, "the aim is missing");
    const unsigned us = c->pos->side;
    const bool self = strcmp(by, "self") == 0, draw = strcmp(what, "draw") == 0;
    const bool any = strcmp(aim, "any") == 0;
    c->is_hold = strcmp(by, "hold") == 0;
    if ((!self && !c->is_hold && strcmp(by, "force") != 0) || (!draw && strcmp(what, "win") != 0) ||
        (self && draw) || (c->is_hold && !(draw && any)))
        return certcheck_fail(c, "there is no such aim");
    c->wanted = draw ? OUTCOME_DRAW : wins[self ? 1 - us : us];
    snprintf(c->way, sizeof c->way, "%s", any ? "" : aim);
    c->claim->is_refuted = strncmp(*rest, "not ", 4) == 0;
    snprintf(c->claim->aim, sizeof c->claim->aim, "%s%s %s%s%s%s",
             c->claim->is_refuted ? "it is refuted that " : "", sides[us],
             c->is_hold ? "is never beaten"
             : self     ? "makes the other side win"
             : draw     ? "draws"
                        : "wins",
             any ? "" : " (", any ? "" : aim, any ? "" : ")");
    return true;
}

static bool read_node(struct checker *c, char *line)
{
    unsigned long number, moves;
    char *number_text = take(&line, " ");
    char *moves_text = take(&line, " ");
    char *move = take(&line, " | ");
    char *fen = take(&line, " |");
    if (!line || !certcheck_number(number_text, strlen(number_text), 0xFFFFFFFF, &number) ||
        !certcheck_number(moves_text, strlen(moves_text), MOVES_LIMIT, &moves) ||
        (moves == 0) != c->is_hold)
        return certcheck_fail(c, "this is no node");
    if (number != c->nodes_nb + 1)
        return certcheck_fail(c, "nodes are not numbered in order");
    if (c->nodes_nb == c->nodes_cap) {
        const size_t cap = c->nodes_cap > 0 ? 2 * c->nodes_cap : 256;
        struct node *grown = realloc(c->nodes, cap * sizeof *grown);
        if (!grown)
            return certcheck_fail(c, "out of memory");
        c->nodes = grown;
        c->nodes_cap = cap;
    }
    c->nodes[c->nodes_nb++] = (struct node){
        .move = move, .fen = fen, .replies = line, .line = *c->line, .moves = (int)moves};
    return true;
}

/* --- replay --- */

struct move_entry *certcheck_list(struct checker *c)
{
    return c->list + (size_t)c->ply * c->pos->game->moves_max;
}

void *certcheck_undo(struct checker *c)
{
    return c->undo + (size_t)c->ply * c->undo_size;
}

bool certcheck_is_position(struct checker *c, const struct node *n)
{
    char fen[GAME_FEN_MAX];
    if (pos_copy(c->scratch, c->pos) != ENGINE_OK)
        return certcheck_fail(c, "out of memory");
    c->scratch->clock = 0;
    c->scratch->fullmove = 1;
    c->scratch->game->format(c->scratch, fen);
    return strcmp(fen, n->fen) == 0 || certcheck_fail(c, "the moves lead to %.200s instead", fen);
}

bool certcheck_is_reached(const struct checker *c, const struct game_result *r)
{
    return r->outcome == c->wanted && (!c->way[0] || strcmp(r->way, c->way) == 0);
}

static bool replay(struct checker *c, size_t number, int moves_max);

bool certcheck_reply(struct checker *c, char **replies, const struct move_entry *m,
                     char text[MOVE_TEXT_MAX], unsigned long *next)
{
    c->pos->game->move_format(c->pos, m->move, text);
    const size_t length = strlen(text);
    if (!*replies || strncmp(*replies, " ", 1) != 0 || strncmp(*replies + 1, text, length) != 0 ||
        (*replies)[length + 1] != ':')
        return certcheck_fail(c, "the reply %s is not answered in its place", text);
    char *digits = *replies + length + 2;
    const size_t digits_nb = strspn(digits, "0123456789");
    if (!certcheck_number(digits, digits_nb, c->nodes_nb, next))
        return certcheck_fail(c, "the reply %s leads to no node", text);
    *replies = digits + digits_nb;
    return true;
}

/* The reply that the text names is `m`: plays it and what follows. */
static bool replay_reply(struct checker *c, const struct node *n, const struct move_entry *m,
                         char **replies)
{
    char text[MOVE_TEXT_MAX];
    const struct game *game = c->pos->game;
    unsigned long next;
    if (!certcheck_reply(c, replies, m, text, &next))
        return false;
    const int longest = c->longest;
    void *undo = certcheck_undo(c);
    game->make(c->pos, m, undo);
    c->ply++;
    c->claim->positions++;
    const struct game_result result = game->result(c->pos);
    bool ok;
    if (next == 0)
        ok = certcheck_is_reached(c, &result) ||
             certcheck_fail(c, "after %s the aim is not reached", text);
    else if (result.outcome != OUTCOME_NONE)
        ok = certcheck_fail(c, "after %s the game is over", text);
    else
        ok = replay(c, next, n->moves - 1);
    const int needs = next > 0 ? c->nodes[next - 1].moves : 0;
    c->longest = needs > longest ? needs : longest;
    c->ply--;
    game->unmake(c->pos, m, undo);
    if (ok)
        *c->line = n->line;
    return ok;
}

/* All replies to the node's move, which has been played. */
static bool replay_replies(struct checker *c, const struct node *n)
{
    const struct game_result result = c->pos->game->result(c->pos);
    char *replies = n->replies;
    if (result.outcome != OUTCOME_NONE) {
        if (!certcheck_is_reached(c, &result))
            return certcheck_fail(c, "after %s the game is over, and the aim is not reached",
                                  n->move);
        if (n->moves != 1)
            return certcheck_fail(c, "the game is over in 1 move, not in %d", n->moves);
        return !*replies || certcheck_fail(c, "there are replies after the end of the game");
    }
    struct move_entry *list = certcheck_list(c);
    const struct move_entry *end = c->pos->game->generate(c->pos, GEN_ALL, list);
    c->longest = 0;
    for (const struct move_entry *m = list; m < end; m++)
        if (!replay_reply(c, n, m, &replies))
            return false;
    if (n->moves != c->longest + 1)
        return certcheck_fail(c, "the longest line takes %d moves, not %d", c->longest + 1,
                              n->moves);
    return !*replies || certcheck_fail(c, "there are replies that are no moves");
}

/* The position is the one before the node's move, which must reach the aim in at most moves_max.
 * A node that has been replayed with a draw counter as high is not replayed again. */
static bool replay(struct checker *c, size_t number, int moves_max)
{
    struct node *n = &c->nodes[number - 1];
    const struct game *game = c->pos->game;
    struct move_entry move;
    *c->line = n->line;
    if (n->moves > moves_max)
        return certcheck_fail(c, "this takes %d moves, and there are only %d", n->moves, moves_max);
    if (!certcheck_is_position(c, n))
        return false;
    const bool any_clock =
        c->pos->draw_clock == 0 || c->pos->clock + 2 * n->moves < c->pos->draw_clock;
    if (n->is_seen && (any_clock || c->pos->clock <= n->clock))
        return true;
    if (game->move_parse(c->pos, n->move, &move) != ENGINE_OK)
        return certcheck_fail(c, "the move %.40s is not legal", n->move);
    void *undo = certcheck_undo(c);
    game->make(c->pos, &move, undo);
    c->ply++;
    c->claim->positions++;
    const bool ok = replay_replies(c, n);
    c->ply--;
    game->unmake(c->pos, &move, undo);
    if (!ok)
        return false;
    n->is_seen = true;
    n->clock = c->pos->clock;
    return true;
}

static bool add_key(struct checker *c, const char *move)
{
    const size_t old = c->claim->keys ? strlen(c->claim->keys) : 0;
    char *grown = realloc(c->claim->keys, old + strlen(move) + 2);
    if (!grown)
        return certcheck_fail(c, "out of memory");
    sprintf(grown + old, "%s%s", old > 0 ? "," : "", move);
    c->claim->keys = grown;
    return true;
}

static bool make_room(struct checker *c)
{
    int longest = 1;
    for (size_t i = 0; i < c->nodes_nb; i++)
        if (c->nodes[i].moves > longest)
            longest = c->nodes[i].moves;
    const size_t plies = 2 * (size_t)longest + 2;
    const struct game *game = c->pos->game;
    c->undo_size = (game->undo_size + UNDO_ALIGN - 1) / UNDO_ALIGN * UNDO_ALIGN;
    c->undo = aligned_alloc(UNDO_ALIGN, plies * c->undo_size);
    c->list = malloc(plies * game->moves_max * sizeof *c->list);
    c->scratch = pos_new_like(c->pos);
    return (c->undo && c->list && c->scratch &&
            pos_reserve(c->pos, (unsigned)plies) == ENGINE_OK) ||
           certcheck_fail(c, "out of memory");
}

/* The node that stands for the whole refutation, which is replayed. */
static bool read_refuted(struct checker *c, char **rest)
{
    unsigned long number;
    const char *line = named_line(c, rest, "refuted");
    if (!line || !certcheck_number(line, strlen(line), c->nodes_nb, &number))
        return certcheck_fail(c, "it is not said which node refutes the aim");
    const size_t at = *c->line;
    c->claim->moves = c->not_moves;
    if (!certcheck_refute(c, number))
        return false;
    *c->line = at;
    return true;
}

/* Nodes, then keys, then their number. */
static bool read_and_replay(struct checker *c, char *rest)
{
    unsigned long number;
    const char *claim = named_line(c, &rest, "not");
    if (claim && (c->is_hold || !certcheck_number(claim, strlen(claim), MOVES_LIMIT, &number) ||
                  number == 0))
        return certcheck_fail(c, "this refutes nothing");
    c->not_moves = claim ? (int)number : 0;
    for (char *line; (line = named_line(c, &rest, "node"));)
        if (!read_node(c, line))
            return false;
    if (!make_room(c))
        return false;
    if (c->pos->game->result(c->pos).outcome != OUTCOME_NONE)
        return certcheck_fail(c, "the game is over in the position");
    const size_t before = *c->line;
    size_t keys = 0;
    if (c->not_moves > 0 && !read_refuted(c, &rest))
        return false;
    for (char *line; *c->line = before + keys, (line = named_line(c, &rest, "key")); keys++) {
        if (!certcheck_number(line, strlen(line), c->nodes_nb, &number) || number == 0)
            return certcheck_fail(c, "the key is no node");
        const struct node *n = &c->nodes[number - 1];
        const bool ok = c->is_hold ? certcheck_is_position(c, n) : replay(c, number, n->moves);
        if (!ok || !add_key(c, n->move))
            return false;
        c->nodes[number - 1].is_seen = true;
        if (n->moves > c->claim->moves)
            c->claim->moves = n->moves;
    }
    const char *line = named_line(c, &rest, "nodes");
    if ((keys == 0) != (c->not_moves > 0) || !line ||
        !certcheck_number(line, strlen(line), c->nodes_nb, &number) || number != c->nodes_nb ||
        !rest || *rest)
        return certcheck_fail(c, "the end is not as it should be");
    if (c->is_hold && !certcheck_hold(c))
        return false;
    for (size_t i = 0; i < c->nodes_nb; i++)
        if (!c->nodes[i].is_seen) {
            *c->line = c->nodes[i].line;
            return certcheck_fail(c, "nothing leads to this node");
        }
    c->claim->nodes = (unsigned)c->nodes_nb;
    return true;
}

bool certcheck(const char *text, size_t size, struct certcheck_claim *claim, size_t *line,
               char why[CERTCHECK_TEXT_MAX])
{
    *claim = (struct certcheck_claim){0};
    *line = 0;
    struct checker c = {.text = malloc(size + 1), .claim = claim, .line = line, .why = why};
    if (!c.text)
        return certcheck_fail(&c, "out of memory");
    memcpy(c.text, text, size);
    c.text[size] = '\0';
    char *rest = c.text;
    const bool ok = check_sum(&c, size) && read_head(&c, &rest) && read_aim(&c, &rest) &&
                    read_and_replay(&c, rest);
    pos_free(c.pos);
    pos_free(c.scratch);
    free(c.undo);
    free(c.list);
    free(c.nodes);
    free(c.text);
    if (!ok) {
        free(claim->keys);
        claim->keys = NULL;
    }
    return ok;
}
