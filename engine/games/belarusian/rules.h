/* rules.h - private to Belarusian chess: the position, its tables, and the geometric questions
 * (who attacks what) on which all its rules rest. Section and decision numbers refer to RULES.md.
 */
#ifndef CITADEL_ENGINE_GAMES_BELARUSIAN_RULES_H
#define CITADEL_ENGINE_GAMES_BELARUSIAN_RULES_H

#include "engine/game.h"
#include "engine/games/belarusian/belarusian.h"
#include "tables/attacks.h"

/* --- vocabulary --- */

/* Piece classes, colourless. The order is that of promotion lists and of attackers in exchanges. */
enum bel_class { NO_CLASS, RATNIK, RIDER, CANNON, ROOK, HETMAN, PRINCE, KING, BEL_CLASS_NB };

/* A man on a square: class + colour * 8; 0 is an empty square. */
typedef uint8_t bel_man_t;

static inline bel_man_t bel_man(enum side side, enum bel_class c)
{
    return (bel_man_t)(c | side << 3);
}

static inline enum bel_class bel_man_class(bel_man_t m)
{
    return (enum bel_class)(m & 7);
}

static inline enum side bel_man_side(bel_man_t m)
{
    return (enum side)(m >> 3);
}

enum { BEL_MAN_NB = 16, BEL_SQUARE_NB = 81, BEL_NO_SQUARE = GEO_NO_SQUARE };

enum bel_square {
    A1 = 0,
    B1,
    C1,
    D1,
    E1,
    F1,
    G1,
    H1,
    I1,
    E5 = 40,
    A9 = 72,
    B9,
    C9,
    D9,
    E9,
    F9,
    G9,
    H9,
    I9
};

/* Rule sets (section 10); the value of struct game `rule_set`. */
enum bel_rule_set { BEL_RELEASE, BEL_ORIGINAL, BEL_NOBLE };

/* Castling rights, named by the rook's corner (section 2). */
enum { RIGHT_A1 = 1, RIGHT_I1 = 2, RIGHT_A9 = 4, RIGHT_I9 = 8 };

/* No position has more legal moves: hetman 32, 2 rooks 32, 2 cannons 32, 2 riders 16, prince 16,
 * king 8 + 4 castlings, 9 ratniks with at most 3 targets of 5 promotions each 135: 275. */
enum { BEL_MOVES_MAX = 280 };

enum { BEL_CLOCK_DRAW = 100 }; /* half-moves without a capture (B24) */

/* move_t extra: the class the mover becomes (promotion or coronation), 0 for none; bit 3 marks
 * castling, which is written as the king's move. */
enum { EXTRA_CLASS = 7, EXTRA_CASTLING = 8 };

#define BEL_THRONE bb_square(E5)

/* --- position --- */

struct bel_position {
    struct position base;    /* must come first */
    bb_t men[SIDE_NB];       /* by colour */
    bb_t type[BEL_CLASS_NB]; /* by class, both colours; [NO_CLASS] is unused */
    bel_man_t board[BEL_SQUARE_NB];
    uint8_t count[BEL_MAN_NB]; /* men of each kind on the board */
    uint8_t king[SIDE_NB];     /* square, BEL_NO_SQUARE if captured */
    uint8_t prince[SIDE_NB];
    uint8_t rights;   /* RIGHT_* */
    uint8_t rule_set; /* enum bel_rule_set */
    int32_t
        placement; /* material and placement, White minus Black, middlegame and endgame halves */
    int32_t phase; /* sum of phase weights of all men */
};

/* What make cannot recompute when it is taken back. */
struct bel_undo {
    zkey_t key;
    int32_t placement;
    int32_t phase;
    uint16_t clock, reversible;
    uint8_t rights;
    bel_man_t captured;
};

static inline struct bel_position *bel_of(struct position *pos)
{
    return (struct bel_position *)pos;
}

static inline const struct bel_position *bel_of_const(const struct position *pos)
{
    return (const struct bel_position *)pos;
}

static inline enum side bel_side(const struct bel_position *p)
{
    return (enum side)p->base.side;
}

static inline bb_t bel_occupied(const struct bel_position *p)
{
    return p->men[WHITE] | p->men[BLACK];
}

static inline bb_t bel_men_of(const struct bel_position *p, enum side side, enum bel_class c)
{
    return p->men[side] & p->type[c];
}

/* --- tables --- */

/* Keys of one word of one key set (tables/zobrist.h); man[0] is zero. */
struct bel_keys {
    zkey_t man[BEL_MAN_NB][BEL_SQUARE_NB];
    zkey_t rights[16];
    zkey_t side; /* Black to move */
    zkey_t rule_set[3];
};

/* A whole key set, for perft. */
struct bel_perft_keys {
    struct bel_keys word[ZOBRIST_WORDS];
};

