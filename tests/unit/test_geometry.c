/* The three boards: numbering, names both ways, files and ranks, reflections, extra squares. */
#include "bitboards/geometry.h"
#include "tests/harness.h"

static const struct geometry *const boards[] = {&geo_9x9, &geo_tamerlane, &geo_dark};

/* Squares of the rectangle: those with a file and a rank. */
static unsigned rectangle_of(const struct geometry *g)
{
    return g->squares - g->extra;
}

static void case_facts(struct test *t)
{
    static const struct {
        unsigned files, ranks, squares, extra;
    } wanted[] = {{9, 9, 81, 0}, {11, 10, 112, 2}, {8, 8, 32, 0}};
    for (size_t i = 0; i < COUNT(boards); i++) {
        const struct geometry *g = boards[i];
        CHECK_EQ_U64(g->files, wanted[i].files);
        CHECK_EQ_U64(g->ranks, wanted[i].ranks);
        CHECK_EQ_U64(g->squares, wanted[i].squares);
        CHECK_EQ_U64(g->extra, wanted[i].extra);
        CHECK_EQ_U64(bb_count(geo_all(g)), g->squares);
        CHECK_EQ_U64(bb_highest(geo_all(g)), g->squares - 1);
        CHECK(g->name && g->name[0]);
    }
}

/* Numbers, files and ranks as the rules of the games give them. */
static void case_known_squares(struct test *t)
{
    static const struct {
        const struct geometry *g;
        const char *name;
        unsigned sq;
    } rows[] = {
        {&geo_9x9, "a1", 0},         {&geo_9x9, "i1", 8},         {&geo_9x9, "a2", 9},
        {&geo_9x9, "e5", 40},        {&geo_9x9, "a9", 72},        {&geo_9x9, "i9", 80},
        {&geo_tamerlane, "a1", 0},   {&geo_tamerlane, "k1", 10},  {&geo_tamerlane, "a2", 11},
        {&geo_tamerlane, "a10", 99}, {&geo_tamerlane, "k9", 98},  {&geo_tamerlane, "k10", 109},
        {&geo_tamerlane, "l2", 110}, {&geo_tamerlane, "z9", 111}, {&geo_dark, "a1", 0},
        {&geo_dark, "c1", 1},        {&geo_dark, "g1", 3},        {&geo_dark, "b2", 4},
        {&geo_dark, "h2", 7},        {&geo_dark, "d4", 13},       {&geo_dark, "h8", 31},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char name[GEO_SQUARE_TEXT_MAX];
        unsigned sq = GEO_NO_SQUARE;
        CHECK_EQ_U64(geo_parse(rows[i].g, rows[i].name, &sq), strlen(rows[i].name));
        CHECK_MSG(sq == rows[i].sq, "%s on %s is %u, wanted %u", rows[i].name, rows[i].g->name, sq,
                  rows[i].sq);
        CHECK_EQ_U64(geo_format(rows[i].g, rows[i].sq, name), strlen(rows[i].name));
        CHECK_EQ_STR(name, rows[i].name);
    }
}

static void case_names_round_trip(struct test *t)
{
    for (size_t i = 0; i < COUNT(boards); i++) {
        const struct geometry *g = boards[i];
        for (unsigned sq = 0; sq < g->squares; sq++) {
            char name[GEO_SQUARE_TEXT_MAX + 4];
            unsigned read = GEO_NO_SQUARE;
            memset(name, '#', sizeof name);
            const size_t n = geo_format(g, sq, name);
            CHECK(n >= 2 && n < GEO_SQUARE_TEXT_MAX && name[n] == '\0');
            CHECK(name[GEO_SQUARE_TEXT_MAX] == '#');
            CHECK_MSG(geo_parse(g, name, &read) == n && read == sq, "%s: %s", g->name, name);
            /* A name ends where another square's begins. */
            strcpy(name + n, "a1");
            CHECK_MSG(geo_parse(g, name, &read) == n && read == sq, "%s: %s", g->name, name);
        }
    }
}

