#include "engine/params.h"

const struct param_info params_table[] = {
#define SEARCH_PARAM_ROW(name, value, lowest, highest, unit, what)                                 \
    {#name, value, lowest, highest, unit, what},
    SEARCH_PARAMS(SEARCH_PARAM_ROW)
#undef SEARCH_PARAM_ROW
};

const size_t params_table_nb = sizeof params_table / sizeof *params_table;

/* A value outside its own range is a slip of the pen: refuse to compile it. */
#define SEARCH_PARAM_CHECK(name, value, lowest, highest, unit, what)                               \
    _Static_assert((value) >= (lowest) && (value) <= (highest), #name " is outside its range");
SEARCH_PARAMS(SEARCH_PARAM_CHECK)
