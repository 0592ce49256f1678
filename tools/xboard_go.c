/* The searches of the CECP dialogue: their limits and reports, our moves, results of the game. */
#include "tools/cli.h"
#include "tools/setup.h"
#include "tools/xboard_board.h"
#include "tools/xboard_priv.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Reports, on the search's thread ------------------------------------------------------- */

enum { MATE = 100000 };

static int written_score(score_t score)
{
    if (!score_is_decisive(score))
        return (int)score;
    const int moves = setup_win_moves(score);
    return moves < 0 || (moves == 0 && score < 0) ? -MATE + moves : MATE + moves;
}

/* The line in XBoard's words, as far as its moves are legal. */
static void print_line(struct xboard *x, FILE *out, const move_t *pv, int nb)
{
    struct dialogue *d = x->d;
    bb_t stale = x->root_stale;
    char text[XBOARD_MOVE_MAX];
    if (pos_copy(d->scratch, d->root) != ENGINE_OK)
        return;
    for (int i = 0; i < nb; i++) {
        struct move_entry entry;
        if (!d->scratch->game->resolve(d->scratch, pv[i], &entry))
            return;
        stale = xboard_move(d->scratch, &entry, stale, text);
        fprintf(out, "%s%s", i > 0 ? " " : "", text);
        if (setup_make(d->scratch, &entry) != ENGINE_OK)
            return;
    }
}

void xboard_on_info(void *context, const struct engine_info *info)
{
    struct xboard *x = context;
    const int purpose = atomic_load(&x->purpose);
    atomic_store(&x->depth, info->depth);
    if (info->multipv == 1 && info->pv_nb > 0)
        atomic_store(&x->best, info->pv[0]);
    if (!atomic_load(&x->posts) || purpose == XBOARD_IDLE || purpose == XBOARD_HINT)
        return;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    fprintf(out, "%d %d %" PRId64 " %" PRIu64 " %d %" PRIu64 " 0\t", info->depth,
            written_score(info->score), info->time_ms / 10, info->nodes, info->seldepth,
            cli_rate((double)info->nodes, (double)info->time_ms / 1e3 + 5e-4));
    print_line(x, out, info->pv, info->pv_nb);
    fputs(info->bound == BOUND_LOWER ? " !\n" : info->bound == BOUND_UPPER ? " ?\n" : "\n", out);
    fclose(out);
    dialogue_say_text(x->d, text);
    free(text);
}

void xboard_on_currmove(void *context, int depth, move_t move, int number)
{
    struct xboard *x = context;
    atomic_store(&x->depth, depth);
    atomic_store(&x->current_move, move);
    atomic_store(&x->current_number, number);
}

void xboard_on_result(void *context, const struct engine_result *result)
{
    struct xboard *x = context;
    x->result = *result;
    /* A full pipe has woken the loop already. */
    if (write(x->wake[1], "", 1) < 0)
        return;
}

/* ---- Limits -------------------------------------------------------------------------------- */

size_t xboard_own_moves(const struct xboard *x)
{
    const bool is_first = x->line.start->side == x->engine_side;
    return (x->line.nb + is_first) / 2;
}

static struct engine_limits limits_of_play(const struct xboard *x)
{
    const struct xboard_control *c = &x->control;
    struct engine_limits l = {.depth = c->depth};
    if (c->move_ms > 0) {
        const int64_t overhead = xboard_overhead(x);
        l.movetime_ms = c->move_ms > overhead ? c->move_ms - overhead : 1;
    } else if (c->has_clocks || c->depth == 0) {
        l.clocks = true;
        for (unsigned side = WHITE; side <= BLACK; side++) {
            l.time_ms[side] = x->clock_ms[side] > 0 ? x->clock_ms[side] : 0;
            l.increment_ms[side] = c->increment_ms;
        }
        if (c->session_moves > 0) {
            const int64_t made = (int64_t)(xboard_own_moves(x) - c->since);
            l.moves_to_go = (int)(c->session_moves - made % c->session_moves);
        }
    }
    return l;
}

/* Our clock after a move that took this long. */
static void run_clock(struct xboard *x, double seconds)
{
    const struct xboard_control *c = &x->control;
    int64_t *clock = &x->clock_ms[x->engine_side];
    *clock += c->increment_ms - (int64_t)(seconds * 1e3);
    if (c->session_moves > 0 && (int64_t)(xboard_own_moves(x) - c->since) % c->session_moves == 0)
        *clock += c->base_ms;
    x->is_clock_ours = true;
}

/* ---- Starting and ending ------------------------------------------------------------------- */

static bool is_over(const struct position *pos)
{
    return pos->game->result(pos).outcome != OUTCOME_NONE;
}

