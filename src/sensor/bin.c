/* Bin: a tray, a pocket or another place on a path where sheets end their way. */
#include "sensor/bin.h"

#include <math.h>
#include <string.h>

#include "geometry/outline.h"
#include "model/problem.h"

/* Along a path that turns, the foot of a point may move so much faster than the point. */
#define FASTER 2.0

struct prepared {
    const struct quire_outline *path;
};

enum { IN, N_SIGNAL };
static const char *const signals[N_SIGNAL] = {"in"};

static const struct quire_field fields[] = {
    QUIRE_NAME(struct quire_bin_params, common.name, QUIRE_REQUIRED,
               "name of the bin, used by rules, checks and figures"),
    QUIRE_REFERENCE(struct quire_bin_params, common.path, "path", "path", QUIRE_REQUIRED,
                    "path of the bin"),
    QUIRE_REAL_AS(QUIRE_ALONG, struct quire_bin_params, common.at, "from", "m", QUIRE_REQUIRED,
                  QUIRE_ANY, "distance along the path where the bin begins", NULL),
    QUIRE_REAL_AS(QUIRE_ALONG, struct quire_bin_params, to, "to", "m", QUIRE_OPTIONAL, QUIRE_ANY,
                  "distance along the path where the bin ends; default: no end", NULL),
    QUIRE_REAL(struct quire_bin_params, height, "height", "m", "50 mm", QUIRE_POSITIVE,
               "largest distance of an edge from the path, on either side, inside the bin", NULL),
    QUIRE_INTEGER(struct quire_bin_params, capacity, "capacity", "0", QUIRE_FROM_TO(0, 100000),
                  "number of sheets that the bin holds; 0: any number"),
    QUIRE_BOOLEAN(struct quire_bin_params, remove, "remove", "no",
                  "yes: a sheet is taken out of the machine when it has come into the bin, as by "
                  "an operator, and costs no more computing time"),
    QUIRE_FIELD_END,
};

static double
edge_inside(const struct quire_bin_params *p, const struct quire_outline *path,
            const struct quire_sheet_view *sheet, const struct quire_point_view *edge)
{
    double at = edge->path_distance, height = edge->path_height;

    if (sheet->path != path) {
        quire_outline_project(path, (const double[]){edge->x, edge->y}, p->common.at, &at, &height);
    }
    const double inside = fmin(at - p->common.at, p->height - fabs(height));
    return isnan(p->to) ? inside : fmin(inside, p->to - at);
}

double
quire_bin_inside(const struct quire_object *bin, const struct quire_outline *path,
                 const struct quire_sheet_view *sheet)
{
    return fmin(edge_inside(bin->params, path, sheet, &sheet->lead),
                edge_inside(bin->params, path, sheet, &sheet->trail));
}

static void
prepare(const struct quire_object *self, const struct quire_outline *path, void *prepared)
{
    (void)self;
    ((struct prepared *)prepared)->path = path;
}

static void
roots(const struct quire_object *self, const void *prepared, const struct quire_sheet_view *sheet,
      double *g)
{
    g[IN] = sheet->entered && !sheet->delivered
                ? quire_bin_inside(self, ((const struct prepared *)prepared)->path, sheet)
                : (double)NAN;
}

static void
ways(const struct quire_object *self, const void *prepared, const struct quire_sheet_view *sheet,
     struct quire_sensor_ways *out)
{
    double inside = NAN;

    roots(self, prepared, sheet, &inside);
    *out = (struct quire_sensor_ways){.edge = isnan(inside) ? HUGE_VAL : fabs(inside) / FASTER,
                                      .side = HUGE_VAL};
}

/* how many sheets have come into it */
static double
value(const struct quire_object *self, const void *prepared, const struct quire_view *view)
{
    double n = 0;

    (void)prepared;
    for (size_t i = 0; i < view->n_sheet; i++) {
        const struct quire_sheet_view *sheet = &view->sheet[i];
        n += sheet->delivered && sheet->bin != NULL && strcmp(sheet->bin, self->name) == 0;
    }
    return n;
}

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_bin_params *p = self->params;

    return p->to <= p->common.at
               ? quire_object_error(self, diag, "E-RANGE", NULL,
                                    "'from' (%.4g mm) must be less than 'to' (%.4g mm)",
                                    1e3 * p->common.at, 1e3 * p->to)
               : QUIRE_OK;
}

static const struct quire_sensor_ops ops = {
    .n_signal = N_SIGNAL,
    .signal = signals,
    .value_name = "sheets",
    .value_unit = "",
    .prepared_size = sizeof(struct prepared),
    .prepare = prepare,
    .roots = roots,
    .ways = ways,
    .value = value,
};

const struct quire_kind quire_kind_bin = {
    .family = &quire_family_sensor,
    .element = "bin",
    .roles = QUIRE_ROLE_BIN,
    .size = sizeof(struct quire_bin_params),
    .fields = fields,
    .help =
        "A tray, a pocket or another place on a path where sheets end their way. A sheet is "
        "delivered, and the bin gives the signal 'in', when both its edges have come into the "
        "region: along the path from 'from' to 'to', and no farther from the path than 'height'. "
        "Sheets of other paths are seen, too. From then on the checks of transport leave the sheet "
        "alone; its time, speed, curl, lateral position and yaw are figures, for example "
        "page.delivered.time. Without a bin a sheet is delivered when its leading edge has passed "
        "the end of its path and no nip holds it. The checks 'delivery' and 'overfull' judge bins.",
    .ops = &ops,
    .check = check,
};