static void case_longest_name_wins(struct test *t)
{
    static const struct {
        const struct geometry *g;
        const char *text;
        size_t length;
        const char *square;
    } rows[] = {
        {&geo_tamerlane, "a10", 3, "a10"}, {&geo_tamerlane, "a100", 3, "a10"},
        {&geo_tamerlane, "a1b2", 2, "a1"}, {&geo_tamerlane, "k10k10", 3, "k10"},
        {&geo_tamerlane, "a11", 2, "a1"},  {&geo_tamerlane, "a19", 2, "a1"},
        {&geo_tamerlane, "b20", 2, "b2"},  {&geo_tamerlane, "l25", 2, "l2"},
        {&geo_tamerlane, "z9a", 2, "z9"},  {&geo_9x9, "a10", 2, "a1"},
        {&geo_9x9, "e5e6", 2, "e5"},       {&geo_dark, "a10", 2, "a1"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        unsigned sq = GEO_NO_SQUARE, wanted = GEO_NO_SQUARE;
        const size_t n = geo_parse(rows[i].g, rows[i].text, &sq);
        CHECK(geo_parse(rows[i].g, rows[i].square, &wanted) > 0);
        CHECK_MSG(n == rows[i].length && sq == wanted, "%s on %s: %zu bytes, square %u",
                  rows[i].text, rows[i].g->name, n, sq);
    }
}

static void case_junk_is_refused(struct test *t)
{
    static const char *const junk[] = {
        "",   "a",  "1",  "a0", "A1", "0",  "-",  "a-1", " a1", "aa1", "a a", "\xff",
        "{1", "`1", "a/", "a:", "1a", "m1", "y9", "z1",  "l1",  "l3",  "z8",  "a\xb1"};
    static const struct {
        const struct geometry *g;
        const char *text;
    } off_board[] = {{&geo_9x9, "j1"},       {&geo_9x9, "l2"},  {&geo_9x9, "z9"},
                     {&geo_tamerlane, "l9"}, {&geo_dark, "b1"}, {&geo_dark, "a2"},
                     {&geo_dark, "a9"},      {&geo_dark, "i1"}, {&geo_dark, "i9"},
                     {&geo_dark, "h1"}};
    for (size_t i = 0; i < COUNT(boards); i++)
        for (size_t j = 0; j < COUNT(junk); j++) {
            unsigned sq = 77;
            CHECK_MSG(geo_parse(boards[i], junk[j], &sq) == 0, "%s: \"%s\"", boards[i]->name,
                      junk[j]);
            CHECK_EQ_U64(sq, 77);
        }
    for (size_t i = 0; i < COUNT(off_board); i++) {
        unsigned sq = 77;
        CHECK_MSG(geo_parse(off_board[i].g, off_board[i].text, &sq) == 0, "%s: \"%s\"",
                  off_board[i].g->name, off_board[i].text);
        CHECK_EQ_U64(sq, 77);
    }
}

/* square(file(sq), rank(sq)) is sq, and all other coordinates are no square. */
static void case_coordinates(struct test *t)
{
    for (size_t i = 0; i < COUNT(boards); i++) {
        const struct geometry *g = boards[i];
        bb_t seen = BB_EMPTY;
        unsigned next = 0;
        for (int rank = -3; rank < 16; rank++)
            for (int file = -3; file < 16; file++) {
                const unsigned sq = geo_square(g, file, rank);
                const bool inside = file >= 0 && file < (int)g->files && rank >= 0 &&
                                    rank < (int)g->ranks &&
                                    !(g->dark_only && (file + rank) % 2 != 0);
                CHECK_MSG((sq != GEO_NO_SQUARE) == inside, "%s: %d,%d", g->name, file, rank);
                if (sq == GEO_NO_SQUARE)
                    continue;
                CHECK_EQ_U64(sq, next++); /* rank by rank, without gaps */
                CHECK(!geo_is_extra(g, sq));
                CHECK_EQ_U64(geo_file(g, sq), (unsigned)file);
                CHECK_EQ_U64(geo_rank(g, sq), (unsigned)rank);
                seen |= bb_square(sq);
            }
        CHECK_EQ_U64(next, rectangle_of(g));
        CHECK(bb_count(seen) == next);
    }
}

static void case_extra_squares(struct test *t)
{
    for (size_t i = 0; i < COUNT(boards); i++) {
        const struct geometry *g = boards[i];
        unsigned extras = 0;
        for (unsigned sq = 0; sq < g->squares; sq++)
            extras += geo_is_extra(g, sq);
        CHECK_EQ_U64(extras, g->extra);
    }
    CHECK(geo_is_extra(&geo_tamerlane, 110) && geo_is_extra(&geo_tamerlane, 111));
    CHECK(!geo_is_extra(&geo_tamerlane, 109));
}

/* Files and ranks each partition the rectangle, and meet in one square (or none, if it is light).
 */
static void case_masks(struct test *t)
{
    for (size_t i = 0; i < COUNT(boards); i++) {
        const struct geometry *g = boards[i];
        const bb_t rectangle = ((bb_t)1 << rectangle_of(g)) - 1;
        bb_t files = BB_EMPTY, ranks = BB_EMPTY;
        for (unsigned file = 0; file < g->files; file++) {
            CHECK(!bb_any(files & geo_file_mask(g, file)));
            files |= geo_file_mask(g, file);
            CHECK_EQ_U64(bb_count(geo_file_mask(g, file)), g->dark_only ? 4 : g->ranks);
        }
        for (unsigned rank = 0; rank < g->ranks; rank++) {
            CHECK(!bb_any(ranks & geo_rank_mask(g, rank)));
            ranks |= geo_rank_mask(g, rank);
            CHECK_EQ_U64(bb_count(geo_rank_mask(g, rank)), g->dark_only ? 4 : g->files);
        }
        CHECK(files == rectangle && ranks == rectangle);
        for (unsigned file = 0; file < g->files; file++)
            for (unsigned rank = 0; rank < g->ranks; rank++) {
                const unsigned sq = geo_square(g, (int)file, (int)rank);
                const bb_t wanted = sq == GEO_NO_SQUARE ? BB_EMPTY : bb_square(sq);
                CHECK((geo_file_mask(g, file) & geo_rank_mask(g, rank)) == wanted);
            }
    }
}

/* The half-turn is sq -> last - sq on every board; mirrors undo themselves and commute to it. */
static void case_reflections(struct test *t)
{
    for (size_t i = 0; i < COUNT(boards); i++) {
        const struct geometry *g = boards[i];
        const int files = (int)g->files, ranks = (int)g->ranks;
        for (unsigned sq = 0; sq < rectangle_of(g); sq++) {
            const int file = (int)geo_file(g, sq), rank = (int)geo_rank(g, sq);
            CHECK_EQ_U64(geo_square(g, files - 1 - file, ranks - 1 - rank),
                         rectangle_of(g) - 1 - sq);
            const unsigned mirrored = geo_square(g, files - 1 - file, rank);
            if (g->dark_only) {
                CHECK_EQ_U64(mirrored, GEO_NO_SQUARE); /* light squares are the mirror of dark */
                continue;
            }
            CHECK_EQ_U64(geo_square(g, files - 1 - (int)geo_file(g, mirrored), rank), sq);
            const unsigned upside = geo_square(g, file, ranks - 1 - rank);
            CHECK_EQ_U64(geo_square(g, file, ranks - 1 - (int)geo_rank(g, upside)), sq);
        }
    }
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"geometry facts", case_facts},
        {"geometry known squares", case_known_squares},
        {"geometry names round trip", case_names_round_trip},
        {"geometry longest name wins", case_longest_name_wins},
        {"geometry junk is refused", case_junk_is_refused},
        {"geometry coordinates", case_coordinates},
        {"geometry extra squares", case_extra_squares},
        {"geometry files and ranks", case_masks},
        {"geometry reflections", case_reflections},
    };
    return test_main(argc, argv, cases, COUNT(cases));
}