struct bel_tables {
    struct attacks_rays rays[BEL_SQUARE_NB];
    bb_t king[BEL_SQUARE_NB];
    bb_t rider[BEL_SQUARE_NB];
    bb_t prince_reach[BEL_SQUARE_NB];                /* straight lines up to distance 2 */
    bb_t ratnik[SIDE_NB][BEL_SQUARE_NB];             /* squares that a ratnik of the side attacks */
    uint8_t direction[BEL_SQUARE_NB][BEL_SQUARE_NB]; /* enum direction, DIR_NONE off line */
    int32_t placement[BEL_MAN_NB][BEL_SQUARE_NB];    /* packed, from White's view; eval.c */
    struct bel_keys keys;                            /* of the default set */
};

/* Written once by bel_init under pthread_once, constant ever after; read it through bel_t(). */
extern struct bel_tables bel_tables_storage;
void bel_init(void);
void bel_build_keys(struct bel_keys *keys, uint64_t seed);

BB_INLINE const struct bel_tables *bel_t(void)
{
    return &bel_tables_storage;
}

/* --- ranks and directions by colour --- */

#define BEL_BOARD (((bb_t)1 << BEL_SQUARE_NB) - 1)
#define BEL_RANK(n) ((bb_t)0x1FF << (9 * ((n)-1)))
#define BEL_FILE_A bb_make(0x100, 0x8040201008040201)
#define BEL_FILE_I (BEL_FILE_A << 8)
/* c3-g7 (B1). */
#define BEL_PALACE                                                                                 \
    ((bb_t)0x7C << 18 | (bb_t)0x7C << 27 | (bb_t)0x7C << 36 | (bb_t)0x7C << 45 | (bb_t)0x7C << 54)

BB_INLINE bb_t bel_last_rank(enum side side)
{
    return side == WHITE ? BEL_RANK(9) : BEL_RANK(1);
}

BB_INLINE int bel_forward(enum side side)
{
    return side == WHITE ? 9 : -9;
}

/* Squares in front of the given ratniks, and those that they attack. `set` must not contain ratniks
 * on their last rank: a waiting ratnik has no moves and attacks nothing (section 3). */
BB_INLINE bb_t bel_ratnik_pushes(bb_t set, enum side side)
{
    return bb_shift(set, bel_forward(side));
}

BB_INLINE bb_t bel_ratnik_east(bb_t set, enum side side)
{
    return bb_shift(set & ~BEL_FILE_I, bel_forward(side) + 1);
}

BB_INLINE bb_t bel_ratnik_west(bb_t set, enum side side)
{
    return bb_shift(set & ~BEL_FILE_A, bel_forward(side) - 1);
}

/* --- attacks (section 4) --- */

/* L, M and G attack up to the first man, or up to the throne, empty or not (B7); for movement the
 * throne is a wall anyway. So it counts as occupied for them. */
BB_INLINE bb_t bel_slider_blockers(bb_t occ)
{
    return occ | BEL_THRONE;
}

/* The prince's two-step ray runs on over an empty throne (B8), but not in the noble set (B28). */
BB_INLINE bb_t bel_prince_blockers(const struct bel_position *p, bb_t occ)
{
    return p->rule_set == BEL_NOBLE ? occ | BEL_THRONE : occ;
}

BB_INLINE bb_t bel_prince_attacks(const struct bel_position *p, unsigned sq, bb_t occ)
{
    const struct bel_tables *t = bel_t();
    return attacks_queen(&t->rays[sq], bel_prince_blockers(p, occ)) & t->prince_reach[sq];
}

/* Does a prince on `from` attack sq, with the men `occ` on the board? */
BB_INLINE bool bel_prince_hits(const struct bel_position *p, unsigned from, unsigned sq, bb_t occ)
{
    const struct bel_tables *t = bel_t();
    if (!bb_has(t->prince_reach[sq], from))
        return false;
    /* On a line at distance 2 the square between has the mean number. */
    return bb_has(t->king[sq], from) || !bb_has(bel_prince_blockers(p, occ), (from + sq) / 2);
}

/* The men among `men`, all of side `by`, that attack sq when `occ` is occupied. Purely geometric:
 * pins, duties and the right to enter the throne do not matter (section 4). A man on sq itself is
 * never among them. */
BB_INLINE bb_t bel_attackers(const struct bel_position *p, unsigned sq, enum side by, bb_t men,
                             bb_t occ)
{
    const struct bel_tables *t = bel_t();
    const struct attacks_rays *rays = &t->rays[sq];
    const bb_t blockers = bel_slider_blockers(occ);
    bb_t set = t->ratnik[side_other(by)][sq] & p->type[RATNIK];
    set |= t->rider[sq] & p->type[RIDER];
    set |= t->king[sq] & p->type[KING];
    set |= attacks_rook(rays, blockers) & (p->type[ROOK] | p->type[HETMAN]);
    set |= attacks_bishop(rays, blockers) & (p->type[CANNON] | p->type[HETMAN]);
    set &= men;
    const unsigned prince = p->prince[by];
    if (prince != BEL_NO_SQUARE && bb_has(t->prince_reach[sq], prince) && bb_has(men, prince) &&
        bel_prince_hits(p, prince, sq, occ))
        set |= bb_square(prince);
    return set;
}

