/* match_replay.h - checks the record of a game against the rules, move by move: that every move was
 * legal, that the game ended when it was over and not before, that its result is the one it must
 * have, that clocks were kept rightly and forfeits declared with reason.
 *
 * It shares no code with the referee but the rules themselves and the test of scores, so that a
 * fault of the referee does not confirm itself. That an engine crashed, resigned or was silent is
 * taken from the record. */
#ifndef CITADEL_TOOLS_MATCH_REPLAY_H
#define CITADEL_TOOLS_MATCH_REPLAY_H

#include "tools/match_record.h"

/* True if the game is as it should be; else `why`, of RECORD_ERROR_MAX bytes, tells the first thing
 * that is not. */
bool replay_game(const struct record_terms *terms, const struct match_game *g, char *why);

/* A whole record, line by line. */
struct replay_callbacks {
    void *context;
    /* The terms, before all games; valid until replay_record returns. `line` is their tree. False:
     * `why` says what is wrong with them. May be NULL. */
    bool (*on_terms)(void *context, const struct json_value *line, char *why);
    /* A game. why: NULL if it is as it should be. What it keeps of g it copies. May be NULL. */
    void (*on_game)(void *context, size_t line, const struct match_game *g, const char *why);
    /* A line that holds no game. */
    void (*on_bad_line)(void *context, size_t line, const char *why);
};

enum replay_status {
    REPLAY_DONE,
    REPLAY_NO_RECORD, /* the file is empty but for a torn line */
    REPLAY_BAD_TERMS, /* `why` */
    REPLAY_IO         /* errno */
};

/* The file is read from where it stands. Games given twice and pairs of two openings are faults of
 * the later game. *end is the offset behind the last whole line, *is_torn whether more follows.
 * `why` has RECORD_ERROR_MAX bytes. */
enum replay_status replay_record(FILE *file, const struct replay_callbacks *callbacks, long *end,
                                 bool *is_torn, char *why);

#endif
