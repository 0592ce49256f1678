/* analyse_html.h - what the files of the HTML report share. */
#ifndef CITADEL_TOOLS_ANALYSE_HTML_H
#define CITADEL_TOOLS_ANALYSE_HTML_H

#include "tools/analyse.h"
#include "tools/board_svg.h"

/* The report while it is written. */
struct report {
    FILE *out;
    const struct analysis *a;
    const struct board_theme *theme;
};

/* The anchor of a position, without "#". */
enum { REPORT_ANCHOR_MAX = 32 };
const char *report_anchor(const struct report *r, const struct batch_item *item, char *out);

/* What led to a position: the move with its number and mark, "12... Ve3-d5?", or what else it is
 * called; "" if nothing. */
enum { REPORT_TITLE_MAX = 2 * MOVE_TEXT_MAX };
const char *report_title(const struct report *r, const struct batch_item *item, char *out);

/* The CSS class of a mark. */
const char *report_mark_class(int mark);

/* Writes a board; `move` is the one that led to it from `before`, NULL: none. `best` is shown as an
 * arrow; MOVE_NONE: none. */
void report_board(const struct report *r, const struct position *pos, const struct position *before,
                  move_t move, move_t best, unsigned square_px);

/* The curve of a game: chances of White by move, each move a link to its position
 * (analyse_chart.c). */
void report_chart(const struct report *r, const struct batch_game *g);

#endif
