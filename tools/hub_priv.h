/* hub_priv.h - what the files of the Hub dialogue share. */
#ifndef CITADEL_TOOLS_HUB_PRIV_H
#define CITADEL_TOOLS_HUB_PRIV_H

#include "tools/hub.h"

enum { HUB_ARGUMENTS_MAX = 32 };

/* NAME=VALUE, or NAME alone, whose value is "". The text is the line's. */
struct hub_argument {
    char *name;
    char *value;
};

struct hub_line {
    const char *command;
    struct hub_argument arguments[HUB_ARGUMENTS_MAX];
    size_t arguments_nb;
};

/* Everything but `d` is the owner's. */
struct hub {
    struct dialogue *d;
    struct engine_limits level; /* what `level` asked for since the last pos or go */
    int64_t hash, threads, overhead_ms;
};

/* Takes a line apart, in place. NULL, or what is wrong with it, a static sentence. An empty line
 * has the command "". */
const char *hub_scan(char *text, struct hub_line *out);
/* The value of an argument, NULL if it is not there. */
char *hub_value(const struct hub_line *line, const char *name);

/* Answers error message="..."; quotes in the text become apostrophes. */
__attribute__((format(printf, 2, 3))) void hub_error(struct hub *h, const char *format, ...);

/* hub_go.c */
void hub_level(struct hub *h, const struct hub_line *line);
void hub_go(struct hub *h, const struct hub_line *line);
void hub_on_info(void *context, const struct engine_info *info);
void hub_on_result(void *context, const struct engine_result *result);

#endif
