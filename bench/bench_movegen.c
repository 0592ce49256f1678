/* The generators: lists by kind, counting, making and unmaking, perft; per position of the list.
 * An item is a call for generate and count, a move for make_unmake, a leaf for perft. */
#include "bench/cases.h"
#include "bench/shim.h"
#include "engine/games/belarusian/belarusian.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>

#define START "lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1"

/* From tests/data/belarusian.epd, with its counts. */
const struct bench_position bench_positions[] = {
    {"start", &bel_game_release, START, 4, 296204},
    {"start", &bel_game_original, START, 4, 296204},
    {"start", &bel_game_noble, START, 4, 298384},
    {"opening", &bel_game_release,
     "lvmgakv1l/rrrrrr1rr/6r2/9/9/1R3R3/1m7/R1RRR1RRR/LMVKAGMVL w AIai 6 4", 4, 1111375},
    {"middle", &bel_game_release,
     "l4akml/3m3r1/r1r1rv2r/r2r2rg1/3R1rvV1/R4R3/1RA1R1R2/M1R4RR/L1VK1G1L1 w - 18 21", 3, 65732},
    {"open", &bel_game_release, "l3a4/2R6/2m1G4/8g/V1km4r/1KA6/3Mr4/1r2rvLvV/2r1LMr1r w a 1 148", 3,
     256734},
    {"open", &bel_game_original, "1K2V4/9/3vl3a/L2r1Rv2/1G1k2M2/4V1m2/5m3/3r2l2/2g1A3L b I 7 94", 3,
     277339},
    {"middle", &bel_game_noble,
     "lvm1akvml/rrrr1r1r1/6r2/4r1g1r/9/2R6/1V4R1R/RR1RRR1R1/LM1KAGMVL w AIai 8 5", 3, 40944},
    {"throne", &bel_game_release, "l3a3l/9/9/9/4k4/9/9/9/L3A3L w AIai 85 63", 4, 30312},
    {"no-prince", &bel_game_release, "l3a4/3r1M1R1/r4LM2/7k1/2VV5/9/5L3/6K1r/3GA4 w a 32 142", 3,
     128165},
};
const size_t bench_positions_nb = sizeof bench_positions / sizeof *bench_positions;

enum { UNDO_BYTES_MAX = 1024, NAME_MAX_BYTES = 96 };

struct position *bench_position_new(const struct bench_position *p)
{
    struct position *pos = pos_new(p->game);
    if (!pos || pos_set(pos, p->text, NULL) != ENGINE_OK || pos_reserve(pos, 64) != ENGINE_OK ||
        p->game->undo_size > UNDO_BYTES_MAX) {
        fprintf(stderr, "bench: cannot set up position \"%s\"\n", p->text);
        exit(1);
    }
    return pos;
}

static struct move_entry *list_new(const struct game *game)
{
    struct move_entry *list = malloc(game->moves_max * sizeof *list);
    if (!list) {
        fputs("bench: no memory\n", stderr);
        exit(1);
    }
    return list;
}

enum { BATCH = 64 };

static void run_generate(struct bench_state *state, const struct bench_position *p,
                         enum gen_kind kind)
{
    struct position *pos = bench_position_new(p);
    struct move_entry *list = list_new(p->game);
    uint64_t items = 0, moves = 0;
    while (bench_keep_running(state)) {
        for (int i = 0; i < BATCH; i++)
            moves += (uint64_t)(p->game->generate(pos, kind, list) - list);
        items += BATCH;
    }
    bench_use(moves);
    bench_set_items(state, items);
    free(list);
    pos_free(pos);
}

static void run_all(struct bench_state *state, const void *argument)
{
    run_generate(state, argument, GEN_ALL);
}

static void run_tactical(struct bench_state *state, const void *argument)
{
    run_generate(state, argument, GEN_TACTICAL);
}

static void run_quiet(struct bench_state *state, const void *argument)
{
    run_generate(state, argument, GEN_QUIET);
}

static void run_evasions(struct bench_state *state, const void *argument)
{
    run_generate(state, argument, GEN_EVASIONS);
}

static void run_count(struct bench_state *state, const void *argument)
{
    const struct bench_position *p = argument;
    struct position *pos = bench_position_new(p);
    uint64_t items = 0, moves = 0;
    while (bench_keep_running(state)) {
        for (int i = 0; i < BATCH; i++)
            moves += p->game->count(pos);
        items += BATCH;
    }
    bench_use(moves);
    bench_set_items(state, items);
    pos_free(pos);
}

/* Every move of the position is played and taken back. */
static void run_make(struct bench_state *state, const void *argument)
{
    const struct bench_position *p = argument;
    struct position *pos = bench_position_new(p);
    struct move_entry *list = list_new(p->game);
    const struct move_entry *end = p->game->generate(pos, GEN_ALL, list);
    alignas(max_align_t) unsigned char undo[UNDO_BYTES_MAX];
    uint64_t items = 0;
    while (bench_keep_running(state)) {
        for (const struct move_entry *m = list; m < end; m++) {
            p->game->make(pos, m, undo);
            p->game->unmake(pos, m, undo);
        }
        items += (uint64_t)(end - list);
    }
    bench_set_items(state, items);
    free(list);
    pos_free(pos);
}

static void run_perft(struct bench_state *state, const struct bench_position *p, bool bulk)
{
    struct position *pos = bench_position_new(p);
    const struct perft_walk walk = {.bulk = bulk};
    uint64_t items = 0;
    while (bench_keep_running(state)) {
        const uint64_t nodes = p->game->perft(pos, p->depth, &walk);
        if (nodes != p->nodes)
            bench_fail(state, "wrong perft count");
        items += nodes;
    }
    bench_set_items(state, items);
    pos_free(pos);
}

static void run_perft_bulk(struct bench_state *state, const void *argument)
{
    run_perft(state, argument, true);
}

static void run_perft_played(struct bench_state *state, const void *argument)
{
    run_perft(state, argument, false);
}

static void add(const char *what, const struct bench_position *p, bench_function function)
{
    char name[NAME_MAX_BYTES];
    snprintf(name, sizeof name, "%s/%s/%s", what, p->game->name, p->name);
    bench_register(name, function, p);
}

void bench_movegen_register(void)
{
    for (size_t i = 0; i < bench_positions_nb; i++) {
        const struct bench_position *p = &bench_positions[i];
        struct position *pos = bench_position_new(p);
        add("generate_all", p, run_all);
        add("generate_tactical", p, run_tactical);
        add("generate_quiet", p, run_quiet);
        if (p->game->in_check(pos))
            add("generate_evasions", p, run_evasions);
        add("count", p, run_count);
        add("make_unmake", p, run_make);
        add("perft_bulk", p, run_perft_bulk);
        add("perft_played", p, run_perft_played);
        pos_free(pos);
    }
}
