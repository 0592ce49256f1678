/* solve_tree.h - a solution as composers read it: keys with their threats, every defence with its
 * answers, duals, tries with what refutes them, set play. As text, or as JSON, one object a line.
 */
#ifndef CITADEL_TOOLS_SOLVE_TREE_H
#define CITADEL_TOOLS_SOLVE_TREE_H

#include "tools/puzzle.h"

struct tree_options {
    bool tree;  /* every defence with its answer, to the end */
    bool duals; /* and all other answers that are as good or good enough */
    bool tries; /* the moves that are no keys, with what refutes them */
    bool set;   /* what would follow if the other side had to move */
    bool json;
};

/* Prints what is asked for to `out`; the solver has just answered the puzzle with `a`. False: a
 * limit or the memory ended it early. Not for help play. */
bool tree_print(FILE *out, struct solver *s, const struct puzzle *p, const struct puzzle_answer *a,
                const struct tree_options *options);

#endif
