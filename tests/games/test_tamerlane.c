/* Tamerlane chess against its rules: position files, the worked examples of the rules text, the
 * independent oracle on random positions and walks, symmetry, options, position text. */
#include "engine/games/tamerlane/rules.h"
#include "engine/games/tamerlane/tamerlane.h"
#include "tests/games/tamerlane_examples.h"
#include "tests/games/tamerlane_texts.h"
#include "tests/harness.h"
#include "tests/oracle/tam_oracle.h"
#include "tests/support/game_checks.h"

static const char *const setup_names[] = {"masculine", "reflected", "feminine", "third"};

/* Class numbers of the game are places in this text: officers, then pawns. */
static const char class_letters[] = ".KSAFWGTNRECDKPXFWGTNRECDY";
enum { PAWNS_FROM = 13 };

/* Rules numbered as in tamerlane_examples.h. */
static struct tamo_options oracle_options(int rules)
{
    return (struct tamo_options){(enum tamo_setup)(rules % OPTIONAL), rules >= OPTIONAL};
}

static void choose(struct test *t, struct position *pos, const char *option, const char *value)
{
    CHECK_MSG(pos_set_option(pos, option, value) == ENGINE_OK, "option %s=%s", option, value);
}

/* The start position of these rules. */
static struct position *new_position(struct test *t, int rules)
{
    struct position *pos = checks_new(t, &tam_game);
    choose(t, pos, "Setup", setup_names[rules % OPTIONAL]);
    choose(t, pos, "PopRelocation", rules >= OPTIONAL ? "optional" : "compulsory");
    CHECK(pos_reset(pos) == ENGINE_OK);
    return pos;
}

/* A position set from text; NULL, with a failure, if that does not work. */
static struct position *position_of(struct test *t, int rules, const char *label, const char *fen)
{
    struct position *pos = new_position(t, rules);
    if (checks_set(t, pos, label, fen))
        return pos;
    pos_free(pos);
    return NULL;
}

/* --- the oracle --- */

static void oracle_moves(const void *p, struct names *out)
{
    static char moves[TAMO_MOVES_MAX][TAMO_MOVE_SIZE];
    names_copy(out, moves[0], TAMO_MOVE_SIZE, tamo_moves(p, moves));
}

static void oracle_apply(void *p, const char *move)
{
    tamo_apply(p, move);
}

static void oracle_pass(void *p)
{
    struct tamo_pos *q = p;
    q->side = q->side == 'w' ? 'b' : 'w';
}

static void oracle_format(const void *p, char *out)
{
    tamo_format(p, out);
}

static const char *oracle_result(const void *p)
{
    return tamo_result(p);
}

static const struct oracle oracle = {
    sizeof(struct tamo_pos), oracle_moves, oracle_apply, oracle_pass, oracle_format, oracle_result};

/* Would the position be invalid (section 12) were it the other side's turn? */
static bool oracle_in_check(const struct tamo_pos *p)
{
    char fen[TAMO_FEN_SIZE];
    struct tamo_pos other = *p;
    oracle_pass(&other);
    tamo_format(&other, fen);
    return !tamo_parse(&other, fen, p->options);
}

static bool is_own(const struct tamo_pos *p, struct tamo_man man)
{
    return man.letter != '.' && (man.letter < 'a') == (p->side == 'w');
}

static bool is_enemy(const struct tamo_pos *p, struct tamo_man man)
{
    return man.letter != '.' && !is_own(p, man);
}

static char upper(char letter)
{
    return letter >= 'a' ? (char)(letter - 'a' + 'A') : letter;
}

static unsigned class_of(struct tamo_man man)
{
    if (man.letter == '.')
        return 0;
    const char *from = class_letters + (man.is_pawn ? PAWNS_FROM : 0);
    return (unsigned)(strchr(from, upper(man.letter)) - class_letters);
}

static bool on_last_rank(const struct tamo_pos *p, unsigned sq)
{
    return p->side == 'w' ? sq >= 99 && sq < 110 : sq < 11;
}

/* --- one position against the oracle --- */

/* Every fact of a move, derived from its two squares and the oracle's board. */
struct facts {
    unsigned from, to;
    struct tamo_man man, other;
    bool relocates, swaps, exchanges, promotes, enters; /* enters: the enemy citadel */
    char becomes;                                       /* letter, 0 if nothing */
};

static struct facts facts_of(const struct tamo_pos *p, const char *name)
{
    struct facts f = {0};
    const size_t n = geo_parse(&geo_tamerlane, name, &f.from);
    geo_parse(&geo_tamerlane, name + n, &f.to);
    f.man = p->men[f.from];
    f.other = p->men[f.to];
    const bool is_pop = f.man.is_pawn && upper(f.man.letter) == 'P';
    f.relocates = is_pop && on_last_rank(p, f.from);
    f.exchanges = !f.man.is_pawn && is_own(p, f.other) && !f.other.is_pawn &&
                  strchr("SA", upper(f.other.letter));
    f.swaps = !f.relocates && !f.exchanges && is_own(p, f.other);
    f.promotes = !f.relocates && !is_pop && f.man.is_pawn && on_last_rank(p, f.to);
    f.enters = f.to == (p->side == 'w' ? 111u : 110u);
    if (f.promotes) {
        static const char pairs[] = "KSXYYA";
        const char *pair = strchr("KXY", upper(f.man.letter));
        f.becomes = pair ? pairs[(pair[0] == 'K'   ? 0
                                  : pair[0] == 'X' ? 2
                                                   : 4) +
                                 1]
                         : upper(f.man.letter);
    }
    return f;
}

