/* The view of a running analysis on a terminal: board, figures and lines in place, and how far the
 * batch has come. */
#include "tools/analyse.h"
#include "tools/board_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Drawn no more often than this, in seconds: faster than eyes are and no load for a slow line. */
static const double period = 0.15;

/* "3.4M", four characters or fewer before the unit. */
static const char *short_number(uint64_t n, char out[16])
{
    static const char units[] = " kMGTPE";
    double value = (double)n;
    size_t unit = 0;
    while (value >= 9999.5 || (unit > 0 && value >= 999.5)) {
        value /= 1000;
        unit++;
    }
    if (unit == 0)
        snprintf(out, 16, "%" PRIu64, n);
    else
        snprintf(out, 16, "%.*f%c", value < 99.95 ? 1 : 0, value, units[unit]);
    return out;
}

/* "1:02:03" or "2:03". */
static const char *clock_text(double seconds, char out[24])
{
    const int64_t s = (int64_t)(seconds < 0 ? 0 : seconds);
    if (s >= 3600)
        snprintf(out, 24, "%" PRId64 ":%02d:%02d", s / 3600, (int)(s / 60 % 60), (int)(s % 60));
    else
        snprintf(out, 24, "%d:%02d", (int)(s / 60), (int)(s % 60));
    return out;
}

/* ---- The parts of a frame ------------------------------------------------------------------ */

static void put_board(const struct analysis *a, FILE *out)
{
    const struct board_text style = {.has_colours = cli_has_colour(stdout), .below = WHITE};
    board_text_write(out, a->item->pos, &style);
    putc('\n', out);
}

static void put_figures(const struct analysis *a, FILE *out)
{
    char nodes[16], rate[16], time[24];
    const uint64_t n = engine_nodes(a->engine);
    const double seconds = cli_now() - a->begun;
    fprintf(out, "depth %d/%d   nodes %s   nps %s   hash %u.%u %%   threads %d   time %s\n",
            a->depth, a->seldepth, short_number(a->before.nodes + n, nodes),
            short_number(cli_rate((double)n, seconds), rate), a->hashfull / 10, a->hashfull % 10,
            (int)a->o->threads, clock_text((double)a->before.time_ms / 1e3 + seconds, time));
}

static void put_lines(const struct analysis *a, FILE *out)
{
    for (int i = 0; i < a->o->multipv && a->lines[i].is_set; i++) {
        const struct live_line *line = &a->lines[i];
        char score[SETUP_SCORE_MAX], text[SETUP_SCORE_MAX + 4];
        snprintf(text, sizeof text, "%s%s", line_bound_sign(line->bound),
                 setup_score_text(line->score, "", score));
        fprintf(out, "%3d  %10s ", i + 1, text);
        line_print_human(out, a->item->pos, line->pv, line->pv_nb);
        putc('\n', out);
    }
}

/* How far the batch is, and how long it may take: what is left of the total, or for each position
 * as long as the finished ones took on the average, of which the present one has had a part. */
static void put_progress(const struct analysis *a, FILE *out)
{
    const struct batch *b = a->batch;
    const double present = cli_now() - a->begun, finished = a->begun - a->started;
    size_t done = 0;
    char text[24];
    for (size_t i = 0; i < b->nb; i++)
        done += b->items[i].is_done;
    fprintf(out, "position %zu of %zu, %zu %% done, %s elapsed", (size_t)(a->item - b->items) + 1,
            b->nb, 100 * done / b->nb, clock_text(finished + present, text));
    if (a->o->total_ms > 0) {
        fprintf(out, ", at most %s left",
                clock_text((double)(a->o->total_ms - a->spent_ms) / 1e3 - present, text));
    } else if (done > a->done_before) {
        const double average = finished / (double)(done - a->done_before);
        const double rest = average > present ? average - present : 0;
        fprintf(out, ", about %s left",
                clock_text(average * (double)(b->nb - done - 1) + rest, text));
    }
    putc('\n', out);
}

/* The frame as a text; the caller frees it. NULL when memory is short. */
static char *make_frame(struct analysis *a, bool has_board)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    if (has_board)
        put_board(a, out);
    pthread_mutex_lock(&a->lock);
    put_figures(a, out);
    put_lines(a, out);
    pthread_mutex_unlock(&a->lock);
    if (a->batch->nb > 1)
        put_progress(a, out);
    fputs("Ctrl-C ends this and prints what is known\n", out);
    fclose(out);
    return text;
}

static int count_lines(const char *text)
{
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* ---- On the terminal ----------------------------------------------------------------------- */

/* The last byte of the colour that begins there. */
static size_t escape_end(const char *line, size_t length, size_t i)
{
    while (i + 1 < length && line[i] != 'm')
        i++;
    return i;
}

/* Whether the number of a move ends before the i-th byte: "7." or "7...". */
static bool is_after_number(const char *line, size_t i)
{
    size_t digits = i;
    while (digits > 0 && line[digits - 1] == '.')
        digits--;
    return digits < i && digits > 0 && isdigit((unsigned char)line[digits - 1]);
}

/* How much of a line the terminal shows: whole words, for half a move may read as another one, and
 * no number of a move without it. Colours take no room. */
static size_t fitting(const char *line, size_t length, int width)
{
    size_t blank = 0;
    int column = 0;
    for (size_t i = 0; i < length; i++) {
        if (line[i] == '\033') {
            i = escape_end(line, length, i);
            continue;
        }
        if (line[i] == ' ' && !is_after_number(line, i))
            blank = i;
        /* Bytes 10xxxxxx continue a character. */
        column += ((unsigned char)line[i] & 0xC0) != 0x80;
        if (column >= width)
            return blank > 0 ? blank : i;
    }
    return length;
}

/* Writes a line of a frame cut to the width of the terminal, but all its colours. */
static void write_cut(const char *line, size_t length, int width)
{
    const size_t shown = fitting(line, length, width);
    for (size_t i = 0; i < length; i++) {
        const size_t end = line[i] == '\033' ? escape_end(line, length, i) : i;
        if (i < shown || line[i] == '\033')
            fwrite(line + i, 1, end - i + 1, stdout);
        i = end;
    }
}

void view_clear(struct analysis *a)
{
    if (a->view_lines > 0)
        printf("\033[%dA\r\033[J", a->view_lines);
    a->view_lines = 0;
    fflush(stdout);
}

static void show(struct analysis *a, const char *text, int most)
{
    const int width = cli_terminal_width(stdout);
    if (a->view_lines > 0)
        printf("\033[%dA", a->view_lines);
    int lines = 0;
    for (const char *line = text; *line && lines < most; lines++) {
        const size_t length = strcspn(line, "\n");
        /* The terminal may have echoed a ^C at the start of any row. */
        putchar('\r');
        write_cut(line, length, width);
        fputs("\033[K\n", stdout);
        line += length + 1;
    }
    fputs("\033[J", stdout);
    a->view_lines = lines;
    fflush(stdout);
}

void view_draw(struct analysis *a)
{
    if (cli_now() - a->drawn_at < period)
        return;
    /* The cursor stands below the last line. */
    const int most = cli_terminal_height(stdout) - 1;
    char *text = make_frame(a, true);
    if (text && count_lines(text) > most) {
        free(text);
        text = make_frame(a, false);
    }
    if (text)
        show(a, text, most);
    free(text);
    a->drawn_at = cli_now();
}
