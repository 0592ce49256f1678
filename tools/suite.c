#include "tools/suite.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char blanks[] = " \t\r\n";

/* Cuts blanks off both ends, in place. */
static char *trim(char *text)
{
    text += strspn(text, blanks);
    size_t length = strlen(text);
    while (length > 0 && strchr(blanks, text[length - 1]))
        length--;
    text[length] = '\0';
    return text;
}

/* The first separator outside quotation marks, which bind only if they are closed. */
static char *find_separator(char *text, char separator)
{
    for (char *s = text; *s; s++) {
        char *close = *s == '"' ? strchr(s + 1, '"') : NULL;
        if (close)
            s = close;
        else if (*s == separator)
            return s;
    }
    return NULL;
}

/* Cuts *rest at the separator and gives the trimmed part before it; NULL at the end. */
static char *next_part(char **rest, char separator)
{
    char *part = *rest;
    if (!part)
        return NULL;
    char *cut = find_separator(part, separator);
    *rest = cut ? cut + 1 : NULL;
    if (cut)
        *cut = '\0';
    return trim(part);
}

static const char *parse_moves(char *text, struct suite_record *record)
{
    char *parts[4];
    size_t nb = 0;
    for (char *rest = text; rest;) {
        if (nb == 4)
            return "more than four fields between '|'";
        parts[nb++] = next_part(&rest, '|');
    }
    if (nb < 3)
        return "fewer than three fields between '|'";
    record->fen = parts[0];
    record->set = nb == 4 ? parts[1] : NULL;
    record->result = parts[nb - 2];
    record->moves = parts[nb - 1];
    return record->result[0] ? NULL : "the result is empty";
}

static const char *parse_fields(char *text, struct suite_record *record)
{
    char *rest = text;
    record->fen = next_part(&rest, ';');
    while (rest) {
        char *field = next_part(&rest, ';');
        if (!*field)
            continue;
        if (record->fields_nb == SUITE_FIELDS_MAX)
            return "too many fields";
        char *value = field + strcspn(field, " \t=");
        const bool has_equals = *value == '=';
        if (*value)
            *value++ = '\0';
        record->fields[record->fields_nb++] = (struct suite_field){field, trim(value), has_equals};
    }
    record->set = suite_field(record, "set");
    return NULL;
}

const char *suite_parse(char *text, struct suite_record *record)
{
    const size_t line = record->line;
    *record = (struct suite_record){.line = line};
    const char *why =
        find_separator(text, '|') ? parse_moves(text, record) : parse_fields(text, record);
    if (why)
        return why;
    return record->fen[0] ? NULL : "the position is empty";
}

const char *suite_field(const struct suite_record *record, const char *name)
{
    for (size_t i = 0; i < record->fields_nb; i++)
        if (strcmp(record->fields[i].name, name) == 0)
            return record->fields[i].value;
    return NULL;
}

static struct position *refuse(struct suite_fault *fault, enum engine_status status,
                               const char *wrong)
{
    fault->status = status;
    snprintf(fault->wrong, sizeof fault->wrong, "%s", wrong);
    return NULL;
}

/* The first game that has an option of this name, of `length` bytes; NULL if there is none. */
static const struct game *game_with_option(const char *name, size_t length)
{
    for (size_t g = 0; games_get(g); g++)
        for (size_t i = 0; i < games_get(g)->options_nb; i++) {
            const char *known = games_get(g)->options[i].name;
            if (strncasecmp(known, name, length) == 0 && known[length] == '\0')
                return games_get(g);
        }
    return NULL;
}

/* Has any game an option of this name? Then a field of this name must not be passed over. */
static bool is_option(const char *name)
{
    return game_with_option(name, strlen(name)) != NULL;
}

/* The game of a record that names none, if nobody else has chosen one. */
static const struct game *game_by_options(const struct suite_record *record, bool is_list)
{
    const struct game *game =
        is_list ? game_with_option(record->set, strcspn(record->set, "=")) : NULL;
    for (size_t i = 0; i < record->fields_nb && !game; i++)
        game = game_with_option(record->fields[i].name, strlen(record->fields[i].name));
    return game ? game : games_get(0);
}

