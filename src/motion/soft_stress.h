/* Stress and inertia of a homogeneous deformation, with their derivative along one direction.
 * Theory: doc/theory/soft.md, 2 and 5. */
#ifndef QUIRE_MOTION_SOFT_STRESS_H
#define QUIRE_MOTION_SOFT_STRESS_H

#include "math/dual_map.h"
#include "motion/soft_strain.h"

struct quire_stress {
    struct quire_dual on[3], on_angle; /* generalised forces on a, b, c and theta */
    /* of that on theta, what is not inertia: a drive holds against it [N m] */
    double against_spin;
    struct quire_map growth; /* rate of `grown` where it is free [1/s] */
    double lost, active;     /* power dissipated, and put in by contraction [W] */
};

void quire_soft_stress(const struct quire_soft_motion *soft, struct quire_strain *strain,
                       struct quire_stress *out);

/* Mean Cauchy stress in the plane, (s11 + s22)/2 [Pa]. Incompressible bodies take it up against the
 * contacts' forces f at places x on the undeformed rim: `squeeze` is the sum of f . adj(V) x [N m].
 * *pressure is pi of S = ... + G F - pi F^-T, NaN of compressible ones. */
double quire_soft_mean_stress(const struct quire_soft_motion *soft,
                              const struct quire_command *command, const double *q, const double *v,
                              const double *z, double squeeze, double *pressure);

/* Energy of deformation [J]; `grown` as above. */
double quire_soft_energy(const struct quire_soft_motion *soft, const double strain[3],
                         const struct quire_map *grown);

#endif
