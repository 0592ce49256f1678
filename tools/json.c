#include "tools/json.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* Length of the valid UTF-8 sequence at s (RFC 3629: shortest form, no surrogates), or 0. */
static size_t utf8_length(const unsigned char *s)
{
    if (s[0] < 0x80)
        return 1;
    const size_t length = s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;
    if (s[0] < 0xC2 || s[0] > 0xF4)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xC0) != 0x80)
            return 0;
    if ((s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xED && s[1] > 0x9F) ||
        (s[0] == 0xF0 && s[1] < 0x90) || (s[0] == 0xF4 && s[1] > 0x8F))
        return 0;
    return length;
}

static void put_string(FILE *out, const char *text)
{
    putc('"', out);
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        const size_t length = utf8_length(s);
        if (length == 0)
            fputs("\\ufffd", out);
        else if (*s == '"' || *s == '\\')
            fprintf(out, "\\%c", *s);
        else if (*s == '\n')
            fputs("\\n", out);
        else if (*s < 0x20 || *s == 0x7F)
            fprintf(out, "\\u%04x", *s);
        else
            fwrite(s, 1, length, out);
        s += length > 0 ? length : 1;
    }
    putc('"', out);
}

static void put_key(struct json *j, const char *key)
{
    if (j->has_items[j->depth])
        putc(',', j->out);
    j->has_items[j->depth] = true;
    if (key) {
        put_string(j->out, key);
        putc(':', j->out);
    }
}

static void open_level(struct json *j, char bracket)
{
    assert(j->depth + 1 < JSON_DEPTH_MAX);
    putc(bracket, j->out);
    j->has_items[++j->depth] = false;
}

static void close_level(struct json *j, char bracket)
{
    assert(j->depth > 0);
    putc(bracket, j->out);
    j->depth--;
}

void json_begin(struct json *j, FILE *out)
{
    *j = (struct json){.out = out};
    open_level(j, '{');
}

void json_end(struct json *j)
{
    close_level(j, '}');
    putc('\n', j->out);
    fflush(j->out);
}

void json_text(struct json *j, const char *key, const char *text)
{
    put_key(j, key);
    if (text)
        put_string(j->out, text);
    else
        fputs("null", j->out);
}

void json_integer(struct json *j, const char *key, int64_t n)
{
    put_key(j, key);
    fprintf(j->out, "%" PRId64, n);
}

void json_unsigned(struct json *j, const char *key, uint64_t n)
{
    put_key(j, key);
    fprintf(j->out, "%" PRIu64, n);
}

void json_real(struct json *j, const char *key, double n)
{
    put_key(j, key);
    fprintf(j->out, "%.3f", n);
}

void json_bool(struct json *j, const char *key, bool b)
{
    put_key(j, key);
    fputs(b ? "true" : "false", j->out);
}

void json_number(struct json *j, const char *key, const char *digits)
{
    put_key(j, key);
    fputs(digits, j->out);
}

void json_array_begin(struct json *j, const char *key)
{
    put_key(j, key);
    open_level(j, '[');
}

void json_array_end(struct json *j)
{
    close_level(j, ']');
}

void json_object_begin(struct json *j, const char *key)
{
    put_key(j, key);
    open_level(j, '{');
}

void json_object_end(struct json *j)
{
    close_level(j, '}');
}
