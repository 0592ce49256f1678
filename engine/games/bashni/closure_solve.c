/* Closures: retrograde analysis. Round 0 finds the positions that are lost on the spot. Then one
 * round for each ply to the end of the game:
 *
 *   doubt     positions from which a move may lead to one that was decided in the last round
 *   evaluate  each of them, by its successors' values as they were after the last round
 *   apply     what has changed, which is the border of the next round
 *
 * Since no value changes while positions are evaluated, round n finds exactly those that are
 * decided in n plies and not in fewer: the winner needs one successor, the loser has to see them
 * all decided, so that the last, the longest, counts. Wins take an odd number of plies and losses
 * an even one, so a round has to do with one of them only. Under the rules a position can be
 * decided again in a later round, with more slack (see struct bas_solution). */
#include "engine/games/bashni/closure_priv.h"

#include <stdlib.h>
#include <string.h>

/* Items of BORDER and NEXT: id, and the new value. */
enum { VALUE_SHIFT = 32, VALUE_BIAS = 64 };

static struct bas_solution *solution(const struct bas_worker *w)
{
    return &w->crew->closure->solution[w->crew->view];
}

static bool push_value(struct bas_worker *w, uint64_t id, int value)
{
    return bas_worker_push(w, BAS_LIST_NEXT, id | (uint64_t)(value + VALUE_BIAS) << VALUE_SHIFT);
}

static bool finds_wins(const struct bas_crew *crew)
{
    return crew->plies % 2 == 1;
}

/* --- evaluating --- */

/* The position has no legal move and is lost, whatever the clock (section 7.1). */
static bool find_lost(struct bas_worker *w, uint64_t id)
{
    const struct bas_closure *c = w->crew->closure;
    bas_unpack(&c->packing, bas_word_set_get(&c->set, id), &w->board);
    return bas_count(&w->board.base) > 0 || push_value(w, id, -(BAS_SLACK_OVER + 1));
}

/* Slack of a position by a move to one with slack `after`; -1 if there the count has run out, or
 * has to. A capture or promotion starts the count anew (S8). */
static int slack_before(enum bas_closure_view view, const struct move_entry *e, int after)
{
    if (view == BAS_CLOSURE_BOARD || e->path || e->becomes)
        return BAS_SLACK_MAX;
    return after - 1 < BAS_SLACK_MAX ? after - 1 : BAS_SLACK_MAX;
}

/* Largest slack with which the side to move wins now, -1: it does not. */
static int slack_of_win(const struct bas_worker *w, const struct move_entry *list, size_t nb)
{
    const int8_t *value = solution(w)->value;
    int best = -1;
    for (size_t i = 0; i < nb; i++) {
        /* NOLINTNEXTLINE(bugprone-signed-char-misuse,cert-str34-c): no character */
        const int after = value[w->ids[i]];
        const int slack = after < 0 ? slack_before(w->crew->view, &list[i], -after - 1) : -1;
        best = slack > best ? slack : best;
    }
    return best;
}

/* The same for losing: every move has to lose. */
static int slack_of_loss(const struct bas_worker *w, const struct move_entry *list, size_t nb)
{
    const int8_t *value = solution(w)->value;
    int least = BAS_SLACK_MAX;
    for (size_t i = 0; i < nb; i++) {
        /* NOLINTNEXTLINE(bugprone-signed-char-misuse,cert-str34-c): no character */
        const int after = value[w->ids[i]];
        const int slack = after > 0 ? slack_before(w->crew->view, &list[i], after - 1) : -1;
        least = slack < least ? slack : least;
    }
    return least;
}

static bool evaluate(struct bas_worker *w, uint64_t id)
{
    struct bas_crew *crew = w->crew;
    const struct bas_closure *c = crew->closure;
    struct move_entry list[BAS_MOVES_MAX];
    atomic_fetch_and_explicit(&crew->marks[id / 64].word, ~(UINT64_C(1) << id % 64),
                              memory_order_relaxed);
    bas_unpack(&c->packing, bas_word_set_get(&c->set, id), &w->board);
    const size_t nb = (size_t)(bas_generate(&w->board.base, GEN_ALL, list) - list);
    for (size_t i = 0; i < nb; i++)
        w->words[i] = bas_pack_after(&c->packing, &w->board, &list[i]);
    bas_word_set_find_all(&c->set, w->words, nb, w->ids);
    const int value =
        finds_wins(crew) ? slack_of_win(w, list, nb) + 1 : -(slack_of_loss(w, list, nb) + 1);
    return value == solution(w)->value[id] || push_value(w, id, value);
}

/* --- doubting --- */

/* May the value still change in this round? */
static bool is_open(const struct bas_crew *crew, int value)
{
    return finds_wins(crew) ? value >= 0 && value <= BAS_SLACK_MAX
                            : value <= 0 && value >= -BAS_SLACK_MAX;
}

/* Puts those of the words into the list that are positions whose value may change. */
static bool doubt_words(struct bas_worker *w)
{
    struct bas_crew *crew = w->crew;
    const size_t nb = w->words_nb;
    w->words_nb = 0;
    bas_word_set_find_all(&crew->closure->set, w->words, nb, w->ids);
    for (size_t i = 0; i < nb; i++) {
        const uint32_t id = w->ids[i];
        if (id == BAS_NO_ID || !is_open(crew, solution(w)->value[id]))
            continue;
        const uint64_t bit = UINT64_C(1) << id % 64;
        if (!(atomic_fetch_or_explicit(&crew->marks[id / 64].word, bit, memory_order_relaxed) &
              bit) &&
            !bas_worker_push(w, BAS_LIST_DOUBTFUL, id))
            return false;
    }
    return true;
}

