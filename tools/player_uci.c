/* The UCI side of a player: options, positions, `go`, and what of the answers a record keeps. */
#include "tools/dialogue.h"
#include "tools/player_priv.h"

#include <inttypes.h>
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

/* "option name X Y type Z ...": are there options of the configuration with this name? */
static void look_at_option(struct player *p, const char *name)
{
    const struct cli_words *options = &p->config->options;
    const char *end = strstr(name, " type ");
    const size_t length = end ? (size_t)(end - name) : strlen(name);
    p->lists_options = true;
    for (int i = 0; i < options->nb && i < 64; i++)
        if (strcspn(options->first[i], "=") == length &&
            strncasecmp(options->first[i], name, length) == 0)
            p->listed |= UINT64_C(1) << i;
}

/* "id name X" and "option name UCI_Variant type combo default X var Y ...". */
static void look_at_identity(struct player *p, char *line)
{
    static const char option[] = "option name ", variants[] = "option name UCI_Variant ";
    if (strncasecmp(line, option, sizeof option - 1) == 0)
        look_at_option(p, line + sizeof option - 1);
    if (strncmp(line, "id name ", 8) == 0) {
        player_keep_text(p->name, sizeof p->name, line + 8);
    } else if (strncasecmp(line, variants, sizeof variants - 1) == 0) {
        char *rest = line + sizeof variants - 1;
        bool is_value = false;
        const char *word;
        while ((word = dialogue_word(&rest))) {
            p->knows_variant |= is_value && strcmp(word, p->model->game->name) == 0;
            is_value = strcmp(word, "var") == 0;
        }
    }
}

static enum process_status set_option(struct player *p, const char *name, int name_length,
                                      const char *value, int64_t deadline_ns)
{
    return player_send(p, deadline_ns, "setoption name %.*s%s%s", name_length, name,
                       value[0] ? " value " : "", value);
}

/* A name that the engine does not list would be passed over in silence, and the match would measure
 * something else than was asked for. An engine that lists nothing is believed to know. */
static enum process_status set_options(struct player *p, int64_t deadline_ns)
{
    const struct cli_words *options = &p->config->options;
    enum process_status status = PROCESS_OK;
    for (int i = 0; i < options->nb && status == PROCESS_OK; i++) {
        const char *word = options->first[i];
        const int length = (int)strcspn(word, "=");
        if (p->lists_options && i < 64 && !(p->listed >> i & 1)) {
            p->missing = word;
            return PROCESS_ENDED;
        }
        status = set_option(p, word, length, word[length] ? word + length + 1 : "", deadline_ns);
    }
    return status;
}

/* The game and its rules. An engine that does not say that it knows ours is told nothing but what
 * the user wants it to be told. */
