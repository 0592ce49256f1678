/* The command `show`: a position as people read it, or the games of a PDN file, each by its final
 * position; and both as PDN. */
#include "engine/position.h"
#include "tools/cli.h"
#include "tools/json.h"
#include "tools/pdn.h"
#include "tools/setup.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct show_options {
    struct setup setup;
    const char *pdn; /* the file to read, NULL for the position of `setup` */
    int64_t number;  /* show this game only; 0: all */
    bool as_pdn, json;
};

/* ---- One position -------------------------------------------------------------------------- */

/* Where a game of a file stands; number 0: the position is of no file. */
struct standing {
    size_t number;
    size_t moves;
    const char *written;
};

static void print_json(const struct position *pos, const char *fen, const char *board,
                       const struct standing *s)
{
    char key[20];
    struct json j;
    snprintf(key, sizeof key, "%016" PRIx64, (uint64_t)pos->key);
    json_begin(&j, stdout);
    if (s->number > 0)
        json_unsigned(&j, "number", s->number);
    json_text(&j, "game", pos->game->name);
    json_text(&j, "fen", fen);
    json_text(&j, "side", pos->side == WHITE ? "white" : "black");
    json_text(&j, "result", pos->game->result(pos).word);
    json_text(&j, "key", key);
    json_text(&j, "board", board);
    if (s->number > 0) {
        json_unsigned(&j, "moves", s->moves);
        json_text(&j, "written", s->written);
    }
    json_end(&j);
}

static void print_text(const struct position *pos, const char *fen, const char *board,
                       const struct standing *s)
{
    printf("%s\ngame: %s\nfen: %s\nside: %s\nresult: %s\nkey: %016" PRIx64 "\n", board,
           pos->game->name, fen, pos->side == WHITE ? "white" : "black",
           pos->game->result(pos).word, (uint64_t)pos->key);
    if (s->number > 0)
        printf("number: %zu\nmoves: %zu\nwritten: %s\n\n", s->number, s->moves, s->written);
}

static int show_position(const struct cli_command *command, const struct show_options *o,
                         const struct position *pos, const struct standing *standing)
{
    char fen[GAME_FEN_MAX];
    char *board = malloc(GAME_TEXT_MAX);
    if (!board)
        return cli_error(command, CLI_IO, "out of memory");
    pos->game->diagram(pos, board);
    pos->game->format(pos, fen);
    (o->json ? print_json : print_text)(pos, fen, board, standing);
    free(board);
    return CLI_OK;
}

/* ---- PDN from the command line ------------------------------------------------------------- */

/* Adds the moves of --moves, which are known to be legal. */
static enum engine_status add_moves(struct pdn_game *g, const struct cli_words *moves)
{
    enum engine_status status = ENGINE_OK;
    for (int i = 0; i < moves->nb && status == ENGINE_OK; i++) {
        char *copy = strdup(moves->first[i]);
        char *rest = NULL;
        if (!copy)
            return ENGINE_NO_MEMORY;
        for (char *word = strtok_r(copy, " \t,", &rest); word && status == ENGINE_OK;
             word = strtok_r(NULL, " \t,", &rest))
            status = pdn_play(g, word);
        free(copy);
    }
    return status;
}

static enum gametext_result result_of(const struct position *pos)
{
    switch (pos->game->result(pos).outcome) {
    case OUTCOME_WHITE_WINS:
        return GAMETEXT_WHITE_WINS;
    case OUTCOME_BLACK_WINS:
        return GAMETEXT_BLACK_WINS;
    case OUTCOME_DRAW:
        return GAMETEXT_DRAW;
    case OUTCOME_NONE:
        break;
    }
    return GAMETEXT_OPEN;
}

/* Everything in the options is known to be good. */
static int write_line(const struct cli_command *command, const struct show_options *o)
{
    struct setup before = o->setup;
    struct position *start;
    before.moves = (struct cli_words){0};
    const int code = setup_position(command, &before, &start);
    if (code != CLI_RUN)
        return code;
    struct pdn_game g = {0};
    enum engine_status status = pdn_start(&g, start);
    if (status == ENGINE_OK)
        status = add_moves(&g, &o->setup.moves);
    if (status == ENGINE_OK) {
        g.result = result_of(g.end);
        status = pdn_write(&g, stdout);
    }
    pdn_fini(&g);
    pos_free(start);
    return status == ENGINE_OK ? CLI_OK : cli_error(command, CLI_IO, "%s", engine_strerror(status));
}

/* ---- PDN files ----------------------------------------------------------------------------- */

/* The whole text; "-" is standard input. NULL, everything being said, if there is none. */
static char *read_text(const struct cli_command *command, const char *path, int *code)
{
    errno = 0;
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    char *text = NULL;
    size_t size = 0;
    *code = CLI_OK;
    /* Up to a zero byte, which no text has. */
    if (file && getdelim(&text, &size, '\0', file) < 0 && feof(file)) {
        free(text);
        text = calloc(1, 1);
    }
    if (!file || ferror(file) || !text)
        *code = cli_error(command, CLI_IO, "%s: %s", path, strerror(errno ? errno : ENOMEM));
    else if (!feof(file))
        *code = cli_error(command, CLI_USAGE, "%s: this is no text, it has a zero byte", path);
    if (file && file != stdin)
        fclose(file);
    if (*code != CLI_OK) {
        free(text);
        text = NULL;
    }
    return text;
}

