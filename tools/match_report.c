#include "tools/match_report.h"

#include "tools/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { ELO_TEXT_MAX = 96 };

static const char *const verdict_words[] = {"open", "H0", "H1"};

/* "+12.3 [-5.0, +29.6]" */
static const char *elo_text(const struct elo_estimate *e, char *out)
{
    if (isnan(e->elo))
        snprintf(out, ELO_TEXT_MAX, "unknown");
    else if (isnan(e->low))
        snprintf(out, ELO_TEXT_MAX, "%+.1f", e->elo);
    else
        snprintf(out, ELO_TEXT_MAX, "%+.1f [%+.1f, %+.1f]", e->elo, e->low, e->high);
    return out;
}

/* Games per minute of this run. */
static double pace(const struct match_score *s)
{
    return 60 * (double)s->games_here / (s->seconds > 0.1 ? s->seconds : 0.1);
}

/* ---- While it runs ------------------------------------------------------------------------- */

void report_erase_progress(struct match_report *r)
{
    if (r->has_progress)
        fputs("\r\033[K", stderr);
    r->has_progress = false;
}

void report_progress(struct match_report *r, const struct match_score *s)
{
    const struct elo_estimate e = stats_elo(&s->stats);
    char elo[ELO_TEXT_MAX];
    char *text = NULL;
    size_t size;
    FILE *out = r->is_live ? open_memstream(&text, &size) : NULL;
    if (!out)
        return;
    fprintf(out, "%zu of %zu games  +%" PRIu64 " =%" PRIu64 " -%" PRIu64 "  Elo %s", s->games,
            s->games_all, s->stats.wins, s->stats.draws, s->stats.losses, elo_text(&e, elo));
    if (r->sprt)
        fprintf(out, "  LLR %.2f (%.2f, %.2f)", s->sprt.llr, s->sprt.lower, s->sprt.upper);
    if (s->games_here > 0) {
        const double left = (double)(s->games_all - s->games) / pace(s) * 60;
        fprintf(out, "  %.1f games/min  %.0f:%02.0f:%02.0f left", pace(s), floor(left / 3600),
                floor(fmod(left, 3600) / 60), floor(fmod(left, 60)));
    }
    if (fclose(out) == 0) {
        fprintf(stderr, "\r%.*s\033[K", cli_terminal_width(stderr) - 1, text);
        fflush(stderr);
        r->has_progress = true;
    }
    free(text);
}

static void json_pair(struct json *j, const char *key, const unsigned counts[2])
{
    json_array_begin(j, key);
    json_unsigned(j, NULL, counts[0]);
    json_unsigned(j, NULL, counts[1]);
    json_array_end(j);
}

void report_game(struct match_report *r, const struct match_game *g, const struct match_score *s)
{
    report_erase_progress(r);
    if (r->is_json) {
        struct json j;
        json_begin(&j, stdout);
        json_text(&j, "type", "game");
        json_unsigned(&j, "pair", g->pair + 1);
        json_integer(&j, "white", g->half + 1);
        json_text(&j, "result", match_outcome_text(g->outcome));
        json_text(&j, "end", match_end_word(g->end));
        json_text(&j, "word", g->word);
        json_text(&j, "detail", g->detail);
        json_unsigned(&j, "plies", g->plies_nb);
        json_pair(&j, "illegal", g->illegal);
        json_real(&j, "seconds", g->seconds);
        json_end(&j);
        return;
    }
    printf("game %zu, pair %zu, engine %d is White: %s %s, %zu moves%s%s\n", s->games_here,
           g->pair + 1, g->half + 1, match_outcome_text(g->outcome),
           g->end == MATCH_BY_RULES ? g->word : match_end_word(g->end), g->plies_nb,
           g->detail[0] ? ": " : "", g->detail);
    fflush(stdout);
}

/* ---- Standings ----------------------------------------------------------------------------- */

/* A number that JSON can hold; null stands for what is unknown or infinite. */
static void json_finite(struct json *j, const char *key, double n)
{
    if (isfinite(n))
        json_real(j, key, n);
    else
        json_text(j, key, NULL);
}

