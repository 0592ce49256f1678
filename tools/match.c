#include "tools/match.h"

#include "tools/dialogue.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NS_PER_MS = 1000000 };

/* ---- A running game ------------------------------------------------------------------------ */

struct table {
    const struct match_rules *rules;
    struct player *players;
    struct match_game *g;
    struct position *pos;
    char **moves; /* all, the opening's first; owned texts */
    size_t moves_nb, moves_cap;
    int64_t clock_ns[2]; /* by engine */
    int64_t played[2];   /* moves by engine */
};

static void finish(struct match_game *g, enum match_end end, enum outcome outcome)
{
    g->end = end;
    g->outcome = outcome;
}

static void finish_fault(struct match_game *g, const char *what)
{
    finish(g, MATCH_FAULT, OUTCOME_NONE);
    snprintf(g->detail, sizeof g->detail, "%s", what);
}

static int engine_to_move(const struct table *t)
{
    return t->pos->side == match_side(t->g, 0) ? 0 : 1;
}

static void finish_lost(struct table *t, enum match_end end, const char *detail)
{
    finish(t->g, end, t->pos->side == WHITE ? OUTCOME_BLACK_WINS : OUTCOME_WHITE_WINS);
    if (detail)
        snprintf(t->g->detail, sizeof t->g->detail, "%s", detail);
}

/* Writes a move down and plays it. */
static bool add_move(struct table *t, const char *text)
{
    if (t->moves_nb == t->moves_cap) {
        const size_t cap = t->moves_cap > 0 ? 2 * t->moves_cap : 256;
        char **moves = realloc(t->moves, cap * sizeof *moves);
        if (!moves)
            return false;
        t->moves = moves;
        t->moves_cap = cap;
    }
    char *copy = strdup(text);
    if (!copy || setup_play(t->pos, text) != ENGINE_OK) {
        free(copy);
        return false;
    }
    t->moves[t->moves_nb++] = copy;
    return true;
}

static bool play_opening(struct table *t)
{
    char *text = strdup(t->g->opening.moves);
    char *rest = text;
    bool ok = text && pos_set(t->pos, t->g->opening.fen, NULL) == ENGINE_OK;
    const char *word;
    while (ok && (word = dialogue_word(&rest)))
        ok = add_move(t, word);
    free(text);
    return ok;
}

/* ---- Clocks -------------------------------------------------------------------------------- */

/* Milliseconds that a clock shows, rounded down. */
static int64_t shown_ms(int64_t clock_ns)
{
    return clock_ns >= 0 ? clock_ns / NS_PER_MS : -((-clock_ns + NS_PER_MS - 1) / NS_PER_MS);
}

/* How long the engine may take for this move: its clock, its time per move, or our patience. */
static int64_t allowed_ns(const struct table *t, int engine)
{
    const struct player_config *config = t->players[engine].config;
    const struct player_limits *limits = &config->limits;
    const int64_t margin_ns = t->rules->margin_ms * NS_PER_MS;
    const int64_t move_ns = limits->movetime_ms * NS_PER_MS;
    if (!limits->has_clock)
        return move_ns > 0 ? move_ns + margin_ns : config->patience_ms * NS_PER_MS;
    const int64_t clock_ns = t->clock_ns[engine];
    return (move_ns > 0 && move_ns < clock_ns ? move_ns : clock_ns) + margin_ns;
}

/* After a move in time. A clock may be overdrawn by the margin, once: what is overdrawn stays. */
static void press_clock(struct table *t, int engine, int64_t elapsed_ns)
{
    const struct player_limits *limits = &t->players[engine].config->limits;
    t->played[engine]++;
    t->clock_ns[engine] += limits->increment_ms * NS_PER_MS - elapsed_ns;
    if (limits->moves > 0 && t->played[engine] % limits->moves == 0)
        t->clock_ns[engine] += limits->base_ms * NS_PER_MS;
}

