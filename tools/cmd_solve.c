/* The command `solve`: puzzles, proved. Its options, one position, and certificates. */
#include "engine/position.h"
#include "tools/analyse.h"
#include "tools/certcheck.h"
#include "tools/json.h"
#include "tools/solve.h"
#include "tools/solve_mine.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A line on the terminal while a position is being solved. */
static void print_progress(void *context, const struct solve_progress *p)
{
    struct solve_progress_line *line = context;
    const double seconds = cli_now() - line->start;
    fprintf(stderr, "\r\033[K");
    if (p->states > 0) {
        fprintf(stderr, "closure: %" PRIu64 " positions, %" PRIu64 " decided", p->states,
                p->decided);
    } else {
        if (p->moves != line->moves) {
            line->moves = p->moves;
            line->length_start = seconds;
        }
        if (p->moves > 0)
            fprintf(stderr, "%d moves: ", p->moves);
        if (p->all > 0)
            fprintf(stderr, "%u of %u first moves, ", p->done, p->all);
        fprintf(stderr, "%" PRIu64 " positions", p->searched);
    }
    fprintf(stderr, ", %" PRIu64 " a second", cli_rate((double)p->searched, seconds));
    if (p->done > 0 && p->done < p->all)
        fprintf(stderr, ", %.0f s left for this length",
                (seconds - line->length_start) / p->done * (p->all - p->done));
    fflush(stderr);
    line->is_shown = true;
}

struct solver *solve_command_solver(const struct solve_command *c, unsigned threads, size_t hash,
                                    struct solve_progress_line *progress)
{
    const size_t memory = (size_t)c->memory;
    const size_t hash_max = memory > 1 ? memory / 2 : 1;
    const struct solve_options options = {.threads = threads,
                                          .hash = hash < hash_max ? hash : hash_max,
                                          .memory = memory,
                                          .on_progress = progress ? print_progress : NULL,
                                          .context = progress,
                                          .nodes = (uint64_t)c->nodes,
                                          .time_ms = c->time_ms,
                                          .stop = cli_interrupt_flag()};
    return solve_new(&options);
}

bool solve_command_task(const struct solve_command *c, const struct game *game,
                        struct puzzle_task *task, int *code)
{
    char text[PUZZLE_TASK_MAX], error[PUZZLE_ERROR_MAX];
    *code = CLI_RUN;
    if (c->method && strcmp(c->method, "exhaustive") != 0 && strcmp(c->method, "numbers") != 0 &&
        strcmp(c->method, "closure") != 0) {
        *code = cli_usage_error(
            c->self, "option --method: '%s' is neither exhaustive nor numbers nor closure",
            c->method);
        return false;
    }
    if (!c->aim && c->win == 0)
        return false;
    snprintf(text, sizeof text, "win %" PRId64, c->win);
    if (puzzle_read_task(game, c->aim ? c->aim : text, task, error))
        return true;
    *code = cli_usage_error(c->self, "option --aim: %s", error);
    return false;
}

int solve_command_exit(enum puzzle_verdict v)
{
    return v == PUZZLE_SOUND ? CLI_OK : CLI_NEGATIVE;
}

/* ---- One position -------------------------------------------------------------------------- */

static void json_moves(struct json *j, const char *name, const struct puzzle_answer *a, bool cooks)
{
    json_array_begin(j, name);
    for (size_t i = 0; i < a->moves_nb; i++)
        if (a->moves[i].is_key && !(cooks && a->moves[i].is_given))
            json_text(j, NULL, a->moves[i].text);
    json_array_end(j);
}

void solve_json_answer(struct json *j, const struct puzzle *p, const struct puzzle_answer *a)
{
    char fen[GAME_FEN_MAX];
    p->pos->game->format(p->pos, fen);
    json_text(j, "game", p->pos->game->name);
    json_text(j, "fen", fen);
    json_text(j, "aim", p->task.name);
    json_integer(j, "moves", p->task.solve.moves);
    json_text(j, "verdict", puzzle_verdict_name(a->verdict));
    json_integer(j, "win", a->win);
    json_integer(j, "no_win", a->no_win);
    json_moves(j, "keys", a, false);
    if (a->verdict == PUZZLE_COOKED && p->keys)
        json_moves(j, "cooks", a, true);
    json_unsigned(j, "nodes", a->nodes);
    json_unsigned(j, "searched", a->searched);
    json_real(j, "time", a->seconds);
    if (a->closure.states > 0) {
        json_unsigned(j, "closure", a->closure.states);
        json_unsigned(j, "closure_longest", a->closure.longest);
        json_text(j, "closure_longest_fen", a->closure_longest);
    }
}

