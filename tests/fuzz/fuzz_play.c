/* A game in the terminal: the first byte chooses the game, the rest are the user's lines. Searches
 * are a few hundred nodes long, and no file is touched. */
#include "engine/game.h"
#include "tools/play.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINES_MAX = 64 }; /* keeps one input within the fuzzer's time limit */

static void talk(struct play *p, char *text)
{
    char prompt[PLAY_PROMPT_MAX];
    char *rest = text;
    play_begin(p);
    for (int i = 0; i < LINES_MAX && rest; i++) {
        char *end = strchr(rest, '\n');
        if (end)
            *end = '\0';
        play_prompt(p, prompt);
        if (!play_line(p, rest))
            break;
        rest = end ? end + 1 : NULL;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    size_t games = 0;
    while (games_get(games))
        games++;
    const struct play_options options = {.plays = {false, true},
                                         .level = 1,
                                         .threads = 1,
                                         .hash = 1,
                                         .has_colour = (data[0] & 64) != 0,
                                         .is_sandbox = true};
    char *text = malloc(size);
    FILE *out = fopen("/dev/null", "w");
    struct position *pos = pos_new(games_get(data[0] % 16 % games));
    struct play *p = text && out && pos ? play_new(out, pos, &options) : NULL;
    if (p) {
        for (size_t i = 1; i < size; i++)
            text[i - 1] = data[i] ? (char)data[i] : ' ';
        text[size - 1] = '\0';
        talk(p, text);
    }
    play_free(p);
    pos_free(pos);
    if (out)
        fclose(out);
    free(text);
    return 0;
}
