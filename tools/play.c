#include "tools/play.h"

#include "engine/game.h"
#include "tools/board_layout.h"
#include "tools/board_text.h"
#include "tools/cli.h"
#include "tools/dialogue.h"
#include "tools/game_file.h"
#include "tools/notation.h"
#include "tools/setup.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 3, ANALYSE_MS = 5000, SECONDS_MAX = 86400 };

/* The last report on one line of analysis; the search thread's while it runs. */
struct report {
    score_t score;
    int depth;
    move_t pv[64];
    int pv_nb;
};

struct play {
    struct dialogue d;
    struct play_options o;
    FILE *out;
    struct game_line line;
    bool is_told_over;
    struct report reports[LINES_MAX];
    struct engine_result result; /* of the last search */
};

/* ---- Text ---------------------------------------------------------------------------------- */

static const char *bold(const struct play *p)
{
    return p->o.has_colour ? "\033[1m" : "";
}

static const char *plain(const struct play *p)
{
    return p->o.has_colour ? "\033[0m" : "";
}

__attribute__((format(printf, 2, 3))) static void complain(struct play *p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs(p->o.has_colour ? "\033[31m" : "", p->out);
    vfprintf(p->out, format, args);
    fprintf(p->out, "%s\n", plain(p));
    va_end(args);
}

/* From the user's side; a game of two people is seen by White. */
static void show_board(struct play *p)
{
    struct board_move last;
    const struct game_line *l = &p->line;
    const bool has_last = setup_last_move(l->start, l->moves, l->nb, p->d.pos, &last);
    const struct board_text style = {
        .has_signs = p->o.has_signs,
        .has_colours = p->o.has_colour,
        .below = p->o.plays[WHITE] && !p->o.plays[BLACK] ? BLACK : WHITE,
        .last = has_last ? &last : NULL,
    };
    fputc('\n', p->out);
    board_text_write(p->out, p->d.pos, &style);
    fputc('\n', p->out);
}

static void tell_result(struct play *p)
{
    const struct game_result result = p->d.pos->game->result(p->d.pos);
    if (result.outcome == OUTCOME_NONE || p->is_told_over)
        return;
    p->is_told_over = true;
    fputs(bold(p), p->out);
    if (result.outcome == OUTCOME_DRAW)
        fprintf(p->out, "The game is drawn (%s).", result.way);
    else
        fprintf(p->out, "%s wins (%s).",
                setup_side_name(result.outcome == OUTCOME_WHITE_WINS ? WHITE : BLACK), result.way);
    fprintf(p->out, "%s\n", plain(p));
}

bool play_is_over(const struct play *p)
{
    return p->d.pos->game->result(p->d.pos).outcome != OUTCOME_NONE;
}

void play_prompt(const struct play *p, char *out)
{
    if (play_is_over(p))
        snprintf(out, PLAY_PROMPT_MAX, "over> ");
    else
        snprintf(out, PLAY_PROMPT_MAX, "%s %u> ", setup_side_name(p->d.pos->side),
                 (unsigned)p->d.pos->fullmove);
}

/* ---- Searches ------------------------------------------------------------------------------ */

static void on_info(void *context, const struct engine_info *info)
{
    struct play *p = context;
    if (info->bound != BOUND_EXACT || info->multipv > LINES_MAX)
        return;
    struct report *r = &p->reports[info->multipv - 1];
    const int max = sizeof r->pv / sizeof *r->pv;
    r->score = info->score;
    r->depth = info->depth;
    r->pv_nb = info->pv_nb < max ? info->pv_nb : max;
    memcpy(r->pv, info->pv, (size_t)r->pv_nb * sizeof *r->pv);
}

static void on_result(void *context, const struct engine_result *result)
{
    struct play *p = context;
    p->result = *result;
}

/* Thinks and waits. False, everything being said, if that cannot be. */
static bool think(struct play *p, const struct engine_limits *limits, int lines)
{
    memset(p->reports, 0, sizeof p->reports);
    p->result = (struct engine_result){.best = MOVE_NONE};
    fflush(p->out);
    enum engine_status status = engine_set_multipv(p->d.engine, lines);
    if (status == ENGINE_OK)
        status = dialogue_go(&p->d, limits);
    if (status != ENGINE_OK) {
        complain(p, "cannot think: %s", engine_strerror(status));
        return false;
    }
    dialogue_wait(&p->d);
    return true;
}

