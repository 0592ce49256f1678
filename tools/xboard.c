#include "tools/xboard.h"

#include "tools/cli.h"
#include "tools/setup.h"
#include "tools/xboard_board.h"
#include "tools/xboard_priv.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void xboard_say(struct xboard *x, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    dialogue_vsay(x->d, format, args);
    va_end(args);
}

/* ---- The position -------------------------------------------------------------------------- */

/* What holds for one position only. */
static void forget_position(struct xboard *x)
{
    x->expected = MOVE_NONE;
    x->excluded_nb = 0;
    x->has_score = false;
    x->lifted = x->via = GEO_NO_SQUARE;
}

/* What holds for one game only. */
static void forget_game(struct xboard *x)
{
    forget_position(x);
    x->stale = 0;
    x->is_told_over = false;
    x->is_position_bad = false;
}

static void do_new(struct xboard *x, char *rest)
{
    (void)rest;
    xboard_abandon(x);
    if (xboard_start_game(x, x->d->pos->game) != ENGINE_OK) {
        xboard_say(x, "tellusererror out of memory");
        return;
    }
    forget_game(x);
    if (x->mode != XBOARD_ANALYSE)
        x->mode = XBOARD_PLAY;
    x->engine_side = BLACK;
    x->against_computer = false;
    x->control.depth = 0;
    x->control.since = 0;
    x->clock_ms[WHITE] = x->clock_ms[BLACK] = x->control.base_ms;
    x->is_clock_ours = false;
    xboard_resume(x);
}

static void do_variant(struct xboard *x, char *rest)
{
    const char *name = dialogue_word(&rest);
    const char *bar = name ? strchr(name, '_') : NULL;
    /* A size of board may stand before the name: 9x9+0_belarusian. */
    if (bar && isdigit((unsigned char)name[0]))
        name = bar + 1;
    const struct game *game = name ? games_find(name) : NULL;
    char variants[256];
    if (!game || !xboard_shows(game)) {
        xboard_say(x, "Error (unknown variant, there are %s): variant %.40s",
                   xboard_variants(variants, sizeof variants), name ? name : "");
        return;
    }
    xboard_abandon(x);
    if (xboard_start_game(x, game) != ENGINE_OK) {
        xboard_say(x, "tellusererror out of memory");
        return;
    }
    forget_game(x);
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out) {
        xboard_write_setup(out, x->d->pos);
        fclose(out);
        dialogue_say_text(x->d, text);
    }
    free(text);
    xboard_resume(x);
}

static void do_setboard(struct xboard *x, char *rest)
{
    struct position *fresh = pos_new_like(x->d->pos);
    struct text_error error = {0, "out of memory"};
    char *text = rest ? rest + strspn(rest, " \t") : NULL;
    xboard_abandon(x);
    for (size_t n = text ? strlen(text) : 0; n > 0 && isspace((unsigned char)text[n - 1]);)
        text[--n] = '\0';
    const bool is_good = fresh && xboard_set_fen(fresh, text ? text : "", &error) == ENGINE_OK &&
                         game_line_start(&x->line, fresh) == ENGINE_OK;
    if (is_good) {
        struct position *old = x->d->pos;
        x->d->pos = fresh;
        fresh = old;
        forget_game(x);
        x->control.since = 0;
    } else {
        /* No move is legal until there is a good position. */
        x->is_position_bad = true;
        xboard_say(x, "tellusererror Illegal position: %s", error.what);
    }
    pos_free(fresh);
    xboard_resume(x);
}

/* Follows the game from its start, since a move taken back may have put a picture right. */
static bb_t stale_of_line(const struct xboard *x)
{
    bb_t stale = 0;
    char text[XBOARD_MOVE_MAX];
    struct move_entry entry;
    struct position *pos = pos_new_like(x->line.start);
    if (pos && pos_copy(pos, x->line.start) == ENGINE_OK)
        for (size_t i = 0; i < x->line.nb; i++) {
            if (!pos->game->resolve(pos, x->line.moves[i], &entry))
                break;
            stale = xboard_move(pos, &entry, stale, text);
            if (setup_make(pos, &entry) != ENGINE_OK)
                break;
        }
    pos_free(pos);
    return stale;
}

static void take_back(struct xboard *x, size_t plies)
{
    xboard_abandon(x);
    if (x->line.nb < plies) {
        xboard_say(x, "Error (command not legal now): undo");
    } else if (game_line_undo(&x->line, x->d->pos, plies) != ENGINE_OK) {
        xboard_say(x, "tellusererror out of memory");
    } else {
        forget_position(x);
        x->is_told_over = false;
        x->stale = stale_of_line(x);
    }
    xboard_resume(x);
}

