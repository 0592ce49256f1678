/* Belarusian chess against its rules: position files, the worked examples of the rules text, the
 * independent oracle on random positions and walks, symmetry, repetition, position text. */
#include "engine/game.h"
#include "tests/games/belarusian_examples.h"
#include "tests/games/belarusian_texts.h"
#include "tests/harness.h"
#include "tests/oracle/bel_oracle.h"

enum {
    SET_NB = 3,
    LIST_MAX = 512, /* room for any game's moves_max here, and to notice an overrun of it */
    UNDO_MAX = 256,
    LINE_MAX = 8192,
    WALK_PLIES_MAX = 250
};

/* In the order of enum belo_set. */
static const char *const set_names[SET_NB] = {"belarusian", "belarusian-original",
                                              "belarusian-noble"};

/* Class numbers of the game are places in this text: ratnik 1 ... king 7. */
static const char class_letters[] = ".RVMLGKA";

/* One undo record of whatever game. */
union undo {
    unsigned char bytes[UNDO_MAX];
    max_align_t align;
};

/* Moves in engine notation, sorted bytewise; zero-padded, so that lists compare with memcmp. */
struct names {
    int count;
    char name[LIST_MAX][BELO_MOVE_SIZE];
};

/* Default, fast (sanitizers) and long amounts of work. */
static int amount(int usual, int fast, int deep)
{
    return test_long_wanted() ? deep : test_fast_wanted() ? fast : usual;
}

static struct position *new_position(struct test *t, const char *game_name)
{
    const struct game *game = games_find(game_name);
    struct position *pos = game ? pos_new(game) : NULL;
    if (!CHECK_MSG(pos != NULL, "no position of %s", game_name))
        exit(1); /* nothing can be tested then */
    CHECK(game->undo_size <= UNDO_MAX);
    CHECK(game->moves_max < LIST_MAX);
    return pos;
}

/* --- lists of moves --- */

static int compare_names(const void *a, const void *b)
{
    return memcmp(a, b, BELO_MOVE_SIZE);
}

static void name_of(const struct position *pos, const struct move_entry *e,
                    char out[BELO_MOVE_SIZE])
{
    char text[MOVE_TEXT_MAX] = {0};
    pos->game->move_format(pos, e->move, text);
    memcpy(out, text, BELO_MOVE_SIZE);
    out[BELO_MOVE_SIZE - 1] = '\0';
}

static void list_names(const struct position *pos, enum gen_kind kind, struct names *out)
{
    struct move_entry list[LIST_MAX];
    const struct move_entry *end = pos->game->generate(pos, kind, list);
    out->count = 0;
    for (const struct move_entry *e = list; e < end; e++)
        name_of(pos, e, out->name[out->count++]);
    qsort(out->name, (size_t)out->count, BELO_MOVE_SIZE, compare_names);
}

static bool names_equal(const struct names *a, const struct names *b)
{
    return a->count == b->count && memcmp(a->name, b->name, (size_t)a->count * BELO_MOVE_SIZE) == 0;
}

static bool names_contain(const struct names *list, const char *name)
{
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->name[i], name) == 0)
            return true;
    return false;
}

/* The words of a text as a sorted list. */
static void split_names(const char *text, struct names *out)
{
    int read = 0;
    out->count = 0;
    memset(out->name, 0, sizeof out->name);
    while (out->count < LIST_MAX && sscanf(text, " %7s%n", out->name[out->count], &read) == 1) {
        text += read;
        out->count++;
    }
    qsort(out->name, (size_t)out->count, BELO_MOVE_SIZE, compare_names);
}

/* What is in a but not in b, for messages. Returns a static text: one thread, one call a message.
 */
static const char *difference(const struct names *a, const struct names *b)
{
    static char text[2][512];
    static int turn;
    char *out = text[turn ^= 1];
    size_t n = 0;
    out[0] = '\0';
    for (int i = 0; i < a->count && n + BELO_MOVE_SIZE + 1 < sizeof text[0]; i++)
        if (!names_contain(b, a->name[i]))
            n += (size_t)sprintf(out + n, " %s", a->name[i]);
    return out;
}

/* Are the lists equal? If not, a failure that tells how they differ. */
static bool check_names(struct test *t, const struct names *got, const struct names *wanted,
                        const char *what, const char *fen)
{
    return CHECK_MSG(names_equal(got, wanted), "%s: %d %s, wanted %d; too many:%s; missing:%s", fen,
                     got->count, what, wanted->count, difference(got, wanted),
                     difference(wanted, got));
}

static void oracle_names(const struct belo_pos *p, struct names *out)
{
    out->count = belo_moves(p, out->name);
}

/* Plays moves given as text; false, with a failure, at the first that is not legal. */
static bool play(struct test *t, struct position *pos, const char *moves)
{
    char word[BELO_MOVE_SIZE];
    int read = 0;
    while (sscanf(moves, " %7s%n", word, &read) == 1) {
        union undo undo;
        struct move_entry e;
        moves += read;
        if (!CHECK_MSG(pos->game->move_parse(pos, word, &e) == ENGINE_OK, "illegal: %s", word) ||
            !CHECK(pos_reserve(pos, 1) == ENGINE_OK))
            return false;
        pos->game->make(pos, &e, &undo);
        const char *wrong = pos->game->check(pos);
        CHECK_MSG(!wrong, "after %s: %s", word, wrong);
    }
    return true;
}

/* --- one position against the oracle --- */

