#include "tools/puzzle.h"

#include "tools/certcheck.h"
#include "tools/certificate.h"
#include "tools/cli.h"
#include "tools/epd.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* --- tasks --- */

static bool is_listed(const char *const *words, const char *word)
{
    for (; *words; words++)
        if (strcmp(*words, word) == 0)
            return true;
    return false;
}

static void list_words(char *out, size_t size, const char *const *words, const char *after)
{
    for (; *words; words++) {
        const size_t used = strlen(out);
        snprintf(out + used, size - used, ", %s%s", *words, after);
    }
}

/* Splits "AIM [in] [N]" into the aim and the number; -1 if that is not what it is. */
static int split_task(const char *text, char *aim)
{
    size_t length = strlen(text);
    while (length > 0 && isdigit((unsigned char)text[length - 1]))
        length--;
    int moves = 0;
    if (text[length]) {
        int64_t n;
        if (!cli_read_integer(text + length, &n) || n < 1 || n > SOLVE_MOVES_MAX)
            return -1;
        moves = (int)n;
    }
    while (length > 0 && text[length - 1] == ' ')
        length--;
    if (moves > 0 && length > 3 && strncmp(text + length - 3, " in", 3) == 0)
        length -= 3;
    while (length > 0 && text[length - 1] == ' ')
        length--;
    if (length == 0 || length >= PUZZLE_TASK_MAX)
        return -1;
    memcpy(aim, text, length);
    aim[length] = '\0';
    return moves;
}

bool puzzle_read_task(const struct game *game, const char *text, struct puzzle_task *out,
                      char *error)
{
    char aim[PUZZLE_TASK_MAX];
    struct puzzle_task task = {.solve = {.aim = SOLVE_FORCE}};
    const int moves = split_task(text, aim);
    if (moves < 0) {
        snprintf(error, PUZZLE_ERROR_MAX, "'%.80s' is no aim with a length from 1 to %d", text,
                 SOLVE_MOVES_MAX);
        return false;
    }
    snprintf(task.name, sizeof task.name, "%s", aim);
    task.solve.moves = moves;
    const size_t length = strlen(aim);
    const bool is_draw = length > 5 && strcmp(aim + length - 5, " draw") == 0;
    if (is_draw)
        aim[length - 5] = '\0';
    if (strcmp(aim, "draw") == 0 && moves > 0) {
        snprintf(error, PUZZLE_ERROR_MAX, "a draw has no length; there is 'draw' alone");
        return false;
    }
    if (strcmp(aim, "draw") == 0) {
        task.solve.aim = SOLVE_HOLD;
    } else if (strcmp(aim, "self") == 0) {
        task.solve.aim = SOLVE_SELF;
    } else if (strcmp(aim, "help") == 0) {
        task.solve.aim = SOLVE_HELP;
    } else if (is_draw && is_listed(game->draw_ways, aim)) {
        task.solve.is_draw = true;
        task.solve.way = aim;
    } else if (!is_draw && is_listed(game->win_ways, aim)) {
        task.solve.way = aim;
    } else if (is_draw || strcmp(aim, "win") != 0) {
        snprintf(error, PUZZLE_ERROR_MAX, "%s has no aim '%s'; there are win, draw, self, help",
                 game->name, aim);
        list_words(error, PUZZLE_ERROR_MAX, game->win_ways, "");
        list_words(error, PUZZLE_ERROR_MAX, game->draw_ways, " draw");
        return false;
    }
    /* The way must outlive this call: the game's own text. */
    for (int draw = 0; draw <= 1 && task.solve.way; draw++)
        for (const char *const *w = draw ? game->draw_ways : game->win_ways; *w; w++)
            if (strcmp(*w, aim) == 0)
                task.solve.way = *w;
    *out = task;
    return true;
}

/* --- puzzles --- */

void puzzle_fini(struct puzzle *p)
{
    pos_free(p->pos);
    free(p->keys);
    *p = (struct puzzle){0};
}

bool puzzle_read_keys(struct puzzle *p, const char *text, char *error)
{
    static const char separators[] = ", \t";
    p->keys = malloc((strlen(text) / 2 + 1) * sizeof *p->keys);
    if (!p->keys) {
        snprintf(error, PUZZLE_ERROR_MAX, "out of memory");
        return false;
    }
    for (text += strspn(text, separators); *text; text += strspn(text, separators)) {
        const size_t length = strcspn(text, separators);
        char word[MOVE_TEXT_MAX];
        struct move_entry move;
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1),
                 text);
        if (p->pos->game->move_parse(p->pos, word, &move) != ENGINE_OK) {
            snprintf(error, PUZZLE_ERROR_MAX, "the key '%.40s' is not legal", word);
            return false;
        }
        p->keys[p->keys_nb++] = move.move;
        text += length;
    }
    return true;
}