/* A level is a number of positions looked at, four times as many as the one below. */
static struct engine_limits limits_of(const struct play *p)
{
    enum { LEVEL_1_NODES = 100 };
    struct engine_limits l = {.nodes = (uint64_t)p->o.nodes, .movetime_ms = p->o.movetime_ms};
    if (l.nodes == 0 && l.movetime_ms == 0)
        l.nodes = (uint64_t)LEVEL_1_NODES << 2 * (p->o.level - 1);
    return l;
}

/* "+0.35", or the way of a proven win. */
static void print_score(struct play *p, const struct report *r)
{
    char text[SETUP_SCORE_MAX];
    const struct game_result end = score_is_decisive(r->score)
                                       ? setup_line_end(p->d.root, r->pv, r->pv_nb)
                                       : (struct game_result){OUTCOME_NONE, "", "none"};
    fputs(setup_score_text(r->score, end.way, text), p->out);
}

/* ---- Moves --------------------------------------------------------------------------------- */

static const struct game_names *names_of(const struct play *p, struct game_names *out)
{
    static const char engine[] = "Citadel " CITADEL_VERSION;
    out->white = p->o.plays[WHITE] ? engine : NULL;
    out->black = p->o.plays[BLACK] ? engine : NULL;
    return out;
}

static bool save(struct play *p, const char *path)
{
    struct game_names names;
    if (p->o.is_sandbox)
        return true;
    const int error = game_file_save(path, &p->line, p->d.pos, names_of(p, &names));
    if (error != 0)
        complain(p, "cannot write %s: %s", path, strerror(error));
    return error == 0;
}

static bool make(struct play *p, const struct move_entry *move)
{
    if (game_line_play(&p->line, p->d.pos, move) != ENGINE_OK) {
        complain(p, "out of memory");
        return false;
    }
    if (p->o.save)
        save(p, p->o.save);
    return true;
}

/* The engine moves as long as it is its turn; once, unless it plays both sides. */
static void let_engine_move(struct play *p)
{
    while (!play_is_over(p) && p->o.plays[p->d.pos->side] && !cli_is_interrupted()) {
        const struct position *pos = p->d.pos;
        const struct engine_limits limits = limits_of(p);
        const char *side = setup_side_name(pos->side);
        struct move_entry move;
        char text[NOTATION_BOTH_MAX];
        /* What was searched so far is good enough after Ctrl-C, but the user wants out. */
        if (!think(p, &limits, 1) || cli_is_interrupted() || p->result.best == MOVE_NONE ||
            !pos->game->resolve(pos, p->result.best, &move))
            return;
        notation_both(pos, &move, text);
        fprintf(p->out, "%s plays %s%s%s   ", side, bold(p), text, plain(p));
        print_score(p, &p->reports[0]);
        fputc('\n', p->out);
        if (!make(p, &move))
            return;
        show_board(p);
        tell_result(p);
    }
}

enum engine_status play_opening(struct play *p, const char *moves)
{
    char *copy = strdup(moves), *rest = NULL;
    enum engine_status status = copy ? ENGINE_OK : ENGINE_NO_MEMORY;
    for (char *word = copy ? strtok_r(copy, " \t,", &rest) : NULL; word && status == ENGINE_OK;
         word = strtok_r(NULL, " \t,", &rest)) {
        struct move_entry move;
        status = p->d.pos->game->move_parse(p->d.pos, word, &move);
        if (status == ENGINE_OK)
            status = game_line_play(&p->line, p->d.pos, &move);
    }
    free(copy);
    return status;
}

void play_begin(struct play *p)
{
    show_board(p);
    tell_result(p);
    let_engine_move(p);
}

