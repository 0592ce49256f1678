#include "tools/tune_data.h"

#include "tools/keyset.h"
#include "tools/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading ------------------------------------------------------------------------------- */

struct loading {
    struct tune_set *set;
    struct position *pos;
    struct keyset seen;
    int percent;
    uint64_t seed;
    const char *path;
    char *error;
    bool is_bad;
};

static bool refuse(struct loading *l, const char *what)
{
    snprintf(l->error, DATA_ERROR_MAX, "%.300s: %.200s", l->path, what);
    l->is_bad = true;
    return false;
}

static bool on_header(void *context, const char *text)
{
    struct loading *l = context;
    struct tune_set *set = l->set;
    char what[DATA_ERROR_MAX];
    l->pos = data_position(text, what);
    if (!l->pos)
        return refuse(l, what);
    if (l->pos->game != set->game)
        return refuse(l, "these are positions of another game");
    if (!set->model) {
        set->model = pos_new_like(l->pos);
        return set->model || refuse(l, "out of memory");
    }
    return memcmp(l->pos->option, set->model->option, sizeof l->pos->option) == 0 ||
           refuse(l, "other rule options than in the file before");
}

static bool add_sample(struct tune_set *set, struct tune_part *part, struct tune_sample sample,
                       const char *text)
{
    const size_t length = strlen(text) + 1;
    if (part->nb == part->size) {
        const size_t size = part->size ? 2 * part->size : 4096;
        struct tune_sample *samples = realloc(part->samples, size * sizeof *samples);
        if (!samples)
            return false;
        part->samples = samples;
        part->size = size;
    }
    if (set->texts_size - set->texts_used < length) {
        const size_t size = 2 * set->texts_size + (1 << 16);
        char *texts = realloc(set->texts, size);
        if (!texts)
            return false;
        set->texts = texts;
        set->texts_size = size;
    }
    sample.text = set->texts_used;
    memcpy(set->texts + set->texts_used, text, length);
    set->texts_used += length;
    part->samples[part->nb++] = sample;
    return true;
}

static bool on_game(void *context, uint32_t number, const struct data_game *game)
{
    (void)number;
    static const uint8_t results[] = {
        [OUTCOME_WHITE_WINS] = 2, [OUTCOME_BLACK_WINS] = 0, [OUTCOME_DRAW] = 1};
    struct loading *l = context;
    struct tune_set *set = l->set;
    const bool judges = random_of(l->seed, set->games) % 100 < (uint64_t)l->percent;
    struct tune_part *part = judges ? &set->validation : &set->training;
    for (size_t i = 0; i < game->records_nb; i++) {
        if (pos_set(l->pos, game->records[i].text, NULL) != ENGINE_OK)
            return refuse(l, "a position cannot be read");
        const enum keyset_answer answer = keyset_add(&l->seen, l->pos->key);
        if (answer == KEYSET_KNOWN) {
            set->duplicates++;
            continue;
        }
        const struct tune_sample sample = {.game = set->games,
                                           .score = (int16_t)game->records[i].score,
                                           .result = results[game->outcome]};
        if (answer == KEYSET_FAILED || !add_sample(set, part, sample, game->records[i].text))
            return refuse(l, "out of memory");
    }
    set->games++;
    part->games++;
    return true;
}

/* Neighbours in a game are alike: a batch learns more from positions of many games. */
static void shuffle(struct tune_part *part, uint64_t seed)
{
    for (size_t i = part->nb; i > 1; i--) {
        const size_t j = random_of(seed, i) % i;
        const struct tune_sample other = part->samples[j];
        part->samples[j] = part->samples[i - 1];
        part->samples[i - 1] = other;
    }
}

static bool make_slices(struct tune_part *part)
{
    part->slices_nb = (part->nb + TUNE_SLICE - 1) / TUNE_SLICE;
    part->slices = calloc(part->slices_nb + 1, sizeof *part->slices);
    for (size_t i = 0; part->slices && i < part->slices_nb; i++) {
        struct tune_slice *s = &part->slices[i];
        s->nb = part->nb - i * TUNE_SLICE < TUNE_SLICE ? part->nb - i * TUNE_SLICE : TUNE_SLICE;
        s->rows = calloc(s->nb + 1, sizeof *s->rows);
        if (!s->rows)
            return false;
    }
    return part->slices != NULL;
}

