#include "tools/tune_params.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 100, ITEM_MAX = 160, LABEL_MAX = 64, VALUE_MAX = 32 };

/* ---- Names --------------------------------------------------------------------------------- */

/* The enumerators that the first dimension is indexed by, or NULL. */
static const char *const *labels_of(const struct eval_info *info, const struct eval_param *param)
{
    for (const struct eval_labels *l = info->labels; l->dimension; l++)
        if (strncmp(param->dimensions, l->dimension, strlen(l->dimension)) == 0)
            return l->names;
    return NULL;
}

/* "name", "name[3]", "name[ROOK]", "name[ROOK][3]". */
static void name_value(const struct eval_info *info, const struct eval_param *param, unsigned i,
                       char *out)
{
    const char *const *labels = labels_of(info, param);
    const unsigned columns = param->nb / param->rows;
    int n = snprintf(out, TUNE_NAME_MAX, "%s", param->name);
    if (!param->dimensions[0])
        return;
    if (labels)
        n += snprintf(out + n, (size_t)(TUNE_NAME_MAX - n), "[%s]", labels[i / columns]);
    else
        n += snprintf(out + n, (size_t)(TUNE_NAME_MAX - n), "[%u]", i / columns);
    if (columns > 1)
        snprintf(out + n, (size_t)(TUNE_NAME_MAX - n), "[%u]", i % columns);
}

/* `*` and `?` only: names are full of brackets, which fnmatch would take for sets. */
static bool matches(const char *pattern, const char *name)
{
    for (; *pattern; pattern++, name++) {
        if (*pattern == '*') {
            for (; *name; name++)
                if (matches(pattern + 1, name))
                    return true;
            return matches(pattern + 1, name);
        }
        if (!*name || (*pattern != '?' && *pattern != *name))
            return false;
    }
    return !*name;
}

/* ---- Coordinates --------------------------------------------------------------------------- */

static void add_coord(struct tune_params *p, const struct eval_param *param, unsigned i,
                      enum tune_half half)
{
    static const char *const endings[] = {"", ".mg", ".eg"};
    struct tune_coord *c = &p->coords[p->nb++];
    const unsigned index = param->offset + i;
    const int32_t value = p->info->defaults[index];
    *c = (struct tune_coord){.param = param,
                             .index = (uint16_t)index,
                             .half = half,
                             .lowest = param->lowest,
                             .highest = param->highest,
                             .unit = 1,
                             .is_free = true};
    c->start = half == TUNE_MG ? weight_mg(value) : half == TUNE_EG ? weight_eg(value) : value;
    if (param->kind == EVAL_KIND_NUMBER)
        c->unit = fmax(fabs(c->start), 1) / 50;
    name_value(p->info, param, i, c->name);
    strncat(c->name, endings[half], TUNE_NAME_MAX - 1 - strlen(c->name));
}

bool tune_params_init(struct tune_params *p, const struct eval_info *info)
{
    *p = (struct tune_params){.info = info};
    p->coords = calloc(2 * info->values_nb, sizeof *p->coords);
    if (!p->coords)
        return false;
    for (size_t k = 0; k < info->params_nb; k++) {
        const struct eval_param *param = &info->params[k];
        for (unsigned i = 0; i < param->nb; i++)
            if (param->kind == EVAL_KIND_PAIR) {
                add_coord(p, param, i, TUNE_MG);
                add_coord(p, param, i, TUNE_EG);
            } else if (param->kind != EVAL_KIND_CONSTANT) {
                add_coord(p, param, i, TUNE_WHOLE);
            }
    }
    return true;
}

void tune_params_fini(struct tune_params *p)
{
    free(p->coords);
    *p = (struct tune_params){0};
}

size_t tune_params_mark(struct tune_params *p, const char *pattern, bool is_free)
{
    size_t nb = 0;
    for (size_t j = 0; j < p->nb; j++) {
        struct tune_coord *c = &p->coords[j];
        char value[TUNE_NAME_MAX];
        name_value(p->info, c->param, c->index - c->param->offset, value);
        if (matches(pattern, c->param->name) || matches(pattern, value) ||
            matches(pattern, c->name)) {
            c->is_free = is_free;
            nb++;
        }
    }
    return nb;
}

void tune_params_vector(const struct tune_params *p, const double *theta, int32_t *vector)
{
    memcpy(vector, p->info->defaults, p->info->values_nb * sizeof *vector);
    for (size_t j = 0; j < p->nb; j++) {
        const struct tune_coord *c = &p->coords[j];
        int32_t *v = &vector[c->index];
        const int32_t n = (int32_t)lround(theta[j]);
        *v = c->half == TUNE_MG   ? WEIGHT(n, weight_eg(*v))
             : c->half == TUNE_EG ? WEIGHT(weight_mg(*v), n)
                                  : n;
    }
}

/* ---- The file ------------------------------------------------------------------------------ */

/* A list of items that is wrapped at the last column and aligned. */
struct wrapped {
    FILE *out;
    int indent, column; /* column 0: a new line has begun */
    bool is_begun;      /* an item is there, a comma is due */
};

static void put_item(struct wrapped *w, const char *item)
{
    const int length = (int)strlen(item);
    if (w->is_begun)
        w->column += fprintf(w->out, ",");
    if (w->is_begun && w->column + 1 + length + 1 > COLUMNS) { /* a comma or parenthesis follows */
        fputs("\n", w->out);
        w->column = 0;
    }
    if (w->column == 0)
        w->column = fprintf(w->out, "%*s%s", w->indent, "", item);
    else
        w->column += fprintf(w->out, " %s", item);
    w->is_begun = true;
}

