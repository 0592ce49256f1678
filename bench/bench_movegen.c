/* The generators: lists by kind, counting, making and unmaking, perft; per position of the list.
 * An item is a call for generate and count, a move for make_unmake, a leaf for perft. */
#include "bench/cases.h"
#include "bench/shim.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>

enum { UNDO_BYTES_MAX = 1024, NAME_MAX_BYTES = 96 };

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
    if (p->game->undo_size > sizeof undo)
        bench_fail(state, "undo record too large");
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