/* The verdict and what it is about: of what is undecided, the question. */
static void print_verdict(const struct puzzle *p, const struct puzzle_answer *a)
{
    const bool has_length = a->win > 0 || a->no_win > 0 || a->is_final;
    const bool is_open = a->verdict == PUZZLE_UNDECIDED && a->win == 0;
    printf("%s: ", puzzle_verdict_name(a->verdict));
    if (is_open && p->task.solve.moves > 0)
        printf("%s in %d", p->task.name, p->task.solve.moves);
    else if (p->task.solve.aim == SOLVE_HOLD || !has_length || is_open)
        printf("%s%s", a->verdict == PUZZLE_NO_SOLUTION ? "no " : "", p->task.name);
    else if (a->win > 0)
        printf("%s in %d", p->task.name, a->win);
    else if (a->is_final)
        printf("no %s, however long", p->task.name);
    else
        printf("no %s in %d", p->task.name, a->no_win);
    printf("\n");
    if (is_open && a->no_win > 0)
        printf("no %s in %d: proved\n", p->task.name, a->no_win);
}

static void print_answer(const struct puzzle *p, const struct puzzle_answer *a)
{
    if (a->is_over)
        printf("the game is over: %s\n", p->pos->game->result(p->pos).word);
    print_verdict(p, a);
    for (size_t i = 0; i < a->moves_nb; i++) {
        const struct puzzle_move *m = &a->moves[i];
        if (m->is_key)
            printf("%s: 1. %s (%s)\n", m->is_given || !p->keys ? "key" : "cook", m->human, m->text);
        else if (m->is_given)
            printf("not a key: 1. %s (%s)\n", m->human, m->text);
    }
    for (size_t i = 0; i < a->moves_nb; i++)
        if (a->win > 0 && a->moves[i].move.win > a->win)
            printf("slower: 1. %s (%s) in %d\n", a->moves[i].human, a->moves[i].text,
                   a->moves[i].move.win);
    if (a->win > 1 && a->no_win >= a->win - 1)
        printf("no %s in %d: proved\n", p->task.name, a->win - 1);
    if (a->nodes > 0)
        printf("nodes: %u\n", a->nodes);
    if (a->closure.states > 0)
        printf("closure: %" PRIu64 " positions, longest win %u plies%s%s\n", a->closure.states,
               a->closure.longest, a->closure_longest[0] ? ": " : "", a->closure_longest);
}

/* Of help play: how a key goes on, as moves from the root. Returns their number, 0 if a limit does
 * not let it be found. */
static int help_line(struct solver *solver, const struct puzzle *p, const struct puzzle_answer *a,
                     const struct puzzle_move *key, move_t line[2 * SOLVE_MOVES_MAX])
{
    int nb = 0;
    if (p->task.solve.aim != SOLVE_HELP || !key->is_key || solve_goto(solver, p->pos) != ENGINE_OK)
        return 0;
    line[0] = key->move.entry.move;
    solve_make(solver, &key->move.entry);
    const enum solve_answer answer = solve_help_line(solver, a->win, line + 1, &nb);
    solve_unmake(solver);
    return answer == SOLVE_YES ? nb + 1 : 0;
}

static void print_help_lines(struct solver *solver, const struct puzzle *p,
                             const struct puzzle_answer *a)
{
    move_t line[2 * SOLVE_MOVES_MAX];
    for (size_t i = 0; i < a->moves_nb; i++) {
        const int nb = help_line(solver, p, a, &a->moves[i], line);
        if (nb == 0)
            continue;
        printf("line:");
        line_print_human(stdout, p->pos, line, nb);
        printf("\n");
    }
}

