/* The command `show`: a position as people read it, as text or picture, or the games of a PDN file,
 * each by its final position; and both as PDN. */
#include "engine/position.h"
#include "tools/board_text.h"
#include "tools/cli.h"
#include "tools/json.h"
#include "tools/pdn.h"
#include "tools/setup.h"
#include "tools/show_picture.h"
#include "tools/textfile.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct show_options {
    struct setup setup;
    const char *pdn; /* the file to read, NULL for the position of `setup` */
    int64_t number;  /* show this game only; 0: all */
    bool as_pdn, json, is_ascii, is_unicode;
    const char *orientation, *colour; /* words, read into these: */
    enum side below;
    bool has_colour;
    struct picture_options picture;
};

/* ---- One position -------------------------------------------------------------------------- */

/* Where a game of a file stands; number 0: the position is of no file. */
struct standing {
    size_t number;
    size_t moves;
    const char *written;
};

static void print_checked_json(struct json *j, const struct position *pos)
{
    json_array_begin(j, "checked");
    for (bb_t set = pos->game->checked(pos); bb_any(set);) {
        char square[GEO_SQUARE_TEXT_MAX];
        geo_format(pos->game->geometry, bb_pop(&set), square);
        json_text(j, NULL, square);
    }
    json_array_end(j);
}

static int print_json(const struct cli_command *command, const struct position *pos,
                      const struct standing *s)
{
    char key[20], fen[GAME_FEN_MAX];
    struct json j;
    char *board = board_text_plain(pos);
    if (!board)
        return cli_error(command, CLI_IO, "out of memory");
    pos->game->format(pos, fen);
    snprintf(key, sizeof key, "%016" PRIx64, (uint64_t)pos->key);
    json_begin(&j, stdout);
    if (s->number > 0)
        json_unsigned(&j, "number", s->number);
    json_text(&j, "game", pos->game->name);
    json_text(&j, "fen", fen);
    json_text(&j, "side", pos->side == WHITE ? "white" : "black");
    json_text(&j, "result", pos->game->result(pos).word);
    print_checked_json(&j, pos);
    json_text(&j, "key", key);
    json_text(&j, "board", board);
    if (s->number > 0) {
        json_unsigned(&j, "moves", s->moves);
        json_text(&j, "written", s->written);
    }
    json_end(&j);
    free(board);
    return CLI_OK;
}

static void print_text(const struct position *pos, const struct show_options *o,
                       const struct board_move *last, const struct standing *s)
{
    char fen[GAME_FEN_MAX];
    const struct board_text style = {.has_signs = o->is_unicode,
                                     .has_colours = o->has_colour,
                                     .below = o->below,
                                     .last = o->picture.hides_last_move ? NULL : last};
    board_text_write(stdout, pos, &style);
    pos->game->format(pos, fen);
    printf("\ngame: %s\nfen: %s\nside: %s\nresult: %s\nkey: %016" PRIx64 "\n", pos->game->name, fen,
           pos->side == WHITE ? "white" : "black", pos->game->result(pos).word, (uint64_t)pos->key);
    if (s->number > 0)
        printf("number: %zu\nmoves: %zu\nwritten: %s\n\n", s->number, s->moves, s->written);
}

