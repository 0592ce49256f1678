/* certificate.h - writes proofs as text that certcheck.h can replay with the rules alone.
 *
 *     citadel certificate 1
 *     game tamerlane
 *     option Setup masculine                     one line for each rule option
 *     position FEN
 *     aim force win any                          or force draw WAY, self win any
 *     node 1 1 a1b2 | FEN | c3c4:0 d5d6:0        number, moves to the aim, move, position without
 *     node 2 2 b2b3 | FEN | e4e5:1               counters, every reply with the node that follows
 *     key 2                                      or 0 where the aim is reached
 *     nodes 2
 *     xxh128 0123456789abcdef0123456789abcdef    of all bytes before this line
 *
 * The aim `hold draw any` has a strategy instead: nodes with 0 moves, each a position of the side
 * that is never beaten with its move, which lead to one another in any order; those of the keys
 * come first, and 0 stands where the game is over.
 *
 * That an aim is not reached is shown by the line `not 3` after the aim and by nodes that have no
 * move but all of them, each with a reply: `move:reply:next`, or `move:-:0` if the game is over.
 * With one move left there is no node: every move is played. Instead of keys a line `refuted NODE`.
 *
 * Nodes of other aims stand after those they lead to. Each line ends by one line feed. */
#ifndef CITADEL_TOOLS_CERTIFICATE_H
#define CITADEL_TOOLS_CERTIFICATE_H

#include "engine/solve/solve.h"

#include <stdio.h>

/* Writes the proof that the keys of the result of the last run solve the task from pos to `out`,
 * and the number of its nodes to *nodes. NO: out has failed, or the proof has. */
enum solve_answer certificate_write(FILE *out, struct solver *s, const struct position *pos,
                                    const struct solve_task *task,
                                    const struct solve_result *result, uint32_t *nodes);

/* The same for the proof that the aim is not reached in task->moves moves. */
enum solve_answer certificate_write_refutation(FILE *out, struct solver *s,
                                               const struct position *pos,
                                               const struct solve_task *task, uint32_t *nodes);

/* Adds the checksum line to what has been written: text of `size` bytes in, the line out. */
enum { CERTIFICATE_SUM_MAX = 48 };
void certificate_sum(const char *text, size_t size, char *line);

#endif
