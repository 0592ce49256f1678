#include "tools/cli.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

/* ---- Messages ------------------------------------------------------------------------------ */

static void print_prefix(const struct cli_command *command)
{
    fprintf(stderr, "citadel%s%s: ", command ? " " : "", command ? command->name : "");
}

int cli_usage_error(const struct cli_command *command, const char *format, ...)
{
    va_list args;
    print_prefix(command);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\nTry 'citadel%s%s --help'.\n", command ? " " : "",
            command ? command->name : "");
    return CLI_USAGE;
}

int cli_error(const struct cli_command *command, int code, const char *format, ...)
{
    va_list args;
    print_prefix(command);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return code;
}

int cli_text_error(const struct cli_command *command, const char *what, const char *text,
                   const struct text_error *error)
{
    cli_error(command, CLI_USAGE, "%s, byte %zu: %s", what, error->offset, error->what);
    /* The picture helps only where bytes are columns and the line is not absurd. */
    const size_t length = strlen(text);
    bool is_plain = length < 200;
    for (size_t i = 0; i < length && is_plain; i++)
        is_plain = isprint((unsigned char)text[i]) != 0;
    if (is_plain)
        fprintf(stderr, "  %s\n  %*s^\n", text, (int)error->offset, "");
    return CLI_USAGE;
}

/* ---- Values -------------------------------------------------------------------------------- */

bool cli_read_integer(const char *text, int64_t *out)
{
    const char *digits = text + (*text == '-' || *text == '+');
    if (*digits == '\0' || digits[strspn(digits, "0123456789")] != '\0')
        return false;
    errno = 0;
    const long long n = strtoll(text, NULL, 10);
    if (errno != 0)
        return false;
    *out = n;
    return true;
}

bool cli_read_duration(const char *text, int64_t *milliseconds)
{
    static const struct {
        const char *unit;
        double ms;
    } units[] = {{"", 1e3}, {"s", 1e3}, {"ms", 1}, {"m", 6e4}, {"min", 6e4}, {"h", 3.6e6}};
    const size_t whole = strspn(text, "0123456789");
    const size_t part = text[whole] == '.' ? strspn(text + whole + 1, "0123456789") + 1 : 0;
    if (whole == 0 || part == 1 || whole > 12 || part > 12)
        return false;
    /* Not strtod: it would read hexadecimal, exponents and, in some locales, no point at all. */
    double n = 0;
    for (size_t i = 0; i < whole; i++)
        n = n * 10 + (text[i] - '0');
    double digit = 1;
    for (size_t i = 1; i < part; i++) {
        digit /= 10;
        n += (text[whole + i] - '0') * digit;
    }
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(text + whole + part, units[i].unit) == 0) {
            *milliseconds = (int64_t)(n * units[i].ms + 0.5);
            return true;
        }
    return false;
}

/* Levenshtein's distance, of words up to some 30 letters. */
static size_t edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 32 };
    const size_t na = strlen(a);
    const size_t nb = strlen(b);
    size_t row[LONGEST + 1];
    if (na > LONGEST || nb > LONGEST)
        return na + nb;
    for (size_t j = 0; j <= nb; j++)
        row[j] = j;
    for (size_t i = 1; i <= na; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= nb; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[nb];
}

const char *cli_suggest(const char *text, const char *const *names, size_t nb)
{
    const char *best = NULL;
    size_t best_distance = strlen(text) / 3 + 1;
    for (size_t i = 0; i < nb; i++) {
        const size_t distance = edit_distance(text, names[i]);
        const bool is_start = strlen(text) >= 3 && strncmp(text, names[i], strlen(text)) == 0;
        if (is_start && !best)
            best = names[i];
        if (distance <= best_distance) {
            best = names[i];
            best_distance = distance > 0 ? distance - 1 : 0;
        }
    }
    return best;
}

const char *cli_game_options(const struct game *game, char *out, size_t size)
{
    size_t used = (size_t)snprintf(out, size, "%s", game->options_nb > 0 ? "" : "none");
    for (size_t i = 0; i < game->options_nb && used < size; i++) {
        const struct game_option *o = &game->options[i];
        used += (size_t)snprintf(out + used, size - used, "%s%s=", i > 0 ? ", " : "", o->name);
        for (size_t v = 0; o->values[v] && used < size; v++)
            used +=
                (size_t)snprintf(out + used, size - used, "%s%s", v > 0 ? "|" : "", o->values[v]);
    }
    return out;
}

const char *cli_game_names(char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; games_get(i) && used < size; i++) {
        const int n =
            snprintf(out + used, size - used, "%s%s", i > 0 ? ", " : "", games_get(i)->name);
        used += n > 0 ? (size_t)n : 0;
    }
    return out;
}

