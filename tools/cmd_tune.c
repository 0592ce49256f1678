/* The command `tune`: fits the numbers of an evaluation to recorded games. */
#include "tools/cli.h"
#include "tools/json.h"
#include "tools/outfile.h"
#include "tools/tune_fit.h"
#include "tools/tune_wdl.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct tune_command {
    const struct cli_command *self;
    const struct game *game;
    struct cli_words data, only, fix;
    const char *out, *hold;
    int64_t lambda, validation, prior, rate, epochs, rounds, patience, seed, threads;
    bool list, wdl, json;
    struct tune_params params;
    struct tune_set set;
    struct tune_options options;
    struct tune_report report;
};

/* ---- Which parameters ---------------------------------------------------------------------- */

static int mark(struct tune_command *c, const char *option, const char *pattern, bool is_free)
{
    if (tune_params_mark(&c->params, pattern, is_free) > 0)
        return CLI_RUN;
    return cli_usage_error(c->self, "option %s: %s has no parameter '%s' (--list shows them)",
                           option, c->game->name, pattern);
}

static int choose_params(struct tune_command *c)
{
    int code = CLI_RUN;
    if (c->only.nb > 0)
        tune_params_mark(&c->params, "*", false);
    for (int i = 0; code == CLI_RUN && i < c->only.nb; i++)
        code = mark(c, "--only", c->only.first[i], true);
    for (int i = 0; code == CLI_RUN && i < c->fix.nb; i++)
        code = mark(c, "--fix", c->fix.first[i], false);
    if (code == CLI_RUN && strcmp(c->hold, "none") != 0) {
        code = mark(c, "--hold", c->hold, false);
        c->options.adapts_scale = true;
    }
    for (size_t j = 0; code == CLI_RUN && j < c->params.nb; j++)
        if (c->params.coords[j].is_free)
            return CLI_RUN;
    return code == CLI_RUN ? cli_usage_error(c->self, "no parameter is left to tune") : code;
}

static int list_params(const struct tune_command *c)
{
    if (!c->json)
        printf("%-36s %8s %8s %8s  %s\n", "parameter", "value", "lowest", "highest", "tuned");
    for (size_t j = 0; j < c->params.nb; j++) {
        const struct tune_coord *p = &c->params.coords[j];
        if (c->json) {
            struct json line;
            json_begin(&line, stdout);
            json_text(&line, "type", "parameter");
            json_text(&line, "name", p->name);
            json_integer(&line, "value", (int64_t)p->start);
            json_integer(&line, "lowest", (int64_t)p->lowest);
            json_integer(&line, "highest", (int64_t)p->highest);
            json_bool(&line, "free", p->is_free);
            json_text(&line, "text", p->param->text);
            json_end(&line);
        } else {
            printf("%-36s %8.0f %8.0f %8.0f  %s\n", p->name, p->start, p->lowest, p->highest,
                   p->is_free ? "yes" : "no");
        }
    }
    return CLI_OK;
}

/* ---- Reports ------------------------------------------------------------------------------- */

static void on_rows(void *context, const struct tune_linearised *n, double seconds)
{
    const struct tune_command *c = context;
    if (c->json)
        return;
    const double rows = (double)(c->set.training.nb + c->set.validation.nb);
    printf("rows: %.1f coefficients, %.1f evaluations each, %.2f %% irregular, %.1f s\n",
           (double)n->entries / rows, (double)n->evaluations / rows,
           100 * (double)n->irregular / rows, seconds);
    fflush(stdout);
}

static void on_epoch(void *context, int epoch, double training, double validation, double seconds)
{
    const struct tune_command *c = context;
    if (c->json) {
        struct json line;
        char number[32];
        json_begin(&line, stdout);
        json_text(&line, "type", "epoch");
        json_integer(&line, "epoch", epoch);
        snprintf(number, sizeof number, "%.7f", training);
        json_number(&line, "training", number);
        snprintf(number, sizeof number, "%.7f", validation);
        json_number(&line, "validation", number);
        json_real(&line, "time", seconds);
        json_end(&line);
    } else {
        printf("epoch %3d  training %.6f  validation %.6f  %.1f s, %.0f s left at most\n", epoch,
               training, validation, seconds,
               seconds / epoch * (double)(c->options.epochs - epoch));
        fflush(stdout);
    }
}

static void print_loss(const char *name, const struct tune_loss *before,
                       const struct tune_loss *after)
{
    printf("%s: loss %.6f -> %.6f, squared error %.6f -> %.6f\n", name, before->entropy,
           after->entropy, before->square, after->square);
}

