#include "tools/uci.h"

#include "tools/bench_run.h"
#include "tools/cli.h"
#include "tools/setup.h"
#include "tools/uci_priv.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- Output -------------------------------------------------------------------------------- */

void uci_say_text(struct uci *u, const char *text)
{
    pthread_mutex_lock(&u->output);
    /* One write and one flush, so that a reader never sees half a line. */
    if (fputs(text, u->out) < 0 || fflush(u->out) != 0)
        atomic_store(&u->output_failed, true);
    if (u->log) {
        fprintf(u->log, "<< %s", text);
        fflush(u->log);
    }
    pthread_mutex_unlock(&u->output);
}

void uci_say(struct uci *u, const char *format, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, format);
    const int length = vasprintf(&text, format, args);
    va_end(args);
    if (length < 0)
        return;
    /* What is quoted from the input may hold anything but must stay on its line. */
    for (char *s = text + 1; length > 0 && *s; s++)
        if ((unsigned char)*s < ' ' && *s != '\n' && *s != '\t')
            *s = '?';
    char *line = NULL;
    if (asprintf(&line, "%s\n", text) >= 0)
        uci_say_text(u, line);
    free(line);
    free(text);
}

bool uci_output_ok(const struct uci *u)
{
    return !atomic_load(&u->output_failed);
}

/* ---- What runs in the background ----------------------------------------------------------- */

bool uci_is_searching(struct uci *u)
{
    if (u->is_searching && atomic_load(&u->result_sent)) {
        engine_wait(u->engine);
        u->is_searching = false;
    }
    return u->is_searching;
}

void uci_join_perft(struct uci *u)
{
    if (u->is_counting)
        pthread_join(u->perft_thread, NULL);
    u->is_counting = false;
}

void uci_stop(struct uci *u)
{
    atomic_store(&u->perft_stop, true);
    if (u->is_searching) {
        engine_stop(u->engine);
        engine_wait(u->engine);
        u->is_searching = false;
    }
    uci_join_perft(u);
}

/* Not UCI: lets scripts that only write wait for the result of a search. */
static void wait_for_search(struct uci *u)
{
    if (!uci_is_searching(u))
        return;
    if (u->is_open_ended) {
        uci_say(u, "info string this search ends by stop only");
        return;
    }
    engine_wait(u->engine);
    u->is_searching = false;
}

/* ---- The position -------------------------------------------------------------------------- */

char *uci_word(char **rest)
{
    static const char blanks[] = " \t\r\n\v\f";
    if (!*rest)
        return NULL;
    char *word = *rest + strspn(*rest, blanks);
    if (!*word) {
        *rest = NULL;
        return NULL;
    }
    char *end = word + strcspn(word, blanks);
    *rest = *end ? end + 1 : NULL;
    *end = '\0';
    return word;
}

/* Sets pos by the words after `fen` up to `moves`. They are joined by single blanks, and an error's
 * place counts from there. */
static bool set_fen(struct uci *u, struct position *pos, char **rest, bool *has_moves)
{
    char *fen = calloc(1, *rest ? strlen(*rest) + 2 : 1);
    size_t used = 0;
    if (!fen)
        return false;
    *has_moves = false;
    for (char *word; (word = uci_word(rest));) {
        *has_moves = strcmp(word, "moves") == 0;
        if (*has_moves)
            break;
        if (used > 0)
            fen[used++] = ' ';
        memcpy(fen + used, word, strlen(word));
        used += strlen(word);
    }
    struct text_error error;
    const enum engine_status status = pos_set(pos, fen, &error);
    if (status == ENGINE_BAD_POSITION)
        uci_say(u, "info string position refused: byte %zu of the FEN: %s", error.offset,
                error.what);
    else if (status != ENGINE_OK)
        uci_say(u, "info string position refused: %s", engine_strerror(status));
    free(fen);
    return status == ENGINE_OK;
}