enum data_status tune_set_load(struct tune_set *set, const struct game *game,
                               const struct cli_words *files, int percent, uint64_t seed,
                               char *error)
{
    *set = (struct tune_set){.game = game};
    struct loading l = {.set = set, .percent = percent, .seed = seed, .error = error};
    const struct data_visitor visitor = {.on_header = on_header, .on_game = on_game, .context = &l};
    enum data_status status = DATA_OK;
    for (int i = 0; status == DATA_OK && i < files->nb; i++) {
        l.path = files->first[i];
        pos_free(l.pos);
        l.pos = NULL;
        status = data_read(l.path, false, &visitor, error);
        if (status == DATA_OK && l.is_bad)
            status = DATA_BAD;
    }
    pos_free(l.pos);
    keyset_fini(&l.seen);
    if (status == DATA_OK && set->training.nb == 0) {
        snprintf(error, DATA_ERROR_MAX, "there are no positions to learn from");
        status = DATA_BAD;
    }
    if (status == DATA_OK) {
        shuffle(&set->training, seed);
        if (!make_slices(&set->training) || !make_slices(&set->validation)) {
            snprintf(error, DATA_ERROR_MAX, "out of memory");
            status = DATA_UNREADABLE;
        }
    }
    if (status != DATA_OK)
        tune_set_fini(set);
    return status;
}

static void part_fini(struct tune_part *part)
{
    for (size_t i = 0; part->slices && i < part->slices_nb; i++) {
        free(part->slices[i].rows);
        free(part->slices[i].coords);
        free(part->slices[i].coefficients);
    }
    free(part->slices);
    free(part->samples);
}

void tune_set_fini(struct tune_set *set)
{
    part_fini(&set->training);
    part_fini(&set->validation);
    pos_free(set->model);
    free(set->texts);
    *set = (struct tune_set){0};
}

/* ---- Differences --------------------------------------------------------------------------- */

/* Steps of the differences, centipawns: large beside the rounding of the evaluation, small enough
 * for its 16-bit halves. */
enum { STEP = 64, TEST_STEP = 24, GROUPED_BELOW_PERCENT = 25, RATE_SAMPLES = 512 };

/* A value of the vector whose change shows in the same measure in both of its halves. Most are;
 * the test at the end of each row finds those that are not. */
struct slot {
    uint16_t index;
    bool is_pair;
    uint16_t coord; /* of the value or of its middlegame half */
    bool mg_is_free, eg_is_free;
    uint32_t hits; /* rows of the sample in which it mattered */
};

struct linearising {
    struct tune_set *set;
    const struct tune_params *params;
    const atomic_bool *stop;
    int32_t *vector;      /* where the rows are taken */
    int32_t *probe;       /* the vector with a test change of all free coordinates */
    int16_t *probe_steps; /* that change, by coordinate */
    struct slot *slots;   /* the rarely active ones first */
    size_t slots_nb, grouped_nb;
    uint16_t *numbers; /* coordinates of numbers: always stepped alone */
    size_t numbers_nb;
    atomic_size_t next; /* slice, over both parts */
    atomic_bool is_failed;
    _Atomic uint64_t evaluations, entries, irregular;
};

/* One thread's work on a row. */
struct work {
    struct linearising *l;
    struct position *pos;
    int32_t *vector;     /* a copy to change; equals l->vector between uses */
    float *coefficients; /* by coordinate; zero between rows */
    int32_t base;
    uint64_t evaluations;
};

static int32_t evaluate(struct work *w, const int32_t *vector)
{
    const score_t score = w->pos->game->evaluate_with(w->pos, vector);
    w->evaluations++;
    return w->pos->side == WHITE ? score : -score;
}

static int32_t stepped(const struct tune_coord *c, int32_t value, int step)
{
    return c->half == TUNE_MG ? value + WEIGHT(step, 0) : value + step;
}

static int32_t both_stepped(const struct slot *s, int32_t value, int step)
{
    return s->is_pair ? value + WEIGHT(step, step) : value + step;
}

