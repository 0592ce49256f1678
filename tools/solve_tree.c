#include "tools/solve_tree.h"

#include "tools/json.h"

#include <stdlib.h>
#include <string.h>

enum { INDENT = 4 };

struct tree {
    FILE *out;
    struct solver *solver;
    const struct game *game;
    const struct tree_options *options;
    const char *line[2 * SOLVE_MOVES_MAX]; /* moves played from the root, engine notation */
    size_t line_nb;
    size_t variations_nb; /* told so far */
    bool is_short;        /* something was left out: a limit, memory */
};

/* A move of the present position as text in both notations, with what is known of it. */
struct branch {
    struct move_entry entry;
    char text[MOVE_TEXT_MAX], human[MOVE_TEXT_MAX];
    int win; /* a solver's move: the aim is reached in so many moves, 0: not in time */
};

/* ---- Lists --------------------------------------------------------------------------------- */

static int compare_branches(const void *a, const void *b)
{
    const struct branch *x = a, *y = b;
    if (x->win != y->win)
        return x->win - y->win;
    return strcmp(x->text, y->text);
}

/* All legal moves, sorted; the caller frees them. NULL when memory is short. */
static struct branch *list_branches(struct tree *t, size_t *nb)
{
    const struct position *pos = solve_position(t->solver);
    struct move_entry *list = malloc(t->game->moves_max * sizeof *list);
    *nb = list ? (size_t)(t->game->generate(pos, GEN_ALL, list) - list) : 0;
    struct branch *branches = list ? calloc(*nb + 1, sizeof *branches) : NULL;
    for (size_t i = 0; i < *nb && branches; i++) {
        branches[i].entry = list[i];
        t->game->move_format(pos, list[i].move, branches[i].text);
        t->game->move_human(pos, &list[i], branches[i].human);
    }
    free(list);
    if (!branches) {
        *nb = 0;
        t->is_short = true;
        return NULL;
    }
    qsort(branches, *nb, sizeof *branches, compare_branches);
    return branches;
}

static void enter(struct tree *t, const struct branch *b)
{
    solve_make(t->solver, &b->entry);
    t->line[t->line_nb++] = b->text;
}

static void leave(struct tree *t)
{
    solve_unmake(t->solver);
    t->line_nb--;
}

/* The solver to move: its moves that reach the aim in at most `moves`, shortest first. Without
 * --duals only as many as are of shortest length. */
static struct branch *list_answers(struct tree *t, int moves, size_t *nb)
{
    struct branch *all = list_branches(t, nb);
    size_t kept = 0;
    for (size_t i = 0; i < *nb && all; i++) {
        enum solve_answer holds = SOLVE_NO;
        enter(t, &all[i]);
        for (int n = 1; n <= moves && holds == SOLVE_NO; n++) {
            holds = solve_holds(t->solver, n);
            all[i].win = holds == SOLVE_YES ? n : 0;
        }
        leave(t);
        if (holds == SOLVE_UNKNOWN)
            t->is_short = true;
        if (all[i].win > 0)
            all[kept++] = all[i];
    }
    *nb = kept;
    if (all)
        qsort(all, kept, sizeof *all, compare_branches);
    return all;
}

/* ---- JSON ---------------------------------------------------------------------------------- */

static void json_line(struct json *j, const struct tree *t)
{
    json_array_begin(j, "line");
    for (size_t i = 0; i < t->line_nb; i++)
        json_text(j, NULL, t->line[i]);
    json_array_end(j);
}

static void json_branches(struct json *j, const char *name, const struct branch *list, size_t nb)
{
    json_array_begin(j, name);
    for (size_t i = 0; i < nb; i++)
        json_text(j, NULL, list[i].text);
    json_array_end(j);
}

/* ---- Variations ---------------------------------------------------------------------------- */

static void indent(const struct tree *t, int depth)
{
    fprintf(t->out, "%*s", depth * INDENT, "");
}