static void check_entry(const struct scene *s, const struct move_entry *e)
{
    struct test *t = s->t;
    const struct tamo_pos *p = s->state;
    char name[NAME_SIZE];
    names_of_move(s->pos, e, name);
    const struct facts f = facts_of(p, name);
    const unsigned mover = class_of(f.man);
    const unsigned victim = is_enemy(p, f.other) ? class_of(f.other) : 0;
    const unsigned becomes =
        f.becomes ? class_of((struct tamo_man){f.becomes, f.becomes == 'Y'}) : 0;
    const unsigned flags = (victim ? MOVE_CAPTURE : 0u) | (f.promotes ? MOVE_PROMOTION : 0u) |
                           (f.enters || f.relocates ? MOVE_FORCING : 0u);
    const bool right = move_from(e->move) == f.from && move_to(e->move) == f.to &&
                       e->mover == mover && e->victim == victim && e->becomes == becomes &&
                       e->flags == flags && move_is_quiet(e) == (flags == 0);
    CHECK_MSG(right, "%s: %s: mover %u victim %u becomes %u flags %u, wanted %u %u %u %u", s->fen,
              name, e->mover, e->victim, e->becomes, e->flags, mover, victim, becomes, flags);
    CHECK_MSG(f.to < 110 || (!f.man.is_pawn && strchr("KSA", upper(f.man.letter))),
              "%s: %s enters a citadel", s->fen, name);
}

static void check_evasions(const struct scene *s)
{
    static struct names got;
    if (!s->in_check)
        return;
    names_generate(s->pos, GEN_EVASIONS, &got);
    names_check(s->t, &got, &s->legal, "evasions", s->fen);
}

/* The arbiter's word, and the search's scores for the same. */
static void check_result(const struct scene *s)
{
    enum { PLY = 7 };
    struct test *t = s->t;
    const struct game *game = s->pos->game;
    const char *word = tamo_result(s->state);
    const struct game_result result = game->result(s->pos);
    const bool drawn = strcmp(word, "draw-citadel") == 0;
    CHECK_MSG(strcmp(result.word, word) == 0, "%s: result %s, wanted %s", s->fen, result.word,
              word);
    const enum outcome outcome = drawn                            ? OUTCOME_DRAW
                                 : strncmp(word, "white", 5) == 0 ? OUTCOME_WHITE_WINS
                                 : strncmp(word, "black", 5) == 0 ? OUTCOME_BLACK_WINS
                                                                  : OUTCOME_NONE;
    CHECK_MSG(result.outcome == outcome, "%s: wrong outcome", s->fen);
    const char *way = drawn ? "citadel" : strstr(word, "-wins") ? strchr(word, ' ') + 1 : "";
    CHECK_MSG(strcmp(result.way, way) == 0, "%s: the way is %s", s->fen, result.way);

    score_t score = SCORE_NONE;
    CHECK_MSG(game->decided(s->pos, PLY, &score) == drawn, "%s: wrongly decided", s->fen);
    CHECK_MSG(score == (drawn ? SCORE_DRAW : SCORE_NONE), "%s: decided scores %d", s->fen, score);
    if (s->list_nb == 0 && !drawn)
        CHECK_EQ_INT(game->no_moves(s->pos, PLY), -(SCORE_MATE - PLY - 1));
}

/* Section 13, and the marks of the move's effect. */
static void check_human_texts(const struct scene *s)
{
    struct test *t = s->t;
    const struct tamo_pos *p = s->state;
    for (int i = 0; i < s->list_nb; i++) {
        char name[NAME_SIZE], got[MOVE_TEXT_MAX], wanted[MOVE_TEXT_MAX], squares[2][4];
        names_of_move(s->pos, &s->list[i], name);
        const struct facts f = facts_of(p, name);
        geo_format(&geo_tamerlane, f.from, squares[0]);
        geo_format(&geo_tamerlane, f.to, squares[1]);
        struct tamo_pos after = *p;
        tamo_apply(&after, name);
        const char *word = tamo_result(&after);
        const char *mark = strstr(word, "stalemate")           ? "##"
                           : strstr(word, "mate")              ? "#"
                           : strcmp(word, "draw-citadel") == 0 ? "="
                           : strcmp(word, "none check") == 0   ? "+"
                                                               : "";
        const char *joint = f.exchanges            ? (p->side == 'w' ? "<z9>" : "<l2>")
                            : f.swaps              ? "<>"
                            : f.relocates          ? (is_enemy(p, f.other) ? "x@" : "@")
                            : is_enemy(p, f.other) ? "x"
                                                   : "-";
        const char becomes[] = {f.becomes, '\0'};
        snprintf(wanted, sizeof wanted, "%s%c%s%s%s%s%s%s%s", f.man.is_pawn ? "." : "",
                 upper(f.man.letter), squares[0], joint, squares[1], f.becomes ? "=" : "",
                 f.becomes == 'Y' ? "." : "", becomes, mark);
        s->pos->game->move_human(s->pos, &s->list[i], got);
        CHECK_MSG(strcmp(got, wanted) == 0, "%s: %s is written %s, wanted %s", s->fen, name, got,
                  wanted);
    }
}

