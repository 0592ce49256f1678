/* The exhaustive proof search: AND/OR search by the number of the solver's moves that are left,
 * each length after the one before, so that the first proof is a shortest one.
 *
 * Every cut is exact. A fact of the table holds for the position whatever led there; a reply that
 * refutes ends a node; nothing is left out because it looks useless. What speeds it up is order
 * (the table's move, killers, the reply that refuted the same move last time, history), asking the
 * table about all children before any is searched, and the short cut at the last move: whether the
 * other side is lost at once needs no further ply. */
#include "engine/solve/solve_priv.h"

#include <string.h>

enum {
    SCORE_TABLE = 1 << 30,
    SCORE_KILLER = 1 << 28,
    SCORE_CHECK = 1 << 20,
    SCORE_CAPTURE = 1 << 24
};

/* --- the end of the game --- */

static enum outcome outcome_for(const struct position *pos, score_t score)
{
    if (!score_is_decisive(score))
        return OUTCOME_DRAW;
    return (pos->side == WHITE) == (score > 0) ? OUTCOME_WHITE_WINS : OUTCOME_BLACK_WINS;
}

enum solve_end solve_exact_end(struct solve_worker *w, int moves_nb)
{
    const struct solve_goal *goal = &w->shared->goal;
    const struct position *pos = w->pos;
    score_t score;
    if (!w->game->decided(pos, 0, &score)) {
        if (moves_nb < 0)
            moves_nb = (int)w->game->count(pos);
        if (moves_nb > 0)
            return SOLVE_GOES_ON;
        score = w->game->no_moves(pos, 0);
    }
    if (outcome_for(pos, score) != goal->outcome)
        return SOLVE_MISSED;
    /* A game that has ended by rule: repetition has no say in the arbiter's word. */
    if (goal->way && strcmp(w->game->result(pos).way, goal->way) != 0)
        return SOLVE_MISSED;
    return SOLVE_REACHED;
}

static bool has_moves(const struct solve_worker *w)
{
    return w->game->has_moves ? w->game->has_moves(w->pos) : w->game->count(w->pos) > 0;
}

/* After the solver's last move in a plain task: is the other side lost whatever it does? */
static bool is_lost_now(struct solve_worker *w)
{
    const struct game *game = w->game;
    score_t score;
    if (game->in_check(w->pos)) {
        /* All replies but evasions lose at once by rule. */
        return game->generate(w->pos, GEN_EVASIONS, w->moves_top) == w->moves_top &&
               !game->decided(w->pos, 0, &score) && score_is_loss(game->no_moves(w->pos, 0));
    }
    return game->stalemate_loses && !has_moves(w) && !game->decided(w->pos, 0, &score) &&
           score_is_loss(game->no_moves(w->pos, 0));
}

/* --- what has been learnt about moves --- */

#define LEARNT_MASK ((UINT32_C(1) << SOLVE_AGE_SHIFT) - 1)

static uint32_t *history_of(struct solve_worker *w, enum side side, move_t m)
{
    return &w->history[((size_t)side * SOLVE_SQUARES_MAX + move_from(m)) * SOLVE_SQUARES_MAX +
                       move_to(m)];
}

static uint32_t history_score(struct solve_worker *w, enum side side, move_t m)
{
    const uint32_t h = *history_of(w, side, m);
    return h >> SOLVE_AGE_SHIFT == w->age ? h & LEARNT_MASK : 0;
}

static uint32_t *counter_slot(struct solve_worker *w)
{
    const move_t last = w->ply > 0 ? w->played[w->ply - 1].move : MOVE_NONE;
    return &w->counter[move_from(last) * SOLVE_SQUARES_MAX + move_to(last)];
}

/* The reply that last refuted the move just made, MOVE_NONE if none is known. */
static move_t counter_of(struct solve_worker *w)
{
    const uint32_t c = *counter_slot(w);
    return c >> SOLVE_AGE_SHIFT == w->age ? c & LEARNT_MASK : MOVE_NONE;
}

/* The move decided its node. */
static void learn(struct solve_worker *w, move_t m, bool refutes)
{
    move_t *killers = w->killers[w->ply];
    if (killers[0] != m) {
        killers[1] = killers[0];
        killers[0] = m;
    }
    const uint32_t age = (uint32_t)w->age << SOLVE_AGE_SHIFT;
    const enum side side = (enum side)w->pos->side;
    if (refutes)
        *counter_slot(w) = age | m;
    const uint32_t times = history_score(w, side, m);
    *history_of(w, side, m) = age | (times < SCORE_CHECK / 2 ? times + 1 : times);
}

