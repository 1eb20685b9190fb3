/* What rules switch in the machine: nips that are lifted, clutches. Theory: doc/theory/machine.md.
 */
#ifndef QUIRE_FORCE_SWITCHES_H
#define QUIRE_FORCE_SWITCHES_H

#include "compile/compile.h"
#include "motion/roller_motion.h"

/* Room for the switches of so many nips and rollers. */
void quire_compile_switches(struct quire_compile *c, size_t nips, size_t rollers);

/* Puts a roller's clutch between it and its drive, if it has one: then it spins by itself, and
 * starts as fast as its drive. */
void quire_compile_clutch(struct quire_compile *c, struct quire_roller *roller,
                          struct quire_roller_motion *motion);

/* Once nips are known: their lifters. */
void quire_compile_lifters(struct quire_compile *c);

/* Once it is known how far its idler has slid where the rollers rest on each other: where a nip's
 * lifter lies when the nip is shut, and where the idler of one that is open at t = 0 is. */
void quire_compile_lifter_rest(struct quire_compile *c, const struct quire_nip *nip, double shut);

/* How far something is switched at t; everything, into the state. */
struct quire_switched quire_switch_at(const struct quire_state *state, int which, double t);
void quire_switches_place(struct quire_state *state, double t);

/* What lifters store of a small body whose first position is q [J]. */
double quire_lifter_stored(const struct quire_state *state, int small, double q);

/* Add the forces of lifters, and the torques of clutches, and, with `matrix`, the derivatives. */
void quire_lifter_forces(struct quire_state *state, const double *y, double cq, double cv,
                         bool matrix);
void quire_clutch_forces(struct quire_state *state, const double *y, double cq, double cv,
                         bool matrix);

/* What a clutch does at the state of the last evaluation: its torque on the roller [N m], and how
 * much faster than the roller the drive is [rad/s]. */
struct quire_clutch_look {
    double torque, slope, slip, driven;
};
struct quire_clutch_look quire_clutch_look_at(const struct quire_state *state,
                                              const struct quire_clutch *clutch, const double *y);

/* 1, -1: it slips, the drive or the roller ahead; 0: it is locked, or carries nothing. */
int quire_clutch_side(const struct quire_state *state, const struct quire_clutch *clutch, double t,
                      const double *y);

#endif
