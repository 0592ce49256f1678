/* The tuner: description and text of the parameters, the second instance of each evaluation, rows,
 * gradients, and that known parameters are found again. */
#include "engine/games/bashni/bashni.h"
#include "engine/games/belarusian/belarusian.h"
#include "engine/games/tamerlane/tamerlane.h"
#include "tests/harness.h"
#include "tools/setup.h"
#include "tools/tune_fit.h"

#include <ctype.h>
#include <math.h>
#include <unistd.h>

enum { PATH_BYTES = 256, PLIES_MAX = 200, FILE_BYTES = 1 << 17 };

static const atomic_bool never;

static const char *path_of(const char *name, char *out)
{
    const char *tmp = getenv("TMPDIR");
    snprintf(out, PATH_BYTES, "%s/citadel-test-%ld-%s", tmp ? tmp : "/tmp", (long)getpid(), name);
    return out;
}

/* ---- Random positions ---------------------------------------------------------------------- */

/* Calls visit for `nb` positions of random games. */
static void visit_random(struct test *t, const struct game *game, size_t nb,
                         void (*visit)(void *context, const struct position *pos), void *context)
{
    struct position *pos = pos_new(game);
    struct move_entry *moves = malloc(game->moves_max * sizeof *moves);
    REQUIRE(pos && moves);
    for (size_t i = 0, plies = 0; i < nb; i++, plies++) {
        const size_t n = (size_t)(game->generate(pos, GEN_ALL, moves) - moves);
        if (n == 0 || plies == PLIES_MAX || game->result(pos).outcome != OUTCOME_NONE) {
            pos_reset(pos);
            plies = 0;
        } else {
            setup_make(pos, &moves[test_random_below(t, n)]);
        }
        visit(context, pos);
    }
    free(moves);
    pos_free(pos);
}

struct comparing {
    struct test *t;
    size_t nb;
};

static void compare_evaluations(void *context, const struct position *pos)
{
    struct comparing *c = context;
    struct test *t = c->t;
    char fen[GAME_FEN_MAX];
    const score_t one = pos->game->evaluate(pos);
    const score_t two = pos->game->evaluate_with(pos, pos->game->eval_info->defaults);
    if (one != two) {
        pos->game->format(pos, fen);
        CHECK_MSG(one == two, "%s: evaluate %d, evaluate_with %d", fen, one, two);
    }
    c->nb++;
}

static void case_same_evaluation(struct test *t)
{
    for (size_t i = 0; games_get(i); i++) {
        struct comparing c = {.t = t};
        visit_random(t, games_get(i), test_fast_wanted() ? 2000 : 20000, compare_evaluations, &c);
        CHECK(c.nb >= 2000);
    }
}

/* ---- The list ------------------------------------------------------------------------------ */

static void check_list(struct test *t, const struct game *game)
{
    const struct eval_info *info = game->eval_info;
    size_t next = 0;
    for (size_t k = 0; k < info->params_nb; k++) {
        const struct eval_param *p = &info->params[k];
        CHECK_MSG(p->offset == next, "%s is at %u, not %zu", p->name, p->offset, next);
        CHECK_MSG(p->nb > 0 && p->rows > 0 && p->nb % p->rows == 0, "%s", p->name);
        CHECK_MSG(p->text[0] && p->text[strlen(p->text) - 1] != '\n', "%s", p->name);
        next = (size_t)p->offset + p->nb;
        for (size_t j = 0; j < k; j++)
            CHECK_MSG(strcmp(p->name, info->params[j].name) != 0, "%s stands twice", p->name);
    }
    CHECK_EQ_U64(next, info->values_nb);

    struct tune_params params;
    REQUIRE(tune_params_init(&params, info));
    int32_t *vector = malloc(info->values_nb * sizeof *vector);
    double *theta = malloc(params.nb * sizeof *theta);
    REQUIRE(vector && theta);
    for (size_t j = 0; j < params.nb; j++) {
        const struct tune_coord *c = &params.coords[j];
        theta[j] = c->start;
        CHECK_MSG(c->start >= c->lowest && c->start <= c->highest, "%s is %g", c->name, c->start);
    }
    tune_params_vector(&params, theta, vector);
    CHECK(memcmp(vector, info->defaults, info->values_nb * sizeof *vector) == 0);
    const size_t held = tune_params_mark(&params, info->anchor, false);
    CHECK_MSG(held == 1 || held == 2, "%s names %zu", info->anchor, held);
    free(vector);
    free(theta);
    tune_params_fini(&params);
}