static void json_loss(struct json *j, const char *key, const struct tune_loss *before,
                      const struct tune_loss *after)
{
    const double numbers[] = {before->entropy, after->entropy, before->square, after->square};
    char text[32];
    json_array_begin(j, key);
    for (size_t i = 0; i < 4; i++) {
        snprintf(text, sizeof text, "%.7f", numbers[i]);
        json_number(j, NULL, text);
    }
    json_array_end(j);
}

static void print_result(const struct tune_command *c, const double *theta)
{
    const struct tune_report *r = &c->report;
    if (c->json) {
        struct json j;
        json_begin(&j, stdout);
        json_text(&j, "type", "result");
        json_text(&j, "game", c->game->name);
        json_bool(&j, "complete", r->is_complete);
        json_integer(&j, "epochs", r->epochs);
        json_unsigned(&j, "positions", c->set.training.nb + c->set.validation.nb);
        json_unsigned(&j, "games", c->set.games);
        json_loss(&j, "training", &r->training_before, &r->training_after);
        json_loss(&j, "validation", &r->validation_before, &r->validation_after);
        json_object_begin(&j, "changes");
        for (size_t i = 0; i < c->params.nb; i++)
            if (theta[i] != c->params.coords[i].start)
                json_integer(&j, c->params.coords[i].name, (int64_t)theta[i]);
        json_object_end(&j);
        json_end(&j);
        return;
    }
    printf("\n");
    for (size_t i = 0; i < c->params.nb; i++)
        if (theta[i] != c->params.coords[i].start)
            printf("%-36s %6.0f -> %6.0f%s\n", c->params.coords[i].name, c->params.coords[i].start,
                   theta[i],
                   theta[i] == c->params.coords[i].lowest || theta[i] == c->params.coords[i].highest
                       ? "  (at its bound)"
                       : "");
    printf("\nscale: a win is e times as likely as a loss at %.0f cp, %.0f cp before, %.0f cp of "
           "search score\n",
           1 / r->scale_after, 1 / r->scale_before, 1 / r->score_scale);
    print_loss("training", &r->training_before, &r->training_after);
    if (c->set.validation.nb > 0)
        print_loss("validation", &r->validation_before, &r->validation_after);
}

/* ---- The file ------------------------------------------------------------------------------ */

static void describe_origin(const struct tune_command *c, char *out, size_t size)
{
    const struct tune_report *r = &c->report;
    char date[16];
    const time_t now = time(NULL);
    struct tm tm;
    strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&now, &tm));
    const int n =
        snprintf(out, size,
                 "Origin: tuned %s on %zu positions of %" PRIu32 " games; share of the result\n"
                 "in the target %.2f, K %.5f per centipawn.\n"
                 "Loss on what was learnt from: %.6f -> %.6f, squared error %.6f -> %.6f.",
                 date, c->set.training.nb + c->set.validation.nb, c->set.games, c->options.lambda,
                 r->scale_after, r->training_before.entropy, r->training_after.entropy,
                 r->training_before.square, r->training_after.square);
    if (c->set.validation.nb > 0)
        snprintf(out + n, size - (size_t)n,
                 "\nLoss on %zu positions of %" PRIu32 " others: %.6f -> %.6f, squared error\n%.6f "
                 "-> %.6f.",
                 c->set.validation.nb, c->set.validation.games, r->validation_before.entropy,
                 r->validation_after.entropy, r->validation_before.square,
                 r->validation_after.square);
}

static int write_file(const struct tune_command *c, const double *theta)
{
    char origin[1024];
    struct outfile o;
    int32_t *vector = malloc(c->params.info->values_nb * sizeof *vector);
    bool ok = vector && outfile_open(&o, c->out);
    if (ok) {
        describe_origin(c, origin, sizeof origin);
        tune_params_vector(&c->params, theta, vector);
        tune_params_write(c->params.info, c->game->title, origin, vector, o.file);
        ok = outfile_finish(&o);
    }
    free(vector);
    return ok ? CLI_OK : cli_error(c->self, CLI_IO, "%s: %s", c->out, strerror(errno));
}

/* ---- The command --------------------------------------------------------------------------- */

