/* How large a closure can become, see closure.h. Where the towers stand and whose move it is are
 * left out: what remains is a set of stacks, which changes only by a capture or a promotion. All
 * sets of stacks that single captures and promotions can make of the given one are few enough to
 * count. A move of several jumps is a row of such captures here, since the tower that captures
 * takes the tops in the order jumped (section 4.4). */
#include "engine/games/bashni/closure.h"
#include "engine/games/bashni/closure_priv.h"

#include <stdlib.h>

__extension__ typedef unsigned __int128 wide_t;

enum {
    FIRST_MOST = 1 << 12,
    MOST_MAX = 1 << 20,
    BYTES_PER_STATE = 28, /* measured: 19 to 25 */
    BYTES_FIXED = 1 << 20,
    SQUARES_OF_MAN = 28, /* not on its promotion row (I4) */
};

/* Sets of stacks, packed as positions with the stacks in order on a1, c1, ... */
struct census {
    struct bas_packing packing;
    struct bas_word_set set;
    struct bas_position board;
    uint64_t *word; /* all that were found, in this order */
    size_t nb, room;
};

/* A stack with its owner, as one number. */
enum { OWNER_SHIFT = 40 };

struct stacks {
    unsigned nb;
    uint64_t stack[BAS_PACK_TOWERS_MAX];
};

static enum side owner_of(uint64_t stack)
{
    return (enum side)(stack >> OWNER_SHIFT);
}

static bas_tower_t tower_of(uint64_t stack)
{
    return stack & (((uint64_t)1 << OWNER_SHIFT) - 1);
}

static struct stacks stacks_of(const struct bas_position *p)
{
    struct stacks all = {.nb = 0};
    for (bas_set_t s = bas_occupied(p); s; s &= s - 1) {
        const unsigned sq = (unsigned)__builtin_ctz(s);
        const uint64_t owner = p->tops[BLACK] & bas_square(sq) ? BLACK : WHITE;
        all.stack[all.nb++] = p->tower[sq] | owner << OWNER_SHIFT;
    }
    return all;
}

/* The stacks in ascending order, without empty ones. */
static void sort_stacks(struct stacks *all)
{
    unsigned nb = 0;
    for (unsigned i = 0; i < all->nb; i++) {
        const uint64_t x = all->stack[i];
        if (tower_of(x) == 0)
            continue;
        unsigned at = nb++;
        for (; at > 0 && all->stack[at - 1] > x; at--)
            all->stack[at] = all->stack[at - 1];
        all->stack[at] = x;
    }
    all->nb = nb;
}

/* Makes the set larger by half or refuses. */
static bool make_room(struct census *census)
{
    if (census->room >= MOST_MAX)
        return false;
    const size_t room = census->room + census->room / 2;
    uint64_t *word = realloc(census->word, room * sizeof *word);
    if (!word)
        return false;
    census->word = word;
    census->room = room;
    return bas_word_set_grow(&census->set, room);
}

static bool add(struct census *census, struct stacks all)
{
    struct bas_position p = {.base = {.side = WHITE}};
    sort_stacks(&all);
    for (unsigned i = 0; i < all.nb; i++)
        bas_put_tower(&p, owner_of(all.stack[i]), i, tower_of(all.stack[i]));
    const uint64_t word = bas_pack(&census->packing, &p);
    if (census->nb == census->room && !make_room(census))
        return false;
    switch (bas_word_set_insert(&census->set, word)) {
    case BAS_INSERT_NEW:
        census->word[census->nb++] = word;
        return true;
    case BAS_INSERT_OLD:
        return true;
    default:
        return false;
    }
}

