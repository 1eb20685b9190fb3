/* What machines that move sheets have, by the unit of an attribute. */
#ifndef QUIRE_KIND_SCALE_H
#define QUIRE_KIND_SCALE_H

#include "kind/field.h"

/* The bounds are wide: they tell a wrong unit or a power of ten from a choice. */
struct quire_scale {
    const char *unit;
    double usual; /* magnitude up to which nothing is said where the field itself says nothing */
    double most;  /* larger values are refused; 0: none are */
    const char *name; /* of the quantity, in that refusal */
};

/* NULL for units without bounds. */
const struct quire_scale *quire_scale_of(const struct quire_field *field);

#endif
