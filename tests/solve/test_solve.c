/* The solver against the plainest search there is, against the puzzles, and against forgery. */
#include "engine/position.h"
#include "engine/solve/solve.h"
#include "tests/solve/brute.h"
#include "tests/support/game_checks.h"
#include "tools/certcheck.h"
#include "tools/certificate.h"
#include "tools/puzzle.h"

static struct solver *make_solver(struct test *t, unsigned threads, size_t hash)
{
    const struct solve_options options = {.threads = threads, .hash = hash};
    struct solver *s = solve_new(&options);
    CHECK(s != NULL);
    return s;
}

/* --- against the plain search --- */

static struct brute_aim aim_of(const struct position *pos, const struct solve_task *task)
{
    const bool white = (pos->side == WHITE) == (task->aim == SOLVE_FORCE);
    return (struct brute_aim){task->is_draw ? OUTCOME_DRAW
                              : white       ? OUTCOME_WHITE_WINS
                                            : OUTCOME_BLACK_WINS,
                              task->way};
}

/* Length after length, every first move: the solver must say the same of each. Returns the shortest
 * length, or 0. */
static int compare(struct test *t, struct solver *s, struct position *pos,
                   const struct solve_task *task)
{
    const struct brute_aim aim = aim_of(pos, task);
    struct solve_result r = {0};
    char fen[GAME_FEN_MAX];
    union undo undo;
    int shortest = 0;
    pos->game->format(pos, fen);
    if (!CHECK_EQ_INT(solve_run(s, pos, task, &r), ENGINE_OK))
        return 0;
    pos_reserve(pos, 2 * (unsigned)task->moves + 2);
    for (int n = 1; n <= task->moves && shortest == 0; n++)
        for (size_t i = 0; i < r.moves_nb; i++) {
            const struct solve_move *m = &r.moves[i];
            char text[MOVE_TEXT_MAX];
            pos->game->move_format(pos, m->entry.move, text);
            pos->game->make(pos, &m->entry, &undo);
            const bool wins = task->aim == SOLVE_HELP ? brute_help(pos, &aim, 2 * n - 1)
                                                      : brute_must(pos, &aim, n);
            pos->game->unmake(pos, &m->entry, &undo);
            if (wins)
                shortest = n;
            CHECK_MSG(wins ? m->win == n : m->win != n && m->no_win >= n,
                      "%s, %s in %d: plain search says %d, the solver win %d, no win %d", fen, text,
                      n, wins, m->win, m->no_win);
        }
    CHECK_MSG(r.win == shortest, "%s: shortest %d, solver %d", fen, shortest, r.win);
    CHECK_EQ_INT(r.outcome, shortest ? SOLVE_WON : SOLVE_NONE);
    return shortest;
}

/* Random positions; the deep ones are few, since the plain search is slow. */
static void compare_random(struct test *t, const char *name, int moves, int count)
{
    const struct game *game = games_find(name);
    struct position *pos = checks_new(t, game);
    struct solver *s = make_solver(t, 1, 1);
    int wins[4] = {0};
    for (int i = 0; i < count && t->failures == 0; i++) {
        brute_random_position(t, pos);
        const struct solve_task task = {.aim = SOLVE_FORCE, .moves = moves};
        wins[compare(t, s, pos, &task)]++;
    }
    printf("# %s: %d positions, won in 1: %d, in 2: %d, in 3: %d\n", name, count, wins[1], wins[2],
           wins[3]);
    solve_free(s);
    pos_free(pos);
}

static void case_random_belarusian(struct test *t)
{
    compare_random(t, "belarusian", 2, amount(300, 20, 3000));
    compare_random(t, "belarusian-original", 2, amount(50, 10, 500));
    compare_random(t, "belarusian-noble", 2, amount(50, 10, 500));
    compare_random(t, "belarusian", 3, amount(20, 0, 3000));
}

static void case_random_tamerlane(struct test *t)
{
    compare_random(t, "tamerlane", 2, amount(300, 20, 3000));
    compare_random(t, "tamerlane", 3, amount(10, 0, 3000));
}

