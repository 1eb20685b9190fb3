/* One step of the search for a state of rest: how far, and where to. */
#ifndef QUIRE_STATICS_EQUILIBRIUM_STEP_H
#define QUIRE_STATICS_EQUILIBRIUM_STEP_H

#include "statics/equilibrium.h"

/* There is none: by which name, where (may be NULL) and why. Returns QUIRE_ERROR_NUMERIC. */
quire_status quire_equilibrium_refuse(struct quire_equilibrium *self, const char *name,
                                      const struct quire_object *object, const char *text);
/* The same of a force that is no number, at what it pulls. */
quire_status quire_equilibrium_refuse_force(struct quire_equilibrium *self, const char *text);

/* Whether K + shift M is positive definite; it is factorised. */
bool quire_equilibrium_is_positive(struct quire_equilibrium *self, double shift);
/* Smaller eigenvalues are as good as zero [rad^2/s^2]. */
double quire_equilibrium_noise(const struct quire_equilibrium *self);
/* The least shift, to within a factor, with which K + shift M is positive; not below `least`. */
double quire_equilibrium_shift(struct quire_equilibrium *self, double least, double precision);

/* By how much the displacement self->step is to be shortened: no segment turns far, no node moves
 * far. */
double quire_equilibrium_shortening(const struct quire_equilibrium *self);
/* Its largest component. */
double quire_equilibrium_step_size(const struct quire_equilibrium *self);
/* Puts self->y moved by `part` of it into self->next; makes that the state. */
void quire_equilibrium_move(struct quire_equilibrium *self, double part);
void quire_equilibrium_accept(struct quire_equilibrium *self);

#endif
