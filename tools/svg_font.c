/* The strokes of the characters that pictures are lettered with: ASCII, the Latin letters of
 * Europe, Cyrillic of Belarusian, Russian and Ukrainian. Drawn for this program. */
#include "tools/svg.h"

/* clang-format off */

enum { CAP = 14, LOW = 10 };

/* Capitals are 14 high, small letters 10 and up to 15 with their stems; y points down. */
static const struct svg_glyph glyphs[] = {
    {' ', 4, CAP, "", NULL},
    {'!', 2, CAP, "m1-14v9m0 4.9v.1", NULL},
    {'"', 5, CAP, "m.5-14v4m4-4v4", NULL},
    {'#', 11, CAP, "m4-13-2 13m7-13-2 13m-6.5-9h10m-10.5 5h10", NULL},
    {'$', 9, CAP, "m8-11c-2-2.5-7.5-2-7.5 1 0 4 8 2.5 8 6.5 0 3.5-6.5 3.7-8.5 1m4.3-13.5v18", NULL},
    {'%', 13, CAP, "m11-14-9 14m1-14a2.8 2.8 0 1 0 .1 0m7.9 8a2.8 2.8 0 1 0 .1 0", NULL},
    {'&', 11, CAP,
     "m11 0-8-9c-2.5-3-.5-5 1.5-5s4 2.5 1 4.5l-2 1.3c-4.5 3-3.5 8.2.5 8.2s5.5-3 6-6.5", NULL},
    {'\'', 2, CAP, "m1-14v4", NULL},
    {'(', 4, CAP, "m4-15c-5 5-5 12 0 17", NULL},
    {')', 4, CAP, "m0-15c5 5 5 12 0 17", NULL},
    {'*', 8, CAP, "m4-13v8m-3.5-6 7 4m0-4-7 4", NULL},
    {'+', 9, CAP, "m4.5-11v8m-4-4h8", NULL},
    {',', 3, CAP, "m2-.5q.2 2-1.5 3.5", NULL},
    {'-', 6, CAP, "m.5-6.5h5", NULL},
    {'.', 2, CAP, "m1-.1v.1", NULL},
    {'/', 6, CAP, "m6-14-6 15", NULL},
    {'0', 9, CAP, "m4.5-14c-5.8 0-5.8 14 0 14s5.8-14 0-14", NULL},
    {'1', 6, CAP, "m1-11 3.5-3v14", NULL},
    {'2', 9, CAP, "m.5-10.5c0-4.5 8-4.5 8 0 0 3-3 5-8 10.5h8.5", NULL},
    {'3', 9, CAP,
     "m.5-12.5c2-2.5 7.5-2 7.5 1.8 0 2.7-2.5 3.2-4 3.2 2 0 4.5.8 4.5 3.7"
     " 0 4.5-6.5 4.8-8.5 2", NULL},
    {'4', 9, CAP, "m6.5 0v-14l-6.5 9.5h9", NULL},
    {'5', 9, CAP, "m8-14h-6.5l-.7 6.3c2.5-2 8-1.5 8 3 0 5-6.5 5.7-8.5 2.7", NULL},
    {'6', 9, CAP, "m8-13c-5-2.5-8 3.5-7.5 8.5.4 6 8.2 6 8.2.2 0-5.5-7-5.5-8.2-.2", NULL},
    {'7', 9, CAP, "m.5-14h8l-5 14", NULL},
    {'8', 9, CAP, "m4.5-7.5c-5-1-5-6.5 0-6.5s5 5.5 0 6.5c-6 1-6 7.5 0 7.5s6-6.5 0-7.5", NULL},
    {'9', 9, CAP, "m1-1c5 2.5 8-3.5 7.5-8.5-.4-6-8.2-6-8.2-.2 0 5.5 7 5.5 8.2.2", NULL},
    {':', 2, CAP, "m1-7.6v.1m0 7.4v.1", NULL},
    {';', 3, CAP, "m2-7.6v.1m0 7q.2 2-1.5 3.5", NULL},
    {'<', 9, CAP, "m8-11-7.5 4 7.5 4", NULL},
    {'=', 9, CAP, "m.5-9h8m-8 4.5h8", NULL},
    {'>', 9, CAP, "m1-11 7.5 4-7.5 4", NULL},
    {'?', 8, CAP, "m.5-11c.5-4 7-4 7 0 0 3-3.5 3-3.5 6m0 4.9v.1", NULL},
    {'@', 15, CAP,
     "m10.5-9v4c0 2.5 4 2.5 4-2 0-9-14-9-14 1s8 8.5 11 7m-1-8c0-3.5-6-3.5-6 .5s6 4 6 .5", NULL},
    {'A', 10, CAP, "m0 0 5-14 5 14m-8.3-5h6.6", NULL},
    {'B', 10, CAP, "m1-7.5h4c5.5 0 5.5 7.5 0 7.5h-4v-14h3.5c4.5 0 4.5 6.5 0 6.5", NULL},
    {'C', 10, CAP, "m9.5-11.5c-3-4.5-9-2.5-9 4.5s6 9 9 4.5", NULL},
    {'D', 10, CAP, "m1 0v-14h3c7.5 0 7.5 14 0 14z", NULL},
    {'E', 9, CAP, "m8.5-14h-7.5v14h7.5m-7.5-7.3h6.5", NULL},
    {'F', 9, CAP, "m8.5-14h-7.5v14m0-7.3h6.5", NULL},
    {'G', 11, CAP, "m9.7-11.5c-3-4.5-9.2-2.5-9.2 4.5s6.5 9 9.7 4.5v-4h-4", NULL},
    {'H', 10, CAP, "m1-14v14m8.5-14v14m-8.5-7.3h8.5", NULL},
    {'I', 2, CAP, "m1-14v14", NULL},
    {'J', 7, CAP, "m6-14v10c0 5-5.5 5-6 .5", NULL},
    {'K', 10, CAP, "m1-14v14m8-14-8 8.5m3-3 5.5 8.5", NULL},
    {'L', 8, CAP, "m1-14v14h7", NULL},
    {'M', 13, CAP, "m1 0v-14l5.5 9 5.5-9v14", NULL},
    {'N', 11, CAP, "m1 0v-14l8.5 14v-14", NULL},
    {'O', 11, CAP, "m5.5-14c-7 0-7 14 0 14s7-14 0-14", NULL},
    {'P', 9, CAP, "m1 0v-14h4c5.5 0 5.5 7.5 0 7.5h-4", NULL},
    {'Q', 11, CAP, "m5.5-14c-7 0-7 14 0 14s7-14 0-14m1.5 10.5 4 4.5", NULL},
    {'R', 10, CAP, "m1 0v-14h4c5.5 0 5.5 7.5 0 7.5h-4m4 0 4.5 6.5", NULL},
    {'S', 9, CAP, "m8.5-12c-2.5-3-8-2.3-8 1.3 0 4.5 8.5 2.5 8.5 7 0 4.3-6.5 4.7-9 1.5", NULL},
    {'T', 10, CAP, "m.2-14h9.6m-4.8 0v14", NULL},
    {'U', 10, CAP, "m1-14v9.5c0 6 8.5 6 8.5 0v-9.5", NULL},
    {'V', 10, CAP, "m0-14 5 14 5-14", NULL},
    {'W', 14, CAP, "m0-14 3.5 14 3.5-12 3.5 12 3.5-14", NULL},
    {'X', 9, CAP, "m0-14 9 14m0-14-9 14", NULL},
    {'Y', 10, CAP, "m0-14 5 7v7m0-7 5-7", NULL},
    {'Z', 9, CAP, "m.5-14h8.5l-8.5 14h9", NULL},
    {'[', 4, CAP, "m4-15h-3v17h3", NULL},
    {'\\', 6, CAP, "m0-14 6 15", NULL},
    {']', 4, CAP, "m0-15h3v17h-3", NULL},
    {'^', 8, CAP, "m.5-9 3.5-5 3.5 5", NULL},
    {'_', 9, CAP, "m0 2.5h9", NULL},
    {'`', 4, CAP, "m.5-14 3 3", NULL},
    {'a', 9, LOW, "m8-10v10m0-5c0 6.7-7.5 6.7-7.5 0s7.5-6.7 7.5 0", NULL},
    {'b', 9, CAP, "m.8-15v15m0-5c0-6.7 7.5-6.7 7.5 0s-7.5 6.7-7.5 0", NULL},
    {'c', 8, LOW, "m7.5-8.5c-3-3.2-7-1-7 3.5s4 6.7 7 3.5", NULL},
    {'d', 9, CAP, "m8-15v15m0-5c0 6.7-7.5 6.7-7.5 0s7.5-6.7 7.5 0", NULL},
    {'e', 8, LOW, "m.5-5.3h7.5c0-6-7.5-6-7.5.5 0 5.8 5 6 7 3", NULL},
    {'f', 6, CAP, "m6-15c-3.5-.5-3.7 1-3.7 3v12m-2-9.8h5.2", NULL},
    {'g', 9, LOW, "m8-10v10c0 5-6 5-7.5 2.5m7.5-7.5c0 6.7-7.5 6.7-7.5 0s7.5-6.7 7.5 0", NULL},
    {'h', 8, CAP, "m.8-15v15m0-6c0-5.3 6.7-5.3 6.7 0v6", NULL},
    {'i', 2, CAP, "m1-10v10m0-14.1v.1", NULL},
    {'j', 4, CAP, "m3-10v11.5c0 2.5-1.5 3-3.2 2m3.2-17.6v.1", NULL},
    {'k', 8, CAP, "m.8-15v15m7-10-7 6.2m2.5-2.2 5 6", NULL},
    {'l', 3, CAP, "m1-15v13c0 1.5.8 2 2 2", NULL},
    {'m', 13, LOW, "m.8-10v10m0-6c0-5.3 5.7-5.3 5.7 0v6m0-6c0-5.3 5.7-5.3 5.7 0v6", NULL},
    {'n', 8, LOW, "m.8-10v10m0-6c0-5.3 6.7-5.3 6.7 0v6", NULL},
    {'o', 9, LOW, "m4.5-10c-5.5 0-5.5 10 0 10s5.5-10 0-10", NULL},
    {'p', 9, LOW, "m.8-10v14m0-9c0-6.7 7.5-6.7 7.5 0s-7.5 6.7-7.5 0", NULL},
    {'q', 9, LOW, "m8-10v14m0-9c0 6.7-7.5 6.7-7.5 0s7.5-6.7 7.5 0", NULL},
    {'r', 6, LOW, "m.8-10v10m0-5.5c0-3.5 2-5 4.7-4.5", NULL},
    {'s', 7, LOW, "m6.7-8.5c-2-2.3-6.2-1.8-6 1 .3 3.2 6.3 1.5 6.3 4.8 0 3.2-5.3 3.4-7 1", NULL},
    {'t', 6, CAP, "m2-13.5v10.5c0 2.5 1.5 3.3 3.5 2.8m-5.5-9.6h5.5", NULL},
    {'u', 8, LOW, "m.8-10v6c0 5.3 6.7 5.3 6.7 0m0-6v10", NULL},
    {'v', 8, LOW, "m0-10 4 10 4-10", NULL},
    {'w', 12, LOW, "m0-10 3 10 3-9 3 9 3-10", NULL},
    {'x', 8, LOW, "m.5-10 7 10m0-10-7 10", NULL},
    {'y', 8, LOW, "m0-10 4 10m4-10-5 12.5q-.8 2-3 1.5", NULL},
    {'z', 8, LOW, "m.5-10h7l-7 10h7.5", NULL},
    {'{', 5, CAP, "m4.5-15c-2.5 0-2.5 1.5-2.5 4s0 4-2 4.5c2 .5 2 2 2 4.5s0 4 2.5 4", NULL},
    {'|', 2, CAP, "m1-15v17", NULL},
    {'}', 5, CAP, "m.5-15c2.5 0 2.5 1.5 2.5 4s0 4 2 4.5c-2 .5-2 2-2 4.5s0 4-2.5 4", NULL},
    {'~', 9, CAP, "m.5-5.5c1.5-3.5 3.5-2.5 4.5-1.5s2.5 1.5 4-1.5", NULL},
    {0xAB, 8, LOW, "m4-8.5-3.5 3.5 3.5 3.5m4-7-3.5 3.5 3.5 3.5", NULL},
    {0xB0, 4, CAP, "m2-14a2 2 0 1 0 .1 0", NULL},
    {0xBB, 8, LOW, "m.5-8.5 3.5 3.5-3.5 3.5m4-7 3.5 3.5-3.5 3.5", NULL},
    {0xBD, 13, CAP, "m.5-12 2-2v7m9-7-9 14m5.5-5.5c0-2.5 4.5-2.5 4.5 0 0 1.5-2 3-4.5 5.5h5", NULL},
    {0xC6, 13, CAP, "m12.5-14h-6l-6.5 14m12.5 0h-5.5v-14m-4.5 9.5h4.5m0-3h5", NULL},
    {0xD7, 7, LOW, "m.5-8.5 6 6m0-6-6 6", NULL},
    {0xD8, 11, CAP, "m5.5-14c-7 0-7 14 0 14s7-14 0-14m4.5-1-9 16", NULL},
    {0xDF, 8, CAP, "m.8 0v-11c0-5.5 6-5 6-1.5s-2.5 3-2.5 4.5 3.5 2.5 3.5 5-2 3.2-4 2.8", NULL},
    {0xF8, 9, LOW, "m4.5-10c-5.5 0-5.5 10 0 10s5.5-10 0-10m3.5-1-7 12", NULL},
    {0x131, 2, LOW, "m1-10v10", NULL},
    {0x141, 8, CAP, "m1.5-14v14h6.5m-8-6 5-4", NULL},
    {0x142, 4, CAP, "m2-15v15m-2-6 4-3.5", NULL},
    {0x404, 10, CAP, "m9.5-11.5c-3-4.5-9-2.5-9 4.5s6 9 9 4.5m-8.8-4.7h6", NULL},
    {0x411, 9, CAP, "m8-14h-7v14h4c5 0 5-8 0-8h-4", NULL},
    {0x413, 8, CAP, "m1 0v-14h7", NULL},
    {0x414, 11, CAP, "m.5 3v-3h10v3m-1.5-3v-14h-5c0 6-.5 10-2.5 14", NULL},
    {0x416, 13, CAP, "m6.5-14v14m5.5-14-5.5 7.5-5.5-7.5m5.5 7.5-6 6.5m12 0-6-6.5", NULL},
    {0x418, 11, CAP, "m1-14v14l8.5-14v14", NULL},
    {0x41B, 10, CAP, "m0 0c3 0 3.5-5 3.5-14h5.5v14", NULL},
    {0x41F, 10, CAP, "m1 0v-14h8.5v14", NULL},
    {0x423, 9, CAP, "m0-14 4.8 9m4.2-9-4.5 9c-1.5 4-2.5 5.5-4.5 4.7", NULL},
    {0x424, 12, CAP, "m6-14v14m0-12c-7.5 0-7.5 9.5 0 9.5s7.5-9.5 0-9.5", NULL},
    {0x426, 11, CAP, "m1-14v14h9.5v3m-1.5-3v-14", NULL},
    {0x427, 9, CAP, "m.8-14v4c0 5 4.2 5 7.7 2.5m0-6.5v14", NULL},
    {0x428, 13, CAP, "m1-14v14h11v-14m-5.5 0v14", NULL},
    {0x429, 14, CAP, "m1-14v14h12.5v3m-1.5-3v-14m-5.5 0v14", NULL},
    {0x42A, 11, CAP, "m0-14h3v14h4c5 0 5-8 0-8h-4", NULL},
    {0x42B, 12, CAP, "m1-14v14h3c5 0 5-8 0-8h-3m10-6v14", NULL},
    {0x42C, 9, CAP, "m1-14v14h4c5 0 5-8 0-8h-4", NULL},
    {0x42D, 10, CAP, "m.5-11.5c3-4.5 9-2.5 9 4.5s-6 9-9 4.5m2.8-4.7h6", NULL},
    {0x42E, 14, CAP, "m1-14v14m0-7.3h3.5m4.5-6.7c-6 0-6 14 0 14s6-14 0-14", NULL},
    {0x42F, 10, CAP, "m9 0v-14h-4c-5.5 0-5.5 7.5 0 7.5h4m-4 0-4.5 6.5", NULL},
    {0x431, 9, CAP, "m8-15c-5 .5-7.5 3-7.5 10.5 0 6 7.8 6 7.8 0s-7-5.5-7.7-.5", NULL},
    {0x432, 8, LOW, "m.8-5.3h3c4 0 4 5.3 0 5.3h-3v-10h2.7c3.5 0 3.5 4.7 0 4.7", NULL},
    {0x433, 6, LOW, "m.8 0v-10h5", NULL},
    {0x434, 10, LOW, "m.5 2.5v-2.5h9v2.5m-1.5-2.5v-10h-4c0 4.5-.5 7.5-2.2 10", NULL},
    {0x436, 11, LOW, "m5.5-10v10m4.5-10-4.5 5.2-4.5-5.2m4.5 5.2-5 4.8m10 0-5-4.8", NULL},
    {0x437, 7, LOW,
     "m.5-9c1.5-1.5 5.5-1.5 5.5 1.2 0 2-1.8 2.3-3 2.3 1.5 0 3.5.5 3.5 2.6"
     " 0 3.4-5 3.4-6.5 1.5", NULL},
    {0x438, 9, LOW, "m.8-10v10l6.7-10v10", NULL},
    {0x43A, 8, LOW, "m.8-10v10m6.5-10-6.5 6m2.2-2 5 6", NULL},
    {0x43B, 8, LOW, "m0 0c2.5 0 3-3.5 3-10h4.2v10", NULL},
    {0x43C, 11, LOW, "m.8 0v-10l4.7 7 4.7-7v10", NULL},
    {0x43D, 8, LOW, "m.8-10v10m6.7-10v10m-6.7-5.2h6.7", NULL},
    {0x43F, 8, LOW, "m.8 0v-10h6.7v10", NULL},
    {0x442, 8, LOW, "m.2-10h7.6m-3.8 0v10", NULL},
    {0x444, 12, CAP, "m6-15v19m0-14c-7.5 0-7.5 10 0 10s7.5-10 0-10", NULL},
    {0x446, 9, LOW, "m.8-10v10h7.7v2.5m-1.2-2.5v-10", NULL},
    {0x447, 7, LOW, "m.6-10v2.5c0 4 3.4 4 6 2m0-4.5v10", NULL},
    {0x448, 11, LOW, "m.8-10v10h9.4v-10m-4.7 0v10", NULL},
    {0x449, 12, LOW, "m.8-10v10h10.7v2.5m-1.3-2.5v-10m-4.7 0v10", NULL},
    {0x44A, 9, LOW, "m0-10h2.3v10h3c4 0 4-5.7 0-5.7h-3", NULL},
    {0x44B, 10, LOW, "m.8-10v10h2.3c4 0 4-5.7 0-5.7h-2.3m8.4-4.3v10", NULL},
    {0x44C, 7, LOW, "m.8-10v10h3c4 0 4-5.7 0-5.7h-3", NULL},
    {0x44D, 8, LOW, "m.5-8.5c3-3.2 7-1 7 3.5s-4 6.7-7 3.5m2.3-3.7h4.5", NULL},
    {0x44E, 12, LOW, "m.8-10v10m0-5.2h2.7m4-4.8c-5 0-5 10 0 10s5-10 0-10", NULL},
    {0x44F, 8, LOW, "m7.2 0v-10h-3c-4.5 0-4.5 5.5 0 5.5h3m-3 0-3.7 4.5", NULL},
    {0x454, 8, LOW, "m7.5-8.5c-3-3.2-7-1-7 3.5s4 6.7 7 3.5m-6.8-3.7h4.5", NULL},
    {0x490, 8, CAP, "m1 0v-14h6.5v-3", NULL},
    {0x491, 6, LOW, "m.8 0v-10h4.5v-2.5", NULL},
    {0x2013, 8, CAP, "m0-5.5h8", NULL},
    {0x2014, 12, CAP, "m0-5.5h12", NULL},
    {0x2018, 3, CAP, "m2.5-14q-1.8 1-1.5 3.5", NULL},
    {0x2019, 3, CAP, "m1.5-14q.3 2-1 3.5", NULL},
    {0x201C, 6, CAP, "m2.5-14q-1.8 1-1.5 3.5m4.5-3.5q-1.8 1-1.5 3.5", NULL},
    {0x201D, 6, CAP, "m1.5-14q.3 2-1 3.5m4.5-3.5q.3 2-1 3.5", NULL},
    {0x201E, 6, CAP, "m2-.5q.2 2-1.5 3.5m5-3.5q.2 2-1.5 3.5", NULL},
    {0x2026, 12, CAP, "m1-.1v.1m5-.1v.1m5-.1v.1", NULL},
};

