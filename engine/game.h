/* game.h - everything that the shared code knows about a game: one constant table of facts and
 * coarse operations per game. Adding a game means one folder and one line in games.c.
 *
 * The search never asks which game it plays; it asks what is true. If a game needs an edit in the
 * search, a trait is missing here. All operations are thread-safe on distinct positions; those that
 * take a const position only read it. None allocates, prints or fails unless it says so. */
#ifndef CITADEL_ENGINE_GAME_H
#define CITADEL_ENGINE_GAME_H

#include "bitboards/geometry.h"
#include "engine/closure.h"
#include "engine/error.h"
#include "engine/eval_info.h"
#include "engine/move.h"
#include "engine/perft_walk.h"
#include "engine/position.h"
#include "engine/types.h"

#include <stddef.h>

enum gen_kind {
    GEN_ALL,      /* every legal move */
    GEN_TACTICAL, /* legal moves with any move_flag set: what quiescence searches when not in check
                   */
    GEN_QUIET,    /* the other legal moves; TACTICAL and QUIET partition ALL */
    GEN_EVASIONS  /* in_check only: every legal move that is not lost at once by rule */
};

enum structure_aspect { STRUCTURE_PAWNS, STRUCTURE_WHITE, STRUCTURE_BLACK, STRUCTURE_NB };

enum outcome { OUTCOME_NONE, OUTCOME_WHITE_WINS, OUTCOME_BLACK_WINS, OUTCOME_DRAW };

/* State of a position as an arbiter gives it. Static strings. */
struct game_result {
    enum outcome outcome;
    const char *way; /* "throne", "mate", "stalemate", "clock", "repetition", ...; "" if none */
    const char
        *word; /* as the position files write it: "none", "white-throne", "draw-clock", ... */
};

enum { GAME_FEN_MAX = 512, GAME_TEXT_MAX = 8192, GAME_SQUARE_TEXT_MAX = 32, GAME_STATS_MAX = 12 };

/* A choice of rules within a game. */
struct game_option {
    const char *name;
    const char *const *values; /* NULL-terminated, at most 255; the first is the default */
};

struct game {
    /* --- facts --- */
    const char *name;                  /* as users type it: "belarusian" */
    const char *title;                 /* for people: "Belarusian chess" */
    const char *start;                 /* start position text */
    const struct game_option *options; /* options_nb of them, at most GAME_OPTIONS_MAX */
    size_t options_nb;
    const struct geometry *geometry;
    unsigned rule_set;          /* private to the game: which of its rule sets this table is */
    unsigned rules_version;     /* goes up when RULES.md changes what is legal: counts are others */
    size_t pos_size;            /* bytes of its position struct; aligned to 64 */
    size_t undo_size;           /* bytes of one undo record */
    unsigned moves_max;         /* no position has more legal moves; buffers are sized by it */
    unsigned classes;           /* piece classes, including 0 = none; at most GAME_CLASSES_MAX */
    const int16_t *class_value; /* centipawns by class, for ordering and pruning only */

    /* Ways in which a game can be won, and drawn, that a player can aim at: values of
     * game_result.way, NULL-terminated. */
    const char *const *win_ways, *const *draw_ways;

    /* --- traits --- */
    bool captures_mandatory; /* quiescence may not stand pat while a capture exists */
    bool has_null_move;      /* passing is a meaningful lower bound; make_null exists */
    bool stalemate_loses;    /* a side that is not in_check may be lost for want of a move */

    /* --- operations --- */

    /* Builds the game's tables once per process; called by every pos_new, cheap after the first. */
    void (*init)(void);

    /* Start position text under the position's options; NULL: always `start`. */
    const char *(*start_text)(const struct position *pos);
    /* Reads position text; complete validation. On success everything but the key history is set.
     * On failure *error is filled and pos holds garbage: only pos_set calls this, on a scratch. */
    enum engine_status (*parse)(struct position *pos, const char *text, struct text_error *error);
    /* Writes canonical text, at most GAME_FEN_MAX bytes with NUL. Inverse of parse. */
    void (*format)(const struct position *pos, char *out);

    /* Appends moves of the kind to out, which has room for moves_max entries; returns the new end.
     * Order is deterministic. Every generated move is legal. */
    struct move_entry *(*generate)(const struct position *pos, enum gen_kind kind,
                                   struct move_entry *out);
    /* Appends legal moves in the same way: at least all those after which the opponent is lost at
     * once, without a legal move or with none but such as lose by rule. NULL: GEN_ALL serves. */
    struct move_entry *(*generate_final)(const struct position *pos, struct move_entry *out);
    /* Number of legal moves; the same as generate(GEN_ALL) without the list. */
    unsigned (*count)(const struct position *pos);
    /* Is there any? NULL: count says it as quickly. */
    bool (*has_moves)(const struct position *pos);
    /* Rebuilds the entry of a stored move name. False if it is not a legal move here: any 24-bit
     * value may be passed, since the transposition table can hold a stranger's move. */
    bool (*resolve)(const struct position *pos, move_t move, struct move_entry *out);

