#include "element/jet.h"

#include <math.h>
#include <string.h>

#include "element/pressure.h"
#include "element/pressure_fields.h"
#include "math/detmath.h"
#include "math/smoothstep.h"
#include "model/problem.h"

#define SOURCE                                                                                     \
    "Pope, Turbulent Flows, 2000, section 5.4; Rajaratnam, Turbulent Jets, 1976, chapter 1"
/* Half the width of (1 - q^2)^2 that has as much below it as a rectangle of the same height. */
#define EVEN 0.9375
/* where that has fallen to a quarter, the velocity to a half: in parts of half the width */
#define HALF_VELOCITY 0.7071067811865476
#define DRAWN         30.0 /* so many slot widths of a jet without end are drawn */

struct params {
    struct quire_pressure_params place;
    double at[2], direction[2], width, spread;
};

static const struct quire_field fields[] = {
    QUIRE_NAME(struct params, place.name, QUIRE_REQUIRED, "name of the jet"),
    QUIRE_VECTOR_AS(QUIRE_POINT, struct params, at, "at", "m", QUIRE_REQUIRED,
                    "middle of the nozzle slot"),
    QUIRE_VECTOR_AS(QUIRE_ARROW, struct params, direction, "direction", "", QUIRE_REQUIRED,
                    "direction of the jet; its length is ignored"),
    QUIRE_REAL(struct params, width, "width", "m", QUIRE_REQUIRED, QUIRE_POSITIVE,
               "width of the slot, square to the direction; 0.1 mm to 5 mm", NULL),
    QUIRE_REAL(struct params, place.supply, "pressure", "Pa", QUIRE_OPTIONAL, QUIRE_ANY,
               "force per area on a sheet square to the jet, at the nozzle: the momentum flux rho "
               "u^2, which is twice the gauge pressure in the nozzle; 1.6 kPa for air at 36 m/s",
               NULL),
    QUIRE_REFERENCE(struct params, place.drive, "drive", "drive", QUIRE_OPTIONAL,
                    "drive that commands the pressure, for example a valve that rules open; "
                    "instead of 'pressure'"),
    QUIRE_REAL(struct params, spread, "spread", "rad", "5.7 deg",
               QUIRE_FROM_TO(0, 0.7853981633974483),
               "spread of the jet: angle from the axis at which the velocity is half of that on "
               "the axis, far from the nozzle; a free plane jet 5.7 deg, which is 0.1 m/m",
               SOURCE),
    QUIRE_REAL(struct params, place.reach, "reach", "m", QUIRE_OPTIONAL, QUIRE_POSITIVE,
               "cut-off distance from the nozzle: the jet fades out from half of it to zero at it; "
               "default: no limit, also through guides and sheets",
               NULL),
    QUIRE_REAL_AS(QUIRE_ACROSS, struct params, place.across[0], "across-from", "m", QUIRE_OPTIONAL,
                  QUIRE_ANY, "start of the slot across the feed; default: no limit", NULL),
    QUIRE_REAL_AS(QUIRE_ACROSS, struct params, place.across[1], "across-to", "m", QUIRE_OPTIONAL,
                  QUIRE_ANY, "end of the slot across the feed; default: no limit", NULL),
    QUIRE_FIELD_END,
};

static struct quire_jet
jet_of(const void *params)
{
    const struct params *p = params;
    const double length =
        sqrt(p->direction[0] * p->direction[0] + p->direction[1] * p->direction[1]);

    return (struct quire_jet){.at = {p->at[0], p->at[1]},
                              .along = {p->direction[0] / length, p->direction[1] / length},
                              .width = p->width,
                              .half = EVEN * p->width,
                              .growth =
                                  quire_sin(p->spread) / (HALF_VELOCITY * quire_cos(p->spread)),
                              .reach = isnan(p->place.reach) ? HUGE_VAL : p->place.reach};
}

static void
compile(const void *params, void *compiled)
{
    struct quire_jet *jet = compiled;

    *jet = jet_of(params);
}