static bool is_excluded(const struct xboard *x, move_t move)
{
    for (size_t i = 0; i < x->excluded_nb; i++)
        if (x->excluded[i] == move)
            return true;
    return false;
}

/* Puts the moves that are not excluded into *moves, which the caller frees. */
static bool pick_moves(const struct xboard *x, struct engine_limits *l, move_t **moves)
{
    size_t nb = 0;
    struct setup_move *list = setup_legal_moves(x->d->pos, &nb);
    *moves = malloc((nb + 1) * sizeof **moves);
    l->search_moves_nb = 0;
    for (size_t i = 0; i < nb && list && *moves; i++)
        if (!is_excluded(x, list[i].move))
            (*moves)[l->search_moves_nb++] = list[i].move;
    l->search_moves = *moves;
    free(list);
    return l->search_moves_nb > 0;
}

/* Thinks about the present position. */
static void start(struct xboard *x, enum xboard_purpose purpose, struct engine_limits limits,
                  bb_t stale)
{
    move_t *moves = NULL;
    xboard_apply_settings(x);
    engine_set_multipv(x->d->engine, purpose == XBOARD_ANALYSIS ? (int)x->multipv : 1);
    engine_set_contempt(x->d->engine, purpose == XBOARD_ANALYSIS ? 0 : (score_t)x->contempt);
    atomic_store(&x->current_number, 0);
    atomic_store(&x->depth, 0);
    atomic_store(&x->best, MOVE_NONE);
    if (x->excluded_nb > 0 && purpose != XBOARD_PONDER && !pick_moves(x, &limits, &moves)) {
        free(moves);
        return;
    }
    x->root_stale = stale;
    x->started = cli_now();
    atomic_store(&x->purpose, purpose);
    const enum engine_status status = dialogue_go(x->d, &limits);
    free(moves);
    if (status != ENGINE_OK) {
        atomic_store(&x->purpose, XBOARD_IDLE);
        xboard_say(x, "tellusererror cannot think: %s", engine_strerror(status));
    }
}

/* Thinks about the position after the expected reply, if there is one. */
static void start_pondering(struct xboard *x)
{
    struct position *here = x->d->pos;
    struct position *ahead = pos_new_like(here);
    struct move_entry reply;
    char text[XBOARD_MOVE_MAX];
    if (ahead && x->expected != MOVE_NONE && here->game->resolve(here, x->expected, &reply) &&
        pos_copy(ahead, here) == ENGINE_OK && setup_make(ahead, &reply) == ENGINE_OK &&
        !is_over(ahead)) {
        const bb_t stale = xboard_move(here, &reply, x->stale, text);
        struct engine_limits limits = limits_of_play(x);
        limits.ponder = true;
        x->ponder_ms = x->clock_ms[x->engine_side];
        xboard_say(x, "Hint: %s", text);
        x->d->pos = ahead;
        start(x, XBOARD_PONDER, limits, stale);
        x->d->pos = here;
    }
    pos_free(ahead);
}

void xboard_resume(struct xboard *x)
{
    const struct position *pos = x->d->pos;
    if (x->is_position_bad || atomic_load(&x->purpose) != XBOARD_IDLE || pos->game->count(pos) == 0)
        return;
    if (x->mode == XBOARD_ANALYSE)
        start(x, XBOARD_ANALYSIS, (struct engine_limits){.infinite = true}, x->stale);
    else if (x->mode == XBOARD_PLAY && pos->side == x->engine_side)
        start(x, XBOARD_THINK, limits_of_play(x), x->stale);
}

void xboard_abandon(struct xboard *x)
{
    atomic_store(&x->purpose, XBOARD_IDLE);
    dialogue_stop(x->d);
}

void xboard_answer(struct xboard *x, bool was_expected)
{
    /* A clock that somebody turned back meanwhile needs a budget of its own; the table keeps what
     * pondering found. */
    const bool is_on_budget = x->clock_ms[x->engine_side] >= x->ponder_ms / 2;
    if (was_expected && is_on_budget && atomic_load(&x->purpose) == XBOARD_PONDER &&
        dialogue_is_searching(x->d)) {
        atomic_store(&x->purpose, XBOARD_THINK);
        x->started = cli_now();
        dialogue_ponderhit(x->d);
    } else {
        xboard_abandon(x);
        xboard_resume(x);
    }
}

/* ---- Results of the game ------------------------------------------------------------------- */

