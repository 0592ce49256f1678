/* The report of `analyse --html`: one page that needs nothing but itself, no scripts either. */
#include "tools/analyse_html.h"

#include "tools/outfile.h"
#include "tools/svg.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BOARD_PX = 40, STRIP_PX = 26, STRIP_MOVES_MAX = 12 };

static const char style[] =
    ":root{--page:#fff;--text:#1d2126;--soft:#5c646e;--line:#d5dae0;--box:#f4f6f8;--link:#0b5cad;"
    "--dubious:#b07a00;--mistake:#d2551d;--blunder:#c01530;--white:#fdfdfb;--black:#555b63}\n"
    "@media(prefers-color-scheme:dark){:root{--page:#16191d;--text:#e4e7ea;--soft:#9aa3ad;"
    "--line:#343a42;--box:#1f242a;--link:#7ab8f5;--dubious:#e0b040;--mistake:#f08850;"
    "--blunder:#ff6078;--white:#c9ced4;--black:#2d333a}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;padding:1rem;max-width:72rem;background:var(--page);color:var(--text);"
    "font:16px/1.45 system-ui,sans-serif}\n"
    "h1{font-size:1.5rem;margin:.2rem 0}h2{font-size:1.25rem;margin:2rem 0 .4rem}"
    "h3{font-size:1.05rem;margin:0 0 .5rem}\n"
    "a{color:var(--link)}p{margin:.3rem 0}.soft{color:var(--soft)}\n"
    "article{border-top:1px solid var(--line);padding:1rem 0;display:flex;flex-wrap:wrap;gap:.3rem "
    "1rem;"
    "scroll-margin-top:.5rem;break-inside:avoid}\n"
    "article:target{background:var(--box);outline:.5rem solid var(--box)}\n"
    "figure{margin:0}svg{display:block;max-width:100%;height:auto}\n"
    ".words{flex:1 1 20rem;min-width:0}\n"
    "code{font-size:.8rem;overflow-wrap:anywhere;color:var(--soft)}\n"
    ".table{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.92rem}\n"
    "th,td{text-align:left;vertical-align:top;padding:.25rem .5rem .25rem 0;"
    "border-bottom:1px solid var(--line)}td:nth-child(-n+3){white-space:nowrap}\n"
    ".moves{line-height:1.9}.moves a{text-decoration:none;white-space:nowrap;"
    "padding:.1rem .2rem}\n"
    ".dubious{color:var(--dubious);fill:var(--dubious)}.mistake{color:var(--mistake);"
    "fill:var(--mistake)}.blunder{color:var(--blunder);fill:var(--blunder)}\n"
    ".moves .dubious,.moves .mistake,.moves .blunder{font-weight:600}\n"
    ".strip{display:flex;gap:.75rem;overflow-x:auto;padding:.5rem 0;scroll-snap-type:x proximity}"
    ".strip "
    "figure{flex:none;scroll-snap-align:start}figcaption{font-size:.85rem;text-align:center}\n"
    "details{flex:1 1 100%;min-width:0}summary{cursor:pointer;padding:.3rem 0;color:var(--link)}\n"
    ".chart{display:grid;grid-template:190px 22px/3.2rem minmax(0,1fr);margin:1rem .5rem .5rem 0;"
    "font-size:13px;break-inside:avoid}.chart svg{width:100%;height:100%;overflow:visible}"
    ".chart path{vector-effect:non-scaling-stroke}.numbers{grid-column:2}.chart "
    "text{fill:var(--soft)}.ground{fill:var(--black)}"
    ".area{fill:var(--white)}.grid{stroke:var(--soft);stroke-opacity:.35}.even{stroke:var(--soft);"
    "stroke-dasharray:4 3}.curve{fill:none;stroke:var(--link);stroke-width:2;"
    "stroke-linejoin:round}.dot{stroke:currentColor;stroke-width:10;stroke-linecap:round}.hit{fill:"
    "transparent}.hit:hover{fill:var(--link);fill-opacity:.2}\n"
    "@media print{:root{--page:#fff;--text:#000;--soft:#444;--line:#bbb;--box:#fff;--link:#000}"
    "body{max-width:none;padding:0;font-size:11pt}.strip{flex-wrap:wrap;overflow:visible}"
    "article svg{max-width:9cm}.strip svg{max-width:4.5cm}}\n";

