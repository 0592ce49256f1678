/* perft_plan.h - the files of a count in work units, all of them sealed (sealed.h):
 *
 *   plan.txt                    what is counted, and each unit's checksum; written last
 *   unit-0001.txt               the same head, then a line "TIMES FEN" for each position
 *   unit-0001.keys-0.result     what a unit came to with key set 0; keys-none without a hash
 *   unit-0001.keys-0.partial    the same of a unit that was interrupted
 *
 * The head of a plan has a checksum of its own, the run, which all files of it carry: files of
 * different counts do not mix. */
#ifndef CITADEL_TOOLS_PERFT_PLAN_H
#define CITADEL_TOOLS_PERFT_PLAN_H

#include "engine/perft.h"
#include "tools/sealed.h"

enum {
    PERFT_UNITS_MAX = 99999,
    PERFT_KEYS_NONE = ZOBRIST_SETS, /* the place of results that no key had part in */
    PERFT_KEYS_NB
};

/* What is counted, and how it is cut up. */
struct perft_plan {
    char game[64];
    char options[256]; /* "Setup=third PopRelocation=optional ...", "" if the game has none */
    char fen[GAME_FEN_MAX];
    unsigned rules; /* version of the game's rules */
    int depth, split;
    uint64_t positions; /* after `split` plies */
    perft_count_t sequences;
    unsigned units;
    char run[SEALED_SUM_MAX]; /* checksum of the above */
};

/* One unit's share of that. */
struct perft_unit {
    unsigned number; /* from 1 */
    uint64_t positions;
    perft_count_t sequences;
    char sum[SEALED_SUM_MAX]; /* of its file */
};

/* What a unit came to, or with done < positions so far. */
struct perft_unit_result {
    char run[SEALED_SUM_MAX];
    struct perft_unit unit;
    char program[64];
    unsigned rules;
    unsigned keys; /* PERFT_KEYS_NONE without a hash */
    unsigned key_bits;
    uint64_t done; /* positions counted, from the first */
    perft_count_t nodes;
    double seconds;
};

/* Takes game, options and position from pos, whose counters do not matter. False if the texts are
 * too long. */
bool perft_plan_set_position(struct perft_plan *plan, const struct position *pos);
/* Fills `run`; call it when all else is set. */
void perft_plan_seal(struct perft_plan *plan);
/* The position a plan is about, the caller's; NULL if there is none such, *why is a sentence. */
struct position *perft_plan_position(const struct perft_plan *plan, const char **why);

/* Heads. The readers return false if what stands there is not a head. */
void perft_plan_write_head(FILE *out, const char *kind, const struct perft_plan *plan);
bool perft_plan_read_head(struct sealed_text *in, const char *kind, struct perft_plan *plan);

/* The line of a unit in a plan, and at the top of its file (there without a checksum). */
void perft_unit_write(FILE *out, const struct perft_unit *unit, bool has_sum);
bool perft_unit_read(struct sealed_text *in, struct perft_unit *unit, bool has_sum);

/* Results. Writing: false with errno set. Reading: SEALED_TORN also if it is no result. */
bool perft_result_write(const char *path, const struct perft_unit_result *r);
enum sealed_status perft_result_read(const char *path, struct perft_unit_result *r);

/* Paths, which the caller frees; NULL if memory is short. `unit_path` is that of a unit's file; its
 * ".txt" is replaced. `kind` is "result" or "partial". */
char *perft_plan_path(const char *directory);
char *perft_unit_path(const char *directory, unsigned number);
char *perft_result_path(const char *unit_path, unsigned keys, const char *kind);
/* "0", "1", "none". */
const char *perft_keys_name(unsigned keys);

#endif
