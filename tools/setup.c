#include "tools/setup.h"

#include "engine/position.h"
#include "tools/board_layout.h"
#include "tools/epd.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGN = 64, RESERVE_PLIES = 256, WORD_MAX = 128 };

static void *undo_new(const struct game *game)
{
    return aligned_alloc(ALIGN, (game->undo_size / ALIGN + 1) * ALIGN);
}

enum engine_status setup_make(struct position *pos, const struct move_entry *move)
{
    /* By blocks, so that a game of thousands of moves does not reallocate at each. */
    if (pos->history_nb == pos->history_cap &&
        pos_reserve(pos, pos->history_nb + RESERVE_PLIES) != ENGINE_OK)
        return ENGINE_NO_MEMORY;
    void *undo = undo_new(pos->game);
    if (!undo)
        return ENGINE_NO_MEMORY;
    pos->game->make(pos, move, undo);
    free(undo);
    return ENGINE_OK;
}

enum engine_status setup_play(struct position *pos, const char *text)
{
    struct move_entry entry;
    const enum engine_status status = pos->game->move_parse(pos, text, &entry);
    return status == ENGINE_OK ? setup_make(pos, &entry) : status;
}

/* Plays the words of one argument; *count counts the moves for messages. */
static int play_words(const struct cli_command *command, struct position *pos, const char *text,
                      int *count)
{
    static const char blanks[] = " \t,";
    for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
        const size_t length = strcspn(text, blanks);
        char word[WORD_MAX];
        snprintf(word, sizeof word, "%.*s", (int)(length < WORD_MAX ? length : WORD_MAX - 1), text);
        ++*count;
        const enum engine_status status =
            length < WORD_MAX ? setup_play(pos, word) : ENGINE_BAD_MOVE;
        if (status == ENGINE_NO_MEMORY)
            return cli_error(command, CLI_IO, "out of memory");
        if (status != ENGINE_OK) {
            char fen[GAME_FEN_MAX];
            pos->game->format(pos, fen);
            return cli_usage_error(command, "option --moves: move %d, '%s', is not legal in %s",
                                   *count, word, fen);
        }
        text += length;
    }
    return CLI_RUN;
}

/* Options are words NAME=VALUE. CLI_RUN, or an exit code, everything being said. */
static int set_options(const struct cli_command *command, struct position *pos,
                       const struct cli_words *words)
{
    char word[128], list[512];
    for (int i = 0; i < words->nb; i++) {
        snprintf(word, sizeof word, "%s", words->first[i]);
        char *value = strchr(word, '=');
        if (value)
            *value++ = '\0';
        if (!value || pos_set_option(pos, word, value) != ENGINE_OK)
            return cli_usage_error(
                command, "option --option: '%s' is no option of %s; there are: %s", words->first[i],
                pos->game->name, cli_game_options(pos->game, list, sizeof list));
    }
    return pos_reset(pos) == ENGINE_OK ? CLI_RUN : cli_error(command, CLI_IO, "out of memory");
}

static int refuse_fen(const struct cli_command *command, const struct setup *s,
                      const struct text_error *error)
{
    char *fen = strdup(s->fen);
    const struct game *other =
        fen ? epd_other_game(&(struct suite_record){.fen = fen}, s->game) : NULL;
    free(fen);
    return other ? cli_usage_error(command,
                                   "option --fen: this is a position of %s: --game %s is needed",
                                   other->name, other->name)
                 : cli_text_error(command, "option --fen", s->fen, error);
}

int setup_position(const struct cli_command *command, const struct setup *s, struct position **out)
{
    struct text_error error;
    struct position *pos = pos_new(s->game ? s->game : games_get(0));
    if (!pos)
        return cli_error(command, CLI_IO, "out of memory");
    int code = set_options(command, pos, &s->options);
    const enum engine_status status =
        s->fen && code == CLI_RUN ? pos_set(pos, s->fen, &error) : ENGINE_OK;
    if (status == ENGINE_NO_MEMORY)
        code = cli_error(command, CLI_IO, "out of memory");
    else if (status != ENGINE_OK)
        code = refuse_fen(command, s, &error);
    int count = 0;
    for (int i = 0; i < s->moves.nb && code == CLI_RUN; i++)
        code = play_words(command, pos, s->moves.first[i], &count);
    if (code == CLI_RUN)
        *out = pos;
    else
        pos_free(pos);
    return code;
}

