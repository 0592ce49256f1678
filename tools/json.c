#include "tools/json.h"

#include "tools/utf8.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

static void put_string(FILE *out, const char *text)
{
    putc('"', out);
    for (const char *s = text; *s;) {
        const size_t length = utf8_length(s);
        const unsigned char c = (unsigned char)*s;
        if (length == 0)
            fputs("\\ufffd", out);
        else if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c == '\n')
            fputs("\\n", out);
        else if (c < 0x20 || c == 0x7F)
            fprintf(out, "\\u%04x", c);
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
