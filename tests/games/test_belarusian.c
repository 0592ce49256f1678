/* Belarusian chess against its rules: position files, the worked examples of the rules text, the
 * independent oracle on random positions and walks, symmetry, repetition, position text. */
#include "engine/game.h"
#include "tests/games/belarusian_examples.h"
#include "tests/games/belarusian_texts.h"
#include "tests/harness.h"
#include "tests/oracle/bel_oracle.h"
#include "tests/support/game_checks.h"

enum { SET_NB = 3 };

/* In the order of enum belo_set. */
static const char *const set_names[SET_NB] = {"belarusian", "belarusian-original",
                                              "belarusian-noble"};

/* Class numbers of the game are places in this text: ratnik 1 ... king 7. */
static const char class_letters[] = ".RVMLGKA";

static struct position *new_position(struct test *t, const char *game_name)
{
    return checks_new(t, games_find(game_name));
}

/* A position of the rule set, set from text; NULL, with a failure, if that does not work. */
static struct position *position_of(struct test *t, const char *label, const char *set_name,
                                    const char *fen)
{
    struct position *pos = new_position(t, set_name);
    if (checks_set(t, pos, label, fen))
        return pos;
    pos_free(pos);
    return NULL;
}

/* --- the oracle --- */

static void oracle_moves(const void *p, struct names *out)
{
    char moves[BELO_MOVES_MAX][BELO_MOVE_SIZE];
    names_copy(out, moves[0], BELO_MOVE_SIZE, belo_moves(p, moves));
}

static void oracle_apply(void *p, const char *move)
{
    belo_apply(p, move);
}

static void oracle_pass(void *p)
{
    struct belo_pos *q = p;
    q->side = q->side == 'w' ? 'b' : 'w';
}

static void oracle_format(const void *p, char *out)
{
    belo_format(p, out);
}

static const char *oracle_result(const void *p)
{
    return belo_result(p);
}

static const struct oracle oracle_functions = {
    sizeof(struct belo_pos), oracle_moves, oracle_apply, oracle_pass, oracle_format, oracle_result};

/* --- one position against the oracle --- */

static char oracle_man(const struct belo_pos *p, unsigned sq)
{
    return p->board[sq / 9][sq % 9];
}

static bool has_man(const struct belo_pos *p, char man)
{
    return memchr(p->board, man, sizeof p->board) != NULL;
}

static char letter_of(char type, char side)
{
    return side == 'w' ? type : (char)(type - 'A' + 'a');
}

/* Class of a man's letter, either case; 0 for an empty square. */
static unsigned class_of(char man)
{
    const char type = man >= 'a' && man <= 'z' ? (char)(man - 'a' + 'A') : man;
    const char *found = strchr(class_letters, type);
    return (unsigned)(found - class_letters);
}

enum { E5 = 40 };

static bool enemy_holds_throne(const struct belo_pos *p)
{
    const char enemy = p->side == 'w' ? 'b' : 'w';
    const char man = oracle_man(p, E5);
    return man == letter_of('A', enemy) || man == letter_of('K', enemy);
}

/* A coronation is owed, or the enemy has ascended, or the position would be invalid (section 2: L1
 * or L2 broken) were it the other side's turn. */
static bool oracle_in_check(const struct belo_pos *p)
{
    char fen[BELO_FEN_SIZE];
    struct belo_pos other = *p;
    if (!has_man(p, letter_of('A', p->side)) || enemy_holds_throne(p))
        return true;
    other.side = p->side == 'w' ? 'b' : 'w';
    belo_format(&other, fen);
    return !belo_parse(&other, fen, p->set);
}

/* Every fact of a list entry, derived from its name and the oracle's board. */
static void check_entry(const struct scene *s, const struct move_entry *e)
{
    struct test *t = s->t;
    const struct belo_pos *p = s->state;
    char name[NAME_SIZE];
    names_of_move(s->pos, e, name);
    const unsigned from = (unsigned)((name[1] - '1') * 9 + name[0] - 'a');
    const unsigned to = (unsigned)((name[3] - '1') * 9 + name[2] - 'a');
    const unsigned mover = class_of(oracle_man(p, from));
    const unsigned victim = from == to ? 0 : class_of(oracle_man(p, to));
    const unsigned becomes = name[4] ? class_of(name[4]) : 0;
    const bool ascends = from != to && to == E5 && strchr("KA", class_letters[mover]);
    const unsigned flags = (victim ? MOVE_CAPTURE : 0u) | (becomes ? MOVE_PROMOTION : 0u) |
                           (ascends ? MOVE_FORCING : 0u);
    const bool right = move_from(e->move) == from && move_to(e->move) == to && e->mover == mover &&
                       e->victim == victim && e->becomes == becomes && e->flags == flags &&
                       move_is_quiet(e) == (flags == 0);
    CHECK_MSG(right, "%s: %s: mover %u victim %u becomes %u flags %u, wanted %u %u %u %u", s->fen,
              name, e->mover, e->victim, e->becomes, e->flags, mover, victim, becomes, flags);
}