static void describe_turn(const struct table *t, int engine, struct player_turn *turn)
{
    *turn = (struct player_turn){.pos = t->pos,
                                 .start = t->g->opening.fen,
                                 .moves = (const char *const *)t->moves,
                                 .moves_nb = t->moves_nb,
                                 .allowed_ns = allowed_ns(t, engine)};
    for (int i = 0; i < 2; i++) {
        const struct player_limits *limits = &t->players[i].config->limits;
        const enum side side = match_side(t->g, i);
        turn->has_clock[side] = limits->has_clock;
        turn->clock_ms[side] = shown_ms(t->clock_ns[i]);
        turn->increment_ms[side] = limits->increment_ms;
        if (i == engine && limits->moves > 0)
            turn->moves_to_go = limits->moves - t->played[i] % limits->moves;
    }
}

/* ---- Turns --------------------------------------------------------------------------------- */

/* The time of earlier answers to the same question. */
struct earlier {
    bool is_asked_again;
    int64_t elapsed_ns;
};

static bool note_ply(struct table *t, int engine, const struct player_answer *answer,
                     const struct earlier *earlier)
{
    const bool has_clock = t->players[engine].config->limits.has_clock;
    struct match_ply *ply = match_add_ply(t->g);
    if (!ply)
        return false;
    *ply =
        (struct match_ply){.has_score = answer->has_score,
                           .is_mate = answer->is_mate,
                           .is_asked_again = earlier->is_asked_again,
                           .score = answer->score,
                           .depth = answer->depth,
                           .nodes = answer->nodes,
                           .elapsed_ns = answer->elapsed_ns + (has_clock ? earlier->elapsed_ns : 0),
                           .has_clock = has_clock,
                           .clock_ms = has_clock ? shown_ms(t->clock_ns[engine]) : 0};
    snprintf(ply->move, sizeof ply->move, "%s", answer->text);
    t->g->asked_again[engine] += earlier->is_asked_again;
    return true;
}

static void finish_late(struct table *t, int engine, const struct player_turn *turn)
{
    const struct player_limits *limits = &t->players[engine].config->limits;
    char text[128];
    const bool is_timed = limits->has_clock || limits->movetime_ms > 0;
    snprintf(text, sizeof text, "no move within %.3f s%s", (double)turn->allowed_ns / 1e9,
             is_timed ? ", the margin included" : "");
    finish_lost(t, is_timed ? MATCH_TIME : MATCH_SILENCE, text);
}

static void finish_illegal(struct table *t, int engine, const struct player_answer *answer)
{
    char text[PLAYER_TEXT_MAX + 64];
    snprintf(t->g->answer, sizeof t->g->answer, "%s", answer->text);
    if (t->rules->illegal[engine] == MATCH_ILLEGAL_LOSE) {
        snprintf(text, sizeof text, "the answer '%s' is no legal move", answer->text);
        finish_lost(t, MATCH_ILLEGAL, text);
    } else {
        finish(t->g, MATCH_SKIPPED, OUTCOME_NONE);
        snprintf(t->g->detail, sizeof t->g->detail, "the answer '%s' of engine %d is no legal move",
                 answer->text, engine + 1);
    }
}

/* Takes an answer. False: the game is over. */
static bool take_answer(struct table *t, int engine, const struct player_turn *turn,
                        const struct player_answer *answer, const struct earlier *earlier)
{
    switch (answer->kind) {
    case PLAYER_MOVE:
        press_clock(t, engine, answer->elapsed_ns);
        if (note_ply(t, engine, answer, earlier) && add_move(t, answer->text))
            return true;
        finish_fault(t->g, "out of memory");
        break;
    case PLAYER_ILLEGAL:
        finish_illegal(t, engine, answer);
        break;
    case PLAYER_RESIGNED:
        finish_lost(t, MATCH_RESIGNED, NULL);
        break;
    case PLAYER_LATE:
        t->g->late_ns = answer->elapsed_ns + earlier->elapsed_ns;
        finish_late(t, engine, turn);
        break;
    case PLAYER_CRASHED:
        finish_lost(t, MATCH_CRASH, answer->note);
        break;
    case PLAYER_STOPPED:
        break;
    }
    return false;
}

