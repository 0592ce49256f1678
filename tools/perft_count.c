/* Perft of one position: the count with its progress, results, statistics, how to go on after
 * Ctrl-C. */
#include "engine/position.h"
#include "tables/pages.h"
#include "tools/json.h"
#include "tools/perft_tool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reports during a count ---------------------------------------------------------------- */

void perft_tool_erase_progress(struct perft_tool *c)
{
    if (c->has_progress)
        fputs("\r\033[K", stderr);
    c->has_progress = false;
}

/* "1:02:03", or "?" as long as nobody can tell. */
static const char *format_left(double seconds, char *out, size_t size)
{
    if (!(seconds >= 0 && seconds < 1e8)) {
        snprintf(out, size, "?");
        return out;
    }
    const unsigned s = (unsigned)(seconds + 0.5);
    snprintf(out, size, "%u:%02u:%02u", s / 3600, s / 60 % 60, s % 60);
    return out;
}

void perft_tool_progress(struct perft_tool *c, double done, double nodes)
{
    enum { DONE_ENOUGH = 1000 }; /* thousandths of a thousandth: below, the rest is a guess */
    const double seconds = cli_now() - c->start;
    char left[24];
    format_left(done * 1e6 >= DONE_ENOUGH ? seconds * (1 - done) / done : -1, left, sizeof left);
    fprintf(stderr, "\r\033[K%5.1f %%  %.4g nodes  %.4g million/s  %s left", 100 * done, nodes,
            nodes / (seconds > 1e-6 ? seconds : 1e-6) / 1e6, left);
    fflush(stderr);
    c->has_progress = true;
}

static void on_progress(void *context, double done, double nodes)
{
    struct perft_tool *c = context;
    perft_tool_progress(c, c->done_before + c->share * done, c->nodes_before + nodes);
}

static void on_move(void *context, move_t move, perft_count_t nodes)
{
    struct perft_tool *c = context;
    char text[MOVE_TEXT_MAX];
    char count[PERFT_COUNT_TEXT_MAX];
    if (c->finished)
        c->finished[c->finished_nb++] = move;
    if (!c->moves_out)
        return;
    perft_tool_erase_progress(c);
    c->pos->game->move_format(c->pos, move, text);
    perft_count_format(nodes, count);
    if (c->json) {
        struct json j;
        json_begin(&j, c->moves_out);
        json_text(&j, "type", "move");
        json_text(&j, "move", text);
        json_number(&j, "nodes", count);
        json_end(&j);
    } else {
        fprintf(c->moves_out, "%s: %s\n", text, count);
        fflush(c->moves_out);
    }
}

enum engine_status perft_tool_count(struct perft_tool *c, const struct position *pos, int depth,
                                    const move_t *first, size_t first_nb, struct perft_stats *stats,
                                    perft_count_t *nodes, bool *complete)
{
    c->pos = pos;
    const struct perft_options options = {
        .depth = depth,
        .threads = (unsigned)c->threads,
        .bulk = !c->no_bulk,
        .hash = c->hash,
        .keys = c->keys < 0 ? 0 : (unsigned)c->keys,
        .stats = stats,
        .first = first,
        .first_nb = first_nb,
        .on_move = on_move,
        .on_progress = cli_is_terminal(stderr) ? on_progress : NULL,
        .context = c,
        .stop = cli_interrupt_flag(),
    };
    const enum engine_status status = perft_run(pos, &options, nodes, complete);
    perft_tool_erase_progress(c);
    return status;
}

int perft_tool_open_hash(struct perft_tool *c, double entries)
{
    if (c->hash_mib == 0)
        return CLI_RUN;
    const bool wide = c->key_bits == 128;
    const size_t asked = (size_t)c->hash_mib, need = perft_hash_mebibytes(entries, wide);
    if (pages_affordable(asked))
        c->hash = perft_hash_new(asked < need ? asked : need, wide);
    return c->hash ? CLI_RUN
                   : cli_error(c->self, CLI_IO, "option --hash: this machine has no %zu MB to give",
                               asked);
}

const char *perft_tool_way(const struct perft_tool *c, char *out)
{
    int used = snprintf(out, PERFT_TOOL_WAY_MAX, "%s, %" PRId64 " thread%s",
                        c->no_bulk || c->stats ? "every leaf played"
                                               : "bulk (the last ply is counted, not played)",
                        c->threads, c->threads > 1 ? "s" : "");
    if (c->hash)
        snprintf(out + used, PERFT_TOOL_WAY_MAX - (size_t)used,
                 ", hash of %" PRId64 " MB with key set %" PRId64 " of %" PRId64 " bits",
                 c->hash_mib, c->keys < 0 ? 0 : c->keys, c->key_bits);
    return out;
}

