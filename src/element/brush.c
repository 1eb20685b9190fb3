/* Brushes. */
#include "element/pressure.h"
#include "element/pressure_fields.h"
#include "model/problem.h"

#define SOURCE "Stango, Heinrich, Shia, J. Eng. for Industry 111, 1989"

struct params {
    struct quire_pressure_params place;
    double stiffness;
};

static const struct quire_field fields[] = {
    QUIRE_PRESSURE_FIELDS(struct params, "brush"),
    QUIRE_REAL(struct params, place.reach, "height", "m", QUIRE_REQUIRED, QUIRE_POSITIVE,
               "length of the bristles beyond the guide; 3 mm to 15 mm", NULL),
    QUIRE_REAL(struct params, stiffness, "stiffness", "Pa/m", QUIRE_REQUIRED, QUIRE_NON_NEGATIVE,
               "pressure per penetration of the sheet into the bristles: n 3 E I / (l^3 sin(a)^2) "
               "for n bristles per area of length l, inclined by a; 1e4 Pa/m to 1e6 Pa/m",
               SOURCE),
    QUIRE_REAL(struct params, place.friction, "friction", "", "0.2", QUIRE_NON_NEGATIVE,
               "coefficient of friction between bristles and sheet; 0.15 to 0.4", NULL),
    QUIRE_REAL(struct params, place.threshold, "threshold-velocity", "m/s", "10 mm/s",
               QUIRE_POSITIVE, "slip speed above which friction is fully developed", NULL),
    QUIRE_FIELD_END,
};

static double
at(const void *params, double supply, double gap, double *slope)
{
    const struct params *p = params;

    (void)supply;
    *slope = gap < p->place.reach ? p->stiffness : 0;
    return gap < p->place.reach ? -p->stiffness * (p->place.reach - gap) : 0;
}

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    return quire_pressure_check(self, diag, NULL);
}

static const struct quire_pressure_ops ops = {.at = at, .ends = true};

const struct quire_kind quire_kind_brush = {
    .family = &quire_family_pressure,
    .element = "brush",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Bristles on a guide. They press a sheet away from the guide and rub along it. Used "
            "for static brushes, exit brushes and brake strips.",
    .equation = "pressure = stiffness * (height - gap); friction per area = friction * pressure * "
                "STEP(v / threshold-velocity)",
    .source = SOURCE,
    .ops = &ops,
    .check = check,
};
