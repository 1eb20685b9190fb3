#include "validate.h"

#include <string.h>

#define CASE(name) extern const struct validation_case case_##name;
#include "cases.h"
#undef CASE

#define CASE(name) &case_##name,
static const struct validation_case *const list[] = {
#include "cases.h"
};
_Static_assert(sizeof list > 0, "there are cases");
#undef CASE

const struct validation_case *const *
all_cases(size_t *n)
{
    *n = sizeof list / sizeof *list;
    return list;
}

bool
row_is_of(const struct row *row, const struct validation_case *c)
{
    const size_t n = strlen(c->id);
    return strncmp(row->name, c->id, n) == 0 && (row->name[n] == ' ' || row->name[n] == '\0');
}
