/* Edge sensor: a light barrier or flag that sees a sheet's leading and trailing edge pass. */
#include <math.h>

#include "geometry/outline.h"
#include "kind/sensor.h"
#include "model/object.h"
#include "model/problem.h"
#include "sensor/height_window.h"
#include "sensor/sight.h"

struct params {
    struct quire_sensor_common common;
    double reach;
    double height_from, height_to;
};

struct prepared {
    const struct quire_outline *path;
    struct quire_sight sight;
    struct quire_height_window window;
};

enum { LEAD, TRAIL, N_SIGNAL };
static const char *const signals[N_SIGNAL] = {"lead", "trail"};

static const struct quire_field fields[] = {
    QUIRE_SENSOR_ON_PATH(struct params),
    QUIRE_SENSOR_DEBOUNCE(struct params),
    QUIRE_SENSOR_EDGE_HYSTERESIS(struct params),
    QUIRE_REAL_AS(QUIRE_ACROSS, struct params, common.across, "across", "m", QUIRE_OPTIONAL,
                  QUIRE_ANY,
                  "position across the feed (z), positive on the right-hand side seen along the "
                  "feed; default: the middle of the edge (spatial models only)",
                  NULL),
    QUIRE_REAL(struct params, reach, "reach", "m", "10 mm", QUIRE_POSITIVE,
               "largest distance from the path, on either side, at which the sensor sees sheets",
               NULL),
    QUIRE_REAL_AS(QUIRE_LOWER_STOP, struct params, height_from, "height-from", "m", QUIRE_OPTIONAL,
                  QUIRE_ANY,
                  "lower end of the window in which the sensor sees leading edges of sheets on "
                  "this path, positive to the left of the path; default: the right wall of the "
                  "channel at the sensor; if there is none, the radius of the smaller roller of a "
                  "nip within 10 mm; 'reach' where that is less, or where there is neither",
                  NULL),
    QUIRE_REAL_AS(QUIRE_UPPER_STOP, struct params, height_to, "height-to", "m", QUIRE_OPTIONAL,
                  QUIRE_ANY, "upper end of the window; default: as for height-from, on the left",
                  NULL),
    QUIRE_FIELD_END,
};

static void
prepare(const struct quire_object *self, const struct quire_outline *path, void *prepared)
{
    struct prepared *out = prepared;
    const struct params *p = self->params;

    out->path = path;
    quire_sight_set(&out->sight, path, p->common.at);
    out->window = quire_height_window_beside(self->parent, p->common.path, p->common.at);
    out->window.from = isnan(p->height_from) ? fmax(out->window.from, -p->reach) : p->height_from;
    out->window.to = isnan(p->height_to) ? fmin(out->window.to, p->reach) : p->height_to;
}

/* How far an edge of a sheet on this path is beyond the sensor, and how far to the left of the path
 * (height); false where the edge does not reach to where the sensor looks. */
static bool
own_edge(const struct params *p, const struct prepared *prepared,
         const struct quire_sheet_view *sheet, const struct quire_point_view *edge, double *ahead,
         double *height)
{
    const size_t line = edge == &sheet->lead ? sheet->n_node - 1 : 0;
    double at[2];

    *ahead = edge->path_distance - p->common.at;
    *height = edge->path_height;
    if (sheet->node == NULL || isnan(p->common.across)) {
        return true;
    }
    if (!quire_sight_line_at(sheet, line, p->common.across, at)) {
        return false;
    }
    quire_outline_project(prepared->path, at, edge->path_distance, ahead, height);
    *ahead -= p->common.at;
    return true;
}

/* Whether a stretch of the sheet crosses the sensor's line within the window. */
static bool
crosses(const struct prepared *prepared, const struct quire_sheet_view *sheet)
{
    double left[2] = {NAN, NAN}, ahead[2] = {NAN, NAN};

    for (size_t i = 0; i < sheet->n_node; i++) {
        const double node[2] = {sheet->x[i], sheet->y[i]};
        ahead[0] = ahead[1], left[0] = left[1];
        ahead[1] = quire_sight_ahead(&prepared->sight, node, &left[1]);
        if (i > 0 && quire_sight_crosses(ahead, left, prepared->window.from, prepared->window.to)) {
            return true;
        }
    }
    return false;
}

/* An edge outside the window is not seen until it comes into it. But where the sensor sees the
 * sheet and its tail goes by outside, the sheet has left when it crosses the line no more. */