static enum process_status set_rules(struct player *p, int64_t deadline_ns)
{
    const struct position *pos = p->model;
    const struct game *game = pos->game;
    enum process_status status = PROCESS_OK;
    if (p->config->variant)
        return set_option(p, "UCI_Variant", 11, p->config->variant, deadline_ns);
    if (!p->knows_variant)
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

static enum process_status start(struct player *p)
{
    const int64_t deadline_ns = process_deadline(p->config->patience_ms);
    enum process_status status = process_send(&p->process, "uci", deadline_ns);
    if (status == PROCESS_OK)
        status = read_until(p, "uciok", deadline_ns, look_at_identity);
    /* The user's options first: one of them may tell where the variants are described. */
    if (status == PROCESS_OK)
        status = set_options(p, deadline_ns);
    if (status == PROCESS_OK)
        status = set_rules(p, deadline_ns);
    if (status == PROCESS_OK)
        status = player_send_init(p, deadline_ns);
    return status == PROCESS_OK ? synchronise(p, deadline_ns) : status;
}

static enum process_status new_game(struct player *p)
{
    const int64_t deadline_ns = process_deadline(p->config->patience_ms);
    const enum process_status status = process_send(&p->process, "ucinewgame", deadline_ns);
    return status == PROCESS_OK ? synchronise(p, deadline_ns) : status;
}

/* ---- Asking -------------------------------------------------------------------------------- */

/* Always as FEN, never `startpos`, which may mean something else to it. */
static enum process_status send_position(struct player *p, const struct player_turn *turn,
                                         int64_t deadline_ns)
{
    const struct foreign *foreign = &p->config->foreign;
    char fen[FOREIGN_FEN_MAX];
    char move[FOREIGN_MOVE_MAX];
    struct player_text text;
    if (p->config->is_fen_only)
        return player_send(p, deadline_ns, "position fen %s", player_fen(p, turn->pos, fen));
    FILE *out = player_text_open(&text);
    if (!out)
        return PROCESS_ENDED;
    fprintf(out, "position fen %s%s", foreign_fen(foreign, turn->start, fen),
            turn->moves_nb > 0 ? " moves" : "");
    for (size_t i = 0; i < turn->moves_nb; i++)
        fprintf(out, " %s", foreign_move(foreign, turn->moves[i], move));
    return player_text_send(p, out, &text, deadline_ns);
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

/* *sent_ns is the moment before it is written. */
static enum process_status send_go(struct player *p, const struct player_turn *turn,
                                   int64_t *sent_ns)
{
    const struct player_limits *limits = &p->config->limits;
    char move[FOREIGN_MOVE_MAX];
    struct player_text text;
    FILE *out = player_text_open(&text);
    if (!out)
        return PROCESS_ENDED;
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
            fprintf(out, " %s", foreign_move(&p->config->foreign, turn->legal[i].text, move));
    }
    *sent_ns = process_now_ns();
    return player_text_send(p, out, &text, *sent_ns + turn->allowed_ns);
}

/* ---- The answer ---------------------------------------------------------------------------- */

/* Takes one named number of an info line. */
static void take_number(struct player_answer *told, const char *kind, int64_t n)
{
    const bool is_small = n >= -1000000 && n <= 1000000;
    if (strcmp(kind, "depth") == 0 && is_small && n >= 0) {
        told->depth = (int)n;
    } else if (strcmp(kind, "nodes") == 0 && n >= 0) {
        told->nodes = (uint64_t)n;
    } else if ((strcmp(kind, "cp") == 0 || strcmp(kind, "mate") == 0) && is_small) {
        told->has_score = true;
        told->is_mate = kind[0] == 'm';
        told->score = (int)n;
    }
}

/* Takes score, depth and nodes from an info line, if it is about the best line of play. */
static void look_at_info(char *rest, struct player_answer *out)
{
    struct player_answer told = *out;
    const char *word;
    while ((word = dialogue_word(&rest)) && strcmp(word, "pv") != 0 &&
           strcmp(word, "string") != 0) {
        static const char *const kinds[] = {"depth", "nodes", "cp", "mate", "multipv"};
        size_t k = 0;
        int64_t n;
        while (k < 5 && strcmp(kinds[k], word) != 0)
            k++;
        const char *value = k < 5 ? dialogue_word(&rest) : NULL;
        if (!value || !cli_read_integer(value, &n))
            continue;
        if (k == 4 && n != 1)
            return;
        take_number(&told, kinds[k], n);
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
            player_judge(p, turn, move ? move : "", out);
            return PROCESS_OK;
        }
    }
}

static enum process_status go(struct player *p, const struct player_turn *turn,
                              struct player_answer *out)
{
    int64_t sent_ns = 0;
    enum process_status status = send_position(p, turn, process_deadline(p->config->patience_ms));
    if (status != PROCESS_OK)
        return status;
    process_discard(&p->process);
    status = send_go(p, turn, &sent_ns);
    if (status == PROCESS_OK)
        status = read_answer(p, turn, sent_ns + turn->allowed_ns, out);
    out->elapsed_ns = (status == PROCESS_OK ? p->process.read_ns : process_now_ns()) - sent_ns;
    return status;
}

const struct player_protocol_calls player_uci = {start, new_game, go, "stop"};