/* ---- One position -------------------------------------------------------------------------- */

/* A count of one position and what became of it. */
struct counted {
    perft_count_t nodes; /* of this run */
    perft_count_t total; /* with what --plus adds */
    bool complete;
    double seconds;
    struct perft_stats *stats; /* NULL: not asked for */
    char *resume;              /* owned; the command that counts the rest, NULL if there is none */
};

static void write_setup(const struct perft_tool *c, FILE *out)
{
    const struct position *pos = c->pos;
    char fen[GAME_FEN_MAX];
    pos->game->format(pos, fen);
    fprintf(out, "citadel perft --game %s", pos->game->name);
    for (size_t i = 0; i < pos->game->options_nb; i++) {
        const struct game_option *option = &pos->game->options[i];
        fprintf(out, "%s %s=%s", i == 0 ? " --option" : "", option->name,
                option->values[pos->option[i]]);
    }
    fprintf(out, " --fen '%s'", fen);
}

static bool is_finished(const struct perft_tool *c, move_t move)
{
    for (size_t i = 0; i < c->finished_nb; i++)
        if (c->finished[i] == move)
            return true;
    return false;
}

/* The command that counts what is missing of `asked`; the caller frees it. NULL: no memory. */
static char *resume_command(const struct perft_tool *c, perft_count_t total, const move_t *asked,
                            size_t asked_nb)
{
    char *text = NULL;
    size_t size;
    char word[MOVE_TEXT_MAX];
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    write_setup(c, out);
    fprintf(out, " --depth %" PRId64 " --threads %" PRId64, c->depth, c->threads);
    if (c->hash)
        fprintf(out, " --hash %" PRId64 " --keys %" PRId64 " --key-bits %" PRId64, c->hash_mib,
                c->keys < 0 ? 0 : c->keys, c->key_bits);
    fprintf(out, "%s%s%s --first", c->no_bulk ? " --no-bulk" : "", c->divide ? " --divide" : "",
            c->json ? " --json" : "");
    for (size_t i = 0; i < asked_nb; i++)
        if (!is_finished(c, asked[i])) {
            c->pos->game->move_format(c->pos, asked[i], word);
            fprintf(out, " %s", word);
        }
    fprintf(out, " --plus %s", perft_count_format(total, word));
    fclose(out);
    return text;
}

static void print_stats_text(const struct perft_tool *c, const struct perft_stats *stats)
{
    const char *const *names = c->pos->game->stats_names;
    printf("%5s %14s", "depth", "nodes");
    for (int i = 0; names[i]; i++)
        printf(" %15s", names[i]);
    for (int ply = 1; ply <= c->depth; ply++) {
        printf("\n%5d %14" PRIu64, ply, stats->nodes[ply]);
        for (int i = 0; names[i]; i++)
            printf(" %15" PRIu64, stats->columns[ply][i]);
    }
    putchar('\n');
}

static void print_stats_json(const struct perft_tool *c, const struct perft_stats *stats)
{
    const char *const *names = c->pos->game->stats_names;
    for (int ply = 1; ply <= c->depth; ply++) {
        struct json j;
        json_begin(&j, stdout);
        json_text(&j, "type", "stats");
        json_integer(&j, "depth", ply);
        json_unsigned(&j, "nodes", stats->nodes[ply]);
        for (int i = 0; names[i]; i++)
            json_unsigned(&j, names[i], stats->columns[ply][i]);
        json_end(&j);
    }
}

static void print_json(const struct perft_tool *c, const struct counted *o)
{
    char text[PERFT_COUNT_TEXT_MAX], fen[GAME_FEN_MAX];
    struct json j;
    if (o->stats && o->complete)
        print_stats_json(c, o->stats);
    c->pos->game->format(c->pos, fen);
    json_begin(&j, stdout);
    json_text(&j, "type", "result");
    json_text(&j, "game", c->pos->game->name);
    json_text(&j, "fen", fen);
    json_integer(&j, "depth", c->depth);
    json_bool(&j, "bulk", !c->no_bulk && !c->stats);
    json_integer(&j, "threads", c->threads);
    json_integer(&j, "hash", c->hash_mib);
    if (c->hash) {
        json_integer(&j, "keys", c->keys < 0 ? 0 : c->keys);
        json_integer(&j, "key_bits", c->key_bits);
    }
    json_bool(&j, "complete", o->complete);
    if (o->resume)
        json_text(&j, "resume", o->resume);
    json_number(&j, "nodes", perft_count_format(o->total, text));
    json_real(&j, "time", o->seconds);
    json_unsigned(&j, "nps", cli_rate((double)o->nodes, o->seconds));
    json_end(&j);
}

