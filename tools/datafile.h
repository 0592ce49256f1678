/* datafile.h - the binary files of `citadel selfplay`: positions with score and game result.
 *
 * Format, version 1; numbers are little-endian.
 *
 *     header   "CitaData", u32 version, u32 n, n bytes of text, u64 XXH3 of all before
 *     blocks   u32 payload bytes, u32 games, u32 records, payload, u64 XXH3 of all of the block
 *              before, seeded with the number of the block (from 0)
 *     end      a block with an empty payload and the numbers of all games and records
 *
 * The header's text has lines `key=value`: game, option.NAME for each rule option, program,
 * evaluation (XXH3 of its parameters), and how the games were played (seed, nodes, ...). The
 * payload has whole games in order, the first of the file being number 0:
 *
 *     game     u8 result (enum outcome), u16 records
 *     record   i16 score in centipawns, White's view; u16 ply since the opening of the game began;
 *              u16 s, u16 n, n bytes: the position text is the first s bytes of the text of the
 *              game's record before (none for the first) and these
 *
 * Texts are canonical, complete with side and counters; some 60 bytes a record. A block ends with
 * the game that makes it DATA_BLOCK_BYTES long, so equal games make equal files. A reader refuses a
 * file with any byte changed or missing. */
#ifndef CITADEL_TOOLS_DATAFILE_H
#define CITADEL_TOOLS_DATAFILE_H

#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DATA_VERSION = 1,
    DATA_HEADER_MAX = 4096, /* bytes of header text with NUL */
    DATA_BLOCK_BYTES = 1 << 16,
    DATA_RECORDS_MAX = UINT16_MAX, /* of a game */
    DATA_ERROR_MAX = 512
};

struct data_record {
    score_t score; /* White's view, fits 16 bits */
    unsigned ply;
    const char *text; /* of the position */
};

struct data_game {
    enum outcome outcome; /* not OUTCOME_NONE */
    const struct data_record *records;
    size_t records_nb; /* at most DATA_RECORDS_MAX */
};

/* --- writing --- */

struct data_writer; /* opaque */

/* Starts a file at `path` (which must outlive the writer); until data_finish its name is
 * `path`.part. NULL with a message in error
 * (DATA_ERROR_MAX bytes). */
struct data_writer *data_create(const char *path, const char *header, char *error);
/* Appends the next game. False with errno set if the disk is full or memory short. */
bool data_add(struct data_writer *w, const struct data_game *game);
/* Ends the file, sees it onto the disk and gives it its name. Frees w in any case. */
bool data_finish(struct data_writer *w, char *error);
/* Gives up: removes the part that was written. NULL is allowed. */
void data_abandon(struct data_writer *w);

/* --- reading --- */

/* What a reader calls; each returns false to stop, which is no error. */
struct data_visitor {
    bool (*on_header)(void *context, const char *text);
    /* Game number `number` of this file, from 0. Pointers are valid during the call. */
    bool (*on_game)(void *context, uint32_t number, const struct data_game *game);
    void *context;
};

enum data_status {
    DATA_OK,
    DATA_UNREADABLE, /* the file cannot be read, or memory is short */
    DATA_BAD         /* its contents are not what they should be */
};

/* Reads a file. With `torn`, one that was not finished will do, up to its last whole block. On
 * failure the message in error names file and byte; some games may have been visited by then. */
enum data_status data_read(const char *path, bool torn, const struct data_visitor *visitor,
                           char *error);

/* The value of a key of header text, copied to out of `size` bytes; false if it is not there. */
bool data_header_value(const char *header, const char *key, char *out, size_t size);

/* A position of the header's game and options for the reader's use, which the caller frees; NULL
 * with a message if the header does not name a game and values of its options. */
struct position *data_position(const char *header, char *error);

#endif
