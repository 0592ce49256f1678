/* Looks for sound puzzles near a position: with one man less, one man elsewhere, or one man more.
 */
#include "tools/solve_mine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MEN_MAX = 112, CODE_MAX = 48 };

/* A position text as men on named places, so that one can be changed. A board in ranks has its
 * cells; a list has its squares, and a place below 0 is off the board. */
struct layout {
    const struct game *game;
    bool is_list; /* Bashni's: W:W...:B...:H0:F1 */
    int files, ranks;
    struct {
        char code[CODE_MAX]; /* letters; of a list: side, K or not, and what is below */
        int place;
    } men[MEN_MAX + 1];
    int men_nb;
    char tail[GAME_FEN_MAX]; /* what follows the board */
};

struct explorer {
    const struct solve_command *command;
    struct solver *solver;
    struct position *pos;
    struct puzzle_task task;
    unsigned long tried, found;
};

/* ---- Text ---------------------------------------------------------------------------------- */

static void add_man(struct layout *l, const char *code, size_t length, int place)
{
    if (l->men_nb == MEN_MAX || length >= CODE_MAX)
        return;
    snprintf(l->men[l->men_nb].code, CODE_MAX, "%.*s", (int)length, code);
    l->men[l->men_nb++].place = place;
}

static void read_ranks(struct layout *l, const char *text)
{
    int file = 0, rank = 0;
    for (; *text && *text != ' '; text++) {
        if (*text == '/') {
            l->files = file;
            file = 0;
            rank++;
        } else if (*text >= '0' && *text <= '9') {
            char *end;
            file += (int)strtol(text, &end, 10);
            text = end - 1;
        } else {
            const size_t length = *text == '.' ? 2 : 1;
            add_man(l, text, length, rank * 16 + file++);
            text += length - 1;
        }
    }
    l->ranks = rank + 1;
    snprintf(l->tail, sizeof l->tail, "%s", text);
}

/* A tower is "Ka1(bb)"; its code is the side, "K" or "-", and the part in parentheses. */
static void read_list(struct layout *l, const char *text)
{
    l->files = l->ranks = 8;
    l->tail[0] = text[0];
    for (int side = 0; side < 2; side++) {
        text = strchr(text, ':');
        if (!text)
            return;
        for (text += 2; *text && *text != ':'; text += *text == ',') {
            char code[CODE_MAX];
            const bool is_king = *text == 'K';
            text += is_king;
            const int place = ('8' - text[1]) * 16 + text[0] - 'a';
            const size_t below = strcspn(text + 2, ",:");
            snprintf(code, sizeof code, "%d%c%.*s", side, is_king ? 'K' : '-', (int)below,
                     text + 2);
            add_man(l, code, strlen(code), place);
            text += 2 + below;
        }
    }
}

static void read_layout(struct layout *l, const struct position *pos)
{
    char text[GAME_FEN_MAX];
    pos->game->format(pos, text);
    *l = (struct layout){.game = pos->game, .is_list = strchr(text, ':') != NULL};
    if (l->is_list)
        read_list(l, text);
    else
        read_ranks(l, text);
}

static int man_at(const struct layout *l, int place)
{
    for (int i = 0; i < l->men_nb; i++)
        if (l->men[i].place == place)
            return i;
    return -1;
}

static void write_list(const struct layout *l, FILE *out)
{
    fprintf(out, "%c", l->tail[0]);
    for (int side = 0; side < 2; side++) {
        const char *separator = "";
        fprintf(out, ":%c", "WB"[side]);
        for (int i = 0; i < l->men_nb; i++) {
            const char *code = l->men[i].code;
            if (l->men[i].place < 0 || code[0] != '0' + side)
                continue;
            fprintf(out, "%s%s%c%c%s", separator, code[1] == 'K' ? "K" : "",
                    'a' + l->men[i].place % 16, '8' - l->men[i].place / 16, code + 2);
            separator = ",";
        }
    }
    fputs(":H0:F1", out);
}

static void write_ranks(const struct layout *l, FILE *out)
{
    for (int rank = 0; rank < l->ranks; rank++) {
        int run = 0;
        for (int file = 0; file < l->files; file++) {
            const int man = man_at(l, rank * 16 + file);
            if (man < 0) {
                run++;
                continue;
            }
            if (run > 0)
                fprintf(out, "%d", run);
            run = 0;
            fputs(l->men[man].code, out);
        }
        if (run > 0)
            fprintf(out, "%d", run);
        if (rank + 1 < l->ranks)
            putc('/', out);
    }
    fputs(l->tail, out);
}