/* Only royals stand in citadels, and no set reaches beyond the board. */
static void check_citadels(struct test *t, const struct position *pos, const char *fen)
{
    const struct tam_position *p = tam_of_const(pos);
    for (int type = 0; type < TAM_TYPE_NB; type++) {
        const bool royal = type >= KING && type <= ADVENTITIOUS;
        const bb_t allowed = royal ? geo_all(&geo_tamerlane) : TAM_MAIN_BOARD;
        CHECK_MSG(!bb_any(p->type[type] & ~allowed), "%s: men of type %d beyond the board", fen,
                  type);
    }
}

/* number: of the position in its series; the costly questions are asked of some only. */
static void check_position(struct test *t, struct position *pos, const struct tamo_pos *p,
                           int number)
{
    static struct scene s; /* large; one thread */
    if (!scene_begin(&s, t, pos, &oracle, p, oracle_in_check(p)))
        return;
    check_citadels(t, pos, s.fen);
    for (int i = 0; i < s.list_nb; i++)
        check_entry(&s, &s.list[i]);
    scene_check_partition(&s);
    check_evasions(&s);
    check_result(&s);
    scene_check_resolve_words(&s, number % 16 == 0 ? 2000 : 20);
    if (number % 4 == 0)
        scene_check_texts(&s);
    if (number % 8 == 0)
        check_human_texts(&s);
    scene_check_moves_played(&s);
    scene_check_null_move(&s);
}

/* A random position of the oracle, set in the engine too. */
static bool set_random(struct test *t, struct position *pos, int rules, unsigned long long *seed,
                       struct tamo_pos *p)
{
    char fen[TAMO_FEN_SIZE];
    tamo_random(p, seed, oracle_options(rules));
    tamo_format(p, fen);
    return checks_set(t, pos, fen, fen);
}

static void compare_random_positions(struct test *t, int rules)
{
    struct position *pos = new_position(t, rules);
    const int positions = amount(10000, 1000, 100000) / RULES_NB;
    unsigned long long seed = test_random(t);
    REQUIRE(pos_reserve(pos, 8) == ENGINE_OK);
    for (int i = 0; i < positions; i++) {
        struct tamo_pos p;
        if (set_random(t, pos, rules, &seed, &p))
            check_position(t, pos, &p, i);
    }
    pos_free(pos);
}

/* The number of the rules ends the name of the case. */
static void case_random(struct test *t)
{
    const char *number = strrchr(t->name, ' ');
    compare_random_positions(t, atoi(number));
}

/* --- random walks --- */

static void check_walk_position(const struct walk *w)
{
    check_citadels(w->t, w->pos, w->fens[w->plies]);
}

static void case_walks(struct test *t)
{
    static struct walk w; /* large */
    const int plies = amount(100000, 10000, 1000000);
    unsigned long long seed = test_random(t);
    int done = 0, games = 0;
    for (; done < plies; games++) {
        const int rules = games % RULES_NB;
        struct tamo_pos p;
        char fen[TAMO_FEN_SIZE];
        w.t = t;
        w.oracle = &oracle;
        w.state_fields = 4;
        w.each = check_walk_position;
        w.repetition_draws = games / RULES_NB % 2 != 0;
        w.pos = new_position(t, rules);
        w.fresh = new_position(t, rules);
        choose(t, w.pos, "RepetitionDraw", w.repetition_draws ? "on" : "off");
        REQUIRE(pos_reserve(w.pos, WALK_PLIES_MAX) == ENGINE_OK);
        if (games / (2 * RULES_NB) % 2 == 0)
            REQUIRE(tamo_parse(&p, tamo_start(oracle_options(rules).setup), oracle_options(rules)));
        else
            tamo_random(&p, &seed, oracle_options(rules));
        tamo_format(&p, fen);
        REQUIRE(checks_set(t, w.pos, fen, fen));
        memcpy(w.state.bytes, &p, sizeof p);
        done += 1 + walk_once(&w, WALK_PLIES_MAX);
        pos_free(w.pos);
        pos_free(w.fresh);
    }
    printf("# %d plies in %d walks\n", done - games, games);
}

/* --- files of positions --- */

/* Rules from words as "setup=third poprelocation=optional"; "-" and "" are the default. */
static int rules_of(struct test *t, const char *label, const char *words)
{
    char setup[16] = "masculine", relocation[16] = "compulsory";
    const char *at = strstr(words, "setup=");
    if (at)
        sscanf(at, "setup=%15[a-z]", setup);
    at = strstr(words, "poprelocation=");
    if (at)
        sscanf(at, "poprelocation=%15[a-z]", relocation);
    for (int rules = 0; rules < RULES_NB; rules++)
        if (strcmp(setup, setup_names[rules % OPTIONAL]) == 0 &&
            strcmp(relocation, rules >= OPTIONAL ? "optional" : "compulsory") == 0)
            return rules;
    CHECK_MSG(false, "%s: unknown options %s", label, words);
    return 0;
}

/* FEN | OPTIONS | RESULT | MOVES; every position is compared with the oracle too. */
static void check_moves_line(struct test *t, const char *label, char *line)
{
    char text[GAME_FEN_MAX];
    struct tamo_pos p;
    const char *fen = file_field(&line, '|');
    const int rules = rules_of(t, label, file_field(&line, '|'));
    struct position *pos = position_of(t, rules, label, fen);
    if (!pos)
        return;
    pos->game->format(pos, text);
    CHECK_EQ_STR(text, fen);
    file_check_moves(t, pos, label, line);
    if (CHECK(tamo_parse(&p, fen, oracle_options(rules))))
        check_position(t, pos, &p, 0);
    pos_free(pos);
}

