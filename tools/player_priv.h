/* player_priv.h - between player.c and its protocols. */
#ifndef CITADEL_TOOLS_PLAYER_PRIV_H
#define CITADEL_TOOLS_PLAYER_PRIV_H

#include "tools/player.h"

struct player_protocol_calls {
    /* From the first line to an engine that waits for games. */
    enum process_status (*start)(struct player *p);
    enum process_status (*new_game)(struct player *p);
    /* Fills the answer but for its kind, text and move, which player_judge sets, and the note. */
    enum process_status (*go)(struct player *p, const struct player_turn *turn,
                              struct player_answer *out);
    const char *interrupt; /* ends a search */
};

extern const struct player_protocol_calls player_uci, player_cecp;

/* Fills kind, move and text by looking `text`, in the engine's dialect, up among the legal moves.
 */
void player_judge(const struct player *p, const struct player_turn *turn, const char *text,
                  struct player_answer *out);

/* Copies what an engine wrote, as far as it fits; what is not printable becomes a question mark. */
void player_keep_text(char *out, size_t size, const char *text);

/* Sends a line made by printf. */
__attribute__((format(printf, 3, 4))) enum process_status
player_send(struct player *p, int64_t deadline_ns, const char *format, ...);

/* Sends what was written to a memory stream and frees it. */
struct player_text {
    char *text;
    size_t size;
};
FILE *player_text_open(struct player_text *t);
enum process_status player_text_send(struct player *p, FILE *out, struct player_text *t,
                                     int64_t deadline_ns);

/* Sends the lines of --init. */
enum process_status player_send_init(struct player *p, int64_t deadline_ns);

/* The present position, in the engine's dialect; `out` has FOREIGN_FEN_MAX bytes. */
const char *player_fen(const struct player *p, const struct position *pos, char *out);

#endif