static void case_list(struct test *t)
{
    for (size_t i = 0; games_get(i); i++)
        check_list(t, games_get(i));
}

/* The text without its first comment, blanks, and zero items of labelled arrays. */
static void normalise(char *text)
{
    char *start = strstr(text, "*/");
    char *out = text;
    for (const char *s = start ? start + 2 : text; *s; s++)
        if (!isspace((unsigned char)*s))
            *out++ = *s;
    *out = '\0';
    static const char *const zeros[] = {"]=WEIGHT(0,0)", "]=0"};
    for (size_t i = 0; i < COUNT(zeros); i++)
        for (char *zero = text; (zero = strstr(zero, zeros[i]));) {
            char *end = zero + strlen(zeros[i]);
            char *begin = zero;
            while (begin > text && begin[-1] != ',')
                begin--;
            if (*end != ',' && *end != ')') {
                zero = end;
                continue;
            }
            end += *end == ',';
            memmove(begin, end, strlen(end) + 1);
            zero = begin;
        }
}

static size_t read_text(FILE *f, char *out)
{
    rewind(f);
    const size_t n = fread(out, 1, FILE_BYTES - 1, f);
    out[n] = '\0';
    return n;
}

/* What is written from the present values is the file they came from. */
static void check_written(struct test *t, const struct game *game)
{
    static char ours[FILE_BYTES], theirs[FILE_BYTES];
    FILE *source = fopen(game->eval_info->file, "r");
    FILE *written = tmpfile();
    CHECK_MSG(source != NULL, "no file %s here", game->eval_info->file);
    REQUIRE(source && written);
    tune_params_write(game->eval_info, game->title, "Origin: a\ntest.", game->eval_info->defaults,
                      written);
    CHECK(read_text(source, theirs) > 0 && read_text(written, ours) > 0);
    CHECK(strstr(ours, "\n * Origin: a\n * test. */\n") != NULL);
    for (char *line = ours, *end; (end = strchr(line, '\n')); line = end + 1)
        CHECK_MSG(end - line <= 100, "%.*s", (int)(end - line), line);
    normalise(ours);
    normalise(theirs);
    size_t same = 0;
    while (ours[same] && ours[same] == theirs[same])
        same++;
    CHECK_MSG(ours[same] == theirs[same], "%s: differs at %.60s, written %.60s", game->name,
              theirs + same, ours + same);
    fclose(source);
    fclose(written);
}

static void case_written(struct test *t)
{
    check_written(t, &bel_game_release);
    check_written(t, &tam_game);
    check_written(t, &bas_game);
}

/* Tables of rows and labels, which the games may or may not have. */
#define TOY_LIST                                                                                   \
    EVAL_PAIRS(table, [TOY_NB][2], -50, 50, "A table\nin two lines.",                              \
               [ONE] = {WEIGHT(1, -2), WEIGHT(3, 4)}, [TWO] = {WEIGHT(0, 0), WEIGHT(5, 6)})        \
    EVAL_SCORES(row, [3], 0, 9, "Plain.", 7, 0, 9)                                                 \
    EVAL_NUMBER(share, 0, 100, "A share.", 40)                                                     \
    EVAL_CONSTANTS(none, [TOY_NB], "Nothing.", 0)                                                  \
    EVAL_CONSTANT(last, "The end.", -1)

enum { ZERO, ONE, TWO, TOY_NB };

#define EVAL_ONE EVAL_FIELD_ONE
#define EVAL_ARRAY EVAL_FIELD_ARRAY
struct toy_params {
    TOY_LIST
};
#undef EVAL_ONE
#undef EVAL_ARRAY

#define EVAL_STRUCT struct toy_params
#define EVAL_ONE EVAL_VALUE_ONE
#define EVAL_ARRAY EVAL_VALUE_ARRAY
static const struct toy_params toy_defaults = {TOY_LIST};
#undef EVAL_ONE
#undef EVAL_ARRAY

