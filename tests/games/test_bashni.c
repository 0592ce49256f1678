/* Bashni against its rules: position files, the worked examples of the rules text, the independent
 * oracle on random positions and walks, paths of moves, symmetry, repetition, position text in both
 * notations. */
#include "tests/games/bashni_examples.h"
#include "tests/games/bashni_texts.h"
#include "tests/oracle/bas_oracle.h"
#include "tests/support/game_checks.h"

enum { JUMPS_MAX = 12, MAN = 1, KING = 2 };

static struct position *new_position(struct test *t)
{
    return checks_new(t, games_find("bashni"));
}

/* --- the oracle --- */

static void oracle_moves(const void *p, struct names *out)
{
    _Static_assert(BASO_MOVE_SIZE == (int)NAME_SIZE, "the lists have the same layout");
    out->count = baso_moves(p, out->name, LIST_MAX);
}

static void oracle_apply(void *p, const char *move)
{
    baso_apply(p, move);
}

static void oracle_format(const void *p, char *out)
{
    baso_format(p, out);
}

static const char *oracle_result(const void *p)
{
    const char *word = baso_result(p);
    return strcmp(word, "draw") == 0 ? "draw-count" : word;
}

static const struct oracle oracle = {.size = sizeof(struct baso_pos),
                                     .moves = oracle_moves,
                                     .apply = oracle_apply,
                                     .format = oracle_format,
                                     .result = oracle_result};

/* --- moves as the rules see them, on the oracle's board --- */

struct square {
    int rank, file;
};

/* A move taken to pieces: squares of its text, towers jumped between them. */
struct trail {
    int jumps;
    struct square at[JUMPS_MAX + 1]; /* start and every landing */
    struct square over[JUMPS_MAX];
};

static struct square read_square(const char *name)
{
    return (struct square){name[1] - '1', name[0] - 'a'};
}

/* Number of section 2, from 0. */
static unsigned index_of(struct square s)
{
    return (unsigned)(4 * s.rank + s.file / 2);
}

static bool is_same_square(struct square a, struct square b)
{
    return a.rank == b.rank && a.file == b.file;
}

static bool on_board(struct square s)
{
    return s.rank >= 0 && s.rank < 8 && s.file >= 0 && s.file < 8;
}

static struct square stepped(struct square s, struct square step)
{
    return (struct square){s.rank + step.rank, s.file + step.file};
}

/* The diagonal step from a towards b; 0, 0 if they are not on one diagonal. */
static struct square step_to(struct square a, struct square b)
{
    const int ranks = b.rank - a.rank, files = b.file - a.file;
    if (ranks == 0 || abs(ranks) != abs(files))
        return (struct square){0, 0};
    return (struct square){ranks > 0 ? 1 : -1, files > 0 ? 1 : -1};
}

/* Section 4.3: the start square counts as empty. */
static bool is_free(const struct baso_pos *p, struct square start, struct square s)
{
    return on_board(s) && (p->tower[s.rank][s.file][0] == '\0' || is_same_square(start, s));
}

static char top_of(const struct baso_pos *p, struct square s)
{
    return p->tower[s.rank][s.file][0];
}

static bool is_king(char piece)
{
    return piece == 'W' || piece == 'B';
}

/* Does a man of the side to move become a king on s? */
static bool promotes_on(const struct baso_pos *p, struct square s)
{
    return s.rank == (p->side == 'w' ? 7 : 0);
}

static struct trail trail_of(const struct baso_pos *p, const char *name)
{
    struct trail trail = {.at[0] = read_square(name)};
    const int landings = (int)strlen(name) / 2 - 1;
    for (int i = 0; i < landings; i++) {
        const struct square from = trail.at[i], to = read_square(name + 2 * i + 2);
        const struct square step = step_to(from, to);
        struct square s = stepped(from, step);
        while (!is_same_square(s, to) && is_free(p, trail.at[0], s))
            s = stepped(s, step);
        trail.at[i + 1] = to;
        if (!is_same_square(s, to))
            trail.over[trail.jumps++] = s;
    }
    return trail;
}

/* --- one position --- */

/* Every fact of a list entry, derived from its text and the oracle's board. */
static void check_entry(const struct scene *s, const struct move_entry *e)
{
    struct test *t = s->t;
    const struct baso_pos *p = s->state;
    char name[NAME_SIZE];
    names_of_move(s->pos, e, name);
    const struct trail trail = trail_of(p, name);
    const int landings = (int)strlen(name) / 2 - 1;
    const bool man = !is_king(top_of(p, trail.at[0]));
    bool promotes = false;
    uint64_t path = (uint64_t)trail.jumps << 60;
    for (int i = 1; i <= landings; i++)
        promotes |= man && promotes_on(p, trail.at[i]);
    for (int i = 0; i < trail.jumps; i++)
        path |= (uint64_t)index_of(trail.over[i]) << (5 * i);
    const unsigned victim = trail.jumps == 0 ? 0 : is_king(top_of(p, trail.over[0])) ? KING : MAN;
    const unsigned flags = (trail.jumps > 0 ? MOVE_CAPTURE : 0u) | (promotes ? MOVE_PROMOTION : 0u);
    const bool right = move_from(e->move) == index_of(trail.at[0]) &&
                       move_to(e->move) == index_of(trail.at[landings]) &&
                       e->mover == (man ? MAN : KING) && e->victim == victim &&
                       e->becomes == (promotes ? KING : 0) && e->flags == flags &&
                       e->path == path && (trail.jumps == 0 || trail.jumps == landings);
    CHECK_MSG(right, "%s: %s: mover %u victim %u becomes %u flags %u path %#" PRIx64, s->fen, name,
              e->mover, e->victim, e->becomes, e->flags, e->path);
}

/* Captures are compulsory, and no two moves have one name, which no move shares with MOVE_NONE. */
static void check_list(const struct scene *s)
{
    struct test *t = s->t;
    for (int i = 0; i < s->list_nb; i++) {
        const struct move_entry *e = &s->list[i];
        check_entry(s, e);
        CHECK_MSG((e->flags & MOVE_CAPTURE) == (s->list[0].flags & MOVE_CAPTURE),
                  "%s: a capture beside a quiet move", s->fen);
        CHECK_MSG(e->move != MOVE_NONE && e->move != MOVE_NULL && e->move < (move_t)1 << 24,
                  "%s: move word %#x", s->fen, e->move);
        for (int j = 0; j < i; j++)
            CHECK_MSG(s->list[j].move != e->move, "%s: %#x names two moves", s->fen, e->move);
    }
}

