#include "tools/uci.h"

#include "tools/bench_run.h"
#include "tools/board_text.h"
#include "tools/cli.h"
#include "tools/hash_file.h"
#include "tools/hub.h"
#include "tools/setup.h"
#include "tools/think.h"
#include "tools/uci_priv.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void uci_say(struct uci *u, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    dialogue_vsay(&u->d, format, args);
    va_end(args);
}

bool uci_output_ok(const struct uci *u)
{
    return dialogue_output_ok(&u->d);
}

/* ---- What runs in the background ----------------------------------------------------------- */

void uci_join_perft(struct uci *u)
{
    if (!u->is_counting)
        return;
    /* Ctrl-C must reach it while nobody reads the input. */
    while (!atomic_load(&u->perft_done)) {
        if (cli_is_interrupted())
            atomic_store(&u->perft_stop, true);
        think_pause();
    }
    pthread_join(u->perft_thread, NULL);
    u->is_counting = false;
}

void uci_stop(struct uci *u)
{
    atomic_store(&u->perft_stop, true);
    dialogue_stop(&u->d);
    uci_join_perft(u);
}

/* ---- The position -------------------------------------------------------------------------- */

/* Sets pos by the words after `fen` up to `moves`. They are joined by single blanks, and an error's
 * place counts from there. */
