/* Position text (section 12), results (section 10) and the self-check of Tamerlane chess. */
#include "engine/fen.h"
#include "engine/games/tamerlane/board.h"
#include "engine/games/tamerlane/rules.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* --- men as text (section 2) --- */

/* By class, upper case; pawns carry the letter after the dot. */
static const char class_letters[TAM_CLASS_NB + 1] = " KSAFWGTNRECDKPXFWGTNRECDY";

unsigned tam_man_text(tam_man_t man, char out[3])
{
    unsigned n = 0;
    const enum tam_class c = tam_man_class(man);
    if (tam_is_pawn(c))
        out[n++] = '.';
    const char letter = class_letters[c];
    out[n++] = tam_man_side(man) == WHITE ? letter : (char)(letter - 'A' + 'a');
    out[n] = '\0';
    return n;
}

tam_man_t tam_man_of_text(const char *text, unsigned *length)
{
    const bool pawn = text[0] == '.';
    const char letter = text[pawn];
    const bool white = letter >= 'A' && letter <= 'Z';
    if (!white && !(letter >= 'a' && letter <= 'z'))
        return 0;
    const char upper = white ? letter : (char)(letter - 'a' + 'A');
    for (int c = pawn ? PAWN_OF + 1 : 1; c < (pawn ? (int)TAM_CLASS_NB : PAWN_OF + 1); c++)
        if (class_letters[c] == upper) {
            *length = pawn ? 2 : 1;
            return tam_man(white ? WHITE : BLACK, (enum tam_class)c);
        }
    return 0;
}

/* --- start positions (section 3) --- */

static const char *const start_texts[] = {
    [SETUP_MASCULINE] = "e1c1d1d1c1e/rntgwkfgtnr/.r.n.t.g.w.k.f.e.c.d.p/11/11/11/11/"
                        ".P.D.C.E.F.K.W.G.T.N.R/RNTGFKWGTNR/E1C1D1D1C1E w -- SCsc 0 1",
    [SETUP_REFLECTED] = "e1c1d1d1c1e/rntgfkwgtnr/.p.d.c.e.f.k.w.g.t.n.r/11/11/11/11/"
                        ".P.D.C.E.F.K.W.G.T.N.R/RNTGFKWGTNR/E1C1D1D1C1E w -- SCsc 0 1",
    [SETUP_FEMININE] = "e1c1wkf1c1e/rntgd.kdgtnr/.r.n.t.g.w1.f.e.c.d.p/11/11/11/11/"
                       ".P.D.C.E.F1.W.G.T.N.R/RNTGD.KDGTNR/E1C1FKW1C1E w -- SCsc 0 1",
    [SETUP_THIRD] = "e1c1wkf1c1e/rndtg.kgtdnr/.r.n.t.g.w1.f.e.c.d.p/11/11/11/11/"
                    ".P.D.C.E.F1.W.G.T.N.R/RNDTG.KGTDNR/E1C1FKW1C1E w -- SCsc 0 1"};

const char *tam_start(const struct position *pos)
{
    return start_texts[pos->option[OPTION_SETUP]];
}

/* --- parsing --- */

enum { MOVE_LIMIT = 100 }; /* of the option MoveLimitDraw (T14) */

/* At most one K, S, A, .K and one pawn of pawns a side; S excludes .K, A excludes .P .X .Y. */
static const char *exclusion(enum tam_class c, unsigned present)
{
    const unsigned kings_pawn_line = 1u << PRINCE | 1u << KINGS_PAWN;
    const unsigned pop_line =
        1u << ADVENTITIOUS | 1u << POP_FIRST | 1u << POP_SECOND | 1u << POP_THIRD;
    if (c == KING && (present & 1u << KING))
        return "a side has two kings K";
    if ((kings_pawn_line >> c & 1) && (present & kings_pawn_line))
        return "a side has more than one of prince S and king's pawn .K";
    if ((pop_line >> c & 1) && (present & pop_line))
        return "a side has more than one of adventitious king A and pawn of pawns .P .X .Y";
    return NULL;
}

static enum engine_status place(struct fen_reader *r, struct tam_position *p,
                                unsigned present[SIDE_NB], unsigned sq, tam_man_t man)
{
    const enum tam_class c = tam_man_class(man);
    const enum side side = tam_man_side(man);
    const char *fault = exclusion(c, present[side]);
    if (fault)
        return fen_fail(r, fault);
    if (tam_is_pawn(c) && c != POP_FIRST && bb_has(tam_last_rank(side), sq))
        return fen_fail(r, "a pawn stands on its last rank; only .P may wait there");
    present[side] |= 1u << c;
    tam_set(p, sq, man);
    return ENGINE_OK;
}