static void format_value(const struct eval_param *param, int32_t v, char *out)
{
    if (param->kind == EVAL_KIND_PAIR)
        snprintf(out, VALUE_MAX, "WEIGHT(%d, %d)", weight_mg(v), weight_eg(v));
    else
        snprintf(out, VALUE_MAX, "%d", v);
}

/* Values in the innermost braces of a table of three dimensions; else 0. */
static unsigned innermost(const struct eval_param *param)
{
    const char *first = param->dimensions, *last = strrchr(first, '[');
    const char *second = last ? strchr(first + 1, '[') : NULL;
    /* NOLINTNEXTLINE(cert-err34-c): a dimension of the list, or a name */
    return second && second != last ? (unsigned)atoi(last + 1) : 0;
}

/* One value, or a row of a table in braces. */
static void put_row(struct wrapped *w, const struct eval_param *param, const char *label,
                    const int32_t *row, unsigned columns)
{
    char item[ITEM_MAX], value[VALUE_MAX];
    const unsigned inner = innermost(param);
    for (unsigned i = 0; i < columns; i++) {
        const bool opens = i == 0 && columns > 1, closes = i + 1 == columns && columns > 1;
        format_value(param, row[i], value);
        snprintf(item, sizeof item, "%.80s%s%s%s%s%s", i == 0 ? label : "", opens ? "{" : "",
                 inner && i % inner == 0 ? "{" : "", value,
                 inner && i % inner == inner - 1 ? "}" : "", closes ? "}" : "");
        put_item(w, item);
    }
}

static bool is_zero(const int32_t *row, unsigned columns)
{
    for (unsigned i = 0; i < columns; i++)
        if (row[i])
            return false;
    return true;
}

/* Rows that are zero are left out where the others have labels. */
static void put_values(struct wrapped *w, const struct eval_info *info,
                       const struct eval_param *param, const int32_t *values)
{
    const char *const *labels = labels_of(info, param);
    const unsigned columns = param->nb / param->rows;
    char label[LABEL_MAX] = "";
    for (unsigned i = 0; i < param->rows; i++) {
        const int32_t *row = values + i * columns;
        if (labels && is_zero(row, columns))
            continue;
        if (labels)
            snprintf(label, sizeof label, "[%s] = ", labels[i]);
        put_row(w, param, label, row, columns);
    }
    if (!w->is_begun)
        put_item(w, "0");
}

/* The text as string literals, one for each of its lines. */
static void put_text(const char *text, int indent, FILE *out)
{
    while (*text) {
        const size_t n = strcspn(text, "\n");
        const bool ends = !text[n];
        fprintf(out, "%*s\"%.*s%s\"%s\n", indent, "", (int)n, text, ends ? "" : "\\n",
                ends ? "," : "");
        text += n + !ends;
    }
}

static void put_param(const struct eval_info *info, const struct eval_param *param,
                      const int32_t *values, FILE *out)
{
    static const char *const macros[] = {[EVAL_KIND_PAIR] = "EVAL_PAIR",
                                         [EVAL_KIND_SCORE] = "EVAL_SCORE",
                                         [EVAL_KIND_NUMBER] = "EVAL_NUMBER",
                                         [EVAL_KIND_CONSTANT] = "EVAL_CONSTANT"};
    char bounds[VALUE_MAX] = "", head[ITEM_MAX], value[VALUE_MAX];
    const bool is_array = param->dimensions[0] != '\0';
    const int indent = (int)strlen(macros[param->kind]) + is_array + 1;
    if (param->kind != EVAL_KIND_CONSTANT)
        snprintf(bounds, sizeof bounds, ", %d, %d", param->lowest, param->highest);
    const int n =
        snprintf(head, sizeof head, "%s%s(%.50s%s%.40s%s,", macros[param->kind],
                 is_array ? "S" : "", param->name, is_array ? ", " : "", param->dimensions, bounds);
    format_value(param, *values, value);
    if (!is_array && !strchr(param->text, '\n') &&
        (size_t)n + strlen(param->text) + strlen(value) + strlen(" \"\", )") <= COLUMNS) {
        fprintf(out, "\n%s \"%s\", %s)\n", head, param->text, value);
        return;
    }
    struct wrapped w = {.out = out, .indent = indent};
    fprintf(out, "\n%s\n", head);
    put_text(param->text, indent, out);
    put_values(&w, info, param, values);
    fputs(")\n", out);
}

void tune_params_write(const struct eval_info *info, const char *title, const char *origin,
                       const int32_t *vector, FILE *out)
{
    fprintf(out,
            "/* The numbers of the evaluation of %s. How to read and extend this list stands in\n"
            " * engine/eval_info.h; `citadel tune` writes the whole file.\n *\n",
            title);
    for (const char *line = origin; *line;) {
        const size_t n = strcspn(line, "\n");
        fprintf(out, " * %.*s%s", (int)n, line, line[n] ? "\n" : " */\n");
        line += n + (line[n] == '\n');
    }
    for (size_t k = 0; k < info->params_nb; k++)
        put_param(info, &info->params[k], vector + info->params[k].offset, out);
    fputs("\n#undef EVAL_ONE\n#undef EVAL_ARRAY\n", out);
}