/* The first field that is a task; *found tells whether there is one. */
static bool read_field_task(struct puzzle *p, const struct suite_record *record, bool *found,
                            char *error)
{
    const struct game *game = p->pos->game;
    *found = false;
    for (size_t i = 0; i < record->fields_nb && !*found; i++) {
        const struct suite_field *f = &record->fields[i];
        char text[PUZZLE_TASK_MAX * 2];
        snprintf(text, sizeof text, "%.40s%s%.40s", f->name, f->value[0] ? " " : "", f->value);
        const bool is_win = strcmp(f->name, "win") == 0;
        if (puzzle_read_task(game, text, &p->task, error))
            *found = true;
        else if (is_win)
            return false;
    }
    error[0] = '\0';
    return true;
}

bool puzzle_read(struct puzzle *p, const struct suite_record *record, const struct game *fallback,
                 const struct puzzle_task *task, char *error)
{
    struct suite_fault fault;
    char text[SUITE_FAULT_MAX];
    bool has_task;
    *p = (struct puzzle){.line = record->line, .pos = suite_position(record, fallback, &fault)};
    if (!p->pos) {
        snprintf(error, PUZZLE_ERROR_MAX, "%s", epd_fault_text(record, fallback, &fault, text));
        return false;
    }
    if (!read_field_task(p, record, &has_task, error)) {
        puzzle_fini(p);
        return false;
    }
    if (!has_task && task)
        p->task = *task;
    const char *keys = suite_field(record, "bm");
    if (!has_task && !task) {
        snprintf(error, PUZZLE_ERROR_MAX, "the line has no task, such as ';win 3'");
        puzzle_fini(p);
        return false;
    }
    if (keys && !puzzle_read_keys(p, keys, error)) {
        puzzle_fini(p);
        return false;
    }
    return true;
}

/* --- answers --- */

const char *puzzle_verdict_name(enum puzzle_verdict v)
{
    static const char *const names[] = {"sound", "cooked", "short", "no solution", "undecided"};
    return names[v];
}

void puzzle_answer_fini(struct puzzle_answer *a)
{
    free(a->moves);
    free(a->certificate);
    *a = (struct puzzle_answer){0};
}

static int compare_moves(const void *a, const void *b)
{
    return strcmp(((const struct puzzle_move *)a)->text, ((const struct puzzle_move *)b)->text);
}

static bool list_moves(const struct puzzle *p, const struct solve_result *r,
                       struct puzzle_answer *a)
{
    const struct game *game = p->pos->game;
    a->moves = calloc(r->moves_nb + 1, sizeof *a->moves);
    if (!a->moves)
        return false;
    a->moves_nb = r->moves_nb;
    for (size_t i = 0; i < r->moves_nb; i++) {
        struct puzzle_move *m = &a->moves[i];
        m->move = r->moves[i];
        m->is_key = m->move.win != 0 && m->move.win == r->win;
        game->move_format(p->pos, m->move.entry.move, m->text);
        game->move_human(p->pos, &m->move.entry, m->human);
        for (size_t k = 0; k < p->keys_nb; k++)
            m->is_given = m->is_given || p->keys[k] == m->move.entry.move;
    }
    qsort(a->moves, a->moves_nb, sizeof *a->moves, compare_moves);
    return true;
}

static enum puzzle_verdict judge(const struct puzzle *p, const struct solve_result *r,
                                 const struct puzzle_answer *a)
{
    size_t keys = 0, surplus = 0, missing = 0;
    for (size_t i = 0; i < a->moves_nb; i++) {
        keys += a->moves[i].is_key;
        surplus += a->moves[i].is_key && !a->moves[i].is_given;
        missing += !a->moves[i].is_key && a->moves[i].is_given;
    }
    if (r->outcome != SOLVE_WON)
        return r->outcome == SOLVE_NONE && (p->task.solve.moves != 0 || r->is_final)
                   ? PUZZLE_NO_SOLUTION
                   : PUZZLE_UNDECIDED;
    if (p->task.solve.moves != 0 && r->win < p->task.solve.moves)
        return PUZZLE_SHORT;
    if (p->keys ? surplus + missing > 0 : keys > 1)
        return PUZZLE_COOKED;
    return PUZZLE_SOUND;
}

/* Writes the certificate into memory and replays it. r: NULL for a refutation. */
static enum engine_status certify(struct solver *s, const struct puzzle *p,
                                  const struct solve_task *task, const struct solve_result *r,
                                  struct puzzle_answer *a, char *error)
{
    char sum[CERTIFICATE_SUM_MAX], why[CERTCHECK_TEXT_MAX];
    struct certcheck_claim claim;
    size_t line;
    FILE *out = open_memstream(&a->certificate, &a->certificate_size);
    if (!out)
        return ENGINE_NO_MEMORY;
    const enum solve_answer written =
        r ? certificate_write(out, s, p->pos, task, r, &a->nodes)
          : certificate_write_refutation(out, s, p->pos, task, &a->nodes);
    bool failed = fflush(out) != 0;
    if (!failed) {
        certificate_sum(a->certificate, a->certificate_size, sum);
        failed = fputs(sum, out) < 0;
    }
    failed = fclose(out) != 0 || failed;
    if (failed || written != SOLVE_YES) {
        free(a->certificate);
        a->certificate = NULL;
        a->nodes = 0;
        if (written == SOLVE_NO) {
            snprintf(error, PUZZLE_ERROR_MAX, "the proof could not be written out");
            return ENGINE_BAD_ARGUMENT;
        }
        return failed ? ENGINE_NO_MEMORY : ENGINE_OK;
    }
    if (!certcheck(a->certificate, a->certificate_size, &claim, &line, why)) {
        snprintf(error, PUZZLE_ERROR_MAX, "the proof is not confirmed: line %zu: %.180s", line,
                 why);
        return ENGINE_BAD_ARGUMENT;
    }
    free(claim.keys);
    return ENGINE_OK;
}

