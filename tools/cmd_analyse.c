/* The command `analyse`: thinks about one position or about each of a file. */
#include "engine/engine.h"
#include "engine/position.h"
#include "tools/board_text.h"
#include "tools/cli.h"
#include "tools/json.h"
#include "tools/setup.h"
#include "tools/suite.h"
#include "tools/think.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* The last full report on one of the MultiPV lines. */
struct line {
    bool is_set;
    enum bound bound;
    score_t score;
    int pv_nb;
    move_t pv[PLY_MAX];
};

struct analysis {
    const struct cli_command *self;
    struct setup setup;
    const char *file;
    int64_t time_ms, depth, nodes, threads, hash, multipv, mate; /* limits: 0 is none */
    struct cli_words search_moves;
    bool json;
    bool is_live; /* the last line of a terminal is rewritten */

    struct engine *engine;
    /* Of the present position. The search thread has `lines` and `scratch` while it runs. */
    size_t file_line; /* 0: not from a file */
    const struct position *root;
    struct position *scratch;
    struct line *lines; /* multipv of them */
    atomic_bool is_done;
};

/* ---- Writing moves ------------------------------------------------------------------------- */

/* The line in engine notation, a blank before each move. Uses a->scratch. */
static void print_engine_line(struct analysis *a, FILE *out, const move_t *pv, int nb)
{
    char text[MOVE_TEXT_MAX];
    if (pos_copy(a->scratch, a->root) != ENGINE_OK)
        return;
    for (int i = 0; i < nb; i++) {
        struct move_entry entry;
        if (!a->root->game->resolve(a->scratch, pv[i], &entry))
            return;
        a->root->game->move_format(a->scratch, pv[i], text);
        fprintf(out, " %s", text);
        if (setup_make(a->scratch, &entry) != ENGINE_OK)
            return;
    }
}

/* The line as people write it, with move numbers. Uses a->scratch. */
static void print_human_line(struct analysis *a, FILE *out, const move_t *pv, int nb)
{
    char text[MOVE_TEXT_MAX];
    if (pos_copy(a->scratch, a->root) != ENGINE_OK)
        return;
    for (int i = 0; i < nb; i++) {
        struct move_entry entry;
        if (!a->root->game->resolve(a->scratch, pv[i], &entry))
            return;
        if (a->scratch->side == WHITE || i == 0)
            fprintf(out, " %u.%s", a->scratch->fullmove, a->scratch->side == WHITE ? "" : "..");
        a->root->game->move_human(a->scratch, &entry, text);
        fprintf(out, " %s", text);
        if (setup_make(a->scratch, &entry) != ENGINE_OK)
            return;
    }
}

static void json_line(struct analysis *a, struct json *j, const move_t *pv, int nb)
{
    char text[MOVE_TEXT_MAX];
    json_array_begin(j, "pv");
    if (pos_copy(a->scratch, a->root) == ENGINE_OK)
        for (int i = 0; i < nb; i++) {
            struct move_entry entry;
            if (!a->root->game->resolve(a->scratch, pv[i], &entry))
                break;
            a->root->game->move_format(a->scratch, pv[i], text);
            json_text(j, NULL, text);
            if (setup_make(a->scratch, &entry) != ENGINE_OK)
                break;
        }
    json_array_end(j);
}

static void json_score(struct json *j, score_t score)
{
    json_object_begin(j, "score");
    if (score_is_decisive(score))
        json_integer(j, "mate", setup_win_moves(score));
    else
        json_integer(j, "cp", score);
    json_object_end(j);
}

/* ---- Reports while it runs, on the search thread ------------------------------------------- */

static const char *const bound_names[] = {"exact", "lower", "upper"};

static void print_info_json(struct analysis *a, const struct engine_info *info)
{
    struct json j;
    json_begin(&j, stdout);
    json_text(&j, "type", "info");
    if (a->file_line > 0)
        json_unsigned(&j, "line", a->file_line);
    json_integer(&j, "depth", info->depth);
    json_integer(&j, "seldepth", info->seldepth);
    json_integer(&j, "multipv", info->multipv);
    json_score(&j, info->score);
    json_text(&j, "bound", bound_names[info->bound]);
    json_unsigned(&j, "nodes", info->nodes);
    json_unsigned(&j, "nps", cli_rate((double)info->nodes, (double)info->time_ms / 1e3 + 5e-4));
    json_unsigned(&j, "hashfull", info->hashfull);
    json_real(&j, "time", (double)info->time_ms / 1e3);
    json_line(a, &j, info->pv, info->pv_nb);
    json_end(&j);
}