/* ---- Parts --------------------------------------------------------------------------------- */

const char *report_anchor(const struct report *r, const struct batch_item *item, char *out)
{
    if (item->game > 0)
        snprintf(out, REPORT_ANCHOR_MAX, "g%zu-%zu", item->game, item->ply);
    else
        snprintf(out, REPORT_ANCHOR_MAX, "p%zu", (size_t)(item - r->a->batch->items) + 1);
    return out;
}

const char *report_mark_class(int mark)
{
    static const char *const classes[] = {[MARK_DUBIOUS] = "dubious",
                                          [MARK_MISTAKE] = "mistake",
                                          [MARK_BLUNDER] = "blunder",
                                          [MARK_NONE] = "plain"};
    return classes[mark];
}

/* The ids of the men of one game on the page. */
static const char *men_id(const struct game *game)
{
    return game->name;
}

/* The men of all games on the page, once each; the boards refer to them. */
static void write_men(const struct report *r)
{
    fputs("<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\">\n",
          r->out);
    for (size_t g = 0; games_get(g); g++)
        for (size_t i = 0; i < r->a->batch->nb; i++)
            if (r->a->batch->items[i].pos->game == games_get(g)) {
                board_svg_men(r->out, games_get(g), r->theme, men_id(games_get(g)));
                break;
            }
    fputs("</svg>\n", r->out);
}

void report_board(const struct report *r, const struct position *pos, const struct position *before,
                  move_t move, move_t best, unsigned square_px)
{
    struct board_move last;
    struct board_arrow arrow = {.ink = INK_GREEN};
    struct board_picture picture = {
        .theme = r->theme,
        .id = men_id(pos->game),
        .square_px = square_px,
        .below = WHITE,
        .has_coordinates = square_px >= BOARD_PX,
        .has_shared_men = true,
    };
    if (before) {
        board_move_of(before, move, pos, &last);
        picture.last = &last;
    }
    if (best != MOVE_NONE) {
        struct board_move way;
        board_move_of(pos, best, pos, &way);
        memcpy(arrow.squares, way.squares, sizeof arrow.squares);
        arrow.squares_nb = way.squares_nb;
        picture.arrows = &arrow;
        picture.arrows_nb = arrow.squares_nb > 1;
    }
    board_svg_write(r->out, pos, &picture);
}

/* ---- Lines --------------------------------------------------------------------------------- */

static void write_score(const struct report *r, const struct position *pos,
                        const struct analyse_line *line)
{
    char text[SETUP_SCORE_MAX];
    svg_put_text(r->out, line_bound_sign(line->bound));
    svg_put_text(r->out, setup_score_text(line->score, line_way(pos, line), text));
}

/* The moves of a line as text. */
static void write_moves(const struct report *r, const struct position *pos,
                        const struct analyse_line *line)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    line_print_human(out, pos, line->pv, line->pv_nb);
    fclose(out);
    if (text)
        svg_put_text(r->out, text);
    free(text);
}

static void write_table(const struct report *r, const struct batch_item *item)
{
    const struct verdict *v = &item->verdict;
    fputs(
        "<div class=\"table\"><table><tr><th>#</th><th>move</th><th>score</th><th>line</th></tr>\n",
        r->out);
    for (size_t i = 0; i < v->lines_nb; i++) {
        char engine[MOVE_TEXT_MAX], human[MOVE_TEXT_MAX];
        line_first(item->pos, &v->lines[i], engine, human);
        fprintf(r->out, "<tr><td>%zu</td><td>", i + 1);
        svg_put_text(r->out, human);
        fputs("</td><td>", r->out);
        write_score(r, item->pos, &v->lines[i]);
        fputs("</td><td>", r->out);
        write_moves(r, item->pos, &v->lines[i]);
        fputs("</td></tr>\n", r->out);
    }
    fprintf(r->out,
            "</table></div>\n<p class=\"soft\">depth %d/%d, %" PRIu64 " nodes, %.2f s%s</p>\n",
            v->depth, v->seldepth, v->nodes, (double)v->time_ms / 1e3,
            v->is_complete ? "" : ", interrupted");
}