static int32_t order_score(struct solve_worker *w, const struct move_entry *m, move_t table_move,
                           move_t counter)
{
    if (m->move == table_move)
        return SCORE_TABLE;
    if (m->move == w->killers[w->ply][0])
        return SCORE_KILLER + 2;
    if (m->move == counter)
        return SCORE_KILLER + 1;
    if (m->move == w->killers[w->ply][1])
        return SCORE_KILLER;
    int32_t score = (int32_t)history_score(w, (enum side)w->pos->side, m->move);
    if (m->flags & MOVE_CAPTURE)
        score += SCORE_CAPTURE + w->game->class_value[m->victim];
    return score;
}

/* The best of the rest to the front (selection sort, since most nodes end early). */
static struct move_entry *pick(struct move_entry *from, struct move_entry *end)
{
    struct move_entry *best = from;
    for (struct move_entry *m = from + 1; m < end; m++)
        if (m->score > best->score)
            best = m;
    const struct move_entry taken = *best;
    *best = *from;
    *from = taken;
    return from;
}

static void play(struct solve_worker *w, const struct move_entry *m)
{
    w->played[w->ply] = *m;
    solve_worker_make(w, m);
}

static uint8_t effort_since(const struct solve_worker *w, uint64_t before)
{
    const uint64_t spent = w->nodes - before + 1;
    return (uint8_t)(63 - __builtin_clzll(spent));
}

static void store(struct solve_worker *w, zkey_t key, move_t move, int win, int no_win,
                  uint64_t before)
{
    solve_table_store(&w->shared->table, key,
                      (struct solve_fact){.move = move == MOVE_NULL ? MOVE_NONE : move,
                                          .win = (uint8_t)win,
                                          .no_win = (uint8_t)no_win,
                                          .effort = effort_since(w, before)});
}

/* Plies that can follow while `moves` moves are left to the solver, who is to move or has just
 * moved; the last reply may end the game too. */
static int plies_or(int moves)
{
    return 2 * moves;
}

static int plies_and(int moves)
{
    return 2 * moves - 1;
}

/* --- the solver to move --- */

/* One move left, plain task. */
static enum solve_answer last_move(struct solve_worker *w, move_t table_move, move_t *won)
{
    struct move_entry *list = w->moves_top;
    struct move_entry *end = w->game->generate_final ? w->game->generate_final(w->pos, list)
                                                     : w->game->generate(w->pos, GEN_ALL, list);
    w->moves_top = end;
    /* The likeliest first; the order of the rest is of no use, since most nodes have no win. */
    for (struct move_entry *m = list; m < end; m++)
        if (m->move == table_move || m->move == w->killers[w->ply][0]) {
            const struct move_entry first = *m;
            *m = *list;
            *list = first;
        }
    enum solve_answer answer = SOLVE_NO;
    for (struct move_entry *m = list; m < end && answer == SOLVE_NO; m++) {
        play(w, m);
        if (is_lost_now(w))
            answer = SOLVE_YES;
        solve_worker_unmake(w, m);
        if (answer == SOLVE_YES) {
            *won = m->move;
            learn(w, m->move, false);
        }
    }
    w->moves_top = list;
    return answer == SOLVE_NO && w->is_stopped ? SOLVE_UNKNOWN : answer;
}

/* With so few moves left a search costs hardly more than asking the table about every child. */
enum { SURVEY_MOVES = 2 };

/* Entries that are known not to win within the length asked for carry this. */
enum { SCORE_DEAD = INT32_MIN };

/* Asks the table about all children and gives those that are left an order: forcing moves with few
 * replies first. YES: some child wins in `moves` by the table. */
static bool survey(struct solve_worker *w, struct move_entry *list, struct move_entry *end,
                   int moves, int limit, move_t table_move, move_t *won)
{
    for (struct move_entry *m = list; m < end; m++) {
        if (m->score == SCORE_DEAD)
            continue;
        const int32_t base = order_score(w, m, table_move, MOVE_NONE);
        play(w, m);
        const struct solve_fact fact =
            solve_table_probe(&w->shared->table, solve_worker_key(w, plies_and(moves)));
        /* The same facts hold under the key for all the moves that are left, if it is another. */
        const bool check = w->game->in_check(w->pos);
        const int replies = moves > 2 ? (int)w->game->count(w->pos) : 0;
        solve_worker_unmake(w, m);
        if (fact.win != 0 && fact.win <= moves) {
            *won = m->move;
            return true;
        }
        const bool same_key =
            w->pos->draw_clock == 0 || w->pos->clock + plies_or(limit) < w->pos->draw_clock;
        if (fact.no_win >= limit && same_key)
            m->score = SCORE_DEAD;
        else
            m->score = base + (check ? SCORE_CHECK : 0) - (replies << 10);
    }
    return false;
}