/* ---- Trying -------------------------------------------------------------------------------- */

/* Solves the layout if it is a position; prints it if it is sound. False: stop. */
static bool examine(struct explorer *x, const struct layout *l)
{
    char text[GAME_FEN_MAX] = "", error[PUZZLE_ERROR_MAX] = "";
    struct puzzle p = {.pos = x->pos, .task = x->task};
    struct puzzle_answer a;
    FILE *out = fmemopen(text, sizeof text, "w");
    if (!out)
        return false;
    (l->is_list ? write_list : write_ranks)(l, out);
    if (fclose(out) != 0 || pos_set(x->pos, text, NULL) != ENGINE_OK)
        return true; /* too long, or no position of the game */
    x->tried++;
    const enum engine_status status = puzzle_solve(x->solver, &p, x->command->method, &a, error);
    if (status != ENGINE_OK) {
        cli_error(x->command->self, CLI_IO, "%s", error[0] ? error : engine_strerror(status));
        return false;
    }
    for (size_t i = 0; i < a.moves_nb && a.verdict == PUZZLE_SOUND; i++)
        if (a.moves[i].is_key) {
            printf("%s ;set=%s ;%s %d ;bm %s\n", text, l->game->name, x->task.name, a.win,
                   a.moves[i].text);
            fflush(stdout); /* what is found after hours shall not be lost in a buffer */
            x->found++;
        }
    puzzle_answer_fini(&a);
    return !cli_is_interrupted() && x->found < (unsigned long)x->command->count;
}

/* Puts man number `man` on every free place in turn. */
static bool try_places(struct explorer *x, struct layout *l, int man)
{
    const int kept = l->men[man].place;
    bool goes_on = true;
    for (int rank = 0; rank < l->ranks && goes_on; rank++)
        for (int file = 0; file < l->files && goes_on; file++)
            if (man_at(l, rank * 16 + file) < 0) {
                l->men[man].place = rank * 16 + file;
                goes_on = examine(x, l);
            }
    l->men[man].place = kept;
    return goes_on;
}

static bool try_all(struct explorer *x, struct layout *l)
{
    const int men = l->men_nb;
    bool goes_on = true;
    for (int man = 0; man < men && goes_on; man++) { /* one less */
        const int kept = l->men[man].place;
        l->men[man].place = -1;
        goes_on = examine(x, l);
        l->men[man].place = kept;
    }
    for (int man = 0; man < men && goes_on; man++) /* one elsewhere */
        goes_on = try_places(x, l, man);
    for (int man = 0; man < men && goes_on; man++) { /* one more, of a kind that is there */
        add_man(l, l->men[man].code, strlen(l->men[man].code), -1);
        if (l->men_nb > men)
            goes_on = try_places(x, l, men);
        l->men_nb = men;
    }
    return goes_on;
}

int solve_explore(struct solve_command *c)
{
    struct explorer x = {.command = c};
    struct layout *layout = malloc(sizeof *layout);
    struct position *start;
    int code = layout ? setup_position(c->self, &c->setup, &start) : CLI_IO;
    if (code != CLI_RUN) {
        free(layout);
        return code;
    }
    read_layout(layout, start);
    x.pos = pos_new_like(start);
    x.solver = solve_command_solver(c, (unsigned)c->threads, (size_t)c->hash, NULL);
    if (!solve_command_task(c, start->game, &x.task, &code))
        code = code != CLI_RUN ? code : cli_usage_error(c->self, "--explore needs --win or --aim");
    else if (!x.pos || !x.solver)
        code = cli_error(c->self, CLI_IO, "out of memory");
    if (code == CLI_RUN) {
        const bool is_done = try_all(&x, layout) || x.found >= (unsigned long)c->count;
        code = is_done ? (x.found > 0 ? CLI_OK : CLI_NEGATIVE)
               : cli_is_interrupted()
                   ? cli_error(c->self, CLI_INTERRUPTED,
                               "interrupted with %lu of %" PRId64 " found", x.found, c->count)
                   : CLI_IO;
    }
    solve_free(x.solver);
    pos_free(x.pos);
    pos_free(start);
    free(layout);
    return code;
}