/* The arbiter's word, and the search's scores for the same. */
static void check_result(const struct scene *s)
{
    enum { PLY = 7 };
    struct test *t = s->t;
    const struct game *game = s->pos->game;
    const char *word = oracle_result(s->state);
    const enum outcome outcome = word[0] == 'w'   ? OUTCOME_WHITE_WINS
                                 : word[0] == 'b' ? OUTCOME_BLACK_WINS
                                 : word[0] == 'd' ? OUTCOME_DRAW
                                                  : OUTCOME_NONE;
    const struct game_result result = game->result(s->pos);
    CHECK_MSG(strcmp(result.word, word) == 0 && result.outcome == outcome,
              "%s: result %s, wanted %s", s->fen, result.word, word);
    score_t score = SCORE_NONE;
    const bool decided = game->decided(s->pos, PLY, &score);
    CHECK_MSG(decided == (outcome == OUTCOME_DRAW), "%s: decided says %d", s->fen, decided);
    CHECK_MSG(score == (decided ? SCORE_DRAW : SCORE_NONE), "%s: scores %d", s->fen, score);
    if (s->list_nb == 0)
        CHECK_EQ_INT(game->no_moves(s->pos, PLY), -(SCORE_MATE - PLY - 1));
}

/* --- move texts --- */

/* Both readers must take the text for the same move, or refuse it. */
static bool check_reading(const struct scene *s, const char *text)
{
    struct test *t = s->t;
    struct baso_pos after;
    struct move_entry e;
    union undo undo;
    char got[GAME_FEN_MAX], wanted[GAME_FEN_MAX];
    memcpy(&after, s->state, sizeof after);
    baso_apply(&after, text);
    baso_format(&after, wanted);
    const bool legal = s->pos->game->move_parse(s->pos, text, &e) == ENGINE_OK;
    if (legal)
        s->pos->game->make(s->pos, &e, &undo);
    s->pos->game->format(s->pos, got);
    if (legal)
        s->pos->game->unmake(s->pos, &e, &undo);
    return CHECK_MSG(strcmp(got, wanted) == 0, "%s: %s %s gives %s, wanted %s", s->fen, text,
                     legal ? "accepted" : "refused", got, wanted);
}

/* The squares with this joint between them. */
static void write_path(const struct square *squares, int nb, const char *joint, char *out)
{
    for (int i = 0; i < nb; i++)
        out += sprintf(out, "%s%c%c", i > 0 ? joint : "", 'a' + squares[i].file,
                       '1' + squares[i].rank);
}

/* The paths of one identity, walked over all landings. */
struct paths {
    const struct scene *s;
    const struct move_entry *e;
    struct trail trail; /* the canonical path; `at` is overwritten on the way */
    char name[NAME_SIZE];
    int nb;
};

/* A whole path: the reader must give the entry back, with every joint. */
static void check_path(struct paths *w)
{
    static const char *const joints[] = {"", ":", "x", "-"};
    const struct scene *s = w->s;
    struct test *t = s->t;
    w->nb++;
    for (size_t i = 0; i < COUNT(joints); i++) {
        struct move_entry e = {0};
        char text[MOVE_TEXT_MAX];
        write_path(w->trail.at, w->trail.jumps + 1, joints[i], text);
        CHECK_MSG(s->pos->game->move_parse(s->pos, text, &e) == ENGINE_OK && e.path == w->e->path &&
                      entries_equal(&e, w->e),
                  "%s: %s, a path of %s, is read as something else", s->fen, text, w->name);
    }
}

/* Can a king on s jump the tower on `over`, nothing in between? */
static bool reaches(const struct baso_pos *p, struct square start, struct square s,
                    struct square over)
{
    const struct square step = step_to(s, over);
    if (step.rank == 0)
        return false;
    for (s = stepped(s, step); !is_same_square(s, over); s = stepped(s, step))
        if (!is_free(p, start, s))
            return false;
    return true;
}

/* Tries every landing of jump i from which the rest of the identity is possible. */
static void walk_paths(struct paths *w, int i, bool king)
{
    const struct baso_pos *p = w->s->state;
    struct trail *trail = &w->trail;
    const struct square to = trail->at[trail->jumps];
    if (i == trail->jumps) {
        check_path(w);
        return;
    }
    const struct square over = trail->over[i], step = step_to(trail->at[i], over);
    const struct square old = trail->at[i + 1];
    for (struct square s = stepped(over, step); is_free(p, trail->at[0], s); s = stepped(s, step)) {
        const bool is_last = i + 1 == trail->jumps;
        if (is_last ? is_same_square(s, to) : reaches(p, trail->at[0], s, trail->over[i + 1])) {
            trail->at[i + 1] = s;
            walk_paths(w, i + 1, king || promotes_on(p, s));
        }
        if (!king)
            break;
    }
    trail->at[i + 1] = old;
}

/* For people: a capture with colons, a quiet move with a hyphen. */
static void check_human_text(const struct scene *s, const struct move_entry *e,
                             const struct trail *trail)
{
    struct test *t = s->t;
    char got[MOVE_TEXT_MAX], wanted[MOVE_TEXT_MAX];
    struct move_entry again;
    write_path(trail->at, trail->jumps > 0 ? trail->jumps + 1 : 2, trail->jumps > 0 ? ":" : "-",
               wanted);
    s->pos->game->move_human(s->pos, e, got);
    CHECK_MSG(strcmp(got, wanted) == 0, "%s: %s, wanted %s", s->fen, got, wanted);
    CHECK_MSG(s->pos->game->move_parse(s->pos, got, &again) == ENGINE_OK &&
                  entries_equal(&again, e),
              "%s: %s is read as something else", s->fen, got);
}