static void
own_roots(const struct params *p, const struct prepared *prepared,
          const struct quire_sheet_view *sheet, double *g)
{
    double lead, trail, height;

    if (own_edge(p, prepared, sheet, &sheet->lead, &lead, &height)) {
        g[LEAD] =
            lead >= 0 || quire_height_window_has(&prepared->window, height) ? lead : (double)NAN;
    }
    if (own_edge(p, prepared, sheet, &sheet->trail, &trail, &height)) {
        const bool seen = trail >= 0 || quire_height_window_has(&prepared->window, height) ||
                          crosses(prepared, sheet);
        g[TRAIL] = seen ? trail : lead >= 0 ? p->reach : (double)NAN;
    }
}

/* Another path may come near this one anywhere: what counts is the line that it looks along. */
static double
passed_by_other(const struct params *p, const struct prepared *prepared,
                const struct quire_sheet_view *sheet, const struct quire_point_view *edge)
{
    const size_t line = edge == &sheet->lead ? sheet->n_node - 1 : 0;
    double at[2] = {edge->x, edge->y}, left;

    if (sheet->node != NULL && !isnan(p->common.across) &&
        !quire_sight_line_at(sheet, line, p->common.across, at)) {
        return NAN;
    }
    const double ahead = quire_sight_ahead(&prepared->sight, at, &left);
    return fabs(left) <= p->reach ? ahead : (double)NAN;
}

static void
roots(const struct quire_object *self, const void *prepared, const struct quire_sheet_view *sheet,
      double *g)
{
    const struct prepared *at = prepared;

    g[LEAD] = g[TRAIL] = NAN;
    if (sheet->entered && sheet->path == at->path) {
        own_roots(self->params, at, sheet, g);
    } else if (sheet->entered) {
        g[LEAD] = passed_by_other(self->params, at, sheet, &sheet->lead);
        g[TRAIL] = passed_by_other(self->params, at, sheet, &sheet->trail);
    }
}

static void
ways(const struct quire_object *self, const void *prepared, const struct quire_sheet_view *sheet,
     struct quire_sensor_ways *out)
{
    const struct params *p = self->params;
    const struct prepared *at = prepared;
    double stretch[2][3];

    quire_sight_stretch(&at->sight, fmin(at->window.from, -p->reach), fmax(at->window.to, p->reach),
                        p->common.across, stretch);
    /* it sees edges alone */
    *out = (struct quire_sensor_ways){.edge = quire_sight_way_of_edges(stretch, sheet),
                                      .side = HUGE_VAL};
}

/* 1 while some sheet covers the sensor, otherwise 0. */
static double
value(const struct quire_object *self, const void *prepared, const struct quire_view *view)
{
    const struct prepared *p = prepared;

    for (size_t i = 0; i < view->n_sheet; i++) {
        const struct quire_sheet_view *sheet = &view->sheet[i];
        double g[N_SIGNAL];
        roots(self, prepared, sheet, g);
        if (g[LEAD] >= 0 && g[TRAIL] < 0 && (sheet->path != p->path || crosses(p, sheet))) {
            return 1;
        }
    }
    return 0;
}

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct params *p = self->params;

    if (p->height_from >= p->height_to) {
        return quire_object_error(self, diag, "E-RANGE", NULL,
                                  "'height-from' (%.4g mm) must be less than 'height-to' (%.4g mm)",
                                  1e3 * p->height_from, 1e3 * p->height_to);
    }
    if (p->height_from > 0 || p->height_to < 0) {
        return quire_object_error(
            self, diag, "E-RANGE", "the path is at height 0",
            "the window of heights from %.4g mm to %.4g mm does not contain the path",
            1e3 * p->height_from, 1e3 * p->height_to);
    }
    return QUIRE_OK;
}

static const struct quire_sensor_ops ops = {
    .n_signal = N_SIGNAL,
    .signal = signals,
    .value_name = "covered",
    .value_unit = "",
    .prepared_size = sizeof(struct prepared),
    .prepare = prepare,
    .roots = roots,
    .ways = ways,
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
    .help = "Detects the leading and the trailing edge of every sheet at a position on a path. It "
            "signals lead and trail when the edge passes in the direction of the path. Sheets on "
            "this path are seen within the window of heights, other sheets within 'reach'. A "
            "leading edge that passes outside the window, for example above the lever, gives no "
            "signal. If a sheet before the sensor leaves the window sideways, it gives the signal "
            "trail then. An edge at the sensor at t = 0 gives no signal; nor does an edge that "
            "enters beyond the sensor. In spatial models the sensor may be placed across the "
            "feed; two sensors side by side measure skew (check 'skew').",
    .equation = "signal when s_edge - at rises through 0",
    .ops = &ops,
    .check = check,
};