/* A run of empty squares: the longest number at this place, 1 to what the rank has left. */
static enum engine_status read_run(struct fen_reader *r, unsigned *file)
{
    unsigned n = 0;
    const size_t first = r->at;
    while (r->text[r->at] >= '0' && r->text[r->at] <= '9' && n <= 11)
        n = n * 10 + (unsigned)(r->text[r->at++] - '0');
    if (n == 0 || r->text[first] == '0')
        return fen_fail_at(r, first, "a run of empty squares must be a number from 1 to 11");
    if (*file + n > 11)
        return fen_fail_at(r, first, "a rank has more than eleven squares");
    *file += n;
    return ENGINE_OK;
}

static enum engine_status read_rank(struct fen_reader *r, struct tam_position *p,
                                    unsigned present[SIDE_NB], unsigned rank)
{
    unsigned file = 0;
    while (file < 11) {
        const char c = r->text[r->at];
        enum engine_status status;
        if (c == '/' || c == ' ' || c == '\0')
            return fen_fail(r, "a rank has fewer than eleven squares");
        if (c >= '0' && c <= '9') {
            status = read_run(r, &file);
        } else {
            unsigned length;
            const tam_man_t man = tam_man_of_text(r->text + r->at, &length);
            if (!man)
                return fen_fail(r, "this is neither a man nor a number of empty squares");
            status = place(r, p, present, rank * 11 + file, man);
            if (status == ENGINE_OK)
                r->at += length;
            file++;
        }
        if (status != ENGINE_OK)
            return status;
    }
    return ENGINE_OK;
}

static enum engine_status read_board(struct fen_reader *r, struct tam_position *p,
                                     unsigned present[SIDE_NB])
{
    for (unsigned i = 0; i < 10; i++) {
        const enum engine_status status = read_rank(r, p, present, 9 - i);
        if (status != ENGINE_OK)
            return status;
        const char c = r->text[r->at];
        if (i < 9 && c == '/') {
            r->at++;
            continue;
        }
        if (i == 9 && (c == ' ' || c == '\0'))
            return ENGINE_OK;
        if (c == ' ' || c == '\0')
            return fen_fail(r, "the board has fewer than ten ranks");
        return fen_fail(r, i == 9 && c == '/' ? "the board has more than ten ranks"
                                              : "a rank has more than eleven squares");
    }
    return ENGINE_OK;
}

/* Each citadel holds nothing, its owner's A, or an enemy royal (section 12). */
static enum engine_status read_citadels(struct fen_reader *r, struct tam_position *p,
                                        unsigned present[SIDE_NB])
{
    for (int side = WHITE; side <= BLACK; side++, r->at++) {
        const char c = r->text[r->at];
        if (c == '-')
            continue;
        unsigned length;
        const tam_man_t man = c == '.' ? 0 : tam_man_of_text(r->text + r->at, &length);
        const bool own = man && tam_man_side(man) == (enum side)side;
        if (!man || !tam_is_royal(tam_man_class(man)) ||
            (own && tam_man_class(man) != ADVENTITIOUS))
            return fen_fail(r, side == WHITE ? "citadel l2 may hold - or one of A k s a"
                                             : "citadel z9 may hold - or one of a K S A");
        const enum engine_status status =
            place(r, p, present, tam_own_citadel((enum side)side), man);
        if (status != ENGINE_OK)
            return status;
    }
    return ENGINE_OK;
}

static const char right_letters[] = "SCsc"; /* in the order of the RIGHT_ bits */

static enum engine_status read_rights(struct fen_reader *r, struct tam_position *p)
{
    if (r->text[r->at] == '-') {
        r->at++;
        return ENGINE_OK;
    }
    const size_t first = r->at;
    for (unsigned i = 0; i < 4; i++)
        if (r->text[r->at] == right_letters[i]) {
            p->rights |= (uint8_t)(1u << i);
            r->at++;
        }
    if (r->at == first || (r->text[r->at] != ' ' && r->text[r->at] != '\0'))
        return fen_fail(r, "rights must be - or letters of SCsc in this order");
    return ENGINE_OK;
}

static enum engine_status read_counters(struct fen_reader *r, struct tam_position *p)
{
    enum engine_status status = fen_read_space(r, "the halfmove clock is missing");
    if (status == ENGINE_OK)
        status = fen_read_number(r, 0, &p->base.clock,
                                 "the halfmove clock must be a number from 0 to 9999");
    return status == ENGINE_OK ? fen_read_move_number(r, &p->base.fullmove) : status;
}

