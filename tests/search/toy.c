#include "tests/search/toy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RULE_MANDATORY = 1, RULE_CYCLIC = 2 };
enum { CLOCK_LIMIT = 40, MOVES_MAX = 64, WEIGHT_MAN = 100, WEIGHT_GUARD = 250 };

struct toy_position {
    struct position base;
    int8_t cells[TOY_SQUARES]; /* 0, or class for White, -class for Black */
};

struct toy_undo {
    zkey_t key;
    uint16_t reversible, clock, fullmove;
    int8_t from, to;
};

static const char letters[] = "gm.MG"; /* by cell + 2 */

static const int16_t class_value[] = {0, WEIGHT_MAN, WEIGHT_GUARD};

static const struct geometry geometry = {
    .name = "4x5", .files = TOY_FILES, .ranks = TOY_RANKS, .squares = TOY_SQUARES};

static const struct toy_position *toy(const struct position *pos)
{
    return (const struct toy_position *)(const void *)pos;
}

static struct toy_position *toy_mutable(struct position *pos)
{
    return (struct toy_position *)(void *)pos;
}

static bool has_rule(const struct position *pos, unsigned rule)
{
    return (pos->game->rule_set & rule) != 0;
}

/* --- keys --- */

static zkey_t mix(uint64_t x)
{
    x = (x + 1) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static zkey_t cell_key(unsigned sq, int cell)
{
    return cell == 0 ? 0 : mix(sq * 8 + (unsigned)(cell + 3));
}

static zkey_t clock_key(const struct position *pos)
{
    return has_rule(pos, RULE_CYCLIC) ? 0 : mix(1000 + pos->clock);
}

static zkey_t full_key(const struct position *pos)
{
    zkey_t key = clock_key(pos) ^ (pos->side == BLACK ? mix(999) : 0);
    for (unsigned sq = 0; sq < TOY_SQUARES; sq++)
        key ^= cell_key(sq, toy(pos)->cells[sq]);
    return key;
}

/* --- rules --- */

static int sign_of(unsigned side)
{
    return side == WHITE ? 1 : -1;
}

static unsigned far_rank(unsigned side)
{
    return side == WHITE ? TOY_RANKS - 1 : 0;
}

/* A man of `side` on its farthest rank, or TOY_SQUARES. The first one found will do. */
static unsigned runner(const struct toy_position *p, unsigned side)
{
    for (unsigned f = 0; f < TOY_FILES; f++)
        if (p->cells[far_rank(side) * TOY_FILES + f] == sign_of(side) * TOY_MAN)
            return far_rank(side) * TOY_FILES + f;
    return TOY_SQUARES;
}

static bool has_pieces(const struct toy_position *p, unsigned side)
{
    for (unsigned sq = 0; sq < TOY_SQUARES; sq++)
        if (p->cells[sq] * sign_of(side) > 0)
            return true;
    return false;
}

static struct move_entry *add(const struct toy_position *p, unsigned from, unsigned to,
                              struct move_entry *out)
{
    const int cell = abs(p->cells[from]);
    const int victim = abs(p->cells[to]);
    unsigned flags = victim ? MOVE_CAPTURE : 0;
    if (cell == TOY_MAN && to / TOY_FILES == far_rank(p->base.side))
        flags |= MOVE_FORCING;
    *out = (struct move_entry){.move = move_new(from, to, 0),
                               .flags = (uint8_t)flags,
                               .mover = (uint8_t)cell,
                               .victim = (uint8_t)victim};
    return out + 1;
}

static struct move_entry *add_from(const struct toy_position *p, unsigned from,
                                   struct move_entry *out)
{
    const int sign = sign_of(p->base.side);
    const bool is_man = abs(p->cells[from]) == TOY_MAN;
    const int file = (int)from % TOY_FILES;
    const int rank = (int)from / TOY_FILES;
    for (int dr = -1; dr <= 1; dr++)
        for (int df = -1; df <= 1; df++) {
            const int f = file + df;
            const int r = rank + dr;
            if ((df == 0 && dr == 0) || f < 0 || f >= TOY_FILES || r < 0 || r >= TOY_RANKS ||
                (is_man && dr != sign))
                continue;
            const unsigned to = (unsigned)(r * TOY_FILES + f);
            const int target = p->cells[to] * sign;
            if (target > 0 || (is_man && (df == 0) != (target == 0)))
                continue;
            out = add(p, from, to, out);
        }
    return out;
}

/* Pseudo-legal is legal here, but for mandatory captures. */
static struct move_entry *generate_all(const struct toy_position *p, struct move_entry *out)
{
    struct move_entry *end = out;
    for (unsigned sq = 0; sq < TOY_SQUARES; sq++)
        if (p->cells[sq] * sign_of(p->base.side) > 0)
            end = add_from(p, sq, end);
    if (!has_rule(&p->base, RULE_MANDATORY))
        return end;
    struct move_entry *keep = out;
    for (const struct move_entry *m = out; m < end; m++)
        if (m->flags & MOVE_CAPTURE)
            *keep++ = *m;
    return keep == out ? end : keep;
}

/* Does the move leave no enemy man on its farthest rank? Or take his last piece. */
static bool is_evasion(const struct toy_position *p, const struct move_entry *m)
{
    const unsigned them = !p->base.side;
    for (unsigned f = 0; f < TOY_FILES; f++) {
        const unsigned sq = far_rank(them) * TOY_FILES + f;
        if (p->cells[sq] == sign_of(them) * TOY_MAN && move_to(m->move) != sq)
            return false;
    }
    return true;
}

static struct move_entry *toy_generate(const struct position *pos, enum gen_kind kind,
                                       struct move_entry *out)
{
    const struct toy_position *p = toy(pos);
    struct move_entry *const end = generate_all(p, out);
    struct move_entry *keep = out;
    for (const struct move_entry *m = out; m < end; m++)
        if (kind == GEN_ALL || (kind == GEN_TACTICAL && m->flags) ||
            (kind == GEN_QUIET && !m->flags) || (kind == GEN_EVASIONS && is_evasion(p, m)))
            *keep++ = *m;
    return keep;
}

static unsigned toy_count(const struct position *pos)
{
    struct move_entry moves[MOVES_MAX];
    return (unsigned)(generate_all(toy(pos), moves) - moves);
}

static bool toy_resolve(const struct position *pos, move_t move, struct move_entry *out)
{
    struct move_entry moves[MOVES_MAX];
    const struct move_entry *end = generate_all(toy(pos), moves);
    for (const struct move_entry *m = moves; m < end; m++)
        if (m->move == move) {
            *out = *m;
            return true;
        }
    return false;
}

static void toy_make(struct position *pos, const struct move_entry *m, void *undo)
{
    struct toy_position *p = toy_mutable(pos);
    const unsigned from = move_from(m->move);
    const unsigned to = move_to(m->move);
    struct toy_undo *u = undo;
    *u = (struct toy_undo){.key = pos->key,
                           .reversible = pos->reversible,
                           .clock = pos->clock,
                           .fullmove = pos->fullmove,
                           .from = p->cells[from],
                           .to = p->cells[to]};
    pos_push_key(pos);
    pos->key ^= cell_key(from, u->from) ^ cell_key(to, u->to) ^ cell_key(to, u->from) ^ mix(999) ^
                clock_key(pos);
    p->cells[to] = u->from;
    p->cells[from] = 0;
    const bool resets = has_rule(pos, RULE_CYCLIC) && (u->to != 0 || m->mover == TOY_MAN);
    pos->clock = (uint16_t)(resets ? 0 : pos->clock + 1);
    pos->reversible = (uint16_t)(resets ? 0 : pos->reversible + 1);
    pos->key ^= clock_key(pos);
    if (pos->side == BLACK)
        pos->fullmove++;
    pos->side = !pos->side;
}

static void toy_unmake(struct position *pos, const struct move_entry *m, const void *undo)
{
    struct toy_position *p = toy_mutable(pos);
    const struct toy_undo *u = undo;
    p->cells[move_from(m->move)] = u->from;
    p->cells[move_to(m->move)] = u->to;
    pos->key = u->key;
    pos->reversible = u->reversible;
    pos->clock = u->clock;
    pos->fullmove = u->fullmove;
    pos->side = !pos->side;
    pos_pop_key(pos);
}

static bool toy_in_check(const struct position *pos)
{
    return runner(toy(pos), !pos->side) != TOY_SQUARES;
}

static bool toy_null_move_ok(const struct position *pos)
{
    if (toy_in_check(pos))
        return false;
    for (unsigned sq = 0; sq < TOY_SQUARES; sq++)
        if (toy(pos)->cells[sq] == sign_of(pos->side) * TOY_GUARD)
            return true;
    return false;
}

static void toy_make_null(struct position *pos, void *undo)
{
    struct toy_undo *u = undo;
    *u = (struct toy_undo){.key = pos->key,
                           .reversible = pos->reversible,
                           .clock = pos->clock,
                           .fullmove = pos->fullmove};
    pos_push_key(pos);
    pos->key ^= mix(999);
    pos->reversible = 0;
    pos->side = !pos->side;
}

static void toy_unmake_null(struct position *pos, const void *undo)
{
    const struct toy_undo *u = undo;
    pos->key = u->key;
    pos->reversible = u->reversible;
    pos->side = !pos->side;
    pos_pop_key(pos);
}

/* As little as the search may rely on: any word that depends on the position. */
static uint64_t toy_structure(const struct position *pos, enum structure_aspect aspect)
{
    const struct toy_position *p = toy(pos);
    uint64_t word = aspect;
    for (unsigned sq = 0; sq < TOY_SQUARES; sq++)
        word = word * 31 + (uint64_t)(p->cells[sq] > 0);
    return word;
}

/* Material, advance of men, guards near the middle, and a little noise from the key so that hardly
 * any two positions score the same: a search that returns the wrong one is caught. */
static score_t toy_evaluate(const struct position *pos)
{
    const struct toy_position *p = toy(pos);
    score_t score = 0;
    for (unsigned sq = 0; sq < TOY_SQUARES; sq++) {
        const int cell = p->cells[sq];
        const int rank = (int)(sq / TOY_FILES);
        if (abs(cell) == TOY_MAN)
            score += cell > 0 ? WEIGHT_MAN + 12 * rank : -WEIGHT_MAN - 12 * (TOY_RANKS - 1 - rank);
        else if (cell != 0)
            score += (cell > 0 ? 1 : -1) * (WEIGHT_GUARD - 8 * abs(rank - 2));
    }
    return sign_of(pos->side) * score + (score_t)((pos->key ^ clock_key(pos)) >> 5 & 15);
}

static bool toy_decided(const struct position *pos, int ply, score_t *score)
{
    const struct toy_position *p = toy(pos);
    if (runner(p, pos->side) != TOY_SQUARES) {
        *score = SCORE_MATE - ply + 1;
        return true;
    }
    if (!has_pieces(p, pos->side)) {
        *score = ply + 1 - SCORE_MATE;
        return true;
    }
    if (pos->clock >= CLOCK_LIMIT) {
        *score = SCORE_DRAW;
        return true;
    }
    return false;
}

static score_t toy_no_moves(const struct position *pos, int ply)
{
    if (toy_in_check(pos) && toy_count(pos) > 0)
        return ply - SCORE_MATE; /* every move loses to the man that has arrived */
    return toy_in_check(pos) || has_rule(pos, RULE_MANDATORY) ? ply + 1 - SCORE_MATE : SCORE_DRAW;
}

static struct game_result toy_result(const struct position *pos)
{
    score_t score;
    const enum outcome wins[SIDE_NB] = {OUTCOME_WHITE_WINS, OUTCOME_BLACK_WINS};
    if (!toy_decided(pos, 0, &score)) {
        if (toy_count(pos) > 0)
            return (struct game_result){OUTCOME_NONE, "", "none"};
        score = toy_no_moves(pos, 0);
    }
    if (score == SCORE_DRAW)
        return (struct game_result){OUTCOME_DRAW, "draw", "draw"};
    return (struct game_result){wins[score > 0 ? pos->side : !pos->side], "win", "win"};
}

static bool toy_see_at_least(const struct position *pos, const struct move_entry *m, score_t least)
{
    const struct toy_position *p = toy(pos);
    const int file = (int)move_to(m->move) % TOY_FILES;
    const int rank = (int)move_to(m->move) / TOY_FILES;
    const int sign = sign_of(!pos->side);
    int loss = 0;
    for (int dr = -1; dr <= 1; dr++)
        for (int df = -1; df <= 1; df++) {
            const int f = file + df;
            const int r = rank + dr;
            if (f < 0 || f >= TOY_FILES || r < 0 || r >= TOY_RANKS)
                continue;
            const int cell = p->cells[r * TOY_FILES + f] * sign;
            if (cell == TOY_GUARD || (cell == TOY_MAN && df != 0 && dr == -sign))
                loss = class_value[m->mover];
        }
    return class_value[m->victim] - loss >= least;
}

/* --- text --- */

static enum engine_status fault(struct text_error *error, size_t offset, const char *what)
{
    *error = (struct text_error){.offset = offset, .what = what};
    return ENGINE_BAD_POSITION;
}

static enum engine_status toy_parse(struct position *pos, const char *text,
                                    struct text_error *error)
{
    struct toy_position *p = toy_mutable(pos);
    memset(p->cells, 0, sizeof p->cells);
    size_t at = 0;
    for (int rank = TOY_RANKS - 1; rank >= 0; rank--) {
        for (int file = 0; file < TOY_FILES; at++) {
            const char *found = text[at] ? strchr(letters, text[at]) : NULL;
            if (text[at] >= '1' && text[at] <= '4')
                file += text[at] - '0';
            else if (found && *found != '.' && file < TOY_FILES)
                p->cells[rank * TOY_FILES + file++] = (int8_t)(found - letters - 2);
            else
                return fault(error, at, "not a piece");
            if (file > TOY_FILES)
                return fault(error, at, "rank too long");
        }
        if (text[at] != (rank > 0 ? '/' : ' '))
            return fault(error, at, "rank too long");
        at++;
    }
    if (text[at] != 'w' && text[at] != 'b')
        return fault(error, at, "not a side");
    pos->side = text[at] == 'w' ? WHITE : BLACK;
    pos->clock = (uint16_t)strtoul(text + at + 1, NULL, 10);
    pos->fullmove = 1;
    pos->draw_clock = pos->game->rule_set == RULE_CYCLIC ? CLOCK_LIMIT : 0;
    pos->key = full_key(pos);
    return ENGINE_OK;
}

static void toy_format(const struct position *pos, char *out)
{
    for (int rank = TOY_RANKS - 1; rank >= 0; rank--) {
        for (int file = 0; file < TOY_FILES; file++) {
            const int cell = toy(pos)->cells[rank * TOY_FILES + file];
            *out++ = cell == 0 ? '1' : letters[cell + 2];
        }
        *out++ = rank > 0 ? '/' : ' ';
    }
    snprintf(out, 16, "%c %u", pos->side == WHITE ? 'w' : 'b', pos->clock);
}

static void toy_move_format(const struct position *pos, move_t move, char *out)
{
    (void)pos;
    snprintf(out, MOVE_TEXT_MAX, "%c%u%c%u", "abcd"[move_from(move) % TOY_FILES],
             move_from(move) / TOY_FILES + 1, "abcd"[move_to(move) % TOY_FILES],
             move_to(move) / TOY_FILES + 1);
}

static void toy_move_human(const struct position *pos, const struct move_entry *m, char *out)
{
    toy_move_format(pos, m->move, out);
}

static enum engine_status toy_move_parse(const struct position *pos, const char *text,
                                         struct move_entry *out)
{
    if (strlen(text) != 4 || text[0] < 'a' || text[0] > 'd' || text[2] < 'a' || text[2] > 'd' ||
        text[1] < '1' || text[1] > '5' || text[3] < '1' || text[3] > '5')
        return ENGINE_BAD_MOVE;
    const unsigned from = (unsigned)((text[1] - '1') * TOY_FILES + text[0] - 'a');
    const unsigned to = (unsigned)((text[3] - '1') * TOY_FILES + text[2] - 'a');
    return toy_resolve(pos, move_new(from, to, 0), out) ? ENGINE_OK : ENGINE_BAD_MOVE;
}

static const char *toy_check(const struct position *pos)
{
    return pos->key == full_key(pos) ? NULL : "key";
}

static void toy_init(void)
{
}

/* What all rule sets share; the operations that search never calls are left out. */
#define TOY_COMMON                                                                                 \
    .title = "toy", .start = "mgmm/4/4/4/MMGM w 0", .geometry = &geometry,                         \
    .pos_size = sizeof(struct toy_position), .undo_size = sizeof(struct toy_undo),                 \
    .moves_max = MOVES_MAX, .classes = 3, .class_value = class_value, .init = toy_init,            \
    .parse = toy_parse, .format = toy_format, .generate = toy_generate, .count = toy_count,        \
    .resolve = toy_resolve, .make = toy_make, .unmake = toy_unmake,                                \
    .null_move_ok = toy_null_move_ok, .make_null = toy_make_null, .unmake_null = toy_unmake_null,  \
    .evaluate = toy_evaluate, .structure = toy_structure, .in_check = toy_in_check,                \
    .decided = toy_decided, .no_moves = toy_no_moves, .result = toy_result,                        \
    .see_at_least = toy_see_at_least, .move_parse = toy_move_parse,                                \
    .move_format = toy_move_format, .move_human = toy_move_human, .check = toy_check

const struct game toy_game = {.name = "toy", TOY_COMMON, .has_null_move = true};
const struct game toy_mandatory = {
    .name = "toy-mandatory", TOY_COMMON, .rule_set = RULE_MANDATORY, .captures_mandatory = true};
const struct game toy_cyclic = {
    .name = "toy-cyclic", TOY_COMMON, .rule_set = RULE_CYCLIC, .has_null_move = true};