int setup_read_moves(const struct cli_command *command, const char *option,
                     const struct position *pos, const struct cli_words *words, move_t **out,
                     size_t *nb)
{
    size_t bytes = 1;
    for (int i = 0; i < words->nb; i++)
        bytes += strlen(words->first[i]);
    *nb = 0;
    *out = malloc(bytes * sizeof **out);
    if (!*out)
        return cli_error(command, CLI_IO, "out of memory");
    for (int i = 0; i < words->nb; i++) {
        static const char blanks[] = " \t,";
        const char *text = words->first[i];
        for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
            char word[MOVE_TEXT_MAX];
            struct move_entry entry;
            const size_t length = strcspn(text, blanks);
            snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : 0), text);
            if (pos->game->move_parse(pos, word, &entry) != ENGINE_OK)
                return cli_usage_error(command, "option %s: '%.*s' is not legal here", option,
                                       (int)(length < 40 ? length : 40), text);
            (*out)[(*nb)++] = entry.move;
            text += length;
        }
    }
    return CLI_RUN;
}

static int compare_moves(const void *a, const void *b)
{
    return strcmp(((const struct setup_move *)a)->text, ((const struct setup_move *)b)->text);
}

struct setup_move *setup_legal_moves(const struct position *pos, size_t *nb)
{
    const struct game *game = pos->game;
    struct move_entry *list = malloc(game->moves_max * sizeof *list);
    struct setup_move *moves = NULL;
    if (list) {
        const size_t count = (size_t)(game->generate(pos, GEN_ALL, list) - list);
        moves = malloc((count + 1) * sizeof *moves);
        for (size_t i = 0; i < count && moves; i++) {
            moves[i].move = list[i].move;
            game->move_format(pos, list[i].move, moves[i].text);
        }
        if (moves) {
            qsort(moves, count, sizeof *moves, compare_moves);
            *nb = count;
        }
    }
    free(list);
    return moves;
}

int setup_replay(struct position *pos, const move_t *line, int nb)
{
    for (int i = 0; i < nb; i++) {
        struct move_entry entry;
        if (!pos->game->resolve(pos, line[i], &entry) || setup_make(pos, &entry) != ENGINE_OK)
            return i;
    }
    return nb;
}

bool setup_last_move(const struct position *start, const move_t *moves, size_t nb,
                     const struct position *end, struct board_move *out)
{
    struct position *before = pos_new_like(start);
    const int earlier = (int)nb - 1;
    const bool is_found = before && earlier >= 0 && pos_copy(before, start) == ENGINE_OK &&
                          setup_replay(before, moves, earlier) == earlier;
    if (is_found)
        board_move_of(before, moves[earlier], end, out);
    pos_free(before);
    return is_found;
}

/* If every legal reply ends the game as a loss of the side to move: the result after the first.
 * Else no result. */
static struct game_result forced_end(const struct position *pos)
{
    const struct game_result none = {OUTCOME_NONE, "", "none"};
    const enum outcome lost = pos->side == WHITE ? OUTCOME_BLACK_WINS : OUTCOME_WHITE_WINS;
    struct game_result first = none;
    struct position *next = pos_new_like(pos);
    struct move_entry *list = malloc(pos->game->moves_max * sizeof *list);
    if (next && list) {
        const struct move_entry *end = pos->game->generate(pos, GEN_ALL, list);
        for (const struct move_entry *m = list; m < end; m++) {
            if (pos_copy(next, pos) != ENGINE_OK || setup_make(next, m) != ENGINE_OK)
                break;
            const struct game_result result = pos->game->result(next);
            if (result.outcome != lost) {
                first = none;
                break;
            }
            if (m == list)
                first = result;
        }
    }
    free(list);
    pos_free(next);
    return first;
}

struct game_result setup_line_end(const struct position *pos, const move_t *pv, int nb)
{
    struct game_result result = {OUTCOME_NONE, "", "none"};
    struct position *end = pos_new_like(pos);
    if (end && pos_copy(end, pos) == ENGINE_OK && setup_replay(end, pv, nb) == nb) {
        result = pos->game->result(end);
        if (result.outcome == OUTCOME_NONE)
            result = forced_end(end);
    }
    pos_free(end);
    return result;
}

int setup_win_moves(score_t score)
{
    const int moves = score_win_moves(score);
    return moves == 0 && score < 0 ? -1 : moves;
}

const char *setup_score_text(score_t score, const char *way, char *out)
{
    const bool has_way = way[0] != '\0';
    if (score_is_decisive(score)) {
        const int moves = abs(score_win_moves(score));
        char when[24] = "";
        /* No more moves of the winner are needed: whatever the loser plays, it is over then. */
        if (moves > 0)
            snprintf(when, sizeof when, " in %d", moves);
        snprintf(out, SETUP_SCORE_MAX, "%s%s%s%s%s",
                 moves == 0  ? (score > 0 ? "won" : "lost after any move")
                 : score > 0 ? "win"
                             : "loss",
                 when, has_way ? " (" : "", way, has_way ? ")" : "");
    } else {
        snprintf(out, SETUP_SCORE_MAX, "%s%d.%02d", score < 0 ? "-" : "+", abs(score) / 100,
                 abs(score) % 100);
    }
    return out;
}

const char *setup_side_name(unsigned side)
{
    return side == WHITE ? "White" : "Black";
}
