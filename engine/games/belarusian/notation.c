/* Moves as text (section 11) and what stands on a square. */
#include "engine/games/belarusian/board.h"
#include "engine/games/belarusian/rules.h"

#include <stdio.h>
#include <string.h>

enum engine_status bel_move_parse(const struct position *pos, const char *text,
                                  struct move_entry *out)
{
    struct move_entry list[BEL_MOVES_MAX];
    const struct move_entry *end = bel_generate(pos, GEN_ALL, list);
    for (const struct move_entry *e = list; e < end; e++) {
        char name[MOVE_TEXT_MAX];
        bel_move_format(pos, e->move, name);
        if (strcmp(name, text) == 0) {
            *out = *e;
            return ENGINE_OK;
        }
    }
    return ENGINE_BAD_MOVE;
}

static char class_letter(enum bel_class c)
{
    return bel_letter(bel_man(BLACK, c));
}

void bel_move_format(const struct position *pos, move_t move, char *out)
{
    (void)pos;
    if (move == MOVE_NONE || move == MOVE_NULL) {
        strcpy(out, "0000");
        return;
    }
    char *o = out + geo_format(&geo_9x9, move_from(move), out);
    o += geo_format(&geo_9x9, move_to(move), o);
    const unsigned becomes = move_extra(move) & EXTRA_CLASS;
    if (becomes)
        *o++ = class_letter((enum bel_class)becomes);
    *o = '\0';
}

/* The marks of section 11: what the move threatens or decides. */
static const char *move_mark(const struct bel_position *before, const struct move_entry *e)
{
    struct bel_position after = *before;
    const enum side us = bel_side(before), them = side_other(us);
    bel_make_board(&after, us, e->move);
    after.base.side = (uint8_t)them;
    const struct position *pos = &after.base;
    const bool threatened = bel_in_check(pos);
    if (bel_throne_won(&after))
        return "";
    if (bel_count(pos) == 0)
        return bel_holds_throne(&after, us) ? "^^" : threatened ? "#" : "";
    if (move_to(e->move) == E5 && (e->mover == KING || e->mover == PRINCE))
        return "^";
    if (bel_holds_throne(&after, them))
        return "~";
    const unsigned duty = bel_duty_square(&after, them);
    return duty != BEL_NO_SQUARE && bel_attacked(&after, duty, us) ? "+" : "";
}

void bel_move_human(const struct position *pos, const struct move_entry *e, char *out)
{
    const struct bel_position *p = bel_of_const(pos);
    const unsigned from = move_from(e->move), to = move_to(e->move);
    char square[GEO_SQUARE_TEXT_MAX];
    size_t n = 0;
    if (e->mover != RATNIK)
        out[n++] = bel_letter(bel_man(WHITE, (enum bel_class)e->mover));
    n += geo_format(&geo_9x9, from, out + n);
    if (from != to) {
        geo_format(&geo_9x9, to, square);
        n += (size_t)snprintf(out + n, MOVE_TEXT_MAX - n, "%c%s", e->victim ? 'x' : '-', square);
    }
    if (e->becomes)
        n += (size_t)snprintf(out + n, MOVE_TEXT_MAX - n, "=%c",
                              bel_letter(bel_man(WHITE, (enum bel_class)e->becomes)));
    snprintf(out + n, MOVE_TEXT_MAX - n, "%s", move_mark(p, e));
}

void bel_square_text(const struct position *pos, unsigned sq, char *out)
{
    const bel_man_t man = bel_of_const(pos)->board[sq];
    out[0] = man ? bel_letter(man) : '\0';
    out[1] = '\0';
}
