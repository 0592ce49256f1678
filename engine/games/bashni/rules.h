/* rules.h - private to Bashni: the position, towers as words, and the geometry of 32 dark squares.
 * Section, decision (S1..) and invariant (I1..) numbers refer to RULES.md. */
#ifndef CITADEL_ENGINE_GAMES_BASHNI_RULES_H
#define CITADEL_ENGINE_GAMES_BASHNI_RULES_H

#include "engine/game.h"
#include "engine/games/bashni/bashni.h"

/* --- vocabulary --- */

/* Classes for the search: the rank of a tower's top. */
enum bas_class { NO_CLASS, MAN, KING, BAS_CLASS_NB };

enum { BAS_SQUARE_NB = 32, BAS_NO_SQUARE = GEO_NO_SQUARE, BAS_PIECES_MAX = 12, BAS_JUMPS_MAX = 12 };

/* A set of the 32 dark squares; bit n is square n (section 2, index). */
typedef uint32_t bas_set_t;

static inline bas_set_t bas_square(unsigned sq)
{
    return (bas_set_t)1 << sq;
}

/* --- towers (section 1, I2) --- */

/* A tower as one word, 0 for an empty square. By I2 it has at most two layers, so owner (which is
 * in the position's sets), number of own pieces, height and one rank bit per piece say everything.
 * The top is bit 0: taking it is a shift, and a prisoner goes to bit `height`. */
typedef uint64_t bas_tower_t; /* bits 0-23 ranks (1 = king) from the top, 24-28 own, 29-33 height */

enum { TOWER_OWN_SHIFT = 24, TOWER_HEIGHT_SHIFT = 29 };

static inline bas_tower_t tower_new(uint32_t ranks, unsigned own, unsigned height)
{
    return ranks | (bas_tower_t)own << TOWER_OWN_SHIFT | (bas_tower_t)height << TOWER_HEIGHT_SHIFT;
}

static inline uint32_t tower_ranks(bas_tower_t t)
{
    return (uint32_t)t & 0xFFFFFF;
}

static inline unsigned tower_own(bas_tower_t t)
{
    return (unsigned)(t >> TOWER_OWN_SHIFT) & 31;
}

static inline unsigned tower_height(bas_tower_t t)
{
    return (unsigned)(t >> TOWER_HEIGHT_SHIFT) & 31;
}

static inline unsigned tower_prisoners(bas_tower_t t)
{
    return tower_height(t) - tower_own(t);
}

/* The tower without its top; *freed says that the prisoners' side owns what is left. */
static inline bas_tower_t tower_behead(bas_tower_t t, bool *freed)
{
    const unsigned own = tower_own(t) - 1, height = tower_height(t) - 1;
    *freed = own == 0 && height > 0;
    return tower_new(tower_ranks(t) >> 1, own ? own : height, height);
}

/* The tower with one more prisoner at the very bottom. rank: 0 man, 1 king. */
static inline bas_tower_t tower_add_prisoner(bas_tower_t t, uint32_t rank)
{
    return (t | (bas_tower_t)rank << tower_height(t)) + ((bas_tower_t)1 << TOWER_HEIGHT_SHIFT);
}

/* --- moves --- */

/* move_entry.path of a capture: the jumped squares in order, 5 bits each from bit 0, and their
 * number in bits 60-63; 0 for a quiet move. With origin and destination it is the move's identity
 * (S12). */
enum { PATH_BITS = 5, PATH_COUNT_SHIFT = 60 };

static inline unsigned path_count(uint64_t path)
{
    return (unsigned)(path >> PATH_COUNT_SHIFT);
}

static inline unsigned path_square(uint64_t path, unsigned i)
{
    return (unsigned)(path >> (PATH_BITS * i)) & 31;
}

static inline uint64_t path_append(uint64_t path, unsigned sq)
{
    return (path | (uint64_t)sq << (PATH_BITS * path_count(path))) +
           ((uint64_t)1 << PATH_COUNT_SHIFT);
}

/* --- position --- */

struct bas_position {
    struct position base;    /* must come first */
    bas_set_t tops[SIDE_NB]; /* squares of the towers, by owner */
    bas_set_t kings;         /* towers whose top is a king */
    bas_tower_t tower[BAS_SQUARE_NB];
};

/* Room for the moves of any position. Not proved: annealing over millions of positions with 12
 * kings or men a side came to 88 moves again and again and never beyond, 68 without captures; the
 * worst cases are in tests/games/test_bashni.c. The generator stops at the bound all the same. */
enum { BAS_MOVES_MAX = 1024 };

enum { BAS_CLOCK_DRAW = 30 }; /* plies without capture or promotion (S8) */

/* What a move changed: the sets, the moving tower and every jumped tower as they were. */
struct bas_undo {
    zkey_t key;
    uint16_t clock, reversible;
    bas_set_t tops[SIDE_NB];
    bas_set_t kings;
    bas_tower_t from;
    bas_tower_t jumped[BAS_JUMPS_MAX];
};

