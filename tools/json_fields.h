/* json_fields.h - members that a JSON object must have. Each function says in `error`, of
 * JSON_FIELD_ERROR_MAX bytes, which member is missing or wrong, and returns false or NULL then,
 * with its output left alone. `object` may be NULL or no object. Texts live as long as the tree. */
#ifndef CITADEL_TOOLS_JSON_FIELDS_H
#define CITADEL_TOOLS_JSON_FIELDS_H

#include "tools/json_read.h"

enum { JSON_FIELD_ERROR_MAX = 256 };

/* A whole number from min to max. */
bool json_need_integer(const struct json_value *object, const char *key, int64_t min, int64_t max,
                       int64_t *out, char *error);
bool json_need_bool(const struct json_value *object, const char *key, bool *out, char *error);
/* A text of less than `size` bytes. */
bool json_need_text(const struct json_value *object, const char *key, size_t size, const char **out,
                    char *error);
/* The same, copied to `out`, which has `size` bytes. */
bool json_copy_text(const struct json_value *object, const char *key, char *out, size_t size,
                    char *error);
/* A text, or null, for which *out is NULL. */
bool json_need_text_or_null(const struct json_value *object, const char *key, const char **out,
                            char *error);
const struct json_value *json_need_array(const struct json_value *object, const char *key,
                                         char *error);

#endif
