/* rules.h - private to Tamerlane chess: the position, its tables, and the geometric questions (who
 * attacks what) on which all its rules rest. Section and decision numbers refer to RULES.md. */
#ifndef CITADEL_ENGINE_GAMES_TAMERLANE_RULES_H
#define CITADEL_ENGINE_GAMES_TAMERLANE_RULES_H

#include "engine/game.h"
#include "engine/games/tamerlane/tamerlane.h"
#include "tables/attacks.h"

/* --- vocabulary (section 2) --- */

/* Classes of men, colourless. Royals first, in rank order (section 7); the pawn of officer c is
 * PAWN_OF + c, and the three journeys of the pawn of pawns fill the gaps of that row. */
enum tam_class {
    NO_CLASS,
    KING,
    PRINCE,
    ADVENTITIOUS, /* K S A */
    GENERAL,
    VIZIER,
    GIRAFFE,
    PICKET,
    KNIGHT,
    ROOK,
    ELEPHANT,
    CAMEL,
    WAR_ENGINE,
    PAWN_OF = 12,
    KINGS_PAWN = PAWN_OF + KING,
    POP_FIRST,  /* .P, travelling, or waiting on its last rank */
    POP_SECOND, /* .X */
    GENERALS_PAWN = PAWN_OF + GENERAL,
    WAR_ENGINES_PAWN = PAWN_OF + WAR_ENGINE,
    POP_THIRD, /* .Y */
    TAM_CLASS_NB
};

/* Sets of men that move alike. Waiting pawns of pawns are apart: they neither move nor attack nor
 * can be taken (section 6), and so are in no other set. */
enum tam_type { TYPE_WAITING = 0, TYPE_PAWN = PAWN_OF + 1, TAM_TYPE_NB };

/* A man on a square: class + colour * 32; 0 is an empty square. */
typedef uint8_t tam_man_t;
enum { TAM_MAN_NB = 64, TAM_SQUARE_NB = 112, TAM_NO_SQUARE = GEO_NO_SQUARE };

static inline tam_man_t tam_man(enum side side, enum tam_class c)
{
    return (tam_man_t)(c | side << 5);
}

static inline enum tam_class tam_man_class(tam_man_t m)
{
    return (enum tam_class)(m & 31);
}

static inline enum side tam_man_side(tam_man_t m)
{
    return (enum side)(m >> 5);
}

static inline bool tam_is_royal(enum tam_class c)
{
    return c >= KING && c <= ADVENTITIOUS;
}

static inline bool tam_is_pawn(enum tam_class c)
{
    return c > PAWN_OF;
}

/* Section 1: l2 belongs to White, z9 to Black. */
enum { CITADEL_L2 = 110, CITADEL_Z9 = 111 };

#define TAM_MAIN_BOARD (((bb_t)1 << 110) - 1)
#define TAM_RANK(n) ((bb_t)0x7FF << (11 * ((n)-1)))
#define TAM_FILE_A                                                                                 \
    ((bb_t)1 | (bb_t)1 << 11 | (bb_t)1 << 22 | (bb_t)1 << 33 | (bb_t)1 << 44 | (bb_t)1 << 55 |     \
     (bb_t)1 << 66 | (bb_t)1 << 77 | (bb_t)1 << 88 | (bb_t)1 << 99)
#define TAM_FILE_K (TAM_FILE_A << 10)

static inline unsigned tam_own_citadel(enum side side)
{
    return side == WHITE ? CITADEL_L2 : CITADEL_Z9;
}

BB_INLINE bb_t tam_last_rank(enum side side)
{
    return side == WHITE ? TAM_RANK(10) : TAM_RANK(1);
}

BB_INLINE int tam_forward(enum side side)
{
    return side == WHITE ? 11 : -11;
}

/* Rights (section 12): swap and citadel exchange unused. */
enum {
    RIGHT_SWAP_WHITE = 1,
    RIGHT_EXCHANGE_WHITE = 2,
    RIGHT_SWAP_BLACK = 4,
    RIGHT_EXCHANGE_BLACK = 8
};

