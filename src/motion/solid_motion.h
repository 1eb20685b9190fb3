/* How a rigid body moves in space: its mass centre, and its turning by a quaternion. q = (x, y, z,
 * w, a, b, c) with the unit quaternion w + a i + b j + c k that turns its own axes into the
 * machine's; v = velocity of the centre along the machine's axes, and spin along its own, which are
 * principal axes of inertia. Derivatives by its turning are by small turns about its own axes.
 * Theory: doc/theory/solids.md. */
#ifndef QUIRE_MOTION_SOLID_MOTION_H
#define QUIRE_MOTION_SOLID_MOTION_H

#include "kind/body.h"

#define QUIRE_SOLID_POSITIONS  7
#define QUIRE_SOLID_VELOCITIES 6

struct quire_solid_motion {
    double mass, inertia[3];                                           /* [kg], [kg m^2] */
    double weight[3];                                                  /* [N] */
    double start[QUIRE_SOLID_POSITIONS], rate[QUIRE_SOLID_VELOCITIES]; /* at t = 0 */
    double size; /* how far a turn of one radian moves its outermost point [m] */
};

/* The rotation matrix of q, whatever the length of its quaternion. */
void quire_solid_axes(const double *q, double axes[3][3]);

/* A vector along a solid's own axes, along the machine's. */
static inline void
quire_solid_turned(const double axes[3][3], const double own[3], double out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = axes[i][0] * own[0] + axes[i][1] * own[1] + axes[i][2] * own[2];
    }
}

/* The quaternion of a turn by |turn| radians about `turn`. */
void quire_solid_turn(const double turn[3], double out[4]);

extern const struct quire_body_ops quire_solid_motion_ops;

#endif
