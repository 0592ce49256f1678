/* analyse.h - what the parts of the command `analyse` share: the options, what was found out about
 * a position, the list of positions, and the run over them.
 *
 * The parts: analyse_batch.c (positions from options and files), analyse_game.c and
 * analyse_notes.c (recorded games), analyse_run.c (the search),
 * analyse_checkpoint.c (its state in a file), analyse_line.c (lines of moves as text),
 * analyse_text.c and analyse_json.c (output as it goes), analyse_epd.c (annotated EPD),
 * analyse_html.c and analyse_chart.c (the report). */
#ifndef CITADEL_TOOLS_ANALYSE_H
#define CITADEL_TOOLS_ANALYSE_H

#include "engine/engine.h"
#include "tools/cli.h"
#include "tools/json.h"
#include "tools/pdn.h"
#include "tools/setup.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a bad move is marked with, from its loss in percent of the chances to win. */
enum { MARK_DUBIOUS, MARK_MISTAKE, MARK_BLUNDER, MARKS_NB, MARK_NONE = MARKS_NB };

/* The values of the options; 0 or NULL is not given. */
struct analyse_options {
    struct setup setup;
    const char *file;
    int64_t time_ms, depth, nodes, mate, total_ms;
    int64_t threads, hash, multipv;
    struct cli_words search_moves;
    const char *epd;   /* file to write annotated EPD to */
    const char *games; /* file to write annotated games to */
    const char *marks; /* as given; read into: */
    int loss[MARKS_NB];
    const char *html; /* file to write the report to */
    const char *checkpoint, *resume;
    int64_t interval_ms; /* between two checkpoints */
    bool json;
};

/* ---- What was found out -------------------------------------------------------------------- */

/* One of the best moves and what follows. */
struct analyse_line {
    score_t score;
    enum bound bound;
    int pv_nb;
    move_t *pv; /* owned by the verdict */
};

/* All zero: nothing yet. */
struct verdict {
    struct analyse_line *lines; /* best first; owned */
    size_t lines_nb;
    int depth, seldepth;
    uint64_t nodes;
    int64_t time_ms;
    bool is_complete; /* the limits were reached, not cut short */
};

void verdict_fini(struct verdict *v);

/* ---- The list ------------------------------------------------------------------------------ */

struct batch_item {
    struct position *pos;    /* owned */
    struct game_result over; /* the arbiter's word on it */
    size_t line;             /* of the EPD file, from 1; 0: not from one */
    move_t *expected;        /* moves of its EPD opcodes `bm`, then `am`; owned */
    size_t best_nb, avoid_nb;
    char *id;      /* its EPD opcode `id`, or NULL; owned */
    size_t game;   /* number in the game file, from 1; 0: not from one */
    size_t ply;    /* of that game: so many moves were played before */
    move_t played; /* the next of them; MOVE_NONE: this is the end */
    struct verdict verdict;
    bool is_done;
};

/* A game of the file. Its positions are listed from the last to the first, so that the table knows
 * what the moves lead to. */
struct batch_game {
    struct pdn_game game;
    size_t number; /* in the file, from 1 */
    size_t first;  /* index of the position after the last move */
};

struct batch {
    struct batch_item *items;
    size_t nb, cap;
    struct batch_game *games;
    size_t games_nb;
    char *text; /* of the file, owned; NULL: no file */
    size_t text_length;
};

/* The positions that the options ask for. CLI_RUN; CLI_USAGE with all good positions listed, if
 * some are bad, everything being said; any other exit code: there is nothing to do. The caller
 * finishes the batch in any case. */
int batch_load(struct batch *b, const struct cli_command *command, const struct analyse_options *o);
void batch_fini(struct batch *b);

/* Has the search found a move that `bm` names and none that `am` names? False if it knows none. */
bool item_is_solved(const struct batch_item *item);

/* The rest is for the files of the module. Takes the position over, also when it fails. NULL: no
 * memory. */
struct batch_item *batch_add(struct batch *b, struct position *pos);
/* Bytes of the mark of UTF-8 that some editors put before a text. */
size_t batch_mark_length(const struct batch *b);
/* Adds `more` empty items. False: no memory. */
bool batch_grow(struct batch *b, size_t more);

/* ---- Games (analyse_game.c) ---------------------------------------------------------------- */

/* Does the text look like a file of games, or the path like the name of one? */
bool games_are_in(const char *path, const char *text);
/* As batch_load, from b->text. */
int games_load(struct batch *b, const struct cli_command *command, const struct analyse_options *o);

/* The game that a position belongs to, or NULL. */
const struct batch_game *games_of(const struct batch *b, const struct batch_item *item);
/* Position number `ply` of a game. */
struct batch_item *games_item(const struct batch *b, const struct batch_game *g, size_t ply);

/* The score of a position for the side to move, if it has been analysed or the game is over. */
bool games_score(const struct batch_item *item, score_t *score);

