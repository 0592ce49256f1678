#include "tools/json_fields.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

__attribute__((format(printf, 2, 3))) static void say(char *error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error, JSON_FIELD_ERROR_MAX, format, args);
    va_end(args);
}

bool json_need_integer(const struct json_value *object, const char *key, int64_t min, int64_t max,
                       int64_t *out, char *error)
{
    int64_t n;
    if (!json_as_integer(json_member(object, key), &n) || n < min || n > max) {
        say(error, "member \"%s\" is missing or no whole number from %" PRId64 " to %" PRId64, key,
            min, max);
        return false;
    }
    *out = n;
    return true;
}

bool json_need_bool(const struct json_value *object, const char *key, bool *out, char *error)
{
    const struct json_value *v = json_member(object, key);
    if (!v || (v->kind != JSON_TRUE && v->kind != JSON_FALSE)) {
        say(error, "member \"%s\" is missing or neither true nor false", key);
        return false;
    }
    *out = v->kind == JSON_TRUE;
    return true;
}

bool json_need_text(const struct json_value *object, const char *key, size_t size, const char **out,
                    char *error)
{
    const char *text = json_as_text(json_member(object, key));
    if (!text || strlen(text) >= size) {
        say(error, "member \"%s\" is missing or no text, or too long a one", key);
        return false;
    }
    *out = text;
    return true;
}

bool json_copy_text(const struct json_value *object, const char *key, char *out, size_t size,
                    char *error)
{
    const char *text;
    if (!json_need_text(object, key, size, &text, error))
        return false;
    memcpy(out, text, strlen(text) + 1);
    return true;
}

bool json_need_text_or_null(const struct json_value *object, const char *key, const char **out,
                            char *error)
{
    const struct json_value *v = json_member(object, key);
    if (!v || (v->kind != JSON_TEXT && v->kind != JSON_NULL)) {
        say(error, "member \"%s\" is missing or neither a text nor null", key);
        return false;
    }
    *out = json_as_text(v);
    return true;
}

const struct json_value *json_need_array(const struct json_value *object, const char *key,
                                         char *error)
{
    const struct json_value *v = json_member(object, key);
    if (v && v->kind == JSON_ARRAY)
        return v;
    say(error, "member \"%s\" is missing or no array", key);
    return NULL;
}
