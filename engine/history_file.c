/* History tables as a part of a file: magic "CitaHist", version of the format, number of workers
 * and of values of each, then the values in blocks, each behind a byte that says whether any of
 * them is not 0, and at the end XXH3 of all before. Numbers are little-endian. */
#include "engine/history.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static const char magic[8] = {'C', 'i', 't', 'a', 'H', 'i', 's', 't'};

enum { FORMAT = 1, WORD = 8, HEAD = 32, BLOCK_VALUES = 1024, WIDTH_MAX = 4 };

/* A file with the sum of what went through. */
struct stream {
    FILE *file;
    XXH3_state_t *sum;
    enum engine_status status;
};

static enum engine_status open_stream(struct stream *s, FILE *file)
{
    *s = (struct stream){.file = file, .sum = XXH3_createState()};
    if (!s->sum)
        return ENGINE_NO_MEMORY;
    XXH3_64bits_reset(s->sum);
    return ENGINE_OK;
}

static void put_bytes(struct stream *s, const unsigned char *bytes, size_t nb)
{
    XXH3_64bits_update(s->sum, bytes, nb);
    if (s->status == ENGINE_OK && fwrite(bytes, 1, nb, s->file) != nb)
        s->status = ENGINE_IO;
}

static void get_bytes(struct stream *s, unsigned char *bytes, size_t nb)
{
    if (s->status == ENGINE_OK && fread(bytes, 1, nb, s->file) != nb)
        s->status = ferror(s->file) ? ENGINE_IO : ENGINE_BAD_FILE;
    if (s->status == ENGINE_OK)
        XXH3_64bits_update(s->sum, bytes, nb);
}

static void put_number(unsigned char *to, uint64_t n, size_t width)
{
    for (size_t i = 0; i < width; i++)
        to[i] = (unsigned char)(n >> (8 * i));
}

static uint64_t get_number(const unsigned char *from, size_t width)
{
    uint64_t n = 0;
    for (size_t i = 0; i < width; i++)
        n |= (uint64_t)from[i] << (8 * i);
    return n;
}

/* The value as a number without sign. */
static uint64_t value_get(const struct history_part *part, size_t i)
{
    return part->width == sizeof(move_t) ? ((const move_t *)part->values)[i]
                                         : (uint16_t)((const int16_t *)part->values)[i];
}

static void value_set(const struct history_part *part, size_t i, uint64_t n)
{
    if (part->width == sizeof(move_t))
        ((move_t *)part->values)[i] = (move_t)n;
    else
        ((int16_t *)part->values)[i] = (int16_t)(uint16_t)n;
}

static void make_head(const struct history *h, size_t nb, unsigned char head[HEAD])
{
    struct history_part parts[HISTORY_PARTS];
    uint64_t values = 0;
    history_parts(h, parts);
    for (size_t i = 0; i < HISTORY_PARTS; i++)
        values += parts[i].nb;
    memcpy(head, magic, sizeof magic);
    put_number(head + WORD, FORMAT, WORD);
    put_number(head + 2 * WORD, nb, WORD);
    put_number(head + 3 * WORD, values, WORD);
}

static void write_part(struct stream *s, const struct history_part *part)
{
    unsigned char bytes[1 + BLOCK_VALUES * WIDTH_MAX];
    for (size_t first = 0; first < part->nb; first += BLOCK_VALUES) {
        const size_t left = part->nb - first, nb = left < BLOCK_VALUES ? left : BLOCK_VALUES;
        uint64_t any = 0;
        for (size_t i = 0; i < nb; i++) {
            const uint64_t n = value_get(part, first + i);
            put_number(bytes + 1 + i * part->width, n, part->width);
            any |= n;
        }
        bytes[0] = any != 0;
        put_bytes(s, bytes, any != 0 ? 1 + nb * part->width : 1);
    }
}

/* The part is all 0 before. */
static void read_part(struct stream *s, const struct history_part *part)
{
    unsigned char bytes[BLOCK_VALUES * WIDTH_MAX], any;
    for (size_t first = 0; first < part->nb && s->status == ENGINE_OK; first += BLOCK_VALUES) {
        const size_t left = part->nb - first, nb = left < BLOCK_VALUES ? left : BLOCK_VALUES;
        get_bytes(s, &any, 1);
        if (s->status != ENGINE_OK || any == 0)
            continue;
        get_bytes(s, bytes, nb * part->width);
        for (size_t i = 0; i < nb && s->status == ENGINE_OK; i++)
            value_set(part, first + i, get_number(bytes + i * part->width, part->width));
    }
}

enum engine_status history_write(history_get_fn get, void *context, size_t nb, FILE *out)
{
    unsigned char head[HEAD], sum[WORD];
    struct stream s;
    const enum engine_status status = open_stream(&s, out);
    if (status != ENGINE_OK)
        return status;
    for (size_t t = 0; t < nb; t++) {
        struct history_part parts[HISTORY_PARTS];
        const struct history *table = get(context, t);
        if (t == 0) {
            make_head(table, nb, head);
            put_bytes(&s, head, HEAD);
        }
        history_parts(table, parts);
        for (size_t i = 0; i < HISTORY_PARTS; i++)
            write_part(&s, &parts[i]);
    }
    put_number(sum, XXH3_64bits_digest(s.sum), WORD);
    put_bytes(&s, sum, WORD);
    const int error = errno;
    XXH3_freeState(s.sum);
    errno = error;
    return s.status;
}

enum engine_status history_read(struct history *const *tables, size_t nb, FILE *in)
{
    unsigned char head[HEAD], expected[HEAD], sum[WORD];
    struct stream s;
    const enum engine_status status = open_stream(&s, in);
    if (status != ENGINE_OK)
        return status;
    for (size_t t = 0; t < nb; t++)
        history_clear(tables[t]);
    make_head(tables[0], nb, expected);
    get_bytes(&s, head, HEAD);
    if (s.status == ENGINE_OK && memcmp(head, expected, HEAD) != 0)
        s.status = ENGINE_BAD_FILE;
    for (size_t t = 0; t < nb; t++) {
        struct history_part parts[HISTORY_PARTS];
        history_parts(tables[t], parts);
        for (size_t i = 0; i < HISTORY_PARTS; i++)
            read_part(&s, &parts[i]);
    }
    const uint64_t seen = XXH3_64bits_digest(s.sum);
    get_bytes(&s, sum, WORD);
    if (s.status == ENGINE_OK && get_number(sum, WORD) != seen)
        s.status = ENGINE_BAD_FILE;
    const int error = errno;
    for (size_t t = 0; t < nb && s.status != ENGINE_OK; t++)
        history_clear(tables[t]);
    XXH3_freeState(s.sum);
    errno = error;
    return s.status;
}
