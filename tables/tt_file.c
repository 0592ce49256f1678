#include "tables/tt_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static const char magic[8] = {'C', 'i', 't', 'a', 'H', 'a', 's', 'h'};

enum {
    FORMAT = 1,
    WORD = 8,
    HEAD = 48,
    SUM_AT = 40,
    ENTRY_WORDS = 2,
    BLOCK_ENTRIES = TT_FILE_BLOCK * TT_BUCKET_SIZE,
    BLOCK_HEAD = 2 * WORD,
    BITS_BYTES = BLOCK_ENTRIES / 8,
    BLOCK_BYTES = BLOCK_HEAD + BITS_BYTES + BLOCK_ENTRIES * ENTRY_WORDS * WORD
};

static void put_word(unsigned char *to, uint64_t n)
{
    for (int i = 0; i < WORD; i++)
        to[i] = (unsigned char)(n >> (8 * i));
}

static uint64_t get_word(const unsigned char *from)
{
    uint64_t n = 0;
    for (int i = 0; i < WORD; i++)
        n |= (uint64_t)from[i] << (8 * i);
    return n;
}

/* A block in both forms. */
struct block {
    uint64_t words[BLOCK_ENTRIES * ENTRY_WORDS];
    unsigned char bytes[BLOCK_BYTES];
};

/* How many entries block number i has. */
static size_t block_entries(const struct tt *tt, uint64_t i)
{
    const uint64_t left = tt->bucket_count - i * TT_FILE_BLOCK;
    return (size_t)(left < TT_FILE_BLOCK ? left : TT_FILE_BLOCK) * TT_BUCKET_SIZE;
}

static uint64_t block_sum(const struct block *b, size_t length, uint64_t seed)
{
    return XXH3_64bits_withSeed(b->bytes + BLOCK_HEAD, length, seed);
}

/* ---- Writing ------------------------------------------------------------------------------- */

/* Packs the words into bytes; returns how many. */
static size_t pack(struct block *b, size_t entries, uint64_t seed)
{
    unsigned char *const bits = b->bytes + BLOCK_HEAD;
    unsigned char *to = bits + entries / 8;
    uint64_t used = 0;
    memset(bits, 0, entries / 8);
    for (size_t i = 0; i < entries; i++) {
        const uint64_t *entry = &b->words[i * ENTRY_WORDS];
        if ((entry[0] | entry[1]) == 0)
            continue;
        bits[i / 8] = (unsigned char)(bits[i / 8] | 1U << i % 8);
        put_word(to, entry[0]);
        put_word(to + WORD, entry[1]);
        to += ENTRY_WORDS * WORD;
        used++;
    }
    const size_t length = (size_t)(to - bits);
    put_word(b->bytes, used);
    put_word(b->bytes + WORD, block_sum(b, length, seed));
    return BLOCK_HEAD + length;
}

static uint64_t make_head(const struct tt *tt, uint64_t tag, unsigned char head[HEAD])
{
    memcpy(head, magic, sizeof magic);
    put_word(head + WORD, FORMAT);
    put_word(head + 2 * WORD, tt->bucket_count);
    put_word(head + 3 * WORD, tt->generation);
    put_word(head + 4 * WORD, tag);
    const uint64_t sum = XXH3_64bits(head, SUM_AT);
    put_word(head + SUM_AT, sum);
    return sum;
}

enum tt_file_status tt_file_write(const struct tt *tt, uint64_t tag, FILE *out)
{
    unsigned char head[HEAD];
    struct block *b = malloc(sizeof *b);
    if (!b)
        return TT_FILE_NO_MEMORY;
    const uint64_t sum = make_head(tt, tag, head);
    bool ok = fwrite(head, 1, HEAD, out) == HEAD;
    for (uint64_t i = 0; ok && i * TT_FILE_BLOCK < tt->bucket_count; i++) {
        const size_t entries = block_entries(tt, i);
        tt_copy_out(tt, i * TT_FILE_BLOCK, entries / TT_BUCKET_SIZE, b->words);
        const size_t length = pack(b, entries, sum + i);
        ok = fwrite(b->bytes, 1, length, out) == length;
    }
    free(b);
    return ok ? TT_FILE_OK : TT_FILE_IO;
}

