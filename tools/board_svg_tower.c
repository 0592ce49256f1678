/* Towers of draughts, seen from the side: one disc per piece in order, kings with a golden band and
 * a crown on top, and below them how many own pieces and prisoners there are. */
#include "tools/board_svg.h"
#include "tools/svg.h"

#include <ctype.h>
#include <math.h>

/* Units of the square's box. A single disc is as thick as the thickest of a tower. */
enum {
    BOX = 100,
    LEFT = 11,
    WIDTH = 78,
    THICKEST = 27,
    COMFORTABLE = 14,
    EDGE = 5,
    CROWN_HEIGHT = 15
};

/* Discs thinner than this, in pixels, cannot show grooves, an outline, a gap. */
enum { GROOVED_PX = 9, OUTLINED_PX = 4, GAPPED_PX = 2 };

/* Letters below this height cannot be read, whatever the size of the square. */
enum { LABEL_PX_MIN = 8, LABEL_UNITS_MIN = 17, LABEL_WIDTH_MAX = 94 };

static double label_height(const char *label, unsigned square_px)
{
    double height = (double)LABEL_PX_MIN * BOX / square_px;
    if (height < LABEL_UNITS_MIN)
        height = LABEL_UNITS_MIN;
    const double width = svg_text_width(label, height);
    return width > LABEL_WIDTH_MAX ? height * LABEL_WIDTH_MAX / width : height;
}

static void draw_disc(FILE *out, double x, double y, double thick, char piece,
                      const struct board_picture *p)
{
    const struct svg_inks inks =
        board_inks(p->theme, tolower((unsigned char)piece) == 'w' ? WHITE : BLACK);
    const double px = thick * p->square_px / BOX;
    const double line = px >= OUTLINED_PX ? fmin(thick * 0.1, 2.5) : 0;
    const double gap = px >= GAPPED_PX ? fmin(thick * 0.14, 2) : 0;
    const double height = thick - gap - line, top = y + (gap + line) / 2;
    const double radius = fmin(height / 2, 7);
    fprintf(out, "<rect x=\"%g\" y=\"%g\" width=\"%d\" height=\"%g\" rx=\"%g\" fill=\"%s\"", x, top,
            WIDTH, height, radius, inks.body);
    if (line > 0)
        fprintf(out, " stroke=\"%s\" stroke-width=\"%g\"", inks.outline, line);
    fputs("/>", out);
    if (px >= GROOVED_PX)
        fprintf(out,
                "<path stroke=\"%s\" stroke-width=\"%g\" stroke-opacity=\".45\" "
                "d=\"M%g %gh%dm-%d %gh%d\"/>",
                inks.detail, line * 0.7, x + 4, top + height * 0.3, WIDTH - 8, WIDTH - 8,
                height * 0.4, WIDTH - 8);
    if (isupper((unsigned char)piece))
        fprintf(out, "<rect x=\"%g\" y=\"%g\" width=\"%d\" height=\"%g\" fill=\"%s\"/>",
                x + WIDTH / 4.0, top + line / 2, WIDTH / 2, height - line,
                p->theme->colour[INK_CROWN]);
}

static void draw_crown(FILE *out, double x, double y, const struct board_picture *p)
{
    fprintf(out,
            "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"2\" stroke-linejoin=\"round\" "
            "d=\"M%g %gm-17 0l-3-14 10 7 10-9 10 9 10-7-3 14z\"/>",
            p->theme->colour[INK_CROWN], p->theme->colour[INK_WHITE_LINE], x, y);
}

void board_svg_tower(FILE *out, double x, double y, double above, const char *pieces,
                     const struct board_picture *p)
{
    const struct board_tower tower = board_tower_of(pieces);
    const unsigned height = tower.own + tower.prisoners;
    double top = y + EDGE + (tower.is_king ? CROWN_HEIGHT : 0), bottom = y + BOX - EDGE;
    if (height > 1) {
        char label[BOARD_TOWER_LABEL_MAX];
        board_tower_label(&tower, label);
        const double letters = label_height(label, p->square_px);
        svg_draw_text(out, x + BOX / 2.0, bottom, letters, SVG_MIDDLE, p->theme->colour[INK_LABEL],
                      label);
        bottom -= letters + EDGE;
    }
    /* A tower that would be squeezed in its square rises above it. */
    if (bottom - top < height * COMFORTABLE)
        top = fmax(top - above, bottom - height * COMFORTABLE);
    const double thick = fmin((bottom - top) / height, THICKEST);
    /* In the middle of what is left. */
    double at = (top + bottom - thick * height) / 2;
    if (tower.is_king)
        draw_crown(out, x + BOX / 2.0, at, p);
    /* NOLINTNEXTLINE(cert-flp30-c): few steps, the end is not exact */
    for (; *pieces; pieces++, at += thick)
        draw_disc(out, x + LEFT, at, thick, *pieces, p);
    putc('\n', out);
}