/* Exactly `moves` moves, fewer being refuted. */
static enum solve_answer try_length(struct solve_worker *w, struct move_entry *list,
                                    struct move_entry *end, int moves, int limit, move_t table_move,
                                    move_t *won)
{
    if (moves > SURVEY_MOVES) {
        if (survey(w, list, end, moves, limit, table_move, won))
            return SOLVE_YES;
    } else {
        for (struct move_entry *m = list; m < end; m++)
            m->score = order_score(w, m, table_move, MOVE_NONE);
    }
    for (struct move_entry *at = list; at < end; at++) {
        const struct move_entry *m = pick(at, end);
        if (m->score == SCORE_DEAD)
            break;
        play(w, m);
        const enum solve_answer answer = solve_exact_and(w, moves, 0);
        solve_worker_unmake(w, m);
        if (answer == SOLVE_UNKNOWN)
            return SOLVE_UNKNOWN;
        if (answer == SOLVE_YES) {
            *won = m->move;
            learn(w, m->move, false);
            return SOLVE_YES;
        }
    }
    return SOLVE_NO;
}

enum solve_answer solve_exact_or(struct solve_worker *w, int moves, int *win)
{
    const uint64_t before = w->nodes;
    const bool is_plain = w->shared->goal.is_plain;
    score_t score;
    *win = 0;
    if (w->shared->closure) {
        const enum solve_answer known = solve_closed_or(w, moves, win);
        if (known != SOLVE_UNKNOWN)
            return known;
    }
    if (w->game->decided(w->pos, 0, &score)) {
        if (is_plain)
            return score_is_win(score) ? SOLVE_YES : SOLVE_NO;
        return solve_exact_end(w, -1) == SOLVE_REACHED ? SOLVE_YES : SOLVE_NO;
    }
    if (!is_plain && solve_exact_end(w, -1) != SOLVE_GOES_ON)
        return solve_exact_end(w, -1) == SOLVE_REACHED ? SOLVE_YES : SOLVE_NO;
    if (moves == 0 || solve_worker_is_drawn(w))
        return SOLVE_NO;
    if (moves == 1 && is_plain) {
        move_t unused = MOVE_NONE;
        *win = 1;
        return last_move(w, MOVE_NONE, &unused);
    }

    struct solve_table *table = &w->shared->table;
    struct solve_fact fact = solve_table_probe(table, solve_worker_key(w, plies_or(moves)));
    if (fact.no_win >= moves)
        return SOLVE_NO;
    if (fact.win != 0 && fact.win <= moves) {
        *win = fact.win;
        return SOLVE_YES;
    }

    struct move_entry *list = w->moves_top, *end = NULL;
    enum solve_answer answer = SOLVE_NO;
    move_t won = MOVE_NONE;
    for (int n = fact.no_win + 1; n <= moves && answer == SOLVE_NO; n++) {
        if (n == 1 && is_plain) {
            answer = last_move(w, fact.move, &won);
        } else {
            if (!end) {
                end = w->game->generate(w->pos, GEN_ALL, list);
                for (struct move_entry *m = list; m < end; m++)
                    m->score = 0;
            }
            w->moves_top = end;
            answer = try_length(w, list, end, n, moves, fact.move, &won);
            w->moves_top = list;
        }
        if (answer != SOLVE_UNKNOWN && (n > 1 || answer == SOLVE_YES))
            store(w, solve_worker_key(w, plies_or(n)), won, answer == SOLVE_YES ? n : 0,
                  answer == SOLVE_YES ? n - 1 : n, before);
        *win = n;
    }
    return answer;
}

/* --- the other side to move --- */

/* Asks the table about all positions after the replies. NO: one of them refutes. Replies that are
 * known to lose in time get SCORE_DEAD. */
static enum solve_answer survey_replies(struct solve_worker *w, struct move_entry *list,
                                        struct move_entry *end, int moves, move_t table_move,
                                        move_t *refuted)
{
    const move_t counter = counter_of(w);
    for (struct move_entry *m = list; m < end; m++) {
        const int32_t base = order_score(w, m, table_move, counter);
        play(w, m);
        const struct solve_fact fact =
            solve_table_probe(&w->shared->table, solve_worker_key(w, plies_or(moves - 1)));
        solve_worker_unmake(w, m);
        if (fact.no_win >= moves - 1) {
            *refuted = m->move;
            return SOLVE_NO;
        }
        m->score = fact.win != 0 && fact.win <= moves - 1 ? SCORE_DEAD : base;
    }
    return SOLVE_YES;
}