static void json_standings(const struct match_report *r, const struct match_score *s,
                           bool is_complete, size_t distinct)
{
    const struct match_stats *t = &s->stats;
    const struct elo_estimate e = stats_elo(t);
    struct json j;
    json_begin(&j, stdout);
    json_text(&j, "type", "result");
    json_array_begin(&j, "engines");
    json_text(&j, NULL, s->names[0]);
    json_text(&j, NULL, s->names[1]);
    json_array_end(&j);
    json_bool(&j, "complete", is_complete);
    json_unsigned(&j, "games", s->games);
    json_unsigned(&j, "games_wanted", s->games_all);
    json_unsigned(&j, "wins", t->wins);
    json_unsigned(&j, "draws", t->draws);
    json_unsigned(&j, "losses", t->losses);
    json_array_begin(&j, "pairs");
    for (int i = 0; i < STATS_PAIR_NB; i++)
        json_unsigned(&j, NULL, t->pairs[i]);
    json_array_end(&j);
    json_finite(&j, "elo", e.elo);
    json_finite(&j, "elo_low", e.low);
    json_finite(&j, "elo_high", e.high);
    json_finite(&j, "los", e.los);
    if (r->sprt) {
        json_object_begin(&j, "sprt");
        json_finite(&j, "llr", s->sprt.llr);
        json_finite(&j, "lower", s->sprt.lower);
        json_finite(&j, "upper", s->sprt.upper);
        json_text(&j, "accepted", verdict_words[s->sprt.verdict]);
        json_object_end(&j);
    }
    json_pair(&j, "forfeits", s->forfeits);
    json_pair(&j, "illegal", s->illegal);
    json_pair(&j, "asked_again", s->asked_again);
    json_unsigned(&j, "skipped", s->skipped);
    json_unsigned(&j, "distinct_openings", distinct);
    json_real(&j, "seconds", s->seconds);
    json_end(&j);
}

static void print_oddities(const struct match_score *s, size_t distinct)
{
    if (s->forfeits[0] + s->forfeits[1] > 0)
        printf("forfeits: %u by engine 1, %u by engine 2\n", s->forfeits[0], s->forfeits[1]);
    for (int i = 0; i < 2; i++)
        if (s->illegal[i] > 0)
            printf("illegal answers of engine %d: %u, of which %u were mended by asking again\n",
                   i + 1, s->illegal[i], s->asked_again[i]);
    if (s->skipped > 0)
        printf("pairs dropped: %zu\n", s->skipped);
    if (distinct > 0)
        printf("the openings began anew after %zu\n", distinct);
}

void report_standings(const struct match_report *r, const struct match_score *s, bool is_complete,
                      size_t distinct)
{
    const struct match_stats *t = &s->stats;
    const struct elo_estimate e = stats_elo(t);
    const double games = t->wins + t->draws + t->losses > 0 ? (double)stats_games(t) : 1;
    char elo[ELO_TEXT_MAX];
    if (r->is_json) {
        json_standings(r, s, is_complete, distinct);
        return;
    }
    printf("\nengine 1, %s, against engine 2, %s\n", s->names[0], s->names[1]);
    printf("games: %zu of %zu, +%" PRIu64 " =%" PRIu64 " -%" PRIu64
           ", score %.1f %%, draws %.1f %%\n",
           s->games, s->games_all, t->wins, t->draws, t->losses,
           100 * ((double)t->wins + (double)t->draws / 2) / games, 100 * (double)t->draws / games);
    printf("pairs of 0, 1/2, 1, 1 1/2, 2 points: %" PRIu64 ", %" PRIu64 ", %" PRIu64 ", %" PRIu64
           ", %" PRIu64 "\n",
           t->pairs[0], t->pairs[1], t->pairs[2], t->pairs[3], t->pairs[4]);
    if (r->sprt)
        printf("SPRT: LLR %.2f, bounds %.2f and %.2f, Elo %g against %g: %s\n", s->sprt.llr,
               s->sprt.lower, s->sprt.upper, r->sprt->elo1, r->sprt->elo0,
               s->sprt.verdict == SPRT_H1   ? "passed"
               : s->sprt.verdict == SPRT_H0 ? "failed"
                                            : "not decided");
    print_oddities(s, distinct);
    printf("Elo: %s, LOS %.1f %%\n", elo_text(&e, elo), 100 * e.los);
}

/* ---- Records ------------------------------------------------------------------------------- */

void report_line(const struct match_report *r, size_t line, const struct match_game *g,
                 const char *why)
{
    if (r->is_json) {
        struct json j;
        json_begin(&j, stdout);
        json_text(&j, "type", "line");
        json_unsigned(&j, "line", line);
        if (g)
            json_unsigned(&j, "pair", g->pair + 1);
        json_text(&j, "verdict", why ? "failed" : "ok");
        json_text(&j, "what", why ? why : "");
        json_end(&j);
    } else if (why) {
        printf("failed line %zu: %s\n", line, why);
    }
}

void report_total(const struct match_report *r, size_t passed, size_t failed, bool is_torn)
{
    if (r->is_json) {
        struct json j;
        json_begin(&j, stdout);
        json_text(&j, "type", "total");
        json_unsigned(&j, "passed", passed);
        json_unsigned(&j, "failed", failed);
        json_bool(&j, "torn", is_torn);
        json_end(&j);
        return;
    }
    if (is_torn)
        printf("the last line is not whole: the match was interrupted while it was written\n");
    printf("%zu passed, %zu failed\n", passed, failed);
}
