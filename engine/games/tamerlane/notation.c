/* Moves as text (section 13) and the board as text. */
#include "engine/games/tamerlane/board.h"
#include "engine/games/tamerlane/rules.h"

#include <stdio.h>
#include <string.h>

enum engine_status tam_move_parse(const struct position *pos, const char *text,
                                  struct move_entry *out)
{
    unsigned from, to;
    const size_t n = geo_parse(&geo_tamerlane, text, &from);
    if (n == 0)
        return ENGINE_BAD_MOVE;
    const size_t m = geo_parse(&geo_tamerlane, text + n, &to);
    if (m == 0 || text[n + m] != '\0')
        return ENGINE_BAD_MOVE;
    struct move_entry list[TAM_MOVES_MAX];
    const struct move_entry *end = tam_generate(pos, GEN_ALL, list);
    /* Two squares name a move uniquely (T16). */
    for (const struct move_entry *e = list; e < end; e++)
        if (move_from(e->move) == from && move_to(e->move) == to) {
            *out = *e;
            return ENGINE_OK;
        }
    return ENGINE_BAD_MOVE;
}

void tam_move_format(const struct position *pos, move_t move, char *out)
{
    (void)pos;
    if (move == MOVE_NONE || move == MOVE_NULL) {
        strcpy(out, "0000");
        return;
    }
    const size_t n = geo_format(&geo_tamerlane, move_from(move), out);
    geo_format(&geo_tamerlane, move_to(move), out + n);
}

/* Check, mate or stalemate after the move; "" if none of them. */
static const char *move_mark(const struct tam_position *before, move_t move)
{
    struct tam_position after = *before;
    struct tam_undo undo;
    tam_make_board(&after, move, &undo);
    after.base.side = (uint8_t)side_other(tam_side(before));
    if (tam_citadel_draw(&after))
        return "=";
    const bool check = !tam_is_safe(&after, tam_side(&after));
    if (tam_count(&after.base) == 0)
        return check ? "#" : "##";
    return check ? "+" : "";
}

/* T16: Kf1<>a5 (swap), .Pc10@g6 (relocation), Ka9<z9>e5 (exchange); otherwise man, squares, = and
 * what a pawn becomes. */
void tam_move_human(const struct position *pos, const struct move_entry *e, char *out)
{
    const struct tam_position *p = tam_of_const(pos);
    const unsigned from = move_from(e->move), to = move_to(e->move);
    const enum side us = tam_side(p);
    char man[3], target[GEO_SQUARE_TEXT_MAX];
    size_t n = tam_man_text(tam_man(WHITE, tam_man_class(p->board[from])), man);
    memcpy(out, man, n);
    n += geo_format(&geo_tamerlane, from, out + n);
    geo_format(&geo_tamerlane, to, target);
    const char *joint = e->victim ? "x" : "-";
    switch ((enum tam_move_kind)move_extra(e->move)) {
    case MOVE_SWAP:
        joint = "<>";
        break;
    case MOVE_EXCHANGE:
        joint = us == WHITE ? "<z9>" : "<l2>";
        break;
    case MOVE_RELOCATION:
        joint = e->victim ? "x@" : "@";
        break;
    default:
        break;
    }
    n += (size_t)sprintf(out + n, "%s%s", joint, target);
    if (e->becomes) {
        tam_man_text(tam_man(WHITE, (enum tam_class)e->becomes), man);
        n += (size_t)sprintf(out + n, "=%s", man);
    }
    strcpy(out + n, move_mark(p, e->move));
}

void tam_square_text(const struct position *pos, unsigned sq, char *out)
{
    const tam_man_t man = tam_of_const(pos)->board[sq];
    out[0] = '\0';
    if (man)
        tam_man_text(man, out);
}

/* Two columns a square: a letter, or a dot and the letter of the pawn's officer. */
static char *draw_square(char *o, const struct tam_position *p, unsigned sq)
{
    char man[3] = "-";
    if (p->board[sq])
        tam_man_text(p->board[sq], man);
    return o + sprintf(o, " %2s", man);
}

void tam_diagram(const struct position *pos, char *out)
{
    const struct tam_position *p = tam_of_const(pos);
    enum { L2_RANK = 1, Z9_RANK = 8 };
    char *o = out;
    for (int rank = 9; rank >= 0; rank--) {
        o += sprintf(o, " %2d ", rank + 1);
        /* The citadels stand beside their ranks, in brackets. */
        if (rank == Z9_RANK) {
            o += sprintf(o, "[");
            o = draw_square(o, p, CITADEL_Z9);
            o += sprintf(o, "]");
        } else {
            o += sprintf(o, "     ");
        }
        for (int file = 0; file < 11; file++)
            o = draw_square(o, p, (unsigned)(rank * 11 + file));
        if (rank == L2_RANK) {
            o += sprintf(o, " [");
            o = draw_square(o, p, CITADEL_L2);
            o += sprintf(o, "]");
        }
        if (rank == (pos->side == WHITE ? 0 : 9))
            o += sprintf(o, "   %s to move", pos->side == WHITE ? "White" : "Black");
        *o++ = '\n';
    }
    sprintf(o, "\n        z  a  b  c  d  e  f  g  h  i  j  k    l\n");
}
