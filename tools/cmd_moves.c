/* The command `moves`: legal moves and result of a position, or a check of a file of them. */
#include "engine/position.h"
#include "tools/cli.h"
#include "tools/epd.h"
#include "tools/json.h"
#include "tools/setup.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct moves_options {
    struct setup setup;
    const char *file;
    bool json;
};

static int print_moves(const struct cli_command *command, const struct moves_options *o)
{
    struct position *pos;
    const int code = setup_position(command, &o->setup, &pos);
    if (code != CLI_RUN)
        return code;
    size_t nb;
    struct setup_move *moves = setup_legal_moves(pos, &nb);
    if (!moves) {
        pos_free(pos);
        return cli_error(command, CLI_IO, "out of memory");
    }
    const struct game_result result = pos->game->result(pos);
    if (o->json) {
        char fen[GAME_FEN_MAX];
        struct json j;
        pos->game->format(pos, fen);
        json_begin(&j, stdout);
        json_text(&j, "game", pos->game->name);
        json_text(&j, "fen", fen);
        json_array_begin(&j, "moves");
        for (size_t i = 0; i < nb; i++)
            json_text(&j, NULL, moves[i].text);
        json_array_end(&j);
        json_text(&j, "result", result.word);
        json_end(&j);
    } else {
        for (size_t i = 0; i < nb; i++)
            printf("%s\n", moves[i].text);
        printf("result: %s\n", result.word);
    }
    free(moves);
    pos_free(pos);
    return CLI_OK;
}

/* ---- Checking a file ----------------------------------------------------------------------- */

/* What one line's check found; the text is built up in a memory stream. */
struct verdict {
    FILE *text;
    bool failed;
};

__attribute__((format(printf, 2, 3))) static void complain(struct verdict *v, const char *format,
                                                           ...)
{
    va_list args;
    if (v->failed)
        fputs("; ", v->text);
    v->failed = true;
    va_start(args, format);
    vfprintf(v->text, format, args);
    va_end(args);
}

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Splits text at blanks, in place, and sorts the words. The caller frees the array. */
static char **sorted_words(char *text, size_t *nb)
{
    char **words = malloc((strlen(text) / 2 + 1) * sizeof *words);
    char *rest;
    *nb = 0;
    if (!words)
        return NULL;
    for (char *word = strtok_r(text, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest))
        words[(*nb)++] = word;
    qsort(words, *nb, sizeof *words, compare_words);
    return words;
}

/* Lists what only one side has, by a merge of the two sorted lists. */
static void compare_lists(struct verdict *v, const struct setup_move *ours, size_t ours_nb,
                          char **theirs, size_t theirs_nb, bool want_missing)
{
    bool is_first = true;
    size_t i = 0;
    size_t k = 0;
    while (i < ours_nb || k < theirs_nb) {
        const int order = i == ours_nb ? 1 : k == theirs_nb ? -1 : strcmp(ours[i].text, theirs[k]);
        if (order != 0 && (order > 0) == want_missing) {
            if (is_first)
                complain(v, want_missing ? "not generated:" : "not in the file:");
            fprintf(v->text, " %s", order > 0 ? theirs[k] : ours[i].text);
            is_first = false;
        }
        i += order <= 0;
        k += order >= 0;
    }
}

static void check_position(struct verdict *v, const struct position *pos,
                           const struct suite_record *record)
{
    const struct game_result result = pos->game->result(pos);
    if (strcmp(result.word, record->result) != 0)
        complain(v, "result is %s, not %s", result.word, record->result);
    size_t ours_nb;
    size_t theirs_nb;
    struct setup_move *ours = setup_legal_moves(pos, &ours_nb);
    char **theirs = sorted_words(record->moves, &theirs_nb);
    if (ours && theirs) {
        compare_lists(v, ours, ours_nb, theirs, theirs_nb, true);
        compare_lists(v, ours, ours_nb, theirs, theirs_nb, false);
    } else {
        complain(v, "out of memory");
    }
    free(ours);
    free(theirs);
}

/* FEN | move | resulting FEN: plays the move and compares the position text. */
static void check_played(struct verdict *v, struct position *pos, const struct move_entry *move,
                         const char *expected)
{
    char text[GAME_FEN_MAX];
    if (setup_make(pos, move) != ENGINE_OK) {
        complain(v, "out of memory");
        return;
    }
    pos->game->format(pos, text);
    if (strcmp(text, expected) != 0)
        complain(v, "the move gives %s, not %s", text, expected);
}