/* The short form is read when no other move has these ends, or when it is a whole path itself. */
static void check_short_form(const struct scene *s, const struct move_entry *e, const char *name)
{
    struct test *t = s->t;
    int ends = 0;
    const struct move_entry *whole = NULL;
    for (int i = 0; i < s->list_nb; i++) {
        const struct move_entry *other = &s->list[i];
        if (move_from(other->move) != move_from(e->move) ||
            move_to(other->move) != move_to(e->move))
            continue;
        ends++;
        if (other->path >> 60 <= 1)
            whole = other;
    }
    for (int colon = 0; colon <= 1; colon++) {
        char text[16];
        struct move_entry got = {0};
        sprintf(text, "%.2s%s%s", name, colon ? ":" : "", name + strlen(name) - 2);
        const bool read = s->pos->game->move_parse(s->pos, text, &got) == ENGINE_OK;
        CHECK_MSG(read == (ends == 1 || whole), "%s: %s for %d moves", s->fen, text, ends);
        if (read)
            CHECK_MSG(entries_equal(&got, whole ? whole : e), "%s: %s is not %s", s->fen, text,
                      name);
        check_reading(s, text);
    }
}

/* Returns the number of texts that are paths of some move. */
static int check_move_texts(const struct scene *s)
{
    struct test *t = s->t;
    int paths = 0;
    for (int i = 0; i < s->list_nb; i++) {
        struct paths w = {.s = s, .e = &s->list[i]};
        names_of_move(s->pos, w.e, w.name);
        w.trail = trail_of(s->state, w.name);
        check_human_text(s, w.e, &w.trail);
        check_short_form(s, w.e, w.name);
        check_reading(s, w.name);
        if (w.trail.jumps > 0) {
            walk_paths(&w, 0, is_king(top_of(s->state, w.trail.at[0])));
            CHECK_MSG(w.nb > 0, "%s: no path is %s", s->fen, w.name);
        }
        paths += w.nb;
        char text[MOVE_TEXT_MAX];
        strcpy(text, w.name);
        for (int k = 0; k < 3; k++) {
            text_mutate(t, text, sizeof text, "abcdefgh12345678:x-");
            check_reading(s, text);
        }
    }
    return paths;
}

/* --- random positions --- */

static void check_flip(struct test *t, struct position *pos, const struct baso_pos *p)
{
    struct baso_pos turned = *p;
    char text[BASO_FEN_SIZE];
    baso_rotate(&turned);
    baso_format(&turned, text);
    checks_flip(t, pos, text);
}

/* number: of the position in its series; the costly questions are asked of some only. Returns the
 * number of paths. */
static int check_position(struct test *t, struct position *pos, const struct baso_pos *p,
                          int number)
{
    static struct scene s; /* large; one thread */
    if (!scene_begin(&s, t, pos, &oracle, p, false))
        return 0;
    check_list(&s);
    check_result(&s);
    scene_check_partition(&s);
    scene_check_resolve_words(&s, number % 16 == 0 ? 2000 : 20);
    scene_check_texts(&s);
    scene_check_moves_played(&s);
    if (number % 4 == 0)
        check_flip(t, pos, p);
    return number % 2 == 0 ? check_move_texts(&s) : 0;
}

static void case_random_positions(struct test *t)
{
    struct position *pos = new_position(t);
    const int positions = amount(10000, 1000, 100000);
    unsigned long long seed = test_random(t);
    unsigned most = 0;
    int paths = 0;
    REQUIRE(pos_reserve(pos, 8) == ENGINE_OK);
    for (int i = 0; i < positions; i++) {
        struct baso_pos p;
        char fen[BASO_FEN_SIZE];
        baso_random(&p, &seed);
        baso_format(&p, fen);
        if (checks_set(t, pos, fen, fen))
            paths += check_position(t, pos, &p, i);
        most = pos->game->count(pos) > most ? pos->game->count(pos) : most;
    }
    printf("# %d paths of captures; at most %u moves\n", paths, most);
    pos_free(pos);
}

/* --- random walks --- */

/* Towers, and kings among all pieces, of a position text. */
static void count_in_text(const char *fen, int *towers, int *kings)
{
    *towers = *kings = 0;
    for (bool below = false; fen[0] != ':' || fen[1] != 'H'; fen++) {
        below = fen[0] == '(' || (below && fen[0] != ')');
        *towers += !below && fen[0] >= 'a' && fen[0] <= 'h';
        *kings += fen[0] == 'K' || (below && is_king(fen[0]));
    }
}

/* I5: only a promotion and the loss of a tower of height 1 cannot be undone. */
static bool is_irreversible(const char *before, const char *after)
{
    int towers[2], kings[2];
    count_in_text(before, &towers[0], &kings[0]);
    count_in_text(after, &towers[1], &kings[1]);
    return towers[1] < towers[0] || kings[1] > kings[0];
}

static void check_walk_position(const struct walk *w)
{
    struct test *t = w->t;
    int back = 0;
    while (back < w->plies &&
           !is_irreversible(w->fens[w->plies - back - 1], w->fens[w->plies - back]))
        back++;
    CHECK_MSG(w->pos->reversible == back, "%s: reversible %u, wanted %d", w->fens[w->plies],
              w->pos->reversible, back);
    CHECK_MSG(w->pos->clock == 0 || w->plies == 0 ||
                  w->pos->clock == strtoul(strstr(w->fens[w->plies - 1], ":H") + 2, NULL, 10) + 1,
              "%s: the counter jumps", w->fens[w->plies]);
}

static void case_walks(struct test *t)
{
    static struct walk w; /* large */
    const int plies = amount(100000, 10000, 1000000);
    unsigned long long seed = test_random(t);
    int done = 0, games = 0;
    w = (struct walk){.t = t,
                      .pos = new_position(t),
                      .fresh = new_position(t),
                      .oracle = &oracle,
                      .state_fields = 3,
                      .repetition_draws = true,
                      .repetition_first = true,
                      .each = check_walk_position};
    REQUIRE(pos_reserve(w.pos, WALK_PLIES_MAX) == ENGINE_OK);
    for (; done < plies; games++) {
        struct baso_pos p;
        char fen[BASO_FEN_SIZE];
        if (games % 2 == 0)
            REQUIRE(baso_parse(&p, w.pos->game->start));
        else
            baso_random(&p, &seed);
        baso_format(&p, fen);
        REQUIRE(checks_set(t, w.pos, fen, fen));
        memcpy(w.state.bytes, &p, sizeof p);
        done += 1 + walk_once(&w, WALK_PLIES_MAX);
    }
    printf("# %d plies in %d walks\n", done - games, games);
    pos_free(w.pos);
    pos_free(w.fresh);
}

/* --- files of positions --- */

