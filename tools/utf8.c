#include "tools/utf8.h"

size_t utf8_length(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    if (s[0] < 0x80)
        return 1;
    const size_t length = s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;
    if (s[0] < 0xC2 || s[0] > 0xF4)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xC0) != 0x80)
            return 0;
    if ((s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xED && s[1] > 0x9F) ||
        (s[0] == 0xF0 && s[1] < 0x90) || (s[0] == 0xF4 && s[1] > 0x8F))
        return 0;
    return length;
}

uint32_t utf8_next(const char **text)
{
    const unsigned char *s = (const unsigned char *)*text;
    const size_t length = utf8_length(*text);
    if (*s == '\0')
        return 0;
    *text += length > 0 ? length : 1;
    if (length == 0)
        return UTF8_REPLACEMENT;
    if (length == 1)
        return *s;
    uint32_t c = s[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++)
        c = c << 6 | (s[i] & 0x3Fu);
    return c;
}

size_t utf8_fit(const char *text, size_t length, size_t max)
{
    if (length <= max)
        return length;
    /* Back to the first byte of the character that begins at or goes over the limit. */
    for (length = max; length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80;)
        length--;
    return length;
}
