#include "tables/zobrist.h"

#include <stdio.h>
#include <string.h>
#include <xxhash.h>

zkey_t zobrist_key(const char *label)
{
    return zobrist_key_seeded(label, 0);
}

zkey_t zobrist_key_seeded(const char *label, uint64_t set)
{
    return XXH3_64bits_withSeed(label, strlen(label), set);
}

bool zobrist_label(char *buffer, size_t size, const char *game, const char *what, const char *where)
{
    size_t length = strlen(game) + 1 + strlen(what);
    if (where != NULL)
        length += 1 + strlen(where);
    if (length >= size)
        return false;

    if (where != NULL)
        (void)snprintf(buffer, size, "%s/%s/%s", game, what, where);
    else
        (void)snprintf(buffer, size, "%s/%s", game, what);
    return true;
}