static void print_info(struct analysis *a, const struct engine_info *info)
{
    static const char *const signs[] = {"", ">=", "<="};
    char score[SETUP_SCORE_MAX];
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    fprintf(out, "depth %d/%d  ", info->depth, info->seldepth);
    if (a->multipv > 1)
        fprintf(out, "line %d  ", info->multipv);
    fprintf(out, "%s%s  nodes %" PRIu64 "  nps %" PRIu64 "  time %.2f  pv", signs[info->bound],
            setup_score_text(info->score, "", score), info->nodes,
            cli_rate((double)info->nodes, (double)info->time_ms / 1e3 + 5e-4),
            (double)info->time_ms / 1e3);
    print_engine_line(a, out, info->pv, info->pv_nb);
    fclose(out);
    if (a->is_live && info->multipv == 1)
        printf("\r%.*s\033[K", cli_terminal_width(stdout) - 1, text);
    else if (!a->is_live)
        puts(text);
    fflush(stdout);
    free(text);
}

static void on_info(void *context, const struct engine_info *info)
{
    struct analysis *a = context;
    if (info->multipv >= 1 && info->multipv <= a->multipv) {
        struct line *line = &a->lines[info->multipv - 1];
        /* A bound does not replace a line that is known exactly. */
        if (info->bound == BOUND_EXACT || line->bound != BOUND_EXACT || !line->is_set) {
            line->is_set = true;
            line->bound = info->bound;
            line->score = info->score;
            line->pv_nb = info->pv_nb < PLY_MAX ? info->pv_nb : PLY_MAX;
            memcpy(line->pv, info->pv, (size_t)line->pv_nb * sizeof *line->pv);
        }
    }
    if (a->json)
        print_info_json(a, info);
    else
        print_info(a, info);
}

static void on_result(void *context, const struct engine_result *result)
{
    (void)result;
    struct analysis *a = context;
    atomic_store(&a->is_done, true);
}

/* ---- The verdict --------------------------------------------------------------------------- */

/* Makes the first line agree with the result: a search that is stopped in the middle of an
 * iteration may have a better move than its last full line. */
static void settle_best(struct analysis *a, const struct engine_result *result)
{
    struct line *line = &a->lines[0];
    if (result->best == MOVE_NONE ||
        (line->is_set && line->pv_nb > 0 && line->pv[0] == result->best))
        return;
    *line = (struct line){.is_set = true, .score = result->score, .pv_nb = 1};
    line->pv[0] = result->best;
    if (result->ponder != MOVE_NONE)
        line->pv[line->pv_nb++] = result->ponder;
}

static const char *way_of(struct analysis *a, const struct line *line)
{
    return score_is_decisive(line->score) ? setup_line_end(a->root, line->pv, line->pv_nb).way : "";
}

static void format_best(struct analysis *a, const struct line *line, char *engine, char *human)
{
    struct move_entry entry;
    engine[0] = human[0] = '\0';
    if (line->pv_nb == 0 || !a->root->game->resolve(a->root, line->pv[0], &entry))
        return;
    a->root->game->move_format(a->root, entry.move, engine);
    a->root->game->move_human(a->root, &entry, human);
}

static void print_result_json(struct analysis *a, const struct engine_result *result, bool complete)
{
    char engine[MOVE_TEXT_MAX];
    char human[MOVE_TEXT_MAX];
    char fen[GAME_FEN_MAX];
    char text[SETUP_SCORE_MAX];
    struct json j;
    a->root->game->format(a->root, fen);
    json_begin(&j, stdout);
    json_text(&j, "type", "result");
    if (a->file_line > 0)
        json_unsigned(&j, "line", a->file_line);
    json_text(&j, "game", a->root->game->name);
    json_text(&j, "fen", fen);
    json_text(&j, "result", a->root->game->result(a->root).word);
    json_array_begin(&j, "lines");
    for (int i = 0; result && i < a->multipv && a->lines[i].is_set; i++) {
        const struct line *line = &a->lines[i];
        const char *way = way_of(a, line);
        format_best(a, line, engine, human);
        json_object_begin(&j, NULL);
        json_text(&j, "move", engine);
        json_text(&j, "human", human);
        json_score(&j, line->score);
        json_text(&j, "words", setup_score_text(line->score, way, text));
        json_text(&j, "way", way);
        json_line(a, &j, line->pv, line->pv_nb);
        json_object_end(&j);
    }
    json_array_end(&j);
    if (result) {
        const bool has_move = a->lines[0].is_set;
        if (has_move)
            format_best(a, &a->lines[0], engine, human);
        json_text(&j, "best", has_move ? engine : NULL);
        json_text(&j, "human", has_move ? human : NULL);
        json_integer(&j, "depth", result->depth);
        json_unsigned(&j, "nodes", result->nodes);
        json_real(&j, "time", (double)result->time_ms / 1e3);
        json_bool(&j, "complete", complete);
    }
    json_end(&j);
}

