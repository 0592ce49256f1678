#include "tools/match_replay.h"

#include "tools/dialogue.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const int64_t MS = 1000000; /* nanoseconds */

__attribute__((format(printf, 2, 3))) static bool fault(char *why, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(why, RECORD_ERROR_MAX, format, args);
    va_end(args);
    return false;
}

/* ---- One game ------------------------------------------------------------------------------ */

/* Where the replay stands. */
struct replay {
    const struct record_terms *terms;
    const struct match_game *g;
    struct position *pos;
    size_t length;       /* plies of the game so far, the opening's included */
    size_t done;         /* engines' moves so far */
    int64_t clock_ns[2]; /* by engine */
    int64_t moves[2];
    unsigned asked_again[2];
    char *why;
};

static int mover(const struct replay *r)
{
    const bool first_has_white = r->g->half == 0;
    return (r->pos->side == WHITE) == first_has_white ? 0 : 1;
}

/* Nanoseconds after which the side to move has lost; INT64_MAX if nothing limits them. The time for
 * a move begins anew with each asking, so the sum of two has only the clock as its limit. */
static int64_t time_limit(const struct replay *r, int engine, bool is_asked_again)
{
    const struct player_limits *l = &r->terms->players[engine].limits;
    int64_t limit = INT64_MAX;
    if (l->has_clock)
        limit = r->clock_ns[engine];
    if (l->movetime_ms > 0 && l->movetime_ms * MS < limit && !(is_asked_again && l->has_clock))
        limit = l->movetime_ms * MS;
    return limit == INT64_MAX ? limit : limit + r->terms->rules.margin_ms * MS;
}

/* How the game stands by the rules, and by the terms. */
static enum match_end end_here(const struct replay *r, enum outcome *outcome, const char **word)
{
    const struct match_rules *rules = &r->terms->rules;
    const struct game_result result = r->pos->game->result(r->pos);
    *outcome = result.outcome;
    *word = result.word;
    if (result.outcome != OUTCOME_NONE)
        return MATCH_BY_RULES;
    *outcome = OUTCOME_DRAW;
    if (r->length >= (size_t)rules->plies_max)
        return MATCH_LENGTH;
    *outcome = match_adjudicate(&rules->adjudication, r->g->plies, r->done,
                                r->pos->side == WHITE ? BLACK : WHITE, r->length);
    return *outcome == OUTCOME_NONE   ? MATCH_STOPPED
           : *outcome == OUTCOME_DRAW ? MATCH_DRAW_SCORE
                                      : MATCH_WIN_SCORE;
}

static bool must_go_on(const struct replay *r, const char *what)
{
    enum outcome outcome;
    const char *word;
    const enum match_end end = end_here(r, &outcome, &word);
    if (end == MATCH_STOPPED)
        return true;
    return fault(r->why, "the game was over (%s) before %s",
                 end == MATCH_BY_RULES ? word : match_end_word(end), what);
}

static bool play_opening(struct replay *r)
{
    struct text_error error;
    if (pos_set(r->pos, r->g->opening.fen, &error) != ENGINE_OK)
        return fault(r->why, "the opening's position is refused");
    char *moves = strdup(r->g->opening.moves);
    char *rest = moves;
    const char *word;
    bool ok = moves || fault(r->why, "out of memory");
    while (ok && (word = dialogue_word(&rest))) {
        ok = setup_play(r->pos, word) == ENGINE_OK ||
             fault(r->why, "move '%.64s' of the opening is not legal", word);
        r->length++;
    }
    free(moves);
    return ok;
}

