/* A dialogue in Hub. */
#include "tests/fuzz/dialogue.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_dialogue(data, size, "hub", uci_line);
}