/* Accents, from the middle of the base character's top. */
#define ACUTE "m-1-2 2.5-3"
#define GRAVE "m1-2-2.5-3"
#define CARON "m-2.5-4.7 2.5 2.5 2.5-2.5"
#define CIRCUMFLEX "m-2.5-2.2 2.5-2.5 2.5 2.5"
#define BREVE "m-2.7-5c.5 3.5 4.9 3.5 5.4 0"
#define DIAERESIS "m-2-3.6v.1m4-.1v.1"
#define DOT "m0-3.6v.1"
#define RING "m0-5.7a1.7 1.7 0 1 0 .1 0"
#define TILDE "m-3-2.7c1-2.5 2.5-1.5 3-1s2 1.5 3-1"
#define MACRON "m-2.5-3.3h5"
#define CEDILLA_CAP "m0 14c2.5 2 0 4.5-2 3.5"
#define CEDILLA_LOW "m0 10c2.5 2 0 4.5-2 3.5"
#define OGONEK_CAP "m4.5 14c-2.5 2-1.5 4 1 3.5"
#define OGONEK_LOW "m3.2 10c-2.5 2-1.5 4 1 3.5"

/* Characters that look like another one, with or without an accent. */
static const struct likeness {
    uint16_t code, base;
    const char *accent;
} likenesses[] = {
    {0xC0, 'A', GRAVE}, {0xC1, 'A', ACUTE}, {0xC2, 'A', CIRCUMFLEX}, {0xC3, 'A', TILDE},
    {0xC4, 'A', DIAERESIS}, {0xC5, 'A', RING}, {0xC7, 'C', CEDILLA_CAP}, {0xC8, 'E', GRAVE},
    {0xC9, 'E', ACUTE}, {0xCA, 'E', CIRCUMFLEX}, {0xCB, 'E', DIAERESIS}, {0xCC, 'I', GRAVE},
    {0xCD, 'I', ACUTE}, {0xCE, 'I', CIRCUMFLEX}, {0xCF, 'I', DIAERESIS}, {0xD1, 'N', TILDE},
    {0xD2, 'O', GRAVE}, {0xD3, 'O', ACUTE}, {0xD4, 'O', CIRCUMFLEX}, {0xD5, 'O', TILDE},
    {0xD6, 'O', DIAERESIS}, {0xD9, 'U', GRAVE}, {0xDA, 'U', ACUTE}, {0xDB, 'U', CIRCUMFLEX},
    {0xDC, 'U', DIAERESIS}, {0xDD, 'Y', ACUTE}, {0xE0, 'a', GRAVE}, {0xE1, 'a', ACUTE},
    {0xE2, 'a', CIRCUMFLEX}, {0xE3, 'a', TILDE}, {0xE4, 'a', DIAERESIS}, {0xE5, 'a', RING},
    {0xE7, 'c', CEDILLA_LOW}, {0xE8, 'e', GRAVE}, {0xE9, 'e', ACUTE}, {0xEA, 'e', CIRCUMFLEX},
    {0xEB, 'e', DIAERESIS}, {0xEC, 0x131, GRAVE}, {0xED, 0x131, ACUTE}, {0xEE, 0x131, CIRCUMFLEX},
    {0xEF, 0x131, DIAERESIS}, {0xF1, 'n', TILDE}, {0xF2, 'o', GRAVE}, {0xF3, 'o', ACUTE},
    {0xF4, 'o', CIRCUMFLEX}, {0xF5, 'o', TILDE}, {0xF6, 'o', DIAERESIS}, {0xF9, 'u', GRAVE},
    {0xFA, 'u', ACUTE}, {0xFB, 'u', CIRCUMFLEX}, {0xFC, 'u', DIAERESIS}, {0xFD, 'y', ACUTE},
    {0xFF, 'y', DIAERESIS}, {0x100, 'A', MACRON}, {0x101, 'a', MACRON}, {0x104, 'A', OGONEK_CAP},
    {0x105, 'a', OGONEK_LOW}, {0x106, 'C', ACUTE}, {0x107, 'c', ACUTE}, {0x10C, 'C', CARON},
    {0x10D, 'c', CARON}, {0x10E, 'D', CARON}, {0x112, 'E', MACRON}, {0x113, 'e', MACRON},
    {0x116, 'E', DOT}, {0x117, 'e', DOT}, {0x118, 'E', OGONEK_CAP}, {0x119, 'e', OGONEK_LOW},
    {0x11A, 'E', CARON}, {0x11B, 'e', CARON}, {0x11E, 'G', BREVE}, {0x11F, 'g', BREVE},
    {0x12A, 'I', MACRON}, {0x12B, 0x131, MACRON}, {0x130, 'I', DOT}, {0x143, 'N', ACUTE},
    {0x144, 'n', ACUTE}, {0x147, 'N', CARON}, {0x148, 'n', CARON}, {0x150, 'O', DIAERESIS},
    {0x158, 'R', CARON}, {0x159, 'r', CARON}, {0x15A, 'S', ACUTE}, {0x15B, 's', ACUTE},
    {0x15E, 'S', CEDILLA_CAP}, {0x15F, 's', CEDILLA_LOW}, {0x160, 'S', CARON}, {0x161, 's', CARON},
    {0x164, 'T', CARON}, {0x16A, 'U', MACRON}, {0x16B, 'u', MACRON}, {0x16C, 'U', BREVE},
    {0x16D, 'u', BREVE}, {0x16E, 'U', RING}, {0x16F, 'u', RING}, {0x179, 'Z', ACUTE},
    {0x17A, 'z', ACUTE}, {0x17B, 'Z', DOT}, {0x17C, 'z', DOT}, {0x17D, 'Z', CARON},
    {0x17E, 'z', CARON}, {0x2BC, 0x2019, NULL}, {0x401, 'E', DIAERESIS}, {0x406, 'I', NULL},
    {0x407, 'I', DIAERESIS}, {0x40E, 0x423, BREVE}, {0x410, 'A', NULL}, {0x412, 'B', NULL},
    {0x415, 'E', NULL}, {0x417, '3', NULL}, {0x419, 0x418, BREVE}, {0x41A, 'K', NULL},
    {0x41C, 'M', NULL},
    {0x41D, 'H', NULL}, {0x41E, 'O', NULL}, {0x420, 'P', NULL}, {0x421, 'C', NULL},
    {0x422, 'T', NULL}, {0x425, 'X', NULL}, {0x430, 'a', NULL}, {0x435, 'e', NULL},
    {0x439, 0x438, BREVE}, {0x43E, 'o', NULL}, {0x440, 'p', NULL}, {0x441, 'c', NULL},
    {0x443, 'y', NULL}, {0x445, 'x', NULL}, {0x451, 'e', DIAERESIS}, {0x456, 'i', NULL},
    {0x457, 0x131, DIAERESIS}, {0x45E, 'y', BREVE}, {0x2011, '-', NULL}, {0x2212, 0x2013, NULL},
};

/* clang-format on */

static const struct svg_glyph *find_own(uint32_t code)
{
    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++)
        if (glyphs[i].code == code)
            return &glyphs[i];
    return NULL;
}

bool svg_find_glyph(uint32_t code, struct svg_glyph *out)
{
    const struct svg_glyph *own = find_own(code);
    if (own) {
        *out = *own;
        return true;
    }
    for (size_t i = 0; i < sizeof likenesses / sizeof *likenesses; i++)
        if (likenesses[i].code == code) {
            *out = *find_own(likenesses[i].base);
            out->accent = likenesses[i].accent;
            return true;
        }
    return false;
}