static void json_help_lines(struct json *j, struct solver *solver, const struct puzzle *p,
                            const struct puzzle_answer *a)
{
    move_t line[2 * SOLVE_MOVES_MAX];
    if (p->task.solve.aim != SOLVE_HELP)
        return;
    json_array_begin(j, "lines");
    for (size_t i = 0; i < a->moves_nb; i++) {
        const int nb = help_line(solver, p, a, &a->moves[i], line);
        if (nb > 0)
            line_print_json(j, NULL, p->pos, line, nb);
    }
    json_array_end(j);
}

/* Writes to a temporary name, which becomes `path` only when all is on the disk. */
static int write_certificate(const struct solve_command *c, const struct puzzle_answer *a)
{
    char *name = NULL;
    if (asprintf(&name, "%s.tmp", c->certificate) < 0)
        return cli_error(c->self, CLI_IO, "out of memory");
    FILE *out = fopen(name, "w");
    bool ok = out && fwrite(a->certificate, 1, a->certificate_size, out) == a->certificate_size &&
              fflush(out) == 0 && fsync(fileno(out)) == 0;
    ok = out && fclose(out) == 0 && ok && rename(name, c->certificate) == 0;
    const int code =
        ok ? CLI_OK : cli_error(c->self, CLI_IO, "%s: %s", c->certificate, strerror(errno));
    if (!ok && out)
        remove(name);
    free(name);
    return code;
}

static bool has_tree(const struct tree_options *o)
{
    return o->tree || o->duals || o->tries || o->set;
}

/* The tree, where one is asked for, after the verdict; in JSON before it, so that the last line is
 * the answer. */
static void print_tree(const struct solve_command *c, struct solver *solver, const struct puzzle *p,
                       const struct puzzle_answer *a)
{
    const struct tree_options *o = &c->tree;
    if (!has_tree(o) || a->is_over)
        return;
    if (p->task.solve.aim >= SOLVE_HELP)
        cli_error(c->self, 0, "--tree, --duals, --tries and --set tell of forced play only");
    else if (!tree_print(stdout, solver, p, a, o))
        cli_error(c->self, 0, "the limit was reached before all variations were printed");
}

static int report(struct solve_command *c, struct solver *solver, const struct puzzle *p,
                  const struct puzzle_answer *a)
{
    if (c->json)
        print_tree(c, solver, p, a);
    if (c->json) {
        struct json j;
        json_begin(&j, stdout);
        json_text(&j, "type", "puzzle");
        solve_json_answer(&j, p, a);
        json_help_lines(&j, solver, p, a);
        json_end(&j);
    } else {
        print_answer(p, a);
        print_help_lines(solver, p, a);
        print_tree(c, solver, p, a);
        fprintf(stderr, "searched: %" PRIu64 " positions in %.3f s\n", a->searched, a->seconds);
        if (a->closure.states > 0)
            fprintf(stderr, "memory of the closure: %.1f MiB\n",
                    (double)a->closure.bytes / (1 << 20));
    }
    int code = solve_command_exit(a->verdict);
    if (c->certificate && a->certificate) {
        const int written = write_certificate(c, a);
        code = written != CLI_OK ? written : code;
    } else if (c->certificate) {
        cli_error(c->self, code, "there is no proof to write to %s", c->certificate);
    }
    return cli_is_interrupted() && a->verdict == PUZZLE_UNDECIDED ? CLI_INTERRUPTED : code;
}

static int solve_puzzle(struct solve_command *c, struct puzzle *p)
{
    char error[PUZZLE_ERROR_MAX];
    struct puzzle_answer answer;
    struct solve_progress_line line = {.start = cli_now()};
    struct solver *solver = solve_command_solver(c, (unsigned)c->threads, (size_t)c->hash,
                                                 cli_is_terminal(stderr) ? &line : NULL);
    if (!solver)
        return cli_error(c->self, CLI_IO, "out of memory");
    enum engine_status status = puzzle_solve(solver, p, c->method, &answer, error);
    int code;
    if (line.is_shown)
        fputs("\r\033[K", stderr);
    if (status == ENGINE_OK && c->certificate) {
        status = puzzle_refute(solver, p, &answer, error);
        if (status != ENGINE_OK)
            puzzle_answer_fini(&answer);
    }
    if (status == ENGINE_OK) {
        code = report(c, solver, p, &answer);
        puzzle_answer_fini(&answer);
    } else {
        code = cli_error(c->self, CLI_IO, "%s",
                         status == ENGINE_BAD_ARGUMENT ? error : engine_strerror(status));
    }
    solve_free(solver);
    return code;
}