static void case_moves_file(struct test *t)
{
    file_each_line(t, "tests/data/tamerlane.moves", check_moves_line);
}

/* FEN ;options ;D1 n ;D2 n ... */
static void check_perft_line(struct test *t, const char *label, char *line)
{
    const char *fen = file_field(&line, ';');
    int rules = 0;
    while (*line && *line != 'D') { /* options come first */
        const int more = rules_of(t, label, file_field(&line, ';'));
        rules += more;
        line += strspn(line, " ");
    }
    struct position *pos = position_of(t, rules, label, fen);
    if (!pos)
        return;
    file_check_perft(t, pos, label, line, (uint64_t)amount(2000000, 100000, INT32_MAX),
                     (uint64_t)amount(200000, 20000, INT32_MAX));
    pos_free(pos);
}

static void case_perft_file(struct test *t)
{
    file_each_line(t, "tests/data/tamerlane.epd", check_perft_line);
}

/* --- worked examples --- */

static void check_examples(struct test *t, int number)
{
    int rows = 0;
    for (size_t i = 0; i < COUNT(examples); i++) {
        const struct example *x = &examples[i];
        if (x->number != number)
            continue;
        rows++;
        if (x->kind == PERFT &&
            strtoull(x->expected, NULL, 10) > (uint64_t)amount(400000, 100000, INT32_MAX))
            continue;
        struct position *pos = position_of(t, x->set, x->fen, x->fen);
        if (pos && checks_play(t, pos, x->play))
            example_check(t, pos, x);
        pos_free(pos);
    }
    CHECK(rows > 0);
}

/* The number of the example or section stands in the name of the case. */
static void case_example(struct test *t)
{
    int number = 0;
    if (sscanf(t->name, "tamerlane section %d", &number) == 1)
        number = -number;
    else
        REQUIRE(sscanf(t->name, "tamerlane Ex %d", &number) == 1);
    check_examples(t, number);
}

/* No row is forgotten by the list of cases, and the start texts are the oracle's. */
static void case_starts(struct test *t)
{
    for (int rules = 0; rules < RULES_NB; rules++) {
        struct position *pos = new_position(t, rules);
        char text[GAME_FEN_MAX];
        pos->game->format(pos, text);
        CHECK_EQ_STR(text, tamo_start(oracle_options(rules).setup));
        pos_free(pos);
    }
    CHECK_EQ_STR(tam_game.start, tamo_start(TAMO_MASCULINE));
    for (size_t i = 0; i < COUNT(examples); i++) {
        const int n = examples[i].number;
        CHECK_MSG((n >= 1 && n <= 25) || (n <= -3 && n >= -17), "no case runs example %d", n);
    }
}

/* --- options, repetition, keys --- */

static void case_option_names(struct test *t)
{
    struct position *pos = new_position(t, MASCULINE);
    CHECK(pos_set_option(pos, "setup", "THIRD") == ENGINE_OK);
    CHECK(pos_set_option(pos, "Setup", "fourth") == ENGINE_BAD_ARGUMENT);
    CHECK(pos_set_option(pos, "PopRelocation", "never") == ENGINE_BAD_ARGUMENT);
    CHECK(pos_set_option(pos, "RepetitionDraw", "maybe") == ENGINE_BAD_ARGUMENT);
    CHECK(pos_set_option(pos, "Dice", "on") == ENGINE_BAD_ARGUMENT);
    CHECK_EQ_U64(tam_game.options_nb, 4);
    pos_free(pos);
}

/* T14: the third occurrence draws if the option says so; irreversible moves begin anew. */
static void case_repetition(struct test *t)
{
    for (int on = 0; on <= 1; on++) {
        const char *third = on ? "draw-repetition" : "none";
        struct position *pos = new_position(t, MASCULINE);
        choose(t, pos, "RepetitionDraw", on ? "on" : "off");
        CHECK_EQ_U64(pos_occurrences(pos), 0);
        REQUIRE(checks_play(t, pos, "b2a4 j9k7 a4b2 k7j9"));
        CHECK_EQ_U64(pos_occurrences(pos), 1);
        CHECK_EQ_STR(pos->game->result(pos).word, "none");
        REQUIRE(checks_play(t, pos, "b2a4 j9k7 a4b2"));
        CHECK_EQ_STR(pos->game->result(pos).word, "none");
        REQUIRE(checks_play(t, pos, "k7j9"));
        CHECK_EQ_U64(pos_occurrences(pos), 2);
        CHECK_EQ_STR(pos->game->result(pos).word, third);
        CHECK_EQ_STR(pos->game->result(pos).way, on ? "repetition" : "");
        CHECK_EQ_INT(pos->game->result(pos).outcome, on ? OUTCOME_DRAW : OUTCOME_NONE);
        CHECK_EQ_INT((int)pos->game->count(pos), 24); /* legality never depends on it */
        REQUIRE(checks_play(t, pos, "b2a4"));
        CHECK_EQ_STR(pos->game->result(pos).word, third);
        REQUIRE(checks_play(t, pos, "j9k7 a4b2 k7j9 a3a4"));
        CHECK_EQ_STR(pos->game->result(pos).word, "none");
        CHECK_EQ_U64(pos_occurrences(pos), 0);
        pos_free(pos);
    }
}

