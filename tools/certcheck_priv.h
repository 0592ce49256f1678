/* certcheck_priv.h - private to the checking of certificates: what is read of one, and what the
 * kinds of proof share. */
#ifndef CITADEL_TOOLS_CERTCHECK_PRIV_H
#define CITADEL_TOOLS_CERTCHECK_PRIV_H

#include "engine/position.h"
#include "tools/certcheck.h"

enum { SUM_LINE = 7 + 32 + 1, MOVES_LIMIT = 1000, UNDO_ALIGN = 64, WORD_MAX = 160 };

/* A node line, taken apart. All text lies in the copy of the file. */
struct node {
    char *move, *fen, *replies;
    size_t line;
    int moves;
    int clock; /* it has been replayed with this draw counter, or with any if it cannot run out */
    bool is_seen;
};

struct checker {
    char *text; /* copy, cut into lines and words */
    struct node *nodes;
    size_t nodes_nb, nodes_cap;
    struct position *pos, *scratch;
    unsigned char *undo; /* one record per ply */
    size_t undo_size;
    struct move_entry *list; /* one list of moves_max per ply */
    int ply;
    int longest;   /* of the answers to the move at hand, in moves */
    int not_moves; /* the claim is that the aim is not reached in so many moves; 0: it is another */
    bool is_hold;  /* the aim is to hold: the nodes are a strategy, not a tree */
    enum outcome wanted;
    char way[WORD_MAX]; /* "" for any */
    struct certcheck_claim *claim;
    size_t *line; /* being looked at */
    char *why;
};

/* --- certcheck.c --- */

/* Takes down what is wrong; returns false. */
__attribute__((format(printf, 2, 3))) bool certcheck_fail(struct checker *c, const char *format,
                                                          ...);
/* Canonical decimal, no sign, no leading zero, at most max. */
bool certcheck_number(const char *text, size_t length, unsigned long max, unsigned long *out);
/* Is the present position, counters apart, the one that the node names? */
bool certcheck_is_position(struct checker *c, const struct node *n);
/* The next of the node's replies must be the legal move m: *next is the node that it leads to. */
bool certcheck_reply(struct checker *c, char **replies, const struct move_entry *m,
                     char text[MOVE_TEXT_MAX], unsigned long *next);

/* The next move to make and to take back, one list and one undo record per ply. */
struct move_entry *certcheck_list(struct checker *c);
void *certcheck_undo(struct checker *c);
/* Has the game ended as the aim wants? */
bool certcheck_is_reached(const struct checker *c, const struct game_result *r);

/* --- certcheck_refute.c --- */

/* Checks that the aim is not reached in not_moves moves; the root's node is `number`, 0 for none.
 */
bool certcheck_refute(struct checker *c, unsigned long number);

/* --- certcheck_hold.c --- */

/* Checks the nodes as a strategy with which the side to move is never beaten. */
bool certcheck_hold(struct checker *c);

#endif
