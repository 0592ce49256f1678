#include "tools/gametext.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 80 };

static const char blanks[] = " \t\r\n\v\f";
static const char digits[] = "0123456789";

/* ---- Results ------------------------------------------------------------------------------- */

static const struct {
    const char *text;
    enum gametext_result result;
} results[] = {
    {"*", GAMETEXT_OPEN},       {"1-0", GAMETEXT_WHITE_WINS}, {"0-1", GAMETEXT_BLACK_WINS},
    {"1/2-1/2", GAMETEXT_DRAW}, {"2-0", GAMETEXT_WHITE_WINS}, {"0-2", GAMETEXT_BLACK_WINS},
    {"1-1", GAMETEXT_DRAW},
};

enum { RESULTS_NB = sizeof results / sizeof *results };

static bool find_result(const char *text, size_t length, enum gametext_result *out)
{
    for (size_t i = 0; i < RESULTS_NB; i++)
        if (strlen(results[i].text) == length && memcmp(results[i].text, text, length) == 0) {
            *out = results[i].result;
            return true;
        }
    return false;
}

const char *gametext_result_text(enum gametext_result result)
{
    size_t i = 0;
    while (results[i].result != result)
        i++;
    return results[i].text;
}

enum gametext_result gametext_read_result(const char *text)
{
    enum gametext_result result = GAMETEXT_OPEN;
    find_result(text, strlen(text), &result);
    return result;
}

/* ---- Scanning ------------------------------------------------------------------------------ */