/* FEN | RESULT | MOVES; every position is compared with the oracle too. */
static void check_moves_line(struct test *t, const char *label, char *line)
{
    struct position *pos = new_position(t);
    const char *fen = file_field(&line, '|');
    char text[GAME_FEN_MAX];
    struct baso_pos p;
    if (checks_set(t, pos, label, fen)) {
        pos->game->format(pos, text);
        CHECK_EQ_STR(text, fen);
        file_check_moves(t, pos, label, line);
        if (CHECK(baso_parse(&p, fen)))
            check_position(t, pos, &p, 0);
    }
    pos_free(pos);
}

static void case_moves_file(struct test *t)
{
    file_each_line(t, "tests/data/bashni.moves", check_moves_line);
}

/* FEN | MOVE | FEN */
static void check_results_line(struct test *t, const char *label, char *line)
{
    struct position *pos = new_position(t);
    const char *fen = file_field(&line, '|');
    const char *move = file_field(&line, '|');
    char text[GAME_FEN_MAX];
    if (checks_set(t, pos, label, fen) && checks_play(t, pos, move)) {
        pos->game->format(pos, text);
        CHECK_EQ_STR(text, file_field(&line, '|'));
    }
    pos_free(pos);
}

static void case_results_file(struct test *t)
{
    file_each_line(t, "tests/data/bashni.results", check_results_line);
}

/* FEN ;D1 n ;D2 n ... */
static void check_perft_line(struct test *t, const char *label, char *line)
{
    struct position *pos = new_position(t);
    const char *fen = file_field(&line, ';');
    if (checks_set(t, pos, label, fen))
        file_check_perft(t, pos, label, line, (uint64_t)amount(3000000, 100000, INT32_MAX),
                         (uint64_t)amount(300000, 20000, INT32_MAX));
    pos_free(pos);
}

static void case_perft_file(struct test *t)
{
    file_each_line(t, "tests/data/bashni.epd", check_perft_line);
}

/* Has the side to move a forced win in at most `moves` own moves? With `first`, which begins it. */
static bool wins_in(struct position *pos, int moves, const struct move_entry *first)
{
    const struct game *game = pos->game;
    struct move_entry *list = malloc(2 * LIST_MAX * sizeof *list), *replies = list + LIST_MAX;
    const struct move_entry *end = list ? game->generate(pos, GEN_ALL, list) : list;
    bool wins = false;
    for (const struct move_entry *e = list; e < end && !wins; e++) {
        union undo undo;
        if (first && e->move != first->move)
            continue;
        game->make(pos, e, &undo);
        const struct move_entry *last = game->generate(pos, GEN_ALL, replies);
        wins = last == replies || moves > 1;
        for (const struct move_entry *r = replies; r < last && wins; r++) {
            union undo reply;
            game->make(pos, r, &reply);
            wins = wins_in(pos, moves - 1, NULL);
            game->unmake(pos, r, &reply);
        }
        game->unmake(pos, e, &undo);
    }
    free(list);
    return wins;
}

/* FEN ;win N ;bm MOVE,MOVE...: exactly the best moves win in N, if that is quickly found out. */
static void check_puzzle_line(struct test *t, const char *label, char *line)
{
    struct position *pos = new_position(t);
    const char *fen = file_field(&line, ';');
    int moves = 0, best = 0, winning = 0;
    REQUIRE(sscanf(file_field(&line, ';'), "win %d", &moves) == 1);
    char *words = file_field(&line, ';') + 2;
    REQUIRE(checks_set(t, pos, label, fen) && pos_reserve(pos, 16) == ENGINE_OK);
    const bool is_quick = moves <= amount(2, 1, 3);
    while (*words) {
        struct move_entry e;
        const char *word = file_field(&words, ',');
        best++;
        if (CHECK_MSG(pos->game->move_parse(pos, word, &e) == ENGINE_OK, "%s: %s", label, word) &&
            is_quick)
            CHECK_MSG(wins_in(pos, moves, &e), "%s: %s does not win", label, word);
    }
    CHECK(best > 0);
    static struct move_entry list[LIST_MAX];
    const struct move_entry *end = pos->game->generate(pos, GEN_ALL, list);
    for (const struct move_entry *e = list; e < end && is_quick; e++)
        winning += wins_in(pos, moves, e);
    CHECK_MSG(!is_quick || (winning == best && (moves == 1 || !wins_in(pos, moves - 1, NULL))),
              "%s: %d moves win", label, winning);
    pos_free(pos);
}

static void case_puzzles_file(struct test *t)
{
    file_each_line(t, "tests/data/bashni.puzzles.epd", check_puzzle_line);
}

/* --- worked examples --- */

static void check_refusals(struct test *t, struct position *pos, const struct example *x)
{
    struct names words;
    names_split(x->expected, &words);
    CHECK(words.count > 0);
    for (int i = 0; i < words.count; i++) {
        const char *word = words.name[i];
        text_check_bad_moves(t, pos, &word, 1);
    }
}

static void check_examples(struct test *t, int number)
{
    int rows = 0;
    for (size_t i = 0; i < COUNT(examples); i++) {
        const struct example *x = &examples[i];
        struct position *pos;
        if (x->number != number)
            continue;
        rows++;
        pos = new_position(t);
        if (checks_set(t, pos, x->fen, x->fen) && checks_play(t, pos, x->play)) {
            if (x->kind == REFUSES)
                check_refusals(t, pos, x);
            else
                example_check(t, pos, x);
        }
        pos_free(pos);
    }
    CHECK(rows > 0);
}

/* The number of the example stands in the name of the case. */
static void case_example(struct test *t)
{
    int number = 0;
    REQUIRE(sscanf(t->name, "bashni E%d", &number) == 1);
    check_examples(t, number);
}

static void case_perft_table(struct test *t)
{
    check_examples(t, 0);
}

/* --- counters, repetition, keys --- */

