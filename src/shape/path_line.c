/* <line> in a path. */
#include <math.h>

#include "geometry/outline.h"
#include "shape/shapes.h"

struct params {
    double length; /* [m] */
};

static const struct quire_field fields[] = {
    QUIRE_REAL(struct params, length, "length", "m", QUIRE_REQUIRED, QUIRE_POSITIVE,
               "length of the straight part", NULL),
    QUIRE_FIELD_END,
};

static quire_status
trace(const struct quire_object *self, struct quire_outline *out, quire_diag *diag)
{
    const struct params *line = self->params;
    return quire_shape_added(self, diag, quire_outline_add_line(out, line->length));
}

static const struct quire_shape_ops ops = {.trace = trace};

const struct quire_kind quire_kind_path_line = {
    .family = &quire_family_path_piece,
    .element = "line",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "A straight part of a path, in the direction in which the previous part ends.",
    .ops = &ops,
};