static void print_result(struct analysis *a, const struct engine_result *result)
{
    char engine[MOVE_TEXT_MAX];
    char human[MOVE_TEXT_MAX];
    char score[SETUP_SCORE_MAX];
    const char *bold = cli_has_colour(stdout) ? "\033[1m" : "";
    const char *plain = cli_has_colour(stdout) ? "\033[0m" : "";
    if (a->is_live)
        fputs("\r\033[K", stdout);
    printf("\n");
    for (int i = 0; i < a->multipv && a->lines[i].is_set; i++) {
        const struct line *line = &a->lines[i];
        format_best(a, line, engine, human);
        if (i == 0)
            printf("best move: %s%s%s (%s)\n", bold, human, plain, engine);
        else
            printf("move %d: %s (%s)\n", i + 1, human, engine);
        printf("score: %s\n", setup_score_text(line->score, way_of(a, line), score));
        printf("line:");
        print_human_line(a, stdout, line->pv, line->pv_nb);
        printf("\npv:");
        print_engine_line(a, stdout, line->pv, line->pv_nb);
        printf("\n");
    }
    printf("depth: %d\nnodes: %" PRIu64 "\ntime: %.3f\nnps: %" PRIu64 "\n", result->depth,
           result->nodes, (double)result->time_ms / 1e3,
           cli_rate((double)result->nodes, (double)result->time_ms / 1e3 + 5e-4));
    fflush(stdout);
}

/* ---- One position -------------------------------------------------------------------------- */

static void print_board(const struct position *pos)
{
    const struct board_text style = {.has_colours = cli_has_colour(stdout), .below = WHITE};
    char fen[GAME_FEN_MAX];
    board_text_write(stdout, pos, &style);
    pos->game->format(pos, fen);
    printf("\n%s\n\n", fen);
    fflush(stdout);
}

/* The moves of --searchmoves; the caller frees *out. */
static int read_search_moves(const struct analysis *a, const struct position *pos, move_t **out,
                             size_t *nb)
{
    size_t bytes = 1;
    for (int i = 0; i < a->search_moves.nb; i++)
        bytes += strlen(a->search_moves.first[i]);
    *nb = 0;
    *out = malloc(bytes * sizeof **out);
    if (!*out)
        return cli_error(a->self, CLI_IO, "out of memory");
    for (int i = 0; i < a->search_moves.nb; i++) {
        static const char blanks[] = " \t,";
        const char *text = a->search_moves.first[i];
        for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
            char word[MOVE_TEXT_MAX];
            struct move_entry entry;
            const size_t length = strcspn(text, blanks);
            snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : 0), text);
            if (pos->game->move_parse(pos, word, &entry) != ENGINE_OK)
                return cli_usage_error(a->self, "option --searchmoves: '%.*s' is not legal here",
                                       (int)(length < 40 ? length : 40), text);
            (*out)[(*nb)++] = entry.move;
            text += length;
        }
    }
    return CLI_RUN;
}

static bool has_limit(const struct analysis *a)
{
    return a->time_ms > 0 || a->depth > 0 || a->nodes > 0;
}

static struct engine_limits limits_of(const struct analysis *a, const move_t *search_moves,
                                      size_t search_moves_nb)
{
    enum { DEFAULT_MS = 5000 };
    struct engine_limits limits = {
        .depth = (int)a->depth,
        .nodes = (uint64_t)a->nodes,
        .movetime_ms = a->time_ms,
        .mate = (int)a->mate,
        .search_moves = search_moves_nb > 0 ? search_moves : NULL,
        .search_moves_nb = search_moves_nb,
    };
    if (!has_limit(a)) {
        /* Nobody can press Ctrl-C in a script, and a file wants its next line. */
        if (a->is_live && !a->file)
            limits.infinite = a->mate == 0;
        else
            limits.movetime_ms = DEFAULT_MS;
    }
    return limits;
}