#define EVAL_ONE EVAL_ROW_ONE
#define EVAL_ARRAY EVAL_ROW_ARRAY
static const struct eval_param toy_rows[] = {TOY_LIST};
static const char *const toy_names[] = {"ZERO", "ONE", "TWO"};
static const struct eval_labels toy_labels[] = {{"[TOY_NB]", toy_names}, {NULL, NULL}};
static const struct eval_info toy_info = {.file = "",
                                          .params = toy_rows,
                                          .params_nb = COUNT(toy_rows),
                                          .values_nb = sizeof toy_defaults / sizeof(int32_t),
                                          .defaults = (const int32_t *)&toy_defaults,
                                          .labels = toy_labels,
                                          .anchor = "share"};

static void case_toy_list(struct test *t)
{
    static const char expected[] =
        "/* The numbers of the evaluation of Toy. How to read and extend this list stands in\n"
        " * engine/eval_info.h; `citadel tune` writes the whole file.\n"
        " *\n"
        " * Nowhere. */\n"
        "\n"
        "EVAL_PAIRS(table, [TOY_NB][2], -50, 50,\n"
        "           \"A table\\n\"\n"
        "           \"in two lines.\",\n"
        "           [ONE] = {WEIGHT(1, -2), WEIGHT(3, 4)}, [TWO] = {WEIGHT(0, 0), WEIGHT(5, 6)})\n"
        "\n"
        "EVAL_SCORES(row, [3], 0, 9,\n"
        "            \"Plain.\",\n"
        "            7, 0, 9)\n"
        "\n"
        "EVAL_NUMBER(share, 0, 100, \"A share.\", 40)\n"
        "\n"
        "EVAL_CONSTANTS(none, [TOY_NB],\n"
        "               \"Nothing.\",\n"
        "               0)\n"
        "\n"
        "EVAL_CONSTANT(last, \"The end.\", -1)\n"
        "\n"
        "#undef EVAL_ONE\n"
        "#undef EVAL_ARRAY\n";
    static char text[FILE_BYTES];
    FILE *f = tmpfile();
    REQUIRE(f != NULL);
    tune_params_write(&toy_info, "Toy", "Nowhere.", toy_info.defaults, f);
    read_text(f, text);
    fclose(f);
    CHECK_EQ_STR(text, expected);

    struct tune_params p;
    REQUIRE(tune_params_init(&p, &toy_info));
    CHECK_EQ_U64(p.nb, 2 * 6 + 3 + 1);
    CHECK_EQ_STR(p.coords[0].name, "table[ZERO][0].mg");
    CHECK_EQ_STR(p.coords[7].name, "table[ONE][1].eg");
    CHECK_EQ_INT((int)p.coords[4].start, 1);
    CHECK_EQ_INT((int)p.coords[5].start, -2);
    CHECK_EQ_STR(p.coords[12].name, "row[0]");
    CHECK_EQ_STR(p.coords[15].name, "share");
    CHECK_EQ_U64(tune_params_mark(&p, "table", false), 12);
    CHECK_EQ_U64(tune_params_mark(&p, "table[ONE][1]", false), 2);
    CHECK_EQ_U64(tune_params_mark(&p, "table[ONE][1].eg", false), 1);
    CHECK_EQ_U64(tune_params_mark(&p, "table[ONE]*", false), 4);
    CHECK_EQ_U64(tune_params_mark(&p, "*.mg", false), 6);
    CHECK_EQ_U64(tune_params_mark(&p, "r?w[2]", false), 1);
    CHECK_EQ_U64(tune_params_mark(&p, "*", true), 16);
    CHECK_EQ_U64(tune_params_mark(&p, "tabl", false), 0);
    CHECK_EQ_U64(tune_params_mark(&p, "", false), 0);
    CHECK_EQ_U64(tune_params_mark(&p, "last", false), 0);
    tune_params_fini(&p);
}

/* ---- Gradients ----------------------------------------------------------------------------- */

