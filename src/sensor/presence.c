/* Presence sensor: a light barrier or lever that tells whether there is a sheet, and nothing else.
 */
#include <math.h>

#include "kind/sensor.h"
#include "model/object.h"
#include "sensor/sight.h"

struct params {
    struct quire_sensor_common common;
    double reach;
};

static const struct quire_field fields[] = {
    QUIRE_SENSOR_ON_PATH(struct params),
    QUIRE_SENSOR_DEBOUNCE(struct params),
    QUIRE_SENSOR_EDGE_HYSTERESIS(struct params),
    QUIRE_REAL_AS(QUIRE_ACROSS, struct params, common.across, "across", "m", QUIRE_OPTIONAL,
                  QUIRE_ANY,
                  "position across the feed (z), positive on the right-hand side seen along the "
                  "feed; default: the middle of the sheet (spatial models only)",
                  NULL),
    QUIRE_REAL(struct params, reach, "reach", "m", "10 mm", QUIRE_POSITIVE,
               "largest distance from the path, on either side, at which the sensor sees sheets",
               NULL),
    QUIRE_FIELD_END,
};

/* How far hinge line i is beyond the sensor; NaN where a spatial sheet does not reach to where it
 * looks. */
static double
ahead(const struct params *p, const struct quire_sight *sight, const struct quire_sheet_view *sheet,
      size_t i, double *left)
{
    double at[2] = {sheet->x[i], sheet->y[i]};

    if (sheet->node != NULL && !isnan(p->common.across) &&
        !quire_sight_line_at(sheet, i, p->common.across, at)) {
        return NAN;
    }
    return quire_sight_ahead(sight, at, left);
}

/* The distance of the nearer edge from the sensor, at most its reach: positive where the sheet
 * covers it, else negative. Scaled where a short sheet or a short reach would keep it below the
 * hysteresis. */
static double
cover(const struct params *p, const struct quire_sight *sight, const struct quire_sheet_view *sheet)
{
    double left[2] = {NAN, NAN}, beyond[2], near = p->reach;
    bool covered = false;

    beyond[1] = ahead(p, sight, sheet, 0, &left[1]);
    near = fabs(left[1]) <= p->reach ? fmin(near, fabs(beyond[1])) : near;
    for (size_t i = 1; i < sheet->n_node; i++) {
        beyond[0] = beyond[1], left[0] = left[1];
        beyond[1] = ahead(p, sight, sheet, i, &left[1]);
        covered = covered || quire_sight_crosses(beyond, left, -p->reach, p->reach);
    }
    near = fabs(left[1]) <= p->reach ? fmin(near, fabs(beyond[1])) : near;
    near *= fmax(1, 2 * p->common.hysteresis / fmin(p->reach, 0.5 * sheet->length));
    return covered ? near : -near;
}

static void
roots(const struct quire_object *self, const void *prepared, const struct quire_sheet_view *sheet,
      double *g)
{
    g[QUIRE_SIGHT_COVERED] = sheet->entered ? cover(self->params, prepared, sheet) : (double)NAN;
    g[QUIRE_SIGHT_FREE] = -g[QUIRE_SIGHT_COVERED];
}

static void
ways(const struct quire_object *self, const void *prepared, const struct quire_sheet_view *sheet,
     struct quire_sensor_ways *out)
{
    const struct params *p = self->params;
    double stretch[2][3];

    quire_sight_stretch(prepared, -p->reach, p->reach, p->common.across, stretch);
    quire_sight_ways(stretch, sheet, out);
}

static const struct quire_sensor_ops ops = {
    QUIRE_SIGHT_OPS,
    .roots = roots,
    .ways = ways,
    .sees_either_edge = true,
};

const struct quire_kind quire_kind_sensor_presence = {
    .family = &quire_family_sensor,
    .element = "sensor",
    .selector = "kind",
    .variant = "presence",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Detects a sheet across its line, as a light barrier or a lever does. It signals "
            "covered when a sheet arrives and free when the sheet has left. It does not "
            "distinguish edges or directions: a sheet that returns tail first covers it too, on "
            "any path. Each sheet gives its own signals, also when sheets overlap. A sheet that "
            "covers the sensor when it enters the model gives no signal 'covered'.",
    .equation = "covered: the sheet's mid-line crosses the line square to the path, within reach",
    .ops = &ops,
};
