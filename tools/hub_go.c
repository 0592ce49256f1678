/* The Hub commands `level` and `go`, and the reports of the search. */
#include "tools/cli.h"
#include "tools/hub_priv.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reports of the search, on its thread -------------------------------------------------- */

/* Hundredths of a man. Proven wins are told from evaluations by size alone: a win in N plies is
 * 100 - N/100, so that nothing else may come near. */
enum { WIN = 10000, EVALUATION_MAX = 9499 };
_Static_assert(WIN - (SCORE_MATE - SCORE_WIN_MIN) > EVALUATION_MAX, "wins and evaluations differ");

static int hundredths(score_t score)
{
    if (score_is_decisive(score))
        return score > 0 ? WIN - (SCORE_MATE - score) : -WIN + (SCORE_MATE + score);
    return score > EVALUATION_MAX    ? EVALUATION_MAX
           : score < -EVALUATION_MAX ? -EVALUATION_MAX
                                     : score;
}

static void print_info(FILE *out, const struct engine_info *info)
{
    const double seconds = (double)info->time_ms / 1e3;
    const uint64_t rate = cli_rate((double)info->nodes, seconds + 5e-4);
    const int score = hundredths(info->score);
    /* The speed is in millions. Printed from whole numbers: no locale may put a comma there. */
    fprintf(out,
            "info depth=%d nodes=%" PRIu64 " time=%" PRId64 ".%03" PRId64 " nps=%" PRIu64
            ".%03" PRIu64 " score=%s%d.%02d",
            info->depth, info->nodes, info->time_ms / 1000, info->time_ms % 1000, rate / 1000000,
            rate / 1000 % 1000, score < 0 ? "-" : "", abs(score) / 100, abs(score) % 100);
}

void hub_on_info(void *context, const struct engine_info *info)
{
    struct hub *h = context;
    char *text = NULL;
    size_t size;
    /* The protocol has no word for bounds. */
    FILE *out = info->bound == BOUND_EXACT ? open_memstream(&text, &size) : NULL;
    if (!out)
        return;
    print_info(out, info);
    bool is_legal = true;
    if (info->pv_nb > 0) {
        fputs(" pv=\"", out);
        is_legal = dialogue_print_line(h->d, out, info->pv, info->pv_nb, true);
        fputc('"', out);
    }
    fputc('\n', out);
    fclose(out);
    dialogue_say_text(h->d, text);
    free(text);
    if (!is_legal)
        hub_error(h, "the search gave an illegal move in its line");
}

void hub_on_result(void *context, const struct engine_result *result)
{
    struct hub *h = context;
    struct dialogue_answer answer;
    dialogue_answer(h->d, result, true, &answer);
    dialogue_say(h->d, "done%s%s%s%s", answer.best[0] ? " move=" : "", answer.best,
                 answer.ponder[0] ? " ponder=" : "", answer.ponder);
}

/* ---- Level --------------------------------------------------------------------------------- */

/* A number of at least 1; more than `max` is as good as `max`. */
static bool read_number(struct hub *h, const char *name, const char *text, int64_t max,
                        int64_t *out)
{
    int64_t n;
    if (!cli_read_integer(text, &n) || n < 1) {
        hub_error(h, "level %s: '%.40s' is not a whole number above 0", name, text);
        return false;
    }
    *out = n < max ? n : max;
    return true;
}

/* Seconds with decimals. Clocks that ran out are negative, which is as good as 0. */
static bool read_seconds(struct hub *h, const char *name, const char *text, int64_t *milliseconds)
{
    const bool is_negative = text[0] == '-';
    const char *digits = text + is_negative;
    if (digits[strspn(digits, "0123456789.")] != '\0' || !cli_read_duration(digits, milliseconds)) {
        hub_error(h, "level %s: '%.40s' is not a time in seconds", name, text);
        return false;
    }
    if (is_negative)
        *milliseconds = 0;
    return true;
}

/* Reads one argument into the limits; false, everything being said, if it is wrong. */
static bool read_limit(struct hub *h, const struct hub_argument *a, struct engine_limits *l)
{
    int64_t n = 0;
    bool is_good = true;
    if (strcmp(a->name, "depth") == 0) {
        is_good = read_number(h, a->name, a->value, DEPTH_MAX, &n);
        l->depth = (int)n;
    } else if (strcmp(a->name, "nodes") == 0) {
        is_good = read_number(h, a->name, a->value, INT64_MAX, &n);
        l->nodes = (uint64_t)n;
    } else if (strcmp(a->name, "moves") == 0) {
        is_good = read_number(h, a->name, a->value, 10000, &n);
        l->moves_to_go = (int)n;
    } else if (strcmp(a->name, "move-time") == 0) {
        is_good = read_seconds(h, a->name, a->value, &n);
        l->movetime_ms = n > 0 ? n : 1;
    } else if (strcmp(a->name, "time") == 0) {
        is_good = read_seconds(h, a->name, a->value, &n);
        l->clocks = true;
        l->time_ms[WHITE] = l->time_ms[BLACK] = n;
    } else if (strcmp(a->name, "inc") == 0) {
        is_good = read_seconds(h, a->name, a->value, &n);
        l->increment_ms[WHITE] = l->increment_ms[BLACK] = n;
    } else if (strcmp(a->name, "infinite") == 0) {
        l->infinite = true;
    }
    return is_good;
}

void hub_level(struct hub *h, const struct hub_line *line)
{
    /* Limits may come in several lines, so they add up until the next pos or go. */
    struct engine_limits l = h->level;
    for (size_t i = 0; i < line->arguments_nb; i++)
        if (!read_limit(h, &line->arguments[i], &l))
            return;
    if (!l.clocks && (l.moves_to_go > 0 || l.increment_ms[WHITE] > 0)) {
        hub_error(h, "level: moves= and inc= need time=");
        return;
    }
    h->level = l;
}

/* ---- Go ------------------------------------------------------------------------------------ */

/* What the level means in this mode. */
static struct engine_limits limits_for(const struct hub *h, const struct hub_line *line)
{
    struct engine_limits l = h->level;
    l.ponder = hub_value(line, "ponder") != NULL;
    if (hub_value(line, "analyze")) {
        /* Analysis is no game: no clock runs, and the answer waits for stop. */
        l.infinite = true;
        l.ponder = l.clocks = false;
    } else if (!l.ponder && !l.clocks && l.depth == 0 && l.nodes == 0 && l.movetime_ms == 0) {
        l.infinite = true;
    }
    return l;
}

void hub_go(struct hub *h, const struct hub_line *line)
{
    if (!hub_value(line, "think") && !hub_value(line, "ponder") && !hub_value(line, "analyze")) {
        hub_error(h, "go: one of think, ponder, analyze is missing");
        return;
    }
    const struct engine_limits limits = limits_for(h, line);
    const enum engine_status status = dialogue_go(h->d, &limits);
    if (status != ENGINE_OK)
        hub_error(h, "go: no search: %s", engine_strerror(status));
    h->level = (struct engine_limits){0};
}