/* Swap, exchange and relocation leave earlier positions behind for good. */
static void case_irreversible(struct test *t)
{
    static const struct {
        const char *fen, *move;
        int clock;
    } rows[] = {
        {"5K4r/11/11/11/2.G8/11/11/11/11/k10 w -- S 7 9", "f10c6", 0},
        {"5K4r/11/11/11/2N8/11/11/11/11/k10 w -- S 7 9", "f10c6", 0},
        {"11/K10/11/4r6/11/4S6/11/11/11/9k1 w -- C 7 9", "a9e5", 0},
        {"2.P7k/11/11/5n1t3/11/11/11/11/11/K10 w -- - 7 9", "c10g6", 0},
        {"4r5k/3.X7/11/11/11/11/11/11/11/K10 w -- - 7 9", "d9d10", 0},
        {"k10/11/11/4r6/11/4S6/11/11/11/K10 w -- - 7 9", "e5e4", 8},
        {"11/K10/11/4r6/11/11/11/11/11/9k1 w -- C 7 9", "a9z9", 8},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct position *pos = position_of(t, MASCULINE, rows[i].fen, rows[i].fen);
        REQUIRE(pos && checks_play(t, pos, rows[i].move));
        CHECK_EQ_INT(pos->clock, rows[i].clock);
        CHECK_EQ_INT(pos->reversible, rows[i].clock ? 1 : 0);
        pos_free(pos);
    }
}