static bool set_fen(struct uci *u, struct position *pos, char **rest, bool *has_moves)
{
    char *fen = calloc(1, *rest ? strlen(*rest) + 2 : 1);
    size_t used = 0;
    if (!fen)
        return false;
    *has_moves = false;
    for (char *word; (word = dialogue_word(rest));) {
        *has_moves = strcmp(word, "moves") == 0;
        if (*has_moves)
            break;
        if (used > 0)
            fen[used++] = ' ';
        used = (size_t)(stpcpy(fen + used, word) - fen);
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
    size_t number;
    const char *word;
    const enum engine_status status = dialogue_play(pos, rest, &number, &word);
    if (status == ENGINE_BAD_MOVE)
        uci_say(u, "info string position refused: move %zu, '%.40s', is not legal", number, word);
    else if (status != ENGINE_OK)
        uci_say(u, "info string position refused: %s", engine_strerror(status));
    return status == ENGINE_OK;
}

static void do_position(struct uci *u, char *rest)
{
    /* Built beside the old one, which stays if anything is wrong. */
    struct position *fresh = pos_new_like(u->d.pos);
    char *kind = dialogue_word(&rest);
    bool has_moves = false;
    bool is_good = false;
    if (!fresh) {
        uci_say(u, "info string out of memory");
        return;
    }
    if (kind && strcmp(kind, "startpos") == 0) {
        char *word = dialogue_word(&rest);
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
        struct position *old = u->d.pos;
        u->d.pos = fresh;
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
    if (dialogue_is_searching(&u->d))
        uci_say(u, "info string busy: a search is running, send stop first");
    else
        engine_clear(u->d.engine);
}

static void do_stop(struct uci *u, char *rest)
{
    (void)rest;
    uci_stop(u);
}

static void do_ponderhit(struct uci *u, char *rest)
{
    (void)rest;
    dialogue_ponderhit(&u->d);
}

/* Not UCI: lets scripts that only write wait for the result of a search. */
static void do_wait(struct uci *u, char *rest)
{
    (void)rest;
    if (!dialogue_wait(&u->d))
        uci_say(u, "info string this search ends by stop only");
}

/* From here on the lines are Hub's. */
static void do_hub(struct uci *u, char *rest)
{
    (void)rest;
    uci_stop(u);
    u->hub = hub_new(&u->d);
    if (!u->hub)
        uci_say(u, "error message=\"out of memory\"");
}

/* From here on the lines are CECP's. */
static void do_xboard(struct uci *u, char *rest)
{
    (void)rest;
    uci_stop(u);
    u->xboard = xboard_new(&u->d);
    if (!u->xboard)
        uci_say(u, "tellusererror out of memory");
}

static void do_nothing(struct uci *u, char *rest)
{
    (void)u;
    (void)rest;
}

static void do_display(struct uci *u, char *rest)
{
    (void)rest;
    char *board = board_text_plain(u->d.pos);
    char fen[GAME_FEN_MAX];
    if (!board)
        return;
    u->d.pos->game->format(u->d.pos, fen);
    uci_say(u, "%s\nGame: %s\nFen: %s\nKey: %016" PRIX64 "\nSide: %s\nResult: %s", board,
            u->d.pos->game->name, fen, (uint64_t)u->d.pos->key, setup_side_name(u->d.pos->side),
            u->d.pos->game->result(u->d.pos).word);
    free(board);
}

static void do_eval(struct uci *u, char *rest)
{
    (void)rest;
    char *table = malloc(GAME_TEXT_MAX);
    if (!table)
        return;
    u->d.pos->game->explain(u->d.pos, table);
    const size_t length = strlen(table);
    dialogue_say_text(&u->d, table);
    uci_say(u, "%sEvaluation: %d centipawns for %s, to move",
            length > 0 && table[length - 1] != '\n' ? "\n" : "",
            (int)u->d.pos->game->evaluate(u->d.pos), setup_side_name(u->d.pos->side));
    free(table);
}

static void do_flip(struct uci *u, char *rest)
{
    (void)rest;
    u->d.pos->game->flip(u->d.pos);
}

/* hash save FILE, hash load FILE; the name is the rest of the line. */
static void do_hash(struct uci *u, char *rest)
{
    char why[HASH_FILE_WHY_MAX];
    const char *word = dialogue_word(&rest);
    const bool saves = word && strcmp(word, "save") == 0;
    char *path = rest ? rest + strspn(rest, " \t") : NULL;
    for (size_t n = path ? strlen(path) : 0; n > 0 && strchr(" \t\r", path[n - 1]);)
        path[--n] = '\0';
    if (!word || (!saves && strcmp(word, "load") != 0) || !path || !*path) {
        uci_say(u, "info string hash: save FILE or load FILE");
        return;
    }
    if (u->d.is_sandbox)
        return;
    const bool ok = saves ? hash_file_save(path, u->d.engine, u->d.pos, u->hash, why)
                          : hash_file_load(path, u->d.engine, u->d.pos, u->hash, why);
    if (ok)
        uci_say(u, "info string hash table %s %.200s", saves ? "saved to" : "loaded from", path);
    else
        uci_say(u, "info string cannot %s hash table, %.200s: %s", word, path, why);
}

static void do_moves(struct uci *u, char *rest)
{
    (void)rest;
    size_t nb;
    struct setup_move *moves = setup_legal_moves(u->d.pos, &nb);
    if (!moves)
        return;
    for (size_t i = 0; i < nb; i++)
        uci_say(u, "%s", moves[i].text);
    uci_say(u, "result: %s", u->d.pos->game->result(u->d.pos).word);
    free(moves);
}

static void print_bench_line(void *context, const char *text)
{
    uci_say(context, "%s", text);
}

static void do_bench(struct uci *u, char *rest)
{
    char *word = dialogue_word(&rest);
    int64_t depth = 0;
    if (dialogue_is_searching(&u->d)) {
        uci_say(u, "info string busy: a search is running, send stop first");
        return;
    }
    if (word && (!cli_read_integer(word, &depth) || depth < 1 || depth > DEPTH_MAX)) {
        uci_say(u, "info string bench: '%.40s' is not a depth", word);
        return;
    }
    if (u->d.is_sandbox)
        return;
    const struct bench_options options = {
        .depth = (int)depth,
        .threads = 1,
        .hash = ENGINE_HASH_DEFAULT,
        .print = print_bench_line,
        .context = u,
        .stop = cli_interrupt_flag(),
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
    {"hash", do_hash, false},
    {"moves", do_moves, false},
    {"bench", do_bench, false},
    {"wait", do_wait, false},
    {"hub", do_hub, false},
    {"xboard", do_xboard, false},
    {"debug", do_nothing, true}, /* part of the protocol; there is nothing more to tell */
};

bool uci_line(struct uci *u, char *line)
{
    dialogue_log_input(&u->d, line);
    if (u->hub)
        return hub_line(u->hub, line);
    if (u->xboard)
        return xboard_line(u->xboard, line);
    char *rest = line;
    const char *word = dialogue_word(&rest);
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

int uci_wake_fd(const struct uci *u)
{
    return u->xboard ? xboard_wake_fd(u->xboard) : -1;
}

bool uci_wake(struct uci *u)
{
    return u->xboard ? xboard_wake(u->xboard) : uci_output_ok(u);
}

struct uci *uci_new(FILE *out, bool is_sandbox)
{
    struct uci *u = calloc(1, sizeof *u);
    if (!u)
        return NULL;
    u->threads = 1;
    u->hash = ENGINE_HASH_DEFAULT;
    if (!dialogue_init(&u->d, games_get(0), out, is_sandbox)) {
        uci_free(u);
        return NULL;
    }
    u->d.reports = (struct engine_callbacks){uci_on_info, uci_on_currmove, uci_on_result, u};
    return u;
}

void uci_free(struct uci *u)
{
    if (!u)
        return;
    /* A search that still runs prints its result, so the Hub goes after it; CECP drops it. */
    xboard_free(u->xboard);
    if (u->d.engine)
        uci_stop(u);
    hub_free(u->hub);
    dialogue_fini(&u->d);
    free(u);
}
