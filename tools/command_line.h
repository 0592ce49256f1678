/* command_line.h - a command with its arguments, as people write it in one option. */
#ifndef CITADEL_TOOLS_COMMAND_LINE_H
#define CITADEL_TOOLS_COMMAND_LINE_H

/* Splits a command line into words, as a shell does with blanks, quotes and backslashes and nothing
 * else. The caller frees the result, one block. NULL: a quote is not closed, there is no word, or
 * memory is short. */
char **command_line_split(const char *command);

#endif