/* Does any slot of the range matter here? Different steps, so that effects hardly ever cancel. */
static bool range_matters(struct work *w, size_t begin, size_t end)
{
    const struct linearising *l = w->l;
    for (size_t i = begin; i < end; i++) {
        const int size = STEP - (int)(i * 7 % 23);
        w->vector[l->slots[i].index] =
            both_stepped(&l->slots[i], l->vector[l->slots[i].index], i & 1 ? size : -size);
    }
    const bool matters = evaluate(w, w->vector) != w->base;
    for (size_t i = begin; i < end; i++)
        w->vector[l->slots[i].index] = l->vector[l->slots[i].index];
    return matters;
}

/* Effect of a step on both halves of a slot together, stored with its first coordinate. */
static void measure_slot(struct work *w, const struct slot *s)
{
    w->vector[s->index] = both_stepped(s, w->l->vector[s->index], STEP);
    w->coefficients[s->coord] = (float)(evaluate(w, w->vector) - w->base) / STEP;
    w->vector[s->index] = w->l->vector[s->index];
}

/* All slots of the range that matter, by halving. `is_known`: the range matters for certain. */
static void measure_range(struct work *w, size_t begin, size_t end, bool is_known)
{
    if (end - begin == 1) {
        measure_slot(w, &w->l->slots[begin]);
        return;
    }
    if (!is_known && !range_matters(w, begin, end))
        return;
    const size_t middle = begin + (end - begin) / 2;
    const bool left = range_matters(w, begin, middle);
    if (left)
        measure_range(w, begin, middle, true);
    measure_range(w, middle, end, !left);
}

/* Divides what both halves of each pair do together. The shares are the same for all pairs, those
 * of the game phase: taken from the pair with the largest effect. */
static void divide_pairs(struct work *w)
{
    const struct linearising *l = w->l;
    const struct slot *largest = NULL;
    for (size_t i = 0; i < l->slots_nb; i++)
        if (l->slots[i].is_pair && (!largest ? w->coefficients[l->slots[i].coord] != 0
                                             : fabsf(w->coefficients[l->slots[i].coord]) >
                                                   fabsf(w->coefficients[largest->coord])))
            largest = &l->slots[i];
    if (!largest)
        return;
    w->vector[largest->index] = l->vector[largest->index] + WEIGHT(STEP, 0);
    const float effect = (float)(evaluate(w, w->vector) - w->base) / STEP;
    w->vector[largest->index] = l->vector[largest->index];
    const float mg = effect / w->coefficients[largest->coord];
    for (size_t i = 0; i < l->slots_nb; i++) {
        const struct slot *s = &l->slots[i];
        if (!s->is_pair)
            continue;
        const float both = w->coefficients[s->coord];
        w->coefficients[s->coord] = s->mg_is_free ? both * mg : 0;
        w->coefficients[s->coord + 1] = s->eg_is_free ? both * (1 - mg) : 0;
    }
}

/* A coordinate by itself: the difference of two steps, which numbers cannot always take. */
static void measure_coord(struct work *w, size_t j)
{
    const struct tune_coord *c = &w->l->params->coords[j];
    const int32_t value = w->l->vector[c->index];
    int up = STEP / 2, down = STEP / 2;
    if (c->param->kind == EVAL_KIND_NUMBER) {
        up = down = abs(value) / 8 > 1 ? abs(value) / 8 : 1;
        up = value + up > (int)c->highest ? (int)c->highest - value : up;
        down = value - down < (int)c->lowest ? value - (int)c->lowest : down;
    }
    w->coefficients[j] = 0;
    if (up + down <= 0)
        return;
    w->vector[c->index] = stepped(c, value, up);
    const int32_t above = evaluate(w, w->vector);
    w->vector[c->index] = stepped(c, value, -down);
    const int32_t below = evaluate(w, w->vector);
    w->vector[c->index] = value;
    w->coefficients[j] = (float)(above - below) / (float)(up + down);
}

/* Do the coefficients foretell the evaluation of the probe vector? */
static bool foretells(struct work *w)
{
    const struct linearising *l = w->l;
    float sum = 0, size = 0;
    for (size_t i = 0; i < l->slots_nb; i++)
        for (unsigned k = 0; k <= l->slots[i].is_pair; k++) {
            const size_t j = l->slots[i].coord + k;
            const float part = w->coefficients[j] * l->probe_steps[j];
            sum += part;
            size += fabsf(part);
        }
    const float error = fabsf((float)(evaluate(w, l->probe) - w->base) - sum);
    return error <= 4 + size / 24;
}