static void case_gradient(struct test *t)
{
    enum { ROWS = 60, PARAMS = 7, ENTRIES = ROWS * 3 };
    struct tune_row rows[ROWS + 1];
    uint16_t coords[ENTRIES];
    float coefficients[ENTRIES], targets[ROWS], change[PARAMS];
    double gradient[PARAMS + 1], none[PARAMS + 1];
    uint32_t n = 0;
    for (int i = 0; i < ROWS; i++) {
        rows[i] = (struct tune_row){.base = (float)test_random_below(t, 800) - 400, .begin = n};
        targets[i] = (float)test_random_below(t, 1001) / 1000;
        for (uint64_t k = test_random_below(t, 4); k > 0; k--) {
            coords[n] = (uint16_t)(k * 2 - test_random_below(t, 2));
            coefficients[n++] = (float)test_random_below(t, 200) / 20 - 5;
        }
    }
    rows[ROWS].begin = n;
    for (int j = 0; j < PARAMS; j++)
        change[j] = (float)test_random_below(t, 40) - 20;
    const struct tune_slice slice = {
        .rows = rows, .coords = coords, .coefficients = coefficients, .nb = ROWS};
    const double scale = 0.006, h = 0.25;
    const double loss = tune_gradient(&slice, targets, change, scale, PARAMS, gradient);
    CHECK(loss > 0 && loss == tune_gradient(&slice, targets, change, scale, PARAMS, NULL));
    CHECK(tune_gradient(&slice, targets, NULL, scale, PARAMS, none) != loss);
    for (int j = 0; j < PARAMS; j++) {
        const float before = change[j];
        change[j] = before + (float)h;
        const double above = tune_gradient(&slice, targets, change, scale, PARAMS, NULL);
        change[j] = before - (float)h;
        const double below = tune_gradient(&slice, targets, change, scale, PARAMS, NULL);
        change[j] = before;
        const double slope = (above - below) / (2 * h);
        CHECK_MSG(fabs(slope - gradient[j]) < 1e-6 + 1e-3 * fabs(slope), "%d: %g, difference %g", j,
                  gradient[j], slope);
    }
    CHECK_EQ_INT(gradient[0] == 0, 1); /* nothing depends on it */
    const double e = 1e-4;
    const double above = tune_gradient(&slice, targets, change, scale * exp(e), PARAMS, NULL);
    const double below = tune_gradient(&slice, targets, change, scale * exp(-e), PARAMS, NULL);
    CHECK(fabs((above - below) / (2 * e) - gradient[PARAMS]) < 1e-6);
}

static void case_target(struct test *t)
{
    const struct tune_sample won = {.score = 0, .result = 2}, lost = {.score = 300, .result = 0};
    CHECK(tune_target(&won, 1, 0.01) == 1 && tune_target(&won, 0, 0.01) == 0.5);
    CHECK(tune_target(&won, 0.5, 0.01) == 0.75 && tune_target(&lost, 1, 0.01) == 0);
    CHECK(fabs(tune_target(&lost, 0, 0.01) - 1 / (1 + exp(-3))) < 1e-12);
}

/* ---- Synthetic data ------------------------------------------------------------------------ */

static const double synthetic_scale = 0.006;

/* Games of one random position each, with the score that `truth` gives and a result drawn from it.
 */
struct synthesis {
    struct test *t;
    struct data_writer *writer;
    const int32_t *truth;
    bool ok;
};

static void synthesise(void *context, const struct position *pos)
{
    struct synthesis *s = context;
    const score_t own = pos->game->evaluate_with(pos, s->truth);
    const score_t score = pos->side == WHITE ? own : -own;
    if (abs(score) > 2000 || pos->game->in_check(pos))
        return;
    char text[GAME_FEN_MAX];
    pos->game->format(pos, text);
    const struct data_record record = {.score = score, .text = text};
    const double chance = 1 / (1 + exp(-synthetic_scale * score));
    const bool wins = (double)test_random_below(s->t, 1000000) < chance * 1e6;
    const struct data_game game = {.outcome = wins ? OUTCOME_WHITE_WINS : OUTCOME_BLACK_WINS,
                                   .records = &record,
                                   .records_nb = 1};
    s->ok = s->ok && data_add(s->writer, &game);
}