/* The profile (1 - q^2)^2 over the half width b, which is that of the core near the nozzle and
 * grows evenly far from it; on the axis as much less as it is wider, so that momentum is kept. It
 * sets in within half a slot's width. */
double
quire_jet_at(const struct quire_jet *jet, double s, double r, double slope[2])
{
    const double b2 = quire_jet_half_squared(jet, s), left = 1 - r * r / b2;
    double begins, by_begins, fades = 1, by_fades = 0;

    slope[0] = slope[1] = 0;
    if (!(s > 0) || !(left > 0) || !(s < jet->reach)) {
        return 0;
    }
    begins = quire_step(s, 0, 0, 0.5 * jet->width, 1, &by_begins);
    if (isfinite(jet->reach)) {
        fades = quire_step(s, 0.5 * jet->reach, 1, jet->reach, 0, &by_fades);
    }
    const double axis = jet->half / sqrt(b2), shape = axis * left * left;
    /* by s: b' / b = growth^2 s / b^2, and q falls as b grows */
    const double wider = jet->growth * jet->growth * s / b2,
                 by_s = axis * left * (4 - 5 * left) * wider;
    slope[0] = by_s * begins * fades + shape * (by_begins * fades + begins * by_fades);
    slope[1] = -4 * axis * left * r / b2 * begins * fades;
    return shape * begins * fades;
}

/* the slot, and how wide the jet is at half its velocity where it ends */
static int
outline(const void *params, double at[QUIRE_PRESSURE_POINTS][2])
{
    const struct quire_jet jet = jet_of(params);
    const double end = isfinite(jet.reach) ? jet.reach : DRAWN * jet.width,
                 wide = HALF_VELOCITY * sqrt(quire_jet_half_squared(&jet, end));
    const double corner[4][2] = {
        {0, 0.5 * jet.width}, {0, -0.5 * jet.width}, {end, -wide}, {end, wide}};

    for (int i = 0; i < 4; i++) {
        at[i][0] = jet.at[0] + corner[i][0] * jet.along[0] - corner[i][1] * jet.along[1];
        at[i][1] = jet.at[1] + corner[i][0] * jet.along[1] + corner[i][1] * jet.along[0];
    }
    return 4;
}

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct params *p = self->params;
    quire_status status = quire_pressure_check_supply(self, diag, NULL);

    if (!(p->direction[0] * p->direction[0] + p->direction[1] * p->direction[1] > 0)) {
        status = quire_object_error(self, diag, "E-RANGE",
                                    "give the direction of the air, for example '0, 1' for upwards",
                                    "'direction' must not be 0, 0");
    }
    if (p->place.supply < 0) {
        status = quire_object_error(
            self, diag, "E-RANGE",
            "reverse 'direction' to blow the other way; use <suction> to draw sheets in",
            "'pressure' must not be less than 0 Pa");
    }
    if (p->place.across[1] <= p->place.across[0]) {
        status = quire_object_error(self, diag, "E-RANGE", NULL,
                                    "'across-to' must be greater than 'across-from'");
    }
    return status;
}

const struct quire_pressure_ops quire_jet_ops = {.quantity = QUIRE_DRIVE_PRESSURE,
                                                 .supply = "pressure",
                                                 .compiled_size = sizeof(struct quire_jet),
                                                 .compile = compile,
                                                 .outline = outline};

const struct quire_kind quire_kind_jet = {
    .family = &quire_family_pressure,
    .element = "jet",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Blows on sheets from a slot across the feed, to separate, lift or hold them down. The "
            "jet is a free plane jet that spreads and keeps its momentum. It acts square to the "
            "sheet, on either face, whatever the speed of the sheet. Sheets and guides do not "
            "shield parts behind them; set 'reach' where something blocks the jet.",
    .equation =
        "force per area = pressure * b0/b(s) * (1 - (r/b(s))^2)^2 * sin(angle to the sheet)^2 at s "
        "along and r off the axis, b(s)^2 = b0^2 + 2 (tan(spread) s)^2, b0 = 15/16 width",
    .source = SOURCE,
    .ops = &quire_jet_ops,
    .check = check,
};
