/* The units of DXF files. */
#include <math.h>

#include "cad/dxf/dxf.h"

#define SURVEY_FOOT  (1200.0 / 3937.0) /* [m], United States, until 2022 */
#define ASTRONOMICAL 149597870700.0    /* [m], IAU 2012 B2 */

/* $INSUNITS, by its number: AutoCAD's reference of system variables */
static const struct {
    const char *name;
    double metre;
} units[] = {
    {"none (0)", (double)NAN},
    {"inches", 0.0254},
    {"feet", 0.3048},
    {"miles", 1609.344},
    {"millimetres", 1e-3},
    {"centimetres", 1e-2},
    {"metres", 1.0},
    {"kilometres", 1e3},
    {"microinches", 2.54e-8},
    {"mils", 2.54e-5},
    {"yards", 0.9144},
    {"angstroms", 1e-10},
    {"nanometres", 1e-9},
    {"micrometres", 1e-6},
    {"decimetres", 0.1},
    {"decametres", 10.0},
    {"hectometres", 100.0},
    {"gigametres", 1e9},
    {"astronomical units", ASTRONOMICAL},
    {"light years", 9460730472580800.0},
    {"parsecs", 648000.0 / M_PI *ASTRONOMICAL},
    {"US survey feet", SURVEY_FOOT},
    {"US survey inches", SURVEY_FOOT / 12.0},
    {"US survey yards", SURVEY_FOOT * 3.0},
    {"US survey miles", SURVEY_FOOT * 5280.0},
};

#define UNITS (sizeof units / sizeof units[0])

static bool
is_known(double number)
{
    return number >= 0.0 && number < (double)UNITS && number == floor(number);
}

static quire_status
report_unit(const struct quire_dxf_index *index, const struct quire_drawing_options *options,
            quire_diag *diag)
{
    const struct quire_place place = quire_drawing_place(options, 0);
    const char *hint =
        index->measurement == 0.0
            ? "$MEASUREMENT is 0, English: unit=\"1 in\" says that it is drawn in inches"
        : index->measurement == 1.0
            ? "$MEASUREMENT is 1, metric: unit=\"1 mm\" says that it is drawn in millimetres"
            : "unit=\"1 mm\" says that it is drawn in millimetres";
    return isnan(index->units)
               ? quire_diag_error(diag, "E-UNIT", place, options->object, hint,
                                  "the drawing does not say its unit ($INSUNITS)")
               : quire_diag_error(diag, "E-UNIT", place, options->object, hint,
                                  "the drawing does not say its unit: $INSUNITS is %g%s",
                                  index->units,
                                  index->units == 0.0 ? ", no unit" : ", which is not known");
}

quire_status
quire_dxf_settle_unit(double *out, const struct quire_dxf_index *index,
                      const struct quire_drawing_options *options, quire_diag *diag)
{
    const size_t k = is_known(index->units) ? (size_t)index->units : 0;
    const double said = units[k].metre;
    *out = isnan(options->unit) ? said : options->unit;
    if (!isnan(options->unit) && !isnan(said) && fabs(said - options->unit) > 1e-9 * said) {
        quire_diag_warning(diag, "W-MODEL", quire_drawing_place(options, 0), options->object, NULL,
                           "'unit' is %g mm, but the drawing says %s: %g mm", 1e3 * options->unit,
                           units[k].name, 1e3 * said);
    }
    return isnan(*out) ? report_unit(index, options, diag) : QUIRE_OK;
}
