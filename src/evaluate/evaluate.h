/* All forces at a time and state, and their matrix. */
#ifndef QUIRE_EVALUATE_EVALUATE_H
#define QUIRE_EVALUATE_EVALUATE_H

#include "state/state.h"

/* Generalised forces at (t, y) into state->force, rates into state->rate, powers into state->power.
 * The matrix form also assembles M - (cq K + cv D) for quire_state_factorise(). Returns false if
 * something is not finite. */
bool quire_state_forces(struct quire_state *state, double t, const double *y);
bool quire_state_matrix(struct quire_state *state, double t, const double *y, double cq, double cv);

/* All forces on one sheet's nodes at (t, y) [N], laid out as its block of V; the other bodies' are
 * spoilt. */
const double *quire_state_sheet_forces(struct quire_state *state, int sheet, double t,
                                       const double *y);

/* Drives, carriers and gates as they are at (t, y), without the forces. */
void quire_state_place(struct quire_state *state, double t, const double *y);

#endif