static void check_record(struct verdict *v, const struct suite_record *record,
                         const struct game *fallback)
{
    if (!record->result) {
        complain(v, "not of the form FEN | RULESET | RESULT | MOVES");
        return;
    }
    struct suite_fault fault;
    char text[SUITE_FAULT_MAX];
    struct position *pos = suite_position(record, fallback, &fault);
    struct move_entry move;
    if (!pos)
        complain(v, "%s", epd_fault_text(record, fallback, &fault, text));
    else if (pos->game->move_parse(pos, record->result, &move) == ENGINE_OK)
        check_played(v, pos, &move, record->moves);
    else
        check_position(v, pos, record);
    pos_free(pos);
}

static void print_verdict(size_t line, const char *text, bool as_json)
{
    struct json j;
    if (as_json) {
        json_begin(&j, stdout);
        json_text(&j, "type", "difference");
        json_unsigned(&j, "line", line);
        json_text(&j, "what", text);
        json_end(&j);
    } else {
        printf("line %zu: %s\n", line, text);
    }
}

static void print_total(unsigned long passed, unsigned long failed, bool as_json)
{
    struct json j;
    if (as_json) {
        json_begin(&j, stdout);
        json_text(&j, "type", "total");
        json_unsigned(&j, "passed", passed);
        json_unsigned(&j, "failed", failed);
        json_end(&j);
    } else {
        printf("%lu passed, %lu failed\n", passed, failed);
    }
}

/* Checks one record or complains about a line that is none; false if memory is short. */
static bool check_line(const struct moves_options *o, const struct suite_record *record,
                       const char *why, unsigned long *passed, unsigned long *failed)
{
    char *text = NULL;
    size_t size;
    struct verdict v = {.text = open_memstream(&text, &size)};
    if (!v.text)
        return false;
    if (why)
        complain(&v, "%s", why);
    else
        check_record(&v, record, o->setup.game);
    fclose(v.text);
    if (v.failed)
        print_verdict(record->line, text, o->json);
    ++*(v.failed ? failed : passed);
    free(text);
    return true;
}

static int check_file(const struct cli_command *command, const struct moves_options *o)
{
    struct suite suite;
    struct suite_record record;
    const char *why;
    unsigned long passed = 0;
    unsigned long failed = 0;
    if (!suite_open(&suite, o->file))
        return cli_error(command, CLI_IO, "%s: %s", o->file, strerror(errno));
    cli_catch_interrupt();
    enum suite_status status = SUITE_END;
    int code = CLI_OK;
    while (code == CLI_OK && !cli_is_interrupted() &&
           (status = suite_next(&suite, &record, &why)) <= SUITE_BAD_LINE)
        if (!check_line(o, &record, status == SUITE_BAD_LINE ? why : NULL, &passed, &failed))
            code = cli_error(command, CLI_IO, "out of memory");
    if (cli_is_interrupted())
        code = CLI_INTERRUPTED;
    else if (code == CLI_OK && status == SUITE_FAULT)
        code = cli_error(command, CLI_IO, "%s: %s", o->file, strerror(errno));
    print_total(passed, failed, o->json);
    suite_close(&suite);
    return code == CLI_OK && failed > 0 ? CLI_NEGATIVE : code;
}

static int run_moves(const struct cli_command *self, int argc, char **argv)
{
    struct moves_options o = {0};
    const struct cli_option options[] = {
        SETUP_OPTIONS(&o.setup),
        {"--file", CLI_TEXT, &o.file, 0, 0, "FILE", "check the lines of FILE (- is the input)"},
        {"--json", CLI_FLAG, &o.json, 0, 0, NULL, "write JSON, one object a line"},
    };
    const int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv);
    if (code != CLI_RUN)
        return code;
    if (o.file && (o.setup.fen || o.setup.moves.nb > 0))
        return cli_usage_error(self, "--file excludes --fen and --moves");
    return o.file ? check_file(self, &o) : print_moves(self, &o);
}

const struct cli_command cmd_moves = {
    .name = "moves",
    .summary = "legal moves and result of a position, sorted, one a line",
    .run = run_moves,
    .notes =
        "A position without moves is mate, stalemate or won by rule; the last line says which.\n"
        "When a move counter has run out the moves are listed all the same.\n"
        "\n"
        "A file has lines FEN | RULESET | RESULT | MOVES. Lines that differ from what the\n"
        "rules give are told, the last line counts; exit status 1 if any differs.\n"
        "\n"
        "JSON: {\"game\",\"fen\",\"moves\":[...],\"result\"}; with --file\n"
        "{\"type\":\"difference\",\"line\",\"what\"} and "
        "{\"type\":\"total\",\"passed\",\"failed\"}.\n",
    .examples = "citadel moves --fen \"4a3k/l8/9/9/4A4/9/9/9/K8 b - 0 1\"\n"
                "citadel moves --moves e2e4 e8e6 --json\n"
                "citadel moves --game bashni --moves c3-b4 b6-c5\n"
                "citadel moves --file tests/data/belarusian.moves\n",
};
