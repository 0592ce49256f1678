#include "tools/solve_mine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WALK_MAX = 600, LINE_MAX = GAME_FEN_MAX + 2 * MOVE_TEXT_MAX };

/* What ranks a find besides its length; each is worth so much. */
enum {
    WORTH_MOVE = 10,
    WORTH_QUIET = 5,      /* the key captures nothing and gives no check */
    WORTH_SACRIFICE = 4,  /* the key's man can be taken at once */
    WORTH_SWITCHBACK = 3, /* the key's man returns to where it came from */
    WORTH_LEAN = 1        /* for each man less than allowed */
};

struct find {
    char line[LINE_MAX];
    int worth;
};

struct mine {
    const struct solve_command *command;
    struct solver *solver;
    struct position *pos;
    struct move_entry *list;
    uint64_t random;
    struct find *finds;
    size_t finds_nb;
    uint64_t tried;
};

/* Splitmix64 (Steele, Lea, Flood 2014). */
static uint64_t random_below(struct mine *m, uint64_t bound)
{
    uint64_t z = m->random += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (z ^ z >> 31) % bound;
}

/* Men on the board as its text names them: letters of a board in ranks, or squares of a list. */
static int count_men(const struct position *pos)
{
    char text[GAME_FEN_MAX];
    int men = 0;
    pos->game->format(pos, text);
    const bool is_list = strchr(text, ':') != NULL;
    const char *end = is_list ? strstr(text, ":H") : strchr(text, ' ');
    for (const char *c = text; c < end; c++)
        men += is_list ? *c >= '1' && *c <= '8' : (*c | 32) >= 'a' && (*c | 32) <= 'z';
    return men;
}

/* Plays at random, captures by preference, until so few men are left. */
static bool walk(struct mine *m, int men)
{
    const struct game *game = m->pos->game;
    if (pos_reset(m->pos) != ENGINE_OK)
        return false;
    for (int ply = 0; ply < WALK_MAX; ply++) {
        const struct move_entry *end = game->generate(m->pos, GEN_ALL, m->list);
        size_t captures = 0, pick;
        if (end == m->list || game->result(m->pos).outcome != OUTCOME_NONE)
            return false;
        for (struct move_entry *e = m->list; e < end; e++)
            if (e->flags & MOVE_CAPTURE) {
                const struct move_entry swapped = *e;
                *e = m->list[captures];
                m->list[captures++] = swapped;
            }
        pick = random_below(m, captures > 0 && random_below(m, 4) > 0 ? captures
                                                                      : (uint64_t)(end - m->list));
        const struct move_entry chosen = m->list[pick];
        if (setup_make(m->pos, &chosen) != ENGINE_OK)
            return false;
        if ((chosen.flags & MOVE_CAPTURE) && count_men(m->pos) <= men)
            break;
    }
    /* A puzzle is a position without a past. */
    m->pos->clock = 0;
    m->pos->fullmove = 1;
    m->pos->history_nb = m->pos->reversible = 0;
    return count_men(m->pos) <= men && game->result(m->pos).outcome == OUTCOME_NONE;
}

/* Does the key's man come back on some line of the solution? Follows the first defence only. */
static bool has_switchback(struct mine *m, const struct puzzle_move *key)
{
    struct solver *s = m->solver;
    const struct game *game = m->pos->game;
    unsigned at = move_to(key->move.entry.move);
    int left = key->move.win - 1, made = 1;
    bool found = false;
    solve_make(s, &key->move.entry);
    while (left > 0 && !found) {
        const struct move_entry *end = game->generate(solve_position(s), GEN_ALL, m->list);
        if (end == m->list)
            break;
        const struct move_entry reply = m->list[0];
        int win;
        solve_make(s, &reply);
        made++;
        if (solve_shortest(s, left, &win) != SOLVE_YES || win == 0)
            break;
        struct move_entry answer = {0};
        end = game->generate(solve_position(s), GEN_ALL, m->list);
        for (const struct move_entry *e = m->list; e < end && answer.move == MOVE_NONE; e++) {
            const struct move_entry tried = *e;
            solve_make(s, &tried);
            if (solve_holds(s, win) == SOLVE_YES)
                answer = tried;
            solve_unmake(s);
        }
        if (answer.move == MOVE_NONE)
            break;
        if (move_from(answer.move) == at) {
            at = move_to(answer.move);
            found = at == move_from(key->move.entry.move);
        }
        solve_make(s, &answer);
        made++;
        left = win - 1;
    }
    while (made-- > 0)
        solve_unmake(s);
    return found;
}

