#include "tools/json_read.h"

#include "tools/cli.h"

#include <stdlib.h>
#include <string.h>

static const size_t NO_VALUE = SIZE_MAX;

/* While it is built, the tree's links are indices, since the array moves when it grows. */
struct reader {
    struct json_tree *tree;
    char *text;
    size_t at;
    size_t *first, *next; /* by value */
    struct text_error *error;
};

static size_t fail_at(struct reader *r, size_t offset, const char *what)
{
    *r->error = (struct text_error){offset, what};
    return NO_VALUE;
}

static size_t fail(struct reader *r, const char *what)
{
    return fail_at(r, r->at, what);
}

static void skip_blanks(struct reader *r)
{
    r->at += strspn(r->text + r->at, " \t\r\n");
}

/* A new value; NO_VALUE if memory is short. */
static size_t add_value(struct reader *r, enum json_kind kind)
{
    struct json_tree *tree = r->tree;
    if (tree->nb == tree->cap) {
        const size_t cap = tree->cap > 0 ? 2 * tree->cap : 64;
        struct json_value *values = realloc(tree->values, cap * sizeof *values);
        if (values)
            tree->values = values;
        size_t *first = realloc(r->first, cap * sizeof *first);
        if (first)
            r->first = first;
        size_t *next = realloc(r->next, cap * sizeof *next);
        if (next)
            r->next = next;
        if (!values || !first || !next)
            return fail(r, "memory is short");
        tree->cap = cap;
    }
    const size_t i = tree->nb++;
    tree->values[i] = (struct json_value){.kind = kind};
    r->first[i] = r->next[i] = NO_VALUE;
    return i;
}

/* ---- Texts --------------------------------------------------------------------------------- */

/* Four hexadecimal digits. */
static bool read_hex(const char *s, uint32_t *out)
{
    *out = 0;
    for (int i = 0; i < 4; i++) {
        static const char digits[] = "0123456789abcdef";
        const char c = s[i] >= 'A' && s[i] <= 'F' ? (char)(s[i] - 'A' + 'a') : s[i];
        const char *digit = c ? strchr(digits, c) : NULL;
        if (!digit)
            return false;
        *out = *out << 4 | (uint32_t)(digit - digits);
    }
    return true;
}

