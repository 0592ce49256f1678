#include "tools/bench_mine.h"

#include "tools/datafile.h"
#include "tools/probe.h"
#include "tools/setup.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    FIRST_SHARE = 20,     /* of the nodes, for a first look */
    STABLE_ITERATIONS = 2 /* that the move is held after the one that found it */
};

/* A position worth taking. */
struct shot {
    move_t best, shallow;
    score_t score, other;
};

struct mine {
    const struct bench_mine *options;
    struct probe probe;
    struct position *pos;
    struct move_entry *moves; /* moves_max of them, as the next */
    move_t *others;
    uint32_t game;   /* the number of the present one */
    uint64_t all;    /* positions in the file */
    uint64_t looked; /* positions passed */
    int64_t shots;   /* found */
    double start;
    bool shows; /* progress, on a terminal */
    enum engine_status status;
    char error[DATA_ERROR_MAX]; /* of the file; "" if none */
};

/* ---- Judging a position -------------------------------------------------------------------- */

/* Searches these moves of the position, all if `moves_nb` is 0. False after an interrupt or a
 * failure, which m->status tells. */
static bool look(struct mine *m, const move_t *moves, size_t moves_nb, int64_t nodes,
                 struct engine_result *result, struct probe_moment *since)
{
    const struct engine_limits limits = {
        .nodes = (uint64_t)nodes, .search_moves = moves, .search_moves_nb = moves_nb};
    m->status = probe_run(&m->probe, m->pos, &limits, NULL, 0, result, since);
    return m->status == ENGINE_OK && !cli_is_interrupted();
}

static score_t cut(score_t score)
{
    return score > MINE_DECIDED ? MINE_DECIDED : score < -MINE_DECIDED ? -MINE_DECIDED : score;
}

static bool is_clear(score_t best, score_t other, int64_t margin)
{
    return score_is_win(best) ? !score_is_win(other) : cut(best) - cut(other) >= margin;
}

/* Does a first look find a better move than the shallow one? */
static bool is_promising(struct mine *m, struct shot *shot)
{
    const struct bench_mine *o = m->options;
    const int64_t nodes = o->nodes / FIRST_SHARE;
    struct engine_result result, first;
    if (!look(m, NULL, 0, o->shallow, &result, NULL))
        return false;
    shot->shallow = result.best;
    return look(m, NULL, 0, nodes, &first, NULL) && first.best != shot->shallow &&
           look(m, &shot->shallow, 1, nodes, &result, NULL) &&
           is_clear(first.score, result.score, o->margin / 2);
}

/* Is a deep search sure of another move than the shallow one, which is better than all others? */
static bool is_proven(struct mine *m, struct shot *shot)
{
    const struct bench_mine *o = m->options;
    struct engine_result best, other;
    struct probe_moment since;
    size_t others_nb = 0;
    if (!look(m, NULL, 0, o->nodes, &best, &since) || best.best == shot->shallow)
        return false;
    if (best.nodes >= (uint64_t)o->nodes && best.depth - since.depth < STABLE_ITERATIONS)
        return false;
    const struct move_entry *end = m->pos->game->generate(m->pos, GEN_ALL, m->moves);
    for (const struct move_entry *e = m->moves; e < end; e++)
        if (e->move != best.best)
            m->others[others_nb++] = e->move;
    if (!look(m, m->others, others_nb, o->nodes, &other, NULL))
        return false;
    shot->best = best.best;
    shot->score = best.score;
    shot->other = other.score;
    return is_clear(best.score, other.score, o->margin);
}

/* ---- Output -------------------------------------------------------------------------------- */

static void erase_progress(const struct mine *m)
{
    if (m->shows)
        fputs("\r\033[K", stderr);
}

static void show_progress(const struct mine *m)
{
    const double seconds = cli_now() - m->start;
    const double rate = (double)m->looked / (seconds > 0 ? seconds : 1);
    if (!m->shows || m->looked == 0)
        return;
    fprintf(stderr,
            "\r\033[Kposition %" PRIu64 "/%" PRIu64 "  %" PRId64 " found  %.1f positions/s  "
            "%.0f s left",
            m->looked, m->all, m->shots, rate, (double)(m->all - m->looked) / rate);
    fflush(stderr);
}

static void print_heading(const struct mine *m, const char *header)
{
    const struct bench_mine *o = m->options;
    printf(
        "# Positions from self-play with one clearly best move (bm), which a search of %" PRId64
        "\n# nodes misses. id: number of the game, ply. c0: score, score without that move, the\n"
        "# shallow search's move. Made by\n"
        "# citadel bench --mine FILE --count %" PRId64 " --skip %" PRId64 " --shallow %" PRId64
        " --nodes %" PRId64 " --margin %" PRId64 " --hash %zu\n# out of the games of\n#",
        o->shallow, o->count, o->skip, o->shallow, o->nodes, o->margin, o->hash);
    while (*(header += strspn(header, "\n"))) {
        const size_t length = strcspn(header, "\n");
        printf(" %.*s", (int)length, header);
        header += length;
    }
    printf("\n");
    fflush(stdout);
}