static bool play_moves(struct uci *u, struct position *pos, char *rest)
{
    size_t count = 0;
    for (char *word; (word = uci_word(&rest));) {
        count++;
        const enum engine_status status = setup_play(pos, word);
        if (status == ENGINE_BAD_MOVE)
            uci_say(u, "info string position refused: move %zu, '%.40s', is not legal", count,
                    word);
        else if (status != ENGINE_OK)
            uci_say(u, "info string position refused: %s", engine_strerror(status));
        if (status != ENGINE_OK)
            return false;
    }
    return true;
}

static void do_position(struct uci *u, char *rest)
{
    /* Built beside the old one, which stays if anything is wrong. */
    struct position *fresh = pos_new_like(u->pos);
    char *kind = uci_word(&rest);
    bool has_moves = false;
    bool is_good = false;
    if (!fresh) {
        uci_say(u, "info string out of memory");
        return;
    }
    if (kind && strcmp(kind, "startpos") == 0) {
        char *word = uci_word(&rest);
        has_moves = word && strcmp(word, "moves") == 0;
        is_good = !word || has_moves;
        if (!is_good)
            uci_say(u, "info string position refused: '%.40s' where 'moves' was expected", word);
    } else if (kind && strcmp(kind, "fen") == 0) {
        is_good = set_fen(u, fresh, &rest, &has_moves);
    } else {
        uci_say(u, "info string position refused: 'startpos' or 'fen' is missing");
    }
    if (is_good && has_moves)
        is_good = play_moves(u, fresh, rest);
    if (is_good) {
        struct position *old = u->pos;
        u->pos = fresh;
        fresh = old;
    }
    pos_free(fresh);
}

/* ---- Simple commands ----------------------------------------------------------------------- */

static void do_uci(struct uci *u, char *rest)
{
    (void)rest;
    uci_say(u, "id name Citadel %s\nid author the Citadel authors\n", CITADEL_VERSION);
    uci_list_options(u);
    uci_say(u, "uciok");
}

static void do_isready(struct uci *u, char *rest)
{
    (void)rest;
    uci_say(u, "readyok");
}

static void do_newgame(struct uci *u, char *rest)
{
    (void)rest;
    if (uci_is_searching(u))
        uci_say(u, "info string busy: a search is running, send stop first");
    else
        engine_clear(u->engine);
}

static void do_stop(struct uci *u, char *rest)
{
    (void)rest;
    uci_stop(u);
}

static void do_ponderhit(struct uci *u, char *rest)
{
    (void)rest;
    if (!uci_is_searching(u))
        return;
    u->is_open_ended = false;
    engine_ponderhit(u->engine);
}

static void do_wait(struct uci *u, char *rest)
{
    (void)rest;
    wait_for_search(u);
}

static void do_nothing(struct uci *u, char *rest)
{
    (void)u;
    (void)rest;
}

static void do_display(struct uci *u, char *rest)
{
    (void)rest;
    char *board = malloc(GAME_TEXT_MAX);
    char fen[GAME_FEN_MAX];
    if (!board)
        return;
    u->pos->game->diagram(u->pos, board);
    u->pos->game->format(u->pos, fen);
    uci_say(u, "%s\nGame: %s\nFen: %s\nKey: %016" PRIX64 "\nSide: %s\nResult: %s", board,
            u->pos->game->name, fen, (uint64_t)u->pos->key, setup_side_name(u->pos->side),
            u->pos->game->result(u->pos).word);
    free(board);
}

static void do_eval(struct uci *u, char *rest)
{
    (void)rest;
    char *table = malloc(GAME_TEXT_MAX);
    if (!table)
        return;
    u->pos->game->explain(u->pos, table);
    const size_t length = strlen(table);
    uci_say_text(u, table);
    uci_say(u, "%sEvaluation: %d centipawns for %s, to move",
            length > 0 && table[length - 1] != '\n' ? "\n" : "",
            (int)u->pos->game->evaluate(u->pos), setup_side_name(u->pos->side));
    free(table);
}

static void do_flip(struct uci *u, char *rest)
{
    (void)rest;
    u->pos->game->flip(u->pos);
}

static void do_moves(struct uci *u, char *rest)
{
    (void)rest;
    size_t nb;
    struct setup_move *moves = setup_legal_moves(u->pos, &nb);
    if (!moves)
        return;
    for (size_t i = 0; i < nb; i++)
        uci_say(u, "%s", moves[i].text);
    uci_say(u, "result: %s", u->pos->game->result(u->pos).word);
    free(moves);
}

