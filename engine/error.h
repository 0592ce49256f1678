/* error.h - the status values that library functions return, and their text. */
#ifndef CITADEL_ENGINE_ERROR_H
#define CITADEL_ENGINE_ERROR_H

#include <stddef.h>

/* 0 is success, failures are negative. On failure a function leaves its outputs untouched. */
enum engine_status {
    ENGINE_OK = 0,
    ENGINE_NO_MEMORY = -1,
    ENGINE_NO_THREAD = -2,    /* a thread could not be created */
    ENGINE_BAD_POSITION = -3, /* position text is malformed or breaks a rule of the game */
    ENGINE_BAD_MOVE = -4,     /* move text is malformed or the move is not legal here */
    ENGINE_BUSY = -5,         /* the call is not allowed while a search runs */
    ENGINE_BAD_ARGUMENT = -6,
    ENGINE_BAD_FILE = -7, /* a file of ours is damaged, or not what was asked for */
    ENGINE_IO = -8        /* reading or writing failed; errno says why */
};

/* Where and why a text was refused. */
struct text_error {
    size_t offset;    /* byte offset of the fault in the text, 0..strlen */
    const char *what; /* one sentence without a full stop, static storage */
};

/* A short English text for a status; never NULL. Thread-safe. */
const char *engine_strerror(enum engine_status status);

#endif
