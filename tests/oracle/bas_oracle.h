// Oracle for Bashni: the rules text (bashni.md) written down as literally as C allows, on a plain
// 8x8 board of towers, each tower a string of pieces from top to bottom. It exists to be compared
// with the engine's generator, in results and in speed, so it shares no code, no data and no idea
// with it: no bit sets, no tables, but no waste and no allocation either. It knows no search, no
// repetition history and no notation for people (section 8.1).
//
// All functions are pure: no global state, no allocation, no output; they may be called from any
// number of threads on different objects.
#ifndef TESTS_ORACLE_BAS_ORACLE_H
#define TESTS_ORACLE_BAS_ORACLE_H

#include <stdbool.h>

// Bytes of one tower: at most 24 pieces (section 1) and the closing zero.
enum { BASO_TOWER_SIZE = 25 };

// Bytes of one move: the start, at most 12 landings (section 6, I3), the closing zero, padding.
enum { BASO_MOVE_SIZE = 28 };

// Bytes that baso_format may write: at most four per piece (height 1: `Ka1,`; a higher tower needs
// two more for the parentheses, but only one for each further piece), the frame, two counters of
// ten digits, the closing zero.
enum { BASO_FEN_SIZE = 144 };

// A position; copied by assignment. Fields are public so that tests can turn or disturb them.
struct baso_pos {
    // [rank 1-8][file a-h]: the pieces from top to bottom in the letters of section 8.2 (w W b B),
    // zero-terminated; the empty string is an empty square.
    char tower[8][8][BASO_TOWER_SIZE];
    char side;  // side to move, 'w' or 'b'
    int quiet;  // plies since the last capture or promotion, H of section 8.2
    int number; // move number, +1 after each Black ply, F of section 8.2
};

// Reads the position string of section 8.2 and checks everything that section asks for.
// p: receives the position, untouched on failure. fen: zero-terminated text; either list first,
// squares in any order, H before F, a final full stop allowed, counters of at most nine digits.
// Returns false if the text or the position is not valid.
bool baso_parse(struct baso_pos *p, const char *fen);

// Writes p as section 8.2 wants its writer to: White's list first, squares by ascending number,
// both counters. out: at least BASO_FEN_SIZE bytes.
void baso_format(const struct baso_pos *p, char out[BASO_FEN_SIZE]);

// Lists the legal moves, one per identity (section 8.3, S12), in canonical engine notation, sorted
// bytewise. p: a valid position. out: at least max entries, may be NULL if max is 0. Returns the
// number of legal moves, also if it is larger than max; then out holds some max of them, sorted.
// No bound on it is proved here. Draws are not looked at.
int baso_moves(const struct baso_pos *p, char out[][BASO_MOVE_SIZE], int max);

// Plays a move on p: towers, promotion, counters, side.
// move: any legal path (section 8.3: the canonical one or another of the same identity), or the
// short form start-end when only one legal move has this start and end; `-`, `:` and `x` between
// squares are skipped. Anything else leaves p as it was.
void baso_apply(struct baso_pos *p, const char *move);

// Says how p stands by section 7, steps 1, 3 and 4 in that order, repetition left out:
// "white-wins", "black-wins", "draw" (the thirty plies of S8) or "none". A string constant.
const char *baso_result(const struct baso_pos *p);

// Counts the sequences of `depth` legal moves, by identity; draws are ignored (section 9).
// depth: plies, 0 gives 1.
unsigned long long baso_perft(const struct baso_pos *p, int depth);

// Turns the board by a half-turn and exchanges the colours: a symmetry of the rules. Counters stay.
void baso_rotate(struct baso_pos *p);

// Builds a random valid position by placing towers, not by play, biased towards the corners of the
// rules: middlegames with tall towers, many kings, few pieces, 24 pieces in few towers, towers
// spaced for long captures, men close to promotion; now and then a side without a tower.
// p: receives the position. seed: state of the generator (splitmix64: Steele, Lea, Flood, 2014),
// advanced; equal seeds give equal positions.
void baso_random(struct baso_pos *p, unsigned long long *seed);

#endif
