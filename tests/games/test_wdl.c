/* Chances of win, draw and loss: the model's properties, and that its fit finds known numbers. */
#include "engine/game.h"
#include "engine/wdl.h"
#include "tests/harness.h"
#include "tools/tune_wdl.h"

#include <math.h>
#include <stdlib.h>

enum { SAMPLES_NB = 40000, SCORE_MAX = 1500 };

static void case_model(struct test *t)
{
    for (size_t g = 0; games_get(g); g++) {
        const struct eval_wdl *m = &games_get(g)->eval_info->wdl;
        CHECK(m->spread > 0);
        int last = 0;
        for (score_t s = -SCORE_MAX; s <= SCORE_MAX; s++) {
            const struct wdl a = game_wdl(m, s), b = game_wdl(m, -s);
            CHECK(a.win + a.draw + a.loss == 1000 && a.win >= 0 && a.draw >= 0 && a.loss >= 0);
            CHECK(abs(a.win - b.loss) <= 1 && abs(a.draw - b.draw) <= 1);
            CHECK(a.win >= last);
            last = a.win;
        }
        CHECK(game_wdl(m, m->even).win == 500);
        CHECK(game_wdl(m, SCORE_MATE - 5).win == 1000 && game_wdl(m, -SCORE_MATE + 4).loss == 1000);
    }
}

static void case_fit(struct test *t)
{
    static const struct eval_wdl known[] = {{60, 250}, {800, 400}, {90, 120}, {5, 300}};
    struct tune_sample *samples = calloc(SAMPLES_NB, sizeof *samples);
    CHECK(samples);
    for (size_t k = 0; samples && k < COUNT(known); k++) {
        for (size_t i = 0; i < SAMPLES_NB; i++) {
            const double score = (double)test_random(t) / 0x1p64 * 2 * SCORE_MAX - SCORE_MAX;
            const double chance = (double)test_random(t) / 0x1p64;
            const double win = 1 / (1 + exp((known[k].even - score) / known[k].spread));
            const double loss = 1 / (1 + exp((known[k].even + score) / known[k].spread));
            samples[i].score = (int16_t)lround(score);
            samples[i].result = chance < win ? 2 : chance < win + loss ? 0 : 1;
        }
        /* Decisive scores do not count. */
        samples[0].score = INT16_MAX;
        samples[0].result = 0;
        struct tune_wdl_report r;
        CHECK(tune_wdl_fit(samples, SAMPLES_NB, &r));
        CHECK(abs(r.model.even - known[k].even) <= 3 + known[k].even / 20);
        CHECK(abs(r.model.spread - known[k].spread) <= known[k].spread / 20);
        CHECK(r.loss < r.base_loss);
    }
    /* Without draws, or without scores, there is nothing to fit. */
    struct tune_wdl_report r;
    CHECK(!tune_wdl_fit(samples, 0, &r));
    for (size_t i = 0; samples && i < SAMPLES_NB; i++)
        samples[i].result = 1;
    CHECK(!tune_wdl_fit(samples, SAMPLES_NB, &r));
    free(samples);
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {{"model", case_model}, {"fit", case_fit}};
    return test_main(argc, argv, cases, COUNT(cases));
}
