#include "tools/datafile.h"

#include "tools/outfile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>

static const char magic[8] = {'C', 'i', 't', 'a', 'D', 'a', 't', 'a'};

enum { HEAD_BYTES = 16, BLOCK_HEAD_BYTES = 12, SUM_BYTES = 8, GAME_BYTES = 3, RECORD_BYTES = 8 };

static void put16(uint8_t *p, unsigned n)
{
    p[0] = (uint8_t)n;
    p[1] = (uint8_t)(n >> 8);
}

static void put32(uint8_t *p, uint32_t n)
{
    put16(p, n & 0xFFFF);
    put16(p + 2, n >> 16);
}

static void put64(uint8_t *p, uint64_t n)
{
    put32(p, (uint32_t)n);
    put32(p + 4, (uint32_t)(n >> 32));
}

static unsigned get16(const uint8_t *p)
{
    return p[0] | (unsigned)p[1] << 8;
}

static uint32_t get32(const uint8_t *p)
{
    return get16(p) | (uint32_t)get16(p + 2) << 16;
}

static uint64_t get64(const uint8_t *p)
{
    return get32(p) | (uint64_t)get32(p + 4) << 32;
}

/* ---- Writing ------------------------------------------------------------------------------- */

struct data_writer {
    struct outfile out;
    const char *path;
    uint8_t *block; /* head, payload and room for the sum */
    size_t used, size;
    uint32_t games, records; /* of the block */
    uint32_t all_games, all_records, blocks;
};

static bool write_header(FILE *file, const char *text)
{
    const size_t n = strlen(text);
    uint8_t head[HEAD_BYTES + DATA_HEADER_MAX + SUM_BYTES];
    if (n >= DATA_HEADER_MAX)
        return false;
    memcpy(head, magic, sizeof magic);
    put32(head + 8, DATA_VERSION);
    put32(head + 12, (uint32_t)n);
    /* NOLINTNEXTLINE(bugprone-not-null-terminated-result): bytes, no string */
    memcpy(head + HEAD_BYTES, text, n);
    put64(head + HEAD_BYTES + n, XXH3_64bits(head, HEAD_BYTES + n));
    return fwrite(head, HEAD_BYTES + n + SUM_BYTES, 1, file) == 1;
}

struct data_writer *data_create(const char *path, const char *header, char *error)
{
    struct data_writer *w = calloc(1, sizeof *w);
    if (w) {
        w->path = path;
        w->size = 2 * DATA_BLOCK_BYTES;
        w->block = malloc(w->size);
        w->used = BLOCK_HEAD_BYTES;
    }
    if (!w || !w->block || !outfile_open(&w->out, path) || !write_header(w->out.file, header)) {
        snprintf(error, DATA_ERROR_MAX, "%s: %s", path, strerror(errno));
        data_abandon(w);
        return NULL;
    }
    return w;
}

static bool reserve(struct data_writer *w, size_t bytes)
{
    if (w->used + bytes + SUM_BYTES <= w->size)
        return true;
    const size_t size = 2 * (w->used + bytes + SUM_BYTES);
    uint8_t *grown = realloc(w->block, size);
    if (!grown)
        return false;
    w->block = grown;
    w->size = size;
    return true;
}

/* Writes the block, which may be empty, with these numbers in its head. */
static bool write_block(struct data_writer *w, uint32_t games, uint32_t records)
{
    put32(w->block, (uint32_t)(w->used - BLOCK_HEAD_BYTES));
    put32(w->block + 4, games);
    put32(w->block + 8, records);
    put64(w->block + w->used, XXH3_64bits_withSeed(w->block, w->used, w->blocks));
    const bool ok = fwrite(w->block, w->used + SUM_BYTES, 1, w->out.file) == 1;
    w->used = BLOCK_HEAD_BYTES;
    w->games = w->records = 0;
    w->blocks++;
    return ok;
}

static void put_record(struct data_writer *w, const struct data_record *r, const char *before)
{
    size_t shared = 0;
    while (before[shared] && before[shared] == r->text[shared])
        shared++;
    const size_t rest = strlen(r->text + shared);
    uint8_t *p = w->block + w->used;
    put16(p, (unsigned)r->score & 0xFFFF);
    put16(p + 2, r->ply);
    put16(p + 4, (unsigned)shared);
    put16(p + 6, (unsigned)rest);
    memcpy(p + RECORD_BYTES, r->text + shared, rest);
    w->used += RECORD_BYTES + rest;
}

bool data_add(struct data_writer *w, const struct data_game *game)
{
    if (!reserve(w, GAME_BYTES + game->records_nb * (RECORD_BYTES + GAME_FEN_MAX)))
        return false;
    w->block[w->used] = (uint8_t)game->outcome;
    put16(w->block + w->used + 1, (unsigned)game->records_nb);
    w->used += GAME_BYTES;
    for (size_t i = 0; i < game->records_nb; i++)
        put_record(w, &game->records[i], i > 0 ? game->records[i - 1].text : "");
    w->games++;
    w->all_games++;
    w->records += (uint32_t)game->records_nb;
    w->all_records += (uint32_t)game->records_nb;
    return w->used - BLOCK_HEAD_BYTES < DATA_BLOCK_BYTES || write_block(w, w->games, w->records);
}

