/* Distance sensor: a ranging sensor that looks from a point in one direction and measures how
 * far away the sheet is. */
#include <math.h>

#include "geometry/outline.h"
#include "kind/sensor.h"
#include "math/detmath.h"
#include "model/problem.h"
#include "sensor/sight.h"

struct params {
    struct quire_sensor_common common;
    double offset, from[2], heading, range, threshold;
};

struct prepared {
    double from[2], direction[2];
};

enum { NEAR, FAR, N_SIGNAL };
static const char *const signals[N_SIGNAL] = {"near", "far"};

static const struct quire_field fields[] = {
    QUIRE_NAME(struct params, common.name, QUIRE_REQUIRED,
               "name of the sensor, used by rules and checks"),
    QUIRE_REFERENCE(struct params, common.path, "path", "path", QUIRE_OPTIONAL,
                    "path on which the sensor is placed; or give 'from'"),
    QUIRE_REAL_AS(QUIRE_ALONG, struct params, common.at, "at", "m", QUIRE_OPTIONAL, QUIRE_ANY,
                  "distance along the path", NULL),
    QUIRE_REAL_AS(QUIRE_SIGNED, struct params, offset, "offset", "m", "0 mm", QUIRE_ANY,
                  "distance from the path, positive to its left, seen along the feed", NULL),
    QUIRE_VECTOR_AS(QUIRE_POINT, struct params, from, "from", "m", QUIRE_OPTIONAL,
                    "position of the sensor in coordinates; or give 'path'"),
    QUIRE_REAL_AS(QUIRE_LOOKS, struct params, heading, "heading", "rad", "90 deg", QUIRE_ANY,
                  "measuring direction, counter-clockwise: from the direction of the path if "
                  "placed on a path, from x if placed by coordinates",
                  NULL),
    QUIRE_REAL(struct params, range, "range", "m", "50 mm", QUIRE_POSITIVE,
               "range of the sensor; a reading of this value means that no sheet is in range",
               NULL),
    QUIRE_REAL(struct params, threshold, "threshold", "m", QUIRE_OPTIONAL, QUIRE_POSITIVE,
               "distance at which the sensor signals; default: no signals", NULL),
    QUIRE_SENSOR_DEBOUNCE(struct params),
    QUIRE_REAL(struct params, common.hysteresis, "hysteresis", "m", "0.1 mm", QUIRE_NON_NEGATIVE,
               "distance by which the reading must go back before the sensor can signal again",
               NULL),
    QUIRE_FIELD_END,
};

static const char *const places[] = {"path", "from"};
static const char *const with_path[] = {"at", "offset"};

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct params *p = self->params;
    quire_status status = quire_object_need_one(self, diag, places, 2);
    status = quire_status_first(status, quire_object_depend(self, diag, "path", with_path, 2));
    if (p->common.path != NULL && !quire_object_has(self, "at")) {
        status = quire_object_error(self, diag, "E-MISSING", NULL,
                                    "'path' needs 'at', the distance along the path");
    }
    if (p->threshold >= p->range) {
        status = quire_object_error(self, diag, "E-RANGE", NULL,
                                    "'threshold' must be less than 'range'");
    }
    return status;
}

static void
prepare(const struct quire_object *self, const struct quire_outline *path, void *prepared)
{
    const struct params *p = self->params;
    struct prepared *to = prepared;
    double t[2] = {1, 0};
    if (path != NULL) {
        quire_outline_at(path, p->common.at, to->from, t);
        to->from[0] -= p->offset * t[1];
        to->from[1] += p->offset * t[0];
    } else {
        to->from[0] = p->from[0];
        to->from[1] = p->from[1];
    }
    const double c = quire_cos(p->heading), s = quire_sin(p->heading);
    to->direction[0] = c * t[0] - s * t[1];
    to->direction[1] = c * t[1] + s * t[0];
}

/* Distance along the direction to the sheet's mid-line; `range` if nothing is seen. */
static double
distance_to(const struct params *p, const struct prepared *sensor,
            const struct quire_sheet_view *sheet)
{
    double nearest = p->range;
    const double *d = sensor->direction;
    for (size_t i = 0; sheet->entered && i + 1 < sheet->n_node; i++) {
        const double ax = sheet->x[i] - sensor->from[0], ay = sheet->y[i] - sensor->from[1];
        const double bx = sheet->x[i + 1] - sheet->x[i], by = sheet->y[i + 1] - sheet->y[i];
        const double side_a = d[0] * ay - d[1] * ax, side_b = side_a + d[0] * by - d[1] * bx;
        if ((side_a < 0) == (side_b < 0)) {
            continue; /* both ends on one side of the line of sight */
        }
        const double share = side_a / (side_a - side_b);
        const double along = d[0] * (ax + share * bx) + d[1] * (ay + share * by);
        if (along >= 0 && along < nearest) {
            nearest = along;
        }
    }
    return nearest;
}

static void
roots(const struct quire_object *self, const void *prepared, const struct quire_sheet_view *sheet,
      double *g)
{
    const struct params *p = self->params;
    g[NEAR] = g[FAR] = NAN;
    if (!isnan(p->threshold) && sheet->entered) {
        g[FAR] = distance_to(p, prepared, sheet) - p->threshold;
        g[NEAR] = -g[FAR];
    }
}

/* It is near where it crosses the line of sight up to the threshold. */
static void
ways(const struct quire_object *self, const void *prepared, const struct quire_sheet_view *sheet,
     struct quire_sensor_ways *out)
{
    const struct params *p = self->params;
    const struct prepared *s = prepared;
    const double sight[2][3] = {{s->from[0], s->from[1], NAN},
                                {s->from[0] + p->threshold * s->direction[0],
                                 s->from[1] + p->threshold * s->direction[1], NAN}};

    *out = (struct quire_sensor_ways){.edge = HUGE_VAL, .side = HUGE_VAL};
    if (!isnan(p->threshold)) {
        quire_sight_ways(sight, sheet, out);
    }
}

/* Distance to the nearest sheet. */
static double
value(const struct quire_object *self, const void *prepared, const struct quire_view *view)
{
    const struct params *p = self->params;
    double nearest = p->range;
    for (size_t i = 0; i < view->n_sheet; i++) {
        nearest = fmin(nearest, distance_to(p, prepared, &view->sheet[i]));
    }
    return nearest;
}

static const struct quire_sensor_ops ops = {
    .n_signal = N_SIGNAL,
    .signal = signals,
    .needs = "threshold",
    .value_name = "distance",
    .value_unit = "m",
    .prepared_size = sizeof(struct prepared),
    .prepare = prepare,
    .roots = roots,
    .ways = ways,
    .value = value,
};

const struct quire_kind quire_kind_sensor_distance = {
    .family = &quire_family_sensor,
    .element = "sensor",
    .selector = "kind",
    .variant = "distance",
    .size = sizeof(struct params),
    .fields = fields,
    .help =
        "Measures and records the distance from a point, in one direction, to the mid-line of the "
        "nearest sheet. It reads its range when no sheet is in range. With a threshold it signals: "
        "near when a sheet comes nearer than the threshold, far when it moves farther away.",
    .equation = "near when threshold - d rises through 0, far when d - threshold rises through 0",
    .ops = &ops,
    .check = check,
};
