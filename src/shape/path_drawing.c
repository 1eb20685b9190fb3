/* <drawing> in a path. */
#include "model/problem.h"
#include "shape/drawn.h"
#include "shape/shapes.h"

static const struct quire_field fields[] = {QUIRE_DRAWN_FIELDS};

static quire_status
load(struct quire_object *self, struct quire_arena *arena, quire_diag *diag)
{
    return quire_drawn_load(self, arena, false, diag);
}

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    static const char *const beginning[] = {"from", "heading"};
    if (self->parent->child[0] != self) {
        return quire_object_error(self, diag, "E-MODEL", "add lines and arcs after the drawing",
                                  "a drawing must be the first part of its path");
    }
    if (quire_object_count(self->parent, beginning, 2) > 0) {
        return quire_object_error(self, diag, "E-MODEL",
                                  "move the drawing by 'origin' and 'rotation'",
                                  "a path with a drawing has no 'from' or 'heading' of its own");
    }
    return QUIRE_OK;
}

static const struct quire_shape_ops ops = {.trace = quire_drawn_trace};

const struct quire_kind quire_kind_path_drawing = {
    .family = &quire_family_path_piece,
    .element = "drawing",
    .size = sizeof(struct quire_drawn_params),
    .fields = fields,
    .help = "The first part of a path, taken from a drawing. It is a smooth line of lines, arcs, "
            "polylines, splines and ellipses of one layer, joined at their ends. It keeps its "
            "position in the drawing; lines and arcs may continue it.",
    .ops = &ops,
    .load = load,
    .check = check,
};
