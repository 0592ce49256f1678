/* utf8.h - UTF-8 from outside, which may be anything but valid (RFC 3629). */
#ifndef CITADEL_TOOLS_UTF8_H
#define CITADEL_TOOLS_UTF8_H

#include <stddef.h>
#include <stdint.h>

enum { UTF8_REPLACEMENT = 0xFFFD };

/* Bytes of the valid sequence at s, in its shortest form and no surrogate, or 0. s ends by NUL. */
size_t utf8_length(const char *s);

/* The character at *text, which is moved behind it; UTF8_REPLACEMENT for a byte that begins no
 * valid sequence, 0 at the end, where *text stays. */
uint32_t utf8_next(const char **text);

/* How many of the first `length` bytes of text fit into max bytes without cutting a character. */
size_t utf8_fit(const char *text, size_t length, size_t max);

#endif
