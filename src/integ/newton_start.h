/* Where Newton's iteration starts: nearer to the last velocities where these shake, so that little
 * of their extrapolated change comes true. doc/theory/integrator.md, 3 */
#ifndef QUIRE_INTEG_NEWTON_START_H
#define QUIRE_INTEG_NEWTON_START_H

#include <stdbool.h>

#include "integ/problem.h"

/* What came of the extrapolated changes of a group of velocities, along the line of its places and
 * across it: the sum of products of both, and of the squares of those extrapolated. */
struct quire_foreseen {
    double came[2], all[2];
};

struct quire_newton_start {
    const struct quire_ode_problem *problem;
    struct quire_foreseen *foreseen; /* of all groups, block by block */
};

/* False when memory runs out. The problem must live on. */
bool quire_newton_start_create(struct quire_newton_start *start,
                               const struct quire_ode_problem *problem);
void quire_newton_start_destroy(struct quire_newton_start *start);
/* Takes the part of the extrapolated change that will not come true out of the first iterate: of
 * the velocities and the positions that follow them in y, and of gamma times the accelerations in
 * `rates` [V | Z]. `from`: the state at the step's start; weights: of the error test; both as y. */
void quire_newton_start_take_back(const struct quire_newton_start *start,
                                  const struct quire_step_formula *formula, const double *weights,
                                  const double *from, double *y, double *rates);
/* Compares the extrapolated changes from `from` with the step's solution y. */
void quire_newton_start_compare(struct quire_newton_start *start,
                                const struct quire_step_formula *formula, const double *from,
                                const double *y);

#endif