static bool load_synthetic(struct test *t, const struct game *game, const int32_t *truth, size_t nb,
                           int percent, struct tune_set *set)
{
    char path[PATH_BYTES], header[256], error[DATA_ERROR_MAX] = "";
    int n = snprintf(header, sizeof header, "game=%s\n", game->name);
    for (size_t i = 0; i < game->options_nb; i++)
        n += snprintf(header + n, sizeof header - (size_t)n, "option.%s=%s\n",
                      game->options[i].name, game->options[i].values[0]);
    struct synthesis s = {.t = t,
                          .writer = data_create(path_of("synthetic", path), header, error),
                          .truth = truth,
                          .ok = true};
    if (!CHECK_MSG(s.writer != NULL, "%s", error))
        return false;
    visit_random(t, game, nb, synthesise, &s);
    if (!CHECK_MSG(data_finish(s.writer, error) && s.ok, "%s", error))
        return false;
    char *files[] = {path};
    const struct cli_words words = {files, 1};
    const enum data_status status = tune_set_load(set, game, &words, percent, t->seed, error);
    unlink(path);
    return CHECK_MSG(status == DATA_OK, "%s", error);
}

static struct thread_pool *new_pool(unsigned threads)
{
    struct thread_pool *pool = pool_new(threads);
    if (pool && pool_resize(pool, threads) == ENGINE_OK)
        return pool;
    pool_free(pool);
    return NULL;
}

/* ---- Rows ---------------------------------------------------------------------------------- */

static float coefficient(const struct tune_slice *s, size_t row, size_t coord)
{
    for (uint32_t k = s->rows[row].begin; k < s->rows[row + 1].begin; k++)
        if (s->coords[k] == coord)
            return s->coefficients[k];
    return 0;
}

/* Does the row foretell what a step of one coordinate does? */
static bool foretells(struct tune_set *set, const struct tune_params *params, double *theta,
                      struct position *pos, size_t row, size_t j, int32_t *vector)
{
    const struct tune_slice *slice = &set->training.slices[row / TUNE_SLICE];
    const struct tune_coord *c = &params->coords[j];
    const double step = c->param->kind == EVAL_KIND_NUMBER ? 1 : 20;
    if (pos_set(pos, set->texts + set->training.samples[row].text, NULL) != ENGINE_OK)
        return false;
    theta[j] += step;
    tune_params_vector(params, theta, vector);
    theta[j] -= step;
    const score_t score = pos->game->evaluate_with(pos, vector);
    const double actual =
        (double)(pos->side == WHITE ? score : -score) - (double)slice->rows[row % TUNE_SLICE].base;
    const double predicted = step * (double)coefficient(slice, row % TUNE_SLICE, j);
    return fabs(actual - predicted) <= 2.5 + fabs(predicted) / 10;
}

static void check_rows(struct test *t, const struct game *game)
{
    struct tune_set set;
    struct tune_params params;
    struct tune_linearised report;
    const size_t wanted = test_fast_wanted() ? 500 : 3000;
    struct thread_pool *pool = new_pool(2);
    REQUIRE(pool && tune_params_init(&params, game->eval_info));
    double *theta = malloc(params.nb * sizeof *theta);
    int32_t *vector = malloc(game->eval_info->values_nb * sizeof *vector);
    struct position *pos = pos_new(game);
    REQUIRE(theta && vector && pos);
    if (!load_synthetic(t, game, game->eval_info->defaults, wanted, 0, &set))
        return;
    for (size_t j = 0; j < params.nb; j++)
        theta[j] = params.coords[j].start;
    REQUIRE(tune_linearise(&set, &params, theta, pool, &never, &report));
    CHECK(report.entries > set.training.nb);
    /* The short cuts do most of the work: two evaluations for each coordinate is what they save. */
    CHECK_MSG(report.irregular * 8 <= set.training.nb, "%s: %" PRIu64 " irregular rows", game->name,
              report.irregular);
    CHECK_MSG(report.evaluations < set.training.nb * params.nb, "%s: %" PRIu64 " evaluations",
              game->name, report.evaluations);
    size_t wrong = 0, active = 0;
    const size_t tries = 4 * wanted;
    for (size_t i = 0; i < tries; i++) {
        const size_t row = test_random_below(t, set.training.nb);
        const size_t j = test_random_below(t, params.nb);
        wrong += !foretells(&set, &params, theta, pos, row, j, vector);
        active += coefficient(&set.training.slices[row / TUNE_SLICE], row % TUNE_SLICE, j) != 0;
    }
    CHECK_MSG(wrong * 50 <= tries, "%s: %zu of %zu rows are wrong", game->name, wrong, tries);
    CHECK_MSG(active * 40 > tries, "%s: %zu of %zu matter", game->name, active, tries);

    /* Rows know nothing of coordinates that are fixed. */
    tune_params_mark(&params, "*", false);
    CHECK(tune_params_mark(&params, "tempo", true) > 0);
    REQUIRE(tune_linearise(&set, &params, theta, pool, &never, &report));
    for (size_t j = 0; j < params.nb; j++)
        if (!params.coords[j].is_free)
            CHECK(coefficient(&set.training.slices[0], 0, j) == 0);
    CHECK(report.entries >= set.training.nb && report.entries <= 2 * set.training.nb);
    tune_set_fini(&set);
    tune_params_fini(&params);
    pool_free(pool);
    pos_free(pos);
    free(theta);
    free(vector);
}