static void case_random_bashni(struct test *t)
{
    compare_random(t, "bashni", 3, amount(1500, 20, 20000));
}

/* --- last moves --- */

static bool lists_move(const struct move_entry *list, const struct move_entry *end, move_t move)
{
    while (list < end && list->move != move)
        list++;
    return list < end;
}

/* The list of last moves holds every move that wins at once, and legal moves only. Returns how many
 * legal moves it leaves out. */
static int check_final(struct test *t, struct position *pos, int *wins)
{
    static struct move_entry all[LIST_MAX], some[LIST_MAX]; /* large; one thread */
    const struct game *game = pos->game;
    const struct move_entry *end = game->generate(pos, GEN_ALL, all);
    const struct move_entry *stop = game->generate_final(pos, some);
    const enum outcome win = pos->side == WHITE ? OUTCOME_WHITE_WINS : OUTCOME_BLACK_WINS;
    int left_out = (int)(end - all);
    char fen[GAME_FEN_MAX];
    union undo undo;
    game->format(pos, fen);
    for (const struct move_entry *m = some; m < stop; m++, left_out--) {
        CHECK_MSG(lists_move(all, end, m->move), "%s: %#x is no legal move", fen, m->move);
        CHECK_MSG(!lists_move(m + 1, stop, m->move), "%s: %#x twice", fen, m->move);
    }
    for (const struct move_entry *m = all; m < end; m++) {
        char text[MOVE_TEXT_MAX];
        game->move_format(pos, m->move, text);
        game->make(pos, m, &undo);
        const bool is_won = game->result(pos).outcome == win;
        game->unmake(pos, m, &undo);
        *wins += is_won;
        CHECK_MSG(!is_won || lists_move(some, stop, m->move), "%s: %s wins, unlisted", fen, text);
    }
    return left_out;
}

/* Random positions, and those that random moves lead to. */
static void check_finals(struct test *t, const char *name, int count)
{
    struct position *pos = checks_new(t, games_find(name));
    struct move_entry *list = malloc(pos->game->moves_max * sizeof *list);
    int wins = 0, left_out = 0;
    pos_reserve(pos, WALK_PLIES_MAX);
    for (int i = 0, plies = 0; i < count && t->failures == 0; i++, plies--) {
        union undo undo;
        if (plies == 0 || pos->game->result(pos).outcome != OUTCOME_NONE) {
            brute_random_position(t, pos);
            plies = 20;
            pos_reserve(pos, WALK_PLIES_MAX);
        }
        left_out += check_final(t, pos, &wins);
        const size_t nb = (size_t)(pos->game->generate(pos, GEN_ALL, list) - list);
        pos->game->make(pos, &list[test_random_below(t, nb)], &undo);
    }
    printf("# %s: %d positions, %d winning moves, %d moves left out\n", name, count, wins,
           left_out);
    CHECK(wins > 0 && left_out > count);
    free(list);
    pos_free(pos);
}

static void case_finals(struct test *t)
{
    check_finals(t, "belarusian", amount(4000, 500, 1000000));
    check_finals(t, "belarusian-original", amount(1000, 500, 300000));
    check_finals(t, "belarusian-noble", amount(1000, 500, 300000));
    check_finals(t, "tamerlane", amount(4000, 500, 1000000));
    check_finals(t, "bashni", amount(4000, 500, 1000000));
}