/* The clock after a move of the engine, and what the record says of it. */
static bool check_clock(struct replay *r, int engine, const struct match_ply *ply)
{
    const struct player_limits *l = &r->terms->players[engine].limits;
    const int64_t limit = time_limit(r, engine, ply->is_asked_again);
    if (ply->elapsed_ns > limit)
        return fault(r->why, "move %zu came after %" PRId64 " ns, %" PRId64 " were allowed",
                     r->done + 1, ply->elapsed_ns, limit);
    if (l->has_clock != ply->has_clock)
        return fault(r->why, "move %zu has %s clock", r->done + 1, ply->has_clock ? "a" : "no");
    r->moves[engine]++;
    if (!l->has_clock)
        return true;
    r->clock_ns[engine] += l->increment_ms * MS - ply->elapsed_ns;
    if (l->moves > 0 && r->moves[engine] % l->moves == 0)
        r->clock_ns[engine] += l->base_ms * MS;
    /* Rounded down, below zero as well. */
    const int64_t shown = (r->clock_ns[engine] - ((r->clock_ns[engine] % MS) + MS) % MS) / MS;
    return shown == ply->clock_ms ||
           fault(r->why, "move %zu: the clock shows %" PRId64 " ms where %" PRId64 " are left",
                 r->done + 1, ply->clock_ms, shown);
}

static bool play_ply(struct replay *r, const struct match_ply *ply)
{
    char what[64];
    char fen[GAME_FEN_MAX];
    const int engine = mover(r);
    snprintf(what, sizeof what, "move %zu", r->done + 1);
    if (!must_go_on(r, what) || !check_clock(r, engine, ply))
        return false;
    if (setup_play(r->pos, ply->move) != ENGINE_OK) {
        r->pos->game->format(r->pos, fen);
        return fault(r->why, "move %zu, '%.64s', is not legal in %.300s", r->done + 1, ply->move,
                     fen);
    }
    r->length++;
    r->done++;
    r->asked_again[engine] += ply->is_asked_again;
    return true;
}

/* ---- How it ended -------------------------------------------------------------------------- */

static bool check_result(const struct replay *r, enum outcome outcome)
{
    return r->g->outcome == outcome ||
           fault(r->why, "the result is %s, the record says %s", match_outcome_text(outcome),
                 match_outcome_text(r->g->outcome));
}

/* The engine that the result blames has not answered, or wrongly. Only getting ready for the game
 * can go wrong before the turn. */
static bool check_loser(const struct replay *r)
{
    const bool by_mover =
        r->g->outcome == (r->pos->side == WHITE ? OUTCOME_BLACK_WINS : OUTCOME_WHITE_WINS);
    const bool is_start = r->done == 0 && (r->g->end == MATCH_CRASH || r->g->end == MATCH_SILENCE);
    const bool is_win = r->g->outcome == OUTCOME_WHITE_WINS || r->g->outcome == OUTCOME_BLACK_WINS;
    return by_mover || (is_start && is_win) ||
           fault(r->why, "the result blames the side that was not to move");
}

/* The answer that was refused must be no legal move in the engine's dialect. */
static bool check_illegal(const struct replay *r)
{
    const struct foreign *foreign = &r->terms->players[mover(r)].foreign;
    char theirs[FOREIGN_MOVE_MAX];
    size_t nb = 0;
    struct setup_move *legal = setup_legal_moves(r->pos, &nb);
    bool ok = legal || fault(r->why, "out of memory");
    for (size_t i = 0; i < nb && ok; i++)
        if (strcmp(foreign_move(foreign, legal[i].text, theirs), r->g->answer) == 0)
            ok = fault(r->why, "the answer '%.64s' is legal", r->g->answer);
    free(legal);
    return ok;
}

/* The terms say whether an illegal answer loses the game or drops the opening. */
static bool check_policy(const struct replay *r)
{
    const bool loses = r->terms->rules.illegal[mover(r)] == MATCH_ILLEGAL_LOSE;
    if (r->g->end == MATCH_ILLEGAL && !loses)
        return fault(r->why, "a loss where the terms say that an illegal answer drops the opening");
    return r->g->end != MATCH_SKIPPED || !loses ||
           fault(r->why, "a dropped game, where the terms say that an illegal answer loses");
}

static bool check_late(const struct replay *r)
{
    const int engine = mover(r);
    const int64_t limit = time_limit(r, engine, false);
    if (limit == INT64_MAX)
        return fault(r->why, "a loss on time without a clock");
    return r->g->late_ns >= limit ||
           fault(r->why, "a loss on time after %" PRId64 " ns, %" PRId64 " were allowed",
                 r->g->late_ns, limit);
}

