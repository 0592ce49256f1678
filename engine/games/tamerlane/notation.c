/* Moves as text (section 13) and what stands on a square. */
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