/* Asks the side to move; the turn's legal moves are set. False: the game is over. */
static bool ask(struct table *t, const struct setup_move *legal, size_t legal_nb)
{
    const int engine = engine_to_move(t);
    const struct player_config *config = t->players[engine].config;
    struct earlier earlier = {false, 0};
    struct player_turn turn;
    struct player_answer answer;
    for (;;) {
        describe_turn(t, engine, &turn);
        turn.legal = legal;
        turn.legal_nb = legal_nb;
        turn.is_restricted = config->is_restricted || earlier.is_asked_again;
        player_go(&t->players[engine], &turn, &answer);
        if (answer.kind != PLAYER_ILLEGAL)
            break;
        t->g->illegal[engine]++;
        /* Who has been told the legal moves, or cannot be told, would only say it again. */
        if (t->rules->illegal[engine] != MATCH_ILLEGAL_ASK || turn.is_restricted ||
            config->protocol != PLAYER_UCI)
            break;
        earlier = (struct earlier){true, answer.elapsed_ns};
        t->clock_ns[engine] -= answer.elapsed_ns;
    }
    return take_answer(t, engine, &turn, &answer, &earlier);
}

/* Lets the side to move move. False: the game is over. */
static bool play_turn(struct table *t)
{
    size_t legal_nb = 0;
    struct setup_move *legal = setup_legal_moves(t->pos, &legal_nb);
    if (!legal) {
        finish_fault(t->g, "out of memory");
        return false;
    }
    const bool goes_on = ask(t, legal, legal_nb);
    free(legal);
    return goes_on;
}

/* Is the game over by the rules, too long, or as good as over? */
static bool is_over(struct table *t)
{
    struct match_game *g = t->g;
    const struct game_result result = t->pos->game->result(t->pos);
    if (result.outcome != OUTCOME_NONE) {
        finish(g, MATCH_BY_RULES, result.outcome);
        snprintf(g->word, sizeof g->word, "%s", result.word);
        return true;
    }
    if (t->moves_nb >= (size_t)t->rules->plies_max) {
        finish(g, MATCH_LENGTH, OUTCOME_DRAW);
        return true;
    }
    const enum outcome outcome = match_adjudicate(&t->rules->adjudication, g->plies, g->plies_nb,
                                                  side_other((enum side)t->pos->side), t->moves_nb);
    if (outcome != OUTCOME_NONE)
        finish(g, outcome == OUTCOME_DRAW ? MATCH_DRAW_SCORE : MATCH_WIN_SCORE, outcome);
    return outcome != OUTCOME_NONE;
}

/* Both engines get ready; one that cannot has lost already. */
static bool greet(struct table *t)
{
    for (int i = 0; i < 2; i++) {
        struct player_answer answer;
        player_new_game(&t->players[i], &answer);
        if (answer.kind == PLAYER_MOVE)
            continue;
        const enum side side = match_side(t->g, i);
        if (answer.kind != PLAYER_STOPPED)
            finish(t->g, answer.kind == PLAYER_LATE ? MATCH_SILENCE : MATCH_CRASH,
                   side == WHITE ? OUTCOME_BLACK_WINS : OUTCOME_WHITE_WINS);
        snprintf(t->g->detail, sizeof t->g->detail, "%s",
                 answer.kind == PLAYER_LATE ? "does not get ready for a new game" : answer.note);
        return false;
    }
    return true;
}

void match_play(const struct match_rules *rules, struct player players[2], struct match_game *g)
{
    struct table t = {.rules = rules, .players = players, .g = g};
    const double start = cli_now();
    finish(g, MATCH_STOPPED, OUTCOME_NONE);
    for (int i = 0; i < 2; i++) {
        snprintf(g->names[i], sizeof g->names[i], "%s", players[i].name);
        t.clock_ns[i] = players[i].config->limits.base_ms * NS_PER_MS;
    }
    t.pos = pos_new_like(rules->base);
    if (!t.pos || !play_opening(&t))
        finish_fault(g, "the opening cannot be played");
    else if (greet(&t))
        while (!is_over(&t) && play_turn(&t))
            continue;
    g->seconds = cli_now() - start;
    for (size_t i = 0; i < t.moves_nb; i++)
        free(t.moves[i]);
    free(t.moves);
    pos_free(t.pos);
}
