/* Recorded games written again with scores, marks and better lines. */
#include "tools/analyse.h"
#include "tools/outfile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MOVES_MAX = 12, WORD_MAX = 2 * MOVE_TEXT_MAX };

/* A game while it is written. */
struct noting {
    const struct analysis *a;
    const struct batch_game *g;
};

/* Writes the words of a text, which are separated by blanks. */
static void write_words(struct gametext_writer *w, char *text)
{
    char *rest;
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        gametext_write_word(w, word);
}

/* The score for White, as other programs read it: "0.35", "#3", "#-3". */
static void eval_text(score_t score, enum side side, char *out, size_t size)
{
    const score_t white = side == WHITE ? score : -score;
    if (score_is_decisive(white))
        snprintf(out, size, "#%d", setup_win_moves(white));
    else
        snprintf(out, size, "%s%d.%02d", white < 0 ? "-" : "", abs(white) / 100, abs(white) % 100);
}

static void write_judgement(struct gametext_writer *w, const struct judgement *j, enum side side)
{
    char eval[SETUP_SCORE_MAX], before[SETUP_SCORE_MAX], text[4 * SETUP_SCORE_MAX];
    static const char *const glyphs[MARKS_NB] = {"$6", "$2", "$4"};
    eval_text(j->after, side, eval, sizeof eval);
    eval_text(j->before, side, before, sizeof before);
    if (j->mark == MARK_NONE) {
        snprintf(text, sizeof text, "{[%%eval %s]}", eval);
    } else {
        gametext_write_word(w, glyphs[j->mark]);
        snprintf(text, sizeof text,
                 "{[%%eval %s] %s with the best move; %.0f %% of the chances lost}", eval, before,
                 j->loss);
    }
    write_words(w, text);
}

/* A variation while it is written: each word is held back until it is known whether it is the last,
 * which takes the bracket. */
struct variation {
    struct gametext_writer *w;
    char word[WORD_MAX];
};

static void add_move(void *context, const struct position *before, const struct move_entry *move,
                     int number)
{
    struct variation *v = context;
    char text[MOVE_TEXT_MAX];
    if (number > 0)
        gametext_write_word(v->w, v->word);
    before->game->move_human(before, move, text);
    if (number == 0 || before->side == WHITE)
        snprintf(v->word, sizeof v->word, "%s%u.%s %s", number == 0 ? "(" : "", before->fullmove,
                 before->side == WHITE ? "" : "..", text);
    else
        snprintf(v->word, sizeof v->word, "%s", text);
}

/* The better line as a variation. */
static void write_better(struct gametext_writer *w, const struct batch_item *item)
{
    const struct analyse_line *line = &item->verdict.lines[0];
    struct variation v = {.w = w};
    char last[WORD_MAX + 1];
    line_walk(item->pos, line->pv, line->pv_nb < LINE_MOVES_MAX ? line->pv_nb : LINE_MOVES_MAX,
              add_move, &v);
    if (!v.word[0])
        return;
    snprintf(last, sizeof last, "%s)", v.word);
    gametext_write_word(w, last);
}

static void add_note(void *context, size_t number, struct gametext_writer *w)
{
    const struct noting *n = context;
    const struct batch_item *item = games_item(n->a->batch, n->g, number);
    const struct judgement j = games_judge(n->a->batch, n->a->o, n->g, number);
    if (!j.is_known)
        return;
    write_judgement(w, &j, (enum side)item->pos->side);
    if (j.mark != MARK_NONE && item->verdict.lines_nb > 0)
        write_better(w, item);
}

int games_write(const struct analysis *a)
{
    struct outfile file;
    enum engine_status status = ENGINE_OK;
    if (!outfile_open_any(&file, a->o->games))
        return cli_error(a->command, CLI_IO, "%s: %s", a->o->games, strerror(errno));
    for (size_t i = 0; i < a->batch->games_nb && status == ENGINE_OK; i++) {
        struct noting n = {.a = a, .g = &a->batch->games[i]};
        const struct pdn_notes notes = {.add = add_note, .context = &n};
        status = pdn_write_notes(&n.g->game, &notes, file.file);
    }
    if (status != ENGINE_OK) {
        outfile_abandon(&file);
        return cli_error(a->command, CLI_IO, "%s", engine_strerror(status));
    }
    if (!outfile_finish(&file))
        return cli_error(a->command, CLI_IO, "%s: %s", a->o->games, strerror(errno));
    return CLI_OK;
}
