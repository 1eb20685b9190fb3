/* The points of everything in a spatial machine, for boxes around it and for outlines. */
#ifndef QUIRE_DRAW_SPACE_POINTS_H
#define QUIRE_DRAW_SPACE_POINTS_H

#include "trace/frames.h"
#include "trace/machine_outline.h"

#define QUIRE_DISC_CORNERS 36 /* of each of a disc's two circles */

/* Takes points of everything, each as it comes [m]. */
typedef void quire_point_fn(void *user, const double r[3]);

/* Both ends of a roller's disc. */
void quire_points_of_disc(const struct quire_wheel *roller, const struct quire_disc *d,
                          quire_point_fn *fn, void *user);

/* The part of a guide's strip that lies within reach; false if none does. */
bool quire_guide_strip(const struct quire_polyline *guide, double reach, double across[2]);

/* Where a point of a guide's line is at z. */
void quire_guide_point(const struct quire_polyline *guide, const double at[2], double z,
                       double r[3]);

/* Guides that do not move, and the rims of all. */
void quire_points_of_machine(const struct quire_machine *machine, double reach, quire_point_fn *fn,
                             void *user);

/* Guides that move, where they are in each frame. */
void quire_points_of_gates(const struct quire_machine *machine, const struct quire_frames *frames,
                           double reach, quire_point_fn *fn, void *user);

/* Rollers, solids and sheets, where they are in each frame. */
void quire_points_of_frames(const struct quire_machine *machine, const struct quire_frames *frames,
                            quire_point_fn *fn, void *user);

#endif
