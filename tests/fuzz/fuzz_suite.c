/* Lines of position files: suite_parse must not leave its buffer, and each part it finds must lie
 * within the line. */
#include "tools/epd.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_part(const char *text, size_t size, const char *part)
{
    if (part && (part < text || part + strlen(part) > text + size)) {
        fprintf(stderr, "fuzz_suite: a part lies outside the line\n");
        abort();
    }
}

static void check_line(char *text, size_t size)
{
    struct suite_record record = {.line = 1};
    struct suite_fault fault = {.status = ENGINE_OK};
    uint64_t number;
    if (suite_parse(text, &record) != NULL)
        return;
    bool is_standard;
    struct position *pos = epd_position(&record, NULL, &fault, &is_standard);
    move_t moves[EPD_MOVES_MAX];
    char sentence[SUITE_FAULT_MAX];
    if (!pos && fault.status == ENGINE_OK)
        abort();
    if (!pos && !*epd_fault_text(&record, NULL, &fault, sentence))
        abort();
    if (pos)
        (void)epd_moves(&record, "bm", pos, moves);
    pos_free(pos);
    check_part(text, size, record.fen);
    check_part(text, size, record.set);
    check_part(text, size, record.result);
    check_part(text, size, record.moves);
    for (size_t i = 0; i < record.fields_nb; i++) {
        check_part(text, size, record.fields[i].name);
        check_part(text, size, record.fields[i].value);
        (void)suite_number(record.fields[i].value, &number);
    }
    free(epd_value(&record, "id"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (text) {
        for (size_t i = 0; i < size; i++)
            text[i] = data[i] && data[i] != '\n' ? (char)data[i] : ' ';
        text[size] = '\0';
        check_line(text, size);
    }
    free(text);
    return 0;
}