/* Thinks about a->root with its lines cleared; prints the verdict. */
static int think(struct analysis *a, const struct engine_limits *limits)
{
    enum engine_status status = engine_set_position(a->engine, a->root);
    memset(a->lines, 0, (size_t)a->multipv * sizeof *a->lines);
    atomic_store(&a->is_done, false);
    if (status == ENGINE_OK)
        status = engine_go(a->engine, limits);
    if (status != ENGINE_OK)
        return cli_error(a->self, CLI_IO, "%s", engine_strerror(status));
    think_wait(a->engine, &a->is_done, cli_interrupt_flag());
    const struct engine_result result = engine_last_result(a->engine);
    const bool was_cut = cli_is_interrupted() && !limits->infinite;
    settle_best(a, &result);
    if (a->json)
        print_result_json(a, &result, !was_cut);
    else
        print_result(a, &result);
    if (was_cut)
        return CLI_INTERRUPTED;
    const score_t score = a->lines[0].score;
    const bool is_proven = score_is_win(score) && score_win_moves(score) <= a->mate;
    return a->mate > 0 && !is_proven ? CLI_NEGATIVE : CLI_OK;
}

static int analyse_position(struct analysis *a, const struct position *pos)
{
    const struct game_result over = pos->game->result(pos);
    move_t *search_moves = NULL;
    size_t search_moves_nb = 0;
    int code = CLI_RUN;
    a->root = pos;
    pos_free(a->scratch);
    a->scratch = pos_new_like(pos);
    if (!a->scratch)
        return cli_error(a->self, CLI_IO, "out of memory");
    if (!a->json)
        print_board(pos);
    if (over.outcome != OUTCOME_NONE) {
        if (a->json)
            print_result_json(a, NULL, true);
        else
            printf("the game is over: %s\n", over.word);
        return CLI_OK;
    }
    if (a->search_moves.nb > 0)
        code = read_search_moves(a, pos, &search_moves, &search_moves_nb);
    if (code == CLI_RUN) {
        const struct engine_limits limits = limits_of(a, search_moves, search_moves_nb);
        code = think(a, &limits);
    }
    free(search_moves);
    return code;
}

/* ---- A file -------------------------------------------------------------------------------- */

static int analyse_record(struct analysis *a, const struct suite_record *record)
{
    struct suite_fault fault;
    const struct game *fallback = a->setup.game ? a->setup.game : games_get(0);
    struct position *pos = suite_position(record, fallback, &fault);
    char text[256];
    a->file_line = record->line;
    if (!pos && fault.status == ENGINE_BAD_POSITION) {
        snprintf(text, sizeof text, "%.200s, line %zu", a->file, record->line);
        return cli_text_error(a->self, text, record->fen, &fault.error);
    }
    if (!pos)
        return cli_error(a->self, fault.status == ENGINE_NO_MEMORY ? CLI_IO : CLI_USAGE,
                         "%s, line %zu: %s", a->file, record->line, suite_fault_text(&fault, text));
    if (!a->json)
        printf("line %zu\n\n", record->line);
    const int code = analyse_position(a, pos);
    pos_free(pos);
    return code;
}

/* A bad line does not keep the others from being analysed, but decides the exit status. */
static int analyse_file(struct analysis *a)
{
    struct suite suite;
    struct suite_record record;
    const char *why;
    int worst = CLI_OK;
    if (!suite_open(&suite, a->file))
        return cli_error(a->self, CLI_IO, "%s: %s", a->file, strerror(errno));
    while (worst < CLI_IO) {
        const enum suite_status status = suite_next(&suite, &record, &why);
        int code = CLI_OK;
        if (cli_is_interrupted())
            code = CLI_INTERRUPTED;
        else if (status == SUITE_END)
            break;
        else if (status == SUITE_FAULT)
            code = cli_error(a->self, CLI_IO, "%s: %s", a->file, strerror(errno));
        else if (status == SUITE_BAD_LINE)
            code = cli_error(a->self, CLI_USAGE, "%s, line %zu: %s", a->file, record.line, why);
        else
            code = analyse_record(a, &record);
        worst = code > worst ? code : worst;
    }
    suite_close(&suite);
    return worst;
}

/* ---- The command --------------------------------------------------------------------------- */

static int start_engine(struct analysis *a)
{
    const struct engine_callbacks callbacks = {
        .on_info = on_info, .on_result = on_result, .context = a};
    enum engine_status status = ENGINE_NO_MEMORY;
    a->lines = calloc((size_t)a->multipv, sizeof *a->lines);
    a->engine = engine_new(a->setup.game ? a->setup.game : games_get(0), &callbacks);
    if (a->engine && a->lines)
        status = engine_set_threads(a->engine, (unsigned)a->threads);
    if (status == ENGINE_OK)
        status = engine_set_multipv(a->engine, (int)a->multipv);
    if (status != ENGINE_OK)
        return cli_error(a->self, CLI_IO, "%s", engine_strerror(status));
    if (engine_set_hash(a->engine, (size_t)a->hash) != ENGINE_OK)
        return cli_error(a->self, CLI_IO, "option --hash: %" PRId64 " MB cannot be had", a->hash);
    return CLI_RUN;
}

