/* Moves as text (section 8.3). */
#include "engine/games/bashni/rules.h"

#include <stdio.h>
#include <string.h>

/* --- writing --- */

/* Landing squares of a capture, in order, the last one being the destination. For each jump the one
 * nearest to the jumped tower among those that lead to the same identity (S12): the square behind
 * it if the next jump goes straight on, else the only one from which the next tower is reached. */
static unsigned landings(const struct move_entry *e, unsigned out[BAS_JUMPS_MAX])
{
    const struct bas_tables *t = bas_t();
    const unsigned n = path_count(e->path);
    unsigned at = move_from(e->move);
    for (unsigned i = 0; i < n; i++) {
        const unsigned over = path_square(e->path, i);
        const enum bas_direction d = (enum bas_direction)t->direction[at][over];
        unsigned landing = i + 1 < n ? t->next[over][d] : move_to(e->move);
        if (i + 1 < n) {
            const unsigned next = path_square(e->path, i + 1);
            for (unsigned sq = landing; sq != BAS_NO_SQUARE; sq = t->next[sq][d]) {
                const unsigned turn = t->direction[sq][next];
                if (turn != BAS_DIRECTION_NB && turn != bas_opposite(d)) {
                    landing = sq;
                    break;
                }
            }
        }
        out[i] = landing;
        at = landing;
    }
    return n;
}

/* Squares with `joint` between them. */
static void write_move(const struct move_entry *e, const char *quiet_joint,
                       const char *capture_joint, char *out)
{
    char *o = out + geo_format(&geo_dark, move_from(e->move), out);
    unsigned squares[BAS_JUMPS_MAX];
    const unsigned n = landings(e, squares);
    if (n == 0) {
        o += sprintf(o, "%s", quiet_joint);
        geo_format(&geo_dark, move_to(e->move), o);
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        o += sprintf(o, "%s", capture_joint);
        o += geo_format(&geo_dark, squares[i], o);
    }
}

void bas_move_format(const struct position *pos, move_t move, char *out)
{
    struct move_entry e;
    if (move == MOVE_NONE || move == MOVE_NULL || !bas_resolve(pos, move, &e)) {
        strcpy(out, "0000");
        return;
    }
    write_move(&e, "", "", out);
}

void bas_move_human(const struct position *pos, const struct move_entry *e, char *out)
{
    (void)pos;
    write_move(e, "-", ":", out);
}

/* --- reading --- */

enum { SQUARES_MAX = BAS_JUMPS_MAX + 1 };

/* Splits text into squares; "-", ":" and "x" may stand between them. 0 if it is not a move. */
static unsigned read_squares(const char *text, unsigned out[SQUARES_MAX])
{
    unsigned n = 0;
    while (*text) {
        if (n > 0 && strchr("-:x", *text))
            text++;
        if (n == SQUARES_MAX)
            return 0;
        const size_t length = bas_parse_square(text, &out[n]);
        if (length == 0)
            return 0;
        text += length;
        n++;
    }
    return n >= 2 ? n : 0;
}

/* Is `squares` a legal path of the entry's identity: does each landing lie behind the jumped tower,
 * on free squares, where the next jump starts? The entry itself is legal, so a landing short of the
 * next tower on the same line is free, and a turn is possible from one square only. */
static bool is_path_of(const struct move_entry *e, const unsigned *squares, unsigned n)
{
    const struct bas_tables *t = bas_t();
    const unsigned jumps = path_count(e->path);
    if (squares[0] != move_from(e->move) || squares[n - 1] != move_to(e->move))
        return false;
    if (jumps == 0 || n != jumps + 1)
        return n == 2 && jumps <= 1;
    for (unsigned i = 0; i + 1 < n; i++) {
        const unsigned over = path_square(e->path, i);
        const unsigned d = t->direction[squares[i]][over];
        if (d == BAS_DIRECTION_NB || t->direction[over][squares[i + 1]] != d)
            return false;
        if (i + 1 == jumps)
            break;
        /* The next tower must be ahead: straight on it must lie beyond the landing. */
        const unsigned next = path_square(e->path, i + 1);
        const unsigned turn = t->direction[squares[i + 1]][next];
        if (turn == BAS_DIRECTION_NB || turn == bas_opposite((enum bas_direction)d))
            return false;
    }
    return true;
}

enum engine_status bas_move_parse(const struct position *pos, const char *text,
                                  struct move_entry *out)
{
    unsigned squares[SQUARES_MAX];
    const unsigned n = read_squares(text, squares);
    if (n == 0)
        return ENGINE_BAD_MOVE;
    struct move_entry list[BAS_MOVES_MAX];
    const struct move_entry *end = bas_generate(pos, GEN_ALL, list);
    const struct move_entry *full = NULL, *ends = NULL;
    unsigned full_nb = 0, ends_nb = 0;
    for (const struct move_entry *e = list; e < end; e++) {
        if (is_path_of(e, squares, n)) {
            full = e;
            full_nb++;
        }
        if (n == 2 && squares[0] == move_from(e->move) && squares[1] == move_to(e->move)) {
            ends = e;
            ends_nb++;
        }
    }
    /* The short form, start and end, is accepted when only one legal move has them. */
    if (full_nb != 1) {
        full = ends;
        full_nb = ends_nb;
    }
    if (full_nb != 1)
        return ENGINE_BAD_MOVE;
    *out = *full;
    return ENGINE_OK;
}
