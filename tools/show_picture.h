/* show_picture.h - the pictures of `citadel show`: their options, a board, the boards of a line as
 * several files or one sheet, and the men as files for XBoard. */
#ifndef CITADEL_TOOLS_SHOW_PICTURE_H
#define CITADEL_TOOLS_SHOW_PICTURE_H

#include "tools/board_svg.h"
#include "tools/cli.h"
#include "tools/pdn.h"

/* The values of the options, as given, and what picture_read makes of them. */
struct picture_options {
    const char *svg;    /* the file, "-" for standard output; NULL: no picture */
    const char *pieces; /* the folder for XBoard's men; NULL: none */
    bool is_sequence;   /* a picture of each position of the line */
    int64_t sheet;      /* all positions of the line in one picture, so many in a row; 0: no */
    int64_t square_px;
    const char *theme;
    struct cli_words palette, arrows, marks;
    const char *caption;
    const char *id;
    bool hides_coordinates, hides_last_move;
    struct board_theme colours; /* read */
};

#define PICTURE_DEFAULTS                                                                           \
    {                                                                                              \
        .square_px = 48, .theme = "light", .id = "board"                                           \
    }

/* The rows of an option table; `p` is a struct picture_options. */
#define PICTURE_OPTIONS(p)                                                                         \
    {"--svg", CLI_TEXT, &(p)->svg, 0, 0, "FILE", "write an SVG picture (- is the output)"},        \
        {"--sequence",                                                                             \
         CLI_FLAG,                                                                                 \
         &(p)->is_sequence,                                                                        \
         0,                                                                                        \
         0,                                                                                        \
         NULL,                                                                                     \
         "a picture of each position of the line: FILE-000.svg"},                                  \
        {"--sheet",                                                                                \
         CLI_INTEGER,                                                                              \
         &(p)->sheet,                                                                              \
         1,                                                                                        \
         20,                                                                                       \
         "COLUMNS",                                                                                \
         "all positions of the line in one picture"},                                              \
        {"--size",                                                                                 \
         CLI_INTEGER,                                                                              \
         &(p)->square_px,                                                                          \
         BOARD_SQUARE_PX_MIN,                                                                      \
         BOARD_SQUARE_PX_MAX,                                                                      \
         "N",                                                                                      \
         "pixels of a square's side"},                                                             \
        {"--theme", CLI_TEXT, &(p)->theme, 0, 0, "NAME", "light or dark"},                         \
        {"--palette", CLI_WORDS, &(p)->palette, 0, 0, "INK=#RRGGBB", "other colours, see below"},  \
        {"--caption", CLI_TEXT, &(p)->caption, 0, 0, "TEXT", "text under the board"},              \
        {"--arrows", CLI_WORDS, &(p)->arrows, 0, 0, "ARROWS", "e2e4 red:d7d5 blue:c3e5g7"},        \
        {"--marks", CLI_WORDS, &(p)->marks, 0, 0, "MARKS", "e5 red:cross:d4; ring, dot, square"},  \
        {"--no-coordinates",     CLI_FLAG, &(p)->hides_coordinates, 0, 0, NULL,                    \
         "squares without names"},                                                                 \
        {"--no-last-move",                                                                         \
         CLI_FLAG,                                                                                 \
         &(p)->hides_last_move,                                                                    \
         0,                                                                                        \
         0,                                                                                        \
         NULL,                                                                                     \
         "do not colour the last move"},                                                           \
        {"--id", CLI_TEXT, &(p)->id, 0, 0, "WORD", "what the picture's ids begin with"},           \
    {                                                                                              \
        "--pieces", CLI_TEXT, &(p)->pieces, 0, 0, "FOLDER", "write the men as XBoard wants them"   \
    }

/* Checks all options that do not depend on the position. CLI_RUN or CLI_USAGE. */
int picture_read(const struct cli_command *command, struct picture_options *o);

/* Writes the picture or pictures of a game's line; `is_quiet` leaves out which files there are. An
 * exit code. */
int picture_write(const struct cli_command *command, const struct picture_options *o,
                  const struct pdn_game *line, enum side below, bool is_quiet);

/* Writes all men of the game into the folder, which is made if it is not there. An exit code. */
int picture_write_men(const struct cli_command *command, const struct picture_options *o,
                      const struct game *game, bool is_quiet);

#endif
