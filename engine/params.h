/* params.h - every tunable constant of the search and of the clock policy, in one list.
 *
 * The list is a macro so that each number stands in the sources exactly once: it becomes a
 * compile-time constant PARAM_NAME here and a row of `params_table` (params.c), which tuning and
 * documentation read. Nothing is changed at run time. */
#ifndef CITADEL_ENGINE_PARAMS_H
#define CITADEL_ENGINE_PARAMS_H

#include <stddef.h>

/* X(name, value, lowest sensible, highest sensible, unit, what it does). All values were set by
 * hand in 2026-11, starting from what the engines named in search.c use, scaled to a man of 100
 * centipawns; a row that comes from a tuning run says so in its text. */
/* clang-format off */
#define SEARCH_PARAMS(X) \
    X(ASPIRATION_DEPTH,     4,     2,   10, "plies", "first iteration with an aspiration window") \
    X(ASPIRATION_DELTA,    16,     4,  100, "cp",    "half width of the first window") \
    X(ASPIRATION_MAX,    1000,   200, 4000, "cp",    "half width beyond which the side is opened") \
    X(RAZOR_DEPTH,          3,     1,    6, "plies", "razoring up to this depth") \
    X(RAZOR_MARGIN,       240,   100,  600, "cp",    "razoring margin per ply of depth") \
    X(RFP_DEPTH,            8,     3,   12, "plies", "reverse futility up to this depth") \
    X(RFP_MARGIN,          85,    40,  200, "cp",    "reverse futility margin per ply") \
    X(NULL_DEPTH,           3,     2,    6, "plies", "null move from this depth") \
    X(NULL_BASE,            3,     2,    5, "plies", "null move reduction, constant part") \
    X(NULL_DIVISOR,         4,     2,    8, "plies", "depth per further ply of reduction") \
    X(NULL_EVAL_DIVISOR,  200,   100,  400, "cp",    "surplus over beta per further ply") \
    X(NULL_EVAL_MAX,        3,     1,    6, "plies", "most that the surplus reduces") \
    X(NULL_EVAL_SLACK,    200,     0,  400, "cp",    "static evaluation may be below beta by") \
    X(NULL_VERIFY_DEPTH,   12,     6,   20, "plies", "null cut-offs are verified from here") \
    X(IIR_DEPTH,            4,     2,    8, "plies", "reduce nodes without hash move from here") \
    X(PROBCUT_DEPTH,        5,     4,   10, "plies", "probcut from this depth") \
    X(PROBCUT_MARGIN,     180,    80,  400, "cp",    "above beta, for a capture to prove") \
    X(PROBCUT_REDUCTION,    4,     3,    6, "plies", "reduction of the proving search") \
    X(LMP_DEPTH,            8,     3,   12, "plies", "late move pruning up to this depth") \
    X(LMP_BASE,             4,     1,   10, "moves", "late move pruning: base + depth squared") \
    X(FUTILITY_DEPTH,       7,     3,   12, "plies", "futility up to this reduced depth") \
    X(FUTILITY_BASE,      110,    20,  300, "cp",    "futility margin at depth 0") \
    X(FUTILITY_MARGIN,    100,    40,  250, "cp",    "futility margin per reduced ply") \
    X(HISTORY_PRUNE_DEPTH,  4,     1,    8, "plies", "prune by history up to this depth") \
    X(HISTORY_PRUNE,     4500,  1000,12000, "units", "prune below minus this, per ply") \
    X(THREAT_DEPTH,         3,     1,   12, "plies", "threats are not pruned from this depth") \
    X(SEE_QUIET_DEPTH,      4,     3,   12, "plies", "SEE pruning of quiets, reduced depth") \
    X(SEE_QUIET_MARGIN,    60,    10,  120, "cp",    "allowed loss, times reduced depth squared") \
    X(SEE_TACTICAL_DEPTH,   3,     3,   12, "plies", "SEE pruning of captures up to here") \
    X(SEE_TACTICAL_MARGIN,200,    40,  400, "cp",    "allowed loss per ply") \
    X(SINGULAR_DEPTH,       6,     4,   10, "plies", "singular extensions from this depth") \
    X(SINGULAR_TT_DEPTH,    3,     1,    5, "plies", "the table's entry may be so much shallower") \
    X(SINGULAR_MARGIN,     16,     4,   64, "1/16 cp", "below the table's score, per ply") \
    X(SINGULAR_DOUBLE,     24,     0,  100, "cp",    "two plies when the rest is so much worse") \
    X(LMR_DEPTH,            3,     2,    5, "plies", "late move reductions from this depth") \
    X(LMR_MOVES,            2,     1,    6, "moves", "this many moves are never reduced") \
    X(LMR_BASE,           550,     0, 2000, "1/1024 ply", "constant part of the reduction") \
    X(LMR_SCALE,          225,   100,  500, "1/1024 ply", "times log2(depth) * log2(move)") \
    X(LMR_CUT,           1024,     0, 3072, "1/1024 ply", "more at expected cut nodes") \
    X(LMR_WORSENING,     1024,     0, 3072, "1/1024 ply", "more when the evaluation falls") \
    X(LMR_TT_TACTICAL,    600,     0, 2048, "1/1024 ply", "more when the hash move is no quiet one") \
    X(LMR_TACTICAL,      1024,     0, 3072, "1/1024 ply", "less for a move that is no quiet one") \
    X(LMR_PV,            1024,     0, 3072, "1/1024 ply", "less where a principal variation was") \
    X(LMR_CHECK,         1024,     0, 3072, "1/1024 ply", "less for a move that gives check") \
    X(LMR_DEEPER,          50,    10,  200, "cp",    "a surprise this good is searched deeper") \
    X(LMR_HISTORY,       9000,  3000,24000, "units", "history worth one ply of reduction") \
    X(QS_FORCING_PLIES,     3,     1,    8, "plies", "quiescence plies that see forcing moves") \
    X(QS_CAPTURE_PLIES,     8,     4,   20, "plies", "mandatory captures followed in quiescence") \
    X(QS_SINGLE_PLIES,     24,     8,   60, "plies", "the same where only one move is legal") \
    X(QS_EVASIONS,          3,     1,   10, "moves", "quiet evasions tried in quiescence") \
    X(QS_DELTA,           180,    50,  500, "cp",    "hope beyond the value of the victim") \
    X(HISTORY_MAX,      16384,  8192,30000, "units", "bound of a history value") \
    X(HISTORY_BONUS,      150,    50,  400, "units", "bonus per ply of depth") \
    X(HISTORY_BONUS_MAX, 1700,   500, 4000, "units", "largest bonus") \
    X(CORRECTION_SHARE,    12,     4,  100, "%",     "of each mean error corrects the evaluation") \
    X(CHECK_EXTENSION,      2,     1,    4, "times", "extend while ply < this * iteration") \
    X(MATE_EXHAUSTIVE,      4,     1,    8, "moves", "`mate`: proofs before any selective search") \
    X(PROOF_GROWTH,        20,     5,   60, "times", "expected cost of a proof one move longer") \
    X(PROOF_RETRY,          4,     2,   20, "times", "cost assumed after a proof was given up") \
    X(PROOF_FREE,       50000,     0,1000000,"nodes", "proofs expected to cost so much are free") \
    X(PROOF_SHARE,          4,     2,   20, "times", "others at most 1/this of all nodes") \
    X(DECIDED_PLIES,        8,     2,   40, "plies", "searched beyond twice a decided line's length") \
    X(CHECK_NODES,        512,   128, 4096, "nodes", "between two looks at the clock") \
    X(SHARED_NODES,        24,     8,  256, "nodes", "between two sums over all threads") \
    X(CURRMOVE_MS,       3000,  1000,10000, "ms",    "before single moves are reported") \
    X(OVERHEAD_MS,         10,     0,  500, "ms",    "default lag per move") \
    X(TIME_HORIZON,        40,    20,   80, "moves", "assumed rest of the game") \
    X(TIME_INCREMENT,      80,    50,  100, "%",     "of the increment is spent each move") \
    X(TIME_HARD_FACTOR,   500,   200, 1000, "%",     "hard limit relative to the soft one") \
    X(TIME_HARD_SHARE,     60,    20,   90, "%",     "of the clock is the most for a move") \
    X(TIME_UNSTABLE,       30,    10,   80, "%",     "more time per recent change of mind") \
    X(TIME_FALL_MAX,       60,    20,  150, "%",     "more time when the score falls") \
    X(TIME_FALL_CP,       100,    30,  300, "cp",    "fall that earns the whole of it") \
    X(TIME_EASY,           50,    20,   90, "%",     "of the time for a move that leads alone")
/* clang-format on */

enum search_param {
#define SEARCH_PARAM_ENUM(name, value, lowest, highest, unit, what) PARAM_##name = (value),
    SEARCH_PARAMS(SEARCH_PARAM_ENUM)
#undef SEARCH_PARAM_ENUM
};

/* One row of the list, for people and tuners. Static strings. */
struct param_info {
    const char *name;
    int value, lowest, highest;
    const char *unit;
    const char *what;
};

extern const struct param_info params_table[];
extern const size_t params_table_nb;

#endif
