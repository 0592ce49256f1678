/* The UCI command `go`: its limits, and the reports of the search and of perft. */
#include "engine/perft.h"
#include "engine/wdl.h"
#include "tools/cli.h"
#include "tools/setup.h"
#include "tools/uci_priv.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reports of the search, on its thread -------------------------------------------------- */

static void print_score(FILE *out, score_t score, enum bound bound, bool is_over)
{
    if (score_is_decisive(score))
        fprintf(out, " score mate %d", is_over ? score_win_moves(score) : setup_win_moves(score));
    else
        fprintf(out, " score cp %d", (int)score);
    if (bound != BOUND_EXACT)
        fputs(bound == BOUND_LOWER ? " lowerbound" : " upperbound", out);
}

/* Says once per proven win or loss what will end the game. */
static void announce_win(struct uci *u, const struct engine_info *info)
{
    char text[SETUP_SCORE_MAX];
    if (info->multipv != 1 || info->bound != BOUND_EXACT)
        return;
    if (!score_is_decisive(info->score)) {
        u->announced = 0;
        return;
    }
    if (info->score == u->announced)
        return;
    const struct game_result end = setup_line_end(u->d.root, info->pv, info->pv_nb);
    if (end.way[0] == '\0')
        return;
    u->announced = info->score;
    if (info->pv_nb == 0)
        uci_say(u, "info string the game is over (%s)", end.way);
    else
        uci_say(u, "info string %s", setup_score_text(info->score, end.way, text));
}

void uci_on_info(void *context, const struct engine_info *info)
{
    struct uci *u = context;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    fprintf(out, "info depth %d seldepth %d multipv %d", info->depth, info->seldepth,
            info->multipv);
    print_score(out, info->score, info->bound, info->pv_nb == 0);
    const struct eval_info *eval = u->d.root->game->eval_info;
    if (u->shows_wdl && eval) {
        const struct wdl wdl = game_wdl(&eval->wdl, info->score);
        fprintf(out, " wdl %d %d %d", wdl.win, wdl.draw, wdl.loss);
    }
    fprintf(out, " nodes %" PRIu64 " nps %" PRIu64 " hashfull %u time %" PRId64, info->nodes,
            cli_rate((double)info->nodes, (double)info->time_ms / 1e3 + 5e-4), info->hashfull,
            info->time_ms);
    bool is_legal = true;
    if (info->pv_nb > 0) {
        fputs(" pv ", out);
        is_legal = dialogue_print_line(&u->d, out, info->pv, info->pv_nb, false);
    }
    fputc('\n', out);
    fclose(out);
    dialogue_say_text(&u->d, text);
    free(text);
    if (!is_legal)
        uci_say(u, "info string error: the search gave an illegal move in its line");
    announce_win(u, info);
}

void uci_on_currmove(void *context, int depth, move_t move, int number)
{
    struct uci *u = context;
    char text[MOVE_TEXT_MAX];
    u->d.root->game->move_format(u->d.root, move, text);
    uci_say(u, "info depth %d currmove %s currmovenumber %d", depth, text, number);
}

void uci_on_result(void *context, const struct engine_result *result)
{
    struct uci *u = context;
    struct dialogue_answer answer;
    dialogue_answer(&u->d, result, false, &answer);
    uci_say(u, "bestmove %s%s%s", answer.best[0] ? answer.best : "0000",
            answer.ponder[0] ? " ponder " : "", answer.ponder);
}

/* ---- Perft --------------------------------------------------------------------------------- */

static void on_perft_move(void *context, move_t move, perft_count_t nodes)
{
    struct uci *u = context;
    char text[MOVE_TEXT_MAX];
    char count[PERFT_COUNT_TEXT_MAX];
    u->d.root->game->move_format(u->d.root, move, text);
    uci_say(u, "%s: %s", text, perft_count_format(nodes, count));
}

