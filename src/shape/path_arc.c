/* <arc> in a path. */
#include <math.h>

#include "geometry/outline.h"
#include "shape/shapes.h"

struct params {
    double radius; /* [m] */
    double angle;  /* [rad] */
    int turn;      /* index into "left|right" */
};

static const struct quire_field fields[] = {
    QUIRE_REAL(struct params, radius, "radius", "m", QUIRE_REQUIRED, QUIRE_POSITIVE,
               "radius of the sheet's mid-line in the bend; 20 mm to 60 mm in paper paths", NULL),
    QUIRE_REAL(struct params, angle, "angle", "rad", QUIRE_REQUIRED,
               QUIRE_ABOVE_TO(0.0, 2.0 * M_PI),
               "angle through which the path turns, at most 360 deg", NULL),
    QUIRE_CHOICE_AS(QUIRE_SIDED, struct params, turn, "turn", "left|right", QUIRE_REQUIRED,
                    "direction of the turn, seen along the path"),
    QUIRE_FIELD_END,
};

static quire_status
trace(const struct quire_object *self, struct quire_outline *out, quire_diag *diag)
{
    const struct params *arc = self->params;
    const double turn = arc->turn == 0 ? 1.0 : -1.0;
    return quire_shape_added(self, diag, quire_outline_add_arc(out, arc->radius, arc->angle, turn));
}

static const struct quire_shape_ops ops = {.trace = trace};

const struct quire_kind quire_kind_path_arc = {
    .family = &quire_family_path_piece,
    .element = "arc",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "A circular bend of a path, tangent to the previous part.",
    .ops = &ops,
};
