/* Shape and strain of a homogeneous deformation. Theory: doc/theory/soft.md, 2. */
#ifndef QUIRE_MOTION_SOFT_STRAIN_H
#define QUIRE_MOTION_SOFT_STRAIN_H

#include "math/dual_map.h"
#include "motion/soft_motion.h"

/* Where the body is; derivatives in all of it count. c and its rate are found here if the body is
 * incompressible. */
struct quire_strain {
    struct quire_dual a, b, c, da, db, dc; /* V and V' */
    struct quire_dual spin;                /* theta' [rad/s] */
    struct quire_map grown;                /* R G R^T; the identity of what does not contract */
    struct quire_map stress;               /* R Q R^T [Pa] */
    struct quire_map growing;              /* R G' G^-1 R^T where it is driven [1/s] */
};

void quire_soft_shape(const struct quire_soft_motion *soft, const struct quire_command *command,
                      const double *q, const double *v, struct quire_soft_shape *out);

/* What contracts, seen from the turning frame: the states, or what a drive says. d_angle: the
 * angle's derivative, 0 or 1. */
void quire_soft_set_contraction(const struct quire_soft_motion *soft,
                                const struct quire_command *command, const double *q,
                                const double *z, double d_angle, struct quire_strain *s);
/* The strain at (q, z) of a body of this shape. */
void quire_soft_set_strain(const struct quire_soft_motion *soft,
                           const struct quire_command *command, const double *q, const double *z,
                           const struct quire_soft_shape *shape, double d_angle,
                           struct quire_strain *s);

/* The strain at (q, v, z), without derivatives. */
void quire_soft_strain(const struct quire_soft_motion *soft, const struct quire_command *command,
                       const double *q, const double *v, const double *z, struct quire_strain *out);

#endif