/* Other aims: every way to win and to draw, self and help play. */
static void compare_aims(struct test *t, const char *name, int count)
{
    const struct game *game = games_find(name);
    struct position *pos = checks_new(t, game);
    struct solver *s = make_solver(t, 1, 1);
    int reached[8] = {0};
    for (int i = 0; i < count && t->failures == 0; i++) {
        int k = 0;
        brute_random_position(t, pos);
        for (const char *const *way = game->win_ways; *way; way++) {
            const struct solve_task task = {.aim = SOLVE_FORCE, .way = *way, .moves = 2};
            reached[k++] += compare(t, s, pos, &task) > 0;
        }
        for (const char *const *way = game->draw_ways; *way; way++) {
            const struct solve_task task = {
                .aim = SOLVE_FORCE, .is_draw = true, .way = *way, .moves = 2};
            reached[k++] += compare(t, s, pos, &task) > 0;
        }
        const struct solve_task self = {.aim = SOLVE_SELF, .moves = 2};
        reached[k++] += compare(t, s, pos, &self) > 0;
        const struct solve_task help = {.aim = SOLVE_HELP, .moves = 1};
        reached[k] += compare(t, s, pos, &help) > 0;
    }
    printf("# %s: %d positions, reached by aim:", name, count);
    for (int k = 0; k < 6; k++)
        printf(" %d", reached[k]);
    printf("\n");
    solve_free(s);
    pos_free(pos);
}

static void case_aims(struct test *t)
{
    compare_aims(t, "belarusian", amount(40, 5, 1000));
    compare_aims(t, "tamerlane", amount(40, 5, 1000));
    compare_aims(t, "bashni", amount(200, 20, 2000));
}

/* --- the two searches against each other --- */

/* df-pn knows nothing of the exhaustive search's results, yet says the same of every key. */
static void compare_methods(struct test *t, const char *name, int moves, int count)
{
    struct position *pos = checks_new(t, games_find(name));
    struct solver *s = make_solver(t, 1, 1), *other = make_solver(t, 2, 1);
    int wins = 0;
    for (int i = 0; i < count && t->failures == 0; i++) {
        struct solve_task task = {.aim = SOLVE_FORCE, .moves = moves};
        struct solve_result a, b;
        char fen[GAME_FEN_MAX];
        brute_random_position(t, pos);
        pos->game->format(pos, fen);
        REQUIRE(solve_run(s, pos, &task, &a) == ENGINE_OK);
        task.method = SOLVE_NUMBERS;
        REQUIRE(solve_run(other, pos, &task, &b) == ENGINE_OK);
        CHECK_MSG(a.outcome == b.outcome && a.win == b.win, "%s: %d %d, by df-pn %d %d", fen,
                  a.outcome, a.win, b.outcome, b.win);
        for (size_t k = 0; k < a.moves_nb && a.win > 0; k++)
            CHECK_MSG((a.moves[k].win == a.win) == (b.moves[k].win == a.win), "%s: move %zu", fen,
                      k);
        wins += a.win > 0;
    }
    printf("# %s: %d positions, %d wins\n", name, count, wins);
    solve_free(s);
    solve_free(other);
    pos_free(pos);
}

static void case_methods(struct test *t)
{
    compare_methods(t, "belarusian", 3, amount(50, 5, 1000));
    compare_methods(t, "tamerlane", 3, amount(50, 5, 1000));
    compare_methods(t, "bashni", 5, amount(200, 10, 5000));
}

/* --- the puzzles --- */

struct puzzle_file {
    const char *game, *path;
};

static const struct puzzle_file puzzle_files[] = {
    {"belarusian", "tests/data/belarusian.puzzles.epd"},
    {"tamerlane", "tests/data/tamerlane.puzzles.epd"},
    {"bashni", "tests/data/bashni.puzzles.epd"}};

/* Each puzzle of the file, the first moves_max moves long at most. */
static void each_puzzle(struct test *t, const struct puzzle_file *file, int moves_max,
                        void (*check)(struct test *t, const struct puzzle *p))
{
    struct suite suite;
    struct suite_record record;
    const char *why;
    char error[PUZZLE_ERROR_MAX];
    REQUIRE(suite_open(&suite, file->path));
    while (suite_next(&suite, &record, &why) == SUITE_RECORD) {
        struct puzzle p;
        if (!CHECK_MSG(puzzle_read(&p, &record, games_find(file->game), NULL, error), "%s", error))
            continue;
        if (p.task.solve.moves <= moves_max)
            check(t, &p);
        puzzle_fini(&p);
    }
    suite_close(&suite);
}

