/* Refutations: whatever the solver plays, the reply that is given leads to a position from which
 * the aim is not reached in the moves that are left. */
#include "tools/certcheck_priv.h"

#include <string.h>

enum { ANY_CLOCK = -1 }; /* a node's clock where the counter cannot run out */

/* After the solver's move there is a reply that does not lead to the aim. */
static bool has_way_out(struct checker *c)
{
    const struct game *game = c->pos->game;
    struct move_entry *list = certcheck_list(c);
    const struct move_entry *end = game->generate(c->pos, GEN_ALL, list);
    void *undo = certcheck_undo(c);
    bool found = false;
    for (const struct move_entry *m = list; m < end && !found; m++) {
        game->make(c->pos, m, undo);
        c->claim->positions++;
        const struct game_result r = game->result(c->pos);
        found = !certcheck_is_reached(c, &r);
        game->unmake(c->pos, m, undo);
    }
    return found;
}

/* One move is left: none of them reaches the aim. */
static bool check_last(struct checker *c)
{
    const struct game *game = c->pos->game;
    struct move_entry *list = certcheck_list(c);
    const struct move_entry *end = game->generate(c->pos, GEN_ALL, list);
    void *undo = certcheck_undo(c);
    char text[MOVE_TEXT_MAX];
    bool ok = true;
    for (const struct move_entry *m = list; m < end && ok; m++) {
        game->move_format(c->pos, m->move, text);
        game->make(c->pos, m, undo);
        c->ply++;
        c->claim->positions++;
        const struct game_result r = game->result(c->pos);
        ok = r.outcome != OUTCOME_NONE ? !certcheck_is_reached(c, &r) : has_way_out(c);
        c->ply--;
        game->unmake(c->pos, m, undo);
    }
    return ok || certcheck_fail(c, "the last move %s reaches the aim", text);
}

static bool check_position(struct checker *c, unsigned long number, int moves);

/* The answer to the solver's move, which has been played: reply and node. */
static bool check_reply(struct checker *c, const char *reply, unsigned long next, int moves)
{
    const struct game *game = c->pos->game;
    const struct game_result over = game->result(c->pos);
    struct move_entry m;
    if (over.outcome != OUTCOME_NONE)
        return (!certcheck_is_reached(c, &over) && strcmp(reply, "-") == 0 && next == 0) ||
               certcheck_fail(c, "the move before %.40s ends the game", reply);
    if (game->move_parse(c->pos, reply, &m) != ENGINE_OK)
        return certcheck_fail(c, "the reply %.40s is not legal", reply);
    void *undo = certcheck_undo(c);
    game->make(c->pos, &m, undo);
    c->ply++;
    c->claim->positions++;
    const struct game_result r = game->result(c->pos);
    const bool ok = r.outcome == OUTCOME_NONE
                        ? check_position(c, next, moves - 1)
                        : (!certcheck_is_reached(c, &r) && next == 0) ||
                              certcheck_fail(c, "after %.40s the aim is reached", reply);
    c->ply--;
    game->unmake(c->pos, &m, undo);
    return ok;
}

/* Cuts " move:reply:next" off the node's text; false if it is not there. */
static bool take_objection(struct checker *c, char **at, const char *move,
                           char reply[MOVE_TEXT_MAX], unsigned long *next)
{
    const size_t length = strlen(move);
    if (!*at || (*at)[0] != ' ' || strncmp(*at + 1, move, length) != 0 || (*at)[length + 1] != ':')
        return certcheck_fail(c, "the move %s is not answered in its place", move);
    const char *text = *at + length + 2;
    const size_t reply_length = strcspn(text, ": ");
    if (text[reply_length] != ':' || reply_length == 0 || reply_length >= MOVE_TEXT_MAX)
        return certcheck_fail(c, "the move %s has no reply", move);
    memcpy(reply, text, reply_length);
    reply[reply_length] = '\0';
    const char *digits = text + reply_length + 1;
    const size_t digits_nb = strspn(digits, "0123456789");
    *at += (size_t)(digits - *at) + digits_nb;
    return certcheck_number(digits, digits_nb, c->nodes_nb, next) ||
           certcheck_fail(c, "the reply %s leads to no node", reply);
}

/* The aim is not reached in `moves` moves from here. */
static bool check_position(struct checker *c, unsigned long number, int moves)
{
    if (number == 0)
        return moves == 1 ? check_last(c) : certcheck_fail(c, "%d moves are left", moves);
    struct node *n = &c->nodes[number - 1];
    const struct game *game = c->pos->game;
    *c->line = n->line;
    if (n->moves != moves || moves < 2)
        return certcheck_fail(c, "this is about %d moves, and there are %d", n->moves, moves);
    if (!certcheck_is_position(c, n))
        return false;
    const bool any_clock =
        c->pos->draw_clock == 0 || c->pos->clock + 2 * moves < c->pos->draw_clock;
    const int clock = any_clock ? ANY_CLOCK : c->pos->clock;
    if (n->is_seen && clock == n->clock)
        return true;
    struct move_entry *list = certcheck_list(c);
    const struct move_entry *end = game->generate(c->pos, GEN_ALL, list);
    void *undo = certcheck_undo(c);
    char *at = n->replies;
    for (const struct move_entry *m = list; m < end; m++) {
        char move[MOVE_TEXT_MAX], reply[MOVE_TEXT_MAX];
        unsigned long next;
        game->move_format(c->pos, m->move, move);
        if (!take_objection(c, &at, move, reply, &next))
            return false;
        game->make(c->pos, m, undo);
        c->ply++;
        c->claim->positions++;
        const bool ok = check_reply(c, reply, next, moves);
        c->ply--;
        game->unmake(c->pos, m, undo);
        if (!ok)
            return false;
        *c->line = n->line;
    }
    n->is_seen = true;
    n->clock = clock;
    return !*at || certcheck_fail(c, "there are moves that are none");
}

bool certcheck_refute(struct checker *c, unsigned long number)
{
    return check_position(c, number, c->not_moves);
}
