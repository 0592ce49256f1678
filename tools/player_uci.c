/* The UCI side of a player: options, positions, `go`, and what of the answers a record keeps. */
#include "tools/dialogue.h"
#include "tools/player_priv.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Getting ready ------------------------------------------------------------------------- */

/* Reads lines until one begins with `word`; each is shown to `look` first, if there is one. */
static enum process_status read_until(struct player *p, const char *word, int64_t deadline_ns,
                                      void (*look)(struct player *p, char *line))
{
    const size_t length = strlen(word);
    char *line;
    for (;;) {
        const enum process_status status = process_read_line(&p->process, deadline_ns, &line);
        if (status != PROCESS_OK)
            return status;
        if (strncmp(line, word, length) == 0 && (!line[length] || line[length] == ' '))
            return PROCESS_OK;
        if (look)
            look(p, line);
    }
}

static void look_at_identity(struct player *p, char *line)
{
    if (strncmp(line, "id name ", 8) == 0)
        snprintf(p->name, sizeof p->name, "%s", line + 8);
    else if (strncasecmp(line, "option name UCI_Variant ", 24) == 0)
        p->knows_variants = true;
}

static enum process_status set_option(struct player *p, const char *name, int name_length,
                                      const char *value, int64_t deadline_ns)
{
    char line[512];
    snprintf(line, sizeof line, "setoption name %.*s%s%s", name_length, name,
             value[0] ? " value " : "", value);
    return process_send(&p->process, line, deadline_ns);
}

/* The game and its rules, to an engine that lets itself be told. */
static enum process_status set_rules(struct player *p, const struct position *pos,
                                     int64_t deadline_ns)
{
    const struct game *game = pos->game;
    enum process_status status = PROCESS_OK;
    if (!p->knows_variants)
        return status;
    status = set_option(p, "UCI_Variant", 11, game->name, deadline_ns);
    for (size_t i = 0; i < game->options_nb && status == PROCESS_OK; i++)
        if (pos->option[i] > 0)
            status = set_option(p, game->options[i].name, (int)strlen(game->options[i].name),
                                game->options[i].values[pos->option[i]], deadline_ns);
    return status;
}

static enum process_status synchronise(struct player *p, int64_t deadline_ns)
{
    const enum process_status status = process_send(&p->process, "isready", deadline_ns);
    return status == PROCESS_OK ? read_until(p, "readyok", deadline_ns, NULL) : status;
}

enum process_status player_uci_start(struct player *p, const struct position *pos)
{
    const int64_t deadline_ns = process_deadline(p->config->patience_ms);
    enum process_status status = process_send(&p->process, "uci", deadline_ns);
    if (status == PROCESS_OK)
        status = read_until(p, "uciok", deadline_ns, look_at_identity);
    if (status == PROCESS_OK)
        status = set_rules(p, pos, deadline_ns);
    const struct cli_words *options = &p->config->options;
    for (int i = 0; i < options->nb && status == PROCESS_OK; i++) {
        const char *word = options->first[i];
        const int length = (int)strcspn(word, "=");
        status = set_option(p, word, length, word[length] ? word + length + 1 : "", deadline_ns);
    }
    return status == PROCESS_OK ? synchronise(p, deadline_ns) : status;
}

enum process_status player_uci_new_game(struct player *p)
{
    const int64_t deadline_ns = process_deadline(p->config->patience_ms);
    const enum process_status status = process_send(&p->process, "ucinewgame", deadline_ns);
    return status == PROCESS_OK ? synchronise(p, deadline_ns) : status;
}

/* ---- A turn -------------------------------------------------------------------------------- */

static void print_position(FILE *out, const struct player_turn *turn)
{
    fprintf(out, "position fen %s", turn->start);
    if (turn->moves_nb > 0)
        fputs(" moves", out);
    for (size_t i = 0; i < turn->moves_nb; i++)
        fprintf(out, " %s", turn->moves[i]);
}

static void print_clock(FILE *out, const struct player_turn *turn)
{
    static const char letters[SIDE_NB] = {'w', 'b'};
    for (int side = WHITE; side < SIDE_NB; side++)
        if (turn->has_clock[side]) {
            /* A clock within the margin is overdrawn; the protocol knows no such thing. */
            const int64_t left = turn->clock_ms[side];
            fprintf(out, " %ctime %" PRId64, letters[side], left > 1 ? left : 1);
            if (turn->increment_ms[side] > 0)
                fprintf(out, " %cinc %" PRId64, letters[side], turn->increment_ms[side]);
        }
    if (turn->moves_to_go > 0)
        fprintf(out, " movestogo %" PRId64, turn->moves_to_go);
}

