#include "kind/value_unit.h"

#include <limits.h>
#include <math.h>
#include <string.h>

bool
quire_sibling_find(void *user, const char *name, size_t length, double *value)
{
    const struct quire_siblings *s = user;
    for (const struct quire_field *f = s->fields; f->name != NULL; f++) {
        if (strlen(f->name) == length && memcmp(f->name, name, length) == 0) {
            const void *at = (const char *)s->params + f->offset;
            if (f->type == QUIRE_FIELD_REAL) {
                memcpy(value, at, sizeof *value);
                return !isnan(*value);
            }
            if (f->type == QUIRE_FIELD_INTEGER) {
                long whole;
                memcpy(&whole, at, sizeof whole);
                *value = (double)whole;
                return whole != LONG_MIN;
            }
        }
    }
    return false;
}

bool
quire_value_depends(const struct quire_field *field)
{
    return field->unit != NULL && strchr(field->unit, '{') != NULL;
}

const char *
quire_value_unit(char *buf, size_t size, const void *params, const struct quire_field *field,
                 const struct quire_field *fields)
{
    struct quire_siblings siblings = {params, fields};
    const struct quire_unit_lookup lookup = {quire_sibling_find, &siblings};
    return quire_unit_spell(buf, size, field->unit, &lookup);
}

bool
quire_value_unit_is_known(const void *params, const struct quire_field *field,
                          const struct quire_field *fields)
{
    struct quire_siblings siblings = {params, fields};
    const struct quire_unit_lookup lookup = {quire_sibling_find, &siblings};
    struct quire_unit_error error;
    struct quire_unit unit;
    return !quire_value_depends(field) ||
           quire_unit_parse(&unit, field->unit, NULL, &lookup, &error) || !error.unknown_exponent;
}