static void case_repetition(struct test *t)
{
    struct position *pos = new_position(t);
    REQUIRE(checks_set(t, pos, "kings", "W:WKa1(b):BKh2(w)"));
    const char *const round = "a1b2 h2g1 b2a1 g1h2";
    REQUIRE(checks_play(t, pos, round));
    CHECK_EQ_U64(pos_occurrences(pos), 1);
    CHECK_EQ_STR(pos->game->result(pos).word, "none");
    REQUIRE(checks_play(t, pos, "a1b2 h2g1 b2a1"));
    CHECK_EQ_STR(pos->game->result(pos).word, "none");
    REQUIRE(checks_play(t, pos, "g1h2"));
    CHECK_EQ_U64(pos_occurrences(pos), 2);
    CHECK_EQ_STR(pos->game->result(pos).word, "draw-repetition");
    CHECK_EQ_STR(pos->game->result(pos).way, "repetition");
    CHECK_EQ_INT(pos->game->result(pos).outcome, OUTCOME_DRAW);
    REQUIRE(checks_play(t, pos, "a1c3"));
    CHECK_EQ_STR(pos->game->result(pos).word, "none");
    pos_free(pos);
}

/* Section 7: repetition comes before the counter. */
static void case_order_of_results(struct test *t)
{
    struct position *pos = new_position(t);
    REQUIRE(checks_set(t, pos, "kings", "W:WKa1(b):BKh2(w):H22:F1"));
    REQUIRE(checks_play(t, pos, "a1b2 h2g1 b2a1 g1h2 a1b2 h2g1 b2a1"));
    CHECK_EQ_U64(pos->clock, 29);
    CHECK_EQ_STR(pos->game->result(pos).word, "none");
    REQUIRE(checks_play(t, pos, "g1h2"));
    CHECK_EQ_U64(pos->clock, 30);
    CHECK_EQ_STR(pos->game->result(pos).word, "draw-repetition");
    REQUIRE(checks_set(t, pos, "counter", "W:WKa1(b):BKh2(w):H26:F1"));
    REQUIRE(checks_play(t, pos, "a1b2 h2g1 b2a1 g1h2"));
    CHECK_EQ_STR(pos->game->result(pos).word, "draw-count");
    CHECK_EQ_STR(pos->game->result(pos).way, "30 plies");
    pos_free(pos);
}

static void case_clock(struct test *t)
{
    static const struct {
        const char *fen, *word;
    } rows[] = {
        {"W:WKa1(b):BKh2(w):H29:F80", "none"},       {"W:WKa1(b):BKh2(w):H30:F80", "draw-count"},
        {"B:WKa1(b):BKh2(w):H30:F80", "draw-count"}, {"W:WKa1(b):BKh2(w):H9999:F80", "draw-count"},
        {"W:Wa3:Bb4,c5:H30:F80", "black-wins"},      {"B:Wa3:B:H30:F80", "white-wins"},
        {"W:Wc3:Bd4:H30:F80", "draw-count"}, /* also when a capture is on */
    };
    struct position *pos = new_position(t);
    CHECK_EQ_U64(pos->draw_clock, 30);
    CHECK(pos->game->captures_mandatory && !pos->game->has_null_move);
    for (size_t i = 0; i < COUNT(rows); i++)
        if (checks_set(t, pos, rows[i].fen, rows[i].fen))
            CHECK_EQ_STR(pos->game->result(pos).word, rows[i].word);
    pos_free(pos);
}

/* S8: captures and promotions reset the counter; F grows after Black's plies. I5: the look-back
 * ends at a promotion or a single piece taken, not at other captures. */
static void case_counters(struct test *t)
{
    static const struct {
        const char *fen, *move, *counters;
        unsigned reversible;
    } rows[] = {
        {"W:Wc3,a1:Bh8:H5:F9", "c3d4", ":H6:F9", 3},
        {"W:WKc3,a1:Bh8:H5:F9", "c3d4", ":H6:F9", 3},
        {"B:Wc3:Bb8,h6:H5:F9", "h6g5", ":H6:F10", 3},
        {"W:Wc7:Bh6:H5:F9", "c7d8", ":H0:F9", 0},
        {"W:Wc3:Bd4:H5:F9", "c3e5", ":H0:F9", 0},
        {"W:Wc3:BKd4:H5:F9", "c3e5", ":H0:F9", 0},
        {"W:Wc3:Bd4(b):H5:F9", "c3e5", ":H0:F9", 3},
        {"W:Wc3:Bd4(w):H5:F9", "c3e5", ":H0:F9", 3},
        {"W:Wc3:Bd4(w),f6(b):H5:F9", "c3e5g7", ":H0:F9", 3},
        {"W:Wc3:Bd4(w),f6:H5:F9", "c3e5g7", ":H0:F9", 0},
        {"W:Wc3:Bd4,f6(b):H5:F9", "c3e5g7", ":H0:F9", 0},
        {"W:Wf6(w):Be7(w),a7:H5:F9", "f6d8", ":H0:F9", 0},
    };
    struct position *pos = new_position(t);
    for (size_t i = 0; i < COUNT(rows); i++) {
        char text[GAME_FEN_MAX];
        if (!checks_set(t, pos, rows[i].fen, rows[i].fen))
            continue;
        pos->history_nb = 2; /* as if two plies had been played */
        pos->reversible = 2;
        checks_play(t, pos, rows[i].move);
        pos->game->format(pos, text);
        CHECK_MSG(strcmp(strstr(text, ":H"), rows[i].counters) == 0, "%s: %s", rows[i].fen, text);
        CHECK_MSG(pos->reversible == rows[i].reversible, "%s: reversible %u", rows[i].fen,
                  pos->reversible);
    }
    pos_free(pos);
}

static zkey_t key_after(struct test *t, const char *fen, const char *moves)
{
    struct position *pos = new_position(t);
    const zkey_t key = checks_set(t, pos, fen, fen) && checks_play(t, pos, moves) ? pos->key : 0;
    pos_free(pos);
    return key;
}

/* Order, ranks and owners of all pieces and the side are in the key; counters and the way are not.
 */
