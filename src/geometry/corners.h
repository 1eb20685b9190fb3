/* Corners of a surface: its free ends and the kinks between its pieces. Lengths in m. */
#ifndef QUIRE_GEOMETRY_CORNERS_H
#define QUIRE_GEOMETRY_CORNERS_H

#include "geometry/outline.h"

#define QUIRE_SMOOTH_JOINT 1e-6 /* [rad]; pieces that meet at a smaller angle make no corner */

/* A corner is where two faces meet, face 0 before it and face 1 after it along the outline. At a
 * free end one of them is the end face of the solid behind the surface, square to it (its normal is
 * the surface's outward tangent); where sheets run on both sides, the two faces of the wall. A
 * point touches the corner itself, not a face, when it is ahead of both tangents. */
struct quire_corner {
    double at[2];
    double s;             /* distance along the outline */
    double normal[2][2];  /* of the faces, unit, out of the solid */
    double tangent[2][2]; /* each face gone on with beyond the corner, unit */
    double axis[2];  /* unit, half-way between the normals; at a sharp point the way it points */
    double angle;    /* between the normals [rad], up to pi */
    size_t piece[2]; /* indices of the pieces before and after; the same one twice at a free end */
    bool end;        /* a free end, otherwise a kink */
};

struct quire_corners {
    struct quire_corner *convex;  /* (n_convex) stick out towards the sheet, heap */
    struct quire_corner *concave; /* (n_concave) kinks the sheet cannot touch; heap */
    size_t n_convex, n_concave;
};

/* The corners of an outline on whose left (side +1), right (-1) or either side (0) sheets run; with
 * side 0 each kink is both convex (seen from outside) and concave. QUIRE_ERROR_LIMIT, with *out
 * empty, when memory runs out. Free with clear(). */
quire_status quire_corners_find(struct quire_corners *out, const struct quire_outline *in,
                                double side);
void quire_corners_clear(struct quire_corners *corners);

#endif
