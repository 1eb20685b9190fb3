/* Numbers with units for callers of the library. */
#include <quire/describe.h>

#include <math.h>

#include "base/diag.h"
#include "formula/expression.h"
#include "text/number.h"

quire_status
quire_quantity_parse(double *out, const char *text, const char *unit, const char *name,
                     quire_diag *diag)
{
    if (out == NULL || text == NULL || unit == NULL || name == NULL) {
        if (out != NULL) {
            *out = (double)NAN;
        }
        return quire_diag_misuse(diag, __func__);
    }
    struct quire_quantity quantity;
    struct quire_unit wanted;
    struct quire_unit_error unit_error;
    char error[256];
    *out = NAN;
    if (!quire_unit_parse(&wanted, unit, NULL, NULL, &unit_error)) {
        return quire_diag_error(diag, "E-USAGE", quire_nowhere(), NULL, NULL, "'%s' is not a unit",
                                unit);
    }
    if (!quire_quantity_read(&quantity, text, error, sizeof error)) {
        return quire_diag_error(diag, "E-USAGE", quire_nowhere(), NULL, NULL, "%s: '%.80s': %s",
                                name, text, error);
    }
    if (!quire_dimension_fits(quantity.dimension, wanted.dimension)) {
        char hint[64];
        quire_number_format(hint, sizeof hint, "write a number and its unit, such as '1.5 %s'",
                            unit);
        return unit[0] != '\0' ? quire_diag_error(diag, "E-USAGE", quire_nowhere(), NULL, hint,
                                                  "%s: '%.80s' is not in %s", name, text, unit)
                               : quire_diag_error(diag, "E-USAGE", quire_nowhere(), NULL, NULL,
                                                  "%s: '%.80s' is not a plain number", name, text);
    }
    *out = quantity.value;
    return QUIRE_OK;
}
