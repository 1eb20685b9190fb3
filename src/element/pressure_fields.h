/* What elements that press sheets to a guide have in common. */
#ifndef QUIRE_ELEMENT_PRESSURE_FIELDS_H
#define QUIRE_ELEMENT_PRESSURE_FIELDS_H

#include <math.h>

#include "base/diag.h"
#include "kind/pressure.h"
#include "model/object.h"

/* Vacuum permittivity [F/m]: CODATA 2018. */
#define QUIRE_VACUUM_PERMITTIVITY 8.8541878128e-12

/* Where it acts. `type_` has a `place` of struct quire_pressure_params as its first member. */
#define QUIRE_PRESSURE_FIELDS(type_, what_)                                                        \
    QUIRE_NAME(type_, place.name, QUIRE_REQUIRED, "name of the " what_),                           \
        QUIRE_REFERENCE(                                                                           \
            type_, place.guide, "guide", "guide", QUIRE_REQUIRED,                                  \
            "guide along which it acts, on every sheet on the front side of the guide"),           \
        QUIRE_REAL(type_, place.from, "from", "m", QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE,             \
                   "start of the field, as a distance along the guide; default: the first point "  \
                   "of the guide",                                                                 \
                   NULL),                                                                          \
        QUIRE_REAL(type_, place.to, "to", "m", QUIRE_OPTIONAL, QUIRE_POSITIVE,                     \
                   "end of the field, as a distance along the guide; default: the last point of "  \
                   "the guide",                                                                    \
                   NULL)

/* What must be so of every one of them, and of those along a guide besides; `own` says what else
 * its kind supplies the pressure with, NULL: nothing. */
quire_status quire_pressure_check_supply(const struct quire_object *self, quire_diag *diag,
                                         const char *own);
quire_status quire_pressure_check(const struct quire_object *self, quire_diag *diag,
                                  const char *own);

#endif
