#include "tools/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Copies a text without what people leave out: strokes, crosses and colons between squares, and the
 * marks at the end. False if it is too long for a move. */
static bool strip(const char *text, char out[MOVE_TEXT_MAX])
{
    size_t used = 0;
    size_t length = strlen(text);
    while (length > 0 && strchr("+#~^!?", text[length - 1]))
        length--;
    for (size_t i = 0; i < length; i++) {
        if (strchr("-x:", text[i]))
            continue;
        if (used + 1 >= MOVE_TEXT_MAX)
            return false;
        out[used++] = text[i];
    }
    out[used] = '\0';
    return true;
}

/* The short form of a stripped move, "Le8" for "La8e8": without its origin. */
static void shorten(const struct position *pos, const struct move_entry *move, char *stripped)
{
    char origin[GEO_SQUARE_TEXT_MAX];
    geo_format(pos->game->geometry, move_from(move->move), origin);
    char *at = strstr(stripped, origin);
    if (at)
        memmove(at, at + strlen(origin), strlen(at + strlen(origin)) + 1);
}

/* The one legal move whose stripped text, or its short form, is `wanted`. */
static enum engine_status find_move(const struct position *pos, const char *wanted, bool is_short,
                                    struct move_entry *out)
{
    char human[MOVE_TEXT_MAX], stripped[MOVE_TEXT_MAX];
    const struct game *game = pos->game;
    struct move_entry *list = malloc(game->moves_max * sizeof *list);
    if (!list)
        return ENGINE_NO_MEMORY;
    const struct move_entry *end = game->generate(pos, GEN_ALL, list);
    size_t matches = 0;
    for (const struct move_entry *m = list; m < end; m++) {
        game->move_human(pos, m, human);
        if (!strip(human, stripped))
            continue;
        if (is_short)
            shorten(pos, m, stripped);
        if (strcmp(stripped, wanted) == 0) {
            *out = *m;
            matches++;
        }
    }
    free(list);
    return matches == 1 ? ENGINE_OK : ENGINE_BAD_MOVE;
}

enum engine_status notation_read(const struct position *pos, const char *text,
                                 struct move_entry *out)
{
    char wanted[MOVE_TEXT_MAX];
    enum engine_status status = pos->game->move_parse(pos, text, out);
    if (status != ENGINE_BAD_MOVE || !strip(text, wanted))
        return status;
    status = pos->game->move_parse(pos, wanted, out);
    if (status == ENGINE_BAD_MOVE)
        status = find_move(pos, wanted, false, out);
    /* Of draughts a single square says nothing. */
    if (status == ENGINE_BAD_MOVE && !pos->game->geometry->dark_only)
        status = find_move(pos, wanted, true, out);
    return status;
}

void notation_both(const struct position *pos, const struct move_entry *move, char *out)
{
    char human[MOVE_TEXT_MAX], engine[MOVE_TEXT_MAX], stripped[MOVE_TEXT_MAX];
    pos->game->move_human(pos, move, human);
    pos->game->move_format(pos, move->move, engine);
    if (strip(human, stripped) && strcmp(stripped, engine) == 0)
        snprintf(out, NOTATION_BOTH_MAX, "%s", human);
    else
        snprintf(out, NOTATION_BOTH_MAX, "%s (%s)", human, engine);
}