static void print_shot(const struct mine *m, const char *text, unsigned ply,
                       const struct shot *shot)
{
    const struct game *game = m->pos->game;
    char best[MOVE_TEXT_MAX], shallow[MOVE_TEXT_MAX], score[SETUP_SCORE_MAX],
        other[SETUP_SCORE_MAX];
    game->move_format(m->pos, shot->best, best);
    game->move_format(m->pos, shot->shallow, shallow);
    erase_progress(m);
    printf("%s ;set=%s", text, game->name);
    for (size_t i = 0; i < game->options_nb; i++)
        if (m->pos->option[i] != 0)
            printf(" ;%s=%s", game->options[i].name, game->options[i].values[m->pos->option[i]]);
    printf(" ;bm %s ;id %s-%" PRIu32 "-%u ;c0 %s, else %s, shallow %s\n", best, game->name, m->game,
           ply, setup_score_text(shot->score, "", score), setup_score_text(shot->other, "", other),
           shallow);
    fflush(stdout);
}

/* ---- Reading the games --------------------------------------------------------------------- */

static bool accept_header(void *context, const char *text)
{
    (void)context;
    (void)text;
    return true;
}

static bool count_records(void *context, uint32_t number, const struct data_game *game)
{
    struct mine *m = context;
    if (number >= m->options->skip)
        m->all += game->records_nb;
    return true;
}

static bool on_header(void *context, const char *text)
{
    struct mine *m = context;
    m->pos = data_position(text, m->error);
    if (!m->pos)
        return false;
    m->moves = malloc(m->pos->game->moves_max * sizeof *m->moves);
    m->others = malloc(m->pos->game->moves_max * sizeof *m->others);
    if (!m->moves || !m->others) {
        m->status = ENGINE_NO_MEMORY;
        return false;
    }
    print_heading(m, text);
    return true;
}

static bool on_game(void *context, uint32_t number, const struct data_game *game)
{
    struct mine *m = context;
    bool has_shot = false;
    m->game = number;
    if (number < m->options->skip)
        return true;
    for (size_t i = 0; i < game->records_nb; i++, m->looked++) {
        const struct data_record *r = &game->records[i];
        struct shot shot;
        if (has_shot || r->score != cut(r->score))
            continue;
        m->status = pos_set(m->pos, r->text, NULL);
        if (m->status != ENGINE_OK)
            return false;
        show_progress(m);
        has_shot = is_promising(m, &shot) && is_proven(m, &shot);
        if (m->status != ENGINE_OK || cli_is_interrupted())
            return false;
        if (has_shot) {
            print_shot(m, r->text, r->ply, &shot);
            m->shots++;
        }
    }
    return m->shots < m->options->count;
}

/* Visits the file with these two; with m->error set where it is at fault. */
static enum data_status read_games(struct mine *m, bool (*header)(void *, const char *),
                                   bool (*game)(void *, uint32_t, const struct data_game *))
{
    const struct data_visitor visitor = {.on_header = header, .on_game = game, .context = m};
    const enum data_status status = data_read(m->options->file, false, &visitor, m->error);
    return status == DATA_OK && m->error[0] ? DATA_BAD : status;
}

static int mine(struct mine *m)
{
    const struct cli_command *command = m->options->command;
    m->start = cli_now();
    m->shows = cli_is_terminal(stderr);
    enum data_status status = read_games(m, accept_header, count_records);
    if (status == DATA_OK)
        status = read_games(m, on_header, on_game);
    erase_progress(m);
    if (status != DATA_OK)
        return cli_error(command, status == DATA_BAD ? CLI_USAGE : CLI_IO, "%s", m->error);
    if (m->status != ENGINE_OK)
        return cli_error(command, m->status == ENGINE_BAD_POSITION ? CLI_USAGE : CLI_IO, "%s: %s",
                         m->options->file, engine_strerror(m->status));
    if (cli_is_interrupted())
        return cli_error(command, CLI_INTERRUPTED, "interrupted: --skip %" PRIu32 " goes on",
                         m->game);
    return CLI_OK;
}

int bench_mine_run(const struct bench_mine *options)
{
    struct mine m = {.options = options};
    const enum engine_status status =
        probe_init(&m.probe, 1, options->hash, true, cli_interrupt_flag());
    if (status != ENGINE_OK)
        return cli_error(options->command, CLI_IO, "%s", engine_strerror(status));
    const int code = mine(&m);
    probe_fini(&m.probe);
    pos_free(m.pos);
    free(m.moves);
    free(m.others);
    return code;
}