/* The answer as one text: what must not depend on memory or threads. */
static void answer_text(struct test *t, const struct puzzle *p, unsigned threads, size_t hash,
                        char *out, size_t size)
{
    struct solver *s = make_solver(t, threads, hash);
    struct puzzle_answer a;
    char error[PUZZLE_ERROR_MAX] = "";
    if (CHECK_MSG(puzzle_solve(s, p, NULL, &a, error) == ENGINE_OK, "%s", error)) {
        FILE *f = fmemopen(out, size, "w");
        puzzle_print_line(f, p, &a);
        fclose(f);
        CHECK_MSG(a.verdict == PUZZLE_SOUND, "line %zu: %s", p->line, out);
        CHECK(a.certificate != NULL);
        puzzle_answer_fini(&a);
    }
    solve_free(s);
}

static void check_answers(struct test *t, const struct puzzle *p)
{
    enum { SIZE = 512 };
    char one[SIZE] = "", other[SIZE] = "";
    answer_text(t, p, 1, 64, one, SIZE);
    answer_text(t, p, 3, 1, other, SIZE);
    CHECK_EQ_STR(one, other);
}

static void case_puzzles(struct test *t)
{
    for (size_t i = 0; i < COUNT(puzzle_files); i++)
        each_puzzle(t, &puzzle_files[i], amount(3, 2, 9), check_answers);
}

/* One solver answers all puzzles of a file, from the first to the last and back again: what it
 * answered before makes no difference. */
static void check_order(struct test *t, const struct puzzle_file *file, int moves_max)
{
    enum { SIZE = 512, PUZZLES = 40 };
    char answers[PUZZLES][SIZE];
    struct puzzle puzzles[PUZZLES];
    size_t nb = 0;
    struct suite suite;
    struct suite_record record;
    const char *why;
    char error[PUZZLE_ERROR_MAX];
    struct solver *s = make_solver(t, 1, 1);
    REQUIRE(suite_open(&suite, file->path));
    while (nb < PUZZLES && suite_next(&suite, &record, &why) == SUITE_RECORD) {
        REQUIRE(puzzle_read(&puzzles[nb], &record, games_find(file->game), NULL, error));
        if (puzzles[nb].task.solve.moves <= moves_max)
            nb++;
        else
            puzzle_fini(&puzzles[nb]);
    }
    suite_close(&suite);
    for (size_t i = 0; i < 2 * nb; i++) {
        const size_t k = i < nb ? i : 2 * nb - 1 - i;
        struct puzzle_answer a;
        char text[SIZE] = "";
        REQUIRE(puzzle_solve(s, &puzzles[k], NULL, &a, error) == ENGINE_OK);
        FILE *f = fmemopen(i < nb ? answers[k] : text, SIZE, "w");
        puzzle_print_line(f, &puzzles[k], &a);
        fclose(f);
        puzzle_answer_fini(&a);
        if (i >= nb)
            CHECK_EQ_STR(text, answers[k]);
    }
    for (size_t i = 0; i < nb; i++)
        puzzle_fini(&puzzles[i]);
    solve_free(s);
}

static void case_order(struct test *t)
{
    for (size_t i = 0; i < COUNT(puzzle_files); i++)
        check_order(t, &puzzle_files[i], amount(3, 2, 9));
}

/* --- repetition and counters --- */

/* Plays pos -move-> and says whether it leads back to `key` by a reply; plays that reply too. */
static bool play_back(struct position *pos, zkey_t key, struct move_entry *list)
{
    union undo first, second;
    struct move_entry *end = pos->game->generate(pos, GEN_ALL, list);
    for (const struct move_entry *a = list; a < end; a++) {
        pos->game->make(pos, a, &first);
        struct move_entry *last = pos->game->generate(pos, GEN_ALL, end);
        for (const struct move_entry *b = end; b < last; b++) {
            pos->game->make(pos, b, &second);
            if (pos->key == key)
                return true;
            pos->game->unmake(pos, b, &second);
        }
        pos->game->unmake(pos, a, &first);
    }
    return false;
}

/* Random won positions, reached again after a cycle has gone twice through a position of the
 * solution: key, reply, and two moves back. Says in how many the history took the win away. */