static void print_variation(struct tree *t, const struct branch *defence,
                            const struct branch *answers, size_t nb, int number, int depth)
{
    t->variations_nb++;
    if (t->options->json) {
        struct json j;
        json_begin(&j, t->out);
        json_text(&j, "type", "variation");
        json_line(&j, t);
        json_text(&j, "answer", nb > 0 ? answers[0].text : NULL);
        json_text(&j, "human", nb > 0 ? answers[0].human : NULL);
        json_integer(&j, "moves", nb > 0 ? answers[0].win : 0);
        if (t->options->duals)
            json_branches(&j, "duals", answers + (nb > 0), nb > 0 ? nb - 1 : 0);
        json_end(&j);
        return;
    }
    indent(t, depth);
    fprintf(t->out, "%d... %s (%s)", number, defence->human, defence->text);
    if (nb == 0) {
        fprintf(t->out, "  the aim is reached\n");
        return;
    }
    fprintf(t->out, "  %d. %s (%s)", number + 1, answers[0].human, answers[0].text);
    if (t->options->duals && nb > 1) {
        fprintf(t->out, "  dual:");
        for (size_t i = 1; i < nb; i++)
            fprintf(t->out, "%s %s (%s)", i > 1 ? "," : "", answers[i].human, answers[i].text);
    }
    putc('\n', t->out);
}

/* After a move of the solver that leaves it `moves` more: every defence and what answers it. */
static void walk_defences(struct tree *t, int moves, int number, int depth)
{
    size_t nb;
    if (solve_is_reached(t->solver, NULL))
        return;
    struct branch *defences = list_branches(t, &nb);
    for (size_t i = 0; i < nb && !t->is_short; i++) {
        size_t answers_nb = 0;
        struct branch *answers = NULL;
        enter(t, &defences[i]);
        const bool is_reached = solve_is_reached(t->solver, NULL);
        if (!is_reached)
            answers = list_answers(t, moves, &answers_nb);
        if (is_reached || answers_nb > 0)
            print_variation(t, &defences[i], answers, answers_nb, number, depth);
        if (answers_nb > 0 && answers[0].win > 1) {
            enter(t, &answers[0]);
            walk_defences(t, answers[0].win - 1, number + 1, depth + 1);
            leave(t);
        }
        free(answers);
        leave(t);
    }
    free(defences);
}

/* ---- Keys ---------------------------------------------------------------------------------- */

/* What the solver threatens after its key: the answers to a pass. False: there is no passing here,
 * so that nothing can be said. */
static bool find_threats(struct tree *t, int moves, struct branch **threats, size_t *nb)
{
    *threats = NULL;
    *nb = 0;
    if (moves == 0 || !solve_pass(t->solver))
        return false;
    *threats = list_answers(t, moves, nb);
    solve_unmake(t->solver);
    return true;
}

static void print_key(struct tree *t, const struct puzzle_move *m, bool can_pass,
                      const struct branch *threats, size_t nb)
{
    if (t->options->json) {
        struct json j;
        json_begin(&j, t->out);
        json_text(&j, "type", "key");
        json_text(&j, "move", m->text);
        json_text(&j, "human", m->human);
        json_integer(&j, "moves", m->move.win);
        if (can_pass) {
            json_branches(&j, "threats", threats, nb);
            json_bool(&j, "zugzwang", nb == 0);
        }
        json_end(&j);
        return;
    }
    fprintf(t->out, "1. %s! (%s)", m->human, m->text);
    if (can_pass && nb == 0)
        fprintf(t->out, "  zugzwang");
    for (size_t i = 0; i < nb; i++)
        fprintf(t->out, "%s %s (%s)", i == 0 ? "  threat: 2." : ",", threats[i].human,
                threats[i].text);
    putc('\n', t->out);
}

static void walk_key(struct tree *t, const struct puzzle_move *m)
{
    struct branch key = {.entry = m->move.entry};
    struct branch *threats = NULL;
    size_t nb = 0;
    snprintf(key.text, sizeof key.text, "%s", m->text);
    enter(t, &key);
    const bool can_pass =
        !solve_is_reached(t->solver, NULL) && find_threats(t, m->move.win - 1, &threats, &nb);
    print_key(t, m, can_pass, threats, nb);
    free(threats);
    walk_defences(t, m->move.win - 1, 1, 1);
    leave(t);
}

/* ---- Tries --------------------------------------------------------------------------------- */

struct
try {
    const struct puzzle_move *move;
    char text[MOVE_TEXT_MAX], human[MOVE_TEXT_MAX]; /* the first refutation; "": the game is over */
    size_t refutations;
};

