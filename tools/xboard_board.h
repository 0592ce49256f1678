/* xboard_board.h - the chess games as XBoard sees them: squares, position text, moves, and the
 * commands that tell it about a board it does not know.
 *
 * XBoard has a rectangle of squares. Where a game has more, the rectangle is one column wider on
 * either side, with holes, and all files shift by one; boards of ten ranks count them from 0. It
 * moves pictures by simple rules of its own: a man goes from one square to another, what stood
 * there is gone, a letter behind the move says what the man becomes, and a move of two legs also
 * clears the square between them. What our moves do beyond that is told to it by these means:
 *
 *   a man changes where it stands            d1d2,d2d1a   by an empty square and back
 *   a man goes on after its arrival          d8e9,e9g2y   two legs, both captured men go
 *   king and man change places               the man becomes the king where it stands ...
 *   the king goes to its partner's square,
 *     the partner elsewhere                  the king goes elsewhere and becomes the partner ...
 *
 * and the man on the other square looks wrong ("stale") until it moves, when a letter puts it
 * right. Only the last two leave a stale square. All functions are pure but for their outputs. */
#ifndef CITADEL_TOOLS_XBOARD_BOARD_H
#define CITADEL_TOOLS_XBOARD_BOARD_H

#include "bitboards/bb.h"
#include "engine/game.h"

#include <stdbool.h>
#include <stdio.h>

enum { XBOARD_MOVE_MAX = 32, XBOARD_FEN_MAX = 512, XBOARD_SQUARE_MAX = 8 };

/* Can XBoard show this game? */
bool xboard_shows(const struct game *game);

/* The names of those games, separated by commas. Returns out. */
const char *xboard_variants(char *out, size_t size);

/* Writes the lines that answer `variant`: setup with the start position, and the pieces. */
void xboard_write_setup(FILE *out, const struct position *start);

/* Name of a square, at most XBOARD_SQUARE_MAX bytes with NUL. */
void xboard_square(const struct game *game, unsigned sq, char *out);
/* Reads a square at the start of text; the number of bytes, 0 if there is none. */
size_t xboard_read_square(const struct game *game, const char *text, unsigned *sq);

/* Position text as XBoard writes it, at most XBOARD_FEN_MAX bytes with NUL. */
void xboard_fen(const struct position *pos, char *out);
/* Sets pos from such a text or from the game's own. XBoard's has no place for some rights: those
 * that the placement allows are taken to exist, as XBoard takes castling rights. On
 * ENGINE_BAD_POSITION *error, whose offset counts in the game's own text; pos is unchanged. */
enum engine_status xboard_set_fen(struct position *pos, const char *text, struct text_error *error);

/* A move of pos in XBoard's words, at most XBOARD_MOVE_MAX bytes with NUL; the legs are separated
 * by a comma. `stale` are the squares where XBoard shows another man than there is. Returns those
 * after the move. */
bb_t xboard_move(const struct position *pos, const struct move_entry *move, bb_t stale, char *out);

/* The legal move that a text means: its own, with or without what is evident, or the plain squares
 * of our own notation. ENGINE_BAD_MOVE if none or more than one, ENGINE_NO_MEMORY. */
enum engine_status xboard_read_move(const struct position *pos, const char *text, bb_t stale,
                                    struct move_entry *out);

/* The answer to `lift`: which squares the man on sq may go to, as XBoard's highlight wants it: R a
 * capture, Y another square, M a choice of promotion, B a forced change, C the first of two legs,
 * g (not a target) a man that may change places with this one when that man is lifted.
 * At most XBOARD_FEN_MAX bytes with NUL. After the first leg `via` is its end, else
 * GEO_NO_SQUARE. ENGINE_NO_MEMORY. */
enum engine_status xboard_targets(const struct position *pos, unsigned sq, unsigned via, bb_t stale,
                                  char *out);
/* The letters, upper case, that moves from sq by `via` to `to` may end in, its own among them if it
 * may stay what it is; "" if no move changes it. */
enum engine_status xboard_choices(const struct position *pos, unsigned sq, unsigned via,
                                  unsigned to, bb_t stale, char *out, size_t size);

#endif
