/* Tables of Tamerlane chess, built once per process. */
#include "engine/games/tamerlane/rules.h"

#include <pthread.h>
#include <stdio.h>

struct tam_tables tam_tables_storage;

static const struct step orthogonal_steps[] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
static const struct step diagonal_steps[] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

/* A leaper given by one step and its reflections (section 2). */
static bb_t leaper(unsigned sq, int a, int b)
{
    const struct step steps[8] = {{(int8_t)a, (int8_t)b},  {(int8_t)a, (int8_t)-b},
                                  {(int8_t)-a, (int8_t)b}, {(int8_t)-a, (int8_t)-b},
                                  {(int8_t)b, (int8_t)a},  {(int8_t)b, (int8_t)-a},
                                  {(int8_t)-b, (int8_t)a}, {(int8_t)-b, (int8_t)-a}};
    return geo_is_extra(&geo_tamerlane, sq) ? BB_EMPTY
                                            : attacks_leaper(&geo_tamerlane, sq, steps, 8);
}

static unsigned main_square(int file, int rank)
{
    return geo_square(&geo_tamerlane, file, rank);
}

/* T1: a citadel is an ordinary neighbour for king steps, diagonals included. */
static void build_king(struct tam_tables *t)
{
    enum { FILE_BEFORE_A = -1, FILE_AFTER_K = 11, L2_RANK = 1, Z9_RANK = 8 };
    for (unsigned sq = 0; sq < CITADEL_L2; sq++)
        t->king[sq] = leaper(sq, 1, 0) | leaper(sq, 1, 1);
    for (int i = -1; i <= 1; i++) {
        const unsigned by_l2 = main_square(FILE_AFTER_K - 1, L2_RANK + i);
        const unsigned by_z9 = main_square(FILE_BEFORE_A + 1, Z9_RANK + i);
        t->king[CITADEL_L2] |= bb_square(by_l2);
        t->king[by_l2] |= bb_square(CITADEL_L2);
        t->king[CITADEL_Z9] |= bb_square(by_z9);
        t->king[by_z9] |= bb_square(CITADEL_Z9);
    }
}

/* One bent ray: a diagonal step, then straight on along one of its two components. */
static bb_t bent_ray(unsigned sq, struct step diagonal, struct step straight, bb_t *land)
{
    int file = (int)geo_file(&geo_tamerlane, sq) + diagonal.file;
    int rank = (int)geo_rank(&geo_tamerlane, sq) + diagonal.rank;
    bb_t ray = BB_EMPTY;
    for (int n = 0; main_square(file, rank) != GEO_NO_SQUARE; n++) {
        const bb_t bit = bb_square(main_square(file, rank));
        ray |= bit;
        if (n >= 3)
            *land |= bit;
        file += straight.file;
        rank += straight.rank;
    }
    return ray;
}

static void build_giraffe(struct tam_tables *t)
{
    for (unsigned sq = 0; sq < CITADEL_L2; sq++) {
        bb_t rays[DIR_NB];
        int up = 0, down = 4; /* four rays of each kind */
        for (int i = 0; i < 4; i++)
            for (int along_file = 0; along_file <= 1; along_file++) {
                const struct step d = diagonal_steps[i];
                const struct step s = {along_file ? 0 : d.file, along_file ? d.rank : 0};
                const bb_t ray = bent_ray(sq, d, s, &t->giraffe_land[sq]);
                /* Straight on in rising square number: then the whole ray rises, and the first man
                 * on it is the lowest; else the highest. */
                rays[s.rank > 0 || s.file > 0 ? up++ : down++] = ray;
            }
        attacks_set_rays(&t->bent[sq], rays);
    }
    for (unsigned from = 0; from < CITADEL_L2; from++)
        for (bb_t land = t->giraffe_land[from]; bb_any(land);)
            t->giraffe_from[bb_pop(&land)] |= bb_square(from);
}

static void build_lines(struct tam_tables *t)
{
    for (unsigned sq = 0; sq < TAM_SQUARE_NB; sq++) {
        attacks_build_rays(&geo_tamerlane, sq, &t->rays[sq]);
        t->rook_line[sq] = attacks_rook(&t->rays[sq], BB_EMPTY);
        t->picket_land[sq] = attacks_bishop(&t->rays[sq], BB_EMPTY) & ~leaper(sq, 1, 1);
        for (unsigned to = 0; to < TAM_SQUARE_NB; to++)
            t->direction[sq][to] = (uint8_t)attacks_direction(&geo_tamerlane, sq, to);
    }
}