/* Section 8.1: does this move leave the enemy's royal on a throne that nobody attacks? */
static bool loses_to_throne(const struct belo_pos *p, const char *move)
{
    struct belo_pos after = *p;
    belo_apply(&after, move);
    return strcmp(belo_result(&after), p->side == 'w' ? "black-throne" : "white-throne") == 0;
}

static void check_evasions(const struct scene *s)
{
    struct test *t = s->t;
    static struct names got, wanted; /* large; one thread */
    if (!s->in_check)
        return;
    const bool ascended = enemy_holds_throne(s->state);
    wanted.count = 0;
    for (int i = 0; i < s->legal.count; i++)
        if (!ascended || !loses_to_throne(s->state, s->legal.name[i]))
            memcpy(wanted.name[wanted.count++], s->legal.name[i], NAME_SIZE);
    names_generate(s->pos, GEN_EVASIONS, &got);
    names_check(t, &got, &wanted, "evasions", s->fen);
    /* If only lost moves were left out, the score is that of the throne. */
    if (wanted.count == 0 && s->legal.count > 0)
        CHECK_EQ_INT(s->pos->game->no_moves(s->pos, 5), -(SCORE_MATE - 5));
}

/* The arbiter's word, and the search's scores for the same. A win shows its winner SCORE_MATE minus
 * the ply of the winner's last move, plus one for a throne, minus one for a mate. */
static void check_result(const struct scene *s)
{
    enum { PLY = 7 };
    struct test *t = s->t;
    const struct game *game = s->pos->game;
    const struct belo_pos *p = s->state;
    const char *word = belo_result(p);
    CHECK_MSG(strcmp(game->result(s->pos).word, word) == 0, "%s: result %s, wanted %s", s->fen,
              game->result(s->pos).word, word);
    const bool white_wins = strncmp(word, "white", 5) == 0, black_wins = word[0] == 'b';
    const bool throne = strstr(word, "throne") != NULL;
    const bool we_win = p->side == 'w' ? white_wins : black_wins;
    const enum outcome outcome = white_wins                  ? OUTCOME_WHITE_WINS
                                 : black_wins                ? OUTCOME_BLACK_WINS
                                 : strcmp(word, "none") == 0 ? OUTCOME_NONE
                                                             : OUTCOME_DRAW;
    CHECK_MSG(game->result(s->pos).outcome == outcome, "%s: wrong outcome", s->fen);

    score_t score = SCORE_NONE;
    const bool decided = game->decided(s->pos, PLY, &score);
    const bool by_clock = strcmp(word, "draw-clock") == 0;
    CHECK_MSG(decided == (we_win || by_clock), "%s: decided says %d", s->fen, decided);
    if (decided)
        CHECK_MSG(score == (we_win ? SCORE_MATE - PLY + 1 : SCORE_DRAW), "%s: decided scores %d",
                  s->fen, score);
    if (s->list_nb > 0 || we_win)
        return;
    score = game->no_moves(s->pos, PLY);
    const score_t wanted = !white_wins && !black_wins ? SCORE_DRAW
                           : throne                   ? -(SCORE_MATE - PLY)
                                                      : -(SCORE_MATE - PLY - 1);
    CHECK_MSG(score == wanted, "%s: no_moves scores %d, wanted %d", s->fen, score, wanted);
}

/* The marks of section 11 that end the game: "#" mate, "^^" throne. Others are in the examples. */
static void check_human_texts(const struct scene *s)
{
    struct test *t = s->t;
    const struct belo_pos *p = s->state;
    for (int i = 0; i < s->list_nb; i++) {
        char name[NAME_SIZE], text[MOVE_TEXT_MAX];
        names_of_move(s->pos, &s->list[i], name);
        struct belo_pos after = *p;
        belo_apply(&after, name);
        const char *word = belo_result(&after);
        const bool ours = word[0] == (p->side == 'w' ? 'w' : 'b');
        s->pos->game->move_human(s->pos, &s->list[i], text);
        CHECK_MSG((strstr(text, "^^") != NULL) == (ours && strstr(word, "throne")) &&
                      (strchr(text, '#') != NULL) == (ours && strstr(word, "mate")),
                  "%s: %s is written %s, result %s", s->fen, name, text, word);
    }
}