static void visit_strip(void *context, const struct position *before, const struct move_entry *move,
                        int number)
{
    const struct report *r = context;
    char human[MOVE_TEXT_MAX];
    struct position *after = pos_new_like(before);
    (void)number;
    if (after && pos_copy(after, before) == ENGINE_OK && setup_make(after, move) == ENGINE_OK) {
        before->game->move_human(before, move, human);
        fputs("<figure>", r->out);
        report_board(r, after, before, move->move, MOVE_NONE, STRIP_PX);
        fprintf(r->out, "<figcaption>%u.%s ", before->fullmove, before->side == WHITE ? "" : "..");
        svg_put_text(r->out, human);
        fputs("</figcaption></figure>\n", r->out);
    }
    pos_free(after);
}

/* The lines of a position whose boards are shown: of a game only the best where the move was bad,
 * of many positions fewer, since the page would become huge. */
static size_t strips_of(const struct report *r, const struct batch_item *item, bool is_wanted)
{
    enum { FEW = 50, MANY = 500 };
    const size_t positions = r->a->batch->nb, lines = item->verdict.lines_nb;
    if (item->game > 0)
        return is_wanted && lines > 0 ? 1 : 0;
    return positions <= FEW ? lines : positions <= MANY && lines > 0 ? 1 : 0;
}

/* The boards of the first lines, folded away. */
static void write_strips(const struct report *r, const struct batch_item *item, size_t lines)
{
    struct report copy = *r;
    for (size_t i = 0; i < lines; i++) {
        const struct analyse_line *line = &item->verdict.lines[i];
        fprintf(r->out, "<details><summary>Boards of line %zu</summary><div class=\"strip\">\n",
                i + 1);
        line_walk(item->pos, line->pv,
                  line->pv_nb < STRIP_MOVES_MAX ? line->pv_nb : STRIP_MOVES_MAX, visit_strip,
                  &copy);
        fputs("</div></details>\n", r->out);
    }
}

/* ---- Positions ----------------------------------------------------------------------------- */

const char *report_title(const struct report *r, const struct batch_item *item, char *out)
{
    const struct batch_game *g = games_of(r->a->batch, item);
    out[0] = '\0';
    if (g && item->ply > 0) {
        const struct batch_item *before = games_item(r->a->batch, g, item->ply - 1);
        const struct judgement j = games_judge(r->a->batch, r->a->o, g, item->ply - 1);
        struct move_entry entry;
        char human[MOVE_TEXT_MAX] = "";
        if (before->pos->game->resolve(before->pos, before->played, &entry))
            before->pos->game->move_human(before->pos, &entry, human);
        snprintf(out, REPORT_TITLE_MAX, "%u.%s %s%s", before->pos->fullmove,
                 before->pos->side == WHITE ? "" : "..", human,
                 j.is_known ? games_mark_text(j.mark) : "");
    } else if (g) {
        snprintf(out, REPORT_TITLE_MAX, "Start");
    } else if (item->line > 0) {
        snprintf(out, REPORT_TITLE_MAX, "Line %zu%s%.100s", item->line, item->id ? ": " : "",
                 item->id ? item->id : "");
    }
    return out;
}

