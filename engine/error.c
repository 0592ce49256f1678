#include "engine/error.h"

const char *engine_strerror(enum engine_status status)
{
    switch (status) {
    case ENGINE_OK:
        return "success";
    case ENGINE_NO_MEMORY:
        return "not enough memory";
    case ENGINE_NO_THREAD:
        return "a thread could not be started";
    case ENGINE_BAD_POSITION:
        return "invalid position";
    case ENGINE_BAD_MOVE:
        return "invalid or illegal move";
    case ENGINE_BUSY:
        return "a search is running";
    case ENGINE_BAD_ARGUMENT:
        return "invalid argument";
    case ENGINE_BAD_FILE:
        return "the file is damaged or another one than expected";
    case ENGINE_IO:
        return "reading or writing failed";
    }
    return "unknown status";
}
