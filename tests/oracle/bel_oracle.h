// Oracle for Belarusian chess: the rules text (belarusian.md) written down as literally as C
// allows, on a plain 9x9 board of letters. It exists to be compared with the engine's generator, so
// it shares no code, no data and no idea with it; it is deliberately not fast and knows no search,
// no repetition history and no human notation.
//
// All functions are pure: no global state, no allocation, no output; they may be called from any
// number of threads on different objects.
#ifndef TESTS_ORACLE_BEL_ORACLE_H
#define TESTS_ORACLE_BEL_ORACLE_H

#include <stdbool.h>

// The rule sets of section 10: `belarusian`, `belarusian-original`, `belarusian-noble`.
enum belo_set { BELO_RELEASE, BELO_ORIGINAL, BELO_NOBLE };

// Upper bound on the legal moves of one position. Proof: section 2 lets a side own at most the men
// below (and promotion, B21, only replaces lost ones), and belo_moves considers every triple of
// man, target square and suffix once. On 81 squares these are at most
//     A      8 steps + 4 castlings (section 5)                     12
//     K      8 directions x 2 squares                              16
//     G      16 as a rook + 16 as a bishop                         32
//     2 L    8 along the rank + 8 along the file, each             32
//     2 M    at most 16 (from the centre), each                    32
//     2 V    at most 8, each                                       16
//     9 R    one step and two captures, each with at most 5
//            suffixes G L M V K; the in-place promotions (5) and
//            the double step never exceed these 15                135
// together 275. A side without A has at most the one coronation instead.
enum { BELO_MOVES_MAX = 275 };

// Bytes of one move of the list: five characters at most, the closing zero, padding.
enum { BELO_MOVE_SIZE = 8 };

// Bytes that belo_format may write, closing zero included.
enum { BELO_FEN_SIZE = 128 };

// A position; copied by assignment. Fields are public so that tests can turn or disturb them.
struct belo_pos {
    char board[9][9];  // [rank 1-9][file a-i], letters of section 1 (White upper case), '.' empty
    char side;         // side to move, 'w' or 'b'
    bool castle[4];    // rights in the order of section 2: A I a i
    int clock;         // half-moves since the last capture (B24)
    int fullmove;      // from 1, +1 after each Black turn
    enum belo_set set; // rule set; not part of the FEN
};

// Reads the FEN dialect of section 2 and checks everything that section asks for.
// p: receives the position, untouched on failure. fen: zero-terminated text, five fields separated
// by single spaces, or six with `-` fourth. set: the rule set (it decides what may stand on e5 and
// what attacks). Returns false if the text or the position is not valid.
bool belo_parse(struct belo_pos *p, const char *fen, enum belo_set set);

// Writes the five-field FEN of p (section 2). out: at least BELO_FEN_SIZE bytes.
void belo_format(const struct belo_pos *p, char out[BELO_FEN_SIZE]);

// Lists the legal moves in engine notation (section 11), sorted bytewise, without duplicates.
// p: a valid position. out: at least BELO_MOVES_MAX entries. Returns the number of moves, 0 to
// BELO_MOVES_MAX; 0 when the throne is won (section 8, step 1). The draw clock is not looked at.
int belo_moves(const struct belo_pos *p, char out[][BELO_MOVE_SIZE]);

// Plays a move on p: men, castling rights (section 5), clock (B24), move number, side.
// move: a text from the list of belo_moves(p); anything else gives an undefined position.
void belo_apply(struct belo_pos *p, const char *move);

// Says how p stands by section 8, steps 1-4 in that order, repetition left out: "white-throne",
// "black-throne", "white-mate", "black-mate" (who wins, and how), "stalemate", "draw-clock" or
// "none". Returns a string constant.
const char *belo_result(const struct belo_pos *p);

// Counts the sequences of `depth` legal moves (section 12: a decided position has no moves, draws
// are ignored, a coronation and an in-place promotion count as moves). depth: plies, 0 gives 1.
unsigned long long belo_perft(const struct belo_pos *p, int depth);

// Builds a random valid position by placing men, not by play, biased towards the corners of the
// rules: missing royals, an owed coronation, royals and aims at e5, late and waiting ratniks,
// castling, noble men on the throne, crowded royals, few or many men.
// p: receives the position. seed: state of the generator (splitmix64: Steele, Lea, Flood, 2014),
// advanced; equal seeds give equal positions. set: the rule set. Retries until section 2 holds, a
// few tries on average.
void belo_random(struct belo_pos *p, unsigned long long *seed, enum belo_set set);

#endif
