#include "tools/foreign.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Text that is appended to as long as there is room. */
struct target {
    char *text;
    size_t nb, size;
};

static void put_char(struct target *t, char c)
{
    if (t->nb + 1 >= t->size)
        return;
    t->text[t->nb++] = c;
    t->text[t->nb] = '\0';
}

static void put(struct target *t, const char *bytes, size_t nb)
{
    for (size_t i = 0; i < nb; i++)
        put_char(t, bytes[i]);
}

static struct target target_new(char *out, size_t size)
{
    out[0] = '\0';
    return (struct target){out, 0, size};
}

/* ---- Reading the options ------------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static bool fail(char *error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error, FOREIGN_ERROR_MAX, format, args);
    va_end(args);
    return false;
}

static bool copy_part(char *out, const char *text, size_t length)
{
    if (length == 0 || length >= FOREIGN_PART_MAX)
        return false;
    memcpy(out, text, length);
    out[length] = '\0';
    return true;
}

/* "A=K" or "3:A=K", `length` bytes. */
static bool read_letter(struct foreign_letter *out, const char *text, size_t length)
{
    out->field = 1;
    if (length > 2 && text[0] >= '1' && text[0] <= '9' && text[1] == ':') {
        out->field = text[0] - '0';
        text += 2;
        length -= 2;
    }
    const char *equals = memchr(text, '=', length);
    return equals && copy_part(out->ours, text, (size_t)(equals - text)) &&
           copy_part(out->theirs, equals + 1, length - (size_t)(equals + 1 - text));
}

static bool read_letters(struct foreign *f, const char *letters, char *error)
{
    while (letters && *letters) {
        const size_t length = strcspn(letters, ",");
        if (f->nb == FOREIGN_LETTERS_MAX)
            return fail(error, "more than %d letters", FOREIGN_LETTERS_MAX);
        struct foreign_letter *entry = &f->letters[f->nb];
        if (!read_letter(entry, letters, length))
            return fail(error, "'%.*s' is not OUR=THEIRS or FIELD:OUR=THEIRS",
                        (int)(length < 64 ? length : 64), letters);
        for (size_t i = 0; i < f->nb; i++)
            if (f->letters[i].field == entry->field && strcmp(f->letters[i].ours, entry->ours) == 0)
                return fail(error, "'%s' is given twice", entry->ours);
        f->nb++;
        letters += length + (letters[length] == ',');
    }
    return true;
}

bool foreign_init(struct foreign *f, const char *letters, const char *form, char *error)
{
    *f = (struct foreign){.form = form};
    for (const char *s = form ? strchr(form, '%') : NULL; s; s = strchr(s + 2, '%'))
        if (!(s[1] >= '1' && s[1] <= '9') && s[1] != '%')
            return fail(error, "'%%' must be followed by the number of a field or by '%%'");
    return read_letters(f, letters, error);
}

/* ---- Translating --------------------------------------------------------------------------- */

/* How many bytes of s the entry takes, in lower case or as it is written; 0: it does not fit. */
static size_t fits(const struct foreign_letter *entry, int field, const char *s, size_t nb,
                   bool in_lower)
{
    size_t i = 0;
    if (entry->field != field)
        return 0;
    for (; entry->ours[i]; i++) {
        const unsigned char c = (unsigned char)entry->ours[i];
        if (i >= nb || (unsigned char)s[i] != (in_lower ? tolower(c) : c))
            return 0;
    }
    return i;
}

/* Writes what stands for the beginning of s, of nb > 0 bytes, and returns how many it took. */
static size_t translate(const struct foreign *f, int field, const char *s, size_t nb,
                        struct target *out)
{
    const struct foreign_letter *best = NULL;
    size_t taken = 0;
    bool is_lower = false;
    for (int in_lower = 0; in_lower < 2; in_lower++)
        for (size_t i = 0; i < f->nb; i++) {
            const size_t length = fits(&f->letters[i], field, s, nb, in_lower);
            if (length > taken) {
                best = &f->letters[i];
                taken = length;
                is_lower = in_lower;
            }
        }
    if (!best) {
        put_char(out, *s);
        return 1;
    }
    for (const char *c = best->theirs; *c; c++)
        put_char(out, (char)(is_lower ? tolower((unsigned char)*c) : *c));
    return taken;
}

/* Field number `field` of a position text, in their letters. */
static void put_field(const struct foreign *f, const char *fen, int field, struct target *out)
{
    for (int i = 1; i < field && *fen; i++) {
        fen += strcspn(fen, " ");
        fen += *fen == ' ';
    }
    size_t nb = strcspn(fen, " ");
    while (nb > 0) {
        const size_t taken = translate(f, field, fen, nb, out);
        fen += taken;
        nb -= taken;
    }
}

const char *foreign_fen(const struct foreign *f, const char *fen, char *out)
{
    struct target to = target_new(out, FOREIGN_FEN_MAX);
    if (f->form) {
        for (const char *s = f->form; *s; s++)
            if (*s == '%' && *++s != '%')
                put_field(f, fen, *s - '0', &to);
            else
                put_char(&to, *s);
        return out;
    }
    int field = 1;
    for (const char *s = fen; *s; s++) {
        if (s == fen || *s == ' ') {
            if (*s == ' ')
                put_char(&to, *s);
            put_field(f, fen, field++, &to);
        }
    }
    return out;
}

const char *foreign_move(const struct foreign *f, const char *move, char *out)
{
    struct target to = target_new(out, FOREIGN_MOVE_MAX);
    while (*move) {
        const bool is_square = isalpha((unsigned char)move[0]) && isdigit((unsigned char)move[1]);
        const size_t digits = is_square ? 1 + strspn(move + 1, "0123456789") : 0;
        if (is_square)
            put(&to, move, digits);
        move += is_square ? digits : translate(f, 1, move, strlen(move), &to);
    }
    return out;
}
