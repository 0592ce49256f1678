/* Correction history (Caissa and Stockfish, 2024): by how much the static evaluation was off, as
 * search found it, in earlier positions that share an aspect of their structure with this one or
 * were reached by the same moves. The mean error is added to the evaluation. */
#include "engine/search_priv.h"

#include <stdlib.h>

/* Values are in 1/CORRECTION_UNIT centipawn, so that slow means keep their fractions. */
enum { CORRECTION_UNIT = 128, CORRECTION_LIMIT = 128 * CORRECTION_UNIT };

static void entries(const struct worker *w, const struct node *n,
                    int16_t *entry[CORRECTION_SOURCES])
{
    int16_t *row =
        w->history.correction + (size_t)worker_side(w) * CORRECTION_SOURCES * CORRECTION_ROW;
    for (int i = 0; i < STRUCTURE_NB; i++, row += CORRECTION_ROW)
        entry[i] = &row[w->game->structure(w->pos, (enum structure_aspect)i) % CORRECTION_ROW];
    entry[STRUCTURE_NB] = &row[n->parent->slot % CORRECTION_ROW];
    entry[STRUCTURE_NB + 1] = &row[CORRECTION_ROW + n->parent->parent->slot % CORRECTION_ROW];
}

score_t correction_apply(const struct worker *w, const struct node *n, score_t eval)
{
    if (!worker_has(w, SEARCH_CORRECTION))
        return eval;
    int16_t *entry[CORRECTION_SOURCES];
    entries(w, n, entry);
    int sum = 0;
    for (int i = 0; i < CORRECTION_SOURCES; i++)
        sum += *entry[i];
    return score_clamp(eval + sum * PARAM_CORRECTION_SHARE / (100 * CORRECTION_UNIT));
}

void correction_learn(struct worker *w, const struct node *n, int bound)
{
    if (!worker_has(w, SEARCH_CORRECTION) || n->in_check || n->static_eval == SCORE_NONE ||
        score_is_decisive(n->best) ||
        (n->best_move != MOVE_NONE && !move_is_quiet(&n->best_entry)) ||
        (bound == TT_BOUND_LOWER && n->best <= n->static_eval) ||
        (bound == TT_BOUND_UPPER && n->best >= n->static_eval))
        return;
    int16_t *entry[CORRECTION_SOURCES];
    entries(w, n, entry);
    const int weight = n->depth < 15 ? n->depth + 1 : 16;
    int error = (n->best - n->static_eval) * CORRECTION_UNIT * weight / 128;
    if (error > CORRECTION_LIMIT / 4)
        error = CORRECTION_LIMIT / 4;
    if (error < -CORRECTION_LIMIT / 4)
        error = -CORRECTION_LIMIT / 4;
    for (int i = 0; i < CORRECTION_SOURCES; i++)
        *entry[i] = (int16_t)(*entry[i] + error - *entry[i] * abs(error) / CORRECTION_LIMIT);
}