static int read_number(const struct cli_command *command, const struct cli_option *option,
                       const char *text)
{
    const bool is_time = option->kind == CLI_DURATION;
    int64_t n;
    if (!(is_time ? cli_read_duration(text, &n) : cli_read_integer(text, &n)))
        return cli_usage_error(command, "option %s: '%s' is not %s", option->name, text,
                               is_time ? "a time (seconds, or with a unit: 500ms, 10s, 2m, 1h)"
                                       : "a whole number");
    if (n < option->min || n > option->max) {
        if (is_time)
            return cli_usage_error(command, "option %s: '%s' is out of range (%g to %g seconds)",
                                   option->name, text, (double)option->min / 1e3,
                                   (double)option->max / 1e3);
        return cli_usage_error(command, "option %s: %s is out of range (%lld to %lld)",
                               option->name, text, (long long)option->min, (long long)option->max);
    }
    *(int64_t *)option->value = n;
    return CLI_RUN;
}

static int read_game(const struct cli_command *command, const struct cli_option *option,
                     const char *text)
{
    const struct game *game = games_find(text);
    char names[256];
    if (!game)
        return cli_usage_error(command, "option %s: there is no game '%s'; there are %s",
                               option->name, text, cli_game_names(names, sizeof names));
    *(const struct game **)option->value = game;
    return CLI_RUN;
}

static int read_value(const struct cli_command *command, const struct cli_option *option,
                      const char *text)
{
    switch (option->kind) {
    case CLI_INTEGER:
    case CLI_DURATION:
        return read_number(command, option, text);
    case CLI_GAME:
        return read_game(command, option, text);
    case CLI_TEXT:
        *(const char **)option->value = text;
        break;
    case CLI_FLAG:
    case CLI_WORDS:
        break;
    }
    return CLI_RUN;
}

/* ---- Help ---------------------------------------------------------------------------------- */

enum { HELP_COLUMN = 24 };

static void print_option(const struct cli_option *option)
{
    char left[64];
    snprintf(left, sizeof left, "%s%s%s", option->name, option->argument ? " " : "",
             option->argument ? option->argument : "");
    printf("  %-*s %s", HELP_COLUMN, left, option->help);
    if (option->kind == CLI_INTEGER && option->max < INT64_MAX)
        printf(" (%lld to %lld)", (long long)option->min, (long long)option->max);
    putchar('\n');
}

/* The names, and the rule options of those games that have any. */
static void print_games(const char *bold, const char *plain)
{
    char text[512];
    printf("\n%sGames%s\n  %s\n", bold, plain, cli_game_names(text, sizeof text));
    for (size_t i = 0; games_get(i); i++)
        if (games_get(i)->options_nb > 0)
            printf("  rule options of %s: %s\n", games_get(i)->name,
                   cli_game_options(games_get(i), text, sizeof text));
}

