/* The CECP (xboard) side of a player, protocol version 2, after "Chess Engine Communication
 * Protocol" (Mann and Muller, 2009). The engine is kept in force mode and told to `go` for each of
 * its moves, so that it never thinks unasked. */
#include "tools/dialogue.h"
#include "tools/player_priv.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

enum {
    FEATURES_MS = 2000,      /* an engine that announces nothing is ready after that */
    CECP_MATE_SCORE = 100000 /* plus the moves to mate */
};

/* ---- Features ------------------------------------------------------------------------------ */

/* Cuts the next NAME=VALUE out of *rest; a value in quotation marks may hold blanks. */
static bool next_feature(char **rest, const char **name, const char **value)
{
    char *s = *rest + strspn(*rest, " \t");
    char *equals = strchr(s, '=');
    if (!equals)
        return false;
    *equals++ = '\0';
    *name = s;
    const bool is_quoted = *equals == '"';
    *value = equals + is_quoted;
    char *end = equals + is_quoted;
    end += strcspn(end, is_quoted ? "\"" : " \t");
    *rest = *end ? end + 1 : end;
    *end = '\0';
    return true;
}

/* Is `name` in a list with commas and perhaps blanks? */
static bool lists(const char *list, const char *name)
{
    const size_t length = strlen(name);
    for (; *list; list += strcspn(list, ", "), list += strspn(list, ", "))
        if (strncmp(list, name, length) == 0 && strchr(", ", list[length]))
            return true;
    return false;
}

/* True if the feature is welcome. What is not is refused, so that the engine does without: moves in
 * human notation, and colours told apart from moves. */
static bool take_feature(struct player *p, const char *name, const char *value)
{
    const bool is_on = strcmp(value, "1") == 0;
    if (strcmp(name, "san") == 0 || strcmp(name, "colors") == 0)
        return !is_on;
    if (strcmp(name, "ping") == 0)
        p->can_ping = is_on;
    else if (strcmp(name, "setboard") == 0)
        p->can_setboard = is_on;
    else if (strcmp(name, "usermove") == 0)
        p->wants_usermove = is_on;
    else if (strcmp(name, "variants") == 0)
        p->knows_variant = lists(value, p->model->game->name);
    else if (strcmp(name, "myname") == 0)
        player_keep_text(p->name, sizeof p->name, value);
    return true;
}

/* Reads features until `done=1`; `done=0` asks for more time. */
static enum process_status read_features(struct player *p, int64_t deadline_ns)
{
    const int64_t soon_ns = process_deadline(FEATURES_MS);
    int64_t until_ns = soon_ns < deadline_ns ? soon_ns : deadline_ns;
    char *line;
    for (;;) {
        enum process_status status = process_read_line(&p->process, until_ns, &line);
        if (status == PROCESS_LATE && until_ns == soon_ns)
            return PROCESS_OK; /* version 1 */
        if (status != PROCESS_OK)
            return status;
        const char *name, *value;
        const bool is_feature = strncmp(line, "feature ", 8) == 0;
        char *rest = line + 8;
        while (is_feature && next_feature(&rest, &name, &value)) {
            if (strcmp(name, "done") == 0 && strcmp(value, "1") == 0)
                return PROCESS_OK;
            if (strcmp(name, "done") == 0)
                until_ns = deadline_ns;
            status = player_send(p, deadline_ns, "%s %s",
                                 take_feature(p, name, value) ? "accepted" : "rejected", name);
            if (status != PROCESS_OK)
                return status;
        }
    }
}

/* ---- Getting ready ------------------------------------------------------------------------- */

/* Waits until everything sent so far has been dealt with, if the engine can tell. */
static enum process_status synchronise(struct player *p, int64_t deadline_ns)
{
    char expected[32];
    char *line;
    if (!p->can_ping)
        return PROCESS_OK;
    enum process_status status = player_send(p, deadline_ns, "ping %u", ++p->pings);
    snprintf(expected, sizeof expected, "pong %u", p->pings);
    while (status == PROCESS_OK) {
        status = process_read_line(&p->process, deadline_ns, &line);
        if (status == PROCESS_OK && strcmp(line, expected) == 0)
            break;
    }
    return status;
}