    /* Plays a legal move and takes it back. The undo record has undo_size bytes and is the
     * caller's; the key history must have room (pos_reserve). unmake restores every byte. */
    void (*make)(struct position *pos, const struct move_entry *move, void *undo);
    void (*unmake)(struct position *pos, const struct move_entry *move, const void *undo);
    /* Pass. Only if null_move_ok. */
    bool (*null_move_ok)(const struct position *pos); /* passing is legal enough and not zugzwang */
    void (*make_null)(struct position *pos, void *undo);
    void (*unmake_null)(struct position *pos, const void *undo);

    /* Static evaluation, centipawns for the side to move, |score| <= SCORE_EVAL_MAX. */
    score_t (*evaluate)(const struct position *pos);
    /* The same with these parameters (eval_info->values_nb numbers) instead of the constant ones;
     * slower, nothing is taken from incremental sums. For tuning. */
    score_t (*evaluate_with)(const struct position *pos, const int32_t *vector);
    const struct eval_info *eval_info; /* the parameters; NULL, as evaluate_with, if it has none */
    /* Hash of one slowly changing aspect of the position, under which the search learns how far the
     * evaluation is off: the men that form the structure, or those of one side. Any word. */
    uint64_t (*structure)(const struct position *pos, enum structure_aspect aspect);
    /* Table of the evaluation by term, for people; at most GAME_TEXT_MAX bytes with NUL. */
    void (*explain)(const struct position *pos, char *out);

    /* The side to move faces something that its very next move must answer: check, or whatever the
     * game has like it. Quiescence then searches GEN_EVASIONS instead of standing pat. */
    bool (*in_check)(const struct position *pos);
    /* Is the game over before anything is generated (a win by rule at the start of the turn, a draw
     * counter that ran out)? Then the score for the side to move, `ply` plies from the root. */
    bool (*decided)(const struct position *pos, int ply, score_t *score);
    /* Score for the side to move when GEN_ALL, or GEN_EVASIONS in check, came out empty. */
    score_t (*no_moves)(const struct position *pos, int ply);
    /* Does the third occurrence of a position end the game as a draw, under pos's options? NULL: it
     * does. */
    bool (*repetition_draws)(const struct position *pos);
    /* The arbiter's word: legal moves, counters and repetition considered. */
    struct game_result (*result)(const struct position *pos);
    /* Does the exchange that starts with this move gain at least threshold centipawns? */
    bool (*see_at_least)(const struct position *pos, const struct move_entry *move,
                         score_t threshold);

    /* Move text. parse accepts engine notation of legal moves only; both writers need at most
     * MOVE_TEXT_MAX bytes. move_human is for people and wants the position before the move. */
    enum engine_status (*move_parse)(const struct position *pos, const char *text,
                                     struct move_entry *out);
    void (*move_format)(const struct position *pos, move_t move, char *out);
    void (*move_human)(const struct position *pos, const struct move_entry *move, char *out);

    /* What stands on a square, in the letters of the position text: a man ("K", ".p"), or all the
     * pieces of a tower from the top down ("Wwb"); "" if nothing. At most GAME_SQUARE_TEXT_MAX
     * bytes with NUL. */
    void (*square_text)(const struct position *pos, unsigned sq, char *out);
    /* Squares of the men of the side to move that are in check by the rules: attacked, and the next
     * move has to end that. in_check may be true for other reasons too. */
    bb_t (*checked)(const struct position *pos);
    /* What stands where, in the words of the game's own notation, lines ended by \n, at most
     * GAME_TEXT_MAX bytes with NUL; for games whose boards do not show it. NULL: they do. */
    void (*listing)(const struct position *pos, char *out);
    /* Turns the board round and swaps the colours (the symmetry under which the rules do not
     * change); clears the key history. */
    void (*flip)(struct position *pos);

    /* Number of move sequences of `depth` >= 1 plies, every one legal, counted as `walk` says
     * (engine/perft_walk.h). pos is restored. */
    uint64_t (*perft)(struct position *pos, int depth, const struct perft_walk *walk);
    /* Fills `keys`, of perft_keys_size bytes, for walks with a table: key set `set`, 0 ..
     * ZOBRIST_SETS - 1. */
    void (*perft_keys)(unsigned set, void *keys);
    size_t perft_keys_size;
    /* Key of the position, both words; what the walks compute step by step. */
    struct perft_key (*perft_key)(const struct position *pos, const void *keys);
    /* Columns of perft's statistics, NULL-terminated, at most GAME_STATS_MAX; what each counts
     * stands in the game's stats.c. count_stats adds to them what the move was and what came of it;
     * pos is the position after it, undo the record of make. */
    const char *const *stats_names;
    void (*count_stats)(const struct position *pos, const struct move_entry *move, const void *undo,
                        uint64_t *columns);

    /* Exact solution of positions that reach few others; NULL if the game offers none. */
    const struct closure_game *closures;

    /* NULL if all incremental state equals its recomputation, else what is wrong. For tests and,
     * after each make, for debug builds. */
    const char *(*check)(const struct position *pos);
};

enum { GAME_CLASSES_MAX = 64 };

/* The registry. games_find returns NULL for an unknown name; games_get(i) for i >= count. */
const struct game *games_find(const char *name);
const struct game *games_get(size_t i);

#endif