/* "setup=third poprelocation=optional" in the second `|` field. False: *word is at fault. */
static bool set_listed_options(struct position *pos, const char *list, char *word, size_t size)
{
    while (*(list += strspn(list, " \t"))) {
        const size_t length = strcspn(list, " \t");
        snprintf(word, size, "%.*s", (int)length, list);
        char *value = strchr(word, '=');
        if (!value)
            return false;
        *value = '\0';
        const bool ok = pos_set_option(pos, word, value + 1) == ENGINE_OK;
        *value = '=';
        if (!ok)
            return false;
        list += length;
    }
    return true;
}

static struct position *with_options(struct position *pos, const struct suite_record *record,
                                     bool is_list, struct suite_fault *fault)
{
    char word[sizeof fault->wrong];
    if (is_list && !set_listed_options(pos, record->set, word, sizeof word))
        return refuse(fault, ENGINE_BAD_ARGUMENT, word);
    for (size_t i = 0; i < record->fields_nb; i++) {
        const struct suite_field *f = &record->fields[i];
        if (is_option(f->name) && pos_set_option(pos, f->name, f->value) != ENGINE_OK) {
            snprintf(word, sizeof word, "%.30s=%.30s", f->name, f->value);
            return refuse(fault, ENGINE_BAD_ARGUMENT, word);
        }
    }
    fault->status = pos_set(pos, record->fen, &fault->error);
    return fault->status == ENGINE_OK ? pos : NULL;
}

struct position *suite_position(const struct suite_record *record, const struct game *fallback,
                                struct suite_fault *fault)
{
    const bool has_set = record->set && strcmp(record->set, "-") != 0;
    const bool is_list = has_set && strchr(record->set, '=');
    const struct game *game = has_set && !is_list ? games_find(record->set)
                              : fallback          ? fallback
                                                  : game_by_options(record, is_list);
    if (!game)
        return refuse(fault, ENGINE_BAD_ARGUMENT, record->set);
    struct position *pos = pos_new(game);
    if (!pos)
        return refuse(fault, ENGINE_NO_MEMORY, "");
    if (!with_options(pos, record, is_list, fault)) {
        pos_free(pos);
        return NULL;
    }
    return pos;
}

const char *suite_fault_text(const struct suite_fault *fault, char *out)
{
    if (fault->status == ENGINE_BAD_ARGUMENT)
        snprintf(out, SUITE_FAULT_MAX, "there is no rule set or option '%s'", fault->wrong);
    else if (fault->status == ENGINE_BAD_POSITION)
        snprintf(out, SUITE_FAULT_MAX, "position refused at byte %zu: %s", fault->error.offset,
                 fault->error.what);
    else
        snprintf(out, SUITE_FAULT_MAX, "%s", engine_strerror(fault->status));
    return out;
}

bool suite_number(const char *text, uint64_t *out)
{
    uint64_t n = 0;
    if (!*text || text[strspn(text, "0123456789")])
        return false;
    for (; *text; text++) {
        const uint64_t digit = (uint64_t)(*text - '0');
        if (n > (UINT64_MAX - digit) / 10)
            return false;
        n = n * 10 + digit;
    }
    *out = n;
    return true;
}

bool suite_open(struct suite *s, const char *path)
{
    *s = (struct suite){.file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r")};
    return s->file != NULL;
}

bool suite_open_text(struct suite *s, char *text, size_t length)
{
    /* Not every C library opens an empty buffer. */
    static char empty[] = "\n";
    *s = (struct suite){.file = length > 0 ? fmemopen(text, length, "r")
                                           : fmemopen(empty, sizeof empty - 1, "r")};
    return s->file != NULL;
}

enum suite_status suite_next(struct suite *s, struct suite_record *record, const char **why)
{
    ssize_t length;
    while ((length = getline(&s->buffer, &s->buffer_size, s->file)) >= 0) {
        s->line++;
        record->line = s->line;
        if (strlen(s->buffer) != (size_t)length) {
            *why = "the line holds a zero byte";
            return SUITE_BAD_LINE;
        }
        char *text = trim(s->buffer);
        if (!*text || *text == '#')
            continue;
        *why = suite_parse(text, record);
        return *why ? SUITE_BAD_LINE : SUITE_RECORD;
    }
    return ferror(s->file) ? SUITE_FAULT : SUITE_END;
}

void suite_close(struct suite *s)
{
    if (s->file && s->file != stdin)
        fclose(s->file);
    free(s->buffer);
    *s = (struct suite){0};
}