static void print_bench_line(void *context, const char *text)
{
    uci_say(context, "%s", text);
}

static void do_bench(struct uci *u, char *rest)
{
    char *word = uci_word(&rest);
    int64_t depth = 0;
    if (uci_is_searching(u)) {
        uci_say(u, "info string busy: a search is running, send stop first");
        return;
    }
    if (word && (!cli_read_integer(word, &depth) || depth < 1 || depth > DEPTH_MAX)) {
        uci_say(u, "info string bench: '%.40s' is not a depth", word);
        return;
    }
    if (u->is_sandbox)
        return;
    const struct bench_options options = {
        .depth = (int)depth,
        .threads = 1,
        .hash = ENGINE_HASH_DEFAULT,
        .print = print_bench_line,
        .context = u,
    };
    bool complete;
    const enum engine_status status = bench_run(&options, &complete);
    if (status != ENGINE_OK)
        uci_say(u, "info string bench failed: %s", engine_strerror(status));
}

/* ---- The interpreter ----------------------------------------------------------------------- */

static const struct uci_command {
    const char *word;
    void (*run)(struct uci *u, char *rest);
    bool during_perft; /* need not wait for a perft to end */
} commands[] = {
    {"uci", do_uci, true},
    {"isready", do_isready, true},
    {"ucinewgame", do_newgame, false},
    {"setoption", uci_setoption, false},
    {"position", do_position, false},
    {"go", uci_go, false},
    {"stop", do_stop, true},
    {"ponderhit", do_ponderhit, true},
    {"d", do_display, false},
    {"eval", do_eval, false},
    {"flip", do_flip, false},
    {"moves", do_moves, false},
    {"bench", do_bench, false},
    {"wait", do_wait, false},
    {"debug", do_nothing, true}, /* part of the protocol; there is nothing more to tell */
};

bool uci_line(struct uci *u, char *line)
{
    if (u->log) {
        pthread_mutex_lock(&u->output);
        fprintf(u->log, ">> %s\n", line);
        fflush(u->log);
        pthread_mutex_unlock(&u->output);
    }
    char *rest = line;
    const char *word = uci_word(&rest);
    if (!word)
        return uci_output_ok(u);
    if (strcmp(word, "quit") == 0) {
        /* A perft is no search of an interface but a script's: it gets its count. */
        uci_join_perft(u);
        return false;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].word, word) == 0) {
            if (!commands[i].during_perft)
                uci_join_perft(u);
            commands[i].run(u, rest);
            return uci_output_ok(u);
        }
    uci_say(u, "info string unknown command '%.40s'", word);
    return uci_output_ok(u);
}

struct uci *uci_new(FILE *out, bool is_sandbox)
{
    struct uci *u = calloc(1, sizeof *u);
    if (!u)
        return NULL;
    const struct game *game = games_get(0);
    const struct engine_callbacks callbacks = {uci_on_info, uci_on_currmove, uci_on_result, u};
    u->out = out;
    u->is_sandbox = is_sandbox;
    u->threads = 1;
    pthread_mutex_init(&u->output, NULL);
    u->pos = pos_new(game);
    u->root = pos_new(game);
    u->scratch = pos_new(game);
    u->engine = engine_new(game, &callbacks);
    if (!u->pos || !u->root || !u->scratch || !u->engine ||
        engine_set_move_overhead(u->engine, UCI_OVERHEAD_DEFAULT) != ENGINE_OK ||
        (is_sandbox && engine_set_hash(u->engine, 1) != ENGINE_OK)) {
        uci_free(u);
        return NULL;
    }
    return u;
}

void uci_free(struct uci *u)
{
    if (!u)
        return;
    if (u->engine)
        uci_stop(u);
    engine_free(u->engine);
    pos_free(u->pos);
    pos_free(u->root);
    pos_free(u->scratch);
    if (u->log)
        fclose(u->log);
    pthread_mutex_destroy(&u->output);
    free(u);
}