/* Section 10 comes before the clock, and the clock counts only if the option says so. */
static void case_move_limit(struct test *t)
{
    static const struct {
        const char *fen, *off, *on;
    } rows[] = {
        {"5k5/11/11/11/11/4R6/11/11/11/4K6 b -- - 99 80", "none", "none"},
        {"5k5/11/11/11/11/4R6/11/11/11/4K6 b -- - 100 80", "none", "draw-limit"},
        {"5k5/11/11/11/11/4R6/11/11/11/4K6 b -- - 9999 80", "none", "draw-limit"},
        {"4k6/11/11/11/11/4R6/11/11/11/4K6 b -- - 100 80", "none check", "draw-limit"},
        {"10r/11/11/11/k10/11/11/11/11/11 w A- - 100 1", "black-wins stalemate",
         "black-wins stalemate"},
        {"k10/1R8R/11/11/11/11/11/11/11/10K b -- - 100 1", "white-wins stalemate",
         "white-wins stalemate"},
        {"11/11/11/11/11/4r6/11/11/11/9k1 w -S - 100 1", "draw-citadel", "draw-citadel"},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        for (int on = 0; on <= 1; on++) {
            struct position *pos = new_position(t, MASCULINE);
            choose(t, pos, "MoveLimitDraw", on ? "on" : "off");
            REQUIRE(checks_set(t, pos, rows[i].fen, rows[i].fen));
            const char *word = on ? rows[i].on : rows[i].off;
            CHECK_EQ_STR(pos->game->result(pos).word, word);
            score_t score = SCORE_NONE;
            const bool drawn = strncmp(word, "draw", 4) == 0;
            CHECK_MSG(pos->game->decided(pos, 3, &score) == drawn, "%s", rows[i].fen);
            CHECK_EQ_INT(score, drawn ? SCORE_DRAW : SCORE_NONE);
            pos_free(pos);
        }
}

/* Men, side and rights are in the key; clock and move number are not. */
static void case_key(struct test *t)
{
    static const char *const fens[] = {
        "k10/11/11/11/11/11/11/.P10/11/K10 w -- - 0 1",
        "k10/11/11/11/11/11/11/.P10/11/K10 b -- - 0 1",
        "k10/11/11/11/11/11/11/.P10/11/K10 w -- S 0 1",
        "k10/11/11/11/11/11/11/.P10/11/K10 w -- C 0 1",
        "k10/11/11/11/11/11/11/.P10/11/K10 w -- s 0 1",
        "k10/11/11/11/11/11/11/.P10/11/K10 w -- c 0 1",
        "k10/11/11/11/11/11/11/.P10/11/K10 w -- SC 0 1",
        "k10/11/11/11/11/11/11/.P10/11/K10 w -- SCsc 0 1",
        "k10/11/11/11/11/11/11/.X10/11/K10 w -- - 0 1",
        "k10/11/11/11/11/11/11/.Y10/11/K10 w -- - 0 1",
        "k10/11/11/11/11/11/11/.p10/11/K10 w -- - 0 1",
        "k10/11/11/11/11/11/11/.G10/11/K10 w -- - 0 1",
        "k10/11/11/11/11/11/11/G10/11/K10 w -- - 0 1",
        "k.P9/11/11/11/11/11/11/11/11/K10 w -- - 0 1",
        "k10/11/11/11/11/11/11/11/11/K10 w -- - 0 1",
        "k10/11/11/11/11/11/11/11/11/K10 w s- - 0 1",
        "10k/11/11/11/11/11/11/11/11/K10 w -S - 0 1",
        "k10/11/11/11/11/11/11/11/11/K10 w A- - 0 1",
        "k10/11/11/11/11/11/11/11/11/S10 w -- - 0 1",
    };
    enum { NB = COUNT(fens) };
    zkey_t keys[NB];
    struct position *pos = new_position(t, MASCULINE);
    for (size_t i = 0; i < NB; i++) {
        REQUIRE(checks_set(t, pos, fens[i], fens[i]));
        keys[i] = pos->key;
        for (size_t j = 0; j < i; j++)
            CHECK_MSG(keys[i] != keys[j], "keys %zu and %zu are equal", i, j);
    }
    REQUIRE(checks_set(t, pos, "clock", "k10/11/11/11/11/11/11/.P10/11/K10 w -- - 57 93"));
    CHECK_EQ_U64(pos->key, keys[0]);
    /* Rights that cannot be used are none (section 12). */
    REQUIRE(checks_set(t, pos, "rights", "k10/11/11/11/11/11/11/11/11/S10 w -- SC 0 1"));
    CHECK_EQ_U64(pos->key, keys[NB - 1]);
    pos_free(pos);
}

/* --- symmetry --- */

static void case_flip(struct test *t)
{
    unsigned long long seed = test_random(t);
    const int positions = amount(4000, 400, 40000) / RULES_NB;
    for (int rules = 0; rules < RULES_NB; rules++) {
        struct position *pos = new_position(t, rules);
        for (int i = 0; i < positions; i++) {
            struct tamo_pos p;
            char turned[TAMO_FEN_SIZE];
            if (!set_random(t, pos, rules, &seed, &p))
                continue;
            tamo_rotate(&p);
            tamo_format(&p, turned);
            checks_flip(t, pos, turned);
        }
        pos_free(pos);
    }
}

/* --- position text --- */

static void case_bad_texts(struct test *t)
{
    for (size_t i = 0; i < COUNT(bad_texts); i++) {
        const struct bad_text *bad = &bad_texts[i];
        struct position *pos = new_position(t, bad->set);
        struct tamo_pos p;
        CHECK_MSG(tamo_parse(&p, bad->text, oracle_options(bad->set)) == bad->beyond_oracle,
                  "the oracle thinks otherwise of \"%s\"", bad->text);
        text_check_bad(t, pos, bad);
        pos_free(pos);
    }
}

static void case_good_texts(struct test *t)
{
    static const struct {
        const char *text, *written;
    } rows[] = {
        {"k10/11/11/11/11/11/11/11/11/K10 w -- - 3 7",
         "k10/11/11/11/11/11/11/11/11/K10 w -- - 3 7"},
        {"k10/11/11/11/11/11/11/11/11/K10 w -- - 007 010",
         "k10/11/11/11/11/11/11/11/11/K10 w -- - 7 10"},
        {"k10/11/11/11/11/11/11/11/11/K10 b -- SCsc 9999 9999",
         "k10/11/11/11/11/11/11/11/11/K10 b -- SCsc 9999 9999"},
        {"k10/11/11/11/11/11/11/11/11/10A w -- SCsc 0 1",
         "k10/11/11/11/11/11/11/11/11/10A w -- sc 0 1"},
        /* .P may stand on its last rank, any man on the other's; kings may touch with a prince. */
        {"k5.P3.r/11/11/11/11/11/11/11/11/K3.p4.R1 w -- - 0 1",
         "k5.P3.r/11/11/11/11/11/11/11/11/K3.p4.R1 w -- - 0 1"},
        {"kK9/s10/11/11/11/11/11/11/11/S10 w -- - 0 1",
         "kK9/s10/11/11/11/11/11/11/11/S10 w -- - 0 1"},
        {"11/11/11/11/11/11/11/11/11/11 w Aa - 0 1", "11/11/11/11/11/11/11/11/11/11 w Aa - 0 1"},
        {"11/11/11/11/11/11/11/11/11/11 w kK SCsc 0 1",
         "11/11/11/11/11/11/11/11/11/11 w kK SCsc 0 1"},
        {"11/11/11/11/11/11/11/11/11/11 b sA - 0 1", "11/11/11/11/11/11/11/11/11/11 b sA - 0 1"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct position *pos = new_position(t, MASCULINE);
        CHECK(text_check(t, pos, rows[i].text, rows[i].written));
        pos_free(pos);
    }
}

/* A well-spelt text of a position that is often invalid: men moved, changed, or the turn given. */
static void mutate_position(struct test *t, struct tamo_pos *p)
{
    static const char men[] = "KSAFWGTNRECDksafwgtnrecd......................";
    static const char pawns[] = "RNTGWKFECDPXYrntgwkfecdpxy";
    for (uint64_t edits = 1 + test_random_below(t, 3); edits > 0; edits--) {
        struct tamo_man *a = &p->men[test_random_below(t, TAMO_SQUARE_NB)];
        struct tamo_man *b = &p->men[test_random_below(t, TAMO_SQUARE_NB)];
        const struct tamo_man man = *a;
        switch (test_random_below(t, 5)) {
        case 0:
            *a = (struct tamo_man){men[test_random_below(t, sizeof men - 1)], false};
            break;
        case 1:
            *a = (struct tamo_man){pawns[test_random_below(t, sizeof pawns - 1)], true};
            break;
        case 2:
            *a = *b;
            *b = man;
            break;
        case 3:
            p->rights[test_random_below(t, 4)] ^= true;
            break;
        default:
            oracle_pass(p);
        }
    }
}

/* Both readers accept the same texts, but for the engine's limit of the counters. */
static void case_mutated_texts(struct test *t)
{
    static const char alphabet[] = "KSAFWGTNRECDPXYksafwgtnrecdpxy..0123456789// wb--SCsc0x";
    unsigned long long seed = test_random(t);
    const int positions = amount(40000, 4000, 2000000) / RULES_NB;
    for (int rules = 0; rules < RULES_NB; rules++) {
        struct position *pos = new_position(t, rules);
        int accepted = 0;
        for (int i = 0; i < positions; i++) {
            struct tamo_pos p, read;
            char text[TAMO_FEN_SIZE + 8], written[TAMO_FEN_SIZE];
            tamo_random(&p, &seed, oracle_options(rules));
            if (i % 2 == 0)
                mutate_position(t, &p);
            tamo_format(&p, text);
            if (i % 2 != 0)
                text_mutate(t, text, sizeof text, alphabet);
            const bool wanted = tamo_parse(&read, text, oracle_options(rules)) &&
                                read.clock <= 9999 && read.fullmove <= 9999;
            if (wanted)
                tamo_format(&read, written);
            accepted += text_check(t, pos, text, wanted ? written : NULL);
        }
        printf("# rules %d: %d of %d accepted\n", rules, accepted, positions);
        CHECK(accepted > positions / 20 && accepted < positions * 19 / 20);
        pos_free(pos);
    }
}

/* Anything but the exact text of a legal move is refused. */
static void case_bad_move_texts(struct test *t)
{
    static const char *const texts[] = {
        "",      " ",      "a3",    "a3a",     "a3a5",  "a4a5",   "A3A4", "a3-a4",   " a3a4",
        "a3a4 ", "a3a4r",  "a3a4x", "a3a4\n",  "0000",  "a8a7",   "a3a3", "i1l2",    "l2k1",
        "z9a9",  "f2<>a3", "f2a3",  "a3a4a5",  "a3a04", "a3a11",  "a0a1", "l3l4",    "z8a8",
        "m1a1",  "\xff",   "a10a9", "a3a4a10", "f2l2",  "Nb2-a4", "b2a",  "b2a4=.N",
    };
    struct position *pos = new_position(t, MASCULINE);
    text_check_bad_moves(t, pos, texts, COUNT(texts));
    struct move_entry e;
    CHECK(pos->game->move_parse(pos, "a3a4", &e) == ENGINE_OK);
    char text[MOVE_TEXT_MAX];
    pos->game->move_format(pos, MOVE_NULL, text);
    CHECK_EQ_STR(text, "0000");
    pos_free(pos);
}

/* --- stored moves --- */

/* Moves of other positions. */
static void case_resolve(struct test *t)
{
    static struct scene s; /* large; one thread */
    unsigned long long seed = test_random(t);
    const int positions = amount(2000, 200, 20000);
    for (int rules = 0; rules <= OPTIONAL; rules += OPTIONAL) {
        struct position *pos = new_position(t, rules), *other = new_position(t, rules);
        for (int i = 0; i < positions; i++) {
            struct tamo_pos a, b;
            REQUIRE(set_random(t, pos, rules, &seed, &a));
            REQUIRE(set_random(t, other, rules, &seed, &b));
            if (scene_begin(&s, t, pos, &oracle, &a, oracle_in_check(&a)))
                scene_check_resolve_strangers(&s, other);
        }
        pos_free(pos);
        pos_free(other);
    }
}

/* Every word that the table can store. */
static void case_resolve_all_words(struct test *t)
{
    static struct scene s; /* large; one thread */
    static const char *const fens[] = {
        "10k/1r9/11/11/11/11/10N/.n10/.R10/K10 w -- S 0 1",        /* only the king has no move */
        "5K4r/11/11/11/2.G8/11/11/11/11/k10 w -- S 0 1",           /* swaps */
        "11/K10/11/4r6/11/4S6/11/11/11/9k1 w -- C 0 1",            /* exchange and entry */
        "2.P7k/11/11/5n1t3/6.r4/11/11/11/11/K10 w -- - 0 1",       /* a relocation */
        "4r5k/3.X7/11/11/11/11/11/5N5/11/K8.K1 w -- - 0 1",        /* transfers */
        "k10/11/11/11/11/11/11/11/2.y1.r1.k3K/1N1R1N5 b -- - 0 1", /* promotions */
    };
    const move_t step = (move_t)amount(7, 101, 1);
    for (size_t i = 0; i < COUNT(fens); i++) {
        struct tamo_pos p;
        struct position *pos = position_of(t, MASCULINE, fens[i], fens[i]);
        REQUIRE(pos && tamo_parse(&p, fens[i], oracle_options(MASCULINE)));
        REQUIRE(scene_begin(&s, t, pos, &oracle, &p, oracle_in_check(&p)));
        scene_check_resolve_all(&s, step);
        pos_free(pos);
    }
}

/* --- the richest positions --- */

static void mutate_men(struct test *t, void *p)
{
    struct tamo_pos *q = p;
    const char side = q->side;
    mutate_position(t, q);
    q->side = side;
}

static void case_moves_max(struct test *t)
{
    static struct scene s; /* large; one thread */
    unsigned long long seed = test_random(t);
    const int climbs = amount(4, 2, 40), steps = amount(60000, 3000, 500000);
    int richest = 0;
    for (int i = 0; i < climbs; i++) {
        const int rules = i % RULES_NB;
        struct position *pos = new_position(t, rules);
        struct tamo_pos p;
        union oracle_state state;
        tamo_random(&p, &seed, oracle_options(rules));
        memcpy(state.bytes, &p, sizeof p);
        const int best = checks_climb(t, pos, &oracle, &state, mutate_men, steps);
        richest = best > richest ? best : richest;
        char fen[GAME_FEN_MAX];
        pos->game->format(pos, fen); /* without the rights that a lost K leaves in `state` */
        REQUIRE(tamo_parse(&p, fen, oracle_options(rules)));
        scene_begin(&s, t, pos, &oracle, &p, oracle_in_check(&p));
        pos_free(pos);
    }
    CHECK_MSG(richest >= 250 || test_fast_wanted(), "the search finds nothing rich");
}

/* --- what others draw --- */

static void case_square_text(struct test *t)
{
    unsigned long long seed = test_random(t);
    struct position *pos = new_position(t, MASCULINE);
    for (int i = 0; i < 100; i++) {
        struct tamo_pos p;
        char table[GAME_TEXT_MAX];
        REQUIRE(set_random(t, pos, MASCULINE, &seed, &p));
        for (unsigned sq = 0; sq < TAMO_SQUARE_NB; sq++) {
            char text[GAME_SQUARE_TEXT_MAX], wanted[3] = "";
            if (p.men[sq].letter != '.')
                sprintf(wanted, "%s%c", p.men[sq].is_pawn ? "." : "", p.men[sq].letter);
            pos->game->square_text(pos, sq, text);
            CHECK_EQ_STR(text, wanted);
        }
        pos->game->explain(pos, table);
        CHECK(memchr(table, '\0', sizeof table) != NULL);
    }
    pos_free(pos);
}

/* Only the last royal of a side can be in check (T9), and none in a citadel (T5). */
static void case_checked(struct test *t)
{
    static const char *const cases[][2] = {
        {"k10/4.K6/11/11/11/11/11/11/r10/1r8K w -- - 0 1", "k1"},
        {"k10/11/11/4r6/11/4S6/11/11/11/K10 w -- - 0 1", ""},
        {"k10/11/11/4r6/11/4S6/11/11/11/r10 w -- - 0 1", "e5"},
        {"11/K10/11/11/11/11/11/11/11/5k5 w -a - 0 1", "a9"},
        {"10r/11/11/11/k10/11/11/11/11/11 w A- - 0 1", ""},
    };
    struct position *pos = new_position(t, MASCULINE);
    for (size_t i = 0; i < COUNT(cases); i++)
        if (checks_set(t, pos, "checked", cases[i][0]))
            checks_checked(t, pos, cases[i][1]);
    pos_free(pos);
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"tamerlane start positions", case_starts},

        {"tamerlane section 3: start positions", case_example},
        {"tamerlane section 6: pawn of pawns", case_example},
        {"tamerlane section 8: royal swap", case_example},
        {"tamerlane section 9: citadel moves", case_example},
        {"tamerlane section 11: clock", case_example},
        {"tamerlane section 12: position text", case_example},
        {"tamerlane section 16: perft table", case_example},
        {"tamerlane section 17: optional relocation", case_example},
        {"tamerlane Ex 1: start position", case_example},
        {"tamerlane Ex 2: giraffe", case_example},
        {"tamerlane Ex 3: picket", case_example},
        {"tamerlane Ex 4: leapers and the citadel", case_example},
        {"tamerlane Ex 5: promotion", case_example},
        {"tamerlane Ex 6: a prince answers check", case_example},
        {"tamerlane Ex 7: two royals", case_example},
        {"tamerlane Ex 8: a lone prince", case_example},
        {"tamerlane Ex 9: swap in check", case_example},
        {"tamerlane Ex 10: no swap without need", case_example},
        {"tamerlane Ex 11: swap in stalemate", case_example},
        {"tamerlane Ex 12: swap and promotion", case_example},
        {"tamerlane Ex 13: entry and exchange", case_example},
        {"tamerlane Ex 14: top royal", case_example},
        {"tamerlane Ex 15: exchange, capture, draw", case_example},
        {"tamerlane Ex 16: A in his own citadel attacks", case_example},
        {"tamerlane Ex 17: A safe in his own citadel", case_example},
        {"tamerlane Ex 18: the waiting pawn cannot be taken", case_example},
        {"tamerlane Ex 19: relocation, fork", case_example},
        {"tamerlane Ex 20: relocation, trap", case_example},
        {"tamerlane Ex 21: transfer", case_example},
        {"tamerlane Ex 22: transfer onto a royal", case_example},
        {"tamerlane Ex 23: adventitious king", case_example},
        {"tamerlane Ex 24: stalemate loses", case_example},
        {"tamerlane Ex 25: a bared king plays on", case_example},
        {"tamerlane moves file", case_moves_file},
        {"tamerlane perft file", case_perft_file},
        {"tamerlane random positions, masculine: 0", case_random},
        {"tamerlane random positions, reflected: 1", case_random},
        {"tamerlane random positions, feminine: 2", case_random},
        {"tamerlane random positions, third: 3", case_random},
        {"tamerlane random positions, masculine, relocation optional: 4", case_random},
        {"tamerlane random positions, reflected, relocation optional: 5", case_random},
        {"tamerlane random positions, feminine, relocation optional: 6", case_random},
        {"tamerlane random positions, third, relocation optional: 7", case_random},
        {"tamerlane random walks", case_walks},
        {"tamerlane options", case_option_names},
        {"tamerlane repetition", case_repetition},
        {"tamerlane irreversible moves", case_irreversible},
        {"tamerlane move limit", case_move_limit},
        {"tamerlane key", case_key},
        {"tamerlane rotation", case_flip},
        {"tamerlane texts that are refused", case_bad_texts},
        {"tamerlane texts that are read", case_good_texts},
        {"tamerlane mutated texts", case_mutated_texts},
        {"tamerlane move texts that are refused", case_bad_move_texts},
        {"tamerlane resolve, strangers", case_resolve},
        {"tamerlane resolve, all words", case_resolve_all_words},
        {"tamerlane moves_max", case_moves_max},
        {"tamerlane men by square", case_square_text},
        {"tamerlane squares in check", case_checked},
    };
    return test_main(argc, argv, cases, COUNT(cases));
}