static void collect(void *context, const struct bas_position *before)
{
    struct bas_worker *w = context;
    if (w->words_nb == sizeof w->words / sizeof *w->words)
        doubt_words(w); /* if in trouble the round ends soon */
    w->words[w->words_nb++] = bas_pack(&w->crew->closure->packing, before);
}

static bool doubt_before(struct bas_worker *w, uint64_t item)
{
    const struct bas_closure *c = w->crew->closure;
    bas_unpack(&c->packing, bas_word_set_get(&c->set, (uint32_t)item), &w->board);
    w->words_nb = 0;
    bas_take_back(&w->board, c->towers_max, collect, w);
    return doubt_words(w);
}

/* --- applying --- */

static bool apply(struct bas_worker *w, uint64_t item)
{
    struct bas_solution *s = solution(w);
    const uint32_t id = (uint32_t)item;
    /* NOLINTNEXTLINE(bugprone-signed-char-misuse,cert-str34-c): no character */
    const int old = s->value[id];
    s->value[id] = (int8_t)((int)(item >> VALUE_SHIFT) - VALUE_BIAS);
    if (old == 0) {
        s->plies[id] = (uint16_t)w->crew->plies;
        w->decided++;
        return true;
    }
    return bas_worker_push(w, BAS_LIST_LATER,
                           (uint64_t)id << BAS_LATER_ID_SHIFT |
                               (uint64_t)w->crew->plies << BAS_LATER_PLIES_SHIFT |
                               (uint64_t)(abs(old) - 1));
}

/* --- the rounds --- */

static int compare_words(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Brings the workers' LATER lists together. */
static bool gather_later(struct bas_crew *crew, struct bas_solution *s)
{
    size_t nb = 0;
    for (unsigned i = 0; i < crew->options.threads; i++)
        nb += crew->worker[i].list[BAS_LIST_LATER].nb;
    if (nb == 0)
        return true;
    if (!bas_crew_charge(crew, nb * sizeof *s->later))
        return false;
    s->later = malloc(nb * sizeof *s->later);
    if (!s->later)
        return bas_crew_fail(crew, BAS_TROUBLE_MEMORY);
    for (unsigned i = 0; i < crew->options.threads; i++) {
        const struct bas_work_list *l = &crew->worker[i].list[BAS_LIST_LATER];
        if (l->nb)
            memcpy(s->later + s->later_nb, l->item, l->nb * sizeof *l->item);
        s->later_nb += l->nb;
    }
    qsort(s->later, nb, sizeof *s->later, compare_words);
    bas_crew_empty(crew, BAS_LIST_LATER);
    return true;
}

static bool solution_init(struct bas_crew *crew, struct bas_solution *s)
{
    const size_t nb = crew->closure->set.nb;
    if (!crew->marks) {
        const size_t words = nb / 64 + 1;
        if (!bas_crew_charge(crew, words * sizeof *crew->marks))
            return false;
        crew->marks = calloc(words, sizeof *crew->marks);
    }
    if (!bas_crew_charge(crew, nb * (sizeof *s->value + sizeof *s->plies)))
        return false;
    s->value = calloc(nb, sizeof *s->value);
    s->plies = calloc(nb, sizeof *s->plies);
    return (crew->marks && s->value && s->plies) || bas_crew_fail(crew, BAS_TROUBLE_MEMORY);
}

/* Finds what is decided in crew->plies plies, by what was in one less. */
static bool solve_round(struct bas_crew *crew)
{
    if (crew->plies > BAS_PLIES_MAX)
        return bas_crew_fail(crew, BAS_TROUBLE_LIMIT);
    bas_crew_empty(crew, BAS_LIST_DOUBTFUL);
    return bas_crew_run(crew, doubt_before, BAS_LIST_BORDER, 0) &&
           bas_crew_run(crew, evaluate, BAS_LIST_DOUBTFUL, 0);
}

bool bas_closure_solve_view(struct bas_crew *crew, enum bas_closure_view view)
{
    struct bas_solution *s = &crew->closure->solution[view];
    crew->view = view;
    crew->plies = 0;
    for (unsigned i = 0; i < crew->options.threads; i++)
        crew->worker[i].decided = 0;
    bool ok = solution_init(crew, s) &&
              bas_crew_run(crew, find_lost, BAS_LIST_NEXT, crew->closure->set.nb);
    while (ok && bas_crew_turn(crew) > 0) {
        ok = bas_crew_run(crew, apply, BAS_LIST_BORDER, 0);
        uint64_t decided = 0;
        for (unsigned i = 0; i < crew->options.threads; i++)
            decided += crew->worker[i].decided;
        bas_crew_report(
            crew, view == BAS_CLOSURE_BOARD ? BAS_CLOSURE_SOLVE_BOARD : BAS_CLOSURE_SOLVE_RULES,
            crew->plies, decided);
        crew->plies++;
        ok = ok && solve_round(crew);
    }
    return ok && gather_later(crew, s);
}