static inline uint8_t tam_swap_right(enum side side)
{
    return side == WHITE ? RIGHT_SWAP_WHITE : RIGHT_SWAP_BLACK;
}

static inline uint8_t tam_exchange_right(enum side side)
{
    return side == WHITE ? RIGHT_EXCHANGE_WHITE : RIGHT_EXCHANGE_BLACK;
}

/* Options (section 17), in the order of tam_options (game.c); the values are indices there. */
enum tam_option { OPTION_SETUP, OPTION_RELOCATION, OPTION_REPETITION, OPTION_MOVE_LIMIT };
enum tam_setup { SETUP_MASCULINE, SETUP_REFLECTED, SETUP_FEMININE, SETUP_THIRD };
enum { TAM_OPTION_VALUES = 4 }; /* no option has more */

/* move_t extra: what kind of move it is. */
enum tam_move_kind {
    MOVE_ORDINARY,
    MOVE_ARRIVAL,   /* a pawn becomes something on its last rank */
    MOVE_TRANSFER,  /* .X arrives and goes to the king-pawn square (T7) */
    MOVE_SWAP,      /* K changes places with a man (section 8) */
    MOVE_EXCHANGE,  /* K and S or A, into the enemy citadel (section 9) */
    MOVE_RELOCATION /* the waiting pawn of pawns (T6) */
};

/* Upper bound on legal moves. The rules do not limit how many men of most kinds there are, so: n
 * own men have at most 36 targets each (a giraffe in the centre of an empty board) and no more than
 * the 110 - n squares they do not occupy, at most 74 * 36 = 2664 moves in all; relocations, swaps
 * and citadel moves add fewer than 2 * 112. */
enum { TAM_MOVES_MAX = 2664 + 2 * 112 };

/* --- position --- */

struct tam_position {
    struct position base; /* must come first */
    bb_t men[SIDE_NB];
    bb_t type[TAM_TYPE_NB]; /* both colours, see enum tam_type */
    tam_man_t board[TAM_SQUARE_NB];
    uint8_t royal[SIDE_NB][ADVENTITIOUS + 1]; /* squares of K, S, A; index by class */
    uint8_t rights;
    int32_t placement; /* material and placement, White minus Black, two packed halves */
    int32_t phase;
};

/* A change of one square. */
struct tam_change {
    uint8_t square;
    tam_man_t before, after;
};

/* A move changes at most five squares: from, to, the king-pawn square, and in a swap that ends in a
 * transfer both squares of the swap and the king-pawn square. */
enum { TAM_CHANGES_MAX = 5 };

struct tam_undo {
    zkey_t key;
    int32_t placement, phase;
    uint16_t clock, reversible;
    uint8_t rights;
    bool is_plain; /* one man went from changes[0] to changes[1], as it is */
    uint8_t changes_nb;
    struct tam_change changes[TAM_CHANGES_MAX];
};

static inline struct tam_position *tam_of(struct position *pos)
{
    return (struct tam_position *)pos;
}

static inline const struct tam_position *tam_of_const(const struct position *pos)
{
    return (const struct tam_position *)pos;
}

static inline enum side tam_side(const struct tam_position *p)
{
    return (enum side)p->base.side;
}

static inline bb_t tam_occupied(const struct tam_position *p)
{
    return p->men[WHITE] | p->men[BLACK];
}

BB_INLINE bb_t tam_royals(const struct tam_position *p, enum side side)
{
    return (p->type[KING] | p->type[PRINCE] | p->type[ADVENTITIOUS]) & p->men[side];
}

/* King-pawn square of the side (section 3): a constant of the set-up. */
static inline unsigned tam_king_pawn_square(const struct tam_position *p, enum side side)
{
    enum { F2 = 16, F3 = 27 };
    const unsigned setup = p->base.option[OPTION_SETUP];
    const unsigned white = setup == SETUP_FEMININE || setup == SETUP_THIRD ? F2 : F3;
    return side == WHITE ? white : 109 - white;
}

