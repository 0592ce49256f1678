/* foreign.h - positions and moves in the dialect of an engine that knows a similar game only: other
 * letters for the men, other fields. */
#ifndef CITADEL_TOOLS_FOREIGN_H
#define CITADEL_TOOLS_FOREIGN_H

#include "engine/game.h"
#include "engine/move.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    FOREIGN_LETTERS_MAX = 128,
    FOREIGN_PART_MAX = 16, /* bytes of one side of an entry with its NUL */
    FOREIGN_FEN_MAX = 4096,
    FOREIGN_MOVE_MAX = 256,
    FOREIGN_ERROR_MAX = 192
};

struct foreign_letter {
    char ours[FOREIGN_PART_MAX], theirs[FOREIGN_PART_MAX];
    int field; /* of the position text, from 1 */
};

/* With no letters and no form everything stays as it is. */
struct foreign {
    struct foreign_letter letters[FOREIGN_LETTERS_MAX];
    size_t nb;
    const char *form; /* the caller's; NULL: the fields as they are */
};

/* letters: "A=K,.P=P,3:I=K": in field 1, the board, and in moves, A becomes K; in field 3 I becomes
 * K. The longest entry that fits is taken. An entry stands for its lower-case letters too, unless
 * these have an entry of their own. form: the fields in their order, "%1 %2 %3 - %4 %5"; %% is a
 * percent sign. Both may be NULL. False: `error`, of FOREIGN_ERROR_MAX bytes, says why. */
bool foreign_init(struct foreign *f, const char *letters, const char *form, char *error);

/* Our position text in their dialect; `out` has FOREIGN_FEN_MAX bytes. Returns out. */
const char *foreign_fen(const struct foreign *f, const char *fen, char *out);
/* A move of ours, of less than MOVE_TEXT_MAX bytes: squares, a letter and a number, stay as they
 * are. `out` has FOREIGN_MOVE_MAX bytes. Returns out. */
const char *foreign_move(const struct foreign *f, const char *move, char *out);

#endif