static void do_move(struct play *p, const char *text)
{
    struct move_entry move;
    char both[NOTATION_BOTH_MAX];
    const enum engine_status status = notation_read(p->d.pos, text, &move);
    if (status != ENGINE_OK) {
        if (play_is_over(p))
            complain(p, "the game is over; undo, new or load go on");
        else if (status == ENGINE_NO_MEMORY)
            complain(p, "out of memory");
        else
            complain(p, "'%.40s' is neither a legal move here nor a command; try moves or help",
                     text);
        return;
    }
    if (play_is_over(p)) {
        complain(p, "the game is over; undo, new or load go on");
        return;
    }
    notation_both(p->d.pos, &move, both);
    fprintf(p->out, "%s plays %s\n", setup_side_name(p->d.pos->side), both);
    if (!make(p, &move))
        return;
    /* The engine's answer shows the board. */
    if (play_is_over(p) || !p->o.plays[p->d.pos->side])
        show_board(p);
    tell_result(p);
    let_engine_move(p);
}

/* ---- Commands ------------------------------------------------------------------------------ */

static void do_board(struct play *p, char *rest)
{
    (void)rest;
    show_board(p);
    tell_result(p);
}

static void do_fen(struct play *p, char *rest)
{
    char fen[GAME_FEN_MAX];
    (void)rest;
    p->d.pos->game->format(p->d.pos, fen);
    fprintf(p->out, "%s\n", fen);
}

static void do_moves(struct play *p, char *rest)
{
    const struct position *pos = p->d.pos;
    size_t nb = 0;
    struct setup_move *moves = setup_legal_moves(pos, &nb);
    (void)rest;
    for (size_t i = 0; i < nb; i++) {
        struct move_entry move;
        char text[NOTATION_BOTH_MAX];
        if (!pos->game->resolve(pos, moves[i].move, &move))
            continue;
        notation_both(pos, &move, text);
        fprintf(p->out, "%s\n", text);
    }
    fprintf(p->out, "%zu legal moves\n", nb);
    free(moves);
}

/* Back to the user's turn before the last one; or, with a number, so many plies. */
static void do_undo(struct play *p, char *rest)
{
    const char *word = dialogue_word(&rest);
    int64_t plies = 1;
    if (word && (!cli_read_integer(word, &plies) || plies < 1)) {
        complain(p, "undo: '%.40s' is not a number of moves", word);
        return;
    }
    /* An odd number of plies would leave it to the engine to move again at once. */
    const bool is_engines =
        p->o.plays[p->d.pos->side == WHITE ? BLACK : WHITE] && !p->o.plays[p->d.pos->side];
    if (!word && is_engines)
        plies = 2;
    if ((size_t)plies > p->line.nb) {
        complain(p, "undo: only %zu moves were made", p->line.nb);
        return;
    }
    if (game_line_undo(&p->line, p->d.pos, (size_t)plies) != ENGINE_OK) {
        complain(p, "out of memory");
        return;
    }
    p->is_told_over = false;
    show_board(p);
    tell_result(p);
    let_engine_move(p);
}

static void do_hint(struct play *p, char *rest)
{
    const struct position *pos = p->d.pos;
    const struct engine_limits limits = limits_of(p);
    struct move_entry move;
    char text[NOTATION_BOTH_MAX];
    (void)rest;
    if (play_is_over(p)) {
        tell_result(p);
        return;
    }
    if (!think(p, &limits, 1) || p->result.best == MOVE_NONE ||
        !pos->game->resolve(pos, p->result.best, &move))
        return;
    notation_both(pos, &move, text);
    fprintf(p->out, "Hint: %s\n", text);
}

static void print_report(struct play *p, const struct report *r)
{
    struct position *pos = p->d.scratch;
    if (pos_copy(pos, p->d.root) != ENGINE_OK)
        return;
    print_score(p, r);
    fprintf(p->out, "   depth %d  ", r->depth);
    for (int i = 0; i < r->pv_nb; i++) {
        struct move_entry move;
        char text[MOVE_TEXT_MAX];
        if (!pos->game->resolve(pos, r->pv[i], &move))
            break;
        pos->game->move_human(pos, &move, text);
        fprintf(p->out, " %s", text);
        if (setup_make(pos, &move) != ENGINE_OK)
            break;
    }
    fputc('\n', p->out);
}