/* --- tables --- */

/* Keys of one word of one key set (tables/zobrist.h); man[0] is zero. `option` is for counts alone:
 * within one game options never change. */
struct tam_keys {
    zkey_t man[TAM_MAN_NB][TAM_SQUARE_NB];
    zkey_t rights[16];
    zkey_t side; /* Black to move */
    zkey_t option[GAME_OPTIONS_MAX][TAM_OPTION_VALUES];
};

/* A whole key set, for perft. */
struct tam_perft_keys {
    struct tam_keys word[ZOBRIST_WORDS];
};

struct tam_tables {
    struct attacks_rays rays[TAM_SQUARE_NB];
    struct attacks_rays bent[TAM_SQUARE_NB]; /* the giraffe's eight bent rays, path included */
    bb_t leap[TYPE_PAWN][TAM_SQUARE_NB];     /* by class: F W N E C D, main board only */
    bb_t king[TAM_SQUARE_NB];                /* king steps, citadels included */
    bb_t pawn[SIDE_NB][TAM_SQUARE_NB];       /* squares that a pawn of the side attacks */
    bb_t giraffe_land[TAM_SQUARE_NB];        /* ends of the bent rays: three straight or more */
    bb_t giraffe_from[TAM_SQUARE_NB];        /* squares whose giraffe_land holds this one */
    bb_t picket_land[TAM_SQUARE_NB];         /* diagonals from distance 2 */
    bb_t rook_line[TAM_SQUARE_NB];
    uint8_t direction[TAM_SQUARE_NB][TAM_SQUARE_NB]; /* enum direction, DIR_NONE off line */
    int32_t placement[TAM_MAN_NB][TAM_SQUARE_NB];    /* packed, White's view; [0] is zero */
    struct tam_keys keys;                            /* of the default set */
};

/* Written once by tam_init under pthread_once, constant ever after; read it through tam_t(). */
extern struct tam_tables tam_tables_storage;
void tam_init(void);
void tam_build_keys(struct tam_keys *keys, uint64_t seed);

BB_INLINE const struct tam_tables *tam_t(void)
{
    return &tam_tables_storage;
}

/* --- attacks (section 4) --- */

/* The giraffe's bent rays run outward, so each is monotone in square number and the slider look-up
 * serves it: up to the first man on the path, then only what is far enough to land on. */
BB_INLINE bb_t tam_giraffe_attacks(unsigned sq, bb_t occ)
{
    const struct tam_tables *t = tam_t();
    return attacks_queen(&t->bent[sq], occ) & t->giraffe_land[sq];
}

/* A man on the adjacent diagonal square closes the picket's line (T4): it is the first man on the
 * ray, and picket_land does not contain it. */
BB_INLINE bb_t tam_picket_attacks(unsigned sq, bb_t occ)
{
    const struct tam_tables *t = tam_t();
    return attacks_bishop(&t->rays[sq], occ) & t->picket_land[sq];
}

/* The men among `men`, all of side `by`, that attack main-board square sq when `occ` is occupied
 * (section 4, "Attack"). Citadels are never attacked (T5): do not ask. */
