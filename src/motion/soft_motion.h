/* A round body whose deformation is one homogeneous F: an affine or contractile disc or roller.
 * Theory: doc/theory/soft.md.
 *
 * F = V R(theta): the undeformed circle turns by theta, then is stretched by the symmetric V = c I
 * + a diag(1, -1) + b offdiag(1, 1). Its velocities are those of a rigid frame (what the same
 * roller or disc would have if it were rigid: travel, x, y, angle), then a', b', and c' if it is
 * compressible; otherwise c = sqrt(1 + a^2 + b^2), so that det F = 1 exactly. */
#ifndef QUIRE_MOTION_SOFT_MOTION_H
#define QUIRE_MOTION_SOFT_MOTION_H

#include "kind/body.h"

enum quire_contracts { QUIRE_CONTRACTS_NOT, QUIRE_CONTRACTS_BY_STRESS, QUIRE_CONTRACTS_BY_STRETCH };

struct quire_soft_motion {
    /* the rigid body that it would be; its surface says how theta turns */
    struct quire_body frame;
    const double *radius; /* undeformed, the roller's (machine/roller.h) [m] */
    double volume;        /* cross-section times width [m^3] */
    /* J = integral of rho X X over it, about each axis: half its polar moment of inertia [kg m^2]
     */
    double inertia;
    double shear;     /* G [Pa] */
    double lame;      /* Lambda [Pa]; compressible only */
    double viscosity; /* mu [Pa s] */
    bool compressible;
    enum quire_contracts contracts;
    double growth; /* mu_gamma [Pa s]; what contracts */
    double axis;   /* of contraction in the undeformed body [rad] */
    /* which of the frame's velocities turns theta; -1: none, a drive or nobody turns it */
    int angle;
    double turn;              /* theta' is turn times what the frame calls its speed: +1 or -1 */
    double start[3], rate[3]; /* a, b, c and their rates at t = 0 [1], [1/s] */
};

/* Its shape: V and how it moves. */
struct quire_soft_shape {
    double a, b, c;  /* of V */
    double rate[3];  /* a', b', c' [1/s] */
    double spin;     /* theta' [rad/s] */
    double driven;   /* the part of theta' that a drive commands [rad/s] */
    double slope[2]; /* dc/da, dc/db where c follows */
    int n;           /* strains that are free: 2 or 3 */
};

extern const struct quire_body_ops quire_soft_motion_ops;

#endif
