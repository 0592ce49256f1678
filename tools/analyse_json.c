/* What `analyse` says as JSON, one object a line. */
#include "tools/analyse.h"

static void put_score(struct json *j, const char *key, score_t score)
{
    json_object_begin(j, key);
    if (score_is_decisive(score))
        json_integer(j, "mate", setup_win_moves(score));
    else
        json_integer(j, "cp", score);
    json_object_end(j);
}

/* Where the position comes from. */
static void put_origin(struct json *j, const struct batch_item *item)
{
    if (item->line > 0)
        json_unsigned(j, "line", item->line);
    if (item->id)
        json_text(j, "id", item->id);
    if (item->game > 0) {
        json_unsigned(j, "number", item->game);
        json_unsigned(j, "ply", item->ply);
    }
}

static void put_bound(struct json *j, enum bound bound)
{
    static const char *const names[] = {"exact", "lower", "upper"};
    json_text(j, "bound", names[bound]);
}

void json_info(const struct analysis *a, const struct engine_info *info)
{
    struct json j;
    json_begin(&j, stdout);
    json_text(&j, "type", "info");
    put_origin(&j, a->item);
    json_integer(&j, "depth", info->depth);
    json_integer(&j, "seldepth", info->seldepth);
    json_integer(&j, "multipv", info->multipv);
    put_score(&j, "score", info->score);
    put_bound(&j, info->bound);
    json_unsigned(&j, "nodes", info->nodes);
    json_unsigned(&j, "nps", cli_rate((double)info->nodes, (double)info->time_ms / 1e3 + 5e-4));
    json_unsigned(&j, "hashfull", info->hashfull);
    json_real(&j, "time", (double)info->time_ms / 1e3);
    line_print_json(&j, "pv", a->item->pos, info->pv, info->pv_nb);
    json_end(&j);
}

static void put_line(struct json *j, const struct position *pos, const struct analyse_line *line)
{
    char engine[MOVE_TEXT_MAX], human[MOVE_TEXT_MAX], text[SETUP_SCORE_MAX];
    const char *way = line_way(pos, line);
    line_first(pos, line, engine, human);
    json_object_begin(j, NULL);
    json_text(j, "move", engine);
    json_text(j, "human", human);
    put_score(j, "score", line->score);
    json_text(j, "words", setup_score_text(line->score, way, text));
    json_text(j, "way", way);
    put_bound(j, line->bound);
    line_print_json(j, "pv", pos, line->pv, line->pv_nb);
    json_object_end(j);
}

/* The limits that the options gave, so that two runs can be compared. */
static void put_limits(struct json *j, const struct analyse_options *o)
{
    json_object_begin(j, "limits");
    if (o->depth > 0)
        json_integer(j, "depth", o->depth);
    if (o->nodes > 0)
        json_integer(j, "nodes", o->nodes);
    if (o->time_ms > 0)
        json_real(j, "time", (double)o->time_ms / 1e3);
    if (o->total_ms > 0)
        json_real(j, "total", (double)o->total_ms / 1e3);
    if (o->mate > 0)
        json_integer(j, "mate", o->mate);
    json_integer(j, "multipv", o->multipv);
    json_object_end(j);
}

void json_verdict(const struct analysis *a, const struct batch_item *item)
{
    const struct verdict *v = &item->verdict;
    const struct position *pos = item->pos;
    char engine[MOVE_TEXT_MAX], human[MOVE_TEXT_MAX], fen[GAME_FEN_MAX];
    struct json j;
    pos->game->format(pos, fen);
    json_begin(&j, stdout);
    json_text(&j, "type", "result");
    put_origin(&j, item);
    json_text(&j, "game", pos->game->name);
    json_text(&j, "fen", fen);
    json_text(&j, "result", item->over.word);
    json_array_begin(&j, "lines");
    for (size_t i = 0; i < v->lines_nb; i++)
        put_line(&j, pos, &v->lines[i]);
    json_array_end(&j);
    if (item->over.outcome == OUTCOME_NONE) {
        const bool has_move = v->lines_nb > 0;
        if (has_move)
            line_first(pos, &v->lines[0], engine, human);
        json_text(&j, "best", has_move ? engine : NULL);
        json_text(&j, "human", has_move ? human : NULL);
        json_integer(&j, "depth", v->depth);
        json_unsigned(&j, "nodes", v->nodes);
        json_real(&j, "time", (double)v->time_ms / 1e3);
        json_bool(&j, "complete", v->is_complete);
        if (item->expected)
            json_bool(&j, "solved", item_is_solved(item));
        put_limits(&j, a->o);
    }
    json_end(&j);
}

void json_judgement(const struct analysis *a, const struct batch_item *item)
{
    char engine[MOVE_TEXT_MAX], human[MOVE_TEXT_MAX];
    const struct batch_game *g = games_of(a->batch, item);
    const struct verdict *v = &item->verdict;
    const struct analyse_line played = {.pv = (move_t[]){item->played}, .pv_nb = 1};
    struct json j;
    if (!g || item->ply == g->game.moves_nb)
        return;
    const struct judgement judgement = games_judge(a->batch, a->o, g, item->ply);
    if (!judgement.is_known)
        return;
    line_first(item->pos, &played, engine, human);
    json_begin(&j, stdout);
    json_text(&j, "type", "move");
    put_origin(&j, item);
    json_text(&j, "side", item->pos->side == WHITE ? "white" : "black");
    json_text(&j, "move", engine);
    json_text(&j, "human", human);
    put_score(&j, "before", judgement.before);
    put_score(&j, "after", judgement.after);
    json_real(&j, "loss", judgement.loss);
    json_text(&j, "mark", games_mark_text(judgement.mark));
    if (v->lines_nb > 0)
        line_print_json(&j, "better", item->pos, v->lines[0].pv, v->lines[0].pv_nb);
    json_end(&j);
}