BB_INLINE bb_t tam_attackers(const struct tam_position *p, unsigned sq, enum side by, bb_t men,
                             bb_t occ)
{
    const struct tam_tables *t = tam_t();
    assert(sq < CITADEL_L2);
    bb_t set = t->pawn[side_other(by)][sq] & p->type[TYPE_PAWN];
    set |= t->king[sq] & (p->type[KING] | p->type[PRINCE] | p->type[ADVENTITIOUS]);
    set |= t->leap[GENERAL][sq] & p->type[GENERAL];
    set |= t->leap[VIZIER][sq] & p->type[VIZIER];
    set |= t->leap[KNIGHT][sq] & p->type[KNIGHT];
    set |= t->leap[ELEPHANT][sq] & p->type[ELEPHANT];
    set |= t->leap[CAMEL][sq] & p->type[CAMEL];
    set |= t->leap[WAR_ENGINE][sq] & p->type[WAR_ENGINE];
    set &= men;
    const bb_t rooks = t->rook_line[sq] & p->type[ROOK] & men;
    if (bb_any(rooks))
        set |= attacks_rook(&t->rays[sq], occ) & rooks;
    const bb_t pickets = t->picket_land[sq] & p->type[PICKET] & men;
    if (bb_any(pickets))
        set |= attacks_bishop(&t->rays[sq], occ) & pickets;
    bb_t giraffes = t->giraffe_from[sq] & p->type[GIRAFFE] & men;
    while (bb_any(giraffes)) {
        const unsigned from = bb_pop(&giraffes);
        if (bb_has(tam_giraffe_attacks(from, occ), sq))
            set |= bb_square(from);
    }
    return set;
}

BB_INLINE bool tam_attacked(const struct tam_position *p, unsigned sq, enum side by)
{
    return bb_any(tam_attackers(p, sq, by, p->men[by], tam_occupied(p)));
}

/* Squares that must be empty for a line man on `from` to attack sq: strictly between them, along
 * the bend for a giraffe. Empty if they have no line in common. */
bb_t tam_path(const struct tam_position *p, unsigned from, unsigned sq);

/* --- royals (section 7) --- */

/* The square of the side's only royal, if it can be in check: TAM_NO_SQUARE with two or more
 * royals, or when the only one is safe in a citadel (T5). */
BB_INLINE unsigned tam_duty_square(const struct tam_position *p, enum side side)
{
    const bb_t royals = tam_royals(p, side);
    if (bb_several(royals))
        return TAM_NO_SQUARE;
    const unsigned sq = bb_lowest(royals);
    return sq < CITADEL_L2 ? sq : TAM_NO_SQUARE;
}

/* Square of the highest royal of the side (K above S above A). */
static inline unsigned tam_top_royal(const struct tam_position *p, enum side side)
{
    for (int c = KING; c <= ADVENTITIOUS; c++)
        if (p->royal[side][c] != TAM_NO_SQUARE)
            return p->royal[side][c];
    return TAM_NO_SQUARE;
}

/* T9: may the side have just moved into this position? */
BB_INLINE bool tam_is_safe(const struct tam_position *p, enum side side)
{
    const unsigned duty = tam_duty_square(p, side);
    return duty == TAM_NO_SQUARE || !tam_attacked(p, duty, side_other(side));
}

/* T11: the top royal of either side stands in the other's citadel. */
static inline bool tam_citadel_draw(const struct tam_position *p)
{
    const bb_t citadels = ~TAM_MAIN_BOARD & tam_occupied(p);
    return bb_any(citadels) && (tam_top_royal(p, WHITE) == tam_own_citadel(BLACK) ||
                                tam_top_royal(p, BLACK) == tam_own_citadel(WHITE));
}

/* --- changing the board --- */

BB_INLINE enum tam_type tam_type_of(tam_man_t man, unsigned sq)
{
    const enum tam_class c = tam_man_class(man);
    if (c <= PAWN_OF)
        return (enum tam_type)c;
    return c == POP_FIRST && bb_has(tam_last_rank(tam_man_side(man)), sq) ? TYPE_WAITING
                                                                          : TYPE_PAWN;
}

/* Replaces whatever stands on sq by man, or by nothing (0). */
BB_INLINE void tam_set(struct tam_position *p, unsigned sq, tam_man_t man)
{
    const bb_t bit = bb_square(sq);
    const tam_man_t before = p->board[sq];
    if (before) {
        const enum side side = tam_man_side(before);
        p->men[side] ^= bit;
        p->type[tam_type_of(before, sq)] ^= bit;
        if (tam_is_royal(tam_man_class(before)))
            p->royal[side][tam_man_class(before)] = TAM_NO_SQUARE;
    }
    p->board[sq] = man;
    if (man) {
        const enum side side = tam_man_side(man);
        p->men[side] ^= bit;
        p->type[tam_type_of(man, sq)] ^= bit;
        if (tam_is_royal(tam_man_class(man)))
            p->royal[side][tam_man_class(man)] = (uint8_t)sq;
    }
}

