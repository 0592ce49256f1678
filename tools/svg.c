#include "tools/svg.h"

#include "tools/utf8.h"

#include <string.h>

void svg_put_text(FILE *out, const char *text)
{
    while (*text) {
        const size_t length = utf8_length(text);
        const unsigned char c = (unsigned char)*text;
        /* U+FFFE and U+FFFF are the only others that XML 1.0 forbids. */
        const bool is_forbidden = length == 0 || (c < 0x20 && !strchr("\t\n\r", c)) ||
                                  strncmp(text, "\xEF\xBF\xBE", 3) == 0 ||
                                  strncmp(text, "\xEF\xBF\xBF", 3) == 0;
        if (is_forbidden)
            fputs("\xEF\xBF\xBD", out);
        else if (c == '&')
            fputs("&amp;", out);
        else if (c == '<')
            fputs("&lt;", out);
        else if (c == '>')
            fputs("&gt;", out);
        else if (c == '"')
            fputs("&quot;", out);
        else if (c == '\'')
            fputs("&#39;", out);
        else
            fwrite(text, 1, length, out);
        text += length > 0 ? length : 1;
    }
}

/* ---- Lettering ----------------------------------------------------------------------------- */

/* Of a character without strokes, and whether there is one, in units of the strokes. */
enum { UNKNOWN_WIDTH = 9 };

static double units_width(const char *text, bool *is_drawable)
{
    double width = 0;
    *is_drawable = true;
    for (uint32_t c = utf8_next(&text); c; c = utf8_next(&text)) {
        struct svg_glyph glyph;
        if (svg_find_glyph(c, &glyph)) {
            width += glyph.width + SVG_GLYPH_GAP;
        } else {
            width += UNKNOWN_WIDTH + SVG_GLYPH_GAP;
            *is_drawable = false;
        }
    }
    return width > 0 ? width - SVG_GLYPH_GAP : 0;
}

double svg_text_width(const char *text, double height)
{
    bool is_drawable;
    return units_width(text, &is_drawable) * height / SVG_CAP_HEIGHT;
}

static void draw_with_font(FILE *out, double x, double y, double height, double width,
                           const char *colour, const char *text)
{
    fprintf(out,
            "<text x=\"%g\" y=\"%g\" font-family=\"sans-serif\" font-size=\"%g\" fill=\"%s\" "
            "textLength=\"%g\" lengthAdjust=\"spacingAndGlyphs\">",
            x, y, height * 1.4, colour, width);
    svg_put_text(out, text);
    fputs("</text>\n", out);
}

static void draw_with_strokes(FILE *out, double x, double y, double height, const char *colour,
                              const char *text)
{
    fprintf(out,
            "<path transform=\"translate(%g %g) scale(%g)\" fill=\"none\" stroke=\"%s\" "
            "stroke-width=\"%g\" stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"",
            x, y, height / SVG_CAP_HEIGHT, colour, SVG_STROKE_WIDTH_TENTHS / 10.0);
    unsigned at = 0;
    for (uint32_t c = utf8_next(&text); c; c = utf8_next(&text)) {
        struct svg_glyph glyph;
        if (!svg_find_glyph(c, &glyph))
            continue;
        if (glyph.path[0])
            fprintf(out, "M%u 0%s", at, glyph.path);
        if (glyph.accent)
            fprintf(out, "M%g %d%s", at + glyph.width / 2.0, -glyph.top, glyph.accent);
        at += glyph.width + SVG_GLYPH_GAP;
    }
    fputs("\"/>\n", out);
}

void svg_draw_text(FILE *out, double x, double y, double height, enum svg_anchor anchor,
                   const char *colour, const char *text)
{
    bool is_drawable;
    const double width = units_width(text, &is_drawable) * height / SVG_CAP_HEIGHT;
    x -= anchor == SVG_END ? width : anchor == SVG_MIDDLE ? width / 2 : 0;
    if (is_drawable)
        draw_with_strokes(out, x, y, height, colour, text);
    else
        draw_with_font(out, x, y, height, width, colour, text);
}
