/* Position text, results, and the self-check of Belarusian chess. */
#include "engine/fen.h"
#include "engine/games/belarusian/board.h"
#include "engine/games/belarusian/rules.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* --- letters --- */

/* By man code; index 0 and the gaps are no men. Section 1: A is the king, K the prince. */
static const char letters[BEL_MAN_NB + 1] = ".RVMLGKA.rvmlgka";

char bel_letter(bel_man_t man)
{
    return letters[man];
}

bel_man_t bel_man_of_letter(char c)
{
    const char *found = c == '.' || c == '\0' ? NULL : strchr(letters, c);
    return found ? (bel_man_t)(found - letters) : 0;
}

/* --- parsing (section 2) --- */

/* Puts a man on an empty square. */
static void place(struct bel_position *p, unsigned sq, bel_man_t man)
{
    const enum side side = bel_man_side(man);
    p->board[sq] = man;
    p->men[side] |= bb_square(sq);
    p->type[bel_man_class(man)] |= bb_square(sq);
    p->count[man]++;
    if (bel_man_class(man) == KING)
        p->king[side] = (uint8_t)sq;
    if (bel_man_class(man) == PRINCE)
        p->prince[side] = (uint8_t)sq;
}

/* Section 1: how many of each class a side starts with, and never exceeds. */
static const uint8_t census[BEL_CLASS_NB] = {
    [RATNIK] = 9, [RIDER] = 2, [CANNON] = 2, [ROOK] = 2, [HETMAN] = 1, [PRINCE] = 1, [KING] = 1};

static enum engine_status read_man(struct fen_reader *r, struct bel_position *p, unsigned sq)
{
    static const char *const too_many[BEL_CLASS_NB] = {"",
                                                       "a side has more than nine ratniks",
                                                       "a side has more than two riders",
                                                       "a side has more than two cannons",
                                                       "a side has more than two rooks",
                                                       "a side has more than one hetman",
                                                       "a side has more than one prince",
                                                       "a side has more than one king"};
    const bel_man_t man = bel_man_of_letter(r->text[r->at]);
    if (!man)
        return fen_fail(r, "this is neither a piece letter nor a digit from 1 to 9");
    const enum bel_class c = bel_man_class(man);
    if (p->count[man] == census[c])
        return fen_fail(r, too_many[c]);
    if (c == RATNIK && man == bel_man(WHITE, RATNIK) && sq < 9)
        return fen_fail(r, "a white ratnik stands on rank 1");
    if (c == RATNIK && man == bel_man(BLACK, RATNIK) && sq >= A9)
        return fen_fail(r, "a black ratnik stands on rank 9");
    if (sq == E5 && c != KING && c != PRINCE && p->rule_set != BEL_NOBLE)
        return fen_fail(r, "only a king or a prince may stand on the throne e5");
    place(p, sq, man);
    r->at++;
    return ENGINE_OK;
}

static enum engine_status read_rank(struct fen_reader *r, struct bel_position *p, unsigned rank)
{
    unsigned file = 0;
    while (file < 9) {
        const char c = r->text[r->at];
        if (c == '/' || c == ' ' || c == '\0')
            return fen_fail(r, "a rank has fewer than nine squares");
        if (c >= '1' && c <= '9') {
            if (file + (unsigned)(c - '0') > 9)
                return fen_fail(r, "a rank has more than nine squares");
            file += (unsigned)(c - '0');
            r->at++;
            continue;
        }
        const enum engine_status status = read_man(r, p, rank * 9 + file);
        if (status != ENGINE_OK)
            return status;
        file++;
    }
    return ENGINE_OK;
}

static enum engine_status read_placement(struct fen_reader *r, struct bel_position *p)
{
    for (unsigned i = 0; i < 9; i++) {
        const enum engine_status status = read_rank(r, p, 8 - i);
        if (status != ENGINE_OK)
            return status;
        const char c = r->text[r->at];
        if (i < 8 && c == '/') {
            r->at++;
            continue;
        }
        if (i == 8 && (c == ' ' || c == '\0'))
            return ENGINE_OK;
        if (c == ' ' || c == '\0')
            return fen_fail(r, "the placement has fewer than nine ranks");
        if (i == 8 && c == '/')
            return fen_fail(r, "the placement has more than nine ranks");
        return fen_fail(r, "a rank has more than nine squares");
    }
    return ENGINE_OK;
}