void xboard_conclude(struct xboard *x)
{
    const struct game_result result = x->d->pos->game->result(x->d->pos);
    if (x->mode != XBOARD_PLAY || result.outcome == OUTCOME_NONE || x->is_told_over)
        return;
    x->is_told_over = true;
    if (result.outcome == OUTCOME_DRAW) {
        /* In a match XBoard knows no draws of ours; it grants one that both sides offer. */
        if (x->against_computer)
            xboard_say(x, "offer draw");
        else
            xboard_say(x, "1/2-1/2 {%s}", result.way);
        return;
    }
    const unsigned winner = result.outcome == OUTCOME_WHITE_WINS ? WHITE : BLACK;
    /* In a match XBoard takes a win that it does not see for a false claim, which forfeits the
     * game: there the loser concedes. */
    if (!x->against_computer || winner != x->engine_side)
        xboard_say(x, "%s {%s wins by %s}", winner == WHITE ? "1-0" : "0-1",
                   setup_side_name(winner), result.way);
}

/* ---- Our move ------------------------------------------------------------------------------ */

static void print_hint(struct xboard *x, move_t move)
{
    const struct position *pos = x->d->pos;
    struct move_entry entry;
    char text[XBOARD_MOVE_MAX];
    if (move == MOVE_NONE || !pos->game->resolve(pos, move, &entry))
        return;
    xboard_move(pos, &entry, x->stale, text);
    xboard_say(x, "Hint: %s", text);
}

static void print_move(struct xboard *x, char *text)
{
    char *second = strchr(text, ',');
    if (second) {
        *second++ = '\0';
        xboard_say(x, "move %s,", text);
    }
    xboard_say(x, "move %s", second ? second : text);
}

static void play_own_move(struct xboard *x)
{
    struct position *pos = x->d->pos;
    struct move_entry entry;
    char text[XBOARD_MOVE_MAX];
    if (x->result.best == MOVE_NONE || !pos->game->resolve(pos, x->result.best, &entry))
        return;
    const bb_t stale = xboard_move(pos, &entry, x->stale, text);
    if (text[0] == '\0' || game_line_play(&x->line, pos, &entry) != ENGINE_OK) {
        xboard_say(x, "tellusererror out of memory");
        return;
    }
    run_clock(x, cli_now() - x->started);
    x->stale = stale;
    x->excluded_nb = 0;
    x->score = x->result.score;
    x->has_score = true;
    x->expected = x->result.ponder;
    /* An offer goes before the move that makes the draw, a result after it. */
    const bool offers = x->against_computer && pos->game->result(pos).outcome == OUTCOME_DRAW;
    if (offers)
        xboard_conclude(x);
    print_move(x, text);
    xboard_conclude(x);
    if (x->ponders && !is_over(pos))
        start_pondering(x);
}

void xboard_settle(struct xboard *x)
{
    const int purpose = atomic_load(&x->purpose);
    if (purpose == XBOARD_IDLE || dialogue_is_searching(x->d))
        return;
    atomic_store(&x->purpose, XBOARD_IDLE);
    if (purpose == XBOARD_THINK)
        play_own_move(x);
    if (purpose == XBOARD_HINT)
        print_hint(x, x->result.best);
    if (x->ping) {
        xboard_say(x, "pong %s", x->ping);
        free(x->ping);
        x->ping = NULL;
    }
}

/* ---- Questions ----------------------------------------------------------------------------- */

/* A hint worth showing takes this long. */
enum { HINT_MS = 500 };

void xboard_hint(struct xboard *x)
{
    const struct position *pos = x->d->pos;
    const int purpose = atomic_load(&x->purpose);
    if (purpose == XBOARD_ANALYSIS)
        print_hint(x, atomic_load(&x->best));
    else if (purpose == XBOARD_PONDER || x->expected != MOVE_NONE)
        print_hint(x, x->expected);
    else if (purpose == XBOARD_IDLE && pos->game->count(pos) > 0)
        start(x, XBOARD_HINT, (struct engine_limits){.movetime_ms = HINT_MS}, x->stale);
}

void xboard_status(struct xboard *x)
{
    const struct position *pos = x->d->pos;
    struct move_entry entry;
    char text[XBOARD_MOVE_MAX] = "";
    if (atomic_load(&x->purpose) != XBOARD_ANALYSIS)
        return;
    const int total = (int)(pos->game->count(pos) - x->excluded_nb);
    const int number = atomic_load(&x->current_number);
    const move_t move = atomic_load(&x->current_move);
    if (number > 0 && pos->game->resolve(pos, move, &entry))
        xboard_move(pos, &entry, x->stale, text);
    xboard_say(x, "stat01: %" PRId64 " %" PRIu64 " %d %d %d%s%s",
               (int64_t)((cli_now() - x->started) * 100), engine_nodes(x->d->engine),
               atomic_load(&x->depth), total - number, total, text[0] ? " " : "", text);
}
