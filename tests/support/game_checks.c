#include "tests/support/game_checks.h"

struct position *checks_new(struct test *t, const struct game *game)
{
    struct position *pos = game ? pos_new(game) : NULL;
    if (!CHECK_MSG(pos != NULL, "no such game, or no memory"))
        exit(1); /* nothing can be tested then */
    CHECK(game->undo_size <= UNDO_MAX);
    CHECK(game->pos_size <= STATE_MAX);
    CHECK(game->moves_max < LIST_MAX);
    return pos;
}

bool checks_set(struct test *t, struct position *pos, const char *label, const char *fen)
{
    struct text_error error = {0, ""};
    const enum engine_status status = pos_set(pos, fen, &error);
    return CHECK_MSG(status == ENGINE_OK, "%s: refused at %zu: %s", label, error.offset,
                     error.what);
}

bool checks_play(struct test *t, struct position *pos, const char *moves)
{
    char word[NAME_SIZE];
    int read = 0;
    while (sscanf(moves, " %27s%n", word, &read) == 1) { /* NAME_SIZE - 1 */
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

/* --- lists of moves --- */

static int compare_names(const void *a, const void *b)
{
    return memcmp(a, b, NAME_SIZE);
}

void names_sort(struct names *list)
{
    qsort(list->name, (size_t)list->count, NAME_SIZE, compare_names);
}

void names_copy(struct names *out, const char *texts, size_t size, int count)
{
    out->count = count;
    memset(out->name, 0, (size_t)count * NAME_SIZE);
    for (int i = 0; i < count; i++)
        memcpy(out->name[i], texts + (size_t)i * size, size < NAME_SIZE ? size : NAME_SIZE);
}

static bool names_equal(const struct names *a, const struct names *b)
{
    return a->count == b->count && memcmp(a->name, b->name, (size_t)a->count * NAME_SIZE) == 0;
}

bool names_contain(const struct names *list, const char *name)
{
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->name[i], name) == 0)
            return true;
    return false;
}

void names_of_move(const struct position *pos, const struct move_entry *e, char out[NAME_SIZE])
{
    char text[MOVE_TEXT_MAX] = {0};
    pos->game->move_format(pos, e->move, text);
    memcpy(out, text, NAME_SIZE);
    out[NAME_SIZE - 1] = '\0';
}

void names_generate(const struct position *pos, enum gen_kind kind, struct names *out)
{
    struct move_entry list[LIST_MAX];
    const struct move_entry *end = pos->game->generate(pos, kind, list);
    out->count = 0;
    for (const struct move_entry *e = list; e < end; e++)
        names_of_move(pos, e, out->name[out->count++]);
    names_sort(out);
}

void names_from(const struct position *pos, const char *from, struct names *out)
{
    struct move_entry list[LIST_MAX];
    const struct move_entry *end = pos->game->generate(pos, GEN_ALL, list);
    const size_t length = strlen(from);
    out->count = 0;
    for (const struct move_entry *e = list; e < end; e++) {
        char name[NAME_SIZE];
        names_of_move(pos, e, name);
        if (strncmp(name, from, length) != 0)
            continue;
        char *rest = out->name[out->count++];
        memset(rest, 0, NAME_SIZE);
        strcpy(rest, name + length);
    }
    names_sort(out);
}

void names_split(const char *text, struct names *out)
{
    int read = 0;
    out->count = 0;
    memset(out->name, 0, sizeof out->name);
    while (out->count < LIST_MAX && sscanf(text, " %27s%n", out->name[out->count], &read) == 1) {
        text += read;
        out->count++;
    }
    names_sort(out);
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
    for (int i = 0; i < a->count && n + NAME_SIZE + 1 < sizeof text[0]; i++)
        if (!names_contain(b, a->name[i]))
            n += (size_t)sprintf(out + n, " %s", a->name[i]);
    return out;
}

bool names_check(struct test *t, const struct names *got, const struct names *wanted,
                 const char *what, const char *label)
{
    if (names_equal(got, wanted))
        return true;
    return CHECK_MSG(false, "%s: %d %s, wanted %d; too many:%s; missing:%s", label, got->count,
                     what, wanted->count, difference(got, wanted), difference(wanted, got));
}

/* --- one position against the oracle --- */