static void do_undo(struct xboard *x, char *rest)
{
    (void)rest;
    take_back(x, 1);
}

static void do_remove(struct xboard *x, char *rest)
{
    (void)rest;
    take_back(x, 2);
}

/* ---- Moves --------------------------------------------------------------------------------- */

/* XBoard ignores a refusal that contains certain words, among them hint, name, board, result,
 * random, depth, book and variant, so none of them may stand here. */
static void refuse(struct xboard *x, const char *reason, const char *text)
{
    xboard_say(x, "Illegal move (%s): %.40s", reason, text);
}

static void do_usermove(struct xboard *x, char *rest)
{
    struct position *pos = x->d->pos;
    const char *text = dialogue_word(&rest);
    struct move_entry move;
    char own[XBOARD_MOVE_MAX];
    x->lifted = x->via = GEO_NO_SQUARE;
    if (!text)
        text = "";
    if (x->is_position_bad) {
        refuse(x, "the position is not legal", text);
        return;
    }
    if (x->mode == XBOARD_PLAY && pos->side == x->engine_side) {
        refuse(x, "it is not your turn", text);
        return;
    }
    if (xboard_read_move(pos, text, x->stale, &move) != ENGINE_OK) {
        refuse(x, pos->game->count(pos) == 0 ? "the game is over" : "against the rules", text);
        return;
    }
    const bool was_expected = x->expected == move.move;
    const bb_t stale = xboard_move(pos, &move, x->stale, own);
    if (own[0] == '\0' || game_line_play(&x->line, pos, &move) != ENGINE_OK) {
        xboard_say(x, "tellusererror out of memory");
        return;
    }
    x->stale = stale;
    x->expected = MOVE_NONE;
    x->excluded_nb = 0;
    xboard_conclude(x);
    xboard_answer(x, was_expected);
}

/* exclude and include: a move or all. */
static void choose_moves(struct xboard *x, char *rest, bool excludes)
{
    const struct position *pos = x->d->pos;
    const char *text = dialogue_word(&rest);
    struct move_entry move;
    const bool is_all = text && strcmp(text, "all") == 0;
    if (!text || (!is_all && xboard_read_move(pos, text, x->stale, &move) != ENGINE_OK)) {
        xboard_say(x, "Error (no such move): %s %.40s", excludes ? "exclude" : "include",
                   text ? text : "");
        return;
    }
    if (is_all) {
        size_t nb = 0;
        struct setup_move *list = excludes ? setup_legal_moves(pos, &nb) : NULL;
        for (size_t i = 0; i < nb; i++)
            x->excluded[i] = list[i].move;
        x->excluded_nb = nb;
        free(list);
    } else {
        size_t kept = 0;
        for (size_t i = 0; i < x->excluded_nb; i++)
            if (x->excluded[i] != move.move)
                x->excluded[kept++] = x->excluded[i];
        if (excludes)
            x->excluded[kept++] = move.move;
        x->excluded_nb = kept;
    }
    if (x->mode == XBOARD_ANALYSE) {
        xboard_abandon(x);
        xboard_resume(x);
    }
}

static void do_exclude(struct xboard *x, char *rest)
{
    choose_moves(x, rest, true);
}

static void do_include(struct xboard *x, char *rest)
{
    choose_moves(x, rest, false);
}

/* ---- The man in the user's hand ------------------------------------------------------------ */

/* The square that a command names; GEO_NO_SQUARE if it names none. */
static unsigned read_square(const struct xboard *x, char *rest)
{
    const char *text = dialogue_word(&rest);
    unsigned sq;
    return text && xboard_read_square(x->d->pos->game, text, &sq) > 0 ? sq : GEO_NO_SQUARE;
}

/* XBoard lifts a man anew at the end of its first leg. */
static void do_lift(struct xboard *x, char *rest)
{
    const unsigned sq = read_square(x, rest);
    char colours[XBOARD_FEN_MAX];
    if (sq == GEO_NO_SQUARE || x->is_position_bad)
        return;
    if (x->lifted == GEO_NO_SQUARE || sq != x->via) {
        x->lifted = sq;
        x->via = GEO_NO_SQUARE;
    }
    if (xboard_targets(x->d->pos, x->lifted, x->via, x->stale, colours) == ENGINE_OK)
        xboard_say(x, "highlight %s", colours);
}

/* Where the man was put: the end of a move, or of a first leg. */
static void do_put(struct xboard *x, char *rest)
{
    const unsigned sq = read_square(x, rest);
    char choices[16];
    if (sq == GEO_NO_SQUARE || x->lifted == GEO_NO_SQUARE ||
        xboard_choices(x->d->pos, x->lifted, x->via, sq, x->stale, choices, sizeof choices) !=
            ENGINE_OK)
        return;
    if (choices[0])
        xboard_say(x, "choice %s", choices);
    else
        x->via = sq;
}