static void *perft_main(void *argument)
{
    struct uci *u = argument;
    const struct perft_options options = {
        .depth = u->perft_depth,
        .threads = (unsigned)u->threads,
        .bulk = true,
        .on_move = on_perft_move,
        .context = u,
        .stop = &u->perft_stop,
    };
    perft_count_t nodes;
    bool complete;
    char text[PERFT_COUNT_TEXT_MAX];
    const enum engine_status status = perft_run(u->d.root, &options, &nodes, &complete);
    if (status != ENGINE_OK)
        uci_say(u, "info string perft failed: %s", engine_strerror(status));
    else if (!complete)
        uci_say(u, "info string perft stopped, the moves above are complete");
    else
        uci_say(u, "\nNodes searched: %s", perft_count_format(nodes, text));
    atomic_store(&u->perft_done, true);
    return NULL;
}

static void go_perft(struct uci *u, int64_t depth)
{
    if (pos_copy(u->d.root, u->d.pos) != ENGINE_OK) {
        uci_say(u, "info string out of memory");
        return;
    }
    u->perft_depth = (int)(u->d.is_sandbox && depth > 2 ? 2 : depth);
    atomic_store(&u->perft_stop, false);
    atomic_store(&u->perft_done, false);
    if (pthread_create(&u->perft_thread, NULL, perft_main, u) == 0)
        u->is_counting = true;
    else
        perft_main(u);
    if (u->d.is_sandbox)
        uci_join_perft(u);
}

/* ---- Limits -------------------------------------------------------------------------------- */

struct go_request {
    struct engine_limits limits;
    bool has_time[2];
    int64_t perft; /* 0: none */
    move_t *search_moves;
};

/* The numeric limits. Values outside are moved to the nearer bound if the protocol has no better
 * meaning for them (clocks that ran out are negative), and refused otherwise. */
static const struct go_limit {
    const char *word;
    int64_t min, max;
    bool clamps_low;
} go_limits[] = {
    {"depth", 1, DEPTH_MAX, false},       {"nodes", 1, INT64_MAX, false},
    {"movetime", 1, INT64_MAX / 4, true}, {"mate", 1, PLY_MAX / 2, false},
    {"movestogo", 0, 10000, true},        {"wtime", 0, INT64_MAX / 4, true},
    {"btime", 0, INT64_MAX / 4, true},    {"winc", 0, INT64_MAX / 4, true},
    {"binc", 0, INT64_MAX / 4, true},     {"perft", 1, DEPTH_MAX, false},
};

static void set_limit(struct go_request *r, const char *word, int64_t n)
{
    struct engine_limits *l = &r->limits;
    const unsigned side = word[0] == 'b' ? BLACK : WHITE;
    if (strcmp(word, "depth") == 0)
        l->depth = (int)n;
    else if (strcmp(word, "nodes") == 0)
        l->nodes = (uint64_t)n;
    else if (strcmp(word, "movetime") == 0)
        l->movetime_ms = n;
    else if (strcmp(word, "mate") == 0)
        l->mate = (int)n;
    else if (strcmp(word, "movestogo") == 0)
        l->moves_to_go = (int)n;
    else if (strcmp(word, "perft") == 0)
        r->perft = n;
    else if (strcmp(word + 1, "inc") == 0)
        l->increment_ms[side] = n;
    else {
        l->time_ms[side] = n;
        r->has_time[side] = true;
    }
}

static const struct go_limit *find_limit(const char *word)
{
    for (size_t i = 0; i < sizeof go_limits / sizeof *go_limits; i++)
        if (strcmp(go_limits[i].word, word) == 0)
            return &go_limits[i];
    return NULL;
}

static bool is_go_word(const char *word)
{
    return find_limit(word) || strcmp(word, "infinite") == 0 || strcmp(word, "ponder") == 0 ||
           strcmp(word, "searchmoves") == 0;
}