/* Adds what a promotion of stack i or a capture by it makes of the stacks. */
static bool add_changes_by(struct census *census, const struct stacks *all, unsigned i)
{
    const uint64_t by = all->stack[i];
    if (!(by & 1)) {
        struct stacks next = *all;
        next.stack[i] |= 1;
        if (!add(census, next))
            return false;
    }
    for (unsigned j = 0; j < all->nb; j++) {
        const uint64_t jumped = all->stack[j];
        if (owner_of(jumped) == owner_of(by))
            continue;
        struct stacks next = *all;
        bool freed;
        const bas_tower_t rest = tower_behead(tower_of(jumped), &freed);
        const uint64_t owner = freed ? owner_of(by) : owner_of(jumped);
        next.stack[j] = rest | owner << OWNER_SHIFT;
        next.stack[i] = tower_add_prisoner(tower_of(by), (uint32_t)jumped & 1) |
                        (uint64_t)owner_of(by) << OWNER_SHIFT;
        if (!add(census, next))
            return false;
    }
    return true;
}

/* Ways to place the stacks on the board, times the sides that can be to move: a side without a
 * tower never has an opponent to move, except in the root. */
static wide_t placements(const struct stacks *all)
{
    wide_t ways = 1;
    unsigned same = 1;
    bool has_tower[SIDE_NB] = {false, false};
    for (unsigned i = 0; i < all->nb; i++) {
        const uint64_t x = all->stack[i];
        const unsigned free_squares = BAS_SQUARE_NB - i;
        const unsigned allowed = x & 1 ? BAS_SQUARE_NB : SQUARES_OF_MAN;
        same = i > 0 && x == all->stack[i - 1] ? same + 1 : 1;
        /* Equal stacks are adjacent: divides by the factorial of their number, at times rounded. */
        ways = (ways * (allowed < free_squares ? allowed : free_squares) + same - 1) / same;
        has_tower[owner_of(x)] = true;
    }
    return has_tower[WHITE] && has_tower[BLACK] ? 2 * ways : ways;
}

static bool take_census(struct census *census, const struct bas_position *p)
{
    if (!add(census, stacks_of(p)))
        return false;
    for (size_t at = 0; at < census->nb; at++) {
        bas_unpack(&census->packing, census->word[at], &census->board);
        const struct stacks all = stacks_of(&census->board);
        for (unsigned i = 0; i < all.nb; i++)
            if (!add_changes_by(census, &all, i))
                return false;
    }
    return true;
}

uint64_t bas_closure_estimate(const struct position *pos)
{
    const struct bas_position *p = bas_of_const(pos);
    struct census census = {.room = FIRST_MOST};
    unsigned men[SIDE_NB];
    wide_t sum = UINT64_MAX;
    bas_count_men(p, men);
    bas_packing_init(&census.packing, men);
    if ((unsigned)__builtin_popcount(bas_occupied(p)) > census.packing.towers_max)
        return UINT64_MAX;
    census.word = malloc(census.room * sizeof *census.word);
    if (census.word && bas_word_set_init(&census.set, census.room) && take_census(&census, p)) {
        sum = 1; /* the root, see placements */
        for (size_t i = 0; i < census.nb; i++) {
            bas_unpack(&census.packing, census.word[i], &census.board);
            const struct stacks all = stacks_of(&census.board);
            sum += placements(&all);
        }
    }
    free(census.word);
    bas_word_set_fini(&census.set);
    return sum < UINT64_MAX ? (uint64_t)sum : UINT64_MAX;
}

uint64_t bas_closure_least(const struct position *pos)
{
    const struct bas_position *p = bas_of_const(pos);
    if (__builtin_popcount(bas_occupied(p)) > BAS_PACK_TOWERS_MAX)
        return UINT64_MAX;
    struct stacks all = stacks_of(p);
    sort_stacks(&all);
    const wide_t ways = placements(&all);
    return ways < UINT64_MAX ? (uint64_t)ways : UINT64_MAX;
}

size_t bas_closure_bytes(uint64_t states)
{
    if (states > (SIZE_MAX - BYTES_FIXED) / BYTES_PER_STATE)
        return SIZE_MAX;
    return (size_t)states * BYTES_PER_STATE + BYTES_FIXED;
}