static int solve_position_of_options(struct solve_command *c)
{
    struct puzzle p = {0};
    char error[PUZZLE_ERROR_MAX];
    int code = setup_position(c->self, &c->setup, &p.pos);
    if (code != CLI_RUN)
        return code;
    const struct puzzle_task any = {.solve = {.aim = SOLVE_FORCE}, .name = "win"};
    if (!solve_command_task(c, p.pos->game, &p.task, &code))
        p.task = any;
    if (code == CLI_RUN && c->keys && !puzzle_read_keys(&p, c->keys, error))
        code = cli_usage_error(c->self, "option --bm: %s", error);
    if (code == CLI_RUN)
        code = solve_puzzle(c, &p);
    puzzle_fini(&p);
    return code;
}

/* ---- Certificates -------------------------------------------------------------------------- */

static char *read_all(FILE *in, size_t *size)
{
    char *text = NULL;
    size_t cap = 0;
    *size = 0;
    for (;;) {
        if (*size == cap) {
            cap = cap > 0 ? 2 * cap : 1 << 16;
            char *grown = realloc(text, cap);
            if (!grown)
                break;
            text = grown;
        }
        const size_t nb = fread(text + *size, 1, cap - *size, in);
        *size += nb;
        if (nb == 0 && !ferror(in))
            return text;
        if (nb == 0)
            break;
    }
    free(text);
    return NULL;
}

static int verify(const struct solve_command *c)
{
    FILE *in = strcmp(c->verify, "-") == 0 ? stdin : fopen(c->verify, "r");
    size_t size, line;
    char *text = in ? read_all(in, &size) : NULL;
    if (in && in != stdin)
        fclose(in);
    if (!text)
        return cli_error(c->self, CLI_IO, "%s: %s", c->verify, strerror(errno));
    struct certcheck_claim claim;
    char why[CERTCHECK_TEXT_MAX];
    const bool ok = certcheck(text, size, &claim, &line, why);
    free(text);
    if (c->json) {
        struct json j;
        json_begin(&j, stdout);
        json_text(&j, "type", "certificate");
        json_bool(&j, "valid", ok);
        if (ok) {
            json_text(&j, "game", claim.game->name);
            json_text(&j, "fen", claim.fen);
            json_text(&j, "claim", claim.aim);
            json_integer(&j, "moves", claim.moves);
            json_bool(&j, "refuted", claim.is_refuted);
            json_text(&j, "keys", claim.keys);
            json_unsigned(&j, "nodes", claim.nodes);
            json_unsigned(&j, "positions", claim.positions);
        } else {
            json_unsigned(&j, "line", line);
            json_text(&j, "what", why);
        }
        json_end(&j);
    } else if (ok) {
        char length[24] = "";
        if (claim.moves > 0)
            snprintf(length, sizeof length, " in %d", claim.moves);
        printf("valid: %s%s%s%s\ngame: %s\nposition: %s\nnodes: %u\nreplayed: %llu\n", claim.aim,
               length, claim.is_refuted ? "" : " by ", claim.is_refuted ? "" : claim.keys,
               claim.game->name, claim.fen, claim.nodes, claim.positions);
    } else {
        char place[40] = "";
        if (line > 0)
            snprintf(place, sizeof place, ", line %zu", line);
        cli_error(c->self, CLI_NEGATIVE, "%s%s: refused: %s", c->verify, place, why);
    }
    free(claim.keys);
    return ok ? CLI_OK : CLI_NEGATIVE;
}

/* ---- The command --------------------------------------------------------------------------- */

