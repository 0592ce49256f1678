/* json_read.h - reads one JSON text (RFC 8259) into a tree. Strict: what the RFC does not allow is
 * refused with its place. The root must be an object or array, texts hold no zero characters;
 * nesting and objects have limits. Bytes above 127 are passed on as they are. The reader of what
 * json.h writes. */
#ifndef CITADEL_TOOLS_JSON_READ_H
#define CITADEL_TOOLS_JSON_READ_H

#include "engine/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JSON_READ_DEPTH_MAX = 16, JSON_READ_MEMBERS_MAX = 256 };

enum json_kind {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_TEXT,
    JSON_ARRAY,
    JSON_OBJECT
};

/* A value. Text is the caller's buffer, rewritten in place. */
struct json_value {
    enum json_kind kind;
    const char *key;                /* of a member of an object, else NULL */
    const char *text;               /* of a text, without its escapes; of a number, as written */
    const struct json_value *first; /* of an array or object, NULL if it is empty */
    const struct json_value *next;  /* in the same array or object */
};

struct json_tree {
    struct json_value *values; /* the first is the root */
    size_t nb, cap;
};

/* Reads `text`, which is changed and must outlive the tree. False: *error says where and why;
 * json_tree_fini is due either way. A member that occurs twice is refused. */
bool json_tree_read(struct json_tree *tree, char *text, struct text_error *error);
void json_tree_fini(struct json_tree *tree);

/* The member of an object with this key, NULL if there is none or `object` is no object or NULL. */
const struct json_value *json_member(const struct json_value *object, const char *key);

/* The value, if it is of that kind: a text; a whole number within 64 bits. Else NULL, or false with
 * *out left alone. `value` may be NULL. */
const char *json_as_text(const struct json_value *value);
bool json_as_integer(const struct json_value *value, int64_t *out);

#endif
