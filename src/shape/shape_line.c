/* <line> in a guide. */
#include <math.h>

#include "geometry/outline.h"
#include "model/problem.h"
#include "shape/shapes.h"

struct params {
    double from[2], to[2]; /* [m] */
};

static const struct quire_field fields[] = {
    QUIRE_VECTOR_AS(QUIRE_POINT, struct params, from, "from", "m", QUIRE_REQUIRED, "first point"),
    QUIRE_VECTOR_AS(QUIRE_POINT, struct params, to, "to", "m", QUIRE_REQUIRED, "last point"),
    QUIRE_FIELD_END,
};

static quire_status
trace(const struct quire_object *self, struct quire_outline *out, quire_diag *diag)
{
    const struct params *line = self->params;
    if (!(quire_point_distance(line->from, line->to) > QUIRE_SHAPE_RESOLUTION)) {
        return quire_object_error(self, diag, "E-MODEL", NULL,
                                  "'from' and 'to' are the same point (%g mm, %g mm)",
                                  1e3 * line->from[0], 1e3 * line->from[1]);
    }
    return quire_shape_added(self, diag, quire_outline_add_segment(out, line->from, line->to));
}

static const struct quire_shape_ops ops = {.trace = trace};

const struct quire_kind quire_kind_shape_line = {
    .family = &quire_family_shape,
    .element = "line",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "A straight part of a guide, from point to point.",
    .ops = &ops,
    .check = quire_shape_check,
};
