/* How a gate moves that a spring holds against its stops: it turns about a pivot, or goes along a
 * slide. Theory: doc/theory/gates.md, 6.
 *
 * Its way q is an angle [rad] or a length [m]; what acts along it are moments [N m] or forces [N],
 * and what is said below in N m, N m/rad and N m s/rad are N, N/m and N s/m of a slide. */
#ifndef QUIRE_MOTION_FLAP_MOTION_H
#define QUIRE_MOTION_FLAP_MOTION_H

#include "kind/body.h"

struct quire_flap_motion {
    bool turns;
    double inertia;                  /* about the pivot [kg m^2]; of a slide its mass [kg] */
    double stiffness, rest, preload; /* of its spring: preload - stiffness * (q - rest) */
    double damping;
    /* of a pivot: [N], and from it to the centre of mass at q = 0 [m] */
    double weight[2], arm[2];
    double load;                      /* of a slide: its weight along it [N] */
    double least, most;               /* stops; -INFINITY, INFINITY: none */
    double stop_stiffness, stop_rate; /* and the square root of that over the inertia [1/s] */
    /* by which stops are stiffer going in, and softer coming out; from quire_flap_stop_gain() */
    double stop_gain;
    double start; /* q at t = 0 */
    /* of its tolerance: 1 / how far its material is from the pivot [1/m]; 1 of a slide */
    double scale;
};

extern const struct quire_body_ops quire_flap_motion_ops;

/* The gain with which it comes back from a stop with `restitution` times the speed at which it went
 * in, at any speed; 0.1 to 1. */
double quire_flap_stop_gain(double restitution);

/* All that turns or pushes it at q and rate v, but for what touches it. */
double quire_flap_moment(const struct quire_flap_motion *flap, double q, double v);

/* Which stop it has gone into: -1 the one it starts from, 1 the other, 0 none; and how deep. */
int quire_flap_at_stop(const struct quire_flap_motion *flap, double q, double *depth);

#endif