static enum process_status start(struct player *p)
{
    const int64_t deadline_ns = process_deadline(p->config->patience_ms);
    const struct cli_words *options = &p->config->options;
    enum process_status status = process_send(&p->process, "xboard", deadline_ns);
    if (status == PROCESS_OK)
        status = process_send(&p->process, "protover 2", deadline_ns);
    if (status == PROCESS_OK)
        status = read_features(p, deadline_ns);
    if (status == PROCESS_OK && !p->can_setboard) {
        p->unfit = "it cannot be given a position (feature setboard)";
        return PROCESS_ENDED;
    }
    for (int i = 0; i < options->nb && status == PROCESS_OK; i++)
        status = player_send(p, deadline_ns, "option %s", options->first[i]);
    if (status == PROCESS_OK)
        status = player_send_init(p, deadline_ns);
    return status == PROCESS_OK ? synchronise(p, deadline_ns) : status;
}

/* The time control; the protocol has seconds, of which engines read fractions or not. */
static enum process_status send_control(struct player *p, int64_t deadline_ns)
{
    const struct player_limits *limits = &p->config->limits;
    enum process_status status = PROCESS_OK;
    if (limits->has_clock)
        status = player_send(p, deadline_ns, "level %" PRId64 " %" PRId64 ":%02" PRId64 " %g",
                             limits->moves, limits->base_ms / 60000, limits->base_ms / 1000 % 60,
                             (double)limits->increment_ms / 1e3);
    else if (limits->movetime_ms > 0)
        status = player_send(p, deadline_ns, "st %g", (double)limits->movetime_ms / 1e3);
    if (status == PROCESS_OK && limits->depth > 0)
        status = player_send(p, deadline_ns, "sd %" PRId64, limits->depth);
    return status;
}

static enum process_status new_game(struct player *p)
{
    const int64_t deadline_ns = process_deadline(p->config->patience_ms);
    const char *variant = p->config->variant ? p->config->variant
                          : p->knows_variant ? p->model->game->name
                                             : NULL;
    enum process_status status = process_send(&p->process, "new", deadline_ns);
    if (status == PROCESS_OK && variant)
        status = player_send(p, deadline_ns, "variant %s", variant);
    static const char *const settings[] = {"force", "post", "easy"};
    for (size_t i = 0; i < 3 && status == PROCESS_OK; i++)
        status = process_send(&p->process, settings[i], deadline_ns);
    if (status == PROCESS_OK)
        status = send_control(p, deadline_ns);
    p->has_start = false;
    p->sent = 0;
    return status == PROCESS_OK ? synchronise(p, deadline_ns) : status;
}

/* ---- Asking -------------------------------------------------------------------------------- */

/* Brings the engine to the present position. */
static enum process_status send_position(struct player *p, const struct player_turn *turn,
                                         int64_t deadline_ns)
{
    char fen[FOREIGN_FEN_MAX];
    char move[FOREIGN_MOVE_MAX];
    const struct foreign *foreign = &p->config->foreign;
    enum process_status status = process_send(&p->process, "force", deadline_ns);
    if (status == PROCESS_OK && p->config->is_fen_only)
        return player_send(p, deadline_ns, "setboard %s", player_fen(p, turn->pos, fen));
    if (status == PROCESS_OK && !p->has_start)
        status = player_send(p, deadline_ns, "setboard %s", foreign_fen(foreign, turn->start, fen));
    p->has_start = true;
    for (; p->sent < turn->moves_nb && status == PROCESS_OK; p->sent++)
        status = player_send(p, deadline_ns, "%s%s", p->wants_usermove ? "usermove " : "",
                             foreign_move(foreign, turn->moves[p->sent], move));
    return status;
}

