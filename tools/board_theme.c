/* The colours of pictures. */
#include "tools/board_svg.h"

#include <string.h>

static const char *const ink_names[INK_NB] = {
    [INK_PAGE] = "page",
    [INK_TEXT] = "text",
    [INK_FRAME] = "frame",
    [INK_LIGHT] = "light",
    [INK_DARK] = "dark",
    [INK_PALACE_LIGHT] = "palace-light",
    [INK_PALACE_DARK] = "palace-dark",
    [INK_THRONE] = "throne",
    [INK_MOVED] = "moved",
    [INK_CHECK] = "check",
    [INK_WHITE] = "white",
    [INK_WHITE_LINE] = "white-line",
    [INK_WHITE_DETAIL] = "white-detail",
    [INK_BLACK] = "black",
    [INK_BLACK_LINE] = "black-line",
    [INK_BLACK_DETAIL] = "black-detail",
    [INK_CROWN] = "crown",
    [INK_LABEL] = "label",
    [INK_GREEN] = "green",
    [INK_RED] = "red",
    [INK_BLUE] = "blue",
    [INK_YELLOW] = "yellow",
};

/* The squares of the dark page are no darker than lets black men stand out. */
static const struct board_theme themes[] = {
    {"light",
     {
         [INK_PAGE] = "#ffffff",         [INK_TEXT] = "#40362b",   [INK_FRAME] = "#6b5137",
         [INK_LIGHT] = "#f2e4cb",        [INK_DARK] = "#cfae83",   [INK_PALACE_LIGHT] = "#f1d5c4",
         [INK_PALACE_DARK] = "#d29a7e",  [INK_THRONE] = "#9c2f2a", [INK_MOVED] = "#e8c100",
         [INK_CHECK] = "#e02020",        [INK_WHITE] = "#fffdf7",  [INK_WHITE_LINE] = "#1d1d1d",
         [INK_WHITE_DETAIL] = "#1d1d1d", [INK_BLACK] = "#2d2d2f",  [INK_BLACK_LINE] = "#0c0c0c",
         [INK_BLACK_DETAIL] = "#f2efe6", [INK_CROWN] = "#e3a400",  [INK_LABEL] = "#2b2118",
         [INK_GREEN] = "#2a8a2a",        [INK_RED] = "#c22020",    [INK_BLUE] = "#1f62b5",
         [INK_YELLOW] = "#d69a00",
     }},
    {"dark",
     {
         [INK_PAGE] = "#1c1e21",         [INK_TEXT] = "#d8d5cd",   [INK_FRAME] = "#7d848c",
         [INK_LIGHT] = "#a4aab1",        [INK_DARK] = "#747b84",   [INK_PALACE_LIGHT] = "#b8a5a2",
         [INK_PALACE_DARK] = "#8d7371",  [INK_THRONE] = "#f0c4b0", [INK_MOVED] = "#d9b500",
         [INK_CHECK] = "#ff4a3d",        [INK_WHITE] = "#f5f2ea",  [INK_WHITE_LINE] = "#141414",
         [INK_WHITE_DETAIL] = "#141414", [INK_BLACK] = "#232427",  [INK_BLACK_LINE] = "#060607",
         [INK_BLACK_DETAIL] = "#e8e6df", [INK_CROWN] = "#f0b400",  [INK_LABEL] = "#f4f1e8",
         [INK_GREEN] = "#4fc04f",        [INK_RED] = "#ff5a4d",    [INK_BLUE] = "#5aa2ff",
         [INK_YELLOW] = "#f2c230",
     }},
};

const struct board_theme *board_theme_get(size_t i)
{
    return i < sizeof themes / sizeof *themes ? &themes[i] : NULL;
}

const struct board_theme *board_theme_find(const char *name)
{
    const struct board_theme *theme;
    for (size_t i = 0; (theme = board_theme_get(i)) != NULL; i++)
        if (strcmp(theme->name, name) == 0)
            return theme;
    return NULL;
}

const char *board_ink_name(enum board_ink ink)
{
    return ink_names[ink];
}

struct svg_inks board_inks(const struct board_theme *theme, enum side side)
{
    const enum board_ink body = side == WHITE ? INK_WHITE : INK_BLACK;
    return (struct svg_inks){theme->colour[body], theme->colour[body + 1], theme->colour[body + 2]};
}
