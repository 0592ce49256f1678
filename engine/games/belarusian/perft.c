/* Perft of Belarusian chess: the generator and the bare board moves, specialised by colour. */
#include "engine/games/belarusian/board.h"
#include "engine/games/belarusian/movegen.h"

static uint64_t perft_white(struct bel_position *p, int depth, bool bulk);
static uint64_t perft_black(struct bel_position *p, int depth, bool bulk);

BB_INLINE uint64_t perft_side(struct bel_position *p, enum side us, int depth, bool bulk)
{
    if (bulk && depth == 1) {
        struct bel_sink counter = {.p = p, .counting = true};
        bel_gen_body(&counter, us, GEN_ALL, ~BB_EMPTY);
        return counter.count;
    }
    if (depth == 0)
        return 1;
    struct move_entry list[BEL_MOVES_MAX];
    struct bel_sink s = {.p = p, .out = list};
    bel_gen_body(&s, us, GEN_ALL, ~BB_EMPTY);
    uint64_t nodes = 0;
    const uint8_t rights = p->rights;
    for (const struct move_entry *e = list; e < s.out; e++) {
        const bel_man_t captured = bel_make_board(p, us, e->move);
        nodes += us == WHITE ? perft_black(p, depth - 1, bulk) : perft_white(p, depth - 1, bulk);
        bel_unmake_board(p, us, e->move, captured, rights);
    }
    return nodes;
}

static uint64_t perft_white(struct bel_position *p, int depth, bool bulk)
{
    return perft_side(p, WHITE, depth, bulk);
}

static uint64_t perft_black(struct bel_position *p, int depth, bool bulk)
{
    return perft_side(p, BLACK, depth, bulk);
}

uint64_t bel_perft(struct position *pos, int depth, bool bulk)
{
    struct bel_position *p = bel_of(pos);
    return pos->side == WHITE ? perft_white(p, depth, bulk) : perft_black(p, depth, bulk);
}