/* Fills w->coefficients for the position. Returns false if it took a difference for each. */
static bool measure(struct work *w)
{
    const struct linearising *l = w->l;
    w->base = evaluate(w, l->vector);
    if (l->grouped_nb > 0)
        measure_range(w, 0, l->grouped_nb, false);
    for (size_t i = l->grouped_nb; i < l->slots_nb; i++)
        measure_slot(w, &l->slots[i]);
    divide_pairs(w);
    for (size_t i = 0; i < l->numbers_nb; i++)
        measure_coord(w, l->numbers[i]);
    if (foretells(w))
        return true;
    for (size_t j = 0; j < l->params->nb; j++)
        if (l->params->coords[j].is_free)
            measure_coord(w, j);
    return false;
}

/* ---- Rows ---------------------------------------------------------------------------------- */

static bool add_entry(struct tune_slice *s, size_t coord, float coefficient)
{
    if (s->entries_nb == s->entries_size) {
        const size_t size =
            s->entries_size ? s->entries_size + s->entries_size / 2 : 16 * TUNE_SLICE;
        uint16_t *coords = realloc(s->coords, size * sizeof *coords);
        s->coords = coords ? coords : s->coords;
        float *coefficients = realloc(s->coefficients, size * sizeof *coefficients);
        s->coefficients = coefficients ? coefficients : s->coefficients;
        if (!coords || !coefficients)
            return false;
        s->entries_size = size;
    }
    s->coords[s->entries_nb] = (uint16_t)coord;
    s->coefficients[s->entries_nb++] = coefficient;
    return true;
}

static bool set_text(struct work *w, const struct tune_sample *sample)
{
    return pos_set(w->pos, w->l->set->texts + sample->text, NULL) == ENGINE_OK;
}

static bool make_slice(struct work *w, const struct tune_sample *samples, struct tune_slice *s)
{
    struct linearising *l = w->l;
    uint64_t irregular = 0;
    s->entries_nb = 0;
    w->evaluations = 0;
    for (size_t i = 0; i < s->nb; i++) {
        if (!set_text(w, &samples[i]))
            return false;
        irregular += !measure(w);
        s->rows[i] = (struct tune_row){.base = (float)w->base, .begin = (uint32_t)s->entries_nb};
        for (size_t j = 0; j < l->params->nb; j++) {
            if (w->coefficients[j] != 0 && !add_entry(s, j, w->coefficients[j]))
                return false;
            w->coefficients[j] = 0;
        }
    }
    s->rows[s->nb].begin = (uint32_t)s->entries_nb;
    atomic_fetch_add(&l->evaluations, w->evaluations);
    atomic_fetch_add(&l->entries, s->entries_nb);
    atomic_fetch_add(&l->irregular, irregular);
    return true;
}

static bool work_init(struct work *w, struct linearising *l)
{
    const size_t bytes = l->params->info->values_nb * sizeof *w->vector;
    *w = (struct work){.l = l};
    w->pos = pos_new_like(l->set->model);
    w->vector = malloc(bytes);
    w->coefficients = calloc(l->params->nb + 1, sizeof *w->coefficients);
    if (w->vector)
        memcpy(w->vector, l->vector, bytes);
    return w->pos && w->vector && w->coefficients;
}

static void work_fini(struct work *w)
{
    pos_free(w->pos);
    free(w->vector);
    free(w->coefficients);
}

static void run(void *context, unsigned thread)
{
    (void)thread;
    struct linearising *l = context;
    struct tune_part *first = &l->set->training, *second = &l->set->validation;
    struct work w;
    bool ok = work_init(&w, l);
    while (ok && !atomic_load_explicit(l->stop, memory_order_relaxed) &&
           !atomic_load_explicit(&l->is_failed, memory_order_relaxed)) {
        size_t i = atomic_fetch_add(&l->next, 1);
        if (i >= first->slices_nb + second->slices_nb)
            break;
        struct tune_part *part = i < first->slices_nb ? first : second;
        i -= part == first ? 0 : first->slices_nb;
        ok = make_slice(&w, part->samples + i * TUNE_SLICE, &part->slices[i]);
    }
    if (!ok)
        atomic_store(&l->is_failed, true);
    work_fini(&w);
}

/* ---- Preparation --------------------------------------------------------------------------- */

