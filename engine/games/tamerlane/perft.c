/* Perft of Tamerlane chess: the generator and the bare board moves, specialised by colour. */
#include "engine/games/tamerlane/board.h"
#include "engine/games/tamerlane/movegen.h"

static uint64_t perft_white(struct tam_position *p, int depth, bool bulk);
static uint64_t perft_black(struct tam_position *p, int depth, bool bulk);

BB_INLINE uint64_t perft_side(struct tam_position *p, enum side us, int depth, bool bulk)
{
    if (bulk && depth == 1) {
        struct tam_sink counter = {.p = p, .counting = true};
        tam_gen_body(&counter, us, GEN_ALL, ~BB_EMPTY);
        return counter.count;
    }
    if (depth == 0)
        return 1;
    struct move_entry list[TAM_MOVES_MAX];
    struct tam_sink s = {.p = p, .out = list};
    tam_gen_body(&s, us, GEN_ALL, ~BB_EMPTY);
    uint64_t nodes = 0;
    struct tam_undo undo;
    for (const struct move_entry *e = list; e < s.out; e++) {
        tam_make_board(p, e->move, &undo);
        /* Trial moves of the generator ask whose turn it is. */
        p->base.side = (uint8_t)side_other(us);
        nodes += us == WHITE ? perft_black(p, depth - 1, bulk) : perft_white(p, depth - 1, bulk);
        p->base.side = (uint8_t)us;
        tam_unmake_board(p, &undo);
    }
    return nodes;
}

static uint64_t perft_white(struct tam_position *p, int depth, bool bulk)
{
    return perft_side(p, WHITE, depth, bulk);
}

static uint64_t perft_black(struct tam_position *p, int depth, bool bulk)
{
    return perft_side(p, BLACK, depth, bulk);
}

uint64_t tam_perft(struct position *pos, int depth, bool bulk)
{
    struct tam_position *p = tam_of(pos);
    return pos->side == WHITE ? perft_white(p, depth, bulk) : perft_black(p, depth, bulk);
}