/* A position of the engine, the same of the oracle, and what both make of it. */
struct scene {
    struct test *t;
    struct position *pos;
    const struct belo_pos *oracle;
    char fen[BELO_FEN_SIZE];
    struct names legal; /* the oracle's */
    struct move_entry list[LIST_MAX];
    int list_nb;
    bool in_check;
};

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
    char name[BELO_MOVE_SIZE];
    name_of(s->pos, e, name);
    const unsigned from = (unsigned)((name[1] - '1') * 9 + name[0] - 'a');
    const unsigned to = (unsigned)((name[3] - '1') * 9 + name[2] - 'a');
    const unsigned mover = class_of(oracle_man(s->oracle, from));
    const unsigned victim = from == to ? 0 : class_of(oracle_man(s->oracle, to));
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

/* TACTICAL has the moves with flags, QUIET the others, both in no other form than ALL. */
static void check_partition(const struct scene *s)
{
    struct test *t = s->t;
    const struct game *game = s->pos->game;
    struct move_entry part[2][LIST_MAX];
    const int nb[2] = {(int)(game->generate(s->pos, GEN_TACTICAL, part[0]) - part[0]),
                       (int)(game->generate(s->pos, GEN_QUIET, part[1]) - part[1])};
    CHECK_MSG(nb[0] + nb[1] == s->list_nb, "%s: %d tactical + %d quiet, %d in all", s->fen, nb[0],
              nb[1], s->list_nb);
    for (int kind = 0; kind < 2; kind++)
        for (int i = 0; i < nb[kind]; i++) {
            const struct move_entry *e = &part[kind][i];
            bool found = false;
            for (int j = 0; j < s->list_nb; j++)
                found |= s->list[j].move == e->move && s->list[j].flags == e->flags &&
                         s->list[j].mover == e->mover && s->list[j].victim == e->victim &&
                         s->list[j].becomes == e->becomes;
            char name[BELO_MOVE_SIZE];
            name_of(s->pos, e, name);
            CHECK_MSG(found && move_is_quiet(e) == (kind == 1), "%s: %s is wrong among the %s",
                      s->fen, name, kind == 1 ? "quiet" : "tactical");
        }
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
    struct names got, wanted = {0};
    CHECK_MSG(s->pos->game->in_check(s->pos) == s->in_check, "%s: in_check is not %d", s->fen,
              s->in_check);
    if (!s->in_check)
        return;
    const bool ascended = enemy_holds_throne(s->oracle);
    for (int i = 0; i < s->legal.count; i++)
        if (!ascended || !loses_to_throne(s->oracle, s->legal.name[i]))
            memcpy(wanted.name[wanted.count++], s->legal.name[i], BELO_MOVE_SIZE);
    list_names(s->pos, GEN_EVASIONS, &got);
    check_names(t, &got, &wanted, "evasions", s->fen);
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
    const char *word = belo_result(s->oracle);
    CHECK_MSG(strcmp(game->result(s->pos).word, word) == 0, "%s: result %s, wanted %s", s->fen,
              game->result(s->pos).word, word);
    const bool white_wins = strncmp(word, "white", 5) == 0, black_wins = word[0] == 'b';
    const bool throne = strstr(word, "throne") != NULL;
    const bool we_win = s->oracle->side == 'w' ? white_wins : black_wins;
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

static bool is_listed(const struct scene *s, move_t move)
{
    for (int i = 0; i < s->list_nb; i++)
        if (s->list[i].move == move)
            return true;
    return false;
}

/* resolve gives back exactly the entry of a legal move, and nothing for any other word. */
static void check_resolve(const struct scene *s, move_t move)
{
    struct test *t = s->t;
    const struct move_entry untouched = {.move = 1, .flags = 99, .score = -1};
    struct move_entry e = untouched;
    const bool legal = is_listed(s, move);
    const bool resolved = s->pos->game->resolve(s->pos, move, &e);
    CHECK_MSG(resolved == legal, "%s: resolve(%#x) says %d", s->fen, move, resolved);
    if (legal) {
        e.score = 0;
        check_entry(s, &e);
        CHECK_EQ_U64(e.move, move);
    }
}

static void check_resolve_words(const struct scene *s, int random_words)
{
    for (int i = 0; i < s->list_nb; i++)
        check_resolve(s, s->list[i].move);
    check_resolve(s, MOVE_NONE);
    check_resolve(s, MOVE_NULL);
    for (int i = 0; i < random_words; i++)
        check_resolve(s, (move_t)(test_random(s->t) >> 40));
}

/* Move text: what format writes parse reads, as the same entry. */
static void check_texts(const struct scene *s)
{
    struct test *t = s->t;
    for (int i = 0; i < s->list_nb; i++) {
        char text[MOVE_TEXT_MAX];
        struct move_entry e = {0};
        s->pos->game->move_format(s->pos, s->list[i].move, text);
        const enum engine_status status = s->pos->game->move_parse(s->pos, text, &e);
        CHECK_MSG(status == ENGINE_OK && e.move == s->list[i].move && e.flags == s->list[i].flags &&
                      e.mover == s->list[i].mover && e.victim == s->list[i].victim &&
                      e.becomes == s->list[i].becomes,
                  "%s: %s is read as something else", s->fen, text);
    }
}

/* Plays every move: same text as the oracle's, sound state, and every byte back again. */
static void check_moves_played(const struct scene *s)
{
    struct test *t = s->t;
    struct position *pos = s->pos;
    const struct game *game = pos->game;
    unsigned char before[LINE_MAX];
    memcpy(before, pos, game->pos_size);
    for (int i = 0; i < s->list_nb; i++) {
        union undo undo;
        char name[BELO_MOVE_SIZE], got[GAME_FEN_MAX], wanted[BELO_FEN_SIZE];
        name_of(pos, &s->list[i], name);
        struct belo_pos after = *s->oracle;
        belo_apply(&after, name);
        belo_format(&after, wanted);
        game->make(pos, &s->list[i], &undo);
        game->format(pos, got);
        CHECK_MSG(strcmp(got, wanted) == 0, "%s: %s gives %s, wanted %s", s->fen, name, got,
                  wanted);
        const char *wrong = game->check(pos);
        CHECK_MSG(!wrong, "%s: after %s %s", s->fen, name, wrong);
        game->unmake(pos, &s->list[i], &undo);
        CHECK_MSG(memcmp(before, pos, game->pos_size) == 0, "%s: %s is not taken back", s->fen,
                  name);
    }
}

/* Passing is offered only out of check; it changes the side alone, and is taken back. */
static void check_null_move(const struct scene *s)
{
    struct test *t = s->t;
    struct position *pos = s->pos;
    const struct game *game = pos->game;
    if (!game->null_move_ok(pos))
        return;
    union undo undo;
    unsigned char before[LINE_MAX];
    char got[GAME_FEN_MAX], wanted[BELO_FEN_SIZE];
    memcpy(before, pos, game->pos_size);
    CHECK_MSG(!s->in_check, "%s: a null move in check", s->fen);
    game->make_null(pos, &undo);
    const char *wrong = game->check(pos);
    CHECK_MSG(!wrong, "%s: after a null move %s", s->fen, wrong);
    struct belo_pos after = *s->oracle;
    after.side = after.side == 'w' ? 'b' : 'w';
    belo_format(&after, wanted);
    game->format(pos, got);
    CHECK_MSG(strcmp(got, wanted) == 0, "%s: passing gives %s", s->fen, got);
    game->unmake_null(pos, &undo);
    CHECK_MSG(memcmp(before, pos, game->pos_size) == 0, "%s: passing is not taken back", s->fen);
}

/* The marks of section 11 that end the game: "#" mate, "^^" throne. Others are in the examples. */
static void check_human_texts(const struct scene *s)
{
    struct test *t = s->t;
    for (int i = 0; i < s->list_nb; i++) {
        char name[BELO_MOVE_SIZE], text[MOVE_TEXT_MAX];
        name_of(s->pos, &s->list[i], name);
        struct belo_pos after = *s->oracle;
        belo_apply(&after, name);
        const char *word = belo_result(&after);
        const bool ours = word[0] == (s->oracle->side == 'w' ? 'w' : 'b');
        s->pos->game->move_human(s->pos, &s->list[i], text);
        CHECK_MSG((strstr(text, "^^") != NULL) == (ours && strstr(word, "throne")) &&
                      (strchr(text, '#') != NULL) == (ours && strstr(word, "mate")),
                  "%s: %s is written %s, result %s", s->fen, name, text, word);
    }
}

/* Fills the scene and checks what costs little; false if the moves differ. */
static bool begin_scene(struct scene *s, struct test *t, struct position *pos,
                        const struct belo_pos *oracle)
{
    struct names got;
    char text[GAME_FEN_MAX];
    s->t = t;
    s->pos = pos;
    s->oracle = oracle;
    belo_format(oracle, s->fen);
    pos->game->format(pos, text);
    CHECK_EQ_STR(text, s->fen);
    const char *wrong = pos->game->check(pos);
    CHECK_MSG(!wrong, "%s: %s", s->fen, wrong);

    oracle_names(oracle, &s->legal);
    list_names(pos, GEN_ALL, &got);
    s->list_nb = (int)(pos->game->generate(pos, GEN_ALL, s->list) - s->list);
    s->in_check = oracle_in_check(oracle);
    CHECK_MSG((int)pos->game->count(pos) == s->list_nb, "%s: count %u, generated %d", s->fen,
              pos->game->count(pos), s->list_nb);
    CHECK_MSG(s->list_nb <= (int)pos->game->moves_max, "%s: %d moves", s->fen, s->list_nb);
    return check_names(t, &got, &s->legal, "moves", s->fen);
}

/* number: of the position in its series; the costly questions are asked of some only. */
static void check_position(struct test *t, struct position *pos, const struct belo_pos *oracle,
                           int number)
{
    struct scene s;
    if (!begin_scene(&s, t, pos, oracle))
        return;
    for (int i = 0; i < s.list_nb; i++)
        check_entry(&s, &s.list[i]);
    check_partition(&s);
    check_evasions(&s);
    check_result(&s);
    check_resolve_words(&s, number % 16 == 0 ? 2000 : 20);
    if (number % 4 == 0)
        check_texts(&s);
    if (number % 16 == 0)
        check_human_texts(&s);
    check_moves_played(&s);
    check_null_move(&s);
}

static void compare_random_positions(struct test *t, enum belo_set set)
{
    struct position *pos = new_position(t, set_names[set]);
    const int positions = amount(10000, 1000, 100000);
    unsigned long long seed = test_random(t);
    REQUIRE(pos_reserve(pos, 8) == ENGINE_OK);
    REQUIRE(pos->game->pos_size <= LINE_MAX);
    for (int i = 0; i < positions; i++) {
        struct belo_pos oracle;
        struct text_error error = {0, ""};
        char fen[BELO_FEN_SIZE];
        belo_random(&oracle, &seed, set);
        belo_format(&oracle, fen);
        const enum engine_status status = pos_set(pos, fen, &error);
        if (CHECK_MSG(status == ENGINE_OK, "%s refused at %zu: %s", fen, error.offset, error.what))
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

/* What repetition compares (B25): the text up to the clock. */
static size_t state_length(const char *fen)
{
    size_t spaces = 0, n = 0;
    while (fen[n] && (fen[n] != ' ' || ++spaces < 3))
        n++;
    return n;
}

/* One game played at random, remembered move by move. */
struct walk {
    struct test *t;
    struct position *pos, *fresh; /* fresh: set anew from text at every step */
    struct belo_pos oracle;
    int plies;
    unsigned char before[WALK_PLIES_MAX][1024]; /* all bytes of the position */
    struct move_entry moves[WALK_PLIES_MAX];
    union undo undos[WALK_PLIES_MAX];
    char fens[WALK_PLIES_MAX + 1][BELO_FEN_SIZE];
};

/* A random move; often the one that takes back the own last one, so that positions repeat. */
static struct move_entry pick_move(struct walk *w, const struct move_entry *list, int nb)
{
    if (w->plies >= 2 && test_random_below(w->t, 2) == 0) {
        const move_t last = w->moves[w->plies - 2].move;
        for (int i = 0; i < nb; i++)
            if (move_from(list[i].move) == move_to(last) &&
                move_to(list[i].move) == move_from(last) && list[i].flags == 0)
                return list[i];
    }
    return list[test_random_below(w->t, (uint64_t)nb)];
}

/* After each move: text, state, key and evaluation of a position set afresh, result. */
static void check_step(struct walk *w)
{
    struct test *t = w->t;
    const struct game *game = w->pos->game;
    char text[GAME_FEN_MAX];
    char *fen = w->fens[w->plies];
    belo_format(&w->oracle, fen);
    game->format(w->pos, text);
    CHECK_MSG(strcmp(text, fen) == 0, "%s, wanted %s", text, fen);
    const char *wrong = game->check(w->pos);
    CHECK_MSG(!wrong, "%s: %s", fen, wrong);
    if (CHECK_MSG(pos_set(w->fresh, fen, NULL) == ENGINE_OK, "%s: not read back", fen)) {
        CHECK_EQ_U64(w->fresh->key, w->pos->key);
        CHECK_EQ_INT(game->evaluate(w->fresh), game->evaluate(w->pos));
    }

    int times = 0;
    const size_t length = state_length(fen);
    for (int i = 0; i <= w->plies; i++)
        times += strncmp(w->fens[i], fen, length + 1) == 0;
    const char *word = belo_result(&w->oracle);
    if (strcmp(word, "none") == 0 && times >= 3)
        word = "draw-repetition";
    CHECK_MSG(strcmp(game->result(w->pos).word, word) == 0, "%s: %s, wanted %s (%d times)", fen,
              game->result(w->pos).word, word, times);
    const unsigned earlier = times > 3 ? 2 : (unsigned)times - 1;
    CHECK_MSG(pos_occurrences(w->pos) == earlier, "%s: occurred %u times before, wanted %u", fen,
              pos_occurrences(w->pos), earlier);
}

static void check_null_in_walk(struct walk *w)
{
    struct test *t = w->t;
    const struct game *game = w->pos->game;
    union undo undo;
    if (!game->null_move_ok(w->pos))
        return;
    game->make_null(w->pos, &undo);
    const char *wrong = game->check(w->pos);
    CHECK_MSG(!wrong, "%s: after a null move %s", w->fens[w->plies], wrong);
    CHECK(w->pos->key != w->fresh->key);
    CHECK_EQ_U64(pos_occurrences(w->pos), 0);
    game->unmake_null(w->pos, &undo);
}

/* Takes everything back, comparing all bytes and the key history. */
static void unwind(struct walk *w)
{
    struct test *t = w->t;
    const struct game *game = w->pos->game;
    while (w->plies > 0) {
        const char *fen = w->fens[--w->plies];
        CHECK_EQ_U64(w->pos->history_nb, (uint64_t)w->plies + 1);
        game->unmake(w->pos, &w->moves[w->plies], &w->undos[w->plies]);
        CHECK_MSG(memcmp(w->before[w->plies], w->pos, game->pos_size) == 0, "%s: not restored",
                  fen);
        CHECK_MSG(w->pos->history[w->plies] == w->pos->key, "%s: wrong key in the history", fen);
    }
}

/* Plays one game of at most `plies_max` plies from w->oracle; returns its length. */
static int walk_once(struct walk *w, int plies_max)
{
    struct test *t = w->t;
    const struct game *game = w->pos->game;
    w->plies = 0;
    check_step(w);
    while (w->plies < plies_max) {
        struct move_entry list[LIST_MAX];
        const int nb = (int)(game->generate(w->pos, GEN_ALL, list) - list);
        if (nb == 0)
            break;
        char name[BELO_MOVE_SIZE];
        const struct move_entry e = pick_move(w, list, nb);
        name_of(w->pos, &e, name);
        memcpy(w->before[w->plies], w->pos, game->pos_size);
        check_null_in_walk(w);
        CHECK(memcmp(w->before[w->plies], w->pos, game->pos_size) == 0);
        w->moves[w->plies] = e;
        game->make(w->pos, &e, &w->undos[w->plies]);
        belo_apply(&w->oracle, name);
        w->plies++;
        check_step(w);
    }
    const int length = w->plies;
    unwind(w);
    return length;
}

static void case_walks(struct test *t)
{
    static struct walk w; /* large */
    const int plies = amount(100000, 10000, 1000000);
    unsigned long long seed = test_random(t);
    int done = 0, games = 0;
    for (; done < plies; games++) {
        const enum belo_set set = (enum belo_set)(games % SET_NB);
        char fen[BELO_FEN_SIZE];
        w.t = t;
        w.pos = new_position(t, set_names[set]);
        w.fresh = new_position(t, set_names[set]);
        REQUIRE(w.pos->game->pos_size <= sizeof w.before[0]);
        REQUIRE(pos_reserve(w.pos, WALK_PLIES_MAX) == ENGINE_OK);
        if (games % 2 == 0)
            REQUIRE(belo_parse(&w.oracle, w.pos->game->start, set));
        else
            belo_random(&w.oracle, &seed, set);
        belo_format(&w.oracle, fen);
        REQUIRE(pos_set(w.pos, fen, NULL) == ENGINE_OK);
        done += 1 + walk_once(&w, WALK_PLIES_MAX);
        pos_free(w.pos);
        pos_free(w.fresh);
    }
    printf("# %d plies in %d walks\n", done - games, games);
}

/* --- files of positions --- */

/* Cuts *text at the separator, blanks off both ends, and moves on behind it. */
static char *next_field(char **text, char separator)
{
    char *field = *text + strspn(*text, " ");
    char *end = strchr(field, separator);
    *text = end ? end + 1 : field + strlen(field);
    if (!end)
        end = *text;
    while (end > field && end[-1] == ' ')
        end--;
    *end = '\0';
    return field;
}

/* Calls check for each line that is no comment; the label names file and line. */
static void for_each_line(struct test *t, const char *path,
                          void (*check)(struct test *t, const char *label, char *line))
{
    static char line[LINE_MAX];
    FILE *file = fopen(path, "r");
    int number = 0, positions = 0;
    if (!CHECK_MSG(file != NULL, "%s cannot be opened (tests run in the root folder)", path))
        return;
    while (fgets(line, sizeof line, file)) {
        char label[128];
        number++;
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] == '\0' || line[0] == '#')
            continue;
        snprintf(label, sizeof label, "%s:%d", path, number);
        check(t, label, line);
        positions++;
    }
    fclose(file);
    CHECK(positions > 0);
    printf("# %d positions\n", positions);
}

/* A position of the rule set, set from text; NULL, with a failure, if that does not work. */
static struct position *position_of(struct test *t, const char *label, const char *set_name,
                                    const char *fen)
{
    struct text_error error = {0, ""};
    struct position *pos = new_position(t, set_name);
    const enum engine_status status = pos_set(pos, fen, &error);
    if (CHECK_MSG(status == ENGINE_OK, "%s: refused at %zu: %s", label, error.offset, error.what))
        return pos;
    pos_free(pos);
    return NULL;
}

/* FEN | RULESET | RESULT | MOVES */
static void check_moves_line(struct test *t, const char *label, char *line)
{
    const char *fen = next_field(&line, '|');
    const char *set_name = next_field(&line, '|');
    const char *word = next_field(&line, '|');
    struct names got, wanted;
    char text[GAME_FEN_MAX];
    struct position *pos = position_of(t, label, set_name, fen);
    if (!pos)
        return;
    pos->game->format(pos, text);
    CHECK_EQ_STR(text, fen);
    CHECK_MSG(strcmp(pos->game->result(pos).word, word) == 0, "%s: result %s, wanted %s", label,
              pos->game->result(pos).word, word);
    split_names(next_field(&line, '|'), &wanted);
    list_names(pos, GEN_ALL, &got);
    check_names(t, &got, &wanted, "moves", label);
    pos_free(pos);
}

static void case_moves_file(struct test *t)
{
    for_each_line(t, "tests/data/belarusian.moves", check_moves_line);
}

/* FEN ;set=RULESET ;D1 n ;D2 n ... */
static void check_perft_line(struct test *t, const char *label, char *line)
{
    const char *fen = next_field(&line, ';');
    const char *set_name = next_field(&line, ';');
    const uint64_t bulk_max = (uint64_t)amount(3000000, 300000, INT32_MAX);
    const uint64_t single_max = (uint64_t)amount(3000000, 30000, INT32_MAX);
    unsigned char before[LINE_MAX];
    REQUIRE(strncmp(set_name, "set=", 4) == 0);
    struct position *pos = position_of(t, label, set_name + 4, fen);
    if (!pos)
        return;
    memcpy(before, pos, pos->game->pos_size);
    while (*line) {
        const char *field = next_field(&line, ';');
        int depth = 0;
        uint64_t wanted = 0;
        if (!CHECK_MSG(sscanf(field, "D%d %" SCNu64, &depth, &wanted) == 2, "%s: %s", label, field))
            continue;
        for (int bulk = 0; bulk <= 1; bulk++) {
            if (wanted > (bulk ? bulk_max : single_max))
                continue;
            const uint64_t got = pos->game->perft(pos, depth, bulk);
            CHECK_MSG(got == wanted, "%s: depth %d, %s: %" PRIu64 ", wanted %" PRIu64, label, depth,
                      bulk ? "bulk" : "single", got, wanted);
        }
    }
    CHECK_MSG(memcmp(before, pos, pos->game->pos_size) == 0, "%s: not restored", label);
    pos_free(pos);
}

static void case_perft_file(struct test *t)
{
    for_each_line(t, "tests/data/belarusian.epd", check_perft_line);
}

/* --- worked examples --- */

/* The legal moves that begin with `from`, without it; with `survivors` only those after which the
 * opponent has not won the throne, found by playing each. */
static void list_example(struct position *pos, const char *from, bool survivors, struct names *out)
{
    struct move_entry list[LIST_MAX];
    const struct game *game = pos->game;
    const struct move_entry *end = game->generate(pos, GEN_ALL, list);
    out->count = 0;
    memset(out->name, 0, sizeof out->name);
    for (const struct move_entry *e = list; e < end; e++) {
        union undo undo;
        char name[BELO_MOVE_SIZE];
        name_of(pos, e, name);
        game->make(pos, e, &undo);
        const struct game_result result = game->result(pos);
        const bool lost =
            strcmp(result.way, "throne") == 0 &&
            result.outcome == (pos->side == WHITE ? OUTCOME_WHITE_WINS : OUTCOME_BLACK_WINS);
        game->unmake(pos, e, &undo);
        if (strncmp(name, from, strlen(from)) == 0 && !(survivors && lost))
            strcpy(out->name[out->count++], name + strlen(from));
    }
    qsort(out->name, (size_t)out->count, BELO_MOVE_SIZE, compare_names);
}

static void check_example_moves(struct test *t, struct position *pos, const struct example *x)
{
    struct names got, wanted;
    list_example(pos, x->from, x->kind == SURVIVE, &got);
    if (x->kind == TOTAL) {
        CHECK_MSG(got.count == atoi(x->expected), "%s %s: %d moves from %s", x->fen, x->play,
                  got.count, x->from);
        return;
    }
    split_names(x->expected, &wanted);
    if (x->kind == HAS || x->kind == LACKS) {
        for (int i = 0; i < wanted.count; i++)
            CHECK_MSG(names_contain(&got, wanted.name[i]) == (x->kind == HAS), "%s: %s", x->fen,
                      wanted.name[i]);
        return;
    }
    check_names(t, &got, &wanted, "moves", x->fen);
    if (x->kind == SURVIVE) {
        list_names(pos, GEN_EVASIONS, &got);
        check_names(t, &got, &wanted, "evasions", x->fen);
    }
}

static void check_example_text(struct test *t, struct position *pos, const struct example *x)
{
    char text[GAME_FEN_MAX];
    struct move_entry e;
    if (x->kind == POSITION) {
        pos->game->format(pos, text);
        CHECK_EQ_STR(text, x->expected);
    } else if (CHECK_MSG(pos->game->move_parse(pos, x->from, &e) == ENGINE_OK, "%s", x->from)) {
        pos->game->move_human(pos, &e, text);
        CHECK_EQ_STR(text, x->expected);
    }
}

static void check_example(struct test *t, const struct example *x)
{
    struct position *pos = position_of(t, x->fen, set_names[x->set], x->fen);
    if (!pos)
        return;
    if (play(t, pos, x->play)) {
        if (x->kind == RESULT)
            CHECK_EQ_STR(pos->game->result(pos).word, x->expected);
        else if (x->kind == POSITION || x->kind == HUMAN)
            check_example_text(t, pos, x);
        else if (x->kind != PERFT)
            check_example_moves(t, pos, x);
        else
            for (int bulk = 0; bulk <= 1; bulk++)
                CHECK_MSG(pos->game->perft(pos, atoi(x->from), bulk) ==
                              strtoull(x->expected, NULL, 10),
                          "%s (%s): perft %s", x->fen, set_names[x->set], x->from);
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
    REQUIRE(play(t, pos, round));
    CHECK_EQ_U64(pos_occurrences(pos), 1);
    CHECK_EQ_STR(pos->game->result(pos).word, "none");
    REQUIRE(play(t, pos, "c1b3 g9h7 b3c1"));
    CHECK_EQ_STR(pos->game->result(pos).word, "none");
    REQUIRE(play(t, pos, "h7g9"));
    CHECK_EQ_U64(pos_occurrences(pos), 2);
    CHECK_EQ_STR(pos->game->result(pos).word, "draw-repetition");
    CHECK_EQ_STR(pos->game->result(pos).way, "repetition");
    CHECK_EQ_INT(pos->game->result(pos).outcome, OUTCOME_DRAW);
    /* Every position of the round is a repetition now; a ratnik's move begins anew. */
    REQUIRE(play(t, pos, "c1b3"));
    CHECK_EQ_STR(pos->game->result(pos).word, "draw-repetition");
    REQUIRE(play(t, pos, "g9h7 b3c1 h7g9 a2a3"));
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
        REQUIRE(play(t, pos, "e1e2 a9a8 e2e1 a8a9"));
    CHECK_EQ_U64(pos_occurrences(pos), 1); /* the first time there was a right */
    CHECK_EQ_STR(pos->game->result(pos).word, "none");
    REQUIRE(play(t, pos, "e1e2 a9a8 e2e1 a8a9"));
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
        CHECK_EQ_U64(pos->game->draw_clock, 100);
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

/* The rules, and so the evaluation for the side to move, do not change under a half-turn with
 * swapped colours. */
static void check_flip(struct test *t, struct position *pos, const struct belo_pos *oracle)
{
    const struct game *game = pos->game;
    unsigned char before[LINE_MAX];
    char fen[BELO_FEN_SIZE], got[GAME_FEN_MAX], wanted[BELO_FEN_SIZE];
    const struct belo_pos turned = half_turn(oracle);
    belo_format(oracle, fen);
    belo_format(&turned, wanted);
    memcpy(before, pos, game->pos_size);
    const score_t score = game->evaluate(pos);
    const uint64_t nodes = game->perft(pos, 2, true);
    const unsigned moves = game->count(pos);

    game->flip(pos);
    game->format(pos, got);
    CHECK_MSG(strcmp(got, wanted) == 0, "%s flips to %s, wanted %s", fen, got, wanted);
    const char *wrong = game->check(pos);
    CHECK_MSG(!wrong, "%s: after a flip %s", fen, wrong);
    CHECK_MSG(game->evaluate(pos) == score, "%s: evaluates to %d, flipped %d", fen, score,
              game->evaluate(pos));
    CHECK_MSG(abs(score) <= SCORE_EVAL_MAX, "%s: evaluates to %d", fen, score);
    CHECK_MSG(game->count(pos) == moves && game->perft(pos, 2, true) == nodes,
              "%s: other moves after a flip", fen);
    game->flip(pos);
    CHECK_MSG(memcmp(before, pos, game->pos_size) == 0, "%s: two flips change it", fen);
}

static void case_flip(struct test *t)
{
    unsigned long long seed = test_random(t);
    const int positions = amount(3000, 300, 30000);
    for (int set = 0; set < SET_NB; set++) {
        struct position *pos = new_position(t, set_names[set]);
        for (int i = 0; i < positions; i++) {
            struct belo_pos oracle;
            char fen[BELO_FEN_SIZE];
            belo_random(&oracle, &seed, (enum belo_set)set);
            belo_format(&oracle, fen);
            if (CHECK(pos_set(pos, fen, NULL) == ENGINE_OK))
                check_flip(t, pos, &oracle);
        }
        pos_free(pos);
    }
}

/* --- position text --- */

/* Sets pos, which must stay unchanged on failure; the error must make sense. */
static bool try_text(struct test *t, struct position *pos, const char *text,
                     struct text_error *error)
{
    unsigned char before[LINE_MAX];
    memcpy(before, pos, pos->game->pos_size);
    *error = (struct text_error){SIZE_MAX, NULL};
    const enum engine_status status = pos_set(pos, text, error);
    if (status == ENGINE_OK)
        return true;
    CHECK_EQ_INT(status, ENGINE_BAD_POSITION);
    CHECK_MSG(error->offset <= strlen(text), "\"%s\": offset %zu", text, error->offset);
    CHECK_MSG(error->what && strlen(error->what) > 8 && !strchr(error->what, '.'),
              "\"%s\": no sentence", text);
    CHECK_MSG(memcmp(before, pos, pos->game->pos_size) == 0, "\"%s\" changes the position", text);
    return false;
}

static void case_bad_texts(struct test *t)
{
    for (size_t i = 0; i < COUNT(bad_texts); i++) {
        const struct bad_text *bad = &bad_texts[i];
        struct position *pos = new_position(t, set_names[bad->set]);
        struct text_error error;
        struct belo_pos oracle;
        CHECK_MSG(belo_parse(&oracle, bad->text, bad->set) == bad->beyond_oracle,
                  "the oracle thinks otherwise of \"%s\"", bad->text);
        if (CHECK_MSG(!try_text(t, pos, bad->text, &error), "\"%s\" is accepted", bad->text))
            CHECK_MSG(error.offset == bad->offset, "\"%s\": fault at %zu, wanted %zu (%s)",
                      bad->text, error.offset, bad->offset, error.what);
        CHECK(pos_set(pos, bad->text, NULL) == ENGINE_BAD_POSITION); /* NULL is allowed */
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

/* Changes, inserts or deletes some bytes, mostly such as position text is made of. */
static void mutate_text(struct test *t, char *text, size_t size)
{
    static const char alphabet[] = "AKGLMVRakglmvr123456789/ wb-AIai0x";
    for (uint64_t edits = 1 + test_random_below(t, 3); edits > 0; edits--) {
        const size_t length = strlen(text);
        const size_t at = (size_t)test_random_below(t, length + 1);
        const char byte = test_random_below(t, 8) == 0
                              ? (char)test_random_below(t, 256)
                              : alphabet[test_random_below(t, sizeof alphabet - 1)];
        switch (test_random_below(t, 3)) {
        case 0:
            if (at < length)
                text[at] = byte;
            break;
        case 1:
            if (length + 2 <= size) {
                memmove(text + at + 1, text + at, length - at + 1);
                text[at] = byte;
            }
            break;
        default:
            if (at < length)
                memmove(text + at, text + at + 1, length - at);
        }
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
    struct text_error error;
    struct belo_pos oracle;
    const bool valid = belo_parse(&oracle, text, set);
    const bool wanted = valid && oracle.clock <= 9999 && oracle.fullmove <= 9999;
    const bool got = try_text(t, pos, text, &error);
    *accepted += got;
    CHECK_MSG(got == wanted, "\"%s\" (%s) is %s", text, set_names[set],
              got ? "accepted" : error.what);
    if (got && wanted) {
        char written[GAME_FEN_MAX], by_oracle[BELO_FEN_SIZE];
        pos->game->format(pos, written);
        belo_format(&oracle, by_oracle);
        CHECK_EQ_STR(written, by_oracle);
        const char *wrong = pos->game->check(pos);
        CHECK_MSG(!wrong, "%s: %s", text, wrong);
    }
}

static void case_mutated_texts(struct test *t)
{
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
                mutate_text(t, text, sizeof text);
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
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct move_entry e = {.move = 77, .score = 5};
        CHECK_MSG(pos->game->move_parse(pos, texts[i], &e) == ENGINE_BAD_MOVE, "\"%s\"", texts[i]);
        CHECK(e.move == 77 && e.score == 5);
    }
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
    unsigned long long seed = test_random(t);
    struct position *pos = new_position(t, "belarusian"), *other = new_position(t, "belarusian");
    const int positions = amount(2000, 200, 20000);
    for (int i = 0; i < positions; i++) {
        static struct scene
            s; /* the moves of every position but the first meet its predecessor's */
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
        struct move_entry strangers[LIST_MAX];
        const struct move_entry *end = other->game->generate(other, GEN_ALL, strangers);
        for (const struct move_entry *e = strangers; e < end; e++)
            check_resolve(&s, e->move);
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
        struct scene s;
        struct position *pos = position_of(t, fens[i], "belarusian", fens[i]);
        REQUIRE(pos && belo_parse(&oracle, fens[i], BELO_RELEASE));
        REQUIRE(begin_scene(&s, t, pos, &oracle));
        int accepted = 0;
        for (move_t move = 0; move < (move_t)1 << 24; move++) {
            struct move_entry e;
            if ((move % step == 0 || is_listed(&s, move)) && pos->game->resolve(pos, move, &e)) {
                accepted++;
                CHECK_MSG(is_listed(&s, move), "%s: %#x is resolved", fens[i], move);
            }
        }
        CHECK_EQ_INT(accepted, s.list_nb);
        pos_free(pos);
    }
}

/* --- the richest positions --- */

static int count_of(struct position *pos, const struct belo_pos *p)
{
    char fen[BELO_FEN_SIZE];
    belo_format(p, fen);
    return pos_set(pos, fen, NULL) == ENGINE_OK ? (int)pos->game->count(pos) : -1;
}

/* Hill climbing for many moves: a change is kept unless it loses some. */
static int climb(struct test *t, struct position *pos, struct belo_pos *p, int steps)
{
    int best = count_of(pos, p);
    for (int i = 0; i < steps; i++) {
        struct belo_pos next = *p;
        mutate_position(t, &next);
        next.side = p->side;
        const int count = count_of(pos, &next);
        if (count >= best) {
            best = count;
            *p = next;
        }
    }
    return best;
}

static void case_moves_max(struct test *t)
{
    unsigned long long seed = test_random(t);
    const int climbs = amount(6, 3, 60), steps = amount(60000, 3000, 500000);
    for (int i = 0; i < climbs; i++) {
        const enum belo_set set = (enum belo_set)(i % SET_NB);
        struct position *pos = new_position(t, set_names[set]);
        struct belo_pos p;
        struct scene s;
        char fen[BELO_FEN_SIZE];
        belo_random(&p, &seed, set);
        const int best = climb(t, pos, &p, steps);
        belo_format(&p, fen);
        printf("# %d moves: %s (%s)\n", best, fen, set_names[set]);
        CHECK_MSG(best <= (int)pos->game->moves_max, "%s: %d moves", fen, best);
        CHECK_MSG(best >= 120 || test_fast_wanted(), "the search finds nothing rich");
        if (CHECK(pos_set(pos, fen, NULL) == ENGINE_OK))
            begin_scene(&s, t, pos, &p);
        pos_free(pos);
    }
}

/* --- text boards --- */

static void case_diagram(struct test *t)
{
    unsigned long long seed = test_random(t);
    struct position *pos = new_position(t, "belarusian");
    for (int i = 0; i < 100; i++) {
        struct belo_pos p;
        char fen[BELO_FEN_SIZE], text[GAME_TEXT_MAX], men[2][96];
        size_t nb[2] = {0, 0};
        belo_random(&p, &seed, BELO_RELEASE);
        belo_format(&p, fen);
        REQUIRE(pos_set(pos, fen, NULL) == ENGINE_OK);
        pos->game->diagram(pos, text);
        CHECK(text[strlen(text) - 1] == '\n');
        /* All men in the order of the placement; words stand at the ends of lines only. */
        for (const char *c = fen; *c != ' '; c++)
            if (strchr("AKGLMVRakglmvr", *c))
                men[0][nb[0]++] = *c;
        const char *line = text;
        for (int rank = 0; rank < 9; rank++) {
            for (int column = 0; column < 22 && line[column] != '\n'; column++)
                if (strchr("AKGLMVRakglmvr", line[column]))
                    men[1][nb[1]++] = line[column];
            line = strchr(line, '\n') + 1;
        }
        CHECK_MSG(nb[0] == nb[1] && memcmp(men[0], men[1], nb[0]) == 0, "%s:\n%s", fen, text);
        pos->game->explain(pos, text);
        CHECK(memchr(text, '\0', sizeof text) != NULL);
    }
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
        {"belarusian diagram", case_diagram},
    };
    return test_main(argc, argv, cases, COUNT(cases));
}
