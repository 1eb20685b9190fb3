/* Edge sensor: a light barrier or flag that sees a sheet's lead and trail edge pass. */
#include <math.h>

#include "geometry/outline.h"
#include "kind/sensor.h"
#include "model/object.h"
#include "sensor/sight.h"

struct params {
    struct quire_sensor_common common;
    double reach;
};

struct prepared {
    const struct quire_outline *path;
    struct quire_sight sight;
};

enum { LEAD, TRAIL, N_SIGNAL };
static const char *const signals[N_SIGNAL] = {"lead", "trail"};

static const struct quire_field fields[] = {
    QUIRE_SENSOR_ON_PATH(struct params),
    QUIRE_SENSOR_DEBOUNCE(struct params),
    QUIRE_SENSOR_EDGE_HYSTERESIS(struct params),
    QUIRE_REAL_AS(
        QUIRE_ACROSS, struct params, common.across, "across", "m", QUIRE_OPTIONAL, QUIRE_ANY,
        "where it looks across the feed (z), positive on the right-hand side seen along the feed; "
        "without it, it sees the middle of an edge; only spatial motion looks at it",
        NULL),
    QUIRE_REAL(
        struct params, reach, "reach", "m", "10 mm", QUIRE_POSITIVE,
        "how far off the path the sensor still sees an edge of a sheet that runs on another path",
        NULL),
    QUIRE_FIELD_END,
};

static void
prepare(const struct quire_object *self, const struct quire_outline *path, void *prepared)
{
    struct prepared *out = prepared;

    out->path = path;
    quire_sight_set(&out->sight, path, ((const struct params *)self->params)->common.at);
}

/* How far an edge is beyond the sensor; NaN where the sensor can not see it. */
static double
passed(const struct params *p, const struct prepared *prepared,
       const struct quire_sheet_view *sheet, const struct quire_point_view *edge)
{
    const bool aside = sheet->node != NULL && !isnan(p->common.across);
    const bool own = sheet->path == prepared->path;
    if (own && !aside) {
        return edge->path_distance - p->common.at;
    }
    double at[2] = {edge->x, edge->y}, s = NAN, left = NAN;
    const size_t line = edge == &sheet->lead ? sheet->n_node - 1 : 0;
    if (aside && !quire_sight_line_at(sheet, line, p->common.across, at)) {
        return NAN;
    }
    if (own) {
        quire_outline_project(prepared->path, at, edge->path_distance, &s, &left);
        return s - p->common.at;
    }
    /* another path may come near this one anywhere: what counts is the line that it looks along */
    const double ahead = quire_sight_ahead(&prepared->sight, at, &left);
    return fabs(left) <= p->reach ? ahead : (double)NAN;
}

static void
roots(const struct quire_object *self, const void *prepared, const struct quire_sheet_view *sheet,
      double *g)
{
    g[LEAD] = g[TRAIL] = NAN;
    if (sheet->entered) {
        g[LEAD] = passed(self->params, prepared, sheet, &sheet->lead);
        g[TRAIL] = passed(self->params, prepared, sheet, &sheet->trail);
    }
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
    .value = value,
};

const struct quire_kind quire_kind_sensor_edge = {
    .family = &quire_family_sensor,
    .element = "sensor",
    .selector = "kind",
    .variant = "edge",
    .roles = QUIRE_ROLE_EDGE_SENSOR,
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Sees the lead and the trail edge of every sheet pass a place on a path: signals lead "
            "and trail, each when the edge goes by in the path's direction. Sheets on this path "
            "are seen wherever they are above or below it; others within its reach. An edge that "
            "rests on the sensor at the start, or enters beyond it, gives no signal. In spatial "
            "motion it may look at a place across the feed: two of them tell skew by the time "
            "between their signals (the check 'skew').",
    .equation = "signal when s_edge - at rises through 0",
    .ops = &ops,
};
