/* match_report.h - what a match prints: games, progress, standings, verdicts on a record. */
#ifndef CITADEL_TOOLS_MATCH_REPORT_H
#define CITADEL_TOOLS_MATCH_REPORT_H

#include "tools/match_run.h"

#include <stdbool.h>
#include <stddef.h>

struct match_report {
    bool is_json;
    bool is_live;            /* progress is shown, on the terminal of stderr */
    const struct sprt *sprt; /* NULL: none */
    bool has_progress;       /* a line stands on the terminal */
};

void report_progress(struct match_report *r, const struct match_score *s);
void report_erase_progress(struct match_report *r);
void report_game(struct match_report *r, const struct match_game *g, const struct match_score *s);
/* distinct: of the openings, if they began anew; else 0. */
void report_standings(const struct match_report *r, const struct match_score *s, bool is_complete,
                      size_t distinct);

/* A line of a record; why: NULL if it is as it should be. g: its game, or NULL. */
void report_line(const struct match_report *r, size_t line, const struct match_game *g,
                 const char *why);
void report_total(const struct match_report *r, size_t passed, size_t failed, bool is_torn);

#endif
