/* Perft of Bashni: the generator and the bare board moves, specialised by colour. */
#include "engine/games/bashni/board.h"
#include "engine/games/bashni/movegen.h"

static uint64_t perft_white(struct bas_position *p, int depth, bool bulk);
static uint64_t perft_black(struct bas_position *p, int depth, bool bulk);

BB_INLINE uint64_t perft_side(struct bas_position *p, enum side us, int depth, bool bulk)
{
    if (bulk && depth == 1) {
        struct bas_sink counter = {.counting = true};
        bas_gen_body(&counter, p, us, GEN_ALL);
        return counter.count;
    }
    if (depth == 0)
        return 1;
    struct move_entry list[BAS_MOVES_MAX];
    struct bas_sink s = {.out = list, .end = list + BAS_MOVES_MAX, .counting = false};
    bas_gen_body(&s, p, us, GEN_ALL);
    uint64_t nodes = 0;
    struct bas_undo undo;
    for (const struct move_entry *e = list; e < s.out; e++) {
        bas_make_board(p, us, e, &undo);
        nodes += us == WHITE ? perft_black(p, depth - 1, bulk) : perft_white(p, depth - 1, bulk);
        bas_unmake_board(p, e, &undo);
    }
    return nodes;
}

static uint64_t perft_white(struct bas_position *p, int depth, bool bulk)
{
    return perft_side(p, WHITE, depth, bulk);
}

static uint64_t perft_black(struct bas_position *p, int depth, bool bulk)
{
    return perft_side(p, BLACK, depth, bulk);
}

uint64_t bas_perft(struct position *pos, int depth, bool bulk)
{
    struct bas_position *p = bas_of(pos);
    return pos->side == WHITE ? perft_white(p, depth, bulk) : perft_black(p, depth, bulk);
}