bool scene_begin(struct scene *s, struct test *t, struct position *pos, const struct oracle *oracle,
                 const void *state, bool in_check)
{
    static struct names got; /* large; one thread */
    const struct game *game = pos->game;
    char text[GAME_FEN_MAX];
    s->t = t;
    s->pos = pos;
    s->oracle = oracle;
    s->state = state;
    s->in_check = in_check;
    oracle->format(state, s->fen);
    game->format(pos, text);
    CHECK_EQ_STR(text, s->fen);
    const char *wrong = game->check(pos);
    CHECK_MSG(!wrong, "%s: %s", s->fen, wrong);
    oracle->moves(state, &s->legal);
    /* Where being blocked loses, a game may call it a threat as well. */
    CHECK_MSG(game->in_check(pos) == in_check || s->legal.count == 0, "%s: in_check is not %d",
              s->fen, in_check);
    CHECK_MSG(in_check || !bb_any(game->checked(pos)), "%s: checked without a check", s->fen);
    names_generate(pos, GEN_ALL, &got);
    s->list_nb = (int)(game->generate(pos, GEN_ALL, s->list) - s->list);
    CHECK_MSG((int)game->count(pos) == s->list_nb, "%s: count %u, generated %d", s->fen,
              game->count(pos), s->list_nb);
    CHECK_MSG(!game->has_moves || game->has_moves(pos) == (s->list_nb > 0), "%s: has_moves",
              s->fen);
    CHECK_MSG(s->list_nb <= (int)game->moves_max, "%s: %d moves", s->fen, s->list_nb);
    return names_check(t, &got, &s->legal, "moves", s->fen);
}

void checks_checked(struct test *t, const struct position *pos, const char *wanted)
{
    char got[128] = "", fen[GAME_FEN_MAX];
    size_t n = 0;
    for (bb_t set = pos->game->checked(pos); bb_any(set) && n + 8 < sizeof got;) {
        if (n > 0)
            got[n++] = ' ';
        n += geo_format(pos->game->geometry, bb_pop(&set), got + n);
    }
    pos->game->format(pos, fen);
    CHECK_MSG(strcmp(got, wanted) == 0, "%s: checked \"%s\", wanted \"%s\"", fen, got, wanted);
}

bool entries_equal(const struct move_entry *a, const struct move_entry *b)
{
    return a->move == b->move && a->flags == b->flags && a->mover == b->mover &&
           a->victim == b->victim && a->becomes == b->becomes;
}

/* The listed entry of this move, or NULL. */
static const struct move_entry *listed(const struct scene *s, move_t move)
{
    for (int i = 0; i < s->list_nb; i++)
        if (s->list[i].move == move)
            return &s->list[i];
    return NULL;
}

void scene_check_partition(const struct scene *s)
{
    struct test *t = s->t;
    const struct game *game = s->pos->game;
    static struct move_entry part[2][LIST_MAX]; /* large; one thread */
    const int nb[2] = {(int)(game->generate(s->pos, GEN_TACTICAL, part[0]) - part[0]),
                       (int)(game->generate(s->pos, GEN_QUIET, part[1]) - part[1])};
    CHECK_MSG(nb[0] + nb[1] == s->list_nb, "%s: %d tactical + %d quiet, %d in all", s->fen, nb[0],
              nb[1], s->list_nb);
    for (int kind = 0; kind < 2; kind++)
        for (int i = 0; i < nb[kind]; i++) {
            const struct move_entry *e = &part[kind][i], *same = listed(s, e->move);
            char name[NAME_SIZE];
            names_of_move(s->pos, e, name);
            CHECK_MSG(same && entries_equal(e, same) && move_is_quiet(e) == (kind == 1),
                      "%s: %s is wrong among the %s", s->fen, name,
                      kind == 1 ? "quiet" : "tactical");
        }
}

void scene_check_resolve(const struct scene *s, move_t move)
{
    struct test *t = s->t;
    struct move_entry e = {.move = 1, .flags = 99, .score = -1};
    const struct move_entry *wanted = listed(s, move);
    const bool resolved = s->pos->game->resolve(s->pos, move, &e);
    CHECK_MSG(resolved == (wanted != NULL), "%s: resolve(%#x) says %d", s->fen, move, resolved);
    if (wanted)
        CHECK_MSG(entries_equal(&e, wanted), "%s: resolve(%#x) is another entry", s->fen, move);
}