/* Text, state, moves, in_check and all entries; false if the moves differ. */
static bool begin_scene(struct scene *s, struct test *t, struct position *pos,
                        const struct belo_pos *oracle)
{
    if (!scene_begin(s, t, pos, &oracle_functions, oracle, oracle_in_check(oracle)))
        return false;
    for (int i = 0; i < s->list_nb; i++)
        check_entry(s, &s->list[i]);
    return true;
}

/* number: of the position in its series; the costly questions are asked of some only. */
static void check_position(struct test *t, struct position *pos, const struct belo_pos *oracle,
                           int number)
{
    static struct scene s; /* large; one thread */
    if (!begin_scene(&s, t, pos, oracle))
        return;
    scene_check_partition(&s);
    check_evasions(&s);
    check_result(&s);
    scene_check_resolve_words(&s, number % 16 == 0 ? 2000 : 20);
    if (number % 4 == 0)
        scene_check_texts(&s);
    if (number % 16 == 0)
        check_human_texts(&s);
    scene_check_moves_played(&s);
    scene_check_null_move(&s);
}

static void compare_random_positions(struct test *t, enum belo_set set)
{
    struct position *pos = new_position(t, set_names[set]);
    const int positions = amount(10000, 1000, 100000);
    unsigned long long seed = test_random(t);
    REQUIRE(pos_reserve(pos, 8) == ENGINE_OK);
    for (int i = 0; i < positions; i++) {
        struct belo_pos oracle;
        char fen[BELO_FEN_SIZE];
        belo_random(&oracle, &seed, set);
        belo_format(&oracle, fen);
        if (checks_set(t, pos, fen, fen))
            check_position(t, pos, &oracle, i);
    }
    pos_free(pos);
}

static void case_random_release(struct test *t)
{
    compare_random_positions(t, BELO_RELEASE);
}

static void case_random_original(struct test *t)
{
    compare_random_positions(t, BELO_ORIGINAL);
}

static void case_random_noble(struct test *t)
{
    compare_random_positions(t, BELO_NOBLE);
}

/* --- random walks --- */

static void case_walks(struct test *t)
{
    static struct walk w; /* large */
    const int plies = amount(100000, 10000, 1000000);
    unsigned long long seed = test_random(t);
    int done = 0, games = 0;
    for (; done < plies; games++) {
        const enum belo_set set = (enum belo_set)(games % SET_NB);
        struct belo_pos p;
        char fen[BELO_FEN_SIZE];
        w.t = t;
        w.oracle = &oracle_functions;
        w.state_fields = 3; /* the text up to the clock (B25) */
        w.repetition_draws = true;
        w.pos = new_position(t, set_names[set]);
        w.fresh = new_position(t, set_names[set]);
        REQUIRE(pos_reserve(w.pos, WALK_PLIES_MAX) == ENGINE_OK);
        if (games % 2 == 0)
            REQUIRE(belo_parse(&p, w.pos->game->start, set));
        else
            belo_random(&p, &seed, set);
        belo_format(&p, fen);
        REQUIRE(pos_set(w.pos, fen, NULL) == ENGINE_OK);
        memcpy(w.state.bytes, &p, sizeof p);
        done += 1 + walk_once(&w, WALK_PLIES_MAX);
        pos_free(w.pos);
        pos_free(w.fresh);
    }
    printf("# %d plies in %d walks\n", done - games, games);
}

/* --- files of positions --- */

/* FEN | RULESET | RESULT | MOVES */
static void check_moves_line(struct test *t, const char *label, char *line)
{
    const char *fen = file_field(&line, '|');
    const char *set_name = file_field(&line, '|');
    char text[GAME_FEN_MAX];
    struct position *pos = position_of(t, label, set_name, fen);
    if (!pos)
        return;
    pos->game->format(pos, text);
    CHECK_EQ_STR(text, fen);
    file_check_moves(t, pos, label, line);
    pos_free(pos);
}

static void case_moves_file(struct test *t)
{
    file_each_line(t, "tests/data/belarusian.moves", check_moves_line);
}

/* FEN ;set=RULESET ;D1 n ;D2 n ... */
static void check_perft_line(struct test *t, const char *label, char *line)
{
    const char *fen = file_field(&line, ';');
    const char *set_name = file_field(&line, ';');
    REQUIRE(strncmp(set_name, "set=", 4) == 0);
    struct position *pos = position_of(t, label, set_name + 4, fen);
    if (!pos)
        return;
    file_check_perft(t, pos, label, line, (uint64_t)amount(3000000, 300000, INT32_MAX),
                     (uint64_t)amount(3000000, 30000, INT32_MAX));
    pos_free(pos);
}