/* ---- Modes --------------------------------------------------------------------------------- */

static void do_force(struct xboard *x, char *rest)
{
    (void)rest;
    xboard_abandon(x);
    x->mode = XBOARD_FORCE;
}

static void play(struct xboard *x, unsigned side)
{
    xboard_abandon(x);
    x->mode = XBOARD_PLAY;
    x->engine_side = side;
    x->is_told_over = false;
    xboard_conclude(x);
    xboard_resume(x);
}

static void do_go(struct xboard *x, char *rest)
{
    (void)rest;
    play(x, x->d->pos->side);
}

static void do_playother(struct xboard *x, char *rest)
{
    (void)rest;
    play(x, x->d->pos->side == WHITE ? BLACK : WHITE);
}

static void do_analyze(struct xboard *x, char *rest)
{
    (void)rest;
    xboard_abandon(x);
    x->mode = XBOARD_ANALYSE;
    xboard_resume(x);
}

static void do_exit(struct xboard *x, char *rest)
{
    (void)rest;
    if (x->mode == XBOARD_ANALYSE)
        do_force(x, rest);
}

static void do_move_now(struct xboard *x, char *rest)
{
    (void)rest;
    if (atomic_load(&x->purpose) == XBOARD_THINK)
        dialogue_stop(x->d);
}

static void do_hard(struct xboard *x, char *rest)
{
    (void)rest;
    x->ponders = true;
}

static void do_easy(struct xboard *x, char *rest)
{
    (void)rest;
    x->ponders = false;
    if (atomic_load(&x->purpose) == XBOARD_PONDER)
        xboard_abandon(x);
}

static void do_post(struct xboard *x, char *rest)
{
    (void)rest;
    atomic_store(&x->posts, true);
}

static void do_nopost(struct xboard *x, char *rest)
{
    (void)rest;
    atomic_store(&x->posts, false);
}

static void do_computer(struct xboard *x, char *rest)
{
    (void)rest;
    x->against_computer = true;
}

/* A draw is taken by whoever does not stand better. */
static void do_draw(struct xboard *x, char *rest)
{
    (void)rest;
    const bool is_drawn = x->d->pos->game->result(x->d->pos).outcome == OUTCOME_DRAW;
    if (x->mode == XBOARD_PLAY && (is_drawn || (x->has_score && x->score <= 0)))
        xboard_say(x, "offer draw");
}

/* ---- The rest ------------------------------------------------------------------------------ */

/* The answer has to wait until our move is made; pondering and analysis do not count. */
static void do_ping(struct xboard *x, char *rest)
{
    const char *word = dialogue_word(&rest);
    if (!word)
        word = "";
    const int purpose = atomic_load(&x->purpose);
    if (purpose != XBOARD_THINK && purpose != XBOARD_HINT) {
        xboard_say(x, "pong %.40s", word);
        return;
    }
    /* A second one cannot be asked before the first was answered. */
    free(x->ping);
    x->ping = strndup(word, 40);
}

static void do_hint(struct xboard *x, char *rest)
{
    (void)rest;
    xboard_hint(x);
}

static void do_status(struct xboard *x, char *rest)
{
    (void)rest;
    xboard_status(x);
}

/* Text for the user, with a blank before each line, and an empty line at the end. */
static void do_bk(struct xboard *x, char *rest)
{
    (void)rest;
    xboard_say(x, " There is no opening book.\n");
}

/* Not CECP: lets scripts that only write wait for our move. */
static void do_wait(struct xboard *x, char *rest)
{
    (void)rest;
    if (!dialogue_wait(x->d))
        xboard_say(x, "# this search does not end by itself");
}

static void do_nothing(struct xboard *x, char *rest)
{
    (void)x;
    (void)rest;
}

/* ---- The interpreter ----------------------------------------------------------------------- */