static void build_leapers(struct tam_tables *t)
{
    static const struct step white_pawn[] = {{-1, 1}, {1, 1}};
    static const struct step black_pawn[] = {{-1, -1}, {1, -1}};
    for (unsigned sq = 0; sq < CITADEL_L2; sq++) {
        t->leap[GENERAL][sq] = attacks_leaper(&geo_tamerlane, sq, diagonal_steps, 4);
        t->leap[VIZIER][sq] = attacks_leaper(&geo_tamerlane, sq, orthogonal_steps, 4);
        t->leap[KNIGHT][sq] = leaper(sq, 1, 2);
        t->leap[ELEPHANT][sq] = leaper(sq, 2, 2);
        t->leap[CAMEL][sq] = leaper(sq, 1, 3);
        t->leap[WAR_ENGINE][sq] = leaper(sq, 2, 0);
        t->pawn[WHITE][sq] = attacks_leaper(&geo_tamerlane, sq, white_pawn, 2);
        t->pawn[BLACK][sq] = attacks_leaper(&geo_tamerlane, sq, black_pawn, 2);
    }
}

/* Labels: "tamerlane/white .k/f3", "tamerlane/rights/5", "tamerlane/black to move",
 * "tamerlane/option 0/3" (option 0 with its value 3). */
void tam_build_keys(struct tam_keys *keys, uint64_t seed)
{
    *keys = (struct tam_keys){0};
    char label[ZOBRIST_LABEL_MAX], square[GEO_SQUARE_TEXT_MAX], man_text[3];
    for (int side = WHITE; side <= BLACK; side++)
        for (int c = KING; c < TAM_CLASS_NB; c++) {
            const tam_man_t man = tam_man((enum side)side, (enum tam_class)c);
            tam_man_text(tam_man(BLACK, (enum tam_class)c), man_text);
            for (unsigned sq = 0; sq < TAM_SQUARE_NB; sq++) {
                geo_format(&geo_tamerlane, sq, square);
                snprintf(label, sizeof label, "tamerlane/%s %s/%s",
                         side == WHITE ? "white" : "black", man_text, square);
                keys->man[man][sq] = zobrist_key_seeded(label, seed);
            }
        }
    for (unsigned rights = 0; rights < 16; rights++) {
        snprintf(label, sizeof label, "tamerlane/rights/%u", rights);
        keys->rights[rights] = zobrist_key_seeded(label, seed);
    }
    for (unsigned option = 0; option < GAME_OPTIONS_MAX; option++)
        for (unsigned value = 0; value < TAM_OPTION_VALUES; value++) {
            snprintf(label, sizeof label, "tamerlane/option %u/%u", option, value);
            keys->option[option][value] = zobrist_key_seeded(label, seed);
        }
    keys->side = zobrist_key_seeded("tamerlane/black to move", seed);
}

static void build_all(void)
{
    struct tam_tables *t = &tam_tables_storage;
    build_lines(t);
    build_king(t);
    build_leapers(t);
    build_giraffe(t);
    tam_build_keys(&t->keys, zobrist_seed(0, 0));
    tam_build_placement(t);
}

void tam_init(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, build_all);
}

/* --- paths --- */

static bb_t before_on_ray(bb_t ray, unsigned sq, bool rises)
{
    const bb_t below = bb_square(sq) - 1;
    return rises ? ray & below : ray & ~(below | bb_square(sq));
}

static bb_t bent_path(unsigned from, unsigned sq)
{
    const struct attacks_rays *bent = &tam_t()->bent[from];
    for (int d = 0; d < DIR_NB; d++) {
        const bb_t ray = attacks_ray(bent, (enum direction)d);
        if (bb_has(ray, sq))
            return before_on_ray(ray, sq, d < 4);
    }
    return BB_EMPTY;
}

bb_t tam_path(const struct tam_position *p, unsigned from, unsigned sq)
{
    const enum tam_class c = tam_man_class(p->board[from]);
    if (c == GIRAFFE)
        return bent_path(from, sq);
    if (c != ROOK && c != PICKET)
        return BB_EMPTY;
    const unsigned d = tam_t()->direction[from][sq];
    if (d == DIR_NONE)
        return BB_EMPTY;
    return before_on_ray(attacks_ray(&tam_t()->rays[from], (enum direction)d), sq, d < 4);
}
