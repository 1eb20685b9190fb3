/* <circle> in a guide. */
#include <math.h>

#include "geometry/outline.h"
#include "shape/shapes.h"

struct params {
    double centre[2], radius; /* [m] */
    int turn;                 /* index into "left|right" */
};

static const struct quire_field fields[] = {
    QUIRE_VECTOR_AS(QUIRE_POINT, struct params, centre, "centre", "m", QUIRE_REQUIRED, "centre"),
    QUIRE_REAL(struct params, radius, "radius", "m", QUIRE_REQUIRED,
               QUIRE_FROM_TO(QUIRE_SHAPE_LEAST_RADIUS, INFINITY), "radius", NULL),
    QUIRE_CHOICE_AS(QUIRE_SIDED, struct params, turn, "turn", "left|right", "right",
                    "sense of the circle: right is clockwise, and a guide with side=\"left\" has "
                    "the sheet outside; left is counter-clockwise, with the sheet inside"),
    QUIRE_FIELD_END,
};

static quire_status
trace(const struct quire_object *self, struct quire_outline *out, quire_diag *diag)
{
    const struct params *circle = self->params;
    return quire_shape_added(self, diag,
                             quire_outline_add_circular(out, circle->centre, circle->radius, 0.0,
                                                        2.0 * M_PI,
                                                        circle->turn == 0 ? 1.0 : -1.0));
}

static const struct quire_shape_ops ops = {.trace = trace};

const struct quire_kind quire_kind_shape_circle = {
    .family = &quire_family_shape,
    .element = "circle",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "A full circle: a fixed round bar or drum. It starts and ends at the rightmost point "
            "of the circle. A guide with a circle has no other shapes.",
    .ops = &ops,
    .check = quire_shape_check,
};
