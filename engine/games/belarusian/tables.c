/* Tables of Belarusian chess, built once per process. */
#include "engine/games/belarusian/rules.h"

#include <pthread.h>
#include <stdio.h>

struct bel_tables bel_tables_storage;

static const struct step king_steps[] = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1},
                                         {0, 1},   {1, -1}, {1, 0},  {1, 1}};
static const struct step rider_steps[] = {{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2},
                                          {1, -2},  {1, 2},  {2, -1},  {2, 1}};
static const struct step far_steps[] = {{-2, -2}, {-2, 0}, {-2, 2}, {0, -2},
                                        {0, 2},   {2, -2}, {2, 0},  {2, 2}};
static const struct step white_ratnik_steps[] = {{-1, 1}, {1, 1}};
static const struct step black_ratnik_steps[] = {{-1, -1}, {1, -1}};

#define LEAPER(sq, steps) attacks_leaper(&geo_9x9, sq, steps, sizeof(steps) / sizeof *(steps))

static void build_attacks(struct bel_tables *t)
{
    for (unsigned sq = 0; sq < BEL_SQUARE_NB; sq++) {
        attacks_build_rays(&geo_9x9, sq, &t->rays[sq]);
        t->king[sq] = LEAPER(sq, king_steps);
        t->rider[sq] = LEAPER(sq, rider_steps);
        t->prince_reach[sq] = t->king[sq] | LEAPER(sq, far_steps);
        t->ratnik[WHITE][sq] = LEAPER(sq, white_ratnik_steps);
        t->ratnik[BLACK][sq] = LEAPER(sq, black_ratnik_steps);
        for (unsigned to = 0; to < BEL_SQUARE_NB; to++)
            t->direction[sq][to] = (uint8_t)attacks_direction(&geo_9x9, sq, to);
    }
}

/* Labels: "belarusian/white rook/e4", "belarusian/rights/5", "belarusian/black to move",
 * "belarusian/rules/2". */
void bel_build_keys(struct bel_keys *keys, uint64_t seed)
{
    static const char *const class_names[BEL_CLASS_NB] = {"",     "ratnik", "rider",  "cannon",
                                                          "rook", "hetman", "prince", "king"};
    static const char *const side_names[SIDE_NB] = {"white", "black"};
    char label[ZOBRIST_LABEL_MAX];
    char square[GEO_SQUARE_TEXT_MAX];
    *keys = (struct bel_keys){0};
    for (int side = WHITE; side <= BLACK; side++)
        for (int c = RATNIK; c < BEL_CLASS_NB; c++)
            for (unsigned sq = 0; sq < BEL_SQUARE_NB; sq++) {
                geo_format(&geo_9x9, sq, square);
                snprintf(label, sizeof label, "belarusian/%s %s/%s", side_names[side],
                         class_names[c], square);
                keys->man[bel_man((enum side)side, (enum bel_class)c)][sq] =
                    zobrist_key_seeded(label, seed);
            }
    for (unsigned rights = 0; rights < 16; rights++) {
        snprintf(label, sizeof label, "belarusian/rights/%u", rights);
        keys->rights[rights] = zobrist_key_seeded(label, seed);
    }
    for (unsigned set = 0; set < 3; set++) {
        snprintf(label, sizeof label, "belarusian/rules/%u", set);
        keys->rule_set[set] = zobrist_key_seeded(label, seed);
    }
    keys->side = zobrist_key_seeded("belarusian/black to move", seed);
}

static void build_all(void)
{
    build_attacks(&bel_tables_storage);
    bel_build_keys(&bel_tables_storage.keys, zobrist_seed(0, 0));
    bel_build_placement(&bel_tables_storage);
}

void bel_init(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, build_all);
}