/* The clocks in centiseconds, its own first. */
static enum process_status send_clocks(struct player *p, const struct player_turn *turn,
                                       int64_t deadline_ns)
{
    const enum side us = turn->pos->side;
    const int64_t own = turn->clock_ms[us] / 10;
    const int64_t other =
        turn->has_clock[side_other(us)] ? turn->clock_ms[side_other(us)] / 10 : own;
    if (!turn->has_clock[us])
        return PROCESS_OK;
    const enum process_status status =
        player_send(p, deadline_ns, "time %" PRId64, own > 1 ? own : 1);
    return status == PROCESS_OK
               ? player_send(p, deadline_ns, "otim %" PRId64, other > 1 ? other : 1)
               : status;
}

/* ---- The answer ---------------------------------------------------------------------------- */

/* Thinking output: "PLY SCORE CENTISECONDS NODES PV". */
static bool take_thinking(const char *line, struct player_answer *out)
{
    char copy[128];
    int64_t numbers[4];
    snprintf(copy, sizeof copy, "%s", line);
    char *rest = copy;
    for (int i = 0; i < 4; i++) {
        char *word = dialogue_word(&rest);
        /* A depth may carry a mark, "12." or "12+". */
        if (i == 0 && word && isdigit((unsigned char)word[0]))
            word[strspn(word, "0123456789")] = '\0';
        if (!word || !cli_read_integer(word, &numbers[i]))
            return false;
    }
    const int64_t score = numbers[1];
    const int64_t size = score < 0 ? -score : score;
    if (numbers[0] > 1000000 || size > 2 * CECP_MATE_SCORE)
        return false;
    out->depth = (int)numbers[0];
    out->nodes = numbers[3] > 0 ? (uint64_t)numbers[3] : 0;
    out->has_score = true;
    out->is_mate = size >= CECP_MATE_SCORE;
    out->score = (int)(!out->is_mate ? score
                       : score > 0   ? score - CECP_MATE_SCORE
                                     : score + CECP_MATE_SCORE);
    return true;
}

static bool begins_with(const char *line, const char *word)
{
    return strncmp(line, word, strlen(word)) == 0;
}

/* Does the line end the wait? An engine that claims a result, or will not accept a position or a
 * move, gives no legal move. */
static bool take_line(const struct player *p, const struct player_turn *turn, char *line,
                      struct player_answer *out)
{
    static const char *const refusals[] = {"Illegal move", "tellusererror Illegal", "1-0", "0-1",
                                           "1/2-1/2"};
    if (begins_with(line, "move ")) {
        char *rest = line + 5;
        const char *move = dialogue_word(&rest);
        player_judge(p, turn, move ? move : "", out);
        return true;
    }
    if (begins_with(line, "resign")) {
        out->kind = PLAYER_RESIGNED;
        return true;
    }
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (begins_with(line, refusals[i])) {
            out->kind = PLAYER_ILLEGAL;
            player_keep_text(out->text, sizeof out->text, line);
            return true;
        }
    take_thinking(line, out);
    return false;
}

static enum process_status go(struct player *p, const struct player_turn *turn,
                              struct player_answer *out)
{
    const int64_t patience_ns = process_deadline(p->config->patience_ms);
    char *line;
    process_discard(&p->process);
    enum process_status status = send_position(p, turn, patience_ns);
    if (status == PROCESS_OK)
        status = send_clocks(p, turn, patience_ns);
    if (status != PROCESS_OK)
        return status;
    const int64_t sent_ns = process_now_ns();
    const int64_t deadline_ns = sent_ns + turn->allowed_ns;
    status = process_send(&p->process, "go", deadline_ns);
    while (status == PROCESS_OK) {
        status = process_read_line(&p->process, deadline_ns, &line);
        if (status == PROCESS_OK && take_line(p, turn, line, out))
            break;
    }
    out->elapsed_ns = (status == PROCESS_OK ? p->process.read_ns : process_now_ns()) - sent_ns;
    if (status == PROCESS_OK && out->kind == PLAYER_MOVE)
        p->sent++; /* it knows of its own move */
    return status;
}

const struct player_protocol_calls player_cecp = {start, new_game, go, "?"};
