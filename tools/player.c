#include "tools/player_priv.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { GRACE_MS = 1000, CRASH_GRACE_MS = 200 };

/* ---- For the protocols --------------------------------------------------------------------- */

void player_judge(const struct player *p, const struct player_turn *turn, const char *text,
                  struct player_answer *out)
{
    char theirs[FOREIGN_MOVE_MAX];
    out->kind = PLAYER_ILLEGAL;
    for (size_t i = 0; i < turn->legal_nb; i++)
        if (strcmp(foreign_move(&p->config->foreign, turn->legal[i].text, theirs), text) == 0) {
            out->kind = PLAYER_MOVE;
            out->move = turn->legal[i].move;
            text = turn->legal[i].text;
            break;
        }
    player_keep_text(out->text, sizeof out->text, text);
}

void player_keep_text(char *out, size_t size, const char *text)
{
    size_t i = 0;
    for (; text[i] && i + 1 < size; i++)
        out[i] = isprint((unsigned char)text[i]) ? text[i] : '?';
    out[i] = '\0';
}

enum process_status player_send(struct player *p, int64_t deadline_ns, const char *format, ...)
{
    char *line = NULL;
    va_list args;
    va_start(args, format);
    const int length = vasprintf(&line, format, args);
    va_end(args);
    if (length < 0)
        return PROCESS_ENDED;
    const enum process_status status = process_send(&p->process, line, deadline_ns);
    free(line);
    return status;
}

FILE *player_text_open(struct player_text *t)
{
    *t = (struct player_text){NULL, 0};
    return open_memstream(&t->text, &t->size);
}

enum process_status player_text_send(struct player *p, FILE *out, struct player_text *t,
                                     int64_t deadline_ns)
{
    const bool is_whole = fclose(out) == 0;
    const enum process_status status =
        is_whole ? process_send(&p->process, t->text, deadline_ns) : PROCESS_ENDED;
    free(t->text);
    return status;
}

enum process_status player_send_init(struct player *p, int64_t deadline_ns)
{
    const struct cli_words *init = &p->config->init;
    enum process_status status = PROCESS_OK;
    for (int i = 0; i < init->nb && status == PROCESS_OK; i++)
        status = process_send(&p->process, init->first[i], deadline_ns);
    return status;
}

const char *player_fen(const struct player *p, const struct position *pos, char *out)
{
    char fen[GAME_FEN_MAX];
    pos->game->format(pos, fen);
    return foreign_fen(&p->config->foreign, fen, out);
}

/* ---- Life ---------------------------------------------------------------------------------- */

/* A process's status as an answer; an engine that is late or gone is ended, and its end told. */
static void take_failure(struct player *p, enum process_status status, struct player_answer *out)
{
    char how[PROCESS_ERROR_MAX];
    char tail[PROCESS_TAIL_MAX];
    out->note[0] = '\0';
    if (status == PROCESS_STOPPED) {
        out->kind = PLAYER_STOPPED;
        return;
    }
    out->kind = status == PROCESS_LATE ? PLAYER_LATE : PLAYER_CRASHED;
    process_end(&p->process, status == PROCESS_LATE ? 0 : CRASH_GRACE_MS, how);
    process_tail(&p->process, tail);
    if (out->kind == PLAYER_CRASHED)
        snprintf(out->note, sizeof out->note, "%s%s%.400s", how, tail[0] ? "; last message: " : "",
                 tail);
}

bool player_start(struct player *p, const struct player_config *config, const struct position *pos,
                  int thread, struct process_log *log, int stop_fd, char *note)
{
    struct player_answer answer;
    char error[PROCESS_ERROR_MAX];
    *p = (struct player){.config = config,
                         .calls = config->protocol == PLAYER_UCI ? &player_uci : &player_cecp,
                         .model = pos};
    snprintf(p->label, sizeof p->label, "%d.%d", thread, config->number);
    snprintf(p->name, sizeof p->name, "%s", config->argv[0]);
    const struct process_config process = {config->argv, config->directory, p->label, log, stop_fd};
    if (!process_start(&p->process, &process, error)) {
        snprintf(note, PLAYER_NOTE_MAX, "%s", error);
        return false;
    }
    const enum process_status status = p->calls->start(p);
    if (config->name)
        snprintf(p->name, sizeof p->name, "%s", config->name);
    if (status == PROCESS_OK)
        return true;
    take_failure(p, status, &answer);
    if (answer.kind == PLAYER_LATE)
        snprintf(note, PLAYER_NOTE_MAX, "it does not get ready within %g s",
                 (double)config->patience_ms / 1e3);
    else if (p->missing)
        snprintf(note, PLAYER_NOTE_MAX, "it lists no option '%.*s'", (int)strcspn(p->missing, "="),
                 p->missing);
    else
        snprintf(note, PLAYER_NOTE_MAX, "%s", p->unfit ? p->unfit : answer.note);
    player_end(p);
    return false;
}

void player_end(struct player *p)
{
    if (process_is_running(&p->process)) {
        /* An engine in the middle of a search may read this late or never. */
        process_send(&p->process, p->calls->interrupt, 0);
        process_send(&p->process, "quit", 0);
        process_end(&p->process, GRACE_MS, NULL);
    }
}

bool player_is_running(const struct player *p)
{
    return process_is_running(&p->process);
}

/* ---- Games --------------------------------------------------------------------------------- */

void player_new_game(struct player *p, struct player_answer *out)
{
    *out = (struct player_answer){.kind = PLAYER_MOVE};
    const enum process_status status = p->calls->new_game(p);
    if (status != PROCESS_OK)
        take_failure(p, status, out);
}

void player_go(struct player *p, const struct player_turn *turn, struct player_answer *out)
{
    *out = (struct player_answer){.kind = PLAYER_CRASHED};
    const enum process_status status = p->calls->go(p, turn, out);
    if (out->elapsed_ns < 0)
        out->elapsed_ns = 0; /* it answered before it was asked */
    if (status != PROCESS_OK)
        take_failure(p, status, out);
}