static void compare_cycles(struct test *t, const char *name, const char *option, int moves,
                           int wanted)
{
    struct position *pos = checks_new(t, games_find(name));
    struct position *past = checks_new(t, games_find(name));
    struct solver *s = make_solver(t, 1, 1);
    struct move_entry *list = malloc(4 * pos->game->moves_max * sizeof *list);
    const struct solve_task task = {.aim = SOLVE_FORCE, .moves = moves};
    int cycles = 0, changed = 0;
    union undo undo;
    if (option) {
        pos_set_option(pos, option, "on");
        pos_set_option(past, option, "on");
    }
    for (int i = 0; i < 200000 && cycles < wanted && t->failures == 0; i++) {
        struct solve_result r;
        brute_random_position(t, pos);
        if (solve_run(s, pos, &task, &r) != ENGINE_OK || r.win < 2)
            continue;
        const int before = r.win;
        struct move_entry key = {0};
        for (size_t k = 0; k < r.moves_nb; k++)
            if (r.moves[k].win == r.win)
                key = r.moves[k].entry;
        const zkey_t root = pos->key;
        pos_reserve(pos, 64);
        pos->game->make(pos, &key, &undo);
        struct move_entry *end = pos->game->generate(pos, GEN_ALL, list);
        for (struct move_entry *m = list; m < end && cycles < wanted; m++) {
            pos_copy(past, pos);
            pos_reserve(past, 64);
            past->game->make(past, m, &undo);
            /* The game begins here: twice back to the root, once more through its key. */
            past->history_nb = past->reversible = 0;
            if (past->game->result(past).outcome != OUTCOME_NONE || !play_back(past, root, end))
                continue;
            past->game->make(past, &key, &undo);
            past->game->make(past, m, &undo);
            if (past->game->result(past).outcome != OUTCOME_NONE || !play_back(past, root, end) ||
                past->game->result(past).outcome != OUTCOME_NONE)
                continue;
            cycles++;
            changed += compare(t, s, past, &task) != before;
        }
    }
    printf("# %s: %d cycles, the win gone or longer in %d\n", name, cycles, changed);
    CHECK(cycles > 0);
    CHECK(changed > 0);
    free(list);
    solve_free(s);
    pos_free(pos);
    pos_free(past);
}

static void case_repetition(struct test *t)
{
    compare_cycles(t, "bashni", NULL, 3, amount(60, 20, 2000));
    compare_cycles(t, "belarusian", NULL, 2, amount(20, 5, 300));
    compare_cycles(t, "tamerlane", "RepetitionDraw", 2, amount(20, 5, 300));
}

/* --- certificates --- */

struct forgery {
    char *text;
    size_t size;
};

static void make_certificate(struct test *t, const char *game, const char *fen, int moves,
                             struct forgery *out)
{
    char error[PUZZLE_ERROR_MAX];
    struct puzzle p = {.pos = checks_new(t, games_find(game))};
    struct puzzle_answer a;
    struct solver *s = make_solver(t, 1, 1);
    *out = (struct forgery){0};
    checks_set(t, p.pos, "forgery", fen);
    p.task.solve = (struct solve_task){.aim = SOLVE_FORCE, .moves = moves};
    if (CHECK(puzzle_solve(s, &p, NULL, &a, error) == ENGINE_OK) && CHECK(a.certificate)) {
        out->text = malloc(a.certificate_size);
        out->size = a.certificate_size;
        memcpy(out->text, a.certificate, a.certificate_size);
        puzzle_answer_fini(&a);
    }
    solve_free(s);
    puzzle_fini(&p);
}

static bool is_accepted(const char *text, size_t size, char *keys, size_t keys_size, int *moves)
{
    struct certcheck_claim claim;
    char why[CERTCHECK_TEXT_MAX];
    size_t line;
    const bool ok = certcheck(text, size, &claim, &line, why);
    if (ok && keys) {
        snprintf(keys, keys_size, "%s", claim.keys);
        *moves = claim.moves;
    }
    free(claim.keys);
    return ok;
}

