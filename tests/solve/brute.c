#include "tests/solve/brute.h"

#include "engine/position.h"
#include "tests/support/game_checks.h"

#include <ctype.h>

/* --- search --- */

static bool is_reached(const struct game_result *r, const struct brute_aim *aim)
{
    return r->outcome == aim->outcome && (!aim->way || strcmp(r->way, aim->way) == 0);
}

/* Does some move, or does every move, lead to a position for which `then` holds? */
static bool try_moves(struct position *pos, const struct brute_aim *aim, int left, bool some,
                      bool (*then)(struct position *, const struct brute_aim *, int))
{
    struct move_entry *list = malloc(pos->game->moves_max * sizeof *list);
    const struct move_entry *end = pos->game->generate(pos, GEN_ALL, list);
    union undo undo;
    bool holds = !some;
    for (const struct move_entry *m = list; m < end && holds != some; m++) {
        pos->game->make(pos, m, &undo);
        holds = then(pos, aim, left);
        pos->game->unmake(pos, m, &undo);
    }
    free(list);
    return holds;
}

bool brute_can(struct position *pos, const struct brute_aim *aim, int moves)
{
    const struct game_result r = pos->game->result(pos);
    if (r.outcome != OUTCOME_NONE || moves == 0)
        return is_reached(&r, aim);
    return try_moves(pos, aim, moves, true, brute_must);
}

bool brute_must(struct position *pos, const struct brute_aim *aim, int moves)
{
    const struct game_result r = pos->game->result(pos);
    if (r.outcome != OUTCOME_NONE)
        return is_reached(&r, aim);
    return try_moves(pos, aim, moves - 1, false, brute_can);
}

bool brute_help(struct position *pos, const struct brute_aim *aim, int plies)
{
    const struct game_result r = pos->game->result(pos);
    if (r.outcome != OUTCOME_NONE || plies == 0)
        return is_reached(&r, aim);
    return try_moves(pos, aim, plies - 1, true, brute_help);
}

/* --- random positions --- */

enum { SQUARES_MAX = 112, CODE_MAX = 3 };

/* A board of `files` x `ranks` as rows from the top, men as codes of one or two letters. */
struct board {
    int files, ranks;
    char code[SQUARES_MAX][CODE_MAX];
};

static int random_below(struct test *t, int n)
{
    return (int)test_random_below(t, (uint64_t)n);
}

/* On an empty square; half the time near the lower left corner or the middle, where men meet. */
static void put(struct test *t, struct board *b, const char *code, int where)
{
    for (;;) {
        int file = random_below(t, b->files), rank = random_below(t, b->ranks);
        if (where == 1) {
            file = random_below(t, 5);
            rank = random_below(t, 4);
        } else if (where == 2) {
            file = b->files / 2 - 2 + random_below(t, 5);
            rank = b->ranks / 2 - 2 + random_below(t, 5);
        }
        char *square = b->code[rank * b->files + file];
        if (square[0])
            continue;
        snprintf(square, CODE_MAX, "%s", code);
        return;
    }
}

static size_t write_board(const struct board *b, char *out, size_t size)
{
    size_t used = 0;
    for (int rank = b->ranks - 1; rank >= 0; rank--) {
        int run = 0;
        for (int file = 0; file <= b->files; file++) {
            const char *code = file < b->files ? b->code[rank * b->files + file] : "|";
            if (!code[0]) {
                run++;
                continue;
            }
            if (run > 0)
                used += (size_t)snprintf(out + used, size - used, "%d", run);
            run = 0;
            if (file < b->files)
                used += (size_t)snprintf(out + used, size - used, "%s", code);
        }
        out[used++] = rank > 0 ? '/' : ' ';
    }
    out[used] = '\0';
    return used;
}

/* Of the mover's men mostly, near the royals: where wins are. */
static void put_men(struct test *t, struct board *b, const char *const *codes, int codes_nb, int nb,
                    bool white, int where)
{
    for (int i = 0; i < nb; i++) {
        char code[CODE_MAX];
        snprintf(code, sizeof code, "%s", codes[random_below(t, codes_nb)]);
        if ((random_below(t, 4) > 0) != white)
            for (char *c = code; *c; c++)
                *c = (char)tolower((unsigned char)*c);
        put(t, b, code, random_below(t, 2) ? where : 0);
    }
}

