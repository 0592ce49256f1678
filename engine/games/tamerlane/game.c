/* The table that presents Tamerlane chess to the rest of the program. */
#include "engine/games/tamerlane/rules.h"

static const char *const setup_values[] = {"masculine", "reflected", "feminine", "third", NULL};
static const char *const relocation_values[] = {"compulsory", "optional", NULL};
static const char *const switch_values[] = {"off", "on", NULL};

/* Section 17; in the order of enum tam_option. */
static const struct game_option tam_options[] = {{"Setup", setup_values},
                                                 {"PopRelocation", relocation_values},
                                                 {"RepetitionDraw", switch_values},
                                                 {"MoveLimitDraw", switch_values}};

/* For ordering and pruning only; the evaluation has its own values. Pawns are worth a share of what
 * they become. */
static const int16_t class_values[TAM_CLASS_NB] = {[KING] = 400,
                                                   [PRINCE] = 350,
                                                   [ADVENTITIOUS] = 350,
                                                   [GENERAL] = 150,
                                                   [VIZIER] = 160,
                                                   [GIRAFFE] = 380,
                                                   [PICKET] = 330,
                                                   [KNIGHT] = 350,
                                                   [ROOK] = 600,
                                                   [ELEPHANT] = 110,
                                                   [CAMEL] = 260,
                                                   [WAR_ENGINE] = 130,
                                                   [KINGS_PAWN] = 130,
                                                   [POP_FIRST] = 100,
                                                   [POP_SECOND] = 110,
                                                   [POP_THIRD] = 140,
                                                   [PAWN_OF + GENERAL] = 75,
                                                   [PAWN_OF + VIZIER] = 75,
                                                   [PAWN_OF + GIRAFFE] = 110,
                                                   [PAWN_OF + PICKET] = 105,
                                                   [PAWN_OF + KNIGHT] = 105,
                                                   [PAWN_OF + ROOK] = 140,
                                                   [PAWN_OF + ELEPHANT] = 70,
                                                   [PAWN_OF + CAMEL] = 95,
                                                   [PAWN_OF + WAR_ENGINE] = 70};

static const char *const win_ways[] = {"mate", "stalemate", NULL};
static const char *const draw_ways[] = {"citadel", NULL};

const struct game tam_game = {.name = "tamerlane",
                              .title = "Tamerlane chess",
                              .start =
                                  "e1c1d1d1c1e/rntgwkfgtnr/.r.n.t.g.w.k.f.e.c.d.p/11/11/11/11/"
                                  ".P.D.C.E.F.K.W.G.T.N.R/RNTGFKWGTNR/E1C1D1D1C1E w -- SCsc 0 1",
                              .start_text = tam_start,
                              .options = tam_options,
                              .options_nb = sizeof tam_options / sizeof *tam_options,
                              .geometry = &geo_tamerlane,
                              .rules_version = 1,
                              .pos_size = sizeof(struct tam_position),
                              .undo_size = sizeof(struct tam_undo),
                              .moves_max = TAM_MOVES_MAX,
                              .classes = TAM_CLASS_NB,
                              .class_value = class_values,
                              .win_ways = win_ways,
                              .draw_ways = draw_ways,
                              .captures_mandatory = false,
                              .has_null_move = true,
                              .stalemate_loses = true,
                              .init = tam_init,
                              .parse = tam_parse,
                              .format = tam_format,
                              .generate = tam_generate,
                              .generate_final = tam_generate_final,
                              .count = tam_count,
                              .has_moves = tam_has_moves,
                              .resolve = tam_resolve,
                              .make = tam_make,
                              .unmake = tam_unmake,
                              .null_move_ok = tam_null_move_ok,
                              .make_null = tam_make_null,
                              .unmake_null = tam_unmake_null,
                              .evaluate = tam_evaluate,
                              .evaluate_with = tam_evaluate_with,
                              .eval_info = &tam_eval_info,
                              .structure = tam_structure,
                              .explain = tam_explain,
                              .in_check = tam_in_check,
                              .decided = tam_decided,
                              .no_moves = tam_no_moves,
                              .repetition_draws = tam_repetition_draws,
                              .result = tam_result,
                              .see_at_least = tam_see_at_least,
                              .move_parse = tam_move_parse,
                              .move_format = tam_move_format,
                              .move_human = tam_move_human,
                              .square_text = tam_square_text,
                              .checked = tam_checked,
                              .flip = tam_flip,
                              .perft = tam_perft,
                              .perft_keys = tam_perft_keys,
                              .perft_keys_size = sizeof(struct tam_perft_keys),
                              .perft_key = tam_perft_key,
                              .stats_names = tam_stats_names,
                              .count_stats = tam_count_stats,
                              .check = tam_check};
