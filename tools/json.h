/* json.h - writes JSON objects, one a line, as other programs read them from a pipe.
 *
 * Keys are given in order; nesting is by begin/end pairs and at most JSON_DEPTH_MAX deep. Text that
 * is not UTF-8 is written with replacement characters, so that every line is valid JSON. */
#ifndef CITADEL_TOOLS_JSON_H
#define CITADEL_TOOLS_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { JSON_DEPTH_MAX = 8 };

struct json {
    FILE *out;
    int depth;
    bool has_items[JSON_DEPTH_MAX]; /* a comma is due, per level */
};

void json_begin(struct json *j, FILE *out); /* opens the line's object */
void json_end(struct json *j);              /* closes it, ends and flushes the line */

/* Members of an object; inside an array, key is NULL. */
void json_text(struct json *j, const char *key, const char *text); /* NULL text is null */
void json_integer(struct json *j, const char *key, int64_t n);
void json_unsigned(struct json *j, const char *key, uint64_t n);
void json_real(struct json *j, const char *key, double n); /* three decimals */
void json_bool(struct json *j, const char *key, bool b);
void json_number(struct json *j, const char *key, const char *digits); /* a number as text */
void json_array_begin(struct json *j, const char *key);
void json_array_end(struct json *j);
void json_object_begin(struct json *j, const char *key);
void json_object_end(struct json *j);

#endif
