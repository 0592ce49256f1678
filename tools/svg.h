/* svg.h - what all SVG pictures share: escaped text, and lettering drawn by our own strokes, so
 * that a picture looks the same where there is no font.
 *
 * All functions write to a stream and leave errors to its error flag. */
#ifndef CITADEL_TOOLS_SVG_H
#define CITADEL_TOOLS_SVG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Writes text as content or attribute value: markup is escaped, and what XML cannot hold at all,
 * control characters and bytes that are no UTF-8, becomes a replacement character. */
void svg_put_text(FILE *out, const char *text);

enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

/* Width of one line of text whose capitals are `height` high, in the unit of height. */
double svg_text_width(const char *text, double height);

/* One line of text; (x, y) is its start, middle or end on the base line, `colour` an SVG colour.
 * Text with a character that has no strokes of ours becomes a <text> element, squeezed to the width
 * that svg_text_width tells. */
void svg_draw_text(FILE *out, double x, double y, double height, enum svg_anchor anchor,
                   const char *colour, const char *text);

/* --- the strokes (svg_font.c) --- */

enum { SVG_CAP_HEIGHT = 14, SVG_STROKE_WIDTH_TENTHS = 19, SVG_GLYPH_GAP = 3 };

/* A character: path data from the origin on the base line with relative commands only, capitals
 * SVG_CAP_HEIGHT high; `accent`, if not NULL, is drawn from the middle of its top. */
struct svg_glyph {
    uint32_t code;
    uint8_t width;
    uint8_t top; /* height of the base character, where an accent goes */
    const char *path;
    const char *accent;
};

/* False if there are no strokes for the character. */
bool svg_find_glyph(uint32_t code, struct svg_glyph *out);

#endif
