/* puzzle.h - a puzzle: a position, what its solver is asked to do, and the keys that its author
 * gives; the verdict on it; and the text of all this.
 *
 * The solving itself is engine/solve; here an answer becomes a verdict, is confirmed by replaying
 * its certificate, and is written for people and programs. */
#ifndef CITADEL_TOOLS_PUZZLE_H
#define CITADEL_TOOLS_PUZZLE_H

#include "engine/solve/solve.h"
#include "tools/suite.h"

enum { PUZZLE_TASK_MAX = 48, PUZZLE_ERROR_MAX = 256 };

/* A task as users write it: an aim, "in" if they like, and a length. `name` is the aim alone:
 * "win", one of the game's ways to win or to draw, "self" or "help". */
struct puzzle_task {
    struct solve_task solve; /* moves: 0 if no length was given */
    char name[PUZZLE_TASK_MAX];
};

/* Reads "win in 3", "throne 2", "citadel draw in 4", "self 3". False: *error says why, at most
 * PUZZLE_ERROR_MAX bytes. */
bool puzzle_read_task(const struct game *game, const char *text, struct puzzle_task *out,
                      char *error);

struct puzzle {
    size_t line; /* of the file, 0 for the command line */
    struct position *pos;
    struct puzzle_task task;
    move_t *keys; /* that the author gives; NULL if he gives none */
    size_t keys_nb;
};

void puzzle_fini(struct puzzle *p);

/* Reads the author's keys, moves separated by commas or blanks. */
bool puzzle_read_keys(struct puzzle *p, const char *text, char *error);
/* A puzzle from a line of a file; `fallback` is the game where the line names none, `task` is what
 * is asked where the line does not say it (may be NULL). */
bool puzzle_read(struct puzzle *p, const struct suite_record *record, const struct game *fallback,
                 const struct puzzle_task *task, char *error);

enum puzzle_verdict {
    PUZZLE_SOUND,       /* solved in the length given and no sooner, by the author's keys alone */
    PUZZLE_COOKED,      /* other moves solve it as well, or not all of the author's do */
    PUZZLE_SHORT,       /* there is a quicker solution */
    PUZZLE_NO_SOLUTION, /* proved not to be solvable in the length given */
    PUZZLE_UNDECIDED    /* a limit came first */
};

const char *puzzle_verdict_name(enum puzzle_verdict v);

/* All moves of the root as text, sorted by it. */
struct puzzle_move {
    char text[MOVE_TEXT_MAX], human[MOVE_TEXT_MAX];
    struct solve_move move;
    bool is_key;   /* solves in the shortest length */
    bool is_given; /* the author gives it */
};

struct puzzle_answer {
    enum puzzle_verdict verdict;
    int win;    /* shortest length, 0 if none is known */
    int no_win; /* not solvable in so many moves: proved */
    bool is_over;
    struct puzzle_move *moves; /* owned */
    size_t moves_nb;
    uint32_t nodes; /* of the proof: the same however it was found; 0 if there is none */
    uint64_t searched;
    double seconds;
    char *certificate; /* owned; NULL if there is none */
    size_t certificate_size;
    bool is_final;                      /* there is no solution of any length: proved */
    struct solve_closure closure;       /* states 0: the answer comes from a search */
    char closure_longest[GAME_FEN_MAX]; /* its longest win, "" if it has none */
};

void puzzle_answer_fini(struct puzzle_answer *a);

/* Solves p. On ENGINE_OK the answer is the caller's. method:
 * "exhaustive", "numbers", "closure", or NULL for what suits the task. A
 * certificate is always made, and the answer withheld with ENGINE_BAD_ARGUMENT if its replay does
 * not confirm it: a fault of the program, which *error describes. */
enum engine_status puzzle_solve(struct solver *s, const struct puzzle *p, const char *method,
                                struct puzzle_answer *answer, char *error);

/* After puzzle_solve by the same solver: gives a refuted puzzle a certificate of that, which
 * can be large. Without one afterwards there is none of this aim, or it did not fit. Errors as
 * above. */
enum engine_status puzzle_refute(struct solver *s, const struct puzzle *p, struct puzzle_answer *a,
                                 char *error);

/* "win 3 bm a1b2,c3d4 nodes 17", "no win in 3" or "undecided". */
void puzzle_print_line(FILE *out, const struct puzzle *p, const struct puzzle_answer *a);

#endif