static void print_go(FILE *out, const struct player_limits *limits, const struct player_turn *turn)
{
    fputs("go", out);
    if (limits->has_clock)
        print_clock(out, turn);
    if (limits->movetime_ms > 0)
        fprintf(out, " movetime %" PRId64, limits->movetime_ms);
    if (limits->nodes > 0)
        fprintf(out, " nodes %" PRId64, limits->nodes);
    if (limits->depth > 0)
        fprintf(out, " depth %" PRId64, limits->depth);
    if (turn->is_restricted) {
        fputs(" searchmoves", out);
        for (size_t i = 0; i < turn->legal_nb; i++)
            fprintf(out, " %s", turn->legal[i].text);
    }
}

/* Sends what a printer makes. *sent_ns is the moment before it is written. */
static enum process_status send_text(struct player *p, char *text, int64_t deadline_ns,
                                     int64_t *sent_ns)
{
    if (!text)
        return PROCESS_ENDED;
    *sent_ns = process_now_ns();
    const enum process_status status = process_send(&p->process, text, deadline_ns);
    free(text);
    return status;
}

static char *position_text(const struct player_turn *turn)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    print_position(out, turn);
    return fclose(out) == 0 ? text : NULL;
}

static char *go_text(const struct player_limits *limits, const struct player_turn *turn)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    print_go(out, limits, turn);
    return fclose(out) == 0 ? text : NULL;
}

/* Takes score, depth and nodes from an info line about the best line of play. */
static void look_at_info(char *rest, struct player_answer *out)
{
    struct player_answer told = *out;
    const char *word;
    int64_t n;
    while ((word = dialogue_word(&rest)) && strcmp(word, "pv") != 0 &&
           strcmp(word, "string") != 0) {
        const bool is_score = strcmp(word, "score") == 0;
        const char *kind = is_score ? dialogue_word(&rest) : word;
        if (!kind || (!is_score && strcmp(kind, "depth") != 0 && strcmp(kind, "nodes") != 0 &&
                      strcmp(kind, "multipv") != 0))
            continue;
        const char *value = dialogue_word(&rest);
        if (!value || !cli_read_integer(value, &n))
            continue;
        if (strcmp(kind, "multipv") == 0 && n != 1)
            return;
        if (strcmp(kind, "depth") == 0)
            told.depth = n >= 0 && n <= 9999 ? (int)n : 0;
        else if (strcmp(kind, "nodes") == 0)
            told.nodes = n > 0 ? (uint64_t)n : 0;
        else if (is_score && n >= -1000000 && n <= 1000000) {
            told.has_score = true;
            told.is_mate = strcmp(kind, "mate") == 0;
            told.score = (int)n;
        }
    }
    *out = told;
}

/* Reads until `bestmove`. */
static enum process_status read_answer(struct player *p, const struct player_turn *turn,
                                       int64_t deadline_ns, struct player_answer *out)
{
    char *line;
    for (;;) {
        const enum process_status status = process_read_line(&p->process, deadline_ns, &line);
        if (status != PROCESS_OK)
            return status;
        const char *word = dialogue_word(&line);
        if (word && strcmp(word, "info") == 0) {
            look_at_info(line, out);
        } else if (word && strcmp(word, "bestmove") == 0) {
            const char *move = dialogue_word(&line);
            player_judge(turn, move ? move : "", out);
            return PROCESS_OK;
        }
    }
}

void player_uci_go(struct player *p, const struct player_turn *turn, struct player_answer *out)
{
    int64_t sent_ns;
    enum process_status status =
        send_text(p, position_text(turn), process_deadline(p->config->patience_ms), &sent_ns);
    if (status == PROCESS_OK) {
        const int64_t deadline_ns = process_deadline(turn->allowed_ms);
        status = send_text(p, go_text(&p->config->limits, turn), deadline_ns, &sent_ns);
        if (status == PROCESS_OK)
            status = read_answer(p, turn, deadline_ns, out);
        out->elapsed_ns = (status == PROCESS_OK ? p->process.read_ns : process_now_ns()) - sent_ns;
    }
    if (status != PROCESS_OK)
        player_fail(p, status, out);
}
