/* Outlines: chains of lines and arcs, for paths and guides. Lengths in m, angles in rad. */
#ifndef QUIRE_GEOMETRY_OUTLINE_H
#define QUIRE_GEOMETRY_OUTLINE_H

#include <stdbool.h>
#include <stddef.h>

#include <quire/status.h>

#include "geometry/piece.h"

struct quire_outline {
    struct quire_piece *piece; /* (n), heap */
    size_t n, capacity;
    double length; /* [m] */
    bool closed;   /* the last piece ends where the first begins (a circle) */
    /* where an outline without pieces begins, and the unit tangent there */
    double origin[2], heading[2];
};

/* Starts an empty outline at a point with a heading; path pieces go on from here. clear() frees the
 * pieces and leaves an empty outline. An outline of zeros is a good empty one for guides. */
void quire_outline_begin(struct quire_outline *out, const double at[2], double heading);
void quire_outline_clear(struct quire_outline *out);

/* Append a piece that goes on tangentially from the end (path pieces), or between given points
 * (guides; a gap to the previous end is the caller's business). QUIRE_ERROR_LIMIT when memory runs
 * out; QUIRE_ERROR_INPUT, with nothing appended, when there is no such piece: no length, no radius,
 * a sweep that is not in (0, 2 pi]. turn: +1 left, -1 right. */
quire_status quire_outline_add_line(struct quire_outline *out, double length);
quire_status quire_outline_add_arc(struct quire_outline *out, double radius, double angle,
                                   double turn);
quire_status quire_outline_add_segment(struct quire_outline *out, const double from[2],
                                       const double to[2]);
quire_status quire_outline_add_circular(struct quire_outline *out, const double centre[2],
                                        double radius, double start_angle, double sweep,
                                        double turn);

/* Appends any piece, whose `start` is set here. */
quire_status quire_outline_add_piece(struct quire_outline *out, const struct quire_piece *piece);

/* The outline parallel to the outline `in` from distance `from` to `to` along it, `offset`
 * [m] to its left (negative: right). Straight on beyond the ends of `in`. With *out empty,
 * QUIRE_ERROR_INPUT when a radius (see quire_outline_tightest) or a piece between hollow kinks
 * would be turned inside out, or from is not less than to, QUIRE_ERROR_LIMIT when memory runs out.
 * *out needs no begin(). */
quire_status quire_outline_parallel(struct quire_outline *out, const struct quire_outline *in,
                                    double from, double to, double offset);

/* The smallest radius that turns left (turn +1) or right (-1) between two distances along the
 * outline; INFINITY if none. */
double quire_outline_tightest(const struct quire_outline *in, double from, double to, double turn);

/* Point and unit tangent at distance `s` along the outline; straight on beyond both ends. tangent
 * may be NULL. */
void quire_outline_at(const struct quire_outline *in, double s, double point[2], double tangent[2]);

/* Distance along the outline of the point nearest to p, and p's distance to the left of it
 * (negative: right); straight on beyond both ends. `hint` < 0: nearest of the whole outline;
 * otherwise the foot nearest to s = hint among those not more than 1.5 times as far away as the
 * nearest (paths that cross themselves). Uses only + - * / sqrt and quire_atan2. */
void quire_outline_project(const struct quire_outline *in, const double p[2], double hint,
                           double *s, double *left);

/* The same for the foot nearest to p among those within `window` of s = hint: what is followed
 * along a path does not jump to another stretch of it that comes close. False if there is none. */
bool quire_outline_follow(const struct quire_outline *path, const double p[2], double hint,
                          double window, double *s, double *left);

/* The smallest upright box around the outline [m]; an empty outline's is its origin. */
void quire_outline_bounds(const struct quire_outline *in, double low[2], double high[2]);

/* Where a point stands beside a surface. */
struct quire_gap {
    size_t piece;    /* index of the nearest piece */
    double distance; /* [m]; > 0 on the sheet's side, < 0 in the solid; side 0: never negative */
    double s;        /* of the foot along the outline [m] */
    double foot[2];  /* the nearest point of the outline itself, not of its ends gone on with [m] */
    /* unit, from the surface to the sheet's side: point = foot + distance * normal */
    double normal[2];
};

/* The gap between a point and an outline on whose left (side +1), right (-1) or either side (0)
 * sheets run. A point whose foot is a free end counts as outside the solid unless it stands behind
 * that end's face. An outline without pieces is infinitely far away. */
struct quire_gap quire_outline_gap(const struct quire_outline *in, double side, const double p[2]);

/* Lays a chain of n_node >= 2 nodes with straight links of length / (n_node - 1) on the outline:
 * its lead node at distance `lead`, the others backwards from it; node 0 is the trailing edge.
 * False when the outline turns too tightly for a link. */
bool quire_outline_place(const struct quire_outline *path, double lead, double length,
                         size_t n_node, double *x, double *y);

/* The same forwards from the outline's beginning, where node 0 is laid; along[i] is node i's
 * distance along the outline, which goes straight on beyond its end. */
bool quire_outline_lay(const struct quire_outline *path, double length, size_t n_node, double *x,
                       double *y, double *along);

/* What bounds the solid behind a surface, as far as contact knows it: the surface with the end
 * walls at its free ends, as long as the solid is deep; or, with `other`, both surfaces of a wall,
 * that on its right and `other` on its left, and the end walls between them. Sheets run on `side`
 * of all of it (0: on the left). QUIRE_ERROR_LIMIT, with *out empty, when memory runs out. */
quire_status quire_outline_solid(struct quire_outline *out, const struct quire_outline *surface,
                                 const struct quire_outline *other, double side, double depth);

/* Moves the outline: mirrored at the x axis first if that is wanted, turned about the origin, then
 * shifted [rad], [m]. */
void quire_outline_move(struct quire_outline *outline, bool mirrored, double angle,
                        const double shift[2]);

#endif
