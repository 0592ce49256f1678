/* Lines of moves as text, for people and programs. */
#include "tools/analyse.h"

void line_walk(const struct position *root, const move_t *pv, int nb, line_visit_fn visit,
               void *context)
{
    struct position *pos = pos_new_like(root);
    bool is_good = pos && pos_copy(pos, root) == ENGINE_OK;
    for (int i = 0; i < nb && is_good; i++) {
        struct move_entry entry;
        is_good = root->game->resolve(pos, pv[i], &entry);
        if (!is_good)
            break;
        visit(context, pos, &entry, i);
        is_good = setup_make(pos, &entry) == ENGINE_OK;
    }
    pos_free(pos);
}

static void visit_engine(void *context, const struct position *before,
                         const struct move_entry *move, int number)
{
    char text[MOVE_TEXT_MAX];
    (void)number;
    before->game->move_format(before, move->move, text);
    fprintf(context, " %s", text);
}

void line_print_engine(FILE *out, const struct position *root, const move_t *pv, int nb)
{
    line_walk(root, pv, nb, visit_engine, out);
}

static void visit_human(void *context, const struct position *before, const struct move_entry *move,
                        int number)
{
    char text[MOVE_TEXT_MAX];
    FILE *out = context;
    if (before->side == WHITE || number == 0)
        fprintf(out, " %u.%s", before->fullmove, before->side == WHITE ? "" : "..");
    before->game->move_human(before, move, text);
    fprintf(out, " %s", text);
}

void line_print_human(FILE *out, const struct position *root, const move_t *pv, int nb)
{
    line_walk(root, pv, nb, visit_human, out);
}

static void visit_json(void *context, const struct position *before, const struct move_entry *move,
                       int number)
{
    char text[MOVE_TEXT_MAX];
    (void)number;
    before->game->move_format(before, move->move, text);
    json_text(context, NULL, text);
}

void line_print_json(struct json *j, const char *key, const struct position *root, const move_t *pv,
                     int nb)
{
    json_array_begin(j, key);
    line_walk(root, pv, nb, visit_json, j);
    json_array_end(j);
}

void line_first(const struct position *root, const struct analyse_line *line, char *engine,
                char *human)
{
    struct move_entry entry;
    engine[0] = human[0] = '\0';
    if (line->pv_nb == 0 || !root->game->resolve(root, line->pv[0], &entry))
        return;
    root->game->move_format(root, entry.move, engine);
    root->game->move_human(root, &entry, human);
}

const char *line_bound_sign(enum bound bound)
{
    static const char *const signs[] = {"", ">=", "<="};
    return signs[bound];
}

const char *line_way(const struct position *root, const struct analyse_line *line)
{
    return score_is_decisive(line->score) ? setup_line_end(root, line->pv, line->pv_nb).way : "";
}