/* What the move that led here did. */
static void write_judgement(const struct report *r, const struct batch_game *g,
                            const struct batch_item *item)
{
    char before[SETUP_SCORE_MAX], after[SETUP_SCORE_MAX];
    const struct judgement j = games_judge(r->a->batch, r->a->o, g, item->ply - 1);
    if (!j.is_known || j.mark == MARK_NONE)
        return;
    const struct batch_item *was = games_item(r->a->batch, g, item->ply - 1);
    char anchor[REPORT_ANCHOR_MAX];
    fprintf(r->out, "<p class=\"%s\">", report_mark_class(j.mark));
    svg_put_text(r->out, setup_score_text(j.after, "", after));
    fputs(" instead of ", r->out);
    svg_put_text(r->out, setup_score_text(j.before, "", before));
    fprintf(r->out, ": %.0f %% of the chances lost. <a href=\"#%s\">Better</a>:", j.loss,
            report_anchor(r, was, anchor));
    if (was->verdict.lines_nb > 0)
        write_moves(r, was->pos, &was->verdict.lines[0]);
    fputs("</p>\n", r->out);
}

/* Was the move that is played next a bad one? */
static bool is_turning_point(const struct report *r, const struct batch_game *g,
                             const struct batch_item *item)
{
    return item->ply < g->game.moves_nb &&
           games_judge(r->a->batch, r->a->o, g, item->ply).mark != MARK_NONE;
}

static void write_item(const struct report *r, const struct batch_item *item)
{
    const struct batch_game *g = games_of(r->a->batch, item);
    const struct verdict *v = &item->verdict;
    const struct batch_item *before =
        g && item->ply > 0 ? games_item(r->a->batch, g, item->ply - 1) : NULL;
    const move_t best = v->lines_nb > 0 && v->lines[0].pv_nb > 0 ? v->lines[0].pv[0] : MOVE_NONE;
    char anchor[REPORT_ANCHOR_MAX], title[REPORT_TITLE_MAX], fen[GAME_FEN_MAX];
    fprintf(r->out, "<article id=\"%s\">\n<figure>", report_anchor(r, item, anchor));
    report_board(r, item->pos, before ? before->pos : NULL, before ? before->played : MOVE_NONE,
                 best, BOARD_PX);
    fputs("</figure>\n<div class=\"words\">", r->out);
    if (*report_title(r, item, title)) {
        fputs("<h3>", r->out);
        svg_put_text(r->out, title);
        fputs("</h3>\n", r->out);
    }
    if (before)
        write_judgement(r, g, item);
    if (item->over.outcome != OUTCOME_NONE) {
        fputs("<p>The game is over: ", r->out);
        svg_put_text(r->out, item->over.word);
        fputs("</p>\n", r->out);
    } else if (v->lines_nb > 0) {
        write_table(r, item);
    } else {
        fputs("<p class=\"soft\">not analysed</p>\n", r->out);
    }
    item->pos->game->format(item->pos, fen);
    fputs("<p><code>", r->out);
    svg_put_text(r->out, fen);
    fputs("</code></p>\n</div>\n", r->out);
    write_strips(r, item, strips_of(r, item, g && is_turning_point(r, g, item)));
    fputs("</article>\n", r->out);
}

/* ---- Games --------------------------------------------------------------------------------- */

static const char *tag_or(const struct batch_game *g, const char *name, const char *otherwise)
{
    const char *value = pdn_tag(&g->game, name);
    return value && *value && strcmp(value, "?") != 0 ? value : otherwise;
}

static void write_move_list(const struct report *r, const struct batch_game *g)
{
    fputs("<p class=\"moves\">", r->out);
    for (size_t ply = 1; ply <= g->game.moves_nb; ply++) {
        const struct batch_item *item = games_item(r->a->batch, g, ply);
        const struct judgement j = games_judge(r->a->batch, r->a->o, g, ply - 1);
        char anchor[REPORT_ANCHOR_MAX], title[REPORT_TITLE_MAX];
        const char *text = report_title(r, item, title);
        /* Black's moves do without the number, but for the first. */
        const char *dots = strstr(text, "... ");
        if (dots && ply > 1)
            text = dots + 4;
        fprintf(r->out, "<a class=\"%s\" href=\"#%s\">", report_mark_class(j.mark),
                report_anchor(r, item, anchor));
        svg_put_text(r->out, text);
        fputs("</a> ", r->out);
    }
    fprintf(r->out, "%s</p>\n", gametext_result_text(g->game.result));
}

