/* How a free rigid body moves: x, y and angle of its mass centre, all of them free or some held.
 * Theory: doc/theory/bodies.md. */
#ifndef QUIRE_MOTION_FREE_MOTION_H
#define QUIRE_MOTION_FREE_MOTION_H

#include "kind/body.h"

enum { QUIRE_FREE_X, QUIRE_FREE_Y, QUIRE_FREE_ANGLE };

struct quire_free_motion {
    double mass, inertia; /* [kg], [kg m^2] */
    double weight[2];     /* [N] */
    double start[3];      /* x, y, angle at t = 0; those held stay there [m], [rad] */
    double rate[3];       /* their rates at t = 0 [m/s], [rad/s] */
    const double *radius; /* a disc's (machine/roller.h) [m]; NULL: a block */
    double size;          /* how far a turn of one radian moves its outermost point [m] */
    int n, dof[3];        /* which of x, y, angle are free, in this order (n) */
};

/* x, y, angle and their rates for its positions q and velocities v. */
void quire_free_place(const struct quire_free_motion *motion, const double *q, const double *v,
                      double at[3], double rate[3]);

extern const struct quire_body_ops quire_free_motion_ops;

#endif
