/* The evaluation curve of a game in the HTML report. */
#include "tools/analyse_html.h"
#include "tools/svg.h"

enum { WIDTH = 1000, HEIGHT = 220, LEFT = 46, RIGHT = 8, TOP = 8, BOTTOM = 22 };

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
    const double room = WIDTH - LEFT - RIGHT;
    return LEFT + (g->game.moves_nb > 0 ? room * (double)ply / (double)g->game.moves_nb : 0);
}

static double y_of(double chances)
{
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - chances / 100);
}

static void draw_frame(FILE *out)
{
    static const struct {
        int chances;
        const char *text;
    } lines[] = {{100, "White"}, {75, "75 %"}, {50, "even"}, {25, "25 %"}, {0, "Black"}};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const double y = y_of(lines[i].chances);
        fprintf(out,
                "<path class=\"%s\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" "
                "text-anchor=\"end\">%s</text>\n",
                lines[i].chances == 50 ? "even" : "grid", LEFT, y, WIDTH - RIGHT, LEFT - 5, y + 4,
                lines[i].text);
    }
}

/* The curve, and the area below it, in pieces where positions have not been analysed. */
static void draw_curve(const struct report *r, const struct batch_game *g, bool is_area)
{
    bool is_open = false;
    double chances, x = LEFT;
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
    while (moves / step > LABELS)
        step += step < 10 ? 2 : 10;
    for (size_t ply = 0; ply <= moves; ply += step)
        fprintf(r->out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%u</text>\n",
                x_of(g, ply), HEIGHT - 6, games_item(r->a->batch, g, ply)->pos->fullmove);
}

/* A column that can be pointed at for each position, and a dot for each bad move. */
static void draw_links(const struct report *r, const struct batch_game *g)
{
    const double width = (WIDTH - LEFT - RIGHT) / (double)(g->game.moves_nb + 1);
    for (size_t ply = 1; ply <= g->game.moves_nb; ply++) {
        const struct batch_item *item = games_item(r->a->batch, g, ply);
        const struct judgement j = games_judge(r->a->batch, r->a->o, g, ply - 1);
        char anchor[REPORT_ANCHOR_MAX], title[REPORT_TITLE_MAX];
        double chances;
        fprintf(r->out, "<a href=\"#%s\"><title>", report_anchor(r, item, anchor));
        svg_put_text(r->out, report_title(r, item, title));
        fprintf(r->out,
                "</title><rect class=\"hit\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" "
                "height=\"%d\"/>",
                x_of(g, ply) - width / 2, TOP, width, HEIGHT - TOP - BOTTOM);
        if (j.is_known && j.mark != MARK_NONE && chances_of(item, &chances))
            fprintf(r->out, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>",
                    report_mark_class(j.mark), x_of(g, ply), y_of(chances));
        fputs("</a>\n", r->out);
    }
}

void report_chart(const struct report *r, const struct batch_game *g)
{
    fprintf(r->out,
            "<svg class=\"chart\" role=\"img\" viewBox=\"0 0 %d %d\">"
            "<title>White's chances move by move</title>\n",
            WIDTH, HEIGHT);
    fprintf(r->out, "<rect class=\"ground\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", LEFT,
            TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
    draw_curve(r, g, true);
    draw_frame(r->out);
    draw_curve(r, g, false);
    draw_numbers(r, g);
    draw_links(r, g);
    fputs("</svg>\n", r->out);
}
