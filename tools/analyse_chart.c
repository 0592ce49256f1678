/* The evaluation curve of a game in the HTML report: pictures of the scale, the curve and the move
 * numbers in a grid. Only the curve stretches with the page, so that the text of the others is as
 * large on a phone as on a wide screen. */
#include "tools/analyse_html.h"
#include "tools/svg.h"

/* Of the curve: WIDTH is stretched to what room there is, HEIGHT is in pixels. The style sheet has
 * the rest. */
enum { WIDTH = 1000, HEIGHT = 190 };

/* White's chances in a position, in percent. False: not known. */
static bool chances_of(const struct batch_item *item, double *chances)
{
    score_t score;
    if (!games_score(item, &score))
        return false;
    *chances = item->pos->side == WHITE ? games_chances(score) : 100 - games_chances(score);
    return true;
}

static double x_of(const struct batch_game *g, size_t ply)
{
    return g->game.moves_nb > 0 ? WIDTH * (double)ply / (double)g->game.moves_nb : 0;
}

static double y_of(double chances)
{
    return HEIGHT * (1 - chances / 100);
}

static const struct {
    int chances;
    const char *text;
} scale[] = {{100, "White"}, {75, "75 %"}, {50, "even"}, {25, "25 %"}, {0, "Black"}};
enum { SCALE_NB = sizeof scale / sizeof *scale };

static void draw_scale(FILE *out)
{
    fputs("<svg>", out);
    for (size_t i = 0; i < SCALE_NB; i++)
        fprintf(out, "<text x=\"90%%\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
                y_of(scale[i].chances) + 4, scale[i].text);
    fputs("</svg>\n", out);
}

static void draw_grid(FILE *out)
{
    for (size_t i = 0; i < SCALE_NB; i++)
        fprintf(out, "<path class=\"%s\" d=\"M0 %.1fH%d\"/>\n",
                scale[i].chances == 50 ? "even" : "grid", y_of(scale[i].chances), WIDTH);
}

/* The curve, and the area below it, in pieces where positions have not been analysed. */
static void draw_curve(const struct report *r, const struct batch_game *g, bool is_area)
{
    bool is_open = false;
    double chances, x = 0;
    fprintf(r->out, "<path class=\"%s\" d=\"", is_area ? "area" : "curve");
    for (size_t ply = 0; ply <= g->game.moves_nb; ply++) {
        const bool is_known = chances_of(games_item(r->a->batch, g, ply), &chances);
        if (is_open && !is_known && is_area)
            fprintf(r->out, "V%.1fZ", y_of(0));
        if (is_known) {
            x = x_of(g, ply);
            if (!is_open && is_area)
                fprintf(r->out, "M%.1f %.1fV%.1f", x, y_of(0), y_of(chances));
            else
                fprintf(r->out, "%c%.1f %.1f", is_open ? 'L' : 'M', x, y_of(chances));
        }
        is_open = is_known;
    }
    if (is_open && is_area)
        fprintf(r->out, "V%.1fZ", y_of(0));
    fputs("\"/>\n", r->out);
}

static void draw_numbers(const struct report *r, const struct batch_game *g)
{
    enum { LABELS = 10 };
    const size_t moves = g->game.moves_nb;
    size_t step = 2;
    fputs("<svg class=\"numbers\">", r->out);
    while (moves / step > LABELS)
        step += step < 10 ? 2 : 10;
    for (size_t ply = 0; ply <= moves; ply += step)
        fprintf(r->out, "<text x=\"%.1f%%\" y=\"16\" text-anchor=\"middle\">%u</text>\n",
                100 * x_of(g, ply) / WIDTH, games_item(r->a->batch, g, ply)->pos->fullmove);
    fputs("</svg>\n", r->out);
}

/* A column that can be pointed at for each position, and a dot for each bad move. */
static void draw_links(const struct report *r, const struct batch_game *g)
{
    const double width = WIDTH / (double)(g->game.moves_nb + 1);
    for (size_t ply = 1; ply <= g->game.moves_nb; ply++) {
        const struct batch_item *item = games_item(r->a->batch, g, ply);
        const struct judgement j = games_judge(r->a->batch, r->a->o, g, ply - 1);
        char anchor[REPORT_ANCHOR_MAX], title[REPORT_TITLE_MAX];
        double chances;
        fprintf(r->out, "<a href=\"#%s\"><title>", report_anchor(r, item, anchor));
        svg_put_text(r->out, report_title(r, item, title));
        fprintf(r->out, "</title><rect class=\"hit\" x=\"%.1f\" width=\"%.1f\" height=\"%d\"/>",
                x_of(g, ply) - width / 2, width, HEIGHT);
        if (j.is_known && j.mark != MARK_NONE && chances_of(item, &chances))
            /* A point drawn with a round pen stays round, which a circle would not. */
            fprintf(r->out, "<path class=\"dot %s\" d=\"M%.1f %.1fh0\"/>",
                    report_mark_class(j.mark), x_of(g, ply), y_of(chances));
        fputs("</a>\n", r->out);
    }
}

void report_chart(const struct report *r, const struct batch_game *g)
{
    fputs("<figure class=\"chart\" aria-label=\"White's chances move by move\">\n", r->out);
    draw_scale(r->out);
    fprintf(r->out,
            "<svg viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\">"
            "<rect class=\"ground\" width=\"%d\" height=\"%d\"/>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    draw_curve(r, g, true);
    draw_grid(r->out);
    draw_curve(r, g, false);
    draw_links(r, g);
    fputs("</svg>\n", r->out);
    draw_numbers(r, g);
    fputs("</figure>\n", r->out);
}