void scene_check_resolve_words(const struct scene *s, int random_words)
{
    for (int i = 0; i < s->list_nb; i++)
        scene_check_resolve(s, s->list[i].move);
    scene_check_resolve(s, MOVE_NONE);
    scene_check_resolve(s, MOVE_NULL);
    for (int i = 0; i < random_words; i++)
        scene_check_resolve(s, (move_t)(test_random(s->t) >> 40));
}

void scene_check_resolve_strangers(const struct scene *s, const struct position *other)
{
    static struct move_entry strangers[LIST_MAX]; /* large; one thread */
    const struct move_entry *end = other->game->generate(other, GEN_ALL, strangers);
    for (const struct move_entry *e = strangers; e < end; e++)
        scene_check_resolve(s, e->move);
}

void scene_check_resolve_all(const struct scene *s, move_t step)
{
    enum { SMALL_EXTRAS = 8 }; /* games number their kinds of moves from 0 */
    struct test *t = s->t;
    int accepted = 0;
    for (move_t move = 0; move < (move_t)1 << 24; move++) {
        struct move_entry e;
        if (move % step != 0 && move_extra(move) >= SMALL_EXTRAS && !listed(s, move))
            continue;
        if (!s->pos->game->resolve(s->pos, move, &e))
            continue;
        accepted++;
        CHECK_MSG(listed(s, move), "%s: %#x is resolved", s->fen, move);
    }
    CHECK_EQ_INT(accepted, s->list_nb);
}

void scene_check_texts(const struct scene *s)
{
    struct test *t = s->t;
    for (int i = 0; i < s->list_nb; i++) {
        char text[MOVE_TEXT_MAX];
        struct move_entry e = {0};
        s->pos->game->move_format(s->pos, s->list[i].move, text);
        const enum engine_status status = s->pos->game->move_parse(s->pos, text, &e);
        CHECK_MSG(status == ENGINE_OK && entries_equal(&e, &s->list[i]),
                  "%s: %s is read as something else", s->fen, text);
    }
}

