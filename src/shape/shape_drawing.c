/* <drawing> in a guide. */
#include "shape/drawn.h"
#include "shape/shapes.h"

static const struct quire_field fields[] = {QUIRE_DRAWN_FIELDS};

static quire_status
load(struct quire_object *self, struct quire_arena *arena, quire_diag *diag)
{
    return quire_drawn_load(self, arena, true, diag);
}

static const struct quire_shape_ops ops = {.trace = quire_drawn_trace};

const struct quire_kind quire_kind_shape_drawing = {
    .family = &quire_family_shape,
    .element = "drawing",
    .size = sizeof(struct quire_drawn_params),
    .fields = fields,
    .help = "A line from a drawing: lines, arcs, circles, polylines, splines and ellipses of one "
            "layer, joined at their ends. Splines and ellipses are approximated by pairs of arcs "
            "that join smoothly, within 'tolerance'.",
    .ops = &ops,
    .load = load,
};
