#include "tools/player_priv.h"

#include <inttypes.h>
#include <string.h>

enum { GRACE_MS = 1000, CRASH_GRACE_MS = 200 };

void player_fail(struct player *p, enum process_status status, struct player_answer *out)
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

void player_judge(const struct player_turn *turn, const char *text, struct player_answer *out)
{
    out->kind = PLAYER_ILLEGAL;
    snprintf(out->text, sizeof out->text, "%s", text);
    for (size_t i = 0; i < turn->legal_nb; i++)
        if (strcmp(turn->legal[i].text, text) == 0) {
            out->kind = PLAYER_MOVE;
            out->move = turn->legal[i].move;
            return;
        }
}

bool player_start(struct player *p, const struct player_config *config, const struct position *pos,
                  int thread, struct process_log *log, int stop_fd, char *note)
{
    struct player_answer answer;
    char error[PROCESS_ERROR_MAX];
    *p = (struct player){.config = config};
    snprintf(p->label, sizeof p->label, "%d.%d", thread, config->number);
    const struct process_config process = {config->argv, config->directory, p->label, log, stop_fd};
    if (!process_start(&p->process, &process, error)) {
        snprintf(note, PLAYER_NOTE_MAX, "%s", error);
        return false;
    }
    const enum process_status status = player_uci_start(p, pos);
    if (config->name)
        snprintf(p->name, sizeof p->name, "%s", config->name);
    if (status == PROCESS_OK)
        return true;
    player_fail(p, status, &answer);
    if (answer.kind == PLAYER_LATE)
        snprintf(note, PLAYER_NOTE_MAX, "it does not get ready within %g s",
                 (double)config->patience_ms / 1e3);
    else
        snprintf(note, PLAYER_NOTE_MAX, "%s", answer.note);
    player_end(p);
    return false;
}

void player_end(struct player *p)
{
    if (process_is_running(&p->process)) {
        /* An engine in the middle of a search may read this late or never. */
        process_send(&p->process, "stop", 0);
        process_send(&p->process, "quit", 0);
        process_end(&p->process, GRACE_MS, NULL);
    }
}

bool player_is_running(const struct player *p)
{
    return process_is_running(&p->process);
}

void player_new_game(struct player *p, struct player_answer *out)
{
    *out = (struct player_answer){.kind = PLAYER_MOVE};
    const enum process_status status = player_uci_new_game(p);
    if (status != PROCESS_OK)
        player_fail(p, status, out);
}

void player_go(struct player *p, const struct player_turn *turn, struct player_answer *out)
{
    *out = (struct player_answer){.kind = PLAYER_CRASHED};
    player_uci_go(p, turn, out);
}