static int run_solve(const struct cli_command *self, int argc, char **argv)
{
    struct solve_command c = {.self = self,
                              .threads = 1,
                              .hash = SOLVE_HASH_DEFAULT,
                              .memory = SOLVE_MEMORY_DEFAULT,
                              .men = 5,
                              .count = 10};
    const struct cli_option options[] = {
        SETUP_OPTIONS(&c.setup),
        {"--win", CLI_INTEGER, &c.win, 1, SOLVE_MOVES_MAX, "N", "a win in N moves, of any kind"},
        {"--aim", CLI_TEXT, &c.aim, 0, 0, "AIM", "another aim: \"mate in 3\", \"self 2\" (below)"},
        {"--bm", CLI_TEXT, &c.keys, 0, 0, "MOVES", "the author's keys, separated by commas"},
        {"--method", CLI_TEXT, &c.method, 0, 0, "NAME",
         "exhaustive, numbers (df-pn), closure; see below"},
        {"--tree", CLI_FLAG, &c.tree.tree, 0, 0, NULL, "print every defence with its answer"},
        {"--duals", CLI_FLAG, &c.tree.duals, 0, 0, NULL, "the same with all other good answers"},
        {"--tries", CLI_FLAG, &c.tree.tries, 0, 0, NULL, "print what refutes the other moves"},
        {"--set", CLI_FLAG, &c.tree.set, 0, 0, NULL, "print the set play"},
        {"--certificate", CLI_TEXT, &c.certificate, 0, 0, "FILE", "write the proof to FILE"},
        {"--verify", CLI_TEXT, &c.verify, 0, 0, "FILE", "replay a proof by the rules alone"},
        {"--suite", CLI_TEXT, &c.suite, 0, 0, "FILE", "solve the lines of FILE (- is the input)"},
        {"--resume", CLI_TEXT, &c.resume, 0, 0, "FILE", "of a suite: keep answers, take them up"},
        {"--explore", CLI_FLAG, &c.explore, 0, 0, NULL, "look for sound puzzles near the position"},
        {"--mine", CLI_FLAG, &c.mine, 0, 0, NULL, "look for puzzles with one key and this aim"},
        {"--men", CLI_INTEGER, &c.men, 2, 56, "N", "of --mine: men (Bashni: towers) at most, 5"},
        {"--count", CLI_INTEGER, &c.count, 1, 100000, "N", "of --mine, --explore: puzzles to find"},
        {"--seed", CLI_INTEGER, &c.seed, 0, INT64_MAX, "N", "of --mine: other games at random"},
        {"--threads", CLI_INTEGER, &c.threads, 1, SOLVE_THREADS_MAX, "T",
         "threads, 1 if not given"},
        {"--hash", CLI_INTEGER, &c.hash, 1, 1 << 20, "MB",
         "memory for what is proved, 64 at first"},
        {"--memory", CLI_INTEGER, &c.memory, 1, 1 << 20, "MB",
         "limit for tables and proofs, 1024 at first"},
        {"--time", CLI_DURATION, &c.time_ms, 1, INT64_C(8640000000), "TIME", "limit for a puzzle"},
        {"--nodes", CLI_INTEGER, &c.nodes, 1, INT64_MAX, "N", "limit for a puzzle, in positions"},
        {"--json", CLI_FLAG, &c.json, 0, 0, NULL, "write JSON, one object a line"},
    };
    const int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv);
    if (code != CLI_RUN)
        return code;
    c.tree.json = c.json;
    if (c.win != 0 && c.aim)
        return cli_usage_error(self, "--win excludes --aim");
    if (c.suite && (c.setup.fen || c.setup.moves.nb > 0))
        return cli_usage_error(self, "--suite excludes --fen and --moves");
    if (c.verify && (c.suite || c.setup.fen || c.win != 0 || c.aim))
        return cli_usage_error(self, "--verify excludes --suite, --fen, --win and --aim");
    if (c.resume && !c.suite)
        return cli_usage_error(self, "--resume needs --suite");
    if (c.explore && (c.suite || c.verify || c.mine))
        return cli_usage_error(self, "--explore excludes --suite, --verify and --mine");
    if (c.mine && (c.suite || c.verify || c.setup.fen || c.setup.moves.nb > 0))
        return cli_usage_error(self, "--mine excludes --suite, --verify, --fen and --moves");
    if ((has_tree(&c.tree) || c.certificate || c.keys) &&
        (c.suite || c.verify || c.mine || c.explore))
        return cli_usage_error(
            self, "--tree, --duals, --tries, --set, --certificate and --bm are of one puzzle, so "
                  "not with --suite, --verify, --mine and --explore");
    cli_catch_interrupt();
    if (c.mine)
        return solve_mine(&c);
    if (c.explore)
        return solve_explore(&c);
    if (c.verify)
        return verify(&c);
    return c.suite ? solve_suite(&c) : solve_position_of_options(&c);
}