/* ---- Reading ------------------------------------------------------------------------------- */

static enum tt_file_status read_bytes(FILE *in, unsigned char *to, size_t length)
{
    if (fread(to, 1, length, in) == length)
        return TT_FILE_OK;
    return ferror(in) ? TT_FILE_IO : TT_FILE_CORRUPT;
}

/* Reads one block and unpacks it into words. */
static enum tt_file_status read_block(FILE *in, struct block *b, size_t entries, uint64_t seed)
{
    enum tt_file_status status = read_bytes(in, b->bytes, BLOCK_HEAD);
    if (status != TT_FILE_OK)
        return status;
    const uint64_t used = get_word(b->bytes);
    if (used > entries)
        return TT_FILE_CORRUPT;
    const size_t length = entries / 8 + (size_t)used * ENTRY_WORDS * WORD;
    status = read_bytes(in, b->bytes + BLOCK_HEAD, length);
    if (status != TT_FILE_OK)
        return status;
    if (block_sum(b, length, seed) != get_word(b->bytes + WORD))
        return TT_FILE_CORRUPT;
    const unsigned char *const bits = b->bytes + BLOCK_HEAD;
    const unsigned char *from = bits + entries / 8, *const end = bits + length;
    for (size_t i = 0; i < entries; i++) {
        uint64_t *entry = &b->words[i * ENTRY_WORDS];
        const bool is_used = (bits[i / 8] >> i % 8 & 1) != 0;
        if (is_used && from == end)
            return TT_FILE_CORRUPT;
        entry[0] = is_used ? get_word(from) : 0;
        entry[1] = is_used ? get_word(from + WORD) : 0;
        from += is_used ? ENTRY_WORDS * WORD : 0;
    }
    return from == end ? TT_FILE_OK : TT_FILE_CORRUPT;
}

static enum tt_file_status read_head(struct tt *tt, uint64_t tag, FILE *in, uint64_t *sum)
{
    unsigned char head[HEAD];
    const enum tt_file_status status = read_bytes(in, head, HEAD);
    if (status != TT_FILE_OK)
        return status;
    *sum = get_word(head + SUM_AT);
    if (memcmp(head, magic, sizeof magic) != 0)
        return TT_FILE_FOREIGN;
    if (*sum != XXH3_64bits(head, SUM_AT))
        return TT_FILE_CORRUPT;
    if (get_word(head + WORD) != FORMAT || get_word(head + 4 * WORD) != tag)
        return TT_FILE_FOREIGN;
    if (get_word(head + 2 * WORD) != tt->bucket_count)
        return TT_FILE_SIZE;
    const uint64_t generation = get_word(head + 3 * WORD);
    if (generation < 1 || generation > TT_GENERATIONS)
        return TT_FILE_CORRUPT;
    tt->generation = (uint8_t)generation;
    return TT_FILE_OK;
}

enum tt_file_status tt_file_read(struct tt *tt, uint64_t tag, FILE *in)
{
    uint64_t sum;
    struct block *b = malloc(sizeof *b);
    if (!b)
        return TT_FILE_NO_MEMORY;
    tt_clear(tt, 1);
    enum tt_file_status status = read_head(tt, tag, in, &sum);
    for (uint64_t i = 0; status == TT_FILE_OK && i * TT_FILE_BLOCK < tt->bucket_count; i++) {
        const size_t entries = block_entries(tt, i);
        status = read_block(in, b, entries, sum + i);
        if (status == TT_FILE_OK)
            tt_copy_in(tt, i * TT_FILE_BLOCK, entries / TT_BUCKET_SIZE, b->words);
    }
    const int error = errno;
    free(b);
    if (status != TT_FILE_OK)
        tt_clear(tt, 1);
    errno = error;
    return status;
}
