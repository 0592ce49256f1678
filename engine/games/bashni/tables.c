/* Tables of Bashni, built once per process. */
#include "engine/games/bashni/rules.h"

#include <pthread.h>

struct bas_tables bas_tables_storage;

/* Labels: "bashni/towers", "bashni/black to move". */
void bas_build_keys(struct bas_keys *keys, uint64_t seed)
{
    *keys = (struct bas_keys){
        .seed = seed == 0 ? 0 : zobrist_key_seeded("bashni/towers", seed),
        .side = zobrist_key_seeded("bashni/black to move", seed),
    };
}

static void build_all(void)
{
    struct bas_tables *t = &bas_tables_storage;
    for (unsigned sq = 0; sq < BAS_SQUARE_NB; sq++) {
        for (unsigned to = 0; to < BAS_SQUARE_NB; to++)
            t->direction[sq][to] = BAS_DIRECTION_NB;
        for (int d = 0; d < BAS_DIRECTION_NB; d++) {
            const enum bas_direction dir = (enum bas_direction)d;
            const bas_set_t one = bas_step(bas_square(sq), dir);
            t->next[sq][d] = one ? (uint8_t)__builtin_ctz(one) : BAS_NO_SQUARE;
            for (bas_set_t s = one; s; s = bas_step(s, dir)) {
                t->ray[sq][d] |= s;
                t->direction[sq][__builtin_ctz(s)] = (uint8_t)d;
            }
        }
    }
    bas_build_keys(&t->keys, zobrist_seed(0, 0));
}

void bas_init(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, build_all);
}
