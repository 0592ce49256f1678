/* Makes the reference counts of this folder, reproducibly:
 *
 *     make_suite GAME SOURCE.epd NODES OUT
 *
 * writes OUT.epd (`citadel perft --suite` reads it) and OUT.csv (one row for each position and
 * depth, with what the moves of the last ply were). Positions are the start positions of all rule
 * sets, those of SOURCE, and some reached or built at random, by a fixed seed. Each is counted as
 * deep as about NODES sequences allow, and the last column tells how a count was confirmed:
 *
 *     keys    by two walks with hashes that use different key sets
 *     played  also by a walk without a hash that plays every move, up to PLAYED_NODES
 *     oracle  also by the slow oracle of tests/oracle, columns included, up to ORACLE_NODES,
 *             or fewer where that is slow
 *
 * Any difference ends the program with status 1. `make perft-suite` runs it for all games. */
#include "engine/games/bashni/bashni.h"
#include "engine/games/belarusian/belarusian.h"
#include "engine/games/tamerlane/tamerlane.h"
#include "engine/perft.h"
#include "engine/position.h"
#include "tests/support/oracle_stats.h"
#include "tools/outfile.h"
#include "tools/suite.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    POSITIONS_MAX = 256,
    PLAYED_POSITIONS = 44,
    BUILT_POSITIONS = 16,
    DEPTH_LIMIT = 24,
    PLAYED_NODES = 2000000,
    ORACLE_NODES = 100000,
    ORACLE_NODES_TAMERLANE = 5000, /* its oracle takes a millisecond a position */
    HASH_MIB = 256,
    SEED = 20240607
};

struct item {
    struct position *pos;
    char fen[GAME_FEN_MAX];
};

struct suite_maker {
    const struct game *game;
    uint64_t nodes_max;
    struct item items[POSITIONS_MAX];
    size_t nb;
    struct perft_hash *hash;
    FILE *epd, *csv;
};

static _Noreturn void die(const char *what, const char *detail)
{
    fprintf(stderr, "make_suite: %s: %s\n", what, detail);
    exit(1);
}

/* ---- Choosing positions -------------------------------------------------------------------- */

static bool same_rules(const struct position *a, const struct position *b)
{
    return a->game == b->game && memcmp(a->option, b->option, sizeof a->option) == 0;
}

/* Takes pos over, unless it is there already or has no moves: a decided game tells nothing. */
static void add(struct suite_maker *m, struct position *pos)
{
    char fen[GAME_FEN_MAX];
    pos->game->format(pos, fen);
    bool is_new = pos->game->count(pos) > 0 && m->nb < POSITIONS_MAX;
    for (size_t i = 0; i < m->nb && is_new; i++)
        is_new = strcmp(m->items[i].fen, fen) != 0 || !same_rules(m->items[i].pos, pos);
    if (!is_new) {
        pos_free(pos);
        return;
    }
    m->items[m->nb].pos = pos;
    memcpy(m->items[m->nb].fen, fen, sizeof fen);
    m->nb++;
}

/* A start position under rule set `number`, all of them in turn; NULL beyond the last. */
static struct position *start_of(const struct suite_maker *m, unsigned number)
{
    static const struct game *const bel_games[] = {&bel_game_release, &bel_game_original,
                                                   &bel_game_noble};
    static const char *const setups[] = {"masculine", "reflected", "feminine", "third"};
    struct position *pos = NULL;
    if (m->game == &bel_game_release && number < 3)
        pos = pos_new(bel_games[number]);
    else if (m->game == &tam_game && number < 8)
        pos = pos_new(m->game);
    else if (m->game == &bas_game && number < 1)
        pos = pos_new(m->game);
    if (pos && m->game == &tam_game &&
        (pos_set_option(pos, "Setup", setups[number % 4]) != ENGINE_OK ||
         pos_set_option(pos, "PopRelocation", number < 4 ? "compulsory" : "optional") !=
             ENGINE_OK ||
         pos_reset(pos) != ENGINE_OK))
        die("options", "refused");
    return pos;
}

static void add_starts(struct suite_maker *m)
{
    struct position *pos;
    for (unsigned i = 0; (pos = start_of(m, i)) != NULL; i++)
        add(m, pos);
}