static int show_game(const struct cli_command *command, const struct show_options *o,
                     const struct pdn_game *g, size_t number)
{
    const struct standing standing = {number, g->moves_nb, gametext_result_text(g->result)};
    if (!o->as_pdn)
        return show_position(command, o, g->end, &standing);
    return pdn_write(g, stdout) == ENGINE_OK ? CLI_OK : cli_error(command, CLI_IO, "out of memory");
}

/* Reads and shows one game, if it is wanted. A bad game does not hide those after it. */
static int take_game(const struct cli_command *command, const struct show_options *o,
                     struct pdn_reader *r, size_t number, enum pdn_status *status)
{
    struct pdn_game g;
    struct pdn_fault fault;
    const bool is_wanted = o->number == 0 || (size_t)o->number == number;
    int code = CLI_OK;
    *status = pdn_next(r, &g, &fault);
    if (*status == PDN_NO_MEMORY)
        code = cli_error(command, CLI_IO, "out of memory");
    else if (*status == PDN_BAD_TEXT || (*status == PDN_BAD_GAME && is_wanted))
        code = cli_error(command, CLI_USAGE, "%s, game %zu, line %zu, column %zu: %s", o->pdn,
                         number, fault.line, fault.column, fault.what);
    else if (*status == PDN_GAME && is_wanted)
        code = show_game(command, o, &g, number);
    pdn_fini(&g);
    return code;
}

static int show_file(const struct cli_command *command, const struct show_options *o)
{
    int code;
    char *text = read_text(command, o->pdn, &code);
    if (!text)
        return code;
    struct pdn_reader reader;
    enum pdn_status status = PDN_GAME;
    size_t number = 0;
    pdn_begin(&reader, text);
    while (status == PDN_GAME || status == PDN_BAD_GAME) {
        const int its_code = take_game(command, o, &reader, ++number, &status);
        if (its_code != CLI_OK)
            code = its_code;
        if ((size_t)o->number == number)
            break;
    }
    if (code == CLI_OK && status == PDN_END && o->number > 0)
        code =
            cli_error(command, CLI_USAGE, "%s: there is no game %lld, the number of games is %zu",
                      o->pdn, (long long)o->number, number - 1);
    free(text);
    return code;
}

/* ---- The command --------------------------------------------------------------------------- */

static int check_options(const struct cli_command *command, const struct show_options *o)
{
    if (o->pdn && (o->setup.fen || o->setup.moves.nb > 0 || o->setup.options.nb > 0))
        return cli_usage_error(command, "--pdn excludes --fen, --moves and --option");
    if (o->pdn && o->setup.game && strcmp(o->setup.game->name, "bashni") != 0)
        return cli_usage_error(command, "--pdn reads bashni only");
    if (o->number > 0 && !o->pdn)
        return cli_usage_error(command, "--game-number needs --pdn");
    if (o->as_pdn && !o->pdn && (!o->setup.game || strcmp(o->setup.game->name, "bashni") != 0))
        return cli_usage_error(command, "--as-pdn writes bashni only, add --game bashni");
    if (o->as_pdn && o->json)
        return cli_usage_error(command, "--as-pdn excludes --json");
    return CLI_RUN;
}

static int run_show(const struct cli_command *self, int argc, char **argv)
{
    static const struct standing no_file;
    struct show_options o = {0};
    const struct cli_option options[] = {
        SETUP_OPTIONS(&o.setup),
        {"--pdn", CLI_TEXT, &o.pdn, 0, 0, "FILE", "show the games of a PDN file (- is the input)"},
        {"--game-number", CLI_INTEGER, &o.number, 1, INT64_MAX, "N", "only game N of the file"},
        {"--as-pdn", CLI_FLAG, &o.as_pdn, 0, 0, NULL, "write PDN: the line, or the file's games"},
        {"--json", CLI_FLAG, &o.json, 0, 0, NULL, "write JSON, one object a line"},
    };
    int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv);
    if (code == CLI_RUN)
        code = check_options(self, &o);
    if (code != CLI_RUN)
        return code;
    if (o.pdn)
        return show_file(self, &o);
    struct position *pos;
    code = setup_position(self, &o.setup, &pos);
    if (code != CLI_RUN)
        return code;
    code = o.as_pdn ? write_line(self, &o) : show_position(self, &o, pos, &no_file);
    pos_free(pos);
    return code;
}

const struct cli_command cmd_show = {
    .name = "show",
    .summary = "a position as a text board, with its state; games of PDN files",
    .run = run_show,
    .notes =
        "PDN is the text form of draughts games, here of Bashni: [Variant \"Bashni\"], other "
        "starts\n"
        "by [SetUp \"1\"] and [FEN \"...\"], moves as a3:c5:a7. Of each game the final position "
        "is\n"
        "shown, with the number of plies and the result that its text gives. Comments, $ glyphs\n"
        "and variations are passed over; an illegal move is told with its line and column, and\n"
        "the exit status is 2. With --as-pdn the games are written canonically.\n"
        "\n"
        "JSON: {\"game\",\"fen\",\"side\",\"result\",\"key\",\"board\"}, for games of a file also\n"
        "\"number\", \"moves\" and \"written\", the result in the text.\n",
    .examples =
        "citadel show\n"
        "citadel show --moves \"e2e4 e8e6\"\n"
        "citadel show --game tamerlane --option Setup=feminine\n"
        "citadel show --game belarusian-noble --fen \"a7k/9/9/9/9/4R4/9/9/A7K w - 0 1\" --json\n"
        "citadel show --game bashni --moves c3-b4 b6-c5 b4-a5 --as-pdn\n"
        "printf '1. c3-b4 b6-c5 {a comment} *' | citadel show --pdn -\n",
};