static void do_analyse(struct play *p, char *rest)
{
    const char *word = dialogue_word(&rest);
    int64_t ms = ANALYSE_MS;
    if (word && (!cli_read_duration(word, &ms) || ms < 1 || ms > SECONDS_MAX * 1000LL)) {
        complain(p, "analyse: '%.40s' is not a time", word);
        return;
    }
    if (play_is_over(p)) {
        p->is_told_over = false;
        tell_result(p);
        return;
    }
    if (!think(p, &(struct engine_limits){.movetime_ms = ms}, LINES_MAX))
        return;
    for (int i = 0; i < LINES_MAX; i++)
        if (p->reports[i].pv_nb > 0)
            print_report(p, &p->reports[i]);
    fprintf(p->out, "Scores are for %s, in men.\n", setup_side_name(p->d.pos->side));
}

/* The rest of the line as a file name, blanks and all. NULL, everything being said, if empty. */
static const char *read_path(struct play *p, const char *command, char *rest)
{
    char *path = rest ? rest + strspn(rest, " \t") : NULL;
    for (size_t n = path ? strlen(path) : 0; n > 0 && strchr(" \t\r", path[n - 1]);)
        path[--n] = '\0';
    if (path && *path)
        return path;
    complain(p, "%s: a file name is missing", command);
    return NULL;
}

static void do_save(struct play *p, char *rest)
{
    const char *path = read_path(p, "save", rest);
    if (path && save(p, path))
        fprintf(p->out, "Saved to %s.\n", path);
}

static void restart(struct play *p)
{
    p->is_told_over = false;
    if (p->o.save)
        save(p, p->o.save);
    play_begin(p);
}

int play_load(struct play *p, const char *path, char why[PLAY_WHY_MAX])
{
    struct game_line line = {0};
    struct position *pos = NULL;
    struct pdn_fault fault;
    if (p->o.is_sandbox)
        return CLI_OK;
    enum engine_status status = game_file_load(path, &line, &pos, &fault);
    if (status == ENGINE_BAD_POSITION)
        snprintf(why, PLAY_WHY_MAX, "%.200s, line %zu, column %zu: %s", path, fault.line,
                 fault.column, fault.what);
    else if (status == ENGINE_BAD_ARGUMENT)
        snprintf(why, PLAY_WHY_MAX, "cannot read %.200s: %s", path, strerror(errno));
    else if (status != ENGINE_OK)
        snprintf(why, PLAY_WHY_MAX, "%s", engine_strerror(status));
    if (status != ENGINE_OK)
        return status == ENGINE_BAD_POSITION ? CLI_USAGE : CLI_IO;
    status = dialogue_set_game(&p->d, pos->game, pos->option);
    if (status == ENGINE_OK)
        status = pos_copy(p->d.pos, pos);
    if (status == ENGINE_OK) {
        game_line_fini(&p->line);
        p->line = line;
    } else {
        game_line_fini(&line);
        snprintf(why, PLAY_WHY_MAX, "%s", engine_strerror(status));
    }
    pos_free(pos);
    return status == ENGINE_OK ? CLI_OK : CLI_IO;
}

static void do_load(struct play *p, char *rest)
{
    const char *path = read_path(p, "load", rest);
    char why[PLAY_WHY_MAX];
    if (!path)
        return;
    if (play_load(p, path, why) == CLI_OK)
        restart(p);
    else
        complain(p, "%s", why);
}

/* The same game and rules from their start, or another game. */
static void do_new(struct play *p, char *rest)
{
    const char *word = dialogue_word(&rest);
    const struct game *game = word ? games_find(word) : p->d.pos->game;
    uint8_t option[GAME_OPTIONS_MAX] = {0};
    char names[256];
    if (!game) {
        complain(p, "new: there is no game '%.40s'; there are %s", word,
                 cli_game_names(names, sizeof names));
        return;
    }
    if (game == p->d.pos->game)
        memcpy(option, p->d.pos->option, sizeof option);
    if (dialogue_set_game(&p->d, game, option) != ENGINE_OK ||
        game_line_start(&p->line, p->d.pos) != ENGINE_OK) {
        complain(p, "out of memory");
        return;
    }
    restart(p);
}

