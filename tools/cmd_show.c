/* The command `show`: a position as people read it. */
#include "engine/position.h"
#include "tools/cli.h"
#include "tools/json.h"
#include "tools/setup.h"

#include <inttypes.h>
#include <stdlib.h>

static void print_json(const struct position *pos, const char *fen, const char *board)
{
    char key[20];
    struct json j;
    snprintf(key, sizeof key, "%016" PRIx64, (uint64_t)pos->key);
    json_begin(&j, stdout);
    json_text(&j, "game", pos->game->name);
    json_text(&j, "fen", fen);
    json_text(&j, "side", pos->side == WHITE ? "white" : "black");
    json_text(&j, "result", pos->game->result(pos).word);
    json_text(&j, "key", key);
    json_text(&j, "board", board);
    json_end(&j);
}

static int run_show(const struct cli_command *self, int argc, char **argv)
{
    struct setup setup = {0};
    bool as_json = false;
    const struct cli_option options[] = {
        SETUP_OPTIONS(&setup),
        {"--json", CLI_FLAG, &as_json, 0, 0, NULL, "write one JSON object"},
    };
    int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv);
    struct position *pos;
    if (code == CLI_RUN)
        code = setup_position(self, &setup, &pos);
    if (code != CLI_RUN)
        return code;

    char *board = malloc(GAME_TEXT_MAX);
    if (!board) {
        pos_free(pos);
        return cli_error(self, CLI_IO, "out of memory");
    }
    char fen[GAME_FEN_MAX];
    pos->game->diagram(pos, board);
    pos->game->format(pos, fen);
    if (as_json)
        print_json(pos, fen, board);
    else
        printf("%s\ngame: %s\nfen: %s\nside: %s\nresult: %s\nkey: %016" PRIx64 "\n", board,
               pos->game->name, fen, pos->side == WHITE ? "white" : "black",
               pos->game->result(pos).word, (uint64_t)pos->key);
    free(board);
    pos_free(pos);
    return CLI_OK;
}

const struct cli_command cmd_show = {
    .name = "show",
    .summary = "a position as a text board, with its state",
    .run = run_show,
    .notes = "JSON: {\"game\",\"fen\",\"side\",\"result\",\"key\",\"board\"}.\n",
    .examples =
        "citadel show\n"
        "citadel show --moves \"e2e4 e8e6\"\n"
        "citadel show --game belarusian-noble --fen \"a7k/9/9/9/9/4R4/9/9/A7K w - 0 1\" --json\n",
};
