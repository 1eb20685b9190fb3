/* <polyline> in a guide. */
#include <math.h>

#include "geometry/outline.h"
#include "model/problem.h"
#include "shape/shapes.h"

struct params {
    struct quire_points points; /* [m] */
};

static const struct quire_field fields[] = {
    QUIRE_POINTS(struct params, points, "points", QUIRE_REQUIRED,
                 "corner points in order, two or more"),
    QUIRE_FIELD_END,
};

static quire_status
trace(const struct quire_object *self, struct quire_outline *out, quire_diag *diag)
{
    const struct params *polyline = self->params;
    const struct quire_points *points = &polyline->points;
    quire_status status = quire_shape_points_check(self, points, diag);
    for (size_t i = 0; i + 1 < points->n && status == QUIRE_OK; i++) {
        status = quire_shape_added(
            self, diag, quire_outline_add_segment(out, points->at[i], points->at[i + 1]));
    }
    return status;
}

static const struct quire_shape_ops ops = {.trace = trace};

const struct quire_kind quire_kind_shape_polyline = {
    .family = &quire_family_shape,
    .element = "polyline",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Straight lines from point to point. Its kinks are corners that may catch a sheet. If "
            "the last point is the first, the outline is closed.",
    .ops = &ops,
    .check = quire_shape_check,
};