static void add_source(struct suite_maker *m, const char *path)
{
    struct suite suite;
    struct suite_record record;
    struct suite_fault fault;
    const char *why;
    if (!suite_open(&suite, path))
        die(path, strerror(errno));
    while (suite_next(&suite, &record, &why) == SUITE_RECORD) {
        struct position *pos = suite_position(&record, m->game, &fault);
        char text[SUITE_FAULT_MAX];
        if (!pos)
            die(path, suite_fault_text(&fault, text));
        add(m, pos);
    }
    suite_close(&suite);
}

/* Rule sets take turns, the default one every second time. */
static void add_random(struct suite_maker *m, int wanted, bool built)
{
    unsigned long long seed = SEED + (unsigned)built;
    unsigned sets = 0;
    struct position *pos;
    for (; (pos = start_of(m, sets)) != NULL; sets++)
        pos_free(pos);
    const size_t end = m->nb + (size_t)wanted;
    for (int i = 0; m->nb < end && i < 100 * wanted; i++) {
        char fen[GAME_FEN_MAX];
        pos = start_of(m, i % 2 ? (unsigned)i / 2 % sets : 0);
        if (!pos)
            die("memory", "out of it");
        oracle_random_text(pos, &seed, 4 + i * 7 % 140, built, fen);
        if (pos_set(pos, fen, NULL) != ENGINE_OK)
            die("the engine refuses", fen);
        add(m, pos);
    }
}

/* ---- Counting ------------------------------------------------------------------------------ */

static uint64_t count_with_keys(struct suite_maker *m, const struct position *pos, int depth,
                                unsigned keys)
{
    const struct perft_options options = {
        .depth = depth, .threads = 1, .bulk = true, .hash = m->hash, .keys = keys};
    perft_count_t nodes;
    bool complete;
    if (perft_run(pos, &options, &nodes, &complete) != ENGINE_OK || nodes > UINT64_MAX)
        die("count", "failed");
    return (uint64_t)nodes;
}

/* Counts depth by depth as long as the next is expected to have at most nodes_max; returns the
 * deepest. */
static int count_all(struct suite_maker *m, const struct item *item, uint64_t *counts)
{
    double before = 1, expected = 1;
    int depth = 0;
    while (depth < DEPTH_LIMIT && (depth == 0 || expected <= (double)m->nodes_max)) {
        depth++;
        counts[depth] = count_with_keys(m, item->pos, depth, 0);
        if (counts[depth] != count_with_keys(m, item->pos, depth, 1))
            die("the key sets disagree", item->fen);
        if (counts[depth] == 0)
            break;
        expected = (double)counts[depth] * (double)counts[depth] / before;
        before = (double)counts[depth];
    }
    return depth;
}

static int deepest_up_to(const uint64_t *counts, int depth, uint64_t max)
{
    while (depth > 1 && counts[depth] > max)
        depth--;
    return depth;
}

static void compare_rows(const struct item *item, const uint64_t *counts,
                         const struct perft_stats *rows, int depth)
{
    for (int d = 1; d <= depth; d++)
        if (rows->nodes[d] != counts[d])
            die("a slower count disagrees", item->fen);
}

/* Statistics down to *played; checks them with the oracle down to *oracle. */
static void count_stats(const struct item *item, const uint64_t *counts, int depth,
                        struct perft_stats *rows, int *played, int *oracle)
{
    static struct perft_stats slow; /* large; one thread */
    *played = deepest_up_to(counts, depth, PLAYED_NODES);
    *oracle = deepest_up_to(counts, depth,
                            item->pos->game == &tam_game ? ORACLE_NODES_TAMERLANE : ORACLE_NODES);
    const struct perft_options options = {.depth = *played, .threads = 1, .stats = rows};
    perft_count_t nodes;
    bool complete;
    if (perft_run(item->pos, &options, &nodes, &complete) != ENGINE_OK)
        die("count", "failed");
    compare_rows(item, counts, rows, *played);
    memset(&slow, 0, sizeof slow);
    if (!oracle_count_stats(item->pos, *oracle, &slow))
        die("the oracle refuses", item->fen);
    compare_rows(item, counts, &slow, *oracle);
    for (int d = 1; d <= *oracle; d++)
        for (int i = 0; item->pos->game->stats_names[i]; i++)
            if (slow.columns[d][i] != rows->columns[d][i]) {
                fprintf(stderr, "depth %d, %s: %" PRIu64 ", oracle %" PRIu64 "\n", d,
                        item->pos->game->stats_names[i], rows->columns[d][i], slow.columns[d][i]);
                die("the oracle disagrees", item->fen);
            }
}