static bool check_forfeit(const struct replay *r)
{
    if (!must_go_on(r, "the forfeit") || !check_loser(r))
        return false;
    switch (r->g->end) {
    case MATCH_ILLEGAL:
        return check_policy(r) && check_illegal(r);
    case MATCH_TIME:
        return check_late(r);
    case MATCH_SILENCE:
        return time_limit(r, mover(r), false) == INT64_MAX || r->done == 0 ||
               fault(r->why, "silence where there is a clock");
    default:
        return true;
    }
}

/* The counts are those of the moves and of the end, and nothing is told that did not happen. */
static bool check_counts(const struct replay *r)
{
    const struct match_game *g = r->g;
    const bool is_illegal = g->end == MATCH_ILLEGAL || g->end == MATCH_SKIPPED;
    /* Answers after which no move was recorded: an illegal one and, asked again, another, or none.
     */
    const unsigned last = is_illegal ? 2 : match_is_forfeit(g->end) ? 1 : 0;
    for (int i = 0; i < 2; i++) {
        const unsigned asked = r->asked_again[i];
        if (g->asked_again[i] != asked)
            return fault(r->why, "engine %d was asked again %u times, the record says %u", i + 1,
                         asked, g->asked_again[i]);
        if (g->illegal[i] < asked || g->illegal[i] > asked + last)
            return fault(r->why, "engine %d cannot have given %u illegal answers", i + 1,
                         g->illegal[i]);
    }
    if (g->end != MATCH_BY_RULES && g->word[0])
        return fault(r->why, "the word '%.64s' of a game that the rules did not end", g->word);
    if (!is_illegal && g->answer[0])
        return fault(r->why, "the refused answer '%.64s' of a game without one", g->answer);
    return g->end == MATCH_TIME || g->end == MATCH_SILENCE || g->late_ns == 0 ||
           fault(r->why, "late by %" PRId64 " ns in a game that nobody lost on time", g->late_ns);
}

static bool check_end(const struct replay *r)
{
    const enum match_end end = r->g->end;
    enum outcome outcome;
    const char *word;
    if (match_is_forfeit(end))
        return check_forfeit(r);
    if (end == MATCH_SKIPPED)
        return must_go_on(r, "it was dropped") && check_result(r, OUTCOME_NONE) &&
               check_policy(r) && check_illegal(r);
    const enum match_end found = end_here(r, &outcome, &word);
    if (found != end)
        return fault(r->why, "the game ends by '%s', the record says '%s'",
                     found == MATCH_STOPPED ? "nothing" : match_end_word(found),
                     match_end_word(end));
    if (end == MATCH_BY_RULES && strcmp(word, r->g->word) != 0)
        return fault(r->why, "the game ends by %s, the record says '%s'", word, r->g->word);
    return check_result(r, outcome);
}

bool replay_game(const struct record_terms *terms, const struct match_game *g, char *why)
{
    struct replay r = {.terms = terms, .g = g, .why = why};
    r.pos = pos_new_like(terms->rules.base);
    if (!r.pos)
        return fault(why, "out of memory");
    for (int i = 0; i < 2; i++)
        r.clock_ns[i] = terms->players[i].limits.base_ms * MS;
    bool ok = play_opening(&r);
    for (size_t i = 0; i < g->plies_nb && ok; i++)
        ok = play_ply(&r, &g->plies[i]);
    ok = ok && check_end(&r) && check_counts(&r);
    pos_free(r.pos);
    return ok;
}

/* ---- A record ------------------------------------------------------------------------------ */

/* What has been seen of each pair, to find games that contradict each other. */
struct seen {
    size_t pair;
    bool has[2];
    struct opening opening;
};

struct seen_list {
    struct seen *list; /* by pair, ascending */
    size_t nb, cap;
};

/* The entry of a pair, a new one if there is none. NULL if memory is short. */
static struct seen *find_seen(struct seen_list *s, size_t pair)
{
    size_t at = s->nb;
    /* Games are written nearly in order. */
    while (at > 0 && s->list[at - 1].pair > pair)
        at--;
    if (at > 0 && s->list[at - 1].pair == pair)
        return &s->list[at - 1];
    if (s->nb == s->cap) {
        const size_t cap = s->cap > 0 ? 2 * s->cap : 64;
        struct seen *list = realloc(s->list, cap * sizeof *list);
        if (!list)
            return NULL;
        s->list = list;
        s->cap = cap;
    }
    memmove(s->list + at + 1, s->list + at, (s->nb - at) * sizeof *s->list);
    s->nb++;
    s->list[at] = (struct seen){.pair = pair};
    return &s->list[at];
}