static void case_key(struct test *t)
{
    static const char *const fens[] = {
        "W:Wc3(bB):Bd6",  "W:Wc3(Bb):Bd6",  "W:Wc3(bb):Bd6",  "W:Wc3(b):Bd6",   "W:Wc3:Bd6",
        "W:Wc3(wB):Bd6",  "W:Wc3(w):Bd6",   "W:WKc3(bB):Bd6", "W:We3(bB):Bd6",  "B:Wc3(bB):Bd6",
        "W:Wd6:Bc3(bB)",  "W:Wc3(BB):Bd6",  "W:Wc3(bB):BKd6", "W:W:Bc3,d6",     "W:Wc3,d6:B",
        "W:Wc3(www):Bd6", "W:Wc3(wwb):Bd6", "W:Wc3(wbb):Bd6", "W:Wc3(bbb):Bd6", "W:W:B",
        "B:W:B",          "W:Wc3(bB):Bf6",  "W:Wc3(bB),a1:B"};
    for (size_t i = 0; i < COUNT(fens); i++)
        for (size_t j = 0; j < i; j++)
            CHECK_MSG(key_after(t, fens[i], "") != key_after(t, fens[j], ""), "%s and %s", fens[i],
                      fens[j]);
    CHECK_EQ_U64(key_after(t, "W:Wc3(bB):Bd6:H7:F93", ""), key_after(t, fens[0], ""));
    /* Two orders of capture with the same stacks (E8), and of quiet moves. */
    CHECK_EQ_U64(key_after(t, EX_8, "c3e5g3e1c3"), key_after(t, EX_8, "c3e1g3e5c3"));
    CHECK_EQ_U64(key_after(t, EX_8, "c3e5g3e1c3"), key_after(t, "B:Wc3(bbbb):Bd4", ""));
    CHECK(key_after(t, EX_9, "c3e5g3e1c3") != key_after(t, EX_9, "c3e1g3e5c3"));
    CHECK_EQ_U64(key_after(t, START, "c3b4 b6a5 g3h4"), key_after(t, START, "g3h4 b6a5 c3b4"));
}

/* --- symmetry --- */

static void case_flip(struct test *t)
{
    unsigned long long seed = test_random(t);
    const int positions = amount(4000, 400, 40000);
    struct position *pos = new_position(t);
    for (int i = 0; i < positions; i++) {
        struct baso_pos p;
        char fen[BASO_FEN_SIZE];
        baso_random(&p, &seed);
        baso_format(&p, fen);
        if (checks_set(t, pos, fen, fen))
            check_flip(t, pos, &p);
    }
    pos_free(pos);
}

/* --- position text --- */

static void case_bad_texts(struct test *t)
{
    struct position *pos = new_position(t);
    for (size_t i = 0; i < COUNT(bad_texts); i++) {
        struct baso_pos p;
        const bool listing = bad_texts[i].text[0] && bad_texts[i].text[1] != ':';
        CHECK_MSG(listing || baso_parse(&p, bad_texts[i].text) == bad_texts[i].beyond_oracle,
                  "the oracle thinks otherwise of \"%s\"", bad_texts[i].text);
        text_check_bad(t, pos, &bad_texts[i]);
    }
    pos_free(pos);
}

static void case_good_texts(struct test *t)
{
    struct position *pos = new_position(t);
    for (size_t i = 0; i < COUNT(good_texts); i++)
        text_check(t, pos, good_texts[i].text, good_texts[i].written);
    pos_free(pos);
}

static char random_piece(struct test *t)
{
    return "wWbB"[test_random_below(t, 4)];
}

/* A well-spelt text of a position that is often invalid: pieces and towers added and changed. */
static void mutate_position(struct test *t, struct baso_pos *p)
{
    for (uint64_t edits = 1 + test_random_below(t, 3); edits > 0; edits--) {
        const uint64_t rank = test_random_below(t, 8), file = test_random_below(t, 8);
        char *tower = p->tower[rank][(rank + file) % 2 == 0 ? file : file ^ 1];
        const uint64_t other = test_random_below(t, 8);
        char *to = p->tower[other][other % 2 + 2 * test_random_below(t, 4)];
        const size_t height = strlen(tower);
        char swap[BASO_TOWER_SIZE];
        switch (test_random_below(t, 4)) {
        case 0:
            if (height < 20) {
                tower[height] = random_piece(t);
                tower[height + 1] = '\0';
            }
            break;
        case 1:
            memcpy(swap, to, sizeof swap);
            memcpy(to, tower, sizeof swap);
            memcpy(tower, swap, sizeof swap);
            break;
        case 2:
            if (height > 0)
                tower[test_random_below(t, height)] = random_piece(t);
            break;
        default:
            if (height > 0)
                tower[height - 1] = '\0';
        }
    }
}

/* Both readers accept the same texts, but for the engine's limits of the counters, and Cyrillic
 * letters, which only the engine reads. */
static bool compare_readers(struct test *t, struct position *pos, const char *text)
{
    struct baso_pos p;
    char written[BASO_FEN_SIZE];
    const bool valid = baso_parse(&p, text);
    if (strchr(text, '\xD0') || strchr(text, '\xD1'))
        return valid;
    if (valid)
        baso_format(&p, written);
    return text_check(t, pos, text,
                      valid && p.quiet <= 9999 && p.number >= 1 && p.number <= 9999 ? written
                                                                                    : NULL);
}

static void case_mutated_texts(struct test *t)
{
    unsigned long long seed = test_random(t);
    const int positions = amount(50000, 5000, 1000000);
    struct position *pos = new_position(t);
    int accepted = 0;
    for (int i = 0; i < positions; i++) {
        struct baso_pos p;
        char text[BASO_FEN_SIZE + 60];
        baso_random(&p, &seed);
        if (i % 2 == 0)
            mutate_position(t, &p);
        baso_format(&p, text);
        if (i % 2 != 0)
            text_mutate(t, text, sizeof text, "abcdefgh12345678KwWbB(),:.HF0");
        accepted += compare_readers(t, pos, text);
    }
    printf("# %d of %d accepted\n", accepted, positions);
    CHECK(accepted > positions / 20 && accepted < positions * 19 / 20);
    pos_free(pos);
}

static void listing_of(struct test *t, const struct position *pos, char out[GAME_TEXT_MAX])
{
    pos->game->listing(pos, out);
    CHECK(strncmp(out, "White:", 6) == 0 && out[strlen(out) - 1] == '\n');
}

