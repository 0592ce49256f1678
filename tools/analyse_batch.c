/* The positions that `analyse` has to look at: one from the options, or all of a file. */
#include "tools/analyse.h"
#include "tools/epd.h"
#include "tools/textfile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void verdict_fini(struct verdict *v)
{
    for (size_t i = 0; i < v->lines_nb; i++)
        free(v->lines[i].pv);
    free(v->lines);
    *v = (struct verdict){0};
}

void batch_fini(struct batch *b)
{
    for (size_t i = 0; i < b->nb; i++) {
        pos_free(b->items[i].pos);
        free(b->items[i].id);
        free(b->items[i].expected);
        verdict_fini(&b->items[i].verdict);
    }
    for (size_t i = 0; i < b->games_nb; i++)
        pdn_fini(&b->games[i].game);
    free(b->games);
    free(b->items);
    free(b->text);
    *b = (struct batch){0};
}

bool batch_grow(struct batch *b, size_t more)
{
    if (b->cap - b->nb < more) {
        const size_t cap = 2 * b->cap + more;
        struct batch_item *grown = realloc(b->items, cap * sizeof *grown);
        if (!grown)
            return false;
        b->items = grown;
        b->cap = cap;
    }
    memset(b->items + b->nb, 0, more * sizeof *b->items);
    b->nb += more;
    return true;
}

struct batch_item *batch_add(struct batch *b, struct position *pos)
{
    if (!batch_grow(b, 1)) {
        pos_free(pos);
        return NULL;
    }
    struct batch_item *item = &b->items[b->nb - 1];
    *item = (struct batch_item){.pos = pos, .over = pos->game->result(pos)};
    item->is_done = item->over.outcome != OUTCOME_NONE;
    return item;
}

size_t batch_mark_length(const struct batch *b)
{
    static const char mark[] = "\xEF\xBB\xBF";
    return strncmp(b->text, mark, strlen(mark)) == 0 ? strlen(mark) : 0;
}

/* ---- EPD ----------------------------------------------------------------------------------- */

/* The lines of a text that suite_next reads. */
struct loading {
    struct batch *batch;
    const struct cli_command *command;
    const struct analyse_options *o;
};

/* Notes which moves the line asks for. False: out of memory. */
static bool note_expected(struct batch_item *item, const struct suite_record *record)
{
    move_t moves[2 * EPD_MOVES_MAX];
    item->best_nb = epd_moves(record, "bm", item->pos, moves);
    item->avoid_nb = epd_moves(record, "am", item->pos, moves + item->best_nb);
    const size_t nb = item->best_nb + item->avoid_nb;
    item->expected = nb > 0 ? malloc(nb * sizeof *moves) : NULL;
    if (item->expected)
        memcpy(item->expected, moves, nb * sizeof *moves);
    return item->expected || nb == 0;
}

bool item_is_solved(const struct batch_item *item)
{
    const struct verdict *v = &item->verdict;
    bool is_good = item->best_nb == 0;
    if (v->lines_nb == 0 || v->lines[0].pv_nb == 0)
        return false;
    for (size_t i = 0; i < item->best_nb + item->avoid_nb; i++)
        if (item->expected[i] == v->lines[0].pv[0])
            is_good = i < item->best_nb;
    return is_good;
}

static int add_record(const struct loading *l, struct suite_record *record)
{
    struct suite_fault fault;
    bool is_standard;
    char text[256];
    char *fen = strdup(record->fen);
    struct position *pos =
        fen ? epd_position(record, l->o->setup.game, &fault, &is_standard) : NULL;
    int code = CLI_RUN;
    if (pos) {
        struct batch_item *item = batch_add(l->batch, pos);
        if (item) {
            item->line = record->line;
            item->id = epd_value(record, "id");
        }
        if (!item || !note_expected(item, record)) {
            code = cli_error(l->command, CLI_IO, "out of memory");
        }
    } else if (!fen || fault.status == ENGINE_NO_MEMORY) {
        code = cli_error(l->command, CLI_IO, "out of memory");
    } else if (fault.status == ENGINE_BAD_POSITION && !epd_other_game(record, l->o->setup.game)) {
        snprintf(text, sizeof text, "%.200s, line %zu", l->o->file, record->line);
        code = cli_text_error(l->command, text, fen, &fault.error);
    } else {
        code = cli_error(l->command, CLI_USAGE, "%s, line %zu: %s", l->o->file, record->line,
                         epd_fault_text(record, l->o->setup.game, &fault, text));
    }
    free(fen);
    return code;
}

/* A bad line does not keep the others from being analysed, but decides the exit status. */
static int load_lines(const struct loading *l)
{
    struct suite suite;
    struct suite_record record;
    const char *why;
    int worst = CLI_RUN;
    const size_t mark = batch_mark_length(l->batch);
    if (!suite_open_text(&suite, l->batch->text + mark, l->batch->text_length - mark))
        return cli_error(l->command, CLI_IO, "%s: %s", l->o->file, strerror(errno));
    while (worst < CLI_IO) {
        const enum suite_status status = suite_next(&suite, &record, &why);
        int code;
        if (status == SUITE_END)
            break;
        if (status == SUITE_FAULT)
            code = cli_error(l->command, CLI_IO, "%s: %s", l->o->file, strerror(errno));
        else if (status == SUITE_BAD_LINE)
            code =
                cli_error(l->command, CLI_USAGE, "%s, line %zu: %s", l->o->file, record.line, why);
        else
            code = add_record(l, &record);
        worst = code > worst ? code : worst;
    }
    suite_close(&suite);
    return worst;
}

/* ---- All kinds ----------------------------------------------------------------------------- */

static int load_file(const struct loading *l)
{
    l->batch->text = textfile_read(l->o->file, &l->batch->text_length);
    if (!l->batch->text)
        return errno == EINTR
                   ? CLI_INTERRUPTED
                   : cli_error(l->command, CLI_IO, "%s: %s", l->o->file, strerror(errno));
    return games_are_in(l->o->file, l->batch->text + batch_mark_length(l->batch))
               ? games_load(l->batch, l->command, l->o)
               : load_lines(l);
}

int batch_load(struct batch *b, const struct cli_command *command, const struct analyse_options *o)
{
    const struct loading l = {.batch = b, .command = command, .o = o};
    struct position *pos = NULL;
    if (o->file)
        return load_file(&l);
    int code = setup_position(command, &o->setup, &pos);
    if (code == CLI_RUN && !batch_add(b, pos))
        code = cli_error(command, CLI_IO, "out of memory");
    return code;
}