/* The end of a line as text or JSON, or its pictures; both if both are asked for. */
static int show_line(const struct cli_command *command, const struct show_options *o,
                     const struct pdn_game *line, const struct standing *standing)
{
    int code = CLI_OK;
    if (o->json) {
        code = print_json(command, line->end, standing);
    } else if (!o->picture.svg || o->is_ascii || o->is_unicode) {
        struct board_move last;
        const bool has_last =
            setup_last_move(line->start, line->moves, line->moves_nb, line->end, &last);
        print_text(line->end, o, has_last ? &last : NULL, standing);
    }
    if (code == CLI_OK && o->picture.svg)
        code = picture_write(command, &o->picture, line, o->below, o->json);
    return code;
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

/* The start position of the options with its moves as a line, which the caller finishes. CLI_RUN,
 * or an exit code, everything being said. */
static int line_of_options(const struct cli_command *command, const struct setup *setup,
                           struct pdn_game *line)
{
    struct position *pos;
    struct setup before = *setup;
    /* With all its moves first, for the message about one that is not legal. */
    int code = setup_position(command, setup, &pos);
    if (code != CLI_RUN)
        return code;
    pos_free(pos);
    before.moves = (struct cli_words){0};
    code = setup_position(command, &before, &pos);
    if (code != CLI_RUN)
        return code;
    enum engine_status status = pdn_start(line, pos);
    pos_free(pos);
    if (status == ENGINE_OK)
        status = add_moves(line, &setup->moves);
    return status == ENGINE_OK ? CLI_RUN
                               : cli_error(command, CLI_IO, "%s", engine_strerror(status));
}

static int show_options_line(const struct cli_command *command, const struct show_options *o)
{
    static const struct standing no_file;
    struct pdn_game line = {0};
    int code = line_of_options(command, &o->setup, &line);
    if (code == CLI_RUN && o->as_pdn) {
        line.result = pdn_result_of(line.end);
        const enum engine_status status = pdn_write(&line, stdout);
        code = status == ENGINE_OK ? CLI_OK
                                   : cli_error(command, CLI_IO, "%s", engine_strerror(status));
    } else if (code == CLI_RUN) {
        code = show_line(command, o, &line, &no_file);
    }
    pdn_fini(&line);
    return code;
}

/* ---- PDN files ----------------------------------------------------------------------------- */

/* The whole text; "-" is standard input. NULL, everything being said, if there is none. */
static char *read_text(const struct cli_command *command, const char *path, int *code)
{
    size_t length;
    char *text = textfile_read(path, &length);
    *code = CLI_OK;
    if (!text)
        *code = cli_error(command, CLI_IO, "%s: %s", path, strerror(errno));
    else if (strlen(text) != length)
        *code = cli_error(command, CLI_USAGE, "%s: this is no text, it has a zero byte", path);
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
        return show_line(command, o, g, &standing);
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
    if (o->as_pdn && (o->json || o->picture.svg))
        return cli_usage_error(command, "--as-pdn excludes --json and --svg");
    if (o->is_ascii && o->is_unicode)
        return cli_usage_error(command, "--ascii excludes --unicode");
    if (o->picture.svg && strcmp(o->picture.svg, "-") == 0 &&
        (o->json || o->is_ascii || o->is_unicode))
        return cli_usage_error(command, "--svg - fills the output, without --json and text boards");
    if (o->picture.svg && o->pdn && o->number == 0)
        return cli_usage_error(command, "--svg of a file needs --game-number");
    return CLI_RUN;
}

/* Reads a word that is one of three; the index, or -1. */
static int read_choice(const char *word, const char *const names[3])
{
    for (int i = 0; i < 3; i++)
        if (names[i] && strcmp(word, names[i]) == 0)
            return i;
    return -1;
}

static int read_styles(const struct cli_command *command, struct show_options *o)
{
    static const char *const sides[3] = {"white", "black"};
    static const char *const whens[3] = {"auto", "always", "never"};
    const int below = read_choice(o->orientation, sides), when = read_choice(o->colour, whens);
    if (below < 0)
        return cli_usage_error(command, "option --orientation: '%s' is neither white nor black",
                               o->orientation);
    if (when < 0)
        return cli_usage_error(command, "option --colour: '%s' is not auto, always or never",
                               o->colour);
    o->below = (enum side)below;
    o->has_colour = when == 1 || (when == 0 && cli_has_colour(stdout));
    return picture_read(command, &o->picture);
}

static int run_show(const struct cli_command *self, int argc, char **argv)
{
    struct show_options o = {.orientation = "white", .colour = "auto", .picture = PICTURE_DEFAULTS};
    const struct cli_option options[] = {
        SETUP_OPTIONS(&o.setup),
        {"--ascii", CLI_FLAG, &o.is_ascii, 0, 0, NULL, "a text board in letters, the default"},
        {"--unicode", CLI_FLAG, &o.is_unicode, 0, 0, NULL, "with the signs that Unicode has"},
        {"--colour", CLI_TEXT, &o.colour, 0, 0, "WHEN", "of text: auto, always or never"},
        {"--orientation", CLI_TEXT, &o.orientation, 0, 0, "SIDE", "white or black sits below"},
        PICTURE_OPTIONS(&o.picture),
        {"--pdn", CLI_TEXT, &o.pdn, 0, 0, "FILE", "show the games of a PDN file (- is the input)"},
        {"--game-number", CLI_INTEGER, &o.number, 1, INT64_MAX, "N", "only game N of the file"},
        {"--as-pdn", CLI_FLAG, &o.as_pdn, 0, 0, NULL, "write PDN: the line, or the file's games"},
        {"--json", CLI_FLAG, &o.json, 0, 0, NULL, "write JSON, one object a line"},
    };
    int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv);
    if (code == CLI_RUN)
        code = check_options(self, &o);
    if (code == CLI_RUN)
        code = read_styles(self, &o);
    if (code != CLI_RUN)
        return code;
    if (o.picture.pieces)
        return picture_write_men(self, &o.picture, o.setup.game ? o.setup.game : games_get(0),
                                 o.json);
    return o.pdn ? show_file(self, &o) : show_options_line(self, &o);
}