/* Is the game the only one of its place, with the opening of its pair? */
static bool fits_in(struct seen_list *s, const struct match_game *g, char *why)
{
    struct seen *seen = find_seen(s, g->pair);
    if (!seen)
        return fault(why, "out of memory");
    if (seen->has[g->half])
        return fault(why, "this game of pair %zu is given twice", g->pair + 1);
    seen->has[g->half] = true;
    if (!seen->opening.fen) {
        seen->opening = (struct opening){strdup(g->opening.fen), strdup(g->opening.moves)};
        return (seen->opening.fen && seen->opening.moves) || fault(why, "out of memory");
    }
    return (strcmp(seen->opening.fen, g->opening.fen) == 0 &&
            strcmp(seen->opening.moves, g->opening.moves) == 0) ||
           fault(why, "the games of pair %zu have two openings", g->pair + 1);
}

static void free_seen(struct seen_list *s)
{
    for (size_t i = 0; i < s->nb; i++) {
        free(s->list[i].opening.fen);
        free(s->list[i].opening.moves);
    }
    free(s->list);
}

static void take_game(const struct record_terms *terms, struct seen_list *seen,
                      const struct json_value *line, size_t number,
                      const struct replay_callbacks *callbacks)
{
    char why[RECORD_ERROR_MAX];
    struct match_game g;
    if (!record_read_game(line, &g, why)) {
        callbacks->on_bad_line(callbacks->context, number, why);
        return;
    }
    const bool ok = replay_game(terms, &g, why) && fits_in(seen, &g, why);
    callbacks->on_game(callbacks->context, number, &g, ok ? NULL : why);
    record_game_fini(&g);
}

/* Reads the first line. */
static enum replay_status read_terms(struct record_reader *reader, struct record_terms *terms,
                                     const struct replay_callbacks *callbacks, bool *is_torn,
                                     char *why)
{
    struct json_tree tree;
    switch (record_next(reader, &tree, why)) {
    case RECORD_LINE: {
        bool ok = record_read_terms(tree.values, terms, why);
        if (ok && callbacks->on_terms &&
            !callbacks->on_terms(callbacks->context, tree.values, why)) {
            record_terms_fini(terms);
            ok = false;
        }
        json_tree_fini(&tree);
        return ok ? REPLAY_DONE : REPLAY_BAD_TERMS;
    }
    case RECORD_TORN:
        *is_torn = true;
        return REPLAY_NO_RECORD;
    case RECORD_END:
        return REPLAY_NO_RECORD;
    case RECORD_BAD:
        return REPLAY_BAD_TERMS;
    case RECORD_IO:
        break;
    }
    return REPLAY_IO;
}

enum replay_status replay_record(FILE *file, const struct replay_callbacks *callbacks, long *end,
                                 bool *is_torn, char *why)
{
    struct record_reader reader;
    struct record_terms terms;
    struct seen_list seen = {NULL, 0, 0};
    struct json_tree tree;
    char error[RECORD_ERROR_MAX];
    record_reader_init(&reader, file);
    *is_torn = false;
    enum replay_status status = read_terms(&reader, &terms, callbacks, is_torn, why);
    if (status == REPLAY_DONE) {
        enum record_status next;
        while ((next = record_next(&reader, &tree, error)) == RECORD_LINE || next == RECORD_BAD) {
            if (next == RECORD_BAD) {
                callbacks->on_bad_line(callbacks->context, reader.number, error);
                continue;
            }
            take_game(&terms, &seen, tree.values, reader.number, callbacks);
            json_tree_fini(&tree);
        }
        *is_torn = next == RECORD_TORN;
        status = next == RECORD_IO ? REPLAY_IO : REPLAY_DONE;
        record_terms_fini(&terms);
    }
    *end = reader.end;
    free_seen(&seen);
    record_reader_fini(&reader);
    return status;
}