const struct cli_command cmd_solve = {
    .name = "solve",
    .summary = "solve puzzles with proof: keys, shortest length, certificate",
    .run = run_solve,
    .notes =
        "Aims: win, or one of the game's ways to win (throne, mate, coronation; mate, stalemate;\n"
        "no move), or to force a draw (citadel draw, stalemate draw); draw: the side to move "
        "keeps\n"
        "the other side from winning for ever, which is proved by a strategy; self N: it\n"
        "makes the other side win within N moves of its own; help N: both sides help the other\n"
        "side to win on its Nth move, and each key is shown with how it goes on.\n"
        "\n"
        "An aim without a length (--aim win) is looked for by df-pn in up to 100 moves and then "
        "made\n"
        "as short as it can be; with a length all lengths are searched in turn. --method chooses.\n"
        "Bashni positions with few towers are solved by their closure, all positions that they "
        "can\n"
        "reach, where that costs less and fits into --memory: then every winning move is told.\n"
        "\n"
        "A suite has lines FEN ;set=RULESET ;win 3 ;bm a1b2,c3d4. For each it prints\n"
        "`win N bm MOVES nodes M`, `no win in N` or `undecided`, then `N passed, N failed`. nodes\n"
        "counts the positions of the proof, which is the same however it was found.\n"
        "\n"
        "JSON: {\"type\":\"puzzle\",\"game\",\"fen\",\"aim\",\"moves\",\"verdict\",\"win\",\n"
        "\"no_win\",\"keys\":[...],\"nodes\" (of the proof),\"searched\",\"time\"}; \"win\" and\n"
        "\"no_win\" are lengths that are proved. With \"cooks\" if it is cooked;\n"
        "\"closure\" (positions), its \"closure_longest\" (plies) and\n"
        "\"closure_longest_fen\" if one answered; \"lines\":[[...]] of help play. A\n"
        "suite adds \"line\", {\"type\":\"error\",\"line\",\"what\"} and at the end\n"
        "{\"type\":\"total\",\"passed\",\"failed\"}. A tree comes before its puzzle:\n"
        "{\"type\":\"key\",\"move\",\"human\",\"moves\",\"threats\":[...],\"zugzwang\"},\n"
        "{\"type\":\"variation\",\"line\":[...],\"answer\",\"human\",\"moves\",\"duals\":[...]},\n"
        "{\"type\":\"try\",\"move\",\"human\",\"refutation\",\"refutations\"}. --verify writes\n"
        "{\"type\":\"certificate\",\"valid\",\"game\",\"fen\",\"claim\",\"moves\",\"refuted\",\n"
        "\"keys\",\"nodes\",\"positions\"}, or \"line\" and \"what\" of the fault.\n"
        "\n"
        "Exit status: 0 sound, 1 anything else, 4 interrupted.\n",
    .examples =
        "citadel solve --fen \"9/9/3g1A3/3RMR3/3mK4/3V1a3/9/9/6k2 w - 0 1\" --win 4\n"
        "citadel solve --game bashni --fen \"B:WKg7(W):Be5(B),Ka7,f8(B),h8:H0:F1\" --win 3 --json\n"
        "citadel solve --mine --game bashni --men 4 --win 3 --count 2\n"
        "citadel solve --suite tests/data/belarusian.puzzles.epd --threads 2\n",
};
