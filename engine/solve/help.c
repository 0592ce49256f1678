/* Help play: both sides work for one aim, so that one line is enough. Plain search of all lines by
 * length; the table keeps positions from which no line of so many plies leads to the aim. */
#include "engine/solve/solve_priv.h"

/* The aim within `plies` more plies, by anybody's moves? */
static enum solve_answer any_line(struct solve_worker *w, int plies)
{
    const uint64_t before = w->nodes;
    const enum solve_end end = solve_exact_end(w, -1);
    if (end != SOLVE_GOES_ON)
        return end == SOLVE_REACHED ? SOLVE_YES : SOLVE_NO;
    if (plies == 0 || solve_worker_is_drawn(w))
        return SOLVE_NO;
    if (w->is_stopped)
        return SOLVE_UNKNOWN;
    const zkey_t key = solve_worker_key(w, plies);
    if (solve_table_probe(&w->shared->table, key).no_win >= plies)
        return SOLVE_NO;

    struct move_entry *list = w->moves_top;
    struct move_entry *stop = w->game->generate(w->pos, GEN_ALL, list);
    w->moves_top = stop;
    enum solve_answer answer = SOLVE_NO;
    for (const struct move_entry *m = list; m < stop && answer == SOLVE_NO; m++) {
        w->played[w->ply] = *m;
        solve_worker_make(w, m);
        answer = any_line(w, plies - 1);
        solve_worker_unmake(w, m);
    }
    w->moves_top = list;
    if (answer == SOLVE_NO)
        solve_table_store(
            &w->shared->table, key,
            (struct solve_fact){.no_win = (uint8_t)plies,
                                .effort = (uint8_t)(63 - __builtin_clzll(w->nodes - before + 1))});
    return answer;
}

enum solve_answer solve_help_reply(struct solve_worker *w, int moves)
{
    return any_line(w, 2 * moves - 1);
}

/* Of the table only failures are taken, so a line that was found stands in w->played. */
enum solve_answer solve_help_line(struct solver *s, int moves, move_t *line, int *line_nb)
{
    struct solve_worker *w = solve_questioner(s);
    const enum solve_answer answer = any_line(w, 2 * moves - 1);
    int nb = 0;
    while (answer == SOLVE_YES && solve_exact_end(w, -1) != SOLVE_REACHED) {
        const struct move_entry next = w->played[w->ply];
        line[nb++] = next.move;
        solve_make(s, &next);
    }
    *line_nb = nb;
    while (nb-- > 0)
        solve_unmake(s);
    return answer;
}