static const struct {
    char letter;
    uint8_t right;
    enum side side;
    uint8_t king, rook;
} castling_rights[] = {{'A', RIGHT_A1, WHITE, E1, A1},
                       {'I', RIGHT_I1, WHITE, E1, I1},
                       {'a', RIGHT_A9, BLACK, E9, A9},
                       {'i', RIGHT_I9, BLACK, E9, I9}};
enum { CASTLING_RIGHT_NB = 4 };

static enum engine_status read_rights(struct fen_reader *r, struct bel_position *p)
{
    if (r->text[r->at] == '-') {
        r->at++;
        return ENGINE_OK;
    }
    const size_t first = r->at;
    for (int i = 0; i < CASTLING_RIGHT_NB; i++) {
        if (r->text[r->at] != castling_rights[i].letter)
            continue;
        const enum side side = castling_rights[i].side;
        if (p->king[side] != castling_rights[i].king)
            return fen_fail(r, "castling right without the king on its home square");
        if (p->board[castling_rights[i].rook] != bel_man(side, ROOK))
            return fen_fail(r, "castling right without the rook in its corner");
        p->rights |= castling_rights[i].right;
        r->at++;
    }
    if (r->at == first || (r->text[r->at] != ' ' && r->text[r->at] != '\0'))
        return fen_fail(r, "castling rights must be - or letters of AIai in this order");
    return ENGINE_OK;
}

/* Conditions on the whole board (section 2): reported at the start of the placement. */
static enum engine_status validate(const struct fen_reader *r, const struct bel_position *p)
{
    const enum side us = bel_side(p), them = side_other(us);
    if (p->king[them] == BEL_NO_SQUARE)
        return fen_fail_at(r, 0, "the side that is not to move has no king");
    if (p->king[us] == BEL_NO_SQUARE && p->prince[us] == BEL_NO_SQUARE)
        return fen_fail_at(r, 0, "the side to move has neither king nor prince");
    const unsigned duty = bel_duty_square(p, them);
    if (duty != BEL_NO_SQUARE && bel_attacked(p, duty, us))
        return fen_fail_at(r, 0,
                           duty == E5 ? "the side to move attacks the enemy royal on the throne"
                                      : "the side to move gives check");
    return ENGINE_OK;
}

static enum engine_status read_counters(struct fen_reader *r, struct bel_position *p)
{
    enum engine_status status = fen_read_space(r, "the clock field is missing");
    if (status != ENGINE_OK)
        return status;
    /* A reader may accept an en-passant field if it is exactly - (section 2). */
    if (r->text[r->at] == '-' && r->text[r->at + 1] == ' ')
        r->at += 2;
    status = fen_read_number(r, 0, &p->base.clock, "the clock must be a number from 0 to 9999");
    return status == ENGINE_OK ? fen_read_move_number(r, &p->base.fullmove) : status;
}

enum engine_status bel_parse(struct position *pos, const char *text, struct text_error *error)
{
    struct bel_position *p = bel_of(pos);
    struct fen_reader r = {text, 0, error};
    pos->draw_clock = BEL_CLOCK_DRAW;
    p->rule_set = (uint8_t)pos->game->rule_set;
    memset(p->king, BEL_NO_SQUARE, sizeof p->king);
    memset(p->prince, BEL_NO_SQUARE, sizeof p->prince);

    enum engine_status status = read_placement(&r, p);
    if (status == ENGINE_OK)
        status = fen_read_space(&r, "the side to move is missing");
    if (status == ENGINE_OK)
        status = fen_read_side(&r, &pos->side);
    if (status == ENGINE_OK)
        status = fen_read_space(&r, "the castling field is missing");
    if (status == ENGINE_OK)
        status = read_rights(&r, p);
    if (status == ENGINE_OK)
        status = read_counters(&r, p);
    if (status == ENGINE_OK)
        status = validate(&r, p);
    if (status != ENGINE_OK)
        return status;
    bel_compute_sums(p, &p->placement, &p->phase);
    pos->key = bel_compute_key(p, &bel_t()->keys);
    return ENGINE_OK;
}

/* --- writing --- */