/* What a move did, for the side that made it. */
struct judgement {
    bool is_known;         /* both positions have been analysed; else the rest is not set */
    score_t before, after; /* with the best move, and with this one */
    double loss;           /* of chances to win, percent; 0 for the best move */
    int mark;              /* MARK_DUBIOUS..MARK_NONE */
};
/* Judges move number `ply` of a game. */
struct judgement games_judge(const struct batch *b, const struct analyse_options *o,
                             const struct batch_game *g, size_t ply);
/* "?!", "?", "??", "". */
const char *games_mark_text(int mark);
/* Chances to win of the side that has this score, in percent. */
double games_chances(score_t score);

/* Writes the games with what was found out to o->games. An exit code. */
struct analysis;
int games_write(const struct analysis *a);

/* ---- The run ------------------------------------------------------------------------------- */

/* The last full report on one of the MultiPV lines. */
struct live_line {
    bool is_set;
    enum bound bound;
    score_t score;
    int pv_nb;
    move_t pv[PLY_MAX];
};

struct analysis {
    const struct cli_command *command;
    const struct analyse_options *o;
    struct batch *batch;
    bool is_live;       /* there is a terminal to draw on */
    double started;     /* cli_now() of the run's beginning */
    size_t done_before; /* positions that were finished then */
    int view_lines;     /* of the view that stand on the terminal */
    double drawn_at;
    bool has_begun;   /* nothing stood against the run */
    int64_t spent_ms; /* on all positions so far, those of earlier runs included */

    const char *checkpoint; /* file to save to; NULL: none */
    double saved_at;        /* cli_now() of the last time */
    bool has_table;         /* the state has the transposition table beside it */
    uint64_t rules, digest; /* what the state is bound to */

    struct engine *engine;
    /* Of the present position. */
    struct batch_item *item;
    double begun;          /* cli_now() of its search */
    struct verdict before; /* what an earlier run found out about it */
    atomic_bool is_done;
    pthread_mutex_t lock;    /* of what follows, which the search thread writes */
    struct live_line *lines; /* o->multipv of them */
    int depth, seldepth;     /* of the first line */
    unsigned hashfull;       /* permille */
};

/* Searches all positions that are not done yet, in order, and reports on each. An exit code. */
int analyse_run(struct analysis *a);

/* The limits that hold for a position of the batch, those of the default included. */
struct engine_limits analyse_limits(const struct analysis *a);

/* ---- Checkpoints (analyse_checkpoint.c) ---------------------------------------------------- */

/* Takes up the state of --resume, if given, and makes the file of --checkpoint. CLI_RUN, or an exit
 * code, everything being said: the state belongs to another run, or is damaged, and the batch has
 * to be given up. */
int state_begin(struct analysis *a);
/* Saves what is known, if there is a checkpoint. CLI_RUN or CLI_IO. */
int state_save(struct analysis *a);
/* Is it time to save? */
bool state_is_due(const struct analysis *a);

/* ---- Lines of moves (analyse_line.c) ------------------------------------------------------- */

/* Visits the moves of a line, each with the position before it; stops at the first that is not
 * legal there, or when memory is short. */
typedef void (*line_visit_fn)(void *context, const struct position *before,
                              const struct move_entry *move, int number);
void line_walk(const struct position *root, const move_t *pv, int nb, line_visit_fn visit,
               void *context);

/* The line in engine notation, a blank before each move. */
void line_print_engine(FILE *out, const struct position *root, const move_t *pv, int nb);
/* The line as people write it, with move numbers, a blank before each word. */
void line_print_human(FILE *out, const struct position *root, const move_t *pv, int nb);
/* The line as an array of moves in engine notation. */
void line_print_json(struct json *j, const char *key, const struct position *root, const move_t *pv,
                     int nb);

/* The first move of a line in both notations, of MOVE_TEXT_MAX bytes each; empty if none. */
void line_first(const struct position *root, const struct analyse_line *line, char *engine,
                char *human);
/* How the line is won or lost, "" if it is not. A static string. */
const char *line_way(const struct position *root, const struct analyse_line *line);
/* What goes before a score that is only a bound. Static text. */
const char *line_bound_sign(enum bound bound);

/* ---- Output as it goes --------------------------------------------------------------------- */

void text_info(const struct analysis *a, const struct engine_info *info);
void text_begin(const struct batch_item *item);
void text_verdict(const struct batch_item *item);
/* How many of the moves that an EPD file asks for were found, if it asks for any. */
void text_summary(const struct batch *b);
void text_judgement(const struct analysis *a, const struct batch_item *item);

/* Draws the view of the running search, if it is time to; takes it away again (analyse_view.c). */
void view_draw(struct analysis *a);
void view_clear(struct analysis *a);

void json_info(const struct analysis *a, const struct engine_info *info);
void json_verdict(const struct analysis *a, const struct batch_item *item);
void json_judgement(const struct analysis *a, const struct batch_item *item);

/* Writes the positions with what was found out to o->epd, those of a file of lines with comments
 * and other opcodes as they were. An exit code. */
int epd_write(const struct analysis *a);
/* Writes the report to o->html. An exit code. */
int html_write(const struct analysis *a);

#endif
