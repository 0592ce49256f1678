#include "tools/match_game.h"

#include <stdlib.h>
#include <string.h>

/* ---- Words --------------------------------------------------------------------------------- */

static const char *const end_words[] = {
    "stopped",   "fault",   "skipped", "rules",   "length", "draw-score",
    "win-score", "illegal", "time",    "silence", "crash",  "resigned",
};
static const char *const illegal_words[] = {"lose", "ask-again", "skip-opening"};

static bool find_word(const char *const *words, int nb, const char *word, int *out)
{
    for (int i = 0; i < nb; i++)
        if (strcmp(words[i], word) == 0) {
            *out = i;
            return true;
        }
    return false;
}

const char *match_end_word(enum match_end end)
{
    return end_words[end];
}

bool match_end_find(const char *word, enum match_end *out)
{
    int i;
    if (!find_word(end_words, sizeof end_words / sizeof *end_words, word, &i))
        return false;
    *out = (enum match_end)i;
    return true;
}

const char *match_illegal_word(enum match_illegal policy)
{
    return illegal_words[policy];
}

bool match_illegal_find(const char *word, enum match_illegal *out)
{
    int i;
    if (!find_word(illegal_words, sizeof illegal_words / sizeof *illegal_words, word, &i))
        return false;
    *out = (enum match_illegal)i;
    return true;
}

const char *match_outcome_text(enum outcome outcome)
{
    static const char *const texts[] = {"*", "1-0", "0-1", "1/2-1/2"};
    return texts[outcome];
}

/* ---- Points and scores --------------------------------------------------------------------- */

enum side match_side(const struct match_game *g, int engine)
{
    return g->half == engine ? WHITE : BLACK;
}

unsigned match_half_points(const struct match_game *g, int engine)
{
    const enum outcome won =
        match_side(g, engine) == WHITE ? OUTCOME_WHITE_WINS : OUTCOME_BLACK_WINS;
    return g->outcome == OUTCOME_DRAW ? 1 : g->outcome == won ? 2 : 0;
}

struct match_ply *match_add_ply(struct match_game *g)
{
    if (g->plies_nb == g->plies_cap) {
        const size_t cap = g->plies_cap > 0 ? 2 * g->plies_cap : 128;
        struct match_ply *plies = realloc(g->plies, cap * sizeof *plies);
        if (!plies)
            return NULL;
        g->plies = plies;
        g->plies_cap = cap;
    }
    g->plies[g->plies_nb] = (struct match_ply){.depth = 0};
    return &g->plies[g->plies_nb++];
}

/* A score that compares with centipawns; a mate is beyond them all. */
static int64_t comparable(const struct match_ply *ply)
{
    return !ply->is_mate ? ply->score : ply->score > 0 ? INT32_MAX : -INT32_MAX;
}

/* Do the last 2 * moves plies agree that the one who made the last is `sign` ahead? */
static bool agree_on_win(const struct match_ply *plies, size_t nb, int64_t moves, int64_t cp,
                         int sign)
{
    for (size_t i = 0; i < (size_t)(2 * moves); i++) {
        const struct match_ply *ply = &plies[nb - 1 - i];
        if (!ply->has_score || comparable(ply) * (i % 2 == 0 ? sign : -sign) < cp)
            return false;
    }
    return true;
}

static bool agree_on_draw(const struct match_ply *plies, size_t nb, int64_t moves, int64_t cp)
{
    for (size_t i = 0; i < (size_t)(2 * moves); i++) {
        const struct match_ply *ply = &plies[nb - 1 - i];
        if (!ply->has_score || ply->is_mate || ply->score > cp || ply->score < -cp)
            return false;
    }
    return true;
}

enum outcome match_adjudicate(const struct match_adjudication *a, const struct match_ply *plies,
                              size_t nb, enum side mover, size_t plies_all)
{
    const enum outcome wins[SIDE_NB] = {OUTCOME_WHITE_WINS, OUTCOME_BLACK_WINS};
    if (a->win_moves > 0 && nb >= (size_t)(2 * a->win_moves)) {
        if (agree_on_win(plies, nb, a->win_moves, a->win_cp, 1))
            return wins[mover];
        if (agree_on_win(plies, nb, a->win_moves, a->win_cp, -1))
            return wins[side_other(mover)];
    }
    if (a->draw_moves > 0 && nb >= (size_t)(2 * a->draw_moves) &&
        plies_all >= (size_t)a->draw_from && agree_on_draw(plies, nb, a->draw_moves, a->draw_cp))
        return OUTCOME_DRAW;
    return OUTCOME_NONE;
}

void match_game_fini(struct match_game *g)
{
    free(g->plies);
    g->plies = NULL;
    g->plies_nb = g->plies_cap = 0;
}
