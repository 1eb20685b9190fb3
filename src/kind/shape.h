/* Shapes: every guide and path is traced into a chain of straight and circular pieces. */
#ifndef QUIRE_KIND_SHAPE_H
#define QUIRE_KIND_SHAPE_H

#include "kind/kind.h"

/* A straight or circular piece of an outline, run through from `from` to `to`. */
struct quire_piece {
    double from[2], to[2];   /* end points [m] */
    double direction[2];     /* unit tangent at `from` */
    double end_direction[2]; /* unit tangent at `to` */
    double centre[2];        /* of the circle [m]; 0 for lines */
    double radius;           /* [m]; 0 for lines */
    double turn;             /* +1 turns left (counter-clockwise), -1 right, 0 straight */
    double sweep;            /* angle of the arc [rad], > 0; 0 for lines */
    double length;           /* [m] */
    double start;            /* distance of `from` along the outline [m] */
};

struct quire_outline {
    struct quire_piece *piece; /* (n), heap */
    size_t n, capacity;
    double length; /* [m] */
    bool closed;   /* the last piece ends where the first begins (a circle) */
    /* where an outline without pieces begins, and the unit tangent there */
    double origin[2], heading[2];
};

/* Families "shape" (in guides: absolute coordinates) and "path-piece" (in paths: goes on from the
 * outline's end). */
struct quire_shape_ops {
    /* Appends this shape to `out`. For a path piece the outline already knows where it stands: see
     * quire_outline_begin(). */
    quire_status (*trace)(const struct quire_object *self, struct quire_outline *out,
                          quire_diag *diag);
};

#endif
