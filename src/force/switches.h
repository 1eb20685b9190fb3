/* What rules switch in the machine: nips that are lifted, clutches. Theory: doc/theory/machine.md.
 */
#ifndef QUIRE_FORCE_SWITCHES_H
#define QUIRE_FORCE_SWITCHES_H

#include "motion/roller_motion.h"
#include "state/state.h"

/* The small body that a clutch turns, a lifter lifts. */
static inline int
quire_switched_body(const struct quire_system *system, int which)
{
    return system->change[which].small;
}

/* The shaft speed that a drive commands. */
static inline double
quire_clutch_commanded(const struct quire_clutch *clutch, enum quire_drive_quantity quantity,
                       double value)
{
    return quantity == QUIRE_DRIVE_SPEED ? value / clutch->motion->nominal_radius : value;
}

/* How far something is switched at t; everything, into the state. */
struct quire_switched quire_switch_at(const struct quire_state *state, int which, double t);
void quire_switches_place(struct quire_state *state, double t);

/* What a clutch does at the state of the last evaluation: its torque on the roller [N m], how much
 * faster than the roller the drive is, the drive's speed [rad/s], and the energy in its spring [J].
 */
struct quire_clutch_action {
    double torque, slope, slip, driven, stored;
};
struct quire_clutch_action quire_clutch_at(const struct quire_state *state,
                                           const struct quire_clutch *clutch, const double *y);

/* 1, -1: it slips, the drive or the roller ahead; 0: it is locked, or carries nothing. */
int quire_clutch_side(const struct quire_state *state, const struct quire_clutch *clutch, double t,
                      const double *y);

#endif
