/* A value in a parameter struct becomes the text of an attribute. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kind/value.h"

#define UNIT_SIZE 160

static const void *
member(const void *params, const struct quire_field *field)
{
    return (const char *)params + field->offset;
}

bool
quire_value_is_absent(const void *params, const struct quire_field *field)
{
    const void *at = member(params, field);
    switch (field->type) {
    case QUIRE_FIELD_REAL:
    case QUIRE_FIELD_VECTOR:
    case QUIRE_FIELD_TRIPLE: return isnan(*(const double *)at) != 0;
    case QUIRE_FIELD_INTEGER: return *(const long *)at == LONG_MIN;
    case QUIRE_FIELD_CHOICE: return *(const int *)at < 0;
    case QUIRE_FIELD_BOOLEAN: return false;
    case QUIRE_FIELD_POINTS: return ((const struct quire_points *)at)->n == 0;
    case QUIRE_FIELD_TEXT:
    case QUIRE_FIELD_NAME:
    case QUIRE_FIELD_FILE:
    case QUIRE_FIELD_REFERENCE: return *(const void *const *)at == NULL;
    }
    return true;
}

/* "12e-3 m, 0 m": SI units have the factor one, so that each number reads back as the same double
 */
static void
write_quantities(struct quire_text *out, const double *value, size_t n, const char *unit)
{
    for (size_t i = 0; i < n; i++) {
        quire_text_add(out, i > 0 ? ", " : "");
        quire_text_number(out, value[i]);
        quire_text_format(out, "%s%s", unit[0] != '\0' ? " " : "", unit);
    }
}

static void
write_points(struct quire_text *out, const struct quire_points *points, const char *unit)
{
    for (size_t i = 0; i < points->n; i++) {
        quire_text_add(out, i > 0 ? "; " : "");
        write_quantities(out, points->at[i], 2, unit);
    }
}

static void
write_choice(struct quire_text *out, const char *choices, int choice)
{
    for (; choice > 0; choice--) {
        choices += strcspn(choices, "|") + 1;
    }
    quire_text_add_bytes(out, choices, strcspn(choices, "|"));
}

void
quire_value_write(struct quire_text *out, const void *params, const struct quire_field *field,
                  const struct quire_field *fields)
{
    char unit[UNIT_SIZE];
    const void *at = member(params, field);
    if (quire_value_is_absent(params, field)) {
        return;
    }
    quire_value_unit(unit, sizeof unit, params, field, fields);
    switch (field->type) {
    case QUIRE_FIELD_REAL: write_quantities(out, at, 1, unit); break;
    case QUIRE_FIELD_VECTOR: write_quantities(out, at, 2, unit); break;
    case QUIRE_FIELD_TRIPLE: write_quantities(out, at, 3, unit); break;
    case QUIRE_FIELD_POINTS: write_points(out, at, unit); break;
    case QUIRE_FIELD_INTEGER: quire_text_integer(out, *(const long *)at); break;
    case QUIRE_FIELD_BOOLEAN: quire_text_add(out, *(const bool *)at ? "yes" : "no"); break;
    case QUIRE_FIELD_CHOICE: write_choice(out, field->choices, *(const int *)at); break;
    case QUIRE_FIELD_TEXT:
    case QUIRE_FIELD_NAME: quire_text_add(out, *(const char *const *)at); break;
    case QUIRE_FIELD_FILE:
        quire_text_add(out, (*(const struct quire_source *const *)at)->path);
        break;
    case QUIRE_FIELD_REFERENCE: break;
    }
}
