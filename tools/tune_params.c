#include "tools/tune_params.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 100, ITEM_MAX = 160, VALUE_MAX = 32 };

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

/* Writes one item of a list that is wrapped at the last column. */
static void put_item(FILE *out, int *column, const char *item, bool is_first)
{
    const int length = (int)strlen(item);
    if (is_first)
        *column += fprintf(out, "    %s", item);
    else if (*column + 2 + length + 1 > COLUMNS) /* a comma or parenthesis follows */
        *column = fprintf(out, ",\n    %s", item) - 2;
    else
        *column += fprintf(out, ", %s", item);
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
    return second && second != last ? (unsigned)atoi(last + 1) : 0;
}

/* A row of a table, in braces, on lines of its own. */
static void put_row(const struct eval_param *param, const char *label, const int32_t *row,
                    unsigned columns, FILE *out)
{
    char item[ITEM_MAX], value[VALUE_MAX];
    const unsigned inner = innermost(param);
    int column = 0;
    for (unsigned i = 0; i < columns; i++) {
        format_value(param, row[i], value);
        snprintf(item, sizeof item, "%.100s%s%s%s%s", i == 0 ? label : "",
                 inner && i % inner == 0 ? "{" : "", value,
                 inner && i % inner == inner - 1 ? "}" : "", i + 1 == columns ? "}" : "");
        put_item(out, &column, item, i == 0);
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
static void put_values(const struct eval_info *info, const struct eval_param *param,
                       const int32_t *values, FILE *out)
{
    const char *const *labels = labels_of(info, param);
    const unsigned columns = param->nb / param->rows;
    char item[ITEM_MAX], value[VALUE_MAX], label[ITEM_MAX / 2] = "";
    int column = 0;
    bool is_first = true;
    for (unsigned i = 0; i < param->rows; i++) {
        const int32_t *row = values + i * columns;
        if (labels && is_zero(row, columns))
            continue;
        if (labels)
            snprintf(label, sizeof label, "[%s] = ", labels[i]);
        if (columns > 1) {
            snprintf(item, sizeof item, "%s{", label);
            fputs(is_first ? "" : ",\n", out);
            put_row(param, item, row, columns, out);
        } else {
            format_value(param, *row, value);
            snprintf(item, sizeof item, "%s%s", label, value);
            put_item(out, &column, item, is_first);
        }
        is_first = false;
    }
    fputs(is_first ? "    0)\n" : ")\n", out);
}

static void put_text(const char *text, FILE *out)
{
    while (*text) {
        const size_t n = strcspn(text, "\n");
        const bool ends = !text[n];
        fprintf(out, "    \"%.*s%s\"%s\n", (int)n, text, ends ? "" : "\\n", ends ? "," : "");
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
    const bool is_array = param->dimensions[0] != '\0';
    fprintf(out, "\n%s%s(%s", macros[param->kind], is_array ? "S" : "", param->name);
    if (is_array)
        fprintf(out, ", %s", param->dimensions);
    if (param->kind != EVAL_KIND_CONSTANT)
        fprintf(out, ", %d, %d", param->lowest, param->highest);
    fputs(",\n", out);
    put_text(param->text, out);
    put_values(info, param, values, out);
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
