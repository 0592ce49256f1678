/* Zobrist keys (Zobrist 1970): one pseudo-random 64-bit word per feature of a position; the key of
 * a position is the xor of the words of its features, so a move updates it with a few xors.
 *
 * The words are not drawn from a random generator but hashed from readable labels. They need no
 * seed, no start-up order and no table in the source; anyone can recompute them with xxhsum; and
 * adding a feature never changes the words of the others. What is deliberately not here: tables of
 * keys. Each game fills its own from its own vocabulary.
 *
 * Label scheme: "game/what/where" or, for a feature without a place, "game/what", in lower case:
 *     "belarusian/white rook/e4"     a piece on a square
 *     "belarusian/black to move"     the side to move
 * Labels are compared by nobody, so the only rules are that a feature always gets the same label
 * and that two features never share one.
 */
#ifndef CITADEL_TABLES_ZOBRIST_H
#define CITADEL_TABLES_ZOBRIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Key of a feature or, xored together, of a position. Not key_t: that name belongs to POSIX. */
typedef uint64_t zkey_t;

/* Bytes, terminator included, that hold any label of this project. */
enum { ZOBRIST_LABEL_MAX = 64 };

/* The key of `label`, a terminated string: XXH3_64bits of its bytes without the terminator.
 * The same on every machine and in every version of xxHash from 0.8.0, which froze XXH3. Keys are
 * as good as random, not guaranteed distinct: for n labels a collision has probability n²/2⁶⁵.
 * Thread-safe; linear in the length, some tens of nanoseconds for a label. */
zkey_t zobrist_key(const char *label);

/* The key of `label` in an independent key set: XXH3_64bits_withSeed with `set` as seed. Set 0 is
 * the default set of zobrist_key. A second set tells a key collision from a true transposition. */
zkey_t zobrist_key_seeded(const char *label, uint64_t set);

/* Position counts are confirmed by a second run with other keys, and a count can be verified by
 * more than 64 bits; so a key set of perft has ZOBRIST_WORDS words, each with keys of its own. This
 * is the seed of word `word` of set `set` for zobrist_key_seeded. Seeds are far apart, since XXH3
 * mixes them in by addition; word 0 of set 0 is the default set, so those keys are the search's. */
enum { ZOBRIST_SETS = 2, ZOBRIST_WORDS = 2 };
static inline uint64_t zobrist_seed(unsigned set, unsigned word)
{
    return (uint64_t)(set * ZOBRIST_WORDS + word) * UINT64_C(0x9E3779B97F4A7C15);
}

/* Writes "game/what/where", or "game/what" if `where` is NULL, to `buffer` of `size` bytes.
 * Returns false, leaving `buffer` untouched, if the label with its terminator does not fit: a cut
 * label could equal another one. */
bool zobrist_label(char *buffer, size_t size, const char *game, const char *what,
                   const char *where);

#endif
