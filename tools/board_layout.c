#include "tools/board_layout.h"

#include <ctype.h>
#include <string.h>

/* ---- The games ----------------------------------------------------------------------------- */

/* clang-format off */

#define NO_UNICODE {NULL, NULL}

/* XBoard's slots are those whose moves and promotions come closest (product section 4). */
static const struct board_man belarusian_men[] = {
    {"A", "king",   &svg_king,   NULL, {"\u2654", "\u265A"}, "King"},
    {"K", "prince", &svg_prince, NULL, NO_UNICODE,           "Commoner"},
    {"G", "hetman", &svg_hetman, NULL, {"\u2655", "\u265B"}, "Queen"},
    {"L", "rook",   &svg_rook,   NULL, {"\u2656", "\u265C"}, "Rook"},
    {"M", "cannon", &svg_cannon, NULL, {"\u2657", "\u265D"}, "Bishop"},
    {"V", "rider",  &svg_horse,  NULL, {"\u2658", "\u265E"}, "Knight"},
    {"R", "ratnik", &svg_ratnik, NULL, {"\u2659", "\u265F"}, "Pawn"},
};

#define PAWN_UNICODE {"\u2659", "\u265F"}

static const struct board_man tamerlane_men[] = {
    {"K", "shah",              &svg_shah,         NULL, {"\u2654", "\u265A"}, "King"},
    {"S", "prince",            &svg_coronet,      NULL, NO_UNICODE,           "Prince"},
    {"A", "adventitious king", &svg_crowned_pawn, NULL, NO_UNICODE,           "Crown"},
    {"F", "general",           &svg_general,      NULL, NO_UNICODE,           "Advisor"},
    {"W", "vizier",            &svg_vizier,       NULL, NO_UNICODE,           "Wizard"},
    {"G", "giraffe",           &svg_giraffe,      NULL, NO_UNICODE,           "Zebra"},
    {"T", "picket",            &svg_picket,       NULL, NO_UNICODE,           "Bishop"},
    {"N", "knight",            &svg_horse,        NULL, {"\u2658", "\u265E"}, "Knight"},
    {"R", "rook",              &svg_rook,         NULL, {"\u2656", "\u265C"}, "Rook"},
    {"E", "elephant",          &svg_elephant,     NULL, NO_UNICODE,           "Elephant"},
    {"C", "camel",             &svg_camel,        NULL, NO_UNICODE,           "Camel"},
    {"D", "war engine",        &svg_war_engine,   NULL, NO_UNICODE,           "Tower"},
    {".R", "pawn of rooks",       &svg_shield, &svg_rook_badge, PAWN_UNICODE, "CrownedRook"},
    {".N", "pawn of knights",     &svg_shield, &svg_horse,      PAWN_UNICODE, "Nightrider"},
    {".T", "pawn of pickets",     &svg_shield, &svg_picket,     PAWN_UNICODE, "CrownedBishop"},
    {".G", "pawn of giraffes",    &svg_shield, &svg_giraffe,    PAWN_UNICODE, "Unicorn"},
    {".W", "pawn of viziers",     &svg_shield, &svg_vizier,     PAWN_UNICODE, "Hat"},
    {".K", "king's pawn",         &svg_shield, &svg_shah_badge, PAWN_UNICODE, "Lion"},
    {".F", "pawn of generals",    &svg_shield, &svg_general,    PAWN_UNICODE, "Gold"},
    {".E", "pawn of elephants",   &svg_shield, &svg_elephant,   PAWN_UNICODE, "Hawk"},
    {".C", "pawn of camels",      &svg_shield, &svg_camel,      PAWN_UNICODE, "Cobra"},
    {".D", "pawn of war engines", &svg_shield, &svg_war_engine, PAWN_UNICODE, "Sword"},
    {".P", "pawn of pawns",       &svg_shield, &svg_pawn,       PAWN_UNICODE, "Pawn"},
    {".X", "pawn of pawns, second journey", &svg_shield, &svg_two_bars,   PAWN_UNICODE, "Cub"},
    {".Y", "pawn of pawns, third journey",  &svg_shield, &svg_three_bars, PAWN_UNICODE, "Wolf"},
};

/* clang-format on */

#define COUNT(a) (sizeof(a) / sizeof *(a))

enum { E5_OF_9X9 = 40 };

static const struct board_layout layouts[] = {
    {.geometry = &geo_9x9,
     .men = belarusian_men,
     .men_nb = COUNT(belarusian_men),
     .columns = 9,
     .rows = 9,
     .palace_file = 2,
     .palace_rank = 2,
     .palace_size = 5,
     .throne = E5_OF_9X9},
    /* The citadel l2 lies beside k2, z9 beside a9. */
    {.geometry = &geo_tamerlane,
     .men = tamerlane_men,
     .men_nb = COUNT(tamerlane_men),
     .columns = 13,
     .rows = 10,
     .left = 1,
     .extra_column = {12, 0},
     .extra_row = {8, 1},
     .throne = GEO_NO_SQUARE},
    {.geometry = &geo_dark, .columns = 8, .rows = 8, .throne = GEO_NO_SQUARE},
};

