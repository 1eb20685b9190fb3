/* The kinds of the families "path-piece" and "shape", and what they share. */
#ifndef QUIRE_SHAPE_SHAPES_H
#define QUIRE_SHAPE_SHAPES_H

#include "kind/shape.h"
#include "model/object.h"

/* family "path-piece" */
extern const struct quire_kind quire_kind_path_line, quire_kind_path_arc, quire_kind_path_drawing;
/* family "shape" */
extern const struct quire_kind quire_kind_shape_line, quire_kind_shape_arc, quire_kind_shape_circle,
    quire_kind_shape_polyline, quire_kind_shape_spline, quire_kind_shape_drawing;

/* Points closer together than this are one point [m]. */
#define QUIRE_SHAPE_RESOLUTION 1e-9
/* Arcs of a guide with a smaller radius are as good as kinks [m]. */
#define QUIRE_SHAPE_LEAST_RADIUS 10e-6

/* Traces the shape for nothing, so that its problems are found while the model is checked. */
quire_status quire_shape_check(const struct quire_object *self, quire_diag *diag);

/* Turns what an outline's add functions return into a located problem; QUIRE_OK stays as it is. */
quire_status quire_shape_added(const struct quire_object *self, quire_diag *diag,
                               quire_status status);

/* Reports fewer than two points, and points that coincide with the one before. */
quire_status quire_shape_points_check(const struct quire_object *self,
                                      const struct quire_points *points, quire_diag *diag);

double quire_point_distance(const double a[2], const double b[2]);

#endif
