/* The table that presents Bashni to the rest of the program. */
#include "engine/games/bashni/rules.h"

/* For ordering and pruning only; the evaluation has its own values. */
static const int16_t class_values[BAS_CLASS_NB] = {[MAN] = 100, [KING] = 300};

static const char *const win_ways[] = {"no move", NULL};
static const char *const draw_ways[] = {NULL};

const struct game bas_game = {
    .name = "bashni",
    .title = "Bashni",
    .start = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8:H0:F1",
    .geometry = &geo_dark,
    .rules_version = 1,
    .pos_size = sizeof(struct bas_position),
    .undo_size = sizeof(struct bas_undo),
    .moves_max = BAS_MOVES_MAX,
    .classes = BAS_CLASS_NB,
    .class_value = class_values,
    .win_ways = win_ways,
    .draw_ways = draw_ways,
    .captures_mandatory = true,
    .has_null_move = false,
    .init = bas_init,
    .parse = bas_parse,
    .format = bas_format,
    .generate = bas_generate,
    .generate_final = bas_generate_final,
    .count = bas_count,
    .resolve = bas_resolve,
    .make = bas_make,
    .unmake = bas_unmake,
    .evaluate = bas_evaluate,
    .evaluate_with = bas_evaluate_with,
    .eval_info = &bas_eval_info,
    .structure = bas_structure,
    .explain = bas_explain,
    .in_check = bas_in_check,
    .decided = bas_decided,
    .no_moves = bas_no_moves,
    .result = bas_result,
    .see_at_least = bas_see_at_least,
    .move_parse = bas_move_parse,
    .move_format = bas_move_format,
    .move_human = bas_move_human,
    .square_text = bas_square_text,
    .checked = bas_checked,
    .listing = bas_write_listing,
    .flip = bas_flip,
    .perft = bas_perft,
    .closures = &bas_closures,
    .perft_keys = bas_perft_keys,
    .perft_keys_size = sizeof(struct bas_perft_keys),
    .perft_key = bas_perft_key,
    .stats_names = bas_stats_names,
    .count_stats = bas_count_stats,
    .check = bas_check};
