/* The air jet of a slot nozzle: how its momentum is spread over the air. */
#ifndef QUIRE_ELEMENT_JET_H
#define QUIRE_ELEMENT_JET_H

#include "kind/pressure.h"

/* Pressures of this kind have these operations, which compile a struct quire_jet. */
extern const struct quire_pressure_ops quire_jet_ops;

struct quire_jet {
    double at[2], along[2]; /* the middle of the nozzle, and where it blows: a unit vector */
    double width;           /* of the nozzle [m] */
    double half, growth;    /* half the width of the jet: at the nozzle, and by distance far away */
    double reach;           /* distance from which on there is nothing; may be infinite [m] */
};

/* Square of half the jet's width at the distance s: it is nowhere outside that. */
static inline double
quire_jet_half_squared(const struct quire_jet *jet, double s)
{
    return jet->half * jet->half + jet->growth * jet->growth * s * s;
}

/* Flux of momentum at the distance s from the nozzle along the axis and r to the left of it, by
 * that at the nozzle, and its derivatives by s and r [1/m]. */
double quire_jet_at(const struct quire_jet *jet, double s, double r, double slope[2]);

#endif