BB_INLINE bool bel_attacked(const struct bel_position *p, unsigned sq, enum side by)
{
    return bb_any(bel_attackers(p, sq, by, p->men[by], bel_occupied(p)));
}

/* Squares strictly between two squares on a line; empty if there is no common line. */
BB_INLINE bb_t bel_between(unsigned a, unsigned b)
{
    const struct bel_tables *t = bel_t();
    const unsigned d = t->direction[a][b];
    if (d == DIR_NONE)
        return BB_EMPTY;
    return attacks_ray(&t->rays[a], (enum direction)d) &
           attacks_ray(&t->rays[b], (enum direction)(d ^ 4));
}

/* --- royals (sections 4, 6, 8) --- */

BB_INLINE bb_t bel_royals(const struct bel_position *p)
{
    return p->type[KING] | p->type[PRINCE];
}

/* Does a royal of the side stand on the throne? */
BB_INLINE bool bel_holds_throne(const struct bel_position *p, enum side side)
{
    return bb_has(p->men[side] & bel_royals(p), E5);
}

/* The prince may ascend only while its king stands in the palace (B10), except in the original rule
 * set (B27). */
BB_INLINE bool bel_prince_supported(const struct bel_position *p, unsigned king)
{
    return p->rule_set == BEL_ORIGINAL || bb_has(BEL_PALACE, king);
}

/* Section 8.1: the side to move has held the throne through the opponent's move. */
BB_INLINE bool bel_throne_won(const struct bel_position *p)
{
    const enum side us = bel_side(p);
    return bel_holds_throne(p, us) && !bel_attacked(p, E5, side_other(us));
}

/* The one square whose attack by the enemy the side's next move must end or avoid (L1 and L2 of
 * section 6): the throne if an own royal stands there, else the king if the prince is gone (B11),
 * else none. L1 and L2 never ask for two different squares: a royal on the throne is either the
 * king without a prince, or a prince lives and L1 is void. */
BB_INLINE unsigned bel_duty_square(const struct bel_position *p, enum side side)
{
    if (bel_holds_throne(p, side))
        return E5;
    return p->prince[side] == BEL_NO_SQUARE ? p->king[side] : BEL_NO_SQUARE;
}

/* Bit c is set if the side may promote to class c: fewer on the board than at the start (B21). */
unsigned bel_promotions(const struct bel_position *p, enum side side);

/* --- the module's operations (see struct game for each) --- */

enum engine_status bel_parse(struct position *pos, const char *text, struct text_error *error);
void bel_format(const struct position *pos, char *out);
const char *bel_check(const struct position *pos);
void bel_flip(struct position *pos);
bool bel_in_check(const struct position *pos);
bb_t bel_checked(const struct position *pos);
bool bel_decided(const struct position *pos, int ply, score_t *score);
score_t bel_no_moves(const struct position *pos, int ply);
struct game_result bel_result(const struct position *pos);
/* Is the side to move, without a legal move, mated rather than stalemated (8.2b, B13, B17)? */
bool bel_is_mated(const struct bel_position *p);
zkey_t bel_compute_key(const struct bel_position *p, const struct bel_keys *keys);

struct move_entry *bel_generate(const struct position *pos, enum gen_kind kind,
                                struct move_entry *out);
struct move_entry *bel_generate_final(const struct position *pos, struct move_entry *out);
unsigned bel_count(const struct position *pos);
bool bel_resolve(const struct position *pos, move_t move, struct move_entry *out);

void bel_make(struct position *pos, const struct move_entry *move, void *undo);
void bel_unmake(struct position *pos, const struct move_entry *move, const void *undo);
bool bel_null_move_ok(const struct position *pos);
void bel_make_null(struct position *pos, void *undo);
void bel_unmake_null(struct position *pos, const void *undo);
uint64_t bel_perft(struct position *pos, int depth, const struct perft_walk *walk);
void bel_perft_keys(unsigned set, void *keys);
struct perft_key bel_perft_key(const struct position *pos, const void *keys);
extern const char *const bel_stats_names[];
void bel_count_stats(const struct position *pos, const struct move_entry *e, const void *undo,
                     uint64_t *columns);

void bel_build_placement(struct bel_tables *t);
int32_t bel_phase_weight(enum bel_class c);
score_t bel_evaluate(const struct position *pos);
score_t bel_evaluate_with(const struct position *pos, const int32_t *vector);
extern const struct eval_info bel_eval_info;
uint64_t bel_structure(const struct position *pos, enum structure_aspect aspect);
void bel_explain(const struct position *pos, char *out);
bool bel_see_at_least(const struct position *pos, const struct move_entry *move, score_t threshold);

enum engine_status bel_move_parse(const struct position *pos, const char *text,
                                  struct move_entry *out);
void bel_move_format(const struct position *pos, move_t move, char *out);
void bel_move_human(const struct position *pos, const struct move_entry *move, char *out);
void bel_square_text(const struct position *pos, unsigned sq, char *out);
char bel_letter(bel_man_t man);      /* as in position text, '.' for none */
bel_man_t bel_man_of_letter(char c); /* 0 if it is none */

#endif
