#include "tools/hash_file.h"

#include "engine/game.h"
#include "tools/cli.h"
#include "tools/outfile.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <xxhash.h>

enum { FORMAT = 1, FIELD_MAX = 64, FIELDS_NB = 7, LINE_MAX_BYTES = 512 };

/* What a table is bound to, in words. */
struct field {
    const char *name;
    char value[FIELD_MAX];
};

static bool describe(const struct position *pos, int64_t mebibytes, struct field f[FIELDS_NB])
{
    const struct game *game = pos->game;
    struct position *start = pos_new_like(pos);
    const bool ok = start && pos_reset(start) == ENGINE_OK;
    const uint64_t key = ok ? (uint64_t)start->key : 0;
    const struct eval_info *eval = game->eval_info;
    const uint64_t sum =
        eval ? XXH3_64bits(eval->defaults, eval->values_nb * sizeof *eval->defaults) : 0;
    static const char *const names[FIELDS_NB] = {"format", "program",    "game", "rules",
                                                 "keys",   "evaluation", "Hash"};
    for (size_t i = 0; i < FIELDS_NB; i++)
        f[i].name = names[i];
    snprintf(f[0].value, FIELD_MAX, "%d", FORMAT);
    snprintf(f[1].value, FIELD_MAX, "%s", CITADEL_VERSION);
    snprintf(f[2].value, FIELD_MAX, "%s", game->name);
    size_t used = (size_t)snprintf(f[3].value, FIELD_MAX, "options");
    for (size_t i = 0; i < game->options_nb && used < FIELD_MAX; i++)
        used += (size_t)snprintf(f[3].value + used, FIELD_MAX - used, ".%u", pos->option[i]);
    snprintf(f[4].value, FIELD_MAX, "%016" PRIx64, key);
    snprintf(f[5].value, FIELD_MAX, "%016" PRIx64, sum);
    snprintf(f[6].value, FIELD_MAX, "%" PRId64, mebibytes);
    pos_free(start);
    return ok;
}

static void write_line(const struct field f[FIELDS_NB], char line[LINE_MAX_BYTES])
{
    size_t used = (size_t)snprintf(line, LINE_MAX_BYTES, "Citadel-hash");
    for (size_t i = 0; i < FIELDS_NB; i++)
        used +=
            (size_t)snprintf(line + used, LINE_MAX_BYTES - used, " %s=%s", f[i].name, f[i].value);
    snprintf(line + used, LINE_MAX_BYTES - used, "\n");
}

bool hash_file_save(const char *path, const struct engine *engine, const struct position *pos,
                    int64_t mebibytes, char why[HASH_FILE_WHY_MAX])
{
    struct field fields[FIELDS_NB];
    struct outfile file;
    char line[LINE_MAX_BYTES];
    enum engine_status status = ENGINE_NO_MEMORY;
    errno = ENOMEM;
    if (describe(pos, mebibytes, fields) && outfile_open(&file, path)) {
        write_line(fields, line);
        fputs(line, file.file);
        status = engine_save_hash(engine, XXH3_64bits(line, strlen(line)), file.file);
        if (status == ENGINE_OK && outfile_finish(&file))
            return true;
        const int error = status == ENGINE_NO_MEMORY ? ENOMEM : errno;
        outfile_abandon(&file);
        errno = error;
    }
    snprintf(why, HASH_FILE_WHY_MAX, "%s", strerror(errno));
    return false;
}

/* Does the file's line say what the table is to be of? */
static bool is_same(char *text, const struct field wanted[FIELDS_NB], char why[HASH_FILE_WHY_MAX])
{
    char *rest = NULL;
    const char *word = strtok_r(text, " \n", &rest);
    if (!word || strcmp(word, "Citadel-hash") != 0) {
        snprintf(why, HASH_FILE_WHY_MAX, "this is no saved hash table");
        return false;
    }
    for (size_t i = 0; i < FIELDS_NB; i++) {
        const size_t length = strlen(wanted[i].name);
        word = strtok_r(NULL, " \n", &rest);
        if (!word || strncmp(word, wanted[i].name, length) != 0 || word[length] != '=') {
            snprintf(why, HASH_FILE_WHY_MAX, "its first line is damaged");
            return false;
        }
        if (strcmp(word + length + 1, wanted[i].value) != 0) {
            snprintf(why, HASH_FILE_WHY_MAX, "it was saved with %s %.60s, here it is %s",
                     wanted[i].name, word + length + 1, wanted[i].value);
            return false;
        }
    }
    return true;
}

bool hash_file_load(const char *path, struct engine *engine, const struct position *pos,
                    int64_t mebibytes, char why[HASH_FILE_WHY_MAX])
{
    struct field fields[FIELDS_NB];
    char line[LINE_MAX_BYTES], copy[LINE_MAX_BYTES];
    bool ok = false;
    FILE *file = fopen(path, "rb");
    if (!file || !describe(pos, mebibytes, fields)) {
        snprintf(why, HASH_FILE_WHY_MAX, "%s", strerror(file ? ENOMEM : errno));
    } else if (!fgets(line, sizeof line, file)) {
        snprintf(why, HASH_FILE_WHY_MAX, "%s", ferror(file) ? strerror(errno) : "it is empty");
    } else {
        strcpy(copy, line);
        if (is_same(copy, fields, why)) {
            const uint64_t tag = XXH3_64bits(line, strlen(line));
            const enum engine_status status = engine_load_hash(engine, tag, file);
            ok = status == ENGINE_OK;
            if (!ok)
                snprintf(why, HASH_FILE_WHY_MAX, "%s%s", engine_strerror(status),
                         status == ENGINE_BUSY ? "" : "; the table is empty now");
        }
    }
    if (file)
        fclose(file);
    return ok;
}