/* Section 8.1: the listing is read back, counters excepted. */
static void case_listing(struct test *t)
{
    unsigned long long seed = test_random(t);
    const int positions = amount(10000, 1000, 100000);
    struct position *pos = new_position(t);
    for (int i = 0; i < positions; i++) {
        struct baso_pos p;
        char fen[BASO_FEN_SIZE], text[GAME_TEXT_MAX], again[GAME_TEXT_MAX];
        baso_random(&p, &seed);
        p.quiet = 0;
        p.number = 1;
        baso_format(&p, fen);
        if (!checks_set(t, pos, fen, fen))
            continue;
        const zkey_t key = pos->key;
        listing_of(t, pos, text);
        text_check(t, pos, text, fen);
        CHECK_EQ_U64(pos->key, key);
        listing_of(t, pos, again);
        CHECK_EQ_STR(again, text);
        CHECK(strlen(text) < GAME_FEN_MAX);
    }
    REQUIRE(pos_reset(pos) == ENGINE_OK);
    char text[GAME_TEXT_MAX];
    listing_of(t, pos, text);
    CHECK_EQ_STR(text,
                 "White: a1, c1, e1, g1, b2, d2, f2, h2, a3, c3, e3, g3 - 0;\n"
                 "Black: b6, d6, f6, h6, a7, c7, e7, g7, b8, d8, f8, h8 - 0, White to move.\n");
    pos_free(pos);
}

/* Damaged listings are refused with a sensible error, or read as a sound position. */
static void case_mutated_listings(struct test *t)
{
    unsigned long long seed = test_random(t);
    const int positions = amount(30000, 3000, 1000000);
    struct position *pos = new_position(t);
    int accepted = 0;
    for (int i = 0; i < positions; i++) {
        struct baso_pos p;
        struct text_error error = {SIZE_MAX, NULL};
        char fen[BASO_FEN_SIZE], text[GAME_TEXT_MAX], again[GAME_FEN_MAX];
        baso_random(&p, &seed);
        baso_format(&p, fen);
        REQUIRE(checks_set(t, pos, fen, fen));
        listing_of(t, pos, text);
        text_mutate(t, text, sizeof text, "abcdefgh12345678WBhite,;.:-/01oO\xD0\xB0\x9E ");
        if (pos_set(pos, text, &error) != ENGINE_OK) {
            CHECK_MSG(error.offset <= strlen(text) && error.what, "%s: %zu", text, error.offset);
            continue;
        }
        accepted++;
        const char *wrong = pos->game->check(pos);
        CHECK_MSG(!wrong, "%s: %s", text, wrong);
        pos->game->format(pos, again);
        CHECK_MSG(baso_parse(&p, again), "%s: %s", text, again);
    }
    printf("# %d of %d accepted\n", accepted, positions);
    CHECK(accepted > positions / 50 && accepted < positions / 2);
    pos_free(pos);
}

/* --- move text --- */

static void case_bad_move_texts(struct test *t)
{
    static const char *const texts[] = {
        "",      " ",      "c3",          "c3b",  "c3b5",   "c3c5",  "C3B4",  "c3--b4", "c3-b4 ",
        " c3b4", "c3b4\n", "c3b4d6",      "0000", "b6a5",   "c3c3",  "c3d",   "i3j4",   "c3b04",
        "-c3b4", "c3b4-",  "c3_b4",       "c3:",  "\xff",   "c3Xb4", "c3=b4", "b2a1",   "d2c3",
        "c3 b4", "33b4",   "c3\320\2614", "a1c3", "c3b4b4", "\xD0",  "c3\xD0"};
    static const char *const long_texts[] = {"c3d4e5f6g7h8g7f6e5d4c3b2a1b2",
                                             "c3b4c3b4c3b4c3b4c3b4c3b4c3b4c3b4c3b4c3b4"};
    struct position *pos = new_position(t);
    struct move_entry e, f;
    text_check_bad_moves(t, pos, texts, COUNT(texts));
    text_check_bad_moves(t, pos, long_texts, COUNT(long_texts));
    CHECK(pos->game->move_parse(pos, "c3b4", &e) == ENGINE_OK);
    CHECK(pos->game->move_parse(pos, "\321\2013-b4", &f) == ENGINE_OK && f.move == e.move);
    char text[MOVE_TEXT_MAX];
    pos->game->move_format(pos, MOVE_NULL, text);
    CHECK_EQ_STR(text, "0000");
    pos->game->move_format(pos, MOVE_NONE, text);
    CHECK_EQ_STR(text, "0000");
    pos_free(pos);
}

/* --- stored moves --- */

static void case_resolve(struct test *t)
{
    unsigned long long seed = test_random(t);
    struct position *pos = new_position(t), *other = new_position(t);
    const int positions = amount(3000, 300, 30000);
    for (int i = 0; i < positions; i++) {
        static struct scene s; /* large; one thread */
        struct baso_pos a, b;
        char fen[BASO_FEN_SIZE];
        baso_random(&a, &seed);
        baso_random(&b, &seed);
        baso_format(&a, fen);
        REQUIRE(checks_set(t, pos, fen, fen));
        baso_format(&b, fen);
        REQUIRE(checks_set(t, other, fen, fen));
        if (scene_begin(&s, t, pos, &oracle, &a, false))
            scene_check_resolve_strangers(&s, other);
    }
    pos_free(pos);
    pos_free(other);
}

static void case_resolve_all_words(struct test *t)
{
    static const char *const fens[] = {START, EX_8, EX_23, "B:WKa1(b):BKh8(w),a3"};
    const move_t step = (move_t)amount(7, 101, 1);
    struct position *pos = new_position(t);
    for (size_t i = 0; i < COUNT(fens); i++) {
        static struct scene s; /* large; one thread */
        struct baso_pos p;
        REQUIRE(checks_set(t, pos, fens[i], fens[i]) && baso_parse(&p, fens[i]));
        REQUIRE(scene_begin(&s, t, pos, &oracle, &p, false));
        scene_check_resolve_all(&s, step);
    }
    pos_free(pos);
}

/* --- the richest positions --- */

static int count_of(const struct position *pos)
{
    return (int)pos->game->count(pos);
}

/* Jumps of the longest capture. */
static int jumps_of(const struct position *pos)
{
    static struct move_entry list[LIST_MAX]; /* large; one thread */
    int jumps = 0;
    const struct move_entry *end = pos->game->generate(pos, GEN_TACTICAL, list);
    for (const struct move_entry *e = list; e < end; e++)
        jumps = (int)(e->path >> 60) > jumps ? (int)(e->path >> 60) : jumps;
    return jumps;
}

/* What is counted in the position, -1 if it is invalid. */
static int value_of(struct position *pos, const struct baso_pos *p,
                    int (*value)(const struct position *pos))
{
    char fen[BASO_FEN_SIZE + 40];
    baso_format(p, fen);
    return pos_set(pos, fen, NULL) == ENGINE_OK ? value(pos) : -1;
}