static void case_rows(struct test *t)
{
    check_rows(t, &bel_game_release);
    check_rows(t, &tam_game);
    check_rows(t, &bas_game);
}

/* ---- The fit ------------------------------------------------------------------------------- */

static const struct tune_options usual = {.lambda = 0,
                                          .prior = 0,
                                          .rate = 3,
                                          .epochs = 60,
                                          .rounds = 3,
                                          .patience = 0,
                                          .adapts_scale = true,
                                          .seed = 1,
                                          .stop = &never};

static double *start_of(const struct tune_params *params)
{
    double *theta = malloc((params->nb + 1) * sizeof *theta);
    for (size_t j = 0; theta && j < params->nb; j++)
        theta[j] = params->coords[j].start;
    return theta;
}

/* Truth differs from the defaults in the named values; they are to be found again, to `slack`. */
static void check_recovery(struct test *t, const struct game *game, const char *const *names,
                           const int *changes, size_t nb, double slack)
{
    struct tune_set set;
    struct tune_params params;
    struct tune_report report;
    struct thread_pool *pool = new_pool(2);
    REQUIRE(pool && tune_params_init(&params, game->eval_info));
    double *truth = start_of(&params), *theta = start_of(&params);
    int32_t *vector = malloc(game->eval_info->values_nb * sizeof *vector);
    REQUIRE(truth && theta && vector);
    tune_params_mark(&params, "*", false);
    for (size_t i = 0; i < nb; i++) {
        CHECK(tune_params_mark(&params, names[i], true) > 0);
        for (size_t j = 0; j < params.nb; j++)
            if (strncmp(params.coords[j].name, names[i], strlen(names[i])) == 0)
                truth[j] += changes[i];
    }
    tune_params_vector(&params, truth, vector);
    if (!load_synthetic(t, game, vector, test_fast_wanted() ? 6000 : 20000, 10, &set))
        return;
    REQUIRE(tune_fit(&set, &params, &usual, pool, theta, &report));
    CHECK(report.is_complete && report.epochs == usual.epochs);
    for (size_t j = 0; j < params.nb; j++)
        CHECK_MSG(fabs(theta[j] - truth[j]) <= (params.coords[j].is_free ? slack : 0),
                  "%s: %s is %g, should be %g", game->name, params.coords[j].name, theta[j],
                  truth[j]);
    CHECK(report.validation_after.entropy < report.validation_before.entropy);
    CHECK(report.training_after.square < report.training_before.square / 4);
    CHECK_MSG(fabs(report.scale_after / report.score_scale - 1) < 0.02, "K %g of %g",
              report.scale_after, report.score_scale);
    CHECK_MSG(fabs(report.score_scale / synthetic_scale - 1) < 0.25, "K %g", report.score_scale);
    tune_set_fini(&set);
    tune_params_fini(&params);
    pool_free(pool);
    free(truth);
    free(theta);
    free(vector);
}

