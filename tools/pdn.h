/* pdn.h - recorded games of Bashni in PDN: tags with [Variant "Bashni"] and no GameType, since
 * Bashni has no number there; other starts by FEN; moves in game notation (RULES.md 8.3). And games
 * of chess in PDN's sister PGN, with these tags:
 *
 *   [Variant "tamerlane"]   the game's name, or its title
 *   [Rules "Setup=third"]   values of rule options that are not the usual ones, if any
 *   [SetUp "1"] [FEN "..."] a start that is not the game's own under these rules, if any
 *
 * Their moves are read in engine notation and in the notation for people (notation.h).
 *
 * Reading is strict about what makes a game, its tags and moves, and says where the fault is; it
 * passes over comments, glyphs and variations. Writing is canonical: what was written, read and
 * written again has the same bytes. */
#ifndef CITADEL_TOOLS_PDN_H
#define CITADEL_TOOLS_PDN_H

#include "engine/game.h"
#include "tools/gametext.h"

#include <stdbool.h>

struct pdn_tag {
    char *name;
    char *value;
};

/* All zero is the empty game; pdn_fini frees what it owns. */
struct pdn_game {
    struct pdn_tag *tags; /* as read, in order */
    size_t tags_nb;
    struct position *start; /* before the first move */
    struct position *end;   /* after the last */
    move_t *moves;
    size_t moves_nb;
    enum gametext_result result; /* as written in the game's text, else in its tag */
};

void pdn_fini(struct pdn_game *g);

/* Empties the game and sets its start, copied. ENGINE_NO_MEMORY. */
enum engine_status pdn_start(struct pdn_game *g, const struct position *start);
/* Adds a move to a game with a start. ENGINE_BAD_MOVE, ENGINE_NO_MEMORY. */
enum engine_status pdn_play(struct pdn_game *g, const char *move);

/* What a file says of a game that ended, or did not, at pos: by the rules. */
enum gametext_result pdn_result_of(const struct position *pos);

/* The value of a tag, names compared without regard to case; NULL if there is none. */
const char *pdn_tag(const struct pdn_game *g, const char *name);

enum pdn_status {
    PDN_GAME,
    PDN_BAD_GAME, /* the fault spoils this game only; reading can go on */
    PDN_BAD_TEXT, /* what comes after the fault cannot be told apart */
    PDN_END,      /* no further game */
    PDN_NO_MEMORY
};

struct pdn_fault {
    size_t line, column; /* from 1 */
    char what[160];      /* one sentence without a full stop */
};

struct pdn_reader {
    struct gametext text;
    const struct game *usual; /* of games that name no variant; NULL: only Bashni is read */
};

/* `text` is the whole file; it must outlive the reader. Only Bashni is read. */
void pdn_begin(struct pdn_reader *r, const char *text);
/* The same for games of all kinds. */
void pdn_begin_any(struct pdn_reader *r, const char *text, const struct game *usual);
/* The next game, in `out`, which the caller has to finish whatever the status. */
enum pdn_status pdn_next(struct pdn_reader *r, struct pdn_game *out, struct pdn_fault *fault);

/* Writes a game with a start, and an empty line behind it. */
enum engine_status pdn_write(const struct pdn_game *g, FILE *out);

/* The same with something added behind the moves: `add` is called with the number of each move,
 * from 0, after it is written, and may write words that readers pass over: comments, glyphs,
 * variations. */
struct pdn_notes {
    void (*add)(void *context, size_t number, struct gametext_writer *w);
    void *context;
};
enum engine_status pdn_write_notes(const struct pdn_game *g, const struct pdn_notes *notes,
                                   FILE *out);

#endif