static bool read_limit(struct uci *u, struct go_request *r, const struct go_limit *limit,
                       const char *value)
{
    int64_t n;
    if (!value || !cli_read_integer(value, &n)) {
        uci_say(u, "info string go %s: '%.40s' is not a whole number, no search", limit->word,
                value ? value : "");
        return false;
    }
    if (n < limit->min && !limit->clamps_low) {
        uci_say(u, "info string go %s: %" PRId64 " is less than %" PRId64 ", no search",
                limit->word, n, limit->min);
        return false;
    }
    set_limit(r, limit->word, n < limit->min ? limit->min : n > limit->max ? limit->max : n);
    return true;
}

/* Adds a move after searchmoves. */
static bool read_search_move(struct uci *u, struct go_request *r, const char *word)
{
    struct move_entry entry;
    struct engine_limits *l = &r->limits;
    if (u->d.pos->game->move_parse(u->d.pos, word, &entry) != ENGINE_OK) {
        uci_say(u, "info string go searchmoves: '%.40s' is not a legal move here, no search", word);
        return false;
    }
    for (size_t i = 0; i < l->search_moves_nb; i++)
        if (r->search_moves[i] == entry.move)
            return true;
    /* Distinct legal moves, so this bound holds. */
    if (!r->search_moves)
        r->search_moves = malloc(u->d.pos->game->moves_max * sizeof *r->search_moves);
    if (!r->search_moves) {
        uci_say(u, "info string out of memory, no search");
        return false;
    }
    r->search_moves[l->search_moves_nb++] = entry.move;
    l->search_moves = r->search_moves;
    return true;
}

static bool read_request(struct uci *u, struct go_request *r, char *arguments)
{
    bool in_moves = false;
    for (char *word; (word = dialogue_word(&arguments));) {
        const struct go_limit *limit = find_limit(word);
        if (limit) {
            if (!read_limit(u, r, limit, dialogue_word(&arguments)))
                return false;
        } else if (strcmp(word, "infinite") == 0) {
            r->limits.infinite = true;
        } else if (strcmp(word, "ponder") == 0) {
            r->limits.ponder = true;
        } else if (in_moves && !is_go_word(word)) {
            if (!read_search_move(u, r, word))
                return false;
            continue;
        } else if (strcmp(word, "searchmoves") != 0) {
            uci_say(u, "info string go: unknown word '%.40s' ignored", word);
        }
        in_moves = strcmp(word, "searchmoves") == 0;
    }
    return true;
}

/* What the given words mean together. */
static void complete_limits(struct go_request *r)
{
    struct engine_limits *l = &r->limits;
    l->clocks = r->has_time[WHITE] || r->has_time[BLACK];
    if (l->clocks && !r->has_time[WHITE])
        l->time_ms[WHITE] = l->time_ms[BLACK];
    if (l->clocks && !r->has_time[BLACK])
        l->time_ms[BLACK] = l->time_ms[WHITE];
    if (!l->clocks && !l->ponder && l->depth == 0 && l->nodes == 0 && l->movetime_ms == 0 &&
        l->mate == 0)
        l->infinite = true;
}

static void start_search(struct uci *u, struct go_request *r)
{
    complete_limits(r);
    enum engine_status status =
        engine_set_contempt(u->d.engine, u->analyse_mode ? 0 : (score_t)u->contempt);
    if (status == ENGINE_OK) {
        const struct game_result result = u->d.pos->game->result(u->d.pos);
        if (result.outcome != OUTCOME_NONE)
            uci_say(u, "info string the game is over: %s", result.word);
        u->announced = 0;
        status = dialogue_go(&u->d, &r->limits);
    }
    if (status != ENGINE_OK)
        uci_say(u, "info string no search: %s", engine_strerror(status));
}

void uci_go(struct uci *u, char *arguments)
{
    struct go_request request = {0};
    if (dialogue_is_searching(&u->d)) {
        uci_say(u, "info string busy: a search is running, send stop first");
        return;
    }
    if (read_request(u, &request, arguments)) {
        if (request.perft > 0)
            go_perft(u, request.perft);
        else
            start_search(u, &request);
    }
    free(request.search_moves);
}
