#include "engine/fen.h"

#include "engine/position.h"
#include "engine/types.h"

enum engine_status fen_fail_at(const struct fen_reader *r, size_t offset, const char *what)
{
    *r->error = (struct text_error){offset, what};
    return ENGINE_BAD_POSITION;
}

enum engine_status fen_fail(const struct fen_reader *r, const char *what)
{
    return fen_fail_at(r, r->at, what);
}

enum engine_status fen_read_space(struct fen_reader *r, const char *missing)
{
    if (r->text[r->at] == '\0')
        return fen_fail(r, missing);
    if (r->text[r->at] != ' ')
        return fen_fail(r, "a single space is expected here");
    r->at++;
    return ENGINE_OK;
}

enum engine_status fen_read_side(struct fen_reader *r, uint8_t *side)
{
    const char c = r->text[r->at];
    if (c != 'w' && c != 'b')
        return fen_fail(r, "the side to move must be w or b");
    *side = c == 'w' ? WHITE : BLACK;
    r->at++;
    return ENGINE_OK;
}

enum engine_status fen_read_number(struct fen_reader *r, unsigned least, uint16_t *out,
                                   const char *what)
{
    const size_t first = r->at;
    unsigned n = 0;
    while (r->text[r->at] >= '0' && r->text[r->at] <= '9') {
        n = n * 10 + (unsigned)(r->text[r->at] - '0');
        if (n > POS_COUNTER_MAX)
            return fen_fail_at(r, first, "this number is larger than 9999");
        r->at++;
    }
    if (r->at == first || n < least)
        return fen_fail_at(r, first, what);
    *out = (uint16_t)n;
    return ENGINE_OK;
}

enum engine_status fen_read_move_number(struct fen_reader *r, uint16_t *fullmove)
{
    enum engine_status status = fen_read_space(r, "the move number is missing");
    if (status == ENGINE_OK)
        status = fen_read_number(r, 1, fullmove, "the move number must be from 1 to 9999");
    if (status != ENGINE_OK)
        return status;
    return r->text[r->at] == '\0' ? ENGINE_OK
                                  : fen_fail(r, "unexpected text after the move number");
}