/* Every flip of a byte, and every truncation, is refused; so is every flip under a new checksum,
 * unless what it says is as true as before. */
static void check_forgeries(struct test *t, const char *game, const char *fen, int moves)
{
    struct forgery f;
    char keys[64] = "", forged[64] = "";
    int length = 0, forged_length = 0;
    make_certificate(t, game, fen, moves, &f);
    if (!f.text)
        return;
    CHECK(is_accepted(f.text, f.size, keys, sizeof keys, &length));
    CHECK_EQ_INT(length, moves);
    for (size_t i = 0; i < f.size; i++) {
        const char kept = f.text[i];
        CHECK_MSG(!is_accepted(f.text, i, NULL, 0, NULL), "truncated at %zu", i);
        for (int bit = 0; bit < 8; bit++) {
            f.text[i] = (char)(kept ^ 1 << bit);
            CHECK_MSG(!is_accepted(f.text, f.size, NULL, 0, NULL), "byte %zu bit %d", i, bit);
        }
        f.text[i] = kept;
    }
    enum { SUM = 40 };
    char sum[CERTIFICATE_SUM_MAX];
    for (size_t i = 0; i + SUM < f.size; i++) {
        const char kept = f.text[i];
        f.text[i] = (char)(kept ^ 1 << test_random_below(t, 7));
        certificate_sum(f.text, f.size - SUM, sum);
        memcpy(f.text + f.size - SUM, sum, SUM);
        if (is_accepted(f.text, f.size, forged, sizeof forged, &forged_length)) {
            /* Another move that wins as well, or the same in other words. */
            CHECK_MSG(forged_length == moves, "byte %zu: win in %d", i, forged_length);
            CHECK_MSG(strcmp(forged, keys) == 0, "byte %zu: keys %s", i, forged);
        }
        f.text[i] = kept;
    }
    free(f.text);
}

static void case_forgery(struct test *t)
{
    check_forgeries(t, "belarusian", "9/1m2r4/4A4/6k2/6M2/4m1a2/9/9/9 b - 0 1", 2);
    check_forgeries(t, "tamerlane", "11/k1.K8/N10/A2.g7/11/11/2e4R3/5R5/2E8/11 w -- - 0 1", 2);
    check_forgeries(t, "bashni", "B:WKh8:Bb2(b),Ke3,d4,c5:H0:F1", 2);
}

/* --- limits --- */

/* A limit of nodes ends the run there, give or take the moves of one list, whatever step of the
 * search it falls into. */
static void case_nodes(struct test *t)
{
    static const uint64_t limits[] = {1, 100, 1000, 5000, 8200, 9000, 20000, 65600, 70000};
    enum { LIST_USUAL = 100 };
    struct position *pos = checks_new(t, games_find("belarusian"));
    const struct solve_task task = {.aim = SOLVE_FORCE, .moves = 6};
    for (size_t i = 0; i < COUNT(limits); i++)
        for (unsigned hash = 1; hash <= 8; hash += 7) {
            const struct solve_options options = {.threads = 1, .hash = hash, .nodes = limits[i]};
            struct solver *s = solve_new(&options);
            struct solve_result r;
            REQUIRE(s && solve_run(s, pos, &task, &r) == ENGINE_OK);
            CHECK_EQ_INT(r.outcome, SOLVE_OPEN);
            CHECK_MSG(r.searched >= limits[i] && r.searched < limits[i] + LIST_USUAL,
                      "%d nodes asked for, %d searched", (int)limits[i], (int)r.searched);
            solve_free(s);
        }
    pos_free(pos);
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {{"random belarusian", case_random_belarusian},
                                             {"random tamerlane", case_random_tamerlane},
                                             {"random bashni", case_random_bashni},
                                             {"finals", case_finals},
                                             {"aims", case_aims},
                                             {"methods", case_methods},
                                             {"puzzles", case_puzzles},
                                             {"order", case_order},
                                             {"nodes", case_nodes},
                                             {"repetition", case_repetition},
                                             {"forgery", case_forgery}};
    return test_main(argc, argv, cases, COUNT(cases));
}