const struct cli_command cmd_show = {
    .name = "show",
    .summary = "a position as a text board or a picture; games of PDN files",
    .run = run_show,
    .notes =
        "Text boards obey NO_COLOR and use colours on a terminal only. Unicode has no prince,\n"
        "camel and so on: those stay letters; of a pawn of Tamerlane chess the letter of its\n"
        "officer follows the sign.\n"
        "\n"
        "A picture (--svg) needs no fonts: men, coordinates and captions are drawn, and only a\n"
        "caption in a script other than Latin or Cyrillic uses a font of the viewer. It shows the\n"
        "last of --moves, and royals in check as the rules count it. Towers of Bashni are seen\n"
        "from the side, kings with gold, with the numbers of own pieces / prisoners.\n"
        "--arrows and --marks may begin with green:, red:, blue: or yellow:, marks then with\n"
        "ring:, dot:, cross: or square:. Inks of --palette: page text frame light dark\n"
        "palace-light palace-dark throne moved check white white-line white-detail black\n"
        "black-line black-detail crown label green red blue yellow. Where several pictures stand\n"
        "in one HTML page, give each another --id.\n"
        "\n"
        "--pieces writes WhitePawn.svg, BlackKing.svg and so on for XBoard's option -pid, under\n"
        "the names of the slots that Citadel assigns to the game's men; it prints which is which.\n"
        "\n"
        "PDN is the text form of draughts games, here of Bashni: [Variant \"Bashni\"], other "
        "starts\n"
        "by [SetUp \"1\"] and [FEN \"...\"], moves as a3:c5:a7. Of each game the final position "
        "is\n"
        "shown, with the number of plies and the result that its text gives. Comments, $ glyphs\n"
        "and variations are passed over; an illegal move is told with its line and column, and\n"
        "the exit status is 2. With --as-pdn the games are written canonically.\n"
        "\n"
        "JSON: {\"game\",\"fen\",\"side\",\"result\",\"checked\",\"key\",\"board\"}, \"checked\" "
        "being\n"
        "the squares in check; for games of a file also \"number\", \"moves\" and \"written\", "
        "the\n"
        "result in the text.\n",
    .examples =
        "citadel show\n"
        "citadel show --moves \"e2e4 e8e6\"\n"
        "citadel show --game tamerlane --option Setup=feminine --unicode --orientation black\n"
        "citadel show --game belarusian-noble --fen \"a7k/9/9/9/9/4R4/9/9/A7K w - 0 1\" --json\n"
        "citadel show --moves e2e4 e8e6 --arrows e4e5 red:d9d6 --marks blue:e5 --svg -\n"
        "citadel show --game bashni --moves c3-b4 b6-c5 b4-a5 --sheet 2 --theme dark --svg -\n"
        "citadel show --game bashni --moves c3-b4 b6-c5 b4-a5 --as-pdn\n"
        "printf '1. c3-b4 b6-c5 {a comment} *' | citadel show --pdn -\n",
};
