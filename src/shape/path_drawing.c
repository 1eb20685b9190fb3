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
        return quire_object_error(self, diag, "E-MODEL", "lines and arcs may follow it",
                                  "a drawing begins its path: it must be the first part of it");
    }
    if (quire_object_count(self->parent, beginning, 2) > 0) {
        return quire_object_error(self, diag, "E-MODEL",
                                  "move the drawing by 'origin' and 'rotation'",
                                  "a path that is drawn has no 'from' and 'heading' of its own");
    }
    return QUIRE_OK;
}

static const struct quire_shape_ops ops = {.trace = quire_drawn_trace};

const struct quire_kind quire_kind_path_drawing = {
    .family = &quire_family_path_piece,
    .element = "drawing",
    .size = sizeof(struct quire_drawn_params),
    .fields = fields,
    .help = "The beginning of a path, where it was drawn: a smooth line of lines, arcs, "
            "polylines, splines and ellipses of a layer, joined where their ends meet. It lies "
            "where it is in the drawing; lines and arcs may go on from its end.",
    .ops = &ops,
    .load = load,
    .check = check,
};