void bel_format(const struct position *pos, char *out)
{
    const struct bel_position *p = bel_of_const(pos);
    char *o = out;
    for (int rank = 8; rank >= 0; rank--) {
        int run = 0;
        for (int file = 0; file < 9; file++) {
            const bel_man_t man = p->board[rank * 9 + file];
            if (!man) {
                run++;
                continue;
            }
            if (run)
                *o++ = (char)('0' + run);
            run = 0;
            *o++ = bel_letter(man);
        }
        if (run)
            *o++ = (char)('0' + run);
        *o++ = rank ? '/' : ' ';
    }
    *o++ = pos->side == WHITE ? 'w' : 'b';
    *o++ = ' ';
    if (!p->rights)
        *o++ = '-';
    for (int i = 0; i < CASTLING_RIGHT_NB; i++)
        if (p->rights & castling_rights[i].right)
            *o++ = castling_rights[i].letter;
    snprintf(o, GAME_FEN_MAX - (size_t)(o - out), " %u %u", pos_text_counter(pos->clock),
             pos_text_counter(pos->fullmove));
}

/* --- results (section 8) --- */

unsigned bel_promotions(const struct bel_position *p, enum side side)
{
    unsigned set = 0;
    for (int c = RIDER; c <= PRINCE; c++)
        if (p->count[bel_man(side, (enum bel_class)c)] < census[c])
            set |= 1u << c;
    return set;
}

bool bel_in_check(const struct position *pos)
{
    const struct bel_position *p = bel_of_const(pos);
    const enum side us = bel_side(p), them = side_other(us);
    /* A coronation is owed (B12), or the enemy has ascended and wins unless rokash comes (8.1). */
    if (p->king[us] == BEL_NO_SQUARE || bel_holds_throne(p, them))
        return true;
    const unsigned duty = bel_duty_square(p, us);
    return duty != BEL_NO_SQUARE && bel_attacked(p, duty, them);
}

bb_t bel_checked(const struct position *pos)
{
    const struct bel_position *p = bel_of_const(pos);
    const enum side us = bel_side(p);
    /* A prince that has to be crowned is the king that the move would have to save (B13). */
    const unsigned duty = p->king[us] == BEL_NO_SQUARE ? p->prince[us] : bel_duty_square(p, us);
    if (duty == BEL_NO_SQUARE || !bel_attacked(p, duty, side_other(us)))
        return BB_EMPTY;
    return bb_square(duty);
}

bool bel_decided(const struct position *pos, int ply, score_t *score)
{
    const struct bel_position *p = bel_of_const(pos);
    if (BB_UNLIKELY(bel_throne_won(p))) {
        *score = SCORE_MATE - ply + 1; /* one better than a mate in as many moves (section 8) */
        return true;
    }
    /* Throne, mate and stalemate come before the counters (section 8, B20). */
    if (BB_UNLIKELY(pos->clock >= BEL_CLOCK_DRAW) && bel_count(pos) > 0) {
        *score = SCORE_DRAW;
        return true;
    }
    return false;
}

bool bel_is_mated(const struct bel_position *p)
{
    const enum side us = bel_side(p);
    const unsigned duty = bel_duty_square(p, us);
    return p->king[us] == BEL_NO_SQUARE ||
           (duty != BEL_NO_SQUARE && bel_attacked(p, duty, side_other(us)));
}

score_t bel_no_moves(const struct position *pos, int ply)
{
    const struct bel_position *p = bel_of_const(pos);
    if (bel_holds_throne(p, side_other(bel_side(p))))
        return -(SCORE_MATE - ply);
    return bel_is_mated(p) ? -(SCORE_MATE - ply - 1) : SCORE_DRAW;
}

static struct game_result win(enum side side, const char *way)
{
    static const char *const words[SIDE_NB][2] = {{"white-mate", "white-throne"},
                                                  {"black-mate", "black-throne"}};
    return (struct game_result){side == WHITE ? OUTCOME_WHITE_WINS : OUTCOME_BLACK_WINS, way,
                                words[side][strcmp(way, "throne") == 0]};
}

struct game_result bel_result(const struct position *pos)
{
    const struct bel_position *p = bel_of_const(pos);
    const enum side us = bel_side(p), them = side_other(us);
    if (bel_throne_won(p))
        return win(us, "throne");
    if (bel_count(pos) == 0) {
        if (bel_holds_throne(p, them))
            return win(them, "throne");
        /* A coronation that is owed and not possible is mate too (B13), by a name of its own. */
        if (bel_is_mated(p))
            return win(them, p->king[us] == BEL_NO_SQUARE ? "coronation" : "mate");
        return (struct game_result){OUTCOME_DRAW, "stalemate", "stalemate"};
    }
    if (pos->clock >= BEL_CLOCK_DRAW)
        return (struct game_result){OUTCOME_DRAW, "clock", "draw-clock"};
    if (pos_occurrences(pos) >= 2)
        return (struct game_result){OUTCOME_DRAW, "repetition", "draw-repetition"};
    return (struct game_result){OUTCOME_NONE, "", "none"};
}