static int fit(struct tune_command *c, struct thread_pool *pool)
{
    double *theta = malloc((c->params.nb + 1) * sizeof *theta);
    if (!theta)
        return cli_error(c->self, CLI_IO, "out of memory");
    for (size_t j = 0; j < c->params.nb; j++)
        theta[j] = c->params.coords[j].start;
    int code = CLI_OK;
    if (!tune_fit(&c->set, &c->params, &c->options, pool, theta, &c->report)) {
        code = cli_error(c->self, CLI_IO, "out of memory");
    } else {
        print_result(c, theta);
        if (c->out && c->report.epochs > 0)
            code = write_file(c, theta);
        if (code == CLI_OK && !c->report.is_complete)
            code = CLI_INTERRUPTED;
    }
    free(theta);
    return code;
}

/* Looked at before the work, which may take hours. */
static int try_file(const struct tune_command *c)
{
    struct outfile o;
    if (!c->out)
        return CLI_RUN;
    if (!outfile_open(&o, c->out))
        return cli_error(c->self, CLI_IO, "%s: %s", c->out, strerror(errno));
    outfile_abandon(&o);
    return CLI_RUN;
}

/* The model of win, draw and loss; nothing is tuned. */
static int fit_wdl(const struct tune_command *c)
{
    struct tune_wdl_report r;
    if (!tune_wdl_fit(c->set.training.samples, c->set.training.nb, &r))
        return cli_error(c->self, CLI_USAGE, "the data has no draws, or nothing else");
    if (c->json) {
        struct json j;
        json_begin(&j, stdout);
        json_text(&j, "type", "wdl");
        json_text(&j, "game", c->game->name);
        json_unsigned(&j, "positions", r.positions);
        json_integer(&j, "even", r.model.even);
        json_integer(&j, "spread", r.model.spread);
        json_real(&j, "loss", r.loss);
        json_real(&j, "base", r.base_loss);
        json_end(&j);
        return CLI_OK;
    }
    printf("wdl: even %d cp, spread %d cp; loss %.4f, %.4f without the score; %zu positions\n",
           (int)r.model.even, (int)r.model.spread, r.loss, r.base_loss, r.positions);
    return CLI_OK;
}

static int tune(struct tune_command *c)
{
    char error[DATA_ERROR_MAX];
    const enum data_status status =
        tune_set_load(&c->set, c->game, &c->data, (int)c->validation, (uint64_t)c->seed, error);
    if (status != DATA_OK)
        return cli_error(c->self, status == DATA_BAD ? CLI_USAGE : CLI_IO, "%s", error);
    if (!c->json) {
        printf("data: %zu positions of %" PRIu32 " games to learn from, %zu of %" PRIu32
               " to judge by, %" PRIu64 " duplicates\n",
               c->set.training.nb, c->set.training.games, c->set.validation.nb,
               c->set.validation.games, c->set.duplicates);
        fflush(stdout);
    }
    if (c->wdl) {
        const int code = fit_wdl(c);
        tune_set_fini(&c->set);
        return code;
    }
    struct thread_pool *pool = pool_new((unsigned)c->threads);
    cli_catch_interrupt();
    cli_block_interrupt(true);
    const bool ok = pool && pool_resize(pool, (unsigned)c->threads) == ENGINE_OK;
    cli_block_interrupt(false);
    const int code = ok ? fit(c, pool) : cli_error(c->self, CLI_IO, "no memory or threads");
    pool_free(pool);
    tune_set_fini(&c->set);
    return code;
}

