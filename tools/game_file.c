#include "tools/game_file.h"

#include "tools/outfile.h"
#include "tools/textfile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Writing ------------------------------------------------------------------------------- */

/* 0, or an errno value; the file is whole or not there. */
static int write_file(const struct pdn_game *game, const char *path)
{
    struct outfile out;
    if (!outfile_open(&out, path))
        return errno;
    if (pdn_write(game, out.file) != ENGINE_OK) {
        outfile_abandon(&out);
        return ENOMEM;
    }
    return outfile_finish(&out) ? 0 : errno;
}

int game_file_save(const char *path, const struct game_line *line, const struct position *pos,
                   const struct game_names *names)
{
    char unknown[] = "?", white[] = "White", black[] = "Black";
    char *first = strdup(names->white ? names->white : unknown);
    char *second = strdup(names->black ? names->black : unknown);
    struct pdn_tag tags[] = {{white, first}, {black, second}};
    /* All of it is only lent: pdn_write changes nothing. */
    const struct pdn_game game = {
        .tags = tags,
        .tags_nb = sizeof tags / sizeof *tags,
        .start = line->start,
        .moves = line->moves,
        .moves_nb = line->nb,
        .result = pdn_result_of(pos),
    };
    const int error = first && second ? write_file(&game, path) : ENOMEM;
    free(first);
    free(second);
    return error;
}

/* ---- Reading ------------------------------------------------------------------------------- */

/* Takes over the game as a line and the position at its end. */
static enum engine_status take(const struct pdn_game *game, struct game_line *line,
                               struct position **pos)
{
    struct game_line l = {0};
    struct position *end = pos_new_like(game->start);
    enum engine_status status = end ? pos_copy(end, game->start) : ENGINE_NO_MEMORY;
    if (status == ENGINE_OK)
        status = game_line_start(&l, game->start);
    for (size_t i = 0; i < game->moves_nb && status == ENGINE_OK; i++) {
        struct move_entry move;
        status = end->game->resolve(end, game->moves[i], &move) ? game_line_play(&l, end, &move)
                                                                : ENGINE_BAD_MOVE;
    }
    if (status != ENGINE_OK) {
        game_line_fini(&l);
        pos_free(end);
        return status;
    }
    game_line_fini(line);
    pos_free(*pos);
    *line = l;
    *pos = end;
    return ENGINE_OK;
}

enum engine_status game_file_load(const char *path, struct game_line *line, struct position **pos,
                                  struct pdn_fault *fault)
{
    size_t length;
    char *text = textfile_read(path, &length);
    if (!text)
        return errno == ENOMEM ? ENGINE_NO_MEMORY : ENGINE_BAD_ARGUMENT;
    enum engine_status status = ENGINE_BAD_POSITION;
    *fault = (struct pdn_fault){.line = 1, .column = 1, .what = "there is no game"};
    if (strlen(text) != length) {
        snprintf(fault->what, sizeof fault->what, "this is no text, it has a zero byte");
    } else {
        struct pdn_reader reader;
        struct pdn_game game;
        pdn_begin_any(&reader, text, games_get(0));
        const enum pdn_status found = pdn_next(&reader, &game, fault);
        if (found == PDN_GAME)
            status = take(&game, line, pos);
        else if (found == PDN_NO_MEMORY)
            status = ENGINE_NO_MEMORY;
        pdn_fini(&game);
    }
    free(text);
    return status;
}
