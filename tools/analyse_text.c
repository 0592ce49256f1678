/* What `analyse` says in plain text. */
#include "tools/analyse.h"
#include "tools/board_text.h"
#include "tools/utf8.h"

#include <inttypes.h>

static uint64_t rate(uint64_t nodes, int64_t time_ms)
{
    return cli_rate((double)nodes, (double)time_ms / 1e3 + 5e-4);
}

void text_info(const struct analysis *a, const struct engine_info *info)
{
    char score[SETUP_SCORE_MAX];
    printf("depth %d/%d  ", info->depth, info->seldepth);
    if (a->o->multipv > 1)
        printf("line %d  ", info->multipv);
    printf("%s%s  nodes %" PRIu64 "  nps %" PRIu64 "  time %.2f  pv", line_bound_sign(info->bound),
           setup_score_text(info->score, "", score), info->nodes, rate(info->nodes, info->time_ms),
           (double)info->time_ms / 1e3);
    line_print_engine(stdout, a->item->pos, info->pv, info->pv_nb);
    printf("\n");
    fflush(stdout);
}

/* Text from a file, without what would work on the terminal. */
static void put_foreign(const char *text)
{
    while (*text) {
        const char *from = text;
        const uint32_t code = utf8_next(&text);
        if (code < 0x20 || (code >= 0x7F && code < 0xA0) || code == UTF8_REPLACEMENT)
            putchar('?');
        else
            fwrite(from, 1, (size_t)(text - from), stdout);
    }
}

void text_begin(const struct batch_item *item)
{
    const struct board_text style = {.has_colours = cli_has_colour(stdout), .below = WHITE};
    char fen[GAME_FEN_MAX];
    if (item->line > 0) {
        printf("line %zu%s", item->line, item->id ? ": " : "");
        put_foreign(item->id ? item->id : "");
        printf("\n\n");
    }
    if (item->game > 0)
        printf("game %zu, after %zu move%s\n\n", item->game, item->ply, item->ply == 1 ? "" : "s");
    board_text_write(stdout, item->pos, &style);
    item->pos->game->format(item->pos, fen);
    printf("\n%s\n\n", fen);
    if (item->over.outcome != OUTCOME_NONE)
        printf("the game is over: %s\n", item->over.word);
    fflush(stdout);
}

static void print_line(const struct position *pos, const struct analyse_line *line, size_t number)
{
    char engine[MOVE_TEXT_MAX], human[MOVE_TEXT_MAX], score[SETUP_SCORE_MAX];
    const char *bold = cli_has_colour(stdout) ? "\033[1m" : "";
    const char *plain = cli_has_colour(stdout) ? "\033[0m" : "";
    line_first(pos, line, engine, human);
    if (number == 0)
        printf("best move: %s%s%s (%s)\n", bold, human, plain, engine);
    else
        printf("move %zu: %s (%s)\n", number + 1, human, engine);
    printf("score: %s%s\nline:", line_bound_sign(line->bound),
           setup_score_text(line->score, line_way(pos, line), score));
    line_print_human(stdout, pos, line->pv, line->pv_nb);
    printf("\npv:");
    line_print_engine(stdout, pos, line->pv, line->pv_nb);
    printf("\n");
}

void text_verdict(const struct batch_item *item)
{
    const struct verdict *v = &item->verdict;
    if (item->over.outcome != OUTCOME_NONE)
        return;
    printf("\n");
    for (size_t i = 0; i < v->lines_nb; i++)
        print_line(item->pos, &v->lines[i], i);
    printf("depth: %d\nnodes: %" PRIu64 "\ntime: %.3f\nnps: %" PRIu64 "\n", v->depth, v->nodes,
           (double)v->time_ms / 1e3, rate(v->nodes, v->time_ms));
    if (item->expected)
        printf("expected: %s\n", item_is_solved(item) ? "yes" : "no");
    fflush(stdout);
}

void text_summary(const struct batch *b)
{
    size_t asked = 0, solved = 0;
    for (size_t i = 0; i < b->nb; i++)
        if (b->items[i].expected && b->items[i].verdict.lines_nb > 0) {
            asked++;
            solved += item_is_solved(&b->items[i]);
        }
    if (asked > 1)
        printf("\nfound the expected move in %zu of %zu positions\n", solved, asked);
}

void text_judgement(const struct analysis *a, const struct batch_item *item)
{
    char played[MOVE_TEXT_MAX], before[SETUP_SCORE_MAX], after[SETUP_SCORE_MAX];
    const struct batch_game *g = games_of(a->batch, item);
    struct move_entry entry;
    if (!g || item->ply == g->game.moves_nb ||
        !item->pos->game->resolve(item->pos, item->played, &entry))
        return;
    const struct judgement j = games_judge(a->batch, a->o, g, item->ply);
    item->pos->game->move_human(item->pos, &entry, played);
    printf("played: %u.%s %s%s\n", item->pos->fullmove, item->pos->side == WHITE ? "" : "..",
           played, j.is_known ? games_mark_text(j.mark) : "");
    if (j.is_known)
        printf("score of it: %s, with the best move %s; lost: %.0f %%\n\n",
               setup_score_text(j.after, "", after), setup_score_text(j.before, "", before),
               j.loss);
    fflush(stdout);
}