/* --- recomputation and self-check --- */

zkey_t bel_compute_key(const struct bel_position *p, const struct bel_keys *keys)
{
    zkey_t key = keys->rule_set[p->rule_set] ^ keys->rights[p->rights];
    if (bel_side(p) == BLACK)
        key ^= keys->side;
    for (unsigned sq = 0; sq < BEL_SQUARE_NB; sq++)
        key ^= keys->man[p->board[sq]][sq];
    return key;
}

void bel_compute_sums(const struct bel_position *p, int32_t *placement, int32_t *phase)
{
    *placement = *phase = 0;
    for (unsigned sq = 0; sq < BEL_SQUARE_NB; sq++) {
        const bel_man_t man = p->board[sq];
        if (!man)
            continue;
        *placement += bel_t()->placement[man][sq];
        *phase += bel_phase_weight(bel_man_class(man));
    }
}

const char *bel_check(const struct position *pos)
{
    const struct bel_position *p = bel_of_const(pos);
    struct bel_position fresh = {.base = *pos, .rule_set = p->rule_set, .rights = p->rights};
    memset(fresh.king, BEL_NO_SQUARE, sizeof fresh.king);
    memset(fresh.prince, BEL_NO_SQUARE, sizeof fresh.prince);
    if (bb_any((p->men[WHITE] | p->men[BLACK]) & ~BEL_BOARD))
        return "a bit beyond the board is set";
    if (bb_any(p->men[WHITE] & p->men[BLACK]))
        return "a square belongs to both sides";
    for (unsigned sq = 0; sq < BEL_SQUARE_NB; sq++)
        if (p->board[sq])
            place(&fresh, sq, p->board[sq]);
    if (memcmp(fresh.men, p->men, sizeof fresh.men) != 0)
        return "colour sets differ from the squares";
    if (memcmp(fresh.type, p->type, sizeof fresh.type) != 0)
        return "class sets differ from the squares";
    if (memcmp(fresh.count, p->count, sizeof fresh.count) != 0)
        return "piece counts differ from the squares";
    if (memcmp(fresh.king, p->king, sizeof fresh.king) != 0 ||
        memcmp(fresh.prince, p->prince, sizeof fresh.prince) != 0)
        return "royal squares differ from the squares";
    bel_compute_sums(p, &fresh.placement, &fresh.phase);
    if (fresh.placement != p->placement || fresh.phase != p->phase)
        return "incremental evaluation differs from its recomputation";
    if (bel_compute_key(p, &bel_t()->keys) != pos->key)
        return "incremental key differs from its recomputation";
    return NULL;
}

/* --- symmetry --- */

void bel_flip(struct position *pos)
{
    struct bel_position *p = bel_of(pos);
    bel_man_t old[BEL_SQUARE_NB];
    memcpy(old, p->board, sizeof old);
    /* A half-turn of the board; a1 goes to i9, so rights move to the opposite corner. */
    const uint8_t rights = p->rights;
    p->rights = (uint8_t)((rights & RIGHT_A1 ? RIGHT_I9 : 0) | (rights & RIGHT_I1 ? RIGHT_A9 : 0) |
                          (rights & RIGHT_A9 ? RIGHT_I1 : 0) | (rights & RIGHT_I9 ? RIGHT_A1 : 0));
    memset(p->men, 0, sizeof p->men);
    memset(p->type, 0, sizeof p->type);
    memset(p->count, 0, sizeof p->count);
    memset(p->board, 0, sizeof p->board);
    memset(p->king, BEL_NO_SQUARE, sizeof p->king);
    memset(p->prince, BEL_NO_SQUARE, sizeof p->prince);
    for (unsigned sq = 0; sq < BEL_SQUARE_NB; sq++)
        if (old[sq])
            place(p, BEL_SQUARE_NB - 1 - sq,
                  bel_man(side_other(bel_man_side(old[sq])), bel_man_class(old[sq])));
    pos->side = (uint8_t)side_other(bel_side(p));
    pos->history_nb = 0;
    pos->reversible = 0;
    bel_compute_sums(p, &p->placement, &p->phase);
    pos->key = bel_compute_key(p, &bel_t()->keys);
}
