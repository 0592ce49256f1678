/* What perft --stats tells apart in Bashni. */
#include "engine/games/bashni/rules.h"

enum column {
    CAPTURES,   /* moves that capture */
    JUMPS,      /* towers jumped by them */
    PROMOTIONS, /* in the middle of a capture, too */
    WINS,       /* the opponent has no move (section 7.1) */
    COLUMN_NB
};

const char *const bas_stats_names[] = {"captures", "jumps", "promotions", "wins", NULL};
_Static_assert(sizeof bas_stats_names / sizeof *bas_stats_names == COLUMN_NB + 1, "a name each");

void bas_count_stats(const struct position *pos, const struct move_entry *e, const void *undo,
                     uint64_t *columns)
{
    (void)undo;
    columns[CAPTURES] += e->path != 0;
    columns[JUMPS] += path_count(e->path);
    columns[PROMOTIONS] += e->becomes != NO_CLASS;
    columns[WINS] += bas_count(pos) == 0;
}