static int run_analyse(const struct cli_command *self, int argc, char **argv)
{
    struct analysis a = {.self = self, .threads = 1, .hash = ENGINE_HASH_DEFAULT, .multipv = 1};
    const struct cli_option options[] = {
        SETUP_OPTIONS(&a.setup),
        {"--file", CLI_TEXT, &a.file, 0, 0, "FILE", "each position of FILE (- is the input)"},
        {"--time", CLI_DURATION, &a.time_ms, 1, 1000LL * 86400 * 366, "TIME",
         "seconds, or with a unit: 500ms, 2m, 1h"},
        {"--depth", CLI_INTEGER, &a.depth, 1, DEPTH_MAX, "N", "plies"},
        {"--nodes", CLI_INTEGER, &a.nodes, 1, INT64_MAX, "N", "positions to visit"},
        {"--mate", CLI_INTEGER, &a.mate, 1, PLY_MAX / 2, "N",
         "end when a win in N moves is proven; status 1 if none is found"},
        {"--threads", CLI_INTEGER, &a.threads, 1, ENGINE_THREADS_MAX, "T", "search threads"},
        {"--hash", CLI_INTEGER, &a.hash, 1, 1 << 25, "MB", "transposition table, 64 if not given"},
        {"--multipv", CLI_INTEGER, &a.multipv, 1, ENGINE_MULTIPV_MAX, "N", "best N moves"},
        {"--searchmoves", CLI_WORDS, &a.search_moves, 0, 0, "MOVES", "only these first moves"},
        {"--json", CLI_FLAG, &a.json, 0, 0, NULL, "write JSON, one object a line"},
    };
    int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv);
    if (code != CLI_RUN)
        return code;
    if (a.file && (a.setup.fen || a.setup.moves.nb > 0 || a.search_moves.nb > 0))
        return cli_usage_error(self, "--file excludes --fen, --moves and --searchmoves");
    a.is_live = !a.json && cli_is_terminal(stdout);

    struct position *pos = NULL;
    if (!a.file)
        code = setup_position(self, &a.setup, &pos);
    if (code == CLI_RUN) {
        cli_catch_interrupt();
        code = start_engine(&a);
    }
    if (code == CLI_RUN)
        code = a.file ? analyse_file(&a) : analyse_position(&a, pos);
    engine_free(a.engine);
    pos_free(a.scratch);
    pos_free(pos);
    free(a.lines);
    return code;
}

const struct cli_command cmd_analyse = {
    .name = "analyse",
    .summary = "think about a position, or about each of a file, and say the best move",
    .run = run_analyse,
    .notes =
        "Without --time, --depth or --nodes it thinks until Ctrl-C on a terminal, else 5 seconds.\n"
        "All limits given hold together. Scores are for the side to move, in men; a proven win is\n"
        "told as moves to go and the way it ends. After Ctrl-C the result so far is printed; exit\n"
        "status 4 if a limit was not reached or a file not finished.\n"
        "\n"
        "A file has one position a line: FEN, or lines as perft --suite and moves --file read.\n"
        "\n"
        "JSON: {\"type\":\"info\",\"line\",\"depth\",\"seldepth\",\"multipv\",\"score\":{\"cp\"} "
        "or\n"
        "{\"mate\"},\"bound\",\"nodes\",\"nps\",\"hashfull\",\"time\",\"pv\":[...]} and at the "
        "end\n"
        "{\"type\":\"result\",\"line\",\"game\",\"fen\",\"result\",\"lines\":[{\"move\",\"human\","
        "\"score\",\n"
        "\"words\",\"way\",\"pv\"}],\"best\",\"human\",\"depth\",\"nodes\",\"time\",\"complete\"}; "
        "the last six\n"
        "are missing if the game is over. \"line\" counts the lines of a file. Time is in "
        "seconds.\n",
    .examples =
        "citadel analyse --depth 8\n"
        "citadel analyse --game tamerlane --option Setup=third --depth 6\n"
        "citadel analyse --game bashni --fen W:WKd8:Bd4,Kg7,h2 --time 1\n"
        "citadel analyse --fen \"9/9/3g1A3/3RMR3/3mK4/3V1a3/9/9/6k2 w - 0 1\" --mate 5 --time 5\n"
        "citadel analyse --moves e2e4 e8e6 --time 1 --multipv 3 --json\n"
        "citadel analyse --file tests/data/belarusian.puzzles.epd --nodes 2000\n",
};