static int compare_tries(const void *a, const void *b)
{
    const struct try *x = a, *y = b;
    if (x->refutations != y->refutations)
        return x->refutations < y->refutations ? -1 : 1;
    return strcmp(x->move->text, y->move->text);
}

/* All replies after which the solver does not reach its aim in the moves that are left. */
static struct try look_for_refutations(struct tree *t, const struct puzzle_move *m, int moves)
{
    struct branch key = {.entry = m->move.entry};
    struct try result = {.move = m};
    size_t nb;
    enter(t, &key);
    struct branch *replies = list_branches(t, &nb);
    for (size_t i = 0; i < nb; i++) {
        int win;
        enter(t, &replies[i]);
        const enum solve_answer answer = solve_shortest(t->solver, moves - 1, &win);
        leave(t);
        if (answer == SOLVE_UNKNOWN)
            t->is_short = true;
        if (answer != SOLVE_NO || result.refutations++ > 0)
            continue;
        snprintf(result.text, sizeof result.text, "%s", replies[i].text);
        snprintf(result.human, sizeof result.human, "%s", replies[i].human);
    }
    free(replies);
    leave(t);
    return result;
}

static void print_try(struct tree *t, const struct try *y)
{
    if (t->options->json) {
        struct json j;
        json_begin(&j, t->out);
        json_text(&j, "type", "try");
        json_text(&j, "move", y->move->text);
        json_text(&j, "human", y->move->human);
        json_text(&j, "refutation", y->text[0] ? y->text : NULL);
        json_unsigned(&j, "refutations", y->refutations);
        json_end(&j);
        return;
    }
    fprintf(t->out, "1. %s? (%s)", y->move->human, y->move->text);
    if (!y->text[0])
        fprintf(t->out, "  ends the game\n");
    else
        fprintf(t->out, "  %s 1... %s! (%s)", y->refutations == 1 ? "only" : "but", y->human,
                y->text);
    if (y->refutations > 1)
        fprintf(t->out, "  and %zu more", y->refutations - 1);
    if (y->text[0])
        putc('\n', t->out);
}

/* The moves that are no keys, those that fail to the fewest replies first. */
static void walk_tries(struct tree *t, const struct puzzle_answer *a, int moves)
{
    struct try *tries = calloc(a->moves_nb + 1, sizeof *tries);
    size_t nb = 0;
    for (size_t i = 0; i < a->moves_nb && tries && !t->is_short; i++)
        if (!a->moves[i].is_key)
            tries[nb++] = look_for_refutations(t, &a->moves[i], moves);
    if (!tries)
        t->is_short = true;
    if (tries)
        qsort(tries, nb, sizeof *tries, compare_tries);
    if (nb > 0 && !t->options->json)
        fprintf(t->out, "tries:\n");
    for (size_t i = 0; i < nb; i++)
        print_try(t, &tries[i]);
    free(tries);
}

/* ---- Set play ------------------------------------------------------------------------------ */

/* The other side moves first, and the solver has one move less. */
static void walk_set_play(struct tree *t, int moves)
{
    if (!solve_pass(t->solver)) {
        if (!t->options->json)
            fprintf(t->out, "set play: the side to move cannot pass here\n");
        return;
    }
    if (!t->options->json)
        fprintf(t->out, "set play:\n");
    t->line[t->line_nb++] = "0000";
    const size_t before = t->variations_nb;
    walk_defences(t, moves - 1, 1, 1);
    if (t->variations_nb == before && !t->options->json)
        fprintf(t->out, "    none: no move of the other side has an answer that is quick enough\n");
    t->line_nb--;
    solve_unmake(t->solver);
}

bool tree_print(FILE *out, struct solver *s, const struct puzzle *p, const struct puzzle_answer *a,
                const struct tree_options *options)
{
    struct tree t = {.out = out, .solver = s, .game = p->pos->game, .options = options};
    const int moves = a->win > 0 ? a->win : p->task.solve.moves;
    if (solve_goto(s, p->pos) != ENGINE_OK)
        return false;
    if (options->set && moves > 1)
        walk_set_play(&t, moves);
    for (size_t i = 0; i < a->moves_nb && (options->tree || options->duals); i++)
        if (a->moves[i].is_key)
            walk_key(&t, &a->moves[i]);
    if (options->tries && moves > 0)
        walk_tries(&t, a, moves);
    return !t.is_short;
}