static void case_recovery(struct test *t)
{
    static const char *const bel[] = {"man_value[ROOK]", "man_value[RIDER]", "hanging",
                                      "ratnik_isolated", "tempo"};
    static const int bel_changes[] = {70, -50, 25, -14, 20};
    static const char *const tam[] = {"officer_value[ROOK]", "officer_value[KNIGHT]",
                                      "threat_to_pawn", "pawn_isolated"};
    static const int tam_changes[] = {-80, 60, 5, -12};
    static const char *const bas[] = {"top_value[KING]", "prisoner_value[1]", "linked",
                                      "mobility_man", "tempo"};
    static const int bas_changes[] = {60, -30, 15, 4, 12};
    check_recovery(t, &bel_game_release, bel, bel_changes, COUNT(bel), 4);
    check_recovery(t, &tam_game, tam, tam_changes, COUNT(tam), 5);
    check_recovery(t, &bas_game, bas, bas_changes, COUNT(bas), 4);
}

/* Threads change nothing; a fixed parameter stays; a bound holds; the prior pulls. */
static void case_fit(struct test *t)
{
    const struct game *game = &bas_game;
    struct tune_set set;
    struct tune_params params;
    struct tune_report report;
    struct thread_pool *one = new_pool(1), *three = new_pool(3);
    REQUIRE(one && three && tune_params_init(&params, game->eval_info));
    double *a = start_of(&params), *b = start_of(&params), *c = start_of(&params);
    int32_t *vector = malloc(game->eval_info->values_nb * sizeof *vector);
    REQUIRE(a && b && c && vector);
    tune_params_mark(&params, game->eval_info->anchor, false);
    tune_params_mark(&params, "*.eg", false); /* or the other half makes up for what is missing */
    size_t tempo = 0, mobility = 0, centre = 0;
    for (size_t j = 0; j < params.nb; j++) {
        tempo = strcmp(params.coords[j].name, "tempo.mg") == 0 ? j : tempo;
        mobility = strcmp(params.coords[j].name, "mobility_man.mg") == 0 ? j : mobility;
        centre = strcmp(params.coords[j].name, "prisoner_king.mg") == 0 ? j : centre;
    }
    a[tempo] = params.coords[tempo].highest + 80;
    a[mobility] += 6;
    a[centre] += 10;
    tune_params_vector(&params, a, vector);
    if (!load_synthetic(t, game, vector, 6000, 10, &set))
        return;
    a[tempo] = params.coords[tempo].start;
    a[mobility] = params.coords[mobility].start;
    a[centre] = params.coords[centre].start;
    params.coords[mobility].is_free = false;
    REQUIRE(tune_fit(&set, &params, &usual, one, a, &report));
    REQUIRE(tune_fit(&set, &params, &usual, three, b, &report));
    CHECK(memcmp(a, b, params.nb * sizeof *a) == 0);
    CHECK(a[mobility] == params.coords[mobility].start);
    CHECK_MSG(a[tempo] <= params.coords[tempo].highest &&
                  a[tempo] >= params.coords[tempo].highest - 4,
              "%g", a[tempo]);
    CHECK_MSG(fabs(a[centre] - params.coords[centre].start) >= 2, "%g", a[centre]);

    struct tune_options pulled = usual;
    pulled.prior = 0.01;
    REQUIRE(tune_fit(&set, &params, &pulled, one, c, &report));
    CHECK_MSG(fabs(c[centre] - params.coords[centre].start) <= 1, "%g", c[centre]);

    static const atomic_bool at_once = true;
    struct tune_options stopped = usual;
    stopped.stop = &at_once;
    memcpy(b, a, params.nb * sizeof *b);
    CHECK(tune_fit(&set, &params, &stopped, one, b, &report));
    CHECK(!report.is_complete && report.epochs == 0);
    CHECK(memcmp(a, b, params.nb * sizeof *a) == 0);
    tune_set_fini(&set);
    tune_params_fini(&params);
    pool_free(one);
    pool_free(three);
    free(a);
    free(b);
    free(c);
    free(vector);
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {{"same-evaluation", case_same_evaluation},
                                             {"list", case_list},
                                             {"written", case_written},
                                             {"toy-list", case_toy_list},
                                             {"gradient", case_gradient},
                                             {"target", case_target},
                                             {"rows", case_rows},
                                             {"recovery", case_recovery},
                                             {"fit", case_fit}};
    return test_main(argc, argv, cases, COUNT(cases));
}
