/* Parameters that a law may be given or may take from the two bodies that touch: effective radius,
 * mass and modulus. They are NaN where the file does not give them. */
#ifndef QUIRE_LAW_GIVEN_H
#define QUIRE_LAW_GIVEN_H

#include <math.h>

#include "model/problem.h"

/* Reports a parameter that nothing gives: its value is NaN. */
static inline quire_status
quire_law_needs(const struct quire_object *self, quire_diag *diag, const char *name, double value)
{
    return !isnan(value)
               ? QUIRE_OK
               : quire_object_error(self, diag, "E-MISSING", NULL,
                                    "needs %s, which neither of the bodies in contact gives", name);
}

#endif
