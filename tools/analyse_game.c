/* Recorded games for `analyse`: their positions, and what the moves are worth. */
#include "tools/analyse.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Reading ------------------------------------------------------------------------------- */

static bool ends_in(const char *path, const char *ending)
{
    const size_t length = strlen(path);
    return length >= strlen(ending) && strcasecmp(path + length - strlen(ending), ending) == 0;
}

bool games_are_in(const char *path, const char *text)
{
    return ends_in(path, ".pgn") || ends_in(path, ".pdn") || text[strspn(text, " \t\r\n")] == '[';
}

/* Puts the position that stands before move number `ply` before all later ones of its game. */
static bool set_item(struct batch *b, const struct batch_game *g, const struct position *pos,
                     size_t ply)
{
    struct position *copy = pos_new_like(pos);
    if (!copy || pos_copy(copy, pos) != ENGINE_OK) {
        pos_free(copy);
        return false;
    }
    struct batch_item *item = games_item(b, g, ply);
    item->pos = copy;
    item->over = pos->game->result(pos);
    item->is_done = item->over.outcome != OUTCOME_NONE;
    item->game = g->number;
    item->ply = ply;
    item->played = ply < g->game.moves_nb ? g->game.moves[ply] : MOVE_NONE;
    return true;
}

/* Lists the positions of a game. False: out of memory. */
static bool add_positions(struct batch *b, struct batch_game *g)
{
    const struct pdn_game *game = &g->game;
    struct position *pos = pos_new_like(game->start);
    bool is_good =
        pos && pos_copy(pos, game->start) == ENGINE_OK && batch_grow(b, game->moves_nb + 1);
    g->first = is_good ? b->nb - game->moves_nb - 1 : 0;
    for (size_t ply = 0; ply <= game->moves_nb && is_good; ply++) {
        struct move_entry entry;
        is_good = set_item(b, g, pos, ply);
        if (is_good && ply < game->moves_nb)
            is_good = pos->game->resolve(pos, game->moves[ply], &entry) &&
                      setup_make(pos, &entry) == ENGINE_OK;
    }
    pos_free(pos);
    return is_good;
}

/* Takes the game over. False: out of memory. */
static bool add_game(struct batch *b, struct pdn_game *game, size_t number)
{
    if ((b->games_nb & (b->games_nb - 1)) == 0) { /* full at the powers of two */
        struct batch_game *grown =
            realloc(b->games, (b->games_nb ? 2 * b->games_nb : 1) * sizeof *grown);
        if (!grown) {
            pdn_fini(game);
            return false;
        }
        b->games = grown;
    }
    struct batch_game *g = &b->games[b->games_nb++];
    *g = (struct batch_game){.game = *game, .number = number};
    return add_positions(b, g);
}

int games_load(struct batch *b, const struct cli_command *command, const struct analyse_options *o)
{
    struct pdn_reader reader;
    struct pdn_fault fault;
    enum pdn_status status = PDN_GAME;
    int code = CLI_RUN;
    if (strlen(b->text) != b->text_length)
        return cli_error(command, CLI_USAGE, "%s: this is no text, it has a zero byte", o->file);
    const struct game *usual = o->setup.game              ? o->setup.game
                               : ends_in(o->file, ".pdn") ? games_find("bashni")
                                                          : games_get(0);
    pdn_begin_any(&reader, b->text, usual);
    for (size_t number = 1; status == PDN_GAME || status == PDN_BAD_GAME; number++) {
        struct pdn_game game;
        status = pdn_next(&reader, &game, &fault);
        if (status == PDN_GAME) {
            if (!add_game(b, &game, number))
                return cli_error(command, CLI_IO, "out of memory");
            continue;
        }
        const bool has_variant = pdn_tag(&game, "Variant") != NULL;
        pdn_fini(&game);
        if (status == PDN_NO_MEMORY)
            return cli_error(command, CLI_IO, "out of memory");
        if (status == PDN_END)
            break;
        code = cli_error(command, CLI_USAGE, "%s, game %zu, line %zu, column %zu: %s", o->file,
                         number, fault.line, fault.column, fault.what);
        if (status == PDN_BAD_GAME && !has_variant && !o->setup.game)
            cli_error(command, code,
                      "the game has no tag Variant and was read as %s; --game says otherwise",
                      usual->name);
    }
    return code;
}

/* ---- Judging ------------------------------------------------------------------------------- */

struct batch_item *games_item(const struct batch *b, const struct batch_game *g, size_t ply)
{
    return &b->items[g->first + (g->game.moves_nb - ply)];
}

const struct batch_game *games_of(const struct batch *b, const struct batch_item *item)
{
    const size_t index = (size_t)(item - b->items);
    for (size_t i = 0; i < b->games_nb && item->game > 0; i++)
        if (index >= b->games[i].first && index <= b->games[i].first + b->games[i].game.moves_nb)
            return &b->games[i];
    return NULL;
}

bool games_score(const struct batch_item *item, score_t *score)
{
    const enum outcome loss = item->pos->side == WHITE ? OUTCOME_BLACK_WINS : OUTCOME_WHITE_WINS;
    if (item->over.outcome == OUTCOME_DRAW)
        *score = SCORE_DRAW;
    else if (item->over.outcome != OUTCOME_NONE)
        *score = item->over.outcome == loss ? -SCORE_MATE : SCORE_MATE;
    else if (item->verdict.lines_nb > 0)
        *score = item->verdict.lines[0].score;
    else
        return false;
    return true;
}

double games_chances(score_t score)
{
    /* The logistic curve of Elo: four men are ten to one. */
    const double scale = 400;
    if (score_is_decisive(score))
        return score > 0 ? 100 : 0;
    return 100 / (1 + pow(10, -score / scale));
}

struct judgement games_judge(const struct batch *b, const struct analyse_options *o,
                             const struct batch_game *g, size_t ply)
{
    struct judgement j = {.mark = MARK_NONE};
    const struct batch_item *item = games_item(b, g, ply);
    score_t after;
    if (!games_score(item, &j.before) || !games_score(games_item(b, g, ply + 1), &after))
        return j;
    j.is_known = true;
    j.after = -after;
    const struct verdict *v = &item->verdict;
    const bool is_best =
        v->lines_nb > 0 && v->lines[0].pv_nb > 0 && v->lines[0].pv[0] == item->played;
    j.loss = is_best ? 0 : games_chances(j.before) - games_chances(j.after);
    j.loss = j.loss > 0 ? j.loss : 0;
    for (int mark = 0; mark < MARKS_NB; mark++)
        if (j.loss >= o->loss[mark])
            j.mark = mark;
    return j;
}

const char *games_mark_text(int mark)
{
    static const char *const texts[] = {
        [MARK_DUBIOUS] = "?!", [MARK_MISTAKE] = "?", [MARK_BLUNDER] = "??", [MARK_NONE] = ""};
    return texts[mark];
}