/* The engine takes the user's side, and the user its. */
static void do_switch(struct play *p, char *rest)
{
    (void)rest;
    for (int side = WHITE; side <= BLACK; side++)
        p->o.plays[side] = !p->o.plays[side];
    if (p->o.plays[WHITE] && p->o.plays[BLACK])
        p->o.plays[p->d.pos->side == WHITE ? BLACK : WHITE] = false;
    fprintf(p->out, "Citadel plays %s.\n",
            p->o.plays[WHITE]   ? "White"
            : p->o.plays[BLACK] ? "Black"
                                : "no side");
    let_engine_move(p);
}

static void do_level(struct play *p, char *rest)
{
    const char *word = dialogue_word(&rest);
    int64_t n = 0;
    if (!word || !cli_read_integer(word, &n) || n < 1 || n > PLAY_LEVEL_MAX) {
        complain(p, "level: a number from 1 to %d is needed", PLAY_LEVEL_MAX);
        return;
    }
    p->o.level = n;
    p->o.nodes = p->o.movetime_ms = 0;
    fprintf(p->out, "Level %" PRId64 ".\n", n);
}

static void do_help(struct play *p, char *rest);

static const struct play_command {
    const char *word;
    const char *arguments;
    const char *help;
    void (*run)(struct play *p, char *rest);
} commands[] = {
    {"board", "", "show the board", do_board},
    {"moves", "", "list the legal moves", do_moves},
    {"undo", "[N]", "take your last move back, or N plies", do_undo},
    {"hint", "", "what Citadel would play here", do_hint},
    {"analyse", "[SECONDS]", "the three best moves, with lines", do_analyse},
    {"switch", "", "change sides", do_switch},
    {"level", "N", "strength from 1 to 10", do_level},
    {"new", "[GAME]", "start again, or another game", do_new},
    {"save", "FILE", "write the game to a file", do_save},
    {"load", "FILE", "go on with a game from a file", do_load},
    {"fen", "", "the position as text", do_fen},
    {"help", "", "this list", do_help},
    {"quit", "", "leave", NULL},
};

static void do_help(struct play *p, char *rest)
{
    (void)rest;
    fprintf(p->out, "A move, as in the list of `moves` in either form, or a command:\n");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char call[40];
        snprintf(call, sizeof call, "%s %s", commands[i].word, commands[i].arguments);
        fprintf(p->out, "  %-18s %s\n", call, commands[i].help);
    }
}

bool play_line(struct play *p, char *line)
{
    char *rest = line;
    const char *word = dialogue_word(&rest);
    bool goes_on = true;
    if (word) {
        const struct play_command *found = NULL;
        for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
            if (strcmp(commands[i].word, word) == 0)
                found = &commands[i];
        if (!found)
            do_move(p, word);
        else if (found->run)
            found->run(p, rest);
        else
            goes_on = false;
    }
    return fflush(p->out) == 0 && !ferror(p->out) && goes_on && !cli_is_interrupted();
}

/* ---- Life ---------------------------------------------------------------------------------- */

struct play *play_new(FILE *out, const struct position *pos, const struct play_options *options)
{
    struct play *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->o = *options;
    p->out = out;
    const bool is_ready = dialogue_init(&p->d, pos->game, out, options->is_sandbox) &&
                          dialogue_set_game(&p->d, pos->game, pos->option) == ENGINE_OK &&
                          dialogue_set_hash(&p->d, options->hash) == ENGINE_OK &&
                          dialogue_set_threads(&p->d, options->threads) == ENGINE_OK &&
                          pos_copy(p->d.pos, pos) == ENGINE_OK &&
                          game_line_start(&p->line, pos) == ENGINE_OK;
    if (!is_ready) {
        play_free(p);
        return NULL;
    }
    p->d.reports = (struct engine_callbacks){on_info, NULL, on_result, p};
    return p;
}

void play_free(struct play *p)
{
    if (!p)
        return;
    dialogue_fini(&p->d);
    game_line_fini(&p->line);
    free(p);
}