/* What a pawn becomes on its last rank (section 5); a .P stays what it is and waits, an .X becomes
 * .Y on the king-pawn square. */
static inline enum tam_class tam_arrival(enum tam_class pawn)
{
    switch (pawn) {
    case KINGS_PAWN:
        return PRINCE;
    case POP_FIRST:
        return POP_FIRST;
    case POP_SECOND:
        return POP_THIRD;
    case POP_THIRD:
        return ADVENTITIOUS;
    default:
        return (enum tam_class)(pawn - PAWN_OF);
    }
}

void tam_compute_sums(const struct tam_position *p, int32_t *placement, int32_t *phase);
zkey_t tam_compute_key(const struct tam_position *p, const struct tam_keys *keys);

/* --- the module's operations (see struct game for each) --- */

enum engine_status tam_parse(struct position *pos, const char *text, struct text_error *error);
void tam_format(const struct position *pos, char *out);
const char *tam_start(const struct position *pos);
const char *tam_check(const struct position *pos);
void tam_flip(struct position *pos);
bool tam_in_check(const struct position *pos);
bb_t tam_checked(const struct position *pos);
bool tam_decided(const struct position *pos, int ply, score_t *score);
score_t tam_no_moves(const struct position *pos, int ply);
bool tam_repetition_draws(const struct position *pos);
struct game_result tam_result(const struct position *pos);

struct move_entry *tam_generate(const struct position *pos, enum gen_kind kind,
                                struct move_entry *out);
struct move_entry *tam_generate_final(const struct position *pos, struct move_entry *out);
unsigned tam_count(const struct position *pos);
bool tam_has_moves(const struct position *pos);
bool tam_resolve(const struct position *pos, move_t move, struct move_entry *out);

void tam_make(struct position *pos, const struct move_entry *move, void *undo);
void tam_unmake(struct position *pos, const struct move_entry *move, const void *undo);
bool tam_null_move_ok(const struct position *pos);
void tam_make_null(struct position *pos, void *undo);
void tam_unmake_null(struct position *pos, const void *undo);
uint64_t tam_perft(struct position *pos, int depth, const struct perft_walk *walk);
void tam_perft_keys(unsigned set, void *keys);
struct perft_key tam_perft_key(const struct position *pos, const void *keys);
extern const char *const tam_stats_names[];
void tam_count_stats(const struct position *pos, const struct move_entry *e, const void *undo,
                     uint64_t *columns);

void tam_build_placement(struct tam_tables *t);
int32_t tam_phase_weight(enum tam_class c);
score_t tam_evaluate(const struct position *pos);
score_t tam_evaluate_with(const struct position *pos, const int32_t *vector);
extern const struct eval_info tam_eval_info;
uint64_t tam_structure(const struct position *pos, enum structure_aspect aspect);
void tam_explain(const struct position *pos, char *out);
bool tam_see_at_least(const struct position *pos, const struct move_entry *move, score_t threshold);

enum engine_status tam_move_parse(const struct position *pos, const char *text,
                                  struct move_entry *out);
void tam_move_format(const struct position *pos, move_t move, char *out);
void tam_move_human(const struct position *pos, const struct move_entry *move, char *out);
void tam_square_text(const struct position *pos, unsigned sq, char *out);
/* Letters of a man as in position text, with NUL: "R", ".x". Returns their number, 1 or 2. */
unsigned tam_man_text(tam_man_t man, char out[3]);
tam_man_t tam_man_of_text(const char *text, unsigned *length); /* 0 if there is none */

#endif