void scene_check_moves_played(const struct scene *s)
{
    struct test *t = s->t;
    struct position *pos = s->pos;
    const struct game *game = pos->game;
    unsigned char before[STATE_MAX];
    memcpy(before, pos, game->pos_size);
    for (int i = 0; i < s->list_nb; i++) {
        union undo undo;
        union oracle_state after;
        char name[NAME_SIZE], got[GAME_FEN_MAX], wanted[GAME_FEN_MAX];
        names_of_move(pos, &s->list[i], name);
        memcpy(after.bytes, s->state, s->oracle->size);
        s->oracle->apply(&after, name);
        s->oracle->format(&after, wanted);
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

void scene_check_null_move(const struct scene *s)
{
    struct test *t = s->t;
    struct position *pos = s->pos;
    const struct game *game = pos->game;
    if (!game->null_move_ok(pos))
        return;
    union undo undo;
    union oracle_state after;
    unsigned char before[STATE_MAX];
    char got[GAME_FEN_MAX], wanted[GAME_FEN_MAX];
    memcpy(before, pos, game->pos_size);
    CHECK_MSG(!s->in_check, "%s: a null move in check", s->fen);
    game->make_null(pos, &undo);
    const char *wrong = game->check(pos);
    CHECK_MSG(!wrong, "%s: after a null move %s", s->fen, wrong);
    memcpy(after.bytes, s->state, s->oracle->size);
    s->oracle->pass(&after);
    s->oracle->format(&after, wanted);
    game->format(pos, got);
    CHECK_MSG(strcmp(got, wanted) == 0, "%s: passing gives %s", s->fen, got);
    game->unmake_null(pos, &undo);
    CHECK_MSG(memcmp(before, pos, game->pos_size) == 0, "%s: passing is not taken back", s->fen);
}

void checks_flip(struct test *t, struct position *pos, const char *turned)
{
    const struct game *game = pos->game;
    unsigned char before[STATE_MAX];
    char fen[GAME_FEN_MAX], got[GAME_FEN_MAX];
    game->format(pos, fen);
    memcpy(before, pos, game->pos_size);
    const score_t score = game->evaluate(pos);
    static const struct perft_walk bulk = {.bulk = true};
    const uint64_t nodes = game->perft(pos, 2, &bulk);
    const unsigned moves = game->count(pos);

    game->flip(pos);
    game->format(pos, got);
    CHECK_MSG(strcmp(got, turned) == 0, "%s flips to %s, wanted %s", fen, got, turned);
    const char *wrong = game->check(pos);
    CHECK_MSG(!wrong, "%s: after a flip %s", fen, wrong);
    CHECK_MSG(game->evaluate(pos) == score, "%s: evaluates to %d, flipped %d", fen, score,
              game->evaluate(pos));
    CHECK_MSG(abs(score) <= SCORE_EVAL_MAX, "%s: evaluates to %d", fen, score);
    CHECK_MSG(game->count(pos) == moves && game->perft(pos, 2, &bulk) == nodes,
              "%s: other moves after a flip", fen);
    game->flip(pos);
    CHECK_MSG(memcmp(before, pos, game->pos_size) == 0, "%s: two flips change it", fen);
}

static int count_of(struct position *pos, const struct oracle *oracle, const void *state)
{
    char fen[GAME_FEN_MAX];
    oracle->format(state, fen);
    return pos_set(pos, fen, NULL) == ENGINE_OK ? (int)pos->game->count(pos) : -1;
}

int checks_climb(struct test *t, struct position *pos, const struct oracle *oracle,
                 union oracle_state *state, void (*mutate)(struct test *t, void *p), int steps)
{
    char fen[GAME_FEN_MAX];
    int best = count_of(pos, oracle, state);
    for (int i = 0; i < steps; i++) {
        union oracle_state next;
        memcpy(next.bytes, state->bytes, oracle->size);
        mutate(t, &next);
        const int count = count_of(pos, oracle, &next);
        if (count >= best) {
            best = count;
            memcpy(state->bytes, next.bytes, oracle->size);
        }
    }
    oracle->format(state, fen);
    CHECK_MSG(count_of(pos, oracle, state) == best, "%s", fen);
    CHECK_MSG(best <= (int)pos->game->moves_max, "%s: %d moves", fen, best);
    printf("# %d moves: %s\n", best, fen);
    return best;
}

/* --- random walks --- */

/* Length of the first fields of a position text; blanks or colons end a field. */
static size_t fields_length(const char *fen, size_t fields)
{
    size_t ends = 0, n = 0;
    while (fen[n] && (!strchr(" :", fen[n]) || ++ends < fields))
        n++;
    return n;
}

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

static void check_result(const struct walk *w)
{
    struct test *t = w->t;
    const char *fen = w->fens[w->plies];
    int times = 0;
    const size_t length = fields_length(fen, w->state_fields);
    for (int i = 0; i <= w->plies; i++)
        times += strncmp(w->fens[i], fen, length + 1) == 0;
    const char *word = w->oracle->result(&w->state);
    const bool goes_on = strncmp(word, "none", 4) == 0;
    const bool counted_out = strncmp(word, "draw", 4) == 0;
    if (w->repetition_draws && times >= 3 && (goes_on || (w->repetition_first && counted_out)))
        word = "draw-repetition";
    const char *got = w->pos->game->result(w->pos).word;
    CHECK_MSG(strcmp(got, word) == 0, "%s: %s, wanted %s (%d times)", fen, got, word, times);
    const unsigned earlier = times > 3 ? 2 : (unsigned)times - 1;
    CHECK_MSG(pos_occurrences(w->pos) == earlier, "%s: occurred %u times before, wanted %u", fen,
              pos_occurrences(w->pos), earlier);
}

/* After each move: text, state, key and evaluation of a position set afresh, result. */
static void check_step(struct walk *w)
{
    struct test *t = w->t;
    const struct game *game = w->pos->game;
    char text[GAME_FEN_MAX];
    char *fen = w->fens[w->plies];
    w->oracle->format(&w->state, fen);
    game->format(w->pos, text);
    CHECK_MSG(strcmp(text, fen) == 0, "%s, wanted %s", text, fen);
    const char *wrong = game->check(w->pos);
    CHECK_MSG(!wrong, "%s: %s", fen, wrong);
    if (CHECK_MSG(pos_set(w->fresh, fen, NULL) == ENGINE_OK, "%s: not read back", fen)) {
        CHECK_EQ_U64(w->fresh->key, w->pos->key);
        CHECK_EQ_INT(game->evaluate(w->fresh), game->evaluate(w->pos));
    }
    check_result(w);
    if (w->each)
        w->each(w);
}

static void check_null_in_walk(struct walk *w)
{
    struct test *t = w->t;
    const struct game *game = w->pos->game;
    union undo undo;
    if (!game->has_null_move || !game->null_move_ok(w->pos))
        return;
    game->make_null(w->pos, &undo);
    const char *wrong = game->check(w->pos);
    CHECK_MSG(!wrong, "%s: after a null move %s", w->fens[w->plies], wrong);
    CHECK(w->pos->key != w->fresh->key);
    CHECK_EQ_U64(pos_occurrences(w->pos), 0);
    game->unmake_null(w->pos, &undo);
    CHECK(memcmp(w->before[w->plies], w->pos, game->pos_size) == 0);
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

int walk_once(struct walk *w, int plies_max)
{
    static struct move_entry list[LIST_MAX]; /* large; one thread */
    const struct game *game = w->pos->game;
    w->plies = 0;
    check_step(w);
    while (w->plies < plies_max) {
        const int nb = (int)(game->generate(w->pos, GEN_ALL, list) - list);
        if (nb == 0)
            break;
        char name[NAME_SIZE];
        const struct move_entry e = pick_move(w, list, nb);
        names_of_move(w->pos, &e, name);
        memcpy(w->before[w->plies], w->pos, game->pos_size);
        check_null_in_walk(w);
        w->moves[w->plies] = e;
        game->make(w->pos, &e, &w->undos[w->plies]);
        w->oracle->apply(&w->state, name);
        w->plies++;
        check_step(w);
    }
    const int length = w->plies;
    unwind(w);
    return length;
}

/* --- files of positions --- */

char *file_field(char **text, char separator)
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

void file_each_line(struct test *t, const char *path,
                    void (*check)(struct test *t, const char *label, char *line))
{
    static char line[TEXT_LINE_MAX];
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

void file_check_moves(struct test *t, struct position *pos, const char *label, char *line)
{
    struct names got, wanted;
    const char *word = file_field(&line, '|');
    CHECK_MSG(strcmp(pos->game->result(pos).word, word) == 0, "%s: result %s, wanted %s", label,
              pos->game->result(pos).word, word);
    names_split(file_field(&line, '|'), &wanted);
    names_generate(pos, GEN_ALL, &got);
    names_check(t, &got, &wanted, "moves", label);
}

void file_check_perft(struct test *t, struct position *pos, const char *label, char *line,
                      uint64_t bulk_max, uint64_t single_max)
{
    unsigned char before[STATE_MAX];
    memcpy(before, pos, pos->game->pos_size);
    while (*line) {
        const char *field = file_field(&line, ';');
        int depth = 0;
        uint64_t wanted = 0;
        if (!CHECK_MSG(sscanf(field, "D%d %" SCNu64, &depth, &wanted) == 2, "%s: %s", label, field))
            continue;
        for (int bulk = 0; bulk <= 1; bulk++) {
            if (wanted > (bulk ? bulk_max : single_max))
                continue;
            const struct perft_walk walk = {.bulk = bulk};
            const uint64_t got = pos->game->perft(pos, depth, &walk);
            CHECK_MSG(got == wanted, "%s: depth %d, %s: %" PRIu64 ", wanted %" PRIu64, label, depth,
                      bulk ? "bulk" : "single", got, wanted);
        }
    }
    CHECK_MSG(memcmp(before, pos, pos->game->pos_size) == 0, "%s: not restored", label);
}

/* --- worked examples --- */

static void check_example_moves(struct test *t, struct position *pos, const struct example *x)
{
    struct names got, wanted;
    names_from(pos, x->from, &got);
    names_split(x->expected, &wanted);
    if (x->kind == TOTAL) {
        CHECK_MSG(got.count == atoi(x->expected), "%s %s: %d moves from %s", x->fen, x->play,
                  got.count, x->from);
    } else if (x->kind == MOVES) {
        names_check(t, &got, &wanted, "moves", x->fen);
    } else {
        CHECK(wanted.count > 0);
        for (int i = 0; i < wanted.count; i++)
            CHECK_MSG(names_contain(&got, wanted.name[i]) == (x->kind == HAS), "%s: %s", x->fen,
                      wanted.name[i]);
    }
}

static void check_example_text(struct test *t, struct position *pos, const struct example *x)
{
    char text[GAME_FEN_MAX];
    struct move_entry e;
    if (x->kind == POSITION) {
        pos->game->format(pos, text);
        CHECK_EQ_STR(text, x->expected);
    } else if (CHECK_MSG(pos->game->move_parse(pos, x->from, &e) == ENGINE_OK, "%s: %s", x->fen,
                         x->from)) {
        pos->game->move_human(pos, &e, text);
        CHECK_EQ_STR(text, x->expected);
    }
}

void example_check(struct test *t, struct position *pos, const struct example *x)
{
    switch (x->kind) {
    case RESULT:
        CHECK_MSG(strcmp(pos->game->result(pos).word, x->expected) == 0, "%s %s: %s, wanted %s",
                  x->fen, x->play, pos->game->result(pos).word, x->expected);
        break;
    case POSITION:
    case HUMAN:
        check_example_text(t, pos, x);
        break;
    case PERFT:
        for (int bulk = 0; bulk <= 1; bulk++) {
            const struct perft_walk walk = {.bulk = bulk};
            CHECK_MSG(pos->game->perft(pos, atoi(x->from), &walk) ==
                          strtoull(x->expected, NULL, 10),
                      "%s (rules %d): perft %s", x->fen, x->set, x->from);
        }
        break;
    default:
        check_example_moves(t, pos, x);
    }
}

/* --- position text and move text --- */

/* Has the text a full stop? (The dot of a pawn's name is none.) */
static bool ends_sentence(const char *text)
{
    return text[strlen(text) - 1] == '.' || strstr(text, ". ");
}

/* Sets pos, which must stay unchanged on failure; the error must make sense. */
static bool try_text(struct test *t, struct position *pos, const char *text,
                     struct text_error *error)
{
    unsigned char before[STATE_MAX];
    memcpy(before, pos, pos->game->pos_size);
    *error = (struct text_error){SIZE_MAX, NULL};
    const enum engine_status status = pos_set(pos, text, error);
    if (status == ENGINE_OK)
        return true;
    CHECK_EQ_INT(status, ENGINE_BAD_POSITION);
    CHECK_MSG(error->offset <= strlen(text), "\"%s\": offset %zu", text, error->offset);
    CHECK_MSG(error->what && strlen(error->what) > 8 && !ends_sentence(error->what),
              "\"%s\": no sentence", text);
    CHECK_MSG(memcmp(before, pos, pos->game->pos_size) == 0, "\"%s\" changes the position", text);
    return false;
}

void text_check_bad(struct test *t, struct position *pos, const struct bad_text *bad)
{
    struct text_error error;
    if (CHECK_MSG(!try_text(t, pos, bad->text, &error), "\"%s\" is accepted", bad->text))
        CHECK_MSG(error.offset == bad->offset, "\"%s\": fault at %zu, wanted %zu (%s)", bad->text,
                  error.offset, bad->offset, error.what);
    CHECK(pos_set(pos, bad->text, NULL) == ENGINE_BAD_POSITION); /* NULL is allowed */
}

bool text_check(struct test *t, struct position *pos, const char *text, const char *wanted)
{
    struct text_error error;
    const bool got = try_text(t, pos, text, &error);
    CHECK_MSG(got == (wanted != NULL), "\"%s\" is %s", text, got ? "accepted" : error.what);
    if (got && wanted) {
        char written[GAME_FEN_MAX];
        pos->game->format(pos, written);
        CHECK_EQ_STR(written, wanted);
        const char *wrong = pos->game->check(pos);
        CHECK_MSG(!wrong, "%s: %s", text, wrong);
    }
    return got;
}

void text_mutate(struct test *t, char *text, size_t size, const char *alphabet)
{
    for (uint64_t edits = 1 + test_random_below(t, 3); edits > 0; edits--) {
        const size_t length = strlen(text);
        const size_t at = (size_t)test_random_below(t, length + 1);
        const char byte = test_random_below(t, 8) == 0
                              ? (char)test_random_below(t, 256)
                              : alphabet[test_random_below(t, strlen(alphabet))];
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

void text_check_bad_moves(struct test *t, const struct position *pos, const char *const *texts,
                          size_t nb)
{
    for (size_t i = 0; i < nb; i++) {
        struct move_entry e = {.move = 77, .score = 5};
        CHECK_MSG(pos->game->move_parse(pos, texts[i], &e) == ENGINE_BAD_MOVE, "\"%s\"", texts[i]);
        CHECK(e.move == 77 && e.score == 5);
    }
}
