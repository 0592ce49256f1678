/* match_journal.h - the record file of a running match: made, or found and continued. */
#ifndef CITADEL_TOOLS_MATCH_JOURNAL_H
#define CITADEL_TOOLS_MATCH_JOURNAL_H

#include "tools/match_game.h"
#include "tools/match_record.h"

#include <stdbool.h>
#include <stddef.h>

enum { JOURNAL_ERROR_MAX = 1024 };

struct journal {
    int fd; /* -1: closed */
    const char *path;
    /* Games of earlier runs, without their plies; their openings are owned. */
    struct match_game *past;
    size_t past_nb, past_cap;
    bool was_torn; /* a last line that was not whole has been cut off */
    /* While it is opened. */
    const char *terms; /* as this match writes them */
    char *error;
    bool has_fault;
};

enum journal_status { JOURNAL_OK, JOURNAL_REFUSED, JOURNAL_IO };

/* Opens the record at `path` and locks it against other matches. With `resume`, the games of an
 * existing record are checked (match_replay.h) and kept in `past`; its terms must be `terms`, the
 * line that this match would write. Without, a file that exists and is not empty is refused.
 * JOURNAL_REFUSED, JOURNAL_IO: `error`, of JOURNAL_ERROR_MAX bytes, says why; journal_close is due
 * in any case. */
enum journal_status journal_open(struct journal *j, const char *path, const char *terms,
                                 bool resume, char *error);
void journal_close(struct journal *j);

/* Writes a game down for good. False: errno says why. */
bool journal_add(struct journal *j, const struct match_game *g);

#endif