static const struct xboard_command {
    const char *word;
    void (*run)(struct xboard *x, char *rest);
} commands[] = {
    {"protover", xboard_features},
    {"new", do_new},
    {"variant", do_variant},
    {"setboard", do_setboard},
    {"undo", do_undo},
    {"remove", do_remove},
    {"usermove", do_usermove},
    {"exclude", do_exclude},
    {"include", do_include},
    {"lift", do_lift},
    {"put", do_put},
    {"force", do_force},
    {"result", do_force},
    {"go", do_go},
    {"playother", do_playother},
    {"analyze", do_analyze},
    {"exit", do_exit},
    {"?", do_move_now},
    {".", do_status},
    {"hard", do_hard},
    {"easy", do_easy},
    {"post", do_post},
    {"nopost", do_nopost},
    {"computer", do_computer},
    {"draw", do_draw},
    {"ping", do_ping},
    {"hint", do_hint},
    {"bk", do_bk},
    {"level", xboard_level},
    {"st", xboard_st},
    {"sd", xboard_sd},
    {"time", xboard_time},
    {"otim", xboard_otim},
    {"memory", xboard_memory},
    {"cores", xboard_cores},
    {"option", xboard_option},
    {"wait", do_wait},
    /* what needs no answer */
    {"xboard", do_nothing},
    {"accepted", do_nothing},
    {"rejected", do_nothing},
    {"random", do_nothing},
    {"hover", do_nothing},
    {"name", do_nothing},
    {"rating", do_nothing},
    {"ics", do_nothing},
};

/* A square at the beginning: a move without the word usermove, as the first version of the protocol
 * has it. */
static bool looks_like_move(const char *word)
{
    return word[0] >= 'a' && word[0] <= 'z' && isdigit((unsigned char)word[1]);
}

static void interpret(struct xboard *x, const char *word, char *rest)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].word, word) == 0) {
            commands[i].run(x, rest);
            return;
        }
    char move[XBOARD_MOVE_MAX];
    if (looks_like_move(word)) {
        snprintf(move, sizeof move, "%s", word);
        do_usermove(x, move);
    } else {
        xboard_say(x, "Error (unknown command): %.40s", word);
    }
}

bool xboard_line(struct xboard *x, char *line)
{
    char *rest = line;
    const char *word = dialogue_word(&rest);
    xboard_settle(x);
    if (word && strcmp(word, "quit") == 0)
        return false;
    if (word)
        interpret(x, word, rest);
    xboard_settle(x);
    return dialogue_output_ok(x->d);
}

bool xboard_wake(struct xboard *x)
{
    char bytes[64];
    while (read(x->wake[0], bytes, sizeof bytes) > 0)
        ;
    xboard_settle(x);
    return dialogue_output_ok(x->d);
}

int xboard_wake_fd(const struct xboard *x)
{
    return x->wake[0];
}

/* ---- Life ---------------------------------------------------------------------------------- */

static unsigned most_moves(void)
{
    unsigned most = 0;
    for (size_t i = 0; games_get(i); i++)
        if (xboard_shows(games_get(i)) && games_get(i)->moves_max > most)
            most = games_get(i)->moves_max;
    return most;
}

static bool open_wake(struct xboard *x)
{
    return pipe(x->wake) == 0 && fcntl(x->wake[0], F_SETFL, O_NONBLOCK) == 0 &&
           fcntl(x->wake[1], F_SETFL, O_NONBLOCK) == 0;
}

enum { CLOCK_DEFAULT_MS = 5 * 60 * 1000, SESSION_DEFAULT = 40 };

struct xboard *xboard_new(struct dialogue *d)
{
    struct xboard *x = calloc(1, sizeof *x);
    if (!x)
        return NULL;
    x->d = d;
    x->wake[0] = x->wake[1] = -1;
    x->hash = d->is_sandbox ? 1 : ENGINE_HASH_DEFAULT;
    x->threads = x->multipv = 1;
    x->overhead_ms = DIALOGUE_OVERHEAD_DEFAULT;
    x->lag_ms = XBOARD_LAG_GUESS_MS;
    x->control = (struct xboard_control){
        .has_clocks = true, .session_moves = SESSION_DEFAULT, .base_ms = CLOCK_DEFAULT_MS};
    x->clock_ms[WHITE] = x->clock_ms[BLACK] = CLOCK_DEFAULT_MS;
    x->engine_side = BLACK;
    x->mode = XBOARD_PLAY;
    x->excluded = malloc((most_moves() + 1) * sizeof *x->excluded);
    if (!x->excluded || !open_wake(x) || xboard_start_game(x, games_get(0)) != ENGINE_OK) {
        xboard_free(x);
        return NULL;
    }
    forget_game(x);
    xboard_apply_settings(x);
    d->reports = (struct engine_callbacks){xboard_on_info, xboard_on_currmove, xboard_on_result, x};
    return x;
}

void xboard_free(struct xboard *x)
{
    if (!x)
        return;
    xboard_abandon(x);
    for (int i = 0; i < 2; i++)
        if (x->wake[i] >= 0)
            close(x->wake[i]);
    game_line_fini(&x->line);
    free(x->excluded);
    free(x->ping);
    free(x);
}