static inline struct bas_position *bas_of(struct position *pos)
{
    return (struct bas_position *)pos;
}

static inline const struct bas_position *bas_of_const(const struct position *pos)
{
    return (const struct bas_position *)pos;
}

static inline enum side bas_side(const struct bas_position *p)
{
    return (enum side)p->base.side;
}

static inline bas_set_t bas_occupied(const struct bas_position *p)
{
    return p->tops[WHITE] | p->tops[BLACK];
}

/* Owner of the tower on sq; of an empty square, anything. */
static inline enum side bas_owner(const struct bas_position *p, unsigned sq)
{
    return p->tops[WHITE] & bas_square(sq) ? WHITE : BLACK;
}

/* --- geometry --- */

/* Diagonal directions; d ^ 3 is opposite, 0 and 1 go up the board. */
enum bas_direction { NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST, BAS_DIRECTION_NB };

#define BAS_ODD_RANKS ((bas_set_t)0x0F0F0F0F) /* ranks 1 3 5 7: files a c e g */
#define BAS_EVEN_RANKS ((bas_set_t)0xF0F0F0F0)
#define BAS_FILE_A ((bas_set_t)0x01010101)
#define BAS_FILE_H ((bas_set_t)0x80808080)
#define BAS_EDGE (BAS_FILE_A | BAS_FILE_H | (bas_set_t)0xF000000F)

/* Is it a direction in which the side's men move? */
BB_INLINE bool bas_is_forward(enum bas_direction d, enum side side)
{
    return (d <= NORTH_WEST) == (side == WHITE);
}

/* All squares of the set moved one step; those that leave the board drop out. */
BB_INLINE bas_set_t bas_step(bas_set_t s, enum bas_direction d)
{
    const bas_set_t odd = s & BAS_ODD_RANKS, even = s & BAS_EVEN_RANKS;
    switch (d) {
    case NORTH_EAST:
        return odd << 4 | (even & ~BAS_FILE_H) << 5;
    case NORTH_WEST:
        return (odd & ~BAS_FILE_A) << 3 | even << 4;
    case SOUTH_EAST:
        return odd >> 4 | (even & ~BAS_FILE_H) >> 3;
    default:
        return (odd & ~BAS_FILE_A) >> 5 | even >> 4;
    }
}

BB_INLINE enum bas_direction bas_opposite(enum bas_direction d)
{
    return (enum bas_direction)(d ^ 3);
}

BB_INLINE bas_set_t bas_promotion_row(enum side side)
{
    return side == WHITE ? 0xF0000000u : 0x0000000Fu;
}

/* One word of one key set (tables/zobrist.h). */
struct bas_keys {
    uint64_t seed; /* of bas_tower_key; 0 in the default set */
    zkey_t side;   /* Black to move */
};

/* A whole key set, for perft. */
struct bas_perft_keys {
    struct bas_keys word[ZOBRIST_WORDS];
};

struct bas_tables {
    bas_set_t ray[BAS_SQUARE_NB][BAS_DIRECTION_NB];  /* to the edge, without the square itself */
    uint8_t next[BAS_SQUARE_NB][BAS_DIRECTION_NB];   /* one step, BAS_NO_SQUARE beyond the edge */
    uint8_t direction[BAS_SQUARE_NB][BAS_SQUARE_NB]; /* BAS_DIRECTION_NB if not on one diagonal */
    struct bas_keys keys;                            /* of the default set */
};

extern struct bas_tables bas_tables_storage;
void bas_init(void);
void bas_build_keys(struct bas_keys *keys, uint64_t seed);

BB_INLINE const struct bas_tables *bas_t(void)
{
    return &bas_tables_storage;
}

/* Nearest square of `set` on the ray from sq, BAS_NO_SQUARE if there is none. */
BB_INLINE unsigned bas_first_on_ray(unsigned sq, enum bas_direction d, bas_set_t set)
{
    const bas_set_t hit = bas_t()->ray[sq][d] & set;
    if (!hit)
        return BAS_NO_SQUARE;
    return d <= NORTH_WEST ? (unsigned)__builtin_ctz(hit) : 31 - (unsigned)__builtin_clz(hit);
}

/* Empty squares that a king on sq reaches in one direction. */
BB_INLINE bas_set_t bas_free_on_ray(unsigned sq, enum bas_direction d, bas_set_t occ)
{
    const bas_set_t ray = bas_t()->ray[sq][d];
    const unsigned first = bas_first_on_ray(sq, d, occ);
    return first == BAS_NO_SQUARE ? ray : ray & ~bas_t()->ray[first][d] & ~bas_square(first);
}

/* --- keys --- */

