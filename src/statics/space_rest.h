/* Sheets in space at rest: which of their nodes' velocities are unknowns, and displacements that
 * turn without stretching. Theory: doc/theory/statics.md, 7. */
#ifndef QUIRE_STATICS_SPACE_REST_H
#define QUIRE_STATICS_SPACE_REST_H

#include "statics/stiffness.h"

/* Numbers the unknowns of an entered sheet at t, from self->n on. */
void quire_space_number(struct quire_stiffness *self, int sheet, double t);

/* out = y moved by `step`, corrected so that the strains of the membrane are those of the linear
 * theory: of the sheet's block of Q alone. Where memory runs out self->failed is set. */
void quire_space_displace(struct quire_stiffness *self, int sheet, const double *y,
                          const double *step, double *out);

/* How far the step moves a node of the sheet [m], and how far it turns a line between neighbours
 * [rad]. */
void quire_space_extent(const struct quire_stiffness *self, int sheet, const double *y,
                        const double *step, double *way, double *turn);

#endif