static int rate(struct mine *m, const struct puzzle_move *key)
{
    const struct game *game = m->pos->game;
    int worth =
        WORTH_MOVE * key->move.win + WORTH_LEAN * ((int)m->command->men - count_men(m->pos));
    if (solve_goto(m->solver, m->pos) != ENGINE_OK)
        return worth;
    solve_make(m->solver, &key->move.entry);
    const struct position *after = solve_position(m->solver);
    if (move_is_quiet(&key->move.entry) && !game->in_check(after))
        worth += WORTH_QUIET;
    const struct move_entry *end = game->generate(after, GEN_TACTICAL, m->list);
    for (const struct move_entry *e = m->list; e < end; e++)
        if ((e->flags & MOVE_CAPTURE) && move_to(e->move) == move_to(key->move.entry.move)) {
            worth += WORTH_SACRIFICE;
            break;
        }
    solve_unmake(m->solver);
    return worth + (has_switchback(m, key) ? WORTH_SWITCHBACK : 0);
}

/* Solves the present position; a sound one is kept. False: memory, or a fault that was told. */
static bool examine(struct mine *m, const struct puzzle_task *task)
{
    struct puzzle p = {.pos = m->pos, .task = *task};
    struct puzzle_answer a;
    char error[PUZZLE_ERROR_MAX] = "", fen[GAME_FEN_MAX];
    m->tried++;
    const enum engine_status status = puzzle_solve(m->solver, &p, m->command->method, &a, error);
    if (status != ENGINE_OK) {
        cli_error(m->command->self, CLI_IO, "%s", error[0] ? error : engine_strerror(status));
        return false;
    }
    for (size_t i = 0; i < a.moves_nb && a.verdict == PUZZLE_SOUND; i++)
        if (a.moves[i].is_key) {
            struct find *f = &m->finds[m->finds_nb++];
            m->pos->game->format(m->pos, fen);
            snprintf(f->line, sizeof f->line, "%s ;set=%s ;%s %d ;bm %s", fen, m->pos->game->name,
                     task->name, a.win, a.moves[i].text);
            f->worth = rate(m, &a.moves[i]);
        }
    puzzle_answer_fini(&a);
    return true;
}

static int compare_finds(const void *a, const void *b)
{
    const struct find *x = a, *y = b;
    return x->worth != y->worth ? y->worth - x->worth : strcmp(x->line, y->line);
}

static void print_progress(const struct mine *m, double start)
{
    if (!cli_is_terminal(stderr))
        return;
    fprintf(stderr, "\r\033[K%zu found of %" PRId64 ", %" PRIu64 " positions, %" PRIu64 " a second",
            m->finds_nb, m->command->count, m->tried,
            cli_rate((double)m->tried, cli_now() - start));
    fflush(stderr);
}

int solve_mine(struct solve_command *c)
{
    const struct game *game = c->setup.game ? c->setup.game : games_get(0);
    struct puzzle_task task;
    int code;
    if (!solve_command_task(c, game, &task, &code))
        return code != CLI_RUN ? code : cli_usage_error(c->self, "--mine needs --win or --aim");
    struct mine m = {.command = c,
                     .solver = solve_command_solver(c, (unsigned)c->threads, (size_t)c->hash, NULL),
                     .pos = pos_new(game),
                     .list = malloc(game->moves_max * sizeof *m.list),
                     .finds = calloc((size_t)c->count, sizeof *m.finds),
                     .random = (uint64_t)c->seed};
    const double start = cli_now();
    double told = start;
    code = m.solver && m.pos && m.list && m.finds ? CLI_OK
                                                  : cli_error(c->self, CLI_IO, "out of memory");
    while (code == CLI_OK && m.finds_nb < (size_t)c->count && !cli_is_interrupted()) {
        if (walk(&m, (int)c->men) && !examine(&m, &task))
            code = CLI_IO;
        if (cli_now() - told > 0.2) {
            told = cli_now();
            print_progress(&m, start);
        }
    }
    if (cli_is_terminal(stderr))
        fputs("\r\033[K", stderr);
    if (m.finds_nb > 0)
        qsort(m.finds, m.finds_nb, sizeof *m.finds, compare_finds);
    for (size_t i = 0; i < m.finds_nb; i++)
        printf("%s\n", m.finds[i].line);
    if (code == CLI_OK && m.finds_nb < (size_t)c->count)
        code = cli_error(c->self, CLI_INTERRUPTED, "interrupted with %zu of %" PRId64 " found",
                         m.finds_nb, c->count);
    solve_free(m.solver);
    pos_free(m.pos);
    free(m.list);
    free(m.finds);
    return code;
}