/* Takes down the closure that the answer comes from, if it does. */
static enum engine_status describe_closure(const struct solver *s, const struct position *pos,
                                           struct puzzle_answer *a)
{
    struct position *longest = pos_new_like(pos);
    if (!longest)
        return ENGINE_NO_MEMORY;
    if (solve_closure_of(s, &a->closure, longest) && a->closure.longest > 0)
        pos->game->format(longest, a->closure_longest);
    pos_free(longest);
    return ENGINE_OK;
}

static enum solve_method method_of(const struct solve_task *task, const char *method)
{
    if (task->aim == SOLVE_HELP || task->aim == SOLVE_HOLD)
        return SOLVE_EXHAUSTIVE;
    if (!method)
        return task->moves == 0 ? SOLVE_NUMBERS : SOLVE_EXHAUSTIVE;
    return strcmp(method, "numbers") == 0   ? SOLVE_NUMBERS
           : strcmp(method, "closure") == 0 ? SOLVE_CLOSURE
                                            : SOLVE_EXHAUSTIVE;
}

enum engine_status puzzle_solve(struct solver *s, const struct puzzle *p, const char *method,
                                struct puzzle_answer *answer, char *error)
{
    struct solve_task task = p->task.solve;
    struct solve_result r;
    struct puzzle_answer a = {0};
    const double start = cli_now();
    task.method = method_of(&task, method);
    task.may_close = !method;
    if (task.moves == 0)
        task.moves = SOLVE_MOVES_MAX;
    enum engine_status status = solve_run(s, p->pos, &task, &r);
    if (status != ENGINE_OK)
        return status;
    a.win = r.win;
    a.no_win = r.no_win;
    a.is_over = r.is_over;
    a.is_final = r.is_final;
    if (describe_closure(s, p->pos, &a) != ENGINE_OK || !list_moves(p, &r, &a))
        return ENGINE_NO_MEMORY;
    a.verdict = judge(p, &r, &a);
    if (task.aim == SOLVE_HOLD) /* which has no length */
        a.win = a.no_win = 0;
    /* Help play is its own proof; that a move holds, a closure knows without a strategy. */
    const bool has_proof = r.outcome == SOLVE_WON && task.aim != SOLVE_HELP &&
                           (task.aim != SOLVE_HOLD || a.closure.states == 0);
    if (has_proof)
        status = certify(s, p, &task, &r, &a, error);
    /* Without its proof an answer is no answer. */
    if (has_proof && !a.certificate)
        a.verdict = PUZZLE_UNDECIDED;
    a.searched = solve_searched(s);
    a.seconds = cli_now() - start;
    if (status != ENGINE_OK) {
        puzzle_answer_fini(&a);
        return status;
    }
    *answer = a;
    return ENGINE_OK;
}

enum engine_status puzzle_refute(struct solver *s, const struct puzzle *p, struct puzzle_answer *a,
                                 char *error)
{
    const struct solve_task *task = &p->task.solve;
    if (a->verdict != PUZZLE_NO_SOLUTION || a->is_over || task->moves == 0 ||
        task->aim > SOLVE_SELF)
        return ENGINE_OK;
    return certify(s, p, task, NULL, a, error);
}

void puzzle_print_line(FILE *out, const struct puzzle *p, const struct puzzle_answer *a)
{
    if (a->verdict == PUZZLE_UNDECIDED) {
        fputs("undecided\n", out);
    } else if (a->verdict == PUZZLE_NO_SOLUTION && p->task.solve.moves == 0) {
        fprintf(out, "no %s\n", p->task.name);
    } else if (a->verdict == PUZZLE_NO_SOLUTION) {
        fprintf(out, "no %s in %d\n", p->task.name, p->task.solve.moves);
    } else {
        const char *separator = "";
        if (a->win > 0)
            fprintf(out, "%s %d bm ", p->task.name, a->win);
        else
            fprintf(out, "%s bm ", p->task.name);
        for (size_t i = 0; i < a->moves_nb; i++)
            if (a->moves[i].is_key) {
                fprintf(out, "%s%s", separator, a->moves[i].text);
                separator = ",";
            }
        fprintf(out, " nodes %u\n", a->nodes);
    }
}
