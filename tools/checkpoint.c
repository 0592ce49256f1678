#include "tools/checkpoint.h"

#include "engine/game.h"
#include "tools/bench_run.h"
#include "tools/outfile.h"
#include "tools/textfile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static const char magic[8] = {'C', 'i', 't', 'a', 'S', 't', 'a', 't'};

enum { FORMAT = 2, WORD = 8, SUM_AT = 32, HEAD = 40 };

static void put_word(unsigned char *to, uint64_t n)
{
    for (int i = 0; i < WORD; i++)
        to[i] = (unsigned char)(n >> (8 * i));
}

static uint64_t get_word(const char *from)
{
    uint64_t n = 0;
    for (int i = 0; i < WORD; i++)
        n |= (uint64_t)(unsigned char)from[i] << (8 * i);
    return n;
}

/* ---- Writing ------------------------------------------------------------------------------- */

bool checkpoint_begin(struct checkpoint_writer *w)
{
    *w = (struct checkpoint_writer){0};
    w->out = open_memstream(&w->bytes, &w->length);
    return w->out != NULL;
}

void checkpoint_put(struct checkpoint_writer *w, uint64_t n)
{
    unsigned char word[WORD];
    put_word(word, n);
    fwrite(word, 1, sizeof word, w->out);
}

void checkpoint_put_text(struct checkpoint_writer *w, const char *text)
{
    checkpoint_put(w, strlen(text));
    fputs(text, w->out);
}

static bool write_file(const struct checkpoint_writer *w, const char *path)
{
    unsigned char head[HEAD];
    struct outfile file;
    memcpy(head, magic, sizeof magic);
    put_word(head + WORD, FORMAT);
    put_word(head + 2 * WORD, w->length);
    put_word(head + 3 * WORD, XXH3_64bits(w->bytes, w->length));
    put_word(head + SUM_AT, XXH3_64bits(head, SUM_AT));
    if (!outfile_open(&file, path))
        return false;
    fwrite(head, 1, sizeof head, file.file);
    fwrite(w->bytes, 1, w->length, file.file);
    return outfile_finish(&file);
}

bool checkpoint_end(struct checkpoint_writer *w, const char *path)
{
    const bool has_content = !ferror(w->out);
    bool ok = fclose(w->out) == 0 && has_content;
    if (!ok)
        errno = ENOMEM;
    ok = ok && write_file(w, path);
    const int error = errno;
    free(w->bytes);
    *w = (struct checkpoint_writer){0};
    errno = error;
    return ok;
}

/* ---- Reading ------------------------------------------------------------------------------- */

enum checkpoint_status checkpoint_open(struct checkpoint_reader *r, const char *path)
{
    size_t length;
    *r = (struct checkpoint_reader){.bytes = textfile_read(path, &length)};
    if (!r->bytes)
        return CHECKPOINT_UNREADABLE;
    const char *head = r->bytes;
    if (length < HEAD || memcmp(head, magic, sizeof magic) != 0)
        return CHECKPOINT_FOREIGN;
    if (get_word(head + SUM_AT) != XXH3_64bits(head, SUM_AT))
        return CHECKPOINT_CORRUPT;
    if (get_word(head + WORD) != FORMAT)
        return CHECKPOINT_FOREIGN;
    if (get_word(head + 2 * WORD) != length - HEAD ||
        get_word(head + 3 * WORD) != XXH3_64bits(head + HEAD, length - HEAD))
        return CHECKPOINT_CORRUPT;
    r->at = head + HEAD;
    r->end = head + length;
    return CHECKPOINT_OK;
}

/* `length` bytes, or NULL. */
static const char *take(struct checkpoint_reader *r, uint64_t length)
{
    if (r->has_failed || (uint64_t)(r->end - r->at) < length) {
        r->has_failed = true;
        return NULL;
    }
    const char *from = r->at;
    r->at += length;
    return from;
}

uint64_t checkpoint_get(struct checkpoint_reader *r)
{
    const char *from = take(r, WORD);
    return from ? get_word(from) : 0;
}

uint64_t checkpoint_get_most(struct checkpoint_reader *r, uint64_t most)
{
    const uint64_t n = checkpoint_get(r);
    if (n <= most)
        return n;
    r->has_failed = true;
    return 0;
}

void checkpoint_get_text(struct checkpoint_reader *r, char *out, size_t size)
{
    const uint64_t length = checkpoint_get_most(r, size - 1);
    const char *from = take(r, length);
    if (from)
        memcpy(out, from, length);
    out[from ? length : 0] = '\0';
}

bool checkpoint_is_at_end(const struct checkpoint_reader *r)
{
    return !r->has_failed && r->at == r->end;
}

void checkpoint_close(struct checkpoint_reader *r)
{
    free(r->bytes);
    *r = (struct checkpoint_reader){0};
}

/* ---- The rules ----------------------------------------------------------------------------- */

/* Adds what a game does with a position; NULL: with its start position. */
static void add_position(XXH3_state_t *state, const struct game *game, const char *fen)
{
    struct position *pos = pos_new(game);
    if (!pos)
        return;
    if (!fen || pos_set(pos, fen, NULL) == ENGINE_OK) {
        static const struct perft_walk walk = {.bulk = true};
        const bool has_room = pos_reserve(pos, 2) == ENGINE_OK;
        const uint64_t facts[] = {pos->key, has_room ? game->perft(pos, 2, &walk) : 0};
        XXH3_64bits_update(state, facts, sizeof facts);
    }
    pos_free(pos);
}

uint64_t checkpoint_rules(void)
{
    XXH3_state_t *state = XXH3_createState();
    if (!state)
        return 0;
    XXH3_64bits_reset(state);
    for (size_t g = 0; games_get(g); g++) {
        const struct game *game = games_get(g);
        XXH3_64bits_update(state, game->name, strlen(game->name));
        for (size_t i = 0; i < game->options_nb; i++)
            for (const char *const *value = game->options[i].values; *value; value++)
                XXH3_64bits_update(state, *value, strlen(*value));
        add_position(state, game, NULL);
        for (const struct bench_set *set = bench_sets; set->game; set++)
            for (size_t i = 0; strcmp(set->game, game->name) == 0 && i < set->fens_nb; i++)
                add_position(state, game, set->fens[i]);
    }
    const uint64_t digest = XXH3_64bits_digest(state);
    XXH3_freeState(state);
    return digest;
}
