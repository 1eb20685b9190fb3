/* Shapes: every guide and path is traced into a chain of straight and circular pieces. */
#ifndef QUIRE_KIND_SHAPE_H
#define QUIRE_KIND_SHAPE_H

#include "geometry/outline.h"
#include "kind/kind.h"

/* Families "shape" (in guides: absolute coordinates) and "path-piece" (in paths: goes on from the
 * outline's end). */
struct quire_shape_ops {
    /* Appends this shape to `out`. For a path piece the outline already knows where it stands: see
     * quire_outline_begin(). */
    quire_status (*trace)(const struct quire_object *self, struct quire_outline *out,
                          quire_diag *diag);
};

#endif