static char *put_utf8(char *to, uint32_t c)
{
    if (c < 0x80) {
        *to++ = (char)c;
    } else if (c < 0x800) {
        *to++ = (char)(0xC0 | c >> 6);
        *to++ = (char)(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        *to++ = (char)(0xE0 | c >> 12);
        *to++ = (char)(0x80 | (c >> 6 & 0x3F));
        *to++ = (char)(0x80 | (c & 0x3F));
    } else {
        *to++ = (char)(0xF0 | c >> 18);
        *to++ = (char)(0x80 | (c >> 12 & 0x3F));
        *to++ = (char)(0x80 | (c >> 6 & 0x3F));
        *to++ = (char)(0x80 | (c & 0x3F));
    }
    return to;
}

/* \uXXXX, two of them for what lies above; *s is behind the u. The escape is longer than what it
 * stands for, so it can be rewritten in place. */
static bool read_unicode(const char **s, char **to)
{
    uint32_t c, low;
    if (!read_hex(*s, &c) || c == 0)
        return false;
    *s += 4;
    if (c >= 0xD800 && c < 0xDC00) {
        if ((*s)[0] != '\\' || (*s)[1] != 'u' || !read_hex(*s + 2, &low) || low < 0xDC00 ||
            low > 0xDFFF)
            return false;
        *s += 6;
        c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
    } else if (c >= 0xDC00 && c <= 0xDFFF) {
        return false;
    }
    *to = put_utf8(*to, c);
    return true;
}

static bool read_escape(const char **s, char **to)
{
    static const char from[] = "\"\\/bfnrt";
    static const char meant[] = "\"\\/\b\f\n\r\t";
    const char c = *(*s)++;
    if (c == 'u')
        return read_unicode(s, to);
    const char *known = c ? strchr(from, c) : NULL;
    if (known)
        *(*to)++ = meant[known - from];
    return known != NULL;
}

/* The text at r->at, unescaped and ended in place. NULL: it is malformed. */
static const char *read_text(struct reader *r)
{
    const size_t start = r->at + 1;
    const char *s = r->text + start;
    char *to = r->text + start;
    if (r->text[r->at] != '"') {
        fail(r, "a text in quotation marks is expected here");
        return NULL;
    }
    while (*s != '"') {
        const char *const here = s;
        if ((unsigned char)*s < 0x20) {
            fail_at(r, (size_t)(here - r->text),
                    *s ? "a control character must be escaped" : "this text has no end");
            return NULL;
        }
        if (*s == '\\') {
            s++;
            if (!read_escape(&s, &to)) {
                fail_at(r, (size_t)(here - r->text), "this is no escape sequence");
                return NULL;
            }
        } else {
            *to++ = *s++;
        }
    }
    r->at = (size_t)(s + 1 - r->text);
    *to = '\0';
    return r->text + start;
}

/* ---- Values -------------------------------------------------------------------------------- */

static size_t skip_digits(struct reader *r)
{
    const size_t nb = strspn(r->text + r->at, "0123456789");
    r->at += nb;
    return nb;
}

/* Goes past a number; it is ended later, by the reader of what follows. */
static bool skip_number(struct reader *r)
{
    if (r->text[r->at] == '-')
        r->at++;
    const bool has_zero = r->text[r->at] == '0';
    const size_t whole = skip_digits(r);
    if (whole == 0 || (has_zero && whole > 1))
        return false;
    if (r->text[r->at] == '.') {
        r->at++;
        if (skip_digits(r) == 0)
            return false;
    }
    if (r->text[r->at] == 'e' || r->text[r->at] == 'E') {
        r->at++;
        if (r->text[r->at] == '+' || r->text[r->at] == '-')
            r->at++;
        if (skip_digits(r) == 0)
            return false;
    }
    return true;
}

static size_t read_number(struct reader *r)
{
    const size_t start = r->at;
    if (!skip_number(r))
        return fail_at(r, start, "a value is expected here");
    const size_t i = add_value(r, JSON_NUMBER);
    if (i == NO_VALUE)
        return i;
    /* Its text must end, but the sign behind it is still to be read: moves it one back, where a
     * blank, a comma, a colon or a bracket has always been. */
    r->tree->values[i].text = memmove(r->text + start - 1, r->text + start, r->at - start);
    r->text[r->at - 1] = '\0';
    return i;
}

static size_t read_word(struct reader *r)
{
    static const struct {
        const char *word;
        enum json_kind kind;
    } words[] = {{"null", JSON_NULL}, {"false", JSON_FALSE}, {"true", JSON_TRUE}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t length = strlen(words[i].word);
        if (strncmp(r->text + r->at, words[i].word, length) == 0) {
            r->at += length;
            return add_value(r, words[i].kind);
        }
    }
    return read_number(r);
}

static size_t read_value(struct reader *r, int depth);

/* The key of a member and its colon; it must be new among the values from `first` on. */
static const char *read_key(struct reader *r, size_t first)
{
    const size_t start = r->at;
    const char *key = read_text(r);
    if (!key)
        return NULL;
    int nb = 0;
    for (size_t i = first; i != NO_VALUE; i = r->next[i])
        if (strcmp(r->tree->values[i].key, key) == 0 || ++nb == JSON_READ_MEMBERS_MAX) {
            fail_at(r, start,
                    nb == JSON_READ_MEMBERS_MAX ? "too many members"
                                                : "this member is given twice");
            return NULL;
        }
    skip_blanks(r);
    if (r->text[r->at] != ':') {
        fail(r, "a colon is expected here");
        return NULL;
    }
    r->at++;
    skip_blanks(r);
    return key;
}

/* An array or object, whose bracket is at r->at. */
static size_t read_list(struct reader *r, enum json_kind kind, char end, int depth)
{
    if (depth == JSON_READ_DEPTH_MAX)
        return fail(r, "too many levels of brackets");
    const size_t list = add_value(r, kind);
    if (list == NO_VALUE)
        return list;
    size_t last = NO_VALUE;
    r->at++;
    skip_blanks(r);
    if (r->text[r->at] == end) {
        r->at++;
        return list;
    }
    for (;;) {
        const char *key = kind == JSON_OBJECT ? read_key(r, r->first[list]) : NULL;
        if (kind == JSON_OBJECT && !key)
            return NO_VALUE;
        const size_t item = read_value(r, depth + 1);
        if (item == NO_VALUE)
            return item;
        r->tree->values[item].key = key;
        *(last == NO_VALUE ? &r->first[list] : &r->next[last]) = item;
        last = item;
        skip_blanks(r);
        const char c = r->text[r->at];
        if (c != ',' && c != end)
            return fail(r, "a comma or a closing bracket is expected here");
        r->at++;
        if (c == end)
            return list;
        skip_blanks(r);
    }
}

static size_t read_value(struct reader *r, int depth)
{
    switch (r->text[r->at]) {
    case '{':
        return read_list(r, JSON_OBJECT, '}', depth);
    case '[':
        return read_list(r, JSON_ARRAY, ']', depth);
    case '"': {
        const char *text = read_text(r);
        const size_t i = text ? add_value(r, JSON_TEXT) : NO_VALUE;
        if (i != NO_VALUE)
            r->tree->values[i].text = text;
        return i;
    }
    default:
        return read_word(r);
    }
}

/* ---- The tree ------------------------------------------------------------------------------ */

bool json_tree_read(struct json_tree *tree, char *text, struct text_error *error)
{
    struct reader r = {.tree = tree, .text = text, .error = error};
    *tree = (struct json_tree){NULL, 0, 0};
    skip_blanks(&r);
    /* A number alone would be a JSON text too, but has no room before it; nobody writes one. */
    const char c = text[r.at];
    const size_t root =
        c == '{' || c == '[' ? read_value(&r, 0) : fail(&r, "an object or array is expected here");
    bool ok = root != NO_VALUE;
    skip_blanks(&r);
    if (ok && text[r.at]) {
        fail(&r, "the text goes on behind its end");
        ok = false;
    }
    for (size_t i = 0; i < tree->nb && ok; i++) {
        tree->values[i].first = r.first[i] != NO_VALUE ? &tree->values[r.first[i]] : NULL;
        tree->values[i].next = r.next[i] != NO_VALUE ? &tree->values[r.next[i]] : NULL;
    }
    free(r.first);
    free(r.next);
    return ok;
}

void json_tree_fini(struct json_tree *tree)
{
    free(tree->values);
    *tree = (struct json_tree){NULL, 0, 0};
}

const struct json_value *json_member(const struct json_value *object, const char *key)
{
    if (!object || object->kind != JSON_OBJECT)
        return NULL;
    const struct json_value *v = object->first;
    while (v && strcmp(v->key, key) != 0)
        v = v->next;
    return v;
}

const char *json_as_text(const struct json_value *value)
{
    return value && value->kind == JSON_TEXT ? value->text : NULL;
}

bool json_as_integer(const struct json_value *value, int64_t *out)
{
    return value && value->kind == JSON_NUMBER && cli_read_integer(value->text, out);
}