static enum solve_answer all_replies(struct solve_worker *w, struct move_entry *list,
                                     struct move_entry *end, int moves, unsigned first,
                                     move_t table_move, move_t *refuted)
{
    if (moves > SURVEY_MOVES + 1) {
        if (survey_replies(w, list, end, moves, table_move, refuted) == SOLVE_NO)
            return SOLVE_NO;
    } else if (moves > 1) {
        const move_t counter = counter_of(w);
        for (struct move_entry *m = list; m < end; m++)
            m->score = order_score(w, m, table_move, counter);
    }
    if (first > 0 && end > list)
        list[first % (unsigned)(end - list)].score = SCORE_TABLE;
    for (struct move_entry *at = list; at < end; at++) {
        const struct move_entry *m = moves > 1 ? pick(at, end) : at;
        int unused;
        if (moves > 1 && m->score == SCORE_DEAD)
            break;
        play(w, m);
        const enum solve_answer answer = solve_exact_or(w, moves - 1, &unused);
        solve_worker_unmake(w, m);
        if (answer == SOLVE_NO) {
            *refuted = m->move;
            learn(w, m->move, true);
        }
        if (answer != SOLVE_YES)
            return answer;
    }
    return SOLVE_YES;
}

/* The reply that refutes, if it did before here or after the same move, without a list: mostly it
 * does again. YES: it does not, or is not legal. */
static enum solve_answer known_reply(struct solve_worker *w, int moves, move_t table_move,
                                     move_t *refuted)
{
    const move_t killer = w->killers[w->ply][0];
    const move_t known = table_move != MOVE_NONE ? table_move
                         : killer != MOVE_NONE   ? killer
                                                 : counter_of(w);
    struct move_entry *m = w->moves_top;
    int unused;
    if (known == MOVE_NONE || !w->game->resolve(w->pos, known, m))
        return SOLVE_YES;
    w->moves_top++;
    play(w, m);
    const enum solve_answer answer = solve_exact_or(w, moves - 1, &unused);
    solve_worker_unmake(w, m);
    w->moves_top--;
    if (answer == SOLVE_NO) {
        *refuted = known;
        learn(w, known, true);
    }
    return answer;
}

enum solve_answer solve_exact_and(struct solve_worker *w, int moves, unsigned first)
{
    const uint64_t before = w->nodes;
    const bool is_plain = w->shared->goal.is_plain;
    score_t score;
    if (w->is_stopped)
        return SOLVE_UNKNOWN;
    if (w->shared->closure) {
        const enum solve_answer known = solve_closed_and(w, moves);
        if (known != SOLVE_UNKNOWN)
            return known;
    }
    if (solve_worker_is_drawn(w))
        return SOLVE_NO;
    if (moves == 1 && is_plain)
        return is_lost_now(w) ? SOLVE_YES : SOLVE_NO;
    if (is_plain && w->game->decided(w->pos, 0, &score))
        return SOLVE_NO; /* by rule, at the other side's turn: it has won, or a draw */

    const zkey_t key = solve_worker_key(w, plies_and(moves));
    const struct solve_fact fact = solve_table_probe(&w->shared->table, key);
    if (fact.no_win >= moves)
        return SOLVE_NO;
    if (fact.win != 0 && fact.win <= moves)
        return SOLVE_YES;

    struct move_entry *list = w->moves_top;
    const bool evades = is_plain && w->game->in_check(w->pos);
    enum solve_answer answer = SOLVE_YES;
    move_t refuted = MOVE_NONE;
    if (is_plain && !evades && first == 0)
        answer = known_reply(w, moves, fact.move, &refuted);
    if (answer != SOLVE_YES) {
        if (answer == SOLVE_NO)
            store(w, key, refuted, 0, moves, before);
        return answer;
    }
    struct move_entry *end = w->game->generate(w->pos, evades ? GEN_EVASIONS : GEN_ALL, list);
    const enum solve_end over = !is_plain    ? solve_exact_end(w, (int)(end - list))
                                : end > list ? SOLVE_GOES_ON
                                : score_is_loss(w->game->no_moves(w->pos, 0)) ? SOLVE_REACHED
                                                                              : SOLVE_MISSED;
    if (over != SOLVE_GOES_ON) {
        answer = over == SOLVE_REACHED ? SOLVE_YES : SOLVE_NO;
    } else {
        w->moves_top = end;
        answer = all_replies(w, list, end, moves, first, fact.move, &refuted);
        w->moves_top = list;
    }
    if (answer != SOLVE_UNKNOWN)
        store(w, key, refuted, answer == SOLVE_YES ? moves : 0, answer == SOLVE_YES ? 0 : moves,
              before);
    return answer;
}
