/* A dialogue in CECP. */
#include "tests/fuzz/dialogue.h"

/* Whoever reads the protocol wakes the interpreter when a search has ended. */
static bool say(struct uci *u, char *line)
{
    return uci_line(u, line) && uci_wake(u);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_dialogue(data, size, "xboard", say);
}
