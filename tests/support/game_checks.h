/* game_checks.h - what the tests of the games share: legal moves as sorted texts, the checks of one
 * position, of a walk and of position text against an independent oracle, and the readers of the
 * position files.
 *
 * All functions take the running case and report failures through it; they are for one thread. What
 * one game has and the others have not stays in that game's test. */
#ifndef CITADEL_TESTS_SUPPORT_GAME_CHECKS_H
#define CITADEL_TESTS_SUPPORT_GAME_CHECKS_H

#include "engine/game.h"
#include "tests/harness.h"

enum {
    NAME_SIZE = 28,    /* bytes of a move in engine notation, closing and padding zeros included */
    LIST_MAX = 4200,   /* room for any game's moves_max, and to notice an overrun of it */
    UNDO_MAX = 256,    /* bytes of any game's undo record */
    STATE_MAX = 1024,  /* bytes of any game's position */
    ORACLE_MAX = 2048, /* bytes of any oracle's position */
    TEXT_LINE_MAX = 8192,
    WALK_PLIES_MAX = 250
};

/* One undo record of whatever game. */
union undo {
    unsigned char bytes[UNDO_MAX];
    max_align_t align;
};

/* Default, fast (sanitizers) and long amounts of work. */
static inline int amount(int usual, int fast, int deep)
{
    return test_long_wanted() ? deep : test_fast_wanted() ? fast : usual;
}

/* A new start position; ends the program when there is none. The caller owns it. */
struct position *checks_new(struct test *t, const struct game *game);

/* Sets pos from text. False, with a failure that names the label, if the text is refused. */
bool checks_set(struct test *t, struct position *pos, const char *label, const char *fen);

/* Plays moves given as text; false, with a failure, at the first that is not legal. */
bool checks_play(struct test *t, struct position *pos, const char *moves);

/* --- lists of moves --- */

/* Moves in engine notation, sorted bytewise; zero-padded, so that lists compare with memcmp. */
struct names {
    int count;
    char name[LIST_MAX][NAME_SIZE];
};

void names_sort(struct names *list);

/* Makes a list of an oracle's array of `count` texts of `size` bytes each. */
void names_copy(struct names *out, const char *texts, size_t size, int count);

bool names_contain(const struct names *list, const char *name);

/* The text of one move. */
void names_of_move(const struct position *pos, const struct move_entry *e, char out[NAME_SIZE]);

/* The generated moves of the kind. */
void names_generate(const struct position *pos, enum gen_kind kind, struct names *out);

/* The legal moves that begin with `from`, without it. */
void names_from(const struct position *pos, const char *from, struct names *out);

/* The words of a text as a sorted list. */
void names_split(const char *text, struct names *out);

/* Are the lists equal? If not, a failure that tells how they differ. */
bool names_check(struct test *t, const struct names *got, const struct names *wanted,
                 const char *what, const char *label);

/* --- one position against the oracle --- */

/* An independent slow implementation of a game. p: its position, at most ORACLE_MAX bytes, which
 * can be copied bytewise. */
struct oracle {
    size_t size;
    void (*moves)(const void *p, struct names *out);
    void (*apply)(void *p, const char *move);
    void (*pass)(void *p);                    /* gives the turn away; NULL without null moves */
    void (*format)(const void *p, char *out); /* at most GAME_FEN_MAX bytes */
    const char *(*result)(const void *p);     /* as in game_result.word; knows no repetition */
};

union oracle_state {
    unsigned char bytes[ORACLE_MAX];
    max_align_t align;
};

/* A position of the engine, the same of the oracle, and what both make of it. */
struct scene {
    struct test *t;
    struct position *pos;
    const struct oracle *oracle;
    const void *state; /* the oracle's position */
    char fen[GAME_FEN_MAX];
    struct names legal; /* the oracle's */
    struct move_entry list[LIST_MAX];
    int list_nb;
    bool in_check;
};

/* Fills the scene and checks text, self-check, moves, count, in_check; false if the moves differ.
 * in_check: what the oracle's rules say. */
bool scene_begin(struct scene *s, struct test *t, struct position *pos, const struct oracle *oracle,
                 const void *state, bool in_check);

/* The squares that the game calls checked are `wanted`, blank-separated names in the order of the
 * squares. */
void checks_checked(struct test *t, const struct position *pos, const char *wanted);

/* Do two entries agree in everything but the score? */
bool entries_equal(const struct move_entry *a, const struct move_entry *b);

/* TACTICAL has the moves with flags, QUIET the others, both in no other form than ALL. */
void scene_check_partition(const struct scene *s);

/* resolve gives back exactly the entry of a legal move, and nothing for any other word: */
void scene_check_resolve(const struct scene *s, move_t move);
/* for the legal moves, the special words and some random ones; */
void scene_check_resolve_words(const struct scene *s, int random_words);
/* for all moves of another position; */
void scene_check_resolve_strangers(const struct scene *s, const struct position *other);
/* for every step-th word that the transposition table can store, and all with a small extra. */
void scene_check_resolve_all(const struct scene *s, move_t step);

