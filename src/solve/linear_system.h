/* The linear system of a step. */
#ifndef QUIRE_SOLVE_LINEAR_SYSTEM_H
#define QUIRE_SOLVE_LINEAR_SYSTEM_H

#include "state/state.h"

/* Clears the small bodies' part of the matrix. */
void quire_solve_clear(struct quire_state *state);

/* Factorises the assembled matrix and solves it in place for a vector laid out as [V | Z], whose
 * padding is zero; solves for another. */
void quire_state_factorise(struct quire_state *state, double *r);
void quire_state_solve(struct quire_state *state, double *r);
/* Small bodies alone, after an evaluation with the matrix in which no sheet touched them:
 * factorises and solves. Leaves what quire_state_together() says. */
void quire_state_solve_bodies(struct quire_state *state, double *r);
/* How many sheets touched each other in the largest group of the last factorisation; 0: none did.
 */
int quire_state_together(const struct quire_state *state);

/* Calls back for every entry of the assembled matrix, in units of [V | Z], for tests and the
 * generic solver. Padding is left out. */
typedef void quire_entry_fn(void *user, size_t row, size_t column, double value);
void quire_state_entries(const struct quire_state *state, quire_entry_fn *fn, void *user);

#endif
