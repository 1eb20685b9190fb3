/* Edge sensor: a light barrier or flag that sees a sheet's lead and trail edge pass. */
#include <math.h>

#include "kind/sensor.h"
#include "model/object.h"
#include "num/outline.h"

struct params {
    struct quire_sensor_common common;
    double reach;
};

struct prepared {
    const struct quire_outline *path;
};

enum { LEAD, TRAIL, N_SIGNAL };
static const char *const signals[N_SIGNAL] = {"lead", "trail"};

static const struct quire_field fields[] = {
    QUIRE_NAME(struct params, common.name, QUIRE_REQUIRED,
               "name of the sensor; rules and checks refer to it"),
    QUIRE_REFERENCE(struct params, common.path, "path", "path", QUIRE_REQUIRED,
                    "path on which the sensor stands"),
    QUIRE_REAL(struct params, common.at, "at", "m", QUIRE_REQUIRED, QUIRE_ANY,
               "distance along the path", NULL),
    QUIRE_REAL(struct params, common.hysteresis, "hysteresis", "m", "0.1 mm", QUIRE_NON_NEGATIVE,
               "an edge must go back by this much before it can be seen again", NULL),
    QUIRE_REAL(
        struct params, reach, "reach", "m", "10 mm", QUIRE_POSITIVE,
        "how far off the path the sensor still sees an edge of a sheet that runs on another path",
        NULL),
    QUIRE_FIELD_END,
};

static void
prepare(const struct quire_object *self, const struct quire_outline *path, void *prepared)
{
    (void)self;
    ((struct prepared *)prepared)->path = path;
}

/* How far an edge is beyond the sensor; NaN where the sensor can not see it. */
static double
passed(const struct params *p, const struct quire_outline *path,
       const struct quire_sheet_view *sheet, const struct quire_point_view *edge)
{
    if (sheet->path == path) {
        return edge->path_distance - p->common.at;
    }
    const double at[2] = {edge->x, edge->y};
    double s = NAN, left = NAN;
    quire_outline_project(path, at, -1.0, &s, &left);
    if (fabs(left) > p->reach) {
        return NAN;
    }
    return s - p->common.at;
}

static void
roots(const struct quire_object *self, const void *prepared, const struct quire_sheet_view *sheet,
      double *g)
{
    const struct quire_outline *path = ((const struct prepared *)prepared)->path;
    g[LEAD] = g[TRAIL] = NAN;
    if (sheet->entered) {
        g[LEAD] = passed(self->params, path, sheet, &sheet->lead);
        g[TRAIL] = passed(self->params, path, sheet, &sheet->trail);
    }
}

static int
direction(const struct quire_object *self, int signal)
{
    (void)self, (void)signal;
    return +1;
}

/* 1 while some sheet covers the sensor, otherwise 0. */
static double
value(const struct quire_object *self, const void *prepared, const struct quire_view *view)
{
    for (size_t i = 0; i < view->n_sheet; i++) {
        double g[N_SIGNAL];
        roots(self, prepared, &view->sheet[i], g);
        if (g[LEAD] >= 0 && g[TRAIL] < 0) {
            return 1;
        }
    }
    return 0;
}

static const struct quire_sensor_ops ops = {
    .n_signal = N_SIGNAL,
    .signal = signals,
    .value_name = "covered",
    .value_unit = "",
    .prepared_size = sizeof(struct prepared),
    .prepare = prepare,
    .roots = roots,
    .direction = direction,
    .value = value,
};

const struct quire_kind quire_kind_sensor_edge = {
    .family = "sensor",
    .element = "sensor",
    .selector = "kind",
    .variant = "edge",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Sees the lead and the trail edge of every sheet pass a place on a path: signals lead "
            "and trail, each when the edge goes by in the path's direction. Sheets on this path "
            "are seen wherever they are across it; others within its reach. An edge that rests on "
            "the sensor at the start, or enters beyond it, gives no signal.",
    .equation = "signal when s_edge - at rises through 0",
    .ops = &ops,
};