static void belarusian_text(struct test *t, char *out, size_t size)
{
    static const char *const men[] = {"L", "M", "V", "G", "R"};
    const bool white = random_below(t, 2);
    struct board b = {.files = 9, .ranks = 9};
    const int where = random_below(t, 3);
    put(t, &b, "A", where);
    put(t, &b, "a", where);
    if (random_below(t, 3) == 0)
        put(t, &b, "K", where);
    if (random_below(t, 3) == 0)
        put(t, &b, "k", where);
    put_men(t, &b, men, COUNT(men), 1 + random_below(t, 3), white, where);
    const size_t used = write_board(&b, out, size);
    snprintf(out + used, size - used, "%c - %d 1", white ? 'w' : 'b',
             random_below(t, 8) == 0 ? 94 + random_below(t, 6) : 0);
}

static void tamerlane_text(struct test *t, char *out, size_t size)
{
    static const char *const men[] = {"R", "G", "T", "N", "C", "D",  "F",  "W",
                                      "E", "R", "R", "G", "T", ".K", ".R", ".P"};
    static const char *const royals[] = {"K", "S", "A", "k", "s", "a"};
    static const char *const rights[] = {"-", "-", "-", "S", "c", "SCsc"};
    struct board b = {.files = 11, .ranks = 10};
    const int where = random_below(t, 3);
    const bool white = random_below(t, 2);
    put(t, &b, royals[random_below(t, 3)], where);
    put(t, &b, royals[3 + random_below(t, 3)], where);
    put_men(t, &b, men, COUNT(men), 2 + random_below(t, 4), white, where);
    const size_t used = write_board(&b, out, size);
    snprintf(out + used, size - used, "%c -- %s 0 1", white ? 'w' : 'b',
             rights[random_below(t, COUNT(rights))]);
}

static void bashni_text(struct test *t, char *out, size_t size)
{
    bool taken[32] = {false};
    size_t used = (size_t)snprintf(out, size, "%c", "WB"[random_below(t, 2)]);
    for (int side = 0; side < 2; side++) {
        used += (size_t)snprintf(out + used, size - used, ":%c", "WB"[side]);
        const int towers = 1 + random_below(t, 4);
        for (int i = 0; i < towers; i++) {
            int sq = random_below(t, 32);
            while (taken[sq])
                sq = random_below(t, 32);
            taken[sq] = true;
            const int rank = sq / 4, file = sq % 4 * 2 + (rank & 1);
            const bool king = random_below(t, 2) || rank == (side ? 0 : 7);
            used += (size_t)snprintf(out + used, size - used, "%s%s%c%d", i ? "," : "",
                                     king ? "K" : "", 'a' + file, rank + 1);
            const int below = random_below(t, 3);
            if (below > 0)
                used += (size_t)snprintf(out + used, size - used, "(%.*s)", below,
                                         side ? (random_below(t, 2) ? "bW" : "wB")
                                              : (random_below(t, 2) ? "wB" : "bw"));
        }
    }
    snprintf(out + used, size - used, ":H%d:F1",
             random_below(t, 8) == 0 ? 25 + random_below(t, 5) : 0);
}

void brute_random_text(struct test *t, const struct game *game, char *out, size_t size)
{
    if (strncmp(game->name, "belarusian", 10) == 0)
        belarusian_text(t, out, size);
    else if (strcmp(game->name, "tamerlane") == 0)
        tamerlane_text(t, out, size);
    else
        bashni_text(t, out, size);
}

void brute_random_position(struct test *t, struct position *pos)
{
    char text[GAME_FEN_MAX];
    do
        brute_random_text(t, pos->game, text, sizeof text);
    while (pos_set(pos, text, NULL) != ENGINE_OK || pos->game->result(pos).outcome != OUTCOME_NONE);
}
