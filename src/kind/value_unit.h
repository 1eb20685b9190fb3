/* Units of attributes whose exponents are other attributes of the same object: "N/m^{exponent}". */
#ifndef QUIRE_KIND_VALUE_UNIT_H
#define QUIRE_KIND_VALUE_UNIT_H

#include "formula/units.h"
#include "kind/field.h"

/* Whether the field's unit has exponents that are other fields. */
bool quire_value_depends(const struct quire_field *field);

/* Whether the exponents of the field's unit, if it has any, are known: the fields that they are
 * have values in `params`. */
bool quire_value_unit_is_known(const void *params, const struct quire_field *field,
                               const struct quire_field *fields);

/* The field's unit with its exponents put in; "N/m^1.5". Returns buf. */
const char *quire_value_unit(char *buf, size_t size, const void *params,
                             const struct quire_field *field, const struct quire_field *fields);

/* The fields of one object, among which exponents are found: find() of a struct quire_unit_lookup.
 */
struct quire_siblings {
    const void *params;
    const struct quire_field *fields;
};
bool quire_sibling_find(void *siblings, const char *name, size_t length, double *value);

#endif
