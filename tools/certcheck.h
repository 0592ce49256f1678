/* certcheck.h - replays a certificate (see certificate.h) and says what it proves.
 *
 * It knows the rules and nothing of the solver: every move of the proof is played, every legal
 * reply must be answered, every end of the game is the rules' own word. There is no search in it,
 * so that a claim stands on the rules module and these few lines alone. */
#ifndef CITADEL_TOOLS_CERTCHECK_H
#define CITADEL_TOOLS_CERTCHECK_H

#include "engine/game.h"

#include <stddef.h>

enum { CERTCHECK_TEXT_MAX = 256 };

/* What a valid certificate proves. */
struct certcheck_claim {
    const struct game *game;
    char fen[GAME_FEN_MAX];
    char aim[CERTCHECK_TEXT_MAX]; /* for people: "White wins in 3", "Black draws (citadel) in 2" */
    int moves;                    /* the longest of its keys needs; 0: there is no length */
    bool is_refuted;              /* the aim is proved not to be reached in `moves` */
    char *keys; /* moves separated by commas; the caller frees it; NULL if is_refuted */
    unsigned nodes;
    unsigned long long positions; /* replayed */
};

/* Replays the certificate of `size` bytes. False: it is no valid certificate; *line is the number
 * of the line at fault (0: the file as a whole) and `why` says what is wrong. */
bool certcheck(const char *text, size_t size, struct certcheck_claim *claim, size_t *line,
               char why[CERTCHECK_TEXT_MAX]);

#endif
