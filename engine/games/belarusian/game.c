/* The tables that present Belarusian chess, in its three rule sets, to the rest of the program. */
#include "engine/games/belarusian/rules.h"

/* For ordering and pruning only; the evaluation has its own values. The king can be captured while
 * the prince lives, and what follows (a forced coronation, a lost tempo) is worth a rook or so. */
static const int16_t class_values[BEL_CLASS_NB] = {
    [RATNIK] = 100,  [RIDER] = 310,  [CANNON] = 340, [ROOK] = 520,
    [HETMAN] = 1000, [PRINCE] = 620, [KING] = 500};

static const char *const win_ways[] = {"throne", "mate", "coronation", NULL};
static const char *const draw_ways[] = {"stalemate", NULL};

#define BEL_START "lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1"

#define BEL_GAME(set, name_, title_)                                                               \
    {                                                                                              \
        .name = name_, .title = title_, .start = BEL_START, .geometry = &geo_9x9, .rule_set = set, \
        .rules_version = 1, .pos_size = sizeof(struct bel_position),                               \
        .undo_size = sizeof(struct bel_undo), .moves_max = BEL_MOVES_MAX, .classes = BEL_CLASS_NB, \
        .class_value = class_values, .win_ways = win_ways, .draw_ways = draw_ways,                 \
        .captures_mandatory = false, .has_null_move = true, .init = bel_init, .parse = bel_parse,  \
        .format = bel_format, .generate = bel_generate, .generate_final = bel_generate_final,      \
        .count = bel_count, .resolve = bel_resolve, .make = bel_make, .unmake = bel_unmake,        \
        .null_move_ok = bel_null_move_ok, .make_null = bel_make_null,                              \
        .unmake_null = bel_unmake_null, .evaluate = bel_evaluate, .structure = bel_structure,      \
        .evaluate_with = bel_evaluate_with, .eval_info = &bel_eval_info, .explain = bel_explain,   \
        .in_check = bel_in_check, .decided = bel_decided, .no_moves = bel_no_moves,                \
        .square_text = bel_square_text, .checked = bel_checked, .result = bel_result,              \
        .see_at_least = bel_see_at_least, .move_parse = bel_move_parse,                            \
        .move_format = bel_move_format, .move_human = bel_move_human, .flip = bel_flip,            \
        .perft = bel_perft, .perft_keys = bel_perft_keys,                                          \
        .perft_keys_size = sizeof(struct bel_perft_keys), .perft_key = bel_perft_key,              \
        .stats_names = bel_stats_names, .count_stats = bel_count_stats, .check = bel_check,        \
    }

const struct game bel_game_release = BEL_GAME(BEL_RELEASE, "belarusian", "Belarusian chess");
const struct game bel_game_original =
    BEL_GAME(BEL_ORIGINAL, "belarusian-original", "Belarusian chess, original rules");
const struct game bel_game_noble =
    BEL_GAME(BEL_NOBLE, "belarusian-noble", "Belarusian chess, noble rules");