static void print_text(const struct perft_tool *c, const struct counted *o)
{
    char text[PERFT_COUNT_TEXT_MAX], way[PERFT_TOOL_WAY_MAX];
    if (o->stats && o->complete)
        print_stats_text(c, o->stats);
    if (!o->complete)
        printf("interrupted: only the moves above are counted\n");
    if (o->resume)
        printf("to count the rest: %s\n", o->resume);
    printf("counting: %s\n", perft_tool_way(c, way));
    printf("nodes: %s\ntime: %.3f\nnps: %" PRIu64 "\n", perft_count_format(o->total, text),
           o->seconds, cli_rate((double)o->nodes, o->seconds));
}

/* The moves to begin with: those of --first, else all. The caller frees *out. */
static int read_first(const struct perft_tool *c, const struct position *pos, move_t **out,
                      size_t *nb)
{
    if (c->first.nb > 0)
        return setup_read_moves(c->self, "--first", pos, &c->first, out, nb);
    struct setup_move *all = setup_legal_moves(pos, nb);
    *out = all ? malloc((*nb + 1) * sizeof **out) : NULL;
    for (size_t i = 0; *out && i < *nb; i++)
        (*out)[i] = all[i].move;
    free(all);
    return *out ? CLI_RUN : cli_error(c->self, CLI_IO, "out of memory");
}

static int count_and_print(struct perft_tool *c, const struct position *pos, const move_t *asked,
                           size_t asked_nb, perft_count_t plus)
{
    struct counted o = {.complete = false};
    /* An interrupted count is worth its finished moves, so they are kept even if not asked for. */
    char *kept = NULL;
    size_t kept_size;
    c->moves_out = c->divide ? stdout : open_memstream(&kept, &kept_size);
    o.stats = c->stats ? malloc(sizeof *o.stats) : NULL;
    c->start = cli_now();
    enum engine_status status = ENGINE_NO_MEMORY;
    if (!c->stats || o.stats)
        status = perft_tool_count(c, pos, (int)c->depth, asked, asked_nb, o.stats, &o.nodes,
                                  &o.complete);
    o.seconds = cli_now() - c->start;
    if (c->moves_out && !c->divide)
        fclose(c->moves_out);
    o.total = plus;
    int code = CLI_OK;
    if (status != ENGINE_OK) {
        code = cli_error(c->self, CLI_IO, "%s", engine_strerror(status));
    } else if (!perft_count_add(&o.total, o.nodes, 1)) {
        code = cli_error(c->self, CLI_USAGE, "the sum exceeds 128 bits");
    } else {
        if (!o.complete) {
            code = CLI_INTERRUPTED;
            fputs(kept ? kept : "", stdout);
            /* Statistics of a part cannot be added to those of the rest. */
            if (!c->stats)
                o.resume = resume_command(c, o.total, asked, asked_nb);
        }
        if (c->json)
            print_json(c, &o);
        else
            print_text(c, &o);
    }
    free(o.resume);
    free(o.stats);
    free(kept);
    return code;
}

int perft_tool_position(struct perft_tool *c)
{
    struct position *pos;
    move_t *asked = NULL;
    size_t asked_nb = 0;
    perft_count_t plus = 0;
    if (c->plus && !perft_count_parse(c->plus, &plus))
        return cli_usage_error(c->self, "option --plus: '%s' is not a count", c->plus);
    int code = setup_position(c->self, &c->setup, &pos);
    if (code != CLI_RUN)
        return code;
    c->pos = pos;
    code = perft_tool_open_hash(c, perft_hash_need(pos, (int)c->depth));
    if (code == CLI_RUN)
        code = read_first(c, pos, &asked, &asked_nb);
    if (code == CLI_RUN) {
        c->finished = malloc((pos->game->moves_max + 1) * sizeof *c->finished);
        code = c->finished ? count_and_print(c, pos, asked, asked_nb, plus)
                           : cli_error(c->self, CLI_IO, "out of memory");
    }
    free(c->finished);
    c->finished = NULL;
    free(asked);
    pos_free(pos);
    return code;
}