/* Hill climbing for a high value: a change is kept unless it loses some. */
static int climb(struct test *t, struct position *pos, struct baso_pos *p, int steps,
                 int (*value)(const struct position *pos))
{
    int best = value_of(pos, p, value);
    for (int i = 0; i < steps; i++) {
        struct baso_pos next = *p;
        mutate_position(t, &next);
        const int reached = value_of(pos, &next, value);
        if (reached >= best) {
            best = reached;
            *p = next;
        }
    }
    return best;
}

/* Starts climbs at random positions and puts where they end to all questions. */
static int climb_often(struct test *t, struct position *pos, int climbs, int steps,
                       int (*value)(const struct position *pos))
{
    unsigned long long seed = test_random(t);
    int best = 0;
    for (int i = 0; i < climbs; i++) {
        struct baso_pos p;
        char fen[BASO_FEN_SIZE];
        baso_random(&p, &seed);
        const int reached = climb(t, pos, &p, steps, value);
        best = reached > best ? reached : best;
        baso_format(&p, fen);
        printf("# %d: %s\n", reached, fen);
        if (checks_set(t, pos, fen, fen))
            check_position(t, pos, &p, 0);
    }
    return best;
}

static void case_moves_max(struct test *t)
{
    static const struct {
        const char *fen;
        int moves;
    } rows[] = {
        {"W:WKa1,Kh2,Ka3,Kh6,Ka7,Kb8,Kf8:Bb2,Kd2,Kf2,Kb4,d4,Kf4,b6,d6,f6:H0:F1", 88},
        {"B:WKc3,e3,g3,Kc5,e5,Kg5,c7,e7,g7:BKc1,Kg1,Ka3,Ka7,Kb8,Kf8,Kh8:H0:F1", 88},
        {"W:WKa1,Ke1,Kh2,Ka3,Ke3,Kh4,Ka5,Kh6,Kb8,Kd8,Kf8,Kh8:B:H0:F1", 68}, /* quiet moves */
    };
    struct position *pos = new_position(t);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct baso_pos p;
        REQUIRE(checks_set(t, pos, rows[i].fen, rows[i].fen) && baso_parse(&p, rows[i].fen));
        CHECK_EQ_INT(count_of(pos), rows[i].moves);
        check_position(t, pos, &p, 0);
    }
    const int best = climb_often(t, pos, amount(4, 2, 40), amount(20000, 2000, 500000), count_of);
    CHECK(best >= 50 && best <= (int)pos->game->moves_max);
    pos_free(pos);
}

/* I3: twelve jumps at most. */
static void case_long_captures(struct test *t)
{
    struct position *pos = new_position(t);
    const int best = climb_often(t, pos, amount(6, 2, 40), amount(10000, 2000, 500000), jumps_of);
    CHECK(best >= 8 && best <= JUMPS_MAX);
    pos_free(pos);
}

/* --- what others draw --- */

static void case_square_text(struct test *t)
{
    unsigned long long seed = test_random(t);
    struct position *pos = new_position(t);
    for (int i = 0; i < 100; i++) {
        struct baso_pos p;
        char fen[BASO_FEN_SIZE], text[GAME_SQUARE_TEXT_MAX], table[GAME_TEXT_MAX];
        baso_random(&p, &seed);
        baso_format(&p, fen);
        REQUIRE(pos_set(pos, fen, NULL) == ENGINE_OK);
        for (unsigned sq = 0; sq < 32; sq++) {
            pos->game->square_text(pos, sq, text);
            CHECK_EQ_STR(text, p.tower[geo_rank(&geo_dark, sq)][geo_file(&geo_dark, sq)]);
        }
        checks_checked(t, pos, "");
        pos->game->explain(pos, table);
        CHECK(memchr(table, '\0', sizeof table) != NULL);
    }
    pos_free(pos);
}

int main(int argc, char **argv)
{
    static const struct test_case cases[] = {
        {"bashni section 9: perft table", case_perft_table},
        {"bashni E1: start", case_example},
        {"bashni E2: tower built", case_example},
        {"bashni E3: men capture backwards", case_example},
        {"bashni E4: only the top is taken", case_example},
        {"bashni E5: a tower changes hands", case_example},
        {"bashni E6: a freed king is a king", case_example},
        {"bashni E7: free choice, whole route", case_example},
        {"bashni E8: no second jump, end on the start", case_example},
        {"bashni E9: order of capture matters", case_example},
        {"bashni E10: Turkish strike", case_example},
        {"bashni E11: a freed tower does not open the way", case_example},
        {"bashni E12: the starting square is empty", case_example},
        {"bashni E13: landing forced sideways", case_example},
        {"bashni E14: straight on, one identity", case_example},
        {"bashni E15: free landing", case_example},
        {"bashni E16: no capture over two in a row", case_example},
        {"bashni E17: promotion inside a capture", case_example},
        {"bashni E18: the same with towers", case_example},
        {"bashni E19: promotion by a quiet move", case_example},
        {"bashni E20: blocked", case_example},
        {"bashni E21: listed position", case_example},
        {"bashni E22: game fragment", case_example},
        {"bashni E23: everything at once", case_example},
        {"bashni E24: draw count", case_example},
        {"bashni moves file", case_moves_file},
        {"bashni results file", case_results_file},
        {"bashni perft file", case_perft_file},
        {"bashni puzzles file", case_puzzles_file},
        {"bashni random positions", case_random_positions},
        {"bashni random walks", case_walks},
        {"bashni repetition", case_repetition},
        {"bashni order of results", case_order_of_results},
        {"bashni draw count", case_clock},
        {"bashni counters and look-back", case_counters},
        {"bashni key", case_key},
        {"bashni half-turn", case_flip},
        {"bashni texts that are refused", case_bad_texts},
        {"bashni texts that are read", case_good_texts},
        {"bashni mutated texts", case_mutated_texts},
        {"bashni listing", case_listing},
        {"bashni mutated listings", case_mutated_listings},
        {"bashni move texts that are refused", case_bad_move_texts},
        {"bashni resolve, strangers", case_resolve},
        {"bashni resolve, all words", case_resolve_all_words},
        {"bashni moves_max", case_moves_max},
        {"bashni long captures", case_long_captures},
        {"bashni towers by square", case_square_text},
    };
    return test_main(argc, argv, cases, COUNT(cases));
}