/* ---- Writing ------------------------------------------------------------------------------- */

/* Rules as fields of a suite, with `between` between them: "set=belarusian-noble", or
 * "setup=third ;poprelocation=optional". Options at their defaults are left out. Returns out. */
enum { RULES_MAX = 128 };
static const char *rules_text(const struct position *pos, const char *between, char *out)
{
    out[0] = '\0';
    if (pos->game == &tam_game) {
        static const char *const names[] = {"setup", "poprelocation"};
        int used = 0;
        for (int i = 0; i < 2; i++)
            if (pos->option[i] > 0)
                used += snprintf(out + used, RULES_MAX - (size_t)used, "%s%s=%s",
                                 used > 0 ? between : "", names[i],
                                 pos->game->options[i].values[pos->option[i]]);
    } else if (pos->game != &bas_game) {
        snprintf(out, RULES_MAX, "set=%s", pos->game->name);
    }
    return out;
}

static void write_csv_head(const struct suite_maker *m)
{
    fputs("fen,rules,depth,nodes", m->csv);
    for (int i = 0; m->game->stats_names[i]; i++)
        fprintf(m->csv, ",%s", m->game->stats_names[i]);
    fputs(",confirmed_by\n", m->csv);
}

static void write_item(struct suite_maker *m, const struct item *item)
{
    static struct perft_stats rows;
    uint64_t counts[DEPTH_LIMIT + 1] = {1};
    int played, oracle;
    const int depth = count_all(m, item, counts);
    count_stats(item, counts, depth, &rows, &played, &oracle);
    char rules[RULES_MAX];
    fprintf(m->epd, "%s%s%s", item->fen, rules_text(item->pos, " ;", rules)[0] ? " ;" : "", rules);
    for (int d = 1; d <= depth; d++) {
        fprintf(m->epd, " ;D%d %" PRIu64, d, counts[d]);
        fprintf(m->csv, "\"%s\",%s,%d,%" PRIu64, item->fen, rules_text(item->pos, " ", rules), d,
                counts[d]);
        for (int i = 0; m->game->stats_names[i]; i++) {
            fputc(',', m->csv);
            if (d <= played)
                fprintf(m->csv, "%" PRIu64, rows.columns[d][i]);
        }
        fprintf(m->csv, ",%s\n", d <= oracle ? "oracle" : d <= played ? "played" : "keys");
    }
    fputc('\n', m->epd);
    fprintf(stderr, "%s: D%d %" PRIu64 "\n", item->fen, depth, counts[depth]);
}

static void open_out(struct outfile *f, const char *prefix, const char *suffix)
{
    char *path;
    if (asprintf(&path, "%s.%s", prefix, suffix) < 0)
        die("memory", "out of it");
    if (!outfile_open(f, path))
        die(path, strerror(errno));
    free(path);
}

int main(int argc, char **argv)
{
    static struct suite_maker m;
    struct outfile epd, csv;
    if (argc != 5 || !(m.game = games_find(argv[1])) || !suite_number(argv[3], &m.nodes_max)) {
        fputs("usage: make_suite GAME SOURCE.epd NODES OUT\n", stderr);
        return 2;
    }
    m.hash = perft_hash_new(HASH_MIB, false);
    if (!m.hash)
        die("memory", "out of it");
    add_starts(&m);
    add_source(&m, argv[2]);
    add_random(&m, PLAYED_POSITIONS, false);
    add_random(&m, BUILT_POSITIONS, true);
    open_out(&epd, argv[4], "epd");
    open_out(&csv, argv[4], "csv");
    m.epd = epd.file;
    m.csv = csv.file;
    fprintf(
        m.epd,
        "# %s: reference counts of move sequences, FEN ;RULES ;Dk COUNT. What the moves were is "
        "in\n"
        "# the .csv file of the same name. Made by `make perft-suite`, which confirms each count\n"
        "# by two key sets and, as deep as they reach, by slower ways.\n",
        m.game->title);
    write_csv_head(&m);
    for (size_t i = 0; i < m.nb; i++)
        write_item(&m, &m.items[i]);
    if (!outfile_finish(&epd) || !outfile_finish(&csv))
        die("writing", strerror(errno));
    for (size_t i = 0; i < m.nb; i++)
        pos_free(m.items[i].pos);
    perft_hash_free(m.hash);
    return 0;
}