/* Move text: what format writes parse reads, as the same entry. */
void scene_check_texts(const struct scene *s);

/* Plays every move: same text as the oracle's, sound state, and every byte back again. */
void scene_check_moves_played(const struct scene *s);

/* Passing is offered only out of check; it changes the side alone, and is taken back. */
void scene_check_null_move(const struct scene *s);

/* The board turned round with swapped colours has the text `turned`, as many moves, the same
 * evaluation, and turns back to the same bytes. */
void checks_flip(struct test *t, struct position *pos, const char *turned);

/* Hill climbing for many moves: a change of the oracle's position is kept if it is valid and loses
 * no moves. Returns the number of moves of the best position, which is left in *state and pos. */
int checks_climb(struct test *t, struct position *pos, const struct oracle *oracle,
                 union oracle_state *state, void (*mutate)(struct test *t, void *p), int steps);

/* --- random walks --- */

/* One game played at random, remembered move by move. The caller fills the first part. */
struct walk {
    struct test *t;
    struct position *pos, *fresh; /* fresh: set anew from text at every step */
    const struct oracle *oracle;
    union oracle_state state;              /* where the walk begins; played on */
    size_t state_fields;                   /* fields of the text that repetition compares */
    bool repetition_draws;                 /* does the third occurrence end the game? */
    bool repetition_first;                 /* does it come before the draw counter? */
    void (*each)(const struct walk *walk); /* called at every position; may be NULL */

    int plies;
    unsigned char before[WALK_PLIES_MAX][STATE_MAX]; /* all bytes of the position */
    struct move_entry moves[WALK_PLIES_MAX];
    union undo undos[WALK_PLIES_MAX];
    char fens[WALK_PLIES_MAX + 1][GAME_FEN_MAX];
};

/* Plays one game of at most plies_max plies, checks every position, takes everything back; returns
 * its length. pos stands at the oracle's position and has room for the plies. */
int walk_once(struct walk *w, int plies_max);

/* --- files of positions --- */

/* Cuts *text at the separator, blanks off both ends, and moves on behind it. */
char *file_field(char **text, char separator);

/* Calls check for each line that is no comment; the label names file and line. */
void file_each_line(struct test *t, const char *path,
                    void (*check)(struct test *t, const char *label, char *line));

/* RESULT | MOVES of the position, the rest of a line. */
void file_check_moves(struct test *t, struct position *pos, const char *label, char *line);

/* Dk n ;Dk n ... of the position, the rest of a line: with and without bulk counting, up to so many
 * nodes each. */
void file_check_perft(struct test *t, struct position *pos, const char *label, char *line,
                      uint64_t bulk_max, uint64_t single_max);

/* --- worked examples --- */

enum example_kind {
    MOVES,    /* the moves that begin with `from` are exactly `expected`, written without `from` */
    TOTAL,    /* `expected` moves begin with `from` */
    HAS,      /* all of `expected` are moves */
    LACKS,    /* none of `expected` is a move */
    RESULT,   /* the result word */
    POSITION, /* the position text */
    HUMAN,    /* the move `from` is written `expected` for people */
    PERFT,    /* perft of depth `from` is `expected` */
    EXAMPLE_KIND_NB /* from here on kinds that a game adds */
};

/* One statement about the position after `play` (moves, maybe none) from `fen`. */
struct example {
    int number; /* of the example; 0 and below for the tables of the rules text */
    int set;    /* which rules, numbered by the game's test */
    const char *fen;
    const char *play;
    int kind; /* enum example_kind, or the game's own */
    const char *from;
    const char *expected;
};

/* pos: the position after `play`, of the example's rules. */
void example_check(struct test *t, struct position *pos, const struct example *x);

/* --- position text and move text --- */

struct bad_text {
    const char *text;
    size_t offset;      /* where a reader must point at */
    int set;            /* which rules, numbered by the game's test */
    bool beyond_oracle; /* refused by the engine's limits, not by the rules */
};

/* pos_set must refuse the text, blame the byte and change nothing. */
void text_check_bad(struct test *t, struct position *pos, const struct bad_text *bad);

/* pos_set must accept the text if `wanted` is not NULL and then write that. Returns whether it was
 * accepted. A refusal must make sense and change nothing. */
bool text_check(struct test *t, struct position *pos, const char *text, const char *wanted);

/* Changes, inserts or deletes some bytes, mostly such as the alphabet has. */
void text_mutate(struct test *t, char *text, size_t size, const char *alphabet);

/* No such text is a move here, and the output stays untouched. */
void text_check_bad_moves(struct test *t, const struct position *pos, const char *const *texts,
                          size_t nb);

#endif