const struct board_layout *board_layout_of(const struct game *game)
{
    for (size_t i = 0; i < COUNT(layouts); i++)
        if (layouts[i].geometry == game->geometry)
            return &layouts[i];
    return NULL;
}

/* ---- Squares ------------------------------------------------------------------------------- */

/* The board turned round, or not; its own inverse. */
static struct board_place turn(const struct board_layout *layout, struct board_place place,
                               enum side below)
{
    if (below == BLACK)
        place =
            (struct board_place){layout->columns - 1 - place.column, layout->rows - 1 - place.row};
    return place;
}

struct board_place board_place_of(const struct board_layout *layout, unsigned sq, enum side below)
{
    const struct geometry *g = layout->geometry;
    struct board_place place;
    if (geo_is_extra(g, sq)) {
        const unsigned i = sq - (g->squares - g->extra);
        place = (struct board_place){layout->extra_column[i], layout->extra_row[i]};
    } else {
        place = (struct board_place){layout->left + (int)geo_file(g, sq),
                                     layout->rows - 1 - (int)geo_rank(g, sq)};
    }
    return turn(layout, place, below);
}

unsigned board_square_at(const struct board_layout *layout, struct board_place place,
                         enum side below)
{
    const struct geometry *g = layout->geometry;
    place = turn(layout, place, below);
    for (unsigned i = 0; i < g->extra; i++)
        if (layout->extra_column[i] == place.column && layout->extra_row[i] == place.row)
            return g->squares - g->extra + i;
    return geo_square(g, place.column - layout->left, layout->rows - 1 - place.row);
}

bool board_in_palace(const struct board_layout *layout, unsigned sq)
{
    const struct geometry *g = layout->geometry;
    return layout->palace_size > 0 && geo_file(g, sq) - layout->palace_file < layout->palace_size &&
           geo_rank(g, sq) - layout->palace_rank < layout->palace_size;
}

bool board_is_dark(const struct board_layout *layout, unsigned sq)
{
    const struct board_place place = board_place_of(layout, sq, WHITE);
    return (place.column - layout->left + layout->rows - 1 - place.row) % 2 == 0;
}

/* ---- Men and towers ------------------------------------------------------------------------ */

const struct board_man *board_man_of(const struct board_layout *layout, const char *letters,
                                     enum side *side)
{
    for (size_t i = 0; i < layout->men_nb; i++)
        if (strcasecmp(layout->men[i].letters, letters) == 0) {
            *side = strcmp(layout->men[i].letters, letters) == 0 ? WHITE : BLACK;
            return &layout->men[i];
        }
    return NULL;
}

struct board_tower board_tower_of(const char *pieces)
{
    const int owner = tolower((unsigned char)*pieces);
    struct board_tower tower = {.owner = owner == 'w' ? WHITE : BLACK,
                                .is_king = isupper((unsigned char)*pieces) != 0};
    for (; *pieces; pieces++)
        if (tolower((unsigned char)*pieces) == owner)
            tower.own++;
        else
            tower.prisoners++;
    return tower;
}

const char *board_tower_label(const struct board_tower *tower, char out[BOARD_TOWER_LABEL_MAX])
{
    if (tower->prisoners > 0)
        snprintf(out, BOARD_TOWER_LABEL_MAX, "%u/%u", tower->own % 100, tower->prisoners % 100);
    else
        snprintf(out, BOARD_TOWER_LABEL_MAX, "%u", tower->own % 100);
    return out;
}

/* ---- Moves --------------------------------------------------------------------------------- */

unsigned board_read_path(const struct geometry *geometry, const char *text,
                         unsigned out[BOARD_PATH_MAX], const char **rest)
{
    unsigned nb = 0;
    while (*text && nb < BOARD_PATH_MAX) {
        const size_t length = geo_parse(geometry, text, &out[nb]);
        if (length == 0)
            break;
        text += length;
        nb++;
    }
    if (rest)
        *rest = text;
    return rest || !*text ? nb : 0;
}

void board_move_of(const struct position *before, move_t move, const struct position *after,
                   struct board_move *out)
{
    const struct game *game = before->game;
    char text[MOVE_TEXT_MAX];
    const char *rest;
    game->move_format(before, move, text);
    /* What may follow is what the man becomes. */
    out->squares_nb = board_read_path(game->geometry, text, out->squares, &rest);
    out->changed = BB_EMPTY;
    for (unsigned sq = 0; sq < game->geometry->squares; sq++) {
        char was[GAME_SQUARE_TEXT_MAX], is[GAME_SQUARE_TEXT_MAX];
        game->square_text(before, sq, was);
        game->square_text(after, sq, is);
        if (strcmp(was, is) != 0)
            out->changed |= bb_square(sq);
    }
}
