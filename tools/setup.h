/* setup.h - positions from text for all commands, and what is said about them: the options --game,
 * --fen and --moves, playing moves, sorted move lists, how a line ends. */
#ifndef CITADEL_TOOLS_SETUP_H
#define CITADEL_TOOLS_SETUP_H

#include "engine/game.h"
#include "tools/cli.h"

#include <stdbool.h>
#include <stddef.h>

/* The values of the four options; those not given are NULL or empty. */
struct setup {
    const struct game *game;
    struct cli_words options; /* NAME=VALUE */
    const char *fen;
    struct cli_words moves;
};

/* The four rows of an option table; `s` is a struct setup. */
#define SETUP_OPTIONS(s)                                                                           \
    {"--game", CLI_GAME, &(s)->game, 0, 0, "NAME", "the game; the default is belarusian"},         \
        {"--option", CLI_WORDS, &(s)->options, 0, 0, "NAME=VALUE", "rule options of the game"},    \
        {"--fen", CLI_TEXT, &(s)->fen, 0, 0, "FEN", "the position; the default is the start"},     \
    {                                                                                              \
        "--moves", CLI_WORDS, &(s)->moves, 0, 0, "MOVES", "moves to play first"                    \
    }

/* The position of the options. On success CLI_RUN and a position that the caller frees; else an
 * exit code, everything being said. */
int setup_position(const struct cli_command *command, const struct setup *s, struct position **out);

/* Plays one move given as text in engine notation. ENGINE_BAD_MOVE, ENGINE_NO_MEMORY. */
enum engine_status setup_play(struct position *pos, const char *text);
/* Plays a legal move. ENGINE_NO_MEMORY. */
enum engine_status setup_make(struct position *pos, const struct move_entry *move);

/* Legal moves of the position, the words of `option`; the caller frees *out, also after a failure.
 * CLI_RUN, or an exit code, everything being said. */
int setup_read_moves(const struct cli_command *command, const char *option,
                     const struct position *pos, const struct cli_words *words, move_t **out,
                     size_t *nb);

/* All legal moves in engine notation, sorted bytewise; the caller frees the text. NULL if memory is
 * short. */
struct setup_move {
    char text[MOVE_TEXT_MAX];
    move_t move;
};
struct setup_move *setup_legal_moves(const struct position *pos, size_t *nb);

/* Plays the first moves of a line on pos as long as they are legal; returns how many were. */
int setup_replay(struct position *pos, const move_t *line, int nb);

/* The last move of a line of nb moves from start to end, for pictures of it; false if it has none,
 * or if memory is short. */
struct board_move;
bool setup_last_move(const struct position *start, const move_t *moves, size_t nb,
                     const struct position *end, struct board_move *out);

/* How the winning or losing line `pv` ends, played from pos: the outcome as an arbiter gives it, or
 * none if the line stops too early to tell. A win that only shows at the start of the winner's next
 * turn is found even if the line omits the loser's meaningless reply. */
struct game_result setup_line_end(const struct position *pos, const move_t *pv, int nb);

/* score_win_moves for programs that read it: a side that loses whatever it plays, without another
 * move of the winner, is told -1, since 0 would mean that the game is over. */
int setup_win_moves(score_t score);

/* "+0.35", or "win in 3 (throne)", "loss in 2 (mate)"; the way is omitted if "". */
enum { SETUP_SCORE_MAX = 64 };
const char *setup_score_text(score_t score, const char *way, char *out);

const char *setup_side_name(unsigned side);

#endif