static int run_tune(const struct cli_command *self, int argc, char **argv)
{
    struct tune_command c = {.self = self,
                             .game = games_get(0),
                             .lambda = 70,
                             .validation = 10,
                             .prior = 50,
                             .rate = 100,
                             .epochs = 40,
                             .rounds = 4,
                             .patience = 10,
                             .seed = 1,
                             .threads = 1};
    const struct cli_option options[] = {
        {"--game", CLI_GAME, &c.game, 0, 0, "NAME", "the game; the default is belarusian"},
        {"--data", CLI_WORDS, &c.data, 0, 0, "FILES", "data files of selfplay"},
        {"--out", CLI_TEXT, &c.out, 0, 0, "FILE", "where the list of parameters is written"},
        {"--lambda", CLI_INTEGER, &c.lambda, 0, 100, "PERCENT",
         "share of the result against the search score, 70"},
        {"--only", CLI_WORDS, &c.only, 0, 0, "PATTERNS", "tune these parameters only"},
        {"--fix", CLI_WORDS, &c.fix, 0, 0, "PATTERNS", "do not tune these"},
        {"--hold", CLI_TEXT, &c.hold, 0, 0, "NAME",
         "the parameter that keeps the scale, or none; default: a man"},
        {"--prior", CLI_INTEGER, &c.prior, 0, 100000, "CP",
         "standard deviation expected of changes, 50; 0: no pull"},
        {"--epochs", CLI_INTEGER, &c.epochs, 1, 100000, "N", "passes over the data, 40"},
        {"--rounds", CLI_INTEGER, &c.rounds, 1, 1000, "N", "differences are taken so often, 4"},
        {"--rate", CLI_INTEGER, &c.rate, 1, 10000, "N", "first step in hundredths of a cp, 100"},
        {"--patience", CLI_INTEGER, &c.patience, 0, 100000, "N",
         "end after N epochs without gain, 10; 0: never"},
        {"--validation", CLI_INTEGER, &c.validation, 0, 90, "PERCENT", "games that only judge, 10"},
        {"--seed", CLI_INTEGER, &c.seed, 0, INT64_MAX, "S", "of the division and the order, 1"},
        {"--threads", CLI_INTEGER, &c.threads, 1, 256, "T", "threads, 1 if not given"},
        {"--wdl", CLI_FLAG, &c.wdl, 0, 0, NULL,
         "fit chances of win and draw to search scores only"},
        {"--list", CLI_FLAG, &c.list, 0, 0, NULL, "list the parameters, tune nothing"},
        {"--json", CLI_FLAG, &c.json, 0, 0, NULL, "write JSON, one object a line"},
    };
    int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv);
    if (code != CLI_RUN)
        return code;
    if (!c.game->eval_info)
        return cli_usage_error(self, "%s has no parameters", c.game->name);
    if (!c.list && c.data.nb == 0)
        return cli_usage_error(self, "--data or --list is needed");
    c.hold = c.hold ? c.hold : c.game->eval_info->anchor;
    c.options = (struct tune_options){.lambda = (double)c.lambda / 100,
                                      .prior = (double)c.prior,
                                      .rate = (double)c.rate / 100,
                                      .epochs = (int)c.epochs,
                                      .rounds = (int)c.rounds,
                                      .patience = (int)c.patience,
                                      .seed = (uint64_t)c.seed,
                                      .stop = cli_interrupt_flag(),
                                      .on_epoch = on_epoch,
                                      .on_rows = on_rows,
                                      .context = &c};
    if (!tune_params_init(&c.params, c.game->eval_info))
        return cli_error(self, CLI_IO, "out of memory");
    code = choose_params(&c);
    if (code == CLI_RUN && !c.list)
        code = try_file(&c);
    if (code == CLI_RUN)
        code = c.list ? list_params(&c) : tune(&c);
    tune_params_fini(&c.params);
    return code;
}

const struct cli_command cmd_tune = {
    .name = "tune",
    .summary = "fit the numbers of an evaluation to data of selfplay",
    .run = run_tune,
    .notes =
        "Fits expected(evaluation) = 1 / (1 + exp(-K evaluation)) to a target of game result and\n"
        "search score (Texel tuning) by Adam. How the evaluation of each position depends on each\n"
        "parameter is found by differences, N times on the way. A tenth of the games is not\n"
        "learnt from; the parameters with the least loss on them are the result, in whole "
        "numbers.\n"
        "--hold keeps the scale of all others, K being fitted; with `none` K is fitted once.\n"
        "\n"
        "FILE is the game's list of parameters, engine/games/*/eval_params.def, complete: copy it\n"
        "there and build. PATTERNS are names as --list shows them, of a parameter, a value or a\n"
        "half of it, and may have * and ?. Results depend on data, options and seed, not on\n"
        "--threads. Ctrl-C ends with the best so far (status 4).\n"
        "\n"
        "With --wdl the result is the model behind UCI_ShowWDL: a win has the probability 1 / (1 "
        "+\n"
        "exp((even - score) / spread)); the two numbers belong into the game's eval.c.\n"
        "\n"
        "JSON: {\"type\":\"epoch\",\"epoch\",\"training\",\"validation\",\"time\"}, then {\"type\":"
        "\"result\",...,\n"
        "\"training\":[loss before, after, squared error before, after],\"validation\":[...],\n"
        "\"changes\":{name: value}}; with --list {\"type\":\"parameter\",...}, with\n"
        "--wdl {\"type\":\"wdl\",\"game\",\"positions\",\"even\",\"spread\",\"loss\",\"base\"}.\n",
    .examples = "citadel tune --game bashni --list\n"
                "citadel selfplay --game bashni --games 20 --nodes 300 --out /tmp/tune.games "
                "--force && citadel tune --game bashni --data /tmp/tune.games --epochs 5\n",
};
