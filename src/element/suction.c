/* Suction through holes of a guide or belt. */
#include "element/pressure.h"
#include "element/pressure_fields.h"
#include "model/problem.h"

#define SOURCE "White, Fluid Mechanics, section 6.12 (orifices in series)"

struct params {
    struct quire_pressure_params place;
    double half_gap;
};

static const struct quire_field fields[] = {
    QUIRE_PRESSURE_FIELDS(struct params, "suction"),
    QUIRE_REAL(struct params, place.supply, "pressure", "Pa", QUIRE_OPTIONAL, QUIRE_ANY,
               "pressure behind the holes below ambient, averaged over the area; vacuum belts 200 "
               "Pa to 2000 Pa; negative: blows",
               NULL),
    QUIRE_REFERENCE(struct params, place.drive, "drive", "drive", QUIRE_OPTIONAL,
                    "drive that commands the pressure, for example a valve that rules open; "
                    "instead of 'pressure'"),
    QUIRE_REAL(struct params, half_gap, "half-gap", "m", "0.5 mm", QUIRE_POSITIVE,
               "gap between sheet and guide at which half of the pressure is left: the leakage "
               "area around the sheet equals the area of the holes; 0.2 mm to 2 mm",
               SOURCE),
    QUIRE_REAL(struct params, place.reach, "reach", "m", "10 mm", QUIRE_POSITIVE,
               "cut-off gap: the pressure fades out from half of it to zero at it", NULL),
    QUIRE_FIELD_END,
};

/* The same flow goes through the holes (area a) and under the sheet's edges (g times as long as
 * these are): p/P = 1/(1 + (g/g_half)^2). */
static double
at(const void *params, double supply, double gap, double *slope)
{
    const struct params *p = params;
    const double g = gap / p->half_gap, share = 1 / (1 + g * g);

    *slope = -2 * supply * share * share * g / p->half_gap;
    return supply * share;
}

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    return quire_pressure_check(self, diag, NULL);
}

static const struct quire_pressure_ops ops = {
    .at = at, .quantity = QUIRE_DRIVE_PRESSURE, .supply = "pressure"};

const struct quire_kind quire_kind_suction = {
    .family = &quire_family_pressure,
    .element = "suction",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Draws sheets to a guide, as a vacuum belt or a suction plate does. The motion of a "
            "belt is the guide's 'velocity'. The pressure falls with the gap, because air leaks in "
            "under the sheet. Suction only presses; friction acts in the contact.",
    .equation = "pressure on the sheet = pressure / (1 + (gap / half-gap)^2)",
    .source = SOURCE,
    .ops = &ops,
    .check = check,
};
