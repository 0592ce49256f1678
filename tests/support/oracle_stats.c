#include "tests/support/oracle_stats.h"

#include "bitboards/geometry.h"
#include "engine/games/bashni/bashni.h"
#include "engine/games/tamerlane/tamerlane.h"
#include "engine/position.h"
#include "tests/oracle/bas_oracle.h"
#include "tests/oracle/bel_oracle.h"
#include "tests/oracle/tam_oracle.h"

#include <stdlib.h>
#include <string.h>

enum { BASO_MOVES_MAX = 1024 };

/* Columns by name, so that their order is the engine's alone. */
static uint64_t *column(const struct game *game, uint64_t *columns, const char *name)
{
    for (int i = 0; game->stats_names[i]; i++)
        if (strcmp(game->stats_names[i], name) == 0)
            return &columns[i];
    abort(); /* a column that this file knows and the game does not */
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* ---- Belarusian chess ---------------------------------------------------------------------- */

static char bel_at(const struct belo_pos *p, const char *square)
{
    return p->board[square[1] - '1'][square[0] - 'a'];
}

static bool bel_has(const struct belo_pos *p, char man)
{
    return memchr(p->board, man, sizeof p->board) != NULL;
}

/* The side to move is in check: were it the other's turn, the position would not be valid. */
static bool bel_is_check(const struct belo_pos *p)
{
    const bool white = p->side == 'w';
    struct belo_pos other = *p;
    char fen[BELO_FEN_SIZE];
    if (!bel_has(p, white ? 'A' : 'a') || bel_has(p, white ? 'K' : 'k'))
        return false;
    other.side = white ? 'b' : 'w';
    belo_format(&other, fen);
    return !belo_parse(&other, fen, p->set);
}

static void bel_note(const struct game *game, const struct belo_pos *before, const char *move,
                     const struct belo_pos *after, uint64_t *columns)
{
    const char man = upper(bel_at(before, move)), suffix = move[4];
    const bool in_place = strncmp(move, move + 2, 2) == 0;
    const char *result = belo_result(after);
    const bool white = after->side == 'w';
    const char on_throne = bel_at(after, "e5");
    const bool we_hold = on_throne == (white ? 'A' : 'a') || on_throne == (white ? 'K' : 'k');
    const bool we_won = strcmp(result, white ? "white-throne" : "black-throne") == 0;
    *column(game, columns, "captures") += !in_place && bel_at(before, move + 2) != '.';
    *column(game, columns, "promotions") += suffix != '\0' && suffix != 'a';
    *column(game, columns, "coronations") += suffix == 'a';
    *column(game, columns, "castlings") += man == 'A' && abs(move[2] - move[0]) >= 2;
    *column(game, columns, "ascents") +=
        (man == 'A' || man == 'K') && !in_place && strncmp(move + 2, "e5", 2) == 0;
    *column(game, columns, "rokash") += we_hold && !we_won;
    *column(game, columns, "checks") += !we_hold && bel_is_check(after);
    *column(game, columns, "mates") += strstr(result, "-mate") != NULL;
    *column(game, columns, "throne_wins") += strstr(result, "-throne") != NULL;
    *column(game, columns, "stalemates") += strcmp(result, "stalemate") == 0;
}

static void bel_walk(const struct game *game, const struct belo_pos *p, int ply, int depth,
                     struct perft_stats *rows)
{
    char moves[BELO_MOVES_MAX][BELO_MOVE_SIZE];
    const int nb = belo_moves(p, moves);
    for (int i = 0; i < nb; i++) {
        struct belo_pos after = *p;
        belo_apply(&after, moves[i]);
        rows->nodes[ply]++;
        bel_note(game, p, moves[i], &after, rows->columns[ply]);
        if (ply < depth)
            bel_walk(game, &after, ply + 1, depth, rows);
    }
}

/* ---- Tamerlane chess ----------------------------------------------------------------------- */

static bool tam_on_last_rank(char side, unsigned sq)
{
    return side == 'w' ? sq >= 99 && sq < 110 : sq < 11;
}

static int tam_men(const struct tamo_pos *p, char side)
{
    int nb = 0;
    for (int sq = 0; sq < TAMO_SQUARE_NB; sq++)
        nb += p->men[sq].letter != '.' && is_upper(p->men[sq].letter) == (side == 'w');
    return nb;
}

/* A pawn of this letter has come to its last rank. */
static void tam_note_arrival(const struct game *game, char pawn, uint64_t *columns)
{
    if (pawn == 'X')
        ++*column(game, columns, "transfers");
    else if (pawn != 'P')
        ++*column(game, columns, "promotions");
}

static void tam_note_move(const struct game *game, const struct tamo_pos *before, const char *move,
                          uint64_t *columns)
{
    unsigned from, to;
    const size_t length = geo_parse(&geo_tamerlane, move, &from);
    geo_parse(&geo_tamerlane, move + length, &to);
    const struct tamo_man man = before->men[from], other = before->men[to];
    const bool is_own = other.letter != '.' && is_upper(other.letter) == (before->side == 'w');
    if (man.is_pawn && upper(man.letter) == 'P' && tam_on_last_rank(before->side, from)) {
        ++*column(game, columns, "relocations");
    } else if (is_own && !other.is_pawn && strchr("SA", upper(other.letter))) {
        ++*column(game, columns, "exchanges");
    } else if (is_own) {
        ++*column(game, columns, "swaps");
        if (other.is_pawn && tam_on_last_rank(before->side, from))
            tam_note_arrival(game, upper(other.letter), columns);
    } else if (man.is_pawn && tam_on_last_rank(before->side, to)) {
        tam_note_arrival(game, upper(man.letter), columns);
    }
}

static void tam_note(const struct game *game, const struct tamo_pos *before, const char *move,
                     const struct tamo_pos *after, uint64_t *columns)
{
    const char *result = tamo_result(after);
    *column(game, columns, "captures") +=
        tam_men(after, after->side) < tam_men(before, after->side);
    tam_note_move(game, before, move, columns);
    for (int sq = 110; sq <= 111; sq++)
        *column(game, columns, "citadel_entries") +=
            after->men[sq].letter != '.' && after->men[sq].letter != before->men[sq].letter;
    const bool mate = strstr(result, " mate") != NULL;
    *column(game, columns, "checks") += mate || strcmp(result, "none check") == 0;
    *column(game, columns, "mates") += mate;
    *column(game, columns, "stalemates") += strstr(result, " stalemate") != NULL;
    *column(game, columns, "citadel_draws") += strcmp(result, "draw-citadel") == 0;
}

static void tam_walk(const struct game *game, const struct tamo_pos *p, int ply, int depth,
                     struct perft_stats *rows)
{
    char(*moves)[TAMO_MOVE_SIZE] = malloc(TAMO_MOVES_MAX * sizeof *moves);
    if (!moves)
        abort();
    const int nb = tamo_moves(p, moves);
    for (int i = 0; i < nb; i++) {
        struct tamo_pos after = *p;
        tamo_apply(&after, moves[i]);
        rows->nodes[ply]++;
        tam_note(game, p, moves[i], &after, rows->columns[ply]);
        if (ply < depth)
            tam_walk(game, &after, ply + 1, depth, rows);
    }
    free(moves);
}

/* ---- Bashni -------------------------------------------------------------------------------- */

static size_t bas_height(const struct baso_pos *p, int rank, int file)
{
    return strlen(p->tower[rank][file]);
}

static void bas_note(const struct game *game, const struct baso_pos *before, const char *move,
                     const struct baso_pos *after, uint64_t *columns)
{
    const size_t length = strlen(move);
    const char *end = move + length - 2;
    unsigned jumps = 0;
    /* Every jumped tower is one piece lower, and no other but the one that moved away. */
    for (int rank = 0; rank < 8; rank++)
        for (int file = 0; file < 8; file++) {
            const bool is_start = rank == move[1] - '1' && file == move[0] - 'a';
            jumps += !is_start && bas_height(after, rank, file) < bas_height(before, rank, file);
        }
    const char top_before = before->tower[move[1] - '1'][move[0] - 'a'][0];
    const char top_after = after->tower[end[1] - '1'][end[0] - 'a'][0];
    const char *won = before->side == 'w' ? "white-wins" : "black-wins";
    *column(game, columns, "captures") += jumps > 0;
    *column(game, columns, "jumps") += jumps;
    *column(game, columns, "promotions") += top_before != top_after;
    *column(game, columns, "wins") += strcmp(baso_result(after), won) == 0;
}

static void bas_walk(const struct game *game, const struct baso_pos *p, int ply, int depth,
                     struct perft_stats *rows)
{
    char moves[BASO_MOVES_MAX][BASO_MOVE_SIZE];
    const int nb = baso_moves(p, moves, BASO_MOVES_MAX);
    if (nb > BASO_MOVES_MAX)
        abort();
    for (int i = 0; i < nb; i++) {
        struct baso_pos after = *p;
        baso_apply(&after, moves[i]);
        rows->nodes[ply]++;
        bas_note(game, p, moves[i], &after, rows->columns[ply]);
        if (ply < depth)
            bas_walk(game, &after, ply + 1, depth, rows);
    }
}

/* ---- Any game ------------------------------------------------------------------------------ */

/* The value of an option of pos, "" if it has none such. */
static const char *option_of(const struct position *pos, const char *name)
{
    for (size_t i = 0; i < pos->game->options_nb; i++)
        if (strcmp(pos->game->options[i].name, name) == 0)
            return pos->game->options[i].values[pos->option[i]];
    return "";
}

static struct tamo_options tam_options_of(const struct position *pos)
{
    static const char *const setups[] = {"masculine", "reflected", "feminine", "third"};
    struct tamo_options o = {.relocation_optional =
                                 strcmp(option_of(pos, "PopRelocation"), "optional") == 0};
    for (int i = 0; i < 4; i++)
        if (strcmp(option_of(pos, "Setup"), setups[i]) == 0)
            o.setup = (enum tamo_setup)i;
    return o;
}

static enum belo_set bel_set_of(const struct game *game)
{
    return strcmp(game->name, "belarusian-original") == 0 ? BELO_ORIGINAL
           : strcmp(game->name, "belarusian-noble") == 0  ? BELO_NOBLE
                                                          : BELO_RELEASE;
}

bool oracle_count_stats(const struct position *pos, int depth, struct perft_stats *rows)
{
    char fen[GAME_FEN_MAX];
    pos->game->format(pos, fen);
    if (pos->game == &bas_game) {
        struct baso_pos p;
        if (!baso_parse(&p, fen))
            return false;
        bas_walk(pos->game, &p, 1, depth, rows);
    } else if (pos->game == &tam_game) {
        struct tamo_pos p;
        if (!tamo_parse(&p, fen, tam_options_of(pos)))
            return false;
        tam_walk(pos->game, &p, 1, depth, rows);
    } else {
        struct belo_pos p;
        if (!belo_parse(&p, fen, bel_set_of(pos->game)))
            return false;
        bel_walk(pos->game, &p, 1, depth, rows);
    }
    return true;
}

/* ---- Random positions ---------------------------------------------------------------------- */

/* Splitmix64, as the oracles use it. */
static unsigned long long next_random(unsigned long long *seed)
{
    unsigned long long z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void bel_random(const struct position *pos, unsigned long long *seed, int plies, bool built,
                       char *out)
{
    struct belo_pos p;
    char moves[BELO_MOVES_MAX][BELO_MOVE_SIZE];
    if (built)
        belo_random(&p, seed, bel_set_of(pos->game));
    else if (!belo_parse(&p, pos->game->start, bel_set_of(pos->game)))
        abort();
    for (int i = 0; i < plies && !built; i++) {
        const int nb = belo_moves(&p, moves);
        if (nb == 0)
            break;
        belo_apply(&p, moves[next_random(seed) % (unsigned)nb]);
    }
    belo_format(&p, out);
}

static void tam_random(const struct position *pos, unsigned long long *seed, int plies, bool built,
                       char *out)
{
    struct tamo_pos p;
    static char moves[TAMO_MOVES_MAX][TAMO_MOVE_SIZE]; /* large; one thread */
    const struct tamo_options options = tam_options_of(pos);
    if (built)
        tamo_random(&p, seed, options);
    else if (!tamo_parse(&p, tamo_start(options.setup), options))
        abort();
    for (int i = 0; i < plies && !built; i++) {
        const int nb = tamo_moves(&p, moves);
        if (nb == 0)
            break;
        tamo_apply(&p, moves[next_random(seed) % (unsigned)nb]);
    }
    tamo_format(&p, out);
}

static void bas_random(const struct position *pos, unsigned long long *seed, int plies, bool built,
                       char *out)
{
    struct baso_pos p;
    char moves[BASO_MOVES_MAX][BASO_MOVE_SIZE];
    if (built)
        baso_random(&p, seed);
    else if (!baso_parse(&p, pos->game->start))
        abort();
    for (int i = 0; i < plies && !built; i++) {
        const int nb = baso_moves(&p, moves, BASO_MOVES_MAX);
        if (nb == 0 || nb > BASO_MOVES_MAX)
            break;
        baso_apply(&p, moves[next_random(seed) % (unsigned)nb]);
    }
    baso_format(&p, out);
}

void oracle_random_text(const struct position *pos, unsigned long long *seed, int plies, bool built,
                        char *out)
{
    if (pos->game == &bas_game)
        bas_random(pos, seed, plies, built, out);
    else if (pos->game == &tam_game)
        tam_random(pos, seed, plies, built, out);
    else
        bel_random(pos, seed, plies, built, out);
}
