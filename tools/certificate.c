#include "tools/certificate.h"

#include "tools/setup.h"

#include <stdlib.h>
#include <xxhash.h>

/* A proof may take so much of the memory; replaying it takes some times that. */
enum { MEMORY_SHARE = 8 };

struct writer {
    FILE *out;
    struct position *scratch;
    off_t bytes_max;
};

static bool write_node(void *context, const struct position *pos, const struct solve_node *node)
{
    const struct writer *w = context;
    const struct game *game = pos->game;
    char fen[GAME_FEN_MAX], text[MOVE_TEXT_MAX];
    if (pos_copy(w->scratch, pos) != ENGINE_OK)
        return false;
    w->scratch->clock = 0;
    w->scratch->fullmove = 1;
    game->format(w->scratch, fen);
    game->move_format(w->scratch, node->move.move, text);
    fprintf(w->out, "node %u %d %s | %s |", node->number, node->moves, text, fen);
    if (setup_make(w->scratch, &node->move) != ENGINE_OK)
        return false;
    for (size_t i = 0; i < node->replies_nb; i++) {
        game->move_format(w->scratch, node->replies[i].entry.move, text);
        fprintf(w->out, " %s:%u", text, node->replies[i].next);
    }
    putc('\n', w->out);
    return ferror(w->out) == 0 && ftello(w->out) <= w->bytes_max;
}

static void write_head(FILE *out, const struct position *pos, const struct solve_task *task)
{
    char fen[GAME_FEN_MAX];
    pos->game->format(pos, fen);
    fprintf(out, "citadel certificate 1\ngame %s\n", pos->game->name);
    for (size_t i = 0; i < pos->game->options_nb; i++)
        fprintf(out, "option %s %s\n", pos->game->options[i].name,
                pos->game->options[i].values[pos->option[i]]);
    fprintf(out, "position %s\naim %s %s %s\n", fen,
            task->aim == SOLVE_SELF   ? "self"
            : task->aim == SOLVE_HOLD ? "hold"
                                      : "force",
            task->is_draw || task->aim == SOLVE_HOLD ? "draw" : "win",
            task->way ? task->way : "any");
}

/* The proofs of the keys, whose nodes are put into `keys`. */
static enum solve_answer write_proofs(struct writer *w, struct solver *s,
                                      const struct solve_result *result, uint32_t *keys,
                                      uint32_t *keys_nb, uint32_t *nodes)
{
    struct solve_proof *proof = solve_proof_new(write_node, w);
    enum solve_answer answer = proof ? SOLVE_YES : SOLVE_UNKNOWN;
    *keys_nb = 0;
    for (size_t i = 0; i < result->moves_nb && answer == SOLVE_YES; i++) {
        const struct solve_move *m = &result->moves[i];
        if (m->win != 0 && m->win == result->win)
            answer = solve_proof_add(proof, s, &m->entry, m->win, &keys[(*keys_nb)++]);
    }
    if (proof)
        *nodes = solve_proof_size(proof);
    solve_proof_free(proof);
    return answer;
}

static off_t bytes_max(const struct solver *s)
{
    const size_t memory = solve_memory(s);
    return (off_t)(memory > 0 ? memory / MEMORY_SHARE : INT32_MAX);
}

enum solve_answer certificate_write(FILE *out, struct solver *s, const struct position *pos,
                                    const struct solve_task *task,
                                    const struct solve_result *result, uint32_t *nodes)
{
    struct writer w = {.out = out, .scratch = pos_new_like(pos), .bytes_max = bytes_max(s)};
    uint32_t *keys = malloc((result->moves_nb + 1) * sizeof *keys);
    uint32_t keys_nb = 0;
    enum solve_answer answer = SOLVE_UNKNOWN;
    if (w.scratch && keys && solve_goto(s, pos) == ENGINE_OK) {
        write_head(out, pos, task);
        if (task->aim == SOLVE_HOLD)
            answer = solve_strategy(s, pos, write_node, &w, &keys_nb, nodes);
        else
            answer = write_proofs(&w, s, result, keys, &keys_nb, nodes);
        for (uint32_t i = 0; i < keys_nb; i++)
            fprintf(out, "key %u\n", task->aim == SOLVE_HOLD ? i + 1 : keys[i]);
        fprintf(out, "nodes %u\n", *nodes);
    }
    free(keys);
    pos_free(w.scratch);
    return answer == SOLVE_YES && ferror(out) ? SOLVE_UNKNOWN : answer;
}

/* A node of a refutation. */
static bool write_refuted(void *context, const struct position *pos, uint32_t number, int moves,
                          const struct solve_objection *list, size_t nb)
{
    const struct writer *w = context;
    const struct game *game = pos->game;
    char fen[GAME_FEN_MAX], text[MOVE_TEXT_MAX], reply[MOVE_TEXT_MAX];
    if (pos_copy(w->scratch, pos) != ENGINE_OK)
        return false;
    w->scratch->clock = 0;
    w->scratch->fullmove = 1;
    game->format(w->scratch, fen);
    fprintf(w->out, "node %u %d - | %s |", number, moves, fen);
    for (size_t i = 0; i < nb; i++) {
        game->move_format(pos, list[i].move.move, text);
        snprintf(reply, sizeof reply, "-");
        if (!list[i].is_over) {
            if (pos_copy(w->scratch, pos) != ENGINE_OK ||
                setup_make(w->scratch, &list[i].move) != ENGINE_OK)
                return false;
            game->move_format(w->scratch, list[i].reply.move, reply);
        }
        fprintf(w->out, " %s:%s:%u", text, reply, list[i].next);
    }
    putc('\n', w->out);
    return ferror(w->out) == 0 && ftello(w->out) <= w->bytes_max;
}

enum solve_answer certificate_write_refutation(FILE *out, struct solver *s,
                                               const struct position *pos,
                                               const struct solve_task *task, uint32_t *nodes)
{
    struct writer w = {.out = out, .scratch = pos_new_like(pos), .bytes_max = bytes_max(s)};
    enum solve_answer answer = SOLVE_UNKNOWN;
    if (w.scratch && solve_goto(s, pos) == ENGINE_OK) {
        write_head(out, pos, task);
        fprintf(out, "not %d\n", task->moves);
        answer = solve_refute(s, task->moves, write_refuted, &w, nodes);
        fprintf(out, "refuted %u\nnodes %u\n", *nodes, *nodes);
    }
    pos_free(w.scratch);
    return answer == SOLVE_YES && ferror(out) ? SOLVE_UNKNOWN : answer;
}

void certificate_sum(const char *text, size_t size, char *line)
{
    const XXH128_hash_t sum = XXH3_128bits(text, size);
    snprintf(line, CERTIFICATE_SUM_MAX, "xxh128 %016llx%016llx\n", (unsigned long long)sum.high64,
             (unsigned long long)sum.low64);
}