static void case_perft_file(struct test *t)
{
    file_each_line(t, "tests/data/belarusian.epd", check_perft_line);
}

/* --- worked examples --- */

/* Exactly the expected moves do not lose to the throne at once, found by playing each; they are the
 * evasions too. */
static void check_survivors(struct test *t, struct position *pos, const struct example *x)
{
    static struct move_entry list[LIST_MAX]; /* large; one thread */
    struct names got, wanted;
    const struct game *game = pos->game;
    const struct move_entry *end = game->generate(pos, GEN_ALL, list);
    got.count = 0;
    for (const struct move_entry *e = list; e < end; e++) {
        union undo undo;
        names_of_move(pos, e, got.name[got.count]);
        game->make(pos, e, &undo);
        const struct game_result result = game->result(pos);
        const bool lost =
            strcmp(result.way, "throne") == 0 &&
            result.outcome == (pos->side == WHITE ? OUTCOME_WHITE_WINS : OUTCOME_BLACK_WINS);
        game->unmake(pos, e, &undo);
        got.count += !lost;
    }
    names_sort(&got);
    names_split(x->expected, &wanted);
    names_check(t, &got, &wanted, "moves", x->fen);
    names_generate(pos, GEN_EVASIONS, &got);
    names_check(t, &got, &wanted, "evasions", x->fen);
}

static void check_example(struct test *t, const struct example *x)
{
    struct position *pos = position_of(t, x->fen, set_names[x->set], x->fen);
    if (!pos)
        return;
    if (checks_play(t, pos, x->play)) {
        if (x->kind == SURVIVE)
            check_survivors(t, pos, x);
        else
            example_check(t, pos, x);
    }
    pos_free(pos);
}

static void check_examples(struct test *t, int number)
{
    int rows = 0;
    for (size_t i = 0; i < COUNT(examples); i++)
        if (examples[i].number == number) {
            check_example(t, &examples[i]);
            rows++;
        }
    CHECK(rows > 0);
}

/* The number of the example stands in the name of the case. */
static void case_example(struct test *t)
{
    int number = 0;
    REQUIRE(sscanf(t->name, "belarusian Ex %d", &number) == 1);
    check_examples(t, number);
}

static void case_section_1(struct test *t)
{
    check_examples(t, -1);
}

static void case_section_12(struct test *t)
{
    check_examples(t, 0);
}

/* --- counters, repetition, keys --- */

static void case_repetition(struct test *t)
{
    struct position *pos = new_position(t, "belarusian");
    const char *const round = "c1b3 g9h7 b3c1 h7g9";
    CHECK_EQ_U64(pos_occurrences(pos), 0);
    REQUIRE(checks_play(t, pos, round));
    CHECK_EQ_U64(pos_occurrences(pos), 1);
    CHECK_EQ_STR(pos->game->result(pos).word, "none");
    REQUIRE(checks_play(t, pos, "c1b3 g9h7 b3c1"));
    CHECK_EQ_STR(pos->game->result(pos).word, "none");
    REQUIRE(checks_play(t, pos, "h7g9"));
    CHECK_EQ_U64(pos_occurrences(pos), 2);
    CHECK_EQ_STR(pos->game->result(pos).word, "draw-repetition");
    CHECK_EQ_STR(pos->game->result(pos).way, "repetition");
    CHECK_EQ_INT(pos->game->result(pos).outcome, OUTCOME_DRAW);
    /* Every position of the round is a repetition now; a ratnik's move begins anew. */
    REQUIRE(checks_play(t, pos, "c1b3"));
    CHECK_EQ_STR(pos->game->result(pos).word, "draw-repetition");
    REQUIRE(checks_play(t, pos, "g9h7 b3c1 h7g9 a2a3"));
    CHECK_EQ_STR(pos->game->result(pos).word, "none");
    CHECK_EQ_U64(pos_occurrences(pos), 0);
    pos_free(pos);
}

/* Castling rights belong to the position: their loss by the king's first move begins anew. */
static void case_repetition_rights(struct test *t)
{
    struct position *pos =
        position_of(t, "rights", "belarusian", "a7k/9/9/9/9/9/9/9/L3A3K w A 0 1");
    REQUIRE(pos);
    for (int i = 0; i < 2; i++)
        REQUIRE(checks_play(t, pos, "e1e2 a9a8 e2e1 a8a9"));
    CHECK_EQ_U64(pos_occurrences(pos), 1); /* the first time there was a right */
    CHECK_EQ_STR(pos->game->result(pos).word, "none");
    REQUIRE(checks_play(t, pos, "e1e2 a9a8 e2e1 a8a9"));
    CHECK_EQ_STR(pos->game->result(pos).word, "draw-repetition");
    pos_free(pos);
}