static enum engine_status validate(const struct fen_reader *r, const struct tam_position *p)
{
    const enum side them = side_other(tam_side(p));
    for (int side = WHITE; side <= BLACK; side++)
        if (!bb_any(tam_royals(p, (enum side)side)))
            return fen_fail_at(r, 0, side == WHITE ? "White has no royal" : "Black has no royal");
    if (!tam_is_safe(p, them))
        return fen_fail_at(r, 0, "the side that is not to move is in check");
    return ENGINE_OK;
}

enum engine_status tam_parse(struct position *pos, const char *text, struct text_error *error)
{
    struct tam_position *p = tam_of(pos);
    struct fen_reader r = {text, 0, error};
    unsigned present[SIDE_NB] = {0, 0};
    pos->draw_clock = pos->option[OPTION_MOVE_LIMIT] ? MOVE_LIMIT : 0;
    memset(p->royal, TAM_NO_SQUARE, sizeof p->royal);

    enum engine_status status = read_board(&r, p, present);
    if (status == ENGINE_OK)
        status = fen_read_space(&r, "the side to move is missing");
    if (status == ENGINE_OK)
        status = fen_read_side(&r, &pos->side);
    if (status == ENGINE_OK)
        status = fen_read_space(&r, "the citadel field is missing");
    if (status == ENGINE_OK)
        status = read_citadels(&r, p, present);
    if (status == ENGINE_OK)
        status = fen_read_space(&r, "the rights field is missing");
    if (status == ENGINE_OK)
        status = read_rights(&r, p);
    if (status == ENGINE_OK)
        status = read_counters(&r, p);
    if (status == ENGINE_OK)
        status = validate(&r, p);
    if (status != ENGINE_OK)
        return status;
    tam_drop_rights(p);
    tam_compute_sums(p, &p->placement, &p->phase);
    pos->key = tam_compute_key(p, &tam_t()->keys);
    return ENGINE_OK;
}

/* --- writing --- */

void tam_format(const struct position *pos, char *out)
{
    const struct tam_position *p = tam_of_const(pos);
    char *o = out;
    for (int rank = 9; rank >= 0; rank--) {
        int run = 0;
        for (int file = 0; file < 11; file++) {
            const tam_man_t man = p->board[rank * 11 + file];
            if (!man) {
                run++;
                continue;
            }
            if (run)
                o += sprintf(o, "%d", run);
            run = 0;
            o += tam_man_text(man, o);
        }
        if (run)
            o += sprintf(o, "%d", run);
        *o++ = rank ? '/' : ' ';
    }
    *o++ = pos->side == WHITE ? 'w' : 'b';
    *o++ = ' ';
    for (unsigned sq = CITADEL_L2; sq <= CITADEL_Z9; sq++) {
        if (p->board[sq])
            o += tam_man_text(p->board[sq], o);
        else
            *o++ = '-';
    }
    *o++ = ' ';
    if (!p->rights)
        *o++ = '-';
    for (unsigned i = 0; i < 4; i++)
        if (p->rights >> i & 1)
            *o++ = right_letters[i];
    sprintf(o, " %u %u", pos_text_counter(pos->clock), pos_text_counter(pos->fullmove));
}

/* --- results --- */

/* Stalemate loses (section 10), so quiescence must not take the evaluation's word for a side
 * without a move. Asked of sides with few men only: it costs a generation, and others always have a
 * move. */
enum { STALEMATE_MEN_MAX = 6 };

bool tam_in_check(const struct position *pos)
{
    const struct tam_position *p = tam_of_const(pos);
    const enum side us = tam_side(p);
    if (!tam_is_safe(p, us))
        return true;
    return bb_count(p->men[us]) <= STALEMATE_MEN_MAX && !tam_citadel_draw(p) && !tam_has_moves(pos);
}

bb_t tam_checked(const struct position *pos)
{
    const struct tam_position *p = tam_of_const(pos);
    const enum side us = tam_side(p);
    return tam_is_safe(p, us) ? BB_EMPTY : bb_square(tam_duty_square(p, us));
}

/* A draw that only the option MoveLimitDraw brings in (section 11). */
static bool limit_reached(const struct position *pos)
{
    return pos->draw_clock > 0 && pos->clock >= pos->draw_clock;
}

bool tam_decided(const struct position *pos, int ply, score_t *score)
{
    (void)ply;
    if (BB_UNLIKELY(tam_citadel_draw(tam_of_const(pos))) ||
        (BB_UNLIKELY(limit_reached(pos)) && tam_count(pos) > 0)) {
        *score = SCORE_DRAW;
        return true;
    }
    return false;
}

