/* The reference counts of this folder: they are what they claim to be, the two files of a game
 * agree, and engine and oracle still count the same, columns included. */
#include "engine/perft.h"
#include "engine/position.h"
#include "tests/harness.h"
#include "tests/support/game_checks.h"
#include "tests/support/oracle_stats.h"
#include "tools/suite.h"

#include <errno.h>

enum { POSITIONS_MIN = 100, CELLS_MAX = GAME_STATS_MAX + 5, ROW_MAX = 2048 };

/* One row: "FEN",RULES,DEPTH,NODES,COLUMN...,CONFIRMED. */
struct row {
    char text[ROW_MAX];
    char *cells[CELLS_MAX];
    int nb;
};

/* A suite and its table, read side by side. */
struct reference {
    struct test *t;
    const struct game *game;
    FILE *csv;
    struct suite suite;
    unsigned positions, rows, with_columns, by_oracle;
    uint64_t deepest;
};

static bool read_row(struct reference *r, struct row *row)
{
    if (!fgets(row->text, sizeof row->text, r->csv))
        return false;
    row->text[strcspn(row->text, "\n")] = '\0';
    row->nb = 0;
    char *at = row->text;
    if (*at == '"') { /* only the position is quoted, and it holds no quotes */
        row->cells[row->nb++] = ++at;
        at = strchr(at, '"');
        if (!at)
            return false;
        *at++ = '\0';
        at += *at == ',';
    }
    while (at && row->nb < CELLS_MAX)
        row->cells[row->nb++] = strsep(&at, ",");
    return true;
}

static int columns_nb(const struct game *game)
{
    int nb = 0;
    while (game->stats_names[nb])
        nb++;
    return nb;
}

static void check_head(struct reference *r)
{
    struct test *t = r->t;
    struct row row;
    const int nb = columns_nb(r->game);
    REQUIRE(read_row(r, &row) && row.nb == nb + 5);
    CHECK_EQ_STR(row.cells[0], "fen");
    CHECK_EQ_STR(row.cells[1], "rules");
    CHECK_EQ_STR(row.cells[2], "depth");
    CHECK_EQ_STR(row.cells[3], "nodes");
    for (int i = 0; i < nb; i++)
        CHECK_EQ_STR(row.cells[4 + i], r->game->stats_names[i]);
    CHECK_EQ_STR(row.cells[4 + nb], "confirmed_by");
}

/* The row of one depth against the suite's count and against what was counted just now. */
static void check_row(struct reference *r, const struct suite_record *record, int depth,
                      uint64_t nodes, const struct perft_stats *now, int counted)
{
    struct test *t = r->t;
    struct row row;
    const int nb = columns_nb(r->game);
    REQUIRE(read_row(r, &row) && row.nb == nb + 5);
    CHECK_EQ_STR(row.cells[0], record->fen);
    CHECK_EQ_INT(atoi(row.cells[2]), depth);
    CHECK_EQ_U64(strtoull(row.cells[3], NULL, 10), nodes);
    const char *by = row.cells[4 + nb];
    const bool has_columns = strcmp(by, "oracle") == 0 || strcmp(by, "played") == 0;
    CHECK_MSG(has_columns || strcmp(by, "keys") == 0, "confirmed by %s", by);
    for (int i = 0; i < nb; i++) {
        CHECK_MSG((row.cells[4 + i][0] != '\0') == has_columns, "line %zu: column %d", record->line,
                  i);
        if (has_columns && depth <= counted)
            CHECK_MSG(strtoull(row.cells[4 + i], NULL, 10) == now->columns[depth][i],
                      "line %zu, depth %d, %s: %s, now %" PRIu64, record->line, depth,
                      r->game->stats_names[i], row.cells[4 + i], now->columns[depth][i]);
    }
    r->rows++;
    r->with_columns += has_columns;
    r->by_oracle += strcmp(by, "oracle") == 0;
    r->deepest = nodes > r->deepest ? nodes : r->deepest;
}

