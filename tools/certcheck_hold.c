/* Strategies: each position of the defender's with his move, and all that the attacker can do.
 * Every node is looked at by itself; together they show that no lost position is ever reached,
 * however long the game goes on. */
#include "tools/certcheck_priv.h"

#include <string.h>

/* The other side has won. */
static bool is_beaten(const struct game_result *r, enum side defender)
{
    return r->outcome == (defender == WHITE ? OUTCOME_BLACK_WINS : OUTCOME_WHITE_WINS);
}

/* The reply m to the node's move: to the end of the game, or to another node. */
static bool check_reply(struct checker *c, const struct node *n, const struct move_entry *m,
                        enum side defender, char **replies)
{
    char text[MOVE_TEXT_MAX];
    unsigned long next;
    const struct game *game = c->pos->game;
    if (!certcheck_reply(c, replies, m, text, &next))
        return false;
    void *undo = c->undo + c->undo_size;
    game->make(c->pos, m, undo);
    c->claim->positions++;
    const struct game_result r = game->result(c->pos);
    bool ok = true;
    if (is_beaten(&r, defender))
        ok = certcheck_fail(c, "after %s the other side has won", text);
    else if ((r.outcome == OUTCOME_NONE) != (next > 0))
        ok = certcheck_fail(c, "after %s the game is%s over", text, next > 0 ? "" : " not");
    else if (next > 0)
        ok = certcheck_is_position(c, &c->nodes[next - 1]);
    if (ok && next > 0)
        c->nodes[next - 1].is_seen = true;
    game->unmake(c->pos, m, undo);
    *c->line = n->line;
    return ok;
}

static bool check_node(struct checker *c, struct node *n, enum side defender)
{
    const struct game *game = c->pos->game;
    struct move_entry move;
    char *replies = n->replies;
    *c->line = n->line;
    if (pos_set(c->pos, n->fen, NULL) != ENGINE_OK || !certcheck_is_position(c, n) ||
        c->pos->side != defender || game->result(c->pos).outcome != OUTCOME_NONE ||
        pos_reserve(c->pos, 2) != ENGINE_OK)
        return certcheck_fail(c, "this is no position in which the side has to move");
    if (game->move_parse(c->pos, n->move, &move) != ENGINE_OK)
        return certcheck_fail(c, "the move %.40s is not legal", n->move);
    game->make(c->pos, &move, c->undo);
    c->claim->positions++;
    const struct game_result r = game->result(c->pos);
    if (is_beaten(&r, defender))
        return certcheck_fail(c, "after %s the other side has won", n->move);
    if (r.outcome == OUTCOME_NONE) {
        const struct move_entry *end = game->generate(c->pos, GEN_ALL, c->list);
        for (const struct move_entry *m = c->list; m < end; m++)
            if (!check_reply(c, n, m, defender, &replies))
                return false;
    }
    return !*replies || certcheck_fail(c, "there are replies that are no moves");
}

bool certcheck_hold(struct checker *c)
{
    const enum side defender = (enum side)c->pos->side;
    for (size_t i = 0; i < c->nodes_nb; i++)
        if (!check_node(c, &c->nodes[i], defender))
            return false;
    return true;
}