/* Contribution of a tower to the key: a mix (Murmur3 finaliser, Appleby) of word, square and owner,
 * so that equal stacks have equal keys however they came about. 0 for an empty square. */
BB_INLINE zkey_t bas_tower_key(const struct bas_keys *keys, bas_tower_t t, unsigned sq,
                               enum side owner)
{
    if (!t)
        return 0;
    uint64_t x = ((t | (uint64_t)sq << 34 | (uint64_t)owner << 39) ^ keys->seed) *
                 UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 33) * UINT64_C(0xFF51AFD7ED558CCD);
    x = (x ^ x >> 33) * UINT64_C(0xC4CEB9FE1A85EC53);
    return x ^ x >> 33;
}

/* --- reading positions: what position.c and listing.c share --- */

struct bas_reader {
    const char *text;
    size_t at; /* next byte to read */
    struct text_error *error;
    unsigned pieces[SIDE_NB]; /* read so far */
};

/* Blames the byte at offset. Always ENGINE_BAD_POSITION. */
enum engine_status bas_fail(const struct bas_reader *r, size_t offset, const char *what);
/* Counts `nb` more pieces of the side, which stand at offset: 12 at most in all (section 8.2). */
enum engine_status bas_count_pieces(struct bas_reader *r, size_t offset, enum side side,
                                    unsigned nb);
/* Reads the name of a square that is not taken. */
enum engine_status bas_read_square(struct bas_reader *r, bas_set_t taken, unsigned *sq);
/* May the side's tower on sq, whose name stands at offset, have a man on top (I4)? */
enum engine_status bas_check_top(const struct bas_reader *r, size_t offset, enum side owner,
                                 unsigned sq, bool king);

static inline void bas_put_tower(struct bas_position *p, enum side owner, unsigned sq,
                                 bas_tower_t t)
{
    p->tower[sq] = t;
    p->tops[owner] |= bas_square(sq);
    p->kings |= (bas_set_t)(t & 1) << sq;
}

/* The listing of section 8.1. bas_parse calls the reader; the text ends with
 * \n and needs at most GAME_FEN_MAX bytes. */
bool bas_is_listing(const char *text);
enum engine_status bas_parse_listing(struct position *pos, const char *text,
                                     struct text_error *error);
void bas_write_listing(const struct position *pos, char *out);

/* --- the module's operations (see struct game for each) --- */

/* A capture exists for the side (section 4.2). */
bool bas_must_capture(const struct bas_position *p, enum side side);
zkey_t bas_compute_key(const struct bas_position *p, const struct bas_keys *keys);
/* Reads a square name, a Cyrillic letter for a, c, e included. Returns the bytes read or 0. */
size_t bas_parse_square(const char *text, unsigned *sq);
/* Reads position text (section 8.2) or, if it begins with "White" or "Black", a listing (8.1). */
enum engine_status bas_parse(struct position *pos, const char *text, struct text_error *error);
void bas_format(const struct position *pos, char *out);
const char *bas_check(const struct position *pos);
void bas_flip(struct position *pos);
bool bas_in_check(const struct position *pos);
bb_t bas_checked(const struct position *pos);
bool bas_decided(const struct position *pos, int ply, score_t *score);
score_t bas_no_moves(const struct position *pos, int ply);
struct game_result bas_result(const struct position *pos);

struct move_entry *bas_generate(const struct position *pos, enum gen_kind kind,
                                struct move_entry *out);
struct move_entry *bas_generate_final(const struct position *pos, struct move_entry *out);
unsigned bas_count(const struct position *pos);
bool bas_resolve(const struct position *pos, move_t move, struct move_entry *out);
void bas_make(struct position *pos, const struct move_entry *move, void *undo);
void bas_unmake(struct position *pos, const struct move_entry *move, const void *undo);
uint64_t bas_perft(struct position *pos, int depth, const struct perft_walk *walk);
void bas_perft_keys(unsigned set, void *keys);
struct perft_key bas_perft_key(const struct position *pos, const void *keys);
extern const char *const bas_stats_names[];
void bas_count_stats(const struct position *pos, const struct move_entry *e, const void *undo,
                     uint64_t *columns);

score_t bas_evaluate(const struct position *pos);
score_t bas_evaluate_with(const struct position *pos, const int32_t *vector);
extern const struct eval_info bas_eval_info;
extern const struct closure_game bas_closures;
uint64_t bas_structure(const struct position *pos, enum structure_aspect aspect);
void bas_explain(const struct position *pos, char *out);
bool bas_see_at_least(const struct position *pos, const struct move_entry *move, score_t threshold);

enum engine_status bas_move_parse(const struct position *pos, const char *text,
                                  struct move_entry *out);
void bas_move_format(const struct position *pos, move_t move, char *out);
void bas_move_human(const struct position *pos, const struct move_entry *move, char *out);
void bas_square_text(const struct position *pos, unsigned sq, char *out);

#endif