/* The depth of the deepest count up to `max`. */
static int deepest_up_to(const uint64_t *counts, int depth, uint64_t max)
{
    while (depth > 0 && counts[depth] > max)
        depth--;
    return depth;
}

static void check_position(struct reference *r, const struct suite_record *record,
                           struct position *pos)
{
    struct test *t = r->t;
    static struct perft_stats now, slow; /* large; one thread */
    uint64_t counts[64] = {1};
    int depth = 0;
    for (size_t i = 0; i < record->fields_nb; i++)
        if (record->fields[i].name[0] == 'D') {
            REQUIRE(depth < 63 && atoi(record->fields[i].name + 1) == depth + 1);
            REQUIRE(suite_number(record->fields[i].value, &counts[++depth]));
        }
    CHECK_MSG(depth >= 2, "line %zu", record->line);

    /* Every move played, on two threads, with its columns. */
    const int played = deepest_up_to(counts, depth, (uint64_t)amount(20000, 2000, 2000000));
    const struct perft_options options = {.depth = played, .threads = 2, .stats = &now};
    perft_count_t nodes;
    bool complete;
    CHECK_EQ_INT(perft_run(pos, &options, &nodes, &complete), ENGINE_OK);
    CHECK_MSG(nodes == counts[played], "line %zu, depth %d", record->line, played);

    const int oracle = deepest_up_to(counts, depth, (uint64_t)amount(2000, 200, 100000));
    memset(&slow, 0, sizeof slow);
    CHECK(oracle_count_stats(pos, oracle, &slow));
    for (int d = 1; d <= oracle; d++) {
        CHECK_EQ_U64(slow.nodes[d], counts[d]);
        for (int i = 0; r->game->stats_names[i]; i++)
            CHECK_MSG(slow.columns[d][i] == now.columns[d][i],
                      "line %zu, depth %d, %s: %" PRIu64 ", oracle %" PRIu64, record->line, d,
                      r->game->stats_names[i], now.columns[d][i], slow.columns[d][i]);
    }
    for (int d = 1; d <= depth; d++)
        check_row(r, record, d, counts[d], &now, played);
}

static void check_game(struct test *t, const char *name)
{
    struct reference r = {.t = t, .game = games_find(name)};
    struct suite_record record;
    struct suite_fault fault;
    const char *why;
    char path[128];
    snprintf(path, sizeof path, "tests/perft/%s.csv", name);
    r.csv = fopen(path, "r");
    snprintf(path, sizeof path, "tests/perft/%s.epd", name);
    REQUIRE(r.csv && suite_open(&r.suite, path));
    check_head(&r);
    while (suite_next(&r.suite, &record, &why) == SUITE_RECORD) {
        struct position *pos = suite_position(&record, r.game, &fault);
        if (CHECK_MSG(pos != NULL, "%s line %zu", path, record.line))
            check_position(&r, &record, pos);
        pos_free(pos);
        r.positions++;
    }
    struct row row;
    CHECK(!read_row(&r, &row));
    printf("# %s: %u positions, %u counts up to %" PRIu64 ", %u with columns, %u by the oracle\n",
           name, r.positions, r.rows, r.deepest, r.with_columns, r.by_oracle);
    CHECK(r.positions >= POSITIONS_MIN);
    CHECK(r.by_oracle > r.positions);
    suite_close(&r.suite);
    fclose(r.csv);
}

static void case_belarusian(struct test *t)
{
    check_game(t, "belarusian");
}

static void case_tamerlane(struct test *t)
{
    check_game(t, "tamerlane");
}

static void case_bashni(struct test *t)
{
    check_game(t, "bashni");
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"perft suite: belarusian", case_belarusian},
        {"perft suite: tamerlane", case_tamerlane},
        {"perft suite: bashni", case_bashni},
    };
    return test_main(argc, argv, cases, COUNT(cases));
}