/* Steps 1 and 2 of section 8 come before the clock, and all of them before repetition. */
static void case_clock(struct test *t)
{
    static const struct {
        const char *fen, *word;
    } rows[] = {
        {"a7k/9/9/9/9/3R5/9/9/A7K w - 99 80", "none"},
        {"a7k/9/9/9/9/3R5/9/9/A7K w - 100 80", "draw-clock"},
        {"a7k/9/9/9/9/3R5/9/9/A7K w - 9999 80", "draw-clock"},
        {"4a3k/9/9/9/4A4/9/9/9/l8 w - 100 80", "white-throne"},
        {"4a3k/9/9/3RRRv2/3RAL3/3RRR3/9/9/K8 w - 100 80", "black-mate"},
        {"a7k/9/9/9/9/9/1g7/9/A8 w - 100 80", "stalemate"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct position *pos = position_of(t, "clock", "belarusian", rows[i].fen);
        REQUIRE(pos);
        CHECK_EQ_STR(pos->game->result(pos).word, rows[i].word);
        CHECK_EQ_U64(pos->draw_clock, 100);
        pos_free(pos);
    }
}

static zkey_t key_of(struct test *t, const char *set_name, const char *fen)
{
    struct position *pos = position_of(t, fen, set_name, fen);
    const zkey_t key = pos ? pos->key : 0;
    pos_free(pos);
    return key;
}

/* Rights, side, rule set and every man are in the key; clock and move number are not. */
static void case_key(struct test *t)
{
    static const char *const fens[] = {
        "l3a3l/9/9/9/9/9/9/9/L3A3L w - 0 1",  "l3a3l/9/9/9/9/9/9/9/L3A3L w A 0 1",
        "l3a3l/9/9/9/9/9/9/9/L3A3L w I 0 1",  "l3a3l/9/9/9/9/9/9/9/L3A3L w AI 0 1",
        "l3a3l/9/9/9/9/9/9/9/L3A3L w a 0 1",  "l3a3l/9/9/9/9/9/9/9/L3A3L w i 0 1",
        "l3a3l/9/9/9/9/9/9/9/L3A3L b - 0 1",  "l3a3l/9/9/9/9/9/9/9/L3A3L w AIai 0 1",
        "l3a3l/9/9/9/9/9/9/9/L3A2L1 w - 0 1", "l3a3l/9/9/9/9/9/9/8L/L3A4 w - 0 1",
        "l3a3l/9/9/9/9/9/9/9/L3A4 w - 0 1",   "l3a3l/9/9/9/9/9/9/9/L3A3M w - 0 1",
        "l3a4/9/9/9/9/9/9/9/L3A3L w - 0 1",
    };
    enum { NB = COUNT(fens) };
    zkey_t keys[NB + 2];
    for (size_t i = 0; i < NB; i++)
        keys[i] = key_of(t, "belarusian", fens[i]);
    keys[NB] = key_of(t, "belarusian-original", fens[0]);
    keys[NB + 1] = key_of(t, "belarusian-noble", fens[0]);
    for (size_t i = 0; i < NB + 2; i++)
        for (size_t j = 0; j < i; j++)
            CHECK_MSG(keys[i] != keys[j], "keys %zu and %zu are equal", i, j);
    CHECK_EQ_U64(key_of(t, "belarusian", "l3a3l/9/9/9/9/9/9/9/L3A3L w - 57 93"), keys[0]);
}

/* --- symmetry --- */

static char swap_case(char c)
{
    return c >= 'a' && c <= 'z'   ? (char)(c - 'a' + 'A')
           : c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a')
                                  : c;
}

/* The oracle's position after a half-turn of the board and a swap of the colours. */
static struct belo_pos half_turn(const struct belo_pos *p)
{
    struct belo_pos out = *p;
    for (int rank = 0; rank < 9; rank++)
        for (int file = 0; file < 9; file++)
            out.board[8 - rank][8 - file] = swap_case(p->board[rank][file]);
    for (int i = 0; i < 4; i++) /* A I a i become i a I A */
        out.castle[3 - i] = p->castle[i];
    out.side = p->side == 'w' ? 'b' : 'w';
    return out;
}

static void case_flip(struct test *t)
{
    unsigned long long seed = test_random(t);
    const int positions = amount(3000, 300, 30000);
    for (int set = 0; set < SET_NB; set++) {
        struct position *pos = new_position(t, set_names[set]);
        for (int i = 0; i < positions; i++) {
            struct belo_pos oracle;
            char fen[BELO_FEN_SIZE], turned[BELO_FEN_SIZE];
            belo_random(&oracle, &seed, (enum belo_set)set);
            belo_format(&oracle, fen);
            oracle = half_turn(&oracle);
            belo_format(&oracle, turned);
            if (checks_set(t, pos, fen, fen))
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
        struct position *pos = new_position(t, set_names[bad->set]);
        struct belo_pos oracle;
        CHECK_MSG(belo_parse(&oracle, bad->text, (enum belo_set)bad->set) == bad->beyond_oracle,
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
        {"a7k/9/9/9/9/9/9/9/A7K w - - 3 7", "a7k/9/9/9/9/9/9/9/A7K w - 3 7"},
        {"a7k/54/333/111111111/9/9/9/9/A7K b - 0 1", "a7k/9/9/9/9/9/9/9/A7K b - 0 1"},
        {"a7k/9/9/9/9/9/9/9/A7K w - 007 010", "a7k/9/9/9/9/9/9/9/A7K w - 7 10"},
        {"a7k/9/9/9/9/9/9/9/A7K w - 9999 9999", "a7k/9/9/9/9/9/9/9/A7K w - 9999 9999"},
        /* Decided positions are valid: throne won; king lost and prince attacked. */
        {"4a3k/9/9/9/4A4/9/9/9/l8 w - 0 2", "4a3k/9/9/9/4A4/9/9/9/l8 w - 0 2"},
        {"a7k/9/9/9/9/K2l5/9/9/9 w - 0 2", "a7k/9/9/9/9/K2l5/9/9/9 w - 0 2"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char text[GAME_FEN_MAX];
        struct position *pos = position_of(t, rows[i].text, "belarusian", rows[i].text);
        REQUIRE(pos);
        pos->game->format(pos, text);
        CHECK_EQ_STR(text, rows[i].written);
        pos_free(pos);
    }
}

/* A well-spelt text of a position that is often invalid: men moved, changed, or the turn given. */
static void mutate_position(struct test *t, struct belo_pos *p)
{
    static const char men[] = "AKGLMVRakglmvr.......";
    for (uint64_t edits = 1 + test_random_below(t, 3); edits > 0; edits--) {
        char *a = &p->board[test_random_below(t, 9)][test_random_below(t, 9)];
        char *b = &p->board[test_random_below(t, 9)][test_random_below(t, 9)];
        const char man = *a;
        switch (test_random_below(t, 4)) {
        case 0:
            *a = men[test_random_below(t, sizeof men - 1)];
            break;
        case 1:
            *a = *b;
            *b = man;
            break;
        case 2:
            p->castle[test_random_below(t, 4)] ^= true;
            break;
        default:
            p->side = p->side == 'w' ? 'b' : 'w';
        }
    }
}

/* Both readers accept the same texts, but for the engine's limit of the counters. */
static void compare_readers(struct test *t, struct position *pos, enum belo_set set,
                            const char *text, int *accepted)
{
    struct belo_pos oracle;
    char by_oracle[BELO_FEN_SIZE];
    const bool wanted =
        belo_parse(&oracle, text, set) && oracle.clock <= 9999 && oracle.fullmove <= 9999;
    if (wanted)
        belo_format(&oracle, by_oracle);
    *accepted += text_check(t, pos, text, wanted ? by_oracle : NULL);
}

static void case_mutated_texts(struct test *t)
{
    static const char alphabet[] = "AKGLMVRakglmvr123456789/ wb-AIai0x";
    unsigned long long seed = test_random(t);
    const int positions = amount(20000, 2000, 1000000);
    for (int set = 0; set < SET_NB; set++) {
        struct position *pos = new_position(t, set_names[set]);
        int accepted = 0;
        for (int i = 0; i < positions; i++) {
            struct belo_pos p;
            char text[BELO_FEN_SIZE + 8];
            belo_random(&p, &seed, (enum belo_set)set);
            if (i % 2 == 0) {
                mutate_position(t, &p);
                belo_format(&p, text);
            } else {
                belo_format(&p, text);
                text_mutate(t, text, sizeof text, alphabet);
            }
            compare_readers(t, pos, (enum belo_set)set, text, &accepted);
        }
        printf("# %s: %d of %d accepted\n", set_names[set], accepted, positions);
        CHECK(accepted > positions / 20 && accepted < positions * 19 / 20);
        pos_free(pos);
    }
}

/* Anything but the exact text of a legal move is refused, and leaves the output alone. */
static void case_bad_move_texts(struct test *t)
{
    static const char *const texts[] = {"",     " ",     "e2",    "e2e",   "e2e5",   "e3e4",
                                        "E2E4", "e2-e4", " e2e4", "e2e4 ", "e2e4g",  "e2e4\n",
                                        "0000", "e8e7",  "e2e2",  "e2e2g", "d1d1a",  "e1c1",
                                        "j2j4", "a0a1",  "e2e10", "\xff",  "e2e4e5", "e1g1"};
    struct position *pos = new_position(t, "belarusian");
    text_check_bad_moves(t, pos, texts, COUNT(texts));
    struct move_entry e;
    CHECK(pos->game->move_parse(pos, "e2e4", &e) == ENGINE_OK);
    char text[MOVE_TEXT_MAX];
    pos->game->move_format(pos, MOVE_NULL, text);
    CHECK_EQ_STR(text, "0000");
    pos_free(pos);
}

/* --- stored moves --- */

/* Moves of other positions, and in one position every word that the table can store. */
static void case_resolve(struct test *t)
{
    static struct scene s; /* large; one thread */
    unsigned long long seed = test_random(t);
    struct position *pos = new_position(t, "belarusian"), *other = new_position(t, "belarusian");
    const int positions = amount(2000, 200, 20000);
    for (int i = 0; i < positions; i++) {
        struct belo_pos a, b;
        char fen[BELO_FEN_SIZE];
        belo_random(&a, &seed, BELO_RELEASE);
        belo_random(&b, &seed, BELO_RELEASE);
        belo_format(&a, fen);
        REQUIRE(pos_set(pos, fen, NULL) == ENGINE_OK);
        belo_format(&b, fen);
        REQUIRE(pos_set(other, fen, NULL) == ENGINE_OK);
        if (!begin_scene(&s, t, pos, &a))
            continue;
        scene_check_resolve_strangers(&s, other);
    }
    pos_free(pos);
    pos_free(other);
}

static void case_resolve_all_words(struct test *t)
{
    static const char *const fens[] = {
        "1l4a1k/R8/9/9/3v5/3R5/9/6g2/L3A3L w A 0 1", /* castling and promotions */
        "4a3l/3g5/9/9/4A4/9/9/1r7/3LK4 b i 0 1",     /* an ascent to answer */
        "a7k/9/9/9/9/3l5/9/K8/9 w - 0 2",            /* a coronation */
    };
    const move_t step = (move_t)amount(7, 101, 1);
    for (size_t i = 0; i < COUNT(fens); i++) {
        struct belo_pos oracle;
        static struct scene s; /* large; one thread */
        struct position *pos = position_of(t, fens[i], "belarusian", fens[i]);
        REQUIRE(pos && belo_parse(&oracle, fens[i], BELO_RELEASE));
        REQUIRE(begin_scene(&s, t, pos, &oracle));
        scene_check_resolve_all(&s, step);
        pos_free(pos);
    }
}

/* --- the richest positions --- */

static void mutate_men(struct test *t, void *p)
{
    struct belo_pos *q = p;
    const char side = q->side;
    mutate_position(t, q);
    q->side = side;
}

static void case_moves_max(struct test *t)
{
    static struct scene s; /* large; one thread */
    unsigned long long seed = test_random(t);
    const int climbs = amount(6, 3, 60), steps = amount(60000, 3000, 500000);
    for (int i = 0; i < climbs; i++) {
        struct position *pos = new_position(t, set_names[i % SET_NB]);
        struct belo_pos p;
        union oracle_state state;
        belo_random(&p, &seed, (enum belo_set)(i % SET_NB));
        memcpy(state.bytes, &p, sizeof p);
        const int best = checks_climb(t, pos, &oracle_functions, &state, mutate_men, steps);
        CHECK_MSG(best >= 120 || test_fast_wanted(), "the search finds nothing rich");
        memcpy(&p, state.bytes, sizeof p);
        begin_scene(&s, t, pos, &p);
        pos_free(pos);
    }
}

/* --- what others draw --- */

static void case_square_text(struct test *t)
{
    unsigned long long seed = test_random(t);
    struct position *pos = new_position(t, "belarusian");
    for (int i = 0; i < 100; i++) {
        struct belo_pos p;
        char fen[BELO_FEN_SIZE], text[GAME_SQUARE_TEXT_MAX], table[GAME_TEXT_MAX];
        belo_random(&p, &seed, BELO_RELEASE);
        belo_format(&p, fen);
        REQUIRE(pos_set(pos, fen, NULL) == ENGINE_OK);
        for (unsigned sq = 0; sq < 81; sq++) {
            const char man = p.board[sq / 9][sq % 9];
            pos->game->square_text(pos, sq, text);
            CHECK_MSG(man == '.' ? !text[0] : text[0] == man && !text[1], "%s: square %u is \"%s\"",
                      fen, sq, text);
        }
        pos->game->explain(pos, table);
        CHECK(memchr(table, '\0', sizeof table) != NULL);
    }
    pos_free(pos);
}

/* Check needs the prince gone (B11), rokash a royal on the throne (section 6), and a prince that
 * cannot be crowned is mated where it stands (B13). */
static void case_checked(struct test *t)
{
    static const char *const cases[][2] = {
        {"lvmgakvml/rrrrrrrrr/9/9/9/9/9/RRRRRRRRR/LMVKAGMVL w AIai 0 1", ""},
        {"4a3k/L3l4/9/9/4A4/2M6/9/9/K8 w - 0 1", "e5"},
        {"4a3k/l8/9/9/4A4/9/9/9/K8 b - 0 1", ""},
        {"4a3k/9/9/9/4A4/9/9/9/l8 w - 0 2", ""},
        {"a7k/3l5/9/9/9/3A5/9/9/K8 w - 0 1", ""},
        {"a7k/9/9/9/9/K2l5/9/9/9 w - 0 2", "a4"},
        {"a7k/9/9/9/9/3l5/9/K8/9 w - 0 2", ""},
        {"ak7/4l4/9/9/9/9/9/9/4A3L w I 0 1", ""},
        {"ak7/9/9/9/9/4l4/9/9/4A3L w I 0 1", "e1"},
        {"4a4/7R1/9/9/l8/9/9/9/A8 w - 0 1", "a1"},
    };
    struct position *pos = new_position(t, "belarusian");
    for (size_t i = 0; i < COUNT(cases); i++)
        if (checks_set(t, pos, "checked", cases[i][0]))
            checks_checked(t, pos, cases[i][1]);
    pos_free(pos);
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"belarusian section 1: start position", case_section_1},
        {"belarusian section 12: perft table", case_section_12},
        {"belarusian Ex 1: throne as a wall", case_example},
        {"belarusian Ex 2: supported ascent", case_example},
        {"belarusian Ex 3: no support, crossing", case_example},
        {"belarusian Ex 4: throne beaten by a ratnik", case_example},
        {"belarusian Ex 5: attack through the vacated square", case_example},
        {"belarusian Ex 6: replying to an ascent", case_example},
        {"belarusian Ex 7: answering rokash", case_example},
        {"belarusian Ex 8: unanswerable rokash", case_example},
        {"belarusian Ex 9: king en prise, coronation", case_example},
        {"belarusian Ex 10: coronation impossible", case_example},
        {"belarusian Ex 11: check and castling", case_example},
        {"belarusian Ex 12: castling forms", case_example},
        {"belarusian Ex 13: unsupported prince declares rokash", case_example},
        {"belarusian Ex 14: rokash beaten off", case_example},
        {"belarusian Ex 15: promotion", case_example},
        {"belarusian Ex 16: a new prince cancels check", case_example},
        {"belarusian Ex 17: supporter captured", case_example},
        {"belarusian Ex 18: stalemate", case_example},
        {"belarusian Ex 19: noble variant", case_example},
        {"belarusian Ex 20: clock", case_example},
        {"belarusian moves file", case_moves_file},
        {"belarusian perft file", case_perft_file},
        {"belarusian random positions, release", case_random_release},
        {"belarusian random positions, original", case_random_original},
        {"belarusian random positions, noble", case_random_noble},
        {"belarusian random walks", case_walks},
        {"belarusian repetition", case_repetition},
        {"belarusian repetition and castling rights", case_repetition_rights},
        {"belarusian draw clock", case_clock},
        {"belarusian key", case_key},
        {"belarusian half-turn", case_flip},
        {"belarusian texts that are refused", case_bad_texts},
        {"belarusian texts that are read", case_good_texts},
        {"belarusian mutated texts", case_mutated_texts},
        {"belarusian move texts that are refused", case_bad_move_texts},
        {"belarusian resolve, strangers", case_resolve},
        {"belarusian resolve, all words", case_resolve_all_words},
        {"belarusian moves_max", case_moves_max},
        {"belarusian men by square", case_square_text},
        {"belarusian squares in check", case_checked},
    };
    return test_main(argc, argv, cases, COUNT(cases));
}
