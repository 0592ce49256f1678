// Oracle for Tamerlane chess: the rules text (tamerlane.md) written down as literally as C allows,
// on a plain array of men. It exists to be compared with the engine's generator, so it shares no
// code, no data and no idea with it; it is deliberately not fast and knows no search, no repetition
// history and no human notation.
//
// All functions are pure: no global state, no allocation, no output; they may be called from any
// number of threads on different objects.
#ifndef TESTS_ORACLE_TAM_ORACLE_H
#define TESTS_ORACLE_TAM_ORACLE_H

#include <stdbool.h>

// The setups of sections 3 and 17. On a given position they differ in the king-pawn squares only.
enum tamo_setup { TAMO_MASCULINE, TAMO_REFLECTED, TAMO_FEMININE, TAMO_THIRD };

// The options of section 17 that are rules. All zero: the defaults.
struct tamo_options {
    enum tamo_setup setup;
    bool relocation_optional; // PopRelocation = optional
};

// Squares of section 1: 11 * (rank - 1) + file for the main board (a1 = 0, k10 = 109), then the
// citadels l2 = 110 and z9 = 111.
enum { TAMO_SQUARE_NB = 112 };

// Upper bound on the legal moves of one position, whatever it holds. Proof: tamo_moves considers
// each pair of two squares at most once, as one of
//     ordinary moves   at most 112 men; none has more than the giraffe: 7 squares at distance 4 or
//                      more on each of 2 ranks and 6 on each of 2 files make 26 targets. (Rook: 9
//                      along the file and 10 along the rank; picket: less than twice 9; king: 8
//                      steps and a citadel; leapers and pawns: at most 8.)       112 * 26 = 2912
//     relocations      one waiting pawn of pawns, the other 109 squares          109
//     swaps            one K, the other 109 squares                              109
//     exchanges        S and A                                                   2
// together 3132.
enum { TAMO_MOVES_MAX = 3132 };

// Bytes of one move of the list: six characters at most, the closing zero, padding with zeros.
enum { TAMO_MOVE_SIZE = 10 };

// Bytes that tamo_format may write, closing zero included: ten ranks of at most 22 characters, nine
// slashes, four short fields and two numbers of at most ten digits make less.
enum { TAMO_FEN_SIZE = 288 };

// One square's contents.
struct tamo_man {
    char letter;  // of section 2 without the dot, White upper case, Black lower case; '.' no man
    bool is_pawn; // is there a dot?
};

// A position; copied by assignment. Fields are public so that tests can look at or disturb them.
struct tamo_pos {
    struct tamo_man men[TAMO_SQUARE_NB];
    char side;                   // side to move, 'w' or 'b'
    bool rights[4];              // in the order of section 12: S C s c
    int clock;                   // plies since the last irreversible move (T14)
    int fullmove;                // from 1, +1 after each Black turn
    struct tamo_options options; // not part of the FEN
};

// The FEN of a setup's start position (section 3). Returns a string constant.
const char *tamo_start(enum tamo_setup setup);

// Reads the FEN dialect of section 12 and checks everything that sections 2 and 12 ask for.
// p: receives the position, untouched on failure. fen: zero-terminated text of six fields separated
// by single spaces. o: the options. Rights of a side without K are dropped. Returns false if the
// text or the position is not valid.
bool tamo_parse(struct tamo_pos *p, const char *fen, struct tamo_options o);

// Writes the canonical FEN of p (section 12). out: at least TAMO_FEN_SIZE bytes.
void tamo_format(const struct tamo_pos *p, char out[TAMO_FEN_SIZE]);

// Lists the legal moves (section 14) in engine notation (section 13), sorted bytewise, without
// duplicates. p: a valid position. out: at least TAMO_MOVES_MAX entries. Returns the number of
// moves, 0 to TAMO_MOVES_MAX; 0 when the game is drawn by T11.
int tamo_moves(const struct tamo_pos *p, char out[][TAMO_MOVE_SIZE]);

// Plays a move on p: men, rights, clock, move number, side.
// move: a text from the list of tamo_moves(p); anything else gives an undefined position.
void tamo_apply(struct tamo_pos *p, const char *move);

// Says how p stands by section 10: "draw-citadel"; or "white-wins mate", "white-wins stalemate",
// "black-wins mate", "black-wins stalemate" when the side to move has no move; or "none check",
// "none". Returns a string constant.
const char *tamo_result(const struct tamo_pos *p);

// Counts the sequences of `depth` legal moves; a drawn or decided position has none. depth: plies,
// 0 gives 1.
unsigned long long tamo_perft(const struct tamo_pos *p, int depth);

// Turns p into its rotated twin (section 1): half-turn of the board, colours exchanged.
void tamo_rotate(struct tamo_pos *p);

// Builds a random valid position by placing men, not by play, biased towards the corners of the
// rules: several royals or a lone S or A, royals beside and in citadels, swaps and exchanges,
// relocations, arrivals with and without a man on the king-pawn square, checks, pins and mates by
// giraffes and pickets, blocked sides, few or many men.
// p: receives the position. seed: state of the generator (splitmix64: Steele, Lea, Flood, 2014),
// advanced; equal seeds give equal positions. o: the options. Retries until the position is valid,
// a few tries on average.
void tamo_random(struct tamo_pos *p, unsigned long long *seed, struct tamo_options o);

#endif