static void list_slots(struct linearising *l)
{
    for (size_t j = 0; j < l->params->nb; j++) {
        const struct tune_coord *c = &l->params->coords[j];
        const bool is_pair = c->half != TUNE_WHOLE;
        const bool next_is_free = c->half == TUNE_MG && c[1].is_free;
        if (c->half == TUNE_EG || (!c->is_free && !next_is_free))
            continue;
        if (c->param->kind == EVAL_KIND_NUMBER)
            l->numbers[l->numbers_nb++] = (uint16_t)j;
        else
            l->slots[l->slots_nb++] = (struct slot){.index = c->index,
                                                    .is_pair = is_pair,
                                                    .coord = (uint16_t)j,
                                                    .mg_is_free = c->is_free,
                                                    .eg_is_free = next_is_free};
    }
}

static void choose_probe(struct linearising *l, const double *theta)
{
    double *changed = malloc((l->params->nb + 1) * sizeof *changed);
    if (!changed)
        return; /* the probe is then the vector itself and tells nothing */
    for (size_t j = 0; j < l->params->nb; j++) {
        const struct tune_coord *c = &l->params->coords[j];
        const int step = (int)(random_of(0, j) % (2 * TEST_STEP + 1)) - TEST_STEP;
        const bool steps = c->is_free && c->param->kind != EVAL_KIND_NUMBER;
        l->probe_steps[j] = (int16_t)(steps ? step : 0);
        changed[j] = (double)lround(theta[j]) + l->probe_steps[j];
    }
    tune_params_vector(l->params, changed, l->probe);
    free(changed);
}

static int by_hits(const void *a, const void *b)
{
    const struct slot *x = a, *y = b;
    return x->hits != y->hits ? (x->hits > y->hits) - (x->hits < y->hits)
                              : (x->index > y->index) - (x->index < y->index);
}

/* Which slots matter often, by some samples: those are measured one by one, the others are looked
 * for in groups, the rarest next to each other. */
static bool rate_slots(struct linearising *l)
{
    struct work w;
    const struct tune_part *part = &l->set->training;
    const size_t nb = part->nb < RATE_SAMPLES ? part->nb : RATE_SAMPLES;
    bool ok = work_init(&w, l);
    for (size_t i = 0; ok && i < nb; i++) {
        ok = set_text(&w, &part->samples[i]);
        w.base = ok ? evaluate(&w, l->vector) : 0;
        for (size_t k = 0; ok && k < l->slots_nb; k++) {
            measure_slot(&w, &l->slots[k]);
            l->slots[k].hits += w.coefficients[l->slots[k].coord] != 0;
        }
    }
    work_fini(&w);
    qsort(l->slots, l->slots_nb, sizeof *l->slots, by_hits);
    while (l->grouped_nb < l->slots_nb &&
           l->slots[l->grouped_nb].hits * 100 < nb * GROUPED_BELOW_PERCENT)
        l->grouped_nb++;
    return ok;
}

bool tune_linearise(struct tune_set *set, const struct tune_params *params, const double *theta,
                    struct thread_pool *pool, const atomic_bool *stop,
                    struct tune_linearised *report)
{
    const size_t values = params->info->values_nb;
    struct linearising l = {.set = set, .params = params, .stop = stop};
    l.vector = malloc(values * sizeof *l.vector);
    l.probe = malloc(values * sizeof *l.probe);
    l.probe_steps = calloc(params->nb + 1, sizeof *l.probe_steps);
    l.slots = calloc(params->nb + 1, sizeof *l.slots);
    l.numbers = calloc(params->nb + 1, sizeof *l.numbers);
    bool ok = l.vector && l.probe && l.probe_steps && l.slots && l.numbers;
    if (ok) {
        tune_params_vector(params, theta, l.vector);
        memcpy(l.probe, l.vector, values * sizeof *l.probe);
        list_slots(&l);
        choose_probe(&l, theta);
        ok = rate_slots(&l);
    }
    if (ok) {
        pool_start(pool, run, &l);
        pool_wait(pool);
        ok = !atomic_load(&l.is_failed) && !atomic_load(stop);
        *report = (struct tune_linearised){
            .evaluations = l.evaluations, .entries = l.entries, .irregular = l.irregular};
    }
    free(l.vector);
    free(l.probe);
    free(l.probe_steps);
    free(l.slots);
    free(l.numbers);
    return ok;
}
