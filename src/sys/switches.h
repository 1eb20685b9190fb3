/* What rules switch in the machine: nips that are lifted. Theory: doc/theory/machine.md. */
#ifndef QUIRE_SYS_SWITCHES_H
#define QUIRE_SYS_SWITCHES_H

#include "sys/compile.h"

/* Once nips are known: their lifters. */
void quire_compile_lifters(struct quire_compile *c);

/* Once it is known how far its idler has slid where the rollers rest on each other: where a nip's lifter lies when the nip is shut, and where the
 * idler of one that is open at t = 0 is. */
void quire_compile_lifter_rest(struct quire_compile *c, const struct quire_nip *nip, double shut);

/* How far everything is switched at t. */
void quire_switches_place(struct quire_state *state, double t);

/* What lifters store of a small body whose first position is q [J]. */
double quire_lifter_stored(const struct quire_state *state, int small, double q);

/* Adds the forces of lifters and, with `matrix`, the derivatives. */
void quire_lifter_forces(struct quire_state *state, const double *y, double cq, double cv, bool matrix);

#endif
