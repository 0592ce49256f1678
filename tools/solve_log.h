/* solve_log.h - the memory of a batch: a file to which each finished line is added, so that a run
 * that was ended, by whatever, can be taken up where it was.
 *
 * One line of text per finished puzzle: a checksum, the number of the line in the suite, a name
 * made from all that the answer depends on, the verdict, and what was printed. Lines that are
 * damaged, cut off, or about another question are passed over. */
#ifndef CITADEL_TOOLS_SOLVE_LOG_H
#define CITADEL_TOOLS_SOLVE_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct solve_log_entry {
    size_t line;
    uint64_t name;
    int verdict;
    char *text; /* as printed, without its line feed */
};

struct solve_log {
    FILE *file;
    struct solve_log_entry *entries; /* owned, as read when it was opened */
    size_t entries_nb;
};

/* Opens or creates the file and reads what it holds. False: errno says why. */
bool solve_log_open(struct solve_log *log, const char *path);
void solve_log_close(struct solve_log *log);
/* The entry about this line and question, or NULL. */
const struct solve_log_entry *solve_log_find(const struct solve_log *log, size_t line,
                                             uint64_t name);
/* Adds an entry and waits until it is on the disk. False: errno says why. */
bool solve_log_add(struct solve_log *log, const struct solve_log_entry *entry);

#endif