bool data_finish(struct data_writer *w, char *error)
{
    bool ok = w->games == 0 || write_block(w, w->games, w->records);
    ok = ok && write_block(w, w->all_games, w->all_records);
    if (ok)
        ok = outfile_finish(&w->out);
    if (!ok)
        snprintf(error, DATA_ERROR_MAX, "%s: %s", w->path, strerror(errno));
    data_abandon(w);
    return ok;
}

void data_abandon(struct data_writer *w)
{
    if (!w)
        return;
    outfile_abandon(&w->out);
    free(w->block);
    free(w);
}

/* ---- Reading ------------------------------------------------------------------------------- */

/* A file in memory, and what is being read of it. */
struct reader {
    const char *path;
    uint8_t *data;
    size_t size;
    const struct data_visitor *visitor;
    char *error;
    uint32_t games, records; /* visited */
    struct data_record *list;
    char (*texts)[GAME_FEN_MAX];
    size_t room; /* of both */
    bool is_stopped;
    bool is_short; /* of memory */
};

static bool fail(struct reader *r, size_t at, const char *what)
{
    snprintf(r->error, DATA_ERROR_MAX, "%s, byte %zu: %s", r->path, at, what);
    return false;
}

static bool load(struct reader *r)
{
    FILE *f = fopen(r->path, "rb");
    struct stat st;
    bool ok = f && fstat(fileno(f), &st) == 0;
    if (ok && !S_ISREG(st.st_mode)) {
        errno = S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
        ok = false;
    }
    if (ok) {
        r->size = (size_t)st.st_size;
        r->data = malloc(r->size + 1);
        errno = r->data ? errno : ENOMEM;
        ok = r->data && fread(r->data, 1, r->size, f) == r->size;
    }
    if (!ok)
        snprintf(r->error, DATA_ERROR_MAX, "%s: %s", r->path,
                 errno ? strerror(errno) : "read error");
    if (f)
        fclose(f);
    return ok;
}

/* Leaves *at behind the header. */
static bool read_header(struct reader *r, size_t *at)
{
    if (r->size < HEAD_BYTES || memcmp(r->data, magic, sizeof magic) != 0)
        return fail(r, 0, "this is no data file of citadel selfplay");
    if (get32(r->data + 8) != DATA_VERSION)
        return fail(r, 8, "this version of the format is not known");
    const size_t n = get32(r->data + 12);
    if (n >= DATA_HEADER_MAX || r->size < HEAD_BYTES + n + SUM_BYTES)
        return fail(r, 12, "the header is cut off");
    if (get64(r->data + HEAD_BYTES + n) != XXH3_64bits(r->data, HEAD_BYTES + n) ||
        memchr(r->data + HEAD_BYTES, '\0', n))
        return fail(r, HEAD_BYTES + n, "the checksum of the header is wrong");
    char text[DATA_HEADER_MAX];
    memcpy(text, r->data + HEAD_BYTES, n);
    text[n] = '\0';
    r->is_stopped = !r->visitor->on_header(r->visitor->context, text);
    *at = HEAD_BYTES + n + SUM_BYTES;
    return true;
}

static bool make_room(struct reader *r, size_t records)
{
    if (records <= r->room)
        return true;
    struct data_record *list = realloc(r->list, records * sizeof *list);
    r->list = list ? list : r->list;
    char(*texts)[GAME_FEN_MAX] = realloc(r->texts, records * sizeof *texts);
    r->texts = texts ? texts : r->texts;
    if (!list || !texts) {
        snprintf(r->error, DATA_ERROR_MAX, "out of memory");
        r->is_short = true;
        return false;
    }
    r->room = records;
    return true;
}

/* Record i of the game at hand; *at moves on, not beyond end. */
static bool read_record(struct reader *r, size_t i, size_t *at, size_t end)
{
    if (end - *at < RECORD_BYTES)
        return fail(r, *at, "a record is cut off");
    const uint8_t *p = r->data + *at;
    const size_t shared = get16(p + 4), rest = get16(p + 6);
    const char *before = i > 0 ? r->texts[i - 1] : "";
    if (end - *at - RECORD_BYTES < rest || shared + rest >= GAME_FEN_MAX ||
        shared > strlen(before) || memchr(p + RECORD_BYTES, '\0', rest))
        return fail(r, *at + 4, "a position text with wrong lengths");
    memcpy(r->texts[i], before, shared);
    memcpy(r->texts[i] + shared, p + RECORD_BYTES, rest);
    r->texts[i][shared + rest] = '\0';
    r->list[i] =
        (struct data_record){.score = (int16_t)get16(p), .ply = get16(p + 2), .text = r->texts[i]};
    *at += RECORD_BYTES + rest;
    return true;
}