void gametext_begin(struct gametext *g, const char *text)
{
    g->text = text;
    g->at = strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

void gametext_place(const char *text, size_t offset, size_t *line, size_t *column)
{
    *line = *column = 1;
    for (size_t i = 0; i < offset && text[i]; i++) {
        if (text[i] == '\n') {
            ++*line;
            *column = 1;
        } else {
            /* Bytes 10xxxxxx continue a character, and the mark at the beginning is none. */
            *column += ((unsigned char)text[i + 1] & 0xC0) != 0x80;
        }
    }
    if (*line == 1 && *column > 1 && strncmp(text, "\xEF\xBB\xBF", 3) == 0)
        --*column;
}

static bool fault(struct gametext_token *out, size_t offset, const char *what)
{
    out->kind = GAMETEXT_FAULT;
    out->offset = offset;
    out->what = what;
    return false;
}

static void skip_line(struct gametext *g)
{
    g->at += strcspn(g->text + g->at, "\n");
}

/* Passes over one comment, glyph or escaped line that begins here. *skipped: there was one. */
static bool skip_remark(struct gametext *g, struct gametext_token *out, bool *skipped)
{
    const size_t start = g->at;
    const char *s = g->text + start;
    *skipped = true;
    if (*s == '{') {
        g->at += strcspn(s, "}");
        if (!g->text[g->at])
            return fault(out, start, "this comment has no end");
        g->at++;
    } else if (*s == ';' || (*s == '%' && (start == 0 || s[-1] == '\n'))) {
        skip_line(g);
    } else if (*s == '$') {
        const size_t n = strspn(s + 1, digits);
        if (n == 0)
            return fault(out, start, "a number is expected behind the dollar sign");
        g->at += 1 + n;
    } else if (*s == '!' || *s == '?') {
        g->at += strspn(s, "!?");
    } else {
        *skipped = false;
    }
    return true;
}

/* Goes to the next byte that says something about the game itself. */
static bool skip_remarks(struct gametext *g, struct gametext_token *out)
{
    size_t depth = 0;
    size_t outermost = 0;
    for (;;) {
        bool skipped;
        g->at += strspn(g->text + g->at, blanks);
        if (!skip_remark(g, out, &skipped))
            return false;
        const char c = g->text[g->at];
        if (skipped)
            continue;
        if (c == '(') {
            if (depth++ == 0)
                outermost = g->at;
        } else if (c == ')') {
            if (depth-- == 0)
                return fault(out, g->at, "there is no variation that could end here");
        } else if (c == '\0' && depth > 0) {
            return fault(out, outermost, "this variation has no end");
        } else if (depth == 0) {
            return true;
        }
        g->at++;
    }
}

/* [Name "value"], blanks allowed between the parts. */
static bool scan_tag(struct gametext *g, struct gametext_token *out)
{
    size_t at = g->at + 1;
    at += strspn(g->text + at, blanks);
    out->text = g->text + at;
    out->length = strcspn(out->text, " \t\r\n\v\f\"[]");
    if (out->length == 0)
        return fault(out, at, "the name of a tag is expected here");
    at += out->length;
    at += strspn(g->text + at, blanks);
    if (g->text[at] != '"')
        return fault(out, at, "the value of a tag, in quotation marks, is expected here");
    out->value = g->text + ++at;
    while (g->text[at] && g->text[at] != '"' && g->text[at] != '\n')
        at += g->text[at] == '\\' && g->text[at + 1] && g->text[at + 1] != '\n' ? 2 : 1;
    if (g->text[at] != '"')
        return fault(out, at, "the quotation mark that ends the value is missing");
    out->value_length = (size_t)(g->text + at - out->value);
    at++;
    at += strspn(g->text + at, blanks);
    if (g->text[at] != ']')
        return fault(out, at, "a closing bracket is expected here");
    g->at = at + 1;
    out->kind = GAMETEXT_TAG;
    return true;
}

static bool scan_word(struct gametext *g, struct gametext_token *out)
{
    const char *s = g->text + g->at;
    size_t length = strcspn(s, " \t\r\n\v\f{}();[]$!?\"");
    if (length == 0)
        return fault(out, g->at, "this sign has no meaning here");
    out->text = s;
    out->length = length;
    if (find_result(s, length, &out->result)) {
        out->kind = GAMETEXT_RESULT;
    } else {
        /* The move may follow the number without a blank, and pawns of Tamerlane chess begin with a
         * dot themselves, which then makes the number of dots even. */
        const size_t number = strspn(s, digits);
        size_t dots = strspn(s + number, ".");
        if (number + dots < length && (number > 0 ? dots % 2 == 0 && dots > 0 : dots == 1))
            dots--;
        const bool is_number = dots > 0 || (number > 0 && number == length);
        if (is_number)
            length = number + dots;
        out->kind = is_number ? GAMETEXT_NUMBER : GAMETEXT_MOVE;
    }
    g->at += length;
    return true;
}

void gametext_next(struct gametext *g, struct gametext_token *out)
{
    *out = (struct gametext_token){.kind = GAMETEXT_END};
    if (!skip_remarks(g, out))
        return;
    out->offset = g->at;
    if (g->text[g->at] == '[')
        scan_tag(g, out);
    else if (g->text[g->at])
        scan_word(g, out);
}

/* ---- Tags and writing ---------------------------------------------------------------------- */

char *gametext_unescape(const char *value, size_t length)
{
    char *out = malloc(length + 1);
    char *o = out;
    for (size_t i = 0; i < length && out; i++) {
        if (value[i] == '\\' && i + 1 < length && (value[i + 1] == '\\' || value[i + 1] == '"'))
            i++;
        *o++ = value[i];
    }
    if (out)
        *o = '\0';
    return out;
}

void gametext_write_tag(FILE *out, const char *name, const char *value)
{
    fprintf(out, "[%s \"", name);
    for (; *value; value++) {
        if (*value == '\\' || *value == '"')
            putc('\\', out);
        putc(*value, out);
    }
    fputs("\"]\n", out);
}

void gametext_write_word(struct gametext_writer *w, const char *word)
{
    const size_t length = strlen(word);
    if (w->column > 0 && w->column + 1 + length > COLUMNS) {
        putc('\n', w->out);
        w->column = 0;
    } else if (w->column > 0) {
        putc(' ', w->out);
        w->column++;
    }
    fputs(word, w->out);
    w->column += length;
}