static void print_help(const struct cli_command *command, const struct cli_option *options,
                       size_t nb)
{
    const char *bold = cli_has_colour(stdout) ? "\033[1m" : "";
    const char *plain = cli_has_colour(stdout) ? "\033[0m" : "";
    printf("%scitadel %s%s - %s\n\n", bold, command->name, plain, command->summary);
    printf("%sOptions%s\n", bold, plain);
    for (size_t i = 0; i < nb; i++)
        print_option(&options[i]);
    printf("  %-*s %s\n", HELP_COLUMN, "--help", "this text");
    for (size_t i = 0; i < nb; i++)
        if (options[i].kind == CLI_GAME)
            print_games(bold, plain);
    if (command->notes[0])
        printf("\n%s", command->notes);
    printf("\n%sExamples%s\n", bold, plain);
    for (const char *line = command->examples; *line;) {
        const size_t length = strcspn(line, "\n");
        printf("  %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

/* ---- The argument list --------------------------------------------------------------------- */

static const struct cli_option *find_option(const struct cli_option *options, size_t nb,
                                            const char *text, size_t length)
{
    for (size_t i = 0; i < nb; i++)
        if (strlen(options[i].name) == length && strncmp(options[i].name, text, length) == 0)
            return &options[i];
    return NULL;
}

/* The option of the command that a bare word seems to be the value of; NULL if none. */
static const struct cli_option *option_for(const struct cli_option *options, size_t nb,
                                           const char *text)
{
    static const char *const of_number[] = {"--depth", NULL};
    static const char *const of_game[] = {"--game", NULL};
    static const char *const of_file[] = {"--file", "--suite", "--pdn", "--load", "--data", NULL};
    static const char *const nothing[] = {NULL};
    const bool is_number = *text && text[strspn(text, "0123456789")] == '\0';
    const char *const *names = is_number                 ? of_number
                               : games_find(text)        ? of_game
                               : access(text, F_OK) == 0 ? of_file
                                                         : nothing;
    const struct cli_option *option = NULL;
    for (; *names && !option; names++)
        option = find_option(options, nb, *names, strlen(*names));
    return option;
}

static int unknown_option(const struct cli_command *command, const struct cli_option *options,
                          size_t nb, const char *text)
{
    const char *names[64] = {"--help"};
    size_t names_nb = 1;
    for (size_t i = 0; i < nb && names_nb < 64; i++)
        names[names_nb++] = options[i].name;
    if (strncmp(text, "-", 1) != 0) {
        const struct cli_option *meant = option_for(options, nb, text);
        if (meant)
            return cli_usage_error(command, "unexpected argument '%s', did you mean %s %s?", text,
                                   meant->name, text);
        return cli_usage_error(command, "unexpected argument '%s'", text);
    }
    char name[64];
    const int length = (int)strcspn(text, "=");
    snprintf(name, sizeof name, "%.*s", length, text);
    const char *meant = cli_suggest(name, names, names_nb);
    if (meant)
        return cli_usage_error(command, "unknown option '%.*s', did you mean %s?", length, text,
                               meant);
    return cli_usage_error(command, "unknown option '%.*s'", length, text);
}

/* Takes the option at argv[*at] with its argument(s) and moves *at to its last argument. */
static int take_option(const struct cli_command *command, const struct cli_option *option,
                       const char *attached, int argc, char **argv, int *at)
{
    if (option->kind == CLI_FLAG) {
        if (attached)
            return cli_usage_error(command, "option %s takes no value", option->name);
        *(bool *)option->value = true;
        return CLI_RUN;
    }
    if (option->kind == CLI_WORDS && !attached) {
        struct cli_words *words = option->value;
        words->first = argv + *at + 1;
        for (words->nb = 0; *at + 1 < argc && strncmp(argv[*at + 1], "--", 2) != 0; ++*at)
            words->nb++;
        return words->nb > 0 ? CLI_RUN
                             : cli_usage_error(command, "option %s needs a value", option->name);
    }
    if (option->kind == CLI_WORDS)
        return cli_usage_error(command, "option %s: write a blank instead of '='", option->name);
    if (!attached && *at + 1 >= argc)
        return cli_usage_error(command, "option %s needs a value (%s)", option->name,
                               option->argument);
    return read_value(command, option, attached ? attached : argv[++*at]);
}

int cli_parse(const struct cli_command *command, const struct cli_option *options, size_t nb,
              int argc, char **argv)
{
    /* Help wins over mistakes beside it: who asks for it should get it. */
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            print_help(command, options, nb);
            return CLI_OK;
        }
    uint64_t seen = 0;
    for (int i = 1; i < argc; i++) {
        const size_t length = strcspn(argv[i], "=");
        const struct cli_option *option = find_option(options, nb, argv[i], length);
        if (!option)
            return unknown_option(command, options, nb, argv[i]);
        const char *attached = argv[i][length] == '=' ? argv[i] + length + 1 : NULL;
        /* Silently taking the last of two would answer another question than the one asked. */
        const uint64_t bit = UINT64_C(1) << (option - options);
        if (seen & bit)
            return cli_usage_error(command, "option %s is given twice%s", option->name,
                                   option->kind == CLI_WORDS ? "; write all words after one" : "");
        seen |= bit;
        const int code = take_option(command, option, attached, argc, argv, &i);
        if (code != CLI_RUN)
            return code;
    }
    return CLI_RUN;
}

/* ---- Interruption -------------------------------------------------------------------------- */

/* The one writable global of the program: a signal handler has no argument. */
static atomic_bool interrupted;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    if (atomic_exchange(&interrupted, true))
        _exit(CLI_INTERRUPTED);
}

/* A batch system's SIGTERM and a lost terminal's SIGHUP end long work as Ctrl-C does. */
static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNALS_NB = sizeof signals / sizeof *signals };

void cli_catch_interrupt(void)
{
    /* Without SA_RESTART, so that a read from a terminal or pipe returns. */
    struct sigaction action = {.sa_handler = on_interrupt};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < SIGNALS_NB; i++)
        sigaction(signals[i], &action, NULL);
}

bool cli_is_interrupted(void)
{
    return atomic_load_explicit(&interrupted, memory_order_relaxed);
}

const atomic_bool *cli_interrupt_flag(void)
{
    return &interrupted;
}

void cli_block_interrupt(bool block)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < SIGNALS_NB; i++)
        sigaddset(&set, signals[i]);
    pthread_sigmask(block ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

/* ---- Terminal and time --------------------------------------------------------------------- */

bool cli_is_terminal(FILE *f)
{
    const char *kind = getenv("TERM");
    return isatty(fileno(f)) && kind && strcmp(kind, "dumb") != 0;
}

bool cli_has_colour(FILE *f)
{
    const char *no_colour = getenv("NO_COLOR");
    return cli_is_terminal(f) && !(no_colour && *no_colour);
}

int cli_terminal_width(FILE *f)
{
    struct winsize size;
    if (ioctl(fileno(f), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return 80;
}

int cli_terminal_height(FILE *f)
{
    struct winsize size;
    if (ioctl(fileno(f), TIOCGWINSZ, &size) == 0 && size.ws_row > 0)
        return size.ws_row;
    return 24;
}

double cli_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

uint64_t cli_rate(double nodes, double seconds)
{
    return (uint64_t)(nodes / (seconds > 1e-6 ? seconds : 1e-6));
}
