#include "tools/svg_pieces.h"

/* Widths of strokes, in units of the box. */
enum { OUTLINE = 4, DETAIL = 3, BADGE_DETAIL = 5 };

/* Where the shield is (svg_pieces_pawns.c), and how much of it a badge fills. */
enum { SHIELD_X = 50, SHIELD_Y = 59, BADGE_RADIUS = 25 };

static void draw_piece(FILE *out, const struct svg_piece *piece, const struct svg_inks *inks)
{
    for (const struct svg_shape *s = piece->shapes; s->ink; s++)
        switch (s->ink) {
        case SVG_BODY:
        case SVG_FOOT:
            fprintf(out, "<path d=\"%s\"/>", s->path);
            break;
        case SVG_LINE:
            fprintf(out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" d=\"%s\"/>",
                    inks->detail, DETAIL, s->path);
            break;
        case SVG_SPOT:
            fprintf(out, "<path fill=\"%s\" stroke=\"none\" d=\"%s\"/>", inks->detail, s->path);
            break;
        }
}

/* A silhouette in the detail's colour, its own details in the body's. */
static void draw_badge(FILE *out, const struct svg_piece *piece, const struct svg_inks *inks)
{
    const struct svg_circle *core = &piece->core;
    const double scale = (double)BADGE_RADIUS / core->radius;
    fprintf(out, "<g fill=\"%s\" stroke=\"none\" transform=\"translate(%g %g) scale(%g)\">",
            inks->detail, SHIELD_X - scale * core->x, SHIELD_Y - scale * core->y, scale);
    for (const struct svg_shape *s = piece->shapes; s->ink; s++)
        switch (s->ink) {
        case SVG_BODY:
            fprintf(out, "<path d=\"%s\"/>", s->path);
            break;
        case SVG_FOOT:
            break;
        case SVG_LINE:
            fprintf(out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" d=\"%s\"/>",
                    inks->body, BADGE_DETAIL, s->path);
            break;
        case SVG_SPOT:
            fprintf(out, "<path fill=\"%s\" d=\"%s\"/>", inks->body, s->path);
            break;
        }
    fputs("</g>", out);
}

void svg_draw_man(FILE *out, const struct svg_piece *piece, const struct svg_piece *badge,
                  const struct svg_inks *inks)
{
    fprintf(out,
            "<g fill=\"%s\" stroke=\"%s\" stroke-width=\"%d\" stroke-linejoin=\"round\" "
            "stroke-linecap=\"round\">",
            inks->body, inks->outline, OUTLINE);
    draw_piece(out, piece, inks);
    if (badge)
        draw_badge(out, badge, inks);
    fputs("</g>", out);
}