score_t tam_no_moves(const struct position *pos, int ply)
{
    /* Mate and stalemate both lose (section 10). The odd distance makes SCORE_MATE - 2N of a win
     * in N moves. */
    (void)pos;
    return -(SCORE_MATE - ply - 1);
}

bool tam_repetition_draws(const struct position *pos)
{
    return pos->option[OPTION_REPETITION] != 0;
}

struct game_result tam_result(const struct position *pos)
{
    const struct tam_position *p = tam_of_const(pos);
    if (tam_citadel_draw(p))
        return (struct game_result){OUTCOME_DRAW, "citadel", "draw-citadel"};
    const bool check = !tam_is_safe(p, tam_side(p));
    if (tam_count(pos) == 0) {
        if (pos->side == WHITE)
            return check ? (struct game_result){OUTCOME_BLACK_WINS, "mate", "black-wins mate"}
                         : (struct game_result){OUTCOME_BLACK_WINS, "stalemate",
                                                "black-wins stalemate"};
        return check
                   ? (struct game_result){OUTCOME_WHITE_WINS, "mate", "white-wins mate"}
                   : (struct game_result){OUTCOME_WHITE_WINS, "stalemate", "white-wins stalemate"};
    }
    if (limit_reached(pos))
        return (struct game_result){OUTCOME_DRAW, "move limit", "draw-limit"};
    if (tam_repetition_draws(pos) && pos_occurrences(pos) >= 2)
        return (struct game_result){OUTCOME_DRAW, "repetition", "draw-repetition"};
    return (struct game_result){OUTCOME_NONE, "", check ? "none check" : "none"};
}

/* --- recomputation and self-check --- */

zkey_t tam_compute_key(const struct tam_position *p, const struct tam_keys *keys)
{
    zkey_t key = keys->rights[p->rights];
    if (tam_side(p) == BLACK)
        key ^= keys->side;
    for (unsigned sq = 0; sq < TAM_SQUARE_NB; sq++)
        key ^= keys->man[p->board[sq]][sq];
    return key;
}

void tam_compute_sums(const struct tam_position *p, int32_t *placement, int32_t *phase)
{
    *placement = *phase = 0;
    for (unsigned sq = 0; sq < TAM_SQUARE_NB; sq++) {
        *placement += tam_t()->placement[p->board[sq]][sq];
        *phase += tam_phase_weight(tam_man_class(p->board[sq]));
    }
}

const char *tam_check(const struct position *pos)
{
    const struct tam_position *p = tam_of_const(pos);
    struct tam_position fresh = {.base = *pos, .rights = p->rights};
    memset(fresh.royal, TAM_NO_SQUARE, sizeof fresh.royal);
    for (unsigned sq = 0; sq < TAM_SQUARE_NB; sq++)
        tam_set(&fresh, sq, p->board[sq]);
    if (bb_any(tam_occupied(p) & ~geo_all(&geo_tamerlane)))
        return "a bit beyond the board is set";
    if (memcmp(fresh.men, p->men, sizeof fresh.men) != 0)
        return "colour sets differ from the squares";
    if (memcmp(fresh.type, p->type, sizeof fresh.type) != 0)
        return "type sets differ from the squares";
    if (memcmp(fresh.royal, p->royal, sizeof fresh.royal) != 0)
        return "royal squares differ from the squares";
    tam_compute_sums(p, &fresh.placement, &fresh.phase);
    if (fresh.placement != p->placement || fresh.phase != p->phase)
        return "incremental evaluation differs from its recomputation";
    if (tam_compute_key(p, &tam_t()->keys) != pos->key)
        return "incremental key differs from its recomputation";
    return NULL;
}

/* --- symmetry (section 1) --- */

static unsigned rotate(unsigned sq)
{
    return sq < CITADEL_L2 ? 109 - sq : CITADEL_L2 + CITADEL_Z9 - sq;
}

void tam_flip(struct position *pos)
{
    struct tam_position *p = tam_of(pos);
    tam_man_t old[TAM_SQUARE_NB];
    memcpy(old, p->board, sizeof old);
    for (unsigned sq = 0; sq < TAM_SQUARE_NB; sq++)
        tam_set(p, sq, 0);
    for (unsigned sq = 0; sq < TAM_SQUARE_NB; sq++)
        if (old[sq])
            tam_set(p, rotate(sq),
                    tam_man(side_other(tam_man_side(old[sq])), tam_man_class(old[sq])));
    p->rights = (uint8_t)((p->rights & 3) << 2 | p->rights >> 2);
    pos->side = (uint8_t)side_other(tam_side(p));
    pos->history_nb = 0;
    pos->reversible = 0;
    tam_compute_sums(p, &p->placement, &p->phase);
    pos->key = tam_compute_key(p, &tam_t()->keys);
}
