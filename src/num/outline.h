/* Outlines: chains of lines and arcs, for paths and guides. Lengths in m, angles in rad. */
#ifndef QUIRE_NUM_OUTLINE_H
#define QUIRE_NUM_OUTLINE_H

#include <stddef.h>

#include "kind/shape.h"

/* Starts an empty outline at a point with a heading; path pieces go on from here. clear() frees the pieces. */
void quire_outline_begin(struct quire_outline *out, const double at[2], double heading);
void quire_outline_clear(struct quire_outline *out);

/* Append a piece that goes on tangentially from the end (path pieces), or between given points (guides; a gap to the previous
 * end is the caller's business). QUIRE_ERROR_LIMIT when memory runs out. */
quire_status quire_outline_add_line(struct quire_outline *out, double length);
quire_status quire_outline_add_arc(struct quire_outline *out, double radius, double angle, double turn);
quire_status quire_outline_add_segment(struct quire_outline *out, const double from[2], const double to[2]);
quire_status quire_outline_add_circular(struct quire_outline *out, const double centre[2], double radius, double start_angle,
                                        double sweep, double turn);

/* The outline parallel to `in` from distance `from` to `to` along it, `offset` [m] to its left (negative: right).
 * A piece whose radius the offset would turn inside out is an error (false). Straight on beyond the ends of `in`. */
bool quire_outline_parallel(struct quire_outline *out, const struct quire_outline *in, double from, double to, double offset);

/* Point and unit tangent at distance `s` along the outline; straight on beyond both ends. */
void quire_outline_at(const struct quire_outline *in, double s, double point[2], double tangent[2]);

/* Distance along the outline of the point nearest to p, and p's distance to the left of it (negative: right); straight on
 * beyond both ends. `hint` < 0: nearest of the whole outline; otherwise the foot nearest to s = hint among those not more than 1.5 times
 * as far away as the nearest (paths that cross themselves). Uses only + - * / sqrt and quire_atan2. */
void quire_outline_project(const struct quire_outline *in, const double p[2], double hint, double *s, double *left);

#endif