/* How many marks each side earned. */
static void write_summary(const struct report *r, const struct batch_game *g)
{
    unsigned marks[SIDE_NB][MARKS_NB + 1] = {{0}};
    for (size_t ply = 0; ply < g->game.moves_nb; ply++) {
        const struct judgement j = games_judge(r->a->batch, r->a->o, g, ply);
        if (j.is_known)
            marks[games_item(r->a->batch, g, ply)->pos->side][j.mark]++;
    }
    for (int side = WHITE; side <= BLACK; side++) {
        fprintf(r->out, "<p>%s: ", setup_side_name((unsigned)side));
        for (int mark = 0; mark < MARKS_NB; mark++)
            fprintf(r->out, "%s<span class=\"%s\">%u %s</span>", mark > 0 ? ", " : "",
                    report_mark_class(mark), marks[side][mark], games_mark_text(mark));
        fputs("</p>\n", r->out);
    }
}

static void write_game(const struct report *r, const struct batch_game *g)
{
    fprintf(r->out, "<section>\n<h2>");
    svg_put_text(r->out, tag_or(g, "White", "White"));
    fputs(" \xE2\x80\x93 ", r->out);
    svg_put_text(r->out, tag_or(g, "Black", "Black"));
    fprintf(r->out, ", %s</h2>\n<p class=\"soft\">", gametext_result_text(g->game.result));
    svg_put_text(r->out, g->game.start->game->title);
    static const char *const tags[] = {"Event", "Site", "Date", "Round"};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        const char *value = tag_or(g, tags[i], "");
        if (*value && strchr(value, '?') == NULL) {
            fputs(", ", r->out);
            svg_put_text(r->out, value);
        }
    }
    fputs("</p>\n", r->out);
    if (g->game.moves_nb > 0) {
        report_chart(r, g);
        write_summary(r, g);
        write_move_list(r, g);
    }
    for (size_t ply = 0; ply <= g->game.moves_nb; ply++)
        write_item(r, games_item(r->a->batch, g, ply));
    fputs("</section>\n", r->out);
}

/* ---- The page ------------------------------------------------------------------------------ */

static void write_page(const struct report *r)
{
    const struct batch *b = r->a->batch;
    size_t done = 0;
    for (size_t i = 0; i < b->nb; i++)
        done += b->items[i].is_done;
    fprintf(
        r->out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
        "<meta name=\"generator\" content=\"Citadel %s\">\n"
        "<link rel=\"icon\" href=\"data:,\">\n<title>Citadel analysis</title>\n"
        "<style>\n%s</style>\n</head>\n<body>\n<h1>Citadel analysis</h1>\n"
        "<p class=\"soft\">%zu positions%s. Scores are for the side to move, in men; the arrow is "
        "the best move.</p>\n",
        CITADEL_VERSION, style, b->nb, done < b->nb ? ", not all of them finished" : "");
    write_men(r);
    for (size_t i = 0; i < b->games_nb; i++)
        write_game(r, &b->games[i]);
    for (size_t i = 0; i < b->nb; i++)
        if (b->items[i].game == 0)
            write_item(r, &b->items[i]);
    fputs("</body>\n</html>\n", r->out);
}

int html_write(const struct analysis *a)
{
    struct outfile file;
    if (!outfile_open_any(&file, a->o->html))
        return cli_error(a->command, CLI_IO, "%s: %s", a->o->html, strerror(errno));
    const struct report r = {.out = file.file, .a = a, .theme = board_theme_find("light")};
    write_page(&r);
    if (!outfile_finish(&file))
        return cli_error(a->command, CLI_IO, "%s: %s", a->o->html, strerror(errno));
    return CLI_OK;
}
