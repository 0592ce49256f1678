/* tt_file.h - a transposition table as a part of a file, from which another process goes on.
 *
 * A header of 48 bytes: magic "CitaHash", version of the format, number of buckets, generation, the
 * caller's tag, XXH3 of these 40 bytes. Then blocks of TT_FILE_BLOCK buckets (the last may be
 * smaller): number of used entries, XXH3 of what follows, a bit for each entry that says whether it
 * is used, and the used entries, 16 bytes each. Empty entries thus cost nothing; the others are
 * noise that no compressor makes smaller. Sums are seeded by the number of the block and the sum of
 * the header, so that no block passes in another place or file. Words are little-endian. */
#ifndef CITADEL_TABLES_TT_FILE_H
#define CITADEL_TABLES_TT_FILE_H

#include "tables/tt.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { TT_FILE_BLOCK = 4096 };

enum tt_file_status {
    TT_FILE_OK,
    TT_FILE_FOREIGN,   /* no table, of another version of the format, or with another tag */
    TT_FILE_SIZE,      /* a table of another size */
    TT_FILE_CORRUPT,   /* cut off, or changed since it was written */
    TT_FILE_NO_MEMORY, /* for a block */
    TT_FILE_IO         /* errno says why */
};

/* Writes the table. Searches may go on meanwhile: each entry is then written as it was at some
 * moment, or as a torn pair that no probe finds. TT_FILE_OK, _NO_MEMORY or _IO. */
enum tt_file_status tt_file_write(const struct tt *tt, uint64_t tag, FILE *out);

/* Fills the table, which has the size it was saved with, and leaves `in` behind it. Needs the table
 * for itself. On any failure the table is empty. */
enum tt_file_status tt_file_read(struct tt *tt, uint64_t tag, FILE *in);

#endif
