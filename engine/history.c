#include "engine/history.h"

#include "engine/params.h"

#include <stdlib.h>
#include <string.h>

static size_t butterfly_nb(const struct history *h)
{
    return (size_t)SIDE_NB * h->squares * h->squares;
}

static size_t capture_nb(const struct history *h)
{
    return (size_t)SIDE_NB * h->classes * h->squares * h->classes;
}

static size_t continuation_nb(const struct history *h)
{
    return (size_t)SIDE_NB * h->slots * h->slots;
}

static size_t counter_nb(const struct history *h)
{
    return (size_t)SIDE_NB * h->slots;
}

static size_t correction_nb(void)
{
    return (size_t)SIDE_NB * CORRECTION_SOURCES * CORRECTION_ROW;
}

bool history_init(struct history *h, const struct game *game)
{
    const unsigned squares = game->geometry->squares;
    const unsigned pairs = game->classes * squares;
    *h = (struct history){.squares = squares,
                          .classes = game->classes,
                          .slots = pairs < HISTORY_SLOTS_MAX ? pairs : HISTORY_SLOTS_MAX};
    /* calloc, not malloc and memset: pages that a game never uses are never touched. */
    h->butterfly = calloc(butterfly_nb(h), sizeof *h->butterfly);
    h->capture = calloc(capture_nb(h), sizeof *h->capture);
    h->continuation[0] = calloc(continuation_nb(h), sizeof *h->continuation[0]);
    h->continuation[1] = calloc(continuation_nb(h), sizeof *h->continuation[1]);
    h->counter = calloc(counter_nb(h), sizeof *h->counter);
    h->correction = calloc(correction_nb(), sizeof *h->correction);
    if (h->butterfly && h->capture && h->continuation[0] && h->continuation[1] && h->counter &&
        h->correction)
        return true;
    history_fini(h);
    return false;
}

void history_fini(struct history *h)
{
    free(h->butterfly);
    free(h->capture);
    free(h->continuation[0]);
    free(h->continuation[1]);
    free(h->counter);
    free(h->correction);
    *h = (struct history){0};
}

void history_parts(const struct history *h, struct history_part parts[HISTORY_PARTS])
{
    const struct history_part all[HISTORY_PARTS] = {
        {h->butterfly, butterfly_nb(h), sizeof *h->butterfly},
        {h->capture, capture_nb(h), sizeof *h->capture},
        {h->continuation[0], continuation_nb(h), sizeof *h->continuation[0]},
        {h->continuation[1], continuation_nb(h), sizeof *h->continuation[1]},
        {h->counter, counter_nb(h), sizeof *h->counter},
        {h->correction, correction_nb(), sizeof *h->correction},
    };
    memcpy(parts, all, sizeof all);
}

void history_clear(struct history *h)
{
    struct history_part parts[HISTORY_PARTS];
    history_parts(h, parts);
    for (size_t i = 0; i < HISTORY_PARTS; i++)
        memset(parts[i].values, 0, parts[i].nb * parts[i].width);
}

void history_copy(struct history *to, const struct history *from)
{
    struct history_part target[HISTORY_PARTS], source[HISTORY_PARTS];
    history_parts(to, target);
    history_parts(from, source);
    for (size_t i = 0; i < HISTORY_PARTS; i++)
        memcpy(target[i].values, source[i].values, source[i].nb * source[i].width);
}

void history_update(int16_t *value, int bonus)
{
    const int old = *value;
    *value = (int16_t)(old + bonus - old * abs(bonus) / PARAM_HISTORY_MAX);
}

int history_bonus(depth_t depth)
{
    const int bonus = PARAM_HISTORY_BONUS * depth;
    return bonus < PARAM_HISTORY_BONUS_MAX ? bonus : PARAM_HISTORY_BONUS_MAX;
}
