#include "tools/epd.h"

#include "tools/notation.h"

#include <stdlib.h>
#include <string.h>

enum { FEN_WORDS_MAX = 8 };

static const char blanks[] = " \t";

/* Where the words of a text end, the first FEN_WORDS_MAX of them. Returns how many. */
static size_t word_ends(char *text, char **ends)
{
    size_t nb = 0;
    for (char *s = text + strspn(text, blanks); *s && nb < FEN_WORDS_MAX; s += strspn(s, blanks)) {
        s += strcspn(s, blanks);
        ends[nb++] = s;
    }
    return nb;
}

/* Makes the text behind the position the first field. */
static bool insert_field(struct suite_record *record, char *text)
{
    if (record->fields_nb == SUITE_FIELDS_MAX)
        return false;
    text += strspn(text, blanks);
    char *value = text + strcspn(text, blanks);
    if (*value)
        *value++ = '\0';
    memmove(record->fields + 1, record->fields, record->fields_nb * sizeof *record->fields);
    record->fields[0] = (struct suite_field){.name = text, .value = value + strspn(value, blanks)};
    record->fields_nb++;
    return true;
}

/* The position of the first bytes of `text`, with counters added if those are missing. */
static struct position *read_beginning(const struct suite_record *record, const char *text,
                                       size_t length, const struct game *fallback)
{
    static const char *const endings[] = {"", " 0 1"};
    struct position *pos = NULL;
    for (size_t i = 0; i < sizeof endings / sizeof *endings && !pos; i++) {
        struct suite_record shorter = *record;
        struct suite_fault fault;
        char fen[GAME_FEN_MAX + 16];
        if (length >= GAME_FEN_MAX)
            return NULL;
        snprintf(fen, sizeof fen, "%.*s%s", (int)length, text, endings[i]);
        shorter.fen = fen;
        pos = suite_position(&shorter, fallback, &fault);
    }
    return pos;
}

struct position *epd_position(struct suite_record *record, const struct game *fallback,
                              struct suite_fault *fault, bool *is_standard)
{
    char *ends[FEN_WORDS_MAX];
    struct position *pos = suite_position(record, fallback, fault);
    *is_standard = false;
    if (pos || fault->status != ENGINE_BAD_POSITION || record->moves)
        return pos;
    char *text = record->fen;
    for (size_t nb = word_ends(text, ends); nb > 0; nb--) {
        char *end = ends[nb - 1];
        pos = read_beginning(record, text, (size_t)(end - text), fallback);
        if (!pos)
            continue;
        if (*end) {
            *end++ = '\0';
            *is_standard = true;
            if (!insert_field(record, end)) {
                pos_free(pos);
                fault->status = ENGINE_BAD_ARGUMENT;
                snprintf(fault->wrong, sizeof fault->wrong, "too many operations");
                return NULL;
            }
        }
        return pos;
    }
    return NULL;
}

/* The game of the record if it is a position of this one, or of the one that it names. */
static const struct game *read_as(const struct suite_record *record, const struct game *game)
{
    struct suite_record copy = *record;
    struct suite_fault fault;
    bool is_standard;
    copy.fen = strdup(record->fen);
    struct position *pos = copy.fen ? epd_position(&copy, game, &fault, &is_standard) : NULL;
    const struct game *read = pos ? pos->game : NULL;
    pos_free(pos);
    free(copy.fen);
    return read;
}

const struct game *epd_other_game(const struct suite_record *record, const struct game *chosen)
{
    const struct game *other = NULL;
    if (!read_as(record, chosen))
        for (size_t i = 0; games_get(i) && !other; i++)
            other = read_as(record, games_get(i));
    return other;
}

const char *epd_fault_text(const struct suite_record *record, const struct game *chosen,
                           const struct suite_fault *fault, char *out)
{
    const struct game *other =
        fault->status == ENGINE_NO_MEMORY ? NULL : epd_other_game(record, chosen);
    if (!other)
        return suite_fault_text(fault, out);
    snprintf(out, SUITE_FAULT_MAX, "this is a position of %s: --game %s is needed", other->name,
             other->name);
    return out;
}

size_t epd_moves(const struct suite_record *record, const char *name, const struct position *pos,
                 move_t out[EPD_MOVES_MAX])
{
    static const char between[] = " \t,";
    const char *s = suite_field(record, name);
    size_t nb = 0;
    while (s && nb < EPD_MOVES_MAX && *(s += strspn(s, between))) {
        char word[MOVE_TEXT_MAX];
        struct move_entry move;
        const size_t length = strcspn(s, between);
        if (length < sizeof word) {
            snprintf(word, sizeof word, "%.*s", (int)length, s);
            if (notation_read(pos, word, &move) == ENGINE_OK)
                out[nb++] = move.move;
        }
        s += length;
    }
    return nb;
}

char *epd_value(const struct suite_record *record, const char *name)
{
    const char *value = suite_field(record, name);
    if (!value)
        return NULL;
    const size_t length = strlen(value);
    const bool is_quoted = length >= 2 && value[0] == '"' && value[length - 1] == '"';
    return is_quoted ? strndup(value + 1, length - 2) : strdup(value);
}