static bool read_game(struct reader *r, size_t *at, size_t end)
{
    if (end - *at < GAME_BYTES)
        return fail(r, *at, "a game is cut off");
    const unsigned outcome = r->data[*at];
    const size_t n = get16(r->data + *at + 1);
    if (outcome < OUTCOME_WHITE_WINS || outcome > OUTCOME_DRAW)
        return fail(r, *at, "a game without result");
    if (!make_room(r, n))
        return false;
    *at += GAME_BYTES;
    for (size_t i = 0; i < n; i++)
        if (!read_record(r, i, at, end))
            return false;
    const struct data_game game = {
        .outcome = (enum outcome)outcome, .records = r->list, .records_nb = n};
    r->is_stopped = !r->visitor->on_game(r->visitor->context, r->games, &game);
    r->games++;
    r->records += (uint32_t)n;
    return true;
}

/* Has the block at `at` all its bytes and the right sum? */
static bool check_block(struct reader *r, size_t at, uint32_t number)
{
    if (r->size - at < BLOCK_HEAD_BYTES + SUM_BYTES)
        return fail(r, at, "the file is cut off");
    const size_t payload = get32(r->data + at);
    if (r->size - at - BLOCK_HEAD_BYTES - SUM_BYTES < payload)
        return fail(r, at, "the file is cut off");
    const uint8_t *sum = r->data + at + BLOCK_HEAD_BYTES + payload;
    if (get64(sum) != XXH3_64bits_withSeed(r->data + at, BLOCK_HEAD_BYTES + payload, number))
        return fail(r, at, "the checksum of this block is wrong");
    return true;
}

static bool read_blocks(struct reader *r, size_t at, bool torn)
{
    for (uint32_t number = 0; !r->is_stopped; number++) {
        if (!check_block(r, at, number))
            return torn;
        const size_t start = at, end = at + BLOCK_HEAD_BYTES + get32(r->data + at);
        const uint32_t games = get32(r->data + at + 4), records = get32(r->data + at + 8);
        at += BLOCK_HEAD_BYTES;
        const uint32_t games_before = r->games, records_before = r->records;
        const bool is_end = at == end;
        while (at < end && !r->is_stopped)
            if (!read_game(r, &at, end))
                return false;
        if (r->is_stopped)
            return true;
        if (games != r->games - (is_end ? 0 : games_before) ||
            records != r->records - (is_end ? 0 : records_before))
            return fail(r, start + 4, "the numbers of games and records are wrong");
        at += SUM_BYTES;
        if (is_end)
            return at == r->size || fail(r, at, "there are bytes after the end");
    }
    return true;
}

enum data_status data_read(const char *path, bool torn, const struct data_visitor *visitor,
                           char *error)
{
    struct reader r = {.path = path, .visitor = visitor, .error = error};
    size_t at = 0;
    enum data_status status = load(&r) ? DATA_OK : DATA_UNREADABLE;
    if (status == DATA_OK && !(read_header(&r, &at) && read_blocks(&r, at, torn)))
        status = r.is_short ? DATA_UNREADABLE : DATA_BAD;
    free(r.data);
    free(r.list);
    free(r.texts);
    return status;
}

/* ---- Header text --------------------------------------------------------------------------- */

bool data_header_value(const char *header, const char *key, char *out, size_t size)
{
    const size_t length = strlen(key);
    for (const char *line = header; *line;) {
        const size_t n = strcspn(line, "\n");
        if (n > length && strncmp(line, key, length) == 0 && line[length] == '=') {
            if (n - length > size)
                return false;
            memcpy(out, line + length + 1, n - length - 1);
            out[n - length - 1] = '\0';
            return true;
        }
        line += n + (line[n] == '\n');
    }
    return false;
}

struct position *data_position(const char *header, char *error)
{
    char name[64], key[64], value[64];
    if (!data_header_value(header, "game", name, sizeof name) || !games_find(name)) {
        snprintf(error, DATA_ERROR_MAX, "the header names no game that is known here");
        return NULL;
    }
    const struct game *game = games_find(name);
    struct position *pos = pos_new(game);
    if (!pos) {
        snprintf(error, DATA_ERROR_MAX, "out of memory");
        return NULL;
    }
    for (size_t i = 0; i < game->options_nb; i++) {
        snprintf(key, sizeof key, "option.%s", game->options[i].name);
        if (!data_header_value(header, key, value, sizeof value) ||
            pos_set_option(pos, game->options[i].name, value) != ENGINE_OK) {
            snprintf(error, DATA_ERROR_MAX, "the header has no valid %s", key);
            pos_free(pos);
            return NULL;
        }
    }
    return pos;
}
