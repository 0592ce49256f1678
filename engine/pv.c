/* The principal variation: kept in a triangular table while searching, completed afterwards. */
#include "engine/search_priv.h"

#include <string.h>

void pv_update(struct worker *w, int ply, move_t move)
{
    const int rest = w->pv_nb[ply + 1];
    w->pv[ply][0] = move;
    memcpy(&w->pv[ply][1], w->pv[ply + 1], (size_t)rest * sizeof(move_t));
    w->pv_nb[ply] = rest + 1;
}

/* A move that continues a decisive line here: the table's, if it still promises the outcome `wins`
 * for the side to move; else, when every move loses to a rule, the first one. */
static bool next_move(struct worker *w, int ply, bool wins, struct move_entry *out)
{
    struct tt_entry tt;
    score_t unused;
    if (w->game->decided(w->pos, ply, &unused) || pos_is_repetition(w->pos, ply))
        return false;
    if (worker_has(w, SEARCH_TT) && tt_probe(w->tt, search_tt_key(w), &tt) &&
        tt.move != MOVE_NONE &&
        (wins ? score_is_win(tt.score) && tt.bound != TT_BOUND_UPPER
              : score_is_loss(tt.score) && tt.bound != TT_BOUND_LOWER) &&
        w->game->resolve(w->pos, tt.move, out))
        return true;
    if (wins || !w->game->in_check(w->pos) ||
        w->game->generate(w->pos, GEN_EVASIONS, w->moves_top) != w->moves_top)
        return false;
    struct move_entry *end = w->game->generate(w->pos, GEN_ALL, w->moves_top);
    if (end == w->moves_top)
        return false;
    *out = *w->moves_top;
    return true;
}

/* Plays a line from the root; gives the number of plies made, which is less than nb only if a move
 * turned out illegal. `played` receives the entries. */
static int play(struct worker *w, const move_t *line, int nb, struct move_entry *played)
{
    for (int i = 0; i < nb; i++) {
        if (!w->game->resolve(w->pos, line[i], &played[i]))
            return i;
        w->game->make(w->pos, &played[i], worker_undo(w, i));
    }
    return nb;
}

void pv_extend(struct worker *w, struct root_move *rm)
{
    const score_t score = root_score(rm);
    if (!score_is_decisive(score))
        return;
    /* The whole line is one ply longer or shorter than the score says, see types.h; it ends by
     * itself. */
    int target = SCORE_MATE - (score > 0 ? score : -score) + 1;
    if (target > PLY_MAX)
        target = PLY_MAX;
    struct move_entry *played = w->pv_entries;
    int nb = play(w, rm->pv, rm->pv_nb, played);
    rm->pv_nb = nb;
    while (nb < target && next_move(w, nb, (score > 0) == (nb % 2 == 0), &played[nb])) {
        rm->pv[nb] = played[nb].move;
        w->game->make(w->pos, &played[nb], worker_undo(w, nb));
        rm->pv_nb = ++nb;
    }
    while (nb-- > 0)
        w->game->unmake(w->pos, &played[nb], worker_undo(w, nb));
}
